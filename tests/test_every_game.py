"""What holds for every game: clauses enforced and tested, parts that agree, scenarios and bots that play."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.events import event_from
from adjudicator.judging.bots import play_game
from adjudicator.rehearsal.file import read_rehearsal
from adjudicator.rehearsal.rehearsal import compare, rehearse
from adjudicator.rulings import CITED
from counters.roster.load import load_roster
from maps.reading.load import load_board
from tests.cases import the_rest_long
from tests.clauses import ROOT, adjudicable, marked, matrix, mentioned
from tests.rules_page import assert_up_to_date

GAMES = game_names()
SCENARIOS = [
    pytest.param(file, id=f"{game}-{file.stem}")
    for game in GAMES
    for file in sorted((ROOT / "adjudicator" / "games" / game / "scenarios").glob("*.toml"))
]


@pytest.mark.parametrize("game", GAMES)
def test_every_adjudicable_clause_is_cited_in_code(game: str) -> None:
    find_game(game).grammar()
    missing = [clause for clause in adjudicable(game) if clause not in CITED[game]]
    assert missing == []


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_page_has_the_table_of_clauses(game: str, request: pytest.FixtureRequest) -> None:
    assert_up_to_date(game, request)


@pytest.mark.parametrize("game", GAMES)
def test_every_adjudicable_clause_has_a_test(game: str) -> None:
    tests = marked(game)
    assert [clause for clause in adjudicable(game) if clause not in tests] == []


@pytest.mark.parametrize("game", GAMES)
def test_nobody_cites_a_clause_that_is_not_in_the_matrix(game: str) -> None:
    find_game(game).grammar()
    known = matrix(game)
    for source in (marked(game), CITED[game], mentioned(game)):
        unknown = {clause: where for clause, where in source.items() if not names_a_clause(clause, known)}
        assert unknown == {}


def names_a_clause(number: str, known: Mapping[str, object]) -> bool:
    """Whether a number is a clause, or the heading of lettered ones."""
    return number in known or any(clause.startswith(f"{number}.") for clause in known)


@pytest.mark.parametrize("game", GAMES)
def test_the_five_places_of_a_game_are_there(game: str) -> None:
    for place in ("maps", "counters", "adjudicator/games", "tests/games"):
        assert (ROOT / place / game).is_dir(), place


@pytest.mark.parametrize("game", GAMES)
def test_board_roster_and_rules_speak_of_the_same_things(game: str) -> None:
    board, roster, record = load_board(game), load_roster(game), find_game(game)
    places = {*board.spaces, *record.boxes}
    assert {counter.setup for counter in roster.counters.values()} - places <= {""}
    # where a counter is printed several times, all units are made in play: the roster lists their kinds
    made = any(counter.count > 1 for counter in roster.counters.values())
    assert {counter.side for counter in roster.counters.values()} >= set(record.sides)
    for scenario in record.scenarios:
        state = record.start(scenario)
        assert set(state.units) == (set() if made else set(roster.counters))
        assert {unit.at for unit in state.units.values()} <= places
        assert made or set(record.sides) == {unit.side for unit in state.units.values()}
        assert record.faults(state) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_name_on_the_map_and_on_a_counter_can_be_written(game: str) -> None:
    board, roster, grammar = load_board(game), load_roster(game), find_game(game).grammar()
    for space in board.spaces.values():
        assert grammar.lexicons["zone"].find(space.name) == (space.id,)
    for counter in roster.counters.values():
        assert grammar.lexicons["unit"].find(counter.id) == (counter.id,)


@pytest.mark.parametrize("game", GAMES)
def test_the_games_readme_explains_every_order(game: str) -> None:
    text = (ROOT / "adjudicator" / "games" / game / "README.md").read_text(encoding="utf-8")
    text = text.replace("\\|", "|")  # a stroke within a cell of a table
    missing = [f"`{verb.form}`" for verb in find_game(game).grammar().verbs if f"`{verb.form}`" not in text]
    assert not missing, f"adjudicator/games/{game}/README.md does not tell of {', '.join(missing)}"


@pytest.mark.parametrize("file", SCENARIOS)
def test_every_scenario_holds(file: Path) -> None:
    asked = read_rehearsal(file)
    assert asked.expect, "a scenario without [expect] proves nothing"
    assert compare(asked, rehearse(asked)) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", the_rest_long(["first", "second"]))
def test_bots_play_to_the_end_and_the_journal_gives_the_same_state(game: str, seed: str) -> None:
    record = find_game(game)
    tally = play_game(record, seed)
    assert tally.state.over is not None
    state = record.start(record.scenarios[0])
    for event in tally.events:
        facts = json.loads(json.dumps(event.facts()))
        read = event_from(record.kinds, event.kind, event.rule, list(event.to), facts)
        assert read == event
        state = read.apply(state)
    assert state == tally.state
