"""A smooth correction over a perspective: what it follows, and how it goes on where nothing is seen."""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.hexgrid.bend import Bend, corrected, plane

PITCH = 30.0
HALF = 3**0.5 / 2
FLAT = Bend(numpy.array(((PITCH * HALF, 0, 40), (PITCH / 2, PITCH, 30), (0, 0, 1))))


def block(columns: int = 24, rows: int = 18) -> NDArray[Any]:
    """The places of an upright block of hexes."""
    q, row = numpy.meshgrid(numpy.arange(columns), numpy.arange(rows), indexing="ij")
    return numpy.stack((q, row - q // 2), axis=-1).reshape(-1, 2).astype(float)


def bowed(places: NDArray[Any]) -> NDArray[Any]:
    """Where places come to lie on a sheet evenly bowed both ways, by up to a third of a hex."""
    x, y = (plane(places) - (10, 9)).T
    bow = numpy.stack((0.06 * x * x + 0.03 * x * y, 0.05 * y * y - 0.04 * x * y), axis=-1)
    return numpy.asarray(FLAT.pixels(places) + bow)


def worst(bend: Bend, places: NDArray[Any]) -> float:
    """In shares of the pitch."""
    return float(numpy.hypot(*(bend.pixels(places) - bowed(places)).T).max() / PITCH)


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
