"""`hexpost map`: draw a game's board, check its tables against its shapes, find the grid of a scan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from files.messages import bounded, counted, short
from files.whole import write_whole
from maps.imports import command as import_command
from maps.measuring import command as measure_command
from maps.scan.areas import command as trace_command
from maps.scan.areas import find_command
from maps.scan.terrain import command as classify_command

if TYPE_CHECKING:
    from PIL import Image

    from maps.board import Board
    from maps.checking.check import Checked

app = typer.Typer(no_args_is_help=True, help="The map: draw it, check it, trace it from a scan.")

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="A bundled game's name, or a folder with map/map.toml in it.")
]


@app.command(epilog="Example:  hexpost map draw raceforberlin --out board.png --dpi 150")
def draw(
    game: Game,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="F.png", help="The picture to write.", show_default="GAME.png"),
    ] = None,
    dpi: Annotated[
        int | None,
        typer.Option(min=40, max=300, help="Dots per inch.", show_default="150, or the map art's own"),
    ] = None,
    no_overlay: Annotated[
        bool, typer.Option("--no-overlay", help="Leave out set-up labels and entry letters.")
    ] = False,
) -> None:
    """Draw the map as a picture to print or to play on."""
    if out:
        _open_to_us(out)
    from maps.drawing.draw import draw_board

    drawing = draw_board(game, dpi, overlay="none" if no_overlay else "whole")
    file, flat = out or Path(f"{drawing.sheet.board.game}.png"), drawing.sheet.art is None
    _save(drawing.image, file, drawing.dots_per_mm * 25.4, flat)


@app.command(epilog="Example:  hexpost map check raceforberlin --json")
def check(
    game: Game,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="F.png", help="A picture of the shapes with the errors marked."),
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(
            metavar="F.png", help="A picture of grid, labels, neighbours and hexsides over the art."
        ),
    ] = None,
    art: Annotated[
        Path | None,
        typer.Option(metavar="SCAN", help="The art for the proof.", show_default="the drawn map"),
    ] = None,
    centres: Annotated[
        Path | None, typer.Option(metavar="F.csv", help="label,x,y: where the hexes are on that art.")
    ] = None,
) -> None:
    """Compare neighbours, rivers and roads with the shapes, and say where each error is.

    Notes name labels that cover another label, a hex number or a counter's place, and colours that look
    alike to colour-blind players.
    """
    from maps.checking.check import check_map

    checked = check_map(game)
    if proof:
        from maps.checking.proof_command import proof as drawn_proof

        _save(drawn_proof(game, checked, art, centres), proof, 100)
    if out:
        from maps.checking.overlay import draw_overlay

        _save(draw_overlay(checked), out, 100)
    from maps.checking.colours import colours_amiss
    from maps.checking.names import names_amiss

    names, colours = ([], []) if checked.faults else (names_amiss(game), colours_amiss(game))
    if as_json:
        typer.echo(_as_json(checked, names, colours))
    else:
        _tell(checked, names, colours)
    raise typer.Exit(1 if checked.faults else 0)


app.command(epilog=trace_command.EXAMPLE)(trace_command.trace)
app.command("find", epilog=find_command.EXAMPLE)(find_command.find)
app.command(epilog=classify_command.EXAMPLE)(classify_command.classify)
app.command("import", epilog=import_command.EXAMPLE)(import_command.import_)
app.command(epilog=measure_command.EXAMPLE)(measure_command.measure)


Scan = Annotated[Path, typer.Argument(metavar="SCAN", help="A picture of a printed map, or a PDF.")]
More = Annotated[list[str] | None, typer.Argument(hidden=True)]
KnownHexes = Annotated[
    list[str] | None,
    typer.Option(
        "--hex",
        metavar="LABEL=X,Y",
        help="A hex you clicked: its label and centre. Best: the corners and a neighbour in the next column.",
    ),
]
Columns = Annotated[int | None, typer.Option(min=2, max=500, help="Number of columns.")]
Rows = Annotated[int | None, typer.Option(min=2, max=500, help="Number of rows.")]
Shoved = Annotated[
    Literal["odd", "even"] | None,
    typer.Option(
        metavar="odd|even", help="Which columns are lower (pointed tops: which rows are further right)."
    ),
]
Short = Annotated[
    Literal["odd", "even", "none"] | None,
    typer.Option(metavar="odd|even|none", help="Which columns (pointed tops: rows) are one hex shorter."),
]
Labels = Annotated[
    Path | None, typer.Option(metavar="F.csv", help="A table of all hexes, with a column `label`.")
]
Page = Annotated[int, typer.Option(min=1, help="The page of a PDF.")]
TwoSheets = Annotated[
    bool, typer.Option("--two-sheets", help="The map is two sheets that do not quite join.")
]
Clicks = Annotated[
    Path | None, typer.Option(metavar="F.csv", help="Hexes you clicked: label,x,y, as map edit writes them.")
]
SAYS = typer.Option(
    "--scan", metavar="F.toml", help="Other settings, as map edit writes them: columns, numbering ..."
)
Partial = Annotated[
    bool, typer.Option("--partial/--no-partial", help="Count hexes that the picture's edge cuts.")
]


@app.command(epilog="Example:  hexpost map fit scan.jpg --hex 0101=120,95 --hex 2401=... --centres hexes.csv")
def fit(
    scan: Scan,
    more: More = None,
    known: KnownHexes = None,
    columns: Columns = None,
    rows: Rows = None,
    shoved: Shoved = None,
    short: Short = None,
    labels: Labels = None,
    page: Page = 1,
    partial: Partial = True,
    centres: Annotated[
        Path | None, typer.Option(metavar="F.csv", help="Label, x and y of every hex, in pixels.")
    ] = None,
    heat: Annotated[
        Path | None,
        typer.Option(metavar="F.png", help="A picture of how far print and fit differ, hex by hex."),
    ] = None,
    overlay: Annotated[
        Path | None,
        typer.Option(metavar="F.png", help="A picture of the fitted grid and labels on the scan."),
    ] = None,
    two_sheets: TwoSheets = False,
    clicks: Clicks = None,
    scan_says: Annotated[Path | None, SAYS] = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="Accept an uncertain grid.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Find the hex grid on a scanned map: pitch, angle, labels, and how sure the fit is."""
    from maps.scan.hexgrid.fit_command import Asked, Said, Wanted, run_fit

    asked = Asked(scan, (*(known or ()), *(more or ())), columns, rows, page, partial, two_sheets)
    asked = replace(asked, shoved=shoved or "", short=short or "", labels=labels)
    run_fit(Said(clicks, scan_says).added(asked), Wanted(centres, heat, overlay, anyway), as_json)


