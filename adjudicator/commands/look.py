"""`hexpost show` and `hexpost report`: where a game stands, and what a player was told."""

from __future__ import annotations

import email
from collections.abc import Iterator, Mapping
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import typer

from adjudicator.commands.speak import say_json, the_desk, the_side
from adjudicator.mail.desk.consent import missing
from adjudicator.mail.desk.rulebooks import have_changed
from adjudicator.mail.desk.table import Table
from adjudicator.mail.desk.trial import known_to
from adjudicator.mail.settings.clock import when
from adjudicator.mail.telling.reports import events_told, state_before
from adjudicator.mail.writing.maildir import find_letter
from adjudicator.state import Decision, Json, State
from adjudicator.store import MailRow
from adjudicator.wording.order_words import cited
from adjudicator.wording.position import position, step_word
from files import private
from files.whole import write_all, write_whole

CHANGED_SINCE = (
    "The rules have changed since this game was opened; `hexpost replay {number} --with-current-rules` shows "
    "what would be decided differently"
)


def show(folder: Path, number: int, side: str, as_json: bool) -> None:
    """Show where a game stands, to the referee or as one side may know it."""
    desk = the_desk(folder)
    with desk.store() as store:
        table = Table(store, number)
        side = the_side(table.game, side)
        changed = have_changed(store, number)
        paused = table.terms().paused
        due = {} if paused else {row.decision: row.due for row in store.mail.deadlines(number)}
    state = known_to(table.game, table.state, side) if side else table.state
    if as_json:
        say_json(shown(table, state, due) | {"rules": {"version": table.row.rules, "changed": changed}})
    else:
        told = {decision: when(time, desk.settings.timezone) for decision, time in due.items()}
        typer.echo("\n".join(show_lines(table, state, told)))
        if changed and not side:
            typer.echo(CHANGED_SINCE.format(number=number), err=True)
        if paused:
            typer.echo(f"\nPaused since {when(paused, desk.settings.timezone)}. Deadlines are stopped.")


def shown(table: Table, state: State, due: dict[str, str]) -> dict[str, Json]:
    """Where a game stands, for --json."""
    return {
        "game": table.number,
        "name": table.game.name,
        "title": table.game.title,
        "position": position(table.game, state),
        "decisions": [
            {
                "player": d.player, "rule": d.rule, "question": d.question, "answers": list(d.answers),
                "silence": d.silence, "due": due.get(d.id, ""), "answered": d.id in state.sealed,
            }
            for d in state.decisions
        ],
        "proposals": [
            {"matter": matter, "what": told["what"], "by": told["by"], "waits": list(missing(state, matter))}
            for matter, told in state.proposals.items()
        ],
        "over": state.over,
    }  # fmt: skip


def show_lines(table: Table, state: State, due: dict[str, str]) -> Iterator[str]:
    """Where a game stands, in words."""
    game, names = table.game, table.game.names()
    segment = game.sequence.get(state.segment)
    title = f" ({segment.title})" if segment else ""
    head = f"Game {table.number}, {game.title}, {table.row.scenario}"
    yield f"{head}: turn {state.turn}, segment {state.segment}{title}"
    if state.over is not None:
        yield f"The game is over: {state.over['why']}. Winner: {names(state.over['winner']) or 'nobody'}."
    for matter, told in state.proposals.items():
        left = " and ".join(game.sides[side] for side in missing(state, matter))
        yield f"Open: {told['what']}. Not yet agreed: {left}."
    for decision in state.decisions:
        yield _question(table, state, decision, due)
    yield ""
    for space, units in sorted(state.by_space.items(), key=lambda pair: names(pair[0])):
        listed = (f"{names(u.id)} {', '.join([step_word(game, state, u), *sorted(u.flags)])}" for u in units)
        yield f"  {names(space):<24} {'; '.join(listed)}"
    yield from _markers(table, state)


def _question(table: Table, state: State, decision: Decision, due: dict[str, str]) -> str:
    until = f", by {due[decision.id]}" if decision.id in due else ""
    done = " (answered, sealed)" if decision.id in state.sealed else ""
    question = f"{decision.question}{cited(decision.rule)}"
    return f"Waiting for {table.game.sides[decision.player]}{until}: {question}{done}"


