"""Charts printed beside a board of hexes: rows of cells, with the sign that the board has for each."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import shapely

from maps.drawing.hexes.city import draw_building, draw_deck
from maps.drawing.hexes.fronts import draw_front_line
from maps.drawing.hexes.gullies import Gully, shade_gullies
from maps.drawing.hexes.landscape import SIGNS, is_open, texture_of, tint
from maps.drawing.hexes.marks import draw_mark
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.rivers import draw_stream, river_mm
from maps.drawing.hexes.spots import word_of
from maps.drawing.hexes.streets import draw_block
from maps.drawing.hexes.towns import SIZES, draw_built, draw_settlement
from maps.drawing.hexes.ways import draw_bridge_over, draw_rail, draw_road, draw_side, draw_wall, wall_colour
from maps.drawing.hexes.works import draw_work
from maps.drawing.ink import NARROW, SANS, SMALL_CAPITALS, Colour, Ink, text_width
from maps.drawing.panel import BAR_MM, DARK, PALE, TITLE_MM
from maps.grids.hexes import Point

_SHADE: Colour = (240, 233, 214)
_LETTERS, _LARGEST, _OF_ROW = 0.22, 0.32, 0.4
"""How high the letters of a chart are at least and at most, in hexes of the board, and in rows."""
_SIGN = 0.94
"""How wide the hexes are whose signs a chart shows, in hexes of the board."""
_OF_CITY, _OF_TOWN, _OF_GROUND = 1.15, 1.9, 0.39
"""How wide the hex of a city or town is and how high half a swatch is at most, in rows of the chart."""


def _sign_mm(plan: Plan) -> float:
    return _SIGN * plan.size


def draw_charts(ink: Ink, plan: Plan) -> None:
    """Every chart of map.toml in its frame."""
    for chart in plan.table.get("chart", []):
        _draw_chart(ink, plan, chart)


def _draw_chart(ink: Ink, plan: Plan, chart: Mapping[str, Any]) -> None:
    left, top, wide, high = chart["mm"]
    ink.box((left, top), (wide, high), PALE)
    rows, signs = chart["rows"], chart.get("signs", [])
    room = _sign_mm(plan) + 2 if signs else 0.0
    widths = _widths(chart, wide - room)
    letters = _letters(plan, rows, widths, (high - BAR_MM) / len(rows))
    title = max(TITLE_MM, min(letters, _fitting(chart["title"], SMALL_CAPITALS, (letters, wide))))
    bar = title * BAR_MM / TITLE_MM
    tall = (high - bar) / len(rows)
    for number, row in enumerate(rows):
        y = top + bar + number * tall
        if number % 2:
            ink.box((left, y), (wide, tall), _SHADE)
        if number < len(signs) and signs[number]:
            draw_sign(ink, plan, (left + room / 2, y + tall / 2), signs[number], tall)
        x = left + room
        for cell, width in zip(row, widths, strict=False):
            head = bool(chart.get("head")) and number == 0
            _print_cell(ink, (x, y + tall / 2), cell, (letters, width), head)
            x += width
    ink.box((left, top), (wide, high), None, DARK, 0.4)
    ink.box((left, top), (wide, bar), DARK)
    ink.text((left + 2.0, top + bar * 0.54), chart["title"], title, PALE, SMALL_CAPITALS, "lm")


def _widths(chart: Mapping[str, Any], room: float) -> list[float]:
    """The widths of columns: shares of the room as map.toml says, else all alike."""
    shares = chart.get("shares") or [1] * max(len(row) for row in chart["rows"])
    return [room * float(share) / sum(shares) for share in shares]


def _print_cell(ink: Ink, at: Point, text: str, room: Point, head: bool) -> None:
    """A cell's text as high as it should be, smaller where it would be wider than its room."""
    letters, _ = room
    font = NARROW if head else SANS
    size = min(letters, _fitting(text, font, room))
    ink.text((at[0] + letters * 0.4, at[1]), text, size, DARK, font, "lm")


