"""Step losses (D.crt.note.num): any units of a side that take part lose them, as their owner chooses.
Retreats (D.retreat): which hexes are barred, which come first, and one stack after the other on its way.

D.retreat.1        bars                        bars
D.retreat.3, .5    priorities                  next_step
D.retreat.2        steps for enemy zones       go_on
D.retreat.4, .6    overstacked, no way out     arrived, cut_off
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import combinations

from adjudicator.answering import answered, settle, waiting_for
from adjudicator.by_mail.ahead import ACTING
from adjudicator.by_mail.drags import alike
from adjudicator.choices import MANY, Choice, by_default
from adjudicator.events import StepLost, UnitEliminated
from adjudicator.mechanics.armies import on_map, stack
from adjudicator.mechanics.losses import Losses
from adjudicator.mechanics.retreat import Bar, Path, Preference, Retreat, broken_retreat
from adjudicator.orders import Order
from adjudicator.phases.losing import Losing, LossClauses
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, State, Unit

from .. import r2_overrun
from ..charts import switched_on
from ..events import AdHocEliminated
from ..levels import Demand, Group, camp, combat, demanded, groups, regroup
from ..orders import ADVANCE, LOSS, RETREAT, said
from ..pieces import TANK, class_of, is_ad_hoc, is_hq, strength
from ..position import (
    AD_HOC,
    AXIS,
    ELIMINATED,
    ENEMY,
    fighters,
    held_by,
    listed,
    name,
    network,
    river,
    to_edge,
    unbridged,
)
from ..zoc_stacking import fits, in_ezoc


@rule("D.crt.note.num", "D.comp.units", "D.crt.adhoc.place")
def lose(play: Play, number: str, id_: str, why: str, steps: int = 1) -> None:
    """A unit loses steps. After its last one it leaves the map at once (D-R11). An ad hoc unit may be placed
    again."""
    unit = play.state.units[id_]
    if unit.steps > steps:
        play.record(StepLost(rule=number, unit=id_, left=unit.steps - steps))
    elif is_ad_hoc(unit):
        play.record(AdHocEliminated(rule=number, unit=id_, at=AD_HOC[unit.side], steps=1, why=why))
    else:
        play.record(UnitEliminated(rule=number, unit=id_, at=unit.at, box=ELIMINATED, why=why))


@rule("D.crt.note.num", "D.retreat.2")
def demand(play: Play, number: str, units: Sequence[str], owed: int, why: str) -> None:
    """These units together must lose `owed` steps once (D-R12)."""
    steps = {unit: play.state.units[unit].steps for unit in units}
    play.note(number, demand=asdict(Demand(steps=steps, owed=owed, number=number, why=why)))


@dataclass(frozen=True, eq=False, kw_only=True)
class CombatLosses(Losing):
    """The losses of this game: the combat remembers the demand that is open."""

    def demand(self, state: State) -> Losses:
        """The open demand. Nobody has to share it."""
        wanted = demanded(state)
        return Losses(wanted.steps, wanted.owed, (), wanted.lost) if wanted else Losses({}, 0)

    def number(self, state: State) -> str:
        """The clause of the open demand."""
        wanted = demanded(state)
        return wanted.number if wanted else self.clauses.whose

    def lose(self, play: Play, id_: str) -> None:
        """One unit takes one step of it."""
        wanted = demanded(play.state)
        assert wanted is not None
        lose(play, wanted.number, id_, wanted.why)
        lost = {**wanted.lost, id_: wanted.lost.get(id_, 0) + 1}
        play.note(wanted.number, demand=asdict(replace(wanted, lost=lost)))

    def over(self, play: Play) -> None:
        """The demand is met."""
        play.note(self.number(play.state), demand=None)

    def rank(self, state: State, unit: Unit) -> tuple[int, ...]:
        """A unit with two steps is missed less than one with its last."""
        return -unit.steps, strength(state, unit)

    def question(self, state: State, found: Losses) -> str:
        """What the owner is asked."""
        wanted = demanded(state)
        why = wanted.why if wanted else ""
        return (
            f"Combat for {name(state, combat(state).space)}, {why}. Steps to lose: {found.left}. Name the "
            "units that lose them in one line, a unit once for each step."
        )


LOSSES = CombatLosses(
    clauses=LossClauses(whose="D.crt.note.num", step="D.crt.note.num", gone="D.crt.note.num"),
    verb=LOSS,
    several=True,
)
STEP_LOSS = replace(
    LOSSES.choice, asked={"COMBATS": ACTING}, purpose=by_default,
    advised="Units with 2 steps lose a step first, the weakest of them before the others.",
)  # fmt: skip


@rule("D.crt.note.R", "D.crt.note.A", "D.crt.note.D")
def set_out(play: Play, number: str, name_: str, hexes: int) -> None:
    """All involved units of a side retreat, those of each hex as a stack of its own (D-R13, D-R14)."""
    stacks: dict[str, list[Unit]] = {}
    for unit in camp(play.state, name_):
        stacks.setdefault(unit.at, []).append(unit)
    regroup(play, number, *(gathered(play.state, one, hexes) for one in stacks.values()))


@rule("D.move.4")
def gathered(state: State, units: Sequence[Unit], hexes: int) -> Group:
    """A stack that begins its retreat. An Axis HQ goes with the last combat units of its hex (D-R18). A
    Soviet HQ moves only by a Combat Card (D-R57)."""
    at, side = units[0].at, units[0].side
    alone = len(fighters(state, at, side)) == len(units) and side == AXIS and switched_on("hqs-retreat")
    hqs = tuple(unit.id for unit in stack(state, at, side) if alone and is_hq(state, unit))
    return Group(units=tuple(unit.id for unit in units), hqs=hqs, path=(at,), hexes=hexes)


# -- 1, 3 where to ---------------------------------------------------------------------------------------


@rule("D.retreat.1a", "D.retreat.1b", "D.retreat.1c", "D.retreat.1d", "D.retreat.1e")
def bars(state: State, units: Sequence[Unit], gone: Path) -> tuple[Bar, ...]:
    """What a stack may not do that has come along this path."""
    board, side, at = state.board, units[0].side, gone[-1]
    tanks = any(class_of(state, unit) == TANK for unit in units)

    def bar(number: str, why: str, holds: Callable[[str], bool]) -> Bar:
        return Bar(number, lambda _, to: f"{name(state, to)}: {why}" if holds(to) else "")

    def zoned_bank(to: str) -> bool:
        return river(board, at, to) and in_ezoc(state, to, side)

    def late_crossing(to: str) -> bool:
        return len(gone) > 1 and unbridged(board, at, to)

    return (
        bar("D.retreat.1a", "enemy units are there", lambda to: to in held_by(state, ENEMY[side])),
        bar("D.retreat.1b", "it is across a river in an enemy zone", zoned_bank),
        bar("D.retreat.1c", "tanks need a bridge", lambda to: tanks and unbridged(board, at, to)),
        bar("D.retreat.1d", "it was already there in this retreat", lambda to: to in gone),
        bar("D.retreat.1e", "after its first hex it may not cross an unbridged river hexside", late_crossing),
    )


@rule("D.retreat.3a", "D.retreat.3b", "D.retreat.3c", "D.retreat.3d", "D.retreat.5")
def next_step(state: State, group: Group, units: Sequence[Unit]) -> Retreat:
    """One hex of a retreat, from where the stack has come to: the bars first, then the priorities in their
    order (D-R16)."""
    side, going = units[0].side, [*units, *(state.units[hq] for hq in group.hqs)]

    def prefer(number: str, what: str, rank: Callable[[str], int]) -> Preference:
        return Preference(number, f"hexes {what} come first", lambda _, to: rank(to))

    order = (
        prefer("D.retreat.3a", "outside enemy zones", lambda to: in_ezoc(state, to, side)),
        prefer("D.retreat.3b", "nearer your edge of the map", lambda to: to_edge(state, to, side)),
        prefer("D.retreat.3c", "with room for the stack", lambda to: not fits(state, to, going)),
    )
    return Retreat(network(state.board), group.path[-1], 1, bars(state, units, group.path), order)


def ends(state: State, group: Group, units: Sequence[Unit]) -> tuple[str, ...]:
    """The hexes into which these units of a stack may go next."""
    return next_step(state, group, units).onward((group.path[-1],))


def left(state: State, group: Group) -> list[Unit]:
    """The combat units of a stack that are still on the map."""
    return [unit for unit in (state.units[id_] for id_ in group.units) if on_map(state, unit)]


# -- one stack after the other ---------------------------------------------------------------------------


@rule("D.retreat.4", "D.crt.note.R")
def arrived(state: State, group: Group) -> bool:
    """Whether a stack has gone as far as it must, and fits where it is."""
    hqs = [state.units[hq] for hq in group.hqs]
    return group.hexes <= 0 and fits(state, group.path[-1], [*left(state, group), *hqs])


@rule("D.crt.note.R", "D.retreat.4", "D.retreat.6")
def run_retreat(play: Play) -> None:
    """The stage: the stacks retreat hex by hex, the first of them until it has arrived."""
    state, ahead = play.state, groups(play.state)
    if demanded(state):
        LOSSES.run(play)
    elif not ahead:
        play.note("D.combat.9", stage=ADVANCE)
    elif not left(state, ahead[0]) or arrived(state, ahead[0]):
        regroup(play, "D.retreat.4", *ahead[1:])
        r2_overrun.crowded_out(play, ahead[0].hqs)
    else:
        go_on(play, ahead[0], ahead[1:])


@rule("D.retreat.2", "D.retreat.3d")
def go_on(play: Play, group: Group, others: Sequence[Group]) -> None:
    """One hex of a stack. Without a hex to go to it is cut off. If all hexes are in enemy zones it loses a
    step before it goes, once for each hex. If more than one is left the owner chooses."""
    state, units = play.state, left(play.state, group)
    found, ids = ends(state, group, units), tuple(unit.id for unit in units)
    if not found:
        cut_off(play, group, others)
    elif not group.paid and all(in_ezoc(state, to, units[0].side) for to in found):
        regroup(play, "D.retreat.2", replace(group, paid=True), *others)
        demand(play, "D.retreat.2", ids, 1, "all hexes of the retreat are in enemy zones")
    elif len(found) > 1 or apart(state, group):
        ask(play, group)
    else:
        settle_waiting(play, group, units[0].side)
        step(play, ids, found[0])


@rule("D.retreat.5")
def settle_waiting(play: Play, group: Group, side: str) -> None:
    """The owner's line for a stack that has one hex to go to is done, or refused: nobody is asked."""
    for order in waiting_for(play, side, RETREAT):
        if order.units == (ALL,) or not {*group.units, *group.hqs}.isdisjoint(order.units):
            settle(play, side, order, refusal(check_retreat, play.state, (), order))
            return


