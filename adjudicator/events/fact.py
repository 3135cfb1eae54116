"""What an event is: a fact in the past tense, its clause, who may see it, and its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from adjudicator.state import Json, State

EVERYBODY: tuple[str, ...] = ("*",)


class Names:
    """Printed names for ids, in sentences: units, spaces, chits, sides."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def __call__(self, key: str) -> str:
        """The printed name of an id, or the id itself."""
        return self.names.get(key, key)

    def track(self, key: str) -> str:
        """The printed name of a track; one that shares its id with a box has its own under "track-..."."""
        return self(f"track-{key}" if f"track-{key}" in self.names else key)

    def list(self, keys: tuple[str, ...] | list[str]) -> str:
        """Printed names joined as a person would: 'A, B and C'."""
        words = [self(key) for key in keys]
        return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


@dataclass(frozen=True, kw_only=True)
class Event:
    """A fact. `rule` is the clause it follows from, `to` the sides that may see it."""

    rule: str
    to: tuple[str, ...] = EVERYBODY
    quiet: ClassVar[bool] = False
    """A quiet event is bookkeeping that reports leave out."""
    words: ClassVar[str] = ""
    """Its sentence, where that is the same for all: fields in braces stand as their printed names."""

    def apply(self, state: State) -> State:
        """The state after this event."""
        return state

    def says(self, names: Names) -> str:
        """One sentence for a report, from `words` unless the event has its own; empty if there is none."""
        facts = self.facts() if self.words else {}
        return self.words.format_map({key: _printed(value, names) for key, value in facts.items()})

    def seen_by(self, side: str) -> bool:
        """Whether a side may know of this event."""
        return self.to == EVERYBODY or side in self.to

    @property
    def kind(self) -> str:
        """The name of the event in journals and rehearsals."""
        return type(self).__name__

    def facts(self) -> dict[str, Json]:
        """Every field but the rule and the readers, as JSON-ready values."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name not in {"rule", "to"}}


def _printed(value: Json, names: Names) -> Json:
    """An id, or a list of them, as a sentence says it."""
    if isinstance(value, str):
        return names(value)
    return names.list(value) if isinstance(value, tuple) else value


def frozen(value: Any) -> Any:
    """JSON lists become tuples again, all the way down."""
    if isinstance(value, (list, tuple)):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    return value


def event_from(kinds: Mapping[str, type[Event]], kind: str, rule: str, to: list[str], facts: Json) -> Event:
    """The event of a journal row. Raises KeyError for a kind the game does not know."""
    return kinds[kind](rule=rule, to=tuple(to), **frozen(facts))
