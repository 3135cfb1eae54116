"""What makes a fit unsure although its lattice is the printed one: a place, the rim, or the labels.

Each doubt is told in words, so that whoever looks at the scan knows where to look and what to add.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from maps.scan.hexgrid.bend import plane
from maps.scan.hexgrid.beyond import shifted
from maps.scan.hexgrid.cells import CENTRES, LINES, VERTICES
from maps.scan.hexgrid.extent import Block, found_block
from maps.scan.hexgrid.phases import smooth

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maps.scan.hexgrid.fit import Measured

_MARGIN = 0.075  # a line of hexes at the rim that is there, or is not, is told by about 0.35 of each mark
_HALVES = 0.45  # of the sides of whole hexes: lines that end there show 0.1
_OFF = 0.015  # of the pitch: what print and fit may differ at a hex and its neighbours, or over lines
_LINE = 2.0  # how well the hexes of a line must be known together: about five hexes of lines, three dots
# So far within the stretch where two sheets may meet a centre is in doubt, in pitches: dots at centres show
# themselves on which sheet they are; of lines the stretch is known no closer than this, so beside it, too.
_ON_LINE = {LINES: -0.01, CENTRES: 0.03, VERTICES: 0.03}
_FAR = 6.0  # pitches between a hex and the nearest that is seen
_BEYOND = 0.4  # of what hexes of the map show: margins and tables show 0.2, hexes of a second sheet 0.6
_LIKELY = 0.99


@dataclass(frozen=True)
class Doubt:
    """What is doubtful, in words, and how likely it is right all the same, 0 to 1."""

    words: str
    likely: float


def doubts_of(seen: Measured, block: Block, sized: bool) -> tuple[Doubt, ...]:
    """What is doubtful about a block of hexes and their places; `sized` where its size was told."""
    found = (
        _rim(seen, block, sized),
        _cut(seen, block, sized),
        _halves(seen, block),
        _off(seen, block),
        _stepped(seen, block),
        _beyond(seen, block),
        _joined(seen, block),
        _unseen(seen, block),
        _oversized(seen, block) if sized else None,
    )
    return tuple(one for one in found if one)


def doubt(words: str, likely: float) -> Doubt | None:
    """A doubt, None where there is hardly any."""
    return Doubt(words, round(_LIKELY * max(0.0, likely), 3)) if likely < 1 else None


def _halves(seen: Measured, block: Block) -> Doubt | None:
    words = "there seem to be half hexes at the rim, which are left out: --columns and --rows count them in"
    return doubt(words, 1.6 - seen.evidence.halves(block) / _HALVES)


def _rim(seen: Measured, block: Block, sized: bool) -> Doubt | None:
    margin = seen.evidence.margin(block, sized)
    words = "a line of hexes at the rim may be missing, or too many: --columns and --rows settle the size"
    return doubt(words, 0.2 + 0.4 * margin / _MARGIN)


def _cut(seen: Measured, block: Block, sized: bool) -> Doubt | None:
    words = "the edge of the picture cuts a line of hexes that may be there or not: --columns and --rows tell"
    return Doubt(words, 0.5) if not sized and seen.evidence.open_rim(block) else None


def _oversized(seen: Measured, block: Block) -> Doubt | None:
    """Whether the size that was told reaches two lines or more beyond where hexes are seen to end."""
    shown = found_block(seen.evidence)
    beyond = (
        block.rims[n] > one.rims[n] and seen.evidence.is_empty(one, shown)
        for n, one in enumerate(shown.longer())
    )
    columns, rows = (shown.lines, shown.longest)[:: 1 if seen.candidate.flat else -1]
    words = f"the picture shows {columns} columns and {rows} rows: look at --columns and --rows again"
    return Doubt(words, 0.3) if any(beyond) else None


def _stepped(seen: Measured, block: Block) -> Doubt | None:
    """Whether whole lines of hexes next to each other are shifted against each other.

    What a hex is measured off by chance averages out along a line. Where the sheet has a step that was
    followed smoothly, such as a join close to the rim, the lines on both sides of it are off opposite ways.
    """
    import numpy

    known = seen.known * (seen.evidence.mask(block) & seen.evidence.shown)
    off = seen.off.reshape(-1, 2) / seen.candidate.pitch
    far = max(_step(line.ravel(), known.ravel(), off) for line in numpy.indices(known.shape))
    words = (
        "lines of hexes are shifted against each other, as where two sheets meet: look at the heat picture"
    )
    return doubt(words, 1.6 - far / _OFF)


def _beyond(seen: Measured, block: Block) -> Doubt | None:
    """Whether hexes go on at the rim, shifted so far that they were not taken for hexes of the same map."""
    words = "hexes seem to go on at the rim, shifted against the others, as where two sheets meet: look there"
    return Doubt(words, 0.3) if shifted(seen.ink, seen.evidence, block) > _BEYOND else None


def _step(line: NDArray[Any], known: NDArray[Any], off: NDArray[Any]) -> float:
    """How far the mean of the hexes of a line is at most from that of the next line, in pitches."""
    import numpy

    weight = numpy.bincount(line, known)
    sums = numpy.stack([numpy.bincount(line, known * part) for part in off.T], axis=-1)
    mean = sums / numpy.maximum(weight, 1e-9)[:, None]
    both = (weight[1:] > _LINE) & (weight[:-1] > _LINE)
    return float((numpy.hypot(*numpy.diff(mean, axis=0).T) * both).max(initial=0.0))


def _off(seen: Measured, block: Block) -> Doubt | None:
    """Whether print and fit differ at some hex in a way that its neighbours confirm."""
    import numpy

    known = seen.known * (seen.evidence.mask(block) & seen.evidence.shown)
    around = numpy.maximum(smooth(known, 0.6), 1e-9)
    mean = smooth(seen.off * known[..., None], 0.6) / around[..., None]
    far = numpy.where(around > 0.1, numpy.hypot(mean[..., 0], mean[..., 1]), 0) / seen.candidate.pitch
    return doubt("print and fit differ in places: look at the heat picture", 1.6 - float(far.max()) / _OFF)


def _joined(seen: Measured, block: Block) -> Doubt | None:
    """Whether centres of hexes lie where either of two joined sheets may show them."""
    import numpy

    second = seen.bend.second
    if second is None:
        return None
    mask = seen.evidence.mask(block) & seen.evidence.shown
    lines, places = numpy.nonzero(mask) + numpy.array(seen.evidence.start)[:, None]
    at = plane(numpy.stack((lines, places - lines // 2), axis=-1).astype(float))[:, second.axis]
    low, high = second.between
    within = _ON_LINE[seen.candidate.reading.kind]
    cut = ((at > low + within) & (at < high - within)).any()
    words = "two sheets are joined through the middle of hexes: theirs may lie on either sheet"
    return Doubt(words, 0.4) if cut else None


def _unseen(seen: Measured, block: Block) -> Doubt | None:
    """Whether hexes are counted where nothing was seen far and wide."""
    import numpy

    wanted = seen.evidence.mask(block) & seen.evidence.shown
    clear = wanted & (seen.known > 0.05)
    steps = 0
    while (wanted & ~clear).any() and steps < 2 * _FAR:
        wide = numpy.pad(clear, 1)
        clear = clear | wide[:-2, 1:-1] | wide[2:, 1:-1] | wide[1:-1, :-2] | wide[1:-1, 2:]
        steps += 1
    return doubt("a part of the map shows no hexes: their places are guessed there", 1.8 - 1.2 * steps / _FAR)
