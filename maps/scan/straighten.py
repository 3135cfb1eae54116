"""The scan straightened: resampled once, so that an upright grid of equal hexes fits it to the far corner."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from maps.hexes import Hex, Lattice
from maps.scan.bend import plane

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

    from maps.scan.fitted import Fitted

MESH = 24  # pixels: within a mesh the bend is taken for straight


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


def plan(found: Fitted) -> Straight:
    """The straight picture: all of the scan at its own resolution, its origin as VASSAL can take it."""
    import numpy

    pitch, flat = found.width, found.grid.lattice.flat
    wide, high = found.size
    x, y = numpy.meshgrid(numpy.linspace(0, wide, 17), numpy.linspace(0, high, 17))
    rim = numpy.stack((x, y), axis=-1)[(x == 0) | (x == wide) | (y == 0) | (y == high)]
    points = _sheet(plane(found.bend.places(rim)), flat) * pitch
    hexes = plane(numpy.array(list(found.grid.labels.values()), dtype=float))
    field = _sheet(hexes, flat) * pitch
    low = numpy.maximum(points.min(axis=0), field.min(axis=0) - 0.6 * numpy.array((wide, high)))
    top = numpy.minimum(points.max(axis=0), field.max(axis=0) + 0.6 * numpy.array((wide, high)))
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
    from PIL import Image

    kept: dict[str | tuple[int, int], Any] = {}
    kept |= {name: image.info[name] for name in ("dpi", "icc_profile") if name in image.info}
    source = _resampleable(image)
    made = source.transform(
        straight.size,
        Image.Transform.MESH,
        _meshes(found, straight),
        Image.Resampling.BICUBIC,
        fill=1,
        fillcolor=_WHITE.get(source.mode, 255),
    )
    made.info.update(kept.items())
    return made


_WHITE: dict[str, Any] = {
    "RGB": (255, 255, 255),
    "RGBA": (255, 255, 255, 0),
    "LA": (255, 0),
    "CMYK": (0, 0, 0, 0),
}


def _resampleable(image: Image.Image) -> Image.Image:
    """The picture in a mode whose colours can be mixed; 16 bits become 8."""
    from maps.scan.reading import greyed

    if image.mode in ("L", "RGB", "RGBA", "LA", "CMYK"):
        return image
    if image.mode[0] in "IF":
        return greyed(image)
    if image.mode == "1":
        return image.convert("L")
    return image.convert("RGBA" if "transparency" in image.info else "RGB")


def _meshes(found: Fitted, straight: Straight) -> list[tuple[tuple[int, ...], tuple[float, ...]]]:
    """Small rectangles of the straightened picture, each with the four corners it is taken from."""
    import numpy

    wide, high = straight.size
    columns = numpy.append(numpy.arange(0, wide, MESH), wide)
    rows = numpy.append(numpy.arange(0, high, MESH), high)
    x, y = numpy.meshgrid(columns, rows)
    points = numpy.stack((x, y), axis=-1).reshape(-1, 2) - straight.origin
    on_map = _sheet(points / straight.pitch, straight.flat)
    q = on_map[:, 0] * 2 / math.sqrt(3)
    places = numpy.stack((q, on_map[:, 1] - q / 2), axis=-1)
    at = found.bend.pixels(places).reshape(len(rows), len(columns), 2)
    corners = numpy.concatenate((at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]), axis=-1)
    return [
        (
            (int(columns[i]), int(rows[j]), int(columns[i + 1]), int(rows[j + 1])),
            tuple(corners[j, i].tolist()),
        )
        for j in range(len(rows) - 1)
        for i in range(len(columns) - 1)
    ]
