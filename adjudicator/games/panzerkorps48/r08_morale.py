"""Rules 8.1 and 8.2, what the owner of a unit does with a morale result, and the check.

8.1.lim      when a check may be chosen          choices
8.1.att, def what follows for attacker, defender give_way, check
8.2          the check                           check
"""

from __future__ import annotations

from adjudicator.answering import one_line, settle, waiting_for
from adjudicator.by_mail.standing import answering
from adjudicator.choices import Choice
from adjudicator.events import FlagsChanged
from adjudicator.events.fights import MoraleChecked
from adjudicator.orders import Order
from adjudicator.phases.battlefield import name
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State
from files.messages import counted

from .charts import number
from .levels import ATTACK, DEFENCE, MORALE, PREP, RETREAT, Hit, combat, hit, is_phase, left
from .orders import said
from .position import BARRED
from .r02_pieces import formation
from .r08_retreat import lose, set_out

CHECK = "check"


@rule("8.1.opt.1", "8.1.lim.1", "8.1.lim.2", "8.1.ex.3")
def choices(had: int, morale: int, loss: int) -> tuple[str, ...]:
    """What the owner of a unit may choose, by the steps it had when it was hit: a check only if morale result
    and loss together are no more than these; equality allows it, though the unit will die of it."""
    return (RETREAT,) if morale + loss > had else (CHECK, RETREAT)


@rule("8.1.opt.1", "7.1.def.1")
def morale(play: Play) -> None:
    """The stage: the owner of the unit chooses, where there is a choice."""
    found = hit(play.state)
    if choices(found.had, found.morale, found.loss) == (RETREAT,):
        no_choice(play, found)
        given = f"morale {found.morale} and a loss of {found.loss}"
        give_way(play, found, f"{given} are more than the {counted(found.had, 'step')} of {found.unit}")
    else:
        ask(play, found)


@rule("8.1.lim.1")
def no_choice(play: Play, found: Hit) -> None:
    """What was ordered ahead for a unit that must retreat is settled: a check is refused, a retreat done."""
    side, needed = play.state.units[found.unit].side, found.morale + found.loss
    why = f"{found.unit} had {counted(found.had, 'step')} when it was hit, and a check needs {needed}"
    no = Refused("8.1.lim.1", why, (f"{RETREAT} {found.unit}",))
    for verb, ruling in ((CHECK, no), (RETREAT, None)):
        for order in waiting_for(play, side, verb):
            if said(order).unit == found.unit:
                settle(play, side, order, ruling)


def ask(play: Play, found: Hit) -> None:
    """Ask the owner: retreat with what takes part there, or check."""
    unit, lost = play.state.units[found.unit], found.morale
    defends = found.unit in combat(play.state).defenders
    fails = "the stack retreats" if defends else "it takes no further part in this combat"
    told = lines(play.state)
    RESOLVE.ask(
        play, unit.side,
        f"{unit.id} in {name(play.state, found.at)} is hit: morale {lost}. Write one line for each unit hit. "
        f'"retreat": its stack retreats {counted(lost, "hex", "hexes")} and loses no more. "check": it loses '
        f"{lost} of its {counted(unit.steps, 'step')} and must roll {value(play.state, found)} or less. If "
        f"it fails, {fails}.",
        closed=True, silence="it retreats if failing the check would eliminate it, otherwise it checks",
        default=told[found.had == lost + found.loss], about=(unit.id, found.at),
    )  # fmt: skip


def lines(state: State, side: str = "") -> tuple[str, ...]:
    """Both answers, as orders."""
    return tuple(f"{verb} {hit(state).unit}" for verb in (CHECK, RETREAT))


@rule("8.1.opt.1")
def check_unit(state: State, order: Order) -> str:
    """What a line about the unit that was hit says. Raises Refused."""
    struck = hit(state).unit
    if said(order).unit != struck:
        raise Refused("8.1.opt.1", f"{struck} was hit, not {said(order).unit}", lines(state))
    return order.verb


def decide(play: Play, verb: str) -> None:
    """The owner's choice."""
    if verb == CHECK:
        check(play, hit(play.state))
    else:
        give_way(play, hit(play.state), "its owner's choice")


@rule("8.2.mor.1", "8.2.mor.3")
def value(state: State, found: Hit) -> int:
    """The morale value of the formation, whatever it has lost."""
    return number("morale", "Morale", formation(state, state.units[found.unit]))


@rule("8.1.att.0", "8.1.def.0", "8.1.ex.1", "8.1.ex.2", "8.2.mor.2")
def check(play: Play, found: Hit) -> None:
    """One die, passed by the morale value or less. The unit loses the morale result in steps either way: a
    check that is passed only holds the stack."""
    unit, most = play.state.units[found.unit], value(play.state, found)
    defends = found.unit in combat(play.state).defenders
    die = play.roll("8.2.mor.2", f"the morale check of {unit.id}")
    play.record(MoraleChecked(rule="8.2.mor.2", unit=unit.id, value=most, die=die, passed=die <= most))
    lose(play, "8.1.def.0" if defends else "8.1.att.0", unit, found.morale, "for the morale check")
    if die <= most:
        play.note("8.1.def.0", stage=combat(play.state).camp, hit=None)
    elif defends:
        give_way(play, found, f"{unit.id} failed its check")
    else:
        hold_back(play, found)


@rule("8.1.att.0", "4.mov.2")
def hold_back(play: Play, found: Hit) -> None:
    """An attacker that failed stays where it is, and neither fires nor advances; after a prepared attack it
    does not move in the Movement Phase either."""
    now, ids = combat(play.state), (found.unit,)
    play.note("8.1.att.0", stage=now.camp, hit=None, held=(*now.held, found.unit))
    if is_phase(play.state, PREP) and play.state.units[found.unit].at == found.at:
        play.record(FlagsChanged(rule="4.mov.2", units=ids, add=(BARRED,), why="it failed its check"))


@rule("8.1.att.0", "8.1.def.0", "8.3.pri.1", "8.3.gen.1")
def give_way(play: Play, found: Hit, why: str) -> None:
    """All units that take part where the unit was hit retreat as one stack, over as many hexes as the morale
    result; of the defenders that is the whole stack."""
    now = combat(play.state)
    camp = DEFENCE if found.unit in now.defenders else ATTACK
    units = tuple(unit.id for unit in left(play.state, camp) if unit.at == found.at)
    if camp == DEFENCE:
        play.note("8.4.adv.2", required=max(now.required, found.morale))
    play.note("8.3.gen.1", stage=now.camp, hit=None)
    if units:
        set_out(play, units, found, why)


RESOLVE = Choice(
    topic=MORALE, rule="8.1.opt.1", verbs=(CHECK, RETREAT), take=one_line(check_unit, decide), legal=lines,
    within=("combat",), called=(MORALE,),
    advised="A unit of yours that was hit checks its morale. One with 1 or 2 steps retreats instead if a "
    "failed check would eliminate it.",
    advice=("if asked morale steps>=3 then check", "if asked morale then default"),
    policies={CHECK: answering(CHECK), RETREAT: answering(RETREAT)},
    meanings={CHECK: "the unit that was hit checks its morale", RETREAT: "its stack retreats"},
)  # fmt: skip
