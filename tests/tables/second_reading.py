"""A second, naive reading of VASSAL's positions, and of what a side may see of them.

It is written from VASSAL's own rules and uses nothing of `tables`: its own quoting, its own table, its own
idea of who sees what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

Place = tuple[str, int, int]
DRAWN = ("emb2", "label", "rotate", "markmoved", "footprint", "immob")
"""What VASSAL draws of traits outside a mask."""


# -- VASSAL's SequenceEncoder ---------------------------------------------------------------------------


def apart(text: str, sign: str) -> list[str]:
    """Tokens between signs; a sign behind a backslash is none, and quotes around a token are taken off."""
    return list(_apart(text, sign))


@lru_cache(maxsize=100_000)
def _apart(text: str, sign: str) -> tuple[str, ...]:
    tokens = [""]
    for n, part in enumerate(text.split(sign)):
        if n and tokens[-1].endswith("\\"):
            tokens[-1] = tokens[-1][:-1] + sign + part
        elif n:
            tokens.append(part)
        else:
            tokens[0] = part
    return tuple(one[1:-1] if len(one) > 1 and one[0] == one[-1] == "'" else one for one in tokens)


def together(tokens: Iterable[str], sign: str) -> str:
    """The same the other way round."""
    quoted = (f"'{one}'" if one.endswith("\\") or one[:1] == one[-1:] == "'" else one for one in tokens)
    return sign.join(one.replace(sign, "\\" + sign) for one in quoted)


def traits(text: str) -> list[str]:
    """A type or a state trait by trait, the outermost first: each holds the rest behind a tab."""
    found = []
    while True:
        first, *rest = apart(text, "\t")
        found.append(first)
        if not rest:
            return found
        text = rest[0]


def nested(parts: Sequence[str]) -> str:
    """The same the other way round."""
    text = parts[-1]
    for one in reversed(parts[:-1]):
        text = together([one, text], "\t")
    return text


# -- the table ------------------------------------------------------------------------------------------


@dataclass
class Thing:
    """A piece: its traits with their states, and where it is."""

    types: list[str]
    states: list[str]
    at: Place

    @property
    def stacks(self) -> bool:
        return not any(one.startswith("immob;") for one in self.types)


@dataclass
class Pile:
    """A stack or a deck: its type, what lies in it, the lowest first, and whether it lies face down."""

    kind: str
    at: Place
    ids: list[str]
    face: bool = False

    @property
    def is_deck(self) -> bool:
        return self.kind.startswith("deck;")


@dataclass
class World:
    """All that lies on the table."""

    things: dict[str, Thing] = field(default_factory=dict)
    piles: dict[str, Pile] = field(default_factory=dict)

    def pile_of(self, id_: str) -> str:
        return next((one for one, pile in self.piles.items() if id_ in pile.ids), "")

    def take(self, id_: str) -> None:
        """Off its pile; an empty stack is gone."""
        for name, pile in list(self.piles.items()):
            if id_ in pile.ids:
                pile.ids.remove(id_)
                if not pile.ids and not pile.is_deck:
                    del self.piles[name]

    def carry(self, id_: str, at: Place) -> None:
        """A piece says that it is elsewhere."""
        thing = self.things[id_]
        thing.at, fields = at, apart(thing.states[-1], ";")
        thing.states[-1] = together([at[0], str(at[1]), str(at[2]), *fields[3:]], ";")

    def put(self, id_: str, at: Place, new: str = "", under: str = "") -> None:
        """Above a piece, or as a stack of its own called `new`, or by itself; into a deck on top."""
        self.take(id_)
        self.carry(id_, at)
        if under:
            ids = self.piles[self.pile_of(under)].ids
            ids.insert(ids.index(under) + 1, id_)
        elif new:
            self.piles[new] = Pile("stack", at, [id_])


def world_of(pieces: Iterable[tuple[str, str, str]]) -> World:
    """The table of a position: id, type and state of each piece."""
    world = World()
    for id_, type_, state in pieces:
        if type_ == "stack" or type_.startswith("deck;"):
            name, x, y, *rest = apart(state, ";")
            deck = type_ != "stack"
            ids = [one for one in apart(rest[1], ",") if one] if deck and len(rest) > 1 else rest
            held = ids if deck and len(rest) > 1 else [] if deck else [one for one in rest if one[:2] != "@@"]
            world.piles[id_] = Pile(type_, (name, int(x), int(y)), held, deck and rest[0] == "true")
        else:
            types, states = traits(type_), traits(state)
            name, x, y = apart(states[-1], ";")[:3]
            world.things[id_] = Thing(types, states, (name, int(x), int(y)))
    return world


def told(world: World) -> tuple[object, object]:
    """All that a table has, but for the ids of its stacks, which stay the same for nobody."""
    piles = sorted((one.at, one.kind, tuple(one.ids)) for one in world.piles.values())
    return piles, {id_: (one.types, one.states) for id_, one in world.things.items()}


# -- who sees what ---------------------------------------------------------------------------------------

OPEN, BLANK, GONE = "open", "blank", "gone"


@dataclass(frozen=True)
class Reader:
    """A side with the word that stands for its player."""

    side: str
    word: str


def shown(world: World, id_: str, reader: Reader, hands: Mapping[str, Sequence[str]]) -> tuple[str, int]:
    """How a reader sees a piece, and which of its traits covers it, -1 for none. `hands` are the windows that
    only some sides look into."""
    thing, pile = world.things[id_], world.piles.get(world.pile_of(id_))
    cover = -1
    for place, (type_, state) in enumerate(zip(thing.types, thing.states, strict=True)):
        fields = apart(type_, ";")
        if fields[0] in ("hide", "obs"):
            access = (fields[4:5] if fields[0] == "hide" else fields[6:7]) or [""]
            owner = apart(state, ";")[0]
            if owner not in ("", "null") and not mine(access[0], owner, reader):
                if fields[0] == "hide":
                    return GONE, place
                cover = place if cover < 0 else cover
    window = (pile.at if pile else thing.at)[0]
    shut = window in hands and reader.side not in hands[window]
    if shut or (pile and pile.is_deck and pile.face):
        return BLANK, -1
    return (BLANK, cover) if cover >= 0 else (OPEN, -1)


def mine(access: str, owner: str, reader: Reader) -> bool:
    """Whether what somebody has covered is open to a reader."""
    if access.startswith("sides:"):
        sides = access.split(":")[1:]
        return owner in sides and reader.side in sides
    return owner == (reader.side if access.startswith("side:") else reader.word)


def back_of(thing: Thing) -> str:
    """The picture of its mask, "" for none."""
    masks = (apart(one, ";") for one in thing.types if one.startswith("obs;"))
    return next((fields[2] for fields in masks), "")


def alike(world: World, reader: Reader, hands: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """The pieces that look the same to a reader: of one back, and on the table with the same drawn outside
    their masks; who exchanges them may change nothing that the reader sees."""
    groups: dict[object, list[str]] = {}
    for id_, thing in world.things.items():
        how, cover = shown(world, id_, reader, hands)
        if how == BLANK:
            pairs = list(zip(thing.types, thing.states, strict=True))[: max(cover, 0)]
            outside = tuple(one for one in pairs if one[0].partition(";")[0] in DRAWN)
            looks = (outside, apart(thing.types[cover], ";")[2]) if cover >= 0 else ()
            goes = (
                () if back_of(thing) else tuple(one for one in thing.types if one.startswith("return;"))[:1]
            )
            groups.setdefault((back_of(thing), goes, looks, cover >= 0), []).append(id_)
    yield from (ids for ids in groups.values() if len(ids) > 1)


def exchange(world: World, other: Mapping[str, str]) -> None:
    """Each piece goes where another one is."""
    was = {one: world.things[two].at for one, two in other.items()}
    back = {two: one for one, two in other.items()}
    for pile in world.piles.values():
        pile.ids = [back.get(one, one) for one in pile.ids]
    for one, at in was.items():
        world.carry(one, at)


def pieces_of(world: World) -> Iterator[tuple[str, str, str]]:
    """The table as a position has it."""
    for id_, thing in world.things.items():
        yield id_, nested(thing.types), nested(thing.states)
    for id_, pile in world.piles.items():
        where = [pile.at[0], str(pile.at[1]), str(pile.at[2])]
        if pile.is_deck:
            face = "true" if pile.face else "false"
            yield (
                id_,
                pile.kind,
                together([*where, face, *([together(pile.ids, ",")] if pile.ids else [])], ";"),
            )
        else:
            yield id_, "stack", together([*where, *pile.ids, "@@-1"], ";")
