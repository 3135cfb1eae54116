"""Opening a scan: any picture Pillow reads, or a page of a PDF; whatever is wrong with it is said at once."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from scans.scan_faults import ScanError

if TYPE_CHECKING:
    from PIL import Image

MOST_PIXELS = 400_000_000
SMALLEST = 120
PDF_DPI = 200
_STRANGE = ("LAB", "HSV")
_ORIENTATION = 0x0112  # where EXIF says how a photo is to be turned
_NOTED = ("JPEG", "MPO", "WEBP")  # a TIFF is turned as it is read, and scanners note nothing in other files
_guard = Lock()
_open: list[int | None] = []
"""Pillow's limit, and one more entry for each scan that is open."""
_BYTES_A_PIXEL = {"1": 1, "L": 1, "P": 1, "I;16": 2}


@contextmanager
def opened(
    path: Path, page: int = 1, *, most: int = MOST_PIXELS, least: int = SMALLEST
) -> Iterator[Image.Image]:
    """A scan, opened but not yet decoded where that can be put off. Raises ScanError.

    It has `most` pixels at most, and `least` on its shorter side.
    """
    from PIL import Image, UnidentifiedImageError

    if not path.is_file():
        raise ScanError(f"{path}: there is no such file")
    if _is_pdf(path):
        yield _page_of_pdf(path, page, most, least)
        return
    if page != 1:
        raise ScanError(f"{path}: there is no page {page}; only a PDF has pages")
    try:
        with _without_limit(), Image.open(path) as image:
            _check_size(path, image.size, image.mode, most, least)
            if image.mode in _STRANGE:
                raise ScanError(
                    f"{path}: colours of the kind {image.mode} are not read; save it in RGB or grey"
                )
            yield _upright(image)
    except UnidentifiedImageError:
        raise ScanError(
            f"{path}: this is not a picture that can be read. PNG, JPEG, TIFF, WebP, BMP and PDF can"
        ) from None
    except (OSError, SyntaxError, ValueError, struct.error, zlib.error, EOFError) as error:
        if isinstance(error, OSError) and error.filename is not None:
            raise
        raise ScanError(
            f"{path}: the picture is damaged or not complete ({error}). Scan or copy it again"
        ) from None
    except MemoryError:
        raise ScanError(f"{path}: there is not enough memory for this picture. {_SMALLER}") from None


def _upright(image: Image.Image) -> Image.Image:
    """A photo as viewers show it: a telephone held sideways only notes that it was."""
    from PIL import ImageOps

    if image.format not in _NOTED or image.getexif().get(_ORIENTATION, 1) == 1:
        return image
    return ImageOps.exif_transpose(image)


_SMALLER = "Save it at half the size; 150 to 300 dots per inch are enough"


@contextmanager
def _without_limit() -> Iterator[None]:
    """Let pictures be as large as they are: their size is checked here, and large maps are larger than
    Pillow likes pictures. Its limit is one for all threads, and some kinds are held against it when decoded.
    """
    from PIL import Image

    with _guard:
        if not _open:
            _open.append(Image.MAX_IMAGE_PIXELS)
        _open.append(Image.MAX_IMAGE_PIXELS)
        Image.MAX_IMAGE_PIXELS = None
    try:
        yield
    finally:
        with _guard:
            _open.pop()
            if len(_open) == 1:
                Image.MAX_IMAGE_PIXELS = _open.pop()


def _check_size(path: Path, size: tuple[int, int], mode: str, most: int, least: int) -> None:
    wide, high = size
    if wide * high > most:
        raise ScanError(
            f"{path}: {wide} x {high} pixels are more than {most // 1_000_000} million; "
            f"a small file may hide a huge picture. {_SMALLER}"
        )
    if min(size) < least:
        raise ScanError(f"{path}: {wide} x {high} pixels are too few to see anything in; scan it larger")
    needed, free = wide * high * (_BYTES_A_PIXEL.get(mode, 4) + 1), _free_memory()
    if free is not None and needed > free:
        raise ScanError(
            f"{path}: {wide} x {high} pixels need {needed / 1e9:.1f} GB of memory, and {free / 1e9:.1f} GB "
            f"are free. {_SMALLER}"
        )


def _free_memory() -> int | None:
    """Bytes of memory that can be had, None where the system does not tell."""
    try:
        pages = os.sysconf("SC_AVPHYS_PAGES")
        known = pages * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None
    facts = Path("/proc/meminfo")
    if facts.is_file():
        for line in facts.read_text(encoding="utf-8").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return known if known > 0 else None


def _is_pdf(path: Path) -> bool:
    with path.open("rb") as file:
        return b"%PDF-" in file.read(1024)


def _page_of_pdf(path: Path, page: int, most: int, least: int) -> Image.Image:
    """A page drawn at 200 dots per inch. Raises ScanError."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        raise ScanError(f"{path}: the PDF cannot be read ({error})") from None
    with document:
        if not 1 <= page <= len(document):
            raise ScanError(f"{path}: there is no page {page}; the PDF has {len(document)}")
        chosen = document[page - 1]
        size = [round(side * PDF_DPI / 72) for side in chosen.get_size()]
        _check_size(path, (size[0], size[1]), "RGB", most, least)
        image: Image.Image = chosen.render(scale=PDF_DPI / 72).to_pil().convert("RGB")
        image.info["dpi"] = (PDF_DPI, PDF_DPI)
        return image


def greyed(image: Image.Image) -> Image.Image:
    """The scan in grey as ink on paper: transparent parts are white, 16 bits become 8."""
    from PIL import Image

    if image.format == "JPEG":
        image.draft("L", image.size)
    if image.mode == "L":
        image.load()
        return image
    if image.mode.startswith("I") or image.mode == "F":
        return levelled(image)
    if image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info:
        clear = image.convert("RGBA")
        paper = Image.new("L", image.size, 255)
        paper.paste(clear.convert("L"), (0, 0), clear.getchannel("A"))
        return paper
    return image.convert("L")


def levelled(image: Image.Image) -> Image.Image:
    """Sixteen bits, or more, as eight: from the darkest value to the lightest; what is no number is paper."""
    import numpy
    from PIL import Image

    values = numpy.asarray(image, dtype=numpy.float32)
    if not (known := numpy.isfinite(values)).all():
        values = numpy.where(known, values, values[known].max(initial=0))
    low, high = float(values.min()), float(values.max())
    made = (values - low) * (255 / max(high - low, 1e-9))
    return Image.fromarray(made.astype(numpy.uint8))
