"""Rule 10, advance after combat.

10.0  into the hex that was left      able
10.1  mechanised units go on          most, ways
10.2a, 12.1b  HQs with their stack    led
10.3  overruns                        carry_out
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from adjudicator.answering import every_legal
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.by_mail.standing import Asked, Lines
from adjudicator.choices import MANY, Choice
from adjudicator.mechanics.advance import Path, advances, broken_advance, groups
from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.movement import Barred, Crossing, CurrentCosts, MoveCost, MovementCosts
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, Json, State, Unit

from .. import r04_path, terrain
from ..drags import advances as advancing
from ..hexes.r04_current_costs import ground_of
from ..hexes.r05_stacking import check_stack
from ..levels import BATTLES, WINDOWS, battle
from ..orders import HEX, THE_HQ, UNIT, said
from ..position import ENEMY, REMOVED, SOVIET, army, covered, fighters, hqs, mechanised, refugees
from ..taste import MARCHER, WANDERER, Taste
from ..turn import r12_hqs
from ..turn.r14_victory import victory_hexes

SHOWN = 30
"""How many examples a question gives."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The units that advance, each with its path, and the HQs that follow one of them."""

    paths: Mapping[str, Path]
    follow: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The plan as an order."""
        units = ", ".join(f"{unit} to {'-'.join(path[1:])}" for unit, path in self.paths.items())
        return f"advance {units}{''.join(f' with {hq}' for hq in self.follow)}"


@rule("10.0.1", "10.0a.1")
def able(state: State) -> tuple[Unit, ...]:
    """The attackers that may advance at least into the defender's hex: none while enemy combat units are in
    it. Only the attacker advances (10.0a)."""
    units = (state.units[unit] for unit in battle(state).attackers)
    return tuple(unit for unit in units if ways(state, unit))


@rule("10.1.1", "10.2.1", "7.3c.2", "K-R37")
def most(state: State, unit: Unit) -> int:
    """How many hexes a unit may advance: one, a mechanised one two when defenders retreated, were it to their
    death; after plain elimination one for all."""
    return 2 if mechanised(state, unit) and battle(state).retreated else 1


@rule("10.0.1", "10.0.3", "10.0.4", "3.5.2", "10.1a.1", "10.1a.2", "10.4.1", "K-R38", "K-R94")
def advance_costs(state: State, unit: Unit) -> CurrentCosts:
    """The steps of an advance: each counts one, whatever the ground and whatever EZOCs (10.0). The first ends
    it across a minor river without a bridge or in a town or city (10.1a); no unit advances over a major river
    without a bridge (10.4), nor where it could not go at all, nor among enemy combat units."""
    bare = ground_of(state, unit)

    def step(a: str, b: str) -> Crossing:
        if terrain.unbridged_major(state, a, b):
            return Barred("10.4.1", "a unit may not advance across an unbridged major river")
        way = bare.crossing(a, b)
        if isinstance(way, Barred):
            return way
        in_town = terrain.settlement(state, b) in {"town", "city"}
        return MoveCost(1, stop=in_town or terrain.unbridged_minor(state, a, b))

    enemies = {*(enemy.at for enemy in army(state, ENEMY[unit.side])), *covered(state, ENEMY[unit.side])}
    shut = {space: why for space in enemies if (why := barred(state, unit, space))}
    return MovementCosts(bare.network, step).under(closed=shut)


@rule("10.3.1", "12.1a.2")
def barred(state: State, unit: Unit, space: str) -> Barred | None:
    """Why an advance cannot enter a hex with enemies: combat units there; a lone HQ is overrun, and one that
    stayed in the defender's hex is lost to any unit that comes."""
    enemies = Barred("10.0.1", f"enemy combat units are in {terrain.name(state, space)}")
    if fighters(state, space, ENEMY[unit.side]):
        return enemies
    if space == battle(state).space or r04_path.overruns(state, unit, space):
        return None
    if space in covered(state, ENEMY[unit.side]):
        return enemies
    enemy = hqs(state, space, ENEMY[unit.side])
    return Barred("10.3.1", f"{unit.id} cannot overrun an HQ") if enemy else None


def ways(state: State, unit: Unit) -> tuple[Path, ...]:
    """Every path of a unit's advance, whatever stands at its end of its own side."""
    return advances(advance_costs(state, unit), unit.at, battle(state).space, most(state, unit))


@rule("10.0.2", "K-R8")
def advance(play: Play) -> None:
    """The stage: if the hex was left, the attacker advances as ordered, or is asked."""
    now = battle(play.state)
    if not able(play.state):
        play.leave("10.0.1")
        return
    if now.advance is None:
        ask_advance(play)
        return
    try:
        plan = planned(play.state, now.advance, now.hq_follows)
    except Refused as no:
        ask_advance(play, f" Your earlier order may not be carried out: {no.why}.")
        return
    carry_out(play, plan)


