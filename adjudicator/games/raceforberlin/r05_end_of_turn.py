"""Rule 5, End of Turn Phase: segments D.1 to D.4.

5.1             moves of idle units      free_moves, force after force
5.2             does the game end?       end_test
5.5             event chits              chits, take_chits
5.3, 5.4, 5.6   refresh                  refresh
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from adjudicator.answering import every_legal, opened
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.by_mail.drags import each
from adjudicator.choices import MANY, Choice
from adjudicator.events import FactNoted, FlagsChanged, TrackMoved, TurnBegan
from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.stacking import excess
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, State, Unit
from adjudicator.typed_values import read_as

from . import annex_events, r07_movement, r09_berlin, r10_victory
from .orders import apart, said
from .position import ACTIVATED, cities, cut_off, group, is_city, label, level, nation, zone
from .r03_logistics import support, support_moved
from .r04_operations import IMPULSES, from_here
from .r06_stacking import limit
from .r11_setup import HEINRICI

FORCES = tuple(IMPULSES.values())
"""Camp and nationality in the order of the impulses (5.1.d)."""


@dataclass(frozen=True)
class FreeMoves:
    """What D.1 remembers: how many of the `forces` have had their turn to move."""

    forces: int = 0


def force(state: State) -> tuple[str, str]:
    """The force whose turn to move it is."""
    return FORCES[read_as(FreeMoves, state.frame.facts).forces - 1]


@rule("5.1.d", "1.1")
def free_moves(play: Play) -> None:
    """D.1: force after force in the order of the impulses; one that cannot move is not asked."""
    done = read_as(FreeMoves, play.state.frame.facts).forces
    if done == len(FORCES):
        play.go("5.1.d", "D.2")
        return
    camp, nationality = FORCES[done]
    play.note("5.1.d", forces=done + 1)
    movers = [unit for unit in group(play.state, camp, nationality) if ends_of(play.state, unit)]
    if movers:
        ask_free_moves(play, camp, nationality, tuple(unit.id for unit in movers))


def ask_free_moves(play: Play, camp: str, nationality: str, movers: tuple[str, ...]) -> None:
    """Ask the owner of a force for the moves of its idle units, all in one answer."""
    FREE_MOVES.ask(
        play, camp,
        f"Move your idle {nationality.title()} units one zone each, or pass. Any number of them may move, "
        "each once per turn. Send all moves together.",
        silence="they stay where they are", default="pass", about=movers,
    )  # fmt: skip


def idle_moves(state: State, side: str) -> Iterator[str]:
    """Nobody, and each idle unit of the force to each zone that has room for it."""
    yield "pass"
    movers = [unit.id for unit in group(state, *force(state))]
    for unit in movers:
        for end in ends_of(state, state.units[unit]):
            if not overfull(state, [Order("freemove", {"unit": unit, "zone": end})]):
                yield f"freemove {unit} to {end}"


def ends_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The zones that one unit may move to in D."""
    near = state.board.neighbours(unit.at)
    return tuple(end for end in near if not refusal(check_free_move, state, unit, end))


@rule("5.1.a", "5.1.b", "5.1.c", "5.1.e")
def check_free_move(state: State, unit: Unit, end: str) -> None:
    """A unit not activated this turn and not out of supply moves one zone (5.1.a), not into the city (b),
    Germans not west through turn 6 (c); what else binds movement mode binds it, but no costs (e)."""
    name = label(state, unit.id)
    if ACTIVATED in unit.flags:
        raise Refused("5.1.a", f"{name} was activated this turn and may not move again")
    if cut_off(state, unit):
        raise Refused("5.1.a", f"{name} is out of supply and may not move")
    if is_city(state, end):
        why = f"{zone(state, end)} is a city zone. Units may not enter one in the End of Turn Phase"
        raise Refused("5.1.b", why)
    r07_movement.check_step(state, nation(state, unit), unit.side, unit.at, end)
    r07_movement.check_west_untested(state, unit, (unit.at, end), "5.1.c")
    r07_movement.check_rivals(state, unit.side, end)


