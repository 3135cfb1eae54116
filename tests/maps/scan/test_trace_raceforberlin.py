"""The areas of Race for Berlin: printed plainly, scanned badly, and as our own crowded board shows them."""

from __future__ import annotations

from functools import cache

import numpy
import pytest
import shapely
from PIL import Image, ImageDraw

from bench.scans.areas import Areas, Print, printed
from bench.scans.rasters import rasterised
from bench.scans.simulator import Damage, scanned
from maps.draw import draw_board
from maps.scan.trace import Wish, trace
from maps.scan.trace_seeds import Seed
from maps.scan.trace_told import Traced
from tests.maps.scan.test_trace import right_share, true_contacts

pytestmark = pytest.mark.slow


@cache
def board(dpi: int) -> tuple[Image.Image, dict[str, shapely.Geometry]]:
    """The map within its frame, and the zones on it in pixels."""
    drawing = draw_board("raceforberlin", dpi)
    view, dots = drawing.sheet.views[0], drawing.dots_per_mm
    left, top, wide, high = (round(part * dots) for part in view.frame)
    frame = shapely.box(0, 0, wide, high)
    moved = {
        zone: shapely.intersection(shapely.transform(shape, lambda xy: xy * dots - (left, top)), frame)
        for zone, shape in view.zones.items()
    }
    return drawing.image.crop((left, top, left + wide, top + high)), moved


def truth(dpi: int, names: bool = True) -> Areas:
    """The same zones printed plainly: borders and symbols, names if they are to be, no roads."""
    image, zones = board(dpi)
    raster = rasterised(dict(enumerate(zones.values())), image.size)
    near = numpy.where(raster < 0, 0, raster)
    return printed(near, list(zones), Print(line=3, rivers=6, names=names), numpy.random.default_rng(1))


def seeds(areas: Areas) -> list[Seed]:
    return [Seed(name, x, y) for name, (x, y) in areas.seeds.items()]


def contacts_missed(areas: Areas, found: Traced) -> set[tuple[str, str]]:
    """Long borders not found, and contacts found that there are not."""
    there = true_contacts(areas)
    told = {(one, other): length for one, other, length in found.contacts}
    missed = {pair for pair, sides in there.items() if sides > 24 and pair not in told}
    return missed | {pair for pair, length in told.items() if pair not in there and length > 30}


def test_printed_plainly_all_areas_and_contacts_are_right() -> None:
    areas = truth(80)
    found = trace(areas.image, seeds(areas), Wish(field=(0, 0, *areas.image.size)))
    assert found.problems == []
    assert right_share(areas, found) > 0.99
    assert contacts_missed(areas, found) == set()


@pytest.mark.long
def test_scanned_badly_all_contacts_are_right() -> None:
    """Without names: in the smallest zones they are longer than the zone, and cut it up."""
    areas = truth(80, names=False)
    damage = Damage(degrees=1.5, noise=4, light=(0.15, 0.1), quality=60, seed=3)
    sheet = Image.new("RGB", (areas.image.width + 120, areas.image.height + 120), (246, 242, 230))
    sheet.paste(areas.image, (60, 60))
    ImageDraw.Draw(sheet).rectangle(
        (59, 59, sheet.width - 60, sheet.height - 60), outline=(20, 20, 20), width=3
    )
    scan = scanned(sheet, {name: (x + 60, y + 60) for name, (x, y) in areas.seeds.items()}, damage)
    found = trace(scan.image, [Seed(name, x, y) for name, (x, y) in scan.centres.items()])
    assert found.problems == []
    assert contacts_missed(areas, found) == set()


@cache
def crowded(dpi: int) -> Areas:
    """The board as it is drawn, with a seed in the widest place of each zone."""
    image, zones = board(dpi)
    raster = rasterised(dict(enumerate(zones.values())), image.size)
    # The frame ends within a column of pixels: what belongs to no zone belongs to the one beside it.
    raster = numpy.where(raster < 0, numpy.roll(raster, 1, axis=1), raster)
    largest = {name: max(shapely.get_parts(zone), key=lambda part: part.area) for name, zone in zones.items()}
    middles = {name: shapely.maximum_inscribed_circle(part).coords[0] for name, part in largest.items()}
    return Areas(image, raster, {name: (x, y) for name, (x, y) in middles.items()})


@cache
def found_on_crowded() -> Traced:
    areas = crowded(100)
    return trace(areas.image, seeds(areas), Wish(field=(0, 0, *areas.image.size)))


@pytest.mark.long
def test_our_crowded_board_is_traced_from_seeds_alone() -> None:
    """Roads, streams, names on plates, symbols and the front lie over its borders; no ink is named."""
    areas, found = crowded(100), found_on_crowded()
    shapes = {n: found.areas[name] for n, name in enumerate(areas.seeds)}
    right = (rasterised(shapes, areas.image.size) == areas.truth).mean()
    assert found.problems == []
    assert right > 0.994
    assert contacts_missed(areas, found) == set()
    assert shapely.coverage_is_valid(list(found.areas.values()))


@pytest.mark.parametrize(
    ("kind", "forgotten"),
    [
        ("plain", "hoyerswerda"),
        pytest.param("crowded", "niesky", marks=pytest.mark.long),
    ],
)
def test_a_forgotten_seed_is_told_even_where_roads_cut_areas_up(kind: str, forgotten: str) -> None:
    areas = truth(80) if kind == "plain" else crowded(100)
    left = [seed for seed in seeds(areas) if seed.name != forgotten]
    found = trace(areas.image, left, Wish(field=(0, 0, *areas.image.size)))
    (face,) = found.unnamed
    assert areas.truth[round(face.at[1]), round(face.at[0])] == list(areas.seeds).index(forgotten)
    assert "has no seed" in found.problems[0]


def test_what_is_joined_across_a_seeming_border_is_told_with_the_name_of_its_area() -> None:
    areas, found = crowded(100), found_on_crowded()
    assert 0 < len(found.joined) < len(areas.seeds) / 2
    for face in found.joined:
        assert found.areas[face.name].distance(shapely.Point(face.at)) < 1
