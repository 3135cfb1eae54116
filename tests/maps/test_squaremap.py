"""A folder with a board of squares or areas loads as a Board, draws and checks, or says all that is wrong."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
import shapely

from maps.checking.check import check_map
from maps.drawing.draw import Drawing, draw_board
from maps.drawing.squaredraw import _SIDE, MOST_MM, letters_mm, slots_in
from maps.reading.load import load_board
from tests.maps.test_hexmap import faults_of, write_game

TOML = """
game = "squaretest"
title = "Square test"

[squares]
columns = 6
rows = 5
wide = 2.0
missing = ["0101"]

[facts]
terrain = "text"

[default]
terrain = "clear"

[features]
river = "river"
road = "road"

[chains]
entry = ["0102", "0201", "sea"]

[[area]]
name = "Sea"
outline = [[11, 1], [15, 1], [15, -9], [11, -9]]

[sheet]
size_mm = [200, 160]
tints = { town = "#d0a0a0" }
"""
PLACES = "id,name,terrain\n0303,Lauban,town\nsea,North Sea,\n"
LINKS = "square,neighbour,features\n0303,0304,river road\nsea,0601,\nSea,0602,river\n"


def test_every_square_and_area_is_a_space(tmp_path: Path) -> None:
    board = load_board(write_game(tmp_path / "g", TOML, PLACES, LINKS))
    assert len(board.spaces) == 6 * 5 - 1 + 1
    assert board.is_gridded and board.grid is None
    assert dict(board.spaces["0303"].facts) == {"name": "Lauban", "terrain": "town"}
    assert board.spaces["sea"].name == "Sea" and board.spaces["sea"].centre == (13.0, -4.0)
    assert board.neighbours("0202") == ("0201", "0302", "0203", "0102")
    assert board.neighbours("sea") == ("0601", "0602")
    assert board.between("0602", "sea") == {"river"}
    assert board.chains["entry"] == ("0102", "0201", "sea")


def test_it_is_drawn_with_a_place_for_counters_in_every_space(tmp_path: Path) -> None:
    drawing = draw_board(write_game(tmp_path / "g", TOML, PLACES, LINKS), 60)
    assert drawing.places.keys() == drawing.sheet.board.spaces.keys()
    assert len(drawing.slots("sea")) > 3
    left, top = drawing.outline("0303")[0]
    colour = drawing.image.getpixel((left + 12, top + 20))
    assert colour == (0xD0, 0xA0, 0xA0)


def test_an_island_has_the_colour_of_its_area(tmp_path: Path) -> None:
    toml = TOML.replace('"Sea"\n', '"Sea"\nalso = [[[11, -11], [15, -11], [15, -15], [11, -15]]]\n')
    drawing = draw_board(write_game(tmp_path / "g", toml, PLACES.replace("Sea,", "Sea,town"), LINKS), 60)
    x, y = drawing.to_pixel(14, -14)
    assert drawing.image.getpixel((round(x), round(y))) == (0xD0, 0xA0, 0xA0)


def test_nothing_is_wrong_with_it(tmp_path: Path) -> None:
    assert check_map(write_game(tmp_path / "g", TOML, PLACES, LINKS)).faults == ()


def test_what_lies_over_another_or_crosses_itself_is_told(tmp_path: Path) -> None:
    over = TOML.replace("[[11, 1], [15, 1]", "[[8, 1], [15, 1]")
    kinds = {(f.kind, f.where) for f in check_map(write_game(tmp_path / "g", over, PLACES, LINKS)).faults}
    assert ("overlap", "sea") in kinds
    bow = TOML.replace("[[11, 1], [15, 1], [15, -9], [11, -9]]", "[[11, 1], [15, -9], [15, 1], [11, -9]]")
    kinds = {(f.kind, f.where) for f in check_map(write_game(tmp_path / "h", bow, PLACES, LINKS)).faults}
    assert kinds == {("bad outline", "area sea")}


def test_ground_without_a_colour_is_told(tmp_path: Path) -> None:
    plain = TOML.replace('tints = { town = "#d0a0a0" }', "")
    (fault,) = check_map(write_game(tmp_path / "g", plain, PLACES, LINKS)).faults
    assert fault.kind == "no colour" and "'town' (in 0303)" in fault.message


def test_words_of_borders_are_told_apart(tmp_path: Path) -> None:
    """A mountain and a pass, both along the border: a line, and dashes on a pale ground."""
    toml = TOML.replace('river = "river"', 'river = "river"\nmountain = "side"\npass = "side"\nwall = "side"')
    seen = dict[str, list[bool]]()
    for word in ("mountain", "pass", "wall"):
        links = f"square,neighbour,features\n0303,0304,{word}\n"
        drawing = draw_board(write_game(tmp_path / word, toml, PLACES, links), 60)
        seen[word] = along(drawing)
    assert len({tuple(one) for one in seen.values()}) == 3
    assert all(seen["mountain"]) and 0.3 < sum(seen["pass"]) / len(seen["pass"]) < 0.8


def along(drawing: Drawing) -> list[bool]:
    """Whether each pixel is brown in the middle of the border between 0303 and 0304, from end to end."""
    lower = shapely.Polygon(drawing.outline("0304"))
    left, top, right, _ = lower.bounds
    row = [drawing.image.getpixel((x, round(top))) for x in range(round(left) + 8, round(right) - 8)]
    return [one == _SIDE for one in row]


def test_the_name_of_an_area_is_as_large_as_its_room_allows(tmp_path: Path) -> None:
    wide, low = shapely.box(0, 0, 120, 80), shapely.box(0, 0, 40, 24)
    assert (
        letters_mm(wide, "Long Wood", (60, 40), 16, 0)
        == MOST_MM
        > letters_mm(low, "Long Wood", (20, 16), 16, 0)
    )
    narrow = shapely.box(0, 0, 20, 80)
    assert letters_mm(narrow, "Long Wood", (10, 40), 16, 0) < letters_mm(narrow, "Ford", (10, 40), 16, 0)
    assert letters_mm(narrow, "Ford", (10, 40), 16, 2) < letters_mm(narrow, "Ford", (10, 40), 16, 0), (
        "two marks"
    )


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("columns = 6", "columns = 0", "bad value"),
        ("wide = 2.0", "wide = 0", "bad value"),
        ("wide = 2.0", "broad = 2.0", "unknown setting"),
        ('missing = ["0101"]', 'missing = ["0909"]', "unknown square"),
        ("rows = 5", "rows = 5\nnumbering = { row = { digits = 0 } }", "bad value"),
        ("rows = 5", 'rows = 5\nnumbering = { column = { letters = "doubled", first = 0 } }', "bad value"),
        ("rows = 5", 'rows = 5\nnumbering = { before = "$" }', "bad value"),
        ('name = "Sea"', 'name = "0202"', "named twice"),
        ('name = "Sea"', 'name = "!!"', "named twice"),
        ("outline = [[11, 1], [15, 1], [15, -9], [11, -9]]", "outline = [[11, 1], [15, 1]]", "bad value"),
        ('name = "Sea"', 'name = "Sea"\ncolour = "blue"', "unknown setting"),
        ("columns = 6\nrows = 5", "columns = 400\nrows = 400", "bad value"),
    ],
)
def test_a_setting_at_fault_is_told(old: str, new: str, kind: str, tmp_path: Path) -> None:
    assert old in TOML
    faults = faults_of(write_game(tmp_path / "g", TOML.replace(old, new), PLACES, LINKS))
    assert ("map.toml", kind) in {(file, found) for file, _, found in faults}


@pytest.mark.parametrize(
    ("links", "kind"),
    [
        ("square,neighbour,features\n0202,0303,river\n", "no border"),
        ("square,neighbour,features\n0202,9999,river\n", "unknown square"),
        ("square,neighbour,features\nsea,0601,\n0601,sea,\n", "named twice"),
        ("square,neighbour,features\n0202,0203,canal\n", "unknown feature"),
        ("hex,neighbour,features\n0202,0203,\n", "missing column"),
    ],
)
def test_a_border_at_fault_is_told(links: str, kind: str, tmp_path: Path) -> None:
    assert kind in {found for _, _, found in faults_of(write_game(tmp_path / "g", TOML, PLACES, links))}


def test_a_board_may_have_areas_alone(tmp_path: Path) -> None:
    toml = 'game = "areas"\ntitle = "Areas"\n\n[[area]]\nname = "A"\noutline = [[0, 0], [4, 0], [4, 4]]\n'
    toml += '\n[[area]]\nname = "B!"\nid = "b2"\noutline = [[0, 0], [4, 4], [0, 4]]\n'
    toml += "also = [[[6, 0], [8, 0], [7, 2]]]\n"
    board = load_board(write_game(tmp_path / "g", toml, "", "area,neighbour,features\na,b2,\n"))
    assert board.adjacent("a", "b2") and board.spaces["b2"].name == "B!"
    drawing = draw_board(tmp_path / "g", 60)
    assert drawing.places.keys() == {"a", "b2"}


def test_the_board_that_the_page_shows_is_one(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "maps.md").read_text(encoding="utf-8")
    begin = page.index("    [squares]\n")
    block = page[begin : page.index("\n\n`[hexes]`, `[squares]`", begin)].replace("\n    ", "\n").strip()
    toml = 'game = "page"\ntitle = "Page"\n\n[hexes]\ncolumns = 12\nrows = 10\n\n'
    board = load_board(write_game(tmp_path / "g", toml + block.removeprefix("    "), "", ""))
    assert board.grid and board.squares and len(board.squares.squares) == 30 * 22 - 1
    assert board.squares.label(0, 21) == "A1" and board.areas["sea"].also


@pytest.mark.parametrize(
    ("shape", "least"),
    [
        (shapely.Polygon([(0, 0), (60, 0), (0, 60)]), 1),
        (shapely.Polygon([(0, 0), (40, 0), (60, 25), (50, 60), (10, 50)]), 3),
        (shapely.Polygon([(0, 30), (30, 0), (60, 30), (30, 60)]), 2),
    ],
)
def test_counters_of_an_area_lie_inside_it_with_their_corners(shape: shapely.Polygon, least: int) -> None:
    slots = slots_in(shape, 16.0)
    faces = [shapely.box(x - 8, y - 8, x + 8, y + 8) for x, y in slots]
    assert len(faces) >= least
    assert all(face.difference(shape).area < 0.01 * face.area for face in faces)
    assert sum(a.intersection(b).area for a, b in combinations(faces, 2)) == 0


def test_the_second_counter_of_an_area_leaves_its_name_to_be_read() -> None:
    first, *others = slots_in(shapely.box(0, 0, 60, 60), 16.0)
    name = shapely.box(first[0] - 12, first[1] - 13, first[0] + 12, first[1] - 9)
    hidden = [name.intersects(shapely.box(x - 8, y - 8, x + 8, y + 8)) for x, y in others]
    assert hidden == sorted(hidden) and not hidden[1]


@pytest.mark.parametrize(
    "own", ["", '[[sheet.area_mark]]\nfact = "vp"\nshape = "star"\ncolours = ["#f5c442", "#181614"]\n']
)
def test_an_area_bears_the_marks_of_its_facts(own: str, tmp_path: Path) -> None:
    toml = TOML.replace('terrain = "text"\n', 'terrain = "text"\nvp = "number"\n').replace(
        "[sheet]", own + "[sheet]"
    )
    places = "id,name,terrain,vp\nsea,Sea,,3\n"
    image = draw_board(write_game(tmp_path / "g", toml, places, LINKS), 60).image
    assert (0xF5, 0xC4, 0x42) in {colour for _, colour in image.getcolors(image.width * image.height) or ()}
