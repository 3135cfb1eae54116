"""What changed between two positions as one side has them, in words; what it does not see is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from builder.vassal.locations import OFF_BOARD
from builder.vassal.naming import name_of
from builder.vassal.traits import SequenceFault, read_definition, split
from tables.chance import deck_name
from tables.position import Kind, Piece, Position
from tables.published import Published
from tables.side_file import UNKNOWN_NAME
from tables.table import NOWHERE, Table, parts_of, properties

MOST_TOLD = 200
"""So many changes are told one by one."""
_SHOWN = {"emb2": "turns", "rotate": "turns round", "label": "is labelled", "obs": "is masked or unmasked"}


def name_of_piece(piece: Piece) -> str:
    """What a piece is called as it stands."""
    try:
        return name_of(read_definition(piece.command())) or "a piece without a name"
    except SequenceFault:
        return "a piece"


def told(before: Position, after: Position, module: Published) -> tuple[str, ...]:
    """What changed, a sentence each, in the order of the save."""
    was, now = Table(before), Table(after)
    lines = [*_pieces(was, now, module), *_hidden(was, now, module), *_rest(before, after, module)]
    if len(lines) > MOST_TOLD:
        return (*lines[:MOST_TOLD], f"and {len(lines) - MOST_TOLD} more changes, all in the saved game")
    return tuple(lines)


def _seen(table: Table) -> dict[str, Piece]:
    return {
        id_: piece for id_, piece in table.pieces.items() if piece.kind is Kind.PIECE and not is_blank(piece)
    }


def is_blank(piece: Piece) -> bool:
    """Whether a piece stands for one that the reader does not see."""
    return split(";", parts_of(piece.type)[-1])[4:5] == [UNKNOWN_NAME]


def _pieces(was: Table, now: Table, module: Published) -> Iterator[str]:
    old, new = _seen(was), _seen(now)
    for id_, piece in new.items():
        name, at = name_of_piece(piece), where(now, id_, module)
        if id_ not in old:
            yield f"{name} comes to {at}."
            continue
        origin = where(was, id_, module)
        if was.at[id_] != now.at[id_]:
            yield f"{name} moves from {origin} to {at}." if origin != at else f"{name} moves within {at}."
        elif was.inside.get(id_) in was.order and _lies(was, id_) != _lies(now, id_):
            yield f"{name} lies otherwise in the stack at {at}."
        yield from _turned(old[id_], piece, name, at)
    for id_, piece in old.items():
        if id_ not in new:
            yield f"{name_of_piece(piece)} is no longer to be seen at {where(was, id_, module)}."


def _lies(table: Table, id_: str) -> int:
    holder = table.inside.get(id_)
    return table.order[holder].index(id_) if holder else -1


def _turned(old: Piece, new: Piece, name: str, at: str) -> Iterator[str]:
    if old.type != new.type:
        yield f"{name_of_piece(old)} at {at} is now {name}."
        return
    told = set()
    for type_, a, b in zip(parts_of(new.type), parts_of(old.state), parts_of(new.state), strict=False):
        kind = type_.partition(";")[0]
        if a != b and kind in _SHOWN and kind not in told:
            told.add(kind)
            other = name_of_piece(old)
            yield (f"{other} at {at} is now {name}." if other != name else f"{name} at {at} {_SHOWN[kind]}.")


def _hidden(was: Table, now: Table, module: Published) -> Iterator[str]:
    """How many pieces that the reader does not see lie where."""
    before, after = _counted(was, module), _counted(now, module)
    for place in sorted({**before, **after}):
        if before[place] != after[place]:
            yield f"Face down at {place}: {after[place]}, before {before[place]}."


def _counted(table: Table, module: Published) -> Counter[str]:
    blanks = (id_ for id_, piece in table.pieces.items() if piece.kind is Kind.PIECE and is_blank(piece))
    return Counter(where(table, id_, module) for id_ in blanks)


def where(table: Table, id_: str, module: Published) -> str:
    """The place of a piece by name: its deck, else what the grid says, else the map and the pixel."""
    holder = table.pieces.get(table.inside.get(id_, ""))
    if holder is not None and holder.kind is Kind.DECK:
        return deck_name(holder) or "a deck"
    name, x, y = table.at[id_]
    if name in (NOWHERE, ""):
        return "off the map"
    found = module.places.name(name, (x, y))
    several = len(module.windows) > 1
    if found == OFF_BOARD or not found:
        return f"{name} {x},{y}" if several else f"{x},{y}"
    return f"{found} ({name})" if several and module.windows[name].private else found


def _rest(before: Position, after: Position, module: Published) -> Iterator[str]:
    old, new = _lines(before.rest), _lines(after.rest)
    for word, line in new.items():
        if old.get(word) != line and word.startswith("TURN"):
            yield "The turn tracker moves on."
        elif old.get(word) != line and word in ("NOTES", "PNOTES"):
            yield "The notes are changed."
    values, now = properties(before.rest), properties(after.rest)
    for key in sorted(now):
        if key in values and values[key] != now[key]:
            yield f"{key[1]} is now {now[key]}, before {values[key]}."


def _lines(rest: Sequence[str]) -> dict[str, str]:
    return {line.split("\t")[0]: line for line in rest}
