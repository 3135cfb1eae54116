"""Rule 9, retreats: by the defenders after their losses, by attackers where a result says so.

9.0b, 9.2   passable hexes, what comes first   closed, held, too_near, preferences, options
9.0b, 9.0e  hexes that cannot be made          leave, stay
9.0c, 3.3   steps for EZOCs                    go_on
9.1         settlements                        sheltered
5.1, 5.2    full hexes, two HQs                arrive, displace
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial

from adjudicator.answering import first_legal
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.choices import MANY, Choice
from adjudicator.mechanics.armies import distance, nearest
from adjudicator.mechanics.movement import Barred, MovementCosts
from adjudicator.mechanics.retreat import Bar, Path, Preference, Retreat, Retreats, broken_retreat
from adjudicator.orders import Order
from adjudicator.phases.battlefield import network
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, Json, State, Unit
from files.messages import counted

from .. import drags, r04_path, terrain
from ..charts import charts
from ..hexes.r03_zoc import in_ezoc
from ..hexes.r04_current_costs import ground_of
from ..hexes.r05_stacking import fits, one_too_many
from ..levels import BATTLES, WINDOWS, Flight, battle, demanded, fleeing
from ..orders import said
from ..position import ENEMY, MOVEMENT, enemy_here, hqs, is_combat, is_hq, printed, troops
from ..r04_path import check_origin, overruns
from ..taste import MARCHER, WANDERER, Taste
from ..turn import r11_supply
from .r08_losses import demand, eliminate, pay


@rule("9.0b.1", "9.0d.1", "9.0d.2", "K-R33")
def closed(going: MovementCosts, spaces: int, path: Path, to: str) -> str:
    """Why a unit cannot take a step of a retreat of this many hexes: it could not in movement (9.0b).
    Movement points do not matter (9.0d); a major river without a bridge is crossed on foot, in a retreat of
    one hex (K-R33)."""
    way = going.crossing(path[-1], to)
    if isinstance(way, Barred):
        return way.why
    across = way.whole and (spaces > 1 or len(path) > 1)
    return "only a one-hex retreat may cross an unbridged major river" if across else ""


@rule("9.2d.1", "5.2.1")
def held(state: State, unit: Unit, path: Path, to: str) -> str:
    """Why a unit cannot enter a hex that enemies hold: only a lone HQ is overrun (9.2d)."""
    free = not enemy_here(state, to, unit.side) or overruns(state, unit, to)
    return "" if free else f"{terrain.name(state, to)} is enemy-controlled"


@rule("9.2a.1")
def too_near(state: State, origin: str, upto: int, path: Path, to: str) -> str:
    """Why a step is not farther from the hex of the combat than the one before, within this many steps."""
    if len(path) > upto or distance(state, origin, to) > distance(state, origin, path[-1]):
        return ""
    return f"{terrain.name(state, to)} is not further from {terrain.name(state, origin)} than the hex before"


@rule("9.2b.1", "9.2c.1", "9.2c.2", "K-R34")
def preferences(state: State, side: str) -> tuple[Preference, ...]:
    """Towards a supply source of the side, any of them, if possible (9.2b); only then outside EZOCs, if
    possible (9.2c)."""
    return (
        Preference(
            "9.2b.1",
            "a hex nearer to a supply source comes first",
            lambda path, to: int(not r11_supply.nearer(state, side, path[-1], to)),
        ),
        Preference(
            "9.2c.1",
            "a hex outside enemy zones of control comes first",
            lambda path, to: int(in_ezoc(state, to, side)),
        ),
    )


@rule("5.0a.2", "5.1.2", "5.2.3", "9.0f.1")
def room(state: State, units: Sequence[Unit], space: str) -> bool:
    """Whether all these units may end in a hex together; HQs find their place afterwards (5.2)."""
    for unit in units:
        if not fits(state, unit, space):
            return False
        state = state.with_unit(replace(unit, at=space))
    return True


def retreat_of(
    state: State, units: Sequence[Unit], spaces: int, origin: str, *, loose: bool = False
) -> Retreat:
    """The retreat of units that go together from where they stand, away from `origin`. With `loose` the hex
    beyond a full one need not be further away (K-R35)."""
    bars = [Bar("9.0b.1", partial(closed, ground_of(state, unit), spaces)) for unit in units]
    bars += [Bar("5.2.1", partial(held, state, unit)) for unit in units]
    bars.append(Bar("9.2a.1", partial(too_near, state, origin, spaces if loose else 99)))
    return Retreat(
        network(state.board),
        units[0].at,
        spaces,
        bars,
        preferences(state, units[0].side),
        partial(room, state, units),
        further=1,
    )


@rule("5.1.2", "9.0b.2", "K-R35")
def legal(state: State, units: Sequence[Unit], spaces: int, origin: str) -> Retreats:
    """Every legal retreat of units that go together: with room at its end, if need be one hex further (5.1);
    if none can be made in full, the longest, those with room at their end before others."""
    found = retreat_of(state, units, spaces, origin).legal()
    if found.crowded:
        found = retreat_of(state, units, spaces, origin, loose=True).legal()
    roomy = tuple(path for path in found.paths if room(state, units, path[-1]))
    return replace(found, paths=roomy or found.paths)


@rule("9.0.1", "9.0f.1", "12.1a.1", "K-R36")
def options(state: State, left: Sequence[Unit], hq: str, spaces: int) -> tuple[Flight, ...]:
    """Every legal retreat of the units left in the hex of a combat: of all together, if that is no worse than
    apart, or of one of them. Their HQ goes with one of them, at the latest with the last."""
    origin, parties = left[0].at, dict.fromkeys((tuple(left), *((unit,) for unit in left)))
    tried = {tuple(unit.id for unit in who): legal(state, who, spaces, origin) for who in parties}
    worst = max((found.missing, found.crowded) for who, found in tried.items() if len(who) == 1)
    made: list[Flight] = []
    for who, found in tried.items():
        if (found.missing, found.crowded) > worst:
            continue
        teams = [(*who, hq), who] if hq else [who]
        paths = found.paths[:1] if found.crowded else found.paths  # without room it does not matter which
        for team in teams[:1] if len(who) == len(left) else teams:
            made += [Flight(units=team, path=path, missing=found.missing) for path in paths]
    return tuple(made)


def stuck(state: State, left: Sequence[Unit], spaces: int) -> tuple[Unit, ...]:
    """Those of these units that cannot retreat even one hex."""
    return tuple(u for u in left if legal(state, [u], spaces, u.at).paths == ((u.at,),))


def fighting(state: State, units: Sequence[str]) -> tuple[Unit, ...]:
    """The combat units among these."""
    return tuple(state.units[unit] for unit in units if is_combat(state, state.units[unit]))


ATTACKERS, DEFENDERS = "attackers", "defenders"


@rule("9.1.1", "K-R31")
def sheltered(state: State, space: str) -> bool:
    """Whether the first hex of a retreat is ignored in a hex: in a village, town or city."""
    kind = terrain.settlement(state, space)
    return bool(kind) and charts()["tec"].cell("first retreat hex", kind) == "ignored"


def retreats(play: Play, camp: str, then: str) -> None:
    """The stage: losses that are owed, the group on its way, an HQ too many, then the next stack."""
    if demanded(play.state):
        pay(play)
    elif group := fleeing(play.state):
        onward(play, group)
    elif battle(play.state).second_hq:
        displace(play)
    elif (stack := next_stack(play.state, camp))[0]:
        leave(play, camp, *stack)
    else:
        play.note("9.0.1", stage=then)


def next_stack(state: State, camp: str) -> tuple[tuple[Unit, ...], int]:
    """The next units of a camp that must retreat together, and over how many hexes; () for none."""
    now = battle(state)
    mine = [state.units[unit] for unit in getattr(now, camp) if unit not in now.stayed]
    for space, hexes in now.hexes[camp].items():
        left = tuple(unit for unit in mine if unit.at == space)
        if hexes and left:
            return left, hexes
    return (), 0


@rule("9.0b.2", "9.0e.1", "8.1.4", "K-R30", "K-R102")
def leave(play: Play, camp: str, left: tuple[Unit, ...], hexes: int) -> None:
    """The units left in a hex retreat: those that cannot pay in steps, the others as their owner says. Units
    without movement lose a step for every hex, together as after any result (9.0e, K-R102), and count as
    having retreated."""
    fixed = [unit.id for unit in left if printed(play.state, unit, MOVEMENT) == 0]
    if fixed:
        if camp == DEFENDERS:
            play.note("9.0e.1", retreated=True)
        stay(play, "9.0e.1", fixed, hexes, f"{'they' if fixed[1:] else 'it'} cannot move")
        return
    caught = stuck(play.state, left, hexes)
    if caught:
        stay(play, "9.0b.2", [unit.id for unit in caught], hexes, "their retreat cannot be made")
        return
    found = options(play.state, left, hq_with(play.state, camp, left[0].at), hexes)
    # it makes no difference who goes with whom where there is one path for all, and no EZOC on it
    (path, *others), everybody = {option.path for option in found}, {unit.id for unit in left}
    risky = any(in_ezoc(play.state, space, left[0].side) for space in path[1:])
    if len(found) == 1 or (not others and not risky and everybody <= set(found[0].units)):
        flee(play, found[0])
    else:
        ask_retreat(play, left, found)


@rule("9.0b.2", "K-R32")
def stay(play: Play, number: str, units: Sequence[str], hexes: int, why: str) -> None:
    """Units remain where they are and lose together a step for each hex they cannot retreat."""
    play.note(number, stayed=(*battle(play.state).stayed, *units))
    demand(play, number, units, hexes, why)


@rule("12.1a.1", "12.1a.2", "K-R36")
def hq_with(state: State, camp: str, space: str) -> str:
    """The HQ that was with a stack when the combat began and must retreat with it; "" for none. Where every
    combat unit is eliminated on the spot nobody asks: it stays."""
    now = battle(state)
    side = state.units[getattr(now, camp)[0]].side
    there = set(now.hqs if camp == DEFENDERS else now.staff) - set(now.stayed)
    return next((unit.id for unit in hqs(state, space, side) if unit.id in there), "")


@rule("9.0a.1", "10.1.1")
def flee(play: Play, option: Flight) -> None:
    """A group sets out on its retreat. Attackers may end it where others of them have yet to leave: they have
    made theirs; and where only they retreat nobody advances two hexes (10.1)."""
    now = battle(play.state)
    ours = now.stage == "att_retreat"
    more: dict[str, Json] = {"stayed": (*now.stayed, *option.units)} if ours else {"retreated": True}
    play.note("9.0.1", fleeing=asdict(option), **more)


def onward(play: Play, group: Flight) -> None:
    """The group goes on to the next hex that costs it a step, or to the end of its path."""
    alive = tuple(unit for unit in group.units if play.state.units[unit].at == group.path[0])
    if not alive:
        play.note("9.0.1", fleeing=None)
    elif len(group.path) == 1:
        arrive(play, group, alive)
    else:
        go_on(play, group, alive)


@rule("9.0.1", "9.0a.1", "9.0c.1", "9.0c.2", "9.0c.3", "3.3.1", "3.3.2", "3.3.3")
def go_on(play: Play, group: Flight, alive: Sequence[str]) -> None:
    """The group moves; each EZOC hex it enters costs it one step, not one for each unit (3.3), even if
    friends are there (9.0c)."""
    path, side = group.path, play.state.units[alive[0]].side
    risky = (at for at, space in enumerate(path) if at and in_ezoc(play.state, space, side))
    end = next(risky, len(path) - 1)
    zoned = in_ezoc(play.state, path[end], side)
    for unit in alive:
        r04_path.go(play, "9.0.1", unit, path[: end + 1], "retreat")
    play.note("9.0.1", fleeing=asdict(replace(group, path=path[end:])))
    if zoned:
        why = f"retreat into an enemy zone of control in {terrain.name(play.state, path[end])}"
        demand(play, "9.0c.1", payers(play.state, alive), 1, why)


def payers(state: State, alive: Sequence[str]) -> tuple[str, ...]:
    """Who pays the steps of a group: its combat units, an HQ only when it is alone."""
    return tuple(unit.id for unit in fighting(state, alive)) or tuple(alive)


@rule("5.0a.2", "5.1.3", "9.0b.2", "9.0b.3")
def arrive(play: Play, group: Flight, alive: Sequence[str]) -> None:
    """The group is at the end of its path: it loses steps for the hexes it could not retreat, units for which
    there is no room are lost (5.1), and an HQ that meets another goes on."""
    if group.missing:
        why = "their retreat cannot be completed"
        play.note("9.0b.2", fleeing=asdict(replace(group, missing=0)))
        demand(play, "9.0b.2", payers(play.state, alive), group.missing, why)
        return
    play.note("9.0.1", fleeing=None)
    for unit in fighting(play.state, alive)[::-1]:
        if one_too_many(play.state, unit):  # HQs are another matter (5.2)
            eliminate(play, "5.1.3", unit.id, "no room, and no hex further on")
    mine = [unit for unit in alive if is_hq(play.state, play.state.units[unit])]
    if mine and not fits(play.state, play.state.units[mine[0]], play.state.units[mine[0]].at):
        play.note("5.2.3", second_hq=mine[0])


@rule("5.2.3", "5.2.4", "4.2d.2", "4.3a.1", "0.2a.2", "K-R32")
def displace(play: Play) -> None:
    """Of two HQs in a hex the one that retreated goes one hex further. If all that is left is off the map,
    water or otherwise closed, it is lost: no step pays for that."""
    hq = play.state.units[battle(play.state).second_hq]
    found = further(play.state, hq)
    if found:
        ask_retreat(play, (hq,), found)  # one way alone answers itself
        return
    play.note("5.2.3", second_hq="")
    eliminate(play, "5.2.4", hq.id, "another HQ is there, and there is no hex further on")


def further(state: State, hq: Unit) -> tuple[Flight, ...]:
    """Where an HQ that met another may go on to."""
    found = legal(state, [hq], 1, battle(state).space)
    whole = not found.missing and not found.crowded
    return tuple(Flight(units=(hq.id,), path=path, missing=0) for path in found.paths) if whole else ()


@rule("9.0.1")
def ask_retreat(play: Play, left: Sequence[Unit], found: Sequence[Flight]) -> None:
    """Ask the owner where the units retreat."""
    state = play.state
    names, (_, _, hexes) = tuple(unit.id for unit in left), choices(state)
    several = " They may go together or one by one." if names[1:] else ""
    RETREAT.ask(
        play, left[0].side,
        f"Retreat {', '.join(names)} exactly {counted(hexes, 'hex', 'hexes')}, once in the combat for "
        f"{terrain.name(state, battle(state).space)}.{several}",
        closed=True, silence=f"{'they take' if several else 'it takes'} the first retreat that is listed",
        default=found[0].line,
        about=names,
    )  # fmt: skip


def choices(state: State) -> tuple[tuple[Unit, ...], tuple[Flight, ...], int]:
    """Who must retreat now, how, and over how many hexes."""
    now = battle(state)
    if now.second_hq:
        hq = state.units[now.second_hq]
        return (hq,), further(state, hq), 1
    camp = DEFENDERS if now.stage == "def_retreat" else ATTACKERS
    left, hexes = next_stack(state, camp)
    with_them = hq_with(state, camp, left[0].at) if left else ""
    return left, options(state, left, with_them, hexes) if left else (), hexes


def take_retreat(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask_retreat`: the first legal line; others answer the next question."""

    def check(order: Order) -> Flight:
        try:
            return check_retreat(play.state, order)
        except Refused as no:
            raise Refused(no.rule, no.why, decision.answers) from None

    if found := first_legal(play, orders, check):
        along(play, found[1], orders)
        play.close(decision)
        if battle(play.state).second_hq:
            play.note("5.2.3", second_hq="")
        flee(play, found[1])


