"""The game as the referee knows it: the record of its parts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from adjudicator.choices import Choices
from adjudicator.declared.ahead import theirs
from adjudicator.declared.drags import Drag, Drags, off_the_board
from adjudicator.declared.standing import StandingOrders
from adjudicator.events import FireResolved, Names, fights, kinds, kinds_in
from adjudicator.game import Game
from adjudicator.mechanics.armies import distance
from adjudicator.mechanics.wording import printed_names
from adjudicator.orders import Order
from adjudicator.state import State
from counters.roster.load import load_roster
from maps.reading.load import load_board

from . import (
    events,
    invariants,
    levels,
    r03_phases,
    r04_movement,
    r07_combat,
    r08_advance,
    r08_morale,
    r08_retreat,
    r09_plan,
    r09_setup,
    r10_exit,
    r10_score,
    rehearsed,
    standing,
    view,
)
from .orders import FORMATIONS, HEX, UNIT, grammar
from .orders import GAME as NAME
from .position import (
    BARRED,
    BOXES,
    ELIMINATED,
    EXITED,
    GERMAN,
    GONE,
    OFF_MAP,
    PREPARED,
    RETREATED,
    SET_UP,
    SOVIET,
    WAITING,
)
from .sequence import SEQUENCE

SIDES = {SOVIET: "Soviet player", GERMAN: "German player"}
BOX_NAMES = {
    **{box: f"the box of the {FORMATIONS.get(one, (one,))[-1]}" for one, box in WAITING.items()},
    SET_UP: "the units to set up",
    OFF_MAP: "off the map",
    EXITED: "the exited units",
    ELIMINATED: "the eliminated units",
}


@cache
def names() -> Names:
    """Printed names of everything a report may mention."""
    printed = printed_names(load_board(NAME), load_roster(NAME))
    formations = {one: words[-1] for one, words in FORMATIONS.items()}
    return Names({**printed, **formations, **SIDES, **BOX_NAMES})


CHOICES = Choices(
    (
        r09_plan.PLANNING,
        r09_setup.SETTING_UP,
        r03_phases.PREPARED_ATTACK,
        r03_phases.MOVEMENT,
        r07_combat.DEFENSIVE_FIRE,
        r07_combat.ATTACKING_FIRE,
        r08_morale.RESOLVE,
        r08_retreat.RETREAT_PATH,
        r08_retreat.RELIEF,
        r08_advance.ADVANCING,
    )
)
"""The questions of this game, each declared in its chapter."""


def barred(state: State, side: str, order: Order) -> bool:
    """Orders for units of the other side never wait, nor does fire when that of its side is over."""
    if theirs(state, side, order):
        return True
    fires = order.verb in r07_combat.DEFENSIVE_FIRE.verbs and state.frame.segment == "combat"
    return fires and r07_combat.fire_over(state, side)


STANDING = StandingOrders(
    grammar=grammar,
    topics=CHOICES.topics,
    conditions=standing.CONDITIONS,
    policies=CHOICES.policies,
    lists=lambda topic: CHOICES.lists(topic) or (HEX, UNIT),
    worth=standing.worth,
    distance=distance,
    near_enemy=standing.near_enemy,
    space=HEX,
    sides=tuple(SIDES),
    lasts=("hold",),
    more=CHOICES.legal,
)
"""What standing orders of this game may say, and how they answer."""


def fault(state: State, drag: Drag) -> str:
    """Why a drag of an own unit is no order: it leaves the map, and not by an exit; "" if it may be one."""
    leaves = drag.end == EXITED and drag.path[-2] in r10_exit.exits(state.board)
    return "" if leaves else off_the_board(state, drag)


DRAGS = Drags(
    forms={r03_phases.MOVEMENT.topic: r03_phases.marches, **CHOICES.forms},
    way=lambda state, topic, unit, origin, to: r04_movement.way(state, unit, origin, to),
    fault=fault,
)
"""How a drag is said, by what the side is asked; without a question it is a march."""


GAME = Game(
    name=NAME,
    title="48th Panzer Korps",
    rules="1",
    sides=SIDES,
    scenarios=r09_setup.SCENARIOS,
    start=r09_setup.start,
    sequence=SEQUENCE,
    grammar=grammar,
    answers=CHOICES.answers,
    choices=CHOICES,
    kinds=kinds(FireResolved, *kinds_in(fights), *kinds_in(events)),
    standing=STANDING.answer,
    read_standing=STANDING.read,
    standing_conditions=tuple(STANDING.conditions),
    standing_topics=CHOICES.usual,
    advice=CHOICES.advice,
    view=view.view,
    opens={"SetUpShown": ("9.set.6",)},
    bot=CHOICES.by_chance,
    bots={"purposeful": CHOICES.purposeful},
    from_log=DRAGS.orders,
    faults=invariants.faults,
    victory=r10_score.standings,
    lay=rehearsed.lay,
    foretell=CHOICES.foretell,
    names=names,
    step_names={9: "full", 0: "gone"},
    turns=r03_phases.last_turn(),
    boxes=BOXES,
    gone=GONE,
    folder=Path(__file__).parent,
    state_keys=rehearsed.STATE_KEYS,
    flags=(PREPARED, RETREATED, BARRED),
    standins=rehearsed.STANDINS,
    # one sheet may hold the set-up and the first turn behind it, a whole player turn, or a whole combat
    ahead=CHOICES.ahead((*r09_setup.SETS_UP, *levels.PHASES[:2]), levels.PHASES[2:], barred=barred),
)
