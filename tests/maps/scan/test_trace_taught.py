"""What borders look like is learned from areas of which some are wrong, and areas are found again by that."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy import ndimage

from bench.scans.areas import Areas, Print, areas, border_of
from maps.scan.trace_faces import depth
from maps.scan.trace_ink import Inked, Inks, find_ink
from maps.scan.trace_rejoined import Wanted, rejoined
from maps.scan.trace_taught import noted, taught
from maps.scan.trace_traits import faint_lines, traits

Array = NDArray[Any]
EDGE, ROAD = (40, 34, 30), (246, 214, 140)  # a road's edges are of the colour of borders
SIZE = (760, 640)
ROADS = ((20, 150, 740, 220), (60, 600, 700, 420), (200, 20, 330, 620), (560, 30, 610, 610))


@cache
def board() -> Areas:
    """Areas with thin borders, and with roads that run across them."""
    made = areas(12, SIZE, Print(line=3, names=False, symbols=False, tinted=False, enclaves=0), 3)
    pen = ImageDraw.Draw(made.image)
    for width, colour in ((13, EDGE), (7, ROAD)):
        for road in ROADS:
            pen.line(road, fill=colour, width=width)
    return made


def on_roads() -> Array:
    """The pixels that roads cover."""
    mask = Image.new("L", SIZE)
    pen = ImageDraw.Draw(mask)
    for road in ROADS:
        pen.line(road, fill=255, width=13)
    return numpy.asarray(mask) > 0


def inked(image: Image.Image) -> Inked:
    return find_ink(image, Inks(), 8_000_000)


def points(board: Areas) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in board.seeds.values()]


def misled(board: Areas) -> Array:
    """The areas, but what a road cuts off from two of them belongs to a neighbour."""
    labels = board.truth + 1
    parts, _ = ndimage.label((border_of(labels) | on_roads()) == 0)
    away = depth(~border_of(labels))
    for name in (0, 5):
        whole = labels == name + 1
        sizes = numpy.bincount(parts[whole & (parts > 0)])
        seed = parts[points(board)[name][::-1]]
        sizes[seed] = 0
        cut_off = ndimage.binary_dilation(parts == sizes.argmax(), iterations=6) & whole
        near = numpy.bincount(labels[ndimage.binary_dilation(cut_off, iterations=6) & ~whole])
        labels = numpy.where(cut_off, near.argmax(), labels)
        assert (away[cut_off] > 10).sum() > 300
    return labels


def wanted(board: Areas, cuts: Array, whole: bool = True) -> Wanted:
    return Wanted(points(board), range(1, len(board.seeds) + 1), whole, 2.5, cuts)


def hidden_nowhere() -> Array:
    return numpy.zeros(SIZE[::-1], dtype=bool)


def lessons(count: int) -> tuple[Array, Array]:
    """The strength and the areas after so many lessons, the first of them from misled areas."""
    printed = board()
    first = labels = misled(printed)
    ink = noted(inked(printed.image), hidden_nowhere())
    for _ in range(count):
        strength = taught(ink, labels, points(printed), len(printed.seeds))
        labels, _, _ = rejoined(strength, hidden_nowhere(), labels, wanted(printed, first))
    return strength, labels


@pytest.mark.slow
def test_borders_look_like_borders_and_edges_of_roads_do_not_though_some_were_taken_for_such() -> None:
    strength, _ = lessons(2)
    border, road = border_of(board().truth), on_roads()
    near = ndimage.binary_dilation(border, iterations=8)
    assert (strength[border & ~ndimage.binary_dilation(road, iterations=4)] > 0.5).mean() > 0.99
    assert (strength[road & ~near] > 0.5).mean() < 0.04


@pytest.mark.slow
def test_areas_are_found_again_where_a_road_had_been_taken_for_their_border() -> None:
    truth = board().truth + 1
    assert (misled(board()) == truth).mean() < 0.97
    _, labels = lessons(2)
    assert (labels == truth).mean() > 0.997


@pytest.mark.slow
def test_what_parts_an_area_without_a_seed_is_not_taken_for_a_border() -> None:
    printed = board()
    labels = numpy.where(misled(printed) == printed.truth + 1, printed.truth + 1, len(printed.seeds) + 1)
    ink = noted(inked(printed.image), hidden_nowhere())
    strength = taught(ink, labels, points(printed), len(printed.seeds))
    away = ~ndimage.binary_dilation(border_of(printed.truth), iterations=8)
    assert (strength[on_roads() & away] > 0.5).mean() < 0.02


@pytest.mark.slow
def test_what_lies_right_at_a_seed_is_no_border_though_it_was_taken_for_one() -> None:
    """Names of thin strokes, with a border of the first answer right through half of them."""
    image, first = board().image.copy(), board().truth + 1
    pen = ImageDraw.Draw(image)
    for n, (x, y) in enumerate(points(board())):
        for shift in range(-2, 3):
            pen.line((x - 20, y + 5 * shift, x + 20, y + 5 * shift), fill=EDGE, width=2)
        if n % 2:
            beyond = (first == n + 1) & (numpy.arange(SIZE[1])[:, None] > y)
            first = numpy.where(beyond, 100 + n, first)
    ink = noted(inked(image), hidden_nowhere())
    strength = taught(ink, first, points(board()), 200)
    assert max(strength[y - 4 : y + 5, x - 4 : x + 5].mean() for x, y in points(board())) < 0.05


def test_a_faint_thin_line_is_seen_and_even_ground_with_noise_is_not() -> None:
    rng = numpy.random.default_rng(0)
    pixels = numpy.full((300, 300, 3), 150.0) + rng.normal(0, 2, (300, 300, 1))
    pixels[150:152] -= 14
    found = faint_lines(inked(Image.fromarray(pixels.astype(numpy.uint8))))
    assert found[150:152, 20:280].mean() > 0.9
    assert found[20:140, 20:280].mean() < 0.1


@pytest.mark.slow
def test_a_line_has_much_the_same_traits_all_along_and_a_road_has_others() -> None:
    seen = inked(board().image)
    border = border_of(board().truth) & (depth(~on_roads()) > 25)
    edge = on_roads() & (depth(~border_of(board().truth)) > 25)
    lines, roads = (
        traits(seen, (rows, columns))[:, :-2]
        for rows, columns in map(numpy.nonzero, (border, edge & seen.ink))
    )
    apart = numpy.abs(lines.mean(axis=0) - roads.mean(axis=0)) / lines.std(axis=0)
    assert apart.max() > 4
    assert lines.std(axis=0).max() < 1.5


# -- areas found again ----------------------------------------------------------------------------


def drawn(labels: Array, weak: Array | None = None) -> Array:
    """Strong borders, but none where the mask is set."""
    strength = ndimage.binary_dilation(border_of(labels)).astype(numpy.float32)
    return strength if weak is None else numpy.where(weak, 0, strength).astype(numpy.float32)


def three(rows: int = 200) -> tuple[Array, list[tuple[int, int]]]:
    """Three areas side by side, with a seed in each."""
    labels = numpy.repeat([1, 2, 3], 100)[None].repeat(rows, axis=0).astype(numpy.int32)
    return labels, [(50, rows // 2), (150, rows // 2), (250, rows // 2)]


def test_where_a_plate_hides_a_border_the_first_answer_has_the_say() -> None:
    labels, seeds = three()
    plate = numpy.zeros(labels.shape, dtype=bool)
    plate[30:170, 60:140] = True
    wish = Wanted(seeds, (1, 2, 3), True, 2.5, labels)
    found, _, _ = rejoined(drawn(labels, plate), plate, labels, wish)
    assert (found == labels).mean() > 0.99


def test_an_area_without_a_seed_is_one_though_a_plate_hides_most_of_its_middle() -> None:
    labels, seeds = three()
    plate = numpy.zeros(labels.shape, dtype=bool)
    plate[70:130, 103:197] = True
    cuts = labels.copy()
    cuts[100:, 100:200] = 4
    strength = drawn(labels)
    strength[90:110] *= 0.4
    wish = Wanted([seeds[0], seeds[2]], (1, 2), True, 2.5, cuts)
    found, _, _ = rejoined(strength, plate, labels, wish)
    assert len(numpy.unique(found)) == 3
    assert (found[labels == 2] == 3).mean() > 0.97


@pytest.mark.parametrize("faint", [0.4, 0.2])
def test_a_seed_on_a_letter_has_the_ground_around_it(faint: float) -> None:
    """The letter is nearly closed, and was cut off in the first answer; the border on the right is faint."""
    labels, seeds = three()
    cuts, strength = labels.copy(), drawn(labels)
    cuts[90:110, 140:160] = 9
    letter = drawn(cuts)
    letter[93:107, 135:145] = 0
    strength[85:115, 135:165] = letter[85:115, 135:165]
    strength[40:160, 198:203] *= faint
    found, _, _ = rejoined(strength, labels < 0, labels, Wanted(seeds, (1, 2, 3), True, 2.5, cuts))
    assert (found == labels).mean() > 0.98


@pytest.mark.parametrize("left", [1, 2])
def test_an_area_whose_seed_was_forgotten_gets_a_number_of_its_own(left: int) -> None:
    labels, seeds = three()
    kept = [seed for n, seed in enumerate(seeds) if n != left]
    found, _, _ = rejoined(drawn(labels), labels < 0, labels, Wanted(kept, (1, 2), True, 2.5, labels))
    assert (found[labels == left + 1] == 3).mean() > 0.98


def on_a_sheet() -> tuple[Array, list[tuple[int, int]], Array]:
    """Three areas on a sheet, which lies on a table; their seeds, and the strength of the sheet's edge."""
    labels, seeds = three()
    sheet = numpy.pad(numpy.ones((296, 396), dtype=int), 12)
    return numpy.pad(labels, 60), [(x + 60, y + 60) for x, y in seeds], drawn(sheet)


