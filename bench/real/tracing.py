"""`hexpost map trace` on pictures of real maps of areas: the ground it finds, and who touches whom."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy
import shapely
from PIL import Image
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from bench.measure import Spent, spent

from .areamaps import SURE
from .command import Answer, Hexpost
from .labels import meetings, painted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Labels = NDArray[numpy.int32]

SEEDS_A_STROKE = 10
"""For so many areas a person draws one stroke, at most."""
Pair = tuple[str, str]


@dataclass(frozen=True)
class Trace:
    """One picture traced: pixels of the true areas that are in their area, and pairs that touch."""

    picture: str
    by: str
    clicks: int
    spent: Spent
    pixels: float
    found: int
    true: int
    false: int
    doubts: int
    verdict: str

    @property
    def contacts(self) -> float:
        """Right contacts of all that are true or told."""
        return self.found / (self.true + self.false)


@dataclass(frozen=True)
class Truth:
    """What is true of one picture."""

    areas: dict[str, BaseGeometry]
    seeds: list[tuple[str, float, float]]
    contacts: set[Pair]
    open: set[Pair]
    labels: Labels

    @property
    def names(self) -> list[str]:
        """The areas, in the order of their labels, which begin with 1."""
        return list(self.areas)


def read_truth(folder: Path, picture: str) -> Truth:
    """What truth.json says of a picture."""
    said = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    seen = said["pictures"][picture]
    areas = {name: whole(parts) for name, parts in seen["areas"].items()}
    with Image.open(folder / picture) as image:
        labels = painted(areas.values(), image.size)
    contacts, undecided = (sorted_pairs(said.get(word, ())) for word in ("contacts", "open"))
    return Truth(areas, [tuple(seed) for seed in seen["seeds"]], contacts, undecided, labels)


def whole(parts: Iterable[Any]) -> BaseGeometry:
    """An area of its parts, each an outer ring with its holes."""
    return shapely.MultiPolygon([shapely.Polygon(rings[0], rings[1:]) for rings in parts])


def sorted_pairs(pairs: Iterable[Sequence[Any]]) -> set[Pair]:
    """Pairs of names, each in one order."""
    return {(min(one[:2]), max(one[:2])) for one in pairs}


def traced(hexpost: Hexpost, folder: Path, picture: str, out: Path) -> list[Trace]:
    """The first answer to one click an area, the answer after strokes where it was wrong, and the rival's."""
    truth = read_truth(folder, picture)
    first, labels = answered(hexpost, folder / picture, truth, [], out)
    made = [first]
    if labels is not None and hexpost.knows("--line", "map", "trace"):
        strokes = worst_borders(truth, labels)
        made += [answered(hexpost, folder / picture, truth, strokes, out)[0]] if strokes else []
    return [*made, plain(folder / picture, truth)]


def answered(
    hexpost: Hexpost, picture: Path, truth: Truth, strokes: list[str], out: Path
) -> tuple[Trace, Labels | None]:
    """One call: its row, and the label of each pixel; None where nothing was written."""
    seeds, areas = out / "seeds.csv", out / "areas.geojson"
    write_seeds(seeds, truth.seeds)
    areas.unlink(missing_ok=True)
    lines = [word for stroke in strokes for word in ("--line", stroke)]
    answer = hexpost("map", "trace", picture, "--seeds", seeds, "--out", areas, "--json", *lines)
    by = f"{len(strokes)} strokes" if strokes else "one click"
    name, clicks = f"{picture.parent.name} {picture.name}", len(truth.seeds) + len(strokes)
    if not areas.exists():
        nothing = f"refused: {answer.refusal}"
        return Trace(
            name, by, clicks, answer.spent, 0, 0, len(truth.contacts), 0, doubts(answer), nothing
        ), None
    labels = read_labels(areas, truth)
    pairs = sorted_pairs(answer.facts.get("adjacency", ()))
    found = scored(name, by, clicks, answer.spent, truth, labels, pairs, doubts(answer))
    return found, labels


