"""Slips in the rules of a game folder that no bot would stumble on, and the line of those that stop one."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import hexpost
from adjudicator.catalogue import BrokenRules, find_game, game_names, slip
from adjudicator.commands.slips import Slips, check
from adjudicator.commands.stub import new_game
from adjudicator.games.amberroad.r05_combat import FIGHTING
from adjudicator.mail.run.outcome import whose
from adjudicator.phases.record import BadStart

BORDER = Path(__file__).with_name("borderwatch")


@pytest.fixture
def stub(tmp_path: Path) -> Path:
    """A game with a name of its own in each test: what is cited is kept by name."""
    name = "".join(filter(str.isalnum, tmp_path.name))
    new_game(name, tmp_path / name, "12x10", rules=True)
    return tmp_path / name


def change(stub: Path, was: str, now: str) -> None:
    file = stub / "rules" / "__init__.py"
    text = file.read_text(encoding="utf-8")
    assert was in text
    file.write_text(text.replace(was, now), encoding="utf-8")


@pytest.mark.parametrize("name", [*game_names(), str(BORDER)])
def test_no_game_has_a_slip(name: str) -> None:
    check(find_game(name))


def test_an_order_that_is_asked_for_and_cannot_be_written(stub: Path) -> None:
    change(stub, 'verb("move", read_way', 'verb("march", read_way')
    with pytest.raises(Slips, match=r'Missing order "move", which "move" asks for. Add verb\("move", ...\)'):
        check(find_game(stub))


def test_a_clause_that_the_list_of_rules_does_not_have(stub: Path) -> None:
    change(stub, 'points="3.2"', 'points="3.22"')
    with pytest.raises(Slips, match=r"rules.csv: no clause 3.22, which the rules cite; did you mean 3.2\?"):
        check(find_game(stub))


def test_all_slips_are_told_at_once(stub: Path) -> None:
    change(stub, 'verb("move", read_way', 'verb("march", read_way')
    change(stub, '@rule("4.2")', '@rule("4.9")')
    with pytest.raises(Slips) as told:
        check(find_game(stub))
    assert len(str(told.value).splitlines()) == 2


def test_play_tells_of_them(stub: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(stub, 'verb("move", read_way', 'verb("march", read_way')
    with pytest.raises(Slips) as told:
        check(find_game(stub))
    assert hexpost._explain(told.value) == 1
    assert "Missing order" in capsys.readouterr().err


def test_a_word_of_the_chart_without_a_result() -> None:
    results = {word: result for word, result in FIGHTING.results.items() if word != "DR"}
    with pytest.raises(ValueError, match="chart combat: no Result for DR"):
        replace(FIGHTING, results=results).check_results()
    FIGHTING.check_results()


@pytest.mark.parametrize("slipped", ['int("later")', '__import__("fractions").Fraction("later")'])
def test_an_error_in_the_rules_of_a_folder_is_told_with_its_line(
    stub: Path, capsys: pytest.CaptureFixture[str], slipped: str
) -> None:
    """Also where what the rules called is the one to stumble."""
    change(stub, "counter: counter.setup", f"counter: counter.setup or str({slipped})")
    roster = stub / "counters" / "roster.csv"
    roster.write_text(roster.read_text(encoding="utf-8").replace(",0101,", ",,"), encoding="utf-8")
    game = find_game(stub)
    with pytest.raises(ValueError) as told:
        game.start(game.scenarios[0])
    assert hexpost._explain(told.value) == 1
    assert re.fullmatch(r"game 7 cannot be run \(.*rules/__init__.py:\d+: .*\)", whose(told.value, "7"))
    assert re.search(r"rules/__init__.py:\d+: ValueError: [iI]nvalid literal", capsys.readouterr().err)


def test_an_error_is_told_with_the_line_of_the_rules_that_led_to_it(stub: Path) -> None:
    change(stub, "counter: counter.setup", "counter: found(counter)")
    change(stub, "RED, BLUE =", "def found(counter):\n    return {}[counter.id]\n\n\nRED, BLUE =")
    game = find_game(stub)
    with pytest.raises(KeyError) as told:
        game.start(game.scenarios[0])
    lines = r"rules/__init__.py:\d+: KeyError: 'R1' \(called from .*rules/__init__.py:\d+\)"
    assert re.search(lines, slip(told.value))


def test_a_function_of_the_rules_that_takes_other_arguments_is_told_with_its_line(stub: Path) -> None:
    change(stub, "def level(points: Mapping[str, int])", "def level(points, state)")
    game = find_game(stub)
    with pytest.raises(TypeError) as told:
        game.victory(game.start(game.scenarios[0]))
    assert re.search(r"rules/__init__.py:\d+: TypeError: level\(\) missing 1 required", slip(told.value))


def test_a_side_without_a_phase_is_told(stub: Path) -> None:
    change(stub, '        Phase("BLUE.MOVE", "Blue Movement Phase", "3.1", BLUE, MARCH),\n', "")
    with pytest.raises(Slips, match=r"No phase asks blue for orders\. Add a Phase of it"):
        check(find_game(stub))


def test_two_phases_with_one_id_are_told(stub: Path) -> None:
    change(stub, '"BLUE.MOVE"', '"RED.MOVE"')
    with pytest.raises(BrokenRules, match=r"two parts of the game have the id RED\.MOVE"):
        find_game(stub)


def test_two_kinds_of_movement_with_one_topic_are_told(stub: Path) -> None:
    change(stub, '3.1", BLUE, MARCH)', '3.1", BLUE, replace(MARCH, verb="exploit"))')
    change(stub, "from pathlib", "from dataclasses import replace\nfrom pathlib")
    with pytest.raises(BrokenRules, match="two parts of the game have the topic move"):
        find_game(stub)


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("costs=marching", "cost=marching", r"'cost'; did you mean costs\?$"),
        ('"Blue Movement Phase", "3.1", BLUE', '"Blue", "3.1", "green"', "'green', not 'red' or 'blue'$"),
        ("    phases=(\n", "    phases=() and (\n", r"Turns has no phases: give it phases="),
        ("VICTORY = ", "VICTORY == ", r"NameError: name 'VICTORY' is not defined"),
    ],
)
def test_a_slip_in_a_declaration_names_its_line_and_what_would_be_right(
    stub: Path, was: str, now: str, told: str
) -> None:
    change(stub, was, now)
    with pytest.raises(BrokenRules, match=rf"rules/__init__\.py:\d+: .*{told}"):
        find_game(stub)


def test_a_file_of_the_rules_that_is_not_python_is_told_with_its_own_line(stub: Path) -> None:
    change(stub, "counter: counter.setup", "counter: later(counter)")
    change(stub, "RED, BLUE =", "def later(counter):\n    from .own import x\n\n\nRED, BLUE =")
    (stub / "rules" / "own.py").write_text("x = 1\ndef (\n", encoding="utf-8")
    game = find_game(stub)
    with pytest.raises(SyntaxError) as told:
        game.start(game.scenarios[0])
    assert re.search(r"rules/own\.py:2: SyntaxError: invalid syntax$", slip(told.value))


def test_a_unit_that_begins_nowhere_is_told_with_its_line(stub: Path) -> None:
    roster = stub / "counters" / "roster.csv"
    text = roster.read_text(encoding="utf-8")
    assert ",0102," in text
    roster.write_text(text.replace(",0102,", ",9902,", 1), encoding="utf-8")
    game = find_game(stub)
    why = r"roster\.csv:5: '9902': R4 begins there, and it is not a hex or a box; did you mean"
    with pytest.raises(BadStart, match=why):
        game.start(game.scenarios[0])


def test_a_side_of_the_roster_that_the_rules_do_not_have_is_told_with_its_lines(stub: Path) -> None:
    change(stub, 'RED, BLUE = "red", "blue"', 'RED, BLUE = "red", "green"')
    game = find_game(stub)
    with pytest.raises(BadStart) as told:
        game.start(game.scenarios[0])
    rules = "the rules, in rules/ of the game's folder, have SIDES red and green"
    said = f"roster.csv:20: 'blue': the side of B1, but {rules}"
    assert str(told.value).endswith(said) and "\n" not in str(told.value)


def test_an_error_of_our_own_stays_one() -> None:
    with pytest.raises(ValueError) as told:
        int("x")
    assert slip(told.value) == ""