def _fitting(text: str, font: str, room: Point) -> float:
    """How high letters may be so that a text has some air on both sides of it."""
    letters, width = room
    return (width - letters * 0.95) / max(text_width(text, 1.0, font), 0.01)


def _letters(plan: Plan, rows: Sequence[Sequence[str]], widths: Sequence[float], tall: float) -> float:
    """How high the letters of a whole chart are: as its rows allow, and its longest text."""
    most = min(_LARGEST * plan.size, _OF_ROW * tall)
    cells = (cell for row in rows for cell in zip(row, widths, strict=False))
    fit = min(_fitting(text, NARROW, (most, width)) for text, width in cells)
    return max(min(most, fit), _LETTERS * plan.size)


def draw_sign(ink: Ink, plan: Plan, at: Point, sign: str, tall: float = math.inf) -> None:
    """What stands on the board for a ground, a town, a feature or a mark: its middle, how high its row is."""
    word, _, more = sign.partition(" ")
    if word == "mark":
        _mark(ink, plan, at, more)
    elif word in SIZES:
        size = min(_sign_mm(plan) * 0.8, tall * (_OF_CITY if word == "city" else _OF_TOWN))
        if word == "city":
            draw_built(ink, at, size, plan.palette)
        draw_settlement(ink, at, size, word, plan.palette)
    elif word in plan.style.get("buildings", {}).get("colours", {}):
        draw_building(ink, plan, at, word, (_sign_mm(plan) * 0.34, _sign_mm(plan) * 0.2))
    elif sign in _LINES:
        _LINES[sign](ink, plan, at)
    elif plan.sheet.toml.get("features", {}).get(word):
        _feature(ink, plan, at, word, more)
    else:
        _ground(ink, plan, at, word, min(_sign_mm(plan) * 0.21, tall * _OF_GROUND))


def _mark(ink: Ink, plan: Plan, at: Point, told: str) -> None:
    """The first mark of a fact, or of one value of it: "vp", "source soviet"."""
    fact, _, value = told.partition(" ")
    for mark in plan.table.get("mark", []):
        if mark["fact"] == fact and (not value or mark.get("value", value) == value):
            text = word_of(plan, value) if value else str(mark.get("sample", "A"))
            draw_mark(ink, at, _sign_mm(plan) * 1.4, mark, text)
            return


def _ground(ink: Ink, plan: Plan, at: Point, word: str, high: float) -> None:
    """A swatch of ground, twice as high as told, with what grows on it."""
    half = _sign_mm(plan) * 0.42
    box = shapely.box(at[0] - half, at[1] - high, at[0] + half, at[1] + high)
    ring = [(x, y) for x, y in box.buffer(1.2, join_style="round").buffer(-1.2).exterior.coords]
    ink.polygon(ring, tint(plan, word))
    ink.line(ring, plan.palette["water.shore" if is_open(word) else "print.grid"], 0.3)
    if word in plan.style.get("works", {}):
        draw_work(ink, plan, word, shapely.Polygon(ring))
    if texture_of(word) in SIGNS:
        sign, _ = SIGNS[texture_of(word)]
        for step in (-2, -1, 0, 1, 2):
            spot = (at[0] + step * half * 0.385, at[1] + (0.5 if step % 2 else -0.1))
            sign(ink, spot, min(_sign_mm(plan) * 0.085, high * 0.5), plan.palette)
    if word in plan.style.get("streets", ()):
        for side in (-0.5, 0.5):
            x, wide, tall = at[0] + side * half, half * 0.38, high * 0.68
            draw_block(ink, plan, shapely.box(x - wide, at[1] - tall, x + wide, at[1] + tall))


