"""Sealed orders of both sides at once: replaceable until both are in, and never shown to the other side.

INIT.BUY, 8.619  purchases, fortifications, artillery and reconnaissance, one set of orders each; 8.621 and
8.622 ask only where a position begins there
8.6151           the Initiative Chit, before a side knows its CPP; CG26, 8.6231 how many Attack chits
8.623            both chits are revealed; 8.6233 which side moves first; 17 a Lull
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import partial

from adjudicator.answering import every_legal, opened
from adjudicator.choices import Choice, Purse
from adjudicator.dice import NoDice
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, State

from ..charts import Price, groups, prices, starts
from ..events import BothFiled, ChitsOpened, DualRolled, InitiativeDecided
from ..orders import check_bare, check_read, read_line, said
from ..position import GERMAN, INIT_BUY, INIT_SETUP, RUSSIAN, SIDES
from ..refit_phase.reph_forts import PILLBOX, cost, supplemental_in_force, wear_supplemental
from ..refit_phase.reph_purchase import MAP, in_the_basket, mode_of, price_of
from ..situation import campaign as facts
from ..situation.basket import BUY, FORT, FORTIFICATIONS, FPP_OF_GROUP, OBA, RECON, recon_cost
from ..situation.campaign import CPP, FPP, campaign, move_track, note, note_own, own, track
from ..situation.modifiers import balance
from ..situation.pieces import privately
from ..situation.steps import date, following, steps
from . import bot
from .registry import STEPS, judge_sheet

PASS = "pass"
SOLD = (BUY, FORT, OBA, RECON)
ARRIVE = "8.620"
"""The step at which groups arrive: its dice follow the purchases."""


def verbs(state: State) -> tuple[str, ...]:
    """What sealed orders may hold now."""
    return SOLD if state.segment == INIT_BUY else steps()[state.segment].verbs


def clause(state: State) -> str:
    """The clause of the sealed step that is open."""
    return "RePh8.616" if state.segment == INIT_BUY else steps()[state.segment].clause


def run(play: Play) -> None:
    """INIT.BUY, 8.619, 8.621, 8.622: ask both sides, and carry out what they bought once both are in."""
    now, number = play.state, clause(play.state)
    if now.segment in {"8.621", "8.622"} and campaign(now).bought_in == now.turn:
        onward(play, number)
    elif not now.frame.facts.get("asked"):
        play.note(number, asked=True)
        for side in SIDES:
            ask(play, side)
    else:
        for side, orders in tuple(opened(play)):
            privately(play, side, partial(judge_sheet, side=side, orders=orders))
        play.record(BothFiled(rule=number, what="The purchases"))
        note(play, number, bought_in=play.state.turn)
        onward(play, number)


def onward(play: Play, number: str) -> None:
    """What follows the purchases: before the first firefight the groups arrive at once."""
    if play.state.segment != INIT_BUY:
        play.go(number, following(play.state, play.state.segment))
        return
    if ARRIVE in STEPS:
        STEPS[ARRIVE](play)
    play.go("START.2", INIT_SETUP)


def ask(play: Play, side: str) -> None:
    """Ask a side what it buys."""
    state = play.state
    cpp, fpp = (state.tracks.get(track(one, side), 0) for one in (CPP, FPP))
    points = f'{cpp} CPP for groups ("buy") and {fpp} FPP for fortifications ("fpp")'
    BUYING.ask(
        play, side,
        f'Buy units for {date(state).name}. You have {points}. Write one line for each; '
        '"help GROUPS" and "help FPP" list them. Send all lines together; newer ones '
        "replace them until both players have sent theirs. Unspent points are lost.",
        rule=clause(state), verbs=(*verbs(state), PASS), also=(PASS,), silence="nothing is bought",
        default=PASS, sealed=True,
    )  # fmt: skip


def for_sale(state: State, side: str) -> Iterator[str]:
    """Orders for everything on a side's charts that may be ordered now: each group at the
    edge of the map and set up on it, each fortification, a single try of reconnaissance."""
    lines = {
        BUY: [
            f"{BUY} {id_}{mode}" for owner, id_ in groups() if owner == side for mode in ("", f" mode={MAP}")
        ],
        FORT: [f"{FORT} {row.item}{needs(row)}" for row in prices()],
        RECON: [f"{RECON} n=1"],
    }
    return (line for verb in verbs(state) for line in lines.get(verb, ()))


def sold_to(side: str) -> dict[str, str]:
    """What each group of a side's chart is, with its price."""
    mine = (group for (owner, _), group in groups().items() if owner == side)
    return {group.id: str(group).removeprefix(f"{group.id} ") for group in mine}


