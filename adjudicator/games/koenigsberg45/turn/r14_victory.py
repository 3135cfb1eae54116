"""Rule 14, victory: who holds the fourteen Victory Point hexes, and what that is worth.

14.1  control of hexes       holder, entered
14.2  sudden death           run_sudden_death
14.3  levels of victory      level, run_score
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.events import ControlChanged, GameEnded, TrackMoved
from adjudicator.mechanics.remembered import of_board
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import Json, State, Unit
from maps.board import Board

from ..charts import charts
from ..levels import campaign
from ..position import DEFENCE, GERMAN, ISOLATED, OUT_OF_SUPPLY, SIDES, SOVIET, fighters, is_combat, printed
from ..terrain import ELBING, KOENIGSBERG, is_victory_hex, name, settlement
from . import r01_turn
from .r12_hqs import PINNED, release

TAKEN = "vp-taken"
"""The fact in which the hexes are that the Soviets have taken so far, lost again or not (K-R54)."""
RELEASING = 2


@rule("14.1.1", "K-R60")
def holder(state: State, space: str) -> str:
    """The side that holds a hex: by its control marker, otherwise the side that held it at the start (14.1,
    K-R60)."""
    return state.control.get(space) or str(state.board.spaces[space].facts.get("held", ""))


@rule("14.3a.1")
@of_board
def victory_hexes(board: Board) -> tuple[str, ...]:
    """The fourteen Victory Point hexes, as they are printed."""
    return tuple(space.id for space in board.spaces.values() if space.facts.get("vp"))


@rule("0.8b.1", "14.1.3")
def vp(state: State, side: str) -> int:
    """How many Victory Point hexes a side holds."""
    return sum(holder(state, space) == side for space in victory_hexes(state.board))


@rule("14.1.2", "K-R15", "K-R55")
def takes(state: State, unit: Unit, space: str) -> bool:
    """Whether a unit's entry turns the marker of a hex: a combat unit does, in a Victory Point hex only one
    with a defence above zero (14.1); Germans take hexes back in the same way (K-R55)."""
    if holder(state, space) == unit.side or not is_combat(state, unit):
        return False
    return not is_victory_hex(state, space) or printed(state, unit, DEFENCE) > 0


@rule("0.8b.1", "14.1.2", "K-R55", "K-R60")
def entered(play: Play, unit_id: str, space: str) -> None:
    """A unit has entered a hex: a Victory Point hex or another settlement changes hands."""
    unit = play.state.units[unit_id]
    if not settlement(play.state, space) and not is_victory_hex(play.state, space):
        return
    if not takes(play.state, unit, space):
        return
    was, counts = holder(play.state, space), is_victory_hex(play.state, space)
    number = "14.1.2" if counts else "1.2c.1"
    play.record(ControlChanged(rule=number, space=space, was=was, now=unit.side))
    if counts:
        score(play, space, unit.side)


@rule("0.8b.1", "12.8.3", "K-R54")
def score(play: Play, space: str, side: str) -> None:
    """A Victory Point hex has changed hands: the total moves, and the second hex that the Soviets take, held
    or lost again, frees the HQs of 12.8."""
    was = play.state.tracks["vp-soviet"]
    now = was + (1 if side == SOVIET else -1)
    play.record(TrackMoved(rule="0.8b.1", track="vp-soviet", was=was, now=now, why=name(play.state, space)))
    if side == SOVIET and space not in campaign(play.state).vp_taken:
        play.remember("12.8.3", TAKEN, space)
    if max(len(campaign(play.state).vp_taken), now) >= RELEASING:
        release(play, "12.8.3", PINNED)


@rule("1.5b.1", "14.2.1", "14.2.2", "K-R57")
def fallen(state: State) -> tuple[str, ...]:
    """Which of Königsberg and Elbing the Soviets occupy as the turn ends, with a combat unit in supply."""
    markers = {OUT_OF_SUPPLY, ISOLATED}
    towns = (KOENIGSBERG, ELBING)
    return tuple(s for s in towns if any(not markers & unit.flags for unit in fighters(state, s, SOVIET)))


@rule("1.0.2", "1.5b.1", "14.2.1", "14.2.3")
def run_sudden_death(play: Play) -> None:
    """SUDDEN_DEATH: the game ends at once if Königsberg or Elbing has fallen."""
    towns = fallen(play.state)
    if not towns:
        r01_turn.on(play, "14.2.3")
        return
    lost = " and ".join(name(play.state, town) for town in towns)
    why = f"Soviet sudden death victory in {lost}"
    play.record(GameEnded(rule="14.2.1", winner=SOVIET, why=why, points=points(play.state)))


LEVELS = ("14.3.1", "14.3.2", "14.3.3", "14.3.4", "14.3.5", "14.3.6")
"""The clauses of the levels, in the order of the chart."""


@rule(*LEVELS, "K-R56")
def level(held: int) -> tuple[str, str, str]:
    """What a number of German Victory Point hexes is worth: the clause, the level, the winner. 0, which the
    list does not name, counts as 1 (K-R56)."""
    chart = charts()["victory"]
    for number, row in zip(LEVELS, chart.rows, strict=True):
        least, _, most = row.partition("-")
        if int(least) <= held <= int(most or least):
            return number, chart.cell("level", row), chart.cell("winner", row)
    raise ValueError(f"there are no {held} Victory Point hexes")


@rule("1.0.2", "14.1.3", "14.2.3")
def run_score(play: Play) -> None:
    """SCORE: after the last turn the hexes in German hands are counted."""
    held = vp(play.state, GERMAN)
    number, title, winner = level(held)
    why = f"{title}, {held} Victory Point hexes in German hands"
    play.record(GameEnded(rule=number, winner=winner, why=why, points=points(play.state)))


def points(state: State) -> dict[str, int]:
    """The Victory Point hexes of each side."""
    return {side: vp(state, side) for side in SIDES}


def standings(state: State) -> Mapping[str, Json]:
    """The Victory Point hexes that each side holds."""
    return {side: {"Victory Point hexes": count} for side, count in points(state).items()}
