"""Rule 9, the set-up: who may stand where, in secret, the Germans first.

9.set.1 to .4 the places    9.set.6 and .7 the order    9.lw.1 the 7th Luftwaffe Field Division
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from adjudicator.answering import every_legal
from adjudicator.by_mail.drags import each
from adjudicator.choices import Choice
from adjudicator.events import SetUpShown, UnitPlaced
from adjudicator.mechanics.remembered import of_board
from adjudicator.mechanics.setting_up import set_up
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, Frame, State, Unit
from counters.roster.load import load_roster
from maps.board import Board
from maps.reading.load import load_board
from maps.space import slug

from . import r09_plan
from .levels import PHASES
from .orders import ENDING, GAME, said
from .position import ENEMY, GERMAN, SET_UP, SIDES, SOVIET, WAITING, name
from .r02_pieces import PERSONNEL, check_counter, check_names, formation, is_weapons, target
from .r03_phases import begin_turn
from .r05_zones import controlled
from .r06_stacking import check_stack, fits
from .r09_release import LUFTWAFFE
from .r10_control import at_start

SCENARIOS = ("campaign",)
SETS_UP = {"SETUP_GER": GERMAN, "SETUP_SOV": SOVIET}
WITHIN = 3
"""So many hexes from its area a unit may stand that is not personnel (9)."""
HOW = {
    GERMAN: ("9.set.6", "the enemy sees nothing of it"),
    SOVIET: ("9.set.7", "you see how the Germans stand"),
}
"""Side -> the clause by which it sets up, and the end of its question."""
EXACT = ("26 T", LUFTWAFFE)
"""Formations that stand in their hexes and nowhere else."""


@rule("2.1.step.1", "2.1.side.1", "2.1.comp.1", "9.set.6", "10.town.3")
def start(scenario: str) -> State:
    """The position before the set-up: units at full strength, beside the map. Raises KeyError for a scenario
    there is not, ValueError for a counter that is not whole."""
    if scenario not in SCENARIOS:
        raise KeyError(scenario)
    board, roster = load_board(GAME), load_roster(GAME)
    check_names(roster.counters.values())
    for counter in roster.counters.values():
        check_counter(counter)
    units = {
        c.id: Unit(c.id, c.side, WAITING.get(c.formation, SET_UP), c.full) for c in roster.counters.values()
    }
    begun = (Frame("SETUP_GER"),)
    return State(board=board, roster=roster, sides=SIDES, units=units, frames=begun, control=at_start(board))


# -- where a unit may stand ------------------------------------------------------------------------------


@of_board
@rule("9.set.8", "9.set.9", "9.lw.1")
def area(board: Board, side: str, of: str) -> tuple[str, ...]:
    """The hexes of the set-up area of a formation."""
    marked = {space.id: space.facts[f"{side}_set_up"] for space in board.spaces.values()}
    return tuple(at for at, found in marked.items() if isinstance(found, tuple) and slug(of) in found)


@of_board
@rule("9.set.1", "9.set.2", "9.set.3", "9.lw.1", "2.1.id.2")
def places(board: Board, side: str, of: str, personnel: bool) -> tuple[str, ...]:
    """The hexes in which a unit of a formation may be set up: personnel at the Starting Front in its area,
    others within three hexes of it on their side of the line, some in their hexes exactly."""
    found = area(board, side, of)
    if of in EXACT:
        return found
    if personnel:
        return tuple(at for at in found if board.spaces[at].facts["front"] == side)
    near = dict.fromkeys(one for at in found for one in board.within(at, WITHIN))
    return tuple(sorted(at for at in near if board.spaces[at].facts["held"] == side))


def allowed(state: State, unit: Unit) -> tuple[str, ...]:
    """The hexes in which a unit may be set up, whoever stands there."""
    return places(state.board, unit.side, formation(state, unit), target(state, unit) == PERSONNEL)


def places_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The hexes in which a unit may be set up now, as the others stand."""
    return tuple(
        at for at in allowed(state, unit) if fits(state, at, [unit]) and not in_enemy_zone(state, unit, at)
    )


@rule("9.set.4")
def in_enemy_zone(state: State, unit: Unit, at: str) -> bool:
    """Whether a weapons unit would stand in an enemy zone."""
    return is_weapons(state, unit) and controlled(state, at, unit.side)


@rule("9.set.1", "9.set.2", "9.set.3", "9.set.4", "9.set.5", "9.set.10", "9.lw.1", "2.1.side.1")
def check(state: State, unit: Unit, at: str, side: str) -> None:
    """A unit may stand there at the start; no line needs to be closed. Raises Refused."""
    if unit.side != side:
        raise Refused("2.1.side.1", f"{unit.id} is not yours to set up")
    if formation(state, unit) in WAITING:
        raise Refused("9.1.ent.2", f"{unit.id} is a reinforcement, and enters later")
    if at not in allowed(state, unit):
        why = f"{unit.id} may not be set up in {name(state, at)}: {shut(state, unit, at)}"
        raise Refused(clause(state, unit), why)
    if in_enemy_zone(state, unit, at):
        raise Refused("9.set.4", f"an enemy zone is in {name(state, at)}, and {unit.id} is a weapons unit")
    check_stack(state, at, [unit])


