"""Reads what stands where on a face: the free `[[slot]]` and the named places of `[layout]`, per type too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from counters.roster.art_files import ART_ENDINGS
from counters.roster.slot import DRAWN, FIELD, PLACES, PRESETS, Box, Slot
from counters.roster.toml_file import TomlReader
from counters.signs.silhouettes import SILHOUETTES
from counters.signs.symbols import TYPES
from files.nearest import nearest_or_all

_ALIGN = ("left", "centre", "right")
_KEYS = ("box", "align", "weight", "colour", "form", "when", "unless", "turn")
_SLOT = ("show", *_KEYS)
_PLACE = ("show", "text", "symbol", "image", "value", *_KEYS)
_TURN = ("", "left", "right")
_WEIGHT = ("plain", "bold", "narrow", "condensed")
WORDS = ("name", "flag", "ordinal", "formation", "setup", "id", "type")

_USUAL = {name: PLACES[name] for name in ("symbol", "size")}
"""What a type of unit bears where a game lays out its types only."""

Table = dict[str, Any]
Named = dict[str, Slot]


class LayoutReader(TomlReader):
    """Reads slots. `own` are always the game's own numbers and traits, which slots may show."""

    def layouts(
        self, found: Table, own: tuple[str, ...]
    ) -> tuple[tuple[Slot, ...], dict[str, tuple[Slot, ...]]]:
        """The slots of all counters, and those of the types that have a layout of their own."""
        free = tuple(self.slots(found.get("slot", []), own))
        layout = self.table(found, "layout")
        types = {key: table for key, table in layout.items() if key in TYPES or key in SILHOUETTES}
        common = self.named("layout", {k: v for k, v in layout.items() if k not in types}, {}, own)
        base = common or {} if any(slot.show in ("symbol", "image") for slot in free) else common or _USUAL
        mine = {
            kind: self.named(f"layout.{kind}", table, base, own)
            for kind, table in types.items()
            if self.is_table("layout", kind, table)
        }
        return (*_drawn(common), *free), {kind: (*_drawn(slots), *free) for kind, slots in mine.items()}

    def is_table(self, header: str, key: str, value: object) -> bool:
        """Whether this is a table; a fault where not."""
        if not isinstance(value, dict):
            self.fault(header, key, value, f"must be a table: [{header}.{key}]")
        return isinstance(value, dict)

    def named(self, header: str, table: Table, common: Named, own: tuple[str, ...]) -> Named:
        """The named places of one layout, over a preset's and over those which all types share."""
        preset = self.choice(header, table, "preset", "", ("", *PRESETS))
        places: Named = dict(PRESETS[preset]) if preset else dict(common)
        for name, slot in PRESETS[preset].items() if preset else ():
            if name not in table:
                self.must_know(header, "preset", slot, own)
        known = ("preset", *PLACES) if header != "layout" else ("preset", *PLACES, *TYPES, *SILHOUETTES)
        self.known(header, table, known)
        for name in PLACES:
            if name in table and (table[name] is False or table[name] == ""):
                places.pop(name, None)
            elif name in table:
                base = places.get(name) or PLACES[name]
                found = self.place(header, name, table[name], base, own)
                places |= {name: found} if found else {}
        return places

    def place(self, header: str, name: str, value: object, base: Slot, own: tuple[str, ...]) -> Slot | None:
        """One named place: a word that says what it shows, or a table."""
        if isinstance(value, str):
            return self.shown(header, name, value, base, own)
        if not isinstance(value, dict):
            self.fault(header, name, value, f'must be what is shown there, e.g. "{name}", or a table')
            return None
        return self.place_table(header, name, value, base, own)

    def shown(self, header: str, name: str, word: str, base: Slot, own: tuple[str, ...]) -> Slot | None:
        """What a word shows: a text with values in braces, a picture's file, or something by its name."""
        if "{" in word:
            return self.must_know(header, name, replace(base, show="text", form=word), own)
        if word.lower().endswith(ART_ENDINGS):
            return replace(base, show="image", form=word)
        known = tuple(what for what in (*DRAWN, *own, *WORDS) if what != "text")
        if word in known:
            return replace(base, show=word, form="" if word == "image" else "{}")
        self.fault(header, name, word, f"nothing is called so, {nearest_or_all(word, known)}")
        return None

    def place_table(
        self, header: str, name: str, table: Table, base: Slot, own: tuple[str, ...]
    ) -> Slot | None:
        """A place with all that can be said about it, in one line or under a header of its own."""
        inner = f"{header}.{name}"
        self.known(inner, table, _PLACE)
        what = [key for key in ("show", "text", "symbol", "image", "value") if key in table]
        slot: Slot | None = base
        if what:
            slot = self.content(inner, what[0], table, base, own)
        elif not base.show:
            self.fault(header, name, "", "says nothing of what it shows: show, text, image or value")
            slot = None
        return slot and self.looks(inner, table, slot, own, 0)

    def content(self, header: str, key: str, table: Table, base: Slot, own: tuple[str, ...]) -> Slot | None:
        """What a place holds: a text as it is, a picture, or what bears a name."""
        value = self.text(header, table, key, "")
        match key:
            case "text":
                return self.must_know(header, key, replace(base, show="text", form=value), own)
            case "image":
                return replace(base, show="image", form="" if value == "art" else value)
            case _:
                return self.shown(header, key, value, base, own)

    def must_know(self, header: str, key: str, slot: Slot, own: tuple[str, ...]) -> Slot:
        """A text may only name values that the game has."""
        known = (*own, *WORDS)
        for name in FIELD.findall(slot.form) if slot.show == "text" else ():
            if name not in known:
                self.fault(header, key, name, f"no such value, {nearest_or_all(name, known)}")
        return slot

    def slots(self, tables: object, own: tuple[str, ...]) -> Iterator[Slot]:
        """The places with boxes of their own."""
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self.fault("", "slot", tables, "must be tables, each beginning with [[slot]]")
            return
        for nth, table in enumerate(tables):
            self.known("slot", table, _SLOT, nth)
            show = self.choice("slot", table, "show", "", (*DRAWN, *own), nth)
            box = self.box("slot", table.get("box"), nth)
            if show and box:
                yield self.looks("slot", table, Slot(show, box), own, nth)

    def looks(self, header: str, table: Table, base: Slot, own: tuple[str, ...], nth: int) -> Slot:
        """A slot with what a table says about its box, letters and conditions."""
        bears = ("", *WORDS, *own)
        box = self.box(header, table["box"], nth) if "box" in table else base.box
        form = self.text(header, table, "form", base.form, nth)
        slot = replace(
            base,
            box=box or base.box,
            align=self.choice(header, table, "align", base.align, _ALIGN, nth),
            weight=self.choice(header, table, "weight", base.weight, _WEIGHT, nth),
            colour=self.colour(header, table, "colour", base.colour, nth),
            form="" if base.show == "image" and form == "{}" else form,
            when=self.condition(header, table, "when", base.when, bears, nth),
            unless=self.condition(header, table, "unless", base.unless, bears, nth),
            turn=self.choice(header, table, "turn", base.turn, _TURN, nth),
        )
        return self.must_know(header, "form", slot, own)

    def condition(
        self, header: str, table: Table, key: str, usual: str, known: tuple[str, ...], nth: int
    ) -> str:
        """What a counter must bear, or must not: "background", or with a value "background=yellow"."""
        found = self.text(header, table, key, usual, nth)
        name = found.partition("=")[0]
        self.choice(header, {key: name}, key, usual, known, nth)
        return found if name in known else usual

    def box(self, header: str, value: object, nth: int) -> Box | None:
        """Left, top, right and bottom in hundredths of the face."""
        if isinstance(value, list) and len(value) == 4 and all(type(n) in (int, float) for n in value):
            left, top, right, bottom = value
            if 0 <= left < right <= 100 and 0 <= top < bottom <= 100:
                return left, top, right, bottom
        self.fault(header, "box", value, "must be [left, top, right, bottom] in hundredths of the face", nth)
        return None


def _drawn(places: Mapping[str, Slot]) -> Iterator[Slot]:
    """Named places in the order in which they are drawn."""
    return (places[name] for name in PLACES if name in places)
