"""What stands beside the map: title, turn track, boxes, and the key to all signs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from textwrap import wrap
from typing import Any

from files.typefaces import POINT_MM, SMALLEST
from maps.drawing import corners, emblems, links
from maps.drawing.ink import NARROW, SANS, SERIF, SMALL_CAPITALS, Colour, Ink, Point, text_width
from maps.drawing.land import draw_reeds
from maps.drawing.warp import Frame
from maps.reading.look import Look, look_of
from maps.reading.palette import Palette

DARK: Colour = (58, 54, 46)
PALE: Colour = (250, 246, 234)
BAR_MM, TITLE_MM = 5.0, 4.0
"""How high the bar over a box is, and the letters in it."""
_LARGEST_TITLE, _OF_FRAME = 14.0, 0.4
"""How large a title is at most, in a large frame as a share of its height."""
_SUBTITLE, _NOTE = 0.4, 0.2
"""How large the subtitle and the note are, as shares of the title."""
_DATE_MM, _LARGEST_DATE = 2.8, 4.4
"""How high the date of a turn is at least and at most."""
_FIGURE = 0.72
"""How high the figure of a turn is, as a share of its size, with a little air."""
PAPER: Colour = (240, 233, 214)
GREY: Colour = (110, 102, 90)
Sign = Callable[[Ink, Point], None]


def frames(toml: Mapping[str, Any]) -> dict[str, Frame]:
    """The frame of every box beside the map, of every turn and of every square of a track, by its key."""
    sheet = toml.get("sheet", {})
    found: dict[str, Frame] = {}
    if "turns" in sheet:
        found |= turn_frames(sheet["turns"])
    found |= {box["id"]: tuple(box["mm"]) for box in sheet.get("box", [])}
    for track in sheet.get("track", []):
        found |= track_frames(track)
    return found


def turn_frames(turns: Mapping[str, Any]) -> dict[str, Frame]:
    """The frame of each turn, row by row; keys turn-1, turn-2 ..."""
    count = len(turns["dates"])
    squares = islice(_squares(turns, -(-count // int(turns["columns"]))), count)
    return {f"turn-{number}": frame for number, frame in enumerate(squares, 1)}


def track_frames(track: Mapping[str, Any]) -> dict[str, Frame]:
    """The frame of each square of a track, row by row; keys score-0, score-1 ... for a track "score"."""
    first = int(track.get("first", 1))
    return {f"{track['id']}-{n}": frame for n, frame in enumerate(_squares(track, int(track["rows"])), first)}


def _squares(track: Mapping[str, Any], rows: int) -> Iterator[Frame]:
    """The squares under the bar of a track, row by row."""
    left, top, width, height = track["mm"]
    columns = int(track["columns"])
    wide, tall = width / columns, (height - BAR_MM) / rows
    for n in range(columns * rows):
        yield left + n % columns * wide, top + BAR_MM + n // columns * tall, wide, tall


def draw_panel(ink: Ink, toml: Mapping[str, Any], palette: Palette) -> None:
    """Draw title, track, boxes and key as map.toml places them."""
    sheet = toml.get("sheet", {})
    if "title_mm" in sheet:
        _title(ink, toml, tuple(sheet["title_mm"]))
    if "turns" in sheet:
        _turns(ink, sheet["turns"])
    for box in sheet.get("box", []):
        _box(ink, tuple(box["mm"]), box["title"])
    for track in sheet.get("track", []):
        _track(ink, track)
    if "key_mm" in sheet:
        _key(
            ink, tuple(sheet["key_mm"]), sheet.get("key", {}), signs(look_of(toml), palette, "marsh" in sheet)
        )


def _title(ink: Ink, toml: Mapping[str, Any], frame: Frame) -> None:
    left, top, width, height = frame
    most = max(_LARGEST_TITLE, _OF_FRAME * height)
    size = min(most, width / text_width(toml["title"], 1.0, SERIF))
    subtitle = toml.get("subtitle", "")
    below = min(max(4.6, _SUBTITLE * size), width / text_width(subtitle or " ", 1.0, SANS))
    size = min(size, (height * 0.36 - below / 2) / 0.6)  # no descender comes down to the subtitle
    ink.text((left, top + height * 0.32), toml["title"], size, (120, 24, 26), SERIF, "lm")
    ink.text((left, top + height * 0.68), subtitle, below, DARK, SANS, "lm")
    note = max(2.5, _NOTE * size)
    ink.text((left, top + height - note), toml["sheet"].get("note", ""), note, GREY, SANS, "lm")


def _bar(ink: Ink, frame: Frame, title: str) -> None:
    left, top, width, _ = frame
    size = min(TITLE_MM, (width - 4.0) / text_width(title or " ", 1.0, SMALL_CAPITALS))
    ink.box((left, top), (width, BAR_MM), DARK)
    ink.text((left + 2.0, top + BAR_MM * 0.54), title, size, PALE, SMALL_CAPITALS, "lm")


def _box(ink: Ink, frame: Frame, title: str) -> None:
    left, top, width, height = frame
    ink.box((left, top), (width, height), PALE, DARK, 0.4)
    _bar(ink, frame, title)


def _turns(ink: Ink, turns: Mapping[str, Any]) -> None:
    """The turn track."""
    _bar(ink, tuple(turns["mm"]), turns["title"])
    dates, size = list(turns["dates"]), turns.get("note_mm", 2.2)
    for number, (x, y, wide, tall) in enumerate(turn_frames(turns).values(), 1):
        dated = _date_mm(dates, (wide, tall))
        ink.box((x, y), (wide, tall), PALE, DARK, 0.4)
        ink.text((x + 1.6, y + 1.3 + dated / 2), dates[number - 1], dated, DARK, NARROW, "lm")
        lines = turns.get("notes", {}).get(str(number), "").split("\n")
        low = min(
            tall * 0.77, tall - size * (0.6 + 1.3 * len(lines)) * any(lines)
        )  # the number is above the notes
        high = dated * 1.5
        middle, big = (y + min(tall * 0.52, (high + low) / 2), min(tall * 0.5, (low - high) / _FIGURE))
        ink.text((x + wide / 2, middle), str(number), big, (226, 216, 192), SERIF)
        for up, line in enumerate(reversed(lines)):
            ink.text((x + 1.6, y + tall - size - up * size * 1.3), line, size, (120, 24, 26), NARROW, "lm")


def _date_mm(dates: Sequence[str], space: Point) -> float:
    """How high the dates of a turn track are: larger in large spaces, as far as the longest has room."""
    longest = max((text_width(date or " ", 1.0, NARROW) for date in dates), default=1.0)
    return max(_DATE_MM, min(_LARGEST_DATE, space[1] * 0.08, (space[0] - 3.2) / longest))


def _track(ink: Ink, track: Mapping[str, Any]) -> None:
    """A track of numbered squares."""
    _bar(ink, tuple(track["mm"]), track["title"])
    for number, (x, y, wide, tall) in enumerate(track_frames(track).values(), int(track.get("first", 1))):
        ink.box((x, y), (wide, tall), PALE, DARK, 0.3)
        size = min(tall * 0.5, wide * 0.9 / text_width(str(number), 1.0, SERIF))
        ink.text((x + wide / 2, y + tall / 2), str(number), size, (226, 216, 192), SERIF)


def _key(ink: Ink, frame: Frame, meanings: Mapping[str, str], signs: Mapping[str, Sign]) -> None:
    """The key: two columns of signs and what they mean in this game."""
    _box(ink, frame, "Key")
    left, top, width, height = frame
    rows = -(-len(meanings) // 2) or 1
    tall = (height - 6.5) / rows
    for number, (sign, meaning) in enumerate(meanings.items()):
        x = left + 7.0 + number // rows * (width / 2 - 1)
        y = top + 5.8 + (number % rows + 0.5) * tall
        signs[sign](ink, (x, y))
        room = (width / 2 if number < rows else left + width - x) - 8.0
        _meaning(ink, (x + 6.5, y), meaning, room)


def _meaning(ink: Ink, middle: Point, meaning: str, room: float) -> None:
    """What a sign means, from a point rightwards: smaller where it has no room, and in several lines where
    it would be too small to read."""
    if not meaning:
        return
    x, y = middle
    size = min(2.8, max(SMALLEST * POINT_MM, room / text_width(meaning, 1.0, SANS)))
    lines = wrap(meaning, max(1, int(len(meaning) * room / text_width(meaning, size, SANS))))
    for number, line in enumerate(lines):
        fits = min(size, room / text_width(line, 1.0, SANS))
        ink.text((x, y + (number - (len(lines) - 1) / 2) * size * 1.2), line, fits, DARK, SANS, "lm")


def _stroke(*layers: tuple[Colour, float]) -> Sign:
    def draw(ink: Ink, at: Point) -> None:
        for colour, width in layers:
            ink.line([(at[0] - 4, at[1]), (at[0] + 4, at[1])], colour, width)

    return draw


def _dots(ink: Ink, at: Point, palette: Palette) -> None:
    links.draw_dots(ink, ((at[0] - 4, at[1]), (at[0] + 4, at[1])), palette)


def _over_river(ink: Ink, at: Point, palette: Palette) -> None:
    ends = ((at[0] - 4, at[1]), (at[0] + 4, at[1]))
    _stroke((palette["border.rim"], 2.3), (palette["border.link"], 1.6))(ink, at)
    links.draw_over_river(ink, ends, palette)


def _dashes(colour: Colour) -> Sign:
    return lambda ink, at: ink.dashes([(at[0] - 4.5, at[1]), (at[0] + 4.5, at[1])], colour, 1.3, 3.6, 1.6)


def _teeth(ink: Ink, at: Point, palette: Palette) -> None:
    for x in (-3.4, 0.0, 3.4):
        foot, tip = at[1] + 1.2, (at[0] + x, at[1] - 1.4)
        ink.polygon([(at[0] + x - 1.5, foot), (at[0] + x + 1.5, foot), tip], palette["border.trench"])


def _corner(ink: Ink, at: Point, palette: Palette) -> None:
    for x, y in ((4, 1.9), (4, -1.9)):
        ink.line([(at[0] - x, at[1] - y), (at[0] + x, at[1] + y)], palette["border.line"], 0.55)
    ink.disc(at, corners.POST_MM, palette["border.post"])


def _entry(ink: Ink, at: Point, palette: Palette) -> None:
    ink.polygon(
        [(at[0] - 3, at[1] - 2), (at[0] - 3, at[1] + 2), (at[0] + 2.5, at[1])], palette["border.entry"]
    )


def _ground(ink: Ink, at: Point, palette: Palette, colour: Colour) -> None:
    ink.box((at[0] - 4, at[1] - 1.9), (8, 3.8), colour, palette["border.line"], 0.3)


def _wooded(ink: Ink, at: Point, palette: Palette, colour: Colour, wet: bool) -> None:
    """A ground with trees; where some of it is marsh, half of it has reeds."""
    _ground(ink, at, palette, colour)
    if wet:
        draw_reeds(ink, (at[0] + 2.0, at[1] + 0.5), 1.4, palette)
    for x in (-2.2, -0.1) if wet else (-2.2, 0.2, 2.4):
        ink.disc((at[0] + x, at[1]), 1.0, palette["growth.crown"])


def signs(look: Look, palette: Palette, wet: bool = False) -> Mapping[str, Sign]:
    """All signs that a key may have: those of every board, and those of its look; `wet` if some of its woods
    are marshes."""
    bank, river, rim = palette["water.bank"], palette["water.river"], palette["border.rim"]
    marks = {one.key: emblems.emblem(one, one.sample) for one in look.marks}
    grounds = {
        one.key: partial(_wooded, palette=palette, colour=one.colour, wet=wet)
        if one.cover == "woods"
        else partial(_ground, palette=palette, colour=one.colour)
        for one in look.grounds
    }
    return {
        "index": partial(emblems.index_circle, index="24"),
        "river": _stroke((bank, 2.6), (river, 1.9)),
        "road": _stroke((palette["way.casing"], 1.7), (palette["way.road"], 1.05)),
        "link": _stroke((rim, 2.3), (palette["border.link"], 1.6)),
        "long-link": partial(_dots, palette=palette),
        "link-over-river": partial(_over_river, palette=palette),
        "corner": partial(_corner, palette=palette),
        "defence-line": partial(_teeth, palette=palette),
        "stream": _stroke((bank, 1.0), (river, 0.5)),
        "entry": partial(_entry, palette=palette),
        "hole": partial(_ground, palette=palette, colour=palette["ground.hole"]),
        "elsewhere": partial(_ground, palette=palette, colour=palette["ground.elsewhere"]),
        **marks,
        **grounds,
        look.front.key: _dashes(look.front.colours[0]),
    }
