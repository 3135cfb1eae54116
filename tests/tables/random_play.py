"""Random play with a side's own file, as VASSAL logs it, and what it must come to on the true table."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.tables.second_reading import (
    BLANK,
    GONE,
    OPEN,
    Place,
    Reader,
    Thing,
    World,
    apart,
    nested,
    shown,
    together,
)

TRENCH = "delete;Delete;68,130;", "piece;;;one.png;Trench"


@dataclass
class Hand:
    """A side that plays: the true table, its own, and which true piece each of its pieces is."""

    true: World
    mine: World
    reader: Reader
    hands: Mapping[str, Sequence[str]]
    chance: random.Random
    made: int = 0

    def __post_init__(self) -> None:
        self.ids = dict(self.paired())

    def how(self, id_: str) -> str:
        return shown(self.true, id_, self.reader, self.hands)[0]

    def paired(self) -> Iterator[tuple[str, str]]:
        """Own piece -> true piece: by place, and by its place in the pile there."""
        for pile in self.mine.piles.values():
            there = [
                one for one in self.true.piles.values() if (one.at, one.is_deck) == (pile.at, pile.is_deck)
            ]
            seen = [[id_ for id_ in one.ids if self.how(id_) != GONE] for one in there]
            for ids in seen:
                same = [a == b or self.how(b) == BLANK for a, b in zip(pile.ids, ids, strict=False)]
                if len(ids) == len(pile.ids) and all(same) and sum(len(one) == len(ids) for one in seen) == 1:
                    yield from zip(pile.ids, ids, strict=True)
        held = {id_ for one in (*self.mine.piles.values(), *self.true.piles.values()) for id_ in one.ids}
        for id_, thing in self.mine.things.items():
            loose = [
                one
                for one, other in self.true.things.items()
                if other.at == thing.at and one not in held and self.how(one) == BLANK
            ]
            if id_ in self.true.things and self.how(id_) == OPEN:
                yield id_, id_
            elif id_ not in held and len(loose) == 1:
                yield id_, loose[0]

    def new(self) -> str:
        self.made += 1
        return f"9{self.chance.randrange(10**9):09}{self.made}"

    # -- deeds, each as VASSAL logs it -------------------------------------------------------------------

    def in_deck(self, id_: str) -> str:
        pile = self.mine.pile_of(id_)
        return pile if pile and self.mine.piles[pile].is_deck else ""

    def free(self) -> list[str]:
        """Own pieces on maps that may be moved: of others' hands none."""
        return [
            id_ for id_ in sorted(self.mine.things)
            if id_ in self.ids and not self.in_deck(id_) and self.reaches(self.mine.things[id_].at[0])
        ]  # fmt: skip

    def reaches(self, window: str) -> bool:
        return window not in self.hands or self.reader.side in self.hands[window]

    def open(self) -> list[str]:
        return [id_ for id_ in self.free() if self.how(self.ids[id_]) == OPEN]

    def moved(self, id_: str, to: Place, under: str) -> list[str]:
        """The commands of a move, which is done on both tables."""
        was, new = self.mine.things[id_].at, "" if under or self.alone(id_, to) else self.new()
        name = under or "null"
        parts = [id_, to[0], str(to[1]), str(to[2]), name, was[0], str(was[1]), str(was[2]), "null", "pw"]
        commands = ["M/" + together(parts, "/")]
        if new:
            state = together([to[0], str(to[1]), str(to[2]), id_, "@@-1"], ";")
            commands.append("+/" + together([new, "stack", state], "/"))
        self.mine.put(id_, to, new, under)
        self.true.put(self.ids[id_], to, new, self.ids.get(under, ""))
        return commands

    def alone(self, id_: str, to: Place) -> bool:
        return to[0] in self.loose or not self.true.things[self.ids[id_]].stacks

    loose: frozenset[str] = frozenset()
    """The maps on which nothing stacks."""

    def taken(self) -> set[Place]:
        things, piles = self.true.things.values(), self.true.piles.values()
        return {*(one.at for one in things), *(one.at for one in piles)}

    def somewhere(self) -> Place:
        windows = ["Main", "Main", "Sea", "Shown hand"]
        windows += [one for one, sides in self.hands.items() if self.reader.side in sides]
        return self.chance.choice(windows), self.chance.randrange(5, 390), self.chance.randrange(5, 190)

    def move(self) -> list[str]:
        ids = self.free()
        to = self.somewhere()
        if not ids or to in self.taken():
            return []
        return self.moved(self.chance.choice(ids), to, "")

    def onto(self) -> list[str]:
        """Onto a stack whose pieces are all seen."""
        stacks = [one for one in self.mine.piles.values() if not one.is_deck and self.reaches(one.at[0])]
        ids = [id_ for id_ in self.free() if self.true.things[self.ids[id_]].stacks]
        if not stacks or not ids:
            return []
        stack, id_ = self.chance.choice(stacks), self.chance.choice(ids)
        top = stack.ids[-1]
        if id_ in stack.ids or top not in self.ids or stack.at[0] in self.loose:
            return []
        return self.moved(id_, stack.at, top)

    def draw(self) -> list[str]:
        decks = [
            one for one in self.mine.piles.values() if one.is_deck and one.ids and self.may_draw(one.kind)
        ]
        if not decks:
            return []
        id_ = self.chance.choice(self.chance.choice(decks).ids)
        return self.moved(id_, self.somewhere(), "") if id_ in self.ids else []

    def may_draw(self, kind: str) -> bool:
        fields = apart(kind, ";")
        return fields[48] != "true" or self.reader.side in apart(fields[49], ",")

    def discard(self) -> list[str]:
        """Onto the deck whose order counts."""
        deck = next(
            id_
            for id_, one in self.mine.piles.items()
            if one.is_deck and apart(one.kind, ";")[13] == "Discards"
        )
        ids = self.open()
        if not ids or apart(self.mine.piles[deck].kind, ";")[6] == "Always":
            return []
        id_, held = self.chance.choice(ids), self.mine.piles[deck].ids
        top = held[-1] if held else ""
        if top and top not in self.ids:
            return []
        return self.moved_into(id_, deck, top)

    def moved_into(self, id_: str, deck: str, top: str) -> list[str]:
        was, to = self.mine.things[id_].at, self.mine.piles[deck].at
        parts = [
            id_,
            to[0],
            str(to[1]),
            str(to[2]),
            top or "null",
            was[0],
            str(was[1]),
            str(was[2]),
            "null",
            "pw",
        ]
        for world, one, below in ((self.mine, id_, top), (self.true, self.ids[id_], self.ids.get(top, ""))):
            world.put(one, to)
            ids = world.piles[deck].ids  # hidden ones may lie there: it comes above what its player sees
            ids.insert(ids.index(below) + 1 if below else 0, one)
        return ["M/" + together(parts, "/")]

    def standing(self, kind: str, other: Callable[[str, str], str | None]) -> list[str]:
        """One trait of a piece otherwise: of its type and its state `other` makes the new one."""
        found = [
            (id_, at)
            for id_ in self.open()
            for at, type_ in enumerate(self.mine.things[id_].types)
            if type_.startswith(f"{kind};")
        ]
        if not found:
            return []
        id_, at = self.chance.choice(found)
        thing = self.mine.things[id_]
        new = other(thing.types[at], thing.states[at])
        if new is None or new == thing.states[at]:
            return []
        before = nested(thing.states)
        for one in (thing, self.true.things[self.ids[id_]]):
            one.states[at] = new
        return ["D/" + together([id_, nested(thing.states), before], "/")]

    def owner(self, access: str) -> str | None:
        if access.startswith("sides:"):
            return self.reader.side if self.reader.side in access.split(":") else None
        return self.reader.side if access.startswith("side:") else self.reader.word

    def mask(self) -> list[str]:
        def other(type_: str, state: str) -> str | None:
            owner = self.owner(apart(type_, ";")[6])
            return "null;" if state not in ("null;", "") else None if owner is None else f"{owner};"

        return self.standing("obs", other)

    def hide(self) -> list[str]:
        def other(type_: str, state: str) -> str | None:
            return "null" if state != "null" else self.owner(apart(type_, ";")[4])

        return self.standing("hide", other)

    def flip(self) -> list[str]:
        return self.standing(
            "emb2", lambda type_, state: None if "Roll" in type_ else self.chance.choice("12")
        )

    def turn(self) -> list[str]:
        return self.standing("rotate", lambda type_, state: str(self.chance.randrange(6)))

    def label(self) -> list[str]:
        return self.standing(
            "label", lambda type_, state: self.chance.choice(("it's\there", "a/b;c", "'x'", ""))
        )

    def note(self) -> list[str]:
        return self.standing("PROP", lambda type_, state: self.chance.choice(("7", "a,b", "x;y/z")))

    def lay(self) -> list[str]:
        """A marker out of the palette."""
        to, id_, new = self.somewhere(), self.new(), self.new()
        if to in self.taken():
            return []
        where = [to[0], str(to[1]), str(to[2])]
        states = ["", together([*where, "30", "1", "UniqueID", id_], ";")]
        commands = ["+/" + together([id_, nested(TRENCH), nested(states)], "/")]
        for world in (self.mine, self.true):
            world.things[id_] = Thing(list(TRENCH), list(states), to)
        self.ids[id_] = id_
        if to[0] not in self.loose:
            commands.append("+/" + together([new, "stack", together([*where, id_, "@@-1"], ";")], "/"))
            for world in (self.mine, self.true):
                world.put(id_, to, new)
        return commands

    def pile(self) -> list[str]:
        """A whole stack, with what lies hidden in it."""
        to = self.somewhere()
        stacks = [
            (id_, one) for id_, one in sorted(self.mine.piles.items())
            if not one.is_deck and self.reaches(one.at[0]) and all(id_ in self.ids for id_ in one.ids)
        ]  # fmt: skip
        if not stacks or to in self.taken() or to[0] in self.loose:
            return []
        id_, pile = self.chance.choice(stacks)
        was, true = pile.at, self.true.piles[self.true.pile_of(self.ids[pile.ids[0]])]
        for world, one in ((self.mine, pile), (self.true, true)):
            one.at = to
            for held in one.ids:
                world.carry(held, to)
        parts = [id_, to[0], str(to[1]), str(to[2]), "null", was[0], str(was[1]), str(was[2]), "null", "pw"]
        return ["M/" + together(parts, "/")]

    def replace(self) -> list[str]:
        """A piece for another one, which lies in its place."""
        ids = [
            id_
            for id_ in self.open()
            if self.mine.things[id_].types == list(TRENCH) and self.mine.pile_of(id_)
        ]
        if not ids:
            return []
        id_, new = self.chance.choice(ids), self.new()
        at = self.mine.things[id_].at
        states = ["", together([at[0], str(at[1]), str(at[2]), "30", "1", "UniqueID", new], ";")]
        commands = ["+/" + together([new, nested(TRENCH), nested(states)], "/")]
        parts = [new, at[0], str(at[1]), str(at[2]), id_, at[0], str(at[1]), str(at[2]), "null", "pw"]
        commands += ["M/" + together(parts, "/"), "-/" + id_]
        for world, one in ((self.mine, id_), (self.true, self.ids[id_])):
            world.things[new] = Thing(list(TRENCH), list(states), at)
            world.put(new, at, under=one)
            world.take(one)
            del world.things[one]
        self.ids[new] = new
        return commands

    def counts(self) -> list[str]:
        """A global property."""
        was, self.points = self.points, str(self.chance.randrange(99))
        return [f"MutableProperty\tVP\t{was}\t{self.points}\tModule"]

    points: str = "0"
    """What the property VP of the module is."""

    def trenches(self) -> list[str]:
        return [id_ for id_ in self.open() if self.mine.things[id_].types == list(TRENCH)]

    def delete(self) -> list[str]:
        ids = self.trenches()
        if not ids:
            return []
        id_ = self.chance.choice(ids)
        for world, one in ((self.mine, id_), (self.true, self.ids[id_])):
            world.take(one)
            del world.things[one]
        return ["-/" + id_]

    def step(self) -> list[str]:
        """Something at random."""
        deeds = (
            self.move, self.move, self.onto, self.onto, self.draw, self.draw, self.mask, self.mask, self.hide,
            self.hide, self.flip, self.turn, self.label, self.note, self.lay, self.lay, self.delete,
            self.discard, self.pile, self.replace, self.replace, self.counts,
        )  # fmt: skip
        return self.chance.choice(deeds)()
