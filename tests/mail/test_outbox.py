from __future__ import annotations

import email
import re
from dataclasses import replace
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.reading.block import Block, find_block
from adjudicator.mail.reading.letter import read_letter
from adjudicator.mail.reading.prose import prose
from adjudicator.mail.reading.reply import ANSWER_LINE
from adjudicator.mail.writing.outbox import Enclosure, Outgoing, letter_bytes, message_id, one_line

PLAIN = Outgoing(
    desk="Königsberger Desk <referee@example.org>",
    to="Georgi Zhukov <zhukov@example.org>",
    subject="Game 17, turn 3: Müncheberg is taken",
    text="The bridge at Müncheberg is yours.\n\n> quoted\n-- \nThe referee",
    game="17",
    number=42,
    date=datetime(2026, 4, 16, 12, 0, tzinfo=UTC),
)
FULL = replace(
    PLAIN,
    html='<p>The bridge at <b>Müncheberg</b> is yours.</p><img src="cid:map" alt="the map">',
    enclosures=(
        Enclosure("map.png", b"\x89PNG\r\n\x1a\n", "image/png", shown_as="map"),
        Enclosure("turn-3.vsav", b"PK\x03\x04", "application/zip"),
        Enclosure(
            "orders.txt",
            "BEGIN ORDERS 17 turn 4 zhukov 7F3K-92QX\n# Müncheberg\nEND ORDERS\n".encode(),
            "text/plain",
        ),
    ),
)


def sent(letter: Outgoing) -> EmailMessage:
    message = email.message_from_bytes(letter_bytes(letter), policy=policy.default)
    assert isinstance(message, EmailMessage)
    assert not [part.defects for part in message.walk() if part.defects]
    return message


def test_a_letter_says_the_same_when_it_is_read_again() -> None:
    message = sent(FULL)
    assert message["From"].addresses[0].display_name == "Königsberger Desk"
    assert message["To"].addresses[0].addr_spec == "zhukov@example.org"
    assert message["Subject"] == PLAIN.subject
    assert message["Date"].datetime == PLAIN.date
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    assert text is not None
    assert html is not None
    assert text.get_content() == f"{ANSWER_LINE}\n\n{PLAIN.text}\n"
    assert "<b>Müncheberg</b>" in html.get_content()


def test_the_picture_goes_with_the_html_and_the_files_with_the_letter() -> None:
    message = sent(FULL)
    parts = [(part.get_content_type(), part.get_filename()) for part in message.walk()]
    assert parts == [
        ("multipart/mixed", None),
        ("multipart/alternative", None),
        ("text/plain", None),
        ("multipart/related", None),
        ("text/html", None),
        ("image/png", "map.png"),
        ("application/zip", "turn-3.vsav"),
        ("text/plain", "orders.txt"),
    ]
    files = {part.get_filename(): part for part in message.walk()}
    assert files["map.png"]["Content-ID"] == "<map>"
    assert files["map.png"].get_content() == b"\x89PNG\r\n\x1a\n"
    assert files["turn-3.vsav"].get_content() == b"PK\x03\x04"
    assert (
        files["orders.txt"]
        .get_content()
        .startswith("BEGIN ORDERS 17 turn 4 zhukov 7F3K-92QX\n# Müncheberg\n")
    )


@pytest.mark.parametrize("data", ['{"at": "Müncheberg"}', '{\n"a": 1,\r\n"b": " "\n}\n', f'["{"x=" * 400}"]'])
def test_a_file_for_programs_arrives_byte_for_byte_as_readable_text(data: str) -> None:
    letter = replace(PLAIN, enclosures=(Enclosure("b.json", data.encode(), "application/json"),))
    (part,) = sent(letter).iter_attachments()
    assert part.get_payload(decode=True) == data.encode()
    assert part["Content-Transfer-Encoding"] == "quoted-printable"


def test_without_html_the_picture_is_a_file_like_others() -> None:
    message = sent(replace(FULL, html=""))
    assert [part.get_filename() for part in message.iter_attachments()] == [
        "map.png",
        "turn-3.vsav",
        "orders.txt",
    ]


def test_the_same_letter_gives_the_same_bytes() -> None:
    assert letter_bytes(FULL) == letter_bytes(FULL)


