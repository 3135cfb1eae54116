"""A strip under the picture: which moment it shows, and what its arrows and signs mean."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image, ImageDraw

from adjudicator.report.drawing import stamps
from adjudicator.report.drawing.control import CASING, draw_entry
from adjudicator.report.drawing.counter_faces import face as drawn_face
from adjudicator.report.drawing.painting import faded, tilted
from adjudicator.report.scene import Arrow, Piece, Scene
from counters.faces.face import draw_marker
from counters.faces.lettering import font
from counters.roster.counter import Marker, Roster

PAPER, INK = "#3a3226", "#fbf6e8"


READ = 12
"""How large the words of a strip are where it is read, in pixels of the screen."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How large a strip is, by the size of its `words` in pixels: the letters of its caption, the height of a
    row, the room at its sides and between signs; `grain` is the size of the samples."""

    words: int

    @property
    def caption(self) -> int:
        """How large the letters of the caption are, in pixels."""
        return round(self.words * 1.12)

    @property
    def row(self) -> int:
        """How high a row is, in pixels."""
        return round(self.words * 2)

    @property
    def side(self) -> int:
        """The room at the left and the right edge, in pixels."""
        return round(self.words * 0.5)

    @property
    def apart(self) -> int:
        """The room between two signs, in pixels."""
        return round(self.words * 0.9)

    @property
    def grain(self) -> float:
        """How large samples are, 1 being as large as they are given."""
        return self.words * 0.041

    def of(self, length: float) -> int:
        """A length of a sample at this size."""
        return round(length * self.grain)


def read_at(shown: float) -> Measure:
    """The strip of a picture of which a screen shows each pixel `shown` pixels wide: its words are as large
    there as those of any other picture."""
    return Measure(math.ceil(READ / shown))


_COUNTER = 38
_FIRST = re.compile(r"\w+")
_WAYS = {
    "move": "move",
    "reserve": "reserve move",
    "retreat": "retreat",
    "advance": "advance",
    "free": "free move",
    "displaced": "escape",
    "follow": "follows",
}


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign of the picture: its word, how wide its sample is under a whole board, and what draws that about
    a point at a size."""

    word: str
    wide: int
    draw: Callable[[Image.Image, int, int, Measure], None]

    def length(self, size: Measure) -> int:
        """How much of a row it takes, the gap to its neighbour included."""
        words = round(font("plain", size.words).getlength(self.word))
        return size.of(self.wide + 10) + words + size.apart


