"""What was secret in a game that is over, from its journal: what each side sealed, and whatever else its
game declares (`Game.discloses`). Dice are not among it: an audit lists them all by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from adjudicator.by_mail.disclosure import Secret
from adjudicator.events import EVERYBODY, Answered, Event
from adjudicator.game import Game
from adjudicator.orders import unpack
from adjudicator.state import State

IDLE = ("pass", "done")
"""Verbs of sealed lines that disclose nothing."""


@dataclass(frozen=True, slots=True)
class Disclosed:
    """Something that one side alone knew: in which turn and segment it came about, by which clause, and what
    it was in words. `date` is what the turn is called, "" where turns have no names."""

    turn: int
    date: str
    segment: str
    side: str
    rule: str
    says: str


def disclosed(game: Game, start: State, events: Iterable[tuple[Event, bool]]) -> tuple[Disclosed, ...]:
    """All that was secret, in its order; nothing while the game runs. Each event comes with whether it
    counts, or was taken back."""
    state, found = start, list[Disclosed]()
    for event, counts in events:
        before, state = state, event.apply(state)
        if counts:
            found += (_of(game, before, *secret) for secret in _secrets(game, before, event, state))
    return tuple(found) if state.over is not None else ()


def _of(game: Game, before: State, side: str, rule: str, says: str) -> Disclosed:
    segment = game.sequence[before.frame.segment].heading if before.frames else ""
    names = dict(enumerate(game.turn_names, 1))
    return Disclosed(before.turn, names.get(before.turn, ""), segment, side, rule, says)


def _secrets(game: Game, before: State, event: Event, after: State) -> Iterator[Secret]:
    if isinstance(event, Answered):
        yield from _sealed(before, event.decision)
    if before.over is None and after.over is not None:
        for decision in before.sealed:
            yield from (
                (side, rule, f"{text} (never opened)") for side, rule, text in _sealed(before, decision)
            )
    if isinstance(event, game.discloses.told) and event.to != EVERYBODY:
        yield from ((side, event.rule, event.says(game.names())) for side in event.to if side in game.sides)
    if hidden := game.discloses.stock.get(type(event)):
        yield from hidden(after, event)


def _sealed(state: State, id_: str) -> Iterator[Secret]:
    """The lines of a sealed answer."""
    for decision in state.decisions:
        if decision.id == id_:
            orders = map(unpack, state.sealed.get(id_, ()))
            yield from (
                (decision.player, decision.rule, order.text) for order in orders if order.verb not in IDLE
            )
