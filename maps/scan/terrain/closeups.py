"""Close-ups: every hex in CIE Lab and with the light evened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy
from numpy.typing import NDArray
from PIL import Image

from maps.scan.terrain.proposals import Point
from scans.light import light_at, logs

Array = NDArray[Any]

REACH = 0.42
"""Pitches: so far around the centre of a hex; the rim is at 0.5."""
HEX = 41
"""Cells across the close-up of a hex."""
_FINE = 45.0
"""Pixels from centre to centre, at least, after a large scan was reduced: about one to each cell."""
_TOUCH = 1.35
"""Pitches: neighbours are no further apart, the next hexes are at 1.73."""


@dataclass(frozen=True)
class HexScan:
    """A scan, and the centres of its hexes in pixels, by their ids."""

    art: Image.Image
    centres: Mapping[str, Point]

    @cached_property
    def pitch(self) -> float:
        """How far neighbours are apart, in pixels."""
        from scipy import spatial

        points = list(self.centres.values())
        return float(numpy.median(spatial.cKDTree(points).query(points, 2)[0][:, 1]))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Of every hex its number, in the order of the centres."""
        return {label: number for number, label in enumerate(self.centres)}

    @cached_property
    def _reduced(self) -> tuple[Array, Array, float]:
        """The art (rows, columns, 3) not finer than is needed, and centres (n, 2) and pitch in its pixels."""
        fine = max(1, int(self.pitch // _FINE))
        pixels = numpy.asarray(self.art.reduce(fine) if fine > 1 else self.art, dtype=numpy.float32)
        return pixels, numpy.array(list(self.centres.values()), dtype=float) / fine, self.pitch / fine

    @cached_property
    def light(self) -> Array:
        """The light (n, 3) on every hex, in logarithms."""
        from scipy import spatial

        _, points, pitch = self._reduced
        pairs = spatial.cKDTree(points).query_pairs(_TOUCH * pitch, output_type="ndarray")
        seen = self._taken(self._around(9)).reshape(len(points), -1, 3)
        return light_at(numpy.median(logs(seen), axis=1), points, pairs)

    def _around(self, cells: int) -> Array:
        """Points (n, cells, cells, 2) around the centres."""
        _, points, pitch = self._reduced
        x, y = numpy.meshgrid(*2 * (numpy.linspace(-REACH, REACH, cells) * pitch,))
        return numpy.asarray(points[:, None, None] + numpy.stack((x, y), axis=-1))

    def hexes(self) -> Array:
        """Close-ups of all hexes (n, HEX, HEX, 3) in Lab."""
        return self._lab(self._around(HEX), self.light)

    def _lab(self, at: Array, light: Array) -> Array:
        from skimage.color import rgb2lab

        even = self._taken(at) / numpy.exp(light)[:, None, None]
        return numpy.asarray(rgb2lab(numpy.clip(even, 0, 255).astype(numpy.float32) / 255))

    def _taken(self, at: Array) -> Array:
        """The colours at points (..., 2) between pixels; beside the art those of its edge."""
        from scipy import ndimage

        pixels, where = self._reduced[0], (at[..., 1] - 0.5, at[..., 0] - 0.5)
        layers = [ndimage.map_coordinates(pixels[..., n], where, order=1, mode="nearest") for n in range(3)]
        return numpy.stack(layers, axis=-1)
