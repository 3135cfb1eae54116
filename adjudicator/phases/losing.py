"""Step losses in a combat: what leaves no choice is lost at once, for the rest the owner is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations_with_replacement

from adjudicator.answering import answered, settle, waiting_for
from adjudicator.choices import MANY, Choice
from adjudicator.mechanics.losses import Losses
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal
from adjudicator.state import Decision, State, Unit
from files.messages import counted

from .battlefield import listed, lose_step, printed
from .clauses import enforces
from .results import LEVEL, alive, set_tasks, task
from .words import HEX, UNIT


@dataclass(frozen=True, kw_only=True)
class LossClauses:
    """whose: the owner chooses     step: a unit with one step fewer     gone: a unit without any"""

    whose: str
    step: str
    gone: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Losing:
    """The step losses of a game. One that keeps count of them in its own way overrides `demand`, `number`,
    `lose` and `over`; one that asks in other words `question`, and `rank`.

    worth    the printed number by which a unit is weak or strong
    verb     the order, which is the topic of the question too
    several  whether one line may name several units, once for each step they lose (`read_units`)
    """

    clauses: LossClauses
    worth: str = "strength"
    verb: str = "lose"
    several: bool = False

    @property
    def choice(self) -> Choice:
        """The question who loses a step."""
        return Choice(
            topic=self.verb, rule=self.clauses.whose, verbs=(self.verb,), take=self.take, legal=self.legal,
            shown=MANY, within=(LEVEL,), once=not self.several,
            called=tuple(dict.fromkeys((self.verb, "loss"))),
            advised="Your weakest units lose steps first.",
            advice=(f"if asked {self.verb} then weakest first",), lists=(UNIT, HEX),
        )  # fmt: skip

    # -- what is to be lost --------------------------------------------------------------------------------

    def demand(self, state: State) -> Losses:
        """What is to be lost, and what of it has been lost."""
        now = task(state)
        return Losses({unit.id: unit.steps for unit in alive(state, now.units)}, now.steps)

    def number(self, state: State) -> str:
        """The clause by which it is to be lost."""
        return self.clauses.whose

    @enforces("step", "gone")
    def lose(self, play: Play, id_: str) -> None:
        """A unit loses a step of the demand; with its last one it is eliminated."""
        lose_step(play, play.state.units[id_], self.clauses.step, self.clauses.gone)
        now = task(play.state)
        set_tasks(play, self.clauses.whose, replace(now, steps=now.steps - 1))

    def over(self, play: Play) -> None:
        """Nothing more is to be lost."""
        set_tasks(play, self.clauses.whose)

    # -- the question --------------------------------------------------------------------------------------

    def question(self, state: State, found: Losses) -> str:
        """What the owner is asked."""
        of = listed(self.units(state, found))
        which = f"among {of}: one line may name several" if self.several else f"one of {of} for the first"
        choose = which if found.left > 1 else f"one of {of}"
        return f"Lose exactly {counted(found.left, 'step')} in this combat. Choose {choose}."

    def units(self, state: State, found: Losses) -> tuple[Unit, ...]:
        """The units of a demand that are left."""
        left = (id_ for id_, steps in found.steps.items() if steps > found.lost.get(id_, 0))
        return tuple(state.units[id_] for id_ in left)

    def rank(self, state: State, unit: Unit) -> tuple[int, ...]:
        """How much a unit is missed: if its owner says nothing, the lowest loses the step."""
        return (printed(state, unit, self.worth),)

    def weakest_first(self, state: State, found: Losses) -> list[str]:
        """The units of which one must lose the next step."""
        return sorted(found.candidates, key=lambda id_: (self.rank(state, state.units[id_]), id_))

    def legal(self, state: State, side: str) -> Iterator[str]:
        """Each unit that may lose the next step, then all that may lose several steps together."""
        found = self.demand(state)
        yield from (f"{self.verb} {id_}" for id_ in self.weakest_first(state, found))
        for size in range(2, found.left + 1 if self.several else 0):
            for some in combinations_with_replacement(found.candidates, size):
                if found.broken(some) is None:
                    yield f"{self.verb} {', '.join(some)}"

    def run(self, play: Play) -> None:
        """What leaves no choice is lost; then the owner is asked, unless nothing more is to be lost."""
        sure = self.demand(play.state).sure()
        if sure:
            self.settle_waiting(play, play.state.units[sure[0]].side)
        for id_ in sure:
            self.lose(play, id_)
        if self.demand(play.state).candidates:
            self.ask(play)
        else:
            self.over(play)

    def settle_waiting(self, play: Play, side: str) -> None:
        """The owner's line for losses that leave no choice is done, or refused: nobody is asked."""
        for order in waiting_for(play, side, self.verb):
            if not self.demand(play.state).steps.keys().isdisjoint(order.units):
                settle(play, side, order, refusal(self.check, play.state, (), order))
                return

    def ask(self, play: Play) -> None:
        """Ask the owner of the units who takes the next step."""
        state, found = play.state, self.demand(play.state)
        able = self.weakest_first(state, found)
        self.choice.ask(
            play, state.units[able[0]].side, self.question(state, found), rule=self.number(state),
            answers=(f"{self.verb} {id_}" for id_ in able), closed=True, silence=f"{able[0]} loses it",
            default=f"{self.verb} {able[0]}", about=tuple(found.steps),
        )  # fmt: skip

    @enforces("whose")
    def take(self, play: Play, decision: Decision, orders: list[Order]) -> None:
        """The owner says who loses the step, or several steps one after the other."""
        if found := answered(play, decision, orders, partial(self.check, play.state, decision.answers)):
            for id_ in found[1]:
                self.lose(play, id_)

    def check(self, state: State, legal: tuple[str, ...], order: Order) -> tuple[str, ...]:
        """The units that lose the next steps by a line, in its order. Raises Refused."""
        found, number = self.demand(state), self.number(state)
        ids = order.units if self.several else order.units[:1]
        broken = found.broken(ids)
        if broken is None:
            return ids
        place, able = broken
        if ids[place] not in found.steps:
            raise Refused(number, f"{ids[place]} takes no part in these losses", legal)
        if not able:
            raise Refused(number, f"steps still to be lost: only {found.left}", legal)
        raise Refused(number, f"{ids[place]} would have no steps left", legal)
