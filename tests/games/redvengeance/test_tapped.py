"""What a page offers to tap at in the set-up and the firefight, and what it adds up, the referee takes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from adjudicator.catalogue import find_game
from adjudicator.choices import Placing
from adjudicator.dice import NeedsDice, NoDice, SeededDice
from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions import gates, placing, registry, tapped
from adjudicator.games.redvengeance.refit_phase.reph_purchase import judge_sheet
from adjudicator.games.redvengeance.situation.campaign import mover
from adjudicator.judging.referee import judge, run_on
from adjudicator.judging.what_if import playable, would_stand
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import refusal
from adjudicator.state import State

GAME = find_game("redvengeance")
BOUGHT = {
    GERMAN: ("buy I1 mode=map", "buy I4 mode=map", "buy I7 mode=map", "buy V1 mode=map", "buy G5"),
    RUSSIAN: ("buy I2", "buy I5", "buy V2"),
}


def sent(play: Play, side: str, *lines: str) -> list[str]:
    """The verdicts on a sheet of a side."""
    return [one.verdict for one in judge(GAME, play, side, list(enumerate(lines, 1)), len(play.events) + 1)]


@pytest.fixture(scope="module")
def bought() -> Play:
    play = Play(GAME.start(GAME.scenarios[0]), SeededDice(random.Random("tapped")))
    run_on(GAME, play)
    for side, lines in BOUGHT.items():
        assert set(sent(play, side, *lines)) == {"done"}
    return play


@pytest.fixture(scope="module")
def set_up(bought: Play) -> Play:
    play = Play(bought.state, SeededDice(random.Random("set up")))
    groups = dict.fromkeys(unit.rpartition("-")[0] for unit in play.state.units if unit.startswith("GE-"))
    lines = [f"setup {group} hex=K{n}" for n, group in enumerate(groups, 15)]
    assert set(sent(play, GERMAN, *lines, "pass")) == {"done"}
    assert sent(play, RUSSIAN, "pass") == ["done"]
    return play


def stands(state: State, side: str, text: str) -> bool:
    """Whether a line would be taken as the only one."""
    (asked,) = (one for one in state.waiting() if one.player == side)
    return bool(would_stand(GAME, state, asked, [], text))


def line(one: Placing, hex_: str) -> str:
    return f"{one.head}{hex_.upper()}{one.tail}"


def some(hexes: Sequence[str]) -> set[str]:
    return {hexes[0], hexes[len(hexes) // 2], hexes[-1]}


def test_each_group_and_each_part_of_it_may_be_set_up_where_the_page_says(bought: Play) -> None:
    state = playable(GAME, bought.state, GERMAN)
    found = list(tapped.set_up(state, GERMAN))
    heads = {one.head for one in found}
    assert {"setup GE-I1#1 hex=", "setup GE-G5#1 hex=", "setup GE-I4#1 hex="} <= heads
    for one in found:
        assert stands(state, GERMAN, line(one, one.to[-1])), one.head
    whole = [one for one in found if one.rest]
    assert {unit for one in whole for unit in one.units} == {
        unit.id for unit in state.units.values() if unit.side == GERMAN
    }
    parts = [one for one in found if not one.rest and one.units[0].startswith("GE-I4#1")]
    assert len(parts) > 1 and {unit for one in parts for unit in one.units} == set(
        next(one.units for one in whole if one.head == "setup GE-I4#1 hex=")
    )


def test_hexes_that_are_alike_are_checked_once_and_none_is_left_out(bought: Play) -> None:
    state = playable(GAME, bought.state, GERMAN)
    vehicles = next(one for one in tapped.set_up(state, GERMAN) if one.head.startswith("setup GE-V1#1-1 "))
    infantry = next(one for one in tapped.set_up(state, GERMAN) if one.head == "setup GE-I1#1 hex=")
    left = set(infantry.to) - set(vehicles.to)
    assert left and not any(stands(state, GERMAN, line(vehicles, hex_)) for hex_ in left)


def test_who_moves_may_enter_and_what_is_there_controls_its_hex(set_up: Play) -> None:
    mine, theirs = (playable(GAME, set_up.state, side) for side in (RUSSIAN, GERMAN))
    found = list(tapped.at_the_table(mine, RUSSIAN))
    enter = [one for one in found if one.head.startswith("enter ")]
    assert enter and all(stands(mine, RUSSIAN, line(one, hex_)) for one in enter for hex_ in some(one.to))
    assert not any(one.head.startswith("enter ") for one in tapped.at_the_table(theirs, GERMAN))
    play = Play(set_up.state, SeededDice(random.Random(1)))
    at = next(one for one in found if one.head == "report AT unit=RU-I2#1 hex=")
    control = next(one for one in found if one.here and one.units == ("RU-I2#1-1",))
    hex_ = next(one for one in control.to if one in at.to)
    told = sent(play, RUSSIAN, "enter RU-I2#1 hex=E1", line(at, hex_), line(control, hex_))
    assert told == ["done", "waiting", "waiting"]


def test_units_that_are_ticked_as_lost_are_reported_together(set_up: Play) -> None:
    state = playable(GAME, set_up.state, RUSSIAN)
    found = list(tapped.lost(state, RUSSIAN))
    enemy = next(one for one in found if one.says == "Enemy units lost in K15")
    play = Play(set_up.state, SeededDice(random.Random(1)))
    assert sent(play, RUSSIAN, enemy.line.replace("{units}", ",".join(enemy.units[:2]))) == ["waiting"]


def test_hexes_of_lost_enemies_are_offered_in_the_order_of_the_board(set_up: Play) -> None:
    state = playable(GAME, set_up.state, RUSSIAN)
    enemies = next(one for one in tapped.lost(state, RUSSIAN) if one.says.startswith("Enemy")).units
    for unit, hex_ in zip(enemies, ("k9", "aa1"), strict=False):
        state = state.with_unit(replace(state.units[unit], at=hex_))
    hexes = [one.says.split()[-1] for one in tapped.lost(state, RUSSIAN) if one.says.startswith("Enemy")]
    assert hexes.index("K9") < hexes.index("K16") < hexes.index("AA1")


@pytest.mark.rule("CG32.5")
def test_below_a_refused_line_the_player_turns_are_not_over(set_up: Play) -> None:
    play = Play(set_up.state, SeededDice(random.Random(1)))
    told = sent(play, RUSSIAN, "enter RU-I2#1 hex=K20", "endturn turn=8")
    assert told == ["refused", "waiting"]
    assert mover(play.state) == RUSSIAN
    assert sent(play, RUSSIAN, "enter RU-I2#1 hex=E1")[0] == "done"
    assert mover(play.state) == GERMAN


def taken(play: Play, side: str, *orders: Order) -> list[Order]:
    """Those of these purchases that the referee takes."""
    return list(judge_sheet(Play(play.state, NoDice()), side, list(orders)))


def test_the_page_adds_up_what_the_referee_takes() -> None:
    play = Play(GAME.start(GAME.scenarios[0]), NoDice())
    run_on(GAME, play)
    for side, has in ((GERMAN, {"CPP": 60, "FPP": 40}), (RUSSIAN, {"CPP": 80, "FPP": 0})):
        purse = gates.purse(play.state, side)
        assert purse.has == has
        pay, below = (
            read_line(gates.most_of(play.state, side, "buy M2")),
            {*gates.with_more(play.state, side)},
        )
        assert bool(below) == (side == RUSSIAN), "who has no FPP buys them first"
        assert {*gates.BUYING.further(play.state, side)} == below, "the page offers them"
        assert not below or below & purse.times.keys(), "several of one, too"
        for text, times in purse.times.items():
            above = [pay] if text in below else []
            assert len(taken(play, side, *above, read_line(f"{text} x{times}"))) == 1 + len(above)
            dear = taken(play, side, *above, read_line(f"{text} x{times + 1}"))
            assert times == gates.MOST_TIMES or len(dear) == len(above)
    prices = gates.purse(play.state, GERMAN).prices
    assert prices["buy I1 mode=map"] == {"CPP": 8} and prices["fpp WIRE"] == {"FPP": 6}
    assert prices["buy M2"] == {"CPP": 1, "FPP": -10}


def test_where_a_unit_may_be_set_up_is_judged_without_setting_it_up(
    bought: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    (asked,) = bought.state.waiting()
    state, side = playable(GAME, bought.state, asked.player), asked.player
    units = {unit.id for one in tapped.set_up(state, side) for unit in [state.units[one.units[0]]]}
    lines = [
        f"setup {unit} hex={hex_}" for unit in sorted(units) for hex_ in ("A1", "K15", "Y18", "K20", "M14")
    ]
    took = [takes(state, side, line) for line in lines]
    monkeypatch.setattr(placing, "put", never)
    assert [registry.may_stand(state, side, read_line(line)) for line in lines] == took
    assert True in took and False in took


def takes(state: State, side: str, line: str) -> bool:
    """Whether the referee takes a line, if it needs no die."""
    try:
        return not refusal(registry.take_alone, Play(state, NoDice()), side, read_line(line))
    except NeedsDice:
        return True


def never(*_: object) -> None:
    """What is not to happen."""
    raise AssertionError


def test_how_often_something_may_be_bought_is_found_in_few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = list[str]()

    def stand(state: State, side: str, *lines: str) -> bool:
        tried.extend(lines)
        return int(lines[-1].rpartition("x")[2]) <= most

    monkeypatch.setattr(gates, "_stand", stand)
    for most in range(1, gates.MOST_TIMES + 1):
        tried.clear()
        assert gates.several(GAME.start(GAME.scenarios[0]), GERMAN, "fpp WIRE") == most
        assert len(tried) <= 4
