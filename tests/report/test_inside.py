"""In a game of areas counters lie inside their area, apart, and off its name; tested on the real board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

import pytest
import shapely
from shapely import affinity

from adjudicator.report.drawing.empty_board import EmptyBoard, ground
from adjudicator.report.drawing.places import RISE, TURNED, Spot, lay
from adjudicator.report.scene import Laid, Piece
from tests.report.berlin import ACTION, START, seen

UNITS = tuple(unit.id for unit in START.units.values())
A_HAIR = 0.02
"""So much of a counter may lie on the line that is drawn as a border."""
STRIP = "joachimsthal"
"""An area along the edge of the map, in which counters have room, but no stack and not three turned ones."""
AS_LITTLE = 0.27


@pytest.fixture(scope="module")
def board(boards: Path) -> EmptyBoard:
    return ground("raceforberlin", boards)


def zone(board: EmptyBoard, space: str) -> shapely.Polygon:
    return shapely.Polygon(board.layout.areas[space].outline).buffer(0)


def counter(spot: Spot, turned: bool = False) -> shapely.Polygon:
    (x, y), half = spot.at, spot.size / 2
    straight = shapely.box(x - half, y - half, x + half, y + half)
    return affinity.rotate(straight, TURNED) if turned else straight


def straddling(board: EmptyBoard, laid: Iterable[tuple[Piece, Spot]]) -> Iterator[str]:
    """The pieces of which more than a hair lies outside their area."""
    for piece, spot in laid:
        if piece.at in board.home:
            face = counter(spot, piece.turned)
            out = face.difference(zone(board, piece.at)).area / face.area
            if out > (AS_LITTLE if piece.at == STRIP else A_HAIR):
                yield f"{piece.unit} in {piece.at}: {out:.3f}"


def units(space: str, count: int, turned: bool) -> list[Piece]:
    """So many units in an area, the second and the third of one formation."""
    companies = ("a", "b", "b", "c")
    return [Piece(UNITS[n], space, 0, companies[n], turned) for n in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_every_area_holds_one_to_four_counters(board: EmptyBoard, count: int, turned: bool) -> None:
    every = [piece for space in board.home for piece in units(space, count, turned)]
    laid = lay(board, every, ()).pieces
    assert len(laid) == len(every)
    assert list(straddling(board, laid)) == []


def test_a_strip_holds_its_counters_and_no_stack(board: EmptyBoard) -> None:
    straight = lay(board, units(STRIP, 3, False), ()).pieces
    assert all(
        counter(spot).difference(zone(board, STRIP)).area < A_HAIR * spot.size**2 for _, spot in straight
    )
    holds, (left, top, right, bottom) = zone(board, STRIP), map(round, zone(board, STRIP).bounds)
    wide, high = board.counter, round(board.counter * (1 + RISE))
    corners = ((x, y) for x in range(left, right, 3) for y in range(top, bottom, 3))
    stacks = (shapely.box(x, y, x + wide, y + high) for x, y in corners)
    assert not any(holds.contains(stack) for stack in stacks)


def test_nothing_straddles_a_border_at_the_start_or_after_a_battle(board: EmptyBoard) -> None:
    for side in ("zhukov", "koniev"):
        for events in ((), ACTION):
            shown = seen(side, *events)
            assert list(straddling(board, lay(board, shown.pieces, shown.markers).pieces)) == []


def test_counters_keep_off_the_names_of_areas_and_off_one_another(board: EmptyBoard) -> None:
    names = {space: area.heading for space, area in board.layout.areas.items() if area.heading}
    assert set(names) == set(board.home)
    for space, name in names.items():
        faces = [counter(spot) for _, spot in lay(board, units(space, 3, False), ()).pieces]
        assert max(face.intersection(shapely.box(*name)).area for face in faces) < 0.07 * faces[0].area, space
        shared = sum(a.intersection(b).area for a, b in combinations(faces, 2))
        assert shared < 0.1 * faces[0].area, space


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 3, 6])
def test_a_marker_beside_counters_lies_inside_too(board: EmptyBoard, count: int) -> None:
    for space in board.home:
        pieces = [Piece(unit, space, 0, unit) for unit in UNITS[:count]]
        laying = lay(board, pieces, (Laid("control-us", 0, space),))
        ((_, spot),) = laying.markers
        face = counter(spot)
        assert face.difference(zone(board, space)).area < A_HAIR * face.area, space
        assert list(straddling(board, laying.pieces)) == []
