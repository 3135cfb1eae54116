"""Attacks that the page adds up: from where units are, or may go to, at the odds of the referee."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.choices import Strike
from adjudicator.game import Game
from adjudicator.judging.what_if import playable
from adjudicator.state import Decision, State
from adjudicator.tapping.packed import Team
from tests.browser import needs_browser
from tests.games.donnerschlag.moves import active, held_open
from tests.tapping.browsers import Chromium
from tests.tapping.finger import SIZES, Tab, keys, lines, tap, typed
from tests.tapping.positions import judged, page, some
from tests.tapping.test_offers import packed

GAME = "koenigsberg45"


@pytest.mark.slow
def test_attacks_in_the_question_of_moves_are_later_and_those_of_combat_are_the_legal_ones() -> None:
    met = set()
    for game, view, decision in some(GAME, "Rokossowski", 110, 9):
        if decision.topic in ("move", "attack"):
            offers, _ = packed(game, view, decision)
            for team in (one for one in offers.teams if one.struck):
                assert team.struck is not None and team.struck.later is (decision.topic == "move")
                assert bool(team.sets) is (decision.topic == "attack")
                met.add(decision.topic)
    assert met == {"move", "attack"}


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


@pytest.mark.slow
@needs_browser
def test_a_fraction_of_a_strength_is_told_where_it_counts(browser: Chromium, tmp_path: Path) -> None:
    before, after = '<script type="application/json" id="data">', "</script>"
    for game, view, decision in some("donnerschlag", "measure", 60, 6):
        file = page(game, view, decision.player, tmp_path, draw=False)
        head, _, rest = file.read_text(encoding="utf-8").partition(before)
        data, _, tail = rest.partition(after)
        told = json.loads(data)
        teams = [
            (k, n, team)
            for k, asked in enumerate(told["questions"])
            for n, team in enumerate(asked["teams"])
            if "where" in team
        ]
        if decision.topic != "activate" or not teams:
            continue
        k, n, team = teams[0]
        unit, sides = next(iter(team["where"].items()))
        sides[view.units[unit].at] = [10, 0]  # ten quarters of a point
        file.write_text(head + before + json.dumps(told) + after + tail, encoding="utf-8")
        with browser.tab(file, SIZES[2]) as tab:
            tap(tab, keys(tab, *(f"line {word}" for word in told["questions"][k].get("after", ())))[0])
            tap(tab, f"team {k} {n}")
            tap(tab, f"tick {team['lists']['units'].index(unit)}")
            assert tab.ask("document.querySelector('.pick .told').textContent").startswith(
                "2.5 strength points"
            )
        return
    pytest.fail("no attack is added up")


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize(
    ("above", "strength", "doubted"),
    [
        ([], "4", False),
        (["move 23 Kradsch to 3709"], "2", True),
        (["stay 201 Pz", "move 23 Kradsch to 3709"], "4", False),
        (["move 23 Kradsch to 3709", "stay 201 Pz"], "2", True),
        (["stay 23 Kradsch"], "4", False),
        (["move 6 Kradsch, 201 Pz to 3411"], "4", True),
        (["move 201 Pz, 6 Kradsch to 3411"], "4", False),
    ],
)
def test_a_strength_that_hangs_on_moves_above_is_told_as_of_now(
    browser: Chromium, tmp_path: Path, above: list[str], strength: str, doubted: bool
) -> None:
    """The page counts supply as it is; the dry run, after the moves."""
    laid = active({**held_open(), "6 Kradsch": "3410"})
    view = playable(laid.game, laid.state, "axis")
    texts = [*above, "done", "attack 3511 with 201 Pz"]
    with browser.tab(page(laid.game, view, "axis", tmp_path, draw=False), SIZES[2]) as tab:
        typed(tab, texts)
        told = lines(tab)[-1].means
    assert told.startswith("4 strength points against"), told
    assert told.endswith("with supply as it is now, which the lines above may change") is doubted
    (judged_,) = judged(laid.game, view, "axis", texts)[-1]
    assert judged_.why.startswith(f"{strength} to "), judged_
