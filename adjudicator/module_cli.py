"""The commands of `hexpost module` that need a game. Each imports what it needs when used."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

module_app = typer.Typer()

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]


@module_app.callback()
def module() -> None:
    """The VASSAL module: build it, check it, read saved games."""


@module_app.command(epilog="Example:  hexpost module look fords.vmod")
def look(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Any published module (.vmod).")],
    as_json: AsJson = False,
) -> None:
    """List a module's sides, and its set-ups with their pieces. No game is opened."""
    from adjudicator.commands import looking

    looking.look(file, as_json)
