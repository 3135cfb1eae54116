from __future__ import annotations

import dataclasses
import hashlib
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.mail.policy.mail_policy import Action, decide
from adjudicator.mail.reading.block import Block, find_block, find_blocks
from adjudicator.mail.reading.letter import read_letter
from bench.pace import within
from tests.mail.desk import LETTERS, Desk, letter, raw, verdict_on


def test_a_good_letter_says_who_wrote_what_and_when() -> None:
    good = letter("good")
    assert (good.address, good.sender.name) == ("zhukov@example.org", "Georgi Zhukov")
    assert good.subject == "Orders for turn 3"
    assert good.message_id == "<good@mail.example>"
    assert good.date == datetime(2026, 4, 16, 3, 0, tzinfo=UTC)
    assert good.text.startswith("Dear Ivan, see you in Berlin!\n\n# my orders\nBEGIN ORDERS 17")
    assert good.size == len(raw("good"))
    assert good.sha256 == hashlib.sha256(raw("good")).hexdigest()
    assert (good.robot, good.notes, good.sender.doubts) == ("", (), ())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("base64", "move 3SHA-1 Müncheberg Königs-Wusterhausen"),
        ("windows-1252-declared", "move 3SHA-1 Müncheberg Königs-Wusterhausen"),
        ("windows-1252-undeclared", "move 3SHA-1 Müncheberg Königs-Wusterhausen"),
        ("windows-1252-declared-utf-8", "# “quoted” – so"),
        ("unknown-charset", "move 3SHA-1 Müncheberg Königs-Wusterhausen"),
        ("iso-8859-2", "move 1PA-1 Kostrzyń Świecko"),
        ("outlook", "move 3SHA-1 Müncheberg Königs-Wusterhausen"),
        ("missing-boundary", "move 3SHA-1 letschin seelow"),
    ],
)
def test_transfer_encoding_and_charset_are_undone(name: str, words: str) -> None:
    assert words in letter(name).text.split("\n")


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("windows-1252-undeclared", "no charset declared; read as cp1252"),
        ("windows-1252-declared-utf-8", "declared charset 'utf-8' did not fit; read as cp1252"),
        ("unknown-charset", "declared charset 'x-ibm-martian' did not fit; read as utf-8"),
        ("missing-boundary", "the email names parts but has none. Read as plain text"),
        ("missing-message-id", "no readable Message-ID; one was made from the bytes"),
    ],
)
def test_what_is_wrong_with_a_letter_is_noted_on_it(name: str, note: str) -> None:
    assert letter(name).notes == (note,)


def test_unencoded_headers_are_read_as_windows_wrote_them() -> None:
    undeclared = letter("windows-1252-undeclared")
    assert (undeclared.subject, undeclared.sender.name) == ("Für Runde 3", "Georgi Müller")


def test_an_encoded_subject_is_decoded() -> None:
    assert letter("iso-8859-2").subject == "Rozkazy ń ł"


def test_a_missing_message_id_is_made_from_the_bytes() -> None:
    first, again = letter("missing-message-id"), letter("missing-message-id")
    other = read_letter(raw("missing-message-id") + b"\n")
    assert first.message_id == again.message_id != other.message_id


def test_a_text_file_in_utf_16_is_read() -> None:
    (file,) = letter("attached-text").files
    assert file.name == "orders.txt"
    assert "move 3SHA-1 Müncheberg Königs-Wusterhausen" in file.text.split("\n")


def test_a_vassal_log_is_kept_as_bytes() -> None:
    (log,) = letter("attached-log").logs
    assert log.name == "turn3.vlog"
    assert log.data.startswith(b"PK\x03\x04")


def test_a_letter_within_the_letter_is_not_read() -> None:
    assert letter("forwarded-letter").text == "He wrote me this."
    assert letter("forwarded-letter").files == ()


@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("auto-reply", "Auto-Submitted: auto-replied"),
        ("out-of-office-without-header", "the subject 'Abwesenheitsnotiz: Turn 3'"),
        ("bounce", "an empty Return-Path"),
        ("mailing-list", "List-Id, a mailing list"),
    ],
)
def test_a_machine_is_known_by_its_signs(name: str, sign: str) -> None:
    assert letter(name).robot == sign


