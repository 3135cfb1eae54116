"""Desks and games as files: backup, verify, restore, export, import."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from adjudicator.archive.arriving import import_game
from adjudicator.archive.backup import backup as write_backup
from adjudicator.archive.backup import restore as restore_desk
from adjudicator.archive.backup import verify_backup
from adjudicator.archive.export import export_game
from adjudicator.archive.verify import Verified, verify_desk
from adjudicator.catalogue import is_module
from adjudicator.commands.speak import NotFound, say_json, the_desk
from adjudicator.mail.holding.held import lying
from adjudicator.mail.holding.overview import glanced
from adjudicator.state import Json
from files.messages import bounded, counted
from files.reading import ordinary


def backup(folder: Path, file: Path, as_json: bool) -> None:
    """Write a desk into one file."""
    count = write_backup(the_desk(folder), file)
    if as_json:
        say_json({"backup": str(file), "files": count})
    else:
        typer.echo(
            f"{file} holds the desk: {count} files. It contains the games' secrets, so keep it private."
        )


def verify(what: Path, as_json: bool) -> None:
    """Say whether a desk or a backup keeps what was written."""
    if not what.exists():
        raise NotFound(f"{what}: nothing found here")
    found = verify_desk(the_desk(what)) if what.is_dir() else verify_backup(ordinary(what))
    if as_json:
        told: dict[str, Json] = {"games": found.games, "letters": found.letters}
        say_json(told | {"faults": list(found.faults), "lacking": list(map(str, found.lacking))})
    else:
        typer.echo(bounded("\n".join(found.faults)), err=True) if found.faults else None
        for one in found.lacking:
            typer.echo(bounded(f"{one}. The dice were not checked."), err=True)
        typer.echo(f"{looked_at(found)}: {'WRONG' if found.faults else 'all hold'}")
    if found.faults:
        raise typer.Exit(1)


def looked_at(found: Verified) -> str:
    """How much was looked at, in words."""
    return f"{counted(found.games, 'game')}, {counted(found.letters, 'email')}"


def restore(file: Path, folder: Path, database: str, trust: bool, as_json: bool) -> None:
    """Make a desk of a backup; what it would run or connect to is asked about at a terminal, else refused."""

    def agreed(what: str) -> bool:
        return trust or (sys.stdin.isatty() and typer.confirm(f"May this desk {what}?", err=True))

    found, off = restore_desk(ordinary(file), folder, database, agreed)
    if as_json:
        told = {"games": found.games, "letters": found.letters, "switched_off": off}
        say_json({"desk": str(folder), **told, "lacking": list(map(str, found.lacking))})
    else:
        typer.echo(f"The desk is restored in {folder}: {looked_at(found)}, all hold.")
        typer.echo("Emails that came after the backup are in done/ of the old desk. Copy them into inbox/.")
        if off:
            typer.echo(f"Switched off, because it came with the backup: {off}.")
            typer.echo(f"To connect the desk again: hexpost desk connect {folder}, or --trust with restore.")
        for one in found.lacking:
            typer.echo(bounded(f"{one}. Backups do not contain modules."))
        if found.lacking:
            typer.echo("Get the same file: a download, or the copy in modules/ of the old desk. Then type:")
            typer.echo(f"  hexpost desk modules FILE --desk {folder}")


def export(folder: Path, number: int, out: Path, as_json: bool) -> None:
    """Write a game as lines of JSON."""
    desk = the_desk(folder)
    with desk.alone(), desk.store() as store:
        rows = export_game(store, number, out)
        held = [row.id for row in lying(desk, store) if row.game == number]
    if held:
        typer.echo(f"Not exported: {counted(len(held), 'email')} of the game in held/.", err=True)
    if as_json:
        say_json({"game": number, "file": str(out), "rows": rows})
    else:
        typer.echo(f"Game {number} is in {out}, with the secret of its dice: {rows} rows.")
        typer.echo("It is still on this desk too. Let only one desk receive its mail.")


PASSWORDS = (
    "The players' passwords in VASSAL are not exported. Each player's next log brings theirs. Until then "
    "VASSAL asks the player to take a side, and does not open the player's own masks."
)


def import_(folder: Path, file: Path, rules: Path | None, as_json: bool) -> None:
    """Take a game from another desk."""
    desk = the_desk(folder)
    with desk.alone(), desk.store() as store:
        row = import_game(store, file, rules, desk)
        place = glanced(store, row.id).place
        sheets = len(store.journal.sheets(row.id))
    if as_json:
        say_json({"game": row.id, "name": row.game, "sheets": sheets})
    else:
        typer.echo(f"{place}: {sheets} sets of orders, fully verified and kept.")
        typer.echo("Ask its players to send their emails to this desk's address.")
        if is_module(row.game):
            typer.echo(PASSWORDS)