def planned(state: State, clause: Sequence[Json], follow: Sequence[str]) -> Plan:
    """The plan of an ADVANCE clause, without units that have been lost since; checked. Raises Refused."""
    alive = [(unit, path) for unit, path in clause if unit == ALL or on_map(state, state.units[unit])]
    behind = [hq for hq in follow if hq == THE_HQ or on_map(state, state.units[hq])] if alive else ()
    return checked(state, written(state, alive, behind))


def checked(state: State, plan: Plan) -> Plan:
    """A plan that may be carried out. Raises Refused."""
    for unit, path in plan.paths.items():
        check_path(state, state.units[unit], path)
    check_room(state, plan)
    return plan


@rule("12.1b.1")
def written(state: State, clause: Sequence[Json], follow: Sequence[str]) -> Plan:
    """A plan as it was written: the path may leave out the unit's own hex, or be missing altogether. "HQ" is
    the one HQ that was with the units that advance. Raises Refused unless there is exactly one."""
    vacated = battle(state).space
    paths = {}
    for named, path in clause:
        for unit in [one.id for one in able(state)] if named == ALL else [named]:
            at = state.units[unit].at
            whole = tuple(path) or (vacated,)
            paths[unit] = whole if whole[0] == at else (at, *whole)
    starts = {path[0] for path in paths.values()}
    found = [hq for hq in battle(state).staff if state.units[hq].at in starts]
    if THE_HQ in follow and len(found) != 1:
        why = f"{len(found) or 'no'} HQs were with the units that advance when the combat began"
        raise Refused("12.1b.1", f"{why}; name the one that follows" if found else why)
    return Plan(paths, tuple(found[0] if hq == THE_HQ else hq for hq in follow))


@rule("10.0.2", "12.1a.2", "12.1b.1")
def carry_out(play: Play, plan: Plan) -> None:
    """The units advance, one after the other, and their HQs follow."""
    space, led_by = battle(play.state).space, leaders(play.state, plan)
    for unit, path in plan.paths.items():
        r12_hqs.overrun(play, "12.1a.2", unit, space)
        r04_path.go(play, "10.0.1", unit, path, "advance", through=driven(play.state, path))
    for hq in plan.follow:
        r04_path.go(play, "12.1b.1", hq, plan.paths[led_by[hq]], "advance")
    play.leave("10.0.2")


@rule("10.0.1", "10.0.3", "10.1.1", "10.2.1", "10.1a.1", "10.1a.2", "10.4.1")
def check_path(state: State, unit: Unit, path: Path) -> None:
    """An attacker's advance: first into the hex that was left, then as far as allowed. Raises Refused."""
    name, space = unit.id, battle(state).space
    if unit.id not in battle(state).attackers:
        raise Refused("10.0.1", f"{name} did not attack. Only attackers may advance")
    broken = broken_advance(advance_costs(state, unit), path, space, most(state, unit))
    if broken is None and len(path) > 1:
        return
    if broken is None or broken.kind in {"gap", "first"}:
        why = f"an advance must first enter {terrain.name(state, space)}, then from hex to hex"
        raise Refused("10.0.3", f"{name}: {why}")
    if broken.kind == "barred":
        raise Refused(broken.rule, f"{name}: {broken.why}")
    if broken.kind == "stopped":
        town = terrain.settlement(state, space) in {"town", "city"}
        why = "in a town or city" if town else "across a minor river without a bridge"
        raise Refused("10.1a.2" if town else "10.1a.1", f"{name}: the advance ends {why}")
    clause = "10.1.1" if mechanised(state, unit) else "10.2.1"
    raise Refused(clause, f"{name} may advance only {most(state, unit)} hex here")


@rule("10.2a.1", "12.1b.1", "12.1b.2", "12.8.1", "K-R72")
def leaders(state: State, plan: Plan) -> dict[str, str]:
    """For each HQ that follows, the unit of its stack that it follows, the one that goes farthest: two hexes
    only with mechanised units that do (12.1b); none that is held in place follows (12.8). Raises Refused."""
    found = {}
    for hq in plan.follow:
        if r12_hqs.pinned(state, hq):
            raise Refused("12.8.1", f"{hq} may not be moved yet")
        mine = [one for one in plan.paths if state.units[one].at == state.units[hq].at]
        if not mine:
            why = f"{hq} was not with a unit that advances when the combat began"
            raise Refused("12.1b.1", why)
        found[hq] = max(mine, key=lambda one: len(plan.paths[one]))
    return found


@rule("10.0.2", "10.1.2", "5.0a.2", "5.2.1")
def check_room(state: State, plan: Plan) -> None:
    """All, some or none, within stacking where each of them ends. Raises Refused."""
    led_by, trial = leaders(state, plan), state
    ends = {**{unit: path[-1] for unit, path in plan.paths.items()}}
    ends |= {hq: plan.paths[led_by[hq]][-1] for hq in plan.follow}
    for unit in (*lost(state, plan), *ends):
        trial = trial.with_unit(replace(trial.units[unit], at=REMOVED))
    for unit, end in ends.items():
        check_stack(trial, trial.units[unit], end)
        trial = trial.with_unit(replace(trial.units[unit], at=end))


