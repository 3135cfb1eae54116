"""Rule 8.3, a retreat carried out: the owner's path, those who die of it, and who must die to make room.

8.3.gen   the owner chooses the path       retreat, take_path
8.3.zoc   steps for enemy zones            pay, go_along
8.3.stk   relief of an overstacked hex     relieve, take_kill
8.3.edge  off the map                      leave_map
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace

from adjudicator.answering import answered, settle_first
from adjudicator.by_mail.drags import alike
from adjudicator.choices import SHOWN, Choice
from adjudicator.events import FlagsChanged
from adjudicator.events.fights import RetreatTaken
from adjudicator.mechanics.retreat import Broken, Path
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from . import going, r10_control
from .combat import RETREAT, Flight, Hit, combat, flight
from .events import UnitLeftMap
from .levels import PREP, is_phase
from .orders import HEX, UNIT, said
from .position import BARRED, RETREATED, name
from .r05_zones import controlled
from .r06_stacking import fits
from .r08_losses import eliminate, lose
from .r08_paths import Ways, fate, reliefs, survivors, troops, ways


@rule("8.3.gen.1")
def set_out(play: Play, units: tuple[str, ...], found: Hit, why: str) -> None:
    """A stack must retreat."""
    begun = Flight(units=units, at=found.at, spaces=found.morale, firers=found.firers)
    play.record(RetreatTaken(rule="8.3.gen.1", units=units, space=found.at, spaces=found.morale, why=why))
    play.note("8.3.gen.1", stage=RETREAT, flight=asdict(begun))


@rule("8.3.gen.1", "8.3.riv.2", "8.3.pri.5")
def retreat(play: Play) -> None:
    """The stage: the owner says which way, where he has a choice; without any way the stack is eliminated."""
    now = flight(play.state)
    if now.path:
        pay(play, now)
        return
    found = ways(play.state, now)
    if not found.paths:
        for unit in troops(play.state, now):
            eliminate(play, "8.3.riv.2", unit, now.at, "there is no way to retreat")
        over(play)
    elif len(found.paths) == 1:
        side = troops(play.state, now)[0].side
        (verb,) = RETREAT_PATH.verbs
        settle_first(play, side, verb, lambda order: check_path(play.state, now, found, order))
        take(play, now, found, found.paths[0])
    else:
        ask_path(play, now, found)


def over(play: Play) -> None:
    """The retreat is done; the combat goes on."""
    play.note("8.3.gen.1", stage=combat(play.state).camp, flight=None)


# -- the path --------------------------------------------------------------------------------------------


def line(path: Path) -> str:
    """A path as an order; that of a stack which leaves the map at once names its own hex."""
    return f"retreatpath {'-'.join(path[1:] or path)}"


def ask_path(play: Play, now: Flight, found: Ways) -> None:
    """Ask the owner for the path of his stack."""
    units = troops(play.state, now)
    hexes = "hex" if now.spaces == 1 else "hexes"
    off = "; it leaves the map there" if found.edge else ""
    RETREAT_PATH.ask(
        play,
        units[0].side,
        f"Choose the retreat of {', '.join(unit.id for unit in units)} from {name(play.state, now.at)}, "
        f"{now.spaces} {hexes}{off}. One line for each stack: the hexes of its path, one after the other.",
        answers=map(line, found.paths),
        silence="they take the way with the lowest hex numbers",
        default=line(min(found.paths)),
        about=(*now.units, now.at),
    )


def take_path(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask_path`."""
    now = flight(play.state)
    found = ways(play.state, now)
    if answer := answered(play, decision, orders, lambda order: check_path(play.state, now, found, order)):
        take(play, now, found, answer[1])


RETREAT_PATH = Choice(
    topic=RETREAT,
    rule="8.3.gen.1",
    verbs=("retreatpath",),
    take=take_path,
    legal=lambda state, side: map(line, ways(state, flight(state)).paths),
    within=("combat",),
    called=(RETREAT, "retreatpath"),
    advice=("if asked retreat then default",),
    drag=lambda state, mine: alike("retreatpath {path}")(state, mine)[:1],
)


