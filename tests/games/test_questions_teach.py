"""Every question to a player says how many, once per what, and what silence means: in whole games by bots."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from adjudicator.catalogue import game_names
from adjudicator.events import Asked, Event
from tests.cases import one_quick
from tests.conftest import Course

GAMES = Path(__file__).parents[2] / "adjudicator" / "games"
FEWEST = 2
"""Every game has more questions than so many: the search finds them."""
HOW_MANY = re.compile(
    r"\b([Aa]t most|[Aa]t least|[Uu]p to|[Ee]xactly|[Aa]ny number|[Oo]ne (line|zone|step)|to lay)\b"
    r"|Steps to lose"
)
PER_WHAT = re.compile(
    r"\b(once|[Ii]n this (battle|impulse|segment|activation|combat)|this (turn|event)|for each)\b"
    r"|with this chit"
)


def questions(course: Sequence[Event]) -> dict[str, set[str]]:
    """The questions of a game, by topic; numbers and names differ, so all that were asked will do."""
    found: dict[str, set[str]] = {}
    for event in course:
        if isinstance(event, Asked):
            found.setdefault(str(event.decision["topic"]), set()).add(str(event.decision["question"]))
    return found


@pytest.mark.parametrize("name", one_quick(game_names(), kept=2))
def test_every_question_says_how_many_and_once_per_what(name: str, course: Course) -> None:
    asked = questions(course(name))
    assert len(asked) > FEWEST
    for topic, told in asked.items():
        for question in told:
            assert HOW_MANY.search(question), f"{topic}: {question}"
            assert PER_WHAT.search(question), f"{topic}: {question}"


def on_phases(name: str) -> bool:
    """Whether a game's questions are those of the usual phases."""
    return "adjudicator.phases" in (GAMES / name / "record.py").read_text(encoding="utf-8")


ROOMS = ["../phases", *(name for name in game_names() if not on_phases(name))]
"""The folders with questions."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ROOMS)
def test_every_question_of_the_rules_says_how_many_and_once_per_what(name: str) -> None:
    """Those too that a game by bots does not come upon: the words as they stand in the rules."""
    written = [
        (place, question)
        for file in sorted((GAMES / name).rglob("*.py"))
        for place, question in asked_in(ast.parse(file.read_text(encoding="utf-8")), file.name)
    ]
    assert len(written) > FEWEST, "the search finds the questions"
    assert [p for p, q in written if not (HOW_MANY.search(q) and PER_WHAT.search(q))] == []


def asked_in(tree: ast.Module, file: str) -> Iterator[tuple[str, str]]:
    """Every question that a module puts together: where it stands, and its fixed words. Those that a function
    `question` gives back are among them."""
    for node in ast.walk(tree):
        asked: list[ast.expr] = []
        if isinstance(node, ast.FunctionDef) and node.name == "question":
            given = (one.value for one in node.body if isinstance(one, ast.Return))
            asked = [one for one in given if isinstance(one, ast.JoinedStr)]
        elif isinstance(node, ast.Call) and (said := ast.unparse(node.func)).endswith(".ask"):
            asked = [*node.args[3 if said == "play.ask" else 2 :]][:1]
        parts = [
            n.value
            for one in asked
            for n in ast.walk(one)
            if isinstance(n, ast.Constant) and isinstance(n.value, str)
        ]
        if parts:  # else the words stand in the rule that hands them in, and games by bots meet them
            yield f"{file}:{getattr(node, 'lineno', 0)}", "".join(parts)
