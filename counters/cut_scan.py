"""A scanned page: read with care, set straight, and told apart into paper and what is printed on it."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageOps, UnidentifiedImageError

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Mask = NDArray[numpy.bool_]
    Grey = NDArray[numpy.float32]

WORK = 2400
"""Lines are looked for on a picture with so many dots along its longer side."""

_FORMATS = ("PNG", "JPEG", "TIFF", "BMP", "WEBP")
_MOST, _LEAST = 250_000_000, 200
_COARSE = 1000
_BED = 90
"""Darker than this at the scan's edge is the lid of the scanner, not the sheet."""

_RIM, _ALIKE = 0.012, 9.0
"""So much of the page is looked at along its edge; dots that differ by less are alike."""

_INK = 24
"""Further from the paper's colour than this is print."""


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


def straightened(image: Image.Image) -> tuple[Image.Image, float]:
    """The picture turned until its lines run level and upright, and by how many degrees against the clock."""
    degrees = tilt(image)
    if abs(degrees) < 0.01:
        return image, 0.0
    return image.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=_border(image)), degrees


def tilt(image: Image.Image) -> float:
    """By how many degrees against the clock the picture must be turned, at most 12."""
    import numpy

    best = 0.0
    for longest, reach, step in ((_COARSE, 12.0, 0.2), (WORK, 0.3, 0.02), (WORK, 0.03, 0.002)):
        upright, level = _edges(shrunk(image, longest))
        turns = [best + number * step for number in range(-round(reach / step), round(reach / step) + 1)]
        sharp = [_sharpness(upright, level, float(numpy.radians(turn))) for turn in turns]
        best = turns[int(numpy.argmax(sharp))]
    return best


def shrunk(image: Image.Image, longest: int) -> Image.Image:
    """The picture with at most so many dots along its longer side."""
    share = longest / max(image.size)
    if share >= 1:
        return image
    size = (round(image.width * share), round(image.height * share))
    return image.resize(size, Image.Resampling.BOX, reducing_gap=None)


def _edges(image: Image.Image) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64]]:
    """Where upright and level edges are: x along the first row, y along the second, from the middle."""
    import numpy

    grey = numpy.asarray(image.convert("L"), dtype=numpy.float32)
    across, down = numpy.abs(grey[1:-1, 2:] - grey[1:-1, :-2]), numpy.abs(grey[2:, 1:-1] - grey[:-2, 1:-1])
    least = max(20.0, float(numpy.percentile(numpy.maximum(across, down), 90)))
    found, chance = [], numpy.random.default_rng(0)
    for strong, weak in ((across, down), (down, across)):
        ys, xs = numpy.nonzero((strong > least) & (strong > 2 * weak))
        every = max(1, len(xs) // 40_000)
        middle = numpy.array([[grey.shape[1] / 2], [grey.shape[0] / 2]])
        places = numpy.vstack([xs, ys])[:, ::every] - middle
        # Edges lie within their dots, not all in the middle: else no turn at all would always look sharpest.
        found.append(places + chance.random(places.shape) - 0.5)
    return found[0], found[1]


def _sharpness(upright: NDArray[numpy.float64], level: NDArray[numpy.float64], turn: float) -> float:
    """How much edges gather in few columns and rows when the picture is turned by so many radians."""
    import numpy

    cos, sin = numpy.cos(turn), numpy.sin(turn)
    total = 0.0
    for places in (cos * upright[0] + sin * upright[1], cos * level[1] - sin * level[0]):
        if places.size:
            counts = numpy.bincount((places - places.min()).astype(numpy.int64)).astype(numpy.float64)
            total += float((counts**2).sum())
    return total


def _border(image: Image.Image) -> tuple[int, int, int]:
    """The usual colour along the picture's edge."""
    import numpy

    dots = numpy.asarray(shrunk(image, 400))
    edge = numpy.concatenate([dots[0], dots[-1], dots[:, 0], dots[:, -1]])
    red, green, blue = (int(value) for value in numpy.median(edge, axis=0))
    return red, green, blue


def print_mask(image: Image.Image) -> Mask:
    """Where something is printed: neither the colour of the paper nor the scanner's lid."""
    import numpy
    from scipy import ndimage

    dots = ndimage.uniform_filter(numpy.asarray(image, dtype=numpy.float32), (3, 3, 1))
    sheet = ~_lid(dots)
    mask: Mask = numpy.abs(dots - _paper(dots, sheet)).max(axis=2) > _INK
    return mask & sheet


def _lid(dots: Grey) -> Mask:
    """The dark round the sheet, and a little more."""
    import numpy
    from scipy import ndimage

    dark, _ = ndimage.label(dots.max(axis=2) < _BED)
    edge = numpy.unique(numpy.concatenate([dark[0], dark[-1], dark[:, 0], dark[:, -1]]))
    lid: Mask = ndimage.binary_dilation(numpy.isin(dark, edge[edge > 0]), iterations=6)
    return lid


def _paper(dots: Grey, sheet: Mask) -> NDArray[numpy.float32]:
    """The paper's colour: that along the sheet's edge if it is all alike there, else the lightest."""
    import numpy
    from scipy import ndimage

    reach = 2 * round(max(sheet.shape) * _RIM) + 1
    inner = ndimage.minimum_filter(sheet.astype(numpy.uint8), reach, mode="constant") > 0
    rim = dots[sheet & ~inner]
    if len(rim):
        colour: NDArray[numpy.float32] = numpy.median(rim, axis=0)
        if float(numpy.median(numpy.abs(rim - colour).max(axis=1))) < _ALIKE:
            return colour
    light = dots.min(axis=2)
    lightest: NDArray[numpy.float32] = numpy.median(dots[light >= numpy.percentile(light, 97)], axis=0)
    return lightest
