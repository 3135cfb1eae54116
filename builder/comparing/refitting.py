"""Pieces of one module made to fit into another: new numbers, and other names of prototypes and files."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from builder.vassal.archive import zipped
from builder.vassal.commands import AddPiece
from builder.vassal.readback import LARGEST_SAVE, Archive
from builder.vassal.stream import Branch, Stream, clear, obfuscated, read_stream, write_stream
from builder.vassal.traits import Definition, SequenceFault, Trait, join, read_definition, split
from files.zips import BROKEN_ZIP

SAVED, SAVE_DATA = "savedGame", "savedata"
_MARKS = ("placemark", "replace")
_SPEC, _MARK_NUMBER, _NUMBER = 2, 9, 3
_WHOLE = re.compile(r"\d{1,9}")


@dataclass(slots=True)
class Numbers:
    """Gives pieces from outside a number that is free, and the same one whenever it is asked again.

    `kept` are numbers that an earlier merge gave, by those the pieces had.
    """

    taken: set[int]
    next: int
    kept: Mapping[str, int] = field(default_factory=dict)
    given: dict[str, str] = field(default_factory=dict)
    slots: set[str] = field(default_factory=set)

    def fit(self, gpid: str) -> str:
        """The number for a piece that had this one."""
        if gpid not in self.given:
            self.given[gpid] = self._free(gpid)
            self.taken.add(int(self.given[gpid]))
            self.next = max(self.next, int(self.given[gpid]) + 1)
        return self.given[gpid]

    def _free(self, gpid: str) -> str:
        if self.kept.get(gpid, 0) and self.kept[gpid] not in self.taken:
            return str(self.kept[gpid])
        if _WHOLE.fullmatch(gpid) and int(gpid) not in self.taken:
            return gpid
        return str(self.next)

    def fit_slot(self, gpid: str) -> str:
        """As `fit`, for one slot: a second slot of the same number, or one without any, gets a new one."""
        if gpid in self.slots or not _WHOLE.fullmatch(gpid):
            fresh, self.next = str(self.next), self.next + 1
            self.taken.add(int(fresh))
            return fresh
        self.slots.add(gpid)
        return self.fit(gpid)

    @property
    def renumbered(self) -> dict[str, int]:
        """The numbers that had to change."""
        return {old: int(new) for old, new in self.given.items() if old != new and _WHOLE.fullmatch(old)}


@dataclass(slots=True)
class Renaming:
    """What pieces, prototypes and files of the second module are called in the merged one."""

    numbers: Numbers
    prototypes: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)

    def slot(self, text: str, gpid: str) -> str:
        """The definition in a slot that gets this number; one that cannot be read stays as it is."""
        try:
            piece = read_definition(text.strip())
        except SequenceFault:
            return text
        return self._piece(piece, gpid).text

    def saved(self, text: str) -> str:
        """The definition of a piece in a saved game; what is no piece stays as it is."""
        piece = read_definition(text)
        if piece.basic.id != "piece":
            return text
        gpid = (split(";", piece.basic.state) + [""] * (_NUMBER + 1))[_NUMBER]
        return self._piece(piece, self.numbers.given.get(gpid, gpid)).text

    def prototype(self, text: str) -> str:
        """The definition of a prototype; one that cannot be read stays as it is."""
        try:
            piece = read_definition(text.strip())
        except SequenceFault:
            return text
        return Definition(piece.id, tuple(map(self._trait, piece.traits))).text

    def _piece(self, piece: Definition, gpid: str) -> Definition:
        *traits, basic = map(self._trait, piece.traits)
        state = split(";", basic.state)
        state += [""] * (_NUMBER + 1 - len(state))
        state[_NUMBER] = gpid
        return Definition(piece.id, (*traits, Trait(basic.type, join(";", state))))

    def _trait(self, trait: Trait) -> Trait:
        kind, fields = trait.id, trait.fields
        if kind == "prototype" and fields[0] in self.prototypes:
            return Trait(join(";", [kind, self.prototypes[fields[0]], *fields[1:]]), trait.state)
        if kind in _MARKS and len(fields) > _MARK_NUMBER:
            trait = self._marking(trait, fields)
        return Trait(self.text(trait.type), trait.state) if self.files else trait

    def _marking(self, trait: Trait, fields: list[str]) -> Trait:
        """A trait that puts down another piece: that one has a number, perhaps a whole definition, too."""
        new = list(fields)
        if _WHOLE.fullmatch(new[_MARK_NUMBER]):
            new[_MARK_NUMBER] = self.numbers.fit(new[_MARK_NUMBER])
        if new[_SPEC].startswith("+/"):
            new[_SPEC] = self.prototype(new[_SPEC])
        return trait if new == fields else Trait(join(";", [trait.id, *new]), trait.state)

    def text(self, text: str) -> str:
        """A text with the new names of files in it."""
        for old, new in self.files.items():
            text = re.sub(rf"(?<![\w.-]){re.escape(old)}(?![\w.-])", new.replace("\\", r"\\"), text)
        return text


def refitted(setup: bytes, renaming: Renaming, data: Mapping[str, bytes]) -> bytes:
    """A saved game of the second module for the merged one; SequenceFault if it is none.

    `data` are the entries that tell of which module it is, none when the module has no such.
    """
    stream = read_stream(clear(_saved(setup)))
    hidden = obfuscated(write_stream(_refitted(stream, renaming)))
    return zipped({SAVED: hidden, **data})


def _saved(setup: bytes) -> bytes:
    """The commands in a saved game; SequenceFault if it is none, or unpacks to more than one has."""
    try:
        with zipfile.ZipFile(BytesIO(setup)) as archive:
            content = Archive(Path(SAVED), archive).read(SAVED, LARGEST_SAVE)
    except BROKEN_ZIP as wrong:
        raise SequenceFault(f"no zip archive: {wrong}") from None
    if content is None:
        raise SequenceFault(f"holds no {SAVED!r} of bearable size")
    return content


def _refitted(stream: Stream, renaming: Renaming) -> Stream:
    if isinstance(stream, Branch):
        return Branch(tuple(_refitted(part, renaming) for part in stream.parts))
    if not isinstance(stream, AddPiece):
        return stream
    try:
        text = renaming.saved(stream.text)
    except SequenceFault:
        return stream
    one, kind, state = split("/", text.removeprefix("+/"))[:3]
    return AddPiece(one, kind, state)
