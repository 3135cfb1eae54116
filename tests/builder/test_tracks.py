"""Markers that go along a track by a key, worked out as VASSAL works it out, and dice with a name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.layout.tracks import TrackMarker
from builder.module.module import build_file
from builder.module.parts import Parts, gather
from builder.module.tracks import PLACE, on_track
from builder.module_faults import ModuleError
from builder.vassal.traits import Trait, split
from tests.builder.cardgame import MODULE, write_cards

_CASE = re.compile(r'LocationName==("(?P<word>[^"]*)"|(?P<number>[0-9]+)) \? (?P<value>-?[0-9]+) : ')


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Parts:
    return gather(write_cards(tmp_path_factory.mktemp("tracks") / "cards"))


def traits(own: Parts, kind: str) -> list[Trait]:
    return [trait for trait in own.pieces["turn"].definition.traits if trait.id == kind]


def worked_out(expression: str, location: str) -> str:
    """What VASSAL makes of an expression where the marker lies: a name of digits is a number to it."""
    for case in _CASE.finditer(expression):
        as_number = location.isdecimal() and case["number"] == str(int(location))
        if as_number or case["word"] == location:
            return case["value"]
    return _CASE.sub("", expression).strip("{}")


def goes_to(own: Parts, command: Trait, location: str) -> tuple[str, str]:
    x, y = command.fields[4:6]
    return worked_out(x, location), worked_out(y, location)


def centre(own: Parts, box: str) -> tuple[str, str]:
    x, y = own.layout.spot(box)
    return str(x), str(y)


def test_a_marker_goes_one_further_and_one_back(own: Parts) -> None:
    further, back = traits(own, "sendto")
    assert goes_to(own, further, "0101") == centre(own, "0201")
    assert goes_to(own, further, "0207") == centre(own, "set-aside")
    assert goes_to(own, back, "Set Aside") == centre(own, "0207")
    assert goes_to(own, back, "0202") == centre(own, "0201")


def test_at_an_end_of_its_track_and_off_it_a_marker_stays(own: Parts) -> None:
    further, back = traits(own, "sendto")
    stays = ("CurrentX", "CurrentY")
    assert goes_to(own, further, "Set Aside") == goes_to(own, back, "0101") == stays
    assert goes_to(own, further, "0505") == stays


def test_a_marker_knows_its_place_and_tells_where_it_goes(own: Parts) -> None:
    (place,) = traits(own, "calcProp")
    assert place.fields[0] == PLACE
    assert [worked_out(place.fields[1], at) for at in ("0101", "0203", "Red Deck")] == ["1", "4", "0"]
    (report,) = traits(own, "report")
    assert split(",", report.fields[0]) == [command.fields[1] for command in traits(own, "sendto")]


def test_the_boxes_of_a_track_keep_their_order_and_come_once(own: Parts) -> None:
    track = TrackMarker("turn", ("0303", "030*", "0202"))
    boxes = [area.id for area in on_track(track, own.layout)]
    assert boxes == ["0303", "0301", "0302", "0304", "0305", "0306", "0307", "0202"]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('[[track]]\nmarker = "turn"', '[[track]]\nmarker = "ghost"', "track: no marker 'ghost'"),
        ('"0101", "020*", "set-aside"', '"0101", "99*"', "track of turn: the board has not two boxes"),
        ('boxes = ["0101"', 'boxs = ["0101"', "track.boxs: unknown; did you mean 'boxes'?"),
    ],
)
def test_a_track_of_what_is_not_there_is_refused(tmp_path: Path, old: str, new: str, why: str) -> None:
    assert MODULE.count(old) == 1
    with pytest.raises(ModuleError) as refused:
        gather(write_cards(tmp_path / "bad", MODULE.replace(old, new)))
    assert why in str(refused.value)


def test_dice_have_names_and_tell_their_sum_or_each(own: Parts) -> None:
    dice = list(build_file(own).iter("VASSAL.build.module.DiceButton"))
    told = [(one.get("name"), one.get("nDice"), one.get("nSides"), one.get("reportTotal")) for one in dice]
    assert told == [("2d6", "2", "6", "true"), ("Barrage", "2", "10", "false")]
