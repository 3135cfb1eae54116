"""The page on which a side taps its orders, beside its report: as a file, or on the web where pages are.

Its address there can only be made with the game's secret, and it changes with the reply code that the page
holds: whoever had an earlier one never sees the next. Each reader has one, with times of their own day.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from adjudicator.judging.what_if import playable
from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.forms import begin_line
from adjudicator.mail.desk.table import Table
from adjudicator.mail.reading.sender import normal_address
from adjudicator.mail.telling.art import HTML, hidden_name, unlisted
from adjudicator.mail.telling.reports import ORDERS
from adjudicator.mail.writing.outbox import Enclosure
from adjudicator.state import State
from files.whole import write_whole


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a page is made: a side, the address of its reader, the state and the last event that the page
    tells of, and the deadlines in words."""

    side: str
    address: str
    state: State
    event: int
    due: Mapping[str, str]


def is_asked(reader: Reader) -> bool:
    """Whether the side is asked anything: no page is made for anybody else."""
    return reader.state.over is None and any(one.player == reader.side for one in reader.state.waiting())


def tapped(desk: Desk, table: Table, reader: Reader) -> tuple[Enclosure, ...]:
    """The page for a reader, enclosed; where the desk shows its pages on the web it is written there, and
    only its address is enclosed. Nothing for whoever is not asked."""
    if not is_asked(reader):
        return ()
    if not desk.settings.pages_at:
        name = f"game-{table.number}-{reader.side}-{ORDERS}.html"
        return (Enclosure(name, made(desk, table, reader), HTML),)
    file = shelved(desk, table, reader, desk.folder / "pages")
    at = f"{desk.settings.pages_at.rstrip('/')}/{file.parent.name}/{file.name}"
    return (Enclosure(ORDERS, b"", HTML, "", at),)


def tap_told(page: tuple[Enclosure, ...]) -> str:
    """What an answer says of the page that comes with it; "" without one."""
    return "".join(f"To tap the rest of your answer, open {one.at or one.name}." for one in page)


def shelved(desk: Desk, table: Table, reader: Reader, out: Path) -> Path:
    """Write the page for a reader below the folder that is shown on the web; where it is."""
    page = made(desk, table, reader)
    folder = out / folder_of(table, reader)
    folder.mkdir(parents=True, exist_ok=True)
    unlisted(out)
    write_whole(folder / f"{ORDERS}.html", page)
    return folder / f"{ORDERS}.html"


def folder_of(table: Table, reader: Reader) -> str:
    """The name of the folder with a reader's page: nobody else can make it."""
    code = table.code(reader.side, reader.state.turn, reader.event)
    address = normal_address(reader.address)
    return hidden_name(table, f"hexpost-orders-1|{table.number}|{reader.side}|{address}|{code}")


def made(desk: Desk, table: Table, reader: Reader) -> bytes:
    """The page, made of what its side may know."""
    from adjudicator.tapping.page import PageFacts, orders_page

    code = table.code(reader.side, reader.state.turn, reader.event)
    facts = PageFacts(
        table.game, table.number, reader.side, playable(table.game, reader.state, reader.side),
        begin_line(table.number, reader.state.turn, reader.side, code),
        normal_address(desk.settings.address), reader.due, table.row.game,
    )  # fmt: skip
    return orders_page(facts, desk.boards)
