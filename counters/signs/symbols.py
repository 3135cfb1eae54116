"""The signs on counters as tables of strokes: what troops they are, how large, and what a marker says.

Coordinates run from 0 to 1 across and down the symbol's frame, half again as wide as it is high.
The signs are the common NATO ones; wargames use the same set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Stroke:
    """One mark of the pen: an open line, a filled shape, an outlined or filled oval, a track, an arc, a word.

    A track is an oblong with round ends. What is `cut` is taken away from the strokes before it. A line is
    `wide` times as thick as the pen; a `signal` is drawn over all others in a colour of warning.
    """

    kind: Literal["line", "fill", "oval", "disc", "track", "arc", "word"]
    at: tuple[float, ...] = ()
    word: str = ""
    cut: bool = False
    wide: float = 1.0
    signal: bool = False


def _line(*at: float) -> Stroke:
    return Stroke("line", at)


def _word(word: str) -> Stroke:
    return Stroke("word", (0.08, 0.24, 0.92, 0.76), word)


_CROSS = (_line(0, 0, 1, 1), _line(0, 1, 1, 0))
_SLASH = (_line(0, 1, 1, 0),)
_TRACKS = (Stroke("track", (0.16, 0.24, 0.84, 0.76)),)
_GUN = (Stroke("disc", (0.39, 0.33, 0.61, 0.67)),)
_ANTI_TANK = (_line(0, 1, 0.5, 0, 1, 1),)
_WINGS = (Stroke("arc", (0.32, 0.76, 0.5, 1.06, 180, 360)), Stroke("arc", (0.5, 0.76, 0.68, 1.06, 180, 360)))
_GULL = (Stroke("arc", (0.2, 0.36, 0.5, 0.96, 180, 360)), Stroke("arc", (0.5, 0.36, 0.8, 0.96, 180, 360)))
_PEAK = (Stroke("fill", (0.5, 0.68, 0.62, 1, 0.38, 1)),)
_WHEELS = (Stroke("oval", (0.2, 0.62, 0.4, 0.92)), Stroke("oval", (0.6, 0.62, 0.8, 0.92)))
_TOWER = (0.36, 0.84, 0.36, 0.16, 0.44, 0.16, 0.44, 0.3, 0.56, 0.3, 0.56, 0.16, 0.64, 0.16, 0.64, 0.84)
_BRIDGE = (_line(0.24, 0.74, 0.24, 0.3, 0.76, 0.3, 0.76, 0.74), _line(0.5, 0.3, 0.5, 0.74))

_RAIL = (
    _line(0.1, 0.86, 0.9, 0.86),
    Stroke("disc", (0.24, 0.7, 0.34, 0.86)),
    Stroke("disc", (0.66, 0.7, 0.76, 0.86)),
)
_MORTAR = (
    Stroke("oval", (0.41, 0.64, 0.59, 0.9)),
    _line(0.5, 0.64, 0.5, 0.12),
    _line(0.39, 0.32, 0.5, 0.12, 0.61, 0.32),
)

_ARMS: Mapping[str, tuple[Stroke, ...]] = {
    "infantry": _CROSS,
    "mechanised": (*_CROSS, *_TRACKS),
    "motorised": (*_CROSS, _line(0.5, 0, 0.5, 1)),
    "mountain": (*_CROSS, *_PEAK),
    "parachute": (*_CROSS, *_WINGS),
    "marine": (*_CROSS, _line(0.5, 0.12, 0.5, 0.88), Stroke("arc", (0.34, 0.42, 0.66, 0.88, 0, 180))),
    "armour": _TRACKS,
    "airborne": _GULL,
    "cavalry": _SLASH,
    "reconnaissance": (*_SLASH, *_TRACKS),
    "artillery": _GUN,
    "self-propelled-artillery": (*_GUN, *_TRACKS),
    "rocket-artillery": (
        Stroke("disc", (0.4, 0.5, 0.6, 0.8)),
        _line(0.34, 0.28, 0.5, 0.12, 0.66, 0.28),
        _line(0.34, 0.44, 0.5, 0.28, 0.66, 0.44),
    ),
    "motorised-artillery": (*_GUN, *_WHEELS),
    "railway-artillery": (*_GUN, *_RAIL),
    "mortar": _MORTAR,
    "machine-gun": (
        _line(0.5, 0.9, 0.5, 0.12),
        _line(0.38, 0.32, 0.5, 0.12, 0.62, 0.32),
        _line(0.34, 0.9, 0.66, 0.9),
    ),
    "anti-tank": _ANTI_TANK,
    "tank-destroyer": (*_ANTI_TANK, *_TRACKS),
    "anti-aircraft": (Stroke("arc", (0, 0.5, 1, 1.5, 180, 360)),),
    "self-propelled-anti-aircraft": (
        Stroke("arc", (0, 0.66, 1, 1.34, 180, 360)),
        Stroke("track", (0.24, 0.14, 0.76, 0.54)),
    ),
    "engineer": _BRIDGE,
    "mechanised-engineer": (*_BRIDGE, Stroke("oval", (0.08, 0.12, 0.92, 0.92))),
    "bridging": (
        _line(0.2, 0.26, 0.28, 0.4, 0.72, 0.4, 0.8, 0.26),
        _line(0.2, 0.74, 0.28, 0.6, 0.72, 0.6, 0.8, 0.74),
    ),
    "signals": (_line(0, 0, 0.54, 0.74, 0.46, 0.26, 1, 1),),
    "armoured-train": (
        Stroke("oval", (0.2, 0.14, 0.8, 0.6)),
        _line(0.08, 0.86, 0.92, 0.86),
        *(Stroke("disc", (x, 0.64, x + 0.12, 0.82)) for x in (0.24, 0.44, 0.64)),
    ),
    "bicycle": (*_CROSS, *_WHEELS),
    "medical": (_line(0.5, 0, 0.5, 1), _line(0, 0.5, 1, 0.5)),
    "supply": (_line(0, 0.8, 1, 0.8),),
    "transport": (
        Stroke("oval", (0.3, 0.2, 0.7, 0.8)),
        _line(0.5, 0.2, 0.5, 0.8),
        _line(0.3, 0.5, 0.7, 0.5),
        _line(0.36, 0.29, 0.64, 0.71),
        _line(0.36, 0.71, 0.64, 0.29),
    ),
    "headquarters": (_word("HQ"),),
    "hq": (
        Stroke("fill", (0, 0, 1, 0, 1, 0.24, 0, 0.24)),
        Stroke("word", (0.12, 0.37, 0.88, 0.79), "HQ"),
    ),
    "security": (_word("SEC"),),
    "police": (_word("MP"),),
    "militia": (_word("MIL"),),
    "fortress": (_line(0, 0.34, 0.3, 0.34, 0.3, 0.62, 0.7, 0.62, 0.7, 0.34, 1, 0.34),),
    "garrison": (Stroke("fill", _TOWER), _line(0, 0.84, 1, 0.84)),
    "refugee": (
        Stroke("fill", (0.12, 0.36, 0.62, 0.36, 0.58, 0.66, 0.18, 0.66)),
        Stroke("fill", (0.12, 0.32, 0.2, 0.14, 0.54, 0.14, 0.62, 0.32)),
        Stroke("oval", (0.16, 0.58, 0.34, 0.86)),
        Stroke("oval", (0.44, 0.58, 0.62, 0.86)),
        _line(0.62, 0.52, 0.92, 0.52),
        Stroke("disc", (0.74, 0.16, 0.84, 0.32)),
        _line(0.79, 0.3, 0.79, 0.6, 0.73, 0.86),
        _line(0.79, 0.6, 0.86, 0.86),
    ),
    "ship": (
        Stroke("fill", (0.04, 0.6, 0.96, 0.6, 0.86, 0.84, 0.14, 0.84)),
        Stroke(
            "fill", (0.3, 0.56, 0.3, 0.4, 0.4, 0.4, 0.4, 0.24, 0.52, 0.24, 0.52, 0.4, 0.66, 0.4, 0.66, 0.56)
        ),
        _line(0.46, 0.24, 0.46, 0.08),
        _line(0.3, 0.48, 0.14, 0.42),
        _line(0.66, 0.48, 0.84, 0.42),
    ),
    "air": (Stroke("fill", (0.5, 0.5, 0.2, 0.3, 0.2, 0.7)), Stroke("fill", (0.5, 0.5, 0.8, 0.3, 0.8, 0.7))),
}

COMMANDS: Mapping[str, tuple[Stroke, ...]] = {
    "command-post": (),
    **{
        f"{arm}-command": _ARMS[arm]
        for arm in ("infantry", "mechanised", "motorised", "armour", "cavalry", "artillery", "engineer")
    },
}
"""Headquarters whose frame is the flag on a staff, which stands on the frame's left corner."""

