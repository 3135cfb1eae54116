"""Rules 3.1, 3.2 and 4, who may take part in an attack: in a prepared one, in a hasty one.

3.1.prep contact, flipped    3.1.diff prepared    3.2.diff hasty    4.stack together from the start
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from adjudicator.events import FlagsChanged
from adjudicator.mechanics.armies import army, on_map
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Json, State, Unit

from . import r07_attack
from .charts import switched_on
from .levels import Attack, fires_in, phase
from .position import PREPARED, SOVIET
from .r07_support import supporting
from .r09_release import bound

Args = Json
MANY = 8
"""Of so many units every part is named that may attack or fire, of more all together and each alone."""


@rule("3.1.diff.2")
def prepared(state: State, args: Args) -> Attack:
    """The prepared attack of an order. Raises Refused."""
    attack = attack_of(state, args)
    for unit in attack.attackers:
        check_prepared(state, state.units[unit])
    check_combined(state, attack.attackers)
    if attack.support and not switched_on("3.1.diff.2"):
        raise Refused("3.1.diff.2", "artillery does not support a prepared attack")
    r07_attack.check(state, attack)
    return attack


@rule("3.2.hasty.1", "3.2.diff.2")
def hasty(state: State, args: Args, moved: tuple[str, ...] = ()) -> Attack:
    """The hasty attack of an order, of any kind of unit; where it names none, of all that `moved`. Raises
    Refused."""
    attack = attack_of(state, args, moved, hasty=True)
    for unit in attack.attackers:
        check_hasty(state, state.units[unit])
    check_together(state, attack.attackers)
    if attack.support and attack.side == SOVIET and switched_on("3.2.diff.2"):
        raise Refused("3.2.diff.2", "artillery does not support a Soviet hasty attack")
    r07_attack.check(state, attack)
    return attack


@rule("4.stack.4")
def attack_of(state: State, args: Args, moved: tuple[str, ...] = (), *, hasty: bool = False) -> Attack:
    """An attack as it is announced, by own units: who is not named in it takes no part. Raises Refused."""
    side, advances = phase(state).side, args["advances"]
    units, support = tuple(dict.fromkeys(args["units"])) or moved, tuple(dict.fromkeys(args["support"]))
    if not units:
        raise Refused("3.2.mov.1", f"who attacks? Write: hasty {args['hex']} by UNITS")
    for unit in (*units, *support):
        check_own(state, state.units[unit], side)
    return Attack(
        side=side,
        target=args["hex"],
        attackers=units,
        support=support,
        hasty=hasty,
        fires=fires_in(args["fires"]),
        advances=None if advances is None else tuple((unit, tuple(path)) for unit, path in advances),
    )


# -- who may take part ------------------------------------------------------------------------------------


@rule("2.1.side.1", "9.lw.2")
def check_own(state: State, unit: Unit, side: str) -> None:
    """An attack names own units on the map that are not bound to their place. Raises Refused."""
    if unit.side != side:
        raise Refused("2.1.side.1", f"{unit.id} is not yours")
    if not on_map(state, unit):
        raise Refused("3.1.prep.1", f"{unit.id} is not on the map")
    if bound(state, unit):
        raise Refused("9.lw.2", f"{unit.id} does not attack before its division is released")


@rule("3.1.prep.1", "3.1.diff.3")
def check_prepared(state: State, unit: Unit) -> None:
    """A prepared attack is for units that stood next to an enemy as the phase began, once in the phase.
    Raises Refused."""
    now = phase(state)
    if unit.id not in now.contact:
        raise Refused("3.1.prep.1", f"{unit.id} was next to no enemy as the phase began", targets(state))
    if unit.id in now.attacked and switched_on("3.1.diff.3"):
        raise Refused("3.1.diff.3", f"{unit.id} has made its attack in this phase", targets(state))


@rule("3.1.diff.0", "3.1.diff.1")
def check_combined(state: State, units: tuple[str, ...]) -> None:
    """Several hexes may combine in a prepared attack, unless that is switched off. Raises Refused."""
    if len({state.units[unit].at for unit in units}) > 1 and not switched_on("3.1.diff.1"):
        raise Refused("3.1.diff.1", "one hex alone makes a prepared attack")


@rule("3.2.hasty.2", "3.2.mov.3", "3.2.diff.3", "5.exit.10")
def check_hasty(state: State, unit: Unit) -> None:
    """A hasty attack is made once by a unit, at the end of its move, and not after a prepared one; who failed
    to leave a zone may make it from where it stands. Raises Refused."""
    now = phase(state)
    if unit.id in now.attacked:
        raise Refused("3.2.hasty.2", f"{unit.id} has made its hasty attack in this phase")
    if unit.id in now.moved:
        raise Refused("3.2.mov.3", f"{unit.id} is finished: another unit was moved after it")
    if PREPARED in unit.flags and switched_on("3.2.diff.3"):
        raise Refused("3.2.diff.3", f"{unit.id} made a prepared attack, and makes no hasty one")


@rule("3.2.diff.0", "3.2.diff.1", "4.stack.2", "4.stack.3", "4.stack.8")
def check_together(state: State, units: tuple[str, ...]) -> None:
    """A hasty attack is made by one stack, of units that began the phase in one stack and never parted.
    Raises Refused."""
    now, first = phase(state), units[0]
    for unit in units[1:]:
        if state.units[unit].at != state.units[first].at:
            raise Refused("3.2.diff.1", f"{first} and {unit} stand in different hexes")
        if now.started.get(unit) != now.started.get(first):
            raise Refused("4.stack.2", f"{first} and {unit} did not begin the phase in one stack")
        if now.routes.get(unit, ()) != now.routes.get(first, ()):
            raise Refused("4.stack.8", f"{first} and {unit} have parted, and attack separately")


# -- it begins ----------------------------------------------------------------------------------------------


@rule("3.1.prep.4", "3.1.diff.4", "3.2.hasty.3", "3.2.hasty.4", "4.stack.7")
def launch(play: Play, attack: Attack) -> None:
    """An attack that was checked begins. Who makes a prepared one is flipped, its artillery too; who makes a
    hasty one moves no more, but those with it that take no part may."""
    now = phase(play.state)
    play.note(
        "7.1.A.1",
        attacked=(*now.attacked, *attack.attackers),
        supported=(*now.supported, *attack.support),
    )
    if attack.hasty:
        finish(play, attack.attackers)
    else:
        flipped = (*attack.attackers, *(attack.support if switched_on("3.1.diff.4") else ()))
        play.record(FlagsChanged(rule="3.1.prep.4", units=flipped, add=(PREPARED,), hushed=True))
    r07_attack.begin(play, attack)


def finish(play: Play, units: tuple[str, ...]) -> None:
    """The movement of these units is over."""
    now = phase(play.state)
    play.note(
        "3.2.mov.3",
        moved=tuple(dict.fromkeys((*now.moved, *units))),
        moving=tuple(unit for unit in now.moving if unit not in units),
        going=tuple(unit for unit in now.going if unit not in units),
    )


# -- what is legal ------------------------------------------------------------------------------------------


@rule("7.who.6")
def free(state: State) -> Iterator[Unit]:
    """The units that were next to an enemy as the phase began, and may still make a prepared attack; nobody
    has to."""
    now = phase(state)
    for unit in (state.units[id_] for id_ in now.contact):
        attacked = unit.id in now.attacked and switched_on("3.1.diff.3")
        if on_map(state, unit) and not bound(state, unit) and not attacked:
            yield unit


def able(state: State) -> dict[str, list[str]]:
    """Enemy hexes -> the units that may still make a prepared attack on each."""
    found: dict[str, list[str]] = {}
    for unit in free(state):
        for near in r07_attack.targets(state, unit):
            found.setdefault(near, []).append(unit.id)
    return found


def targets(state: State) -> tuple[str, ...]:
    """A prepared attack on each hex that can be attacked, by all that could join it."""
    return tuple(f"prep {at} by {', '.join(units)}" for at, units in sorted(able(state).items()))


def legal_prepared(state: State, side: str) -> Iterator[str]:
    """Prepared attacks: on each hex by all that could join it, then by each part of them, as far as these
    are not too many; with each gun that could support all or one; and the end."""
    yield from targets(state)
    for at, units in sorted(able(state).items()):
        yield from (f"prep {at} by {', '.join(some)}" for some in parties(units)[1:])
        guns = supporting(state, Attack(side=side, target=at, attackers=()))
        few = dict.fromkeys((tuple(units), *((unit,) for unit in units)))
        yield from (f"prep {at} by {', '.join(some)} support {gun}" for some in few for gun in guns)
    yield "end"


def parties(units: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """All of these together, each alone, and every other part of them, unless there are too many of these."""
    between = range(len(units) - 1, 1, -1) if len(units) <= MANY else ()
    parts = chain.from_iterable(combinations(units, size) for size in between)
    return tuple(dict.fromkeys((tuple(units), *((unit,) for unit in units), *parts)))


def legal_hasty(state: State, side: str) -> Iterator[str]:
    """Hasty attacks by each unit from where it stands, then by all of its stack that have not parted."""
    now, stacks = phase(state), dict[object, list[Unit]]()
    for unit in army(state, side):
        if not bound(state, unit) and not refusal(check_hasty, state, unit):
            began = unit.at, now.started.get(unit.id), now.routes.get(unit.id, ())
            stacks.setdefault(began, []).append(unit)
    for units in [*([unit] for mine in stacks.values() for unit in mine), *stacks.values()]:
        names = ", ".join(unit.id for unit in units)
        yield from (f"hasty {at} by {names}" for at in r07_attack.targets(state, units[0]))
