"""Silhouettes of men, guns, vehicles, aircraft and ships, for games whose counters bear no frames.

Strokes as in `counters.signs.symbols`. Drawn in any measure; in the table the longer side goes from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from counters.signs.armour import ARMOUR
from counters.signs.equipment import EQUIPMENT
from counters.signs.people import FACE, HELMET, KNEELING, PEOPLE, SOLDIER
from counters.signs.shapes import Shape, ahead, bar, disc, fill, moved, rounded
from counters.signs.symbols import MARKS, Stroke

# -- wheels and tracks ------------------------------------------------------------------------------------


def _wheel(x: float, y: float, r: float) -> Shape:
    """A wheel with a tyre."""
    return disc(x, y, r), disc(x, y, r * 0.56, cut=True), disc(x, y, r * 0.3)


def _arched(x: float, y: float, r: float) -> Shape:
    """A wheel under its mudguard."""
    return disc(x, y, r * 1.22, cut=True), *_wheel(x, y, r)


def _spoked(x: float, y: float, r: float) -> Shape:
    """A wheel with spokes."""
    turns = (math.pi * n / 4 for n in range(4))
    spokes = (
        bar(
            *(x - math.cos(a) * r * 0.9, y - math.sin(a) * r * 0.9),
            *(x + math.cos(a) * r * 0.9, y + math.sin(a) * r * 0.9),
            r * 0.14,
        )
        for a in turns
    )
    return disc(x, y, r), disc(x, y, r * 0.8, cut=True), *spokes, disc(x, y, r * 0.24)


def _track(left: float, top: float, right: float, wheels: int) -> Shape:
    """A track 15 high, round its wheels; higher in front and behind than on the ground."""
    foot = top + 15
    outside = rounded(
        *(left + 5, top, right - 4, top, right + 2, top + 4, right - 8, foot, left + 9, foot),
        *(left - 2, top + 5),
        times=2,
    )
    inside = fill(
        *(left + 6, top + 2.2, right - 5, top + 2.2, right - 3, top + 5, right - 10, foot - 2),
        *(left + 11, foot - 2, left + 2, top + 5.5),
        cut=True,
    )
    pace = (right - left - 27) / (wheels - 1)
    discs = (disc(left + 13.5 + n * pace, foot - 6, min(4.6, pace * 0.46)) for n in range(wheels))
    ends = (disc(left + 5, top + 5.4, 2.8), disc(right - 5, top + 5.2, 2.8))
    return outside, inside, *discs, *ends


_GUN_WITH_TRAIL: Shape = (bar(40, 34, 4, 45, 3.6), bar(4, 41, 3, 48, 2.6))
_SHIELD = fill(46, 12, 50, 11, 54, 37, 50, 38)

# -- aircraft, from above, and ships ----------------------------------------------------------------------


def _plane(fuselage: float, long: float, *wings: Stroke) -> Shape:
    """An aircraft that flies upwards, 100 from wing tip to wing tip; its fuselage is so broad and long."""
    half, tail = fuselage / 2, 8 + long
    return (
        rounded(
            *(50 - half * 0.5, 8, 50 + half * 0.5, 8, 50 + half, 14, 50 + half, 44),
            *(50 + 1.8, tail, 50 - 1.8, tail, 50 - half, 44, 50 - half, 14),
            times=2,
        ),
        rounded(
            *(48, tail - 10, 52, tail - 10, 67, tail - 6, 67, tail - 2, 50, tail, 33, tail - 2, 33, tail - 6)
        ),
        *wings,
    )


def _engine(x: float, y: float, long: float = 20) -> Stroke:
    return rounded(
        x - 3.4, y + 3, x - 2, y, x + 2, y, x + 3.4, y + 3, x + 2, y + long, x - 2, y + long, times=2
    )


_EIGHT_WHEELED_HULL = fill(0, 25, 4, 17, 20, 13, 78, 13, 94, 18, 100, 25, 96, 31, 3, 31)
_EIGHT_WHEELS: Shape = tuple(stroke for x in (13, 34, 64, 86) for stroke in _arched(x, 33, 7.6))
_HULL_AT_SEA = fill(0, 33, 12, 33, 78, 32, 100, 27, 93, 42, 6, 42)

_DRAWN: Mapping[str, Shape] = {
    "squad": (
        *moved(SOLDIER, 0, 0, 0.9),
        *ahead(moved(SOLDIER, 78, 0, 0.9)),
        *ahead(moved(SOLDIER, 38, 8)),
    ),
    "half-squad": (*moved(SOLDIER, 0, 0, 0.92), *ahead(moved(SOLDIER, 44, 4))),
    "crew": (
        *KNEELING,
        *ahead(
            (
                bar(36, 60, 92, 50, 5, 3),
                bar(36, 57, 52, 55, 8),
                bar(60, 58, 46, 98, 3),
                bar(60, 58, 76, 98, 3),
            )
        ),
    ),
    "single-man": SOLDIER,
    "machine-gunner": (
        bar(8, 20, 30, 18, 9),
        bar(30, 17, 66, 15, 6),
        bar(66, 14.5, 94, 13, 3),
        bar(0, 26, 12, 20, 4),
        bar(12, 22, 8, 32, 4),
        bar(36, 20, 14, 52, 3.4),
        bar(40, 20, 66, 52, 3.4),
        bar(38, 20, 40, 50, 3),
        fill(28, 22, 40, 22, 40, 32, 28, 32),
    ),
    "mortar-tube": (
        bar(22, 88, 66, 4, 9, 7.5),
        fill(8, 84, 36, 84, 42, 92, 2, 92),
        bar(52, 32, 58, 90, 3.4),
        bar(52, 32, 84, 90, 3.4),
        bar(62, 66, 74, 66, 2.4),
    ),
    "gun": (
        *_GUN_WITH_TRAIL,
        bar(34, 25, 56, 23, 6),
        bar(54, 23, 100, 20, 3.6, 2.6),
        bar(96, 20.3, 102, 19.9, 4.4),
        _SHIELD,
        *ahead((disc(44, 36, 11),)),
        *_wheel(44, 36, 11),
    ),
    "infantry-gun": (
        *moved(_GUN_WITH_TRAIL, 14, 2, 0.9),
        bar(44, 30, 76, 16, 8, 7),
        *moved((_SHIELD,), 5, 0),
        *ahead((disc(50, 34, 14),)),
        *_spoked(50, 34, 14),
    ),
    "howitzer": (
        bar(42, 36, 2, 50, 5, 4),
        bar(36, 34, 90, 2, 7, 5),
        bar(48, 33, 70, 20, 5),
        bar(85, 5, 92, 1, 7),
        *moved((_SHIELD,), 2, 2),
        *ahead((disc(46, 38, 15),)),
        *_spoked(46, 38, 15),
    ),
    "anti-aircraft-gun": (
        bar(36, 44, 88, 0, 6, 4),
        bar(30, 49, 44, 37, 11),
        bar(52, 36, 72, 19, 5),
        fill(38, 42, 54, 42, 60, 62, 32, 62),
        fill(2, 62, 92, 62, 92, 66, 2, 66),
        fill(2, 64, 12, 64, 12, 70, 2, 70),
        fill(82, 64, 92, 64, 92, 70, 82, 70),
    ),
    "tank": (
        *_track(0, 30, 98, 6),
        fill(1, 29.2, 6, 22, 28, 19.5, 76, 19.5, 96, 25.5, 98, 29.2),
        rounded(27, 19.8, 29, 9.5, 34, 8.5, 58, 8.5, 68, 14, 68, 19.8, times=1),
        fill(36, 9, 37, 4.5, 47, 4.5, 48, 9),
        bar(64, 14, 73, 13.7, 6.4),
        bar(72, 13.7, 113, 12.6, 3.2, 2.6),
        bar(109, 12.7, 115, 12.5, 4.6),
    ),
    "self-propelled-gun": (
        *_track(0, 26, 98, 6),
        fill(1, 25.2, 5, 18, 20, 16, 26, 7, 62, 7, 72, 15, 96, 20, 98, 25.2),
        fill(32, 7.5, 33, 4, 42, 4, 43, 7.5),
        bar(62, 13, 76, 13, 7.5),
        bar(74, 13, 106, 12.4, 3.4, 3),
        bar(102, 12.5, 108, 12.4, 4.8),
    ),
    "halftrack": (
        *_track(0, 27, 62, 4),
        fill(1, 26, 6, 9, 50, 9, 58, 15, 92, 18.5, 96, 23, 95, 31, 66, 31, 62, 26),
        fill(52, 15, 57, 18.5, 52, 18.5, cut=True),
        fill(36, 9.5, 38, 2, 41, 2, 41, 9.5),
        bar(34, 4.6, 54, 4, 2),
        *_arched(80, 34, 8),
    ),
    "truck": (
        fill(2, 33, 2, 8, 6, 4, 14, 2.4, 46, 2.4, 54, 4, 58, 8, 58, 33),
        fill(0, 33, 62, 33, 62, 37, 0, 37),
        fill(61, 37, 61, 10, 76, 10, 81, 20, 97, 22, 99, 26, 99, 37),
        fill(65, 13.5, 74.5, 13.5, 78, 20.5, 65, 20.5, cut=True),
        *_arched(18, 38, 8.6),
        *_arched(83, 38, 8.6),
    ),
    "armoured-car": (
        fill(0, 27, 9, 16, 26, 13, 72, 13, 92, 20, 98, 26, 94, 33, 4, 33),
        fill(36, 12.4, 40, 3, 58, 3, 64, 12.4),
        bar(60, 7.6, 88, 7, 2.6),
        *_arched(20, 34, 9.4),
        *_arched(76, 34, 9.4),
    ),
    "eight-wheeled-car": (
        _EIGHT_WHEELED_HULL,
        fill(38, 12.4, 42, 3.4, 60, 3.4, 67, 12.4),
        bar(63, 8.4, 92, 7.8, 2.6),
        *_EIGHT_WHEELS,
    ),
    "eight-wheeled-gun-car": (
        _EIGHT_WHEELED_HULL,
        fill(40, 12.4, 44, 5, 66, 7, 68, 12.4),
        bar(64, 8.8, 104, 7.8, 4.2, 3.4),
        bar(99, 7.9, 106, 7.8, 5.4),
        *_EIGHT_WHEELS,
    ),
    "small-halftrack": (
        *_track(0, 27, 52, 4),
        fill(1, 26, 5, 10, 38, 10, 48, 15, 76, 19, 80, 24, 79, 31, 56, 31, 52, 26),
        fill(41, 15, 47, 18.8, 41, 18.8, cut=True),
        fill(28, 10.5, 30, 3, 33, 3, 33, 10.5),
        bar(27, 5.6, 46, 5, 2),
        *_arched(66, 34, 7.4),
    ),
    "tractor": (
        *_track(0, 27, 58, 5),
        fill(1, 26, 2, 14, 12, 14, 12, 20, 20, 20, 20, 14, 30, 14, 30, 20, 44, 20, 46, 10, 58, 10, 60, 16),
        fill(58, 15.4, 90, 17, 94, 22, 94, 31, 62, 31, 56, 26, 1, 26, 20, 19, 46, 19),
        fill(49, 12.4, 56, 12.4, 57, 16, 49, 16, cut=True),
        *_arched(80, 34, 8),
    ),
    "wagon": (
        fill(6, 24, 3, 10, 8, 5, 18, 2.4, 58, 2.4, 68, 5, 73, 10, 70, 24),
        fill(2, 24, 74, 24, 72, 30, 4, 30),
        bar(70, 31, 100, 34, 2.6),
        *ahead((disc(18, 36, 11), disc(58, 36, 11))),
        *_spoked(18, 36, 11),
        *_spoked(58, 36, 11),
    ),
    "fighter": _plane(
        8, 66, rounded(47, 26, 53, 26, 92, 34, 100, 38, 94, 44, 54, 47, 46, 47, 6, 44, 0, 38, 8, 34, times=2)
    ),
    "ground-attack": _plane(
        9,
        68,
        fill(
            46,
            30,
            54,
            30,
            68,
            33,
            97,
            28,
            100,
            32,
            98,
            38,
            70,
            46,
            54,
            48,
            46,
            48,
            30,
            46,
            2,
            38,
            0,
            32,
            3,
            28,
            32,
            33,
        ),
        *(rounded(x - 1.8, 38, x, 34, x + 1.8, 38, x + 1.4, 56, x - 1.4, 56, times=1) for x in (31, 69)),
    ),
    "bomber": _plane(
        8.5,
        72,
        rounded(46, 28, 54, 28, 97, 35, 100, 38, 97, 42, 54, 48, 46, 48, 3, 42, 0, 38, 3, 35, times=2),
        _engine(30, 20, 24),
        _engine(70, 20, 24),
        *(rounded(x - 1.6, 66, x + 1.6, 66, x + 1.6, 82, x - 1.6, 82, times=1) for x in (33, 67)),
    ),
    "transport-plane": _plane(
        9.5,
        70,
        fill(45, 28, 55, 28, 99, 34, 100, 41, 55, 50, 45, 50, 0, 41, 1, 34),
        _engine(28, 21, 22),
        _engine(72, 21, 22),
        rounded(46, 8, 47, 4, 53, 4, 54, 8, times=1),
    ),
    "warship": (
        _HULL_AT_SEA,
        fill(24, 32.4, 24, 26, 34, 26, 34, 20, 40, 20, 40, 26, 46, 26, 46, 32.4),
        fill(50, 32.4, 50, 22, 54, 22, 54, 14, 62, 14, 62, 20, 68, 20, 68, 32.4),
        bar(58, 15, 58, 2, 1.6),
        bar(37, 21, 37, 8, 1.4),
        fill(72, 32, 73, 27, 81, 27, 82, 32),
        bar(80, 28.6, 94, 26, 1.8),
        fill(10, 33, 11, 28, 19, 28, 20, 33),
        bar(12, 29.6, -1, 27, 1.8),
    ),
    "submarine": (
        rounded(-2, 30, 14, 25, 80, 25, 106, 28, 100, 36, 10, 36, times=2),
        fill(44, 25.6, 46, 16, 60, 16, 62, 25.6),
        bar(51, 17, 51, 5, 1.4),
        bar(56, 17, 56, 9, 1.4),
        bar(70, 22, 84, 21.4, 1.8),
        bar(74, 26, 74, 21, 2.4),
    ),
    "landing-craft": (
        fill(0, 24, 74, 24, 92, 10, 97, 13, 84, 38, 6, 38),
        fill(4, 23.4, 4, 12, 22, 12, 22, 23.4),
        fill(8, 14.6, 18, 14.6, 18, 18, 8, 18, cut=True),
        bar(13, 12, 13, 2, 1.6),
        *(moved((HELMET, FACE), x, 14, 0.5)[0] for x in (30, 44, 58)),
    ),
}


def _from_0_to_1(shape: Shape) -> Shape:
    across, down = ([place for stroke in shape for place in stroke.at[n::2]] for n in (0, 1))
    left, top = min(across), min(down)
    scale = 1 / max(max(across) - left, max(down) - top)
    return moved(shape, -left * scale, -top * scale, scale)


SILHOUETTES: Mapping[str, Shape] = {
    name: _from_0_to_1(shape) for name, shape in {**_DRAWN, **ARMOUR, **PEOPLE, **EQUIPMENT}.items()
}
"""What is drawn for each type of unit that bears a picture instead of a symbol in a frame."""


def _in_the_middle(shape: Shape) -> Shape:
    """A shape in the middle of its square."""
    wide, high = (max(place for stroke in shape for place in stroke.at[n::2]) for n in (0, 1))
    return moved(shape, (1 - wide) / 2, (1 - high) / 2)


SIGNS: Mapping[str, Shape] = {
    **MARKS,
    **{name: _in_the_middle(shape) for name, shape in SILHOUETTES.items()},
}
"""What can be drawn on markers and cards."""

PORTRAITS: Mapping[str, str] = {
    **dict.fromkeys(
        ("infantry", "militia", "security", "police", "marine", "mountain", "parachute"), "squad"
    ),
    **dict.fromkeys(("motorised", "transport", "supply"), "truck"),
    **dict.fromkeys(("artillery", "rocket-artillery", "railway-artillery"), "howitzer"),
    **dict.fromkeys(("self-propelled-artillery", "tank-destroyer"), "self-propelled-gun"),
    "mechanised": "halftrack",
    "motorised-artillery": "infantry-gun",
    "armour": "tank",
    "reconnaissance": "armoured-car",
    "anti-tank": "gun",
    "anti-aircraft": "anti-aircraft-gun",
    "mortar": "mortar-tube",
    "machine-gun": "machine-gunner",
    "ship": "warship",
    "air": "ground-attack",
    "signals": "radio",
    "fortress": "pillbox",
}
"""The silhouette in place of a type's sign, in games that have silhouettes; other types keep their sign."""
