"""A stand-in maker of hex maps: clicks on the workbench in Chromium, and mends until it is right.

`python -m bench.hex_maker FOLDER` tries every NAME.png there of which NAME.json says the truth: `labels`, the
middle of each hex in pixels, and `cells`, its line and its place in it.
"""

from __future__ import annotations

import json
import math
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from maps.scan.hexgrid.told import BOTTOM, RIGHT, SIDES
from workbench.cli import opened

Point = tuple[float, float]
_MOST = 16
"""Clicks after which a maker gives up."""
_OFF = 0.25
"""Of a hex: an outline that lies further from its hex is wrong."""


def until(page: Any, what: str, most: float = 240.0) -> None:
    """Wait until something is so; the page itself runs no script that is handed to it."""
    end = time.monotonic() + most
    while not page.evaluate(f"Boolean({what})"):
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: {page.inner_text('body')}")
        time.sleep(0.02)


@dataclass
class Maker:
    """Somebody who knows the middle of every hex, and its line and place in it, and looks at the page."""

    page: Any
    truth: Mapping[str, Point]
    cells: Mapping[str, tuple[int, int]]
    clicks: int = 0
    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def makes_it(self) -> bool:
        """Click the five best hexes, then mend; whether all hexes are right in the end."""
        for label in self.five():
            self.hex(label)
        while not self.is_right() and self.clicks < _MOST and self._mend():
            pass
        return self.is_right()

    def five(self) -> list[str]:
        """The four corners, and a neighbour of the first in the next line."""
        named = {tuple(place): label for label, place in self.cells.items()}
        lines = sorted({line for line, _ in named})
        ends = [
            (line, end(along for one, along in named if one == line))
            for line in (lines[0], lines[-1])
            for end in (min, max)
        ]
        first = self.truth[named[ends[0]]]
        beside = [place for place in named if place[0] == lines[1]]
        near = min(beside, key=lambda one: round(math.dist(first, self.truth[named[one]]), 1))
        return [named[one] for one in (*ends, near)]

    def hex(self, label: str) -> None:
        """Click a hex, and type its label."""
        x, y = self.truth[label]
        wide, high = self.page.evaluate("[bench.viewer.picture.width, bench.viewer.picture.height]")
        place = [min(max(x, 0.5), wide - 0.5), min(max(y, 0.5), high - 0.5)]
        spot = self.page.evaluate(
            "place => { const box = document.getElementById('canvas').getBoundingClientRect();"
            " const [x, y] = bench.viewer.toScreen(place); return [box.left + x, box.top + y]; }",
            place,
        )
        self.page.mouse.click(*spot)
        self.page.fill("#answer", label)
        there = f"bench.mine.clicks.some(one => one.label === {json.dumps(label)})"
        self._done(lambda: self.page.press("#answer", "Enter"), there)

    def press(self, name: str) -> None:
        """Press a button of the panel."""
        told = "['columns', 'rows', 'short', 'shoved'].map(one => bench.mine[one]) + bench.mine.labels?.[0]"
        before = json.dumps(self.page.evaluate(told))
        button = self.page.get_by_role("button", name=name, exact=True)
        self._done(button.click, f"{told} !== {before}")

    def _done(self, act: Callable[[], object], so: str) -> None:
        """Do something and wait until the page shows what came of it."""
        self.clicks += 1
        begun, cpu = time.monotonic(), time.process_time()
        act()
        until(self.page, f"{so} && (bench.mine.fresh || bench.mine.clicks.length < 4 || bench.mine.wrong)")
        self.seconds.append(time.monotonic() - begun)
        self.cpu.append(time.process_time() - cpu)

    def drawn(self) -> dict[str, Point]:
        """The hexes that the page draws."""
        mine = self.page.evaluate("({ labels: bench.mine.labels, centres: bench.mine.centres })")
        return dict(zip(mine.get("labels") or [], map(tuple, mine.get("centres") or []), strict=True))

    def _width(self) -> float:
        """The distance of two hexes of a line."""
        one, other = sorted(self.cells, key=lambda label: tuple(self.cells[label]))[:2]
        return math.dist(self.truth[one], self.truth[other])

    def is_right(self) -> bool:
        """Whether all hexes are drawn where they are, and none besides."""
        drawn = self.drawn()
        if drawn.keys() != self.truth.keys():
            return False
        return all(math.dist(drawn[one], self.truth[one]) < _OFF * self._width() for one in drawn)

    def _mend(self) -> bool:
        """Mend one thing that is seen to be wrong; whether there was one that can be."""
        drawn, width = self.drawn(), self._width()
        amiss = [
            one
            for one in drawn
            if one in self.truth and math.dist(drawn[one], self.truth[one]) > _OFF * width
        ]
        if amiss or not drawn:
            clicked = set(self.page.evaluate("bench.mine.clicks.map(one => one.label)"))
            worst = [one for one in (amiss or self.truth) if one not in clicked]
            if worst:
                self.hex(max(worst, key=lambda one: math.dist(drawn.get(one, (0, 0)), self.truth[one])))
            return bool(worst)
        if self._takes_an_offer(drawn):
            return True
        for side in SIDES:
            more, less = (self._reach(side, hexes) for hexes in (self.truth, drawn))
            if abs(more - less) > 0.8 * width:
                line = "column" if side in ("left", "right") else "row"
                self.press(f"{'Add' if more > less else 'Remove'} a {line} at the {side}")
                return True
        return self._second_lines()

    def _takes_an_offer(self, drawn: Mapping[str, Point]) -> bool:
        """Press the button of a doubt that names hexes which are wrong; whether there is one."""
        wrong = drawn.keys() ^ self.truth.keys()
        for doubt in self.page.evaluate("bench.state.doubts.map(one => [one.words, one.mends[0]?.words])"):
            words, mend = doubt
            label = words.split(" ")[0]
            if "Click one" in words and label in wrong:
                self.hex(label)
                return True
            if mend and label in wrong and "second line" in words:
                self.page.get_by_role("button", name=words).first.click()
                self.clicks += 1
                self.press(mend)
                return True
        return False

    def _reach(self, side: str, hexes: Mapping[str, Point]) -> float:
        """How far hexes reach at a side."""
        sign = 1 if side in (RIGHT, BOTTOM) else -1
        return max(sign * place[side in ("top", "bottom")] for place in hexes.values())

    def _second_lines(self) -> bool:
        """Choose which lines are shorter."""
        lengths: dict[int, int] = {}
        for line, _ in self.cells.values():
            lengths[line] = lengths.get(line, 0) + 1
        first, second = (lengths[line] for line in sorted(lengths)[:2])
        kind = "column" if self.page.evaluate("bench.mine.flat") else "row"
        words = {0: "All equally long", 1: f"2nd, 4th ... {kind} shorter", -1: f"1st, 3rd ... {kind} shorter"}
        button = self.page.get_by_role("button", name=words[first - second])
        if button.get_attribute("aria-pressed") == "true":
            return False
        self.press(words[first - second])
        return True


