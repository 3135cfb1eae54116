"""Rules 3.1, 3.2, 7 and 7.1.A, an attack: who may take part, which artillery supports, what is legal, and how
it begins.

3.1.prep, .diff   prepared attacks          prepared, check_prepared, check_support
3.2.hasty, .diff  hasty attacks             hasty, check_hasty, check_together, check_support
7.who             the hex and its enemies   check_target, check_attacker
7.6               artillery at a distance   check_aim, check_support, check_supporter
7.1.A             it begins                 launch
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import chain, combinations

from adjudicator.choices import Then
from adjudicator.events import FlagsChanged, SegmentNoted
from adjudicator.events.fights import AttackAnnounced
from adjudicator.mechanics.armies import KeptOfArmy, army, distance, on_map, stack
from adjudicator.orders import Order
from adjudicator.phases.battlefield import name
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Json, State, Unit
from adjudicator.typed_values import read_as

from .charts import switched_on
from .levels import ATTACK, DEFENCE, Attack, Fire, combat, phase
from .orders import GO, HASTY
from .orders import PREPARED as PREP
from .position import ENEMY, PREPARED, SOVIET, enemy_here
from .r02_pieces import ARTILLERY, fire_class, number_on
from .r04_costs import water_between
from .r05_zones import controlled
from .r09_release import bound

MANY = 8
"""Every part of up to 8 units is offered for an attack or a fire; of more units all, and each alone."""


# -- the order -------------------------------------------------------------------------------------------


def prepared(state: State, args: Json) -> Attack:
    """The prepared attack of an order. Raises Refused."""
    attack = attack_of(state, args)
    for unit in attack.attackers:
        check_prepared(state, state.units[unit])
    if len(combined(state, attack.attackers)) > 1:
        raise Refused("3.1.diff.1", "the units of a prepared attack must be in one hex")
    check(state, attack)
    return attack


@rule("3.2.hasty.1")
def hasty(state: State, args: Json, moved: tuple[str, ...] = ()) -> Attack:
    """The hasty attack of an order, by units of any kind. An order that names none means all that `moved`.
    Raises Refused."""
    attack = attack_of(state, args, moved, hasty=True)
    for unit in attack.attackers:
        check_hasty(state, state.units[unit])
    check_together(state, attack.attackers)
    check(state, attack)
    return attack


@rule("4.stack.4")
def attack_of(state: State, args: Json, moved: tuple[str, ...] = (), *, hasty: bool = False) -> Attack:
    """An attack as it is announced, by own units: a unit that is not named takes no part. Raises Refused."""
    side, advances = phase(state).side, args["advances"]
    units, support = tuple(dict.fromkeys(args["units"])) or moved, tuple(dict.fromkeys(args["support"]))
    if not units:
        raise Refused("3.2.mov.1", f"name the attacking units: hasty {args['hex']} by UNITS")
    for unit in (*units, *support):
        check_own(state, state.units[unit], side)
    return Attack(
        side=side, target=args["hex"], attackers=units, support=support, hasty=hasty,
        fires=tuple(read_as(Fire, fire) for fire in args["fires"]),
        advances=None if advances is None else tuple((unit, tuple(path)) for unit, path in advances),
    )  # fmt: skip


# -- who may take part -----------------------------------------------------------------------------------


@rule("2.1.side.1", "9.lw.2")
def check_own(state: State, unit: Unit, side: str) -> None:
    """An attack names own units on the map that are not bound to their place. Raises Refused."""
    if unit.side != side:
        raise Refused("2.1.side.1", f"{unit.id} is not yours")
    if not on_map(state, unit):
        raise Refused("3.1.prep.1", f"{unit.id} is not on the map")
    if bound(state, unit):
        raise Refused("9.lw.2", f"{unit.id} may not attack before its division is released")


@rule("3.1.prep.1", "3.1.diff.3")
def check_prepared(state: State, unit: Unit) -> None:
    """A prepared attack is for units that were adjacent to an enemy as the phase began, once in the phase.
    Raises Refused."""
    now = phase(state)
    if unit.id not in now.contact:
        raise Refused("3.1.prep.1", f"{unit.id} was not adjacent to an enemy as the phase began")
    if unit.id in now.attacked and switched_on("3.1.diff.3"):
        raise Refused("3.1.diff.3", f"{unit.id} has already attacked in this phase")
    check_unused(state, unit)


@rule("3.1.diff.0", "3.1.diff.1")
def combined(state: State, units: Sequence[str]) -> list[Sequence[str]]:
    """The units of these that make a prepared attack together: several hexes may combine in it, unless that
    is switched off."""
    hexes = dict.fromkeys(state.units[unit].at for unit in units)
    stacks = [[unit for unit in units if state.units[unit].at == at] for at in hexes]
    return [units] if switched_on("3.1.diff.1") else [*stacks]


@rule("3.2.hasty.2", "3.2.mov.3", "3.2.diff.3", "5.exit.10")
def check_hasty(state: State, unit: Unit) -> None:
    """A hasty attack is made once by a unit, at the end of its move, and not after a prepared one. A unit
    that failed to leave a zone may make it from where it is. Raises Refused."""
    now = phase(state)
    if unit.id in now.attacked:
        raise Refused("3.2.hasty.2", f"{unit.id} has already made its hasty attack in this phase")
    if unit.id in now.moved:
        raise Refused("3.2.mov.3", f"{unit.id} is finished: another unit was moved after it")
    if PREPARED in unit.flags and switched_on("3.2.diff.3"):
        raise Refused("3.2.diff.3", f"{unit.id} made a prepared attack and may not make a hasty one")
    check_unused(state, unit)


def entered(state: State, unit: str) -> bool:
    """Whether a unit has come on the map in this phase."""
    return phase(state).started.get(unit, unit) not in state.board.spaces


@rule("3.2.diff.0", "3.2.diff.1", "4.stack.2", "4.stack.3", "4.stack.8")
def check_together(state: State, units: tuple[str, ...]) -> None:
    """A hasty attack is made by one stack, of units that began the phase in one stack and never parted; off
    the map there are no stacks (ruling 44). Raises Refused."""
    now, first = phase(state), units[0]
    for unit in units[1:]:
        if state.units[unit].at != state.units[first].at:
            raise Refused("3.2.diff.1", f"{first} and {unit} are in different hexes")
        if now.started.get(unit) != now.started.get(first) or entered(state, unit):
            raise Refused("4.stack.2", f"{first} and {unit} did not begin the phase in one stack")
        if now.routes.get(unit, ()) != now.routes.get(first, ()):
            raise Refused("4.stack.8", f"{first} and {unit} have parted, and attack separately")


@rule("7.who.3", "7.who.4", "7.who.5", "7.who.6", "7.who.7", "7.gen.1")
def check(state: State, attack: Attack) -> None:
    """An attack, beside what its phase asks of it: some units adjacent to a single hex with enemies in it,
    and artillery that supports them. A stack may part for several attacks, and a hex may be attacked again.
    Raises Refused."""
    if not enemy_here(state, attack.target, attack.side):
        raise Refused("7.who.4", f"there is no enemy in {name(state, attack.target)}")
    for unit in attack.attackers:
        check_attacker(state, state.units[unit], attack.target)
    for unit in attack.support:
        check_support(state, state.units[unit], attack)


@rule("7.who.1", "7.who.3", "2.2.map.3")
def check_attacker(state: State, unit: Unit, target: str) -> None:
    """A unit of the attacker is adjacent to the target, with no water between that bars attacks. Raises
    Refused."""
    where = name(state, target)
    if distance(state, unit.at, target) != 1:
        why = f"{unit.id} is not adjacent to {where}; only artillery may support from a distance"
        raise Refused("7.who.1", why)
    if why := water_between(state.board, unit.at, target):
        raise Refused("2.2.map.3", f"{unit.id} may not attack {where}: {why}")


# -- 7.6 artillery at a distance -------------------------------------------------------------------------


@rule("7.who.2", "7.6.sup.1", "7.6.res.0", "7.6.res.1", "7.6.res.4")
def check_aim(state: State, unit: Unit, space: str) -> None:
    """Artillery supports against enemies in its range, its own hex not counted and theirs counted; out of an
    enemy zone only against adjacent ones. Raises Refused."""
    if fire_class(state, unit) != ARTILLERY:
        raise Refused("7.6.sup.1", f"{unit.id} is not artillery: it fires only at adjacent enemies")
    far, most = distance(state, unit.at, space), number_on(state, unit, "range")
    if far > most:
        why = f"{name(state, space)} is {far} hexes from {unit.id}, whose range is {most}"
        raise Refused("7.6.res.1", why)
    if switched_on("7.6.res.4") and far > 1 and controlled(state, unit.at, unit.side):
        raise Refused("7.6.res.4", f"{unit.id} is in an EZOC and fires only at adjacent enemies")


@rule("7.6.res.2")
def check_unused(state: State, unit: Unit) -> None:
    """Artillery of the phasing player supports or attacks once in a phase. Raises Refused."""
    used = unit.id in (*phase(state).supported, *phase(state).attacked)
    if used and fire_class(state, unit) == ARTILLERY and switched_on("7.6.res.2"):
        raise Refused("7.6.res.2", f"{unit.id} has already supported or attacked in this phase")


@rule("3.1.diff.2", "3.2.diff.2", "7.6.sup.5", "7.6.res.2", "7.1.A.1")
def check_support(state: State, unit: Unit, attack: Attack) -> None:
    """The artillery that supports an attack is named with it: its own side's, at a distance, in range, and
    each once a phase, whether it supports or attacks; none in a Soviet hasty attack. Raises Refused."""
    if not attack.hasty and not switched_on("3.1.diff.2"):
        raise Refused("3.1.diff.2", "artillery may not support a prepared attack")
    if attack.hasty and attack.side == SOVIET and switched_on("3.2.diff.2"):
        raise Refused("3.2.diff.2", "artillery may not support a Soviet hasty attack")
    check_aim(state, unit, attack.target)
    if distance(state, unit.at, attack.target) == 1:
        raise Refused("7.6.sup.1", f"{unit.id} is adjacent to the target: name it among the attackers")
    check_unused(state, unit)


@rule("7.6.sup.4", "7.6.sup.5", "7.6.res.3", "7.1.B.3")
def check_supporter(state: State, unit: Unit, space: str) -> None:
    """The support of a fire at a hex: of the attacker's artillery what was named with the attack; of the
    defender's any that is not in the hex itself and gave none in an earlier combat of this phase. Raises
    Refused."""
    now = combat(state)
    if unit.side != now.shooter or unit.at not in state.board.spaces:
        raise Refused("7.6.sup.2", f"{unit.id} is not there to support this fire")
    if unit.id in now.fired:
        raise Refused("7.2.fire.1", f"{unit.id} has already fired in this combat")
    if now.camp == ATTACK and unit.id not in now.support:
        raise Refused("7.6.sup.5", f"{unit.id} was not named for support when the attack was announced")
    if now.camp != ATTACK and unit.id in now.defenders:
        raise Refused("7.6.sup.2", f"{unit.id} is attacked itself: it fires with its own hex")
    if switched_on("7.6.res.3") and unit.id in phase(state).defended:
        raise Refused("7.6.res.3", f"{unit.id} gave distant support in another combat of this phase")
    check_aim(state, unit, space)


# -- what is legal: the same checks, asked beforehand ----------------------------------------------------


def targets(state: State, unit: Unit) -> tuple[str, ...]:
    """The hexes that a unit could attack."""
    near = state.board.neighbours(unit.at) if on_map(state, unit) else ()
    foes = (at for at in near if enemy_here(state, at, unit.side))
    return tuple(at for at in foes if not refusal(check_attacker, state, unit, at))


def supporting(state: State, attack: Attack) -> tuple[str, ...]:
    """The artillery that could be named with an attack."""
    mine = [unit for unit in army(state, attack.side) if not refusal(check_own, state, unit, attack.side)]
    return tuple(unit.id for unit in mine if not refusal(check_support, state, unit, attack))


def supporters(state: State, space: str) -> tuple[str, ...]:
    """The artillery of who fires now that may support a fire at a hex."""
    mine = army(state, combat(state).shooter)
    return tuple(unit.id for unit in mine if not refusal(check_supporter, state, unit, space))


@rule("7.who.6")
def able(state: State) -> dict[str, list[str]]:
    """Enemy hexes -> the units that may still make a prepared attack on each; nobody has to."""
    found: dict[str, list[str]] = {}
    for unit in (state.units[id_] for id_ in phase(state).contact):
        if not refusal(check_own, state, unit, unit.side) and not refusal(check_prepared, state, unit):
            for near in targets(state, unit):
                found.setdefault(near, []).append(unit.id)
    return dict(sorted(found.items()))


def legal_prepared(state: State, side: str) -> Iterator[str]:
    """Prepared attacks: on each hex by all that could join it, then by each part of them, as far as these
    are not too many; with each gun that could support all or one; and the end."""
    able_to = able(state).items()
    found = [(at, units) for at, all_units in able_to for units in combined(state, all_units)]
    yield from (f"{PREP} {at} by {', '.join(units)}" for at, units in found)
    for at, units in found:
        yield from (f"{PREP} {at} by {', '.join(some)}" for some in parties(units)[1:])
        yield from supported(state, Attack(side=side, target=at, attackers=tuple(units)))
    yield "end"


def legal_hasty(state: State, side: str) -> Iterator[str]:
    """Hasty attacks by each unit from where it is, then by all of its stack that have not parted; then with
    each gun that could support them."""
    now, stacks = phase(state), dict[object, list[Unit]]()
    for unit in army(state, side):
        if not refusal(check_own, state, unit, side) and not refusal(check_hasty, state, unit):
            alone = unit.id if entered(state, unit.id) else ""
            began = unit.at, now.started.get(unit.id), now.routes.get(unit.id, ()), alone
            stacks.setdefault(began, []).append(unit)
    for units in [*([unit] for mine in stacks.values() for unit in mine), *stacks.values()]:
        names = ", ".join(unit.id for unit in units)
        yield from (f"{HASTY} {at} by {names}" for at in targets(state, units[0]))
    for units in stacks.values():
        ids = tuple(unit.id for unit in units)
        for at in targets(state, units[0]):
            yield from supported(state, Attack(side=side, target=at, attackers=ids, hasty=True))


@KeptOfArmy
@rule("7.who.1", "2.2.map.3")
def aims(state: State, enemy: str) -> Then:
    """What a hasty attack at the end of a move could be made on: hex -> the enemy hexes adjacent to it."""
    found: dict[str, tuple[str, ...]] = {}
    for foe in dict.fromkeys(unit.at for unit in army(state, enemy)):
        for near in state.board.neighbours(foe):
            if not water_between(state.board, near, foe):
                found[near] = (*found.get(near, ()), foe)
    return Then(f" {HASTY} ", found)


@rule("3.2.hasty.1", "3.2.hasty.2")
def at_the_end(state: State, order: Order) -> Then | None:
    """What the units of a move may attack where it ends; None for those that may make no hasty attack."""
    units = [state.units[unit] for unit in order.units if unit in state.units]
    if order.verb != GO or any(refusal(check_hasty, state, unit) for unit in units):
        return None
    apart = refusal(check_together, state, order.units)
    return None if apart or not units else aims(state, ENEMY[units[0].side])


def supported(state: State, attack: Attack) -> Iterator[str]:
    """An attack by all of its units, then by each alone, with each gun that could support it."""
    verb, guns = HASTY if attack.hasty else PREP, supporting(state, attack)
    for some in dict.fromkeys((attack.attackers, *((unit,) for unit in attack.attackers))):
        yield from (f"{verb} {attack.target} by {', '.join(some)} support {gun}" for gun in guns)


def parties(units: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """All of these together, each alone, and every other part of them, unless there are too many of these."""
    between = range(len(units) - 1, 1, -1) if len(units) <= MANY else ()
    parts = chain.from_iterable(combinations(units, size) for size in between)
    return tuple(dict.fromkeys((tuple(units), *((unit,) for unit in units), *parts)))


# -- 7.1.A it begins -------------------------------------------------------------------------------------


@rule("3.1.prep.4", "3.1.diff.4", "3.2.hasty.3", "3.2.hasty.4", "4.stack.7")
@rule("7.1.A.1", "7.6.sup.5", "7.6.res.2", "4.stack.4", "7.gen.2")
def launch(play: Play, attack: Attack) -> None:
    """An attack that was checked begins. The units of a prepared one are flipped, its artillery too; those of
    a hasty one move no more, but those with them that take no part may. The hex, the attackers and the
    artillery with them are fixed from here on. What the order says of fires and advances is the attacker's
    secret until it comes to that."""
    now = phase(play.state)
    attacked, supported = (*now.attacked, *attack.attackers), (*now.supported, *attack.support)
    play.note("7.1.A.1", attacked=attacked, supported=supported)
    if attack.hasty:
        finish(play, attack.attackers)
    else:
        flipped = (*attack.attackers, *(attack.support if switched_on("3.1.diff.4") else ()))
        play.record(FlagsChanged(rule="3.1.prep.4", units=flipped, add=(PREPARED,), hushed=True))
    play.record(
        AttackAnnounced(
            rule="7.1.A.1", side=attack.side, space=attack.target, attackers=attack.attackers,
            support=attack.support, hasty=attack.hasty,
        )
    )  # fmt: skip
    state = play.state
    foes = tuple(unit.id for unit in stack(state, attack.target, ENEMY[attack.side]))
    play.enter("7.1.A.1", "combat", **begun(state, attack, foes))
    plan = {"fires": tuple(asdict(fire) for fire in attack.fires), "advances": attack.advances}
    play.record(SegmentNoted(rule="7.1.A.1", to=(attack.side,), about=plan))


def begun(state: State, attack: Attack, foes: tuple[str, ...]) -> dict[str, Json]:
    """What an attack on these defenders remembers as it begins (`levels.Combat`)."""
    return {
        "stage": DEFENCE, "camp": DEFENCE, "side": attack.side, "space": attack.target,
        "attackers": attack.attackers, "support": attack.support, "defenders": foes, "hasty": attack.hasty,
        "stood": {unit: state.units[unit].at for unit in (*attack.attackers, *foes)},
    }  # fmt: skip


def finish(play: Play, units: tuple[str, ...]) -> None:
    """The movement of these units is over."""
    now = phase(play.state)
    play.note(
        "3.2.mov.3",
        moved=tuple(dict.fromkeys((*now.moved, *units))),
        moving=tuple(unit for unit in now.moving if unit not in units),
        going=tuple(unit for unit in now.going if unit not in units),
    )
