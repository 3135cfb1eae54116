"""What `map classify --write` puts into a map, and what it leaves as the user has it."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import numpy
import pytest
from typer.testing import CliRunner

from bench.scans.country import Country, random_country
from bench.scans.featured import Print, printed
from bench.scans.simulator import Damage, scanned
from maps.cli import app
from maps.faults import MapError
from maps.grid import HexGrid
from maps.load import load_board
from maps.scan.classify import Proposal
from maps.scan.classify_map import RECORD, update

TOML = {"features": {"road": "road", "river": "river"}, "default": {"terrain": "clear"}}
SIDE = ("0101", "0102")


def put(folder: Path, *proposals: Proposal) -> list[str]:
    """One run of the command: its files are written; what was kept is told."""
    made = update(folder, TOML, proposals, 0.8)
    for name, text in made.files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return list(map(str, made.kept))


def road(sure: float = 0.9, there: bool = True, corrected: bool = False) -> Proposal:
    return Proposal(SIDE, "road" if there else "", sure, "road", corrected)


def links(folder: Path) -> str:
    return (folder / "links.csv").read_text(encoding="utf-8")


def test_sure_features_get_a_line_and_doubtful_ones_do_not(tmp_path: Path) -> None:
    put(
        tmp_path,
        road(),
        Proposal(SIDE, "river", 0.95, "river"),
        Proposal(("0102", "0103"), "road", 0.5, "road"),
    )
    assert links(tmp_path) == "hex,neighbour,features\n0101,0102,road river\n"


def test_a_better_scan_takes_back_what_an_earlier_one_gave(tmp_path: Path) -> None:
    put(tmp_path, road(), Proposal(("0101",), "woods", 0.9))
    assert put(tmp_path, road(there=False), Proposal(("0101",), "marsh", 0.9)) == []
    assert links(tmp_path) == "hex,neighbour,features\n0101,0102,\n"
    assert "0101,,marsh" in (tmp_path / "places.csv").read_text(encoding="utf-8")


def test_a_doubtful_scan_changes_no_feature(tmp_path: Path) -> None:
    put(tmp_path, road())
    assert put(tmp_path, road(0.4, there=False)) == []
    assert links(tmp_path) == "hex,neighbour,features\n0101,0102,road\n"


def test_what_was_typed_by_hand_stays_and_is_told(tmp_path: Path) -> None:
    (tmp_path / "links.csv").write_text("neighbour,hex,features\n0101,0102,road bridge\n", encoding="utf-8")
    (tmp_path / "places.csv").write_text("id,name,terrain\n0101,Brod,marsh\n", encoding="utf-8")
    kept = put(tmp_path, road(there=False), Proposal(("0101",), "woods", 0.99))
    assert kept == ["0101 marsh (the scan: woods)", "0101/0102 road (the scan: nothing)"]
    assert links(tmp_path) == "neighbour,hex,features\n0101,0102,road bridge\n"
    assert (tmp_path / "places.csv").read_text(encoding="utf-8") == "id,name,terrain\n0101,Brod,marsh\n"


def test_what_was_taken_out_by_hand_does_not_come_back(tmp_path: Path) -> None:
    put(tmp_path, road())
    (tmp_path / "links.csv").write_text("hex,neighbour,features\n", encoding="utf-8")
    for _ in range(2):
        assert put(tmp_path, road()) == ["0101/0102 nothing (the scan: road)"]
        assert links(tmp_path) == "hex,neighbour,features\n"


def test_a_correction_goes_before_what_was_typed_and_what_was_taken_out(tmp_path: Path) -> None:
    (tmp_path / "links.csv").write_text("hex,neighbour,features\n0101,0102,road\n", encoding="utf-8")
    assert put(tmp_path, road(1.0, there=False, corrected=True)) == []
    assert links(tmp_path) == "hex,neighbour,features\n0101,0102,\n"
    assert put(tmp_path, Proposal(("0101",), "marsh", 1.0, corrected=True)) == []
    assert (tmp_path / RECORD).read_text(encoding="utf-8") == "hex,neighbour,word\n0101,,marsh\n"


def test_a_feature_that_the_map_does_not_know_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(MapError, match="no feature cliff; write cliff = "):
        put(tmp_path, Proposal(SIDE, "cliff", 0.9, "cliff"))
    assert not list(tmp_path.iterdir())


# -- the whole way, twice: a bad scan, then a better one ---------------------------------------------


MAP = """game = "own"
title = "Own"
[hexes]
columns = 12
rows = 10
shoved = "even"
[facts]
terrain = "text"
[default]
terrain = "clear"
[features]
coast = "side"
road = "road"
slope = "side"
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "map").mkdir()
    (tmp_path / "map" / "map.toml").write_text(MAP, encoding="utf-8")
    return tmp_path


