"""The drawn board: its size, its parts, and room for counters in every zone."""

from __future__ import annotations

import json
import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import shapely
from PIL import Image, ImageChops

from maps.checking.check import check_map
from maps.drawing.draw import Drawing, draw_board
from maps.drawing.hexes.chart import _SIGN, draw_sign
from maps.drawing.hexes.plan import Plan
from maps.drawing.ink import NARROW, SANS, SMALL_CAPITALS, Ink, Point, text_width
from maps.drawing.panel import TITLE_MM, draw_panel, signs
from maps.drawing.sheet import Sheet, lay_out
from maps.map_faults import MapError
from maps.reading.look import look_of
from maps.reading.palette import usual_palette
from maps.reading.settings import KEY_SIGNS
from tests.maps.conftest import OwnGame

DPI = 60


@pytest.fixture(scope="module")
def drawing() -> Drawing:
    return draw_board("raceforberlin", DPI)


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return lay_out("raceforberlin")


def counter(drawing: Drawing, slot: tuple[int, int]) -> shapely.Polygon:
    half = drawing.counter_px / 2
    return shapely.box(slot[0] - half, slot[1] - half, slot[0] + half, slot[1] + half)


def test_the_sheet_is_a2_landscape(drawing: Drawing) -> None:
    assert drawing.image.size == (round(594 * DPI / 25.4), round(420 * DPI / 25.4))
    assert drawing.counter_px == round(16 * DPI / 25.4)


def test_every_zone_has_room_for_three_counters_and_a_city_for_a_marker_too(drawing: Drawing) -> None:
    for zone, space in drawing.sheet.board.spaces.items():
        slots = drawing.slots(zone)
        assert len(slots) == (4 if space.facts["city"] else 3)
        outline = shapely.Polygon(drawing.outline(zone))
        for slot in slots:
            assert outline.contains(shapely.Point(slot)), zone


def test_no_two_counters_of_the_board_lie_on_each_other(drawing: Drawing) -> None:
    counters = [counter(drawing, slot).buffer(-1) for zone in drawing.places for slot in drawing.slots(zone)]
    tree = shapely.STRtree(counters)
    first, second = tree.query(counters, predicate="intersects")
    shared = [counters[a].intersection(counters[b]).area for a, b in zip(first, second, strict=True) if a < b]
    assert max(shared, default=0.0) < 0.12 * drawing.counter_px**2


def test_every_zone_holds_its_counters_entirely_and_off_its_name(drawing: Drawing) -> None:
    for zone, place in drawing.places.items():
        outline = drawing.sheet.home(zone).zones[zone]
        assert place.size is not None
        name = shapely.box(*place.corner, *(a + b for a, b in zip(place.corner, place.size, strict=True)))
        for x, y in place.slots:
            placed = shapely.box(x - 8, y - 8, x + 8, y + 8)
            assert outline.intersection(placed).area > 0.99 * placed.area, zone
            assert name.intersection(placed).area < 0.03 * placed.area, zone


def test_headings_do_not_lie_on_one_another(sheet: Sheet, drawing: Drawing) -> None:
    from maps.drawing.emblems import headings

    boxes = []
    for zone, place in drawing.places.items():
        width, height = headings(sheet.board.spaces[zone], look_of(sheet.toml))[place.heading].size
        x, y = place.corner
        boxes.append((zone, shapely.box(x, y, x + width, y + height)))
    clashes = [(a, b) for (a, one), (b, two) in combinations(boxes, 2) if one.intersection(two).area > 1]
    assert clashes == []


def test_no_heading_comes_near_a_point_where_zones_meet(sheet: Sheet, drawing: Drawing) -> None:
    from maps.drawing.emblems import headings

    for zone, place in drawing.places.items():
        width, height = headings(sheet.board.spaces[zone], look_of(sheet.toml))[place.heading].size
        x, y = place.corner
        plate = shapely.box(x, y, x + width, y + height)
        assert plate.distance(sheet.home(zone).meetings) > 2.0, zone


def test_headings_keep_off_the_frame(sheet: Sheet, drawing: Drawing) -> None:
    from maps.drawing.emblems import headings

    for zone, place in drawing.places.items():
        left, top, width, height = sheet.home(zone).frame
        inner = shapely.box(left + 1, top + 1, left + width - 1, top + height - 1)
        x, y = place.corner
        wide, high = headings(sheet.board.spaces[zone], look_of(sheet.toml))[place.heading].size
        assert inner.contains(shapely.box(x, y, x + wide, y + high)), zone


