"""What players call their password in VASSAL: kept in the desk's folder passwords/ and nowhere else.

A file of its own for each log that came, until its letter is known to be its player's, and for each side of a
game, by the address from which its player writes.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, encodebytes
from collections.abc import Mapping, Sequence
from pathlib import Path

from adjudicator.catalogue import is_module
from adjudicator.mail.desk import Desk
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.reading.passwords import without_passwords
from adjudicator.mail.reading.sender import normal_address
from adjudicator.store import MailRow, Seat, Store
from files import private
from files.whole import write_all
from maps.space import slug

SAVED_GAME = b"application/x-vassal-save"
_SAVED = re.compile(
    rb"(Content-Type: application/x-vassal-save\nContent-Transfer-Encoding: base64\n(?:[^\n]+\n)*\n)"
    rb"([A-Za-z0-9+/=\n]+\n)(?=\n--=_)"
)


MOST_WAITING = 50
"""Of so many logs the passwords are kept that came in letters which nobody has judged."""


class Passwords:
    """The passwords of one desk."""

    def __init__(self, desk: Desk) -> None:
        self.folder = desk.passwords

    # -- letters in --------------------------------------------------------------------------------

    def take_out(self, raw: bytes) -> bytes:
        """A letter without the passwords in its logs, which are kept until it is known whose it is."""
        return without_passwords(raw, self._shut)

    def _shut(self, data: bytes) -> bytes:
        from tables.passwords import digest_of, shut  # only a log needs VASSAL

        new, words = shut(data, self._known())
        if words:
            self._write(f"log-{digest_of(data)}.json", words)
            self._forget()
        return new

    def _forget(self) -> None:
        """Of logs of which nobody has learned whose they are, only the newest are kept."""
        waiting = sorted(self.folder.glob("log-*.json"), key=lambda one: one.stat().st_mtime_ns)
        for file in waiting[:-MOST_WAITING]:
            file.unlink()

    def know(self, game: int, side: str, name: str, letter: Letter) -> None:
        """The log of a letter is that of a side's own player. `name` is what the module calls the side.

        What was kept until that was known is kept no longer.
        Who could only watch has another password now: the old one is forgotten, and the seat is free.
        """
        file = f"{game}-{side}.json"
        for log in letter.logs:
            from tables.seats import OBSERVER  # whoever sends no log waits for no module to be understood

            words = self._read(f"log-{log.digest}.json")
            word = words.get(name, "")
            if not word or not letter.address:
                continue
            known = {one: old for one, old in self._read(file).items() if old != word}
            watches = words.get(OBSERVER, word) != word
            self._write(file, known if watches else {**self._read(file), letter.address: word})
            (self.folder / f"log-{log.digest}.json").unlink(missing_ok=True)

    # -- mails out ---------------------------------------------------------------------------------

    def write_in(self, mail: MailRow, seat: Seat) -> bytes:
        """A mail to a side's player with the password in its saved game: that of the reader's own, or of
        another address of the same person."""
        known = self._read(f"{mail.game}-{mail.side}.json")
        reader = normal_address(mail.recipient)
        same = next((one.addresses for one in seat.people if reader in one.addresses), ())
        word = next((known[one] for one in (reader, *same) if one in known), "")

        def signed_part(part: re.Match[bytes]) -> bytes:
            from tables.passwords import signed

            data = b64decode(part[2])
            return part[1] + encodebytes(signed(data, lambda name: slug(name) == mail.side, word))

        return _SAVED.sub(signed_part, mail.raw)

    def _known(self) -> set[str]:
        """All passwords that players have or had."""
        files = self.folder.glob("*-*.json") if self.folder.is_dir() else ()
        return {word for file in files for word in self._read(file.name).values()}

    # -- files -------------------------------------------------------------------------------------

    def _read(self, name: str) -> Mapping[str, str]:
        try:
            found = json.loads((self.folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self, name: str, words: Mapping[str, str]) -> None:
        private.make_folder(self.folder)
        text = json.dumps(dict(sorted(words.items())), ensure_ascii=False)
        write_all({self.folder / name: text.encode("utf-8", "surrogatepass")}, private.opener)


def signed(desk: Desk, store: Store, mail: MailRow) -> bytes:
    """A mail as it goes out: a saved game of a published module has its reader's own password then."""
    row = store.journal.game(mail.game) if mail.game is not None and SAVED_GAME in mail.raw else None
    seat = row.players.get(mail.side) if row and is_module(row.game) else None
    return Passwords(desk).write_in(mail, seat) if seat else mail.raw


def passwordless(raw: bytes) -> bytes:
    """A mail as it leaves the desk in a backup: what was written into its saved games is out again."""
    from tables.passwords import shut, unsigned

    if SAVED_GAME in raw and _SAVED.search(raw):
        return without_passwords(raw, unsigned)
    return without_passwords(raw, lambda data: shut(data)[0])


def take_out_of(
    file: Path, passwords: Passwords, waiting: Path, letters: Sequence[tuple[int, int]] = ()
) -> None:
    """Take passwords out of a letter's file, or of each of the `letters` in it. It keeps its name and its
    time. Raises OSError."""
    import os

    raw, told = file.read_bytes(), file.stat()
    parts, at = list[bytes](), 0
    for start, stop in letters or [(0, len(raw))]:
        parts += [raw[at:start], passwords.take_out(raw[start:stop])]
        at = stop
    new = b"".join((*parts, raw[at:]))
    if new == raw:
        return
    private.write(waiting / file.name, new)
    os.utime(waiting / file.name, ns=(told.st_atime_ns, told.st_mtime_ns))
    (waiting / file.name).replace(file)
