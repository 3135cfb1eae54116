"""What VASSAL calls a piece as it stands: its own name, a Basic Name over it, its Layers, its text labels."""

from __future__ import annotations

from builder.grids import filled
from builder.traits import IMAGES, Definition, Trait, split

_NAMES_OF_LEVELS, _FORMAT_OF_LABEL, _LABEL_ALWAYS = IMAGES + 1, 11, 17


def basic_name(piece: Definition) -> str:
    """The name a piece was given in the module: by the outermost Basic Name, else by the piece itself."""
    given = next((trait.fields for trait in piece.traits if trait.id == "basicName"), [])
    fields = piece.basic.fields
    return (given[0] if given else "") or (fields[3] if len(fields) > 3 else "")


def name_of(piece: Definition) -> str:
    """The name a piece was given, and where it was given none, what its Layers and labels call it."""
    return basic_name(piece) or shown_name(piece)


def shown_name(piece: Definition) -> str:
    """The name by which VASSAL tells of a piece: each Layer and label changes what is further inside."""
    name = basic_name(piece)
    for trait in reversed(piece.traits[:-1]):
        if trait.id == "emb2":
            name = _with_level(trait, name)
        elif trait.id == "label":
            name = _with_label(trait, name)
    return name.strip()


def _with_level(trait: Trait, name: str) -> str:
    """As a Layer's level says: "+ (reduced)" goes behind the name, "Weak +" before, else it is the name."""
    level, fields = trait.state.partition(";")[0], trait.fields
    names = split(",", fields[_NAMES_OF_LEVELS]) if len(fields) > _NAMES_OF_LEVELS else []
    if not (level.isascii() and level.isdecimal() and 0 < int(level[:9]) <= len(names)):
        return name
    said = names[int(level[:9]) - 1]
    first, plus, second = said.partition("+")
    if not plus:
        return first or name
    return f"{first}{name}" if first else f"{name}{second}"


def _with_label(trait: Trait, name: str) -> str:
    """As the label's own form says; one that is worked out in VASSAL only leaves the name as it is."""
    fields = [*trait.fields, *[""] * _LABEL_ALWAYS]
    form, label = fields[_FORMAT_OF_LABEL], trait.state
    silent = not label and fields[_LABEL_ALWAYS] != "true"
    if silent or not form or form.startswith("{") or "$" in label:
        return name
    return filled(form, {"pieceName": name, "label": label})
