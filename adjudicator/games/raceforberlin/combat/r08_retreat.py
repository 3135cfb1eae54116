"""Rules 8.3, retreats before (event 1) and after the die, and 8.4, advance after combat.

8.3.1 who must go             8.3.2 which zones come first     8.3.3 stacking, passing through
8.3.4 retreat impossible      8.3.5 Berlin                     8.3.7 American zones
8.4.1 at least one attacker, as many as fit     8.4.2 reserves of the attackers' zones     8.4.3 west is free

8.3.6, 8.4.3: the ban on going west (7.2.2) is not checked here at all. How we read the rest: a Soviet goes
among Soviets of the other camp only as the very last choice (ruling 40); a zone that is closed to a retreat
counts as held by the enemy (8.3.2.e); a unit for which there is no room anywhere stays and takes the extra
step of 8.3.4. The preferences of 8.3.2 are about where a retreat ends, not about each step of it: so they
rank whole paths here, and the search knows the bars alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from adjudicator.answering import answered
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.by_mail.drags import each, together
from adjudicator.choices import MANY, Choice
from adjudicator.mechanics.advance import groups as advance_groups
from adjudicator.mechanics.remembered import of_state
from adjudicator.mechanics.retreat import Bar, Retreat
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from ..orders import RESERVE, ZONE, said
from ..position import (
    GERMAN,
    OUT_OF_SUPPLY,
    american,
    army,
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
from ..r02_american import halt, withdraw
from ..r04_operations import IMPULSES, from_here, impulse
from ..r06_stacking import has_room, limit
from ..r07_movement import disputed, go
from .r08_losses import eliminate, take_step
from .r08_strength import living, standing, the_battle, where

Path = tuple[str, ...]


@rule("8.3.1.a", "8.3.2.a", "8.3.2.b", "8.3.2.c", "8.3.2.d")
@rule("8.3.3.a", "8.3.3.b", "8.3.4.b", "8.3.5.b", "8.3.6", "8.3.7", "7.4.4")
@of_state
def retreats(state: State, unit: Unit) -> tuple[Path, ...]:
    """The legal retreats of a unit, each a path from where it is: those of the neighbours with room (8.3.3.a)
    that come first; else, for only friends who fill it keep a unit out of a zone, through one of these into
    the next (8.3.3.b), for Germans in Berlin by the nexus too (8.3.5.b); else, as the only way out, an
    American zone (8.3.4.b). Empty when it cannot retreat."""
    for zones in (1, 2):
        found = search(state, unit, zones).legal()
        if not found.missing:
            best = min(rank(state, unit, path[-1]) for path in found.paths)
            return tuple(path for path in found.paths if rank(state, unit, path[-1]) == best)
    return tuple((unit.at, b) for b in state.board.neighbours(unit.at) if american(state, b))


@rule("8.3.2.e", "6.1.2.b", "7.2.1", "8.3.3.a", "8.3.4.b", "8.3.5.a", "8.3.5.c")
def search(state: State, unit: Unit, zones: int) -> Retreat:
    """The retreats over so many zones, and what bars a zone to one: Americans, as that is the last way out
    (8.3.4.b); the gates of Berlin (8.3.5.a, c); enemies, and for Germans the far bank of the Oder-Neisse
    (8.3.2.e); at its end friends who fill it (8.3.3.a)."""
    ours = soviet(state, unit)

    def taken(path: Path, b: str) -> str:
        return f"{zone(state, b)} is American, and other zones are open" if american(state, b) else ""

    def gate(path: Path, b: str) -> str:
        return f"you may not retreat into {zone(state, b)}" if shut(state, unit, b) else ""

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


@rule("8.3.1.a", "8.3.1.b", "8.3.4", "7.3.3.c")
def retreat(play: Play) -> None:
    """The stage: the surviving defenders leave, one after the other, and may go different ways (8.3.1.b);
    guests of the other camp are lost as soon as their hosts must go (7.3.3.c). Where nobody can leave, every
    defender takes one extra step loss and stays (8.3.4)."""
    movable = [unit for unit in standing(play.state) if retreats(play.state, unit)]
    if not movable:
        for unit in standing(play.state):
            take_step(play, "8.3.4", unit.id, "no path to retreat")
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
            eliminate(play, "7.3.3.c", unit, "its hosts retreat")


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


def retreat_lines(unit: Unit, paths: Sequence[Path]) -> tuple[str, ...]:
    """These retreats of a unit as order lines."""
    return tuple(f"retreat {unit.id} to {' '.join(path[1:])}" for path in paths)


def ask_retreat(play: Play, mine: tuple[Unit, ...]) -> None:
    """Ask the owner where these units retreat; one email may answer for all of them."""
    names = ", ".join(label(play.state, unit.id) for unit in mine)
    first = retreat_lines(mine[0], retreats(play.state, mine[0]))[0]
    RETREAT.ask(
        play, mine[0].side,
        f"Retreat your units in the {where(play.state)}: {names}. One line for each.",
        closed=True, silence="each goes to the first zone that is listed for it", default=first,
        about=tuple(unit.id for unit in mine),
    )  # fmt: skip


def take_retreat(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask_retreat`: the first legal line; further ones answer the next
    question."""
    if found := answered(play, decision, orders, lambda order: check_retreat(play.state, decision, order)):
        flee(play, *found[1])


