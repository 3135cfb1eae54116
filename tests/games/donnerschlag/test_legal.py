"""What is legal, beside lines as they could be written: all of it stands, and none that would is missing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, combinations, product

import pytest

from adjudicator.dice import SeededDice
from adjudicator.games.donnerschlag import GAME
from adjudicator.games.donnerschlag.cards import all_cards, code, held
from adjudicator.games.donnerschlag.combat.cards_combat import ANYTIME
from adjudicator.games.donnerschlag.orders import ARMIES
from adjudicator.games.donnerschlag.pieces import COLOURS
from adjudicator.games.donnerschlag.position import ARRIVALS, held_by
from adjudicator.games.donnerschlag.record import CHOICES
from adjudicator.judging.referee import judge, run_on
from adjudicator.judging.what_if import playable, would_stand
from adjudicator.mechanics.armies import army
from adjudicator.play import Play
from adjudicator.state import Decision, State
from tests.games.donnerschlag.moves import AXIS_UNITS
from tests.tabletop import Tabletop

GAMES = [pytest.param("one", 60, 1, 6), pytest.param("two", 10_000, 12, 60, marks=pytest.mark.slow)]
"""Seed, answers of the game, questions of a topic that are looked at, and lines that are tried of each."""


def ids(state: State, side: str) -> list[str]:
    return [unit.id for unit in army(state, side)]


def pairs(items: Iterable[str], between: str) -> Iterator[str]:
    """Every one or two of these things."""
    found = list(items)
    return map(between.join, chain(combinations(found, 1), combinations(found, 2)))


def entries(state: State, side: str) -> Iterator[str]:
    units = [unit for unit in state.units.values() if unit.side == side and unit.at in ARRIVALS]
    yield from (f"enter {unit.id} at {space}" for unit in units for space in state.board.spaces)


def exchanges(state: State, side: str) -> Iterator[str]:
    yield from (f"exchange {card}" for card in held(state, side))
    swaps = product(held(state, side), all_cards())
    yield from (f"exchange {card} for {other}" for card, other in swaps if code(card) != code(other))


def plays(state: State, side: str) -> Iterator[str]:
    colours = [f"colour {colour} army {army_}" for colour, army_ in product(COLOURS, ARMIES)]
    formations = {f"formation {one.formation}" for one in state.roster.counters.values() if one.formation}
    for card in held(state, side):
        yield from (f"play {card} {use}".strip() for use in ("", *colours, *sorted(formations)))


def cards(state: State, side: str) -> Iterator[str]:
    for card in held(state, side):
        yield f"card {card}"
        if code(card) in {"SNOWX", "SNOWV", "YAK9", "ALARM", "FRESH", "NAVAL", "FRONT"}:
            yield from (f"card {card} on {space}" for space in state.board.spaces)
        if code(card) in {"REPLX", "REPLV"}:
            yield from (f"card {card} unit {unit}" for unit in state.units)


def moves(state: State, side: str) -> Iterator[str]:
    for unit in army(state, side):
        yield f"stay {unit.id}"
        yield from (f"move {unit.id} to {space}" for space in state.board.within(unit.at, 6))


def attacks(state: State, side: str) -> Iterator[str]:
    for unit in army(state, side):
        yield from (f"attack {space} with {unit.id}" for space in state.board.within(unit.at, 2))


def retreats(state: State, side: str) -> Iterator[str]:
    at = {space for unit in army(state, side) for space in state.board.within(unit.at, 2)}
    yield from (f"retreat {unit} to {space}" for unit, space in product(("all", *ids(state, side)), at))


WRITTEN: Mapping[str, Callable[[State, str], Iterable[str]]] = {
    "schwerpunkt": lambda state, side: (f"schwerpunkt {space}" for space in state.board.spaces),
    "enter": entries,
    "highcommand": lambda state, side: (f"highcommand {card}" for card in all_cards()),
    "luck": exchanges,
    "box": lambda state, side: (f"box {some}" for some in pairs(held(state, side), " ")),
    "call": lambda state, side: ("pass", *(f"call Donnerschlag zone {zone}" for zone in "ABC")),
    "play": lambda state, side: chain(plays(state, side), cards(state, side)),
    "choose": lambda state, side: (f"choose at {space}" for space in state.board.spaces),
    "activate": lambda state, side: chain(moves(state, side), cards(state, side)),
    "relocate": lambda state, side: (
        f"relocate {unit} to {at}"
        for unit, at in product(ids(state, side), state.board.spaces)
        if unit.startswith("HQ")
    ),
    "takebox": lambda state, side: ("take box", "keep"),
    "discard": lambda state, side: (f"discard {some}" for some in pairs(held(state, side), " ")),
    "attack": lambda state, side: chain(attacks(state, side), cards(state, side)),
    "window": cards,
    "loss": lambda state, side: (f"loss {some}" for some in pairs(ids(state, side), ", ")),
    "retreat": retreats,
    "advance": lambda state, side: (
        "no advance",
        *(f"advance {some}" for some in pairs(ids(state, side), ", ")),
    ),
    "adhoc": lambda state, side: ("hold", *(f"adhoc at {space}" for space in state.board.spaces)),
}


def asked(seed: str, most: int, few: int) -> Iterator[tuple[State, Decision]]:
    """Questions of a game of bots, a few of each topic."""
    chance, seen = random.Random(seed), Counter[str]()
    play = Play(GAME.start(GAME.scenarios[0]), SeededDice(random.Random(f"{seed} dice")))
    run_on(GAME, play)
    for number in range(1, most):
        if play.state.over is not None:
            return
        decision = play.state.waiting()[0]
        seen[decision.topic] += 1
        if seen[decision.topic] <= few:
            yield play.state, decision
        bot = GAME.players()["purposeful" if number % 3 else "random"]
        lines = [*bot(play.state, decision, chance), "as is"]
        judge(GAME, play, decision.player, list(enumerate(lines, 1)), number)
        play.rulings.clear()


def any_copy(line: str) -> str:
    """A line without the numbers of its cards: of those alike any is meant."""
    return " ".join(code(word) if word in all_cards() else word for word in line.split(" "))


def test_every_question_is_tried() -> None:
    assert set(WRITTEN) == {choice.topic for choice in CHOICES.all}
    assert {of for of in ANYTIME if of != "MARCH"} == {
        "SNOWX", "SNOWV", "YAK9", "ALARM", "FRESH", "NAVAL", "FRONT", "REPLX", "REPLV",
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "most", "few", "tried"), GAMES)
def test_all_that_is_legal_stands_and_nothing_is_missing(seed: str, most: int, few: int, tried: int) -> None:
    chance, told = random.Random("legal"), Counter[str]()
    for state, decision in asked(seed, most, few):
        view = playable(GAME, state, decision.player)
        legal = list(GAME.legal(view, decision))
        assert legal == list(GAME.legal(state, decision)), "what the side does not know changes nothing"
        assert tuple(legal[: len(decision.answers)]) == decision.answers
        for line in chance.sample(legal, min(tried, len(legal))):
            assert would_stand(GAME, view, decision, [], line), (decision.topic, line)
            told[decision.topic] += 1
        known = set(map(any_copy, legal))
        written = list(WRITTEN[decision.topic](view, decision.player))
        for line in chance.sample(written, min(5 * tried, len(written))):
            if any_copy(line) not in known:
                assert not would_stand(GAME, view, decision, [], line), (decision.topic, line)
    assert len(told) > 8


def test_a_standing_order_may_name_what_the_question_has_no_room_for() -> None:
    units = dict(zip(AXIS_UNITS, (f"31{row:02}" for row in range(2, 16)), strict=True))
    laid = Tabletop("donnerschlag", units, segment="SCHWERPUNKT", state={"schwerpunkt": "3102"})
    decision = laid.state.waiting()[0]
    assert "schwerpunkt 3115" not in decision.answers
    assert GAME.standing.answer(laid.state, decision, "if asked schwerpunkt then 3115") == [
        "schwerpunkt 3115"
    ]


def test_the_hexes_that_a_side_holds_are_worked_out_once_a_position() -> None:
    state = GAME.start(GAME.scenarios[0])
    assert all(held_by(state, side) and held_by(state, side) is held_by(state, side) for side in GAME.sides)
