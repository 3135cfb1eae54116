"""Who watches a game reads what every side may know, and no byte of his mails hangs on anything else."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from adjudicator.audit.checks import audit, replay
from adjudicator.catalogue import find_game
from adjudicator.commands import arrange, people
from adjudicator.dice import SeededDice
from adjudicator.game import Game
from adjudicator.judging.bots import Tally, answer_one
from adjudicator.judging.referee import run_on
from adjudicator.judging.what_if import known_to
from adjudicator.mail.desk import table as tables
from adjudicator.mail.telling.observers import common, public
from adjudicator.play import Play
from adjudicator.report.situation import situation
from adjudicator.state import State, Unit
from tests.adjudicator import tinygame
from tests.adjudicator.house import House, text_of
from tests.adjudicator.test_views import Fixed

EVE = "eve@example.org"
SENTINEL = "Nobody but red may read this"


def watched(folder: Path, monkeypatch: pytest.MonkeyPatch, place: int, bid: int, *secret: str) -> House:
    """A game in which red's chit, bid and standing orders differ and nothing else, and Eve watches."""
    monkeypatch.setattr(tables, "CommittedDice", lambda *_: Fixed(place))
    monkeypatch.setitem(tinygame.ANSWERS, "bid", tinygame.bid)
    house = House(folder, accepted=False)
    monkeypatch.setattr(arrange, "now", lambda: house.clock)
    people.player(house.desk.folder, 1, people.Wish(observe=f"Eve <{EVE}>"), as_json=False)
    house.write("red", "accept")
    house.write("blue", "accept")
    house.post()
    house.write("red", f"bid {bid}", *secret, chat=f"To Ben: {SENTINEL}")
    house.post()
    people.player(house.desk.folder, 1, people.Wish(side="blue", rename="Benjamin"), as_json=False)
    house.digest("observer")
    return house


def to_eve(house: House) -> list[bytes]:
    return [raw for name, raw in house.outbox().items() if name.startswith("1-observer")]


@pytest.mark.slow
@pytest.mark.of_a_file
def test_no_byte_of_an_observers_mail_hangs_on_what_is_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, known = set(), set()
    for place, bid, secret in product((1, 3), (0, 7), ((), ("if asked loss then lose", "move R1 birch"))):
        house = watched(tmp_path / f"{place} {bid} {len(secret)}", monkeypatch, place, bid, *secret)
        mails = to_eve(house)
        assert len(mails) == 2 and SENTINEL.encode() not in b"".join(mails)
        seen.add(tuple(mails))
        known.add(tuple(raw for name, raw in house.outbox().items() if name.startswith("1-red")))
    assert (len(seen), len(known)) == (1, 8)


def test_an_observer_gets_the_position_and_never_a_code_or_a_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = watched(tmp_path, monkeypatch, 1, 3)
    first, *_ = house.mails(EVE)
    text = text_of(first)
    assert (
        "report to observer" in text and "You are an observer of this game." in text and "DICE CHECKS" in text
    )
    assert "Eve now observes this game." in text and "You hold" not in text
    assert "CURRENT SITUATION" in text
    assert any("Eve now observes this game." in text_of(mail) for mail in house.mails("anna@example.org"))
    with house.desk.store() as store:
        codes = tables.Table(store, 1).codes(5)
    every = b"".join(to_eve(house)).decode()
    assert "BEGIN ORDERS" not in every and "bundle" not in every
    assert not any(code in every for code in codes)


@pytest.mark.slow
def test_an_observer_reads_on_till_the_end_and_may_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path, pictures=False)
    monkeypatch.setattr(arrange, "now", lambda: house.clock)
    people.player(house.desk.folder, 1, people.Wish(observe=EVE, name="Eve"), as_json=False)
    people.player(house.desk.folder, 1, people.Wish(observe="fay@example.org", name="Fay"), as_json=False)
    people.player(house.desk.folder, 1, people.Wish(unobserve="fay@example.org"), as_json=False)
    assert "You no longer observe game 1" in house.last("fay@example.org")
    told = len(house.mails("fay@example.org"))
    for turn in (1, 2):
        house.write("red", "bid 3")
        house.write("blue", "bid 1")
        house.post()
        house.write("red", "move R1 birch" if turn == 1 else "done", "done")
        house.post()
        house.write("blue", "done")
        house.post()
    assert "THE GAME IS OVER" in house.last(EVE) and "Bids: Blue 1, Red 3." in "".join(
        text_of(mail) for mail in house.mails(EVE)
    )
    assert any(part.get_filename() == "game-1-dice.json" for part in house.mails(EVE)[-1].iter_attachments())
    assert len(house.mails("fay@example.org")) == told
    with house.desk.store() as store:
        assert (replay(store, 1).difference, audit(store, 1).faults) == ("", ())


def test_who_watches_gives_no_orders_and_is_no_stranger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = watched(tmp_path, monkeypatch, 1, 3)
    house.write("blue", "bid 9", sender=EVE)
    house.write("blue", sender=EVE, id="<2@x>", chat="To Ben: psst", kind="CHECK")
    assert [letter.row for letter in house.post().letters] == ["not-in-game", "not-in-game"]


# -- the games ---------------------------------------------------------------------------------------------


def positions(game: Game, seed: int, answers: int) -> list[State]:
    """Positions of a game that random players come to."""
    chance, start = random.Random(seed), game.start(game.scenarios[0])
    play, found = Play(start, SeededDice(random.Random(seed))), list[State]()
    tally = Tally(play.events, start)
    run_on(game, play)
    for _ in range(answers):
        answer_one(game, game.bot, play, tally, chance)
        found.append(play.state)
    return found


def of_others(state: State, side: str) -> dict[str, Unit]:
    return {unit.id: unit for unit in state.units.values() if unit.side != side}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["koenigsberg45", "raceforberlin"])
def test_the_public_view_holds_nothing_that_a_side_does_not_know(name: str) -> None:
    game = find_game(name)
    for state in positions(game, 5, 25):
        seen = public(game, state)
        for side in game.sides:
            view = known_to(game, state, side)
            assert of_others(seen, side) == of_others(view, side)
            assert all(view.hands[holder] == cards for holder, cards in seen.hands.items() if holder != side)
            for part in ("facts", "tracks", "control", "cups"):
                known = getattr(view, part)
                assert all(known[key] == value for key, value in getattr(seen, part).items())
            for mine, frame in zip(view.frames, seen.frames, strict=True):
                assert all(mine.facts[key] == value for key, value in frame.facts.items())
        assert not (seen.decisions or seen.standing or seen.kept or seen.sealed or seen.rolled_for)
        assert situation(game, seen, "").hosts


@pytest.mark.parametrize("name", ["koenigsberg45", "raceforberlin"])
def test_every_game_can_be_watched(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(tmp_path, name, pictures=False)
    monkeypatch.setattr(arrange, "now", lambda: house.clock)
    people.player(house.desk.folder, 1, people.Wish(observe=f"Eve <{EVE}>"), as_json=False)
    (mail,) = house.mails(EVE)
    assert "Eve now observes this game." in text_of(mail) and "Units by location" in text_of(mail)


def test_what_is_common_is_what_all_say_alike() -> None:
    assert common([{"a": 1, "b": 2}, {"a": 1, "b": 3, "c": 4}]) == {"a": 1}
