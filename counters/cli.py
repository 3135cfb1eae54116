"""`hexpost counters`: check a roster, draw its pieces, make printable sheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from counters.sheets.choices import paper_size
from counters.sheets.imposition import Duplex
from counters.sheets.options import (
    FLIPS,
    PRINTERS,
    Paper,
    Printer,
    Printers,
    SheetOptions,
    Turned,
    read_offset,
    read_printers,
    with_sheet_options,
)
from files.messages import bounded, short
from files.whole import write_all

if TYPE_CHECKING:
    from PIL import Image

app = typer.Typer(
    no_args_is_help=True, help="The counters: make them from a spreadsheet of units, check and print them."
)

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="A bundled game's name, or a folder with a roster.csv.")
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="WHAT",
        help="side=german, type=infantry, an id, markers ... Repeatable.",
    ),
]


@app.command(epilog="Example:  hexpost counters check raceforberlin")
def check(
    game: Game,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
    pictures: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A folder for a picture of each printing error.")
    ] = None,
) -> None:
    """Report everything wrong with a game's roster, markers, cards and style, and what would print badly."""
    from counters.preflight.checking import report

    found = report(game)
    if pictures and found.roster:
        from counters.preflight.fault_picture import write_pictures

        _say_written(write_pictures(found.roster, found.faults, pictures, _save), pictures)
    if as_json:
        import json

        typer.echo(json.dumps(short(found.facts()), ensure_ascii=False, indent=2))
    else:
        for fault in found.faults:
            typer.echo(bounded(fault), err=True)
        for remark in found.remarks:
            typer.echo(bounded(f"Remark: {remark}"), err=True)
        typer.echo(found.summary(), err=True)
    raise typer.Exit(1 if found.faults else 0)


@app.command(epilog="Example:  hexpost counters sheet raceforberlin --out counters.pdf --paper a4")
@with_sheet_options
def sheet(
    game: Game,
    options: SheetOptions,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="F.pdf", help="The PDF to write.", show_default="GAME-counters.pdf"
        ),
    ] = None,
    dpi: Annotated[int, typer.Option(min=150, max=1200, help="Dots per inch of the pictures.")] = 400,
    cover: Annotated[
        bool,
        typer.Option("--cover/--no-cover", help="Begin with a page of squares to measure and a manifest."),
    ] = True,
    only: Only = None,
    cache: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="The folder for faces already drawn.", show_default="your cache folder"
        ),
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Draw every face again.")] = False,
    cmyk: Annotated[
        Path | None,
        typer.Option(metavar="F.icc", help="For a press: PDF/X-4 in the CMYK inks of this ICC profile."),
    ] = None,
    cut_svg: Annotated[
        Path | None,
        typer.Option("--cut-svg", metavar="F.svg", help="Also the lines for a cutting machine."),
    ] = None,
) -> None:
    """Write printable sheets at true scale: fronts, backs, cut marks. Print at 100%, double-sided."""
    from counters.faces.cache import Faces, usual_folder
    from counters.roster.load import load_roster
    from counters.roster.subset import chosen_part
    from counters.sheets.progress import progress
    from counters.sheets.registration import require_room
    from counters.sheets.sheet import counter_grid, sheets_pdf

    chosen = options.printing(dpi, cover)
    if cmyk:
        from counters.sheets.inks import read_inks

        chosen = replace(chosen, inks=read_inks(cmyk))
    faces = Faces(None if no_cache else cache or usual_folder())
    roster = chosen_part(load_roster(game), only or ())
    grid = counter_grid(chosen, chosen.counter_mm or roster.style.counter_mm)
    if cut_svg:
        require_room(grid, chosen.bleed)
        chosen = replace(chosen, machine=True)
    with progress("Printing") as tell:
        content = sheets_pdf(roster, chosen, faces, tell)
    _write(out or Path(f"{roster.game}-counters.pdf"), content)
    if cut_svg:
        from counters.sheets.sheet_templates import cut_lines

        _write(cut_svg, cut_lines(grid, chosen.corner).encode())
    typer.echo(f"{faces.drawn} faces drawn", err=True)


@app.command(epilog="Example:  hexpost counters calibrate --out calibration.pdf --duplex long-edge")
def calibrate(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="F.pdf", help="The PDF to write.")] = Path(
        "calibration.pdf"
    ),
    paper: Paper = "a4",
    duplex: Turned = Duplex.LONG_EDGE,
    printers: Printers = PRINTERS,
    printer: Printer = None,
) -> None:
    """Write a test page that shows how far your printer shifts the backs."""
    from counters.sheets.calibration import SMALLEST, calibration_pdf

    size = paper_size(paper)
    if duplex is Duplex.FOLD:
        raise typer.BadParameter("a folded sheet is printed on one side: there is nothing to calibrate")
    if size[0] < SMALLEST[0] or size[1] < SMALLEST[1]:
        raise typer.BadParameter(f"the page needs paper of {SMALLEST[0]:g} x {SMALLEST[1]:g} mm at least")
    _write(out, calibration_pdf(size, duplex, read_offset(printers, printer)))