def test_headings_hide_few_borders(sheet: Sheet, drawing: Drawing) -> None:
    from maps.drawing.emblems import headings

    hidden = {}
    for zone, place in drawing.places.items():
        width, height = headings(sheet.board.spaces[zone], look_of(sheet.toml))[place.heading].size
        x, y = place.corner
        plate = shapely.box(x, y, x + width, y + height)
        hidden[zone] = plate.intersection(sheet.home(zone).zones[zone].boundary).length
    assert sum(hidden.values()) < 15
    assert [zone for zone, length in hidden.items() if length > 4] == ["spremberg"]


@pytest.mark.slow
def test_headings_cut_few_roads_and_waters(sheet: Sheet, drawing: Drawing) -> None:
    hidden = {}
    for zone, place in drawing.places.items():
        view, (x, y), (wide, high) = sheet.home(zone), place.corner, place.size or (0.0, 0.0)
        plate = shapely.box(x, y, x + wide, y + high)
        hidden[zone] = plate.intersection(shapely.union_all([line.course for line in view.lines])).length
    assert sum(hidden.values()) < 50
    free = (
        "wedding",
        "zossen",
        "cottbus",
        "nauen",
        "konigs-wusterhausen",
        "juterbog",
        "bridgehead",
        "dresden",
    )
    assert all(hidden[zone] == 0 for zone in free)


def test_stretching_keeps_who_touches_whom(sheet: Sheet) -> None:
    for view in sheet.views:
        assert all(shape.is_valid for shape in view.zones.values())
        for a, b in combinations(view.zones, 2):
            assert view.zones[a].intersection(view.zones[b]).area < 0.01, (a, b)
    main = sheet.views[0]
    for a, near in sheet.board.links.items():
        for b, features in near.items():
            if "white-line" not in features:
                assert main.zones[a].intersection(main.zones[b]).length > 3, (a, b)


def test_insert_zones_are_drawn_in_the_insert_and_at_least_twice_as_large(sheet: Sheet) -> None:
    main, insert = sheet.views
    left, top, width, height = insert.frame
    for zone, space in sheet.board.spaces.items():
        if space.facts["insert"]:
            assert sheet.home(zone) is insert
            assert shapely.box(left, top, left + width, top + height).buffer(0.1).contains(insert.zones[zone])
    assert insert.zones["seelow"].area > 4 * main.zones["seelow"].area


def test_points_of_the_map_land_in_their_zone(drawing: Drawing) -> None:
    for zone, space in drawing.sheet.board.spaces.items():
        outline = shapely.Polygon(drawing.outline(zone)).buffer(1)
        assert outline.contains(shapely.Point(drawing.to_pixel(*space.centre))), zone
        assert outline.buffer(drawing.counter_px).contains(shapely.Point(drawing.centre(zone))), zone


def test_turn_track_and_boxes_lie_on_the_sheet_beside_the_map(drawing: Drawing) -> None:
    wanted = {f"turn-{number}" for number in range(1, 11)}
    wanted |= {"support", "vp", "chits", "reinforcements", "eliminated", "xii-army"}
    assert set(drawing.boxes) == wanted
    width, height = drawing.image.size
    rectangles = [shapely.box(*box) for box in drawing.boxes.values()]
    for box in drawing.boxes.values():
        assert 0 < box[0] < box[2] < width and 0 < box[1] < box[3] < height
    assert all(a.intersection(b).area == 0 for a, b in combinations(rectangles, 2))
    zones = [shapely.Polygon(drawing.outline(zone)) for zone in drawing.places]
    assert not any(box.intersects(zone) for box in rectangles for zone in zones)


@pytest.mark.slow
def test_the_same_map_gives_the_same_picture(own_game: OwnGame, drawing: Drawing) -> None:
    again = draw_board(own_game.folder, DPI)
    assert again.image.tobytes() == drawing.image.tobytes()
    assert again.places == drawing.places


def test_a_caller_may_draw_on_the_picture(drawing: Drawing) -> None:
    mine = draw_board("raceforberlin", DPI)
    mine.image.paste((0, 0, 0), (0, 0, 50, 50))
    assert draw_board("raceforberlin", DPI).image.tobytes() == drawing.image.tobytes()


def test_every_heading_is_printed_and_no_two_look_alike(drawing: Drawing) -> None:
    seen = {}
    for zone, place in drawing.places.items():
        left, top = (round(value * drawing.dots_per_mm) for value in place.corner)
        crop = drawing.image.crop((left, top, left + 44, top + 15))
        assert sum(crop.convert("L").histogram()[:70]) > 40, zone
        seen[crop.tobytes()] = zone
    assert len(seen) == len(drawing.places)


