"""Looks over the pieces of a module: their shape, and everything that their traits refer to by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from builder.known import TRAITS
from builder.readback import Archive
from builder.traits import IMAGES, Definition, SequenceFault, Trait, read_definition, split


@dataclass(slots=True)
class PieceCheck:
    """What pieces may refer to, and what has been seen of them so far."""

    archive: Archive
    has_image: Callable[[str], bool]
    prototypes: frozenset[str]
    maps: frozenset[str]
    decks: frozenset[str]
    uses: dict[str, list[str]] = field(default_factory=dict)
    gpids: dict[str, str] = field(default_factory=dict)

    def prototype(self, name: str, path: str, text: str) -> None:
        """Look over a prototype, and note which others it uses."""
        piece = self._read(path, text)
        self.uses[name] = (
            [_first(trait) for trait in piece.traits if trait.id == "prototype"] if piece else []
        )

    def slot(self, path: str, gpid: str, text: str) -> None:
        """Look over the piece of a slot, and note its number."""
        piece = self._read(path, text)
        if piece is None:
            return
        inside = (split(";", piece.basic.state) + [""] * 4)[3]
        if not gpid.isdecimal():
            self.archive.error(path, f"gpid must be a whole number, not {gpid!r}")
        elif inside != gpid:
            self.archive.error(path, f"gpid is {gpid}, but {inside!r} in the piece itself")
        if gpid in self.gpids:
            self.archive.error(path, f"gpid {gpid} is also that of {self.gpids[gpid]}")
        self.gpids.setdefault(gpid, path)

    def circles(self) -> None:
        """Prototypes that use themselves, over however many steps, never end."""
        for name in self.uses:
            seen, waiting = set[str](), list(self.uses[name])
            while waiting:
                used = waiting.pop()
                if used not in seen:
                    seen.add(used)
                    waiting.extend(self.uses.get(used, []))
            if name in seen:
                self.archive.error(
                    f"PrototypeDefinition {name}", "uses itself, directly or through another prototype"
                )

    def numbers(self, path: str, following: str) -> None:
        """nextPieceSlotId lies above every number in use."""
        highest = max((int(gpid) for gpid in self.gpids if gpid.isdecimal() and len(gpid) < 19), default=0)
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
        return piece

    def _faults(self, trait: Trait) -> Iterator[str]:
        if trait.id not in TRAITS:
            yield f"unknown trait {trait.id[:40]!r}"
        for image in images(trait):
            if not self.has_image(image):
                yield f"no image {image!r} in the module"
        if trait.id == "prototype" and _first(trait) not in self.prototypes:
            yield f"no prototype {_first(trait)!r}"
        if trait.id == "return" and _field(trait, 2) not in self.decks | {""}:
            yield f"no deck {_field(trait, 2)!r} to return to"
        if trait.id == "sendto" and _field(trait, 2) not in self.maps | {""} and "$" not in _field(trait, 2):
            yield f"no map {_field(trait, 2)!r} to send to"


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


def _first(trait: Trait) -> str:
    return _field(trait, 0)


def _field(trait: Trait, number: int) -> str:
    fields = trait.fields
    return fields[number] if number < len(fields) else ""
