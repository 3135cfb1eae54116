"""Rule 8.3, retreats, before (event 1) and after the die.

8.3.1 who must go             8.3.2 which zones come first     8.3.3 stacking, passing through
8.3.4 retreat impossible      8.3.5 Berlin                     8.3.7 American zones

8.3.6: the ban on going west (7.2.2) is not asked here at all. How we read the rest: a Soviet goes among
Soviets of the other camp only as the very last choice (ruling 40); a zone that is closed to a retreat
counts as held by the enemy (8.3.2.e); a unit for which there is no room anywhere stays and takes the extra
step of 8.3.4. The preferences of 8.3.2 are about where a retreat ends, not about each step of it: so they
are asked here, of whole paths, and the search knows the bars alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from adjudicator.answering import answered
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.by_mail.drags import each
from adjudicator.choices import MANY, Choice
from adjudicator.mechanics.retreat import Bar, Retreat
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from .orders import ZONE, said
from .position import (
    GERMAN,
    american,
    enemies,
    index,
    is_city,
    label,
    nation,
    network,
    over_oder_neisse,
    rivals,
    soviet,
    zone,
)
from .r02_american import halt, withdraw
from .r04_lines import from_here
from .r04_operations import IMPULSES
from .r06_stacking import has_room
from .r07_movement import disputed, go
from .r08_battle import standing, the_battle, where
from .r08_losses import eliminate, take_step

Path = tuple[str, ...]


# -- 8.3.2 which zones -----------------------------------------------------------------------------


@rule("8.3.1.a", "8.3.3.a", "8.3.3.b", "8.3.4.b", "8.3.5.b", "8.3.6", "8.3.7", "7.4.4")
def retreats(state: State, unit: Unit) -> tuple[Path, ...]:
    """The legal retreats of a unit, each a path from where it stands: the preferred neighbours with room
    (8.3.3.a); else, for nothing but friends who fill it keeps a unit out of a zone, through one of these into
    the next (8.3.3.b), for Germans in Berlin by the nexus too (8.3.5.b); else, as the only way out, an
    American zone (8.3.4.b). Empty when it cannot retreat."""
    for zones in (1, 2):
        found = search(state, unit, zones).legal()
        if not found.missing:
            return preferred(state, unit, found.paths)
    return tuple((unit.at, b) for b in state.board.neighbours(unit.at) if american(state, b))


@rule("8.3.2.e", "6.1.2.b", "7.2.1", "8.3.3.a", "8.3.4.b", "8.3.5.a", "8.3.5.c")
def search(state: State, unit: Unit, zones: int) -> Retreat:
    """The retreats over so many zones, and what bars a zone to one: Americans, as that is the last way out
    (8.3.4.b); the gates of Berlin (8.3.5.a, c); enemies, and for Germans the far bank of the Oder-Neisse
    (8.3.2.e); at its end friends who fill it (8.3.3.a)."""
    ours = soviet(state, unit)

    def taken(path: Path, b: str) -> str:
        return f"{zone(state, b)} is American, and other ways are open" if american(state, b) else ""

    def gate(path: Path, b: str) -> str:
        return f"no retreat into {zone(state, b)}" if shut(state, unit, b) else ""

    def held(path: Path, b: str) -> str:
        across = not ours and over_oder_neisse(state, path[-1], b)
        barred = not is_city(state, b) and (across or enemies(state, unit, b))
        return f"{zone(state, b)} is closed to a retreat" if barred else ""

    def full(path: Path, b: str) -> str:
        ends = len(path) == zones
        return f"{zone(state, b)} is full" if ends and not has_room(state, b, nation(state, unit)) else ""

    bars = (
        Bar("8.3.4.b", taken),
        Bar("8.3.5.c" if ours else "8.3.5.a", gate),
        Bar("8.3.2.e", held),
        Bar("8.3.3.a", full),
    )
    return Retreat(network(state.board, nation(state, unit)), unit.at, zones, bars)


@rule("8.3.5.a", "8.3.5.c", "7.4.5")
def shut(state: State, unit: Unit, b: str) -> bool:
    """Whether a city zone takes no retreat, which always begins outside (8.1.1.b): no German into a contested
    or Soviet-controlled one (8.3.5.a); Soviets only where their own camp has control (8.3.5.c), never beside
    the rival (7.4.5)."""
    if not is_city(state, b):
        return False
    if soviet(state, unit):
        return state.control.get(b) != unit.side or bool(rivals(state, b, unit.side))
    return disputed(state, b)


@rule("8.3.2.a", "8.3.2.b", "8.3.2.c", "8.3.2.d")
def preferred(state: State, unit: Unit, paths: Sequence[Path]) -> tuple[Path, ...]:
    """Of these paths the ones that come first."""
    best = min(rank(state, unit, path[-1]) for path in paths)
    return tuple(path for path in paths if rank(state, unit, path[-1]) == best)


def rank(state: State, unit: Unit, b: str) -> tuple[bool, ...]:
    """How far down the list of preferences a zone is: in its own direction, a lower or equal index for
    Germans (8.3.2.a), higher or equal for Soviets (b), first free of the other camp, else of the enemy (c);
    then the same regardless of the index (d). Beside enemies in Berlin, and among rivals for Soviets, comes
    last."""
    here, there, ours = index(state, unit.at), index(state, b), soviet(state, unit)
    company = any(other.side != unit.side for other in state.at(b))
    return (bool(enemies(state, unit, b)), ours and company, there < here if ours else there > here, company)


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


@rule("8.3.1.a", "8.3.1.b", "8.3.4", "7.3.3.c")
def retreat(play: Play) -> None:
    """The stage: the surviving defenders leave, one after the other, and may go different ways (8.3.1.b);
    guests of the other camp are lost as soon as their hosts must go (7.3.3.c). Where nobody can leave, every
    defender takes one extra step loss and stays (8.3.4)."""
    movable = [unit for unit in standing(play.state) if retreats(play.state, unit)]
    if not movable:
        for unit in standing(play.state):
            take_step(play, "8.3.4", unit.id, "no way to retreat")
        play.note("8.3.4", stage="advance")
        return
    lose_guests(play)
    mine = next_owner(play.state, movable)
    path = forced(play.state, mine)
    if path:
        flee(play, mine[0], path)
    else:
        ask_retreat(play, mine)


@rule("7.3.3.c")
def lose_guests(play: Play) -> None:
    """Guests are eliminated at once, whatever steps they have; also when their hosts are all dead (ruling
    49)."""
    for unit in the_battle(play.state).guests:
        if play.state.units[unit].steps:
            eliminate(play, "7.3.3.c", unit, "its hosts are driven out")


def next_owner(state: State, movable: Sequence[Unit]) -> tuple[Unit, ...]:
    """Of the units that can retreat those of the camp that goes next: the one not attacking comes first."""
    camp = min((unit.side for unit in movable), key=lambda side: side == the_battle(state).camp)
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
        withdraw(play, "2.2.7", unit, "retreats to the Americans")
        return
    go(play, "8.3.7" if west else "8.3.1.a", unit.id, path, "retreat")
    if west:
        halt(play, "2.2.8.b", path[-1])


# -- the owner's choice ----------------------------------------------------------------------------


def lines(unit: Unit, paths: Sequence[Path]) -> tuple[str, ...]:
    """These retreats of a unit as order lines."""
    return tuple(f"retreat {unit.id} to {' '.join(path[1:])}" for path in paths)


def ask_retreat(play: Play, mine: tuple[Unit, ...]) -> None:
    """Ask the owner where his units retreat; he may answer for all of them in one mail."""
    names = ", ".join(label(play.state, unit.id) for unit in mine)
    first = lines(mine[0], retreats(play.state, mine[0]))[0]
    RETREAT.ask(
        play,
        mine[0].side,
        f"{where(play.state)}: where do your units retreat ({names})? One line for each, "
        "once in this battle.",
        closed=True,
        silence="each goes to the first zone that is listed for it",
        default=first,
        about=tuple(unit.id for unit in mine),
    )


def take_retreat(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask_retreat`: the first legal line; further ones answer the next
    question."""
    if found := answered(play, decision, orders, lambda order: check_retreat(play.state, decision, order)):
        flee(play, *found[1])


