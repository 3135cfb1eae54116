"""What the aid says, over games of bots: retreats, cards, supply, and that a line said done was done."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from adjudicator.dice import SeededDice
from adjudicator.events import CardsMoved, Event, SegmentEntered, SegmentNoted, UnitMoved
from adjudicator.games.donnerschlag import GAME
from adjudicator.games.donnerschlag.levels import combat, fought
from adjudicator.games.donnerschlag.pieces import is_hq
from adjudicator.games.donnerschlag.position import ENEMY, SOVIET, held_by, unbridged
from adjudicator.games.donnerschlag.r2_supply import has_line
from adjudicator.games.donnerschlag.zoc_stacking import in_ezoc, overstacked
from adjudicator.judging.referee import judge, run_on
from adjudicator.mechanics.armies import army
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.state import State

QUICK, WHOLE = 60, 10_000
"""How many answers of a game are looked at."""
GAMES = [
    pytest.param("one", QUICK),
    *(pytest.param(seed, WHOLE, marks=pytest.mark.slow) for seed in ("two", "three", "four")),
]


class Watched(Play):
    """A play that keeps the state before each event."""

    def __init__(self, state: State, chance: SeededDice) -> None:
        super().__init__(state, chance)
        self.before: list[State] = []

    def record(self, *events: Event) -> None:
        for event in events:
            self.before.append(self.state)
            super().record(event)


def played(seed: str, most: int) -> Iterator[tuple[Watched, int, State, list[Ruling]]]:
    """A game of bots, answer by answer: the play, where its new events begin, the state before, rulings."""
    chance, dice = random.Random(seed), SeededDice(random.Random(f"{seed} dice"))
    play = Watched(GAME.start(GAME.scenarios[0]), dice)
    run_on(GAME, play)
    for number in range(1, most):
        if play.state.over is not None:
            return
        decision, start, before = play.state.waiting()[0], len(play.events), play.state
        bot = GAME.players()["purposeful" if number % 2 else "random"]
        lines = bot(play.state, decision, chance)
        rulings = judge(GAME, play, decision.player, list(enumerate([*lines, "as is"], 1)), number)
        yield play, start, before, rulings
        play.rulings.clear()


@pytest.mark.slow
@pytest.mark.rule("D.crt.note.R", "D.retreat.4", "D.retreat.1a", "D.move.4")
@pytest.mark.parametrize(("seed", "most"), GAMES)
def test_a_retreat_is_never_longer_than_asked_unless_it_ends_overstacked(seed: str, most: int) -> None:
    hexes: Counter[str] = Counter()
    retreats, step = 0, None
    for play, start, _, _ in played(seed, most):
        for event, before in zip(play.events[start:], play.before[start:], strict=True):
            if isinstance(event, SegmentEntered):
                hexes.clear()
            step = None if isinstance(event, SegmentNoted) else step  # the units of a stack go one by one
            if not isinstance(event, UnitMoved) or event.how != "retreat":
                continue
            step = step or before
            unit, asked = before.units[event.unit], 2 if "ELASTIC-1" in combat(before).played else 1
            assert not (is_hq(before, unit) and unit.side == SOVIET), "it goes by Combat Cards alone"
            assert event.path[-1] not in held_by(before, ENEMY[unit.side])
            assert hexes[unit.id] < asked or unit.at in overstacked(step), event
            hexes[unit.id] += len(event.path) - 1
            retreats += 1
    assert retreats


@pytest.mark.slow
@pytest.mark.rule("D.seq.4", "D.combat.5", "D.combat.8")
@pytest.mark.parametrize(("seed", "most"), GAMES)
def test_a_card_that_is_played_leaves_its_hand_once(seed: str, most: int) -> None:
    cards = 0
    for play, start, _, _ in played(seed, most):
        for event, before in zip(play.events[start:], play.before[start:], strict=True):
            if isinstance(event, CardsMoved) and event.deed == "plays":
                after = event.apply(before)
                for card in event.cards:
                    (holder,) = [side for side in GAME.sides if card in before.hands[side]]
                    assert Counter(before.hands[holder]) - Counter(after.hands[holder]) == Counter([card])
                    cards += 1
    assert cards


def supplied(state: State, at: str, side: str) -> bool:
    """A second reading of the aid: a line, hex by hex, from a unit to the edge of its own side of the map."""
    mine, theirs = held_by(state, side), held_by(state, ENEMY[side])
    reached, ahead = {at}, [at]
    while ahead:
        here = ahead.pop()
        if state.board.spaces[here].facts["supply"] == side:
            return True
        for to in state.board.neighbours(here):
            shut = to in theirs or (in_ezoc(state, to, side) and to not in mine)
            if to not in reached and not shut and not unbridged(state.board, here, to):
                reached.add(to)
                ahead.append(to)
    return False


@pytest.mark.slow
@pytest.mark.rule("D.oos.1", "D.oos.2", "D.oos.3")
@pytest.mark.parametrize(("seed", "most"), GAMES)
def test_a_line_of_supply_leads_to_the_edge_of_its_own_side_alone(seed: str, most: int) -> None:
    found: Counter[bool] = Counter()
    for play, _, _, _ in played(seed, most):
        if len(play.state.frames) > 1:
            continue
        for unit in (one for side in GAME.sides for one in army(play.state, side)):
            wanted = supplied(play.state, unit.at, unit.side)
            assert has_line(play.state, unit) == wanted, unit
            found[wanted] += 1
    assert found[True]


def kept_until(order: Order, events: list[Event]) -> bool:
    """Whether a card that is played on a condition is kept for the second window (D.combat.8)."""
    noted = (one.about for one in events if isinstance(one, SegmentNoted) and order.args.get("met"))
    rests = (about[key] for about in noted for key in about if key.startswith("rest_") and about[key])
    return any(rest["args"].get("card") == order.args["card"] for rest in rests)


def did(order: Order, events: list[Event], after: State) -> bool:
    """Whether everything that a line says has happened."""
    moves = {one.unit: one.path[-1] for one in events if isinstance(one, UnitMoved) and one.how != "retreat"}
    onward = [frame.facts["onward"] for frame in after.frames if frame.facts.get("onward")]
    moves |= {one["unit"]: one["path"][-1] for one in onward}  # an HQ on its way is displaced first (D.hq.1)
    still = {unit for frame in after.frames for unit in frame.facts.get("advancing") or ()}
    gone = {card for one in events if isinstance(one, CardsMoved) for card in one.cards}
    checks: dict[str, Callable[[], bool]] = {
        "move": lambda: moves.get(order.args["unit"]) == order.args["path"][-1],
        "play": lambda: order.args["card"] in gone,
        "card": lambda: order.args["card"] in gone or fought(after) or kept_until(order, events),
        "discard": lambda: set(order.args["cards"]) <= gone or bool(after.sealed),
        "attack": lambda: (
            any(one.facts().get("attackers") == tuple(dict.fromkeys(order.args["units"])) for one in events)
            or fought(after)
        ),
        "advance": lambda: all(unit in moves or unit in still for unit in order.args["units"]),
    }
    return checks[order.verb]() if order.verb in checks else True


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "most"), GAMES)
def test_a_line_said_to_be_done_did_all_that_it_says(seed: str, most: int) -> None:
    said: Counter[str] = Counter()
    for play, start, before, rulings in played(seed, most):
        side = before.waiting()[0].player
        lines = [(one.line, one.text) for one in rulings if one.verdict == "done" and one.text != "as is"]
        for order in GAME.grammar(side).sheet(lines)[0]:
            assert did(order, play.events[start:], play.state), order
            said[order.verb] += 1
    assert said["move"] and said["play"]
