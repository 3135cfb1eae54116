"""The start of the game (D.comp): the position, the decks, the first turn."""

from __future__ import annotations

from adjudicator.rulings import rule
from adjudicator.state import Frame, State, Unit
from counters.roster.counter import Counter
from counters.roster.load import load_roster
from maps.board import Board
from maps.reading.load import load_board

from .cards import BOX, laid_out
from .orders import GAME
from .pieces import ALARM, RIFLES, check_counters
from .position import AD_HOC, NAVAL, SIDES, SOVIET_HQ
from .r1_entry import entry_hexes
from .r2_end import TRACK

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
    return State(
        board=board,
        roster=roster,
        sides=SIDES,
        units=units,
        frames=(Frame("SCHWERPUNKT"),),
        tracks={TRACK: 0},
        hands={**dict.fromkeys(SIDES, ()), **dict.fromkeys(BOX.values(), ())},
        cups=laid_out(),
    )
