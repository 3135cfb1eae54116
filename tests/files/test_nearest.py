"""Who writes a word that nobody knows is asked whether he meant another."""

from __future__ import annotations

from pathlib import Path

import pytest

from files.nearest import did_you_mean, nearest, nearest_or_all

ROOT = Path(__file__).parents[2]
TOWNS = ("Seelow", "Lebus", "Küstrin")


@pytest.mark.parametrize(("word", "near"), [("selow", ("Seelow",)), ("LEBUS", ("Lebus",)), ("x", ())])
def test_words_are_near_whatever_their_case(word: str, near: tuple[str, ...]) -> None:
    assert nearest(word, TOWNS) == near


def test_a_letter_that_was_typed_for_a_digit_comes_before_all_others() -> None:
    hexes = ("1731", "1732", "1733", "1713", "1001")
    assert nearest("17l3", hexes)[0] == "1713"
    assert nearest("1OO1", hexes)[0] == "1001"
    assert nearest("17x3", hexes, alike=0.9) == ()


def test_what_makes_no_difference_is_said_by_who_asks() -> None:
    assert nearest("1-gds", ("1 GdS", "2 Pz"), fold=lambda name: name.replace(" ", "-").casefold()) == (
        "1 GdS",
    )


def test_the_question_is_asked_only_where_something_is_near() -> None:
    assert did_you_mean(["Lebus", "Seelow"], "; ") == "; did you mean Lebus or Seelow?"
    assert did_you_mean([], "; ") == ""


def test_without_a_near_word_all_are_told() -> None:
    assert nearest_or_all("lebos", TOWNS) == "did you mean 'Lebus'?"
    assert nearest_or_all("x", ("b", "a", "")) == "known are a, b"
    assert nearest_or_all("x", ()) == "none is known"


@pytest.mark.parametrize(
    ("call", "home"), [("get_close_matches", "files/nearest.py"), ("csv.reader(", "files/cells.py")]
)
def test_nobody_looks_or_reads_by_another_way(call: str, home: str) -> None:
    folders = ("adjudicator", "builder", "counters", "files", "maps", "scans")
    code = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    assert [p.relative_to(ROOT).as_posix() for p in code if call in p.read_text(encoding="utf-8")] == [home]
