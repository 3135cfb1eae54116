"""Printed pages, read back by another program: where every piece lies, front and back, under every choice."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
from PIL import Image

from counters.faces.face import draw_face
from counters.faces.low_ink import low_ink
from counters.roster.counter import Roster
from counters.roster.load import load_roster
from counters.roster_faults import RosterError
from counters.sheets.imposition import PAPERS, Duplex, Grid
from counters.sheets.page import Page
from counters.sheets.printing import Printing
from counters.sheets.sheet import sheets_pdf
from counters.signs.lengths import length_mm
from tests.cases import one_quick

from .conftest import ROSTER, STYLE, Write

MM = 72 / 25.4
NEAR = 0.1
SKIRMISH = Path(__file__).parent / "skirmish"


class Shape(NamedTuple):
    """Something on a page: left, top, right, bottom in millimetres from the top left corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def wide(self) -> float:
        return self.right - self.left

    @property
    def high(self) -> float:
        return self.bottom - self.top

    def touches(self, other: Shape) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def shapes(page: pdfium.PdfPage, kind: int) -> list[tuple[Shape, pdfium.PdfObject]]:
    high = page.get_size()[1]
    found = []
    for item in page.get_objects([kind]):
        left, bottom, right, top = item.get_bounds()
        found.append((Shape(left / MM, (high - top) / MM, right / MM, (high - bottom) / MM), item))
    return found


def pieces(page: pdfium.PdfPage, side: float) -> list[tuple[Shape, Image.Image]]:
    """The square pictures of so many millimetres, in the order in which they were put there."""
    return [
        (shape, item.get_bitmap().to_pil().convert("RGB"))
        for shape, item in shapes(page, raw.FPDF_PAGEOBJ_IMAGE)
        if abs(shape.wide - side) < NEAR and abs(shape.high - side) < NEAR
    ]


@pytest.fixture(scope="module")
def roster() -> Roster:
    whole = load_roster("raceforberlin")
    some = dict(list(whole.counters.items())[:45])
    return replace(whole, counters=some, markers={}, cards={})


def printed(roster: Roster, chosen: Printing) -> pdfium.PdfDocument:
    return pdfium.PdfDocument(sheets_pdf(roster, chosen))


def behind(front: Shape, duplex: Duplex, paper: tuple[float, float]) -> Shape:
    """Where the back of a piece must lie on its page to be behind its front when the paper is turned."""
    upright = paper[0] <= paper[1]
    if duplex is (Duplex.SHORT_EDGE if upright else Duplex.LONG_EDGE):
        return Shape(front.left, paper[1] - front.bottom, front.right, paper[1] - front.top)
    return Shape(paper[0] - front.right, front.top, paper[0] - front.left, front.bottom)


@pytest.mark.slow
@pytest.mark.parametrize("duplex", list(Duplex))
@pytest.mark.parametrize(
    ("paper", "side", "gap"),
    one_quick([("letter", 15.875, 2.0), ("a4", 16.0, 0.0), ((297.0, 210.0), 16.0, 0.0)]),
)
def test_every_back_lies_on_its_front_and_shows_its_own_unit(
    roster: Roster, duplex: Duplex, paper: str | tuple[float, float], side: float, gap: float
) -> None:
    size_mm = PAPERS[paper] if isinstance(paper, str) else paper
    chosen = Printing(size_mm, 150, side, gap, duplex=duplex)
    document = printed(roster, chosen)
    found = []
    step = 1 if duplex is Duplex.FOLD else 2
    for number in range(0, len(document), step):
        here = pieces(document[number], side)
        there = [] if step == 1 else pieces(document[number + 1], side)
        half = len(here) // 2
        found += list(zip(here, there, strict=True) if there else zip(here[:half], here[half:], strict=True))
    assert len(found) == len(roster.counters)
    size = chosen.pixels(side)
    for counter, ((front, face), (back, other)) in zip(roster.counters.values(), found, strict=True):
        assert back == pytest.approx(behind(front, duplex, size_mm), abs=NEAR)
        assert face.tobytes() == draw_face(counter, 0, size, edge=False).tobytes()
        on_its_head = behind(front, duplex, size_mm).left == front.left
        upright = other.rotate(180) if on_its_head else other
        assert upright.tobytes() == draw_face(counter, counter.sides - 1, size, edge=False).tobytes()


