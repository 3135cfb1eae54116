"""`hexpost print`: everything to print of a game, with what its referee knows of orders and sequence."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.progress import Progress

from adjudicator.catalogue import NoSuchGame, find_game
from files.whole import write_all

if TYPE_CHECKING:
    from builder.printing.pages import Refereed
    from counters.sheets.options import SheetOptions


def kit(game: str, out: Path | None, options: SheetOptions, dpi: int, poster: bool) -> None:
    """Make the kit and write it: a PDF for each part into a folder, or all of them into one PDF."""
    from builder.printing.kit import Wish, in_one, print_kit

    wish = Wish(options.printing(), dpi, poster)
    place = out or Path(f"{Path(game).resolve().name}-print")
    console = Console(stderr=True)
    if not console.is_terminal:
        typer.echo("Drawing the counters, the map, the cards and the charts ...", err=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("reading the game", total=None)

        def tell(done: int, steps: int, what: str) -> None:
            progress.update(bar, total=steps, completed=done, description=what)

        parts = print_kit(game, wish, refereed(game), tell)
    if place.suffix.lower() == ".pdf":
        written = {place: in_one(f"{Path(game).resolve().name}: print and play", parts)}
    else:
        written = {place / part.name: part.content for part in parts}
    write_all(written)
    for file, content in written.items():
        typer.echo(f"{file}: {len(content):,} bytes", err=True)


def refereed(game: str) -> Refereed:
    """What the game's rules say of orders and the sequence of play; of a game without rules the orders, and
    those of its module. Nothing for a game without a map."""
    from adjudicator.bookkeeping import NoSides
    from adjudicator.tabletop.written import FORMS
    from builder.printing.pages import Refereed

    at_table = tuple((verb.form, verb.help) for verb in FORMS)
    try:
        rules = find_game(game)
    except NoSides:
        return Refereed(module_orders=at_table)
    except NoSuchGame:
        return Refereed()
    orders = tuple((verb.form, verb.help) for verb in rules.grammar().verbs)
    steps = tuple((step.id, step.title, step.rule) for step in rules.sequence.values())
    return Refereed(orders, steps, rules.standins, at_table if rules.rules == "none" else ())
