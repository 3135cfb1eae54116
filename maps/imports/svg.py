"""Areas, terrain and rivers from an SVG drawn in Inkscape: its layers say which shape is what.

A layer "areas" holds the areas, each named by its label, its title, or a text that stands in it. A layer
"terrain" holds shapes labelled with a terrain. Any other layer holds lines along borders, and its name is
theirs: "rivers" gives the feature river, "roads" road. Layers that are hidden are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from files.reading import read_bytes
from maps.imports.drawing import Drawing, polygons
from maps.imports.svg_path import (
    PLAIN,
    Matrix,
    Point,
    numbers,
    oval,
    path_lines,
    placed,
    times,
    transformation,
)
from maps.map_faults import MapError, MapFault

_SVG = "{http://www.w3.org/2000/svg}"
_INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
_SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline", "line")
_IGNORED = ("image", "script", "use", "foreignObject", "style")
_PLURALS = {"rivers": "river", "roads": "road", "borders": "border", "railways": "rail", "walls": "side"}


@dataclass(frozen=True)
class _Shape:
    """A shape as it stands in the file: its layer, its label, its lines (y upwards), and its line number."""

    layer: str
    label: str
    lines: list[list[Point]]
    line: int


@dataclass
class _Page:
    """What a walk through the file collects."""

    shapes: list[_Shape] = field(default_factory=list)
    names: list[tuple[str, Point]] = field(default_factory=list)
    ignored: dict[str, int] = field(default_factory=dict)
    faults: list[MapFault] = field(default_factory=list)


def read_svg(path: Path) -> Drawing:
    """The drawing in a file; MapError with all its faults. Scripts and pictures in it are left alone."""
    page = _Page()
    root = _parsed(path)
    _walk(root, path.name, "", PLAIN, page, 0)
    drawing = Drawing(left_out=[f"{count} {name}" for name, count in sorted(page.ignored.items())])
    for shape in page.shapes:
        _take(shape, path.name, drawing, page)
    if not drawing.areas and not page.faults:
        page.faults.append(MapFault(path.name, "", "no areas", _no_areas(page.shapes)))
    if page.faults:
        raise MapError(page.faults)
    return drawing


def _no_areas(shapes: Sequence[_Shape]) -> str:
    layers = [f"'{layer}'" for layer in dict.fromkeys(shape.layer for shape in shapes) if layer]
    there = f"the layers with shapes are {', '.join(layers[:20])}" if layers else "no layer has shapes"
    return f"no layer 'areas' with shapes: {there}; in Inkscape, name the layer of the areas so"


def _parsed(path: Path) -> Any:
    """The root of the XML; without entities, without what it points to."""
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        tree = etree.fromstring(read_bytes(path), parser)
    except etree.XMLSyntaxError as error:
        raise MapError(
            (MapFault(path.name, f"line {error.lineno or 1}", "not XML", str(error.msg)),)
        ) from None
    declared = tree.getroottree().docinfo.internalDTD
    if declared is not None and list(declared.iterentities()):
        message = "it declares entities; save it as plain SVG"
        raise MapError((MapFault(path.name, "line 1", "entities", message),))
    if tree.tag not in (f"{_SVG}svg", "svg"):
        raise MapError((MapFault(path.name, "line 1", "not SVG", f"its first element is {tree.tag!r}"),))
    return tree


def _walk(element: Any, file: str, layer: str, matrix: Matrix, page: _Page, depth: int) -> None:
    if depth > 100 or not isinstance(element.tag, str):
        return
    kind = element.tag.removeprefix(_SVG)
    if kind in _IGNORED:
        page.ignored[kind] = page.ignored.get(kind, 0) + 1
        return
    if kind in ("defs", "metadata", "clipPath", "mask", "symbol") or _is_hidden(element):
        return
    try:
        matrix = times(matrix, transformation(element.get("transform", "")))
        if element.get(f"{_INKSCAPE}groupmode") == "layer":
            layer = layer or (_label(element) or "").strip().lower()
        if kind == "text":
            x, y = placed(matrix, (numbers(element.get("x", "0"))[0], numbers(element.get("y", "0"))[0]))
            page.names.append((" ".join("".join(element.itertext()).split()), (x, -y)))
        elif kind in _SHAPES:
            lines = [
                [(x, -y) for x, y in (placed(matrix, at) for at in line)] for line in _lines(kind, element)
            ]
            page.shapes.append(
                _Shape(layer, _label(element) or _of_group(element), lines, element.sourceline)
            )
    except (ValueError, IndexError, OverflowError) as error:
        where = f"line {element.sourceline}"
        page.faults.append(MapFault(file, where, "bad shape", f"the {kind} cannot be read: {error}"))
        return
    for child in element:
        _walk(child, file, layer, matrix, page, depth + 1)


def _is_hidden(element: Any) -> bool:
    style = element.get("style", "").replace(" ", "")
    return "display:none" in style or element.get("display") == "none"


def _label(element: Any) -> str:
    """The label that Inkscape shows, or the title."""
    title = element.find(f"{_SVG}title")
    return (element.get(f"{_INKSCAPE}label") or (title.text if title is not None else "") or "").strip()


def _of_group(element: Any) -> str:
    """The label of the group a shape stands in, unless that is a layer."""
    group = element.getparent()
    return "" if group.get(f"{_INKSCAPE}groupmode") == "layer" else _label(group)


def _lines(kind: str, element: Any) -> list[list[Point]]:
    def of(name: str) -> float:
        return next(iter(numbers(element.get(name, "0"))), 0.0)

    if kind == "path":
        return path_lines(element.get("d", ""))
    if kind == "rect":
        x, y, wide, high = of("x"), of("y"), of("width"), of("height")
        return [[(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]]
    if kind in ("circle", "ellipse"):
        across, down = (of("r"), of("r")) if kind == "circle" else (of("rx"), of("ry"))
        return [oval(of("cx"), of("cy"), across, down)]
    if kind == "line":
        return [[(of("x1"), of("y1")), (of("x2"), of("y2"))]]
    values = numbers(element.get("points", ""))
    points = list(zip(values[::2], values[1::2], strict=True))
    return [[*points, points[0]] if kind == "polygon" else points]


def _take(shape: _Shape, file: str, drawing: Drawing, page: _Page) -> None:
    where = f"line {shape.line}"
    if shape.layer in ("areas", "terrain"):
        ground = _ground(shape.lines)
        name = shape.label if shape.layer == "terrain" else _name(shape, ground, page)
        if ground.is_empty:
            page.faults.append(MapFault(file, where, "bad shape", f"{name or 'a shape'} encloses nothing"))
        elif not name:
            message = "a shape without a name; give it a label, or write a text of the layer 'names' into it"
            page.faults.append(MapFault(file, where, "no name", message))
        elif shape.layer == "terrain":
            drawing.grounds.append((name.lower(), ground))
        else:
            drawing.add_area(name, ground)
    elif shape.layer and shape.layer != "names":
        course = shapely.MultiLineString([line for line in shape.lines if len(line) > 1])
        drawing.lines.append((_PLURALS.get(shape.layer, shape.layer), course))
    else:
        page.ignored["shape of no layer"] = page.ignored.get("shape of no layer", 0) + 1


def _ground(lines: list[list[Point]]) -> BaseGeometry:
    """What a path encloses; a line within another cuts a hole."""
    ground: BaseGeometry = shapely.Polygon()
    for line in lines:
        if len(line) > 2:
            ground = ground.symmetric_difference(polygons(shapely.Polygon(line)))
    return ground


def _name(shape: _Shape, ground: BaseGeometry, page: _Page) -> str:
    inside = (text for text, at in page.names if text and ground.contains(shapely.Point(at)))
    return shape.label or next(inside, "")
