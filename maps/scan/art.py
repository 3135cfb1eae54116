"""Read scanned art: any usual kind of picture becomes RGB, and what is none is refused with a reason."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from PIL import Image, UnidentifiedImageError

from maps.scan.faults import ScanError

MOST_PIXELS = 150_000_000
"""A picture this large still fits into the memory of a small machine."""
PDF_DPI = 300
_HEAD = b"%PDF-"


def read_art(path: Path) -> Image.Image:
    """The picture as RGB, with its "dpi" and "icc_profile" in `info`; ScanError where there is none.

    Of a PDF it is the first page at 300 dots per inch. What is see-through becomes white.
    """
    if _is_pdf(path):
        return _page(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path) as image:
                _check_size(path, *image.size)
                image.load()
                return _as_rgb(image)
    except Image.DecompressionBombError:
        raise ScanError(_too_large(path, "far too many")) from None
    except OSError as error:
        if error.filename is not None:
            raise
        raise ScanError(_unreadable(path, error)) from None
    except (SyntaxError, ValueError, EOFError, MemoryError) as error:
        raise ScanError(_unreadable(path, error)) from None


def _is_pdf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_HEAD)) == _HEAD


def _check_size(path: Path, wide: int, high: int) -> None:
    if wide * high > MOST_PIXELS:
        raise ScanError(_too_large(path, f"{wide} x {high}"))
    if min(wide, high) < 16:
        raise ScanError(f"{path}: the picture has {wide} x {high} pixels; nothing can be seen in so few")


def _too_large(path: Path, size: str) -> str:
    most = MOST_PIXELS // 1_000_000
    return (
        f"{path}: {size} pixels; {most} million at most. Scan at fewer dots per inch, or reduce the picture"
    )


def _unreadable(path: Path, error: Exception) -> str:
    if isinstance(error, UnidentifiedImageError):
        return f"{path}: this is no picture; give a PNG, JPEG or TIFF, or a PDF"
    return f"{path}: the picture is damaged or cut short ({error}); save or scan it again"


def _as_rgb(image: Image.Image) -> Image.Image:
    kept: dict[str | tuple[int, int], Any] = {
        key: image.info[key] for key in ("dpi", "icc_profile") if key in image.info
    }
    made = _flat(image)
    if made.mode != "RGB":
        made = made.convert("RGB")
    made.info = kept
    return made


def _flat(image: Image.Image) -> Image.Image:
    """Sixteen bits become eight, and what is see-through becomes white."""
    if image.mode.startswith("I") or image.mode == "F":
        return _eight_bits(image)
    if image.mode in ("LA", "PA", "RGBA", "RGBa", "La") or "transparency" in image.info:
        solid = image.convert("RGBA")
        paper = Image.new("RGBA", solid.size, "white")
        return Image.alpha_composite(paper, solid)
    return image


def _eight_bits(image: Image.Image) -> Image.Image:
    import numpy

    values = numpy.nan_to_num(numpy.asarray(image).astype(numpy.float32))
    high = float(values.max())
    whole = 255.0 if high <= 255 else 65_535.0 if high <= 65_535 else high
    return Image.fromarray(numpy.clip(values * (255 / whole), 0, 255).astype(numpy.uint8))


def _page(path: Path) -> Image.Image:
    """The first page of a PDF."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        raise ScanError(
            f"{path}: this PDF cannot be read ({error}); save it again without a password"
        ) from None
    try:
        wide, high = document[0].get_size()
        _check_size(path, round(wide * PDF_DPI / 72), round(high * PDF_DPI / 72))
        made: Image.Image = document[0].render(scale=PDF_DPI / 72).to_pil().convert("RGB")
    except (pypdfium2.PdfiumError, IndexError) as error:
        raise ScanError(f"{path}: this PDF has no page that can be drawn ({error})") from None
    finally:
        document.close()
    made.info = {"dpi": (PDF_DPI, PDF_DPI)}
    return made
