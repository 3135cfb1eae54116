"""Rule 8.3, retreats, before (event 1) and after the die.

8.3.1 who must go             8.3.2 which zones come first     8.3.3 stacking, passing through
8.3.4 retreat impossible      8.3.5 Berlin                     8.3.7 American zones

8.3.6: the ban on going west (7.2.2) is not asked here at all. How we read the rest: a Soviet goes among
Soviets of the other camp only as the very last choice (ruling 40); a zone that is closed to a retreat
counts as held by the enemy (8.3.2.e); a unit for which there is no room anywhere stays and takes the extra
step of 8.3.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from adjudicator.answering import first_legal
from adjudicator.events import UnitEliminated
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from .events import AdvanceHalted
from .position import (
    GERMAN,
    RIVAL,
    WITHDRAWN,
    american,
    enemies,
    index,
    is_city,
    label,
    nation,
    over_oder_neisse,
    soviet,
    soviets,
    ways,
)
from .r04_lines import from_here
from .r06_stacking import has_room
from .r07_movement import disputed, go, zone
from .r08_losses import eliminate, living, take_step, where

Path = tuple[str, ...]


# -- 8.3.2 which zones -----------------------------------------------------------------------------


@rule("8.3.1.a", "8.3.3.a", "8.3.3.b", "8.3.4.b", "8.3.6", "8.3.7")
def retreats(state: State, unit: Unit) -> tuple[Path, ...]:
    """The legal retreats of a unit, each a path from where it stands: the preferred neighbours with room
    (8.3.3.a); else through a full friendly zone (8.3.3.b); else, as the only way out, an American zone
    (8.3.4.b). Empty when it cannot retreat."""
    near = [
        (unit.at, b) for b in ways(state, unit.at, nation(state, unit)) if enters(state, unit, unit.at, b)
    ]
    direct = [path for path in near if fits(state, unit, path[-1])]
    beyond = [longer for path in near for longer in through(state, unit, path)]
    west = [(unit.at, b) for b in state.board.neighbours(unit.at) if american(state, b)]
    return preferred(state, unit, direct) or preferred(state, unit, beyond) or tuple(west)


def fits(state: State, unit: Unit, b: str) -> bool:
    """Whether stacking lets the unit end its retreat there (8.3.3.a)."""
    return has_room(state, b, nation(state, unit))


@rule("8.3.2.e", "6.1.2.b", "7.2.1", "8.3.4.b", "8.3.5.a", "8.3.5.c")
def enters(state: State, unit: Unit, a: str, b: str) -> bool:
    """Whether a retreat may go from a to b at all: no enemies outside Berlin, no far bank of the Oder-
    Neisse for Germans, no closed city zone (8.3.5.a, c), no American zone, for that is the last way out
    (8.3.4.b)."""
    if american(state, b) or (enemies(state, unit, b) and not is_city(state, b)):
        return False
    if is_city(state, b):
        return city_open(state, unit, b)
    return soviet(state, unit) or not over_oder_neisse(state, a, b)


@rule("8.3.5.a", "8.3.5.c", "7.4.5")
def city_open(state: State, unit: Unit, b: str) -> bool:
    """Whether a city zone takes a retreat, which always begins outside (8.1.1.b): no German into a contested
    or Soviet-controlled one (8.3.5.a); Soviets only where their own camp has control (8.3.5.c), never beside
    the rival (7.4.5)."""
    if soviet(state, unit):
        return state.control.get(b) == unit.side and not soviets(state, b, RIVAL[unit.side])
    return not disputed(state, b)


@rule("8.3.3.b", "8.3.5.b", "7.4.4")
def through(state: State, unit: Unit, path: Path) -> Iterator[Path]:
    """The retreats through a zone that friends have filled, for nothing else keeps a unit out of it, into
    the next one; for Germans in Berlin by the nexus too (8.3.5.b)."""
    full = path[-1]
    for b in ways(state, full, nation(state, unit)):
        if b != unit.at and enters(state, unit, full, b) and fits(state, unit, b):
            yield (*path, b)


@rule("8.3.2.a", "8.3.2.b", "8.3.2.c", "8.3.2.d")
def preferred(state: State, unit: Unit, paths: Sequence[Path]) -> tuple[Path, ...]:
    """Of these paths the ones that come first."""
    ranks = [rank(state, unit, path[-1]) for path in paths]
    return tuple(path for path, here in zip(paths, ranks, strict=True) if here == min(ranks))


def rank(state: State, unit: Unit, b: str) -> tuple[int, ...]:
    """How far down the list of preferences a zone is: in its own direction, a lower or equal index for
    Germans (8.3.2.a), higher or equal for Soviets (b), first free of the other camp, else of the enemy (c);
    then the same regardless of the index (d). Beside enemies in Berlin, and among rivals for Soviets, comes
    last."""
    away = (
        index(state, b) < index(state, unit.at)
        if soviet(state, unit)
        else index(state, b) > index(state, unit.at)
    )
    company = any(other.side != unit.side for other in state.at(b))
    last = bool(enemies(state, unit, b)), soviet(state, unit) and company
    return (*map(int, last), int(away), int(company))


def may_retreat(state: State, unit: Unit) -> bool:
    """Whether a unit has any legal retreat."""
    return bool(retreats(state, unit))


def gone(state: State, unit: Unit, path: Path) -> State:
    """The state with a unit at the end of its retreat; an American zone takes no room from anybody."""
    return state.with_unit(replace(unit, at=path[-1]))


@rule("E1.4", "8.3.3.a")
def all_may_retreat(state: State, units: tuple[Unit, ...]) -> bool:
    """Whether these units of one zone can all retreat, one after the other, within stacking. Whichever ways
    they choose: they can all reach the same places, and take one each."""
    for unit in units:
        paths = retreats(state, unit)
        if not paths:
            return False
        state = gone(state, unit, paths[0])
    return True


# -- the stage -------------------------------------------------------------------------------------


@rule("8.3.1.a", "8.3.1.b", "7.3.3.c")
def retreat(play: Play) -> None:
    """The stage: the surviving defenders leave, one after the other, and may go different ways (8.3.1.b);
    guests of the other camp are lost as soon as their hosts must go (7.3.3.c)."""
    left = standing(play.state)
    if not any(may_retreat(play.state, unit) for unit in left):
        stay(play, left)
        return
    lose_guests(play)
    mine = next_owner(play.state, left)
    path = forced(play.state, mine)
    if path:
        flee(play, mine[0], path)
    else:
        ask_retreat(play, mine)


def standing(state: State) -> tuple[Unit, ...]:
    """The defenders that are still in the zone of the battle."""
    space = state.frame.facts["space"]
    return tuple(unit for unit in living(state, "defenders") if unit.at == space)


@rule("7.3.3.c")
def lose_guests(play: Play) -> None:
    """Guests are eliminated at once, whatever steps they have; also when their hosts are all dead (ruling
    49)."""
    for unit in play.state.frame.facts.get("guests", ()):
        if play.state.units[unit].steps:
            eliminate(play, "7.3.3.c", unit, "its hosts are driven out")


@rule("8.3.4")
def stay(play: Play, units: tuple[Unit, ...]) -> None:
    """Retreat is impossible: every defending unit that is left takes one extra step loss and stays."""
    for unit in units:
        take_step(play, "8.3.4", unit.id, "no way to retreat")
    play.note("8.3.4", stage="advance")


def next_owner(state: State, left: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The units of the camp that retreats next: the one not attacking before the other."""
    attacker = state.frame.facts["camp"]
    movable = [unit for unit in left if may_retreat(state, unit)]
    camp = min((unit.side for unit in movable), key=lambda side: side == attacker)
    return tuple(unit for unit in movable if unit.side == camp)