def captioned(picture: Image.Image, signs: Sequence[Sign], size: Measure, caption: str = "") -> Image.Image:
    """The picture with a strip under it, as wide as it is: its caption, and its signs beside it at the right
    edge, or below it from the left one, where reading begins."""
    letters = font("bold", size.caption)
    room = picture.width - 2 * size.side + size.apart
    beside = room - round(letters.getlength(caption)) - size.apart
    fits = bool(caption) and _length(signs, size) <= beside
    rows, first = ([signs], 0) if fits else (_rows(signs, room, size), int(bool(caption)))
    if not signs and not caption:
        return picture
    strip = Image.new("RGB", (picture.width, size.row * (len(rows) + first)), PAPER)
    pen = ImageDraw.Draw(strip)
    pen.text((size.side, size.row // 2), caption, INK, letters, anchor="lm")
    for n, row in enumerate(rows):
        left = strip.width - size.side + size.apart - _length(row, size) if fits else size.side
        _write(strip, pen, row, (left, size.row * (n + first) + size.row // 2), size)
    whole = Image.new("RGB", (picture.width, picture.height + strip.height), PAPER)
    whole.paste(picture, (0, 0))
    whole.paste(strip, (0, picture.height))
    return whole


def _rows(signs: Sequence[Sign], room: int, size: Measure) -> list[list[Sign]]:
    """The signs in rows that are no longer than there is room: each in the first row that has room for it,
    so that few rows are needed."""
    rows: list[list[Sign]] = []
    for sign in sorted(signs, key=lambda sign: -sign.length(size)):
        fitting = (row for row in rows if _length([*row, sign], size) <= room)
        row = next(fitting, None)
        if row is None:
            rows.append(row := [])
        row.append(sign)
    return [[sign for sign in signs if sign in row] for row in rows]


def _length(row: Sequence[Sign], size: Measure) -> int:
    return sum(sign.length(size) for sign in row)


def _write(
    strip: Image.Image, pen: ImageDraw.ImageDraw, row: Sequence[Sign], start: tuple[int, int], size: Measure
) -> None:
    """A row of signs from a point at its left end."""
    x, middle = start
    for sign in row:
        sign.draw(strip, x + size.of(sign.wide) // 2, middle, size)
        at = (x + size.of(sign.wide + 10), middle)
        pen.text(at, sign.word, INK, font("plain", size.words), anchor="lm")
        x += sign.length(size)


def legend(roster: Roster, scene: Scene) -> Iterator[Sign]:
    """What is used in this picture, and nothing else: each way of going, each sign, each way of lying."""
    yield from [Sign("you decide", 30, _glow)] if scene.asked else []
    for how in sorted({arrow.how for arrow in scene.arrows}):
        first = next(arrow for arrow in scene.arrows if arrow.how == how)
        yield Sign(_WAYS.get(how, how), 70, partial(_way, roster=roster, arrow=first))
    ways = {arrow.path for arrow in scene.arrows}
    thrusts = ((space, clash) for clash in scene.clashes for space in clash.origins)
    if any(space not in clash.support and (space, clash.space) not in ways for space, clash in thrusts):
        yield Sign("attack", 70, partial(_thrust, wide=5))
    if any(clash.support for clash in scene.clashes):
        yield Sign("support", 70, partial(_thrust, wide=2.5))
    yield from _stars(scene)
    if scene.losses:
        yield Sign("lost", 26, _cross)
    news = {piece.news for piece in scene.pieces}
    if "lost" in news:
        yield Sign("step lost", 24, partial(_news, plus=False))
    if news & {"placed", "restored"}:
        yield Sign("new or restored", 24, partial(_news, plus=True))
    yield from _counters(roster, scene)
    yield from _held(scene)


def colours(roster: Roster, scene: Scene) -> Iterator[Sign]:
    """Whose counters have which colours, by a sample of each, and what the numbers on them are: those of most
    counters first, and others that begin with another number, such as an HQ's range."""
    style, found = roster.style, dict[tuple[str, str], list[tuple[str, Piece]]]()
    for piece in scene.pieces:
        counter = roster.counters[piece.unit]
        numbers = counter.numbers_mean(piece.face)
        found.setdefault((counter.nation, counter.side), []).append((numbers, piece))
    for (nation, side), pieces in found.items():
        whose, what = style.sides.get(side, side), style.nations.get(nation, nation)
        says, first = what if what == whose else f"{what} ({whose})", dict(reversed(pieces))
        for numbers in _unlike(Counter(numbers for numbers, _ in pieces)):
            word = f"{says}: {numbers}" if numbers else says
            sample = partial(_laid, roster=roster, piece=first[numbers], change=copied)
            yield Sign(word, _COUNTER, sample)


def _unlike(found: Counter[str]) -> list[str]:
    """What numbers are, the most frequent first: of those that begin with the same one, and differ in what
    follows or in brackets, one; of counters without any, nothing beside others."""
    told: dict[str, str] = {}
    for numbers, _ in found.most_common():
        if first := _FIRST.search(numbers):
            told.setdefault(first.group(), numbers)
    return list(told.values()) or [""]


def copied(face: Image.Image) -> Image.Image:
    """A counter as it is."""
    return face


def _held(scene: Scene) -> Iterator[Sign]:
    """Whose front a line is, where a side may enter, what is cut off."""
    for holding in scene.control:
        if holding.front:
            yield Sign(f"{holding.title} front", 60, partial(_line, colour=holding.colour))
        if holding.entry:
            yield Sign(f"{holding.title} entry", 24, partial(_entry, colour=holding.colour))
        if holding.cut_off:
            yield Sign(f"{holding.title} isolated", 40, partial(_hatched, colour=holding.colour))


def _stars(scene: Scene) -> Iterator[Sign]:
    """Battles and fires, and how morale checks ended."""
    if any(not clash.number for clash in scene.clashes):
        yield Sign("odds, result, die", 46, _battle)
    if any(clash.number for clash in scene.clashes):
        yield Sign("fire: number, column, result, die", 50, _fire)
    for passed in sorted({clash.passed for clash in scene.clashes if clash.check}, reverse=True):
        yield Sign(f"morale check {'passed' if passed else 'failed'}", 26, partial(_check, passed=passed))


def _counters(roster: Roster, scene: Scene) -> Iterator[Sign]:
    """How counters lie: pale ones, turned ones, those with a badge."""
    for ghost in scene.ghosts[:1]:
        yield Sign("was here", _COUNTER, partial(_laid, roster=roster, piece=ghost, change=faded))
    for piece in [piece for piece in scene.pieces if piece.turned][:1]:
        yield Sign(
            ": ".join(["turned", *([" or ".join(scene.turned)] if scene.turned else [])]),
            _COUNTER + 6,
            partial(_laid, roster=roster, piece=piece, change=tilted),
        )
    if any(piece.left for piece in scene.pieces):
        yield Sign("steps left", 26, _count)
    for badge in sorted({badge for piece in scene.pieces for badge in piece.badges}):
        marker = roster.markers[badge]
        yield Sign(marker.name, _COUNTER, partial(_badge, marker=marker))


# -- samples ---------------------------------------------------------------------------------------------


def _way(strip: Image.Image, x: int, y: int, size: Measure, roster: Roster, arrow: Arrow) -> None:
    colour, half = roster.style.paint(arrow.nation, arrow.side).paper, size.of(31)
    stamps.arrow(strip, [(x - half, y), (x + half, y)], arrow.how, colour, 7 * size.grain)


def _glow(strip: Image.Image, x: int, y: int, size: Measure) -> None:
    stamps.glow(strip, (x, y), size.of(28), square=True)


def _thrust(strip: Image.Image, x: int, y: int, size: Measure, wide: float) -> None:
    half = size.of(31)
    stamps.thrust(strip, (x - half, y), (x + half, y), wide * size.grain)


def _battle(strip: Image.Image, x: int, y: int, size: Measure) -> None:
    stamps.burst(strip, (x, y - size.of(3)), size.of(19), "3:1", "5", "D1")


def _fire(strip: Image.Image, x: int, y: int, size: Measure) -> None:
    at = (x, y - size.of(3))
    stamps.burst(strip, at, size.of(19), "3-4", "5", "1-0")
    stamps.number(strip, at, size.of(19), 1)


def _check(strip: Image.Image, x: int, y: int, size: Measure, passed: bool) -> None:
    radius = size.of(35)
    stamps.check(strip, (x + radius * 0.93, y - radius * 0.81), radius, "3", passed)


def _line(strip: Image.Image, x: int, y: int, size: Measure, colour: str) -> None:
    pen, half = ImageDraw.Draw(strip), size.of(28)
    for tone, width in ((CASING, 14), (colour, 8)):
        pen.line([(x - half, y), (x + half, y)], tone, size.of(width))


def _entry(strip: Image.Image, x: int, y: int, size: Measure, colour: str) -> None:
    draw_entry(strip, (x, y - size.of(9)), (0, 1), size.of(18), colour)


def _hatched(strip: Image.Image, x: int, y: int, size: Measure, colour: str) -> None:
    pen, wide, high, step = ImageDraw.Draw(strip), size.of(20), size.of(14), size.of(8)
    pen.rectangle((x - wide, y - high, x + wide, y + high), CASING)
    for left in range(-wide, wide, step):
        pen.line([(x + left + step, y - high), (x + left, y + high)], colour, size.of(2))


def _cross(strip: Image.Image, x: int, y: int, size: Measure) -> None:
    stamps.cross(strip, (x, y), size.of(20))


def _count(strip: Image.Image, x: int, y: int, size: Measure) -> None:
    half = size.of(13)
    stamps.count(strip, (x - half, y - half, x + half, y + half), "3")


def _news(strip: Image.Image, x: int, y: int, size: Measure, plus: bool) -> None:
    stamps.sign(strip, (x, y), size.of(10), plus=plus)


def _laid(
    strip: Image.Image,
    x: int,
    y: int,
    size: Measure,
    roster: Roster,
    piece: Piece,
    change: Callable[[Image.Image], Image.Image],
) -> None:
    _piece(strip, x, y, change(drawn_face(roster.counters[piece.unit], piece.face, size.of(_COUNTER))))


def _badge(strip: Image.Image, x: int, y: int, size: Measure, marker: Marker) -> None:
    _piece(strip, x, y, draw_marker(marker, 0, size.of(_COUNTER)))


def _piece(strip: Image.Image, x: int, y: int, face: Image.Image) -> None:
    strip.paste(face, (x - face.width // 2, y - face.height // 2), face)
