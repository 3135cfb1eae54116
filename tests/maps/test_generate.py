"""The committed shapes are what the generating script makes of the tables, to the byte."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest

from maps.grids.projection import Projection
from maps.raceforberlin import generate
from maps.reading.load import find_map, load_board
from maps.reading.tables import read_toml


@pytest.mark.parametrize("name", ["zones.geojson", "lines.geojson"])
def test_generating_again_gives_the_committed_bytes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    committed = (find_map("raceforberlin") / name).read_bytes()
    (tmp_path / "map.toml").write_bytes((find_map("raceforberlin") / "map.toml").read_bytes())
    monkeypatch.setattr(generate, "HERE", tmp_path)
    generate.main()
    assert (tmp_path / name).read_bytes() == committed
    assert b"\r" not in committed


def test_where_four_zones_meet_their_borders_leave_straight_and_wide_apart() -> None:
    toml = read_toml(find_map("raceforberlin") / "map.toml", [])
    rings = generate.zone_rings(load_board("raceforberlin"), toml, Projection(*toml["origin"]))
    ways: dict[tuple[float, float], set[tuple[float, float]]] = {}
    for one, other in (side for ring in rings.values() for side in pairwise(ring)):
        ways.setdefault(one, set()).add(other)
        ways.setdefault(other, set()).add(one)
    corners = {corner: ends for corner, ends in ways.items() if len(ends) > 3}
    assert len(corners) >= 10
    for corner, ends in corners.items():
        angles = sorted(math.degrees(math.atan2(y - corner[1], x - corner[0])) for x, y in ends)
        assert min(b - a for a, b in pairwise([*angles, angles[0] + 360])) > 60, corner
        assert max(math.dist(corner, end) for end in ends) == pytest.approx(generate.STAR_KM, abs=0.01)


def test_directions_are_turned_apart_no_more_than_it_takes() -> None:
    far = [0.0, 1.6, 3.2, 4.8]
    assert generate._turned_apart(far, 1.2) == far
    near = generate._turned_apart([0.0, 0.2, 3.0, 4.5], 1.2)
    assert near[1] - near[0] == pytest.approx(1.2, abs=0.01)
    assert near[2:] == [3.0, 4.5]
