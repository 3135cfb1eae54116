"""RULES.md: its table of clauses, and the readings that code and clauses cite by number."""

from __future__ import annotations

import re

from adjudicator.games.donnerschlag.r1_setup import STANDINS, STATE_KEYS
from tests.rules_page import folder

GAME = "donnerschlag"


def test_every_reading_that_is_cited_is_on_the_page() -> None:
    page = (folder(GAME) / "RULES.md").read_text(encoding="utf-8")
    numbers = {int(n) for n in re.findall(r"(?m)^- D-R(\d+) ", page)}
    cited: set[int] = set()
    for file in [*folder(GAME).rglob("*.py"), *folder(GAME).glob("rules.csv")]:
        cited |= {int(n) for n in re.findall(r"D-R(\d+)", file.read_text(encoding="utf-8"))}
    assert numbers == set(range(1, 60))
    assert cited <= numbers


def test_the_readme_lists_stand_ins_and_keys_of_the_state() -> None:
    text = (folder(GAME) / "README.md").read_text(encoding="utf-8")
    assert [one for one in STANDINS if f"- {one}" not in text] == []
    assert [
        f"| `{key}` | {what} |" for key, what in STATE_KEYS.items() if f"| `{key}` | {what} |" not in text
    ] == []
