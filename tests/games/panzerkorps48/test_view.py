"""What a side may know: change anything hidden from it, and no byte that it gets changes."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.games.panzerkorps48 import GAME, r09_setup
from adjudicator.games.panzerkorps48.r09_setup import schedule, suggested
from adjudicator.mail.desk.trial import bundle, playable, try_sheet
from adjudicator.report.pages import ReportFacts, pages
from adjudicator.snapshot import canonical, pack
from adjudicator.state import State
from tests.games.panzerkorps48.table import GAME as NAME
from tests.games.panzerkorps48.table import table
from tests.tabletop import Tabletop

SEEDS = st.integers(min_value=0, max_value=30)
GERMAN_LINES = ("setup 685-I at 4113", "setup LJ-A at 4925", "move 685-I to 4114", "end")


@cache
def set_up(german: int) -> Tabletop:
    """The game after the German set-up."""
    laid = Tabletop(NAME, clear=False)
    laid.order("german", "\n".join((*suggested(laid.state, "german", random.Random(german)), "end")))
    return laid


def told(state: State, side: str) -> bytes:
    """Everything a player could be sent of a position: view, page, bundle, answers to a dry run."""
    seen = GAME.view(state, side)
    page = pages(ReportFacts(GAME, 1, side, seen, seen))
    answers = [try_sheet(GAME, state, side, [(1, line)]) for line in GERMAN_LINES]
    return canonical([
        pack(playable(GAME, state, side)), page.text, page.html, str(answers),
        bundle(GAME, "campaign", state, side).decode("utf-8"),
    ])  # fmt: skip


def heard(laid: Tabletop, side: str) -> list[object]:
    """The events that a side sees, with all their facts."""
    return [(event.kind, event.facts()) for event in laid.events if event.seen_by(side)]


def soviet(seed: int, lines: int) -> Tabletop:
    """So many lines of a Soviet set-up and plan by chance, after a German one."""
    laid = Tabletop(NAME, clear=False, run=False)
    laid.play.state = set_up(1).state
    chance = random.Random(seed)
    sheet = (*suggested(laid.state, "soviet", chance), *r09_setup.suggested_plan(laid.state, chance))
    laid.order("soviet", "\n".join(sheet[-lines:]))
    return laid


@pytest.mark.slow
@given(SEEDS, SEEDS)
@settings(max_examples=6, deadline=None)
@pytest.mark.rule("9.set.6", "9.set.7", "9.1.sov.1")
def test_9_set_the_germans_get_the_same_bytes_whatever_the_soviets_set_up_and_plan(
    one: int, other: int
) -> None:
    first, second = soviet(one, 45), soviet(other, 45)
    assert told(first.state, "german") == told(second.state, "german")
    assert heard(first, "german") == heard(second, "german")


@given(SEEDS)
@settings(max_examples=4, deadline=None)
@pytest.mark.rule("9.set.6")
def test_9_set_6_the_soviets_get_the_same_bytes_whatever_the_germans_set_up(seed: int) -> None:
    shown = []
    for chosen in (0, seed):
        laid = Tabletop(NAME, clear=False)
        laid.order("german", "\n".join(suggested(laid.state, "german", random.Random(chosen))))
        shown.append((told(laid.state, "soviet"), heard(laid, "soviet")))
    assert shown[0] == shown[1]


AREAS = st.sampled_from(sorted(schedule("5MC")))


@given(AREAS, AREAS)
@settings(max_examples=6, deadline=None)
@pytest.mark.rule("9.1.sov.1", "9.1.sov.7")
def test_9_1_sov_7_the_germans_get_the_same_bytes_whatever_area_is_planned(one: str, other: str) -> None:
    """Before the turn of entry."""
    shown = []
    for area in (one, other):
        state = {"plan": {"5MC": [6, area]}, "entry-turns": {"5MC": 6}}
        laid = table({"45MB": "5-mech", "685-I": "3815", "117TB": "3805"}, turn=4, state=state)
        laid.order("soviet", "move 117TB via 3806\nend")
        shown.append((told(laid.state, "german"), heard(laid, "german")))
    assert shown[0] == shown[1]


@pytest.mark.rule("9.1.sov.6", "9.1.sov.7")
def test_9_1_sov_6_a_german_report_names_turns_and_no_area() -> None:
    state = {"plan": {"5MC": [6, "A"]}, "entry-turns": {"5MC": 6}}
    laid = table({"45MB": "5-mech", "685-I": "3815"}, turn=4, state=state)
    seen = GAME.view(laid.state, "german")
    assert ("plan" in seen.facts, seen.facts["entry-turns"]) == (False, {"5MC": 6})
    assert "plan" in GAME.view(laid.state, "soviet").facts
