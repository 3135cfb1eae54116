"""The pictures of a report: closer looks at where something is decided or happened, and the whole board.

A mail has few and light ones, which a phone shows legibly: PNG with few colours, the one light form that
every mail program shows (Outlook for Windows shows no WebP). Pages of a game have the board as large as it
can be read. Nothing that draws is imported before a picture is wanted; a game without a map that can be drawn
has none.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.report.scene import Scene

if TYPE_CHECKING:
    from PIL.Image import Image

    from adjudicator.report.drawing.close_ups import Wish
    from adjudicator.report.drawing.empty_board import EmptyBoard, Rect
    from adjudicator.report.drawing.few_colours import Counted
    from counters.roster.counter import Roster

WIDTH = 1800
"""How wide the whole board is shown on a page, in pixels; a closer look is at most so wide."""
IN_MAIL = 720
"""How wide it is shown in a mail: twice the pixels of a phone."""
BOXES = 1100
"""How wide the boxes beside a map are shown, in pixels."""
COLOURS, CLOSE, FEW = 256, 64, (64, 40, 28)
"""Of a board on a page, of a closer look there, and of pictures in a mail: fewer if it were too heavy."""
MOST_BYTES = 118_000
"""What the pictures of a mail may weigh: with them in base64 and all else that goes along it has 250 KB."""
MOST_WHOLE = 50_000
"""What the whole board in a mail may weigh."""
SHARP = 56
"""How many pixels the side of a counter has at least in a closer look."""
LEAST_WHOLE = 0.6
"""How much smaller the whole board in a mail may become."""
SMALLER = 0.96
"""By how much at least closer looks are made smaller that are too heavy."""
PRESSED = 7
"""How hard a picture is pressed: the last 3 % of its size would take five times as long."""
MOST_KEPT = 64
_MADE: dict[tuple[bytes, tuple[int, int], int], bytes] = {}


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file: its name without the ending, its bytes, and in words what it shows."""

    name: str
    data: bytes
    shows: str


@lru_cache(maxsize=8)
def pictures(game: str, scene: Scene, kept: Path | None = None) -> tuple[Picture, ...]:
    """The pictures of a scene on a page: the same scene always gives the same bytes; none without a map to
    draw on.

    `kept` is a folder in which empty boards may be kept. Raises RosterError for a map without a roster.
    """
    from maps.map_faults import MapError

    try:
        return tuple(_on_page(_painted(game, scene, kept)))
    except MapError:
        return ()


@lru_cache(maxsize=8)
def in_mail(
    game: str, scene: Scene, kept: Path | None = None, own: tuple[str, ...] = (), whole: bool = True
) -> tuple[Picture, ...]:
    """The pictures of a scene in a mail, as `pictures` gives them; with the `whole` board only if so wished.

    Where nothing is asked and nothing happened they show as much as they can of the reader's `own` spaces.
    """
    from maps.map_faults import MapError

    try:
        return tuple(_for_mail(_painted(game, scene, kept, own), whole))
    except MapError:
        return ()


@dataclass(frozen=True, slots=True)
class _Painted:
    """A scene on its board, the parts that are shown closer, and all that is wished to be seen so."""

    board: Image
    ground: EmptyBoard
    roster: Roster
    scene: Scene
    close: list[Rect]
    wished: list[Wish]
    country: Rect
    beside: tuple[Rect, ...]


def _painted(game: str, scene: Scene, kept: Path | None, own: Sequence[str] = ()) -> _Painted:
    from adjudicator.report.drawing.close_ups import chosen, parts, wishes
    from adjudicator.report.drawing.counter_faces import roster_of
    from adjudicator.report.drawing.empty_board import ground
    from adjudicator.report.drawing.painting import lay_open, paint

    under, roster = ground(game, kept), roster_of(game)
    board = paint(under, roster, scene)
    lay_open(board, under, roster, _open_chits(game, scene, kept))
    wished = wishes(under, scene, own)
    close, _ = chosen(under, wished)
    return _Painted(board, under, roster, scene, close, wished, *parts(under, scene))


def _on_page(made: _Painted) -> Iterator[Picture]:
    """The whole board, closer looks, the boxes beside the map."""
    from adjudicator.report.drawing.caption import captioned, colours, legend, read_at
    from adjudicator.report.drawing.seen import seen_in

    board = _narrow(made.board.crop(made.country))
    signs = [*legend(made.roster, made.scene), *colours(made.roster, made.scene)]
    strip = captioned(board, signs, read_at(IN_MAIL / board.width), made.scene.caption)
    yield Picture("map", _png(strip), made.scene.caption)
    for number, (part, look) in enumerate(zip(made.close, _explained(made), strict=True), 1):
        shows = seen_in(made.ground, made.roster, made.scene, part, made.close)
        yield Picture(f"action-{number}", _png(_narrow(look), CLOSE), shows)
    for part in made.beside:
        yield Picture("boxes", _png(_narrow(made.board.crop(part), BOXES)), "Boxes beside the map")


def _for_mail(made: _Painted, whole: bool) -> Iterator[Picture]:
    """Closer looks, as many as are light enough, and the whole board with frames where they are."""
    from adjudicator.report.drawing.seen import not_seen, seen_in

    looks, told = list(_explained(made)), set[str]()
    least = _small_map(made, made.close, 0) if whole or not looks else b""
    files = _light(looks, MOST_BYTES - len(least), SHARP / made.ground.counter)
    shown = made.close[: len(files)]
    board = _small_map(made, shown, MOST_BYTES - sum(map(len, files))) if least else b""
    rest = not_seen(made.ground, made.wished, shown)
    for number, (data, part) in enumerate(zip(files, shown, strict=True), 1):
        shows = seen_in(made.ground, made.roster, made.scene, part, shown, told)
        yield Picture(f"action-{number}", data, f"{shows} {rest}".strip() if number == len(files) else shows)
    if board:
        yield Picture("map", board, f"The whole map, small. {made.scene.caption}")


