"""The start of the campaign (START, CG1, I1), with nothing on the map; and the sequence of play: purchases
and set-up of the first date, the firefight, and the steps of the Refit Phase as `steps.csv` has them."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.sequence import Segment, sequence
from adjudicator.state import Frame, Json, State
from counters.roster.load import load_roster
from maps.reading.load import load_board

from . import firefight, gates, initiative, refit, setting_up
from .campaign import (
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
from .dates import dates
from .front import initial_control
from .initiative import STOCK
from .position import GAME, GERMAN, INIT_BUY, INIT_SETUP, PLAY, RUSSIAN, SIDES
from .steps import SEALED, SET_UP, steps

CAMPAIGN = "campaign"
OPTIONS: dict[str, dict[str, Json]] = {
    CAMPAIGN: {},
    "random-weather": {"weather-mode": RANDOM},
    "balance-german": {"balance-option": GERMAN},
    "balance-russian": {"balance-option": RUSSIAN},
}
"""Scenario -> what is agreed before the campaign begins: weather (CG1), balance (CG33)."""
SCENARIOS = tuple(OPTIONS)
SNIPERS, FORTIFIED = {RUSSIAN: 3, GERMAN: 4}, {RUSSIAN: 0, GERMAN: 40}
"""SAN and FPP of a side at the start (c. of OB SAN, OB-DE.3)."""
COUNTED = (LOST, ELR_LOST, ELR_CARRY, LULL_USED, "elr-listed")
"""Tracks that begin at 0."""


@rule("START.1", "START.3", "BRV0.6", "BRV0.7", "CG1.1", "OB-DE.4", "OB-RU.4")
def start(scenario: str) -> State:
    """The position before the first purchases, on the map of the Reichstag, with the weather and the balance
    that are agreed for the whole of the campaign. Raises KeyError for a scenario there is not: those of
    single firefights need their cards, which are not loaded (BRV0.2)."""
    agreed = OPTIONS[scenario]
    first = dates()[0]
    tracks = {GAME_TURN: 0}
    for side in SIDES:
        tracks |= {track(CPP, side): first.base[side], track(FPP, side): FORTIFIED[side]}
        tracks |= {track(SAN, side): SNIPERS[side], track(CHITS, side): STOCK[side]}
        tracks |= {track(one, side): 0 for one in COUNTED}
    facts = {"weather-mode": HISTORICAL, "case": INITIAL, "first": RUSSIAN, **agreed}
    facts |= {"weather": first.cloud, "ec": first.ec}
    blank = State(
        board=load_board(GAME),
        roster=load_roster(GAME),
        sides=SIDES,
        units={},
        frames=(Frame(INIT_BUY),),
        tracks=tracks,
        facts=facts,
    )
    return blank.but(control=initial_control(blank))


Run = Callable[[Play], None]
OWN: dict[str, Run] = {
    "8.6151": initiative.run_chits,
    "8.623": initiative.run_initiative,
    "8.625": firefight.begin,
    SEALED: gates.run,
    SET_UP: setting_up.run,
}
"""Steps that are carried out in a way of their own, and those of which both sides file sealed sheets or
set up; all others are carried out as the Refit Phase is."""


SEQUENCE = sequence(
    Segment(INIT_BUY, "Purchases for the first date", "RePh8.616", gates.run),
    Segment(INIT_SETUP, "Set-up of the first date", "START.2", setting_up.run),
    Segment(PLAY, "The firefight", "CG32.5", firefight.run),
    *(
        Segment(step.number, step.title, step.clause, OWN.get(step.number) or OWN.get(step.who, refit.run))
        for step in steps().values()
    ),
)
