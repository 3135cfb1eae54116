"""`hexpost map trace`: areas of scanned art as GeoJSON, with who touches whom and which gaps were bridged."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from files.messages import bounded

if TYPE_CHECKING:
    from PIL import Image

    from maps.scan.trace_seeds import Field
    from maps.scan.trace_told import Doubt, Gap, Traced

_COLOUR = re.compile(r"#?([0-9a-fA-F]{6})(?:,(\d+(?:\.\d+)?))?")
EXAMPLE = "Example:  hexpost map trace scan.png --seeds seeds.csv --out areas.geojson --picture proof.png"


Scan = Annotated[Path, typer.Argument(metavar="SCAN", help="The art: PNG, JPEG, TIFF, or a PDF.")]
Seeds = Annotated[
    Path, typer.Option(metavar="F.csv", help="name,x,y: a point in each area, in pixels of the scan.")
]
Out = Annotated[Path, typer.Option(metavar="F.geojson", help="The areas, in pixels of the scan.")]
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
Width = Annotated[
    float | None, typer.Option(metavar="PX", min=1, help="Gaps in borders up to this are closed everywhere.")
]
Unnamed = Annotated[
    bool, typer.Option("--keep-unnamed", help="Faces without a seed are areas, too: unnamed-1, unnamed-2.")
]
Gaps = Annotated[Path | None, typer.Option(metavar="F.png", help="A contact sheet of all bridged gaps.")]
Picture = Annotated[
    Path | None, typer.Option(metavar="F.png", help="The art with outlines, names and who touches whom.")
]
Doubts = Annotated[
    Path | None,
    typer.Option(metavar="F.csv", help="Write the pairs that nearly meet at a corner, to be decided by you."),
]
DoubtsPicture = Annotated[
    Path | None, typer.Option("--doubts-picture", metavar="F.png", help="A contact sheet of these pairs.")
]
Decided = Annotated[
    Path | None,
    typer.Option(metavar="F.csv", help="one,other,says: contact or corner, as you decide of two areas."),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]


def trace(
    scan: Scan,
    seeds: Seeds,
    out: Out,
    field: FieldText = "",
    border: Border = None,
    ignore: Ignore = None,
    gap: Width = None,
    keep_unnamed: Unnamed = False,
    gaps: Gaps = None,
    picture: Picture = None,
    doubts: Doubts = None,
    doubts_picture: DoubtsPicture = None,
    decided: Decided = None,
    as_json: AsJson = False,
) -> None:
    """Find the areas on scanned art: outlines that share their borders exactly, named by your seeds."""
    from maps.scan.trace import Wish
    from maps.scan.trace import trace as find_areas
    from maps.scan.trace_decided import read_decisions
    from maps.scan.trace_ink import Inks
    from maps.scan.trace_seeds import read_seeds
    from scans.colour import read_art

    inks = Inks([_colour(one) for one in border or []], [_colour(one)[0] for one in ignore or []])
    named = read_seeds(seeds)
    art = read_art(scan)
    decisions, faults = read_decisions(decided) if decided else ([], [])
    traced = find_areas(art, named, Wish(_field(field, art.size), gap, inks, decisions))
    _picture(art, traced, gaps, picture)
    problems = [problem for problem in traced.problems if not (keep_unnamed and "has no seed" in problem)]
    problems += sorted([*faults, *traced.refused], key=_line)
    if not problems:
        _write(out, geojson(traced))
        _write_doubts(art, traced, doubts, doubts_picture)
    if as_json:
        typer.echo(json.dumps(report(traced, faults), ensure_ascii=False, indent=2))
    _tell(traced, problems, out)
    raise typer.Exit(1 if problems else 0)


def _colour(text: str) -> tuple[tuple[int, int, int], float]:
    read = _COLOUR.fullmatch(text.strip())
    if not read:
        raise typer.BadParameter(f"{text!r} is no colour; write one such as 503c28, or 4a90c0,9 with a width")
    red, green, blue = bytes.fromhex(read[1])
    return (red, green, blue), float(read[2] or 0)


def _field(text: str, size: tuple[int, int]) -> Field | None:
    from scans.faults import ScanError

    if not text:
        return None
    try:
        left, top, right, bottom = (round(float(part)) for part in text.split(","))
    except ValueError:
        raise typer.BadParameter(f"--field {text!r}: write left,top,right,bottom in pixels") from None
    if not (0 <= left < right - 15 and 0 <= top < bottom - 15 and right <= size[0] and bottom <= size[1]):
        message = f"--field {text} is no part of the scan, which has {size[0]} x {size[1]} pixels"
        raise ScanError(message)
    return left, top, right, bottom


def _line(fault: str) -> int:
    """On which line of its table a fault lies; 0 if on none."""
    read = re.search(r":(\d+): ", fault)
    return int(read[1]) if read else 0


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


def report(traced: Traced, faults: Sequence[str] = ()) -> dict[str, Any]:
    """What `--json` prints; `faults` are those of the table of decisions."""
    return {
        "areas": len(traced.areas) - len(traced.unnamed),
        "unnamed": [{"name": face.name, "at": face.at, "pixels": face.size} for face in traced.unnamed],
        "bridged": [_gap(gap) for gap in traced.bridged],
        "adjacency": traced.contacts,
        "borderline": traced.doubtful,
        "joined": [{"area": face.name, "at": face.at, "pixels": face.size} for face in traced.joined],
        "doubts": [_doubt(doubt) for doubt in traced.doubts],
        "unparted": [_gap(gap) for gap in traced.unparted],
        "problems": [*traced.problems, *faults, *traced.refused],
    }


def _gap(gap: Gap) -> dict[str, Any]:
    return {"areas": gap.areas, "at": gap.at, "width": gap.width, "gaps": gap.gaps}


def _doubt(doubt: Doubt) -> dict[str, Any]:
    areas = (doubt.one, doubt.other)
    return {"areas": areas, "says": doubt.says, "px": doubt.length, "at": doubt.at, "decided": doubt.decided}


def _picture(art: Image.Image, traced: Traced, gaps: Path | None, picture: Path | None) -> None:
    from maps.scan.trace_pictures import outlines_on, sheet_of_gaps

    for path, made in ((gaps, sheet_of_gaps), (picture, outlines_on)):
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            made(art, traced).save(path)


def _write_doubts(art: Image.Image, traced: Traced, table: Path | None, picture: Path | None) -> None:
    from maps.scan.trace_decided import table_of
    from maps.scan.trace_doubts_picture import sheet_of_doubts

    if table:
        _write(table, table_of(traced.doubts))
    if picture:
        picture.parent.mkdir(parents=True, exist_ok=True)
        sheet_of_doubts(art, traced).save(picture)


def _write(out: Path, text: str) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    part = out.with_name(out.name + ".part")
    part.write_text(text, encoding="utf-8", newline="\n")
    part.replace(out)


def _tell(traced: Traced, problems: Sequence[str], out: Path) -> None:
    for problem in problems:
        typer.echo(bounded(problem), err=True)
    for gap in traced.bridged:
        more = f" (the widest of {gap.gaps})" if gap.gaps > 1 else ""
        at = f"{gap.at[0]:.0f}, {gap.at[1]:.0f}"
        typer.echo(
            f"bridged a gap of {gap.width:.0f} px at {at} between {' and '.join(gap.areas)}{more}", err=True
        )
    for face in traced.joined:
        where = f"the area around {face.at[0]:.0f}, {face.at[1]:.0f} ({face.size} pixels)"
        typer.echo(f"look at it: {where} has no seed; it was taken for part of {face.name}", err=True)
    _tell_doubts(traced.doubts)
    if problems:
        typer.echo(
            f"nothing written: {len(problems)} thing{'s' if len(problems) > 1 else ''} to mend", err=True
        )
    else:
        typer.echo(f"wrote {out}: {len(traced.areas)} areas, {len(traced.contacts)} contacts", err=True)


def _tell_doubts(doubts: Sequence[Doubt]) -> None:
    for doubt in doubts:
        share = f"share only {doubt.length:.0f} px of border" if doubt.length else "nearly touch"
        what = f"{share} at {doubt.at[0]:.0f}, {doubt.at[1]:.0f}; taken for a {doubt.says}"
        if not doubt.decided:
            typer.echo(f"look at it: {doubt.one} and {doubt.other} {what}", err=True)
    if not all(doubt.decided for doubt in doubts):
        typer.echo(
            "to decide it: --doubts pairs.csv --doubts-picture pairs.png, then --decided pairs.csv", err=True
        )
