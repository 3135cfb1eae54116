"""The board of 48th Panzer Korps says what the rulebook says, and what stands in for it holds together."""

from __future__ import annotations

import pytest

from maps.board import Board
from maps.checking.check import check_map
from maps.reading.load import find_map, load_board

HERE = find_map("panzerkorps48")
SCORING = {
    "Surovikino": ("3508", 5),
    "Novomaksimovskiy": ("5217", 5),
    "Sovkhoz 79": ("2623", 5),
    "Verkhne Aksenovskiy": ("2226", 10),
    "Verkhne Solonovskiy": ("3425", 10),
    "Nizhne Chirskaya": ("4925", 10),
}
"""Rulebook, 10: the towns that give points, their hexes and their points."""
DON_BRIDGES = {("5418", "5519"), ("5125", "5225")}


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board("panzerkorps48")


def having(board: Board, fact: str, value: object) -> set[str]:
    """The hexes whose fact has this value, or whose list holds it."""
    found = {one: space.facts[fact] for one, space in board.spaces.items()}
    return {one for one, has in found.items() if has == value or (isinstance(has, tuple) and value in has)}


def sides_of(board: Board, feature: str) -> set[tuple[str, str]]:
    """The hexsides that have a feature."""
    near = ((a, b, words) for a, links in board.links.items() for b, words in links.items())
    return {(a, b) for a, b, words in near if a < b and feature in words}


def test_the_board_has_no_faults() -> None:
    assert check_map("panzerkorps48").faults == ()


def test_even_columns_stand_half_a_hex_lower(board: Board) -> None:
    assert board.neighbours("3508") == ("3507", "3607", "3608", "3509", "3408", "3407")
    assert board.neighbours("3608") == ("3607", "3708", "3709", "3609", "3509", "3508")


def test_the_towns_of_the_rulebook_lie_in_its_hexes_and_begin_german(board: Board) -> None:
    for name, (one, points) in SCORING.items():
        facts = board.spaces[one].facts
        assert (facts["name"], facts["vp"], facts["held"]) == (name, points, "german")
    assert sum(bool(space.facts["vp"]) for space in board.spaces.values()) == len(SCORING)


def test_two_roads_cross_the_don_and_both_ends_begin_german(board: Board) -> None:
    bridges = {side for side in sides_of(board, "bridge") if "river" in board.between(*side)}
    assert bridges == DON_BRIDGES
    assert {board.spaces[one].facts["held"] for side in bridges for one in side} == {"german"}


def test_every_road_over_a_stream_has_a_bridge(board: Board) -> None:
    crossed = {side for side in sides_of(board, "road") if board.between(*side) & {"stream", "river"}}
    assert crossed == sides_of(board, "bridge")


def test_a_hill_falls_away_on_every_side_that_leads_off_it(board: Board) -> None:
    assert board.grid is not None
    slopes = sides_of(board, "slope")
    falls = {
        tuple(sorted((one, board.grid.neighbours(one)[direction])))
        for direction in ("n", "ne", "se", "s", "sw", "nw")
        for one in having(board, "slope", direction)
    }
    assert falls == slopes
    top = {"4219", "4220", "4320"}
    assert sum(bool(top & set(side)) for side in slopes) == 12, "three hexes, each beside the two others"


def test_the_fronts_face_each_other(board: Board) -> None:
    for side, enemy in (("german", "soviet"), ("soviet", "german")):
        front, facing = having(board, "front", side), having(board, "front", enemy)
        assert len(front) == 79
        assert all(board.spaces[one].facts["held"] == side for one in front)
        assert all(facing & set(board.neighbours(one)) for one in front)


def test_set_up_areas_lie_on_their_own_side(board: Board) -> None:
    for side in ("german", "soviet"):
        for space in board.spaces.values():
            assert not space.facts[f"{side}_set_up"] or space.facts["held"] == side
    assert having(board, "soviet_set_up", "26-t") == {"3008", "3107", "3108", "3109"}
    assert having(board, "german_set_up", "7-lfd") == {"2226", "3522", "4925"}


def test_areas_of_entry_lie_at_the_edge_but_for_one(board: Board) -> None:
    letters = {letter: having(board, "entry", letter) for letter in "ABCDEFG"}
    assert {letter: len(hexes) for letter, hexes in letters.items()} == {
        "A": 9, "B": 12, "C": 12, "D": 12, "E": 9, "F": 2, "G": 9,
    }  # fmt: skip
    inland = {one for hexes in letters.values() for one in hexes if len(board.neighbours(one)) == 6}
    assert inland == letters["F"]


def test_soviets_leave_by_three_roads_in_the_south(board: Board) -> None:
    exits = having(board, "exit", True)
    assert exits == {"2033", "3433", "4533"}
    assert all(any("road" in board.between(one, near) for near in board.neighbours(one)) for one in exits)
