"""What a game's code and tests say about the clauses of its rulebook, read from their source."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
SPEAKERS = {"Refused", "roll", "draw", "note", "enter", "go", "leave", "score", "take_step", "eliminate"}
"""Calls whose first text, or the text after the play, is a clause."""


def matrix(game: str) -> dict[str, dict[str, str]]:
    """The rule matrix of a game: clause -> its row."""
    file = ROOT / "adjudicator" / "games" / game / "rules.csv"
    with file.open(encoding="utf-8", newline="") as lines:
        return {row["id"]: row for row in csv.DictReader(lines)}


def adjudicable(game: str) -> list[str]:
    """The clauses that the referee must enforce."""
    return [clause for clause, row in matrix(game).items() if row["adjudicable"] == "yes"]


@cache
def marked(game: str) -> dict[str, list[str]]:
    """Clause -> the tests that are marked with it, as file:test."""
    found: dict[str, list[str]] = {}
    for file in sorted((ROOT / "tests" / "games" / game).glob("test_*.py")):
        for function in functions(file):
            for clause in marks(function):
                found.setdefault(clause, []).append(f"{file.name}:{function.name}")
    return found


def functions(file: Path) -> Iterator[ast.FunctionDef]:
    """The test functions of a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield node


def clause(number: str, *values: object) -> Any:
    """A row of a parametrized test that carries the mark of its own clause: a row of a chart."""
    return pytest.param(*values, marks=pytest.mark.rule(number), id=number)


def marks(function: ast.FunctionDef) -> Iterator[str]:
    """The clauses in a test's @pytest.mark.rule(...), those of single cases of a table among them, which
    `clause(...)` writes shorter."""
    for node in (node for decorator in function.decorator_list for node in ast.walk(decorator)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (str(arg.value) for arg in node.args if isinstance(arg, ast.Constant))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "clause":
            yield from (str(arg.value) for arg in node.args[:1] if isinstance(arg, ast.Constant))


@cache
def mentioned(game: str) -> dict[str, list[str]]:
    """Every clause number that the game's code gives to an event, a die or a refusal -> where."""
    found: dict[str, list[str]] = {}
    for file in sorted((ROOT / "adjudicator" / "games" / game).rglob("*.py")):
        calls = [n for n in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)]
        for call in calls:
            for clause in spoken(call):
                found.setdefault(clause, []).append(f"{file.name}:{call.lineno}")
    return found


def spoken(call: ast.Call) -> Iterator[str]:
    """The clause numbers in one call: rule="...", Refused("..."), play.roll("...") and their like."""
    for keyword in call.keywords:
        if keyword.arg == "rule" and isinstance(keyword.value, ast.Constant) and keyword.value.value:
            yield str(keyword.value.value)
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    values = [arg.value for arg in call.args[:2] if isinstance(arg, ast.Constant)]
    texts = [value for value in values if isinstance(value, str)]
    if name in SPEAKERS and texts and re.fullmatch(r"[A-Z]*\.?\d[\w.]*|[A-Z](\.\w+)+", texts[0]):
        yield texts[0]
