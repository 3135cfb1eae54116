"""Rule 8.4, advance after combat.

8.4.adv.1, .10  who                      able
8.4.adv.2, .3   how far                  most
8.4.adv.4 to .8 over what, into what     costs, check_advance
8.4.adv.11      nobody has to            advance, take_advance
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from adjudicator.answering import every_legal
from adjudicator.by_mail.drags import each
from adjudicator.by_mail.standing import Asked, Lines, ending
from adjudicator.choices import SHOWN, Choice
from adjudicator.events.fights import FirePassed
from adjudicator.mechanics.advance import Path, advances, broken_advance
from adjudicator.mechanics.armies import army
from adjudicator.mechanics.movement import Barred, Crossing, CurrentCosts, MoveCost, MovementCosts, ZoneRules
from adjudicator.mechanics.remembered import of_board
from adjudicator.orders import Order
from adjudicator.phases.battlefield import name, network
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, State, Unit
from files.messages import counted
from maps.board import Board

from . import r10_control
from .levels import ADVANCE, ATTACK, DEFENCE, combat, left, phase
from .orders import HEX, UNIT, said
from .position import ENEMY
from .r02_pieces import is_weapons
from .r04_costs import water_between
from .r05_zones import zones
from .r06_stacking import check_stack, fits

NOBODY, NONE = "no", "no advance"


@rule("8.4.adv.1", "8.4.adv.10", "7.1.D.1", "4.stack.6", "8.1.att.0", "3.1.prep.3", "3.2.hasty.5")
def able(state: State) -> tuple[Unit, ...]:
    """The units that may advance once the hex is empty: of the attackers that fired on its defenders those
    that are left and are not weapons. Artillery that supported, bystanders and defenders never do."""
    now = combat(state)
    mine = () if left(state, DEFENCE) else left(state, ATTACK)
    return tuple(u for u in mine if u.id in now.fired and u.id not in now.held and not is_weapons(state, u))


@rule("8.4.adv.2", "8.4.adv.3")
def most(state: State) -> int:
    """How far: what the defenders were required to retreat, however far they went; the largest morale result
    of the attack if they were eliminated, and the larger of both where some were and others retreated."""
    now = combat(state)
    return max(now.required, now.largest) if now.died else now.required


@of_board
@rule("8.4.adv.4", "8.4.adv.5")
def bare(board: Board) -> MovementCosts:
    """The steps of an advance: each counts one, whatever the ground; none goes over the Don without a bridge,
    or over a lake."""

    def step(a: str, b: str) -> Crossing:
        why = water_between(board, a, b)
        return Barred("8.4.adv.5", why) if why else MoveCost(1)

    return MovementCosts(network(board), step)


@rule("8.4.adv.8", "8.4.adv.9", "6.mix.1")
def costs(state: State) -> CurrentCosts:
    """The same among the enemies there are now: an advance stops in their zones and does not enter their
    hexes."""
    enemy = ENEMY[combat(state).side]
    held = {unit.at: f"enemies are in {name(state, unit.at)}" for unit in army(state, enemy)}
    shut = {at: Barred("6.mix.1", why) for at, why in held.items()}
    return bare(state.board).under(zones(state, enemy).covered, ZoneRules(stops=True), shut)


@rule("8.4.adv.6", "8.4.adv.7", "6.gen.3")
def paths(state: State, unit: Unit) -> tuple[Path, ...]:
    """Every advance of a unit, in any direction, that ends where it fits; the nearest first. Zones do not
    count on the very path along which the defenders retreated."""
    found = advances(costs(state), unit.at, None, most(state), combat(state).way)
    return tuple(path for path in found if fits(state, path[-1], [unit]))


@rule("8.4.adv.1", "8.4.adv.2", "8.4.adv.5", "8.4.adv.6", "8.4.adv.7", "8.4.adv.8", "8.4.adv.10", "6.gen.3")
def check_advance(state: State, unit: Unit, path: Path) -> None:
    """A unit may advance along a path, from where it is. Raises Refused."""
    if left(state, DEFENCE):
        here = name(state, combat(state).space)
        raise Refused("7.1.D.1", f"{here} is still defended, so no unit may advance")
    if unit not in able(state):
        raise unable(state, unit)
    broken = broken_advance(costs(state), path, None, most(state), combat(state).way)
    if broken:
        numbers = {"barred": broken.rule, "stopped": "8.4.adv.8", "dear": "8.4.adv.2"}
        words = {
            "barred": f"{unit.id}: {broken.why}",
            "stopped": f"{unit.id} stops in {name(state, broken.at)}, which is enemy-controlled",
            "dear": f"{unit.id} may advance at most {counted(most(state), 'hex', 'hexes')}",
        }
        why = words.get(broken.kind, f"{unit.id}: {broken.to} is not adjacent to {broken.at}")
        raise Refused(numbers.get(broken.kind, "8.4.adv.6"), why)
    try:
        check_stack(state, path[-1], [unit])
    except Refused as no:
        raise Refused("6.gen.3", no.why) from None


@rule("8.4.adv.1", "8.4.adv.10", "4.stack.6")
def unable(state: State, unit: Unit) -> Refused:
    """Why a unit is not among those that may advance."""
    now = combat(state)
    if is_weapons(state, unit):
        return Refused("8.4.adv.10", f"{unit.id} is a weapons unit. Weapons units may not advance")
    if unit.side != now.side:
        return Refused("8.4.adv.10", f"{unit.id} is not of the side that attacked")
    if unit.id not in now.attackers:
        return Refused("4.stack.6", f"{unit.id} took no part in the attack")
    if unit not in left(state, ATTACK):
        return Refused("8.4.adv.1", f"{unit.id} has already advanced, or is no longer there")
    return Refused("8.4.adv.1", f"{unit.id} did not fire on the defenders")


# -- the stage -------------------------------------------------------------------------------------------


@rule("8.4.adv.11", "7.1.D.1")
def advance(play: Play) -> None:
    """The stage: the attacker advances as the order said, or as its writer says now, or not at all."""
    state, now = play.state, combat(play.state)
    units = able(state)
    if now.advances is None and any(paths(state, unit) for unit in units):
        far, ids = counted(most(state), "hex", "hexes"), tuple(unit.id for unit in units)
        ADVANCING.ask(
            play, now.side,
            f"{name(state, now.space)} is empty. Advance any of {', '.join(ids)}, each up to {far}, once in "
            'this combat, one line for each; or "no advance".',
            also=(NONE,), silence="no unit advances", default=NONE, about=ids,
        )  # fmt: skip
        return
    for unit, written in now.advances or ():
        try_one(play, unit, written)
    over(play)


def try_one(play: Play, unit: str, written: Path) -> None:
    """One advance of the order, left out and told to its writer if it has become illegal."""
    who, side = play.state.units[unit], combat(play.state).side
    path = from_here(who, written)
    try:
        check_advance(play.state, who, path)
    except Refused as no:
        order = f"advance {unit} via {'-'.join(written)}"
        play.record(FirePassed(rule=no.rule, to=(side,), order=order, why=no.why))
    else:
        go(play, who, path)


def from_here(unit: Unit, written: Sequence[str]) -> Path:
    """A written path with the hex of the unit before it."""
    return tuple(written) if written and written[0] == unit.at else (unit.at, *written)


@rule("8.4.adv.4", "3.1.prep.3", "3.2.hasty.5")
def go(play: Play, unit: Unit, path: Path) -> None:
    """A unit advances; points do not matter."""
    if len(path) > 1:
        r10_control.go(play, "8.4.adv.1", {unit.id: path}, ADVANCE)


def over(play: Play) -> None:
    """The combat is over; the phase remembers whose artillery gave distant support in it (7.6.res.3)."""
    distant = combat(play.state).distant
    play.leave("7.1.D.1")
    if distant:
        play.note("7.6.res.3", defended=(*phase(play.state).defended, *distant))


# -- the attacker's choice -------------------------------------------------------------------------------


def legal(state: State, side: str = "") -> Iterator[str]:
    """Every advance of a unit that goes alone: of the nearest ones of each those into the hex that was
    attacked first, then the farther ones; and that of nobody."""
    space = combat(state).space
    found = [
        (at >= SHOWN, path[1] != space, len(path), unit.id, path)
        for unit in able(state)
        for at, path in enumerate(paths(state, unit))
    ]
    for *_, unit, path in sorted(found, key=lambda one: one[:3]):
        yield f"advance {unit} via {'-'.join(path[1:])}"
    yield NONE


def checked(state: State, written: Sequence[tuple[str, Path]]) -> list[tuple[Unit, Path]]:
    """The advances of one line, each legal after those before it. Raises Refused."""
    found = []
    for id_, hexes in written:
        unit = state.units[id_]
        path = from_here(unit, hexes)
        check_advance(state, unit, path)
        found.append((unit, path))
        state = state.with_unit(replace(unit, at=path[-1]))
    return found


def take_advance(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: all lines together, each after those before it."""

    def one(order: Order) -> None:
        for unit, path in checked(play.state, () if order.verb == NOBODY else said(order).advances or ()):
            go(play, unit, path)

    if every_legal(play, orders, one, ends=(NOBODY,)):
        play.close(decision)
        over(play)


def yes(asked: Asked) -> Lines:
    """yes: all that may go, into the hex that the enemy left, as long as there is room."""
    state = asked.state
    found: list[tuple[str, tuple[str, ...]]] = []
    for unit in able(state):
        one = (unit.id, (combat(state).space,))
        if refusal(checked, state, [*found, one]) is None:
            found.append(one)
    return [f"advance {'; '.join(f'{unit} via {path[0]}' for unit, path in found)}"] if found else None


ADVANCING = Choice(
    topic=ADVANCE, rule="8.4.adv.1", verbs=(ADVANCE, NOBODY), take=take_advance, legal=legal,
    within=("combat",), ends=(NOBODY,), closing=(NOBODY,), called=(ADVANCE,),
    advised="All units that may advance into an empty hex do.",
    advice=("if asked advance then yes",), policies={"yes": yes, "no": ending({NOBODY: NONE})},
    meanings={"yes": "all units that may advance enter the empty hex", "no": "no unit advances"},
    lists=(UNIT, HEX), drag=each("advance {unit} via {path}"),
)  # fmt: skip
