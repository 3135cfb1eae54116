"""A stand-in maker for areas: knows the truth, clicks on the page in Chromium, and mends what it sees.

    python -m bench.area_maker DIR [clean.png ...] [--find]

`DIR` holds a folder for each map, as `python -m bench.real.making` makes them (its `areas`). For each picture
it tells how much is right after one click an area and in the end, the clicks and strokes an area, and the
seconds from a click until the page has its answer.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy
import shapely
from PIL import Image

from maps.scan.areas.seeds import OUTSIDE

from .area_mending import ENOUGH, Eyes, Gesture, line_at, spilled_at
from .real.areamaps import GAP
from .real.labels import painted, spread
from .real.tracing import Pair, Truth, read_truth

MOST = 1.3
"""Clicks and strokes an area at most."""
PATIENCE = 600.0
TIRED = 1.5
"""Whoever needed more actions than this times the areas gives up."""
_PICKS, _SEEN = 2, ENOUGH
"""Colours of borders that are tried, while less of the ground is right."""
_MANY = 0.5
"""Of the areas: whoever sees that the button found fewer says the colour of borders, and presses again."""
_ALIKE = 30
"""Of 255: colours that differ by less are one to the eye."""
TOOLS = {"c": "borders", "l": "ignore"}
"""The tools that take a colour from a click: their keys, and what they add to."""
_THERE = 0.5
"""Of an area's ground: where the page has less, somebody who looks for the area finds none."""
_APART = 16.0
"""Pixels of the page between a click and a dot that is not meant."""
_CLOSEST, _IN_SIGHT = 16.0, 500
"""Pixels of the page for one of the picture, at most, where somebody draws; and how long that is there."""
_HAND = 1.0
"""Pixels of the page by which a hand that draws misses."""
_HAS = "bench.mine.seeds.some(one => one.name === '%s')"
_SHOWN = """() => ({
  fresh: bench.mine.fresh && !bench.state.working, wrong: bench.mine.wrong || bench.state.wrong || '',
  number: bench.state.number, seeds: bench.mine.seeds.length, strokes: bench.mine.strokes.length,
  decided: bench.mine.decided, meet: bench.mine.meet.map(one => [one.one, one.other, one.at]),
  areas: bench.mine.areas.map(one => [one.name, one.rings]),
  contacts: bench.mine.contacts.map(one => [one.one, one.other]),
  doubts: bench.state.doubts.map(one => [one.place, one.words]),
})"""


@dataclass
class Told:
    """How the making of one map went."""

    areas: int
    first: float = 0.0
    pixels: float = 0.0
    missing: list[Pair] = field(default_factory=list)
    extra: list[Pair] = field(default_factory=list)
    clicks: int = 0
    strokes: int = 0
    outlines: int = 0
    words: int = 0
    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    @property
    def each(self) -> float:
        """Clicks and strokes an area, words about contacts included."""
        return (self.clicks + self.strokes + self.words) / self.areas

    @property
    def right(self) -> bool:
        """Whether ground and contacts are right."""
        return self.pixels >= ENOUGH and not self.missing and not self.extra


