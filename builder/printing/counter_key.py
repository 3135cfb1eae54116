"""How to read a counter: a few counters of the game drawn large, with lines to what each element means.

Which counters: one of foot, one of armour and one headquarters or leader, where there are any, each the one
that bears most elements; then whichever shows most of what those do not. What no drawn counter bears is told
in words beside them. The words are the style's `means`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageChops
from reportlab.lib.colors import Color
from reportlab.platypus import Flowable, Paragraph

from builder.printing.charts import GAP, RIM, TITLE
from builder.printing.paper import POINT, SERIF, Packing, Picture, draw_picture
from builder.printing.words import PAPER, heading_row, paragraph, table
from counters.faces.face import draw_face
from counters.roster.counter import Counter, Roster
from counters.roster.slot import Slot
from counters.roster.table import slug

_WANTED = (("infantry", "squad"), ("armour", "tank"), ("hq", "leader"))
"""The types of which one counter each is drawn, where the game has them."""
_MOST = 3
_SIDE = 30.0
"""How large a counter is drawn, in millimetres, with how many dots a side, and how far from it labels are."""
_DOTS, _AIR = 480, 4.0
_TEXT, _GAP = 7.0, 1.0
_UPPER = 0.2
"""At this share of its height a line to a patch ends, beside the letters on it."""
_COLUMNS = 2
_LINE = Color(0.55, 0.1, 0.08)
_BACK = "back"


@dataclass(frozen=True, slots=True)
class Callout:
    """An element of a counter, its left and right edge and how far down it is, in hundredths of the counter;
    and what it means."""

    left: float
    right: float
    down: float
    means: str


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


def callouts(counter: Counter, face: Image.Image) -> list[Callout]:
    """The elements of a counter's front, which is drawn as `face`, with what each means, from the top; each
    meaning once, and of a patch over one of the same trait the upper one's."""
    found: dict[str, Callout] = {}
    drawn, words = _drawn(counter), _words(counter)
    over = {slot.element.partition("=")[0] for slot in drawn if "=" in slot.element}
    for slot in drawn:
        means = _meaning(counter.look.means.get(slot.element, ""), words)
        if means and slot.element not in over:
            found[means] = Callout(*_ink(face, slot), means)
    return sorted(found.values(), key=lambda one: one.down)


def _ink(face: Image.Image, slot: Slot) -> tuple[float, float, float]:
    """The left and right edge of what is drawn in a slot, and how far down a line to it ends."""
    left, top, right, bottom = slot.box
    if slot.show in ("patch", "stripe", "band"):
        return left, right, top + (bottom - top) * _UPPER
    x, y, far, low = (round(one * face.width / 100) for one in slot.box)
    part = face.convert("RGB").crop((x, y, far, low))
    shades: list[tuple[int, Any]] = list(part.getcolors(part.width * part.height) or [])
    ground = max(shades)[1]
    ink = ImageChops.difference(part, Image.new("RGB", part.size, ground)).getbbox()
    if ink and slot.show != "symbol":
        left, right = (left + at * 100 / face.width for at in (ink[0], ink[2]))
    return left, right, (top + bottom) / 2


def _drawn(counter: Counter) -> list[Slot]:
    """The slots with something in them on a counter's front."""
    words = counter.words(0)
    shapes = ("symbol", "size", "patch", "stripe", "band")
    return [
        slot
        for slot in counter.slots
        if slot.stands(words) and (slot.show in shapes or slot.says(words) or slot.pictured(words))
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
    """A meaning set in lines: where its element is, its height and where its middle stands, in points."""

    says: Paragraph
    at: tuple[float, float]
    high: float
    middle: float


class _Drawn(Flowable):  # type: ignore[misc]
    """A counter with its callouts, left of it those of its left half, right of it the others."""

    def __init__(self, counter: Counter, width: float) -> None:
        super().__init__()
        face = draw_face(counter, 0, _DOTS, edge=False)
        self.picture, told = _picture(face), callouts(counter, face)
        self.counter, self.width = counter, width * POINT
        self.room = (width - _SIDE) / 2 - _AIR
        left, right = _halves(told)
        sides = [self._labels(left, True), self._labels(right, False)]
        self.height = max(_SIDE * POINT, *(sum(one.high for one in side) for side in sides))
        self.left, self.right = (_spread(side, self.height) for side in sides)

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        """Its width and height."""
        return self.width, self.height

    def draw(self) -> None:
        """The counter in the middle, the labels, and their lines on top of the counter."""
        side, x, y = _SIDE * POINT, self._counter_left, (self.height - _SIDE * POINT) / 2
        draw_picture(self.canv, f"key-{slug(self.counter.id)}", self.picture, (x, y), (side, side))
        self.canv.saveState()
        self.canv.setStrokeColor(_LINE)
        self.canv.setFillColor(_LINE)
        self.canv.setLineWidth(0.6)
        for labels, edge, text in ((self.left, self.room * POINT, 0.0), (self.right, self._right_edge, None)):
            for label in labels:
                label.says.drawOn(self.canv, edge if text is None else text, label.middle - label.high / 2)
                start = edge - POINT if text is None else edge + POINT
                end = (x + label.at[0] / 100 * side, y + (1 - label.at[1] / 100) * side)
                self.canv.line(start, label.middle, *end)
                self.canv.circle(*end, 1.3, stroke=0, fill=1)
        self.canv.restoreState()

    @property
    def _counter_left(self) -> float:
        return (self.width - _SIDE * POINT) / 2

    @property
    def _right_edge(self) -> float:
        return self.width - self.room * POINT

    def _labels(self, told: Iterable[Callout], at_left: bool) -> list[_Label]:
        found = []
        for one in told:
            says = paragraph(one.means, _TEXT, font=SERIF, alignment=2 if at_left else 0)
            _, high = says.wrap(self.room * POINT, 1e6)
            end = one.left - _SHORT if at_left else one.right + _SHORT
            wanted = (1 - one.down / 100) * _SIDE * POINT
            found.append(_Label(says, (end, one.down), high + _GAP * POINT, wanted))
        return found


_SHORT = 1.5
"""So far before what it points to a line ends, in hundredths of the counter."""
_MIDDLE = (45.0, 55.0)


def _halves(told: Sequence[Callout]) -> tuple[list[Callout], list[Callout]]:
    """The callouts of the left and of the right; what is in the middle goes where there are fewer."""
    left = [one for one in told if one.left + one.right < 2 * _MIDDLE[0]]
    right = [one for one in told if one.left + one.right > 2 * _MIDDLE[1]]
    for one in told:
        if one not in left and one not in right:
            (left if len(left) < len(right) else right).append(one)
    return sorted(left, key=lambda one: one.down), sorted(right, key=lambda one: one.down)


def _spread(labels: Sequence[_Label], height: float) -> list[_Label]:
    """Labels from the top as near as can be to what they mean, none over another, all within the height."""
    offset, below = (height - _SIDE * POINT) / 2, height
    placed: list[float] = []
    for at, label in enumerate(labels):
        rest = sum(one.high for one in labels[at + 1 :])
        most, least = below - label.high / 2, rest + label.high / 2
        placed.append(min(most, max(least, label.middle + offset)))
        below = placed[-1] - label.high / 2
    return [_Label(one.says, one.at, one.high, at) for one, at in zip(labels, placed, strict=True)]


def _picture(face: Image.Image) -> Picture:
    packing = Packing()
    packing.add(face)
    return packing.picture()
