"""The position as one side may have it on its disk: what is covered stands as blanks, which tell nothing.

Whatever lies behind one back is of one *class*, wherever it lies. A blank shows what all of its class have in
common, and stands in the file under an alias made of its place alone. So the file is the same, byte for byte,
whichever of them lies where: `tests/tables` exchanges them and compares.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256

from builder.vassal.traits import join, nest, split
from tables.position import Kind, Piece, Position
from tables.published import Published
from tables.seats import NOBODY, NOT_SHOWN, OBSERVER, OF_PLAYERS, Cover, Seat, covered, reworded
from tables.table import Table, parts_of, whose

UNKNOWN_PICTURE = "/images/Help16.gif"
"""A picture that VASSAL has itself: a piece without one has no size, can't be seen and can't be dragged."""
UNKNOWN_NAME = "?"
_DRAWN = (
    "emb2", "emb", "label", "rotate", "pivot", "markmoved", "footprint", "border", "immob", "nonRect2",
    "nonRect", "AreaOfEffect",
)  # fmt: skip
"""What is drawn on a piece: of the traits outside a mask, these are seen by everybody."""
_VALUES = ("mark", "PROP", "hide", "propertysheet", "table")
"""What holds a value that tells one piece from another."""
_NEUTRAL = {
    "emb2": "1", "emb": "1", "rotate": "0", "markmoved": "false", "AreaOfEffect": "false", "label": "",
    "footprint": "false;;0;false", "PROP": "", "obs": "null;",
}  # fmt: skip
_MASK_PICTURE, _MASK_NAME = 2, 5
_RETURNS = 5
"""So many fields of Return to Deck were there from the beginning: its menu, its key, the deck, a question."""
_KEY = re.compile(r"(?:57[3-9]\d\d|5[89]\d{3}|6[0-3]\d{3})\\*,\d+\\*,")
"""The number that VASSAL gives to a key with a name, also in a list inside a field; it is another one with
every start."""
_UNSET = ("", "false", "null", "0")
_FIRST_ALIAS = 10**12
_NOTHING: Mapping[tuple[str, str], str] = {}


@dataclass(frozen=True, slots=True)
class Blank:
    """What stands in a side's file for a covered piece: its id, how it is covered, the blank's own traits."""

    piece: str
    how: Cover
    types: tuple[str, ...]

    def places(self, piece: Piece) -> tuple[int, ...]:
        """Which trait of the true piece each of its traits stands for; -1 where that has none such."""
        bare = [bare_type(one) for one in parts_of(piece.type)]
        return (*(_place(one, bare) for one in self.types[:-1]), len(bare) - 1)


@dataclass(frozen=True, slots=True)
class SideFile:
    """A side's own position, and what its blanks stand for: alias -> the true piece."""

    position: Position
    blanks: Mapping[str, Blank] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    """The word that stands for a password in this file -> the password."""


@dataclass(frozen=True, slots=True)
class Back:
    """A class: the traits that all of it have in common, their states where those agree, and its picture."""

    types: tuple[str, ...]
    states: tuple[str, ...]
    picture: str
    members: int