TYPES: Mapping[str, tuple[Stroke, ...]] = {**_ARMS, **COMMANDS}
"""What is drawn inside the frame for each type of unit."""

SIZES: Mapping[str, str] = {
    "": "",
    "team": "0",
    "squad": "o",
    "section": "oo",
    "platoon": "ooo",
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "group": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "army-group": "XXXXX",
    "front": "XXXXX",
    "theatre": "XXXXXX",
}
"""The mark above the frame for each size of unit: o a dot, 0 a ring struck through, I a bar, X a cross."""

SIZE_MARKS: Mapping[str, tuple[Stroke, ...]] = {
    "o": (Stroke("disc", (0.1, 0.1, 0.9, 0.9)),),
    "0": (Stroke("oval", (0.1, 0.1, 0.9, 0.9)), _line(0, 1, 1, 0)),
    "I": (_line(0.5, 0, 0.5, 1),),
    "X": _CROSS,
}

_STAR = (0.5, 0.01, 0.619, 0.3762, 1.0041, 0.3762, 0.6925, 0.6026, 0.8115, 0.9688)
_STAR_FOOT = (0.5, 0.7424, 0.1885, 0.9688, 0.3075, 0.6026, -0.0041, 0.3762, 0.381, 0.3762)
_ROCKET = (-0.04, 0.36, 0.42, -0.06, 0.62, -0.34, 0.34, -0.12, -0.14, 0.28)

