"""What every phase asks of a position: printed numbers, enemies, zones of control, stacking, names of
hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from adjudicator.choices import Rooms
from adjudicator.events import StepLost, UnitEliminated
from adjudicator.mechanics.armies import army, stack
from adjudicator.mechanics.network import Network
from adjudicator.mechanics.remembered import Remembered, of_board
from adjudicator.mechanics.wording import called
from adjudicator.mechanics.zone_of_control import Extent, MendedZones, Zones
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.state import State, Unit
from maps.board import Board

from .clauses import enforces

network = of_board(Network.of)


@dataclass(frozen=True, kw_only=True)
class BattlefieldClauses:
    """zone: what a unit controls, nothing without it     stack: how many may be in a hex"""

    stack: str
    zone: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Battlefield:
    """The sides of a game, their zones and their stacking.

    most    (state, space, side) -> how much of a side may be in a hex
    counts  what a unit counts for there     counted  the word for that in a refusal: "units", "points"
    covers  (board, kind of unit, a, b) -> whether a zone reaches from a into b
    exerts  whether a unit has a zone
    """

    sides: tuple[str, str]
    clauses: BattlefieldClauses
    most: Callable[[State, str, str], int]
    counts: Callable[[State, Unit], int] = lambda state, unit: 1
    counted: str = "units"
    covers: Callable[[Board, str, str, str], bool] = lambda board, kind, a, b: True
    exerts: Callable[[State, Unit], bool] = lambda state, unit: True
    _zones: Remembered[Mapping[str, Zones]] = field(init=False)

    def __post_init__(self) -> None:
        extent = of_board(
            lambda board: Extent(network(board), lambda kind, a, b: self.covers(board, kind, a, b))
        )
        object.__setattr__(
            self, "_zones", Remembered(MendedZones(lambda state: extent(state.board), self._exerted))
        )

    def _exerted(self, state: State, unit: Unit) -> tuple[str, str] | None:
        here = self.clauses.zone and unit.at in state.board.spaces and self.exerts(state, unit)
        return (kind_of(state, unit), unit.at) if here else None

    def enemy(self, side: str) -> str:
        """The other side."""
        return self.sides[self.sides[0] == side]

    def enemies(self, state: State, space: str, side: str) -> tuple[Unit, ...]:
        """The enemies of a side in a hex."""
        return stack(state, space, self.enemy(side))

    @enforces("zone")
    def zone(self, state: State, side: str) -> Zones:
        """What a side controls."""
        return self._zones(state)[side]

    def covered(self, state: State, space: str, side: str) -> bool:
        """Whether a hex is in a zone of a side's enemy."""
        return space in self.zone(state, self.enemy(side))

    def open_to(self, state: State, space: str, side: str) -> bool:
        """Whether a hex has no enemy of a side and no enemy zone in it."""
        return not self.enemies(state, space, side) and not self.covered(state, space, side)

    @enforces("stack")
    def fits(self, state: State, space: str, *units: Unit) -> bool:
        """Whether these units of one side fit into a hex, together with those already there."""
        return self.held(state, space, *units) <= self.most(state, space, units[0].side)

    def held(self, state: State, space: str, *units: Unit) -> int:
        """How much would be in a hex with these units of one side."""
        coming = {unit.id: unit for unit in units}
        there = {unit.id: unit for unit in stack(state, space, units[0].side)}
        return sum(self.counts(state, unit) for unit in {**there, **coming}.values())

    def rooms(self, state: State, side: str) -> Rooms:
        """What stacking leaves room for."""
        units = army(state, side)
        held: dict[str, int] = {}
        for unit in units:
            held[unit.at] = held.get(unit.at, 0) + self.counts(state, unit)
        most = {self.most(state, space, side) for space in state.board.spaces}
        return Rooms(
            {"units": most.pop()} if len(most) == 1 else {},
            {space: {"units": count} for space, count in held.items()},
            {unit.id: {"units": self.counts(state, unit)} for unit in units},
        )

    def crowded(self, state: State, space: str, unit: Unit, legal: tuple[str, ...]) -> Refused:
        """What to say of a unit that does not fit into a hex."""
        most, held = self.most(state, space, unit.side), self.held(state, space, unit)
        why = f"{name(state, space)} would hold {held} {self.counted}. Its stacking limit is {most}"
        return Refused(self.clauses.stack, why, legal)

    def overfull(self, state: State) -> Iterator[str]:
        """What is wrong with the stacking of a position."""
        for side in self.sides:
            for unit in army(state, side):
                if not self.fits(state, unit.at, unit):
                    yield f"{unit.at} holds too much"


def printed(state: State, unit: Unit, what: str) -> int:
    """A number that is printed on the side of a counter that is up; 0 where none is."""
    counter = state.counter(unit)
    assert counter is not None
    return int(counter.steps[counter.full - max(unit.steps, 1)].values.get(what, 0))


def kind_of(state: State, unit: Unit) -> str:
    """The type of a unit, such as infantry."""
    counter = state.counter(unit)
    return counter.type if counter else ""


def full(state: State, unit: Unit) -> int:
    """How many steps a unit has when it is whole."""
    counter = state.counter(unit)
    return counter.full if counter else unit.steps


def name(state: State, space: str) -> str:
    """A hex as sentences call it: "Insterburg (3510)", or its number alone, also of one that is not there."""
    return called(state.board.spaces[space]) if space in state.board.spaces else space


def listed(units: Iterable[Unit]) -> str:
    """Units as a sentence names them."""
    return ", ".join(unit.id for unit in units)


def noted(state: State, what: str) -> tuple[str, ...]:
    """A list that the phase in progress remembers: who has moved, who has attacked."""
    return tuple(state.frames[0].facts.get(what, ()))


def note(play: Play, rule: str, what: str, *more: str) -> None:
    """Let the phase in progress remember more of them."""
    play.note(rule, **{what: (*noted(play.state, what), *more)})


def lose_step(play: Play, unit: Unit, step: str, gone: str, why: str = "") -> None:
    """A unit loses a step by the clause `step`; with its last one it is eliminated by the clause `gone`, and
    reports say why."""
    if unit.steps > 1:
        play.record(StepLost(rule=step, unit=unit.id, left=unit.steps - 1))
    else:
        play.record(UnitEliminated(rule=gone, unit=unit.id, at=unit.at, why=why))
