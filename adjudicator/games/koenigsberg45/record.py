"""The game as the referee knows it: its sequence of play (1.0), and the record of its parts."""

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
from adjudicator.sequence import Segment, sequence
from adjudicator.state import State, Unit
from counters.roster.load import load_roster

from . import events, fog
from .actions import r00_actions, r00_events, r02_activation, r04_movement, r05_penalty, r06_reinforcement
from .bots import drive
from .combat import r00_barrage, r07_combat, r08_losses, r09_retreat, r10_advance
from .hexes.r04_costs import PARTS, ROAD, STRATEGIC
from .hexes.r04_current_costs import allowance, current_costs
from .orders import AGAIN, HEX, UNIT, grammar
from .position import (
    BOXES,
    FRONTS,
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
from .terrain import the_board
from .turn import (
    r00_setup,
    r01_turn,
    r11_supply,
    r12_hqs,
    r12_refugees,
    r12_replacements,
    r12_volksturm,
    r13_air,
    r14_victory,
)

SEQUENCE = sequence(
    Segment("SETUP", "Set-up", "0.1g.1", r00_setup.run_setup),
    Segment("BAR_G", "German barrages", "1.0a.1", r00_barrage.run_first),
    Segment("BAR_S2", "Barrages of 2nd Belorussian Front", "1.0a.2", r00_barrage.run_first),
    Segment("BAR_S3", "Barrages of 3rd Belorussian Front", "1.0a.2", r00_barrage.run_first),
    Segment("AIR_RETURN", "Air units return from refit", "1.1a.1", r13_air.run_return),
    Segment("AIR_REFIT", "Grounded air units begin refit", "1.1b.1", r13_air.run_refit),
    Segment("RF_PLACE", "Reinforcements", "1.2a.1", r06_reinforcement.run_place),
    Segment("RF_MOVE_G", "German reinforcements move", "1.2a.4", r06_reinforcement.run_moves),
    Segment("RF_MOVE_S", "Soviet reinforcements move", "1.2a.4", r06_reinforcement.run_moves),
    Segment("RF_HQCHECK", "HQs without troops", "1.2a.3", r12_hqs.run_check),
    Segment("REPL_S", "Soviet replacements", "1.2b.1", r12_replacements.run_replacements),
    Segment("REPL_G", "German replacements", "1.2b.1", r12_replacements.run_replacements),
    Segment("VOLKSTURM", "Volksturm deployment", "1.2c.1", r12_volksturm.run_deploy),
    Segment("REFUGEE", "Refugees", "1.2d.1", r12_refugees.run_refugees),
    Segment("DRAW", "Chit draw", "1.3a.1", r00_actions.run_draw),
    Segment("CHOOSE_HQ", "HQ choice", "2.1c.1", r02_activation.run_choose),
    Segment("SELECT", "Activation", "1.3a.1", r02_activation.run_select),
    Segment("MOVE", "Movement", "1.3b.1", r04_movement.run_moves),
    Segment("COMBAT", "Combat", "1.3c.1", r07_combat.run_combat),
    Segment("battle", "Battle", "7.2.1", r07_combat.run_battle),
    Segment("CLOSE", "Activation chit revealed", "2.1a.5", r02_activation.run_close),
    Segment(r00_events.REFUGEES, "Random event: refugees", "RET.5.1", r00_events.run_refugees),
    Segment("entry", "Entry", "6.0.3", r06_reinforcement.run_entry),
    Segment("free", "Free movement", "RET.3.1", r04_movement.run_moves),
    Segment(r00_barrage.BARRAGE.topic, "Barrages", "0.7a.1", r00_barrage.run_window),
    Segment("SUPPLY", "Supply", "1.4.1", r11_supply.run_supply),
    Segment("END_VOLKSTURM", "Volksturm removed", "1.5a.1", r12_volksturm.run_return),
    Segment("SUDDEN_DEATH", "Sudden death?", "1.5b.1", r14_victory.run_sudden_death),
    Segment("ADVANCE_TURN", "Next turn", "1.5c.1", r01_turn.run_advance),
    Segment("SCORE", "Victory Points", "14.1.3", r14_victory.run_score),
)


SIDES = {GERMAN: "German player", SOVIET: "Soviet player"}


@cache
def names() -> Names:
    """Printed names of everything a report may mention."""
    printed = printed_names(the_board(), load_roster("koenigsberg45"))
    return Names({**printed, **SIDES, **FRONTS, **TRACKS, **BOX_NAMES})


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
    ahead.with_plans((
        r00_barrage.SETTING_UP,
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
    ))
)  # fmt: skip
"""The questions of this game, each declared in its chapter."""

STANDING = StandingOrders(
    grammar=grammar, topics=CHOICES.topics, conditions=standing.CONDITIONS,
    policies={**CHOICES.policies, **standing.POLICIES},
    lists=lambda topic: CHOICES.lists(topic) or (HEX, UNIT), worth=standing.worth, distance=distance,
    near_enemy=standing.near_enemy, space=HEX, sides=tuple(SIDES), lasts=("pass", "done"),
    more=CHOICES.legal, older=standing.from_stand,
)  # fmt: skip
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
    """Why dragging this unit of one's own gives no order; "" if it may give one."""
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
        ahead.FROM_THE_SET_UP,
        acting=lambda state: str(state.frames[0].facts.get("side", "")),
        barred=ahead.barred,
        later=ahead.another_activation,
        lives=ahead.acts_yet,
        opening=AGAIN,
        foreseen=ahead.activations_to_come,
        also=ahead.LAST,
    ),
    discloses=Disclosure(told=(events.HQReleased,)),
)
