"""The board of Race for Berlin is the one the notes describe."""

from __future__ import annotations

import time
from collections import Counter
from itertools import pairwise

import pytest

from bench.pace import within
from maps.board import Board
from maps.reading.load import find_map, load_board, read_board
from maps.space import slug

RIVERS = {"oder", "neisse"}


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board("raceforberlin")


def test_there_are_75_zones_under_their_own_slugs(board: Board) -> None:
    assert len(board.spaces) == 75
    assert all(zone == space.id == slug(space.name) for zone, space in board.spaces.items())


def test_every_contact_is_listed_both_ways_with_the_same_features(board: Board) -> None:
    for zone, near in board.links.items():
        for other, features in near.items():
            assert board.between(other, zone) == features
            assert board.adjacent(zone, other) and board.adjacent(other, zone)


@pytest.mark.parametrize(
    ("a", "b", "features"),
    [
        ("wedding", "zehlendorf", ""),
        ("tempelhof", "trebbin", "road"),
        ("lebus", "goritz", "oder defends-lebus"),
        ("lebus", "reppen", "oder white-line defends-lebus"),
        ("lebus", "bridgehead", "defends-lebus"),
        ("guben", "triebel", "neisse defends-guben"),
        ("cottbus", "kathlow", "spree road"),
        ("protzel", "furstenwalde", "white-line"),
        ("muncheberg", "strausberg", "road white-line"),
        ("kustrin", "bridgehead", "oder road"),
    ],
)
def test_borders_carry_their_marks(board: Board, a: str, b: str, features: str) -> None:
    assert board.between(a, b) == frozenset(features.split())


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("zossen", "luckau"),
        ("furstenberg", "reppen"),
        ("forst", "muskau"),
        ("neukolln", "strausberg"),
        ("juterbog", "trebbin"),
        ("wedding", "tempelhof"),
    ],
)
def test_corners_are_no_contacts(board: Board, a: str, b: str) -> None:
    assert not board.adjacent(a, b)
    with pytest.raises(KeyError):
        board.between(a, b)


def test_protzel_touches_what_the_rulebook_says(board: Board) -> None:
    assert {"bernau", "strausberg", "furstenwalde"} <= set(board.neighbours("protzel"))


def test_victory_points_sum_to_42_of_which_18_in_berlin(board: Board) -> None:
    points = {zone: int(str(space.facts["vp"])) for zone, space in board.spaces.items()}
    assert sum(points.values()) == 42
    assert sum(points[zone] for zone in board.chains["city-ring"]) == 18


def test_city_zones_have_a_garrison_of_20_and_no_front(board: Board) -> None:
    cities = {zone for zone, space in board.spaces.items() if space.facts["city"]}
    assert cities == set(board.chains["city-ring"])
    assert {board.spaces[zone].facts["garrison"] for zone in cities} == {20}
    assert {board.spaces[zone].facts["front"] for zone in cities} == {"both"}


@pytest.mark.parametrize("chain", ["american-1", "american-2", "american-3", "city-ring"])
def test_chains_run_from_neighbour_to_neighbour(board: Board, chain: str) -> None:
    zones = board.chains[chain]
    assert all(board.adjacent(a, b) for a, b in pairwise(zones))
    assert chain != "city-ring" or board.adjacent(zones[-1], zones[0])


def test_tracks_printed_in_zones_are_the_chains(board: Board) -> None:
    for zone, space in board.spaces.items():
        walked = tuple(track for track in "123" if zone in board.chains[f"american-{track}"])
        assert space.facts["tracks"] == walked


def test_defence_lines_face_higher_indices_and_the_great_rivers_only(board: Board) -> None:
    for zone, near in board.links.items():
        facts = board.spaces[zone].facts
        for foe, features in near.items():
            higher = int(str(board.spaces[foe].facts["index"])) > int(str(facts["index"]))
            faces = bool(facts["defence_line"]) and (higher or bool(RIVERS & features))
            assert (f"defends-{zone}" in features) == faces, (zone, foe)


def test_only_the_oder_and_neisse_part_the_east_bank_from_the_rest(board: Board) -> None:
    east = {zone for zone, space in board.spaces.items() if space.facts["east_bank"]}
    assert len(east) == 9
    crossings = [board.between(a, b) for a in east for b in board.neighbours(a) if b not in east]
    assert crossings and all(RIVERS & features for features in crossings)
    assert {zone for zone, space in board.spaces.items() if space.facts["unlimited"]} == east | {"bridgehead"}


def test_white_lines_join_the_insert_to_the_main_map(board: Board) -> None:
    insert = {zone for zone, space in board.spaces.items() if space.facts["insert"]}
    assert len(insert) == 12
    for a, near in board.links.items():
        for b, features in near.items():
            assert ("white-line" in features) == ((a in insert) != (b in insert)), (a, b)


def test_no_flag_is_used_twice(board: Board) -> None:
    flags = Counter(space.facts["flag"] for space in board.spaces.values() if space.facts["flag"])
    assert set(flags.values()) == {1}
    assert board.spaces["sudl-oderbruch"].facts["flag"] == "C"


def test_every_zone_can_be_reached(board: Board) -> None:
    reached, ahead = set(), ["leipzig"]
    while ahead:
        zone = ahead.pop()
        if zone not in reached:
            reached.add(zone)
            ahead += board.neighbours(zone)
    assert reached == set(board.spaces)


@pytest.mark.timed
def test_loading_takes_less_than_30_milliseconds() -> None:
    times = []
    for _ in range(5):
        begun = time.process_time()
        read_board(find_map("raceforberlin"))
        times.append(time.process_time() - begun)
    assert within(min(times), 0.030)
