"""The page that tells how far a printer puts the back off, to a tenth of a millimetre and without a ruler.

It is a vernier through the paper. On the front are lines 3 mm apart, on the back lines 2.9 mm apart. Held
against a lamp, only one line of the back runs on in a line of the front: the nth from the middle where the
back is off by n tenths of a millimetre.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO

from counters.sheets.imposition import MARGIN, Duplex, Grid, Place
from counters.sheets.page import Page, open_canvas
from counters.sheets.printers_file import Offset

SMALLEST = (140.0, 200.0)
"""The smallest paper that has room for the page, in millimetres."""

PITCH = 3.0
"""From line to line of a vernier's front, in millimetres; those of the back are a tenth nearer."""

STEP = 0.1
TENTHS = 15
"""A vernier tells so many steps each way; from twice as many on, two lines would run on."""

ACROSS_AT, DOWN_AT = 54.0, -50.0
"""The vernier for across lies so far below the middle of the paper, the one for down so far to its right."""

_REACH = 6
_LONG, _SHORT, _BACK = 6.0, 4.0, 6.0

Line = tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class _Paper:
    """The paper: how it is turned, and what is known of the printer already."""

    paper: tuple[float, float]
    duplex: Duplex
    offset: Offset

    @property
    def middle(self) -> Place:
        return self.paper[0] / 2, self.paper[1] / 2

    def behind(self, place: Place) -> Place:
        """Where on the page of the back is what shall be seen at a place of the front."""
        grid = Grid(self.paper, 1, duplex=self.duplex, offset=self.offset)
        across, down = grid.shift
        x, y = place
        if grid.turned:
            return x + across, self.paper[1] - y + down
        return self.paper[0] - x + across, y + down


def calibration_pdf(
    paper: tuple[float, float], duplex: Duplex = Duplex.LONG_EDGE, offset: Offset = (0.0, 0.0)
) -> bytes:
    """Two pages, front and back. With an `offset` that is undone, and the page should read nought."""
    page = _Paper(paper, duplex, offset)
    file = BytesIO()
    canvas = open_canvas(file, "Calibration of back and front", paper, duplex)
    front = Page(canvas, paper)
    for number, text in enumerate(_advice(page)):
        front.words((MARGIN, 14 + number * 4.2), text, 8)
    _scales(front)
    _verniers(front)
    front.foot("calibration, front")
    front.end()
    back = Page(canvas, paper)
    for start, end in (*_cross(page.middle), *_lines_behind(page.middle)):
        back.line(page.behind(start), page.behind(end))
    back.foot("calibration, back")
    back.end()
    canvas.save()
    return file.getvalue()


def _advice(page: _Paper) -> Iterator[str]:
    edge = "long" if page.duplex is Duplex.LONG_EDGE else "short"
    yield f"Print at 100 %, on both sides, turned over the {edge} edge. Hold it up"
    yield "to a lamp, front to you: the back shines through. At each long scale one line"
    yield "of the back runs on in a line of the front: its number is the reading."
    yield "        hexpost counters printer desk --across 0.3 --down -0.2" + " --more" * any(page.offset)
    yield "keeps both, and so they are used:"
    yield "        hexpost counters sheet GAME --out F.pdf --printer desk"
    yield f"Is the cross further off than {TENTHS * STEP:g} mm? Keep what the short scales say, and"
    yield "        hexpost counters calibrate --out F.pdf --printer desk"
    if any(page.offset):
        yield f"This page undoes {page.offset[0]:g} mm across and {page.offset[1]:g} mm down already."


def _scales(page: Page) -> None:
    """About the middle, for the cross: a tick each half millimetre, longer at the whole ones."""
    across, down = page.wide / 2, page.high / 2
    for half in range(-2 * _REACH, 2 * _REACH + 1):
        at, long = half / 2, 4.0 if half % 2 == 0 else 2.0
        page.line((across + at, down - 25), (across + at, down - 25 + long))
        page.line((across - 25, down + at), (across - 25 + long, down + at))
        if half % 6 == 0:
            page.words((across + at - 0.6, down - 26), f"{half // 2}", 5)
            page.words((across - 28, down + at + 0.6), f"{half // 2}", 5)
    page.line((across, down - 21), (across, down - 8))
    page.line((across - 21, down), (across - 8, down))


def _cross(middle: Place) -> Iterator[Line]:
    across, down = middle
    yield (across - 30, down), (across + 30, down)
    yield (across, down - 30), (across, down + 30)


def _verniers(page: Page) -> None:
    """The lines of the front: above their edge for across, to the left of it for down; every other has its
    number."""
    for place in _along((page.wide / 2, page.high / 2)):
        for tenths in range(-TENTHS, TENTHS + 1):
            long = _SHORT if tenths % 2 else _LONG
            page.line(place(tenths * PITCH, -long), place(tenths * PITCH, 0.0))
    across, down = page.wide / 2, page.high / 2
    for tenths in range(1 - TENTHS, TENTHS, 2):
        number, at = f"{tenths * STEP:g}", tenths * PITCH
        page.words((across + at - 0.5 * len(number), down + ACROSS_AT - _LONG - 1), number, 6)
        page.words((across + DOWN_AT - _LONG - 1 - 1.2 * len(number), down + at + 0.7), number, 6)
    page.words((across - 6, down + ACROSS_AT + _BACK + 7), "across, mm", 8)
    page.words((across + DOWN_AT - 14, down + TENTHS * PITCH + 5), "down, mm", 8)


def _lines_behind(middle: Place) -> Iterator[Line]:
    """The lines of the back, as they are to be seen from the front: on the other side of the edge."""
    for place in _along(middle):
        for tenths in range(-TENTHS, TENTHS + 1):
            at = tenths * (PITCH - STEP)
            yield place(at, 0.0), place(at, _BACK if tenths else _BACK + 3)


def _along(middle: Place) -> Iterator[Callable[[float, float], Place]]:
    """For across and for down: from how far along a vernier, and how far over its edge, to a place."""
    across, down = middle
    yield lambda along, over: (across + along, down + ACROSS_AT + over)
    yield lambda along, over: (across + DOWN_AT + over, down + along)
