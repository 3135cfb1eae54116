"""Silhouettes of people: soldiers, officers and others, told by their heads and hands.

Strokes as in `counters.signs.symbols`, in any measure; `counters.signs.silhouettes` brings them to one.
"""

from __future__ import annotations

from collections.abc import Mapping

from counters.signs.shapes import Shape, bar, disc, fill, moved, rounded

HELMET = rounded(8, 8.5, 7, 13, 11, 14, 22, 14.5, 27, 13.5, 24, 12, 24, 6, 20, 0, 12, 0)
FACE = rounded(11, 11, 11, 18, 15, 22, 21, 21, 23, 17, 23, 11)
SOLDIER: Shape = (
    HELMET,
    FACE,
    rounded(8, 20, 18, 21, 24, 25, 25, 36, 23, 50, 24, 57, 5, 57, 6, 44, 3, 34, 4, 24),  # tunic
    rounded(-6, 24, 3, 21, 5, 27, 4, 43, -5, 43, -7, 33, times=2),  # pack
    rounded(5, 53, 16, 53, 12, 70, 8, 80, -6, 95, -12, 100, -15, 98, -11, 92, -2, 80, 2, 68, times=2),  # legs
    rounded(
        12, 53, 24, 53, 28, 70, 29, 76, 30, 92, 40, 98, 40, 100, 23, 100, 22, 90, 20, 78, 14, 66, times=2
    ),
    bar(0, 49, 52, 29, 4.2, 2.4),  # rifle
    rounded(18, 24, 24, 25, 33, 35, 33, 40, 28, 42, 18, 33, times=2),  # arm
)
_PEAKED_CAP: Shape = (
    rounded(13, 9, 11, 3, 16, 0, 30, 0, 36, 3, 33, 9, times=2),
    rounded(13, 8.5, 33, 8.5, 37, 12, 30, 12, 13, 11, times=2),
)
_SOFT_HAT: Shape = (
    rounded(14, 8, 14, 1, 18, -1, 24, 1, 30, -1, 34, 1, 34, 8, times=2),
    rounded(6, 7, 42, 7, 40, 11, 24, 10, 8, 11, times=2),
)
_FLAT_CAP: Shape = (rounded(9, 9, 11, 2, 20, -1, 32, 1, 42, 8, 40, 11, 30, 9.6, times=2),)
_HEADSET: Shape = (
    rounded(12, 12, 12, 2, 18, -1, 30, -1, 35, 3, 35, 9, 30, 10, times=2),
    disc(16, 14, 5.4, cut=True),
    disc(16, 14, 4),
)
_HEAD = rounded(15, 11, 32, 11, 31, 20, 27, 25, 20, 25, 16, 20)
_LEGS: Shape = (
    rounded(11, 62, 23, 62, 22, 96, 25, 100, 11, 100, 13, 94, times=2),
    rounded(24, 62, 36, 62, 34, 94, 37, 100, 23, 100, 25, 96, times=2),
)
_TUNIC = rounded(9, 28, 18, 24, 29, 24, 38, 28, 39, 40, 35, 52, 37, 66, 10, 66, 12, 52, 8, 40)
_LONG_COAT = rounded(9, 28, 18, 24, 29, 24, 38, 28, 40, 46, 37, 54, 43, 88, 4, 88, 10, 54, 7, 46, times=2)
_ARM_ON_HIP = rounded(10, 28, 3, 36, 0, 50, 7, 60, 12, 57, 8, 49, 13, 40, times=2)
_POINTING: Shape = (
    rounded(34, 27, 42, 32, 56, 18, 60, 10, 66, 10, 66, 17, 44, 43, 36, 40, times=2),
    bar(64, 13, 74, 4, 3),
)
_ARMS_DOWN: Shape = (
    rounded(10, 28, 3, 36, 1, 54, 8, 62, 13, 58, 9, 50, 14, 40, times=2),
    rounded(37, 28, 44, 36, 46, 54, 39, 62, 34, 58, 38, 50, 33, 40, times=2),
)
_RIFLE_HELD_HIGH: Shape = (
    rounded(34, 28, 42, 32, 50, 16, 52, 2, 58, 2, 58, 18, 46, 42, 36, 40, times=2),
    bar(36, 20, 82, -12, 4, 2.4),
)
_PISTOL: Shape = (
    rounded(34, 27, 42, 30, 62, 27, 68, 27, 68, 33, 44, 42, 36, 40, times=2),
    fill(64, 22, 80, 22, 80, 26, 70, 26.4, 69, 32, 65, 32),
)
_STAR_ON_SLEEVE = fill(
    *(23, 33, 24.6, 37.4, 29.2, 37.4, 25.6, 40.2, 27, 44.6, 23, 42),
    *(19, 44.6, 20.4, 40.2, 16.8, 37.4, 21.4, 37.4),
    cut=True,
)
KNEELING: Shape = (
    *moved((HELMET, FACE), 0, 14),
    rounded(4, 35, 18, 35, 24, 42, 24, 60, 20, 72, 4, 72, 0, 58, times=2),
    rounded(4, 66, 18, 64, 34, 70, 36, 76, 36, 94, 44, 97, 44, 100, 27, 100, 26, 82, 10, 82, times=2),
    rounded(2, 68, 12, 68, 12, 88, 2, 94, -16, 100, -18, 94, -2, 86, times=2),
    rounded(16, 38, 24, 40, 38, 50, 38, 56, 32, 58, 16, 50, times=2),
)

PEOPLE: Mapping[str, Shape] = {
    "leader": (*_PEAKED_CAP, _HEAD, _TUNIC, *_LEGS, _ARM_ON_HIP, *_POINTING),
    "partisan": (*_FLAT_CAP, _HEAD, _TUNIC, *_LEGS, _ARM_ON_HIP, *_RIFLE_HELD_HIGH),
    "detective": (
        *_SOFT_HAT,
        _HEAD,
        _LONG_COAT,
        *_LEGS,
        *_ARMS_DOWN,
        fill(9, 53, 38, 53, 38, 56, 9, 56, cut=True),
        fill(22.6, 26, 24.4, 26, 24.4, 52, 22.6, 52, cut=True),
    ),
    "commissar": (*_PEAKED_CAP, _HEAD, _LONG_COAT, *_LEGS, _ARM_ON_HIP, *_PISTOL, _STAR_ON_SLEEVE),
    "official": (
        *_PEAKED_CAP,
        _HEAD,
        rounded(9, 28, 18, 24, 29, 24, 40, 30, 46, 44, 44, 58, 37, 66, 10, 66, 12, 52, 8, 40, times=2),
        *_LEGS,
        *_ARMS_DOWN,
        fill(0.6, 40, 12, 38, 12, 45, 0.6, 47, cut=True),
    ),
    "tank-leader": (
        *moved((*_HEADSET, _HEAD), 0, 0),
        rounded(4, 52, 8, 30, 18, 24, 29, 24, 39, 30, 43, 52, times=2),
        *moved(_POINTING, 0, 0),
        fill(-16, 54, 62, 54, 70, 66, -24, 66),
        fill(-30, 68, 76, 68, 80, 74, -34, 74),
    ),
}
"""What is drawn for these."""