def ways(state: State, side: str) -> Iterator[str]:
    """The retreats of each of those units whose turn it is."""
    movable = [unit for unit in standing(state) if retreats(state, unit)]
    for unit in next_owner(state, movable) if movable else ():
        yield from retreat_lines(unit, retreats(state, unit))


RETREAT = Choice(
    topic="retreat", rule="8.3.1.a", verbs=("retreat",), take=take_retreat, legal=ways, shown=MANY,
    asked=dict.fromkeys(IMPULSES, EVERY_SIDE), reaction=True, called=("retreat",),
    advised="Your units retreat towards Neukölln, and away from enemy units if they can.",
    advice=("if asked retreat then toward Neukölln avoiding enemy",), lists=(ZONE,),
    drag=each("retreat {unit} to {path}"),
)  # fmt: skip


@rule("8.3.1.a", "8.3.2.c", "8.3.3.b")
def check_retreat(state: State, decision: Decision, order: Order) -> tuple[Unit, Path]:
    """The unit and the path of an ordered retreat. Raises Refused with the legal ones."""
    order = from_here(state, order)
    unit, via = state.units[said(order).unit], said(order).via
    if unit.id not in decision.about:
        name = label(state, unit.id)
        raise Refused("8.3.1.a", f"{name} does not have to retreat now", decision.answers)
    paths = retreats(state, unit)
    meant = next((path for path in paths if via in {path[1:], path[-1:]}), None)
    if meant is None:
        raise refusal(state, unit, (unit.at, *via), paths)
    return unit, meant


@rule("8.3.1.a", "8.3.2.c", "8.3.2.e", "8.3.3.a", "8.3.3.b", "8.3.4.b", "8.3.5.a", "8.3.5.c")
def refusal(state: State, unit: Unit, path: Path, paths: tuple[Path, ...]) -> Refused:
    """Why a retreat is not among the legal ones, with the clause that bars it."""
    legal, trace = retreat_lines(unit, paths), search(state, unit, len(path) - 1)
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


@rule("4.2.2.b", "7.3.3.c", "8.4.1.a")
def advance(play: Play) -> None:
    """The stage: if nobody defends the zone any more, guests in it are lost (7.3.3.c), and at least one
    surviving attacker must advance; as the order said, or as its owner says now."""
    if not standing(play.state):
        lose_guests(play)
    if standing(play.state) or not living(play.state, "attackers"):
        play.leave("8.4.1.a")
        return
    sets = groups(play.state)
    named, able = the_battle(play.state).advance, who_may(sets)
    ordered = able if named == (ALL,) else tuple(unit for unit in named if play.state.units[unit].steps)
    if set(ordered) in map(set, sets):
        carry_out(play, ordered)
    elif len(sets) == 1:
        carry_out(play, sets[0])
    else:
        ask_advance(play, sets, ordered)


def who_may(sets: list[tuple[str, ...]]) -> tuple[str, ...]:
    """All units of these sets, each once."""
    return tuple(dict.fromkeys(unit for units in sets for unit in units))


