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
from scipy import ndimage
from skimage import measure

from bench.measure import spent
from maps.scan.areas import flooding
from maps.scan.areas.seeds import OUTSIDE, Seed, Stroke
from maps.scan.areas.trace import Reading, Wish

from .area_maker import _LEAST, _THIN, ENOUGH, MOST, largest
from .real.areamaps import GAP
from .real.labels import spread
from .real.tracing import Truth, border, read_truth

WAYS = ("clicks", "button")
_ROUNDS = 6
_GAIN = 0.001
"""Of the ground: a round of mends that gains less is the last one."""
_LARGEST = 0.25
"""Of the largest wrong ground: what is smaller is mended in a later round."""


@dataclass
class Hand:
    """Somebody who makes one map and knows what is true of it."""

    read: Reading
    truth: Truth
    labels: Any
    seeds: list[Seed] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    tried: set[tuple[int, int]] = field(default_factory=set)
    drawn: set[tuple[int, int]] = field(default_factory=set)
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
        down = [self.read.down((seed.x, seed.y)) for seed in self.seeds]
        high, wide = self.labels.shape
        markers = [
            (numbers[seed.name], int(x), int(y))
            for seed, (x, y) in zip(self.seeds, down, strict=True)
            if 0 <= x < wide and 0 <= y < high
        ]
        wish = Wish(strokes=self.strokes)
        pieces, claimed = self.read.pieces(wish.inks, self.strokes), self.read.claimed(wish, markers)
        return flooding.settled(pieces.elevation, claimed, flooding.paper_of(pieces, claimed))

    def right(self, seen: Any) -> float:
        """The part of the true ground that is right."""
        ground = self.labels > 0
        return float((seen == self.labels)[ground].mean())

    def mends(self, even: float) -> None:
        """Click and draw until enough is right, or it is no longer worth it; note when so much is right."""
        seen = self.sees()
        self.begun = self.done
        self.first = self.now = self.right(seen)
        self.even = self.done if self.now >= even else 0
        for _ in range(_ROUNDS):
            if self.now >= ENOUGH or self.done > MOST * 1.5 * len(self.truth.areas) or not self.mended(seen):
                break
            seen, before = self.sees(), self.now
            self.now = self.right(seen)
            self.even = self.even or (self.done if self.now >= even else 0)
            if self.now < before + _GAIN:
                break
        traced = self.read.traced(self.seeds, Wish(strokes=self.strokes), 1000)
        have = {(min(one), max(one)) for one in ((a, b) for a, b, _ in traced.contacts)}
        known = {pair for pair in have if set(pair) <= self.truth.areas.keys()}
        missing, extra = self.truth.contacts - have, known - self.truth.contacts - self.truth.open
        self.words, self.doubts = len(missing) + len(extra), len(traced.doubts)
        self.contacts = 1 - len(missing) / max(1, len(self.truth.contacts))

    def mended(self, seen: Any) -> bool:
        """Mend what is wrong in the largest places, each once."""
        wrong = (self.labels > 0) & (seen != self.labels)
        count = len(self.truth.areas) + 1
        keys = numpy.where(wrong, self.labels.astype(numpy.int64) * count + seen, 0)
        parts = measure.label(keys, background=0, connectivity=1)
        sizes, boxes = numpy.bincount(parts.ravel())[1:], ndimage.find_objects(parts)
        least, some = float(_LEAST), False
        for part in numpy.argsort(-sizes, kind="stable").tolist():
            if sizes[part] < least:
                break
            inside = numpy.pad(parts[boxes[part]] == part + 1, 1)
            deep = ndimage.distance_transform_edt(inside)
            down, across = map(int, numpy.unravel_index(int(deep.argmax()), deep.shape))
            y, x = boxes[part][0].start + down - 1, boxes[part][1].start + across - 1
            pair = divmod(int(keys[y, x]), count)
            if deep.max() > 2 and self.mended_at(pair, (x, y), float(deep.max())):
                least = least if some else max(least, _LARGEST * float(sizes[part]))
                some = True
        return some

    def mended_at(self, pair: tuple[int, int], at: tuple[int, int], deep: float) -> bool:
        """A click into ground that went elsewhere, or its border if that was no help; once each."""
        true, taken = pair
        name, line = self.truth.names[true - 1], ""
        if taken and (pair in self.tried or deep < _THIN):
            if pair in self.drawn:
                return False
            self.drawn.add(pair)
            line = border(self.truth.areas[name], self.truth.areas[self.truth.names[taken - 1]])
        self.tried.add(pair)
        if line:
            points = [point.split(",") for point in line.split()]
            self.strokes.append([(float(a), float(b)) for a, b in points])
        else:
            x, y = self.read.up(numpy.array(at) + 0.5).tolist()
            self.seeds.append(Seed(name, x, y))
        self.done += 1
        return True


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