@pytest.mark.parametrize("letter", "äöüßÄÖÜłŁąęśźżćńřěščžůýáíéåøæœ")
def test_every_letter_of_a_european_name_has_a_glyph(letter: str) -> None:
    def printed(text: str) -> bytes:
        ink = Ink(8, 8, 100, (255, 255, 255))
        ink.text((4, 4), text, 6, (0, 0, 0), NARROW)
        return ink.finished().tobytes()

    assert printed(letter) not in (printed("\ufffe"), printed(" "))
    assert text_width(letter, 10) > 0


def test_a_broken_map_is_not_drawn_and_all_its_faults_are_told(own_game: OwnGame) -> None:
    own_game.replace("links.csv", "calau,cottbus,\n", "")
    own_game.replace("map.toml", "columns = 5", "columns = 0")
    own_game.reshape("zones.geojson", lambda features: features.pop(5))
    with pytest.raises(MapError) as error:
        draw_board(own_game.folder, DPI)
    assert [fault.kind for fault in error.value.faults] == ["one-way link", "bad value", "no outline"]


def test_a_bare_map_without_sheet_settings_or_facts_is_drawn(tmp_path: Path) -> None:
    """The least a maker of a new game can begin with: two zones that touch."""
    folder = tmp_path / "small" / "map"
    folder.mkdir(parents=True)
    (folder / "map.toml").write_text(
        'title = "Small"\norigin = [10, 50]\ntolerance_km = 1\n', encoding="utf-8"
    )
    (folder / "places.csv").write_text("id,name,lat,lon\na,A,50,9.9\nb,B,50,10.1\n", encoding="utf-8")
    (folder / "links.csv").write_text("zone,neighbour,features\na,b,\nb,a,\n", encoding="utf-8")
    features = []
    for zone, west, east in (("a", 9.8, 10.0), ("b", 10.0, 10.2)):
        ring = [[west, 49.9], [east, 49.9], [east, 50.1], [west, 50.1], [west, 49.9]]
        shape = {"type": "Polygon", "coordinates": [ring]}
        features.append({"type": "Feature", "properties": {"id": zone}, "geometry": shape})
    for name, content in (("zones", features), ("lines", [])):
        text = json.dumps({"type": "FeatureCollection", "features": content})
        (folder / f"{name}.geojson").write_text(text, encoding="utf-8")
    assert check_map(folder.parent).faults == ()
    small = draw_board(folder.parent, DPI)
    assert small.image.size == (992, 702)
    assert small.boxes == {} and len(small.slots("a")) == 3


def test_the_settings_know_every_sign_of_the_key() -> None:
    assert set(signs(look_of({}), usual_palette())) == KEY_SIGNS | look_of({}).keys


@pytest.mark.slow
def test_a_board_may_have_marks_and_grounds_of_its_own_and_a_key_of_them(own_game: OwnGame) -> None:
    own_game.replace(
        "map.toml",
        "[sheet.turns]",
        """[[sheet.area_mark]]
fact = "vp"
shape = "medal"
colours = ["#102030", "#ffffff", "#ffffff", "#102030"]
[[sheet.area_ground]]
fact = "city"
colour = "#a0b0c0"
[sheet.turns]""",
    )
    toml = read_toml(own_game)
    assert [mark.key for mark in look_of(toml).marks] == ["vp"]
    assert [ground.colour for ground in look_of(toml).grounds] == [(160, 176, 192)]
    wrong = [fault.message for fault in check_map(own_game.folder).faults if "key is about" in fault.message]
    assert wrong and "garrison" in wrong[0]
    own_game.replace("map.toml", '"#ffffff", "#102030"]', '"#102030"]')
    assert any("a medal has 4" in fault.message for fault in check_map(own_game.folder).faults)
    front = '[sheet.area_front]\nfact = "front"\nsign = "XX"\ncolours = ["#102030"]\n[sheet.turns]'
    own_game.replace("map.toml", "[sheet.turns]", front)
    assert any("write two colours" in fault.message for fault in check_map(own_game.folder).faults)


@pytest.mark.slow
def test_the_key_explains_a_white_line_that_is_drawn_as_dots(own_game: OwnGame, drawing: Drawing) -> None:
    toml = read_toml(own_game)
    assert toml["sheet"]["key"]["long-link"] == "white dots: the same"
    own_game.replace("map.toml", 'long-link = "white dots: the same"', "")
    without = draw_board(own_game.folder, DPI)
    assert key_of(without, toml).tobytes() != key_of(drawing, toml).tobytes()