@pytest.mark.parametrize(
    ("header", "sign"),
    [
        (b"Auto-Submitted: auto-generated", "Auto-Submitted: auto-generated"),
        (b"Precedence: bulk", "Precedence: bulk"),
        (b"X-Autoreply: yes", "X-Autoreply"),
        (b"List-Unsubscribe: <mailto:x@y.example>\nList-Id: <y.example>", "List-Id, a mailing list"),
        (b"List-Post: NO", "List-Post, a mailing list"),
        (b"Precedence: Auto-Reply (by a script)", "Precedence: Auto-Reply (by a script)"),
        (b"Auto-Submitted: auto-replied (vacation)", "Auto-Submitted: auto-replied (vacation)"),
        (b"Content-Type: multipart/report; boundary=x", "the content type multipart/report"),
        (b"From: MAILER-DAEMON@example.org", "the sender mailer-daemon"),
        (b"Subject: Out of Office: Re: Turn 3", "the subject 'Out of Office: Re: Turn 3'"),
        (b"Auto-Submitted: no", ""),
        (b"Auto-Submitted: No (a person wrote it)", ""),
        (b"Auto-Submitted: (RFC 3834) no; by=anna", ""),
        (b"X-Autoreply: no", ""),
        (b"List-Unsubscribe: <mailto:x@y.example>", ""),
        (b"List-Unsubscribe-Post: List-Unsubscribe=One-Click", ""),
        (b"List-Help: <https://y.example>\nList-Owner: <mailto:x@y.example>", ""),
        (b"Precedence: first-class", ""),
        (b"Subject: Re: Out of the blue", ""),
    ],
)
def test_each_sign_alone_is_enough(header: bytes, sign: str) -> None:
    assert read_letter(header + b"\n\nHello").robot == sign


def test_copies_that_came_by_different_ways_have_the_same_fingerprint() -> None:
    direct = raw("good")
    relayed = b"Received: from relay.example\r\nX-Spam-Score: 0\r\n" + direct
    changed = direct.replace(b"letschin seelow", b"letschin lebus")
    assert read_letter(relayed).fingerprint == read_letter(direct).fingerprint
    assert read_letter(relayed).sha256 != read_letter(direct).sha256
    assert read_letter(changed).fingerprint != read_letter(direct).fingerprint


def test_the_thread_of_an_answer_ends_with_the_letter_answered() -> None:
    read = read_letter(b"Message-ID: <c@x>\nIn-Reply-To: <b@x>\nReferences: <a@x>\n <b@x>\n\n")
    assert read.in_reply_to == "<b@x>"
    assert read.thread == ("<a@x>", "<b@x>", "<c@x>")


def test_a_letter_nested_without_end_is_read_as_far_as_it_goes() -> None:
    nested = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(2000))
    read = read_letter(b"From: zhukov@example.org\n" + nested)
    assert (read.size, find_block(read).__class__.__name__) == (len(nested) + 25, "Fault")
    assert any("could not be taken apart" in note or "too many parts" in note for note in read.notes)


def test_a_header_of_a_megabyte_is_read_at_once() -> None:
    endless = b"Subject: " + b"=?utf-8?q?x?= " * 80_000 + b"\nFrom: " + b"a@b.example, " * 80_000 + b"\n\nHi"
    assert read_letter(endless).text == "Hi"


@pytest.mark.timed
@pytest.mark.parametrize(
    "raw_bytes",
    [
        b"Content-Type: text/html\n\n" + b"<a " * 300_000,
        b"Content-Type: text/html\n\n" + b"<blockquote>" * 30_000 + b"x<br>" * 1000,
        b"Content-Type: text/html\n\n<p " + b"a='" * 300_000 + b">",
        b"\n\nBEGIN ORDERS 1 turn 1 a AAAA-BBBB\n" + b"*" * 1_000_000,
        b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n\n" * 300_000,
        b"\n\nBEGIN ORDERS 1 turn 1 a AAAA-BBBB\n" + b"a\n" * 400_000,
        "\n\na{}".format("\u0301\u0323" * 100_000).encode(),
        "\n\na{}".format("\u0f73" * 100_000).encode(),
        b"Content-Type: text/html\n\na" + b"&#769;&#803;" * 20_000,
        b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(150))
        + b"\n" * 200_000,
    ],
)
def test_a_letter_made_to_hold_up_the_post_does_not(raw_bytes: bytes) -> None:
    begun = time.process_time()
    _judged(raw_bytes)
    assert within(time.process_time() - begun, 2)  # seconds; without the limits these take minutes


