"""Masks and hidden pieces in plain words, by the rules of VASSAL's Mask and Invisible."""

from __future__ import annotations

from collections.abc import Iterator

from builder.vassal.traits import join, nest, split
from tables.doing import Words
from tables.layers import NO_OWNER
from tables.position import Piece, TableError
from tables.seats import NOT_SHOWN, Seat, access_of, may_see
from tables.table import parts_of
from tables.telling import name_of_piece

_MASK, _INVISIBLE = "obs;", "hide;"
_BARE = {_MASK: "null;", _INVISIBLE: "null"}
"""How a trait stands that covers nothing."""


def covers(piece: Piece, seat: Seat, laid: bool) -> Iterator[tuple[int, str]]:
    """The masks of a piece that this seat may take off, or if not `laid` may lay: where each is, its kind."""
    for place, (type_, state) in enumerate(zip(parts_of(piece.type), parts_of(piece.state), strict=False)):
        kind = type_.partition(";")[0] + ";"
        owner = split(";", state)[0] if kind == _MASK else state
        if kind in _BARE and (owner not in NO_OWNER) == laid and may_see(access_of(type_), owner, seat):
            yield place, kind


def is_maskable(piece: Piece) -> bool:
    """Whether a piece has a mask, or can be hidden."""
    return any(one.startswith((_MASK, _INVISIBLE)) for one in parts_of(piece.type))


def revealed(words: Words, seat: Seat, id_: str) -> str:
    """The command that takes off all that a side put on a piece. Raises TableError if there is nothing."""
    piece = words.mine.pieces[id_]
    states = list(parts_of(piece.state))
    found = list(covers(piece, seat, True))
    if not found:
        name, window = name_of_piece(piece), words.module.windows.get(words.mine.at[id_][0])
        if window is not None and window.private:
            raise TableError(f"{name} has no mask of yours. To show it, play it: play {name} to PLACE")
        raise TableError(f"{name} has no mask of yours")
    for place, kind in found:
        states[place] = _BARE[kind]
    return _standing(piece, states)


def masked(words: Words, seat: Seat, id_: str, hide: bool) -> str:
    """The command that masks a piece, or if it is to `hide` makes it invisible where it can be. Raises
    TableError."""
    piece = words.mine.pieces[id_]
    first = (_INVISIBLE, _MASK) if hide else (_MASK, _INVISIBLE)
    found = sorted(covers(piece, seat, False), key=lambda one: first.index(one[1]))
    if not found:
        why = "is masked already" if is_maskable(piece) else "cannot be masked in this module"
        raise TableError(f"{name_of_piece(piece)} {why}")
    (place, kind), states = found[0], list(parts_of(piece.state))
    access = access_of(parts_of(piece.type)[place])
    owner = seat.side if access.startswith(("side:", "sides:")) else seat.password
    if access.startswith("sides:") and seat.side not in split(":", access.removeprefix("sides:")):
        raise TableError(f"{name_of_piece(piece)} cannot be masked by {seat.side}")
    states[place] = f"{owner};{NOT_SHOWN}" if kind == _MASK else owner
    return _standing(piece, states)


def _standing(piece: Piece, states: list[str]) -> str:
    return "D/" + join("/", [piece.id, nest(states), piece.state])