def needs(row: Price) -> str:
    """What an order needs besides the item."""
    if row.item == PILLBOX:
        return " ca=1 nca=3 cap=5"
    return f" {row.key}={row.value}" if row.key else ""


def legal(state: State, side: str) -> Iterator[str]:
    """The lines of what is for sale that stand as the only one, and a pass."""
    for line in for_sale(state, side):
        if _stand(state, side, line):
            yield line
    yield PASS


def with_more(state: State, side: str) -> Iterator[str]:
    """The fortifications that stand only below groups M2 of the same orders."""
    yield from _below(state, side, most_of(state, side, f"{BUY} {FORTIFICATIONS}"))


def _below(state: State, side: str, pay: str) -> Iterator[str]:
    """The fortifications that stand only below a line that pays for them; "" is none."""
    for line in for_sale(state, side) if pay else ():
        if line.startswith(FORT) and not _stand(state, side, line) and _stand(state, side, pay, line):
            yield line


def most_of(state: State, side: str, line: str) -> str:
    """A line for as many as may be bought; "" where it may not be."""
    most = several(state, side, line) if _stand(state, side, line) else 0
    return f"{line} x{most}" if most > 1 else line * most


def _stand(state: State, side: str, *lines: str) -> bool:
    """Whether these lines alone may be a side's purchases."""
    orders = [read_line(line) for line in lines]
    return len(in_the_basket(Play(state, NoDice()), side, orders)) == len(orders)


MOST_TIMES = 10
"""The most of one fortification that a line of a page buys."""


def several(state: State, side: str, line: str, *above: str) -> int:
    """How often a line may be bought that stands, alone or below others: if not so often, then not more."""
    more = range(2, MOST_TIMES + 1)
    return 1 + bisect_left(more, True, key=lambda times: not _stand(state, side, *above, f"{line} x{times}"))


def purse(state: State, side: str) -> Purse:
    """What the lines cost of which a page adds up the points; groups M2 bring FPP."""
    prices: dict[str, dict[str, int]] = {}
    pay = most_of(state, side, f"{BUY} {FORTIFICATIONS}")
    below = tuple(_below(state, side, pay))
    for text in (*legal(state, side), *below):
        order = read_line(text)
        words = said(order)
        if order.verb == BUY:
            bought = groups()[side, words.about]
            prices[text] = {"CPP": price_of(state, bought, mode_of(bought, words))[0]}
            if words.about == FORTIFICATIONS:
                prices[text]["FPP"] = -FPP_OF_GROUP[side]
        elif order.verb == FORT:
            prices[text] = {"FPP": cost(state, words)}
        elif order.verb == RECON:
            prices[text] = {"CPP": recon_cost(words)}
    has = {one.upper(): state.tracks.get(track(one, side), 0) for one in (CPP, FPP)}
    often = (text for text in prices if not text.startswith(RECON))
    times = {text: several(state, side, text, *((pay,) if text in below else ())) for text in often}
    return Purse(has, prices, {text: most for text, most in times.items() if most > 1})