@rule("8.4.1.b", "8.4.2")
def groups(state: State) -> list[tuple[str, ...]]:
    """Every set of units that may advance together: at least one attacker, the reserves beside them if wanted
    (8.4.2), within stacking (8.4.1.b). The largest sets come first."""
    fighters = [unit.id for unit in living(state, "attackers")]
    able = [*fighters, *(unit.id for unit in reserves(state))]
    battle = the_battle(state)
    return advance_groups(able, limit(state, battle.space, battle.nation).most, fighters)


@rule("8.4.2", "4.2.3.a", "4.2.3.c", "E6.2")
def reserves(state: State) -> tuple[Unit, ...]:
    """The units in reserve in the zones from which the attack came; those of event 6 that have fought are in
    reserve too (E6.2), but never one out of supply (4.2.3.a)."""
    battle, now = the_battle(state), impulse(state)

    def rested(unit: Unit) -> bool:
        fought = unit.id in now.fought and army(state, unit) == now.front_army
        return fought and OUT_OF_SUPPLY not in unit.flags

    beside = [state.units[id_] for id_ in now.modes if state.units[id_].at in battle.origins]
    others = [unit for unit in beside if unit.id not in battle.attackers]
    return tuple(unit for unit in others if now.modes[unit.id] == RESERVE or rested(unit))


@rule("8.4.1.a", "8.4.3", "4.2.3.c", "8.ex.4")
def carry_out(play: Play, units: tuple[str, ...]) -> None:
    """The units go into the zone, free of cost and whatever its index (8.4.3); reserves follow (4.2.3.c)."""
    battle = the_battle(play.state)
    for unit in units:
        number, how = ("8.4.1.a", "advance") if unit in battle.attackers else ("8.4.2", "follow")
        go(play, number, unit, (play.state.units[unit].at, battle.space), how)
    play.leave("8.4.1.a")


def ask_advance(play: Play, sets: list[tuple[str, ...]], ordered: tuple[str, ...]) -> None:
    """Ask the attacker who advances."""
    battle = the_battle(play.state)
    names = ", ".join(label(play.state, unit) for unit in ordered)
    fault = f" Your order named {names}, who may not advance together." if ordered else ""
    ADVANCE.ask(
        play, battle.camp,
        f"Advance into {zone(play.state, battle.space)}: at least one unit that fought, and at most as "
        f"many as fit. Name them once, in one line.{fault}",
        closed=True, silence="as many as fit advance, in the order of the attack",
        default=f"advance {' '.join(sets[0])}", about=who_may(sets),
    )  # fmt: skip


def take_advance(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask_advance`: the first legal line."""

    def check(order: Order) -> tuple[str, ...]:
        named = tuple(dict.fromkeys(said(order).units))
        units = decision.about if named == (ALL,) else named
        check_advance(play.state, units, decision)
        return units

    if found := answered(play, decision, orders, check):
        carry_out(play, found[1])


ADVANCE = Choice(
    topic="advance", rule="8.4.1.a", verbs=("advance",), take=take_advance,
    legal=lambda state, side: (f"advance {' '.join(units)}" for units in groups(state)), shown=MANY,
    asked=dict.fromkeys(IMPULSES, EVERY_SIDE), reaction=True, called=("advance",),
    advised="As many units as fit advance, in the order in which your attack named them.",
    advice=("if asked advance then default",), drag=together("advance {units}"),
)  # fmt: skip


@rule("4.2.2.b", "8.4.1.a", "8.4.1.b", "8.4.2")
def check_advance(state: State, units: tuple[str, ...], decision: Decision) -> None:
    """Whether these units may advance together. Raises Refused."""
    space = zone(state, the_battle(state).space)
    strangers = ", ".join(label(state, unit) for unit in units if unit not in decision.about)
    if strangers:
        why = f"{strangers} did not attack {space} and is not in reserve in a zone from which others did"
        raise Refused("8.4.2", why, decision.answers)
    if not set(units) & {unit.id for unit in living(state, "attackers")}:
        raise Refused("8.4.1.a", f"at least one unit that fought must advance into {space}", decision.answers)
    if set(units) not in map(set, groups(state)):
        raise Refused("8.4.1.b", f"{space} has no room for all of these units", decision.answers)
