"""Points for stacks: the second counter leans up and to the right, and stays in the area all the same."""

from __future__ import annotations

import pytest

from builder.layout.leaning import Point, lean, upright

UNIT = 72
SQUARE = ((0, 0), (240, 0), (240, 240), (0, 240))
HEADING = (10, 200, 230, 230)


def test_a_point_with_room_for_a_stack_stays() -> None:
    assert upright([(100, 100)], SQUARE, HEADING, UNIT) == ((100, 100),)


@pytest.mark.parametrize(
    ("spot", "moved"),
    [((100, 38), (100, 42)), ((202, 100), (198, 100)), ((202, 38), (198, 42))],
    ids=["upper edge", "right edge", "corner"],
)
def test_a_point_at_an_edge_moves_no_farther_than_need_be(spot: Point, moved: Point) -> None:
    assert lean(UNIT) == 6
    assert upright([spot], SQUARE, HEADING, UNIT) == (moved,)


def test_points_move_together_and_stay_apart() -> None:
    """The lower counter makes room for the upper one, which would else come to lie on it."""
    assert upright([(100, 38), (100, 110)], SQUARE, HEADING, UNIT) == ((100, 42), (100, 114))


def test_most_stacks_stay_inside_where_not_all_can() -> None:
    low = ((0, 0), (240, 0), (240, 78), (0, 78))
    spots = [(38, 40), (120, 40), (202, 36)]
    assert upright(spots, low, (0, 0, 2, 2), UNIT) == ((38, 42), (120, 42), (202, 38))


def test_points_where_no_two_counters_fit_stay() -> None:
    narrow = ((0, 0), (74, 0), (74, 240), (0, 240))
    assert upright([(37, 100)], narrow, (0, 230, 74, 240), UNIT) == ((37, 100),)


def test_points_keep_off_the_heading_if_they_can() -> None:
    heading = (104, 20, 230, 90)
    assert upright([(64, 100)], SQUARE, heading, UNIT) == ((62, 100),)
