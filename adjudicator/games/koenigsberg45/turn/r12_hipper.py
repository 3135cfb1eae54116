"""Rule 12.6, the heavy cruiser Admiral Hipper: guns in the Frisches Haff from turn 8."""

from __future__ import annotations

from adjudicator.events import FactNoted, UnitPlaced
from adjudicator.mechanics.armies import distance
from adjudicator.mechanics.remembered import of_board
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import State
from maps.board import Board

from ..fog import occur
from ..levels import activation, campaign
from ..position import GERMAN, HAFF, RANGE, printed
from ..terrain import FRISCHES_HAFF, name
from . import r02_command

SHIP = "Hipper"
USED = "hipper-used"
REACH = 2


@rule("12.6.1", "0.1g.3")
def arrive(play: Play) -> None:
    """The ship comes into the Frisches Haff, and stays."""
    occur(play, UnitPlaced(rule="12.6.1", unit=SHIP, at=HAFF, steps=1, why="arrives"))


@rule("12.6.2", "12.6.3", "K-R62")
def check_ship(state: State, side: str, hq: str, space: str) -> None:
    """Whether the ship may support an attack on a hex under this HQ now. Raises Refused."""
    if side != GERMAN or state.units[SHIP].at != HAFF:
        raise Refused("12.6.1", "Admiral Hipper is not in the Frisches Haff for you")
    if campaign(state).hipper_used:
        raise Refused("12.6.3", "Admiral Hipper has been used this turn")
    if from_haff(state, space) > REACH:
        raise Refused("12.6.2", f"{name(state, space)} is more than two hexes from the Frisches Haff")
    if not commands(state, hq):
        raise Refused("12.6.3", f"Admiral Hipper is out of the range of {hq or 'every HQ'}")


def may_fire(state: State, side: str, hq: str, space: str) -> bool:
    """Whether the ship could support an attack."""
    return refusal(check_ship, state, side, hq, space) is None


@rule("12.6.3", "2.2e.2", "K-R62")
def commands(state: State, hq: str) -> bool:
    """Whether the ship is within an HQ's range, the whole Haff counting as one hex; of the HQ that acts, as
    it was when that was activated (2.2e)."""
    if not hq:
        return False
    most, now = printed(state, state.units[hq], RANGE), activation(state)
    acts = now.post and now.hq == hq
    reached = r02_command.around(state, hq, now.post) if acts else r02_command.within(state, hq)
    return any(far + 1 <= most for space, far in reached.items() if from_haff(state, space) == 1)


@rule("12.6.2")
def from_haff(state: State, space: str) -> int:
    """Hexes from the Frisches Haff to a hex."""
    return min(distance(state, space, water) for water in haff(state.board))


@of_board
def haff(board: Board) -> frozenset[str]:
    """The hexes of the Frisches Haff."""
    return frozenset(space for space, one in board.spaces.items() if one.facts.get("body") == FRISCHES_HAFF)


@rule("12.6.3")
def used(play: Play) -> None:
    """The ship has fired this turn."""
    play.record(FactNoted(rule="12.6.3", key=USED, value=True))
