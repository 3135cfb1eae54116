"""How a unit came to its set-up, and what its group was bought for: that holds however often its line is
sent anew, and to the end of the set-up.

origin             where a unit was, and what lay on it, before it was set up
check_bought_way   8.6194, CG22.1  a group bought at the Reserve price comes so
unfinished         8.6194, CG21.3  what must still be set up, or stands without an MMC of its group
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .campaign import note_own
from .campaign import own as known_to
from .charts import GUNS
from .front import areas, isolated
from .ground import Place, firm, place
from .pieces import BANNER, MMC, SMC, SW, class_of, on_map, squads
from .position import BOUGHT, BOXES, HIP, RESERVE, location, units_of

NEW, DUG_IN, MAP, ENTRY = "new", "dug-in", "map", "entry"
WITH_MMC = (SW, BANNER, *SMC)
"""What of a new group comes with an MMC of it."""
FREE_SHARE = 4
"""One squad in so many of a Night Defender is hidden free (CG7.10)."""
FEW = 4
"""So many units are named of those that are left."""


def origin(state: State, unit: Unit) -> tuple[str, frozenset[str]]:
    """Where a unit was before it was set up, a box or "" for the map, and what lay on it there."""
    came = known_to(state, unit.side).came.get(unit.id)
    if came is not None:
        return came[0], frozenset(came[1:])
    return (unit.at if unit.at in BOXES else ""), unit.flags


def remember(play: Play, clause: str, unit: Unit) -> None:
    """Keep how a unit came, when it is set up for the first time."""
    came = known_to(play.state, unit.side).came
    if unit.id not in came:
        box, flags = origin(play.state, unit)
        note_own(play, clause, unit.side, came={**came, unit.id: (box, *sorted(flags))})


def is_new(state: State, unit: Unit) -> bool:
    """Whether a unit is of a group that was bought for this CGS, though it has been set up already."""
    return NEW in origin(state, unit)[1]


def group_of(unit: Unit) -> str:
    """The group with which a unit came: "I2#1"; "" for none."""
    return unit.id.partition("-")[2].rpartition("-")[0]


def mode_of(state: State, unit: Unit) -> str:
    """How the group of a unit was bought to come: "map", "entry" ...; "" for a unit of no group."""
    return str(known_to(state, unit.side).groups.get(group_of(unit), {}).get("mode", ""))


@rule("RePh8.6194.8", "CG22.1")
def check_bought_way(state: State, unit: Unit, verb: str, where: Place) -> None:
    """A group that was bought at the Reserve price comes under a Reserve counter and no other way. Raises
    Refused."""
    if is_new(state, unit) and RESERVE in origin(state, unit)[1] and verb != RESERVE:
        why = f"{unit.id} was bought at the Reserve price: it is set up under a Reserve counter"
        raise Refused("RePh8.6194.8", why, (f"RESERVE {unit.id} hex={where}",))


@rule("I3.2")
def check_dug_in(state: State, unit: Unit, where: Place) -> None:
    """A dug-in tank is on debris or a paved road, on no bridge and in no building, and stays there. Raises
    Refused."""
    if DUG_IN not in unit.flags:
        return
    if not firm(where.hex):
        why = (
            f"a tank is dug in on debris or a paved road, on no bridge and in no building: {unit.id}, {where}"
        )
        raise Refused("I3.2", why)
    if on_map(unit) and unit.at != where.hex and not origin(state, unit)[0]:
        raise Refused("I3.2", f"{unit.id} is dug in at {unit.at.upper()} and stays there")


@rule("RePh8.6194.5", "CG21.3", "CG21.4")
def group_mmc(state: State, unit: Unit, where: Place | None = None) -> tuple[Unit, ...]:
    """The MMC of a unit's group, or those of them in one Location, wherever the others are."""
    group = unit.id.rpartition("-")[0]
    mine = (one for one in units_of(state, unit.side) if group and one.id.rpartition("-")[0] == group)
    there = (one for one in mine if class_of(state, one) in MMC)
    return tuple(one for one in there if where is None or (on_map(one) and place(location(one)) == where))


