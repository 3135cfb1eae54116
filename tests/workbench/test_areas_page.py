"""Areas in real browsers: clicked together in Firefox, and in a window at 200 % zoom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import needs_browser
from tests.tapping.browsers import chromium, firefox, needs_firefox
from tests.workbench.test_areas import MIDDLES, sheet
from tests.workbench.test_page import DESK, ZOOMED, faults, typed, until
from workbench.cli import opened
from workbench.serving import Serving


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    made = opened(sheet(tmp_path / "mygame.png"))
    made.start()
    yield made
    made.stop()


def at(ask: Callable[[str], Any], name: str) -> tuple[float, float]:
    """Where the middle of an area is in the window."""
    x, y = MIDDLES[name]
    left, top = ask(
        "(() => { const box = document.getElementById('canvas').getBoundingClientRect();"
        f" const [x, y] = bench.viewer.toScreen([{x}, {y}]); return [box.left + x, box.top + y]; }})()"
    )
    return left, top


def clicked_together(
    ask: Callable[[str], Any], touch: Callable[..., object], write: Callable[..., object]
) -> None:
    """Click into each area and type its name, until the page knows who touches whom."""
    until(ask, "document.querySelector('aside').textContent.includes('Click into each area')")
    until(ask, "Boolean(bench.mine.ready)")
    for number, name in enumerate(MIDDLES, 1):
        touch(*at(ask, name))
        until(ask, "!document.getElementById('ask').hidden")
        write(name)
        until(ask, f"bench.mine.seeds.length == {number}")
    until(ask, "document.querySelector('aside').textContent.includes('4 areas, 4 contacts.')")
    until(ask, "document.querySelector('aside').textContent.includes('hexpost module build')")


@pytest.mark.slow
@needs_browser
def test_at_200_percent_areas_are_clicked_together_and_everything_is_reached(serving: Serving) -> None:
    with chromium() as browser, browser.tab(f"{serving.address}#areas", ZOOMED, device_scale_factor=2) as tab:

        def write(name: str) -> None:
            tab.page.keyboard.type(name)
            tab.page.keyboard.press("Enter")

        clicked_together(tab.ask, tab.touch, write)
        assert tab.ask("document.documentElement.scrollWidth <= innerWidth")
        assert tab.ask("document.getElementById('canvas').clientHeight") >= 150
        assert tab.ask("document.querySelector('aside').clientHeight") >= 60
        tab.page.locator("#panel button").last.scroll_into_view_if_needed()
        assert faults(tab, serving) == []


@pytest.mark.slow
@needs_firefox
def test_areas_are_clicked_together_in_firefox(serving: Serving) -> None:
    with firefox() as other:
        other.do("WebDriver:SetWindowRect", width=DESK[0], height=DESK[1])
        other.do("WebDriver:Navigate", url=f"{serving.address}#areas")
        clicked_together(other.ask, other.touch, lambda name: typed(other, name))
