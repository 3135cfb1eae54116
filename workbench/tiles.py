"""The picture in squares of several sizes (a pyramid), so that a page shows any part of a huge scan at once.

Level 0 is the picture; each further level has half the pixels a side, until all of it is one square. They are
made in one pass from the top to the bottom, and kept as JPEG until the picture changes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import BinaryIO

from PIL import Image

from files.whole import write_whole
from scans.colour import LEAST, MOST_PIXELS, solid
from scans.reading import levelled, opened

SIDE = 512
"""Pixels of a side of a tile."""
_QUALITY = 88
"""Of JPEG, without reduced colours: thin coloured lines stay as they are."""
DECODING = Lock()
"""A huge picture is decoded once at a time: two at once need twice the memory."""

Progress = Callable[[float], object]


class Tiles:
    """The tiles of a picture."""

    def __init__(
        self, path: Path, size: tuple[int, int], stamp: str, index: dict[str, tuple[int, int]]
    ) -> None:
        self.path, self.size, self.stamp, self._index = path, size, stamp, index

    @property
    def levels(self) -> int:
        """How many levels there are."""
        return _levels(self.size)

    def tile(self, level: int, x: int, y: int) -> bytes | None:
        """A tile as JPEG; None where the picture has none."""
        found = self._index.get(f"{level}/{x}/{y}")
        if found is None:
            return None
        with self.path.open("rb") as file:
            file.seek(found[0])
            return file.read(found[1])


def tiles_of(picture: Path, page: int, folder: Path, progress: Progress = lambda part: None) -> Tiles:
    """The tiles of a picture, kept in a folder: those that are there if it is the same, else new ones.

    Raises ScanError where it is no picture.
    """
    facts, pixels = folder / "tiles.json", folder / "tiles.bin"
    found = picture.stat() if picture.is_file() else None
    stamp = f"{found.st_mtime_ns:x}-{found.st_size:x}-{page}" if found else ""
    kept = _kept(facts, pixels, stamp)
    if kept:
        return kept
    folder.mkdir(parents=True, exist_ok=True)
    part = pixels.with_name("tiles.part")
    with DECODING, opened(picture, page, most=MOST_PIXELS, least=LEAST) as image, part.open("wb") as out:
        size, index = image.size, _written(image, out, progress)
    part.replace(pixels)
    write_whole(facts, json.dumps({"stamp": stamp, "size": size, "index": index}).encode())
    return Tiles(pixels, size, stamp, index)


def _kept(facts: Path, pixels: Path, stamp: str) -> Tiles | None:
    """The tiles that were made of this picture before."""
    if not (stamp and facts.is_file() and pixels.is_file()):
        return None
    try:
        found = json.loads(facts.read_text(encoding="utf-8"))
        if found["stamp"] != stamp:
            return None
        index = {name: (int(at), int(length)) for name, (at, length) in found["index"].items()}
        return Tiles(pixels, (int(found["size"][0]), int(found["size"][1])), stamp, index)
    except (ValueError, KeyError, TypeError):  # cut short: made again
        return None


def _levels(size: tuple[int, int]) -> int:
    count, longest = 1, max(size)
    while longest > SIDE:
        count, longest = count + 1, (longest + 1) // 2
    return count


def _written(image: Image.Image, out: BinaryIO, progress: Progress) -> dict[str, tuple[int, int]]:
    """Write all tiles of a picture one after the other; where each of them is."""
    index: dict[str, tuple[int, int]] = {}

    def keep(name: str, tile: Image.Image) -> None:
        held = BytesIO()
        tile.save(held, "JPEG", quality=_QUALITY, subsampling=0)
        index[name] = (out.tell(), held.tell())
        out.write(held.getbuffer())

    levels = [_Level(n, keep) for n in range(_levels(image.size))]
    for this, coarser in pairwise(levels):
        this.coarser = coarser
    for part, strip in _strips(image):
        levels[0].take(strip)
        progress(part)
    levels[0].finish()
    return index


class _Level:
    """One level in the making: rows come in from above; full rows of tiles are kept, and halved."""

    def __init__(self, number: int, keep: Callable[[str, Image.Image], None]) -> None:
        self.number, self.keep = number, keep
        self.coarser: _Level | None = None
        self._row, self._held = 0, list[Image.Image]()

    def take(self, strip: Image.Image) -> None:
        """Take rows; their number divides that of a tile, but for the last ones."""
        self._held.append(strip)
        if sum(one.height for one in self._held) >= SIDE:
            self._emit()

    def finish(self) -> None:
        """Take no more rows."""
        if self._held:
            self._emit()
        if self.coarser:
            self.coarser.finish()

    def _emit(self) -> None:
        rows = _joined(self._held)
        self._held = []
        for x in range(-(-rows.width // SIDE)):
            tile = rows.crop((x * SIDE, 0, min((x + 1) * SIDE, rows.width), rows.height))
            self.keep(f"{self.number}/{x}/{self._row}", tile)
        self._row += 1
        if self.coarser:
            self.coarser.take(rows.reduce(2))


def _joined(strips: list[Image.Image]) -> Image.Image:
    if len(strips) == 1:
        return strips[0]
    made = Image.new("RGB", (strips[0].width, sum(one.height for one in strips)))
    top = 0
    for one in strips:
        made.paste(one, (0, top))
        top += one.height
    return made


def _strips(image: Image.Image) -> Iterator[tuple[float, Image.Image]]:
    """The picture in RGB, so many rows at a time, each with the share of the picture that is done then."""
    image.load()
    if image.mode.startswith("I") or image.mode == "F":
        image = levelled(image)
    for top in range(0, image.height, SIDE):
        below = min(top + SIDE, image.height)
        rows = image.crop((0, top, image.width, below))
        rows.info = {key: image.info[key] for key in ("transparency",) if key in image.info}
        yield below / image.height, solid(rows).convert("RGB")
