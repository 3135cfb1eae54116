"""RULES.md: its table of clauses is made from the matrix and the code, by pytest --update-golden."""

from __future__ import annotations

import re

import pytest

from adjudicator.catalogue import find_game
from adjudicator.rulings import CITED
from tests.clauses import ROOT, matrix

GAME = "raceforberlin"
FOLDER = ROOT / "adjudicator" / "games" / GAME
PAGE = FOLDER / "RULES.md"
HEADING = "## Clauses\n\n"


def table() -> str:
    """Every clause of the matrix, what it demands, and where it is enforced."""
    find_game(GAME).grammar()
    rows = ["| Clause | Rule | What it demands | Enforced in |", "|---|---|---|---|"]
    for clause, row in matrix(GAME).items():
        where = ", ".join(f"`{file}`" for file in sorted({file_of(p) for p in CITED[GAME].get(clause, ())}))
        rows.append(f"| {clause} | {row['title']} | {row['requirement']} | {where or 'nowhere'} |")
    return "\n".join(rows) + "\n"


def file_of(place: str) -> str:
    """The file of a function, as "r02_arrival.py"."""
    return f"{place.split(':')[0].rsplit('.', 1)[-1]}.py"


def test_the_table_of_clauses_is_up_to_date(request: pytest.FixtureRequest) -> None:
    written, _, old = PAGE.read_text(encoding="utf-8").partition(HEADING)
    if request.config.getoption("--update-golden"):
        PAGE.write_text(written + HEADING + table(), encoding="utf-8", newline="\n")
        return
    assert old == table()


def test_every_reading_that_the_code_cites_is_on_the_page() -> None:
    numbers = {int(n) for n in re.findall(r"(?m)^(\d+)\. ", PAGE.read_text(encoding="utf-8"))}
    cited: set[int] = set()
    for file in [*FOLDER.glob("*.py"), *FOLDER.glob("rules.csv")]:
        cited |= {int(n) for n in re.findall(r"ruling (\d+)", file.read_text(encoding="utf-8"))}
    assert numbers == set(range(1, max(numbers) + 1))
    assert cited <= numbers
