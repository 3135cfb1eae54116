"""RULES.md and rules.csv: the table of clauses, what the referee does about each, the rulings by number."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from adjudicator.games.redvengeance.by_mail.rehearsed import STANDINS, STATE_KEYS
from tests.clauses import matrix
from tests.games.redvengeance.clause_kinds import ADJUDICATED, HOOK, NOT_USED, judged
from tests.rules_page import folder

GAME = "redvengeance"


def test_the_column_judged_says_what_the_code_does(request: pytest.FixtureRequest) -> None:
    rows = matrix(GAME)
    found = judged(rows)
    if request.config.getoption("--update-golden"):
        write(folder(GAME) / "rules.csv", rows, found)
        return
    assert {id_: row.get("judged") for id_, row in rows.items()} == found


def write(file: Path, rows: Mapping[str, Mapping[str, str]], found: Mapping[str, str]) -> None:
    """The matrix again, with the column `judged`."""
    columns = [*(name for name in next(iter(rows.values())) if name != "judged"), "judged"]
    with file.open("w", encoding="utf-8", newline="") as text:
        table = csv.DictWriter(text, columns, lineterminator="\n")
        table.writeheader()
        table.writerows({**row, "judged": found[id_]} for id_, row in rows.items())


def test_what_is_booked_is_no_more_called_decided_than_what_is_not_used() -> None:
    found = judged(matrix(GAME))
    assert (found["RePh8.601"], found["RePh8.602"], found["RePh8.6033"]) == (HOOK, HOOK, NOT_USED)
    assert (found["RePh8.616"], found["VC-CGS.1"]) == (ADJUDICATED, ADJUDICATED)


def test_every_ruling_that_is_cited_is_on_the_page() -> None:
    page = (folder(GAME) / "RULES.md").read_text(encoding="utf-8")
    numbers = {int(n) for n in re.findall(r"(?m)^- f\.(\d+) ", page)}
    cited: set[int] = set()
    for file in [*folder(GAME).rglob("*.py"), *folder(GAME).glob("*.csv"), *folder(GAME).glob("*.toml")]:
        cited |= {int(n) for n in re.findall(r"\bf\.(\d+)", file.read_text(encoding="utf-8"))}
    assert numbers == set(range(1, 77))
    assert cited <= numbers


def test_the_readme_lists_stand_ins_and_keys_of_the_state() -> None:
    text = (folder(GAME) / "README.md").read_text(encoding="utf-8")
    assert [one for one in STANDINS if f"- {one}" not in text] == []
    lines = [f"| `{key}` | {what} |" for key, what in STATE_KEYS.items()]
    assert [line for line in lines if line not in text] == []
