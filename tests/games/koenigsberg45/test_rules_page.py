"""RULES.md: its table of clauses, and the readings that the code cites."""

from __future__ import annotations

import re

from tests.clauses import matrix
from tests.rules_page import folder

GAME = "koenigsberg45"


def test_every_reading_that_the_code_cites_is_on_the_page() -> None:
    cited: set[str] = set()
    for file in folder(GAME).rglob("*.py"):
        cited |= set(re.findall(r"K-R\d+", file.read_text(encoding="utf-8")))
    page = (folder(GAME) / "RULES.md").read_text(encoding="utf-8")
    assert cited <= {clause for clause in matrix(GAME) if f"| {clause} |" in page}
