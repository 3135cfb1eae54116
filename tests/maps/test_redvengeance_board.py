"""The board of Berlin: Red Vengeance says what the rulebook says; what stands in for it holds together."""

from __future__ import annotations

import pytest

from maps.board import Board
from maps.checking.check import check_map
from maps.reading.load import find_map, load_board

HERE = find_map("redvengeance")
DISTANCES = [
    ("i9", "k11", 3), ("i9", "i4", 5), ("i9", "i3", 6), ("i9", "j4", 5), ("s7", "s8", 1), ("b10", "c11", 1),
    ("y18", "s18", 6), ("y18", "r18", 7), ("a24", "a18", 6), ("a24", "a17", 7), ("b12", "r12", 16),
]  # fmt: skip


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board("redvengeance")


def having(board: Board, fact: str, word: str) -> set[str]:
    """The hexes whose list holds a word."""
    found = {one: space.facts[fact] for one, space in board.spaces.items()}
    return {one for one, has in found.items() if isinstance(has, tuple) and word in has}


def test_the_board_has_no_faults() -> None:
    assert check_map("redvengeance").faults == ()


@pytest.mark.parametrize(("a", "b", "steps"), DISTANCES)
def test_distances_are_those_of_the_rulebook(board: Board, a: str, b: str, steps: int) -> None:
    assert board.grid is not None
    assert board.grid.distance(a, b) == steps


def test_every_second_column_has_a_row_0(board: Board) -> None:
    assert len(board.spaces) == 994
    assert {"b0", "b25", "a1", "a25", "mm1", "mm25", "ll0"} <= board.spaces.keys()
    assert not {"a0", "mm0", "a26", "b26", "nn5"} & board.spaces.keys()
    assert board.spaces["bb24"].name == "BB24"
    assert set(board.neighbours("y18")) == {"y17", "y19", "x17", "x18", "z17", "z18"}


def test_the_spree_parts_the_board_and_the_canal_does_not(board: Board) -> None:
    banks = [space.facts["bank"] for space in board.spaces.values()]
    assert {word: banks.count(word) for word in set(banks)} == {"north": 408, "south": 542, "spree": 44}
    assert having(board, "tags", "canal") == {"p1", "p2", "p3", "p4"}
    assert board.spaces["p0"].facts["bank"] == board.spaces["q1"].facts["bank"] == "north"


def test_the_germans_may_begin_south_of_the_spree_and_within_five_hexes_of_its_bridges(board: Board) -> None:
    start = {one: space.facts["start"] for one, space in board.spaces.items()}
    assert start["i4"] == "german" and start["i3"] == ""
    assert all(start[one] for one, space in board.spaces.items() if space.facts["bank"] == "south")


def test_what_stands_in_is_told_from_what_the_rulebook_gives(board: Board) -> None:
    assert having(board, "tags", "spree") - having(board, "standin", "spree") == {"b14", "i9"}
    assert having(board, "tags", "bridge") - having(board, "standin", "bridge") == {"i9"}
    assert having(board, "tags", "sbahn") - having(board, "standin", "sbahn") == {"c2", "j4", "dd11"}
    for row in having(board, "edge", "north"):
        assert board.spaces[row].facts["entry"] == "russian"
    assert len(having(board, "edge", "north")) == 39


def test_the_s_bahn_leaves_the_board_at_both_ends_and_keeps_north_of_the_spree(board: Board) -> None:
    line = having(board, "tags", "sbahn")
    assert len(line) == 41
    assert {board.spaces[one].facts["bank"] for one in line} == {"north"}
    assert {one for one in line if board.spaces[one].facts["leads_off"]} == {"a1", "mm13"}
