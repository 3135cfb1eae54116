"""What the state of a piece says: the properties it gives, and what changes from one state to the next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from builder.vassal.traits import LAYER_NAME, Definition, Trait, read_marks, split

_LABEL_NAME = 15
_SMALL = re.compile(r"[0-9]{1,3}")
MOVED = "Moved"
_UNSEEN = {"footprint", "piece", "report", "macro", "sendto", "restrict"}
"""Traits whose state tells nothing to a player (the trail of a move, the way back), or holds a password."""


@dataclass(frozen=True, slots=True)
class Change:
    """A property of a piece, by the name VASSAL gives it, before and after."""

    name: str
    was: str
    now: str


def changes(old: Definition, new: Definition) -> Iterator[Change]:
    """What a player would see change from one state of a piece to another: layers, facing, masks, labels."""
    for before, after in zip(old.traits, new.traits, strict=True):
        if before.state != after.state and before.id not in _UNSEEN:
            told, now = dict(shown(before)), dict(shown(after))
            pairs = ((name, told.get(name, ""), now.get(name, "")) for name in told | now)
            yield from (Change(*one) for one in pairs if one[1] != one[2])


def properties(piece: Definition) -> dict[str, str]:
    """The properties of a piece that its state alone tells, the outermost trait having the last word."""
    return {name: value for trait in reversed(piece.traits) for name, value in shown(trait)}


def shown(trait: Trait) -> Iterator[tuple[str, str]]:
    """The properties one trait gives.

    Whose password a mask was laid under is not among them: the state holds it in the clear.
    """
    fields = trait.fields
    match trait.id:
        case "mark":
            yield from read_marks(trait).items()
        case "emb2":
            yield f"{_field(fields, LAYER_NAME) or 'Layer'}_Level", trait.state
        case "rotate":
            yield f"{_field(fields, 5 if fields[0] == '1' else 7) or 'Rotate'}_Facing", _facing(trait)
        case "markmoved":
            yield MOVED, trait.state
        case "obs":
            yield "Obscured", _told(split(";", trait.state)[0] not in {"", "null"})
        case "hide":
            yield "Invisible", _told(trait.state not in {"", "null"})
        case "label":
            yield _field(fields, _LABEL_NAME) or "TextLabel", trait.state
        case "PROP":
            yield _field(fields, 0), trait.state
        case other if other not in _UNSEEN and trait.state:
            yield other, trait.state


def _field(fields: list[str], at: int) -> str:
    return fields[at] if len(fields) > at else ""


def _facing(trait: Trait) -> str:
    """Which facing shows, from 1; a piece that turns freely has degrees instead."""
    counted = trait.fields[0] != "1" and _SMALL.fullmatch(trait.state)
    return str(int(trait.state) + 1) if counted else trait.state


def _told(truth: bool) -> str:
    return "true" if truth else "false"
