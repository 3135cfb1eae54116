"""The bench measures what it says; how fast it is, it says itself."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.table import Table
from bench import __main__ as bench
from bench import (
    activation,
    cold,
    entered,
    house,
    large,
    legal,
    making,
    mechanics,
    modules,
    peer,
    sheet,
    whole,
)
from bench.measure import Part, Row, missed, table
from tests.at import NOON

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return sheet.prepare(tmp_path_factory.mktemp("bench") / "desk")


def test_a_bound_holds_up_to_its_number_and_is_missed_above() -> None:
    rows = [Row("even", 3, most=3), Row("late", 3.01, most=3), Row("free", 99)]
    assert [row.verdict for row in rows] == ["holds", "MISSED", ""]
    assert missed([Part("all", rows)]) == ["late"]
    assert "late" in table([Part("all", rows, ["a note"])])


def test_the_measured_sheet_is_fought_and_reported_to_both(desk: Desk, tmp_path: Path) -> None:
    runs = list(islice(sheet.sheets(desk, tmp_path / "copy"), 2))
    assert all(0 < run.judged < run.whole and run.reported > 0 and run.committed > 0 for run in runs)
    with sheet.again(desk, tmp_path / "other").store() as store:
        before = Table(store, 1).state
    assert before.waiting()[0].topic == "impulse", "each run begins on a desk of its own"


def test_by_mail_both_get_a_report_and_the_writer_an_answer(desk: Desk, tmp_path: Path) -> None:
    assert sheet.by_mail(desk, tmp_path / "copy").wall > 0
    new = [file.name for file in (tmp_path / "copy" / "outbox" / "new").iterdir()]
    before = [file.name for file in (desk.folder / "outbox" / "new").iterdir()]
    assert len(new) == len(before) + 3


def test_a_sheet_that_is_not_fought_is_not_measured(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet, "LINES", [(1, "move 47-1 Bridgehead")])
    with pytest.raises(sheet.NotAsBefore, match="were not judged and reported as before"):
        next(sheet.sheets(desk, tmp_path / "copy"))


@pytest.fixture
def swept() -> Iterator[None]:
    """What earlier tests left behind is not searched for the dead in the time that is measured."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.slow
@pytest.mark.usefixtures("swept")
def test_a_journalled_game_is_folded_to_its_last_state(tmp_path: Path) -> None:
    played = whole.journalled_game(tmp_path, "x")
    assert played.sheets > 100
    assert played.folded.cpu < played.judged.cpu


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the peer leaves a file open
def test_whole_activations_are_judged_from_positions_nobody_has_looked_at(tmp_path: Path) -> None:
    first = next(activation.activations())
    assert first.count("move") + first.count("attack") > 3
    before = first.state
    assert activation.judged(first).cpu > 0
    assert first.state is before, "every run begins where the first one did"
    part = activation.measured(tmp_path, mechanics.field(), 2)
    assert [row.what for row in part.rows if row.most is not None] == ["ours: judged, processor time"]
    assert all(row.value is None or row.value > 0 for row in part.rows)


def test_all_legal_answers_of_a_game_are_counted_and_timed() -> None:
    part = legal.measured(5)
    assert [row.most is None for row in part.rows] == [True, False]
    assert part.rows[0].value is not None
    assert part.rows[0].value > 500, "every place of each unit in the set-up"


@pytest.mark.slow
def test_no_modules_import_each_other_in_a_circle() -> None:
    assert house.circles() == []


def test_the_house_tells_in_how_many_files_each_question_is_named() -> None:
    files = house.files_of_questions("panzerkorps48")
    assert files.keys() == {
        "plan",
        "setup",
        "prep",
        "move",
        "defence",
        "attack",
        "morale",
        "retreat",
        "kill",
        "advance",
    }
    assert max(files.values()) <= 2, "the chapter and the words of its orders"


@pytest.mark.slow
@pytest.mark.usefixtures("swept")
def test_a_journalled_game_of_hexes_is_folded_to_its_last_state(tmp_path: Path) -> None:
    played = whole.journalled_game(tmp_path, "x", activation.GAME, activation.BOTS)
    assert played.sheets > 100
    assert played.folded.cpu < played.judged.cpu


