"""A game at the desk: its state is what the journal says, whatever this process remembers."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from adjudicator.mail.desk import table as tables
from adjudicator.mail.desk.bound import Sent
from adjudicator.mail.desk.table import Table
from adjudicator.snapshot import digest, freeze
from adjudicator.store import Store, revive
from tests.adjudicator.house import House, unguard
from tests.adjudicator.tinygame import GAME


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path).both_bid()


def test_what_is_remembered_is_what_the_journal_says(house: House) -> None:
    with house.desk.store() as store:
        last = store.journal.last_sheet(1)
        assert digest(Table(store, 1).state) == digest(Table(store, 1, anew=True).state) == last.state


def test_a_remembered_game_is_not_folded_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with house.desk.store() as store:
        known = Table(store, 1).state

        def never(*_: object) -> None:
            raise AssertionError("folded again")

        monkeypatch.setattr(tables, "fold", never)
        assert Table(store, 1).state == known
        with pytest.raises(AssertionError, match="folded again"):
            Table(store, 1, anew=True)


def folded_anew(store: Store, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    """The digest of a game's state for a process that has just begun, and how many events it read for it."""
    read: list[int] = []

    def counted(kinds: object, rows: tuple[object, ...]) -> object:
        read.append(len(rows))
        return revive(kinds, rows)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(tables, "REMEMBERED", {})
        patch.setattr(tables, "revive", counted)
        return digest(Table(store, 1).state), sum(read)


def test_a_long_game_is_taken_up_where_the_last_post_left_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.write("red", *["move R1 birch", "move R1 ash"] * 20)
    house.post()
    with house.desk.store() as store:
        last = store.journal.last_sheet(1)
        assert last.last_event > 40
        assert folded_anew(store, monkeypatch) == (last.state, 0)


def test_a_snapshot_that_is_not_what_the_journal_says_is_not_used(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house.desk.store() as store:
        last = store.journal.last_sheet(1)
        for damage in (b"", zlib.compress(b"{}"), zlib.compress(freeze(GAME.start("duel")))):
            store.database.execute("UPDATE snapshots SET state = ?", (damage,))
            assert folded_anew(store, monkeypatch) == (last.state, last.last_event)


def test_a_step_that_was_undone_is_not_remembered(house: House) -> None:
    with house.desk.store() as store:
        table = Table(store, 1)
        before = digest(table.state)
        with pytest.raises(ZeroDivisionError), store.transaction():
            table.take_orders("red", [(1, "move R1 birch")], Sent(b"raw", 1, "raw"), "now")
            assert table.state.units["R1"].at == "birch"
            raise ZeroDivisionError
        assert digest(Table(store, 1).state) == before


def test_another_journal_in_the_same_place_is_read(house: House) -> None:
    with house.desk.store() as store:
        Table(store, 1)
        unguard(store)
        store.database.execute(
            "UPDATE events SET hash = '00', facts = replace(facts, 'chit-1', 'chit-9') WHERE n >= 1"
        )
        hands = Table(store, 1).state.hands
    assert all(card != "chit-1" for cards in hands.values() for card in cards)


@pytest.mark.of_a_file
def test_two_desks_do_not_remember_for_each_other(tmp_path: Path) -> None:
    one, two = House(tmp_path / "one"), House(tmp_path / "two", secret=b"y" * 32)
    with one.desk.store() as a, two.desk.store() as b:
        assert states(a) != states(b)
        assert states(a) == states(a)


def states(store: Store) -> str:
    return digest(Table(store, 1).state)
