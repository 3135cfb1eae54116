"""Letters of people who wish a desk ill, or of machines: the mail run goes on, and troubles nobody else."""

from __future__ import annotations

import pickle
import sys
from datetime import timedelta
from pathlib import Path

import pytest

import hexpost
from adjudicator.commands import keep
from adjudicator.judging import held_back
from adjudicator.mail.desk import open_desk
from adjudicator.mail.desk.registry import MOST_STRANGERS
from adjudicator.mail.holding.intake import arrivals
from adjudicator.mail.run import Clerk, inbox
from adjudicator.mail.sending import despatch
from adjudicator.mail.servers import rounds
from adjudicator.state import State
from adjudicator.store import LetterRow
from adjudicator.store.mailbag import Mailbag
from tests.adjudicator.house import House, text_of

QUIET = "[mail]\ntell-held = false\n"
ANNA, BEN = "anna@example.org", "ben@example.org"


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A desk whose referee is not told of held letters: these tests count every mail that goes out."""
    house = House(tmp_path, pictures=False)
    configure(house, QUIET + "[reports]\npictures = false\n")
    return house


def lay(house: House, name: str, raw: str | bytes) -> Path:
    path = house.desk.inbox / name
    path.write_bytes(raw.encode("utf-8") if isinstance(raw, str) else raw)
    return path


def stranger(house: House, address: str, subject: str = "hello", text: str = "hello") -> None:
    house.written += 1
    raw = f"From: {address}\nSubject: {subject}\nMessage-ID: <{house.written}@x.example>\n\n{text}\n"
    lay(house, f"{house.written:03d}.eml", raw)


def configure(house: House, text: str) -> None:
    (house.desk.folder / "desk.toml").write_text(text, encoding="utf-8")
    house.desk = open_desk(house.desk.folder)


def rows(house: House) -> list[str]:
    return [letter.row for letter in house.post().letters]


# -- what stops one letter stops no other --------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["jörg@evil.example", "Jörg <jörg@evil.example>", "ceo@bank.example，1", "-o@evil.example"]
)
def test_a_sender_to_whom_no_mail_can_be_written_is_held_and_named_and_the_post_goes_on(
    house: House, address: str
) -> None:
    before = house.outbox()
    stranger(house, address)
    done = house.post()
    (letter,) = done.letters
    assert (letter.row, letter.action, done.problems) == ("unwritable-sender", "hold", [])
    assert address.split("<")[-1].strip(">") in letter.why
    assert house.outbox() == before
    house.write("red", "bid 3")
    assert rows(house) == ["taken"]


def test_a_fault_while_a_letter_is_held_for_a_fault_holds_it_without_an_answer(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise UnicodeEncodeError("ascii", "ö", 0, 1, "no")

    before = house.outbox()
    monkeypatch.setattr(despatch.Despatch, "answer", broken)
    house.write("red", "bid 3", turn="7")
    done = house.post()
    assert [(one.row, one.source) for one in done.letters] == [("our-fault", "001.eml")]
    assert done.ours and all("001.eml" in problem for problem in done.problems)
    assert "held without an answer" in done.problems[-1]
    assert len(list(house.desk.held.iterdir())) == 1
    assert house.outbox() == before
    monkeypatch.undo()
    house.write("red", "bid 3")
    assert rows(house) == ["taken"]


def test_a_letter_that_cannot_be_kept_stays_where_it_is_and_the_others_are_judged(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = house.write("red", "bid 3")
    house.write("blue", "bid 1")
    real = Mailbag.add_letter

    def refused(mail: Mailbag, row: LetterRow) -> int:
        if row.sender == BEN:
            return real(mail, row)
        raise ValueError("cannot be kept")

    monkeypatch.setattr(Mailbag, "add_letter", refused)
    done = house.post()
    assert [one.sender for one in done.letters] == [BEN]
    assert first.exists() and any("001.eml" in problem for problem in done.problems)


def test_a_letter_that_cannot_be_filed_is_judged_once_and_does_not_stop_the_others(house: House) -> None:
    house.desk.done.rmdir()
    house.desk.done.write_text("a file where the folder should be", encoding="utf-8")
    house.write("red", "bid 3")
    house.write("blue", "bid 1")
    done = house.post()
    assert [one.row for one in done.letters] == ["taken", "taken"]
    assert not done.ours and any("001.eml" in problem for problem in done.problems)
    house.desk.done.unlink()
    house.desk.done.mkdir()
    assert rows(house) == []
    assert len(list(house.desk.done.iterdir())) == 2


def test_a_damaged_mail_in_the_store_does_not_keep_back_the_others(house: House) -> None:
    house.write("red", "bid 3")
    with house.desk.store() as store:
        store.database.execute("UPDATE mails SET raw = x'00', delivered = '' WHERE id = 1")
    done = house.post()
    assert [one.row for one in done.letters] == ["taken"]
    assert "an email could not be written to the outbox" in done.problems[0]
    assert "QUEUED" in house.last(ANNA)


def test_a_picture_that_cannot_be_drawn_keeps_back_no_report(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(house, "[reports]\npictures = true\n")

    def broken(*_: object) -> None:
        raise ZeroDivisionError("no width")

    monkeypatch.setattr(despatch, "illustrate", broken)
    house.write("red", "bid 3")
    house.write("blue", "bid 1")
    done = house.post()
    assert [one.row for one in done.letters] == ["taken", "taken"]
    assert "went without its pictures (ZeroDivisionError: no width)" in " ".join(done.problems)
    assert "Red moves first" in house.last(ANNA)
    assert "ZeroDivisionError" not in house.last(ANNA)


class Stopped(BaseException):
    """Ends a watch."""


def test_a_watch_goes_on_after_a_run_that_failed(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    naps = iter((None, None))

    def nap(*_: object) -> None:
        if next(naps, "over") == "over":
            raise Stopped

    def broken(*_: object, **__: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(rounds, "run_mail", broken)
    monkeypatch.setattr(rounds.Rounds, "wait", nap)
    with pytest.raises(Stopped):
        keep.keep_watch(house.desk, as_json=False)
    assert capsys.readouterr().err == "hexpost made a mistake of its own (KeyError: 'lost')\n"


# -- addresses where they enter ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written", ["anna@a.example, ben@b.example", "Anna anna@a.example", "anna@a.example>"]
)
def test_an_address_stands_alone_or_in_angle_brackets(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], written: str
) -> None:
    players = ("--player", f"red={written}", "--player", f"blue={BEN}", "--desk", str(house.desk.folder))
    monkeypatch.setattr(sys, "argv", ["hexpost", "open", house.name, *players])
    with pytest.raises(SystemExit) as ended:
        hexpost.main()
    assert ended.value.code == 1
    assert f"--player red={written}: write SIDE=ADDRESS, such as " in capsys.readouterr().err


@pytest.mark.parametrize("address", ["jörg@evil.example", "ceo@bank.example，1", "anna@a@b"])
def test_an_address_that_no_mail_can_be_written_to_opens_no_game(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    players = ("--player", f"red={address}", "--player", f"blue={BEN}", "--desk", str(house.desk.folder))
    monkeypatch.setattr(sys, "argv", ["hexpost", "open", house.name, *players])
    with pytest.raises(SystemExit) as ended:
        hexpost.main()
    assert ended.value.code == 1
    assert f"no mail can be written to {address}" in capsys.readouterr().err
    with house.desk.store() as store:
        assert len(store.journal.games()) == 1


# -- strangers ---------------------------------------------------------------------------------------------


def test_a_stranger_is_answered_without_a_word_of_his(house: House) -> None:
    stranger(house, "ceo@bank.example", "BUY GOLD at evil.example", "Dear Sir, buy gold")
    raw = house.desk.inbox / "001.eml"
    raw.write_bytes(b"References: <BUY.GOLD@evil.example>\n" + raw.read_bytes())
    assert rows(house) == ["stranger"]
    (mail,) = house.mails("ceo@bank.example")
    whole = mail.as_bytes().decode() + text_of(mail)
    assert not any(word in whole.casefold() for word in ("gold", "evil", "dear sir", "hello"))
    assert mail["Subject"] == "Your email to the referee"
    assert mail["In-Reply-To"] == "<1@x.example>"


def test_strangers_are_not_answered_where_the_referee_wants_it_so(house: House) -> None:
    configure(house, f"{QUIET}answer-strangers = false\n")
    before = house.outbox()
    stranger(house, "ceo@bank.example")
    assert rows(house) == ["strangers-unanswered"]
    assert house.outbox() == before
    configure(house, "")
    stranger(house, "ceo@bank.example")
    assert rows(house) == ["stranger"]


def test_no_more_than_so_many_strangers_are_answered_in_a_day(house: House) -> None:
    for number in range(MOST_STRANGERS + 2):
        stranger(house, f"p{number:02d}@bank.example")
    found = rows(house)
    assert found == ["stranger"] * MOST_STRANGERS + ["strangers-unanswered"] * 2
    assert len(house.mails("bank.example")) == MOST_STRANGERS
    house.clock += timedelta(days=1)
    stranger(house, "late@bank.example")
    assert rows(house) == ["stranger"]


# -- machines ----------------------------------------------------------------------------------------------


def robot(house: House) -> int:
    """Let a machine at a player's address answer every mail to it until none comes; how many it wrote."""
    seen = {mail["Message-ID"] for mail in house.mails(ANNA)}
    stranger(house, ANNA, "Re: orders", "I am away.")
    for turn in range(30):
        house.post()
        new = [mail for mail in house.mails(ANNA) if mail["Message-ID"] not in seen]
        if not new:
            return turn + 1
        seen |= {mail["Message-ID"] for mail in new}
        stranger(house, ANNA, str(new[-1]["Subject"]), "I am away.")
    raise AssertionError("they go on for ever")


