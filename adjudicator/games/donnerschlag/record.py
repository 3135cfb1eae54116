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
    r1_admin,
    r1_cards,
    r1_entry,
    r1_setup,
    r2_activate,
    r2_advance,
    r2_combat,
    r2_end,
    r2_losses,
    r2_move,
    r2_overrun,
    r2_retreat,
    r2_segments,
)
from .cards import BOX, KINDS, REMOVED, all_cards, discards, late, pile
from .cards_meant import by_copies
from .levels import ADMIN, LAST, PLAYING, markers, segment
from .orders import ARMIES, ENDING, HEX, UNIT, grammar
from .orders import GAME as NAME
from .pieces import SCHWERPUNKT
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
    more = {SCHWERPUNKT: "the Schwerpunkt", "track-donnerschlag": "Donnerschlag track"}
    return Names({**printed, **cards, **piles, **armies, **more, **SIDE_NAMES, **BOX_NAMES})


SEQUENCE = sequence(
    Segment("SCHWERPUNKT", "The Schwerpunkt marker", "D.admin.a.1", r1_admin.run_schwerpunkt),
    Segment("REINF", "Reinforcements", "D.admin.b.1", r1_entry.run_entry),
    Segment("HIGHCOM", "High Command", "D.admin.c.1", r1_cards.run_high_command),
    Segment("DRAW", "Cards are drawn", "D.admin.d.1", r1_cards.run_draw),
    Segment("LUCK_X", "Schlachtenglück of the Axis", "D.admin.e.1", r1_cards.run_luck),
    Segment("LUCK_V", "Schlachtenglück of the Soviets", "D.admin.e.1", r1_cards.run_luck),
    Segment("BOX", "OKH and STAVKA boxes", "D.admin.f.1", r1_cards.run_box),
    Segment("CALL", "Donnerschlag is called out", "D.admin.g.1", r1_admin.run_call),
    Segment("LUCK_BACK", "Schlachtenglück goes back", "D.admin.h.1", r1_admin.run_luck_back),
    Segment("PLAY", "An Activation Segment", "D.seq.4", r2_segments.run_play),
    Segment("CHOOSE", "What the card is used for", "D.seq.4", r2_segments.run_choose),
    Segment("ACTIVATE", "Supply and movement", "D.act.all", r2_activate.run_activate),
    Segment("relocate", "An HQ goes elsewhere", "D.hq.5", r2_overrun.run_relocate),
    Segment("COMBATS", "Combats", "D.combat.1", r2_combat.run_combats),
    *r2_combat.LEVELS,
    Segment("SEG_END", "The segment ends", "D.seq.5", r2_segments.run_end),
    Segment("DON_MARK", "The Donnerschlag marker", "D.don.1", r2_end.run_marker),
    Segment("VICTORY", "Victory is checked", "D.don.2", r2_end.run_victory),
    Segment("BOX_BACK", "Cards from the boxes", "D.end.1", r2_end.run_box_back),
    Segment("DISCARD", "Combat Cards are discarded", "D.end.2", r2_end.run_discard),
    Segment("MARKERS", "Snowdrift and Yak-9", "D.end.4", r2_end.run_markers),
    Segment("TURN", "The turn advances", "D.end.5", r2_end.run_turn),
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
            r2_losses.STEP_LOSS,
            r2_retreat.RETREATING,
            r2_advance.AD_HOC_UNIT,
            r2_advance.ADVANCING,
        )
    )
)
"""The questions of this game, each declared in its chapter; those of combats come last."""


def by_themselves(course: Course) -> Course:
    """Of the orders of a course only those that say by themselves what they answer."""
    plain = (*ENDING, r1_entry.HOLD)
    return {
        segment: {who: tuple(verb for verb in verbs if verb not in plain) for who, verbs in asked.items()}
        for segment, asked in course.items()
    }


WITHIN = CHOICES.ahead(
    ADMIN,
    PLAYING[:4],
    acting=lambda state: segment(state).side or AXIS,  # who begins a turn's segments
    barred=theirs,
)
AHEAD = replace(
    WITHIN, courses=(*WITHIN.courses, by_themselves(CHOICES.course((*PLAYING, *LAST, *ADMIN[:3]), {})))
)
"""One set of orders may hold an Admin Phase and the Axis player's first Activation Segment after it, or an
Activation Segment and after it what its writer is asked for at the end of the turn and before the next
draw."""

STANDING = StandingOrders(
    grammar=grammar,
    topics=CHOICES.topics,
    conditions=standing.CONDITIONS,
    policies=CHOICES.policies,
    lists=lambda topic: (HEX, UNIT),
    worth=standing.worth,
    distance=distance,
    near_enemy=standing.near_enemy,
    space=HEX,
    more=CHOICES.legal,
    older=standing.spoken,
)
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
    boxes=BOXES,
    gone=GONE,
    folder=Path(__file__).parent,
    state_keys=r1_setup.STATE_KEYS,
    flags=(OUT_OF_SUPPLY, OVERRUN),
    standins=r1_setup.STANDINS,
    ahead=AHEAD,
    discloses=Disclosure(told=(CardsMoved,)),
    impulses=("PLAY",),
    piles=(*PILES, REMOVED),
    markers=markers,
    standing_words=("stand",),
)
