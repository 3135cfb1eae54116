"""Which orders wait for their question, and which would end one: a game's sequence of play as far as it asks.

A line waits while its question can still come in the course that the game is in, and lapses with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import dropwhile

from adjudicator.orders import Order
from adjudicator.state import State

ACCEPT = "accept"
"""The topic of the question whether a side accepts the game: before all have, no order comes too late."""
EVERY_SIDE = ""
ACTING = "acting"
"""Whoever acts in the course, as `Ahead.acting` tells."""

Foreseen = Callable[[State, str], Iterable[tuple[str, State]]]

Course = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Segments that follow one another -> who is asked in each (a side, EVERY_SIDE or ACTING) -> the verbs."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What of a game's orders may be sent ahead.

    courses    within each of them lines wait; without any, no line outlives its sheet, but for those that
               were sent before all had accepted the game and are asked for as soon as it begins
    inner      a level inside a segment -> the verbs that are asked for while it lasts
    ends       topic -> the verbs that end something there besides `done`, `end` and `pass`, or a verb with
               the last word that makes it one ("setup rest"): such a line waits beside one that is not good
    begins     verbs that begin what takes many orders: after one that waits, all of its sheet waits
    closing    verbs that do nothing but end, as `done` does: one that comes when all is over was meant for it
    in_order   topics whose lines count one after the other: what ends something there waits for bad lines
               above it, and not for those below it
    single     topics that one line answers: an end after it is for the next question
    reactions  verbs of answers that are asked for only as things fall out: losses, retreats
    parts      topics that are asked within a level and not only as things fall out: a line for one is about
               what the line above it begins
    acting     state -> the side that acts
    barred     (state, side, order) -> whether an order never waits, whatever may be asked
    later      (state, side, order) -> what an order begins that can still come and is not what is asked now:
               it waits, and so does all of its sheet below it, up to the next such line; "" for nothing
    lives      (state, side, what `later` told) -> whether that is what is asked now, or can still come
    opening    verbs that begin what `later` tells of, or end the batch above them
    foreseen   (state, side) -> what a side may write orders for that begins later: the line with which they
               begin, and the position as it would be if nothing else happened before
    """

    courses: tuple[Course, ...] = ()
    inner: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ends: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    begins: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    in_order: tuple[str, ...] = ()
    single: tuple[str, ...] = ()
    reactions: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    acting: Callable[[State], str] = lambda state: ""
    barred: Callable[[State, str, Order], bool] = lambda state, side, order: False
    later: Callable[[State, str, Order], str] = lambda state, side, order: ""
    lives: Callable[[State, str, str], bool] = lambda state, side, batch: True
    opening: tuple[str, ...] = ()
    foreseen: Foreseen = lambda state, side: ()

    @property
    def ending(self) -> frozenset[str]:
        """The orders that end something besides `done`, `end` and `pass`, whatever is asked."""
        return frozenset(verb for verbs in self.ends.values() for verb in verbs)

    def keeps(self, state: State, side: str, order: Order, above: Iterable[Order] = ()) -> bool:
        """Whether the question of an order of a side can still come where the game stands, or that of one
        above it by which its own would begin."""
        if self.barred(state, side, order):
            return False
        if beginning(state):
            return True
        coming = self.coming(state, side)
        return order.verb in coming or any(one.verb in self.begins and one.verb in coming for one in above)

    def queues(self, state: State, side: str) -> bool:
        """Whether any order of a side that is not asked now would wait."""
        if beginning(state):
            return not self.barred(state, side, Order("", {}, "", 0, 0))
        return bool(self.courses) and bool(self.coming(state, side) or self.opening)

    def begun_by(self, state: State, side: str, order: Order) -> str | None:
        """The batch of lines that an order begins, "" where it is for what is asked now; None for an order
        that belongs to the lines above it."""
        return self.later(state, side, order) if order.verb in self.opening else None

    def with_its_beginning(self, order: Order) -> bool:
        """Whether an order belongs to what whoever acts begins by a line above it, and to nothing else."""
        rows = (row for course in self.courses for row in course.values())
        acts = {verb for row in rows for verb in row.get(ACTING, ())}
        return order.verb in acts or order.verb in self.reactions

    def begins_again(self, order: Order) -> bool:
        """Whether an order would begin what its writer has many orders for, as often as it is their turn."""
        return order.verb in self.begins and self.with_its_beginning(order)

    def another(self, state: State, side: str, topic: str, above: Iterable[Order]) -> bool:
        """Whether a line for a topic is about what one of the lines above it is to begin, in the segment that
        goes on, and not about what is fought now."""
        if topic not in self.parts:
            return False
        asked = {side, EVERY_SIDE} | ({ACTING} if self.acting(state) == side else set())
        rows = (course.get(state.frames[0].segment, {}) for course in self.courses)
        found = {verb for row in rows for who in asked & row.keys() for verb in row[who]}
        inside = {verb for verbs in self.inner.values() for verb in verbs}
        return any(one.verb in found - inside for one in above)

    def coming(self, state: State, side: str) -> set[str]:
        """The verbs that a side can still be asked for, in the levels that are open or further on, those of a
        segment not that it has answered under seal."""
        asked = {side, EVERY_SIDE} | ({ACTING} if self.acting(state) == side else set())
        found = {verb for frame in state.frames[1:] for verb in self.inner.get(frame.segment, ())}
        for course in self.courses:
            ahead = list(dropwhile(lambda row: row[0] != state.segment, course.items()))
            for _, asks in ahead[answered(state, side) :]:
                found |= {verb for who in asked & asks.keys() for verb in asks[who]}
        return found


def beginning(state: State) -> bool:
    """Whether a side has not accepted the game yet."""
    return any(decision.topic == ACCEPT for decision in state.decisions)


def theirs(state: State, side: str, order: Order) -> bool:
    """Whether an order is for units of another side alone; beside own ones a rule refuses them."""
    sides = {state.units[unit].side for unit in order.units if unit in state.units}
    return bool(sides) and side not in sides


def answered(state: State, side: str) -> bool:
    """Whether a side has answered the question of a segment itself, and waits for it to be opened."""
    mine = (decision.id for decision in state.decisions if decision.player == side)
    return len(state.frames) == 1 and any(id_ in state.sealed for id_ in mine)
