"""Places beside others, by the engine's own names: what an example of a move goes to."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from builder.vassal.grids import Grid, Hexes, Squares, ZoneGround
from builder.vassal.locations import OFF_BOARD
from tables.published import Published
from tables.table import Place

NEAREST, FARTHEST, WIDER = 20, 500, 1.3
"""How far around a place others are looked for, in pixels, and how much wider each time."""
WAYS, ASIDE = 12, 100


def ground_of(module: Published, at: Place) -> Grid | None:
    """What names a point of a map: a zone, or a grid."""
    window = module.places.windows.get(at[0])
    return window.ground_of(at[1:]) if window else None


def is_gridded(ground: Grid | None) -> bool:
    """Whether a ground is one of hexes or squares, and no box or track."""
    return isinstance(ground.grid if isinstance(ground, ZoneGround) else ground, Hexes | Squares)


def beside(module: Published, at: Place) -> str:
    """The name of the place that is nearest to a place, in its zone; "" for none that can be named."""
    own = module.places.name(at[0], at[1:])
    ground = ground_of(module, at)
    for point in _around(at[1:]) if ground else ():
        name = module.places.name(at[0], point)
        if name not in (own, OFF_BOARD, "") and ground_of(module, (at[0], *point)) == ground:
            to = module.named_so(at[0], name)
            if to and module.places.name(at[0], to) == name:
                return name
    return ""


def aside(module: Published, at: Place) -> str:
    """A point beside a place by its pixel, on the side of the middle of the map."""
    name, x, y = at
    middle = module.middle_of(name)[0] if name in module.places.windows else x
    return f"{name} {x + ASIDE if x < middle else x - ASIDE},{y}"


def _around(at: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Points around a point, ring by ring."""
    radius = float(NEAREST)
    while radius < FARTHEST:
        for way in range(WAYS):
            angle = 2 * pi * way / WAYS
            yield round(at[0] + radius * cos(angle)), round(at[1] + radius * sin(angle))
        radius *= WIDER
