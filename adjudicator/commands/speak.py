"""How commands speak: one JSON document, or words; and how they find sides and desks."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import typer

from adjudicator.game import Game
from adjudicator.mail.desk import Desk, open_desk
from adjudicator.state import Json
from files.messages import counted
from files.nearest import did_you_mean, nearest


class NotFound(Exception):
    """A name in the command that names nothing; the message says what there is."""

    exit_code = 1


def say_json(value: Json) -> None:
    """Print one JSON document on standard output."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


clock: Callable[[], datetime] = partial(datetime.now, UTC)
"""The only clock that commands read. A test replaces it here, in its own process or in one that it starts."""


def now() -> datetime:
    """The present moment, to the second."""
    return clock().replace(microsecond=0)


def at_terminal() -> bool:
    """Whether somebody looks on: cron and systemd would mail or log what is said meanwhile."""
    return sys.stderr.isatty()


def the_desk(folder: Path) -> Desk:
    """The desk in a folder. Raises DeskError."""
    return open_desk(folder)


def desk_option(folder: Path) -> str:
    """What a command needs besides to find this desk; "" in the desk's own folder."""
    return "" if folder == Path() else f" --desk {folder}"


def the_side(game: Game, text: str) -> str:
    """The id of a side written as an id or as printed; "" for "". Raises NotFound."""
    if not text:
        return ""
    known = {word.casefold(): side for side, name in game.sides.items() for word in (name, side)}
    if text.casefold() in known:
        return known[text.casefold()]
    near = (known[word] for word in nearest(text, known, most=1))
    hint = did_you_mean(near) or f"its sides are {', '.join(game.sides)}"
    raise NotFound(f"{game.title} has no side {text!r}: {hint}")


def emails(count: int) -> str:
    """How many emails, in words."""
    return counted(count, "email")
