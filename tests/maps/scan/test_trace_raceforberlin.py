"""The areas of Race for Berlin: printed plainly, scanned badly, and as our own crowded board shows them."""

from __future__ import annotations

from functools import cache

import numpy
import pytest
import shapely
from PIL import Image, ImageDraw

from maps.draw import draw_board
from maps.scan.trace import Traced, Wish, trace
from maps.scan.trace_ink import Inks
from maps.scan.trace_seeds import Seed
from tests.maps.scan.areas import Areas, Print, printed
from tests.maps.scan.rasters import rasterised
from tests.maps.scan.simulator import Damage, scanned
from tests.maps.scan.test_trace import right_share, true_contacts

pytestmark = pytest.mark.slow

INKS = Inks(
    [((104, 84, 62), 0), ((62, 54, 48), 0), ((116, 170, 204), 12), ((150, 140, 122), 0), ((168, 24, 40), 0)],
    [(246, 214, 140)],
)


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


def test_our_crowded_board_is_traced_for_the_most_part_if_its_inks_are_named() -> None:
    """Labels hide borders there, roads and streams cut areas: what is left to mend is told."""
    image, zones = board(150)
    largest = {name: max(shapely.get_parts(zone), key=lambda part: part.area) for name, zone in zones.items()}
    middles = {name: shapely.maximum_inscribed_circle(part).coords[0] for name, part in largest.items()}
    wish = Wish(field=(0, 0, *image.size), inks=INKS)
    found = trace(image, [Seed(name, x, y) for name, (x, y) in middles.items()], wish)
    raster = rasterised(dict(enumerate(zones.values())), image.size)
    shapes = {n: found.areas[name] for n, name in enumerate(zones) if name in found.areas}
    right = (rasterised(shapes, image.size) == raster)[raster >= 0].mean()
    assert right > 0.94
    assert found.problems
