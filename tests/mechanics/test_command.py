"""Command range: how far it is counted, and what bars the count."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mechanics.command import command_range, counted
from adjudicator.mechanics.movement import Barred, CurrentCosts, MovementCosts, ZoneRules
from maps.grids.grid import HexGrid

from .fields import chain, hexes

FIELD, GRID = hexes(8, 8), HexGrid(8, 8)


def costs(bars: Callable[[str, str], str | None], ends: Callable[[str, str], bool]) -> CurrentCosts:
    return MovementCosts(FIELD, counted(bars, ends, "2.2e")).under()


@given(st.sampled_from(FIELD.ids), st.integers(0, 5))
def test_on_open_ground_the_range_is_the_distance(headquarters: str, most: int) -> None:
    found = command_range(costs(lambda a, b: None, lambda a, b: False), headquarters, most)
    assert {space: found.cost(space) for space in found} == {
        space: GRID.distance(headquarters, space) for space in GRID.within(headquarters, most)
    }


def test_water_bars_the_count_and_a_river_ends_it_in_the_first_space_beyond() -> None:
    row = chain("hq", "near", "beyond", "further")
    river = {("near", "beyond")}
    over = MovementCosts(row, counted(lambda a, b: None, lambda a, b: (a, b) in river, "2.2e")).under()
    assert list(command_range(over, "hq", 5)) == ["hq", "near", "beyond"]
    sea = MovementCosts(
        row, counted(lambda a, b: "water" if b == "beyond" else None, lambda a, b: False, "2.2e")
    )
    assert list(command_range(sea.under(), "hq", 5)) == ["hq", "near"]
    assert sea.under().crossing("near", "beyond") == Barred("2.2e", "water")


def test_enemies_and_their_zones_bar_the_count_where_a_game_says_so() -> None:
    bare = MovementCosts(chain("hq", "a", "b", "c"), counted(lambda a, b: None, lambda a, b: False, ""))
    assert list(command_range(bare.under({"b"}), "hq", 3)) == ["hq", "a", "b", "c"]
    barred = bare.under({"b"}, ZoneRules(bars=Barred("5", "an enemy zone")))
    assert list(command_range(barred, "hq", 3)) == ["hq", "a"]
    ended = bare.under({"a"}, ZoneRules(stops=True), {"c": Barred("6", "an enemy")})
    assert list(command_range(ended, "hq", 3)) == ["hq", "a"]
