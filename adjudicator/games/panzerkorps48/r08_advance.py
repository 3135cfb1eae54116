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
from adjudicator.mechanics.movement import (
    Barred,
    Crossing,
    CurrentCosts,
    MoveCost,
    MovementCosts,
    PathFault,
    ZoneRules,
)
from adjudicator.mechanics.remembered import of_board
from adjudicator.mechanics.wording import counted
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, State, Unit
from maps.board import Board

from . import going, ground
from .combat import ADVANCE, attackers, combat, defenders
from .levels import phase
from .orders import HEX, UNIT, said
from .position import ENEMY, name
from .r02_pieces import is_weapons
from .r05_zones import network, zones
from .r06_stacking import check_stack, fits

NOBODY, NONE = "no", "no advance"


@rule("8.4.adv.1", "8.4.adv.10", "7.1.D.1", "4.stack.6", "8.1.att.0", "3.1.prep.3", "3.2.hasty.5")
def able(state: State) -> tuple[Unit, ...]:
    """Who may advance once the hex is empty: of the attackers that fired on its defenders those that are left
    and no weapons. Artillery that supported, bystanders and defenders never do."""
    now = combat(state)
    if defenders(state):
        return ()
    return tuple(
        u for u in attackers(state) if u.id in now.fired and u.id not in now.held and not is_weapons(state, u)
    )


@rule("8.4.adv.2", "8.4.adv.3")
def most(state: State) -> int:
    """How far: what the defenders were required to retreat, however far they went; the largest morale result
    of the attack if they were eliminated, and the larger of both where some were and others retreated."""
    now = combat(state)
    return max(now.required, now.largest if now.died or not now.required else 0)


@of_board
@rule("8.4.adv.4", "8.4.adv.5")
def bare(board: Board) -> MovementCosts:
    """The steps of an advance: each counts one, whatever the ground; none goes over the Don without a bridge,
    or over a lake."""

    def step(a: str, b: str) -> Crossing:
        why = ground.barred(board, a, b)
        return Barred("8.4.adv.5", why) if why else MoveCost(1)

    return MovementCosts(network(board), step)


@rule("8.4.adv.8", "8.4.adv.9", "6.mix.1")
def costs(state: State) -> CurrentCosts:
    """The same among the enemies there are now: an advance stops in their zones and does not enter their
    hexes."""
    enemy = ENEMY[combat(state).side]
    shut = {
        unit.at: Barred("6.mix.1", f"enemies are in {name(state, unit.at)}") for unit in army(state, enemy)
    }
    return bare(state.board).under(zones(state, enemy).covered, ZoneRules(stops=True), shut)


@rule("8.4.adv.6", "8.4.adv.7", "6.gen.3")
def paths(state: State, unit: Unit) -> tuple[Path, ...]:
    """Every advance of a unit, in any direction, that ends where it fits; the nearest first. Zones do not
    count on the very path along which the defenders retreated."""
    found = advances(costs(state), unit.at, None, most(state), combat(state).way)
    return tuple(path for path in found if fits(state, path[-1], [unit]))


@rule("8.4.adv.1", "8.4.adv.2", "8.4.adv.5", "8.4.adv.7", "8.4.adv.8", "8.4.adv.10", "6.gen.3")
def check_advance(state: State, unit: Unit, path: Path) -> None:
    """A unit may advance along a path, from where it stands. Raises Refused."""
    here = name(state, combat(state).space)
    if defenders(state):
        raise Refused("7.1.D.1", f"{here} is still defended, so nobody advances")
    if unit not in able(state):
        raise Refused(*unable(state, unit))
    broken = broken_advance(costs(state), path, None, most(state), combat(state).way)
    if broken:
        raise Refused(*fault(state, unit, broken))
    try:
        check_stack(state, path[-1], [unit])
    except Refused as no:
        raise Refused("6.gen.3", no.why) from None