def take_free_moves(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The moves of one force: each line is judged, the stacking of all of them together. Those of the
    player's other force wait, if its turn is still to come (5.1.d)."""
    orders = [order for order in orders if not for_later(play.state, decision.player, order)]
    good: list[Order] = []

    def take(order: Order) -> None:
        for one in apart(order):
            check_order(play.state, decision, one, good)
        good.extend(apart(order))

    every_legal(play, orders, take)
    moves = fitting(play, [order for order in good if order.verb == "freemove"])
    for order in moves:
        unit = play.state.units[said(order).unit]
        r07_movement.go(play, "5.1.a", unit.id, (unit.at, said(order).zone), "free")
    if moves or any(order.verb == "pass" for order in good):
        play.close(decision)


@rule("5.1.d")
def for_later(state: State, side: str, order: Order) -> bool:
    """Whether a line moves only units of a player's other force, whose turn is still to come."""
    units = [state.units[said(one).unit] for one in apart(order) if order.verb == "freemove"]
    to_come = [one for one in FORCES[read_as(FreeMoves, state.frame.facts).forces :] if one[0] == side]
    waits = (on_map(state, unit) and (unit.side, nation(state, unit)) in to_come for unit in units)
    return bool(units) and all(waits)


def by_chance(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Idle units move where they may, half of them."""
    ends: dict[str, str] = {}
    for unit in decision.about:
        end = chance.choice(sorted(ends_of(state, state.units[unit])))
        if chance.random() < 0.5:
            ends.setdefault(end, f"freemove {unit} to {end}")
    return list(ends.values()) or ["pass"]


FREE_MOVES = Choice(
    topic="freemove", rule="5.1.a", verbs=("freemove", "pass"), take=take_free_moves, legal=idle_moves,
    shown=MANY, asked={"D.1": EVERY_SIDE}, waits=("freemove",), ends=("freemove",),
    advised="No idle units move at the end of a turn.",
    called=("freemove", "freemoves"), advice=("if asked freemoves then pass",),
    drag=each("freemove {unit} to {end}"), chance=by_chance,
)  # fmt: skip


@rule("5.1.a", "5.1.d", "0.2")
def check_order(state: State, decision: Decision, order: Order, earlier: list[Order]) -> None:
    """One line: a unit of the force whose moment it is, once."""
    line = said(order)
    if order.verb == "pass":
        return
    unit, name = state.units[line.unit], label(state, line.unit)
    if unit.side != decision.player:
        raise Refused("0.2", f"{name} belongs to the other camp")
    now = force(state)
    if unit.at in state.board.spaces and (unit.side, nation(state, unit)) != now:
        raise Refused("5.1.d", f"only your {now[1].title()} units move now, and {name} is not one of them")
    if unit.at not in state.board.spaces:
        raise Refused("5.1.a", f"{name} is not on the map")
    if any(said(other).unit == unit.id for other in earlier):
        raise Refused("5.1.a", f"{name} may move only once")
    from_here(state, order)
    check_free_move(state, unit, line.zone)


@rule("6.1.1")
def fitting(play: Play, moves: list[Order]) -> list[Order]:
    """The moves that leave no zone with too many units when all are made. Of others the last are refused."""
    kept = list(moves)
    while over := overfull(play.state, kept):
        why = f"{zone(play.state, said(over[-1]).zone)} would hold too many units"
        play.refuse(over[-1], Refused("6.1.2.a", why))
        kept = [one for one in kept if (one.sheet, one.line) != (over[-1].sheet, over[-1].line)]
    return kept


@rule("6.1.1")
def overfull(state: State, moves: list[Order]) -> list[Order]:
    """The moves into zones that would hold too many units of one nation after all of them."""
    trial = state
    for order in moves:
        trial = trial.with_unit(replace(trial.units[said(order).unit], at=said(order).zone))
    ends = {said(order).zone for order in moves}
    full = {end for end in ends if excess(trial.at(end), [limit(trial, end, force(state)[1])])}
    return [order for order in moves if said(order).zone in full]


LAST_TURN = 10
TEST_TURNS = (7, 8, 9)
ENDS_ABOVE = 8
TURN_FACTS = ("hitler", "garrison", "planned-retreat")
"""What holds for one turn only."""


@rule("5.2.a", "5.2.c", "9.1.5.a", "10.0.a")
def end_test(play: Play) -> None:
    """D.2: on turns 7 to 9, with Soviets in every city zone, a die above 8 with its modifiers ends the game;
    after turn 10 it ends in any case (5.2.c). What a move of D.1 left empty in Berlin is then judged as at
    the end of the impulse that does not come any more (9.1.5, ruling 61)."""
    if play.state.turn >= LAST_TURN:
        r09_berlin.check_presence(play)
        r10_victory.final_score(play, "5.2.c", f"turn {LAST_TURN} is over")
    elif ends_early(play):
        r10_victory.final_score(play, "5.2.a", "the six city zones are held")
    else:
        play.go("1.1", "D.3")


@rule("5.2.a", "5.2.b")
def ends_early(play: Play) -> bool:
    """The test of turns 7 to 9, not rolled while a city zone has no Soviet unit: 1 more for each city zone at
    level 2, 2 for each above (5.2.b)."""
    if play.state.turn not in TEST_TURNS or not r10_victory.held_throughout(play.state):
        return False
    more = sum(max(0, min(level(play.state, city) - 1, 2)) for city in cities(play.state))

    def told(die: int) -> str:
        ends = "the game ends" if die + more > ENDS_ABOVE else "the game goes on"
        score = f"{die} + {more} for the levels of the city zones = {die + more}"
        return f"{ends} ({score}; it ends above {ENDS_ABOVE})"

    return play.roll("5.2.a", "the early end of the game", came=told) + more > ENDS_ABOVE


@rule("5.5.a")
def chits(play: Play) -> None:
    """D.3: a player who still holds a chit other than Heinrici keeps or discards it, sealed. Both players
    know that one is held, not which one."""
    if play.once("5.5.a", "asked"):
        for side in play.state.sides:
            if discardable(play.state, side):
                KEEPING.ask(
                    play, side,
                    "Keep your event chit for the next turn, or discard it, once and in one line. Your "
                    "answer stays sealed until all have answered.",
                    closed=True, silence="it is kept", default="keep", sealed=True,
                )  # fmt: skip
        return
    for side, orders in opened(play):
        for order in orders:
            if order.verb == "discard":
                annex_events.discard(play, side, said(order).chit)
    play.go("1.1", "D.4")


def discardable(state: State, side: str) -> tuple[str, ...]:
    """The chits that a player may discard."""
    return tuple(chit for chit in state.hands.get(side, ()) if chit != HEINRICI)


def take_chits(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A player's sealed answer: keep, or discard."""
    good: list[Order] = []

    def take(order: Order) -> None:
        check_discard(play.state, decision.player, order, good)
        good.append(order)

    if every_legal(play, orders, take):
        play.seal(decision, good)


def chit_lines(state: State, side: str) -> tuple[str, ...]:
    """To keep the chit, or to discard it."""
    return ("keep", *(f"discard {chit.removeprefix('event-')}" for chit in discardable(state, side)))


KEEPING = Choice(
    topic="chits", rule="5.5.a", verbs=("keep", "discard"), take=take_chits, legal=chit_lines,
    asked={"D.3": EVERY_SIDE}, waits=("keep", "discard", "pass"), called=("chits", "chit"),
    advised="You keep your event chit at the end of a turn.",
    advice=("if asked chits then keep",),
)  # fmt: skip


@rule("5.5.a", "5.5.b")
def check_discard(state: State, side: str, order: Order, before: list[Order]) -> None:
    """A chit that the player holds, once (5.5.a), but never Heinrici (5.5.b)."""
    if order.verb == "keep":
        return
    number = said(order).chit.removeprefix("event-")
    if said(order).chit == HEINRICI:
        raise Refused("5.5.b", "chit 1 (Heinrici) may not be discarded")
    if said(order).chit not in discardable(state, side):
        raise Refused("5.5.a", f"you do not hold chit {number}")
    same = next((one for one in before if said(one) == said(order)), None)
    if same is not None:
        raise Refused("5.5.a", f'"{same.text}" discards chit {number} already')


@rule("1.1", "3.2.3", "5.3", "5.4", "5.6", "T.1")
def refresh(play: Play) -> None:
    """D.4: all units may be activated again (5.3), unused support points are lost (5.4), what held for this
    turn ends, and the next turn begins."""
    turned = tuple(unit.id for unit in play.state.units.values() if ACTIVATED in unit.flags)
    if turned:
        play.record(FlagsChanged(rule="5.3", units=turned, drop=(ACTIVATED,), hushed=True))
    for side in play.state.sides:
        if left := support(play.state, side):
            play.record(support_moved(play.state, side, -left, "5.4", "unused"))
    for key in TURN_FACTS:
        if key in play.state.facts:
            play.record(FactNoted(rule="5.6", key=key, value=None))
    was = play.state.tracks["operations"]
    play.record(TrackMoved(rule="4.1.1", track="operations", was=was, now=1))
    play.record(TurnBegan(rule="5.6", turn=play.state.turn + 1))
    play.go("1.1", "A.1")
