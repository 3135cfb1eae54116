"""Letters as people write them who do not copy the form: without a block, between quoted lines, one word."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.mail.run import MailRun
from adjudicator.mail.writing.outbox import game_of, message_id
from adjudicator.store import Store
from tests.adjudicator.house import SECRET, House, head_of, text_of

ANNA, BEN = "anna@example.org", "ben@example.org"


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path).both_bid()


def plain(house: House, side: str, text: str, subject: str = "orders", answers: str = "") -> MailRun:
    """Post a letter of nothing but this text."""
    mail = EmailMessage()
    house.written += 1
    seat = house.players[side]
    mail["From"], mail["To"] = f"{seat.name} <{seat.addresses[0]}>", "referee@example.org"
    mail["Subject"], mail["Date"] = subject, house.clock
    mail["Message-ID"] = f"<{house.written}-{side}@example.org>"
    if answers:
        mail["In-Reply-To"] = answers
    mail.set_content(text)
    (house.desk.inbox / f"{house.written:03d}.eml").write_bytes(mail.as_bytes())
    return house.post()


def row(done: MailRun) -> tuple[str, str]:
    (letter,) = done.letters
    return letter.row, letter.action


def test_a_list_of_emails_shows_what_an_answer_is_about(house: House) -> None:
    for lines, told in (
        (("mvoe R2 birch", "done"), "CORRECTION NEEDED: 1 of 2 orders, 1 on hold"),
        (("start over", "move R2 nowhere"), "CORRECTION NEEDED: 1 of 2 orders"),
        (("done",), "Your orders: 1 OK"),
    ):
        house.write("red", *lines)
        house.post()
        answer = [mail for mail in house.mails(ANNA) if mail["Subject"] == "Re: orders"][-1]
        assert head_of(answer) == told


def begin(house: House, side: str) -> str:
    turn, code = house.form(side)
    return f"BEGIN ORDERS 1 turn {turn} {side} {code}"


def quoted(house: House, side: str) -> str:
    head = "On Fri, 27 Nov 2026 at 15:16, The Referee <r@example.org>\nwrote:\n"
    return f"{head}> {begin(house, side)}\n> # ?\n>\n"


@pytest.mark.parametrize(
    "text",
    [
        "move R1 birch\ndone\n",
        "Hi Referee,\n\nmy orders:\nmove R1 birch\ndone\n\nCheers\nAnna\n",
        "{quoted}move R1 birch\ndone\n> END ORDERS\n",
    ],
)
def test_orders_without_a_block_come_back_in_the_form_and_nobody_is_troubled(house: House, text: str) -> None:
    done = plain(house, "red", text.format(quoted=quoted(house, "red")))
    assert row(done) == ("unframed", "answer")
    told = house.last(ANNA)
    form = told[told.index(begin(house, "red")) :]
    assert [line for line in form.splitlines() if line and line[0] != "#"][1:4] == [
        "move R1 birch",
        "done",
        "END ORDERS",
    ]
    assert house.mails("referee@example.org") == []
    with house.desk.store() as store:
        assert house.table(store).state.units["R1"].at == "ash", "nothing has moved by it"


@pytest.mark.parametrize("text", ["as is\n", "As it stands.\n\nAnna\n"])
def test_a_bare_as_is_comes_back_in_the_form_too(house: House, text: str) -> None:
    assert row(plain(house, "red", text)) == ("unframed", "answer")
    assert text.splitlines()[0] in house.last(ANNA).splitlines()


@pytest.mark.parametrize(
    "text",
    [
        "accept\n",
        "Hi,\n\nAccept this game.\n\nCheers\nAnna\n",
        "Hi, I accept!\n",
        "Hi Nigel, yes I accept! Looking forward to it.\n",
    ],
)
def test_a_game_accepted_without_a_block_comes_back_in_the_form(tmp_path: Path, text: str) -> None:
    house = House(tmp_path, accepted=False, pictures=False)
    assert row(plain(house, "red", text)) == ("unframed", "answer")
    told = house.last(ANNA)
    (line,) = (line for line in text.splitlines() if "accept" in line.casefold())
    assert line in told[told.index(begin(house, "red")) :].splitlines()
    assert house.mails("referee@example.org") == []


@pytest.mark.parametrize(
    "text", ["I accept!\n\nSent from my iPhone", "Accept", "Hi,\n\nYes, we accept the game.\n"]
)
def test_a_game_is_accepted_by_the_bare_word_above_the_quoted_invitation(tmp_path: Path, text: str) -> None:
    house = House(tmp_path, game="amberroad", accepted=False, pictures=False)
    assert row(plain(house, "red", f"{text}\n\n{quoted(house, 'red')}> END ORDERS\n")) == ("taken", "take")
    told = " ".join(house.last(BEN).split())
    assert "OK: you have accepted the game" in told
    assert "Waiting for the Blue player to accept the game." in told
    assert "all hold" in house.says("audit", "1").output
    assert house.mails("referee@example.org") == []


def test_a_form_that_comes_back_advises_nothing_again(tmp_path: Path) -> None:
    house = House(tmp_path, game="amberroad", accepted=False, pictures=False)
    assert "if asked" in house.last(BEN)
    assert row(plain(house, "red", "May I ask my brother to help me?")) == ("no-block", "hold")
    assert "# accept" in house.last(BEN) and "if asked" not in house.last(BEN)


def test_beside_a_question_to_the_referee_they_are_held_and_come_back_too(house: House) -> None:
    done = plain(house, "red", "May the first go there?\nmove R1 birch\n")
    assert row(done) == ("no-block", "hold")
    assert f"{begin(house, 'red')}\n" in house.last(ANNA) and "\nmove R1 birch\nEND ORDERS" in house.last(
        ANNA
    )


def test_a_report_quoted_without_signs_is_nobodys_orders(house: House) -> None:
    head = "-----Original Message-----\nFrom: r@example.org\n\n"
    below = f"{head}{begin(house, 'red')}\n\nEND ORDERS\nmove R1 birch\n"
    done = plain(house, "red", f"Which way is birch?\n\n{below}")
    assert row(done) == ("no-block", "hold")
    assert "move R1 birch" not in house.last(ANNA)


def proposed(house: House) -> None:
    house.write("red", "move R1 birch", "done")
    house.post()
    house.write("red", "propose undo")
    house.post()


def open_proposals(store: Store, house: House) -> list[str]:
    return list(house.table(store).state.proposals)


@pytest.mark.parametrize("words", ["Agree undo", "I agree to undo.", "agree", "refuse undo\n\nBen"])
def test_a_word_on_a_proposal_above_the_form_is_taken(house: House, words: str) -> None:
    proposed(house)
    done = plain(house, "blue", f"{words}\n\n{quoted(house, 'blue')}> END ORDERS\n")
    assert row(done)[1] == "take"
    with house.desk.store() as store:
        assert open_proposals(store, house) == []
        assert house.table(store).state.units["R1"].at == ("birch" if "refuse" in words else "ash")


@pytest.mark.slow
@pytest.mark.parametrize("below", ["", "> BEGIN ORDERS 1 turn 1 blue AAAA-AAAA\n"])
def test_without_the_right_code_it_moves_nothing_and_comes_back_in_the_form(house: House, below: str) -> None:
    proposed(house)
    plain(house, "blue", f"Agree undo\n\n{below}")
    with house.desk.store() as store:
        assert open_proposals(store, house) == ["undo"]
    assert "gree undo\nEND ORDERS" in house.last(BEN)


@pytest.mark.slow
def test_a_reply_is_answered_with_the_first_line_of_the_game_it_replies_to(house: House) -> None:
    house.open(SECRET)
    asked = house.mails(ANNA)[-1]
    assert "[2]" in asked["Subject"] and game_of(asked["Message-ID"], house.desk.settings.address) == "2"
    assert game_of(message_id("r@example.org", "2-red", 7), "referee@example.com") == ""
    for subject, answers in (("Re: [2] Tiny", ""), ("my move", asked["Message-ID"])):
        plain(house, "red", "What now, referee?", subject, answers)
        told = house.last(ANNA)
        assert "BEGIN ORDERS 2 turn" in told and "BEGIN ORDERS 1" not in told
    plain(house, "red", "move R1 birch", "my move", asked["Message-ID"])
    assert "BEGIN ORDERS 2 turn" in text_of(house.mails(ANNA)[-1])
    plain(house, "red", "HELP", "my move", asked["Message-ID"])
    assert "Game 2, " in house.last(ANNA)
