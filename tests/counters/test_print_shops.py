"""What print shops want: makers' sheets, die lines, one picture each with bleed, CMYK, a box for cards."""

from __future__ import annotations

import re
import zlib
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
from lxml import etree
from PIL import Image
from typer.testing import CliRunner

from counters.cli import app
from counters.faces.with_bleed import carried_on, faces_with_bleed
from counters.roster.load import load_roster
from counters.roster.subset import chosen_part
from counters.roster_faults import RosterError
from counters.sheets.imposition import Duplex
from counters.sheets.inks import read_inks
from counters.sheets.options import SheetOptions
from counters.sheets.registration import require_room
from counters.sheets.sheet import counter_grid, sheets_pdf
from counters.sheets.sheet_templates import cut_lines, sheet_template, sheet_templates
from counters.sheets.tuck_box import Net, tuck_box
from tests.counters.press import profile

MM = 72 / 25.4
FEW = ("side=koniev",)


def typed(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == code, done.output
    return done.output


def opened(content: bytes) -> bytes:
    """Every stream of a PDF unpacked, and all around them."""
    parts = []
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\n?endstream", content, re.DOTALL):
        try:
            import base64

            inner = base64.a85decode(stream.strip()[:-2]) if stream.strip().endswith(b"~>") else stream
            parts.append(zlib.decompress(inner))
        except (ValueError, zlib.error):
            parts.append(stream)
    return content + b"\n".join(parts)


# -- makers' sheets ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sheet_templates())
def test_every_template_has_the_counters_that_it_says_all_of_them_on_its_paper(name: str) -> None:
    maker = sheet_template(name)
    grid = counter_grid(SheetOptions(template=name).printing(), maker.counter)
    assert (grid.columns, grid.rows) == (maker.columns, maker.rows)
    assert maker.says.startswith(f"{maker.columns * maker.rows} counters")
    left, top = grid.corner()
    assert min(left, top) >= maker.bleed + 6, "room for the marks"
    assert counter_grid(SheetOptions(template=name).printing(), maker.counter).size[0] == maker.counter


def test_a_sheet_by_template_has_its_counters_where_the_die_cuts_and_the_dies_lines() -> None:
    roster = chosen_part(load_roster("raceforberlin"), FEW)
    chosen = SheetOptions(template="five-eighths").printing(150)
    content = sheets_pdf(roster, chosen)
    page = pdfium.PdfDocument(content)[0]
    assert [round(side / MM, 1) for side in page.get_size()] == [228.6, 304.8]
    left, _, right, _ = page.get_trimbox()
    assert right - left == pytest.approx(11 * 15.875 * MM, abs=0.01)
    assert b"/Separation /CutContour" in content
    pieces = [
        item.get_bounds() for item in page.get_objects([raw.FPDF_PAGEOBJ_IMAGE]) if item.get_bounds()[2] > 0
    ]
    assert min(one[0] for one in pieces) == pytest.approx(left - 1.5 * MM, abs=0.1)


def test_a_template_of_ones_own_is_read_and_every_fault_of_it_is_told(tmp_path: Path) -> None:
    good = tmp_path / "mine.toml"
    good.write_text('[mine]\nsays = "4"\npaper = [100, 100]\ncounter = 20\ncolumns = 2\nrows = 2\n', "utf-8")
    assert sheet_template("mine", good).counter == 20
    bad = tmp_path / "bad.toml"
    bad.write_text('[mine]\nsays = 3\npaper = [1]\ncounter = "x"\nrows = 0.5\nrads = 2\n', "utf-8")
    with pytest.raises(RosterError) as wrong:
        sheet_template("mine", bad)
    for part in ("says", "paper", "counter", "rows", "rads", "columns is missing"):
        assert part in str(wrong.value)
    large = tmp_path / "large.toml"
    large.write_text(good.read_text("utf-8").replace("columns = 2", "columns = 9"), "utf-8")
    with pytest.raises(RosterError, match="do not fit its paper"):
        counter_grid(SheetOptions(template="mine", templates=large).printing(), 20)


def test_unknown_templates_and_folded_ones_are_refused(tmp_path: Path) -> None:
    out = str(tmp_path / "out.pdf")
    # how faults are told is the front door's: here they come through as they are
    done = CliRunner().invoke(app, ["sheet", "raceforberlin", "--out", out, "--template", "five-eigths"])
    assert isinstance(done.exception, RosterError)
    assert "did you mean 'five-eighths'?" in str(done.exception)
    assert "is not folded" in typed(
        "sheet", "raceforberlin", "--out", out, "--template", "15mm", "--duplex", "fold", code=2
    )
    assert not Path(out).exists()


def test_lines_for_a_cutting_machine_are_in_millimetres_and_where_the_sheet_has_them() -> None:
    chosen = SheetOptions(template="punch-five-eighths").printing()
    grid = counter_grid(chosen, 15.875)
    svg = etree.fromstring(cut_lines(grid, chosen.corner).encode())
    assert (svg.get("width"), svg.get("height"), svg.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    found = svg.findall(".//{http://www.w3.org/2000/svg}g[@id='cut']/{http://www.w3.org/2000/svg}rect")
    assert len(found) == 9 * 12
    left, top = grid.place((8, 11))
    assert float(found[-1].get("x", "")) == pytest.approx(left, abs=1e-4)
    assert float(found[-1].get("y", "")) == pytest.approx(top, abs=1e-4)
    assert {one.get("rx") for one in found} == {"2"}


@pytest.mark.parametrize("corner", [0.0, 1.5])
def test_counters_without_a_gap_are_cut_along_each_line_once(corner: float) -> None:
    grid = counter_grid(SheetOptions(template="five-eighths").printing(), 15.875)
    svg = etree.fromstring(cut_lines(grid, corner).encode())
    paths = [one.get("d", "") for one in svg.findall(".//{http://www.w3.org/2000/svg}path")]
    straight = [path for path in paths if "A" not in path]
    assert len(paths) == len(set(paths))
    assert len(straight) == grid.columns + grid.rows + 2
    assert len(paths) - len(straight) == (4 * grid.columns * grid.rows if corner else 0)
    assert not svg.findall(".//{http://www.w3.org/2000/svg}g[@id='cut']/{http://www.w3.org/2000/svg}rect")


@pytest.mark.slow
def test_the_marks_of_a_cutting_machine_are_printed_where_its_file_has_them(tmp_path: Path) -> None:
    out, svg = tmp_path / "sheet.pdf", tmp_path / "cut.svg"
    typed(
        "sheet", "redvengeance", "--out", str(out), "--cut-svg", str(svg), "--no-cover", "--dpi", "150",
        "--only", "side=german",
    )  # fmt: skip
    page = pdfium.PdfDocument(out.read_bytes())[0]
    fine = 300 / 25.4
    picture = page.render(scale=fine / MM).to_pil().convert("L")
    marks = etree.fromstring(svg.read_bytes()).find(".//{http://www.w3.org/2000/svg}g[@id='marks']")
    assert marks is not None
    square, *brackets = list(marks)
    left, top, side = (float(square.get(key, "")) for key in ("x", "y", "width"))
    inside = [
        picture.getpixel((round((left + a) * fine), round((top + b) * fine))) for a in (1, 4) for b in (1, 4)
    ]
    assert side == 5 and max(inside) < 20
    assert picture.getpixel((round((left - 1) * fine), round((top + 2) * fine))) > 235
    assert len(brackets) == 2
    for bracket in brackets:
        points = [tuple(map(float, one.split(","))) for one in bracket.get("points", "").split()]
        for (x, y), (u, v) in pairwise(points):
            middle = (round((x + u) / 2 * fine), round((y + v) / 2 * fine))
            assert picture.getpixel(middle) < 60


def test_a_sheet_without_room_for_the_marks_of_a_cutting_machine_is_refused(tmp_path: Path) -> None:
    full = tmp_path / "t.toml"
    full.write_text(
        '[mine]\nsays = "full"\npaper = [200.0, 200.0]\ncounter = 19.0\ncolumns = 10\nrows = 10\n',
        encoding="utf-8",
    )
    grid = counter_grid(SheetOptions(template="mine", templates=full).printing(), 19)
    with pytest.raises(RosterError, match="no room for the marks"):
        require_room(grid, 1.0)
    folded = counter_grid(SheetOptions(duplex=Duplex.FOLD).printing(), 16)
    with pytest.raises(RosterError, match="folded sheet"):
        require_room(folded, 1.0)


# -- one picture each --------------------------------------------------------------------------------------


def test_what_is_carried_on_is_the_picture_and_round_it_its_own_edge() -> None:
    image = Image.new("RGB", (8, 6), "#ffffff")
    image.putpixel((0, 0), (255, 0, 0))
    image.putpixel((7, 5), (0, 0, 255))
    whole = carried_on(image, 3)
    assert whole.size == (14, 12)
    assert whole.crop((3, 3, 11, 9)).tobytes() == image.tobytes()
    assert {whole.getpixel((x, y)) for x in range(4) for y in range(4)} == {(255, 0, 0)}
    assert {whole.getpixel((x, y)) for x in range(10, 14) for y in range(8, 12)} == {(0, 0, 255)}


@pytest.mark.slow
def test_a_card_with_an_eighth_of_an_inch_of_bleed_is_a_picture_that_much_larger() -> None:
    roster = chosen_part(load_roster("donnerschlag"), ["cards"])
    drawn = dict(faces_with_bleed(roster, 252, 3.175))
    by = round(3.175 / 63 * 252)
    assert drawn["arty-1" if "arty-1" in drawn else "ARTY-1"].size == (252 + 2 * by, 352 + 2 * by)
    assert {image.mode for image in drawn.values()} == {"RGB"}
    assert sum(name.startswith("back-") for name in drawn) == 4


# -- the press ---------------------------------------------------------------------------------------------


@pytest.fixture
def press(tmp_path: Path) -> Path:
    file = tmp_path / "press.icc"
    file.write_bytes(profile())
    return file


@pytest.mark.slow
def test_sheets_for_a_press_are_in_its_inks_and_say_so(press: Path, tmp_path: Path) -> None:
    out = tmp_path / "press.pdf"
    words = ["sheet", "raceforberlin", "--out", str(out), "--cmyk", str(press), "--dpi", "150", "--no-cache"]
    typed(*words, "--only", "side=koniev", "--template", "16mm")
    content = out.read_bytes()
    assert content.startswith(b"%PDF-1.6")
    for key in (b"/GTS_PDFXVersion (PDF/X-4)", b"/S /GTS_PDFX", b"/DestOutputProfile", b"/OutputIntents"):
        assert key in content, key
    assert b"<pdfxid:GTS_PDFXVersion>PDF/X-4<" in content
    assert b"/ColorSpace /DeviceCMYK" in content
    assert b"/DeviceRGB" not in content
    assert not re.search(rb"\d (rg|RG)\b", opened(content).replace(content, b"", 1))
    assert profile() in opened(content)
    document = pdfium.PdfDocument(content)
    for page in document:
        assert page.get_trimbox() is not None
    named, held = (set(re.findall(rb"/%s /([^ /]+)" % key, content)) for key in (b"BaseFont", b"FontName"))
    assert named <= held
    typed(*words, "--only", "side=koniev", "--template", "16mm")
    assert out.read_bytes() == content, "the same input, the same bytes"


def test_a_picture_in_the_inks_is_as_the_profile_says(press: Path) -> None:
    inks = read_inks(press)
    assert inks.name == "Black only"
    pair = Image.new("RGB", (2, 1), "#ffffff")
    pair.putpixel((1, 0), (0, 0, 0))
    made = inks.picture(pair)
    assert made.mode == "CMYK"
    assert made.getpixel((0, 0)) == (0, 0, 0, 0)
    assert made.getchannel("K").getpixel((1, 0)) == 255


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"no profile", "it is not an ICC profile"),
        (profile(space=b"RGB "), "must be the CMYK profile of a printer"),
        (profile(kind=b"mntr"), "this one is of class mntr"),
    ],
)
def test_what_is_no_profile_of_a_press_is_refused(tmp_path: Path, content: bytes, says: str) -> None:
    file = tmp_path / "x.icc"
    file.write_bytes(content)
    with pytest.raises(RosterError, match=says):
        read_inks(file)
    with pytest.raises(RosterError, match="cannot be read"):
        read_inks(tmp_path / "none.icc")


