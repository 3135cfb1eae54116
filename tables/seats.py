"""Who may see what of a piece: the owners of masks, of pieces that are hidden, and of private windows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from builder.vassal.traits import join, split
from tables.layers import NO_OWNER
from tables.opening import FACE, NEVER
from tables.position import Kind, Piece, Position
from tables.published import Window
from tables.table import Table, parts_of

OBSERVER = "<observer>"
NOBODY = "nobody"
"""The owner to whom VASSAL itself gives cards in a deck: hidden from all."""
NOT_SHOWN = "false|0"
"""What a mask says of others who may take it off: none, whatever the module usually allows."""
_TOLD = "seat-"
_FEW = 4
"""A word shorter than this, or a number, may stand in a property for something else than a player."""
_PLAYER = "PlayerId"
"""What VASSAL calls a player's password where a property is set to it: then it is one, however short."""
_RESTRICTED, _OWNERS = 48, 49
"""Where a deck says whether it belongs to sides, and to which."""
_MASK_ACCESS, _HIDE_ACCESS = 6, 4
"""Where a mask, and a trait that hides a piece, say whose it may be."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table: the side, and the password, "" while it is not known."""

    side: str
    password: str = ""

    @property
    def told(self) -> str:
        """The word that stands for the password in everybody else's file."""
        return f"{_TOLD}{self.side}"


OWN_WORD = re.compile(r"word-[0-9]{1,3}")
"""What stands for a password in a log that came, its player's own unless it is another seat's."""


def is_password(word: str) -> bool:
    """Whether a word can be a player's password: not one that has a meaning of its own in VASSAL or here."""
    return word not in (*NO_OWNER, NOBODY) and not word.startswith(_TOLD)


OF_PLAYERS = ("obs;", "hide;", "PROP;")
"""The traits in whose states a word may stand for a player."""


def reworded(type_: str, state: str, words: Mapping[str, str]) -> str:
    """The state of a trait with other words for those that stand for a player in it: the owner of a mask or
    of a hidden piece, unless that is a side, and a property that holds nothing else."""
    if not type_.startswith(OF_PLAYERS):
        return state
    if type_.startswith("PROP;"):
        return words.get(state, state) if _PLAYER in type_ else values_reworded([state], words)[0]
    access = _field(type_, _MASK_ACCESS if type_.startswith("obs;") else _HIDE_ACCESS)
    if access.startswith(("side:", "sides:")):
        return state
    owner, *more = split(";", state)
    return join(";", [words[owner], *more]) if owner in words else state


def values_reworded(values: Iterable[str], words: Mapping[str, str]) -> list[str]:
    """Values of properties with other words for those that stand for a player."""
    return [
        words[one] if one in words and len(one) >= _FEW and not one.isdecimal() else one for one in values
    ]


class Cover(StrEnum):
    """What a side sees of a piece."""

    OPEN = "open"
    """All of it."""
    FACE_DOWN = "face down"
    """A card in a deck that lies face down, or that nobody of the side may look into."""
    ELSEWHERE = "elsewhere"
    """It lies in a window of somebody else's."""
    MASKED = "masked"
    """It lies on the table behind a mask."""
    GONE = "gone"
    """Nothing: its owner has hidden it."""


@dataclass(frozen=True, slots=True)
class Covered:
    """How a piece is covered, where (a deck's id, a map), and for a mask which of its traits covers it."""

    how: Cover
    where: str = ""
    trait: int = -1


def may_see(access: str, owner: str, seat: Seat) -> bool:
    """Whether a seat may look behind a mask; its owner is a password, a side, or one of some sides."""
    if owner in NO_OWNER:
        return True
    if access.startswith("sides:"):
        sides = split(":", access.removeprefix("sides:"))
        return owner in sides and seat.side in sides
    if access.startswith("side:"):
        return owner == seat.side
    return owner == seat.password


def mask_of(types: tuple[str, ...], states: Sequence[str], seat: Seat) -> Covered:
    """What the traits of a piece themselves keep from a seat. A hidden piece is hidden behind a mask, too."""
    found = Covered(Cover.OPEN)
    for place, how, access in _covers(types):
        owner = "".join(states[place : place + 1])
        if not may_see(access, owner if how is Cover.GONE else split(";", owner)[0], seat):
            if how is Cover.GONE:
                return Covered(how, trait=place)
            found = found if found.how is Cover.MASKED else Covered(how, trait=place)
    return found


@lru_cache(maxsize=20_000)
def _covers(types: tuple[str, ...]) -> tuple[tuple[int, Cover, str], ...]:
    """The traits that can cover a piece: where each stands, how it covers, and whose it may be."""
    return tuple(
        (place, Cover.GONE if type_.startswith("hide;") else Cover.MASKED, access_of(type_))
        for place, type_ in enumerate(types)
        if type_.startswith(("hide;", "obs;"))
    )


def access_of(type_: str) -> str:
    """Whose a mask, or a trait that hides a piece, may be."""
    return _field(type_, _HIDE_ACCESS if type_.startswith("hide;") else _MASK_ACCESS)


def _field(type_: str, place: int) -> str:
    fields = split(";", type_)
    return fields[place] if len(fields) > place and fields[place] else "player:"


@lru_cache(maxsize=2_000)
def is_face_down(deck: Piece) -> bool:
    """Whether a deck shows the backs of its cards: it lies so now, or can never be turned up."""
    fields = split(";", deck.state)
    return len(fields) > 3 and fields[3] == "true" and split(";", deck.type)[FACE] != NEVER


def may_use(deck: Piece, side: str) -> bool:
    """Whether a side may touch a deck: some belong to sides."""
    fields = [*split(";", deck.type), *[""] * _OWNERS]
    return fields[_RESTRICTED] != "true" or side in split(",", fields[_OWNERS])


def covered(table: Table, seat: Seat, windows: Mapping[str, Window]) -> dict[str, Covered]:
    """Every piece of which a seat does not see all, and why."""
    found = {}
    for id_, piece in table.pieces.items():
        if piece.kind is Kind.PIECE:
            how = cover_of(table, piece, seat, windows)
            if how.how is not Cover.OPEN:
                found[id_] = how
    return found


def cover_of(table: Table, piece: Piece, seat: Seat, windows: Mapping[str, Window]) -> Covered:
    """How one piece is covered for a seat."""
    own = mask_of(parts_of(piece.type), parts_of(piece.state), seat)
    if own.how is Cover.GONE:
        return own
    holder = table.pieces.get(table.inside.get(piece.id, ""))
    name = table.at[holder.id if holder is not None else piece.id][0]
    window = windows.get(name)
    closed = window is not None and not window.open_to(seat.side)
    if holder is not None and holder.kind is Kind.DECK and (is_face_down(holder) or closed):
        return Covered(Cover.FACE_DOWN, holder.id)
    return Covered(Cover.ELSEWHERE, name) if closed else own


def with_seat(position: Position, seat: Seat, name: str) -> Position:
    """The position with a player sitting down; whoever sat there before gets up."""
    rest = [line for line in position.rest if not _sits(line, seat.side)]
    return replace(position, rest=(*rest, f"PLAYER\t{seat.password}\t{name}\t{seat.side}"))


def _sits(line: str, side: str) -> bool:
    word, *fields = line.split("\t")
    return word == "PLAYER" and len(fields) > 2 and fields[2] == side
