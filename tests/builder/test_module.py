"""The module of Race for Berlin: what VASSAL will find in it."""

from __future__ import annotations

import re
import shutil
import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
import shapely
from PIL import Image

from builder.check.check import check_module
from builder.check.piece_check import images
from builder.layout.board import MAP, draw_layout
from builder.layout.decks import single_cup
from builder.layout.module_file import Badge, Boxes, ModuleFacts, Start
from builder.module.module import build_module
from builder.module.parts import Parts, gather
from builder.module.setup import check_facts, stacks
from builder.module_faults import ModuleError
from builder.vassal.locations import load_places
from builder.vassal.outlines import holds, outline
from builder.vassal.traits import read_definition, read_marks
from counters.roster.load import load_roster
from maps.reading.load import load_board

ROSTER = load_roster("raceforberlin")
BOARD = load_board("raceforberlin")


def kinds(root: Element, *names: str) -> list[Element]:
    return [node for node in root.iter() if str(node.tag).rpartition(".")[2] in names]


def main_map(root: Element) -> Element:
    return kinds(root, "Map")[0]


def zone_at(root: Element, x: int, y: int) -> str:
    """As VASSAL does it: the first zone that holds the point names it."""
    zones = kinds(main_map(root), "Zone")
    return next(zone.get("name", "") for zone in zones if holds(outline(zone.get("path", "")), x, y))


def units_of(stack: Element) -> list[str]:
    traits = [t for slot in stack for t in read_definition(slot.text or "").traits if t.id == "mark"]
    return [read_marks(trait)["Unit"] for trait in traits if "Unit" in read_marks(trait)]


@pytest.fixture(scope="session")
def standing(build_file: Element) -> dict[str, str]:
    """Each unit on the map at the start, and the zone in which VASSAL would say it stands."""
    stacks = kinds(main_map(build_file), "SetupStack")
    places = {id(s): zone_at(build_file, int(s.get("x", "")), int(s.get("y", ""))) for s in stacks}
    return {unit: places[id(stack)] for stack in stacks for unit in units_of(stack)}


@pytest.mark.slow
def test_building_twice_gives_the_same_bytes(vmod: Path, tmp_path: Path) -> None:
    again = build_module("raceforberlin", tmp_path / "again.vmod")
    assert again.read_bytes() == vmod.read_bytes()


def test_the_archive_is_sorted_and_undated(vmod: Path) -> None:
    with zipfile.ZipFile(vmod) as archive:
        names = archive.namelist()
        dates = {info.date_time for info in archive.infolist()}
    assert names == sorted(names)
    assert dates == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.slow
def test_nothing_is_wrong_with_the_module(vmod: Path) -> None:
    assert check_module(vmod) == []


@pytest.mark.parametrize("unit", [c.id for c in ROSTER.counters.values() if c.setup])
def test_every_unit_of_the_set_up_stands_in_its_zone(unit: str, standing: dict[str, str]) -> None:
    assert standing[unit] == BOARD.spaces[ROSTER.counters[unit].setup].name


def test_units_that_come_later_wait_in_their_boxes(standing: dict[str, str]) -> None:
    waiting = {c.id: standing[c.id] for c in ROSTER.counters.values() if not c.setup}
    assert waiting["TKorner"] == "XII Army"
    assert waiting["28-1"] == waiting["11SS"] == "Reinforcements"
    assert len(waiting) == sum(not c.setup for c in ROSTER.counters.values())


def test_both_counters_of_an_army_start_in_one_stack(build_file: Element) -> None:
    stacks = [units_of(stack) for stack in kinds(main_map(build_file), "SetupStack")]
    assert ["8GA-1", "8GA-2"] in stacks
    assert ["2GTA-1", "2GTA-2"] in stacks


def test_zones_are_called_as_the_referee_calls_them(build_file: Element) -> None:
    zones = {zone.get("name") for zone in kinds(main_map(build_file), "Zone")}
    boxes = {"Support", "Victory Points", "Event chits", "Reinforcements", "XII Army", "Eliminated"}
    assert zones - boxes - {f"Turn {n}" for n in range(1, 11)} == {s.name for s in BOARD.spaces.values()}


@pytest.mark.slow
def test_every_point_for_counters_lies_in_its_own_zone(build_file: Element, parts: Parts) -> None:
    for area in parts.layout.areas.values():
        assert [zone_at(build_file, x, y) for x, y in area.spots] == [area.name] * len(area.spots)


