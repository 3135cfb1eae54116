"""What can happen in Königsberg '45 and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from adjudicator.events import Event, Names, OddsResolved
from adjudicator.state import Json, State

from .levels import campaign


class TopsSeen(Event):
    """What an enemy sees of stacks that changed: for each hex the item on top, "" where nothing is left."""

    seen: Mapping[str, str] = field(default_factory=dict)

    def says(self, names: Names) -> str:
        """Which units are on top, by hex."""
        shown = [f"{names(hex_)} shows {names(top)}" for hex_, top in self.seen.items() if top]
        empty = [names(hex_) for hex_, top in self.seen.items() if not top]
        gone = [f"{names.list(empty)} {'is' if len(empty) == 1 else 'are'} empty now"] if empty else []
        return f"Visible to you: {'; '.join((*shown, *gone))}."


class ChitDrawn(Event):
    """What a drawn chit does, or why it does nothing (`void`)."""

    chit: str
    void: str = ""

    def says(self, names: Names) -> str:
        """The chit and its effect."""
        if self.void:
            return f"Chit {names(self.chit)} is set aside: {self.void}."
        return f"Chit {names(self.chit)} takes effect."


class HQActivated(Event):
    """An HQ is activated by a chit; `number` of `limit` for its command this turn."""

    sentence = "{hq} is activated by chit {chit}: {the command} has used {number} of {limit}."
    side: str
    chit: str
    hq: str
    command: str
    number: int
    limit: int

    def apply(self, state: State) -> State:
        """One more of the activations of its command is used."""
        return state.but(tracks={**state.tracks, f"activations-{self.command}": self.number})


class UnitsActivated(Event):
    """The combat units that act with an activated HQ; their owner's secret."""

    units: tuple[str, ...]

    def says(self, names: Names) -> str:
        """Who acts."""
        what = names.list(self.units) or "no combat unit"
        return f"Activated with the HQ: {what}."


class HQReleased(Event):
    """HQs that were held in place may move from now on (12.8)."""

    sentence = "{hqs} may now move."
    hqs: tuple[str, ...]


class ChitsJoined(Event):
    """Chits that come into the game join the cup."""

    sentence = "Placed in the cup: {chits}."
    chits: tuple[str, ...]

    def apply(self, state: State) -> State:
        """They are in the cup."""
        return state.but(cups={**state.cups, "cup": (*state.cups["cup"], *self.chits)})


class OptionWanted(Event):
    """A player would have an optional rule on or off; it counts when the other one says the same."""

    side: str
    option: str
    on: bool

    def says(self, names: Names) -> str:
        """Who wants what."""
        return f"{names.begins(self.side)} wants option {self.option} {'on' if self.on else 'off'}."


class OptionsAgreed(Event):
    """The optional rules that are in force for the whole game."""

    options: tuple[str, ...]

    def apply(self, state: State) -> State:
        """They are known to the game."""
        return state.but(facts={**state.facts, "options": self.options})

    def says(self, names: Names) -> str:
        """Which ones."""
        return f"Options in force: {', '.join(self.options) or 'none'}."


class CombatResolved(OddsResolved):
    """One attack; `air` and `ship` support it."""

    air: Mapping[str, str] = field(default_factory=dict)
    ship: bool = False

    def says(self, names: Names) -> str:
        """Who attacked whom, at what odds, with what result."""
        return (
            f"{names.list(self.attackers)} attack{'' if len(self.attackers) > 1 else 's'} "
            f"{names.list(self.defenders)} in {names(self.space)}: "
            f"{self.attack:g} to {self.defence:g}, column {self.column}, die {self.final}: {self.result}."
        )


class AttackCancelled(Event):
    """An announced attack fell below 1-2 and is not rolled (7.4b.1); who was named may not attack again."""

    sentence = (
        "The attack of {attackers} on {space} is cancelled: "
        "{attack:g} to {defence:g} with its shifts is worse than 1-2."
    )
    space: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: float
    defence: float
    parts: tuple[Json, ...] = ()
    shifts: tuple[Json, ...] = ()


class BarrageResolved(OddsResolved):
    """A barrage on a hex: always from column 3-1, shifted by the terrain of the target (0.7a.4)."""

    side: str

    def says(self, names: Names) -> str:
        """The hex, the column, the die and the result."""
        modified = f", modified {self.final}" if self.final != self.die else ""
        told = f"column {self.column}, die {self.die}{modified}: {self.result}"
        return f"Barrage on {names(self.space)}: {told}."


class ResultIgnored(Event):
    """A part of a result that does not count: a settlement's protection, a barrage without attackers."""

    sentence = "{space}: {what}."
    space: str
    what: str


class RandomEvent(Event):
    """A row of the Random Event Table."""

    sentence = "Random event {row}: {text}."
    row: int
    text: str


class RandomEventVoid(Event):
    """A random event finds nothing to do."""

    sentence = "The event has no effect: {why}."
    why: str


SPLIT_LOST = "split-lost"
"""The fact that remembers which split sources the Soviets have taken."""


class SourceTaken(Event):
    """A split supply source became Soviet for the rest of the game (11.2a)."""

    sentence = "The supply source in {space} is now Soviet."
    space: str

    def apply(self, state: State) -> State:
        """The game remembers it."""
        return state.but(facts={**state.facts, SPLIT_LOST: (*campaign(state).split_lost, self.space)})
