"""Shades of the ground: zones that touch, or meet in a corner, are never of one shade."""

from __future__ import annotations

from collections.abc import Mapping

import shapely
from shapely.geometry.base import BaseGeometry

from maps.drawing.ink import Colour

# What each shade adds to the red, green and blue of a ground; every two differ more than hills light it.
_SHADES = ((0, 0, 0), (4, -1, -22), (-18, -14, -6), (8, 9, 18), (-14, 2, -16))


def shades(zones: Mapping[str, BaseGeometry]) -> dict[str, int]:
    """The number of each zone's shade: that of no zone beside it or across a corner, as even as can be."""
    near = _neighbours(zones)
    made: dict[str, int] = {}
    while len(made) < len(zones):
        zone = max((one for one in zones if one not in made), key=lambda one: _urgency(one, near, made))
        taken = [made[other] for other in near[zone] if other in made]
        used = list(made.values())
        made[zone] = min(
            range(len(_SHADES)), key=lambda shade: (taken.count(shade), used.count(shade), shade)
        )
    return made


def shaded(ground: Colour, shade: int) -> Colour:
    """A ground in this shade."""
    red, green, blue = (
        max(0, min(255, part + more)) for part, more in zip(ground[:3], _SHADES[shade], strict=True)
    )
    return (red, green, blue)


def _neighbours(zones: Mapping[str, BaseGeometry]) -> dict[str, list[str]]:
    names, shapes = list(zones), list(zones.values())
    tree = shapely.STRtree(shapes)
    return {
        zone: sorted(names[n] for n in tree.query(shape, predicate="intersects") if names[n] != zone)
        for zone, shape in zones.items()
    }


def _urgency(zone: str, near: Mapping[str, list[str]], made: Mapping[str, int]) -> tuple[int, int, str]:
    """Zones with many shades around come first: they have little choice left."""
    return len({made[other] for other in near[zone] if other in made}), len(near[zone]), zone
