"""The charts: what the rulebook gives of them holds, and what is printed is what the referee does."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from adjudicator.games.raceforberlin import charts as module
from adjudicator.games.raceforberlin.charts import charts
from adjudicator.games.raceforberlin.combat.r08_losses import read_result
from adjudicator.games.raceforberlin.r02_administrative import arrives
from adjudicator.games.raceforberlin.r02_american import track_of
from adjudicator.games.raceforberlin.r04_operations import phase_ends
from adjudicator.games.raceforberlin.r07_movement import is_free

TABLES = tomllib.loads(Path(module.__file__).with_name("charts.toml").read_text(encoding="utf-8"))["chart"]


def on(text: str) -> set[int]:
    """The die rolls that a cell names: "4-6", "6", "-"."""
    first, _, last = text.partition("-")
    return set(range(int(first), int(last or first) + 1)) if first.isdigit() else set()


@pytest.mark.rule("8.ex.3", "9.ex.2")
@pytest.mark.parametrize("table", [table for table in TABLES if table.get("given")], ids=lambda t: t["id"])
def test_the_cells_that_the_rulebook_gives_are_there(table: dict[str, list[list[str]]]) -> None:
    chart = charts()[str(table["id"])]
    assert chart.standin and chart.reason
    for column, row, cell in table["given"]:
        assert chart.cell(column, row) == cell


@pytest.mark.parametrize("name", ["crt", "city"])
def test_a_higher_die_and_better_odds_are_never_worse_for_the_attacker(name: str) -> None:
    def worth(cell: str) -> int:
        hits = read_result(cell)
        return hits["D"] + 2 * hits["+/-"] + hits["R"] - hits["A"]

    grid = [[worth(cell) for cell in row] for row in charts()[name].cells]
    assert all(row == sorted(row) for row in grid)
    assert all(list(column) == sorted(column) for column in zip(*grid, strict=True))


@pytest.mark.parametrize(("die", "cell"), [(-3, "A1"), (0, "A1"), (5, "D2R"), (8, "D3R"), (12, "D3R")])
def test_a_die_beyond_the_chart_reads_its_first_or_last_row(die: int, cell: str) -> None:
    assert charts()["crt"].read("3:1", die) == cell


@pytest.mark.rule("7.2.2.a")
@pytest.mark.parametrize(("turn", "row"), [(1, "Turns 1-4"), (4, "Turns 1-4"), (5, "Turn 5"), (6, "Turn 6")])
def test_the_freedom_chart_is_what_the_referee_does(turn: int, row: str) -> None:
    free = {die for die in range(1, 7) if is_free(turn, die)}
    assert on(charts()["freedom"].cell("Free to go west on", row)) == free


@pytest.mark.rule("2.2.1.a", "2.2.1.b", "2.2.1.c")
@pytest.mark.parametrize(
    ("turn", "column"), [(2, "Turns 1-3"), (4, "Turns 4-8"), (8, "Turns 4-8"), (9, "Turns 9-10")]
)
def test_the_american_chart_is_what_the_referee_does(turn: int, column: str) -> None:
    for die in range(1, 7):
        track = track_of(turn, die)
        assert charts()["american"].cell(column, str(die)) == (f"track {track}" if track else "-")


@pytest.mark.rule("2.1.1.a")
@pytest.mark.parametrize("turn", range(1, 11))
def test_the_reinforcement_chart_is_what_the_referee_does(turn: int) -> None:
    cell = charts()["reinforcements"].cell("Army or division arrives", str(turn))
    assert on(cell) == {die for die in range(1, 7) if arrives(turn, die)}


@pytest.mark.rule("4.3.1.a", "4.3.1.c")
@pytest.mark.parametrize("phase", range(1, 9))
def test_the_chart_of_the_operations_end_is_what_the_referee_does(phase: int) -> None:
    row = charts()["operations-end"].rows[phase - 1]
    for column, turn in (("Turn 1: it ends on", 1), ("Other turns: it ends on", 2)):
        ends = {die for die in range(1, 7) if phase_ends(turn, phase, die)}
        assert on(charts()["operations-end"].cell(column, row)) == ends
