"""The module of Königsberg '45: hexes named as printed, the cup, the boxes, who stands where at the start."""

from __future__ import annotations

import os
import re
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import defusedxml.ElementTree
import pytest

from adjudicator.catalogue import find_game
from builder.check.check import check_module
from builder.check.engine import judge
from builder.layout.board import MAP, draw_layout
from builder.layout.decks import Deck
from builder.layout.module_file import Reach, load_facts
from builder.module.likeness import looks
from builder.module.lock import load_lock, unsettled
from builder.module.module import build_file as made
from builder.module.module import build_module
from builder.module.parts import Parts, gather
from builder.module.roster_pieces import wanted
from builder.module.setup import check_facts
from builder.module_faults import ModuleError
from builder.vassal.buildfile import serialised
from builder.vassal.locations import load_places
from builder.vassal.traits import Definition, read_definition, read_marks
from counters.roster.load import load_roster
from maps.reading.load import load_board

pytestmark = pytest.mark.slow

ROSTER = load_roster("koenigsberg45")
BOARD = load_board("koenigsberg45")
LATER = {
    "turn-2": {"S43", "S2G", "3BR-1", "RANDOM", "BARRAGE-2BR", "BARRAGE-3BR", "GD-WITHDRAWAL"},
    "turn-3": {"2BR-1", "HGM", "24 Pz"},
    "turn-4": {"3BR-2", "NO-GAS", "83 Div"},
    "turn-5": {"2BR-2"},
    "turn-6": {"GD-RETURNS"},
    "turn-7": {"G28", "HQ G28", "58", "95"},
    "turn-8": {"Hipper", "15 SS"},
    "turn-9": {"S19", "HQ 19", "40 G", "132", "134"},
}
DRAWN = Deck("chit", "Cup", "cup", ("*",), regained_from=("drawn",))
REDUCED = {"2HGFj", "83 Div", "401I", "461I", "605 zbv", "607 zbv", "KG Mikosch"}


@pytest.fixture(scope="module")
def vmod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_module("koenigsberg45", tmp_path_factory.mktemp("module") / "koenigsberg45.vmod")


@pytest.fixture(scope="module")
def parts() -> Parts:
    return gather("koenigsberg45")


@pytest.fixture(scope="module")
def build_file(parts: Parts) -> Element:
    """As it lies in the module: without its pictures it is made in a moment."""
    root: Element = defusedxml.ElementTree.fromstring(serialised(made(parts)))
    return root


def kinds(root: Element, name: str) -> Iterator[Element]:
    return (node for node in root.iter() if str(node.tag).rpartition(".")[2] == name)


def identity(definition: Definition) -> str:
    """The id in the roster of a piece of the module."""
    known = [read_marks(trait) for trait in definition.traits if trait.id == "mark"]
    return next((each[key] for each in known for key in ("Unit", "Marker", "Chit") if key in each), "")


def lying(build_file: Element) -> dict[str, Definition]:
    """The pieces that lie on the board as the game starts."""
    slots = (slot for stack in kinds(build_file, "SetupStack") for slot in stack)
    found = [read_definition(slot.text or "") for slot in slots]
    return {identity(one): one for one in found}


def side_up(definition: Definition) -> int:
    """The side that shows, 1 for the front."""
    return next((int(trait.state) for trait in definition.traits if trait.id == "emb2"), 1)


@pytest.mark.slow
def test_there_is_nothing_wrong_with_it(vmod: Path) -> None:
    assert [str(problem) for problem in check_module(vmod)] == []


@pytest.mark.slow
@pytest.mark.rule("0.1g.1")
def test_every_hex_is_named_by_its_printed_number(vmod: Path) -> None:
    layout, places = draw_layout("koenigsberg45")[0], load_places(vmod)
    assert len(BOARD.spaces) == 47 * 41
    for space in BOARD.spaces:
        assert places.name(MAP, layout.spot(space)) == space


@pytest.mark.rule("0.1f.1", "0.1g.1", "0.1g.3", "0.1g.4", "0.1g.5", "13.4.2")
def test_everybody_lies_where_the_roster_says(parts: Parts) -> None:
    at = {one.piece: one.at for one in parts.start}
    assert {c.id: at[c.id] for c in ROSTER.counters.values() if c.setup} == {
        c.id: c.setup for c in ROSTER.counters.values() if c.setup
    }
    for box, pieces in LATER.items():
        assert {piece for piece, place in at.items() if place == box} == pieces
    boxes = {c.id: at[c.id] for c in ROSTER.counters.values() if c.type in ("air", "militia", "refugee")}
    assert {boxes[name] for name in ("AA1-a", "AA1-b", "3AA", "18AA")} == {"1st-air-army"}
    assert {boxes[name] for name in ("AA4-a", "AA4-b", "AA4-c")} == {"4th-air-army"}
    assert (boxes["LW-1"], boxes["VlkStm 4"], boxes["R8"]) == ("luftwaffe", "volksturm", "refugees")
    assert "" not in at.values(), "nobody is left in the lid"


@pytest.mark.rule("0.5.2", "6.1a.2")
def test_the_cup_holds_the_chits_of_turn_1(parts: Parts) -> None:
    cup = {one.piece for one in parts.start if one.at == "cup"}
    assert len(cup) == 24
    hqs = {c.formation for c in ROSTER.counters.values() if c.type == "hq" and c.setup}
    assert {ROSTER.cards[chit].formation for chit in cup} == hqs - {"43", "2 G"}


