"""Where tints of the ground meet: in gaps of lines, too; not on untinted maps, nor where shades change."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from numpy.typing import NDArray

from maps.scan.trace_flood import flooded
from maps.scan.trace_strength import going_on
from maps.scan.trace_tints import Tints, tints_of

Array = NDArray[Any]
SAND, MEADOW = (222, 200, 176), (206, 214, 170)
GAP = slice(60, 84)
MIDDLE = 150


def printed(left: tuple[int, int, int] = SAND, right: tuple[int, int, int] = MEADOW) -> tuple[Array, Array]:
    """A picture of two areas with a line between them that has a gap, and how strong the line is."""
    rng = numpy.random.default_rng(1)
    pixels = numpy.empty((140, 300, 3))
    pixels[:, :MIDDLE], pixels[:, MIDDLE:] = left, right
    strength = numpy.zeros((140, 300), dtype=numpy.float32)
    strength[:, MIDDLE - 2 : MIDDLE + 2] = 1
    strength[GAP] = 0
    pixels[strength > 0] = 40
    return (pixels + rng.normal(0, 3, pixels.shape)).clip(0, 255).astype(numpy.int16), strength


def found(pixels: Array, strength: Array) -> Tints:
    tints = tints_of(pixels, strength)
    assert tints
    return tints


@pytest.mark.parametrize(("high", "wide"), [(140, 300), (139, 299)])
def test_tints_meet_in_the_gap_of_a_line_and_along_it(high: int, wide: int) -> None:
    pixels, strength = printed()
    tints = found(pixels[:high, :wide], strength[:high, :wide])
    assert tints.edge.shape == tints.near.shape == (high, wide)
    inner = slice(10, 130)
    assert tints.edge[inner, MIDDLE - 1 : MIDDLE + 1].min() > 0.75
    assert tints.edge[inner, MIDDLE - 12 : MIDDLE - 8].max() < 0.1
    assert tints.near[inner, MIDDLE - 6 : MIDDLE + 6].min() > 0.9
    assert tints.near[inner, : MIDDLE - 30].mean() < 0.1


def test_tints_that_meet_aslant_are_seen_as_well() -> None:
    pixels, strength = printed()
    y, x = numpy.mgrid[:140, :300]
    right = x - y > 80
    pixels[...] = numpy.where(right[..., None], MEADOW, SAND)
    strength[...] = (abs(x - y - 80) < 3) & ~((y >= GAP.start) & (y < GAP.stop))
    pixels[strength > 0] = 40
    edge = found(pixels, strength).edge
    assert all(edge[row, row + 79 : row + 83].max() > 0.9 for row in range(GAP.start, GAP.stop))


def test_faint_tints_that_meet_aslant_are_seen_as_well_as_upright_ones() -> None:
    pixels, strength = printed()
    y, x = numpy.mgrid[:140, :300]
    pixels[(x > 200) & (x - y > 150)] -= 10
    near = found(pixels, strength).near
    assert numpy.mean([near[row, row + 151] for row in range(60, 120)]) > 0.85


def test_ink_that_is_hardly_a_line_and_its_rim_are_no_tint() -> None:
    pixels, strength = printed()
    strength[:, 60:68] = 0.5
    pixels[:, 60:68] = 100
    pixels[:, 58:60], pixels[:, 68:70] = 150, 150
    assert found(pixels, strength).near[10:130, 40:90].max() < 0.5


def test_a_map_on_which_few_lines_part_tints_has_none() -> None:
    pixels, strength = printed()
    for column in range(20, 140, 20):
        strength[:, column : column + 4] = 1
        pixels[:, column : column + 4] = 40
    assert tints_of(pixels, strength) is None


def test_areas_of_one_tint_have_none() -> None:
    assert tints_of(*printed(SAND, SAND)) is None


def test_tints_as_near_as_noise_are_none() -> None:
    red, green, blue = SAND
    assert tints_of(*printed(SAND, (red - 3, green + 2, blue))) is None


def test_a_picture_without_lines_has_none() -> None:
    pixels, strength = printed()
    assert tints_of(pixels, numpy.zeros_like(strength)) is None


def test_a_slow_shade_is_no_edge() -> None:
    pixels, strength = printed()
    shade = numpy.clip(numpy.arange(300) - 200, 0, 80)[None, :, None] * 0.5
    tints = found((pixels - shade).astype(numpy.int16), strength)
    assert tints.edge[10:130, 190:].mean() < 0.1


def test_lines_go_on_along_edges_and_less_beside_them() -> None:
    edge = numpy.array([[0.0, 1.0, 0.0, 0.0]])
    near = numpy.array([[1.0, 1.0, 1.0, 0.0]])
    followed = Tints(edge, near).followed(numpy.array([[0.5, 0.0, 0.5, 0.5]]))
    assert followed == pytest.approx(numpy.array([[0.4, 0.4, 0.4, 0.5]]))
    assert Tints(edge, near).followed(numpy.array([[0.9, 0.9, 0.9, 0.9]]))[0, 1] == pytest.approx(0.9)


# -- in the flood ---------------------------------------------------------------------------------


def bent() -> tuple[Array, Array]:
    """Two areas whose border bends to the right in the wide gap of its line, where no line says so."""
    pixels, strength = printed()
    wide = slice(GAP.start - 12, GAP.stop + 12)
    strength[wide] = 0
    pixels[wide, : MIDDLE + 10], pixels[wide, MIDDLE + 10 :] = SAND, MEADOW
    return pixels, strength


def test_areas_meet_where_their_tints_do() -> None:
    pixels, strength = bent()
    strength[0], strength[-1], strength[:, 0], strength[:, -1] = 1, 1, 1, 1
    seeds, ahead = [(40, 70), (260, 70)], going_on(strength)
    bay = (GAP, slice(MIDDLE + 2, MIDDLE + 7))
    without = flooded(strength, ahead, seeds)
    assert (without.labels[bay] == without.own[0]).mean() < 0.2
    basins = flooded(strength, ahead, seeds, tints=found(pixels, strength))
    assert (basins.labels[bay] == basins.own[0]).all()
    assert (basins.labels[GAP, MIDDLE + 13 :] == basins.own[1]).all()


def test_the_rim_of_a_stain_cuts_no_ground() -> None:
    pixels, strength = printed()
    strength[GAP, MIDDLE - 2 : MIDDLE + 2] = 1
    pixels[strength > 0] = 40
    y, x = numpy.mgrid[:140, :300]
    pixels[numpy.hypot(y - 70, x - 60) < 40] -= 40
    tints = found(pixels, strength)
    assert tints.edge[70, 14:26].max() > 0.9
    seeds, ahead = [(60, 70), (240, 70)], going_on(strength)
    labels = flooded(strength, ahead, seeds).labels
    assert (flooded(strength, ahead, seeds, tints=tints).labels == labels).all()