@pytest.mark.parametrize("length", ["1/2in", "9/16in", "5/8in", "3/4in", "13.5mm", "25"])
def test_counters_have_the_size_that_was_asked_for(roster: Roster, length: str) -> None:
    side = length_mm(length)
    few = replace(roster, counters=dict(list(roster.counters.items())[:6]))
    page = printed(few, Printing(dpi=150, counter_mm=side))[0]
    found = pieces(page, side)
    assert len(found) == 6
    for number, (shape, _) in enumerate(found):
        assert shape.wide == pytest.approx(side, abs=0.01)
        assert shape.left == pytest.approx(found[0][0].left + number * side, abs=NEAR)


@pytest.mark.parametrize("paper", one_quick([((120.0, 90.0),), "a4", "letter", "a3"]))
def test_every_paper_is_printed_at_its_size_and_nothing_leaves_it(
    roster: Roster, paper: str | tuple[float, float]
) -> None:
    size = PAPERS[paper] if isinstance(paper, str) else paper
    document = printed(roster, Printing(size, 150, bleed=3))
    for page in document:
        assert [side / MM for side in page.get_size()] == pytest.approx(size, abs=0.01)
        for shape, _ in shapes(page, raw.FPDF_PAGEOBJ_IMAGE) + shapes(page, raw.FPDF_PAGEOBJ_PATH):
            assert 0 < shape.left <= shape.right < size[0]
            assert 0 < shape.top <= shape.bottom < size[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("duplex", "preference"),
    [
        (Duplex.LONG_EDGE, b"/DuplexFlipLongEdge"),
        (Duplex.SHORT_EDGE, b"/DuplexFlipShortEdge"),
        (Duplex.FOLD, b"/Simplex"),
    ],
)
def test_boxes_and_preferences_are_set(roster: Roster, duplex: Duplex, preference: bytes) -> None:
    chosen = Printing(dpi=150, bleed=2.5, duplex=duplex)
    content = sheets_pdf(roster, chosen)
    assert b"/PrintScaling /None" in content
    assert b"/Duplex " + preference in content
    for page in pdfium.PdfDocument(content):
        found = [shape for shape, _ in pieces(page, 16)]
        left, bottom, right, top = (edge / MM for edge in page.get_trimbox())
        assert left == pytest.approx(min(shape.left for shape in found), abs=NEAR)
        assert right == pytest.approx(max(shape.right for shape in found), abs=NEAR)
        assert 297 - top == pytest.approx(min(shape.top for shape in found), abs=NEAR)
        assert 297 - bottom == pytest.approx(max(shape.bottom for shape in found), abs=NEAR)
        outer = [edge / MM for edge in page.get_bleedbox()]
        assert outer == pytest.approx([left - 2.5, bottom - 2.5, right + 2.5, top + 2.5], abs=NEAR)


@pytest.mark.slow
def test_pictures_are_kept_without_loss(roster: Roster) -> None:
    content = sheets_pdf(roster, Printing(dpi=150))
    assert b"/DCTDecode" not in content
    assert b"/JPXDecode" not in content
    page = pdfium.PdfDocument(content)[0]
    for _, item in shapes(page, raw.FPDF_PAGEOBJ_IMAGE):
        assert set(item.get_filters()) == {"FlateDecode"}


