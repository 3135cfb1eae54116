"""`hexpost module look`: what a game of a published module can begin with, before one is opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import typer

from adjudicator.commands.opening import check_module
from adjudicator.commands.speak import say_json
from adjudicator.tabletop.looking import Offered, SetUp, offered
from adjudicator.tabletop.record import OWN
from files.messages import bounded, counted, short


def look(file: Path, as_json: bool) -> None:
    """Say which sides and set-ups a module has."""
    check_module(file)
    found = offered(file)
    if as_json:
        say_json(short(asdict(found)))
        return
    for line in told(found, file):
        typer.echo(bounded(line))


def told(found: Offered, file: Path) -> Iterator[str]:
    """What a module offers, line by line, with the command that opens a game of it."""
    yield f"{found.title}, version {found.version}" if found.version else found.title
    yield ""
    yield "Sides:"
    yield from _columns([(f"--player {side}=ADDRESS", name) for side, name in found.sides.items()])
    yield ""
    yield "Set-ups:"
    yield from _columns([(f"--setup {one.word}", _holds(one)) for one in found.setups])
    if found.dice:
        yield ""
        yield f"Dice: {', '.join(found.dice)}"
    for extension, version in found.extensions.items():
        yield f"Extension: {extension}, version {version}"
    yield from (f"{one}." for one in found.left_out)
    yield ""
    players = " ".join(f"--player {side}=ADDRESS" for side in list(found.sides)[:2])
    yield f"To open a game: hexpost open {file} {players}"


def _columns(rows: list[tuple[str, str]]) -> Iterator[str]:
    width = max((len(first) for first, _ in rows), default=0)
    yield from (f"  {first:{width}}  {second}".rstrip() for first, second in rows)


def _holds(one: SetUp) -> str:
    """What a set-up is called, and what is in it."""
    name = one.name or ("the module's own start" if one.word == OWN else "")
    if one.fault:
        return f"{name} cannot be used: {one.fault}"
    held = [counted(one.pieces, "piece")]
    if one.decks:
        held.append(f"{counted(one.decks, 'deck')} with {counted(one.cards, 'card')}")
    own = " (it names no saved game, so it is the module's own start)" if one.fileless else ""
    return f"{name}: {', '.join(held)}{own}"
