"""How signs and letters come out on a face: sharp edges, numbers of one height, turned lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from counters.faces.appearance import of_counter
from counters.faces.canvas import Box, Canvas
from counters.faces.face import draw_face, draw_marker
from counters.faces.unit_symbol import draw_size, draw_symbol
from counters.roster.load import load_roster
from counters.roster.style import Paint
from counters.signs.silhouettes import SILHOUETTES
from counters.signs.symbols import COMMANDS, SIZES, TYPES

PAPER, INK = "#ffffff", "#000000"
PAINT = Paint(PAPER, PAPER, "#808080", INK)


def inked(canvas: Canvas) -> tuple[int, int, int, int]:
    """Where something is drawn, in pixels."""
    image = canvas.paper()
    found = ImageChops.difference(image, Image.new("RGB", image.size, PAPER)).getbbox()
    assert found
    return found


def greys(image: Image.Image) -> set[int]:
    return set(image.convert("L").tobytes())


@pytest.mark.parametrize("size", [24, 63, 75, 94, 126])
def test_a_frame_has_sharp_edges_at_any_size(size: int) -> None:
    canvas = Canvas(size, PAPER)
    draw_symbol(canvas, "command-post", (23.3, 22.9, 76.7, 58.4), PAINT, "friendly", 2.4)
    assert greys(canvas.paper()) <= {0, 128, 255}


@pytest.mark.parametrize("kind", list(SILHOUETTES))
@pytest.mark.parametrize("box", [(10, 30, 90, 50), (40, 5, 60, 95), (8, 8, 92, 92)])
def test_a_silhouette_is_as_large_as_its_box_allows_and_stays_in_it(kind: str, box: Box) -> None:
    canvas = Canvas(400, PAPER)
    draw_symbol(canvas, kind, box, PAINT, "friendly", 2.4)
    left, top, right, bottom = (edge / 4 for edge in inked(canvas))
    assert box[0] - 1 <= left and right <= box[2] + 1
    assert box[1] - 1 <= top and bottom <= box[3] + 1
    filled = (right - left) / (box[2] - box[0]), (bottom - top) / (box[3] - box[1])
    assert max(filled) > 0.95
    assert abs((left + right) - (box[0] + box[2])) < 2
    assert abs((top + bottom) - (box[1] + box[3])) < 2


@pytest.mark.parametrize("size", list(filter(None, SIZES)))
def test_marks_of_size_stand_in_the_middle_of_their_place_and_within_it(size: str) -> None:
    canvas = Canvas(400, PAPER)
    draw_size(canvas, size, (22, 13, 78, 21), PAINT, 2.4)
    left, top, right, bottom = (edge / 4 for edge in inked(canvas))
    assert left >= 21 and right <= 79 and top >= 12 and bottom <= 22
    assert abs(left + right - 100) < 1


def test_what_is_cut_out_of_a_silhouette_shows_the_paper_below() -> None:
    canvas = Canvas(300, "#3060c0")
    draw_symbol(canvas, "truck", (5, 5, 95, 95), PAINT, "friendly", 2.4)
    image = canvas.paper()
    colours = {colour: many for many, colour in image.getcolors(100_000) or []}
    assert colours[(0x30, 0x60, 0xC0)] > 1000 and colours[(0, 0, 0)] > 1000
    assert image.getpixel((207, 124)) == (0x30, 0x60, 0xC0)  # the window of the cab


@pytest.mark.parametrize("kind", list(COMMANDS))
@pytest.mark.parametrize("frame", ["friendly", "hostile"])
def test_a_headquarters_frame_stands_on_a_staff_below_its_left_corner(kind: str, frame: str) -> None:
    canvas = Canvas(400, PAPER)
    draw_symbol(canvas, kind, (20, 20, 80, 60), PAINT, frame, 2.4)
    image = canvas.paper().convert("L")
    foot = [x for x in range(400) if image.getpixel((x, 4 * 58)) == 0]
    left = inked(canvas)[0]
    assert foot and foot[0] - left <= 6 and len(foot) <= 12


def written(text: str, box: Box, align: str = "centre", turn: str = "") -> tuple[float, float, float, float]:
    canvas = Canvas(400, PAPER)
    canvas.line_of_text(text, box, "bold", INK, align, turn)
    left, top, right, bottom = (edge / 4 for edge in inked(canvas))
    return left, top, right, bottom


def test_numbers_a_little_too_wide_are_set_narrower_and_keep_their_height() -> None:
    short, long = written("9-7", (5, 73, 95, 94)), written("12-9-1", (5, 73, 95, 94))
    assert long[2] - long[0] > short[2] - short[0]
    assert long[3] - long[1] == pytest.approx(short[3] - short[1], abs=1)
    assert long[0] >= 5 and long[2] <= 95


def test_a_line_far_too_wide_is_made_smaller_too() -> None:
    left, top, right, bottom = written("Panzergrenadier", (5, 70, 95, 94))
    assert bottom - top < 20 and left >= 4.5 and right <= 95.5


@pytest.mark.parametrize("text", ["1", "7", "11", "VI", "Łódź"])
def test_what_is_written_stands_in_the_middle_to_the_eye(text: str) -> None:
    left, _, right, _ = written(text, (20, 40, 80, 60))
    assert abs(left + right - 100) < 0.6


@pytest.mark.parametrize("text", ["1", "7", "W"])
def test_ink_begins_at_the_margin(text: str) -> None:
    assert written(text, (20, 40, 80, 60), "left")[0] == pytest.approx(20, abs=0.3)
    assert written(text, (20, 40, 80, 60), "right")[2] == pytest.approx(80, abs=0.3)


def test_a_turned_line_is_the_straight_one_turned() -> None:
    straight = Canvas(200, PAPER)
    straight.line_of_text("2/15 Pz", (10, 40, 90, 60), "bold", INK, "left")
    for turn, back in (("left", Image.Transpose.ROTATE_90), ("right", Image.Transpose.ROTATE_270)):
        turned = Canvas(200, PAPER)
        turned.line_of_text("2/15 Pz", (40, 10, 60, 90), "bold", INK, "left", turn)
        upright = turned.paper().transpose(back)
        difference = ImageChops.difference(upright, straight.paper()).convert("L")
        assert sum(value * many for value, many in enumerate(difference.histogram())) / 200**2 < 2


STYLE = """
[game]
values = ["attack", "movement"]
[sides]
red = "Red"
[nations]
red = "Red"
[layout]
symbol = "symbol"
left = { value = "name", turn = "right" }
"""
ROSTER = (
    "id,name,side,nation,formation,type,size,attack,movement,reduced_attack,reduced_movement,"
    "setup,flag,reinforcement,aliases\n1,1 Pz,red,red,,armour,division,3,4,,,,,,\n"
)
MARKERS = (
    "id,name,kind,side,count,front,front_symbol,back,back_symbol\n"
    "a,Moved,moved,,1,M,,,\nb,Prepared fire,fire,,1,Prepared fire,,,\nc,Fuel,fuel,,1,No fuel,fuel,,\n"
)


def game(folder: Path, style: str) -> Path:
    for name, text in (("style.toml", style), ("roster.csv", ROSTER), ("markers.csv", MARKERS)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_name_runs_upwards_beside_the_symbol(tmp_path: Path) -> None:
    counter = load_roster(game(tmp_path, STYLE)).counters["1"]
    face = draw_face(counter, 0, 400, edge=False).crop((16, 130, 84, 200))
    paper = Image.new("RGB", face.size, Paint().paper)
    found = ImageChops.difference(face, paper).getbbox()
    assert found and found[3] - found[1] > 1.4 * (found[2] - found[0])


def test_which_way_a_line_is_turned_must_be_known(tmp_path: Path) -> None:
    from counters.roster_faults import RosterError

    with pytest.raises(RosterError, match="upwards") as wrong:
        load_roster(game(tmp_path, STYLE.replace('turn = "right"', 'turn = "upwards"')))
    assert [fault.line for fault in wrong.value.faults] == [10]


def test_a_game_that_lays_out_only_a_type_shows_its_symbol_and_size(tmp_path: Path) -> None:
    head = STYLE.partition("[layout]")[0]
    laid = load_roster(game(tmp_path, head + '[layout.armour]\nbelow = "name"\n')).counters["1"]
    assert {slot.show for slot in laid.slots} == {"symbol", "size", "name"}
    bare = '[layout.armour]\nbelow = "name"\nsymbol = false\nsize = false\n'
    assert {slot.show for slot in load_roster(game(tmp_path, head + bare)).counters["1"].slots} == {"name"}
    own = '[layout.armour]\nbelow = "name"\n[[slot]]\nshow = "symbol"\nbox = [10, 10, 90, 60]\n'
    shown = [slot.show for slot in load_roster(game(tmp_path, head + own)).counters["1"].slots]
    assert shown == ["name", "symbol"]


def test_a_marker_of_words_alone_bears_them_large_in_its_middle(tmp_path: Path) -> None:
    markers = load_roster(game(tmp_path, STYLE)).markers
    for name in ("a", "b"):
        image = draw_marker(markers[name], 0, 200, edge=False).crop((0, 20, 200, 180))
        left, top, right, bottom = ImageChops.difference(
            image, Image.new("RGB", image.size, Paint().paper)
        ).getbbox() or (0, 0, 0, 0)
        assert abs(left + right - 200) < 4 and abs(top + bottom - 160) < 16, name
        assert bottom - top > 60, name


def test_units_that_look_different_are_never_taken_for_one_another(tmp_path: Path) -> None:
    """Faces are kept by what they show: two that differ in a pixel must show different things."""
    types = [*TYPES, *SILHOUETTES]
    head, line = ROSTER.splitlines()
    rows = [line.replace("1,1 Pz", f"{n},1 Pz").replace("armour", kind) for n, kind in enumerate(types)]
    folder = game(tmp_path, STYLE)
    (folder / "roster.csv").write_text("\n".join([head, *rows]), encoding="utf-8")
    seen: dict[object, bytes] = {}
    for counter in load_roster(folder).counters.values():
        drawn = draw_face(counter, 0, 100, edge=False).tobytes()
        assert seen.setdefault(of_counter(counter, 0), drawn) == drawn, counter.type
    assert len(set(seen.values())) == len(types)
