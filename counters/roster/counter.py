"""What the pieces of a game are: counters with their steps, markers, and the chits drawn from a cup.

Pure values, no files and no drawing. `counters.roster.load` reads them, `counters.faces.face` draws them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from counters.roster.slot import Box, Slot
from counters.roster.style import Paint, Style


@dataclass(frozen=True, slots=True)
class Face:
    """One printed side of a counter: the numbers on it, e.g. {"strength": 20, "movement": 3}.

    A number the game calls optional is missing where the counter does not bear it.
    """

    values: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Counter:
    """One unit. `steps` holds the full side first, then the reduced one where there is one.

    `traits` holds the roster's further columns which the game's style.toml names in `extra`, "" where empty.
    `count` of it are printed; `art` is the file of its own picture, "" for none.
    """

    id: str
    name: str
    side: str
    nation: str
    formation: str
    type: str
    size: str
    steps: tuple[Face, ...]
    setup: str
    reinforcement: str
    aliases: tuple[str, ...]
    flag: str = ""
    look: Style = field(default_factory=Style, repr=False, compare=False)
    traits: Mapping[str, str] = field(default_factory=dict)
    count: int = 1
    art: str = ""
    full: int = field(init=False, repr=False, compare=False)
    """How many steps the unit has when it is whole: its faces, or the number it bears for them."""
    sides: int = field(init=False, repr=False, compare=False)
    """How many different sides are printed: one for each step, or a back in other colours."""
    _told: dict[int, tuple[str, str]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "full", self.steps[0].values.get(self.look.steps_by, len(self.steps)))
        turned = len(self.steps) == 1 and self.look.reverse(self.nation, self.side) is not None
        object.__setattr__(self, "sides", 2 if turned else len(self.steps))

    @property
    def slots(self) -> tuple[Slot, ...]:
        """What stands where on this counter."""
        return self.look.slots_of(self.type)

    @property
    def figure(self) -> str:
        """What its symbol is drawn as: its own silhouette, or its type's."""
        return self.look.figures.get(self.id, self.type)

    @property
    def ordinal(self) -> str:
        """Which of its formation's counters this is: "1" for 8GA-1, "" for a unit on its own."""
        formation, _, rest = self.id.rpartition("-")
        return rest if formation and formation == self.formation else ""

    @property
    def pieces(self) -> int:
        """How many pieces of cardboard its sides need: a unit of three or four steps has a second one."""
        return (self.sides + 1) // 2

    @property
    def counts(self) -> bool:
        """Whether it has as many steps as a number that it bears, which markers count down."""
        return self.look.steps_by in self.steps[0].values

    def face_at(self, steps: int) -> int:
        """Which of its faces shows that so many steps are left, 0 for the full one; the last where more are
        lost than it has faces for."""
        return min(max(0, self.full - steps), len(self.steps) - 1)

    def step_of(self, side: int) -> int:
        """Which step a side shows: the back that has only another colour shows the front's once more."""
        return 0 if self.sides > len(self.steps) else side

    def number_boxes(self, side: int) -> Iterator[Box]:
        """The places of a side's numbers, in hundredths of it."""
        words, values = self.words(side), set(self.look.values)
        return (slot.box for slot in self.slots if values & set(slot.asks()) and slot.says(words))

    def steps_box(self) -> Box | None:
        """The place of the number of its steps, in hundredths of its side; None where it bears none."""
        boxes = (slot.box for slot in self.slots if self.look.steps_by in slot.asks())
        return next(boxes, None) if self.counts else None

    def words(self, side: int) -> dict[str, str]:
        """What stands on a side, each text under the name its slot shows. IndexError for no such side."""
        formation = self.look.formation(self.formation).name
        return {
            **self.traits,
            "id": self.id,
            "type": self.type,
            "setup": self.setup,
            "art": self.art,
            **{name: str(value) for name, value in self.steps[self.step_of(side)].values.items()},
            "name": self.look.printed.get(self.name, self.name),
            "flag": self.flag,
            "ordinal": self.ordinal,
            "formation": self.look.printed.get(formation, formation),
        }

    def numbers(self, step: int) -> str:
        """The numbers of a step as they stand on the counter, its lowest line first, each from left to right:
        "4-6-4", "[1]-2-0", "+2", "5-10 -1"."""
        return self._read(step)[0]

    def numbers_mean(self, step: int) -> str:
        """What these numbers are, in the same order: "strength-movement"."""
        return self._read(step)[1]

    def _read(self, step: int) -> tuple[str, str]:
        """The numbers of a step and what they are; worked out once, for reports ask it of every unit."""
        if step not in self._told:
            words, values = self.words(step), self.steps[step].values
            told = [slot for slot in self.slots if values.keys() & set(slot.asks()) and slot.says(words)]
            lines = in_lines(told)
            numbers = " ".join("-".join(slot.says(words) for slot in line) for line in lines)
            self._told[step] = numbers, " ".join("-".join(slot.means for slot in line) for line in lines)
        return self._told[step]

    def paint(self, side: int) -> Paint:
        """The colours of a side; units of one formation share what fills their symbols."""
        turned = self.step_of(side) != side
        back = self.look.reverse(self.nation, self.side) if turned else None
        paint = back or self.look.paint(self.nation, self.side)
        symbol = self.look.formation(self.formation).colour
        return replace(paint, symbol=symbol) if symbol else paint


