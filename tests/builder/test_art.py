"""The pictures of a module are packed in the way that makes them smallest."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from builder.module.art import png


def photo() -> Image.Image:
    """Tones that go over into one another, with a little grain."""
    grain = Image.frombytes("L", (300, 300), random.Random(5).randbytes(90_000))
    tones = (Image.radial_gradient("L"), Image.linear_gradient("L"), Image.linear_gradient("L").rotate(90))
    return Image.merge("RGB", [Image.blend(tone.resize((300, 300)), grain, 0.02) for tone in tones])


def drawing() -> Image.Image:
    """A disc on a clear ground, its rim smooth."""
    large = Image.new("RGBA", (400, 400))
    ImageDraw.Draw(large).ellipse((40, 40, 360, 360), "#c4161c", "#181e24", 12)
    return large.reduce(2)


@pytest.mark.parametrize("picture", [photo(), drawing()])
def test_a_picture_is_never_larger_than_with_the_filters_of_photos(picture: Image.Image) -> None:
    usual, packed = BytesIO(), png(picture)
    picture.save(usual, "PNG")
    assert len(packed) <= len(usual.getvalue())
    with Image.open(BytesIO(packed)) as read:
        assert (read.mode, read.tobytes()) == (picture.mode, picture.tobytes())


def test_a_drawing_is_packed_for_flat_colours() -> None:
    usual = BytesIO()
    drawing().save(usual, "PNG")
    assert len(png(drawing())) < 0.9 * len(usual.getvalue())
