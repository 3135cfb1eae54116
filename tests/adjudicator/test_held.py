"""Letters that lie held: listed, told to the referee, and dealt with."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.mail.desk import open_desk
from adjudicator.mail.holding.held import put_away
from adjudicator.mail.writing.outbox import TO_REFEREE
from tests.adjudicator.house import House, parsed, text_of
from tests.adjudicator.test_commands import Terminal, terminal

__all__ = ["terminal"]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, pictures=False)


def lay(house: House, text: str, sender: str = "ben@example.org", **headers: str) -> None:
    """Lay a letter without orders into the inbox."""
    mail = EmailMessage()
    house.written += 1
    told = {"From": sender, "Subject": "A question", "Message-ID": f"<{house.written}@words>"}
    for name, value in (told | {name.replace("_", "-"): value for name, value in headers.items()}).items():
        mail[name] = value
    mail.set_content(text)
    (house.desk.inbox / f"{house.written:03d}.eml").write_bytes(mail.as_bytes())


def notices(house: House) -> list[EmailMessage]:
    return [parsed(raw) for name, raw in house.outbox().items() if name.startswith(TO_REFEREE)]


def set_up(house: House, old: str, new: str) -> None:
    """Change a line of desk.toml."""
    file = house.desk.folder / "desk.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    house.desk = open_desk(house.desk.folder)


def held_files(house: House) -> list[Path]:
    return list(house.desk.held.iterdir())


# -- the list --------------------------------------------------------------------------------------------


def test_a_held_letter_is_listed_with_its_reason_and_what_can_harm_nobody(
    house: House, terminal: Terminal
) -> None:
    lay(house, "\n\nIs the bridge\x1b[2J open?\n\n\u202eevil\n" + "long " * 100 + "\none\ntwo\nthree\nfour\n")
    house.post()
    (told,) = terminal.json("desk", "held", "--desk", house.desk.folder)
    assert (told["number"], told["sender"], told["game"]) == (3, "ben@example.org", "1")
    assert told["why"] == "it has no order block"
    assert told["lines"][:2] == ["Is the bridge[2J open?", "evil"]
    assert len(told["lines"]) == 5 and all(len(line) <= 76 for line in told["lines"])
    assert told["more"] == 8 and (house.desk.held / told["file"]).is_file()
    assert (
        f"(8 more lines in held/{told['file']})"
        in terminal.type("desk", "held", "--desk", house.desk.folder).out
    )
    said = terminal.type("desk", "held", "--desk", house.desk.folder).out
    assert f"\n    (8 more lines in held/{told['file']})" in said
    assert said.startswith("Email 3, from ben@example.org, Fri 20 Nov 2026, 13:00 UTC, game 1\n")
    assert "\x1b" not in said and "\u202e" not in said


def test_a_letter_whose_orders_were_judged_says_so_and_shows_no_code(
    house: House, terminal: Terminal
) -> None:
    house.write("red", "bid 3", chat="Is my code still CT2V-CCAG?")
    house.post()
    (told,) = terminal.json("desk", "held", "--desk", house.desk.folder)
    assert told["why"] == "it has a note to you. Its orders were handled"
    assert (told["game"], told["side"]) == ("1", "red")
    assert told["lines"] == ["Is my code still ****-****?"]


@pytest.mark.parametrize(("chat", "row"), [("May I cross?", "empty"), ("Nice.\n\nwhere R1", "question")])
def test_a_letter_with_a_note_and_an_empty_form_does_not_speak_of_orders(
    house: House, terminal: Terminal, chat: str, row: str
) -> None:
    house.write("red", chat=f"{chat}\n")
    assert [one.row for one in house.post().letters] == [row]
    (told,) = terminal.json("desk", "held", "--desk", house.desk.folder)
    assert told["why"] == "it has a note to you. Its order form is empty"


def test_a_letter_whose_file_was_moved_by_hand_is_listed_no_more(house: House, terminal: Terminal) -> None:
    lay(house, "Hello?")
    house.post()
    (file,) = held_files(house)
    file.unlink()
    assert terminal.type("desk", "held", "--desk", house.desk.folder).err == "No emails are held.\n"
    said = terminal.type("desk", "release", "3", "--desk", house.desk.folder)
    assert said.code == 1 and "Somebody moved it" in said.err


def test_letters_held_before_this_table_was_are_listed_and_not_told(house: House, terminal: Terminal) -> None:
    lay(house, "Hello?")
    house.post()
    with house.desk.store() as store:
        store.database.execute("DELETE FROM held")
    count = len(notices(house))
    house.post()
    (told,) = terminal.json("desk", "held", "--desk", house.desk.folder)
    assert told["why"] == "it has no order block"
    assert len(notices(house)) == count


# -- the mail to the referee -----------------------------------------------------------------------------


def test_one_mail_a_run_tells_the_referee_of_what_is_held(house: House) -> None:
    lay(house, "Is the bridge open?")
    lay(house, "Buy!", "joe@elsewhere.example")
    house.post()
    (mail,) = notices(house)
    assert (mail["To"], mail["Subject"]) == ("referee@example.org", "2 emails are held at your desk")
    text = text_of(mail)
    assert "> Is the bridge open?" in text and "joe@elsewhere.example plays no game on this desk" in text
    assert "hexpost desk answer 3" in text
    house.post()
    assert len(notices(house)) == 1


def test_the_mail_goes_where_the_referee_reads_it_or_nowhere(house: House) -> None:
    set_up(house, 'told-at = ""', 'told-at = "me@home.example"')
    lay(house, "Is the bridge open?")
    house.post()
    assert [mail["To"] for mail in notices(house)] == ["me@home.example"]
    set_up(house, "tell-held = true", "tell-held = false")
    lay(house, "And the ford?")
    house.post()
    assert len(notices(house)) == 1


def test_the_desks_own_mail_to_the_referee_is_filed_when_it_comes_back(house: House) -> None:
    lay(house, "Is the bridge open?")
    house.post()
    (raw,) = (raw for name, raw in house.outbox().items() if name.startswith(TO_REFEREE))
    (house.desk.inbox / "back.eml").write_bytes(raw)
    (done,) = house.post().letters
    assert (done.row, done.action) == ("own-notice", "answer")
    assert len(notices(house)) == 1


@pytest.mark.parametrize("wrong", ["bounce", "own", "vacation"])
def test_no_mail_to_the_referee_is_the_reason_of_the_next(house: House, wrong: str) -> None:
    set_up(house, 'told-at = ""', 'told-at = "me@home.example"')
    lay(house, "Is the bridge open?")
    house.post()
    id_ = notices(house)[0]["Message-ID"]
    match wrong:
        case "bounce":
            lay(house, f"Not delivered:\n\nMessage-ID: {id_}", "mailer-daemon@home.example")
        case "own":
            lay(house, "To myself", "referee@example.org")
        case _:
            lay(house, "I am away", "me@home.example", Auto_Submitted="auto-replied")
    (done,) = house.post().letters
    assert done.action == "hold"
    assert len(notices(house)) == 1


@pytest.mark.slow
def test_a_day_brings_the_referee_no_more_mails_than_it_has_hours(house: House) -> None:
    """Each pass is some minutes later: workers at a database tell the referee not oftener than every ten
    seconds."""
    for _ in range(25):
        lay(house, "And now?")
        house.post()
        house.clock -= timedelta(minutes=50)
    assert len(notices(house)) == 24


# -- what the referee does -------------------------------------------------------------------------------


def test_a_released_letter_is_judged_in_the_next_run(house: House, terminal: Terminal) -> None:
    house.write("red", "bid 3", code="AAAA-BBBB")
    house.post()
    assert terminal.json("desk", "release", "3", "--desk", house.desk.folder)["done"] == "released"
    assert held_files(house) == []
    (done,) = house.post().letters
    assert (done.row, len(held_files(house))) == ("wrong-code", 1)
    (told,) = terminal.json("desk", "held", "--desk", house.desk.folder)
    assert told["number"] == 4


def test_a_discarded_letter_is_dealt_with_and_its_reason_kept(house: House, terminal: Terminal) -> None:
    lay(house, "Buy!", "joe@elsewhere.example")
    house.post()
    mails = len(house.outbox())
    assert terminal.type("desk", "discard", "3", "--reason", "spam", "--desk", house.desk.folder).code == 0
    assert held_files(house) == [] and len(list(house.desk.done.iterdir())) == 1
    with house.desk.store() as store:
        (row,) = store.database.rows("SELECT how, words FROM held")
    assert tuple(row) == ("discarded", "spam")
    house.post()
    assert len(house.outbox()) == mails


def test_the_referees_own_words_go_to_the_sender_in_his_thread(house: House, terminal: Terminal) -> None:
    lay(house, "Is the bridge open?")
    house.post()
    said = terminal.type("desk", "answer", "3", "--text", "Yes, it is.", "--desk", house.desk.folder)
    assert (said.code, held_files(house)) == (0, [])
    (mail,) = (mail for mail in house.mails("ben@example.org") if mail["In-Reply-To"] == "<1@words>"
               and "Yes, it is." in text_of(mail))  # fmt: skip
    assert mail["Subject"] == "Re: A question"
    assert text_of(mail).endswith("Yes, it is.\n\nYou wrote:\n\n> Is the bridge open?\n")
    with house.desk.store() as store:
        (row,) = store.database.rows("SELECT game, side, letter FROM mails WHERE kind = 'referee'")
    assert tuple(row) == (1, "blue", 3)
    assert terminal.json("replay", "1", "--desk", house.desk.folder)["identical"]


def test_a_paragraph_that_is_one_long_line_is_told_to_its_end(house: House, terminal: Terminal) -> None:
    lay(house, f"{'I have read the rules of bridges once more. ' * 4}May the 47th cross at Lebus?")
    house.post()
    said = terminal.type("desk", "held", "--desk", house.desk.folder)
    assert "[...]" not in said.out and "cross at Lebus?" in " ".join(said.out.replace(">", "").split())


def test_an_answer_from_a_file_is_as_good_and_a_binary_is_refused(
    house: House, terminal: Terminal, tmp_path: Path
) -> None:
    lay(house, "Is the bridge open?")
    house.post()
    words = tmp_path / "words.txt"
    words.write_bytes(b"\xff\xfe\x00")
    said = terminal.type("desk", "answer", "3", "--file", words, "--desk", house.desk.folder)
    assert (said.code, len(held_files(house))) == (1, 1)
    assert "not written in UTF-8" in said.err
    words.write_text("Yes.\n", encoding="utf-8")
    assert terminal.type("desk", "answer", "3", "--file", words, "--desk", house.desk.folder).code == 0


@pytest.mark.parametrize("words", [(), ("--text", ""), ("--text", "a", "--file", "b")])
def test_an_answer_needs_words_once(house: House, terminal: Terminal, words: tuple[str, ...]) -> None:
    assert terminal.type("desk", "answer", "3", *words, "--desk", house.desk.folder).code == 2


def test_nobody_is_answered_where_nobody_can_be(house: House, terminal: Terminal) -> None:
    lay(house, "Who am I?", "nobody")
    lay(house, "To myself", "referee@example.org")
    house.post()
    for number, why in (("3", "has no sender's address"), ("4", "the desk's own address")):
        said = terminal.type("desk", "answer", number, "--text", "Hello", "--desk", house.desk.folder)
        assert said.code == 1 and why in said.err
    assert len(held_files(house)) == 2


def test_a_number_that_is_not_held_is_told(house: House, terminal: Terminal) -> None:
    said = terminal.type("desk", "discard", "99", "--reason", "x", "--desk", house.desk.folder)
    assert said.code == 1 and "there is no held email 99" in said.err


def test_a_letter_dealt_with_before_a_crash_is_filed_by_the_next_run(house: House) -> None:
    lay(house, "Is the bridge open?")
    house.post()
    with house.desk.store() as store, store.transaction():
        store.held.deal(store.held.one(3), "discarded", "x", "2026-11-20")
    assert len(held_files(house)) == 1
    house.post()
    assert held_files(house) == []
    with house.desk.store() as store:
        put_away(house.desk, store)
        assert store.held.unfiled() == []


def test_the_same_letter_sent_once_more_after_it_was_dealt_with_is_seen_before(
    house: House, terminal: Terminal
) -> None:
    lay(house, "Is the bridge open?")
    raw = (house.desk.inbox / "001.eml").read_bytes()
    house.post()
    terminal.type("desk", "discard", "3", "--reason", "told him by telephone", "--desk", house.desk.folder)
    (house.desk.inbox / "again.eml").write_bytes(raw)
    (done,) = house.post().letters
    assert done.row == "seen-before"


# -- delivered twice -------------------------------------------------------------------------------------


def bring_again(house: House, raw: bytes, name: str = "again") -> str:
    """The row by which one more copy of a letter is dealt with, in a mail run of its own."""
    (house.desk.inbox / f"{name}.eml").write_bytes(raw)
    (done,) = house.post().letters
    return done.row


def answers(house: House) -> int:
    return sum(bool(mail["In-Reply-To"]) for mail in house.mails("anna@example.org"))


@pytest.mark.parametrize("by_relay", [b"", b"Received: from relay.example.org\n"])
def test_a_letter_of_orders_and_words_that_comes_again_stays_held_once(
    house: House, terminal: Terminal, by_relay: bytes
) -> None:
    house.write("red", "bid 3", chat="Is the bridge open?")
    raw = (house.desk.inbox / "001.eml").read_bytes()
    house.post()
    (before,) = terminal.json("desk", "held", "--desk", house.desk.folder)
    for number in range(1, 4):
        assert bring_again(house, by_relay + raw, f"again-{number}") == "seen-before"
        assert terminal.json("desk", "held", "--desk", house.desk.folder) == [before]
        assert (len(held_files(house)), answers(house)) == (1, 1 + number)
    terminal.type("desk", "release", str(before["number"]), "--desk", house.desk.folder)
    (done,) = house.post().letters
    assert done.row == "judged-before" and held_files(house) == []


def test_a_strangers_letter_that_comes_again_stays_held_once_and_gets_no_second_answer(
    house: House, terminal: Terminal
) -> None:
    house.write("red", "bid 3", sender="eve@example.net")
    raw = (house.desk.inbox / "001.eml").read_bytes()
    house.post()
    (before,) = terminal.json("desk", "held", "--desk", house.desk.folder)
    mails = len(house.outbox())
    assert bring_again(house, raw) == "seen-before"
    assert terminal.json("desk", "held", "--desk", house.desk.folder) == [before]
    assert (len(held_files(house)), len(house.outbox())) == (1, mails)


def test_a_letter_that_came_twice_is_judged_when_the_referee_takes_it_out_of_held(
    house: House, terminal: Terminal
) -> None:
    house.write("red", "bid 3", sender="eve@example.net")
    raw = (house.desk.inbox / "001.eml").read_bytes()
    house.post()
    bring_again(house, raw)
    (held,) = terminal.json("desk", "held", "--desk", house.desk.folder)
    house.says("player", "1", "red", "--add", "eve@example.net")
    terminal.type("desk", "release", str(held["number"]), "--desk", house.desk.folder)
    (done,) = house.post().letters
    assert done.row == "taken"
