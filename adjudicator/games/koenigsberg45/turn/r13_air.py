"""Rule 13, air units: their boxes, what they add to an attack, and how they come back.

1.1, 13.2 the Air Unit Phase     13.1 support of an attack     13.3, 13.4 whose air units serve whom
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.events import UnitPlaced
from adjudicator.mechanics.shifts import Shift
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from ..fog import occur
from ..position import GERMAN, GROUNDED, READY, REFIT, front, kind, trait
from . import r01_turn

FULL, NORMAL = "full", "normal"
MOST, BACK_ON = 2, 6


@rule("0.2e.1", "0.1g.4", "13.3.1", "13.4.2")
def base(state: State, unit: Unit) -> str:
    """The box an air unit belongs to, for good (13.3.2): by its side and Front."""
    return READY[front(state, unit)]


@rule("13.0.1")
def air_units(state: State, box: str = "") -> tuple[Unit, ...]:
    """All eight air units (13.0), or those in a box."""
    return tuple(u for u in state.units.values() if kind(state, u) == "air" and box in {"", u.at})


@rule("1.1a.1", "13.2a-bis.1", "13.3.2", "13.4.4", "13.4.5", "0.3.5")
def run_return(play: Play) -> None:
    """AIR_RETURN: air units in refit go back to their boxes; the two marked with an asterisk only on a 6."""
    for unit in air_units(play.state, REFIT):
        special = trait(play.state, unit, "asterisk") == "yes"
        if special and play.roll("13.4.4", f"the return of {unit.id}", came=return_told) != BACK_ON:
            continue
        put(play, "13.4.4" if special else "13.2a-bis.1", unit.id, base(play.state, unit), "ready again")
    r01_turn.on(play, "1.1a.1")


def return_told(die: int) -> str:
    """What the die for a return brings, in words."""
    return f"{'it is ready again' if die == BACK_ON else 'it stays in refit'} (it returns on a {BACK_ON})"


@rule("1.1b.1", "13.2a.1")
def run_refit(play: Play) -> None:
    """AIR_REFIT: grounded air units begin their refit, and do not return this turn."""
    for unit in air_units(play.state, GROUNDED):
        put(play, "13.2a.1", unit.id, REFIT, "begins its refit")
    r01_turn.on(play, "1.1b.1")


@rule("0.2h.1")
def put(play: Play, number: str, unit_id: str, box: str, why: str) -> None:
    """An air unit goes to a box; it is in one at a time."""
    steps = play.state.units[unit_id].steps
    occur(play, UnitPlaced(rule=number, unit=unit_id, at=box, steps=steps, why=why))


@rule("RET.6.1", "RET.8.1", "K-R50")
def stand_down(play: Play, number: str) -> None:
    """Random events 6 and 8, all at the same time: ready units go to refit, those in refit are grounded."""
    resting = air_units(play.state, REFIT)
    ready = [unit for unit in air_units(play.state) if unit.at == base(play.state, unit)]
    for unit in resting:
        put(play, number, unit.id, GROUNDED, "no air attacks")
    for unit in ready:
        put(play, number, unit.id, REFIT, "no air attacks")


def check_air(state: State, side: str, hq: str, air: Sequence[tuple[str, str]]) -> None:
    """Whether these air units may support one attack under this HQ ("" for none). Raises Refused."""
    ids = [unit for unit, _ in air]
    if len(ids) > MOST:
        raise Refused("13.1.4", "at most two air units may support one attack")
    for unit_id in ids:
        check_one(state, side, hq, unit_id)
    if len(set(ids)) < len(ids):
        raise Refused("13.1.4", "an air unit may support only one attack")


@rule("13.1.1", "13.1.4", "13.3.1", "13.3.3", "13.4.1", "13.4.3", "0.2h.1", "K-R52", "K-R68")
def check_one(state: State, side: str, hq: str, unit_id: str) -> None:
    """An own air unit, ready in its box, of the Front of the activated HQ. Raises Refused."""
    unit = state.units[unit_id]
    if kind(state, unit) != "air" or unit.side != side:
        raise Refused("13.1.1", f"{unit_id} is not an air unit of yours")
    if unit.at != base(state, unit):
        raise Refused("0.2h.1", f"{unit_id} is not ready: it is in the {unit.at} box")
    if not serves(state, unit, hq):
        special = trait(state, unit, "asterisk") == "yes"
        why = f"{unit_id} serves {front(state, unit)} only, and {hq} is of {front(state, state.units[hq])}"
        raise Refused("13.4.1" if special else "13.3.1", why)


def serves(state: State, unit: Unit, hq: str) -> bool:
    """Whether an air unit serves the Front whose HQ is activated; the German one serves any German attack."""
    return unit.side == GERMAN or not hq or front(state, unit) == front(state, state.units[hq])


def ready_for(state: State, side: str, hq: str) -> tuple[str, ...]:
    """The air units that a side could use under this HQ now."""
    own = (unit for unit in air_units(state) if unit.side == side and unit.at == base(state, unit))
    return tuple(unit.id for unit in own if serves(state, unit, hq))


@rule("13.0.2", "13.1.2", "13.1.3")
def shifts(state: State, air: Mapping[str, str]) -> list[Shift]:
    """The shifts to the right by air units in their modes: a full attack counts the front side of the unit, a
    normal one its back."""
    return [
        Shift("13.1.3", value(state, unit_id, mode), f"{unit_id}, {mode} attack")
        for unit_id, mode in air.items()
    ]


@rule("13.0.2")
def value(state: State, unit_id: str, mode: str) -> int:
    """The number on the front (full attack) or back (normal attack) of an air unit."""
    faces = state.roster.counters[unit_id].steps
    return faces[0 if mode == FULL else -1].values["shift"]


@rule("13.1a.1", "13.1a.2", "13.2.1", "13.4.3", "K-R51")
def used(play: Play, air: Mapping[str, str], die: int) -> None:
    """After a combat: a full attack grounds a unit, a normal one sends it to refit; a natural die of 1
    grounds every one of them (K-R51)."""
    for unit_id, mode in air.items():
        if die == 1:
            put(play, "13.2.1", unit_id, GROUNDED, "the die was 1")
        elif mode == FULL:
            put(play, "13.1a.1", unit_id, GROUNDED, "full attack")
        else:
            put(play, "13.1a.2", unit_id, REFIT, "normal attack")
