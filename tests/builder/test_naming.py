"""What pieces of saved games are called, and where they stand, in words and as plain data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from builder.cli import app
from builder.saves.read_saves import read_vsav
from builder.vassal.locations import load_places
from builder.vassal.naming import name_of
from builder.vassal.traits import Level, Trait, badge, define, layer
from tests.builder.test_check import SMALL, write
from tests.builder.test_merge import saved

SAMPLES = Path(__file__).parent / "samples"
FLIP = layer("Step", [Level("a.png"), Level("b.png", "+ (reduced)")], "70,130", "Flip", level=2)
CORPS = layer("Corps", [Level("a.png", "I Corps"), Level("b.png", "II Corps")], "70,130", "Flip", level=2)
FOG = layer("Fog", [Level("a.png", r"\+1 Fog"), Level("b.png", r"\+2 Rain")], "70,130", "Flip")
MORE = layer("More", [Level("a.png", r"+ \+50"), Level("b.png")], "70,130", "Flip")
BASIC = Trait("basicName;Old Guard;")
LABEL = Trait("label;76,130;Label;10;;;b;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false", "5-4")


@pytest.mark.parametrize(
    ("name", "traits", "called"),
    [
        ("Guard", [FLIP], "Guard"),
        ("Weather", [FOG], "+1 Fog"),
        ("", [MORE], "+50"),
        ("Guard", [BASIC], "Old Guard"),
        ("", [BASIC], "Old Guard"),
        ("", [CORPS], "II Corps"),
        ("Corps", [CORPS], "II Corps"),
        ("", [FLIP], "(reduced)"),
        ("", [FLIP, CORPS], "II Corps"),
        ("", [LABEL], "5-4"),
        ("Guard", [LABEL], "Guard"),
        ("", [badge("Disrupted", "d.png", "68,130", "Disrupt")], ""),
        ("", [Trait(CORPS.type, "9")], ""),
        ("", [Trait(CORPS.type, "nonsense")], ""),
        ("", [Trait("emb2;;2", "1")], ""),
    ],
)
def test_a_piece_is_called_what_its_basic_name_or_its_layers_say(
    name: str, traits: list[Trait], called: str
) -> None:
    assert name_of(define(traits, name)) == called


def in_small(tmp_path: Path, piece: str, module: str = SMALL) -> list[str]:
    """The command's answer for a saved game with one piece, and the small module."""
    file = tmp_path / "a.vsav"
    file.write_bytes(saved(piece))
    vmod = write(tmp_path, module)
    told = CliRunner().invoke(app, ["read", str(file), "--module", str(vmod)])
    assert told.exit_code == 0
    return told.output.splitlines()[1:]


def test_a_saved_game_tells_places_by_name(tmp_path: Path) -> None:
    piece = "+/7/piece;;;red.png;{}/Main;50;50;2;1;UniqueID;7"
    assert in_small(tmp_path, piece.format("Sentry")) == ["Sentry  Town"]
    assert in_small(tmp_path, piece.format("")) == ["Guard  Town"]
    slot = 'entryName="Guard" gpid="2"'
    assert slot in SMALL
    stack = SMALL.replace(slot, 'entryName="" gpid="2"').replace('name="Guard" owning', 'name="Gate" owning')
    assert in_small(tmp_path, piece.format(""), stack) == ["Gate  Town"]


def test_a_saved_game_as_json_gives_place_and_number() -> None:
    arguments = ["read", str(SAMPLES / "tiny.vsav"), "--module", str(SAMPLES / "tiny.vmod"), "--json"]
    pieces = json.loads(CliRunner().invoke(app, arguments).stdout)["pieces"]
    places = load_places(SAMPLES / "tiny.vmod")
    assert pieces and all(piece["gpid"] for piece in pieces)
    assert [piece["place"] for piece in pieces] == [
        places.name(piece["map"], (piece["x"], piece["y"])) for piece in pieces
    ]


def test_without_a_module_places_are_told_in_pixels() -> None:
    for piece in read_vsav(SAMPLES / "tiny.vsav").pieces:
        assert piece.place == f"{piece.map} {piece.x},{piece.y}"


def test_neither_a_module_nor_a_game_is_refused() -> None:
    told = CliRunner().invoke(app, ["read", str(SAMPLES / "tiny.vsav"), "--module", "nogame"])
    assert (told.exit_code, told.stdout) == (1, "")
    assert "nogame: cannot be read: there is neither a module nor a game of this name" in told.output
