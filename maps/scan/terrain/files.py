"""What `map classify` reads and writes: centres, samples, the corrections in map.toml, and proposals."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from files.cells import csv_text, read
from maps.board import Board
from maps.faults import MapError, MapFault
from maps.scan.terrain.proposals import NOTHING, Point, Proposal, Samples, Side
from maps.space import slug
from maps.tables import Row, read_rows


def read_centres(path: Path, board: Board) -> dict[str, Point]:
    """The pixel of every hex by its id, from label,x,y as `map fit --centres` writes it."""
    faults: list[MapFault] = []
    centres: dict[str, Point] = {}
    known = board.grid.hexes if board.grid else {}
    for row in read_rows(path, ("label", "x", "y"), faults):
        try:
            point = (float(row.cells["x"]), float(row.cells["y"]))
        except ValueError:
            point = (math.nan, math.nan)
        if slug(row.cells["label"]) not in known:
            faults.append(row.fault("unknown hex", f"the map has no hex {row.cells['label']!r}"))
        elif not all(map(math.isfinite, point)):
            faults.append(row.fault("bad value", "x and y are pixels of the scan"))
        else:
            centres[slug(row.cells["label"])] = point
    if len(centres) < 2 and not faults:
        faults.append(MapFault(path.name, "", "no centres", "write label,x,y for every hex"))
    if faults:
        raise MapError(tuple(faults))
    return centres


def read_samples(path: Path, board: Board, centres: Mapping[str, Point]) -> Samples:
    """Samples of a CSV file: word,hex for a ground, word,hex,neighbour for a feature, or for `NOTHING`."""
    faults: list[MapFault] = []
    grounds: dict[str, list[str]] = {}
    features: dict[str, list[Side]] = {}
    for row in read_rows(path, ("word", "hex", "neighbour"), faults):
        word, one, other = row.cells["word"], slug(row.cells["hex"]), slug(row.cells["neighbour"])
        strange = _strange(row, [one, *([other] if other else [])], board, centres)
        if not word or strange:
            faults.append(strange or row.fault("no word", "a sample needs the word it is one of"))
        elif other:
            features.setdefault(word, []).append((one, other))
        else:
            grounds.setdefault(word, []).append(one)
    bare = features.pop(NOTHING, [])
    faults += _contradicted(path.name, bare, features)
    if not faults and not grounds and not features:
        faults.append(MapFault(path.name, "", "no samples", "write word,hex,neighbour: a line for each kind"))
    if faults:
        raise MapError(tuple(faults))
    return Samples(grounds, features, bare)


def _contradicted(file: str, bare: Sequence[Side], features: Mapping[str, Sequence[Side]]) -> list[MapFault]:
    """Hexsides that are said to have nothing, and something."""
    named = {frozenset(side): word for word, sides in features.items() for side in sides}
    return [
        MapFault(file, "", "named twice", f"{a}/{b} has {NOTHING}, and {named[frozenset((a, b))]}")
        for a, b in bare
        if frozenset((a, b)) in named
    ]


def _strange(row: Row, hexes: Sequence[str], board: Board, centres: Mapping[str, Point]) -> MapFault | None:
    for one in hexes:
        if one not in centres:
            return row.fault("unknown hex", f"no centre is known of {one!r}")
    if len(hexes) == 2 and not board.adjacent(hexes[0], hexes[1]):
        return row.fault("no hexside", f"{hexes[0]} and {hexes[1]} do not touch")
    return None


def read_corrections(toml: Mapping[str, Any], board: Board) -> dict[tuple[str, ...], Sequence[str]]:
    """`[corrected]` of map.toml: "0512" = "marsh" for a hex, "0512/0612" = "road rail" for a hexside."""
    table = toml.get("corrected", {})
    faults: list[MapFault] = []
    said: dict[tuple[str, ...], Sequence[str]] = {}
    for where, words in (table if isinstance(table, dict) else {}).items():
        hexes = tuple(slug(part) for part in str(where).split("/"))
        if not _is_known(hexes, board) or not isinstance(words, str):
            message = f'read {where!r} = {words!r}; write "0512" = "marsh" or "0512/0612" = "road rail"'
            faults.append(MapFault("map.toml", "corrected", "bad value", message))
        else:
            said[hexes] = [words] if len(hexes) == 1 else words.split()
    if faults:
        raise MapError(tuple(faults))
    return said


def _is_known(hexes: tuple[str, ...], board: Board) -> bool:
    """Is this a hex, or are these two that touch?"""
    there = len(hexes) in (1, 2) and all(one in board.spaces for one in hexes)
    return there and (len(hexes) == 1 or board.adjacent(hexes[0], hexes[1]))


def with_corrections(samples: Samples, said: Mapping[tuple[str, ...], Sequence[str]]) -> Samples:
    """What the user said of other hexes and hexsides teaches, too, for every word that has samples."""
    named = {one for hexes in samples.grounds.values() for one in hexes}
    grounds = {word: list(hexes) for word, hexes in samples.grounds.items()}
    features = {word: list(sides) for word, sides in samples.features.items()}
    bare = list(samples.bare)
    for where, words in said.items():
        if len(where) == 2:
            side = (where[0], where[1])
            for to in [features[word] for word in words if word in features] or [bare]:
                to.append(side)
        elif where[0] not in named and words[0] in grounds:
            grounds[words[0]].append(where[0])
    return Samples(grounds, features, bare)


TABLE = ("hex", "neighbour", "kind", "word", "by", "clear")


def proposals_csv(proposals: Sequence[Proposal]) -> str:
    """All grounds, and all features found: hex, neighbour ("" for a ground), kind, word, by, clear."""
    rows: list[Sequence[object]] = [TABLE]
    for one in proposals:
        by = "you" if one.said else "sure" if one.sure else "look"
        if one.word:
            rows.append((*(*one.where, "")[:2], one.kind, one.word, by, one.clear))
    return csv_text(rows)


def read_looked(path: Path, board: Board, centres: Mapping[str, Point]) -> dict[tuple[str, ...], list[str]]:
    """The table of `proposals_csv`, looked through: it stands; hexsides that are not in it have nothing."""
    faults: list[MapFault] = []
    said: dict[tuple[str, ...], list[str]] = {}
    for row in read_rows(path, ("hex", "neighbour", "word"), faults):
        where = tuple(slug(row.cells[name]) for name in ("hex", "neighbour") if row.cells[name])
        strange = _strange(row, where, board, centres)
        if strange or not where:
            faults.append(strange or row.fault("no hex", "say in which hex, or delete the line"))
        elif row.cells["word"]:
            said.setdefault(tuple(sorted(where)), []).append(row.cells["word"])
    if faults:
        raise MapError(tuple(faults))
    return {side: [] for side in sides_of(board, centres)} | said


def sides_of(board: Board, centres: Mapping[str, Point]) -> list[Side]:
    """Every hexside between two hexes whose centres are known, once."""
    hexes = board.grid.hexes if board.grid else {}
    return [
        (one, other)
        for one in centres
        for other in board.links.get(one, {})
        if one < other and other in centres and other in hexes
    ]


def with_grounds(text: str, column: str, default: str, proposals: Sequence[Proposal]) -> str:
    """places.csv with the proposed grounds in a column; lines and other cells stay as they are."""
    rows = [[read(cell) for cell in row] for row in csv.reader(io.StringIO(text))] or [["id", "name", column]]
    header = rows[0]
    if column not in header:
        header.append(column)
    place, key = header.index(column), header.index("id")
    words = {one.where[0]: one.word for one in proposals if not one.kind}
    made = [header]
    for cells in _filled(rows[1:], header, key, words, default):
        word = words.get(slug(cells[key]), cells[place])
        cells[place] = "" if word == default else word
        made.append(cells)
    return csv_text(made)


def _filled(
    rows: list[list[str]], header: list[str], key: int, words: Mapping[str, str], default: str
) -> Iterator[list[str]]:
    """The lines there are, as long as the header, and one for each further hex that needs one."""
    seen = set()
    for cells in rows:
        if cells:
            seen.add(slug(cells[key]))
            yield cells + [""] * (len(header) - len(cells))
    for one, word in words.items():
        if one not in seen and word != default:
            yield [one if n == key else "" for n in range(len(header))]