def test_two_machines_that_answer_one_another_come_to_an_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(despatch, "MOST_UNJUDGED", 3)
    assert robot(house) <= 4
    stranger(house, ANNA, "Re: orders", "I am away.")
    done = house.post()
    assert (done.mails, len(house.mails(BEN))) == (0, 1)
    assert "They may be automatic replies" in done.problems[0]
    house.write("red", "bid 3")
    assert rows(house) == ["taken"]
    assert "QUEUED" in house.last(ANNA)
    house.write("red", "bid 3", code="AAAA-2222")
    house.post()
    assert "the reply code is not the one" in " ".join(house.last(ANNA).split())


def test_one_address_gets_so_many_answers_in_a_day_and_its_orders_are_judged_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(despatch, "MOST_ANSWERS", 3)
    for amount in range(5):
        house.write("red", f"bid {amount}")
        done = house.post()
    assert len([mail for mail in house.mails(ANNA) if mail["In-Reply-To"]]) == 3
    assert [one.row for one in done.letters] == ["taken"]
    assert f"{ANNA} had 3 answers within a day" in done.problems[0]
    house.write("blue", "bid 1")
    house.post()
    assert "Bids: Blue 1, Red 4." in house.last(BEN)
    house.clock += timedelta(days=1)
    house.write("red", "bid 1")
    assert house.post().problems == []


