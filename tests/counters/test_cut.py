"""The way back: our own sheets, turned, made noisy and packed as scans are, are cut where they were drawn."""

from __future__ import annotations

import csv
import struct
import zlib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy
import pypdfium2 as pdfium
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageOps
from typer.testing import CliRunner

from counters.cli import app
from counters.cutting.backs import cut_backs
from counters.cutting.cut import Cut, Place, cut_sheet
from counters.cutting.files import Sheet, write_cut
from counters.cutting.straight import find_view
from counters.faces.face import draw_face
from counters.roster.counter import Roster
from counters.roster.load import load_roster
from counters.roster.manifest import manifest
from counters.sheets.imposition import Duplex, Grid
from counters.sheets.printing import Printing
from counters.sheets.sheet import sheets_pdf
from scans.scan_faults import ScanError
from tests.cases import one_quick, the_rest_long

DPI = 150
DOTS = DPI / 25.4
A4 = (210.0, 297.0)
GREY_BED = (48, 46, 44)


@dataclass(frozen=True, slots=True)
class Scanner:
    """How a page is scanned: turned by degrees, on a lid of a colour, with noise, packed so well."""

    degrees: float = 0.0
    lid: tuple[int, int, int] = (255, 255, 255)
    noise: float = 5.0
    quality: int = 80
    seed: int = 7


SCANNERS = {
    "turned": Scanner(1.7, seed=11),
    "straight": Scanner(),
    "turned on a dark lid": Scanner(-2.9, GREY_BED, seed=13),
    "noisy and hard packed": Scanner(0.6, noise=12, quality=55, seed=17),
}


@cache
def roster() -> Roster:
    """Race for Berlin's units, and all of them again: one full sheet, but for its last row."""
    game = load_roster("raceforberlin")
    units = {
        name: replace(one, id=name)
        for again in ("", "-b")
        for one in game.counters.values()
        for name in [one.id + again]
    }
    return replace(game, counters=units, markers={}, cards={})


@cache
def sheet(gap: float = 0.0, bleed: float = 1.0, duplex: Duplex = Duplex.LONG_EDGE) -> bytes:
    return sheets_pdf(roster(), Printing(dpi=DPI, gap=gap, bleed=bleed, duplex=duplex))


def scanned(pdf: bytes, page: int, scanner: Scanner, file: Path) -> Path:
    """A page as a scanner saves it."""
    drawn = pdfium.PdfDocument(pdf)[page].render(scale=DPI / 72).to_pil().convert("RGB")
    if scanner.lid == GREY_BED:
        drawn = ImageOps.expand(drawn, 60, scanner.lid)
    return saved(drawn, scanner, file)


def saved(drawn: Image.Image, scanner: Scanner, file: Path) -> Path:
    """A picture as a scanner makes it of a sheet."""
    turned = drawn.rotate(scanner.degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=scanner.lid)
    chance = numpy.random.default_rng(scanner.seed)
    dots = numpy.asarray(turned, dtype=numpy.float64) * 0.93 + 9
    dots += chance.normal(0, scanner.noise, dots.shape)
    Image.fromarray(dots.clip(0, 255).astype(numpy.uint8)).save(file, "JPEG", quality=scanner.quality)
    return file


def off(cut: Cut, grid: Grid, scanner: Scanner, back: bool = False, edge: float = 0.0) -> float:
    """By how many millimetres the worst edge of a cell lies wrong; `edge` is printed round each."""
    worst = 0.0
    for place in cut.cells:
        left, top = grid.place((place.column, place.row), back)
        wide, high = grid.size
        x, y = (left - edge, left + wide + edge), (top - edge, top + high + edge)
        true = numpy.array([(x[0], y[0]), (x[0], y[1]), (x[1], y[1]), (x[1], y[0])]) - numpy.array(A4) / 2
        middle = numpy.array(cut.page.scan.size) / 2
        found = (cut.corners(place) - middle) / DOTS
        worst = max(worst, float(numpy.abs(found - turned(true, scanner.degrees)).max()))
    return worst


