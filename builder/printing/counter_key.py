"""How to read a counter: a few counters of the game drawn large, with lines to what each element means.

Which counters: one of foot, one of armour and one headquarters or leader, where there are any, each the one
that bears most elements; then whichever shows most of what those do not. What no drawn counter bears is told
in words beside them. The words are the style's `means`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from PIL import Image, ImageChops
from reportlab.lib.colors import Color
from reportlab.platypus import Flowable, Paragraph

from builder.printing.charts import RIM, TITLE
from builder.printing.leaders import OUT, STEP, Box, Leader, down, leaders
from builder.printing.paper import POINT, SERIF, Packing, Picture, draw_picture
from builder.printing.spread import GAP
from builder.printing.words import PAPER, heading_row, paragraph, table
from counters.faces.face import draw_face
from counters.faces.ink import line_ink
from counters.roster.counter import Counter, Roster
from counters.roster.slot import Slot
from counters.roster.table import as_file_name

_WANTED = (("infantry", "squad"), ("armour", "tank"), ("hq", "leader"))
"""The types of which one counter each is drawn, where the game has them."""
_MOST = 3
_SIDE = 30.0
"""How large a counter is drawn, in millimetres, with how many dots a side, and how far from it labels are."""
_DOTS, _AIR = 480, 4.0
_TEXT, _GAP = 7.0, 1.0
_FILLED = ("patch", "stripe", "band")
_SHAPES = ("symbol", "size", *_FILLED)
_COLUMNS = 2
_LINE = Color(0.55, 0.1, 0.08)
_BACK = "back"


@dataclass(frozen=True, slots=True)
class Callout:
    """An element of a counter, the box of what is drawn of it, in hundredths of the counter, whether that is
    a filled ground, and what it means."""

    box: Box
    filled: bool
    means: str

    @property
    def down(self) -> float:
        """How far down it is."""
        return (self.box[1] + self.box[3]) / 2


def counter_key(roster: Roster, width: float) -> Iterator[Flowable]:
    """The panel, so many millimetres wide; nothing for a game whose style says nothing of meanings."""
    if not roster.style.means:
        return
    cell = width / _COLUMNS
    shown = examples(roster)
    cells: list[Any] = [_Drawn(counter, cell - 2 * _GAP) for counter in shown]
    if left := [*_left(roster, shown)]:
        cells.append([paragraph(text, _TEXT, font=SERIF, spaceAfter=2) for text in left])
    cells += [""] * (-len(cells) % _COLUMNS)
    rows = [cells[at : at + _COLUMNS] for at in range(0, len(cells), _COLUMNS)]
    made = table([[heading_row("How to read a counter"), ""], *rows], [cell * POINT] * _COLUMNS)
    made.setStyle(
        [
            *TITLE,
            ("VALIGN", (0, 1), (-1, -1), "MIDDLE"),
            ("BACKGROUND", (0, 1), (-1, -1), Color(*PAPER)),
            ("BOX", (0, 0), (-1, -1), 0.4, RIM),
            *((side, (0, 1), (-1, -1), _GAP * POINT) for side in ("LEFTPADDING", "RIGHTPADDING")),
            *((side, (0, 1), (-1, -1), 2 * _GAP * POINT) for side in ("TOPPADDING", "BOTTOMPADDING")),
        ]
    )
    made.spaceBefore = made.spaceAfter = GAP * POINT
    yield made


def examples(roster: Roster) -> tuple[Counter, ...]:
    """The counters that are drawn."""
    found: list[Counter] = []
    for types in _WANTED:
        some = [counter for counter in roster.counters.values() if counter.type in types]
        found += [max(some, key=lambda one: len(elements(one)))] if some else []
    while len(found) < _MOST:
        known = {element for one in found for element in elements(one)}
        new = max(roster.counters.values(), key=lambda one: len(elements(one) - known))
        if not elements(new) - known:
            break
        found.append(new)
    others = (one for one in roster.counters.values() if found and one.type != found[0].type)
    return (*found, *([next(others)] if len(found) == 1 else []))


def elements(counter: Counter) -> set[str]:
    """What a counter's front bears, by the names that the style's `means` has for it."""
    return {slot.element for slot in _drawn(counter)}


def callouts(counter: Counter) -> list[Callout]:
    """The elements of a counter's front with what each means, from the top; each meaning once, and of a patch
    over one of the same trait the upper one's."""
    found: dict[str, Callout] = {}
    drawn, words = _drawn(counter), _words(counter)
    over = {slot.element.partition("=")[0] for slot in drawn if "=" in slot.element}
    for slot in drawn:
        means = _meaning(counter.look.means.get(slot.element, ""), words)
        if means and slot.element not in over:
            found[means] = Callout(_ink(counter, slot), slot.show in _FILLED, means)
    return sorted(found.values(), key=lambda one: one.down)


def _ink(counter: Counter, slot: Slot) -> Box:
    """The box of what is drawn in a slot."""
    if slot.show in _SHAPES:
        return _size_ink(counter) or slot.box if slot.show == "size" else slot.box
    text = slot.says(counter.words(0))
    return line_ink(text, slot) if text else slot.box


def _size_ink(counter: Counter) -> Box | None:
    """The box of the sign of a counter's size: it is less wide than its place."""
    with_it, without = (
        draw_face(one, 0, _DOTS, edge=False).convert("RGB") for one in (counter, replace(counter, size=""))
    )
    found = ImageChops.difference(with_it, without).getbbox()
    if found is None:
        return None
    left, top, right, bottom = (at * 100 / _DOTS for at in found)
    return left, top, right, bottom


