"""The advance after a combat into the hex that was left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.answering import answered
from adjudicator.by_mail.drags import together
from adjudicator.by_mail.standing import ending
from adjudicator.choices import Choice
from adjudicator.events import UnitMoved
from adjudicator.mechanics.advance import groups
from adjudicator.mechanics.armies import stack
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.state import Decision, State

from .battlefield import Battlefield, name
from .clauses import enforces
from .results import LEVEL, alive, combat, set_tasks, task
from .words import HEX, UNIT, said

NOBODY = "no advance"


@dataclass(frozen=True, kw_only=True)
class AdvanceClauses:
    """who: attackers may advance     room: as many as may be there"""

    who: str
    room: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Advancing:
    """The advances of a game: by `most` units at most (None: as many as fit)."""

    ground: Battlefield
    clauses: AdvanceClauses
    most: int | None = None

    @property
    def choice(self) -> Choice:
        """The question who advances."""
        return Choice(
            topic="advance", rule=self.clauses.who, verbs=("advance", "no"), take=self.take, legal=self.legal,
            within=(LEVEL,), once=True, ends=("no",), called=("advance",),
            advised="The strongest of your units that may advance after combat do.",
            advice=("if asked advance then strongest",), policies={"no": ending({"no": NOBODY})},
            lists=(UNIT, HEX), drag=together("advance {units}"), purpose=lambda state, asked, _:
            [asked.answers[0]],
        )  # fmt: skip

    def sets(self, state: State) -> list[tuple[str, ...]]:
        """Who may advance together into the hex, if no enemy is left in it; the most first."""
        now = combat(state)
        if stack(state, now.space, self.ground.enemy(now.side)):
            return []
        near = [u.id for u in alive(state, task(state).units) if state.board.adjacent(u.at, now.space)]
        units = state.units
        return [
            one
            for one in groups(near, self.most)
            if self.ground.fits(state, now.space, *(units[id_] for id_ in one))
        ]

    def legal(self, state: State, side: str) -> Iterator[str]:
        """Every group that may advance, and nobody."""
        yield from (f"advance {', '.join(one)}" for one in self.sets(state))
        yield NOBODY

    def run(self, play: Play) -> None:
        """The attacker says who advances, if anybody can."""
        found = self.sets(play.state)
        if not found:
            set_tasks(play, self.clauses.who)
            return
        able = tuple(dict.fromkeys(id_ for one in found for id_ in one))
        where, most = name(play.state, combat(play.state).space), len(found[0])
        self.choice.ask(
            play, task(play.state).side,
            f"Advance up to {most} of these units into {where} in this combat: {', '.join(able)}.",
            silence="nobody advances", default=NOBODY, about=able,
        )  # fmt: skip

    def take(self, play: Play, decision: Decision, orders: list[Order]) -> None:
        """Who advances does."""
        if found := answered(play, decision, orders, lambda order: self.check(play.state, order)):
            for id_ in found[1]:
                path = (play.state.units[id_].at, combat(play.state).space)
                play.record(UnitMoved(rule=self.clauses.who, unit=id_, path=path, how="advance"))
            set_tasks(play, self.clauses.who)

    @enforces("who", "room")
    def check(self, state: State, order: Order) -> tuple[str, ...]:
        """Who advances by a line; () for nobody. Raises Refused."""
        ids, found = tuple(dict.fromkeys(said(order).units)), self.sets(state)
        legal = tuple(self.legal(state, ""))
        for id_ in ids:
            if not any(id_ in one for one in found):
                raise Refused(self.clauses.who, f"{id_} is not among the units that may advance", legal)
        if ids and set(ids) not in map(set, found):
            why = f"{', '.join(ids)} may not all advance into {name(state, combat(state).space)}"
            raise Refused(self.clauses.room, why, legal)
        return ids
