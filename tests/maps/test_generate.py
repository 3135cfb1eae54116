"""The committed shapes are what the generating script makes of the tables, to the byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.load import find_map
from maps.raceforberlin import generate


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
