"""Mails laid into the outbox."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.passwords import signed
from adjudicator.mail.writing.maildir import deliver
from adjudicator.store import MailRow, Store, StoreError, StoreUnusable
from adjudicator.store.database import Row


def lay(desk: Desk, store: Store, rows: Iterable[Row], stamp: str, remark: Callable[[str], None]) -> int:
    """Put these mails into the outbox at this time; return how many are there now. A fault of one is a
    remark."""
    laid: list[MailRow] = []
    for row in rows:
        try:
            mail = store.mail.unpacked(row)
            deliver(desk.outbox, mail.name, signed(desk, store, mail))
        except StoreUnusable:
            raise
        except (StoreError, OSError) as wrong:
            remark(f"an email could not be written to the outbox: {wrong}")
        else:
            laid.append(replace(mail, raw=b""))
    if laid:
        store.mail.mark_delivered(laid, stamp)
    return len(laid)
