"""Rule 7, combat: the Combat Segment, and one battle from the announcement to the advance.

7.0, 7.2   attacks, one after the other        run_combat, take_attacks, announce
0.1e       the stacks are shown                reveal
7.2, 7.4   the die                             fight
7.1        the result, the defender first      read_result, result, and `STAGES`

A battle is a level of the sequence of play of its own; a barrage comes in with its result.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from adjudicator.by_mail.ahead import ACTING
from adjudicator.by_mail.views import NotInView
from adjudicator.choices import Choice
from adjudicator.events import OrderDropped, SegmentNoted
from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.shifts import packed
from adjudicator.orders import Order, unpack
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, Json, State, Unit
from adjudicator.waiting_lines import Line

from .. import fog, orders, terrain
from ..charts import charts
from ..events import AttackCancelled, CombatResolved
from ..levels import activation, battle, demanded
from ..orders import AGAIN, ENDING, said
from ..position import DEFENCE, ENEMY, fighters, hqs, units_of
from ..taste import MARCHER, WANDERER, Taste
from ..turn import r00_setup, r12_hipper, r12_hqs, r13_air, r15_options
from ..turn.r02_command import begin_segment, may_attack, named_again
from . import r07_strikes
from .attacking import attacks as bot_attacks
from .r07_attack import SHOWN, attacks, check_attack, condition_met, foretell, possible
from .r07_strength import Odds, odds_of, ship_worth
from .r08_losses import demand, ignored, pay
from .r09_retreat import ATTACKERS, DEFENDERS, retreats, sheltered
from .r10_advance import ADVANCE, advance


@rule("1.3c.1", "7.0.3", "7.1.3", "7.2.4")
def run_combat(play: Play) -> None:
    """COMBAT: the active player is asked for the next attack; none is compulsory. Where no enemy is in reach
    the question comes only if an attack was ordered, to say what is wrong with it."""
    now = activation(play.state)
    if now.queue:
        hand_back(play, now.queue)
    elif possible(play.state) or now.announced or ordered(play):
        ask_attack(play)
    else:
        finish(play)


def ordered(play: Play) -> bool:
    """Whether an attack that the active player ordered is still to be made."""
    lines = play.agenda.get(activation(play.state).side, ())
    return any(line.order.verb == orders.ATTACK and not line.bad for line in lines)


def hand_back(play: Play, queue: Sequence[Json]) -> None:
    """A game that was begun when an activation kept its own lines: they wait like all others now."""
    side = activation(play.state).side
    lines = (Line(order, order.sheet) for order in map(unpack, queue))
    play.agenda[side] = (*lines, *play.agenda.get(side, ()))
    plan(play, queue=())


def plan(play: Play, **about: Json) -> None:
    """Let the innermost level remember what only the active player may know: the attacks still to come."""
    side = activation(play.state).side
    play.record(SegmentNoted(rule="7.2.4", to=(side,), about=about))


def finish(play: Play) -> None:
    """The Combat Segment is over."""
    begin_segment(play, "1.3c.1", "CLOSE")


def ask_attack(play: Play) -> None:
    """Ask the active player for more attacks."""
    play.note("7.0.3", announced=False)
    ATTACK.ask(
        play, activation(play.state).side,
        "Order any number of attacks, one order for each. A unit takes part in one attack at most in this "
        'activation. They are fought in your order. "done": no more attacks.',
        also=("done",), silence="no more attacks", default="done",
    )  # fmt: skip


def take_attacks(play: Play, decision: Decision, given: list[Order]) -> None:
    """The answer: attacks, which are fought in their order, each after the one before is over (7.1): the
    first that can be made is announced, and the orders below it wait. Refused ones change nothing; when no
    hex can be attacked any more, combat is over."""
    for order in r00_setup.beside_tops(play, decision.player, given):
        if order.verb in AGAIN:
            named_again(play, order)
            continue
        if order.verb in ENDING:
            play.verdict(order, "done")
            play.close(decision)
            finish(play)
            return
        try:
            if announce(play, decision, order):
                return
        except Refused as no:
            play.refuse(order, no)
    if not possible(play.state):
        play.close(decision)
        finish(play)


def by_taste(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """A bot: attacks from where the units are."""
    now = activation(state)
    there = {unit: state.units[unit].at for unit in now.active if may_attack(state, unit)}
    return [*bot_attacks(state, there, now.hq, chance, taste), "done"]


ATTACK = Choice(
    topic=orders.ATTACK, rule="7.0.3", verbs=(orders.ATTACK, "top", *AGAIN, *ENDING), take=take_attacks,
    legal=lambda state, side: attacks(state), parts=(orders.ATTACK,), shown=SHOWN, asked={"COMBAT": ACTING},
    foretell=foretell, strikes=lambda state, side: r07_strikes.strikes(state, ()),
    chance=WANDERER.plays(by_taste), purpose=MARCHER.plays(by_taste),
)  # fmt: skip


@rule("0.1e.3", "7.2.1", "7.3a.3", "7.3b.1", "7.3b.3", "12.1a.1", "12.1b.1")
def announce(play: Play, decision: Decision, order: Order) -> bool:
    """Step 1: the attack on all that is in the hex is announced; from here on it stands (0.1e). One whose
    condition is not met is not announced. The HQs that are with the attackers now may follow them (12.1).
    Whether it was. Raises Refused, NotInView where only the game knows whether anybody is to be attacked."""
    line = said(order)
    state, space, now = play.state, line.hex, activation(play.state)
    attackers = check_attack(state, order)
    unmet = condition_met(state, order, attackers) if line.odds else ""
    if unmet:
        play.verdict(order, "not-judged", "0.1d.4", unmet)
        play.record(OrderDropped(rule="0.1d.4", to=(now.side,), side=now.side, text=order.text, why=unmet))
        return False
    fog.check_known(state, space, ENEMY[now.side])
    play.verdict(order, "done")
    play.close(decision)
    ids = tuple(unit.id for unit in attackers)
    play.note("7.3a.3", attacked=(*now.attacked, *ids))
    play.enter(
        "7.2.1", "battle", stage="reveal", side=now.side, space=space, attackers=ids,
        defenders=tuple(unit.id for unit in fighters(state, space, ENEMY[now.side])),
        hqs=tuple(hq.id for hq in hqs(state, space, ENEMY[now.side])), staff=(), advance=None, hq_follows=(),
        air=dict(line.air), ship=line.ship, barrage=False, result="",
    )  # fmt: skip
    spaces = dict.fromkeys(unit.at for unit in attackers)
    staff = tuple(hq.id for at in spaces for hq in hqs(state, at, now.side))
    plan(play, advance=line.advance, hq_follows=line.hq_follows, staff=staff)
    return True


def run_battle(play: Play) -> None:
    """The level "battle": whatever its present stage does."""
    STAGES[battle(play.state).stage](play)


@rule("0.1e.2", "K-R1", "7.0.4", "7.3b.2")
def reveal(play: Play) -> None:
    """Everything in the target hex is shown to the attacker, and the attackers to the defender, who keeps
    nobody out of it; no other unit of their stacks is."""
    now = battle(play.state)
    there = (unit.id for unit in units_of(play.state, now.space, ENEMY[now.side]))
    fog.reveal(play, "0.1e.2", (*now.attackers, *there))
    r12_hqs.attacked(play, now.space)
    play.note("7.2.2", stage="fight")


def camp(state: State, name: str) -> tuple[Unit, ...]:
    """The units of one camp of the battle that are on the map."""
    units = (state.units[unit] for unit in getattr(battle(state), name))
    return tuple(unit for unit in units if on_map(state, unit))


@rule("7.2.2", "7.2.3", "7.4b.1", "0.2d.1", "12.6.3", "13.1.1", "13.1a.1")
def fight(play: Play) -> None:
    """Steps 2 and 3: the odds with all that counts, one die on their column; below 1-2 no die is rolled.
    Raises NotInView where the attacker's view has no unit in the hex."""
    state, now = play.state, battle(play.state)
    support = [ship_worth(state)] if now.ship else []
    air = r13_air.shifts(state, now.air)
    attackers, defenders = camp(state, ATTACKERS), camp(state, DEFENDERS)
    if not defenders:
        raise NotInView(now.space)
    odds = odds_of(state, attackers, defenders, now.space, air, support)
    if not odds.column:
        cancel(play, odds)
        return
    die = play.roll("7.2.3", f"the attack on {terrain.name(state, now.space)}")
    cell = charts()["crt"].read(odds.column, die)
    play.record(
        CombatResolved(
            rule="7.2.3", space=now.space, attackers=now.attackers, defenders=now.defenders,
            attack=odds.attack, defence=odds.defence, parts=odds.parts, column=odds.column,
            shifts=packed(odds.shifts), die=die, final=die, result=cell, air=now.air, ship=now.ship,
        )
    )  # fmt: skip
    r13_air.used(play, now.air, die)
    if now.ship:
        r12_hipper.used(play)
    play.note("7.2.3", stage="result", result=cell)


