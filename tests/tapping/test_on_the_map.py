"""What the page for orders draws on its map: numbers of hexes that the picture is too small for, and frames
about the counters of targets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import needs_browser
from tests.tapping.browsers import Chromium
from tests.tapping.finger import SIZES, keys, lines, tap
from tests.tapping.positions import first_asked, page
from tests.tapping.test_in_a_browser import MIDDLES
from tests.workbench.test_page import until


@pytest.mark.slow
@needs_browser
def test_hexes_of_a_large_board_are_numbered_and_those_to_go_to_stand_out(
    browser: Chromium, tmp_path: Path
) -> None:
    told = "[...document.querySelectorAll('#under WHAT')].map((one) => one.textContent)"
    game, view, decision = first_asked("koenigsberg45", "large", "move")
    with browser.tab(page(game, view, decision.player, tmp_path), SIZES[2]) as tab:
        until(tab.ask, "document.querySelectorAll('#under .hex').length > 50")
        numbers = tab.ask(told.replace("WHAT", ".hex").replace("one.textContent", "one.firstChild.data"))
        assert {one for one in numbers if one.isdigit() and len(one) == 4} == set(numbers)
        outlines = tab.ask("document.querySelector('#under .grid').getAttribute('d').split('Z').length - 1")
        assert 0 <= outlines - len(numbers) < 20, "each hex in sight has its outline"
        towns = tab.ask(told.replace("WHAT", ".town"))
        assert towns and not any(letter.isdigit() for one in towns for letter in one)
        tap(tab, keys(tab, "unit ")[0])
        until(tab.ask, "document.querySelectorAll('#under .open').length > 1")
        assert len(tab.ask(told.replace("WHAT", ".open"))) <= len(tab.ask(MIDDLES.replace("WHAT", ".end")))
        assert tab.wrong == []


OVERLAPPING = """
[...document.querySelectorAll('#under .hex')].map((one) => [one.textContent, one.getBoundingClientRect()])
  .flatMap(([text, a], n, all) => all.slice(n + 1)
    .filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
    .map(([other]) => [text, other]))
"""


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize(
    ("name", "topic", "town"), [("koenigsberg45", "move", "Goldap"), ("panzerkorps48", "prep", "Surovikino")]
)
def test_no_name_of_a_town_is_written_over_the_number_of_a_hex(
    browser: Chromium, tmp_path: Path, name: str, topic: str, town: str
) -> None:
    game, view, decision = first_asked(name, "shots", topic)
    with browser.tab(page(game, view, decision.player, tmp_path), SIZES[2]) as tab:
        until(tab.ask, "document.querySelectorAll('#under .hex').length > 50")
        assert any(one.endswith(town) for one in tab.ask(TOWNS)) and tab.ask(OVERLAPPING) == []


TOWNS = "[...document.querySelectorAll('#under .town')].map((one) => one.textContent)"


@pytest.mark.slow
@needs_browser
def test_what_is_written_can_be_sent_without_scrolling_and_the_map_has_a_key(
    browser: Chromium, tmp_path: Path
) -> None:
    game, view, decision = first_asked("koenigsberg45", "shots", "move")
    with browser.tab(page(game, view, decision.player, tmp_path), (390, 844)) as tab:
        tap(tab, keys(tab, "unit ")[0])
        tap(tab, keys(tab, "end ")[0])
        low = tab.ask("document.querySelector('[data-key=send]').getBoundingClientRect().bottom")
        assert tab.ask("scrollY") == 0 and 0 < low <= 844
        signs = tab.ask("[...document.querySelectorAll('.legend li')].map((one) => one.textContent)")
        assert {"may act", "a move that is written", "named in a line already"} <= {*signs}
        assert tab.wrong == []


@pytest.mark.slow
@needs_browser
def test_targets_have_a_frame_about_their_counters_which_can_be_tapped(
    browser: Chromium, tmp_path: Path
) -> None:
    game, view, decision = first_asked("raceforberlin", "large", "impulse")
    with browser.tab(page(game, view, decision.player, tmp_path), SIZES[2]) as tab:
        framed = tab.ask(MIDDLES.replace("WHAT", "#plane .cell.aim"))
        assert framed and tab.ask("document.querySelectorAll('#over .target').length") == 0
        assert tab.ask("document.querySelectorAll('#under .hex').length") == 0, "its names can be read"
        x, y, *_ = next(one for one in framed if 0 < one[0] < 780 and 80 < one[1] < 880)
        tab.touch(x, y)
        assert tab.ask("document.querySelectorAll('.pick').length") == 1


@pytest.mark.slow
@needs_browser
def test_barrages_are_tapped_one_after_the_other_and_marked(browser: Chromium, tmp_path: Path) -> None:
    game, view, decision = first_asked("koenigsberg45", "large", "barrage")
    with browser.tab(page(game, view, decision.player, tmp_path), SIZES[0]) as tab:
        for n in (0, -1):
            tap(tab, keys(tab, "end ", where=".pick")[n], ".pick")
        tap(tab, keys(tab, "standing ")[0])
        written = lines(tab)
        assert [one.text.split()[0] for one in written] == ["barrage", "barrage", "if"]
        assert written[-1].means.startswith("Your weakest units lose steps"), (
            "a standing order says what it means"
        )
        assert tab.ask("document.querySelectorAll('#over circle.aimed').length") == 2
        assert "may still stop" not in tab.ask("document.querySelector('.pick').textContent")
        assert tab.wrong == []


@pytest.mark.slow
@needs_browser
def test_a_small_map_on_which_nothing_is_tapped_stays_as_it_is(browser: Chromium, tmp_path: Path) -> None:
    moved = "document.getElementById('plane').style.transform"
    game, view, decision = first_asked("redvengeance", "look", "buy")
    with browser.tab(page(game, view, decision.player, tmp_path), SIZES[0]) as tab:
        before = tab.ask(moved)
        tap(tab, keys(tab, "team ")[0])
        assert tab.ask(moved) == before, "what is bought is nowhere on it"


@pytest.mark.slow
@needs_browser
def test_a_unit_offers_its_own_orders_and_names_each_place_once(browser: Chromium, tmp_path: Path) -> None:
    told = "[...document.querySelectorAll('.pick button')].map((one) => one.firstChild.data)"
    for name, topic in (("koenigsberg45", "move"), ("raceforberlin", "impulse")):
        game, view, decision = first_asked(name, "look", topic, 120)
        with browser.tab(page(game, view, decision.player, tmp_path), SIZES[0]) as tab:
            tap(tab, keys(tab, "unit ")[0])
            shown = tab.ask(told)
            assert shown and not [one for one in shown if " / " in one], "no example for all units"
            assert not [one for one in shown if ": " in one and not one.startswith("together")]
