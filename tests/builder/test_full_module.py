"""A module that uses all a game's facts may ask for: what VASSAL will find of each."""

from __future__ import annotations

import shutil
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element

import defusedxml.ElementTree
import pytest
from PIL import Image
from typer.testing import CliRunner

from builder.check.check import check_module, look_over
from builder.cli import app
from builder.layout.board import Layout, draw_layout
from builder.module.likeness import looks
from builder.module.lock import load_lock, unsettled
from builder.module.module import build_file, build_module, update_lock
from builder.module.opening import front
from builder.module.parts import gather
from builder.module.position import When, position_commands
from builder.module.roster_pieces import in_palette, wanted
from builder.module.scenarios import scenario_files
from builder.module.setup import Placement
from builder.module_faults import ModuleError
from builder.saves.read_saves import read_vsav
from builder.saves.write_saves import save_position
from builder.vassal.locations import load_places
from builder.vassal.traits import Trait, read_definition
from tests.builder.hexgames import FULL, MODULE, write_numbered
from tests.builder.test_module import kinds


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_numbered(tmp_path_factory.mktemp("full") / "full", FULL)


@pytest.fixture(scope="module")
def vmod(game: Path) -> Path:
    return build_module(game, game.parent / "full.vmod")


@pytest.fixture(scope="module")
def entries(vmod: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(vmod) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def root(entries: dict[str, bytes]) -> Element:
    found: Element = defusedxml.ElementTree.fromstring(entries["buildFile.xml"])
    return found


def only(root: Element, kind: str) -> Element:
    found = kinds(root, kind)
    assert len(found) == 1
    return found[0]


def of_units(root: Element, kind: str) -> list[Trait]:
    unit = next(node for node in kinds(root, "PrototypeDefinition") if node.get("name") == "Unit")
    return [trait for trait in read_definition(unit.text or "").traits if trait.id == kind]


@pytest.fixture(scope="module")
def layout(game: Path) -> Layout:
    return draw_layout(game)[0]


def faults(folder: Path, layout: Layout, old: str, new: str) -> list[str]:
    """What is refused of the game when a word of its facts is another; its board is the same."""
    assert FULL.count(old) == 1
    with pytest.raises(ModuleError) as refused:
        scenario_files(gather(write_numbered(folder / "bad", FULL.replace(old, new)), layout))
    return list(refused.value.faults)


@pytest.mark.slow
def test_nothing_is_wrong_with_the_module(vmod: Path) -> None:
    assert [str(problem) for problem in check_module(vmod)] == []


def test_markers_lie_over_units_and_chits_over_both(root: Element) -> None:
    layers = only(root, "LayeredPieceCollection")
    assert (layers.get("property"), layers.get("layerOrder")) == ("Layer", "Units,Markers,Chits")
    found = {
        node.get("name"): [t.state for t in read_definition(node.text or "").traits if t.type == "mark;Layer"]
        for node in kinds(root, "PrototypeDefinition")
    }
    assert (found["Unit"], found["Marker"]) == (["Units"], ["Markers"])


def test_units_and_markers_of_one_space_stand_in_two_stacks(game: Path, tmp_path: Path) -> None:
    crowded = [Placement("1G", "0202"), Placement("turn", "0202"), Placement("2G", "0202")]
    saved = save_position(gather(game), crowded, tmp_path / "crowded.vsav", "", When())
    pieces = read_vsav(saved).pieces
    assert [piece.name for piece in pieces] == ["1 Guards", "2 Guards", "Turn"]
    assert len({(piece.x, piece.y) for piece in pieces}) == 1
    stacks = [text for text in position_commands(gather(game), crowded, When()) if "/stack/" in text]
    assert [text.count(";") for text in stacks] == [5, 4]


def test_reinforcements_wait_on_the_space_of_their_turn(root: Element, vmod: Path) -> None:
    stack = next(s for s in kinds(root, "SetupStack") if "2 League" in (s.get("name") or ""))
    at = int(stack.get("x", "")), int(stack.get("y", ""))
    assert load_places(vmod).name("Board", at) == "Turn 3"


def test_the_mouse_over_a_stack_tells_names_and_numbers(root: Element) -> None:
    assert only(root, "CounterDetailViewer").get("counterReportFormat") == "$PieceName$ $Values$"
    assert of_units(root, "calcProp")[0].fields[1] == '{strength+"-"+movement}'


def test_the_list_of_units_goes_by_hex(root: Element) -> None:
    assert only(root, "Inventory").get("groupBy") == "Side,Nation,LocationName"


def test_there_is_a_line_of_sight_only_where_the_game_has_one(
    root: Element, layout: Layout, tmp_path: Path
) -> None:
    assert only(root, "LOS_Thread").get("snapStart") == "true"
    plain = build_file(gather(write_numbered(tmp_path / "plain"), layout))
    assert not [node for node in plain.iter() if "LOS_Thread" in str(node.tag)]


def test_the_turn_tracker_turns_units_upright_and_takes_marks_off(root: Element) -> None:
    pressed = {node.get("match"): node.get("hotkey") for node in kinds(root, "TurnGlobalHotkey")}
    upright, unmoved = pressed['{Segment=="Combat"}'], pressed['{Segment=="Movement"}']
    assert only(root, "MassKeyCommand").get("buttonHotkey") == upright
    assert kinds(root, "Map")[0].get("markUnmovedHotkey") == unmoved
    assert upright != unmoved


def test_units_can_be_faced_and_hidden_and_brought_back(root: Element, entries: dict[str, bytes]) -> None:
    assert [t.fields[0] for t in of_units(root, "rotate")] == ["2", "6"]
    assert of_units(root, "obs")[0].fields[1:5] == ["concealed.png", "Conceal or reveal", "B", "Unknown unit"]
    assert of_units(root, "sendto")[0].fields[6:8] == ["Bring back", "69,195"]
    assert "images/concealed.png" in entries
    told = of_units(root, "report")[0].fields[0]
    assert all(key.replace(",", "\\,") in told for key in ("69,195", "93,130", "91,130", "75,130"))


def test_symbolic_dice_and_tallies_are_as_the_game_says(root: Element) -> None:
    dice = only(root, "SpecialDiceButton")
    faces = [[face.get("text") for face in die] for die in dice]
    assert faces == [["hit", "miss", "rout"]] * 2
    tally = only(root, "GlobalProperty")
    assert [tally.get(key) for key in ("name", "initialValue", "min", "max")] == ["Morale", "5", "0", "10"]
    assert [button.get("propChanger") for button in tally] == ["I,1", "I,-1"]


def test_each_scenario_is_a_saved_game_in_the_module(
    root: Element, entries: dict[str, bytes], vmod: Path, tmp_path: Path
) -> None:
    setups = {node.get("name"): node.get("file") for node in kinds(root, "PredefinedSetup")}
    assert setups == {"Set up the game": "", "June attack": "scenario-1.vsav", "Duel": "scenario-2.vsav"}
    places = load_places(vmod)
    standing = {}
    for name, file in setups.items():
        if file:
            (tmp_path / file).write_bytes(entries[file])
            pieces = read_vsav(tmp_path / file).pieces
            standing[name] = {piece.name: places.name("Board", (piece.x, piece.y)) for piece in pieces}
    assert standing["June attack"] == {
        "1 Guards": "1010",
        "2 Guards": "0202",
        "1 League": "4640",
        "2 League": "1111",
        "Turn": "Turn 2",
    }
    assert standing["Duel"] == {"1 Guards": "1010", "1 League": "1011", "Turn": "Turn 1"}


@pytest.mark.slow
def test_a_scenario_of_what_is_not_there_is_refused(layout: Layout, tmp_path: Path) -> None:
    assert faults(tmp_path / "a", layout, 'reduced = ["1G"]', 'reduced = ["9G"]') == [
        "scenario June attack: no unit '9G'"
    ]
    assert "no turn 3" in faults(tmp_path / "b", layout, "turn = 2\nsegment", "turn = 3\nsegment")[0]
    assert "'9999'" in faults(tmp_path / "c", layout, '"1G" = "1010", L1', '"1G" = "9999", L1')[0]


def test_two_commands_on_one_key_and_unknown_segments_are_refused(layout: Layout, tmp_path: Path) -> None:
    assert "key A is already used" in faults(tmp_path / "a", layout, 'key = "K"', 'key = "A"')[0]
    assert "no segment 'Rest'" in faults(tmp_path / "b", layout, '["Combat"]', '["Rest"]')[0]
    assert "a single letter" in faults(tmp_path / "c", layout, 'key = "K"', 'key = "kk"')[0]


def test_the_help_names_keys_and_properties(entries: dict[str, bytes]) -> None:
    page = entries["help.html"].decode()
    wanted = (
        "Step_Level",
        "Activated_Facing",
        "Facing_Facing",
        "Values",
        "Morale",
        "Turn, Segment",
        "Ctrl+L",
    )
    assert [word for word in wanted if f"<b>{word}</b>" not in page] == []


@pytest.mark.slow
def test_a_finer_module_has_larger_images_with_everything_in_the_same_place(tmp_path: Path) -> None:
    sizes = {}
    for dpi in (60, 120):
        folder = write_numbered(tmp_path / str(dpi), f"dpi = {dpi}\n{MODULE}")
        with zipfile.ZipFile(build_module(folder, tmp_path / f"{dpi}.vmod")) as archive:
            sizes[dpi] = [
                Image.open(BytesIO(archive.read(f"images/{name}"))).width
                for name in ("board.png", "unit-1G-1.png")
            ]
        sizes[dpi] += draw_layout(folder)[0].spot("1010")
    assert [large / small for small, large in zip(sizes[60], sizes[120], strict=True)] == pytest.approx(
        [2] * 4, 0.05
    )


@pytest.mark.slow
def test_a_tutorial_is_a_log_beside_the_facts(tmp_path: Path) -> None:
    game = write_numbered(tmp_path / "taught", f'tutorial = "tour.vlog"\n{MODULE}')
    with pytest.raises(ModuleError, match=r"tour\.vlog cannot be read"):
        build_module(game, tmp_path / "taught.vmod")
    log = (Path(__file__).parent / "samples" / "demo.vlog").read_bytes()
    (game / "tour.vlog").write_bytes(log)
    with zipfile.ZipFile(build_module(game, tmp_path / "taught.vmod")) as archive:
        assert archive.read("tour.vlog") == log
        assert b'logfile="tour.vlog"' in archive.read("buildFile.xml")
    with pytest.raises(ModuleError, match="plain name"):
        gather(write_numbered(tmp_path / "bad", f'tutorial = "../tour.vlog"\n{MODULE}'))


@pytest.mark.slow
def test_a_finer_module_opens_at_the_same_size(tmp_path: Path) -> None:
    shown = {}
    for dpi in (120, 240):
        parts = gather(write_numbered(tmp_path / str(dpi), f"dpi = {dpi}\n{MODULE}"))
        made = build_file(parts)
        zoomer, viewer = (
            next(made.iter(f"VASSAL.build.module.map.{k}")) for k in ("Zoomer", "CounterDetailViewer")
        )
        shown[dpi] = [float(zoom) for zoom in zoomer.get("zoomLevels", "").split(",")]
        shown[dpi].append(float(viewer.get("zoomlevel", "0")))
        mark = next(t for t in parts.pieces.prototypes["Unit"].traits if t.id == "markmoved")
        shown[dpi].append(float(mark.fields[1]) / -parts.layout.unit)
        assert zoomer.get("zoomStart") == "4"
    assert shown[240][:-1] == [zoom / 2 for zoom in shown[120][:-1]]
    assert shown[240][-1] == pytest.approx(shown[120][-1], abs=0.02) == pytest.approx(0.34, abs=0.02)


@pytest.mark.slow
def test_building_tells_what_the_images_take(game: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["build", str(game), "--out", str(tmp_path / "out.vmod")])
    assert result.exit_code == 0
    assert str(look_over(tmp_path / "out.vmod").budget) in result.stderr


# At the table


def test_every_unit_is_in_the_palette_under_a_number_of_its_own(root: Element, game: Path) -> None:
    slots = kinds(only(root, "PieceWindow"), "PieceSlot")
    units = {"1 Guards", "2 Guards", "1 League", "2 League"}
    assert units <= {slot.get("entryName") for slot in slots}
    numbers = [slot.get("gpid") for slot in kinds(root, "PieceSlot", "CardSlot")]
    assert len(set(numbers)) == len(numbers)
    assert not (game / "module.ids.toml").exists() and in_palette(gather(game).roster, gather(game).facts)


def test_a_file_of_numbers_made_before_is_as_good_as_ever(game: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    shutil.copytree(game, own)
    kept = update_lock(own, {})
    assert "palette" not in kept.read_text(encoding="utf-8")
    lock, parts = load_lock(own), gather(own, draw_layout(game)[0])
    assert (
        unsettled(lock, wanted(parts.roster, parts.facts), kept.name, looks(parts.roster, parts.facts)) == []
    )
    before = gather(game).pieces
    for unit in before.units:
        assert parts.pieces.in_palette(unit)[0] == before.in_palette(unit)[0] != before[unit].gpid


def test_the_module_opens_at_the_front(root: Element, game: Path) -> None:
    button, start = only(root, "MoveCameraButton"), only(root, "StartupGlobalKeyCommand")
    assert button.get("hotkey") == start.get("globalHotkey") == "0,0,showFront"
    assert (start.get("whenToApply"), start.get("hotkeyOrKeyCommand")) == (
        "everyLaunchOfSession",
        "sendHotkey",
    )
    parts = gather(game)
    points = [parts.layout.spot(at) for at in ("0202", "0202", "4640")]
    assert front(parts) == (int(button.get("xPos", "")), int(button.get("yPos", "")))
    assert front(parts) == tuple((points[0][axis] + points[2][axis]) // 2 for axis in (0, 1))


def test_where_nobody_stands_there_is_no_front(game: Path) -> None:
    parts = gather(game)
    alone = {one: unit for one, unit in parts.roster.counters.items() if unit.side == "red"}
    red = replace(parts, roster=replace(parts.roster, counters=alone))
    assert front(red) == parts.layout.spot("0202")
    assert front(replace(parts, roster=replace(parts.roster, counters={}))) is None


def test_every_button_has_a_word(root: Element) -> None:
    words = {"Overview", "Hide", "Picture", "Text", "Units", "Notes", "Front", "Line of sight", "Charts"}
    keys = ("text", "buttonText", "label")
    found = {
        node.get(key) for node in root.iter() for key in keys if node.get("icon") or node.get("iconName")
    }
    assert "" not in found
    assert words - {"Hide", "Charts"} <= found
    assert only(root, "HidePiecesButton").get("buttonText") == "Hide"


def test_a_key_turns_a_whole_stack_and_another_sends_a_unit_home(root: Element, game: Path) -> None:
    (stack,) = of_units(root, "globalkey")
    assert stack.fields[:3] == ["Turn over the whole stack", "70,195", "70,130"]
    assert stack.fields[11].startswith("COUNTER|true|CURSTACK|")
    layout = draw_layout(game)[0]
    homes: dict[str | None, list[str]] = {}
    for slot in kinds(root, "PieceSlot"):
        traits = read_definition(slot.text or "").traits
        homes |= {
            slot.get("entryName"): t.fields[2:6] for t in traits if t.type.startswith("sendto;Send home")
        }
    stood = {"1 Guards": "0202", "2 Guards": "0202", "1 League": "4640", "2 League": "turn-3"}
    assert homes == {name: ["Board", "Land", *map(str, layout.spot(at))] for name, at in stood.items()}
    (told,) = of_units(root, "report")
    assert "72\\,195" in told.type or "72,195" in told.fields[0]