def test_paper_is_outside_though_the_edge_of_the_sheet_and_folds_part_it() -> None:
    labels, seeds, edge = on_a_sheet()
    strength = numpy.maximum(drawn(labels), edge)
    strength[55:65, 212:263] *= 0.6
    strength[12:57, 205:210] = strength[12:57, 265:270] = 0.75
    found, _, _ = rejoined(strength, labels < 0, labels, Wanted(seeds, (1, 2, 3), False, 2.5, labels))
    assert (found == labels).mean() > 0.995


def test_a_corner_of_paper_is_outside_though_no_line_parts_it_from_an_area() -> None:
    labels, seeds = three()
    labels[:70, :80] = 0
    strength = drawn(labels)
    strength[:75, :85] *= 0.4
    found, _, _ = rejoined(strength, labels < 0, labels, Wanted(seeds, (1, 2, 3), False, 2.5, labels))
    assert (found == labels).mean() > 0.99


def test_large_pieces_along_the_edge_of_the_picture_are_paper() -> None:
    labels, seeds, _ = on_a_sheet()
    frame = numpy.pad(numpy.ones((200, 300), dtype=int), 60)
    strength = numpy.maximum(drawn(labels), drawn(frame))
    strength[:60, 205:215] = strength[260:, 205:215] = 1
    cuts = frame + 1
    cuts[:, 210:] += 5
    before = numpy.where(labels > 0, labels, 9)
    found, _, _ = rejoined(strength, labels < 0, before, Wanted(seeds, (1, 2, 3), False, 2.5, cuts))
    assert (found == labels).mean() > 0.99