@pytest.mark.slow
@pytest.mark.parametrize("bleed", one_quick([1.0, 0.0, 6.0]))
@pytest.mark.parametrize("gap", one_quick([4.0, 0.0]))
@pytest.mark.parametrize("duplex", one_quick(Duplex))
def test_cut_marks_stand_at_every_cut_and_never_touch_art(
    roster: Roster, bleed: float, gap: float, duplex: Duplex
) -> None:
    many = replace(roster, counters={key: replace(one, count=9) for key, one in roster.counters.items()})
    page = printed(many, Printing(dpi=150, bleed=bleed, gap=gap, duplex=duplex))[0]
    art = [shape for shape, _ in shapes(page, raw.FPDF_PAGEOBJ_IMAGE)]
    lines = [shape for shape, _ in shapes(page, raw.FPDF_PAGEOBJ_PATH)]
    ticks = [line for line in lines if min(line.wide, line.high) < 0.3 and max(line.wide, line.high) < 6]
    assert not [(tick, one) for tick in ticks for one in art if tick.touches(one)]
    foot = [shape for shape, _ in shapes(page, raw.FPDF_PAGEOBJ_TEXT)]
    assert foot
    assert not [(tick, text) for tick in ticks for text in foot if tick.touches(text)]
    assert all(tick.left > 2.9 and tick.right < 207.1 and tick.top > 2.9 for tick in ticks)
    upright = [(tick.left + tick.right) / 2 for tick in ticks if tick.high > tick.wide]
    level = [(tick.top + tick.bottom) / 2 for tick in ticks if tick.wide > tick.high]
    for shape, _ in pieces(page, 16):
        for edges, places in (((shape.left, shape.right), upright), ((shape.top, shape.bottom), level)):
            for edge in edges:
                assert min(abs(edge - place) for place in places) < NEAR


@pytest.mark.slow
def test_bleed_carries_colour_to_where_it_is_asked_for(roster: Roster) -> None:
    page = printed(roster, Printing(dpi=150, bleed=4, gap=3))[0]
    rendered = page.render(scale=4).to_pil().convert("RGB")
    scale = rendered.width / 210
    first = pieces(page, 16)[0][0]
    paper = draw_face(next(iter(roster.counters.values())), 0, 94, edge=False).getpixel((0, 0))
    for across, down in ((-3.8, -3.8), (-3.8, 8), (8, -3.8), (17.3, 8)):
        at = round((first.left + across) * scale), round((first.top + down) * scale)
        assert rendered.getpixel(at) == paper, (across, down)
    outside = round((first.left - 4.3) * scale), round((first.top + 8) * scale)
    assert rendered.getpixel(outside) == (255, 255, 255)


@pytest.mark.slow
@pytest.mark.parametrize("paper", one_quick((size,) for size in (PAPERS["a4"], (297.0, 210.0))))
@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE])
def test_a_printers_offset_is_undone_on_the_back_only(
    roster: Roster, duplex: Duplex, paper: tuple[float, float]
) -> None:
    """A back that shows through so far to the right and below is put so far to the left and above."""
    across, down = 1.5, -0.75
    plain, moved = (
        printed(roster, Printing(paper, 150, duplex=duplex, offset=offset))
        for offset in ((0.0, 0.0), (across, down))
    )
    assert pieces(plain[0], 16)[0][0] == pieces(moved[0], 16)[0][0]
    before, after = pieces(plain[1], 16)[0][0], pieces(moved[1], 16)[0][0]
    seen_before, seen_after = behind(before, duplex, paper), behind(after, duplex, paper)
    assert seen_after.left - seen_before.left == pytest.approx(-across, abs=0.01)
    assert seen_after.top - seen_before.top == pytest.approx(-down, abs=0.01)


@pytest.mark.slow
def test_what_is_not_printed_needs_no_room() -> None:
    whole = load_roster(SKIRMISH)
    small = Printing((120.0, 90.0), 150)
    with pytest.raises(RosterError, match="too small for a piece of 63 x 88 mm"):
        sheets_pdf(whole, small)
    assert len(printed(replace(whole, cards={}), small)) == 6


