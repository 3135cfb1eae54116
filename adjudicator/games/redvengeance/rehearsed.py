"""What a rehearsal may say of a position of this game, and what it plays with stand-ins for."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.state import Json, State

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
}

STANDINS = (
    "map: terrain, the Spree, two of its bridges, the S-Bahn, pits, boulevard beyond the hexes named",
    "units: weights and movement of vehicles, modifiers of Inexperienced crews",
    "what the base rules and KGP II decide: reported by both sides",
)


def lay(state: State, position: Mapping[str, Json]) -> State:
    """A laid position needs nothing else."""
    return state