def _small_map(made: _Painted, shown: Sequence[Rect], most: int) -> bytes:
    """The whole board of a mail, with a frame about each part that is shown closer there: as large as it may
    be, or as small."""
    return b"".join(_light([_narrow(_framed(made, shown), IN_MAIL)], min(most, MOST_WHOLE), LEAST_WHOLE))


def _explained(made: _Painted) -> Iterator[Image]:
    """The closer looks, each with the signs that are in it, and the colours of counters that are in none
    before it."""
    from adjudicator.report.drawing.caption import captioned, colours, legend, read_at
    from adjudicator.report.drawing.close_ups import LEGIBLE, widest
    from adjudicator.report.drawing.seen import within

    known, size = set[str](), read_at(LEGIBLE / made.ground.counter)
    for part in made.close:
        here = within(made.ground, made.scene, part)
        paints = [sign for sign in colours(made.roster, here) if sign.word not in known]
        look = _broad(_look(made, part), widest(made.ground)[0]) if _in_box(made, part) else _look(made, part)
        yield captioned(look, [*legend(made.roster, here), *paints], size)
        known |= {sign.word for sign in paints}


def _in_box(made: _Painted, part: Rect) -> Rect | None:
    from adjudicator.report.drawing.close_ups import box_about

    return box_about(made.ground, part)


def _look(made: _Painted, part: Rect) -> Image:
    """A part of the board; one of a box without its empty middle, but with all its edges and its heading."""
    from adjudicator.report.drawing.close_ups import BAR, RIM

    box, rim = _in_box(made, part), 2 * RIM
    if box is None or box == part:
        return made.board.crop(part)
    whole = made.board.crop((part[0], box[1], part[2], box[3]))
    if part[0] > box[0]:
        whole.paste(made.board.crop((box[0], box[1], box[0] + rim, box[3])), (0, 0))
    if part[2] < box[2]:
        whole.paste(made.board.crop((box[2] - rim, box[1], box[2], box[3])), (whole.width - rim, 0))
    look = whole.crop((0, part[1] - box[1], whole.width, part[3] - box[1]))
    if part[1] > box[1]:
        look.paste(whole.crop((0, 0, whole.width, BAR + rim)), (0, 0))
    if part[3] < box[3]:
        look.paste(whole.crop((0, whole.height - rim, *whole.size)), (0, look.height - rim))
    return look


def _broad(look: Image, wide: int) -> Image:
    """A look at a box on paper as wide as the widest look at a map: a mail shows all equally wide, and
    counters are to be equally large."""
    from PIL import Image

    from maps.drawing.panel import PAPER

    if look.width >= wide:
        return look
    sheet = Image.new("RGB", (wide, look.height), PAPER)
    sheet.paste(look, (0, 0))
    return sheet


def _framed(made: _Painted, shown: Sequence[Rect]) -> Image:
    """The whole board, with a frame about each part that is shown closer."""
    from adjudicator.report.drawing.stamps import framed

    return framed(made.board, shown, made.ground.counter).crop(made.country)


def _light(looks: Sequence[Image], most: int, least: float) -> list[bytes]:
    """Pictures as files that weigh so much together: with fewer colours, then smaller if they must, down to
    the `least` share of their size; the last ones are left out where that is not enough."""
    files, share, dots = list[bytes](), 1.0, list(map(_Dots, looks))
    for colours in FEW:
        files = [one.png(colours) for one in dots]
        if sum(map(len, files)) <= most:
            return files
    while sum(map(len, files)) > most and share > least:
        share = max(least, share * min(SMALLER, math.sqrt(most / sum(map(len, files)))))
        files = [_png(_narrow(look, math.ceil(look.width * share)), FEW[-1]) for look in looks]
    while len(files) > 1 and sum(map(len, files)) > most:
        files.pop()
    return files


def _open_chits(game: str, scene: Scene, kept: Path | None) -> dict[str, tuple[str, ...]]:
    """The chits that lie open in boxes of the board, by box; the game's module says in which."""
    from adjudicator.report.save import parts_of
    from builder.module_faults import ModuleError

    if not scene.held:
        return {}
    try:
        boxes = parts_of(game, kept).facts.boxes.held
    except ModuleError:
        return {}
    return {boxes[side]: cards for side, cards in scene.held if side in boxes}


def _narrow(picture: Image, width: int = WIDTH) -> Image:
    """The picture, at most so wide."""
    if picture.width <= width:
        return picture
    return picture.resize((width, round(picture.height * width / picture.width)))


def _png(picture: Image, colours: int = COLOURS) -> bytes:
    """A PNG of few colours, a third of the size, in which colours stay; made once of the same dots."""
    return _Dots(picture).png(colours)


class _Dots:
    """A picture of which PNGs are made: its dots are looked through once, however few colours are tried."""

    def __init__(self, picture: Image) -> None:
        self.picture = picture
        self.key = hashlib.sha256(picture.tobytes()).digest(), picture.size

    def png(self, colours: int) -> bytes:
        """The PNG of so many colours at most."""
        key = (*self.key, colours)
        if key not in _MADE:
            if len(_MADE) >= MOST_KEPT:
                del _MADE[next(iter(_MADE))]
            out = BytesIO()
            self.counted.few(colours).save(out, "PNG", compress_level=PRESSED)
            _MADE[key] = out.getvalue()
        return _MADE[key]

    @cached_property
    def counted(self) -> Counted:
        """The dots by their colours."""
        from adjudicator.report.drawing.few_colours import counted

        return counted(self.picture)
