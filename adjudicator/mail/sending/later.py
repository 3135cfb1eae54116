"""What a side is told later, or in a few words: when its digest is due, and the mail of another deadline."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from datetime import datetime

from adjudicator.mail.desk.deadlines import iso
from adjudicator.mail.desk.table import Table, Taken
from adjudicator.mail.settings.desk_toml import Settings
from adjudicator.mail.telling.rhythm import NEAR, day_ends, is_news
from templates.folding import WIDTH

NOT_KNOWN = (
    "A referee of play-by-mail games got an email with this address as its sender.\n"
    "The address is not known here, so nobody has acted on the email.\n\n"
    "If you play here, write from the address with which you play, or ask the referee\n"
    "to add this one. If you did not write it, you need do nothing. You get this\n"
    "only once.\n"
)
STANDS = "Your last report still has your move and the form for it."


def owe(table: Table, side: str, settings: Settings, now: datetime) -> None:
    """Note that a side, or who watches, is to have a digest when the day ends where its player lives."""
    readers = table.row.players[side].readers if side in table.row.players else ()
    ends = day_ends(now, settings.zone(readers[0][1] if readers else ""))
    table.store.mail.owe_digest(table.number, side, iso(ends))


def is_soon(table: Table, side: str, now: datetime) -> bool:
    """Whether a side has to answer something before long."""
    soon = iso(now + NEAR)
    return any(row.side == side and row.due <= soon for row in table.store.mail.deadlines(table.number))


def word_of(table: Table, taken: Taken, side: str, due: Iterable[str]) -> str:
    """What was entered, and until when a side is to answer now."""
    names, times = table.game.names(), list(dict.fromkeys(due))
    says = " ".join(event.says(names) for event in taken.events if is_news(event, side))
    until = f"Please answer by {' and by '.join(times)}." if times else ""
    return "\n\n".join(textwrap.fill(part, WIDTH) for part in (says, until, STANDS) if part) + "\n"
