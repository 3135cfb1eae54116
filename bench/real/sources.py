"""Which maps are measured: a row of `sources.csv` for each, and reading its files from a clone."""

from __future__ import annotations

import csv
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

Box = tuple[int, int, int, int]
TABLE = Path(__file__).with_name("sources.csv")


@dataclass(frozen=True)
class Source:
    """A map: its kind (`hexes`, `areas`), the public repository, the file with its grid or outlines.

    `picture` is the board's picture where the file names several, else the folder of tiles that lie over the
    base tiles. `crop` is the part that is used and `printed` the part of it that has hexes: left top right
    bottom in pixels, empty for all of it; negative numbers count from the right and from below. Maps of areas
    that are `held_back` are measured, and never looked at while tracing is made better: `yes`, or `until` a
    day, from which on they are known like the others.
    """

    name: str
    kind: str
    repository: str
    file: str
    picture: str = ""
    crop: str = ""
    printed: str = ""
    held_back: str = ""


@dataclass(frozen=True)
class Clone:
    """A clone of a repository, bare or not."""

    folder: Path

    def read(self, path: str) -> bytes:
        """A file of the newest commit."""
        asked = ["git", "-C", str(self.folder), "show", f"HEAD:{path}"]
        return subprocess.run(asked, check=True, capture_output=True).stdout

    def names(self, folder: str) -> list[str]:
        """The names of the files in a folder of the newest commit."""
        asked = ["git", "-C", str(self.folder), "ls-tree", "--name-only", f"HEAD:{folder}"]
        return subprocess.run(asked, check=True, capture_output=True, encoding="utf-8").stdout.split()


@cache
def sources() -> dict[str, Source]:
    """All maps by name."""
    with TABLE.open(newline="", encoding="utf-8") as file:
        return {row["name"]: Source(**row) for row in csv.DictReader(file)}


def stepped_box(text: str, size: tuple[int, int]) -> Box:
    """A part as it is written, in pixels from the upper left."""
    said = [int(part) for part in text.split()] or [0, 0, *size]
    left, top, right, bottom = (
        side + full if side < 0 else side for side, full in zip(said, (*size, *size), strict=True)
    )
    return left, top, right, bottom
