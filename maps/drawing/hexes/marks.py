"""Marks for facts of a hex: stars, letters, discs in two colours, tags; map.toml gives them to facts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from maps.drawing.ink import BOLD, NARROW, Colour, Ink, text_width
from maps.drawing.placing import Box
from maps.grids.hexes import Point
from maps.reading.look import colour_of

Overlay = Literal["whole", "entries", "none"]
"""What of the overlay is printed: all of it, all but labels of the set-up, nothing."""
OVERLAYS: tuple[Overlay, ...] = ("whole", "entries", "none")

_INK: Colour = (30, 26, 24)
_PALE: Colour = (255, 252, 244)
_RADIUS = 0.115
_TAG = 0.115
"""The radius of a round mark and the height of a tag's letters, in hexes."""


def draw_mark(ink: Ink, at: Point, size: float, mark: Mapping[str, Any], text: str) -> None:
    """One mark of map.toml at a point; `size` is the width of a hex."""
    colours = [colour_of(text) for text in mark["colours"]]
    SHAPES[mark["shape"]](ink, at, size, colours, text)


def is_shown(mark: Mapping[str, Any], overlay: Overlay) -> bool:
    """Whether a mark is printed on a board with so much of its overlay."""
    left_out = {"whole": (), "entries": ("set_up",), "none": ("set_up", "overlay")}
    return not any(mark.get(part) for part in left_out[overlay])


def least_of(table: Mapping[str, Any], overlay: Overlay) -> Overlay:
    """The first overlay that prints the same marks of the table `sheet` of map.toml: one board for both."""
    marks: Sequence[Mapping[str, Any]] = table.get("mark", [])
    shown = [[is_shown(mark, one) for mark in marks] for one in OVERLAYS]
    return OVERLAYS[shown.index(shown[OVERLAYS.index(overlay)])]


def mark_box(at: Point, size: float, mark: Mapping[str, Any], text: str) -> Box:
    """The room a mark takes."""
    wide, high = _RADIUS * size, _RADIUS * size
    if mark["shape"] == "tag":
        wide, high = _tag_size(size, text)[0] / 2, _tag_size(size, text)[1] / 2
    return (at[0] - wide, at[1] - high, at[0] + wide, at[1] + high)


def _star(ink: Ink, at: Point, size: float, colours: Sequence[Colour], text: str) -> None:
    """A star in the first colour, its rim in the second."""
    for reach, colour in ((_RADIUS * 1.42, colours[-1]), (_RADIUS * 1.08, colours[0])):
        points = []
        for step in range(10):
            far = reach * size * (1.0 if step % 2 == 0 else 0.45)
            angle = step * math.pi / 5 - math.pi / 2
            points.append((at[0] + math.cos(angle) * far, at[1] + math.sin(angle) * far))
        ink.polygon(points, colour)


def _disc(ink: Ink, at: Point, size: float, colours: Sequence[Colour], text: str) -> None:
    """A disc, its left half in the first colour and its right one in the second."""
    radius = _RADIUS * size
    ink.disc(at, radius * 1.16, _INK)
    ink.disc(at, radius, colours[-1])
    left = [
        (at[0] + math.cos(a * math.pi / 24) * radius, at[1] + math.sin(a * math.pi / 24) * radius)
        for a in range(12, 37)
    ]
    ink.polygon(left, colours[0])
    ink.text((at[0], at[1]), "S", radius * 1.25, _INK, BOLD, halo=_PALE)


def _letter(ink: Ink, at: Point, size: float, colours: Sequence[Colour], text: str) -> None:
    """The fact's value in a box of the first colour, letters in the second."""
    half = _RADIUS * size
    ink.box(
        (at[0] - half, at[1] - half), (2 * half, 2 * half), colours[0], colours[-1], size * 0.018, half * 0.35
    )
    ink.text(at, text, half * 1.5, colours[-1], BOLD)


def _tag(ink: Ink, at: Point, size: float, colours: Sequence[Colour], text: str) -> None:
    """A small tag with the fact's value."""
    wide, high = _tag_size(size, text)
    ink.box((at[0] - wide / 2, at[1] - high / 2), (wide, high), colours[0], radius=high * 0.25)
    ink.text(at, text, _TAG * size, colours[-1], NARROW)


def _tag_size(size: float, text: str) -> tuple[float, float]:
    return text_width(text, _TAG * size, NARROW) + size * 0.06, size * 0.13


Shape = Callable[[Ink, Point, float, Sequence[Colour], str], None]
SHAPES: Mapping[str, Shape] = {"star": _star, "disc": _disc, "letter": _letter, "tag": _tag}
