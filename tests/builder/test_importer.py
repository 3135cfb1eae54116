"""Modules as game folders: what comes over, what is told to be missing, and what is refused."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builder.check.check import check_module
from builder.importing.importer import Carried, import_module
from builder.module.art import png
from builder.module.lock import load_lock
from builder.module.module import build_module
from builder.module.parts import gather
from builder.module_faults import ModuleError
from counters.roster.load import load_roster
from maps.reading.load import load_board
from tests.builder.hexgames import write_lettered, write_numbered
from tests.builder.test_check import SMALL, run, write
from tests.cases import one_quick

SAMPLES = Path(__file__).parent / "samples"
GRID = "VASSAL.build.module.map.boardPicker.board"


@pytest.fixture(scope="session")
def berlin(vmod: Path, tmp_path_factory: pytest.TempPathFactory) -> Carried:
    return import_module(vmod, tmp_path_factory.mktemp("import") / "berlin")


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Carried:
    return import_module(SAMPLES / "demo.vmod", tmp_path_factory.mktemp("import") / "demo")


def boards(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((folder / "boards.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.slow
def test_race_for_berlins_counters_come_back_as_they_went(berlin: Carried) -> None:
    ours, theirs = load_roster("raceforberlin"), load_roster(berlin.folder)
    assert ours.counters.keys() == theirs.counters.keys()
    for one, counter in ours.counters.items():
        other = theirs.counters[one]
        assert (other.side, other.nation, other.type, other.size) == (
            counter.side, counter.nation, counter.type, counter.size,
        )  # fmt: skip
        assert (other.formation, other.steps) == (counter.formation, counter.steps)
        assert other.setup == counter.setup or not counter.setup
    assert ours.markers.keys() == theirs.markers.keys()
    assert {card.title for card in theirs.cards.values()} == {
        f"{c.number} {c.title}" for c in ours.cards.values()
    }


def test_its_map_comes_back_with_nearly_every_contact(berlin: Carried) -> None:
    ours, theirs = load_board("raceforberlin"), load_board(berlin.folder)
    assert ours.spaces.keys() <= theirs.spaces.keys()
    assert {s.name for s in ours.spaces.values()} <= {s.name for s in theirs.spaces.values()}
    wanted = {(one, near) for one in ours.spaces for near in ours.links[one]}
    found = {(one, near) for one in ours.spaces for near in theirs.links[one] if near in ours.spaces}
    assert len(wanted - found) <= 4 and len(found - wanted) <= 8


@pytest.mark.slow
def test_its_charts_and_its_numbers_come_back(berlin: Carried) -> None:
    theirs = {chart.title: chart for chart in gather(berlin.folder).charts}
    for chart in gather("raceforberlin").charts:
        assert theirs[chart.title].cells == chart.cells
    ours, kept = load_lock("raceforberlin"), load_lock(berlin.folder)
    assert all(kept.pieces[one] == entry for one, entry in ours.pieces.items() if one.startswith("8GA"))


@pytest.mark.slow
def test_what_came_over_builds_again(berlin: Carried, demo: Carried, tmp_path: Path) -> None:
    for one in (berlin, demo):
        problems = check_module(build_module(one.folder, tmp_path / f"{one.folder.name}.vmod"))
        assert [problem for problem in problems if problem.level == "error"] == []


@pytest.mark.slow
def test_every_hex_and_square_of_the_sample_is_there_with_its_label(demo: Carried) -> None:
    grids = {(board["map"], board["grid"]): board["places"] for board in boards(demo.folder)}
    assert {kind for _, kind in grids} >= {"HexGrid", "SquareGrid", "zones and SquareGrid"}
    for (_, kind), places in grids.items():
        if kind == "HexGrid":
            assert len(places) in (97, 99)
            assert len({place["name"] for place in places}) == len(places)
    names = [place["name"] for place in grids["Main", "zones and SquareGrid"]]
    assert {"Box 0", "Hexes 0101"} <= set(names)


@pytest.mark.slow
@pytest.mark.parametrize("write_game", one_quick([write_numbered, write_lettered]))
def test_a_board_of_hexes_comes_back_with_every_hex_and_every_contact(
    write_game: Callable[[Path], Path], tmp_path: Path
) -> None:
    game = write_game(tmp_path / "hexes")
    report = import_module(build_module(game, tmp_path / "hexes.vmod"), tmp_path / "back")
    ours, theirs = load_board(game), load_board(report.folder)
    assert ours.spaces.keys() <= theirs.spaces.keys()
    assert {s.name for s in ours.spaces.values()} <= {s.name for s in theirs.spaces.values()}
    for one in ours.spaces:
        assert set(ours.links[one]) == set(theirs.links[one]) & ours.spaces.keys()


def test_the_nearest_region_wins_as_in_vassal(tmp_path: Path) -> None:
    region = f'<{GRID}.Region name="Box {{}}" originx="{{}}" originy="50"/>'
    grid = f"<{GRID}.RegionGrid>{region.format(1, 20)}{region.format(2, 80)}</{GRID}.RegionGrid>"
    zone = SMALL[SMALL.index(f"     <{GRID}.mapgrid.Zone") : SMALL.index(f"    </{GRID}.ZonedGrid>")]
    boxes = zone.replace("/>", f' locationFormat="$gridLocation$">{grid}</{GRID}.mapgrid.Zone>')
    report = import_module(write(tmp_path, SMALL.replace(zone, boxes)), tmp_path / "game")
    (board,) = boards(report.folder)
    assert [(p["name"], p["centre"][0] < 50) for p in board["places"]] == [("Box 1", True), ("Box 2", False)]
    assert load_board(report.folder).adjacent("box-1", "box-2")


def test_set_ups_tell_what_stands_where(demo: Carried) -> None:
    with (demo.folder / "setups" / "scenario-1.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 7
    assert all(row["map"] and row["place"] for row in rows if row["map"] != "null")


def test_pictures_and_pages_are_kept_as_they_are(demo: Carried) -> None:
    import zipfile

    with zipfile.ZipFile(SAMPLES / "demo.vmod") as archive:
        for name in archive.namelist():
            if name not in ("buildFile.xml", "moduledata"):
                kept = demo.folder / (name if name.startswith("images/") else f"pages/{name}")
                assert kept.read_bytes() == archive.read(name)


def test_the_report_counts_what_is_not_carried(demo: Carried) -> None:
    text = (demo.folder / "import.md").read_text(encoding="utf-8")
    carried, lost = text.split("# What did not")
    assert "the thread for lines of sight" in carried
    assert "numbers kept for all players" in carried
    for what in ("GlobalProperty: the game", "trait 'PROP'", "rivers, roads, terrain"):
        assert what in lost


def test_importing_twice_gives_the_same_files(tmp_path: Path) -> None:
    for name in ("a", "b"):
        import_module(SAMPLES / "tiny.vmod", tmp_path / name)
    files = sorted(p.relative_to(tmp_path / "a") for p in (tmp_path / "a").rglob("*") if p.is_file())
    assert files == sorted(p.relative_to(tmp_path / "b") for p in (tmp_path / "b").rglob("*") if p.is_file())
    assert all((tmp_path / "a" / f).read_bytes() == (tmp_path / "b" / f).read_bytes() for f in files)


def test_the_command_tells_what_came_and_what_did_not(tmp_path: Path) -> None:
    code, out, err = run("import", str(SAMPLES / "tiny.vmod"), str(tmp_path / "tiny"), "--json")
    assert code == 0
    assert json.loads(out).keys() == {"folder", "carried", "not_carried"}
    assert "What did not" in err


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("mine", encoding="utf-8", newline="\n")
    with pytest.raises(ModuleError, match="new or empty"):
        import_module(SAMPLES / "tiny.vmod", tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["own.txt"]


@pytest.mark.parametrize(
    "name", ["../evil.txt", "/evil.txt", "images/../../evil.png", "images/a\\b.png", "C:evil"]
)
def test_an_entry_that_leads_out_stays_behind(tmp_path: Path, name: str) -> None:
    report = import_module(write(tmp_path, more={name: b"evil"}), tmp_path / "in" / "game")
    assert any("not safe" in line for line in report.lost)
    assert not [p for p in tmp_path.rglob("*") if p.is_file() and p.read_bytes() == b"evil"]


def test_an_entry_whose_name_no_disk_takes_stays_behind(tmp_path: Path) -> None:
    name = f"images/{'x' * 300}.png"
    report = import_module(write(tmp_path, more={name: b"far"}), tmp_path / "game")
    assert any("cannot be read" in line for line in report.lost)


def test_an_entry_whose_letters_the_disk_cannot_write_stays_behind(tmp_path: Path) -> None:
    module = write(tmp_path, more={"images/\u255a.png": b"odd", "images/plain.png": b"plain"})
    code = (
        "import sys; from pathlib import Path; from builder.importing.importer import import_module\n"
        "print(*import_module(Path(sys.argv[1]), Path(sys.argv[2])).lost, sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", code, str(module), str(tmp_path / "game")],
        env={**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "utf-8"},
        capture_output=True, cwd=Path(__file__).parents[2], check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "its name, or its size, is not safe" in done.stdout.decode()
    assert (tmp_path / "game" / "images" / "plain.png").read_bytes() == b"plain"


def test_prototypes_that_use_each_other_do_not_hang_the_import(tmp_path: Path) -> None:
    endless = SMALL.replace("+/null/report;68\\,130;$location$;;;;false\t", "+/null/prototype;Unit\t")
    report = import_module(write(tmp_path, endless), tmp_path / "game")
    assert any("without end" in line for line in report.lost)


def test_an_image_name_is_no_way_out_of_the_folder(tmp_path: Path) -> None:
    from PIL import Image

    dot = png(Image.new("RGB", (4, 4)))
    module = write(tmp_path, SMALL.replace("red.png", "..\\/..\\/red.png"), more={"images/x.png": dot})
    import_module(module, tmp_path / "game")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["game", "small.vmod"]
