"""Chapter 11, set-up: how the game begins. Fixed lists, nothing to decide.

11.0, 2.4.1    markers and event chits                start
11.1 to 11.6   units on the map, reinforcements       placed
"""

from __future__ import annotations

from adjudicator.games.raceforberlin.position import KONIEV, REINFORCEMENTS, XII_ARMY, ZHUKOV
from adjudicator.rulings import rule
from adjudicator.state import Frame, State, Unit
from counters.roster.counter import Counter
from counters.roster.load import load_roster
from maps.reading.load import load_board

SCENARIOS = ("campaign",)
HEINRICI = "event-1"
CHITS, XII_CUP = "chits", XII_ARMY


@rule("2.4.1.a", "2.4.1.b", "4.1.1", "9.1.2.a", "10.0.b", "11.0.a", "11.0.b", "11.5.3")
def start(scenario: str) -> State:
    """The position before the first segment of turn 1: the Operations marker on 1, support and Victory Points
    at 0, no City Progress marker (11.0.a). Koniev has Heinrici (2.4.1.a), the other event chits are in the
    cup (2.4.1.b), and the ten divisions of XII Army in theirs (11.5.3). Raises KeyError for a scenario there
    is not."""
    if scenario not in SCENARIOS:
        raise KeyError(scenario)
    roster, sides = load_roster("raceforberlin"), (ZHUKOV, KONIEV)
    return State(
        board=load_board("raceforberlin"), roster=roster, sides=sides,
        units={counter.id: placed(counter) for counter in roster.counters.values()}, frames=(Frame("A.1"),),
        tracks={"operations": 1, **{f"{what}-{side}": 0 for what in ("support", "vp") for side in sides}},
        hands={ZHUKOV: (), KONIEV: (HEINRICI,)},
        cups={
            CHITS: tuple(card for card in roster.cards if card != HEINRICI),
            XII_CUP: tuple(c.id for c in roster.counters.values() if c.reinforcement == XII_ARMY),
        },
    )  # fmt: skip


@rule("11.0.c", "11.1", "11.2", "11.3", "11.4", "11.5.1", "11.5.2", "11.5.3", "11.6.1", "11.6.2", "M.4")
def placed(counter: Counter) -> Unit:
    """A unit at full strength where the lists put it: in its zone, or in the box it arrives from."""
    box = XII_ARMY if counter.reinforcement == XII_ARMY else REINFORCEMENTS
    return Unit(counter.id, counter.side, counter.setup or box, len(counter.steps))