def test_a_button_brings_back_the_chits_that_were_drawn_and_no_others(build_file: Element) -> None:
    (back,) = [one for one in kinds(build_file, "GlobalKeyCommand") if "Cup" in one.get("name", "")]
    drawn = 'CurrentZone=="German chits drawn" || CurrentZone=="Soviet chits drawn"'
    assert back.get("filter") == f'{{Deck=="Cup" && CurrentMap=="{MAP}" && ({drawn})}}'


@pytest.mark.rule("12.7.1")
def test_some_germans_begin_on_their_reduced_side(build_file: Element) -> None:
    turned = {name for name, piece in lying(build_file).items() if side_up(piece) == 2}
    assert turned == REDUCED


@pytest.mark.rule("0.4.1", "2.2.1")
def test_headquarters_show_their_range_on_the_map(build_file: Element) -> None:
    reaches = {
        name: trait.fields[2]
        for name, piece in lying(build_file).items()
        for trait in piece.traits
        if trait.id == "AreaOfEffect"
    }
    ranges = {c.id: c.steps[0].values["range"] for c in ROSTER.counters.values() if c.type == "hq"}
    assert {name: int(hexes) for name, hexes in reaches.items()} == ranges


def test_the_range_is_drawn_beneath_the_units(build_file: Element) -> None:
    shades = {node.get("name"): node for node in build_file.iter() if str(node.tag).endswith(".MapShader")}
    shown = {
        trait.fields[6]
        for piece in lying(build_file).values()
        for trait in piece.traits
        if trait.id == "AreaOfEffect"
    }
    assert shown == set(shades) and len(shown) > 5
    for shade in shades.values():
        assert (shade.get("drawOver"), shade.get("type"), shade.get("alwaysOn")) == (
            "false", "Foreground", "true",
        )  # fmt: skip


def test_a_unit_knows_what_the_rules_ask_of_it(build_file: Element) -> None:
    known: dict[str, str] = {}
    for trait in lying(build_file)["8 G T"].traits:
        known |= read_marks(trait) if trait.id == "mark" else {}
    assert (known["front"], known["mech"], known["attack_1"], known["movement_2"]) == ("2BR", "yes", "9", "7")
    assert "range_1" not in known


def test_refugees_are_turned_from_red_to_blue(build_file: Element) -> None:
    (layers,) = [trait for trait in lying(build_file)["R1"].traits if trait.id == "emb2"]
    assert "unit-R1-1.png" in layers.type and "unit-R1-2.png" in layers.type


@pytest.mark.slow
def test_the_two_faces_of_refugees_differ(vmod: Path) -> None:
    with zipfile.ZipFile(vmod) as archive:
        assert archive.read("images/unit-R1-1.png") != archive.read("images/unit-R1-2.png")


@pytest.mark.slow
def test_all_its_images_have_plain_names(vmod: Path) -> None:
    with zipfile.ZipFile(vmod) as archive:
        names = [Path(name).name for name in archive.namelist()]
    assert [name for name in names if not re.fullmatch(r"[A-Za-z0-9_.-]+", name)] == []


def test_every_piece_has_a_number_that_is_kept() -> None:
    facts = load_facts("koenigsberg45")
    kept = load_lock("koenigsberg45")
    assert unsettled(kept, wanted(ROSTER, facts), "koenigsberg45.ids.toml", looks(ROSTER, facts)) == []


def test_the_charts_and_the_sequence_of_play_are_in_it(build_file: Element) -> None:
    facts = load_facts("koenigsberg45")
    assert (len(facts.turns), facts.segments[0], facts.segments[-1]) == (
        *(10, "1.0a Barrages (turn 1 only)"),
        "1.5c Turn advances",
    )
    charts = {node.get("chartName", "") for node in kinds(build_file, "HtmlChart")}
    assert {"Combat Results Table", "Barrage Table", "Turn Record Track", "Random Event Table"} <= charts


def test_every_state_of_the_game_is_in_a_segment_of_the_turn_tracker() -> None:
    facts = load_facts("koenigsberg45")
    beginnings = [title.split()[0] for title in facts.segments]
    assert set(facts.states.values()) == set(beginnings)
    outermost = {name for name in find_game("koenigsberg45").sequence if name.isupper()}
    assert set(facts.states) == outermost


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"laid": {"nowhere": ("HGM",)}}, "laid: no box or space 'nowhere'"),
        ({"laid": {"turn-2": ("HGN",)}}, "no chit 'HGN'"),
        ({"decks": (DRAWN,)}, "deck Cup: the board has no box 'drawn'"),
        ({"reduced": "weak"}, "reduced: no trait 'weak' in the roster"),
        ({"reach": Reach("rnage", "Range", "R")}, "reach: no number 'rnage' in the roster"),
        ({"reach": Reach("range", "Range", "E")}, "Range: the key E is already used for eliminating"),
    ],
)
def test_facts_that_name_what_is_not_there_are_refused(
    parts: Parts, wrong: dict[str, Any], says: str
) -> None:
    check_facts(parts.facts, ROSTER, parts.layout)
    with pytest.raises(ModuleError, match=re.escape(says)):
        check_facts(replace(parts.facts, **wrong), ROSTER, parts.layout)


@pytest.mark.slow
@pytest.mark.skipif(
    not os.environ.get("VASSAL_HOME") or not shutil.which("java"),
    reason="needs Java and VASSAL: set VASSAL_HOME to the folder in which its lib/Vengine.jar lies",
)
def test_vassal_finds_nothing_wrong_and_names_every_hex_as_printed(vmod: Path) -> None:
    verdict = judge(vmod, Path(os.environ["VASSAL_HOME"]), [])
    assert [str(problem) for problem in verdict.problems] == []
    assert verdict.points > 3500 and verdict.pieces > 190
