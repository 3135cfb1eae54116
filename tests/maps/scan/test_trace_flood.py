"""Marks that grow until they meet, and basins of seeds and of ground without any."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from maps.scan.trace_flood import flood, flooded
from maps.scan.trace_strength import going_on

Array = NDArray[Any]


def grown(level: Array, *places: tuple[int, int]) -> Array:
    marks = numpy.zeros(level.shape, dtype=numpy.int32)
    for number, (row, column) in enumerate(places, start=1):
        marks[row, column] = number
    flood(marks, level.astype(numpy.uint8))
    return marks


def test_two_marks_meet_on_the_ridge_between_them_wherever_they_are() -> None:
    level = numpy.zeros((60, 90))
    level[:, 30:33] = [[10, 20, 10]]
    marks = grown(level, (30, 2), (30, 80))
    assert (marks[:, :31] == 1).all()
    assert (marks[:, 32:] == 2).all()


def test_neither_side_is_better_off_where_they_meet_on_a_plateau() -> None:
    level = numpy.zeros((80, 80))
    level[:, 36:44], level[36:44, :] = 9, 9
    marks = grown(level, (10, 10), (10, 70), (70, 10), (70, 70))
    assert numpy.bincount(marks.ravel())[1:] == pytest.approx([1600] * 4, rel=0.03)


def test_the_lowest_way_is_taken_however_long() -> None:
    level = numpy.zeros((40, 40))
    level[20, :36] = 5
    level[:, 39] = 3
    marks = grown(level, (2, 2), (38, 2))
    assert (marks > 0).all()
    assert (marks[21:, :30] == 2).all()


@given(st.integers(0, 10**6))
def test_every_pixel_gets_a_mark_and_each_mark_is_of_one_piece(seed: int) -> None:
    from scipy import ndimage

    rng = numpy.random.default_rng(seed)
    places = [(int(row), int(column)) for row, column in rng.integers(0, 24, (4, 2))]
    marks = grown(rng.integers(0, 6, (24, 24)), *places)
    assert (marks > 0).all()
    for mark in numpy.unique(marks):
        assert ndimage.label(marks == mark)[1] == 1


def board(gap: int = 0) -> Array:
    """Strengths of a frame around two areas, and paper around the frame; the line between them has a gap."""
    strength = numpy.zeros((140, 240), dtype=numpy.float32)
    strength[20:120, 20:220] = 1
    strength[23:117, 23:217] = 0
    strength[20:120, 118:121] = 1
    if gap:
        strength[70 - gap // 2 : 70 + gap // 2, 118:121] = 0
    return strength


@pytest.mark.parametrize("gap", [0, 6, 14])
def test_each_seed_has_its_area_and_the_paper_is_a_basin_of_its_own(gap: int) -> None:
    strength = board(gap)
    basins = flooded(strength, going_on(strength), [(60, 60), (160, 60)])
    one, other = basins.own
    assert (basins.labels[30:110, 30:115] == one).mean() == 1
    assert (basins.labels[30:110, 125:210] == other).mean() == 1
    assert basins.labels[5, 5] not in (one, other)
    assert len(numpy.unique(basins.labels)) == 3


def test_ground_without_a_seed_is_a_basin_of_its_own() -> None:
    strength = board()
    basins = flooded(strength, going_on(strength), [(60, 60)])
    assert basins.labels[60, 160] not in (basins.own[0], basins.labels[5, 5], 0)


def test_a_seed_on_ink_belongs_to_the_ground_beside_it() -> None:
    strength = board()
    strength[58:61, 50:75] = 1
    basins = flooded(strength, going_on(strength), [(60, 59), (160, 60)])
    assert basins.labels[90, 60] == basins.own[0]
    assert basins.labels[90, 160] == basins.own[1]


def test_two_seeds_in_one_place_share_a_basin() -> None:
    strength = board()
    basins = flooded(strength, going_on(strength), [(60, 60), (60, 60), (160, 60)])
    assert basins.own[0] == basins.own[1] != basins.own[2]
    assert (basins.labels > 0).all()


def test_the_narrow_end_of_an_area_is_not_reached_across_its_lines() -> None:
    strength = numpy.zeros((120, 260), dtype=numpy.float32)
    strength[:, 250:] = 0
    for x in range(10, 240):
        half = (x - 10) * 20 / 230
        for y in (60 - half, 60 + half):
            strength[round(y) - 1 : round(y) + 1, x] = 1
    strength[:, 238:241] = 1
    basins = flooded(strength, going_on(strength), [(200, 60), (120, 15), (120, 105)])
    assert not numpy.isin(basins.labels[60, 70:200], basins.own[1:]).any()


def test_the_paper_is_known_where_a_pale_frame_does_not_part_it_from_areas() -> None:
    strength = board()
    strength[20:23, 30:110] = strength[20:23, 130:210] = 0.18
    basins = flooded(strength, going_on(strength), [(60, 60), (160, 60)])
    assert basins.labels[5, 5] not in basins.own
    assert (basins.labels[30:110, 30:115] == basins.own[0]).all()


def test_a_border_runs_along_the_middle_of_a_thick_line_however_uneven_its_ink() -> None:
    rng = numpy.random.default_rng(5)
    strength = board()
    strength[20:120, 113:126] = rng.uniform(0.7, 1.0, (100, 13))
    basins = flooded(strength, going_on(strength), [(60, 60), (180, 60)])
    ends = numpy.argmax(basins.labels[30:110] == basins.own[1], axis=1)
    assert abs(ends - 119.5).max() <= 2


def test_a_seed_in_a_narrow_area_is_not_moved_across_its_lines() -> None:
    strength = board()
    strength[58:61, 20:220] = strength[70:73, 20:220] = 1
    basins = flooded(strength, going_on(strength), [(60, 65), (60, 40), (60, 95), (160, 40), (160, 95)])
    assert basins.labels[65, 60] == basins.own[0]
    assert len({*basins.own}) == 5
    assert (basins.labels[30:50, 40:100] == basins.own[1]).all()


def test_a_seed_where_lines_may_go_on_everywhere_is_not_moved_through_the_gaps_of_a_border() -> None:
    strength, ahead = board(), numpy.zeros((140, 240), dtype=numpy.float32)
    strength[20:120, 80:83] = 1
    for y in range(30, 110, 12):
        strength[y : y + 6, 115:125] = 0
    ahead[23:117, 83:115] = 0.36
    ahead[23:117, 115:125] = 0.6
    basins = flooded(strength, ahead, [(100, 66), (60, 66), (160, 66)])
    assert len({*basins.own}) == 3
    assert (basins.labels[30:110, 86:112] == basins.own[0]).all()
    assert (basins.labels[30:110, 130:210] == basins.own[2]).all()


def test_a_seed_on_a_letter_is_not_moved_over_a_line_that_is_seen_though_its_own_ground_is_as_high() -> None:
    strength, ahead = board(), numpy.zeros((140, 240), dtype=numpy.float32)
    strength[23:117, 115:125] = 0.5
    ahead[23:117, 23:115] = 0.6
    strength[58:63, 98:103] = 1
    basins = flooded(strength, ahead, [(100, 60), (190, 60)])
    assert (basins.labels[30:110, 30:110] == basins.own[0]).all()
    assert (basins.labels[30:110, 130:210] == basins.own[1]).all()


def test_a_seed_that_lies_a_little_higher_than_its_ground_has_that_nevertheless() -> None:
    strength = walled(0.0)
    strength[20:120, 110:113] = 1
    strength[60:80, 205:208] = 0.19
    strength[66:75, 150:159] = 0.2
    basins = flooded(strength, numpy.zeros_like(strength), [(60, 60), (154, 70), (250, 60)])
    assert (basins.labels[30:110, 120:200] == basins.own[1]).all()
    assert (basins.labels[30:110, 215:290] == basins.own[2]).all()


def walled(opening: float) -> Array:
    """Three areas in a row, the middle one without a seed; its left border has a place of this strength."""
    strength = numpy.zeros((140, 320), dtype=numpy.float32)
    strength[20:120, 20:300] = 1
    strength[23:117, 23:297] = 0
    for x in (110, 205):
        strength[20:120, x : x + 3] = 1
    strength[60:80, 110:113] = opening
    return strength


def test_ground_behind_a_gap_that_is_hardly_closed_is_a_basin_of_its_own() -> None:
    """Whose it is, its whole border tells."""
    strength = walled(0.19)
    basins = flooded(strength, numpy.zeros_like(strength), [(60, 60), (250, 60)])
    middle = basins.labels[30:110, 120:200]
    assert (middle == middle[0, 0]).all()
    assert middle[0, 0] not in basins.own
    assert (basins.labels[30:110, 30:105] == basins.own[0]).all()


def test_a_wide_gap_leaves_ground_with_its_seed() -> None:
    strength = walled(0.0)
    basins = flooded(strength, numpy.zeros_like(strength), [(60, 60), (250, 60)])
    assert (basins.labels[30:110, 120:200] == basins.own[0]).all()


def test_such_ground_is_none_of_its_seed_though_that_lies_as_high_as_the_gap() -> None:
    strength = walled(0.19)
    strength[58:63, 58:63] = 0.2
    basins = flooded(strength, numpy.zeros_like(strength), [(60, 60), (250, 60)])
    assert (basins.labels[30:110, 30:105] == basins.own[0]).all()
    assert basins.labels[70, 160] not in basins.own


def test_a_speck_is_not_the_ground_of_a_seed_be_it_ever_so_near() -> None:
    strength, ahead = board(), numpy.zeros((140, 240), dtype=numpy.float32)
    ahead[45:76, 45:76] = 0.36
    ahead[59:62, 66:69] = 0
    basins = flooded(strength, ahead, [(60, 60), (160, 60)])
    assert (basins.labels[30:110, 30:110] == basins.own[0]).all()


def test_a_pit_between_letters_is_not_the_ground_of_a_seed_at_any_height() -> None:
    """Through a gap in their border, that of the other seed reaches around it."""
    strength = walled(0.055)
    strength[60:81, 150:171] = 0.09
    strength[69:72, 159:162] = 0
    basins = flooded(strength, numpy.zeros_like(strength), [(60, 60), (160, 70), (250, 60)])
    assert (basins.labels[30:110, 30:105] == basins.own[0]).all()
    assert (basins.labels[30:110, 120:200] == basins.own[1]).all()


def test_what_is_hardly_higher_than_ground_does_not_cut_it() -> None:
    """Noise and the shadows of folds are as high."""
    strength = walled(0.09)
    basins = flooded(strength, numpy.zeros_like(strength), [(60, 60), (250, 60)])
    assert (basins.labels[30:110, 120:200] == basins.own[0]).all()


def test_where_two_seeds_shared_ground_a_third_piece_of_it_is_a_basin_of_its_own() -> None:
    strength = walled(0.19)
    strength[60:80, 205:208] = 0.19
    basins = flooded(strength, numpy.zeros_like(strength), [(60, 60), (250, 60)])
    assert basins.labels[70, 160] not in basins.own
    assert (basins.labels[30:110, 30:105] == basins.own[0]).all()
    assert (basins.labels[30:110, 215:290] == basins.own[1]).all()


def test_small_pieces_that_are_cut_off_stay_with_their_ground() -> None:
    strength = board()
    strength[90:110, 30] = strength[90, 30:50] = strength[90:110, 50] = 0.19
    strength[109, 30:51] = 0.19
    basins = flooded(strength, numpy.zeros_like(strength), [(60, 60), (160, 60)])
    assert (basins.labels[92:108, 32:49] == basins.own[0]).all()


@pytest.mark.parametrize(("pieces", "own", "line"), [((), False, 1), ((2,), True, 1), ((2,), True, 0.31)])
def test_a_further_seed_of_an_area_may_lie_in_a_small_piece(
    pieces: tuple[int, ...], own: bool, line: float
) -> None:
    strength = board()
    strength[60:69, 112:121] = line
    strength[62:67, 114:119] = 0
    basins = flooded(strength, going_on(strength), [(60, 90), (160, 60), (116, 64)], pieces)
    assert (basins.labels[64, 116] == basins.own[2]) == own
    for beside in (basins.labels[62:67, 122:124], basins.labels[62:67, 106:111]):
        assert (beside != basins.own[2]).all() or not own
