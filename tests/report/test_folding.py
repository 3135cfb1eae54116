"""Lines of a plain email: no printed name is broken where one is folded, nor the numbers behind it."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.catalogue import find_game
from adjudicator.events import FlagsChanged
from adjudicator.judging.what_if import known_to
from adjudicator.mail.desk.pages import events_text
from adjudicator.report.pages import ReportFacts, text_page
from adjudicator.wording.order_words import printed_names
from templates.folding import fold
from tests.report.berlin import COMBAT

BERLIN = find_game("raceforberlin")


def test_no_name_is_broken_nor_the_brackets_after_it() -> None:
    told = "3 GA-1 (16-2), " * 6 + "2 GTA-1 (2-2 reduced), Südl. Oderbruch"
    for width in range(24, 76):
        lines = fold(told, width=width, names=printed_names(BERLIN)).splitlines()
        assert " ".join(lines) == told and max(map(len, lines)) <= width
        assert not [line for line in lines if line.endswith((" 3", " 2", "GA-1", "GTA-1", "Südl."))]


def test_a_name_within_a_longer_word_or_number_is_none() -> None:
    assert fold("13 GA-1 x", width=9, names=frozenset({"3 GA-1"})) == "13 GA-1 x"
    assert fold("13 GA-1", width=6, names=frozenset({"3 GA-1"})) == "13\nGA-1"
    assert fold("3 GA-1", width=5, names=frozenset({"3 GA-1"})) == "3 GA-1"


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
