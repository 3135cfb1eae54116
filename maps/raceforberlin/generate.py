"""Draw the zones of Race for Berlin from real geography: ``python -m maps.raceforberlin.generate``.

Each zone is the land nearest to its town. Borders too short to count are closed to a corner, so that a player
sees no contact where there is none; the others get the bends of a real border, the same on both sides. Rivers
lie on the borders which links.csv gives them; roads run through the towns. Same tables, same bytes.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry import LineString, Point

from maps.board import Board
from maps.grids.projection import Projection
from maps.reading.load import load_board
from maps.reading.tables import read_toml

XY = tuple[float, float]
Ring = list[XY]
HERE = Path(__file__).parent

STRAIGHT_KM = 4.0  # borders up to this length stay straight: a bend must not lengthen them past the tolerance
BEND = 0.11  # how far a border swings out, as a part of its length
FINEST_KM = 0.8
STAR_KM = 5.0  # where four zones or more meet, each border leaves the corner straight for so far
APART = 0.9  # and borders there turn apart until they are so nearly even, a circle shared among them being 1


def main() -> None:
    """Write zones.geojson and lines.geojson beside this file."""
    board = load_board("raceforberlin")
    toml = read_toml(HERE / "map.toml", [])
    plane = Projection(*toml["origin"])
    rings = zone_rings(board, toml, plane)
    names = {zone: space.name for zone, space in board.spaces.items()}
    names |= {hole["id"]: hole["name"] for hole in toml["hole"]}
    zones = (
        _feature({"id": zone, "name": names[zone]}, "Polygon", [ring], plane) for zone, ring in rings.items()
    )
    _write(HERE / "zones.geojson", zones)
    _write(HERE / "lines.geojson", [*_rivers(board, toml, rings, plane), *_roads(board, toml, rings, plane)])


def zone_rings(board: Board, toml: dict[str, Any], plane: Projection) -> dict[str, Ring]:
    """The outline of every zone and hole, closed, in kilometres; neighbours share every point of a border."""
    anchors = {zone: space.centre for zone, space in board.spaces.items()}
    anchors |= {hole["id"]: plane.to_km(hole["lon"], hole["lat"]) for hole in toml["hole"]}
    rings = _close_corners(_cells(anchors, toml["bounds"], plane), toml["tolerance_km"])
    owners = _owners(rings)
    stars = _stars(owners)
    return {
        zone: [point for a, b in pairwise(ring) for point in _bent(a, b, owners, stars)[:-1]] + [ring[0]]
        for zone, ring in rings.items()
    }


def _cells(anchors: dict[str, XY], bounds: Sequence[float], plane: Projection) -> dict[str, Ring]:
    """The Voronoi cell of each anchor, cut to the map's edge, to the metre."""
    west, south, east, north = bounds
    sheet = shapely.box(*plane.to_km(west, south), *plane.to_km(east, north))
    points = shapely.MultiPoint(list(anchors.values()))
    cells = shapely.voronoi_polygons(points, extend_to=sheet, ordered=True)
    cut = [shapely.orient_polygons(cell.intersection(sheet)) for cell in cells.geoms]
    return {
        zone: [(round(x, 3), round(y, 3)) for x, y in cell.exterior.coords]
        for zone, cell in zip(anchors, cut, strict=True)
    }


def _close_corners(rings: dict[str, Ring], tolerance: float) -> dict[str, Ring]:
    """Draw the ends of every border shorter than the tolerance together into one corner."""
    corner: dict[XY, set[XY]] = {}
    for a, b in (edge for ring in rings.values() for edge in pairwise(ring)):
        if Point(a).distance(Point(b)) < tolerance:
            together = corner.get(a, {a}) | corner.get(b, {b})
            corner |= dict.fromkeys(together, together)
    merged = {point: _middle(together) for point, together in corner.items()}
    return {zone: _without_repeats(merged.get(p, p) for p in ring) for zone, ring in rings.items()}


def _middle(points: Iterable[XY]) -> XY:
    xs, ys = zip(*sorted(points), strict=True)
    return (round(sum(xs) / len(xs), 3), round(sum(ys) / len(ys), 3))


def _without_repeats(ring: Iterable[XY]) -> Ring:
    kept: Ring = []
    for point in ring:
        if not kept or kept[-1] != point:
            kept.append(point)
    return kept


def _owners(rings: dict[str, Ring]) -> dict[frozenset[XY], list[str]]:
    """For each straight side its zones: two, or one at the edge of the map."""
    owners: dict[frozenset[XY], list[str]] = {}
    for zone, ring in rings.items():
        for a, b in pairwise(ring):
            owners.setdefault(frozenset((a, b)), []).append(zone)
    return owners


def _stars(owners: Iterable[frozenset[XY]]) -> dict[tuple[XY, XY], XY]:
    """For each side that comes to a corner of four or more: where it turns straight for the corner.

    Borders that meet at a small angle run along each other before that, and nobody sees who touches whom.
    """
    near: dict[XY, list[XY]] = {}
    for a, b in (sorted(side) for side in owners):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    stars: dict[tuple[XY, XY], XY] = {}
    for corner, others in sorted(near.items()):
        if len(others) > 3:
            stars |= dict(_star(corner, others))
    return stars


def _star(corner: XY, others: Sequence[XY]) -> Iterator[tuple[tuple[XY, XY], XY]]:
    ways = sorted((math.atan2(y - corner[1], x - corner[0]), (x, y)) for x, y in others)
    turned = _turned_apart([way for way, _ in ways], APART * 2 * math.pi / len(ways))
    for (_, other), way in zip(ways, turned, strict=True):
        if math.dist(corner, other) > STRAIGHT_KM:
            stub = (corner[0] + STAR_KM * math.cos(way), corner[1] + STAR_KM * math.sin(way))
            yield (corner, other), (round(stub[0], 3), round(stub[1], 3))


