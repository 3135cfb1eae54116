"""A mail run over a store that several share: each worker takes letters as they come, game by game.

One worker at a time lays what came in its folder into the store. Each letter is one transaction, in which its
games are in the worker's hands: nothing is judged twice, the letters of a game are judged in their order, and
where a worker is killed its letter is free again. What is to be done for the whole desk, deadlines above all,
is done by one of them while the others pause.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from adjudicator.mail.desk import LOCK, Desk, DeskError
from adjudicator.mail.holding.inbox import Ahead, Slip, inbox, once
from adjudicator.mail.holding.intake import Arrival, again, arrivals, settled_name
from adjudicator.mail.reading.block import Block, find_blocks
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.run.clerk import Clerk
from adjudicator.store import Store, StoreBusy
from adjudicator.store.arrivals import Arrivals, InHand, Waiting
from files import private

AT_ONCE = 50
"""So many letters are laid into the store in one transaction."""
FORGOTTEN_SECONDS = 60.0
"""After so long the file of a letter that was dealt with is put away, if its worker has not."""
_TO_SOMEBODY = re.compile(r"(?im)^[^\w\n]*to\b[^\n:]{1,200}:")
"""How a line may begin that has words for another player: such a letter may touch all games of its writer."""


class Worker(Clerk):
    """One of several clerks at one desk."""

    def __init__(self, desk: Desk, store: Store, now: datetime) -> None:
        super().__init__(desk, store, now)
        self.waiting = Arrivals(store.database)
        self.n, self.newest, self.copies = 0, 0, False
        self.busy, self.left = set[int](), set[int]()
        self.touched: dict[str, set[int]] = {}
        private.make_folder(desk.taken)

    # -- letters come in -----------------------------------------------------------------------------------

    def lay_in(self, stopped: Callable[[], bool]) -> None:
        """Lay the letters of this folder into the store, unless another worker is doing so; `copies` says
        whether some of the same bytes as one that waits were left for later."""
        self.copies = False
        if not self.store.database.try_for("intake", stay=True):
            return
        try:
            self.registry.catch_up()
            self._put_away_forgotten()
            batch: list[Slip] = []
            for arrival in arrivals(inbox(self.desk), biggest=self.biggest):
                if stopped():
                    break
                if any(slip.arrival.sha256 == arrival.sha256 for slip in batch):
                    self.copies = True
                    continue
                batch += self._laid_out(arrival)
                if len(batch) == AT_ONCE:
                    self._lay(batch)
                    batch = []
            self._lay(batch)
        finally:
            self.store.database.leave("intake")

    def _is_new(self, arrival: Arrival) -> bool:
        if not self.waiting.knows(arrival.sha256):
            return super()._is_new(arrival)
        if any(self.desk.taken.glob(f"*-{arrival.sha256[:16]}.eml")):
            self.copies = True  # it is looked at when the first was dealt with
        else:  # a worker was killed between the store and the folder
            self._take_up(arrival)
        return False

    def _slip(self, arrival: Arrival, letter: Letter) -> Slip:
        self.touched[arrival.sha256] = self._games_of(letter)
        return super()._slip(arrival, letter)

    def _lay(self, batch: Sequence[Slip]) -> None:
        """Let letters wait in the store, and their files in taken/."""
        if not batch:
            return
        with self.store.transaction():
            for slip in sorted(batch, key=lambda one: one.place):
                self.waiting.lay(self._to_wait(slip), self.touched.pop(slip.arrival.sha256))
        for slip in batch:
            self._take_up(slip.arrival)

    def _take_up(self, arrival: Arrival) -> None:
        arrival.path.replace(self.desk.taken / settled_name(arrival.path.name, arrival.sha256))

    def _to_wait(self, slip: Slip) -> Waiting:
        arrival = again(slip.arrival, self.biggest)
        return Waiting(
            arrival.sha256, arrival.source, settled_name(arrival.path.name, arrival.sha256), arrival.raw,
            arrival.size, _iso(slip.arrival.came), _iso(slip.written), slip_text(slip),
        )  # fmt: skip

    def _games_of(self, letter: Letter) -> set[int]:
        """The games that a letter may touch: those of its blocks, and all of its writer's if it may hold
        words to another player."""
        named = {
            int(block.game)
            for block in find_blocks(letter)
            if isinstance(block, Block) and block.game in self.registry.players
        }
        if named and not _TO_SOMEBODY.search(letter.text):
            return named
        return named | {int(game) for game in self.registry.games(letter.address)}

    def _put_away_forgotten(self) -> None:
        """Put away the files of letters whose worker was killed, or is at work on another computer."""
        before = time.time() - FORGOTTEN_SECONDS
        old = [path for path in self.desk.taken.glob("*.eml") if path.stat().st_ctime < before]
        for arrival in arrivals(old, biggest=self.biggest):
            known = self.store.mail.dealt_with(arrival.sha256)
            if known is not None and not self.waiting.knows(arrival.sha256):
                super()._file(arrival, known[0])

    # -- letters are dealt with ----------------------------------------------------------------------------

    def work(self, stopped: Callable[[], bool]) -> bool:
        """Deal with the letters that wait by now, each when it can be had, till none can or stopped; whether
        any was."""
        self.newest, self.busy, dealt = self.waiting.newest(), set(), False
        while not stopped():
            self.n = 0
            try:
                self._deal(Arrival("", Path()), ())
            except StoreBusy:
                if not self.n:
                    break
                self.busy.add(self.n)  # another worker has one of its games
            else:
                self.busy, dealt = set(), True
        return dealt

    @contextmanager
    def _in_hand(self, arrival: Arrival, later: Sequence[Slip]) -> Iterator[tuple[Arrival, Sequence[Slip]]]:
        with self.store.transaction():
            self.store.database.wait_for(LOCK, shared=True)
            self.n = self.n or self.waiting.first(self.newest, self.busy | self.left)
            found = self.waiting.claim(self.n) if self.n else None
            if found is None:
                raise StoreBusy("another worker is handling this email")
            self.left.add(self.n)  # till it is dealt with: a fault may leave it where it is
            for game in filter(None, found.games):
                self.tables.renew(game)
                self.registry.renew(game)
            yield self._of(found)
            self.waiting.drop(self.n)
        self.left.discard(self.n)

    def _of(self, found: InHand) -> tuple[Arrival, Sequence[Slip]]:
        """A letter as it came, and the slips of those behind it."""
        told = found.letter
        arrival = Arrival(
            told.source, self.desk.taken / told.file, bytes(told.raw), told.size, told.sha256,
            came=datetime.fromisoformat(told.came),
        )  # fmt: skip
        return arrival, once(map(slip_of, (told.slip, *found.later)))[1:]

    def _move(self, arrival: Arrival, action: str) -> str:
        """Move a letter's file, if it came in this folder; else who works there does."""
        return super()._move(arrival, action) if arrival.path.exists() else ""

    # -- for the whole desk --------------------------------------------------------------------------------

    @contextmanager
    def on_duty(self, wait: float) -> Iterator[bool]:
        """Do what is for one worker alone, while the others pause; False where another does."""
        database = self.store.database
        if not database.try_for("duty", stay=True):
            yield False
            return
        try:
            if not database.alone(LOCK, wait):
                raise DeskError(f"{self.desk.folder}: another hexpost is at work at this desk; try again")
            try:
                self.tables.forget()
                yield True
            finally:
                database.leave(LOCK)
        finally:
            database.leave("duty")


def slip_text(slip: Slip) -> str:
    """What must be known of a letter while others before it are dealt with."""
    sheets = [[one.game, one.side, one.turn, one.code, sorted(one.verbs), one.unclear] for one in slip.sheets]
    told = [_iso(slip.written), _iso(slip.arrival.came), slip.arrival.source]
    return json.dumps([*told, slip.address, slip.message_id, slip.dated_print, sheets])


def slip_of(text: str) -> Slip:
    """A slip as it was kept."""
    written, came, source, address, message_id, dated_print, sheets = json.loads(text)
    arrival = Arrival(source, Path(), came=datetime.fromisoformat(came))
    ahead = tuple(
        Ahead(game, side, turn, code, frozenset(verbs), unclear)
        for game, side, turn, code, verbs, unclear in sheets
    )
    return Slip(arrival, datetime.fromisoformat(written), address, message_id, dated_print, ahead)


def _iso(time: datetime) -> str:
    """A time that sorts as it stands."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")
