"""What a club's desk may cost: an idle mail run, many letters waiting, a game played for long."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.mail.desk import Desk, rulebooks
from bench import club, club_part, sheet
from bench.pace import within


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return club.club(tmp_path_factory.mktemp("club") / "desk", club_part.GAMES)


@pytest.mark.slow
def test_an_idle_run_over_a_thousand_games_takes_less_than_a_second_and_60_mb(desk: Desk) -> None:
    club_part.a_pass(desk)
    letters, took, memory = club_part.a_pass(desk)
    assert letters == 0
    assert within(took.cpu, club_part.IDLE_SECONDS)
    assert memory < club_part.IDLE_MB


@pytest.mark.slow
def test_letters_of_many_games_take_no_more_memory_than_those_of_few(desk: Desk, tmp_path: Path) -> None:
    _, few = club_part.waiting(desk, tmp_path / "few", 80)
    _, many = club_part.waiting(desk, tmp_path / "many", 240)
    assert many < few + club_part.MORE_MB


@pytest.mark.slow
def test_a_sheet_of_a_game_of_5000_events_asks_the_store_for_no_more_rows(tmp_path: Path) -> None:
    """Time by what it is spent on: the steps that SQLite takes are the same on every machine."""
    young, old = sheet.prepare(tmp_path / "young"), sheet.prepare(tmp_path / "old")
    club.aged(old, club_part.EVENTS)
    assert club_part.steps(old, tmp_path / "a") < 1.5 * club_part.steps(young, tmp_path / "b")


def test_the_rules_are_hashed_once_in_a_run_however_many_games_are_played_by_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, asked = club.club(tmp_path / "desk", 5), list[str]()
    kept = rulebooks.fingerprint

    def counted(home: str) -> str:
        asked.append(home)
        return kept(home)

    monkeypatch.setattr(rulebooks, "fingerprint", counted)
    with few.store() as store:
        assert list(rulebooks.changes(store)) == []
    assert asked == [sheet.GAME]


def test_a_file_of_rules_that_was_written_to_is_hashed_anew(tmp_path: Path) -> None:
    rules = tmp_path / "rules" / "__init__.py"
    rules.parent.mkdir()
    rules.write_text("one", encoding="utf-8")
    before = rulebooks.fingerprint(str(tmp_path))
    rules.write_text("two!", encoding="utf-8")
    assert rulebooks.fingerprint(str(tmp_path)) != before
