"""The page in real browsers: clicked and typed; with keys alone; in a small window; in two at once."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import workbench
from counters.signs.eyes import contrast
from maps.scan.scan_file import read_clicks
from tests.browser import needs_browser
from tests.tapping.browsers import Chromium, ChromiumTab, Firefox, firefox, needs_firefox
from tests.workbench.drawn import GRID, drawn, place, saved
from workbench.cli import opened
from workbench.serving import Serving

CORNERS = ("0101", "0901", "0107", "0907", "0201")
DESK, ZOOMED = (1280, 800), (640, 400)
"""A window, and the same at 200 % zoom."""
WAIT = 60.0
NOTE_TAGS = """
(() => {
  const write = CanvasRenderingContext2D.prototype.fillText;
  window.tags = {};
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    if (this.font.includes('17px')) window.tags[text] = [x, y];
    return write.apply(this, arguments);
  };
})()
"""
"""Notes where the page writes its large labels, in pixels of the canvas."""
NAMELESS = """
[...document.querySelectorAll('button, input')].filter((one) => one.offsetParent !== null &&
  !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length)).length
"""


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    made = opened(saved(tmp_path / "mygame.png"))
    made.start()
    yield made
    made.stop()


def until(ask: Callable[[str], Any], expression: str) -> Any:
    """Wait until an expression is true in the page."""
    end = time.monotonic() + WAIT
    while not (found := ask(expression)):
        assert time.monotonic() < end, f"{expression}: {ask('document.body.innerText')}"
        time.sleep(0.03)
    return found


def at(ask: Callable[[str], Any], label: str) -> tuple[float, float]:
    """Where the middle of a hex is in the window, while the whole picture is shown."""
    left, top, wide, high = ask(
        "((box) => [box.x, box.y, box.width, box.height])"
        "(document.getElementById('canvas').getBoundingClientRect())"
    )
    size = drawn().size
    scale = 0.97 * min(wide / size[0], high / size[1])
    x, y = place(GRID, label)
    return left + wide / 2 + (x - size[0] / 2) * scale, top + high / 2 + (y - size[1] / 2) * scale


def shown(ask: Callable[[str], Any]) -> None:
    until(ask, "document.getElementById('reading').hidden && document.querySelector('#first').textContent")


def click(tab: ChromiumTab, label: str) -> None:
    """Click a hex and type its label."""
    tab.touch(*at(tab.ask, label))
    until(tab.ask, "!document.getElementById('ask').hidden")
    tab.page.keyboard.type(label)
    tab.page.keyboard.press("Enter")
    until(tab.ask, f"document.querySelector('.chips')?.textContent.includes('{label}')")


def faults(tab: ChromiumTab, serving: Serving) -> list[str]:
    """What went wrong in the page, and what it asked for elsewhere."""
    return [one for one in tab.wrong if not one.startswith(serving.address)]


@pytest.mark.slow
@needs_browser
def test_hexes_are_clicked_together_and_a_click_is_undone(browser: Chromium, serving: Serving) -> None:
    with browser.tab(serving.address, DESK) as tab:
        shown(tab.ask)
        for label in CORNERS:
            click(tab, label)
        until(tab.ask, "document.querySelector('#first').textContent.includes('fits the print')")
        assert "9 columns, 7 rows" in tab.ask("document.querySelector('aside').innerText")
        tab.page.keyboard.press("Control+z")
        until(tab.ask, "document.querySelectorAll('.chip').length == 4")
        assert len(read_clicks(serving.project.folder / "map" / "clicks.csv")) == 4
        assert tab.ask(NAMELESS) == 0
        assert faults(tab, serving) == []


@pytest.mark.slow
@needs_browser
def test_the_large_labels_of_the_corners_lie_outside_the_hexes_whose_print_they_are_compared_with(
    browser: Chromium, serving: Serving
) -> None:
    with browser.tab(serving.address, DESK) as tab:
        shown(tab.ask)
        tab.ask(NOTE_TAGS)
        for label in CORNERS:
            click(tab, label)
        until(tab.ask, "Object.keys(window.tags).length == 4")
        canvas = "document.getElementById('canvas').getBoundingClientRect()"
        left, top = tab.ask(f"((box) => [box.x, box.y])({canvas})")
        high = math.dist(at(tab.ask, "0101"), at(tab.ask, "0102"))
        for label, (x, y) in tab.ask("window.tags").items():
            assert math.dist((left + x, top + y), at(tab.ask, label)) > high / 2 + 17, label


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize(("hexes_away", "asked"), [(0.0, "0101"), (1.0, "0102")])
def test_a_hex_beside_a_clicked_one_is_meant_when_it_is_clicked_from_afar(
    browser: Chromium, serving: Serving, hexes_away: float, asked: str
) -> None:
    with browser.tab(serving.address, DESK) as tab:
        shown(tab.ask)
        for label in CORNERS[:4]:
            click(tab, label)
        (x, y), (_, below) = place(GRID, "0101"), place(GRID, "0102")
        where = f"[{x}, {y + hexes_away * (below - y)}]"
        tab.ask(f"(bench.viewer.scale = 10 / {below - y}, bench.goTo({where}), 1)")
        left, top, wide, high = tab.ask(
            "((box) => [box.x, box.y, box.width, box.height])"
            "(document.getElementById('canvas').getBoundingClientRect())"
        )
        tab.touch(left + wide / 2, top + high / 2)
        until(tab.ask, "!document.getElementById('ask').hidden")
        words = tab.ask("document.getElementById('question').textContent")
        assert ("Empty removes the click" in words) == (hexes_away == 0)
        assert tab.ask("document.getElementById('answer').value") == asked


@pytest.mark.slow
@needs_browser
def test_until_the_picture_comes_the_page_says_so_and_shows_nothing_empty(browser: Chromium) -> None:
    page = Path(workbench.__file__).parent / "page" / "page.html"
    with browser.tab(page, DESK, java_script_enabled=False) as tab:
        assert "Opening the picture" in tab.ask("document.body.innerText")
        assert "To look at" not in tab.ask("document.body.innerText")
        assert tab.ask(NAMELESS) == 0


def test_words_are_dark_enough_on_the_paper_of_the_page() -> None:
    style = (Path(workbench.__file__).parent / "page" / "page.css").read_text("utf-8")
    inks = dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6});", style))
    words = ("ink", "soft", "main", "good", "warm", "wrong")
    assert [(ink, inks[ink]) for ink in words if contrast(inks[ink], "#ffffff") < 4.5] == []


@pytest.mark.slow
@needs_browser
def test_keys_alone_do_and_names_are_text(browser: Chromium, serving: Serving) -> None:
    name = "<img src=x onerror=alert(1)>"
    with browser.tab(serving.address, DESK) as tab:
        shown(tab.ask)
        assert tab.ask("document.activeElement.id") == "canvas"
        for key in ("ArrowRight", "ArrowLeft", "+", "Enter"):
            tab.page.keyboard.press(key)
        until(tab.ask, "!document.getElementById('ask').hidden")
        tab.page.keyboard.type("<b>7</b>")
        tab.page.keyboard.press("Enter")
        until(tab.ask, "document.querySelector('.chips')?.textContent.includes('<b>7</b>')")
        serving.project.folder.joinpath("map", "clicks.csv").write_text(
            f"label,x,y\n{name},60,60\n", encoding="utf-8"
        )
        until(tab.ask, "document.querySelector('.chips')?.textContent.includes('<img')")
        assert tab.ask("document.querySelectorAll('aside img').length") == 0
        tab.page.keyboard.press("?")
        until(tab.ask, "document.getElementById('keys').open")
        tab.page.keyboard.press("Escape")
        assert faults(tab, serving) == []


@pytest.mark.slow
@needs_browser
def test_at_200_percent_everything_is_reached_and_two_tabs_see_the_same(
    browser: Chromium, serving: Serving
) -> None:
    with browser.tab(serving.address, ZOOMED, device_scale_factor=2) as tab:
        shown(tab.ask)
        with browser.tab(serving.address, DESK) as other:
            shown(other.ask)
            click(other, "0101")
            click(other, "0907")
        until(tab.ask, "document.querySelectorAll('.chip').length == 2")
        until(tab.ask, "Boolean(document.querySelector('#panel .rims'))")
        assert tab.ask("document.documentElement.scrollWidth <= innerWidth")
        assert tab.ask("document.getElementById('canvas').clientHeight") >= 150
        assert tab.ask("document.querySelector('aside').clientHeight") >= 60
        tab.page.locator("#panel button").last.scroll_into_view_if_needed()
        assert faults(tab, serving) == []


@pytest.mark.slow
@needs_firefox
def test_hexes_are_clicked_together_in_firefox(serving: Serving) -> None:
    with firefox() as other:
        other.do("WebDriver:SetWindowRect", width=DESK[0], height=DESK[1])
        other.do("WebDriver:Navigate", url=serving.address)
        shown(other.ask)
        for number, label in enumerate(CORNERS, 1):
            other.touch(*at(other.ask, label))
            until(other.ask, "!document.getElementById('ask').hidden")
            typed(other, label)
            until(other.ask, f"document.querySelectorAll('.chip').length == {number}")
        until(other.ask, "document.querySelector('#first').textContent.includes('fits the print')")


def typed(other: Firefox, text: str, end: str = "\ue007") -> None:
    """Type a line and end it with Enter."""
    keys = [{"type": kind, "value": one} for one in text + end for kind in ("keyDown", "keyUp")]
    other.do("WebDriver:PerformActions", actions=[{"type": "key", "id": "k", "actions": keys}])
