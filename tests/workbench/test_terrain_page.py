"""Terrain in a real browser: strokes, mistakes of the page, and hexes that are asked about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from maps.reading.load import load_board
from tests.browser import needs_browser
from tests.tapping.browsers import Chromium, ChromiumTab
from tests.workbench.making import Maker, straightened
from tests.workbench.test_page import DESK, until

pytestmark = [pytest.mark.slow, needs_browser]
STATUS = "document.getElementById('status').textContent"


@pytest.fixture
def maker(tmp_path: Path) -> Iterator[Maker]:
    """A map that is straightened, with a word for terrain beside clear."""
    made = straightened(tmp_path)
    assert made.does("word", "terrain", word="woods") == ""
    made.serving.start()
    yield made
    made.serving.stop()


def shown(tab: ChromiumTab) -> None:
    until(tab.ask, "document.getElementById('reading').hidden && bench.mine.map && bench.viewer.picture")


def at(tab: ChromiumTab, hex_: str) -> Any:
    """Where the middle of a hex is in the window."""
    return tab.ask(
        f"""(([x, y], box) => [x + box.x, y + box.y])(
        bench.viewer.toScreen(bench.mine.centres[bench.mine.ids.indexOf("{hex_}")]),
        bench.viewer.canvas.getBoundingClientRect())"""
    )


def test_a_stroke_keeps_its_hexes_while_an_earlier_one_is_being_saved(
    browser: Chromium, maker: Maker
) -> None:
    with browser.tab(f"{maker.serving.address}#terrain", DESK) as tab:
        shown(tab)
        mouse = tab.page.mouse
        tab.page.route("**/change", lambda _: None)
        until(tab.ask, "bench.mine.words.length == 2")
        tab.page.keyboard.press(str(1 + tab.ask("bench.mine.words.indexOf('woods')")))
        for line in (["0101", "0102", "0103"], ["0301", "0302", "0303"]):
            mouse.move(*at(tab, line[0]))
            mouse.down()
            mouse.move(*at(tab, line[1]), steps=4)
            if line[0] == "0301":  # the first stroke is saved while the second one is drawn
                tab.page.unroute("**/change")
                until(tab.ask, "bench.mine.grounds[bench.mine.ids.indexOf('0101')] == 'woods'")
                tab.page.wait_for_timeout(50)
                tab.page.keyboard.press("Escape")  # a stroke keeps its brush as well
            mouse.move(*at(tab, line[2]), steps=4)
            mouse.up()
            tab.page.wait_for_timeout(100)
        until(tab.ask, "bench.mine.grounds[bench.mine.ids.indexOf('0303')] == 'woods'")
        assert tab.ask("document.getElementById('mistake').hidden")
    board = load_board(maker.serving.project.folder)
    for hex_ in ("0101", "0102", "0103", "0301", "0302", "0303"):
        assert board.spaces[hex_].facts["terrain"] == "woods"


def test_a_mistake_of_the_page_is_shown(browser: Chromium, maker: Maker) -> None:
    with browser.tab(f"{maker.serving.address}#terrain", DESK) as tab:
        shown(tab)
        for wrong in ("setTimeout(() => { null.hexes; })", "Promise.reject(new Error('a test')) && 1"):
            tab.ask(wrong)
            until(tab.ask, "!document.getElementById('mistake').hidden")
            assert "not be saved" in tab.ask(STATUS)
            tab.ask("document.getElementById('mistake').hidden = true")


DOUBTED = """
window.order = ["0909", "0905", "0105", "0503"];
const asked = window.fetch;
window.fetch = async (...told) => {
  const answer = await asked(...told), found = await answer.json();
  const mine = found.terrain, all = mine?.map ? window.order.filter((id) => mine.ids.includes(id)) : [];
  found.doubts = all.filter((id) => !mine.settled[mine.ids.indexOf(id)]).map((id) => ({
    place: mine.centres[mine.ids.indexOf(id)], words: `${id}: woods?`,
    mends: [{ words: "woods", verb: "paint", values: { word: "woods", hexes: [id] } }] }));
  return { ok: answer.ok, json: async () => found };
};
"""
"""Three hexes that are doubted, in an order that changes."""


def test_what_is_asked_is_what_is_shown(browser: Chromium, maker: Maker) -> None:
    with browser.tab(f"{maker.serving.address}#terrain", DESK) as tab:
        tab.page.add_init_script(DOUBTED)
        tab.page.reload()
        shown(tab)
        until(tab.ask, "bench.state.doubts.length == 3")
        tab.page.keyboard.press("d")
        # Sorted again; then it is no longer among them.
        for order, hex_ in (("['0503', '0105', '0905']", "0101"), ("['0503']", "0102")):
            tab.ask(f"window.order = {order}")
            assert maker.does("paint", "terrain", word="woods", hexes=[hex_]) == ""
            until(tab.ask, f"bench.mine.settled[bench.mine.ids.indexOf('{hex_}')]")
            assert tab.ask("bench.doubt.words") == "0905: woods?"
        tab.page.keyboard.press("Enter")
        until(tab.ask, "bench.mine.settled[bench.mine.ids.indexOf('0905')]")
        until(tab.ask, "bench.doubt.words == '0503: woods?'")
        x, y = at(tab, "0503")
        wide, high = tab.ask("[bench.viewer.width, bench.viewer.height]")
        assert abs(x - wide / 2) < wide / 3 and abs(y - high / 2) < high / 3


def test_straighten_is_in_sight_and_its_result_names_the_next_step(browser: Chromium, maker: Maker) -> None:
    with browser.tab(f"{maker.serving.address}#hexes", DESK) as tab:
        until(tab.ask, "document.querySelector('.finish .good')")
        assert "Now choose Terrain" in tab.ask("document.querySelector('.finish .good').textContent")
        box = "document.querySelector('.finish').getBoundingClientRect()"
        assert tab.ask(f"{box}.bottom <= document.querySelector('aside').getBoundingClientRect().bottom + 1")
        assert tab.ask("document.querySelector('.finish button').getBoundingClientRect().bottom") <= DESK[1]
