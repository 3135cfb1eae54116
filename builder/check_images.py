"""Looks over the images of a module: those nobody shows, those too large, and the memory they take."""

from __future__ import annotations

import warnings
from collections.abc import Set
from dataclasses import dataclass
from pathlib import PurePosixPath

from builder.readback import Archive

_FOLDER = "images/"
_LONGEST = 10_000
_ROOMY = 1024 * 1024 * 1024
_BYTES_PER_PIXEL = 4


@dataclass(frozen=True, slots=True)
class Budget:
    """How many images a module holds, and the bytes they take in VASSAL's memory, four for each pixel."""

    images: int
    bytes: int

    def __str__(self) -> str:
        return f"{self.images} images, {self.bytes / 1024 / 1024:.0f} MB in VASSAL's memory"


def check_images(archive: Archive, shown: Set[str]) -> Budget:
    """Keep what is wrong with the images, and say what they take; `shown` are those that something names."""
    files = sorted(name for name in archive.names if name.startswith(_FOLDER) and not name.endswith("/"))
    total = 0
    for name in files:
        if not ({name.removeprefix(_FOLDER), PurePosixPath(name).stem} & shown):
            archive.warn(name, "nothing shows this image")
        wide, high = image_size(archive, name) or (0, 0)
        total += wide * high * _BYTES_PER_PIXEL
        if max(wide, high) > _LONGEST:
            archive.warn(name, f"is {wide} x {high} pixels; more than {_LONGEST} a side are slow everywhere")
    if total > _ROOMY:
        budget = total // (1024 * 1024)
        archive.warn("images", f"take {budget} MB of memory, more than VASSAL has on many computers")
    return Budget(len(files), total)


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
        archive.error(name, "has so many pixels that it must be a mistake or a trap")
    except (OSError, ValueError, RuntimeError, SyntaxError, KeyError, NotImplementedError) as wrong:
        archive.error(name, f"is no image that can be read: {str(wrong)[:100]}")
    return None
