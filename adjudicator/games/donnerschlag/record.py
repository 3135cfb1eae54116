"""The game as the referee knows it: the record of its parts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from adjudicator.by_mail.ahead import Course, theirs
from adjudicator.by_mail.disclosure import Disclosure
from adjudicator.by_mail.drags import Drags
from adjudicator.by_mail.standing import StandingOrders
from adjudicator.choices import Choices
from adjudicator.events import CardsMoved, Names, OddsResolved, kinds, kinds_in
from adjudicator.game import Game
from adjudicator.games.donnerschlag.by_mail import standing, view
from adjudicator.mechanics.armies import distance
from adjudicator.mechanics.wording import printed_names
from adjudicator.sequence import Segment, sequence
from counters.roster.load import load_roster
from maps.reading.load import load_board

from . import (
    events,
    position,
    r1_admin,
    r1_cards,
    r1_entry,
    r1_setup,
    r2_activate,
    r2_end,
    r2_move,
    r2_overrun,
    r2_segments,
)
from .cards import BOX, KINDS, REMOVED, all_cards, discards, late, pile
from .combat import r2_advance, r2_combat, r2_retreat
from .levels import ADMIN, LAST, PLAYING, markers, segment
from .orders import ARMIES, ENDING, HEX, UNIT, grammar
from .orders import GAME as NAME
from .pieces import SCHWERPUNKT, sort
from .r1_cards import by_copies

SIDE_NAMES = {position.AXIS: "Axis player", position.SOVIET: "Soviet player"}
BOX_NAMES = {
    **{box: f"the reinforcements of turn {turn}" for box, turn in position.ARRIVALS.items()},
    **dict.fromkeys(position.AD_HOC.values(), "the ad hoc units"),
    BOX[position.AXIS]: "the OKH box",
    BOX[position.SOVIET]: "the STAVKA box",
    REMOVED: "the removed cards",
    position.SOVIET_HQ: "the Soviet HQ to come",
    position.NAVAL: "the Naval Rifle Brigade",
    position.ELIMINATED: "the eliminated units",
}
PILES = tuple(where(side, of) for side in position.SIDES for of in KINDS for where in (pile, discards, late))


@cache
def names() -> Names:
    """Printed names of everything a report may mention."""
    printed = printed_names(load_board(NAME), load_roster(NAME))
    cards = {id_: f"{card.title} ({id_})" for id_, card in all_cards().items()}
    piles: dict[str, str] = {}
    for side in position.SIDES:
        for of in KINDS:
            what = f"{SIDE_NAMES[side].split()[0]} {of.capitalize()} Cards"
            piles |= {pile(side, of): what, discards(side, of): f"the discarded {what}"}
            piles |= {late(side, of): f"the late {what} (from turn 4)", f"hidden-{pile(side, of)}": what}
    armies = {army: words[0] for army, words in ARMIES.items()}
    more = {SCHWERPUNKT: "the Schwerpunkt", "track-donnerschlag": "Donnerschlag track"}
    return Names({**printed, **cards, **piles, **armies, **more, **SIDE_NAMES, **BOX_NAMES})


SEQUENCE = sequence(
    Segment("SCHWERPUNKT", "Schwerpunkt marker", "D.admin.a.1", r1_admin.run_schwerpunkt),
    Segment("REINF", "Reinforcements", "D.admin.b.1", r1_entry.run_entry),
    Segment("HIGHCOM", "High Command", "D.admin.c.1", r1_cards.run_high_command),
    Segment("DRAW", "Draw", "D.admin.d.1", r1_cards.run_draw),
    Segment("LUCK_X", "Axis Schlachtenglück", "D.admin.e.1", r1_cards.run_luck),
    Segment("LUCK_V", "Soviet Schlachtenglück", "D.admin.e.1", r1_cards.run_luck),
    Segment("BOX", "OKH and STAVKA boxes", "D.admin.f.1", r1_cards.run_box),
    Segment("CALL", "Donnerschlag", "D.admin.g.1", r1_admin.run_call),
    Segment("LUCK_BACK", "Schlachtenglück returned", "D.admin.h.1", r1_admin.run_luck_back),
    Segment("PLAY", "Activation Segment", "D.seq.4", r2_segments.run_play),
    Segment("CHOOSE", "Use of the card", "D.seq.4", r2_segments.run_choose),
    Segment("ACTIVATE", "Supply and movement", "D.act.all", r2_activate.run_activate),
    Segment("relocate", "Overrun HQ", "D.hq.5", r2_overrun.run_relocate),
    Segment("COMBATS", "Combats", "D.combat.1", r2_combat.run_combats),
    *r2_combat.LEVELS,
    Segment("SEG_END", "End of segment", "D.seq.5", r2_segments.run_end),
    Segment("DON_MARK", "Donnerschlag marker", "D.don.1", r2_end.run_marker),
    Segment("VICTORY", "Victory check", "D.don.2", r2_end.run_victory),
    Segment("BOX_BACK", "Cards from the boxes", "D.end.1", r2_end.run_box_back),
    Segment("DISCARD", "Discards", "D.end.2", r2_end.run_discard),
    Segment("MARKERS", "Snowdrift and Yak-9", "D.end.4", r2_end.run_markers),
    Segment("TURN", "Next turn", "D.end.5", r2_end.run_turn),
)
"""The sequence of play (D.seq): the Admin Phase, Activation Segments, the end of a turn."""

CHOICES = Choices(
    tuple(
        by_copies(choice)
        for choice in (
            r1_admin.PLACING,
            r1_entry.ENTRY,
            r1_cards.HIGH_COMMAND,
            r1_cards.LUCK,
            r1_cards.PUTTING_BY,
            r1_admin.CALL,
            r2_segments.CARD_PLAY,
            r2_segments.CARD_USE,
            r2_activate.ACTIVATION,
            r2_overrun.RELOCATION,
            r2_end.TAKING_BACK,
            r2_end.DISCARD,
            r2_combat.ATTACKING,
            r2_combat.CARD_WINDOW,
            r2_retreat.STEP_LOSS,
            r2_retreat.RETREATING,
            r2_advance.AD_HOC_UNIT,
            r2_advance.ADVANCING,
        )
    )
)
"""The questions of this game, each declared in its chapter; those of combats come last."""


PLAIN = (*ENDING, r1_entry.HOLD)
WITHIN = CHOICES.ahead(
    ADMIN,
    PLAYING[:4],
    acting=lambda state: segment(state).side or position.AXIS,  # who begins a turn's segments
    barred=theirs,
)
LATER: Course = {  # only orders that say by themselves what they answer
    segment: {who: tuple(verb for verb in verbs if verb not in PLAIN) for who, verbs in asked.items()}
    for segment, asked in CHOICES.course((*PLAYING, *LAST, *ADMIN[:3]), {}).items()
}
AHEAD = replace(WITHIN, courses=(*WITHIN.courses, LATER))
"""One set of orders may hold an Admin Phase and the Axis player's first Activation Segment after it, or an
Activation Segment and after it what its writer is asked for at the end of the turn and before the next
draw."""

STANDING = StandingOrders(
    grammar=grammar, topics=CHOICES.topics, conditions=standing.CONDITIONS, policies=CHOICES.policies,
    lists=lambda topic: (HEX, UNIT), worth=standing.worth, distance=distance, space=HEX,
    near_enemy=standing.near_enemy, more=CHOICES.legal, older=standing.spoken,
)  # fmt: skip
"""What standing orders of this game may say, and how they answer."""

DRAGS = Drags(forms={r2_activate.ACTIVATION.topic: r2_activate.MARCHES, **CHOICES.forms}, way=r2_move.dragged)
"""How a drag is said, by what the side is asked; without a question it is a move."""


GAME = Game(
    name=NAME,
    title="Donnerschlag",
    rules="1",
    sides=SIDE_NAMES,
    scenarios=r1_setup.SCENARIOS,
    start=r1_setup.start,
    sequence=SEQUENCE,
    grammar=grammar,
    choices=CHOICES,
    kinds=kinds(OddsResolved, *kinds_in(events)),
    standing=STANDING,
    view=view.view,
    from_log=DRAGS.orders,
    faults=r1_setup.faults,
    victory=r2_end.standings,
    lay=r1_setup.lay,
    names=names,
    step_names={2: "full", 1: "reduced", 0: "gone"},
    turns=r2_end.last_turn(),
    boxes=position.BOXES,
    gone=position.GONE,
    folder=Path(__file__).parent,
    state_keys=r1_setup.STATE_KEYS,
    flags=(position.OUT_OF_SUPPLY, position.OVERRUN),
    standins=r1_setup.STANDINS,
    ahead=AHEAD,
    discloses=Disclosure(told=(CardsMoved,)),
    impulses=("PLAY",),
    piles=(*PILES, REMOVED),
    sort=sort,
    markers=markers,
    standing_words=("stand",),
)
