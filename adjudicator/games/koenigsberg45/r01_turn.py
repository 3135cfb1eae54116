"""Rule 1, the sequence of play: what follows what, and what the Turn Record Track says of a turn.

1.0 the order of a turn     1.5c the turn advances, the cup is filled again
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State

from .charts import charts
from .position import BR2, BR3, GERMAN, SOVIET

ORDER = (
    "SETUP", "BAR_G", "BAR_S2", "BAR_S3", "AIR_RETURN", "AIR_REFIT", "RF_PLACE", "RF_MOVE_G", "RF_MOVE_S",
    "RF_HQCHECK", "REPL_S", "REPL_G", "VOLKSTURM", "REFUGEE", "DRAW",
)  # fmt: skip
END = ("SUPPLY", "END_VOLKSTURM", "SUDDEN_DEATH", "ADVANCE_TURN", "AIR_RETURN")
NEXT: Mapping[str, str] = {**dict(pairwise(ORDER)), **dict(pairwise(END)), "CLOSE": "DRAW"}
"""What follows a segment when it is over, where no chit decides."""


@rule("1.0.1")
def on(play: Play, number: str) -> None:
    """The segment is over: the next one of the turn begins (1.0)."""
    play.go(number, NEXT[play.state.segment])


def track(state: State, column: str, turn: int = 0) -> str:
    """What the Turn Record Track shows for a turn, this one if none is named; "" for an empty cell."""
    text = charts()["trt"].cell(column, str(turn or state.turn))
    return "" if text == "-" else text


def entries(state: State, column: str) -> tuple[str, ...]:
    """The entries of a cell of the Turn Record Track that lists several."""
    return tuple(part.strip() for part in track(state, column).split(",") if part.strip())


@rule("0.5.3", "2.1a.2")
def limit(state: State, command: str) -> int:
    """How many HQs of the German side or of a Soviet Front may be activated this turn (K-R2)."""
    column = {GERMAN: "German HQs", BR2: "2BR HQs", BR3: "3BR HQs"}[command]
    return int(track(state, column))


def replacements(state: State, side: str) -> int:
    """The replacement points of a side this turn."""
    return int(track(state, "replacements S" if side == SOVIET else "replacements G"))


def last_turn() -> int:
    """The number of turns of the game."""
    return int(charts()["trt"].rows[-1])


def run_advance(play: Play) -> None:
    """ADVANCE_TURN: the turn marker moves on."""
    on(play, "1.5c.1")
