"""What a rehearsal may say of a position of this game, and what it plays with stand-ins for."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.mechanics.charts import standins
from adjudicator.state import Json, State

from .charts import charts

STATE_KEYS: Mapping[str, str] = {
    "schwerpunkt": "the hex of the Schwerpunkt marker, once it is in play (D.admin.a)",
    "called": "the turn on which Donnerschlag was called out (D.admin.g)",
    "zone": "the true meeting zone, which the Axis player alone knows (D.admin.g.3)",
    "luck": "the side that holds the Schlachtenglück marker (D.admin.e)",
    "snowdrift": "hexes with a Snowdrift marker (D.end.4)",
    "yak9": "hex with a Yak-9 marker -> fresh, or turned (D.end.4)",
    "moved": "units that have moved in this turn",
}

STANDINS = (
    "map: hexes, terrain, rivers, roads, zones, supply edges",
    "units: strengths, movement, steps, backgrounds, colours, ranges, start and arrivals",
    "cards: decks, their sizes, texts and effects",
    *standins(charts().values()),
)


def lay(state: State, position: Mapping[str, Json]) -> State:
    """A laid position needs nothing else."""
    return state
