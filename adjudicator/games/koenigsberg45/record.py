"""The game as the referee knows it: the record of its parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from adjudicator.by_mail.disclosure import Disclosure
from adjudicator.by_mail.drags import Drag, Drags, off_the_board
from adjudicator.by_mail.standing import StandingOrders
from adjudicator.choices import Choices
from adjudicator.events import Names, kinds, kinds_in
from adjudicator.game import Game
from adjudicator.games.koenigsberg45.by_mail import ahead, invariants, rehearsed, standing, view
from adjudicator.mechanics.armies import distance
from adjudicator.mechanics.movement import reach
from adjudicator.mechanics.wording import printed_names
from adjudicator.state import State, Unit
from counters.roster.load import load_roster

from . import (
    events,
    fog,
    r00_barrage,
    r00_events,
    r00_setup,
    r01_turn,
    r02_activation,
    r04_movement,
    r05_penalty,
    r06_reinforcement,
    r07_combat,
    r08_losses,
    r09_retreat,
    r10_advance,
    r12_refugees,
    r12_replacements,
    r12_volksturm,
    r14_victory,
)
from .bots import drive
from .orders import AGAIN, HEX, UNIT, grammar
from .position import (
    BOXES,
    GD_BOX,
    GERMAN,
    GONE,
    ISOLATED,
    OUT_OF_SUPPLY,
    REFUGEE_BOX,
    SOVIET,
    VOLKSTURM_BOX,
    is_refugees,
    kind,
)
from .r04_costs import PARTS, ROAD, STRATEGIC
from .r04_current_costs import allowance, current_costs
from .sequence import SEQUENCE
from .terrain import the_board

SIDES = {GERMAN: "German player", SOVIET: "Soviet player"}


@cache
def names() -> Names:
    """Printed names of everything a report may mention."""
    printed = printed_names(the_board(), load_roster("koenigsberg45"))
    return Names({**printed, **SIDES, **COMMANDS, **TRACKS, **BOX_NAMES})


COMMANDS = {"2BR": "2nd Belorussian Front", "3BR": "3rd Belorussian Front"}
TRACKS = {
    "activations-german": "German HQs activated",
    "activations-2BR": "HQs of 2nd Belorussian Front activated",
    "activations-3BR": "HQs of 3rd Belorussian Front activated",
    "vp-soviet": "Victory Point hexes in Soviet hands",
    "track-volksturm": "Volksturm units available",
    "replacements-german": "German replacement points",
    "replacements-soviet": "Soviet replacement points",
}
BOX_NAMES = {
    "reinforcements": "the reinforcements", "eliminated": "the eliminated units",
    "removed": "out of the game",
    GD_BOX: "the Gross Deutschland box", VOLKSTURM_BOX: "the Volksturm box", REFUGEE_BOX: "the refugee box",
    "haff": "the Frisches Haff", "luftwaffe": "the Luftwaffe box", "1st-air-army": "the 1st Air Army box",
    "4th-air-army": "the 4th Air Army box", "grounded": "the Grounded box", "refit": "the Refit box",
    "unused": "not in this game",
    "unseen": "somewhere unseen",
}  # fmt: skip

CHOICES = Choices(
    (
        r00_setup.SETTING_UP,
        r02_activation.CHOOSING,
        r02_activation.SELECTION,
        r04_movement.MOVEMENT,
        r04_movement.MARCH,
        r07_combat.ATTACK,
        r00_barrage.BARRAGE,
        r08_losses.LOSS,
        r09_retreat.RETREAT,
        r10_advance.ADVANCE,
        r05_penalty.OVERSTACK,
        r12_volksturm.VOLKSTURM,
        r12_replacements.REPLACEMENTS,
        r12_refugees.REFUGEES,
        r00_events.MARKERS,
        r00_events.FREE_MOVE,
        r06_reinforcement.ENTRY,
    )
)
"""The questions of this game, each declared in its chapter."""

STANDING = StandingOrders(
    grammar=grammar,
    topics=CHOICES.topics,
    conditions=standing.CONDITIONS,
    policies={**CHOICES.policies, **standing.POLICIES},
    lists=lambda topic: CHOICES.lists(topic) or (HEX, UNIT),
    worth=standing.worth,
    distance=distance,
    near_enemy=standing.near_enemy,
    space=HEX,
    sides=tuple(SIDES),
    lasts=("pass", "done"),
    more=CHOICES.legal,
    older=standing.from_stand,
)
"""What standing orders of this game may say, and how they answer."""


def way(state: State, topic: str, unit: Unit, origin: str, to: str) -> Sequence[str]:
    """The hexes of a cheapest legal move, by road or across country if it can be, else strategic."""
    if is_refugees(state, unit):
        return r12_refugees.road(state, origin, to)
    for how in (ROAD, STRATEGIC):
        found = reach(current_costs(state, unit, how), origin, allowance(state, unit) * PARTS[how])
        if to in found:
            return found.path(to)[1:]
    return ()


def fault(state: State, drag: Drag) -> str:
    """Why a drag of an own unit is no order; "" if it may be one."""
    if kind(state, state.units[drag.unit]) in {"air", "ship"}:
        return f"{drag.unit} is named in an attack, not moved"
    return "" if r04_movement.driven(state, drag) else off_the_board(state, drag)


DRAGS = Drags(
    forms={r04_movement.MOVEMENT.topic: r04_movement.marching} | dict(CHOICES.forms),
    way=way,
    fault=fault,
)
"""How a drag is said, by what the side is asked; without a question it is a march."""


GAME = Game(
    name="koenigsberg45",
    title="Königsberg '45",
    rules="1",
    sides=SIDES,
    scenarios=r00_setup.SCENARIOS,
    start=r00_setup.start,
    sequence=SEQUENCE,
    grammar=grammar,
    choices=CHOICES,
    kinds=kinds(*kinds_in(events)),
    standing=STANDING,
    standing_words=("stand",),
    view=view.view,
    opens={"HQActivated": ("2.1b.1", "2.1c.1", "2.1d.1")},
    bots={"simple": CHOICES.purposeful, "drive": drive.driven_by(CHOICES.purposeful)},
    from_log=DRAGS.orders,
    faults=invariants.faults,
    victory=r14_victory.standings,
    lay=rehearsed.lay,
    names=names,
    step_names={2: "full", 1: "reduced", 0: "gone"},
    turns=r01_turn.last_turn(),
    hands_shown="Chits drawn this turn",
    impulses=("DRAW", "SUPPLY"),
    on_top=fog.uppermost,
    boxes=BOXES,
    gone=GONE,
    folder=Path(__file__).parent,
    state_keys=rehearsed.STATE_KEYS,
    state_kinds=rehearsed.STATE_KINDS,
    flags=(OUT_OF_SUPPLY, ISOLATED),
    standins=rehearsed.STANDINS,
    along=dict.fromkeys(TRACKS, "vp"),
    ahead=CHOICES.ahead(
        ahead.ACTIVATION,
        ahead.BEFORE_THE_CHITS,
        acting=lambda state: str(state.frames[0].facts.get("side", "")),
        barred=ahead.barred,
        later=ahead.another_activation,
        opening=AGAIN,
        foreseen=ahead.activations_to_come,
        also=ahead.LAST,
    ),
    discloses=Disclosure(told=(events.HQReleased,)),
)
