"""Lines that look grown stay where the board has them, and are the same each time."""

from __future__ import annotations

import math
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from maps.drawing.curve import eased, flowing, grown, marks_along, rounded, through
from maps.grids.hexes import Point

COORDINATES = st.integers(-200, 200).map(float)
POINTS = st.tuples(COORDINATES, COORDINATES)
LINES = st.lists(POINTS, min_size=2, max_size=12, unique=True)


def near(at: Point, line: list[Point]) -> float:
    """How far a point is from a line."""

    def off(a: Point, b: Point) -> float:
        across, along = b[0] - a[0], b[1] - a[1]
        part = ((at[0] - a[0]) * across + (at[1] - a[1]) * along) / (across**2 + along**2)
        part = min(1.0, max(0.0, part))
        return math.dist(at, (a[0] + across * part, a[1] + along * part))

    return min(off(a, b) for a, b in pairwise(line) if a != b)


@given(LINES)
def test_a_grown_line_keeps_its_ends_and_stays_near(line: list[Point]) -> None:
    drawn = grown(line, 0.1)
    assert (drawn[0], drawn[-1]) == (line[0], line[-1])
    longest = max(math.dist(a, b) for a, b in pairwise(line))
    assert max(near(at, line) for at in drawn) <= 0.27 * longest + 1e-6


@given(LINES)
def test_a_grown_line_is_the_same_backwards(line: list[Point]) -> None:
    there, back = grown(line, 0.1), grown(line[::-1], 0.1)
    assert all(math.dist(a, b) < 1e-6 for a, b in zip(there, back[::-1], strict=True))


@given(POINTS, POINTS)
def test_a_straight_reach_of_a_river_passes_through_its_middle(a: Point, b: Point) -> None:
    if math.dist(a, b) > 1:
        drawn = grown([a, b], 0.12)
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        assert near(middle, drawn) < 0.02 * math.dist(a, b)


@given(st.lists(POINTS, min_size=3, max_size=8, unique=True))
def test_a_rounded_ring_stays_within_the_frame_of_its_corners(ring: list[Point]) -> None:
    xs, ys = zip(*ring, strict=True)
    for x, y in rounded(ring, closed=True):
        assert min(xs) <= x <= max(xs)
        assert min(ys) <= y <= max(ys)


@given(LINES)
def test_a_smooth_line_keeps_its_points_and_one_drawn_together_its_ends(line: list[Point]) -> None:
    drawn = through(line, 5)
    assert all(min(math.dist(at, one) for one in drawn) < 1e-6 for at in line)
    soft = eased(drawn, 3)
    assert (soft[0], soft[-1], len(soft)) == (drawn[0], drawn[-1], len(drawn))


@given(LINES, st.floats(0.5, 40))
def test_marks_stand_on_the_line_at_even_gaps(line: list[Point], gap: float) -> None:
    length = sum(math.dist(a, b) for a, b in pairwise(line))
    marks = list(marks_along(line, gap))
    assert len(marks) == max(1, round(length / gap))
    for at, along in marks:
        assert near(at, line) < 1e-6
        assert math.hypot(*along) < 1 + 1e-9


@given(POINTS, st.integers(2, 9))
def test_a_way_along_hexsides_keeps_to_their_middles(start: Point, sides: int) -> None:
    line = [start]
    for number in range(sides):
        x, y = line[-1]
        line.append((x + 10.0, y + (5.8 if number % 2 else -5.8)))
    drawn = flowing(line, 20.0)
    assert (drawn[0], drawn[-1]) == (line[0], line[-1])
    for a, b in pairwise(line):
        assert near(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), drawn) < 0.8


def test_a_ring_is_round_where_it_begins_too() -> None:
    corners = [(10 * math.cos(step * math.pi / 3), 10 * math.sin(step * math.pi / 3)) for step in range(6)]
    for first in range(6):
        ring = flowing([*corners[first:], *corners[:first], corners[first]], 17.0)
        assert ring[0] == ring[-1]
        turns = []
        for (x, y), (u, v), (p, q) in zip(ring[:-1], ring[1:], [*ring[2:], ring[1]], strict=True):
            turn = math.atan2(q - v, p - u) - math.atan2(v - y, u - x)
            turns.append(abs((turn + math.pi) % (2 * math.pi) - math.pi))
        assert max(turns) < math.radians(25)
