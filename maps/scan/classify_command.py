"""`hexpost map classify`: terrain and hexside features proposed from a scan, by samples the user names."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

if TYPE_CHECKING:
    from PIL import Image

    from maps.board import Board
    from maps.scan.classify import Point, Proposal, Samples
    from maps.scan.classify_map import Kept

EXAMPLE = "Example:  hexpost map classify mygame scan.png --centres hexes.csv --samples samples.csv"
_MOST = 300  # close-ups on one review sheet
_TOLD = 10  # of what was kept


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
    ] = 0.8,
    write: Annotated[
        bool,
        typer.Option("--write", help="Put terrain into places.csv, and sure features into links.csv."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Propose terrain for hexes and features for hexsides; your corrections in map.toml stand."""
    from maps.scan.kept import kept_apart

    kept_apart([scan, centres, samples], [out, review])
    seen = _seen(game, scan, centres, samples)
    doubtful = sorted(
        (one for one in seen.proposals if one.confidence < below), key=lambda one: one.confidence
    )
    kept = _written(seen, below) if write else []
    _shown(seen, doubtful, out, review)
    if as_json:
        typer.echo(json.dumps(_report(seen.proposals, doubtful, kept), ensure_ascii=False, indent=2))
    _told(seen.proposals, doubtful, kept)


@dataclass(frozen=True)
class _Seen:
    """The map folder and its map.toml, the scan with the centres of hexes, and all that is proposed."""

    folder: Path
    toml: Mapping[str, Any]
    art: Image.Image
    centres: Mapping[str, Point]
    pitch: float
    proposals: Sequence[Proposal]


def _seen(game: str, scan: Path, centres: Path, samples: Path) -> _Seen:
    """Read everything and propose; MapError or ScanError with all faults."""
    from maps.load import find_map, load_board
    from maps.scan.art import read_art
    from maps.scan.classify_files import read_centres, read_corrections, read_samples, with_corrections
    from maps.tables import read_toml

    folder, board = find_map(game), load_board(game)
    toml = read_toml(folder / "map.toml", [])
    places = read_centres(centres, board)
    named, said = read_samples(samples, board, places), read_corrections(toml, board)
    art, pitch = read_art(scan), _pitch(board, places)
    near = {where: words for where, words in said.items() if all(one in places for one in where)}
    found = _proposed(board, Sheet(art, places, pitch), with_corrections(named, near), said)
    return _Seen(folder, toml, art, places, pitch, found)


class Sheet(NamedTuple):
    """A scan, the centres of its hexes by their ids, and the pitch."""

    art: Image.Image
    centres: Mapping[str, Point]
    pitch: float


def _proposed(
    board: Board, sheet: Sheet, named: Samples, said: Mapping[tuple[str, ...], Sequence[str]]
) -> list[Proposal]:
    from maps.scan.classify import Colours, corrected, propose_features, propose_grounds
    from maps.scan.classify_files import sides_of

    colours = Colours(*sheet)
    grounds = corrected(propose_grounds(colours, named) if named.grounds else [], said)
    words = {one.where[0]: one.word for one in grounds}
    features = propose_features(colours, sides_of(board, sheet.centres), named, words or None)
    return [*grounds, *corrected(features, said)]


def _written(seen: _Seen, sure: float) -> list[Kept]:
    """Put into the map what is sure enough; what was kept of the user's own against the scan."""
    from maps.scan.classify_map import update

    made = update(seen.folder, seen.toml, seen.proposals, sure)
    for name, text in made.files.items():
        _write(seen.folder / name, text)
    return made.kept


def _shown(seen: _Seen, doubtful: Sequence[Proposal], out: Path | None, review: Path | None) -> None:
    from maps.scan.classify_files import proposals_csv
    from maps.scan.classify_sheet import review_sheet

    if out:
        _write(out, proposals_csv(seen.proposals))
    if review:
        _write(review, review_sheet(seen.art, seen.centres, seen.pitch, doubtful[:_MOST]))


def _told(proposals: Sequence[Proposal], doubtful: Sequence[Proposal], kept: Sequence[Kept]) -> None:
    mended = sum(one.corrected for one in proposals)
    typer.echo(f"{len(proposals)} proposals, {len(doubtful)} doubtful, {mended} as you said", err=True)
    if kept:
        more = f", and {len(kept) - _TOLD} more" if len(kept) > _TOLD else ""
        typer.echo(f"kept as you typed it: {'; '.join(map(str, kept[:_TOLD]))}{more}", err=True)


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
    from maps.scan.kept import keep, keep_picture

    if isinstance(content, str):
        keep(path, content.encode())
    else:
        keep_picture(path, content)


def _report(
    proposals: Sequence[Proposal], doubtful: Sequence[Proposal], kept: Sequence[Kept]
) -> dict[str, Any]:
    def told(one: Proposal) -> dict[str, Any]:
        what = {"kind": one.kind} if one.kind else {}
        return {
            "where": one.where,
            **what,
            "word": one.word,
            "confidence": one.confidence,
            "yours": one.corrected,
        }

    return {
        "proposals": list(map(told, proposals)),
        "doubtful": list(map(told, doubtful)),
        "kept": list(map(asdict, kept)),
    }