def lost(state: State, plan: Plan) -> tuple[str, ...]:
    """What a plan sweeps from the map: enemy HQs it overruns, refugees it drives away."""
    spaces = {space for path in plan.paths.values() for space in path[1:]}
    enemy = ENEMY[battle(state).side]
    overrun = [hq.id for space in sorted(spaces) for hq in hqs(state, space, enemy)]
    away = [marker.id for space in driven(state, tuple(sorted(spaces))) if (marker := refugees(state, space))]
    return (*overrun, *away)


@rule("K-R46")
def driven(state: State, path: Path) -> tuple[str, ...]:
    """The hexes in which Soviet units that advance drive refugees from the road; Germans never do."""
    mine = battle(state).side == SOVIET
    return tuple(space for space in path if mine and refugees(state, space))


@rule("0.1e.1", "K-R101")
def lines(state: State, *, sure: bool = False) -> tuple[str, ...]:
    """Some legal advances as orders, and that of nobody. Those that are `sure` overrun no HQ: that it is
    alone is not told unasked."""
    paths = {unit.id: ways(state, unit) for unit in able(state)}
    if sure:
        held = {unit.at for unit in army(state, ENEMY[battle(state).side])} - {battle(state).space}
        paths = {unit: tuple(filter(held.isdisjoint, found)) for unit, found in paths.items()}
    return (*(plan.line for plan in islice(plans(state, paths), SHOWN)), "no advance")


def plans(state: State, paths: Mapping[str, Sequence[Path]]) -> list[Plan]:
    """Legal plans of units with these paths: each by itself, with and without its HQ, and as many as fit
    together."""
    found: list[Plan] = []
    for team in sorted(groups(tuple(paths), 2), key=len):
        for chosen in islice(product(*(paths[unit] for unit in team)), SHOWN):
            plan, starts = Plan(dict(zip(team, chosen, strict=True))), {path[0] for path in chosen}
            staff = [hq for hq in battle(state).staff if state.units[hq].at in starts]
            led = [replace(plan, follow=(hq,)) for hq in staff]
            found += [one for one in (plan, *led) if not refusal(check_room, state, one)]
        if len(found) >= SHOWN:
            break
    return found


def ask_advance(play: Play, fault: str = "") -> None:
    """Ask the attacker who advances."""
    state, names = play.state, tuple(unit.id for unit in able(play.state))
    ADVANCE.ask(
        play, battle(state).side,
        f"Advance any number of {', '.join(names)} into {terrain.name(state, battle(state).space)}, which is "
        f'empty: one order for each, each once in this combat; or "no advance".{fault}',
        answers=lines(state, sure=True), verbs=(*ADVANCE.verbs, "pass"), silence="no unit advances",
        default="no advance", about=names,
    )  # fmt: skip


NOBODY = ("no", "pass")


def take_advance(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask_advance`: all lines together, each with those before it."""
    plan = Plan({})

    def take(order: Order) -> None:
        nonlocal plan
        plan = plan if order.verb in NOBODY else with_line(play.state, plan, order)

    if every_legal(play, orders, take):
        play.close(decision)
        carry_out(play, plan)


def yes(asked: Asked) -> Lines:
    """A standing order: as many as may advance, as far as they may."""
    found = {line: order for line, order in asked.offered().items() if order.verb not in NOBODY}
    return [max(found, key=lambda line: len(found[line].spaces))] if found else None


def by_taste(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """A bot: somebody goes, into a hex that counts for victory if there is one; by chance any advance."""
    if chance.random() > taste.sense:
        return chance.choice(decision.answers).splitlines()
    wanted = victory_hexes(state.board)
    best = [line for line in decision.answers if any(space in line for space in wanted)]
    return [chance.choice(best or decision.answers[:-1] or decision.answers)]


ADVANCE = Choice(
    topic="advance",
    rule="10.0.2",
    verbs=("advance", "no"),
    take=take_advance,
    legal=lambda state, side: lines(state),
    shown=MANY,
    asked={"COMBAT": EVERY_SIDE, **WINDOWS},
    within=BATTLES,
    ends=("advance", "no"),  # who advances is settled with one answer
    called=("advance", "advances"),
    advised="As many units advance after combat as may stack there.",
    advice=("if asked advance then yes",),
    policies={"yes": yes},
    lists=(UNIT, HEX),
    drag=advancing,
    chance=WANDERER.plays(by_taste),
    purpose=MARCHER.plays(by_taste),
)


def with_line(state: State, plan: Plan, order: Order) -> Plan:
    """A plan with what one more line says. Raises Refused."""
    more = written(state, said(order).advance or (), said(order).hq_follows)
    twice = [unit for unit in more.paths if unit in plan.paths]
    if twice:
        raise Refused("10.0.2", f"a line above says where {twice[0]} advances")
    follow = tuple(dict.fromkeys((*plan.follow, *more.follow)))
    return checked(state, Plan({**plan.paths, **more.paths}, follow))
