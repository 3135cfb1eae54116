"""Pictures warped, and their light: true to place, and to what is known of them."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from scans.light import light_at, logs
from scans.warp import BAND, bounds, warped

Array = NDArray[Any]
SIZE = (300, 260)


def turned(points: Array, degrees: float) -> Array:
    """Points turned around the middle of a picture."""
    turn = numpy.radians(degrees)
    back = numpy.array(((numpy.cos(turn), numpy.sin(turn)), (-numpy.sin(turn), numpy.cos(turn))))
    return numpy.asarray((points - 150) @ back + 150)


def waves(points: Array) -> Array:
    """A smooth picture (..., 1) known at every point, 0 to 255."""
    x, y = points[..., 0], points[..., 1]
    return numpy.asarray(127 + 60 * numpy.sin(x / 2.7) * numpy.cos(y / 3.1) + 60 * numpy.sin((x + y) / 5))


def dots(size: tuple[int, int]) -> Array:
    """The middles of all pixels."""
    return numpy.stack(numpy.meshgrid(numpy.arange(size[0]) + 0.5, numpy.arange(size[1]) + 0.5), axis=-1)


@settings(max_examples=8, deadline=None)
@given(degrees=st.floats(-8, 8))
def test_a_warped_picture_shows_what_is_there_to_half_a_grey(degrees: float) -> None:
    source = Image.fromarray(numpy.rint(waves(dots(SIZE))).astype(numpy.uint8))
    made = numpy.asarray(warped(source, SIZE, lambda points: turned(points, degrees)), dtype=float)
    wanted = waves(turned(dots(SIZE), degrees))
    off = (made - wanted)[60:-60, 60:-60]
    assert numpy.sqrt((off**2).mean()) < 0.6


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK", "I;16"])
def test_what_the_scan_does_not_show_is_white_and_what_it_shows_is_unchanged(mode: str) -> None:
    noise = Image.effect_noise(SIZE, 60)
    source = Image.fromarray(numpy.asarray(noise).astype(numpy.uint16) * 257)
    source = source if mode == "I;16" else noise.convert(mode)
    made = warped(source, SIZE, lambda points: points + numpy.array((40.0, 30.0)))
    assert made.mode == mode
    assert made.crop((0, 0, 258, 228)).tobytes() == source.crop((40, 30, 298, 258)).tobytes()
    white = {"CMYK": 0, "I;16": 65535}.get(mode, 255)
    assert (numpy.asarray(made.crop((261, 0, *SIZE))) == white).all()


def test_a_picture_of_many_bands_has_no_seams() -> None:
    source = Image.linear_gradient("L").resize((60, 3 * BAND))
    made = warped(source, source.size, lambda points: points)
    assert numpy.array_equal(numpy.asarray(made), numpy.asarray(source))


def test_bounds_hold_the_whole_of_a_turned_picture() -> None:
    low, top = bounds(SIZE, lambda points: turned(points, 5))
    rim = turned(dots(SIZE), 5).reshape(-1, 2)
    assert (rim >= low).all()
    assert (rim <= top).all()


def test_light_is_told_from_ink() -> None:
    """Of a chequered sheet under a lamp at one corner, within 3 % of the light."""
    y, x = numpy.mgrid[:18, :24]
    sheet = numpy.where(((x // 3 + y // 3) % 2)[..., None], (200.0, 180, 140), (90, 140, 80))
    lamp = 0.5 * x / 24 - 0.4 * (y / 18) ** 2
    number = numpy.arange(18 * 24).reshape(18, 24)
    pairs = numpy.concatenate(
        [
            numpy.stack((number[:, :-1].ravel(), number[:, 1:].ravel()), axis=1),
            numpy.stack((number[:-1].ravel(), number[1:].ravel()), axis=1),
        ]
    )
    seen = logs((sheet * numpy.exp(lamp)[..., None] * 0.75).reshape(-1, 3))
    light = light_at(seen, numpy.stack((x.ravel(), y.ravel()), axis=1).astype(float), pairs)
    assert light == pytest.approx((lamp - lamp.mean()).reshape(-1, 1).repeat(3, axis=1), abs=0.03)


def test_few_places_tell_no_light() -> None:
    seen, points = numpy.ones((4, 3)), numpy.array([[0.0, 0], [1, 0], [0, 1], [1, 1]])
    assert not light_at(seen, points, numpy.array([[0, 1], [2, 3]])).any()