def _drawn(counter: Counter) -> list[Slot]:
    """The slots with something in them on a counter's front."""
    words = counter.words(0)
    return [
        slot
        for slot in counter.slots
        if slot.stands(words) and (slot.show in _SHAPES or slot.says(words) or slot.pictured(words))
        if slot.show != "size" or counter.size
    ]


def _words(counter: Counter) -> dict[str, str]:
    kind = counter.type.replace("-", " ")
    return {**counter.words(0), "type": kind if len(kind) > 2 else kind.upper(), "size": counter.size}


def _meaning(form: str, words: Mapping[str, str]) -> str:
    """A meaning with the counter's own words in braces, and a capital."""
    for name in ("type", "size"):
        form = form.replace(f"{{{name}}}", words.get(name, ""))
    return form[:1].upper() + form[1:]


def _left(roster: Roster, shown: Iterable[Counter]) -> Iterator[str]:
    """What no drawn counter bears, and what the back of a counter means."""
    style, known = roster.style, {element for one in shown for element in elements(one)}
    for counter in roster.counters.values():
        for slot in _drawn(counter):
            if slot.element not in known and slot.element in style.means:
                known.add(slot.element)
                told = slot.says(counter.words(0))
                sign = f"{told} ({counter.id}): " if told and len(told) < _LONG else ""
                means = style.means[slot.element]
                yield f"{sign}{means}." if sign else f"{means[:1].upper()}{means[1:]}."
    if _BACK in style.means:
        yield f"On its back: {style.means[_BACK]}"


_LONG = 10


@dataclass(frozen=True, slots=True)
class _Label:
    """A meaning set in lines: the line to its element, its height and where its middle stands, in points."""

    says: Paragraph
    leader: Leader
    high: float
    middle: float


class _Drawn(Flowable):  # type: ignore[misc]
    """A counter with its callouts left and right of it."""

    def __init__(self, counter: Counter, width: float) -> None:
        super().__init__()
        self.counter, self.width = counter, width * POINT
        self.picture = _picture(draw_face(counter, 0, _DOTS, edge=False))
        self.room = (width - _SIDE) / 2 - _AIR
        told = callouts(counter)
        obstacles = [_ink(counter, slot) for slot in _drawn(counter) if slot.show not in _FILLED]
        lines = leaders([(one.box, one.filled) for one in told], obstacles)
        sides = [self._labels(told, lines, at_left) for at_left in (True, False)]
        around = max(
            (OUT + STEP * (one.place + 1) for one in lines if one.way in ("above", "below")), default=0
        )
        high = _SIDE * POINT * (1 + around / 50)
        self.height = max(high, *(sum(one.high for one in side) for side in sides))
        self.left, self.right = (_spread(side, self.height) for side in sides)

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        """Its width and height."""
        return self.width, self.height

    def draw(self) -> None:
        """The counter in the middle, the labels, and their lines on top of the counter."""
        side, x, y = _SIDE * POINT, self._counter_left, (self.height - _SIDE * POINT) / 2
        draw_picture(self.canv, f"key-{as_file_name(self.counter.id)}", self.picture, (x, y), (side, side))
        self.canv.saveState()
        self.canv.setStrokeColor(_LINE)
        self.canv.setFillColor(_LINE)
        self.canv.setLineWidth(0.6)
        for label in (*self.left, *self.right):
            at_left = label.leader.at_left
            label.says.drawOn(self.canv, 0.0 if at_left else self._right_edge, label.middle - label.high / 2)
            start = self.room * POINT + POINT if at_left else self._right_edge - POINT
            across, down = (start - x) * 100 / side, 100 - (label.middle - y) * 100 / side
            points = [
                (x + a * side / 100, y + (100 - b) * side / 100)
                for a, b in label.leader.points((across, down))
            ]
            for one, other in pairwise(points):
                self.canv.line(*one, *other)
            self.canv.circle(*points[-1], 1.0, stroke=0, fill=1)
        self.canv.restoreState()

    @property
    def _counter_left(self) -> float:
        return (self.width - _SIDE * POINT) / 2

    @property
    def _right_edge(self) -> float:
        return self.width - self.room * POINT

    def _labels(self, told: Sequence[Callout], lines: Sequence[Leader], at_left: bool) -> list[_Label]:
        """The labels of one side, from the top."""
        found = []
        for line, one in zip(lines, told, strict=True):
            if line.at_left is at_left:
                says = paragraph(one.means, _TEXT, font=SERIF, alignment=2 if at_left else 0)
                _, high = says.wrap(self.room * POINT, 1e6)
                wanted = (1 - line.end[1] / 100) * _SIDE * POINT
                found.append(_Label(says, line, high + _GAP * POINT, wanted))
        return sorted(found, key=lambda one: down(one.leader))


def _spread(labels: Sequence[_Label], height: float) -> list[_Label]:
    """Labels from the top as near as can be to what they mean, none over another, all within the height."""
    offset, below = (height - _SIDE * POINT) / 2, height
    placed: list[float] = []
    for at, label in enumerate(labels):
        rest = sum(one.high for one in labels[at + 1 :])
        most, least = below - label.high / 2, rest + label.high / 2
        placed.append(min(most, max(least, label.middle + offset)))
        below = placed[-1] - label.high / 2
    return [replace(one, middle=at) for one, at in zip(labels, placed, strict=True)]


def _picture(face: Image.Image) -> Picture:
    packing = Packing()
    packing.add(face)
    return packing.picture()
