"""Rule 0.1g, the set-up: every unit where its icon stands, the boxes filled, the cup of turn 1."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping

from adjudicator.choices import MANY, Choice
from adjudicator.events import FactNoted
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, Frame, State, Unit
from counters.roster.counter import Counter, Roster
from counters.roster.load import load_roster

from .. import fog
from ..events import TopsSeen
from ..levels import campaign, phase
from ..orders import said
from ..position import (
    COMMANDS,
    ENEMY,
    GERMAN,
    READY,
    REFUGEE_BOX,
    REINFORCEMENTS,
    SIDES,
    SOVIET,
    UNUSED,
    VOLKSTURM_BOX,
    units_of,
)
from ..taste import MARCHER, WANDERER, Taste
from ..terrain import name, the_board
from . import r01_turn, r15_options
from .r00_chits import CUP
from .r15_options import OPTIONS

SCENARIOS = ("campaign",)


def start(scenario: str) -> State:
    """The position before the set-up is agreed. Raises KeyError for a scenario there is not."""
    if scenario not in SCENARIOS:
        raise KeyError(scenario)
    board, roster = the_board(), load_roster("koenigsberg45")
    units = {counter.id: placed(counter) for counter in roster.counters.values()}
    check_stacks(roster, units.values())
    return State(
        board=board, roster=roster, sides=SIDES, units=units, frames=(Frame("SETUP"),), tracks=tracks(),
        control={s.id: str(s.facts["held"]) for s in board.spaces.values() if s.facts.get("vp")},
        hands={GERMAN: (), SOVIET: ()}, cups={CUP: first_cup(roster)},
    )  # fmt: skip


@rule("0.1f.1", "0.1f.2", "0.1g.1", "12.7.1", "12.7.2", "13.4.2")
def placed(counter: Counter) -> Unit:
    """A unit where it starts: in its hex or its box, in supply, at full strength but for those that 12.7
    names."""
    steps = len(counter.steps) - (counter.traits.get("starts_reduced") == "yes")
    return Unit(counter.id, counter.side, counter.setup or box_of(counter), steps)


@rule("0.1f.3")
def check_stacks(roster: Roster, units: Iterable[Unit]) -> None:
    """Raises ValueError for a set-up with more than two combat units, or two HQs, in a hex (0.1f)."""
    stacks: dict[tuple[str, bool], list[str]] = {}
    for unit in units:
        counter = roster.counters[unit.id]
        if counter.setup:
            stacks.setdefault((unit.at, counter.type == "hq"), []).append(unit.id)
    over = [f"{', '.join(ids)} in {at}" for (at, hq), ids in stacks.items() if len(ids) > (1 if hq else 2)]
    if over:
        raise ValueError(f"[0.1f.3] too many units in a hex: {'; '.join(over)}")


@rule("0.1g.3", "0.1g.4", "0.1g.5", "0.3.6", "K-R58")
def box_of(counter: Counter) -> str:
    """The box in which a unit without a start hex waits."""
    if counter.type == "air":
        return READY[counter.traits.get("front", "")]
    if counter.id.startswith("VlkStm"):
        return VOLKSTURM_BOX
    if counter.reinforcement == "option":
        return UNUSED
    return REFUGEE_BOX if counter.type == "refugee" else REINFORCEMENTS


def tracks() -> Mapping[str, int]:
    """What the tracks show at the start: no activation used, no point scored, two Volksturm units."""
    used = {f"activations-{command}": 0 for command in COMMANDS}
    return {**used, "vp-soviet": 0, VOLKSTURM_BOX: 2, "replacements-german": 0, "replacements-soviet": 0}


@rule("0.5.1", "0.5.2", "6.1a.2")
def first_cup(roster: Roster) -> tuple[str, ...]:
    """The cup of turn 1: a chit for every HQ that starts on the map, but for those that come on turn 2."""
    at_start = {
        counter.formation for counter in roster.counters.values() if counter.setup and counter.type == "hq"
    }
    later = r01_turn.AT_START_LATER
    return tuple(id_ for id_, chit in roster.cards.items() if chit.formation in at_start and id_ not in later)


def run_setup(play: Play) -> None:
    """SETUP: both sides say which options they want, which units are on top of their stacks, and that they
    are ready; then the options are settled and the game begins."""
    if not phase(play.state).asked:
        play.note("0.1g.1", asked=True)
        usual = ", ".join(
            f"{option} {'on' if on else 'off'} ({'' if on else 'if on, '}{r15_options.MEANS[option]})"
            for option, on in OPTIONS.items()
        )
        for side in SIDES:
            SETTING_UP.ask(
                play, side,
                'Write "ready" once, below any number of options and units to put on top '
                f'("top HEX UNIT"). An option changes if both players ask. So far: {usual}.',
                silence="you are ready", default="ready",
            )  # fmt: skip
        return
    r15_options.agree(play)
    r01_turn.on(play, "0.1g.1")


def take_setup(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer of SETUP: options and tops; "ready", anywhere among the orders, ends it."""
    for order in orders:
        play.verdict(order, "done")
        if order.verb == "option":
            r15_options.want(play, decision.player, said(order).option, said(order).on)
        elif order.verb == "top":
            lay_top(play, decision.player, order)
    if any(order.verb == "ready" for order in orders):
        play.close(decision)


def wishes(state: State, side: str) -> Iterator[str]:
    """To be ready, or with one option settled."""
    yield "ready"
    yield from (f"option {option} {word}\nready" for option in OPTIONS for word in ("on", "off"))


def by_taste(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """A bot: options as it likes them."""
    return [*(f"option {o} {chance.choice(('on', 'off'))}" for o in OPTIONS), "ready"]


SETTING_UP = Choice(
    topic="setup", rule="15.0.1", verbs=("option", "top", "ready"), take=take_setup, legal=wishes,
    shown=MANY, ends=("ready",), called=("setup",), chance=WANDERER.plays(by_taste),
    purpose=MARCHER.plays(by_taste),
)  # fmt: skip


@rule("0.1e.1")
def lay_top(play: Play, side: str, order: Order) -> None:
    """A player puts one of their units on top of its stack; the enemy sees it there."""
    space, unit = said(order).hex, said(order).unit
    here = [found.id for found in units_of(play.state, space, side)]
    if unit not in here:
        why = f"{unit} is not in your stack in {name(play.state, space)}"
        play.refuse(order, Refused("0.1e.1", why, tuple(f"top {space} {one}" for one in here)))
        return
    was = fog.top(play.state, space, side)
    tops = {**campaign(play.state).tops, space: unit}
    play.record(FactNoted(rule="0.1e.1", to=(side,), key=fog.TOPS, value=tops))
    now = fog.top(play.state, space, side)
    if now != was:
        play.record(TopsSeen(rule="0.1e.1", to=(ENEMY[side],), seen={space: now}))
    play.verdict(order, "done")


def beside_tops(play: Play, side: str, orders: Iterable[Order]) -> Iterator[Order]:
    """The lines of an answer that lay nothing on top; those that do are carried out on the way (0.1e)."""
    for order in orders:
        if order.verb == "top":
            lay_top(play, side, order)
        else:
            yield order
