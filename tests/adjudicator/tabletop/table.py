"""A desk with a game of the project's own module, and players who send logs of VASSAL and words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from email.message import EmailMessage
from pathlib import Path

from adjudicator.state import State
from adjudicator.tabletop.kept import position_of
from adjudicator.tabletop.record import named
from tables.position import Position, SavedFile, Step, read_saved, write_saved
from tables.table import Table as OnTable
from tables.telling import name_of_piece
from tests.adjudicator.house import SECRET, House, text_of
from tests.tables.sampler import write_sampler


class Players(House):
    """A house whose game is a module's."""

    def __init__(
        self, folder: Path, sides: Iterable[str] = ("red", "blue"), rules: Iterable[str] = (),
        accepted: bool = True, secret: bytes = SECRET, module: Path | None = None, reports: str = "at once",
    ) -> None:  # fmt: skip
        folder.mkdir(parents=True, exist_ok=True)
        self.module = module or write_sampler(folder)
        name = named(self.module, tuple(sides), tuple(rules))
        super().__init__(folder, name, secret, accepted=accepted, reports=reports)

    @property
    def state(self) -> State:
        with self.desk.store() as store:
            return self.table(store).state

    @property
    def position(self) -> Position:
        """The true position."""
        return position_of(self.state)

    def at(self, name: str) -> tuple[str, int, int]:
        """Where the first piece of a name is."""
        table = OnTable(self.position)
        return next(table.at[id_] for id_, one in table.pieces.items() if name_of_piece(one) == name)

    def told(self, side: str) -> str:
        """The newest mail to a side, its line breaks taken out."""
        return " ".join(self.last(self.players[side].addresses[0]).split())

    def answer(self, side: str) -> str:
        """The newest answer to a side, its line breaks taken out."""
        found = [one for one in self.mails(self.players[side].addresses[0]) if "Re:" in one["Subject"]]
        return " ".join(text_of(found[-1]).split())

    def saved(self, side: str) -> SavedFile:
        """The newest saved game that a side has."""
        return read_saved(self.saves(side)[-1], "sent.vsav")

    def saves(self, side: str) -> list[bytes]:
        """All saved games that a side has, oldest first."""
        return [data for name, data in self.files(side) if name.endswith(".vsav")]

    def files(self, side: str) -> list[tuple[str, bytes]]:
        mails = self.mails(self.players[side].addresses[0])
        parts = (part for mail in mails for part in mail.iter_attachments())
        return [(part.get_filename() or "", part.get_payload(decode=True) or b"") for part in parts]  # type: ignore[misc]

    def log(self, side: str, *steps: Step, entries: Mapping[str, bytes] | None = None) -> bytes:
        """A log that begins with the newest saved game of a side."""
        sent = self.saved(side)
        return write_saved(sent.position, {**sent.entries, **(entries or {})}, steps)

    def attach(self, side: str, data: bytes, name: str = "moves.vlog", *lines: str) -> None:
        """Send a side's file, with lines if any are given."""
        mail = EmailMessage()
        letter = self.letter(side, *lines).decode("utf-8")
        head, _, body = letter.partition("\n\n")
        for line in head.splitlines():
            key, _, value = line.partition(": ")
            if key in ("From", "To", "Subject", "Date", "Message-ID"):
                mail[key] = value
        mail.set_content(body)
        mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
        self.written += 1
        (self.desk.inbox / f"{self.written:03d}.eml").write_bytes(mail.as_bytes())

    def send(self, side: str, *lines: str) -> str:
        """Send lines, and take the mail in; the answer to them."""
        self.write(side, *lines)
        self.post()
        return self.answer(side)

    def send_log(self, side: str, *steps: Step) -> str:
        """Send a log that begins with what the side has, and take the mail in; the answer to it."""
        self.attach(side, self.log(side, *steps))
        self.post()
        return self.answer(side)
