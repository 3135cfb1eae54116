"""The oracles: that they give the rulebooks' worked examples, and that the referee says what they say."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.oracles import donnerschlag, koenigsberg45, panzerkorps48, raceforberlin, redvengeance
from tests.oracles.asking import GAMES, Compared, compare
from tests.oracles.koenigsberg45_asked import piece as of_koenigsberg
from tests.oracles.panzerkorps48_asked import piece as of_panzerkorps
from tests.oracles.raceforberlin_asked import counters
from tests.oracles.raceforberlin_asked import piece as of_berlin

FOLDER = Path(__file__).resolve().parent


def told(found: Compared) -> str:
    """The first differences, for whoever reads why the test failed."""
    return "\n".join(str(difference) for difference in found.differences[:5])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_referee_says_what_the_oracle_says(game: str) -> None:
    """Up to three seconds a game: fifty positions are the fewest that meet every kind of question."""
    found = compare(game, 50, 1)
    assert found.asked.total() > 100
    assert not found.differences, told(found)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_referee_says_what_the_oracle_says_two_thousand_times(game: str) -> None:
    found = compare(game, 2000, 2)
    assert not found.differences, told(found)


# -- what an oracle may read -----------------------------------------------------------------------------


def imports(name: str) -> Iterator[str]:
    """The modules that an oracle imports."""
    for node in ast.walk(ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("name", [*GAMES, "hexes"])
def test_an_oracle_reads_no_code_but_its_own(name: str) -> None:
    ours = {"adjudicator", "builder", "counters", "maps", "tests"}
    read = {module for module in imports(name) if module.split(".")[0] in ours}
    assert read <= {"tests.oracles.hexes"}


def test_a_difference_is_kept_with_its_clause_and_position() -> None:
    found = Compared()
    found.same("9.9", "who?", 1, 1, {})
    found.same("9.9", "who?", 1, 2, {"unit": "here"})
    assert (found.asked["9.9"], len(found.differences)) == (2, 1)
    assert "9.9: who?" in told(found) and "here" in told(found)


# -- worked examples, by the oracles alone ---------------------------------------------------------------


def test_race_for_berlin_the_attack_on_lebus() -> None:
    attackers = [of_berlin(id_, "bridgehead") for id_ in ("1GTA-1", "1GTA-2", "8GA-1")]
    attackers.append(of_berlin("8GA-2", "goritz"))
    defenders = [of_berlin("606", "lebus"), of_berlin("5Jag", "lebus")]
    attack, defence, _ = raceforberlin.odds(attackers, defenders)
    assert (int(attack), defence) == (74, 22)
    assert raceforberlin.modifier(attackers, "lebus", counters()) == 0
    assert raceforberlin.result(attackers, defenders, 0, 5) == "D2R"


def test_48th_panzer_korps_a_stack_of_three_is_fired_at() -> None:
    stack = [of_panzerkorps(id_, "3508") for id_ in ("685-I", "685-II", "686-I")]
    firers = [of_panzerkorps("421RR", "3507"), of_panzerkorps("634RR", "3507")]
    assert panzerkorps48.fire(firers, stack[0], True, 3) == (12, "12-15", "2-1")
    ends = {path[-1] for path in panzerkorps48.retreats([*stack, *firers], stack[1:], 2, {"3507"}).paths}
    assert ends == {"3309", "3409", "3510", "3609", "3709"}


def test_koenigsberg_zones_towns_and_halves() -> None:
    town = [of_koenigsberg("1", "3510", False, "")]
    assert koenigsberg45.owed("D2r", "city") == (1, 0)
    assert koenigsberg45.owed("Dr2", "village") == (0, 1)
    attackers = [
        of_koenigsberg("72", "3509", False, "out-of-supply"),
        of_koenigsberg("65", "3410", False, ""),
    ]
    assert koenigsberg45.strength(attackers, town, "3510") == (9, 6)


def test_donnerschlag_the_ambushed_attack() -> None:
    assert donnerschlag.result("6:1", 2) == "1DR"
    assert donnerschlag.result("1:1", 0) == "1AR"


def test_red_vengeance_points_and_losses() -> None:
    last = redvengeance.Last(False, ("russian",), "russian", {"russian": 74, "german": 55})
    assert redvengeance.cpp("russian", 3, 8, last, 0) == 41
    assert redvengeance.cpp("german", 3, 9, last, 0) == 29
    assert redvengeance.elr_loss(147, 0) == (2, 7)
    assert redvengeance.elr_loss(65, 7) == (1, 2)
    assert [redvengeance.ends(turn, die) for turn, die in ((5, 2), (6, 4), (7, 6), (8, 6))] == [False] * 3 + [
        True
    ]
