"""What stopped somebody who had never seen the page for orders, on a phone: steps out of sight, a map too
small to tap, codes where words were to be read. Donnerschlag, from the call to the first attack."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.tapping.page import data, standing
from tests.browser import needs_browser
from tests.tapping.browsers import Chromium, ChromiumTab
from tests.tapping.finger import SIZES, keys, lines, tap
from tests.tapping.positions import facts, first_asked, page, some

IN_SIGHT = """
(([part]) => { const { top } = part.getBoundingClientRect(); return top >= 0 && top < innerHeight * 0.6; })
([...document.querySelectorAll('[data-question="N"]')])
"""
"""Whether a question begins in the upper part of the window."""
STAYS = """
(({ top, bottom, height }) => top >= 0 && bottom <= innerHeight && height > innerHeight / 3)
(document.getElementById('map').getBoundingClientRect())
"""
"""Whether the map is in sight, and large enough to be tapped."""
TEXTS = """
[...document.querySelectorAll('#what button, #what p, #what summary, #what input, .send button')]
  .map((one) => parseFloat(getComputedStyle(one).fontSize))
"""
"""How large the text of each thing is that is read or tapped beside the map, in pixels."""
SPILT = """
[...document.querySelectorAll('.tools button')].filter((one) => one.scrollHeight > one.clientHeight)
  .map((one) => one.textContent)
"""
DRAWN = "document.querySelector('#plane .cell.lit').getBoundingClientRect().width"


@pytest.fixture(scope="module")
def called(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the first call of Donnerschlag."""
    game, view, decision = first_asked("donnerschlag", "finger", "call")
    return page(game, view, decision.player, tmp_path_factory.mktemp("called"))


def to_the_moves(tab: ChromiumTab) -> None:
    """Do not call Donnerschlag, and play a card."""
    tap(tab, "line pass")
    tap(tab, "line play AX6PZ-1")


def to_the_attacks(tab: ChromiumTab) -> None:
    """Move a unit next to the enemy."""
    to_the_moves(tab)
    tap(tab, "unit 2 I-11 Pz")
    tap(tab, next(key for key in keys(tab, "end ") if key.endswith(" to 4014")))
    tap(tab, "line done")


@pytest.mark.slow
@needs_browser
def test_on_a_phone_the_next_step_comes_into_sight_below_a_map_that_stays(
    browser: Chromium, called: Path
) -> None:
    with browser.tab(called, SIZES[0]) as tab:
        tap(tab, "line pass")
        assert tab.ask(IN_SIGHT.replace("N", "1"))
        tap(tab, "line play AX6PZ-1")
        assert tab.ask(IN_SIGHT.replace("N", "2")) and tab.ask(STAYS)
        answered = tab.ask("[...document.querySelectorAll('[aria-label=Answered]')].map((one) => one.open)")
        assert answered == [False, False], "what is answered is folded"
        tap(tab, "line play AXROM-3")
        assert [one.text for one in lines(tab)] == ["pass", "play AXROM-3"], "and can be changed"
        assert tab.wrong == []


@pytest.mark.slow
@needs_browser
def test_a_unit_that_moves_stays_no_more_and_one_that_stays_does_not_move(
    browser: Chromium, tmp_path: Path
) -> None:
    game, view, decision = first_asked("donnerschlag", "finger", "activate")
    with browser.tab(page(game, view, decision.player, tmp_path), SIZES[0]) as tab:
        unit = keys(tab, "unit 0 ")[0]
        for last in ("stay", "move", "stay"):
            tap(tab, unit)
            tap(tab, keys(tab, "end " if last == "move" else "team ", where=".pick")[0])
            for key in keys(tab, "write"):
                tap(tab, key)
            (line,) = lines(tab)
            assert line.text.startswith(f"{last} {unit.removeprefix('unit 0 ')}"), line


@pytest.mark.slow
@needs_browser
def test_of_a_unit_that_checks_its_morale_nothing_waits_for_a_later_hit(
    browser: Chromium, tmp_path: Path
) -> None:
    game, view, decision = first_asked("panzerkorps48", "finger", "morale", 200)
    with browser.tab(page(game, view, decision.player, tmp_path), SIZES[0]) as tab:
        unit = keys(tab, "unit 0 ")[0]
        for word in ("check", "retreat", "check"):
            tap(tab, unit)
            tap(tab, next(key for key in keys(tab, "line ", where=".pick") if word in key), ".pick")
            assert [one.text.split()[0] for one in lines(tab)] == [word]


