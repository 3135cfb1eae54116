"""A scan made straight: a picture to look for lines on, and the way from there to the scan's own dots."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PIL import Image

from counters.cutting.straight import WORK, View, find_view, shrunk
from scans.warp import bounds, warped

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Line = NDArray[numpy.float64]
    Mask = NDArray[numpy.bool_]


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
        share = max(small.size) / max(self.scan.size)
        return warped(small, self.size, lambda dots: self.scanned(dots) * share, order=1)

    def seen(self) -> Mask:
        """Which dots of the straight sheet lie on the scan."""
        import numpy

        black = Image.new("L", self.scan.size, 0)
        return numpy.asarray(numpy.asarray(warped(black, self.size, self.scanned, order=0)) == 0)

    def cut_out(
        self, corner: tuple[float, float], cell: tuple[float, float], size: tuple[int, int]
    ) -> Image.Image:
        """A rectangle of the sheet, by its left top corner and its size in dots, taken from the scan."""
        import numpy

        return warped(self.scan, size, lambda dots: self.scanned(dots * numpy.divide(cell, size) + corner))


def straight_page(scan: Image.Image) -> Page:
    """A scan made straight, as large as all of it needs."""
    import numpy

    view = find_view(scan)
    half, middle = max(scan.size) / 2, numpy.array(scan.size) / 2
    low, top = bounds(scan.size, lambda points: view.sheet((points - middle) / half) * (WORK / 2))
    low, top = numpy.floor(low), numpy.ceil(top)
    size = top - low
    return Page(scan, view, (float(low[0]), float(low[1])), (int(size[0]), int(size[1])))
