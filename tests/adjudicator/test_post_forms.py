"""A missing or old code is answered with the present form, ready filled, to the player of the side alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.adjudicator.house import House, text_of

ANNA, WORK, EVE = "anna@example.org", "anna@work.example.org", "eve@example.org"
LINES = ("bid 3", "if asked loss then lose")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, pictures=False)


def first_line(house: House) -> str:
    turn, code = house.form("red")
    return f"BEGIN ORDERS 1 turn {turn} red {code}"


def form_in(text: str) -> list[str]:
    (form,) = re.findall(r"BEGIN ORDERS.*?END ORDERS", text, re.DOTALL)
    return [line for line in form.splitlines() if not line.startswith("#")]


def turn_two(house: House) -> str:
    """Play the first turn; the code of red in it."""
    _, old = house.form("red")
    for lines in ((("red", "bid 3"), ("blue", "bid 1")), (("red", "done"),), (("blue", "done"),)):
        for side, line in lines:
            house.write(side, line)
        house.post()
    return old


def lay(house: House, begin: str, sender: str = ANNA) -> None:
    raw = house.letter("red", *LINES, sender=sender, id="<late@example.org>")
    (house.desk.inbox / "late.eml").write_bytes(re.sub(rb"BEGIN ORDERS[^\n]*", begin.encode(), raw))


@pytest.mark.parametrize(
    ("begin", "row"),
    [
        ("BEGIN ORDERS 1 turn 2 red", "no-code"),
        ("BEGIN ORDERS 1 turn 2 red {old}", "old-code"),
        ("BEGIN ORDERS 1 turn 1 red {old}", "wrong-turn"),
        ("BEGIN ORDERS 1 turn 2 red AAAA-2222", "wrong-code"),
        ("BEGIN ORDERS 1 red {old}", "header"),
        ("BEGIN ORDERS", "header"),
    ],
)
@pytest.mark.parametrize("sender", [ANNA, WORK])
def test_the_answer_is_the_form_of_the_day_filled_with_what_was_sent(
    house: House, begin: str, row: str, sender: str
) -> None:
    old = turn_two(house)
    lay(house, begin.format(old=old), sender)
    assert [one.row for one in house.post().letters] == [row]
    answer = house.last(sender)
    assert form_in(answer) == [first_line(house), *LINES, "END ORDERS"]
    assert "If you did not write that email, send nothing" in answer
    back = re.findall(r"BEGIN ORDERS.*?END ORDERS", answer, re.DOTALL)[0].splitlines()
    house.write("red", *back[1:-1])
    assert [one.row for one in house.post().letters] == ["taken"]


@pytest.mark.parametrize(
    "begin", ["BEGIN ORDERS 1 turn 1 red", "BEGIN ORDERS", "BEGIN ORDERS 1 turn 1 red AAAA-2222"]
)
def test_a_stranger_never_gets_a_form(house: House, begin: str) -> None:
    lay(house, begin, EVE)
    house.post()
    _, code = house.form("red")
    told = "\n".join(text_of(mail) for mail in house.mails(EVE))
    assert told and code not in told


def test_the_other_player_gets_no_form_of_this_side(house: House) -> None:
    lay(house, "BEGIN ORDERS 1 turn 1 red AAAA-2222", "ben@example.org")
    assert [one.row for one in house.post().letters] == ["wrong-side"]
    _, code = house.form("red")
    assert code not in "\n".join(text_of(mail) for mail in house.mails("ben@example.org"))


@pytest.mark.parametrize("text", ["Hello!", "BEGIN ORDERS 1 turn 1 red AAAA-2222\nbid 3"])
def test_examples_are_from_the_writers_own_game(house: House, text: str) -> None:
    raw = f"From: {ANNA}\nMessage-ID: <x@y>\nContent-Type: text/plain\n\n{text}\n"
    (house.desk.inbox / "1.eml").write_bytes(raw.encode())
    house.post()
    answer = " ".join(house.last(ANNA).split())
    assert "zhukov" not in answer and "7F3K" not in answer
    assert text != "Hello!" or first_line(house) in answer
