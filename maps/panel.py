"""What stands beside the map: title, turn track, boxes, and the key to all signs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from maps import courses, emblems, front, land, water
from maps.ink import NARROW, SANS, SERIF, Colour, Ink, Point, text_width
from maps.sheet import Frame

DARK: Colour = (58, 54, 46)
PALE: Colour = (250, 246, 234)
PAPER: Colour = (240, 233, 214)
GREY: Colour = (110, 102, 90)


def draw_panel(ink: Ink, toml: Mapping[str, Any]) -> dict[str, Frame]:
    """Draw title, track, boxes and key as map.toml places them; returns the frame of every box by its key."""
    sheet = toml.get("sheet", {})
    boxes: dict[str, Frame] = {}
    if "title_mm" in sheet:
        _title(ink, toml, tuple(sheet["title_mm"]))
    if "turns" in sheet:
        boxes |= _turns(ink, sheet["turns"])
    for box in sheet.get("box", []):
        boxes[box["id"]] = tuple(box["mm"])
        _box(ink, tuple(box["mm"]), box["title"])
    if "key_mm" in sheet:
        _key(ink, tuple(sheet["key_mm"]))
    return boxes


def _title(ink: Ink, toml: Mapping[str, Any], frame: Frame) -> None:
    left, top, width, height = frame
    size = min(14.0, width / text_width(toml["title"], 1.0, SERIF))
    ink.text((left, top + height * 0.32), toml["title"], size, (120, 24, 26), SERIF, "lm")
    ink.text((left, top + height * 0.68), toml.get("subtitle", ""), 4.6, DARK, SANS, "lm")
    ink.text((left, top + height - 2.5), toml["sheet"].get("note", ""), 2.5, GREY, SANS, "lm")


def _bar(ink: Ink, frame: Frame, title: str) -> None:
    left, top, width, _ = frame
    ink.box((left, top), (width, 5.0), DARK)
    ink.text((left + 2.0, top + 2.5), title, 3.1, PALE, NARROW, "lm")


def _box(ink: Ink, frame: Frame, title: str) -> None:
    left, top, width, height = frame
    ink.box((left, top), (width, height), PALE, DARK, 0.4)
    _bar(ink, frame, title)


def _turns(ink: Ink, turns: Mapping[str, Any]) -> dict[str, Frame]:
    """The turn track, its spaces in rows; keys turn-1, turn-2 ..."""
    left, top, width, height = turns["mm"]
    columns, dates = int(turns["columns"]), list(turns["dates"])
    rows = -(-len(dates) // columns)
    wide, tall = width / columns, (height - 5.0) / rows
    _bar(ink, (left, top, width, height), turns["title"])
    frames = {}
    for number, date in enumerate(dates):
        x, y = left + number % columns * wide, top + 5.0 + number // columns * tall
        frames[f"turn-{number + 1}"] = (x, y, wide, tall)
        ink.box((x, y), (wide, tall), PALE, DARK, 0.4)
        ink.text((x + wide / 2, y + tall * 0.52), str(number + 1), tall * 0.5, (226, 216, 192), SERIF)
        ink.text((x + 1.6, y + 2.7), date, 2.8, DARK, NARROW, "lm")
        ink.text(
            (x + 1.6, y + tall - 2.2),
            turns.get("notes", {}).get(str(number + 1), ""),
            2.2,
            (120, 24, 26),
            NARROW,
            "lm",
        )
    return frames


def _key(ink: Ink, frame: Frame) -> None:
    """The key: two columns of signs and what they mean."""
    _box(ink, frame, "Key")
    left, top, width, height = frame
    entries = _ENTRIES
    rows = -(-len(entries) // 2)
    tall = (height - 6.5) / rows
    for number, (sign, meaning) in enumerate(entries):
        x = left + 7.0 + number // rows * (width / 2 - 1)
        y = top + 5.8 + (number % rows + 0.5) * tall
        sign(ink, (x, y))
        ink.text((x + 6.5, y), meaning, 2.8, DARK, SANS, "lm")


def _stroke(*layers: tuple[Colour, float]) -> Callable[[Ink, Point], None]:
    def draw(ink: Ink, at: Point) -> None:
        for colour, width in layers:
            ink.line([(at[0] - 4, at[1]), (at[0] + 4, at[1])], colour, width)

    return draw


def _front(ink: Ink, at: Point) -> None:
    ink.dashes([(at[0] - 4.5, at[1]), (at[0] + 4.5, at[1])], front.FRONT, 1.3, 3.6, 1.6)


def _teeth(ink: Ink, at: Point) -> None:
    for x in (-3.4, 0.0, 3.4):
        ink.polygon(
            [(at[0] + x - 1.5, at[1] + 1.2), (at[0] + x + 1.5, at[1] + 1.2), (at[0] + x, at[1] - 1.4)],
            courses.TRENCH,
        )


def _stream(ink: Ink, at: Point) -> None:
    _stroke((water.BANK, 1.0), (water.WATER, 0.5))(ink, at)


def _entry(ink: Ink, at: Point) -> None:
    ink.polygon([(at[0] - 3, at[1] - 2), (at[0] - 3, at[1] + 2), (at[0] + 2.5, at[1])], courses.ENTRY)


def _ground(colour: Colour) -> Callable[[Ink, Point], None]:
    return lambda ink, at: ink.box((at[0] - 4, at[1] - 1.9), (8, 3.8), colour, courses.BORDER, 0.3)


def _rough(ink: Ink, at: Point) -> None:
    _ground(land.ROUGH)(ink, at)
    for x in (-2.2, 0.2, 2.4):
        ink.disc((at[0] + x, at[1]), 1.0, (137, 158, 98))


_ENTRIES: Sequence[tuple[Callable[[Ink, Point], None], str]] = (
    (lambda ink, at: emblems.index_circle(ink, at, "24"), "zone index"),
    (lambda ink, at: emblems.victory_star(ink, at, "2"), "Victory Points"),
    (lambda ink, at: emblems.garrison_shield(ink, at, "20"), "garrison"),
    (lambda ink, at: emblems.flag(ink, at, "G"), "set-up zone"),
    (lambda ink, at: emblems.american_track(ink, at, "1"), "American track"),
    (lambda ink, at: emblems.supply(ink, at, "zhukov"), "Soviet supply (Z, K)"),
    (lambda ink, at: emblems.supply(ink, at, "german"), "German supply"),
    (_front, "front boundary"),
    (_stroke((water.BANK, 2.6), (water.WATER, 1.9)), "river on the border"),
    (_stroke((courses.CASING, 1.7), (courses.ROAD, 1.05)), "main road"),
    (_stroke((courses.LINK_RIM, 2.3), (courses.WHITE, 1.6)), "white line: adjacent"),
    (_teeth, "defence line"),
    (_rough, "difficult terrain"),
    (_stream, "stream: no effect"),
    (_entry, "edge of entry"),
    (_ground(land.CITY), "Berlin city zone"),
    (_ground(land.EAST), "east bank"),
    (_ground(land.ELSEWHERE), "see the other map"),
)
