"""Pictures of a sheet as a flatbed and as a phone would see it, with the exact way there and back."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy
from PIL import Image, ImageFilter

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[numpy.float64]

PAPER = (247, 244, 236)
"""Around a sheet on a flatbed."""
TABLE = (112, 84, 60)
"""Around a sheet before a phone."""
MEGAPIXELS = 4.0
"""What a picture of a whole sheet has: 150 to 200 dots an inch of a folio page."""


@dataclass(frozen=True)
class View:
    """A picture of a sheet: the homography from the sheet's pixels to its own, and its size.

    Pixels are counted as lengths: the first one reaches from 0 to 1.
    """

    matrix: Floats
    size: tuple[int, int]

    def seen(self, points: ArrayLike) -> Floats:
        """Where points (n, 2) of the sheet lie in the picture."""
        return mapped(self.matrix, points)

    def back(self, points: ArrayLike) -> Floats:
        """Where points (n, 2) of the picture lie on the sheet."""
        return mapped(numpy.asarray(numpy.linalg.inv(self.matrix), dtype=float), points)


def mapped(matrix: Floats, points: ArrayLike) -> Floats:
    """Points (n, 2) through a homography (3, 3)."""
    flat = numpy.asarray(points, dtype=float).reshape(-1, 2)
    through = numpy.column_stack([flat, numpy.ones(len(flat))]) @ matrix.T
    return through[:, :2] / through[:, 2:]


def homography(source: ArrayLike, target: ArrayLike) -> Floats:
    """The homography (3, 3) that takes four points (4, 2) to four others: direct linear transform."""
    rows, said = [], []
    for (x, y), (u, v) in zip(numpy.asarray(source), numpy.asarray(target), strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        said += [u, v]
    found = numpy.linalg.solve(numpy.array(rows, dtype=float), numpy.array(said, dtype=float))
    return numpy.append(found, 1.0).reshape(3, 3)


def scale_of(size: tuple[int, int]) -> float:
    """By how much a sheet is enlarged, or reduced, in its pictures: to the usual size, at most double."""
    return min(2.0, math.sqrt(MEGAPIXELS * 1e6 / (size[0] * size[1])))


def on_flatbed(size: tuple[int, int], rng: numpy.random.Generator) -> View:
    """Turned by up to 2.5 degrees, with a margin of paper."""
    scale, angle = scale_of(size), numpy.radians(rng.uniform(1.0, 2.5) * rng.choice([-1, 1]))
    turn = scale * numpy.array([[numpy.cos(angle), -numpy.sin(angle)], [numpy.sin(angle), numpy.cos(angle)]])
    corners = corners_of(size) @ turn.T
    low, high = corners.min(axis=0), corners.max(axis=0)
    margin = rng.uniform(0.02, 0.05, 4) * min(high - low)
    matrix = numpy.eye(3)
    matrix[:2, :2], matrix[:2, 2] = turn, margin[:2] - low
    wide, high_ = numpy.ceil(high - low + margin[:2] + margin[2:]).astype(int)
    return View(matrix, (int(wide), int(high_)))


def before_phone(size: tuple[int, int], rng: numpy.random.Generator) -> View:
    """In perspective, a little turned, with the table around it."""
    wide, high = (side * scale_of(size) for side in size)
    inset = rng.uniform(0.02, 0.10, (4, 2)) * (wide, high)
    signs = numpy.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    frame = numpy.array([[0, 0], [wide, 0], [wide, high], [0, high]]) * 1.06
    return View(homography(corners_of(size), frame + signs * inset), (round(wide * 1.06), round(high * 1.06)))


def corners_of(size: tuple[int, int]) -> Floats:
    """The corners (4, 2) of a picture, from the upper left clockwise."""
    wide, high = size
    return numpy.array([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=float)


def flatbed_picture(sheet: Image.Image, view: View, rng: numpy.random.Generator) -> Image.Image:
    """As a flatbed gives it: slightly uneven light, little blur, little noise."""
    light = ramp(view.size, rng, 0.94, 1.03)
    return developed(laid(sheet, view, PAPER), light, 0.7, 2.5, rng)


def phone_picture(sheet: Image.Image, view: View, rng: numpy.random.Generator) -> Image.Image:
    """As a phone gives it: light falls off across it and towards the corners, some blur, noise."""
    x, y = unit_grid(view.size)
    off = 1 - 0.18 * ((x - 0.5) ** 2 + (y - 0.5) ** 2)[..., None]
    return developed(laid(sheet, view, TABLE), ramp(view.size, rng, 0.68, 1.08) * off, 1.1, 5.0, rng)


def laid(sheet: Image.Image, view: View, around: tuple[int, int, int]) -> Image.Image:
    """The sheet on its ground; large sheets are averaged first, so that thin lines stay."""
    shrink = min(1.0, scale_of(sheet.size))
    small = sheet if shrink == 1 else sheet.resize([round(side * shrink) for side in sheet.size])
    to_small = numpy.diag([small.width / sheet.width, small.height / sheet.height, 1.0])
    inverse = to_small @ numpy.linalg.inv(view.matrix)
    numbers = (inverse / inverse[2, 2]).ravel()[:8]
    form, bicubic = Image.Transform.PERSPECTIVE, Image.Resampling.BICUBIC
    moved = small.convert("RGB").transform(view.size, form, list(numbers), bicubic)
    mask = Image.new("L", small.size, 255).transform(view.size, form, list(numbers), bicubic)
    return Image.composite(moved, Image.new("RGB", view.size, around), mask)


def ramp(size: tuple[int, int], rng: numpy.random.Generator, low: float, high: float) -> Floats:
    """Light (height, width, 3) that grows in some direction, warmer where it is weaker."""
    angle = rng.uniform(0, 2 * numpy.pi)
    x, y = unit_grid(size)
    along = (x - 0.5) * numpy.cos(angle) + (y - 0.5) * numpy.sin(angle) + 0.5
    light = low + (high - low) * numpy.clip(along, 0, 1)
    return numpy.asarray(light[..., None] * (1 + (1 - light[..., None]) * numpy.array([0.10, 0.02, -0.15])))


def unit_grid(size: tuple[int, int]) -> tuple[Floats, Floats]:
    """x (1, width) and y (height, 1) from 0 to 1 over a picture."""
    wide, high = size
    return numpy.linspace(0, 1, wide)[None], numpy.linspace(0, 1, high)[:, None]


def developed(
    picture: Image.Image, light: Floats, blur: float, noise: float, rng: numpy.random.Generator
) -> Image.Image:
    """The picture in that light, blurred by so many pixels, with noise of so many levels."""
    blurred = numpy.asarray(picture.filter(ImageFilter.GaussianBlur(blur)), dtype=numpy.float32)
    grain = rng.normal(0, noise, blurred.shape).astype(numpy.float32)
    return Image.fromarray(numpy.clip(blurred * light + grain, 0, 255).astype(numpy.uint8))
