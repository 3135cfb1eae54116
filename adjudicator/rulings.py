"""The verdict on one line: three ways to say no, each with the number of its rule.

Unreadable  we did not understand the line
Ambiguous   we understood it, but it names two things
Refused     we understood it, and a rule forbids it
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, ParamSpec, TypeVar

Verdict = Literal["done", "may be done", "refused", "unreadable", "ambiguous", "waiting", "not-judged"]

CITED: dict[str, dict[str, list[str]]] = {}
"""Game -> clause -> the functions that enforce it, filled by the decorator `rule`."""

F = TypeVar("F", bound=Callable[..., object])
P = ParamSpec("P")


def cited_as(module: str, game: str) -> None:
    """What the rules of a game in a folder cite, which are a module of this name, its game cites."""
    for clause, places in CITED.pop(module, {}).items():
        known = CITED.setdefault(game, {}).setdefault(clause, [])
        known.extend(place for place in places if place not in known)


class No(Exception):
    """A line that cannot be carried out; `verdict` says which kind of no."""

    verdict: Verdict = "refused"

    def __init__(self, rule: str, why: str, legal: Iterable[str] = ()) -> None:
        super().__init__(f"[{rule}] {why}" if rule else why)
        self.rule, self.why, self._offered = rule, why, legal

    @cached_property
    def legal(self) -> tuple[str, ...]:
        """What would be right instead, found when somebody wants to know."""
        return tuple(self._offered)

    @property
    def offered(self) -> Iterator[str]:
        """The same for a no in other words: still looked for only when somebody wants to know."""
        yield from self.legal


class Refused(No):
    """Understood, but clause `rule` forbids it; `legal` lists what would be allowed."""

    verdict: Verdict = "refused"


class Unreadable(No):
    """Not understood; `legal` holds the nearest words."""

    verdict: Verdict = "unreadable"

    def __init__(self, why: str, nearest: Iterable[str] = ()) -> None:
        super().__init__("", why, nearest)


class Ambiguous(No):
    """One name, several things; `legal` holds them all."""

    verdict: Verdict = "ambiguous"

    def __init__(self, why: str, candidates: tuple[str, ...]) -> None:
        super().__init__("", why, candidates)


def refusal(check: Callable[P, object], *args: P.args, **more: P.kwargs) -> No | None:
    """The refusal that a check raises, as a value; None if the check passes."""
    try:
        check(*args, **more)
    except No as no:
        return no
    return None


@dataclass(frozen=True, slots=True)
class Ruling:
    """The verdict on one line of one sheet; kept in the journal and told to its writer."""

    sheet: int
    line: int
    text: str
    verdict: Verdict
    rule: str = ""
    why: str = ""
    legal: tuple[str, ...] = ()


def rule(*numbers: str) -> Callable[[F], F]:
    """Mark a function as the place where these clauses of its game are enforced."""

    def mark(function: F) -> F:
        game = function.__module__.split(".games.")[-1].split(".")[0]
        clauses = CITED.setdefault(game, {})
        for number in numbers:
            clauses.setdefault(number, []).append(f"{function.__module__}:{function.__qualname__}")
        return function

    return mark
