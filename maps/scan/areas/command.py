"""`hexpost map trace`: areas of scanned art as GeoJSON, with who touches whom and what to look at."""

from __future__ import annotations

import json
import re
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
_COLOUR = re.compile(r"#?([0-9a-fA-F]{6})(?:,(\d+(?:\.\d+)?))?")
_LEAST = 16  # pixels: no field is narrower

Scan = Annotated[Path, typer.Argument(metavar="SCAN", help="The art: PNG, JPEG, TIFF, or a PDF.")]
Seeds = Annotated[
    Path | None,
    typer.Option(metavar="F.csv", help="name,x,y: a point in each area, in pixels of the scan."),
]
Out = Annotated[Path | None, typer.Option(metavar="F.geojson", help="The areas, in pixels of the scan.")]
Page = Annotated[
    Path | None, typer.Option(metavar="F.html", help="A page on which to click seeds and borders.")
]
Picture = Annotated[
    Path | None, typer.Option(metavar="F.png", help="The art with outlines, contacts, and doubts by number.")
]
FieldText = Annotated[
    str,
    typer.Option(
        metavar="X0,Y0,X1,Y1", help="The part of the scan that areas fill; all of it belongs to one."
    ),
]
Border = Annotated[
    list[str] | None,
    typer.Option(metavar="COLOUR[,PX]", help="A colour of borders, such as 503c28, and how wide at least."),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(metavar="COLOUR", help="A colour of lines that are no borders: roads, say."),
]
Line = Annotated[
    list[str] | None, typer.Option(metavar='"X,Y X,Y ..."', help="Here runs a border, printed or not.")
]
Doubts = Annotated[
    Path | None,
    typer.Option(metavar="F.csv", help="Write the pairs that may meet at a corner only, to be decided."),
]
Decided = Annotated[
    Path | None,
    typer.Option(metavar="F.csv", help="one,other,says: contact or corner, as you decide of two areas."),
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
    as_json: AsJson = False,
) -> None:
    """Find the areas on scanned art: outlines that share their borders exactly, named by your seeds.

    Begin with --page seeds.html alone: open it, click into each area, and save seeds.csv.
    """
    from maps.scan.areas.seeds import read_seeds
    from scans.colour import read_art
    from scans.scan_faults import ScanError

    if not page and not (seeds and out):
        raise typer.BadParameter("say --page seeds.html to begin, or --seeds F.csv and --out F.geojson")
    named, strokes = read_seeds(seeds) if seeds else ([], [])
    art = read_art(scan)
    try:
        wish = _wish(field, art.size, border, ignore, strokes, line, decided)
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
) -> Wish:
    from maps.scan.areas.elevation import Inks
    from maps.scan.areas.seeds import read_decisions, read_stroke
    from maps.scan.areas.trace import Wish

    return Wish(
        _field(field, size),
        Inks([_colour(one) for one in border or []], [_colour(one)[0] for one in ignore or []]),
        [*strokes, *(read_stroke(text) for text in line or [])],
        read_decisions(decided) if decided else {},
    )


def _colour(text: str) -> tuple[tuple[int, int, int], float]:
    read = _COLOUR.fullmatch(text.strip())
    if not read:
        raise typer.BadParameter(f"{text!r} is no colour; write one such as 503c28, or 4a90c0,9 with a width")
    red, green, blue = bytes.fromhex(read[1])
    return (red, green, blue), float(read[2] or 0)


def _field(text: str, size: tuple[int, int]) -> Field | None:
    from scans.scan_faults import ScanError

    if not text:
        return None
    try:
        left, top, right, bottom = (round(float(part)) for part in text.split(","))
    except (ValueError, OverflowError):
        raise typer.BadParameter(f"--field {text!r}: write left,top,right,bottom in pixels") from None
    if left < 0 or top < 0 or right > size[0] or bottom > size[1] or min(right - left, bottom - top) < _LEAST:
        raise ScanError(f"--field {text} is no part of the scan, which has {size[0]} x {size[1]} pixels")
    return left, top, right, bottom


def geojson(traced: Traced) -> str:
    """The areas as a FeatureCollection, a feature on each line; points are pixels, y downwards.

    Who touches whom stands in the member `contacts`: two names and how many pixels of border they share.
    """
    from shapely.geometry import mapping

    features = [
        {"type": "Feature", "properties": {"name": name}, "geometry": mapping(shape)}
        for name, shape in traced.areas.items()
    ]
    lines = ",\n".join(json.dumps(feature, ensure_ascii=False) for feature in features)
    contacts = ",\n".join(json.dumps(contact, ensure_ascii=False) for contact in traced.contacts)
    between = "\n" if contacts else ""
    return (
        f'{{"type": "FeatureCollection", "features": [\n{lines}\n],\n'
        f'"contacts": [{between}{contacts}{between}]}}\n'
    )


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
        seeds = [(seed.name, seed.x, seed.y) for seed in named]
        doubts_at = [(doubt.words, *doubt.at) for doubt in found.doubts] if found else []
        whole = drawn(art, page.stem, seeds, wish.strokes, found.areas if found else {}, doubts_at)
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
