"""Random scans of areas traced as their users would, against the truth: a few of those of the bench."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.measure import missed
from bench.scans.areascore import Score
from bench.trace import ANSWERED, RIGHT, TOLD, Trial, exactness, numbered, wrong_again
from tests.cases import the_rest_long


@pytest.mark.slow
@pytest.mark.parametrize("number", the_rest_long(RIGHT[::9]))
def test_of_a_random_scan_every_contact_and_nearly_every_pixel_is_right(number: int) -> None:
    done = numbered(number)
    assert done.good, done.score


@pytest.mark.slow
@pytest.mark.parametrize("number", [pytest.param(number, marks=pytest.mark.long) for number in TOLD])
def test_where_something_is_left_to_mend_it_is_told_and_outlines_are_a_coverage(number: int) -> None:
    done = numbered(number)
    assert done.score
    assert done.score.covers
    assert done.score.pixels
    assert not done.silent


@pytest.mark.slow
@pytest.mark.parametrize("number", the_rest_long(ANSWERED[::-8]))
def test_where_pairs_are_wrong_but_told_everything_is_right_when_the_user_has_answered(number: int) -> None:
    done = numbered(number)
    assert not done.good
    assert done.good_in_the_end, done.answered


def score(told: str, right: float = 1.0, missing: int = 0) -> Score:
    pairs = frozenset((f"A{n}", f"B{n}") for n in range(missing))
    return Score(right, right - 0.01, pairs, frozenset(), frozenset(), True, told)


def told(number: int, told: str, right: float = 1.0, missing: int = 0) -> Trial:
    """A trial that came out like this."""
    return Trial(number, "thin", score(told, right, missing), 1.5)


def test_the_bench_counts_what_is_right_what_is_told_and_what_is_not() -> None:
    part = exactness(
        [
            told(1, ""),
            told(2, "bridged"),
            told(3, "problems", 0.9),
            told(4, "", missing=2),
            Trial(5, "", None, 1),
        ]
    )
    values = {row.what: row.value for row in part.rows}
    assert values["scans traced within the bounds"] == 40
    assert values["scans with 99.5 % of pixels in the right area"] == 60
    assert values["scans with exact adjacency"] == 60
    assert values["scans wrong but told"] == 2
    assert values["scans wrong and untold"] == 1
    assert values["outlines that are no valid coverage"] == 0
    assert values["processor time of a trace, median"] == 1500
    assert part.notes[-1].endswith("Wrong: 3 (thin), 4 (thin), 5 ().")


def test_the_bench_tells_a_mended_scan_that_goes_wrong_again() -> None:
    good, bad, mended = (
        told(1, ""),
        told(2, "", missing=2),
        Trial(3, "thin", score("borderline", missing=1), 1.5, 40, score("")),
    )
    assert not missed([wrong_again([good], [mended], [good])])
    part = wrong_again([good, mended], [bad], [replace(good, looks=25)], [mended, bad])
    assert [row.value for row in part.rows] == [1, 1, 1, 1]
    assert missed([part]) == [row.what for row in part.rows]


def test_the_bench_counts_what_is_right_after_the_users_answers() -> None:
    part = exactness(
        [
            told(1, ""),
            Trial(2, "thin", score("borderline", missing=1), 1.5, 40, score("")),
            Trial(3, "thin", score("borderline", missing=2), 1.5, 90, score("", missing=1)),
            Trial(4, "", None, 1),
        ]
    )
    values = {row.what: row.value for row in part.rows}
    assert values["scans traced within the bounds"] == 25
    assert values["after the user's answers: scans traced within the bounds"] == 50
    assert values["  pairs and places to look at, median"] == 40
    assert values["scans wrong but told"] == 3


def test_what_comes_right_by_the_answers_is_not_silent_though_a_wrong_pair_was_not_told_at_first() -> None:
    """One answer raises another question: where two do not touch, two others may."""
    assert Trial(1, "thin", score("", missing=1), 1.5, 4, score("", missing=1)).silent
    assert not Trial(2, "thin", score("", missing=1), 1.5, 4, score("")).silent
    assert not Trial(3, "thin", score("borderline", missing=1), 1.5, 4, score("", missing=1)).silent