def unable(state: State, unit: Unit) -> tuple[str, str]:
    """Why a unit is none of those who may advance: clause and reason."""
    now = combat(state)
    if is_weapons(state, unit):
        return "8.4.adv.10", f"{unit.id} is a weapons unit, and these never advance"
    if unit.side != now.side:
        return "8.4.adv.10", f"{unit.id} is not of the side that attacked"
    if unit.id not in now.attackers:
        return "4.stack.6", f"{unit.id} took no part in the attack"
    if unit not in attackers(state):
        return "8.4.adv.1", f"{unit.id} has advanced already, or is no longer there"
    return "8.4.adv.1", f"{unit.id} did not fire on the defenders"


def fault(state: State, unit: Unit, broken: PathFault) -> tuple[str, str]:
    """A broken advance as clause and reason."""
    if broken.kind == "barred":
        return broken.rule, f"{unit.id}: {broken.why}"
    if broken.kind == "stopped":
        return "8.4.adv.8", f"{unit.id} stops in {name(state, broken.at)}, which is enemy-controlled"
    if broken.kind == "dear":
        return "8.4.adv.2", f"{unit.id} advances {counted(most(state), 'hex', 'hexes')} at most"
    return "8.4.adv.6", f"{unit.id}: {broken.to} is not adjacent to {broken.at}"


# -- the stage -------------------------------------------------------------------------------------------


@rule("8.4.adv.11", "7.1.D.1")
def advance(play: Play) -> None:
    """The stage: the attacker advances as his order said, or as he says now, or not at all."""
    now = combat(play.state)
    if now.advances is not None:
        for unit, written in now.advances:
            try_one(play, unit, written)
        over(play)
    elif any(paths(play.state, unit) for unit in able(play.state)):
        ask(play)
    else:
        over(play)


def try_one(play: Play, unit: str, written: Path) -> None:
    """One advance of the order, left out and told to its writer if it has become illegal."""
    who = play.state.units[unit]
    path = from_here(who, written)
    try:
        check_advance(play.state, who, path)
    except Refused as no:
        play.record(
            FirePassed(
                rule=no.rule,
                to=(combat(play.state).side,),
                order=f"advance {unit} via {'-'.join(written)}",
                why=no.why,
            )
        )
    else:
        go(play, who, path)


def from_here(unit: Unit, written: Sequence[str]) -> Path:
    """A written path with the hex in which the unit stands before it."""
    return tuple(written) if written and written[0] == unit.at else (unit.at, *written)


@rule("8.4.adv.4", "3.1.prep.3", "3.2.hasty.5")
def go(play: Play, unit: Unit, path: Path) -> None:
    """A unit advances; points do not matter."""
    if len(path) > 1:
        going.go(play, "8.4.adv.1", {unit.id: path}, ADVANCE)


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


def ask(play: Play) -> None:
    """Ask the attacker who advances."""
    state, far = play.state, most(play.state)
    names = ", ".join(unit.id for unit in able(state))
    hexes = "one hex" if far == 1 else f"{far} hexes"
    ADVANCING.ask(
        play,
        combat(state).side,
        f"{name(state, combat(state).space)} is empty: who of {names} advances, each up to {hexes}, once in "
        "this combat? One line for each, any number of them; or «no advance».",
        also=(NONE,),
        silence="nobody advances",
        default=NONE,
        about=tuple(unit.id for unit in able(state)),
    )


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
    """The answer to the question of `ask`: all lines together, each after those before it."""

    def one(order: Order) -> None:
        planned = () if order.verb == NOBODY else checked(play.state, said(order).advances or ())
        for unit, path in planned:
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
    topic=ADVANCE,
    rule="8.4.adv.1",
    verbs=(ADVANCE, NOBODY),
    take=take_advance,
    legal=legal,
    within=("combat",),
    ends=(NOBODY,),
    closing=(NOBODY,),
    called=(ADVANCE,),
    advice=("if asked advance then yes",),
    policies={"yes": yes, "no": ending({NOBODY: NONE})},
    lists=(UNIT, HEX),
    drag=each("advance {unit} via {path}"),
)
