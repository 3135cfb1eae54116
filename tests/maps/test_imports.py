"""hexpost map import: drawings of others become map folders that hexpost reads, or they are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import shapely
from PIL import Image
from typer.testing import CliRunner, Result

from maps.checking.check import check_map
from maps.checking.proof import draw_proof, upright
from maps.cli import app
from maps.drawing.draw import draw_board
from maps.imports.geojson import read_geojson
from maps.imports.meeting import meeting
from maps.imports.svg import read_svg
from maps.imports.svg_path import path_lines, placed, transformation
from maps.imports.triplea import read_triplea
from maps.map_faults import MapError
from maps.measuring.space_finder import SpaceFinder
from maps.reading.geometry import outlines
from maps.reading.load import load_board

RUN = CliRunner()
Feature = dict[str, Any]
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">'
)
# Three areas in a row, drawn a little carelessly, an enclave in the third, a river between the first two.
DRAWN = (
    HEAD
    + """
<script>alert("never run")</script>
<image xlink:href="http://example.org/scan.png" width="300" height="100"/>
<g inkscape:groupmode="layer" inkscape:label="Areas" transform="translate(10 20)">
  <path inkscape:label="Müritz" d="M 0,0 H 100 v 100 h -100 z"/>
  <rect x="100.1" y="0" width="99.8" height="100"><title>Pommern</title></rect>
  <path d="m 200,0 l 100,0 l 0,100 l -100,0 z M 240,40 v 20 h 20 v -20 z"/>
  <polygon inkscape:label="Insel" points="240,40 240,60 260,60 260,40"/>
</g>
<g inkscape:groupmode="layer" inkscape:label="Names"><text x="220" y="100"><tspan>Warthe</tspan></text></g>
<g inkscape:groupmode="layer" inkscape:label="Terrain">
  <rect inkscape:label="Woods" x="5" y="15" width="106" height="110"/>
