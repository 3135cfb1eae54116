"""The annex, E1 to E11: what each event chit asks for and does. `CHITS` lists them.

What a chit leaves behind in the facts of the impulse or the game is read where it matters: strengths, costs,
modifiers, the number of units.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adjudicator.events import FactNoted, FlagsChanged, HandChanged, StepLost
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from . import r02_american
from .orders import said
from .position import (
    OUT_OF_SUPPLY,
    RIVAL,
    SOVIET,
    army,
    campaign,
    group,
    label,
    marked,
    over_oder_neisse,
    soviets,
    zone,
)
from .r11_setup import HEINRICI

COLLAPSE, BRIDGES = "event-8", "event-9"
ALLIES, PLANNED_RETREAT = "event-3", "event-4"

Check = Callable[[State, Order, str], str]
"""(state, order, camp) -> what the chit is played on, in words; raises Refused."""

Act = Callable[[Play, Order, str], None]
"""Carry the effect out."""


@dataclass(frozen=True, slots=True)
class Chit:
    """One event chit: its moment, what must be true of the order, and its effect."""

    when: str
    check: Check
    act: Act


def number(chit: str) -> str:
    """The number printed on a chit."""
    return chit.removeprefix("event-")


# -- checks shared by chits ----------------------------------------------------------------------------


def nothing_named(state: State, order: Order, camp: str) -> str:
    """A chit that is played on nothing in particular."""
    return ""


def own_army(state: State, order: Order, camp: str) -> str:
    """A chit for one Soviet army of the player."""
    line = said(order)
    armies = tuple(dict.fromkeys(army(state, unit) for unit in group(state, camp, SOVIET)))
    clause = {"event-2": "E2.1", "event-6": "E6.1", "event-7": "E7.1"}[line.chit]
    if line.army not in armies:
        legal = tuple(f"chit {number(line.chit)} army {name}" for name in armies)
        raise Refused(clause, "name one of your own Soviet armies on the map", legal)
    return f"the army {army_name(state, line.army)}"


def army_name(state: State, name: str) -> str:
    """The printed name of an army."""
    return next(c.name for c in state.roster.counters.values() if name in {c.formation, c.id})


def note(clause: str, key: str) -> Act:
    """An effect that the impulse remembers: the army named, under a key."""

    def act(play: Play, order: Order, camp: str) -> None:
        play.note(clause, **{key: said(order).army})

    return act


# -- E1 ------------------------------------------------------------------------------------------------


@rule("E1.3")
def hand_over(play: Play, order: Order, camp: str) -> None:
    """Heinrici goes to the other player, who may use it from the next turn on."""
    rival = RIVAL[camp]
    mine = tuple(chit for chit in play.state.hands[camp] if chit != HEINRICI)
    his = (HEINRICI, *play.state.hands.get(rival, ()))
    play.record(
        HandChanged(rule="E1.3", to=(camp,), side=camp, cards=mine),
        HandChanged(rule="E1.3", to=(rival,), side=rival, cards=his),
        FactNoted(rule="E1.3", key="heinrici-from", value=play.state.turn + 1),
    )


# -- E3 to E5 ------------------------------------------------------------------------------------------


@rule("E3.1", "E3.2")
def check_allies(state: State, order: Order, camp: str) -> str:
    """A track from 1 to 3; void once the advance is halted."""
    if campaign(state).american_halt:
        raise Refused("E3.2", "the American advance is halted for good; this chit has no effect any more")
    if said(order).track not in r02_american.TRACKS:
        raise Refused("E3.1", "name the track", tuple(f"chit 3 track {n}" for n in r02_american.TRACKS))
    return f"American track {said(order).track}"


@rule("E3.1")
def allies_push(play: Play, order: Order, camp: str) -> None:
    """The Americans advance one zone on the track named."""
    r02_american.advance_track(play, "E3.1", said(order).track)


@rule("E4.1")
def planned_retreat(play: Play, order: Order, camp: str) -> None:
    """This turn the player's Germans ignore the ban on going west."""
    play.record(FactNoted(rule="E4.1", key="planned-retreat", value=camp))