def forced(state: State, mine: tuple[Unit, ...]) -> Path:
    """The one retreat of the first unit when none of these units has a choice; () otherwise."""
    first: Path = ()
    for unit in mine:
        paths = retreats(state, unit)
        if len(paths) != 1:
            return ()
        first = first or paths[0]
        state = gone(state, unit, paths[0])
    return first


@rule("8.3.1.a", "8.3.7", "2.2.7", "2.2.8.b")
def flee(play: Play, unit: Unit, path: Path) -> None:
    """A unit retreats. Into an American zone (8.3.7): a German leaves the game (2.2.7), a Soviet stays
    there and halts the American advance for good (2.2.8.b)."""
    west = american(play.state, path[-1])
    if west and nation(play.state, unit) == GERMAN:
        why = "retreats to the Americans"
        play.record(UnitEliminated(rule="2.2.7", unit=unit.id, at=unit.at, box=WITHDRAWN, why=why))
        return
    go(play, "8.3.7" if west else "8.3.1.a", unit.id, path, "retreat")
    if west and not play.state.facts.get("american-halt"):
        play.record(AdvanceHalted(rule="2.2.8.b", space=path[-1]))


# -- the owner's choice ----------------------------------------------------------------------------


def ask_retreat(play: Play, mine: tuple[Unit, ...]) -> None:
    """Ask the owner where his units retreat; he may answer for all of them in one mail."""
    answers = tuple(
        f"retreat {unit.id} to {' '.join(path[1:])}" for unit in mine for path in retreats(play.state, unit)
    )
    names = ", ".join(label(play.state, unit.id) for unit in mine)
    play.ask(
        mine[0].side,
        "8.3.1.a",
        "retreat",
        f"{where(play.state)}: where do your units retreat ({names})? One line for each, "
        "once in this battle.",
        verbs=("retreat",),
        answers=answers,
        closed=True,
        silence="each goes to the first zone that is listed for it",
        default=answers[0],
        about=tuple(unit.id for unit in mine),
    )


