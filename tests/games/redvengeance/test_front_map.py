"""The front by date, as pictures are told of it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.situation import front
from counters.roster.counter import Marker, MarkerFace, Roster
from counters.roster.style import Style
from tests.games.redvengeance.table import a_state
from tests.games.redvengeance.test_front import held

MARKERS = ("flame", "bridge-damaged", "barricade-seen", "roadblock-seen", "rubble-stone")
BRIDGES = [("bridge-damaged", 0, "i9"), ("bridge-damaged", 1, "u8")]


def test_at_first_the_germans_hold_their_area_and_the_russians_stand_at_the_north_edge() -> None:
    state = a_state(turn=1, control=front.initial_control(a_state()))
    russian, german = front.control_map(state)
    assert (russian.title, german.title) == ("Russian", "German")
    assert russian.spaces == russian.front == () and len(russian.entry) == 39
    assert "k13" in german.spaces and "i4" in german.front and set(german.front) <= set(german.spaces)
    assert german.entry == tuple(f"a{row}" for row in range(15, 25))


def test_what_is_isolated_is_shown_where_its_side_holds_it() -> None:
    state = a_state(control=held(russian="T20 D0"), isolated={RUSSIAN: ("T20", "T21"), GERMAN: ()})
    russian, german = front.control_map(state)
    assert russian.cut_off == ("t20",) and german.cut_off == ()


def printed(*names: str) -> Roster:
    """A roster of markers alone."""
    face = MarkerFace("", "")
    return Roster(
        "test", {}, {one: Marker(one, one, "", "", (face, face), 1) for one in names}, {}, Style(), {}
    )


@pytest.mark.parametrize(
    ("facts", "laid"),
    [
        ({"fires": {"K13": "flame", "Y20": "blaze"}}, [("flame", 0, "k13"), ("flame", 1, "y20")]),
        ({"terrain": {"M12": "rubble-stone"}}, [("rubble-stone", 0, "m12")]),
        ({"bridges": {"I9": "partial 20", "U8": "destroyed", "GG16": "intact"}}, BRIDGES),
        ({"barricades": {"K13/K14": "breached"}}, [("barricade-seen", 1, "k13")]),
        ({"barricades": {"K13/K14": "whole"}}, [("barricade-seen", 0, "k13")]),
        ({"barricades": {"K13/K14": "roadblock"}}, [("roadblock-seen", 0, "k13")]),
        ({"terrain": {"M12": "no-marker-has-this"}}, []),
    ],
)
def test_what_lies_in_hexes_has_its_marker(facts: Any, laid: list[tuple[str, int, str]]) -> None:
    assert list(front.markers(a_state(roster=printed(*MARKERS), **facts))) == laid