def by_taste(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """A bot: the retreat that ends furthest from the enemy, or any."""
    if chance.random() > taste.sense:
        return [chance.choice(decision.answers)]
    foes = troops(state, ENEMY[decision.player])
    return [max(decision.answers, key=lambda line: nearest(state, line[-4:], foes))]


RETREAT = Choice(
    topic="retreat", rule="9.0.1", verbs=("retreat",), take=take_retreat,
    legal=lambda state, side: (option.line for option in choices(state)[1]), shown=MANY,
    asked={"COMBAT": EVERY_SIDE, **WINDOWS}, within=BATTLES, called=("retreat", "retreats"),
    advised="Your units retreat to the hex with the fewest enemies near it.",
    advice=("if asked retreat then safest",), drag=drags.retreats, chance=WANDERER.plays(by_taste),
    purpose=MARCHER.plays(by_taste),
)  # fmt: skip


@rule("12.1a.1", "12.1a.2")
def along(play: Play, option: Flight, orders: list[Order]) -> None:
    """Lines of their own for units that go with this one are carried out with it: an HQ's is, which retreats
    with the last of its stack (12.1a); another way for it is refused. What is for its further hex, where it
    meets another HQ (5.2), waits."""
    for order in orders:
        units, path = set(said(order).units), said(order).path
        if (order.sheet, order.line) in play.rulings or not units <= set(option.units):
            continue
        if path in {option.path, option.path[1:]}:
            play.verdict(order, "done")
        elif not goes_on(play.state, option, units, path):
            why = "an HQ retreats with the last units of its stack"
            play.refuse(order, Refused("12.1a.1", f"{why}, via {'-'.join(option.path[1:])}"))


@rule("5.2.3")
def goes_on(state: State, option: Flight, units: set[str], path: Path) -> bool:
    """Whether a line is for the hex further on of an HQ that meets another where this retreat ends."""
    end, hq = option.path[-1], state.units[min(units)]
    meets = len(units) == 1 and is_hq(state, hq) and not fits(state, hq, end)
    return (
        meets and path[0] not in option.path[:-1] and (path[0] == end or state.board.adjacent(end, path[0]))
    )


@rule("9.0.1", "9.0f.1", "12.1a.1")
def check_retreat(state: State, order: Order) -> Flight:
    """The retreat that a line orders. Raises Refused with those that are legal."""
    left, found, hexes = choices(state)
    units = who(state, left, order)
    check_origin(state, left[0], order, "9.0.1")
    path = said(order).path
    path = path if path[0] == left[0].at else (left[0].at, *path)
    meant = [option for option in found if set(option.units) == set(units) and option.path == path]
    if meant:
        return meant[0]
    raise refusal(state, units, path, hexes)


def who(state: State, left: Sequence[Unit], order: Order) -> tuple[str, ...]:
    """The units of a line; the last to go take their HQ with them, named or not. Raises Refused."""
    mine = [unit.id for unit in left]
    camp = ATTACKERS if battle(state).stage == "att_retreat" else DEFENDERS
    hq = "" if is_hq(state, left[0]) else hq_with(state, camp, left[0].at)
    units = tuple(mine) if said(order).units == (ALL,) else tuple(dict.fromkeys(said(order).units))
    strangers = [unit for unit in units if unit not in (*mine, hq)]
    if strangers:
        raise Refused("9.0.1", f"{', '.join(strangers)} may not retreat from here now")
    return (*units, hq) if hq and set(units) == set(mine) else units


@rule("9.2a.1", "9.2b.1", "9.2c.1", "9.0a.1", "5.1.2")
def refusal(state: State, units: tuple[str, ...], path: Path, hexes: int) -> Refused:
    """Why a retreat is not among the legal ones: the clause whose bar or priority it breaks."""
    group, displaced = fighting(state, units), battle(state).second_hq
    if not group and not displaced:
        return Refused("12.1a.1", "an HQ retreats with its stack, not alone")
    origin = battle(state).space if displaced else path[0]
    broken = retreat_of(state, group or (state.units[displaced],), hexes, origin).broken(path)
    number, why = ("9.0f.1", "these units may not retreat together")
    if broken is not None:
        rules = {"gap": "9.0.1", "full": "5.1.2", "short": "5.1.2" if len(path) > hexes else "9.0a.1"}
        number = broken.rule or rules.get(broken.kind, "9.0a.1")
        why = broken_retreat(broken, path, partial(terrain.name, state))
    return Refused(number, f"{', '.join(units)}: {why}")
