"""The store: nothing half written, nothing changed afterwards, nothing misread."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.events import FactNoted, TrackMoved
from adjudicator.mail.settings.database import open_database
from adjudicator.mail.settings.keeping import Keeping
from adjudicator.rulings import Ruling
from adjudicator.store import (
    GameRow,
    MailRow,
    Seat,
    SheetRow,
    Store,
    StoreError,
    StoreUnusable,
    Unfitting,
    broken_link,
    fold,
    revive,
)
from adjudicator.store.database import Row
from adjudicator.store.schema import MIGRATIONS
from tests.adjudicator.house import unguard
from tests.adjudicator.tinygame import GAME

GAME_ROW = GameRow(1, "tiny", "duel", "1", "now", b"{}", b"s" * 32, "c", {"red": Seat("Anna", ("a@b.org",))})
SHEET = SheetRow(1, 0, "opening", "", 1, None, "", "chain", "now", 0, "state")
EVENTS = (
    TrackMoved(rule="1", track="round", was=0, now=3, why="Brücke"),
    FactNoted(rule="2", to=("red",), key="plan", value=("ash", 2, None)),
)


@pytest.fixture
def store(tmp_path: Path, database: str) -> Iterator[Store]:
    kept = Keeping(database) if database else None
    with Store(open_database(kept, tmp_path, True) if kept else tmp_path / "hexpost.db", True) as made:
        with made.transaction():
            made.journal.add_game(GAME_ROW)
        yield made


def test_events_come_back_as_they_were(store: Store) -> None:
    with store.transaction():
        store.journal.add_sheet(SHEET, EVENTS, ())
    rows = store.journal.events(1)
    assert revive(GAME.kinds, rows) == list(EVENTS)
    assert [row.n for row in rows] == [1, 2]
    state = fold(GAME.start("duel"), revive(GAME.kinds, rows))
    assert (state.tracks, state.facts) == ({"round": 3}, {"plan": ("ash", 2, None)})


def test_a_game_comes_back_as_it_was(store: Store) -> None:
    assert store.journal.game(1) == GAME_ROW
    assert store.journal.next_game() == 2


def test_rulings_come_back_with_the_sheet_in_which_they_were_said(store: Store) -> None:
    old, new = Ruling(1, 4, "bid 3", "done"), Ruling(2, 1, "move x", "refused", "3.1", "no", ("a", "b"))
    with store.transaction():
        store.journal.add_sheet(SHEET, (), ())
        store.journal.add_sheet(replace(SHEET, n=2), (), (new, old))
    assert store.journal.rulings(1, 2) == (new, old)
    assert store.journal.rulings(1, 0) == ()


def test_an_unknown_game_is_said_with_those_there_are(store: Store) -> None:
    with pytest.raises(StoreError, match=r"no game 7 on this desk \(its games: 1\)"):
        store.journal.game(7)


def test_an_event_of_rules_that_are_gone_is_said(store: Store) -> None:
    with store.transaction():
        store.journal.add_sheet(SHEET, EVENTS, ())
    with pytest.raises(StoreError, match="event 1 of game 1: these rules know no event 'TrackMoved'"):
        revive({}, store.journal.events(1))


def test_a_transaction_that_fails_leaves_nothing(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.transaction():
        store.journal.add_sheet(SHEET, EVENTS, ())
        raise ZeroDivisionError
    assert store.journal.sheets(1) == ()
    assert store.journal.events(1) == ()


def test_a_sheet_of_a_game_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(Unfitting), store.transaction():
        store.journal.add_sheet(replace(SHEET, game=9), EVENTS, ())


@pytest.mark.parametrize("change", ["UPDATE events SET facts = '{}'", "DELETE FROM events"])
def test_the_journal_refuses_to_be_changed(store: Store, change: str) -> None:
    with store.transaction():
        store.journal.add_sheet(SHEET, EVENTS, ())
    with pytest.raises(Unfitting, match="never"):
        store.database.execute(change)
    assert broken_link(store.journal.events(1)) == ""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE events SET facts = replace(facts, '3', '4') WHERE n = 1", "event 1 (TrackMoved)"),
        ("UPDATE events SET rule = '9' WHERE n = 2", "event 2 (FactNoted)"),
        ("UPDATE events SET readers = '[\"*\"]' WHERE n = 2", "event 2 (FactNoted)"),
        ("DELETE FROM events WHERE n = 1", "event 1 is missing"),
    ],
)
def test_a_change_by_force_breaks_the_chain_of_hashes(store: Store, change: str, said: str) -> None:
    with store.transaction():
        store.journal.add_sheet(SHEET, EVENTS, ())
    unguard(store)
    store.database.execute(change)
    assert said in broken_link(store.journal.events(1))


@pytest.mark.of_a_file
def test_a_store_of_a_newer_hexpost_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "hexpost.db"
    with Store(path, create=True) as store:
        store.database.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(StoreError, match="newer hexpost"):
        Store(path)


@pytest.mark.of_a_file
def test_a_file_that_is_no_store_is_said(tmp_path: Path) -> None:
    path = tmp_path / "hexpost.db"
    path.write_bytes(b"this is a text, and long enough to be looked at by the database" * 20)
    with pytest.raises(StoreError, match="this is not a hexpost store"):
        Store(path)


@pytest.mark.of_a_file
def test_an_empty_file_is_no_new_store(tmp_path: Path) -> None:
    path = tmp_path / "hexpost.db"
    path.touch()
    with pytest.raises(StoreError, match="the store is empty; restore your backup"):
        Store(path)
    assert not path.stat().st_size


@pytest.mark.of_a_file
def test_damage_that_shows_only_later_is_said_in_words(store: Store) -> None:
    many = tuple(replace(EVENTS[0], why="x" * 3000) for _ in range(40))
    with store.transaction():
        store.journal.add_sheet(SHEET, many, ())
    store.close()
    path = Path(store.database.place)
    whole = path.read_bytes()
    path.write_bytes(whole[:100_000] + b"?" * (len(whole) - 100_000))
    with Store(path) as again, pytest.raises(StoreUnusable, match="damaged; restore your backup"):
        again.journal.events(1)


@pytest.mark.of_a_file
def test_a_store_is_made_only_when_asked_for(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no store here"):
        Store(tmp_path / "hexpost.db")
    assert not (tmp_path / "hexpost.db").exists()


@pytest.mark.of_a_file
def test_opening_a_store_twice_migrates_it_once(tmp_path: Path) -> None:
    path = tmp_path / "hexpost.db"
    Store(path, create=True).close()
    with Store(path) as again:
        assert again.database.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)


def test_the_ends_of_a_thread_are_found_with_one_question(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, to in enumerate(("a@b.org", "Anna <a@b.org>", "c@d.org", "Anna <a@b.org>"), 1):
        with store.transaction():
            store.mail.add_mail(MailRow(
                name=str(number), kind="report", game=1, side="red", recipient=to, raw=b"", written="now",
                number=number, sheet=0, first_event=0, last_event=0, letter=None,
            ))  # fmt: skip
    asked: list[str] = []
    for way in ("rows", "one"):
        find = getattr(store.database, way)

        def counted(query: str, *values: object, find: Callable[..., object] = find) -> object:
            asked.append(query)
            return find(query, *values)

        monkeypatch.setattr(store.database, way, counted)
    found = [store.mail.thread(1, "red", "a@b.org", before) for before in (1, 2, 3, 4, 5)]
    assert found == [(), (1, 1), (1, 2), (1, 2), (1, 4)]
    assert len(asked) == len(found)


def test_what_is_asked_of_one_game_is_found_by_its_number_however_many_there_are(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, Sequence[object]]] = []
    run = store.database.rows

    def heard(query: str, *values: object) -> list[Row]:
        asked.append((query, values))
        return run(query, *values)

    monkeypatch.setattr(store.database, "rows", heard)
    monkeypatch.setattr(store.database, "one", lambda *told: next(iter(heard(*told)), None))
    store.mail.next_number(1, "red")
    store.mail.chat(1, "red", None)
    store.journal.older_rulings(1, "red", 0, 9)
    if store.database.shared:
        store.database.script("SET enable_seqscan = off")
    explain = "EXPLAIN" if store.database.shared else "EXPLAIN QUERY PLAN"
    for query, values in asked:
        plan = "\n".join(str([*row][-1]) for row in run(f"{explain} {query}", *values))
        assert re.search(r"\(game ?= ?", plan) and not re.search("(?m)^SCAN|Seq Scan", plan), plan
