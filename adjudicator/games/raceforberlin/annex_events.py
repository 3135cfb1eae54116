"""The annex: what the event chits do, and when. `CHITS` lists them.

E1 Heinrici            in combat, before the die         E7  trucks               own Soviet impulse
E2 over the Spree      own Soviet impulse                E8  conscripts collapse  own Soviet attack
E3 Allies push         own German impulse                E9  bridges destroyed    the rival's Soviet impulse
E4 planned retreat     own German impulse                E10 coordination         own Soviet impulse
E5 Speer               own Soviet impulse                E11 counter-attack       own German impulse
E6 everyone forward    own Soviet impulse

Every chit is checked, shown, takes effect, and then goes where 2.4.4 sends it. What it leaves behind in the
facts of the impulse or the game is read where it matters: strengths, costs, modifiers, the number of units.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adjudicator.answering import first_legal
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.choices import Choice
from adjudicator.events import CupChanged, FactNoted, FlagsChanged, HandChanged, StepLost
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, Json, State

from . import r02_american
from .events import ChitDiscarded, ChitPlayed, ChitRemoved
from .orders import said
from .position import (
    GERMAN,
    OUT_OF_SUPPLY,
    RIVAL,
    SOVIET,
    army,
    army_title,
    campaign,
    group,
    label,
    marked,
    over_oder_neisse,
    soviets,
    zone,
)
from .r04_operations import IMPULSES, owner
from .r11_setup import CHITS as CUP
from .r11_setup import HEINRICI

COLLAPSE, BRIDGES = "event-8", "event-9"
ALLIES, PLANNED_RETREAT = "event-3", "event-4"

Check = Callable[[State, Order, str], str]
"""(state, order, camp) -> what the chit is played on, in words; raises Refused."""

Act = Callable[[Play, Order, str], None]
"""Carry the effect out."""


@dataclass(frozen=True, slots=True)
class Chit:
    """One event chit: its moment, what must be true of the order, and its effect."""

    when: str
    check: Check
    act: Act


def number(chit: str) -> str:
    """The number printed on a chit."""
    return chit.removeprefix("event-")


def nothing_named(state: State, order: Order, camp: str) -> str:
    """A chit that is played on nothing in particular."""
    return ""


def own_army(state: State, order: Order, camp: str) -> str:
    """A chit for one Soviet army of the player."""
    line = said(order)
    armies = tuple(dict.fromkeys(army(state, unit) for unit in group(state, camp, SOVIET)))
    clause = {"event-2": "E2.1", "event-6": "E6.1", "event-7": "E7.1"}[line.chit]
    if line.army not in armies:
        legal = tuple(f"chit {number(line.chit)} army {name}" for name in armies)
        raise Refused(clause, "name one of your Soviet armies on the map", legal)
    counters = state.roster.counters.values()
    return army_title(next(one for one in counters if line.army in {one.formation, one.id}))


def noting(clause: str, **what: Json) -> Act:
    """An effect that the impulse remembers."""
    return lambda play, order, camp: play.note(clause, **what)


def noting_army(clause: str, key: str) -> Act:
    """An effect for the army named, that the impulse remembers under a key."""
    return lambda play, order, camp: play.note(clause, **{key: said(order).army})


@rule("E1.3")
def hand_over(play: Play, order: Order, camp: str) -> None:
    """Heinrici goes to the other player, who may use it from the next turn on."""
    rival = RIVAL[camp]
    mine = tuple(chit for chit in play.state.hands[camp] if chit != HEINRICI)
    theirs = (HEINRICI, *play.state.hands.get(rival, ()))
    play.record(
        HandChanged(rule="E1.3", to=(camp,), side=camp, cards=mine),
        HandChanged(rule="E1.3", to=(rival,), side=rival, cards=theirs),
        FactNoted(rule="E1.3", key="heinrici-from", value=play.state.turn + 1),
    )


@rule("E3.1", "E3.2")
def check_allies(state: State, order: Order, camp: str) -> str:
    """A track from 1 to 3; void once the advance is halted."""
    if campaign(state).american_halt:
        raise Refused("E3.2", "the American advance has ended for the rest of the game. Chit 3 has no effect")
    if said(order).track not in r02_american.TRACKS:
        raise Refused(
            "E3.1",
            "name an American track from 1 to 3",
            tuple(f"chit 3 track {n}" for n in r02_american.TRACKS),
        )
    return f"American track {said(order).track}"


@rule("E3.1")
def allies_push(play: Play, order: Order, camp: str) -> None:
    """The Americans advance one zone on the track named."""
    r02_american.advance_track(play, "E3.1", said(order).track)


@rule("E4.1")
def planned_retreat(play: Play, order: Order, camp: str) -> None:
    """This turn the player's Germans ignore the ban on going west."""
    play.record(FactNoted(rule="E4.1", key="planned-retreat", value=camp))