@rule("9.set.1", "9.set.2", "9.set.3", "9.lw.1")
def shut(state: State, unit: Unit, at: str) -> str:
    """Why a unit is not set up in a hex."""
    of, space = formation(state, unit), state.board.spaces[at]
    found = area(state.board, unit.side, of)
    if of in EXACT:
        return f"{of} is set up in its own hexes alone: {', '.join(name(state, one) for one in found)}"
    if target(state, unit) != PERSONNEL:
        across = space.facts["held"] != unit.side
        return (
            "it is not on your side of the Starting Front"
            if across
            else (f"it is more than {WITHIN} hexes from the set-up area of {of}")
        )
    if at not in found:
        return f"it is not in the set-up area of {of}"
    return "personnel units are set up in hexes at the Starting Front"


def clause(state: State, unit: Unit) -> str:
    """The clause that says where a unit is set up."""
    if formation(state, unit) in EXACT:
        return "9.lw.1" if formation(state, unit) == LUFTWAFFE else "9.set.3"
    return "9.set.1" if target(state, unit) == PERSONNEL else "9.set.2"


# -- the question ----------------------------------------------------------------------------------------


@rule("9.set.6", "9.set.7")
def run_setup(play: Play) -> None:
    """SETUP_GER, SETUP_SOV: a side sets up, unseen, and the Soviet player plans; then it is shown, and the
    game goes on."""
    side = SETS_UP[play.state.segment]
    if play.state.frame.facts.get("done"):
        shown = {unit.id: unit.at for unit in play.state.units.values() if to_place(play.state, unit, side)}
        play.record(SetUpShown(rule="9.set.6", side=side, units=shown))
        on(play, side)
        return
    ask(play, side)
    if side == SOVIET:
        r09_plan.ask(play)


def ask(play: Play, side: str) -> None:
    """Where the units of a side stand."""
    lines = "\n".join((*suggested(play.state, side, random.Random(0)), "end"))
    number, how = HOW[side]
    SETTING_UP.ask(
        play,
        side,
        "Where does each unit stand? One line for each; until «end» a later line takes the place of an "
        f"earlier one, and {how}.",
        rule=number,
        answers=(lines,),
        silence="the units that are not set up yet stand as the referee lays them",
        default=lines,
    )


def on(play: Play, side: str) -> None:
    """After a set-up: the other side's, or the plan is announced and turn 1 begins."""
    if side == GERMAN:
        play.go("9.set.7", "SETUP_SOV")
        return
    r09_plan.announce(play)
    begin_turn(play)
    play.go("3.seq.2", PHASES[0])


def take_setup(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: units placed, each line by itself; «end» closes it when all are."""
    side = decision.player

    def take(order: Order) -> None:
        if order.verb in ENDING:
            check_whole(play.state, side)
            return
        unit, at = play.state.units[said(order).unit], said(order).hex
        check(play.state, unit, at, side)
        play.record(UnitPlaced(rule="9.set.6", to=(side,), unit=unit.id, at=at, steps=unit.steps))

    taken = every_legal(play, orders, take, ends=ENDING)
    if taken and taken[-1].verb in ENDING:
        play.close(decision)
        play.note("9.set.6", done=True)


def to_place(state: State, unit: Unit, side: str) -> bool:
    """Whether a unit belongs to the set-up of a side."""
    return unit.side == side and formation(state, unit) not in WAITING


def unplaced(state: State, side: str) -> list[Unit]:
    """The units of a side that still wait for their place."""
    return [unit for unit in state.units.values() if to_place(state, unit, side) and unit.at == SET_UP]


def check_whole(state: State, side: str) -> None:
    """A set-up ends when every unit stands somewhere. Raises Refused."""
    if left := unplaced(state, side):
        legal = suggested(state, side, random.Random(0))
        raise Refused("9.set.6", f"not set up yet: {', '.join(unit.id for unit in left)}", legal)


# -- a whole set-up --------------------------------------------------------------------------------------


def suggested(state: State, side: str, chance: random.Random) -> tuple[str, ...]:
    """Lines that make a set-up whole: places by chance for whoever has none, those with the least choice
    first. Raises RuntimeError if none is found."""
    left = sorted(unplaced(state, side), key=lambda unit: len(allowed(state, unit)))
    found = set_up(state, left, places_of, chance)
    return tuple(f"setup {unit} at {at}" for unit, at in found.items())


def legal(state: State, side: str) -> Iterator[str]:
    """Every place of each unit, of those first that have none yet; the end, when all have one."""
    left = unplaced(state, side)
    placed = [unit for unit in state.units.values() if to_place(state, unit, side) and unit not in left]
    yield from (f"setup {unit.id} at {at}" for unit in (*left, *placed) for at in places_of(state, unit))
    yield from () if left else ("end",)


SETTING_UP = Choice(
    topic="setup",
    rule="9.set.6",
    verbs=("setup", *ENDING[:1]),
    take=take_setup,
    legal=legal,
    asked=SETS_UP,
    called=("setup", "set-up"),
    drag=each("setup {unit} at {end}"),
    chance=lambda state, decision, chance: [*suggested(state, decision.player, chance), "end"],
)


# -- what the enemy sees of it ---------------------------------------------------------------------------


@rule("9.set.6", "9.set.7")
def unseen(state: State, side: str) -> Mapping[str, Unit]:
    """The units of the other side that are being set up, as a side sees them: beside the map."""
    theirs = ENEMY[side]
    hidden = SETS_UP.get(state.segment) == theirs or state.segment == "SETUP_GER"
    if not hidden:
        return {}
    units = (unit for unit in state.units.values() if to_place(state, unit, theirs))
    return {unit.id: Unit(unit.id, unit.side, SET_UP, unit.steps) for unit in units}