def scan_of(game: Path, country: Country, damage: Damage) -> list[str]:
    """A scan with its centres and samples, and the words of a command that takes them."""
    sheet = printed(country, 44, Print(), numpy.random.default_rng(1))
    scan = scanned(sheet.image, sheet.centres, damage)
    scan.image.save(game / "scan.png")
    lines = [f"{one},{x},{y}" for one, (x, y) in scan.centres.items()]
    (game / "hexes.csv").write_text("\n".join(["label,x,y", *lines, ""]), encoding="utf-8")
    named = [f"{word},{one}," for one, word in list(country.grounds.items())[::4]]
    for side, words in sorted(country.features.items())[::3]:
        named += [f"{word},{side[0]},{side[1]}" for word in sorted(words & {"coast", "road", "slope"})]
    (game / "samples.csv").write_text("\n".join(["word,hex,neighbour", *named, ""]), encoding="utf-8")
    files = ["--centres", str(game / "hexes.csv"), "--samples", str(game / "samples.csv")]
    return ["classify", str(game), str(game / "scan.png"), *files, "--write", "--out", str(game / "all.csv")]


def test_corrections_of_hexsides_survive_a_better_scan_and_the_map_stays_right(game: Path) -> None:
    country = random_country(load_grid(game), numpy.random.default_rng(2))
    bare = next(side for side in country.sides() if side not in country.features)
    with (game / "map" / "map.toml").open("a", encoding="utf-8") as toml:
        toml.write(f'[corrected]\n"{bare[0]}/{bare[1]}" = "road"\n')
    for damage in (Damage(degrees=1.0, noise=6, quality=50, light=(0.2, 0.1)), Damage()):
        result = CliRunner().invoke(app, scan_of(game, country, damage))
        assert result.exit_code == 0, result.exception
        board = load_board(game)
        assert "road" in board.between(*bare)
        wrong = [one for one, word in country.grounds.items() if board.spaces[one].facts["terrain"] != word]
        assert len(wrong) <= 0.03 * len(country.grounds)
    with (game / "all.csv").open(encoding="utf-8") as table:
        mine = [row for row in csv.DictReader(table) if (row["hex"], row["neighbour"]) == bare]
    assert {row["by"] for row in mine} == {"you"}


def load_grid(game: Path) -> HexGrid:
    grid = load_board(game).grid
    assert grid is not None
    return grid


def test_hexsides_on_the_page_are_hexsides_of_a_map_as_straighten_makes_it() -> None:
    page = (Path(__file__).parents[3] / "docs" / "areas.md").read_text(encoding="utf-8")
    grid = HexGrid(24, 18)
    told = re.findall(r"^ {4}(?:\w+,(\d{4}),(\d{4})|\"(\d{4})/(\d{4})\" =)", page, re.M)
    sides = [(a or c, b or d) for a, b, c, d in told]
    assert len(sides) == 6
    assert [side for side in sides if side[1] not in grid.neighbours(side[0]).values()] == []
