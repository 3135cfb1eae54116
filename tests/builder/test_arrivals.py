"""The table of set-up and arrivals says of every unit what the referee does with it."""

from __future__ import annotations

import re

import pytest

from adjudicator.catalogue import find_game
from adjudicator.games.panzerkorps48.charts import charts
from builder.layout.module_file import load_facts
from builder.module.charts import Chart, load_charts, print_words
from builder.printing.arrivals import Arrivals, hexes_told, printed
from builder.printing.charts import as_large_as_fits, chart_flow, flowing, turn_track
from builder.printing.join import page_count
from counters.roster.load import load_roster
from counters.sheets.imposition import PAPERS
from maps.reading.load import load_board

GAMES = ("amberroad", "donnerschlag", "koenigsberg45", "panzerkorps48", "raceforberlin")


def tables(game: str) -> dict[str, Chart]:
    """The tables of a game by side."""
    facts, roster = load_facts(game), load_roster(game)
    found = Arrivals(roster, load_board(game), facts.arrivals, print_words(game), facts.reduced).charts()
    return dict(zip(roster.style.sides, found, strict=True))


def lines(chart: Chart) -> list[str]:
    """The rows, one line each."""
    return [f"{row}: {cells[0]}" for row, cells in zip(chart.rows, chart.cells, strict=True)]


@pytest.mark.parametrize("game", GAMES)
def test_every_unit_is_told_where_the_referee_puts_it(game: str) -> None:
    state, told = find_game(game).start("campaign"), tables(game)
    for unit in state.units.values():
        counter, chart = state.roster.counters[unit.id], told[unit.side]
        one = re.escape(printed(counter))
        numbered = re.escape(re.sub(r"\d+$", "1-", printed(counter)))
        named = [at for at in lines(chart) if re.search(rf"(?<![\w-]){one}(?![\w-])|{numbered}\d", at)]
        row = print_words(game).get(counter.formation) or state.roster.style.formation(counter.formation).name
        found = named or [line for line in lines(chart) if line.startswith(row) and " units" in line]
        assert found, unit.id
        if unit.at in state.board.spaces:
            where = unit.at if unit.at[0].isdigit() else state.board.spaces[unit.at].name
            assert any(where in line for line in found), (unit.id, where)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_the_roster_says_of_reinforcements_has_its_words(game: str) -> None:
    text = "\n".join(line for chart in tables(game).values() for line in lines(chart))
    assert "{" not in text and "#" not in text
    assert not re.search(r": (turn|army|ad hoc|option)\b", text)


def test_turns_and_areas_are_those_of_the_schedule() -> None:
    cell = charts()["german-schedule"].cell
    assert f"Turn {cell('Turn', '11 Pz')}, at {cell('Area', '11 Pz')}: all 14 units" in "\n".join(
        lines(tables("panzerkorps48")["german"])
    )


def test_units_without_formations_are_listed_by_place() -> None:
    assert {"0304: 11th Foot, 12th Foot", "0405: 13th Foot, 14th Foot"} <= {
        *lines(tables("amberroad")["blue"])
    }
    assert all(chart.columns == ("Where and when",) for chart in tables("panzerkorps48").values())


@pytest.mark.parametrize(
    ("game", "unit", "name"),
    [
        ("koenigsberg45", "G69", "69"), ("koenigsberg45", "HQ S28", "HQ 28"),
        ("koenigsberg45", "HQ 9", "HQ 9"),
        ("koenigsberg45", "Gar Thorn", "Gar Thorn"), ("raceforberlin", "1SSPz", "1 SS Pz"),
        ("panzerkorps48", "685-I", "I/685"), ("donnerschlag", "HQ 6 Pz", "HQ 6. Pz"),
    ],
)  # fmt: skip
def test_units_are_named_as_on_their_counters(game: str, unit: str, name: str) -> None:
    assert printed(load_roster(game).counters[unit]) == name


def test_counters_of_one_name_are_counted() -> None:
    assert "Bärwalde (B): 61 (2), 1 POL (2)" in lines(tables("raceforberlin")["zhukov"])


def test_a_game_that_says_nothing_of_it_has_no_table() -> None:
    assert not Arrivals(load_roster("redvengeance"), load_board("redvengeance"), {}, {}).charts()


def test_hexes_are_told_as_ranges_or_by_first_and_last() -> None:
    assert hexes_told(["0103", "0105", "0106"]) == "0103, 0105-0106"
    assert hexes_told(["a", "b"]) == "a, b"
    assert hexes_told([f"01{row:02}" for row in range(1, 9)]) == "0101 to 0108 (8 hexes)"
    assert hexes_told([]) == ""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_table_takes_at_most_one_more_page(game: str) -> None:
    charts = tuple(chart for chart in load_charts(game) if not chart.aside)
    turns = load_facts(game).turns

    def page_count_of(*more: Chart) -> int:
        def made(steps: int) -> bytes:
            track = list(turn_track(turns, 16, 182, None))
            flow = chart_flow((*charts, *more), 182, steps, 269, track)
            return flowing("Charts", "Charts", PAPERS["a4"], flow)

        return page_count(as_large_as_fits(made, page_count))

    assert page_count_of(*tables(game).values()) <= page_count_of() + 1
