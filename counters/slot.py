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
    is "". `form` is what is written, {} being what is shown; of a "text" all of it, with values named in
    braces; of an "image" the picture's file, "" for the counter's own `art`. The slot is left out where the
    counter bears nothing called `when`, or something called `unless`.
    """

    show: str
    box: Box
    align: str = "centre"
    weight: str = "bold"
    colour: str = ""
    form: str = "{}"
    when: str = ""
    unless: str = ""

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
        return bool(not self.when or words.get(self.when)) and not words.get(self.unless)

    def asks(self) -> Iterator[str]:
        """The numbers and traits this slot reads."""
        yield from FIELD.findall(self.form) if self.show == "text" else (self.show,)


PLAIN = (
    Slot("size", (25, 4, 75, 15)),
    Slot("symbol", (22, 18, 78, 58)),
    Slot("name", (4, 60, 96, 73), weight="condensed"),
    Slot("strength", (6, 72, 60, 97), "left"),
    Slot("movement", (62, 72, 94, 97), "right"),
)
"""The face of a game that says nothing about it."""

PLACES: Mapping[str, Slot] = {
    "stripe": Slot("stripe", (0, 22, 100, 58)),
    "symbol": Slot("symbol", (23, 22, 77, 58)),
    "size": Slot("size", (30, 13.5, 70, 20)),
    "top": Slot("", (23, 4.5, 77, 11.5), weight="condensed"),
    "left": Slot("", (5, 34, 21, 45), weight="condensed"),
    "right": Slot("", (79, 34, 95, 45), weight="condensed"),
    "below": Slot("", (6, 60.5, 94, 69), weight="condensed"),
    "bottom": Slot("", (6, 73, 94, 94)),
    "corner": Slot("", (79, 5, 95, 14), "right", "condensed"),
    "top-left": Slot("", (5, 5, 21, 14), "left", "condensed"),
    "bottom-left": Slot("", (6, 76, 44, 94), "left"),
    "bottom-right": Slot("", (56, 76, 94, 94), "right"),
}
"""The named places of `[layout]`, each with its usual box, in the order in which they are drawn."""

_SQUAD = {
    "symbol": Slot("symbol", (18, 14, 82, 68)),
    "top-left": Slot("flag", (5, 5, 24, 16), "left"),
    "corner": Slot("formation", (60, 5, 95, 14), "right", "condensed"),
    "bottom": Slot("text", (6, 73, 94, 94), form="{firepower}-{range}-{morale}"),
}
_LEADER = {
    "top": Slot("name", (5, 5, 95, 14), weight="condensed"),
    "symbol": Slot("symbol", (25, 16, 75, 70)),
    "bottom": Slot("text", (6, 73, 94, 94), form="{morale}-{leadership}"),
}
_GUN = {
    "top": Slot("name", (31, 5, 69, 13), weight="condensed"),
    "top-left": Slot("text", (5, 5, 29, 14), "left", "condensed", form="M{manhandling}"),
    "symbol": Slot("symbol", (8, 18, 92, 68)),
    "bottom-left": Slot("text", (6, 75, 58, 94), "left", form="{calibre}"),
    "corner": Slot("text", (71, 5, 95, 14), "right", "condensed", form="[{range}]"),
    "bottom-right": Slot("text", (66, 75, 94, 94), "right", form="{rate}"),
}
_VEHICLE = {
    "top-left": Slot("text", (5, 5, 26, 18), "left", form="{movement}"),
    "top": Slot("name", (28, 6, 72, 14), weight="condensed"),
    "corner": Slot("text", (74, 5, 95, 16), "right", form="{armour_front}"),
    "right": Slot("text", (74, 18, 95, 29), "right", form="{armour_side}"),
    "symbol": Slot("symbol", (8, 24, 88, 70)),
    "bottom-left": Slot("text", (6, 76, 52, 94), "left", form="{calibre}"),
    "bottom-right": Slot("text", (54, 76, 94, 94), "right", form="{machine_guns}"),
}
_AIR = {
    "top": Slot("name", (5, 5, 95, 13), weight="condensed"),
    "symbol": Slot("symbol", (16, 15, 84, 68)),
    "bottom-left": Slot("text", (6, 75, 36, 94), "left", form="{attack}"),
    "bottom": Slot("text", (38, 79, 62, 91), weight="plain", form="{range}"),
    "bottom-right": Slot("text", (64, 75, 94, 94), "right", form="{defence}"),
}
PRESETS: Mapping[str, Mapping[str, Slot]] = {
    "squad": _SQUAD,
    "leader": _LEADER,
    "gun": _GUN,
    "vehicle": _VEHICLE,
    "air": _AIR,
}
"""Whole layouts with values where tactical and air games usually print them."""