@pytest.mark.slow
def test_two_builds_are_the_same_bytes() -> None:
    chosen = Printing(PAPERS["a4"], 150, 15.0, 1.0, 2.0, 1.5, Duplex.SHORT_EDGE, (0.3, 0.1), True, True)
    assert sheets_pdf(load_roster(SKIRMISH), chosen) == sheets_pdf(load_roster(SKIRMISH), chosen)


@pytest.mark.slow
def test_a_count_prints_so_many_and_cards_have_their_own_size() -> None:
    document = printed(load_roster(SKIRMISH), Printing(dpi=150))
    counters = pieces(document[0], 15.875)
    markers = pieces(document[2], 15.875)
    assert (len(counters), len(markers)) == (10 + 2, 12 + 6 + 8)
    assert len({image.tobytes() for _, image in (*counters, *markers)}) == 13
    cards = [
        shape
        for shape, _ in shapes(document[4], raw.FPDF_PAGEOBJ_IMAGE)
        if abs(shape.wide - 63) < NEAR and abs(shape.high - 88) < NEAR
    ]
    assert len(cards) == 4


@pytest.mark.slow
def test_the_cover_bears_squares_of_25_mm_and_an_inch_and_what_there_is() -> None:
    document = printed(load_roster(SKIRMISH), Printing(dpi=150, cover=True))
    squares = [
        shape
        for shape, _ in shapes(document[0], raw.FPDF_PAGEOBJ_PATH)
        if shape.wide > 20 and abs(shape.wide - shape.high) < 0.01
    ]
    assert [shape.wide for shape in squares] == pytest.approx([25.0, 25.4], abs=0.25)
    text = document[0].get_textpage().get_text_range()
    assert "25 mm" in text
    assert "1 inch" in text
    assert "Allied, squad" in text
    assert len(document) == 8, (
        "the cover has a back of its own, or every sheet would be printed on two papers"
    )


@pytest.mark.slow
def test_rounding_guides_stand_in_the_corners_of_fronts_only(roster: Roster) -> None:
    def curves(chosen: Printing, number: int) -> int:
        page = printed(roster, chosen)[number]
        return sum(
            1
            for shape, _ in shapes(page, raw.FPDF_PAGEOBJ_PATH)
            if 1.5 < shape.wide < 2.5 and 1.5 < shape.high < 2.5
        )

    assert curves(Printing(dpi=150, corner=2), 0) == 45 * 4 * 2
    assert curves(Printing(dpi=150, corner=2), 1) == curves(Printing(dpi=150), 0) == 0


def test_the_saving_version_spends_a_third_of_the_ink(roster: Roster) -> None:
    def ink(some: Roster) -> float:
        faces = [draw_face(counter, 0, 64, edge=False).convert("L") for counter in some.counters.values()]
        return sum(255 - level for face in faces for level in face.tobytes())

    assert ink(low_ink(roster)) < ink(roster) / 3


def test_a_piece_larger_than_its_paper_is_refused(roster: Roster) -> None:
    with pytest.raises(RosterError, match="too small for a piece of 90 x 90 mm"):
        sheets_pdf(roster, Printing((100.0, 90.0), counter_mm=90))


@pytest.mark.slow
@pytest.mark.parametrize("duplex", list(Duplex))
def test_no_cell_leaves_the_paper_and_backs_lie_behind_fronts(duplex: Duplex) -> None:
    for paper, (wide, high), gap in product(PAPERS.values(), ((5, 5), (16, 16), (63, 88)), (0.0, 3.0)):
        grid = Grid(paper, wide, high, gap, duplex)
        for number in range(grid.columns * grid.rows):
            left, top = grid.place(grid.cell_of(number, back=False))
            back = grid.place(grid.cell_of(number, back=True), back=True)
            assert left + 1e-9 >= 14
            assert left + wide <= paper[0] - 14 + 1e-9
            assert top + 1e-9 >= 14
            assert top + high <= paper[1] - 14 + 1e-9
            front = Shape(left, top, left + wide, top + high)
            assert back == pytest.approx(behind(front, duplex, paper)[:2])


