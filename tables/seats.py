"""Who may see what of a piece: the owners of masks, of pieces that are hidden, and of private windows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from builder.vassal.traits import split
from tables.opening import FACE, NEVER
from tables.position import Kind, Piece
from tables.published import Window
from tables.table import Table, parts_of

OBSERVER = "<observer>"
NOBODY = "nobody"
"""The owner to whom VASSAL itself gives cards in a deck: hidden from all."""
_NO_OWNER = ("null", "")
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
        return f"seat-{self.side}"


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
    if owner in _NO_OWNER:
        return True
    if access.startswith("sides:"):
        sides = split(":", access.removeprefix("sides:"))
        return owner in sides and seat.side in sides
    if access.startswith("side:"):
        return owner == seat.side
    return owner == seat.password


def mask_of(types: Sequence[str], states: Sequence[str], seat: Seat) -> Covered:
    """What the traits of a piece themselves keep from a seat."""
    for place, (type_, state) in enumerate(zip(types, states, strict=False)):
        if type_.startswith("hide;") and not may_see(_field(type_, _HIDE_ACCESS), state, seat):
            return Covered(Cover.GONE, trait=place)
        if type_.startswith("obs;"):
            owner = split(";", state)[0]
            if not may_see(_field(type_, _MASK_ACCESS), owner, seat):
                return Covered(Cover.MASKED, trait=place)
    return Covered(Cover.OPEN)


def _field(type_: str, place: int) -> str:
    fields = split(";", type_)
    return fields[place] if len(fields) > place and fields[place] else "player:"


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
    name = table.at[piece.id][0]
    window = windows.get(name)
    closed = window is not None and not window.open_to(seat.side)
    holder = table.pieces.get(table.inside.get(piece.id, ""))
    if holder is not None and holder.kind is Kind.DECK and (is_face_down(holder) or closed):
        return Covered(Cover.FACE_DOWN, holder.id)
    return Covered(Cover.ELSEWHERE, name) if closed else own
