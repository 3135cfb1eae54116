"""`hexpost map trace`: areas of scanned art as GeoJSON, with who touches whom and what to look at."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from files.messages import bounded
from files.whole import write_whole

if TYPE_CHECKING:
    from PIL import Image

    from maps.scan.areas.seeds import Seed, Stroke
    from maps.scan.areas.trace import Field, Traced, Wish

EXAMPLE = "Example:  hexpost map trace scan.png --seeds seeds.csv --out areas.geojson --picture proof.png"
_LEAST = 16  # pixels: no field is narrower

Scan = Annotated[Path, typer.Argument(metavar="SCAN", help="The art: PNG, JPEG, TIFF, or a PDF.")]
Seeds = Annotated[
    Path | None,
    typer.Option(
        metavar="F.csv", help="name,x,y: the points you clicked, one in each area, in pixels of the scan."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="F.geojson", help="The areas, in pixels of the scan."),
]
Page = Annotated[
    Path | None, typer.Option(metavar="F.html", help="Write a page to click points and borders on.")
]
Picture = Annotated[
    Path | None,
    typer.Option(metavar="F.png", help="A picture of the art with outlines, contacts and numbered doubts."),
]
FieldText = Annotated[
    str,
    typer.Option(metavar="X0,Y0,X1,Y1", help="The part of the scan that the areas fill, without gaps."),
]
Border = Annotated[
    list[str] | None,
    typer.Option(metavar="COLOUR[,PX]", help="A border colour, such as 503c28, and its minimum width."),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(metavar="COLOUR", help="A colour of lines that are not borders, such as roads."),
]
Line = Annotated[
    list[str] | None, typer.Option(metavar='"X,Y X,Y ..."', help="A border here, printed or not.")
]
Doubts = Annotated[
    Path | None,
    typer.Option(metavar="F.csv", help="List the pairs that might meet only at a corner, for you to decide."),
]
Decided = Annotated[
    Path | None,
    typer.Option(metavar="F.csv", help="one,other,says: your decisions, contact, corner or bridge."),
]
Said = Annotated[
    Path | None,
    typer.Option("--scan", metavar="F.toml", help="scan.toml from the workbench: colours and field."),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]


def trace(
    scan: Scan,
    seeds: Seeds = None,
    out: Out = None,
    page: Page = None,
    picture: Picture = None,
    field: FieldText = "",
    border: Border = None,
    ignore: Ignore = None,
    line: Line = None,
    doubts: Doubts = None,
    decided: Decided = None,
    said: Said = None,
    as_json: AsJson = False,
) -> None:
    """Find the areas on scanned art. Their outlines share borders exactly; the points you click name them.

    Begin with --page seeds.html alone. Open the page, click in each area, and save seeds.csv.
    """
    from maps.scan.areas.geojson import geojson
    from maps.scan.areas.seeds import read_seeds
    from scans.colour import read_art
    from scans.scan_faults import ScanError

    if not page and not (seeds and out):
        raise typer.BadParameter("say --page seeds.html to begin, or --seeds F.csv and --out F.geojson")
    named, strokes = read_seeds(seeds) if seeds else ([], [])
    art = read_art(scan)
    try:
        wish = _wish(field, art.size, border, ignore, strokes, line, decided, said)
        found = _found(art, named, wish) if seeds else None
    except ScanError as error:
        if as_json:
            typer.echo(json.dumps(report(None, str(error)), ensure_ascii=False, indent=2))
        raise
    if found and out:
        write_whole(out, geojson(found).encode())
    _write_proofs(art, named, wish, found, page, picture, doubts)
    if as_json and found:
        typer.echo(json.dumps(report(found), ensure_ascii=False, indent=2))
    _tell(found, out, page)


def _found(art: Image.Image, named: list[Seed], wish: Wish) -> Traced:
    from maps.scan.areas.trace import trace as traced

    return traced(art, named, wish)


def _wish(
    field: str,
    size: tuple[int, int],
    border: list[str] | None,
    ignore: list[str] | None,
    strokes: list[Stroke],
    line: list[str] | None,
    decided: Path | None,
    said: Path | None,
) -> Wish:
    from dataclasses import replace

    from maps.scan.areas.seeds import read_decisions, read_stroke
    from maps.scan.areas.told import inks_of, wish_of
    from maps.scan.scan_file import ScanFile, read_scan_file
    from scans.scan_faults import ScanError

    drawn = [*strokes, *(read_stroke(text) for text in line or [])]
    told = wish_of(
        read_scan_file(said) if said else ScanFile(), drawn, read_decisions(decided) if decided else {}
    )
    if border or ignore:
        try:
            told = replace(told, inks=inks_of(border or [], ignore or []))
        except ScanError as error:
            raise typer.BadParameter(str(error)) from None
    return replace(told, field=_field(field, size)) if field else told


def _field(text: str, size: tuple[int, int]) -> Field | None:
    from scans.scan_faults import ScanError

    if not text:
        return None
    try:
        left, top, right, bottom = (round(float(part)) for part in text.split(","))
    except (ValueError, OverflowError):
        raise typer.BadParameter(f"--field {text!r}: write left,top,right,bottom in pixels") from None
    if left < 0 or top < 0 or right > size[0] or bottom > size[1] or min(right - left, bottom - top) < _LEAST:
        raise ScanError(f"--field {text} is outside the scan, which has {size[0]} x {size[1]} pixels")
    return left, top, right, bottom


def report(traced: Traced | None, problems: str = "") -> dict[str, Any]:
    """What `--json` prints: without a trace, what is wrong."""
    return {
        "areas": len(traced.areas) if traced else 0,
        "adjacency": traced.contacts if traced else [],
        "doubts": [
            {"kind": one.kind, "areas": one.areas, "at": one.at, "taken": one.taken, "words": one.words}
            for one in (traced.doubts if traced else [])
        ],
        "problems": problems.splitlines(),
    }


def _write_proofs(
    art: Image.Image,
    named: list[Seed],
    wish: Wish,
    found: Traced | None,
    page: Path | None,
    picture: Path | None,
    doubts: Path | None,
) -> None:
    from PIL import Image

    from maps.scan.areas import proof
    from maps.scan.areas.doubts import table_of
    from maps.scan.areas.page import page as drawn

    if page:
        doubts_at = [(doubt.words, *doubt.at) for doubt in found.doubts] if found else []
        whole = drawn(art, page.stem, named, wish.strokes, found.areas if found else {}, doubts_at)
        write_whole(page, whole.encode())
    if found and picture:
        content = BytesIO()
        proof.proof_picture(art, found).save(
            content, Image.registered_extensions().get(picture.suffix.lower(), "PNG")
        )
        write_whole(picture, content.getvalue())
    if found and doubts:
        write_whole(doubts, table_of(found.doubts, wish.decided).encode())


def _tell(found: Traced | None, out: Path | None, page: Path | None) -> None:
    for number, doubt in enumerate(found.doubts if found else [], 1):
        typer.echo(bounded(f"look at it, {number}: {doubt.words}"), err=True)
    if found and out:
        typer.echo(f"wrote {out}: {len(found.areas)} areas, {len(found.contacts)} contacts", err=True)
    if page:
        typer.echo(f"wrote {page}: open it in a browser, click, and save seeds.csv", err=True)
