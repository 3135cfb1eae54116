"""Extended step C, combats (D.combat): from the attack to the advance, one after the other.

D.combat.1 to .4, .13, .14  who attacks whom        run_combats, take_attack, check_attack
D.combat.5, D.combat.8      the two card windows    run_window, take_window
D.combat.7                  the die                 resolve
D.combat.9, D.crt           the outcome             outcome, STAGES
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from adjudicator.answering import first_legal
from adjudicator.by_mail.ahead import ACTING
from adjudicator.by_mail.standing import COMPARED
from adjudicator.choices import Choice
from adjudicator.dice import NoDice
from adjudicator.events import OddsResolved, OrderDropped, SegmentNoted
from adjudicator.mechanics import windows
from adjudicator.mechanics.advance import groups
from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.charts import foretold, odds_told
from adjudicator.mechanics.drm import total
from adjudicator.mechanics.odds import number as counted
from adjudicator.mechanics.strength import Odds
from adjudicator.mechanics.windows import Window
from adjudicator.orders import Order, unpack
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.sequence import Segment
from adjudicator.state import Decision, State, Unit

from ..cards import COMBAT, check_held, code, held
from ..charts import charts, read_result
from ..events import ResultEased
from ..levels import ATTACKERS, DEFENDERS, LEVEL, camp, combat, demanded, on, segment
from ..orders import ADVANCE, ATTACK, ENDING, LOSS, NO_MORE, PASSING, RETREAT, WINDOW, grammar, said
from ..pieces import is_hq
from ..position import ENEMY, fighters, listed, name
from . import cards_combat, r2_advance, r2_retreat
from .cards_combat import ANYTIME, DEEP, ELASTIC, SECOND_WIND
from .r2_strength import Clash, now, odds_of
from .r2_targets import open_to, strikes, why_not

CARD, REST = "card", "pass combat"
FIRST, SECOND = Window("D.combat.5", WINDOW, 1), Window("D.combat.8", WINDOW, 2)
EXAMPLES, PARTS = 12, 8
"""How many attacks a question names; up to how many units that may attack a hex every part is offered, beyond
that all of them and each alone."""
EAGER = 0.8
"""How often a random player attacks for certain if it can."""
LEAST = 0.5
"""A purposeful player attacks if the table promises the enemy this much more than its own side, in steps and
retreats a throw."""

# -- attacks ---------------------------------------------------------------------------------------------


def ready(state: State) -> list[Unit]:
    """The active combat units that have not fought in this segment."""
    here = segment(state)
    units = (state.units[id_] for id_ in here.eligible if id_ not in here.fought)
    return [unit for unit in units if on_map(state, unit) and not is_hq(state, unit)]


def examples(state: State) -> tuple[str, ...]:
    """Attacks that could be ordered, each with all that can take part."""
    found = open_to(state, ready(state))
    return tuple(f"attack {space} with {listed(units)}" for space, units in found.items())


@rule("D.combat.1", "D.combat.2", "D.seq.4")
def run_combats(play: Play) -> None:
    """COMBATS: the active player names the next attack after the result of the one before. No unit has to
    attack. An attack of this player's orders that has not been checked yet keeps the step open."""
    found, here = examples(play.state), segment(play.state)
    lines = play.agenda.get(here.side, ())
    ordered = any(line.order.verb == ATTACK and not line.bad for line in lines)
    if here.no_more or not (found or ordered):
        on(play, "D.combat.1", "SEG_END")
        return
    ATTACKING.ask(
        play, here.side,
        "Attack any number of enemy hexes, one line for each: name the hex and your units. A unit attacks at "
        f'most once in this segment. "{NO_MORE}": no more attacks.',
        answers=found, also=(NO_MORE,), silence="no more attacks", default=NO_MORE,
    )  # fmt: skip