def test_a_lake_that_was_outside_before_stays_outside() -> None:
    labels = numpy.repeat([1, 2, 3], 200)[None].repeat(400, axis=0).astype(numpy.int32)
    labels[50:350, 240:360] = 0
    labels = numpy.pad(labels, ((0, 0), (0, 150)))
    wish = Wanted([(100, 200), (300, 25), (500, 200)], (1, 2, 3), False, 2.5, labels + 1)
    found, _, _ = rejoined(drawn(labels), labels < 0, labels, wish)
    assert (found == labels).mean() > 0.99


def test_an_area_that_the_picture_cuts_off_is_no_paper_though_the_first_answer_took_it_for_that() -> None:
    labels, seeds = three(400)
    first = labels.copy()
    first[:60, 200:] = 0
    cuts = first + 1
    cuts[300:, 200:] = 9
    paper = numpy.pad(first, ((0, 0), (0, 80)))
    whole = numpy.pad(labels, ((0, 0), (0, 80)))
    wish = Wanted(seeds, (1, 2, 3), False, 2.5, numpy.pad(cuts, ((0, 0), (0, 80)), mode="edge"))
    found, _, _ = rejoined(drawn(whole), whole < 0, paper, wish)
    assert (found == whole).mean() > 0.99


def test_an_area_too_slim_to_be_sure_of_any_pixel_is_kept() -> None:
    labels, seeds = three()
    labels[:, 145:] = 3
    labels[:, 145:155] = 4
    seeds = [(50, 100), (120, 100), (250, 100), (150, 100)]
    wish = Wanted(seeds, (1, 2, 3, 4), True, 1, labels)
    found, _, _ = rejoined(drawn(labels), labels < 0, labels, wish)
    assert (found == labels).mean() > 0.98