@dataclass(frozen=True)
class Made:
    """How a maker fared with a picture."""

    right: bool
    clicks: int
    seconds: float
    cpu: float


def made(
    browser: Any, picture: Path, truth: Mapping[str, Point], cells: Mapping[str, tuple[int, int]]
) -> Made:
    """Open the workbench on a picture, and let a maker click until all hexes are right."""
    with tempfile.TemporaryDirectory() as folder:
        scan = Path(shutil.copy(picture, folder))
        serving = opened(scan)
        serving.start()
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        try:
            page.goto(f"{serving.address}#hexes")
            until(page, "window.bench?.mine?.clicks && bench.viewer.picture?.width")
            maker = Maker(page, truth, cells)
            right = maker.makes_it()
        finally:
            page.close()
            serving.stop()
    return Made(right, maker.clicks, max(maker.seconds), max(maker.cpu))


def main(folder: Path, names: list[str]) -> None:
    """Try all pictures of a folder, or those named, and say how each went."""
    # A browser is driven where there is one: it is no part of what measures everything.
    sync_playwright = import_module("playwright.sync_api").sync_playwright

    tried = []
    with sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for known in sorted(folder.glob("*.json")):
            if names and known.stem not in names:
                continue
            said = json.loads(known.read_text(encoding="utf-8"))
            truth = {label: tuple(place) for label, place in said["labels"].items()}
            one = made(browser, known.with_suffix(".png"), truth, said["cells"])
            tried.append(one)
            verdict = "right" if one.right else "WRONG"
            times = f"slowest {one.seconds:.1f} s, {one.cpu:.2f} s of processor"
            print(f"{known.stem:24} {verdict} {one.clicks} clicks, {times}", flush=True)
        browser.close()
    right, few = sum(one.right for one in tried), sum(one.right and one.clicks <= 8 for one in tried)
    print(f"{right} of {len(tried)} right; {few} in at most 8 clicks")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
