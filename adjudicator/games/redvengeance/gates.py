"""Sealed sheets: both sides at once, replaceable until both are in, and opened for nobody but their writers.

INIT.BUY and 8.619 ask for purchases, fortifications, artillery and reconnaissance in one sheet each; 8.621
and 8.622 ask only where a position begins there. 8.6151 asks for the Initiative Chit.
"""

from __future__ import annotations

from functools import partial

from adjudicator.answering import opened
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import refusal
from adjudicator.state import Decision, State

from .campaign import CPP, FPP, campaign, note, track
from .charts import groups
from .dates import date
from .events import BothFiled
from .glossary import answer as explained
from .leftover import check_bare
from .position import INIT_BUY, INIT_SETUP, SIDES
from .private import privately
from .registry import STEPS, judge_sheet
from .steps import following, steps

TOPIC = "buy"
BUYING = ("buy", "fpp", "oba", "recon")
IDLE_WORDS = ("pass", "help")
ARRIVE = "8.620"
"""The step at which groups arrive: its dice follow the purchases."""


def verbs(state: State) -> tuple[str, ...]:
    """What a sealed sheet may hold now."""
    return BUYING if state.segment == INIT_BUY else steps()[state.segment].verbs


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
    play.ask(
        side,
        clause(state),
        TOPIC,
        f"What do you buy for {date(state).name}? You have {points}: a line «buy» for each kind of group, a "
        "line «fpp» for each fortification; «help GROUPS» and «help FPP» list what is sold to you. Any "
        "number of lines, all in one sheet, which stays sealed; a newer sheet takes its place until both "
        "sides have filed. What is not spent lapses.",
        verbs=(*verbs(state), *IDLE_WORDS),
        answers=("pass", *examples(side)),
        silence="nothing is bought",
        default="pass",
        sealed=True,
    )


def examples(side: str) -> tuple[str, ...]:
    """Lines as a sheet may have them: a group at the edge of the map, and one that is set up on it."""
    first = next(id_ for owner, id_ in groups() if owner == side)
    return f"buy {first}", f"buy {first} mode=map"


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
