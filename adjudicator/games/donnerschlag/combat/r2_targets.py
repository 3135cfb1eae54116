"""Who could attack which hex (D.combat.3, D.combat.4): from where units are, and for a page from where they
may go before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from adjudicator.choices import Strike, Support
from adjudicator.mechanics.odds import number as counted
from adjudicator.mechanics.odds import ratio
from adjudicator.mechanics.strength import total_strength
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from ..charts import charts
from ..levels import ATTACKERS, DEFENDERS, segment
from ..orders import ATTACK
from ..pieces import TANK, class_of, is_hq
from ..position import ENEMY, fighters, manned, name, unbridged
from ..r2_move import ends_of
from ..r2_supply import has_line, unsure
from .r2_strength import Clash, worth_of

PARTS = 4
"""Strengths are halved twice at most: out of supply, and in an attack on a city."""
AS_NOW = "with supply as it is now, which the lines above may change"


def targets(state: State, unit: Unit) -> list[str]:
    """The hexes that a unit could attack."""
    return [space for space in state.board.neighbours(unit.at) if not why_not(state, unit, space)[0]]


@rule("D.combat.3", "D.combat.4", "D.combat.14", "D.tec.river.1", "D.tec.bridge")
def why_not(state: State, unit: Unit, space: str) -> tuple[str, str]:
    """The clause and reason by which a unit, active or not, cannot attack a hex; nothing if it can. The hex
    must be adjacent and hold enemy combat units, and tanks do not attack across an unbridged river. The
    unit's zone need not extend into it."""
    if space not in state.board.neighbours(unit.at):
        return "D.combat.4", f"{unit.id} is not adjacent to {name(state, space)}"
    if space not in manned(state, ENEMY[unit.side]):
        return "D.combat.3", f"there is no enemy combat unit in {name(state, space)}"
    if class_of(state, unit) == TANK and unbridged(state.board, unit.at, space):
        return "D.tec.river.1", f"{unit.id} may not attack across an unbridged river hexside"
    return "", ""


def open_to(state: State, units: Sequence[Unit]) -> dict[str, list[Unit]]:
    """The hexes that these units could attack, and which of them could."""
    able: dict[str, list[Unit]] = {}
    for unit in units:
        for space in targets(state, unit):
            able.setdefault(space, []).append(unit)
    return able


# -- before the moves are made -----------------------------------------------------------------------------


@rule("D.combat.1", "D.combat.4")
def strikes(state: State, side: str, cards: Mapping[str, Support]) -> Iterator[Strike]:
    """The hexes that activated units could attack from where they are, or from where those that have not
    moved may go, each with one of the cards that such attacks may play. Once combat has begun the legal
    attacks are told with their odds, and none here."""
    if state.segment != "ACTIVATE":
        return
    now, then, found = segment(state), as_checked(state), dict[str, dict[str, dict[str, tuple[int, int]]]]()
    for unit in (then.units[id_] for id_ in now.eligible if not is_hq(state, then.units[id_])):
        going = () if unit.id in now.checked else ends_of(state, unit)
        for at in dict.fromkeys((unit.at, *going)):
            for space in targets(state, replace(unit, at=at)):
                worth = total_strength([worth_of(then, unit, ATTACKERS, Clash((), (), space))]) * PARTS
                found.setdefault(space, {}).setdefault(unit.id, {})[at] = int(worth), 0
    left = unsure(state, side, [id_ for id_ in now.eligible if id_ not in now.checked])
    for space, units in found.items():
        line, against = f"{ATTACK} {space} with {{units}}", told(state, side, space)
        doubted = left & units.keys()
        yield Strike(space, line, units, PARTS, cards, against, exact=True, unsure=doubted, doubt=AS_NOW)


@rule("D.act.one", "D.oos.5")
def as_checked(state: State) -> State:
    """The units that are still to be activated as the OoS check would find them now."""
    now = segment(state)
    found = {id_: has_line(state, state.units[id_]) for id_ in now.eligible}
    return state.with_frame(checked={**found, **now.checked})


def told(state: State, side: str, space: str) -> Mapping[int, tuple[tuple[float, str], ...]]:
    """What is told of an attack on a hex: both strengths and their column, without what hangs on who attacks
    together."""
    theirs = fighters(state, space, ENEMY[side])
    clash = Clash((), theirs, space)
    against = total_strength([worth_of(state, unit, DEFENDERS, clash) for unit in theirs])
    words = f"{{attack}} strength points against {counted(against):g}"
    columns = charts()["crt"].columns
    later = "before shifts and die modifiers"
    return {0: tuple((float(ratio(one) * against), f"{words}: {one}, {later}") for one in columns)}
