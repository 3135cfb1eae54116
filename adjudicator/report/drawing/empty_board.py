"""The empty board under every picture, the module's own but for labels of the set-up, which would lie under
counters: drawn once, then kept in memory and in a folder.

Drawing a board takes seconds. What it depends on (the map's files, the code that draws) is in the name of the
kept file, so an old one is never used for a new map; a damaged one is drawn again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any
from warnings import catch_warnings

from PIL import Image

import builder.layout.board
import maps
from builder.layout.board import Area, Layout, draw_layout
from builder.layout.module_file import DPI
from files.sources import code_of, digest_of
from files.whole import write_whole
from maps.drawing.sheet import Sheet, lay_out
from maps.reading.load import find_map

Pixel = tuple[int, int]
Rect = tuple[int, int, int, int]

_FACTS = "hexpost-ground-4"
_NOTE = 270
"""Where a TIFF file has its description."""
_DOTS = DPI / 25.4


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """A drawn board and where on it everything is, in pixels.

    A board may be shown in several views: the whole country, an insert. `home` says in which view a space
    is played, `spots` where it is in each view (None: nowhere); rectangles are left, top, right, bottom.
    `named` are the hexes that have a name, printed below the counter's place.
    """

    image: Image.Image
    layout: Layout
    spots: Mapping[str, Sequence[Pixel | None]]
    home: Mapping[str, int]
    frames: Sequence[Rect]
    named: frozenset[str] = frozenset()

    @property
    def counter(self) -> int:
        """The length of a counter's side."""
        return self.layout.unit

    def slots(self, space: str) -> Sequence[Pixel]:
        """Where counters lie in a space."""
        return self.layout.areas[space].spots

    def box(self, key: str) -> Rect | None:
        """A box beside the map; None when there is none of this name."""
        if key in self.home or key not in self.layout.areas:
            return None
        (left, top), _, (right, bottom), _ = self.layout.areas[key].outline
        return (left, top, right, bottom)


@lru_cache(maxsize=4)
def ground(game: str | Path, kept: Path | None = None) -> EmptyBoard:
    """The board of a game, from the folder `kept` if it is there. Raises MapError if it cannot be drawn."""
    if kept is None:
        return _draw(game)
    file = board_file(game, kept)
    with suppress(OSError, ValueError, KeyError, TypeError, SyntaxError, Warning):
        return _read(file)
    drawn = _draw(game)
    with suppress(OSError):  # a folder that cannot be written costs time, not the report
        _write(drawn, file)
    return drawn


def board_file(game: str | Path, kept: Path) -> Path:
    """The file of a game's empty board: its name changes with everything that the drawing depends on."""
    layout = Path(builder.layout.board.__file__)
    files = [layout, *sorted(path for path in find_map(game).iterdir() if path.is_file())]
    return kept / f"board-{digest_of(f'{_FACTS} {DPI}'.encode() + code_of(maps), files)[:20]}.tif"


def _draw(game: str | Path) -> EmptyBoard:
    (layout, image), sheet = draw_layout(game, DPI, "entries"), lay_out(game)
    spaces = [space for space in sheet.board.spaces if space in layout.areas]
    return EmptyBoard(
        image,
        layout,
        {space: _spots(sheet, layout, space) for space in spaces},
        {space: _home(sheet, space) for space in spaces},
        [_rect(view.frame) for view in sheet.views],
        frozenset(
            space for space in spaces if sheet.board.grid and sheet.board.spaces[space].facts.get("name")
        ),
    )


def _home(sheet: Sheet, space: str) -> int:
    home = sheet.home(space)
    return next(n for n, view in enumerate(sheet.views) if view is home)


def _spots(sheet: Sheet, layout: Layout, space: str) -> list[Pixel | None]:
    """Where a space is in each view: in its own the middle of its counters, elsewhere a point inside it."""
    found: list[Pixel | None] = []
    for view in sheet.views:
        if view is sheet.home(space):
            found.append(middle(layout.areas[space].spots[:3]))
        elif space in view.zones:
            point = view.zones[space].representative_point()
            found.append((round(point.x * _DOTS), round(point.y * _DOTS)))
        else:
            found.append(None)
    return found


def middle(points: Sequence[Pixel]) -> Pixel:
    """The point in the middle of points."""
    return (
        round(sum(x for x, _ in points) / len(points)),
        round(sum(y for _, y in points) / len(points)),
    )


def _rect(frame: tuple[float, float, float, float]) -> Rect:
    left, top, width, height = (round(value * _DOTS) for value in frame)
    return (left, top, left + width, top + height)


# -- kept in a folder --------------------------------------------------------------------------------


def _write(drawn: EmptyBoard, file: Path) -> None:
    layout = drawn.layout  # its exact shapes are for pieces in VASSAL: a picture asks for areas alone
    areas = {key: astuple(area) for key, area in layout.areas.items()}
    kept = (areas, [astuple(area) for area in layout.shadows], layout.unit)
    told = {"layout": kept, "spots": drawn.spots, "home": drawn.home, "frames": drawn.frames}
    told["named"] = sorted(drawn.named)
    write_whole(file, _pressed(drawn.image, json.dumps(told)))


def _pressed(image: Image.Image, note: str) -> bytes:
    """A board as it is read the soonest, in the room of a PNG: not every Pillow knows the first way."""
    for way in ("zstd", "tiff_adobe_deflate"):
        made = BytesIO()
        with suppress(OSError):
            image.save(made, "TIFF", compression=way, tiffinfo={_NOTE: note})
            return made.getvalue()
    raise OSError("no board can be kept")


def _read(file: Path) -> EmptyBoard:
    """Raises OSError, SyntaxError, ValueError, KeyError, TypeError, Warning for a file that is not whole."""
    with catch_warnings(action="error"), Image.open(file, formats=("TIFF",)) as image:
        image.load()
        told: dict[str, Any] = json.loads(image.tag_v2[_NOTE])  # type: ignore[attr-defined]
        areas, shadows, unit = told["layout"]
        layout = Layout({key: _area(area) for key, area in areas.items()}, tuple(map(_area, shadows)), unit)
        spots = {space: [at and (at[0], at[1]) for at in found] for space, found in told["spots"].items()}
        frames = [(left, top, right, bottom) for left, top, right, bottom in told["frames"]]
        named = frozenset(told["named"])
        return EmptyBoard(image, layout, spots, told["home"], frames, named)


def _area(told: Sequence[Any]) -> Area:
    id_, name, outline, spots, heading, loose = told
    corners, points = (tuple((x, y) for x, y in found) for found in (outline, spots))
    return Area(id_, name, corners, points, heading and tuple(heading), loose)