@rule("E5.1")
def speer(play: Play, order: Order, camp: str) -> None:
    """Every garrison of Berlin counts 10 for the rest of the turn."""
    play.record(FactNoted(rule="E5.1", key="garrison", value=10))


# -- E8 ------------------------------------------------------------------------------------------------


def the_defender(state: State, order: Order, camp: str) -> str:
    """The unit that is to collapse; r08_chits judged it when its battle was ordered and when it began."""
    return label(state, said(order).unit)


@rule("E8.1")
def collapse(play: Play, order: Order, camp: str) -> None:
    """The German unit is reduced before the combat."""
    unit = play.state.units[said(order).unit]
    play.record(StepLost(rule="E8.1", unit=unit.id, left=unit.steps - 1))


# -- E9 ------------------------------------------------------------------------------------------------


@rule("E9.1")
def bridge_zones(state: State) -> tuple[str, ...]:
    """The zones that border the Oder or Neisse on the west, and those on the west bank next to one of these.
    The rule says "west" of the first kind only; were the east bank meant with the second, the word would mean
    nothing."""
    spaces = state.board.spaces
    banks = {space for space in spaces if by_the_river(state, space)}
    near = banks | {other for space in banks for other in state.board.neighbours(space)}
    return tuple(space for space in spaces if space in near and not marked(state, space, "east_bank"))


def by_the_river(state: State, space: str) -> bool:
    """Whether a zone borders the Oder or Neisse, from whichever side."""
    return any(over_oder_neisse(state, space, other) for other in state.board.neighbours(space))


@rule("E9.1")
def check_bridges(state: State, order: Order, camp: str) -> str:
    """The zone named must lie by the rivers, or next to one that does."""
    line = said(order)
    if line.zone not in bridge_zones(state):
        legal = tuple(f"chit {number(line.chit)} zone {space}" for space in bridge_zones(state))
        raise Refused("E9.1", "name a zone on the west bank of the Oder or Neisse, or next to one", legal)
    return zone(state, line.zone)


@rule("E9.1")
def bridges(play: Play, order: Order, camp: str) -> None:
    """The Soviets in the zone, of either camp, are out of supply this turn."""
    units = tuple(unit.id for unit in soviets(play.state, said(order).zone))
    if units:
        play.record(FlagsChanged(rule="E9.1", units=units, add=(OUT_OF_SUPPLY,), why="bridges destroyed"))


# -- E10, E11 ------------------------------------------------------------------------------------------


@rule("E10.1")
def coordination(play: Play, order: Order, camp: str) -> None:
    """Six units may be activated in this impulse."""
    play.note("E10.1", limit=6)


@rule("E11.1")
def surprise(play: Play, order: Order, camp: str) -> None:
    """Attacking Germans count double in this impulse."""
    play.note("E11.1", surprise=True)


CHITS: Mapping[str, Chit] = {
    HEINRICI: Chit("battle", nothing_named, hand_over),
    "event-2": Chit("soviet-start", own_army, note("E2.1", "river_army")),
    ALLIES: Chit("german-start", check_allies, allies_push),
    PLANNED_RETREAT: Chit("german-start", nothing_named, planned_retreat),
    "event-5": Chit("soviet-start", nothing_named, speer),
    "event-6": Chit("soviet-start", own_army, note("E6.1", "front_army")),
    "event-7": Chit("soviet-start", own_army, note("E7.1", "trucks_army")),
    COLLAPSE: Chit("battle", the_defender, collapse),
    BRIDGES: Chit("react", check_bridges, bridges),
    "event-10": Chit("soviet-start", nothing_named, coordination),
    "event-11": Chit("german-start", nothing_named, surprise),
}
"""What each chit asks for and does."""