@pytest.mark.slow
def test_a_long_meaning_stays_within_the_key(own_game: OwnGame, drawing: Drawing) -> None:
    toml = read_toml(own_game)
    own_game.replace("map.toml", 'link = "white line: adjacent"', f'link = "{"a long meaning " * 6}"')
    long = draw_board(own_game.folder, DPI)
    left, top, width, height = toml["sheet"]["key_mm"]
    assert key_of(long, toml).tobytes() != key_of(drawing, toml).tobytes()
    right = (left + width + 0.5, top, 594.0, top + height)
    assert crop_mm(long, right).tobytes() == crop_mm(drawing, right).tobytes()


def read_toml(own_game: OwnGame) -> dict[str, Any]:
    return tomllib.loads((own_game.map / "map.toml").read_text(encoding="utf-8"))


def key_of(drawn: Drawing, toml: dict[str, Any]) -> Image.Image:
    left, top, width, height = toml["sheet"]["key_mm"]
    return crop_mm(drawn, (left, top, left + width, top + height))


def crop_mm(drawn: Drawing, box: tuple[float, float, float, float]) -> Image.Image:
    left, top, right, bottom = (round(mm * drawn.dots_per_mm) for mm in box)
    return drawn.image.crop((left, top, right, bottom))


class Texts(Ink):
    """A sheet that remembers what is written on it: the text, where, and how large."""

    def __init__(self) -> None:
        super().__init__(200, 200, 20, (255, 255, 255))
        self.said: dict[str, tuple[Point, float]] = {}

    def text(self, at: Point, text: str, size: float, *how: Any, **more: Any) -> None:
        self.said[text] = (at, size)


def test_the_title_of_a_narrow_box_fits_it_and_a_turn_stands_above_its_notes() -> None:
    ink, title = Texts(), "Soviet Activation Cards: discards"
    turns = {"title": "Turns", "mm": [10, 60, 60, 30], "columns": 2, "dates": ["May", "June"], "note_mm": 3.3}
    notes = {"notes": {"2": "one\ntwo\nthree\nfour"}}
    box = {"id": "cards", "title": title, "mm": [10, 10, 40, 40]}
    draw_panel(ink, {"title": "T", "sheet": {"box": [box], "turns": turns | notes}}, usual_palette())
    assert (
        text_width(title, ink.said[title][1], SMALL_CAPITALS)
        <= 36.01
        < text_width(title, TITLE_MM, SMALL_CAPITALS)
    )
    (_, y), size = ink.said["2"]
    assert y + size * 0.35 <= ink.said["one"][0][1] - 3.3 * 0.35
    assert ink.said["1"][1] > size


def test_title_subtitle_and_note_grow_with_their_frame_and_stay_within_it() -> None:
    said: dict[str, tuple[Point, float]] = {}
    for subtitle in ("May", "Escape from a pocket, 12 to 29 December 1942"):
        ink = Texts()
        toml = {
            "title": "Thunder",
            "subtitle": subtitle,
            "sheet": {"title_mm": [5, 5, 110, 54], "note": "Ours"},
        }
        draw_panel(ink, toml, usual_palette())
        said |= ink.said
    long = "Escape from a pocket, 12 to 29 December 1942"
    assert text_width(long, said[long][1], SANS) <= 110.01
    assert said["May"][1] > 4.6 and said["Ours"][1] > 2.5
    (_, y), size = said["Ours"]
    assert said["May"][0][1] + said["May"][1] / 2 < y - size / 2 and y + size / 2 <= 59


@pytest.mark.parametrize("sign", ["woods", "marsh", "hill", "town", "city", "village"])
def test_a_sign_of_a_chart_is_no_higher_than_its_row(sign: str) -> None:
    sheet, tall = lay_out("amberroad"), 5.0
    assert sheet.board.grid is not None
    plan, ink = Plan(sheet, sheet.board.grid), Ink(60, 40, 100, (255, 255, 255))
    draw_sign(ink, plan, (30, 20), sign, tall)
    _, top, _, bottom = ImageChops.invert(ink.finished()).getbbox() or (0, 0, 0, 0)
    assert 0 < bottom - top <= tall / 25.4 * 100


@pytest.mark.parametrize(
    ("game", "sign"),
    [("redvengeance", "reichstag"), ("redvengeance", "boulevard"), ("panzerkorps48", "lake")],
)
def test_a_sign_of_a_chart_is_drawn_and_keeps_to_its_column(game: str, sign: str) -> None:
    sheet = lay_out(game)
    assert sheet.board.grid is not None
    plan, ink = Plan(sheet, sheet.board.grid), Ink(60, 40, 50, (255, 255, 255))
    draw_sign(ink, plan, (30, 20), sign)
    left, _, right, _ = ImageChops.invert(ink.finished()).getbbox() or (0, 0, 0, 0)
    assert 0 < right - left <= 1.02 * _SIGN * plan.size / 25.4 * 50 + 2
