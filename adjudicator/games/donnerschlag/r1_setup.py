"""Positions: that at the start of the game (D.comp), what must be true of every one, and one that a rehearsal
lays."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.mechanics.charts import standins
from adjudicator.mechanics.decks import misplaced
from adjudicator.mechanics.invariants import unit_faults
from adjudicator.mechanics.remembered import Remembered
from adjudicator.rulings import rule
from adjudicator.state import Frame, Json, State, Unit
from counters.roster.counter import Counter
from counters.roster.load import load_roster
from maps.board import Board
from maps.reading.load import load_board

from .cards import BOX, laid_out
from .charts import charts
from .levels import SCHLACHTENGLUECK
from .orders import GAME
from .pieces import ALARM, RIFLES, SCHWERPUNKT, check_counters, is_hq
from .position import AD_HOC, BOXES, GONE, NAVAL, OUT_OF_SUPPLY, OVERRUN, SIDES, SOVIET_HQ, fighters
from .r1_entry import entry_hexes
from .r2_end import TRACK
from .zoc_stacking import overstacked

SCENARIOS = ("campaign",)
BY_CARD = {"Front command": SOVIET_HQ, "Naval Rifle Brigade": NAVAL}
"""What brings a unit into play -> the box in which it waits."""


@rule("D.comp.units", "D.comp.hq", "D.comp.cards", "D.reinf.1", "D.reinf.3")
def place(counter: Counter) -> str:
    """Where a unit is at the start: in its hex, or in the box of its turn, of its card, of ad hoc units."""
    if counter.setup:
        return counter.setup
    if counter.id.partition(" ")[0] in {ALARM, RIFLES}:
        return AD_HOC[counter.side]
    return BY_CARD.get(counter.reinforcement) or f"{counter.side}-{counter.reinforcement.replace(' ', '-')}"


@rule("D.comp.hexes")
def check_board(board: Board) -> None:
    """The board has the hexes that the rulebook names. Raises ValueError where it has not."""
    lacks = [at for side in SIDES for at in entry_hexes(side) if at not in board.spaces]
    if lacks:
        raise ValueError(f"[D.comp.hexes] the board lacks {', '.join(lacks)}")


@rule("D.comp.units", "D.comp.hexes")
def start(scenario: str) -> State:
    """The position before turn 1. Raises KeyError for a scenario there is not, ValueError for a board or a
    counter that is not whole."""
    if scenario not in SCENARIOS:
        raise KeyError(scenario)
    board, roster = load_board(GAME), load_roster(GAME)
    check_board(board)
    check_counters(roster.counters.values())
    units = {c.id: Unit(c.id, c.side, place(c), c.full) for c in roster.counters.values()}
    hands: dict[str, tuple[str, ...]] = dict.fromkeys((*SIDES, *BOX.values()), ())
    return State(
        board, roster, SIDES, units, frames=(Frame("SCHWERPUNKT"),), tracks={TRACK: 0}, hands=hands,
        cups=laid_out(),
    )  # fmt: skip


# -- what must be true of every position ------------------------------------------------------------------


def faults(state: State) -> list[str]:
    """Everything that is wrong with a position; empty when all is well. Stacking holds when no unit is on its
    way."""
    found = [*always(state), *misplaced(state, state.roster.cards)]
    if len(state.frames) == 1 and not state.frames[0].facts.get("onward"):
        found += settled(state)
    return found


@rule("D.move.10")
def _always(state: State) -> list[str]:
    """What is wrong with the units, one by one and hex by hex. Enemies share a hex only with an HQ."""
    found = [*unit_faults(state, lambda state, unit: BOXES, GONE, frozenset({OUT_OF_SUPPLY, OVERRUN}))]
    hqs = [u for u in state.units.values() if OVERRUN in u.flags and not is_hq(state, u)]
    found += [f"{unit.id} is not an HQ, and bears the overrun marker" for unit in hqs]
    both = [at for at in state.board.spaces if all(fighters(state, at, side) for side in SIDES)]
    return [*found, *(f"both sides are in {at}" for at in both)]


always = Remembered(_always)
settled = Remembered(lambda state: [f"{at} holds too much" for at in overstacked(state)])

# -- rehearsals -------------------------------------------------------------------------------------------

STATE_KEYS: Mapping[str, str] = {
    SCHWERPUNKT: "the hex of the Schwerpunkt marker, once it is in play (D.admin.a)",
    "called": "the turn on which Donnerschlag was called out (D.admin.g)",
    "zone": "the true meeting zone, which the Axis player alone knows (D.admin.g.3)",
    SCHLACHTENGLUECK: "the side that holds the Schlachtenglück marker (D.admin.e)",
    "snowdrift": "hexes with a Snowdrift marker (D.end.4)",
    "yak9": "hex with a Yak-9 marker -> fresh, or turned (D.end.4)",
    "moved": "units that have moved in this turn",
}
"""What a rehearsal may say of a position of this game."""

STANDINS = (
    "map: hexes, terrain, rivers, roads, zones, supply edges",
    "units: strengths, movement, steps, backgrounds, colours, ranges, start and arrivals",
    "cards: decks, their sizes, texts and effects",
    *standins(charts().values()),
)
"""What the game plays with placeholders for."""


def lay(state: State, position: Mapping[str, Json]) -> State:
    """A laid position needs nothing else."""
    return state
