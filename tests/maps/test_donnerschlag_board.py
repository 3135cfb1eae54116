"""The board of Donnerschlag: the hexes the player aid names, and a country that holds together."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from maps.board import Board
from maps.checking.check import check_map
from maps.reading.load import find_map, load_board

HERE = find_map("donnerschlag")
ENTRIES = {"soviet": {"0810", "0914", "2124"}, "axis": {"4607"}}
"""Player aid, B: where reinforcements enter."""
TOWNS = {
    "city": {"4314"},
    "town": {"1111", "1522", "2320"},
    "station": {"1216", "1815", "2715", "3614"},
    "village": {
        *(
            "1220",
            "1507",
            "1721",
            "2113",
            "2115",
            "2210",
            "2408",
            "2710",
            "2716",
            "3012",
            "3518",
            "3603",
            "3806",
        ),
        *("4111", "4510"),
    },
}
MIDDLES = {"A": "1407", "B": "1311", "C": "1216"}
BRIDGES = """
    1010/1111 1209/1210 1209/1309 1407/1408 1615/1716 1716/1815 1915/2015 2012/2113 2112/2113
    2112/2211 2210/2211 2210/2310 2221/2321 2309/2310 2309/2408 2320/2321 2320/2419 2418/2419
    2814/2914 2814/2915 2912/3012 2913/2914 2913/3012 3704/3705 3705/3805 3916/4015 4014/4114
    4212/4313 4411/4412 4411/4511 4510/4511
"""
"""The bridges of the design notes, typed in from their list."""


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board("donnerschlag")


def having(board: Board, fact: str, value: object) -> set[str]:
    return {one for one, space in board.spaces.items() if space.facts[fact] == value}


def sides_of(board: Board, feature: str) -> set[tuple[str, str]]:
    """The hexsides that have a feature."""
    near = ((a, b, words) for a, links in board.links.items() for b, words in links.items())
    return {(a, b) for a, b, words in near if a < b and feature in words}


def reached(board: Board, start: str, ways: Collection[str]) -> set[str]:
    """The hexes to which one can go over hexsides with one of these features, "" for one without a river."""
    found, front = {start}, [start]
    while front:
        one = front.pop()
        for near, words in board.links[one].items():
            dry = "" in ways and ("river" not in words or "bridge" in words)
            if near not in found and (dry or words & set(ways)):
                found.add(near)
                front.append(near)
    return found


def test_the_board_has_no_faults() -> None:
    assert check_map("donnerschlag").faults == ()


def test_the_pocket_is_no_part_of_the_board(board: Board) -> None:
    assert len(board.spaces) == 39 * 24
    assert min(board.spaces) == "0801" and max(board.spaces) == "4624"


def test_even_columns_stand_half_a_hex_lower(board: Board) -> None:
    assert board.neighbours("2321") == ("2320", "2420", "2421", "2322", "2221", "2220")
    assert board.neighbours("2420") == ("2419", "2520", "2521", "2421", "2321", "2320")


def test_towns_lie_where_their_latitude_and_longitude_put_them(board: Board) -> None:
    assert {size: having(board, "settlement", size) for size in TOWNS} == TOWNS
    assert board.spaces["4314"].facts["name"] == "Kotelnikovo"


def test_reinforcements_enter_by_the_hexes_of_the_player_aid(board: Board) -> None:
    assert {side: having(board, "entry", side) for side in ENTRIES} == ENTRIES


def test_a_meeting_zone_is_a_hex_and_its_neighbours(board: Board) -> None:
    for letter, middle in MIDDLES.items():
        assert having(board, "zone", letter) == {middle, *board.neighbours(middle)}


def test_edges_of_supply_lie_where_the_notes_say(board: Board) -> None:
    axis, soviet = (having(board, "supply", side) for side in ("axis", "soviet"))
    assert axis == {f"46{row:02d}" for row in range(5, 25)}
    south = {f"{column:02d}24" for column in range(9, 35)}
    rim = {f"{column}{row:02d}" for column in ("08", "09") for row in range(8, 19)}
    assert soviet == south | rim | {f"{column:02d}01" for column in range(8, 21)}


def test_bridges_are_where_the_notes_list_them_and_where_roads_cross_rivers(board: Board) -> None:
    listed = {tuple(sorted(word.split("/"))) for word in BRIDGES.split()}
    assert sides_of(board, "bridge") == listed
    assert sides_of(board, "river") & sides_of(board, "road") == listed


def test_the_don_has_one_bridge(board: Board) -> None:
    don = sides_of(board, "wide")
    assert don <= sides_of(board, "river") and len(don) == 51
    assert don & sides_of(board, "bridge") == {("3704", "3705")}


def test_all_roads_and_entries_are_on_one_net(board: Board) -> None:
    net = reached(board, "4314", {"road"})
    assert {one for side in sides_of(board, "road") for one in side} == net
    assert net >= ENTRIES["soviet"] | ENTRIES["axis"]


def test_tanks_reach_every_start_entry_and_zone(board: Board) -> None:
    dry = reached(board, "4314", {""})
    stood = {one for one, s in board.spaces.items() if s.facts["axis_set_up"] or s.facts["soviet_set_up"]}
    assert len(stood) == 40
    assert dry >= stood | ENTRIES["soviet"] | ENTRIES["axis"] | set(MIDDLES.values())


def test_a_part_of_the_soviet_edge_lies_beyond_the_don(board: Board) -> None:
    beyond = having(board, "supply", "soviet") - reached(board, "4314", {""})
    assert beyond == {"1701", "1801", "1901", "2001"}
