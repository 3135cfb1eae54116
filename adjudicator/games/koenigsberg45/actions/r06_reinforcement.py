"""Rule 6, reinforcements: where they come in, and their move.

6.0   the entry hex              places, chosen
6.0c  entry hexes that are closed check_open, alternatives; friends in a hex never lift the ban on EZOC (3.2)
6.0e  by rail                    check_rail
6.1   chits                      `r01_turn`
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice

from adjudicator.answering import every_legal, for_each
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.by_mail.drags import Drag, LogLine
from adjudicator.choices import Choice
from adjudicator.events import FactNoted, UnitPlaced
from adjudicator.mechanics.armies import distance
from adjudicator.mechanics.remembered import of_board
from adjudicator.mechanics.supply import Leg, supply
from adjudicator.orders import Order
from adjudicator.phases.battlefield import network
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, State
from maps.board import Board

from .. import fog, terrain
from ..combat import r08_losses
from ..hexes.r03_zoc import feared, in_ezoc, zone
from ..hexes.r05_stacking import check_stack, fits
from ..levels import activation, campaign, entry
from ..orders import ENDING, said
from ..position import ENEMY, GERMAN, REINFORCEMENTS, SIDES, SOVIET, army, covered, enemy_here, nearest_foe
from ..r04_path import entered
from ..turn import r01_turn, r11_supply, r12_hipper, r15_options
from . import r04_movement

WITHIN = 10
"""Hexes along the edge of the map to which an arrival may shift (6.0c)."""
CLEAR_OF_ENEMIES = 3
"""Hexes from every enemy unit at which a railroad journey may end (6.0e, K-R23)."""
SHOWN = 3


@rule("3.2.1", "3.2.2", "6.0c.1", "6.0c.2")
def check_open(state: State, side: str, space: str) -> None:
    """No reinforcement is placed on an enemy unit or in an enemy zone (6.0c, 3.2); friends in the hex do not
    help. Raises Refused."""
    where = terrain.name(state, space)
    if enemy_here(state, space, side):
        raise Refused("6.0c.1", f"enemy units are in {where}")
    if in_ezoc(state, space, side):
        raise Refused("3.2.1", f"{where} is in an enemy zone of control. No unit may be placed there")


def is_open(state: State, side: str, space: str) -> bool:
    """Whether a reinforcement may be placed in a hex, as far as the enemy goes."""
    return refusal(check_open, state, side, space) is None


@rule("6.0c.3", "6.0c.4", "K-R69")
def alternatives(state: State, side: str, letter: str) -> list[str]:
    """While the entry hex is closed, by enemies or their zone (K-R69): the hexes of the same edge within ten
    of it that are open, the nearest first. The edge of an entry on the coast is the coast."""
    entry = terrain.entry(state, letter)
    if is_open(state, side, entry):
        return []
    found = [
        space for space in state.board.spaces if on_edge(state, entry, space) and is_open(state, side, space)
    ]
    return sorted(found, key=lambda space: (distance(state, entry, space), space))


@rule("6.0c.3")
def on_edge(state: State, entry: str, space: str) -> bool:
    """Whether a hex is one of the edge of an entry hex, within ten hexes of it, and ground to stand on."""
    shared = set(terrain.edges(state, entry)) & set(terrain.edges(state, space))
    near = shared and distance(state, entry, space) <= WITHIN
    return bool(near) and not terrain.is_water(state, space) and not terrain.is_half(state, space)


def open_hexes(state: State, unit_id: str, letter: str) -> list[str]:
    """Where a unit may be placed at its letter: the entry hex, or the others while that is closed."""
    side = state.units[unit_id].side
    entry = terrain.entry(state, letter)
    return [entry] if is_open(state, side, entry) else alternatives(state, side, letter)


@rule("6.0e.1", "K-R24")
def rail_net(state: State, side: str, *, afraid: bool = False) -> frozenset[str]:
    """The railroad hexes that a railroad joins to a source which the side owns now (K-R24), through hexes
    without enemy units, HQs included, and without enemy zones; of a side that is `afraid`, without those that
    the enemy may have."""
    enemy = ENEMY[side]
    foes = {*(unit.at for unit in army(state, enemy)), *covered(state, enemy)}
    closed = frozenset((feared if afraid else zone)(state, enemy)) | foes
    along, net = rails(state.board), network(state.board)
    found = supply(net, r11_supply.sources(state, side), (along,), closed)
    return frozenset(space for space in found.steps if found.open(space) and along.into(net, space))


@of_board
def rails(board: Board) -> Leg:
    """The railroads of the map."""
    return Leg(lambda a, b: "rail" in board.between(a, b))


@rule("6.0e.1", "6.0e.2", "K-R22", "K-R23")
def check_rail(state: State, unit_id: str, space: str) -> None:
    """By rail a unit comes to a railroad hex joined to a source of its side (6.0e), three hexes or more from
    every enemy unit, and stays there (K-R22): so there must be room. The railroad comes last, for it tells of
    enemy zones (K-R101). Raises Refused."""
    unit, where = state.units[unit_id], terrain.name(state, space)
    if nearest_foe(state, space, unit.side) < CLEAR_OF_ENEMIES:
        raise Refused("6.0e.2", f"an enemy unit is nearer to {where} than {CLEAR_OF_ENEMIES} hexes")
    check_stack(state, unit, space)
    if space not in rail_net(state, unit.side):
        raise Refused("6.0e.1", f"no open railroad joins {where} to a source of yours")


@rule("0.1e.1", "K-R101")
def rail_examples(state: State, unit_id: str) -> list[str]:
    """A few railroad hexes to which a unit may come, whatever lies below the tops of enemy stacks; others
    only where there are none."""
    unit = state.units[unit_id]
    for afraid in (True, False):
        net = sorted(rail_net(state, unit.side, afraid=afraid))
        random.Random(f"{state.turn} {unit_id}").shuffle(net)
        clear = (s for s in net if fits(state, unit, s))
        far = (s for s in clear if nearest_foe(state, s, unit.side) >= CLEAR_OF_ENEMIES)
        if found := list(islice(far, SHOWN)):
            return found
    return []


def places(state: State, unit_id: str, letter: str) -> list[str]:
    """Where a unit may come in, as order lines: at its letter or in a few other hexes of the edge, and a few
    by rail; [] if nowhere."""
    entry, lines = terrain.entry(state, letter), []
    for space in open_hexes(state, unit_id, letter)[:SHOWN]:
        lines.append(f"enter {unit_id} at {letter}{'' if space == entry else f' alt {space}'}")
    return [*lines, *(f"enter {unit_id} at {letter} rail {space}" for space in rail_examples(state, unit_id))]


@rule("6.0.1", "6.0c.3", "6.0e.1")
def chosen(state: State, unit_id: str, letter: str, alt: str, rail: str) -> str:
    """The hex in which an order places a unit. Raises Refused."""
    side, entry = state.units[unit_id].side, terrain.entry(state, letter)
    if rail:
        check_rail(state, unit_id, rail)
        return rail
    if alt and alt != entry:
        check_shift(state, unit_id, letter, alt)
        return alt
    check_open(state, side, entry)
    return entry


@rule("6.0c.3", "6.0c.4")
def check_shift(state: State, unit_id: str, letter: str, alt: str) -> None:
    """Check a hex other than that of the letter: allowed only while that is closed, on the same edge, within
    ten hexes, and open itself. Raises Refused."""
    side, entry = state.units[unit_id].side, terrain.entry(state, letter)
    if is_open(state, side, entry):
        where = terrain.name(state, entry)
        raise Refused("6.0c.3", f"{where} is open; {unit_id} enters there")
    if not on_edge(state, entry, alt):
        where = terrain.name(state, alt)
        raise Refused("6.0c.3", f"{where} is not on the same edge within {WITHIN} hexes")
    check_open(state, side, alt)


ARRIVED = "arrived"
"""The fact in which RF_PLACE leaves for the moves who was placed and who came by rail."""
MOVES_OF = {"RF_MOVE_G": GERMAN, "RF_MOVE_S": SOVIET}

Coming = tuple[tuple[str, str], ...]


@rule("1.2a.1", "0.1g.3", "6.1.1")
def run_place(play: Play) -> None:
    """RF_PLACE: the chits of the turn join the cup, and its units are placed, those of both sides (1.2a)."""
    now = entry(play.state)
    if now.coming is None:
        r01_turn.join(play, "1.2a.2", *r01_turn.due(play.state))
        play.note("1.2a.1", coming=due(play.state), placed=(), railed=())
        ship = r12_hipper.SHIP
        if ship in r01_turn.entries(play.state, "arrivals") and play.state.units[ship].at == REINFORCEMENTS:
            r12_hipper.arrive(play)
    elif not place(play):
        if now.placed:
            here = {"placed": now.placed, "railed": now.railed}
            play.record(FactNoted(rule="1.2a.4", to=(), key=ARRIVED, value=here))
        r01_turn.on(play, "1.2a.1")


def due(state: State) -> Coming:
    """The units that the Turn Record Track brings this turn, with their entry letters, Germans first; those
    that an event has already brought do not come again (K-R58)."""
    pairs = [entry.split("@") for entry in r01_turn.entries(state, "arrivals") if "@" in entry]
    waiting = [(unit, letter) for unit, letter in pairs if state.units[unit].at == REINFORCEMENTS]
    return tuple(sorted(waiting, key=lambda pair: SIDES.index(state.units[pair[0]].side)))


@rule("6.0.1", "6.0d.1")
def place(play: Play) -> bool:
    """The next arrivals are placed, or their owner is asked where; a unit that can enter nowhere is
    eliminated (6.0d). False when no unit is left to be placed."""
    coming = entry(play.state).coming
    if not coming:
        return False
    side = play.state.units[coming[0][0]].side
    mine = [pair for pair in coming if play.state.units[pair[0]].side == side]
    lines_of = {unit: places(play.state, unit, letter) for unit, letter in mine}
    for unit, letter in mine:
        if not lines_of[unit]:
            gone(play, unit)
            r08_losses.eliminate(play, "6.0d.1", unit, f"it can enter nowhere near {letter}")
            return True
    if all(len(lines) == 1 for lines in lines_of.values()):
        rest_enters(play, side)
        return True
    usual = "\n".join(lines[0] for lines in lines_of.values())
    other = ["\n".join(lines[n % len(lines)] for lines in lines_of.values()) for n in (1, 2)]
    ENTRY.ask(
        play, side,
        f"Bring in your reinforcements: {', '.join(lines_of)}. Exactly one order for each: they enter this "
        'turn. "done": the others enter by themselves.',
        answers=dict.fromkeys((usual, *other)),
        silence="they enter at their entry letters, or in the first hex open to them", default="done",
    )  # fmt: skip
    return True


def take_enter(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: each unit where its owner says; "done": the rest where it comes in by itself."""

    def take(order: Order) -> None:
        if order.verb in ENDING:
            rest_enters(play, decision.player)
        else:
            for_each(play, order, lambda apart, one: enter(apart, decision.player, one))

    if every_legal(play, orders, take, ENDING):
        play.close(decision)


