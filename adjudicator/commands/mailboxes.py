"""`hexpost desk connect`, `service` and `go-on`: the desk's mailbox, its watch, and its clock."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import typer

from adjudicator.commands.speak import now, the_desk
from adjudicator.mail.desk import Desk
from adjudicator.mail.reading.sender import normal_address
from adjudicator.mail.servers import service
from adjudicator.mail.servers.ticking import go_on as clock_goes_on
from adjudicator.mail.servers.ticking import ticks
from adjudicator.mail.servers.trouble import MailboxError
from adjudicator.mail.settings.desk_toml import FILE
from files import private
from files.whole import write_whole

_ASK_PASSWORD = "Password (kept in {file}, which only you can read)"
_ASK_AGAIN = "Password (press Enter to keep the one in {file})"


def connect(folder: Path, given: dict[str, str], wait: float) -> None:
    """Ask what was not given, try the mailbox both ways, and write it into desk.toml."""
    if given["certificate"]:
        given["certificate"] = str(Path(given["certificate"]).absolute())
    from adjudicator.mail.servers import connect as mailbox

    desk = the_desk(folder)
    answers = mailbox.Answers(**asked(given, desk.settings.address))
    keeps: AbstractContextManager[None] = nullcontext()
    if answers.password_file and (text := typed_password(desk, answers.password_file, not given["password"])):
        keeps = mailbox.password_kept(desk, answers.password_file, text)
    with keeps:
        mailbox.connect(desk, answers, now(), typer.echo, wait)
    typer.echo(f"\n{desk.folder / FILE} now has your mailbox, in [in] and [out].")
    waiting = len(list((desk.outbox / "new").iterdir()))
    if waiting:
        typer.echo(
            f"{waiting} emails in {desk.outbox / 'new'} go out with the next mail run. If you sent any "
            f"by hand, move them to {desk.outbox / 'cur'} first."
        )
    typer.echo(f"To start the mail, type:  hexpost post --watch --desk {desk.folder}")


def asked(given: dict[str, str], present: str) -> dict[str, str]:
    """The five answers, asked for where they were not given, with a guess for each."""
    from adjudicator.mail.servers.providers import provider_of

    told = dict(given)

    def ask(key: str, question: str, guess: str) -> None:
        told[key] = told[key] or typer.prompt(question, default=guess or None)

    ask("address", "Your email address", "" if present.endswith("@example.org") else present)
    told["address"] = normal_address(told["address"])
    if not told["address"]:
        raise MailboxError('write an address such as "me@example.org"')
    guess = provider_of(told["address"])
    ask("imap", "Server for incoming mail (IMAP)", guess.imap)
    ask("smtp", "Server for outgoing mail (SMTP)", guess.smtp)
    ask("user", "Your login name", told["address"])
    ask(
        "password",
        "Where your password is kept: file:NAME (you type it next), env:NAME, command:WORDS or token:WORDS",
        "file:password",
    )
    return told


def typed_password(desk: Desk, name: str, asking: bool) -> str:
    """The password for a file that is not there yet; "" where the one in the file is to stay."""
    file = desk.folder / Path(name).expanduser()
    if not file.is_file():
        return str(typer.prompt(_ASK_PASSWORD.format(file=file), hide_input=True))
    if not asking:
        return ""
    return str(typer.prompt(_ASK_AGAIN.format(file=file), default="", show_default=False, hide_input=True))


def write_service(folder: Path, out: Path | None) -> None:
    """Print the unit and the line for cron, or write them into a folder."""
    desk = the_desk(folder)
    pages = {service.UNIT: service.unit(desk), service.CRON: service.cron(desk)}
    if out is None:
        typer.echo("\n".join(pages.values()), nl=False)
        return
    private.make_folder(out)
    for name, page in pages.items():
        write_whole(out / name, page.encode())
        typer.echo(str(out / name))


def go_on(folder: Path) -> None:
    """Let deadlines go on after the clock jumped."""
    desk = the_desk(folder)
    with desk.alone(), desk.store() as store:
        stopped = clock_goes_on(store, now(), ticks())
    typer.echo("Deadlines run again." if stopped else "Deadlines had not stopped. Nothing was changed.")
