"""The game as the referee knows it: the record of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from adjudicator.choices import Answer
from adjudicator.declared.disclosure import Disclosure
from adjudicator.events import Names, kinds, kinds_in
from adjudicator.game import Game
from adjudicator.mechanics.wording import printed_names
from counters.roster.load import load_roster

from . import (
    events,
    fog,
    invariants,
    r00_barrage,
    r00_events,
    r00_setup,
    r01_turn,
    r02_activation,
    r02_draw,
    r04_movement,
    r05_penalty,
    r06_reinforcement,
    r07_attack,
    r07_combat,
    r08_losses,
    r09_retreat,
    r10_advance,
    r12_refugees,
    r12_replacements,
    r12_volksturm,
    r14_victory,
    rehearsed,
    standing,
    view,
)
from .ahead import AHEAD
from .bots import drive, players
from .drags import DRAGS
from .orders import grammar
from .position import BOXES, GERMAN, GONE, ISOLATED, OUT_OF_SUPPLY, SOVIET
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
    "gd": "the Gross Deutschland box", "volksturm": "the Volksturm box", "refugees": "the refugee box",
    "haff": "the Frisches Haff", "luftwaffe": "the Luftwaffe box", "1st-air-army": "the 1st Air Army box",
    "4th-air-army": "the 4th Air Army box", "grounded": "the Grounded box", "refit": "the Refit box",
    "unused": "not in this game",
    "unseen": "somewhere unseen",
}  # fmt: skip

ANSWERS: Mapping[str, Answer] = {
    "attack": r07_combat.take_attacks,
    "loss": r08_losses.take_loss,
    "retreat": r09_retreat.take_retreat,
    "advance": r10_advance.take_advance,
    "setup": r00_setup.take_setup,
    "choose": r02_draw.take_choice,
    "select": r02_activation.take_select,
    r04_movement.MOVES: r04_movement.take_moves,
    r06_reinforcement.ENTER: r06_reinforcement.take_enter,
    r05_penalty.OVERSTACK: r05_penalty.take_overstack,
    "barrage": r00_barrage.take_barrage,
    r00_events.FREE_MOVE: r00_events.take_free_move,
    r00_events.REFUGEES: r00_events.take_refugees,
    "replace": r12_replacements.take_replace,
    "volksturm": r12_volksturm.take_deploy,
    "refugees": r12_refugees.take_refugees,
}
"""Decision topic -> what carries out an answer to it."""


GAME = Game(
    name="koenigsberg45",
    title="Königsberg '45",
    rules="1",
    sides=SIDES,
    scenarios=r00_setup.SCENARIOS,
    start=r00_setup.start,
    sequence=SEQUENCE,
    grammar=grammar,
    answers=ANSWERS,
    kinds=kinds(*kinds_in(events)),
    standing=standing.STANDING.answer,
    read_standing=standing.STANDING.read,
    standing_words=("stand",),
    standing_topics=standing.USUAL,
    advice=standing.ADVICE,
    view=view.view,
    opens={"HQActivated": ("2.1b.1", "2.1c.1", "2.1d.1")},
    bot=players.answer,
    bots={"simple": players.purposeful, "drive": drive.answer},
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
    ahead=AHEAD,
    discloses=Disclosure(told=(events.HQReleased,)),
    foretell=r07_attack.foretell,
)
