from __future__ import annotations

import mailbox
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.writing.maildir import deliver, delivered, find_letter, legal_name, letters_in
from files.natural import natural


def test_a_delivered_letter_is_found_by_other_programs(tmp_path: Path) -> None:
    deliver(tmp_path / "outbox", "17-1.eml", b"Subject: Turn 3\n\nHello\n")
    (message,) = mailbox.Maildir(tmp_path / "outbox", create=False)
    assert message["Subject"] == "Turn 3"


def test_a_letter_is_delivered_once_even_when_it_has_been_read_since(tmp_path: Path) -> None:
    first = deliver(tmp_path, "17-1.eml", b"one")
    assert deliver(tmp_path, "17-1.eml", b"two") == first
    read = first.rename(tmp_path / "cur" / "17-1.eml!2,S")
    assert deliver(tmp_path, "17-1.eml", b"three") == read
    assert [path.read_bytes() for path in letters_in(tmp_path)] == [b"one"]


@pytest.mark.parametrize(
    ("name", "saved", "when"),
    [
        ("1776300000.M2.eml", "2026-04-20", "2026-04-16T00:40"),
        ("2000000001.M2P7.mx,S=9", "2033-06-01", "2033-05-18T03:33"),
        ("2026112701.eml", "2026-11-27", "2026-11-27T00:00"),
        ("17-1.eml", "2026-11-27", "2026-11-27T00:00"),
    ],
)
def test_the_name_of_a_file_says_when_its_letter_was_delivered_unless_that_is_after_it_was_saved(
    tmp_path: Path, name: str, saved: str, when: str
) -> None:
    (tmp_path / name).touch()
    seconds = datetime.fromisoformat(saved).replace(tzinfo=UTC).timestamp()
    os.utime(tmp_path / name, (seconds, seconds))
    assert f"{delivered(tmp_path / name):%Y-%m-%dT%H:%M}" == when


def test_a_delivery_broken_off_leaves_nothing_to_be_read_and_can_be_done_again(tmp_path: Path) -> None:
    deliver(tmp_path, "17-1.eml", b"one")
    (tmp_path / "tmp" / "17-2.eml").write_bytes(b"tw")
    assert find_letter(tmp_path, "17-2.eml") is None
    assert deliver(tmp_path, "17-2.eml", b"two").read_bytes() == b"two"
    assert list((tmp_path / "tmp").iterdir()) == []


def test_letters_come_in_the_order_of_delivery_without_the_wastebasket(tmp_path: Path) -> None:
    for name in ("new/10.a", "new/9.b", "cur/11.c;2,S", "cur/8.d!2,ST", "new/.hidden", "tmp/7.e"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x")
    assert [path.name for path in letters_in(tmp_path)] == ["9.b", "10.a", "11.c;2,S"]


@pytest.mark.parametrize(
    ("name", "legal"),
    [("17:3/..\\x?.eml", "17-3-..-x-.eml"), ("CON.eml", "_CON.eml"), ("...", "letter"), ("Müller", "M-ller")],
)
def test_a_file_name_is_legal_everywhere(name: str, legal: str) -> None:
    assert legal_name(name) == legal


@given(st.text(max_size=200))
def test_any_name_becomes_a_legal_one_and_stays_it(name: str) -> None:
    legal = legal_name(name)
    assert 0 < len(legal) <= 121
    assert not set(legal) & set('<>:"/\\|?* ')
    assert not legal.endswith(".")


def test_names_are_sorted_as_people_count() -> None:
    names = ["b 10", "b 9", "B 1", "a", "b"]
    assert sorted(names, key=natural) == ["a", "b", "B 1", "b 9", "b 10"]