_GUN_BARREL = (
    Stroke("fill", (0.3, 0.36, 0.98, 0.04, 1.02, 0.13, 0.34, 0.46)),
    Stroke("fill", (0.93, 0.0, 1.0, -0.03, 1.06, 0.13, 0.99, 0.17)),
)
_GUN_MOUNT = (
    Stroke("fill", (0.42, 0.56, 0.04, 0.92, 0.1, 1.0, 0.5, 0.64)),
    Stroke("fill", (0.42, 0.16, 0.5, 0.14, 0.58, 0.66, 0.5, 0.68)),
    Stroke("disc", (0.2, 0.4, 0.66, 0.86), cut=True),
    Stroke("disc", (0.24, 0.44, 0.62, 0.82)),
    Stroke("disc", (0.34, 0.54, 0.52, 0.72), cut=True),
    Stroke("disc", (0.385, 0.585, 0.475, 0.675)),
)


def _struck_through(left: float, right: float) -> tuple[Stroke, Stroke]:
    """A bar across a sign from its lower left corner to its upper right one, clear of the sign itself."""
    ends = (0.0, left, 1.0, right)
    return Stroke("line", ends, cut=True, wide=1.7), Stroke("line", ends, wide=1.0, signal=True)


MARKS: Mapping[str, tuple[Stroke, ...]] = {
    "": (),
    "star": (Stroke("fill", _STAR + _STAR_FOOT),),
    "cross": (
        Stroke("fill", (0.36, 0, 0.64, 0, 0.64, 1, 0.36, 1)),
        Stroke("fill", (0, 0.36, 1, 0.36, 1, 0.64, 0, 0.64)),
    ),
    "two": (_line(0.24, 0, 0.24, 1), _line(0.76, 0, 0.76, 1), _line(0, 0, 1, 0), _line(0, 1, 1, 1)),
    "three": (
        *(_line(x, 0, x, 1) for x in (0.2, 0.5, 0.8)),
        _line(0, 0, 1, 0),
        _line(0, 1, 1, 1),
    ),
    "ring": (
        Stroke("oval", (0.02, 0.02, 0.98, 0.98)),
        Stroke("disc", (0.38, 0.38, 0.62, 0.62)),
        *(
            _line(0.5 + x * 0.2, 0.5 + y * 0.2, 0.5 + x * 0.36, 0.5 + y * 0.36)
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
        ),
    ),
    "no-radio": (
        Stroke("fill", (0.5, 0.3, 0.72, 1.0, 0.58, 1.0, 0.5, 0.62, 0.42, 1.0, 0.28, 1.0)),
        Stroke("disc", (0.4, 0.2, 0.6, 0.4)),
        *(
            Stroke("arc", (0.5 - far, 0.3 - far, 0.5 + far, 0.3 + far, *sides))
            for far in (0.25, 0.42)
            for sides in ((130, 230), (310, 410))
        ),
        *_struck_through(0.98, 0.02),
    ),
    "fuel": (
        Stroke(
            "fill",
            (
                0.16,
                0.24,
                0.3,
                0.24,
                0.3,
                0.1,
                0.56,
                0.1,
                0.56,
                0.24,
                0.68,
                0.24,
                0.84,
                0.4,
                0.84,
                0.98,
                0.16,
                0.98,
            ),
        ),
    ),
    "flag": (_line(0.2, 0, 0.2, 1), Stroke("fill", (0.2, 0.02, 0.92, 0.24, 0.2, 0.5))),
    "zhe": (Stroke("word", (-0.1, 0.1, 1.1, 0.9), "Ж"),),
    "ka": (Stroke("word", (-0.1, 0.1, 1.1, 0.9), "К"),),
    "no-supply": (
        Stroke("fill", (0.02, 0.26, 0.6, 0.26, 0.6, 0.7, 0.02, 0.7)),
        Stroke("fill", (0.64, 0.38, 0.82, 0.38, 0.98, 0.54, 0.98, 0.7, 0.64, 0.7)),
        *(
            part
            for x in (0.2, 0.78)
            for part in (
                Stroke("disc", (x - 0.14, 0.56, x + 0.14, 0.84), cut=True),
                Stroke("disc", (x - 0.11, 0.59, x + 0.11, 0.81)),
            )
        ),
        *_struck_through(1.0, 0.0),
    ),
    "broken-gun": (
        *_GUN_BARREL,
        *_GUN_MOUNT,
        Stroke("fill", (0.58, 0.0, 0.71, 0.19, 0.62, 0.24, 0.74, 0.46, 0.52, 0.25, 0.61, 0.2), cut=True),
        Stroke("fill", (0.61, 0.1, 0.69, 0.22, 0.62, 0.25, 0.69, 0.38, 0.57, 0.24, 0.64, 0.21), signal=True),
    ),
    "no-gun": (*_GUN_BARREL, *_GUN_MOUNT, *_struck_through(0.02, 0.98)),
    "snapped-track": (
        Stroke("track", (0.02, 0.34, 0.98, 0.78), wide=1.3),
        *(Stroke("disc", (x - 0.11, 0.45, x + 0.11, 0.67)) for x in (0.24, 0.5, 0.76)),
        Stroke("fill", (0.56, 0.2, 0.74, 0.2, 0.8, 0.44, 0.62, 0.44), cut=True),
        Stroke("fill", (0.5, 0.28, 0.58, 0.33, 0.44, 0.12, 0.38, 0.17)),
        Stroke("fill", (0.86, 0.33, 0.78, 0.38, 0.84, 0.1, 0.92, 0.12)),
    ),
    "open-hatch": (
        Stroke("fill", (0.02, 0.98, 0.12, 0.62, 0.88, 0.62, 0.98, 0.98)),
        Stroke("fill", (0.24, 0.62, 0.28, 0.48, 0.72, 0.48, 0.76, 0.62)),
        Stroke("fill", (0.3, 0.6, 0.33, 0.52, 0.67, 0.52, 0.7, 0.6), cut=True),
        Stroke("fill", (0.66, 0.5, 0.74, 0.5, 0.98, 0.1, 0.9, 0.06)),
        Stroke("fill", (0.42, 0.42, 0.42, 0.24, 0.3, 0.24, 0.48, 0.02, 0.66, 0.24, 0.54, 0.24, 0.54, 0.42)),
    ),
    "pause": (
        Stroke("fill", (0.16, 0.06, 0.4, 0.06, 0.4, 0.94, 0.16, 0.94)),
        Stroke("fill", (0.6, 0.06, 0.84, 0.06, 0.84, 0.94, 0.6, 0.94)),
    ),
    "shells": tuple(
        Stroke("fill", (x, 0.95, x, 0.35, x + 0.1, 0.08, x + 0.2, 0.35, x + 0.2, 0.95))
        for x in (0.1, 0.4, 0.7)
    ),
    "hourglass": (
        _line(0.2, 0.04, 0.8, 0.04),
        _line(0.2, 0.96, 0.8, 0.96),
        Stroke("fill", (0.26, 0.06, 0.74, 0.06, 0.5, 0.5)),
        Stroke("fill", (0.26, 0.94, 0.74, 0.94, 0.5, 0.5)),
    ),
    "arrows": (
        Stroke("fill", (0.04, 0.36, 0.46, 0.36, 0.46, 0.14, 0.96, 0.5, 0.46, 0.86, 0.46, 0.64, 0.04, 0.64)),
    ),
    "gate": (
        Stroke("fill", (0.04, 0.2, 0.5, 0.02, 0.96, 0.2, 0.96, 0.3, 0.04, 0.3)),
        *(
            Stroke("fill", (x, 0.34, x + 0.12, 0.34, x + 0.12, 0.86, x, 0.86))
            for x in (0.08, 0.317, 0.563, 0.8)
        ),
        Stroke("fill", (0.02, 0.88, 0.98, 0.88, 0.98, 0.98, 0.02, 0.98)),
    ),
    "snowflake": tuple(
        _line(0.5 + x * inner - y * aside, 0.5 + y * inner + x * aside, 0.5 + x * outer, 0.5 + y * outer)
        for x, y in ((0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5))
        for inner, aside, outer in ((0, 0, 0.48), (0.42, 0.13, 0.28), (0.42, -0.13, 0.28))
    ),
    "die": (
        _line(0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9, 0.1, 0.06),
        *(
            Stroke("disc", (x - 0.08, y - 0.08, x + 0.08, y + 0.08))
            for x, y in ((0.3, 0.3), (0.7, 0.3), (0.5, 0.5), (0.3, 0.7), (0.7, 0.7))
        ),
    ),
    "anchor": (
        Stroke("oval", (0.4, 0.02, 0.6, 0.22)),
        _line(0.5, 0.22, 0.5, 0.94),
        _line(0.3, 0.34, 0.7, 0.34),
        Stroke("arc", (0.12, 0.2, 0.88, 0.96, 10, 170)),
        Stroke("fill", (0.04, 0.74, 0.12, 0.54, 0.26, 0.7)),
        Stroke("fill", (0.96, 0.74, 0.88, 0.54, 0.74, 0.7)),
    ),
    "rocket": tuple(
        Stroke("fill", tuple(part + (x if n % 2 == 0 else y) for n, part in enumerate(_ROCKET)))
        for x, y in ((0.14, 0.34), (0.26, 0.46), (0.38, 0.6))
    ),
    "bridge": (
        _line(0.02, 0.4, 0.98, 0.4),
        Stroke("fill", (0.02, 0.4, 0.98, 0.4, 0.98, 0.52, 0.02, 0.52)),
        Stroke("arc", (0.14, 0.5, 0.5, 1.1, 180, 360)),
        Stroke("arc", (0.5, 0.5, 0.86, 1.1, 180, 360)),
        *(
            Stroke("fill", (x - 0.05, 0.4, x + 0.05, 0.4, x + 0.05, 0.9, x - 0.05, 0.9))
            for x in (0.1, 0.5, 0.9)
        ),
        *(_line(x, 0.22, x, 0.4) for x in (0.1, 0.3, 0.5, 0.7, 0.9)),
        _line(0.02, 0.22, 0.98, 0.22),
    ),
    "lock": (
        Stroke("arc", (0.28, 0.04, 0.72, 0.72, 180, 360)),
        Stroke("fill", (0.16, 0.42, 0.84, 0.42, 0.84, 0.94, 0.16, 0.94)),
    ),
    "clover": (
        *(
            Stroke("disc", (x - 0.19, y - 0.19, x + 0.19, y + 0.19))
            for x, y in ((0.32, 0.27), (0.68, 0.27), (0.32, 0.63), (0.68, 0.63))
        ),
        _line(0.5, 0.45, 0.56, 0.74, 0.7, 0.98),
    ),
}
"""What is drawn on markers."""
