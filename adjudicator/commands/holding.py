"""What a referee sees of the desk, and does with letters that lie held."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import typer

from adjudicator.commands.speak import NotFound, emails, now, say_json, the_desk
from adjudicator.mail.holding import held as letters
from adjudicator.mail.holding.overview import GameSeen, Waiting, overview
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.settings.clock import day
from files import reading
from files.messages import bounded, counted

LONGEST = 1_000_000
"""Bytes of a file with the referee's own words."""
WIDEST = 120


def held(folder: Path, as_json: bool) -> None:
    """List the letters that lie held."""
    desk = the_desk(folder)
    with desk.store() as store:
        registry = letters.registry_of(desk, store, Despatch(desk, store, now()))
        files = letters.files_held(desk)
        rows = [letters.told(row, registry, files) for row in letters.lying(desk, store)]
    if as_json:
        say_json([asdict(row) for row in rows])
    elif rows:
        typer.echo("\n\n".join(letters.map_told(rows, desk.settings.timezone)))
    else:
        typer.echo("No emails are held.", err=True)


def release(folder: Path, number: int, as_json: bool) -> None:
    """Take a held letter back into the inbox."""
    desk = the_desk(folder)
    with desk.alone(), desk.store() as store:
        file = letters.release(desk, store, number)
    told = f"is in the inbox again, as {file.name}. The next `hexpost post` checks it"
    done(number, "released", told, as_json)


def discard(folder: Path, number: int, reason: str, as_json: bool) -> None:
    """Deal with a held letter by doing nothing."""
    if not reason.strip():
        raise typer.BadParameter("give a reason, for your records", param_hint="--reason")
    desk = the_desk(folder)
    with desk.alone(), desk.store() as store:
        letters.discard(desk, store, Despatch(desk, store, now()), number, reason)
    done(number, "discarded", "is handled, and is in done/. Nobody was told", as_json)


def answer(folder: Path, number: int, text: str, file: Path | None, as_json: bool) -> None:
    """Answer a held letter in the referee's own words."""
    if bool(text.strip()) == (file is not None):
        raise typer.BadParameter("give your answer once: --text or --file", param_hint="--text, --file")
    words = text if file is None else words_of(file)
    desk = the_desk(folder)
    with desk.alone(), desk.store() as store:
        despatch = Despatch(desk, store, now())
        registry = letters.registry_of(desk, store, despatch)
        address = letters.answer(desk, store, despatch, registry, number, words)
    for remark in despatch.remarks:
        typer.echo(bounded(remark), err=True)
    done(number, "answered", f"is handled. Your answer to {address} is in {desk.outbox}", as_json)


def words_of(file: Path) -> str:
    """The words in a text file. Raises NotFound."""
    try:
        text = reading.read_text(file, LONGEST)
    except reading.NotUtf8 as wrong:
        raise NotFound(f"{file}:{wrong.line}: {wrong}") from None
    except OSError as wrong:
        raise NotFound(f"{file}: cannot be read: {wrong.strerror}") from None
    if not text.strip():
        raise NotFound(f"{file}: the file is empty")
    return text


def done(number: int, what: str, says: str, as_json: bool) -> None:
    """Say what became of a letter."""
    if as_json:
        say_json({"letter": number, "done": what})
    else:
        typer.echo(f"Email {number} {says}.")


def games(folder: Path, as_json: bool) -> None:
    """List all games, the most urgent first."""
    desk = the_desk(folder)
    with desk.store() as store:
        despatch = Despatch(desk, store, now())
        registry = letters.registry_of(desk, store, despatch)
        seen = overview(desk, store, registry, despatch.stamp)
    if as_json:
        say_json([asdict(game) | {"overdue": game.overdue} for game in seen])
        return
    width = min(WIDEST, shutil.get_terminal_size().columns)
    for game in seen:
        typer.echo(textwrap.fill(game_line(game, desk.settings.timezone), width, subsequent_indent="      "))
    typer.echo(summary(seen), err=not seen)


def game_line(game: GameSeen, zone: str) -> str:
    """One game in a line."""
    waits = "; ".join(waiting_told(one, zone) for one in game.waits)
    told = [game.fault or game.over or waits or "waiting for nobody"]
    told += [f"{emails(game.held)} held"] if game.held else []
    told += [f"{emails(game.to_send)} to send"] if game.to_send else []
    return f"{game.place}: {'; '.join(told)}"


def waiting_told(one: Waiting, zone: str) -> str:
    """A side that is waited for, in words."""
    if not one.due:
        return one.name
    late = "OVERDUE since" if one.overdue else "due"
    return f"{one.name} since {day(one.since, zone)}, {late} {day(one.due, zone)}"


def summary(seen: Sequence[GameSeen]) -> str:
    """What matters of all games, in a line."""
    if not seen:
        return "There is no game on this desk yet."
    counts = {
        "overdue": sum(game.overdue for game in seen),
        "over": sum(bool(game.over) for game in seen),
        "with held emails": sum(bool(game.held) for game in seen),
        "with emails to send": sum(bool(game.to_send) for game in seen),
    }
    told = [f"{count} {what}" for what, count in counts.items() if count]
    return ", ".join([counted(len(seen), "game"), *told])
