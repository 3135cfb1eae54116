"""Ground that lines cut off goes to the neighbour whose tint it has; behind a gap it is told."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from numpy.typing import NDArray

from maps.scan.trace_by_tint import behind_gaps, by_tint
from maps.scan.trace_pieces import Piece

Array = NDArray[Any]
SAND, MEADOW, SEA = (222, 200, 176), (206, 214, 170), (150, 190, 210)
SEEDS = [(40, 60), (160, 60)]
LEFT, RIGHT = 1, 2
NICHE = (slice(50, 70), slice(92, 108))


def cut_off(niche: tuple[int, int, int] = MEADOW, far: int = 0) -> tuple[Array, Array, Array]:
    """Areas, lines and picture: a niche in the border of two areas that was given to the left one."""
    labels = numpy.full((120, 200), LEFT)
    labels[:, 110 + far :] = RIGHT
    lines = numpy.zeros((120, 200))
    lines[:, 108 : 112 + far] = 1
    lines[48:72, 90:110] = 1
    lines[NICHE] = 0
    pixels = numpy.empty((120, 200, 3), dtype=numpy.int16)
    pixels[:], pixels[:, 110:] = SAND, MEADOW
    pixels[NICHE] = niche
    pixels[lines > 0] = 40
    return labels, lines, pixels


def given(labels: Array, lines: Array, pixels: Array, seeds: list[tuple[int, int]] = SEEDS) -> Array:
    return by_tint(labels, lines, lines, pixels, seeds)


def test_a_piece_with_the_tint_of_its_neighbour_goes_there_with_half_its_line() -> None:
    labels, lines, pixels = cut_off()
    made = given(labels, lines, pixels)
    assert (made[NICHE] == RIGHT).all()
    assert (made[50:70, 109] == RIGHT).all()
    assert (made[60, 91:] == RIGHT).all()
    assert (made[:, :90] == LEFT).all()
    assert (made[:40] == labels[:40]).all()
    assert (labels[NICHE] == LEFT).all()


def test_a_piece_of_its_own_tint_or_of_nobodys_stays() -> None:
    for tint in (SAND, SEA, (214, 207, 173)):
        labels, lines, pixels = cut_off(tint)
        assert (given(labels, lines, pixels) == labels).all()


def test_tints_that_hardly_differ_give_nothing() -> None:
    labels, lines, pixels = cut_off()
    pixels[pixels[..., 0] == MEADOW[0]] = (217, 200, 176)
    assert (given(labels, lines, pixels) == labels).all()


def test_a_piece_with_a_seed_stays() -> None:
    labels, lines, pixels = cut_off()
    assert (given(labels, lines, pixels, [*SEEDS, (100, 60)]) == labels).all()


def test_a_large_piece_stays() -> None:
    labels, lines, pixels = cut_off()
    lines[2:118, 70:108], pixels[2:118, 70:108] = 1, 40
    lines[4:116, 72:106], pixels[4:116, 72:106] = 0, MEADOW
    assert (given(labels, lines, pixels) == labels).all()


def test_a_piece_goes_only_across_one_line() -> None:
    labels, lines, pixels = cut_off(far=3)
    assert (given(labels, lines, pixels)[NICHE] == RIGHT).all()
    labels, lines, pixels = cut_off(far=10)
    assert (given(labels, lines, pixels) == labels).all()


def test_too_little_ground_shows_no_tint() -> None:
    labels, lines, pixels = cut_off()
    lines[NICHE], pixels[NICHE] = 1, 40
    lines[58:63, 99:103], pixels[58:63, 99:103] = 0, MEADOW
    assert (given(labels, lines, pixels) == labels).all()
    labels, lines, pixels = cut_off()
    lines[:, 108:], pixels[:, 108:] = 1, 40
    lines[56:64, 114:120], pixels[56:64, 114:120] = 0, MEADOW
    assert (given(labels, lines, pixels) == labels).all()


def test_ink_on_a_piece_does_not_change_its_tint() -> None:
    labels, lines, pixels = cut_off()
    ink = lines.copy()
    ink[52:68:4, 94:106], pixels[52:68:4, 94:106] = 1, 40
    made = by_tint(labels, lines, ink, pixels, SEEDS)
    assert (made[NICHE] == RIGHT).all()


def test_a_piece_is_not_taken_for_the_ground_of_the_area_it_was_given_to() -> None:
    labels, lines, pixels = cut_off()
    around, block = (slice(18, 102), slice(60, 108)), (slice(55, 65), slice(50, 88))
    niche = lines[NICHE].copy()
    lines[around], pixels[around] = 1, 40
    lines[NICHE], pixels[NICHE] = niche, MEADOW
    lines[block], pixels[block] = 0, SAND
    assert (given(labels, lines, pixels)[NICHE] == RIGHT).all()


def test_ink_beside_a_piece_that_is_outside_stays_outside() -> None:
    labels, lines, pixels = cut_off()
    labels[72:, :] = 0
    lines[70:76], pixels[70:76] = 1, 40
    made = given(labels, lines, pixels)
    assert (made[NICHE] == RIGHT).all()
    assert (made[72:] == 0).all()


def test_the_tint_of_an_area_is_that_of_its_large_ground_not_of_another_piece() -> None:
    labels, lines, pixels = cut_off(SEA)
    lines[72:100, 90:110], pixels[72:100, 90:110] = 1, 40
    lines[76:96, 92:108], pixels[76:96, 92:108] = 0, SEA
    labels[76:96, 92:108] = RIGHT
    assert (given(labels, lines, pixels) == labels).all()


def test_what_lies_along_the_edge_of_the_picture_stays_for_it_may_be_paper() -> None:
    labels, lines, pixels = cut_off()
    assert (given(labels[50:], lines[50:], pixels[50:], [(40, 10), (160, 10)]) == labels[50:]).all()
    assert (given(labels[:70], lines[:70], pixels[:70]) == labels[:70]).all()
    assert (given(labels[:, 92:], lines[:, 92:], pixels[:, 92:], [(60, 60)]) == labels[:, 92:]).all()


STAINED = (222, 184, 158)  # sand or meadow under coffee


def open_niche(niche: tuple[int, int, int] = STAINED, high: int = 7) -> tuple[Array, Array, Array]:
    """The niche that was given to the left area, open to it through a gap so high."""
    labels, lines, pixels = cut_off(niche)
    labels[:, 108:110] = RIGHT
    gap = (slice(60 - high // 2, 60 - high // 2 + high), slice(90, 92))
    lines[gap], pixels[gap] = 0, SAND
    return labels, lines, pixels


def told(
    labels: Array, lines: Array, pixels: Array, seeds: list[tuple[int, int]] = SEEDS, ink: Array | None = None
) -> list[Piece]:
    return list(behind_gaps(labels, lines, lines if ink is None else ink, pixels, seeds))


def test_ground_behind_a_gap_that_has_another_tint_than_its_area_is_told() -> None:
    (piece,) = told(*open_niche())
    assert piece.label == LEFT
    assert 92 + 4 <= piece.x < 108 - 4
    assert 50 + 4 <= piece.y < 70 - 4
    assert 16 * 20 - 16 <= piece.size <= 16 * 20 + 8  # without its corners, and with some of the gap


def test_a_piece_cut_off_without_a_gap_is_told_too() -> None:
    assert told(*open_niche(high=0))


def test_a_shadow_on_it_is_no_other_tint() -> None:
    assert not told(*open_niche((SAND[0] - 30, SAND[1] - 30, SAND[2] - 30)))


@pytest.mark.parametrize(("off", "said"), [(8, False), (13, True)])
def test_so_much_is_another_tint(off: int, said: bool) -> None:
    assert bool(told(*open_niche((SAND[0], SAND[1] - off, SAND[2])))) == said


def test_ground_that_is_wide_open_is_part_of_its_area_be_it_stained() -> None:
    assert told(*open_niche(high=8))
    assert not told(*open_niche(high=12))


def test_with_a_seed_in_it_nothing_is_told() -> None:
    assert not told(*open_niche(), [*SEEDS, (100, 60)])


def test_in_the_midst_of_its_area_a_piece_is_a_symbol() -> None:
    labels, lines, pixels = open_niche()
    assert not told(numpy.full_like(labels, LEFT), lines, pixels)
    labels[:, 108:] = 0
    assert not told(labels, lines, pixels)


def test_a_piece_far_from_all_other_areas_is_a_symbol() -> None:
    labels, lines, pixels = open_niche()
    labels[:, :130] = LEFT
    assert not told(labels, lines, pixels)


def test_pieces_are_held_beside_the_large_ground_of_their_area_not_beside_each_other() -> None:
    labels, lines, pixels = open_niche(high=0)
    lines[:, 74:108] = 1
    for top in (24, 50, 76):
        lines[top : top + 20, 92:108], pixels[top : top + 20, 92:108] = 0, STAINED
    assert len(told(labels, lines, pixels)) == 3


def test_what_is_no_area_has_no_pieces() -> None:
    labels, lines, pixels = open_niche()
    assert not told(numpy.where(labels == LEFT, 0, labels), lines, pixels)


def test_a_large_piece_behind_a_gap_may_be_stained_like_any_ground() -> None:
    labels, lines, pixels = open_niche()
    lines[1:119, 50:90], lines[2:118, 52:108] = 1, 0
    pixels[2:118, 52:108] = STAINED
    lines[56:62, 50:52], lines[1:119, 108] = 0, 1
    assert not told(labels, lines, pixels, [(20, 60), (160, 60)])


def test_a_little_ground_behind_a_gap_is_none() -> None:
    labels, lines, pixels = open_niche()
    lines[48:57, 90:110] = 1
    lines[66:72, 90:110] = 1
    assert not told(labels, lines, pixels)


def test_ink_on_a_piece_behind_a_gap_is_not_its_tint() -> None:
    labels, lines, pixels = open_niche(SAND)
    ink = lines.copy()
    ink[55:65, 95:105] = 1
    pixels[55:65, 95:105] = (120, 20, 20)
    assert not told(labels, lines, pixels, ink=ink)
    ink[NICHE] = 1
    assert not told(labels, lines, pixels, ink=ink)