@pytest.mark.slow
@needs_browser
def test_all_text_is_twice_as_large_for_who_wants_it_so(browser: Chromium, called: Path) -> None:
    with browser.tab(called, SIZES[0]) as tab:
        small = tab.ask(TEXTS)
        tab.ask("(document.documentElement.style.fontSize = '200%', 1)")
        assert tab.ask(TEXTS) == [2 * size for size in small] and min(small) > 12
        assert tab.ask(SPILT) == [], "signs stay within their buttons on the map"
        assert tab.ask("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
@needs_browser
def test_a_stack_that_is_picked_is_drawn_large_enough_for_a_finger(browser: Chromium, called: Path) -> None:
    with browser.tab(called, SIZES[0]) as tab:
        to_the_moves(tab)
        tap(tab, "unit 2 I-11 Pz")
        assert tab.ask(DRAWN) >= 30
        tap(tab, keys(tab, "head 2 ", where=".pick")[0])
        assert tab.ask(DRAWN) >= 30, "both battalions together, too"


@pytest.mark.slow
@needs_browser
def test_an_attack_below_the_moves_tells_its_odds_and_may_play_a_card(
    browser: Chromium, called: Path
) -> None:
    with browser.tab(called, SIZES[0]) as tab:
        to_the_attacks(tab)
        tap(tab, keys(tab, "team 3 ")[0])
        ticks = "[...document.querySelectorAll('.pick label')].map((one) => one.textContent)"
        unit, *cards = tab.ask(ticks)
        assert unit.startswith("I-11 Pz") and cards and all(one.startswith(" card ") for one in cards), cards
        assert any("Stukas. Before combat: Add 1 to the die" in one for one in cards), (
            "a card says what it does"
        )
        for tick in (keys(tab, "tick ")[0], keys(tab, "tick ")[-1]):
            tap(tab, tick)
        told = tab.ask("document.querySelector('.pick .told').textContent")
        assert told == "6 strength points against 2: 3:1, before shifts and die modifiers"
        tap(tab, "write")
        written = lines(tab)[-1]
        assert (written.text, written.state) == ("attack 3914 with I-11 Pz card STUKA-2", "order")
        assert tab.wrong == []


@pytest.mark.slow
@needs_browser
def test_the_text_of_a_card_is_told_once_above_all_that_it_can_be_used_for(
    browser: Chromium, tmp_path: Path
) -> None:
    cases = (one for one in some("donnerschlag", "finger", 200, 4) if one[2].topic == "play")
    game, view, decision = next(one for one in cases if one[2].player == "soviet")
    with browser.tab(page(game, view, decision.player, tmp_path), SIZES[0]) as tab:
        text = tab.ask("document.getElementById('what').textContent")
        uses = [key for key in keys(tab, "line play ") if len(key.split()) > 3]
        assert len(uses) > 4 and text.count("To begin your segment: ") < len(uses)
        assert tab.ask("document.querySelectorAll('[data-key^=unit]').length") == 0, "each use has its button"


def test_standing_orders_are_told_in_the_words_of_the_first_form() -> None:
    game, view, decision = first_asked("donnerschlag", "finger", "highcommand")
    told = dict(standing(facts(game, view, decision.player)))
    assert told["if asked box then pass"].endswith(
        "You put no cards into the OKH or STAVKA box for a later turn."
    )
    assert "if asked box then default" not in told, "what is advised is not offered twice"


def test_what_ends_a_question_says_what_that_means() -> None:
    game, view, decision = first_asked("donnerschlag", "finger", "call")
    asked = data(facts(game, view, decision.player), None)["questions"]
    told = [
        one["means"].get(word, "")
        for one, word in zip(asked, ("pass", "", "done", "end combat"), strict=True)
    ]
    assert told == [
        "it is not called this turn",
        "",
        "all other units stay",
        "no more attacks in this segment",
    ]
