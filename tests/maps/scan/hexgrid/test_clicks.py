"""Clicks alone: the lattice they tell, and which of them contradicts the others."""

from __future__ import annotations

import re

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice
from maps.scan.hexgrid.clicks import check, starts
from maps.scan.hexgrid.labels import Click, schemes
from scans.scan_faults import ScanError
from workbench.click_words import for_clicker

SIZE = (900, 800)
CORNERS = ["0101", "2401", "0118", "2418", "0201"]


def seen(
    grid: HexGrid, labels: list[str], slant: float = 0.0, turn: float = 0.0, shake: float = 0.0
) -> list[Click]:
    """Hexes of a grid as a photo shows them, clicked with a hand that shakes by so many pixels."""
    rng, made = numpy.random.default_rng(3), []
    cos, sin = numpy.cos(numpy.radians(turn)), numpy.sin(numpy.radians(turn))
    for label in labels:
        x, y = grid.lattice.centre(grid.labels[label])
        x, y = x * cos + y * sin, y * cos - x * sin
        near = 1 + slant * x / 25
        x, y = numpy.array((30 * x / near + 100, -30 * y / near + 120)) + rng.uniform(-shake, shake, 2)
        made.append(Click(label, float(x), float(y)))
    return made


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("shoved", ["odd", "even"])
@pytest.mark.parametrize(("slant", "turn"), [(0, 0), (0.15, 3), (-0.1, -20)])
def test_five_clicks_tell_tops_and_which_lines_are_shoved(
    flat: bool, shoved: str, slant: float, turn: float
) -> None:
    grid = HexGrid(24, 18, Lattice(flat), shoved)
    labels = [*CORNERS[:4], "0201" if flat else "0102"]
    clicks = seen(grid, labels, slant, turn, shake=3)
    best, *others = starts(clicks, schemes(labels), SIZE)
    assert best.flat == flat
    wanted = numpy.array([(one.x, one.y) for one in seen(grid, list(grid.labels), slant, turn)])
    first = grid.labels["0101"]
    places = numpy.array([(one.q - first.q, one.r - first.r) for one in grid.labels.values()], dtype=float)
    assert numpy.hypot(*(best.warp.pixels(places) - wanted).T).max() < 0.25 * best.pitch
    assert all(one.cost > best.cost for one in others)


def test_five_clicks_that_agree_are_taken_though_a_strip_was_photographed_from_one_end() -> None:
    grid, labels = HexGrid(65, 10), ["0101", "6501", "0110", "6510", "0201"]
    clicks, ways = seen(grid, labels, slant=0.13), schemes(labels)
    check(clicks, ways, SIZE)
    first, middle = grid.labels["0101"], grid.labels["3305"]
    place = numpy.array([(middle.q - first.q, middle.r - first.r)], dtype=float)
    (wanted,), best = seen(grid, ["3305"], slant=0.13), starts(clicks, ways, SIZE)[0]
    assert best.warp.pixels(place)[0] == pytest.approx((wanted.x, wanted.y), abs=0.05 * best.pitch)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(st.sampled_from(range(5)), st.sampled_from(["0909", "1801", "0112", "2305"]))
def test_the_click_that_contradicts_the_others_is_named(wrong: int, label: str) -> None:
    clicks = seen(HexGrid(24, 18), CORNERS, slant=0.1)
    clicks[wrong] = clicks[wrong]._replace(label=label)
    ways = schemes([one.label for one in clicks])
    with pytest.raises(ScanError) as said:
        check(clicks, ways, SIZE)
    assert f"{clicks[wrong]} contradicts the other clicked hexes" in str(said.value)


def test_a_click_that_may_be_right_is_not_the_only_one_to_look_at() -> None:
    clicks = seen(HexGrid(24, 18), CORNERS)
    clicks[4] = clicks[4]._replace(label="0401")
    with pytest.raises(ScanError, match=r"If they are right, look at [\d or]+$") as said:
        check(clicks, schemes([one.label for one in clicks]), SIZE)
    assert all(str(one.label) in str(said.value) for one in (clicks[0], clicks[4]))
    words = for_clicker(said.value, clicks, SIZE)
    assert re.search(r"If it is right, look at [\d or]+\.$", words)


def test_it_is_told_by_how_much() -> None:
    clicks = seen(HexGrid(24, 18), CORNERS)
    wrong = clicks[4]._replace(x=clicks[4].x + 75)
    with pytest.raises(
        ScanError, match=rf"by them its middle is near {clicks[4].x:.0f},{clicks[4].y:.0f}, 2.5 hexes away"
    ):
        check([*clicks[:4], wrong], schemes(CORNERS), SIZE)


def test_four_corners_typed_crosswise_are_refused() -> None:
    clicks = seen(HexGrid(24, 18), CORNERS[:4])
    clicks[2], clicks[3] = clicks[2]._replace(label="2418"), clicks[3]._replace(label="0118")
    with pytest.raises(ScanError, match="contradict"):
        check(clicks, schemes([one.label for one in clicks]), SIZE)


def test_two_clicks_tell_size_and_turn() -> None:
    clicks = seen(HexGrid(24, 18), ["0101", "2418"], turn=5)
    best = starts(clicks, schemes(["0101", "2418"]), SIZE)[0]
    assert best.pitch == pytest.approx(30, rel=0.05)
