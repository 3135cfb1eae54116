"""Event 9, the bridges: who may play it, when, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.raceforberlin.annex_events import bridge_zones
from tests.tabletop import Tabletop


def window(hands: dict[str, list[str]], segment: str = "C.1", **position: Any) -> Tabletop:
    """A table at the beginning of a Soviet impulse."""
    units = {"8GA-1": "lebus", "3GTA-1": "lebus", "8GA-2": "bridgehead", "3GTA-2": "kathlow"}
    return Tabletop("raceforberlin", units, turn=3, segment=segment, hands=hands, **position)


@pytest.mark.rule("E9.1", "2.4.3")
def test_e9_1_soviets_in_the_zone_named_are_out_of_supply_this_turn() -> None:
    table = window({"zhukov": [], "koniev": ["event-9"]})
    assert table.verdict("koniev", "chit 9 zone lebus") == ("done", "")
    marked = {u.id for u in table.state.units.values() if "out-of-supply" in u.flags}
    assert marked == {"8GA-1", "3GTA-1"}
    assert table.asked()[:2] == ("4.1.2.a", "zhukov")


@pytest.mark.rule("E9.1")
def test_e9_1_an_empty_zone_may_be_named_to_no_effect() -> None:
    table = window({"zhukov": [], "koniev": ["event-9"]})
    assert table.verdict("koniev", "chit 9 zone forst") == ("done", "")
    assert "FlagsChanged" not in table.kinds()


@pytest.mark.rule("E9.1")
def test_e9_1_zones_by_the_rivers_on_the_west_and_those_next_to_them() -> None:
    zones = set(bridge_zones(window({"zhukov": [], "koniev": ["event-9"]}).state))
    assert {"forst", "kathlow", "bridgehead", "lieberose", "seelow"} <= zones
    assert not {"kustrin", "triebel", "zossen", "cottbus", "berlin"} & zones


@pytest.mark.rule("E9.1")
def test_e9_1_another_zone_is_refused() -> None:
    table = window({"zhukov": [], "koniev": ["event-9"]})
    assert table.verdict("koniev", "chit 9 zone zossen") == ("refused", "E9.1")
    assert table.verdict("koniev", "chit 9") == ("refused", "E9.1")
    assert table.asked()[:2] == ("E9.1", "koniev")


@pytest.mark.rule("E9.1", "2.4.2.b")
@pytest.mark.parametrize("hand", [[], ["event-7"], ["event-9"]])
@pytest.mark.parametrize(("segment", "rival"), [("C.1", "koniev"), ("C.2", "zhukov")])
def test_e9_1_the_rival_is_asked_whatever_he_holds(hand: list[str], segment: str, rival: str) -> None:
    hands: dict[str, list[str]] = {"zhukov": [], "koniev": [], rival: hand}
    table = window(hands, segment)
    assert table.asked() == ("E9.1", rival, ("pass",))
    assert table.state.waiting()[0].window


@pytest.mark.rule("E9.1")
def test_e9_1_there_is_no_window_in_german_impulses_or_when_the_chit_is_out() -> None:
    held: dict[str, list[str]] = {"zhukov": [], "koniev": []}
    assert window(held, "C.1", state={"chits-out": ["event-9"]}).asked()[0] == "4.1.2.a"
    units = {"606": "letschin"}
    assert Tabletop("raceforberlin", units, segment="C.3", hands=held).asked()[0] == "4.1.2.a"


@pytest.mark.rule("E9.2", "2.4.4.b")
def test_e9_2_it_is_played_once_in_a_game() -> None:
    table = window({"zhukov": [], "koniev": ["event-9"]})
    table.order("koniev", "chit 9 zone lebus")
    assert "event-9" in table.state.facts["chits-out"]
    assert "event-9" not in table.state.cups["chits"]
    table.order("zhukov", "pass")
    assert table.asked()[:2] == ("4.1.2.a", "koniev")


@pytest.mark.rule("E9.1")
def test_e9_1_who_keeps_the_chit_says_so_and_the_impulse_goes_on() -> None:
    table = window({"zhukov": [], "koniev": ["event-9"]})
    assert table.verdict("koniev", "pass") == ("done", "")
    assert (table.asked()[:2], table.state.hands["koniev"]) == (("4.1.2.a", "zhukov"), ("event-9",))
