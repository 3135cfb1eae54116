"""What scanners and telephones make of a printed sheet, with the truth: where every centre went."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy
from numpy.typing import NDArray
from PIL import Image

Array = NDArray[Any]
Point = tuple[float, float]


@dataclass(frozen=True)
class Damage:
    """One way of scanning badly. Shifts are shares of the sheet's longer side, light is a factor.

    `waves` are (amplitude x, amplitude y, waves across, waves down, phase); `perspective` and `barrel` are
    how much larger one side, or how much further out a corner, comes to lie. `crop` cuts shares of the scan
    off at the left, top, right and bottom. `joined` is a map of two sheets side by side: where the second
    begins, how wide the gap is, how far the second slid along it, by how many degrees it turned.
    `raster` is colour printed in dots: lines of dots for each pixel of the scan (from about 0.5 on they show
    as moire: a screen of 150 lines an inch is 1 at 150 dpi and 0.25 at 600), their angle, their strength.
    """

    degrees: float = 0.0
    perspective: tuple[float, float] = (0.0, 0.0)
    barrel: float = 0.0
    waves: tuple[tuple[float, float, float, float, float], ...] = ()
    scale: float = 1.0
    crop: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    seam: tuple[float, float, float] | None = None
    folds: tuple[tuple[float, float], ...] = ()
    light: tuple[float, float] = (0.0, 0.0)
    coffee: tuple[float, float, float] | None = None
    screen: float = 0.0
    noise: float = 0.0
    quality: int = 0
    seed: int = 0
    joined: tuple[float, float, float, float] | None = None
    raster: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class Scan:
    """A scan and where the centres of the hexes really are in it, those outside left out."""

    image: Image.Image
    centres: Mapping[str, Point]
    damage: Damage = field(default_factory=Damage)


class Bend:
    """The way from a pixel of the scan back to one of the sheet."""

    def __init__(self, sheet: tuple[int, int], damage: Damage) -> None:
        self.damage = damage
        self.middle = numpy.array(sheet) / 2
        self.long = max(sheet)
        turn = numpy.radians(damage.degrees)
        self.turn = numpy.array([[numpy.cos(turn), -numpy.sin(turn)], [numpy.sin(turn), numpy.cos(turn)]])
        full = (abs(self.turn) @ numpy.array(sheet)) * damage.scale * 1.02
        left, top, right, bottom = damage.crop
        self.size = int(full[0] * (1 - left - right)), int(full[1] * (1 - top - bottom))
        self.start = full * (0.5 - left, 0.5 - top)

    def back(self, points: Array, second: Array | None = None) -> Array:
        """Points of the scan (..., 2) as points of the sheet.

        `second` says which of them lie on the second of two joined sheets; else it is seen from the place.
        """
        d = self.damage
        at = ((points - self.start) / (self.long * d.scale)) @ self.turn
        x, y = at[..., 0], at[..., 1]
        near = 1 + d.perspective[0] * x + d.perspective[1] * y
        x, y = x / near, y / near
        out = 1 + d.barrel * (x * x + y * y)
        x, y = x * out, y * out
        more_x, more_y = numpy.zeros_like(x), numpy.zeros_like(y)
        for by_x, by_y, across, down, phase in d.waves:
            wave = numpy.sin(2 * numpy.pi * (across * x + down * y + phase))
            more_x, more_y = more_x + by_x * wave, more_y + by_y * wave
        if d.seam:
            place, by_x, by_y = d.seam
            beyond = x > place
            more_x, more_y = more_x + by_x * beyond, more_y + by_y * beyond
        x, y = x + more_x, y + more_y
        if d.joined:
            x, y = _unjoined(x, y, d.joined, second)
        return numpy.stack((x, y), axis=-1) * self.long + self.middle

    def forth(self, points: Array) -> Array:
        """Points of the sheet as points of the scan, by coming closer step by step."""
        scale = self.damage.scale
        at = (points - self.middle) * scale @ self.turn.T + self.start
        second = (points[..., 0] - self.middle[0]) / self.long > (self.damage.joined or (9e9,))[0]
        for _ in range(60):
            at = at + 0.8 * ((points - self.back(at, second)) * scale) @ self.turn.T
        return numpy.asarray(at)


BEHIND = -9.0
"""Where nothing is printed: the gap between two sheets shows what lies behind them."""


def _unjoined(
    x: Array, y: Array, joined: tuple[float, float, float, float], second: Array | None
) -> tuple[Array, Array]:
    """Points of two sheets side by side as points of the one map that both show."""
    place, gap, slide, degrees = joined
    turn = numpy.radians(degrees)
    cos, sin = numpy.cos(turn), numpy.sin(turn)
    by_x, by_y = x - place - gap, y - slide
    on_x, on_y = place + by_x * cos - by_y * sin, by_x * sin + by_y * cos
    if second is None:
        # The edge of the second sheet is as straight as the first's, and turned with it.
        second = on_x > place
        x = numpy.where((x > place) & ~second, BEHIND, x)
    return numpy.where(second, on_x, x), numpy.where(second, on_y, y)


def scanned(image: Image.Image, centres: Mapping[str, Point], damage: Damage) -> Scan:
    """A sheet after the scanner: the picture, and the centres that are still in it."""
    rng = numpy.random.default_rng(damage.seed)
    bend = Bend(image.size, damage)
    sheet = numpy.asarray(image.convert("RGB"))
    if damage.screen:
        sheet = _halftone(sheet, damage.screen)
    pixels = _bent(sheet, bend, smooth=not damage.screen)
    if damage.raster:
        pixels = _rastered(pixels, bend, damage.raster)
    pixels = _lit(pixels, damage)
    if damage.noise:
        pixels += rng.normal(0, damage.noise, pixels.shape[:2])[..., None].astype(numpy.float32)
    made = Image.fromarray(numpy.clip(pixels + 0.5, 0, 255).astype(numpy.uint8))
    labels = list(centres)
    moved = bend.forth(numpy.array([centres[label] for label in labels]))
    wide, high = made.size
    inside = {
        label: (float(x), float(y))
        for label, (x, y) in zip(labels, moved, strict=True)
        if 0 <= x < wide and 0 <= y < high
    }
    return Scan(_squeezed(made, damage.quality), inside, damage)


def _halftone(sheet: Array, strength: float) -> Array:
    """Printed colour is dots: with their screen, a coarser scan shows moire."""
    y, x = numpy.mgrid[: sheet.shape[0], : sheet.shape[1]].astype(numpy.float32)
    dots = numpy.sin((x + y) * 2.1) * numpy.sin((x - y) * 2.1)
    return numpy.asarray(numpy.clip(sheet + (strength * dots)[..., None] * (255 - sheet) / 255 * 2, 0, 255))


def _rastered(pixels: Array, bend: Bend, raster: tuple[float, float, float]) -> Array:
    """Colour printed in dots, seen pixel by pixel: what is finer than two pixels comes out as moire.

    A pixel sees the mean of what falls on it, so finer dots show less.
    """
    lines, degrees, strength = raster
    high, wide = pixels.shape[:2]
    way = numpy.radians(degrees)
    ways = numpy.array(((numpy.cos(way), -numpy.sin(way)), (numpy.sin(way), numpy.cos(way))))
    seen = strength * abs(numpy.sinc(0.8 * lines)) + 0.1 * strength
    made = pixels.copy()
    across = numpy.arange(wide, dtype=numpy.float64) + 0.5
    for first in range(0, high, 128):
        down = numpy.arange(first, min(high, first + 128), dtype=numpy.float64) + 0.5
        at = bend.back(numpy.stack(numpy.meshgrid(across, down), axis=-1)) * bend.damage.scale @ ways
        dots = numpy.cos(2 * numpy.pi * lines * at[..., 0]) * numpy.cos(2 * numpy.pi * lines * at[..., 1])
        part = made[first : first + len(down)]
        part += (seen * dots).astype(numpy.float32)[..., None] * (255 - part) / 64
    return made


def _bent(sheet: Array, bend: Bend, smooth: bool) -> Array:
    """The sheet resampled for the scan, (rows, columns, 3) floats; beside the sheet it is dark."""
    wide, high = bend.size
    made = numpy.empty((high, wide, 3), dtype=numpy.float32)
    across = numpy.arange(wide, dtype=numpy.float64) + 0.5
    padded = numpy.pad(sheet, ((2, 2), (2, 2), (0, 0)), constant_values=60)
    limit = numpy.array(padded.shape[1::-1]) - 1.01
    for first in range(0, high, 128):
        down = numpy.arange(first, min(high, first + 128), dtype=numpy.float64) + 0.5
        points = numpy.stack(numpy.meshgrid(across, down), axis=-1)
        at = numpy.clip(bend.back(points) + 1.5, 0, limit)
        made[first : first + len(down)] = _bilinear(padded, at) if smooth else _nearest(padded, at)
    return made


def _nearest(sheet: Array, at: Array) -> Array:
    whole = (at + 0.5).astype(numpy.int64)
    return numpy.asarray(sheet[whole[..., 1], whole[..., 0]])


def _bilinear(sheet: Array, at: Array) -> Array:
    whole = at.astype(numpy.int64)
    part = (at - whole).astype(numpy.float32)
    x, y, a, b = whole[..., 0], whole[..., 1], part[..., :1], part[..., 1:]
    upper = sheet[y, x] * (1 - a) + sheet[y, x + 1] * a
    lower = sheet[y + 1, x] * (1 - a) + sheet[y + 1, x + 1] * a
    return numpy.asarray(upper * (1 - b) + lower * b)


def _lit(pixels: Array, damage: Damage) -> Array:
    """Uneven light, shadows along folds, and a ring of coffee."""
    high, wide = pixels.shape[:2]
    y = numpy.linspace(-0.5, 0.5, high, dtype=numpy.float32)[:, None]
    x = numpy.linspace(-0.5, 0.5, wide, dtype=numpy.float32)[None]
    light = 1 - damage.light[0] * (0.5 + x) - damage.light[1] * (y + 0.5) ** 2
    for place, depth in damage.folds:
        along = x if place >= 0 else y
        light = light * (1 - depth * numpy.exp(-(((along - abs(place) + 0.5) / 0.004) ** 2)))
    pixels = pixels * light[..., None]
    if damage.coffee:
        at_x, at_y, radius = damage.coffee
        away = numpy.hypot(x - at_x, (y - at_y) * high / wide)
        ring = numpy.exp(-(((away - radius) / 0.01) ** 2)) * 0.35 + (away < radius) * 0.12
        pixels = pixels * (1 - ring[..., None] * numpy.array((0.5, 0.75, 1.0), dtype=numpy.float32))
    return numpy.asarray(pixels, dtype=numpy.float32)


def _squeezed(image: Image.Image, quality: int) -> Image.Image:
    if not quality:
        return image
    kept = io.BytesIO()
    image.save(kept, "JPEG", quality=quality)
    return Image.open(io.BytesIO(kept.getvalue())).convert("RGB")
