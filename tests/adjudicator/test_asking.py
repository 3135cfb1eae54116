"""HELP, RULE, REPORT and UNDO alone in a letter without any block: answered at once, to nobody else."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.mail.desk.questions import read_question
from adjudicator.mail.desk.table import open_game
from adjudicator.mail.reading.asking import question_in
from adjudicator.store import Seat
from tests.adjudicator.house import SEATS, House, text_of
from tests.adjudicator.test_agreements import ANNA, BEN, proposed, run, sheets

CODE = re.compile(r"\b[A-Z2-9]{4}-[A-Z2-9]{4}\b")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, pictures=False)


def letter(house: House, text: str, subject: str = "", sender: str = ANNA, html: bool = False) -> str:
    """Send a letter as a telephone does; the row that it met."""
    house.written += 1
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, "referee@example.org", subject
    mail["Message-ID"] = f"<{house.written}@phone.example.org>"
    if html:
        mail.set_content(f"<html><body><div>{text}</div></body></html>", subtype="html")
    else:
        mail.set_content(text)
    (house.desk.inbox / f"{house.written}.eml").write_bytes(mail.as_bytes())
    (done,) = house.post().letters
    return done.row


def answered(house: House, address: str = ANNA) -> str:
    """The answer to the last letter; it goes to nobody else."""
    mails = [mail for mail in house.mails() if mail["In-Reply-To"]]
    newest = max(mails, key=lambda mail: mail["Date"].datetime)
    assert str(newest["To"]) == address
    return text_of(newest)


# -- as people write them ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("HELP", "game"),
        ("help\n\nSent from my iPhone\n", ""),
        ("Hi,\n\nHelp!\n\nThanks\nAnna\n", "a question"),
        ("", "HELP"),
        ("\n\nSent from my Android phone\n", "Re: [1] help"),
        (
            "Help please\n\nOn Friday the referee wrote:\n> YOUR MOVE\n> BEGIN ORDERS 1",
            "Re: [1] Tiny",
        ),
    ],
)
def test_help_is_answered_at_once_however_a_telephone_writes_it(
    house: House, text: str, subject: str
) -> None:
    before = sheets(house)
    assert letter(house, text, subject) == "question"
    told = answered(house)
    assert "Game 1, Tiny." in told and "All orders of the game:" in told and "move" in told
    assert sheets(house) == before and not list(house.desk.held.iterdir())


def test_help_in_a_letter_of_html_alone_is_answered(house: House) -> None:
    assert letter(house, "HELP", html=True) == "question"
    assert "All orders of the game:" in answered(house)


@pytest.mark.parametrize("text", ["RULE 3.2", "rule [3.2].", "Rules 3.2"])
def test_a_rule_is_told(house: House, text: str) -> None:
    assert letter(house, text) == "question"
    assert "3.2" in answered(house)


def test_several_questions_in_a_letter_are_all_answered(house: House) -> None:
    assert letter(house, "HELP MOVE\nREPORT\n") == "question"
    told = answered(house)
    assert "The order:" in told and "Your newest report once more:" in told


@pytest.mark.parametrize(
    "text",
    [
        "Help me, I cannot open the map",
        "Report of my holidays: it rained",
        "help\nand may I cross at Birch?",
        "Rule 3.2 is unclear to me",
        "Undo the last turn, please, it was a mistake",
    ],
)
def test_a_sentence_that_begins_like_a_question_is_for_the_referee(house: House, text: str) -> None:
    assert letter(house, text) == "no-block"
    assert len(list(house.desk.held.iterdir())) == 1


# -- who gets what -------------------------------------------------------------------------------------------


def test_without_a_reply_code_help_and_rules_tell_nothing_that_is_secret(house: House) -> None:
    told = []
    for sender in (ANNA, BEN):
        letter(house, "HELP\nRULE 3.2", sender=sender)
        told.append(answered(house, sender).split("Reply above")[1])
    assert told[0] == told[1]
    assert not CODE.search(told[0])


def test_the_report_comes_again_to_an_address_that_had_it_and_to_no_other(house: House) -> None:
    report = house.last(ANNA)
    assert letter(house, "REPORT") == "question"
    again = answered(house)
    assert all(f"| {line}".rstrip() in again for line in report.splitlines()[3:])
    assert letter(house, "REPORT", sender="eve@example.org") == "stranger"
    told = answered(house, "eve@example.org")
    assert "Tiny" not in told and "report" not in told.lower() and not CODE.search(told)


@pytest.mark.parametrize("text", ["HELP", "RULE 3.2", "UNDO", "REPORT"])
def test_a_stranger_learns_nothing_and_is_answered_once(house: House, text: str) -> None:
    assert letter(house, text, sender="eve@example.org") == "stranger"
    told = answered(house, "eve@example.org")
    assert "The address is not known here, so nobody has acted on the email." in told
    assert "Tiny" not in told and not CODE.search(told)
    assert letter(house, text, sender="eve@example.org") == "stranger-again"


def test_undo_needs_the_reply_code_and_its_form_goes_to_its_player_alone(house: House) -> None:
    house.write("red", "bid 3")
    house.write("blue", "bid 1")
    house.post()
    assert letter(house, "UNDO") == "question"
    assert proposed(house) == ()
    (form,) = re.findall(r"BEGIN ORDERS.*END ORDERS", answered(house), re.DOTALL)
    assert letter(house, form) == "taken"
    assert proposed(house) == ("undo",)


def test_somebody_in_two_games_says_which_one_by_the_subject(house: House) -> None:
    with house.desk.store() as store, store.transaction():
        players = dict(zip(("red", "blue"), SEATS, strict=True))
        open_game(store, house.name, players, bytes(32), house.clock.isoformat())
    assert letter(house, "HELP") == "question"
    assert "You play in games 1 and 2" in answered(house)
    assert letter(house, "HELP", "Re: [2] Tiny, turn 1") == "question"
    assert "Game 2, Tiny." in answered(house)


# -- beside orders -------------------------------------------------------------------------------------------


def test_a_question_above_the_block_is_answered_with_the_orders(house: House) -> None:
    house.write("red", "bid 3", chat="HELP MOVE\n\nAnna")
    (done,) = house.post().letters
    assert (done.row, done.words) == ("taken", "")
    assert "The order:" in answered(house) and "bid 3" in answered(house)


@pytest.mark.parametrize(
    ("chat", "note"),
    [
        ("Nice move.\n\nwhere is R1?", "Nice move."), ("Nice move.\nwhere is R1?", "Nice move."),
        ("Dear referee,\nwhere is R1?\nMay I cross?", "Dear referee,\nMay I cross?"),
        ("Nice move.\n\nhelp undo\nwhere R1\n\nMay I cross?", "Nice move.\n\n\nMay I cross?"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("orders", [("bid 3",), ()])
def test_a_question_beside_a_note_is_answered_and_the_note_alone_is_for_the_referee(
    house: House, orders: tuple[str, ...], chat: str, note: str
) -> None:
    house.write("red", *orders, chat=f"{chat}\n")
    (done,) = house.post().letters
    assert (done.row, done.words) == ("taken" if orders else "question", note)
    told = answered(house)
    assert "1 Red, Red: Ash." in told and f'The referee will read your note: "{note.split()[0]} ' in told
    assert len(list(house.desk.held.iterdir())) == 1


@pytest.mark.parametrize(
    "chat",
    [
        "I think of the time\nwhere R1 stood at\nAsh, alone.", "So please send me a\nreport\nsome time.",
        "Where did R1 go, Ben?", "I wonder\nwhere is R1 and what may it do?", "May I see\nrule 7.2 again?",
        "Nice move.\n\nundo", "I still need\nhelp R1 or not, who knows?",
    ],
)  # fmt: skip
def test_prose_beside_the_block_is_made_no_question(house: House, chat: str) -> None:
    house.write("red", "bid 3", chat=chat)
    (done,) = house.post().letters
    assert (done.row, done.words) == ("taken", chat)
    assert "Red: Ash" not in answered(house) and "once more" not in answered(house)


def test_undo_above_the_block_is_laid_before_the_referee(house: House) -> None:
    house.write("red", "bid 3", chat="UNDO")
    (done,) = house.post().letters
    assert (done.row, done.words) == ("taken", "UNDO")


def test_words_to_another_player_beside_a_question_are_passed_on_and_the_rest_is_read_by_the_referee(
    house: House,
) -> None:
    assert letter(house, "To Ben: hello there\n\nHELP") == "words-no-code"
    assert len(list(house.desk.held.iterdir())) == 1
    house.write("red", chat="To Ben: hello there\n\nHELP\n\n")
    (done,) = house.post().letters
    assert (done.row, done.words) == ("words", "HELP")
    assert len(list(house.desk.held.iterdir())) == 2


# -- people of other games -----------------------------------------------------------------------------------


def test_nobody_gets_a_report_of_a_game_that_he_does_not_play(house: House) -> None:
    with house.desk.store() as store, store.transaction():
        seats = {"red": Seat("Cleo", ("cleo@example.org",)), "blue": Seat("Dan", ("dan@example.org",))}
        open_game(store, house.name, seats, bytes(32), house.clock.isoformat())
    assert letter(house, "REPORT", "Re: [1] Tiny", sender="cleo@example.org") == "question"
    told = answered(house, "cleo@example.org")
    assert "Game 2, Tiny." in told and "you have had no report yet" in told
    assert not CODE.search(told)


def test_who_only_watches_is_answered_and_told_nothing(house: House) -> None:
    run(house, "player", "1", "--observe", "Eve <eve@example.org>")
    for text in ("HELP", "REPORT", "UNDO"):
        assert letter(house, text, "Re: [1] Tiny", sender="eve@example.org") == "question"
        told = answered(house, "eve@example.org")
        assert "You play in no game here" in told and not CODE.search(told)


# -- by name -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["help STUKA-1", "Help I/11 Pz", "help I-11 Pz", "help HQ Rum VI", "help 45 RD?", "where 45 RD",
     "Where I/11 Pz", "WHERE 3914",
     "odds attack 3914 with I/11 Pz, II/11 Pz", "Odds 3914 with 302-1", "help D.move.7",
     "help activation card", "help hasty attack?", "help Second Wind"],
)  # fmt: skip
def test_a_question_about_a_name_is_one(line: str) -> None:
    assert question_in(line) == line.rstrip("?")


@pytest.mark.parametrize(
    ("line", "plain"),
    [("where is Sch-3?", "where Sch-3"), ("Where is the 6 Kradsch", "Where 6 Kradsch"),
     ("where's the 45 RD?", "where 45 RD"), ("where are 6 Kradsch and Sch-3?", "where 6 Kradsch and Sch-3"),
     ("help the STUKA-1", "help STUKA-1"), ("help a hasty attack?", "help hasty attack")],
)  # fmt: skip
def test_a_question_in_a_sentence_is_the_same_as_without_its_small_words(line: str, plain: str) -> None:
    assert question_in(line) == plain
    found = read_question(1, line)
    assert found is not None and f"{found.word} {found.about}" == plain.casefold()


@pytest.mark.parametrize(
    "line",
    ["help me with 45 RD", "where is my report of turn 2", "where are we", "odds are 3 to 1 that I lose",
     "help is needed in game 2", "Where did 45 RD go", "help with the rules of turn 3, I am lost",
     "Help, I am lost in Kyoto this weekend", "help wanted, urgently", "where is your report of turn 2",
     "help moving house next weekend"],
)  # fmt: skip
def test_a_sentence_that_begins_like_one_is_for_the_referee(line: str) -> None:
    assert question_in(line) == ""


def test_several_questions_in_one_letter_are_answered_each_and_nothing_is_judged(house: House) -> None:
    before = sheets(house)
    assert letter(house, "help bid\nwhere R1\nwhere B2\nodds move R1 birch\n") == "question"
    told = answered(house)
    for says in ("The order:", "1 Red", "2 Blue", "odds move R1 birch"):
        assert says in told, told
    assert sheets(house) == before


UNCLEAR = "help R1\nhelp moves\nhelp me with 1 Red\nwhere is the R1?\nwhere 99 Rde\n"


def test_a_question_about_nothing_known_silences_no_other(house: House) -> None:
    assert letter(house, f"Hi,\n\n{UNCLEAR}\nThanks\nAnna") == "question"
    told = answered(house)
    assert told.count("NOT UNDERSTOOD") == 3 and "Did you mean: help move" in told, told
    assert "\n1 Red, Red.\n" in told and "1 Red, Red: Ash." in told
    assert not list(house.desk.held.iterdir())


def test_above_a_block_a_question_about_nothing_known_is_no_note_to_the_referee(house: House) -> None:
    for asked in ("help hasty attack", "where is Sch-3?", UNCLEAR):
        house.write("red", "pictures none", chat=asked)
        (done,) = house.post().letters
        assert (done.row, done.words) == ("taken", "")
        assert "NOT UNDERSTOOD" in answered(house)
    assert not list(house.desk.held.iterdir())


# -- who is lost ---------------------------------------------------------------------------------------------

LOST_TOO = ["what can I do?", "What now?", "Now what", "what are my options?", "I am lost", "I'm lost!"]


@pytest.mark.parametrize("line", LOST_TOO)
def test_whoever_is_lost_asks_something(line: str) -> None:
    assert question_in(line) == "what now"


@pytest.mark.parametrize("line", ["what can I do about Ben?", "I am lost in Kyoto", "what now, Ben"])
def test_who_says_more_than_that_he_is_lost_writes_to_the_referee(line: str) -> None:
    assert question_in(line) == ""


def test_who_is_lost_gets_his_question_the_form_and_how_to_ask_and_no_one_else_has_work(house: House) -> None:
    quoted = "\n\nOn Friday the referee wrote:\n> YOUR MOVE\n> BEGIN ORDERS 1"
    assert letter(house, f"What can I do?{quoted}") == "question"
    told = answered(house)
    assert "Your move:" in told and "How much do you bid" in told and "HELP NAME" in told
    (form,) = re.findall(r"BEGIN ORDERS.*END ORDERS", told, re.DOTALL)
    assert not list(house.desk.held.iterdir())
    filled = form.replace("END ORDERS", "bid 3\nEND ORDERS")
    assert letter(house, filled) == "taken"
    assert letter(house, "what now?") == "question"
    assert "Waiting for Blue" in answered(house)


@pytest.mark.parametrize("line", ["How many turns are left?", "Whose go is it", "When must I reply by?"])
def test_whoever_asks_how_the_game_goes_on_is_told_the_turn_his_move_and_by_when(
    house: House, line: str
) -> None:
    assert letter(house, f"Hi Nigel,\n\n{line}\n\nCheers\nAnna") == "question"
    told = answered(house)
    assert "Turn 1, 2 Bids." in told and "How much do you bid" in told
    assert "Answer by Fri 27 Nov 2026" in told
    house.write("red", "bid 3", chat=line)
    assert house.post().letters[0].words == line, "beside orders it is for the referee"


@pytest.mark.parametrize(
    "words", ["Hallo, what must I do now? I do not understand the email.", "Hi Nigel, I am lost. What now?"]
)
def test_who_is_lost_in_two_sentences_gets_it_too(house: House, words: str) -> None:
    assert letter(house, words) == "question"


def test_who_asks_more_in_a_second_sentence_writes_to_the_referee(house: House) -> None:
    assert letter(house, "What now? I do not understand why R1 was eliminated.") == "no-block"


def test_who_is_lost_beside_orders_gets_help(house: House) -> None:
    house.write("red", "what now?", "bid 3", chat="I am lost.")
    (done,) = house.post().letters
    assert (done.row, done.words) == ("taken", "")
    assert answered(house).count("What you can write now:") == 2