class AreaMaker:
    """Somebody at the page `tab` of a picture, who knows what is true."""

    def __init__(self, tab: Any, truth: Truth, picture: Path, finds: bool = False) -> None:
        self.tab, self.truth, self.finds = tab, truth, finds
        with Image.open(picture) as image:
            self.picture = numpy.asarray(image.convert("RGB"))
        self.told = Told(len(truth.areas))
        self.tried: set[tuple[int, int]] = set()
        self.picked = defaultdict[str, list[Any]](list)
        self.eyes = Eyes(truth, truth.labels)
        self.chance = numpy.random.default_rng(len(truth.areas))
        tab.wait_for_function(
            "() => window.bench && bench.mine.ready && bench.state.picture.width", polling=200
        )

    def makes(self) -> Told:
        """Click every area, look at the borders, then mend what is wrong while that is worth it.

        Who `finds` presses the button first, and clicks only what was not found.
        """
        named = self.found() if self.finds else set()
        for name, x, y in largest(self.truth):
            if name not in named:
                self.clicks(name, x, y)
        shown = self.sees()
        self.told.first, _ = self.ground(shown)
        shown = self.coloured(shown)
        while self.told.each < MOST * TIRED and self.mends(shown):
            shown = self.sees()
        self.told.pixels, _ = self.ground(shown)
        self.told.missing, self.told.extra = self.pairs(shown)
        return self.told

    def coloured(self, shown: Any) -> Any:
        """Say colours where borders were not seen, or where roads were taken for some."""
        for tool in TOOLS:
            shown = self.said(tool, shown)
        return shown

    def said(self, tool: str, shown: Any) -> Any:
        """Pick colours with a tool, and undo each that does not help."""
        for _ in range(_PICKS):
            right, labels = self.ground(shown)
            place = self.stands_out(labels, tool) if right < _SEEN else None
            if not place:
                break
            self.picks(*place, tool)
            then = self.sees()
            if self.ground(then)[0] <= right:
                self.undoes()
                return self.sees()
            shown = then
        return shown

    def found(self) -> set[str]:
        """Press the button, and type the name of each area that was found; the names.

        Where few are found, say the colour of borders and press again, and undo what does not help.
        """
        seeds = self.presses()
        for _ in range(_PICKS):
            named = self.named(seeds)
            if len(set(named.values()) - {OUTSIDE}) > _MANY * len(self.truth.areas):
                break
            right, labels = self.ground(self.sees(), named)
            place = self.stands_out(labels, "c")
            if not place:
                break
            self.picks(*place, "c")
            self.sees()
            more = self.presses()
            if self.ground(self.sees(), self.named(more))[0] <= right:
                self.undoes()
                self.undoes()
                break
            seeds = more
        return self.types(seeds, self.named(seeds))

    def presses(self) -> list[Any]:
        """Press the button, and see the places that have a number for a name, and those outside."""
        before = self.tab.evaluate("document.getElementById('status').textContent")
        button = self.tab.get_by_role("button", name="Find the areas")
        said = f"!['Looking for areas ...', {json.dumps(before)}].includes"
        self.acts(button.click, f"{said}(document.getElementById('status').textContent)")
        self.told.clicks += 1
        return list(self.tab.evaluate("bench.mine.seeds"))

    def named(self, seeds: Sequence[Any]) -> dict[str, str]:
        """What the ground of each area that was found is in truth, by its number."""
        near = spread(self.truth.labels, GAP)
        numbers = {seed["name"]: int(near[int(seed["y"]), int(seed["x"])]) for seed in seeds}
        return {one: self.truth.names[n - 1] if n else OUTSIDE for one, n in numbers.items()}

    def types(self, seeds: Sequence[Any], named: Mapping[str, str]) -> set[str]:
        """Type the names. One for ground that is no area, or for more of an area, is a correction."""
        done = set[str]()
        self.tool("t")
        for number, name in ((seed["name"], named[seed["name"]]) for seed in seeds):
            if number != OUTSIDE:
                asked = f"document.getElementById('question').textContent.includes('area {number}.')"
                self.tab.wait_for_function(f"() => {asked}", polling=20)
                self.tab.locator("#answer").fill(name)
                self.acts(lambda: self.tab.keyboard.press("Enter"), f"!{_HAS % number}")
                self.told.clicks += name in done or name == OUTSIDE
            done.add(name)
        return done

    # -- what the maker does ---------------------------------------------------------------------

    def at(self, x: float, y: float, scale: float = 1) -> tuple[float, float]:
        """A place of the picture, brought into sight at a scale, in pixels of the page."""
        high, wide = self.truth.labels.shape
        x, y = min(max(x, 0.6), wide - 0.6), min(max(y, 0.6), high - 0.6)
        self.tab.evaluate("([x, y, scale]) => bench.goTo([x, y], scale)", [x, y, scale])
        box = self.tab.locator("#canvas").bounding_box()
        left, top = self.tab.evaluate("([x, y]) => bench.viewer.toScreen([x, y])", [x, y])
        return box["x"] + left, box["y"] + top

    def clicks(self, name: str, x: float, y: float) -> None:
        """Click a place and type a name."""
        self.tool("a")
        seeds = self.tab.evaluate("bench.mine.seeds.map(one => [one.x, one.y])")
        before, free = len(seeds), min((math.dist(one, (x, y)) for one in seeds), default=_APART)
        self.tab.mouse.click(*self.at(x, y, max(1.0, _APART / max(free, 1.0))))
        self.tab.locator("#answer").fill(name)
        self.acts(lambda: self.tab.keyboard.press("Enter"), f"bench.mine.seeds.length > {before}")
        self.told.clicks += 1

    def drags(self, tool: str, points: Sequence[tuple[float, float]], held: str, name: str = "") -> None:
        """Drag with a tool until the page holds one more of something; type the name if it asks for it."""
        self.tool(tool)
        before = self.tab.evaluate(held)
        whole = shapely.LineString(points)
        self.tab.evaluate("() => bench.viewer.fit()")
        middle = whole.envelope.centroid
        self.tab.evaluate(
            "([x, y, s]) => { bench.viewer.scale = s; bench.goTo([x, y]); }",
            [
                middle.x,
                middle.y,
                min(_CLOSEST, _IN_SIGHT / max(1.0, *numpy.ptp(numpy.array(points), axis=0))),
            ],
        )
        box = self.tab.locator("#canvas").bounding_box()
        far = 12 if len(points) > 2 else 400
        on_page = self.tab.evaluate(
            "points => points.map((point) => bench.viewer.toScreen(point))",
            [list(point) for point in shapely.segmentize(whole, far).coords],
        )
        corner = numpy.array((box["x"], box["y"]))
        by_hand = corner + on_page + self.chance.uniform(-_HAND, _HAND, (len(on_page), 2))
        for at, (x, y) in enumerate(by_hand.tolist()):
            self.tab.mouse.move(x, y)
            if not at:
                self.tab.mouse.down()
        asked = "!document.getElementById('ask').hidden"
        self.acts(self.tab.mouse.up, f"{held} > {before} || {asked}")
        if name and self.tab.evaluate(asked):
            self.tab.locator("#answer").fill(name)
            self.acts(lambda: self.tab.keyboard.press("Enter"), f"{held} > {before}")
        self.told.strokes += 1

    def renames(self, name: str) -> None:
        """Say what the newest line is the outline of, where the page took it for that of a click inside."""
        self.tool("a")
        x, y = self.tab.evaluate("[bench.mine.seeds.at(-1).x, bench.mine.seeds.at(-1).y]")
        self.tab.mouse.click(*self.at(x, y, 8))
        self.tab.locator("#answer").fill(name)
        self.acts(lambda: self.tab.keyboard.press("Enter"), f"bench.mine.seeds.at(-1).name === '{name}'")
        self.told.clicks += 1

    def picks(self, x: float, y: float, tool: str) -> None:
        """Click on a line that is printed, for its colour."""
        self.tool(tool)
        held = f"bench.mine.{TOOLS[tool]}.length"
        before = self.tab.evaluate(held)
        self.acts(lambda: self.tab.mouse.click(*self.at(x, y, 8)), f"{held} > {before}")
        self.told.clicks += 1

    def undoes(self) -> None:
        """Take the last change back."""
        before = self.tab.evaluate("bench.state.number")
        self.acts(lambda: self.tab.locator("#undo").click(), f"bench.state.number !== {before}")
        self.told.clicks += 1

    def acts(self, act: Callable[[], object], so: str) -> None:
        """Do something, and time how long the page takes until it shows it."""
        began, cpu = time.monotonic(), time.process_time()
        act()
        self.tab.wait_for_function(f"() => {so}", timeout=PATIENCE * 1000, polling=20)
        self.told.seconds.append(time.monotonic() - began)
        self.told.cpu.append(time.process_time() - cpu)

    def decides(self, pair: Pair, shown: Any) -> None:
        """Click on where two areas meet: they touch, or do not; a drag from one to the other is a bridge."""
        self.told.words += 1
        before = "bench.mine.decided.length"
        held = self.tab.evaluate(before)
        places = {(min(one, other), max(one, other)): at for one, other, at in shown["meet"]}
        if pair in places:
            self.tool("k")
            x, y = places[pair]
            self.acts(lambda: self.tab.mouse.click(*self.at(x, y, 8)), f"{before} > {held}")
        else:
            dots = self.dots()
            ends = [dots.get(name) or self.seen_in(name, shown) for name in pair]
            self.drags("k", ends, before)
            self.told.strokes -= 1

    def seen_in(self, name: str, shown: Any) -> tuple[float, float]:
        """A place well inside an area where the page has it, too: a hand looks where it is."""
        both = self.both(name, shown)
        parts = shapely.get_parts(both if both.area else self.truth.areas[name])
        x, y = shapely.maximum_inscribed_circle(max(parts, key=shapely.area)).coords[0]
        return x, y

    def dots(self) -> dict[str, tuple[float, float]]:
        """Where the page has the dot of each area."""
        return {one["name"]: (one["x"], one["y"]) for one in self.tab.evaluate("bench.mine.seeds")}

    def both(self, name: str, shown: Any) -> Any:
        """The true ground of an area that the page has as this area."""
        there = shapely.union_all([_shape(rings) for of, rings in shown["areas"] if of == name])
        return shapely.intersection(self.truth.areas[name], there)

    def tool(self, key: str) -> None:
        """Choose a tool by its key."""
        self.tab.locator("#canvas").focus()
        self.tab.keyboard.press(key)

    # -- what the maker sees ---------------------------------------------------------------------

    def sees(self) -> Any:
        """What the page shows once it is worked out."""
        self.tab.wait_for_function(
            "() => !bench.state.working && (bench.mine.fresh || bench.mine.wrong || !bench.mine.seeds[0])",
            timeout=PATIENCE * 1000,
            polling=200,
        )
        return self.tab.evaluate(_SHOWN)

    def ground(self, shown: Any, named: Mapping[str, str] | None = None) -> tuple[float, Any]:
        """The part of the true ground that is right, and the labels of the page.

        `named` are the names of areas that have others on the page.
        """
        truth, found = self.truth, defaultdict[str, list[Any]](list)
        for name, rings in shown["areas"]:
            found[(named or {}).get(name, name)].append(_shape(rings))
        shapes = [shapely.union_all(found[name]) for name in truth.names]
        labels = painted(shapes, truth.labels.shape[::-1], between=True)
        ground = truth.labels > 0
        return float((labels == truth.labels)[ground].mean()), labels

    def pairs(self, shown: Any) -> tuple[list[Pair], list[Pair]]:
        """The true contacts that are missing, and those that are too many."""
        have = {(min(pair), max(pair)) for pair in shown["contacts"]}
        known = {pair for pair in have if set(pair) <= self.truth.areas.keys()}
        return sorted(self.truth.contacts - have), sorted(known - self.truth.contacts - self.truth.open)

    def mends(self, shown: Any) -> bool:
        """Mend the worst that is seen, and say whether there was something."""
        right, labels = self.ground(shown)
        missing, extra = self.pairs(shown)
        gestures = list(self.eyes.mends(labels)) if right < ENOUGH else []
        for gesture in gestures:
            self.does(gesture)
        if gestures:
            return True
        spilled = spilled_at(self.truth.labels, labels) if len(extra) > 1 else None
        if not spilled or spilled in self.tried:
            return self.settles(shown, missing, extra)
        self.tried.add(spilled)
        self.clicks("outside", spilled[0] + 0.5, spilled[1] + 0.5)
        then = self.sees()
        wrong = sum(map(len, self.pairs(then)))
        if self.ground(then)[0] < min(right, ENOUGH) or wrong >= len(missing + extra):
            self.undoes()
        return True

    def does(self, gesture: Gesture) -> None:
        """Click into an area, drag over its ground, draw its border, or around all of it."""
        if gesture.way == "click":
            self.clicks(gesture.name, *gesture.points[0])
        elif gesture.way == "border":
            self.drags("b", gesture.points, "bench.mine.strokes.length")
        elif gesture.way == "outline":
            self.drags("u", [*gesture.points, gesture.points[0]], "bench.mine.seeds.length", gesture.name)
            self.told.outlines += 1
            if self.tab.evaluate("bench.mine.seeds.at(-1).name") != gesture.name:
                self.renames(gesture.name)
        else:
            self.drags("g", gesture.points, "bench.mine.seeds.length", gesture.name)

    def settles(self, shown: Any, missing: list[Pair], extra: list[Pair]) -> bool:
        """Say contact or corner of what is wrong and was not said yet. An area that the page does not have
        where it is gets a click first, or an outline where it has one."""
        said = {(min(one, other), max(one, other)) for one, other, _ in shown["decided"]}
        left = [pair for pair in (*missing, *extra) if pair not in said]
        least = {name: _THERE * self.truth.areas[name].area for pair in left for name in pair}
        lost = [name for name, area in least.items() if self.both(name, shown).area < area]
        for name in lost:
            click = Gesture("click", name, [self.seen_in(name, shown)])
            self.does(self.eyes.around(name) if name in self.dots() else click)
        for pair in left if not lost else ():
            self.decides(pair, shown)
        return bool(left)

    def stands_out(self, labels: Any, tool: str) -> tuple[float, float] | None:
        """A place on a line that is told by its colour, unless that was tried; it is then."""
        place = line_at(self.truth.labels, labels, self.picture, missed=tool == "c")
        colour = self.picture[int(place[1]), int(place[0])].astype(int) if place else None
        picked = self.picked[tool]
        if place is None or any(abs(colour - one).max() < _ALIKE for one in picked):
            return None
        picked.append(colour)
        return place


