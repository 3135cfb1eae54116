"""Drawn pictures as PNG: dot by dot the same, and smaller than with the filters of photos."""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from files.flat_png import flat_png


def test_a_drawn_picture_comes_back_dot_by_dot_with_its_resolution() -> None:
    picture = _drawn((301, 700))
    with Image.open(BytesIO(flat_png(picture, 150))) as read:
        assert read.format == "PNG"
        assert round(read.info["dpi"][0]) == 150
        assert read.convert("RGB").tobytes() == picture.tobytes()


@pytest.mark.parametrize("size", [(3, 2), (41, 41), (301, 700)])
def test_what_is_clear_comes_back_clear(size: tuple[int, int]) -> None:
    picture = _drawn(size).convert("RGBA")
    picture.putalpha(picture.convert("L"))
    with Image.open(BytesIO(flat_png(picture))) as read:
        assert (read.mode, read.tobytes()) == ("RGBA", picture.tobytes())


def test_it_is_smaller_than_with_the_filters_of_photos_and_always_the_same() -> None:
    picture, usual = _drawn((900, 900)), BytesIO()
    picture.save(usual, "PNG")
    assert len(flat_png(picture)) < 0.9 * len(usual.getvalue())
    assert flat_png(picture) == flat_png(picture.copy())


def _drawn(size: tuple[int, int]) -> Image.Image:
    """Lines and letters as boards have them, smooth at their edges."""
    large = Image.new("RGB", (size[0] * 2, size[1] * 2), "#ebe6d6")
    pen = ImageDraw.Draw(large)
    for at in range(0, large.width + large.height, 46):
        pen.line([(at, 0), (0, at)], fill="#6e4f36", width=3)
        pen.ellipse((at / 2, at / 3, at / 2 + 30, at / 3 + 30), fill="#86b2cf")
        pen.text((at / 3, at / 2), f"{at:04}", fill="#736c5c")
    return large.reduce(2)
