"""What happened, in a few lines to be read first: battles, losses, what changed hands, who moved.

The story tells all of it after the form; here is what a player looks for on a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.events import (
    ControlChanged,
    Event,
    Names,
    OddsResolved,
    StepLost,
    UnitEliminated,
    UnitEntered,
    UnitMoved,
)
from adjudicator.game import Game
from adjudicator.state import State
from files.messages import first_few

FORCED = ("retreat", "displaced", "flee")
"""How units go that have no choice."""
ELIMINATED, REDUCED = "eliminated", "reduced"
MOST = 6
"""So many battles, units or spaces are named in a line; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Short:
    """One line: what it is about, and what there is to say of it."""

    label: str
    text: str


def in_short(game: Game, events: Sequence[Event], side: str, before: State, after: State) -> list[Short]:
    """What events were about, the reader's own losses first; `side` is theirs, "" for one who watches."""
    names, sides = game.names(), sides_of(before, after)
    ours = sorted(game.sides, key=lambda one: one != side)
    lost = list(losses(events, names))
    told = [Short("Battles", listed(battles(events, names)))]
    for one in ours:
        fallen = [(word, name) for unit, word, name in lost if sides.get(unit) == one]
        whose = "Your losses" if one == side else f"{game.sides[one]}'s losses"
        told.append(Short(whose, "; ".join(told_losses(fallen))))
    told.append(Short("Changed hands", listed(taken(events, names))))
    for word, units in (("moved", movers(events, forced=False)), ("retreated", movers(events, forced=True))):
        for one in ours:
            count = sum(sides.get(unit) == one for unit in units)
            who = "You" if one == side else game.sides[one]
            told.append(Short(f"{who} {word}", f"{count} unit{'s' * (count > 1)}" if count else ""))
    return [one for one in told if one.text]


def movers(events: Iterable[Event], *, forced: bool) -> tuple[str, ...]:
    """The units that went somewhere, because they had to or as their owner liked."""
    went = (one for one in events if isinstance(one, UnitMoved | UnitEntered))
    return tuple(
        dict.fromkeys(
            one.unit for one in went if (isinstance(one, UnitMoved) and one.how in FORCED) == forced
        )
    )


def sides_of(*states: State) -> Mapping[str, str]:
    """Whose each unit is in any of these views."""
    return {id_: unit.side for state in states for id_, unit in state.units.items()}


def battles(events: Iterable[Event], names: Names) -> Iterator[str]:
    """Each space that was fought over, with all that came of it."""
    found: dict[str, list[str]] = {}
    for event in events:
        if isinstance(event, OddsResolved):
            found.setdefault(event.space, []).extend([event.result] if event.result else [])
    for space, results in found.items():
        came = f" ({', '.join(results)})" if results else ""
        yield f"{names(space)}{came}"


def losses(events: Iterable[Event], names: Names) -> Iterator[tuple[str, str, str]]:
    """Each unit that lost steps or was eliminated: the word for it, once, by the last that befell it, and its
    name."""
    found: dict[str, str] = {}
    for event in events:
        if isinstance(event, UnitEliminated):
            found[event.unit] = ELIMINATED
        elif isinstance(event, StepLost):
            found[event.unit] = REDUCED
    yield from ((unit, word, names(unit)) for unit, word in found.items())


def told_losses(fallen: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Losses of one side by their word: "eliminated 342", "reduced 712, 169"."""
    every = list(fallen)
    for word in (ELIMINATED, REDUCED):
        if units := [name for one, name in every if one == word]:
            yield f"{word} {listed(units)}"


def taken(events: Iterable[Event], names: Names) -> Iterator[str]:
    """Each space that somebody else holds than before."""
    last = {event.space: event.now for event in events if isinstance(event, ControlChanged)}
    for space, now in last.items():
        yield f"{names(space)} ({names(now) if now else 'nobody'})"


def listed(parts: Iterable[str]) -> str:
    """The first of them, and how many more there are."""
    return first_few(list(parts), MOST)
