"""The commands of `hexpost desk`, with which a referee keeps it. Each imports what it needs when used."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

desk_app = typer.Typer(no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
Desk = Annotated[Path, typer.Option("--desk", metavar="DIR", help="The desk's folder.")]
DeskHere = Annotated[Path, typer.Argument(metavar="DIR", help="The desk's folder.")]
Trust = Annotated[
    bool, typer.Option("--trust", help="Run programs that the file names. Only if you trust who made it.")
]
HERE = Path()
GAME = "A bundled game's name or title, or a game's folder"
SERVER = "HOST:PORT"
KIND = (
    "Ports 993, 465, 143 and 587 are known; at others add /tls or /starttls, or /none for a server on this "
    "computer (localhost or 127.0.0.1) without TLS."
)
HOW = (
    "Where to get the password: file:NAME (the file's first line), env:NAME (an environment variable), "
    "command:WORDS (a command that prints it) or token:WORDS (a command that prints an OAuth token)."
)


def named(text: str) -> str:
    """A game as it is called here: titles are names, too, and are looked up only where there is need."""
    if text.isidentifier() and text.islower():
        return text
    from adjudicator.catalogue import by_title

    return by_title(text)


Game = Annotated[str, typer.Argument(metavar="GAME", help=f"{GAME}.", callback=named)]
Letter = Annotated[int, typer.Argument(metavar="K", help="The email's number, from `hexpost desk held`.")]


@desk_app.command("init", epilog="Example:  hexpost desk init mydesk")
def desk_init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to create.")],
    as_json: AsJson = False,
) -> None:
    """Create a desk: a folder with settings (desk.toml), a database of games, and mail folders."""
    from adjudicator.commands import keep

    keep.init(folder, as_json)


@desk_app.command("connect", epilog="Example:  hexpost desk connect mydesk")
def desk_connect(
    folder: DeskHere = HERE,
    address: Annotated[str, typer.Option(metavar="ADDRESS", help="Your email address.")] = "",
    imap: Annotated[
        str, typer.Option(metavar=SERVER, help=f"Server for incoming mail: imap.example.org:993. {KIND}")
    ] = "",
    smtp: Annotated[
        str, typer.Option(metavar=SERVER, help=f"Server for outgoing mail: smtp.example.org:465. {KIND}")
    ] = "",
    user: Annotated[str, typer.Option(help="Your login name.")] = "",
    password: Annotated[str, typer.Option(metavar="HOW", help=HOW)] = "",
    certificate: Annotated[
        str, typer.Option(metavar="FILE", help="A certificate to trust, for a server of your own.")
    ] = "",
    mail_folder: Annotated[
        str,
        typer.Option(
            "--mailbox",
            "--folder",
            metavar="FOLDER",
            help="The server's folder for players' emails.",
            show_default="INBOX, or as in desk.toml",
        ),
    ] = "",
    take: Annotated[
        str,
        typer.Option(
            metavar="players|all",
            help="players: leave all other emails unread. all: answer unknown senders too.",
            show_default="players, or as in desk.toml",
        ),
    ] = "",
    wait: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="How long to wait for the test email.")
    ] = 20,
) -> None:
    """Connect the desk to your mailbox: ask for its servers, login name and password, and test them.

    Each option answers one of its questions in advance. It sends one test email, to your own address.
    desk.toml changes only once both servers work.
    """
    from adjudicator.commands import mailboxes

    given = {
        "address": address, "imap": imap, "smtp": smtp, "user": user, "password": password,
        "certificate": certificate, "folder": mail_folder, "take": take,
    }  # fmt: skip
    mailboxes.connect(folder, given, wait)


@desk_app.callback()
def desk() -> None:
    """Set up and run your desk: the folder with your games and mail."""


@desk_app.command(epilog="Example:  hexpost desk held --desk mydesk")
def held(desk: Desk = HERE, as_json: AsJson = False) -> None:
    """List the emails that are held for you, and why."""
    from adjudicator.commands import holding

    holding.held(desk, as_json)


@desk_app.command(epilog="Example:  hexpost desk modules fords.vmod --desk mydesk")
def modules(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="The published module of games that were restored or moved."),
    ] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """List the VASSAL modules of the games, and build or copy those that are missing or out of date."""
    from adjudicator.commands import shelving

    shelving.modules(desk, file, as_json)


@desk_app.command(epilog="Example:  hexpost desk release 12 --desk mydesk")
def release(number: Letter, desk: Desk = HERE, as_json: AsJson = False) -> None:
    """Return a held email to the inbox. The next `hexpost post` checks it again."""
    from adjudicator.commands import holding

    holding.release(desk, number, as_json)


@desk_app.command(epilog='Example:  hexpost desk discard 12 --reason "spam" --desk mydesk')
def discard(
    number: Letter,
    reason: Annotated[str, typer.Option(help="Why. Kept with the email; nobody is told.")],
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Close a held email without an answer."""
    from adjudicator.commands import holding

    holding.discard(desk, number, reason, as_json)


@desk_app.command(epilog='Example:  hexpost desk answer 12 --text "Yes, you may." --desk mydesk')
def answer(
    number: Letter,
    text: Annotated[str, typer.Option(help="Your answer.")] = "",
    file: Annotated[Path | None, typer.Option(metavar="F", help="A text file with your answer.")] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Answer a held email in your own words. The answer is kept with the game."""
    from adjudicator.commands import holding

    holding.answer(desk, number, text, file, as_json)


@desk_app.command(epilog="Example:  hexpost desk games --desk mydesk")
def games(desk: Desk = HERE, as_json: AsJson = False) -> None:
    """List the games on your desk, most urgent first: whose move it is, since when, and when it is due."""
    from adjudicator.commands import holding

    holding.games(desk, as_json)


@desk_app.command(epilog="Example:  hexpost desk backup mydesk.zip --desk mydesk")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The .zip file to write.")],
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Back up the whole desk into one file, even while `hexpost post` is running."""
    from adjudicator.commands import archives

    archives.backup(desk, file, as_json)


@desk_app.command(epilog="Example:  hexpost desk verify mydesk.zip")
def verify(
    what: Annotated[Path, typer.Argument(metavar="FILE|DIR", help="A backup, or a desk.")],
    as_json: AsJson = False,
) -> None:
    """Check that a backup or a desk is complete and undamaged."""
    from adjudicator.commands import archives

    archives.verify(what, as_json)


@desk_app.command(epilog="Example:  hexpost desk restore mydesk.zip newdesk")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to create.")],
    database: Annotated[
        str, typer.Option(metavar="URL", help="An empty PostgreSQL database to use: postgresql://...")
    ] = "",
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Restore a desk from a backup."""
    from adjudicator.commands import archives

    archives.restore(file, folder, database, trust, as_json)


@desk_app.command("service", epilog="Example:  hexpost desk service mydesk --out ~/.config/systemd/user")
def desk_service(
    folder: DeskHere = HERE,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", help="Write them to this folder, not to the screen."),
    ] = None,
) -> None:
    """Print a systemd unit and a cron line. Either runs `hexpost post` for you (Linux and Mac)."""
    from adjudicator.commands import mailboxes

    mailboxes.write_service(folder, out)


@desk_app.command("go-on", epilog="Example:  hexpost desk go-on mydesk")
def desk_go_on(folder: DeskHere = HERE) -> None:
    """Restart deadlines that stopped when this computer's clock jumped. First check the clock."""
    from adjudicator.commands import mailboxes

    mailboxes.go_on(folder)
