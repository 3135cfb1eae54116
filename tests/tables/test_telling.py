"""What happened to a piece, in words."""

from __future__ import annotations

import pytest

from builder.vassal.traits import nest
from tables.position import Piece
from tables.telling import listed, name_of_piece, standing


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("+ (reduced)", "reduced"),
        ("reduced +", "reduced"),
        ("Fog", "Fog"),
        (r"'\+2 Fog'", "+2 Fog"),
        (r"+ (\+50)", "+50"),
        ("", ""),
    ],
)
def test_a_layer_is_told_by_the_name_that_vassal_shows(name: str, told: str) -> None:
    layer = f"emb2;;128;;;128;;;128;;;;1;false;0;0;one.png,two.png;,{name};true;Step;;;false"
    piece = Piece("1", nest((layer, "piece;;;one.png;Unit")), nest(("2", "Main;1;1;1;0")))
    assert list(standing(piece)) == ["shows side 2 of 2" + (f" ({told})" if told else "")]


def test_several_pieces_without_names_are_counted_as_such() -> None:
    bare = name_of_piece(Piece("1", "piece;;;one.png;", "Main;1;1;1;0"))
    assert listed([bare]) == "a piece without a name"
    assert listed([bare, "Scout", bare]) == "2 pieces without names and Scout"