# -- the box -----------------------------------------------------------------------------------------------


def test_the_box_holds_all_cards_and_lies_on_its_sheet() -> None:
    roster = load_roster("donnerschlag")
    page = pdfium.PdfDocument(tuck_box(roster, 150))[0]
    told = page.get_textpage().get_text_range()
    assert f"box for {sum(card.count for card in roster.cards.values())} cards" in told
    net = Net(64, 89, 34)
    assert [round(side / MM) for side in page.get_size()] == [round(side) for side in net.paper]
    wide, high = net.paper
    places = [place for run in (*net.cuts(), *net.folds()) for place in run]
    assert all(0 < x < wide and 0 < y < high for x, y in places)
    assert tuck_box(roster, 150) == tuck_box(roster, 150)


def test_the_lid_closes_behind_the_thumb_notch_of_the_front_and_no_line_is_cut_twice_or_folded() -> None:
    net = Net(64, 89, 34)
    back, side, front, other, end = net.walls
    assert (side - back, other - front) == (64, 64)
    assert (front - side, end - other) == (34, 34)
    notch = list(net.notch())
    assert all(front < x < other and net.top <= y + 1e-9 for x, y in notch), "in the edge of the front"
    assert notch[0][0] + notch[-1][0] == pytest.approx(front + other)
    lines = [frozenset(pair) for run in net.cuts() for pair in pairwise(run)]
    assert len(lines) == len(set(lines))
    folds = [sorted(pair) for pair in net.folds()]
    flat = [fold for fold in folds if fold[0][1] == fold[1][1] == net.top]
    assert flat == [[(back, net.top), (front, net.top)], [(other, net.top), (end, net.top)]]
    cut = [sorted(pair) for pair in lines]
    assert not [fold for fold in folds if fold in cut]
    glue = min(x for run in net.cuts() for x, _ in run)
    assert back - glue <= net.deep + 12 and glue > 0


def test_a_game_without_cards_has_no_box() -> None:
    with pytest.raises(RosterError, match="it has no cards"):
        tuck_box(load_roster("panzerkorps48"))


def test_the_command_writes_the_box(tmp_path: Path) -> None:
    typed("box", "donnerschlag", "--out", str(tmp_path / "box.pdf"), "--dpi", "150")
    with BytesIO((tmp_path / "box.pdf").read_bytes()) as file:
        assert len(pdfium.PdfDocument(file.read())) == 1
