"""Terrain and hexside features on boards drawn by another pen, scanned badly: every one is known."""

from __future__ import annotations

import random
from functools import cache

import numpy
import pytest

from bench.scans.country import Country, random_country
from bench.scans.featured import Printed, printed, random_print
from bench.scans.simulator import Damage, Scan, scanned
from maps.grid import HexGrid
from maps.hexes import Lattice
from maps.scan.classify import Colours, Proposal, Samples, propose_features, propose_grounds
from maps.scan.classify_context import Context
from maps.scan.classify_light import slow_light

BAD = Damage(
    degrees=1.7,
    perspective=(0.03, -0.02),
    light=(0.3, 0.1),
    folds=((0.5, 0.2),),
    noise=5,
    quality=40,
    seed=3,
)
Side = tuple[str, str]


@cache
def board() -> Printed:
    rng = numpy.random.default_rng(0)
    return printed(random_country(HexGrid(26, 20, Lattice(True)), rng), 44, random_print(rng), rng)


@cache
def scan(bad: bool) -> Scan:
    return scanned(board().image, board().centres, BAD if bad else Damage())


def country() -> Country:
    return board().country


@cache
def samples() -> Samples:
    """Three hexes of each terrain; eight hexsides of each feature, and all that these have."""
    chance = random.Random(5)
    grounds: dict[str, list[str]] = {}
    for one, word in country().grounds.items():
        grounds.setdefault(word, []).append(one)
    features: dict[str, list[Side]] = {}
    for side, words in sorted(country().features.items()):
        for word in sorted(words):
            features.setdefault(word, []).append(side)
    some = {word: chance.sample(found, min(8, len(found) // 2)) for word, found in sorted(features.items())}
    picked = sorted({side for sides in some.values() for side in sides})
    return Samples(
        {word: chance.sample(hexes, 3) for word, hexes in sorted(grounds.items())},
        {word: [side for side in picked if country().has(*side, word)] for word in some},
    )


@cache
def proposed(bad: bool) -> tuple[list[Proposal], list[Proposal]]:
    seen = scan(bad)
    colours = Colours(seen.image, seen.centres, 44)
    grounds = propose_grounds(colours, samples())
    words = {one.where[0]: one.word for one in grounds}
    return grounds, propose_features(colours, country().sides(), samples(), words)


def is_there(one: Proposal) -> bool:
    return country().has(one.where[0], one.where[1], one.kind)


@pytest.mark.slow
@pytest.mark.parametrize("bad", [False, True], ids=["clean", "bad"])
def test_hardly_a_hex_needs_a_touch_up_whatever_the_light(bad: bool) -> None:
    grounds = proposed(bad)[0]
    assert sum(one.word == country().grounds[one.where[0]] for one in grounds) >= 0.97 * len(grounds)


@pytest.mark.slow
@pytest.mark.parametrize("bad", [False, True], ids=["clean", "bad"])
def test_of_every_feature_nearly_all_are_found_and_hardly_any_invented(bad: bool) -> None:
    features = proposed(bad)[1]
    assert len(samples().features) == 7
    for kind in samples().features:
        mine = [one for one in features if one.kind == kind]
        found, there = [one for one in mine if one.word], [one for one in mine if is_there(one)]
        right = sum(map(is_there, found))
        assert sum(bool(one.word) == is_there(one) for one in mine) >= 0.99 * len(mine), kind
        assert right >= 0.95 * len(found), kind
        assert right >= 0.95 * len(there), kind


@pytest.mark.slow
def test_the_shadow_of_a_fold_is_no_way() -> None:
    """It runs as straight across hexes as a railway, and is as dark."""
    damage = Damage(folds=((0.3, 0.4),), noise=4, quality=60)
    seen = scanned(board().image, board().centres, damage)
    colours = Colours(seen.image, seen.centres, 44)
    words = {one.where[0]: one.word for one in propose_grounds(colours, samples())}
    features = propose_features(colours, country().sides(), samples(), words)
    ways = [one for one in features if one.kind in ("rail", "road") and one.word]
    assert sum(not is_there(one) for one in ways) <= 3


@pytest.mark.slow
def test_most_that_is_wrong_is_doubtful_and_little_is_doubtful() -> None:
    features = proposed(True)[1]
    doubtful = [one for one in features if one.confidence < 0.8]
    wrong = [one for one in features if bool(one.word) != is_there(one)]
    assert len(doubtful) <= 0.05 * len(features)
    assert sum(one in doubtful for one in wrong) >= 0.5 * len(wrong)


@pytest.mark.slow
def test_what_is_named_is_certain_and_what_is_bare_has_nothing() -> None:
    seen, bare = scan(False), next(side for side in country().sides() if side not in country().features)
    named = Samples(samples().grounds, samples().features, [bare])
    found = propose_features(Colours(seen.image, seen.centres, 44), country().sides(), named)
    known = {one.kind: one for one in found if one.where == bare}
    assert all((one.word, one.confidence) == ("", 1.0) for one in known.values())
    for kind, sides in named.features.items():
        assert all(one.confidence == 1.0 for one in found if one.kind == kind and one.where in sides)


@pytest.mark.slow
def test_the_same_scan_gives_the_same_proposals() -> None:
    seen = scan(True)
    again = propose_features(
        Colours(seen.image, seen.centres, 44),
        country().sides(),
        samples(),
        {one.where[0]: one.word for one in proposed(True)[0]},
    )
    assert again == proposed(True)[1]


def test_a_slow_change_is_light_and_a_sudden_one_is_not() -> None:
    places = numpy.array([(x, y) for x in range(20) for y in range(20)], dtype=float)
    pairs = numpy.array(
        [
            (n, n + step)
            for n in range(400)
            for step in (1, 20)
            if n + step < 400 and (step == 20 or n % 20 != 19)
        ]
    )
    light = -0.02 * places[:, :1] * numpy.ones(3)
    sea = (places[:, 1] > 12)[:, None] * numpy.array([-0.4, -0.2, 0.1])
    found = slow_light(5 + light + sea, places, pairs)
    assert found == pytest.approx(light - light.mean(), abs=0.02)


def test_a_hexside_at_which_a_river_goes_on_is_likelier_to_have_it() -> None:
    grid = HexGrid(14, 12)
    numbers = {one: n for n, one in enumerate(grid.hexes)}
    sides = [(a, b) for a in numbers for b in grid.neighbours(a).values() if a < b]
    context = Context(numpy.array([[numbers[a], numbers[b]] for a, b in sides]))
    likely = numpy.zeros(len(sides))
    column = [n for n, (a, b) in enumerate(sides) if {a[:2], b[:2]} == {"07", "08"}]
    likely[column] = 1.0
    likely[column[9]] = 0.4
    speaks = context(likely)
    assert speaks[column[9]] > 1
    assert speaks[sides.index(("0105", "0106"))] < 0