def test_a_zone_of_the_insert_is_named_on_the_large_map_too(build_file: Element, parts: Parts) -> None:
    shadow = next(area for area in parts.layout.shadows if area.name == "Seelow")
    x, y = (sum(axis) // len(axis) for axis in zip(*shadow.outline, strict=True))
    assert zone_at(build_file, x, y) == "Seelow"
    assert (x, y) not in parts.layout.areas["seelow"].spots


def test_no_counter_of_the_set_up_straddles_a_border(build_file: Element, parts: Parts) -> None:
    unit, (metrics,) = parts.layout.unit, kinds(main_map(build_file), "StackMetrics")
    close = int(metrics.get("unexSepX", "0"))
    straddling = [
        (stack.area, piece.piece)
        for stack in stacks(parts.start, parts.roster, parts.layout)
        if parts.layout.areas[stack.area].heading
        for zone in [shapely.Polygon(parts.layout.areas[stack.area].outline).buffer(0)]
        for level, piece in enumerate(stack.pieces)
        for x, y in [(stack.point[0] + level * close, stack.point[1] - level * close)]
        for counter in [shapely.box(x - unit / 2, y - unit / 2, x + unit / 2, y + unit / 2)]
        if counter.difference(zone).area > 0.005 * counter.area
    ]
    assert straddling == []


def test_the_board_is_as_large_as_its_zones(entries: dict[str, bytes], build_file: Element) -> None:
    board = Image.open(BytesIO(entries["images/board.png"]))
    corners = [c for zone in kinds(main_map(build_file), "Zone") for c in outline(zone.get("path", ""))]
    assert max(x for x, _ in corners) <= board.width and max(y for _, y in corners) <= board.height
    assert min(x for x, _ in corners) >= 0 and min(y for _, y in corners) >= 0


def test_both_players_can_take_their_side(build_file: Element) -> None:
    assert [entry.text for entry in kinds(build_file, "PlayerRoster")[0]] == ["Zhukov", "Koniev"]


def test_every_image_of_a_piece_is_in_the_archive(entries: dict[str, bytes], build_file: Element) -> None:
    slots = kinds(build_file, "PieceSlot", "CardSlot", "PrototypeDefinition")
    shown = {i for slot in slots for t in read_definition(slot.text or "").traits for i in images(t)}
    assert {f"images/{image}" for image in shown} <= entries.keys()
    assert len(shown) > 200


def test_every_image_in_the_archive_is_a_picture(entries: dict[str, bytes]) -> None:
    for name in (name for name in entries if name.startswith("images/")):
        Image.open(BytesIO(entries[name])).verify()


def test_every_prototype_named_exists(build_file: Element) -> None:
    defined = {node.get("name") for node in kinds(build_file, "PrototypeDefinition")}
    slots = kinds(build_file, "PieceSlot", "CardSlot")
    used = {t.fields[0] for s in slots for t in read_definition(s.text or "").traits if t.id == "prototype"}
    assert used == defined == {"Unit", "Marker", "Chit", "Zhukov", "Koniev", "Soviet", "German"}


def test_a_unit_has_both_its_sides_and_both_its_strengths(build_file: Element) -> None:
    slot = next(s for s in kinds(build_file, "PieceSlot") if s.get("entryName") == "8 GA 1")
    traits = read_definition(slot.text or "").traits
    marks = next(read_marks(t) for t in traits if t.id == "mark")
    assert (marks["Unit"], marks["strength_1"], marks["strength_2"]) == ("8GA-1", "20", "10")
    assert images(next(t for t in traits if t.id == "emb2")) == ["unit-8GA-1-1.png", "unit-8GA-1-2.png"]


def test_a_units_strength_is_that_of_the_side_that_shows(build_file: Element) -> None:
    unit = next(node for node in kinds(build_file, "PrototypeDefinition") if node.get("name") == "Unit")
    worked_out = [t.fields for t in read_definition(unit.text or "").traits if t.id == "calcProp"]
    assert worked_out == [
        ["Values", '{strength+"-"+movement}', ""],
        ["strength", "{Step_Level==2 ? strength_2 : strength_1}", ""],
        ["movement", "{Step_Level==2 ? movement_2 : movement_1}", ""],
    ]


def test_the_cup_holds_all_chits_but_heinrici_whom_koniev_has(build_file: Element) -> None:
    cup = kinds(build_file, "DrawPile")[0]
    assert [card.get("entryName", "").split()[0] for card in cup] == [str(n) for n in range(2, 12)]
    koniev = next(hand for hand in kinds(build_file, "PlayerHand") if hand.get("side") == "Koniev")
    assert [slot.get("entryName") for slot in kinds(koniev, "PieceSlot")] == ["1 Heinrici"]


def test_no_chit_lies_where_both_players_can_read_it(build_file: Element) -> None:
    assert {hand.get("visible") for hand in kinds(build_file, "PlayerHand")} == {"false"}
    for card in kinds(build_file, "CardSlot"):
        assert "Chit" in [t.fields[0] for t in read_definition(card.text or "").traits if t.id == "prototype"]
    chit = next(node for node in kinds(build_file, "PrototypeDefinition") if node.get("name") == "Chit")
    assert "obs" in [t.id for t in read_definition(chit.text or "").traits]


def test_the_tracker_follows_the_sequence_of_play(build_file: Element) -> None:
    turns, segments = (node.get("list", "").split(",") for node in kinds(build_file, "ListTurnLevel"))
    assert len(turns) == 10
    letters = [segment.split(" ")[0] for segment in segments]
    assert letters == ["A.1", "A.2", "A.3", "A.4", "B.1", "B.2", "C.1", "C.2", "C.3", "C.4", "C.5", "D"]


def test_the_charts_are_the_referees_own(entries: dict[str, bytes], build_file: Element) -> None:
    titles = [chart.get("chartName") for chart in kinds(build_file, "HtmlChart")]
    assert {"Sequence of play", "Combat Results Table", "City Progress CRT"} <= set(titles)
    crt = entries["chart-crt.html"].decode()
    column = re.findall(r"<th[^>]*>([^<]*)</th>", crt).index("3:1") - 1
    row = next(line for line in crt.split("<tr>") if ">5</th>" in line)
    assert re.findall(r"<td[^>]*>([^<]*)</td>", row)[column] == "D2R"


def test_the_turn_and_operations_markers_start_on_the_first_space(build_file: Element) -> None:
    stacks = kinds(main_map(build_file), "SetupStack")
    on_turn_1 = [
        s for s in stacks if zone_at(build_file, int(s.get("x", "")), int(s.get("y", ""))) == "Turn 1"
    ]
    assert {slot.get("entryName") for stack in on_turn_1 for slot in stack} == {
        "Game turn",
        "Operations phase",
    }


def test_no_machine_is_named_in_the_module(entries: dict[str, bytes], vmod: Path) -> None:
    for name in (name for name in entries if not name.startswith("images/")):
        assert str(vmod.parent).encode() not in entries[name]
        assert b"/home/" not in entries[name]


def test_facts_that_name_what_is_not_there_are_refused_all_at_once(parts: Parts) -> None:
    wrong = ModuleFacts(
        badges=(Badge("ghost", "Ghost", "G"),),
        boxes=Boxes("graveyard", {"army": "station"}),
        decks=(single_cup("cup"),),
        hands={"stalin": ("event-1",), "koniev": ("event-99",)},
        starts=(Start("turn", "nowhere"), Start("ghost", "turn-1")),
    )
    with pytest.raises(ModuleError) as refused:
        check_facts(wrong, parts.roster, parts.layout)
    text = str(refused.value)
    names = ("graveyard", "'cup'", "station", "badge: no marker 'ghost'", "nowhere", "stalin", "event-99")
    assert all(name in text for name in names)
    assert len(refused.value.faults) == 8


@pytest.mark.slow
def test_a_game_folder_of_ones_own_builds_without_facts_or_charts(tmp_path: Path) -> None:
    home = Path(__file__).parents[2]
    own = tmp_path / "own"
    for part, folder in (("map", "maps"), ("counters", "counters")):
        shutil.copytree(home / folder / "raceforberlin", own / part)
    out = build_module(own, tmp_path / "own.vmod")
    assert check_module(out) == []
    with zipfile.ZipFile(out) as archive:
        assert b"DrawPile" not in archive.read("buildFile.xml")


NEAR = [(0, 0), (20, 15), (-20, 15), (-15, -20), (30, 0), (0, -30), (-30, 0), (0, 30)]


def test_what_is_dropped_near_a_counter_in_an_area_makes_a_stack_with_it(vmod: Path) -> None:
    layout, places = draw_layout("raceforberlin")[0], load_places(vmod)
    start = stacks(gather("raceforberlin", layout).start, ROSTER, layout)
    standing = {stack.point for stack in start if not layout.areas[stack.area].loose}
    assert len(standing) > 60
    for x, y in standing:
        assert {places.snap(MAP, (x + dx, y + dy)) for dx, dy in NEAR} == {(x, y)}


def test_whatever_is_dropped_in_a_place_comes_to_lie_on_one_of_its_points(vmod: Path) -> None:
    layout, places = draw_layout("raceforberlin")[0], load_places(vmod)
    for area in layout.areas.values():
        middle = shapely.Polygon(area.outline).representative_point()
        at = (round(middle.x), round(middle.y))
        assert (places.snap(MAP, at) in area.spots) is not area.loose, area.id
        assert area.loose or all(places.snap(MAP, spot) == spot for spot in area.spots), area.id
    assert [area.id for area in layout.areas.values() if area.loose] == ["chits"]


def test_an_island_of_an_area_has_a_point_of_its_own(vmod: Path) -> None:
    layout, places = draw_layout("raceforberlin")[0], load_places(vmod)
    for shadow in layout.shadows:
        (spot,) = shadow.spots
        assert places.snap(MAP, spot) == spot
