"""Texts for people are in plain English: none of the habits of tests/english.py."""

from __future__ import annotations

import pytest

from tests.english import (
    KEPT,
    Text,
    habits,
    left_in_pages,
    left_in_program,
    page,
    texts,
)

READ = {
    "adjudicator/cli.py": "Play a game's first orders by email",
    "adjudicator/commands/opening.py": "is open. _ reports",
    "adjudicator/games/panzerkorps48/r08_morale.py": "_ is hit: morale _. Write one line for each unit",
    "templates/report.txt.j2": "YOUR MOVE, by",
}
"""A text that somebody reads, by the file that has it."""


def found(words: str, file: str = "docs/orders.md") -> list[str]:
    return [one.found for one in habits(Text(file, 1, words))]


@pytest.mark.parametrize(
    ("words", "odd"),
    [
        ("X is no combat unit", ["is no "]),
        ("It is judged\nanew", ["anew"]),
        ("The player writes «pass»", ["«", "»"]),
        ("What is asked of whoever waits", ["whoever", "asked of"]),
        ("The unit lies in 4010 and its marker stands on it", ["lies in", "stands on "]),
        ("He writes a letter with two orders on a sheet", ["letter", "sheet", "He"]),
    ],
)
def test_what_reads_translated_is_found(words: str, odd: list[str]) -> None:
    assert sorted(found(words)) == sorted(odd)


@pytest.mark.parametrize(
    "words",
    [
        "It is no longer in supply",
        "There is no default: the game waits for your answer.",
        "Small units behind the front, three letters and digits, counter sheets, and road signs",
        "The same applies here, in this mail program, until then.",
    ],
)
def test_what_is_right_is_left_alone(words: str) -> None:
    assert found(words) == []


def test_a_sheet_of_counters_is_a_sheet() -> None:
    assert found("Print the sheet", "docs/printing.md") == []
    assert found("Print the sheet", "docs/orders.md") == ["sheet"]


def test_code_and_addresses_of_links_on_a_page_are_not_words() -> None:
    words = page("docs/dice.md").words
    assert "hexpost-dice-3" not in words and "silence" in words and "#a-public-beacon" not in words


def test_refusals_questions_help_and_templates_of_the_program_are_read() -> None:
    words = {name: " ".join(one.words for one in texts(name)) for name in READ}
    assert [name for name, said in words.items() if READ[name] not in " ".join(said.split())] == []


def test_pages_are_in_plain_english() -> None:
    assert left_in_pages() == {}, "python -m tests.english PAGE shows the places"


def test_texts_of_the_program_are_in_plain_english() -> None:
    assert left_in_program() == {}, "python -m tests.english FILE shows the places"


def test_words_that_are_kept_are_there() -> None:
    words = {name: " ".join(one.words for one in texts(name)) for name, _ in KEPT}
    assert [(name, odd) for name, odd in KEPT if odd not in words[name]] == []
