"""docs/security.md: every promise is held by tests. tests/promises.txt names them, and they exist."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "security.md"
ADVERSARIES = ("a stranger", "a player", "the other player", "the mail provider", "the referee", "a backup")


def promises() -> list[str]:
    """What the page promises: every item of its lists."""
    items = re.findall(r"(?m)^- (.*(?:\n  .*)*)", PAGE.read_text(encoding="utf-8"))
    return [" ".join(item.split()) for item in items]


def held() -> list[tuple[str, list[str]]]:
    """Each promise with the tests that hold it."""
    found: list[tuple[str, list[str]]] = []
    for line in (TESTS / "promises.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            found[-1][1].append(line.strip())
        else:
            found.append((line, []))
    return found


def known_tests() -> set[str]:
    files = sorted(TESTS.rglob("test_*.py"))
    return {name for file in files for name in re.findall(r"(?m)^def (test_\w+)", file.read_text("utf-8"))}


def test_every_promise_is_held_by_tests_that_exist() -> None:
    known = known_tests()
    assert len(promises()) >= 20
    assert promises() == [promise for promise, _ in held()]
    for promise, tests in held():
        assert tests, f"nothing holds: {promise}"
        assert [name for name in tests if name not in known] == [], promise


def test_everybody_is_named_against_whom_something_is_promised() -> None:
    heads = " ".join(re.findall(r"(?m)^## (.*)", PAGE.read_text(encoding="utf-8")))
    assert [who for who in ADVERSARIES if who not in heads] == []
