"""What can happen in Race for Berlin and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import ClassVar

from adjudicator.events import Event, Names, OddsResolved
from adjudicator.state import State

from .position import RIVAL, campaign
from .r11_setup import HEINRICI


class ImpulsePlanned(Event):
    """A player named all units of an impulse and their modes, before anything moves (4.1.3.c)."""

    side: str
    segment: str
    modes: Mapping[str, str] = field(default_factory=dict)

    def says(self, names: Names) -> str:
        """Which units are activated, mode by mode."""
        by_mode: dict[str, list[str]] = {}
        for unit, mode in self.modes.items():
            by_mode.setdefault(mode, []).append(unit)
        told = "; ".join(f"{mode}: {names.list(units)}" for mode, units in by_mode.items())
        return f"{names(self.side)} activates in {self.segment}: {told}."


class Passed(Event):
    """A player activated nothing in an impulse."""

    side: str
    segment: str
    sentence: ClassVar[str] = "{side} passes in {segment}."


class ChitPlayed(Event):
    """An event chit was played, openly."""

    side: str
    chit: str
    what: str = ""

    def says(self, names: Names) -> str:
        """Who played what on whom; and who may play Heinrici next, as it changes hands openly (E1.3)."""
        told = f"{names(self.side)} plays {names(self.chit)}{f': {self.what}' if self.what else ''}."
        given = f" {names(RIVAL[self.side])} receives the chit and may play it from the next turn on."
        return told + (given if self.chit == HEINRICI else "")


class OperationsPhaseBegan(Event):
    """The Operations marker stands on a space: a new round of four impulses."""

    phase: int
    sentence: ClassVar[str] = "Operations phase {phase} begins."


class FreedomTested(Event):
    """A German unit in movement mode tried to be free of the ban on going west (7.2.2).

    `needs` is the lowest die that makes it free; 0 in games recorded before it was kept.
    """

    unit: str
    die: int
    free: bool
    needs: int = 0

    def says(self, names: Names) -> str:
        """Whether it may go west, by which die."""
        told = "is free to move" if self.free else "may not move west"
        needed = f"; {self.needs} or more was needed" if self.needs else ""
        return f"{names(self.unit)} {told} (die {self.die}{needed})."


class XIIArmyReleased(Event):
    """XII Army was turned round: two of its divisions a turn come in, from this turn on (2.1.2)."""

    turn: int
    sentence: ClassVar[str] = "XII Army is released: two divisions enter each turn from turn {turn} on."

    def apply(self, state: State) -> State:
        """The game remembers the turn."""
        return replace(state, facts={**state.facts, "xii-army": self.turn})


class AdvanceHalted(Event):
    """Americans and Soviets have met: the advance is over on all three tracks (2.2.4, 2.2.8)."""

    space: str
    sentence: ClassVar[str] = "Soviets and Americans meet in {space}: the American advance ends permanently."

    def apply(self, state: State) -> State:
        """The game remembers it."""
        return replace(state, facts={**state.facts, "american-halt": True})


class HitlerOrdered(Event):
    """Hitler demands a counter-attack of the Germans in the "north" (Koniev's) or "south" (Zhukov's)."""

    front: str
    sentence: ClassVar[str] = "Hitler orders a counter-attack by the Germans in the {front}."

    def apply(self, state: State) -> State:
        """The order stands until it is carried out or the turn ends."""
        return replace(state, facts={**state.facts, "hitler": self.front})


class ChitDrawn(Event):
    """A player drew an event chit; which one is in no public event."""

    side: str
    retells: ClassVar[bool] = True
    sentence: ClassVar[str] = "{side} draws an event chit."


class ChitDiscarded(Event):
    """A player gave an event chit back, face down."""

    side: str
    sentence: ClassVar[str] = "{side} discards an event chit."


class ChitRemoved(Event):
    """An event chit left the game, openly."""

    chit: str
    sentence: ClassVar[str] = "{chit} is out of the game."

    def apply(self, state: State) -> State:
        """It is among the chits that are out."""
        out = (*campaign(state).chits_out, self.chit)
        return replace(state, facts={**state.facts, "chits-out": out})


class CombatResolved(OddsResolved):
    """A combat was rolled (8.1.2)."""

    def says(self, names: Names) -> str:
        """Both sides with their strengths, the column, the modifiers, the die and the result."""
        return f"Attack on {names(self.space)}: {self.sums(names)}."

    def sums(self, names: Names) -> str:
        """The arithmetic, and what the die made of it."""
        ours, theirs = self.force(names, "attack"), self.force(names, "defence")
        against = f"{ours} = {self.attack} against {theirs} = {self.defence}"
        return f"{against}, column {self.column}. {self.roll()}: {self.result}"

    def force(self, names: Names, side: str) -> str:
        """The units of one side and what each counts: "8 GA-2 (20, across a river: 10)"."""
        found: dict[str, tuple[float, list[str]]] = {}
        for part in self.parts:
            if part["side"] == side:
                _, why = found.get(part["unit"], (0, []))
                changed = part["was"] != part["is"]
                told = [str(part["was"]), f"{part['reason']}: {part['is']}"] if changed else []
                found[part["unit"]] = (part["is"], [*why, *told[1 if why else 0 :]])
        return " + ".join(
            f"{names(unit)} ({', '.join(why) or worth})" for unit, (worth, why) in found.items()
        )

    def roll(self) -> str:
        """The die and its modifiers: "Die 5, modifiers +1 (complete Soviet army) = 6"."""
        if not self.drms:
            return f"Die {self.die}, no modifiers"
        told = ", ".join(f"{drm['value']:+d} {drm['reason']}" for drm in self.drms)
        return f"Die {self.die}, modifiers {told} ({self.drm:+d}) = {self.final}{self.capped()}"


class CityProgressResolved(CombatResolved):
    """A City Progress attack was rolled (9.2); `before` and `after` are the level of the zone."""

    before: int
    after: int

    def says(self, names: Names) -> str:
        """As for a combat, with the level."""
        moved = "stays at" if self.before == self.after else f"goes from {self.before} to"
        return f"City Progress in {names(self.space)}: {self.sums(names)}; the level {moved} {self.after}."
