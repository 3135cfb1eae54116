"""Sealed sheets: both sides at once, replaceable until both are in, and opened for nobody but their writers.

INIT.BUY and 8.619 ask for purchases, fortifications, artillery and reconnaissance in one sheet each; 8.621
and 8.622 ask only where a position begins there. 8.6151 asks for the Initiative Chit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from adjudicator.answering import opened
from adjudicator.choices import Choice
from adjudicator.dice import NoDice
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import refusal
from adjudicator.state import Decision, State

from . import bot
from .basket import BUY, FORT, FORTIFICATIONS, OBA, RECON
from .campaign import CPP, FPP, campaign, note, track
from .charts import Price, groups, prices
from .dates import date
from .events import BothFiled
from .glossary import answer as explained
from .orders import check_bare, read_line, said
from .pieces import privately
from .position import INIT_BUY, INIT_SETUP, SIDES
from .registry import STEPS, judge_sheet
from .reph_forts import PILLBOX
from .reph_purchase import MAP
from .steps import following, steps

SOLD = (BUY, FORT, OBA, RECON)
IDLE_WORDS = ("pass", "help")
ARRIVE = "8.620"
"""The step at which groups arrive: its dice follow the purchases."""


def verbs(state: State) -> tuple[str, ...]:
    """What a sealed sheet may hold now."""
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
    points = " and ".join(f"{state.tracks.get(track(one, side), 0)} {one.upper()}" for one in (CPP, FPP))
    BUYING.ask(
        play,
        side,
        f'What do you buy for {date(state).name}? You have {points}: a line "buy" for each kind of group, a '
        'line "fpp" for each fortification; "help GROUPS" and "help FPP" list what is sold to you. Any '
        "number of lines, all in one sheet, which stays sealed; a newer sheet takes its place until both "
        "sides have filed. What is not spent lapses.",
        rule=clause(state),
        verbs=(*verbs(state), *IDLE_WORDS),
        silence="nothing is bought",
        default="pass",
        sealed=True,
    )


def for_sale(state: State, side: str) -> Iterator[str]:
    """Lines for all that is on the charts of a side, as far as a sheet may hold them now: each group at the
    edge of the map and set up on it, each fortification, a single try of reconnaissance."""
    lines = {
        BUY: [
            f"{BUY} {id_}{mode}" for owner, id_ in groups() if owner == side for mode in ("", f" mode={MAP}")
        ],
        FORT: [f"{FORT} {row.item}{needs(row)}" for row in prices()],
        RECON: [f"{RECON} n=1"],
    }
    return (line for verb in verbs(state) for line in lines.get(verb, ()))


def needs(row: Price) -> str:
    """What a line needs beside the item."""
    if row.item == PILLBOX:
        return " ca=1 nca=3 cap=5"
    return f" {row.key}={row.value}" if row.key else ""


def legal(state: State, side: str) -> Iterator[str]:
    """A pass, and the lines of what is for sale that stand as the only one."""
    yield "pass"
    for line in for_sale(state, side):
        if judge_sheet(Play(state, NoDice()), side, [read_line(line)]):
            yield line


def instead(state: State, side: str, order: Order) -> Iterator[str]:
    """What is sold in the place of a refused line: the same item and the same letter of a group first, what
    gives points for fortifications last."""
    about = said(order).about
    found = (line.split() for line in for_sale(state, side))
    same = [words for words in found if words[0] == order.verb]
    same.sort(key=lambda words: (f"mode={MAP}" in words, words[1] != about, words[1][:1] != about[:1]))
    yield from map(" ".join, same)
    if order.verb == FORT:
        yield f"{BUY} {FORTIFICATIONS}"


def take(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A side's sealed sheet: its lines are judged, and those that stand sealed."""
    lines = [order for order in orders if order.verb not in IDLE_WORDS]
    passed = False
    for order in orders:
        if order.verb == "pass" and (no := refusal(check_bare, order)):
            play.refuse(order, no)
        elif order.verb in IDLE_WORDS:
            passed |= order.verb == "pass"
            play.verdict(order, "done", why=explained(play.state, decision.player, order))
    tried = Play(play.state, play.chance)
    good = judge_sheet(tried, decision.player, lines)
    play.rulings.update(tried.rulings)
    if good or passed:
        play.seal(decision, good)


BUYING = Choice(
    topic=BUY,
    rule="RePh8.616",
    verbs=(*SOLD, *IDLE_WORDS),
    take=take,
    legal=legal,
    shown=3,
    ends=SOLD,
    called=(BUY,),
    usual=False,
    chance=bot.purchases,
)
