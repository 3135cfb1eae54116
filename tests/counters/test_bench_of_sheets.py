"""The bench of counter sheets measures what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import counters as bench
from bench.measure import Part, Spent, missed, table
from counters.preflight.preflight import preflight
from counters.roster.load import load_roster


def test_the_measured_counters_print_well_and_have_two_sides(tmp_path: Path) -> None:
    roster = load_roster(bench.game_folder(tmp_path, 30))
    assert preflight(roster) == []
    assert {counter.sides for counter in roster.counters.values()} == {2}


def test_all_faces_are_drawn_for_what_is_measured(tmp_path: Path) -> None:
    assert bench.ours(tmp_path, 5).cpu > 0


def test_after_one_row_changes_one_counter_is_drawn_and_the_sheets_are_right(tmp_path: Path) -> None:
    done = bench.rebuilt(tmp_path, 5)
    assert done.counters == 1
    assert not missed([Part("", bench.again(done))])


def test_ours_is_bound_by_a_fifth_of_the_peers_time() -> None:
    peer = Spent(10.0, 10.0)
    assert missed([Part("", bench.beside(Spent(9, 2.01), peer))]) == ["ours: processor time"]
    assert not missed([Part("", bench.beside(Spent(9, 2.0), peer))])


def test_without_the_peer_no_bound_is_held_or_missed() -> None:
    rows = bench.beside(Spent(1, 1), None)
    assert not missed([Part("", rows)])
    assert table([Part("", rows)]).count(bench.SKIPPED) == 2


def test_the_peer_draws_the_same_counters(tmp_path: Path) -> None:
    python = bench.peer_python()
    if python is None:
        pytest.skip(bench.SKIPPED)
    assert bench.theirs(python, tmp_path, 3).cpu > 0


@pytest.mark.slow
def test_many_counters_are_printed_by_a_process_of_its_own(tmp_path: Path) -> None:
    rows = bench.memory(bench.many(tmp_path, 12))
    assert rows[0].verdict in ("holds", "")
