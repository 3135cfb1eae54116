"""The sequence of play as a table, and the loop that walks it until somebody must decide."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from adjudicator.events import TurnBegan
from adjudicator.play import Play
from adjudicator.state import Decision

Run = Callable[[Play], None]


@dataclass(frozen=True, slots=True)
class Segment:
    """One row of the sequence of play.

    `run` is called whenever the segment is innermost and no question is open. It does the automatic work,
    asks a player, enters an inner segment, leaves, or goes on to the next one: never nothing.
    """

    id: str
    title: str
    rule: str
    run: Run

    @property
    def heading(self) -> str:
        """Its title, with its number in the rulebook's sequence of play where its id is one: "C.1", "3"."""
        numbered = re.fullmatch(r"([A-Z]\.)?\d+(\.\d+)*", self.id)
        return f"{self.id} {self.title}" if numbered else self.title


Sequence = Mapping[str, Segment]


class DeadEnd(Exception):
    """A segment that neither did anything nor asked anybody: a fault of the game's rules."""


def sequence(*segments: Segment) -> Sequence:
    """The table by segment id, in the order given. Raises ValueError for an id that two of them have."""
    check_once("the id", (segment.id for segment in segments))
    return {segment.id: segment for segment in segments}


def check_once(what: str, words: Iterable[str]) -> None:
    """Each of these words occurs once. Raises ValueError with those that are not."""
    if twice := [word for word, count in Counter(words).items() if count > 1]:
        raise ValueError(f"two parts of the game have {what} {' and '.join(twice)}")


def next_side(play: Play, decision: Decision, sides: Collection[str]) -> None:
    """The side that was asked is done, and the next side moves. After the last side a turn begins. For games
    without rules, whose only segment is "play"."""
    play.close(decision)
    order = list(sides)
    place = (order.index(decision.player) + 1) % len(order)
    if place == 0:
        play.record(TurnBegan(rule="", turn=play.state.turn + 1))
    play.go("", "play", active=order[place])


def advance(play: Play, table: Sequence, passed: Callable[[str], None] = lambda segment: None) -> None:
    """Walk the sequence of play until a player must decide or the game is over; `passed` is called after
    each segment's run with the one of the outermost level before it."""
    while play.state.over is None and not play.state.waiting():
        segment, before, outermost = table[play.state.frame.segment], len(play.events), play.state.segment
        play.mark()
        segment.run(play)
        if len(play.events) == before:
            raise DeadEnd(f"segment {segment.id} of turn {play.state.turn} neither acts nor asks")
        passed(outermost)
