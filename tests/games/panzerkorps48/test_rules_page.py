"""RULES.md: its table of clauses, and the readings that code and refusals cite by number."""

from __future__ import annotations

import re

from tests.rules_page import folder

GAME = "panzerkorps48"


def test_every_reading_that_the_code_cites_is_on_the_page() -> None:
    page = (folder(GAME) / "RULES.md").read_text(encoding="utf-8")
    numbers = {int(n) for n in re.findall(r"(?m)^(\d+)\. ", page)}
    cited: set[int] = set()
    for file in [*folder(GAME).rglob("*.py"), *folder(GAME).glob("rules.csv")]:
        cited |= {int(n) for n in re.findall(r"ruling (\d+)", file.read_text(encoding="utf-8"))}
    assert numbers == set(range(1, max(numbers) + 1))
    assert cited <= numbers