def test_a_message_id_is_made_of_desk_game_and_number() -> None:
    ids = {
        message_id(desk, game, n) for desk in ("a@x.org", "b@x.org") for game in ("1", "2") for n in (1, 2)
    }
    assert len(ids) == 8
    assert message_id("Desk <A@X.org>", "1", 1) == message_id("a@x.org", "1", 1)
    assert all(unique.startswith("<") and unique.endswith("@x.org>") for unique in ids)


def test_an_answer_is_sorted_under_the_letter_it_answers() -> None:
    long_id = f"<{'A' * 120}@prod.outlook.example>"
    asked = read_letter(f"Message-ID: {long_id}\nReferences: <a@x> <b@x>\n\n".encode())
    message = sent(replace(PLAIN, in_reply_to=asked.message_id, references=asked.thread))
    assert message["In-Reply-To"] == long_id
    assert message["References"].split() == ["<a@x>", "<b@x>", long_id]
    assert long_id.encode() in letter_bytes(replace(PLAIN, in_reply_to=long_id))


def test_machines_are_told_not_to_answer() -> None:
    assert sent(PLAIN)["Auto-Submitted"] == "auto-generated"
    assert sent(replace(PLAIN, in_reply_to="<a@x>"))["Auto-Submitted"] == "auto-replied"
    assert read_letter(letter_bytes(PLAIN)).robot == "Auto-Submitted: auto-generated"


@pytest.mark.parametrize("break_", ["\n", "\r\n", "\r", "\x0b", "\x85", "\u2028", "\x00"])
def test_no_header_can_be_slipped_in(break_: str) -> None:
    evil = f"Turn 3{break_}Bcc: everybody@example.org"
    message = sent(
        replace(
            PLAIN, subject=evil, to=f'"{evil}" <zhukov@example.org>', in_reply_to=f"<a@x>{break_}Bcc: x@y"
        )
    )
    assert message["Bcc"] is None
    assert message["Subject"] == "Turn 3 Bcc: everybody@example.org"
    assert [address.addr_spec for address in message["To"].addresses] == ["zhukov@example.org"]
    assert message["In-Reply-To"] == "<a@x>"


def test_a_letter_to_nobody_is_our_mistake() -> None:
    with pytest.raises(ValueError, match="no mail address: 'Georgi'"):
        letter_bytes(replace(PLAIN, to="Georgi"))


def answered_by_outlook(report: Outgoing, answer: str) -> bytes:
    """The report, quoted as some programs do it: by nothing at all."""
    body = sent(report).get_body(("plain",))
    assert body is not None
    head = b"From: zhukov@example.org\nMessage-ID: <answer@x>\nContent-Type: text/plain; charset=utf-8\n\n"
    return head + f"{answer}\n\nFeladó: Referee\nKüldve: szerda\n\n{body.get_content()}".encode()


def test_a_report_sent_back_with_an_answer_is_not_delivered_as_chat() -> None:
    report = replace(PLAIN, text="You hold the event chit Werwolf.")
    orders = "Good luck!\nBEGIN ORDERS 17 turn 3 zhukov 7F3K-92QX\nmove 712 lebus\nEND ORDERS"
    letter = read_letter(answered_by_outlook(report, orders))
    assert isinstance(find_block(letter), Block)
    assert prose(letter) == "Good luck!"


def test_the_answer_line_stands_inside_the_body_of_a_page() -> None:
    page = "<!DOCTYPE html><html><body class='r'><h1>Turn 3</h1></body></html>"
    html = sent(replace(PLAIN, html=page)).get_body(("html",))
    assert html is not None
    assert re.search(r"<body class='r'><p [^>]*>" + ANSWER_LINE + r"</p>\s*<h1>", html.get_content())


def test_lone_surrogates_do_not_stop_a_letter() -> None:
    message = sent(replace(PLAIN, subject="a\udc80b", text="c\ud800d"))
    assert message["Subject"] == "a b"
    assert "c\ufffdd" in str(message.get_content())


@given(st.text(), st.text(), st.text())
def test_whatever_a_letter_says_is_read_as_it_was_written(subject: str, name: str, text: str) -> None:
    out = replace(PLAIN, subject=subject, desk=f"{name} <referee@example.org>", text=text)
    read = read_letter(letter_bytes(out))
    assert read.address == "referee@example.org"
    assert read.subject == one_line(subject)
    assert (
        read.text.removeprefix(ANSWER_LINE).strip()
        == read_letter(
            b"Content-Type: text/plain; charset=utf-8\n\n" + text.encode("utf-8", "replace")
        ).text.strip()
    )
