"""Looks over the images of a module: those nobody shows, those too large, and the memory they take."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Set
from dataclasses import dataclass
from pathlib import PurePosixPath

from builder.vassal.readback import Archive
from files.zips import BROKEN_ZIP

_FOLDER = "images/"
_ENDINGS = frozenset(("", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"))
_LONGEST = 10_000
_ROOMY = 1024 * 1024 * 1024
_BYTES_PER_PIXEL = 4


@dataclass(frozen=True, slots=True)
class Budget:
    """How many images a module holds, and the bytes they take in VASSAL's memory, four for each pixel.

    `shared` is how many further images there would be if no two pieces had one in common, `saved` what
    those would take.
    """

    images: int
    bytes: int
    shared: int = 0
    saved: int = 0

    def __str__(self) -> str:
        taken = f"{self.images} images, {_megabytes(self.bytes)} MB in VASSAL's memory"
        saving = f"; sharing spares {self.shared} more, {_megabytes(self.saved)} MB"
        return taken + (saving if self.shared else "")


def _megabytes(size: int) -> str:
    return f"{size / 1024 / 1024:.{0 if size >= 1024 * 1024 else 1}f}"


def check_images(archive: Archive, shown: Set[str], by_pieces: Mapping[str, int]) -> Budget:
    """Keep what is wrong with the images, and say what they take.

    `shown` are those that something names, `by_pieces` says how many kinds of pieces name each.
    """
    files = sorted(name for name in archive.names if _is_image(name, shown))
    total = shared = saved = 0
    for name in files:
        if not ({name.removeprefix(_FOLDER), PurePosixPath(name).stem} & shown):
            archive.warn(name, "nothing shows this image")
        wide, high = image_size(archive, name) or (0, 0)
        total += wide * high * _BYTES_PER_PIXEL
        further = max(0, by_pieces.get(name.removeprefix(_FOLDER), 0) - 1)
        shared, saved = shared + further, saved + further * wide * high * _BYTES_PER_PIXEL
        if max(wide, high) > _LONGEST:
            archive.warn(name, f"is {wide} x {high} pixels; more than {_LONGEST} a side are slow everywhere")
    if total > _ROOMY:
        budget = total // (1024 * 1024)
        archive.warn("images", f"take {budget} MB of memory, more than VASSAL has on many computers")
    return Budget(len(files), total, shared, saved)


def _is_image(name: str, shown: Set[str]) -> bool:
    """Whether an entry is an image: by its ending, or because something shows it as one."""
    if not name.startswith(_FOLDER) or name.endswith("/"):
        return False
    file = PurePosixPath(name)
    usual = file.suffix.lower() in _ENDINGS and not file.name.startswith(".")
    return usual or name.removeprefix(_FOLDER) in shown


def image_size(archive: Archive, name: str) -> tuple[int, int] | None:
    """Width and height of an image, from its first bytes; None, after keeping a problem, if it has none.

    A drawing in SVG has no pixels, so its size is None, too.
    """
    from PIL import Image

    if name.lower().endswith(".svg"):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with archive.zip.open(name) as entry, Image.open(entry) as image:
                return image.size
    except Image.DecompressionBombError:
        archive.error(name, "has too many pixels: it must be a mistake or a trap")
    except (*BROKEN_ZIP, SyntaxError) as wrong:
        archive.error(name, f"is not a readable image: {str(wrong)[:100]}")
    return None
