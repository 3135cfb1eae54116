"""Turns and phases as rows: from them come the sequence of play, its questions, and which orders may wait."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, islice
from typing import Protocol

from adjudicator.answering import every_legal
from adjudicator.by_mail.drags import Form
from adjudicator.choices import Choice
from adjudicator.events import TurnBegan
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.sequence import Segment, check_once
from adjudicator.state import Decision, State

from .clauses import enforces
from .results import combat
from .words import ENDING

SHOWN = 12
"""How many orders a question names."""
OFFERED = 4
"""How many orders a refusal offers that has none of its own."""


class Work(Protocol):
    """What is ordered in a phase: `Moving`, `Fighting`, `Placing`, `Restoring`, `Together`, or one of your
    own.

    topic     what the journal calls its question     rule    the clause that gives it
    verbs     its orders                              called  what players call it in standing orders
    drag      what a drag in a log means              advice  standing orders to recommend
    """

    @property
    def topic(self) -> str:  # noqa: D102
        ...

    @property
    def rule(self) -> str:  # noqa: D102
        ...

    @property
    def verbs(self) -> tuple[str, ...]:  # noqa: D102
        ...

    @property
    def called(self) -> tuple[str, ...]:  # noqa: D102
        ...

    @property
    def advice(self) -> tuple[str, ...]:  # noqa: D102
        ...

    @property
    def drag(self) -> Form | None:  # noqa: D102
        ...

    def question(self, state: State, side: str) -> str:
        """What a side is asked."""
        ...

    def legal(self, state: State, side: str) -> Iterable[str]:
        """What a side may order, the likeliest first; where that is nothing the phase is passed over."""
        ...

    def one(self, play: Play, side: str, order: Order) -> object:
        """Carry out a line. Raises Refused."""
        ...

    def may_end(self, state: State, side: str) -> None:
        """The phase may end. Raises Refused."""
        ...

    def chance(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """A bot's lines, by chance."""
        ...

    def purpose(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """The lines of a bot that wants to win."""
        ...


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase in which one side orders any number of lines, one after the other, until it says "end"; `does`
    is what happens then. Without a `work` nothing is ordered."""

    id: str
    title: str
    rule: str
    side: str
    work: Work | None = None
    does: Callable[[Play, str], None] = lambda play, side: None


@dataclass(frozen=True, kw_only=True)
class TurnClauses:
    """turns: how many turns there are     phases: what a player turn consists of"""

    turns: str
    phases: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Turns:
    """The phases of a turn in their order, those before the first turn, and what happens at their ends.

    after      what is done when a phase is over     over  what is done when a turn is: the game ends, or not
    begins     what is done as a turn begins, the first excepted: a reminder from the turn track. A die of
               every turn is rolled in a phase of its own, without a work

    Where phases do not always come in the same order (cards, impulses), derive a class with `segments` and
    `opening` of its own, as `ChitTurns` does for chits.
    """

    clauses: TurnClauses
    phases: tuple[Phase, ...]
    before: tuple[Phase, ...] = ()
    after: Callable[[Play], None] = lambda play: None
    over: Callable[[Play], None] = lambda play: None
    begins: Callable[[Play], None] = lambda play: None
    last: str = "TURN_END"

    @property
    def opening(self) -> str:
        """The segment with which each turn begins."""
        return self.phases[0].id

    @property
    def rows(self) -> tuple[Phase, ...]:
        """All phases, those before the first turn among them."""
        return (*self.before, *self.phases)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The rows of the sequence of play."""
        following = (*(phase.id for phase in self.rows[1:]), self.last)
        rows = zip(self.rows, following, strict=True)
        return (
            *(Segment(one.id, one.title, one.rule, partial(self.run, one, then)) for one, then in rows),
            Segment(self.last, "End of the turn", self.clauses.turns, self.end),
            *self.levels,
        )

    @enforces("phases")
    def run(self, phase: Phase, following: str, play: Play) -> None:
        """Ask for orders, or go on to what follows when there are no more."""
        work, done = phase.work, bool(play.state.frame.facts.get("done"))
        if done or work is None or next(iter(work.legal(play.state, phase.side)), None) is None:
            phase.does(play, phase.side)
            self.after(play)
            play.go(phase.rule, following)
            return
        choice, must = self.choice(work), getattr(work, "must", False)
        asked = work.question(play.state, phase.side) + ("" if must else ' Then write "end".')
        choice.ask(
            play, phase.side, asked, rule=phase.rule, also=() if must else ("end",),
            silence=getattr(work, "silence", "nothing more"),
            default=likeliest(play.state, phase.side, work) if must else "end",
        )  # fmt: skip

    @enforces("turns")
    def end(self, play: Play) -> None:
        """The turn is over: the game ends, or the next turn begins."""
        self.over(play)
        if play.state.over is None:
            play.record(TurnBegan(rule=self.clauses.turns, turn=play.state.turn + 1))
            self.begin(play)
            play.go(self.clauses.phases, self.opening)

    def begin(self, play: Play) -> None:
        """A turn begins, the first excepted."""
        self.begins(play)

    def take(self, work: Work, play: Play, decision: Decision, orders: list[Order]) -> None:
        """Carry out lines one after the other until one begins a level; "end" ends the phase."""
        level, side = len(play.state.frames), decision.player

        def one(order: Order) -> object:
            if order.verb not in ENDING:
                return work.one(play, side, order)
            work.may_end(play.state, side)
            return None

        def offered() -> tuple[str, ...]:
            return tuple(islice(work.legal(play.state, side), OFFERED))

        here = (order for order in orders if len(play.state.frames) == level)
        taken = every_legal(play, here, one, ends=ENDING, legal=offered)
        if taken:
            play.close(decision)
        if taken and taken[-1].verb in ENDING:
            play.note(decision.rule, done=True)

    def choice(self, work: Work) -> Choice:
        """The question of a `Work`, in every phase that uses it."""
        return Choice(
            topic=work.topic, rule=work.rule, verbs=(*work.verbs, "end"), take=partial(self.take, work),
            legal=work.legal, shown=SHOWN, asked={row.id: row.side for row in self.rows if row.work is work},
            begins=getattr(work, "begins", ()), called=work.called, usual=bool(work.called),
            advice=work.advice, drag=work.drag, chance=work.chance, purpose=work.purpose,
            foretell=getattr(work, "foretell", None), ways=getattr(work, "ways", None),
            rooms=getattr(work, "rooms", None), parts=getattr(work, "parts", ()),
        )  # fmt: skip

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All questions: those of the phases, and those inside them."""
        inner = {one.topic: one for work in self.works for one in getattr(work, "reactions", ())}
        return (*map(self.choice, self.works), *inner.values())

    @property
    def works(self) -> tuple[Work, ...]:
        """What is ordered in the phases, each work once. Raises ValueError for a topic that two have."""
        works = tuple({id(row.work): row.work for row in self.rows if row.work is not None}.values())
        check_once("the topic", (work.topic for work in works))
        return works

    @property
    def levels(self) -> tuple[Segment, ...]:
        """The level inside a phase in which combats are: each is run by the work that began it."""
        found = {work.topic: work.segment for work in self.works if hasattr(work, "segment")}
        if len(found) < 2:
            return tuple(found.values())

        def run(play: Play) -> None:
            found[combat(play.state).by or "attack"].run(play)

        return (replace(next(iter(found.values())), run=run),)

    @property
    def courses(self) -> tuple[Sequence[str], ...]:
        """The phases of each player turn, those before the game with the first: within them orders wait."""
        first, *others = [[row.id for row in rows] for _, rows in groupby(self.phases, lambda row: row.side)]
        return ([*(row.id for row in self.before), *first], *others)


def likeliest(state: State, side: str, work: Work) -> str:
    """Where something must be ordered, the lines that no answer means."""
    asked = Decision("", side, work.rule, work.topic, "", work.verbs)
    return "\n".join(work.purpose(state, asked, random.Random(0)))
