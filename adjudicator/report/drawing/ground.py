"""The empty board under every picture: drawn once, then kept in memory and in a folder.

Drawing a board takes seconds. What it depends on (the map's files, the code that draws, the size) is in the
name of the kept file, so an old one is never used for a new map; a damaged one is drawn again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image
from PIL.PngImagePlugin import PngInfo

import maps
from maps.load import find_map

if TYPE_CHECKING:
    from maps.draw import Drawing

Pixel = tuple[int, int]
Rect = tuple[int, int, int, int]

DPI = 150
_FACTS = "hexpost-ground-1"


@dataclass(frozen=True, slots=True)
class Ground:
    """A drawn board and where on it everything is, in pixels.

    A board may be shown in several views: the whole country, an insert. `home` says in which view a space
    is played, `spots` where it is in each view (None: nowhere); rectangles are left, top, right, bottom.
    """

    image: Image.Image
    slots: Mapping[str, Sequence[Pixel]]
    spots: Mapping[str, Sequence[Pixel | None]]
    home: Mapping[str, int]
    frames: Sequence[Rect]
    boxes: Mapping[str, Rect]
    counter: int


@lru_cache(maxsize=4)
def ground(game: str | Path, kept: Path | None = None, dpi: int = DPI) -> Ground:
    """The board of a game, from the folder `kept` if it is there. Raises MapError if it cannot be drawn."""
    if kept is None:
        return _draw(game, dpi)
    file = kept / f"board-{_key(game, dpi)}.png"
    with suppress(OSError, ValueError, KeyError, TypeError, SyntaxError):
        return _read(file)
    drawn = _draw(game, dpi)
    with suppress(OSError):  # a folder that cannot be written costs time, not the report
        _write(drawn, file)
    return drawn


def _key(game: str | Path, dpi: int) -> str:
    """A word that changes with everything the drawing depends on."""
    told = hashlib.sha256(f"{_FACTS} {dpi}".encode())
    sources = sorted(Path(maps.__file__).parent.glob("*.py"))
    for file in [*sources, *sorted(path for path in find_map(game).iterdir() if path.is_file())]:
        told.update(f"|{file.name}|".encode())
        told.update(file.read_bytes())
    return told.hexdigest()[:20]


def _draw(game: str | Path, dpi: int) -> Ground:
    from maps.draw import draw_board

    drawing = draw_board(game, dpi)
    home = {space: _home(drawing, space) for space in drawing.places}
    return Ground(
        drawing.image,
        {space: drawing.slots(space) for space in drawing.places},
        {space: _spots(drawing, space) for space in drawing.places},
        home,
        [_rect(drawing, view.frame) for view in drawing.sheet.views],
        dict(drawing.boxes),
        drawing.counter_px,
    )


def _home(drawing: Drawing, space: str) -> int:
    home = drawing.sheet.home(space)
    return next(n for n, view in enumerate(drawing.sheet.views) if view is home)


def _spots(drawing: Drawing, space: str) -> list[Pixel | None]:
    """Where a space is in each view: in its own the middle of its counters, elsewhere a point inside it."""
    found: list[Pixel | None] = []
    for view in drawing.sheet.views:
        if view is drawing.sheet.home(space):
            found.append(drawing.centre(space))
        elif space in view.zones:
            point = view.zones[space].representative_point()
            dots = drawing.dots_per_mm
            found.append((round(point.x * dots), round(point.y * dots)))
        else:
            found.append(None)
    return found


def _rect(drawing: Drawing, frame: tuple[float, float, float, float]) -> Rect:
    left, top, width, height = (round(value * drawing.dots_per_mm) for value in frame)
    return (left, top, left + width, top + height)


# -- kept in a folder --------------------------------------------------------------------------------


def _write(drawn: Ground, file: Path) -> None:
    names = [name for name in Ground.__dataclass_fields__ if name != "image"]
    told = PngInfo()
    told.add_text(_FACTS, json.dumps({name: getattr(drawn, name) for name in names}))
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_suffix(".part")
    drawn.image.save(half, "PNG", pnginfo=told, compress_level=4)
    half.replace(file)


def _read(file: Path) -> Ground:
    """Raises OSError, SyntaxError, ValueError, KeyError or TypeError for a file that is not whole."""
    with Image.open(file) as image:
        image.load()
        told: dict[str, Any] = json.loads(image.info[_FACTS])
        spots = {space: [_pixel(at) for at in found] for space, found in told["spots"].items()}
        return Ground(
            image.convert("RGB"),
            {space: [(x, y) for x, y in slots] for space, slots in told["slots"].items()},
            spots,
            told["home"],
            [_whole(frame) for frame in told["frames"]],
            {key: _whole(box) for key, box in told["boxes"].items()},
            int(told["counter"]),
        )


def _pixel(at: Sequence[int] | None) -> Pixel | None:
    return None if at is None else (at[0], at[1])


def _whole(rect: Sequence[int]) -> Rect:
    left, top, right, bottom = rect
    return (left, top, right, bottom)
