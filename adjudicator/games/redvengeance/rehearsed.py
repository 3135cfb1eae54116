"""What a rehearsal may say of a position of this game, and what it plays with stand-ins for."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.state import Json, State

from .campaign import OWN
from .dates import dates

STATE_KEYS: Mapping[str, str] = {
    "weather-mode": "historical or random (CG1)",
    "balance-option": "the side whose balance was agreed, or nothing (CG33)",
    "weather": "the weather of the date",
    "ec": "the Environmental Conditions of the date",
    "case": "initial, dual, german, russian or lull (8.623)",
    "first": "the side that moves first in the CGS that is played (BRV17.2)",
    "chits": "side -> attack or idle, once they are opened",
    "last": "the CGS before: lull, attack (sides), winner, cvp-SIDE, moabit-russian, weather, ec",
    "control-start": "hex -> side, as the CGS began (CG29)",
    "areas": "side -> its set-up areas, each a list of hexes (8.605)",
    "isolated": "side -> isolated hexes, given instead of computed (8.6052)",
    "front-line": "side -> Front Line hexes, given instead of computed (CG13)",
    "bridges": "hex -> intact, partial or destroyed (11.3)",
    "limits": "hex -> tons that a damaged bridge bears, for the German alone (11.311)",
    "labor": "hexside@hex -> Labor, 1 or 2 (9.21)",
    "barricades": "hexside -> whole or breached (9.1)",
    "terrain": "hex -> what it has become: rubble, shellhole, gutted (CG27)",
    "fires": "hex -> flame or blaze (8.609)",
    "banner": "the Location in which the Red Banner flies (14.3)",
    "party-leaders": "Party Leaders alive, once they were bought (CG18)",
    "supplemental": "the date for which Supplemental Armor was bought (16.7)",
    "east-entry": "whether the east edge is open to the Russian (CG12.5)",
    "massacre": "whether there was a Massacre (CG25)",
    "personnel": "side -> hexes with its Personnel, beside those of the units laid (8.6142)",
    "bought": "side and group -> how many were bought in earlier CGS (8.6196)",
    "losses": "side -> its CVP of this CGS: suffered, vehicles, moabit, capture, refit (8.6032)",
    "own-russian": "what the Russian alone knows: groups, forts, oba, chit ...",
    "own-german": "what the German alone knows",
    "hooks": "numbers of the base rules: san-pass, the highest dr that passes 8.6122; removal, that of 8.615",
}

STANDINS = (
    "map: terrain, the Spree, two of its bridges, the S-Bahn, pits, boulevard beyond the hexes named",
    "units: weights and movement of vehicles, modifiers of Inexperienced crews",
    "what the base rules and KGP II decide: reported by both sides",
)


HEXES = {"control-start": str.lower, "terrain": str.lower, "fires": str.lower, "bridges": str.upper}
"""Facts by hex -> how the game keeps their hexes."""


def lay(state: State, position: Mapping[str, Json]) -> State:
    """A laid position in the game's own spelling: hexes as they are kept, a date by its number, what each
    side alone knows with that side; "partial 20" is a damaged bridge and what it bears."""
    facts = dict(state.facts)
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
