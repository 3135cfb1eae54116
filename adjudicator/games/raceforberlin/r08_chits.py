"""Events in a battle, before its die: first the collapse of conscripts (event 8), then Heinrici (event 1).

E8  check_collapse, collapse, play_collapse       E1  window_for, heinrici, take_heinrici, play_heinrici
"""

from __future__ import annotations

from adjudicator.answering import first_legal
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.choices import Choice
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State

from .orders import said
from .position import SOVIET, campaign, label, soviet, zone
from .r04_operations import IMPULSES, owner
from .r08_battle import the_battle, units_in
from .r08_retreat import all_may_retreat
from .r08_strength import odds_of
from .r11_setup import HEINRICI

COLLAPSE = "event-8"


@rule("E8.1", "E8.2")
def check_collapse(state: State, unit_id: str, space: str) -> None:
    """Event 8 reduces one defending German unit (E8.1) that is at full strength: it destroys none (E8.2)."""
    camp, nationality = owner(state)
    unit, name = state.units[unit_id], label(state, unit_id)
    if nationality != SOVIET or COLLAPSE not in state.hands.get(camp, ()):
        raise Refused("E8.1", "you do not hold chit 8, or this is not your Soviet impulse")
    if unit.at != space or soviet(state, unit):
        raise Refused("E8.1", f"{name} is no German unit defending {zone(state, space)}")
    if unit.steps < 2:
        raise Refused("E8.2", f"{name} is reduced already; chit 8 destroys nobody")


def collapse(play: Play) -> None:
    """The stage: event 8, if the attack was ordered with it, comes before Heinrici (ruling 5)."""
    play_collapse(play)
    play.note("E8.1", stage="heinrici")


@rule("E8.1", "E8.3")
def play_collapse(play: Play) -> None:
    """Play event 8 on the unit the order names, in combat (E8.1) or before a City Progress roll (E8.3)."""
    battle = the_battle(play.state)
    if not battle.chit8:
        return
    show(play, Order("chit", {"chit": COLLAPSE, "unit": battle.chit8}), battle.camp)
    if battle.chit8_line:
        sheet, line, text = battle.chit8_line
        play.verdict(Order("chit", {}, text, sheet, line), "done")


def show(play: Play, chit: Order, camp: str) -> None:
    """Play a chit before the die, by the rules that hold for every chit. Raises Refused."""
    from .annex_events import play_chit  # the annex asks this chapter about chit 8

    play_chit(play, chit, camp, "battle")


def heinrici(play: Play) -> None:
    """The stage: the holder of chit 1 may play it when he runs a German unit that defends (ruling 4)."""
    play.note("E1.2", stage="fight")
    if holder := window_for(play.state):
        ask_heinrici(play, holder)


@rule("E1.2", "E1.3")
def window_for(state: State) -> str:
    """Who may use Heinrici before this die: his holder, whom everybody knows, if Germans of his defend and
    the chit may be used this turn (E1.3); "" if nobody."""
    holder = next((side for side in state.sides if HEINRICI in state.hands.get(side, ())), "")
    if campaign(state).heinrici_from > state.turn:
        return ""
    defending = units_in(state, "defenders")
    return holder if any(unit.side == holder and not soviet(state, unit) for unit in defending) else ""


def ask_heinrici(play: Play, holder: str) -> None:
    """Open the window: everybody knows who holds the chit, so only its holder is asked."""
    space, defending = the_battle(play.state).space, units_in(play.state, "defenders")
    column = odds_of(play.state, units_in(play.state, "attackers"), defending, space).column
    names = ", ".join(label(play.state, unit.id) for unit in defending)
    WINDOW.ask(
        play,
        holder,
        f"{zone(play.state, space)} is attacked at {column}. Do you play Heinrici, so "
        f"that {names} retreat without losses? At most once, for this battle; the other player holds "
        "it then.",
        closed=True,
        silence="Heinrici is not played",
        default="pass",
        about=(space, column),
        window=True,
    )


def take_heinrici(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer in the window: chit 1, or pass."""
    if first_legal(play, orders, lambda order: order.verb == "chit" and play_heinrici(play, decision, order)):
        play.close(decision)


def lines(state: State, holder: str) -> tuple[str, ...]:
    """Heinrici, where all who defend have a way out, or nothing."""
    return ("chit 1", "pass") if all_may_retreat(state, units_in(state, "defenders")) else ("pass",)


WINDOW = Choice(
    topic="heinrici",
    rule="E1.2",
    verbs=("chit", "pass"),
    take=take_heinrici,
    legal=lines,
    asked=dict.fromkeys(IMPULSES, EVERY_SIDE),
    waits=("chit",),
    called=("heinrici", "chit1"),
)


@rule("E1.1", "E1.4")
def play_heinrici(play: Play, decision: Decision, order: Order) -> None:
    """The Germans retreat before combat, without losses, and no die is rolled (E1.1); not if one of them
    has no way out (E1.4). Raises Refused."""
    if said(order).chit != HEINRICI:
        raise Refused("2.4.3", "only chit 1 can be played here", decision.answers)
    if not all_may_retreat(play.state, units_in(play.state, "defenders")):
        why = "a German unit in the zone has no legal retreat, so Heinrici cannot save them all"
        raise Refused("E1.4", why, ("pass",))
    show(play, order, decision.player)
    play.note("E1.1", stage="retreat")
