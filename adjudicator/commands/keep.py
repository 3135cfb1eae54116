"""What a referee does at the desk: init, post, remind."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path

import typer

from adjudicator.commands.speak import at_terminal, emails, now, say_json, the_desk
from adjudicator.mail.desk import Desk, init_desk
from adjudicator.mail.desk.pages import shown
from adjudicator.mail.desk.table import Table
from adjudicator.mail.run import Done, MailRun
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.servers.rounds import Rounds
from adjudicator.mail.servers.watch import Watch
from adjudicator.mail.telling.reports import waited_for
from adjudicator.state import Json
from adjudicator.store import Store
from files.faults import is_of_input
from files.messages import bounded


def init(folder: Path, as_json: bool) -> None:
    """Make a desk."""
    desk = init_desk(folder)
    if as_json:
        say_json({"desk": str(desk.folder), "settings": str(desk.folder / "desk.toml")})
        return
    typer.echo(f"The desk is ready: {desk.folder.resolve().name}")
    typer.echo(f"Write your name and address into {desk.folder / 'desk.toml'},")
    typer.echo(f"or connect your mailbox:  hexpost desk connect {desk.folder}")
    typer.echo(f"Then open a game:  hexpost open GAME --player SIDE=ADDRESS ... --desk {desk.folder}")


def tell_remarks(despatch: Despatch) -> None:
    """Say what did not go as it should with mails that went out."""
    for remark in despatch.remarks:
        typer.echo(bounded(remark), err=True)


def post(folder: Path, watch: bool, as_json: bool) -> None:
    """One mail run, or one after the other until told to end."""
    desk = replace(the_desk(folder), doing=say_doing) if at_terminal() else the_desk(folder)
    if watch:
        keep_watch(desk, as_json)
        return
    rounds = Rounds(desk)
    try:
        done = rounds.go(now())
    finally:
        rounds.close()
    tell_run(desk, done, as_json)
    if done.problems or done.remarks:
        raise typer.Exit(3 if done.ours else 1)


def say_doing(told: str) -> None:
    """What takes its time, at a terminal alone."""
    typer.echo(told, err=True)


def keep_watch(desk: Desk, as_json: bool) -> None:
    """One pass after the other; what is in the way is told, and when it is still in the way not again."""

    def tell(done: MailRun, fresh: Sequence[str]) -> None:
        if as_json:
            tell_run(desk, replace(done, problems=list(fresh), remarks=[]), as_json)
        else:
            log_run(done, fresh)

    Watch(desk, tell, now).keep()


def log_run(done: MailRun, fresh: Sequence[str]) -> None:
    """What a mail run of a watch did: one line a letter, and no words of players."""
    at = f"{now():%Y-%m-%d %H:%M} UTC  "
    for letter in done.letters:
        typer.echo(bounded(at + " ".join(shown(line_of(letter)).split())))
    for news in done.news:
        typer.echo(bounded(at + news))
    if done.mails or done.sent:
        typer.echo(f"{at}emails: {done.mails} written, {done.sent} sent")
    for one in fresh:
        typer.echo(bounded(one), err=True)


def line_of(letter: Done) -> str:
    """What became of a letter, on one line."""
    where = f"game {letter.game}, " if letter.game else ""
    return f"{letter.source}  {letter.sender}: {where}{letter.row} ({letter.action}): {letter.why}"


def tell_run(desk: Desk, done: MailRun, as_json: bool) -> None:
    """What a mail run did."""
    problems, sends = [*done.problems, *done.remarks], not desk.settings.mail_out.is_folder
    if as_json:
        sent: dict[str, Json] = {"sent": done.sent} if sends else {}
        letters: Json = [asdict(letter) for letter in done.letters]
        say_json({"letters": letters, "mails": done.mails, **sent, "news": done.news, "problems": problems})
        return
    for letter in done.letters:
        typer.echo(bounded(line_of(letter)))
        if letter.words:
            typer.echo("    note to you (the email is in held/):")
            typer.echo(textwrap.indent(bounded(shown(letter.words)), "    > "))
    for news in done.news:
        typer.echo(bounded(news))
    for problem in problems:
        typer.echo(bounded(problem), err=True)
    if done.sent:
        typer.echo(f"Sent {emails(done.sent)}.")
    elif done.mails and not sends:
        typer.echo(f"Send {emails(done.mails)} from {desk.outbox}")
    elif not done.letters:
        typer.echo(nothing_new(desk), err=True)


def nothing_new(desk: Desk) -> str:
    """What a mail run says that did nothing: emails that nobody has sent yet may wait."""
    waiting = len(list((desk.outbox / "new").glob("*")))
    wait = "waits" if waiting == 1 else "wait"
    return f"Nothing new. {emails(waiting)} {wait} in {desk.outbox / 'new'}" if waiting else "Nothing to do."


def remind(folder: Path, number: int | None, as_json: bool) -> None:
    """Write to the sides that are waited for, in one game or in all."""
    desk = the_desk(folder)
    told: list[Json] = []
    with desk.alone(), desk.store() as store:
        despatch = Despatch(desk, store, now())
        chosen = [store.journal.game(number)] if number else store.journal.games()
        tables = [readable(store, row.id, needed=number is not None) for row in chosen]
        for table in filter(None, tables):
            for side in waited_for(table.state):
                idle = why_not(despatch, table, side)
                if idle:
                    despatch.remark(f"game {table.number}: {idle}")
                    continue
                with store.transaction():
                    despatch.remind(table, side)
                    if despatch.rules(table).silence != "forfeit":  # which has a last warning of its own
                        mark(store, table, side, despatch.stamp)
                told.append({"game": table.number, "side": side})
        despatch.deliver()
    tell_remarks(despatch)
    if as_json:
        say_json(told)
        return
    for one in told:
        typer.echo(f"game {one['game']}: {one['side']} was reminded")
    if not told and not despatch.remarks:
        typer.echo("No game is waiting for anybody.", err=True)


def why_not(despatch: Despatch, table: Table, side: str) -> str:
    """Why a side is not reminded just now; "" if it is."""
    if not table.row.players[side].readers:
        return f"{side} is vacant, so nobody was reminded"
    if despatch.store.mail.reminded_since(table.number, side, despatch.now - timedelta(days=1)):
        return f"{side} had a reminder within the last day. No second one was sent"
    return ""


def readable(store: Store, number: int, needed: bool) -> Table | None:
    """A game; None, and a word about it, where its files are at fault and it is one of several."""
    try:
        return Table(store, number)
    except Exception as fault:  # what is ours is raised again
        if needed or not is_of_input(fault):
            raise
        typer.echo(bounded(f"game {number} cannot be read ({fault})"), err=True)
        return None


def mark(store: Store, table: Table, side: str, stamp: str) -> None:
    """Note that a side was reminded of all it is asked."""
    for row in store.mail.deadlines(table.number):
        if row.side == side:
            store.mail.mark_reminded(row, stamp)