@rule("7.4b.1", "0.1d.3", "K-R26")
def cancel(play: Play, odds: Odds) -> None:
    """The attack is worse than 1-2 in the end: it falls away, and its units have had their attack."""
    now = battle(play.state)
    play.record(
        AttackCancelled(
            rule="7.4b.1", space=now.space, attackers=now.attackers, defenders=now.defenders,
            attack=odds.attack, defence=odds.defence, parts=odds.parts, shifts=packed(odds.shifts),
        )
    )  # fmt: skip
    play.leave("7.4b.1")


@dataclass(frozen=True, slots=True)
class Share:
    """What a result demands of one side: steps, hexes of retreat; `starred`: only where the other one does
    not retreat (7.1a)."""

    steps: int = 0
    hexes: int = 0
    starred: bool = False


_PART = re.compile(r"(?P<side>[AD])(?P<steps>\d*)(?P<star>\*?)(?P<back>r(?P<hexes>\d*))?")


@rule("7.1.1", "9.0a.1")
def read_result(cell: str) -> dict[str, Share]:
    """A cell of the CRT: "D1r2" is one step and two hexes for the defender; "r" alone is one hex. Raises
    ValueError for a notation that is none."""
    found = {"A": Share(), "D": Share()}
    for text in cell.split("/"):
        part = _PART.fullmatch(text)
        if part is None:
            raise ValueError(f'the Combat Results Table says "{cell}", which is not a result')
        hexes = int(part["hexes"] or 1) if part["back"] else 0
        found[part["side"]] = Share(int(part["steps"] or 0), hexes, bool(part["star"]))
    return found


