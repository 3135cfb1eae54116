"""docs/security.md: every promise names tests that hold it, and all of these exist."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "security.md"
ADVERSARIES = ("a stranger", "a player", "the other player", "the mail provider", "the referee", "a backup")


def promises() -> list[tuple[str, list[str]]]:
    """Each row of the page: what is promised, and the tests named beside it."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [line.strip("|").split("|") for line in lines if line.startswith("| ")]
    rows = [(promise.strip(), held) for promise, held in cells if promise.strip() != "Promise"]
    return [(promise, re.findall(r"`(test_\w+)`", held)) for promise, held in rows]


def known_tests() -> set[str]:
    files = sorted(TESTS.rglob("test_*.py"))
    return {name for file in files for name in re.findall(r"(?m)^def (test_\w+)", file.read_text("utf-8"))}


def test_every_promise_is_held_by_tests_that_exist() -> None:
    known = known_tests()
    assert len(promises()) >= 20
    for promise, tests in promises():
        assert tests, f"nothing holds: {promise}"
        assert [name for name in tests if name not in known] == [], promise


def test_everybody_is_named_against_whom_something_is_promised() -> None:
    heads = " ".join(re.findall(r"(?m)^## (.*)", PAGE.read_text(encoding="utf-8")))
    assert [who for who in ADVERSARIES if who not in heads] == []
