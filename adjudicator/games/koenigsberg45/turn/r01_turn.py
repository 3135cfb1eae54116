"""Rule 1, the sequence of play: what follows what, and what the Turn Record Track says of a turn.

1.0 the order of a turn     1.5c the turn advances, the cup is filled again
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from adjudicator.events import CupChanged, FactNoted, HandChanged, TrackMoved, TurnBegan
from adjudicator.mechanics.armies import on_map
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State

from ..charts import charts
from ..events import ChitsJoined
from ..levels import campaign
from ..position import BR2, BR3, COMMANDS, GERMAN
from .r00_chits import CUP, hq_of_chit

ORDER = (
    "SETUP", "BAR_G", "BAR_S2", "BAR_S3", "AIR_RETURN", "AIR_REFIT", "RF_PLACE", "RF_MOVE_G", "RF_MOVE_S",
    "RF_HQCHECK", "REPL_S", "REPL_G", "VOLKSTURM", "REFUGEE", "DRAW",
)  # fmt: skip
AT_START_LATER = ("S43", "S2G")
"""Chits of HQs that are on the map from the start and join the cup on turn 2 (6.1a.2)."""
PER_TURN = ("no-gas", "stopped", "hipper-used", "aside", "rail-zones", "arrived")
"""Facts that are forgotten as the turn advances."""
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


def entries(state: State, column: str, turn: int = 0) -> tuple[str, ...]:
    """The entries of a cell of the Turn Record Track that lists several."""
    return tuple(part.strip() for part in track(state, column, turn).split(",") if part.strip())


@rule("0.5.3", "2.1a.2")
def limit(state: State, command: str) -> int:
    """How many HQs of the German side or of a Soviet Front may be activated this turn (K-R2)."""
    column = {GERMAN: "German HQs", BR2: "2BR HQs", BR3: "3BR HQs"}[command]
    return int(track(state, column))


def last_turn() -> int:
    """The number of turns of the game."""
    return int(charts()["trt"].rows[-1])


@rule("0.6a.1", "1.2a.2", "6.1.1", "6.1a.1", "6.1a.2", "K-R5")
def due(state: State) -> tuple[str, ...]:
    """The chits that join the cup this turn by the Turn Record Track, before any is drawn (1.2a), and are not
    there yet. One of an HQ that is not on the map does not (K-R5): it comes with its HQ."""
    known = {*state.cups[CUP], *(chit for hand in state.hands.values() for chit in hand)}
    return tuple(chit for chit in entries(state, "chits") if chit not in known and playable(state, chit))


@rule("6.1.1")
def hq_arrived(play: Play, unit: str) -> None:
    """A unit has come in: the chit of an HQ joins the cup at once (6.1)."""
    cards = play.state.roster.cards
    join(play, "6.1.1", *(chit for chit in cards if hq_of_chit(play.state, chit) == unit))


def join(play: Play, number: str, *chits: str) -> None:
    """These chits join the cup, if they are not in it."""
    new = tuple(chit for chit in chits if chit not in play.state.cups[CUP])
    if new:
        play.record(ChitsJoined(rule=number, chits=new))


@rule("0.7d.3", "K-R5")
def playable(state: State, chit: str) -> bool:
    """Whether a chit may be in the cup: one of an HQ while that is on the map, another unless it is out of
    the game."""
    hq = hq_of_chit(state, chit)
    return on_map(state, state.units[hq]) if hq else chit not in campaign(state).out


@rule("1.5c.2", "0.5.1", "0.7b.2", "0.7c.5", "6.1a.2", "K-R4", "K-R5")
def refilled(state: State) -> tuple[str, ...]:
    """The cup of the next turn: every chit that has come into the game so far, drawn or not (1.5c), but for
    those that are out of the game or whose HQ is off the map."""
    turns = range(state.turn + 1, last_turn() + 1)
    later = {chit for turn in turns for chit in entries(state, "chits", turn)}
    early = {chit for chit in later if hq_of_chit(state, chit) and chit not in AT_START_LATER}
    come = [chit for chit in state.roster.cards if chit not in later or chit in early]
    return tuple(chit for chit in come if playable(state, chit))


@rule("0.2b.1", "0.8a.1", "1.0.2", "1.0.3", "1.5c.1", "1.5c.2")
def run_advance(play: Play) -> None:
    """ADVANCE_TURN: the cup is filled again and the turn marker moves on; after the last turn
    the game is scored (14.1.3)."""
    if play.state.turn >= last_turn():
        play.go("1.0.2", "SCORE")
        return
    play.record(CupChanged(rule="1.5c.2", cup=CUP, items=refilled(play.state)))
    for side, hand in play.state.hands.items():
        if hand:
            play.record(HandChanged(rule="1.5c.2", side=side, cards=()))
    for command in COMMANDS:
        was = play.state.tracks.get(f"activations-{command}", 0)
        if was:
            play.record(TrackMoved(rule="2.1a.2", track=f"activations-{command}", was=was, now=0))
    for key in PER_TURN:
        if key in play.state.facts:
            play.record(FactNoted(rule="1.5c.1", key=key, value=None))
    play.record(TurnBegan(rule="1.5c.1", turn=play.state.turn + 1))
    on(play, "1.5c.1")