class Cutter:
    """Cuts files for the sides of one module; what its backs look like is worked out once.

    The classes come from the module itself and not from what still lies on the table, so that a card which
    was taken out of the game does not show by its absence.
    """

    def __init__(self, module: Published) -> None:
        self.module = module

    @cached_property
    def _members(self) -> Mapping[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]:
        found = defaultdict(list)
        for one in self.module.slots.values():
            found[class_of(one.types)].append((one.types, one.states))
        return {name: tuple(sorted(members)) for name, members in found.items()}

    def back(self, names: frozenset[str]) -> Back:
        """What stands for a piece of one of these classes."""
        return self._back(names)

    @cached_property
    def _back(self) -> _Backs:
        return _Backs(self._members)

    def cut(
        self,
        position: Position,
        seat: Seat,
        seats: Iterable[Seat],
        number: int,
        withheld: Mapping[tuple[str, str], str] = _NOTHING,
    ) -> SideFile:
        """The file of a side. `number` is that of the mail: with each, all aliases are new.

        `withheld` are global properties, by owner and name, with the values that it shows in place of theirs.
        """
        return _Cut(self, Table(position, only_read=True), seat, tuple(seats), number, withheld).made()

    def alone(self, position: Position, seat: Seat) -> tuple[str, ...]:
        """Classes of which something is covered for a seat, and all have one name: the back tells it."""
        table = Table(position, only_read=True)
        hidden = covered(table, seat, self.module.windows)
        named: dict[str, set[str]] = defaultdict(set)
        for one in self.module.slots.values():
            named[class_of(one.types)].add(one.name)
        classes = {class_of(parts_of(table.pieces[one].type)) for one in hidden}
        return tuple(sorted(name for name in classes if len(named[name]) < 2))

    def misread(self, position: Position, seat: Seat) -> tuple[str, ...]:
        """Properties that blanks of a seat work out from parts of a name which they do not have."""
        table = Table(position, only_read=True)
        hidden = covered(table, seat, self.module.windows)
        classes = {class_of(parts_of(table.pieces[one].type)) for one in hidden}
        types = (type_ for name in classes for type_ in self.back(frozenset((name,))).types)
        fields = (split(";", one) for one in types if one.startswith("calcProp;"))
        return tuple(sorted({one[1] for one in fields if _TAKES_APART.search(";".join(one[2:]))}))


class _Backs(dict[frozenset[str], Back]):
    """What stands for the pieces of classes, worked out when it is first asked for."""

    def __init__(self, members: Mapping[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]) -> None:
        super().__init__()
        self._of = members

    def __call__(self, names: frozenset[str]) -> Back:
        if names not in self:
            self[names] = self._made(names)
        return self[names]

    def _made(self, names: frozenset[str]) -> Back:
        members = [one for name in sorted(names) for one in self._of.get(name, ())]
        if not members:  # pieces that the module no longer has
            only = next(iter(names)).partition("back:")[2] if len(names) == 1 else ""
            return Back((), (), only or UNKNOWN_PICTURE, 0)
        first, *others = [_states_by_type(types, states) for types, states in members]
        shared = [one for one in first if _kept(one) and all(one in other for other in others)]
        states = tuple(_shared_state(one, (first, *others)) for one in shared)
        return Back(tuple(shared), states, _picture(members, len(names) > 1), len(members))


_TAKES_APART = re.compile(r"\b(Basic|Piece)Name\b.*\.\w+\(|\b(parse\w+|valueOf)\(.*\b(Basic|Piece)Name\b")
"""An expression that takes the name of a piece apart, or reads a number in it."""


def _kept(type_: str) -> bool:
    return type_.partition(";")[0] not in _VALUES


def _states_by_type(types: Sequence[str], states: Sequence[str]) -> dict[str, str]:
    """The traits of a piece without its basic one, and how each stands; of equal ones the first."""
    found: dict[str, str] = {}
    for type_, state in zip(types[:-1], states, strict=False):
        found.setdefault(bare_type(type_), state)
    return found


def _shared_state(type_: str, members: Iterable[Mapping[str, str]]) -> str:
    """How a trait stands in a fresh piece, if it does so in all of the class; else as if untouched."""
    neutral = _NEUTRAL.get(type_.partition(";")[0])
    if neutral is not None:
        return neutral
    found = {states[type_] for states in members}
    return found.pop() if len(found) == 1 else ""


def _picture(members: Iterable[tuple[tuple[str, ...], tuple[str, ...]]], several: bool) -> str:
    """The commonest back; of several classes only one that two or more have."""
    backs = Counter(back for types, _ in members if (back := back_of(types)))
    usual = [back for back, count in backs.items() if count > 1 or not several]
    return min(usual, key=lambda back: (-backs[back], back), default=UNKNOWN_PICTURE)


