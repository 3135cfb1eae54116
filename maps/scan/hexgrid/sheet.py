"""A scan that is fitted more than once: what is made of its picture alone is kept from click to click."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from maps.scan.hexgrid import darkness

if TYPE_CHECKING:
    from PIL import Image

_KEPT = 6
"""Pictures that are kept: reduced, and what is dark in them, for lines and for dots."""
_NEAR = 0.8
"""Of the pixels wanted for a pitch: a reduction, or a feature, so near is as good as the very one."""


def _is_near(one: float, other: float) -> bool:
    return _NEAR < one / other < 1 / _NEAR


class Sheet:
    """A grey picture; `seen` holds the newest measurements of its print, the newest first."""

    def __init__(self, grey: Image.Image) -> None:
        self.grey, self.size = grey, grey.size
        self.seen: list[Any] = []
        self._halves = [grey]
        self._made: dict[tuple[str, float, float], NDArray[Any]] = {}

    def scale(self, pitch: float, wanted: float) -> float:
        """The scale at which a pitch has about so many pixels, 1 at most."""
        exact = min(1.0, wanted / pitch)
        made = (scale for name, scale, _ in reversed(self._made) if name == "grey")
        return next((one for one in made if _is_near(one, exact)), exact)

    def reduced(self, scale: float) -> NDArray[Any]:
        """The picture reduced, 0 to 255."""
        halves = int(math.log2(1 / scale))
        return self._kept(
            ("grey", scale, 0.0), lambda: darkness.at_size(self._halved(halves), scale * 2**halves)
        )

    def _halved(self, times: int) -> Image.Image:
        """The picture at half its size, halved so many times: other sizes are quickly made of it."""
        while len(self._halves) <= times:
            self._halves.append(self._halves[-1].reduce(2))
        return self._halves[times]

    def feature(self, name: str, scale: float, pitch: float) -> NDArray[Any]:
        """What is dark, or light, in the picture reduced; `pitch` is that of hexes there."""
        small = self.reduced(scale)
        made = (other for one, at, other in reversed(self._made) if (one, at) == (name, scale))
        pitch = next((one for one in made if _is_near(one, pitch)), pitch)
        return self._kept((name, scale, pitch), lambda: darkness.FEATURES[name](small, pitch))

    def _kept(self, key: tuple[str, float, float], make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        made = self._made.pop(key, None)
        self._made[key] = make() if made is None else made  # the newest is the last
        while len(self._made) > _KEPT:
            del self._made[next(iter(self._made))]
        return self._made[key]
