"""With what a log must have begun: states as older versions of VASSAL wrote them are known again."""

from __future__ import annotations

import pytest

from builder.vassal.traits import nest
from tables.beginning import standing
from tables.position import Kind, Piece, Position

LAYER = "emb2;;0;;;2;];;0;;;;1;false;0;0;one.png,two.png,three.png;,,;false;Steps;;;false;;1"
FREE, SIX = "rotate;1;93,130", "rotate;6;93,130;91,130;Right;Left;;;Facing"
LABEL = "label;76,130;Label;10;;0,0,0;t;0;c;0;b;c;$label$;Dialog;0;0;TextLabel;;false"


def begun(type_: str, state: str) -> object:
    piece = Piece("7", nest([type_, "piece;;;one.png;Tank"]), nest([state, "Main;10;10;5;0"]))
    assert piece.kind is Kind.PIECE
    return standing(Position({"7": piece}), {})


@pytest.mark.parametrize(
    ("type_", "kept", "written"),
    [
        (LAYER, "1;", "1"),
        (LAYER, "", "-1"),
        (LAYER, "9", "3"),
        (FREE, "0", "0.0"),
        (FREE, "-45", "-45.0"),
        (SIX, "5", "5"),
        ("mark;Side,Step", "Red", "Red,"),
        ("mark;Side", "Red,more", "Red"),
        (LABEL, " Fired ", "Fired"),
    ],
)
def test_a_state_is_the_same_however_vassal_writes_it_anew(type_: str, kept: str, written: str) -> None:
    assert begun(type_, kept) == begun(type_, written)


@pytest.mark.parametrize(
    ("type_", "kept", "other"),
    [
        (LAYER, "1;", "2"),
        (LAYER, "1", "-1"),
        (FREE, "0", "90.0"),
        (SIX, "5", "4"),
        ("mark;Side,Step", "Red", "Blue,"),
        (LABEL, "Fired", "Fired twice"),
    ],
)
def test_what_stands_otherwise_is_seen(type_: str, kept: str, other: str) -> None:
    assert begun(type_, kept) != begun(type_, other)


def test_a_trait_of_a_class_that_vassal_does_not_have_is_known_by_the_mark_that_it_writes_for_it() -> None:
    assert begun("their-own;x", "") == begun("mark;", "")
