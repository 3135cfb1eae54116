"""The marks printed in a zone: index, Victory Points, garrison, tracks, supply, flag; and its heading."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from maps.board import Space
from maps.drawing.ink import BOLD, NARROW, Colour, Ink, Point, text_width

BLACK: Colour = (24, 22, 20)
WHITE: Colour = (255, 253, 246)
RED: Colour = (172, 34, 30)
GOLD: Colour = (245, 196, 66)
NAVY: Colour = (32, 58, 104)
FIELD_GREY: Colour = (84, 92, 80)
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


def headings(space: Space) -> list[Heading]:
    """The ways to set a zone's heading, the best looking first."""
    marks = tuple(emblems_of(space))
    ways = [Heading((space.name,), beside, marks) for beside in ((False, True) if marks else (False,))]
    words = space.name.split()
    if len(words) > 1:
        ways.append(Heading(tuple(words), False, marks))
        ways.append(Heading(tuple(words), True, marks))
    return ways


def emblems_of(space: Space) -> Sequence[Emblem]:
    """The marks of a zone in the order they are printed; facts a game does not have give no mark."""
    facts = space.facts
    tracks = facts.get("tracks")
    marks: list[Emblem] = []
    for fact, sign in (("vp", victory_star), ("garrison", garrison_shield)):
        marks += [partial(sign, text=str(facts[fact]))] if facts.get(fact) else []
    marks += [partial(american_track, text=track) for track in (tracks if isinstance(tracks, tuple) else ())]
    for fact, sign in (("supply", supply), ("flag", flag)):
        marks += [partial(sign, text=str(facts[fact]))] if facts.get(fact) else []
    return marks


def index_circle(ink: Ink, at: Point, index: str) -> None:
    """The zone's index, white in a black circle."""
    ink.disc(at, 2.75, BLACK)
    ink.text((at[0], at[1] + 0.05), index, 3.1, WHITE, NARROW)


def victory_star(ink: Ink, at: Point, text: str) -> None:
    """A gold star with the Victory Points of the zone."""
    ink.polygon(_star(at, 3.75), BLACK)
    ink.polygon(_star(at, 3.1), GOLD)
    ink.text((at[0], at[1] + 0.2), text, 3.0, BLACK, BOLD)


def garrison_shield(ink: Ink, at: Point, text: str) -> None:
    """A shield with the strength of the garrison."""
    ink.polygon(_shield(at, 3.0), BLACK)
    ink.polygon(_shield(at, 2.6), (196, 202, 186))
    ink.text((at[0], at[1] - 0.3), text, 2.7, BLACK, NARROW)


def american_track(ink: Ink, at: Point, text: str) -> None:
    """A white star on blue with the number of the American track."""
    ink.disc(at, 3.0, NAVY, WHITE, 0.3)
    ink.polygon(_star(at, 2.75), WHITE)
    ink.text((at[0], at[1] + 0.15), text, 2.5, NAVY, BOLD)


def supply(ink: Ink, at: Point, text: str) -> None:
    """A supply source: red with the front's letter for the Soviets, a beam cross for the Germans."""
    if text == "german":
        ink.disc(at, 3.0, FIELD_GREY, BLACK, 0.3)
        for thick, colour in ((1.7, WHITE), (0.85, BLACK)):
            ink.line([(at[0] - 1.5, at[1]), (at[0] + 1.5, at[1])], colour, thick)
            ink.line([(at[0], at[1] - 1.5), (at[0], at[1] + 1.5)], colour, thick)
        return
    ink.disc(at, 3.0, RED, BLACK, 0.3)
    ink.polygon(_star(at, 2.75), GOLD)
    ink.text((at[0], at[1] + 0.15), text[:1].upper(), 2.4, BLACK, BOLD)


def flag(ink: Ink, at: Point, text: str) -> None:
    """A set-up flag with its letter."""
    x, y = at
    ink.line([(x - 2.6, y - 2.9), (x - 2.6, y + 2.9)], BLACK, 0.45)
    ink.box((x - 2.5, y - 2.7), (5.2, 3.9), (120, 30, 36), BLACK, 0.2)
    ink.text((x + 0.1, y - 0.75), text, 2.7, WHITE, NARROW)


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
