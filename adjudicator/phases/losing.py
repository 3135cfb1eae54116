"""Step losses in a combat: what leaves no choice is lost at once, for the rest the owner is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from adjudicator.answering import answered
from adjudicator.choices import Choice
from adjudicator.events import StepLost, UnitEliminated
from adjudicator.mechanics.losses import Losses
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.state import Decision, State, Unit

from .battlefield import listed, printed
from .clauses import enforces
from .results import LEVEL, alive, set_tasks, task
from .words import HEX, UNIT, said


@dataclass(frozen=True, kw_only=True)
class LossClauses:
    """whose: the owner chooses     step: a unit with one step fewer     gone: a unit without any"""

    whose: str
    step: str
    gone: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Losing:
    """The step losses of a game; `worth` is the printed number by which a unit is weak or strong."""

    clauses: LossClauses
    worth: str = "strength"

    @property
    def choice(self) -> Choice:
        """The question who loses a step."""
        return Choice(
            topic="lose", rule=self.clauses.whose, verbs=("lose",), take=self.take, legal=self.legal,
            within=(LEVEL,), once=True, called=("lose", "loss"), advice=("if asked lose then weakest first",),
            lists=(UNIT, HEX),
        )  # fmt: skip

    def demand(self, state: State) -> Losses:
        """What is still to be lost."""
        now = task(state)
        return Losses({unit.id: unit.steps for unit in alive(state, now.units)}, now.steps)

    def legal(self, state: State, side: str) -> Iterator[str]:
        """Whoever may lose the next step, the weakest first."""
        units = sorted(
            (state.units[id_] for id_ in self.demand(state).candidates),
            key=lambda unit: (printed(state, unit, self.worth), unit.id),
        )
        yield from (f"lose {unit.id}" for unit in units)

    def run(self, play: Play) -> None:
        """The next step of the task: lost, where there is no choice, or asked for."""
        found, now = self.demand(play.state), task(play.state)
        sure = found.sure()
        if not found.candidates:
            set_tasks(play, self.clauses.whose)
        elif sure:
            self.lose(play, play.state.units[sure[0]])
        else:
            units = alive(play.state, now.units)
            weakest = next(self.legal(play.state, now.side))
            self.choice.ask(
                play, now.side, f"Lose exactly 1 step in this combat. Choose one of {listed(units)}.",
                closed=True, silence=f"{weakest.split()[-1]} loses it", default=weakest,
                about=tuple(unit.id for unit in units),
            )  # fmt: skip

    @enforces("step", "gone")
    def lose(self, play: Play, unit: Unit) -> None:
        """A unit loses a step; with its last one it is eliminated."""
        if unit.steps > 1:
            play.record(StepLost(rule=self.clauses.step, unit=unit.id, left=unit.steps - 1))
        else:
            play.record(UnitEliminated(rule=self.clauses.gone, unit=unit.id, at=unit.at))
        now = task(play.state)
        set_tasks(play, self.clauses.whose, replace(now, steps=now.steps - 1))

    @enforces("whose")
    def take(self, play: Play, decision: Decision, orders: list[Order]) -> None:
        """The owner says who loses the step."""

        def check(order: Order) -> Unit:
            if said(order).unit not in self.demand(play.state).candidates:
                why = f"{said(order).unit} is not among the units that may lose it"
                raise Refused(self.clauses.whose, why, decision.answers)
            return play.state.units[said(order).unit]

        if found := answered(play, decision, orders, check):
            self.lose(play, found[1])
