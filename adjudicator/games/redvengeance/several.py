"""Lines of a set-up and of entry that name several units, or all."""

from __future__ import annotations

from itertools import islice

from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .campaign import own as known_to
from .newcomers import WITH_MMC
from .orders import said
from .pieces import GUN, class_of, on_map
from .position import BOXES, units_of
from .table_events import TableNoted
from .taking import Take


def each(take: Take) -> Take:
    """A taker of lines that may name several units: all of them are done, or none; or `everybody`."""

    def take_each(play: Play, side: str, order: Order) -> None:
        units = tuple(dict.fromkeys(said(order).what))
        if ALL in map(str.casefold, units):
            everybody(play, side, order, take)
            return
        if len(units) < 2:
            take(play, side, order)
            return
        apart = Play(play.state, play.chance)
        for unit in units:
            take(apart, side, order.having(what=(unit,)))
        play.record(*apart.events)

    return take_each


@rule("RePh0.1", "RePh8.6194.4")
def everybody(play: Play, side: str, order: Order, take: Take) -> None:
    """SETUP ALL hex=K20: of the units that are left every one that may be there; those that the line names
    besides must. Raises Refused where none may."""
    apart, why = Play(play.state, play.chance), dict[str, Refused]()
    named_ = [unit for unit in dict.fromkeys(said(order).what) if unit.casefold() != ALL]
    for unit in named_:
        take(apart, side, order.having(what=(unit,), but=()))
    but = {name.casefold() for name in (*named_, *said(order).but)}
    left = [unit.id for unit in units_left(play.state, side, order.verb) if unit.id.casefold() not in but]
    for unit in left:
        try:
            take(apart, side, order.having(what=(unit,), but=()))
        except Refused as no:
            why[unit] = no
    if not left and not named_:
        told = f"no unit of yours is left for «{order.text}»: each has come, or has a line of its own"
        raise Refused("RePh0.1", told)
    if len(why) == len(left) and not named_:
        first = next(iter(why.values()))
        raise Refused(first.rule, f"none of the units that are left may: {first.why}", first.legal)
    play.record(*apart.events)
    for unit, refused in islice(why.items(), FEW):
        told = f"«{order.text}» leaves {unit} out: {refused.why}"
        play.record(TableNoted(rule=refused.rule, to=(side,), text=told))


def units_left(state: State, side: str, verb: str) -> list[Unit]:
    """The units for which «all» stands: those that wait off the map; in a set-up in which no unit came from
    there, those on the map that no line has set up yet. MMC and Guns come before those who need them."""
    known, mine = known_to(state, side).came, list(units_of(state, side))
    waiting = [unit for unit in mine if unit.at in BOXES]
    came = any(box for box, *_ in known.values())
    if not waiting and not came and verb != "enter":
        waiting = [unit for unit in mine if unit.id not in known and on_map(unit)]
    return sorted(waiting, key=lambda unit: RANK.get(class_of(state, unit), 1))


FEW = 4
"""So many units are named that «all» leaves out."""
RANK = {GUN: 0, **dict.fromkeys(WITH_MMC, 2)}
"""In which order «all» takes units: Guns before their crews, MMC before the SW and SMC of their group."""
