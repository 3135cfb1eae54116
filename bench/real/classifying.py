"""`hexpost map classify` on pictures of real boards: how many hexes get their terrain, from a few samples."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bench.measure import Spent

from .command import Hexpost

SAMPLES = 3
"""Hexes that a person names for each terrain."""
RARE = 6
"""A terrain of fewer hexes is not asked for."""
SURE = 0.8
"""From this confidence on an answer counts as sure, where the command does not say itself what is."""


@dataclass(frozen=True)
class Terrain:
    """One picture: hexes asked about, those right, those called sure, and the right ones of these."""

    picture: str
    clicks: int
    spent: Spent
    hexes: int
    right: int
    sure: int
    sure_right: int
    verdict: str


def classified(hexpost: Hexpost, folder: Path, picture: str, truth: Mapping[str, Any], out: Path) -> Terrain:
    """One picture of a board, its hexes where they are; `out` is a folder for a game and what is written."""
    centres, true = truth["pictures"][picture]["centres"], common(truth["terrain"])
    game, table = out / "game", out / "terrain.csv"
    write_game(game, truth)
    write_table(out / "centres.csv", [("label", "x", "y"), *((label, *at) for label, at in centres.items())])
    samples = chosen(true, len(centres))
    write_table(
        out / "samples.csv", [("word", "hex", "neighbour"), *((word, one, "") for one, word in samples)]
    )
    table.unlink(missing_ok=True)
    where = ["--centres", out / "centres.csv", "--samples", out / "samples.csv", "--out", table]
    answer = hexpost("map", "classify", game, folder / picture, *where)
    asked = {one: word for one, word in true.items() if one not in dict(samples)}
    found = read_table(table) if table.exists() else {}
    right = {one for one in asked if found.get(one, ("", False))[0] == asked[one]}
    sure = {one for one in asked if found.get(one, ("", False))[1]}
    said = "written" if found else f"refused: {answer.refusal}"
    name = f"{folder.name} {picture}"
    return Terrain(
        name, len(samples), answer.spent, len(asked), len(right), len(sure), len(sure & right), said
    )


def common(terrain: Mapping[str, str]) -> dict[str, str]:
    """The hexes whose terrain is common enough for samples."""
    count = Counter(terrain.values())
    return {one: word for one, word in terrain.items() if count[word] >= RARE}


def chosen(terrain: Mapping[str, str], number: int) -> list[tuple[str, str]]:
    """Hexes with their word, some of each at random, the same in each picture of a board."""
    draw = Random(number)
    of_word = {word: sorted(one for one in terrain if terrain[one] == word) for word in set(terrain.values())}
    return [(one, word) for word in sorted(of_word) for one in draw.sample(of_word[word], SAMPLES)]


def write_game(folder: Path, truth: Mapping[str, Any]) -> None:
    """A map of hexes, as large as the board, with every word for terrain."""
    centres = truth["pictures"]["clean.png"]["centres"]
    axis = 1 if truth["flat_top"] else 0
    second = "0201" if truth["flat_top"] else "0102"
    shoved = "even" if centres[second][axis] > centres["0101"][axis] else "odd"
    grid = {"columns": truth["columns"], "rows": truth["rows"], "shoved": shoved, "pitch": 1.0}
    grid["tops"] = "flat" if truth["flat_top"] else "pointed"
    lines = [
        'game = "real"',
        'title = "Real"',
        "[hexes]",
        *(f"{key} = {json.dumps(grid[key])}" for key in grid),
    ]
    lines += ["[facts]", 'terrain = "text"', "[default]", 'terrain = "open"', "[sheet]", 'ground = "terrain"']
    (folder / "map").mkdir(parents=True, exist_ok=True)
    (folder / "map" / "map.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_table(path: Path, rows: Iterable[Iterable[object]]) -> None:
    """A table as CSV."""
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)


def read_table(path: Path) -> dict[str, tuple[str, bool]]:
    """The word for each hex, and whether it is called sure."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if not row["neighbour"]]
    return {row["hex"]: (row["word"], is_sure(row)) for row in rows}


def is_sure(row: Mapping[str, str]) -> bool:
    """Whether the scan says so in the column `by`, or, where that only tells who speaks, is as confident."""
    confidence = row.get("confidence")
    return row["by"] == "sure" if confidence is None else float(confidence) >= SURE
