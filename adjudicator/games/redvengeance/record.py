"""The game as the referee knows it: the record of its parts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from adjudicator.by_mail.ahead import Ahead
from adjudicator.choices import Choice, Choices
from adjudicator.events import Names, kinds, kinds_in
from adjudicator.game import Game
from adjudicator.mechanics.wording import printed_names
from adjudicator.play import Play
from counters.roster.load import load_roster
from maps.reading.load import load_board

from . import (
    bot,
    corrected,
    drags,
    events,
    firefight,
    front_map,
    gates,
    holding,
    initiative,
    invariants,
    laid,
    offers,
    purchase_events,
    refit,
    rehearsed,
    rosters,
    setting_up,
    shown,
    standing,
    start,
    table_events,
    victory,
    view,
)
from .campaign import CHITS, CPP, ELR_CARRY, ELR_LOST, FPP, LOST, LULL_USED, SAN, track
from .dates import dates
from .orders import grammar
from .position import (
    BOUGHT,
    BOXES,
    ELIMINATED,
    FLAGS,
    GERMAN,
    GONE,
    INIT_SETUP,
    OFF_MAP,
    PLAY,
    RESERVE,
    RUSSIAN,
    SIDES,
)
from .position import GAME as NAME
from .sequence import SEQUENCE
from .steps import BOTH, SET_UP, steps

SIDE_NAMES = {RUSSIAN: "Russian player", GERMAN: "German player"}
BOX_NAMES = {
    OFF_MAP: "off the map",
    RESERVE: "the Reserve",
    BOUGHT: "what was bought",
    ELIMINATED: "the eliminated units",
}
TRACKS = {
    CPP: "Campaign Purchase Points",
    FPP: "Fortification Purchase Points",
    SAN: "Sniper Activation Number",
    CHITS: "Attack chits left",
    LOST: "CGS lost",
    ELR_LOST: "ELR levels lost",
    ELR_CARRY: "CVP carried for the ELR",
    LULL_USED: "ELR regained in a Lull",
    "elr-listed": "ELR levels taken off by the date",
}
EVENTS = (events, purchase_events, table_events)
CHOICES = Choices(
    tuple(
        Choice(
            topic=topic, rule="", verbs=(), take=take, chance=bot.answer, called=(topic,),
            usual=topic in standing.ADVICE, advice=standing.ADVICE.get(topic, ()),
        )
        for topic, take in (
            (gates.TOPIC, gates.take),
            (setting_up.TOPIC, setting_up.take),
            (firefight.TOPIC, firefight.take),
            *((topic, refit.take) for topic in refit.TOPICS),
            (initiative.TOPIC, initiative.take_chit),
        )
    )
)  # fmt: skip
"""The questions of this game: each names its clause, its verbs and its examples where it is asked."""


def renew(play: Play) -> None:
    """Let questions that were answered in part say what is left of them."""
    segment = play.state.segment
    if segment == PLAY:
        holding.renew(play, firefight.question(play.state))
    elif segment in steps() and steps()[segment].who == BOTH:
        holding.renew(play, refit.question(steps()[segment]))
    elif segment == INIT_SETUP or (segment in steps() and steps()[segment].who == SET_UP):
        setting_up.renew(play)


@cache
def names() -> Names:
    """Printed names of everything a report may mention."""
    tracks = {
        f"track-{track(what, side)}": f"{title}, {side.title()}"
        for what, title in TRACKS.items()
        for side in SIDES
    }
    more = {
        "track-game-turn": "Game Turn",
        "cgs": "winner of the last CGS",
        "campaign": "winner of the campaign",
        "none": "nobody",
    }
    printed = printed_names(load_board(NAME), load_roster(NAME))
    towns = {one.id: one.facts["name"] for one in load_board(NAME).spaces.values() if one.facts.get("name")}
    printed |= {hex_: f"{town} ({hex_.upper()})" for hex_, town in towns.items()}
    printed |= {counter.id: counter.name for counter in load_roster(NAME).counters.values()}
    return Names({**printed, **SIDE_NAMES, **BOX_NAMES, **tracks, **more})


GAME = Game(
    name=NAME,
    title="Berlin: Red Vengeance",
    rules="1",
    sides=SIDE_NAMES,
    scenarios=start.SCENARIOS,
    start=start.start,
    sequence=SEQUENCE,
    grammar=grammar,
    choices=CHOICES,
    kinds=kinds(*(kind for module in EVENTS for kind in kinds_in(module))),
    standing=standing.STANDING,
    view=view.view,
    opens={"LineFiled": ("RePh0.1",), "LineBooked": ("RePh0.1",)},
    faults=invariants.faults,
    victory=victory.standings,
    lay=rehearsed.lay,
    names=names,
    step_names={1: "whole", 0: "gone"},
    turns=len(dates()),
    turn_names=tuple(date.name for date in dates()),
    boxes=BOXES,
    gone=GONE,
    folder=Path(__file__).parent,
    state_keys=rehearsed.STATE_KEYS,
    state_faults=laid.faults,
    flags=FLAGS,
    standins=rehearsed.STANDINS,
    from_log=drags.DRAGS.orders,
    ahead=Ahead(courses=holding.COURSES, ends={gates.TOPIC: gates.BUYING}),
    markers=front_map.markers,
    control_map=front_map.control_map,
    instead=offers.instead,
    corrected=corrected.corrected,
    renew=renew,
    rosters=rosters.rosters,
    shown=shown.SHOWN,
    discloses=view.DISCLOSES,
)