def test_bleed_of_a_turned_back_carries_on_what_lies_beside_it() -> None:
    """On its head a marker has its band above: so has the bleed."""
    whole = load_roster("raceforberlin")
    one = replace(whole, counters={}, markers={"turn": whole.markers["turn"]}, cards={})
    page = printed(one, Printing(dpi=150, bleed=4, duplex=Duplex.SHORT_EDGE))[1]
    rendered = page.render(scale=4).to_pil().convert("RGB")
    shape, image = pieces(page, 16)[0]
    scale = rendered.width / 210
    middle = round((shape.left + 8) * scale)
    above = rendered.getpixel((middle, round((shape.top - 3) * scale)))
    below = rendered.getpixel((middle, round((shape.bottom + 3) * scale)))
    assert above == image.getpixel((47, 0)) == (0x2F, 0x3A, 0x45)
    assert below == image.getpixel((47, 93)) == (0xE9, 0xE2, 0xCF)


def test_the_saving_version_keeps_small_marks_black_and_letters_readable() -> None:
    saved = low_ink(load_roster("koenigsberg45"))
    for slot in saved.style.slots:
        if slot.show == "patch":
            left, top, right, bottom = slot.box
            assert (slot.colour == "#141414") == ((right - left) * (bottom - top) < 50)
        else:
            assert slot.colour == ""


def test_a_unit_of_three_steps_is_printed_on_two_counters(game: Write) -> None:
    values = '\nsteps = ["", "reduced_", "last_"]'
    rows = [line.split(",") for line in ROSTER.strip().split("\n")]
    cells = [["last_strength", "last_movement"], ["1", "1"], ["", ""]]
    text = "\n".join(",".join([*row[:11], *more, *row[11:]]) for row, more in zip(rows, cells, strict=True))
    style = STYLE.replace('title = "Two Guards"', f'title = "Two Guards"{values}')
    roster = load_roster(game(roster_csv=f"{text}\n", style_toml=style))
    chosen = Printing(dpi=150)
    first, second = roster.counters.values()
    assert (first.sides, first.pieces, second.pieces) == (3, 2, 1)
    document = printed(roster, chosen)
    drawn = [[image.tobytes() for _, image in pieces(page, 16)] for page in document]
    sides = [draw_face(first, side, chosen.pixels(16), edge=False).tobytes() for side in range(3)]
    other = draw_face(second, 0, chosen.pixels(16), edge=False).tobytes()
    assert drawn == [[sides[0], sides[2], other], [sides[1], sides[2], other]]


def test_the_back_of_the_cover_shows_whether_backs_lie_behind_fronts() -> None:
    few = load_roster("raceforberlin")
    with pdfium.PdfDocument(sheets_pdf(few, Printing(dpi=150, cover=True, offset=(1.0, 0.5)))) as document:
        front, back = (
            {
                (round((one.left + one.right) / 2, 1), round((one.top + one.bottom) / 2, 1))
                for one, _ in shapes(document[number], raw.FPDF_PAGEOBJ_PATH)
                if 4.9 < max(one.wide, one.high) < 5.3
            }
            for number in (0, 1)
        )
        words = document[1].get_textpage().get_text_bounded()
    assert "Each cross at the edges should cover the cross on the other side." in words
    assert len(front) == len(back) == 6
    assert {(round(210 - x, 1), y) for x, y in front} == front
    assert front != back, "backs are moved by the printer's readings, and so are the crosses"


def test_backs_have_hairlines_to_cut_along(monkeypatch: pytest.MonkeyPatch) -> None:
    framed: list[tuple[float, float]] = []
    monkeypatch.setattr(Page, "frame", lambda page, place, *_: framed.append(place))
    few = load_roster("raceforberlin")
    sheets_pdf(few, Printing(dpi=150))
    sides = sum(counter.count * counter.pieces for counter in few.counters.values())
    assert len(framed) >= 2 * sides
