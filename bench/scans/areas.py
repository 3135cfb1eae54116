"""Boards of areas as publishers print them, with the truth: to which area every pixel belongs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from scipy import ndimage
from scipy.spatial import cKDTree

Array = NDArray[Any]
Point = tuple[float, float]
NAMES = (
    "Ostmark",
    "Belgard",
    "Wolin",
    "Sankt Anton",
    "Pless",
    "Uhlenfeld",
    "Rosen",
    "Altdamm",
    "Oxhöft",
    "Insterburg",
)
GROUNDS = ((224, 214, 180), (206, 214, 170), (222, 200, 176), (196, 208, 190), (232, 226, 204))
PAPER = (246, 242, 230)
RIVER = (84, 140, 190)
RIVER_WIDTH = 3  # in lines


@dataclass(frozen=True)
class Print:
    """How the areas of a board are printed; lengths in pixels. `rivers` is how many areas have rivers around.

    `lettering` is how much of an area's room a name takes; 0 prints all names in one size. `hard` lines have
    no half-covered pixels. Around all areas, where there is paper, the line is never broken.
    """

    line: float = 3.0
    ink: tuple[int, int, int] = (40, 34, 30)
    dashed: bool = False
    gaps: int = 0
    gap: float = 5.0
    names: bool = True
    symbols: bool = True
    rivers: int = 0
    tinted: bool = True
    enclaves: int = 2
    lettering: float = 0.0
    hard: bool = False


@dataclass(frozen=True)
class Areas:
    """A printed board; `truth` holds the number of each pixel's area, in the order of `seeds`; -1 is none.

    `inked` holds the width of the border's line on the pixels that a border covers, 0 elsewhere.
    """

    image: Image.Image
    truth: Array
    seeds: Mapping[str, Point]
    inked: Array = field(default_factory=lambda: numpy.zeros((0, 0), numpy.float32))


def areas(count: int, size: tuple[int, int], style: Print, seed: int = 0) -> Areas:
    """A board of so many areas with winding borders, all of them at least a few lines wide."""
    rng = numpy.random.default_rng(seed)
    truth = area_numbers(rng, count, size, style.enclaves)
    total = int(truth.max()) + 1
    return printed(truth, [f"{NAMES[n % len(NAMES)]} {n + 1}" for n in range(total)], style, rng)


def printed(truth: Array, names: Sequence[str], style: Print, rng: numpy.random.Generator) -> Areas:
    """The board whose areas these are: a number for each pixel, a name for each number."""
    total = len(names)
    if style.lettering:
        places = _rooms(truth, total)
    elif total < 100:
        places = [_inside(truth == n) for n in range(total)]
    else:
        places = [(middle, 0.0) for middle in _middles(truth, total)]
    image, inked = _bordered(rng, _ground(rng, truth, total, style), truth, style)
    ink = ImageDraw.Draw(image)
    for n, (at, room) in enumerate(places):
        _print(ink, style, names[n], at, n, _size(style, names[n], room))
    return Areas(image, truth, {name: at for name, (at, _) in zip(names, places, strict=True)}, inked)


def _ground(rng: numpy.random.Generator, truth: Array, total: int, style: Print) -> Array:
    """The colour of each pixel before anything is printed on it; what is no area is paper."""
    chosen = rng.integers(len(GROUNDS), size=total) if style.tinted else numpy.zeros(total, int)
    colours = numpy.concatenate((numpy.array(GROUNDS)[chosen], [PAPER]))
    return numpy.asarray(colours[truth].astype(numpy.float32))


def area_numbers(rng: numpy.random.Generator, count: int, size: tuple[int, int], enclaves: int) -> Array:
    """The number of the area around every pixel, (rows, columns); the last ones are enclaves."""
    wide, high = size
    spacing = (wide * high / count) ** 0.5
    points: list[Array] = []
    while len(points) < count - enclaves:
        point = rng.random(2) * size
        tries = len(points) and min(float(numpy.hypot(*(point - other))) for other in points)
        if not points or tries > spacing * 0.62 * rng.uniform(0.8, 1.0):
            points.append(point)
    y, x = numpy.mgrid[:high, :wide].astype(numpy.float32)
    for scale in (spacing * 0.5, spacing * 0.12):
        x, y = x + _wave(rng, size, scale), y + _wave(rng, size, scale)
    tree = cKDTree(numpy.array(points))
    truth = tree.query(numpy.stack((x, y), axis=-1).reshape(-1, 2))[1].reshape(high, wide)
    truth = _whole(truth)
    largest = numpy.argsort(-numpy.bincount(truth.ravel()), kind="stable")
    for n in range(enclaves):
        mask = truth == largest[n]
        at, depth = _inside(mask)
        truth[
            mask & (numpy.hypot(x - x[int(at[1]), int(at[0])], y - y[int(at[1]), int(at[0])]) < depth * 0.4)
        ] = count - enclaves + n
    return _whole(truth)


def _wave(rng: numpy.random.Generator, size: tuple[int, int], scale: float) -> Array:
    small = (max(2, int(size[0] / scale)), max(2, int(size[1] / scale)))
    rough = Image.fromarray(rng.uniform(-1, 1, small[::-1]).astype(numpy.float32))
    return numpy.asarray(rough.resize(size, Image.Resampling.BICUBIC)) * scale * 0.45


def _whole(truth: Array) -> Array:
    """Splinters go to whatever is around them, so that every area is of one piece."""
    kept = numpy.full(truth.shape, -1)
    for n, box in enumerate(ndimage.find_objects(truth + 1)):
        parts, _ = ndimage.label(truth[box] == n)
        largest = numpy.argmax(numpy.bincount(parts.ravel())[1:]) + 1
        kept[box][parts == largest] = n
    near = ndimage.distance_transform_edt(kept < 0, return_distances=False, return_indices=True)
    return numpy.asarray(kept[tuple(near)])


def _inside(mask: Array) -> tuple[Point, float]:
    deep = ndimage.distance_transform_edt(numpy.pad(mask, 1))[1:-1, 1:-1]
    y, x = numpy.unravel_index(int(numpy.argmax(deep)), deep.shape)
    return (float(x), float(y)), float(deep.max())


def _middles(truth: Array, total: int) -> list[Point]:
    deep = ndimage.distance_transform_edt(~border_of(truth))
    found = ndimage.maximum_position(deep, truth, range(total))
    return [(float(x), float(y)) for y, x in found]


def _rooms(truth: Array, total: int) -> list[tuple[Point, float]]:
    """The deepest pixel of each area, and how far it is from its border."""
    deep = ndimage.distance_transform_edt(numpy.pad(~border_of(truth), 1))[1:-1, 1:-1]
    found = ndimage.maximum_position(deep, truth, range(total))
    return [((float(x), float(y)), float(deep[y, x])) for y, x in found]


def border_of(truth: Array) -> Array:
    """The pixels that have another area beside, above or below them."""
    border = numpy.zeros(truth.shape, dtype=bool)
    across, down = truth[:, 1:] != truth[:, :-1], truth[1:] != truth[:-1]
    border[:, :-1] |= across
    border[:, 1:] |= across
    border[:-1] |= down
    border[1:] |= down
    return border


def _bordered(
    rng: numpy.random.Generator, image: Array, truth: Array, style: Print
) -> tuple[Image.Image, Array]:
    """The ground with its borders printed on it, and how wide the line is on the pixels it covers."""
    border = border_of(truth)
    river = _rivers(rng, truth, style.rivers) & border
    coast = _coast(truth, border)
    holes = _holes(rng, border & ~river & ~coast, style)
    inked = numpy.zeros(truth.shape, dtype=numpy.float32)
    for mask, width, colour in (
        (border & ~river, style.line, style.ink),
        (river, style.line * RIVER_WIDTH, RIVER),
    ):
        if not mask.any():
            continue
        away = ndimage.distance_transform_edt(~mask)
        alpha = numpy.clip(width / 2 - away, 0, 1)
        if style.hard:
            alpha = (alpha >= 0.5).astype(alpha.dtype)
        inked[alpha > 0] = width
        alpha[holes] = 0
        image = image + (numpy.array(colour, dtype=numpy.float32) - image) * alpha[..., None].astype(
            numpy.float32
        )
    return Image.fromarray(numpy.clip(image, 0, 255).astype(numpy.uint8)), inked


def _coast(truth: Array, border: Array) -> Array:
    """The border around all areas: it is drawn through where others are broken."""
    return numpy.asarray(border & ndimage.binary_dilation(truth < 0, iterations=2))


def _rivers(rng: numpy.random.Generator, truth: Array, count: int) -> Array:
    """The sides of some areas: their whole outlines are rivers."""
    chosen = rng.permutation(int(truth.max()) + 1)[:count]
    return numpy.asarray(ndimage.binary_dilation(numpy.isin(truth, chosen), iterations=1))


def _holes(rng: numpy.random.Generator, border: Array, style: Print) -> Array:
    """Where lines are broken: at every third or so of their length if dashed, else in a few places."""
    points = numpy.argwhere(border)
    if style.dashed:
        cells = points // round(style.gap * 2.6)
        chosen = points[numpy.unique(cells, axis=0, return_index=True)[1]]
    else:
        chosen = points[rng.permutation(len(points))[: style.gaps]]
    if not len(chosen):
        return numpy.zeros(border.shape, dtype=bool)
    here = numpy.ones(border.shape, dtype=bool)
    here[tuple(chosen.T)] = False
    return numpy.asarray(ndimage.distance_transform_edt(here) < style.gap / 2)


def _size(style: Print, name: str, room: float) -> float:
    """How large names and symbols are, 1 for letters of 13 pixels."""
    if not style.lettering:
        return 1.0
    wide = float(_letters(1.0).getlength(name))
    return max(0.5, style.lettering * room * min(2 / wide, 1 / 30))


def _letters(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=13 * size)


def _print(ink: ImageDraw.ImageDraw, style: Print, name: str, at: Point, number: int, size: float) -> None:
    x, y = at
    near, middle, far, end = 12 * size, 22 * size, 28 * size, 30 * size
    side, line = 9 * size, max(1, round(2 * size))
    if style.names:
        ink.text((x, y), name, (30, 30, 30), _letters(size), anchor="mm")
    if not style.symbols:
        return
    if number % 3 == 0:
        box = (x - side, y + near, x + side, y + far)
        ink.rectangle(box, fill=(214, 60, 50), outline=(20, 20, 20), width=line)
    elif number % 3 == 1:
        top, bottom = y + near, y + middle
        shield = [(x - side, top), (x + side, top), (x + side, bottom), (x, y + end), (x - side, bottom)]
        ink.polygon(shield, fill=(240, 236, 224), outline=(20, 20, 20))
    else:
        ink.ellipse((x - 8 * size, y + near, x + 8 * size, y + far), outline=(20, 20, 20), width=line)
