"""A homography and a smooth correction over it: what they follow, how they go on where nothing is seen."""

from __future__ import annotations

from typing import Any

import numpy
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from maps.scan.hexgrid.warp import Second, Warp, corrected, homography, nearest, off_centre, plane, projected

PITCH = 30.0
HALF = 3**0.5 / 2
FLAT = numpy.array(((PITCH * HALF, 0, 40), (PITCH / 2, PITCH, 30), (0, 0, 1)))
SLANTS = st.floats(-0.3, 0.3)


def block(columns: int = 24, rows: int = 18) -> NDArray[Any]:
    """The places of an upright block of hexes."""
    q, row = numpy.meshgrid(numpy.arange(columns), numpy.arange(rows), indexing="ij")
    return numpy.stack((q, row - q // 2), axis=-1).reshape(-1, 2).astype(float)


def bowed(places: NDArray[Any]) -> NDArray[Any]:
    """Where places come to lie on a sheet evenly bowed both ways, by up to a third of a hex."""
    x, y = (plane(places) - (10, 9)).T
    bow = numpy.stack((0.06 * x * x + 0.03 * x * y, 0.05 * y * y - 0.04 * x * y), axis=-1)
    return numpy.asarray(projected(FLAT, places) + bow)


def worst(warp: Warp, places: NDArray[Any]) -> float:
    """In shares of the pitch."""
    return float(numpy.hypot(*(warp.pixels(places) - bowed(places)).T).max() / PITCH)


@given(SLANTS, SLANTS, SLANTS, SLANTS)
def test_four_corners_and_a_neighbour_tell_any_perspective(a: float, b: float, c: float, d: float) -> None:
    seen = FLAT + numpy.array(((a * 20, b * 20, 0), (b * 20, a * 20, 0), (c / 60, d / 60, 0)))
    places = block()
    corners = numpy.array([places[n] for n in (0, 17, -18, -1, 18)])
    made = homography(corners, projected(seen, corners))
    assert numpy.allclose(projected(made, places), projected(seen, places), atol=1e-4)


def test_an_even_bow_is_followed_into_the_corners_however_stiff_the_correction_is() -> None:
    places = block()
    made = corrected(FLAT, places, bowed(places), numpy.ones(len(places)), 2.5, 10.0, 3)
    assert worst(made, places) < 1e-4


def test_it_goes_on_past_corners_where_nothing_is_seen() -> None:
    places = block()
    x, y = plane(places).T
    seen = (x + y > 4) & (x + y < 32)
    made = corrected(FLAT, places[seen], bowed(places[seen]), numpy.ones(int(seen.sum())), 2.5, 0.003, 3)
    assert worst(made, places) < 0.0025


def test_hexes_measured_a_little_off_are_evened_out() -> None:
    places = block()
    noise = numpy.random.default_rng(2).normal(0, 0.005 * PITCH, (len(places), 2))
    made = corrected(FLAT, places, bowed(places) + noise, numpy.full(len(places), 0.4), 2.5, 0.003, 3)
    off = numpy.hypot(*(made.pixels(places) - bowed(places)).T) / PITCH
    assert float(numpy.sqrt((off**2).mean())) < 0.0025


def test_every_place_is_found_back_from_its_pixel() -> None:
    places = block()
    made = (
        corrected(FLAT, places, bowed(places), numpy.ones(len(places)), 2.5, 0.01).moved((2, 1)).scaled(0.5)
    )
    assert numpy.allclose(made.pixels(places - (2, 1)), bowed(places) / 2, atol=0.1)
    assert numpy.allclose(made.places(made.pixels(places)), places, atol=1e-3)


def test_a_place_of_two_sheets_is_found_back_from_its_pixel() -> None:
    matrix = numpy.diag((30.0, 30.0, 1.0))
    there = Warp(matrix + numpy.array(((0, 0, 4), (0, 0, 9), (0, 0, 0))))
    warp = Warp(matrix, None, Second(0, 5.0, there)).moved((2, 1)).scaled(0.5)
    places = numpy.array([(q, r) for q in range(-4, 12) for r in range(-3, 9)], dtype=float)
    assert numpy.allclose(warp.places(warp.pixels(places)), places)
    assert numpy.allclose(warp.steps(places), [[15.0, 0.0], [0.0, 15.0]])


@given(st.integers(-9, 9), st.integers(-9, 9), st.floats(0, 6.28), st.floats(0, 0.499))
def test_a_point_within_half_a_pitch_belongs_to_its_hex(q: int, r: int, way: float, far: float) -> None:
    """The circle within a hex has half a pitch for its radius."""
    across, along = far * numpy.cos(way), far * numpy.sin(way)
    place = numpy.array([(q + across / HALF, r + along - across / HALF / 2)])
    assert nearest(place).tolist() == [[q, r]]
    assert abs(float(off_centre(place)[0]) - far) < 1e-9
