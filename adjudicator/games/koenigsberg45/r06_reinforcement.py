"""Rule 6, reinforcements: where they come in, and their move.

6.0 the entry hex      6.0c entry hexes that are closed      6.0e by rail      6.1 chits (`r01_turn`)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.answering import every_legal, for_each
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.by_mail.drags import Drag, LogLine
from adjudicator.choices import Choice
from adjudicator.events import FactNoted, UnitPlaced
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State

from . import fog, r01_turn, r04_movement, r06_entry, r08_losses, r12_hipper
from .levels import activation, campaign, entry
from .orders import ENDING, said
from .position import GERMAN, REINFORCEMENTS, SIDES, SOVIET
from .r04_entering import entered

ARRIVED = "arrived"
"""The fact in which RF_PLACE leaves for the moves who was placed and who came by rail."""
MOVES_OF = {"RF_MOVE_G": GERMAN, "RF_MOVE_S": SOVIET}

Coming = tuple[tuple[str, str], ...]


# -- RF_PLACE ----------------------------------------------------------------------------------------------


@rule("1.2a.1", "0.1g.3", "6.1.1")
def run_place(play: Play) -> None:
    """RF_PLACE: the chits of the turn join the cup, and its units are placed, those of both sides (1.2a)."""
    now = entry(play.state)
    if now.coming is None:
        r01_turn.add_chits(play)
        play.note("1.2a.1", coming=due(play.state), placed=(), railed=())
        if ship_is_due(play.state):
            r12_hipper.arrive(play)
    elif not place(play):
        if now.placed:
            here = {"placed": now.placed, "railed": now.railed}
            play.record(FactNoted(rule="1.2a.4", to=(), key=ARRIVED, value=here))
        r01_turn.on(play, "1.2a.1")


def due(state: State) -> Coming:
    """The units that the Turn Record Track brings this turn, with their entry letters, Germans first; those
    that an event has brought already do not come again (K-R58)."""
    pairs = [entry.split("@") for entry in r01_turn.entries(state, "arrivals") if "@" in entry]
    waiting = [(unit, letter) for unit, letter in pairs if state.units[unit].at == REINFORCEMENTS]
    return tuple(sorted(waiting, key=lambda pair: SIDES.index(state.units[pair[0]].side)))


def ship_is_due(state: State) -> bool:
    """Whether Admiral Hipper comes this turn."""
    ship = r12_hipper.SHIP
    return ship in r01_turn.entries(state, "arrivals") and state.units[ship].at == REINFORCEMENTS


# -- placing -------------------------------------------------------------------------------------------------


@rule("6.0.1", "6.0d.1")
def place(play: Play) -> bool:
    """The next arrivals are placed, or their owner is asked where; False when nobody is left to be placed."""
    coming = entry(play.state).coming
    if not coming:
        return False
    side = play.state.units[coming[0][0]].side
    mine = [pair for pair in coming if play.state.units[pair[0]].side == side]
    places = {unit: r06_entry.places(play.state, unit, letter) for unit, letter in mine}
    for unit, letter in mine:
        if not places[unit]:
            shut_out(play, unit, letter)
            return True
    if all(len(lines) == 1 for lines in places.values()):
        for unit, letter in mine:
            put(play, unit, letter, r06_entry.entry_hex(play.state, letter), "")
        return True
    ask_entries(play, side, places)
    return True


def ask_entries(play: Play, side: str, places: dict[str, list[str]]) -> None:
    """Where the arrivals of a side come in, where there is a choice."""
    usual = "\n".join(lines[0] for lines in places.values())
    other = ["\n".join(lines[n % len(lines)] for lines in places.values()) for n in (1, 2)]
    ENTRY.ask(
        play,
        side,
        f"Reinforcements: where do {', '.join(places)} come in? One line for each, once: they enter "
        "this turn. «done»: the others by themselves.",
        answers=dict.fromkeys((usual, *other)),
        silence="where their entry letters stand, or in the first hex open to them",
        default="done",
    )


def take_enter(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: each unit where its owner says; «done»: the rest where it comes in by itself."""

    def take_one(play: Play, order: Order) -> None:
        line = said(order)
        unit, letter = arrival(play.state, decision, order)
        hex_ = r06_entry.chosen(play.state, unit, letter, line.alt, line.rail)
        put(play, unit, letter, hex_, line.rail)

    def take(order: Order) -> None:
        if order.verb in ENDING:
            rest_enters(play, decision.player)
        else:
            for_each(play, order, take_one)

    if every_legal(play, orders, take, ENDING):
        play.close(decision)


def each_alone(state: State, side: str) -> Iterator[str]:
    """Each arrival of a side in each place that is open to it."""
    for unit, letter in entry(state).coming or ():
        if state.units[unit].side == side:
            yield from r06_entry.places(state, unit, letter)


