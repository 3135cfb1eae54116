"""Kilometres on the ground."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grids.projection import Projection

BERLIN = (13.405, 52.52)


@given(st.floats(5, 20), st.floats(48, 56))
def test_there_and_back_is_the_same_place(lon: float, lat: float) -> None:
    plane = Projection(*BERLIN)
    assert plane.to_degrees(*plane.to_km(lon, lat)) == pytest.approx((lon, lat))


def test_distances_near_the_origin_are_true() -> None:
    x, y = Projection(*BERLIN).to_km(14.5506, 52.3412)  # Frankfurt (Oder), about 80 km away
    assert (x * x + y * y) ** 0.5 == pytest.approx(80, abs=1)
