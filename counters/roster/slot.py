"""The places on a counter's face: where each is, and what is shown there.

A game names its places in `[layout]` and gets their usual boxes, or sets boxes of its own in `[[slot]]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
        return (not self.when or _bears(words, self.when)) and not _bears(words, self.unless)

    def asks(self) -> Iterator[str]:
        """The numbers and traits this slot reads."""
        yield from FIELD.findall(self.form) if self.show == "text" else (self.show,)


def _bears(words: Mapping[str, str], asked: str) -> bool:
    """Whether something is there, or with "=" has this value."""
    name, has_value, value = asked.partition("=")
    return words.get(name) == value if has_value else bool(words.get(name))


PLAIN = (
    Slot("size", (22, 4, 78, 13)),
    Slot("symbol", (21, 16.5, 79, 55)),
    Slot("name", (4, 58.5, 96, 69), weight="condensed"),
    Slot("strength", (6, 72, 60, 95), "left"),
    Slot("movement", (62, 72, 94, 95), "right"),
)
"""The face of a game that says nothing about it."""

PLACES: Mapping[str, Slot] = {
    "stripe": Slot("stripe", (0, 23, 100, 59)),
    "symbol": Slot("symbol", (23, 23, 77, 59)),
    "size": Slot("size", (22, 13.4, 78, 20.6)),
    "top": Slot("", (25, 3.6, 75, 12), weight="condensed"),
    "left": Slot("", (4, 34, 21, 47), weight="condensed"),
    "right": Slot("", (79, 34, 96, 47), weight="condensed"),
    "below": Slot("", (4, 61.2, 96, 69.8), weight="condensed"),
    "bottom": Slot("", (5, 73.6, 95, 94.4)),
    "corner": Slot("", (77, 4, 95, 13.5), "right", "condensed"),
    "top-left": Slot("", (5, 4, 23, 13.5), "left", "condensed"),
    "bottom-left": Slot("", (5, 75.4, 46, 94.4), "left"),
    "bottom-right": Slot("", (54, 75.4, 95, 94.4), "right"),
}
"""The named places of `[layout]`, each with its usual box, in the order in which they are drawn.

On a counter of half an inch, too, their letters are a millimetre high.
"""

_NUMBERS: Box = (5, 73.6, 95, 94.4)
_NAME_ON_TOP = Slot("name", (4, 4, 96, 13.5), weight="condensed")
_NAME_BELOW = Slot("name", (4, 61.2, 96, 69.8), weight="condensed")

_SQUAD = {
    "symbol": Slot("symbol", (12, 16.5, 88, 69)),
    "top-left": Slot("flag", (5, 4, 24, 14.5), "left"),
    "corner": Slot("formation", (54, 4, 95, 13.5), "right", "condensed"),
    "bottom": Slot("text", _NUMBERS, form="{firepower}-{range}-{morale}"),
}
_LEADER = {
    "top": _NAME_ON_TOP,
    "symbol": Slot("symbol", (20, 16.5, 80, 70)),
    "bottom": Slot("text", _NUMBERS, form="{morale}-{leadership}"),
}
_GUN = {
    "top-left": Slot("text", (5, 4, 40, 14.5), "left", "condensed", form="M{manhandling}"),
    "corner": Slot("text", (60, 4, 95, 14.5), "right", "condensed", form="[{range}]"),
    "symbol": Slot("symbol", (8, 17, 92, 59)),
    "below": _NAME_BELOW,
    "bottom-left": Slot("text", (5, 75, 58, 94), "left", form="{calibre}"),
    "bottom-right": Slot("text", (66, 75, 95, 94), "right", form="{rate}"),
}
_VEHICLE = {
    "top-left": Slot("text", (5, 4, 36, 19), "left", form="{movement}"),
    "corner": Slot("text", (70, 4, 95, 15), "right", form="{armour_front}"),
    "right": Slot("text", (70, 17, 95, 27), "right", form="{armour_side}"),
    "symbol": Slot("symbol", (5, 27, 95, 59)),
    "below": _NAME_BELOW,
    "bottom-left": Slot("text", (5, 75, 52, 94), "left", form="{calibre}"),
    "bottom-right": Slot("text", (54, 75, 95, 94), "right", form="{machine_guns}"),
}
_AIR = {
    "top": _NAME_ON_TOP,
    "symbol": Slot("symbol", (12, 15.5, 88, 70)),
    "bottom-left": Slot("text", (5, 75, 36, 94), "left", form="{attack}"),
    "bottom": Slot("text", (38, 79, 62, 91), weight="plain", form="{range}"),
    "bottom-right": Slot("text", (64, 75, 95, 94), "right", form="{defence}"),
}
PRESETS: Mapping[str, Mapping[str, Slot]] = {
    "squad": _SQUAD,
    "leader": _LEADER,
    "gun": _GUN,
    "vehicle": _VEHICLE,
    "air": _AIR,
}
"""Whole layouts with values where tactical and air games usually print them."""
