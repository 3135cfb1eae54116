"""A scanned page, read with care: whatever is in the file gives a sensible picture, or a ScanError."""

from __future__ import annotations

import warnings
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

WORK = 2400
"""Lines are looked for on a picture with so many dots along its longer side."""

_FORMATS = ("PNG", "JPEG", "TIFF", "BMP", "WEBP")
_MOST, _LEAST = 250_000_000, 200


class ScanError(ValueError):
    """A scan that cannot be read or cut; the message says why, and what would help."""

    exit_code = 1


def read_scan(file: Path) -> Image.Image:
    """The picture in a file, upright as its camera says. ScanError for none, or one too large or small."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(file, formats=_FORMATS) as image:
                _check_size(file, image.size)
                image.load()
                return _on_white(ImageOps.exif_transpose(image))
    except UnidentifiedImageError:
        raise ScanError(f"{file}: is no picture that can be read: {', '.join(_FORMATS)}") from None
    except Image.DecompressionBombError:
        raise ScanError(f"{file}: has far too many dots; scan at 300 dpi") from None
    except FileNotFoundError:
        raise ScanError(f"{file}: there is no such file") from None
    except (OSError, SyntaxError, ValueError) as wrong:
        if isinstance(wrong, ScanError):
            raise
        raise ScanError(f"{file}: cannot be read: {getattr(wrong, 'strerror', None) or wrong}") from None


def _check_size(file: Path, size: tuple[int, int]) -> None:
    wide, high = size
    if wide * high > _MOST:
        most = f"more than {_MOST // 1_000_000} million"
        raise ScanError(f"{file}: has {wide} x {high} dots, {most}; scan at 300 dpi")
    if min(size) < _LEAST:
        raise ScanError(f"{file}: has only {wide} x {high} dots; scan at 300 dpi")


def _on_white(image: Image.Image) -> Image.Image:
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        clear = image.convert("RGBA")
        white = Image.new("RGBA", clear.size, "white")
        return Image.alpha_composite(white, clear).convert("RGB")
    return image.convert("RGB")


def shrunk(image: Image.Image, longest: int) -> Image.Image:
    """The picture with at most so many dots along its longer side."""
    share = longest / max(image.size)
    if share >= 1:
        return image
    size = (round(image.width * share), round(image.height * share))
    return image.resize(size, Image.Resampling.BOX, reducing_gap=None)
