"""`hexpost map import`: somebody's drawing of areas as a map folder of ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from files.messages import bounded
from maps.map_faults import MapError, MapFault

if TYPE_CHECKING:
    from maps.imports.drawing import Drawing

EXAMPLE = "Example:  hexpost map import areas.svg mygame"


def import_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="An .svg of Inkscape, a .geojson, or a polygons.txt.")
    ],
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The game folder to create, with the map in it.")
    ],
    centres: Annotated[
        Path | None,
        typer.Option(metavar="F.txt", help="TripleA's centers.txt, to compare with polygons.txt."),
    ] = None,
    art: Annotated[
        Path | None,
        typer.Option(
            metavar="SCAN", help="The picture they were drawn on, pixel by pixel: it becomes the board."
        ),
    ] = None,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="The game's name.", show_default="the folder's")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Make a map folder from drawn areas: SVG (Inkscape), GeoJSON, or TripleA's polygons.txt."""
    from maps.imports.folder import write_folder
    from maps.imports.writing import art_file

    drawing = _read(file, centres, art is not None)
    picture = art_file(art) if art else None
    counts = write_folder(drawing, folder, name or folder.resolve().name, picture)
    if as_json:
        typer.echo(json.dumps({**counts, "left_out": drawing.left_out}, ensure_ascii=False, indent=2))
    for what in drawing.left_out:
        typer.echo(bounded(f"left out: {what}"), err=True)
    told = ", ".join(f"{count} {what}" for what, count in counts.items())
    look = f"hexpost map check {folder} {'--proof' if art else '--out'} proof.png"
    typer.echo(f"wrote {folder / 'map'}: {told}; look at it with  {look}", err=True)


def _read(file: Path, centres: Path | None, in_pixels: bool) -> Drawing:
    kind = file.suffix.lower()
    if kind == ".svg":
        from maps.imports.svg import read_svg

        return read_svg(file)
    if kind in (".geojson", ".json"):
        from maps.imports.geojson import read_geojson

        return read_geojson(file, in_pixels)
    if kind == ".txt":
        from maps.imports.triplea import read_triplea

        return read_triplea(file, centres)
    message = (
        "give an .svg, a .geojson or a polygons.txt; of a .vmod, `hexpost module import` makes a game folder"
    )
    raise MapError((MapFault(file.name, "", "unknown kind", message),))
