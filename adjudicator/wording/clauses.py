"""The clauses of a game's rulebook, as its rules.csv says them in our words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from adjudicator.game import Game
from files.cells import NoCsv, csv_rows
from files.faults import Fault, Faulty
from files.nearest import nearest

Clause = Mapping[str, str]
NEEDED = ("id", "title", "requirement", "adjudicable")
COLUMNS = (*NEEDED, "kind", "data", "example")
"""The columns of a list of rules. Those that are not needed may be left out, and are empty then."""
ABBREVIATED = {
    "crt": "Combat Results Table",
    "drm": "die roll modifier",
    "ezoc": "enemy zone of control",
    "hq": "headquarters",
    "mp": "movement point",
    "oos": "out of supply",
    "tec": "Terrain Effects Chart",
    "vp": "Victory Point",
    "zoc": "zone of control",
}
"""What reports and refusals shorten, as the hobby does."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What a number stands for: a clause of its `own`, those `below` it as a heading, or those `near`."""

    own: str = ""
    below: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


class BadClauses(Faulty[Fault]):
    """A list of rules that cannot be read; the message has a line for each fault."""


def read_clauses(game: Game) -> dict[str, Clause]:
    """The rule matrix of a game, by clause; empty for a game that has none. Raises BadClauses for one that is
    not UTF-8, not CSV, or lacks a column."""
    return {row["id"]: row for _, row in _rows(game.folder / "rules.csv")}


def misread(game: Game) -> Iterator[Fault]:
    """What is wrong with the lines of a list of rules: a clause that is there twice, a comma that is not in
    quotes, a word that is neither yes nor no. Raises BadClauses."""
    file, first = game.folder / "rules.csv", dict[str, int]()
    for line, row in _rows(file):
        id_, told = row["id"], row["adjudicable"]
        if id_ in first:
            yield Fault(str(file), line, id_, f"this clause is in line {first[id_]} already")
        first.setdefault(id_, line)
        if told.strip().casefold() not in ("yes", "no"):
            yield Fault(str(file), line, told, f"{id_} needs yes or no as adjudicable. {QUOTES}")


QUOTES = "Put a cell with a comma between double quotes"


def _rows(file: Path) -> list[tuple[int, Clause]]:
    """The lines of a list of rules, each with its number."""
    try:
        text = file.read_text(encoding="utf-8-sig") if file.is_file() else ",".join(NEEDED)
    except UnicodeDecodeError:
        raise BadClauses([Fault(str(file), 0, "", "not written in UTF-8: save it as 'CSV UTF-8'")]) from None
    try:
        rows = list(csv_rows(text))
    except NoCsv as wrong:
        raise BadClauses([Fault(str(file), wrong.line, "", str(wrong))]) from None
    head = rows[0][1] if rows else []
    if missing := [one for one in NEEDED if one not in head]:
        raise BadClauses(Fault(str(file), 1, "", f"column {one!r} is missing") for one in missing)
    empty = dict.fromkeys(COLUMNS, "")
    named = ((line, dict(zip(head, cells, strict=False))) for line, cells in rows[1:])
    return [(line, {**empty, **row}) for line, row in named if any(row.values())]


def about(clauses: Mapping[str, Clause], words: str) -> list[str]:
    """The clauses that are about something: first those whose title has all of these words, or a word that
    begins so, then those whose number or text has."""
    wanted = spelled(words)
    named = [id_ for id_, one in clauses.items() if any(_has(one["title"], said) for said in wanted)]
    told = (
        id_
        for id_, one in clauses.items()
        if any(said in id_.casefold().split(".") or _has(one["requirement"], said) for said in wanted)
    )
    return list(dict.fromkeys((*named, *told)))


def spelled(words: str) -> tuple[str, ...]:
    """Words as rules may write them, in lower case: shortened and in full, without the sign of a plural."""
    said = words.casefold().strip()
    full = next((long for short, long in ABBREVIATED.items() if long.casefold() == said or short == said), "")
    short = next((short for short, long in ABBREVIATED.items() if long == full), "")
    return tuple(dict.fromkeys(filter(None, (said, full.casefold(), short))))


def _has(text: str, words: str) -> bool:
    """Whether all of these words are in a text, or begin words in it."""
    return all(re.search(rf"\b{re.escape(_stem(one))}", text, re.IGNORECASE) for one in words.split())


def _stem(word: str) -> str:
    """A word without what makes a plural or a present participle of it."""
    if len(word) > 6 and word.endswith("ing"):
        return word[:-3]
    return word[:-1] if len(word) > 3 and word[-1] == "s" else word


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
