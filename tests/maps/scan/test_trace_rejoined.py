"""What the sides of two pieces of ground say of a border: lines, tints, plates, and paper around the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import pytest
from numpy.typing import NDArray

from maps.scan.trace_judge import Contacts, Joined
from maps.scan.trace_rejoined import (
    Wanted,
    _by_tint,
    _contacts,
    _cut_off,
    _hanging_together,
    _largest_of_each,
    _Lines,
    _rivers,
    _without_crumbs,
    _without_slivers,
    rejoined,
)

Array = NDArray[Any]
BORDER, NONE = -2.94, 2.94  # what a side says at most


def halves(size: int = 60) -> Array:
    """Two pieces of ground, 1 on the left and 2 on the right."""
    return numpy.repeat([[1, 2]], size, axis=0).repeat(size // 2, axis=1)


# -- tints ----------------------------------------------------------------------------------------


def by_tint(vote: float, off: float, bare: int = 60) -> float:
    """What a side says of two tints that differ so much, with so many columns of bare ground each."""
    labels = halves(120)
    ground = numpy.where(labels[..., None] == 1, 200.0, [200.0, 200.0 - off, 200.0])
    ground[:, bare : 120 - bare] = numpy.nan
    one, other = numpy.array([1]), numpy.array([2])
    found = _by_tint(Contacts(one, other, numpy.ones(1), numpy.array([vote])), labels, ground)
    return float(found.votes[0])


@pytest.mark.parametrize(("off", "less"), [(0, 0), (8, 0), (12, 1), (16, 2), (60, 2)])
def test_what_parts_two_tints_is_a_border_rather(off: float, less: float) -> None:
    assert by_tint(0.5, off) == pytest.approx(0.5 - less)


@pytest.mark.parametrize(("vote", "said"), [(0.8, -1.2), (1.0, 0.0), (2.9, 1.9)])
def test_where_no_line_is_seen_a_tint_says_half_as_much_stains_and_plates_have_one_too(
    vote: float, said: float
) -> None:
    assert by_tint(vote, 40) == pytest.approx(said)


def test_the_tint_of_a_few_pixels_says_nothing() -> None:
    labels = halves(120)
    ground = numpy.full((*labels.shape, 3), numpy.nan)
    one, other = numpy.array([1]), numpy.array([2])
    contacts = Contacts(one, other, numpy.ones(1), numpy.zeros(1))
    ground[:10, :10], ground[:5, -10:] = 200.0, 100.0
    assert _by_tint(contacts, labels, ground).votes[0] == 0
    ground[:10, -10:] = 100.0
    assert _by_tint(contacts, labels, ground).votes[0] == -2


# -- sides ----------------------------------------------------------------------------------------


def side(line: float = 0.0, hidden: bool = False, paper: tuple[int, int] | None = None) -> float:
    """What most sides of the halves say, with a line of this strength between them.

    They may be hidden, and columns from one to another may have been paper.
    """
    labels = halves()
    strength = numpy.zeros(labels.shape, dtype=numpy.float32)
    strength[:, 29:31] = line
    outside = numpy.zeros(labels.shape, dtype=bool)
    if paper:
        outside[:, paper[0] : paper[1]] = True
    nothing = numpy.zeros_like(strength)
    found = _contacts(_Lines(strength, nothing, numpy.full(labels.shape, hidden), outside), labels)
    return float(numpy.median(found.votes))


def test_a_strong_line_is_a_border_and_bare_ground_none() -> None:
    assert side(1.0) == pytest.approx(BORDER, abs=0.01)
    assert side(0.0) == pytest.approx(NONE, abs=0.01)
    assert side(0.5) == pytest.approx(0)


def test_what_lies_under_a_plate_is_rather_none_whatever_is_written_on_it() -> None:
    assert side(1.0, hidden=True) == side(0.0, hidden=True) == 1.0


def test_a_plate_that_looks_like_a_border_throughout_is_a_river() -> None:
    hidden, strength = numpy.zeros((2, 60, 60))
    hidden[10:20, 10:50], hidden[40:50, 10:50] = 1, 1
    strength[10:20, 10:45], strength[40:50, 10:35] = 0.9, 0.9
    assert _rivers(hidden > 0, strength).tolist() == (hidden * (numpy.arange(60) < 30)[:, None] > 0).tolist()


def test_paper_around_the_map_is_no_plate() -> None:
    assert side(1.0, hidden=True, paper=(25, 60)) == pytest.approx(BORDER, abs=0.01)


def test_lines_on_paper_part_less() -> None:
    assert side(1.0, paper=(0, 60)) == pytest.approx(BORDER + 1.5, abs=0.01)


def test_so_near_the_map_a_line_is_its_frame() -> None:
    assert side(1.0, paper=(25, 60)) == pytest.approx(BORDER, abs=0.01)
    assert side(1.0, paper=(20, 60)) == pytest.approx(BORDER + 1.5, abs=0.01)


# -- crumbs ---------------------------------------------------------------------------------------


def test_a_small_area_with_a_name_is_no_crumb() -> None:
    labels = numpy.repeat([[1, 2]], 120, axis=0).repeat(120, axis=1)
    labels[50:56, 150:158] = 3
    assert _without_crumbs(labels, 3) is labels


def test_what_lies_between_a_border_as_it_was_and_as_it_is_is_no_piece_of_ground() -> None:
    for wide, pieces in ((3, 2), (5, 3)):
        before = numpy.repeat([[7, 90]], 60, axis=0).repeat(30, axis=1)
        before[20:50, 28 : 28 + wide] = 8
        found = _without_slivers(before)
        assert numpy.unique(found).tolist() == list(range(1, pieces + 1))
        assert found[0, 0] == 1
        assert found[0, -1] == pieces


def test_pieces_at_the_edge_of_the_picture_are_told_of_even_if_they_are_small() -> None:
    small, line = 100.0, Contacts(*numpy.array([[1, 1, 2], [2, 3, 3], [50, 9, 9], [-140, -25, -26]]))
    for size, edge, told in ((40, {2, 3}, True), (40, {3}, False), (5, {2, 3}, False), (300, (), True)):
        joined = Joined(line, {1: 1, 3: 3}, numpy.array([0, 9000, size, 9000]), 0.0, edge)
        joined.join_all(-100.0, small)
        assert joined.doubtful == ([[2]] if told else [])


def columns(*wide: int) -> Array:
    """Pieces side by side, counted from 1."""
    return numpy.repeat([range(1, len(wide) + 1)], 160, axis=0).repeat(wide, axis=1)


@pytest.mark.parametrize(
    ("whole", "cut", "told"),
    [(False, (), True), (True, (), False), (True, (0,), True), (True, (1, 2, 3), False)],
)
def test_the_edge_of_the_picture_cuts_areas_apart_that_of_a_field_does_not(
    whole: bool, cut: Sequence[int], told: bool
) -> None:
    labels = columns(120, 120, 120)
    labels[:18, 40:64] = 4
    strength = numpy.zeros(labels.shape)
    strength[:, 119:121] = strength[:, 239:241] = 1.0
    strength[:20, 38:40] = strength[:20, 64:66] = strength[18:20, 38:66] = 1.0
    before = numpy.array([0, 1, 2, 0 if not whole else 3, 1])[labels]
    seeds = [(60, 80), (180, 80), (300, 80)][: 3 if whole else 2]
    wanted = Wanted(seeds, [1, 2, 3][: len(seeds)], whole, 2.5, labels, cut=cut)
    found, basins, doubtful = rejoined(strength, strength < 0, before, wanted)
    assert [[int(labels[basins.labels == one][0]) for one in piece] for piece in doubtful] == [[4]] * told
    assert (found[25:, 10:110] == 1).all()


def test_a_river_that_was_taken_for_a_plate_parts_as_it_looks() -> None:
    labels = columns(120, 60, 120)
    strength, hidden = numpy.zeros(labels.shape), numpy.zeros(labels.shape, dtype=bool)
    strength[:, 119:121], strength[:, 175:185] = 0.6, 0.9
    hidden[:, 175:185] = True
    wanted = Wanted([(60, 80), (240, 80)], [1, 2], True, 2.5, labels)
    found = rejoined(strength, hidden, numpy.where(labels == 3, 2, 1), wanted)[0]
    assert (found[:, 130:170] == 1).all()


def test_slivers_do_not_cut_the_ground() -> None:
    labels = columns(118, 3, 119)
    strength = numpy.zeros(labels.shape)
    strength[:, 119:121] = 1.0
    wanted = Wanted([(60, 80), (180, 80)], [1, 2], True, 2.5, labels)
    basins = rejoined(strength, strength < 0, numpy.where(labels == 3, 2, 1), wanted)[1]
    assert numpy.unique(basins.labels).tolist() == [1, 2]


def test_the_largest_part_of_each_area_is_its_own() -> None:
    labels = numpy.array([[3, 3, 3, 3, 7, 7, 7]])
    parts = numpy.array([[1, 0, 2, 2, 0, 3, 0]])
    assert _largest_of_each(numpy.bincount(parts[0]), parts, labels).tolist() == [2, 3]
    whole = numpy.ones((4, 4), dtype=int)
    assert _largest_of_each(numpy.array([0, 16]), whole, whole).tolist() == [1]


def test_a_small_area_whose_seed_lies_on_a_letter_keeps_its_ground_where_its_border_is_open() -> None:
    labels = numpy.ones((400, 400), dtype=int)
    labels[160:230, 160:230] = 2
    strength = numpy.zeros((400, 400))
    strength[160:230, 158:162] = strength[160:230, 228:232] = strength[228:232, 158:232] = 0.9
    core = numpy.zeros((400, 400), dtype=bool)
    core[:150], core[167:223, 167:223] = True, True
    core[200:204, 180:210] = False  # the letters
    none = numpy.zeros((400, 400), dtype=bool)
    wanted = Wanted([(20, 20), (195, 202)], [1, 2], True, 2.0, labels)
    away = _cut_off(_Lines(strength, strength, none, none), labels, core, wanted)
    assert away[170, 195]
    assert not away[215, 195]


# -- paper ----------------------------------------------------------------------------------------


def beside_paper(strip: int) -> tuple[Array, list[list[int]]]:
    """Areas on the left, paper on the right, and between them a strip so wide that was paper before.

    Lines part it from both. With whose everything is, the basins that are told.
    """
    wide = [120, 120, strip, 240]
    labels = numpy.repeat(numpy.repeat([[1, 2, 3, 4]], 160, axis=0), wide, axis=1)
    strength = numpy.zeros(labels.shape, dtype=numpy.float32)
    for at in (120, 240, 240 + strip):
        strength[:, at - 1 : at + 1] = 1.0
    before = numpy.where(labels <= 2, labels, 0)
    wanted = Wanted([(60, 80), (180, 80)], [1, 2], False, 2.5, labels)
    found, basins, told = rejoined(strength, strength < 0, before, wanted)
    named = [sorted({int(labels[basins.labels == basin][0]) for basin in piece}) for piece in told]
    return found[20:140], named


def test_what_stays_paper_only_because_it_was_is_told() -> None:
    found, told = beside_paper(100)
    assert (found[:, 250:] == 0).all()
    assert told == [[3]]


def test_a_slim_piece_of_paper_is_not_worth_a_word() -> None:
    assert beside_paper(8)[1] == []


@pytest.mark.parametrize(("frame", "together"), [(-80.0, False), (-1.0, True)])
def test_a_crumb_in_the_frame_does_not_make_one_paper_of_what_is_within_and_without(
    frame: float, together: bool
) -> None:
    margin, within, crumb = 1, 2, 3
    one, other = numpy.array([[margin, within], [margin, crumb], [within, crumb]]).T
    paper = numpy.array([False, True, True, True])
    contacts = Contacts(one, other, numpy.array([40, 4, 4]), numpy.array([frame, 2.0, 2.0]))
    whole = _hanging_together(contacts, paper, numpy.array([0, 9000, 900, 9]))
    assert bool(whole[margin] == whole[within]) is together
