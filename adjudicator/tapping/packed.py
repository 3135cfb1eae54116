"""What a page offers, packed: plain values, and how they are told to its script.

`unpacked` gives back the lines that offers hold, put together as the script does it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.choices import Placing, Rooms, Strike, Ticking
from adjudicator.state import Json

Space = int
"""A space, by its place among the spaces of the page."""


class Places:
    """The spaces of a board, numbered as they are first asked for: what no offer names takes no room."""

    def __init__(self, known: Collection[str]) -> None:
        self.known = known
        self.order: dict[str, Space] = {}

    def __contains__(self, space: object) -> bool:
        return space in self.known

    def __getitem__(self, space: str) -> Space:
        return self.order.setdefault(space, len(self.order))

    def known_as(self, space: str) -> Space:
        """The number of a space, -1 for what is none."""
        return -1 if space not in self.known else self[space]


@dataclass(frozen=True, slots=True)
class Ground:
    """The ends of a move: each with its cost in `parts` of a point and the space before it, -1 where the
    referee tells of neither; or, for lines that say them, whole `ways`. `through` are spaces on these ways
    that nobody may end in, each with the space before it. `near` are the neighbours of each end, where a line
    may list several."""

    to: tuple[Space, ...]
    cost: tuple[int, ...] = ()
    before: tuple[Space, ...] = ()
    parts: int = 1
    ways: tuple[tuple[Space, ...], ...] = ()
    through: tuple[tuple[Space, Space], ...] = ()
    near: tuple[tuple[Space, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Attacks:
    """What may be attacked at the end of a move, by the end: `words` are between the move and the target."""

    words: str
    at: tuple[tuple[Space, tuple[Space, ...]], ...]


@dataclass(frozen=True, slots=True)
class Go:
    """An actor: its units, how its lines begin, and the ground of its ends; `tails` are the ends of lines
    that name spaces in words, with the spaces that they lead through, and `costs` what these cost in `parts`
    of a point, -1 where that is not told. `first` says that it is in motion: its line comes before those of
    others. `then` is the number of the attacks that its units may make where they end, -1 for none. `placing`
    says that other lines may follow for the same units, and how."""

    units: tuple[str, ...]
    head: str
    ground: int = -1
    tails: tuple[tuple[str, tuple[Space, ...]], ...] = ()
    chance: bool = False
    costs: tuple[int, ...] = ()
    parts: int = 1
    first: bool = False
    then: int = -1
    placing: Placing | None = None


@dataclass(frozen=True, slots=True)
class Struck:
    """A strike as the page adds it up; `columns` are its words as numbers of the question's prospects. Its
    line is `later` than the answer to this question."""

    strike: Strike
    columns: Mapping[int, tuple[tuple[float, int], ...]]
    later: bool


UNITS, SUPPORT = "units", "with"
"""The lists of a team that strikes, in the order of their names, as a page reads them."""


@dataclass(frozen=True, slots=True)
class Team:
    """A target, and who may take part against it: `lists` of ids by the name that they have in `forms`, the
    lines with "{units}" for a list, by the lists that are in use. `sets` are the legal sets, bit by bit over
    all lists; `told` says which of the question's prospects each has, -1 for none. `whole` says that no other
    set is legal, `anyone` that any is, of `most` where there is such a number. A `Struck` team has any set of
    those who stand where its strike says. `ticking` says what its line does."""

    at: str
    lists: Mapping[str, tuple[str, ...]]
    forms: Mapping[str, str]
    joiner: str
    sets: tuple[int, ...]
    told: tuple[int, ...]
    whole: bool = False
    anyone: bool = False
    most: int = 0
    struck: Struck | None = None
    ticking: Ticking | None = None

    @property
    def members(self) -> list[tuple[str, str]]:
        """Who can take part, each with the list in which it is written."""
        return [(name, id_) for name, ids in self.lists.items() for id_ in ids]

    def chosen(self, bits: int) -> dict[str, tuple[str, ...]]:
        """The lists of a set that are not empty."""
        some = [member for n, member in enumerate(self.members) if bits >> n & 1]
        lists = {name: tuple(id_ for one, id_ in some if one == name) for name in self.lists}
        return {name: ids for name, ids in lists.items() if ids}


@dataclass(frozen=True, slots=True)
class Whole:
    """A line that is offered as it is, and the units, spaces and cards it names."""

    text: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offers:
    """All that may be answered to a question. `later` is the word that ends it when it is legal; `once` says
    that one line answers it."""

    go: tuple[Go, ...]
    grounds: tuple[Ground, ...]
    teams: tuple[Team, ...]
    prospects: tuple[str, ...]
    lines: tuple[Whole, ...]
    ending: tuple[str, ...]
    later: tuple[str, ...]
    once: bool
    rooms: Rooms | None
    attacks: tuple[Attacks, ...] = ()


def composed(team: Team) -> Iterator[str]:
    """The lines of a team, put together as the page does it."""
    for bits in team.sets:
        lists = team.chosen(bits)
        line = team.forms.get(" ".join(lists), "")
        for name, ids in lists.items():
            line = line.replace(f"{{{name}}}", team.joiner.join(ids))
        yield line


def unpacked(offers: Offers, spaces: Sequence[str]) -> Iterator[str]:
    """The lines that offers hold."""
    for actor in offers.go:
        ground = offers.grounds[actor.ground] if actor.ground >= 0 else Ground(())
        yield from (line_to(actor, spaces[end]) for end in ground.to)
        yield from (f"{actor.head}{'-'.join(spaces[one] for one in way)}" for way in ground.ways)
        yield from (f"{actor.head}{tail}" for tail, _ in actor.tails)
    for team in offers.teams:
        yield from composed(team)
    yield from (line.text for line in offers.lines)
    yield from offers.ending


def line_to(actor: Go, space: str) -> str:
    """The line of an actor that ends in a space."""
    one = actor.placing
    return f"{actor.head}{space.upper() if one and one.capitals else space}{one.tail if one else ''}"


def with_attacks(offers: Offers, spaces: Sequence[str]) -> Iterator[str]:
    """The lines of moves that end with an attack, which the page puts together from both."""
    for actor in offers.go:
        ends = set(offers.grounds[actor.ground].to) if actor.ground >= 0 else set()
        one = offers.attacks[actor.then] if actor.then >= 0 else Attacks("", ())
        for end, targets in one.at:
            yield from (f"{actor.head}{spaces[end]}{one.words}{spaces[at]}" for at in targets if end in ends)


def as_data(offers: Offers) -> dict[str, Any]:
    """Offers as the page reads them; what is empty is left out."""
    return {
        "go": [
            {"units": actor.units, "head": actor.head}
            | ({"ground": actor.ground} if actor.ground >= 0 else {})
            | ({"tails": [[tail, *way] for tail, way in actor.tails]} if actor.tails else {})
            | ({"cost": actor.costs, "parts": actor.parts} if actor.costs else {})
            | ({"chance": True} if actor.chance else {})
            | ({"first": True} if actor.first else {})
            | ({"then": actor.then} if actor.then >= 0 else {})
            | (placing_data(actor.placing) if actor.placing else {})
            for actor in offers.go
        ],
        "grounds": [
            {"to": one.to}
            | ({"cost": one.cost, "before": one.before, "parts": one.parts} if one.cost else {})
            | ({"ways": one.ways} if one.ways else {})
            | ({"through": one.through} if one.through else {})
            | ({"near": one.near} if one.near else {})
            for one in offers.grounds
        ],
        "teams": [
            {
                "at": team.at,
                "lists": dict(team.lists),
                "forms": dict(team.forms),
                "joiner": team.joiner,
                "sets": team.sets,
            }
            | ({"told": team.told} if any(one >= 0 for one in team.told) else {})
            | ({"whole": True} if team.whole else {})
            | ({"anyone": True} if team.anyone else {})
            | ({"most": team.most} if team.most else {})
            | (struck_data(team.struck) if team.struck else {})
            | (
                {"says": team.ticking.says, "gone": team.ticking.gone, "both": team.ticking.both}
                if team.ticking
                else {}
            )
            for team in offers.teams
        ],
        "prospects": offers.prospects,
        "lines": [[line.text, *line.names] for line in offers.lines],
        "ending": offers.ending,
        "later": offers.later,
        "once": offers.once,
        "attacks": [{"words": one.words, "at": [[end, *to] for end, to in one.at]} for one in offers.attacks],
    } | ({"rooms": rooms_data(offers.rooms)} if offers.rooms else {})


def placing_data(one: Placing) -> dict[str, Any]:
    """What a page reads of an order that puts units into a space; what is not so is left out."""
    flags = {
        "capitals": one.capitals,
        "rest": one.rest,
        "there": one.there,
        "here": one.here,
        "chain": one.chain,
        "both": one.both,
    }
    told: dict[str, Any] = {"placing": True, "tail": one.tail, **({"says": one.says} if one.says else {})}
    return told | {name: True for name, is_so in flags.items() if is_so}


def struck_data(struck: Struck) -> dict[str, Json]:
    """A strike as the page reads it."""
    strike = struck.strike
    told: dict[str, Json] = {
        "where": {
            unit: {at: list(side) for at, side in sides.items()} for unit, sides in strike.units.items()
        },
        "parts": strike.parts,
        "supports": {
            clause: [one.unit, one.sort, one.most, one.shift, one.adds]
            for clause, one in strike.supports.items()
        },
        "columns": {str(shift): [list(one) for one in told] for shift, told in struck.columns.items()},
    }
    told |= {"unsure": sorted(strike.unsure), "doubt": strike.doubt} if strike.unsure else {}
    return told | {name: True for name, so in (("later", struck.later), ("exact", strike.exact)) if so}


def rooms_data(rooms: Rooms) -> dict[str, Json]:
    """Rooms as the page reads them."""
    told = {"most": dict(rooms.most), "held": dict(rooms.held), "weight": dict(rooms.weight)}
    return told | ({"acting": rooms.acting} if rooms.acting else {})
