"""What is sure or was looked at, put into a map: terrain into places.csv, features into links.csv.

What stands in classified.csv was written by `map classify`, and may be written anew from a better scan. All
else was typed, or taken out, by hand: it stays, and is told. [corrected] in map.toml comes before both.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from files.cells import csv_text, read
from maps.faults import MapError, MapFault
from maps.scan.terrain.files import with_grounds
from maps.scan.terrain.proposals import Proposal
from maps.space import slug
from maps.tables import read_rows

RECORD = "classified.csv"
_COLUMNS = ("hex", "neighbour", "word")
Where = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """What a user typed (or took out: "") and the scan shows otherwise."""

    where: Where
    yours: str
    scan: str

    def __str__(self) -> str:
        return f"{'/'.join(self.where)} {self.yours or 'nothing'} (the scan: {self.scan or 'nothing'})"


@dataclass
class Update:
    """New contents of files of a map folder, and what was kept against the scan."""

    files: dict[str, str] = field(default_factory=dict)
    kept: list[Kept] = field(default_factory=list)


def update(folder: Path, toml: Mapping[str, Any], proposals: Sequence[Proposal]) -> Update:
    """What `--write` writes: nothing that is neither sure nor said. MapError for unknown features."""
    _check(toml, proposals)
    record = _record(folder / RECORD)
    made = Update()
    proposals = [one for one in proposals if one.settled]
    grounds = [one for one in proposals if not one.kind]
    if grounds:
        _put_grounds(folder, toml, grounds, record, made)
    features = [one for one in proposals if one.kind]
    if features:
        _put_features(folder, features, record, made)
    made.files[RECORD] = _record_text(record)
    return made


def _check(toml: Mapping[str, Any], proposals: Iterable[Proposal]) -> None:
    known = toml.get("features", {})
    unknown = sorted({one.kind for one in proposals if one.kind and one.kind not in known})
    if unknown:
        lines = ", ".join(f'{word} = "side"' for word in unknown)
        message = f"the map has no feature {', '.join(unknown)}; write {lines} (or river, road, rail, bridge)"
        raise MapError((MapFault("map.toml", "features", "unknown feature", message),))


def _record(path: Path) -> dict[Where, set[str]]:
    """What was written before: the terrain of hexes, the features of hexsides."""
    found: dict[Where, set[str]] = {}
    for row in read_rows(path, _COLUMNS, []) if path.exists() else []:
        where = tuple(slug(row.cells[name]) for name in _COLUMNS[:2] if row.cells[name])
        found.setdefault(where, set()).add(row.cells["word"])
    return found


def _record_text(record: Mapping[Where, set[str]]) -> str:
    lines = [
        [*where, *[""] * (2 - len(where)), word] for where, words in record.items() for word in sorted(words)
    ]
    return csv_text([list(_COLUMNS), *sorted(lines)])


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8-sig") if path.exists() else ""


# -- terrain ---------------------------------------------------------------------------------------


def _put_grounds(
    folder: Path,
    toml: Mapping[str, Any],
    grounds: Sequence[Proposal],
    record: dict[Where, set[str]],
    made: Update,
) -> None:
    column = str(toml.get("sheet", {}).get("ground", "terrain"))
    default = str(toml.get("default", {}).get(column, ""))
    text = _read(folder / "places.csv")
    typed = _cells(text, column)
    ours = []
    for one in grounds:
        word = "" if one.word == default else one.word
        cell, before = typed.get(one.where[0], ""), record.get(one.where)
        if one.said or cell == word or ({cell} == before if before else not cell):
            ours.append(one)
            if before or cell != word:
                record[one.where] = {word}
        else:
            made.kept.append(Kept(one.where, cell or default, one.word))
    made.files["places.csv"] = with_grounds(text, column, default, ours)


def _cells(text: str, column: str) -> dict[str, str]:
    """The cells of one column by the ids of their lines."""
    rows = csv.DictReader(io.StringIO(text))
    return {
        slug(read(row["id"] or "")): read((row.get(column) or "").strip()) for row in rows if row.get("id")
    }


# -- features --------------------------------------------------------------------------------------


def _put_features(
    folder: Path, features: Sequence[Proposal], record: dict[Where, set[str]], made: Update
) -> None:
    text = _read(folder / "links.csv")
    lines = [[read(cell) for cell in cells] for cells in csv.reader(io.StringIO(text)) if cells] or [
        ["hex", "neighbour", "features"]
    ]
    places = [lines[0].index(name) for name in ("hex", "neighbour", "features")]
    rows = {frozenset(slug(cells[n]) for n in places[:2]): cells for cells in lines[1:]}
    by_side: dict[Where, list[Proposal]] = {}
    for one in features:
        by_side.setdefault(one.where, []).append(one)
    for where, told in by_side.items():
        cells = rows.get(frozenset(where))
        there = cells[places[2]].split() if cells else []
        wanted = _settled(where, told, there, record, made)
        if cells and wanted != there:
            cells[places[2]] = " ".join(wanted)
        elif wanted and not cells:
            lines.append(_line(len(lines[0]), places, where, wanted))
    made.files["links.csv"] = csv_text(lines)


def _line(length: int, places: Sequence[int], where: Where, words: Sequence[str]) -> list[str]:
    cells = [""] * length
    for place, cell in zip(places, (*where, " ".join(words)), strict=True):
        cells[place] = cell
    return cells


def _settled(
    where: Where,
    told: Sequence[Proposal],
    there: Sequence[str],
    record: dict[Where, set[str]],
    made: Update,
) -> list[str]:
    """The features that a hexside has now: those there, with what the scan adds and takes away."""
    before = record.get(where, set())
    wanted, ours = list(there), set(before)
    for one in told:
        if bool(one.word) == (one.kind in there):
            continue
        by_hand = (one.kind in there) != (one.kind in before)
        if by_hand and not one.said:
            made.kept.append(Kept(where, one.kind if one.kind in there else "", one.word))
        elif one.word:
            wanted.append(one.kind)
            ours.add(one.kind)
        else:
            wanted.remove(one.kind)
            ours.discard(one.kind)
    if ours or before:
        record[where] = ours
    return wanted
