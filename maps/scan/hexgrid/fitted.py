"""A fitted map: its grid with labels, every centre, how far print and fit differ, and how sure we are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from maps.grid import HexGrid, Numbering
from maps.hexes import Hex, Lattice
from maps.scan.hexgrid.bend import Bend, plane
from maps.scan.hexgrid.doubts import Doubt, doubt, doubts_of
from maps.scan.hexgrid.extent import Block, Evidence, found_block
from maps.scan.faults import ScanError
from maps.scan.hexgrid.fit import SURE, Candidate, Measured, candidates, from_known, measured
from maps.scan.hexgrid.label_doubts import of_beginning, of_known, of_numbering
from maps.scan.hexgrid.numbering import Known, numbering_of
from maps.scan.hexgrid.squares import square_pitch

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

Named = tuple[str, float, float]
Size = tuple[int, int]
HARDLY = 0.1  # a grid less likely than this is none
# The longest step to the shortest: squares and their diagonal, 1.41; two squares on and one beside, 1.12.
_SQUARE = ((1.38, 1.45), (1.09, 1.25))
_SETTLED = 0.12  # of the marks of a line: labels so much better than any others are settled
NEAR = 0.33  # a known place this share of the pitch from a centre belongs to it


@dataclass(frozen=True)
class Fitted:
    """A grid fitted to a scan; pixels are those of the scan, the first one reaching from 0 to 1."""

    grid: HexGrid
    bend: Bend
    size: Size
    seen: Measured
    block: Block
    likely: float
    doubts: tuple[Doubt, ...] = ()
    rivals: tuple[Candidate, ...] = ()

    @property
    def confidence(self) -> float:
        """How sure we are, 0 to 1: that it is the printed lattice, and that nothing else is doubtful."""
        return min((self.likely, *(one.likely for one in self.doubts)))

    @property
    def sure(self) -> bool:
        """Whether the grid may be used without a look at it."""
        return self.confidence >= SURE

    @cached_property
    def centres(self) -> dict[str, tuple[float, float]]:
        """The centre of every hex by its label, in pixels."""
        import numpy

        labels = self.grid.labels
        points = self.bend.pixels(numpy.array(list(labels.values()), dtype=float))
        return {label: (float(x), float(y)) for label, (x, y) in zip(labels, points, strict=True)}

    @cached_property
    def pitch(self) -> tuple[float, float]:
        """The mean distance of neighbouring columns and that of neighbouring rows, in pixels."""
        across, along = self._spacing()
        return (across, along) if self.grid.lattice.flat else (along, across)

    def _spacing(self) -> tuple[float, float]:
        """How far lines of hexes are apart, and how far hexes are along a line."""
        import numpy

        steps = self.bend.steps(numpy.array(list(self.grid.hexes.values()), dtype=float)).mean(axis=0)
        along = float(numpy.hypot(*steps[:, 1]))
        return abs(float(numpy.linalg.det(steps))) / along, along

    @property
    def width(self) -> float:
        """The width of a hex from side to side, in pixels: the mean distance of neighbouring centres."""
        across, along = self._spacing()
        return (2 * along + 4 * across / 3**0.5) / 4

    @property
    def like_squares(self) -> bool:
        """Whether the steps to the neighbours are as long as those over a board of squares would be."""
        import numpy

        steps = self.bend.steps(numpy.array(list(self.grid.hexes.values()), dtype=float)).mean(axis=0)
        lengths = numpy.hypot(*numpy.column_stack((steps, steps[:, 0] - steps[:, 1])))
        return any(low < float(lengths.max() / lengths.min()) < high for low, high in _SQUARE)

    @property
    def angle(self) -> float:
        """How far the grid is turned clockwise, in degrees."""
        import numpy

        steps = self.bend.steps(numpy.array(list(self.grid.hexes.values()), dtype=float)).mean(axis=0)
        x, y = steps[:, 1]
        return float(numpy.degrees(numpy.arctan2(-x, y) if self.grid.lattice.flat else numpy.arctan2(y, x)))

    @cached_property
    def residuals(self) -> dict[str, float]:
        """How far the printed centre of each hex lies from the fitted one, in pixels, where it is seen."""
        import numpy

        made = {}
        start = self.seen.evidence.start
        lines, places = self.seen.known.shape
        far = numpy.hypot(self.seen.off[..., 0], self.seen.off[..., 1])
        for label, one in self.grid.labels.items():
            q, r = one.q + self._origin[0], one.r + self._origin[1]
            line, place = q - start[0], r + q // 2 - start[1]
            if 0 <= line < lines and 0 <= place < places and self.seen.known[line, place] > 0.05:
                made[label] = float(far[line, place])
        return made

    @cached_property
    def placed(self) -> dict[str, tuple[int, int]]:
        """The hexes by their labels, counted as in `seen`: the same hex whatever block it is counted in."""
        a, b = self._origin
        return {label: (one.q + a, one.r + b) for label, one in self.grid.labels.items()}

    @property
    def _origin(self) -> tuple[int, int]:
        return origin_of(self.block)

    @property
    def residual(self) -> dict[str, float]:
        """The residuals in three numbers: root mean square, worst, and the first as a share of the width."""
        import numpy

        far = numpy.array(list(self.residuals.values()) or [0.0])
        rms = float(numpy.sqrt((far**2).mean()))
        return {"rms": rms, "worst": float(far.max()), "rms_of_width": rms / self.width}


def fit(grey: Image.Image, known: Sequence[Named] = (), size: Size | None = None) -> Fitted:
    """The grid of a grey scan; `known` are labels with their places, `size` columns and rows.

    Raises ScanError where there is no grid, or no numbering for the known hexes.
    """
    contradictions(known)
    found = candidates(grey)
    best = fitted(grey, found[0], (), size, tuple(found)) if found else None
    if best and best.like_squares and square_pitch(grey):
        raise ScanError(nothing_found(grey))
    if best and best.likely >= SURE:
        return relabelled(best, known, size) if known else _unnamed(best, size)
    if known:
        return _decided(grey, found, known, size)
    if best is None or best.likely < HARDLY or square_pitch(grey):
        raise ScanError(nothing_found(grey))
    return _unnamed(best, size)


def _unnamed(made: Fitted, size: Size | None) -> Fitted:
    """A fit of which no hex is known, with the doubts about its first one."""
    more = () if size else of_beginning(made.seen.evidence, made.block)
    return replace(made, doubts=(*made.doubts, *more))


def contradictions(known: Sequence[Named]) -> None:
    """Raise ScanError, with all of them, for labels known in two places, and places known by two labels."""
    said = []
    for n, (label, x, y) in enumerate(known):
        for other, a, b in known[:n]:
            same_place = abs(a - x) + abs(b - y) < 4
            if (label == other) != same_place:
                said.append(f"{other}={a:g},{b:g} and {label}={x:g},{y:g}")
    if said:
        raise ScanError(f"the known hexes contradict each other: {'; '.join(said)}")


def nothing_found(grey: Image.Image) -> str:
    """What to say about a picture in which no hexes are found."""
    pitch = square_pitch(grey)
    if pitch:
        return (
            f"this looks like a grid of squares, {pitch:.0f} pixels wide, and not of hexes. "
            "Square boards need no fitting: see [squares] in docs/maps.md"
        )
    return (
        "no hex grid is found in this picture. Is it the right file, and is the grid visible? "
        "Scan at 150 dots per inch or more, or name three hexes: --hex 0101=123,456"
    )


def _decided(grey: Image.Image, found: list[Candidate], known: Sequence[Named], size: Size | None) -> Fitted:
    """The candidate that the known hexes agree with best; ScanError where none does."""
    import numpy

    points = numpy.array([(x, y) for _, x, y in known])
    tried: list[tuple[float, Fitted]] = []
    for one in [*found, *from_known(grey, known)]:
        try:
            made = relabelled(fitted(grey, one, known, size, tuple(found)), known, size)
        except ScanError:
            continue
        places = made.bend.places(points)
        centres = numpy.array([made.grid.labels.get(label, (99, 99)) for label, _, _ in known])
        off = float(numpy.hypot(*plane(places - centres).T).max())
        if off < NEAR:
            tried.append((made.likely - off, made))
    if not tried:
        raise ScanError(
            "no grid is found that agrees with the known hexes. Give the middle, in pixels of the scan, "
            "of three hexes far apart; or look at them again, one may be wrong"
        )
    best = max(tried, key=lambda pair: pair[0])[1]
    decided = len(known) > 1 and best.likely > 0.15
    return replace(best, likely=max(best.likely, 0.75)) if decided else best


def fitted(
    grey: Image.Image,
    candidate: Candidate,
    known: Sequence[Named],
    size: Size | None,
    rivals: tuple[Candidate, ...] = (),
) -> Fitted:
    """A candidate measured, with the block of hexes that is there; numbered from 0101."""
    seen = measured(grey, candidate)
    block = found_block(seen.evidence, _lines(size, candidate.flat))
    made = _made(seen, block, grey.size, rivals)
    return replace(made, likely=likely(made), doubts=doubts_of(seen, block, size is not None))


def _lines(size: Size | None, flat: bool) -> Size | None:
    return size if size is None or flat else (size[1], size[0])


def _made(seen: Measured, block: Block, size: Size, rivals: tuple[Candidate, ...]) -> Fitted:
    grid = grid_of(block, seen.candidate.flat)
    return Fitted(grid, seen.bend.moved(origin_of(block)), size, seen, block, 0.0, (), rivals)


def grid_of(block: Block, flat: bool) -> HexGrid:
    """The grid of a block of hexes."""

    def name(odd: int) -> str:
        return "odd" if (odd - block.first) % 2 == 0 else "even"

    shorter = block.odd_bottom - block.odd_top
    short = name(1 if shorter > 0 else 0) if shorter else ""
    columns, rows = (block.lines, block.longest) if flat else (block.longest, block.lines)
    return HexGrid(columns, rows, Lattice(flat), name(1 - block.odd_top), short)


def origin_of(block: Block) -> tuple[int, int]:
    """The first hex of the first line of a block."""
    return block.first, block.span(block.first)[0] - block.first // 2


def relabelled(made: Fitted, known: Sequence[Named], size: Size | None) -> Fitted:
    """The fit with the numbering that its known hexes tell; ScanError where there is none.

    A map begins with its first column and row: a doubtful line at the rim is taken in, or left out, by that.
    Where another numbering is nearly as good, the labels are in doubt.
    """
    fault = ScanError("the known hexes contradict each other")
    tried: list[tuple[float, Fitted]] = []
    for block in _near(made.seen.evidence, made.block, size is not None):
        try:
            tried.append(_numbered(made, block, known, size))
        except ScanError as error:
            fault = error if block == made.block else fault
    if not tried:
        raise fault
    worth, best = max(tried, key=lambda pair: pair[0])
    doubts = doubts_of(best.seen, best.block, size is not None)
    others = [worth - other for other, one in tried if not _labels_agree(best, one)]
    margin = min(others, default=1e9) / _per_line(best)
    labels = doubt(
        "the known hexes do not settle all labels: name one more, in a line of hexes next to those named",
        margin / _SETTLED,
    )
    more = of_known(best.bend, best.grid.hexes.values(), known)
    if not size:
        more += of_numbering(best.seen.evidence, best.block, best.grid.lattice.flat, best.grid.numbering)
    return replace(best, doubts=(*doubts, *more, *([labels] if labels else [])))


def _numbered(made: Fitted, block: Block, known: Sequence[Named], size: Size | None) -> tuple[float, Fitted]:
    """A fit with another block numbered by the known hexes, and what it is worth. Raises ScanError."""
    import numpy

    one = replace(_made(made.seen, block, made.size, made.rivals), likely=made.likely)
    points = numpy.array([(x, y) for _, x, y in known])
    hexes = Lattice(made.grid.lattice.flat).at_all(_upright(one, points))
    places = [one.grid.place_of(Hex(int(q), int(r))) for q, r in hexes]
    shoved = [int(q) % 2 == (1 if one.grid.shoved == "even" else 0) for q, _ in hexes]
    say = [Known(k[0], *place, odd) for k, place, odd in zip(known, places, shoved, strict=True)]
    numbering = numbering_of(say, one.grid)
    plain = _usual(one, numbering) - 2 * abs(numbering.shoved_first)
    # By the line of one and the same block: a larger one is not plainer, nor better numbered, for its size.
    worth = one.seen.evidence.value(block) + (0.9 if size else 0.35) * _per_line(made) * plain
    return worth, replace(one, grid=replace(one.grid, numbering=numbering))


def _usual(made: Fitted, numbering: Numbering) -> float:
    """How usual the first numbers of a map are, 0 to 2.

    It begins with 1, seldom with 0; where the picture cuts it, other numbers are nearly as usual.
    """
    evidence, block, flat = made.seen.evidence, made.block, made.grid.lattice.flat
    worth = 0.0
    for axis, side in ((numbering.column, 0 if flat else 2), (numbering.row, 2 if flat else 0)):
        longer = block.longer()[side + axis.backward]
        ends = evidence.reached(block, longer) or evidence.is_empty(longer, block)
        worth += {0: 0.5, 1: 1.0}.get(axis.first, 0.0 if ends else 0.9)
    return worth


def _per_line(made: Fitted) -> float:
    """The marks of a line of hexes."""
    evidence = made.seen.evidence
    return float(evidence.marked(evidence.mask(made.block)).sum() / max(4, made.block.lines))


def _labels_agree(one: Fitted, other: Fitted) -> bool:
    """Whether two fits give the same label to each hex of both that the picture shows."""
    wide, high = one.size
    theirs = {(q, r): label for label, (q, r) in other.placed.items()}
    shown = (label for label, (x, y) in one.centres.items() if 0 < x < wide and 0 < y < high)
    return all(theirs.get(one.placed[label], label) == label for label in shown)


def _upright(made: Fitted, points: NDArray[Any]) -> NDArray[Any]:
    """Pixels as points of the undistorted map, in the axes of `maps.hexes.Lattice`."""
    across, along = plane(made.bend.places(points)).T
    import numpy

    pair = (across, -along) if made.grid.lattice.flat else (along, -across)
    return numpy.stack(pair, axis=-1)


def _near(evidence: Evidence, block: Block, sized: bool) -> list[Block]:
    """A block, and those that begin one line, or one place and a half, sooner or later.

    The half is which lines are shoved: where known hexes put that right, a line may be missing still.
    """
    made = []
    for line in (0, -1, 1):
        for halves in (0, -1, 1, -2, 2, -3, 3):
            moved = replace(block, first=block.first + line).begun(halves)
            if sized:
                made.append(replace(moved, last=block.last + line).ended(halves))
            else:
                best = max((moved.ended(by) for by in (0, -1, 1)), key=evidence.value)
                made.append(best.ended(-2) if evidence.is_empty(best, best.ended(-2)) else best)
    return made


def likely(made: Fitted) -> float:
    """How likely it is that the lattice is the printed one, 0 to 1; held to random sheets by `bench.scan`."""
    candidate, evidence = made.seen.candidate, made.seen.evidence
    share = evidence.share(made.block)
    terms = (
        (share - 0.5) / 0.25,
        (1 - candidate.rival / max(1e-9, candidate.score)) / 0.35,
        (candidate.reading.match - 0.4) / 0.3,
        (0.09 - made.residual["rms_of_width"]) / 0.05,
        min(made.block.lines, made.block.longest) / 5,
        candidate.score / 0.04,
    )
    product = math.prod(max(0.0, min(1.0, float(term))) for term in terms)
    return round(0.99 * math.sqrt(product), 3)
