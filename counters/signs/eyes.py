"""How colours look, and to whom: contrast, difference, and the sight of people who confuse red and green.

The simulation is the one of Machado, Oliveira and Fernandes (2009) at full severity; the difference is the
distance in CIE L*a*b*, where about 2 is just seen and 10 is plain at a glance.
"""

from __future__ import annotations

from collections.abc import Mapping

Linear = tuple[float, float, float]
Matrix = tuple[Linear, Linear, Linear]

SIGHTS: Mapping[str, Matrix] = {
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}
NUMBER_CONTRAST = 7.0
"""The contrast of numbers with what they stand on, as web accessibility asks of text at its best."""
_TO_XYZ: Matrix = (
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours "#rrggbb": 1 for none, 21 for black on white."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def difference(one: str, other: str, sight: str = "") -> float:
    """How far two colours are apart to somebody of a kind of sight; "" is full sight."""
    (l0, a0, b0), (l1, a1, b1) = _lab(_seen(one, sight)), _lab(_seen(other, sight))
    return float(((l0 - l1) ** 2 + (a0 - a1) ** 2 + (b0 - b1) ** 2) ** 0.5)


def seen(colour: str, sight: str) -> str:
    """A colour "#rrggbb" as somebody of a kind of sight sees it."""
    return "#" + "".join(f"{round(255 * _gamma(part)):02x}" for part in _seen(colour, sight))


def _seen(colour: str, sight: str) -> Linear:
    linear = _linear(colour)
    return _times(SIGHTS[sight], linear) if sight else linear


def _linear(colour: str) -> Linear:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _straight(red), _straight(green), _straight(blue)


def _straight(part: float) -> float:
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


def _gamma(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return float(part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055)


def _times(matrix: Matrix, linear: Linear) -> Linear:
    one, two, three = (
        min(1.0, max(0.0, sum(factor * part for factor, part in zip(row, linear, strict=True))))
        for row in matrix
    )
    return one, two, three


def _luminance(colour: str) -> float:
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), _linear(colour), strict=True))


def _lab(linear: Linear) -> Linear:
    x, y, z = (_cubed(sum(f * p for f, p in zip(row, linear, strict=True))) for row in _TO_XYZ)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cubed(part: float) -> float:
    return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116
