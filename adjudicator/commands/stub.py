"""`hexpost new-game`: the smallest game that works, to change into one's own."""

from __future__ import annotations

import re
from pathlib import Path

import typer

from adjudicator.commands.speak import NotFound


def new_game(name: str, folder: Path) -> None:
    """Write the stub. Raises NotFound when the name will not do or the folder holds something."""
    raise NotFound(name if re.fullmatch("[a-z][a-z0-9]*", name) else str(folder))


def told(folder: Path) -> None:
    """Say what to do next."""
    typer.echo(str(folder))
