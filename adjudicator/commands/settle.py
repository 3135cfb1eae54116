"""`hexpost close` and `hexpost undo`: a game ended or taken back, by agreement or by the referee."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import typer

from adjudicator.commands.keep import tell_remarks
from adjudicator.commands.speak import emails, now, say_json, the_desk, the_side
from adjudicator.mail.desk import Desk, DeskError
from adjudicator.mail.desk.agreements import close_as_referee, propose_as_referee, withdraw_as_referee
from adjudicator.mail.desk.going_back import enter_undo, loss_text, sheets_text, way_back
from adjudicator.mail.desk.registry import MOST_TURNS
from adjudicator.mail.desk.table import Table, Taken
from adjudicator.mail.desk.undoing import UNDO
from adjudicator.mail.holding.waiting import let_letters_go_first
from adjudicator.mail.reading.codes import holds_code
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.servers.errors import MailboxError
from adjudicator.mail.servers.rounds import Rounds
from adjudicator.mail.telling.dice_record import write_dice_files

ASKED = "Each player is asked to agree. No answer is not consent."


@dataclass(frozen=True, slots=True)
class End:
    """What `hexpost close` asks for."""

    reason: str
    winner: str
    draw: bool
    by_referee: bool
    withdraw: bool


@dataclass(frozen=True, slots=True)
class Back:
    """What `hexpost undo` asks for."""

    sheet: int | None
    reason: str
    look: bool
    by_referee: bool
    withdraw: bool


def close(folder: Path, number: int, end: End, as_json: bool) -> None:
    """Propose the end of a game, or end it. Raises DeskError, NotFound."""

    def closed(table: Table, stamp: str) -> Taken:
        winner, matter = the_side(table.game, end.winner), "draw" if end.draw else "close"
        if end.withdraw:
            return withdraw_as_referee(table, ("close", "draw"), stamp)
        if winner and end.draw:
            raise DeskError("use --winner or --draw, not both")
        check_reason(table, end.reason, needed=True)
        if end.by_referee:
            return close_as_referee(table, matter, end.reason, winner, stamp)
        return propose_as_referee(table, matter, end.reason, stamp, winner=winner)

    record(folder, number, closed, as_json, asks=not (end.by_referee or end.withdraw))


def undo(folder: Path, number: int, back: Back, as_json: bool) -> None:
    """Show what may be taken back, propose it, or do it. Raises DeskError."""
    if back.look or (back.sheet is None and not back.withdraw):
        show(folder, number, back.sheet, as_json)
        return

    desk = the_desk(folder)
    if back.by_referee:
        fetch_letters(desk)

    def taken(table: Table, stamp: str) -> Taken:
        if back.withdraw or back.sheet is None:
            return withdraw_as_referee(table, (UNDO,), stamp)
        check_reason(table, back.reason, needed=back.by_referee)
        if back.by_referee:
            let_letters_go_first(desk, table.store, number)
            return enter_undo(table, back.sheet, f"by the referee's decision ({back.reason})", stamp)
        return propose_as_referee(table, UNDO, back.reason, stamp, sheet=back.sheet)

    if back.sheet is not None and not back.withdraw and not as_json:
        show(folder, number, back.sheet, as_json)
    record(folder, number, taken, as_json, asks=not (back.by_referee or back.withdraw))


def fetch_letters(desk: Desk) -> None:
    """Fetch the letters that came, before the referee lays a hand on a game. Raises DeskError."""
    rounds = Rounds(desk)
    try:
        rounds.fetch(now())
    except MailboxError as wrong:
        raise DeskError(
            f"{wrong}\nNothing was changed. Earlier orders must be handled first, and the mailbox "
            "cannot be read now"
        ) from None
    finally:
        rounds.close()


def show(folder: Path, number: int, sheet: int | None, as_json: bool) -> None:
    """What going back to before a sheet takes away; without one, which sheets there are."""
    desk = the_desk(folder)
    with desk.store() as store:
        table = Table(store, number)
        zone = desk.settings.timezone
        lines = [
            *(sheets_text(table, zone) if sheet is None else loss_text(table, way_back(table, sheet), zone))
        ]
    if as_json:
        say_json({"game": number, "before": sheet, "lines": lines})
    elif not lines:
        typer.echo(f"Nothing of game {number} can be undone.", err=True)
    else:
        typer.echo("\n".join(lines))


def check_reason(table: Table, reason: str, needed: bool) -> None:
    """Raises DeskError for a reason that is missing, or that not everybody may read."""
    if needed and not reason.strip():
        raise DeskError("add a --reason. Every player reads it")
    if holds_code(reason, table.codes(MOST_TURNS)):
        raise DeskError(
            "the reason goes to every player, but it contains a player's reply code. Leave the code out"
        )


def record(folder: Path, number: int, work: Callable[[Table, str], Taken], as_json: bool, asks: bool) -> None:
    """Put something on a game's record, and tell everybody."""
    desk = the_desk(folder)
    with desk.alone(), desk.store() as store:
        table, despatch = Table(store, number), Despatch(desk, store, now())
        with store.transaction():
            taken = work(table, despatch.stamp)
            despatch.follow(table, taken)
        mails = despatch.deliver()
        dice = write_dice_files(table, desk.folder / "dice" / f"game-{number}")
    tell_remarks(despatch)
    told = " ".join(says for event in taken.events if (says := event.says(table.game.names())))
    if as_json:
        say_json({"game": number, "sheet": taken.row.n, "says": told, "mails": mails, "asks": asks} | (
            {"dice": [str(file) for file in dice]} if dice else {}
        ))  # fmt: skip
        return
    typer.echo(f"{told} {f'{ASKED} ' if asks else ''}{emails(mails)} in {desk.outbox}.")
    if dice:
        typer.echo(
            f"All die rolls, and two checks of them, are in {dice[0].parent}; the last reports bring them."
        )
