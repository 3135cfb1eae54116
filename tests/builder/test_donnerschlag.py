"""The module of Donnerschlag: four decks with discards and late cards, hands, boxes, tracks and set-up."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import defusedxml.ElementTree
import pytest

from builder.check.check import check_module
from builder.check.engine import judge
from builder.layout.module_file import load_facts
from builder.module.likeness import looks
from builder.module.lock import load_lock, unsettled
from builder.module.module import build_file as made
from builder.module.module import build_module
from builder.module.parts import Parts, gather
from builder.module.roster_pieces import wanted
from builder.vassal.buildfile import serialised
from counters.roster.load import load_roster

pytestmark = pytest.mark.slow

ROSTER = load_roster("donnerschlag")
WAITING = {
    "soviet-turn-2": {"36 Mech", "59 Mech", "60 Mech", "55 Tk R", "158 Tk R", "87-1", "87-2"},
    "soviet-turn-3": {"3 G RD", "49 G RD", "98 RD", "300 RD"},
    "soviet-turn-6": {"24 G RD", "33 G RD", "4 G Mech", "5 G Mech", "6 G Mech", "21 G Tk R"},
    "soviet-turn-7": {"3 G Tk", "62 Tk", "87 Tk", "7 Mot", "51 Mech", "54 Mech"},
    "soviet-hq": {"HQ 2nd Guards Army"},
    "naval-brigade": {"Naval"},
    "axis-ad-hoc": {f"Alarmgruppe {n}" for n in range(1, 7)},
    "soviet-ad-hoc": {f"AdHoc {n}" for n in range(1, 7)},
}
PILES = {
    "Axis Activation": (16, "Axis"),
    "Axis Activation: discards": (0, "Axis"),
    "Axis Activation: late": (15, "Axis"),
    "Axis Combat": (14, "Axis"),
    "Axis Combat: discards": (0, "Axis"),
    "Axis Combat: late": (7, "Axis"),
    "Soviet Activation": (16, "Soviet"),
    "Soviet Activation: discards": (0, "Soviet"),
    "Soviet Activation: late": (15, "Soviet"),
    "Soviet Combat": (13, "Soviet"),
    "Soviet Combat: discards": (0, "Soviet"),
    "Soviet Combat: late": (10, "Soviet"),
}


@pytest.fixture(scope="module")
def parts() -> Parts:
    return gather("donnerschlag")


@pytest.fixture(scope="module")
def build_file(parts: Parts) -> Element:
    """As it lies in the module: without its pictures it is made in a moment."""
    root: Element = defusedxml.ElementTree.fromstring(serialised(made(parts)))
    return root


def kinds(root: Element, name: str) -> Iterator[Element]:
    return (node for node in root.iter() if str(node.tag).rpartition(".")[2] == name)


def test_every_deck_has_its_cards_its_discards_and_its_late_cards(build_file: Element) -> None:
    found = {
        pile.get("name"): (len(list(kinds(pile, "CardSlot"))), pile.get("deckOwners"))
        for pile in kinds(build_file, "DrawPile")
    }
    assert found == PILES


def test_late_cards_and_no_others_lie_with_the_late_ones(parts: Parts) -> None:
    late = {one.piece for one in parts.start if one.at.endswith("-late")}
    assert late == {card.id for card in ROSTER.cards.values() if card.traits["late"]}


def test_decks_of_the_module_are_those_of_the_cards(parts: Parts) -> None:
    laid = {one.piece: one.at.removesuffix("-late") for one in parts.start if one.piece in ROSTER.cards}
    assert laid == {card.id: card.deck for card in ROSTER.cards.values()}


def test_each_side_holds_its_cards_in_a_window_that_only_it_can_open(build_file: Element) -> None:
    windows = {hand.get("mapName"): hand.get("side") for hand in kinds(build_file, "PlayerHand")}
    assert windows == {"Cards of Axis": "Axis", "Cards of Soviet": "Soviet"}


def test_everybody_lies_where_the_roster_says(parts: Parts) -> None:
    at = {one.piece: one.at for one in parts.start}
    assert {c.id: at[c.id] for c in ROSTER.counters.values() if c.setup} == {
        c.id: c.setup for c in ROSTER.counters.values() if c.setup
    }
    for box, units in WAITING.items():
        assert {piece for piece, place in at.items() if place == box} == units
    assert {at[c.id] for c in ROSTER.counters.values() if c.formation == "17 Pz"} == {"axis-turn-4"}
    assert "" not in at.values(), "nobody is left in the lid"


def test_a_card_lies_in_the_middle_of_its_box(parts: Parts) -> None:
    for box in ("okh", "stavka", "axis-high-command", "axis-combat", "soviet-activation-late"):
        area = parts.layout.areas[box]
        (left, top), (right, bottom) = area.outline[0], area.outline[2]
        ((x, y),) = area.spots
        assert abs(x - (left + right) / 2) <= 1 and top < y < bottom
        assert right - left > 3.9 * parts.layout.unit, "a card fits into it"


def test_meeting_zones_cannot_be_told_apart_by_name_or_face(parts: Parts) -> None:
    true, blank = (ROSTER.markers[name] for name in ("zone-true", "zone-blank"))
    assert (true.name, true.faces[0]) == (blank.name, blank.faces[0])
    assert true.faces[1] != blank.faces[1]


def test_every_piece_has_a_number_that_is_kept() -> None:
    facts = load_facts("donnerschlag")
    kept = load_lock("donnerschlag")
    assert unsettled(kept, wanted(ROSTER, facts), "donnerschlag.ids.toml", looks(ROSTER, facts)) == []


@pytest.fixture(scope="module")
def vmod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_module("donnerschlag", tmp_path_factory.mktemp("module") / "donnerschlag.vmod")


@pytest.mark.slow
def test_there_is_nothing_wrong_with_it(vmod: Path) -> None:
    assert [str(problem) for problem in check_module(vmod)] == []


@pytest.mark.slow
@pytest.mark.skipif(
    not os.environ.get("VASSAL_HOME") or not shutil.which("java"),
    reason="needs Java and VASSAL: set VASSAL_HOME to the folder in which its lib/Vengine.jar lies",
)
def test_vassal_finds_nothing_wrong_and_loses_no_card(vmod: Path) -> None:
    verdict = judge(vmod, Path(os.environ["VASSAL_HOME"]), [])
    assert [str(problem) for problem in verdict.problems] == []
    assert verdict.points > 3500 and verdict.pieces > 200
