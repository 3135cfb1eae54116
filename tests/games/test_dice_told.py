"""Every die of a report says its number, what was needed, and what came of it: in whole games by bots."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.events import DieRolled, Event, HiddenDrawn, purpose_told
from adjudicator.events.fact import event_from
from adjudicator.report.story import Battle, Combat, Sentence, chances, tell
from tests.cases import one_quick
from tests.conftest import Course

GAMES = Path(__file__).parents[2] / "adjudicator" / "games"


def lines(name: str, events: Sequence[Event]) -> str:
    """A story as lines of text; of a battle its die, its column and its result."""
    items = [one for chapter in tell(find_game(name), events, 1, "") for one in chapter.items]
    parts = [part for one in items for part in (one.items if isinstance(one, Combat) else [one])]
    told = (one.text if isinstance(one, Sentence) else battle(one) for one in parts)
    return "\n".join(told)


def battle(one: Battle) -> str:
    return f"die {one.die}, column {one.column}, {one.final}: {one.result}"


@pytest.mark.slow
@pytest.mark.parametrize("name", one_quick(game_names(), kept=2))
def test_every_die_of_a_game_is_told_with_what_came_of_it(name: str, course: Course) -> None:
    events = course(name)
    dice = [at for at, event in enumerate(events) if isinstance(event, DieRolled)]
    assert len(dice) > 30
    for at in dice:
        die = events[at]
        assert isinstance(die, DieRolled)
        told = lines(name, events[at : at + 12])
        with_outcome = rf"(?mi)\bdie\b[^\n]*\b{die.value}\b[^\n]*[;:(] ?\w"
        assert re.search(with_outcome, told), f"{die.purpose}: {told}"


@pytest.mark.parametrize("name", one_quick(game_names(), kept=2))
def test_the_list_of_dice_says_of_each_what_it_brought(name: str, course: Course) -> None:
    # what is drawn unseen is numbered by itself
    events = [event for event in course(name) if not isinstance(event, HiddenDrawn)]
    names = find_game(name).names()
    dice = Counter(
        (event.n, "".join(purpose_told(event.purpose, names)))
        for event in events
        if isinstance(event, DieRolled)
    )
    printed = (
        replace(one, purpose=one.purpose.partition(", bound as ")[0]) for one in chances(events, names)
    )
    listed = [one for one in printed if (one.n, one.purpose) in dice]
    assert Counter((one.n, one.purpose) for one in listed) == dice
    assert [one.purpose for one in listed if not one.brought] == []
    assert not any("eyes" in one.purpose for one in listed), "a hidden die is told in words"


@pytest.mark.parametrize("name", game_names())
def test_no_rule_rolls_a_die_without_a_word_for_what_comes_of_it(name: str) -> None:
    """Rolls that a game by bots does not come upon: each says it itself, or an event with the die follows."""
    silent = [
        place
        for file in sorted((GAMES / name).rglob("*.py"))
        for place, told in rolls(ast.parse(file.read_text(encoding="utf-8")), file.name)
        if not told
    ]
    assert silent == []


def test_dice_of_games_of_before_are_told_as_they_were() -> None:
    """Journals that were kept when nothing was said of what a die brought."""
    game = find_game("raceforberlin")
    die = {"n": 1, "purpose": "orders from Hitler", "sides": 6, "value": 5, "chain": "a"}
    freedom = {"unit": "712", "die": 5, "free": True}
    found = [event_from(game.kinds, kind, "1", ["*"], facts)
             for kind, facts in (("DieRolled", die), ("FreedomTested", freedom))]  # fmt: skip
    said = [event.says(game.names()) for event in found]
    assert said == ["Orders from Hitler, die roll 5.", "712 is free to move (die 5)."]


def rolls(tree: ast.Module, file: str) -> Iterator[tuple[str, bool]]:
    """Every roll of a module: where it stands, and whether what it brings is told."""
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
        records_it = any(word.arg == "die" for call in calls for word in call.keywords)
        for call in calls:
            if isinstance(call.func, ast.Attribute) and call.func.attr == "roll":
                says = any(word.arg == "came" for word in call.keywords)
                yield f"{file}:{call.lineno}", says or records_it
