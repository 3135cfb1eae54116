"""The commands of `hexpost desk`, with which a referee keeps it. Each imports what it needs when used."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

desk_app = typer.Typer(no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
Desk = Annotated[Path, typer.Option("--desk", metavar="DIR", help="The desk's folder.")]
Trust = Annotated[
    bool, typer.Option("--trust", help="Run programs that the file names. You know who made it.")
]
HERE = Path()
Letter = Annotated[
    int, typer.Argument(metavar="K", help="The number of the letter, as `hexpost desk held` says it.")
]


@desk_app.command(epilog="Example:  hexpost desk held --desk mydesk")
def held(desk: Desk = HERE, as_json: AsJson = False) -> None:
    """List the letters that are held for you to look at, and why."""
    from adjudicator.commands import holding

    holding.held(desk, as_json)


@desk_app.command(epilog="Example:  hexpost desk modules --desk mydesk")
def modules(desk: Desk = HERE, as_json: AsJson = False) -> None:
    """Build the VASSAL modules of the desk's games where they are missing or old; reports name them."""
    from adjudicator.commands import keep

    keep.modules(desk, as_json)


@desk_app.command(epilog="Example:  hexpost desk release 12 --desk mydesk")
def release(number: Letter, desk: Desk = HERE, as_json: AsJson = False) -> None:
    """Take a held letter back into the inbox; the next pass judges it anew."""
    from adjudicator.commands import holding

    holding.release(desk, number, as_json)


@desk_app.command(epilog='Example:  hexpost desk discard 12 --reason "spam" --desk mydesk')
def discard(
    number: Letter,
    reason: Annotated[str, typer.Option(help="Why; it is kept with the letter, and told to nobody.")],
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Deal with a held letter by doing nothing."""
    from adjudicator.commands import holding

    holding.discard(desk, number, reason, as_json)


@desk_app.command(epilog='Example:  hexpost desk answer 12 --text "Yes, you may." --desk mydesk')
def answer(
    number: Letter,
    text: Annotated[str, typer.Option(help="Your words.")] = "",
    file: Annotated[
        Path | None, typer.Option(metavar="F", help="A text file with your words, instead.")
    ] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Answer a held letter in your own words, kept with the game."""
    from adjudicator.commands import holding

    holding.answer(desk, number, text, file, as_json)


@desk_app.command(epilog="Example:  hexpost desk games --desk mydesk")
def games(desk: Desk = HERE, as_json: AsJson = False) -> None:
    """List all games, the most urgent first: whose move, since when, due when."""
    from adjudicator.commands import holding

    holding.games(desk, as_json)


@desk_app.command(epilog="Example:  hexpost desk backup mydesk.zip --desk mydesk")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, a zip.")],
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Write the whole desk into one file, also while the post runs."""
    from adjudicator.commands import archives

    archives.backup(desk, file, as_json)


@desk_app.command(epilog="Example:  hexpost desk verify mydesk.zip")
def verify(
    what: Annotated[Path, typer.Argument(metavar="FILE|DIR", help="A backup, or a desk.")],
    as_json: AsJson = False,
) -> None:
    """Say whether a backup or a desk keeps what was written."""
    from adjudicator.commands import archives

    archives.verify(what, as_json)


@desk_app.command(epilog="Example:  hexpost desk restore mydesk.zip newdesk")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")],
    database: Annotated[
        str, typer.Option(metavar="URL", help="Keep it in this empty PostgreSQL database: postgresql://...")
    ] = "",
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Make a desk of a backup."""
    from adjudicator.commands import archives

    archives.restore(file, folder, database, trust, as_json)
