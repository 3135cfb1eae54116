"""What silhouettes are made of: filled shapes, bars, and shapes moved or laid over one another.

Strokes as in `counters.signs.symbols`, in any measure.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from counters.signs.symbols import Stroke

Shape = tuple[Stroke, ...]


def fill(*at: float, cut: bool = False) -> Stroke:
    """A filled shape with these corners."""
    return Stroke("fill", at, cut=cut)


def disc(x: float, y: float, r: float, cut: bool = False) -> Stroke:
    """A filled circle round a point."""
    return Stroke("disc", (x - r, y - r, x + r, y + r), cut=cut)


def rounded(*at: float, times: int = 3) -> Stroke:
    """A filled shape whose corners are cut off again and again, so that it comes out round."""
    dots = list(zip(at[::2], at[1::2], strict=True))
    for _ in range(times):
        dots = [dot for a, b in zip(dots, [*dots[1:], dots[0]], strict=True) for dot in _quarters(a, b)]
    return Stroke("fill", tuple(part for dot in dots for part in dot))


def _quarters(a: tuple[float, float], b: tuple[float, float]) -> Iterator[tuple[float, float]]:
    for share in (0.25, 0.75):
        yield a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def bar(x0: float, y0: float, x1: float, y1: float, wide: float, narrow: float | None = None) -> Stroke:
    """A straight bar from one point to another: a barrel, a leg; `narrow` is its width at the far end."""
    far = wide if narrow is None else narrow
    long = math.hypot(x1 - x0, y1 - y0)
    across, down = (y1 - y0) / long / 2, (x0 - x1) / long / 2
    return fill(
        *(x0 + across * wide, y0 + down * wide, x1 + across * far, y1 + down * far),
        *(x1 - across * far, y1 - down * far, x0 - across * wide, y0 - down * wide),
    )


def moved(shape: Shape, x: float, y: float, scale: float = 1) -> Shape:
    """A shape elsewhere and larger."""
    return tuple(
        replace(s, at=tuple(v * scale + (y if n % 2 else x) for n, v in enumerate(s.at))) for s in shape
    )


def ahead(shape: Shape) -> Shape:
    """A shape before others: round it a rim is cut out of them."""
    rims = tuple(
        Stroke("oval", s.at, cut=True) if s.kind == "disc" else Stroke("line", (*s.at, *s.at[:4]), cut=True)
        for s in shape
    )
    return (*rims, *shape)