def turned(points: NDArray[numpy.float64], degrees: float) -> NDArray[numpy.float64]:
    """Points of a sheet, from its middle, after it was turned against the clock."""
    turn = numpy.radians(degrees)
    against = numpy.array([[numpy.cos(turn), -numpy.sin(turn)], [numpy.sin(turn), numpy.cos(turn)]])
    return numpy.asarray(points @ against)


def rows(cut: Cut) -> tuple[int, int]:
    """How many columns and rows a sheet of one block has."""
    assert len(cut.lattices) == 1
    return cut.lattices[0].across.count, cut.lattices[0].down.count


GRID = Grid(A4, 16)


@pytest.fixture(scope="module")
def fronts(tmp_path_factory: pytest.TempPathFactory) -> Cut:
    """The fronts of the sheet, turned on the scanner: cutting them takes a few seconds."""
    return cut_sheet(scanned(sheet(), 0, SCANNERS["turned"], tmp_path_factory.mktemp("cut") / "scan.jpg"))


# -- where lines are found -------------------------------------------------------------------------


@pytest.mark.slow
def test_fronts_are_cut_within_three_tenths_of_a_millimetre(fronts: Cut) -> None:
    assert rows(fronts) == (GRID.columns, GRID.rows)
    assert off(fronts, GRID, SCANNERS["turned"]) < 0.3


@pytest.mark.slow
@pytest.mark.parametrize("how", the_rest_long(how for how in SCANNERS if how != "turned"))
def test_fronts_of_other_scanners_are_cut_as_exactly(how: str, tmp_path: Path) -> None:
    cut = cut_sheet(scanned(sheet(), 0, SCANNERS[how], tmp_path / "scan.jpg"))
    assert rows(cut) == (GRID.columns, GRID.rows)
    assert off(cut, GRID, SCANNERS[how]) < 0.3


@pytest.mark.slow
@pytest.mark.parametrize("how", the_rest_long(SCANNERS))
def test_backs_without_any_lines_are_cut_like_their_fronts(how: str, fronts: Cut, tmp_path: Path) -> None:
    backs = cut_backs(scanned(sheet(), 1, SCANNERS[how], tmp_path / "backs.jpg"), fronts)
    assert off(backs.cut, GRID, SCANNERS[how], back=True) < 0.4


@pytest.mark.slow
def test_counters_with_paper_between_them_are_cut_at_the_paper(tmp_path: Path) -> None:
    cut = cut_sheet(scanned(sheet(gap=3.0), 0, Scanner(1.1), tmp_path / "scan.jpg"))
    grid = Grid(A4, 16, gap=3, margins=(10, 14))
    assert rows(cut) == (grid.columns, grid.rows)
    assert off(cut, grid, Scanner(1.1), edge=1.0) < 0.5


@pytest.mark.slow
def test_every_counter_and_no_empty_cell_is_found(fronts: Cut) -> None:
    pieces = sum(line.pieces for line in manifest(roster()))
    assert fronts.filled == {Place(0, *divmod(number, GRID.columns)) for number in range(pieces)}


