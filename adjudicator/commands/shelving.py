"""`hexpost desk modules`: the VASSAL modules of a desk's games, built here or published elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import typer

from adjudicator.archive.logs import take_up_logs
from adjudicator.archive.verify import game_faults
from adjudicator.catalogue import is_module
from adjudicator.commands.opening import check_module
from adjudicator.commands.rehearsals import progress
from adjudicator.commands.speak import say_json, the_desk
from adjudicator.mail.desk import Desk, DeskError
from adjudicator.mail.desk.modules import Module, keep_module
from adjudicator.mail.desk.published import lacking, module_of, settle, supply
from adjudicator.store import Store
from files.messages import bounded


def modules(folder: Path, file: Path | None, as_json: bool) -> None:
    """Have the VASSAL modules of all games of a desk kept, and say which there are. A `file` is the published
    module of games that miss it."""
    desk = the_desk(folder)
    with desk.alone(), desk.store() as store:
        served = supplied(desk, store, file) if file else ()
        settle(desk, store)
        away = lacking(store)
        games = dict.fromkeys(row.game for row in store.journal.games())
    from adjudicator.tabletop.made_of import beside  # only a published module needs VASSAL

    made, own = kept_modules(desk, games), list(own_copies(games))
    if as_json:
        say_json([
            *({"game": game, "file": str(desk.modules / one.file), "version": one.version,
               "sha256": one.sha256} for game, one in made),
            *({"game": game, "file": str(one), "sha256": beside(one).digest} for game, one in own),
        ])  # fmt: skip
        return
    if served:
        typer.echo(f"{file} is the module of {games_named(served)}. Its copy here is complete.")
    for _, kept in made:
        typer.echo(f"{desk.modules / kept.file}: version {kept.version}, SHA-256 {kept.sha256}")
    for _, copy in own:
        typer.echo(f"{copy}: SHA-256 {beside(copy).digest}")
    for one in away:
        typer.echo(bounded(f"{one}. Get the same file, and type: hexpost desk modules FILE"), err=True)
    if not made and not own and not away:
        typer.echo("No game on this desk has a module.")


def supplied(desk: Desk, store: Store, file: Path) -> tuple[int, ...]:
    """Give a module to the games that are played with it; which they are. Raises DeskError for one of
    none, and where a game's journal does not hold with it."""
    check_module(file)
    with store.transaction():
        served = supply(desk, store, file)
        if faults := game_faults(store, served):
            raise DeskError("\n".join(faults))
    for game in served:
        take_up_logs(store, game)
    return served


def kept_modules(desk: Desk, games: Iterable[str]) -> list[tuple[str, Module]]:
    """The modules that are built here, each with its game."""
    built = [game for game in games if not is_module(game)]
    with progress(len(built)) as over:
        made = []
        for done, game in enumerate(built, 1):
            made.append((game, keep_module(desk, game)))
            over(done)
    return [(game, one) for game, one in made if one]


def own_copies(games: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """The published modules that are here, each with the first of the games that are played with it."""
    of = {module_of(game): game for game in reversed(list(games)) if is_module(game)}
    yield from ((game, file) for file, game in of.items() if file.is_file())


def games_named(numbers: Sequence[int]) -> str:
    """Some games, in words."""
    return f"game{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
