"""Of a large map only some hexes are measured."""

from __future__ import annotations

import numpy
import pytest

from maps.scan.hexgrid.marks import field_of
from maps.scan.hexgrid.warp import Warp


@pytest.mark.parametrize("most", [100, 700, 3000, 100_000])
def test_fewer_hexes_are_measured_of_either_kind_of_lines(most: int) -> None:
    warp = Warp(numpy.array(((0.0, 20, 5), (23, 0, 5), (0, 0, 1))))
    every = field_of(warp, (2000, 1500))
    few, (lines, places) = every.thinned(most)
    assert few.hexes.size // 2 <= most
    assert (few.hexes == every.hexes[::lines, ::places]).all()
    assert set((few.hexes[:, 0, 0] % 2).tolist()) == {0, 1}
    assert most < every.hexes.size // 2 or (lines, places) == (1, 1)
