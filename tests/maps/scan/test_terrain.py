"""Terrain on boards drawn by another pen, scanned badly: every hex is known."""

from __future__ import annotations

import random
from functools import cache

import numpy
import pytest
from PIL import Image

from bench.classify import named
from bench.scans.country import Country, random_country
from bench.scans.featured import printed, random_print
from bench.scans.sheets import random_damage
from bench.scans.simulator import Damage, Scan, scanned
from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice
from maps.scan.terrain.closeups import HexScan
from maps.scan.terrain.grounds import RATIO, nearest_samples, propose_grounds
from maps.scan.terrain.measures import of_hexes
from maps.scan.terrain.proposals import Proposal, Samples, samples_of, settled

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
    return country, scan, named(country, list(scan.centres), random.Random(5))


@cache
def grounds(bad: bool) -> list[Proposal]:
    _, scan, samples = case(bad)
    return propose_grounds(HexScan(scan.image, scan.centres), samples)


@pytest.mark.slow
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


@pytest.mark.slow
def test_where_grounds_are_hard_to_tell_apart_no_more_are_wrong_than_by_the_nearest_sample() -> None:
    """A random sheet on which every fourth hex was wrong: a plain nearest sample has every eighth."""
    rng = numpy.random.default_rng(3)
    country = random_country(HexGrid(30, 24, Lattice(bool(rng.random() < 0.5))), rng)
    sheet = printed(country, float(rng.uniform(40, 60)), random_print(rng), rng)
    scan = scanned(sheet.image, sheet.centres, random_damage(rng, 3))
    found = propose_grounds(
        HexScan(scan.image, scan.centres), named(country, list(scan.centres), random.Random(3))
    )
    assert sum(one.word == country.grounds[one.where[0]] for one in found) >= 0.98 * len(found)


def test_light_that_falls_unevenly_is_taken_out() -> None:
    """A board in two greens under a lamp that makes the darker one, at one side, as bright as the other."""
    centres = {f"{x:02}{y:02}": (30.0 + 40 * x, 30.0 + 40 * y) for x in range(20) for y in range(12)}
    art = numpy.full((520, 860, 3), (120.0, 160, 90))
    art[200:360] *= 0.8
    art = art * numpy.linspace(1.25, 0.75, 860)[None, :, None]
    sheet = HexScan(Image.fromarray(art.clip(0, 255).astype(numpy.uint8)), centres)
    samples = {"dark": ["0207", "0306"], "pale": ["0201", "0310"]}
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
    one = {word: hexes[:1] for word, hexes in samples.items()}
    assert not any(found.sure for found in propose_grounds(HexScan(scan.image, scan.centres), one))


def test_hexes_are_measured_in_columns_of_one_scale() -> None:
    _, scan, _ = case(False)
    rows = of_hexes(HexScan(scan.image, scan.centres).hexes())
    assert rows.shape == (180, 19)
    assert rows.mean(axis=0) == pytest.approx(numpy.zeros(19), abs=1e-4)


# -- what the user says ----------------------------------------------------------------------------


def test_what_the_user_says_stands_whatever_the_scan_shows() -> None:
    seen = [Proposal(("0101",), "clear", 0.9), Proposal(("0201",), "clear", 0.4)]
    made = settled(seen, {("0101",): ["marsh"], ("0101", "0102"): ["road"], ("0102", "0103"): []})
    assert [(one.where[-1], one.word, one.by) for one in made] == [
        ("0101", "marsh", "you"),
        ("0201", "clear", "look"),
        ("0102", "road", "you"),
        ("0103", "", "you"),
    ]


def test_what_is_said_of_hexes_teaches_as_samples_do() -> None:
    said = {("0101",): ["sea"], ("0102",): ["sea"], ("0101", "0102"): ["road", "rail"]}
    assert samples_of(said) == {"sea": ["0101", "0102"]}