@rule("E5.1")
def speer(play: Play, order: Order, camp: str) -> None:
    """Every garrison of Berlin counts 10 for the rest of the turn."""
    play.record(FactNoted(rule="E5.1", key="garrison", value=10))


def the_defender(state: State, order: Order, camp: str) -> str:
    """The unit that is to collapse; r08_combat checked it when its battle was ordered and when it began."""
    return label(state, said(order).unit)


@rule("E8.1")
def collapse(play: Play, order: Order, camp: str) -> None:
    """The German unit is reduced before the combat."""
    unit = play.state.units[said(order).unit]
    play.record(StepLost(rule="E8.1", unit=unit.id, left=unit.steps - 1))


@rule("E9.1")
def bridge_zones(state: State) -> tuple[str, ...]:
    """The zones that border the Oder or Neisse on the west, and those on the west bank next to one of these.
    The rule says "west" of the first kind only; were the east bank meant with the second, the word would mean
    nothing."""
    spaces = state.board.spaces
    banks = {space for space in spaces if by_the_river(state, space)}
    near = banks | {other for space in banks for other in state.board.neighbours(space)}
    return tuple(space for space in spaces if space in near and not marked(state, space, "east_bank"))


def by_the_river(state: State, space: str) -> bool:
    """Whether a zone borders the Oder or Neisse, from whichever side."""
    return any(over_oder_neisse(state, space, other) for other in state.board.neighbours(space))


@rule("E9.1")
def check_bridges(state: State, order: Order, camp: str) -> str:
    """The zone named must lie by the rivers, or next to one that does."""
    line = said(order)
    if line.zone not in bridge_zones(state):
        legal = tuple(f"chit {number(line.chit)} zone {space}" for space in bridge_zones(state))
        raise Refused(
            "E9.1",
            "name a zone on the west bank of the Oder or Neisse, or one adjacent to it on that bank",
            legal,
        )
    return zone(state, line.zone)


@rule("E9.1")
def bridges(play: Play, order: Order, camp: str) -> None:
    """The Soviets in the zone, of either camp, are out of supply this turn."""
    units = tuple(unit.id for unit in soviets(play.state, said(order).zone))
    if units:
        play.record(FlagsChanged(rule="E9.1", units=units, add=(OUT_OF_SUPPLY,), why="bridges destroyed"))


CHITS: Mapping[str, Chit] = {
    HEINRICI: Chit("battle", nothing_named, hand_over),
    "event-2": Chit("soviet-start", own_army, noting_army("E2.1", "river_army")),
    ALLIES: Chit("german-start", check_allies, allies_push),
    PLANNED_RETREAT: Chit("german-start", nothing_named, planned_retreat),
    "event-5": Chit("soviet-start", nothing_named, speer),
    "event-6": Chit("soviet-start", own_army, noting_army("E6.1", "front_army")),
    "event-7": Chit("soviet-start", own_army, noting_army("E7.1", "trucks_army")),
    COLLAPSE: Chit("battle", the_defender, collapse),
    BRIDGES: Chit("react", check_bridges, bridges),
    "event-10": Chit("soviet-start", nothing_named, noting("E10.1", limit=6)),
    "event-11": Chit("german-start", nothing_named, noting("E11.1", surprise=True)),
}
"""What each chit asks for and does."""


def lines_of(state: State, camp: str, chit: str) -> tuple[str, ...]:
    """The orders by which a side may play a chit that it holds, if the moment is right; none that it does
    not hold."""
    if chit not in state.hands.get(camp, ()):
        return ()
    no = refusal(CHITS[chit].check, state, Order("chit", {"chit": chit}), camp)
    return no.legal if no else (f"chit {number(chit)}",)


ONCE = ("event-5", "event-9")
LAST_RETREAT_TURN = 6

START = {SOVIET: "soviet-start", GERMAN: "german-start"}
"""When the chits may be played that open an impulse of a nationality."""
MOMENTS = {
    "soviet-start": "at the start of your own Soviet impulse",
    "german-start": "at the start of your own German impulse",
    "react": "at the start of the other player's Soviet impulse, before they act",
    "battle": "in a combat, before the die roll",
}
"""When a chit may be played, in words; the keys are the moments that the rules ask for."""