def largest(truth: Truth) -> list[tuple[str, float, float]]:
    """A click into the largest part of each area, and into each ground outside; islets come later."""
    sizes: dict[str, float] = {}
    made: dict[str, tuple[str, float, float]] = {}
    for name, x, y in truth.seeds:
        parts = shapely.get_parts(truth.areas[name]) if name in truth.areas else ()
        size = max((part.area for part in parts if part.covers(shapely.Point(x, y))), default=0.0)
        key = name if len(parts) else f"{name} {x} {y}"
        if size >= sizes.get(key, 0.0):
            sizes[key], made[key] = size, (name, x, y)
    return list(made.values())


def _shape(rings: Sequence[Sequence[float]]) -> Any:
    """An area of its rings; what lies in an odd number of them is in it."""
    made = shapely.Polygon()
    for ring in rings:
        made = made.symmetric_difference(shapely.Polygon(numpy.array(ring).reshape(-1, 2)).buffer(0))
    parts = [part for part in shapely.get_parts(made) if part.geom_type == "Polygon"]
    return shapely.MultiPolygon(parts)


@contextmanager
def page_of(picture: Path, folder: Path) -> Iterator[Any]:
    """The page of a picture in Chromium, in the mode of areas."""
    from playwright.sync_api import sync_playwright

    from workbench.cli import opened

    serving = opened(picture, folder)
    serving.start()
    try:
        with sync_playwright() as made:
            browser = made.chromium.launch(executable_path=_chromium(), args=["--no-sandbox"])
            tab = browser.new_page(viewport={"width": 1280, "height": 800})
            tab.set_default_timeout(PATIENCE * 1000)
            tab.goto(f"{serving.address}#areas")
            yield tab
            browser.close()
    finally:
        serving.stop()


