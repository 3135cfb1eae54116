"""The heading of an area: its name, its index, and marks for its facts, in the shapes that its look names."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from maps.board import Space
from maps.drawing.ink import BOLD, NARROW, Colour, Ink, Point, text_width
from maps.reading.look import Look, Mark

BLACK: Colour = (24, 22, 20)
WHITE: Colour = (255, 253, 246)
PLATE: Colour = (250, 246, 232, 205)

NAME_MM = 3.7
EMBLEM_MM = 6.6
_ROW_MM = 6.8

Emblem = Callable[[Ink, Point], None]


@dataclass(frozen=True, slots=True)
class Heading:
    """One way to set a zone's name and marks: its lines, and whether the marks stand beside or below."""

    lines: tuple[str, ...]
    beside: bool
    emblems: tuple[Emblem, ...]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        marks = len(self.emblems) * EMBLEM_MM
        if self.beside:
            return (self._name_width + marks + 1.2, self._name_height)
        return (max(self._name_width, marks), self._name_height + (_ROW_MM if marks else 0))

    @property
    def _name_width(self) -> float:
        return 7.6 + max(text_width(line, NAME_MM) for line in self.lines)

    @property
    def _name_height(self) -> float:
        return max(6.4, 1.4 + len(self.lines) * (NAME_MM + 0.4))

    def draw(self, ink: Ink, corner: Point, index: str) -> None:
        """Draw it with its upper left corner here."""
        (x, y), (width, height) = corner, self.size
        ink.box(corner, (width, height), PLATE, radius=1.2)
        middle = y + self._name_height / 2
        if index:
            index_circle(ink, (x + 3.2, middle), index)
        top = middle - (len(self.lines) - 1) * (NAME_MM + 0.4) / 2
        for number, line in enumerate(self.lines):
            ink.text((x + 6.8, top + number * (NAME_MM + 0.4)), line, NAME_MM, BLACK, NARROW, "lm")
        first = (
            x + self._name_width + 3.5
            if self.beside
            else x + width / 2 - (len(self.emblems) - 1) * EMBLEM_MM / 2
        )
        row = middle if self.beside else y + self._name_height + _ROW_MM / 2 - 0.2
        for number, emblem in enumerate(self.emblems):
            emblem(ink, (first + number * EMBLEM_MM, row))


def headings(space: Space, look: Look) -> list[Heading]:
    """The ways to set a zone's heading, the best looking first."""
    marks = tuple(emblem(mark, text) for mark, text in look.marks_of(space))
    ways = [Heading((space.name,), beside, marks) for beside in ((False, True) if marks else (False,))]
    words = space.name.split()
    if len(words) > 1:
        ways.append(Heading(tuple(words), False, marks))
        ways.append(Heading(tuple(words), True, marks))
    return ways


def emblem(mark: Mark, text: str) -> Emblem:
    """A mark with its text, ready to be drawn."""
    return partial(SHAPES[mark.shape], colours=mark.colours, text=text)


def index_circle(ink: Ink, at: Point, index: str) -> None:
    """The zone's index, white in a black circle."""
    ink.disc(at, 2.75, BLACK)
    ink.text((at[0], at[1] + 0.05), index, 3.1, WHITE, NARROW)


def _text_star(ink: Ink, at: Point, colours: Sequence[Colour], text: str) -> None:
    """A star in the first colour, its rim and its text in the second."""
    ink.polygon(_star(at, 3.75), colours[1])
    ink.polygon(_star(at, 3.1), colours[0])
    ink.text((at[0], at[1] + 0.2), text, 3.0, colours[1], BOLD)


def _text_shield(ink: Ink, at: Point, colours: Sequence[Colour], text: str) -> None:
    """A shield in the first colour, its rim and its text in the second."""
    ink.polygon(_shield(at, 3.0), colours[1])
    ink.polygon(_shield(at, 2.6), colours[0])
    ink.text((at[0], at[1] - 0.3), text, 2.7, colours[1], NARROW)


def _medal(ink: Ink, at: Point, colours: Sequence[Colour], text: str, size: float = 2.5) -> None:
    """A star on a disc: colours of the disc, its rim, the star and the text."""
    ink.disc(at, 3.0, colours[0], colours[1], 0.3)
    ink.polygon(_star(at, 2.75), colours[2])
    ink.text((at[0], at[1] + 0.15), text, size, colours[3], BOLD)


def _initial(ink: Ink, at: Point, colours: Sequence[Colour], text: str) -> None:
    """A medal with the first letter of its text."""
    _medal(ink, at, colours, text[:1].upper(), 2.4)


def _cross(ink: Ink, at: Point, colours: Sequence[Colour], text: str) -> None:
    """A beam cross on a disc of the first colour: beams in the second with rims in the third."""
    ink.disc(at, 3.0, colours[0], colours[1], 0.3)
    for thick, colour in ((1.7, colours[2]), (0.85, colours[1])):
        ink.line([(at[0] - 1.5, at[1]), (at[0] + 1.5, at[1])], colour, thick)
        ink.line([(at[0], at[1] - 1.5), (at[0], at[1] + 1.5)], colour, thick)


def _flag(ink: Ink, at: Point, colours: Sequence[Colour], text: str) -> None:
    """A flag of the first colour, its pole and rim in the second, its text in the third."""
    x, y = at
    ink.line([(x - 2.6, y - 2.9), (x - 2.6, y + 2.9)], colours[1], 0.45)
    ink.box((x - 2.5, y - 2.7), (5.2, 3.9), colours[0], colours[1], 0.2)
    ink.text((x + 0.1, y - 0.75), text, 2.7, colours[2], NARROW)


def _star(at: Point, radius: float) -> list[Point]:
    points = []
    for spike in range(10):
        reach = radius if spike % 2 == 0 else radius * 0.52
        angle = math.pi * spike / 5
        points.append((at[0] + reach * math.sin(angle), at[1] - reach * math.cos(angle)))
    return points


def _shield(at: Point, half: float) -> list[Point]:
    x, y = at
    right = [
        (half, -half),
        (half, half * 0.2),
        (half * 0.75, half * 0.65),
        (half * 0.4, half * 0.95),
        (0.0, half * 1.2),
    ]
    left = [(-dx, dy) for dx, dy in reversed(right[:-1])]
    return [(x + dx, y + dy) for dx, dy in (*right, *left)]


SHAPES = {
    "star": _text_star,
    "shield": _text_shield,
    "medal": _medal,
    "initial": _initial,
    "cross": _cross,
    "flag": _flag,
}
