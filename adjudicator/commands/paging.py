"""`hexpost pages`: the games of a desk as pages to step through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import typer

from adjudicator.commands.rehearsals import progress
from adjudicator.commands.speak import now, say_json, the_desk
from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.table import Table
from adjudicator.mail.reading.sender import normal_address
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.telling.my_games import games_page, owed, page_of
from adjudicator.mail.telling.tapped import Reader, is_asked, shelved
from adjudicator.pages.shelf import Shelf, readers
from adjudicator.store import Store
from files.whole import write_whole


@dataclass(frozen=True, slots=True)
class Made:
    """The pages of one reader of a game: where they begin, and where orders are tapped."""

    game: int
    reader: str
    index: Path
    orders: tuple[Path, ...] = ()


def pages(folder: Path, numbers: Sequence[int], out: Path | None, as_json: bool) -> None:
    """Write the pages of some games of a desk, or of all, and say where those of each reader begin."""
    desk = the_desk(folder)
    with desk.store() as store:
        wanted = numbers or [row.id for row in store.journal.games()]
        with progress(len(wanted)) as over:
            made = list(all_pages(desk, store, wanted, out or desk.folder / "pages", over))
            mine = list(pages_of_players(desk, store, wanted, out or desk.folder / "pages"))
    if as_json:
        say_json([as_told(one) for one in made])
        return
    if not made:
        typer.echo("No game is open on this desk, so there are no pages.")
        return
    for one in made:
        typer.echo(f"Game {one.game}, for {one.reader}: {one.index}")
        for page in one.orders:
            typer.echo(f"Game {one.game}, orders of {one.reader}: {page}")
    for address, index in mine:
        typer.echo(f"The games of {address}: {index}")
    typer.echo("Give each player only their own address. It cannot be guessed.")


def as_told(one: Made) -> dict[str, object]:
    """Pages that were made, as a document tells them."""
    orders = [str(page) for page in one.orders]
    return {"game": one.game, "for": one.reader, "index": str(one.index), "orders": orders}


def all_pages(
    desk: Desk, store: Store, numbers: Sequence[int], out: Path, over: Callable[[int], None]
) -> Iterator[Made]:
    """The pages of these games, written for every reader; `over` is told how many games are done."""
    for done, number in enumerate(numbers, 1):
        table = Table(store, number)
        shelf = Shelf(table, out, desk.boards)
        for reader in readers(table):
            told = table.game.sides.get(reader, "everybody")
            orders = tuple(to_tap(desk, store, table, reader, out))
            yield Made(number, told, shelf.publish(reader) / "index.html", orders)
        over(done)


def to_tap(desk: Desk, store: Store, table: Table, side: str, out: Path) -> Iterator[Path]:
    """The pages on which those tap their orders who are asked something, if any are wanted."""
    if side not in table.row.players or not desk.settings.orders_page:
        return
    despatch, rows = Despatch(desk, store, now()), store.mail.deadlines(table.number)
    for _, address in table.row.players[side].readers:
        due = despatch.due(table, address, rows)
        reader = Reader(side, address, table.state, table.last.last_event, due)
        if is_asked(reader):
            yield shelved(desk, table, reader, out)


def pages_of_players(
    desk: Desk, store: Store, numbers: Sequence[int], out: Path
) -> Iterator[tuple[str, Path]]:
    """The page "my games" of each address that reads a side of these games, or did: it tells of all games of
    that address, and of no other."""
    seats = [seat for number in numbers for seat in store.journal.game(number).players.values()]
    addresses = {normal_address(at) for seat in seats for _, at in seat.readers}
    addresses |= {address for number in numbers for address in store.people.former(number)}
    tables, time = cache(partial(Table, store)), now()
    with store.transaction():
        folders = {address: out / page_of(store, address) for address in sorted(addresses)}
    for address, folder in folders.items():
        found = owed(store, desk.settings, address, tables)
        folder.mkdir(parents=True, exist_ok=True)
        text = games_page(found, desk.settings.zone(address), time)
        write_whole(folder / "index.html", text.encode("utf-8"))
        yield address, folder / "index.html"
