"""Names find room: off what is taken, off one another if that can be at all, and the same each time."""

from __future__ import annotations

import math
from itertools import combinations, product

import numpy
from hypothesis import given
from hypothesis import strategies as st

from maps.drawing.hexes.along import laid_along
from maps.drawing.ink import ITALIC
from maps.drawing.placing import Box, Boxes, Candidate, covered, free_boxes, settle, snug_middles

COORDINATES = st.integers(-60, 60).map(float)
SIZE = (8.0, 2.0)


def boxes(*these: Box) -> Boxes:
    return numpy.array(these, dtype=float).reshape(-1, 4)


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def around(x: float, y: float) -> Box:
    return (x - SIZE[0] / 2, y - SIZE[1] / 2, x + SIZE[0] / 2, y + SIZE[1] / 2)


TAKEN = st.lists(st.tuples(COORDINATES, COORDINATES), max_size=12).map(
    lambda corners: boxes(*((x, y, x + 9.0, y + 5.0) for x, y in corners))
)


@given(TAKEN)
def test_a_free_place_touches_nothing_that_is_taken(taken: Boxes) -> None:
    middles = snug_middles((0.0, 0.0), (20.0, 20.0), SIZE, taken)
    for x, y in middles[free_boxes(middles, SIZE, taken)].tolist():
        assert not any(meet(around(x, y), tuple(box)) for box in taken.tolist())


def test_a_slit_that_is_just_high_enough_is_found() -> None:
    taken = boxes((-30, -30, 30, -1.2), (-30, 1.2, 30, 30), (-30, -30, -6, 30), (6.5, -30, 30, 30))
    middles = snug_middles((9.0, 9.0), (15.0, 15.0), (11.0, 2.2), taken)
    assert free_boxes(middles, (11.0, 2.2), taken).any()


def test_what_is_covered_is_a_part_of_the_box() -> None:
    shares = covered(numpy.array([(0.0, 0.0), (10.0, 0.0)]), (4.0, 2.0), boxes((0, -5, 20, 5)))
    assert shares.tolist() == [0.5, 1.0]


PLACES = st.tuples(st.integers(0, 14), st.integers(0, 3), st.integers(0, 3)).map(
    lambda told: Candidate(around(told[0] * 3.0, told[1] * 1.5), float(told[2]), ("name",), 2.0)
)


def amiss(chosen: list[Candidate]) -> float:
    hits = sum(meet(a.box, b.box) for a, b in combinations(chosen, 2))
    return 40.0 * hits + sum(one.cost for one in chosen)


@given(st.lists(st.lists(PLACES, min_size=1, max_size=3), min_size=1, max_size=5))
def test_few_names_are_placed_nearly_as_well_as_can_be(names: list[list[Candidate]]) -> None:
    found = [names[number][choice] for number, choice in enumerate(settle(names))]
    least = min(amiss(list(chosen)) for chosen in product(*names))
    assert amiss(found) <= least + 4.0


@given(st.lists(st.lists(PLACES, min_size=1, max_size=4), min_size=1, max_size=8))
def test_the_same_names_take_the_same_places(names: list[list[Candidate]]) -> None:
    assert settle(names) == settle(names)


def test_a_name_is_laid_along_its_course_letter_by_letter_off_what_is_taken() -> None:
    way = [(float(x), 10 + 3 * math.sin(x / 12)) for x in range(80)]
    for taken in (boxes(), boxes((0.0, 0.0, 40.0, 30.0))):
        found = list(laid_along(way, "Myshkova", (ITALIC, 3.0), 0.8, taken))
        assert found
        for one in found:
            assert [letter.text for letter in one.letters] == list("Myshkova")
            assert not any(meet(box, tuple(other)) for box in one.boxes for other in taken.tolist())
            for letter in one.letters:
                x, y = letter.at
                slope = math.degrees(math.atan(-math.cos(x / 12) / 4))
                assert abs(letter.degrees - slope) < 8, "as the river runs there"
                assert 0.8 < abs(y - (10 + 3 * math.sin(x / 12))) < 4, "beside it"


def test_a_name_longer_than_its_course_or_round_a_sharp_bend_is_not_laid_along_it() -> None:
    assert list(laid_along([(0.0, 0.0), (5.0, 0.0)], "Myshkova", (ITALIC, 3.0), 0.8, boxes())) == []
    bent = [(0.0, 0.0), (6.0, 0.0), (6.0, 6.0)]
    assert list(laid_along(bent, "Myshka", (ITALIC, 3.0), 0.8, boxes())) == []
