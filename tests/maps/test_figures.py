"""Numbers put together from pairs of figures: dot by dot as Pillow prints a whole one."""

from itertools import product

import pytest
from PIL import Image, ImageDraw

from files import typefaces
from maps.drawing.figures import number
from maps.drawing.ink import SANS, Ink

PLACES = [(40 + n / 37, 40 + n * 11 % 61 / 61) for n in range(61)] + [(40.5, 40.5), (41.0, 40.75)]


@pytest.mark.parametrize(("pixels", "stroke"), [*product((8, 9, 11, 14, 17, 23, 30), (0, 1, 2))])
def test_a_number_has_the_dots_that_pillow_gives_it(pixels: int, stroke: int) -> None:
    face = typefaces.font(SANS, pixels)
    for place, many in zip(PLACES, range(1, 10**5, 1601), strict=False):
        for text in (str(many), f"{many:04}"):
            expected = Image.new("RGB", (80, 80), "#ebe6d6")
            pen = ImageDraw.Draw(expected, "RGBA")
            pen.text(place, text, (10, 20, 30, 200), face, "mm", stroke_width=stroke)
            found = Image.new("RGB", (80, 80), "#ebe6d6")
            mask, left, top = number(place, text, face, stroke)
            ImageDraw.Draw(found, "RGBA").bitmap((left, top), mask, (10, 20, 30, 200))
            assert found.tobytes() == expected.tobytes(), (text, place)


@pytest.mark.parametrize("text", ["0101", "117", "A3", "9", "10.12", "²"])
@pytest.mark.parametrize("halo", [None, (240, 236, 220, 200)])
def test_ink_prints_a_number_as_it_prints_text(text: str, halo: tuple[int, int, int, int] | None) -> None:
    for at in ((7.03, 5.51), (0.4, 0.3), (14.9, 9.8)):
        one, other = (Ink(15, 10, 150, (230, 225, 210)) for _ in "ab")
        one.number(at, text, 1.3, (60, 50, 40), halo)
        other.text(at, text, 1.3, (60, 50, 40), SANS, halo=halo)
        assert one.image.tobytes() == other.image.tobytes()
