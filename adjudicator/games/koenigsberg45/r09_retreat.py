"""Rule 9, retreats, carried out: by the defenders after their losses, by attackers where a result says so.

9.0b, 9.0e  hexes that cannot be made      fall_back, immobile
9.0c, 3.3   steps for EZOCs                onward
9.1         settlements                    sheltered
5.1, 5.2    full hexes, two HQs            arrive, displace
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace

from adjudicator.answering import first_legal
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.choices import MANY, Choice
from adjudicator.mechanics.retreat import Broken, Path
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from . import drags, r04_entering, terrain
from .charts import charts
from .levels import WINDOWS, Flight, battle, demanded, fleeing
from .orders import said
from .position import hqs, is_hq, printed
from .r03_zoc import in_ezoc
from .r04_path import check_origin
from .r05_stacking import company, fits, too_much
from .r08_losses import demand, eliminate, pay
from .r09_paths import fighting, legal, options, retreat_of, stuck

ATTACKERS, DEFENDERS = "attackers", "defenders"


# -- 9.1 settlements -------------------------------------------------------------------------------------


@rule("9.1.1", "K-R31")
def sheltered(state: State, space: str) -> bool:
    """Whether the first hex of a retreat is ignored in a hex: in a village, town or city."""
    kind = terrain.settlement(state, space)
    return bool(kind) and charts()["tec"].cell("first retreat hex", kind) == "ignored"


# -- the stage -------------------------------------------------------------------------------------------


def retreats(play: Play, camp: str, then: str) -> None:
    """The stage: losses that are owed, the group on its way, an HQ too many, then the next stack."""
    if demanded(play.state):
        pay(play)
    elif group := fleeing(play.state):
        onward(play, group)
    elif battle(play.state).second_hq:
        displace(play)
    else:
        fall_back(play, camp, then)


def fall_back(play: Play, camp: str, then: str) -> None:
    """The next stack that must retreat; when there is none the battle goes on."""
    left, hexes = next_stack(play.state, camp)
    if left:
        leave(play, camp, left, hexes)
    else:
        play.note("9.0.1", stage=then)


def next_stack(state: State, camp: str) -> tuple[tuple[Unit, ...], int]:
    """The next units of a camp that must retreat together, and over how many hexes; () for none."""
    for space, hexes in battle(state).hexes[camp].items():
        left = standing(state, camp, space)
        if hexes and left:
            return left, hexes
    return (), 0


def standing(state: State, camp: str, space: str) -> tuple[Unit, ...]:
    """The combat units of a camp in a hex that have not retreated and have not been told to stay."""
    now = battle(state)
    units = (state.units[unit] for unit in getattr(now, camp) if unit not in now.stayed)
    return tuple(unit for unit in units if unit.at == space)


def leave(play: Play, camp: str, left: tuple[Unit, ...], hexes: int) -> None:
    """The units left in a hex retreat: those that cannot pay in steps, the others as their owner says."""
    fixed = [unit for unit in left if printed(play.state, unit, "movement") == 0]
    if fixed:
        immobile(play, fixed[0], hexes)
        return
    caught = stuck(play.state, left, hexes)
    if caught:
        stay(play, "9.0b.2", [unit.id for unit in caught], hexes, "their retreat cannot be made")
        return
    found = options(play.state, left, hq_with(play.state, camp, left[0].at), hexes)
    if len(found) == 1 or all_the_same(play.state, left, found):
        flee(play, found[0])
    else:
        ask_retreat(play, left, found)


def all_the_same(state: State, left: Sequence[Unit], found: Sequence[Flight]) -> bool:
    """Whether it makes no difference who goes with whom: one path for all, and no EZOC on it."""
    (path, *others), everybody = {option.path for option in found}, {unit.id for unit in left}
    risky = any(in_ezoc(state, space, left[0].side) for space in path[1:])
    return not others and not risky and everybody <= set(found[0].units)


@rule("9.0e.1", "8.1.4", "K-R30")
def immobile(play: Play, unit: Unit, hexes: int) -> None:
    """A unit without movement takes every hex of the retreat as a step; it counts as having retreated."""
    play.note("9.0e.1", retreated=True)
    stay(play, "9.0e.1", [unit.id], hexes, "it cannot move")


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
    there = now.hqs if camp == DEFENDERS else now.staff
    return next((unit.id for unit in hqs(state, space, side) if unit.id in there), "")


# -- a group on its way ----------------------------------------------------------------------------------


def flee(play: Play, option: Flight) -> None:
    """A group sets out on its retreat."""
    play.note("9.0.1", fleeing=asdict(option), retreated=True)


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
    """The group moves; each EZOC hex it enters costs it one step, not one for each unit (3.3), whoever else
    stands there (9.0c)."""
    path, side = group.path, play.state.units[alive[0]].side
    risky = (at for at, space in enumerate(path) if at and in_ezoc(play.state, space, side))
    end = next(risky, len(path) - 1)
    zoned = in_ezoc(play.state, path[end], side)
    for unit in alive:
        r04_entering.go(play, "9.0.1", unit, path[: end + 1], "retreat")
    play.note("9.0.1", fleeing=asdict(replace(group, path=path[end:])))
    if zoned:
        why = f"retreat into an enemy zone of control in {terrain.name(play.state, path[end])}"
        demand(play, "9.0c.1", payers(play.state, alive), 1, why)


def payers(state: State, alive: Sequence[str]) -> tuple[str, ...]:
    """Who pays the steps of a group: its combat units, an HQ only when it is alone."""
    return tuple(unit.id for unit in fighting(state, alive)) or tuple(alive)


@rule("5.1.3", "9.0b.2", "9.0b.3")
def arrive(play: Play, group: Flight, alive: Sequence[str]) -> None:
    """The group is where its path ends: it pays for the hexes it could not make, whom there is no room for is
    lost (5.1), and an HQ that meets another goes on."""
    if group.missing:
        why = "their retreat cannot be completed"
        play.note("9.0b.2", fleeing=asdict(replace(group, missing=0)))
        demand(play, "9.0b.2", payers(play.state, alive), group.missing, why)
        return
    play.note("9.0.1", fleeing=None)
    for unit in fighting(play.state, alive)[::-1]:
        if crowded(play.state, unit):
            eliminate(play, "5.1.3", unit.id, "no room, and no hex further on")
    mine = [unit for unit in alive if is_hq(play.state, play.state.units[unit])]
    if mine and not fits(play.state, play.state.units[mine[0]], play.state.units[mine[0]].at):
        play.note("5.2.3", second_hq=mine[0])


@rule("5.0a.2", "5.1.3")
def crowded(state: State, unit: Unit) -> bool:
    """Whether there are too many combat units where a unit stands; HQs are another matter (5.2)."""
    broken = too_much(state, [*company(state, unit, unit.at), unit])
    return any(one.rule == "5.0.1" for one in broken)


# -- 5.2 two HQs -----------------------------------------------------------------------------------------


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


# -- the owner's choice ----------------------------------------------------------------------------------


@rule("9.0.1")
def ask_retreat(play: Play, left: Sequence[Unit], found: Sequence[Flight]) -> None:
    """Ask the owner where his units retreat."""
    state = play.state
    here = terrain.name(state, battle(state).space)
    names = ", ".join(unit.id for unit in left)
    _, _, hexes = choices(state)
    RETREAT.ask(
        play,
        left[0].side,
        f"Combat for {here}: where do your units retreat ({names})? Exactly {hexes} "
        f"hex{'' if hexes == 1 else 'es'} for each, once in this combat; together or one by one.",
        closed=True,
        silence="they take the first retreat that is listed",
        default=found[0].line,
        about=tuple(unit.id for unit in left),
    )


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
    if found := first_legal(play, orders, lambda order: check_retreat(play.state, order)):
        along(play, found[1], orders)
        play.close(decision)
        if battle(play.state).second_hq:
            play.note("5.2.3", second_hq="")
        flee(play, found[1])


RETREAT = Choice(
    topic="retreat",
    rule="9.0.1",
    verbs=("retreat",),
    take=take_retreat,
    legal=lambda state, side: (option.line for option in choices(state)[1]),
    shown=MANY,
    asked={"COMBAT": EVERY_SIDE, **WINDOWS},
    within=("battle", "barrage"),
    called=("retreat", "retreats"),
    advice=("if asked retreat then safest",),
    drag=drags.retreats,
)


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
    lines = tuple(option.line for option in found)
    units = who(state, left, order, lines)
    check_origin(state, left[0], order, "9.0.1")
    path = said(order).path
    path = path if path[0] == left[0].at else (left[0].at, *path)
    meant = [option for option in found if set(option.units) == set(units) and option.path == path]
    if meant:
        return meant[0]
    raise refusal(state, units, path, hexes, lines)


def who(state: State, left: Sequence[Unit], order: Order, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The units of a line; the last to go take their HQ with them, named or not. Raises Refused."""
    mine = [unit.id for unit in left]
    camp = ATTACKERS if battle(state).stage == "att_retreat" else DEFENDERS
    hq = "" if is_hq(state, left[0]) else hq_with(state, camp, left[0].at)
    units = tuple(mine) if said(order).units == (ALL,) else tuple(dict.fromkeys(said(order).units))
    strangers = [unit for unit in units if unit not in (*mine, hq)]
    if strangers:
        raise Refused("9.0.1", f"{', '.join(strangers)} does not retreat from here now", lines)
    return (*units, hq) if hq and set(units) == set(mine) else units


