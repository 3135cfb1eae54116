"""RULES.md of a game: its table of clauses, made from the matrix and the code by pytest --update-golden."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.catalogue import find_game
from adjudicator.rulings import CITED
from tests.clauses import ROOT, matrix

HEADING = "## Clauses\n\n"


def folder(game: str) -> Path:
    """The folder of a game's rules."""
    return ROOT / "adjudicator" / "games" / game


def table(game: str) -> str:
    """Every clause of the matrix, what it demands, and where it is enforced."""
    find_game(game).grammar()
    rows = ["| Clause | Rule | What it demands | Enforced in |", "|---|---|---|---|"]
    for clause, row in matrix(game).items():
        where = ", ".join(f"`{file}`" for file in sorted({file_of(p) for p in CITED[game].get(clause, ())}))
        rows.append(f"| {clause} | {row['title']} | {row['requirement']} | {where or 'nowhere'} |")
    return "\n".join(rows) + "\n"


def file_of(place: str) -> str:
    """The file of a function, as "r02_american.py"."""
    return f"{place.split(':')[0].rsplit('.', 1)[-1]}.py"


def assert_up_to_date(game: str, request: pytest.FixtureRequest) -> None:
    """The table on the page is that of the code; with --update-golden it is written, what stands above it is
    kept."""
    page = folder(game) / "RULES.md"
    assert page.is_file(), f"{page.relative_to(ROOT)} is missing: write its first lines, then --update-golden"
    written, _, old = page.read_text(encoding="utf-8").partition(HEADING)
    if request.config.getoption("--update-golden"):
        page.write_text(written + HEADING + table(game), encoding="utf-8", newline="\n")
        return
    assert old == table(game), "pytest tests/test_every_game.py -k rules_page --update-golden writes it"
