"""What is hidden from a side changes no byte that the side receives."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from adjudicator.catalogue import find_game
from adjudicator.dice import Roll
from adjudicator.judging.what_if import known_to
from adjudicator.mail.desk import table as tables
from tests.adjudicator import tinygame
from tests.adjudicator.house import House

BEN = "ben@example.org"


class Fixed:
    """Dice for the two draws of the set-up, which are then put as the test likes; else always a five."""

    def __init__(self, place: int) -> None:
        self.place = place

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        return Roll(5)

    def pick(self, n: int, rule: str, purpose: str, items: object) -> Roll:
        return Roll(self.place if n == 1 else 1)


def play(folder: Path, monkeypatch: pytest.MonkeyPatch, place: int, bid: int, *secret_lines: str) -> House:
    """A game in which red's chit, bid and standing orders differ and nothing else."""
    monkeypatch.setattr(tables, "CommittedDice", lambda *_: Fixed(place))
    monkeypatch.setitem(tinygame.ANSWERS, "bid", tinygame.bid)
    house = House(folder)
    house.write("red", f"bid {bid}", *secret_lines)
    house.post()
    house.write("blue", "if asked loss then lose", "bid 1", kind="CHECK")
    house.write("blue", "move B2 birch", kind="CHECK")
    house.post()
    return house


def to_ben(house: House) -> list[bytes]:
    return [raw for name, raw in house.outbox().items() if name.startswith("1-blue")]


SECRETS = [*product((2, 3, 4), (2, 9), ((), ("if asked loss then lose",)))]


@pytest.mark.parametrize(("place", "bid", "lines"), SECRETS)
def test_blue_gets_the_same_bytes_whatever_red_holds_bids_and_plans(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: int, bid: int, lines: tuple[str, ...]
) -> None:
    one = play(tmp_path / "one", monkeypatch, 2, 5)
    other = play(tmp_path / "other", monkeypatch, place, bid, *lines)
    with one.desk.store() as a, other.desk.store() as b:
        same = one.table(a).state == other.table(b).state
    assert not same, "the secrets are the same, so the test would show nothing"
    assert len(to_ben(one)) == 3
    assert to_ben(one) == to_ben(other)


def test_red_itself_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = play(tmp_path / "one", monkeypatch, 2, 5)
    other = play(tmp_path / "other", monkeypatch, 3, 5)
    assert "Chit 2" in "".join(map(str, one.mails("anna@example.org")))
    assert "Chit 3" in "".join(map(str, other.mails("anna@example.org")))


class Dealt:
    """Dice for Race for Berlin: each side draws the chit that the test says, and every die shows three."""

    def __init__(self, koniev: str, zhukov: str) -> None:
        self.wanted = {"koniev": koniev, "zhukov": zhukov}

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        return Roll(3)

    def pick(self, n: int, rule: str, purpose: str, items: Sequence[str]) -> Roll:
        side = next(side for side in self.wanted if side in purpose.casefold())
        return Roll(items.index(self.wanted[side]) + 1)


def dealt(folder: Path, monkeypatch: pytest.MonkeyPatch, koniev: str, zhukov: str) -> House:
    """A game of Race for Berlin up to the first questions, and a dry run by each side."""
    monkeypatch.setattr(tables, "CommittedDice", lambda *_: Dealt(koniev, zhukov))
    house = House(folder, "raceforberlin", pictures=False)
    house.write("zhukov", "convert", "combat 8GA-1 at seelow", kind="CHECK")
    house.write("koniev", "convert", kind="CHECK")
    house.post()
    return house


def letters_to(house: House, side: str) -> list[bytes]:
    return [raw for name, raw in house.outbox().items() if name.startswith(f"1-{side}-")]


@pytest.mark.parametrize("other", ["event-2", "event-7", "event-11"])
def test_zhukov_gets_the_same_bytes_whatever_koniev_drew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    one = dealt(tmp_path / "one", monkeypatch, "event-3", "event-8")
    two = dealt(tmp_path / "two", monkeypatch, other, "event-8")
    assert len(letters_to(one, "zhukov")) == 3
    assert letters_to(one, "zhukov") == letters_to(two, "zhukov")
    assert letters_to(one, "koniev") != letters_to(two, "koniev")


@pytest.mark.parametrize("other", ["event-2", "event-7", "event-11"])
def test_koniev_gets_the_same_bytes_whatever_zhukov_drew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    one = dealt(tmp_path / "one", monkeypatch, "event-8", "event-3")
    two = dealt(tmp_path / "two", monkeypatch, "event-8", other)
    assert letters_to(one, "koniev") == letters_to(two, "koniev")
    assert letters_to(one, "zhukov") != letters_to(two, "zhukov")


@pytest.mark.parametrize(
    "ahead", [("move 61-1 kustrin",), ("pass",), ("move 61-1 kustrin", "mvoe 61-2 kustrin")]
)
def test_koniev_gets_the_same_bytes_whatever_zhukov_sends_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: tuple[str, ...]
) -> None:
    houses = []
    for name, lines in (("one", ()), ("two", ahead)):
        monkeypatch.setattr(tables, "CommittedDice", lambda *_: Dealt("event-3", "event-8"))
        house = House(tmp_path / name, "raceforberlin", pictures=False)
        house.write("zhukov", "convert")
        house.post()
        if lines:
            house.write("zhukov", *lines)
        house.post()
        house.write("koniev", "convert", kind="CHECK", id="<check@example.org>")
        house.post()
        houses.append(house)
    with houses[1].desk.store() as store:
        kept = houses[1].table(store).state.kept.get("zhukov", ())
    assert [line["text"] for line in kept if not line["bad"]] == [
        line for line in ahead if line.startswith("move")
    ]
    assert letters_to(houses[0], "koniev") == letters_to(houses[1], "koniev")
    assert len(letters_to(houses[0], "zhukov")) < len(letters_to(houses[1], "zhukov"))


def test_a_view_is_made_once_for_a_state_and_a_side() -> None:
    game = find_game("raceforberlin")
    state = game.start(game.scenarios[0])
    seen = known_to(game, state, "zhukov")
    assert known_to(game, state, "zhukov") is seen
    assert known_to(game, state, "koniev") is not seen
    assert known_to(game, state.but(turn=2), "zhukov").turn == 2
