"""The pictures of a report: the whole board after it, and a closer look at where things happened.

Nothing that draws is imported before a picture is wanted; a game without a map that can be drawn has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.report.scene import Scene

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH = 1800
"""How wide the whole board is shown, in pixels; a closer look is at most so wide."""
BOXES = 1100
"""How wide the boxes beside a map are shown, in pixels."""
COLOURS = 256


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file: its name without the ending, its bytes, and in words what it shows."""

    name: str
    data: bytes
    shows: str


@lru_cache(maxsize=8)
def pictures(game: str, scene: Scene, kept: Path | None = None) -> tuple[Picture, ...]:
    """The pictures of a scene: the same scene always gives the same bytes; none without a map to draw on.

    `kept` is a folder in which empty boards may be kept. Raises RosterError for a map without a roster.
    """
    from maps.map_faults import MapError

    try:
        return tuple(_pictures(game, scene, kept))
    except MapError:
        return ()


def _pictures(game: str, scene: Scene, kept: Path | None) -> Iterator[Picture]:
    from adjudicator.report.drawing.caption import captioned
    from adjudicator.report.drawing.close_ups import close_ups, parts
    from adjudicator.report.drawing.counter_faces import roster_of
    from adjudicator.report.drawing.empty_board import ground
    from adjudicator.report.drawing.painting import lay_open, paint

    under, roster = ground(game, kept), roster_of(game)
    whole = paint(under, roster, scene)
    lay_open(whole, under, roster, _open_chits(game, scene))
    country, beside = parts(under)
    yield Picture("map", _png(captioned(_narrow(whole.crop(country)), roster, scene)), scene.caption)
    for number, part in enumerate(close_ups(under, scene), 1):
        yield Picture(f"action-{number}", _png(_narrow(whole.crop(part))), f"A closer look ({number})")
    if beside:
        yield Picture("boxes", _png(_narrow(whole.crop(beside), BOXES)), "The boxes beside the map")


def _open_chits(game: str, scene: Scene) -> dict[str, tuple[str, ...]]:
    """The chits that lie open in boxes of the board, by box; the game's module says in which."""
    from builder.layout.module_file import load_facts
    from builder.module_faults import ModuleError

    if not scene.held:
        return {}
    try:
        boxes = load_facts(game).boxes.held
    except ModuleError:
        return {}
    return {boxes[side]: cards for side, cards in scene.held if side in boxes}


def _narrow(picture: Image, width: int = WIDTH) -> Image:
    """The picture, at most so wide."""
    if picture.width <= width:
        return picture
    return picture.resize((width, round(picture.height * width / picture.width)))


def _png(picture: Image) -> bytes:
    """A PNG of few colours, which is a third of the size and looks the same."""
    from io import BytesIO

    from PIL import Image

    few = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = BytesIO()
    few.save(out, "PNG")  # the last 5 % of the size would take ten times as long
    return out.getvalue()
