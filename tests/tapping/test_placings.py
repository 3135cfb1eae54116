"""Groups put down on the map, their parts, what they control, who is lost, and what is bought, by tapping."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.catalogue import find_game
from adjudicator.choices import unlisted
from adjudicator.dice import SeededDice
from adjudicator.judging.referee import judge, run_on
from adjudicator.judging.what_if import playable
from adjudicator.play import Play
from adjudicator.tapping.offers import Packing
from adjudicator.tapping.packed import Places
from tests.browser import needs_browser
from tests.tapping.browsers import Chromium, ChromiumTab
from tests.tapping.finger import keys, lines, tap
from tests.tapping.positions import judged, page

GAME = find_game("redvengeance")
PHONE = (390, 844)
BUYS = {"german": ("buy I1 mode=map", "buy G5"), "russian": ("buy I2", "buy V2")}
TAKEN = {"may be done", "waiting", "not-judged"}


def begun(*sheets: tuple[str, tuple[str, ...]]) -> Play:
    play = Play(GAME.start(GAME.scenarios[0]), SeededDice(random.Random("placings")))
    run_on(GAME, play)
    for side, told in sheets:
        assert {one.verdict for one in judge(GAME, play, side, list(enumerate(told, 1)), 1)} == {"done"}
    return play


def at_table() -> Play:
    ours = ("setup GE-I1#1 hex=Y18", "setup GE-G5#1 hex=K13", "pass")
    return begun(*BUYS.items(), ("german", ours), ("russian", ("pass",)))


def texts(tab: ChromiumTab) -> list[str]:
    return [line.text for line in lines(tab)]


def head(tab: ChromiumTab, begins: str) -> None:
    """Tap the button of the group whose line begins so."""
    found = "[...document.querySelectorAll('#what [data-key^=\"head \"]')]"
    tab.ask(f"{found}.find((one) => one.textContent.startsWith({begins!r})).click()")


def put(tab: ChromiumTab, text: str) -> None:
    """Open the list of places, and tap the one that writes this line."""
    if not tab.ask("document.querySelector('.pick details').open"):
        tap(tab, "places")
        tab.page.wait_for_timeout(100)
    tap(tab, f"end {text}")


@pytest.mark.slow
@needs_browser
def test_the_rest_of_a_group_comes_below_its_parts(browser: Chromium, tmp_path: Path) -> None:
    view = playable(GAME, begun(*BUYS.items()).state, "german")
    with browser.tab(page(GAME, view, "german", tmp_path), PHONE) as tab:
        assert any("SS Rifle Ptn, 6 units" in text for text in tab.ask(BUTTONS)), "a group says what it is"
        assert any("6-5-8, bought" in text for text in tab.ask(BUTTONS)), "and a unit which counter it is"
        head(tab, "setup GE-I1#1 hex=")
        put(tab, "setup GE-I1#1 hex=Y18")
        part = next(key for key in keys(tab, "unit ") if key.endswith("GE-I1#1-1"))
        tap(tab, part)
        text = tab.ask("document.querySelector('.pick .narrow button, .pick details') !== null")
        assert text
        tap(tab, "places")
        tab.page.wait_for_timeout(100)
        one = next(key for key in keys(tab, "end ", where=".pick") if key.endswith("hex=X18"))
        tap(tab, one)
        first = one.removeprefix("end ")
        assert first.startswith("setup GE-I1#1-1") and texts(tab) == [first, "setup GE-I1#1 hex=Y18"]
        head(tab, "setup GE-I1#1 hex=")
        put(tab, "setup GE-I1#1 hex=K13")
        assert texts(tab) == [first, "setup GE-I1#1 hex=K13"], "the same group once more"
        told = judged(GAME, view, "german", texts(tab))
        assert {one.verdict for some in told for one in some} <= TAKEN
        assert tab.wrong == []


@pytest.mark.slow
@needs_browser
def test_who_has_entered_is_reported_controls_its_hex_and_may_be_lost(
    browser: Chromium, tmp_path: Path
) -> None:
    view = playable(GAME, at_table().state, "russian")
    with browser.tab(page(GAME, view, "russian", tmp_path), PHONE) as tab:
        assert not any("report AT" in text for text in tab.ask(BUTTONS)), "nobody is on the map yet"
        tap(tab, "line endturn turn=8")
        head(tab, "enter RU-I2#1 hex=")
        put(tab, "enter RU-I2#1 hex=E1")
        head(tab, "report AT unit=RU-I2#1 hex=")
        put(tab, "report AT unit=RU-I2#1 hex=G3")
        tap(tab, next(key for key in keys(tab, "unit ") if key.endswith("RU-I2#1-1")))
        tap(tab, "end control G3 by=RU-I2#1-1")
        assert "end control K13 by=RU-I2#1-1" not in keys(tab, "end "), (
            "it does not hang together with its hex"
        )
        for hex_ in ("H3", "I3"):  # it stays picked, and the next hex is beside the last
            tap(tab, f"end control {hex_} by=RU-I2#1-1")
        assert texts(tab)[2] == "control G3,H3,I3 by=RU-I2#1-1"
        assert "controls G3, H3, I3" in tab.ask("document.querySelector('ol.orders').textContent")
        enemy = "[...document.querySelectorAll('#what [data-key^=\"team \"]')]"
        tab.ask(f"{enemy}.find((one) => one.textContent.startsWith('Enemy units lost in Y18')).click()")
        tap(tab, "tick 0")
        tap(tab, "tick 1")
        tap(tab, "write")
        found = texts(tab)
        assert found[:3] == [
            "enter RU-I2#1 hex=E1", "report AT unit=RU-I2#1 hex=G3", "control G3,H3,I3 by=RU-I2#1-1",
        ]  # fmt: skip
        assert found[3].startswith("report LOST unit=GE-I1#1-1,") and found[4] == "endturn turn=8"
        assert [line.state for line in lines(tab)][1:4] == ["both"] * 3
        told = judged(GAME, view, "russian", found)
        assert {one.verdict for some in told for one in some} <= {*TAKEN, "done"}
        tap(tab, "drop 0")
        assert [line.state for line in lines(tab)][:2] == ["idle"] * 2, "it is not on the map"
        assert tab.wrong == []


@pytest.mark.slow
@needs_browser
def test_a_line_again_buys_one_more_and_the_page_adds_up(browser: Chromium, tmp_path: Path) -> None:
    view = playable(GAME, begun().state, "german")
    with browser.tab(page(GAME, view, "german", tmp_path, draw=False), PHONE) as tab:
        for _ in range(9):
            tap(tab, "line fpp FOXHOLE cap=3")
        assert texts(tab) == ["fpp FOXHOLE cap=3 x9"] and "27 of 40 FPP" in tab.ask(SPENT)
        for _ in range(2):
            tap(tab, "line fpp PILLBOX ca=1 nca=3 cap=5")
        assert [line.state for line in lines(tab)] == ["over", "dear"]
        told = judged(GAME, view, "german", texts(tab))
        assert {one.verdict for some in told for one in some} == {"refused"}, (
            "the lines are paid together or not"
        )


BUTTONS = "[...document.querySelectorAll('#what button')].map((one) => one.textContent)"
SPENT = "document.querySelector('#what p.told').textContent"


@pytest.mark.slow
@needs_browser
def test_a_group_on_the_chart_is_bought_with_one_tap_and_the_chart_stays_open(
    browser: Chromium, tmp_path: Path
) -> None:
    view = playable(GAME, begun().state, "german")
    with browser.tab(page(GAME, view, "german", tmp_path, draw=False), PHONE) as tab:
        tap(tab, keys(tab, "team ")[0])
        kinds = tab.ask("document.querySelector('.pick summary').textContent")
        assert kinds.startswith("I1 to I7 SS Rifle Ptn, "), "a fold says what is in it"
        for line in ("buy I1", "buy I1", "buy I4"):
            tap(tab, f"line {line}", ".pick")
        assert texts(tab) == ["buy I1 x2", "buy I4"]
        assert "2 bought" in tab.ask("document.querySelector('.pick').textContent")
        assert keys(tab, "tick ", "write") == [] and tab.wrong == []


def test_a_pass_does_not_take_the_place_of_losses_where_nothing_else_may_be_ordered() -> None:
    view = playable(GAME, at_table().state, "german")
    (asked,) = (one for one in view.waiting() if one.player == "german")
    choice = GAME.choices.of(asked.topic)
    assert choice is not None and choice.tickings is not None
    bare = replace(choice, placings=None, legal=lambda state, side: (), further=unlisted)
    some = replace(GAME, choices=replace(GAME.choices, all=(bare,)))
    pack = Packing(
        some, view, replace(asked, answers=("pass",)), Places({*view.board.spaces, *GAME.boxes})
    ).pack()
    assert pack.teams and pack.ending == ("pass",) and not pack.once
