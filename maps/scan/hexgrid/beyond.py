"""Hexes shifted against those found: lines at the rim, or beyond it, that lie on a second sheet.

A join so close to the rim leaves too few hexes to find it by, and those beyond it would be missed in silence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from maps.scan.hexgrid.cells import LINES
from maps.scan.hexgrid.marks import MARKS, sampled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.scan.hexgrid.bend import Bend
    from maps.scan.hexgrid.extent import Block, Evidence

# Pitches by which a line is shifted, and how finely: sheets miss by a third of a hex.
_REACH, _FINE = 0.45, 0.05
_PIECE, _FEWEST = 8, 6  # places of a line, and marks, looked at together: the second sheet may be turned
_ALONG = 5  # points on a hexside
_TWICE = 2.0  # times as well as where it should be is a line seen that is shifted


class Print(NamedTuple):
    """What is printed, as it was measured: a feature of the picture; bend and pitch in its pixels."""

    feature: NDArray[Any]
    bend: Bend
    pitch: float


def shifted(ink: Print, evidence: Evidence, block: Block) -> float:
    """How well hexes at the rim of a block, or beyond it, are seen that are shifted against the block.

    1 is as well as the hexes of the block. Blank margins show 0.1, tables 0.2, second sheets 0.6 and more.
    """
    import numpy

    usual = float(_seen(ink, evidence, evidence.marked(evidence.mask(block)), numpy.zeros((1, 2))).mean())
    pairs = [(one, block) for one in block.longer()] + [(block, one) for one in block.shorter()]
    return max(_line(ink, evidence, *pair) for pair in pairs) / max(usual, 1e-9)


def _line(ink: Print, evidence: Evidence, block: Block, shorter: Block) -> float:
    """How well the line that a block has, and the shorter one has not, is seen at its best shift."""
    import numpy

    own = evidence.marked(evidence.mask(block)) & ~evidence.marked(evidence.mask(shorter))
    where = numpy.argwhere(own & evidence.valid)
    if len(where) < _FEWEST:
        return 0.0
    seen = _seen(ink, evidence, own, _ways() * ink.pitch)
    across = int((block.first, block.last) != (shorter.first, shorter.last))
    piece = (where[:, across] - where[:, across].min()) // _PIECE
    means = [seen[piece == n].mean(axis=0) for n in range(piece.max() + 1) if (piece == n).sum() >= _FEWEST]
    best = float(numpy.median([one.max() for one in means])) if means else 0.0
    here = float(seen[:, 0].mean())
    return best if best > _TWICE * here else 0.0


def _ways() -> NDArray[Any]:
    """The shifts tried, in pitches (n, 2); none is the first."""
    import numpy

    steps = numpy.arange(-_REACH, _REACH + _FINE / 2, _FINE)
    ways = numpy.stack(numpy.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    ways = ways[numpy.hypot(*ways.T) <= _REACH]
    return numpy.concatenate([numpy.zeros((1, 2)), ways])


def _seen(ink: Print, evidence: Evidence, marks: NDArray[Any], ways: NDArray[Any]) -> NDArray[Any]:
    """How dark the marks that are in the picture are at every shift: (marks, shifts)."""
    import numpy

    line, place, kind = numpy.argwhere(marks & evidence.valid).T
    line, place = line + evidence.start[0], place + evidence.start[1]
    hexes = numpy.stack((line, place - line // 2), axis=-1)
    at = numpy.array([mark.at for mark in MARKS[evidence.kind]])[kind]
    along = numpy.array([mark.along for mark in MARKS[evidence.kind]])[kind]
    part = numpy.linspace(-0.4, 0.4, _ALONG) if evidence.kind == LINES else numpy.zeros(1)
    places = (hexes + at)[:, None] + part[:, None] * along[:, None]
    points = ink.bend.pixels(places.reshape(-1, 2)).reshape(*places.shape)
    return numpy.asarray(sampled(ink.feature, points[:, :, None] + ways).mean(axis=1))
