"""Chapter 11, set-up: how the game begins. Fixed lists, nothing to decide.

11.0   markers and event chits            start, markers, chits
11.1 to 11.4   units on the map           placed
11.5, 11.6     reinforcements             placed
2.4.1  chits at the start                 chits
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.games.raceforberlin.position import KONIEV, REINFORCEMENTS, XII_ARMY, ZHUKOV
from adjudicator.rulings import rule
from adjudicator.state import Frame, State, Unit
from counters.roster.counter import Counter, Roster
from counters.roster.load import load_roster
from maps.reading.load import load_board

SCENARIOS = ("campaign",)
HEINRICI = "event-1"
CHITS, XII_CUP = "chits", XII_ARMY


def start(scenario: str) -> State:
    """The position before the first segment of turn 1. Raises KeyError for a scenario there is not."""
    if scenario not in SCENARIOS:
        raise KeyError(scenario)
    roster = load_roster("raceforberlin")
    return State(
        board=load_board("raceforberlin"),
        roster=roster,
        sides=(ZHUKOV, KONIEV),
        units={counter.id: placed(counter) for counter in roster.counters.values()},
        frames=(Frame("A.1"),),
        tracks=markers(),
        hands=hands(),
        cups={CHITS: cup(roster), XII_CUP: xii_army(roster)},
    )


@rule("11.0.c", "11.1", "11.2", "11.3", "11.4", "11.5.1", "11.5.2", "11.5.3", "11.6.1", "11.6.2", "M.4")
def placed(counter: Counter) -> Unit:
    """A unit at full strength where the lists put it: in its zone, or in the box it arrives from."""
    box = XII_ARMY if counter.reinforcement == XII_ARMY else REINFORCEMENTS
    return Unit(counter.id, counter.side, counter.setup or box, len(counter.steps))


@rule("11.0.a", "4.1.1", "10.0.b", "9.1.2.a")
def markers() -> Mapping[str, int]:
    """The Operations marker on 1; support, Victory Points at 0; no City Progress marker lies on the map."""
    sides = (ZHUKOV, KONIEV)
    return {"operations": 1, **{f"support-{s}": 0 for s in sides}, **{f"vp-{s}": 0 for s in sides}}


@rule("2.4.1.a", "11.0.b")
def hands() -> Mapping[str, tuple[str, ...]]:
    """Koniev begins with Heinrici, Zhukov with nothing."""
    return {ZHUKOV: (), KONIEV: (HEINRICI,)}


@rule("2.4.1.b")
def cup(roster: Roster) -> tuple[str, ...]:
    """Every event chit but Heinrici lies in the cup."""
    return tuple(card for card in roster.cards if card != HEINRICI)


@rule("11.5.3")
def xii_army(roster: Roster) -> tuple[str, ...]:
    """The ten divisions of XII Army, which are drawn two by two (2.1.2.c)."""
    return tuple(c.id for c in roster.counters.values() if c.reinforcement == XII_ARMY)
