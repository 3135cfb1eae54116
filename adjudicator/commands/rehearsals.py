"""`hexpost rehearse` and `hexpost play`: positions tried out, and whole games by bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import typer

from adjudicator.catalogue import find_game
from adjudicator.commands.speak import say_json, the_side
from adjudicator.game import Game
from adjudicator.state import Json
from files.faults import Fault
from files.messages import bounded


def rehearse(file: Path, side: str, trust: bool, as_json: bool) -> None:
    """Judge the orders of a rehearsal file and compare with what it expects."""
    from adjudicator.dice import OutOfDice
    from adjudicator.rehearsal.file import chance_line, read_rehearsal
    from adjudicator.rehearsal.rehearsal import compare, told
    from adjudicator.rehearsal.rehearsal import rehearse as run
    from adjudicator.rehearsal.rehearsal_faults import BadRehearsal

    asked = read_rehearsal(file, trust)
    try:
        outcome = run(asked)
    except OutOfDice as out:
        raise BadRehearsal([Fault(file.name, chance_line(file), "", str(out))]) from None
    found = told(outcome, the_side(asked.game, side))
    differences = [] if side else compare(asked, outcome)
    if as_json:
        say_json(found)
    else:
        for line in spoken(asked.game, found):
            typer.echo(line)
    for line in (*found["notes"], *differences):
        typer.echo(bounded(line), err=True)
    if differences:
        raise typer.Exit(1)


def spoken(game: Game, found: Mapping[str, Json]) -> Iterator[str]:
    """What a rehearsal found, for people: verdicts and what would be legal, events, and what is asked."""
    from adjudicator.mail.desk.pages import instead_text
    from adjudicator.wording.order_words import cited, listed_in_print

    for ruling in found["rulings"]:
        said = f"{ruling['verdict']} {ruling['rule']}".strip()
        why = f" ({bounded(ruling['why'])})" if ruling["why"] else ""
        yield f"{ruling['sheet']}.{ruling['line']:<3} {bounded(ruling['text'])}: {said}{why}"
        if ruling["legal"]:
            yield f"      {instead_text(game, ruling['verdict'], ruling['legal'])}"
    for event in found["events"]:
        if not event["quiet"]:
            yield f"  {event['says']}{cited(event['rule'])}"
    for decision in found["decisions"]:
        yield f"Waiting for {decision['player']}: {decision['question']}{cited(decision['rule'])}"
        if decision["answers"]:
            yield f"      For example: {listed_in_print(game, decision['answers'])}"
        if decision["silence"]:
            yield f"      Without an answer: {decision['silence']}"


@contextmanager
def progress(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, nothing elsewhere; what it yields is told of each game that is over."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Playing", total=games)
        yield lambda played: bar.update(task, completed=played)


def play(name: str, bots: str, games: int, seed: int, as_json: bool) -> None:
    """Let bots play whole games."""
    from adjudicator.commands import slips
    from adjudicator.judging.bots import summary

    game = find_game(name)
    slips.check(game)
    if bots not in game.players():
        known = ", ".join(game.players())
        raise typer.BadParameter(f"the bots of {game.title} are: {known}", param_hint="--bots")
    with progress(games) as told:
        found = summary(game, games, seed, told, bots)
    if as_json:
        say_json(found)
        return
    typer.echo(f"{found['finished']} of {games} games of {game.title} finished in {found['seconds']} s")
    typer.echo(f"won: {', '.join(f'{who} {n}' for who, n in found['victories'].items())}")
    for how, mails in found["mails_per_turn"].items():
        typer.echo(f"emails a turn, {how}: {mails}")