@app.command(
    epilog="Example:  hexpost map straighten scan.jpg --hex 0101=120,95 --hex 2401=... --out straight.png"
)
def straighten(
    scan: Scan,
    more: More = None,
    known: KnownHexes = None,
    columns: Columns = None,
    rows: Rows = None,
    shoved: Shoved = None,
    short: Short = None,
    labels: Labels = None,
    page: Page = 1,
    partial: Partial = True,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="F.png",
            help="The picture.",
            show_default="SCAN-straight.png, unless you use --map",
        ),
    ] = None,
    game: Annotated[
        Path | None,
        typer.Option("--map", metavar="DIR", help="A game folder to create, with a map on this picture."),
    ] = None,
    crop: Annotated[
        bool, typer.Option("--crop", help="Cut off table and margins, and even out the light.")
    ] = False,
    two_sheets: TwoSheets = False,
    clicks: Clicks = None,
    scan_says: Annotated[Path | None, SAYS] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Straighten even if the grid is uncertain.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Straighten a scan so that an upright hex grid fits it, and print the numbers VASSAL needs."""
    from maps.scan.hexgrid.fit_command import Asked, Said
    from maps.scan.hexgrid.straighten_command import Wish, run_straighten

    asked = Asked(scan, (*(known or ()), *(more or ())), columns, rows, page, partial, two_sheets)
    asked = replace(asked, shoved=shoved or "", short=short or "", labels=labels)
    out = out or (None if game else Path(f"{scan.stem}-straight.png"))
    said = Said(clicks, scan_says)
    run_straighten(said.added(asked), Wish(out, game, anyway, crop or said.crops(), as_json))


def _as_json(checked: Checked, names: Sequence[str], colours: Sequence[str]) -> str:
    import json

    facts = {
        "game": checked.board.game,
        "zones": len(checked.board.spaces),
        "hexes": checked.board.grid is not None,
        "squares": checked.board.squares is not None,
        "areas": len(checked.board.areas),
        "contacts": sum(map(len, checked.board.links.values())) // 2,
        "names_amiss": short(list(names)),
        "colours_amiss": short(list(colours)),
        "faults": short([fault.as_json() for fault in checked.faults]),
    }
    return json.dumps(facts, ensure_ascii=False, indent=2)


def _tell(checked: Checked, names: Sequence[str], colours: Sequence[str]) -> None:
    for fault in checked.faults:
        typer.echo(bounded(fault), err=True)
    count = len(checked.faults)
    verdict = counted(count, "error") if count else "no errors"
    for line in (*names, *colours):
        typer.echo(f"note: {bounded(line)}", err=True)
    counts = [*_counted(checked.board), verdict]
    if not checked.faults:
        counts.append(counted(len(names), "overlap of names", "overlaps of names"))
    typer.echo(f"{checked.board.game}: {', '.join(counts)}", err=True)


def _counted(board: Board) -> Iterator[str]:
    """How many spaces of each kind a board has, in words."""
    if not board.is_gridded:
        yield f"{len(board.spaces)} zones"
    if board.grid:
        yield f"{len(board.grid.hexes)} hexes"
    if board.squares:
        yield f"{len(board.squares.squares)} squares"
    if board.areas:
        yield f"{len(board.areas)} areas"


def _open_to_us(path: Path) -> None:
    """End with the reason where a picture could not be written: nobody waits for one that is lost then."""
    above = next(folder for folder in path.absolute().parents if folder.exists())
    if not above.is_dir():
        typer.echo(f"{path} cannot be written: {above} is a file", err=True)
        raise typer.Exit(1)


def _save(image: Image.Image, path: Path, dpi: float, flat: bool = False) -> None:
    """Write a picture, packed for flat colours where it has no others, or end with the reason."""
    from files.flat_png import flat_png

    try:
        content = BytesIO()
        if not flat:
            image.save(content, "PNG", dpi=(dpi, dpi))
        write_whole(path, flat_png(image, dpi) if flat else content.getvalue())
    except OSError as error:
        typer.echo(f"{path} cannot be written: {error.strerror or error}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"wrote {path}", err=True)
