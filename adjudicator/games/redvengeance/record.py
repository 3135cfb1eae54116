"""The game as the referee knows it: its start (START, CG1, I1), with nothing on the map; the sequence of
play: purchases and set-up of the first date, the firefight, and the steps of the Refit Phase; and the record
of its parts.
"""

from __future__ import annotations

from collections.abc import Callable
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
from adjudicator.rulings import rule
from adjudicator.sequence import Segment, sequence
from adjudicator.state import Frame, Json, State
from counters.roster.load import load_roster
from maps.reading.load import load_board

from . import drags, events, position
from .by_mail import rosters
from .orders import grammar
from .position import GAME as NAME
from .position import GERMAN, INIT_BUY, INIT_SETUP, PLAY, RUSSIAN, SIDES
from .questions import firefight, gates, glossary, holding, refit, setting_up
from .refit_phase import reph_result
from .refit_phase.reph_purchase import start_tracks
from .situation import front
from .situation.campaign import (
    CHITS,
    CPP,
    ELR_CARRY,
    ELR_LOST,
    FPP,
    GAME_TURN,
    HISTORICAL,
    INITIAL,
    LOST,
    LULL_USED,
    RANDOM,
    SAN,
    track,
)
from .situation.front import initial_control
from .situation.ground import distance
from .situation.steps import BOTH, SEALED, SET_UP, dates, steps

CAMPAIGN = "campaign"
OPTIONS: dict[str, dict[str, Json]] = {
    CAMPAIGN: {},
    "random-weather": {"weather-mode": RANDOM},
    "balance-german": {"balance-option": GERMAN},
    "balance-russian": {"balance-option": RUSSIAN},
}
"""Scenario -> what is agreed before the campaign begins: weather (CG1), balance (CG33)."""
SCENARIOS = tuple(OPTIONS)
COUNTED = (LOST, ELR_LOST, ELR_CARRY, LULL_USED, "elr-listed")
"""Tracks that begin at 0."""


@rule("START.1", "START.3", "BRV0.6", "BRV0.7", "CG1.1", "OB-DE.4", "OB-RU.4")
def start(scenario: str) -> State:
    """The position before the first purchases, on the map of the Reichstag, with the weather and the balance
    that are agreed for the whole of the campaign. Raises KeyError for an unknown scenario: those of single
    firefights need their cards, which are not loaded (BRV0.2)."""
    agreed = OPTIONS[scenario]
    first = dates()[0]
    tracks = {GAME_TURN: 0}
    for side in SIDES:
        tracks |= start_tracks(side)
        tracks |= {track(one, side): 0 for one in COUNTED}
    facts = {"weather-mode": HISTORICAL, "case": INITIAL, "first": RUSSIAN, **agreed}
    facts |= {"weather": first.cloud, "ec": first.ec}
    blank = State(
        board=load_board(NAME), roster=load_roster(NAME), sides=SIDES, units={}, frames=(Frame(INIT_BUY),),
        tracks=tracks, facts=facts,
    )  # fmt: skip
    return blank.but(control=initial_control(blank))


Run = Callable[[Play], None]
OWN: dict[str, Run] = {
    "8.6151": gates.run_chits,
    "8.623": gates.run_initiative,
    "8.625": firefight.begin,
    SEALED: gates.run,
    SET_UP: setting_up.run,
}
"""Steps with a function of their own, and those at which both sides file sealed orders or set up; all others
are carried out by `refit`."""


SEQUENCE = sequence(
    Segment(INIT_BUY, "Purchases for the first date", "RePh8.616", gates.run),
    Segment(INIT_SETUP, "Set-up of the first date", "START.2", setting_up.run),
    Segment(PLAY, "The firefight", "CG32.5", firefight.run),
    *(
        Segment(step.number, step.title, step.clause, OWN.get(step.number) or OWN.get(step.who, refit.run))
        for step in steps().values()
    ),
)


AT = {f"at-{position.OFF_MAP}": "off the map", f"at-{position.BOUGHT}": "before it was set up"}
FLAG_NAMES = {
    position.HIP: "hidden (HIP)",
    position.CLOAKED: "under a Cloaking counter",
    position.RESERVE: "under a Reserve counter",
    **{f"{position.LEVEL}{level}": f"on level {level}" for level in "123456"},
    f"{position.LEVEL}c": "in the cellar",
    f"{position.LEVEL}r": "on the rooftop",
    f"{position.LEVEL}s": "on the S-Bahn",
    "new": "",
    "banner": "holding a Red Banner",
    "dc-set": "with a DC that is set",
    "ma-malfunctioned": "with its MA malfunctioned",
    "ma-disabled": "with its MA disabled",
    "shock": "in Shock",
    "uk": "an Unconfirmed Kill",
    "ti": "TI",
    "dm": "DM",
    "bu": "BU",
    "ce": "CE",
    "prisoner": "a prisoner",
    "passenger": "a passenger",
    "wreck": "a wreck",
    "burnt-out": "a burnt-out wreck",
}
"""What a sentence calls a marker on a unit, if not by the marker's own word. "new" has no word: whatever
reports say of a unit shows that it is new."""


SIDE_NAMES = {position.RUSSIAN: "Russian player", position.GERMAN: "German player"}
BOX_NAMES = {
    position.OFF_MAP: "off the map",
    position.RESERVE: "the Reserve",
    position.BOUGHT: "bought, not yet set up",
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
CHOICES = Choices((gates.BUYING, gates.CHIT, setting_up.SETTING_UP, firefight.PLAYING, *refit.CHOICES))
"""The questions of this game, each declared in its chapter."""
HEX, UNIT = "zone", "unit"
STANDING = StandingOrders(
    grammar=grammar, topics=CHOICES.topics, conditions={"turn": TURN},
    policies={"default": default, "first": first, "pass": ending({"pass": "pass"})},
    lists=lambda topic: (HEX, UNIT), worth=lambda state, unit: state.units[unit].steps,
    distance=lambda state, one, another: distance(one, another), space=HEX,
)  # fmt: skip
"""What standing orders of this game may say, and how they answer. "lull" are the steps after a date on which
nothing was fought, "steps" those after the result of a firefight, which may be answered with it. "refit" is
the result, and any step at which the reports of the sides differ: a side that passes it unasked has no result
to report, so that is not advised."""
DRAGS = Drags(forms=CHOICES.forms, way=lambda *asked: (), fault=drags.fault, theirs=drags.theirs)
"""How a drag is said, by what the side is asked; how a unit went is not the referee's."""


def renew(play: Play) -> None:
    """Let partly answered questions say what is left of them."""
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
    flags = {f"flag-{flag}": name for flag, name in FLAG_NAMES.items()}
    printed = printed_names(load_board(NAME), load_roster(NAME))
    towns = {one.id: one.facts["name"] for one in load_board(NAME).spaces.values() if one.facts.get("name")}
    printed |= {hex_: f"{town} ({hex_.upper()})" for hex_, town in towns.items()}
    printed |= {counter.id: counter.name for counter in load_roster(NAME).counters.values()}
    return Names({**printed, **SIDE_NAMES, **BOX_NAMES, **AT, **flags, **tracks, **more})


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
    explains=glossary.explained,
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
