"""What one player may know of a position: section (b) of the game's notes.

Of enemy stacks only the top unit is seen (0.1e); the contents of the cup are public, its order is secret.
Standing orders, sealed answers and the plans of an activation are for their owner alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.by_mail.views import ABSENT, Secrets, plans_of
from adjudicator.games.koenigsberg45.fog import SEEN_BY, TOPS, never_hidden, revealed, top
from adjudicator.games.koenigsberg45.levels import Activation, Battle, campaign
from adjudicator.games.koenigsberg45.position import ENEMY, GERMAN, UNSEEN
from adjudicator.games.koenigsberg45.turn.r12_hqs import RELEASED
from adjudicator.mechanics.armies import on_map
from adjudicator.rulings import rule
from adjudicator.state import Frame, State, Unit

PLANS = plans_of(Activation, Battle)
"""What an activation and a battle remember that their owner's enemy may not know."""


def acting(state: State) -> str:
    """The side that acts at the innermost level that has one: in an activation, a battle, an arrival or free
    movement; "" for none."""
    return next((str(frame.facts["side"]) for frame in reversed(state.frames) if "side" in frame.facts), "")


# which HQs of 12.8 are released is for their owner, for it tells where they stand
SECRETS = Secrets(plans=dict.fromkeys(PLANS, ABSENT), acting=acting, facts={RELEASED: GERMAN})


@rule("0.1e.1")
def view(state: State, side: str) -> State:
    """The state as one side knows it (0.1e.1)."""
    tops = enemy_tops(state, ENEMY[side])
    shown = frozenset(tops.values()) | revealed(state)
    units = {
        id_: unit if unit.side == side else seen(state, unit, id_ in shown)
        for id_, unit in state.units.items()
    }
    known = SECRETS.hide(state, side)
    return known.but(
        units=units,
        frames=tuple(without_target(frame, side, units) for frame in known.frames),
        covers={**state.covers, **{space: item for space, item in tops.items() if item not in state.units}},
        facts={**known.facts, TOPS: own_tops(state, side), SEEN_BY: side},
    )


@rule("K-R76")
def without_target(frame: Frame, side: str, units: Mapping[str, Unit]) -> Frame:
    """A barrage as the side that fires sees it: without who lies in its target, unless it sees them."""
    if not frame.facts.get("barrage") or frame.facts.get("side") != side:
        return frame
    named = {name: frame.facts.get(name, ()) for name in ("defenders", "hqs", "stayed")}
    known = {name: tuple(one for one in ids if units[one].at != UNSEEN) for name, ids in named.items()}
    return replace(frame, facts={**frame.facts, **known, "demand": None, "fleeing": None})


def seen(state: State, unit: Unit, shown: bool) -> Unit:
    """An enemy unit as a side knows it: one in sight (with no marker on top), or one that is known only to be
    somewhere on the map."""
    if shown or never_hidden(state, unit):
        return replace(unit, flags=frozenset()) if unit.flags else unit
    return Unit(unit.id, unit.side, UNSEEN, len(state.roster.counters[unit.id].steps))


def enemy_tops(state: State, enemy: str) -> dict[str, str]:
    """What is seen of enemy stacks, a unit or the supply marker on it, by hex."""
    spaces = sorted({unit.at for unit in state.units.values() if unit.side == enemy and on_map(state, unit)})
    tops = {space: top(state, space, enemy) for space in spaces}
    return {space: item for space, item in tops.items() if item}


def own_tops(state: State, side: str) -> dict[str, str]:
    """What a side has chosen to lay on top of its own stacks."""
    chosen = campaign(state).tops
    return {space: unit for space, unit in chosen.items() if state.units[unit].side == side}
