from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.reading.codes import ALPHABET, normal_code, reply_code, same_code

SECRET = bytes(range(32))


def test_a_code_is_the_same_for_ever() -> None:
    assert reply_code(SECRET, "17", "zhukov", 3) == reply_code(SECRET, "17", "zhukov", 3) == "CET6-C8F3"


def test_a_code_belongs_to_one_secret_game_side_and_turn() -> None:
    codes = [
        reply_code(SECRET, "17", "zhukov", 3),
        reply_code(SECRET[::-1], "17", "zhukov", 3),
        reply_code(SECRET, "18", "zhukov", 3),
        reply_code(SECRET, "17", "koniev", 3),
        reply_code(SECRET, "17", "zhukov", 4),
    ]
    assert len(set(codes)) == 5


@given(st.binary(min_size=1, max_size=40), st.integers(0, 99))
def test_a_code_has_no_sign_that_is_taken_for_another(secret: bytes, turn: int) -> None:
    assert re.fullmatch(f"[{ALPHABET}]{{4}}-[{ALPHABET}]{{4}}", reply_code(secret, "1", "zhukov", turn))
    assert not set("01OILU") & set(ALPHABET)


@pytest.mark.parametrize(
    "written", ["7F3K-92QX", "7f3k-92qx", " 7F3K 92QX ", "7F3K92QX", "7F3K\u201392QX", "7F_3K92QX"]
)
def test_a_code_is_known_in_any_hand(written: str) -> None:
    assert same_code(written, "7F3K-92QX")


@pytest.mark.parametrize("written", ["7F3K-92QZ", "7F3K-92Q", "", "7F3K-92QXX", "ÄÖÜÄ-ÖÜÄÖ"])
def test_another_code_is_not_taken_for_it(written: str) -> None:
    assert not same_code(written, "7F3K-92QX")


def test_a_code_of_another_length_is_left_recognisably_wrong() -> None:
    assert normal_code("7f3k-9") == "7F3K9"