def arrivals(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """Arrivals: at their letter, in another hex of the edge, or by rail."""
    letters = dict(entry(state).coming or ())
    return [LogLine(drag.steps, dragged(state, drag, letters.get(drag.unit, ""))) for drag in mine]


def dragged(state: State, drag: Drag, letter: str) -> str:
    """One arrival as an order."""
    if letter and drag.end == r06_entry.entry_hex(state, letter):
        return f"enter {drag.unit} at {letter}"
    edge = letter and drag.end in r06_entry.open_hexes(state, drag.unit, letter)
    by_rail = not edge and drag.end in r06_entry.rail_net(state, state.units[drag.unit].side)
    at = f" at {letter}" if letter else ""
    return f"enter {drag.unit}{at} {'rail' if by_rail else 'alt'} {drag.end}"


ENTRY = Choice(
    topic="enter",
    rule="6.0.1",
    verbs=("enter", "done", "pass"),
    take=take_enter,
    legal=each_alone,
    asked={"RF_PLACE": EVERY_SIDE},
    waits=("enter",),
    within=("entry",),
    reaction=False,
    called=("arrivals", "reinforcements", "enter"),
    advice=("if asked arrivals then default",),
    drag=arrivals,
)


@rule("6.0.1")
def arrival(state: State, decision: Decision, order: Order) -> tuple[str, str]:
    """Who is to be placed by an order, and its own entry letter. Raises Refused."""
    coming = {unit: letter for unit, letter in entry(state).coming or ()
              if state.units[unit].side == decision.player}  # fmt: skip
    unit, named = said(order).unit, said(order).letter
    if unit not in coming:
        raise Refused("6.0.1", f"{unit} does not arrive now")
    if named and named != coming[unit]:
        raise Refused("6.0.1", f"{unit} comes in at {coming[unit]}, not at {named}")
    return unit, coming[unit]


def rest_enters(play: Play, side: str) -> None:
    """Who has not been placed of a side comes in by itself: at its letter, by rail while that is closed."""
    for unit, letter in entry(play.state).coming or ():
        if play.state.units[unit].side != side:
            continue
        by_edge = r06_entry.open_hexes(play.state, unit, letter)
        spot = [*by_edge, *(() if by_edge else r06_entry.rail_examples(play.state, unit))]
        if spot:
            put(play, unit, letter, spot[0], "" if by_edge else spot[0])


@rule("6.0.1", "6.0.2", "6.0b.1", "6.1.1", "5.1.1", "0.7e.2", "K-R22")
def put(play: Play, unit_id: str, letter: str, space: str, railed: str) -> None:
    """A unit is placed, at no cost (6.0b), even where that is too many for now (5.1); it counts as supplied
    and in command (6.0). The chit of an HQ joins the cup (6.1)."""
    steps = max(1, play.state.units[unit_id].steps)
    how = "by rail" if railed else f"enters at {letter}"
    fog.occur(play, UnitPlaced(rule="6.0.1", unit=unit_id, at=space, steps=steps, why=how))
    gone(play, unit_id, placed=(unit_id,), railed=(unit_id,) if railed else ())
    r01_turn.hq_arrived(play, unit_id)
    entered(play, unit_id, space)


@rule("6.0d.1")
def shut_out(play: Play, unit_id: str, letter: str) -> None:
    """Who can enter nowhere is eliminated (6.0d)."""
    gone(play, unit_id)
    r08_losses.eliminate(play, "6.0d.1", unit_id, f"it can come in nowhere near {letter}")


def gone(play: Play, unit_id: str, placed: tuple[str, ...] = (), railed: tuple[str, ...] = ()) -> None:
    """A unit waits no longer."""
    now = entry(play.state)
    left = tuple(pair for pair in now.coming or () if pair[0] != unit_id)
    play.note("6.0.1", coming=left, placed=(*now.placed, *placed), railed=(*now.railed, *railed))


# -- RF_MOVE_G, RF_MOVE_S ------------------------------------------------------------------------------


@rule("1.2a.4", "6.0.2", "6.0.3", "K-R22")
def run_moves(play: Play) -> None:
    """RF_MOVE_G and RF_MOVE_S: who has just come in moves, the Germans first, in command wherever they are
    (6.0); who came by rail has moved (K-R22)."""
    here = campaign(play.state).arrived
    side = MOVES_OF[play.state.frame.segment]
    mine = tuple(unit for unit in here.get("placed", ()) if play.state.units[unit].side == side)
    if not mine:
        r01_turn.on(play, "1.2a.4")
    elif not activation(play.state).active:
        moved = tuple(unit for unit in mine if unit in here["railed"])
        play.note("1.2a.4", side=side, active=mine, extra=(), moved=moved)
    else:
        r04_movement.run_moves(play)


# -- arrivals outside of the Reinforcement Segment -----------------------------------------------------


@rule("6.0.3", "0.7e.3")
def arrive(play: Play, number: str, units: tuple[str, ...], letter: str) -> None:
    """Units come in at a letter now, and move at once: events 2 and 12, GD RETURNS."""
    side = play.state.units[units[0]].side
    coming = tuple((unit, letter) for unit in units)
    play.enter(number, "entry", side=side, coming=coming, placed=(), railed=(), active=(), extra=(), moved=())


def run_entry(play: Play) -> None:
    """The level of such an arrival: first its units are placed, then they move."""
    now = entry(play.state)
    if place(play):
        return
    if now.placed and not now.active:
        play.note("6.0.3", active=now.placed, moved=now.railed)
    elif now.placed:
        r04_movement.run_moves(play)
    else:
        play.leave("6.0.3")
