"""Looks over the pieces of a module: their shape, and everything that their traits refer to by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from builder.vassal.keys import bad_keys
from builder.vassal.known import TRAITS
from builder.vassal.readback import Archive
from builder.vassal.traits import IMAGES, Definition, SequenceFault, Trait, join, read_definition, split

_SAID = re.compile(r'\{"([^"]*)"\}')
"""An expression that says a name outright."""
_NUMBER = re.compile(r"(\w{1,20}:)?\d{1,18}")


@dataclass(slots=True)
class PieceCheck:
    """What pieces may refer to, and what has been seen of them so far.

    `elsewhere` says that prototypes, maps and decks may also be in the module that this one extends.
    """

    archive: Archive
    has_image: Callable[[str], bool]
    prototypes: frozenset[str]
    maps: frozenset[str]
    decks: frozenset[str]
    elsewhere: bool = False
    traits: dict[str, tuple[Trait, ...]] = field(default_factory=dict)
    pieces: list[tuple[str, Definition]] = field(default_factory=list)
    gpids: dict[str, str] = field(default_factory=dict)

    def prototype(self, name: str, path: str, text: str) -> None:
        """Look over a prototype, and keep what it gives to those that use it."""
        piece = self._read(path, text)
        if name in self.traits:
            self.archive.error(path, f"a second prototype is called {name!r}")
        self.traits[name] = piece.traits[:-1] if piece else ()

    def slot(self, path: str, gpid: str, text: str) -> None:
        """Look over the piece of a slot, and note its number."""
        piece = self._read(path, text)
        if piece is None:
            return
        self.pieces.append((path, piece))
        inside = (split(";", piece.basic.state) + [""] * 4)[3]
        self._number(path, gpid)
        if _NUMBER.fullmatch(gpid) and inside not in ("", gpid):  # VASSAL fills in what is empty
            self.archive.error(path, f"gpid is {gpid}, but {inside!r} in the piece itself")
        for trait in piece.traits:
            if trait.id in ("placemark", "replace") and _field(trait, 9):
                self._number(f"{path}: {trait.id}", _field(trait, 9))

    def _number(self, path: str, gpid: str) -> None:
        if not _NUMBER.fullmatch(gpid):
            self.archive.error(path, f"gpid must be a whole number, not {gpid[:40]!r}")
        elif gpid in self.gpids:
            self.archive.error(path, f"gpid {gpid} is also that of {self.gpids[gpid]}")
        self.gpids.setdefault(gpid, path)

    def circles(self) -> None:
        """Prototypes that use themselves, over however many steps, never end."""
        uses = {
            name: [_first(trait) for trait in traits if trait.id == "prototype"]
            for name, traits in self.traits.items()
        }
        for name in uses:
            seen, waiting = set[str](), list(uses[name])
            while waiting:
                used = waiting.pop()
                if used not in seen:
                    seen.add(used)
                    waiting.extend(uses.get(used, []))
            if name in seen:
                self.archive.error(
                    f"PrototypeDefinition {name}", "uses itself, directly or through another prototype"
                )

    def numbers(self, path: str, following: str) -> None:
        """nextPieceSlotId lies above every number in use."""
        numbers = (gpid.rpartition(":")[2] for gpid in self.gpids if _NUMBER.fullmatch(gpid))
        highest = max((int(number) for number in numbers), default=0)
        if not following.isdecimal() or int(following[:19]) <= highest:
            self.archive.error(path, f"nextPieceSlotId is {following!r}, it must be above {highest}")

    def _read(self, path: str, text: str) -> Definition | None:
        try:
            piece = read_definition(text)
        except SequenceFault as wrong:
            self.archive.error(path, f"the piece cannot be read: {wrong}")
            return None
        if piece.basic.id != "piece":
            self.archive.error(path, f"the innermost trait must be the basic piece, not {piece.basic.id!r}")
        for trait in piece.traits:
            for what in self._faults(trait):
                self.archive.error(path, what)
            for what in (*bad_keys(trait), *self._shapeless(trait)):
                self.archive.warn(path, what)
        self._escapes(path, text, piece)
        return piece

    def _escapes(self, path: str, text: str, piece: Definition) -> None:
        """VASSAL would write the piece as it stands; where not, it reads it otherwise than it was meant."""
        try:
            again = piece.text
            for trait in (trait for trait in piece.traits if trait.id not in ("mark", "")):
                written = join(";", split(";", trait.type))
                if written != trait.type:
                    self.archive.warn(
                        path, f"bad escape: VASSAL reads {trait.type[:60]!r} as {written[:60]!r}"
                    )
        except SequenceFault as wrong:
            self.archive.error(path, f"bad escape: {wrong}")
            return
        if again != text:
            at = next((n for n, (a, b) in enumerate(zip(again, text, strict=False)) if a != b), len(text))
            self.archive.warn(path, f"bad escape near {text[max(0, at - 20) : at + 20]!r}")

    def _shapeless(self, trait: Trait) -> Iterator[str]:
        """An outline made of an image: VASSAL keeps the outline, but whoever edits it needs the image."""
        image = shape_image(trait)
        if image and not self.has_image(image):
            yield f"this shape was made from the image {image!r}, which the module does not have"

    def _faults(self, trait: Trait) -> Iterator[str]:
        if trait.id not in TRAITS:
            yield f"unknown trait {trait.id[:40]!r}"
        for image in images(trait):
            if not self.has_image(image):
                yield f"no image {image!r} in the module"
        if self.elsewhere:
            return
        if trait.id == "prototype" and _is_missing(_first(trait), self.prototypes):
            yield f"no prototype {_first(trait)!r}"
        if trait.id == "return" and _is_missing(_field(trait, 2), self.decks | {""}):
            yield f"no deck {_field(trait, 2)!r} to return to"
        if trait.id == "sendto" and _is_missing(_field(trait, 2), self.maps | {""}):
            yield f"no map {_field(trait, 2)!r} to send to"


def _is_missing(name: str, known: frozenset[str]) -> bool:
    """Is there nothing of this name? What VASSAL works out only while it runs may be there."""
    said = _SAID.fullmatch(name)
    if said is None and ("$" in name or name.startswith("{")):
        return False
    return (said[1] if said else name) not in known


def images(trait: Trait) -> list[str]:
    """The images a trait shows."""
    named: list[str] = []
    if trait.id == "piece":
        named = [_field(trait, 2)]
    elif trait.id == "emb2":
        named = split(",", _field(trait, IMAGES))
    elif trait.id == "obs":
        named = [_field(trait, 1)]
    elif trait.id == "markmoved":
        named = [_first(trait)]
    return [image for image in named if image and "$" not in image]


def shape_image(trait: Trait) -> str:
    """The image that an outline was made of, "" if none: behind " N ", or as "nNAME" between commas."""
    if trait.id not in ("nonRect", "nonRect2"):
        return ""
    outline = trait.type.split(";", 2 if trait.id == "nonRect2" else 1)[-1]
    if outline.startswith("d"):
        return outline.partition(" N ")[2]
    return next((part[1:] for part in outline.split(",") if part.startswith("n")), "")


def _first(trait: Trait) -> str:
    return _field(trait, 0)


def _field(trait: Trait, number: int) -> str:
    fields = trait.fields
    return fields[number] if number < len(fields) else ""
