"""A piece that chance turns: a layer to one of its levels, or a rotation to one of its facings; and turn
trackers, as they go on and back, with the properties that they turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from builder.vassal.traits import join, nest, split
from tables.chance import By, Chance
from tables.position import Piece
from tables.published import Level, Tracker
from tables.table import IMAGES, parts_of, properties

DEGREES = 360


def turned(piece: Piece, one: Chance) -> tuple[int, Callable[[int], str]]:
    """How many ways a piece can turn, and the command for each of them, from 1."""
    fields = split(";", parts_of(piece.type)[one.trait])
    free = one.by is By.ROTATION and fields[1] == "1"
    ways = len(split(",", fields[IMAGES])) if one.by is By.LAYER else int(fields[1])

    def command(value: int) -> str:
        states = list(parts_of(piece.state))
        if one.by is By.LAYER:
            states[one.trait] = str(value)
        else:
            states[one.trait] = f"-{value}.0" if free else str(value - 1)
        return "D/" + join("/", [piece.id, nest(states), piece.state])

    return (min(DEGREES, 256) if free else ways), command


def alongside(command: str, trackers: Mapping[str, Tracker], rest: Iterable[str]) -> Iterator[str]:
    """What VASSAL does with a command that turns a turn tracker, and does not log: the properties that have
    the values of its levels change with it."""
    tracker = trackers.get(command.partition("\t")[0].removeprefix("TURN"))
    known = properties(rest) if tracker else {}
    for name, value in values_of(command, tracker) if tracker else ():
        was = known.get(("Module", name), value)
        if was != value:
            yield "\t".join(["MutableProperty", name, was, value, "Module"])


def values_of(line: str, tracker: Tracker) -> Iterator[tuple[str, str]]:
    """The properties that have the values of the levels of a turn tracker, and these."""
    _, *levels = split("|", line.partition("\t")[2])
    for level, known in zip(levels, tracker.levels, strict=False):
        yield from _of_level(level, known)


def _of_level(level: str, known: Level) -> Iterator[tuple[str, str]]:
    value, *rest = split(";", level)
    if known.property and value.isdecimal() and int(value) < (len(known.texts) or int(value) + 1):
        yield known.property, known.texts[int(value)] if known.texts else value
    for inside, one in zip(rest[3:], known.inner, strict=False):
        yield from _of_level(inside, one)


# -- a turn tracker goes on, as VASSAL's TurnTracker, CounterTurnLevel and ListTurnLevel do ----------------


@dataclass(slots=True)
class Wheel:
    """A level of a turn tracker while it is turned: its value, which level inside it shows, and those.

    Of a counter `ends` says whether and at which number it begins again, of a list with which text it begins
    and which of its texts are in use.
    """

    known: Level
    now: int
    at: int
    ends: list[str]
    inside: list[Wheel] = field(default_factory=list)

    @property
    def state(self) -> str:
        """The state as VASSAL writes it."""
        return join(";", [str(self.now), str(self.at), *self.ends, *(one.state for one in self.inside)])

    def go(self, back: bool = False) -> bool:
        """Turn it by one; whether it has come round."""
        if not self._in_use(self.now):
            for one in self.inside[self.at : self.at + 1]:
                one.begin(back)
        elif not _go(self, self.inside, back) and self.inside:
            return False
        if self.known.texts:
            return self._next_text(back)
        return self._next_number(back)

    def _next_number(self, back: bool) -> bool:
        was, most = self.now, int(self.ends[1])
        self.now += -self.known.by if back else self.known.by
        over = self.ends[0] == "true" and (was <= self.known.start if back else self.now > most)
        if over:
            self.now = most if back else self.known.start
        return over

    def _next_text(self, back: bool) -> bool:
        count, first, over = len(self.known.texts), int(self.ends[0]), False
        for _ in range(count):
            over = over or (back and self.now == first)
            self.now = (self.now + (-1 if back else 1)) % count
            over = over or (not back and self.now == first)
            if self._in_use(self.now):
                return over
        return True

    def _in_use(self, place: int) -> bool:
        used = split(",", self.ends[1]) if self.known.texts and self.ends[1] else []
        return not 0 <= place < len(used) or used[place] == "true"

    def begin(self, back: bool = False) -> None:
        """As it is when the level before has come round: at its first value, or at its last."""
        if self.known.texts:
            self.now = (int(self.ends[0]) - back) % len(self.known.texts)
            if not self._in_use(self.now):
                self._next_text(back)
        else:
            self.now = int(self.ends[1]) if back else self.known.start
        self.at = len(self.inside) - 1 if back and self.inside else 0
        if self.inside:
            self.inside[self.at].begin(back)


@dataclass(slots=True)
class Wheels:
    """A turn tracker while it is turned. Raises ValueError for a line that is none of it."""

    word: str
    at: int
    inside: list[Wheel]

    @classmethod
    def of(cls, line: str, tracker: Tracker) -> Wheels:
        """The tracker of a line of a position."""
        word, _, said = line.partition("\t")
        at, *levels = split("|", said)
        found = [_wheel(*one) for one in zip(levels, tracker.levels, strict=True)]
        if not 0 <= int(at) < len(found):
            raise ValueError(at)
        return cls(word, int(at), found)

    @property
    def line(self) -> str:
        """The command that sets it."""
        return f"{self.word}\t" + join("|", [str(self.at), *(one.state for one in self.inside)])

    def go(self, back: bool = False) -> None:
        """One step on, or back."""
        _go(self, self.inside, back)


def _go(holder: Wheel | Wheels, inside: list[Wheel], back: bool) -> bool:
    """Turn what shows of some levels, and as each comes round the next; whether the last has."""
    if not inside:
        return False
    first, over = holder.at, False
    rolls = inside[first].go(back)
    while rolls:
        holder.at += -1 if back else 1
        if not 0 <= holder.at < len(inside):
            holder.at, over = (len(inside) - 1 if back else 0), True
        if holder.at == first:
            break
        inside[holder.at].begin(back)
        rolls = False
    return over


def _wheel(state: str, known: Level) -> Wheel:
    now, at, *rest = split(";", state)
    inside = [_wheel(*one) for one in zip(rest[2:], known.inner, strict=True)]
    if len(rest) < 2 or (inside and not 0 <= int(at) < len(inside)):
        raise ValueError(state)
    int(rest[0] if known.texts else rest[1])
    return Wheel(known, int(now), int(at), rest[:2], inside)
