"""What is sure or was looked at, put into a map: terrain into places.csv, features into links.csv.

Terrain that stands in classified.csv was written by `map classify`, and may be written anew from a better
scan. All else was typed by hand: it stays, and is told. What the user says (samples, corrections, a table
they looked through) goes before both. Of features only what they say is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from files.cells import csv_rows, csv_text
from maps.map_faults import MapError, MapFault
from maps.reading.tables import read_rows
from maps.scan.terrain.proposals import Proposal
from maps.space import slug

RECORD = "classified.csv"
_COLUMNS = ("hex", "neighbour", "word")


def update(
    folder: Path, toml: Mapping[str, Any], proposals: Sequence[Proposal]
) -> tuple[dict[str, str], list[str]]:
    """What `--write` writes, by file: nothing that is neither sure nor said; and what stays as it was typed.

    MapError for features that the map does not know.
    """
    _check(toml, proposals)
    files: dict[str, str] = {}
    grounds = [one for one in proposals if one.by != "look" and not one.kind]
    features = [one for one in proposals if one.said and one.kind]
    kept = []
    if grounds:
        kept = _put_grounds(folder, toml, grounds, files)
    if features:
        files["links.csv"] = with_features(_lines(folder / "links.csv"), features)
    return files, kept


def _check(toml: Mapping[str, Any], proposals: Iterable[Proposal]) -> None:
    known = toml.get("features", {})
    unknown = sorted({one.kind for one in proposals if one.kind and one.kind not in known})
    if unknown:
        lines = ", ".join(f'{word} = "side"' for word in unknown)
        message = f"the map has no feature {', '.join(unknown)}; write {lines} (or river, road, rail, bridge)"
        raise MapError((MapFault("map.toml", "features", "unknown feature", message),))


def _lines(path: Path) -> list[list[str]]:
    """The cells of a table, its header first; none where there is no file."""
    text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
    rows = [cells for _, cells in csv_rows(text) if cells]
    return [cells + [""] * (len(rows[0]) - len(cells)) for cells in rows]


def _put_grounds(
    folder: Path, toml: Mapping[str, Any], grounds: Sequence[Proposal], files: dict[str, str]
) -> list[str]:
    """places.csv with the grounds by hex: other lines and cells stay, and few new lines are made."""
    column = str(toml.get("sheet", {}).get("ground", "terrain"))
    default = str(toml.get("default", {}).get(column, ""))
    lines = _lines(folder / "places.csv") or [["id", "name", column]]
    if column not in lines[0]:
        lines = [[*cells, name] for cells, name in zip(lines, [column, *[""] * len(lines)], strict=False)]
    place, key = lines[0].index(column), lines[0].index("id")
    rows, record = {slug(cells[key]): cells for cells in lines[1:]}, _record(folder / RECORD)
    kept = []
    for one in grounds:
        hex_, word = one.where[0], "" if one.word == default else one.word
        cell, before = rows[hex_][place] if hex_ in rows else "", record.get(hex_)
        if not one.said and cell not in (word, before or ""):
            kept.append(f"{hex_} {cell or default} (the scan: {one.word})")
            continue
        if before is not None or cell != word:
            record[hex_] = word
        if hex_ in rows:
            rows[hex_][place] = word
        elif word:
            lines.append([{key: hex_, place: word}.get(n, "") for n in range(len(lines[0]))])
    files["places.csv"] = csv_text(lines)
    files[RECORD] = csv_text([_COLUMNS, *((one, "", word) for one, word in sorted(record.items()))])
    return kept


def _record(path: Path) -> dict[str, str]:
    """The terrain of hexes that was written before."""
    rows = read_rows(path, _COLUMNS, []) if path.exists() else []
    return {slug(row.cells["hex"]): row.cells["word"] for row in rows if not row.cells["neighbour"]}


def with_features(lines: list[list[str]], said: Sequence[Proposal]) -> str:
    """links.csv with the features that the user says, and without those that they say are not there."""
    lines = lines or [["hex", "neighbour", "features"]]
    one, other, place = (lines[0].index(name) for name in ("hex", "neighbour", "features"))
    rows = {frozenset((slug(cells[one]), slug(cells[other]))): cells for cells in lines[1:]}
    for proposal in said:
        cells = rows.get(frozenset(proposal.where))
        if cells is None and proposal.word:
            cells = [""] * len(lines[0])
            cells[one], cells[other] = proposal.where
            rows[frozenset(proposal.where)] = cells
            lines.append(cells)
        if cells is not None:
            words = [word for word in cells[place].split() if word != proposal.kind or proposal.word]
            cells[place] = " ".join([*words, *({proposal.word} - {"", *words})])
    return csv_text(lines)