@pytest.mark.slow
def test_what_games_enter_is_told_with_the_clauses_of_what_they_never_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert entered.main(["raceforberlin", "--games", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert 0 < told["clauses"] <= told["cited"]
    assert told["entered"] > len(told["never"]) > 0
    assert all(clauses for clauses in told["never"].values())
    assert not any(where.endswith("r08_combat:ratio") for where in told["never"])


def test_a_start_is_timed_and_its_memory_told() -> None:
    (start,) = cold.starts(["--help"], 1)
    assert 0 < start.wall < 30
    assert start.peak == 0 or 5_000_000 < start.peak < 300_000_000


def test_the_post_with_nothing_to_do_has_an_overdue_question_of_which_it_reminded_before(
    tmp_path: Path,
) -> None:
    desk = bench.idle(tmp_path / "idle", NOON)
    for _ in range(2):
        cold.started("post", "--desk", str(desk.folder))
        with desk.store() as store:
            assert min(row.due for row in store.mail.deadlines()) < NOON.isoformat()
            assert len(store.database.rows("SELECT id FROM mails WHERE kind = 'reminder'")) == 1


def test_a_start_that_goes_wrong_is_no_measurement() -> None:
    with pytest.raises(cold.WentWrong, match="exit 2"):
        cold.started("no-such-command")


def test_what_makers_wait_for_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for what in ("load the board", "load the roster"):
        making.WORKS[what](tmp_path)
    monkeypatch.setattr(making, "GAME", "no-such-game")
    with pytest.raises(Exception, match="no-such-game"):
        making.WORKS["load the board"](tmp_path)


def test_the_peer_plays_movement_phases(tmp_path: Path) -> None:
    pytest.importorskip("diplomacy", reason="the peer comes with make bench")
    phases = list(islice(peer.phases(tmp_path), 2))
    assert all(phase.whole > phase.without_possible > 0 for phase in phases)


def test_a_part_as_json_holds_its_verdicts() -> None:
    told = json.loads(json.dumps(bench.as_json(Part("all", [Row("late", 2, most=1)], ["a note"]))))
    assert told["rows"][0] == {
        "what": "late", "value": 2, "unit": "ms", "most": 1, "note": "", "verdict": "MISSED",
    }  # fmt: skip


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, modules.Ours]:
    folder = tmp_path_factory.mktemp("modules")
    file = folder / "pieces.vmod"
    return file, modules.ours([modules.game_folder(folder / "game", 6, 6, 5)], file, 2)


def test_a_module_is_written_and_all_its_pieces_are_read(small: tuple[Path, modules.Ours]) -> None:
    file, our = small
    assert [len(our.drawn), len(our.written), len(our.read)] == [1, 1, 2]
    assert modules.read(file) == 2 * 5, "each unit is set up, and in the palette"
    pieces = modules.job(file)["pieces"]
    assert [piece["name"] for piece in pieces] == [f"{number} Corps" for number in range(5)]
    assert pieces[0]["images"] == ["unit-U0-1.png", "unit-U0-2.png"]


def test_the_peer_of_modules_writes_and_reads_the_same_pieces(small: tuple[Path, modules.Ours]) -> None:
    python = modules.peer_python()
    if python is None:
        pytest.skip(modules.SKIPPED)
    their = modules.theirs(python, small[0], 1, 1)
    assert their.written[0] > 0
    assert their.read[0] > 0


def test_without_the_peer_no_bound_of_modules_is_held_or_missed(small: tuple[Path, modules.Ours]) -> None:
    rows = bench.module_rows(small[1], None)
    assert not any(row.verdict for row in rows)
    assert table([Part("all", rows)]).count(modules.SKIPPED) == 2


def test_with_the_peer_ours_is_bound_by_it(small: tuple[Path, modules.Ours]) -> None:
    rows = bench.module_rows(small[1], modules.Theirs([99.0], [0.0]))
    assert [row.verdict for row in rows if row.most is not None] == ["holds", "MISSED"]


def test_a_module_with_large_pictures_is_imported_by_a_real_process(
    small: tuple[Path, modules.Ours], tmp_path: Path
) -> None:
    file = large.large_module(small[0], tmp_path / "large.vmod", 2, 600)
    assert file.stat().st_size > 2 * 600 * 600 * 3
    part = bench.importing(file, tmp_path / "imported")
    assert not missed([part])
    assert (tmp_path / "imported" / "images" / "noise-1.png").is_file()