def take_retreat(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask_retreat`: the first legal line; further ones answer the next
    question."""
    if found := first_legal(play, orders, lambda order: check_retreat(play.state, decision, order)):
        play.close(decision)
        flee(play, *found[1])


@rule("8.3.1.a", "8.3.2.c", "8.3.3.b")
def check_retreat(state: State, decision: Decision, order: Order) -> tuple[Unit, Path]:
    """The unit and the path of an ordered retreat. Raises Refused with the legal ones."""
    order = from_here(state, order)
    unit, name = state.units[order.args["unit"]], label(state, order.args["unit"])
    if unit.id not in decision.about:
        raise Refused("8.3.1.a", f"{name} is not one of your units that must retreat now", decision.answers)
    paths = retreats(state, unit)
    via = tuple(order.args["via"])
    meant = [path for path in paths if via in {path[1:], path[-1:]}]
    if not meant:
        raise refusal(state, unit, via, paths)
    return unit, meant[0]


@rule("8.3.1.a", "8.3.2.c", "8.3.2.e", "8.3.3.a", "8.3.3.b", "8.3.4.b", "8.3.5.a", "8.3.5.c")
def refusal(state: State, unit: Unit, via: Path, paths: tuple[Path, ...]) -> Refused:
    """Why a retreat is not among the legal ones, with the clause that bars it."""
    name, steps = label(state, unit.id), (unit.at, *via)
    legal = tuple(f"retreat {unit.id} to {' '.join(path[1:])}" for path in paths)
    for a, b in pairwise(steps):
        if b not in ways(state, a, nation(state, unit)):
            return Refused("8.3.1.a", f"{zone(state, b)} is not adjacent to {zone(state, a)}", legal)
    number, why = barred(state, unit, *steps[-2:])
    if not number and len(via) > 1:
        number, why = "8.3.3.b", "a retreat passes through a full zone only when nothing nearer is open"
    if not number:
        number, why = passed_over(state, unit, via[-1], paths)
    return Refused(number, f"{name}: {why}", legal)


@rule("8.3.2.a", "8.3.2.b", "8.3.2.c")
def passed_over(state: State, unit: Unit, b: str, paths: tuple[Path, ...]) -> tuple[str, str]:
    """The preference by which other zones come before b: their index, or who stands there."""
    end, mine, best = zone(state, b), rank(state, unit, b), rank(state, unit, paths[0][-1])
    if mine[:2] != best[:2] or mine[2] == best[2]:
        return "8.3.2.c", f"other zones come before {end} in this retreat"
    number, first = ("8.3.2.b", "higher") if soviet(state, unit) else ("8.3.2.a", "lower")
    return number, f"zones of a {first} or equal index come before {end} (index {index(state, b)})"


def barred(state: State, unit: Unit, a: str, b: str) -> tuple[str, str]:
    """The clause that keeps a retreat from going from a to b, and why; ("", "") if none does."""
    end = zone(state, b)
    if american(state, b):
        return "8.3.4.b", f"{end} is American, and other ways are open"
    if is_city(state, b) and not enters(state, unit, a, b):
        return "8.3.5.c" if soviet(state, unit) else "8.3.5.a", f"no retreat into {end}"
    if not enters(state, unit, a, b):
        return "8.3.2.e", f"{end} is closed to a retreat"
    return ("", "") if fits(state, unit, b) else ("8.3.3.a", f"{end} is full")
