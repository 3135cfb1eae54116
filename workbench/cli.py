"""`hexpost map edit`: what is typed to open the workbench."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.bench_faults import BenchError
from workbench.said import SCAN

if TYPE_CHECKING:
    from workbench.mode import Mode
    from workbench.serving import Serving

map_app = typer.Typer()
counters_app = typer.Typer()


@map_app.callback()
@counters_app.callback()
def _several() -> None:
    """A group, although there is one command."""


Folder = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="Folder of the game.", show_default="named like the picture, without its ending"
    ),
]
Browser = Annotated[
    bool, typer.Option("--browser/--no-browser", help="Open the page, or print its address only.")
]
Port = Annotated[
    int,
    typer.Option(min=0, max=65535, help="Port on this computer.", show_default="any that is free"),
]


@map_app.command(epilog="Example:  hexpost map edit scan.jpg")
def edit(
    picture: Annotated[
        Path, typer.Argument(metavar="PICTURE|FOLDER", help="A scan of a map, or the folder of a game.")
    ],
    folder: Folder = None,
    page: Annotated[int, typer.Option(min=1, help="The page of a PDF.")] = 1,
    browser: Browser = True,
    port: Port = 0,
) -> None:
    """Open the workbench: a page where you turn a scan into a map, click by click.

    Nothing leaves this computer. All changes are saved in the folder at once. End with Ctrl+C.
    """
    _run(opened(picture, folder, page, port), browser)


@counters_app.command("edit", epilog="Example:  hexpost counters edit sheet.jpg --folder mygame")
def edit_counters(
    picture: Annotated[
        Path,
        typer.Argument(metavar="PICTURE|FOLDER", help="A scanned counter sheet, or the folder of a game."),
    ],
    folder: Folder = None,
    browser: Browser = True,
    port: Port = 0,
) -> None:
    """Open the workbench on a counter sheet: correct the cuts that were found, and type the names.

    Nothing leaves this computer. All changes are saved in the folder at once. End with Ctrl+C.
    """
    _run(opened_counters(picture, folder, port), browser)


def _run(serving: Serving, browser: bool) -> None:
    typer.echo(f"folder   {serving.project.folder}", err=True)
    typer.echo(f"picture  {serving.project.picture}", err=True)
    typer.echo(serving.address)
    typer.echo("The workbench is open. End with Ctrl+C.", err=True)
    if browser:
        import webbrowser

        webbrowser.open(serving.address)
    try:
        serving.run()
    except KeyboardInterrupt:
        typer.echo("The workbench is closed. Everything is saved.", err=True)


def opened_counters(picture: Path, folder: Path | None = None, port: int = 0) -> Serving:
    """The workbench on a counter sheet, or on the last one of a folder. Raises BenchError, ScanError."""
    from workbench.counters import Counters
    from workbench.project import Project
    from workbench.serving import Serving
    from workbench.sheets import last_sheet, note_sheet

    home = _home(picture, folder)
    sheet = last_sheet(home) if picture.is_dir() else picture
    note_sheet(sheet, home)
    return Serving(Project(home, sheet), [Counters(sheet)], port)


def opened(picture: Path, folder: Path | None = None, page: int = 1, port: int = 0) -> Serving:
    """The workbench on a picture or the folder of a game. Raises BenchError, or ScanError."""
    from workbench.project import Project
    from workbench.serving import Serving

    home = _home(picture, folder)
    if picture.is_dir():
        asked, (scan, page) = page, _picture_of(picture)
        _same_page(home, page, asked)
    else:
        scan, page = picture, _check(picture, home, page)
    return Serving(Project(home, scan, page), modes(), port)


def _home(picture: Path, folder: Path | None) -> Path:
    """The folder of the game: the one that was given in place of a picture, or the picture's."""
    if not picture.is_dir():
        return folder or picture.with_suffix("")
    if folder is not None:
        raise BenchError(f"--folder: {picture} is a folder already. Give --folder with a picture only")
    return picture


def _same_page(home: Path, page: int, asked: int) -> None:
    """Refuse another page than that of the folder. Page 1 may be meant by who asks for none."""
    if asked not in (1, page):
        raise BenchError(f"--page {asked}: {home} is of page {page}. Name another folder with --folder")


def modes() -> list[Mode]:
    """All modes, in the order in which the page shows them."""
    from workbench.areas import Areas
    from workbench.hexes import Hexes
    from workbench.terrain import Terrain

    return [Hexes(), Areas(), Terrain()]


def _picture_of(folder: Path) -> tuple[Path, int]:
    """The picture of a game's folder, and its page: that of `scan.toml`, else the art of its map."""
    from maps.scan.scan_file import read_scan_file

    scan = folder / SCAN
    told = read_scan_file(scan) if scan.is_file() else None
    picture = told.picture if told else _art_of(folder / "map")
    if picture is None:
        raise BenchError(
            f"{folder}: this folder names no picture. Open the picture itself:  hexpost map edit scan.jpg"
        )
    return picture, told.page if told else 1


def _art_of(home: Path) -> Path | None:
    """The picture that a map lies on."""
    from maps.reading.tables import read_toml

    art = read_toml(home / "map.toml", []).get("art")
    name = art.get("file") if isinstance(art, dict) else None
    return home / name if isinstance(name, str) else None


def _check(picture: Path, home: Path, page: int) -> int:
    """Look whether this is a picture, before a folder is made for it; say in the folder which it is.

    The page of it, as the folder has it.
    """
    from files.whole import write_whole
    from maps.scan.scan_file import HEADER, read_scan_file, relative, with_value
    from scans.colour import LEAST, MOST_PIXELS
    from scans.reading import opened as opened_scan

    with opened_scan(picture, page, most=MOST_PIXELS, least=LEAST):
        pass
    scan = home / SCAN
    if home.exists() and not home.is_dir():
        raise BenchError(f"{home}: this is a file. Name another folder with --folder")
    if scan.is_file():
        told = read_scan_file(scan)
        if told.picture and told.picture.resolve() != picture.resolve():
            raise BenchError(f"{home}: this folder is of {told.picture}. Name another folder with --folder")
        _same_page(home, told.page, page)
        return told.page
    written = with_value(HEADER, "", "picture", relative(picture, scan.parent))
    written = with_value(written, "hexes", "crop", True)
    if page != 1:
        written = with_value(written, "", "page", page)
    write_whole(scan, written.encode())
    return page
