"""Rule 12.4, replacements: points of the turn that rebuild lost steps, the Soviets first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from adjudicator.answering import every_legal
from adjudicator.choices import Choice
from adjudicator.events import StepRegained, TrackMoved, UnitPlaced
from adjudicator.mechanics.armies import on_map
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, State, Unit

from .. import terrain
from ..drags import laid
from ..fog import occur
from ..hexes import r05_stacking
from ..levels import phase
from ..orders import ENDING, HEX, UNIT, said
from ..position import ELIMINATED, GERMAN, SOVIET, formation, hq_of, independent, is_combat, mechanised
from ..taste import MARCHER, WANDERER, several
from . import r01_turn, r02_command, r11_supply, r14_victory, r15_options

SHOWN = 12


TRACK = {SOVIET: "replacements S", GERMAN: "replacements G"}
"""The column of the Turn Record Track with the points of a side."""
PRICES = {
    SOVIET: "One step for each order, at 1 point",
    GERMAN: "One step for each order, at 1 point, or 2 for a mechanised unit",
}
"""What a step costs each side, for its question."""


@rule("1.2b.1", "12.4.1", "12.4.4", "12.4.5")
def run_replacements(play: Play) -> None:
    """REPL_S, then REPL_G: the points of the turn are there, are spent, and what is left is lost."""
    side, now = SOVIET if play.state.segment == "REPL_S" else GERMAN, phase(play.state)
    if now.rebuilt is None:
        set_points(play, side, int(r01_turn.track(play.state, TRACK[side])))
        play.note("12.4.1", rebuilt=())
        return
    left = points(play.state, side)
    if now.done or not any(orders(play.state, side)):
        set_points(play, side, 0)
        r01_turn.on(play, "1.2b.1")
        return
    REPLACEMENTS.ask(
        play, side,
        f"Spend up to {left} replacement point{'s' if left > 1 else ''} this turn. {PRICES[side]}. "
        '"done": no more.',
        answers=orders(play.state, side, sure=True), also=("done",), silence="the points are lost",
        default="done",
    )  # fmt: skip


def points(state: State, side: str) -> int:
    """The points a side has left."""
    return state.tracks.get(f"replacements-{side}", 0)


def set_points(play: Play, side: str, now: int) -> None:
    """The track of a side's points shows a number."""
    was = points(play.state, side)
    if was != now:
        play.record(TrackMoved(rule="12.4.1", track=f"replacements-{side}", was=was, now=now))


@rule("0.1e.1", "K-R101")
def orders(state: State, side: str, *, sure: bool = False) -> Iterator[str]:
    """Orders that would be legal: reduced units where they stand, eliminated ones in a first hex for each; a
    `sure` one, from which a supply line leads whatever lies below the tops of enemy stacks."""
    for unit in state.units.values():
        if refusal(check_unit, state, side, unit):
            continue
        if unit.at != ELIMINATED:
            yield f"replace {unit.id}"
        else:
            found = (at for at in places(state, unit) if not sure or r11_supply.surely(state, side, at))
            yield from (f"replace {unit.id} at {space}" for space in islice(found, 1))


@rule("12.4.2", "12.4.3", "12.4a.1", "12.4a.2", "12.4b.1", "12.4b.2", "K-R65")
def check_unit(state: State, side: str, unit: Unit) -> None:
    """Whether a step of a unit may be rebuilt now. Raises Refused."""
    name = unit.id
    if unit.side != side or not is_combat(state, unit):
        raise Refused("12.4.2", f"{name} is not a combat unit of yours")
    whole = len(state.roster.counters[unit.id].steps)
    if whole == 1:
        raise Refused("12.4.3", f"{name} has only one step, so it cannot be rebuilt")
    if not (on_map(state, unit) or unit.at == ELIMINATED) or unit.steps == whole:
        raise Refused("12.4.2", f"{name} has lost no step")
    if side == GERMAN and name in (phase(state).rebuilt or ()):
        raise Refused("12.4b.2", f"{name} returned this turn, so its second step must wait")
    if cost(state, unit) > points(state, side):
        number = "12.4b.1" if side == GERMAN else "12.4a.1"
        raise Refused(
            number, f"a step of {name} costs {cost(state, unit)}, and {points(state, side)} are left"
        )


