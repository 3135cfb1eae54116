"""Silhouettes of what infantry carries, digs and builds: weapons in their hands, entrenchments, obstacles.

Strokes as in `counters.signs.symbols`, in any measure; `counters.signs.silhouettes` brings them to one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from counters.signs.shapes import Shape, ahead, bar, disc, fill, rounded
from counters.signs.symbols import Stroke


def _spikes(y: float, *places: float) -> Shape:
    """Barbs of a wire: two short strokes crossed at each place."""
    return tuple(bar(x - side * 4, y - 5, x + side * 4, y + 5, 1.8) for x in places for side in (1, -1))


def _coil(x: float, y: float, r: float) -> Stroke:
    """One turn of a coil, an open ring."""
    return Stroke("oval", (x - r, y - r, x + r, y + r))


def _bow(x: float, y: float, r: float, wide: float, start: int, end: int) -> Stroke:
    """A part of a ring round a point, in degrees clockwise from the right."""
    turns = [math.radians(degree) for degree in range(start, end + 1, 10)]
    out = [(r + wide / 2, turn) for turn in turns] + [(r - wide / 2, turn) for turn in reversed(turns)]
    return fill(*(part for far, a in out for part in (x + math.cos(a) * far, y + math.sin(a) * far)))


def _bricks(left: float, top: float, right: float, rows: int) -> Shape:
    """A wall of bricks, each row 9 high and set off by half a brick."""
    found: list[Stroke] = []
    for row in range(rows):
        x = left - (8 if row % 2 else 0)
        while x < right:
            a, b = max(left, x), min(right, x + 14.4)
            if b - a > 2:
                found.append(fill(a, top, b, top, b, top + 7.4, a, top + 7.4))
            x += 16
        top += 9
    return tuple(found)


_STAR = (50, 2, 62, 38, 99, 38, 69, 60, 80, 96, 50, 74, 20, 96, 31, 60, 1, 38, 38, 38)

EQUIPMENT: Mapping[str, Shape] = {
    "rocket-launcher": (
        bar(2, 40, 96, 16, 8),
        bar(92, 17, 104, 14, 13),
        bar(-2, 41, 6, 39, 12),
        fill(46, 14, 62, 10, 68, 32, 52, 37),
        bar(40, 31, 34, 48, 4.4),
        bar(60, 26, 58, 44, 4.4),
    ),
    "flamethrower": (
        rounded(4, 20, 22, 20, 22, 74, 4, 74, times=2),
        rounded(25, 20, 43, 20, 43, 74, 25, 74, times=2),
        bar(13, 14, 34, 14, 4),
        bar(13, 12, 13, 22, 4),
        bar(34, 12, 34, 22, 4),
        bar(40, 66, 56, 76, 3.4),
        bar(56, 76, 60, 52, 3.4),
        bar(54, 56, 84, 40, 5.4),
        rounded(84, 40, 92, 24, 98, 30, 108, 10, 110, 28, 120, 22, 112, 42, 100, 50, 90, 46, times=2),
    ),
    "charge": (
        *(rounded(x, 36, x + 15, 36, x + 15, 88, x, 88, times=1) for x in (14, 31, 48, 65)),
        *ahead((fill(10, 48, 84, 48, 84, 55, 10, 55), fill(10, 70, 84, 70, 84, 77, 10, 77))),
        bar(47, 36, 50, 22, 3.4),
        bar(50, 22, 66, 16, 3.4),
        bar(66, 16, 72, 6, 3.4),
        *(bar(74 + x, 3 + y, 74 + 2.4 * x, 3 + 2.4 * y, 2.4) for x, y in ((5, -5), (6, 2), (-3, -7), (2, 7))),
    ),
    "radio": (
        fill(10, 40, 84, 40, 84, 92, 10, 92),
        fill(18, 48, 46, 48, 46, 64, 18, 64, cut=True),
        disc(66, 58, 10, cut=True),
        disc(66, 58, 5),
        *(disc(x, 78, 4.4, cut=True) for x in (24, 38, 52)),
        bar(74, 40, 92, 0, 3.6, 2.4),
        *(_bow(92, 0, r, 2.6, 120, 240) for r in (12, 22)),
    ),
    "field-telephone": (
        rounded(0, 26, 6, 10, 30, 4, 62, 4, 86, 10, 92, 26, 76, 28, 70, 18, 22, 18, 16, 28, times=1),
        fill(24, 26, 68, 26, 84, 60, 84, 74, 8, 74, 8, 60),
        disc(46, 50, 14, cut=True),
        disc(46, 50, 5),
        bar(84, 66, 100, 66, 3.4),
        bar(100, 67.6, 100, 54, 3.4),
    ),
    "banner": (
        bar(22, 0, 22, 104, 5),
        disc(22, 0, 5),
        rounded(25, 6, 48, 12, 70, 2, 98, 8, 98, 50, 72, 44, 48, 56, 25, 50, times=1),
        fill(*(v * 0.34 + (14 if n % 2 else 40) for n, v in enumerate(_STAR)), cut=True),
    ),
    "car": (
        fill(0, 36, 0, 30, 5, 21, 30, 18, 66, 18, 92, 20, 99, 27, 100, 36),
        fill(30, 19, 36, 5, 62, 5, 68, 19),
        fill(37, 17, 40, 8, 50, 8, 50, 17, cut=True),
        fill(53, 17, 53, 8, 60, 8, 64, 17, cut=True),
        disc(22, 35, 11, cut=True),
        disc(78, 35, 11, cut=True),
        *(part for x in (22, 78) for part in (disc(x, 36, 9), disc(x, 36, 5, cut=True), disc(x, 36, 2.6))),
    ),
    "foxhole": (
        rounded(
            0, 52, 14, 34, 34, 28, 44, 44, 50, 46, 56, 44, 66, 28, 86, 34, 100, 52, 86, 60, 14, 60, times=2
        ),
        rounded(28, 52, 40, 48, 60, 48, 72, 52, 66, 58, 34, 58, times=2),
        *ahead((rounded(36, 34, 38, 22, 50, 16, 62, 22, 64, 34, 68, 37, 68, 40, 32, 40, 32, 37, times=2),)),
        bar(58, 40, 92, 24, 4, 2.6),
    ),
    "trench": (
        fill(0, 8, 26, 8, 26, 34, 46, 34, 46, 8, 74, 8, 74, 34, 100, 34, 100, 58, 0, 58),
        *(
            fill(*at, cut=True)
            for at in (
                (-1, 17, 16, 17, 16, 48, 2, 48, 2, 50, -1, 50),
                (16, 42, 56, 42, 56, 49, 16, 49),
                (56, 17, 64, 17, 64, 49, 56, 49),
                (64, 42, 101, 42, 101, 49, 64, 49),
            )
        ),
    ),
    "mine": (
        rounded(4, 50, 10, 36, 30, 30, 70, 30, 90, 36, 96, 50, 96, 60, 88, 66, 12, 66, 4, 60, times=2),
        fill(38, 22, 62, 22, 62, 30, 38, 30),
        *(bar(50, 22, 50 + x, 6, 3) for x in (-10, 0, 10)),
        fill(10, 49, 90, 49, 90, 53, 10, 53, cut=True),
    ),
    "anti-tank-mine": (
        rounded(0, 50, 6, 43, 94, 43, 100, 50, 100, 60, 94, 66, 6, 66, 0, 60, times=1),
        rounded(20, 42, 24, 35, 76, 35, 80, 42, times=1),
        fill(42, 34, 44, 29, 56, 29, 58, 34),
        fill(4, 53, 96, 53, 96, 55.6, 4, 55.6, cut=True),
        bar(94, 48, 108, 56, 3),
        bar(108, 55, 108, 66, 3),
    ),
    "jumping-mine": (
        fill(28, 40, 72, 40, 76, 44, 76, 78, 24, 78, 24, 44),
        fill(20, 44, 80, 44, 80, 49, 20, 49, cut=True),
        fill(43, 26, 57, 26, 57, 41, 43, 41),
        *(bar(50, 28, 50 + x, 4, 3.4) for x in (-20, 0, 20)),
        bar(0, 58, 24, 52, 2),
        bar(76, 52, 100, 58, 2),
    ),
    "wire": (
        *(bar(x, 2, x, 66, 4.6) for x in (8, 50, 92)),
        *(
            part
            for y in (16, 36, 56)
            for part in (bar(0, y, 100, y, 2.4), *_spikes(y, 19, 29, 39, 61, 71, 81))
        ),
    ),
    "tunnel": (
        rounded(0, 66, 0, 20, 20, 0, 80, 0, 100, 20, 100, 66, times=2),
        disc(50, 42, 27, cut=True),
        fill(23, 42, 77, 42, 77, 66, 23, 66, cut=True),
        *(bar(50 - w, 66 - 14 * n, 50 + w, 66 - 14 * n, 3) for n, w in enumerate((22, 15, 9))),
        bar(38, 66, 46, 34, 2.6),
        bar(62, 66, 54, 34, 2.6),
    ),
    "roadblock": (
        *(
            part
            for x in (2, 36, 70)
            for part in (
                bar(x, 60, x + 28, 10, 6),
                bar(x + 28, 60, x, 10, 6),
                bar(x + 14, 6, x + 14, 62, 5),
            )
        ),
        fill(0, 60, 100, 60, 100, 65, 0, 65),
    ),
    "barricade": (*_bricks(6, 22, 94, 4), *_bricks(26, 4, 74, 2), fill(0, 60, 100, 60, 100, 64, 0, 64)),
    "ditch": (
        fill(0, 18, 24, 18, 38, 56, 62, 56, 76, 18, 100, 18, 100, 68, 0, 68),
        *(bar(x, 18, x + 6, 6, 2.6) for x in (2, 10, 80, 88)),
    ),
    "pillbox": (
        fill(4, 62, 16, 20, 26, 12, 74, 12, 84, 20, 96, 62),
        fill(24, 32, 76, 32, 78, 41, 22, 41, cut=True),
        bar(50, 36.5, 106, 36.5, 3.6),
        fill(0, 60, 100, 60, 100, 66, 0, 66),
    ),
    "cupola": (
        rounded(18, 56, 18, 32, 32, 16, 68, 16, 82, 32, 82, 56, times=2),
        fill(30, 34, 70, 34, 72, 41, 28, 41, cut=True),
        bar(60, 37.5, 104, 35, 4.4),
        fill(6, 54, 94, 54, 94, 60, 6, 60),
        fill(22, 60, 78, 60, 78, 74, 22, 74),
    ),
    "fortified-building": (
        fill(8, 24, 50, 0, 92, 24, 92, 78, 8, 78),
        *(fill(x, 34, x + 14, 34, x + 14, 48, x, 48, cut=True) for x in (20, 43, 66)),
        *(bar(x + 1, 35, x + 13, 47, 2.4) for x in (20, 43, 66)),
        *(bar(x + 13, 35, x + 1, 47, 2.4) for x in (20, 43, 66)),
        fill(43, 58, 57, 58, 57, 78, 43, 78, cut=True),
        *ahead(tuple(rounded(x, 70, x + 18, 70, x + 18, 80, x, 80, times=1) for x in (0, 18, 64, 82))),
    ),
    "question": (
        _bow(50, 26, 24, 9, 180, 430),
        bar(56.4, 47, 50, 66, 9, 7.5),
        disc(50, 82, 7),
    ),
    "cloak": (
        rounded(32, 22, 36, 6, 50, 0, 64, 6, 68, 22, 60, 34, 40, 34, times=2),
        disc(50, 20, 10, cut=True),
        rounded(34, 34, 66, 34, 78, 60, 88, 96, 50, 88, 12, 96, 22, 60, times=2),
    ),
    "sniper": (
        _coil(50, 50, 34),
        _coil(50, 50, 20),
        disc(50, 50, 4.4),
        *(
            bar(50 + x * 14, 50 + y * 14, 50 + x * 50, 50 + y * 50, 4)
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
        ),
    ),
    "flame": (
        rounded(
            50,
            0,
            62,
            22,
            76,
            34,
            86,
            56,
            82,
            84,
            62,
            100,
            38,
            100,
            18,
            84,
            14,
            58,
            26,
            40,
            32,
            52,
            40,
            40,
            42,
            18,
            times=2,
        ),
        fill(50, 46, 58, 60, 66, 74, 62, 88, 50, 94, 38, 88, 34, 74, 44, 64, cut=True),
    ),
    "rubble": (
        fill(0, 66, 10, 48, 26, 46, 34, 66),
        fill(37, 66, 30, 42, 48, 34, 66, 44, 62, 66),
        fill(65, 66, 70, 50, 88, 48, 100, 66),
        fill(26, 42, 34, 24, 50, 20, 48, 31),
        fill(53, 31, 56, 18, 72, 28, 68, 41),
        fill(40, 17, 46, 6, 56, 14, 50, 18),
    ),
    "shellhole": (
        rounded(0, 40, 20, 24, 50, 18, 80, 24, 100, 40, 82, 58, 50, 64, 18, 58, times=2),
        Stroke("disc", (20, 29, 80, 55), cut=True),
        rounded(26, 43, 40, 35, 60, 35, 74, 43, 60, 53, 40, 53, times=2),
        *(bar(50 + x * 22, 14, 50 + x * 36, 2, 3.6) for x in (-1, 0, 1)),
    ),
}
"""What is drawn for these, by type of unit and as signs of markers."""
