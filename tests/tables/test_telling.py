"""What happened to a piece, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.vassal.traits import nest
from tables.position import Piece, Position
from tables.published import Published
from tables.telling import listed, name_of_piece, standing, told
from tests.tables.playing import module
from tests.tables.sampler import B, build_file, piece, slot, write_build


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("+ (reduced)", "reduced"),
        ("reduced +", "reduced"),
        ("Fog", "Fog"),
        (r"'\+2 Fog'", "+2 Fog"),
        (r"+ (\+50)", "+50"),
        ("", ""),
    ],
)
def test_a_layer_is_told_by_the_name_that_vassal_shows(name: str, said: str) -> None:
    layer = f"emb2;;128;;;128;;;128;;;;1;false;0;0;one.png,two.png;,{name};true;Step;;;false"
    piece = Piece("1", nest((layer, "piece;;;one.png;Unit")), nest(("2", "Main;1;1;1;0")))
    assert list(standing(piece)) == ["shows side 2 of 2" + (f" ({said})" if said else "")]


def test_several_pieces_without_names_are_counted_as_such() -> None:
    bare = name_of_piece(Piece("1", "piece;;;one.png;", "Main;1;1;1;0"))
    assert listed([bare]) == "a piece without a name"
    assert listed([bare, "Scout", bare]) == "2 pieces without names and Scout"


@pytest.mark.parametrize(("old", "new"), [("", "3"), ("3", "")])
def test_a_property_without_a_value_is_told_as_empty(old: str, new: str) -> None:
    was, now = (Position({}, (f"GlobalProperty\t;VP;{value};Module",)) for value in (old, new))
    (line,) = told(was, now, module())
    assert line.text == f"VP is now {new or 'empty'} (was {old or 'empty'})."


INNER = '<{B}properties.GlobalProperty name="{name}" initialValue="1"/>'


@pytest.mark.parametrize(
    ("name", "more", "is_told"),
    [
        ("PlopMap", "", False),
        ("PlopMap", '<{B}DiceButton name="Luck" reportFormat="$name$ = $result$ ($PlopMap$)"/>', True),
        ("AP Score", "label", True),
        ("Strength", "expression", True),
        ("PlopMap", "label", False),
    ],
)
def test_of_global_properties_only_those_are_told_that_the_module_shows(
    tmp_path: Path, name: str, more: str, is_told: bool
) -> None:
    label = {"label": "$AP Score$ points", "expression": "{Strength + 1}"}.get(more, "none")
    shows = slot("Shows", "91", piece("Shows", "one.png", "91", (f"label;{label}", "")))
    build = build_file()
    for before, new in (
        (f"</{B}properties.GlobalProperties>", INNER.format(B=B, name=name)),
        (f"<{B}Chatter/>", more.format(B=B) if "<" in more else ""),
        ("</VASSAL.build.widget.ListWidget>", shows),
    ):
        build = build.replace(before, new + before, 1)
    other = Published(write_build(tmp_path, build))
    was, now = (Position({}, (f"GlobalProperty\t;{name};{value};Module",)) for value in "12")
    assert [line.text for line in told(was, now, other)] == [f"{name} is now 2 (was 1)."] * is_told
