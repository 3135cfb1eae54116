"""What `map classify` reads and writes: centres, samples, the corrections in map.toml, and proposals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from files.cells import csv_text
from maps.board import Board
from maps.map_faults import MapError, MapFault
from maps.reading.tables import Row, read_rows
from maps.scan.terrain.proposals import NOTHING, Point, Proposal
from maps.space import slug

Words = dict[tuple[str, ...], list[str]]
"""The ground of a hex, or all features of a hexside."""


def read_samples(path: Path, board: Board, centres: Mapping[str, Point]) -> Words:
    """Samples of a CSV file: word,hex for a ground, word,hex,neighbour for a feature, or for `NOTHING`."""
    faults: list[MapFault] = []
    said: Words = {}
    for row in read_rows(path, ("word", "hex", "neighbour"), faults):
        word, where = row.cells["word"], _where(row)
        strange = _strange(row, where, board, centres)
        if not word or strange:
            faults.append(strange or row.fault("no word", "a sample needs the word it is one of"))
            continue
        words = said.setdefault(tuple(sorted(where)), [])
        words += [word] if word not in words else []
        if len(words) > 1 and (NOTHING in words or len(where) == 1):
            named = f"{'/'.join(where)} has {words[-1]}, and {words[0]}"
            faults.append(row.fault("named twice", named))
    if not faults and not any(words != [NOTHING] for words in said.values()):
        faults.append(MapFault(path.name, "", "no samples", "write word,hex,neighbour: a line for each kind"))
    if faults:
        raise MapError(faults)
    return {where: [] if words == [NOTHING] else words for where, words in said.items()}


def _where(row: Row) -> tuple[str, ...]:
    return tuple(slug(row.cells[name]) for name in ("hex", "neighbour") if row.cells[name])


def _strange(row: Row, hexes: Sequence[str], board: Board, centres: Mapping[str, Point]) -> MapFault | None:
    for one in hexes or [""]:
        if one not in centres:
            return row.fault("unknown hex", f"no centre is known of {one!r}")
    if len(hexes) == 2 and not board.adjacent(hexes[0], hexes[1]):
        return row.fault("no hexside", f"{hexes[0]} and {hexes[1]} do not touch")
    return None


def read_corrections(toml: Mapping[str, Any], board: Board) -> Words:
    """`[corrected]` of map.toml: "0512" = "marsh" for a hex, "0512/0612" = "road rail" for a hexside."""
    table = toml.get("corrected", {})
    faults: list[MapFault] = []
    said: Words = {}
    for where, words in (table if isinstance(table, dict) else {}).items():
        hexes = tuple(slug(part) for part in str(where).split("/"))
        if not _is_known(hexes, board) or not isinstance(words, str):
            message = f'read {where!r} = {words!r}; write "0512" = "marsh" or "0512/0612" = "road rail"'
            faults.append(MapFault("map.toml", "corrected", "bad value", message))
        else:
            said[tuple(sorted(hexes))] = [words] if len(hexes) == 1 else words.split()
    if faults:
        raise MapError(faults)
    return said


def _is_known(hexes: tuple[str, ...], board: Board) -> bool:
    """Is this a hex, or are these two that touch?"""
    there = len(hexes) in (1, 2) and all(one in board.spaces for one in hexes)
    return there and (len(hexes) == 1 or board.adjacent(hexes[0], hexes[1]))


def proposals_csv(proposals: Sequence[Proposal]) -> str:
    """All grounds and all said features: hex, neighbour ("" for a ground), kind, word, by, clear."""
    rows: list[Sequence[object]] = [("hex", "neighbour", "kind", "word", "by", "clear")]
    for one in proposals:
        if one.word:
            rows.append((*(*one.where, "")[:2], one.kind, one.word, one.by, one.clear))
    return csv_text(rows)


def read_looked(path: Path, board: Board, centres: Mapping[str, Point]) -> Words:
    """The table of `proposals_csv`, looked through."""
    faults: list[MapFault] = []
    said: Words = {}
    for row in read_rows(path, ("hex", "neighbour", "word"), faults):
        where = _where(row)
        if strange := _strange(row, where, board, centres):
            faults.append(strange)
        elif row.cells["word"]:
            said.setdefault(tuple(sorted(where)), []).append(row.cells["word"])
    if faults:
        raise MapError(faults)
    return said