def write_seeds(path: Path, seeds: Iterable[tuple[str, float, float]]) -> None:
    """name,x,y for `map trace`."""
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("name", "x", "y"), *seeds])


def read_labels(path: Path, truth: Truth) -> Labels:
    """The areas that were written, as the numbers of the true areas of that name."""
    features = json.loads(path.read_text(encoding="utf-8"))["features"]
    shapes = {one["properties"]["name"]: shape(one["geometry"]) for one in features}
    high, wide = truth.labels.shape
    polygons = [only_polygons(shapes.get(name, shapely.Polygon())) for name in truth.names]
    return painted(polygons, (wide, high), between=True)


def only_polygons(shape_: BaseGeometry) -> BaseGeometry:
    """A shape without loose lines and points."""
    return shapely.MultiPolygon([one for one in shapely.get_parts(shape_) if one.geom_type == "Polygon"])


def scored(
    name: str, by: str, clicks: int, cost: Spent, truth: Truth, labels: Labels, pairs: set[Pair], told: int
) -> Trace:
    """An answer beside the truth; pairs with ground that is no true area do not count."""
    known = {pair for pair in pairs if set(pair) <= truth.areas.keys()}
    ground = truth.labels > 0
    right = float((labels == truth.labels)[ground].mean())
    found, false = known & truth.contacts, known - truth.contacts - truth.open
    return Trace(name, by, clicks, cost, right, len(found), len(truth.contacts), len(false), told, "written")


def doubts(answer: Answer) -> int:
    """How many doubts it told."""
    return len(answer.facts.get("doubts", ()))


def worst_borders(truth: Truth, labels: Labels) -> list[str]:
    """A stroke along the true border of each of the worst pairs: where ground went to the other."""
    wrong = (truth.labels > 0) & (labels > 0) & (labels != truth.labels)
    pairs, sizes = numpy.unique(
        numpy.sort([truth.labels[wrong], labels[wrong]], axis=0), axis=1, return_counts=True
    )
    most = len(truth.areas) // SEEDS_A_STROKE
    order = numpy.argsort(-sizes, kind="stable")
    shapes = list(truth.areas.values())
    strokes = (border(shapes[pairs[0, at] - 1], shapes[pairs[1, at] - 1]) for at in order)
    return [stroke for stroke in strokes if stroke][:most]


def border(one: BaseGeometry, other: BaseGeometry) -> str:
    """The longest stretch of border, in the middle between two areas, as `--line` reads it; empty without."""
    near = 1.5 * one.distance(other) + 3  # a printed line lies between the outlines, not everywhere as thick
    along = one.boundary.intersection(other.buffer(near))
    lines = [part for part in shapely.get_parts(along) if part.geom_type == "LineString"]
    if not lines:
        return ""
    joined = shapely.get_parts(shapely.line_merge(shapely.MultiLineString(lines)))
    outline = shapely.segmentize(max(joined, key=lambda line: line.length), 5.0)
    lines = [shapely.shortest_line(shapely.Point(at), other) for at in outline.coords]
    middle = shapely.LineString([line.interpolate(0.5, normalized=True) for line in lines]).simplify(2.0)
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in middle.coords)


def plain(picture: Path, truth: Truth) -> Trace:
    """The rival's answer to the same clicks."""
    from .rival import watershed

    kept: dict[str, Any] = {}
    with Image.open(picture) as image:
        image.load()
        cost = spent(lambda: kept.update(found=watershed(image, truth.seeds)))
    names, basins = kept["found"]
    numbers = numpy.array([0, *(truth.names.index(name) + 1 if name in truth.areas else 0 for name in names)])
    met = meetings(basins)
    pairs = sorted_pairs((names[one - 1], names[other - 1]) for one, other in met if met[one, other] >= SURE)
    name = f"{picture.parent.name} {picture.name}"
    return scored(name, "watershed", len(truth.seeds), cost, truth, numbers[basins], pairs, 0)
