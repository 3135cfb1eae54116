"""Rules 8 and 8.3, steps that are lost, and a retreat carried out: the owner's path, those who die of it, and
who must die to make room.

8.res     losses                            lose, eliminate
8.3.gen   the owner chooses the path        retreat, check_path
8.3.zoc   steps for enemy zones             pay, go_along
8.3.stk   relief of an overstacked hex      pay, check_kill
8.3.edge  off the map                       leave_map
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace

from adjudicator.answering import one_line, settle_first
from adjudicator.by_mail.drags import alike
from adjudicator.choices import SHOWN, Choice
from adjudicator.events import FlagsChanged, UnitEliminated
from adjudicator.events.fights import RetreatTaken, StepsLost
from adjudicator.mechanics.retreat import Path, broken_retreat
from adjudicator.orders import Order
from adjudicator.phases.battlefield import name
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit
from files.messages import counted

from . import r10_control
from .events import UnitLeftMap
from .levels import PREP, RETREAT, Flight, Hit, combat, flight, is_phase
from .orders import HEX, UNIT, said
from .position import BARRED, RETREATED
from .r05_zones import controlled
from .r06_stacking import fits
from .r08_paths import fate, reliefs, troops, ways

# -- steps that are lost: by a result, by a check, on a retreat ------------------------------------------


@rule("8.res.3", "8.res.4", "2.1.step.3")
def lose(play: Play, number: str, unit: Unit, lost: int, why: str) -> None:
    """A unit, and no other of its stack, loses steps; it is eliminated when none is left, and what is lost
    beyond that is ignored."""
    left = play.state.units[unit.id].steps - lost
    if left > 0:
        play.record(StepsLost(rule=number, unit=unit.id, left=left, lost=lost, why=why))
        r10_control.follow(play)
    else:
        eliminate(play, number, unit, unit.at, why)


def eliminate(play: Play, number: str, unit: Unit, at: str, why: str) -> None:
    """A unit is out of the game. A defender who falls in the hex that was attacked is remembered: the length
    of an advance depends on it (8.4)."""
    if unit.id in combat(play.state).defenders and at == combat(play.state).space:
        play.note("8.4.adv.3", died=True)
    play.record(UnitEliminated(rule=number, unit=unit.id, at=at, why=why))
    r10_control.follow(play)


# -- the path --------------------------------------------------------------------------------------------


@rule("8.3.gen.1")
def set_out(play: Play, units: tuple[str, ...], found: Hit, why: str) -> None:
    """A stack must retreat."""
    begun = Flight(units=units, at=found.at, spaces=found.morale, firers=found.firers)
    play.record(RetreatTaken(rule="8.3.gen.1", units=units, space=found.at, spaces=found.morale, why=why))
    play.note("8.3.gen.1", stage=RETREAT, flight=asdict(begun))


@rule("8.3.gen.1", "8.3.riv.2", "8.3.pri.5")
def retreat(play: Play) -> None:
    """The stage: the owner says which way, where there is a choice; without any way the stack is
    eliminated."""
    now = flight(play.state)
    if now.path:
        pay(play, now)
        return
    found, units = ways(play.state, now), troops(play.state, now)
    if not found.paths:
        for unit in units:
            eliminate(play, "8.3.riv.2", unit, now.at, "it has no path to retreat")
        over(play)
    elif len(found.paths) == 1:
        (verb,) = RETREAT_PATH.verbs
        settle_first(play, units[0].side, verb, lambda order: check_path(play.state, order))
        take(play, found.paths[0])
    else:
        who, hexes = ", ".join(unit.id for unit in units), counted(now.spaces, "hex", "hexes")
        off = "; it leaves the map there" if found.edge else ""
        RETREAT_PATH.ask(
            play, units[0].side,
            f"Retreat {who} {hexes} from {name(play.state, now.at)}{off}. Write one line for each stack: the "
            "hexes of its path, one after the other.",
            answers=map(line, found.paths), silence="they take the path with the lowest hex numbers",
            default=line(min(found.paths)), about=(*now.units, now.at),
        )  # fmt: skip


def over(play: Play) -> None:
    """The retreat is done; the combat goes on."""
    play.note("8.3.gen.1", stage=combat(play.state).camp, flight=None)


def line(path: Path) -> str:
    """A path as an order; that of a stack which leaves the map at once names its own hex."""
    return f"retreatpath {'-'.join(path[1:] or path)}"


@rule("8.3.pri.2", "8.3.pri.3", "8.3.pri.4", "8.3.riv.1", "8.3.zoc.3", "8.3.zoc.4", "8.3.edge.1")
@rule("8.3.stk.1", "8.3.gen.1")
def check_path(state: State, order: Order) -> Path:
    """The path that a line orders, if it is legal. Raises Refused with the clause that it breaks."""
    now, written = flight(state), said(order).path
    found = ways(state, now)
    path = written if written[0] == now.at else (now.at, *written)
    if path in found.paths:
        return path
    assert found.by is not None
    broken, lines = found.by.broken(path), tuple(map(line, found.paths[:SHOWN]))
    if broken is None:
        raise Refused("8.3.edge.1", "no unit of the stack would be left on this path", lines)
    if broken.kind in {"short", "full"} and controlled(state, path[-1], troops(state, now)[0].side):
        why = f"{name(state, path[-1])} is enemy-controlled; the retreat must go on to a hex that is not"
        raise Refused("8.3.zoc.4", why, lines)
    number = broken.rule or ("8.3.stk.1" if broken.kind == "full" else "8.3.gen.1")
    raise Refused(number, broken_retreat(broken, path, lambda at: name(state, at)), lines)


@rule("8.4.adv.7")
def take(play: Play, path: Path) -> None:
    """A path is chosen; that of the defenders is remembered for the advance."""
    now = flight(play.state)
    if now.units[0] in combat(play.state).defenders:
        play.note("8.4.adv.7", way=path)
    if ways(play.state, now).edge:
        leave_map(play, replace(now, path=path))
    else:
        play.note("8.3.gen.1", flight=asdict(replace(now, path=path)))


RETREAT_PATH = Choice(
    topic=RETREAT, rule="8.3.gen.1", verbs=("retreatpath",), take=one_line(check_path, take),
    legal=lambda state, side: map(line, ways(state, flight(state)).paths),
    advised="Your units retreat along the path with the lowest hex numbers.",
    within=("combat",), called=(RETREAT, "retreatpath"), advice=("if asked retreat then default",),
    drag=lambda state, mine: alike("retreatpath {path}")(state, mine)[:1],
)  # fmt: skip


# -- on the way ------------------------------------------------------------------------------------------


@rule("8.3.zoc.1", "8.3.zoc.2", "8.3.stk.3")
def pay(play: Play, now: Flight) -> None:
    """Units that the path kills are out; if the others cannot all stack at its end, their owner says which of
    them die."""
    bury(play, now)
    units = troops(play.state, now)
    found = reliefs(play.state, units, now.path[-1]) if units else ()
    if len(found) > 1:
        names, end = ", ".join(unit.id for unit in units), name(play.state, now.path[-1])
        fewest = min(found, key=lambda gone: sum(play.state.units[unit].steps for unit in gone))
        cheapest = ", ".join(fewest)
        RELIEF.ask(
            play, units[0].side,
            f"Eliminate one or more of {names}: not all of them can stack in {end}, and there is no hex "
            "beyond it. Write one line, once.",
            closed=True, silence=f"hexpost eliminates {cheapest}", default=f"kill {cheapest}",
            about=now.units,
        )  # fmt: skip
        return
    for gone in found:
        kill(play, gone)
    go_along(play, now)
    over(play)


def bury(play: Play, now: Flight) -> None:
    """Eliminate those of a stack that its path kills."""
    state, units = play.state, troops(play.state, now)
    dead = [(unit, found.dies) for unit in units if (found := fate(state, unit, now.path)).dies]
    for unit, where in dead:
        if where == now.at:
            why = "weapons units cannot retreat into an enemy zone"
            eliminate(play, "8.3.zoc.1", unit, where, why)
        else:
            eliminate(play, "8.3.zoc.5", unit, where, "on its retreat into an enemy zone")


@rule("8.3.zoc.5", "8.3.zoc.6", "5.ret.1", "5.ret.3", "4.mov.2")
def go_along(play: Play, now: Flight) -> None:
    """The stack goes its way and pays for the zones on it. It exerts none for the rest of the phase; after a
    prepared attack it does not move in this turn either."""
    units = troops(play.state, now)
    if not units:
        return
    price = {unit: fate(play.state, unit, now.path).lost for unit in units}
    add = (RETREATED, BARRED) if attack_prepared(play.state, units) else (RETREATED,)
    ids = tuple(unit.id for unit in units)
    play.record(FlagsChanged(rule="5.ret.1", units=ids, add=add, hushed=True))
    r10_control.go(play, "8.3.gen.1", {unit.id: now.path for unit in units}, RETREAT)
    for unit, lost in price.items():
        if lost:
            lose(play, "8.3.zoc.5", unit, lost, "for enemy zones on its retreat")


@rule("4.mov.2")
def attack_prepared(state: State, units: Sequence[Unit]) -> bool:
    """Whether these units retreat from a prepared attack of their own side."""
    return is_phase(state, PREP) and units[0].side == combat(state).side


@rule("8.3.edge.1", "4.mov.2")
def leave_map(play: Play, now: Flight) -> None:
    """The stack leaves the map; steps that the way there costs are lost all the same, and after a prepared
    attack it moves no more in this turn than it must to come back (ruling 46)."""
    bury(play, now)
    units = troops(play.state, now)
    if len(now.path) > 1:
        go_along(play, now)
    elif attack_prepared(play.state, units):
        ids = tuple(unit.id for unit in units)
        play.record(FlagsChanged(rule="4.mov.2", units=ids, add=(BARRED,), hushed=True))
    for unit in units:
        play.record(UnitLeftMap(rule="8.3.edge.1", unit=unit.id, space=now.path[-1]))
    r10_control.follow(play)
    over(play)


# -- 8.3.stk.3 relief ------------------------------------------------------------------------------------


def kills(state: State, side: str = "") -> tuple[str, ...]:
    """The sets of units that may be eliminated, as orders."""
    now = flight(state)
    return tuple(f"kill {', '.join(gone)}" for gone in reliefs(state, troops(state, now), now.path[-1]))


@rule("8.3.stk.3")
def check_kill(state: State, order: Order) -> tuple[str, ...]:
    """The units that die by a line: as few of the retreating units as make room. Raises Refused."""
    now, gone = flight(state), set(said(order).units)
    units = troops(state, now)
    for one in reliefs(state, units, now.path[-1]):
        if set(one) == gone:
            return one
    others = gone - {unit.id for unit in units}
    enough = fits(state, now.path[-1], [unit for unit in units if unit.id not in gone])
    why = "fewer units make enough room" if enough else f"the others still do not fit into {now.path[-1]}"
    if others:
        why = f"{', '.join(sorted(others))} is not among the units that retreat"
    raise Refused("8.3.stk.3", why, kills(state))


@rule("8.3.stk.3")
def kill(play: Play, gone: Sequence[str]) -> None:
    """These are eliminated, to make room for the others."""
    end = flight(play.state).path[-1]
    for id_ in gone:
        eliminate(play, "8.3.stk.3", play.state.units[id_], end, "there is no room for it")


RELIEF = Choice(
    topic="kill", rule="8.3.stk.3", verbs=("kill",), take=one_line(check_kill, kill), legal=kills,
    advised="If not all units can stack, those with the fewest steps are eliminated.",
    within=("combat",), called=("kill",), advice=("if asked kill then weakest",), lists=(UNIT, HEX),
)  # fmt: skip
