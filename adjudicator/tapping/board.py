"""The board of a page as two pictures: the empty map, whose bytes never change, and a sheet of the counters
that lie on it; and where everything is.

The map is sharp enough to find one's way, the counters are as sharp as their cells. The page puts one over
the other, so that a unit can be shown where it was tapped to. Nothing that draws is imported before it is
wanted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.report.scene import Laid, Piece, Scene
from files.whole import write_whole

if TYPE_CHECKING:
    from PIL.Image import Image


WIDTH = 1600
"""How wide the empty board is, in pixels."""
CELL = 64
"""The side of a counter on the sheet, in pixels: a counter is tapped at 44."""
UNITS = 2500
"""Lengths are told in so many parts of the board's width."""
COLUMNS = 16
BOARD_QUALITY, CELL_QUALITY = 36, 58
"""How well the two pictures are kept, of 100: numbers of a large board are written by the page itself."""
QUICK, SLOW = 2, 6
"""How hard WebP tries to make a picture smaller: the empty board is made once, a sheet with every report."""
_KEPT_AS = "hexpost-tapping-1"


@dataclass(frozen=True, slots=True)
class Lying:
    """A counter or marker that lies on the board: the unit ("" for a marker), its space, its cell of the
    sheet, its middle and its side in `UNITS` of the board's width."""

    unit: str
    at: str
    cell: int
    x: int
    y: int
    size: int


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that is drawn. `high` is the board's height, lengths are in `UNITS`; `cells` is how many
    cells the sheet has."""

    empty: bytes
    sheet: bytes
    cells: int
    high: int
    counter: int
    spaces: Mapping[str, tuple[int, int]]
    lying: tuple[Lying, ...]


@lru_cache(maxsize=8)
def board(game: str, scene: Scene, kept: Path | None = None) -> Board | None:
    """The board of a scene; None without a map to draw on. `kept` is a folder in which pictures may be kept.

    Raises RosterError for a map without a roster.
    """
    from maps.map_faults import MapError

    try:
        return _board(game, scene, kept)
    except MapError:
        return None


def _board(game: str, scene: Scene, kept: Path | None) -> Board:
    from adjudicator.report.drawing.empty_board import board_file, ground
    from adjudicator.report.drawing.places import Spot, lay

    under = ground(game, kept)
    wide, high = under.image.size
    scaled = partial(in_units, wide)

    def empty() -> bytes:
        return webp(under.image.resize((WIDTH, round(WIDTH * high / wide))), BOARD_QUALITY, SLOW)

    laying = lay(under, scene.pieces, scene.markers)
    looks: dict[Piece | Laid, int] = {}
    lying: list[Lying] = []
    found: list[tuple[Piece | Laid, Spot]] = [*laying.markers, *laying.pieces]
    for laid, spot in found:
        cell = looks.setdefault(look_of(laid), len(looks))
        unit = (laid.made or laid.unit) if isinstance(laid, Piece) else ""
        lying.append(Lying(unit, laid.at, cell, scaled(spot.at[0]), scaled(spot.at[1]), scaled(spot.size)))
    name = board_file(game, kept).stem if kept else ""
    return Board(
        cached(kept, f"{name}-{WIDTH}-{BOARD_QUALITY}", empty),
        sheet_of(game, tuple(looks)),
        len(looks),
        scaled(high),
        scaled(under.counter),
        middles(game, kept),
        tuple(lying),
    )


def in_units(wide: int, length: float) -> int:
    """A length on a picture that is so wide, in `UNITS`."""
    return round(length * UNITS / wide)


@lru_cache(maxsize=4)
def middles(game: str, kept: Path | None) -> Mapping[str, tuple[int, int]]:
    """Where the middle of each space is, in `UNITS`: it is where it was on every page of a game."""
    from adjudicator.report.drawing.deeds import spot_of
    from adjudicator.report.drawing.empty_board import ground

    under = ground(game, kept)
    scaled = partial(in_units, under.image.width)
    places = {at: spot_of(under, at, under.home.get(at, 0)) for at in under.home}
    return {at: (scaled(spot[0]), scaled(spot[1])) for at, spot in places.items() if spot}


def look_of(laid: Piece | Laid) -> Piece | Laid:
    """What alone decides how a counter or marker looks."""
    if isinstance(laid, Piece):
        return Piece(laid.unit, "", laid.face, "", laid.turned, laid.badges, left=laid.left)
    return Laid(laid.marker, laid.face, "")


@lru_cache(maxsize=8)
def sheet_of(game: str, looks: tuple[Piece | Laid, ...]) -> bytes:
    """The sheet of counters: each look in a cell, row after row."""
    from PIL import Image

    from adjudicator.report.drawing.counter_faces import roster_of
    from adjudicator.report.drawing.painting import laid_face
    from counters.faces.face import draw_marker

    roster = roster_of(game)
    rows = max(1, -(-len(looks) // COLUMNS))
    sheet = Image.new("RGBA", (CELL * COLUMNS, CELL * rows))
    for n, look in enumerate(looks):
        face = (
            laid_face(roster, look, CELL)
            if isinstance(look, Piece)
            else draw_marker(roster.markers[look.marker], look.face, CELL)
        )
        left, top = n % COLUMNS * CELL, n // COLUMNS * CELL
        sheet.paste(face.resize((CELL, CELL)) if face.size != (CELL, CELL) else face, (left, top))
    return webp(sheet, CELL_QUALITY)


def webp(picture: Image, quality: int, method: int = QUICK) -> bytes:
    """A picture as WebP."""
    made = BytesIO()
    picture.save(made, "WEBP", quality=quality, method=method)
    return made.getvalue()


def cached(kept: Path | None, name: str, draw: Callable[[], bytes]) -> bytes:
    """What is drawn once, from the folder `kept` if it is there."""
    if kept is None:
        return draw()
    file = kept / f"tapping-{hashlib.sha256(f'{_KEPT_AS}|{name}'.encode()).hexdigest()[:20]}.webp"
    with suppress(OSError):
        return file.read_bytes()
    made = draw()
    with suppress(OSError):  # a folder that cannot be written costs time, not the report
        write_whole(file, made)
    return made
