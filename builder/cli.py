"""The command line of the builder, mounted as `hexpost module`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from files.faults import Faulty
from files.messages import bounded, short

app = typer.Typer(
    help="The VASSAL module: build it, check it, read saved games.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="A bundled game's name, or the folder of your own.")
]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output, nothing else.")]


@app.callback()
def module() -> None:
    """The VASSAL module: build it, check it, read saved games."""


@app.command(epilog="Example:  hexpost module build raceforberlin --out raceforberlin.vmod")
def build(
    game: Game,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="F.vmod", help="The file to write.", show_default="GAME.vmod"),
    ] = None,
    update: Annotated[
        bool, typer.Option("--update-lock", help="First number the pieces that have no number.")
    ] = False,
    renamed: Annotated[
        list[str] | None,
        typer.Option("--renamed", help="A piece whose id changed. Repeatable.", metavar="OLD=NEW"),
    ] = None,
    no_overlay: Annotated[
        bool, typer.Option("--no-overlay", help="Leave set-up labels and entry letters off the board.")
    ] = False,
) -> None:
    """Build the VASSAL module of a game."""
    from builder.module.module import build_module, update_lock

    renames = dict(_two(one) for one in renamed or [])
    with _refusing(out or game):
        if update or renames:
            typer.echo(f"{update_lock(game, renames)} is up to date", err=True)
        with _busy("Drawing the board and all counters"):
            file = out or Path(f"{Path(game).resolve().name}.vmod")
            written = build_module(game, file, "none" if no_overlay else "whole")
    from builder.check.check import look_over

    typer.echo(f"{written} is ready: open it with VASSAL 3.7 ({look_over(written).budget})", err=True)


@app.command(epilog="Example:  hexpost module extension games/berlin opt --out berlin_ext/optional.vmdx")
def extension(
    game: Game,
    wanted: Annotated[str, typer.Argument(metavar="ID", help="The extension's id in extensions.toml.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="F.vmdx", help="The file to write.", show_default="ID.vmdx"),
    ] = None,
) -> None:
    """Build an extension of a game's module, with its optional units."""
    from builder.module.extension import build_extension

    with _refusing(out or wanted), _busy("Drawing the board and the counters"):
        written = build_extension(game, wanted, out or Path(f"{wanted}.vmdx"))
    typer.echo(f"{written} is ready: put it into the folder MODULE_ext beside MODULE.vmod", err=True)