def ways(state: State, side: str) -> Iterator[str]:
    """The retreats of each of those units whose turn it is."""
    movable = [unit for unit in standing(state) if retreats(state, unit)]
    for unit in next_owner(state, movable) if movable else ():
        yield from lines(unit, retreats(state, unit))


RETREAT = Choice(
    topic="retreat",
    rule="8.3.1.a",
    verbs=("retreat",),
    take=take_retreat,
    legal=ways,
    shown=MANY,
    asked=dict.fromkeys(IMPULSES, EVERY_SIDE),
    reaction=True,
    called=("retreat",),
    advice=("if asked retreat then toward Neukölln avoiding enemy",),
    lists=(ZONE,),
    drag=each("retreat {unit} to {path}"),
)


@rule("8.3.1.a", "8.3.2.c", "8.3.3.b")
def check_retreat(state: State, decision: Decision, order: Order) -> tuple[Unit, Path]:
    """The unit and the path of an ordered retreat. Raises Refused with the legal ones."""
    order = from_here(state, order)
    unit, via = state.units[said(order).unit], said(order).via
    if unit.id not in decision.about:
        name = label(state, unit.id)
        raise Refused("8.3.1.a", f"{name} is not one of your units that must retreat now", decision.answers)
    paths = retreats(state, unit)
    meant = next((path for path in paths if via in {path[1:], path[-1:]}), None)
    if meant is None:
        raise refusal(state, unit, (unit.at, *via), paths)
    return unit, meant


@rule("8.3.1.a", "8.3.2.c", "8.3.2.e", "8.3.3.a", "8.3.3.b", "8.3.4.b", "8.3.5.a", "8.3.5.c")
def refusal(state: State, unit: Unit, path: Path, paths: tuple[Path, ...]) -> Refused:
    """Why a retreat is not among the legal ones, with the clause that bars it."""
    legal, trace = lines(unit, paths), search(state, unit, len(path) - 1)
    for a, b in pairwise(path):
        if not trace.network.adjacent(a, b):
            return Refused("8.3.1.a", f"{zone(state, b)} is not adjacent to {zone(state, a)}", legal)
    barred = trace.barred(path[:-1], path[-1])
    if not barred and len(path) > 2:
        barred = "8.3.3.b", "a retreat passes through a full zone only when nothing nearer is open"
    number, why = barred or passed_over(state, unit, path[-1], paths)
    return Refused(number, f"{label(state, unit.id)}: {why}", legal)


@rule("8.3.2.a", "8.3.2.b", "8.3.2.c")
def passed_over(state: State, unit: Unit, b: str, paths: tuple[Path, ...]) -> tuple[str, str]:
    """The preference by which other zones come before b: their index, or who stands there."""
    end, mine, best = zone(state, b), rank(state, unit, b), rank(state, unit, paths[0][-1])
    if mine[:2] != best[:2] or mine[2] == best[2]:
        return "8.3.2.c", f"other zones come before {end} in this retreat"
    number, first = ("8.3.2.b", "higher") if soviet(state, unit) else ("8.3.2.a", "lower")
    return number, f"zones of a {first} or equal index come before {end} (index {index(state, b)})"
