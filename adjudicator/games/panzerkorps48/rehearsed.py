"""What a rehearsal of this game may lay out beyond units and tracks, and what the game plays with stand-ins
for."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.mechanics.charts import standins
from adjudicator.state import Json, State

from .charts import charts
from .r09_plan import PLAN
from .r10_control import at_start

STATE_KEYS: Mapping[str, str] = {
    "released": "true once the 7th Luftwaffe Field Division may move (9)",
    PLAN: "formation -> its turn and area of entry, which the Soviet player alone knows (9.1)",
    "entry-turns": "formation -> its turn of entry, as it was announced (9.1)",
    "entry-areas": "formation -> its area of entry, once it is revealed (9.1)",
    "exits": "unit -> the hex by which it left the map for good (10)",
    "left-at": "unit -> the hex at which it retreated off the map (8.3)",
}

STANDINS = (
    "map: hexes, terrain, rivers, roads, Starting Front, set-up areas, entry areas, exits",
    "strengths, movement, ranges, sizes and identities of the units",
    *standins(charts().values()),
)


def lay(state: State, position: Mapping[str, Json]) -> State:
    """Make a laid position whole: who controls the hexes that a rehearsal leaves alone."""
    return state.but(control={**at_start(state.board), **state.control})
