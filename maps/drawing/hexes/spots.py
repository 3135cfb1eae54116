"""Where in hexes what is printed stands: numbers, marks, and the ways that names had better not cover."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from maps.board import Space
from maps.drawing.hexes.curve import Line
from maps.drawing.hexes.fronts import divided
from maps.drawing.hexes.plan import Plan, counter_mm
from maps.drawing.hexes.ways import strokes
from maps.drawing.ink import SANS, text_box
from maps.drawing.placing import Box
from maps.grids.hexes import Hex, Point

_NUMBER_UP, _AIR = 0.45, 0.008
"""How far above the middle of its hex a number stands at most, in hexes; less if it is clear of a counter."""
_WAY_MM = 0.4


def number_mm(plan: Plan) -> float:
    """The height of a hex's number."""
    return max(plan.size * 0.108, 1.2)


def number_at(plan: Plan, one: Hex) -> Point:
    """Where the middle of a hex's number is."""
    x, y = plan.centre(one)
    _, top, _, bottom = text_box("0", number_mm(plan), SANS)
    clear = counter_mm(plan.sheet) / 2 + plan.size * _AIR + (bottom - top) / 2
    return (x, y - min(clear, plan.size * _NUMBER_UP))


def number_box(plan: Plan, one: Hex, space: Space) -> Box:
    """The room that the number of a hex takes."""
    (x, y), (left, top, right, bottom) = number_at(plan, one), text_box(space.name, number_mm(plan), SANS)
    wide, high = (right - left) / 2, (bottom - top) / 2
    return (x - wide, y - high, x + wide, y + high)


def told(space: Space, mark: Mapping[str, Any]) -> list[str]:
    """What a mark says in a hex: one text for each value of its fact, none where the hex does not have it."""
    value = space.facts.get(mark["fact"])
    if isinstance(value, tuple):
        return list(value)
    text = "yes" if value is True else str(value or "")
    return [text] if text and mark.get("value", text) == text else []


def spot(plan: Plan, one: Hex, mark: Mapping[str, Any], number: int) -> Point:
    """Where a mark stands in a hex; of several values each above the one before it."""
    (x, y), (across, down) = plan.centre(one), mark["at"]
    pitch = mark.get("pitch", 0.14)
    return (x + across * plan.size, y + (down - number * pitch) * plan.size)


def word_of(plan: Plan, value: str) -> str:
    """What is printed for a value of a fact: as `sheet.words` says, else in capitals without hyphens."""
    words: Mapping[str, str] = plan.table.get("words", {})
    return words.get(value, value.replace("-", " ").upper())


def printed(plan: Plan, name: str) -> str:
    """A name as it is printed: as `sheet.names` of map.toml shortens it, else in full."""
    names: Mapping[str, str] = plan.table.get("names", {})
    return names.get(name, name)


def way_boxes(plan: Plan) -> Iterator[Box]:
    """The ground of roads, railways, rivers and fronts, piece by piece."""
    words = (*plan.features("road"), *plan.features("rail"))
    ways: list[Line] = strokes(plan, {side: 0.0 for word in words for side in plan.sides.get(word, [])})
    ways += [list(plan.ends(side)) for word in plan.features("river") for side in plan.sides.get(word, [])]
    fronts = (str(front["fact"]) for front in plan.table.get("divide", []))
    ways += [list(plan.ends(side)) for fact in fronts for side in divided(plan, fact)]
    for line in ways:
        for (x, y), (u, v) in pairwise(line):
            yield (min(x, u) - _WAY_MM, min(y, v) - _WAY_MM, max(x, u) + _WAY_MM, max(y, v) + _WAY_MM)
