"""The pieces of a game as they stand while commands move and change them, as VASSAL itself would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from builder.vassal.changes import Change, changes
from builder.vassal.commands import (
    NOWHERE,
    AddPiece,
    BeginSave,
    BoardsLaid,
    ChangePiece,
    Command,
    Laid,
    MovePiece,
    PropertyChanged,
    RemovePiece,
    SeatTaken,
    TurnSet,
    Unknown,
)
from builder.vassal.locations import Places
from builder.vassal.traits import Definition, Place, SequenceFault, assemble, read_place, split, unnest

_DECK_NAME = 12
MOST_WORK = 250_000
"""How often something is done to a piece in all of a game: a stack that moves counts with each piece in it.
In long games it is some hundred thousand times; a file made to hold up its reader would go on for hours."""
MOST_SEATS = 200
_SEARCHED = 64
"""So many pieces of a stack are looked through in the time in which one is moved."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What one command did: to which piece, from where or what, to where or what, and by whose password."""

    what: str
    piece: str = ""
    origin: str = ""
    to: str = ""
    player: str = ""
    changes: tuple[Change, ...] = ()


@dataclass(slots=True)
class Holder:
    """A stack or a deck: where it is, what it holds, the lowest first; `deck` is a deck's name."""

    place: Place
    pieces: list[str]
    deck: str | None = None


