"""Areas in real browsers: clicked together in Firefox, and in a window at 200 % zoom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import needs_browser
from tests.tapping.browsers import Chromium, firefox, needs_firefox
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
    return on_page(ask, *MIDDLES[name])


def on_page(ask: Callable[[str], Any], x: float, y: float) -> tuple[float, float]:
    """Where a place of the picture is in the window."""
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


def found_and_named(
    ask: Callable[[str], Any], press: Callable[[str], object], write: Callable[..., object]
) -> None:
    """Find all areas by a key, take it back, find them again, and type their names one after the other."""
    until(ask, "Boolean(bench.mine.ready)")
    ask("document.getElementById('canvas').focus()")
    press("f")
    until(ask, "bench.mine.seeds.length == 5")
    until(
        ask,
        "document.querySelector('aside').textContent.includes('4 areas, 4 contacts; 1 place looks doubtful')",
    )
    ask("document.getElementById('undo').click()")
    until(ask, "bench.mine.seeds.length == 0")
    ask("[...document.querySelectorAll('button')].find(one => one.textContent == 'Find the areas').click()")
    until(ask, "bench.mine.seeds.length == 5 && document.getElementById('ask').hidden")
    ask("document.getElementById('canvas').focus()")
    press("t")
    for number, name in enumerate(MIDDLES, 1):
        until(ask, f"document.getElementById('question').textContent.includes('area {number}.')")
        until(ask, "!document.getElementById('ask').hidden")
        write(name)
        until(ask, f"bench.mine.seeds.some(one => one.name == '{name}')")
    until(ask, "document.querySelector('aside').textContent.includes('4 areas, 4 contacts.')")


@pytest.mark.slow
@needs_browser
def test_at_200_percent_areas_are_clicked_together_and_everything_is_reached(
    browser: Chromium, serving: Serving
) -> None:
    with browser.tab(f"{serving.address}#areas", ZOOMED, device_scale_factor=2) as tab:

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


@pytest.mark.slow
@needs_browser
def test_areas_are_found_and_named_by_keys_alone(browser: Chromium, serving: Serving) -> None:
    with browser.tab(f"{serving.address}#areas", DESK) as tab:

        def write(name: str) -> None:
            tab.page.keyboard.type(name)
            tab.page.keyboard.press("Enter")

        found_and_named(tab.ask, tab.page.keyboard.press, write)
        assert faults(tab, serving) == []


@pytest.mark.slow
@needs_firefox
def test_areas_are_found_and_named_in_firefox(serving: Serving) -> None:
    with firefox() as other:
        other.do("WebDriver:SetWindowRect", width=DESK[0], height=DESK[1])
        other.do("WebDriver:Navigate", url=f"{serving.address}#areas")
        found_and_named(other.ask, lambda key: typed(other, key, ""), lambda name: typed(other, name))


def drawn_around(
    ask: Callable[[str], Any],
    press: Callable[[str], object],
    drag: Callable[[list[tuple[float, float]]], object],
    write: Callable[..., object],
) -> None:
    """Draw around an area that is clicked: its dot says its name. Then around an island in it; undo both."""
    ask("document.getElementById('canvas').focus()")
    press("u")
    drag([on_page(ask, *place) for place in ((212, 32), (388, 32), (388, 208), (212, 208), (212, 36))])
    until(ask, "bench.mine.seeds.length == 5 && bench.mine.seeds[4].name == 'NE'")
    until(ask, "String(bench.mine.seeds[4].along[0]) == String(bench.mine.seeds[4].along.at(-1))")
    drag([on_page(ask, *place) for place in ((330, 120), (380, 120), (380, 190), (330, 190), (330, 124))])
    until(ask, "document.getElementById('question').textContent.includes('drew around')")
    write("Isle")
    until(ask, "bench.mine.seeds.length == 6 && bench.mine.seeds[5].name == 'Isle'")
    until(ask, "bench.mine.fresh && bench.mine.areas.some(one => one.name == 'Isle')")
    until(ask, "String(bench.mine.contacts.filter(one => one.one == 'Isle').map(one => one.other)) == 'NE'")
    for number in (5, 4):
        ask("document.getElementById('undo').click()")
        until(ask, f"bench.mine.seeds.length == {number}")


@pytest.mark.slow
@needs_browser
def test_an_area_is_drawn_around(browser: Chromium, serving: Serving) -> None:
    with browser.tab(f"{serving.address}#areas", DESK) as tab:

        def write(name: str) -> None:
            tab.page.keyboard.type(name)
            tab.page.keyboard.press("Enter")

        def drag(corners: list[tuple[float, float]]) -> None:
            tab.page.mouse.move(*corners[0])
            tab.page.mouse.down()
            for corner in corners[1:]:
                tab.page.mouse.move(*corner, steps=8)
            tab.page.mouse.up()

        clicked_together(tab.ask, tab.touch, write)
        drawn_around(tab.ask, tab.page.keyboard.press, drag, write)
        assert faults(tab, serving) == []


@pytest.mark.slow
@needs_firefox
def test_an_area_is_drawn_around_in_firefox(serving: Serving) -> None:
    with firefox() as other:
        other.do("WebDriver:SetWindowRect", width=DESK[0], height=DESK[1])
        other.do("WebDriver:Navigate", url=f"{serving.address}#areas")

        def drag(corners: list[tuple[float, float]]) -> None:
            moves = [
                {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 100} for x, y in corners
            ]
            press = [
                moves[0],
                {"type": "pointerDown", "button": 0},
                *moves[1:],
                {"type": "pointerUp", "button": 0},
            ]
            mouse = {"type": "pointer", "id": "m", "parameters": {"pointerType": "mouse"}, "actions": press}
            other.do("WebDriver:PerformActions", actions=[mouse])

        clicked_together(other.ask, other.touch, lambda name: typed(other, name))
        drawn_around(other.ask, lambda key: typed(other, key, ""), drag, lambda name: typed(other, name))


def from_a_dot(tab: Any) -> None:
    """Drag from the rim of an area's dot that covers ground of its neighbour: the dot counts."""
    tab.ask(
        "(({name, x, y}) => bench.change('move', {seen: {name, x, y}, x: 204, y: 340}))"
        "(bench.mine.seeds.find(one => one.name == 'SE'))"
    )
    until(tab.ask, "bench.mine.fresh && bench.mine.seeds.some(one => one.x == 204)")
    left, top = on_page(tab.ask, 204, 340)
    tab.page.mouse.move(left - 9, top)
    tab.page.mouse.down()
    tab.page.mouse.move(*at(tab.ask, "NE"), steps=5)
    tab.page.mouse.up()
    until(tab.ask, "bench.mine.decided.length == 3")
    assert tab.ask("bench.mine.decided.map(String)")[2] == "NE,SE,bridge"