def _feature(ink: Ink, plan: Plan, at: Point, word: str, more: str) -> None:
    """A stretch of a river, a road, a railway or a wall; a river with its "bridge", and a wall with an arrow
    "up" against its teeth or "down" with them, if that is asked for."""
    kind = plan.sheet.toml["features"][word]
    broad = float({**plan.table.get("river_mm", {}), **plan.style.get("road_mm", {})}.get(word, 0.0))
    half = _sign_mm(plan) * 0.46 - max(_sign_mm(plan) * 0.04, broad / 2)  # its ends are round
    a, b = (at[0] - half, at[1]), (at[0] + half, at[1])
    if kind == "river":
        steps = [step / 24 for step in range(25)]
        wave = [(a[0] + t * (b[0] - a[0]), at[1] + 0.5 * math.sin(t * 4 * math.pi)) for t in steps]
        draw_stream(ink, plan, wave, river_mm(plan, word))
        if more:
            up, down = (at[0], at[1] - _sign_mm(plan) * 0.2), (at[0], at[1] + _sign_mm(plan) * 0.2)
            draw_road(ink, plan, [up, down], "")
            draw_bridge_over(ink, (at, (0.0, 1.0)), plan, river_mm(plan, word), 0.0)
    elif kind == "road":
        draw_road(ink, plan, [a, b], word)
    elif kind == "rail":
        if word in plan.style.get("roads", {}):
            draw_road(ink, plan, [a, b], word)
        draw_rail(ink, [a, b], _sign_mm(plan), plan.palette["way.rail"])
    elif word not in plan.style.get("walls", {}).get("colours", {}):
        draw_side(ink, plan, (a, b), word)
    else:
        side = 1 if more else -1
        foot = at[1] + side * 0.9
        line = ((a[0], foot), (b[0], foot))
        draw_wall(ink, line, (at[0], at[1] - side * 5), _sign_mm(plan), wall_colour(plan, word))
        if more:
            _arrow(ink, at, _sign_mm(plan) * (0.2 if more == "up" else -0.2))


def _arrow(ink: Ink, at: Point, reach: float) -> None:
    """An arrow up the sheet over a sign, so far to both sides; down if that is below 0."""
    x, y = at
    ink.line([(x, y + reach), (x, y - reach * 0.5)], DARK, 0.5)
    half = abs(reach) * 0.35
    ink.polygon([(x, y - reach), (x - half, y - reach * 0.35), (x + half, y - reach * 0.35)], DARK)


def _front(ink: Ink, plan: Plan, at: Point) -> None:
    half = _sign_mm(plan) * 0.42
    for front in plan.table.get("divide", [])[:1]:
        draw_front_line(ink, [(at[0] - half, at[1]), (at[0] + half, at[1])], front, _sign_mm(plan))


def _gully(ink: Ink, plan: Plan, at: Point) -> None:
    """A stretch of a gully on its ground."""
    word, size = str(plan.style.get("gullies", "")), _sign_mm(plan)
    _ground(ink, plan, at, word, size * 0.2)
    steps = [step / 12 for step in range(13)]
    course = tuple((at[0] + (2 * t - 1) * size * 0.38, at[1] + math.sin(t * 5) * size * 0.06) for t in steps)
    broad = tuple(size * 0.05 * min(1.0, 4 * t, 4 * (1 - t)) for t in steps)
    shade_gullies(ink, [Gully(course, broad)], (tint(plan, word), plan.palette["way.gully"]))


def _deck(ink: Ink, plan: Plan, at: Point) -> None:
    """A bridge over open water."""
    half = _sign_mm(plan) * 0.42
    _ground(ink, plan, at, str(plan.style["quays"][0]), _sign_mm(plan) * 0.2)
    draw_deck(ink, [(at[0] - half, at[1]), (at[0] + half * 0.9, at[1])], _sign_mm(plan) * 0.16)


_LINES: Mapping[str, Callable[[Ink, Plan, Point], None]] = {"divide": _front, "gully": _gully, "deck": _deck}
