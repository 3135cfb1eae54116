"""The print-and-play set, read back by another program: sizes, tiles, charts, squares to measure, bytes."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
from PIL import Image, ImageChops
from typer.testing import CliRunner

from adjudicator.cli import app
from adjudicator.commands.printing import refereed
from builder.module.charts import Chart, load_charts
from builder.printing.board import MARGIN, Tiling, strips_of, tiling
from builder.printing.charts import as_printed, chart_flow
from builder.printing.kit import Wish, in_one, print_kit
from builder.printing.pages import Part, Refereed
from counters.cli import app as counters
from counters.roster.load import load_roster
from counters.roster_faults import RosterError
from counters.sheets.imposition import PAPERS, Duplex
from counters.sheets.printing import Printing
from counters.sheets.sheet import sheets_pdf
from maps.drawing.draw import draw_board
from maps.drawing.ink import dots
from maps.drawing.sheet import lay_out
from tests.builder.hexgames import write_lettered
from tests.cases import one_quick
from tests.counters.test_sheet import says_what_it_is

DPI = 72
MM = 72 / 25.4
Kit = dict[str, Part]


def quiet(done: int, steps: int, what: str) -> None:
    assert 1 <= done <= steps
    assert what


def kit_of(game: str | Path, wish: Wish) -> Kit:
    return {part.name: part for part in print_kit(game, wish, refereed(str(game)), quiet)}


@pytest.fixture(scope="module")
def kit() -> Kit:
    return kit_of("raceforberlin", Wish(dpi=DPI))


@pytest.fixture(scope="module")
def whole() -> Image.Image:
    return draw_board("raceforberlin", DPI).image


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write_lettered(tmp_path / "lettered")


def pages(part: Part) -> pdfium.PdfDocument:
    return pdfium.PdfDocument(part.content)


def text_of(part: Part) -> str:
    found = " ".join(page.get_textpage().get_text_range() for page in pages(part))
    return re.sub(r"\s+", " ", found)


def millimetres(page: pdfium.PdfPage) -> list[float]:
    return [round(side / MM, 1) for side in page.get_size()]


def pictures(page: pdfium.PdfPage) -> Iterator[tuple[tuple[float, ...], Image.Image]]:
    """Every picture of a page: left, top, right, bottom in millimetres from the top left, and its dots."""
    high = page.get_size()[1]
    for item in page.get_objects([raw.FPDF_PAGEOBJ_IMAGE]):
        left, bottom, right, top = item.get_bounds()
        box = tuple(at / MM for at in (left, high - top, right, high - bottom))
        yield box, item.get_bitmap().to_pil().convert("RGB")


def upright_lines(page: pdfium.PdfPage) -> set[float]:
    bounds = [item.get_bounds() for item in page.get_objects([raw.FPDF_PAGEOBJ_PATH])]
    return {round((left + right) / 2 / MM, 1) for left, _, right, _ in bounds if right - left < 1}


# -- what is in it ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_kit_has_all_its_parts_and_lists_them(kit: Kit) -> None:
    named = ("1-notes", "2-counters", "3-map", "4-charts", "5-orders", "6-player-card")
    assert list(kit) == [f"{name}.pdf" for name in named]
    notes = text_of(kit["1-notes.pdf"])
    for name, part in kit.items():
        assert len(pages(part)) == part.pages > 0
        assert name in notes
        assert part.what in notes


def capital(heading: str) -> str:
    """As a chart heads its rows and columns."""
    return heading[:1].upper() + heading[1:]


@pytest.mark.slow
def test_every_cell_of_every_chart_is_printed(kit: Kit) -> None:
    told = text_of(kit["4-charts.pdf"])
    for chart in load_charts("raceforberlin"):
        assert chart.key.replace("+/-", "±") in told
        assert chart.title in told
        chart = replace(
            chart, rows=tuple(map(capital, chart.rows)), columns=tuple(map(capital, chart.columns))
        )
        for cell in {cell for row in chart.cells for cell in row} | {*chart.rows} | {*chart.columns}:
            assert as_printed(cell, {}) in told


@pytest.mark.slow
def test_the_sequence_of_play_cites_the_rules_of_the_referee(kit: Kit) -> None:
    told = text_of(kit["6-player-card.pdf"])
    assert re.search(r"A\.2 American advance Roll once\. .{,80} 2\.2 ", told)
    assert re.search(r"D End of turn Idle units .{,90} 5\.1, 5\.2, 5\.5, 5\.3", told)


@pytest.mark.slow
def test_no_pdf_of_a_kit_names_a_font_that_it_does_not_hold(kit: Kit) -> None:
    for part in kit.values():
        assert b"Helvetica" not in part.content, part.name
        named, held = (
            set(re.findall(rb"/%s /([^ /]+)" % key, part.content)) for key in (b"BaseFont", b"FontName")
        )
        assert named <= held, part.name


# -- sizes -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_page_is_of_the_paper_asked_for(kit: Kit) -> None:
    for part in kit.values():
        for page in pages(part):
            assert sorted(millimetres(page)) == [210, 297]


@pytest.mark.slow
@pytest.mark.parametrize("paper", one_quick(["letter", "a3"]))
def test_other_paper(small: Path, paper: str) -> None:
    kit = kit_of(small, Wish(Printing(PAPERS[paper]), 40))
    for part in kit.values():
        for page in pages(part):
            assert sorted(millimetres(page)) == sorted(PAPERS[paper])


@pytest.mark.slow
@pytest.mark.parametrize("paper", [(210.0, 148.0), (148.0, 210.0), (320.0, 450.0)])
def test_any_paper(small: Path, paper: tuple[float, float]) -> None:
    kit = kit_of(small, Wish(Printing(paper), 40))
    for part in kit.values():
        for page in pages(part):
            assert sorted(millimetres(page)) == sorted(paper)


@pytest.mark.parametrize("paper", [(139.0, 200.0), (210.0, 60.0)])
def test_paper_too_small_for_charts_is_refused(small: Path, paper: tuple[float, float]) -> None:
    with pytest.raises(RosterError, match="a kit needs 140 mm each way"):
        kit_of(small, Wish(Printing(paper), 40))


def test_a_chart_that_would_leave_the_page_is_refused() -> None:
    labels = tuple(f"Bombardment{n}" for n in range(9))
    chart = Chart("c", "Bombardments", labels, ("1",), (labels,))
    with pytest.raises(RosterError, match="120 mm wide between its margins': too small for Bombardments"):
        list(chart_flow([chart], 120))


def lines(page: pdfium.PdfPage) -> Iterator[tuple[float, ...]]:
    """Middles of the ends of every level or upright line: left, top, right, bottom in millimetres."""
    high = page.get_size()[1]
    for item in page.get_objects([raw.FPDF_PAGEOBJ_PATH]):
        left, bottom, right, top = item.get_bounds()
        pen = min(right - left, top - bottom) / 2  # the box is that of the stroke, which is so much larger
        if pen < 1:
            yield tuple(at / MM for at in (left + pen, high - top + pen, right - pen, high - bottom - pen))


@pytest.mark.slow
def test_the_square_to_measure_has_25_millimetres_a_side(kit: Kit) -> None:
    page = pages(kit["1-notes.pdf"])[0]
    found = list(lines(page))
    level = [line for line in found if abs(line[2] - line[0] - 25) < 0.05]
    upright = [line for line in found if abs(line[3] - line[1] - 25) < 0.05]
    pairs = [(a, b) for a in level for b in level if abs(b[1] - a[1] - 25) < 0.05 and a[0] == b[0]]
    assert any(abs(line[0] - a[0]) < 0.05 for a, _ in pairs for line in upright)
    assert any(abs(line[0] - a[2]) < 0.05 for a, _ in pairs for line in upright)


@pytest.mark.slow
def test_the_bar_at_the_foot_of_every_page_has_50_millimetres(kit: Kit) -> None:
    for name in ("1-notes.pdf", "3-map.pdf", "4-charts.pdf", "5-orders.pdf", "6-player-card.pdf"):
        for page in pages(kit[name]):
            assert "50 mm" in page.get_textpage().get_text_range()
            foot = millimetres(page)[1] - 10
            assert any(abs(right - left - 50) < 0.05 for left, top, right, _ in lines(page) if top > foot)


@pytest.mark.slow
def test_viewers_are_told_not_to_scale_and_no_picture_loses_anything(kit: Kit) -> None:
    for content in (*(part.content for part in kit.values()), in_one("Kit", tuple(kit.values()))):
        assert b"/PrintScaling /None" in content
        assert b"/DCTDecode" not in content
        assert b"/JPXDecode" not in content


# -- the map ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_tiles_joined_are_the_whole_map_and_neighbours_share_their_edges(
    kit: Kit, whole: Image.Image
) -> None:
    way = tiling(lay_out("raceforberlin"), PAPERS["a4"], DPI)
    joined = Image.new("RGB", whole.size, "magenta")
    for number, page in enumerate(pages(kit["3-map.pdf"])):
        tile = way.tile(*divmod(number, way.columns))
        ((_, image),) = pictures(page)
        left, top, right, bottom = tile.box
        assert image.size == (right - left, bottom - top)
        if tile.column:
            flap = (left, top, left + way.overlap, bottom)
            mine = image.crop((0, 0, way.overlap, bottom - top))
            assert ImageChops.difference(mine, joined.crop(flap)).getbbox() is None
        if tile.row:
            flap = (left, top, right, top + way.overlap)
            mine = image.crop((0, 0, right - left, way.overlap))
            assert ImageChops.difference(mine, whole.crop(flap)).getbbox() is None
        joined.paste(image, (left, top))
    assert ImageChops.difference(joined, whole).getbbox() is None


@pytest.mark.slow
def test_tiles_are_at_true_scale_inside_the_margins(kit: Kit) -> None:
    for page in pages(kit["3-map.pdf"]):
        (((left, top, right, bottom), image),) = pictures(page)
        assert right - left == pytest.approx(image.width / DPI * 25.4, abs=0.05)
        assert bottom - top == pytest.approx(image.height / DPI * 25.4, abs=0.05)
        wide, high = millimetres(page)
        assert left >= MARGIN - 0.1
        assert top >= MARGIN - 0.1
        assert right <= wide - MARGIN + 0.1
        assert bottom <= high - MARGIN + 0.1
        box = [at / MM for at in page.get_trimbox()]
        assert box == pytest.approx([left, high - bottom, right, high - top], abs=0.1)


@pytest.mark.slow
def test_ticks_stand_at_the_edges_and_where_the_neighbours_edge_comes_to_lie(kit: Kit) -> None:
    way = tiling(lay_out("raceforberlin"), PAPERS["a4"], DPI)
    for number, page in enumerate(pages(kit["3-map.pdf"])):
        (((left, _, right, _), _),) = pictures(page)
        ticks = upright_lines(page)
        wanted = {left, right}
        if number % way.columns < way.columns - 1:
            wanted.add(right - way.overlap / DPI * 25.4)
        for x in wanted:
            assert any(abs(x - tick) < 0.15 for tick in ticks)


@pytest.mark.parametrize("size", [(100, 100), (3508, 2480), (7022, 4967), (561, 5000)])
@pytest.mark.parametrize("paper", PAPERS.values())
def test_tiles_cover_every_dot_and_fit_their_pages(size: tuple[int, int], paper: tuple[float, float]) -> None:
    way = Tiling(size, 150, paper)
    for axis, count in ((0, way.columns), (1, way.rows)):
        spans = [
            (tile.box[axis], tile.box[axis + 2])
            for tile in (way.tile(*((0, n) if axis == 0 else (n, 0))) for n in range(count))
        ]
        assert spans[0][0] == 0
        assert spans[-1][1] == size[axis]
        for (_, end), (start, _) in pairwise(spans):
            assert end - start == way.overlap
        assert max(end - start for start, end in spans) <= (paper[axis] - 2 * MARGIN) / 25.4 * 150


@pytest.mark.parametrize("dpi", [72, 150, 300])
def test_no_more_is_drawn_at_a_time_than_memory_is_meant_for(dpi: float) -> None:
    """A sheet of A0 across; drawing takes some 27 bytes a dot."""
    way = Tiling(dots((1189.0, 841.0), dpi), dpi, PAPERS["a4"])
    for row in range(way.rows):
        strips = strips_of(way, row)
        assert all(way.size[0] * (bottom - top) <= 6_000_000 for top, bottom in strips)
        assert [top for top, _ in strips[1:]] == [bottom for _, bottom in strips[:-1]]
        assert (strips[0][0], strips[-1][1]) == way.tile(row, 0).box[1::2]


def test_pages_of_many_rows_have_names_too() -> None:
    way = Tiling((500, 60_000), 150, PAPERS["a4"])
    assert way.tile(25, 0).name == "Z1"
    assert way.tile(26, 0).name == "AA1"


@pytest.mark.slow
def test_a_poster_is_one_page_of_the_maps_own_size(small: Path) -> None:
    kit = kit_of(small, Wish(dpi=60, poster=True))
    (page,) = pages(kit["3-map.pdf"])
    sheet = lay_out(small)
    assert millimetres(page) == [round(side, 1) for side in sheet.size]
    ((_, image),) = pictures(page)
    assert image.size == dots(sheet.size, 60)
    assert ImageChops.difference(image, draw_board(small, 60).image).getbbox() is None


@pytest.mark.slow
@pytest.mark.parametrize("poster", one_quick([False, True]))
def test_the_bar_on_the_terminal_comes_to_its_end(small: Path, poster: bool) -> None:
    told: list[tuple[int, int]] = []
    print_kit(
        small, Wish(dpi=150, poster=poster), Refereed(), lambda done, steps, _: told.append((done, steps))
    )
    assert [done for done, _ in told] == list(range(1, len(told) + 1))
    assert {steps for _, steps in told} == {len(told)}


# -- counters as they are wanted -------------------------------------------------------------------


CHOSEN = Printing(gap=2.0, bleed=1.5, corner=1.0, duplex=Duplex.SHORT_EDGE, offset=(0.4, -0.3), low_ink=True)


@pytest.mark.slow
@pytest.mark.parametrize("chosen", one_quick([CHOSEN, Printing(duplex=Duplex.FOLD, counter_mm=19.05)]))
def test_the_counters_of_a_kit_are_the_sheets_that_were_chosen(small: Path, chosen: Printing) -> None:
    kit = kit_of(small, Wish(chosen, 40))
    assert kit["2-counters.pdf"].content == sheets_pdf(load_roster(small), chosen)
    assert kit["2-counters.pdf"].how == chosen.how
    notes = text_of(kit["1-notes.pdf"])
    assert chosen.how in notes
    assert ("dashed line, and glue its halves" in notes) == (chosen.duplex is Duplex.FOLD)
    assert ("with a radius of 1 mm" in notes) == bool(chosen.corner)
    assert f"A counter is {round(chosen.counter_mm or 16, 1):g} mm wide" in notes


@pytest.mark.slow
@pytest.mark.parametrize(("chosen", "room"), [(Printing(), 24), (Printing(counter_mm=38.1), 46.1)])
def test_the_turn_track_has_room_for_the_counters_that_are_printed(chosen: Printing, room: float) -> None:
    page = pages(kit_of("raceforberlin", Wish(chosen, DPI, poster=True))["4-charts.pdf"])[0]
    upright = [line for line in lines(page) if line[3] - line[1] > room - 0.5]
    first = min(top for _, top, _, _ in upright)
    edges = sorted({round(left, 1) for left, top, _, _ in upright if top - first < 0.1})
    apart = {round(after - before, 1) for before, after in pairwise(edges)}
    assert min(apart) >= room
    assert max(apart) - min(apart) < 0.2
    assert edges[-1] - edges[0] == pytest.approx(210 - 2 * 14, abs=0.5), "as broad as the page"


# -- one file, the same bytes, and games that have less --------------------------------------------


@pytest.mark.slow
def test_one_pdf_has_the_pages_of_all_parts_as_they_are(small: Path) -> None:
    kit = kit_of(small, Wish(dpi=40))
    one = pdfium.PdfDocument(in_one("Kit (1 0 R) «ß»", tuple(kit.values())))
    separate = [page for part in kit.values() for page in pages(part)]
    assert len(one) == len(separate)
    assert one.get_metadata_value("Title") == "Kit (1 0 R) «ß»"
    for part in kit.values():
        says_what_it_is(pdfium.PdfDocument(part.content))
    says_what_it_is(one)
    for together, alone in zip(one, separate, strict=True):
        first, second = (page.render(scale=0.5).to_pil() for page in (together, alone))
        assert ImageChops.difference(first, second).getbbox() is None


@pytest.mark.slow
def test_the_notes_say_on_which_pages_of_the_one_pdf_each_part_stands(kit: Kit) -> None:
    notes, page = text_of(kit["1-notes.pdf"]), 0
    one = pdfium.PdfDocument(in_one("Kit", tuple(kit.values())))
    feet = [sheet.get_textpage().get_text_range() for sheet in one]
    for name, part in kit.items():
        first, page = page + 1, page + part.pages
        pages_told = f"p. {first}-{page}" if page > first else f"p. {first}"
        assert f"{name} {part.what} {part.pages} {pages_told} {part.how}" in notes
    assert "sheet 1, front" in feet[kit["1-notes.pdf"].pages]
    assert feet[-1].count("order words") == 2


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes(small: Path) -> None:
    first, second = (in_one("Kit", tuple(kit_of(small, Wish(dpi=40)).values())) for _ in range(2))
    assert first == second


def test_a_game_without_a_map_and_without_rules_gets_what_it_has(small: Path) -> None:
    (small / "map" / "map.toml").unlink()
    parts = print_kit(small, Wish(dpi=40), Refereed(), quiet)
    named = ("1-notes", "2-counters", "4-charts", "5-orders", "6-player-card")
    assert [part.name for part in parts] == [f"{name}.pdf" for name in named]


# -- the command -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_command_writes_a_folder_or_one_pdf(small: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke
    done = run(app, ["print", str(small), "--dpi", "72", "--out", str(tmp_path / "kit")])
    assert done.exit_code == 0, done.output
    assert len(list((tmp_path / "kit").iterdir())) == 6
    done = run(app, ["print", str(small), "--dpi", "72", "--out", str(tmp_path / "kit.pdf")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "kit.pdf").read_bytes().startswith(b"%PDF")
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.slow
def test_the_command_takes_what_sheets_take(small: Path, tmp_path: Path) -> None:
    readings = tmp_path / "printers.toml"
    readings.write_text("[desk]\nacross = 0.4\ndown = -0.2\n", encoding="utf-8")
    more = [
        "--paper",
        "148x210",
        "--size",
        "1/2in",
        "--gap",
        "2",
        "--bleed",
        "1",
        "--corners",
        "1",
        "--duplex",
        "short-edge",
        "--low-ink",
    ]
    more += ["--printers", str(readings), "--printer", "desk"]
    out, pdf = tmp_path / "kit", tmp_path / "sheet.pdf"
    run = CliRunner().invoke
    done = run(app, ["print", str(small), "--dpi", "72", "--out", str(out), *more])
    assert done.exit_code == 0, done.output
    done = run(counters, ["sheet", str(small), "--no-cover", "--out", str(pdf), *more])
    assert done.exit_code == 0, done.output
    assert (out / "2-counters.pdf").read_bytes() == pdf.read_bytes()


@pytest.mark.parametrize(
    "more", [["--bleed", "7"], ["--gap", "x"], ["--size", "4"], ["--corners", "9"], ["--duplex", "both"]]
)
def test_what_cannot_be_is_wrong_usage_and_names_its_option(tmp_path: Path, more: list[str]) -> None:
    wrong = CliRunner().invoke(app, ["print", "raceforberlin", "--out", str(tmp_path / "kit"), *more])
    assert wrong.exit_code == 2
    assert more[0] in wrong.output
    assert not (tmp_path / "kit").exists()


def test_unknown_paper_and_unknown_games_write_nothing(tmp_path: Path) -> None:
    run = CliRunner().invoke
    wrong = run(app, ["print", "raceforberlin", "--paper", "b5", "--out", str(tmp_path / "kit")])
    assert wrong.exit_code == 2
    assert "a4, letter, a3" in wrong.output
    unknown = run(app, ["print", "atlantis", "--out", str(tmp_path / "kit")])
    assert getattr(unknown.exception, "exit_code", None) == 1
    assert "atlantis" in str(unknown.exception)
    assert not (tmp_path / "kit").exists()


def test_a_fault_of_the_game_is_told_and_nothing_is_written(small: Path, tmp_path: Path) -> None:
    roster = next(small.rglob("roster.csv"))
    roster.write_text(roster.read_text(encoding="utf-8").replace("infantry", "infantrie"), encoding="utf-8")
    wrong = CliRunner().invoke(app, ["print", str(small), "--out", str(tmp_path / "kit")])
    assert getattr(wrong.exception, "exit_code", None) == 1
    assert "roster.csv" in str(wrong.exception)
    assert not (tmp_path / "kit").exists()


@pytest.mark.long
@pytest.mark.skipif(
    sys.platform != "linux", reason="only there a process is told its own peak, not its parent's"
)
def test_a_map_of_a0_is_drawn_in_bounded_memory(tmp_path: Path) -> None:
    """Drawn whole at this fineness the map of Königsberg '45 takes a gigabyte."""
    code = (
        "from pathlib import Path; from typer.testing import CliRunner; from adjudicator.cli import app; "
        f"CliRunner().invoke(app, ['print', 'koenigsberg45', '--out', {str(tmp_path / 'kit')!r}]); "
        "told = Path('/proc/self/status').read_text(encoding='utf-8'); "
        "print(told.partition('VmHWM:')[2].split()[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert len(pdfium.PdfDocument(tmp_path / "kit" / "3-map.pdf")) == 25
    assert int(done.stdout) < 520_000
