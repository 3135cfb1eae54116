"""Narrow ground between two lines, and gaps in one, which look much the same from within."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from numpy.typing import NDArray
from scipy import ndimage

from maps.scan.trace_flood import flooded
from maps.scan.trace_narrow import narrow
from maps.scan.trace_strength import going_on

Array = NDArray[Any]


def two_lines(apart: int, turn: float = 0.0) -> Array:
    """Strengths of two lines of 3 pixels side by side, with so many pixels of ground between them."""
    strength = numpy.zeros((90, 90), dtype=numpy.float32)
    strength[45 - apart // 2 - 3 : 45 - apart // 2] = 1
    strength[45 - apart // 2 + apart : 48 - apart // 2 + apart] = 1
    return numpy.asarray(ndimage.rotate(strength, turn, reshape=False, order=1))


@pytest.mark.parametrize("apart", [4, 9, 15])
@pytest.mark.parametrize("turn", [0, 17, 45, 90, 133])
def test_ground_between_two_lines_is_narrow_in_whatever_direction_they_run(apart: int, turn: float) -> None:
    found = narrow(two_lines(apart, turn))
    assert found[45, 45]
    strength = two_lines(apart, turn)
    parts, _ = ndimage.label(strength <= 0.5)
    assert set(numpy.unique(parts[found])) == {parts[45, 45]}


def test_ground_between_lines_that_are_further_apart_is_not() -> None:
    assert not narrow(two_lines(32)).any()


@pytest.mark.parametrize("gap", [2, 5, 8])
@pytest.mark.parametrize("width", [3, 6, 9])
def test_a_gap_in_a_line_is_not(gap: int, width: int) -> None:
    strength = numpy.zeros((60, 60), dtype=numpy.float32)
    strength[30 : 30 + width] = 1
    strength[:, 28 : 28 + gap] = 0
    assert not narrow(strength).any()


def test_what_lies_on_one_side_of_the_picture_walls_nothing_on_the_other() -> None:
    strength = numpy.zeros((60, 60), dtype=numpy.float32)
    strength[:3] = strength[-3:] = 1
    strength[:, :3] = 1
    assert not narrow(strength).any()


def test_an_area_reaches_through_a_narrow_way_before_its_neighbour_does_through_a_gap() -> None:
    """An enclave leaves its area a way of 7 pixels along the border, and there the border has a gap."""
    strength = numpy.zeros((160, 240), dtype=numpy.float32)
    strength[[0, 1, 2, -3, -2, -1]] = strength[:, [0, 1, 2, -3, -2, -1]] = 1
    strength[:, 150:152] = 1
    strength[40:120, 80:143] = 1
    strength[42:118, 82:141] = 0
    strength[78:82, 150:152] = 0
    basins = flooded(strength, going_on(strength), [(40, 80), (110, 80), (200, 80)])
    assert (basins.labels[50:110, 144:149] == basins.own[0]).all()
