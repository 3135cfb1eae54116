"""Replay and audit: identical when nothing was touched, and the first thing that was when something was."""

from __future__ import annotations

import shutil
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.audit.checks import audit, replay
from adjudicator.mail.desk import open_desk
from adjudicator.store import Store, StoreError
from adjudicator.store.journal import START, row_hash
from adjudicator.store.sqlite_file import SqliteFile
from tests.adjudicator import tinygame
from tests.adjudicator.house import House

FORCE = "DROP TRIGGER events_are_never_changed; DROP TRIGGER events_are_never_taken_out;"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A desk with a game in which dice were rolled and chits drawn, with a correction and chat in it."""
    house = House(tmp_path_factory.mktemp("played"))
    house.write("red", "bid 3")
    house.write("blue", "bid 1", "if asked loss then lose")
    house.post()
    house.write("red", "move R1 birch", *["attack R1 cedar"] * 3, "done", chat="To Ben: Hallo")
    house.post()
    house.write("blue", "done")
    house.post()
    return house.desk.folder


@pytest.fixture
def store(played: Path, tmp_path: Path) -> Store:
    """A copy of its store, which may be damaged."""
    shutil.copytree(played, tmp_path / "desk")
    return open_desk(tmp_path / "desk").store()


@pytest.mark.slow
def test_a_game_replays_identically(store: Store) -> None:
    found = replay(store, 1)
    assert found.difference == ""
    assert (found.sheets, found.reports) == (7, len(store.mail.reports(1)))
    assert found.events == len(store.journal.events(1)) > 15


def test_a_game_replays_identically_after_the_desk_changed_its_settings(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "desk" / "desk.toml"
    file.write_text(file.read_text("utf-8").replace("days = 7", "days = 1"), "utf-8")
    assert replay(store, 1).difference == ""


DAMAGE = [
    ("UPDATE events SET facts = replace(facts, 'birch', 'dale') WHERE kind = 'UnitMoved'", "UnitMoved"),
    ("UPDATE sheets SET state = 'x' WHERE n = 2", "after orders 2 (orders) the state is not what it was"),
    (
        "UPDATE letters SET raw = CAST(raw || 'x' AS BLOB) WHERE id = 1",
        "the email of orders 1",
    ),
    ("UPDATE sheets SET chain = state WHERE n = 3", "chain of the dice after orders 3"),
    ("UPDATE mails SET raw = damaged(raw) WHERE kind = 'report'", "report 1-"),
    ("UPDATE chat SET text = 'other words'", "report 1-blue"),
    ("UPDATE rulings SET verdict = 'refused' WHERE sheet <> judged", "report 1-red"),
]


def damaged(packed: bytes) -> bytes:
    return zlib.compress(zlib.decompress(packed).replace(b"Birch", b"Dale"))


@pytest.mark.parametrize(("damage", "said"), DAMAGE)
def test_a_replay_names_the_first_difference(store: Store, damage: str, said: str) -> None:
    assert isinstance(store.database, SqliteFile)
    store.database.db.create_function("damaged", 1, damaged)
    store.database.script(f"{FORCE} {damage};")
    assert said in replay(store, 1).difference


def test_a_mail_that_cannot_be_read_any_more_is_said(store: Store) -> None:
    store.database.execute("UPDATE mails SET raw = CAST('rubbish' AS BLOB) WHERE id = 2")
    with pytest.raises(StoreError, match=r"mail 1-\w+-000001-\w+.eml in the store: the mail is damaged"):
        replay(store, 1)


# -- the dice --------------------------------------------------------------------------------------------


def test_every_die_and_draw_holds(store: Store) -> None:
    found = audit(store, 1)
    assert found.faults == ()
    assert [die.n for die in found.dice] == [1, 2, 3, 4, 5]
    assert {die.sides for die in found.dice} == {3, 4, 6}
    assert len({die.chain for die in found.dice}) == 2


def test_hidden_draws_are_counted_apart_and_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tinygame, "HIDDEN", True)
    house = House(tmp_path).both_bid()
    house.write("red", "move R1 birch", "attack R1 cedar")
    house.post()
    store = house.desk.store()
    found = audit(store, 1)
    assert found.faults == ()
    assert [(die.stream, die.n) for die in found.dice] == [("red", 1), ("blue", 1), ("", 1)]
    store.database.script(
        f"{FORCE} UPDATE events SET facts = replace(facts, '\"n\":1', '\"n\":2') WHERE kind = 'HiddenDrawn';"
    )
    assert "die 2 (chit of blue (for the eyes of blue), 1) should be number 1" in " ".join(
        audit(store, 1).faults
    )


def test_another_secret_fits_neither_promise_nor_dice(store: Store) -> None:
    faults = " ".join(audit(store, 1, b"x" * 32).faults)
    assert "the secret is not the one whose hash was published" in faults
    assert "and the secret gives" in faults


DICE_DAMAGE = [
    ("UPDATE games SET secret = zeroblob(32)", "the secret is not the one"),
    (
        "UPDATE games SET opening = CAST(replace(opening, 'duel', 'dual') AS BLOB)",
        "the opening record is not the one",
    ),
    ("UPDATE events SET facts = replace(facts, '\"n\":3', '\"n\":9') WHERE kind = 'DieRolled'", "number 3"),
    ('UPDATE events SET facts = replace(facts, \'"cup":"chits"\', \'"cup":"pot"\')', "event 5 (Drawn)"),
    (
        "UPDATE events SET facts = replace(facts, 'chain\":\"', 'chain\":\"0')",
        "not bound to what it was rolled for",
    ),
    ("UPDATE letters SET raw = CAST(raw || 'x' AS BLOB) WHERE id = 3", "the email of orders 3"),
]


@pytest.mark.parametrize(("damage", "said"), DICE_DAMAGE)
def test_an_audit_finds_what_was_changed(store: Store, damage: str, said: str) -> None:
    store.database.script(f"{FORCE} {damage};")
    assert said in " ".join(audit(store, 1).faults)


def test_a_die_changed_in_the_journal_is_found(store: Store) -> None:
    (die,) = [die for die in audit(store, 1).dice if die.n == 4]
    other = 1 + die.value % 6
    store.database.script(
        f"{FORCE} UPDATE events SET facts = replace(facts, '\"value\":{die.value}', '\"value\":{other}')"
        " WHERE facts LIKE '%\"n\":4,%';"
    )
    faults = audit(store, 1).faults
    assert f"shows {other}, and the secret gives {die.value}" in " ".join(faults)


def test_a_draw_of_something_else_is_found_even_with_new_hashes(store: Store) -> None:
    (drawn, *_) = (row for row in store.journal.events(1) if row.kind == "Drawn")
    other = next(chit for chit in ("chit-1", "chit-4") if chit != drawn.facts["item"])
    store.database.script(
        f"{FORCE} UPDATE events SET facts = replace(facts, '{drawn.facts['item']}', '{other}') WHERE n <= 6;"
    )
    prev = START
    for row in store.journal.events(1):
        prev, was = row_hash(replace(row, prev=prev)), prev
        store.database.execute("UPDATE events SET prev = ?, hash = ? WHERE n = ?", (was, prev, row.n))
    assert f"draw 1 (chit of red) took {other}" in " ".join(audit(store, 1).faults)