@rule("7.1.2", "7.1a.1", "7.1a.2", "7.1a.3", "9.1.1", "9.1.2", "12.1a.1", "K-R8", "K-R28", "K-R29")
def result(play: Play) -> None:
    """What is owed: steps and hexes of each side. In a settlement the defenders ignore the first hex of their
    retreat, once for all of them; on A1*/Dr the attacker pays then, and otherwise nothing, even if the
    defenders die of their retreat. Attackers retreat from each of their hexes, which may shelter them, too
    (K-R28). A barrage has no attackers to suffer."""
    now = battle(play.state)
    found, space = read_result(now.result), now.space
    ours, theirs, safe = found["A"], found["D"], sheltered(play.state, space)
    spared = ours.starred and not (safe and theirs.hexes <= 1)
    if safe and theirs.hexes:
        ignored(play, "9.1.1", "the first hex of the retreat", space)
    spaces = dict.fromkeys(unit.at for unit in camp(play.state, ATTACKERS)) if ours.hexes else {}
    play.note(
        "7.1.2",
        stage="def_loss",
        owed={DEFENDERS: theirs.steps, ATTACKERS: 0 if spared or not now.attackers else ours.steps},
        hexes={
            DEFENDERS: {space: theirs.hexes - bool(safe and theirs.hexes)},
            ATTACKERS: {
                at: ours.hexes - (protected(play.state) and sheltered(play.state, at)) for at in spaces
            },
        },
        hqs=tuple(hq.id for hq in hqs(play.state, space, ENEMY[now.side])),
    )


@rule("9.1.1", "K-R28")
def protected(state: State) -> bool:
    """Whether settlements protect attackers, too (K-R28)."""
    return r15_options.in_force(state, r15_options.TOWN_PROTECTION)


@rule("7.1.2", "8.0a.1", "8.0a.2", "8.1.1", "8.1.4", "K-R28")
def losses(play: Play, name: str, value: str, then: str) -> None:
    """A stage: what one camp owes by the result, the first step from the strongest by printed `value`."""
    owed = battle(play.state).owed
    if demanded(play.state):
        pay(play)
    elif owed[name]:
        units, steps = [unit.id for unit in camp(play.state, name)], owed[name]
        shield = name == DEFENDERS or protected(play.state)
        play.note("7.1.2", owed={**owed, name: 0})
        demand(play, "8.0.1", units, steps, "the result", value=value, shield=shield)
    else:
        play.note("7.1.2", stage=then)


STAGES: Mapping[str, Callable[[Play], None]] = {
    "reveal": reveal,
    "fight": fight,
    "result": result,
    "def_loss": partial(losses, name=DEFENDERS, value=DEFENCE, then="def_retreat"),
    "def_retreat": partial(retreats, camp=DEFENDERS, then="att_loss"),
    "att_loss": partial(losses, name=ATTACKERS, value=orders.ATTACK, then="att_retreat"),
    "att_retreat": partial(retreats, camp=ATTACKERS, then=ADVANCE.topic),
    ADVANCE.topic: advance,
}
"""The stages of a battle, in their order."""
