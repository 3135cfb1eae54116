"""What an event is: a fact in the past tense, its clause, who may see it, and its sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import FrozenInstanceError, dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, dataclass_transform

from adjudicator.snapshot import frozen
from adjudicator.state import Json, State
from files.messages import listed
from files.natural import in_rows

EVERYBODY: tuple[str, ...] = ("*",)
NOBODY: tuple[str, ...] = ("nobody",)
"""The reader of what lies face down for all."""


LONGEST_NAME = 30
"""A longer name may be broken where a line is folded."""


class Names:
    """Printed names for ids, in sentences: units, spaces, chits, sides."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    @cached_property
    def unbroken(self) -> frozenset[str]:
        """The names that no email breaks where it folds a line."""
        return frozenset(name for name in self.names.values() if 0 < len(name) <= LONGEST_NAME)

    def __call__(self, key: str) -> str:
        """The printed name of an id, or the id itself."""
        return self.names.get(key, key)

    def who(self, side: str) -> str:
        """A player in a sentence: "the German player", but "Koniev"."""
        return with_article(self(side))

    def begins(self, side: str) -> str:
        """A player with whom a sentence begins: "The German player"."""
        told = self.who(side)
        return told[:1].upper() + told[1:]

    def track(self, key: str) -> str:
        """The printed name of a track; one that shares its id with a box has its own under "track-..."."""
        return self(f"track-{key}" if f"track-{key}" in self.names else key)

    def at(self, place: str) -> str:
        """Where something is, "in Ash": of a box by its words under "at-...", where "in" does not fit it."""
        return self.names.get(f"at-{place}", f"in {self(place)}")

    def flag(self, flag: str) -> str:
        """A marker on a unit as a sentence says it, "out of supply": by its name under "flag-...", which is
        empty where no report tells of it, or by its id."""
        return self.names.get(f"flag-{flag}", flag.replace("-", " "))

    def list(self, keys: tuple[str, ...] | list[str]) -> str:
        """Printed names joined as a person would: 'A, B and C'."""
        return listed([self(key) for key in keys])

    def in_series(self, keys: Iterable[str]) -> str:
        """The same with names that differ in a last number as one: 'A-1 to A-6 and B'."""
        rows = in_rows(map(self, keys), follows)
        told = ([f"{row[0]} to {row[-1]}"] if len(row) > RUN else row for row in rows)
        return listed([word for some in told for word in some])


RUN = 2
"""So many names in a row are told one by one."""
_COUNTED = re.compile(r"(.*[^0-9])([0-9]+)")


def follows(before: str, after: str) -> bool:
    """Whether two names differ in their last number alone, and it is one more: "I1-2" after "I1-1"."""
    one, other = _COUNTED.fullmatch(before), _COUNTED.fullmatch(after)
    return bool(one and other and one[1] == other[1] and int(other[2]) == int(one[2]) + 1)


def with_article(name: str) -> str:
    """A player in a sentence: "the German player", but "Koniev"."""
    return f"the {name}" if name.rpartition(" ")[2].islower() else name


class _Fixed:
    """What cannot be changed once it is made."""

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True, kw_only=True)
class Event(_Fixed):
    """A fact. `rule` is the clause it follows from, `to` the sides that may see it. Each kind of event is a
    class of this one, and a frozen dataclass without saying so."""

    rule: str
    to: tuple[str, ...] = EVERYBODY
    quiet: ClassVar[bool] = False
    """A quiet event is bookkeeping that reports leave out."""
    sums_dice: ClassVar[bool] = False
    """It tells the dice before it: reports need not tell them one by one."""
    opens: ClassVar[bool] = False
    """Reports tell together with it what happens until the level of play that it opens is left: a combat."""
    retells: ClassVar[bool] = False
    """It tells all of a draw: reports leave it out for those who were told what was drawn."""
    decides: ClassVar[bool] = False
    """Pages list it among the battles: what came of one that was fought elsewhere."""
    _told: ClassVar[tuple[str, ...]] = ()
    sentence: ClassVar[str] = ""
    """What it says, with its fields in braces, if no word depends on another: "Into the cup: {chits}.". A
    player is "{the side}", and "{The side}" where the sentence begins."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=True)(cls)
        cls._told = tuple(f.name for f in fields(cls) if f.name not in {"rule", "to"})
        del cls.__setattr__, cls.__delattr__  # as in `_Fixed`; a class may still be decorated

    def apply(self, state: State) -> State:
        """The state after this event."""
        return state

    def says(self, names: Names) -> str:
        """One sentence for a report; empty if there is nothing to tell."""
        return self.sentence.format_map(_Named(self, names))

    def listed(self, names: Names) -> tuple[str, tuple[str, ...]]:
        """The same as a sentence, and what a report lists below it."""
        return self.says(names), ()

    def with_next(self, other: Event) -> Event | None:
        """This event and the next thing told as one, where a report tells them together; None where not."""
        return None

    def still_told(self, before: list[Event]) -> list[Event]:
        """What is still told of what came before this event in its segment: not what this one tells."""
        return before

    def seen_by(self, side: str) -> bool:
        """Whether a side may know of this event."""
        return self.to == EVERYBODY or side in self.to

    @property
    def kind(self) -> str:
        """The name of the event in journals and rehearsals."""
        return type(self).__name__

    def facts(self) -> dict[str, Json]:
        """Every field but the rule and the readers, as JSON-ready values."""
        return {name: getattr(self, name) for name in self._told}


class _Named(dict[str, Any]):
    """The fields of an event for its sentence: texts by their printed names, and lists of them."""

    def __init__(self, event: Event, names: Names) -> None:
        self.event, self.names = event, names

    def __missing__(self, key: str) -> Any:
        article, _, field = key.rpartition(" ")
        value = getattr(self.event, field)
        if article:
            return self.names.begins(value) if article == "The" else self.names.who(value)
        if isinstance(value, tuple):
            return self.names.list(value)
        return self.names(value) if isinstance(value, str) else value


def event_from(kinds: Mapping[str, type[Event]], kind: str, rule: str, to: list[str], facts: Json) -> Event:
    """The event of a journal row. Raises KeyError for a kind the game does not know."""
    return kinds[kind](rule=rule, to=tuple(to), **frozen(facts))