@pytest.mark.slow
def test_chits_are_square_too_and_larger(tmp_path: Path) -> None:
    game = replace(load_roster("koenigsberg45"), counters={}, markers={})
    pdf = sheets_pdf(game, Printing(dpi=DPI))
    cut = cut_sheet(scanned(pdf, 0, Scanner(-1.3), tmp_path / "scan.jpg"))
    assert rows(cut)[0] == Grid(A4, game.style.chit_mm).columns
    wide, high = cut.size(0)
    assert wide / DOTS == pytest.approx(game.style.chit_mm, abs=0.1)
    assert high / DOTS == pytest.approx(game.style.chit_mm, abs=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("degrees", one_quick([-6.0, -0.2, 0.0, 0.4, 9.5]))
def test_a_scan_is_set_straight(degrees: float, tmp_path: Path) -> None:
    with Image.open(scanned(sheet(), 0, Scanner(degrees), tmp_path / "scan.jpg")) as image:
        view = find_view(image.convert("RGB"))
    for x, y in ((0.5, 0.0), (0.0, 0.5)):
        ends = view.scan(numpy.array([[-x, -y], [x, y]]))
        along = turned(numpy.array([[x, y]]), degrees)[0]
        (right, low), (wide, high) = ends[1] - ends[0], along
        lies = numpy.degrees(numpy.arctan2(low, right) - numpy.arctan2(high, wide))
        assert abs(lies) < 0.03


CARD = (205, 190, 160)
COLOURS = ("#c9a878", "#8aa98f", "#b0b7c4", "#d8c35a")
SIDE, COLUMNS, ROWS = 90, 12, 9


def published(line: str, rows_alike: bool, paper: tuple[int, int, int]) -> Image.Image:
    """A sheet as publishers print them: no bleed, no marks, perhaps with lines between the counters."""
    chance = numpy.random.default_rng(3)
    image = Image.new("RGB", (COLUMNS * SIDE + 260, ROWS * SIDE + 300), paper)
    pen = ImageDraw.Draw(image)
    for row in range(ROWS):
        for column in range(COLUMNS):
            x, y = 130 + column * SIDE, 150 + row * SIDE
            colour = COLOURS[row % 4 if rows_alike else int(chance.integers(4))]
            pen.rectangle((x, y, x + SIDE - 1, y + SIDE - 1), fill=colour, outline=line or colour)
            pen.rectangle((x + 25, y + 22, x + 64, y + 48), fill="#eeeeee", outline="black", width=2)
            pen.text(
                (x + 22, y + 56), f"{chance.integers(1, 9)}-{chance.integers(1, 9)}", "black", font_size=26
            )
    return image


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "rows_alike", "paper"),
    one_quick(
        [
            ("#000000", False, (255, 255, 255)),
            ("#777777", False, (255, 255, 255)),
            ("", False, (255, 255, 255)),
            ("#000000", False, CARD),
            ("", True, (255, 255, 255)),
        ]
    ),
    ids=["black lines", "pale lines", "colours only", "on brown card", "lines one way only"],
)
def test_sheets_of_other_makers_are_cut_too(
    line: str, rows_alike: bool, paper: tuple[int, int, int], tmp_path: Path
) -> None:
    sheet = published(line, rows_alike, paper)
    cut = cut_sheet(saved(sheet, Scanner(1.2, paper, seed=5), tmp_path / "scan.jpg"))
    assert (*rows(cut), len(cut.filled)) == (COLUMNS, ROWS, COLUMNS * ROWS)
    for place in cut.cells:
        start = numpy.array([130 + place.column * SIDE, 150 + place.row * SIDE])
        corners = start + SIDE * numpy.array([(0, 0), (0, 1), (1, 1), (1, 0)])
        true = turned(corners - numpy.array(sheet.size) / 2, 1.2) + numpy.array(cut.page.scan.size) / 2
        assert numpy.abs(cut.corners(place) - true).max() < 2


# -- what is cut out -------------------------------------------------------------------------------


FINE = 80


def likest(piece: Image.Image, faces: dict[str, Image.Image], side: int | None = None) -> str:
    """The face of FINE dots that a scanned piece looks most like, whether it was cut a dot off or not. Faces
    that differ in a few letters are told apart by these, looked at more closely."""
    unlike = unlikeness(piece, faces, FINE, 1)
    close = sorted(faces, key=lambda name: unlike[name])[:6]
    if side is not None:
        unlike = unlikeness(piece, {name: drawn_closely(name, side) for name in close}, CLOSE, 5)
    return min(unlike, key=lambda name: unlike[name])


CLOSE = 240


@cache
def drawn_closely(name: str, side: int) -> Image.Image:
    """As soft as a scan of 95 dots a counter, which knows no edge finer than its dots."""
    face = draw_face(roster().counters[name], side, CLOSE, edge=False)
    return face.filter(ImageFilter.GaussianBlur(CLOSE / 95 * 0.6))


