"""Rules 9.0 and 9.2, the path of a retreat: which hexes are barred, which come first, who may go together.

9.0b passable hexes     9.2a always further away     9.2b towards supply     9.2c outside EZOCs
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from adjudicator.mechanics.armies import distance
from adjudicator.mechanics.movement import Barred, MovementCosts
from adjudicator.mechanics.retreat import Bar, Path, Preference, Retreat, Retreats
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from . import r11_supply, terrain
from .levels import Flight
from .position import enemy_here, is_combat
from .r03_zoc import in_ezoc
from .r04_costs import network
from .r04_current_costs import ground_of
from .r04_entering import overruns
from .r05_stacking import fits

# -- what bars a step ------------------------------------------------------------------------------------


@rule("9.0b.1", "9.0d.1", "9.0d.2", "K-R33")
def closed(going: MovementCosts, spaces: int, path: Path, to: str) -> str:
    """Why a unit cannot take a step of a retreat of so many hexes: it could not in movement (9.0b). Points do
    not matter (9.0d); a major river without a bridge is crossed on foot, in a retreat of one hex (K-R33)."""
    way = going.crossing(path[-1], to)
    if isinstance(way, Barred):
        return way.why
    across = way.whole and (spaces > 1 or len(path) > 1)
    return "only a retreat of one hex crosses a major river without a bridge" if across else ""


@rule("9.2d.1", "5.2.1")
def held(state: State, unit: Unit, path: Path, to: str) -> str:
    """Why a unit cannot enter a hex that enemies hold: only a lone HQ is overrun (9.2d)."""
    free = not enemy_here(state, to, unit.side) or overruns(state, unit, to)
    return "" if free else f"{terrain.name(state, to)} is held by the enemy"


@rule("9.2a.1")
def too_near(state: State, origin: str, upto: int, path: Path, to: str) -> str:
    """Why a step is not further from the hex of the combat than the one before, within so many steps."""
    if len(path) > upto or distance(state, origin, to) > distance(state, origin, path[-1]):
        return ""
    return f"{terrain.name(state, to)} is no further from {terrain.name(state, origin)} than the hex before"


# -- what comes first ------------------------------------------------------------------------------------


@rule("9.2b.1", "9.2c.1", "9.2c.2", "K-R34")
def preferences(state: State, side: str) -> tuple[Preference, ...]:
    """Towards a supply source of the side, any of them, if possible (9.2b); only then outside EZOCs, if
    possible (9.2c)."""
    return (
        Preference(
            "9.2b.1",
            "a hex nearer to a supply source comes first",
            lambda path, to: int(not r11_supply.nearer(state, side, path[-1], to)),
        ),
        Preference(
            "9.2c.1",
            "a hex outside enemy zones of control comes first",
            lambda path, to: int(in_ezoc(state, to, side)),
        ),
    )


@rule("5.0a.2", "5.1.2", "5.2.3", "9.0f.1")
def room(state: State, units: Sequence[Unit], space: str) -> bool:
    """Whether all these units may end in a hex together; HQs find their place afterwards (5.2)."""
    for unit in units:
        if not fits(state, unit, space):
            return False
        state = state.with_unit(replace(unit, at=space))
    return True


# -- legal retreats --------------------------------------------------------------------------------------


def retreat_of(
    state: State, units: Sequence[Unit], spaces: int, origin: str, *, loose: bool = False
) -> Retreat:
    """The retreat of units that go together from where they stand, away from `origin`. With `loose` the hex
    beyond a full one need not be further away (K-R35)."""
    bars = [Bar("9.0b.1", partial(closed, ground_of(state, unit), spaces)) for unit in units]
    bars += [Bar("5.2.1", partial(held, state, unit)) for unit in units]
    bars.append(Bar("9.2a.1", partial(too_near, state, origin, spaces if loose else 99)))
    return Retreat(
        network(state.board),
        units[0].at,
        spaces,
        bars,
        preferences(state, units[0].side),
        partial(room, state, units),
        further=1,
    )


@rule("5.1.2", "9.0b.2", "K-R35")
def legal(state: State, units: Sequence[Unit], spaces: int, origin: str) -> Retreats:
    """Every legal retreat of units that go together: with room at its end, if need be one hex further (5.1);
    if none can be made in full, the longest, those with room at their end before others."""
    found = retreat_of(state, units, spaces, origin).legal()
    if found.crowded:
        found = retreat_of(state, units, spaces, origin, loose=True).legal()
    roomy = tuple(path for path in found.paths if room(state, units, path[-1]))
    return replace(found, paths=roomy or found.paths)


@rule("9.0.1", "9.0f.1", "12.1a.1", "K-R36")
def options(state: State, left: Sequence[Unit], hq: str, spaces: int) -> tuple[Flight, ...]:
    """Every legal retreat of the units left in the hex of a combat: of all together, where that is no worse
    than apart, or of one of them. Their HQ goes with one, the last at the latest."""
    origin, parties = left[0].at, dict.fromkeys((tuple(left), *((unit,) for unit in left)))
    tried = {tuple(unit.id for unit in who): legal(state, who, spaces, origin) for who in parties}
    worst = max((found.missing, found.crowded) for who, found in tried.items() if len(who) == 1)
    made: list[Flight] = []
    for who, found in tried.items():
        if (found.missing, found.crowded) > worst:
            continue
        teams = [(*who, hq), who] if hq else [who]
        paths = found.paths[:1] if found.crowded else found.paths  # without room it does not matter which
        for team in teams[:1] if len(who) == len(left) else teams:
            made += [Flight(units=team, path=path, missing=found.missing) for path in paths]
    return tuple(made)


def stuck(state: State, left: Sequence[Unit], spaces: int) -> tuple[Unit, ...]:
    """Those of these units that cannot retreat even one hex."""
    return tuple(u for u in left if legal(state, [u], spaces, u.at).paths == ((u.at,),))


def fighting(state: State, units: Sequence[str]) -> tuple[Unit, ...]:
    """The combat units among these."""
    return tuple(state.units[unit] for unit in units if is_combat(state, state.units[unit]))
