"""What a designer does wrong that stops no game, or stops it inside a part: told with line, reason,
and what is right."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.catalogue import OWN, find_game, slip
from adjudicator.commands.slips import Slips, check
from adjudicator.commands.stub import new_game
from adjudicator.events import Told
from adjudicator.judging.bots import BrokenGame, play_game
from adjudicator.mechanics.charts import BadChart, charts_in
from adjudicator.phases.record import BadStart
from adjudicator.phases.results import Result
from adjudicator.play import Play
from adjudicator.wording.clauses import BadClauses, read_clauses
from tests.adjudicator.test_border_watch import FIGHTING, FIRING, SIGHT
from tests.adjudicator.test_slips import BORDER, change


@pytest.fixture
def stub(tmp_path: Path) -> Path:
    """A game with a name of its own in each test: what is cited is kept by name."""
    name = "".join(filter(str.isalnum, tmp_path.name))
    new_game(name, tmp_path / name, "12x10", rules=True)
    return tmp_path / name


def first_phase(stub: Path, does: str) -> None:
    """Let something be recorded when the first phase is over."""
    change(stub, '"Red Movement Phase", "3.1", RED, MARCH)', f'"Red", "3.1", RED, MARCH, does={does})')
    change(stub, "from pathlib", "from adjudicator.events import *\nfrom pathlib")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ("FactNoted(rule='3.1', key='x', value={1})", r"FactNoted cannot be kept: .* Use texts, numbers"),
        ("Told(rule='3.1', to=BLUE, text='x')", r"Told has to='blue'\. Name sides, such as to=\('red',\)"),
        ("Told(rule='3.1', to=('bleu',), text='x')", r"Told has to=\('bleu',\)\. Name sides"),
        ("Told(rule='3.11', text='x')", r"no clause 3\.11 in rules\.csv; did you mean 3\.1\?"),
        (
            "FlagsChanged(rule='3.1', units=('R1',), add='x')",
            r"FlagsChanged has add='x'\. Write add=\('x',\)",
        ),
        ("GameEnded(rule='3.1', winner='bleu', why='')", r"the winner is 'bleu'\. Name a side, or \"\" for"),
        (
            "type('Rallied', (Event,), {})(rule='3.1')",
            r"the game has no events Rallied\. Give game\(\) kinds=\{\*\*KINDS, 'Rallied': Rallied\}",
        ),
    ],
)
def test_an_event_that_cannot_be_right_is_told_with_its_line(stub: Path, event: str, told: str) -> None:
    first_phase(stub, f"lambda play, side: play.record({event})")
    with pytest.raises(BrokenGame, match=rf"RED\.MOVE: .*rules/__init__\.py:\d+: .*{told}"):
        play_game(find_game(stub), "x")


def test_an_event_of_a_game_that_says_nothing_is_told(stub: Path) -> None:
    first_phase(stub, "lambda play, side: play.record(Rallied(rule='3.1'))")
    change(stub, "RED, BLUE =", "class Rallied(Event): pass\n\n\nRED, BLUE =")
    change(stub, ").game()", ").game(kinds={**KINDS, 'Rallied': Rallied})")
    change(stub, "record import HexGame", "record import KINDS, HexGame")
    with pytest.raises(BrokenGame, match=r'Rallied says nothing\. Give it sentence = "...", or quiet = True'):
        play_game(find_game(stub), "x")


def test_a_refusal_under_a_clause_that_the_list_does_not_have_is_told(stub: Path) -> None:
    no = "def no(state, unit):\n    if unit.id == 'R1':\n        raise Refused('3.9', 'no')\n"
    change(stub, "from pathlib", "from adjudicator.rulings import Refused\nfrom pathlib")
    change(stub, "RED, BLUE =", f"{no}\n\nRED, BLUE =")
    change(
        stub, "costs=marching(GROUND, TERRAIN, CLAUSES)", "costs=marching(GROUND, TERRAIN, CLAUSES), may=no"
    )
    bots = {"random": lambda state, decision, chance: ["move R1 to 0304", "end"]}
    with pytest.raises(
        BrokenGame, match=r'no clause 3\.9 in rules\.csv; .*\("move R1 to 0304" is refused: no'
    ):
        play_game(replace(find_game(stub), bots=bots), "x")


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        (
            "most=lambda state, space, side: 3",
            "most=lambda state, space, side: None",
            r"the most of Battlefield, which takes \(State, str, str\) and returns int: TypeError",
        ),
        (
            "level=level)",
            "level=level, sudden=lambda state: None)",
            r"the sudden of Victory, which takes \(State\) and returns tuple\[str, str\]: TypeError",
        ),
        (
            "costs=marching(GROUND, TERRAIN, CLAUSES)",
            "costs=lambda state: 1",
            r"the costs of Moving: TypeError: <lambda>\(\) takes 1 positional argument",
        ),
    ],
)
def test_a_function_that_returns_something_else_is_told_with_its_line_and_what_it_returns(
    stub: Path, was: str, now: str, told: str
) -> None:
    change(stub, was, now)
    with pytest.raises(TypeError) as wrong:
        play_game(find_game(stub), "x")
    assert re.search(rf"rules/__init__\.py:\d+: {told}", slip(wrong.value))


def test_a_phase_of_a_clause_that_the_list_does_not_have_is_told(stub: Path) -> None:
    change(stub, '"Red Movement Phase", "3.1"', '"Red Movement Phase", "3.9"')
    with pytest.raises(Slips, match=r"no clause 3\.9, which the rules cite"):
        check(find_game(stub))


def test_a_column_of_the_terrain_that_the_map_does_not_have_is_told(stub: Path) -> None:
    change(
        stub, "costs=marching(GROUND, TERRAIN, CLAUSES)", "costs=marching(GROUND, TERRAIN, CLAUSES, 'terain')"
    )
    with pytest.raises(ValueError, match=r"places\.csv has no column 'terain': did you mean 'terrain'"):
        play_game(find_game(stub), "x")


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("\n2.1,", "\n1.1,", r"rules\.csv:3: '1\.1': this clause is in line 2 already"),
        (
            ",yes\n2.1",
            ",ja\n2.1",
            r"rules\.csv:2: 'ja': 1\.1 needs yes or no as adjudicable\. Put a cell with a",
        ),
        (",yes\n2.1", ",x,yes\n2.1", r"rules\.csv:2: 'x': 1\.1 needs yes or no as adjudicable"),
    ],
)
def test_a_line_of_the_list_of_rules_that_is_wrong_is_told(stub: Path, was: str, now: str, told: str) -> None:
    rules = stub / "rules" / "rules.csv"
    text = rules.read_text(encoding="utf-8")
    assert was in text
    rules.write_text(text.replace(was, now), encoding="utf-8")
    with pytest.raises(Slips, match=told):
        check(find_game(stub))


def test_a_list_of_rules_that_cannot_be_read_is_told(stub: Path) -> None:
    rules, game = stub / "rules" / "rules.csv", find_game(stub)
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("id,title", "id,titel"), encoding="utf-8")
    with pytest.raises(BadClauses, match=r"rules\.csv:1: column 'title' is missing"):
        read_clauses(game)
    rules.write_bytes(text.replace("Moving", "Königsweg").encode("latin-1"))
    with pytest.raises(BadClauses, match=r"rules\.csv: not written in UTF-8: save it as 'CSV UTF-8'"):
        read_clauses(game)


def test_a_hex_that_nobody_who_plays_holds_at_the_start_is_told(stub: Path) -> None:
    places, file = stub / "map" / "places.csv", stub / "map" / "map.toml"
    head, first, *rest = places.read_text(encoding="utf-8").splitlines()
    places.write_text(
        "\n".join([f"{head},held", f"{first},rde", *(f"{one}," for one in rest)]), encoding="utf-8"
    )
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('vp = "number"', 'vp = "number"\nheld = "text"'), encoding="utf-8")
    game = find_game(stub)
    with pytest.raises(
        BadStart, match=r"places\.csv:2: 'rde': 'held' of \d+ is a side: red or blue; did you mean"
    ):
        game.start(game.scenarios[0])


CHART = '[[chart]]\nid = "fire"\ntitle = "F"\nrule = "1"\ncolumns = ["1-3"]\nrows = ["1"]\ncells = [["-"]]\n'


def test_two_charts_of_one_id_are_told(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_text(CHART * 2, encoding="utf-8")
    with pytest.raises(BadChart, match=r"charts\.toml:9: 'fire': two charts have this id"):
        charts_in(tmp_path / "charts.toml")


def test_columns_that_are_neither_odds_nor_values_are_told(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_text(CHART.replace("1-3", "many"), encoding="utf-8")
    chart = charts_in(tmp_path / "charts.toml")["fire"]
    with pytest.raises(ValueError, match='chart fire: the column "many" is not odds such as 2:1'):
        replace(FIGHTING, chart=lambda: chart, results={"-": Result("")}).check_results()
    with pytest.raises(ValueError, match='chart fire: the column "many" is not a value such as 4-6'):
        replace(FIRING, chart=lambda: chart, results={"-": Result("")}).check_results()


def test_a_fact_for_one_side_that_the_other_can_read_is_told_and_secret_hides_it(stub: Path) -> None:
    note = "FactNoted(rule='3.1', to=(RED,), key='spy', value='R1')"
    first_phase(stub, f"lambda play, side: play.record({note})")
    told = r"blue can read the fact 'spy' in its \.bundle\.json file\. Give HexGame secret=\{'spy': 'red'\}"
    with pytest.raises(BrokenGame, match=told):
        play_game(find_game(stub), "x")
    change(stub, ").game()", "secret={'spy': 'red'},\n).game()")
    del sys.modules[f"{OWN}{stub.name}"]
    assert play_game(find_game(stub), "x").state.facts["spy"] == "R1"


def test_words_of_a_game_that_name_a_unit_which_a_reader_does_not_see_are_told() -> None:
    border = find_game(BORDER)
    hidden = next(SIGHT.hidden(border.start(border.scenarios[0]), "red")).id

    def begin(play: Play) -> None:
        play.record(Told(rule="2.1", text=f"There is {hidden}."))

    first = next(iter(border.sequence.values()))
    game = replace(border, sequence={**border.sequence, first.id: replace(first, run=begin)})
    with pytest.raises(
        BrokenGame, match=rf"Told names {hidden}, which red does not see: .* Add to=\('blue',\)"
    ):
        play_game(game, "x")


def test_a_list_of_rules_may_lack_columns_that_nothing_needs(stub: Path) -> None:
    (stub / "rules" / "rules.csv").write_text(
        'id,title,requirement,adjudicable\n1.1,A,"b, c",yes\n\n1.2,D,e\n'
    )
    clauses = read_clauses(find_game(stub))
    assert clauses["1.1"] == {**dict.fromkeys(("kind", "data", "example"), ""), "id": "1.1", "title": "A",
                              "requirement": "b, c", "adjudicable": "yes"}  # fmt: skip
    assert clauses["1.2"]["adjudicable"] == ""
