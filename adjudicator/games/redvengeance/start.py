"""The start of the campaign (START, CG1, I1): both stocks of points and chits, nothing on the map."""

from __future__ import annotations

from adjudicator.rulings import rule
from adjudicator.state import Frame, Json, State
from counters.roster.load import load_roster
from maps.reading.load import load_board

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
from .position import GAME, GERMAN, INIT_BUY, RUSSIAN, SIDES

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
