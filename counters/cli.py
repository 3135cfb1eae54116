"""`hexpost counters`: check a roster, draw its pieces, make printable sheets."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="The counters: check the roster, make printable sheets.")

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="A bundled game's name, or a folder with a roster.csv.")
]


class Paper(StrEnum):
    """The paper in the printer."""

    A4 = "a4"
    LETTER = "letter"


@app.command(epilog="Example:  hexpost counters check raceforberlin")
def check(
    game: Game,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Report everything wrong with a game's roster, markers, cards and style, and what would print badly."""
    from counters.checking import report

    found = report(game)
    if as_json:
        import json

        typer.echo(json.dumps(found.facts(), ensure_ascii=False, indent=2))
    else:
        for fault in found.faults:
            typer.echo(str(fault), err=True)
        typer.echo(found.summary(), err=True)
    raise typer.Exit(1 if found.faults else 0)


@app.command(epilog="Example:  hexpost counters sheet raceforberlin --out counters.pdf --paper a4")
def sheet(
    game: Game,
    out: Annotated[Path, typer.Option(metavar="F.pdf", help="The PDF to write.")],
    paper: Annotated[Paper, typer.Option(help="The paper in the printer.")] = Paper.A4,
    dpi: Annotated[int, typer.Option(min=150, max=1200, help="Dots per inch of the pictures.")] = 400,
) -> None:
    """Write printable sheets at true scale: fronts, backs, cut marks. Print at 100 %, on both sides."""
    from counters.load import load_roster
    from counters.sheet import counter_pdf

    _write(out, counter_pdf(load_roster(game), paper.value, dpi))


@app.command(epilog="Example:  hexpost counters draw raceforberlin --out faces --size 256")
def draw(
    game: Game,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the pictures.")],
    size: Annotated[int, typer.Option(min=16, max=2048, help="Pixels along a side.")] = 256,
) -> None:
    """Write every side of every counter, marker and chit as a PNG picture."""
    from io import BytesIO

    from counters.face import faces
    from counters.load import load_roster

    pictures = dict(faces(load_roster(game), size))
    for name, image in pictures.items():
        content = BytesIO()
        image.save(content, "PNG")
        _save(out / f"{name}.png", content.getvalue())
    typer.echo(f"{len(pictures)} pictures in {out}", err=True)


def _write(path: Path, content: bytes) -> None:
    _save(path, content)
    typer.echo(f"{path}: {len(content):,} bytes", err=True)


def _save(path: Path, content: bytes) -> None:
    """Write a file, and make its folder; where that is not possible the place given is at fault."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as wrong:
        typer.echo(f"{path}: cannot be written: {wrong.strerror}", err=True)
        raise typer.Exit(1) from None
