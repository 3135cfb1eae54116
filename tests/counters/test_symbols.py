"""Every symbol as it was looked at and found right, at three sizes; and what the frames do to them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from counters.faces.canvas import Canvas
from counters.faces.contact_sheet import FOE, contact_sheet
from counters.faces.unit_symbol import draw_symbol
from counters.signs.silhouettes import SILHOUETTES
from counters.signs.symbols import COMMANDS, MARKS, SIZES, TYPES

from . import golden
from .golden import games

TOLERANCE = 0.8
"""The mean difference of a cell's pixels, of 255: another drawing library may smooth otherwise."""

SPOT = 40
"""The same of the worst spot of three by three pixels: a wheel left out is little of a whole picture."""

ASKED = (
    "infantry motorised mechanised armour cavalry mountain bicycle engineer artillery rocket-artillery "
    "mortar anti-tank anti-aircraft airborne parachute reconnaissance security supply headquarters hq "
    "armoured-train garrison fortress ship air militia command-post infantry-command armour-command"
)


def apart(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean)


def worst_spot(one: Image.Image, other: Image.Image) -> int:
    difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
    return int(ImageStat.Stat(difference.filter(ImageFilter.BoxBlur(1))).extrema[0][1])


def differs(one: Image.Image, other: Image.Image) -> bool:
    """Whether a picture is not the one that was found right."""
    return apart(one, other) > TOLERANCE or worst_spot(one, other) > SPOT


@pytest.mark.parametrize("size", golden.SIZES_PX)
def test_every_symbol_is_drawn_as_it_was_found_right(size: int) -> None:
    with Image.open(golden.file(size)) as kept:
        whole = kept.convert("RGB")
    found = {
        name: differs(image, whole.crop(golden.place(number, size)))
        for number, (name, image) in enumerate(golden.cells(size))
    }
    assert not [name for name, wrong in found.items() if wrong]
    assert len(found) == 2 * len(TYPES) + len(SILHOUETTES) + len(SIZES) - 1 + len(MARKS) - 1


@pytest.mark.slow
def test_the_tolerance_tells_two_symbols_apart() -> None:
    """A golden picture is worth nothing when the next symbol would pass for it."""
    drawn = dict(golden.cells(63))
    for one, other in (
        ("infantry", "motorised"),
        ("armour", "reconnaissance"),
        ("artillery", "self-propelled-artillery"),
    ):
        assert apart(drawn[f"{one}, friendly"], drawn[f"{other}, friendly"]) > 2 * TOLERANCE
    names = list(drawn)
    alike = [
        (one, other)
        for n, one in enumerate(names)
        for other in names[n + 1 :]
        if drawn[one].tobytes() == drawn[other].tobytes()
    ]
    assert alike == [
        ("size: regiment", "size: group"),
        ("size: army-group", "size: front"),
    ]


@pytest.mark.parametrize("kind", list(TYPES))
def test_a_symbol_that_lacks_a_stroke_is_not_taken_for_the_right_one(kind: str) -> None:
    """The tolerance is for the smoothing of edges: nothing that is drawn may get lost in it."""
    strokes, box = TYPES[kind], (8, 20, 92, 76)
    for size in golden.SIZES_PX:
        whole = Canvas(size, FOE.paper)
        whole.strokes(strokes, box, FOE.ink, 2.4)
        for lost in range(len(strokes)):
            part = Canvas(size, FOE.paper)
            part.strokes(strokes[:lost] + strokes[lost + 1 :], box, FOE.ink, 2.4)
            assert differs(whole.paper(), part.paper()), (strokes[lost], size)


def test_every_type_and_size_that_wargames_ask_for_is_there() -> None:
    assert set(ASKED.split()) <= set(TYPES)
    assert {"squad", "platoon", "company", "battalion", "regiment", "brigade", "division"} <= set(SIZES)
    assert {"corps", "army", "army-group"} <= set(SIZES)


@pytest.mark.slow
def test_the_page_of_symbols_shows_what_is_drawn_today() -> None:
    with Image.open(Path(__file__).parents[2] / "docs" / "symbols.png") as kept:
        now = contact_sheet()
        assert kept.size == now.size
        assert apart(now, kept) < 1.0


@pytest.mark.parametrize("kind", [kind for kind in TYPES if kind not in COMMANDS])
def test_nothing_stands_outside_a_hostile_frame(kind: str) -> None:
    canvas = Canvas(200, FOE.paper)
    draw_symbol(canvas, kind, (10, 20, 90, 80), FOE, "hostile", 2.4)
    face = canvas.paper()
    for x in range(0, 200, 2):
        for y in range(0, 200, 2):
            beyond = abs(x - 100) / 80 + abs(y - 100) / 60
            if beyond > 1.08:
                assert face.getpixel((x, y)) == (0xF3, 0xDF, 0xD8), (kind, x, y)


@pytest.mark.slow
def test_pieces_of_every_game_are_drawn_as_they_were_found_right() -> None:
    with Image.open(games.FILE) as kept:
        whole = kept.convert("RGB")
    found = {
        name: differs(image, whole.crop(golden.place(number, games.SIZE)))
        for number, (name, image) in enumerate(games.pieces())
    }
    assert not [name for name, wrong in found.items() if wrong]
    assert len(found) > 100
