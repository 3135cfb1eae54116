"""`hexpost pages`: the games of a desk as pages to step through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from adjudicator.commands.rehearsals import progress
from adjudicator.commands.speak import say_json, the_desk
from adjudicator.mail.desk.table import Table
from adjudicator.pages.shelf import Shelf, readers
from adjudicator.store import Store


@dataclass(frozen=True, slots=True)
class Made:
    """The pages of one reader of a game, and where they begin."""

    game: int
    reader: str
    index: Path


def pages(folder: Path, numbers: Sequence[int], out: Path | None, as_json: bool) -> None:
    """Write the pages of some games of a desk, or of all, and say where those of each reader begin."""
    desk = the_desk(folder)
    with desk.store() as store:
        wanted = numbers or [row.id for row in store.journal.games()]
        with progress(len(wanted)) as over:
            made = list(all_pages(store, wanted, out or desk.folder / "pages", desk.boards, over))
    if as_json:
        say_json([{"game": one.game, "for": one.reader, "index": str(one.index)} for one in made])
        return
    for one in made:
        typer.echo(f"Game {one.game}, for {one.reader}: {one.index}")
    typer.echo("Tell nobody the address of another's pages: it cannot be guessed.")


def all_pages(
    store: Store, numbers: Sequence[int], out: Path, boards: Path, over: Callable[[int], None]
) -> Iterator[Made]:
    """The pages of these games, written for every reader; `over` is told how many games are done."""
    for done, number in enumerate(numbers, 1):
        table = Table(store, number)
        shelf = Shelf(table, out, boards)
        for reader in readers(table):
            told = table.game.sides.get(reader, "everybody")
            yield Made(number, told, shelf.publish(reader) / "index.html")
        over(done)
