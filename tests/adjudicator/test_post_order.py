"""Later means later: which of several letters counts, and what becomes of the others."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from adjudicator.mail.reading import letter as letters
from adjudicator.orders import Grammar
from tests.adjudicator.house import House, text_of, verdicts

ANNA, BEN = "anna@example.org", "ben@example.org"


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, pictures=False)


def lay(
    house: House, name: str, *lines: str, date: datetime | None = None, came: datetime | None = None
) -> Path:
    """Lay a letter of red into the inbox under a name of its own, dated and saved at those times."""
    house.written += 1
    raw = house.letter("red", *lines)
    dated = raw.split(b"Date: ")[1].split(b"\n")[0]
    raw = raw.replace(b"Date: " + dated, f"Date: {format_datetime(date or house.clock)}".encode())
    path = house.desk.inbox / name
    path.write_bytes(raw)
    if came:
        os.utime(path, (came.timestamp(), came.timestamp()))
    return path


def bid(house: House) -> str:
    """What red bid, as blue is told."""
    house.write("blue", "bid 1")
    house.post()
    return next(line for line in house.last(BEN).splitlines() if "Red " in line and "Bids" in line)


def test_the_later_date_counts_and_not_the_name_of_the_file(house: House) -> None:
    lay(house, "a.eml", "bid 9", date=house.clock + timedelta(minutes=5))
    lay(house, "b.eml", "bid 3", date=house.clock)
    assert [(one.source, one.row) for one in house.post().letters] == [
        ("b.eml", "replaced"),
        ("a.eml", "taken"),
    ]
    assert "Red 9" in bid(house)


@pytest.mark.parametrize("wrong", [timedelta(days=400), timedelta(hours=9), -timedelta(days=1)])
def test_a_date_in_the_future_or_before_the_question_does_not_count_but_the_arrival(
    house: House, wrong: timedelta
) -> None:
    late, early = house.clock + timedelta(minutes=50), house.clock + timedelta(minutes=10)
    lay(house, "a.eml", "bid 9", date=house.clock + wrong, came=late if wrong < timedelta(0) else early)
    lay(house, "b.eml", "bid 3", date=house.clock + timedelta(minutes=30), came=late)
    assert ("Red 9" if wrong < timedelta(0) else "Red 3") in bid(house)


def test_of_one_date_the_one_that_was_delivered_later_counts(house: House) -> None:
    for second, amount in ((1700000009, 9), (1700000003, 3)):
        path = lay(house, f"{amount}.eml", f"bid {amount}")
        path.rename(house.desk.inbox / "new" / f"{second}.M1P{amount}.host")
    assert "Red 9" in bid(house)


def test_only_of_one_date_and_arrival_the_name_decides(house: House) -> None:
    for name, amount in (("9.eml", 9), ("10.eml", 3)):
        lay(house, name, f"bid {amount}", came=house.clock)
    assert "Red 3" in bid(house)


def test_the_answer_to_a_replaced_letter_asks_nothing_and_keeps_its_standing_orders(house: House) -> None:
    lay(house, "1.eml", "bid 3", "if asked loss then lose", "# a comment")
    house.clock += timedelta(minutes=1)
    lay(house, "2.eml", "bid 9")
    house.post()
    answer = next(text_of(m) for m in house.mails(ANNA) if "replaces this one" in text_of(m))
    assert verdicts(answer) == ["not judged", "done"]
    assert "Its standing orders are kept." in answer
    assert "Your move:" not in answer and "BEGIN ORDERS" not in answer
    with house.desk.store() as store:
        assert house.table(store).state.standing["red"] == ("if asked loss then lose",)
    assert "Red 9" in bid(house)


def test_a_standing_order_of_a_replaced_letter_does_not_answer_before_the_later_one(house: House) -> None:
    house.write("red", "bid 9")
    house.write("blue", "bid 0")
    house.post()
    house.write("red", "move R1 birch")
    house.post()
    while not asked_of_blue(house):
        house.write("red", "attack R1 cedar")
        house.post()
    house.write("blue", "lose B2", "if asked loss then lose")
    house.write("blue", "retreat B2 dale")
    house.post()
    with house.desk.store() as store:
        assert house.table(store).state.units["B2"].at == "dale"


def asked_of_blue(house: House) -> bool:
    with house.desk.store() as store:
        return house.table(store).state.decision("blue", "loss") is not None


def test_a_letter_for_the_question_after_next_takes_no_place(house: House) -> None:
    house.write("red", "bid 9")
    house.write("red", "move R1 birch")
    assert [one.row for one in house.post().letters] == ["taken", "taken"]
    house.write("red", "bid 3")
    house.write("red", "bdi 5")  # too unclear to say what it is for: it is the newer word on the matter
    assert [one.row for one in house.post().letters] == ["replaced", "taken"]


@pytest.mark.parametrize("wrong", [{"code": "AAAA-BBBB"}, {"turn": "7"}, {"kind": "CHECK"}])
def test_a_later_letter_that_is_not_taken_takes_no_place(house: House, wrong: dict[str, str]) -> None:
    house.write("red", "bid 3")
    house.write("red", "bid 9", **wrong)
    first, second = house.post().letters
    assert first.row == "taken" and second.action != "take"
    assert "Red 3" in bid(house)


@pytest.mark.slow
def test_each_letter_is_read_twice_in_a_run_however_many_there_are(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for their order and once for itself: forty sheets that replace nothing cost no more than forty."""
    for _ in range(40):
        house.write("red", "bid 3", "if asked loss then lose")
    read: list[bytes] = []
    real = letters.read_letter

    def counted(raw: bytes, **told: object) -> letters.Letter:
        read.append(raw)
        return real(raw, **told)  # type: ignore[arg-type]

    monkeypatch.setattr("adjudicator.mail.holding.intake.read_letter", counted)
    house.post()
    assert len(read) == 80


@pytest.mark.slow
def test_what_a_later_sheet_answers_is_looked_up_once_however_many_there_are(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for amount in range(20):
        house.write("red", f"bid {amount % 10}")
    read: list[object] = []
    real = Grammar.sheet

    def counted(grammar: Grammar, lines: Iterable[tuple[int, str]], sheet: int = 1) -> object:
        read.append(sheet)
        return real(grammar, lines, sheet)

    monkeypatch.setattr(Grammar, "sheet", counted)
    assert [one.row for one in house.post().letters] == ["replaced"] * 19 + ["taken"]
    assert len(read) < 3 * 20
