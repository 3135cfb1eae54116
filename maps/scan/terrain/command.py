"""`hexpost map classify`: terrain proposed from a scan, by samples the user names."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

if TYPE_CHECKING:
    from maps.scan.terrain.closeups import HexScan
    from maps.scan.terrain.proposals import Proposal

EXAMPLE = "Example:  hexpost map classify mygame scan.png --centres hexes.csv --samples samples.csv"


def classify(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game folder (or bundled game) with a map of hexes.")
    ],
    scan: Annotated[Path, typer.Argument(metavar="SCAN", help="The art: PNG, JPEG, TIFF, or a PDF.")],
    centres: Annotated[
        Path, typer.Option(metavar="F.csv", help="label,x,y of the hexes, as `map fit --centres` writes it.")
    ],
    samples: Annotated[
        Path,
        typer.Option(metavar="F.csv", help="word,hex,neighbour: hexes of terrain, hexsides of features."),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="F.csv", help="Write all proposals as a table to correct."),
    ] = None,
    looked: Annotated[
        Path | None,
        typer.Option(metavar="F.csv", help="That table, corrected. Everything in it is accepted."),
    ] = None,
    review: Annotated[
        Path | None,
        typer.Option(metavar="F.png", help="Pictures of every proposal, close up."),
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", help="Write what is sure or checked into places.csv and links.csv.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Propose the terrain of hexes. What you entered yourself is kept."""
    from maps.scan.written_files import kept_apart

    kept_apart([one for one in (scan, centres, samples, looked) if one], [out, review])
    seen = _seen(game, scan, centres, samples, looked)
    kept = _written(seen) if write else []
    _shown(seen, out, review)
    if as_json:
        told = [asdict(one) | {"by": one.by} for one in seen.proposals if one.word]
        typer.echo(json.dumps({"proposals": told, "kept": kept}, ensure_ascii=False, indent=2))
    _tell(seen.proposals, kept)


class _Seen(NamedTuple):
    """The map folder and its map.toml, the scan with the centres of hexes, and all that is proposed."""

    folder: Path
    toml: Mapping[str, Any]
    hexes: HexScan
    proposals: Sequence[Proposal]


def _seen(game: str, scan: Path, centres: Path, samples: Path, looked: Path | None) -> _Seen:
    """Read everything and propose; MapError or ScanError with all faults."""
    from maps.reading.centres import read_centres
    from maps.reading.load import find_map, load_board
    from maps.reading.tables import read_toml
    from maps.scan.terrain.closeups import HexScan
    from maps.scan.terrain.files import read_corrections, read_looked, read_samples
    from maps.scan.terrain.grounds import propose_grounds
    from maps.scan.terrain.proposals import samples_of, settled
    from scans.colour import read_art

    folder, board = find_map(game), load_board(game)
    toml = read_toml(folder / "map.toml", [])
    places = read_centres(centres, board)
    named, corrections = read_samples(samples, board, places), read_corrections(toml, board)
    near = {where: words for where, words in corrections.items() if all(one in places for one in where)}
    said = {**named, **(read_looked(looked, board, places) if looked else {}), **near}
    hexes = HexScan(read_art(scan), places)
    found = settled(propose_grounds(hexes, samples_of({**named, **near})), said)
    return _Seen(folder, toml, hexes, [one for one in found if not looked or one.by != "look"])


def _written(seen: _Seen) -> list[str]:
    """Put into the map what is settled; what was kept of the user's own against the scan."""
    from maps.scan.terrain.writing import update
    from maps.scan.written_files import keep

    files, kept = update(seen.folder, seen.toml, seen.proposals)
    for name, text in files.items():
        keep(seen.folder / name, text.encode())
    return kept


def _shown(seen: _Seen, out: Path | None, review: Path | None) -> None:
    from maps.scan.terrain.files import proposals_csv
    from maps.scan.terrain.review import review_pages
    from maps.scan.written_files import keep, keep_picture

    if out:
        keep(out, proposals_csv(seen.proposals).encode())
    if review:
        for number, page in enumerate(review_pages(seen.hexes, seen.proposals), 1):
            keep_picture(review if number == 1 else review.with_stem(f"{review.stem}-{number}"), page)


def _tell(proposals: Sequence[Proposal], kept: Sequence[str]) -> None:
    """What was found, in a line for terrain and one for features; and what to do with what is not sure."""
    for title, some in (
        ("terrain", [one for one in proposals if not one.kind]),
        ("features", [one for one in proposals if one.kind and one.word]),
    ):
        count = Counter(one.by for one in some)
        if some:
            told = f"{count['you']} as you said, {count['sure']} sure, {count['look']} to be looked at"
            typer.echo(f"{title}: {len(some)} ({told})", err=True)
    if any(one.word and one.by == "look" for one in proposals):
        typer.echo(_NEXT, err=True)
    if kept:
        more = f", and {len(kept) - 10} more" if len(kept) > 10 else ""
        typer.echo(f"kept as you typed it: {'; '.join(kept[:10])}{more}", err=True)


_NEXT = (
    "Doubtful proposals were not written. Look at --review look.png, correct the table from --out all.csv, "
    "and give it back with --looked all.csv --write"
)