@app.command(epilog="Example:  hexpost counters printer desk --across 0.3 --down -0.2")
def printer(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Your name for the printer, such as desk.")],
    across: Annotated[float, typer.Option(metavar="MM", help="The reading across.")] = 0.0,
    down: Annotated[float, typer.Option(metavar="MM", help="The reading down.")] = 0.0,
    more: Annotated[
        bool,
        typer.Option("--more", help="Add to earlier readings. The page was printed with --printer NAME."),
    ] = False,
    printers: Printers = PRINTERS,
) -> None:
    """Save a printer's two readings from a calibration page."""
    from counters.sheets.printers_file import NAME, with_readings

    if not NAME.fullmatch(name):
        raise typer.BadParameter(f"{name!r}: a printer is called by letters, digits, - and _")
    before = read_printers(printers) if printers.exists() else ""
    text, (now_across, now_down) = with_readings(before, printers.as_posix(), name, (across, down), more)
    _save(printers, text.encode())
    typer.echo(f"{printers}: {name}: {now_across:g} mm across, {now_down:g} mm down", err=True)


@app.command(epilog="Example:  hexpost counters manifest raceforberlin")
def manifest(
    game: Game,
    only: Only = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """List what is printed: counters by side and type, markers by kind, cards."""
    from counters.roster.load import load_roster
    from counters.roster.manifest import manifest as lines
    from counters.roster.manifest import manifest_text
    from counters.roster.subset import chosen_part

    roster = chosen_part(load_roster(game), only or ())
    if as_json:
        import json

        facts = {"game": roster.game, "lines": [line.facts() for line in lines(roster)]}
        typer.echo(json.dumps(facts, ensure_ascii=False, indent=2))
    else:
        typer.echo("\n".join(manifest_text(roster)))


@app.command(epilog="Example:  hexpost counters draw raceforberlin --out faces --size 256")
def draw(
    game: Game,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="DIR", help="The folder for the pictures.", show_default="GAME-faces"
        ),
    ] = None,
    size: Annotated[int, typer.Option(min=16, max=2048, help="Pixels along a side.")] = 256,
    bleed: Annotated[
        str,
        typer.Option(metavar="MM", help="For print shops: square, with colour past the cut."),
    ] = "",
) -> None:
    """Write every side of every counter, marker and chit as a PNG picture."""
    from counters.faces.face import faces
    from counters.faces.with_bleed import faces_with_bleed
    from counters.roster.load import load_roster
    from counters.sheets.choices import length
    from counters.sheets.printing import BLEED_MAX

    roster = load_roster(game)
    beyond = length("--bleed", bleed, 0, BLEED_MAX) if bleed else 0.0
    drawn = faces_with_bleed(roster, size, beyond) if bleed else faces(roster, size)
    folder = out or Path(f"{roster.game}-faces")
    pictures = {folder / f"{name}.png": _png(image) for name, image in drawn}
    _save_all(folder, pictures)
    _say_written(len(pictures), folder)


@app.command(epilog="Example:  hexpost counters box donnerschlag --out box.pdf")
def box(
    game: Game,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="F.pdf", help="The PDF to write.", show_default="GAME-box.pdf"),
    ] = None,
    dpi: Annotated[int, typer.Option(min=150, max=1200, help="Dots per inch of the pictures.")] = 300,
) -> None:
    """Write a box for the cards of a game: one sheet to cut, fold and glue, at true scale."""
    from counters.roster.load import load_roster
    from counters.sheets.tuck_box import tuck_box

    roster = load_roster(game)
    _write(out or Path(f"{roster.game}-box.pdf"), tuck_box(roster, dpi))


@app.command(epilog="Example:  hexpost counters cut scan.jpg --backs scan-of-backs.jpg --out cut")
def cut(
    scan: Annotated[Path, typer.Argument(metavar="SCAN", help="A scanned counter sheet, its fronts.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="A new folder for the counters.")],
    backs: Annotated[Path | None, typer.Option(metavar="SCAN2", help="The sheet's other side.")] = None,
    duplex: Annotated[
        Duplex | None,
        typer.Option(
            "--duplex", metavar=FLIPS, help="Which edge you turned it over.", show_default="detected"
        ),
    ] = None,
    cuts: Annotated[
        Path | None,
        typer.Option(
            metavar="CUTS.csv", help="Cut where this table from `counters edit` says, without searching."
        ),
    ] = None,
) -> None:
    """Cut a scanned counter sheet into pictures of its counters, with a roster to fill in."""
    from counters.cutting.cutting import cut_as_told, cut_scans

    if cuts and (backs or duplex):
        raise typer.BadParameter("--cuts is of one side: cut the backs with a table of their own")
    typer.echo(cut_as_told(scan, cuts, out) if cuts else cut_scans(scan, backs, out, duplex), err=True)


@app.command(epilog="Example:  hexpost counters symbols --out symbols.png")
def symbols(
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="F.png", help="Draw them.", show_default="list the words"),
    ] = None,
    size: Annotated[int, typer.Option(min=48, max=400, help="Pixels for each symbol.")] = 132,
) -> None:
    """List the words for every counter symbol, or draw them all."""
    if out:
        from counters.faces.contact_sheet import contact_sheet

        _write(out, _png(contact_sheet(size)))
    else:
        from counters.signs.words import listed

        typer.echo(listed())


def _png(image: Image.Image) -> bytes:
    from io import BytesIO

    content = BytesIO()
    image.save(content, "PNG")
    return content.getvalue()


def _say_written(pictures: int, folder: Path) -> None:
    typer.echo(f"{pictures} pictures in {folder}", err=True)


def _write(path: Path, content: bytes) -> None:
    _save(path, content)
    typer.echo(f"{path}: {len(content):,} bytes", err=True)


def _save(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, and make its folder."""
    _save_all(path, {path: content})


def _save_all(place: Path, files: Mapping[Path, bytes]) -> None:
    """Write all files or none; where that fails the place given is at fault."""
    try:
        write_all(files)
    except OSError as wrong:
        typer.echo(f"{place}: cannot be written: {wrong.strerror}", err=True)
        raise typer.Exit(1) from None
