"""Positions of the sampler, moves in it as VASSAL would log them, and exchanges of what is covered."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from builder.vassal.traits import join, nest, split
from tables.opening import opened
from tables.position import Kind, Piece, Position, SavedFile
from tables.published import Published
from tables.seats import Covered, Seat, covered
from tables.side_file import Cutter, class_of
from tables.table import Table, parts_of
from tests.tables.sampler import SIDES, write_sampler

SEATS = {side: Seat(side, f"word of {side}") for side in SIDES}


@cache
def module() -> Published:
    return Published(write_sampler(Path(mkdtemp())))


@cache
def cutter() -> Cutter:
    return Cutter(module())


def start() -> Position:
    return opened(module()).position


def named(position: Position, name: str) -> str:
    """The id of the only piece of this name."""
    found = [one.id for one in position.pieces.values() if one.kind is Kind.PIECE and called(one) == name]
    assert len(found) == 1, (name, found)
    return found[0]


def called(piece: Piece) -> str:
    return split(";", parts_of(piece.type)[-1])[4].partition("/")[0]


def deck_of(position: Position, name: str) -> str:
    decks = (one for one in position.pieces.values() if one.kind is Kind.DECK)
    return next(one.id for one in decks if split(";", one.type)[13] == name)


def move(position: Position, id_: str, to: tuple[str, int, int], under: str = "null") -> str:
    name, x, y = Table(position).at[id_]
    return f"M/{id_}/{to[0]}/{to[1]}/{to[2]}/{under}/{name}/{x}/{y}/null/me"


def with_trait(position: Position, id_: str, kind: str, state: str) -> str:
    """The command that lets one trait of a piece stand otherwise."""
    piece = position.pieces[id_]
    states = list(parts_of(piece.state))
    place = next(n for n, one in enumerate(parts_of(piece.type)) if one.startswith(f"{kind};"))
    states[place] = state
    return "D/" + join("/", [id_, nest(states), piece.state])


def after(position: Position, *commands: str) -> Position:
    table = Table(position)
    table.do(commands)
    return table.position()


def log(position: Position, *steps: Iterable[str]) -> SavedFile:
    return SavedFile(position, tuple(tuple(step) for step in steps))


@dataclass(slots=True)
class Dealer:
    """Shuffles by chance, and remembers what."""

    chance: random.Random = field(default_factory=lambda: random.Random("deal"))
    decks: list[str] = field(default_factory=list)

    def __call__(self, deck: str, cards: Iterable[str]) -> list[str]:
        self.decks.append(deck)
        order = sorted(cards)
        self.chance.shuffle(order)
        return order


def groups(position: Position, seat: Seat) -> list[list[str]]:
    """The pieces covered for a seat that may be exchanged: of the same back, in decks and hands or behind a
    mask of the same owner."""
    table, found = Table(position), dict[object, list[str]]()
    for id_, why in covered(table, seat, module().windows).items():
        key: object = class_of(parts_of(table.pieces[id_].type)), _mask(table.pieces[id_], why)
        found.setdefault(key, []).append(id_)
    return [ids for ids in found.values() if len(ids) > 1]


def _mask(piece: Piece, why: Covered) -> object:
    return (why.how, parts_of(piece.state)[why.trait]) if why.trait >= 0 else ""


def exchanged(position: Position, seat: Seat, chance: random.Random) -> Position:
    """The position with everything that is covered for a seat exchanged at random behind its back."""
    table = Table(position)
    for ids in groups(position, seat):
        others = list(ids)
        chance.shuffle(others)
        _exchange(table, dict(zip(ids, others, strict=True)))
    return table.position()


def _exchange(table: Table, other: dict[str, str]) -> None:
    """Each piece goes where another one lies."""
    at = {one: table.at[two] for one, two in other.items()}
    inside = {one: table.inside.get(two) for one, two in other.items()}
    for holder, ids in table.order.items():
        takes = {two: one for one, two in other.items()}
        table.order[holder] = [takes.get(one, one) for one in ids]
    for one, place in at.items():
        piece = table.pieces[one]
        *outer, basic = parts_of(piece.state)
        state = join(";", [place[0], str(place[1]), str(place[2]), *split(";", basic)[3:]])
        table.pieces[one] = Piece(one, piece.type, nest([*outer, state]))
        table.at[one] = place
        table.inside.pop(one, None)
        if inside[one]:
            table.inside[one] = str(inside[one])