def strays(tab: Any) -> None:
    """Drag over ground and beyond the picture, as hands go: that ends at its edge."""
    left = on_page(tab.ask, 0, 100)[0]
    assert left - 9 > tab.page.locator("#canvas").bounding_box()["x"]
    tab.page.mouse.move(*at(tab.ask, "NW"))
    tab.page.mouse.down()
    tab.page.mouse.move(left - 9, at(tab.ask, "SW")[1], steps=9)
    tab.page.mouse.up()
    until(tab.ask, "bench.mine.seeds.length == 6 && bench.mine.seeds[5].along.at(-1)[0] == 0")


def misses(tab: Any, write: Callable[[str], None]) -> None:
    """Drag from a border, where a hand may mean either area: the page asks, and takes neither unasked."""
    tab.page.mouse.move(*on_page(tab.ask, *tab.ask("bench.mine.meet.find(one => one.one == 'SE').at")))
    tab.page.mouse.down()
    tab.page.mouse.move(*at(tab.ask, "SW"), steps=5)
    tab.page.mouse.up()
    until(tab.ask, "document.getElementById('question').textContent.includes('has this ground')")
    write("SE")
    until(tab.ask, "bench.mine.seeds.length == 7 && bench.mine.seeds[6].name == 'SE'")


@pytest.mark.slow
@needs_browser
def test_ground_is_dragged_over_and_contacts_are_clicked_on_the_picture(
    browser: Chromium, serving: Serving
) -> None:
    with browser.tab(f"{serving.address}#areas", DESK) as tab:

        def write(name: str) -> None:
            tab.page.keyboard.type(name)
            tab.page.keyboard.press("Enter")

        def dragged(one: str, other: str) -> None:
            tab.page.mouse.move(*at(tab.ask, one))
            tab.page.mouse.down()
            tab.page.mouse.move(*at(tab.ask, other), steps=5)
            tab.page.mouse.up()

        clicked_together(tab.ask, tab.touch, write)
        tab.ask("document.getElementById('canvas').focus()")
        tab.page.keyboard.press("k")
        place = "bench.viewer.toScreen(bench.mine.meet.find(one => one.one == 'NE' && one.other == 'NW').at)"
        box = tab.page.locator("#canvas").bounding_box()
        x, y = tab.ask(place)
        for says in ("corner", "contact"):
            tab.touch(box["x"] + x, box["y"] + y)
            until(tab.ask, f"String(bench.mine.decided) == 'NE,NW,{says}' && bench.mine.fresh")
        dragged("NW", "SE")
        until(tab.ask, "bench.mine.decided.some(one => String(one) == 'NW,SE,bridge')")
        from_a_dot(tab)
        tab.page.keyboard.press("g")
        dragged("NW", "NE")
        until(tab.ask, "bench.mine.seeds.length == 5 && bench.mine.seeds[4].name == 'NW'")
        until(tab.ask, "bench.mine.seeds[4].along.length > 2")
        strays(tab)
        misses(tab, write)
        assert faults(tab, serving) == []