def each_alone(state: State, side: str) -> Iterator[str]:
    """Each arrival of a side in each place that is open to it."""
    for unit, letter in entry(state).coming or ():
        if state.units[unit].side == side:
            yield from places(state, unit, letter)


def arrivals(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """Arrivals: at their letter, in another hex of the edge, or by rail."""
    letters = dict(entry(state).coming or ())

    def text(drag: Drag) -> str:
        letter = letters.get(drag.unit, "")
        at = f" at {letter}" if letter else ""
        if letter and drag.end == terrain.entry(state, letter):
            return f"enter {drag.unit}{at}"
        edge = letter and drag.end in open_hexes(state, drag.unit, letter)
        by_rail = not edge and drag.end in rail_net(state, state.units[drag.unit].side)
        return f"enter {drag.unit}{at} {'rail' if by_rail else 'alt'} {drag.end}"

    return [LogLine(drag.steps, text(drag)) for drag in mine]


ENTRY = Choice(
    topic="enter", rule="6.0.1", verbs=("enter", "done", "pass"), take=take_enter, legal=each_alone,
    asked={"RF_PLACE": EVERY_SIDE}, waits=("enter",), within=("entry",), reaction=False,
    advised="Reinforcements enter at their printed entry, or in the first open hex.",
    called=("arrivals", "reinforcements", "enter"), advice=("if asked arrivals then default",),
    drag=arrivals,
)  # fmt: skip


@rule("6.0.1")
def enter(play: Play, side: str, order: Order) -> None:
    """A unit that is due comes in at its own letter. Raises Refused."""
    state, line = play.state, said(order)
    coming = {one: letter for one, letter in entry(state).coming or () if state.units[one].side == side}
    letter = coming.get(line.unit, "")
    if not letter:
        raise Refused("6.0.1", f"{line.unit} does not arrive now")
    if line.letter and line.letter != letter:
        raise Refused("6.0.1", f"{line.unit} enters at {letter}, not at {line.letter}")
    space = chosen(state, line.unit, letter, line.alt, line.rail)
    put(play, line.unit, letter, space, line.rail)


def rest_enters(play: Play, side: str) -> None:
    """Units that their side has not placed come in by default: at their letter, or by rail while that is
    closed."""
    for unit, letter in entry(play.state).coming or ():
        if play.state.units[unit].side != side:
            continue
        by_edge = open_hexes(play.state, unit, letter)
        spot = [*by_edge, *(() if by_edge else rail_examples(play.state, unit))]
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
    r15_options.mikosch(play)


def gone(play: Play, unit_id: str, placed: tuple[str, ...] = (), railed: tuple[str, ...] = ()) -> None:
    """A unit waits no longer."""
    now = entry(play.state)
    left = tuple(pair for pair in now.coming or () if pair[0] != unit_id)
    play.note("6.0.1", coming=left, placed=(*now.placed, *placed), railed=(*now.railed, *railed))


@rule("1.2a.4", "6.0.2", "6.0.3", "K-R22")
def run_moves(play: Play) -> None:
    """RF_MOVE_G and RF_MOVE_S: the units that have just come in move, the Germans first, in command
    wherever they are (6.0); those that came by rail have moved (K-R22)."""
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


@rule("6.0.3", "0.7e.3")
def arrive(play: Play, number: str, units: tuple[str, ...], letter: str) -> None:
    """Units come in at a letter and move at once: events 2 and 12, GD RETURNS."""
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
