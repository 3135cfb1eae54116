"""Ground that may be a neighbour's: arms along rivers, and pieces as near to one area as to another."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from maps.scan.areas.seeds import Seed
from maps.scan.areas.trace import Traced, Wish, trace
from tests.maps.scan.areas_drawn import INK, PAPER
from workbench.area_doubts import as_shown

BLUE, FAINT = (116, 170, 204), (205, 201, 187)
BANKS = [Seed("West", 140, 150), Seed("East", 460, 150), Seed("South", 300, 450)]


def river(water: tuple[int, int, int]) -> Image.Image:
    """A river that parts West from East, and runs into South without a line across its mouth."""
    image = Image.new("RGB", (600, 600), PAPER)
    ink = ImageDraw.Draw(image)
    ink.rectangle((288, 0, 312, 300), water)
    for bank in ((0, 300, 288, 300), (312, 300, 600, 300), (288, 0, 288, 300), (312, 0, 312, 300)):
        ink.line(bank, INK, 3)
    return image


def kinds(found: Traced) -> set[str]:
    return {one.kind for one in found.doubts}


def traced(image: Image.Image, seeds: list[Seed]) -> Traced:
    return trace(image, seeds, Wish(field=(0, 0, *image.size)))


def test_an_arm_of_the_colour_of_a_river_is_doubted_and_a_click_on_it_gives_it_to_a_bank() -> None:
    found = traced(river(BLUE), BANKS)
    (doubt,) = [one for one in found.doubts if one.kind == "arm"]
    assert (doubt.areas[0], {*doubt.areas[1:]}) == ("South", {"East", "West"})
    assert "a narrow arm of South runs between" in doubt.words
    shown = as_shown(doubt, "")
    assert [mend.verb for mend in shown.mends] == ["seed", "seed", "right"]
    assert ("East", "West") not in {(one, other) for one, other, _ in found.contacts}

    assert doubt.at == pytest.approx((300, 150), abs=20)
    said = shown.mends[0].values
    mended = traced(river(BLUE), [*BANKS, Seed(said["name"], said["x"], said["y"])])
    assert "arm" not in kinds(mended)
    assert ("East", "West") in {(one, other) for one, other, _ in mended.contacts}
    assert mended.areas["South"].area == pytest.approx(600 * 300, rel=0.02)


def test_an_arm_of_the_colour_of_its_area_is_part_of_it() -> None:
    assert traced(river(PAPER), BANKS).doubts == []
    red, green, blue = PAPER
    assert traced(river((red - 4, green - 4, blue - 4)), BANKS).doubts == []


def test_an_arm_in_which_its_own_area_was_clicked_is_not_asked_about() -> None:
    assert "arm" not in kinds(traced(river(BLUE), [*BANKS, Seed("South", 300, 150)]))


def faint(sides: int) -> tuple[Image.Image, list[Seed]]:
    """Nine areas in strong lines, the middle one without a click; so many of its sides are faint."""
    image = Image.new("RGB", (450, 450), PAPER)
    ink = ImageDraw.Draw(image)
    for at in (150, 300):
        ink.line((at, 0, at, 450), INK, 3)
        ink.line((0, at, 450, at), INK, 3)
    for at in (150, 300)[:sides]:
        ink.line((at, 153, at, 297), FAINT, 3)
    cells = [(column, row) for row in range(3) for column in range(3) if (column, row) != (1, 1)]
    return image, [Seed(f"{column}{row}", 75 + 150 * column, 75 + 150 * row) for column, row in cells]


def test_a_piece_as_near_to_one_area_as_to_another_is_asked_about() -> None:
    (doubt,) = [one for one in traced(*faint(2)).doubts if one.kind == "rival"]
    assert ({*doubt.areas}, doubt.taken) == ({"01", "21"}, doubt.areas[0])
    assert f"counted as part of {doubt.areas[0]}, but may be part of {doubt.areas[1]}" in doubt.words
    shown = as_shown(doubt, "")
    assert [mend.values["name"] for mend in shown.mends] == [*doubt.areas]
    image, seeds = faint(2)
    assert "rival" not in kinds(traced(image, [*seeds, Seed(doubt.areas[1], *doubt.at)]))


def test_a_piece_that_is_much_nearer_to_one_area_is_part_of_that() -> None:
    assert traced(*faint(1)).doubts == []
