"""Rule 4.1, the lines of a sheet beside each other: four units (4.1.2.a), one mode each (4.1.3.a)."""

from __future__ import annotations

from adjudicator.orders import Order
from adjudicator.reader import ALL
from adjudicator.rulings import No, Refused, refusal, rule
from adjudicator.state import State, Unit

from .orders import said
from .position import army, label
from .r04_operations import impulse

SEQUENCE = ("activate", "shell", "move", "combat", "city", "reserve")
"""The order in which a plan is checked and carried out: the order of the modes (4.1.3.b)."""

MODES = ("shell", "move", "combat", "reserve")
MODE = {"shell": "shell", "move": "move", "combat": "combat", "city": "combat", "reserve": "reserve"}


@rule("4.1.4", "8.3.1.a")
def from_here(state: State, order: Order) -> Order:
    """An order whose route, or routes, begin behind the zone where its unit stands: that may be written
    first, or as «from ZONE». Raises Refused where the unit is not there."""
    if not said(order).unit:
        return order
    unit, args = state.units[said(order).unit], dict(order.args)
    origin = args.pop("from", unit.at)
    if origin != unit.at:
        here, there = called(state, unit.at), called(state, origin)
        raise Refused("4.1.4", f"{label(state, unit.id)} is in {here}, not in {there}")
    for key in {"via", "free"} & args.keys():
        args[key] = args[key][1:] if len(args[key]) > 1 and args[key][0] == unit.at else args[key]
    return order.meaning(args)


def called(state: State, at: str) -> str:
    """Where a unit is, for a sentence."""
    return state.board.spaces[at].name if at in state.board.spaces else f"the box «{at}»"


def units_of(order: Order) -> tuple[str, ...]:
    """The units that an order activates, as far as it names them."""
    line = said(order)
    named = (line.unit, *line.units, *line.help_units)
    return tuple(unit for unit in named if unit not in {"", ALL})


def mode_of(order: Order) -> str:
    """The mode in which an order activates its units."""
    return said(order).mode or MODE[order.verb]


def sort_out(state: State, lines: list[Order]) -> tuple[list[Order], list[tuple[Order, No]]]:
    """The lines that stand beside each other, and those that name a unit in another mode than a line above
    them, or one unit too many."""
    kept: list[Order] = []
    late: list[tuple[Order, No]] = []
    for order in lines:
        clashes = (clash(state, first, order) for first in kept)
        no = next(filter(None, clashes), None) or too_many(state, kept, order)
        if no:
            late.append((order, no))
        else:
            kept.append(order)
    return kept, late


def clash(state: State, first: Order, order: Order) -> No | None:
    """Why a line cannot stand beside one written above it: they name the same unit in different modes."""
    both = sorted((mode_of(first), mode_of(order)), key=MODES.index)
    for unit in set(units_of(first)) & set(units_of(order)):
        if refusal(joined, state, state.units[unit], *both):
            return one_mode(state, unit, mode_of(first))
    return None


@rule("4.1.2.a", "E10.1")
def too_many(state: State, kept: list[Order], order: Order) -> No | None:
    """At most four units an impulse (4.1.2.a), six with event 10 (E10.1)."""
    named = list(dict.fromkeys(unit for line in (*kept, order) for unit in units_of(line)))
    most = impulse(state).limit
    if len(named) <= most:
        return None
    first, one = ", ".join(label(state, unit) for unit in named[:most]), label(state, named[most])
    why = f"only {most} units are activated in an impulse, and with {one} there would be more"
    return Refused("4.1.2.a", f"{why}; named before it are {first}{in_place_of(kept, order, most)}")


def in_place_of(kept: list[Order], order: Order, most: int) -> str:
    """The lines above each of which could be left out for this one, in words; "" if none would do."""
    texts = [
        f"«{one.text}»"
        for one in reversed(kept)
        if len({unit for line in (*kept, order) if line is not one for unit in units_of(line)}) <= most
    ]
    return f"; it could stand in the place of {' or of '.join(texts)}" if texts else ""


@rule("4.1.3.a", "4.2.2.a", "E6.2", "E7.1")
def joined(state: State, unit: Unit, had: str, mode: str) -> str:
    """One mode each (4.1.3.a): who fights does nothing else (4.2.2.a). The army of event 7 both moves and
    fights (E7.1); that of event 6 acts as a reserve after its combat (E6.2)."""
    if mode in had.split("+"):
        return had
    if {had, mode} == {"move", "combat"} and army(state, unit) == impulse(state).trucks_army:
        return "move+combat"
    if (had, mode) == ("combat", "reserve") and army(state, unit) == impulse(state).front_army:
        return "combat+reserve"
    raise one_mode(state, unit.id, had)


@rule("4.2.2.a")
def one_mode(state: State, unit: str, had: str) -> Refused:
    """The refusal of a second mode for a unit."""
    return Refused("4.2.2.a", f"{label(state, unit)} is in {had} mode and may do nothing else")