def unlikeness(piece: Image.Image, faces: dict[str, Image.Image], size: int, off: int) -> dict[str, float]:
    """How far a piece is from each face at the best of places, where the faces differ at all."""
    edge = off + 3
    dots = numpy.asarray(piece.resize((size, size), Image.Resampling.BICUBIC), dtype=numpy.float64)
    drawn = {name: numpy.asarray(face, dtype=numpy.float64) * 0.93 + 9 for name, face in faces.items()}
    down, across = numpy.nonzero(numpy.ptp([*drawn.values()], axis=0).max(axis=-1) > 20)
    top, end = max(down.min() - off, edge), min(down.max() + off + 1, size - edge)
    left, right = max(across.min() - off, edge), min(across.max() + off + 1, size - edge)
    here = dots[top:end, left:right]
    return {
        name: min(
            float(numpy.abs(here - face[top + y : end + y, left + x : right + x]).mean())
            for x in range(-off, off + 1)
            for y in range(-off, off + 1)
        )
        for name, face in drawn.items()
    }


@pytest.mark.slow
def test_fronts_lie_with_their_own_backs(fronts: Cut, tmp_path: Path) -> None:
    backs = cut_backs(scanned(sheet(), 1, SCANNERS["turned on a dark lid"], tmp_path / "backs.jpg"), fronts)
    counters = list(roster().counters.values())
    sides = [
        {one.id: draw_face(one, side, FINE, edge=False) for one in counters[: len(counters) // 2]}
        for side in (0, counters[0].sides - 1)
    ]
    right = 0
    for number, counter in enumerate(counters):
        cell = Place(0, *divmod(number, GRID.columns))
        back = backs.cut.piece(backs.behind(cell, fronts))
        seen = likest(fronts.piece(cell), sides[0], 0), likest(back, sides[1], counters[0].sides - 1)
        right += {roster().counters[one].name for one in seen} == {counter.name}
    assert right == len(counters)


@pytest.mark.long
def test_sheets_turned_over_the_short_edge_are_told_from_those_over_the_long_one(tmp_path: Path) -> None:
    pdf = sheet(duplex=Duplex.SHORT_EDGE)
    fronts = cut_sheet(scanned(pdf, 0, Scanner(0.5), tmp_path / "fronts.jpg"))
    scan = scanned(pdf, 1, Scanner(-0.5), tmp_path / "backs.jpg")
    backs = cut_backs(scan, fronts)
    assert not backs.sideways
    assert not cut_backs(scan, fronts, Duplex.SHORT_EDGE).sideways
    with pytest.raises(ScanError, match="--duplex short-edge"):
        cut_backs(scan, fronts, Duplex.LONG_EDGE)
    write_cut(tmp_path / "out", Sheet(fronts, backs))
    first = next(iter(roster().counters.values()))
    with Image.open(tmp_path / "out" / "backs" / "r01c01.png") as back:
        upright = draw_face(first, first.sides - 1, FINE, edge=False)
        faces = {"upright": upright, "on its head": upright.rotate(180)}
        assert likest(back.convert("RGB"), faces) == "upright"


@pytest.mark.slow
def test_the_command_writes_pictures_and_a_roster_to_fill_in(tmp_path: Path) -> None:
    scan = scanned(sheet(), 0, SCANNERS["turned"], tmp_path / "fronts.jpg")
    back = scanned(sheet(), 1, SCANNERS["turned"], tmp_path / "backs.jpg")
    out = tmp_path / "cut"
    done = CliRunner().invoke(app, ["cut", str(scan), "--backs", str(back), "--out", str(out)])
    assert done.exit_code == 0, done.output
    with (out / "roster.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(list((out / "fronts").iterdir())) == len(list((out / "backs").iterdir()))
    assert [row["id"] for row in rows[:2]] == ["r01c01", "r01c02"]
    sizes = set()
    for row in rows:
        with Image.open(out / row["art"]) as front:
            sizes.add(front.size)
    assert len(sizes) == 1
    assert abs(sizes.pop()[0] - 16 * DOTS) < 1
    assert sorted(one.name for one in out.iterdir()) == [
        "backs",
        "backs.png",
        "cuts.csv",
        "fronts",
        "fronts.png",
        "roster.csv",
        "style.toml",
    ]
    assert "unknown column" not in CliRunner().invoke(app, ["check", str(out)]).output
    checked = CliRunner().invoke(app, ["check", str(out)])
    assert "roster.csv:2" in checked.output
    assert "no such picture" not in checked.output


@pytest.mark.long
def test_the_same_scan_gives_the_same_files(tmp_path: Path) -> None:
    scan = scanned(sheet(), 0, SCANNERS["turned"], tmp_path / "fronts.jpg")
    for name in ("one", "two"):
        write_cut(tmp_path / name, Sheet(cut_sheet(scan)))
    one, two = (
        {
            file.relative_to(tmp_path / name): file.read_bytes()
            for file in sorted((tmp_path / name).rglob("*.*"))
        }
        for name in ("one", "two")
    )
    assert one == two


# -- scans that cannot be cut ----------------------------------------------------------------------


def bomb(file: Path) -> Path:
    """A small file that says it holds 60,000 x 60,000 dots."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(1000))
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b""))
    return file


def no_picture(file: Path) -> Path:
    file.write_text("counters, but written ones\n", encoding="utf-8")
    return file


def broken_off(file: Path) -> Path:
    scanned(sheet(), 0, Scanner(), file)
    file.write_bytes(file.read_bytes()[:9000])
    return file


def tiny(file: Path) -> Path:
    Image.new("RGB", (1, 1), "red").save(file, "PNG")
    return file


def empty_page(file: Path) -> Path:
    Image.new("RGB", (1240, 1754), "white").save(file, "PNG")
    return file


def one_blot(file: Path) -> Path:
    """Something printed, but no rows of lines through it."""
    image = Image.new("RGB", (1240, 1754), "white")
    pen = ImageDraw.Draw(image)
    for number in range(40):
        pen.ellipse(
            (200 + 9 * number, 300 + 17 * number, 600 + 5 * number, 500 + 23 * number), fill="#7a2a18"
        )
    image.save(file, "PNG")
    return file


def missing(file: Path) -> Path:
    return file


FAULTS = {
    no_picture: "not a picture that can be read",
    bomb: "60000 x 60000 pixels are more than",
    broken_off: "damaged or not complete",
    tiny: "1 x 1 pixels are too few",
    missing: "no such file",
    empty_page: "nothing is printed",
    one_blot: "no even rows",
}
LOOKED_THROUGH = {empty_page, one_blot}
"""In these a sheet is searched in every way there is, which takes some seconds."""


@pytest.mark.parametrize(
    "fault",
    [pytest.param(one, marks=[pytest.mark.slow] if one in LOOKED_THROUGH else []) for one in FAULTS],
    ids=lambda fault: fault.__name__,
)
def test_a_scan_that_cannot_be_cut_is_told_and_nothing_is_written(fault: object, tmp_path: Path) -> None:
    assert callable(fault)
    scan = fault(tmp_path / "scan.png")
    done = CliRunner().invoke(app, ["cut", str(scan), "--out", str(tmp_path / "out")])
    assert isinstance(done.exception, ScanError)
    assert done.exception.exit_code == 1
    assert FAULTS[fault] in str(done.exception)
    assert "scan.png" in str(done.exception)
    assert [one.name for one in tmp_path.iterdir() if one.name != "scan.png"] == []


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    done = CliRunner().invoke(app, ["cut", "scan.jpg", "--out", str(tmp_path)])
    assert isinstance(done.exception, ScanError)
    assert [one.name for one in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.slow
def test_backs_of_another_sheet_are_refused(fronts: Cut, tmp_path: Path) -> None:
    other = sheets_pdf(replace(load_roster("koenigsberg45"), counters={}, markers={}), Printing(dpi=DPI))
    with pytest.raises(ScanError, match="another shape"):
        cut_backs(scanned(other, 1, Scanner(), tmp_path / "backs.jpg"), fronts)
