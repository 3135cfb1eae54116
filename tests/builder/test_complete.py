"""A complete module: for everything a player may look for, the part of VASSAL that gives it, out of data."""

from __future__ import annotations

import zipfile
from pathlib import Path
from xml.etree.ElementTree import Element

import defusedxml.ElementTree
import pytest

from builder.module.module import build_module
from builder.module.parts import gather
from builder.module.position import standing
from builder.module.setup import Placement
from builder.vassal.traits import read_definition
from tests.builder.cardgame import MODULE, write_cards

EVERYTHING = MODULE.replace(
    "[boxes]\n",
    """[[symbols]]
name = "Battle dice"
faces = ["hit", "miss"]

[[tally]]
name = "Morale"

[[scenario]]
name = "June"
turn = 2

[boxes]
""",
    1,
)
FURTHER = """sight = true
facings = 6
upright_at = ["End"]
unmoved_at = ["End"]
turned = { name = "Activated", key = "A" }
repeated = { name = "Round", property = "Round", limit = 9 }
tutorial = "tour.vlog"
"""
PARTS = {
    "sides": "PlayerRoster", "set-ups": "PredefinedSetup", "pieces at the start": "SetupStack",
    "decks and cups": "DrawPile", "cards": "CardSlot", "private windows": "PlayerHand",
    "global properties": "GlobalProperty", "buttons for them": "ChangePropertyButton",
    "turn tracker": "TurnTracker", "what it does by itself": "TurnGlobalHotkey",
    "repeated parts": "CounterTurnLevel", "dice": "DiceButton", "symbolic dice": "SpecialDiceButton",
    "inventory": "Inventory", "notes": "NotesWindow", "overview": "GlobalMap", "zoom": "Zoomer",
    "line of sight": "LOS_Thread", "stack viewer": "CounterDetailViewer", "hide pieces": "HidePiecesButton",
    "layers": "LayeredPieceCollection", "mass commands": "MassKeyCommand", "charts": "HtmlChart",
    "chits called back": "GlobalKeyCommand", "decks shuffled first": "StartupGlobalKeyCommand",
    "help": "HelpFile", "about picture": "AboutScreen", "tutorial": "Tutorial", "palette": "PieceWindow",
    "hexes": "HexGrid", "boxes": "Zone", "pictures of the map": "ImageSaver",
}  # fmt: skip
ABILITIES = {
    "steps and badges": "emb2", "trail": "footprint", "mark of movement": "markmoved", "turning": "rotate",
    "masks": "obs", "deleting": "delete", "copying": "clone", "eliminating, tracks": "sendto",
    "reports": "report", "numbers of the side that shows": "calcProp", "properties": "mark",
    "prototypes": "prototype", "back into a deck": "return", "a count of the unseen": "label",
}  # fmt: skip


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Element:
    home = tmp_path_factory.mktemp("complete")
    game = write_cards(home / "cards", FURTHER + EVERYTHING)
    log = Path(__file__).parent / "samples" / "demo.vlog"
    (game / "tour.vlog").write_bytes(log.read_bytes())
    with zipfile.ZipFile(build_module(game, home / "cards.vmod")) as archive:
        found: Element = defusedxml.ElementTree.fromstring(archive.read("buildFile.xml"))
    return found


@pytest.mark.parametrize("what", PARTS)
def test_the_module_has(root: Element, what: str) -> None:
    assert any(str(node.tag).endswith(f".{PARTS[what]}") for node in root.iter())


@pytest.mark.parametrize("what", ABILITIES)
def test_its_pieces_have(root: Element, what: str) -> None:
    holders = ("PieceSlot", "CardSlot", "PrototypeDefinition")
    texts = [node.text or "" for node in root.iter() if str(node.tag).rpartition(".")[2] in holders]
    traits = {trait.id for text in texts for trait in read_definition(text).traits}
    assert ABILITIES[what] in traits


@pytest.mark.parametrize(
    ("flags", "facing"), [((), "0"), (("facing-4",), "3"), (("facing-x", "turned"), "0")]
)
def test_a_save_turns_a_unit_to_its_facing(tmp_path: Path, flags: tuple[str, ...], facing: str) -> None:
    parts = gather(write_cards(tmp_path / "cards", f"facings = 6\n{MODULE}"))
    traits = standing(parts.pieces, Placement("1G", "0202", flags=frozenset(flags))).traits
    assert [trait.state for trait in traits if trait.id == "rotate"] == [facing]
