"""The game as the referee knows it: the record of its parts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from adjudicator.choices import Choices
from adjudicator.declared.ahead import Course, theirs
from adjudicator.declared.disclosure import Disclosure
from adjudicator.declared.drags import Drags
from adjudicator.declared.standing import StandingOrders
from adjudicator.events import CardsMoved, Names, OddsResolved, kinds, kinds_in
from adjudicator.game import Game
from adjudicator.mechanics.armies import distance
from adjudicator.mechanics.wording import printed_names
from counters.roster.load import load_roster
from maps.reading.load import load_board

from . import (
    drags,
    events,
    invariants,
    r1_admin,
    r1_call,
    r1_cards,
    r1_entry,
    r1_setup,
    r2_activate,
    r2_advance,
    r2_combat,
    r2_end,
    r2_losses,
    r2_overrun,
    r2_retreat,
    r2_segments,
    rehearsed,
    standing,
    victory,
    view,
)
from .cards import BOX, KINDS, REMOVED, all_cards, discards, late, pile
from .cards_meant import by_copies
from .levels import ADMIN, LAST, PLAYING, markers, segment
from .orders import ARMIES, ENDING, HEX, UNIT, grammar
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


CHOICES = Choices(
    (
        r1_admin.SCHWERPUNKT,
        r1_entry.ENTRY,
        r1_cards.HIGH_COMMAND,
        r1_cards.LUCK,
        r1_cards.PUTTING_BY,
        r1_call.CALL,
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
"""One sheet may hold an Admin Phase with the Axis player's first Activation Segment behind it, or an
Activation Segment and behind it what its writer is asked for at the end of the turn and before the next
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

DRAGS = Drags(forms={r2_activate.ACTIVATION.topic: r2_activate.MARCHES, **CHOICES.forms}, way=drags.way)
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
    answers={topic: by_copies(answer) for topic, answer in CHOICES.answers.items()},
    choices=CHOICES,
    kinds=kinds(OddsResolved, *kinds_in(events)),
    standing=STANDING.answer,
    read_standing=STANDING.read,
    standing_conditions=tuple(STANDING.conditions),
    standing_topics=CHOICES.usual,
    advice=CHOICES.advice,
    view=view.view,
    bot=CHOICES.by_chance,
    bots={"purposeful": CHOICES.purposeful},
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
    foretell=CHOICES.foretell,
    impulses=("PLAY",),
    piles=(*PILES, REMOVED),
    markers=markers,
    standing_words=("stand",),
)
