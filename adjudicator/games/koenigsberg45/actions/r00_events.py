"""Rule 0.7b and the Random Event Table: two dice, carried out at once, before the next chit."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from adjudicator.answering import answered
from adjudicator.choices import MANY, Choice
from adjudicator.mechanics.armies import distance, nearest
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State

from .. import fog
from ..charts import charts
from ..combat import r00_barrage
from ..drags import laid
from ..events import RandomEvent, RandomEventVoid
from ..levels import phase
from ..orders import THE_HQ, said
from ..position import BR2, BR3, GERMAN, REINFORCEMENTS, SOVIET, army, hqs, is_hq, is_refugees
from ..taste import MARCHER, WANDERER, Taste, several
from ..terrain import road
from ..turn import r02_command, r12_refugees, r13_air
from ..turn.r00_chits import into_cup
from ..turn.r02_command import STOPPED
from ..turn.r12_hqs import pinned
from . import r02_activation, r04_movement, r06_reinforcement
from .marching import marches

REFUGEES = "event-refugees"
EARLY = {
    "15 SS": (("15 SS",), "A", ()),
    "28th Corps": (("HQ G28", "58", "95"), "D", ("G28",)),
    "19th Army": (("HQ 19", "40 G", "132", "134"), "F", ("S19",)),
}
"""Formations that an event may bring early: their units, their entry letter, their chits."""


@rule("0.7b.1", "RET.0")
def random_event(play: Play) -> None:
    """The Random Event chit is drawn: two dice, and the row of their sum is carried out at once."""
    first = play.roll("RET.0", "the random event, first die", came=lambda _: "the second is added to it")
    row = first + play.roll(
        "RET.0", "the random event, second die", came=lambda die: f"{first} + {die} = event {first + die}"
    )
    text = charts()["events"].cell("event", str(row))
    play.record(RandomEvent(rule="RET.0", row=row, text=text))
    ROWS[row](play)


@rule("RET.7.1")
def nothing(play: Play) -> None:
    """7: no event."""


@rule("RET.2.1", "RET.2.2", "K-R58")
def early_germans(play: Play) -> None:
    """2: a die brings the 15 SS at A (1-3) or the 28th Corps at D (4-6); the other if it is there already."""
    state = play.state

    def told(die: int) -> str:
        return f"{early_german(state, die) or 'nobody'} (1 to 3: 15 SS; 4 to 6: 28th Corps)"

    come(play, "RET.2.1", early_german(state, play.roll("RET.2.1", "who arrives early", came=told)))


@rule("RET.2.1", "RET.2.2")
def early_german(state: State, die: int) -> str:
    """Whom the die of event 2 brings; the other one if that formation is in play, "" if both are."""
    wanted = ("15 SS", "28th Corps") if die <= 3 else ("28th Corps", "15 SS")
    return next((who for who in wanted if waits(state, who)), "")


@rule("RET.12.1", "RET.12.2", "K-R58")
def early_soviets(play: Play) -> None:
    """12: the Soviet 19th Army at F, unless it is in play."""
    come(play, "RET.12.1", "19th Army" if waits(play.state, "19th Army") else "")


@rule("K-R58")
def waits(state: State, who: str) -> bool:
    """Whether a formation has not yet come into play."""
    return state.units[EARLY[who][0][0]].at == REINFORCEMENTS


def come(play: Play, number: str, who: str) -> None:
    """A formation enters with its chit, or nobody does."""
    if not who:
        play.record(RandomEventVoid(rule="K-R58", why="everyone it could bring is in play"))
        return
    units, letter, chits = EARLY[who]
    if chits:
        into_cup(play, "6.1.1", *chits)
    r06_reinforcement.arrive(play, number, units, letter)


@rule("RET.3.1", "K-R48")
def free_movement(play: Play) -> None:
    """3: one German corps of the player's choice moves: its HQ and whom it could activate; nobody fights."""
    able = tuple(unit.id for unit in army(play.state, GERMAN) if is_hq(play.state, unit))
    if not able:
        return
    FREE_MOVE.ask(
        play, GERMAN,
        "Choose one of your corps to move freely, once for this event, with up to three independent "
        "units named in the same order.",
        also=("pass",), silence="no corps moves", default="pass", about=able,
    )  # fmt: skip


