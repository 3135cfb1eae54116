"""A piece that chance turns: a layer to one of its levels, or a rotation to one of its facings."""

from __future__ import annotations

from collections.abc import Callable

from builder.vassal.traits import join, nest, split
from tables.chance import By, Chance
from tables.position import Piece
from tables.table import parts_of

_IMAGES = 16
DEGREES = 360


def turned(piece: Piece, one: Chance) -> tuple[int, Callable[[int], str]]:
    """How many ways a piece can turn, and the command for each of them, from 1."""
    fields = split(";", parts_of(piece.type)[one.trait])
    free = one.by is By.ROTATION and fields[1] == "1"
    ways = len(split(",", fields[_IMAGES])) if one.by is By.LAYER else int(fields[1])

    def command(value: int) -> str:
        states = list(parts_of(piece.state))
        if one.by is By.LAYER:
            states[one.trait] = str(value)
        else:
            states[one.trait] = f"-{value}.0" if free else str(value - 1)
        return "D/" + join("/", [piece.id, nest(states), piece.state])

    return (min(DEGREES, 256) if free else ways), command
