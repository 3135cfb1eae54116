"""Ids of spaces."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.space import slug


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("Müncheberg", "muncheberg"),
        ("Königs Wusterhausen", "konigs-wusterhausen"),
        ("Groß Düben", "gross-duben"),
        ("Nördl. Oderbruch", "nordl-oderbruch"),
        ("Łódź", "lodz"),
        ("Ústí nad Labem", "usti-nad-labem"),
        ("Świebodzin (Schwiebus)", "swiebodzin-schwiebus"),
        ("ÆRØ", "aero"),
    ],
)
def test_names_of_europe_become_plain_ids(name: str, id_: str) -> None:
    assert slug(name) == id_


@given(st.text())
def test_a_slug_is_plain_and_its_own_slug(name: str) -> None:
    id_ = slug(name)
    assert re.fullmatch(r"([a-z0-9]+(-[a-z0-9]+)*)?", id_)
    assert slug(id_) == id_


@given(st.from_regex(r"[a-z]{1,8}( [a-z]{1,8}){0,3}", fullmatch=True))
def test_plain_words_keep_their_letters(name: str) -> None:
    assert slug(name).replace("-", " ") == name