@rule("D.retreat.6")
def cut_off(play: Play, group: Group, others: Sequence[Group]) -> None:
    """A stack without a hex to go to: its units try one by one, the weakest first. A single unit is
    eliminated."""
    state, units = play.state, left(play.state, group)
    if len(units) > 1:
        order = sorted(units, key=lambda unit: (unit.steps, strength(state, unit)))
        singles = [replace(group, units=(unit.id,), hqs=()) for unit in order]
        singles[-1] = replace(singles[-1], hqs=group.hqs)
        regroup(play, "D.retreat.6", *singles, *others)
    else:
        lose(play, "D.retreat.6", units[0].id, "it has no hex to retreat to", units[0].steps)


def step(play: Play, ids: Sequence[str], to: str) -> None:
    """These units of the first stack go one hex; its others wait for their own turn."""
    group, *others = groups(play.state)
    rest = tuple(unit.id for unit in left(play.state, group) if unit.id not in ids)
    units = tuple(unit for unit in group.units if unit in ids)
    hqs = tuple(hq for hq in group.hqs if hq in ids or not rest)
    for id_ in (*units, *hqs):
        r2_overrun.go(play, "D.crt.note.R", id_, (group.path[-1], to), how=RETREAT)
    moved = Group(units=units, hqs=hqs, path=(*group.path, to), hexes=group.hexes - 1)
    behind = replace(group, units=rest, hqs=tuple(hq for hq in group.hqs if hq not in hqs))
    regroup(play, "D.crt.note.R", moved, *([behind] if rest else []), *others)


