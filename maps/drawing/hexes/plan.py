"""A board of hexes as it lies on its sheet: where hexes, their corners and sides are, in millimetres."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, TypeVar

import numpy
import shapely
from numpy.typing import NDArray

from maps.board import Space
from maps.drawing.layout import COUNTER_MM
from maps.drawing.sheet import Sheet
from maps.drawing.warp import Frame
from maps.grids.grid import HexGrid
from maps.grids.hexes import Hex, Hexside, Point, Vertex, hexside, vertices
from maps.reading.palette import Palette

Found = TypeVar("Found")
_FILL = 0.8
"""How much of a hex a counter may cover."""


def counter_mm(sheet: Sheet) -> float:
    """How wide a counter is here: as map.toml says, as usual, or as much as a hex has room for."""
    said = float(sheet.toml.get("sheet", {}).get("hexes", {}).get("counter_mm", COUNTER_MM))
    return min(said, hex_mm(sheet) * _FILL)


def hex_mm(sheet: Sheet) -> float:
    """From one side of a hex to the opposite one on the sheet."""
    grid, view = sheet.board.grid, sheet.views[0]
    if grid is None:
        raise ValueError("a board of zones has no hexes")
    west, _, east, _ = view.window
    return grid.lattice.pitch * view.frame[2] / (east - west)


@dataclass(frozen=True)
class Plan:
    """The hexes of a sheet; points in millimetres from its upper left corner, y downwards.

    `size` is the width of a hex from side to side, `style` the table `sheet.hexes` of map.toml.
    """

    sheet: Sheet
    grid: HexGrid

    @cached_property
    def size(self) -> float:
        """From one side of a hex to the opposite one."""
        return hex_mm(self.sheet)

    @property
    def frame(self) -> Frame:
        """Left, top, width and height of the map on the sheet."""
        return self.sheet.views[0].frame

    @property
    def style(self) -> Mapping[str, Any]:
        """How the hexes are to be drawn, as map.toml says."""
        table: Mapping[str, Any] = self.table.get("hexes", {})
        return table

    @cached_property
    def palette(self) -> Palette:
        """The colours of the board, with the tints of map.toml."""
        return self.sheet.palette.with_grounds(self.table.get("tints", {}))

    @property
    def table(self) -> Mapping[str, Any]:
        """The table `sheet` of map.toml."""
        table: Mapping[str, Any] = self.sheet.toml.get("sheet", {})
        return table

    @cached_property
    def known(self) -> dict[Callable[[Plan], Any], Any]:
        """What functions marked `once` have worked out from it."""
        return {}

    def at(self, point: Point) -> Point:
        """Where a point of the map (map units) lies on the sheet."""
        left, top, west, north, scale = self._laid
        return (left + (point[0] - west) * scale, top + (north - point[1]) * scale)

    @cached_property
    def _laid(self) -> tuple[float, float, float, float, float]:
        """Left and top of the map on the sheet, its west and north in map units, and how long one is."""
        (left, top, _, _), (west, _, _, north) = self.frame, self.sheet.views[0].window
        return left, top, west, north, self.size / self.grid.lattice.pitch

    def centre(self, one: Hex) -> Point:
        """The centre of a hex, also of one beside the board."""
        return self.at(self.grid.lattice.centre(one))

    def corner(self, vertex: Vertex) -> Point:
        """The corner where three hexes meet."""
        return self.at(self.grid.lattice.corner(vertex))

    def ring(self, one: Hex) -> list[Point]:
        """The six corners of a hex, clockwise."""
        return [self.at(point) for point in self.grid.lattice.corners(one)]

    def ends(self, side: Hexside) -> tuple[Point, Point]:
        """Both ends of a hexside."""
        first, second = vertices(side)
        return self.corner(first), self.corner(second)

    def spaces(self) -> Iterator[tuple[Hex, Space]]:
        """Every hex of the board with its space."""
        return ((self.grid.hexes[one], space) for one, space in self.sheet.board.spaces.items())

    def word(self, space: Space) -> str:
        """The ground of a hex."""
        return str(space.facts.get(self.table.get("ground", "terrain"), ""))

    @cached_property
    def grounds(self) -> Mapping[Hex, str]:
        """The ground of every hex; where map.toml says so, of those missing from the board and around it."""
        found = {one: self.word(space) for one, space in self.spaces()}
        found |= dict.fromkeys(self.missing, str(self.style.get("beyond")))
        return {**self._beside(found), **found} if self.style.get("bleed") else found

    def grounds_at(self, points: NDArray[numpy.float64]) -> NDArray[numpy.str_]:
        """The grounds of points of the sheet, one a row: those of the hexes whose middles are nearest."""
        tree = shapely.STRtree(shapely.points([self.centre(one) for one in self.grounds]))
        words = numpy.array(list(self.grounds.values()))
        found: NDArray[numpy.str_] = words[tree.nearest(shapely.points(points))]
        return found

    @cached_property
    def missing(self) -> tuple[Hex, ...]:
        """The hexes that are no spaces but ground of a kind of its own, where map.toml has one for them."""
        return tuple(
            one
            for label, one in (self.grid.printed() if self.style.get("beyond") else ())
            if label in self.grid.missing
        )

    def _beside(self, found: Mapping[Hex, str]) -> dict[Hex, str]:
        """Hexes around the board, their ground that of the nearest hexes."""
        around = {
            self.grid.hex_at(column, row)
            for column in range(-1, self.grid.columns + 1)
            for row in range(-1, self.grid.rows + 1)
        } - found.keys()
        near = {
            one: [found[other] for other in self.grid.lattice.neighbours(one) if other in found]
            for one in sorted(around)
        }
        return {one: words[0] for one, words in near.items() if words}

    @cached_property
    def sides(self) -> Mapping[str, list[Hexside]]:
        """The hexsides that have each feature."""
        found: dict[str, list[Hexside]] = {}
        for a, near in self.sheet.board.links.items():
            for b, features in near.items():
                for feature in sorted(features) if a < b else ():
                    side = hexside(self.grid.hexes[a], self.grid.hexes[b])
                    found.setdefault(feature, []).append(side)
        return found

    def features(self, kind: str) -> list[str]:
        """The features of this kind in the order of map.toml: river, road, rail or side."""
        kinds = self.sheet.toml.get("features", {})
        return [word for word, sort in kinds.items() if sort == kind]


def once(work: Callable[[Plan], Found]) -> Callable[[Plan], Found]:
    """A function of a plan that works out its answer once; nobody may change that."""

    @wraps(work)
    def told(plan: Plan) -> Found:
        if work not in plan.known:
            plan.known[work] = work(plan)
        found: Found = plan.known[work]
        return found

    return told