def in_lines(slots: Iterable[Slot]) -> list[list[Slot]]:
    """Slots as an eye that begins at the bottom reads them: line by line, each from left to right."""
    lines: list[list[Slot]] = []
    for slot in sorted(slots, key=lambda slot: -slot.box[3]):
        if lines and slot.box[3] > lines[-1][0].box[1]:
            lines[-1].append(slot)
        else:
            lines.append([slot])
    return [sorted(line, key=lambda slot: slot.box[0]) for line in lines]


@dataclass(frozen=True, slots=True)
class MarkerFace:
    """One side of a marker: a word, a sign of `counters.signs.silhouettes.SIGNS`, or both.

    `edges` are values along the bottom, right, top and left edge, each read with its edge turned to the
    reader: such a marker counts losses by how it lies. `art` is a picture's file, shown instead of a symbol.
    """

    text: str
    symbol: str
    edges: tuple[str, ...] = ()
    art: str = ""


@dataclass(frozen=True, slots=True)
class Marker:
    """A piece which is no unit: control, out of supply, turn ... `count` of them are printed."""

    id: str
    name: str
    kind: str
    side: str
    faces: tuple[MarkerFace, ...]
    count: int
    look: Style = field(default_factory=Style, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Card:
    """A chit or card which is drawn and held: what it is called, when it may be played, what it does.

    `once` says that it leaves the game when played; `afterwards` says where it goes:
    "cup", "removed", "other player", or a condition in words. A chit with a `face`, a word or two, bears it
    large, under the signs `marks`, in the colours of its `kind`; it stands on the colour of the `formation`
    it is about. `number` 0 is none. A card with a `deck` has that deck's back, else the one that all share.
    `shows` are counters which its picture has. `traits` holds the further columns which the game's style.toml
    names in `card_extra`, "" where empty.
    """

    id: str
    number: int
    title: str
    when: str
    text: str
    once: bool
    afterwards: str
    look: Style = field(default_factory=Style, repr=False, compare=False)
    kind: str = ""
    face: str = ""
    marks: tuple[str, ...] = ()
    formation: str = ""
    art: str = ""
    count: int = 1
    deck: str = ""
    traits: Mapping[str, str] = field(default_factory=dict, compare=False)
    shows: tuple[Counter, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Roster:
    """Everything which is printed for a game, each kind in the order of its file.

    `places` says where each piece was read: its id in lower case -> file and line.
    """

    game: str
    counters: Mapping[str, Counter]
    markers: Mapping[str, Marker]
    cards: Mapping[str, Card]
    style: Style
    places: Mapping[str, tuple[str, int]]

    @property
    def standins(self) -> Mapping[str, str]:
        """What the rulebook does not give: the column of the roster -> how its values were chosen."""
        return self.style.standins

    def named(self, text: str) -> tuple[Counter, ...]:
        """The counters a player may mean by `text`: by id, alias, name or formation; none, one or several."""
        asked = fold(text)
        own, shared = self._forms
        return own.get(asked) or shared.get(asked) or ()

    @cached_property
    def _forms(self) -> tuple[dict[str, tuple[Counter, ...]], dict[str, tuple[Counter, ...]]]:
        return self._index(_own_forms), self._index(_shared_forms)

    def _index(self, forms: Callable[[Counter], tuple[str, ...]]) -> dict[str, tuple[Counter, ...]]:
        found: dict[str, tuple[Counter, ...]] = {}
        for counter in self.counters.values():
            for form in filter(None, {fold(form) for form in forms(counter)}):
                found[form] = (*found.get(form, ()), counter)
        return found


def _own_forms(counter: Counter) -> tuple[str, ...]:
    return (counter.id, *counter.aliases)


def _shared_forms(counter: Counter) -> tuple[str, ...]:
    """A formation answers to its counters' names without their ordinal: "8th Guards Army"."""
    if not counter.ordinal:
        return (counter.name,)
    bare = (alias.removesuffix(counter.ordinal).rstrip() for alias in counter.aliases)
    return (counter.formation, counter.name, *bare)


def fold(name: str) -> str:
    """A name as it is compared: no case, accents, spaces or stops, yet "3-1" is not "31"."""
    letters = (c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    words = re.findall(r"[^\W\d_]+|\d+", "".join(letters))
    return re.sub(r"(?<=\d) (?!\d)|(?<![\d ]) ", "", " ".join(words))
