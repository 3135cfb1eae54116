"""What the bench measures beside the mechanisms does the same work."""

from __future__ import annotations

import pytest

from adjudicator.mechanics.movement import reach
from bench import mechanics as bench


@pytest.fixture(scope="module")
def land() -> bench.Field:
    return bench.field(12)


def test_the_units_stand_where_the_game_sets_them_up_and_some_are_mechanised(land: bench.Field) -> None:
    assert [len(side) for side in land.sides] == [6, 6]
    assert {allowance for side in land.sides for _, allowance in side} == {bench.LEG, bench.MECHANISED}


def test_the_plain_search_finds_what_reach_finds_where_nothing_stops(land: bench.Field) -> None:
    for allowance, bare in land.movement_costs.items():
        steps = [row.onward for row in bench.ways(bare)]
        for space, _ in (*land.sides[0], *land.sides[1]):
            spent, _ = bench.dijkstra(steps, land.network.numbers[space], allowance)
            assert reach(bare.under(), space, allowance).spent == spent


def test_the_peer_searches_the_same_steps(land: bench.Field) -> None:
    pytest.importorskip(bench.PEER, reason="the peer comes with make bench")
    steps = bench.costs(land)
    assert bench.of_peer(land, bench.graphs(steps)) == bench.plain(land, steps)


def test_zones_of_control_leave_less_to_reach_and_the_rest_of_the_work_is_done(land: bench.Field) -> None:
    full = bench.field()
    assert 0 < bench.ours(full) < bench.without_rules(full)
    assert bench.supplied(land) == bench.one_by_one(land, bench.dry_links(land)) == 12


def test_both_bounds_are_told(land: bench.Field) -> None:
    part = bench.measured(land, 1)
    assert [row.what for row in part.rows if row.most is not None] == [
        "reach: ours, zones of control and all",
        "  ratio, ours to plain",
        "supply of both sides: ours",
    ]
    assert all(row.value is None or row.value > 0 for row in part.rows)
