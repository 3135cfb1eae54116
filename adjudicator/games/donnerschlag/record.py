"""The game as the referee knows it: the record of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from adjudicator.choices import Answer
from adjudicator.declared.disclosure import Disclosure
from adjudicator.events import CardsMoved, Names, OddsResolved, kinds, kinds_in
from adjudicator.game import Game
from adjudicator.mechanics.wording import printed_names
from counters.roster.load import load_roster
from maps.reading.load import load_board

from . import (
    bot,
    events,
    invariants,
    r1_admin,
    r1_call,
    r1_cards,
    r1_entry,
    r1_setup,
    r2_activate,
    r2_combat,
    r2_end,
    r2_overrun,
    r2_segments,
    rehearsed,
    standing,
    victory,
    view,
)
from .ahead import AHEAD
from .cards import BOX, KINDS, REMOVED, all_cards, discards, late, pile
from .cards_meant import by_copies
from .drags import DRAGS
from .levels import markers
from .orders import ARMIES, grammar
from .orders import GAME as NAME
from .position import (
    AD_HOC,
    ARRIVALS,
    AXIS,
    BOXES,
    ELIMINATED,
    GONE,
    NAVAL,
    OUT_OF_SUPPLY,
    OVERRUN,
    SIDES,
    SOVIET,
    SOVIET_HQ,
)
from .sequence import SEQUENCE

SIDE_NAMES = {AXIS: "Axis player", SOVIET: "Soviet player"}
BOX_NAMES = {
    **{box: f"the reinforcements of turn {turn}" for box, turn in ARRIVALS.items()},
    **dict.fromkeys(AD_HOC.values(), "the ad hoc units"),
    BOX[AXIS]: "the OKH box",
    BOX[SOVIET]: "the STAVKA box",
    REMOVED: "the removed cards",
    SOVIET_HQ: "the Soviet HQ to come",
    NAVAL: "the Naval Rifle Brigade",
    ELIMINATED: "the eliminated units",
}
PILES = tuple(where(side, of) for side in SIDES for of in KINDS for where in (pile, discards, late))


@cache
def names() -> Names:
    """Printed names of everything a report may mention."""
    printed = printed_names(load_board(NAME), load_roster(NAME))
    cards = {id_: f"{card.title} ({id_})" for id_, card in all_cards().items()}
    piles: dict[str, str] = {}
    for side in SIDES:
        for of in KINDS:
            what = f"{SIDE_NAMES[side].split()[0]} {of.capitalize()} Cards"
            piles |= {pile(side, of): what, discards(side, of): f"the discarded {what}"}
            piles |= {late(side, of): f"the late {what}", f"hidden-{pile(side, of)}": what}
    armies = {army: words[0] for army, words in ARMIES.items()}
    more = {"schwerpunkt": "the Schwerpunkt", "track-donnerschlag": "Donnerschlag track"}
    return Names({**printed, **cards, **piles, **armies, **more, **SIDE_NAMES, **BOX_NAMES})


ANSWERS: Mapping[str, Answer] = {
    "schwerpunkt": r1_admin.take_schwerpunkt,
    "enter": r1_entry.take_entry,
    "highcommand": r1_cards.take_high_command,
    "luck": r1_cards.take_luck,
    "box": r1_cards.take_box,
    "call": r1_call.take_call,
    "play": r2_segments.take_play,
    "choose": r2_segments.take_choose,
    "activate": r2_activate.take_activate,
    "relocate": r2_overrun.take_relocate,
    "takebox": r2_end.take_box_back,
    "discard": r2_end.take_discard,
    **r2_combat.ANSWERS,
}
"""Decision topic -> what carries out an answer to it."""


GAME = Game(
    name=NAME,
    title="Donnerschlag",
    rules="1",
    sides=SIDE_NAMES,
    scenarios=r1_setup.SCENARIOS,
    start=r1_setup.start,
    sequence=SEQUENCE,
    grammar=grammar,
    answers={topic: by_copies(answer) for topic, answer in ANSWERS.items()},
    kinds=kinds(OddsResolved, *kinds_in(events)),
    standing=standing.STANDING.answer,
    read_standing=standing.STANDING.read,
    standing_topics=standing.USUAL,
    advice=standing.ADVICE,
    view=view.view,
    bot=bot.answer,
    bots={"purposeful": bot.purposeful},
    from_log=DRAGS.orders,
    faults=invariants.faults,
    victory=victory.standings,
    lay=rehearsed.lay,
    names=names,
    step_names={2: "full", 1: "reduced", 0: "gone"},
    turns=r2_end.last_turn(),
    boxes=BOXES,
    gone=GONE,
    folder=Path(__file__).parent,
    state_keys=rehearsed.STATE_KEYS,
    flags=(OUT_OF_SUPPLY, OVERRUN),
    standins=rehearsed.STANDINS,
    ahead=AHEAD,
    discloses=Disclosure(told=(CardsMoved,)),
    foretell=r2_combat.foretell,
    impulses=("PLAY",),
    piles=(*PILES, REMOVED),
    markers=markers,
    standing_words=("stand",),
)
