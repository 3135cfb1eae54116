"""Clause numbers as a table: a part of a game names its clauses by what they say, and each is registered
at the
functions that enforce it.

A part (`Moving`, `Fighting` ...) has a field `clauses`, a dataclass with a number for each thing that it
may say.
Its functions are marked with the names of these fields; `register` then tells under which numbers a game
knows
them, so that `hexpost rule` finds a clause of a game that wrote no function for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, fields, is_dataclass
from types import MethodType
from typing import Any, Protocol, TypeVar, runtime_checkable

from adjudicator.rulings import CITED

F = TypeVar("F", bound=Callable[..., object])

ENFORCED: dict[str, dict[str, list[str]]] = {}
"""Kind of part -> name of a clause -> the functions that enforce it."""


@runtime_checkable
class Part(Protocol):
    """A part of a game that names its clauses."""

    @property
    def clauses(self) -> Any:
        """Its numbers: a dataclass of texts."""
        ...


def enforces(*names: str) -> Callable[[F], F]:
    """Mark a method of a part as the place where these of its clauses are enforced."""

    def mark(function: F) -> F:
        kind = f"{function.__module__}.{function.__qualname__.rpartition('.')[0]}"
        for name in names:
            places = ENFORCED.setdefault(kind, {}).setdefault(name, [])
            places.append(f"{function.__module__}:{function.__qualname__}")
        return function

    return mark


def enforced(kind: type) -> Mapping[str, list[str]]:
    """Name of a clause -> the functions that enforce it in this kind of part, or in the one it is derived
    from."""
    names = reversed([f"{one.__module__}.{one.__qualname__}" for one in kind.__mro__])
    return {clause: places for name in names for clause, places in ENFORCED.get(name, {}).items()}


def parts_in(value: object) -> Iterator[Part]:
    """All parts in a value and in its fields: what is ordered in a phase, the parts of that, and those whose
    methods it calls."""
    if isinstance(value, MethodType):
        yield from parts_in(value.__self__)
    elif isinstance(value, tuple):
        for one in value:
            yield from parts_in(one)
    elif is_dataclass(value) and not isinstance(value, type):
        if isinstance(value, Part):
            yield value
        for part in fields(value):
            yield from parts_in(getattr(value, part.name))


def register(game: str, parts: Iterable[Part]) -> None:
    """Let a game cite the clauses of its parts where they are enforced; a part that says "" for one has
    none."""
    for part in parts:
        places = enforced(type(part))
        for name, clause in asdict(part.clauses).items():
            cite(game, clause, *places[name])


def cite(game: str, clause: str, *places: str) -> None:
    """A clause of a game is enforced in these functions."""
    known = CITED.setdefault(game, {}).setdefault(clause, []) if clause else list(places)
    known.extend(place for place in places if place not in known)
