"""What can happen in the campaign and nowhere else: reports booked and returned, steps passed over, chits,
the front, and what the steps of the Refit Phase bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from adjudicator.events import Event, Names
from adjudicator.state import Json, State, Unit

from .position import BOUGHT, OWN


class StepNotUsed(Event):
    """A step of the Refit Phase that this campaign does not have."""

    sentence = "Step {number} ({title}) is not used."
    number: str
    title: str


class LineFiled(Event):
    """A side has filed a joint line, and the other has not yet."""

    sentence = "{The side} has filed: {text}"
    side: str
    text: str


class LineBooked(Event):
    """Both sides have filed the same."""

    sentence = "Both sides report: {text}"
    text: str


class LinesReturned(Event):
    """A report that only one side has filed, though both were asked for it, is not booked."""

    lines: Mapping[str, tuple[str, ...]]

    def says(self, names: Names) -> str:
        """Side by side, what the other has not filed."""
        told = (f"{names(side)} alone: {'; '.join(lines)}" for side, lines in self.lines.items() if lines)
        return f"The reports differ, so none of this is recorded. {'. '.join(told)}."


class BothFiled(Event):
    """Both sides' sealed sheets for a step are in."""

    sentence = "{what} of both sides are in, sealed."
    what: str


class ChitsOpened(Event):
    """Both Initiative Chits, at the same moment."""

    chits: Mapping[str, str]

    def says(self, names: Names) -> str:
        """Which side attacks, which is idle."""
        told = (f"{names(side)} {chit.capitalize()}" for side, chit in self.chits.items())
        return f"The Initiative Chits are revealed: {', '.join(told)}."


class InitiativeDecided(Event):
    """Who moves first in the CGS to come; nobody in a Lull."""

    case: str
    first: str = ""
    night: bool = False

    def says(self, names: Names) -> str:
        """The case, the side that moves first, and its role."""
        if not self.first:
            return "A Lull: there is no fighting on this date."
        kind = "Dual Attack" if self.case == "dual" else f"{names(self.case)}: an Assault"
        at_night = " and by night the Attacker" if self.night else ""
        return f"{kind}. {names.begins(self.first)} moves first and is the CGS Attacker{at_night}."


class DualRolled(Event):
    """The dice for the first mover of a Dual Attack, a tie being rolled again."""

    dice: Mapping[str, int]
    totals: Mapping[str, int]

    def says(self, names: Names) -> str:
        """The arithmetic of each side, and who moves first."""
        told = (
            f"{names(side)} dr {die} {self.totals[side] - die:+} = {self.totals[side]}"
            for side, die in self.dice.items()
        )
        low = min(self.totals.values())
        firsts = [side for side, total in self.totals.items() if total == low]
        end = f"{names.who(firsts[0])} moves first" if len(firsts) == 1 else "a tie, rolled again"
        return f"{', '.join(told)}: {end}."


class FightBegan(Event):
    """Turn 1 of the firefight."""

    sentence = "{date}: turn 1 begins; {the first} moves first."
    date: str
    first: str


class FightEnded(Event):
    """The firefight of this date is over."""

    sentence = "The CGS ends: {why}."
    why: str


class StepSigned(Event):
    """Something of a step that is decided at the table, as both sides have reported it."""

    sentence = "Step {number}, {title}: {text}."
    number: str
    title: str
    text: str


def _told(hexes: tuple[str, ...]) -> str:
    return ", ".join(one.upper() for one in hexes) or "none"


class EdgesListed(Event):
    """The map-edge hexes that each side controls: where it may enter, with what it may always enter."""

    hexes: Mapping[str, tuple[str, ...]]

    def says(self, names: Names) -> str:
        """Side by side."""
        told = (f"{names(side)}: {_told(hexes)}" for side, hexes in self.hexes.items())
        return f"Map-edge hexes controlled. {'. '.join(told)}."


class NoMansLandMarked(Event):
    """The Strategic Locations that nobody controls, through which no perimeter may run."""

    hexes: tuple[str, ...]

    def says(self, names: Names) -> str:
        """Which."""
        return f"Strategic Locations in No-Man's Land: {_told(self.hexes)}."


class AreasIsolated(Event):
    """The hexes of a side from which no way leads to an entry area."""

    side: str
    hexes: tuple[str, ...]

    def says(self, names: Names) -> str:
        """Whose, and which."""
        return f"{names(self.side)}: isolated hexes: {_told(self.hexes)}."


class EastOpened(Event):
    """The Russians may enter by the east edge from now on."""

    sentence = "New Russian groups may now enter by the east edge south of the Spree."


class FortsShown(Event):
    """Fortifications that a side has set up openly, as the enemy sees them."""

    side: str
    works: tuple[str, ...]

    def says(self, names: Names) -> str:
        """What is placed where."""
        return f"{names.begins(self.side)} has set up: {', '.join(self.works)}."


class CountersShown(Event):
    """Counters of a side that the enemy sees when it has set up, and may not look under: kind of
    counter -> hexes."""

    side: str
    counters: Mapping[str, tuple[str, ...]]

    def says(self, names: Names) -> str:
        """What is placed where."""
        told = (f"{kind} in {_told(hexes)}" for kind, hexes in self.counters.items())
        return f"Counters of {names.who(self.side)} whose contents are secret: {'; '.join(told)}."


