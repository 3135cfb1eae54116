"""Units that come on the map, and steps that come back: set-up, reinforcement, replacement."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from adjudicator.by_mail.drags import Form, each
from adjudicator.events import StepRegained, UnitPlaced
from adjudicator.mechanics.armies import army
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.state import Decision, State, Unit
from files.messages import first_few

from .battlefield import Battlefield, full, note, noted
from .clauses import enforces
from .words import said

OFFERED, NAMED = 4, 12
"""How many orders a refusal offers in the place of one, and how many hexes it names."""


@dataclass(frozen=True, kw_only=True)
class PlaceClauses:
    """owner: orders go to own units     who: which units may come     where: the hexes     all: nobody
    waits"""

    owner: str
    who: str
    where: str
    all: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Placing:
    """One way of coming on the map: a set-up, reinforcements, units rebuilt.

    waits    the box in which such units are     due
    (state, unit) -> why one may not come yet; "" if it may
    places   (state, unit) -> the hexes where it may, stacking aside
    steps    how many steps it has then; None: all
    budget   (state, side) -> how many may come in one phase; None: no limit
    must     whether all have to be placed before the phase ends, as in a set-up
    """

    ground: Battlefield
    clauses: PlaceClauses
    verb: str
    topic: str
    waits: str
    places: Callable[[State, Unit], list[str]]
    due: Callable[[State, Unit], str] = lambda state, unit: ""
    steps: int | None = None
    budget: Callable[[State, str], int | None] = lambda state, side: None
    must: bool = False
    why: str = ""
    asks: str = "Bring any number of units onto the map, each once in this phase."
    called: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """The clause that lets units come."""
        return self.clauses.who

    @property
    def verbs(self) -> tuple[str, ...]:
        """The orders that it takes."""
        return (self.verb,)

    @property
    def drag(self) -> Form:
        """What a drag means."""
        return each(f"{self.verb} {{unit}} at {{end}}")

    def question(self, state: State, side: str) -> str:
        """What a side is asked."""
        left = self.left(state, side)
        return self.asks if left is None else f"{self.asks} Units left: {left}."

    @property
    def silence(self) -> str:
        """What no answer means."""
        return "each unit in the first hex with room" if self.must else "nothing more"

    def left(self, state: State, side: str) -> int | None:
        """How many more may come in this phase; None: no limit."""
        most = self.budget(state, side)
        return None if most is None else most - len(noted(state, "placed"))

    @enforces("owner", "who")
    def check(self, state: State, side: str, unit: Unit) -> None:
        """A unit may come. Raises Refused."""
        if unit.side != side:
            raise Refused(self.clauses.owner, f"{unit.id} is not your unit")
        found = "" if unit.at == self.waits else f"{unit.id} is not among the units that may {self.verb}"
        spent = "no more units may come in this phase" if self.left(state, side) == 0 else ""
        if why := found or self.due(state, unit) or spent:
            raise Refused(self.clauses.who, why)

    def hexes(self, state: State, unit: Unit) -> list[str]:
        """The hexes where a unit may be placed."""
        return [at for at in self.places(state, unit) if self.ground.fits(state, at, unit)]

    def waiting(self, state: State, side: str) -> list[Unit]:
        """The units that may come now."""
        mine = (unit for unit in state.at(self.waits) if unit.side == side)
        here = [unit for unit in mine if not self.due(state, unit)]
        return [] if self.left(state, side) == 0 else here

    def legal(self, state: State, side: str) -> Iterator[str]:
        """Every unit in every hex: first one hex for each, in which there is room below those before it."""
        further: list[tuple[str, list[str]]] = []
        filled = state
        for unit in self.waiting(state, side):
            hexes = self.hexes(state, unit)
            first = [at for at in hexes if self.ground.fits(filled, at, unit)][:1] or hexes[:1]
            yield from (f"{self.verb} {unit.id} at {at}" for at in first)
            further.append((unit.id, [at for at in hexes if at not in first]))
            filled = filled.with_unit(replace(unit, at=first[0])) if first else filled
        yield from (f"{self.verb} {unit} at {at}" for unit, hexes in further for at in hexes)

    @enforces("where")
    def one(self, play: Play, side: str, order: Order) -> None:
        """A unit comes. Raises Refused."""
        unit, at = play.state.units[said(order).unit], said(order).hex
        self.check(play.state, side, unit)
        legal = tuple(f"{self.verb} {unit.id} at {one}" for one in self.hexes(play.state, unit)[:OFFERED])
        if at not in (places := self.places(play.state, unit)):
            only = f"only in {first_few(places, NAMED)}" if places else "nowhere now"
            raise Refused(self.clauses.where, f"{unit.id} may be placed {only}", legal)
        if not self.ground.fits(play.state, at, unit):
            raise self.ground.crowded(play.state, at, unit, legal)
        steps = self.steps or full(play.state, unit)
        play.record(UnitPlaced(rule=self.clauses.where, unit=unit.id, at=at, steps=steps, why=self.why))
        note(play, self.clauses.who, "placed", unit.id)

    @enforces("all")
    def may_end(self, state: State, side: str) -> None:
        """The phase may end. Raises Refused."""
        left = self.waiting(state, side) if self.must else []
        if left:
            why = f"{', '.join(unit.id for unit in left)} must be placed first"
            raise Refused(self.clauses.all, why, tuple(self.legal(state, side))[:OFFERED])

    def chance(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """A phase by chance."""
        return self.phase(state, decision.player, chance.choice)

    def purpose(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """A phase of a player who wants to win: all come, each to the first hex."""
        return self.phase(state, decision.player, lambda hexes: hexes[0])

    def phase(self, state: State, side: str, choose: Callable[[list[str]], str]) -> list[str]:
        """A whole phase: everybody who may come does."""
        lines, left = list[str](), self.left(state, side)
        for unit in self.waiting(state, side)[:left]:
            if hexes := self.hexes(state, unit):
                at = choose(hexes)
                lines.append(f"{self.verb} {unit.id} at {at}")
                state = state.with_unit(replace(unit, at=at))
        return [*lines, "end"]


@dataclass(frozen=True, kw_only=True)
class RestoreClauses:
    """owner: orders go to own units     who: which units get a step back     many: how many steps"""

    owner: str
    who: str
    many: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Restoring:
    """Steps that reduced units on the map get back.

    may      (state, unit) -> why a unit may not have one; "" if it may
    budget   (state, side) -> how many steps a side may still restore; `restored` counts those of this phase
    """

    ground: Battlefield
    clauses: RestoreClauses
    may: Callable[[State, Unit], str]
    budget: Callable[[State, str], int]
    verb: str = "restore"
    topic: str = "restore"
    called: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    drag: Form | None = None

    @property
    def rule(self) -> str:
        """The clause that gives the steps."""
        return self.clauses.many

    @property
    def verbs(self) -> tuple[str, ...]:
        """The orders that it takes."""
        return (self.verb,)

    def left(self, state: State, side: str) -> int:
        """How many steps a side may still restore."""
        return self.budget(state, side) - len(noted(state, "restored"))

    def question(self, state: State, side: str) -> str:
        """What a side is asked."""
        return f"Restore up to {self.left(state, side)} steps in this phase, one for each unit."

    @enforces("owner", "who", "many")
    def check(self, state: State, side: str, unit: Unit) -> None:
        """A unit may have a step. Raises Refused."""
        if unit.side != side:
            raise Refused(self.clauses.owner, f"{unit.id} is not your unit")
        if unit.at not in state.board.spaces:
            raise Refused(self.clauses.who, f"{unit.id} is not on the map")
        if unit.steps >= full(state, unit):
            raise Refused(self.clauses.who, f"{unit.id} is at full strength")
        if unit.id in noted(state, "restored"):
            raise Refused(self.clauses.many, f"{unit.id} has already regained a step in this phase")
        if self.left(state, side) <= 0:
            raise Refused(self.clauses.many, "you have no replacement steps left in this turn")
        if why := self.may(state, unit):
            raise Refused(self.clauses.who, why)

    def legal(self, state: State, side: str) -> Iterator[str]:
        """Every unit that may have a step."""
        for unit in army(state, side):
            if self.fit(state, side, unit):
                yield f"{self.verb} {unit.id}"

    def fit(self, state: State, side: str, unit: Unit) -> bool:
        """Whether a unit may have a step."""
        try:
            self.check(state, side, unit)
        except Refused:
            return False
        return True

    def one(self, play: Play, side: str, order: Order) -> None:
        """A unit gets a step. Raises Refused."""
        unit = play.state.units[said(order).unit]
        self.check(play.state, side, unit)
        play.record(StepRegained(rule=self.clauses.many, unit=unit.id, steps=unit.steps + 1))
        note(play, self.clauses.many, "restored", unit.id)

    def may_end(self, state: State, side: str) -> None:
        """The phase may end at any time."""

    def chance(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """A phase: as many as can."""
        return [*list(self.legal(state, decision.player))[: self.left(state, decision.player)], "end"]

    purpose = chance


@dataclass(frozen=True, eq=False, kw_only=True)
class Together:
    """Several works that are ordered in one phase, as reinforcements and replacements are."""

    topic: str
    works: tuple[Placing | Restoring, ...]
    called: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """The clause of the first."""
        return self.works[0].rule

    @property
    def verbs(self) -> tuple[str, ...]:
        """The orders of all."""
        return tuple(verb for work in self.works for verb in work.verbs)

    @property
    def drag(self) -> Form | None:
        """What a drag means: what it means to the first."""
        return self.works[0].drag

    def question(self, state: State, side: str) -> str:
        """What a side is asked."""
        asked = (work.question(state, side) for work in self.works if any(work.legal(state, side)))
        return " ".join(dict.fromkeys(asked))

    def legal(self, state: State, side: str) -> Iterator[str]:
        """What may be ordered in any of them."""
        for work in self.works:
            yield from work.legal(state, side)

    def one(self, play: Play, side: str, order: Order) -> None:
        """A line of one of them. Raises Refused."""
        next(work for work in self.works if order.verb in work.verbs).one(play, side, order)

    def may_end(self, state: State, side: str) -> None:
        """The phase may end if each of them may. Raises Refused."""
        for work in self.works:
            work.may_end(state, side)

    def chance(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """The first of them with something to order; the others are asked again."""
        return self._first(state, decision, lambda work: work.chance(state, decision, chance))

    def purpose(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """The same of a player who wants to win."""
        return self._first(state, decision, lambda work: work.purpose(state, decision, chance))

    def _first(
        self, state: State, decision: Decision, bot: Callable[[Placing | Restoring], list[str]]
    ) -> list[str]:
        able = next((work for work in self.works if any(work.legal(state, decision.player))), None)
        lines = bot(able) if able else ["end"]
        return lines[:-1] if len(lines) > 1 else lines