@app.command(epilog="Example:  hexpost module check raceforberlin.vmod --json")
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The module, a .vmod file.")],
    engine: Annotated[
        Path | None,
        typer.Option(
            "--engine",
            metavar="DIR",
            help="A folder with VASSAL 3.7. Opens the module there as well, and compares.",
        ),
    ] = None,
    load: Annotated[
        list[Path] | None,
        typer.Option("--load", metavar="FILE", help="A saved game or log that VASSAL loads as well."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a module, and list every error in it."""
    from builder.check.check import look_over
    from builder.check.engine import judge
    from builder.check.images import Budget
    from builder.module_faults import ModuleError
    from builder.vassal.readback import Problem

    problems, budget, verdict = list[Problem](), Budget(0, 0), None
    try:
        looked = look_over(file)
        problems, budget = looked.problems, looked.budget
        if engine:
            verdict = judge(file, engine, load or [])
            problems = [*problems, *verdict.problems]
    except ModuleError as wrong:
        problems = [Problem("error", file.name, fault) for fault in wrong.faults]
    if as_json:
        said = {"engine": verdict.facts()} if verdict else {}
        faults = short([problem.facts() for problem in problems])
        _print_json({"problems": faults, "images": asdict(budget), **said})
    typer.echo(str(budget), err=True)
    if verdict:
        typer.echo(
            f"VASSAL {verdict.vassal}: {verdict.points} names and {verdict.pieces} pieces compared", err=True
        )
    for problem in problems:
        typer.echo(bounded(problem), err=True)
    if not problems:
        typer.echo(f"{file}: nothing is wrong with it", err=True)
    if any(problem.level == "error" for problem in problems):
        raise typer.Exit(1)


@app.command(epilog="Example:  hexpost module diff old.vmod raceforberlin.vmod")
def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="The module that players have, a .vmod file.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The module they change to.")],
    as_json: Json = False,
) -> None:
    """List in words, for players, what changed from one module to another."""
    from builder.comparing.diff import diff_modules

    with _refusing():
        changes = diff_modules(old, new)
    if as_json:
        _print_json({"changes": [change.facts() for change in changes]})
        return
    for change in changes:
        typer.echo(bounded(change))
    if not changes:
        typer.echo("Nothing changed that a player could see.", err=True)


@app.command("import", epilog="Example:  hexpost module import tobruk.vmod games/tobruk")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Any published module, a .vmod file.")],
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The game folder to create. It must be new or empty.")
    ],
    as_json: Json = False,
) -> None:
    """Make a game folder from a module: map, counters, charts, set-ups, and a list of what is missing."""
    from builder.importing.importer import import_module

    with _refusing(folder):
        report = import_module(file, folder)
    if as_json:
        _print_json(report.facts())
    typer.echo(report.text, err=True)


@app.command(epilog="Example:  hexpost module unpack raceforberlin.vmod module/")
def unpack(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The module, a .vmod file.")],
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder to create. It must be new or empty.")
    ],
) -> None:
    """Unpack a module into plain files that version control can compare."""
    from builder.comparing.pack import unpack as unpack_module

    with _refusing(folder):
        written = unpack_module(file, folder)
    typer.echo(f"{folder}: {len(written)} files", err=True)


@app.command(epilog="Example:  hexpost module pack module/ raceforberlin.vmod")
def pack(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder made by unpack.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The module to write, a .vmod file.")],
) -> None:
    """Pack an unpacked module again. The same files give the same bytes."""
    from builder.comparing.pack import pack as pack_module

    with _refusing(file):
        pack_module(folder, file)
    typer.echo(f"{file} is ready", err=True)


@app.command(
    epilog="Example:  hexpost module merge raceforberlin.vmod more-units.vmod both.vmod --only pieces"
)
def merge(
    first: Annotated[
        Path,
        typer.Argument(
            metavar="FIRST", help="The module that stays as it is: a .vmod, or an unpacked folder."
        ),
    ],
    second: Annotated[Path, typer.Argument(metavar="SECOND", help="The module whose extra parts come in.")],
    out: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="The .vmod to write. Any other name makes an unpacked folder."),
    ],
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="WHAT",
            help="Bring in only pieces, maps, prototypes, setups or charts. Repeatable.",
        ),
    ] = None,
    rename: Annotated[
        bool,
        typer.Option("--rename", help="If files of the same name differ, rename the second module's."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Merge two modules into one: only what the second one adds comes in.

    A piece whose number is taken gets a new one, kept in OUT.ids.toml so that merging again gives the same
    result. A prototype that differs from one of the same name gets a new name. Set-ups are adjusted.
    """
    from builder.comparing.merge import merge_modules

    with _refusing(out):
        told = merge_modules(first, second, out, only or (), rename)
    if as_json:
        _print_json(told.facts())
    for line in told.renamed:
        typer.echo(bounded(f"renamed: {line}"), err=True)
    for path in told.left:
        typer.echo(bounded(f"left out, because the first module has one already: {path}"), err=True)
    typer.echo(f"{out}: {len(told.added)} parts came in", err=True)


@app.command(epilog="Example:  hexpost module read turn-3.vlog --module raceforberlin.vmod --json")
def read(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A saved game or a log: a .vsav or .vlog file.")
    ],
    module: Annotated[
        Path | None,
        typer.Option(
            "--module",
            "-m",
            metavar="F.vmod|GAME",
            help="Its module, which names the places, or a bundled game.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Read a saved game or a log: pieces by location, and what was done step by step."""
    from builder.saves.retell import read_any, retold

    with _refusing():
        found = read_any(file, module)
    if as_json:
        _print_json(found.facts())
        return
    for line in retold(found):
        typer.echo(bounded(line))


def _two(renamed: str) -> tuple[str, str]:
    old, sign, new = renamed.partition("=")
    if not (old and sign and new):
        raise typer.BadParameter(f"write OLD=NEW, not {renamed!r}", param_hint="--renamed")
    return old, new


def _busy(what: str) -> AbstractContextManager[object]:
    """A sign of life on a terminal, nothing elsewhere."""
    from rich.console import Console

    console = Console(stderr=True)
    return console.status(what) if console.is_terminal else nullcontext()


def _print_json(document: object) -> None:
    import json

    typer.echo(json.dumps(document, ensure_ascii=False, indent=1))


@contextmanager
def _refusing(out: object = "") -> Iterator[None]:
    """Tell in words of an input at fault, or that `out` cannot be written, and end with 1."""
    try:
        yield
        return
    except Faulty as wrong:
        why = str(wrong)
    except OSError as wrong:
        if not out:
            raise
        why = f"{out}: cannot be written: {wrong.strerror or wrong}"
    typer.echo(bounded(why), err=True)
    raise typer.Exit(1)
