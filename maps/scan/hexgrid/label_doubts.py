"""What makes the labels of a fit doubtful although its hexes are found: their beginning, and known places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from maps.scan.hexgrid.bend import plane
from maps.scan.hexgrid.doubts import Doubt

if TYPE_CHECKING:
    from maps.grid import Axis, Numbering
    from maps.hexes import Hex
    from maps.scan.hexgrid.bend import Bend
    from maps.scan.hexgrid.extent import Block, Evidence

_NEAR = 0.33  # of the pitch: a known place further than that from a middle hardly belongs to it
_BESIDE = 0.65  # of the pitch: a place further than that from a middle lies in another hex, or in none
_CUSTOM = 0.75  # no fault, as long as it is told: without help the first hex is 0101
_LATE = range(2, 7)  # a map that begins so late is likely to lack a few lines; one that begins with 25 is not


def of_beginning(evidence: Evidence, block: Block) -> tuple[Doubt, ...]:
    """Whether the picture shows where the map begins: without a known hex the first one is 0101."""
    first, _, top, _ = (evidence.is_empty(one, block) for one in block.longer())
    words = "the picture does not show where the map begins, and its first hex is called 0101: name one hex"
    return () if first and top else (Doubt(words, _CUSTOM),)


def of_numbering(evidence: Evidence, block: Block, flat: bool, numbering: Numbering) -> tuple[Doubt, ...]:
    """Whether the map begins with another number than 1 (or 0) although its rim is seen."""
    lines, places = (numbering.column, numbering.row) if flat else (numbering.row, numbering.column)
    words = ("column", "row") if flat else ("row", "column")
    found = (
        _late(word, axis)
        for word, axis, side in zip(words, (lines, places), (0, 2), strict=True)
        if axis.first in _LATE and evidence.is_empty(block.longer()[side + axis.backward], block)
    )
    return tuple(found)


def _late(word: str, axis: Axis) -> Doubt:
    return Doubt(
        f"the map seems to begin with {word} {axis.word(axis.first)}: are hexes missing there, as beyond a "
        "line where two sheets meet? --columns and --rows settle the size",
        0.4,
    )


def of_known(
    bend: Bend, hexes: Iterable[Hex], known: Sequence[tuple[str, float, float]]
) -> tuple[Doubt, ...]:
    """Whether known places lie near the middles of hexes of the map."""
    import numpy

    places = bend.places(numpy.array([(x, y) for _, x, y in known]))
    middles = numpy.array(list(hexes), dtype=float)
    found = []
    for one, place in zip(known, places, strict=True):
        away = float(numpy.hypot(*plane(middles - place).T).min())
        if away > _NEAR:
            found.append(_far(*one, away))
    return tuple(found)


def _far(label: str, x: float, y: float, away: float) -> Doubt:
    said = f"--hex {label}={x:g},{y:g} lies"
    if away > _BESIDE:
        return Doubt(f"{said} beside all hexes that are found", 0.3)
    return Doubt(f"{said} between hexes, {100 * away:.0f} % of one from the nearest middle", 0.4)
