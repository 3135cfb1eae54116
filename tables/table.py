"""The table: what lies where in a position, and the commands of a log done to it as VASSAL itself would.

Only the table knows the order of stacks and decks while a log runs; `position` writes it back.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from builder.vassal.traits import IMAGES as _IMAGES
from builder.vassal.traits import WHOLE, SequenceFault, join, nest, split, unnest
from tables.layers import is_set, layer_of
from tables.position import Kind, Piece, Position, TableError, read_piece

NOWHERE = "null"
MOST_WORK = 250_000
"""How often something is done to a piece in one log: a stack that moves counts with each piece in it."""
IMAGES, RANDOM = _IMAGES + 1, 20
"""Where the type of a layer, split with its kind, has its images, and the key that turns it by chance."""
_LAYER = "@@"
_NUMBER = re.compile(r"-?[0-9]{1,4}")

Place = tuple[str, int, int]
"""The map, and the pixel on it."""


_Index = tuple[
    dict[str, Piece], dict[str, Place], dict[str, str], dict[str, list[str]], dict[Place, list[str]]
]
_INDEXED: OrderedDict[int, tuple[Position, _Index]] = OrderedDict()
"""The newest positions by identity, with what is where in them."""
_FEW = 12


@lru_cache(maxsize=20_000)
def parts_of(text: str) -> tuple[str, ...]:
    """The traits of a type or a state, the outermost first; equal texts are taken apart once."""
    return tuple(unnest(text))


@lru_cache(maxsize=20_000)
def text_of(parts: tuple[str, ...]) -> str:
    """The type of a piece with these traits; many pieces have the same."""
    return nest(parts)


def level_in(state: str, usual: int) -> int:
    """The number in the state of a layer or a rotation, `usual` where there is none. Before VASSAL 3.1 layers
    had more behind it: "1;" is 1."""
    found = _NUMBER.fullmatch(state.partition(";")[0])
    return int(found[0]) if found else usual


def place_of(piece: Piece) -> Place:
    """Where a piece, a stack or a deck says it is. Raises SequenceFault for what says nothing."""
    return _place_in(piece.state, piece.kind is Kind.PIECE)


@lru_cache(maxsize=20_000)
def _place_in(said: str, nested: bool) -> Place:
    """The place in a state; that of a piece is `nested` in its traits."""
    name, *pixel = [*split(";", _basic(said) if nested else said, most=3), "", ""][:3]
    try:
        return name, int(pixel[0] or 0), int(pixel[1] or 0)
    except ValueError:
        raise SequenceFault(f"a piece is at {pixel[0]!r}, {pixel[1]!r}, which is not a pixel") from None


def _basic(state: str) -> str:
    """The state of the basic piece, which alone can hold no tab; with quotes all has to be taken apart."""
    last = state.rpartition("\t")[2]
    return parts_of(state)[-1] if last.endswith("'") else last


def held_by(piece: Piece) -> list[str]:
    """The ids in a stack or a deck, the lowest first."""
    fields = split(";", piece.state)
    if piece.kind is Kind.STACK:
        return [one for one in fields[3:] if one and not one.startswith(_LAYER)]
    return [one for one in split(",", fields[4]) if one] if len(fields) > 4 else []


def never_stacks(piece: Piece) -> bool:
    """Whether a piece has Does Not Stack: its third field says "L" where it stacks all the same."""
    for one in parts_of(piece.type):
        if one.startswith("immob;"):
            fields = split(";", one)
            return not (len(fields) > 3 and fields[3].startswith("L"))
    return False


def never_moves(piece: Piece) -> bool:
    """Whether nobody can move a piece by hand: it is a part of the map, or a button on it."""
    fields = (split(";", one) for one in parts_of(piece.type) if one.startswith("immob;"))
    return any(len(one) > 2 and one[2].startswith("V") for one in fields)


class Table:
    """An index over a position: where everything is, what holds it, and in which order.

    One that is `only_read` is not copied: nothing may be done to it.
    """

    def __init__(self, position: Position, only_read: bool = False) -> None:
        self.pieces: dict[str, Piece] = dict(position.pieces)
        self.rest: list[str] = list(position.rest)
        self.apart, self.layers = position.apart, position.layers
        self.at: dict[str, Place] = {}
        self.inside: dict[str, str] = {}
        """What holds a piece, by the ids of both."""
        self.order: dict[str, list[str]] = {}
        """What a stack or a deck holds, the lowest first."""
        self.ground: dict[Place, list[str]] = {}
        """The stacks and decks at a place, in the order in which they came."""
        self.work = 0
        self._index_all(position, only_read)

    # -- what lies where -----------------------------------------------------------------------

    def _index_all(self, position: Position, only_read: bool) -> None:
        """All pieces of a position; the newest ones are indexed once, for a mail looks at each often."""
        known = _INDEXED.get(id(position))
        if known is None or known[0] is not position:
            for id_ in position.pieces:
                self._index(self.pieces[id_])
            known = position, (self.pieces, self.at, self.inside, self.order, self.ground)
            _INDEXED[id(position)] = known
            while len(_INDEXED) > _FEW:
                _INDEXED.popitem(last=False)
        self.pieces, self.at, self.inside, self.order, self.ground = known[1]
        if not only_read:
            self.pieces, self.at, self.inside, self.order, self.ground = self._copy()

    def _copy(self) -> _Index:
        """Where everything is, for somebody who changes it."""
        order = {holder: list(ids) for holder, ids in self.order.items()}
        ground = {place: list(ids) for place, ids in self.ground.items()}
        return dict(self.pieces), dict(self.at), dict(self.inside), order, ground

    def _index(self, piece: Piece) -> None:
        self.at[piece.id] = place = place_of(piece)
        if piece.kind is Kind.PIECE:
            return
        self.order[piece.id] = []
        self.ground.setdefault(place, []).append(piece.id)
        for one in held_by(piece):
            self._leave(one)
            self.order[piece.id].append(one)
            self.inside[one] = piece.id
            if one in self.pieces:
                self._come_along(one, place[0])

    def _come_along(self, id_: str, window: str) -> None:
        """What a stack or a deck holds is on its map, even where it says that it is on another or none."""
        name, x, y = place_of(self.pieces[id_])
        if name != window:
            self._carry(id_, (window, x, y))

    def _forget(self, holder: str) -> None:
        """A stack or a deck is no longer at its place."""
        here = self.ground.get(self.at[holder], [])
        if holder in here:
            here.remove(holder)

    def _leave(self, piece: str) -> None:
        """Out of its stack or deck; a stack that is empty then is gone, a deck is not."""
        holder = self.inside.pop(piece, None)
        if holder is None or piece not in self.order.get(holder, ()):
            return
        self.order[holder].remove(piece)
        if not self.order[holder] and self.pieces[holder].kind is Kind.STACK:
            self._forget(holder)
            for known in (self.order, self.at, self.pieces):
                known.pop(holder, None)

    def position(self) -> Position:
        """The position as it is now, the order of stacks and decks written back."""
        found = {}
        for id_, piece in self.pieces.items():
            if piece.kind is Kind.PIECE:
                found[id_] = piece
            elif self.order[id_] or piece.kind is Kind.DECK:
                found[id_] = Piece(id_, piece.type, self._holding(piece))
        return Position(found, tuple(self.rest), self.apart, self.layers)

    def _holding(self, piece: Piece) -> str:
        ids, fields = self.order[piece.id], split(";", piece.state)
        name, x, y = self.at[piece.id]
        if piece.kind is Kind.STACK:
            return join(";", [name, str(x), str(y), *ids, *(f for f in fields[3:] if f.startswith(_LAYER))])
        face = fields[3] if len(fields) > 3 else "false"
        return join(";", [name, str(x), str(y), face, *([join(",", ids)] if ids else [])])

    @cached_property
    def boards(self) -> tuple[str, ...]:
        """How the boards of its maps lie, a command for each map. Nothing that a log does changes that."""
        return tuple(line for line in self.rest if line.partition("\t")[0].endswith("BoardPicker"))

    # -- commands ------------------------------------------------------------------------------

    def do(self, commands: Iterable[str]) -> None:
        """Carry out commands one after the other. Raises TableError for what can be no log of a game."""
        for command in commands:
            try:
                self._do(command)
            except (SequenceFault, ValueError, IndexError) as wrong:
                raise TableError(f"the command {command[:80]!r} cannot be read: {wrong}") from None

    def _do(self, command: str) -> None:
        match command[:2]:
            case "+/":
                self.lay(read_piece(command))
            case "-/":
                self.remove(command[2:])
            case "D/":
                _, id_, new, *old = split("/", command)
                self._works(1)
                if id_ in self.pieces:
                    self.change(id_, new, old[0] if old else None)
            case "M/":
                _, id_, name, x, y, under, *_ = split("/", command)
                if id_ in self.pieces:
                    self.move(id_, (name, int(x), int(y)), under)
            case _:
                self._note(command)

    def _works(self, pieces: int) -> None:
        self.work += pieces
        if self.work > MOST_WORK:
            raise TableError("its pieces are moved more often than in any game")

    def lay(self, piece: Piece) -> None:
        """Put a piece, a stack or a deck down; one of a known id is replaced."""
        self._works(1)
        if piece.kind is Kind.PIECE:
            self._leave(piece.id)
        elif piece.id in self.order:
            self.remove(piece.id)
        self.pieces[piece.id] = piece
        self._index(piece)

    def remove(self, id_: str) -> None:
        """Take a piece, a stack or a deck off the table; what it held stays where it is."""
        self._works(1)
        self._leave(id_)
        if id_ in self.order:
            self._forget(id_)
        for one in self.order.pop(id_, []):
            self.inside.pop(one, None)
        self.pieces.pop(id_, None)
        self.at.pop(id_, None)

    def change(self, id_: str, new: str, old: str | None) -> None:
        """Let a piece stand otherwise. With its `old` state only what differs between the two is set."""
        piece, was = self.pieces[id_], self.at[id_]
        if piece.kind is not Kind.PIECE:
            self._rearrange(piece, new)
            return
        state = _still_sent(piece, merged(piece.state, new, old))
        self.pieces[id_] = changed = Piece(id_, piece.type, state)
        self.at[id_] = place_of(changed)
        if self.at[id_] != was:
            self._leave(id_)
        elif was[0] != NOWHERE and is_set(piece.type, new, old):
            self._lay_anew(id_, was)

    def _lay_anew(self, id_: str, at: Place) -> None:
        """A piece, or the stack in which it is alone, joins another that lies there; among others it stays
        unless it is now of another layer."""
        mine = self.inside.get(id_)
        held = self.order[mine] if mine else [id_]
        if mine and self.pieces[mine].kind is Kind.DECK:
            return
        if len(held) > 1:
            place = held.index(id_)
            if self._alike(held[place - 1] if place else held[1], id_, at[0]):
                return
        loose = self._stays_loose(id_, at)
        others = (one for one in self._joined(at, id_, loose) if self.order[one][-1:] != [id_])
        holder = next(others, None)
        if holder is not None and self.pieces[holder].kind is Kind.STACK:
            self._leave(id_)
            self._into(holder, len(self.order[holder]), id_)
        elif len(held) > 1 or (mine is None and not loose):
            self._leave(id_)
            self._stack([id_], at)
        elif mine:
            self._forget(mine)
            self.ground.setdefault(at, []).append(mine)

    def _rearrange(self, holder: Piece, new: str) -> None:
        for one in self.order[holder.id]:
            self.inside.pop(one, None)
        self._forget(holder.id)
        self.pieces[holder.id] = changed = Piece(holder.id, holder.type, new)
        self._index(changed)

    def move(self, id_: str, to: Place, under: str) -> None:
        """Put a piece, or all of a stack, down elsewhere: above the piece `under` if that lies there."""
        if self.pieces[id_].kind is Kind.STACK:
            self._shift(id_, to, under)
        else:
            self._put(id_, to, under)

    def _shift(self, stack: str, to: Place, under: str) -> None:
        """A whole stack: it keeps its order and its id, or goes as it is onto what lies there."""
        ids = list(self.order[stack])
        self._works(len(ids))
        lies = under in self.pieces and self.at[under] == to
        top = ids[-1] if ids else ""
        loose = to[0] in self.apart or (top in self.pieces and never_stacks(self.pieces[top]))
        holder = self._holder_of(under) if lies else next(self._joined(to, top, loose), None)
        if holder == stack:
            return
        if holder is None:
            self._lay(stack, to)
        place = self._above(under, holder) if holder and lies else len(self.order[holder or stack])
        for n, one in enumerate(ids):
            if holder is not None:
                self._leave(one)
                self._into(holder, place + n, one)
            self._carry(one, to)

    def _holder_of(self, id_: str) -> str | None:
        """The stack or deck in which a piece lies; of a stack or deck itself."""
        return self.inside.get(id_) if self.pieces[id_].kind is Kind.PIECE else id_

    def _above(self, id_: str, holder: str) -> int:
        """The place above a piece in what holds it; above all where the holder itself is named."""
        return len(self.order[holder]) if id_ == holder else self.order[holder].index(id_) + 1

    def _put(self, id_: str, to: Place, under: str) -> None:
        self._works(1)
        piece = self.pieces[id_]
        if piece.kind is Kind.DECK:
            self._lay(id_, to)
            return
        self._leave(id_)
        self._carry(id_, to)
        if to[0] != NOWHERE:
            self._come_to_rest(id_, to, under)

    def _lay(self, id_: str, to: Place) -> None:
        """A stack or deck lies elsewhere, on the ground."""
        self._forget(id_)
        self.at[id_] = to
        self.ground.setdefault(to, []).append(id_)

    def _carry(self, id_: str, to: Place) -> None:
        """A piece says that it is elsewhere."""
        piece = self.pieces[id_]
        *outer, basic = parts_of(piece.state)
        there = join(";", [to[0], str(to[1]), str(to[2]), *split(";", basic)[3:]])
        self.pieces[id_], self.at[id_] = Piece(id_, piece.type, nest([*outer, there])), to

    def _come_to_rest(self, id_: str, to: Place, under: str) -> None:
        """Into the stack or deck at a place, above `under`; at the bottom where nothing is named."""
        loose = self._stays_loose(id_, to)
        if under in self.pieces and under != id_ and self.at[under] == to:
            holder = self._holder_of(under)
            if holder is None:
                self._stack([under, id_], to)
            else:
                self._into(holder, self._above(under, holder), id_)
            return
        holder = next(self._joined(to, id_, loose), None)
        if holder is not None:
            self._into(holder, 0 if under == NOWHERE else len(self.order[holder]), id_)
        elif not loose:
            self._stack([id_], to)

    def _stays_loose(self, id_: str, to: Place) -> bool:
        return to[0] in self.apart or never_stacks(self.pieces[id_])

    def _joined(self, to: Place, id_: str, loose: bool) -> Iterator[str]:
        """The stacks and decks at a place into which a piece goes; a `loose` one goes into decks alone."""
        for one in self.ground.get(to, ()):
            top = self.order[one][-1] if self.order[one] and not loose else ""
            stacks = (
                top in self.pieces and not never_stacks(self.pieces[top]) and self._alike(top, id_, to[0])
            )
            if stacks or self.pieces[one].kind is Kind.DECK:
                yield one

    def _alike(self, one: str, other: str, window: str) -> bool:
        """Whether two pieces are of the same layer of a map."""
        layers = self.layers.get(window)
        if layers is None or one not in self.pieces or other not in self.pieces:
            return True
        return layer_of(self.pieces[one], layers) == layer_of(self.pieces[other], layers)

    def _into(self, holder: str, place: int, id_: str) -> None:
        self.order[holder].insert(place, id_)
        self.inside[id_] = holder

    def _stack(self, ids: Sequence[str], to: Place) -> None:
        """A new stack; its id is of no account, and never that of anything else."""
        new = f"stack-of-{ids[0]}"
        while new in self.pieces:
            new += "-"
        self.pieces[new] = Piece(new, "stack", f"{to[0]};{to[1]};{to[2]}")
        self.order[new], self.at[new] = list(ids), to
        self.ground.setdefault(to, []).append(new)
        self.inside.update(dict.fromkeys(ids, new))

    # -- all that is not a piece -----------------------------------------------------------------

    def _note(self, command: str) -> None:
        """A turn, a note, a seat or a property takes the place of the line that said it before."""
        word, _, said = command.partition("\t")
        if word == "MutableProperty":
            self._set(split("\t", said))
        elif word.startswith("TURN") or word in ("NOTES", "PNOTES", "UNMASK"):
            self._replace(1, command)
        elif word in ("PLAYER", "PNOTE", "LOS", "CLOCK", "SGKC"):
            self._replace(2, command)
        elif word == "SNOTE":  # its name and its owner
            self._replace(3, command)
        elif word == "PYREMOVE":
            gone = f"PLAYER\t{said}\t"
            self.rest = [line for line in self.rest if not line.startswith(gone)]

    def _replace(self, fields: int, command: str) -> None:
        """The line that begins with the same fields, or one more at the end."""
        same = command.split("\t")[:fields]
        for place, line in enumerate(self.rest):
            if line.split("\t")[:fields] == same:
                self.rest[place] = command
                return
        self.rest.append(command)

    def _set(self, said: Sequence[str]) -> None:
        """A global property: its name, old and new value, and whose it is."""
        name, _, value, owner = [*said, "", "", "", ""][:4]
        for place, line in enumerate(self.rest):
            word, _, rest = line.partition("\t")
            if word == "GlobalProperty":
                fields = split(";", rest)
                if len(fields) > 3 and whose(fields) == (owner, name):
                    self.rest[place] = "GlobalProperty\t" + join(";", [*fields[:2], value, *fields[3:]])


def merged(standing: str, new: str, old: str | None) -> str:
    """A state in which all is set that differs between `old` and `new`; without `old` the new one."""
    if old is None:
        return new
    now, after, before = parts_of(standing), parts_of(new), parts_of(old)
    if not len(now) == len(after) == len(before):
        return new
    return nest([b if b != a else n for n, b, a in zip(now, after, before, strict=True)])


def _still_sent(piece: Piece, state: str) -> str:
    """A new state of a piece in which each Send To Location knows where it last took the piece from: VASSAL
    sets a map or a pixel there, also when that is undone, and empties none."""
    if "sendto;" not in piece.type or len(parts_of(state)) != len(parts_of(piece.state)):
        return state
    after = list(parts_of(state))
    for place, (type_, was) in enumerate(zip(parts_of(piece.type), parts_of(piece.state), strict=False)):
        if type_.startswith("sendto;") and after[place] != was:
            before, now = ([*split(";", one), "", "", ""][:3] for one in (was, after[place]))
            after[place] = join(";", [now[0] or before[0], *(now if all(now[1:]) else before)[1:]])
    return nest(after)


def ends_of(commands: Iterable[str]) -> dict[str, Place]:
    """Where commands last put each piece that they move or take away."""
    found: dict[str, Place] = {}
    for command in commands:
        match command[:2], split("/", command, most=5) if command[1:2] == "/" else []:
            case "-/", _:
                found[command[2:]] = (NOWHERE, 0, 0)
            case "M/", [_, id_, name, x, y, *_] if WHOLE.fullmatch(x) and WHOLE.fullmatch(y):
                found[id_] = (name, int(x), int(y))
    return found


def whose(fields: Sequence[str]) -> tuple[str, str]:
    """Whose a global property is, and its name, as logs say it. That of a zone is kept under its name, zone,
    board and map, and the owner is left empty."""
    name, *zone = fields[1].split("\t")
    return (f"{zone[2]}:{zone[0]}", name) if len(zone) == 3 else (fields[3], fields[1])


def properties(rest: Iterable[str]) -> Mapping[tuple[str, str], str]:
    """The global properties of a position: (owner, name) -> value."""
    found = {}
    for line in rest:
        word, _, said = line.partition("\t")
        if word == "GlobalProperty":
            fields = [*split(";", said), "", "", "", ""]
            found[whose(fields)] = fields[2]
    return found
