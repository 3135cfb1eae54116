"""A drawing written as a map folder: areas that share their borders, who touches whom, what lies between."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy
import shapely
from shapely.geometry.base import BaseGeometry

from maps.board import Area
from maps.imports.drawing import Drawing
from maps.imports.meeting import LOOSE, meeting, size_of
from maps.imports.writing import SHEET_MM, ArtFile, free_home, quoted, table, write_map
from maps.map_faults import MapError, MapFault
from maps.reading.geometry import Pair, area_shape, border_lengths, shared_border, touching_pairs
from maps.space import slug

_CONTACT = 0.004  # of the size: less of a common border is a corner
_SLIT = 1e-5
_ALONG = 0.5  # so much of a border a river must follow
_MARGIN_MM = 7.0
_KINDS = {"river": "river", "road": "road", "rail": "rail", "bridge": "bridge"}
Ring = list[list[float]]
Links = dict[Pair, list[str]]


def write_folder(drawing: Drawing, folder: Path, game: str, art: ArtFile | None = None) -> Mapping[str, int]:
    """Write `folder`/map and count what is in it; MapError where something is there, or names do not do.

    With art, a unit of the drawing is a pixel of it, and the board is that picture.
    """
    home = free_home(folder)
    faults = list(_name_faults(drawing))
    if not drawing.areas:
        faults.append(MapFault("areas", "", "no areas", "no outline encloses any ground"))
    elif art:
        faults += _beside(drawing, art)
    if faults:
        raise MapError(faults)
    areas = meeting(drawing.areas)
    links = _links(drawing, areas)
    words = sorted({slug(word) for word, _ in drawing.lines})
    terrain = {name: _terrain(drawing, shape) for name, shape in areas.items()}
    sheet = art.settings() if art else _sheet(areas, sorted({*terrain.values()} - {""}))
    drawn = [_Drawn.of(name, shape) for name, shape in areas.items()]
    corner = _corner(drawn, links) if drawing.contacts is not None else ()
    files: dict[str, str | bytes] = {
        "map.toml": _settings(game, words, sheet, corner, drawn),
        "places.csv": table(
            ["id", "name", "terrain"], ([slug(one), "", word] for one, word in terrain.items())
        ),
        "links.csv": table(
            ["area", "neighbour", "features"],
            ([*pair, " ".join(found)] for pair, found in sorted(links.items())),
        ),
    }
    write_map(home, {**files, art.name: art.content} if art else files)
    return {"areas": len(areas), "contacts": len(links), "lines": len(drawing.lines)}


def _beside(drawing: Drawing, art: ArtFile) -> Iterator[MapFault]:
    """Areas that reach over the edge of the picture they are to lie on."""
    west, south, east, north = shapely.total_bounds(list(drawing.areas.values())).tolist()
    (wide, high), loose = art.size, size_of(list(drawing.areas.values())) * LOOSE
    if min(west, -north) < -loose or east > wide + loose or -south > high + loose:
        message = (
            f"areas reach from {west:.0f}, {-north:.0f} to {east:.0f}, {-south:.0f}, but the picture has "
            f"{wide} x {high} pixels; give the one they were drawn on, in its own size"
        )
        yield MapFault("--art", "", "another picture", message)


def _name_faults(drawing: Drawing) -> Iterator[MapFault]:
    seen: dict[str, str] = {}
    for name in drawing.areas:
        if not slug(name):
            yield MapFault("areas", name, "no id", f"{name!r} has no letters or digits for an id. Rename it")
        elif slug(name) in seen:
            message = f"{name!r} and {seen[slug(name)]!r} would both be {slug(name)!r}. Rename one of them"
            yield MapFault("areas", name, "named twice", message)
        seen[slug(name)] = name


def _links(drawing: Drawing, areas: Mapping[str, BaseGeometry]) -> Links:
    """Who touches whom, as the drawing says it; else whoever shares more border than a corner."""
    size = size_of(list(areas.values()))
    shared = {(a, b): shared_border(areas[a], areas[b]) for a, b in touching_pairs(areas)}
    least = size * _CONTACT
    touching = [pair for pair, border in shared.items() if border.length > least]
    none = shapely.LineString()
    return {
        (slug(one), slug(other)): _features(drawing, shared.get((one, other), none), size * LOOSE)
        for one, other in (touching if drawing.contacts is None else _ordered(drawing.contacts, areas))
    }


def _ordered(contacts: Iterable[Pair], areas: Iterable[str]) -> list[Pair]:
    """Each pair once, in the order of the areas."""
    place = {name: n for n, name in enumerate(areas)}
    pairs = {(one, other) if place[one] < place[other] else (other, one) for one, other in contacts}
    return sorted(pairs, key=lambda pair: (place[pair[0]], place[pair[1]]))


def _features(drawing: Drawing, border: BaseGeometry, loose: float) -> list[str]:
    """A river follows the border for half its length or more; whatever is no river crosses it."""
    found: list[str] = []
    if not border.length:
        return found
    for word, course in drawing.lines:
        if _kind(word) in ("river", "side"):
            along = border.intersection(course.buffer(loose * 2)).length >= _ALONG * border.length
        else:
            along = bool(border.intersects(course))
        if along and slug(word) not in found:
            found.append(slug(word))
    return found


def _kind(word: str) -> str:
    return next((kind for start, kind in _KINDS.items() if slug(word).startswith(start)), "side")


def _terrain(drawing: Drawing, area: BaseGeometry) -> str:
    """The ground that covers most of an area, if it covers more than half."""
    found: dict[str, float] = {}
    for word, ground in drawing.grounds:
        found[word] = found.get(word, 0.0) + float(area.intersection(ground).area)
    word = max(found, key=lambda one: found[one], default="")
    return slug(word) if word and found[word] * 2 > area.area else ""


def _tint(word: str) -> str:
    """The usual colour of a ground; for one that nobody knows, paper."""
    from maps.reading.palette import usual_palette

    red, green, blue = usual_palette().ground(word) or usual_palette()["ground.clear"]
    return f"#{red:02x}{green:02x}{blue:02x}"


def _sheet(areas: Mapping[str, BaseGeometry], grounds: Sequence[str]) -> list[str]:
    """The table `[sheet]` of map.toml for a board that is drawn."""
    west, south, east, north = shapely.total_bounds(list(areas.values())).tolist()
    scale = SHEET_MM / max(east - west, north - south)
    wide, high = round((east - west) * scale, 1), round((north - south) * scale, 1)
    return [
        "[sheet]",
        f"size_mm = [{wide + 2 * _MARGIN_MM:.1f}, {high + 2 * _MARGIN_MM:.1f}]",
        f"map_mm = [{_MARGIN_MM}, {_MARGIN_MM}, {wide}, {high}]",
        'ground = "terrain"',
        f"tints = {{ {', '.join(f'{quoted(word)} = {quoted(_tint(word))}' for word in grounds)} }}",
    ]


def _settings(
    game: str, words: Sequence[str], sheet: Sequence[str], corner: Iterable[str], drawn: Iterable[_Drawn]
) -> str:
    lines = [
        "# Made by `hexpost map import`; from now on this is the map, and yours to change.",
        f"game = {quoted(game)}",
        f"title = {quoted(game)}",
        *corner,
        "",
        "[facts]",
        'terrain = "text"',
        "",
        "[features]",
        *(f"{quoted(word)} = {quoted(_kind(word))}" for word in words),
        "",
        *sheet,
    ]
    # The larger ones first: an enclave is drawn over the area around it.
    for one in sorted(drawn, key=lambda one: (-one.size, one.name)):
        lines += ["", "[[area]]", *one.settings()]
    return "\n".join(lines) + "\n"


def _corner(drawn: Iterable[_Drawn], links: Links) -> Iterator[str]:
    """The setting of map.toml that tells contacts from corners, if there is a length that does."""
    lengths = border_lengths({slug(one.name): area_shape(one.area()) for one in drawn})
    touching = {(min(pair), max(pair)) for pair in links}
    longest = max((length for pair, length in lengths.items() if pair not in touching), default=0.0)
    least = min((lengths.get(pair, 0.0) for pair in touching), default=2 * longest)
    limit = round((longest + least) / 2, 3)
    if longest < limit < least:
        yield f"tolerance_km = {limit}    # in units of the map: as much of a common border is a corner"


@dataclass(frozen=True)
class _Drawn:
    """An area as it stands in map.toml: its name, its outlines, the largest first; its ground with holes."""

    name: str
    rings: Sequence[Ring]
    size: float

    @classmethod
    def of(cls, name: str, shape: BaseGeometry) -> _Drawn:
        """A shape, which may have holes and several parts."""
        parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
        parts.sort(key=lambda part: -part.area)
        return cls(name, list(map(_ring, parts)), float(shapely.Polygon(parts[0].exterior).area))

    def area(self) -> Area:
        """The area that a board has of it."""
        main, *also = (tuple((x, y) for x, y in ring) for ring in self.rings)
        return Area(self.name, main, tuple(also))

    def settings(self) -> Iterator[str]:
        """Its table in map.toml, line by line."""
        main, *also = map(json.dumps, self.rings)
        yield f"name = {quoted(self.name)}"
        yield f"outline = {main}"
        if also:
            yield f"also = [{', '.join(also)}]"


def _ring(part: BaseGeometry) -> Ring:
    """The outline of a part as one ring: from each hole a slit leads out, too narrow to be seen."""
    while part.interiors:
        hole = min(part.interiors, key=lambda ring: float(ring.distance(part.exterior)))
        slit = shapely.shortest_line(hole, part.exterior).buffer(size_of([part]) * _SLIT, cap_style="square")
        part = max(shapely.get_parts(part.difference(slit)), key=lambda piece: float(piece.area))
    points: Ring = (numpy.round(shapely.get_coordinates(part.exterior)[:-1], 4) + 0.0).tolist()
    return points
