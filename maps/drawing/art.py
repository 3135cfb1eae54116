"""A board on its maker's own art: the picture in the map folder, and how spaces lie on it.

`[art]` of map.toml names a picture beside it. Such a board is not drawn: all print is the picture's own, and
hexes, squares and areas only know where they are on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from files.messages import first_few
from maps.board import Board
from maps.map_faults import MapError, MapFault
from maps.reading.fields import Field, Form, amount, list_of, whole
from maps.reading.hexmap import misspelt
from maps.reading.load import find_map
from maps.reading.settings import settings_faults
from maps.reading.tables import read_toml

if TYPE_CHECKING:
    from PIL import Image

    from maps.drawing.warp import Frame

DPI = 150
"""How finely a picture is taken to be printed that says nothing of it."""
_MM = 25.4
_BAND = 256  # rows that are resized at once
_LARGEST_MM = 2000.0
_PLAIN_NAME = re.compile(r"[\w -][\w .-]*\.(png|jpe?g|tiff?|webp|bmp)", re.IGNORECASE)


def _pair(inner: Field, wanted: str, needed: bool) -> Field:
    return Field(list_of(inner.fits, 2, 2), wanted, needed)


FORM: Form = {
    "art": {
        "file": Field(
            lambda value: isinstance(value, str) and _PLAIN_NAME.fullmatch(value) is not None,
            "the name of a .png, .jpg, .tif, .webp or .bmp beside map.toml, without a folder",
            True,
        ),
        "size": _pair(whole(1, 100_000, True), "its width and height in pixels, as [1200, 900]", True),
        "origin": _pair(
            amount(-1e6, 1e6, True), "x and y in pixels, where the map has its 0, 0, as [104.5, 88]", False
        ),
        "scale": amount(0.0001, 10_000, False),
        "dpi": amount(20, 2400, False),
    }
}


@dataclass(frozen=True)
class Art:
    """A picture of `size` pixels, printed at `dpi` of them to the inch.

    The point 0, 0 of the map lies at the pixel `origin`, the first pixel reaching from 0 to 1; one map unit
    is `scale` pixels long.
    """

    path: Path
    size: tuple[int, int]
    origin: tuple[float, float]
    scale: float
    dpi: float

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height on the sheet."""
        return self.size[0] * _MM / self.dpi, self.size[1] * _MM / self.dpi

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the map lies on the picture."""
        return self.origin[0] + x * self.scale, self.origin[1] - y * self.scale

    def frame(self, window: tuple[float, float, float, float]) -> Frame:
        """Where a window of the map (west, south, east, north) lies on the sheet, in millimetres."""
        west, south, east, north = window
        left, top = self.pixel(west, north)
        wide, high = (east - west) * self.scale, (north - south) * self.scale
        return (left * _MM / self.dpi, top * _MM / self.dpi, wide * _MM / self.dpi, high * _MM / self.dpi)

    @cached_property
    def image(self) -> Image.Image:
        """The picture in RGB. MapError where it is damaged, or has another size than map.toml says."""
        from scans.colour import read_art as read_picture
        from scans.scan_faults import ScanError

        try:
            picture = read_picture(self.path)
        except ScanError as error:
            raise MapError((_unreadable(error),)) from None
        if picture.size != self.size:
            raise MapError((_other_size(self, picture.size),))
        return picture

    def damage(self) -> tuple[MapFault, ...]:
        """What is wrong with the picture where it is decoded, nothing if it is whole."""
        try:
            self.image.load()
        except MapError as error:
            return error.faults
        return ()

    def lay(self, sheet: Image.Image, top: int, dpi: float) -> None:
        """Put the picture onto the rows of a drawn sheet from `top` on: dot by dot at its own dpi."""
        wide, high = (round(side * dpi / self.dpi) for side in self.size)
        if (wide, high) == self.size:
            sheet.paste(self.image.crop((0, top, wide, min(top + sheet.height, high))), (0, 0))
            return
        for first in range(top - top % _BAND, min(top + sheet.height, high), _BAND):
            sheet.paste(self._band(first, (wide, high)), (0, first - top))

    def _band(self, first: int, size: tuple[int, int]) -> Image.Image:
        """Rows from `first` on of the picture at another size: the same ones whoever asks for them."""
        from PIL import Image

        last, pace = min(first + _BAND, size[1]), self.size[1] / size[1]
        part = (0.0, first * pace, float(self.size[0]), min(last * pace, float(self.size[1])))
        return self.image.resize((size[0], last - first), Image.Resampling.LANCZOS, part)


def own_dpi(game: str | Path) -> float | None:
    """How fine the own art of a game's board is; None where its board is drawn. MapError without a map."""
    art = read_toml(find_map(game) / "map.toml", []).get("art")
    return float(art.get("dpi", DPI)) if isinstance(art, dict) and not _form_faults({"art": art}) else None


def read_art(folder: Path, board: Board, toml: Mapping[str, Any], faults: list[MapFault]) -> Art | None:
    """The art that `[art]` of map.toml names; None where there is none, and after a fault.

    The picture's size is looked at, but it is not decoded yet.
    """
    if "art" not in toml:
        return None
    wrong = _form_faults(toml)
    if not wrong:
        art = _art(folder, toml["art"])
        wrong = list(_faults(art, board))
    faults.extend(wrong)
    return None if wrong else art


def _form_faults(toml: Mapping[str, Any]) -> list[MapFault]:
    return [*settings_faults(toml, FORM), *misspelt(toml, FORM)]


def _art(folder: Path, table: Mapping[str, Any]) -> Art:
    (wide, high), (x, y) = table["size"], table.get("origin", [0.0, 0.0])
    scale, dpi = float(table.get("scale", 1.0)), float(table.get("dpi", DPI))
    return Art(folder / table["file"], (wide, high), (float(x), float(y)), scale, dpi)


def _faults(art: Art, board: Board) -> Iterator[MapFault]:
    if not board.is_gridded:
        message = "only hexes, squares and [[area]] can use a picture. Zones in degrees are drawn"
        yield MapFault("map.toml", "art", "no grid", message)
        return
    if max(art.size_mm) > _LARGEST_MM:
        message = f"at dpi = {art.dpi:g} it is {max(art.size_mm) / 1000:.1f} m long; 2 m are the most"
        yield MapFault("map.toml", "art", "bad value", message)
    yield from _picture_faults(art)
    wide, high = art.size
    beside = [
        f"{space.name} at {x:.0f}, {y:.0f}"
        for space in board.spaces.values()
        for x, y in [art.pixel(*space.centre)]
        if not (0 <= x <= wide and 0 <= y <= high)
    ]
    if beside:
        message = f"there lie {first_few(beside, 3)}; are origin and scale those of it?"
        yield MapFault("map.toml", "art", "beside the picture", message)


def _picture_faults(art: Art) -> Iterator[MapFault]:
    """A picture that is not there, is none, or is another than the numbers are for."""
    from scans.colour import picture_size
    from scans.scan_faults import ScanError

    try:
        size = picture_size(art.path)
    except ScanError as error:
        yield _unreadable(error)
        return
    if size != art.size:
        yield _other_size(art, size)


def _unreadable(error: Exception) -> MapFault:
    return MapFault("map.toml", "art", "bad picture", str(error))


def _other_size(art: Art, size: tuple[int, int]) -> MapFault:
    message = (
        f"{art.path} has {size[0]} x {size[1]} pixels, but size says {art.size[0]} x {art.size[1]}: "
        "origin and scale belong to a picture of that size"
    )
    return MapFault("map.toml", "art", "another picture", message)