def _turned_apart(ways: Sequence[float], least: float) -> list[float]:
    """Directions in order around a point, each turned no more than it takes to be so far from the next."""
    turned = list(ways)
    for _ in range(100):
        for n in range(len(turned)):
            after = (n + 1) % len(turned)
            short = least - (turned[after] - turned[n]) % (2 * math.pi)
            if short > 0:
                turned[n] -= short / 2
                turned[after] += short / 2
    return turned


def _bent(a: XY, b: XY, owners: dict[frozenset[XY], list[str]], stars: dict[tuple[XY, XY], XY]) -> Ring:
    """The side from a to b with the bends of a border; straight if it is short or the edge of the map."""
    zones = owners[frozenset((a, b))]
    if len(zones) < 2 or Point(a).distance(Point(b)) <= STRAIGHT_KM:
        return [a, b]
    first, last = min(a, b), max(a, b)
    chance = random.Random(f"{'/'.join(sorted(zones))}")
    start, end = stars.get((first, last), first), stars.get((last, first), last)
    points = _without_repeats([first, start, *_bends(start, end, BEND, chance), end, last])
    return points if first == a else points[::-1]


def _bends(a: XY, b: XY, bend: float, chance: random.Random) -> Iterator[XY]:
    """Points between a and b: the middle swings out sideways, then each half does, and so on."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if (dx * dx + dy * dy) ** 0.5 < FINEST_KM:
        return
    swing = chance.choice((-1, 1)) * chance.uniform(0.3, 1.0) * bend
    middle = ((a[0] + b[0]) / 2 - dy * swing, (a[1] + b[1]) / 2 + dx * swing)
    yield from _bends(a, middle, bend, chance)
    yield middle
    yield from _bends(middle, b, bend, chance)


def _rivers(
    board: Board, toml: dict[str, Any], rings: dict[str, Ring], plane: Projection
) -> Iterator[dict[str, Any]]:
    """Each river as the longest lines that its borders make when joined end to end."""
    for river, kind in toml["features"].items():
        if kind != "river":
            continue
        borders = [
            _shared(rings[a], rings[b])
            for a, near in board.links.items()
            for b, features in near.items()
            if a < b and river in features
        ]
        joined = shapely.line_merge(shapely.union_all(borders))
        lines = sorted(tuple(line.coords) for line in getattr(joined, "geoms", [joined]))
        properties = {"id": river, "name": toml["names"][river], "kind": "river"}
        yield _feature(properties, "MultiLineString", lines, plane)


def _shared(a: Ring, b: Ring) -> LineString:
    """The border of two rings, which share its points exactly."""
    sides = {frozenset(side) for side in pairwise(a)} & {frozenset(side) for side in pairwise(b)}
    return shapely.line_merge(shapely.union_all([LineString(side) for side in sides]))


def _roads(
    board: Board, toml: dict[str, Any], rings: dict[str, Ring], plane: Projection
) -> Iterator[dict[str, Any]]:
    """Each main road as a smooth line through its towns, crossing every border at its middle."""
    for road in toml["road"]:
        stops = [board.spaces[road[0]].centre]
        for a, b in pairwise(road):
            crossing = _shared(rings[a], rings[b]).interpolate(0.5, normalized=True)
            stops += [(crossing.x, crossing.y), board.spaces[b].centre]
        name = f"{board.spaces[road[0]].name} - {board.spaces[road[-1]].name}"
        properties = {"id": "road", "name": name, "kind": "road"}
        yield _feature(properties, "LineString", _smooth(stops), plane)


def _smooth(stops: Sequence[XY], steps: int = 8) -> Ring:
    """A curve through all stops (Catmull-Rom, tension held low so that no bend swings far out)."""
    ends = [stops[0], *stops, stops[-1]]
    line: Ring = []
    for p, a, b, n in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        line += [_between(p, a, b, n, step / steps) for step in range(steps)]
    return [*line, stops[-1]]


def _between(p: XY, a: XY, b: XY, n: XY, t: float) -> XY:
    out, back = 2 * t**3 - 3 * t**2 + 1, -2 * t**3 + 3 * t**2
    rise, fall = (t**3 - 2 * t**2 + t) * 0.4, (t**3 - t**2) * 0.4
    x, y = (out * a[i] + back * b[i] + rise * (b[i] - p[i]) + fall * (n[i] - a[i]) for i in (0, 1))
    return (x, y)


def _feature(properties: dict[str, Any], kind: str, points: Any, plane: Projection) -> dict[str, Any]:
    return {
        "type": "Feature",
        "properties": properties,
        "geometry": {"type": kind, "coordinates": _degrees(points, plane)},
    }


def _degrees(points: Any, plane: Projection) -> Any:
    """Nested lists of kilometres as nested lists of degrees, to about a metre."""
    if isinstance(points[0], float):
        lon, lat = plane.to_degrees(*points)
        return [round(lon, 5), round(lat, 5)]
    return [_degrees(part, plane) for part in points]


def _write(path: Path, features: Iterable[dict[str, Any]]) -> None:
    """One feature to a line, so that a change shows as the zone it touches."""
    lines = ",\n".join(json.dumps(feature, ensure_ascii=False) for feature in features)
    text = f'{{"type": "FeatureCollection", "features": [\n{lines}\n]}}\n'
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
