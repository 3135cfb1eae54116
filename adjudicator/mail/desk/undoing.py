"""Games that were rolled back: which sheets and events no longer count, and what a report says instead. The
journal keeps what was undone; a `Restored` names the event after which the game goes on. A side that had not
read of something before it was undone never reads of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from adjudicator.events import EVERYBODY, Corrected, Entry, Event, ProposalEnded
from adjudicator.play import Play
from adjudicator.state import State
from adjudicator.store import Store

UNDO = "undo"
OVERTAKEN = "The game has moved on. The proposed undo no longer applies"


@dataclass(frozen=True, slots=True)
class Back:
    """One time that a game went back: by sheet `by`, to before sheet `first`; event `kept` is the last that
    still counts, and `restored` the one that put the state of then in place."""

    first: int
    by: int
    kept: int
    restored: int

    def took(self, event: int) -> bool:
        """Whether an event was taken back; that the game went back is an event of its own, which counts."""
        return self.kept < event < self.restored - 1


def went_back(store: Store, number: int) -> tuple[Back, ...]:
    """Every time that a game went back, in order."""
    rows = store.journal.events_of(number, "Restored")
    return tuple(Back(row.facts["sheet"], row.sheet, row.facts["event"], row.n) for row in rows)


@dataclass(frozen=True, slots=True)
class Counting:
    """What a report of some sheets and events tells, without what was taken back within it."""

    backs: Sequence[Back]

    def events(self, first: int, last: int) -> Iterator[int]:
        """The events `first` .. `last` that count at the end of them."""
        backs = self._until(last)
        return (n for n in range(first, last + 1) if not any(back.took(n) for back in backs))

    def before(self, first: int, last: int) -> int:
        """After which event stood the position with which the events `first` .. `last` began; where that was
        taken back, the one to which the game went back."""
        at = first - 1
        for back in self._until(last):
            if first <= back.restored and back.took(at):
                at = back.kept
        return at

    def sheets(self, since: int, upto: int) -> Iterator[tuple[int, int]]:
        """The sheets after `since` up to one that count at the end of them, as (after, up to)."""
        backs = [back for back in self.backs if since < back.by <= upto]
        if not backs:
            yield since, upto
            return
        for n in range(since + 1, upto + 1):
            if not any(back.first <= n < back.by for back in backs):
                yield n - 1, n

    def _until(self, last: int) -> list[Back]:
        return [back for back in self.backs if back.restored <= last]


def overtake(play: Play, before: State) -> None:
    """Let go of a proposal to go back where the game has moved on for everybody to see. What one side did in
    secret moves nothing: nobody may learn of it by this."""
    same = before.proposals.get(UNDO)
    still = play.state.proposals.get(UNDO)
    if same and still and same["what"] == still["what"] and any(map(moves, play.events)):
        play.record(ProposalEnded(rule="", what=OVERTAKEN, matter=UNDO))


def moves(event: Event) -> bool:
    """Whether everybody sees that an event has moved the game on."""
    return event.to == EVERYBODY and (isinstance(event, Corrected) or not isinstance(event, Entry))


def played(events: Iterable[Event]) -> bool:
    """Whether a sheet did anything in the game, and not only speak of what was proposed."""
    return any(isinstance(event, Corrected) or not isinstance(event, Entry) for event in events)
