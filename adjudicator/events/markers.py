"""What happens to markers and holdings: tracks, control, hands, cups, and facts that no marker shows."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.events.fact import Event, Names
from adjudicator.snapshot import in_order
from adjudicator.state import Json, KnownFacts, State


class TrackMoved(Event):
    """A marker on a track went from one number to another."""

    track: str
    was: int
    now: int
    why: str = ""

    def apply(self, state: State) -> State:
        """The marker at its new number."""
        return state.but(tracks={**state.tracks, self.track: self.now})

    def says(self, names: Names) -> str:
        """The track, its change and the reason; nothing of a marker that stays where it is."""
        if self.was == self.now:
            return ""
        return f"{names.track(self.track)}: {self.was} to {self.now}{f' ({self.why})' if self.why else ''}."


class ControlChanged(Event):
    """A space has a new controller; "" for none."""

    space: str
    was: str
    now: str
    why: str = ""

    def apply(self, state: State) -> State:
        """The control marker as it lies now."""
        control = {k: v for k, v in state.control.items() if k != self.space}
        return state.but(control={**control, self.space: self.now} if self.now else control)

    def says(self, names: Names) -> str:
        """Who holds it now."""
        because = f" ({self.why})" if self.why else ""
        if self.now:
            return f"{names(self.space)} is now controlled by {names.who(self.now)}{because}."
        return f"{names(self.space)} is no longer controlled by {names.who(self.was)}{because}."


class HandChanged(Event):
    """A player's hand as it is now; only its owner may see this event, unless the cards are open."""

    side: str
    cards: tuple[str, ...]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """The hand is as told."""
        return state.but(hands={**state.hands, self.side: self.cards})


class CupChanged(Event):
    """What a cup or deck holds now; where cups are closed nobody may see this event."""

    cup: str
    items: tuple[str, ...]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """The cup is as told."""
        return state.but(cups={**state.cups, self.cup: self.items})


class FactNoted(Event):
    """Something the game must remember that no marker shows. None forgets it."""

    key: str
    value: Json
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """The fact is as told."""
        facts = {k: v for k, v in state.facts.items() if k != self.key}
        if self.value is not None:
            facts[self.key] = in_order(self.value, state.facts.get(self.key))
        was = state.facts
        return state.but(facts=KnownFacts(facts, was.closed) if isinstance(was, KnownFacts) else facts)