@rule("D.combat.1", "D.combat.2")
def take_attack(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: the first attack that can be made, a card, or the end. Further lines wait until it is over.
    If no attack is possible, refused attacks end the combats."""
    side = decision.player

    def check(order: Order) -> list[Unit]:
        if order.verb == CARD:
            cards_combat.check_card(play.state, side, order)
        return check_attack(play.state, order)

    answer = first_legal(play, orders, check)
    if answer or not examples(play.state):
        play.close(decision)
    if answer is None:
        return
    order, units = answer
    if order.verb == ATTACK:
        begin(play, order, units)
    elif order.verb == CARD:
        cards_combat.take(play, side, order)
    else:
        play.note("D.combat.1", no_more=True)


@rule("D.combat.3", "D.combat.4", "D.combat.13", "D.combat.14", "D.tec.river.1")
def check_attack(state: State, order: Order) -> list[Unit]:
    """The units of an attack that may be made; none of any other line. Raises Refused."""
    told, here, legal = said(order), segment(state), (*examples(state), NO_MORE)
    units = [state.units[id_] for id_ in dict.fromkeys(told.units)]
    for unit in units:
        if unit.id not in here.eligible:
            raise Refused("D.combat.4", f"{unit.id} is not activated in this segment", legal)
        if is_hq(state, unit):
            raise Refused("D.combat.4", f"{unit.id} is an HQ. An HQ may not attack", legal)
        if unit.id in here.fought:
            raise Refused("D.combat.13", f"{unit.id} has already been in a combat in this segment", legal)
        number, why = why_not(state, unit, told.hex)
        if number:
            raise Refused(number, why, legal)
    for id_ in told.cards:
        check_held(state, here.side, id_, COMBAT)
        if code(id_) in ANYTIME:
            raise Refused("D.combat.5", f"{id_} is played by a line of its own: card {id_} ...", legal)
        if cards_combat.after_die(id_):
            raise Refused("D.combat.8", f"{id_} is played after the die, by a line below the attack", legal)
    return units


@rule("D.combat.3", "D.combat.13")
def begin(play: Play, order: Order, units: list[Unit]) -> None:
    """The combat: these units against all combat units in the hex."""
    told, here = said(order), segment(play.state)
    ids = tuple(unit.id for unit in units)
    play.note("D.combat.13", fought=(*here.fought, *ids))
    play.enter(
        "D.combat.3", LEVEL, stage="first window", side=here.side, space=told.hex, attackers=ids,
        defenders=defending(play.state, told.hex, here.side),
    )  # fmt: skip
    if told.cards:
        cards_combat.plan(play, planned=told.cards, sheet=order.sheet)


def defending(state: State, space: str, side: str) -> tuple[str, ...]:
    """The ids of the combat units in a hex that a side attacks."""
    return tuple(unit.id for unit in fighters(state, space, ENEMY[side]))


# -- windows -----------------------------------------------------------------------------------------------


def run_combat(play: Play) -> None:
    """The level "combat": its present stage, after the question for an ad hoc unit that may come before
    it."""
    if not demanded(play.state) and r2_advance.due(play.state):
        r2_advance.ask_adhoc(play)
    else:
        STAGES[combat(play.state).stage](play)


@rule("D.combat.5", "D.combat.8")
def run_window(play: Play, window: Window, then: str) -> None:
    """A card window: both sides are asked alike, and the attacker's card counts first. After a card the
    window opens again, until both have passed (D-R31, D-R32)."""
    here = combat(play.state)
    if here.window:
        played = [play_card(play, window, side, order) for side, order in window.opened(play)]
        if not any(played):
            play.note(window.rule, stage=then)
        return
    question = (
        f'{so_far(play.state, window)} Play at most one, or "pass". After a card both are asked again. '
        f'"{REST}": no card in this combat, before the die or after it. A card after the die may be ordered '
        'now: "card CARD if die<=2" (or die>=5, or loss).'
    )
    window.ask(play, (here.side, ENEMY[here.side]), question, (here.space,), (windows.PASS, REST))
    if window.number != FIRST.number:
        cards_combat.leave_planned(play)
    elif named := cards_combat.next_planned(play):  # it answers for the attacker
        decision = next(one for one in play.state.decisions if one.player == here.side)
        card = grammar(here.side).read(f"card {named}")
        play.seal(decision, [replace(card, sheet=here.sheet)])  # so the lines below the attack come after it
    for decision in play.state.waiting():
        if answer := rest_of(play.state, decision.player):
            play.seal(decision, [for_now(play.state, decision.player, answer)])


ATTACKS_LOW, DEFENDS_HIGH = ("die<=2", "die<=3"), ("die>=5", "die>=4")
"""Dice after which the attacker, or the defender, likes to roll again; the likeliest first."""


def rest_of(state: State, side: str) -> Order | None:
    """The order by which a side has answered all windows of this combat that come."""
    kept = getattr(combat(state), f"rest_{side}")
    return unpack(kept) if kept else None


@rule("D.combat.5", "D.combat.8")
def for_now(state: State, side: str, order: Order) -> Order:
    """What an order means in the window that is open: a card with a condition is played after the die if that
    meets it, and before the die nothing is."""
    told, here = said(order), combat(state)
    if not told.met:
        return order
    mine = ATTACKERS if side == here.side else DEFENDERS
    if told.met == LOSS:
        met = here.loser == mine and here.owed > 0
    else:
        met = COMPARED[told.met[3:5]](Fraction(here.die), int(told.met[5:]))
    if met and here.window == SECOND.number and refusal(cards_combat.judge_card, state, side, told) is None:
        return order.having(met="")
    return replace(order, verb=windows.PASS, args={})


def so_far(state: State, window: Window) -> str:
    """What both are told of a combat before they play cards: who fights whom at what odds with the cards
    played so far, or the result of the die."""
    here, at = combat(state), name(state, combat(state).space)
    if window is not FIRST:
        told = f"{here.column}, modified die {here.final}: {here.result}"
        return f"Combat for {at}: do you play a card after the die ({told})?"
    fight = now(state)
    odds = odds_of(state, fight)
    changed = f" ({'; '.join(why)})" if (why := odds.why()) else ""
    verb = "attack" if fight.attackers[1:] else "attacks"
    return (
        f"{listed(fight.attackers)} {verb} {listed(fight.defenders)} in {at} at "
        f"{odds_told(*arithmetic(odds))}{changed}. You may play a card before the die roll."
    )


def arithmetic(odds: Odds) -> tuple[str, str, str, int]:
    """Column, attack, defence, and the sum of the die's modifiers, as a player reads them."""
    return odds.column, f"{counted(odds.attack):g}", f"{counted(odds.defence):g}", total(odds.drms)


def take_window(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A side's sealed answer; it may be one for all windows of the combat that come. A later email replaces
    it, but what waits for the die replaces no card before it."""
    side = decision.player
    if found := first_legal(play, orders, partial(check_window, play.state, side)):
        order = found[0]
        kept = order.pack() if said(order).rest or said(order).met else None
        if kept != getattr(combat(play.state), f"rest_{side}"):
            play.record(SegmentNoted(rule=decision.rule, to=(side,), about={f"rest_{side}": kept}))
        if said(order).rest and side == combat(play.state).side and combat(play.state).planned:
            cards_combat.plan(play, planned=())
        if not (said(order).met and plays(play.state, decision)):
            play.seal(decision, [for_now(play.state, side, order)])


def plays(state: State, decision: Decision) -> bool:
    """Whether the sealed answer to a window before the die is a card."""
    sealed = state.sealed.get(decision.id, ())
    before = combat(state).window == FIRST.number
    return before and any(unpack(order).verb == windows.CARD for order in sealed)


@rule("D.combat.5", "D.combat.8")
def check_window(state: State, side: str, order: Order) -> None:
    """A card may be played in the window that is open, or with a condition in the one after the die. Raises
    Refused."""
    told = said(order)
    if order.verb == windows.PASS:
        return
    if not told.met:
        cards_combat.check_card(state, side, order)
        return
    check_held(state, side, told.card, COMBAT)
    if not cards_combat.after_die(told.card):
        why = f"{told.card} may not be played after the die roll, so it cannot have a condition"
        raise Refused("D.combat.8", why, cards_combat.playable(state, side))


def conditional(state: State, side: str) -> Iterator[str]:
    """Cards for after the die, each on the conditions that suit its holder, as orders."""
    mine = ATTACKS_LOW if combat(state).side == side else DEFENDS_HIGH
    if combat(state).window == SECOND.number:
        return
    for id_ in filter(cards_combat.after_die, held(state, side, COMBAT)):
        rolls = mine if code(id_) in SECOND_WIND else ()
        able = rolls or combat(state).side != side  # only defenders ease a result
        yield from (f"card {id_} if {met}" for met in ((*rolls, LOSS) if able else ()))


def play_card(play: Play, window: Window, side: str, order: Order) -> bool:
    """A card of a window that has been opened. One that is illegal, or has become so by the card before it,
    stays in the hand, and its owner alone is told. Whether it was played."""
    told, state = said(order), play.state.with_frame(window=window.number)
    no = refusal(cards_combat.judge_card, state, side, told)
    if no:
        play.record(OrderDropped(rule=no.rule, to=(side,), side=side, text=order.text, why=no.why))
        return False
    cards_combat.discard(play, window.rule, side, told.card)
    if code(told.card) in ANYTIME:
        cards_combat.carry_out(play, side, told)
        if window is FIRST:
            joined(play)
    else:
        count(play, window.rule, told.card)
    return True


@rule("D.combat.3")
def joined(play: Play) -> None:
    """A combat unit that a card has brought into the attacked hex defends it with the others: before the die
    the ratio is not fixed yet. One that comes after the die takes no part."""
    here = combat(play.state)
    ids = defending(play.state, here.space, here.side)
    if ids != here.defenders:
        play.note("D.combat.3", defenders=ids)


@rule("D.combat.8", "D.crt.note.num")
def count(play: Play, number: str, id_: str) -> None:
    """A card counts in this combat from now on. Second Wind rolls again at once."""
    if code(id_) in SECOND_WIND:
        resolve(play)
    else:
        play.note(number, played=(*combat(play.state).played, id_))
        ease(play, id_)


@rule("D.combat.8", "D.crt.note.num")
def ease(play: Play, *played: str) -> None:
    """With Elastic and Deep Defence the defenders lose one step less, if they lose any; with the first they
    then retreat one hex more. A second roll takes neither card back (D-R58)."""
    for id_ in played:
        here = combat(play.state)
        if code(id_) in {ELASTIC, DEEP} and here.loser == DEFENDERS and here.owed:
            owed, hexes = here.owed - 1, here.hexes + (code(id_) == ELASTIC)
            play.note("D.combat.8", owed=owed, hexes=hexes)
            play.record(ResultEased(rule="D.combat.8", card=id_, steps=owed, hexes=hexes))


# -- the die -----------------------------------------------------------------------------------------------


def roll(play: Play) -> None:
    """The stage: the ratio is fixed and the die rolled."""
    resolve(play)
    play.note("D.combat.7", stage="second window")


@rule("D.combat.6", "D.combat.7", "D.crt.clamp", "D.mod.cum")
def resolve(play: Play) -> None:
    """One die with its modifiers on the column; below 1 it reads as 1, above 6 as 6. Cards that have eased an
    earlier roll ease this one."""
    state, here = play.state, combat(play.state)
    die = play.roll("D.combat.7", f"the attack on {name(state, here.space)}")
    told = odds_of(state, now(state)).told(die=die)
    play.record(
        OddsResolved(
            rule="D.crt.cols", space=here.space, attackers=here.attackers, defenders=here.defenders, **told
        )
    )
    read = {fact: told[fact] for fact in ("column", "die", "final", "result")}
    loser, owed, hexes = read_result(told["result"])
    play.note("D.crt.cols", **read, loser=loser, owed=owed, hexes=hexes)
    ease(play, *here.played)


# -- the outcome -------------------------------------------------------------------------------------------


@rule("D.combat.9", "D.crt.adhoc.sov", "D.crt.adhoc.ax")
def outcome(play: Play) -> None:
    """The stage: the result stands, and may give the side that is attacked an ad hoc unit. Losses, retreats
    and the advance follow."""
    gained = r2_advance.gain(play, combat(play.state).final)
    play.note("D.combat.9", gained=gained, stage=LOSS)


@rule("D.combat.9", "D.crt.note.num", "D.crt.note.A", "D.crt.note.D")
def loss(play: Play) -> None:
    """The stage: the steps that the result takes from the side it concerns; then its retreat."""
    here = combat(play.state)
    if demanded(play.state):
        r2_retreat.LOSSES.run(play)
    elif here.owed:
        ids = tuple(unit.id for unit in camp(play.state, here.loser))
        play.note("D.combat.9", owed=0)
        r2_retreat.demand(play, "D.crt.note.num", ids, here.owed, f"the result {here.result}")
    else:
        if here.hexes:
            r2_retreat.set_out(play, "D.crt.note.R", here.loser, here.hexes)
        play.note("D.combat.9", stage=RETREAT)


STAGES: Mapping[str, Callable[[Play], None]] = {
    "first window": partial(run_window, window=FIRST, then="roll"),
    "roll": roll,
    "second window": partial(run_window, window=SECOND, then="outcome"),
    "outcome": outcome,
    LOSS: loss,
    RETREAT: r2_retreat.run_retreat,
    ADVANCE: r2_advance.run_advance,
    "end": lambda play: play.leave("D.combat.2"),
}
"""The stages of a combat, in their order. After the last one the active player may attack again."""

LEVELS = (Segment(LEVEL, "A combat", "D.combat.5", run_combat),)
"""The levels of the sequence of play inside COMBATS."""


# -- the answers -------------------------------------------------------------------------------------------


@rule("D.combat.6")
def foretell(state: State, order: Order) -> str:
    """What a dry run says of an attack: strengths, column, and the result of each die with the cards it names
    that would be played; and why others would not be."""
    if order.verb != ATTACK:
        return ""
    play, told = Play(state, NoDice()), said(order)
    begin(play, order.having(cards=()), [state.units[id_] for id_ in told.units])
    there, left = cards_combat.with_cards(play.state, told.cards)
    odds = odds_of(there, now(there))
    return "; ".join((foretold(charts()["crt"], *arithmetic(odds), odds.why()), *left))


def legal(state: State, side: str) -> Iterator[str]:
    """Attacks on each hex by all that could take part, then by each part of them; cards, and the end."""
    yield from examples(state)
    for space, units in open_to(state, ready(state)).items():
        ids = [unit.id for unit in units]
        parts = groups(ids, None) if len(ids) <= PARTS else [(id_,) for id_ in ids]
        yield from (f"attack {space} with {', '.join(some)}" for some in parts)
    yield from cards_combat.legal(state, side)
    yield NO_MORE


def by_chance(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """A bot: an answer that is offered, or a card of the hand that may be played; while attacks are possible
    it seldom ends them."""
    cards, named = cards_combat.playable(state, decision.player), decision.answers
    if decision.topic == ATTACK and chance.random() < EAGER:
        return [chance.choice([*named[:-1], *cards] or named)]
    return [chance.choice([chance.choice(named), *cards])]


def any_card(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """A bot: a card, if one may be played, and for the rest of the combat a condition or nothing."""
    cards, later = cards_combat.playable(state, decision.player), [*conditional(state, decision.player)]
    return [*([chance.choice(cards)] if cards else ()), *(later[:1] or [REST])]


def attacks(state: State, units: Sequence[Unit]) -> list[str]:
    """The attacks of these units that promise enough, the best first; each unit attacks once."""
    left, found = [unit for unit in units if not is_hq(state, unit)], []
    while able := open_to(state, left):
        worth = {space: promise(state, ours, space) for space, ours in able.items()}
        best = max(worth, key=lambda space: worth[space])
        if worth[best] < LEAST:
            break
        found += [f"attack {best} with {listed(able[best])}", REST]
        left = [unit for unit in left if unit not in able[best]]
    return found


def promise(state: State, units: Sequence[Unit], space: str) -> float:
    """What an attack brings on average: steps and retreats of the enemy, less those of the attackers."""
    odds = odds_of(state, Clash(units, fighters(state, space, ENEMY[units[0].side]), space))
    results = (charts()["crt"].read(odds.column, die + total(odds.drms)) for die in range(1, 7))
    told = map(read_result, results)
    return sum((steps + hexes) * (1 if loser == DEFENDERS else -1) for loser, steps, hexes in told) / 6


ATTACKING = Choice(
    topic=ATTACK, rule="D.combat.1", verbs=(ATTACK, CARD, *ENDING), take=take_attack, legal=legal,
    parts=(ATTACK,), strikes=lambda state, side: strikes(state, side, cards_combat.supports(state, side)),
    shown=EXAMPLES, asked={"COMBATS": ACTING}, chance=by_chance,
    foretell=foretell, tapped={NO_MORE: "no more attacks in this segment"},
    purpose=lambda state, decision, chance: [*attacks(state, ready(state)), NO_MORE],
)  # fmt: skip
CARD_WINDOW = Choice(
    topic=WINDOW, rule=FIRST.rule, verbs=(windows.CARD, windows.PASS), take=take_window,
    legal=lambda state, side: (
        windows.PASS, REST, *cards_combat.legal(state, side), *conditional(state, side),
    ),
    within=(LEVEL,),
    reaction=False, called=(WINDOW, CARD), advice=("if asked window then pass",),
    advised="Before and after a combat's die roll you play only those cards that your orders name.",
    policies=PASSING, meanings={windows.PASS: "no card is played but those that your orders name"},
    chance=by_chance, purpose=any_card,
)  # fmt: skip
