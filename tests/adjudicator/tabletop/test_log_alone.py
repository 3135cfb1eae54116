"""A log that comes as most mail programs send it: a reply to the report, with nothing typed into the form."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.mail.run.outcome import Done
from tests.adjudicator.house import text_of
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import move, named

STARTS, ARRIVES = ("Main", 100, 107), ("Main", 300, 337)


@pytest.fixture
def table(tmp_path: Path) -> Players:
    return Players(tmp_path)


def log(table: Players) -> bytes:
    """A log of red's in which the 1st Foot moves."""
    sent = table.saved("red").position
    return table.log("red", (move(sent, named(sent, "1st Foot"), ARRIVES),))


def replies(table: Players, body: Callable[[str], str]) -> Done:
    """Red's reply with a log: `body` makes its text of that of the report. What was done with it."""
    address = table.players["red"].addresses[0]
    report = table.mails(address)[-1]
    mail = EmailMessage()
    mail["From"], mail["To"] = address, "referee@example.org"
    mail["Subject"], mail["Date"], mail["Message-ID"] = f"Re: {report['Subject']}", report["Date"], "<r@x>"
    mail.set_content(body(text_of(report)))
    mail.add_attachment(log(table), maintype="application", subtype="octet-stream", filename="moves.vlog")
    (table.desk.inbox / "reply.eml").write_bytes(mail.as_bytes())
    return table.post().letters[-1]


def quoted(text: str) -> str:
    return "On that day the referee wrote:\n" + "\n".join(f"> {line}" for line in text.split("\n"))


@pytest.mark.parametrize("typed", ["", "Here is my log!\n\n", "I hope that I opened the right file.\n\n"])
def test_a_log_above_the_quoted_report_is_the_move(table: Players, typed: str) -> None:
    done = replies(table, lambda report: typed + quoted(report))
    assert (done.row, table.at("1st Foot")) == ("taken", ARRIVES)
    assert "Red: 1st Foot moves" in table.answer("red")
    assert done.words == (typed.strip() if "hope" in typed else "")


def test_a_program_that_quotes_without_marks_quotes_all_the_same(table: Players) -> None:
    done = replies(table, lambda report: f"My move\n\n-----Original Message-----\n{report}")
    assert (done.row, table.at("1st Foot")) == ("taken", ARRIVES)


def test_a_log_without_the_report_comes_back_with_the_form_to_reply_to(table: Players) -> None:
    done = replies(table, lambda _: "My log is attached.")
    assert (done.row, done.action) == ("log-no-code", "answer") and table.at("1st Foot") == STARTS
    said = table.answer("red")
    assert "with the log attached again. Leave the text of this email below it" in said
    assert "BEGIN ORDERS 1 turn 1 red" in said


def test_orders_typed_above_the_quoted_report_are_not_lost_beside_a_log(table: Players) -> None:
    done = replies(table, lambda report: "move 2nd Foot to 0404\n\n" + quoted(report))
    assert done.row == "unframed" and table.at("1st Foot") == STARTS
    assert "move 2nd Foot to 0404" in table.answer("red")


def test_the_move_goes_on_after_a_log_with_the_line_more(table: Players) -> None:
    table.attach("red", log(table), "moves.vlog", "more")
    table.post()
    assert table.at("1st Foot") == ARRIVES
    assert "more OK" in table.answer("red") and table.state.decisions[0].player == "red"


def test_with_other_lines_a_log_is_not_read_and_the_player_is_told(table: Players) -> None:
    table.attach("red", log(table), "moves.vlog", "more", "done")
    table.post()
    assert table.at("1st Foot") == STARTS
    assert "A log is read only if" in table.answer("red")
