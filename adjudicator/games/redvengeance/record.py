"""The game as the referee knows it: the record of its parts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from adjudicator.by_mail.drags import Drags
from adjudicator.by_mail.standing import TURN, StandingOrders, default, ending, first
from adjudicator.choices import Choices
from adjudicator.events import Names, kinds, kinds_in
from adjudicator.game import Game
from adjudicator.games.redvengeance.by_mail import corrected, invariants, rehearsed, view
from adjudicator.mechanics.wording import printed_names
from adjudicator.play import Play
from counters.roster.load import load_roster
from maps.reading.load import load_board

from . import (
    drags,
    events,
    firefight,
    front,
    gates,
    holding,
    initiative,
    position,
    refit,
    reph_result,
    rosters,
    setting_up,
)
from .campaign import CHITS, CPP, ELR_CARRY, ELR_LOST, FPP, LOST, LULL_USED, SAN, track
from .dates import dates
from .ground import distance
from .orders import grammar
from .position import GAME as NAME
from .sequence import SCENARIOS, SEQUENCE, start
from .steps import BOTH, SET_UP, steps

SIDE_NAMES = {position.RUSSIAN: "Russian player", position.GERMAN: "German player"}
BOX_NAMES = {
    position.OFF_MAP: "off the map",
    position.RESERVE: "the Reserve",
    position.BOUGHT: "what was bought",
    position.ELIMINATED: "the eliminated units",
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
CHOICES = Choices((gates.BUYING, initiative.CHIT, setting_up.SETTING_UP, firefight.PLAYING, *refit.CHOICES))
"""The questions of this game, each declared in its chapter."""
HEX, UNIT = "zone", "unit"
STANDING = StandingOrders(
    grammar=grammar,
    topics=CHOICES.topics,
    conditions={"turn": TURN},
    policies={"default": default, "first": first, "pass": ending({"pass": "pass"})},
    lists=lambda topic: (HEX, UNIT),
    worth=lambda state, unit: state.units[unit].steps,
    distance=lambda state, one, another: distance(one, another),
    near_enemy=lambda state, side, order: False,
    space=HEX,
)
"""What standing orders of this game may say, and how they answer. "lull" are the steps after a date on which
nothing was fought, "steps" those behind the result of a firefight, for which its sheet may hold lines.
"refit" is that sheet, and any step at which what both filed differs: who passes it unasked has no result to
report, so that is not advised."""
DRAGS = Drags(forms=CHOICES.forms, way=lambda *asked: (), fault=drags.fault, theirs=drags.theirs)
"""How a drag is said, by what the side is asked; how a unit went is not the referee's."""


def renew(play: Play) -> None:
    """Let questions that were answered in part say what is left of them."""
    segment = play.state.segment
    if segment == position.PLAY:
        holding.renew(play, firefight.question(play.state))
    elif segment in steps() and steps()[segment].who == BOTH:
        holding.renew(play, refit.question(play.state))
    elif segment == position.INIT_SETUP or (segment in steps() and steps()[segment].who == SET_UP):
        setting_up.renew(play)


@cache
def names() -> Names:
    """Printed names of everything a report may mention."""
    tracks = {
        f"track-{track(what, side)}": f"{title}, {side.title()}"
        for what, title in TRACKS.items()
        for side in position.SIDES
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
    scenarios=SCENARIOS,
    start=start,
    sequence=SEQUENCE,
    grammar=grammar,
    choices=CHOICES,
    kinds=kinds(*kinds_in(events)),
    standing=STANDING,
    view=view.view,
    opens={"LineFiled": ("RePh0.1",), "LineBooked": ("RePh0.1",)},
    faults=invariants.faults,
    victory=reph_result.standings,
    lay=rehearsed.lay,
    names=names,
    step_names={1: "whole", 0: "gone"},
    turns=len(dates()),
    turn_names=tuple(date.name for date in dates()),
    boxes=position.BOXES,
    gone=position.GONE,
    folder=Path(__file__).parent,
    state_keys=rehearsed.STATE_KEYS,
    state_faults=rehearsed.faults,
    flags=position.FLAGS,
    standins=rehearsed.STANDINS,
    from_log=DRAGS.orders,
    ahead=CHOICES.ahead(holding.RESULT, holding.UNTIL_CHIT, also=holding.COURSE),
    markers=front.markers,
    control_map=front.control_map,
    instead=corrected.instead,
    corrected=corrected.corrected,
    renew=renew,
    rosters=rosters.rosters,
    shown=view.SHOWN,
    discloses=view.DISCLOSES,
)