def test_marks_over_a_letter_stay_as_far_as_any_language_has_them() -> None:
    marked = "Mu\u0308ncheberg " + "a" + "\u0301" * 200 + "b " + "\u4e2d" * 100
    read = read_letter(b"Content-Type: text/plain; charset=utf-8\n\n" + marked.encode())
    assert read.text == "M\u00fcncheberg \u00e1" + "\u0301" * 29 + "b " + "\u4e2d" * 100


def test_parts_are_opened_twenty_deep_and_what_lies_deeper_is_told() -> None:
    def nested(depth: int) -> bytes:
        heads = (b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(depth))
        return b"".join(heads) + b"Content-Type: text/plain\n\nHi"

    assert read_letter(nested(20)).text == "Hi"
    assert read_letter(nested(21)).text == ""
    assert any("too many within each other" in note for note in read_letter(nested(21)).notes)


@pytest.mark.slow
def test_a_text_that_is_cut_says_so() -> None:
    read = read_letter(
        b"\n\n" + b"BEGIN ORDERS 17 turn 3 zhukov 7F3K-92QX\n" + b"move 712\n" * 200_000 + b"END ORDERS"
    )
    assert "a text of 1800051 characters was read only up to the first 1000000" in read.notes
    assert verdict_on(dataclasses.replace(read, sender=letter("good").sender)).row == "cut-off"


def _judged(raw_bytes: bytes) -> None:
    read = read_letter(raw_bytes)
    blocks = [found for found in find_blocks(read) if isinstance(found, Block)]
    assert all(v.action is not Action.TAKE or v.found in blocks for v in decide(read, Desk()))
    read.subject.encode("utf-8")
    read.text.encode("utf-8")


@given(st.binary(max_size=2000))
def test_any_bytes_are_a_letter(raw_bytes: bytes) -> None:
    _judged(raw_bytes)


_HEADERS = st.sampled_from(
    (
        *(
            "From",
            "Subject",
            "Date",
            "Message-ID",
            "References",
            "Return-Path",
            "Auto-Submitted",
            "MIME-Version",
        ),
        *("Content-Type", "Content-Transfer-Encoding", "Content-Disposition"),
    )
)
_VALUES = st.one_of(
    st.binary(max_size=60),
    st.sampled_from(
        (
            *(b"multipart/mixed; boundary=b", b"multipart/alternative; boundary*0*=b", b"message/rfc822"),
            *(b"text/html; charset=utf-7", b"text/plain; charset=unicode_escape"),
            *(b'text/plain; charset="\x00"; format=flowed', b"attachment; filename*=utf-8''%ff.txt"),
            *(b"base64", b"quoted-printable", b"x-uuencode", b"=?utf-8?b?/w==?= <@>"),
        )
    ),
)
_PART = st.tuples(st.lists(st.tuples(_HEADERS, _VALUES), max_size=6), st.binary(max_size=200))


@pytest.mark.slow
@settings(max_examples=150)
@given(st.lists(_PART, min_size=1, max_size=4))
def test_any_headers_and_parts_are_a_letter(
    parts: list[tuple[list[tuple[str, bytes]], bytes]],
) -> None:
    pieces = [
        b"".join(name.encode() + b": " + value + b"\n" for name, value in headers) + b"\n" + body
        for headers, body in parts
    ]
    _judged(b"\n--b\n".join(pieces))


@pytest.mark.slow
@settings(max_examples=150)
@given(
    st.sampled_from(sorted(LETTERS.glob("*.eml"))),
    st.integers(0, 4000),
    st.binary(max_size=8),
    st.integers(0, 9),
)
def test_a_real_letter_damaged_anywhere_is_a_letter(path: Path, at: int, damage: bytes, lost: int) -> None:
    whole = path.read_bytes()
    at %= len(whole)
    _judged(whole[:at] + damage + whole[at + lost :])
