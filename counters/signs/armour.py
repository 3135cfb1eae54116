"""Silhouettes of tanks and assault guns that look different: hull, turret, gun, wheels, and size.

Strokes as in `counters.signs.symbols`, a usual vehicle 98 long without its gun, its tracks on 45.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from counters.signs.shapes import Shape, bar, disc, fill, moved, rounded


def _track(right: float, wheels: int, radius: float, top: float = 30.0) -> Shape:
    """A track round wheels so large, from 0 to the right; overlapping wheels show their rims."""
    foot = 45.0
    first, last = 12.0, right - 12.0
    outside = rounded(
        *(3, top, right - 3, top, right + 3, top + 3, right + 1, top + 8, right - 9, foot, 9, foot),
        *(-1, top + 8, -3, top + 3),
        times=2,
    )
    inside = rounded(
        *(4, top + 2, right - 4, top + 2, right, top + 4.4, right - 1, top + 7.4, right - 10, foot - 2),
        *(10, foot - 2, 1, top + 7.4, 0, top + 4.4),
        times=2,
    )
    pace = (last - first) / (wheels - 1)
    ring, found = (outside, replace(inside, cut=True)), list[Shape]()
    for number in range(wheels):
        x, y = first + number * pace, foot - 2.4 - radius
        rim = (disc(x, y, radius + 0.9, cut=True),) if number and pace < 2 * radius else ()
        found.append((*rim, disc(x, y, radius), disc(x, y, radius * 0.36, cut=True)))
    ends = (disc(3.4, top + 4.8, 3.4), disc(right - 3.4, top + 4.8, 3.4))
    return (*ring, *ends, *(stroke for part in found for stroke in part))


def _gun(x: float, y: float, muzzle: float, thick: float = 3.0, brake: float = 0.0) -> Shape:
    """A barrel from its mantlet to its muzzle, a little upwards; with a brake so long."""
    end = y - (muzzle - x) * 0.02
    barrel = bar(x, y, muzzle, end, thick, thick * 0.85)
    return (barrel, bar(muzzle - brake, end, muzzle + 1, end, thick * 1.7)) if brake else (barrel,)


def _cupola(x: float, y: float) -> Shape:
    return (fill(x - 5.5, y + 0.5, x - 4.8, y - 4, x + 4.8, y - 4, x + 5.5, y + 0.5),)


_T34_TRACK = _track(96, 5, 6.4)
_T34_HULL = fill(0, 29.4, 9, 20.4, 78, 20.4, 97, 29.4)
_IS_TRACK = _track(100, 6, 4.9, 29)
_IS_HULL = fill(-1, 28.4, 3, 21, 22, 18.6, 76, 18.6, 90, 22, 100, 28.4)
_IS_CASEMATE: Shape = (
    *_IS_TRACK, _IS_HULL, fill(24, 19, 27, 5, 64, 4, 76, 9, 88, 23), *_cupola(42, 4.8),
)  # fmt: skip
_MK_IV_TRACK = _track(94, 8, 4.3)
_PANTHER_TRACK = _track(100, 8, 6.6, 29)

ARMOUR: Mapping[str, Shape] = {
    "light-tank": moved(
        (
            *_track(88, 5, 5.4),
            fill(0, 29.4, 6, 21, 60, 21, 88, 29.4),
            rounded(30, 21.4, 33, 11.4, 54, 11, 62, 16, 62, 21.4, times=1),
            *_cupola(42, 11),
            *_gun(60, 16.4, 92, 2.6),
        ),
        10.0,
        7.0,
        0.84,
    ),
    "boxy-tank": (
        *_MK_IV_TRACK,
        fill(0, 29.4, 2, 23, 8, 19.6, 74, 19.6, 76, 24.4, 94, 26, 95, 29.4),
        fill(24, 20, 25, 12, 34, 9, 60, 9, 65, 13, 65, 20),
        *_cupola(36, 9),
        bar(64, 14.4, 71, 14.2, 6.6),
        *_gun(70, 14.2, 102, 2.8, 5),
    ),
    "sloped-tank": (
        *_T34_TRACK,
        _T34_HULL,
        rounded(34, 20.6, 36, 10.6, 42, 7.6, 64, 8.4, 73, 13.4, 73, 20.6, times=2),
        *_cupola(45, 8.2),
        bar(70, 14.8, 78, 14.6, 7),
        *_gun(77, 14.6, 108, 3),
    ),
    "long-gun-tank": (
        *_PANTHER_TRACK,
        fill(-1, 22, 3, 19, 72, 19, 100, 29.6, 96, 31, -1, 28.6),
        fill(30, 19.4, 35, 9, 58, 9, 68, 12.4, 69, 19.4),
        *_cupola(41, 9),
        rounded(66, 10.4, 74, 11.4, 75, 18, 66, 18.6, times=1),
        *_gun(74, 14.2, 118, 2.8, 5),
    ),
    "heavy-tank": moved(
        (
            *_track(106, 9, 6.4, 28),
            fill(-1, 22, 3, 17.4, 76, 17.4, 106, 28.4, 100, 30.6, -1, 27.6),
            fill(20, 17.8, 23, 6, 62, 5.6, 74, 9.6, 75, 17.8),
            *_cupola(40, 5.8),
            rounded(73, 8.4, 86, 10.4, 86, 14.8, 73, 16.8, times=1),
            *_gun(84, 12.6, 120, 3.4, 6),
        ),
        -1.0,
        0.0,
    ),
    "cast-turret-tank": (
        *_IS_TRACK,
        _IS_HULL,
        rounded(30, 18.8, 32, 10, 40, 6.4, 62, 6, 73, 10.4, 74, 18.8, times=2),
        *_cupola(46, 6.6),
        rounded(70, 8.4, 80, 9.4, 80, 16.4, 70, 17.4, times=1),
        *_gun(79, 12.8, 116, 3.6, 6.6),
    ),
    "dome-turret-tank": (
        *_IS_TRACK,
        fill(-1, 28.4, 5, 20, 80, 20, 102, 28.4),
        rounded(22, 20.4, 34, 11, 52, 7.6, 68, 9.6, 84, 20.4, times=2),
        *_gun(76, 14.6, 116, 3.6, 6.6),
    ),
    "assault-gun": (
        *_track(92, 6, 5.2),
        fill(0, 29.4, 3, 22, 18, 20.4, 24, 13, 58, 12, 68, 16, 74, 23, 92, 26, 93, 29.4),
        *_cupola(34, 12.6),
        rounded(66, 15, 80, 16.4, 80, 22, 66, 23, times=1),
        *_gun(79, 19.2, 104, 2.8, 5),
    ),
    "sloped-assault-gun": (
        *_PANTHER_TRACK,
        fill(-1, 22, 4, 19, 12, 17.4, 22, 6.4, 50, 6.4, 100, 29.6, 96, 31, -1, 28.6),
        rounded(68, 14, 80, 16, 80, 21.4, 68, 22, times=1),
        *_gun(79, 18.6, 122, 3.2, 5),
    ),
    "open-assault-gun": moved(
        (
            *_track(92, 6, 4.8),
            fill(0, 29.4, 3, 23, 50, 21, 70, 21, 92, 29.4),
            fill(2, 23.4, 0, 10, 6, 9, 10, 12.4, 40, 8.4, 56, 12.4, 60, 21.4),
            bar(57, 16.6, 66, 16.4, 7),
            *_gun(65, 16.4, 92, 3, 4),
        ),
        8.0,
        6.0,
        0.88,
    ),
    "casemate-gun": (
        *_T34_TRACK,
        _T34_HULL,
        fill(30, 20.8, 34, 9.6, 64, 9.6, 92, 27, 60, 27),
        *_cupola(48, 9.8),
        rounded(70, 12, 80, 14, 80, 20, 70, 21.4, times=1),
        *_gun(79, 17, 116, 3),
    ),
    "casemate-howitzer": (
        *_T34_TRACK,
        _T34_HULL,
        fill(28, 20.8, 31, 9.6, 62, 9.6, 92, 27, 60, 27),
        *_cupola(44, 9.8),
        rounded(66, 10.6, 84, 14, 84, 22, 68, 22.4, times=1),
        *_gun(83, 18, 96, 4.6),
    ),
    "heavy-assault-gun": (
        *_IS_CASEMATE,
        rounded(76, 7.4, 88, 9.6, 88, 18.4, 78, 19.4, times=1),
        *_gun(87, 13.6, 118, 3.6, 6),
    ),
    "heavy-howitzer": (
        *_IS_CASEMATE,
        rounded(75, 6.4, 91, 8.6, 91, 19.4, 78, 20.4, times=1),
        *_gun(90, 13.8, 108, 5.2, 5.6),
    ),
}
"""What is drawn for these."""


def _long(shape: Shape) -> float:
    across = [place for stroke in shape for place in stroke.at[::2]]
    return max(across) - min(across)


_LONGEST = max(map(_long, ARMOUR.values()))
SHARES: Mapping[str, float] = {
    "small-halftrack": 0.82,
    **{name: _long(shape) / _LONGEST for name, shape in ARMOUR.items()},
}
"""How long vehicles are, as shares of the longest: beside others a light tank is small."""
