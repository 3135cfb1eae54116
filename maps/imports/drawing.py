"""What is read from any such file: areas with names, grounds over them, and lines along their borders."""

from __future__ import annotations

from dataclasses import dataclass, field

from shapely.geometry.base import BaseGeometry


@dataclass
class Drawing:
    """Shapes in units of the file, y upwards.

    `grounds` are words for terrain with the shapes they cover, `lines` are words such as "river" with their
    courses, `left_out` says what was found and not taken over.
    """

    areas: dict[str, BaseGeometry] = field(default_factory=dict)
    grounds: list[tuple[str, BaseGeometry]] = field(default_factory=list)
    lines: list[tuple[str, BaseGeometry]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def add_area(self, name: str, shape: BaseGeometry) -> None:
        """One more area, or more ground of one that is there already."""
        self.areas[name] = self.areas[name].union(shape) if name in self.areas else shape
