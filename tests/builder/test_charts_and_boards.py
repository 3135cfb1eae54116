"""The charts in hand and the tables on the board say the same, cell by cell; the referee plays by them."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.catalogue import game_names
from adjudicator.games.amberroad.r08_victory import DRAWS, WINS
from adjudicator.mechanics.charts import modifier_in, shift_in
from builder.module.charts import Chart, load_charts
from maps.drawing.sheet import lay_out

NAMED = {
    "minor village": "village",
    "train station": "station",
    "river, bridge": "bridge",
    "1 or less": "<=1",
    "6 or more": ">=6",
}
"""What the board of Donnerschlag writes in full."""

TERRAIN = {"amberroad": "terrain", "donnerschlag": "tec", "panzerkorps48": "tec"}
"""The games whose terrain is one chart both in the hand and on the board."""


def on_board(game: str, title: str) -> list[list[str]]:
    """The rows of a table on the board; none where there is none."""
    sheet: dict[str, Any] = dict(lay_out(game).toml["sheet"])
    found = [one for one in sheet.get("chart", []) if one["title"].startswith(title)]
    return [list(row) for row in found[0]["rows"]] if found else []


def in_hand(game: str, id_: str) -> Chart:
    """A chart of the kit."""
    return next(chart for chart in load_charts(game) if chart.id == id_)


def rows(chart: Chart) -> dict[str, tuple[str, ...]]:
    """The cells by row."""
    return dict(zip(chart.rows, chart.cells, strict=True))


@pytest.mark.parametrize("game", TERRAIN)
def test_the_terrain_chart_has_the_rows_and_words_of_the_board(game: str) -> None:
    chart = rows(in_hand(game, TERRAIN[game]))
    _, *board = on_board(game, "Terrain Effects Chart")
    told = {}
    for label, *cells in board:
        name = label.lower() if label.lower() in chart else NAMED.get(label.lower(), label.lower())
        told[name] = tuple(cells)
    one = {name: _costs_in_one(cells) if game == "donnerschlag" else cells for name, cells in chart.items()}
    assert told == one


def _costs_in_one(cells: tuple[str, ...]) -> tuple[str, ...]:
    """The three classes of units in one column, as on the board: "+0 / all / no", or "1" for all."""
    *costs, attack = cells
    return (costs[0] if len(set(costs)) == 1 else " / ".join(costs), attack)


@pytest.mark.parametrize("game", game_names())
def test_the_combat_results_table_is_that_of_the_board(game: str) -> None:
    board = on_board(game, "Combat Results Table")
    if not board:
        return
    head, *lines = board
    chart = next(chart for chart in load_charts(game) if chart.largest)
    assert tuple(head[1:]) == chart.columns
    nothing = {"0-0": "-"}  # no steps and no morale result
    cells = [tuple(nothing.get(cell, cell) for cell in row) for row in chart.cells]
    assert [(NAMED.get(line[0], line[0]), tuple(line[1:])) for line in lines] == [
        *zip(chart.rows, cells, strict=True)
    ]


def test_every_cost_of_a_hexside_has_a_plus_and_every_shift_its_direction() -> None:
    assert rows(in_hand("amberroad", "terrain"))["river"][0] == "+2"
    assert rows(in_hand("donnerschlag", "tec"))["river"][0] == "+0"
    tec = rows(in_hand("panzerkorps48", "tec"))
    assert all(cell[0] == "+" for row in ("slope, up", "slope, down", "stream") for cell in tec[row][:2])
    assert not any(cell.isdecimal() and cell != "0" for cells in tec.values() for cell in cells[2:])


def test_words_beside_a_number_do_not_hide_it_from_the_referee() -> None:
    assert [
        shift_in(cell) for cell in ("1 left, if all cross it", "defender 2 left", "1 right", "-", "never")
    ] == [
        -1,
        -2,
        1,
        0,
        0,
    ]
    cells = ("-2 die, no Tank Bonus", "no tanks; -1 if all cross; no ZOC", "attack halved", "+1", "-")
    assert [modifier_in(cell) for cell in cells] == [-2, -1, 0, 1, 0]


def test_the_victory_table_of_the_amber_road_is_the_referees_and_the_boards() -> None:
    chart = in_hand("amberroad", "victory")
    assert chart.rows == (f"{WINS} or more", str(DRAWS), f"{DRAWS - 1} or fewer")
    assert on_board("amberroad", "Victory") == [
        [f"Blue {WINS} points or more", "Blue wins"],
        [f"Blue {DRAWS} points / fewer", "draw / Red wins"],
    ]
