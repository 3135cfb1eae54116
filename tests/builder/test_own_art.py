"""A module whose board is its maker's own art: the picture, VASSAL's grid on it, and no counters yet."""

from __future__ import annotations

import io
import os
import shutil
import zipfile
from pathlib import Path

import defusedxml.ElementTree
import pytest
from PIL import Image
from typer.testing import CliRunner

from adjudicator.report.drawing.empty_board import ground
from builder.check.engine import judge
from builder.cli import app
from builder.module.module import build_module
from builder.module.rosters import roster_of
from builder.module_faults import ModuleError
from counters.roster.load import find_game
from counters.roster_faults import RosterError
from tests.builder.test_check import says
from tests.maps.test_art import AREAS, BOX, HEXES, art, game

WHOLE = HEXES.replace("[40.25, 52.25]", "[40.0, 52.0]")
with_engine = pytest.mark.skipif(
    not os.environ.get("VASSAL_HOME") or not shutil.which("java"),
    reason="needs Java and VASSAL: set VASSAL_HOME to the folder in which its lib/Vengine.jar lies",
)


def built(folder: Path, text: str = WHOLE) -> Path:
    return build_module(game(folder, text), folder / "mine.vmod")


def parts_of(vmod: Path, kind: str) -> list[dict[str, str]]:
    """The attributes of all elements of a kind in the build file."""
    with zipfile.ZipFile(vmod) as archive:
        tree = defusedxml.ElementTree.fromstring(archive.read("buildFile.xml"))
    return [dict(one.attrib) for one in tree.iter() if str(one.tag).endswith(f".{kind}")]


def grid_of(vmod: Path) -> dict[str, str]:
    """The attributes of VASSAL's hex grid."""
    (grid,) = parts_of(vmod, "HexGrid")
    return grid


def test_the_board_in_the_module_is_the_picture_pixel_by_pixel(tmp_path: Path) -> None:
    with zipfile.ZipFile(built(tmp_path)) as archive:
        board = Image.open(io.BytesIO(archive.read("images/board.png")))
    assert board.tobytes() == art(tmp_path).tobytes()


def test_vassals_grid_has_the_numbers_of_the_art(tmp_path: Path) -> None:
    grid = grid_of(built(tmp_path))
    assert (grid["x0"], grid["y0"], grid["sideways"]) == ("40", "52", "false")
    assert float(grid["dy"]) == pytest.approx(41.5, abs=1e-9)
    assert float(grid["dx"]) == pytest.approx(41.5 * 3**0.5 / 2, abs=1e-9)


def test_dots_per_inch_of_the_module_do_not_resize_the_art(tmp_path: Path) -> None:
    (tmp_path / "module.toml").write_text("dpi = 240\n", encoding="utf-8")
    assert grid_of(built(tmp_path))["x0"] == "40"


@pytest.mark.slow
def test_the_same_map_gives_the_same_module(tmp_path: Path) -> None:
    first = built(tmp_path).read_bytes()
    assert build_module(tmp_path, tmp_path / "again.vmod").read_bytes() == first


def test_traced_areas_become_zones_on_the_art(tmp_path: Path) -> None:
    zones = {one["name"]: set(one["path"].split(";")) for one in parts_of(built(tmp_path, AREAS), "Zone")}
    assert zones["East"] == {"150,0", "300,0", "300,260", "150,260"}


def test_boxes_on_the_art_and_beside_it_are_zones(tmp_path: Path) -> None:
    text = HEXES.replace("columns = 6\nrows = 5", "columns = 3\nrows = 2").replace("40.25, 52.25", "150, 150")
    zones = {one["name"]: one["path"] for one in parts_of(built(tmp_path, text + BOX), "Zone")}
    assert zones["On the art"] == "20,20;98,20;98,98;20,98"
    assert zones["Eliminated"].startswith("315,20;")


def test_a_box_that_covers_hexes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModuleError, match="VASSAL says 'On the art', the map '0101'"):
        built(tmp_path, WHOLE + BOX)
    assert not (tmp_path / "mine.vmod").exists()


def test_pictures_of_reports_show_the_art_at_their_own_size(tmp_path: Path) -> None:
    shown = ground(str(game(tmp_path)))
    assert shown.image.size == (360, 312)
    assert shown.slots("0101")[0] == pytest.approx((40.25 * 1.2, 52.25 * 1.2), abs=1)


def test_counters_too_small_to_be_seen_are_refused(tmp_path: Path) -> None:
    small = WHOLE.replace("41.5", "11.5")
    result = CliRunner().invoke(app, ["build", str(game(tmp_path, small)), "--out", str(tmp_path / "x.vmod")])
    assert result.exit_code == 1
    assert "counters would have 9 pixels a side" in result.stderr
    assert not (tmp_path / "x.vmod").exists()


def test_a_folder_without_a_map_and_without_counters_is_no_game(tmp_path: Path) -> None:
    with pytest.raises(RosterError, match=r"nor a folder with a roster.csv or roster.xlsx"):
        roster_of(tmp_path)


def test_a_roster_named_in_place_of_its_folder_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,name\n", encoding="utf-8")
    with pytest.raises(RosterError, match="this is a file: name the folder of a game"):
        find_game(tmp_path / "units.csv")


def test_units_without_a_nation_stand_under_their_side_alone(tmp_path: Path) -> None:
    folder = game(tmp_path, WHOLE)
    (folder / "counters").mkdir()
    units = "id,name,side,type,strength,movement\n1,First,blue,infantry,4,4\n"
    (folder / "counters" / "roster.csv").write_text(units, encoding="utf-8")
    vmod = build_module(folder, folder / "mine.vmod")
    assert [one["name"] for one in parts_of(vmod, "module.PrototypeDefinition")] == ["Unit", "Marker", "blue"]
    assert "blue" in [one["entryName"] for one in parts_of(vmod, "widget.PanelWidget")]


def test_counters_at_fault_are_not_taken_for_none(tmp_path: Path) -> None:
    folder = game(tmp_path)
    (folder / "counters").mkdir()
    (folder / "counters" / "roster.csv").write_text("id,name\n", encoding="utf-8")
    with pytest.raises(RosterError):
        roster_of(folder)


@with_engine
@pytest.mark.slow
@pytest.mark.parametrize("text", [WHOLE, WHOLE.replace("rows = 5", 'rows = 5\ntops = "pointed"'), AREAS])
def test_vassal_names_every_point_of_a_board_on_art_as_we_do(tmp_path: Path, text: str) -> None:
    verdict = judge(
        built(tmp_path, text.replace("columns = 6", "columns = 5")), Path(os.environ["VASSAL_HOME"])
    )
    assert says(verdict.problems) == ""
    assert verdict.points > 1500
