"""The position of a module as a fact of the state: one short text, unpacked when somebody looks at it."""

from __future__ import annotations

import json
import zlib
from base64 import b85decode, b85encode
from dataclasses import replace
from functools import lru_cache

from adjudicator.state import State
from tables.home import with_seat
from tables.position import Piece, Position
from tables.published import Published
from tables.seats import Seat
from tables.side_file import Cutter, SideFile

POSITION, NUMBER, SEATS, VIEW, LOST = "position", "number", "seats", "view", "lost"
"""Facts: the position, the number of the saved games that players have, the passwords, whose view it is, and
what of the module could not be carried over at the beginning."""
SHELVED = 40
"""So many positions are kept unpacked."""
WITHHELD = "withheld"
"""A fact of the true state alone: reader -> the global properties that it may not have, and what it has."""
EVERYBODY = ""
"""Stands for a side in the view of who plays none: all that is covered for anybody is covered there."""


def packed(position: Position) -> str:
    """A position as one text; the same position always gives the same."""
    told = [[[p.id, p.type, p.state] for p in position.pieces.values()], list(position.rest)]
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return b85encode(zlib.compress(text.encode("utf-8"), 6)).decode("ascii")


@lru_cache(maxsize=SHELVED)
def unpacked(text: str) -> Position:
    """The position of a text that `packed` made."""
    pieces, rest = json.loads(zlib.decompress(b85decode(text)))
    return Position({id_: Piece(id_, type_, state) for id_, type_, state in pieces}, tuple(rest))


def position_of(state: State) -> Position:
    """The position that a state holds."""
    return unpacked(state.facts[POSITION])


@lru_cache(maxsize=8)
def module_at(path: str) -> tuple[Published, Cutter]:
    """A module file, opened once, and what cuts the files of its sides."""
    from pathlib import Path

    module = Published(Path(path))
    return module, Cutter(module)


def seat_of(state: State, names: dict[str, str], side: str) -> Seat:
    """A side's seat at the table, by the name that the module gives the side."""
    return Seat(names[side], state.facts[SEATS].get(side, ""))


def side_file(path: str, state: State, names: dict[str, str], side: str) -> SideFile:
    """What a side has, or may have, on its disk of the present position."""
    if state.facts.get(VIEW) == side:
        return SideFile(position_of(state))
    seats = tuple((one, state.facts[SEATS].get(one, "")) for one in names)
    kept_back = tuple(
        (owner, name, value) for owner, name, value in state.facts.get(WITHHELD, {}).get(side, ())
    )
    names_now, number = tuple(names.items()), state.facts[NUMBER]
    return _side_file(path, state.facts[POSITION], number, names_now, seats, side, kept_back)


@lru_cache(maxsize=SHELVED)
def _side_file(
    path: str, position: str, number: int, names: tuple[tuple[str, str], ...],
    passwords: tuple[tuple[str, str], ...], side: str, withheld: tuple[tuple[str, str, str], ...],
) -> SideFile:  # fmt: skip
    _, cutter = module_at(path)
    seats = {one: Seat(dict(names)[one], password) for one, password in passwords}
    true = unpacked(position)
    for one in seats.values():
        if one.password:
            true = with_seat(true, one, one.side)
    shown = {(owner, name): value for owner, name, value in withheld}
    return cutter.cut(true, seats.get(side, Seat("")), seats.values(), number, shown)


def view(path: str, state: State, names: dict[str, str], side: str) -> State:
    """The state as a side may know it."""
    if VIEW in state.facts:
        return state
    mine = packed(side_file(path, state, names, side).position)
    seats = {one: word for one, word in state.facts[SEATS].items() if one == side}
    facts = {name: fact for name, fact in state.facts.items() if name != WITHHELD}
    return replace(state, facts={**facts, POSITION: mine, SEATS: seats, VIEW: side})
