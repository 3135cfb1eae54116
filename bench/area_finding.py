"""**Find the areas** against a click in each, with the same mends afterwards, without a page.

    python -m bench.area_finding DIR [clean.png ...]

`DIR` holds a folder for each map, as `python -m bench.real.making` makes them (its `areas`). The stand-in
clicks into every area, or takes the seeds that are found and names each as the ground in which it is; then it
clicks and draws where ground is wrong, the largest first, and says in the end which contacts are. Whatever it
does not leave as it was found counts: a seed in ground that is outside, or a second one in an area, too.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy
from PIL import Image

from bench.measure import spent
from maps.scan.areas import flooding
from maps.scan.areas.seeds import OUTSIDE, Seed, Stroke, drawn_seed
from maps.scan.areas.trace import Reading, Wish

from .area_maker import MOST, TIRED, largest
from .area_mending import ENOUGH, Eyes, Gesture
from .real.areamaps import GAP
from .real.labels import spread
from .real.tracing import Truth, read_truth

WAYS = ("clicks", "button")


@dataclass
class Hand:
    """Somebody who makes one map and knows what is true of it."""

    read: Reading
    truth: Truth
    labels: Any
    seeds: list[Seed] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    done: int = 0
    begun: int = 0
    even: int = 0
    words: int = 0
    found: int = 0
    doubts: int = 0
    first: float = 0.0
    now: float = 0.0
    contacts: float = 0.0

    def clicks_each(self) -> None:
        """A click into each area that has none, and into ground outside if nobody did that."""
        had = {seed.name for seed in self.seeds}
        for name, x, y in largest(self.truth):
            if name not in had:
                self.seeds.append(Seed(name, x, y))
                self.done += 1

    def presses(self) -> None:
        """Press the button and name each seed. A seed beyond the first of its area counts as a correction."""
        result = self.read.found([], Wish())
        near = spread(self.labels, GAP / self.read.scale)
        proposed = result.seeds((), self.read.up)
        self.found, self.done = len(result.areas), 1
        for seed in proposed:
            x, y = (int(one) for one in self.read.down((seed.x, seed.y)))
            number = int(near[y, x])
            name = self.truth.names[number - 1] if number else OUTSIDE
            wrong = name in {one.name for one in self.seeds} or name == OUTSIDE
            self.done += wrong if seed.name != OUTSIDE else name != OUTSIDE
            self.seeds.append(dataclasses.replace(seed, name=name))
        self.clicks_each()

    def sees(self) -> Any:
        """The number of the true area that each pixel was given to."""
        numbers = {name: n for n, name in enumerate(self.truth.names, 1)} | {OUTSIDE: 0}
        wish = Wish(strokes=self.strokes)
        marks = self.read.marks(self.seeds, numbers)
        claims = self.read.claims(wish, marks.rings)
        claimed = claims.claimed(marks)
        paper = flooding.paper_of(claims.pieces, claimed)
        return flooding.settled(claims.pieces.elevation, claims.given(claimed, paper)[0], paper)

    def mends(self, even: float) -> None:
        """Click and draw until enough is right, or it is no longer worth it; note when so much is right."""
        seen = self.sees()
        self.begun = self.done
        eyes = Eyes(self.truth, self.labels, self.read.scale)
        self.first = self.now = eyes.right(seen)
        self.even = self.done if self.now >= even else 0
        while self.now < ENOUGH and self.done < MOST * TIRED * len(self.truth.areas):
            gestures = list(eyes.mends(seen))
            if not gestures:
                break
            for gesture in gestures:
                self.does(gesture)
            seen = self.sees()
            self.now = eyes.right(seen)
            self.even = self.even or (self.done if self.now >= even else 0)
        traced = self.read.traced(self.seeds, Wish(strokes=self.strokes), 1000)
        have = {(min(one), max(one)) for one in ((a, b) for a, b, _ in traced.contacts)}
        known = {pair for pair in have if set(pair) <= self.truth.areas.keys()}
        missing, extra = self.truth.contacts - have, known - self.truth.contacts - self.truth.open
        self.words, self.doubts = len(missing) + len(extra), len(traced.doubts)
        self.contacts = 1 - len(missing) / max(1, len(self.truth.contacts))

    def does(self, gesture: Gesture) -> None:
        """Click into an area, drag over its ground, or draw its border."""
        points = [(float(x), float(y)) for x, y in self.read.up(numpy.array(gesture.points)).tolist()]
        if gesture.way == "border":
            self.strokes.append(points)
        else:
            ring = points[:1] if gesture.way == "outline" else []
            self.seeds.append(
                drawn_seed(gesture.name, [*points, *ring]) if points[1:] else Seed(gesture.name, *points[0])
            )
        self.done += 1


def told(folder: Path, picture: str) -> None:
    """Make one map in both ways, and tell how it went."""
    truth = read_truth(folder, picture)
    with Image.open(folder / picture) as image:
        read = Reading(image.convert("RGB"))
    labels = Image.fromarray(truth.labels).resize(read.art.size, Image.Resampling.NEAREST)
    even = 0.0
    for way in WAYS:
        hand = Hand(read, truth, numpy.asarray(labels))
        began = hand.clicks_each if way == "clicks" else hand.presses
        cost = spent(began)
        hand.mends(even)
        even = hand.first if way == "clicks" else even
        count = len(truth.areas)
        print(
            f"{folder.name},{picture},{way},{count},{hand.found},{hand.first:.4f},{hand.now:.4f},{hand.begun},{hand.even},"
            f"{hand.done},"
            f"{hand.done / count:.2f},{hand.contacts:.3f},{hand.words},{hand.doubts},{cost.cpu:.1f}",
            flush=True,
        )


def main(arguments: list[str] | None = None) -> int:
    """Make every map of a folder, and tell how it went."""
    parser = argparse.ArgumentParser(prog="python -m bench.area_finding", description="The button.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("pictures", nargs="*", default=["clean.png"])
    wanted = parser.parse_args(arguments)
    Image.MAX_IMAGE_PIXELS = None
    print("map,picture,way,areas,found,first,now,begun,even,done,each,contacts,words,doubts,cpu")
    maps = [wanted.folder] if (wanted.folder / "truth.json").is_file() else sorted(wanted.folder.iterdir())
    for one in maps:
        for name in wanted.pictures:
            told(one, name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
