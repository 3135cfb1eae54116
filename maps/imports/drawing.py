"""What is read from any such file: areas with names, grounds over them, and lines along their borders."""

from __future__ import annotations

from dataclasses import dataclass, field

import shapely
from shapely.geometry.base import BaseGeometry


@dataclass
class Drawing:
    """Shapes in units of the file, y upwards.

    `grounds` are words for terrain with the shapes they cover, `lines` are words such as "river" with their
    courses, `left_out` says what was found and not taken over. `contacts` are all pairs of areas that touch,
    where the file says it; else it is to be seen from the shapes.
    """

    areas: dict[str, BaseGeometry] = field(default_factory=dict)
    grounds: list[tuple[str, BaseGeometry]] = field(default_factory=list)
    lines: list[tuple[str, BaseGeometry]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    contacts: list[tuple[str, str]] | None = None

    def add_area(self, name: str, shape: BaseGeometry) -> None:
        """One more area, or more ground of one that is there already; an outline without ground is left out.

        Outlines that cross themselves, as hands draw them, are mended; their hairs and lone lines fall away.
        """
        ground = polygons(shape)
        if ground.is_empty:
            self.left_out.append(f"an outline of {name} that encloses nothing")
        else:
            self.areas[name] = polygons(self.areas[name].union(ground)) if name in self.areas else ground


def polygons(shape: BaseGeometry) -> BaseGeometry:
    """The ground that a shape covers, valid: a Polygon or MultiPolygon, empty if there is none."""
    made = shapely.make_valid(shape, method="structure", keep_collapsed=False)
    parts = [
        part
        for part in shapely.get_parts(shapely.get_parts(made))
        if part.geom_type == "Polygon" and part.area
    ]
    return shapely.union_all(parts) if parts else shapely.Polygon()
