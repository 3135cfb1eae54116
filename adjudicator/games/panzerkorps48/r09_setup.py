"""Rules 9 and 9.1, before the game: who may be set up where, in secret, the Germans first; and the Soviet
plan, sealed, for each formation a turn and an area.

9.set.1 to .4 the places    9.set.6 and .7 the order    9.lw.1 the Luftwaffe division    9.1.sov the plan
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

from adjudicator.answering import Remark, every_legal, for_each
from adjudicator.by_mail.drags import each
from adjudicator.choices import Choice
from adjudicator.events import FactNoted, SetUpShown, UnitPlaced
from adjudicator.mechanics.remembered import of_board
from adjudicator.mechanics.setting_up import set_up
from adjudicator.orders import Order
from adjudicator.phases.battlefield import name
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, Frame, State, Unit
from counters.roster.load import load_roster
from maps.board import Board
from maps.reading.load import load_board
from maps.space import slug

from .charts import charts
from .events import PLAN, PlanAnnounced
from .levels import PHASES
from .orders import ENDING, GAME, Said, said
from .position import ENEMY, GERMAN, SET_UP, SIDES, SOVIET, WAITING
from .r02_pieces import PERSONNEL, check_counter, check_names, formation, is_weapons, target
from .r03_phases import begin_turn
from .r05_zones import controlled
from .r06_stacking import check_stack, fits
from .r09_release import LUFTWAFFE
from .r10_control import at_start, follow

SCENARIOS = ("campaign",)
SETS_UP = {"SETUP_GER": GERMAN, "SETUP_SOV": SOVIET}
WITHIN = 3
"""A unit that is not personnel may be up to three hexes from its area (9)."""
HOW = {
    GERMAN: ("9.set.6", 'Your set-up is hidden from the enemy until you send "end".'),
    SOVIET: ("9.set.7", "The German set-up is visible to you."),
}
"""Side -> the clause by which it sets up, and the end of its question."""
REST, PLAN_REST = "setup rest", "plan rest"
"""The orders that leave to hexpost the units that are not set up yet, and the formations without a plan."""
EXACT = ("26 T", LUFTWAFFE)
"""Formations that are set up in their hexes and nowhere else."""


@rule("2.1.step.1", "2.1.side.1", "2.1.comp.1", "9.set.6", "10.town.3")
def start(scenario: str) -> State:
    """The position before the set-up: units at full strength, beside the map. Raises KeyError for an unknown
    scenario, ValueError for a counter that is not whole."""
    if scenario not in SCENARIOS:
        raise KeyError(scenario)
    board, roster = load_board(GAME), load_roster(GAME)
    counters = roster.counters.values()
    check_names(counters)
    for counter in counters:
        check_counter(counter)
    units = {c.id: Unit(c.id, c.side, WAITING.get(c.formation, SET_UP), c.full) for c in counters}
    begun = (Frame("SETUP_GER"),)
    return State(board=board, roster=roster, sides=SIDES, units=units, frames=begun, control=at_start(board))


# -- where a unit may be set up --------------------------------------------------------------------------


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
    """The hexes in which a unit may be set up, whoever is there."""
    return places(state.board, unit.side, formation(state, unit), target(state, unit) == PERSONNEL)


def places_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The hexes in which a unit may be set up now, as the others are placed."""
    open_to = (at for at in allowed(state, unit) if fits(state, at, [unit]))
    return tuple(at for at in open_to if not in_enemy_zone(state, unit, at))


@rule("9.set.4")
def in_enemy_zone(state: State, unit: Unit, at: str) -> bool:
    """Whether a weapons unit would be in an enemy zone."""
    return is_weapons(state, unit) and controlled(state, at, unit.side)


