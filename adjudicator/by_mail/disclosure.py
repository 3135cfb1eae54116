"""What of a game's secrets is disclosed when it is over, beside its dice and the answers that were sealed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from adjudicator.events import Event
from adjudicator.state import State

Secret = tuple[str, str, str]
"""The side whose secret it was, the clause, and what it was in words."""
Hidden = Callable[[State, Event], Iterable[Secret]]
"""A state and the event that has led to it: what one side alone knew then."""


@dataclass(frozen=True, slots=True)
class Disclosure:
    """What a game declares of it; of a game that declares nothing only sealed answers are disclosed.

    told   kinds of event that are told again in their own words, where one side alone had heard them
    stock  a kind of event -> what lay hidden when it happened: a set-up that ends, its hidden units
    """

    told: tuple[type[Event], ...] = ()
    stock: Mapping[type[Event], Hidden] = field(default_factory=dict)