@rule("CG7.10")
def free_share(state: State, side: str, but: str = "") -> tuple[float, float]:
    """How many squads of a Night Defender are hidden free, a unit left out, and how many there are that are
    not in Reserve, of which a quarter may be, rounded down; SMC are not counted."""
    all_of = squads(state, (one for one in units_of(state, side) if RESERVE not in one.flags))
    hidden = (state.units[id_] for id_ in known_to(state, side).unseen if id_ != but)
    return squads(state, (one for one in hidden if HIP in one.flags)), all_of


# -- when a side says that it has set up ---------------------------------------------------------------------


Examples = Callable[[Iterable[Unit]], Iterator[str]]
"""Lines that set up one of some units, each where it may be."""


def unfinished(state: State, side: str, examples: Examples) -> Iterator[Refused]:
    """Why a side has not set up as it must: the clause, and the units, with `examples` of what is left."""
    if left := [unit for unit in units_of(state, side) if must_set_up(state, unit)]:
        yield Refused(
            "RePh8.6194.4",
            f"all of a group that was bought to be set up on the map is: {_some(left)} still off it. Set up "
            "what is left; or send «pass» with «as is», and it stays off the map",
            tuple(islice(examples(left), 1)),
        )
    had, all_of = free_share(state, side)
    if had > all_of // FREE_SHARE:
        why = f"{had:g} squads are hidden free, more than a quarter of the {all_of:g} that are not in Reserve"
        yield Refused("CG7.10", why)
    alone = [unit for unit in units_of(state, side) if stands_alone(state, unit)]
    if alone:
        yield Refused(
            "RePh8.6194.5",
            f"SMC and SW of a new group are set up with an MMC of it, and {_some(alone)} with none now; set "
            "them up anew",
        )


def _some(units: list[Unit]) -> str:
    """Units by name, a few of them, with their verb."""
    names = [unit.id for unit in units]
    told = names if len(names) <= FEW else [*names[:FEW], f"{len(names) - FEW} more"]
    return (
        f"{' and '.join(filter(None, [', '.join(told[:-1]), told[-1]]))} {'is' if names[1:] == [] else 'are'}"
    )


def _free(state: State, side: str) -> Iterator[str]:
    """The first hex in which a new group of a side can be set up, if there is one."""
    open_ = {one for area in areas(state, side) for one in area} - isolated(state, side)
    yield from sorted(one.upper() for one in open_)[:1]


@rule("RePh8.6194.4")
def must_set_up(state: State, unit: Unit) -> bool:
    """Whether a unit is still off the map though others of its group, which was bought for the map, are on
    it: all of them are set up, or the group waits off the map like one that does not enter. Guns are sold so
    by themselves, and may come later."""
    bound = unit.at == BOUGHT and NEW in unit.flags and mode_of(state, unit) == MAP
    if not bound or group_of(unit)[:1] == GUNS or not any(_free(state, unit.side)):
        return False
    came = (
        one for one in known_to(state, unit.side).came if one.rpartition("-")[0] == unit.id.rpartition("-")[0]
    )
    return any(on_map(state.units[one]) for one in came)


@rule("RePh8.6194.5", "CG21.3")
def stands_alone(state: State, unit: Unit) -> bool:
    """Whether a SMC or SW of a new group was set up with an MMC of it that has gone elsewhere since; a leader
    with a radio or field phone may be alone."""
    known = known_to(state, unit.side)
    came = unit.id in known.came and is_new(state, unit) and unit.id not in known.radios
    if not came or not on_map(unit) or class_of(state, unit) not in WITH_MMC:
        return False
    return bool(group_mmc(state, unit)) and not group_mmc(state, unit, place(location(unit)))
