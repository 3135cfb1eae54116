"""Letters from the server into the inbox of the desk; and, once dealt with, to where they belong there.

A letter is noted in the store before its file is laid into the inbox, and forgotten there after it was moved
on the server. So at every moment it is known which letters are here, and which must be fetched again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from time import monotonic

from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.passwords import Passwords
from adjudicator.mail.holding.intake import settled_name
from adjudicator.mail.policy.mail_policy import Action
from adjudicator.mail.reading.letter import read_letter
from adjudicator.mail.reading.sender import normal_address
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.servers.errors import LetterError, MailboxError
from adjudicator.mail.servers.imap import Found, ImapFolder
from adjudicator.mail.servers.pauses import longer, rests
from adjudicator.mail.writing.maildir import deliver, find_letter
from adjudicator.store import Fetched, Mailbox, Pause, Store

SKEW = timedelta(hours=1)
"""How far the clock of a server may be behind ours."""
AGAIN = timedelta(days=1)
"""After this long a letter that the server did not give is asked for again."""
MOST_BREAKS = 3
"""How often a connection may break off at the same letter before the others have their turn."""
SECONDS = 300.0
"""How long letters are fetched in one round: then those that are here are judged."""
_PASSED_OVER = """\
The mail server does not give hexpost the email with UID {uid} in the
folder {folder}: {why}

