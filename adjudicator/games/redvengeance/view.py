"""What one side may know of a position: its own purchases, points and hidden units, and of the other side
what lies open on the map."""

from __future__ import annotations

from adjudicator.declared.views import Secrets
from adjudicator.state import State, Unit

from .campaign import OWN, SECRET_TRACKS, own, track
from .pieces import UNSEEN
from .position import GERMAN, GONE, RUSSIAN, SIDES
from .r09_barricades import barriers_seen
from .setting_up import is_set_up

SECRETS = Secrets(
    facts={**{OWN + side: side for side in SIDES}, "limits": GERMAN, "supplemental": RUSSIAN},
    tracks={track(what, side): side for what in SECRET_TRACKS for side in SIDES},
)
"""Of a bridge the German alone knows what it still bears (11.311), of Supplemental Armor the Russian alone
that it was bought (16.7)."""


def view(state: State, side: str) -> State:
    """The state as one side knows it."""
    known = SECRETS.hide(state, side)
    units = {id_: unit for id_, unit in state.units.items() if may_see(state, side, unit)}
    facts = {**known.facts, "barricades": barriers_seen(state, side)}
    if "rolled" in facts:
        facts["rolled"] = tuple(one for one in facts["rolled"] if one not in state.units or one in units)
    return known.but(units=units, facts=facts)


def may_see(state: State, side: str, unit: Unit) -> bool:
    """Whether a side may know of a unit: its own, one that was lost in its sight, one that lies open on
    the map once its owner has set up."""
    if unit.side == side:
        return True
    if unit.at in GONE:
        return unit.id not in own(state, unit.side).lost
    open_ = unit.at in state.board.spaces and not unit.flags & UNSEEN
    return open_ and is_set_up(state, unit.side)
