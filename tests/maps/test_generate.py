"""The committed shapes are what the generating script makes of the tables, to the byte."""

from __future__ import annotations

import importlib
import math
from itertools import pairwise
from pathlib import Path

import pytest

from maps.grids.projection import Projection
from maps.raceforberlin import generate
from maps.reading.load import find_map, load_board
from maps.reading.tables import read_toml

SOURCES = {
    "raceforberlin": ("map.toml",),
    "koenigsberg45": ("geography.toml", "towns.csv", "ways.csv", "setup.csv"),
    "panzerkorps48": ("geography.toml", "towns.csv", "ways.csv", "setup.csv"),
    "donnerschlag": ("geography.toml", "towns.csv", "ways.csv", "setup.csv"),
    "redvengeance": ("features.csv", "names.csv", "lines.toml"),
}
"""What each board is generated from."""
HEXES = ("places.csv", "links.csv", "courses.csv")
MADE = dict.fromkeys(SOURCES, HEXES) | {"raceforberlin": ("zones.geojson", "lines.geojson")}


@pytest.mark.parametrize("game", SOURCES)
def test_generating_again_gives_the_committed_bytes(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    committed, script = find_map(game), importlib.import_module(f"maps.{game}.generate")
    for source in SOURCES[game]:
        (tmp_path / source).write_bytes((committed / source).read_bytes())
    monkeypatch.setattr(script, "HERE", tmp_path)
    script.main()
    for name in MADE[game]:
        assert (tmp_path / name).read_bytes() == (committed / name).read_bytes(), name
        assert b"\r" not in (committed / name).read_bytes()


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