@rule("8.3.pri.2", "8.3.pri.3", "8.3.pri.4", "8.3.riv.1", "8.3.zoc.3", "8.3.zoc.4", "8.3.edge.1")
def check_path(state: State, now: Flight, found: Ways, order: Order) -> Path:
    """The path that a line orders, if it is legal. Raises Refused with the clause that it breaks."""
    written = said(order).path
    path = written if written[0] == now.at else (now.at, *written)
    if path in found.paths:
        return path
    assert found.by is not None
    side, lines = troops(state, now)[0].side, tuple(map(line, found.paths[:SHOWN]))
    raise Refused(*fault(state, side, path, found.by.broken(path)), lines)


@rule("8.3.zoc.4", "8.3.stk.1", "8.3.gen.1")
def fault(state: State, side: str, path: Path, broken: Broken | None) -> tuple[str, str]:
    """A broken retreat as clause and reason."""
    if broken is None:
        return "8.3.edge.1", "nobody would be left of the stack on this way"
    if broken.kind in {"barred", "passed-over"}:
        others = f": via {' or '.join(broken.better)}" if broken.better else ""
        return broken.rule, f"{broken.why}{others}"
    if broken.kind == "gap":
        been = broken.to in path[: path.index(broken.at) + 1]
        why = "the path has been there already" if been else f"it is not adjacent to {name(state, broken.at)}"
        return "8.3.gen.1", f"{name(state, broken.to)}: {why}"
    if broken.kind == "long":
        return "8.3.gen.1", f"the retreat ends in {name(state, broken.at)}"
    if controlled(state, path[-1], side):
        return (
            "8.3.zoc.4",
            f"{name(state, path[-1])} is enemy-controlled; the retreat must go on to a hex that is not",
        )
    if broken.kind == "full":
        return "8.3.stk.1", f"there is no room for all in {name(state, path[-1])}"
    return "8.3.gen.1", f"the retreat must go on from {name(state, broken.at)}"


@rule("8.4.adv.7")
def take(play: Play, now: Flight, found: Ways, path: Path) -> None:
    """A path is chosen; that of the defenders is remembered for the advance."""
    if now.units[0] in combat(play.state).defenders:
        play.note("8.4.adv.7", way=path)
    if found.edge:
        leave_map(play, now, path)
    else:
        play.note("8.3.gen.1", flight=asdict(replace(now, path=path)))


# -- on the way ------------------------------------------------------------------------------------------


@rule("8.3.zoc.1", "8.3.zoc.2", "8.3.stk.3")
def pay(play: Play, now: Flight) -> None:
    """Whom the path kills is out; if the others cannot all stack at its end, their owner says who dies."""
    bury(play, now)
    units = troops(play.state, now)
    found = reliefs(play.state, units, now.path[-1]) if units else ()
    if len(found) == 1:
        kill(play, found[0], now)
    elif found:
        ask_kill(play, now, found)
        return
    go_along(play, now)
    over(play)


def bury(play: Play, now: Flight) -> None:
    """Eliminate those of a stack whom its path kills."""
    state, units = play.state, troops(play.state, now)
    alive = survivors(state, units, now.path)
    for unit in units:
        if unit not in alive:
            where = fate(state, unit, now.path).dies
            why = "on its retreat into an enemy zone"
            if where == now.at:
                why = "weapons units cannot retreat into an enemy zone"
            eliminate(play, "8.3.zoc.1" if where == now.at else "8.3.zoc.5", unit, where, why)


@rule("8.3.zoc.5", "8.3.zoc.6", "5.ret.1", "5.ret.3", "4.mov.2")
def go_along(play: Play, now: Flight) -> None:
    """The stack goes its way and pays for the zones on it; it exerts none for the rest of the phase."""
    units = troops(play.state, now)
    if not units:
        return
    price = {unit: fate(play.state, unit, now.path).lost for unit in units}
    mark(play, units)
    going.go(play, "8.3.gen.1", {unit.id: now.path for unit in units}, RETREAT)
    for unit, lost in price.items():
        if lost:
            lose(play, "8.3.zoc.5", unit, lost, "for enemy zones on its retreat")


