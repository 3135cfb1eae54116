"""The page on a counter sheet, in a browser: a maker takes what is found, drags, names and cuts out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from counters.cutting.cuts import read_cuts
from tests.browser import needs_browser
from tests.tapping.browsers import Chromium
from tests.workbench.test_counters import lattice, sheet
from workbench import counters
from workbench.cli import opened_counters

pytestmark = [pytest.mark.slow, needs_browser]
ASKED = "id => !ask.hidden && question.textContent.includes(id)"


class Seen:
    """The page with the counters of a sheet, all taken as found; `file` is their table."""

    def __init__(self, page: Any, file: Path) -> None:
        self.page, self.file = page, file
        self.wrong: list[str] = []
        page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the picture is in the window."""
        a, b = self.page.evaluate("at => bench.viewer.toScreen(at)", [x, y])
        box = self.page.locator("#canvas").bounding_box()
        return box["x"] + a, box["y"] + b

    def names(self, number: int, name: str) -> None:
        """Type the name that is asked for."""
        self.page.wait_for_function(ASKED, arg=f"r01c0{number}")
        self.page.locator("#answer").fill(name)
        self.page.keyboard.press("Enter")


@pytest.fixture
def seen(browser: Chromium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Seen]:
    monkeypatch.setattr(counters, "_find", lambda _: lattice())
    serving = opened_counters(sheet(tmp_path / "sheet.png"))
    serving.start()
    try:
        with browser.tab(serving.address, (1280, 800)) as tab:
            found = Seen(tab.page, tmp_path / "sheet" / "counters" / "sheet-cuts.csv")
            tab.page.get_by_role("button", name="Take these 12").click()
            tab.page.get_by_role("button", name="Cut out").wait_for()
            yield found
            assert found.wrong == []
    finally:
        serving.stop()


def test_a_whole_row_is_dragged(seen: Seen) -> None:
    page = seen.page
    page.mouse.click(*seen.at(70, 80))
    page.get_by_role("heading", name="Counter r01c01").wait_for()
    page.keyboard.press("r")
    page.get_by_role("heading", name="4 counters").wait_for()
    page.mouse.move(*seen.at(70, 80))
    page.mouse.down()
    page.mouse.move(*seen.at(72, 76), steps=4)
    page.mouse.up()
    page.locator("#undo[title*='Moved 4']").wait_for()
    moved = {one.id: one.middle for one in read_cuts(seen.file)}
    assert moved["r01c04"] == pytest.approx((252, 76), abs=0.6)
    assert moved["r02c01"] == (70, 140)


def test_names_are_typed_one_after_the_other_and_the_counters_cut_out(seen: Seen) -> None:
    page = seen.page
    page.keyboard.press("t")
    seen.names(1, "1st Panzer")
    seen.names(2, '<b>"2nd"</b>')
    page.wait_for_function(ASKED, arg="r01c03")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert [one.name for one in read_cuts(seen.file)][:3] == ["1st Panzer", '<b>"2nd"</b>', ""]
    page.get_by_role("button", name="Cut out").click()
    page.locator(".good").filter(has_text="12 pictures").wait_for()
    assert len(list((seen.file.parent / "fronts").iterdir())) == 12
