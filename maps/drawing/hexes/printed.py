"""What is printed in hexes: numbers, marks such as sources and Victory Points, names that find their room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from maps.board import Space
from maps.drawing.hexes.curve import Line
from maps.drawing.hexes.landscape import PAPER, is_open, tint
from maps.drawing.hexes.marks import draw_mark, mark_box
from maps.drawing.hexes.names import Box, Names
from maps.drawing.hexes.plan import Plan, counter_mm
from maps.drawing.hexes.towns import SIZES, draw_houses, size_of
from maps.drawing.hexes.ways import strokes
from maps.drawing.ink import BOLD, NARROW, SANS, SERIF, Colour, Ink, text_width
from maps.grids.hexes import Hex, Point
from maps.reading.look import colour_of

_NUMBER: Colour = (122, 110, 88)
_WET_NUMBER: Colour = (96, 134, 158)
_NAME: Colour = (44, 36, 30)
_FONTS: Mapping[str, tuple[str, float]] = {
    "city": (SERIF, 0.25),
    "town": (BOLD, 0.205),
    "station": (NARROW, 0.18),
    "village": (NARROW, 0.18),
    "": (BOLD, 0.19),
}


def print_hexes(ink: Ink, plan: Plan) -> Names:
    """Houses, numbers, marks and names, each clear of the others if it can be; returns what is taken."""
    size = number_mm(plan)
    for one, space in plan.spaces():
        x, y = plan.centre(one)
        wet = is_open(plan.word(space))
        halo = None if wet else (*tint(plan, plan.word(space))[:3], 170)
        ink.text((x, y - plan.size * 0.4), space.name, size, _WET_NUMBER if wet else _NUMBER, SANS, halo=halo)
    draw_houses(ink, plan)
    names = Names(_ways(plan))
    for one, space in plan.spaces():
        names.block(number_box(plan, one, space))
        for box in _draw_marks(ink, plan, one, space):
            names.block(box)
    _print_names(ink, plan, names)
    return names


def number_mm(plan: Plan) -> float:
    """The height of a hex's number."""
    return max(plan.size * 0.13, 1.2)


def number_box(plan: Plan, one: Hex, space: Space) -> Box:
    """The room that the number of a hex takes."""
    x, y = plan.centre(one)
    half = text_width(space.name, number_mm(plan), SANS) / 2
    return (
        x - half,
        y - plan.size * 0.4 - number_mm(plan) / 2,
        x + half,
        y - plan.size * 0.4 + number_mm(plan) / 2,
    )


def _ways(plan: Plan) -> list[Line]:
    words = (*plan.features("road"), *plan.features("rail"))
    return strokes(plan, {side: 0.0 for word in words for side in plan.sides.get(word, [])})


def _draw_marks(ink: Ink, plan: Plan, one: Hex, space: Space) -> Iterator[Box]:
    """The marks that map.toml gives to facts of the hex; yields the room each takes."""
    for mark in plan.table.get("mark", []):
        for number, value in enumerate(_told(space, mark)):
            text = word_of(plan, value)
            at = _spot(plan, one, mark, number)
            draw_mark(ink, at, plan.size, mark, text)
            yield mark_box(at, plan.size, mark, text)


def word_of(plan: Plan, value: str) -> str:
    """What is printed for a value of a fact: as `sheet.words` says, else in capitals without hyphens."""
    words: Mapping[str, str] = plan.table.get("words", {})
    return words.get(value, value.replace("-", " ").upper())


def _told(space: Space, mark: Mapping[str, Any]) -> list[str]:
    """What a mark says in a hex: one text for each value of its fact, none where the hex does not have it."""
    value = space.facts.get(mark["fact"])
    if isinstance(value, tuple):
        return list(value)
    told = str(value) if value else ""
    return [told] if told and mark.get("value", told) == told else []


def _spot(plan: Plan, one: Hex, mark: Mapping[str, Any], number: int) -> Point:
    (x, y), (across, down) = plan.centre(one), mark["at"]
    pitch = mark.get("pitch", 0.14)
    return (x + across * plan.size, y + (down - number * pitch) * plan.size)


def _print_names(ink: Ink, plan: Plan, names: Names) -> None:
    """Names of cities first, which have the first choice of room."""
    named = [(one, space) for one, space in plan.spaces() if space.facts.get("name")]
    for one, space in sorted(named, key=lambda pair: -_importance(plan, pair[1])):
        word = size_of(plan, space.id)
        font, part = _FONTS[word]
        name = str(space.facts["name"])
        high = plan.size * part
        if not word:  # such as a hex of another game, whose towns have no size
            high = min(high, plan.size * 1.05 / text_width(name, 1.0, font))
        wide = text_width(name, high, font)
        at = names.place(plan.centre(one), (wide, high), _clear_of(plan, word))
        paper = tint(plan, plan.word(space)) if plan.word(space) else PAPER
        ink.text(at, name, high, _name_colour(plan), font, halo=(*paper[:3], 215))


def _clear_of(plan: Plan, word: str) -> float:
    """How far from the middle of its hex the name of a settlement of this size begins."""
    if plan.style.get("names_clear"):
        return counter_mm(plan.sheet) / 2
    return plan.size * (0.36 if word == "city" else 0.16)


def _importance(plan: Plan, space: Space) -> int:
    return ("", *SIZES).index(size_of(plan, space.id))


def _name_colour(plan: Plan) -> Colour:
    own = plan.style.get("name_colour")
    return colour_of(own) if own else _NAME
