"""Basins made areas: what no seed names joins a neighbour, lies outside, or stays without a name."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from numpy.typing import NDArray

from bench.scans.areas import border_of
from maps.scan.trace_faces import Basins, depth
from maps.scan.trace_graph import group, group_judged

Array = NDArray[Any]


def halves() -> Array:
    """Two basins side by side, of 100 by 100 pixels each."""
    labels = numpy.ones((100, 200), dtype=numpy.int32)
    labels[:, 100:] = 2
    return labels


def basins(labels: Array, *own: int) -> Basins:
    """Basins with lines all along their borders, and the basins in which seeds lie."""
    free = ~border_of(labels)
    return Basins(labels, int(labels.max()), free, depth(free), own)


def grouped(labels: Array, own: list[int], numbers: list[int], whole: bool = True) -> tuple[list[int], Any]:
    made, alike = group(basins(labels, *own), numbers, whole, clean=True)
    return made.tolist(), alike


def test_a_symbol_belongs_to_the_area_around_it_and_is_told_if_it_is_large() -> None:
    labels = halves()
    labels[20:30, 20:30] = 3
    assert grouped(labels, [1, 2], [1, 2]) == ([0, 1, 2, 1], [])
    labels[20:50, 20:50] = 3
    assert grouped(labels, [1, 2], [1, 2]) == ([0, 1, 2, 1], [[3]])


def test_what_is_too_large_for_a_symbol_is_an_area_without_a_name() -> None:
    labels = halves()
    labels[20:70, 20:70] = 3
    assert grouped(labels, [1, 2], [1, 2]) == ([0, 1, 2, 3], [])


def test_a_small_piece_between_two_areas_joins_the_one_with_which_it_has_more_border_and_is_told() -> None:
    labels = halves()
    labels[40:70, 85:105] = 3
    assert grouped(labels, [1, 2], [1, 2]) == ([0, 1, 2, 1], [[3]])
    labels[40:80, 80:110] = 3
    assert grouped(labels, [1, 2], [1, 2]) == ([0, 1, 2, 3], [])


def test_ground_joins_the_area_to_which_it_is_open_for_long_rather_than_quite_open() -> None:
    labels = halves()
    labels[20:80, 90:150] = 3
    found = basins(labels, 1, 2)
    found.free[15:85, 85:155] = True
    found.free[40:48, 146:154] = False
    made, _ = group(found, [1, 2], True, clean=True)
    assert made.tolist() == [0, 1, 2, 2]


@pytest.mark.parametrize(("wide", "told"), [(30, True), (15, False), (0, False)])
def test_ground_that_is_nearly_as_open_to_another_area_is_told(wide: int, told: bool) -> None:
    labels = halves()
    labels[20:80, 90:150] = 3
    found = basins(labels, 1, 2)
    found.free[20:80, 145:155] = True
    found.free[25 : 25 + wide, 85:95] = True
    made, alike = group(found, [1, 2], True, clean=True)
    assert made.tolist() == [0, 1, 2, 2]
    assert alike == ([[3]] if told else [])


def test_where_it_is_open_to_what_is_no_area_nothing_is_told() -> None:
    labels = halves()
    labels[20:80, 90:150] = 3
    found = basins(labels, 1, 2)
    found.free[20:80, 85:95] = found.free[30:60, 145:155] = True
    made, alike = group(found, [1, 0], False, clean=True)
    assert (made.tolist(), alike) == ([0, 1, 0, 1], [])


def test_it_is_told_as_one_piece_if_lines_cut_it_up_but_not_if_it_is_small() -> None:
    labels = halves()
    labels[20:80, 90:150] = 3
    labels[40:60, 90:150] = 4
    labels[60:80, 90:150] = 5
    found = basins(labels, 1, 2)
    found.free[20:80, 145:155] = found.free[25:75, 95:145] = found.free[30:60, 85:95] = True
    assert group(found, [1, 2], True, clean=True)[1] == [[3, 4, 5]]
    labels = halves()
    labels[20:34, 94:108] = 3
    found = basins(labels, 1, 2)
    found.free[22:32, 104:112] = found.free[22:28, 90:98] = True
    assert group(found, [1, 2], True, clean=True)[1] == []


def test_what_lies_along_a_whole_side_of_the_picture_is_paper() -> None:
    labels = halves()
    labels[:, :20] = 3
    assert grouped(labels, [1, 2], [1, 2], whole=False)[0] == [0, 1, 2, 0]
    labels[:, :40] = 3
    labels[:40, :40] = 1
    assert grouped(labels, [1, 2], [1, 2], whole=False)[0] == [0, 1, 2, 3]


def test_a_seed_in_what_is_no_area_leaves_it_outside() -> None:
    labels = halves()
    labels[20:70, 20:70] = 3
    assert grouped(labels, [1, 2, 3], [1, 2, 0]) == ([0, 1, 2, 0], [])


def test_a_seed_on_a_symbol_names_the_area_around_it_if_nothing_else_does() -> None:
    labels = numpy.full((100, 300), 2, dtype=numpy.int32)
    labels[5:95, 100:200] = 1
    labels[30:60, 130:160] = 3
    assert grouped(labels, [3, 2], [1, 2]) == ([0, 1, 2, 1], [])
    assert grouped(labels, [1, 3, 2], [1, 2, 3]) == ([0, 1, 3, 2], [])


def test_an_island_does_not_name_the_sea_around_it() -> None:
    labels = numpy.ones((100, 200), dtype=numpy.int32)
    labels[40:60, 40:60], labels[30:70, 120:160] = 2, 3
    assert grouped(labels, [2, 3], [1, 2], whole=False)[0] == [0, 0, 1, 2]


def test_a_strip_along_a_field_belongs_to_the_area_to_which_it_is_open() -> None:
    labels = numpy.ones((300, 300), dtype=numpy.int32)
    labels[:, 150:] = 2
    labels[295:, 100:200] = 3
    found = basins(labels, 1, 2)
    closed, _ = group(found, [1, 2], True, clean=True)
    found.free[294:, 190:] = True
    opened, _ = group(found, [1, 2], True, clean=True)
    assert (closed.tolist()[3], opened.tolist()[3]) == (0, 2)


def at_the_edge(opened: int, reach: int, said: bool = False) -> list[int]:
    """Ground at the lower edge beyond a strip of paper, open for so long to the area right of it: what it is.

    Nor does anything part it from the strip. `reach` is how far it lies along the edge itself; a seed in it
    may say that it is no area.
    """
    labels = numpy.full((300, 420), 4, dtype=numpy.int32)  # paper, all around
    labels[20:298, 20:400] = 2
    labels[20:298, 20:200] = 3
    labels[298:, 20 : 20 + reach] = 3
    found = basins(labels, 2, *([3] if said else []), 4)
    found.free[25 : 25 + opened, 198:202] = True
    found.free[296:, 15:205] = True
    whose: list[int] = group(found, [1, *([0] if said else []), 0], False, clean=True)[0].tolist()
    return whose


def test_ground_at_the_edge_that_nothing_parts_from_an_area_is_of_that_though_paper_is_as_near() -> None:
    assert at_the_edge(opened=250, reach=5)[3] == 1
    assert at_the_edge(opened=100, reach=5)[3] == 0  # a good deal of the border is drawn
    assert at_the_edge(opened=250, reach=170)[3] == 0  # it lies along too much of the edge
    assert at_the_edge(opened=250, reach=5, said=True)[3] == 0


def judged_with_a_neck(wide: int, opened: int) -> int:
    """An area along the picture's edge, half of it beyond a neck, so wide and so open: what that half is."""
    labels = numpy.full((300, 420), 3, dtype=numpy.int32)  # paper, all around
    labels[20:280, 0:400] = 4
    labels[20:100, 0:wide] = 1
    labels[100:280, 0:wide] = 2
    free = ~border_of(labels)
    free[99:101, :opened] = True
    made = Basins(labels, 4, free, depth(free), [1, 4])
    pixels = numpy.full((300, 420, 3), 200, dtype=numpy.int16)
    pixels[~free] = 40
    return int(group_judged(pixels, made, [1, 2], whole=False)[0][2])


def test_ground_at_the_picture_s_edge_is_no_paper_where_only_a_narrow_place_parts_it_from_an_area() -> None:
    assert judged_with_a_neck(wide=140, opened=80) == 1
    assert judged_with_a_neck(wide=140, opened=45) == 1


def test_ground_at_the_picture_s_edge_is_paper_where_a_line_with_a_gap_parts_it_from_every_area() -> None:
    assert judged_with_a_neck(wide=140, opened=10) == 0
    assert judged_with_a_neck(wide=140, opened=38) == 0  # too narrow
    assert judged_with_a_neck(wide=300, opened=60) == 0  # most of it is closed
