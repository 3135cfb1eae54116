"""Faces drawn before, kept in a folder: after one row of a roster changes, one counter is drawn."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Hashable
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from PIL import Image

import counters
from files.sources import code_of
from files.whole import write_whole

_VERSION = re.compile(r"faces-[0-9a-f]{12}")
_KEPT = 64
"""So many faces stay in memory: markers in bulk and common backs are not read again for each piece."""


class Faces:
    """Draws faces, or finds them in a folder. Without a folder only the last faces are remembered."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder / f"faces-{drawing_version()[:12]}" if folder else None
        self.drawn = 0
        if folder:
            _forget_others(folder, keep=self.folder)
        self._near: dict[str, Image.Image] = {}

    def face(self, shows: Hashable, size: tuple[int, int], draw: Callable[[], Image.Image]) -> Image.Image:
        """The picture of what a face `shows` at a size in pixels, drawn when it is not known yet."""
        key = sha256(f"{drawing_version()} {size} {shows!r}".encode()).hexdigest()
        found = self._near.get(key) or self._kept(key, size)
        if found is None:
            found = draw()
            self.drawn += 1
            self._keep(key, found)
        self._near[key] = found
        while len(self._near) > _KEPT:
            del self._near[next(iter(self._near))]
        return found

    def _place(self, key: str) -> Path | None:
        return self.folder / key[:2] / f"{key[2:]}.png" if self.folder else None

    def _kept(self, key: str, size: tuple[int, int]) -> Image.Image | None:
        """A face from the folder; a file that is damaged is as good as none."""
        file = self._place(key)
        if file is None:
            return None
        try:
            with Image.open(BytesIO(file.read_bytes()), formats=("PNG",)) as image:
                image.load()
                return image if image.size == size and image.mode == "RGB" else None
        except (OSError, SyntaxError, ValueError):
            return None

    def _keep(self, key: str, image: Image.Image) -> None:
        """Keep a face; where the folder cannot be written, it is drawn again next time."""
        file = self._place(key)
        if file is None:
            return
        content = BytesIO()
        image.save(content, "PNG", compress_level=1)
        with suppress(OSError):
            write_whole(file, content.getvalue())


def _forget_others(folder: Path, keep: Path | None) -> None:
    """Faces that other code drew will not be used again."""
    with suppress(OSError):
        for other in folder.iterdir():
            if _VERSION.fullmatch(other.name) and other != keep:
                shutil.rmtree(other, ignore_errors=True)


def drawing_version() -> str:
    """A mark of the code that draws: faces drawn by other code are not used."""
    return code_of(counters).hex()


def usual_folder() -> Path:
    """Where this machine's programs keep what they can make again."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base else Path.home() / ".cache") / "hexpost"