@lru_cache(maxsize=20_000)
def bare_type(type_: str) -> str:
    """A trait without the name that stands on a mask, for that is often the card's own."""
    if not type_.startswith("obs;"):
        return type_
    fields = split(";", type_)
    fields[_MASK_NAME : _MASK_NAME + 1] = [UNKNOWN_NAME]
    return join(";", fields)


def _place(type_: str, types: Sequence[str]) -> int:
    """Where a trait stands among others, -1 for nowhere."""
    if type_ in types:
        return types.index(type_)
    return next((place for place, one in enumerate(types) if is_alike(type_, one)), -1)


@lru_cache(maxsize=20_000)
def is_alike(one: str, other: str) -> bool:
    """Whether two texts are of the same trait: VASSAL rewrites what a module keeps from an older one.

    What is missing at the end, or empty, stands there in full, and a named key has another number.
    """
    pairs = zip(split(";", _KEY.sub(",", one)), split(";", _KEY.sub(",", other)), strict=False)
    return all(a == b or (a in _UNSET and b in _UNSET) for a, b in pairs)


_CARGO = ("mat;", "matPiece;")


@lru_cache(maxsize=20_000)
def _naming(types: tuple[str, ...]) -> tuple[int, ...]:
    """The traits in whose states players or other pieces may be named."""
    return tuple(n for n, one in enumerate(types) if one.startswith((*OF_PLAYERS, *_CARGO)))


def back_of(types: Iterable[str]) -> str:
    """The picture of a piece's mask, "" for one without."""
    for one in types:
        if one.startswith("obs;"):
            return split(";", one)[_MASK_PICTURE]
    return ""


@lru_cache(maxsize=20_000)
def class_of(types: tuple[str, ...]) -> str:
    """What a piece looks like from behind: its mask, else the deck to which it goes back."""
    for one in types:
        if one.startswith("obs;"):
            return "back:" + split(";", one)[_MASK_PICTURE]
    decks = (split(";", _KEY.sub(",", one))[:_RETURNS] for one in types if one.startswith("return;"))
    return next(("deck:" + join(";", deck) for deck in decks), "plain")


@dataclass(frozen=True, slots=True)
class _Shell:
    """What a blank can do, as one text and trait by trait, and how its traits stand but the basic one."""

    type: str
    types: tuple[str, ...]
    states: tuple[str, ...]
    begin: str
    """How they stand as one text, where that only has to be gone on with."""

    def standing(self, basic: str) -> str:
        """How all of it stands with this basic piece."""
        plain = self.begin and basic[-1].isdecimal() and not basic.startswith("\\") and "\t" not in basic
        return self.begin + basic if plain else nest([*self.states, basic])


def _shell_of(back: Back, drawn: Iterable[tuple[str, str]], masked: bool) -> _Shell:
    """The traits that are drawn outside a mask, then those that all of the class have in common."""
    made = list(drawn)
    seen = [one for one, _ in made]
    for type_, state in zip(back.types, back.states, strict=True):
        if type_ not in seen and not any(is_alike(type_, one) for one in seen):
            made.append((type_, f"{NOBODY};{NOT_SHOWN}" if masked and type_.startswith("obs;") else state))
    types = (*(one for one, _ in made), f"piece;;;{back.picture};{UNKNOWN_NAME}")
    states = tuple(state for _, state in made)
    whole = nest([*states, "0"])
    return _Shell(nest(types), types, states, whole[:-1] if whole.endswith("0") else "")


