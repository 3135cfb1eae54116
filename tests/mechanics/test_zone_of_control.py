"""Zones of control: whom they cover, and that changing them is the same as counting anew."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mechanics.zone_of_control import Extent, MendedZones, Zones
from adjudicator.state import State, Unit
from tests.adjudicator.tinygame import GAME

from .fields import hexes

FIELD = hexes(6, 5)
WATER = frozenset({"0302", "0303"})
RIVER = {frozenset({"0202", "0203"})}


def covers(kind: str, a: str, b: str) -> bool:
    """Not across the river, not into water, and wheels not into the marsh of 0404."""
    return frozenset({a, b}) not in RIVER and b not in WATER and not (kind == "wheels" and b == "0404")


EXTENT = Extent(FIELD, covers)
units = st.lists(st.tuples(st.sampled_from(["leg", "wheels"]), st.sampled_from(FIELD.ids)), max_size=8)


def test_a_zone_covers_the_neighbours_but_for_rivers_and_water() -> None:
    assert set(FIELD.neighbours("0202")) == {"0201", "0302", "0303", "0203", "0103", "0102"}
    assert set(Zones.of(EXTENT, [("leg", "0202")])) == {"0201", "0103", "0102"}


def test_how_far_a_zone_extends_depends_on_the_kind_of_unit() -> None:
    assert "0404" in Zones.of(EXTENT, [("leg", "0403")])
    assert "0404" not in Zones.of(EXTENT, [("wheels", "0403")])
    assert EXTENT.of("wheels", "0403") == tuple(
        space for space in FIELD.neighbours("0403") if space not in {"0302", "0303", "0404"}
    )


def test_a_unit_does_not_cover_its_own_space_but_another_may() -> None:
    assert "0103" not in Zones.of(EXTENT, [("leg", "0103")])
    assert "0103" in Zones.of(EXTENT, [("leg", "0103"), ("leg", "0104")])


def test_a_friend_negates_a_zone_where_he_stands() -> None:
    zones = Zones.of(EXTENT, [("leg", "0202")])
    assert zones.beside({"0201", "0605"}) == {"0102", "0103"}


@given(units, units, units)
def test_a_changed_zone_is_that_of_the_units_that_are_there_now(
    stay: list[tuple[str, str]], gone: list[tuple[str, str]], come: list[tuple[str, str]]
) -> None:
    before = Zones.of(EXTENT, stay + gone)
    was = dict(before.covering)
    after = before.changed(come, gone)
    assert after.covering == Zones.of(EXTENT, stay + come).covering
    assert before.covering == was, "the zone before is a value and stays what it was"


@given(units)
def test_a_zone_is_what_its_units_cover(there: list[tuple[str, str]]) -> None:
    covered = {b for kind, a in there for b in FIELD.neighbours(a) if covers(kind, a, b)}
    zones = Zones.of(EXTENT, there)
    assert set(zones) == covered
    assert len(zones) == len(covered)
    assert all((space in zones) == (space in covered) for space in FIELD.ids)


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from([*FIELD.ids, "box"])), max_size=12))
def test_zones_mended_from_position_to_position_are_those_counted_anew(moves: list[tuple[str, str]]) -> None:
    sides = {"a": "red", "b": "red", "c": "blue", "d": "nobody"}
    units = {id_: Unit(id_, side, "0101", 1) for id_, side in sides.items()}
    start = GAME.start(GAME.scenarios[0])
    state = replace(start, sides=("red", "blue"), units=units)

    def exerting(state: State, unit: Unit) -> tuple[str, str] | None:
        return None if unit.at == "box" else ("leg", unit.at)

    mended = MendedZones(lambda state: EXTENT, exerting)
    for id_, at in moves:
        state = state.with_unit(replace(state.units[id_], at=at))
        for side, zone in mended(state).items():
            mine = [unit for unit in state.units.values() if unit.side == side]
            anew = Zones.of(EXTENT, [one for unit in mine if (one := exerting(state, unit))])
            assert dict(zone.covering) == dict(anew.covering)
