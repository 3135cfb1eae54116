"""The scan straightened: resampled once, so that an upright grid of equal hexes fits it to the far corner."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy
from numpy.typing import NDArray

from maps.grids.hexes import Hex, Lattice
from maps.scan.hexgrid.warp import plane
from scans.warp import bounds, warped

if TYPE_CHECKING:
    from PIL import Image

    from maps.scan.hexgrid.fitted import Fitted


_RIM = 0.7
"""Pitches from the outermost centres that are kept when all else is cut off: corners are 0.58 from them."""


@dataclass(frozen=True)
class Straight:
    """Where the grid lies on the straight picture: the pitch, and the centre of the first hex, in pixels."""

    size: tuple[int, int]
    pitch: float
    origin: tuple[float, float]
    flat: bool
    shoved: str

    @property
    def vassal(self) -> dict[str, Any]:
        """The numbers of VASSAL's hex grid: columns are those of flat tops; the odd ones, from 0, are shoved.

        A grid with pointed tops is the same lying on its side. VASSAL takes whole pixels for the origin.
        """
        before = 1 if self.shoved == "odd" else 0
        wide, high = self.pitch * math.sqrt(3) / 2, self.pitch
        x, y = self.origin if self.flat else self.origin[::-1]
        return {
            "dx": wide,
            "dy": high,
            "x0": round(x - before * wide),
            "y0": round(y - before * high / 2),
            "sideways": not self.flat,
        }

    def centre(self, one: Hex) -> tuple[float, float]:
        """The centre of a hex in pixels, the first pixel reaching from 0 to 1."""
        x, y = Lattice(self.flat, self.pitch).centre(one)
        return self.origin[0] + x, self.origin[1] - y


def plan(found: Fitted, crop: bool = False) -> Straight:
    """The straight picture: the scan at its own resolution, its origin as VASSAL can take it.

    It holds all of the scan, but no more beside the hexes than the scan is wide; cropped, hardly more.
    """
    pitch, flat = found.width, found.grid.lattice.flat
    hexes = plane(numpy.array(list(found.grid.labels.values()), dtype=float))
    field = _sheet(hexes, flat) * pitch
    beside = numpy.full(2, _RIM * pitch) if crop else 0.6 * numpy.array(found.size)
    low, top = field.min(axis=0) - beside, field.max(axis=0) + beside
    if not crop:
        least, most = bounds(found.size, lambda rim: _sheet(plane(found.warp.places(rim)), flat) * pitch)
        low, top = numpy.maximum(low, least), numpy.minimum(top, most)
    before = 1 if found.grid.shoved == "odd" else 0
    # VASSAL's origin is whole: the hex it counts from is put on a whole pixel.
    back = numpy.array((math.sqrt(3) / 2, 0.5) if flat else (0.5, math.sqrt(3) / 2)) * pitch * before
    origin = numpy.ceil(-low - back) + back
    size = numpy.ceil(top + origin).astype(int)
    return Straight(
        (int(size[0]), int(size[1])), pitch, (float(origin[0]), float(origin[1])), flat, found.grid.shoved
    )


def _sheet(on_map: NDArray[Any], flat: bool) -> NDArray[Any]:
    """Points across and along lines as x and y of a sheet."""
    return on_map if flat else on_map[..., ::-1]


def straightened(image: Image.Image, found: Fitted, straight: Straight) -> Image.Image:
    """The picture resampled once, with its colour profile and its dots per inch; white beside the scan."""
    kept: dict[str | tuple[int, int], Any] = {}
    kept |= {name: image.info[name] for name in ("dpi", "icc_profile") if name in image.info}
    made = warped(_resampleable(image), straight.size, lambda points: _on_scan(found, straight, points))
    made.info.update(kept.items())
    return made


def _resampleable(image: Image.Image) -> Image.Image:
    """The picture in a mode whose colours can be mixed; see-through is white, more than 16 bits become 8."""
    from scans.colour import solid

    if image.mode in ("L", "RGB", "CMYK", "I;16") and "transparency" not in image.info:
        return image
    if image.mode.startswith("I;16"):
        return image.convert("I").convert("I;16")
    plain = solid(image)
    return plain.convert("L" if image.mode in _GREY else "RGB")


_GREY = ("1", "L", "LA", "La", "I", "F")


def _on_scan(found: Fitted, straight: Straight, points: NDArray[Any]) -> NDArray[Any]:
    """Where points (..., 2) of the straightened picture lie in the scan."""
    on_map = _sheet((points.reshape(-1, 2) - straight.origin) / straight.pitch, straight.flat)
    q = on_map[:, 0] * 2 / math.sqrt(3)
    places = numpy.stack((q, on_map[:, 1] - q / 2), axis=-1)
    return found.warp.pixels(places).reshape(points.shape)
