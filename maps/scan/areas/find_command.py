"""`hexpost map find`: a seed for each ground that borders enclose, in the table that `map trace` reads."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from files.whole import write_whole

EXAMPLE = "Example:  hexpost map find scan.png --seeds seeds.csv"

Scan = Annotated[Path, typer.Argument(metavar="SCAN", help="The art: PNG, JPEG, TIFF, or a PDF.")]
Seeds = Annotated[
    Path,
    typer.Option(
        metavar="F.csv", help="name,x,y: new points are added to this table. Points in it stay as they are."
    ),
]
Said = Annotated[
    Path | None,
    typer.Option("--scan", metavar="F.toml", help="scan.toml from the workbench: colours and field."),
]


def find(scan: Scan, seeds: Seeds, said: Said = None) -> None:
    """Propose a point for each area that borders enclose. Numbers are their names until you change them.

    Then use hexpost map trace, or look at them in the workbench. Small islands may be missing.
    """
    from maps.scan.areas.seeds import read_seeds, seeds_csv
    from maps.scan.areas.told import wish_of
    from maps.scan.areas.trace import Reading
    from maps.scan.scan_file import ScanFile, read_scan_file
    from scans.colour import read_art

    held, strokes = read_seeds(seeds) if seeds.is_file() else ([], [])
    told = read_scan_file(said) if said else ScanFile()
    wish = wish_of(told, strokes, {})
    read = Reading(read_art(scan, told.page), wish.field)
    found = read.found(held, wish)
    words = found.words
    new = found.seeds({seed.name for seed in held}, read.up)
    write_whole(seeds, seeds_csv([*held, *new], strokes).encode())
    typer.echo(f"wrote {seeds}: {words}", err=True)
