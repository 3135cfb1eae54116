"""Global properties: those that tell of what a side may not see, since automation fills them as pieces are
moved, and those that the module itself shows to its players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from builder.vassal.traits import split
from tables.position import Kind, Position, Step
from tables.published import Published, Window
from tables.seats import Cover, Seat, cover_of
from tables.table import Table

Property = tuple[str, str]
"""Whose a property is (the module, a map, a zone), and its name."""
_SHOWING = ("label;", "report;")
"""Traits whose text players read: on the piece, and in chat."""
_READ = re.compile(r"(?i)(?:format|text|tooltip)$")
"""How attributes are called whose texts players read."""
_NAMED = re.compile(r"\$([^$]+)\$")
_IN_BRACES = re.compile(r"[^\W\d]\w*|(?<=\")[^\"]+(?=\")")


@lru_cache(maxsize=8)
def shown(module: Published) -> frozenset[str]:
    """The names of the global properties that players of the module can read: on a button of their own, in a
    label of a piece, or in what the module says in chat. The others are for its automation."""
    own = [node for node in module.nodes() if node.kind == "GlobalProperty"]
    buttons = {node.get("name") for node in own for child in node.children() if "Button" in child.kind}
    texts = [
        text for node in module.nodes() for name, text in node.element.attrib.items() if _READ.search(name)
    ]
    texts += [type_ for one in module.slots.values() for type_ in one.types if type_.startswith(_SHOWING)]
    read = {name for text in texts for name in _NAMED.findall(text)}
    read |= {name for text in texts if "{" in text for name in _IN_BRACES.findall(text)}
    return frozenset(buttons | read)


def withheld(
    steps: Iterable[Step], position: Position, seats: Iterable[Seat], windows: Mapping[str, Window]
) -> dict[str, frozenset[Property]]:
    """For each side the properties whose values changed in a step that touched a piece covered for it.

    `steps` are commands on the true position, from `position` on.
    """
    table, found = Table(position), {seat: set[Property]() for seat in seats}
    for step in steps:
        changed = set(_changed(step))
        if not changed:
            table.do(step)
            continue
        touched = set(_touched(step))
        blind = _blind(table, touched, found, windows)
        table.do(step)
        for seat in blind | _blind(table, touched, found, windows):
            found[seat] |= changed
    return {seat.side: frozenset(names) for seat, names in found.items()}


def _changed(step: Step) -> Iterator[Property]:
    for command in step:
        word, _, said = command.partition("\t")
        if word == "MutableProperty":
            name, _, _, owner = [*split("\t", said), "", "", "", ""][:4]
            yield owner, name


def _touched(step: Step) -> Iterator[str]:
    return (split("/", one)[1] for one in step if one[:2] in ("M/", "D/", "+/", "-/"))


def _blind(
    table: Table, touched: Iterable[str], seats: Iterable[Seat], windows: Mapping[str, Window]
) -> set[Seat]:
    """The seats that do not see one of the pieces as it lies now."""
    pieces = [table.pieces[one] for one in touched if one in table.pieces]
    loose = [piece for piece in pieces if piece.kind is Kind.PIECE]
    return {
        seat
        for seat in seats
        if any(cover_of(table, piece, seat, windows).how is not Cover.OPEN for piece in loose)
    }
