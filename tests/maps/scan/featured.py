"""Hex boards with terrain and hexside features in several kinds of print, every word of them known.

Drawn with another pen than `map draw` has: what is recognised here is not recognised by knowing our own art.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy
from PIL import Image, ImageDraw, ImageFont

from maps.grid import HexGrid
from maps.hexes import Hex, Hexside, Vertex, hexside, vertices

Point = tuple[float, float]
Colour = tuple[int, int, int]
Side = tuple[str, str]
FINE = 2  # boards are drawn this many times larger and then reduced, so that their lines are smooth
SEA, CLEAR, FOREST, HILLS, MARSH = "sea", "clear", "forest", "hills", "marsh"
RIVER, STREAM, COAST, ROAD, RAIL, SLOPE, FORT = "river", "stream", "coast", "road", "rail", "slope", "fort"
PALETTES: Sequence[Mapping[str, Colour]] = (
    {
        SEA: (150, 190, 215),
        CLEAR: (236, 226, 196),
        FOREST: (150, 180, 120),
        HILLS: (204, 178, 136),
        MARSH: (190, 208, 196),
    },
    {
        SEA: (96, 144, 186),
        CLEAR: (214, 218, 168),
        FOREST: (104, 146, 84),
        HILLS: (186, 150, 110),
        MARSH: (158, 190, 150),
    },
    {
        SEA: (188, 214, 222),
        CLEAR: (246, 242, 226),
        FOREST: (196, 214, 170),
        HILLS: (226, 208, 180),
        MARSH: (208, 224, 216),
    },
)


@dataclass(frozen=True)
class Print:
    """How a board is printed. Widths are shares of the pitch."""

    palette: int = 0
    river: Colour = (70, 130, 190)
    wide: float = 0.1
    thin: float = 0.04
    sway: float = 0.05
    shore: float = 0.03
    road: str = "solid"
    rail: str = "ticks"
    slope: str = "comb"
    fort: str = "teeth"
    line: float = 0.02
    numbers: bool = True
    names: bool = True


ROADS = ("solid", "cased", "broken")
RAILS = ("ticks", "barber", "ladder")
SLOPES = ("comb", "thick", "triangles")
FORTS = ("teeth", "blocks", "thick")


def random_print(rng: numpy.random.Generator) -> Print:
    """A print of any kind."""
    blue = int(rng.integers(0, 40))
    return Print(
        palette=int(rng.integers(len(PALETTES))),
        river=(40 + blue, 100 + blue, 170 + blue),
        wide=float(rng.uniform(0.08, 0.12)),
        thin=float(rng.uniform(0.035, 0.05)),
        sway=float(rng.uniform(0.01, 0.06)),
        shore=float(rng.choice([0.0, 0.025, 0.045])),
        road=str(rng.choice(ROADS)),
        rail=str(rng.choice(RAILS)),
        slope=str(rng.choice(SLOPES)),
        fort=str(rng.choice(FORTS)),
        line=float(rng.uniform(0.012, 0.035)),
        numbers=bool(rng.random() < 0.8),
        names=bool(rng.random() < 0.7),
    )


@dataclass
class Country:
    """What a board shows: the ground of every hex, the features of hexsides, and towns."""

    grid: HexGrid
    grounds: dict[str, str] = field(default_factory=dict)
    features: dict[Side, set[str]] = field(default_factory=dict)
    rivers: list[tuple[str, list[Vertex]]] = field(default_factory=list)
    ways: list[tuple[str, list[str]]] = field(default_factory=list)
    towns: list[str] = field(default_factory=list)

    def sides(self) -> list[Side]:
        """Every hexside between two hexes of the board, once."""
        labels = self.grid.hexes
        return [(a, b) for a in labels for b in self.grid.neighbours(a).values() if a < b]

    def add(self, a: str, b: str, word: str) -> None:
        """A feature on the hexside of two neighbours."""
        self.features.setdefault((min(a, b), max(a, b)), set()).add(word)

    def has(self, a: str, b: str, word: str) -> bool:
        """Is this feature on the hexside of two neighbours?"""
        return word in self.features.get((min(a, b), max(a, b)), ())


@dataclass(frozen=True)
class Printed:
    """A board and all that is known of it; centres are in pixels."""

    image: Image.Image
    centres: Mapping[str, Point]
    country: Country
    pitch: float


# -- a country -------------------------------------------------------------------------------------


def random_country(grid: HexGrid, rng: numpy.random.Generator) -> Country:
    """Seas, hills and woods, rivers down from them, towns with ways between, slopes and fortified lines."""
    made = Country(grid)
    _ground(made, rng)
    for a, b in made.sides():
        grounds = {made.grounds[a], made.grounds[b]}
        if SEA in grounds and len(grounds) == 2:
            made.add(a, b, COAST)
        if HILLS in grounds and len(grounds - {SEA}) == 2 and _is_chosen(made, a, b):
            made.add(a, b, SLOPE)
    size = len(grid.hexes)
    for number in range(max(3, size // 40)):
        _river(made, rng, STREAM if number % 2 else RIVER)
    for _ in range(max(3, size // 70)):
        _fort(made, rng)
    _towns(made, rng)
    return made


def _ground(made: Country, rng: numpy.random.Generator) -> None:
    height, wood = (_smooth(made.grid, rng) for _ in range(2))
    order = sorted(made.grid.hexes, key=lambda one: height[one])
    count = len(order)
    for number, one in enumerate(order):
        part = number / count
        word = FOREST if wood[one] > 0.58 else MARSH if wood[one] < 0.38 else CLEAR
        made.grounds[one] = SEA if part < 0.14 else HILLS if part > 0.87 else word


def _smooth(grid: HexGrid, rng: numpy.random.Generator) -> dict[str, float]:
    """A number from 0 to 1 for each hex, like those around."""
    found = {one: float(rng.random()) for one in grid.hexes}
    for _ in range(2):
        found = {
            one: float(numpy.mean([found[one], *(found[near] for near in grid.neighbours(one).values())]))
            for one in found
        }
    low, high = min(found.values()), max(found.values())
    return {one: (value - low) / (high - low) for one, value in found.items()}


def _is_chosen(made: Country, a: str, b: str) -> bool:
    """Slopes stand on some sides of hills: the southern ones."""
    (_, ya), (_, yb) = made.grid.centre(a), made.grid.centre(b)
    upper = a if made.grounds[a] == HILLS else b
    return (ya > yb) == (upper == a)


def _river(made: Country, rng: numpy.random.Generator, word: str) -> None:
    """From corner to corner, never back, until it meets the sea, a river or the edge."""
    taken = {vertex for _, way in made.rivers for vertex in way}
    hexes = list(made.grid.hexes)
    start = made.grid.hexes[hexes[int(rng.integers(len(hexes)))]]
    near = made.grid.lattice.neighbours(start)
    first, second = sorted((near[0], near[1]))
    way: list[Vertex] = [_vertex(start, first, second)]
    while len(way) < 26 and _is_dry(made, way[-1]) and way[-1] not in taken:
        onward = [one for one in _next(way[-1]) if one not in way]
        far = [one for one in onward if _far(made, one, way[0]) >= _far(made, way[-1], way[0])] or onward
        if not far:
            break
        way.append(far[int(rng.integers(len(far)))])
    _lay(made, way, word)


def _vertex(*three: Hex) -> Vertex:
    a, b, c = sorted(three)
    return a, b, c


def _next(vertex: Vertex) -> list[Vertex]:
    """The three corners that a corner is joined with."""
    found = []
    for left in vertex:
        a, b = (one for one in vertex if one != left)
        found += [end for end in vertices(hexside(a, b)) if end != vertex]
    return found


def _is_dry(made: Country, vertex: Vertex) -> bool:
    return all(made.grounds.get(made.grid.ids.get(one, ""), SEA) != SEA for one in vertex)


def _far(made: Country, one: Vertex, other: Vertex) -> float:
    return math.dist(made.grid.lattice.corner(one), made.grid.lattice.corner(other))


def _lay(made: Country, way: list[Vertex], word: str) -> None:
    if len(way) < 4:
        return
    kept = [way[0]]
    for one, other in pairwise(way):
        a, b = sorted(set(one) & set(other))
        ids = made.grid.ids
        if a not in ids or b not in ids or SEA in (made.grounds[ids[a]], made.grounds[ids[b]]):
            break
        if word in (RIVER, STREAM) and (
            made.has(ids[a], ids[b], RIVER)
            or made.has(ids[a], ids[b], STREAM)
            or made.has(ids[a], ids[b], SLOPE)
        ):
            break
        made.add(ids[a], ids[b], word)
        kept.append(other)
    if len(kept) > 1:
        made.rivers.append((word, kept))


def _fort(made: Country, rng: numpy.random.Generator) -> None:
    """A line of fortified hexsides where nothing else runs along them."""
    before = {side for side, words in made.features.items() if words & {RIVER, STREAM, SLOPE, COAST}}
    free = [side for side in made.sides() if side not in before]
    a, b = free[int(rng.integers(len(free)))]
    at = vertices(hexside(made.grid.hexes[a], made.grid.hexes[b]))[0]
    seen = {at}
    for _ in range(14):
        choices = [one for one in _next(at) if one not in seen and _is_free(made, at, one, before)]
        if not choices:
            return
        onward = choices[int(rng.integers(len(choices)))]
        a, b = (made.grid.ids[one] for one in sorted(set(at) & set(onward)))
        made.add(a, b, FORT)
        seen.add(onward)
        at = onward


def _is_free(made: Country, one: Vertex, other: Vertex, taken: set[Side]) -> bool:
    ids = [made.grid.ids.get(each, "") for each in sorted(set(one) & set(other))]
    return all(ids) and (min(ids), max(ids)) not in taken and SEA not in {made.grounds[each] for each in ids}


def _towns(made: Country, rng: numpy.random.Generator) -> None:
    dry = [one for one in made.grid.hexes if made.grounds[one] != SEA]
    count = max(6, len(made.grid.hexes) // 40)
    made.towns = [dry[int(n)] for n in rng.choice(len(dry), count, replace=False)]
    for number, town in enumerate(made.towns):
        near = sorted(made.towns, key=lambda one: made.grid.distance(one, town))[1:4]
        for other in near[: 1 + number % 2]:
            _way(made, ROAD, made.grid.line(town, other))
        if number % 2:
            _way(made, RAIL, made.grid.line(town, near[2], other_side=True))


def _way(made: Country, word: str, hexes: list[str]) -> None:
    if len(hexes) > 1 and all(made.grounds[one] != SEA for one in hexes):
        made.ways.append((word, hexes))
        for a, b in pairwise(hexes):
            made.add(a, b, word)


# -- its print -------------------------------------------------------------------------------------


class _Pen:
    """Draws a country, `FINE` times larger than asked for."""

    def __init__(self, made: Country, pitch: float, style: Print, rng: numpy.random.Generator) -> None:
        self.made, self.style, self.rng = made, style, rng
        self.size = pitch * FINE
        self.scale = self.size / made.grid.lattice.pitch
        points = numpy.array([made.grid.centre(one) for one in made.grid.hexes]) * (self.scale, -self.scale)
        self.shift = 1.2 * self.size - points.min(axis=0)
        wide, high = points.max(axis=0) + self.shift + 1.2 * self.size
        paper = (math.ceil(wide / FINE) * FINE, math.ceil(high / FINE) * FINE)
        self.image = Image.new("RGB", paper, (240, 236, 226))
        self.draw = ImageDraw.Draw(self.image)

    def at(self, point: Point) -> Point:
        return point[0] * self.scale + self.shift[0], self.shift[1] - point[1] * self.scale

    def centre(self, one: str) -> Point:
        return self.at(self.made.grid.centre(one))

    def corner(self, vertex: Vertex) -> Point:
        return self.at(self.made.grid.lattice.corner(vertex))

    def ends(self, a: str, b: str) -> tuple[Point, Point]:
        first, second = vertices(self.side(a, b))
        return self.corner(first), self.corner(second)

    def side(self, a: str, b: str) -> Hexside:
        return hexside(self.made.grid.hexes[a], self.made.grid.hexes[b])

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """A line with round joints; `width` in pitches."""
        thick = max(1, round(width * self.size))
        self.draw.line(list(points), colour, thick, joint="curve")
        for x, y in points if thick > 2 else ():
            self.draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), colour)

    def text(self, at: Point, text: str, height: float, colour: Colour) -> None:
        font = ImageFont.load_default(size=max(6, height * self.size))
        self.draw.text(at, text, colour, font, anchor="mm")


def printed(made: Country, pitch: float, style: Print, rng: numpy.random.Generator) -> Printed:
    """The printed sheet; `pitch` is the distance of neighbouring centres in pixels."""
    pen = _Pen(made, pitch, style, rng)
    _grounds(pen)
    _grid(pen)
    _waters(pen)
    _edges(pen)
    _ways(pen)
    _words(pen)
    centres = {one: pen.centre(one) for one in made.grid.hexes}
    return Printed(
        pen.image.reduce(FINE), {one: (x / FINE, y / FINE) for one, (x, y) in centres.items()}, made, pitch
    )


def _grounds(pen: _Pen) -> None:
    palette = PALETTES[pen.style.palette]
    for one, word in pen.made.grounds.items():
        ring = [pen.at(corner) for corner in pen.made.grid.corners(one)]
        pen.draw.polygon(ring, fill=palette[word])
    for one, word in pen.made.grounds.items():
        if word in (FOREST, HILLS, MARSH):
            _texture(pen, pen.centre(one), word, palette[word])


def _texture(pen: _Pen, middle: Point, word: str, colour: Colour) -> None:
    dark: Colour = (int(colour[0] * 0.7), int(colour[1] * 0.75), int(colour[2] * 0.7))
    for _ in range(9):
        x, y = (middle[n] + pen.rng.uniform(-0.36, 0.36) * pen.size for n in (0, 1))
        reach = pen.size * 0.045
        if word == FOREST:
            pen.draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=dark)
        elif word == HILLS:
            pen.draw.line(
                (x - reach, y + reach, x + reach, y - reach), fill=dark, width=max(1, int(reach / 2))
            )
        else:
            pen.draw.line(
                (x - 2 * reach, y, x + 2 * reach, y), fill=(110, 150, 170), width=max(1, int(reach / 3))
            )


def _grid(pen: _Pen) -> None:
    for one in pen.made.grid.hexes:
        ring = [pen.at(corner) for corner in pen.made.grid.corners(one)]
        width = max(1, round(pen.style.line * pen.size)) | 1
        pen.draw.line([*ring, ring[0]], fill=(110, 104, 96), width=width)


def _waters(pen: _Pen) -> None:
    for side, words in pen.made.features.items():
        if COAST in words and pen.style.shore:
            pen.line(_swaying(pen, pen.ends(*side)), (50, 84, 120), pen.style.shore)
    for word, way in pen.made.rivers:
        if word in (RIVER, STREAM):
            points = _swaying(pen, [pen.corner(vertex) for vertex in way])
            pen.line(points, pen.style.river, pen.style.wide if word == RIVER else pen.style.thin)


def _swaying(pen: _Pen, points: Sequence[Point]) -> list[Point]:
    """A line through the same points, astray between them."""
    made = [points[0]]
    for a, b in pairwise(points):
        out = pen.rng.uniform(-1, 1, 2) * pen.style.sway * pen.size
        for step in range(1, 9):
            t = step / 8
            off = out[0] * math.sin(math.pi * t) + out[1] * math.sin(2 * math.pi * t)
            far = math.dist(a, b) or 1.0
            nx, ny = -(b[1] - a[1]) / far, (b[0] - a[0]) / far
            made.append((a[0] + (b[0] - a[0]) * t + nx * off, a[1] + (b[1] - a[1]) * t + ny * off))
    return made


def _edges(pen: _Pen) -> None:
    for (a, b), words in sorted(pen.made.features.items()):
        ends = pen.ends(a, b)
        if SLOPE in words:
            lower = b if pen.made.grounds[a] == HILLS else a
            _slope(pen, ends, pen.centre(lower))
        if FORT in words:
            _forted(pen, ends, pen.centre(a))


def _along(a: Point, b: Point, count: int) -> Iterator[Point]:
    for n in range(count):
        t = (n + 0.5) / count
        yield a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _into(at: Point, towards: Point, far: float) -> Point:
    gap = math.dist(at, towards) or 1.0
    return at[0] + (towards[0] - at[0]) / gap * far, at[1] + (towards[1] - at[1]) / gap * far


def _slope(pen: _Pen, ends: tuple[Point, Point], lower: Point) -> None:
    brown: Colour = (120, 72, 36)
    middle = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
    down = (lower[0] - middle[0], lower[1] - middle[1])
    if pen.style.slope == "thick":
        pen.line(ends, brown, 0.07)
        return
    for at in _along(*ends, 7):
        foot = (at[0] + down[0] * 0.2, at[1] + down[1] * 0.2)
        if pen.style.slope == "comb":
            pen.line((at, foot), brown, 0.025)
        else:
            aside = ((ends[1][0] - ends[0][0]) / 18, (ends[1][1] - ends[0][1]) / 18)
            feet = [(at[0] - aside[0], at[1] - aside[1]), (at[0] + aside[0], at[1] + aside[1])]
            pen.draw.polygon([*feet, foot], fill=brown)


def _forted(pen: _Pen, ends: tuple[Point, Point], inside: Point) -> None:
    dark: Colour = (60, 30, 30)
    if pen.style.fort == "thick":
        pen.line(ends, (190, 30, 40), 0.08)
    elif pen.style.fort == "blocks":
        for at in _along(*ends, 4):
            reach = pen.size * 0.035
            pen.draw.rectangle((at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach), fill=dark)
    else:
        pen.line(ends, dark, 0.035)
        for at in _along(*ends, 5):
            pen.line((at, _into(at, inside, 0.08 * pen.size)), dark, 0.035)


def _ways(pen: _Pen) -> None:
    roads = {(min(pair), max(pair)) for word, way in pen.made.ways if word == ROAD for pair in pairwise(way)}
    for word, way in pen.made.ways:
        for a, b in pairwise(way):
            ends = pen.centre(a), pen.centre(b)
            if word == RAIL:
                aside = 0.14 * pen.size if (min(a, b), max(a, b)) in roads else 0.0
                _rail(pen, _shifted(*ends, aside))
    for first in (True, False):
        for word, way in pen.made.ways:
            if word == ROAD:
                _road(pen, [pen.centre(one) for one in way], first)


def _shifted(a: Point, b: Point, aside: float) -> tuple[Point, Point]:
    """A straight way, aside by so much, on the same side from both ends."""
    (a, b) = sorted((a, b))
    far = math.dist(a, b)
    nx, ny = -(b[1] - a[1]) / far * aside, (b[0] - a[0]) / far * aside
    return (a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny)


def _road(pen: _Pen, points: list[Point], first: bool) -> None:
    points = _curved(points)
    if pen.style.road == "cased":
        pen.line(points, (96, 60, 40) if first else (250, 222, 150), 0.085 if first else 0.05)
    elif pen.style.road == "broken" and first:
        for n in range(0, len(points) - 2, 3):
            pen.line(points[n : n + 3], (150, 70, 40), 0.04)
    elif first:
        pen.line(points, (190, 60, 50), 0.045)


def _curved(points: list[Point], rounds: int = 2) -> list[Point]:
    """The same line with its corners cut, which still crosses the middles of hexsides."""
    for _ in range(rounds):
        cut = [points[0]]
        for a, b in pairwise(points):
            cut += [(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for part in (0.25, 0.5, 0.75)]
        points = [*cut, points[-1]]
    return points


def _rail(pen: _Pen, ends: tuple[Point, Point]) -> None:
    black: Colour = (36, 34, 34)
    (ax, ay), (bx, by) = ends
    far = math.dist(*ends)
    nx, ny = -(by - ay) / far * pen.size, (bx - ax) / far * pen.size
    if pen.style.rail == "barber":
        pen.line(ends, black, 0.06)
        for x, y in _along(*ends, 6):
            half = ((bx - ax) / 30, (by - ay) / 30)
            pen.line(((x - half[0], y - half[1]), (x + half[0], y + half[1])), (240, 240, 236), 0.03)
        return
    pairs = (0.03, -0.03) if pen.style.rail == "ladder" else (0.0,)
    for off in pairs:
        pen.line(((ax + nx * off, ay + ny * off), (bx + nx * off, by + ny * off)), black, 0.02)
    for x, y in _along(*ends, 9):
        pen.line(((x - nx * 0.05, y - ny * 0.05), (x + nx * 0.05, y + ny * 0.05)), black, 0.018)


def _words(pen: _Pen) -> None:
    for number, one in enumerate(pen.made.towns):
        x, y = pen.centre(one)
        reach = pen.size * 0.09
        pen.draw.ellipse(
            (x - reach, y - reach, x + reach, y + reach), fill=(245, 240, 230), outline=(30, 30, 30)
        )
        if pen.style.names:
            name = ("Aldorf", "Weiden", "Nova Ves", "Brod", "Kirchberg", "Lipka", "Ostrow")[number % 7]
            pen.text((x + pen.size * 0.1, y - pen.size * 0.22), name, 0.2, (30, 26, 26))
    for one in pen.made.grid.hexes if pen.style.numbers else ():
        x, y = pen.centre(one)
        pen.text((x, y - pen.size * 0.38), one, 0.13, (80, 76, 70))
