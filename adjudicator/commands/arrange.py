"""How a referee's change among people or deadlines is carried out, and told: used by several commands."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

import typer

from adjudicator.commands.keep import tell_remarks
from adjudicator.commands.speak import NotFound, now, say_json, the_desk, the_side
from adjudicator.game import Game
from adjudicator.mail.desk import DeskError
from adjudicator.mail.desk.registry import MOST_TURNS
from adjudicator.mail.desk.table import Table
from adjudicator.mail.holding.people import Arranged, arrange
from adjudicator.mail.reading.codes import holds_code
from adjudicator.mail.sending.despatch import Despatch

LONGEST_NAME = 60  # signs: what fits into a line of a report
DAY_RIGHT = "write a day as 2026-12-01"


def carry_out(
    folder: Path, number: int, as_json: bool, plan: Callable[[Despatch, Table, list[str]], Arranged | None]
) -> None:
    """Plan a change and make it: all of it, or nothing and every fault of it at once. Raises DeskError."""
    desk = the_desk(folder)
    with desk.alone(), desk.store() as store:
        table, despatch, faults = Table(store, number), Despatch(desk, store, now()), list[str]()
        if table.state.over is not None:
            raise DeskError(f"game {number} is over. Nothing in it can be changed now")
        change = plan(despatch, table, faults)
        if faults or change is None:
            raise DeskError("\n".join(faults))
        with store.transaction():
            taken = arrange(despatch, table, change)
        mails = [store.mail.mail(n).recipient for n in store.mail.waiting()]
        despatch.deliver()
    tell_remarks(despatch)
    says = change.event.says(table.game.names())
    if as_json:
        say_json({"game": number, "sheet": taken.row.n, "says": says, "mails": mails})
        return
    typer.echo(says)
    to = ", ".join(dict.fromkeys(mails))
    typer.echo(f"Emails to {to} are in {desk.outbox}." if to else "Players read it in their next report.")


def find_side(game: Game, text: str, faults: list[str]) -> str:
    """A side as written; a fault, and "", where there is none."""
    if not text:
        faults.append(f"say which side: {' or '.join(game.sides)}")
        return ""
    try:
        return the_side(game, text)
    except NotFound as wrong:
        faults.append(str(wrong))
        return ""


def plain_words(table: Table, what: str, text: str, faults: list[str], most: int = 500) -> str:
    """Words that everybody at the game reads: on one line, no reply code and no address in them."""
    words = " ".join(text.split())
    if len(words) > most or not words.isprintable():
        faults.append(f"{what} {words[:LONGEST_NAME]!r}: at most {most} plain characters")
    if "@" in words:
        faults.append(f"{what} {words!r}: everyone in the game reads it, so it may not contain an address")
    if holds_code(words, table.codes(MOST_TURNS)):
        faults.append(f"{what}: everyone in the game reads it, but it contains a player's reply code")
    return words


def read_day(what: str, text: str, faults: list[str]) -> date | None:
    """A day; a fault, and None, where it is none."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        faults.append(f"{what} {text}: {DAY_RIGHT}")
        return None


def end_of(day: date, zone: ZoneInfo) -> datetime:
    """The last minute of a day, as somebody in a time zone has it."""
    return datetime.combine(day, time(23, 59), zone)


def start_of_day(day: date, zone: ZoneInfo) -> datetime:
    """The first minute of a day, as somebody in a time zone has it."""
    return datetime.combine(day, time(), zone)


def told(day: date) -> str:
    """A day as all players read it: "Tue 1 Dec 2026"."""
    return f"{day:%a} {day.day} {day:%b %Y}"
