"""The places on a counter's face: where each is, and what is shown there.

A game names its places in `[layout]` and gets their usual boxes, or sets boxes of its own in `[[slot]]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

Box = tuple[float, float, float, float]
FIELD = re.compile(r"\{([^{}]*)\}")
"""A value named within a text: "{attack}-{movement}"."""

DRAWN = ("symbol", "size", "name", "flag", "ordinal", "formation", "stripe", "patch", "band", "image", "text")
"""What any game can show, beside its own numbers and traits."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place on the face: what is shown there, and its box (left, top, right, bottom) in hundredths.

    `show` is a number, a trait, "name", "symbol" ...; "stripe" fills the box with the formation's colour,
    "band" with the band's, "patch" with `colour`, which is else the colour of the letters, the ink where it
    is "". `turn` is the side of the counter, "left" or "right", to be turned down to read it. `form` is what
    is written, {} being what is shown; of a "text" all of it, with values named in braces; of an "image" the
    picture's file, "" for the counter's own `art`. The slot is left out where the counter bears nothing
    called `when`, or something called `unless`; of "colour=red" only that value counts.
    """

    show: str
    box: Box
    align: str = "centre"
    weight: str = "bold"
    colour: str = ""
    form: str = "{}"
    when: str = ""
    unless: str = ""
    turn: str = ""

    @property
    def room(self) -> tuple[float, float]:
        """How long and how high a line written here can be, in hundredths."""
        left, top, right, bottom = self.box
        return (bottom - top, right - left) if self.turn else (right - left, bottom - top)

    def says(self, words: Mapping[str, str]) -> str:
        """What is written here on a counter that bears `words`; "" for nothing."""
        if self.show == "text":
            return self._filled(words) if self.stands(words) else ""
        text = words.get(self.show, "")
        return self.form.replace("{}", text) if text and self.stands(words) else ""

    def _filled(self, words: Mapping[str, str]) -> str:
        """A text with its values; a counter that lacks one of them bears nothing here."""
        named = FIELD.findall(self.form)
        if not all(words.get(name) for name in named):
            return ""
        return FIELD.sub(lambda found: words[found[1]], self.form)

    def pictured(self, words: Mapping[str, str]) -> str:
        """The file of the picture shown here; "" where the counter has none."""
        return (self.form or words.get("art", "")) if self.show == "image" else ""

    def stands(self, words: Mapping[str, str]) -> bool:
        """Whether the slot is there on a counter that bears `words`."""
        return not (self.when and not _bears(words, self.when)) and not (
            self.unless and _bears(words, self.unless)
        )

    @property
    def element(self) -> str:
        """What `means` calls this: what is shown, a text as it is, a patch by what it stands for."""
        if self.show == "text":
            return self.form
        return (self.when or self.show) if self.show == "patch" else self.show

    @property
    def means(self) -> str:
        """What is shown here, in words: of a text with values in braces their names, never run together."""
        return FIELD.sub(r"\1", self.form.replace("}{", "}-{")) if self.show == "text" else self.show

    def asks(self) -> Iterator[str]:
        """The numbers and traits this slot reads."""
        yield from FIELD.findall(self.form) if self.show == "text" else (self.show,)


def _bears(words: Mapping[str, str], asked: str) -> bool:
    """Whether something is there, or with "=" has this value."""
    name, has_value, value = asked.partition("=")
    return words.get(name) == value if has_value else bool(words.get(name))


PLAIN = (
    Slot("size", (22, 8, 78, 14)),
    Slot("symbol", (23.5, 16, 76.5, 51.3), unless="art"),
    Slot("image", (8, 15, 92, 55), form="", when="art"),
    Slot("name", (8, 53.8, 92, 64.3), weight="condensed"),
    Slot("strength", (10, 67.5, 60, 90), "left"),
    Slot("movement", (62, 67.5, 90, 90), "right"),
)
"""The face of a game that says nothing about it; a counter's own picture takes the place of its symbol."""


