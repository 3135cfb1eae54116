"""Rules 9.0 and 9.2, the paths of retreats: where hexes are full or shut, and who may go together."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.koenigsberg45.terrain import the_board
from tests.tabletop import Tabletop

from .country import why
from .fights import fight, moved, resolved
from .retreats import ONE, ORDER, STACK, WEST, after, ways

FULL = {"549 VG": "1921", "561 VG": "1921"}
"""Two friends in the hex to which the stack of scenario 9 goes first."""
ALONE = {**STACK, **FULL, "G69": "eliminated"}
TOGETHER = {"1": "2020", "G69": "2020", "45": "2121", "72": "2121"}
"""Two divisions, beaten from one side: 2019, 1920 and 1921 are free of EZOCs."""


def water(*spaces: str) -> dict[str, Any]:
    """Hexes under water, and what `WEST` says of the sources."""
    return {**WEST["ground"], **{space: {"terrain": "water"} for space in spaces}}


def beyond(*spaces: str) -> tuple[str, ...]:
    """The hexes two away from 2020, but for these."""
    grid = the_board().grid
    assert grid is not None
    return tuple(at for at in the_board().spaces if grid.distance("2020", at) == 2 and at not in spaces)


def pushed(units: dict[str, str], ground: dict[str, Any], **more: Any) -> Tabletop:
    """The position after an attack on scenario 9's stack that pushes it one hex, with one source."""
    table = fight(units, ORDER, dice=[4], ground=ground, state=WEST["state"], **more)
    assert resolved(table)["result"] == "A1*/Dr"
    return table


# -- full hexes  -----------------------------------------------------------------------------------


@pytest.mark.rule("5.1.2", "9.0b.1")
def test_beyond_a_full_hex_a_major_river_is_not_crossed() -> None:
    table = pushed(ALONE, water(), major=["1921/1820"])
    assert moved(table, "1") == [("retreat", ("2020", "1921", "1821"))]


@pytest.mark.rule("5.1.2", "9.2a.1")
def test_beyond_a_full_hex_a_retreat_may_go_sideways_where_nothing_else_is_left() -> None:
    marsh = {**WEST["ground"], **{space: {"terrain": "marsh"} for space in ("1820", "1821", "1922")}}
    units = {**ONE, **FULL, "131": "eliminated", "7 Pz": "2020", "65": "1819"}
    table = after(units, dice=5, ground=marsh, state=WEST["state"])
    assert set(ways(table)) == {"retreat 7 Pz via 1921-1920", "retreat 7 Pz via 1921-2021"}
    table = after({**ONE, **FULL})
    assert table.verdict("german", "retreat 131 via 1921-1920") == ("refused", "9.2a.1")


@pytest.mark.rule("9.2a.1", "5.1.2")
def test_no_hex_that_the_result_demands_lies_sideways_though_the_last_one_is_full() -> None:
    units = {**ONE, "549 VG": "1821", "561 VG": "1821"}
    barred = ("2019", "2120", "2021", "1919", "1819", "1822", "1720", "1721", "1722")
    shut = {space: {"terrain": "water"} for space in barred}
    table = after(units, dice=5, ground=shut, major=["1921/1820", "1921/1922", "1920/1820"])
    assert resolved(table)["result"] == "Dr2"
    assert [path[:3] for _, path in moved(table, "131")] == [("2020", "1921", "1821")]


@pytest.mark.rule("9.2b.1", "9.2c.2")
def test_each_hex_lies_nearer_to_supply_than_the_one_before() -> None:
    table = after(ONE, dice=5, **WEST)
    rule, words, _ = why(table, "german", "retreat 131 via 1921-1922")
    assert rule == "9.2b.1" and "nearer to a supply source" in words


@pytest.mark.rule("5.1.2", "9.0b.2")
def test_of_retreats_that_cannot_be_made_in_full_those_with_room_come_first() -> None:
    ground = {space: {"terrain": "water"} for space in beyond()}
    table = after({**ONE, **FULL}, dice=5, ground=ground)
    assert resolved(table)["result"] == "Dr2"
    assert set(ways(table)) == {"retreat 131 via 2019", "retreat 131 via 1920"}
    others = {"551 VG": "1920", "548 VG": "1920", "547 VG": "2019", "562 VG": "2019"}
    nowhere = after({**ONE, **FULL, **others}, dice=5, ground=ground)
    assert set(ways(nowhere)) == {f"retreat 131 via {to}" for to in ("2019", "1920", "1921")}


@pytest.mark.rule("9.0b.2")
def test_a_hex_that_is_not_made_costs_one_step_and_no_more() -> None:
    marsh = {space: {"terrain": "marsh"} for space in beyond()}
    table = after({**ONE, "131": "eliminated", "7 Pz": "2020"}, dice=6, ground=marsh)
    assert resolved(table)["result"] == "Dr2"
    table.order("german", "retreat 7 Pz via 1920")
    assert (table.at("7 Pz"), table.steps("7 Pz")) == ("1920", 1)


# -- who may go together  --------------------------------------------------------------------------


@pytest.mark.rule("9.0f.1", "5.1.2", "9.0b.2")
def test_a_stack_does_not_go_together_where_only_one_of_it_finds_room() -> None:
    ground = water("2019", "1920", "2021", *beyond())
    table = fight({**TOGETHER, "549 VG": "1921"}, "attack 2020 with 45, 72 advance none", ground=ground)
    assert set(ways(table)) == {"retreat G69 via 1921", "retreat 1 via 1921"}


@pytest.mark.rule("9.0f.1", "9.0b.2")
def test_a_stack_goes_together_where_one_of_it_could_go_no_further_alone() -> None:
    foes = {"45": "2121", "72": "2121", "16 G": "2021", "36 G": "2021", "8 G": "2120", "113": "2120"}
    marsh = {space: {"terrain": "marsh"} for space in beyond()}
    order = f"attack 2020 with {', '.join(foes)} advance none"
    table = fight({"1": "2020", "5 Pz": "2020", **foes}, order, dice=[6], ground=marsh)
    assert resolved(table)["result"] == "Dr2"
    who = {line.split(" via ")[0] for line in ways(table)}
    assert who == {"retreat 1", "retreat 5 Pz", "retreat 1, 5 Pz"}


@pytest.mark.rule("9.2d.1", "5.2.1", "5.2.3")
def test_an_hq_gives_way_to_no_hex_with_an_enemy_hq() -> None:
    table = fight({**STACK, "HQ 26": "2020", "HQ 6": "1921", "HQ 5": "1820"}, ORDER, **WEST)
    assert (table.at("HQ 26"), table.at("HQ 5")) == ("1821", "1820")


@pytest.mark.rule("9.2d.1")
def test_a_lone_hq_is_one_of_the_ways_of_a_retreat() -> None:
    table = after({**ONE, "HQ 5": "1920"})
    assert set(ways(table)) == {f"retreat 131 via {to}" for to in ("2019", "1920", "1921")}