# -- the owner's choice ----------------------------------------------------------------------------------


def apart(state: State, group: Group) -> list[str]:
    """The retreats that single units of a stack could make and all of it could not, as orders."""
    units = left(state, group)
    if len(units) < 2:
        return []
    whole, alone = ends(state, group, units), replace(group, hqs=())
    return [f"retreat {u.id} to {to}" for u in units for to in ends(state, alone, [u]) if to not in whole]


@rule("D.retreat.3d")
def ask(play: Play, group: Group) -> None:
    """Ask the owner where a stack goes. It goes together unless the owner sends a unit alone."""
    state, units = play.state, left(play.state, group)
    lines = named(state, group)
    RETREATING.ask(
        play, units[0].side,
        f"Retreat {listed(units)} exactly one hex from {name(state, group.path[-1])}, one line for each "
        "stack. A stack stays together unless you send a unit alone.",
        answers=lines, silence="all go to the first of these", default=lines[0],
        about=(*(unit.id for unit in units), group.path[-1]),
    )  # fmt: skip


def named(state: State, group: Group) -> list[str]:
    """The retreats of a stack that a question names, as orders."""
    together = [f"retreat all to {to}" for to in ends(state, group, left(state, group))]
    return [*together, *apart(state, group)]


def legal(state: State, side: str) -> Iterator[str]:
    """The retreats of the first stack: those that the question names, then the whole stack by name, and every
    part of it."""
    group = groups(state)[0]
    units = left(state, group)
    yield from named(state, group)
    for size in range(len(units), 0, -1):
        for some in combinations(units, size):
            yield from (f"retreat {listed(some)} to {to}" for to in ends(state, group, some))


