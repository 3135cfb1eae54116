"""Lines of a plain email: no printed name is broken where one is folded, nor the numbers behind it."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.events import FlagsChanged
from adjudicator.game import Game
from adjudicator.judging.what_if import known_to
from adjudicator.mail.desk.pages import events_text
from adjudicator.report.pages import ReportFacts, text_page
from bench.pace import within
from templates.folding import fold, whole_names
from tests.report.berlin import COMBAT

BERLIN = find_game("raceforberlin")


def test_no_name_is_broken_nor_the_brackets_after_it() -> None:
    told = "3 GA-1 (16-2), " * 6 + "2 GTA-1 (2-2 reduced), Südl. Oderbruch"
    for width in range(24, 76):
        lines = fold(told, width=width, names=BERLIN.names().unbroken).splitlines()
        assert " ".join(lines) == told and max(map(len, lines)) <= width
        assert not [line for line in lines if line.endswith((" 3", " 2", "GA-1", "GTA-1", "Südl."))]


def test_a_name_within_a_longer_word_or_number_is_none() -> None:
    assert fold("13 GA-1 x", width=9, names=frozenset({"3 GA-1"})) == "13 GA-1 x"
    assert fold("13 GA-1", width=6, names=frozenset({"3 GA-1"})) == "13\nGA-1"
    assert fold("3 GA-1", width=5, names=frozenset({"3 GA-1"})) == "3 GA-1"


@pytest.mark.parametrize("game", [BERLIN, find_game("koenigsberg45")])
def test_the_longest_name_is_found_that_begins_there(game: Game) -> None:
    names = game.names().unbroken
    plain = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    whole = re.compile(rf"(?<!\w)(?:{plain})(?!\w)(?: \([^()]{{1,20}}\))?")
    told = [*sorted(names), *(f"{name[:-1]}{name[-3:]}" for name in sorted(names))][::7]
    text = "; ".join(f"{one} (3-4) in {other}" for one, other in zip(told, reversed(told), strict=True))
    assert whole_names(text, names) == whole.sub(lambda found: found[0].replace(" ", "\x1f"), text)


@pytest.mark.timed
def test_the_names_of_thousands_of_hexes_are_found_at_once() -> None:
    names = find_game("koenigsberg45").names().unbroken
    text = "; ".join(sorted(names))
    whole_names(text, names)  # what is made once for a game
    began = time.process_time()
    whole_names(text, names)
    assert within(time.process_time() - began, 0.005)


def test_the_names_of_a_game_are_gathered_once() -> None:
    for name in game_names():
        game = find_game(name)
        assert game.names().unbroken is game.names().unbroken


def test_lines_of_a_report_that_are_those_of_the_last_are_wrapped_once() -> None:
    seen = replace(known_to(BERLIN, BERLIN.start("campaign"), "koniev"), decisions=())
    facts = ReportFacts(BERLIN, 1, "koniev", seen, seen)
    first = text_page(facts)
    wrapped = fold.cache_info().misses
    assert text_page(facts) == first and fold.cache_info().misses == wrapped


def test_a_report_and_an_answer_keep_names_whole() -> None:
    state = BERLIN.start("campaign")
    seen = replace(known_to(BERLIN, state, "koniev"), decisions=())
    report = text_page(ReportFacts(BERLIN, 1, "koniev", seen, seen))
    marked = [
        FlagsChanged(rule="3", units=tuple(state.units)[first : first + 9], add=("out-of-supply",))
        for first in range(20)
    ]
    answer = events_text(BERLIN, marked, "koniev")
    for line in (*report.splitlines(), *answer.splitlines()):
        assert not line.endswith(
            (", 1", ", 2", ", 3", " and 1", " and 2", " and 3", "Nördl.", "F. L.", " v.")
        ), line
    assert ",\n        2 GTA-1 (20-3)" in report


def test_a_battle_ends_with_its_sum_and_shows_its_cell_in_brackets() -> None:
    state = BERLIN.start("campaign")
    seen = replace(known_to(BERLIN, state, "koniev"), decisions=())
    drm = {"value": -1, "reason": "a line", "rule": "8"}
    parts = (*COMBAT.parts, {**COMBAT.parts[0], "side": "defence", "unit": "712"})
    low = replace(COMBAT, parts=parts, drms=(drm,), drm=-1, die=6)
    high = replace(COMBAT, parts=parts, column="6:1", attack=40, defence=4, die=4, final=4)
    text = text_page(ReportFacts(BERLIN, 1, "koniev", seen, seen, events=(low, high)))
    assert text.index("          -1  a line [8]") < text.index("  |  Total   6 -1 = 5\n")
    assert "Odds    42 to 14: column 3:1\n" in text and "Odds    40 to 4: column 6:1, the highest\n" in text
    assert " row 5*: " in text and "[3:1 D2R]" in text and "[6:1 D2R]" in text
    assert "* A placeholder of hexpost:" in text
