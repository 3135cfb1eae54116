"""Optional units in a file of their own, beside a module that leaves them out."""

from __future__ import annotations

import os
import shutil
import zipfile
from pathlib import Path

import pytest

from builder.check.check import check_module
from builder.check.engine import judge
from builder.layout.board import draw_layout
from builder.module.extension import build_extension
from builder.module.extensions import load_extensions
from builder.module.module import build_module
from builder.module.parts import gather
from builder.module_faults import ModuleError
from builder.saves.read_saves import read_vsav
from builder.vassal.modulefile import additions, open_module, piece_text
from builder.vassal.nodes import Node, every
from builder.vassal.traits import split, unnest
from tests.builder.test_check import run, says
from tests.builder.test_engine import with_engine

HOME = Path(__file__).parents[2]
TOML = """[[extension]]
id = "opt"
name = "Two more"
version = "1.0"
units = ["712", "TKorner"]
scenarios = ["Late"]
"""
WAITING = """reduced = "starts_reduced"
[boxes.waiting]
"turn 7 at D or event 2" = "turn-7"

[[scenario]]
name = "Late"
"""
SLOT = "PieceSlot"
SCENARIOS = """dpi = 60
[[scenario]]
name = "Early"
[scenario.units]
169 = "lebus"

[[scenario]]
name = "Late"
[scenario.units]
712 = "seelow"
"""


def game_with(folder: Path, text: str, game: str = "raceforberlin") -> Path:
    own = folder / "own"
    for part, source in (("map", "maps"), ("counters", "counters")):
        shutil.copytree(HOME / source / game, own / part)
    (own / "extensions.toml").write_text(text, encoding="utf-8", newline="\n")
    (own / "module.toml").write_text(SCENARIOS, encoding="utf-8", newline="\n")
    return own


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with game.vmod and its extension where VASSAL looks for it."""
    folder = tmp_path_factory.mktemp("extension")
    own = game_with(folder, TOML)
    build_module(own, folder / "game.vmod")
    build_extension(own, "opt", folder / "game_ext" / "optional.vmdx")
    return folder


def build_file(path: Path) -> str:
    with zipfile.ZipFile(path) as archive:
        return archive.read("buildFile.xml").decode("utf-8")


@pytest.mark.slow
def test_the_module_leaves_optional_units_out(built: Path) -> None:
    text = build_file(built / "game.vmod")
    assert 'entryName="712"' not in text and 'entryName="8 GA 1"' in text
    assert check_module(built / "game.vmod") == []
    with zipfile.ZipFile(built / "game.vmod") as archive:
        assert not [name for name in archive.namelist() if "unit-712-" in name]


@pytest.mark.slow
def test_the_extension_brings_them_with_numbers_and_pictures_of_its_own(built: Path) -> None:
    file = built / "game_ext" / "optional.vmdx"
    text = build_file(file)
    assert text.count("<VASSAL.build.widget.PieceSlot") == 2
    assert 'gpid="opt:' in text and "null;0;0;opt:" in text
    with zipfile.ZipFile(file) as archive:
        pictures = {name for name in archive.namelist() if name.startswith("images/")}
        assert b"<universal>false</universal>" in archive.read("extensiondata")
        assert b"Race for Berlin" in archive.read("moduledata")
    assert pictures == {f"images/unit-{unit}-{n}.png" for unit in ("712", "TKorner") for n in (1, 2)}
    assert says(check_module(file)) == ""


@pytest.mark.slow
def test_a_scenario_goes_with_the_extension(built: Path, tmp_path: Path) -> None:
    file = built / "game_ext" / "optional.vmdx"
    assert 'PredefinedSetup name="Late"' in build_file(file)
    assert 'name="Late"' not in build_file(built / "game.vmod")
    with zipfile.ZipFile(file) as archive:
        archive.extract("opt-scenario-1.vsav", tmp_path)
    saved = read_vsav(tmp_path / "opt-scenario-1.vsav")
    assert [piece.map for piece in saved.pieces if piece.gpid.startswith("opt:")] == ["Board"]


@pytest.mark.slow
def test_an_extension_is_the_same_bytes_each_time(built: Path, tmp_path: Path) -> None:
    again = build_extension(built / "own", "Two more", tmp_path / "again.vmdx")
    assert again.read_bytes() == (built / "game_ext" / "optional.vmdx").read_bytes()


def test_a_saved_game_may_still_hold_them(tmp_path: Path) -> None:
    own = game_with(tmp_path, TOML)
    assert gather(own, draw_layout("raceforberlin")[0]).pieces["712"].gpid.startswith("opt:")


@pytest.fixture(scope="session")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of a game with formations, whose units begin reduced, or wait in boxes of the turn track."""
    folder = tmp_path_factory.mktemp("waiting")
    own = game_with(folder, TOML.replace('"712", "TKorner"', '"2HGFj", "58"'), "koenigsberg45")
    (own / "module.toml").write_text(WAITING, encoding="utf-8", newline="\n")
    build_module(own, folder / "game.vmod")
    build_extension(own, "opt", folder / "game_ext" / "optional.vmdx")
    return folder


