"""Areas and lines from GeoJSON: of a geographic program, or what `hexpost map trace` writes."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy
import shapely
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from maps.grids.projection import Projection
from maps.imports.drawing import Drawing, polygons
from maps.map_faults import MapError, MapFault
from maps.reading.geometry import UNREADABLE
from maps.reading.tables import read_json

_NAMES = ("name", "Name", "NAME", "title", "label", "id")
_LONGEST = 1e7
_KINDS = ("kind", "feature", "type")


def read_geojson(path: Path, in_pixels: bool = False) -> Drawing:
    """The areas (polygons with a name) and lines of a file; MapError with all its faults.

    Points are degrees if all of them could be and they are not known to be `in_pixels`; else pixels with y
    downwards, as scans are traced. A member `contacts`, [one, other, length] each, says who touches whom.
    """
    faults: list[MapFault] = []
    document = read_json(path, faults)
    features = document.get("features") if isinstance(document, dict) else None
    if not faults and not isinstance(features, list):
        faults.append(MapFault(path.name, "", "not GeoJSON", "write a FeatureCollection with features"))
    found = list(_shapes(path.name, features if isinstance(features, list) else [], faults))
    names = {_name(properties) for properties, one, _ in found if one.geom_type.endswith("Polygon")}
    contacts = list(_contacts(path.name, document, names, faults)) if isinstance(features, list) else []
    if not faults and not any(one.geom_type.endswith("Polygon") for _, one, _ in found):
        faults.append(MapFault(path.name, "", "no areas", "no feature is a Polygon with a name"))
    if faults:
        raise MapError(faults)
    drawing = _drawing(found, in_pixels)
    if "contacts" in document:
        drawing.contacts = [pair for pair in contacts if drawing.areas.keys() >= set(pair)]
    return drawing


def _contacts(
    file: str, document: Mapping[str, Any], names: Collection[str], faults: list[MapFault]
) -> Iterator[tuple[str, str]]:
    """Who touches whom, if the file says it: a foreign member of the collection (RFC 7946, 6.1)."""
    told = document.get("contacts", [])
    if not isinstance(told, list):
        faults.append(MapFault(file, "contacts", "bad contacts", "write a list of [one, other, length]"))
        return
    for number, contact in enumerate(told, start=1):
        where = f"contact {number}"
        match contact:
            case [str(one), str(other), int() | float() as length] if 0 <= length < _LONGEST:
                unknown = [name for name in dict.fromkeys((one, other)) if name not in names]
                for name in unknown:
                    faults.append(MapFault(file, where, "unknown area", f"no area is named {name!r}"))
                if one == other:
                    faults.append(MapFault(file, where, "bad contact", f"{one!r} touches itself"))
                elif not unknown:
                    yield one, other
            case _:
                message = f"read {json.dumps(contact)[:80]}; write [one, other, length]"
                faults.append(MapFault(file, where, "bad contact", message))


def _shapes(
    file: str, features: list[Any], faults: list[MapFault]
) -> Iterator[tuple[Mapping[str, Any], BaseGeometry, str]]:
    for number, feature in enumerate(features, start=1):
        where = f"feature {number}"
        try:
            properties = dict(feature.get("properties") or {})
            one = shapely.force_2d(shape(feature["geometry"]))
            points = shapely.get_coordinates(one)
        except UNREADABLE as error:
            faults.append(MapFault(file, where, "bad feature", f"no shape can be read from it: {error}"))
            continue
        if not len(points) or not numpy.isfinite(points).all() or numpy.abs(points).max() > _LONGEST:
            faults.append(MapFault(file, where, "bad feature", "a coordinate is missing or far too large"))
        elif one.geom_type.endswith("Polygon") and not _name(properties):
            message = f"an area needs a name; write one of the properties {', '.join(_NAMES)}"
            faults.append(MapFault(file, where, "no name", message))
        else:
            yield properties, one, where


def _name(properties: Mapping[str, Any]) -> str:
    return next(
        (str(properties[key]).strip() for key in _NAMES if str(properties.get(key) or "").strip()), ""
    )


def _drawing(found: list[tuple[Mapping[str, Any], BaseGeometry, str]], in_pixels: bool) -> Drawing:
    points = numpy.concatenate([shapely.get_coordinates(one) for _, one, _ in found])
    degrees = not in_pixels and bool((numpy.abs(points) <= (180, 85)).all())
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    plane = Projection(float(middle[0]), float(middle[1]))

    def placed(xy: Any) -> Any:
        return numpy.column_stack(plane.to_km(xy[:, 0], xy[:, 1])) if degrees else xy * (1, -1)

    drawing = Drawing()
    for properties, one, where in found:
        shape_ = shapely.transform(one, placed)
        if one.geom_type.endswith("Polygon"):
            drawing.add_area(_name(properties), shape_)
            if properties.get("terrain"):
                drawing.grounds.append((str(properties["terrain"]), polygons(shape_)))
        elif one.geom_type.endswith("LineString"):
            kind = next((str(properties[key]) for key in _KINDS if properties.get(key)), "river")
            drawing.lines.append((kind, shape_))
        else:
            drawing.left_out.append(f"{where}: a {one.geom_type}")
    return drawing