@dataclass(slots=True)
class Replay:
    """A game under way: its pieces, what holds them, how its boards lie, and who sits where."""

    places: Places = field(default_factory=Places)
    pieces: dict[str, Definition] = field(default_factory=dict)
    at: dict[str, Place] = field(default_factory=dict)
    holders: dict[str, Holder] = field(default_factory=dict)
    inside: dict[str, str] = field(default_factory=dict)
    """What holds a piece, by the ids of both."""
    ground: dict[Place, str] = field(default_factory=dict)
    """The stack or deck at a place."""
    alone: dict[Place, str] = field(default_factory=dict)
    """The piece that was last put down alone at a place."""
    boards: dict[str, tuple[Laid, ...]] = field(default_factory=dict)
    seats: dict[str, SeatTaken] = field(default_factory=dict)
    seen: dict[str, Definition] = field(default_factory=dict)
    """Every piece that was ever in the game, by its id, as it came into it."""
    work: int = 0
    """How often something was done to a piece so far."""

    def _works(self, pieces: int) -> None:
        """Something is done to so many pieces. Raises SequenceFault where it is more than in any game."""
        self.work += pieces
        if self.work > MOST_WORK:
            raise SequenceFault("its pieces are moved more often than in any game")

    def apply(self, command: Command) -> list[Deed]:
        """Carry out a command; what it did. SequenceFault for a piece that cannot be read."""
        match command:
            case AddPiece():
                return self._add(command)
            case RemovePiece(id_):
                return self._remove(id_)
            case ChangePiece():
                return self._change(command)
            case MovePiece():
                return self._move(command)
            case PropertyChanged(name, was, value):
                return [Deed("property", name, was, value)]
            case TurnSet(tracker, state):
                return [Deed("turn", tracker, "", state)]
            case _:
                self._note(command)
                return []

    def _note(self, command: Command) -> None:
        match command:
            case BeginSave():
                for kept in (
                    self.pieces,
                    self.at,
                    self.holders,
                    self.inside,
                    self.ground,
                    self.alone,
                    self.boards,
                ):
                    kept.clear()
            case BoardsLaid(name, boards):
                self.boards[name] = boards
            case SeatTaken(id_):
                self.seats[id_] = command
                if len(self.seats) > MOST_SEATS:
                    raise SequenceFault(f"more than {MOST_SEATS} players sit at it")
            case Unknown(text) if text.startswith(("+/", "D/", "M/")):
                raise SequenceFault(f"{text[:60]!r} is cut short, or no command of VASSAL's")
            case _:
                pass

    # -- pieces ----------------------------------------------------------------------------------------

    def _add(self, command: AddPiece) -> list[Deed]:
        if command.type == "stack" or command.type.startswith("deck;"):
            self._hold(command.id, command.type, command.state)
            return []
        self._works(3)
        try:
            piece = assemble(command.id, command.type, command.state)
            self.at[piece.id] = read_place(piece.basic.state)
        except SequenceFault as wrong:
            raise SequenceFault(f"piece {command.id}: {wrong}") from None
        self.pieces[piece.id] = piece
        self.seen.setdefault(piece.id, piece)
        return [Deed("add", piece.id, "", self.where(self.at[piece.id]))]

    def _hold(self, id_: str, kind: str, state: str) -> None:
        holder = Holder(read_place(state), list(dict.fromkeys(_held(kind, state))))
        if kind != "stack":
            holder.deck = (split(";", kind)[1:] + [""] * (_DECK_NAME + 1))[_DECK_NAME]
        self._works(len(holder.pieces))
        self._drop_holder(id_)
        for piece in holder.pieces:
            self._take_out(piece)
            self.inside[piece] = id_
        self.holders[id_], self.ground[holder.place] = holder, id_

    def _remove(self, id_: str) -> list[Deed]:
        if self._drop_holder(id_) or id_ not in self.pieces:
            return []
        origin = self.where(self.at[id_])
        self._take_out(id_)
        del self.pieces[id_], self.at[id_]
        return [Deed("remove", id_, origin)]

    def _change(self, command: ChangePiece) -> list[Deed]:
        if command.id in self.holders:
            return self._change_holder(command)
        if command.id not in self.pieces:
            return [Deed("change", command.id)]
        old, states = self.pieces[command.id], unnest(command.state)
        if len(states) != len(old.traits):
            raise SequenceFault(f"piece {command.id}: {len(old.traits)} traits but {len(states)} states")
        traits = tuple(replace(t, state=s) for t, s in zip(old.traits, states, strict=True))
        new = self.pieces[command.id] = Definition(old.id, traits)
        found = tuple(changes(old, new))
        deeds = [Deed("change", old.id, _listed(found, "was"), _listed(found, "now"), changes=found)]
        return [*(deeds if found else []), *self._shift(old.id, read_place(new.basic.state))]

    def _shift(self, id_: str, place: Place) -> list[Deed]:
        """A piece whose state says that it stands elsewhere now."""
        if place == self.at[id_]:
            return []
        return self._move(MovePiece(id_, place, "", self.at[id_]))

    def _change_holder(self, command: ChangePiece) -> list[Deed]:
        deck, before = self.holders[command.id].deck, self.holders[command.id].pieces
        self._hold(command.id, "stack" if deck is None else f"deck;{';' * _DECK_NAME}", command.state)
        now = self.holders[command.id]
        now.deck = deck
        shuffled = deck is not None and before != now.pieces and sorted(before) == sorted(now.pieces)
        return [Deed("shuffle", "", deck or "")] if shuffled else []

    # -- moves -----------------------------------------------------------------------------------------

    def _move(self, command: MovePiece) -> list[Deed]:
        if command.id in self.holders:
            holder = self.holders[command.id]
            self._works(len(holder.pieces))
            self._lift(command.id)
            holder.place, self.ground[command.to] = command.to, command.id
            return [self._goes(piece, command) for piece in holder.pieces]
        deed = self._goes(command.id, command)
        if command.id in self.pieces:
            self._take_out(command.id)
            self._put_in(command)
        return [deed]

    def _goes(self, id_: str, command: MovePiece) -> Deed:
        origin, drawn = self.at.get(id_, command.origin), self.deck_of(id_)
        if id_ in self.pieces:
            self.at[id_] = command.to
        what = "draw" if drawn is not None and drawn != self._deck_at(command.to) else "move"
        return Deed(what, id_, drawn or self.where(origin), self.where(command.to), command.player)

    def _put_in(self, command: MovePiece) -> None:
        """Put a piece above the one it is moved onto, or beneath what lies there."""
        if command.to.map == NOWHERE.map:
            return
        if command.to not in self.ground:
            self._new_stack(command)
            return
        holder = self.holders[self.ground[command.to]]
        self._works(len(holder.pieces) // _SEARCHED)
        above = command.under in holder.pieces
        top = len(holder.pieces) if holder.deck is not None else 0
        holder.pieces.insert(holder.pieces.index(command.under) + 1 if above else top, command.id)
        self.inside[command.id] = self.ground[command.to]

    def _new_stack(self, command: MovePiece) -> None:
        """Where nothing is held a piece lies alone; a second one makes a stack, whose id no log tells."""
        other = self.alone.get(command.to, command.id)
        if other == command.id or other in self.inside or self.at.get(other) != command.to:
            self.alone[command.to] = command.id
            return
        name = f"stack-of-{other}"
        both = [other, command.id] if command.under == other else [command.id, other]
        self.holders[name], self.ground[command.to] = Holder(command.to, both), name
        self.inside |= dict.fromkeys(both, name)

    def _take_out(self, id_: str) -> None:
        """Take a piece out of what holds it; an emptied stack is gone."""
        name = self.inside.pop(id_, None)
        if name is not None:
            holder = self.holders[name]
            self._works(len(holder.pieces) // _SEARCHED)
            holder.pieces.remove(id_)
            if not holder.pieces and holder.deck is None:
                self._drop_holder(name)

    def _drop_holder(self, name: str) -> bool:
        """Forget a stack or a deck; whether there was one."""
        if name not in self.holders:
            return False
        self._lift(name)
        for piece in self.holders.pop(name).pieces:
            self.inside.pop(piece, None)
        return True

    def _lift(self, name: str) -> None:
        if self.ground.get(self.holders[name].place) == name:
            del self.ground[self.holders[name].place]

    # -- places ----------------------------------------------------------------------------------------

    def where(self, place: Place) -> str:
        """What a place is called: the deck that lies there, or the name VASSAL gives the point."""
        if place.map in {"null", ""}:
            return ""
        return self._deck_at(place) or self.places.name(
            place.map, (place.x, place.y), self.boards.get(place.map, ())
        )

    def deck_of(self, id_: str) -> str | None:
        """The name of the deck that a piece lies in, None for one that lies in none."""
        return self.holders[self.inside[id_]].deck if id_ in self.inside else None

    def _deck_at(self, place: Place) -> str | None:
        return self.holders[self.ground[place]].deck if place in self.ground else None


def _held(kind: str, state: str) -> Iterator[str]:
    fields = split(";", state)
    if kind == "stack":
        yield from (one for one in fields[3:] if one and not one.startswith("@@"))
    elif len(fields) > 4:
        yield from (one for one in split(",", fields[4]) if one)


def _listed(found: Iterable[Change], which: str) -> str:
    return ", ".join(f"{one.name}={getattr(one, which)}" for one in found)
