"""Terrain proposed from a handful of samples: how much is right on random, bad scans."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy

from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice
from maps.scan.terrain.closeups import HexScan
from maps.scan.terrain.grounds import propose_grounds
from maps.scan.terrain.proposals import Samples

from .measure import Part, Row, median
from .scans.country import Country, random_country
from .scans.featured import printed, random_print
from .scans.sheets import random_damage
from .scans.simulator import Scan, scanned

GROUND_SAMPLES = 3


@dataclass
class Trial:
    """One sheet: the part of its hexes that are right, the sure ones, right ones of these."""

    grounds: float
    sure: int
    right: int
    cpu: float


def trials(numbers: Sequence[int]) -> Iterator[Trial]:
    """Random sheets of 30 x 24 hexes, damaged at random."""
    for number in numbers:
        rng = numpy.random.default_rng(number)
        country = random_country(HexGrid(30, 24, Lattice(bool(rng.random() < 0.5))), rng)
        sheet = printed(country, float(rng.uniform(40, 60)), random_print(rng), rng)
        yield trial(country, scanned(sheet.image, sheet.centres, random_damage(rng, number)), number)


def trial(country: Country, scan: Scan, number: int) -> Trial:
    """One scan, its hexes where they really are."""
    samples = named(country, list(scan.centres), random.Random(number))
    began = time.process_time()
    hexes = HexScan(scan.image, scan.centres)
    grounds = propose_grounds(hexes, samples)
    words = {one.where[0]: one.word for one in grounds}
    spent = time.process_time() - began
    sure = [one.word == country.grounds[one.where[0]] for one in grounds if one.sure]
    right = sum(words[one] == country.grounds[one] for one in words) / len(words)
    return Trial(right, len(sure), sum(sure), spent)


def named(country: Country, hexes: Sequence[str], chance: random.Random) -> Samples:
    """The hexes that a user names, at random."""
    grounds: dict[str, list[str]] = {}
    for one in hexes:
        grounds.setdefault(country.grounds[one], []).append(one)
    return {
        word: chance.sample(some, min(GROUND_SAMPLES, len(some))) for word, some in sorted(grounds.items())
    }


def measured(count: int) -> Part:
    """The terrain of so many sheets."""
    made = list(trials(range(1, count + 1)))
    sure = sum(one.sure for one in made)
    wrong = sure - sum(one.right for one in made)
    rows = [
        Row("hexes with the wrong terrain", 100 - 100 * sum(one.grounds for one in made) / len(made), "%", 3),
        Row("scans with more than 3 % of them", sum(one.grounds < 0.97 for one in made), "scans"),
        Row("  of the sure ones wrong", wrong, "hexes", note=f"{sure} sure"),
        Row("processor time, median", median(one.cpu for one in made)),
    ]
    notes = (f"{GROUND_SAMPLES} hexes of each terrain are named.",)
    return Part(f"Terrain proposed on {count} random maps, scanned badly", rows, notes)
