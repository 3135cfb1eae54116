"""Rule 7.4 for a page that adds up an attack: at the odds of the referee, wherever its units go."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from adjudicator.choices import Strike
from adjudicator.games.koenigsberg45.combat.r07_attack import check_attack
from adjudicator.games.koenigsberg45.combat.r07_strikes import strikes, told_by
from adjudicator.mechanics import odds
from adjudicator.rulings import refusal
from adjudicator.state import State
from tests.tapping.positions import some

from .fights import combat

GAME = "koenigsberg45"


def added(strike: Strike, at: dict[str, str], clauses: list[str]) -> str:
    """What a page tells of units in these spaces with these clauses."""
    sides = [strike.units[unit][space] for unit, space in at.items()]
    aids = [strike.supports[one] for one in clauses]
    strength = sum(value for value, _ in sides) + sum(one.adds for one in aids)
    shift = sum(one.shift for one in aids) - min(left for _, left in sides)
    whole = strength // strike.parts
    told = [words for least, words in strike.told[shift] if least <= whole][-1]
    return told.replace("{attack}", str(whole))


def attacks(
    state: State, strike: Strike, chance: random.Random
) -> Iterator[tuple[State, dict[str, str], str, list[str]]]:
    """Some attacks, each with the state in which its units are there."""
    for _ in range(4):
        units = chance.sample(list(strike.units), chance.randint(1, min(3, len(strike.units))))
        at = {unit: chance.choice(list(strike.units[unit])) for unit in units}
        clauses = [one for one in strike.supports if chance.random() < 0.4]
        named = [strike.supports[one].unit for one in clauses]
        if len(set(named)) < len(named) or sum(strike.supports[one].sort == "air" for one in clauses) > 2:
            clauses = clauses[:1]
        there = state.but(units={**state.units, **{id_: replace(state.units[id_], at=at[id_]) for id_ in at}})
        yield there, at, strike.line.format(units=", ".join(units)) + "".join(clauses), clauses


@pytest.mark.slow
@pytest.mark.rule(
    "7.4.1", "7.4a.4", "7.4b.1", "7.4b.3", "7.0.1", "7.3b.1", "7.3c.1", "13.1.3", "13.1.4", "12.6.3"
)
@pytest.mark.parametrize("seed", ["Chernyakhovsky", "Rokossovsky"])
def test_an_attack_is_added_up_as_the_referee_does_wherever_its_units_go(seed: str) -> None:
    chance, held = random.Random(seed), {"move": 0, "attack": 0, "support": 0}
    for game, view, decision in some(GAME, seed, 110, 9):
        choice = game.choices.of(decision.topic)
        found = choice.strikes if choice else None
        for strike in found(view, decision.player) if found else ():
            for there, at, line, clauses in attacks(view, strike, chance):
                order = game.grammar(decision.player).read(line)
                assert not refusal(check_attack, there, order), line
                assert added(strike, at, clauses) == game.choices.foretell(there, order), line
                held[decision.topic] += 1
                held["support"] += bool(clauses)
    assert held["move"] > 20 and held["support"] > 10, held


@pytest.mark.rule("7.4a.4")
@pytest.mark.parametrize(
    ("units", "space", "attackers", "left"),
    [
        ({"Gar Lötzen": "3418", "8 G": "3318", "11 G": "3319"}, "3418", ("8 G", "11 G"), 1),
        ({"549 VG": "2513", "8 G": "2613", "11 G": "2412"}, "2513", ("8 G",), 1),
        ({"549 VG": "2513", "8 G": "2613", "11 G": "2412"}, "2513", ("8 G", "11 G"), 0),
    ],
)
def test_a_fortified_side_shifts_what_is_added_up_if_all_attack_across_it(
    units: dict[str, str], space: str, attackers: tuple[str, ...], left: int
) -> None:
    laid = combat(units, active="soviet", real=True)
    view = laid.game.view(laid.state, "soviet")
    strike = next(one for one in strikes(view, ()) if one.at == space)
    at = {unit: units[unit] for unit in attackers}
    assert min(strike.units[unit][space_of][1] for unit, space_of in at.items()) == left
    order = laid.game.grammar("soviet").read(strike.line.format(units=", ".join(attackers)))
    assert added(strike, at, []) == laid.game.choices.foretell(view, order)


@pytest.mark.rule("7.4a.4")
def test_soviets_have_no_fortified_side_on_a_page_either() -> None:
    units = {"S69": "3418", "1": "3318", "549 VG": "3319"}
    strike = next(
        one for one in strikes(combat(units, active="german", real=True).state, ()) if one.at == "3418"
    )
    assert {unit: sides[units[unit]][1] for unit, sides in strike.units.items()} == {"1": 0, "549 VG": 0}


def test_the_column_of_a_ratio_is_found_once_for_all_shifts(monkeypatch: pytest.MonkeyPatch) -> None:
    column, asked = odds.column, list[tuple[object, ...]]()

    def found(*about: object) -> str | None:
        asked.append(about)
        return column(*about)  # type: ignore[arg-type]

    monkeypatch.setattr(odds, "column", found)
    for shift in range(-3, 4):
        assert told_by(97, shift, 300)
    assert len(asked) == len(set(asked)) > 0