@rule("9.set.1", "9.set.2", "9.set.3", "9.set.4", "9.set.5", "9.set.10", "9.lw.1", "2.1.side.1")
def check(state: State, unit: Unit, at: str, side: str) -> None:
    """A unit may be there at the start; no line needs to be closed. Raises Refused."""
    if unit.side != side:
        raise Refused("2.1.side.1", f"{unit.id} is not yours to set up")
    if formation(state, unit) in WAITING:
        raise Refused("9.1.ent.2", f"{unit.id} is a reinforcement, and enters later")
    if at not in allowed(state, unit):
        number, why = shut(state, unit, at)
        raise Refused(number, f"{unit.id} may not be set up in {name(state, at)}: {why}")
    if in_enemy_zone(state, unit, at):
        raise Refused("9.set.4", f"an enemy zone is in {name(state, at)}, and {unit.id} is a weapons unit")
    check_stack(state, at, [unit])


@rule("9.set.1", "9.set.2", "9.set.3", "9.lw.1")
def shut(state: State, unit: Unit, at: str) -> tuple[str, str]:
    """Why a unit is not set up in a hex: its clause, and a reason."""
    of, space = formation(state, unit), state.board.spaces[at]
    found = area(state.board, unit.side, of)
    if of in EXACT:
        hexes = ", ".join(name(state, one) for one in found)
        return "9.lw.1" if of == LUFTWAFFE else "9.set.3", f"{of} may set up only in its own hexes: {hexes}"
    if target(state, unit) == PERSONNEL:
        outside = f"it is not in the set-up area of {of}"
        return "9.set.1", "personnel units are set up at the Starting Front" if at in found else outside
    if space.facts["held"] != unit.side:
        return "9.set.2", "it is not on your side of the Starting Front"
    return "9.set.2", f"it is more than {WITHIN} hexes from the set-up area of {of}"


# -- the question ----------------------------------------------------------------------------------------


@rule("9.set.6", "9.set.7", "10.town.4")
def run_setup(play: Play) -> None:
    """SETUP_GER, SETUP_SOV: a side sets up, unseen, and the Soviet player plans; then it is shown, and the
    other side sets up, or the plan is announced and turn 1 begins, from which zones change control."""
    side, state = SETS_UP[play.state.segment], play.state
    if not state.frame.facts.get("done"):
        lines, (number, how) = "\n".join((*suggested(state, side, random.Random(0)), "end")), HOW[side]
        SETTING_UP.ask(
            play, side,
            'Set up each unit, one line for each. "setup rest" lets hexpost place the rest. Until "end" a '
            f"later line replaces an earlier one. {how}",
            rule=number, answers=(lines,), default=f"{REST}\nend",
            silence="hexpost sets up the units that are not set up yet",
        )  # fmt: skip
        if side == SOVIET:
            ask_plan(play)
        return
    shown = {unit.id: unit.at for unit in state.units.values() if to_place(state, unit, side)}
    play.record(SetUpShown(rule="9.set.6", side=side, units=shown))
    if side == GERMAN:
        play.go("9.set.7", "SETUP_SOV")
        return
    announce(play)
    begin_turn(play)
    follow(play)
    play.go("3.seq.2", PHASES[0])


