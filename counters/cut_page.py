"""A scan made straight: a picture to look for lines on, and the way from there to the scan's own dots."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from PIL import Image

from counters.cut_scan import WORK, shrunk
from counters.cut_straight import View, find_view

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Line = NDArray[numpy.float64]
    Mask = NDArray[numpy.bool_]
    Dots = NDArray[numpy.float32]

_MESH = 24


@dataclass(frozen=True)
class Page:
    """A straight sheet in dots of which WORK are the scan's longer side. `origin` is where its first dot lies
    from the scan's middle."""

    scan: Image.Image
    view: View
    origin: tuple[float, float]
    size: tuple[int, int]

    @property
    def dot(self) -> float:
        """How long a dot is, as a view counts."""
        return 2.0 / WORK

    def scanned(self, points: Line) -> Line:
        """Where points (..., 2) of the straight sheet lie on the scan, in its dots."""
        import numpy

        half = max(self.scan.size) / 2
        return self.view.scan((points + self.origin) * self.dot) * half + numpy.array(self.scan.size) / 2

    def bent(self, across: dict[tuple[int, int], float], down: dict[tuple[int, int], float]) -> Page:
        """The page with a further bend, in dots: powers of x and y, counted from its middle in units of
        half of WORK."""
        middle = tuple((low + side / 2) * self.dot for low, side in zip(self.origin, self.size, strict=True))
        return replace(self, view=self.view.bent(across, down, (middle[0], middle[1]), self.dot))

    def picture(self) -> Image.Image:
        """The straight sheet."""
        small = shrunk(self.scan, WORK)
        return self._drawn(small, max(small.size) / max(self.scan.size))

    def seen(self) -> Mask:
        """Which dots of the straight sheet lie on the scan."""
        import numpy

        small = Image.new("L", (max(1, self.scan.width // 8), max(1, self.scan.height // 8)), 255)
        return numpy.asarray(self._drawn(small, small.width / self.scan.width)) > 250

    def _drawn(self, image: Image.Image, share: float) -> Image.Image:
        import numpy

        columns = numpy.append(numpy.arange(0, self.size[0], _MESH), self.size[0])
        rows = numpy.append(numpy.arange(0, self.size[1], _MESH), self.size[1])
        at = self.scanned(numpy.stack(numpy.meshgrid(columns, rows), axis=-1).astype(float)) * share
        corners = numpy.concatenate((at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]), axis=-1)
        meshes = [
            ((int(left), int(top), int(right), int(bottom)), tuple(corners[row, column].tolist()))
            for row, (top, bottom) in enumerate(pairwise(rows))
            for column, (left, right) in enumerate(pairwise(columns))
        ]
        return image.transform(self.size, Image.Transform.MESH, meshes, Image.Resampling.BILINEAR)


def straight_page(scan: Image.Image) -> Page:
    """A scan made straight, as large as all of it needs."""
    import numpy

    view = find_view(scan)
    wide, high = (side / max(scan.size) for side in scan.size)
    x, y = numpy.meshgrid(numpy.linspace(-wide, wide, 17), numpy.linspace(-high, high, 17))
    rim = numpy.stack((x, y), axis=-1)[(abs(x) == wide) | (abs(y) == high)]
    points = view.sheet(rim) * (WORK / 2)
    low, top = numpy.floor(points.min(axis=0)), numpy.ceil(points.max(axis=0))
    size = top - low
    return Page(scan, view, (float(low[0]), float(low[1])), (int(size[0]), int(size[1])))
