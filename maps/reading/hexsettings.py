"""The form that map.toml must have for a drawn board of hexes: marks, labels, charts and colours."""

from __future__ import annotations

from typing import Any

from maps.reading.fields import (
    COLOUR,
    IS_POINT,
    YES_NO,
    Field,
    Form,
    amount,
    frame,
    is_colour,
    is_number,
    is_text,
    list_of,
    one_of,
    table_of,
    text,
    texts,
    words,
)

SHAPES = ("star", "disc", "letter", "tag")
"""The shapes that `maps.drawing.hexes.marks` draws."""
STREWN = ("grass", "snow")
"""What `maps.drawing.hexes.growth` strews over open country."""
WORKS = ("dug", "heaped", "paved", "rubble", "pool")
"""How `maps.drawing.hexes.works` draws a ground."""


def _are_shares(value: Any) -> bool:
    return list_of(is_number(), 1, 50)(value) and min(value) > 0


def _point(wanted: str) -> Field:
    return Field(IS_POINT, wanted, True)


FORM: Form = {
    "sheet": {
        "words": words("what is printed, by the value of a fact"),
        "names": words("a shorter form to print, by name"),
        "closed": texts(needed=False),
        "cartouche_mm": frame(needed=False),
    },
    "sheet.hexes": {
        "bleed": YES_NO,
        "weathered": YES_NO,
        "counter_mm": Field(is_number(5, 100), "how wide counters are, in printed millimetres", False),
        "strewn": Field(table_of(lambda value: value in STREWN), f"{' or '.join(STREWN)} by ground", False),
        "gullies": text(False),
        "tilled": Field(table_of(is_number(0, 1)), "how much of a ground has fields, from 0 to 1", False),
        "beyond": text(False),
        "town": text(False),
        "leads_off": text(False),
        "area_name": text(False),
        "roads": Field(
            table_of(list_of(is_colour, 2, 2)),
            'the colours of rim and middle by feature: ["#a0b0c0", "#ffffff"]',
            False,
        ),
        "road_mm": Field(table_of(is_number(0.1, 100)), "how wide a kind of way is, by feature", False),
        "straight": texts(needed=False),
        "streets": texts(needed=False),
        "works": Field(
            table_of(lambda value: value in WORKS), f"one of {', '.join(WORKS)}, by ground", False
        ),
        "rims": words("the feature that runs round a ground, by ground"),
        "quays": texts(needed=False),
        "bridges": text(False),
        "broken": text(False),
        "sides": Field(table_of(is_colour), 'a colour such as "#a0b0c0" by feature', False),
    },
    "sheet.hexes.walls": {
        "fact": text(),
        "colours": Field(table_of(is_colour), 'a colour such as "#a0b0c0" by feature', True),
    },
    "sheet.hexes.buildings": {
        "fact": text(),
        "colours": Field(
            table_of(list_of(is_colour, 2, 2)),
            'the colours of roof and wall by the value of the fact: ["#a0b0c0", "#405060"]',
            True,
        ),
        "ruined": texts(needed=False),
    },
    "sheet.mark[]": {
        "fact": text(),
        "value": text(False),
        "sample": text(False),
        "shape": one_of(SHAPES, f"one of {', '.join(SHAPES)}", True),
        "at": _point("how far right of the middle and below it, in hexes"),
        "pitch": amount(-1, 1, False),
        "overlay": YES_NO,
        "set_up": YES_NO,
        "colours": Field(list_of(is_colour, 1, 2), "one colour or two", True),
    },
    "sheet.strip[]": {
        "mm": amount(0.1, 20),
        "points": Field(list_of(IS_POINT, 2), "two or more points [x, y] in map units", True),
    },
    "sheet.divide[]": {"fact": text(), "beside": text(False), "colour": COLOUR, "mm": amount(0.1, 10)},
    "sheet.park[]": {
        "points": Field(list_of(IS_POINT, 3), "three or more points [x, y] in map units", True),
        "square": YES_NO,
    },
    "sheet.label[]": {
        "text": text(),
        "at": _point("x and y in map units"),
        "mm": amount(0.5, 60),
        "turn": amount(-360, 360, False),
        "colour": COLOUR._replace(needed=False),
        "font": text(False),
        "free": YES_NO,
    },
    "sheet.compass": {
        "at_mm": _point("left and top in millimetres"),
        "radius_mm": amount(1, 200),
        "turn": amount(-360, 360, False),
        "mirrored": YES_NO,
    },
    "sheet.scale": {
        "at_mm": _point("left and top in millimetres"),
        "parts": Field(list_of(is_number(), 2, 20), "two or more numbers in map units", True),
        "unit": text(),
    },
    "sheet.chart[]": {
        "title": text(),
        "mm": frame(),
        "head": YES_NO,
        "shares": Field(_are_shares, "a number above 0 for each column", False),
        "signs": texts(needed=False),
        "rows": Field(list_of(list_of(is_text, 1), 1, 100), "rows of texts, each a list", True),
    },
}