@rule("9.2a.1", "9.2b.1", "9.2c.1", "9.0a.1", "5.1.2")
def refusal(state: State, units: tuple[str, ...], path: Path, hexes: int, lines: tuple[str, ...]) -> Refused:
    """Why a retreat is not among the legal ones: the clause whose bar or priority it breaks."""
    group, displaced = fighting(state, units), battle(state).second_hq
    if not group and not displaced:
        return Refused("12.1a.1", "an HQ retreats with the units of its stack, not by itself", lines)
    origin = battle(state).space if displaced else path[0]
    broken = retreat_of(state, group or (state.units[displaced],), hexes, origin).broken(path)
    number, why = fault(broken, path, hexes)
    return Refused(number, f"{', '.join(units)}: {why}", lines)


def fault(broken: Broken | None, path: tuple[str, ...], hexes: int) -> tuple[str, str]:
    """A broken retreat of so many hexes as clause and reason; where it has them, room is missing."""
    if broken is None:
        return "9.0f.1", "these units cannot retreat together"
    if broken.rule:
        return broken.rule, broken.why
    reasons = {
        "gap": ("9.0.1", f"{broken.to}: {gap(broken, path)}"),
        "short": ("5.1.2" if len(path) > hexes else "9.0a.1", f"the retreat must go on from {broken.at}"),
        "long": ("9.0a.1", f"the retreat ends in {broken.at}"),
        "full": ("5.1.2", f"there is no room in {broken.at}"),
    }
    return reasons[broken.kind]


def gap(broken: Broken, path: tuple[str, ...]) -> str:
    """Why a path may not go on from one of its hexes to the next."""
    been = broken.to in path[: path.index(broken.at) + 1]
    return "the path has been there already" if been else f"it is not adjacent to {broken.at}"
