"""The game as the referee knows it: the record of its parts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from adjudicator.by_mail.ahead import theirs
from adjudicator.by_mail.drags import Drag, Drags, off_the_board
from adjudicator.by_mail.standing import StandingOrders
from adjudicator.choices import Choices
from adjudicator.events import FireResolved, Names, fights, kinds, kinds_in
from adjudicator.game import Game
from adjudicator.games.panzerkorps48.by_mail import corrected, invariants, standing, view
from adjudicator.mechanics.armies import distance
from adjudicator.mechanics.charts import standins
from adjudicator.mechanics.wording import printed_names
from adjudicator.orders import Order
from adjudicator.sequence import Segment, sequence
from adjudicator.state import Decision, Json, State
from counters.roster.load import load_roster
from maps.reading.load import load_board

from . import (
    events,
    levels,
    position,
    r03_phases,
    r04_movement,
    r07_combat,
    r08_advance,
    r08_morale,
    r08_retreat,
    r09_setup,
    r10_control,
    r10_score,
)
from .charts import charts
from .orders import FORMATIONS, HEX, UNIT, grammar, said
from .orders import GAME as NAME
from .position import BARRED, BOXES, GERMAN, GONE, PREPARED, RETREATED, SOVIET, WAITING

SIDES = {SOVIET: "Soviet player", GERMAN: "German player"}
BOX_NAMES = {
    **{box: f"the box of the {FORMATIONS.get(one, (one,))[-1]}" for one, box in WAITING.items()},
    position.SET_UP: "not yet set up",
    position.OFF_MAP: "off the map",
    position.EXITED: "the exited units",
    position.ELIMINATED: "the eliminated units",
}


@cache
def names() -> Names:
    """Printed names of everything a report may mention."""
    printed = printed_names(load_board(NAME), load_roster(NAME))
    formations = {one: words[-1] for one, words in FORMATIONS.items()}
    return Names({**printed, **formations, **SIDES, **BOX_NAMES, "level": "if the game ended now"})


SEQUENCE = sequence(
    Segment("SETUP_GER", "German set-up", "9.set.6", r09_setup.run_setup),
    Segment("SETUP_SOV", "Soviet set-up", "9.set.7", r09_setup.run_setup),
    Segment("SOV.PREP", "Soviet Prepared Combat Phase", "3.1.prep.1", r03_phases.run_prep),
    Segment("SOV.MOVE", "Soviet Movement Phase", "3.2.mov.1", r03_phases.run_move),
    Segment("GER.PREP", "German Prepared Combat Phase", "3.1.prep.1", r03_phases.run_prep),
    Segment("GER.MOVE", "German Movement Phase", "3.2.mov.1", r03_phases.run_move),
    Segment("combat", "A combat", "7.1.A.1", r07_combat.run_combat),
    Segment("TURN_END", "Next turn", "3.seq.4", r03_phases.run_turn_end),
    Segment("SCORE", "Victory Points", "10.win.1", r10_score.run_score),
)
"""The sequence of play (3)."""

CHOICES = Choices(
    (
        r09_setup.PLANNING, r09_setup.SETTING_UP, r03_phases.PREPARED_ATTACK, r03_phases.MOVEMENT,
        r07_combat.DEFENSIVE_FIRE, r07_combat.ATTACKING_FIRE, r08_morale.RESOLVE, r08_retreat.RETREAT_PATH,
        r08_retreat.RELIEF, r08_advance.ADVANCING,
    )
)  # fmt: skip
"""The questions of this game, each declared in its chapter."""


def barred(state: State, side: str, order: Order) -> bool:
    """Orders for units of the other side never wait, nor does fire when the fire of its side is over."""
    if theirs(state, side, order):
        return True
    fires = order.verb in r07_combat.DEFENSIVE_FIRE.verbs and state.frame.segment == "combat"
    return fires and r07_combat.fire_over(state, side)


LINE = re.compile(r"(\w+) (?:(\w+) by )?(.+?)(?: (?:support|to|at) (?:.* at )?(\S+))?")
"""An attack, a fire or a move that is legal: its verb, the hex of an attack, the units, where it ends."""


def instead(state: State, decision: Decision, order: Order) -> list[str]:
    """What its writer may have meant by a refused attack, fire or move; then the legal answers by its units:
    those at its own target before others, moves that end nearest to where it would have ended."""
    told, found = said(order), dict[str, int]()
    goal = next(iter((*told.path[-1:], told.at, told.hex)), "")
    for text in CHOICES.legal(state, decision) if told.units else ():
        parts = LINE.fullmatch(text)
        if parts and parts[1] == order.verb and set(parts[3].split(", ")) == set(told.units):
            end = parts[2] or parts[4] or ""
            moves = order.verb == r03_phases.MOVEMENT.topic and goal in state.board.spaces
            found[text] = distance(state, end, goal) if moves else int(end != goal)
    meant = corrected.repaired(state, decision.player, order)
    return [*meant, *sorted(found, key=lambda text: found[text])]


STANDING = StandingOrders(
    grammar=grammar, topics=CHOICES.topics, conditions=standing.CONDITIONS, policies=CHOICES.policies,
    lists=lambda topic: CHOICES.lists(topic) or (HEX, UNIT), worth=standing.worth, distance=distance,
    near_enemy=standing.near_enemy, space=HEX, sides=tuple(SIDES), lasts=("hold",), more=CHOICES.legal,
)  # fmt: skip
"""What standing orders of this game may say, and how they answer."""


def fault(state: State, drag: Drag) -> str:
    """Why a drag of an own unit is not an order: it leaves the map, and not by an exit; "" if it may be."""
    leaves = drag.end == position.EXITED and drag.path[-2] in r10_score.exits(state.board)
    return "" if leaves else off_the_board(state, drag)


DRAGS = Drags(
    forms={r03_phases.MOVEMENT.topic: r03_phases.marches, **CHOICES.forms},
    way=lambda state, topic, unit, origin, to: r04_movement.way(state, unit, origin, to),
    fault=fault,
)
"""How a drag is said, by what the side is asked; without a question it is a march."""


STATE_KEYS: Mapping[str, str] = {
    events.RELEASED: "true once the 7th Luftwaffe Field Division may move (9)",
    events.PLAN: "formation -> its turn and area of entry, which the Soviet player alone knows (9.1)",
    events.TURNS: "formation -> its turn of entry, as it was announced (9.1)",
    events.AREAS: "formation -> its area of entry, once it is revealed (9.1)",
    events.EXITS: "unit -> the hex by which it left the map for good (10)",
    events.LEFT_AT: "unit -> the hex at which it retreated off the map (8.3)",
}
"""What a rehearsal of this game may lay out beyond units and tracks."""

STANDINS = (
    "map: hexes, terrain, rivers, roads, Starting Front, set-up areas, entry areas, exits",
    "strengths, movement, ranges, sizes and identities of the units",
    *standins(charts().values()),
)
"""What the game plays with placeholders for."""


def lay(state: State, laid: Mapping[str, Json]) -> State:
    """Make a laid position whole: who controls the hexes that a rehearsal leaves alone."""
    return state.but(control={**r10_control.at_start(state.board), **state.control})


GAME = Game(
    name=NAME,
    title="48th Panzer Korps",
    rules="1",
    sides=SIDES,
    scenarios=r09_setup.SCENARIOS,
    start=r09_setup.start,
    sequence=SEQUENCE,
    grammar=grammar,
    choices=CHOICES,
    kinds=kinds(FireResolved, *kinds_in(fights), *kinds_in(events)),
    standing=STANDING,
    view=view.view,
    opens={"SetUpShown": ("9.set.6",)},
    from_log=DRAGS.orders,
    faults=invariants.faults,
    victory=r10_score.standings,
    lay=lay,
    instead=instead,
    names=names,
    step_names={9: "full", 0: "gone"},
    turns=r03_phases.last_turn(),
    boxes=BOXES,
    gone=GONE,
    folder=Path(__file__).parent,
    state_keys=STATE_KEYS,
    flags=(PREPARED, RETREATED, BARRED),
    standins=STANDINS,
    # one email may hold the set-up and the first turn after it, a whole player turn, or a whole combat
    ahead=CHOICES.ahead((*r09_setup.SETS_UP, *levels.PHASES[:2]), levels.PHASES[2:], barred=barred),
)
