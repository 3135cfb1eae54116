"""What a rehearsal may say of a position of this game, and what it plays with stand-ins for."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.state import Json, State

from .campaign import OWN
from .dates import dates
from .rows import cells
from .victory import NOBODY

STATE_KEYS: Mapping[str, str] = {row["key"]: row["says"] for row in cells("state.csv")}
"""Key of a position's `state` -> what it says."""
STANDINS = (
    "map: terrain, the Spree, two of its bridges, the S-Bahn, pits, boulevard beyond the hexes named",
    "units: weights and movement of vehicles, modifiers of Inexperienced crews",
    "what the base rules and KGP II decide: reported by both sides",
)
"""What stands in for what the rulebook does not give."""
HELD, NAMES = {"control-start"}, {"balance-option", "first", "banner"}
"""Facts that name a side or a place by hex, and by themselves: «none» is nobody and nowhere."""
HEXES = {"control-start": str.lower, "terrain": str.lower, "fires": str.lower, "bridges": str.upper}
"""Facts by hex -> how the game keeps their hexes."""


def held(word: str) -> str:
    """Who holds something; "" for nobody."""
    return "" if word == NOBODY else word


def lay(state: State, position: Mapping[str, Json]) -> State:
    """A laid position in the game's own spelling: hexes as they are kept, a date by its number, what each
    side alone knows with that side; "partial 20" is a damaged bridge and what it bears."""
    facts = dict(state.facts)
    facts |= {key: {one: held(word) for one, word in facts[key].items()} for key in HELD & facts.keys()}
    facts |= {key: held(facts[key]) for key in NAMES & facts.keys()}
    for key in HEXES.keys() & facts.keys():
        facts[key] = {HEXES[key](one): word for one, word in facts[key].items()}
    bridges = {one: how.split() for one, how in facts.get("bridges", {}).items()}
    if limits := {one: int(how[1]) for one, how in bridges.items() if how[1:]}:
        facts |= {"limits": limits, "bridges": {one: how[0] for one, how in bridges.items()}}
    names = {one.name: one.number for one in dates()}
    facts |= {"supplemental": names.get(word, word)} if (word := facts.get("supplemental")) else {}
    for name, count in facts.pop("bought", {}).items():
        side, _, group = name.partition(" ")
        own = facts.get(OWN + side, {})
        facts[OWN + side] = {**own, "bought": {**own.get("bought", {}), group: count}}
    return state.but(facts=facts)
