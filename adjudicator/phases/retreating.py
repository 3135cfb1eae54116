"""Retreats after a combat: which way a unit goes, and the choice between a retreat and a loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from adjudicator.answering import answered
from adjudicator.by_mail.drags import each
from adjudicator.choices import Choice
from adjudicator.events import UnitEliminated, UnitMoved
from adjudicator.mechanics.movement import Barred, Crossing
from adjudicator.mechanics.retreat import Bar, Broken, Path, Preference, Retreat, broken_retreat
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.state import Decision, State, Unit
from files.messages import counted

from .battlefield import Battlefield, name, network
from .clauses import enforces
from .moving import Costs
from .results import LEVEL, Task, alive, set_tasks, task, without
from .words import HEX, UNIT, said


@dataclass(frozen=True, kw_only=True)
class RetreatClauses:
    """way: the owner chooses     barred: no enemies, no enemy zones     none: who cannot is eliminated
    room: who finds no room goes on     away: away from where it was"""

    way: str
    barred: str
    none: str
    room: str
    away: str = ""


def closed(step: Crossing) -> str:
    """Why the ground or a hexside bars a step; "" if it does not."""
    return step.why if isinstance(step, Barred) else ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Retreating:
    """The retreats of a game.

    bars      (state, unit) -> further steps that a retreat may not take     further   hexes beyond, for room
    costs     those of a `Moving`: ground and hexsides that it may not cross, no retreat crosses; None: any
    prefers   (state, unit) -> what comes first, beside ending as far away as possible (clause "away", if any)
    """

    ground: Battlefield
    clauses: RetreatClauses
    bars: Callable[[State, Unit], Sequence[Bar]] = lambda state, unit: ()
    costs: Costs | None = None
    prefers: Callable[[State, Unit], Sequence[Preference]] = lambda state, unit: ()
    further: int = 2

    @property
    def choice(self) -> Choice:
        """The question which way a unit retreats."""
        return Choice(
            topic="retreat", rule=self.clauses.way, verbs=("retreat",), take=self.take, legal=self.legal,
            within=(LEVEL,), once=True, called=("retreat",), advice=("if asked retreat then default",),
            advised="Your units retreat along the first path that the question lists.",
            lists=(HEX, UNIT), drag=each("retreat {unit} via {path}"),
        )  # fmt: skip

    @enforces("barred", "away")
    def search(self, state: State, unit: Unit) -> Retreat:
        """The retreat of a unit."""
        covered, far = self.ground.covered, state.board.distance
        own: tuple[Bar, ...] = (
            Bar(self.clauses.barred, lambda path, to: self.enemy_in(state, to, unit)),
            Bar(
                self.clauses.barred,
                lambda path, to: (
                    f"{to} is in an enemy zone of control" if covered(state, to, unit.side) else ""
                ),
            ),
        )
        if self.costs:
            ground = self.costs(state, unit).bare
            own = (*own, Bar(self.clauses.barred, lambda path, to: closed(ground.crossing(path[-1], to))))
        away = Preference(
            self.clauses.away, "a retreat leads away", lambda path, to: -(far(unit.at, to) or 0), whole=True
        )
        return Retreat(
            network(state.board), unit.at, task(state).hexes, (*own, *self.bars(state, unit)),
            (*([away] if self.clauses.away else []), *self.prefers(state, unit)),
            lambda at: self.ground.fits(state, at, unit), self.further,
        )  # fmt: skip

    def enemy_in(self, state: State, at: str, unit: Unit) -> str:
        """That enemies are in a hex, in words; "" if none are."""
        return f"enemies are in {at}" if self.ground.enemies(state, at, unit.side) else ""

    def next_unit(self, state: State) -> Unit | None:
        """Whose retreat comes next."""
        return next(iter(alive(state, task(state).units)), None)

    def legal(self, state: State, side: str) -> Iterator[str]:
        """Every way of the unit that must retreat."""
        unit = self.next_unit(state)
        if unit:
            yield from (self.line(unit, path) for path in sorted(self.search(state, unit).legal().paths))

    def line(self, unit: Unit, path: Path) -> str:
        """A retreat as an order."""
        return f"retreat {unit.id} via {'-'.join(path[1:])}"

    @enforces("none")
    def run(self, play: Play) -> None:
        """The next unit retreats, or its owner is asked which way, or it is eliminated."""
        unit, now = self.next_unit(play.state), task(play.state)
        if unit is None:
            set_tasks(play, self.clauses.way)
            return
        found = self.search(play.state, unit).legal()
        if not found.complete:
            why = "it cannot retreat"
            play.record(UnitEliminated(rule=self.clauses.none, unit=unit.id, at=unit.at, why=why))
            set_tasks(play, self.clauses.none, *without(now, unit.id))
        elif len(found.paths) == 1:
            self.fall_back(play, unit, found.paths[0])
        else:
            hex_, several = play.state.board.called
            hexes, first = counted(now.hexes, hex_, several), next(self.legal(play.state, unit.side))
            where, on = name(play.state, unit.at), len(found.paths[0]) - 1
            room = (
                f" No {hex_} at that distance has room, so it retreats {on} {several} ({self.clauses.room})."
            )
            self.choice.ask(
                play, unit.side,
                f"Retreat {unit.id} exactly {hexes} from {where} in this combat.{room * (on > now.hexes)}",
                closed=True, silence="the first of these paths", default=first, about=(unit.id,),
            )  # fmt: skip

    def fall_back(self, play: Play, unit: Unit, path: Path) -> None:
        """A unit retreats."""
        play.record(UnitMoved(rule=self.clauses.way, unit=unit.id, path=path, how="retreat"))
        set_tasks(play, self.clauses.way, *without(task(play.state), unit.id))

    def take(self, play: Play, decision: Decision, orders: list[Order]) -> None:
        """The owner says which way."""
        unit = play.state.units[decision.about[0]]
        if found := answered(play, decision, orders, lambda order: self.check(play.state, unit, order)):
            self.fall_back(play, unit, found[1])

    @enforces("way")
    def check(self, state: State, unit: Unit, order: Order) -> Path:
        """The path of a line. Raises Refused."""
        told, lines = said(order), tuple(self.legal(state, unit.side))
        if told.unit != unit.id:
            raise Refused(self.clauses.way, f"{unit.id} must retreat now, not {told.unit}", lines)
        search = self.search(state, unit)
        if told.way == "to":
            found = [path for path in search.legal().paths if path[-1] == told.path[0]]
            if not found:
                raise Refused(
                    self.clauses.way, f"a retreat may not end in {name(state, told.path[0])}", lines
                )
            return found[0]
        path = told.path if told.path[0] == unit.at else (unit.at, *told.path)
        if broken := search.broken(path):
            crowded = broken.kind == "short" and len(path) > search.spaces
            raise self.refused(state, path, replace(broken, kind="full") if crowded else broken, lines)
        return path

    @enforces("room")
    def refused(self, state: State, path: Path, broken: Broken, lines: tuple[str, ...]) -> Refused:
        """What to say of a path that a retreat may not take."""
        rule = self.clauses.room if broken.kind == "full" else broken.rule or self.clauses.way
        return Refused(rule, broken_retreat(broken, path, lambda at: name(state, at)), lines)


@dataclass(frozen=True, kw_only=True)
class EitherClauses:
    """choice: a loss or a retreat, as the owner likes"""

    choice: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Deciding:
    """The choice between a loss and a retreat; `stay` and `leave` are the orders for it."""

    clauses: EitherClauses
    retreating: Retreating
    stay: str = "stand"
    leave: str = "withdraw"

    @property
    def choice(self) -> Choice:
        """The question which of the two."""
        return Choice(
            topic="result", rule=self.clauses.choice, verbs=(self.stay, self.leave), take=self.take,
            legal=self.legal, within=(LEVEL,), once=True, called=("result",),
            advised="Where a result allows a step loss or a retreat, your units retreat.",
            advice=("if asked result then default",),
        )  # fmt: skip

    @enforces("choice")
    def legal(self, state: State, side: str) -> Iterator[str]:
        """Either of them: the retreat first, if it can be made."""
        now = task(state)
        units = alive(state, now.units)
        search = self.retreating.search
        if all(search(state, unit).legal().complete for unit in units):
            yield self.leave
        yield self.stay

    def run(self, play: Play) -> None:
        """The owner is asked, where there is a choice."""
        now, found = task(play.state), list(self.legal(play.state, task(play.state).side))
        if len(found) < 2:
            self.decide(play, found[0])
            return
        steps, hexes = counted(now.steps, "step"), counted(now.hexes, *play.state.board.called)
        asked = (
            f'Choose one line in this combat: "{self.stay}" loses {steps}, "{self.leave}" retreats each '
            f"of your units {hexes}."
        )
        self.choice.ask(play, now.side, asked, closed=True, silence="your units retreat", default=self.leave)

    def decide(self, play: Play, verb: str) -> None:
        """The task is one of the two from now on."""
        now = task(play.state)
        kind = "lose" if verb == self.stay else "retreat"
        made = Task(kind=kind, side=now.side, units=now.units, steps=now.steps, hexes=now.hexes)
        set_tasks(play, self.clauses.choice, made)

    def take(self, play: Play, decision: Decision, orders: list[Order]) -> None:
        """The owner says which."""
        if found := answered(play, decision, orders, lambda order: order.verb):
            self.decide(play, found[1])