class _Cut:
    """One side's file while it is made."""

    def __init__(
        self,
        cutter: Cutter,
        table: Table,
        seat: Seat,
        seats: tuple[Seat, ...],
        number: int,
        values: Mapping[tuple[str, str], str],
    ) -> None:
        self.values = values
        self.cutter, self.table, self.seat, self.number = cutter, table, seat, number
        self.words = {one.password: one.told for one in seats if one.side != seat.side and one.password}
        self.hidden = covered(table, seat, cutter.module.windows)
        self.aliases = self._aliased()
        self.blanks: dict[str, Blank] = {}
        self._shells: dict[object, _Shell] = {}

    # -- aliases -------------------------------------------------------------------------------

    def _names(self, id_: str) -> frozenset[str]:
        """The classes of which a covered piece may be: all in the same deck, where backs are mixed."""
        why = self.hidden[id_]
        mine = class_of(parts_of(self.table.pieces[id_].type))
        if why.how is not Cover.FACE_DOWN:
            return frozenset((mine,))
        return self._in_deck[why.where]

    @cached_property
    def _in_deck(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for id_, why in self.hidden.items():
            if why.how is Cover.FACE_DOWN:
                found[why.where].add(class_of(parts_of(self.table.pieces[id_].type)))
        return {deck: frozenset(names) for deck, names in found.items()}

    def _aliased(self) -> dict[str, str]:
        """An id for every blank, made of its place: nothing of the true piece goes in."""
        found, alike = {}, Counter[object]()
        for id_, why in self.hidden.items():
            if why.how is Cover.GONE:
                continue
            holder = self.table.inside.get(id_)
            if holder is not None:
                where: object = (
                    self.table.at[id_],
                    "in",
                    self._place_in_holder[id_],
                    *self._told(holder),
                )
            else:
                alone = (self.table.at[id_], "alone", tuple(sorted(self._names(id_))))
                where = (*alone, alike[alone])
                alike[alone] += 1
            found[id_] = self._alias(where)
        return found

    def _told(self, holder: str) -> tuple[object, ...]:
        """What tells a stack or a deck from others: never a stack's id, which may be made of a piece's."""
        if self.table.pieces[holder].kind is Kind.DECK:
            return (holder,)
        here = self.table.ground[self.table.at[holder]]
        return ("stack", [one for one in here if self._shown(self.table.order[one])].index(holder))

    @cached_property
    def _place_in_holder(self) -> Mapping[str, int]:
        """How many pieces that this side sees lie below each in its stack or deck."""
        return {one: n for ids in self.table.order.values() for n, one in enumerate(self._shown(ids))}

    def _shown(self, ids: Iterable[str]) -> list[str]:
        """Those of which this side sees at least that they are there: no others may count anywhere."""
        return [one for one in ids if one not in self._gone]

    def _alias(self, where: object) -> str:
        told = sha256(repr((self.seat.side, self.number, where)).encode("utf-8"))
        return str(_FIRST_ALIAS + int(told.hexdigest()[:10], 16))

    # -- pieces --------------------------------------------------------------------------------

    def made(self) -> SideFile:
        """The file."""
        found = {}
        for id_, piece in self.table.pieces.items():
            if piece.kind is Kind.PIECE and id_ not in self.hidden:
                found[id_] = self._seen(piece)
        blanks = [self._blank(id_, alias) for id_, alias in self.aliases.items()]
        found |= {one.id: one for one in sorted(blanks, key=lambda one: one.id)}
        for piece in self.table.pieces.values():
            if piece.kind is not Kind.PIECE:
                found |= {one.id: one for one in self._holder(piece)}
        rest = tuple(line for one in dict.fromkeys(self.table.rest) for line in self._line(one))
        words = {told: password for password, told in self.words.items()}
        return SideFile(Position(found, rest, self.table.apart, self.table.layers), self.blanks, words)

    def _seen(self, piece: Piece) -> Piece:
        """A piece that the side sees whole; no password of anybody else's stands in it."""
        types, was = parts_of(piece.type), parts_of(piece.state)
        states = list(was)
        for place in _naming(types):
            states[place] = reworded(types[place], states[place], self.words)
            if types[place].startswith(_CARGO):
                states[place] = self._renamed(states[place])
        return piece if states == list(was) else Piece(piece.id, piece.type, nest(states))

    def _renamed(self, state: str) -> str:
        """The cargo of a mat, its number first, or the mat of a piece, by the ids that this file has."""
        gone = self._gone
        first, *cargo = (self.aliases.get(one, one) for one in split(";", state))
        left = [one for one in cargo if one not in gone]
        return join(";", [str(len(left)) if cargo else "noMat" if first in gone else first, *left])

    def _blank(self, id_: str, alias: str) -> Piece:
        piece, why = self.table.pieces[id_], self.hidden[id_]
        types, states = parts_of(piece.type), parts_of(piece.state)
        shown = (place for place in range(max(why.trait, 0)) if types[place].partition(";")[0] in _DRAWN)
        drawn = tuple((bare_type(types[place]), states[place]) for place in shown)
        shell = self._shell(self._names(id_), drawn, why.how is Cover.MASKED)
        name, x, y = self.table.at[id_]
        basic = join(";", [name, str(x), str(y), "", "1", "UniqueID", alias])
        self.blanks[alias] = Blank(id_, why.how, shell.types)
        return Piece(alias, shell.type, shell.standing(basic))

    def _shell(self, names: frozenset[str], drawn: tuple[tuple[str, str], ...], masked: bool) -> _Shell:
        """What blanks of these classes are that show the same; hundreds of cards do."""
        key = names, drawn, masked
        if key not in self._shells:
            self._shells[key] = _shell_of(self.cutter.back(names), drawn, masked)
        return self._shells[key]

    @cached_property
    def _gone(self) -> frozenset[str]:
        """The pieces of which this side sees nothing at all."""
        return frozenset(id_ for id_, why in self.hidden.items() if why.how is Cover.GONE)

    def _holder(self, piece: Piece) -> Iterable[Piece]:
        """A stack or a deck with the ids that this file has. A stack's own id tells when it was made."""
        ids = [self.aliases.get(one, one) for one in self._shown(self.table.order[piece.id])]
        name, x, y = self.table.at[piece.id]
        fields = split(";", piece.state)
        if piece.kind is Kind.DECK:
            face = fields[3] if len(fields) > 3 else "false"
            state = [name, str(x), str(y), face, *([join(",", ids)] if ids else [])]
            yield Piece(piece.id, piece.type, join(";", state))
        elif ids:
            layer = [one for one in fields[3:] if one.startswith("@@")]
            yield Piece(
                self._alias(("stack", *ids)), "stack", join(";", [name, str(x), str(y), *ids, *layer])
            )

    # -- all that is not a piece -----------------------------------------------------------------

    def _line(self, line: str) -> Iterable[str]:
        """A line as this side may have it: nobody else's notes, observers or passwords."""
        word, *fields = line.split("\t")
        if word == "GlobalProperty":
            return (self._valued(line),)
        mine = {self.seat.password} - {""}
        if word == "PLAYER":
            if len(fields) > 2 and fields[2] == OBSERVER:
                return ()
            if fields[0] not in mine:
                fields[0] = self.words.get(fields[0], f"seat-{fields[2]}" if len(fields) > 2 else "seat")
            return ("\t".join([word, *fields]),)
        if word == "PNOTE" and fields[:1] and fields[0] not in mine:
            return ()
        if word == "SNOTE" and len(fields) > 2 and fields[2] == "true" and fields[1] not in mine:
            return ()
        if word in ("UNMASK", "PNOTE", "SNOTE"):
            return ("\t".join([word, *(self.words.get(one, one) for one in fields)]),)
        return (line,)

    def _valued(self, line: str) -> str:
        """A global property; one that is withheld has the value that its reader had before."""
        word, _, said = line.partition("\t")
        fields = split(";", said)
        if len(fields) < 4 or whose(fields) not in self.values:
            return line
        return f"{word}\t" + join(";", [*fields[:2], self.values[whose(fields)], *fields[3:]])