@rule("D.retreat.3d", "D.retreat.5")
def take_retreat(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `ask`."""
    if answer := answered(play, decision, orders, partial(check_retreat, play.state, decision.answers)):
        step(play, *answer[1])


@rule("D.retreat.3d", "D.retreat.5", "D.crt.note.R")
def check_retreat(state: State, legal: tuple[str, ...], order: Order) -> tuple[tuple[str, ...], str]:
    """The units that a line sends, and their hex. Raises Refused."""
    group, told = groups(state)[0], said(order)
    ids = group.units if told.units == (ALL,) else told.units
    strangers = [unit for unit in ids if unit not in (*group.units, *group.hqs)]
    units = [unit for unit in left(state, group) if unit.id in ids]
    if strangers or not units:
        why = f"{', '.join(strangers or ids)} may not make this retreat alone"
        raise Refused("D.crt.note.R", why, legal)
    path = (group.path[-1], told.hex)
    if broken := next_step(state, group, units).broken(path):
        why = broken_retreat(broken, path, partial(name, state))
        raise Refused(broken.rule or "D.crt.note.R", why, legal)
    return tuple(unit.id for unit in units), told.hex


RETREATING = Choice(
    topic=RETREAT, rule="D.retreat.3d", verbs=(RETREAT,), take=take_retreat, legal=legal, shown=MANY,
    asked={"COMBATS": ACTING}, within=("combat",), called=(RETREAT,),
    advice=("if asked retreat then default",),
    advised="Your units retreat to the first hex that the question lists.",
    drag=alike("retreat {units} to {end}"), purpose=by_default,
)  # fmt: skip
