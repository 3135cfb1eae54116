"""What must be true of every position: the faults that a wrong one is told with."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.raceforberlin.by_mail.invariants import faults
from adjudicator.state import Frame
from tests.tabletop import Tabletop

CUP = tuple(f"event-{n}" for n in range(3, 11))
"""The chits that lie in the cup while Zhukov holds chit 2, Koniev chit 1, and chit 11 is out of the game."""

CROWD = {"8GA-1": "seelow", "47-1": "seelow", "61-1": "seelow"}


def wrong(units: dict[str, str] | None = None, segments: str = "C.1", **changes: Any) -> list[str]:
    """What is wrong with a position, in the segments of its frames, and with these changes to it."""
    state = Tabletop("raceforberlin", units or {}, run=False).state
    lawful: dict[str, Any] = {
        "frames": tuple(Frame(segment) for segment in segments.split()),
        "hands": {"zhukov": ("event-2",), "koniev": ("event-1",)},
        "cups": {"chits": CUP},
        "facts": {"chits-out": ("event-11",)},
    }
    tracks = {**state.tracks, **changes.pop("tracks", {})}
    return faults(state.but(**{**lawful, **changes}, tracks=tracks))


@pytest.mark.rule("2.4.1.b", "9.3.3.c", "3.2.3", "7.4.5", "6.1.1")
@pytest.mark.parametrize("segments", ["B.1", "C.1", "C.1 battle", "D.1", ""])
def test_nothing_is_wrong_with_a_lawful_position(segments: str) -> None:
    units = {"8GA-1": "seelow", "3GTA-1": "tempelhof", "11SS": "tempelhof", "303": "wedding"}
    gone = {"33-1": "eliminated", "33-2": "eliminated", "606": "eliminated", "712": "eliminated"}
    tracks = {"support-zhukov": 0, "progress-tempelhof": 1, "vp-koniev": -3}
    assert wrong({**units, **gone}, segments, tracks=tracks) == []


@pytest.mark.rule("2.4.1.b")
def test_2_4_1_b_a_chit_is_in_one_place() -> None:
    assert wrong(cups={"chits": (*CUP, "event-2")}) == ["event-2 is in 2 places"]
    assert wrong(facts={"chits-out": ("event-11", "event-5")}) == ["event-5 is in 2 places"]


@pytest.mark.rule("2.4.1.b")
@pytest.mark.parametrize(("segment", "told"), [("B.1", ["event-3 is in 0 places"]), ("C.1", [])])
def test_2_4_1_b_a_chit_is_nowhere_only_while_it_passes_on(segment: str, told: list[str]) -> None:
    assert wrong(segments=segment, cups={"chits": CUP[1:]}) == told


@pytest.mark.rule("2.4.1.b")
def test_2_4_1_b_heinrici_is_never_in_the_cup() -> None:
    hands = {"zhukov": ("event-2",), "koniev": ()}
    assert wrong(hands=hands, cups={"chits": (*CUP, "event-1")}) == ["Heinrici is in the cup"]


@pytest.mark.rule("9.3.3.c", "3.2.3")
@pytest.mark.parametrize("track", ["progress-wedding", "support-zhukov"])
def test_9_3_3_c_no_level_and_no_support_is_below_nought(track: str) -> None:
    assert wrong(tracks={track: -1}) == [f"{track} is -1"]


@pytest.mark.rule("7.4.5")
def test_7_4_5_the_soviet_camps_are_apart_in_berlin() -> None:
    both = {"8GA-1": "tempelhof", "3GTA-1": "tempelhof"}
    assert wrong(both) == ["Soviets of both camps are in tempelhof"]
    assert wrong({**both, "3GTA-1": "zehlendorf", "11SS": "zehlendorf"}) == []
    assert wrong({"8GA-1": "zossen", "3GTA-1": "zossen"}) == []


@pytest.mark.rule("6.1.1", "6.1.2.c")
def test_6_1_1_two_units_may_be_too_many() -> None:
    told = "2 German units in tempelhof, at most 1 may be there (6.1.2)"
    assert wrong({"11SS": "tempelhof", "23SS": "tempelhof"}) == [told]


@pytest.mark.rule("6.1.1")
@pytest.mark.parametrize(
    ("segments", "checked"),
    [("C.1", True), ("D.2", True), ("D.1", False), ("C.1 battle", False), ("C.1 city", False), ("", False)],
)
def test_6_1_1_stacking_is_not_checked_in_a_battle_nor_while_idle_units_move(
    segments: str, checked: bool
) -> None:
    told = ["3 Soviet units in seelow, at most 2 may be there (6.1.2)"]
    assert wrong(CROWD, segments) == (told if checked else [])
