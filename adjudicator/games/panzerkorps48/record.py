"""The game as the referee knows it: the record of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from adjudicator.choices import Answer
from adjudicator.events import FireResolved, Names, fights, kinds, kinds_in
from adjudicator.game import Game
from adjudicator.mechanics.wording import printed_names
from counters.roster.load import load_roster
from maps.reading.load import load_board

from . import (
    bot,
    combat,
    events,
    invariants,
    r03_phases,
    r07_combat,
    r08_advance,
    r08_morale,
    r08_retreat,
    r09_plan,
    r09_setup,
    r10_score,
    rehearsed,
    standing,
    view,
)
from .ahead import AHEAD
from .drags import DRAGS
from .orders import FORMATIONS, grammar
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


ANSWERS: Mapping[str, Answer] = {
    "setup": r09_setup.take_setup,
    "plan": r09_plan.take_plan,
    r03_phases.PREPARE: r03_phases.take_prep,
    r03_phases.MOVES: r03_phases.take_moves,
    combat.DEFENCE: r07_combat.take_fire,
    combat.ATTACK: r07_combat.take_fire,
    "morale": r08_morale.take_morale,
    "retreat": r08_retreat.take_path,
    "kill": r08_retreat.take_kill,
    "advance": r08_advance.take_advance,
}
"""Decision topic -> what carries out an answer to it."""


GAME = Game(
    name=NAME,
    title="48th Panzer Korps",
    rules="1",
    sides=SIDES,
    scenarios=r09_setup.SCENARIOS,
    start=r09_setup.start,
    sequence=SEQUENCE,
    grammar=grammar,
    answers=ANSWERS,
    kinds=kinds(FireResolved, *kinds_in(fights), *kinds_in(events)),
    standing=standing.STANDING.answer,
    read_standing=standing.STANDING.read,
    standing_topics=standing.USUAL,
    advice=standing.ADVICE,
    view=view.view,
    opens={"SetUpShown": ("9.set.6",)},
    bot=bot.answer,
    bots={"purposeful": bot.purposeful},
    from_log=DRAGS.orders,
    faults=invariants.faults,
    victory=r10_score.standings,
    lay=rehearsed.lay,
    foretell=r07_combat.foretell,
    names=names,
    step_names={9: "full", 0: "gone"},
    turns=r03_phases.last_turn(),
    boxes=BOXES,
    gone=GONE,
    folder=Path(__file__).parent,
    state_keys=rehearsed.STATE_KEYS,
    flags=(PREPARED, RETREATED, BARRED),
    standins=rehearsed.STANDINS,
    ahead=AHEAD,
)
