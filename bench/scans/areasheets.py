"""Random scans of areas, with the truth of every pixel: printed in many styles, scanned in many bad ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from maps.drawing.draw import draw_board
from maps.scan.areas.elevation import Colour, Inks
from maps.scan.areas.seeds import OUTSIDE, Seed
from maps.scan.areas.trace import Field, Wish

from .areas import NAMES, PAPER, RIVER_WIDTH, Areas, Point, Print, area_numbers, border_of, printed
from .rasters import rasterised
from .sheets import random_damage
from .simulator import Bend, Damage, scanned

Array = NDArray[Any]
NO_AREA, NOT_JUDGED = -1, -2
KINDS = {
    "thin": 0.14,
    "usual": 0.14,
    "thick": 0.12,
    "coloured": 0.12,
    "dashed": 0.12,
    "rivers": 0.12,
    "gaps": 0.12,
    "Berlin printed plainly": 0.06,
    "Berlin as we draw it": 0.06,
}
DARK = ((40, 34, 30), (70, 60, 52), (96, 80, 62))
BRIGHT = ((168, 40, 44), (150, 70, 30), (120, 40, 120), (30, 80, 140))
BERLIN_DPI = 120  # of our board among all others: scans of it have from 84 to 150
FINE_DPI, SCANS_DPI = 240, (150, 300)  # drawn for scans as they are made of a board, and how fine these are
BERLIN_INKS = ((104, 84, 62), (62, 54, 48), (116, 170, 204), (150, 140, 122), (168, 24, 40))
BERLIN_ROADS = (246, 214, 140)
BERLIN_LINE_INCHES = 0.05
SEEN = 0.03  # of a usual area: a smaller piece gets no seed of its own


@dataclass(frozen=True)
class AreaSheet:
    """One random scan of areas, and everything that is known of it.

    `truth` holds the place in `names` of the area that each pixel of the scan shows; NO_AREA beside the map,
    NOT_JUDGED where so little is left of an area that nobody would name it. `inked` holds the width of the
    printed border on the pixels which it covers, 0 elsewhere. `seeds` and `wish` are what a user would say at
    first, `colours` what they would add if that were not enough.
    """

    number: int
    kind: str
    image: Image.Image
    truth: Array
    inked: Array
    names: Sequence[str]
    seeds: Sequence[Seed]
    wish: Wish
    colours: Inks | None


@dataclass(frozen=True)
class _Board:
    """A printed board before it is scanned, with the colours of its borders if they stand out."""

    areas: Areas
    bright: bool = False
    inks: Inks | None = None


def random_area_sheet(number: int) -> AreaSheet:
    """The sheet with this number: always the same."""
    rng = numpy.random.default_rng((2026, number))
    kind = str(rng.choice(list(KINDS), p=list(KINDS.values())))
    damage = random_damage(rng, number)
    if rng.random() < 0.12:
        damage = laid_flat(damage)
    return scanned_areas(number, kind, _board(rng, kind, damage.scale), damage, rng)


def random_board_scan(number: int) -> AreaSheet:
    """A scan of our own board at 150 to 300 dots per inch: with this number always the same."""
    rng = numpy.random.default_rng((2027, number))
    damage = random_damage(rng, number)
    dpi = float(numpy.exp(rng.uniform(*numpy.log(SCANS_DPI))))
    damage = replace(damage, scale=dpi / FINE_DPI)
    if rng.random() < 0.12:
        damage = laid_flat(damage)
    return scanned_areas(number, "Berlin as we draw it", _own_board(FINE_DPI), damage, rng)


def laid_flat(damage: Damage) -> Damage:
    """The same scanner with the sheet laid straight on it: then the user can name a field."""
    flat = {"degrees": 0.0, "perspective": (0.0, 0.0), "barrel": 0.0, "waves": (), "seam": None}
    return replace(damage, **flat)  # type: ignore[arg-type]


# -- boards ---------------------------------------------------------------------------------------


def _board(rng: numpy.random.Generator, kind: str, scale: float) -> _Board:
    if kind == "Berlin as we draw it":
        return _own_board(BERLIN_DPI)
    style = random_print(rng, kind)
    if kind == "Berlin printed plainly":
        truth, names = _berlin_zones(BERLIN_DPI)
        made = printed(_on_paper(rng, truth), names, style, rng)
    else:
        made = _random_areas(rng, style, scale)
    return _Board(made, style.ink in BRIGHT)


def _own_board(dpi: int) -> _Board:
    return _Board(_berlin_as_drawn(dpi), True, Inks([(ink, 0) for ink in BERLIN_INKS], [BERLIN_ROADS]))


def random_print(rng: numpy.random.Generator, kind: str) -> Print:
    """Lines of one kind, with much or little inside the areas."""
    lines = {"thin": (1.4, 2.2), "thick": (5.0, 8.0)}.get(kind, (2.4, 4.5))
    inks = BRIGHT if kind == "coloured" or (kind == "dashed" and rng.random() < 0.5) else DARK
    return Print(
        line=float(rng.uniform(*lines)),
        ink=inks[rng.integers(len(inks))],
        dashed=kind == "dashed",
        gaps=int(rng.integers(5, 20)) if kind == "gaps" else int(rng.integers(0, 4)),
        gap=float(rng.uniform(3.5, 8)),
        names=bool(rng.random() < 0.85),
        symbols=bool(rng.random() < 0.7),
        rivers=int(rng.integers(3, 9)) if kind == "rivers" else 0,
        tinted=bool(rng.random() < 0.7),
        enclaves=int(rng.integers(0, 4)),
        lettering=float(rng.uniform(0.55, 0.95)),
        hard=bool(rng.random() < 0.2),
    )


def _random_areas(rng: numpy.random.Generator, style: Print, scale: float) -> Areas:
    """20 to 155 areas on 1.5 megapixels or more, with islands, within a frame or with a coast around."""
    count = int(rng.integers(20, 156))
    room = max(100.0, 22 * style.line * (RIVER_WIDTH / 2 if style.rivers else 1))
    pixels = max(float(rng.uniform(1.6e6, 3.6e6)) / scale**2, count * room**2)
    wide = (pixels * float(rng.uniform(0.75, 1.5))) ** 0.5
    truth = area_numbers(rng, count, (round(wide), round(pixels / wide)), style.enclaves)
    truth = _with_islands(rng, truth, int(rng.integers(0, style.enclaves + 1)))
    if rng.random() < 0.15:
        truth = _with_a_coast(rng, truth)
    truth = _compact(truth)
    names = [f"{NAMES[n % len(NAMES)]} {n + 1}" for n in range(int(truth.max()) + 1)]
    return printed(_on_paper(rng, truth), names, style, rng)


def _with_islands(rng: numpy.random.Generator, truth: Array, count: int) -> Array:
    """Some of the last areas, which are enclaves, belong to areas elsewhere."""
    last = int(truth.max())
    for n in range(count):
        truth = numpy.where(truth == last - n, int(rng.integers(0, max(1, last - 8))), truth)
    return truth


def _with_a_coast(rng: numpy.random.Generator, truth: Array) -> Array:
    """Areas at the edge of the board are paper, some of them: the map has an outline of its own."""
    edge = numpy.concatenate((truth[0], truth[-1], truth[:, 0], truth[:, -1]))
    around = numpy.unique(edge)
    gone = numpy.isin(truth, around[rng.random(len(around)) < 0.8])
    parts, _ = ndimage.label(numpy.pad(gone, 1, constant_values=True))
    kept: Array = numpy.where(parts[1:-1, 1:-1] == parts[0, 0], NO_AREA, truth)
    return kept


def _compact(truth: Array) -> Array:
    """Numbers from 0 without gaps; NO_AREA stays."""
    found = numpy.unique(truth)
    found = found[found >= 0]
    made: Array = numpy.where(truth < 0, NO_AREA, numpy.searchsorted(found, truth))
    return made


def _on_paper(rng: numpy.random.Generator, truth: Array) -> Array:
    """With a margin of paper around, as wide on each side as it happens."""
    margins = (rng.uniform(0.02, 0.06, 4) * max(truth.shape)).astype(int)
    sides = ((margins[0], margins[1]), (margins[2], margins[3]))
    return numpy.asarray(numpy.pad(truth, sides, constant_values=NO_AREA))


@lru_cache(maxsize=1)
def _berlin(dpi: int) -> tuple[Image.Image, Mapping[str, shapely.Geometry]]:
    """Our own board within its frame, and its zones in pixels."""
    drawing = draw_board("raceforberlin", dpi)
    view, dots = drawing.sheet.views[0], drawing.dots_per_mm
    left, top, wide, high = (round(part * dots) for part in view.frame)
    frame = shapely.box(0, 0, wide, high)
    zones = {
        zone: shapely.intersection(shapely.transform(shape, lambda xy: xy * dots - (left, top)), frame)
        for zone, shape in view.zones.items()
    }
    return drawing.image.crop((left, top, left + wide, top + high)).convert("RGB"), zones


@lru_cache(maxsize=1)
def _berlin_zones(dpi: int) -> tuple[Array, Sequence[str]]:
    """The zone of every pixel, the nearest where there is none; and the names of all zones."""
    image, zones = _berlin(dpi)
    raster = rasterised(dict(enumerate(zones.values())), image.size)
    near = ndimage.distance_transform_edt(raster < 0, return_distances=False, return_indices=True)
    return raster[tuple(near)], list(zones)


def _berlin_as_drawn(dpi: int) -> Areas:
    """Our own board on its paper, with labels, roads, streams and signs over the borders."""
    image, _ = _berlin(dpi)
    truth, names = _berlin_zones(dpi)
    line = BERLIN_LINE_INCHES * dpi
    edge = round(0.03 * max(image.size))
    paper = Image.new("RGB", (image.width + 2 * edge, image.height + 2 * edge), PAPER)
    paper.paste(image, (edge, edge))
    whole = numpy.pad(truth, edge, constant_values=NO_AREA)
    deep = ndimage.distance_transform_edt(~border_of(whole))
    middles = ndimage.maximum_position(deep, whole, range(len(names)))
    seeds = {name: (float(x), float(y)) for name, (y, x) in zip(names, middles, strict=True)}
    inked = numpy.where(deep < line / 2, line, 0.0).astype(numpy.float32)
    return Areas(paper, whole, seeds, inked)


# -- scans ----------------------------------------------------------------------------------------


def scanned_areas(
    number: int, kind: str, board: _Board, damage: Damage, rng: numpy.random.Generator
) -> AreaSheet:
    """A board after the scanner, with what its user would say."""
    areas = board.areas
    scan = scanned(areas.image, {name: (x + 0.5, y + 0.5) for name, (x, y) in areas.seeds.items()}, damage)
    truth, inked = moved(areas, Bend(areas.image.size, damage))
    clicks = [*_clicks(rng, truth, inked, list(areas.seeds), scan.centres), *_lakes(rng, truth, inked)]
    names = list(areas.seeds)
    named = {names.index(seed.name) for seed in clicks if seed.name in names}
    nobody = [n for n in range(len(names)) if n not in named]
    truth[numpy.isin(truth, nobody)] = NOT_JUDGED
    colours = board.inks or (_picked(scan.image, truth, inked) if board.bright else None)
    wish = Wish(field=_field(truth))
    return AreaSheet(number, kind, scan.image, truth, inked, names, clicks, wish, colours)


def moved(board: Areas, bend: Bend) -> tuple[Array, Array]:
    """The truth and the inked pixels of a board, bent as its scan is: of the nearest pixel of the board."""
    wide, high = bend.size
    truth = numpy.full((high, wide), NO_AREA, dtype=numpy.int32)
    inked = numpy.zeros((high, wide), dtype=numpy.float32)
    limit = board.truth.shape[::-1]
    for first in range(0, high, 256):
        rows = slice(first, min(high, first + 256))
        y, x = numpy.mgrid[rows, :wide] + 0.5
        at = numpy.floor(bend.back(numpy.stack((x, y), axis=-1))).astype(int)
        there = ((at >= 0) & (at < limit)).all(axis=-1)
        column, row = at[there].T
        truth[rows][there] = board.truth[row, column]
        inked[rows][there] = board.inked[row, column] * bend.damage.scale
    return truth, inked


def _clicks(
    rng: numpy.random.Generator, truth: Array, inked: Array, names: Sequence[str], at: Mapping[str, Point]
) -> Iterator[Seed]:
    """A click into each piece of an area that lines or the scan's edge part, near its middle."""
    sizes = numpy.bincount(truth[truth >= 0], minlength=len(names))
    least = SEEN * float(numpy.median(sizes[sizes > 0]))
    boxes = ndimage.find_objects(truth + 1, max_label=len(names))
    for n, box in enumerate(boxes):
        if box is None:
            continue
        free = numpy.pad((truth[box] == n) & (inked[box] == 0), 1)
        parts, count = ndimage.label(free)
        deep = ndimage.distance_transform_edt(free)
        shift = (box[1].start - 1, box[0].start - 1)
        for part in range(1, count + 1):
            if (parts == part).sum() >= least:
                x, y = _click(rng, parts == part, deep, shift, at.get(names[n]))
                yield Seed(names[n], x, y)