# -- one letter by two ways --------------------------------------------------------------------------------

ACCEPTED = 3
"""The sheets of a game before its first orders: its opening, and a letter of each side that accepts it."""
UNUSABLE = [b"", b"Message-ID: none\n", b"Message-ID: <a b>\n"]


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("header", UNUSABLE)
def test_a_letter_without_an_id_that_comes_by_two_ways_is_judged_once(
    house: House, header: bytes, together: bool
) -> None:
    raw = house.letter("red", "bid 3").replace(b"Message-ID: <0-red@example.org>\n", header)
    assert b"0-red" not in raw
    lay(house, "1.eml", raw)
    found = [] if together else rows(house)
    lay(house, "2.eml", b"Received: from another.example by relay.example\n" + raw)
    assert [*found, *rows(house)] == ["taken", "seen-before"]
    with house.desk.store() as store:
        sheets = store.journal.sheets(1)
    assert [sheet.side for sheet in sheets[ACCEPTED:]] == ["red"]


def test_a_letter_to_which_each_relay_gave_an_id_of_its_own_is_judged_once(house: House) -> None:
    raw = house.letter("red", "bid 3")
    for name in ("1", "2"):
        lay(house, f"{name}.eml", raw.replace(b"<0-red@example.org>", f"<{name}@relay.example>".encode()))
    assert rows(house) == ["taken", "seen-before"]


def test_the_same_words_at_another_time_are_another_letter(house: House) -> None:
    for name in ("1", "2"):
        raw = house.letter("red", "bid 3").replace(b"Message-ID: <0-red@example.org>\n", b"")
        lay(house, f"{name}.eml", raw)
        assert rows(house) == ["taken"]


# -- sheets without end ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines", [["bid 3"] * 501, [" / ".join(["bid 3"] * 200)] * 3], ids=["lines", "strokes"]
)
def test_a_sheet_of_more_lines_than_any_turn_needs_is_answered_and_not_judged(
    house: House, lines: list[str]
) -> None:
    house.write("red", *lines)
    assert rows(house) == ["too-long"]
    assert "and may have up to 500" in " ".join(house.last(ANNA).split())


@pytest.mark.slow
def test_each_line_of_a_long_sheet_costs_the_same(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five times the lines, refused beside carried out, are compared with each other five times as often."""
    house.write("red", "bid 3")
    house.write("blue", "bid 1")
    house.post()
    compared: list[object] = []
    real = held_back.units_in

    def counted(state: State, args: object) -> list[str]:
        compared.append(args)
        return real(state, args)

    monkeypatch.setattr(held_back, "units_in", counted)
    house.write("red", *["move R1 birch", "move R1 dale", "move R1 ash"] * 10)
    assert rows(house) == ["taken"]
    few = len(compared)
    house.write("red", *["move R1 birch", "move R1 dale", "move R1 ash"] * 50)
    assert rows(house) == ["taken"]
    assert len(compared) - few <= 6 * few


def test_of_the_letters_of_a_run_no_words_are_kept_for_the_next(house: House) -> None:
    house.write("red", *["bid 3 # " + "x" * 1900] * 100)
    with house.desk.store() as store:
        clerk = Clerk(house.desk, store, house.clock)
        (arrival,) = arrivals(inbox(house.desk))
        slip = clerk._slip(arrival, arrival.letter())
    assert slip.sheets and len(pickle.dumps(slip)) < 5000  # bytes; the letter has 190,000
