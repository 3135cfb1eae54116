"""The printable PDF, read back by another program: sizes, places, pictures and bytes."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
from PIL import Image

from counters.faces.face import draw_face
from counters.roster.counter import Roster
from counters.roster.load import load_roster, read_roster
from counters.sheets.sheet import Grid, counter_pdf

from .conftest import Write

DPI = 150
COUNTER = round(16 / 25.4 * DPI)
MM = 72 / 25.4


@pytest.fixture(scope="module")
def roster() -> Roster:
    return load_roster("raceforberlin")


@pytest.fixture(scope="module")
def document(roster: Roster) -> pdfium.PdfDocument:
    return pdfium.PdfDocument(counter_pdf(roster, "a4", DPI))


def pictures(page: pdfium.PdfPage) -> dict[tuple[float, float], Image.Image]:
    """The square pictures of a page by their left and top edge in millimetres, rounded to tenths."""
    high = page.get_size()[1]
    found = {}
    for item in page.get_objects([raw.FPDF_PAGEOBJ_IMAGE]):
        left, bottom, right, top = item.get_bounds()
        if abs((right - left) - (top - bottom)) < 0.01:
            found[round(left / MM, 1), round((high - top) / MM, 1)] = item.get_bitmap().to_pil()
    return found


@pytest.mark.slow
def test_fronts_and_backs_alternate_on_a4(document: pdfium.PdfDocument) -> None:
    assert len(document) == 6, "counters, markers, cards"
    for page in document:
        assert [round(side / MM, 2) for side in page.get_size()] == [210, 297]


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_each_paper_has_its_size(roster: Roster, paper: str, size: tuple[float, float]) -> None:
    small = replace(roster, counters={"712": roster.counters["712"]}, markers={}, cards={})
    pages = pdfium.PdfDocument(counter_pdf(small, paper, DPI))
    assert len(pages) == 2
    assert [round(side / MM, 1) for side in pages[0].get_size()] == list(size)


def test_every_piece_is_printed_once_on_each_side(roster: Roster, document: pdfium.PdfDocument) -> None:
    counters, markers = len(roster.counters), sum(marker.count for marker in roster.markers.values())
    assert [len(pictures(page)) for page in document] == [counters, counters, markers, markers, 11, 11]


def test_pieces_are_printed_at_true_scale(document: pdfium.PdfDocument) -> None:
    for number, side in ((0, 16), (2, 16), (4, 36)):
        lefts = sorted({left for left, _ in pictures(document[number])})
        paces = {round(after - before, 1) for before, after in pairwise(lefts)}
        assert paces == {side}


def test_the_back_lies_behind_its_front(roster: Roster, document: pdfium.PdfDocument) -> None:
    fronts, backs = pictures(document[0]), pictures(document[1])
    for number, counter in enumerate(roster.counters.values()):
        left, top = sorted(fronts, key=lambda place: (place[1], place[0]))[number]
        assert fronts[left, top].tobytes() == draw_face(counter, 0, COUNTER, edge=False).tobytes()
        mirrored = next(place for place in backs if place[1] == top and abs(place[0] + left + 16 - 210) < 0.2)
        assert backs[mirrored].tobytes() == draw_face(counter, 1, COUNTER, edge=False).tobytes()


def test_cut_marks_stand_at_every_cut_outside_the_pieces(document: pdfium.PdfDocument) -> None:
    page = document[1]
    paths = [item.get_bounds() for item in page.get_objects([raw.FPDF_PAGEOBJ_PATH])]
    upright = {round((left + right) / 2 / MM, 1) for left, _, right, _ in paths if right - left < 1}
    lefts = {left for left, _ in pictures(page)}
    assert lefts | {round(left + 16, 1) for left in lefts} <= {round(x, 1) for x in upright}
    pieces = [item.get_bounds() for item in page.get_objects([raw.FPDF_PAGEOBJ_IMAGE])]
    above, below = max(top for *_, top in pieces), min(bottom for _, bottom, _, _ in pieces)
    assert all(low > above or high < below for left, low, right, high in paths if right - left < 1)


def test_the_viewer_is_told_to_keep_the_scale(roster: Roster) -> None:
    small = replace(roster, counters={"712": roster.counters["712"]}, markers={}, cards={})
    content = counter_pdf(small, "a4", DPI)
    assert b"/PrintScaling /None" in content
    assert b"/Duplex /DuplexFlipLongEdge" in content


def test_the_margin_says_what_the_page_is(document: pdfium.PdfDocument) -> None:
    texts = [page.get_textpage().get_text_range() for page in document]
    assert "Race for Berlin, counters, sheet 1, front" in texts[0]
    assert "sheet 2, back" in texts[3]
    assert all("50 mm" in text for text in texts)


def says_what_it_is(document: pdfium.PdfDocument) -> None:
    """A PDF has a title, and names hexpost, not the library that wrote it or anonymous people."""
    assert document.get_metadata_value("Title")
    assert {document.get_metadata_value(who) for who in ("Author", "Creator", "Producer")} == {"hexpost"}
    assert document.get_metadata_value("Subject") == ""


def test_the_document_says_what_it_is_and_where_it_comes_from(document: pdfium.PdfDocument) -> None:
    says_what_it_is(document)


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes(roster: Roster) -> None:
    assert counter_pdf(roster, "a4", DPI) == counter_pdf(read_roster("raceforberlin"), "a4", DPI)


def test_a_large_game_takes_several_sheets(game: Write) -> None:
    roster = load_roster(game())
    many = {f"{n}": replace(roster.counters["1G"], id=f"{n}") for n in range(177)}
    pages = pdfium.PdfDocument(counter_pdf(replace(roster, counters=many), "a4", DPI))
    assert [len(pictures(page)) for page in pages] == [176, 176, 1, 1]


def test_a_game_with_nothing_in_it_still_gives_a_pdf(roster: Roster) -> None:
    empty = replace(roster, counters={}, markers={}, cards={})
    assert counter_pdf(empty).startswith(b"%PDF")


@pytest.mark.parametrize("cell", [5.0, 16.0, 25.4, 36.0, 100.0])
@pytest.mark.parametrize("paper", [(210.0, 297.0), (215.9, 279.4)])
def test_no_cell_leaves_the_paper_and_backs_mirror_fronts(paper: tuple[float, float], cell: float) -> None:
    grid = Grid(paper, cell)
    for number in range(grid.columns * grid.rows):
        left, top = grid.place(grid.cell_of(number, back=False))
        behind, below = grid.place(grid.cell_of(number, back=True))
        assert 14 <= left <= paper[0] - 14 - cell + 1e-9
        assert 14 <= top <= paper[1] - 14 - cell + 1e-9
        assert behind + cell + left == pytest.approx(paper[0])
        assert below == top