def added(folder: Path) -> dict[str, tuple[Node, Node | None]]:
    """The units that an extension brings by name, each with the part of the module to which it comes."""
    files = [open_module(folder / "game.vmod"), open_module(folder / "game_ext" / "optional.vmdx")]
    parts = [(part, place) for _, part, place in additions(files)]
    return {one.get("entryName"): (one, to) for part, to in parts for one in every(part) if one.kind == SLOT}


@pytest.mark.slow
def test_a_unit_stands_at_a_free_point_of_its_space_if_there_is_one(built: Path) -> None:
    slot, place = added(built)["712"]
    assert place is not None and place.kind == "Map" and isinstance(slot.within, Node)
    stands = [(one.get("x"), one.get("y")) for one in every(place) if one.kind == "SetupStack"]
    assert (slot.within.get("x"), slot.within.get("y")) not in stands


@pytest.mark.slow
def test_a_unit_joins_the_stack_of_its_formation(waiting: Path) -> None:
    _, place = added(waiting)["58"]
    assert place is not None and place.kind == "SetupStack"
    assert "28" in {one.get("entryName") for one in place.children()}


@pytest.mark.slow
def test_a_unit_that_begins_reduced_does_so_in_an_extension_too(waiting: Path) -> None:
    types, states = (unnest(one) for one in split("/", piece_text(added(waiting)["2HGFj"][0]))[2:4])
    assert [state for type_, state in zip(types, states, strict=True) if type_.startswith("emb2;")] == ["2"]


@with_engine
@pytest.mark.slow
def test_in_vassal_no_unit_of_an_extension_lies_apart_from_its_stack(waiting: Path) -> None:
    verdict = judge(waiting / "game.vmod", Path(os.environ["VASSAL_HOME"]))
    assert says(verdict.problems) == ""


@with_engine
@pytest.mark.slow
def test_vassal_loads_the_extension_and_stands_its_unit_where_it_belongs(built: Path) -> None:
    verdict = judge(built / "game.vmod", Path(os.environ["VASSAL_HOME"]))
    assert says(verdict.problems) == ""
    assert {one.name for one in verdict.files} == {"Early", "Late"}
    units = verdict.pieces
    shutil.copy(built / "game.vmod", built / "alone.vmod")
    assert judge(built / "alone.vmod", Path(os.environ["VASSAL_HOME"])).pieces == units - 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[extension]", "cannot be read as TOML"),
        (TOML.replace('"opt"', '"OPTION"'), "three small letters or digits"),
        (TOML.replace('"1.0"', "1.0"), r"toml:4: extension\.version: must be a text in quotes"),
        (TOML.replace("Two more", "Two/more"), "must not hold a slash"),
        (TOML.replace('["712", "TKorner"]', "712"), "extension.units: must be a list of texts"),
        (TOML + 'colour = "red"\n', "colour: unknown"),
        (TOML + TOML.replace("Two more", "Again"), "id 'opt' is in 'Two more' and in 'Again'"),
        ("extensions = 3\n", "extensions: unknown"),
    ],
)
def test_what_is_wrong_in_the_file_of_extensions_is_told(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "extensions.toml").write_text(text, encoding="utf-8", newline="\n")
    with pytest.raises(ModuleError, match=why):
        load_extensions(tmp_path)


@pytest.mark.slow
def test_a_unit_or_an_extension_that_is_not_there_is_refused(tmp_path: Path) -> None:
    own = game_with(tmp_path, TOML.replace("712", "9999"))
    with pytest.raises(ModuleError, match="no unit '9999'"):
        build_extension(own, "opt", tmp_path / "a.vmdx")
    (own / "extensions.toml").write_text(TOML.replace("Late", "Never"), encoding="utf-8", newline="\n")
    with pytest.raises(ModuleError, match="no scenario 'Never'"):
        build_extension(own, "opt", tmp_path / "a.vmdx")
    code, _, err = run("extension", "raceforberlin", "opt", "--out", str(tmp_path / "a.vmdx"))
    assert code == 1 and "no such extension; known: none" in err
    assert not (tmp_path / "a.vmdx").exists()
