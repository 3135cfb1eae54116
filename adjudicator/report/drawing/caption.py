"""A strip under the picture: which moment it shows, and what its arrows and signs mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image, ImageDraw

from adjudicator.report.drawing import stamps
from adjudicator.report.drawing.control import CASING, draw_entry
from adjudicator.report.drawing.counter_faces import face as drawn_face
from adjudicator.report.drawing.painting import faded, tilted
from adjudicator.report.scene import Arrow, Scene
from counters.faces.face import draw_marker
from counters.faces.lettering import font
from counters.roster.counter import Roster

HEIGHT = 58
"""How high a row of the strip is."""
PAPER, INK = "#3a3226", "#fbf6e8"
_LETTERS, _SMALLER, _SIDE, _APART = 22, 19, 18, 24
_COUNTER = 38
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
    """A sign of the picture: its word, how wide its sample is, and what draws that about a point."""

    word: str
    wide: int
    draw: Callable[[Image.Image, int, int], None]

    @property
    def length(self) -> int:
        """How much of a row it takes, the gap to its neighbour included."""
        return self.wide + 10 + round(font("plain", _SMALLER).getlength(self.word)) + _APART


def captioned(picture: Image.Image, roster: Roster, scene: Scene) -> Image.Image:
    """The picture with a strip under it, as wide as it is: its caption, and its signs beside or below."""
    letters, signs = font("bold", _LETTERS), list(legend(roster, scene))
    room = picture.width - 2 * _SIDE
    beside = room - round(letters.getlength(scene.caption)) - _APART
    fits = not signs or _length(signs) <= beside
    rows, first = ([signs], 0) if fits else (_rows(signs, room), int(bool(scene.caption)))
    if not signs and not scene.caption:
        return picture
    strip = Image.new("RGB", (picture.width, HEIGHT * (len(rows) + first)), PAPER)
    pen = ImageDraw.Draw(strip)
    pen.text((_SIDE, HEIGHT // 2), scene.caption, INK, letters, anchor="lm")
    for n, row in enumerate(rows):
        _write(strip, pen, row, HEIGHT * (n + first) + HEIGHT // 2)
    whole = Image.new("RGB", (picture.width, picture.height + strip.height), PAPER)
    whole.paste(picture, (0, 0))
    whole.paste(strip, (0, picture.height))
    return whole


def _rows(signs: Sequence[Sign], room: int) -> list[list[Sign]]:
    """The signs in rows that are no longer than there is room."""
    rows: list[list[Sign]] = [[]]
    for sign in signs:
        if rows[-1] and _length([*rows[-1], sign]) > room:
            rows.append([])
        rows[-1].append(sign)
    return rows


def _length(row: Sequence[Sign]) -> int:
    return sum(sign.length for sign in row)


def _write(strip: Image.Image, pen: ImageDraw.ImageDraw, row: Sequence[Sign], middle: int) -> None:
    """A row of signs that ends at the right edge."""
    x = strip.width - _SIDE + _APART - _length(row)
    for sign in row:
        sign.draw(strip, x + sign.wide // 2, middle)
        pen.text((x + sign.wide + 10, middle), sign.word, INK, font("plain", _SMALLER), anchor="lm")
        x += sign.length


def legend(roster: Roster, scene: Scene) -> Iterator[Sign]:
    """What is used in this picture, and nothing else: each way of going, each sign, each way of lying."""
    yield from [Sign("you decide", 30, _glow)] if scene.asked else []
    for how in sorted({arrow.how for arrow in scene.arrows}):
        first = next(arrow for arrow in scene.arrows if arrow.how == how)
        yield Sign(_WAYS.get(how, how), 70, partial(_way, roster=roster, arrow=first))
    ways = {arrow.path for arrow in scene.arrows}
    if any((space, clash.space) not in ways for clash in scene.clashes for space in clash.origins):
        yield Sign("attack", 70, _attack)
    if any(clash.support for clash in scene.clashes):
        yield Sign("support", 70, _support)
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


def _held(scene: Scene) -> Iterator[Sign]:
    """Whose front a line is, where a side may enter, what is cut off."""
    for holding in scene.control:
        yield Sign(f"{holding.title} front", 60, partial(_line, colour=holding.colour))
        if holding.entry:
            yield Sign(f"{holding.title} entry", 24, partial(_entry, colour=holding.colour))
        if holding.cut_off:
            yield Sign(f"{holding.title} isolated", 40, partial(_hatched, colour=holding.colour))


def _stars(scene: Scene) -> Iterator[Sign]:
    """Battles and fires, and how morale checks ended."""
    if any(not clash.number for clash in scene.clashes):
        yield Sign("battle: odds, result, die", 46, _battle)
    if any(clash.number for clash in scene.clashes):
        yield Sign("fire: number, column, result, die", 50, _fire)
    for passed in sorted({clash.passed for clash in scene.clashes if clash.check}, reverse=True):
        yield Sign(f"morale check {'passed' if passed else 'failed'}", 26, partial(_check, passed=passed))


def _counters(roster: Roster, scene: Scene) -> Iterator[Sign]:
    """How counters lie: pale ones, turned ones, those with a badge."""
    for ghost in scene.ghosts[:1]:
        face = faded(drawn_face(roster.counters[ghost.unit], ghost.face, _COUNTER))
        yield Sign("was here before", _COUNTER, partial(_piece, face=face))
    for piece in [piece for piece in scene.pieces if piece.turned][:1]:
        face = tilted(drawn_face(roster.counters[piece.unit], piece.face, _COUNTER))
        yield Sign(
            ": ".join(["turned", *([" or ".join(scene.turned)] if scene.turned else [])]),
            _COUNTER + 6,
            partial(_piece, face=face),
        )
    if any(piece.left for piece in scene.pieces):
        yield Sign("steps left", 26, _count)
    for badge in sorted({badge for piece in scene.pieces for badge in piece.badges}):
        face = draw_marker(roster.markers[badge], 0, _COUNTER)
        yield Sign(roster.markers[badge].name, _COUNTER, partial(_piece, face=face))


# -- samples ---------------------------------------------------------------------------------------------


def _way(strip: Image.Image, x: int, y: int, roster: Roster, arrow: Arrow) -> None:
    colour = roster.style.paint(arrow.nation, arrow.side).paper
    stamps.arrow(strip, [(x - 31, y), (x + 31, y)], arrow.how, colour, 7)


def _glow(strip: Image.Image, x: int, y: int) -> None:
    stamps.glow(strip, (x, y), 28, square=True)


def _attack(strip: Image.Image, x: int, y: int) -> None:
    stamps.thrust(strip, (x - 31, y), (x + 31, y), 5)


def _battle(strip: Image.Image, x: int, y: int) -> None:
    stamps.burst(strip, (x, y - 3), 19, "3:1", "5", "D1")


def _support(strip: Image.Image, x: int, y: int) -> None:
    stamps.thrust(strip, (x - 31, y), (x + 31, y), 2.5)


def _fire(strip: Image.Image, x: int, y: int) -> None:
    stamps.burst(strip, (x, y - 3), 19, "3-4", "5", "1-0")
    stamps.number(strip, (x, y - 3), 19, 1)


def _check(strip: Image.Image, x: int, y: int, passed: bool) -> None:
    radius = 35
    stamps.check(strip, (x + radius * 0.93, y - radius * 0.81), radius, "3", passed)


def _line(strip: Image.Image, x: int, y: int, colour: str) -> None:
    pen = ImageDraw.Draw(strip)
    for tone, width in ((CASING, 14), (colour, 8)):
        pen.line([(x - 28, y), (x + 28, y)], tone, width)


def _entry(strip: Image.Image, x: int, y: int, colour: str) -> None:
    draw_entry(strip, (x, y - 9), (0, 1), 18, colour)


def _hatched(strip: Image.Image, x: int, y: int, colour: str) -> None:
    pen = ImageDraw.Draw(strip)
    pen.rectangle((x - 20, y - 14, x + 20, y + 14), CASING)
    for step in range(-20, 20, 8):
        pen.line([(x + step + 8, y - 14), (x + step, y + 14)], colour, 2)


def _cross(strip: Image.Image, x: int, y: int) -> None:
    stamps.cross(strip, (x, y), 20)


def _count(strip: Image.Image, x: int, y: int) -> None:
    stamps.count(strip, (x - 13, y - 13, x + 13, y + 13), "3")


def _news(strip: Image.Image, x: int, y: int, plus: bool) -> None:
    stamps.sign(strip, (x, y), 10, plus=plus)


def _piece(strip: Image.Image, x: int, y: int, face: Image.Image) -> None:
    strip.paste(face, (x - face.width // 2, y - face.height // 2), face)