Later emails are fetched and handled as usual. hexpost asks for this one again
once a day. Look at it with your mail program. If a player sent it, ask the
player to send the orders again in a new email.
"""


class Fetching:
    """What goes between a folder on a server and the desk."""

    def __init__(self, desk: Desk, store: Store, imap: ImapFolder) -> None:
        self.desk, self.store, self.imap = desk, store, imap
        self.box = desk.settings.mail_in.box

    # -- from the server -----------------------------------------------------------------------------------

    def fetch(self, now: datetime, stopped: Callable[[], bool]) -> int:
        """Lay the new letters into the inbox; how many. Raises MailboxError, with those before laid."""
        self.imap.begin_round()
        until = monotonic() + SECONDS
        box, count = self.begin(now), 0
        for row in self.store.transit.fetched(self.box):
            if self._is_lost(row) and not self._was_known(row, box):
                count += self._lay(row, self.imap.letter(row.uid))
        again = [uid for uid in self._skipped(box, now) if uid < box.next]
        for uid in (*again, *self.imap.uids(box.next)):
            if stopped() or monotonic() > until:
                break
            count += self._try(uid, box, now)
        return count

    # -- letters that the server does not give -------------------------------------------------------------

    def _try(self, uid: int, box: Mailbox, now: datetime) -> int:
        """Take a letter; one that the server does not give is passed over, told of once, and tried again
        every day: it must not keep the others back. Raises MailboxError."""
        name = _paused(box, uid)
        before = self.store.transit.pause(name)
        pause = longer(before, name, now, AGAIN, AGAIN)
        try:
            count = self._take(uid, box)
        except LetterError as wrong:
            self._pass_over(uid, box, pause, str(wrong), now)
            if wrong.broken:
                raise MailboxError(f"email {uid} on the server: {wrong}", "network") from None
            return 0
        except MailboxError as wrong:  # perhaps it is this letter at which the connection breaks each time
            if wrong.kind == "network":
                self._broke_off(uid, box, pause, str(wrong), now)
            raise
        if before:
            with self.store.transaction():
                self.store.transit.end_pause(name)
        return count

    def _broke_off(self, uid: int, box: Mailbox, pause: Pause, why: str, now: datetime) -> None:
        if pause.tries >= MOST_BREAKS:
            self._pass_over(uid, box, pause, why, now)
            return
        with self.store.transaction():
            self.store.transit.keep_pause(replace(pause, until=now.isoformat(timespec="seconds")))

    def _pass_over(self, uid: int, box: Mailbox, pause: Pause, why: str, now: datetime) -> None:
        """Go on after a letter that cannot be had; the referee is told by mail, once."""
        told = f"passed over {pause.what}"
        known = self.store.transit.note(told)
        with self.store.transaction():
            self.store.transit.keep_pause(pause)
            self.store.transit.set_note(told, why)
            if uid >= box.next:
                self.store.transit.keep_mailbox(replace(box, next=uid + 1))
        if not known:
            text = _PASSED_OVER.format(uid=uid, folder=self.desk.settings.mail_in.folder, why=why)
            Despatch(self.desk, self.store, now).tell_referee("An email cannot be fetched", text)

    def _skipped(self, box: Mailbox, now: datetime) -> list[int]:
        """The UIDs of the letters that were passed over and are to be tried again today."""
        begin = _paused(box)
        found = self.store.transit.pauses(begin)
        return [int(one.what.removeprefix(begin)) for one in found if not rests(one, now, AGAIN)]

    # -- one letter ------------------------------------------------------------------------------------------

    def begin(self, now: datetime) -> Mailbox:
        """How far the folder was read. Where it is new to us, what lies in it stays as it is; where its UIDs
        have changed, letters that came since the first time are looked through again."""
        known, imap = self.store.transit.mailbox(self.box), self.imap
        if known and known.validity == imap.validity:
            return known
        after = imap.after_last()
        if known is None:
            since = (now - SKEW).isoformat(timespec="seconds")
            found = Mailbox(self.box, imap.validity, after, after, since)
        else:
            found = replace(known, validity=imap.validity, next=1, known=after)
        with self.store.transaction():
            self.store.transit.keep_mailbox(found)
            self.store.transit.forget_fetched(self.box)
        return found

    def _take(self, uid: int, box: Mailbox) -> int:
        """Take a letter from the server, if it is for the desk; how many that were."""
        found = self.imap.letter(uid) if self._is_for_us(uid, box) else None
        row = None
        if found is not None:
            found = replace(found, raw=Passwords(self.desk).take_out(found.raw))
            digest = hashlib.sha256(found.raw).hexdigest()
            row = Fetched(self.box, uid, digest, f"{found.came}.{box.validity}.{uid}.eml")
        with self.store.transaction():
            if uid >= box.next:
                self.store.transit.keep_mailbox(replace(box, next=uid + 1))
            if row:
                self.store.transit.add_fetched(row)
        if row is None or not self._is_lost(row) or self._was_known(row, box):
            return 0
        return self._lay(row, found)

    def _is_for_us(self, uid: int, box: Mailbox) -> bool:
        """Whether a letter is to be taken: never one from before, nor one of the desk's own."""
        found = self.imap.sender(uid)
        if found is None:
            return False
        writer = read_letter(found.raw).address
        if (uid < box.known and _was_before(found.came, box)) or writer == normal_address(
            self.desk.settings.address
        ):
            return False
        ours = self.desk.settings.mail_in.take == "all" or writer in self._players
        most = self.desk.settings.mail_in.largest
        if ours and found.size > most * 1_000_000:
            raise LetterError(f"it has {found.size:,} bytes, and {most} MB are fetched at most (largest)")
        return ours

    @cached_property
    def _players(self) -> set[str]:
        """The addresses of all players, and of those who stand in for them."""
        seats = (seat for game in self.store.journal.games() for seat in game.players.values())
        people = (one for seat in seats for one in seat.people)
        return {normal_address(address) for one in people for address in one.addresses}

    def _is_lost(self, row: Fetched) -> bool:
        """Whether a letter that was noted never came to lie here, and was not dealt with either.

        One that was held may have been put back on the server, to be looked at again: its file alone counts.
        """
        known = self.store.mail.dealt_with(row.sha256)
        if known and known[0] != Action.HOLD:
            return False
        settled = settled_name(row.name, row.sha256)
        there = (folder / settled for folder in (self.desk.done, self.desk.held))
        return find_letter(self.desk.inbox, row.name) is None and not any(path.exists() for path in there)

    def _was_known(self, row: Fetched, box: Mailbox) -> bool:
        """Whether a letter was dealt with before its folder's UIDs changed."""
        return row.uid < box.known and self.store.mail.dealt_with(row.sha256) is not None

    def _lay(self, row: Fetched, found: Found | None) -> int:
        """Lay a letter into the inbox; one that somebody took from the server meanwhile is forgotten."""
        if found is None:
            with self.store.transaction():
                self.store.transit.drop_fetched(row)
            return 0
        deliver(self.desk.inbox, row.name, found.raw)
        return 1

    # -- on the server ---------------------------------------------------------------------------------------

    def put_away(self) -> None:
        """Move on the server what is dealt with. Raises MailboxError; then it is done the next time."""
        for row in self.store.transit.fetched(self.box):
            known = self.store.mail.dealt_with(row.sha256)
            if known is None or find_letter(self.desk.inbox, row.name):
                continue
            self.imap.put_away(row.uid, held=known[0] == Action.HOLD)
            with self.store.transaction():
                self.store.transit.drop_fetched(row)


def _paused(box: Mailbox, uid: int | None = None) -> str:
    """How the pause of a letter is called that the server does not give; without its UID how all begin."""
    return f"letter {box.box} {box.validity} {'' if uid is None else uid}"


def _was_before(came: int, box: Mailbox) -> bool:
    """Whether a letter lay there before the desk was connected; not one of which nobody knows."""
    return came > 0 and datetime.fromtimestamp(came, UTC).isoformat(timespec="seconds") < box.since
