"""Terrain and hexsides proposed from a handful of samples: how many are right on random, bad scans."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy

from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice
from maps.scan.terrain.closeups import HexScan
from maps.scan.terrain.grounds import propose_grounds
from maps.scan.terrain.hexsides import propose_features
from maps.scan.terrain.proposals import Samples

from .measure import Part, Row, median
from .scans.country import Country, random_country
from .scans.featured import printed, random_print
from .scans.sheets import random_damage
from .scans.simulator import Scan, scanned

GROUND_SAMPLES, SIDE_SAMPLES = 3, 8
Side = tuple[str, str]


@dataclass
class Count:
    """Hexsides with a feature that are found; found; with it; all; surely found ones, and right ones."""

    true: int = 0
    found: int = 0
    there: int = 0
    all: int = 0
    sure: int = 0
    right: int = 0

    def add(self, found: bool, there: bool, sure: bool) -> None:
        """One hexside more."""
        self.true += found and there
        self.found += found
        self.there += there
        self.all += 1
        self.sure += sure and found
        self.right += sure and found and there


@dataclass
class Trial:
    """One sheet: the part of its hexes that are right, the sure ones, right ones of these; its hexsides."""

    grounds: float
    sure: int
    right: int
    cpu: float
    features: dict[str, Count] = field(default_factory=dict)


def trials(numbers: Sequence[int]) -> Iterator[Trial]:
    """Random sheets of 30 x 24 hexes, damaged at random."""
    for number in numbers:
        rng = numpy.random.default_rng(number)
        country = random_country(HexGrid(30, 24, Lattice(bool(rng.random() < 0.5))), rng)
        sheet = printed(country, float(rng.uniform(40, 60)), random_print(rng), rng)
        yield trial(country, scanned(sheet.image, sheet.centres, random_damage(rng, number)), number)


def trial(country: Country, scan: Scan, number: int) -> Trial:
    """One scan, its hexes where they really are."""
    sides = [side for side in country.sides() if all(one in scan.centres for one in side)]
    samples = named(country, list(scan.centres), sides, random.Random(number))
    began = time.process_time()
    hexes = HexScan(scan.image, scan.centres)
    grounds = propose_grounds(hexes, samples)
    words = {one.where[0]: one.word for one in grounds}
    proposals = propose_features(hexes, sides, samples, words)
    spent = time.process_time() - began
    sure = [one.word == country.grounds[one.where[0]] for one in grounds if one.sure]
    right = sum(words[one] == country.grounds[one] for one in words) / len(words)
    made = Trial(right, len(sure), sum(sure), spent)
    known = {side for many in samples.features.values() for side in many}
    for one in proposals:
        if (a_b := (one.where[0], one.where[1])) not in known:
            count = made.features.setdefault(one.kind, Count())
            count.add(bool(one.word), country.has(*a_b, one.kind), one.sure)
    return made


def named(country: Country, hexes: Sequence[str], sides: Sequence[Side], chance: random.Random) -> Samples:
    """What a user names: hexes and hexsides at random, and of these hexsides all that they have."""
    grounds: dict[str, list[str]] = {}
    for one in hexes:
        grounds.setdefault(country.grounds[one], []).append(one)
    features: dict[str, list[Side]] = {}
    for side in sides:
        for word in sorted(country.features.get(side, ())):
            features.setdefault(word, []).append(side)
    some = {
        word: chance.sample(found, min(SIDE_SAMPLES, len(found) // 2))
        for word, found in sorted(features.items())
        if len(found) > 1
    }
    picked = sorted({side for found in some.values() for side in found})
    return Samples(
        {
            word: chance.sample(hexes_, min(GROUND_SAMPLES, len(hexes_)))
            for word, hexes_ in sorted(grounds.items())
        },
        {word: [side for side in picked if country.has(*side, word)] for word in some},
    )


def measured(count: int) -> Part:
    """Terrain and features of so many sheets."""
    made = list(trials(range(1, count + 1)))
    sure = sum(one.sure for one in made)
    wrong = sure - sum(one.right for one in made)
    rows = [
        Row("hexes with the wrong terrain", 100 - 100 * sum(one.grounds for one in made) / len(made), "%", 3),
        Row("sheets with more than 3 % of them", sum(one.grounds < 0.97 for one in made), "sheets"),
        Row("  of the sure ones wrong", wrong, "hexes", note=f"{sure} sure"),
        Row("processor time, median", median(one.cpu for one in made)),
    ]
    for kind in sorted({kind for one in made for kind in one.features}):
        rows += _rows(kind, [one.features[kind] for one in made if kind in one.features])
    notes = (
        f"{GROUND_SAMPLES} hexes of each terrain and {SIDE_SAMPLES} hexsides of each feature are named.",
        "Hexsides that were named are not counted.",
    )
    return Part(f"Terrain and hexsides proposed on {count} random sheets, scanned badly", rows, notes)


def _rows(kind: str, counts: Sequence[Count]) -> list[Row]:
    true, found, there, every, sure, right = (
        sum(getattr(one, name) for one in counts)
        for name in ("true", "found", "there", "all", "sure", "right")
    )
    return [
        Row(f"{kind}: hexsides wrong", 100 * (found + there - 2 * true) / every, "%", 1),
        Row("  precision", 100 * true / max(found, 1), "%"),
        Row("  recall", 100 * true / max(there, 1), "%"),
        Row("  of the sure ones right", 100 * right / max(sure, 1), "%", note=f"{sure} sure"),
    ]
