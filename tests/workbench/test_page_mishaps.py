"""The page when something goes amiss: the server gone, files broken, another tab ahead."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser import needs_browser
from tests.tapping.browsers import Chromium, ChromiumTab
from tests.workbench.drawn import saved
from tests.workbench.making import Maker
from tests.workbench.test_areas import MIDDLES, sheet
from tests.workbench.test_areas_page import on_page
from tests.workbench.test_counters import sheet as counter_sheet
from tests.workbench.test_page import CORNERS, DESK, ZOOMED, at, click, shown, until
from workbench.cli import opened, opened_counters
from workbench.serving import Serving

pytestmark = [pytest.mark.slow, needs_browser]
STATUS = "document.getElementById('status').textContent"
OPEN = "!document.getElementById('ask').hidden"
AREA: dict[str, Any] = {name: {"name": name, "x": x, "y": y} for name, (x, y) in MIDDLES.items()}


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    made = opened(saved(tmp_path / "mygame.png"))
    made.start()
    yield made
    with suppress(Exception):
        made.stop()


@pytest.fixture
def areas(tmp_path: Path) -> Iterator[Maker]:
    """Somebody at the page of areas, of which two are clicked."""
    made = Maker(opened(sheet(tmp_path / "mygame.png")))
    made.mode = "areas"
    for name in ("NW", "SE"):
        assert made.does("seed", **AREA[name]) == ""
    made.sees()
    made.serving.start()
    yield made
    made.serving.stop()


def typed(tab: ChromiumTab, text: str) -> None:
    until(tab.ask, OPEN)
    tab.page.locator("#answer").fill(text)
    tab.page.keyboard.press("Enter")


def at_areas(browser: Chromium, areas: Maker) -> AbstractContextManager[ChromiumTab]:
    return browser.tab(f"{areas.serving.address}#areas", DESK)


def test_a_change_that_finds_the_workbench_closed_is_told_to_be_lost(
    browser: Chromium, serving: Serving
) -> None:
    with browser.tab(serving.address, DESK) as tab:
        shown(tab.ask)
        tab.touch(*at(tab.ask, "0101"))
        until(tab.ask, OPEN)
        serving.stop()
        until(tab.ask, f"{STATUS}.includes('Everything is saved')")
        typed(tab, "0101")
        until(tab.ask, f"{STATUS}.includes('Your last change may not be saved')")
        tab.page.wait_for_timeout(2500)  # it is looked for again meanwhile
        assert "Your last change may not be saved" in tab.ask(STATUS)


def test_the_page_of_an_older_workbench_is_told_to_be_that_and_asks_in_peace(
    browser: Chromium, serving: Serving, tmp_path: Path
) -> None:
    with browser.tab(serving.address, DESK) as tab:
        shown(tab.ask)
        serving.stop()
        newer = opened(tmp_path / "mygame", port=urlsplit(serving.address).port or 0)
        newer.start()
        try:
            until(tab.ask, f"{STATUS}.includes('Open the address that the new one has printed')")
            before = len(tab.wrong)
            tab.page.wait_for_timeout(2000)
            assert len(tab.wrong) - before < 8
        finally:
            newer.stop()


def test_a_line_that_is_asked_for_is_not_sent_to_another_mode(browser: Chromium, serving: Serving) -> None:
    with browser.tab(serving.address, DESK) as tab:
        shown(tab.ask)
        tab.touch(*at(tab.ask, "0101"))
        until(tab.ask, OPEN)
        tab.page.get_by_role("button", name="Areas", exact=True).click()
        until(tab.ask, "bench.state.mode == 'areas'")
        assert not tab.ask(OPEN)


@pytest.mark.parametrize(("text", "left"), [("Tiergarten", "Tiergarten,NE"), ("", "NE")])
def test_an_answer_is_about_the_seed_that_was_asked_about_whatever_another_tab_does(
    browser: Chromium, areas: Maker, text: str, left: str
) -> None:
    with at_areas(browser, areas) as tab:
        until(tab.ask, "bench.mine.ready && bench.mine.seeds.length == 2")
        tab.touch(*on_page(tab.ask, *MIDDLES["SE"]))
        until(tab.ask, OPEN)
        assert areas.does("remove", n=0) == ""
        assert areas.does("seed", **AREA["NE"]) == ""
        until(tab.ask, "bench.mine.seeds[0].name == 'SE'")
        typed(tab, text)
        until(tab.ask, f"bench.mine.seeds.map((one) => one.name).join() == {left!r}")


def test_the_dots_of_contacts_are_drawn_as_soon_as_their_tool_is_chosen(
    browser: Chromium, areas: Maker
) -> None:
    with at_areas(browser, areas) as tab:
        until(tab.ask, "bench.mine.fresh && !document.getElementById('busy').textContent")
        tab.page.wait_for_timeout(300)
        tab.ask("(window.drawn = 0, bench.viewer.changed = () => { window.drawn += 1; }, 1)")
        tab.page.keyboard.press("k")
        until(tab.ask, "window.drawn > 0")


def test_a_list_of_names_that_is_being_typed_outlives_a_change_elsewhere(
    browser: Chromium, areas: Maker
) -> None:
    with at_areas(browser, areas) as tab:
        until(tab.ask, "bench.mine.ready")
        tab.page.locator("summary", has_text="List of names").click()
        tab.page.locator("textarea").fill("Wedding\nMitte")
        tab.page.locator("#canvas").focus()
        assert areas.does("seed", **AREA["NE"]) == ""
        until(tab.ask, "bench.mine.seeds.length == 3")
        assert tab.page.locator("textarea").is_visible()
        assert tab.page.locator("textarea").input_value() == "Wedding\nMitte"
        tab.page.get_by_role("button", name="Save the list").click()
        until(tab.ask, "bench.mine.names.join() == 'Wedding,Mitte'")


def test_a_button_that_is_pressed_while_the_panel_is_made_again_is_clicked(
    browser: Chromium, serving: Serving
) -> None:
    maker = Maker(serving)
    with browser.tab(serving.address, DESK) as tab:
        shown(tab.ask)
        for label in CORNERS[:2]:
            click(tab, label)
        tab.page.get_by_role("button", name="Remove 0101").hover()
        tab.page.mouse.down()
        maker.clicks(CORNERS[2])
        until(tab.ask, "bench.mine.clicks.length == 3")
        tab.page.mouse.up()
        until(tab.ask, "bench.mine.clicks.length == 2")
        until(tab.ask, "document.querySelectorAll('.chip').length == 2")


def test_a_button_that_is_pressed_as_the_mouse_comes_to_it_stays(browser: Chromium, serving: Serving) -> None:
    with browser.tab(serving.address, DESK) as tab:
        shown(tab.ask)
        click(tab, CORNERS[0])
        stays = """async (button) => {
          for (const kind of ["pointermove", "pointerdown"]) {
            button.dispatchEvent(new PointerEvent(kind, { bubbles: true }));
          }
          await new Promise((done) => setTimeout(done, 50));
          bench.panel();
          return button.isConnected;
        }"""
        assert tab.page.get_by_role("button", name="Remove 0101").evaluate(stays)


def test_in_a_small_window_keys_and_modes_begin_at_their_top(browser: Chromium, serving: Serving) -> None:
    maker = Maker(serving)
    maker.clicks(*CORNERS)
    maker.sees()
    with browser.tab(serving.address, ZOOMED, device_scale_factor=2) as tab:
        shown(tab.ask)
        tab.page.keyboard.press("?")
        until(tab.ask, "document.getElementById('keys').open")
        assert tab.ask("document.getElementById('keys').scrollTop") == 0
        tab.page.keyboard.press("Escape")
        assert tab.ask("document.querySelector('aside').scrollTop = 300")
        tab.page.get_by_role("button", name="Areas", exact=True).click()
        until(tab.ask, "bench.state.mode == 'areas' && document.querySelector('#first').textContent")
        assert tab.ask("document.querySelector('aside').scrollTop") == 0


@pytest.mark.parametrize("mode", ["hexes", "areas"])
def test_a_click_beside_the_picture_is_told_before_a_name_is_typed(
    browser: Chromium, serving: Serving, mode: str
) -> None:
    with browser.tab(f"{serving.address}#{mode}", DESK) as tab:
        shown(tab.ask)
        until(tab.ask, f"bench.state.mode == '{mode}'")
        wide = tab.ask("bench.state.picture.width")
        tab.touch(*on_page(tab.ask, 1.1 * wide, 100))
        until(tab.ask, f"{STATUS}.includes('This is outside the picture.')")
        assert not tab.ask(OPEN)


@pytest.mark.parametrize("mode", ["counters", "terrain"])
def test_a_broken_file_is_all_that_the_panel_says(browser: Chromium, tmp_path: Path, mode: str) -> None:
    if mode == "counters":
        serving, file = opened_counters(counter_sheet(tmp_path / "sheet.png")), "counters/sheet-cuts.csv"
    else:
        serving, file = opened(saved(tmp_path / "sheet.png")), "map/map.toml"
    path = serving.project.folder / file
    path.parent.mkdir(exist_ok=True)
    path.write_text("nonsense = = 3\n", encoding="utf-8")
    serving.start()
    try:
        with browser.tab(f"{serving.address}#{mode}", DESK) as tab:
            until(tab.ask, "!document.getElementById('wrong').hidden")
            assert tab.ask("document.getElementById('first').textContent") == ""
    finally:
        serving.stop()
