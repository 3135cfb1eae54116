"""The clauses of a game's rulebook, as its rules.csv says them in our words."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.game import Game
from files.nearest import nearest

Clause = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Looked:
    """What a number stands for: a clause of its `own`, those `below` it as a heading, or those `near`."""

    own: str = ""
    below: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


def read_clauses(game: Game) -> dict[str, Clause]:
    """The rule matrix of a game, by clause; empty for a game that has none."""
    file = game.folder / "rules.csv"
    if not file.is_file():
        return {}
    with file.open(encoding="utf-8-sig", newline="") as text:
        return {row["id"]: row for row in csv.DictReader(text)}


def look_up(clauses: Mapping[str, Clause], number: str) -> Looked:
    """What a number written by somebody stands for."""
    known = {id_.casefold(): id_ for id_ in clauses}
    asked = number.casefold().rstrip(".").strip("[]")
    if asked in known:
        return Looked(known[asked])
    below = tuple(id_ for folded, id_ in known.items() if folded.startswith(f"{asked}."))
    return (
        Looked(below=below) if below else Looked(near=tuple(known[n] for n in nearest(asked, known, most=5)))
    )
