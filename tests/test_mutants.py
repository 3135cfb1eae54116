"""The tool that takes rules out of a game: what it changes, whose clause that is, what tests make of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.catalogue import game_names
from adjudicator.games.koenigsberg45.hexes import r03_zoc
from bench import mutants
from bench.mutations import Mutation, mutations
from bench.tables import row_changes
from bench.trial import OTHER, OWN, SAME, SURVIVED, Trial, forget_all
from tests.games.koenigsberg45.table import table as laid_out

pytestmark = pytest.mark.slow

RULES = '''
from adjudicator.rulings import Refused, rule

MOST = 2


@rule("6.1")
def check_stack(units):
    """At most two units, and never a train or a barge with others (6.2)."""
    if len(units) > MOST:
        raise Refused("6.1", "too many")
    if len(units) > 1 and ("train" in units or "barge" in units):
        raise Refused("6.2", "a train stands alone")


def check(units):
    check_stack(units)
    return len(units) + 1
'''
TESTS = """
import pytest
from tinyrules.r06_stacking import check, check_stack


@pytest.mark.rule("6.1")
def test_three_are_too_many():
    check_stack(["tank", "gun"])
    with pytest.raises(Exception, match="6.1"):
        check(["tank", "gun", "lorry"])


@pytest.mark.rule("6.2")
def test_a_train_fits():
    check_stack(["train"])


def test_a_train_stands_alone():
    with pytest.raises(Exception, match="6.2"):
        check_stack(["train", "gun"])
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A game of one rule file and three tests."""
    folder = tmp_path / "tinyrules"
    folder.mkdir()
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "rules.csv").write_text("id,title\n6.1,Limit\n6.2,Trains\n", encoding="utf-8")
    (folder / "r06_stacking.py").write_text(RULES, encoding="utf-8")
    (tmp_path / "test_r06_stacking.py").write_text(TESTS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    for name in ("tinyrules", "tinyrules.r06_stacking", "test_r06_stacking"):
        sys.modules.pop(name, None)


def found(game: Path) -> dict[str, Mutation]:
    """The changes to the rule file, by their words."""
    return {one.words: one for one in mutations([game / "r06_stacking.py"])}


def test_a_change_belongs_to_the_clause_that_its_if_refuses_by(game: Path) -> None:
    changes = found(game)
    assert changes["«len(units) > MOST» never holds"].clauses == ("6.1",)
    assert changes["«'train' in units or 'barge' in units» without «'train' in units»"].clauses == ("6.2",)
    assert changes["«check_stack(units)» is left out"].clauses == ("6.1",)
    assert {"MOST + 1", "MOST - 1", ">= in «len(units) > MOST»"} <= changes.keys()
    assert not [words for words in changes if "too many" in words]
    assert "1 becomes 2" in changes and changes["1 becomes 2"].function == "check_stack"


def test_nothing_is_left_changed(game: Path) -> None:
    changes = found(game)
    before = changes["MOST + 1"].code()
    assert changes["MOST - 1"].code() != before
    assert changes["MOST + 1"].code() == before


def test_what_own_tests_let_pass_is_told_from_what_nobody_notices(game: Path) -> None:
    changes = found(game)
    both = "len(units) > 1 and ('train' in units or 'barge' in units)"
    wanted = {
        "«len(units) > MOST» never holds": OWN,
        f"«{both}» never holds": OTHER,
        "«'train' in units or 'barge' in units» without «'barge' in units»": SURVIVED,
        "MOST + 1": SAME,
    }
    trial = Trial(
        [changes[words] for words in wanted],
        equivalent={("r06_stacking.py", "check_stack", "MOST + 1"): "for this test"},
    )
    mutants.ask(trial, game.parent)
    assert {one.mutation.words: one.fate for one in trial.found} == wanted
    assert mutants.share(trial.found) == pytest.approx(1 / 3)
    told = mutants.as_text(trial, 20)
    assert f"r06_stacking.py:12 check_stack [6.2]: «{both}» never holds" in told
    assert "4 of 20 changes tried" in told


def test_what_was_worked_out_with_the_old_code_is_forgotten() -> None:
    laid = laid_out({"1": "2020"})
    before = r03_zoc.extent(laid.state.board), r03_zoc.zone(laid.state, "german")
    forget_all()
    assert r03_zoc.extent(laid.state.board) is not before[0]
    assert r03_zoc.zone(laid.state, "german") is not before[1]


def test_a_row_of_a_decision_table_is_taken_out_and_each_of_its_conditions(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = game / "table.txt"
    table.write_text(
        "# a table\nkind fire\n6.1 | setup, hip | night; class=gun | refuse no\n", encoding="utf-8"
    )
    changes = row_changes(game)
    assert [(one.line, one.clauses, one.text) for one in changes] == [
        (3, ("6.1",), ""),
        (3, ("6.1",), "6.1 | hip | night; class=gun | refuse no"),
        (3, ("6.1",), "6.1 | setup | night; class=gun | refuse no"),
        (3, ("6.1",), "6.1 | setup, hip | class=gun | refuse no"),
        (3, ("6.1",), "6.1 | setup, hip | night | refuse no"),
    ]
    monkeypatch.setattr(Path, "read_text", Path.read_text)  # put back afterwards
    changes[1].make()
    assert table.read_text(encoding="utf-8").splitlines()[2] == changes[1].text
    assert (game / "rules.csv").read_text(encoding="utf-8").startswith("id,title")


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    every: list[Mutation] = list(range(50))  # type: ignore[arg-type]
    first = mutants.sample(every, 5, "1")
    assert first == mutants.sample(every, 5, "1") != mutants.sample(every, 5, "2")
    assert mutants.sample(every, 0, "1") == every


@pytest.mark.parametrize("game", game_names())
def test_every_change_said_to_be_equivalent_is_still_one_that_can_be_made(game: str) -> None:
    named = mutants.equivalent(game)
    files = sorted({file for file, _, _ in named})
    folder = mutants.ROOT / "adjudicator" / "games" / game
    changes = mutations([path for file in files for path in folder.rglob(file)])
    assert named.keys() <= {one.key for one in changes}
    assert all(named.values()), "each has its reason"
