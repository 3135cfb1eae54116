"""What a rehearsal of this game may lay out beyond units and tracks, and what the game plays with stand-ins
for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.games.raceforberlin.position import XII_ARMY, campaign, cities, level, soviets
from adjudicator.games.raceforberlin.r11_setup import CHITS, HEINRICI, XII_CUP
from adjudicator.state import Json, State

STATE_KEYS: Mapping[str, str] = {
    "first-penetration": "the camp that first raised a city zone above 0 (10.2.2)",
    "shelled": "the camp that has shelled Berlin (10.2.1)",
    "american-halt": "true once the Americans have stopped for good (2.2.4, 2.2.8.b)",
    "xii-army": "the turn from which XII Army enters (2.1.2.b)",
    "hitler": '"north" or "south": a counter-attack is ordered and not yet made (2.3.1)',
    "garrison": "10 while event 5 holds, this turn (E5.1)",
    "planned-retreat": "the camp whose Germans may go west this turn (E4.1)",
    "heinrici-from": "the turn from which the holder of chit 1 may play it (E1.3)",
    "chits-out": "event chits that are out of the game (2.4.4.b)",
    "passed": "the camps that passed their Soviet impulse in this phase (4.1.5.b)",
    "available": "reinforcements that have arrived and wait for an open zone (2.1.3)",
    "escaping": "German units that must still escape from the Americans (2.2.6.b)",
    "emptied": "city zones left empty since the last check: camp and how (9.1.5)",
}

STATE_KINDS: Mapping[str, str] = {
    "chits-out": "chit",
    **dict.fromkeys(("first-penetration", "shelled", "planned-retreat", "passed"), "side"),
    "escaping": "unit",
}
"""What those keys hold that name a piece or a player."""

STANDINS = (
    "Combat Results Table and its modifiers beyond the rulebook's example",
    "City Progress CRT beyond the rulebook's example",
    "zone shapes, indices, rivers, roads, defence lines, boundary and supply zones",
    "Victory Points and garrisons other than Tempelhof's",
    "American tracks beyond their starts",
    "strengths, movement points and unit types other than the examples'",
    "dates of the turn track",
)


def lay(state: State, position: Mapping[str, Json]) -> State:
    """Make a laid position whole: chits that are in no hand and not out lie in the cup, XII Army divisions in
    their box lie in theirs, and inside a turn the Operations marker stands at least on 1 (4.1.1). A city zone
    at level 2 has a holder (9.1.4), and where there is any level somebody was the first (10.2.2)."""
    in_hand = {chit for hand in state.hands.values() for chit in hand}
    out = set(campaign(state).chits_out)
    chits = tuple(chit for chit in state.roster.cards if chit not in in_hand | out and chit != HEINRICI)
    waiting = tuple(unit.id for unit in state.units.values() if unit.at == XII_ARMY)
    tracks = {**state.tracks, "operations": max(1, state.tracks.get("operations", 0))}
    raised = raisers(state)
    first = {"first-penetration": next(iter(raised.values()))} if raised else {}
    facts = {**first, **state.facts}
    if HEINRICI not in in_hand:
        facts["chits-out"] = (*sorted(out), HEINRICI)
    held = {space: camp for space, camp in raised.items() if level(state, space) > 1}
    cups = {CHITS: chits, XII_CUP: waiting}
    return replace(state, cups=cups, tracks=tracks, facts=facts, control={**held, **state.control})


def raisers(state: State) -> dict[str, str]:
    """City zone -> the camp that raised its level: its holder, else that of the Soviets in it."""
    found = {}
    for space in cities(state):
        camps = [state.control.get(space, ""), *(unit.side for unit in soviets(state, space))]
        camp = next(filter(None, camps), "")
        if level(state, space) and camp:
            found[space] = camp
    return found
