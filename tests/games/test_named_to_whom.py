"""No event names to a side what its view does not hold, unless the kind of event is declared open: units by
id wherever they stand among its facts, also in its sentences; cards and chits until they lie open.

Whole games by bots, with the rules as they address their events: nothing is narrowed for them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial

import pytest

from adjudicator.by_mail.audience import audience, is_unseen, units_named, words_in
from adjudicator.catalogue import find_game, game_names
from adjudicator.dice import SeededDice
from adjudicator.events import Event, FlagsChanged, OrderDropped, UnitMoved
from adjudicator.game import RANDOM, Game
from adjudicator.judging.bots import Tally, answer_one
from adjudicator.judging.referee import run_on
from adjudicator.play import Play
from adjudicator.state import State
from tests.adjudicator import tinygame
from tests.cases import the_rest_long

GAMES = game_names()
TELLING = re.compile(r"[^\s,;:()«»=]+")


@cache
def is_telling(unit: str) -> bool:
    """Whether an id cannot be taken for a word or a number."""
    return re.search(r"\d.*[#-]|[#-].*\d", unit) is not None


@dataclass(frozen=True)
class Happened:
    """An event, and the states before and after it."""

    before: State
    event: Event
    after: State

    def named(self) -> tuple[str, ...]:
        """Units among its facts; in sentences those whose ids cannot be taken for a word or a number."""
        known = {id_ for id_ in (*self.before.units, *self.after.units) if is_telling(id_)}
        texts = (word.rstrip(".") for text in words_in(self.event.facts()) for word in TELLING.findall(text))
        return (*units_named(self.event, self.before, self.after), *(word for word in texts if word in known))

    def cards(self) -> set[str]:
        """The cards and chits among its facts."""
        known = {
            card
            for table in (self.before.hands, self.before.cups)
            for place in table.values()
            for card in place
        }
        return known.intersection(words_in(self.event.facts()))


class Watched(Play):
    """A play that keeps what happened."""

    def __init__(self, state: State, chance: SeededDice) -> None:
        super().__init__(state, chance)
        self.happened: list[Happened] = []

    def record(self, *events: Event) -> None:
        for event in events:
            before = self.state
            super().record(event)
            self.happened.append(Happened(before, event, self.state))


def by_bots(game: Game, seed: int, sheets: int) -> Iterator[tuple[list[Happened], State]]:
    """What each sheet of a game by bots brought, and the state then; so many sheets at most."""
    chance, start = random.Random(f"{game.name} {seed}"), game.start(game.scenarios[0])
    play, tally = Watched(start, SeededDice(random.Random(f"{game.name} {seed} dice"))), Tally([], start)
    step = partial(answer_one, game, game.players()[RANDOM], play, tally, chance)
    run_on(game, play)
    while play.state.over is None and tally.sheets < sheets:
        step()
        yield play.happened, play.state
        play.happened = []


def told_wrongly(game: Game, one: Happened, later: State) -> Iterator[str]:
    """What an event tells to sides that do not know of it."""
    event = one.event
    if event.quiet or event.rule in game.opens.get(event.kind, ()):
        return
    for side in game.sides:
        if not event.seen_by(side) or own_words(event, side):
            continue
        units = (unit for unit in one.named() if is_unseen(game.view, side, unit, one.before, one.after))
        yield from (f"{side} learns of {unit} by {event}" for unit in units)
        cards = one.cards()
        for state in (one.before, one.after, later) if cards else ():
            seen = game.view(state, side)
            cards -= {card for table in (seen.hands, seen.cups) for place in table.values() for card in place}
        yield from (f"{side} learns of {card} by {event}" for card in cards)


def own_words(event: Event, side: str) -> bool:
    """Whether an event is a side's own line, told to itself."""
    return isinstance(event, OrderDropped) and event.side == side


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_event_of_the_first_sheets_names_what_its_reader_does_not_know(name: str) -> None:
    game = find_game(name)
    sheets = list(by_bots(game, 1, 60))
    assert [
        wrong for happened, later in sheets for one in happened for wrong in told_wrongly(game, one, later)
    ] == []
    kinds = {one.event.kind for happened, _ in sheets for one in happened if not one.event.quiet}
    assert len(kinds) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("seed", the_rest_long(range(1, 9), kept=2))
@pytest.mark.parametrize("name", GAMES)
def test_no_event_of_a_whole_game_names_what_its_reader_does_not_know(name: str, seed: int) -> None:
    game = find_game(name)
    wrong = {
        (one.event.kind, one.event.rule): told
        for happened, later in by_bots(game, seed, 100_000)
        for one in happened
        for told in told_wrongly(game, one, later)
    }
    assert wrong == {}


# -- what narrows an event whose rule forgot ---------------------------------------------------------------


def hidden(state: State, side: str) -> State:
    """A view without the other side's R1."""
    return state if side == "red" else state.but(units={k: v for k, v in state.units.items() if k != "R1"})


@pytest.mark.parametrize(
    ("event", "readers"),
    [
        (UnitMoved(rule="3", unit="R1", path=("birch", "cedar")), ("red",)),
        (FlagsChanged(rule="3", units=("R2", "R1"), add=("x",)), ("red",)),
        (UnitMoved(rule="3", unit="R2", path=("birch", "cedar")), ("*",)),
        (UnitMoved(rule="3", to=("blue",), unit="R1", path=("birch", "cedar")), ()),
    ],
)
def test_an_event_about_a_unit_that_a_view_does_not_hold_goes_to_its_owner_alone(
    event: Event, readers: tuple[str, ...]
) -> None:
    state = tinygame.start("duel")
    assert {"R1", "R2"} <= state.units.keys()
    play = Play(state, SeededDice(random.Random(1)), audience(hidden, tinygame.SIDES, {}))
    play.record(event)
    play.apart().record(event)
    assert [one.to for one in play.events] == [readers]
    assert play.state == event.apply(state)


def test_a_view_is_asked_for_once_for_all_units_that_an_event_names() -> None:
    asked: list[tuple[int, str]] = []

    def view(state: State, side: str) -> State:
        asked.append((id(state), side))
        return hidden(state, side)

    play = Play(tinygame.start("duel"), SeededDice(random.Random(1)), audience(view, tinygame.SIDES, {}))
    states = [play.state]
    for word in ("x", "y"):
        play.record(FlagsChanged(rule="3", units=("R2", "R1"), add=(word,)))
        states.append(play.state)
    assert len(asked) == len(set(asked)) > 0
