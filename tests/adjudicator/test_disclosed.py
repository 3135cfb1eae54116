"""What an audit discloses of a game that is over; of one that runs, nothing that is for one side alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.audit.checks import CLOSED_FAULT, audit
from adjudicator.audit.opened_secrets import Disclosed
from adjudicator.by_mail.disclosure import Disclosure
from adjudicator.events import Drawn
from tests.adjudicator import tinygame
from tests.adjudicator.house import House
from tests.adjudicator.test_agreements import run, send
from tests.adjudicator.test_audit import FORCE

END = ("close", "1", "--reason", "the evening is over", "--by-referee", "--draw")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """A desk on which both have bid, each with a chit of its own; the game declares what was drawn."""
    monkeypatch.setattr(tinygame, "GAME", replace(tinygame.GAME, discloses=Disclosure(told=(Drawn,))))
    return House(tmp_path, pictures=False).both_bid()


def test_what_was_sealed_or_told_to_one_side_is_disclosed_side_beside_side(house: House) -> None:
    send(house, "red", "move R1 birch", "attack R1 cedar", "done")
    run(house, *END)
    told = run(house, "audit", "1")
    assert told[told.index("\nTurn 1") :] == GOLDEN
    assert "chit of red" in told[: told.index("\nTurn 1")], "every die is listed"


GOLDEN = """
Turn 1: what was secret

  1 Chits
    Red                                   Blue
    Chit of Red: drew Chit 3. [1]         Chit of Blue: drew Chit 2. [1]

  2 Bids
    Red                                   Blue
    bid 3 [2]                             bid 1 [2]

3 dice, 7 links: all hold
"""


def test_the_same_is_in_the_json(house: House) -> None:
    run(house, *END)
    told = json.loads(run(house, "audit", "1", "--json"))
    assert (told["over"], told["holds"]) == (True, True)
    assert told["disclosed"][-2:] == [
        {"turn": 1, "date": "", "segment": "2 Bids", "side": side, "rule": "2", "says": says}
        for side, says in (("red", "bid 3"), ("blue", "bid 1"))
    ]


def test_while_a_game_runs_nothing_is_told_of_what_one_side_alone_knows(house: House) -> None:
    house.write("red", "move R1 birch", "attack R1 cedar")
    house.post()
    text, told = run(house, "audit", "1"), json.loads(run(house, "audit", "1", "--json"))
    with house.desk.store() as store:
        full = audit(store, 1)
    mine = [die for die in full.dice if die.eyes]
    assert [die.eyes for die in mine] == ["red", "blue"]
    assert f"   {mine[0].n}  d{mine[0].sides}: seen by one side only\n" in text
    assert "all hold\nDie rolls that only one side" in text
    assert told["disclosed"] == [] and not told["over"] and told["holds"]
    for secret in ("chit", "bid 3", "bid 1", *(chain for _, _, chain in full.links if chain)):
        assert secret not in text
        assert secret not in json.dumps([told[key] for key in ("dice", "links", "disclosed", "faults")])


def test_a_hidden_die_is_not_even_counted_while_the_game_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tinygame, "HIDDEN", True)
    house = House(tmp_path, pictures=False)
    assert run(house, "audit", "1").startswith("0 dice: all hold")
    run(house, *END)
    assert "2 dice, 4 links: all hold" in run(house, "audit", "1")


def test_a_die_of_one_side_that_does_not_hold_is_named_after_the_end(house: House) -> None:
    with house.desk.store() as store:
        store.database.script(f"{FORCE} UPDATE games SET secret = zeroblob(32);")
    assert CLOSED_FAULT in run(house, "audit", "1", code=1)
    assert "chit of red" not in run(house, "audit", "1", code=1)


def test_what_was_taken_back_is_not_disclosed(house: House) -> None:
    with house.desk.store() as store:
        n = next(row.n for row in store.journal.sheets(1) if row.side == "blue" and row.n > 2)
    run(house, "undo", "1", "--before-sheet", str(n), "--by-referee", "--reason", "a slip")
    run(house, *END)
    with house.desk.store() as store:
        told = audit(store, 1).disclosed
    assert [one.says for one in told if one.rule == "2"] == ["bid 3 (never opened)"]


def test_a_sealed_answer_that_was_never_opened_is_disclosed_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path, pictures=False)
    send(house, "red", "bid 7")
    run(house, *END)
    with house.desk.store() as store:
        assert audit(store, 1).disclosed == (Disclosed(1, "", "2 Bids", "red", "2", "bid 7 (never opened)"),)
