"""Rule 7.1, a combat from its announcement to the advance, stage by stage; a level of the sequence of play.

7.1.B  defensive fire, one fire after the other     fire_phase
7.1.C  attacking fire                               fire_phase
7.2    each fire                                    `r07_fire`
8.1    morale                                       `r08_morale`
8.3    retreats                                     `r08_retreat`
7.1.D  the advance                                  `r08_advance`
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from itertools import product

from adjudicator.answering import one_line
from adjudicator.by_mail.standing import Asked, Lines, ending
from adjudicator.choices import Choice
from adjudicator.events.fights import FireEnded, FirePassed
from adjudicator.orders import Order
from adjudicator.phases.battlefield import name
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import State
from adjudicator.typed_values import read_as

from .levels import ADVANCE, ATTACK, DEFENCE, FIRE, MORALE, RETREAT, Fire, combat, left
from .orders import GO, HASTY, PREPARED, Said, said
from .r07_attack import parties, supporters
from .r07_fire import check_fire, enemies, firers, open_in, open_targets, prospects, resolve, stacks, tied
from .r08_advance import advance
from .r08_morale import morale
from .r08_retreat import retreat

HOLD = "hold"


def run_combat(play: Play) -> None:
    """The level "combat": whatever its present stage does."""
    STAGES[combat(play.state).stage](play)


# -- 7.1.B the defender, 7.1.C the attacker --------------------------------------------------------------


@rule("7.1.B.1", "7.1.B.2", "7.1.B.5", "7.1.def.1", "7.gen.2", "7.2.fire.4")
@rule("7.1.C.1", "7.1.C.2", "7.1.C.3", "7.2.seq.7")
def fire_phase(play: Play) -> None:
    """The stage: the defenders fire, one fire after the other, before the attackers do, in every attack
    again, whoever was fired at in another; then the attackers that are left, as their order says or as their
    owner says now. It ends when a side holds its fire, all have fired, or nobody is left to fire at."""
    state, now = play.state, combat(play.state)
    attacks = now.camp == ATTACK
    if now.camp in now.ceased or not firers(state) or not open_targets(state):
        for fire in now.fires if attacks else ():
            left_out(play, read_as(Fire, fire), "7.1.C.1", "no unit is left to fire, or to be fired at")
        number, who = ("7.1.C.3", "attackers") if attacks else ("7.1.B.2", "defenders")
        play.record(FireEnded(rule=number, who=who, space=now.space, why=why_over(state)))
        then = {"stage": ADVANCE} if attacks else {"stage": ATTACK, "camp": ATTACK}
        play.note("7.1.D.1" if attacks else "7.1.C.1", **then)
    elif attacks and now.fires:
        play.note("7.1.C.2", fires=now.fires[1:])
        as_ordered(play, tied(play.state, read_as(Fire, now.fires[0])))
    else:
        ask(play, ATTACKING_FIRE if attacks else DEFENSIVE_FIRE)


def why_over(state: State) -> str:
    """Why nobody of who fires now does any more."""
    now = combat(state)
    reasons = {
        "they hold their fire": now.camp in now.ceased,
        "none of them remains": not left(state, now.camp),
        "no enemy is left": not enemies(state),
        "every enemy has been fired at": firers(state),
        "no unit is left to fire": now.held,
    }
    return next((why for why, holds in reasons.items() if holds), "all have fired")


@rule("7.1.C.2")
def as_ordered(play: Play, fire: Fire) -> None:
    """A fire of the order: carried out if it is still legal, left out and told to its writer if not."""
    try:
        check_fire(play.state, fire)
    except Refused as no:
        left_out(play, fire, no.rule, no.why)
    else:
        announce(play, fire)


def left_out(play: Play, fire: Fire, number: str, why: str) -> None:
    """A fire of the order is not carried out, and its writer is told why."""
    play.record(FirePassed(rule=number, to=(combat(play.state).side,), order=line(fire), why=why))


def line(fire: Fire) -> str:
    """A fire as an order."""
    support = f" support {', '.join(fire.support)}" if fire.support else ""
    return f"fire {', '.join(fire.units)}{support} at {fire.at}"


@rule("7.2.seq.1", "7.1.B.1", "7.1.B.2", "7.1.B.3", "7.1.C.2")
def announce(play: Play, fire: Fire | None) -> None:
    """A fire is announced: its target, who fires, and which artillery supports them; or none any more."""
    if fire:
        play.note("7.2.seq.1", stage=FIRE, firing=asdict(fire))
    else:
        now = combat(play.state)
        play.note("7.1.B.1", ceased=(*now.ceased, now.camp))


# -- the question ----------------------------------------------------------------------------------------


def ask(play: Play, choice: Choice) -> None:
    """Ask for the next fire; the first one of a defender is a window, for a defender may always hold it."""
    state, now = play.state, combat(play.state)
    who = tuple(unit.id for unit in firers(state))
    what = "You are attacking" if now.camp == ATTACK else "You are defending"
    some = "any of " if who[1:] else ""
    choice.ask(
        play, now.shooter,
        f'{what} {name(state, now.space)}. Fire with {some}{", ".join(who)}, one line for each fire: "fire '
        'UNITS at UNIT". To add artillery from another hex, write "support" and its name before "at". "hold" '
        "ends your fire in this combat.",
        answers=lines(state), default=all_at(state, default_target(state)),
        silence="all fire together at the first target of the largest stack, without distant support",
        about=(now.space, *who, *open_targets(state)), window=choice.topic == DEFENCE and not now.fired,
    )  # fmt: skip


def default_target(state: State) -> str:
    """The target where nobody names one: the first by priority in the stack with most units."""
    found = {at: open_in(state, units) for at, units in stacks(state).items()}
    crowd = {at: len(stacks(state)[at]) for at in found if found[at]}
    return found[min(crowd, key=lambda at: (-crowd[at], at))][0]


def all_at(state: State, at: str, support: tuple[str, ...] = ()) -> str:
    """All who may fire, together at one unit, as an order."""
    return line(Fire(units=tuple(unit.id for unit in firers(state)), support=support, at=at))


def lines(state: State) -> tuple[str, ...]:
    """The fires that the question names: all that are left together at each target, then each alone."""
    able = [unit.id for unit in firers(state)]
    who = dict.fromkeys((", ".join(able), *able)) if able else ()
    return (*(f"fire {units} at {at}" for at in open_targets(state) for units in who), HOLD)


def legal(state: State, side: str) -> Iterator[str]:
    """The fires that may be ordered: those that the question names, then every part of those who may fire,
    with each gun that may support them and with all."""
    yield from lines(state)
    who = parties([unit.id for unit in firers(state)])
    for at in open_targets(state):
        guns = supporters(state, state.units[at].at)
        with_ = ((), *parties(guns)) if guns else ((),)
        yield from (line(Fire(units=units, support=helped, at=at)) for units, helped in product(who, with_))


def check_order(state: State, order: Order) -> Fire | None:
    """The fire of a line, None for "hold". Raises Refused."""
    if order.verb == HOLD:
        return None
    fire = tied(state, fire_in(order))
    check_fire(state, fire)
    return fire


def fire_in(order: Order) -> Fire:
    """The fire that a line orders."""
    told = said(order)
    return Fire(units=told.units, support=told.support, at=told.at)


def foretell(state: State, order: Order) -> str:
    """What a dry run says of a fire, or of an attack that begins now, if all stays as it is: value, column,
    and what each die would bring. Of an attack the first fire in its order is told; where it orders none, the
    fire of all together at each unit that they may fire at first."""
    if state.frame.segment != "combat":
        return ""
    if order.verb == FIRE:
        fire = tied(state, fire_in(order))
        return "" if refusal(check_fire, state, fire) else foretold(state, fire)
    told = said(order)
    attack = read_as(Said, told.hasty or {}) if order.verb == GO else told
    if order.verb not in {PREPARED, HASTY, GO} or attack.hex != combat(state).space:
        return ""
    state = state.with_frame(camp=ATTACK)
    fires = [tied(state, read_as(Fire, fire)) for fire in attack.fires[:1]]
    able = fires and not refusal(check_fire, state, fires[0])
    return foretold(state, fires[0]) if able else of_all(state)


def foretold(state: State, fire: Fire) -> str:
    """What is known of one fire."""
    return f"at present the fire at {fire.at} has {prospects(state, fire)}"


def of_all(state: State) -> str:
    """What is known of the fire of all attackers together with all the artillery that was named, at each
    possible target; those that are alike are told together."""
    units, alike = tuple(unit.id for unit in firers(state)), dict[str, list[str]]()
    for at in open_targets(state):
        fire = Fire(units=units, support=combat(state).support, at=at)
        alike.setdefault(prospects(state, fire), []).append(at)
    found = (f"at {' or '.join(targets)} has {told}" for told, targets in alike.items())
    return f"at present the fire of all {'; '.join(found)}"


def everybody(asked: Asked) -> Lines:
    """all [support yes]: all who may fire together, at the first target of the stack with most units; with
    all the artillery in reach, if wanted."""
    return together(asked, default_target(asked.state))


def strongest(asked: Asked) -> Lines:
    """strongest [support yes]: all together at the strongest unit that may be fired at next."""
    units = asked.state.units
    return together(asked, max(open_targets(asked.state), key=lambda unit: units[unit].steps))


def together(asked: Asked, at: str) -> Lines:
    """The fire of all at one unit, as an order."""
    helped = asked.order.policy.casefold().split()[1:] == ["support", "yes"]
    space = asked.state.units[at].at
    return [all_at(asked.state, at, supporters(asked.state, space) if helped else ())]


MEANINGS = {
    "strongest support yes": "all fire together at the strongest target, with all artillery in reach",
    "strongest": "all fire together at the strongest target",
    "all support yes": "all fire together at the first target, with all artillery in reach",
    "all": "all fire together at the first target",
    HOLD: "hold fire",
}
DEFENSIVE_FIRE = Choice(
    topic=DEFENCE, rule="7.1.B.1", verbs=(FIRE, HOLD), take=one_line(check_order, announce), legal=legal,
    parts=(FIRE,),
    within=("combat",),
    ends=(FIRE, HOLD),  # a fire may drive away those for whom a bad line before it was meant
    advised="Your defenders fire together at the strongest target, with artillery.",
    closing=(HOLD,), called=(DEFENCE, "defense"), advice=("if asked defence then strongest support yes",),
    policies={"all": everybody, "strongest": strongest, HOLD: ending({HOLD: HOLD})}, meanings=MEANINGS,
    foretell=foretell,
)  # fmt: skip
ATTACKING_FIRE = replace(
    DEFENSIVE_FIRE, topic=ATTACK, rule="7.1.C.1", called=(ATTACK, FIRE),
    advised="Your attackers fire together at the strongest target, with artillery.",
    advice=("if asked fire then strongest support yes",),
)  # fmt: skip


def fire_over(state: State, side: str) -> bool:
    """Whether a side will be asked for no more fire in this combat."""
    now = combat(state)
    return now.stage == ADVANCE or (side != now.side and now.camp == ATTACK)


STAGES: Mapping[str, Callable[[Play], None]] = {
    DEFENCE: fire_phase, ATTACK: fire_phase, FIRE: resolve, MORALE: morale, RETREAT: retreat,
    ADVANCE: advance,
}  # fmt: skip
"""The stages of a combat: what comes back to DEFENCE or ATTACK, the two that have an order, and the end."""
