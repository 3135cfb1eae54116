"""Attacks that the page adds up: from where units are, or may go to, at the odds of the referee."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.choices import Strike
from adjudicator.game import Game
from adjudicator.games.koenigsberg45.combat.r07_attack import check_attack
from adjudicator.games.koenigsberg45.combat.r07_strikes import strikes
from adjudicator.rulings import refusal
from adjudicator.state import Decision, State
from adjudicator.tapping.packed import Team
from tests.browser import needs_browser
from tests.games.koenigsberg45.fights import combat
from tests.tapping.browsers import Chromium, chromium
from tests.tapping.finger import SIZES, Tab, keys, lines, tap
from tests.tapping.positions import judged, page, some
from tests.tapping.test_offers import packed

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
@pytest.mark.rule("7.4.1", "7.4a.4", "13.1.3", "12.6.3")
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


@pytest.mark.slow
def test_attacks_in_the_question_of_moves_are_later_and_those_of_combat_are_the_legal_ones() -> None:
    met = set()
    for game, view, decision in some(GAME, "Rokossovsky", 110, 9):
        if decision.topic in ("move", "attack"):
            offers, _ = packed(game, view, decision)
            for team in (one for one in offers.teams if one.struck):
                assert team.struck is not None and team.struck.later is (decision.topic == "move")
                assert bool(team.sets) is (decision.topic == "attack")
                met.add(decision.topic)
    assert met == {"move", "attack"}


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


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as opened:
        yield opened


@pytest.mark.slow
@needs_browser
def test_a_unit_is_moved_next_to_an_enemy_and_attacks_with_support(browser: Chromium, tmp_path: Path) -> None:
    chance, fought = random.Random("Insterburg"), 0
    for game, view, decision in some(GAME, "measure", 60, 6):
        if decision.topic == "move":
            offers, _ = packed(game, view, decision)
            with browser.tab(page(game, view, decision.player, tmp_path), SIZES[0]) as tab:
                for n, team in enumerate(offers.teams):
                    unit = moved_next_to(tab, view, team.struck.strike, chance) if team.struck else ""
                    if unit:
                        attacked(tab, game, view, decision, n, team, unit)
                        fought += 1
                assert tab.wrong == []
    assert fought > 2


def moved_next_to(tab: Tab, view: State, strike: Strike, chance: random.Random) -> str:
    """Move a unit to where it can attack from; the unit, "" where none can go there."""
    unit, sides = chance.choice(list(strike.units.items()))
    tap(tab, f"unit 0 {unit}")
    ends = [key for key in keys(tab, "end ") if key.split()[-1] in sides and "strat" not in key]
    tap(tab, ends[0] if ends else f"unit 0 {unit}")
    assert [one.state for one in lines(tab)] == ["sure"] * bool(ends)
    return unit if ends and view.units[unit].at != ends[0].split()[-1] else ""


def attacked(tab: Tab, game: Game, view: State, decision: Decision, n: int, team: Team, unit: str) -> None:
    """Attack with the one unit that was moved, and with the first support that there is."""
    tap(tab, f"team 0 {n}")
    aids = [len(team.lists["units"])] if team.lists["with"] else []
    for bit in [team.lists["units"].index(unit), *aids]:
        tap(tab, f"tick {bit}")
    tap(tab, "write")
    first, attack = lines(tab)
    at = first.text.split()[-1]
    assert (first.state, attack.state) == ("sure", "order")
    there = view.with_unit(replace(view.units[unit], at=at))
    assert attack.means == game.choices.foretell(there, game.grammar(decision.player).read(attack.text))
    told = judged(game, view, decision.player, [first.text, attack.text])
    assert {one.verdict for some_ in told for one in some_} <= {"may be done", "waiting", "not-judged"}, told
    tap(tab, "drop 0")
    assert [one.state for one in lines(tab)] == ["far"], "it is no longer next to its enemy"
    tap(tab, "drop 0")