@rule("2.4.3", "2.4.4.a", "E1.3")
def play_chit(play: Play, order: Order, camp: str, when: str) -> None:
    """A player shows a chit from their hand, at the moment that it names, and it acts at once (2.4.3). It is
    given up (2.4.4.a), unless it is Heinrici, who goes to the other player and serves them from the next turn
    on (E1.3)."""
    name = said(order).chit
    first = campaign(play.state).heinrici_from
    if name not in play.state.hands.get(camp, ()):  # where it is, is not said
        raise Refused("2.4.3", f"you do not hold chit {number(name)}")
    if name == HEINRICI and first > play.state.turn:
        raise Refused(
            "E1.3", f"you received chit 1 from the other player and may play it from turn {first} on"
        )
    chit = CHITS[name]
    if chit.when != when:
        raise Refused("2.4.3", f"you may play chit {number(name)} only {MOMENTS[chit.when]}")
    what = chit.check(play.state, order, camp)
    play.record(ChitPlayed(rule="2.4.3", side=camp, chit=name, what=what))
    chit.act(play, order, camp)
    if name != HEINRICI:
        give_up(play, camp, name)


@rule("2.4.4.a", "2.4.4.b", "E5.1", "E9.2")
def give_up(play: Play, camp: str, name: str, *, used: bool = True) -> None:
    """A chit leaves a hand: back into the cup (2.4.4.a), unless it has expired, or was used and may be used
    only once (b)."""
    hand = tuple(chit for chit in play.state.hands[camp] if chit != name)
    play.record(HandChanged(rule="2.4.4.a", to=(camp,), side=camp, cards=hand))
    if expired(play.state, name) or (used and name in ONCE):
        play.record(ChitRemoved(rule="2.4.4.b", chit=name))
    else:
        cup = (*play.state.cups.get(CUP, ()), name)
        play.record(CupChanged(rule="2.4.4.a", to=(), cup=CUP, items=cup))


@rule("2.4.4.b", "E3.2", "E4.2")
def expired(state: State, name: str) -> bool:
    """Whether a chit can never be used again: 3 after the American halt, 4 after turn 6."""
    if name == ALLIES:
        return campaign(state).american_halt
    return name == PLANNED_RETREAT and state.turn > LAST_RETREAT_TURN


@rule("2.4.4.a", "5.5.a")
def discard(play: Play, camp: str, name: str) -> None:
    """A chit is given back unused; the rival does not see which (ruling 7), unless it has expired."""
    play.record(ChitDiscarded(rule="5.5.a", side=camp))
    give_up(play, camp, name, used=False)


@rule("E9.1", "2.4.2.b")
def react_window(play: Play) -> None:
    """At the start of a Soviet impulse its owner's rival is asked, whatever they hold, while chit 9 is not
    known to be out of the game: a pause that came only with the chit would give it away."""
    if BRIDGES in campaign(play.state).chits_out:
        return
    camp = owner(play.state)[0]
    REACTION.ask(
        play, RIVAL[camp],
        "The other player's Soviet impulse is about to begin. You may play chit 9 (Bridges down), at most "
        "once, if you hold it. Or pass.",
        answers=("pass",), silence="nothing is played", default="pass", window=True,
    )  # fmt: skip


def take_react(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the window; lines after the one that answers it are kept for later questions."""

    def take(order: Order) -> None:
        if order.verb == "chit":
            play_chit(play, order, decision.player, "react")

    if first_legal(play, orders, take):
        play.close(decision)


def by_chance(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Chit 9, if it is there to be played, against a zone where rivals stand near the rivers."""
    if "event-9" in state.hands.get(decision.player, ()):
        soviets_there = group(state, RIVAL[decision.player], SOVIET)
        west = [u for u in soviets_there if not marked(state, u.at, "east_bank")]
        rivals = [u for u in west if by_the_river(state, u.at)]
        if rivals:
            return [f"chit 9 zone {chance.choice(rivals).at}"]
    return ["pass"]


def reactions(state: State, side: str) -> tuple[str, ...]:
    """To play nothing, and chit 9 on each of its zones for a side that holds it; the zones where Soviets are
    come first."""
    lines = lines_of(state, side, BRIDGES)
    manned = {line for line in lines if soviets(state, line.split()[-1])}
    return ("pass", *sorted(lines, key=lambda line: line not in manned))


REACTION = Choice(
    topic="react", rule="E9.1", verbs=("chit", "pass"), take=take_react,
    legal=reactions, asked=dict.fromkeys(IMPULSES, EVERY_SIDE), waits=("chit",),
    advised="You do not play chit 9 in the other player's Soviet impulse.",
    called=("reaction", "react", "chit9"), advice=("if asked reaction then pass",), chance=by_chance,
)  # fmt: skip
