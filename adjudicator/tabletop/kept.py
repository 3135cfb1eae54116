"""The position of a module as a fact of the state: one short text, unpacked when somebody looks at it."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from functools import lru_cache

from adjudicator.state import State
from tables.folded import folded, unfolded
from tables.position import Position
from tables.published import Published
from tables.seats import Seat, with_seat
from tables.side_file import Cutter, SideFile

POSITION, NUMBER, VIEW, LOST = "position", "number", "view", "lost"
"""Facts: the position, the number of the saved games that players have, whose view it is, and what of the
module could not be carried over at the beginning."""
SEATED = "seated"
"""A fact: the sides whose players have sat down in VASSAL. Their passwords stand in no state: a position has
the word of the seat in their place, and a saved game gets them as it goes out to the player."""
SEATS = "seats"
"""A fact of older games alone: side -> its password. They keep it on their positions."""
SHELVED = 40
"""So many positions are kept unpacked."""
WITHHELD = "withheld"
"""A fact of the true state alone: reader -> the global properties that it may not have, and what it has."""
EVERYBODY = ""
"""Stands for a side in the view of who plays none: all that is covered for anybody is covered there."""


_SHELF: OrderedDict[str, Position] = OrderedDict()
"""The newest positions by their texts: to take one apart again costs as much as to fold it."""


def packed(position: Position) -> str:
    """A position as one text; the same position always gives the same."""
    text = folded(position)
    _shelve(text, position)
    return text


def unpacked(text: str) -> Position:
    """The position of a text that `packed` made."""
    if text not in _SHELF:
        _shelve(text, unfolded(text))
    _SHELF.move_to_end(text)
    return _SHELF[text]


def _shelve(text: str, position: Position) -> None:
    _SHELF[text] = position
    while len(_SHELF) > SHELVED:
        _SHELF.popitem(last=False)


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
    """A side's seat at the table, by the name that the module gives the side, with the word that stands for
    its player on the true position."""
    return Seat(names[side], state.facts[SEATS].get(side, "") or Seat(names[side]).told)


def is_seated(state: State, side: str) -> bool:
    """Whether the player of a side has sat down in VASSAL."""
    return side in state.facts.get(SEATED, ()) or bool(state.facts[SEATS].get(side))


def side_file(path: str, state: State, names: dict[str, str], side: str) -> SideFile:
    """What a side has, or may have, on its disk of the present position."""
    if state.facts.get(VIEW) == side:
        return SideFile(position_of(state))
    seats = tuple((one, seat_of(state, names, one).password, is_seated(state, one)) for one in names)
    kept_back = tuple(
        (owner, name, value) for owner, name, value in state.facts.get(WITHHELD, {}).get(side, ())
    )
    names_now, number = tuple(names.items()), state.facts[NUMBER]
    return _side_file(path, state.facts[POSITION], number, names_now, seats, side, kept_back)


@lru_cache(maxsize=SHELVED)
def _side_file(
    path: str, position: str, number: int, names: tuple[tuple[str, str], ...],
    sitting: tuple[tuple[str, str, bool], ...], side: str, withheld: tuple[tuple[str, str, str], ...],
) -> SideFile:  # fmt: skip
    _, cutter = module_at(path)
    seats = {one: Seat(dict(names)[one], word) for one, word, _ in sitting}
    true = unpacked(position)
    for side_, _, seated in sitting:
        if seated:
            true = with_seat(true, seats[side_], seats[side_].side)
    shown = {(owner, name): value for owner, name, value in withheld}
    return cutter.cut(true, seats.get(side, Seat("")), seats.values(), number, shown)


_PACKED: OrderedDict[int, tuple[SideFile, str]] = OrderedDict()
"""The newest files of sides with the texts of their positions."""


def _packed_once(file: SideFile) -> str:
    """The text of a side's position; a file is kept, and asked for again and again."""
    if id(file) not in _PACKED:
        _PACKED[id(file)] = file, packed(file.position)
        while len(_PACKED) > SHELVED:
            _PACKED.popitem(last=False)
    return _PACKED[id(file)][1]


def view(path: str, state: State, names: dict[str, str], side: str) -> State:
    """The state as a side may know it."""
    if VIEW in state.facts:
        return state
    mine = _packed_once(side_file(path, state, names, side))
    seats = {one: word for one, word in state.facts[SEATS].items() if one == side}
    facts = {name: fact for name, fact in state.facts.items() if name != WITHHELD}
    return replace(state, facts={**facts, POSITION: mine, SEATS: seats, VIEW: side})