def take_free_move(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: the corps, with its independent units."""

    def check(order: Order) -> tuple[str, ...]:
        return () if order.verb == "pass" else movers(play.state, decision, order)

    if (found := answered(play, decision, orders, check)) and (units := found[1]):
        r04_movement.free_move(play, "RET.3.1", GERMAN, units[-1], units)


def corps_by_taste(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """A bot: a corps that moves freely, and its moves."""
    hq = chance.choice(decision.about)
    able = [*r02_command.own_units(state, hq), *([] if pinned(state, hq) else [hq])]
    return [f"activate {hq}", *marches(state, able, chance, taste).lines, "done"]


FREE_MOVE = Choice(
    topic="free-move", rule="RET.3.1", verbs=("activate", "pass"), take=take_free_move,
    legal=lambda state, side: (f"activate {unit.id}" for unit in army(state, GERMAN) if is_hq(state, unit)),
    shown=MANY, called=("free-move", "freemove"), usual=False, chance=WANDERER.plays(corps_by_taste),
    purpose=MARCHER.plays(corps_by_taste),
)  # fmt: skip


def movers(state: State, decision: Decision, order: Order) -> tuple[str, ...]:
    """Whom a corps could activate now. Raises Refused."""
    hq = said(order).hq
    hq = decision.about[0] if hq == THE_HQ and len(decision.about) == 1 else hq
    if hq == THE_HQ:
        raise Refused("RET.3.1", "name the HQ of the corps that moves")
    if hq not in decision.about:
        raise Refused("RET.3.1", f"{hq} is not a German HQ on the map")
    more = r02_activation.check_units(state, hq, said(order).units)
    return tuple(dict.fromkeys((*r02_command.own_units(state, hq), *more, hq)))


@rule("RET.4.1", "RET.11.1")
def barrage(play: Play, number: str, side: str, drm: int = 0) -> None:
    """4: one German barrage, its die one less. 11: one barrage by a Soviet Front of the player's choice."""
    r00_barrage.open_window(play, number, side, "", attempts=1, drm=drm)


@rule("RET.5.1", "RET.9.1", "K-R49")
def refugees(play: Play) -> None:
    """5 and 9: the Soviet player lays two refugee markers on road hexes two or more from every German HQ."""
    play.enter("RET.5.1", REFUGEES, left=2)


def run_refugees(play: Play) -> None:
    """The frame of events 5 and 9: the next marker is asked for, or all are laid."""
    free = r12_refugees.free_markers(play.state)
    legal = tuple(sure_markers(play.state)) if free and phase(play.state).left else ()
    if not legal:
        play.leave("RET.5.1")
        return
    MARKERS.ask(
        play, SOVIET,
        "Place exactly one refugee marker of this event on a road hex; you are asked once for each. "
        f"Markers left: {min(phase(play.state).left, len(free))}.",
        answers=legal, verbs=("refugee", "pass"), silence="it is placed in the first such hex of the map",
        default=legal[0],
    )  # fmt: skip


@rule("0.1e.1", "K-R101")
def sure_markers(state: State) -> Iterator[str]:
    """A new marker in each hex that is two or more from every German stack: in which of these an HQ lies is
    not told unasked."""
    foes = tuple(army(state, GERMAN))
    near = (space for space in r12_refugees.roads(state.board) if nearest(state, space, foes) >= 2)
    return (f"refugee new at {space}" for space in near if not why_not(state, space))


def markers(state: State, side: str) -> Iterator[str]:
    """A new marker in each hex in which events 5 and 9 may place one."""
    spaces = (space for space in r12_refugees.roads(state.board) if not why_not(state, space))
    return (f"refugee new at {space}" for space in spaces)


@rule("RET.5.1", "RET.9.1", "0.1e.1", "K-R101")
def why_not(state: State, space: str) -> str:
    """Why a marker may not be laid in a hex, "" if it may. What is in sight comes first: a hex that is taken
    does not tell where German HQs are."""
    corps = [unit for unit in army(state, GERMAN) if is_hq(state, unit)]
    if not any(road(state, space, near) for near in state.board.neighbours(space)):
        return "there is no road there"
    if taken(state, space):
        return "the hex is occupied"
    if any(distance(state, space, hq.at) < 2 for hq in corps):
        return "a German HQ is nearer than two hexes"
    if [unit for unit in state.at(space) if unit not in hqs(state, space, unit.side)]:
        return "the hex is occupied"
    return ""


@rule("0.1e.1", "12.2b.1")
def taken(state: State, space: str) -> bool:
    """Whether the Soviet player sees in a hex what refugees may not be with: all but an HQ."""
    top = fog.top_unit(state, space, GERMAN)
    others = (one for one in state.at(space) if one.side != GERMAN or is_refugees(state, one))
    return any(not is_hq(state, unit) for unit in (*others, *([top] if top else [])))


@rule("RET.5.1", "RET.9.1")
def take_refugees(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: one marker after the other, each in a hex that is open to it."""

    def check(order: Order) -> str:
        if order.verb == "pass" or said(order).unit:
            raise Refused("RET.5.1", "two new markers must be placed")
        space = said(order).path[0]
        if why := why_not(play.state, space):
            raise Refused("RET.5.1", f"no marker may be placed in {space}: {why}")
        return space

    if found := answered(play, decision, orders, check):
        play.note("RET.5.1", left=phase(play.state).left - 1)
        r12_refugees.lay(play, "RET.5.1", found[1])


MARKERS = Choice(
    topic=REFUGEES, rule="RET.5.1", verbs=("refugee",), take=take_refugees, legal=markers, shown=40,
    advised="A random event puts refugees in the first legal hex.",
    within=(REFUGEES,), reaction=False, called=(REFUGEES,), advice=(f"if asked {REFUGEES} then default",),
    drag=laid, chance=WANDERER.plays(several), purpose=MARCHER.plays(several),
)  # fmt: skip


@rule("RET.6.1", "RET.8.1", "K-R50")
def no_air(play: Play) -> None:
    """6 and 8: every ready air unit goes to refit, and at the same time who was in refit is grounded."""
    r13_air.stand_down(play, "RET.6.1")


@rule("RET.10.1", "K-R11")
def stalin(play: Play) -> None:
    """10: a die names the Front that may activate no more HQs this turn; it counts as finished (K-R11)."""

    def front_on(die: int) -> str:
        return BR2 if die <= 3 else BR3

    def told(die: int) -> str:
        return f"{front_on(die)} may activate no more HQs this turn (1 to 3: {BR2}; 4 to 6: {BR3})"

    die = play.roll("RET.10.1", "which Front waits on Stalin", came=told)
    play.remember("RET.10.1", STOPPED, front_on(die))


ROWS: Mapping[int, Callable[[Play], None]] = {
    2: early_germans,
    3: free_movement,
    4: partial(barrage, number="RET.4.1", side=GERMAN, drm=-1),
    5: refugees,
    6: no_air,
    7: nothing,
    8: no_air,
    9: refugees,
    10: stalin,
    11: partial(barrage, number="RET.11.1", side=SOVIET),
    12: early_soviets,
}
"""What each row of the table does."""