@rule("12.4a.1", "12.4b.1")
def cost(state: State, unit: Unit) -> int:
    """The points for a step: one, but two for a mechanised German one."""
    return 2 if unit.side == GERMAN and mechanised(state, unit) else 1


@rule("12.4c.1", "K-R47")
def places(state: State, unit: Unit) -> Iterator[str]:
    """Where an eliminated unit may come back: in the range of its HQ and in supply, an independent one in a
    supplied friendly city or source (K-R47); EZOC does not matter (12.4c)."""
    supplied = r11_supply.lines(state, unit.side)
    for space in grounds(state, unit):
        room = not refusal(r05_stacking.check_stack, state, unit, space)
        if room and supplied.supplied(space) and not terrain.is_half(state, space):
            yield space


def grounds(state: State, unit: Unit) -> tuple[str, ...]:
    """The hexes near its HQ, the nearest first; of an independent unit the cities and sources of its side."""
    if independent(state, unit):
        own = r11_supply.sources(state, unit.side)
        built = [s for s in state.board.spaces if terrain.settlement(state, s) == "city"]
        held = [space for space in built if r14_victory.holder(state, space) == unit.side]
        return tuple(dict.fromkeys((*held, *own)))
    near = r02_command.within(state, hq_of(formation(state, unit)))
    return tuple(sorted(near, key=lambda space: (near[space], space)))


def take_replace(play: Play, decision: Decision, given: list[Order]) -> None:
    """The answer: units, one step after the other, until the player is done."""
    side = decision.player

    def take(order: Order) -> None:
        if order.verb in ENDING:
            play.note("12.4.4", done=True)
        else:
            rebuild(play, side, said(order).unit, said(order).hex)

    if every_legal(play, given, take, ENDING):
        play.close(decision)


REPLACEMENTS = Choice(
    topic="replace", rule="12.4.1", verbs=("replace", "done", "pass"), take=take_replace, legal=orders,
    shown=SHOWN, asked={"REPL_S": SOVIET, "REPL_G": GERMAN}, waits=("replace",),
    called=("replacement", "replacements", "replace"), usual=False,
    advised="Replacement points restore your strongest units first.",
    advice=("if asked replacements then strongest first",), lists=(UNIT, HEX), drag=laid,
    chance=WANDERER.plays(several), purpose=MARCHER.plays(several),
)  # fmt: skip


@rule("12.4a.2", "12.4b.2", "12.4c.1", "K-R47", "K-R65")
def rebuild(play: Play, side: str, unit_id: str, space: str) -> None:
    """One step of a unit: turned over where it stands, or back on the map reduced. Raises Refused."""
    unit = play.state.units[unit_id]
    check_unit(play.state, side, unit)
    price = cost(play.state, unit)
    if unit.at == ELIMINATED:
        at = check_place(play.state, unit, space)
        occur(play, UnitPlaced(rule="12.4.2", unit=unit_id, at=at, steps=1, why="rebuilt"))
        r14_victory.entered(play, unit_id, at)
        r11_supply.conquered(play, unit_id, at)
        r15_options.mikosch(play)
        play.note("12.4b.2", rebuilt=(*(phase(play.state).rebuilt or ()), unit_id))
    else:
        occur(play, StepRegained(rule="12.4.2", unit=unit_id, steps=unit.steps + 1))
    set_points(play, side, points(play.state, side) - price)


@rule("12.4c.1", "K-R47")
def check_place(state: State, unit: Unit, space: str) -> str:
    """The hex where an eliminated unit comes back; the first legal one if none is named. Raises Refused."""
    legal = tuple(places(state, unit))
    at = space or next(iter(legal), "")
    if at not in legal:
        why = f"{unit.id} may come back only in supply, near its HQ or in a city or source"
        raise Refused("12.4.2", why)
    return at
