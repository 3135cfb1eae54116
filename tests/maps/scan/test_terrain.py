"""Terrain and hexside features on boards drawn by another pen, scanned badly: every one is known."""

from __future__ import annotations

import random
from functools import cache

import numpy
import pytest
from PIL import Image

from bench.classify import named
from bench.scans.country import Country, random_country
from bench.scans.featured import printed, random_print
from bench.scans.simulator import Damage, Scan, scanned
from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice
from maps.scan.terrain.closeups import HexScan
from maps.scan.terrain.grounds import RATIO, nearest_samples, propose_grounds
from maps.scan.terrain.hexsides import placed, propose_features
from maps.scan.terrain.measures import of_hexes, of_sides
from maps.scan.terrain.proposals import Proposal, Samples, samples_of, settled
from tests.cases import one_quick

BAD = Damage(
    degrees=1.7,
    perspective=(0.03, -0.02),
    light=(0.3, 0.1),
    folds=((0.5, 0.2),),
    noise=5,
    quality=40,
    seed=3,
)


@cache
def case(bad: bool) -> tuple[Country, Scan, Samples]:
    """A board of 15 x 12 hexes, its scan, and the samples of a user."""
    rng = numpy.random.default_rng(0)
    country = random_country(HexGrid(15, 12, Lattice(True)), rng)
    sheet = printed(country, 44, random_print(rng), rng)
    scan = scanned(sheet.image, sheet.centres, BAD if bad else Damage())
    return country, scan, named(country, list(scan.centres), country.sides(), random.Random(5))


@cache
def grounds(bad: bool) -> list[Proposal]:
    _, scan, samples = case(bad)
    return propose_grounds(HexScan(scan.image, scan.centres), samples)


@pytest.mark.parametrize("bad", [False, True], ids=["clean", "bad"])
def test_three_samples_of_each_terrain_are_enough_whatever_the_light(bad: bool) -> None:
    country = case(bad)[0]
    right = [one.word == country.grounds[one.where[0]] for one in grounds(bad)]
    assert sum(right) >= 0.97 * len(right)


@pytest.mark.parametrize("bad", [False, True], ids=["clean", "bad"])
def test_what_is_sure_is_right_in_95_of_100_cases_and_it_is_most(bad: bool) -> None:
    country = case(bad)[0]
    right = [one.word == country.grounds[one.where[0]] for one in grounds(bad) if one.sure]
    assert sum(right) >= 0.95 * len(right)
    assert len(right) >= 0.6 * len(grounds(bad))


def test_light_that_falls_unevenly_is_taken_out() -> None:
    """A board in two greens under a lamp that makes the darker one, at one side, as bright as the other."""
    centres = {f"{x:02}{y:02}": (30.0 + 40 * x, 30.0 + 40 * y) for x in range(20) for y in range(12)}
    art = numpy.full((520, 860, 3), (120.0, 160, 90))
    art[200:360] *= 0.8
    art = art * numpy.linspace(1.25, 0.75, 860)[None, :, None]
    sheet = HexScan(Image.fromarray(art.clip(0, 255).astype(numpy.uint8)), centres)
    samples = Samples({"dark": ["0207", "0306"], "pale": ["0201", "0310"]}, {})
    found = propose_grounds(sheet, samples)
    wrong = [one.where for one in found if (one.word == "dark") != (200 <= centres[one.where[0]][1] < 360)]
    assert wrong == []


def test_a_kind_whose_own_samples_are_taken_for_another_is_never_sure() -> None:
    rng = numpy.random.default_rng(1)
    rows = rng.normal(0, 0.05, (60, 3)) + numpy.repeat([[0.0, 0, 0], [4, 0, 0], [0, 4, 0]], 20, axis=0)
    known = [[0, 1, 25], [20, 21, 22], [40, 41, 42]]  # the third sample of the first kind is a mistake
    kinds, ratios, trusted = nearest_samples(rows, known)
    assert trusted.tolist() == [False, False, True]
    assert (kinds[40:] == 2).all()
    assert (ratios[43:] < RATIO).all()


def test_one_sample_of_a_kind_makes_nothing_sure() -> None:
    _, scan, samples = case(False)
    one = Samples({word: hexes[:1] for word, hexes in samples.grounds.items()}, {})
    assert not any(found.sure for found in propose_grounds(HexScan(scan.image, scan.centres), one))


# -- hexsides --------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", one_quick([True, False]), ids=["bad", "clean"])
def test_most_features_are_found_few_are_invented_and_none_is_called_sure(bad: bool) -> None:
    country, scan, samples = case(bad)
    words = {one.where[0]: one.word for one in grounds(bad)}
    made = propose_features(HexScan(scan.image, scan.centres), country.sides(), samples, words)
    named_ones = {side for many in samples.features.values() for side in many}
    rest = [one for one in made if one.where not in named_ones]
    there = [country.has(one.where[0], one.where[1], one.kind) for one in rest]
    found = [bool(one.word) for one in rest]
    both = sum(a and b for a, b in zip(there, found, strict=True))
    assert both >= 0.8 * sum(there)
    assert both >= 0.7 * sum(found)
    assert not any(one.sure for one in made)


def test_a_hexside_measures_the_same_from_both_sides() -> None:
    country, scan, _ = case(False)
    sides, sheet = country.sides()[:60], HexScan(scan.image, scan.centres)
    shown = sheet.sides(sides)
    assert of_sides(shown, None) == pytest.approx(of_sides(shown[:, ::-1, ::-1], None), abs=1e-4)


def test_what_the_scan_finds_itself_helps_to_learn() -> None:
    """Samples that are alike by chance in a measure that tells nothing: what is found corrects that."""
    rng = numpy.random.default_rng(2)
    rows = rng.normal(0, 1, (400, 6))
    rows[:60, 0] += 8
    rows[:5, 1] = 1.5
    known = numpy.full(400, -1)
    known[:5] = 1
    at = placed(rows, known)
    assert (at[:60] > 0.6).mean() > 0.9
    assert (at[60:] > 0.6).mean() < 0.03


def test_hexes_are_measured_in_columns_of_one_scale() -> None:
    _, scan, _ = case(False)
    rows = of_hexes(HexScan(scan.image, scan.centres).hexes())
    assert rows.shape == (180, 19)
    assert rows.mean(axis=0) == pytest.approx(numpy.zeros(19), abs=1e-4)


# -- what the user says ----------------------------------------------------------------------------


def test_what_the_user_says_stands_whatever_the_scan_shows() -> None:
    seen = [
        Proposal(("0101",), "clear", 0.9),
        Proposal(("0101", "0102"), "", 0.9, "road"),
        Proposal(("0102", "0103"), "road", 0.9, "road"),
        Proposal(("0201",), "clear", 0.4),
    ]
    made = settled(seen, {("0101",): ["marsh"], ("0101", "0102"): ["road"], ("0102", "0103"): []})
    assert [one.word for one in made] == ["marsh", "road", "", "clear"]
    assert [one.by for one in made] == ["you", "you", "you", "look"]


def test_what_is_said_teaches_as_samples_do() -> None:
    samples = samples_of({("0101",): ["sea"], ("0101", "0102"): ["road", "rail"], ("0102", "0103"): []})
    assert samples.grounds == {"sea": ["0101"]}
    assert samples.features == {"road": [("0101", "0102")], "rail": [("0101", "0102")]}
    assert samples.bare == [("0102", "0103")]