@rule("5.ret.1", "5.ret.3", "4.mov.2")
def mark(play: Play, units: Sequence[Unit]) -> None:
    """Units that set out on a retreat: no zone in this phase; after a prepared attack no movement either."""
    ids = tuple(unit.id for unit in units)
    prepared = is_phase(play.state, PREP) and units[0].side == combat(play.state).side
    add = (RETREATED, BARRED) if prepared else (RETREATED,)
    play.record(FlagsChanged(rule="5.ret.1", units=ids, add=add, hushed=True))
    r10_control.follow(play)


@rule("8.3.edge.1")
def leave_map(play: Play, now: Flight, path: Path) -> None:
    """The stack leaves the map; steps that the way there costs are lost all the same."""
    bury(play, replace(now, path=path))
    units = troops(play.state, now)
    if len(path) > 1:
        go_along(play, replace(now, path=path))
    for unit in units:
        play.record(UnitLeftMap(rule="8.3.edge.1", unit=unit.id, space=path[-1]))
    r10_control.follow(play)
    over(play)


# -- 8.3.stk.3 relief ------------------------------------------------------------------------------------


@rule("8.3.stk.3")
def ask_kill(play: Play, now: Flight, found: Sequence[tuple[str, ...]]) -> None:
    """Ask the owner who is eliminated, for there is no room for all."""
    units = troops(play.state, now)
    names, end = ", ".join(unit.id for unit in units), name(play.state, now.path[-1])
    RELIEF.ask(
        play,
        units[0].side,
        f"Not all of {names} can stack in {end}, and there is no hex beyond it. Who of them is eliminated? "
        "One line, once.",
        closed=True,
        silence=f"{', '.join(cheapest(play.state, found))} is eliminated",
        default=f"kill {', '.join(cheapest(play.state, found))}",
        about=now.units,
    )


def cheapest(state: State, found: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Of the sets that could be eliminated that with the fewest steps."""
    return min(found, key=lambda gone: sum(state.units[unit].steps for unit in gone))


def kills(state: State, side: str = "") -> tuple[str, ...]:
    """Those who may be eliminated, as orders."""
    now = flight(state)
    return tuple(f"kill {', '.join(gone)}" for gone in reliefs(state, troops(state, now), now.path[-1]))


def take_kill(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask_kill`."""
    now = flight(play.state)
    if answer := answered(play, decision, orders, lambda order: check_kill(play.state, now, order)):
        kill(play, answer[1], now)


@rule("8.3.stk.3")
def check_kill(state: State, now: Flight, order: Order) -> tuple[str, ...]:
    """Who dies by a line: as few of the retreating units as make room. Raises Refused."""
    units = troops(state, now)
    found, gone = reliefs(state, units, now.path[-1]), set(said(order).units)
    chosen = next((one for one in found if set(one) == gone), None)
    if chosen is not None:
        return chosen
    strangers = gone - {unit.id for unit in units}
    if strangers:
        why = f"{', '.join(sorted(strangers))} is not among those who retreat"
        raise Refused("8.3.stk.3", why, kills(state))
    rest = [unit for unit in units if unit.id not in gone]
    enough = fits(state, now.path[-1], rest)
    why = "fewer units make room enough" if enough else f"the others still do not fit into {now.path[-1]}"
    raise Refused("8.3.stk.3", why, kills(state))


@rule("8.3.stk.3")
def kill(play: Play, gone: Sequence[str], now: Flight) -> None:
    """These are eliminated, to make room for the others."""
    for id_ in gone:
        eliminate(play, "8.3.stk.3", play.state.units[id_], now.path[-1], "there is no room for it")


RELIEF = Choice(
    topic="kill",
    rule="8.3.stk.3",
    verbs=("kill",),
    take=take_kill,
    legal=kills,
    within=("combat",),
    called=("kill",),
    advice=("if asked kill then weakest",),
    lists=(UNIT, HEX),
)