def _lakes(rng: numpy.random.Generator, truth: Array, inked: Array) -> Iterator[Seed]:
    """A click into each piece of paper but the one around the map: lakes, and what a crop has cut off."""
    sizes = numpy.bincount(truth[truth >= 0])
    free = (truth == NO_AREA) & (inked == 0)
    parts, count = ndimage.label(free)
    deep = ndimage.distance_transform_edt(numpy.pad(free, 1))[1:-1, 1:-1]
    edge = numpy.bincount(numpy.concatenate((parts[0], parts[-1], parts[:, 0], parts[:, -1])), minlength=1)
    around = int(edge[1:].argmax()) + 1 if edge[1:].any() else 0
    for part in range(1, count + 1):
        lake = parts == part
        if part != around and lake.sum() >= SEEN * float(numpy.median(sizes[sizes > 0])):
            yield Seed(OUTSIDE, *_click(rng, lake, deep, (0, 0), None))


def _click(
    rng: numpy.random.Generator, part: Array, deep: Array, shift: tuple[int, int], middle: Point | None
) -> Point:
    """Where the printed middle is if that lies in this piece, else where the piece is widest; by eye."""
    row, column = ndimage.maximum_position(deep, part)
    if middle:
        x, y = int(middle[0]) - shift[0], int(middle[1]) - shift[1]
        if 0 <= x < part.shape[1] and 0 <= y < part.shape[0] and part[y, x]:
            row, column = y, x
    turn, far = rng.uniform(0, 2 * numpy.pi), rng.uniform(0, 0.3) * deep[row, column]
    x, y = column + shift[0] + 0.5 + far * numpy.cos(turn), row + shift[1] + 0.5 + far * numpy.sin(turn)
    return round(float(x), 1), round(float(y), 1)


def _field(truth: Array) -> Field | None:
    """The rectangle that areas fill, if they fill one on this scan."""
    rows, columns = (numpy.flatnonzero((truth != NO_AREA).any(axis=axis)) for axis in (1, 0))
    left, right, top, bottom = columns[0], columns[-1] + 1, rows[0], rows[-1] + 1
    filled = float((truth[top:bottom, left:right] != NO_AREA).mean())
    return (int(left), int(top), int(right), int(bottom)) if filled > 0.998 else None


def _picked(image: Image.Image, truth: Array, inked: Array) -> Inks:
    """The colours of the borders as picked from the scan, in the middle of a line."""
    pixels, middle = numpy.asarray(image), border_of(truth)
    found: list[tuple[Colour, float]] = []
    for width in numpy.unique(inked[inked > 0]):
        here = pixels[middle & (inked == width)]
        if len(here):
            red, green, blue = numpy.median(here, axis=0)
            found.append(((round(red), round(green), round(blue)), 0.0))
    return Inks(found)
