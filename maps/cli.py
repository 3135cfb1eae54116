"""`hexpost map`: draw a game's board, check its tables against its shapes, find the grid of a scan."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from files.messages import bounded, short
from files.whole import write_whole
from maps.imports import command as import_command
from maps.measuring import command as measure_command
from maps.scan.areas import command as trace_command
from maps.scan.terrain import command as classify_command

if TYPE_CHECKING:
    from PIL import Image

    from maps.board import Board
    from maps.checking.check import Checked

app = typer.Typer(no_args_is_help=True, help="The board: draw it, check it.")

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="A bundled game's name, or a folder with map/map.toml in it.")
]


@app.command(epilog="Example:  hexpost map draw raceforberlin --out board.png --dpi 150")
def draw(
    game: Game,
    out: Annotated[
        Path | None, typer.Option(metavar="F.png", help="The picture; GAME.png if not said.")
    ] = None,
    dpi: Annotated[
        int | None,
        typer.Option(min=40, max=300, help="Dots per inch; 150, or those of the map's own art, if not said."),
    ] = None,
) -> None:
    """Draw the board as a picture to print or to play on."""
    from maps.drawing.draw import draw_board

    drawing = draw_board(game, dpi)
    _save(drawing.image, out or Path(f"{drawing.sheet.board.game}.png"), drawing.dots_per_mm * 25.4)


@app.command(epilog="Example:  hexpost map check raceforberlin --json")
def check(
    game: Game,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="F.png", help="A picture of the shapes with the faults marked.")
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(metavar="F.png", help="Grid, labels, neighbours and hexsides laid over the art."),
    ] = None,
    art: Annotated[
        Path | None, typer.Option(metavar="SCAN", help="The art for the proof; the drawn board if not said.")
    ] = None,
    centres: Annotated[
        Path | None, typer.Option(metavar="F.csv", help="label,x,y: where the hexes lie on that art.")
    ] = None,
) -> None:
    """Compare neighbours, rivers and roads with the shapes, and report every fault with its place."""
    from maps.checking.check import check_map

    checked = check_map(game)
    if proof:
        from maps.checking.proof_command import proof as drawn_proof

        _save(drawn_proof(game, checked, art, centres), proof, 100)
    if out:
        from maps.checking.overlay import draw_overlay

        _save(draw_overlay(checked), out, 100)
    if as_json:
        typer.echo(_as_json(checked))
    else:
        _tell(checked)
    raise typer.Exit(1 if checked.faults else 0)


app.command(epilog=trace_command.EXAMPLE)(trace_command.trace)
app.command(epilog=classify_command.EXAMPLE)(classify_command.classify)
app.command("import", epilog=import_command.EXAMPLE)(import_command.import_)
app.command(epilog=measure_command.EXAMPLE)(measure_command.measure)


Scan = Annotated[
    Path, typer.Argument(metavar="SCAN", help="A picture of a printed map, or a PDF; its grid is found.")
]
More = Annotated[list[str] | None, typer.Argument(hidden=True)]
KnownHexes = Annotated[
    list[str] | None,
    typer.Option(
        "--hex",
        metavar="LABEL=X,Y",
        help="A hex you clicked: its label and middle. Best: the corners and a neighbour in the next column.",
    ),
]
Columns = Annotated[int | None, typer.Option(min=2, max=500, help="How many columns there are.")]
Rows = Annotated[int | None, typer.Option(min=2, max=500, help="How many rows there are.")]
Page = Annotated[int, typer.Option(min=1, help="The page of a PDF.")]
TwoSheets = Annotated[
    bool, typer.Option("--two-sheets", help="The map is two sheets that do not quite meet.")
]
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
    page: Page = 1,
    partial: Partial = True,
    centres: Annotated[
        Path | None, typer.Option(metavar="F.csv", help="Label, x and y of every hex, in pixels.")
    ] = None,
    heat: Annotated[
        Path | None, typer.Option(metavar="F.png", help="How far print and fit differ, hex by hex.")
    ] = None,
    overlay: Annotated[
        Path | None, typer.Option(metavar="F.png", help="The fitted grid with its labels on the scan.")
    ] = None,
    two_sheets: TwoSheets = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Be content with a grid that is unsure.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Find the hex grid on the scan of a printed map: pitch, angle, labels, and how sure that is."""
    from maps.scan.hexgrid.fit_command import Asked, Wanted, run_fit

    asked = Asked(scan, (*(known or ()), *(more or ())), columns, rows, page, partial, two_sheets)
    run_fit(asked, Wanted(centres, heat, overlay, anyway), as_json)


@app.command(
    epilog="Example:  hexpost map straighten scan.jpg --hex 0101=120,95 --hex 2401=... --out straight.png"
)
def straighten(
    scan: Scan,
    more: More = None,
    known: KnownHexes = None,
    columns: Columns = None,
    rows: Rows = None,
    page: Page = 1,
    partial: Partial = True,
    out: Annotated[
        Path | None,
        typer.Option(metavar="F.png", help="The picture; SCAN-straight.png if neither it nor --map is said."),
    ] = None,
    game: Annotated[
        Path | None,
        typer.Option("--map", metavar="DIR", help="The game folder to be made; its map lies on the picture."),
    ] = None,
    crop: Annotated[
        bool, typer.Option("--crop", help="Take off table and margins, and even the light.")
    ] = False,
    two_sheets: TwoSheets = False,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Straighten even by a grid that is unsure.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Straighten a scan, so that an upright grid of hexes fits it, and say the numbers VASSAL wants."""
    from maps.scan.hexgrid.fit_command import Asked
    from maps.scan.hexgrid.straighten_command import Wish, run_straighten

    asked = Asked(scan, (*(known or ()), *(more or ())), columns, rows, page, partial, two_sheets)
    out = out or (None if game else Path(f"{scan.stem}-straight.png"))
    run_straighten(asked, Wish(out, game, anyway, crop, as_json))


def _as_json(checked: Checked) -> str:
    import json

    facts = {
        "game": checked.board.game,
        "zones": len(checked.board.spaces),
        "hexes": checked.board.grid is not None,
        "squares": checked.board.squares is not None,
        "areas": len(checked.board.areas),
        "contacts": sum(map(len, checked.board.links.values())) // 2,
        "faults": short([fault.as_json() for fault in checked.faults]),
    }
    return json.dumps(facts, ensure_ascii=False, indent=2)


def _tell(checked: Checked) -> None:
    for fault in checked.faults:
        typer.echo(bounded(fault), err=True)
    count = len(checked.faults)
    verdict = f"{count} fault{'s' if count > 1 else ''}" if count else "no faults"
    typer.echo(f"{checked.board.game}: {', '.join(_counted(checked.board))}, {verdict}", err=True)


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


def _save(image: Image.Image, path: Path, dpi: float) -> None:
    try:
        content = BytesIO()
        image.save(content, "PNG", dpi=(dpi, dpi))
        write_whole(path, content.getvalue())
    except OSError as error:
        typer.echo(f"{path} cannot be written: {error.strerror or error}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"wrote {path}", err=True)