def _chromium() -> str | None:
    import shutil

    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def main(arguments: list[str] | None = None) -> int:
    """Make every map of a folder, and tell how it went."""
    parser = argparse.ArgumentParser(prog="python -m bench.area_maker", description="A maker at the page.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("pictures", nargs="*", default=["clean.png"])
    parser.add_argument("--find", action="store_true", help="press the button first")
    wanted = parser.parse_args(arguments)
    maps = [wanted.folder] if (wanted.folder / "truth.json").is_file() else sorted(wanted.folder.iterdir())
    for one in maps:
        for name in wanted.pictures:
            Image.MAX_IMAGE_PIXELS = None
            with TemporaryDirectory() as home, page_of(one / name, Path(home) / "made") as tab:
                told = AreaMaker(tab, read_truth(one, name), one / name, wanted.find).makes()
            print(
                f"{one.name} {name}: {told.areas} areas, at first {told.first:.2%}, now {told.pixels:.2%}, "
                f"{len(told.missing)} contacts missing, {len(told.extra)} too many, {told.clicks} clicks, "
                f"{told.strokes} strokes, {told.outlines} of them outlines, {told.words} words, "
                f"{told.each:.2f} an area, "
                f"{statistics.median(told.seconds):.2f} s a click, {max(told.seconds):.2f} at most, "
                f"{statistics.median(told.cpu):.2f} s of processor, {max(told.cpu):.2f} at most",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
