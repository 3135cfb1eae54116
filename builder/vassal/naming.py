"""What a piece is called: its own name, a Basic Name over it, what its Layers or its text label say."""

from __future__ import annotations

import re

from builder.vassal.traits import IMAGES, Definition, Trait, split

_NAMES = IMAGES + 1
"""Where a Layer keeps the names of its levels."""
_LEVEL = re.compile(r"[1-9][0-9]{0,8}")


def basic_name(piece: Definition) -> str:
    """The name a piece was given in the module: by the outermost Basic Name, else by the piece itself."""
    given = next((trait.fields for trait in piece.traits if trait.id == "basicName"), [])
    fields = piece.basic.fields
    return (given[0] if given else "") or (fields[3] if len(fields) > 3 else "")


def name_of(piece: Definition) -> str:
    """What a piece is called: the name it was given, unless a Layer has another for what shows.

    What a Layer or a label only adds, as "+ (reduced)", is left out; a piece without a name has no more than
    that, and is called by it.
    """
    name = basic_name(piece)
    for trait in reversed(piece.traits[:-1]):
        name = _of_level(trait, name, whole=not name)
    if name:
        return name.strip()
    labels = (trait.state for trait in reversed(piece.traits) if trait.id == "label")
    return next((label.strip() for label in labels if label and "$" not in label), "")


def _of_level(trait: Trait, name: str, whole: bool) -> str:
    """The name with the level of a Layer that shows: "A" replaces it, "A +" or "+ A" is added if `whole`.

    A plus that stands behind a backslash is none of these: the name has it.
    """
    level, fields = trait.state.partition(";")[0], trait.fields
    if trait.id != "emb2" or len(fields) <= _NAMES or not _LEVEL.fullmatch(level):
        return name
    names = split(",", fields[_NAMES])
    first, *second = split("+", names[int(level) - 1], most=2) if int(level) <= len(names) else [""]
    if second:
        return f"{first}{name}{second[0]}" if whole else name
    return first or name