@rule("9.set.6")
def take_setup(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: units placed, each line by itself; "end" closes it when every unit is placed."""
    side = decision.player

    def take(order: Order) -> Remark | None:
        if order.verb in ENDING:
            check_placed(play.state, side)
            return None
        if not order.units:
            return place_rest(play, side)
        for_each(play, order, lambda apart, one: place_one(apart, side, said(one)))
        return None

    taken = every_legal(play, orders, take, ends=ENDING)
    if taken and taken[-1].verb in ENDING:
        play.close(decision)
        play.note("9.set.6", done=True)


def place_one(play: Play, side: str, told: Said) -> None:
    """A unit is set up as a line says, or one of those that it names. Raises Refused."""
    check(play.state, play.state.units[told.unit], told.hex, side)
    place(play, {told.unit: told.hex})


def place(play: Play, found: Mapping[str, str]) -> None:
    """Units are set up, unseen by the enemy."""
    for id_, at in found.items():
        unit = play.state.units[id_]
        play.record(UnitPlaced(rule="9.set.6", to=(unit.side,), unit=id_, at=at, steps=unit.steps))


def place_rest(play: Play, side: str) -> Remark | None:
    """All units that are not set up yet are; where those that are leave no room for them, all are set up
    again, which is told."""
    chance = random.Random(0)
    found = whole(play.state, side, chance)
    if found is not None:
        place(play, found)
        return None
    mine = [unit for unit in play.state.units.values() if to_place(play.state, unit, side)]
    cleared = play.state
    for unit in mine:
        cleared = cleared.with_unit(replace(unit, at=SET_UP))
    place(play, whole(cleared, side, chance) or {})
    return Remark("9.set.6", "your units left no room for the others, so hexpost set up all of them again")


@rule("9.set.6")
def check_placed(state: State, side: str) -> None:
    """A set-up ends when every unit is placed. Raises Refused."""
    if left := unplaced(state, side):
        why = f"not set up yet: {', '.join(unit.id for unit in left)}"
        raise Refused("9.set.6", why, (REST, *suggested(state, side, random.Random(0))))


def to_place(state: State, unit: Unit, side: str) -> bool:
    """Whether a unit belongs to the set-up of a side."""
    return unit.side == side and formation(state, unit) not in WAITING


def unplaced(state: State, side: str) -> list[Unit]:
    """The units of a side that still wait for their place."""
    return [unit for unit in state.units.values() if to_place(state, unit, side) and unit.at == SET_UP]


def whole(state: State, side: str, chance: random.Random) -> Mapping[str, str] | None:
    """What makes a set-up whole: places by chance for all units that have none, those with the least choice
    first. None if the units that are placed leave no room for them."""
    left = sorted(unplaced(state, side), key=lambda unit: len(allowed(state, unit)))
    try:
        return set_up(state, left, places_of, chance)
    except RuntimeError:
        return None


def suggested(state: State, side: str, chance: random.Random) -> tuple[str, ...]:
    """The same as orders; () for none."""
    return tuple(f"setup {unit} at {at}" for unit, at in (whole(state, side, chance) or {}).items())


def legal(state: State, side: str) -> Iterator[str]:
    """Every place of each unit, of those first that have none yet; the rest, or the end when all have one."""
    left = unplaced(state, side)
    placed = [unit for unit in state.units.values() if to_place(state, unit, side) and unit not in left]
    yield from (f"setup {unit.id} at {at}" for unit in (*left, *placed) for at in places_of(state, unit))
    yield REST if left else "end"


SETTING_UP = Choice(
    topic="setup", rule="9.set.6", verbs=("setup", *ENDING[:1]), take=take_setup, legal=legal, asked=SETS_UP,
    called=("setup", "set-up"), ends=(REST,), drag=each("setup {unit} at {end}"),
    meanings={REST: "hexpost places all other units"},
    chance=lambda state, decision, chance: [*suggested(state, decision.player, chance), "end"],
)  # fmt: skip


@rule("9.set.6", "9.set.7")
def unseen(state: State, side: str) -> Mapping[str, Unit]:
    """The units of the other side that are being set up, as a side sees them: beside the map."""
    theirs = ENEMY[side]
    if SETS_UP.get(state.segment) != theirs and state.segment != "SETUP_GER":
        return {}
    units = (unit for unit in state.units.values() if to_place(state, unit, theirs))
    return {unit.id: Unit(unit.id, unit.side, SET_UP, unit.steps) for unit in units}


# -- 9.1 the plan ----------------------------------------------------------------------------------------


@rule("10.tab.1", "9.1.sov.5")
def schedule(formation: str) -> Mapping[str, int]:
    """The areas that the schedule lists for a formation, with the earliest turn of each."""
    chart = charts()["schedule"]
    cells = {area: chart.cell(area, formation) for area in chart.columns}
    return {area: int(cell) for area, cell in cells.items() if cell.isdigit()}


@rule("9.1.sov.2")
def turns(formation: str, area: str) -> range:
    """The turns on which a formation may enter at an area of its schedule."""
    return range(schedule(formation)[area], int(charts()["turns"].rows[-1]) + 1)


def planned(state: State) -> Mapping[str, tuple[int, str]]:
    """What is planned so far."""
    return {one: (turn, area) for one, (turn, area) in state.facts.get(PLAN, {}).items()}


@rule("9.1.sov.1")
def missing(state: State) -> tuple[str, ...]:
    """The formations that are to be planned, and are not yet."""
    return tuple(one for one in charts()["schedule"].rows if one not in planned(state))


def ask_plan(play: Play) -> None:
    """When and where the Soviet formations enter, asked beside the set-up."""
    lines = "\n".join(suggested_plan(play.state, random.Random(0)))
    PLANNING.ask(
        play, SOVIET,
        "Plan the turn and the area at which each formation enters, one line for each. The turns are "
        'announced, the areas stay sealed. "plan rest" plans all others for their earliest turns.',
        answers=(lines, *(line for one in missing(play.state) for line in earliest(one))),
        silence="each that you have not planned enters on its earliest turn, at an area that hexpost picks",
        default=PLAN_REST,
    )  # fmt: skip


@rule("9.1.sov.1", "9.1.sov.2", "9.1.sov.3", "9.1.sov.4", "9.1.sov.5")
def take_plan(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: a formation, all of it, enters on a turn at an area of its schedule, no earlier than that
    says. It is closed when every formation is planned."""

    def plan(order: Order) -> None:
        told = said(order)
        mine = (
            {told.formation: (told.turn, told.area)}
            if told.formation
            else rest_of_plan(play.state, random.Random(0))
        )
        for one, (turn, area) in mine.items():
            check_plan(one, turn, area)
        value = {**play.state.facts.get(PLAN, {}), **mine}
        play.record(FactNoted(rule="9.1.sov.1", to=(SOVIET,), key=PLAN, value=value))

    every_legal(play, orders, plan)
    if not missing(play.state):
        play.close(decision)


@rule("9.1.sov.2", "9.1.sov.5")
def check_plan(one: str, turn: int, area: str) -> None:
    """A formation enters at an area of its schedule, no earlier than that says. Raises Refused."""
    if area not in schedule(one):
        where = f"it enters at area {' or '.join(schedule(one))}"
        raise Refused("9.1.sov.5", f"{one} may not enter at area {area}; {where}", earliest(one))
    open_on = turns(one, area)
    if turn not in open_on:
        why = f"{one} enters at area {area} on turns {open_on[0]} to {open_on[-1]}"
        raise Refused("9.1.sov.2", why, tuple(plan_line(one, on, area) for on in open_on))


def plan_line(one: str, turn: int, area: str) -> str:
    """A plan as an order."""
    return f"plan {one} turn {turn} area {area}"


def earliest(one: str) -> tuple[str, ...]:
    """The earliest plans of a formation."""
    return tuple(plan_line(one, turn, area) for area, turn in schedule(one).items())


def rest_of_plan(state: State, chance: random.Random) -> Mapping[str, tuple[int, str]]:
    """A plan by chance for each formation that has none, at the earliest turn."""
    picked = {one: chance.choice([*schedule(one)]) for one in missing(state)}
    return {one: (schedule(one)[area], area) for one, area in picked.items()}


def suggested_plan(state: State, chance: random.Random) -> tuple[str, ...]:
    """The same as orders."""
    return tuple(plan_line(one, *when) for one, when in rest_of_plan(state, chance).items())


def legal_plans(state: State, side: str) -> Iterator[str]:
    """Every plan of each formation, the earliest of those first that have none yet; the rest of the plan."""
    yield from (line for one in missing(state) for line in earliest(one))
    yield from (PLAN_REST,) if missing(state) else ()
    for one in charts()["schedule"].rows:
        for area in schedule(one):
            yield from (plan_line(one, turn, area) for turn in turns(one, area))


PLANNING = Choice(
    topic=PLAN, rule="9.1.sov.1", verbs=(PLAN,), take=take_plan, legal=legal_plans,
    asked={"SETUP_SOV": SOVIET}, called=(PLAN,), usual=False,
    chance=lambda state, decision, chance: list(suggested_plan(state, chance)),
)  # fmt: skip


@rule("9.1.sov.6")
def announce(play: Play) -> None:
    """The turn of each formation is told to everybody; nothing of the areas is."""
    turns = {one: turn for one, (turn, _) in planned(play.state).items()}
    play.record(PlanAnnounced(rule="9.1.sov.6", turns=turns))
