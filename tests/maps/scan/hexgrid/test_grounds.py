"""Lines between grounds of different darkness: where they are printed, and not where they seem to be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy
import pytest
from numpy.typing import NDArray

from maps.scan.hexgrid import darkness
from maps.scan.hexgrid.cells import LINES
from maps.scan.hexgrid.grounds import levelled
from maps.scan.hexgrid.marks import Field, Shifts, field_of, looks, shifts
from maps.scan.hexgrid.warp import Warp, plane, projected

PITCH = 36.0
SIZE = (460, 420)
HALF = 3**0.5 / 2
PRINTED = Warp(numpy.array(((PITCH * HALF, 1.1, 20.3), (PITCH / 2, PITCH, 11.7), (0, 0, 1))))
FINE = 5
WAYS = plane(numpy.array(((1, 0), (0, 1), (1, -1)), dtype=float))


def hexes_at(places: NDArray[Any]) -> NDArray[Any]:
    """The hex in which each place (n, 2) lies."""
    near = numpy.floor(places)[:, None] + ((0, 0), (0, 1), (1, 0), (1, 1))
    best = numpy.hypot(*numpy.moveaxis(plane(places[:, None] - near), -1, 0)).argmin(axis=1)
    return numpy.asarray(near[numpy.arange(len(places)), best])


def printed(grounds: NDArray[Any], line: float = 0.04, ink: float = 40) -> NDArray[Any]:
    """A grey picture of hexes on grounds (q, r), their sides exactly where `PRINTED` has them."""
    x, y = numpy.meshgrid(*((numpy.arange(side * FINE) + 0.5) / FINE for side in SIZE))
    places = PRINTED.places(numpy.stack((x, y), axis=-1).reshape(-1, 2))
    hexes = hexes_at(places)
    beside = numpy.abs(plane(places - hexes) @ WAYS.T).max(axis=1)
    q, r = hexes.astype(int).T
    grey = numpy.where(beside > 0.5 - line / 2, ink, grounds[q % len(grounds), r % len(grounds)])
    return numpy.asarray(grey.reshape(SIZE[1], FINE, SIZE[0], FINE).mean(axis=(1, 3)), dtype=numpy.float32)


def measured(grey: NDArray[Any]) -> tuple[Field, Shifts]:
    field = field_of(PRINTED, SIZE)
    return field, shifts(looks(darkness.ink(grey, PITCH), PRINTED, field, LINES, 0.08), 0.08, 0.3)


def off(seen: Shifts) -> NDArray[Any]:
    """How far off the marks are measured that lie well within the picture, in hundredths of a pitch."""
    inner = seen.inside & (seen.weights > 0.1)
    inner[:2], inner[-2:], inner[:, :2], inner[:, -2:] = False, False, False, False
    return numpy.asarray(100 * numpy.abs(seen.by[inner]) / PITCH)


def far_off(seen: Shifts) -> float:
    """So far off is one mark in four, or further."""
    return float(numpy.percentile(off(seen), 75))


def patchwork(light: float, dark: float) -> NDArray[Any]:
    return numpy.where(numpy.random.default_rng(3).random((40, 40)) < 0.5, light, dark)


@pytest.mark.slow
@pytest.mark.parametrize(("dark", "ink"), [(165, 40), (195, 140)])
def test_lines_between_light_and_dark_ground_are_measured_where_they_are_printed(
    dark: float, ink: float
) -> None:
    grey = printed(patchwork(235, dark), ink=ink)
    field, seen = measured(grey)
    before, after = far_off(seen), far_off(levelled(seen, grey, PRINTED, field, PITCH))
    assert before > 0.2
    assert after < 0.06


@pytest.mark.slow
def test_light_lines_are_put_right_as_dark_ones_are() -> None:
    grey = printed(patchwork(90, 20), ink=215)
    field = field_of(PRINTED, SIZE)
    seen = shifts(looks(darkness.ink(255 - grey, PITCH), PRINTED, field, LINES, 0.08), 0.08, 0.3)
    assert far_off(seen) > 0.15
    assert far_off(levelled(seen, grey, PRINTED, field, PITCH)) < 0.06


@pytest.mark.slow
def test_on_one_even_ground_nothing_is_moved() -> None:
    grey = printed(numpy.full((1, 1), 220.0))
    field, seen = measured(grey)
    moved = replace(seen, by=levelled(seen, grey, PRINTED, field, PITCH).by - seen.by)
    assert float(off(moved).max()) < 0.01


@pytest.mark.slow
def test_what_moves_lines_to_the_lighter_ground_is_no_ground() -> None:
    grey = printed(patchwork(235, 195))
    field, seen = measured(grey)
    turned = replace(seen, by=-seen.by)
    assert levelled(turned, grey, PRINTED, field, PITCH).by == pytest.approx(turned.by, abs=1e-12)


def test_a_point_on_the_horizon_is_nowhere_and_warns_nobody() -> None:
    tilted = numpy.array(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 1.0)))
    assert numpy.isinf(projected(tilted, numpy.array(((1.0, 0.5),)))).all()
