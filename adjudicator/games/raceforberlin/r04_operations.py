"""Rule 4, Operations Phase: whose impulse it is, what an impulse remembers, and how the phase ends.

1.4 the order of the impulses     4.1.1 the Operations marker     4.1.5 passing     4.3 the end test
4.1 lines beside each other: four units (4.1.2.a), one mode each (4.1.3.a)
The impulse itself is in r04_plan (who is activated) and r04_activation (carrying it out).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.by_mail.views import Plan
from adjudicator.events import FactNoted, TrackMoved
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import No, Refused, refusal, rule
from adjudicator.state import Json, State, Unit
from adjudicator.typed_values import read_as

from .events import OperationsPhaseBegan
from .orders import RESERVE, said
from .position import ACTIVATED, GERMAN, KONIEV, SOVIET, ZHUKOV, army, campaign, group, label

IMPULSES: Mapping[str, tuple[str, str]] = {
    "C.1": (ZHUKOV, SOVIET),
    "C.2": (KONIEV, SOVIET),
    "C.3": (KONIEV, GERMAN),
    "C.4": (ZHUKOV, GERMAN),
}
"""Whose impulse each segment is: camp and nationality, in the order of 1.4."""

NEXT = {"C.1": "C.2", "C.2": "C.3", "C.3": "C.4", "C.4": "C.5"}


ACTIVATIONS = 4


@dataclass(frozen=True)
class Impulse:
    """What an impulse remembers.

    `stage` is what it does next, and `broken` are the armies that were apart when it began (7.3.1.a). Of the
    plan there are the `modes` of the units, the orders still in the `queue`, and the `limit` of units (four,
    six with event 10). `attacked` are the zones and `fought` the units that had their battle, `reserve_moved`
    the reserves that had their move. Events 2, 6 and 7 name an army: `river_army`, `front_army`,
    `trucks_army`; event 11 is the `surprise`.
    """

    stage: str = "begin"
    broken: tuple[str, ...] = ()
    modes: Mapping[str, str] = field(default_factory=dict)
    queue: Plan[tuple[Json, ...]] = ()
    limit: int = ACTIVATIONS
    attacked: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    reserve_moved: tuple[str, ...] = ()
    river_army: str | None = None
    front_army: str | None = None
    trucks_army: str | None = None
    surprise: bool = False


NO_IMPULSE = Impulse()


def impulse(state: State) -> Impulse:
    """What the impulse in progress remembers; nothing outside an impulse."""
    inside = state.frames and state.frames[0].segment in IMPULSES
    return read_as(Impulse, state.frames[0].facts) if inside else NO_IMPULSE


def owner(state: State) -> tuple[str, str]:
    """Camp and nationality of the impulse in progress. Raises KeyError outside an impulse."""
    return IMPULSES[state.segment]


def ready(state: State) -> tuple[Unit, ...]:
    """The units that could still be activated in this impulse."""
    return tuple(unit for unit in group(state, *owner(state)) if ACTIVATED not in unit.flags)


@rule("4.3.1.a", "4.3.1.c")
def phase_ends(turn: int, phase: int, die: int) -> bool:
    """The phase ends on a die, 2 more on turn 1 (4.3.1.c), less than or equal to its number (4.3.1.a)."""
    return die <= phase - (2 if turn == 1 else 0)


@rule("1.4", "4.1.1", "4.1.5.b", "4.3.1.b", "4.3.1.d")
def end_test(play: Play) -> None:
    """C.5: the Operations Phase ends, or the marker moves up and a new one starts at C.1 (4.3.1.b). If both
    camps passed their Soviet impulses of this phase, it ends without a die (4.1.5.b, 4.3.1.d)."""
    phase, turn = play.state.tracks["operations"], play.state.turn
    most = sum(phase_ends(turn, phase, die) for die in range(1, 7))

    def told(die: int) -> str:
        ends = (
            f"it ends on {most}{' or less' if most > 1 else ''}" if most else "on turn 1 no die roll ends it"
        )
        return f"the phase {'is over' if phase_ends(turn, phase, die) else 'goes on'} ({ends})"

    number = "4.3.1.d"
    if not set(campaign(play.state).passed) >= {ZHUKOV, KONIEV}:
        die = play.roll("4.3.1.a", "the end of the Operations Phase", came=told)
        number = "4.3.1.a" if phase_ends(turn, phase, die) else "4.3.1.b"
    play.record(FactNoted(rule=number, key="passed", value=None))
    if number == "4.3.1.b":
        play.record(TrackMoved(rule=number, track="operations", was=phase, now=phase + 1))
        play.record(OperationsPhaseBegan(rule=number, phase=phase + 1))
    play.go(number, "C.1" if number == "4.3.1.b" else "D.1")


MODES = ("shell", "move", "combat", RESERVE)
MODE = {"shell": "shell", "move": "move", "combat": "combat", "city": "combat", RESERVE: RESERVE}


@rule("4.1.3.b")
def place_of(order: Order) -> int:
    """Where in a plan an order is checked and carried out: by its mode (4.1.3.b), and of one mode as they are
    written. So attacks and City Progress rolls come in either order. What only names a mode comes first."""
    return MODES.index(MODE[order.verb]) if order.verb in MODE else -1


@rule("4.1.4", "8.3.1.a")
def from_here(state: State, order: Order) -> Order:
    """An order whose route, or routes, begin after the zone where its unit is: that may be written
    first, or as "from ZONE". Raises Refused where the unit is not there."""
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
    return state.board.spaces[at].name if at in state.board.spaces else f'the box "{at}"'


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
    why = f"you may activate up to {most} units in an impulse, and {one} would be one more"
    return Refused("4.1.2.a", f"{why}. Named first: {first}{in_place_of(kept, order, most)}")


def in_place_of(kept: list[Order], order: Order, most: int) -> str:
    """The lines above each of which could be left out for this one, in words; "" if none would do."""
    texts = [
        f'"{one.text}"'
        for one in reversed(kept)
        if len({unit for line in (*kept, order) if line is not one for unit in units_of(line)}) <= most
    ]
    return f". It may replace {' or '.join(texts)}" if texts else ""


@rule("4.1.3.a", "4.2.2.a", "E6.2", "E7.1")
def joined(state: State, unit: Unit, had: str, mode: str) -> str:
    """One mode each (4.1.3.a): who fights does nothing else (4.2.2.a). The army of event 7 both moves and
    fights (E7.1); that of event 6 acts as a reserve after its combat (E6.2)."""
    if mode in had.split("+"):
        return had
    if {had, mode} == {"move", "combat"} and army(state, unit) == impulse(state).trucks_army:
        return "move+combat"
    if (had, mode) == ("combat", RESERVE) and army(state, unit) == impulse(state).front_army:
        return "combat+reserve"
    raise one_mode(state, unit.id, had)


@rule("4.2.2.a")
def one_mode(state: State, unit: str, had: str) -> Refused:
    """The refusal of a second mode for a unit."""
    return Refused("4.2.2.a", f"{label(state, unit)} is in {had} mode and may not act in another")