def _markers(table: Table, state: State) -> Iterator[str]:
    names = table.game.names()
    if state.tracks:
        yield f"\nTracks: {', '.join(f'{names(track)} {value}' for track, value in state.tracks.items())}"
    if state.control:
        yield f"Control: {', '.join(f'{names(space)} {names(who)}' for space, who in state.control.items())}"
    for side, cards in state.hands.items():
        if cards:
            yield f"{names(side)} holds {', '.join(map(names, cards))}"
    victory = table.game.victory(state)
    if victory:
        yield f"Victory: {'; '.join(f'{names(key)} {_value(value)}' for key, value in victory.items())}"


def _value(value: Json) -> str:
    """A value of the position in words: a table as its entries."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {entry}" for key, entry in value.items())
    return str(value)


def report(folder: Path, number: int, side: str, turn: int | None, out: Path | None, as_json: bool) -> None:
    """Print reports again as they were sent: the newest of each side, or those of one turn."""
    with the_desk(folder).store() as store:
        chosen, turns = _chosen(Table(store, number), side, turn)
    if out is not None:
        write_mails(chosen, out, the_desk(folder).outbox)
    elif as_json:
        say_json([one_report(mail, turns[mail.id]) for mail in chosen])
    else:
        typer.echo(("\n" + "=" * 76 + "\n\n").join(text_of(read(mail)) for mail in chosen))


def _chosen(table: Table, side: str, turn: int | None) -> tuple[list[MailRow], dict[int, int]]:
    """The newest report of each side, or all of one turn; and the turn of each by its id."""
    mails = table.store.mail.reports(table.number, the_side(table.game, side))
    turns = {mail.id: table.state_after(mail.last_event).turn for mail in mails}
    chosen = (
        {m.side: m for m in mails}.values() if turn is None else (m for m in mails if turns[m.id] == turn)
    )
    found = list(chosen)
    if not found:
        typer.echo(f"Game {table.number} has no report of turn {turn}.", err=True)
        raise typer.Exit(1)
    return found, turns


def write_course(folder: Path, number: int, side: str, turn: int | None, out: Path) -> None:
    """Write what the newest report of a side tells, or all those of a turn, as a log of VASSAL."""
    from adjudicator.report.course import log_of_events

    if not side:
        raise typer.BadParameter("say for which side: each side knows different things", param_hint="--as")
    desk = the_desk(folder)
    with desk.store() as store:
        table = Table(store, number)
        side = the_side(table.game, side)
        if table.game.take_log is not None:
            why = "hexpost writes no log of a published module. Each report has the saved game attached"
            raise typer.BadParameter(why, param_hint="--vlog")
        mails, _ = _chosen(table, side, turn)
        first, last = min(mail.first_event for mail in mails), max(mail.last_event for mail in mails)
        seen = [
            (event, known_to(table.game, table.state_after(n), side))
            for n, event in events_told(table, side, first, last)
        ]
        before = known_to(table.game, state_before(table, first, last), side)
    log = log_of_events(table.game, table.row.game, number, before, seen, desk.boards)
    write_whole(out, log)
    typer.echo(f"{out} is ready: open it in VASSAL and step forward", err=True)


def write_mails(mails: list[MailRow], out: Path, outbox: Path) -> None:
    """Write mails as .eml files into a folder: as they lie in the outbox, or else without their pictures."""
    sent = {mail.name: find_letter(outbox, mail.name) for mail in mails}
    kept = {mail.name: file.read_bytes() if (file := sent[mail.name]) else mail.raw for mail in mails}
    write_all({out / name: raw for name, raw in kept.items()}, private.opener)
    for mail in mails:
        typer.echo(out / mail.name)
        if sent[mail.name] is None:
            typer.echo(f"{mail.name} is no longer in the outbox, so its pictures are gone", err=True)


def one_report(mail: MailRow, turn: int) -> dict[str, Json]:
    """A report, for --json."""
    message = read(mail)
    return {
        "side": mail.side, "turn": turn, "sheet": mail.sheet, "written": mail.written, "to": mail.recipient,
        "subject": str(message["Subject"]), "text": text_of(message),
    }  # fmt: skip


def read(mail: MailRow) -> EmailMessage:
    """A mail, taken apart."""
    return email.message_from_bytes(mail.raw, policy=default)


def text_of(message: EmailMessage) -> str:
    """The plain text of a mail."""
    body = message.get_body(("plain",))
    return str(body.get_content()) if body is not None else ""
