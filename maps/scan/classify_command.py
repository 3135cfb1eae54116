"""`hexpost map classify`: terrain and hexside features proposed from a scan, by samples the user names."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from PIL import Image

    from maps.board import Board
    from maps.scan.classify import Point, Proposal

EXAMPLE = "Example:  hexpost map classify mygame scan.png --centres hexes.csv --samples samples.csv"
_MOST = 300  # close-ups on one review sheet


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
        typer.Option(
            metavar="F.csv", help="word,hex,neighbour: a hex for each terrain, a hexside for a feature."
        ),
    ],
    out: Annotated[Path | None, typer.Option(metavar="F.csv", help="All proposals as a table.")] = None,
    review: Annotated[
        Path | None, typer.Option(metavar="F.png", help="A contact sheet of the doubtful ones.")
    ] = None,
    below: Annotated[
        float, typer.Option(min=0, max=1, help="Doubtful is what is less sure than this.")
    ] = 0.6,
    write: Annotated[
        bool, typer.Option("--write", help="Put the terrain into the map's places.csv.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Propose terrain for hexes and features for hexsides; what map.toml says under [corrected] stands."""
    from maps.load import find_map, load_board
    from maps.scan.art import read_art
    from maps.scan.classify import Colours, corrected, propose_features, propose_grounds
    from maps.scan.classify_files import proposals_csv, read_centres, read_corrections, read_samples, sides_of
    from maps.scan.classify_sheet import review_sheet
    from maps.tables import read_toml

    folder, board = find_map(game), load_board(game)
    toml = read_toml(folder / "map.toml", [])
    places = read_centres(centres, board)
    named, said = read_samples(samples, board, places), read_corrections(toml, board)
    art, pitch = read_art(scan), _pitch(board, places)
    colours = Colours(art, places, pitch)
    proposals = propose_grounds(colours, named) if named.grounds else []
    proposals = corrected([*proposals, *propose_features(colours, sides_of(board, places), named)], said)
    doubtful = sorted((one for one in proposals if one.confidence < below), key=lambda one: one.confidence)
    if out:
        _write(out, proposals_csv(proposals))
    if review:
        _write(review, review_sheet(art, places, pitch, doubtful[:_MOST]))
    if write:
        _into_map(folder, toml, proposals)
    if as_json:
        typer.echo(json.dumps(_report(proposals, doubtful), ensure_ascii=False, indent=2))
    mended = sum(one.corrected for one in proposals)
    typer.echo(f"{len(proposals)} proposals, {len(doubtful)} doubtful, {mended} as you said", err=True)


def _pitch(board: Board, centres: Mapping[str, Point]) -> float:
    """How far neighbouring centres are apart in the scan."""
    from maps.scan.faults import ScanError

    gaps = [
        math.dist(point, centres[near])
        for one, point in centres.items()
        for near in board.links.get(one, {})
        if near in centres
    ]
    if not gaps:
        raise ScanError("no two neighbouring hexes have a centre; give all centres that `map fit` writes")
    return statistics.median(gaps)


def _write(path: Path, content: str | Image.Image) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, str):
        part = path.with_name(path.name + ".part")
        part.write_text(content, encoding="utf-8", newline="\n")
        part.replace(path)
    else:
        content.save(path)


def _into_map(folder: Path, toml: Mapping[str, Any], proposals: Sequence[Proposal]) -> None:
    """The proposed grounds in places.csv, in the column that the map draws."""
    from maps.scan.classify_files import with_grounds

    column = str(toml.get("sheet", {}).get("ground", "terrain"))
    path = folder / "places.csv"
    text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
    _write(path, with_grounds(text, column, str(toml.get("default", {}).get(column, "")), proposals))


def _report(proposals: Sequence[Proposal], doubtful: Sequence[Proposal]) -> dict[str, Any]:
    def told(one: Proposal) -> dict[str, Any]:
        what = {"kind": one.kind} if one.kind else {}
        return {
            "where": one.where,
            **what,
            "word": one.word,
            "confidence": one.confidence,
            "yours": one.corrected,
        }

    return {"proposals": list(map(told, proposals)), "doubtful": list(map(told, doubtful))}