def plain_face(values: Sequence[str]) -> tuple[Slot, ...]:
    """The face of a game that says nothing about it, with all of its numbers: others than strength and
    movement side by side, in their order."""
    printed = {slot.show for slot in PLAIN}
    if not values or printed.issuperset(values):
        return PLAIN
    head = tuple(slot for slot in PLAIN if slot.show not in ("strength", "movement"))
    wide, (left, right) = 84 / len(values), (8.0, 92.0)
    edges = [left + n * wide for n in range(len(values))]
    row = (
        Slot(value, (edge, 67.5, min(edge + wide - 2, right), 90))
        for value, edge in zip(values, edges, strict=True)
    )
    return (*head, *row)


PLACES: Mapping[str, Slot] = {
    "stripe": Slot("stripe", (0, 22, 100, 58)),
    "symbol": Slot("symbol", (23, 22, 77, 58)),
    "size": Slot("size", (22, 15, 78, 20.5)),
    "top": Slot("", (25, 7, 75, 15), weight="condensed"),
    "left": Slot("", (8, 34, 21, 46), weight="condensed"),
    "right": Slot("", (79, 34, 92, 46), weight="condensed"),
    "below": Slot("", (8, 59.6, 92, 67.8), weight="condensed"),
    "bottom": Slot("", (8, 71.4, 92, 92)),
    "corner": Slot("", (76, 8, 92, 17), "right", "condensed"),
    "top-left": Slot("", (8, 8, 24, 17), "left", "condensed"),
    "bottom-left": Slot("", (8, 71.4, 46, 92), "left"),
    "bottom-right": Slot("", (54, 71.4, 92, 92), "right"),
}
"""The named places of `[layout]`, each with its usual box, in the order in which they are drawn.

On a counter of half an inch, too, their letters are a millimetre high, and as far from the cut.
"""

_NUMBERS: Box = (8, 71.4, 92, 92)
_NAME_ON_TOP = Slot("name", (8, 8, 92, 17), weight="condensed")
_NAME_BELOW = Slot("name", (8, 61.5, 92, 69.7), weight="condensed")

_SQUAD = {
    "symbol": Slot("symbol", (14, 15, 86, 67)),
    "top-left": Slot("flag", (8, 8, 26, 17), "left", "condensed"),
    "corner": Slot("formation", (54, 8, 92, 17), "right", "condensed"),
    "bottom": Slot("text", _NUMBERS, form="{firepower}-{range}-{morale}"),
}
_LEADER = {
    "top": _NAME_ON_TOP,
    "symbol": Slot("symbol", (20, 19, 80, 67)),
    "bottom": Slot("text", _NUMBERS, form="{morale}-{leadership}"),
}
_GUN = {
    "top-left": Slot("text", (8, 8, 40, 17), "left", "condensed", form="M{manhandling}"),
    "corner": Slot("text", (60, 8, 92, 17), "right", "condensed", form="[{range}]"),
    "symbol": Slot("symbol", (8, 19, 92, 60)),
    "below": _NAME_BELOW,
    "bottom-left": Slot("text", (8, 71.4, 58, 92), "left", form="{calibre}"),
    "bottom-right": Slot("text", (66, 71.4, 92, 92), "right", form="{rate}"),
}
_VEHICLE = {
    "top-left": Slot("text", (8, 8, 36, 21), "left", form="{movement}"),
    "corner": Slot("text", (70, 8, 92, 17.5), "right", form="{armour_front}"),
    "right": Slot("text", (70, 19, 92, 28.5), "right", form="{armour_side}"),
    "symbol": Slot("symbol", (8, 29, 92, 60)),
    "below": _NAME_BELOW,
    "bottom-left": Slot("text", (8, 71.4, 52, 92), "left", form="{calibre}"),
    "bottom-right": Slot("text", (54, 71.4, 92, 92), "right", form="{machine_guns}"),
}
_AIR = {
    "top": _NAME_ON_TOP,
    "symbol": Slot("symbol", (12, 18, 88, 67)),
    "bottom-left": Slot("text", (8, 71.4, 36, 92), "left", form="{attack}"),
    "bottom": Slot("text", (38, 76, 62, 89), weight="plain", form="{range}"),
    "bottom-right": Slot("text", (64, 71.4, 92, 92), "right", form="{defence}"),
}
PRESETS: Mapping[str, Mapping[str, Slot]] = {
    "squad": _SQUAD,
    "leader": _LEADER,
    "gun": _GUN,
    "vehicle": _VEHICLE,
    "air": _AIR,
}
"""Whole layouts with values where tactical and air games usually print them."""
