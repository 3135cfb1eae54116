"""A VASSAL module of 100 MB, imported by a process of its own: the most memory it holds."""

from __future__ import annotations

import random
import zipfile
from io import BytesIO
from pathlib import Path

from . import cold
from .modules import NotTheSame

PICTURES, PICTURE_SIDE = 4, 2900
"""Pictures of noise in the large module, and how many pixels they have a side: 25 MB each."""


def large_module(small: Path, file: Path, count: int = PICTURES, side: int = PICTURE_SIDE) -> Path:
    """A module with so many pictures of noise, which nothing makes smaller; one of them is its board."""
    with zipfile.ZipFile(small) as before, zipfile.ZipFile(file, "w") as after:
        for name in before.namelist():
            if name != "images/board.png":
                after.writestr(name, before.read(name))
        for number in range(count):
            name = f"images/noise-{number}.png" if number else "images/board.png"
            after.writestr(name, noise(number, side))
    return file


def noise(seed: int, side: int) -> bytes:
    """A square picture of noise as PNG, about three bytes a pixel."""
    from PIL import Image

    out = BytesIO()
    content = random.Random(seed).randbytes(side * side * 3)
    Image.frombytes("RGB", (side, side), content).save(out, "PNG", compress_level=0)
    return out.getvalue()


def imported(file: Path, folder: Path) -> cold.Started:
    """The module imported by a process of its own, as people do it. Raises WentWrong, NotTheSame."""
    started = cold.started("module", "import", str(file), str(folder))
    if not (folder / "images" / "board.png").is_file():
        raise NotTheSame("the import lost the board's picture")
    return started