def instead(state: State, side: str, order: Order) -> Iterator[str]:
    """What is sold in place of a refused order: the same item and the same letter of a group first, what
    gives points for fortifications last."""
    about = said(order).about
    found = (line.split() for line in for_sale(state, side))
    same = [words for words in found if words[0] == order.verb]
    same.sort(key=lambda words: (f"mode={MAP}" in words, words[1] != about, words[1][:1] != about[:1]))
    yield from map(" ".join, same)
    if order.verb == FORT:
        yield f"{BUY} {FORTIFICATIONS}"


def take(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A side's sealed orders: they are checked, and the legal ones are sealed."""
    lines = [order for order in orders if order.verb != PASS]
    passed = False
    for order in orders:
        if order.verb == PASS and (no := refusal(check_bare, order)):
            play.refuse(order, no)
        elif order.verb == PASS:
            passed = True
            play.verdict(order, "done")
    tried = Play(play.state, play.chance)
    good = judge_sheet(tried, decision.player, lines)
    play.rulings.update(tried.rulings)
    if good or passed:
        play.seal(decision, good)


MODES_TOLD = {
    PASS: "you buy nothing", "buy …": "to enter at the map edge; Guns to be set up",
    f"buy … mode={MAP}": "to be set up on the map", "fpp …": "fortifications",
}  # fmt: skip
"""What answers mean, and, for a page, kinds of them."""


BUYING = Choice(
    topic=BUY, rule="RePh8.616", verbs=(*SOLD, PASS), take=take, legal=legal, further=with_more, shown=3,
    ends=SOLD, called=(BUY,), usual=False, chance=bot.purchases, things=sold_to, purse=purse,
    meanings=MODES_TOLD,
)  # fmt: skip


STOCK = {side: row.attack_chits for side, row in starts().items()}
"""Attack chits of a side after the first CGS (START.3, CG26)."""
LIMIT = {RUSSIAN: "CG26.1", GERMAN: "CG26.2"}
RESULT, AFTER_LULL = "8.6032", "8.6091"
"""Where the result of a CGS is decided, and the step with which the Refit Phase of a Lull begins: nothing
before it can have happened."""


def left(state: State, side: str) -> int:
    """The Attack chits that a side has not used."""
    return state.tracks.get(track(facts.CHITS, side), 0)


@rule("RePh8.6151")
def run_chits(play: Play) -> None:
    """8.6151: both sides seal their chit, before the CPP are rolled."""
    if not play.state.frame.facts.get("asked"):
        play.note("RePh8.6151", asked=True)
        for side in SIDES:
            can = left(play.state, side)
            CHIT.ask(
                play, side,
                f"Your Initiative Chit for {date(play.state).name}: choose Attack or Idle. Write one line, "
                f"once for this date. You have {can} Attack chit{'s' * (can != 1)}. It stays sealed until "
                "8.623. A newer line replaces it until both are in.",
                silence="Idle", default="chit idle", sealed=True,
            )  # fmt: skip
        return
    for side, (order,) in tuple(opened(play)):
        note_own(play, "RePh8.6151", side, chit=said(order).about.casefold())
    play.record(BothFiled(rule="RePh8.6151", what="Initiative Chits"))
    play.go("RePh8.6151", following(play.state, "8.6151"))


def take_chit(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A side's chit; of several lines the last counts."""
    good = every_legal(play, orders, lambda order: check_chit(play.state, decision.player, order))
    if good:
        play.seal(decision, good[-1:])


@rule("CG26.1", "CG26.2", "CG26.3", "RePh8.6231.1", "START.3")
def check_chit(state: State, side: str, order: Order) -> None:
    """A chit is Attack or Idle; Attack takes one of the seven or three that the side has. Raises Refused."""
    check_read(order)
    chit = said(order).about.casefold()
    if chit not in {facts.ATTACK, facts.IDLE}:
        raise Refused("RePh8.6151", "a chit is ATTACK or IDLE", ("chit attack", "chit idle"))
    if chit == facts.ATTACK and not left(state, side):
        why = f"all {STOCK[side]} Attack chits of the {side.capitalize()} are used"
        raise Refused(LIMIT[side], why, ("chit idle",))


CHIT = Choice(
    topic="chit", rule="RePh8.6151", verbs=("chit",), take=take_chit,
    legal=lambda state, side: (*(("chit attack",) if left(state, side) else ()), "chit idle"),
    called=("chit",), usual=False, once=True,
)  # fmt: skip


@rule("RePh8.623", "RePh8.6233.c", "RePh8.6233.d", "NOTE17")
def run_initiative(play: Play) -> None:
    """8.623: both chits are opened at the same moment, and the case follows from them."""
    chits = {side: own(play.state, side).chit or _given(play.state, side) for side in SIDES}
    for side in SIDES:
        note_own(play, "RePh8.623", side, chit="")
        if chits[side] == facts.ATTACK:
            now = max(0, left(play.state, side) - 1)
            move_track(play, "RePh8.6231.1", facts.CHITS, side, now, "an Attack chit")
    play.record(ChitsOpened(rule="RePh8.623", chits=chits))
    note(play, "RePh8.623", chits=chits)
    if set(chits.values()) == {facts.IDLE}:
        lull(play)
    else:
        both = set(chits.values()) == {facts.ATTACK}
        first = dual(play) if both else next(side for side in SIDES if chits[side] == facts.ATTACK)
        decide(play, facts.DUAL if both else first, first)
        play.go("RePh8.623", following(play.state, "8.623"))


def _given(state: State, side: str) -> str:
    """The chit that a position gives as open already; Idle for none."""
    return campaign(state).chits.get(side, facts.IDLE)


@rule("RePh8.6233.a", "RePh8.6233.b")
def dual(play: Play) -> str:
    """A Dual Attack: each side rolls, the Russian first; its balance is taken off and the date added; the
    lower moves first, and a tie is rolled again by both."""

    def roll(side: str, more: int) -> int:
        purpose = f"the first move, {side}"
        return play.roll("RePh8.6233.a", purpose, came=lambda die: f"{die} {more:+} = {die + more}")

    while True:
        added = {side: date(play.state).modifier[side] - balance(play.state, side) for side in SIDES}
        dice = {side: roll(side, added[side]) for side in SIDES}
        totals = {side: die + added[side] for side, die in dice.items()}
        play.record(DualRolled(rule="RePh8.6233.a", dice=dice, totals=totals))
        if totals[RUSSIAN] != totals[GERMAN]:
            return min(SIDES, key=totals.__getitem__)


@rule("BRV17.2", "CG7.2", "RePh8.6233.b", "RePh8.6233.c", "RePh8.6233.d")
def decide(play: Play, case: str, first: str) -> None:
    """Who moves first is the CGS Attacker, by night that of the night rules; the other sets up first."""
    note(play, "BRV17.2", case=case, first=first)
    night = date(play.state).night
    number = ("RePh8.6233.b" if case == facts.DUAL else "CG7.2") if night else "BRV17.2"
    play.record(InitiativeDecided(rule=number, case=case, first=first, night=night))


@rule("BRV17.3", "CG23.1")
def lull(play: Play) -> None:
    """Both chits are Idle: a Lull, which is the CGS before the next one, without attacker, winner or CVP
    (notes f.40). What the CGS before it has left, such as steps that are passed over, ends with it. The last
    one ends the campaign."""
    note(play, "BRV17.3", case=facts.LULL, first=None, **dict.fromkeys(facts.OF_A_CGS))
    play.record(InitiativeDecided(rule="BRV17.3", case=facts.LULL))
    if supplemental_in_force(play.state):
        wear_supplemental(play, play.state.turn + 1)
    STEPS[RESULT](play)
    if play.state.over is None:
        play.go("BRV17.3", AFTER_LULL)