class LossesBooked(Event):
    """Both sides report the same losses of a side: its CVP for victory and for ELR, each as a sum."""

    sentence = "Losses of {the side}: for victory {counted} CVP; for ELR {elr} CVP."
    side: str
    counted: str
    elr: str


class PointsClaimed(Event):
    """A side captured stone Locations; its LVP of the CGS so far."""

    sentence = "{The side} captured {hexes}: {points} LVP in this CGS so far."
    side: str
    hexes: tuple[str, ...]
    points: int


class CgsDecided(Event):
    """Who won a CGS, with the sums of both sides."""

    decides = True
    sentence = "{The winner} wins the CGS of {date}: {why}."
    winner: str
    date: str
    why: str


class DateOpened(Event):
    """The Refit Phase goes on to the next date."""

    sentence = "The players now prepare {date}."
    date: str


class ElrAdjusted(Event):
    """What the losses of a CGS, or a Lull, did to the ELR of a side."""

    sentence = "ELR of {the side}: {why}."
    side: str
    why: str


class ElrChanged(Event):
    """The ELR in force of a side, with its arithmetic for each printed value."""

    sentence = "ELR of {the side} now: {values}."
    side: str
    values: str


class WeatherSet(Event):
    """The weather of a date; `conditions` are the Environmental Conditions."""

    date: str
    weather: str
    conditions: str
    moon: str = ""

    def says(self, names: Names) -> str:
        """Weather, EC, and the moon by night."""
        moon = f", {self.moon} Moon" if self.moon else ""
        return f"Weather of {self.date}: {self.weather}, EC {self.conditions}{moon}."


class FireBurned(Event):
    """What a fire did to a hex in the Refit Phase."""

    sentence = "Fire in {space}: {why}."
    space: str
    why: str


class UnitReplaced(Event):
    """A unit is another from now on, under the same id; `second` is the id of the other of two."""

    unit: str
    was: str
    into: str
    second: str = ""

    def apply(self, state: State) -> State:
        """The unit keeps its place and its markers; the second joins it with the same ones."""
        unit = replace(state.units[self.unit], kind=self.into)
        made = {unit.id: unit} | ({self.second: replace(unit, id=self.second)} if self.second else {})
        return state.but(units={**state.units, **made})

    def says(self, names: Names) -> str:
        """What it was and what it is."""
        into = names(self.into)
        two = f"two {into}, {names(self.unit)} and {names(self.second)}" if self.second else f"a {into}"
        return f"{names(self.unit)}, a {names(self.was)}, is replaced by {two}."


class DiceModified(Event):
    """What this rulebook adds to dice that the players roll: `rolled` None where they have not yet."""

    what: str
    drms: tuple[Json, ...]
    rolled: int | None = None

    def says(self, names: Names) -> str:
        """The modifiers, each with its clause, and the sum."""
        told = ", ".join(f"{one['value']:+} {one['reason']} [{one['rule']}]" for one in self.drms)
        more = sum(one["value"] for one in self.drms)
        if self.rolled is None:
            return f"{self.what}: {told or 'nothing'} is added to the dice, {more:+} in all."
        return f"{self.what}: {self.rolled}{f', {told}' if told else ''} = {self.rolled + more}."


class TableNoted(Event):
    """What a clause says of something at the table, and nothing else follows from."""

    text: str

    def says(self, names: Names) -> str:
        """Its words."""
        return f"{self.text[:1].upper()}{self.text[1:].rstrip('.')}."


class Prompted(TableNoted):
    """A side is reminded of what it may still do: nothing that an audit has to disclose."""


SORTS = ("units", "sw", "crews", "leaders")
"""What a group consists of, in the order in which it is told."""


class GroupArrived(Event):
    """A reinforcement group was rolled for: `units` by id, each of a kind, are in the box of purchases, with
    these flags; `came` is what its side's record says of it."""

    side: str
    group: str
    title: str
    units: Mapping[str, str]
    flags: tuple[str, ...]
    came: Mapping[str, Json]

    def apply(self, state: State) -> State:
        """The units are there, and the group is on record. Raises ValueError for one that is already."""
        if self.units.keys() & state.units.keys():
            raise ValueError(f"there is a group {self.group} already")
        made = {
            id_: Unit(id_, self.side, BOUGHT, 1, frozenset(self.flags), kind)
            for id_, kind in sorted(self.units.items())  # as a journal has them that is read back
        }
        own = state.facts.get(OWN + self.side, {})
        groups = {**own.get("groups", {}), self.group: self.came}
        facts = {**state.facts, OWN + self.side: {**own, "groups": groups}}
        return state.but(units={**state.units, **made}, facts=facts)

    def says(self, names: Names) -> str:
        """What the group is: "I5#1 Engineer Ptn, depleted: 2 x 6-2-8, LMG, DC, 9-1; set up by entry"."""
        strength = f", {self.came['strength']}" if self.came.get("strength") else ""
        sorts = [self.came.get(sort, {}) for sort in SORTS]
        kinds = sorted(self.units.items(), key=lambda unit: ([unit[1] not in one for one in sorts], unit[0]))
        counted = Counter(names(kind) for _, kind in kinds)
        units = [f"{count} x {kind}" if count > 1 else kind for kind, count in counted.items()]
        ammo = [f"{self.came['ammo']} ammunition"] if self.came.get("ammo") else []
        told = ", ".join([*units, *ammo]) or "bought"
        flags = ", ".join(flag for flag in self.flags if flag != "new")
        return f"{self.group} {self.title}{strength}: {told}{f' ({flags})' if flags else ''}."