</g>
<g inkscape:groupmode="layer" inkscape:label="Rivers"><path d="M 110,15 C 110,50 110,80 110,125"/></g>
<g inkscape:groupmode="layer" inkscape:label="Roads"><line x1="150" y1="70" x2="230" y2="70"/></g>
<g inkscape:groupmode="layer" inkscape:label="Areas" style="display:none"><circle r="9"/></g>
</svg>"""
)


def written(folder: Path, text: str, name: str = "map.svg") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def imported(folder: Path, text: str, name: str = "map.svg", *more: str) -> Path:
    result = RUN.invoke(app, ["import", str(written(folder, text, name)), str(folder / "game"), *more])
    assert result.exit_code == 0, result.output
    return folder / "game"


def test_an_inkscape_drawing_becomes_a_map_without_faults(tmp_path: Path) -> None:
    game = imported(tmp_path, DRAWN)
    checked = check_map(game)
    assert checked.faults == ()
    board = load_board(game)
    assert set(board.spaces) == {"muritz", "pommern", "warthe", "insel"}
    assert board.links["muritz"] == {"pommern": frozenset({"river"})}
    assert board.links["pommern"]["warthe"] == frozenset({"road"})
    assert board.links["insel"] == {"warthe": frozenset()}
    assert board.spaces["muritz"].facts["terrain"] == "woods"
    assert board.spaces["pommern"].facts["terrain"] == ""


def test_areas_drawn_with_gaps_share_their_borders_point_by_point(tmp_path: Path) -> None:
    areas = load_board(imported(tmp_path, DRAWN)).areas
    corners = {name: set(area.outline) for name, area in areas.items()}
    assert len(corners["muritz"] & corners["pommern"]) == 2
    assert len(corners["pommern"] & corners["warthe"]) == 2


def test_scripts_and_pictures_are_named_as_left_out(tmp_path: Path) -> None:
    drawing = read_svg(written(tmp_path, DRAWN))
    assert drawing.left_out == ["1 image", "1 script"]


def test_a_map_is_never_written_over(tmp_path: Path) -> None:
    game = imported(tmp_path, DRAWN)
    before = (game / "map" / "map.toml").read_bytes()
    result = RUN.invoke(app, ["import", str(tmp_path / "map.svg"), str(game)])
    assert isinstance(result.exception, MapError)
    assert "there is a map already" in str(result.exception)
    assert (game / "map" / "map.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "map.svg"),
        ("<svg", "map.svg:1: not XML"),
        ("<html/>", "not SVG"),
        (HEAD + "</svg>", "no layer 'areas' with shapes: no layer has shapes"),
        (
            DRAWN.replace('"Areas"', '"Provinces"'),
            "the layers with shapes are 'provinces', 'terrain', 'rivers'",
        ),
        (
            '<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]>' + HEAD + "&c;</svg>",
            "it declares entities",
        ),
        (DRAWN.replace("H 100", "H x"), "the path cannot be read"),
        (DRAWN.replace(' inkscape:label="Insel"', ""), "a shape without a name"),
        (DRAWN.replace("Insel", "muritz"), "would both be 'muritz'"),
        (DRAWN.replace("translate(10 20)", "matrix(1 2)"), "the g cannot be read"),
        (DRAWN.replace("240,40 240,60 260,60 260,40", "240,40 240,60 260"), "the polygon cannot be read"),
    ],
)
def test_a_drawing_at_fault_is_refused_and_nothing_written(tmp_path: Path, text: str, said: str) -> None:
    result = RUN.invoke(app, ["import", str(written(tmp_path, text)), str(tmp_path / "game")])
    assert isinstance(result.exception, MapError)
    assert said in str(result.exception)
    assert not (tmp_path / "game").exists()


def test_a_path_of_arcs_and_curves_keeps_its_size() -> None:
    (circle,) = path_lines("M 10 0 A 10 10 0 0 1 -10 0 a 10 10 0 0 1 20 0 Z")
    assert shapely.Polygon(circle).area == pytest.approx(314, abs=4)
    assert shapely.Polygon(circle).bounds == pytest.approx((-10, -10, 10, 10), abs=0.2)
    (curve,) = path_lines("M0 0 C 0 10 10 10 10 0 S 20 -10 20 0 Q 25 5 30 0 T 40 0")
    assert curve[-1] == (40, 0)
    assert max(y for _, y in curve) == pytest.approx(7.5)
    assert min(y for x, y in curve if x > 30) == pytest.approx(-2.5, abs=0.1)


def test_transformations_are_done_from_the_right() -> None:
    assert placed(transformation("translate(10,0) rotate(90) scale(2)"), (1, 0)) == pytest.approx((10, 2))
    assert placed(transformation("rotate(90 5 5)"), (5, 0)) == pytest.approx((10, 5))
    assert placed(transformation("skewX(45)"), (0, 3)) == pytest.approx((3, 3))


SQUARES = [[[0, 0], [50, 0], [50, 50], [0, 50], [0, 0]], [[50, 0], [90, 0], [90, 50], [50, 50], [50, 0]]]


def collection(scale: float, *more: Feature) -> str:
    features: list[Feature] = [
        {
            "type": "Feature",
            "properties": {"name": name},
            "geometry": {"type": "Polygon", "coordinates": [[[x * scale, y * scale] for x, y in ring]]},
        }
        for name, ring in zip(("West", "East"), SQUARES, strict=True)
    ]
    return json.dumps({"type": "FeatureCollection", "features": [*features, *more]})


def test_geojson_in_pixels_is_turned_upright(tmp_path: Path) -> None:
    river: Feature = {
        "type": "Feature",
        "properties": {"kind": "river"},
        "geometry": {"type": "LineString", "coordinates": [[501, 0], [499, 500]]},
    }
    game = imported(tmp_path, collection(10, river), "areas.geojson")
    board = load_board(game)
    assert board.links["west"] == {"east": frozenset({"river"})}
    assert min(y for _, y in board.areas["west"].outline) == -500
    assert check_map(game).faults == ()


def test_geojson_in_degrees_becomes_kilometres(tmp_path: Path) -> None:
    drawing = read_geojson(written(tmp_path, collection(0.1), "areas.geojson"))
    west = drawing.areas["West"]
    assert west.bounds[3] - west.bounds[1] == pytest.approx(5 * 111.32)


def test_geojson_faults_come_all_at_once(tmp_path: Path) -> None:
    bad: list[Feature] = [
        {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [SQUARES[0]]}},
        {"type": "Feature", "properties": {"name": "X"}, "geometry": {"type": "Polygon", "coordinates": "x"}},
        {"type": "Feature", "properties": {"name": "Y"}, "geometry": None},
    ]
    with pytest.raises(MapError) as raised:
        read_geojson(written(tmp_path, collection(1, *bad), "areas.geojson"))
    assert [fault.kind for fault in raised.value.faults] == ["no name", "bad feature", "bad feature"]


def with_contacts(contacts: object, *more: Feature) -> str:
    return json.dumps({**json.loads(collection(10, *more)), "contacts": contacts})


def test_a_drawing_that_says_who_touches_whom_is_believed(tmp_path: Path) -> None:
    game = imported(tmp_path, with_contacts([["East", "West", 500], ["West", "East", 500]]), "a.geojson")
    assert load_board(game).links["west"] == {"east": frozenset()}
    assert "tolerance_km = 250.0 " in (game / "map" / "map.toml").read_text(encoding="utf-8")
    assert check_map(game).faults == ()


def test_contacts_that_no_length_tells_from_corners_are_believed_all_the_same(tmp_path: Path) -> None:
    ring = [[950, 0], [990, 0], [990, 50], [950, 0]]
    isle: Feature = {
        "type": "Feature",
        "properties": {"name": "Isle"},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }
    game = imported(tmp_path, with_contacts([["East", "Isle", 0]], isle), "a.geojson")
    assert load_board(game).links == {
        "west": {},
        "east": {"isle": frozenset()},
        "isle": {"east": frozenset()},
    }
    assert "tolerance_km" not in (game / "map" / "map.toml").read_text(encoding="utf-8")
    assert check_map(game).faults == ()


@pytest.mark.parametrize(
    ("contacts", "said"),
    [
        ("East", ["write a list of [one, other, length]"]),
        (
            [["East", "Wst", 9], 7],
            ["contact 1: unknown area: no area is named 'Wst'", "contact 2: bad contact: read 7;"],
        ),
        ([["East", "East", 9]], ["'East' touches itself"]),
        ([["East", "West"]], ["write [one, other, length]"]),
        ([["East", "West", float("nan")]], ["write [one, other, length]"]),
        ([["East", "West", 10**400]], ["write [one, other, length]"]),
        ([["East", "West", -1]], ["write [one, other, length]"]),
    ],
)
def test_contacts_at_fault_are_told_all_at_once(tmp_path: Path, contacts: object, said: list[str]) -> None:
    with pytest.raises(MapError) as raised:
        read_geojson(written(tmp_path, with_contacts(contacts), "areas.geojson"))
    assert [part for part in said if part not in str(raised.value)] == []


POLYGONS = """Ruhr  <  (0,0) (50,0) (50,60) (0,60) >
Saar  <  (50,0) (90,0) (90,60) (50,60)  > < (100,0) (110,0) (110,10) >
"""


def test_triplea_polygons_become_areas_with_their_islands(tmp_path: Path) -> None:
    centres = written(tmp_path, "Ruhr  (25,30)\nSaar  (70,30)\n", "centers.txt")
    game = imported(tmp_path, POLYGONS, "polygons.txt", "--centres", str(centres))
    board = load_board(game)
    assert board.links["ruhr"] == {"saar": frozenset()}
    assert len(board.areas["saar"].also) == 1
    checked = check_map(game)
    assert checked.faults == ()
    at = SpaceFinder(board, checked.geometry).at_all([(25, -30), (70, -30), (107, -3), (95, -30)])
    assert at == ["ruhr", "saar", "saar", None]


def test_an_enclave_is_drawn_without_a_line_that_leads_out(tmp_path: Path) -> None:
    """Its neighbour is one ring in map.toml, with a slit; that is no border."""
    text = "Land < (0,0) (300,0) (300,100) (0,100) >\nInner < (20,40) (40,40) (40,60) (20,60) >\n"
    game = imported(tmp_path, text, "polygons.txt")
    checked, around = check_map(game), [(x, y) for x in range(10, 51) for y in (30, 70)]
    around += [(x, y) for y in range(30, 71) for x in (10, 50)]
    land = checked.geometry.zones["land"]
    assert not land.interiors
    assert [len(ring) for ring in outlines(land)] == [5, 5]
    proof = draw_proof(checked, Image.new("RGB", (300, 100)), upright, {})
    assert [at for at in around if proof.getpixel(at) == (20, 60, 200)] == []
    assert proof.getpixel((30, 40)) == (20, 60, 200)
    board = draw_board(game, 60)
    pixels = [board.to_pixel(x, -y) for x, y in around]
    assert len({board.image.getpixel((round(x), round(y))) for x, y in pixels}) == 1


# Two lands with three pixels of ink between them, a lake of nobody's in one, both in a sea drawn over them.
INKED = """West <  (100,100) (298,100) (298,399) (100,399) >
East <  (301,100) (500,100) (500,399) (301,399) >
Sea <  (0,0) (1000,0) (1000,500) (0,500) >
Far < (600,40) (900,40) (900,460) (600,460) > <  (950,20) (950,20) (950,20) >
"""


@pytest.mark.slow
def test_areas_parted_by_bands_of_ink_touch_one_another(tmp_path: Path) -> None:
    game = imported(
        tmp_path, INKED.replace("Sea <  (0,0) (1000,0) (1000,500) (0,500) >\n", ""), "polygons.txt"
    )
    board = load_board(game)
    assert {one: set(near) for one, near in board.links.items()} == {
        "west": {"east"},
        "east": {"west"},
        "far": set(),
    }
    ends = [max(x for x, _ in board.areas["west"].outline), min(x for x, _ in board.areas["east"].outline)]
    assert ends == pytest.approx([299.5, 299.5], abs=1)
    assert check_map(game).faults == ()


def test_an_island_drawn_over_its_sea_is_out_of_the_sea(tmp_path: Path) -> None:
    result = RUN.invoke(
        app, ["import", str(written(tmp_path, INKED, "polygons.txt")), str(tmp_path / "game"), "--json"]
    )
    assert json.loads(result.stdout)["left_out"] == ["an outline of Far that encloses nothing"]
    board = load_board(tmp_path / "game")
    assert {one: set(near) for one, near in board.links.items()}["sea"] == {"west", "east", "far"}
    geometry = check_map(tmp_path / "game").geometry.zones
    shared = sum(
        a.intersection(b).area for one, a in geometry.items() for two, b in geometry.items() if one < two
    )
    assert shared < 1


@pytest.mark.slow
def test_a_lake_of_nobody_stays_nobody_s() -> None:
    ring = shapely.box(0, 0, 100, 100).difference(shapely.box(30, 30, 70, 70))
    made = meeting(
        {"ring": ring, "far": shapely.box(101, 0, 200, 100), "farther": shapely.box(201, 0, 300, 100)}
    )
    assert made["ring"].area == pytest.approx(8400 + 50, abs=20)
    assert shapely.coverage_is_valid(list(made.values()))


def test_an_area_drawn_twice_under_two_names_is_refused() -> None:
    land = shapely.box(0, 0, 100, 100)
    with pytest.raises(MapError, match="nothing left: other areas lie over all of it"):
        meeting({"Memel": land, "Klaipeda": land, "Sea": shapely.box(100, 0, 300, 100)})


def test_outlines_that_enclose_nothing_make_no_map(tmp_path: Path) -> None:
    nothing = written(tmp_path, "Line <  (1,1) (2,2) (3,3) >\n", "polygons.txt")
    result = RUN.invoke(app, ["import", str(nothing), str(tmp_path / "game")])
    assert "no outline encloses any ground" in str(result.exception)
    assert not (tmp_path / "game").exists()


def test_triplea_faults_name_file_and_line(tmp_path: Path) -> None:
    polygons = written(tmp_path, POLYGONS + "Nowhere <  (1,1) (2,2) >\nnonsense\n", "polygons.txt")
    centres = written(tmp_path, "Ruhr (25,30)\nElsass (1,1)\nwhat\n", "centers.txt")
    with pytest.raises(MapError) as raised:
        read_triplea(polygons, centres)
    assert [(fault.file, fault.where, fault.kind) for fault in raised.value.faults] == [
        ("polygons.txt", "line 3", "bad line"),
        ("polygons.txt", "line 4", "bad line"),
        ("centers.txt", "line 2", "unknown area"),
        ("centers.txt", "line 3", "bad line"),
        ("centers.txt", "", "no centre"),
    ]


def test_a_file_of_another_kind_is_refused_with_what_can_be_read(tmp_path: Path) -> None:
    result = RUN.invoke(app, ["import", str(written(tmp_path, "x", "map.pdf")), str(tmp_path / "game")])
    assert "give an .svg, a .geojson or a polygons.txt" in str(result.exception)


def picture(folder: Path, name: str = "scan.png", size: tuple[int, int] = (900, 500)) -> Path:
    Image.effect_noise(size, 50).save(folder / name, dpi=(120, 120))
    return folder / name


def with_art(folder: Path, scan: Path, text: str = collection(10)) -> Result:
    areas = str(written(folder, text, "areas.geojson"))
    return RUN.invoke(app, ["import", areas, str(folder / "game"), "--art", str(scan)])


@pytest.mark.parametrize("name", ["scan.png", "scan.jpg", "scan.tif"])
def test_traced_areas_lie_on_the_scan_they_were_traced_from(tmp_path: Path, name: str) -> None:
    scan = picture(tmp_path, name)
    assert with_art(tmp_path, scan).exit_code == 0
    held = tmp_path / "game" / "map" / f"art{scan.suffix}"
    assert held.read_bytes() == scan.read_bytes()
    assert check_map(tmp_path / "game").faults == ()
    drawing = draw_board(tmp_path / "game")
    assert drawing.image.size == (900, 500)
    assert drawing.dots_per_mm == pytest.approx(120 / 25.4)
    assert sorted(drawing.outline("east")) == [(500, 0), (500, 500), (900, 0), (900, 500)]


def test_a_scan_of_another_kind_becomes_a_png_beside_the_map(tmp_path: Path) -> None:
    assert with_art(tmp_path, picture(tmp_path, "scan.gif")).exit_code == 0
    with Image.open(tmp_path / "game" / "map" / "art.png") as held:
        assert (held.format, held.size) == ("PNG", (900, 500))


def test_small_pixels_on_a_scan_are_not_taken_for_degrees(tmp_path: Path) -> None:
    scan = picture(tmp_path, size=(90, 50))
    assert with_art(tmp_path, scan, collection(1)).exit_code == 0
    assert min(y for _, y in load_board(tmp_path / "game").areas["west"].outline) == -50


def test_triplea_polygons_lie_on_their_picture(tmp_path: Path) -> None:
    scan = str(picture(tmp_path, size=(120, 70)))
    game = imported(tmp_path, POLYGONS, "polygons.txt", "--art", scan)
    assert draw_board(game).outline("ruhr")[0] in ((0, 0), (50, 0), (50, 60), (0, 60))


@pytest.mark.parametrize(
    ("scan", "said"),
    [
        ("none.png", "there is no such file"),
        ("areas.geojson", "this is not a picture that can be read"),
        ("small.png", "areas reach from 0, 0 to 900, 500, but the picture has 300 x 200 pixels"),
        ("half.png", "the picture is damaged or not complete"),
    ],
)
def test_art_that_does_not_do_is_refused_and_nothing_written(tmp_path: Path, scan: str, said: str) -> None:
    picture(tmp_path, "small.png", (300, 200))
    half = picture(tmp_path, "half.png")
    half.write_bytes(half.read_bytes()[:9000])
    result = with_art(tmp_path, tmp_path / scan)
    assert result.exit_code == 1
    assert said in str(result.exception)
    assert not (tmp_path / "game").exists()


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "game").write_text("a file", encoding="utf-8")
    result = with_art(tmp_path, picture(tmp_path))
    assert isinstance(result.exception, MapError)
    assert "cannot be written" in str(result.exception)
    assert (tmp_path / "game").read_text(encoding="utf-8") == "a file"


@pytest.mark.parametrize(
    "shape",
    [
        '<rect width="1e999" height="9"/>',
        '<rect width="1e300" height="9"/>',
        '<path d="M 0 0 L 1e999 5 L 3 3 Z"/>',
        '<path d="M 0 0 a 1e200 1e200 0 0 1 5 5 L 3 3 Z"/>',
        '<g transform="scale(1e8)"><rect transform="scale(1e8)" width="9" height="9"/></g>',
        '<circle r="1e999"/>',
    ],
)
def test_a_shape_beyond_every_drawing_is_a_fault_with_its_line(tmp_path: Path, shape: str) -> None:
    layer = f'<g inkscape:groupmode="layer" inkscape:label="areas">\n{shape}\n</g>'
    space = "http://www.inkscape.org/namespaces/inkscape"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="{space}">\n{layer}\n</svg>'
    with pytest.raises(MapError, match=r"map\.svg:3: bad shape: .* farther than any drawing reaches"):
        read_svg(written(tmp_path, svg))
