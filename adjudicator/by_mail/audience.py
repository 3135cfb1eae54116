"""Who may read of what happens to a unit: no side whose view does not hold it, unless the rule opens it.

Every game's rules address their events themselves. What they address too widely is narrowed here as it is
recorded, so that a rule that forgets a hidden unit tells it to nobody but its owner.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from adjudicator.events import DieRolled, Drawn, Event
from adjudicator.state import Json, State

Opens = Mapping[str, tuple[str, ...]]
"""Kinds of event that name openly whatever they name -> the clauses of the rules that open it."""
View = Callable[[State, str], State]
Audience = Callable[[State, Event, State], Event]
"""The event as those may read it who may know what it names; from the states before and after it."""


def everybody_named(before: State, event: Event, after: State) -> Event:
    """The event as its rule addressed it: where no view is known."""
    return event


def audience(view: View, sides: Iterable[str], opens: Opens) -> Audience:
    """What narrows the events of a game with these sides. Dice keep their readers, who count them; what is
    quiet is told to nobody."""
    all_sides = tuple(sides)
    views: deque[tuple[State, str, State]] = deque(maxlen=4)

    def seen(state: State, side: str) -> State:
        """A side's view: an event may name many units, and begins where the one before it ended."""
        for of, reader, known in views:
            if of is state and reader == side:
                return known
        views.append((state, side, view(state, side)))
        return views[-1][2]

    def narrowed(before: State, event: Event, after: State) -> Event:
        if is_open(event, opens):
            return event
        named = units_named(event, before, after)
        if not named:
            return event
        barred = {
            side
            for side in all_sides
            if event.seen_by(side) and any(is_unseen(seen, side, unit, before, after) for unit in named)
        }
        left = tuple(side for side in all_sides if event.seen_by(side) and side not in barred)
        return replace(event, to=left) if barred else event

    return narrowed


def is_open(event: Event, opens: Opens) -> bool:
    """Return whether an event may name what a reader does not see, or is read by nobody."""
    return event.quiet or isinstance(event, DieRolled | Drawn) or event.rule in opens.get(event.kind, ())


def units_named(event: Event, before: State, after: State) -> tuple[str, ...]:
    """The units whose ids stand among the facts of an event."""
    found = (word for word in words_in(event.facts()) if word in after.units or word in before.units)
    return tuple(dict.fromkeys(found))


def is_unseen(view: View, side: str, unit: str, before: State, after: State) -> bool:
    """Return whether a side sees a unit neither before nor after an event at the place where it is."""
    return not any(_holds(view, state, side, unit) for state in (before, after) if unit in state.units)


def _holds(view: View, state: State, side: str, unit: str) -> bool:
    there = state.units[unit]
    if there.side == side:
        return True
    seen = view(state, side).units.get(unit)
    return seen is not None and seen.at == there.at


def words_in(facts: Json) -> Iterator[str]:
    """Every text in the facts of an event, however deep it is."""
    if isinstance(facts, str):
        yield facts
    elif isinstance(facts, Mapping):
        for key, value in facts.items():
            yield str(key)
            yield from words_in(value)
    elif isinstance(facts, list | tuple | frozenset):
        for value in facts:
            yield from words_in(value)
