"""Rendered pages, pixel by pixel: every piece lies where its trim says, and its back exactly behind it."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
from PIL import Image, ImageChops, ImageFilter

from counters.roster.counter import Roster
from counters.roster.load import load_roster
from counters.sheets.imposition import PAPERS, Duplex
from counters.sheets.printing import Printing
from counters.sheets.sheet import sheets_pdf
from tests.cases import one_quick

FINE = 20
"""Pixels a millimetre: two of them are a tenth of a millimetre."""
TENTH = 2 * 2 + 1
MM = 72 / 25.4


@pytest.fixture(scope="module")
def blank() -> Roster:
    """Counters of one dark colour and nothing on them, so that a page shows where they lie and no more."""
    whole = load_roster("raceforberlin")
    look = replace(whole.style, slots=(), paints={}, layouts={})
    dark = {key: replace(paint, paper="#202020") for key, paint in whole.style.paints.items()}
    look = replace(look, paints=dark)
    some = list(whole.counters.values())[:7]
    return replace(
        whole, style=look, counters={one.id: replace(one, look=look) for one in some}, markers={}, cards={}
    )


def dark(page: pdfium.PdfPage) -> Image.Image:
    """Where the page is inked within its trim: white there, black elsewhere."""
    whole = page.render(scale=FINE / MM, grayscale=True).to_pil().point(lambda level: 255 * (level < 128))
    left, bottom, right, top = (edge / MM * FINE for edge in page.get_trimbox())
    keep = Image.new("L", whole.size, 0)
    box = (round(left) - 4, whole.height - round(top) - 4, round(right) + 4, whole.height - round(bottom) + 4)
    keep.paste(whole.crop(box), box[:2])
    return keep


def both(roster: Roster, chosen: Printing) -> tuple[Image.Image, Image.Image]:
    """Fronts and backs as they lie on the paper, the backs as they are seen through it from the front."""
    document = pdfium.PdfDocument(sheets_pdf(roster, chosen))
    front = dark(document[0])
    if chosen.duplex is Duplex.FOLD:
        half = front.width // 2
        left, right = front.crop((0, 0, half, front.height)), front.crop((front.width - half, 0, *front.size))
        return left, right.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    back = dark(document[1])
    over = Image.Transpose.FLIP_TOP_BOTTOM
    return front, back.transpose(
        over if chosen.duplex is Duplex.SHORT_EDGE else Image.Transpose.FLIP_LEFT_RIGHT
    )


def beyond_a_tenth(one: Image.Image, other: Image.Image) -> int:
    """How many pixels differ in patches broader than a tenth of a millimetre each way."""
    differing = ImageChops.difference(one, other).filter(ImageFilter.MinFilter(TENTH))
    return differing.histogram()[255]


def runs(row: Image.Image) -> list[tuple[float, float]]:
    """From where to where a row of pixels is inked, in millimetres."""
    inked = [False, *(value > 0 for value in row.tobytes()), False]
    edges = [n for n, (a, b) in enumerate(itertools.pairwise(inked)) if a != b]
    return [(a / FINE, b / FINE) for a, b in zip(edges[::2], edges[1::2], strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("duplex", one_quick(Duplex))
@pytest.mark.parametrize(("paper", "side"), one_quick([("a4", 16.0), ("letter", 12.7)]))
def test_backs_are_rendered_behind_their_fronts(
    blank: Roster, duplex: Duplex, paper: str, side: float
) -> None:
    chosen = Printing(PAPERS[paper], 150, side, 2.0, bleed=0, duplex=duplex)
    front, back = both(blank, chosen)
    assert front.histogram()[255] == pytest.approx(7 * (side * FINE) ** 2, rel=0.02)
    assert beyond_a_tenth(front, back) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("duplex", "offset"),
    one_quick(itertools.product([Duplex.LONG_EDGE, Duplex.SHORT_EDGE], [(0.25, 0.0), (0.0, 0.25)])),
)
def test_a_quarter_of_a_millimetre_would_be_seen(
    blank: Roster, duplex: Duplex, offset: tuple[float, float]
) -> None:
    chosen = Printing(PAPERS["a4"], 150, 16.0, 2.0, bleed=0, duplex=duplex, offset=offset)
    assert beyond_a_tenth(*both(blank, chosen)) > 0


@pytest.mark.parametrize("side", [12.7, 14.2875, 16.0, 19.05])
def test_pieces_are_rendered_as_large_as_asked_and_so_far_apart(blank: Roster, side: float) -> None:
    page = pdfium.PdfDocument(sheets_pdf(blank, Printing(PAPERS["a4"], 150, side, 3.0, bleed=0)))[0]
    inked = dark(page)
    box = inked.getbbox()
    assert box
    middle = inked.crop((0, box[1] + 40, inked.width, box[1] + 41))
    found = runs(middle)
    assert len(found) == 7
    assert [right - left for left, right in found] == pytest.approx([side] * 7, abs=0.1)
    starts = [left for left, _ in found]
    assert starts == pytest.approx([starts[0] + n * (side + 3.0) for n in range(7)], abs=0.1)
    left, bottom, right, top = (edge / MM for edge in page.get_trimbox())
    assert (box[0] / FINE, box[2] / FINE) == pytest.approx((left, right), abs=0.1)
    assert (box[1] / FINE, box[3] / FINE) == pytest.approx((297 - top, 297 - bottom), abs=0.1)


def test_nine_cards_lie_on_a4_and_their_marks_stay_on_the_paper() -> None:
    whole = load_roster(Path(__file__).parent / "skirmish")
    card = next(iter(whole.cards.values()))
    nine = {str(n): replace(card, id=str(n), count=1) for n in range(9)}
    roster = replace(whole, counters={}, markers={}, cards=nine)
    document = pdfium.PdfDocument(sheets_pdf(roster, Printing(PAPERS["a4"], 72, bleed=2)))
    assert len(document) == 2
    for page in document:
        for item in page.get_objects([raw.FPDF_PAGEOBJ_PATH]):
            left, _, right, _ = (edge / MM for edge in item.get_bounds())
            assert left >= 3 and right <= 207
