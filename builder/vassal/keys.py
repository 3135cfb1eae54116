"""The commands of a piece: what its menu calls each, the key that gives it, and whether it changes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder.vassal.traits import Trait, split

_STROKE = re.compile(r"-?\d{1,9},-?\d{1,9}(,.*)?", re.DOTALL)
_SHIFT = ((2, 130), (8, 520), (1, 65), (4, 260))
# Where a trait keeps its keys, each with the text of its menu entry (-1: it has none).
_PLACES: dict[str, Sequence[tuple[int, int]]] = {
    "rotate": ((1, 3), (2, 4), (5, 6), (9, 10)),
    "delete": ((1, 0),),
    "clone": ((1, 0),),
    "markmoved": ((4, 3), (8, 7), (10, 9)),
    "footprint": ((0, 1), (12, -1), (13, -1), (14, -1)),
    "hide": ((0, 1),),
    "obs": ((0, 2), (9, -1)),
    "label": ((0, 1),),
    "macro": ((2, 1),),
    "globalhotkey": ((1, 0),),
    "globalkey": ((1, 0),),
    "sendto": ((1, 0), (7, 6)),
    "return": ((1, 0),),
    "AreaOfEffect": ((5, 4), (12, 11), (14, 13)),
    "translate": ((1, 0),),
    "pivot": ((1, 0), (8, 7)),
    "placemark": ((1, 0),),
    "replace": ((1, 0),),
    "playSound": ((2, 1),),
    "propertysheet": ((7, 1),),
    "deselect": ((1, 0),),
    "emb2": ((26, 0), (27, 3), (28, 6), (10, 9), (19, 20)),
}
_ONE_WAY_ROTATE = ((1, 2), (3, 4), (7, 8))
_LISTS = {"report": (0, 2), "macro": (4, 5), "hideCmd": (3,)}
_PROPERTIES = ("PROP", "setprop", "setpieceprop")
_CHANGING = frozenset(("rotate", "delete", "obs", "label", "sendto", "return", "replace", "emb2", "PROP"))

_MOVING = frozenset(("sendto", "return", "translate", "pivot"))


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a piece: its menu entry, "" for none, its key as VASSAL compares it, and what it does.

    What `moves` a piece gives it the after-move key of the map.
    """

    menu: str
    key: str
    changes: bool
    moves: bool = False


def stroke(text: str) -> str | None:
    """A key stroke in the form in which two are the same key: "70,130" or a name; None if it is none at all.

    The empty text is no key.
    """
    if not text or text.startswith("0,0"):
        return "" if text in ("", "0,0", "0,0,") else text[4:]
    if len(text) == 1:
        return f"{ord(text.upper())},130"
    if not _STROKE.fullmatch(text):
        return None
    code, modifiers, *name = text.split(",", 2)
    return name[0] if name and name[0] else f"{code},{_folded(int(modifiers))}"


def _folded(modifiers: int) -> int:
    """Old modules hold only half of what a modifier is today: Ctrl is 2, 128, or both."""
    total = 0
    for old, new in _SHIFT:
        if modifiers & (new | old):
            total |= new
    return total


def commands(trait: Trait) -> Iterator[Command]:
    """What a trait adds to a piece, without keys that cannot be read."""
    changes, moves = trait.id in _CHANGING, trait.id in _MOVING
    for text, menu in _strokes(trait):
        key = stroke(text)
        if key or menu:
            yield Command(menu, key or "", changes, moves)


def _strokes(trait: Trait) -> Iterator[tuple[str, str]]:
    fields = trait.fields
    if trait.id in _PROPERTIES:
        yield from _changes(fields)
        return
    places = _PLACES.get(trait.id, ())
    if trait.id == "rotate" and fields[0] == "1":
        places = _ONE_WAY_ROTATE
    for key, menu in places:
        if key < len(fields) and fields[key]:
            yield fields[key], fields[menu] if menu >= 0 else ""


def _changes(fields: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The commands of a dynamic property: "menu:key:change", one behind the other."""
    for one in split(",", fields[2]) if len(fields) > 2 and fields[2] else ():
        menu, key, *_ = [*split(":", one), ""]
        yield key, menu


def reported(trait: Trait) -> frozenset[str]:
    """The keys after which a trait tells the chat what happened."""
    return frozenset(_listed(trait, _LISTS["report"])) if trait.id == "report" else frozenset()


def started(trait: Trait) -> tuple[frozenset[str], frozenset[str]]:
    """The keys of a trigger, its own and those it listens to, and the keys it gives in turn."""
    if trait.id != "macro" or len(trait.fields) < 6:
        return frozenset(), frozenset()
    own = {stroke(trait.fields[2]) or "", *_listed(trait, (4,))} - {""}
    return frozenset(own), frozenset(_listed(trait, (5,)))


def _listed(trait: Trait, places: Sequence[int]) -> Iterator[str]:
    fields = trait.fields
    for place in places:
        for one in split(",", fields[place]) if place < len(fields) and fields[place] else ():
            yield stroke(one) or ""


def bad_keys(trait: Trait) -> Iterator[str]:
    """Keys of a trait that VASSAL will never hear, each with why."""
    for text, _ in _strokes(trait):
        if stroke(text) is None:
            yield f"{text[:40]!r} is not a key. Write the numbers of key and modifiers: 70,130 is Ctrl+F"
    fields = trait.fields
    for place in _LISTS.get(trait.id, ()):
        listed = split(",", fields[place]) if place < len(fields) else []
        if len(listed) > 1 and all(one.isdecimal() for one in listed):
            yield f"the list of keys {fields[place][:40]!r} wants a backslash before the comma inside a key"
