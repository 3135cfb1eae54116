"""`hexpost desk connect`, `service` and `go-on`: the desk's mailbox, its watch, and its clock."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import typer

from adjudicator.commands.speak import desk_option, now, the_desk
from adjudicator.mail.desk import Desk
from adjudicator.mail.reading.sender import normal_address
from adjudicator.mail.servers import service
from adjudicator.mail.servers.errors import MailboxError
from adjudicator.mail.servers.ticking import go_on as clock_goes_on
from adjudicator.mail.servers.ticking import ticks
from adjudicator.mail.settings.desk_toml import FILE
from files import private
from files.whole import write_whole

QUESTIONS = {
    "address": "Your email address",
    "imap": "Server for incoming mail (IMAP), as HOST:PORT",
    "smtp": "Server for outgoing mail (SMTP), as HOST:PORT",
    "user": "Your login name",
    "password": "How hexpost gets your password",
}
"""What `hexpost desk connect` asks."""
_CERTIFICATE = "The file with this server's certificate"
_WAYS = """\
Just press Enter: hexpost then asks for your password, and saves it in {file}, which only you can read.
Or say where it is: env:NAME (an environment variable), command:WORDS (a command that prints it) or
token:WORDS (a command that prints an OAuth token). Do not type the password at this question."""
_STAYS = (
    "Please answer this again. Your other answers are kept. desk.toml changes only once everything works."
)
_ASK_PASSWORD = "Password (saved in {file}, which only you can read)"
_ASK_AGAIN = "Password (press Enter to keep the one in {file})"


def connect(folder: Path, given: dict[str, str], wait: float) -> None:
    """Ask what was not given, try the mailbox both ways, and write it into desk.toml."""
    desk = the_desk(folder)
    present = desk.settings.mail_in
    given = given | {"folder": given["folder"] or present.folder, "take": given["take"] or present.take}
    if given["certificate"]:
        given["certificate"] = str(Path(given["certificate"]).absolute())
    from adjudicator.mail.servers import connect as mailbox

    told, text, again = given, "", tuple(QUESTIONS)
    while True:
        try:
            told = asked(given, told, again, desk)
            answers = mailbox.Answers(**told)
            if not text or {"password", mailbox.TYPED} & {*again}:
                text = password_for(desk, answers.password_file, not given["password"])
            keeps: AbstractContextManager[None] = nullcontext()
            if text:
                keeps = mailbox.password_kept(desk, answers.password_file, text)
            with keeps:
                mailbox.connect(desk, answers, now(), typer.echo, wait)
            break
        except MailboxError as wrong:
            again = tuple(one for one in wrong.answers if not given[mailbox.ASKED.get(one, one)])
            if not again:
                raise
            again, told = _without_password(again, told)
            typer.echo(f"\n{wrong}\n{_STAYS}\n", err=True)
    typer.echo(f"\n{desk.folder / FILE} now has your mailbox, in [in] and [out].")
    _say_what_next(desk)


def _without_password(again: tuple[str, ...], told: dict[str, str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """What to ask again, with how to get the password if it is not typed; that is never offered again: it did
    not work, or is perhaps the password itself."""
    from adjudicator.mail.servers.connect import TYPED, WAYS

    way = told["password"].partition(":")[0]
    if TYPED in again and way != "file":
        again += ("password",)
    return again, told | {"password": ""} if "password" in again or way not in WAYS else told


def _say_what_next(desk: Desk) -> None:
    waiting = len(list((desk.outbox / "new").iterdir()))
    if waiting:
        typer.echo(
            f"{waiting} emails in {desk.outbox / 'new'} go out with the next `hexpost post`. If you sent any "
            f"by hand, move them to {desk.outbox / 'cur'} first."
        )
    with desk.store() as store:
        if not store.journal.games():
            typer.echo(f"Open a game:  hexpost open GAME --player SIDE=ADDRESS ...{desk_option(desk.folder)}")
    typer.echo(f"To start the mail, type:  hexpost post --watch{desk_option(desk.folder)}")


def asked(
    given: Mapping[str, str], told: Mapping[str, str], again: Collection[str], desk: Desk
) -> dict[str, str]:
    """The five answers: those that were given as options, those told before, and what is asked `again`, each
    with a guess. An address is asked for until it is one."""
    present = desk.settings.address
    from adjudicator.mail.servers.providers import provider_of

    now_told = dict(told)

    def ask(key: str, guess: str) -> str:
        if key in again and not given[key]:
            now_told[key] = typer.prompt(QUESTIONS[key], default=told[key] or guess or None)
        return now_told[key]

    def ask_server(key: str, guess: str) -> None:
        while wrong := refusal_of(ask(key, guess)):
            if given[key]:
                raise wrong
            typer.echo(wrong, err=True)

    example = present.endswith("@example.org")
    while not (address := normal_address(ask("address", "" if example else present))):
        wrong = 'write an address such as "me@example.org"'
        if given["address"]:
            raise MailboxError(wrong)
        typer.echo(wrong, err=True)
    now_told["address"] = address
    guess = provider_of(address)
    ask_server("imap", guess.imap)
    ask_server("smtp", guess.smtp)
    ask("user", address)
    if "password" in again and not given["password"]:
        typer.echo("\n".join(filter(None, (_WAYS.format(file=desk.folder / "password"), guess.hint))))
    ask("password", "file:password")
    if "certificate" in again:
        file = Path(typer.prompt(_CERTIFICATE, default=told["certificate"] or None))
        now_told["certificate"] = str(file.expanduser().absolute())
    return now_told


def refusal_of(server: str) -> MailboxError | None:
    """What is wrong with a server as it was answered; None if nothing is."""
    from adjudicator.mail.servers.connect import place_of

    try:
        place_of(server)
    except MailboxError as wrong:
        return wrong
    return None


def password_for(desk: Desk, file: str, asking: bool) -> str:
    """The password that is typed for a file; "" for none: it is not in a file, or that in the file stays."""
    return typed_password(desk, file, asking) if file else ""


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
