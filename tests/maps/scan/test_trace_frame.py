"""What lies under the frame of a field goes to the area beside it."""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_frame import under_frame, without_bits

Array = NDArray[Any]
WEST, EAST, WRONG = 1, 2, 9
SEEDS = [(50, 50), (350, 50)]


def halves() -> Array:
    """Two areas side by side, with a strip along the upper edge that was given to a third."""
    areas = numpy.where(numpy.arange(400) < 200, WEST, EAST)[None].repeat(300, axis=0)
    areas[:10, 50:300] = WRONG
    return areas


def frame(first: int = 4, wide: int = 5, seen: float = 1.0, dark: int = 60) -> Array:
    """A picture with a frame along the upper edge, along so much of it, and the border that comes to it."""
    light = numpy.full((300, 400), 100)
    light[first : first + wide, : round(seen * 400)] = dark
    light[:, 198:202] = dark
    return light[..., None].repeat(3, axis=2)


def right() -> Array:
    return numpy.where(numpy.arange(400) < 200, WEST, EAST)[None].repeat(300, axis=0)


def test_the_ground_under_the_frame_belongs_to_the_areas_beside_it_on_every_side() -> None:
    for turns in range(4):
        made = under_frame(numpy.rot90(halves(), turns), numpy.rot90(frame(), turns), [])
        assert (made == numpy.rot90(right(), turns)).all()


def test_a_frame_need_not_be_seen_everywhere() -> None:
    assert (under_frame(halves(), frame(seen=0.7), SEEDS) == right()).all()
    assert (under_frame(halves(), frame(seen=0.5), SEEDS) == halves()).all()


def test_a_line_farther_from_the_edge_or_wider_is_no_frame() -> None:
    assert (under_frame(halves(), frame(first=11, wide=2), SEEDS) == right()).all()
    assert (under_frame(halves(), frame(first=12, wide=2), SEEDS) == halves()).all()
    assert (under_frame(halves(), frame(first=4, wide=30), SEEDS) == halves()).all()


def test_a_frame_is_dark() -> None:
    assert (under_frame(halves(), frame(dark=68), SEEDS) == right()).all()
    assert (under_frame(halves(), frame(dark=75), SEEDS) == halves()).all()


def test_only_ground_under_the_frame_is_given_away() -> None:
    areas = halves()
    areas[9:60, 100:150] = 3
    made = under_frame(areas, frame(), SEEDS)
    assert (made[:, 120] == numpy.where(numpy.arange(300) < 60, 3, WEST)).all()
    assert (made[12:] == areas[12:]).all()


def test_one_area_near_the_frame_stays_as_it_is_whatever_is_printed_on_the_frame() -> None:
    areas, pixels = halves(), frame()
    areas[11:13, 320:340], areas[11:15, 100:110] = 4, 5
    pixels[:18, 100:110] = 60
    made = under_frame(areas, pixels, SEEDS)
    assert (made[:13, 320:340] == 4).all()
    assert (made[:15, 100:110] == 5).all()


def test_what_reaches_further_in_than_the_frame_that_cuts_it_off_goes_to_what_is_around_it() -> None:
    areas = right()
    areas[:10, 100:200] = areas[10:16, 100:110] = EAST
    assert (under_frame(areas, frame(), SEEDS) == right()).all()


def test_bits_that_hang_together_with_nothing_of_their_area_go_to_what_is_around_them() -> None:
    areas = right()
    areas[12:20, 290:310] = areas[100:110, 250:260] = WEST
    areas[200:210, 196:206] = WEST  # it hangs together with its area
    whole = right()
    whole[200:210, 196:206] = WEST
    assert (without_bits(areas, SEEDS) == whole).all()


def test_a_bit_that_touches_its_area_at_a_corner_hangs_together_with_it() -> None:
    areas = right()
    areas[100:104, 200:204] = areas[104:108, 204:208] = WEST
    assert (without_bits(areas, SEEDS) == areas).all()


def test_a_bit_with_a_seed_or_as_large_as_an_area_stays() -> None:
    areas = right()
    areas[100:110, 250:260] = WEST
    areas[200:240, 300:350] = WEST
    made = without_bits(areas, SEEDS)
    assert (made[100:110, 250:260] == EAST).all()
    assert (made[200:240, 300:350] == WEST).all()
    assert (without_bits(areas, [(50, 50), (255, 105), (350, 50)]) == areas).all()


def test_bits_of_what_is_no_area_stay_and_an_area_in_a_corner_of_another_is_none() -> None:
    areas = right()
    areas[100:104, 100:104] = 0
    areas[:3, :2] = EAST
    made = without_bits(areas, [(1, 1), (50, 50), (350, 50)])
    assert (made == areas).all()
