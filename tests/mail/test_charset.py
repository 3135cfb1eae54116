from __future__ import annotations

from encodings.aliases import aliases

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.reading.charset import decode, plain_lines


@pytest.mark.parametrize(
    ("raw", "declared", "text"),
    [
        ("Müncheberg".encode(), None, "Müncheberg"),
        ("Müncheberg".encode("cp1252"), None, "Müncheberg"),
        ("Müncheberg".encode("cp1252"), "us-ascii", "Müncheberg"),
        ("Łódź".encode("iso-8859-2"), "iso-8859-2", "Łódź"),
        ("Зуков".encode("koi8-r"), "KOI8-R", "Зуков"),
        ("“so”".encode("cp1252"), "iso-8859-1", "“so”"),
        ("Müncheberg".encode(), "iso-8859-1", "Müncheberg"),
        ("Müncheberg".encode(), "windows-1252", "Müncheberg"),
        ("Müncheberg".encode("iso-8859-1"), "iso-8859-1", "Müncheberg"),
        ("Річ".encode("cp1251"), "cp1251", "Річ"),
        ("ä".encode("utf-16"), None, "ä"),
        (b"\\x41", "unicode_escape", "\\x41"),
        (b"\\x41", "raw-unicode-escape", "\\x41"),
        (b"\\ud800", "raw-unicode-escape", "\\ud800"),
        (b"+2AA-", "utf-7", "+2AA-"),
        (b"M+APw-ncheberg", "utf-7", "Müncheberg"),
        (b"abc", "hex", "abc"),
        (b"abc", "\x00", "abc"),
        (b"\x81\xff", None, "\ufffd\ufffd"),
    ],
)
def test_the_first_charset_that_fits_is_taken(raw: bytes, declared: str | None, text: str) -> None:
    assert decode(raw, declared)[0] == text


@given(st.binary(max_size=100), st.one_of(st.none(), st.text(max_size=12)))
def test_any_bytes_in_any_charset_are_text(raw: bytes, declared: str | None) -> None:
    text, note = decode(raw, declared)
    assert text or note or not raw.strip(b"\xef\xbb\xbf\xfe\xff\x00")
    assert decode(raw, declared) == (text, note)
    assert text.encode().decode() == text


@given(st.text(alphabet=st.characters(max_codepoint=126, min_codepoint=32), max_size=100))
def test_plain_words_are_the_same_whatever_charset_is_not_declared(words: str) -> None:
    assert decode(words.encode("ascii"), None)[0] == words


def test_a_letter_and_its_accent_are_one_sign() -> None:
    assert plain_lines("Mu\u0308ncheberg") == "M\u00fcncheberg"


def test_line_ends_of_all_systems_are_one() -> None:
    assert plain_lines("a\r\nb\rc\x0bd\u2028e\x00\tf") == "a\nb\nc\nd\ne\tf"


def test_every_charset_that_python_reads_text_in_gives_text_that_can_be_sent() -> None:
    """Whatever a letter declares: no half of a sign comes out, for no answer could be written about it."""
    for name in sorted({*aliases.values(), "raw-unicode-escape", "unicode-escape"}):
        for raw in (b"+2AA-", b"\\ud800", b"\x00\xd8", b"\xed\xa0\x80"):
            assert decode(raw, name)[0].encode(), name
