"""The drawn board of Königsberg '45: its boxes, room for counters, and the same picture every time."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from PIL import ImageChops

from counters.roster.load import load_roster
from maps.drawing.draw import Drawing, _draw, draw_board
from maps.drawing.sheet import lay_out

DPI = 40
BOXES = {
    "luftwaffe",
    "1st-air-army",
    "4th-air-army",
    "grounded",
    "refit",
    "volksturm",
    "gd",
    "refugees",
    "german-chits",
    "soviet-chits",
    "cup",
    "haff",
    "reinforcements",
    "eliminated",
}


@pytest.fixture(scope="module")
def drawing() -> Drawing:
    return draw_board("koenigsberg45", DPI)


@pytest.mark.slow
def test_the_sheet_is_a0_landscape_and_its_counters_leave_room_for_names(drawing: Drawing) -> None:
    assert drawing.image.size == (round(1189 * DPI / 25.4), round(841 * DPI / 25.4))
    high = math.dist(drawing.slots("2020")[0], drawing.slots("2021")[0])
    printed = load_roster("koenigsberg45").style.counter_mm
    assert drawing.counter_px == pytest.approx(printed / 25.4 * DPI, rel=0.05)
    assert 0.65 * high < drawing.counter_px < 0.75 * high


def test_it_has_a_box_for_everything_the_rules_put_beside_the_map(drawing: Drawing) -> None:
    turns = {f"turn-{number}" for number in range(1, 11)}
    points = {f"vp-{number}" for number in range(15)}
    assert set(drawing.boxes) == BOXES | turns | points


def test_boxes_lie_on_the_sheet_beside_the_map_and_not_on_each_other(drawing: Drawing) -> None:
    width, height = drawing.image.size
    east = max(drawing.outline("4720"))[0]
    for left, top, right, bottom in drawing.boxes.values():
        assert east < left < right <= width
        assert 0 <= top < bottom <= height
    for a, b in combinations(drawing.boxes.values(), 2):
        apart = a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1
        assert apart, (a, b)


def test_a_box_has_room_for_what_goes_there(drawing: Drawing) -> None:
    needed = {
        "luftwaffe": 1,
        "1st-air-army": 4,
        "4th-air-army": 3,
        "grounded": 8,
        "refit": 8,
        "volksturm": 4,
        "gd": 5,
    }
    for box, counters in needed.items():
        left, top, right, bottom = drawing.boxes[box]
        across = (right - left) // drawing.counter_px
        down = (bottom - top - round(5 * drawing.dots_per_mm)) // drawing.counter_px
        assert across * down >= counters, box


def test_every_hex_has_a_slot_inside_it_on_the_sheet(drawing: Drawing) -> None:
    width, height = drawing.image.size
    for one in drawing.sheet.board.spaces:
        ((x, y),) = drawing.slots(one)
        xs, ys = zip(*drawing.outline(one), strict=True)
        assert 0 <= min(xs) < x < max(xs) < width
        assert 0 <= min(ys) < y < max(ys) < height


def test_sea_land_and_woods_have_their_own_tones(drawing: Drawing) -> None:
    def tone(one: str) -> tuple[int, ...]:
        (x, y), half = drawing.slots(one)[0], drawing.counter_px // 3
        patch = drawing.image.crop((x - half, y - half, x + half, y + half)).resize((1, 1))
        return tuple(int(value) for value in patch.tobytes())

    sea, clear, woods = tone("1008"), tone("4034"), tone("3224")
    assert sea[2] > sea[0] + 30
    assert clear[0] > clear[2]
    assert woods[1] > woods[0] > woods[2]


@pytest.mark.slow
def test_the_same_board_is_the_same_picture(drawing: Drawing) -> None:
    again, _ = _draw(lay_out("koenigsberg45"), {}, DPI, "whole")
    assert ImageChops.difference(again.image, drawing.image).getbbox() is None
    assert again.boxes == drawing.boxes
