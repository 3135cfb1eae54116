"""Boards with hexes: the picture from a clone of where it was published, and where its hexes lie."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ElementTree
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy
from PIL import Image

from .sources import Clone, Source, stepped_box
from .terrain import terrain_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

VASL = (56.25, 64.5, 0.0, 32.25)
"""dx, dy, x0, y0 of a board of VASL that does not say otherwise, in its pixels."""
_GRID = "VASSAL.build.module.map.boardPicker.board.HexGrid"


@dataclass(frozen=True)
class Grid:
    """VASSAL's grid of hexes: columns `dx` apart, hexes `dy`, the first centre at (x0, y0), in pixels.

    The second, fourth ... column stands half a hex lower. Sideways, x and y change places.
    """

    dx: float
    dy: float
    x0: float
    y0: float
    sideways: bool = False

    def centres(self, box: tuple[float, ...]) -> dict[str, tuple[float, float]]:
        """The centres of all hexes in a part (left, top, right, bottom) of the picture, by label.

        The first column in it is 01, and in each column the first hex in it is 01.
        """
        left, top, right, bottom = (box[1], box[0], box[3], box[2]) if self.sideways else box
        first, last = rounded_up((left - self.x0) / self.dx), (right - self.x0) / self.dx
        found = {}
        for line, column in enumerate(range(first, int(last + 1e-6) + 1), 1):
            x, y0 = self.x0 + column * self.dx, self.y0 + column % 2 / 2 * self.dy
            upper, lower = rounded_up((top - y0) / self.dy), int((bottom - y0) / self.dy + 1e-6)
            for place, row in enumerate(range(upper, lower + 1), 1):
                y = y0 + row * self.dy
                found[self._label(line, place)] = (y, x) if self.sideways else (x, y)
        return found

    def _label(self, line: int, place: int) -> str:
        """Columns first: a line of hexes is a row where they have pointed tops."""
        return f"{place:02}{line:02}" if self.sideways else f"{line:02}{place:02}"


def rounded_up(number: float) -> int:
    """The next whole number; one that is whole but for the computer's rounding stays."""
    return int(numpy.ceil(number - 1e-6))


def read_board(clone: Clone, source: Source) -> tuple[Image.Image, Grid]:
    """The whole picture of a board, and its grid as the publisher states it."""
    raw = clone.read(source.file)
    if source.file.endswith((".xml", "buildFile")):
        return of_module(clone, source, raw.decode("utf-8"))
    return of_archive(raw)


def of_archive(raw: bytes) -> tuple[Image.Image, Grid]:
    """A board of VASL: an archive with a picture, and a grid in `data` or in the metadata."""
    archive = zipfile.ZipFile(io.BytesIO(raw))
    names = archive.namelist()
    picture = max(
        (name for name in names if _is_picture(name)), key=lambda one: archive.getinfo(one).file_size
    )
    said = dict(zip(("dx", "dy", "x0", "y0"), VASL, strict=True))
    if "data" in names:
        said |= numbers_in(archive.read("data").decode("latin1"), r"(?m)^\s*(dx|dy|x0|y0)\s+([-\d.]+)")
    if "BoardMetadata.xml" in names:
        words = {"hexWidth": "dx", "hexHeight": "dy", "A1CenterX": "x0", "A1CenterY": "y0"}
        pattern = r"\b(hexWidth|hexHeight|A1CenterX|A1CenterY)\s*=\s*\"([-\d.]+)\""
        read = numbers_in(archive.read("BoardMetadata.xml").decode("latin1"), pattern)
        said |= {words[word]: number for word, number in read.items()}
    return Image.open(io.BytesIO(archive.read(picture))).convert("RGB"), Grid(
        said["dx"], said["dy"], said["x0"], said["y0"]
    )


def _is_picture(name: str) -> bool:
    return name.lower().startswith("bd") and name.lower().endswith((".gif", ".png", ".jpg"))


def numbers_in(text: str, pattern: str) -> dict[str, float]:
    """What a file says as words with numbers."""
    return {word: float(number) for word, number in re.findall(pattern, text)}


def of_module(clone: Clone, source: Source, text: str) -> tuple[Image.Image, Grid]:
    """A board of an unpacked VASSAL module: the one with the picture that the source names."""
    for board in ElementTree.fromstring(text).iter("VASSAL.build.module.map.boardPicker.Board"):
        grid = board.find(f".//{_GRID}")
        if grid is not None and board.get("image") == source.picture.rpartition("/")[2]:
            numbers: Any = {word: float(grid.get(word, "0")) for word in ("dx", "dy", "x0", "y0")}
            picture = Image.open(io.BytesIO(clone.read(source.picture))).convert("RGB")
            return picture, Grid(**numbers, sideways=grid.get("sideways") == "true")
    raise ValueError(f"{source.file} has no board with a grid and the picture {source.picture}")


def printed_hexes(grid: Grid, source: Source, size: tuple[int, int]) -> dict[str, tuple[float, float]]:
    """The centre of every hex that is printed on the part that is used, in pixels of the whole board."""
    used, printed = stepped_box(source.crop, size), stepped_box(source.printed or source.crop, size)
    low, high = numpy.maximum(used[:2], printed[:2]), numpy.minimum(used[2:], printed[2:])
    return grid.centres((*low.tolist(), *high.tolist()))


def truth_of(grid: Grid, source: Source, size: tuple[int, int]) -> dict[str, NDArray[numpy.float64]]:
    """The centre of every hex that is printed, in pixels of the part that is used."""
    moved = numpy.array(stepped_box(source.crop, size)[:2])
    return {label: numpy.array(at) - moved for label, at in printed_hexes(grid, source, size).items()}


def ground_of(clone: Clone, source: Source, grid: Grid, size: tuple[int, int]) -> dict[str, str]:
    """The terrain of every hex of which the publisher tells it; of none in most cases."""
    if source.picture:
        return {}
    return terrain_of(clone, source.file, printed_hexes(grid, source, size), grid.dy / 2)


def clicks_of(labels: set[str], flat: bool) -> list[str]:
    """Four corners and a neighbour of the first in the next line, as docs/scans.md asks for them.

    A line is a column where hexes have flat tops, else a row: this neighbour tells which lines stand lower.
    """
    last = max(int(label[:2]) for label in labels)
    corners = []
    for column in (1, last):
        rows = sorted(int(label[2:]) for label in labels if int(label[:2]) == column)
        corners += [f"{column:02}{rows[0]:02}", f"{column:02}{rows[-1]:02}"]
    column, row = int(corners[0][:2]) + flat, int(corners[0][2:]) + (not flat)
    return [*corners, f"{column:02}{row:02}"]
