"""Whole games by bots: they end, and come upon what the rules are about."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from adjudicator.games.panzerkorps48 import GAME, bot
from adjudicator.judging.bots import Tally, play_game
from tests.cases import one_quick
from tests.games.panzerkorps48.table import table

KINDS = pytest.mark.parametrize("kind", one_quick(["random", "purposeful"]))


@cache
def game(kind: str) -> Tally:
    """One game of a kind of bots, the invariants checked after every event."""
    return play_game(GAME, "Surovikino", bots=kind)


@pytest.mark.slow
@KINDS
def test_a_game_goes_to_its_end(kind: str) -> None:
    tally = game(kind)
    assert tally.state.over is not None
    assert tally.turns == 12


@KINDS
def test_a_game_has_entries_exits_from_zones_and_towns_that_change_hands(kind: str) -> None:
    kinds = Counter(event.kind for event in game(kind).events)
    for name in (
        "UnitMoved",
        "UnitEntered",
        "ExitTried",
        "ControlChanged",
        "AttackAnnounced",
        "AreaRevealed",
    ):
        assert kinds[name] > 3, name
    assert kinds["LuftwaffeReleased"] == 1


@pytest.mark.parametrize(("at", "attacks"), [("5320", False), ("3814", True)])
def test_a_bot_makes_no_hasty_attack_across_the_unbridged_don(at: str, attacks: bool) -> None:
    foe = {"5320": "5420", "3814": "3815"}[at]
    state = table({"137RR": at, "685-I": foe}, "SOV.MOVE").state
    found = {bot.hasty(state, state.units["137RR"], random.Random(seed)) for seed in range(9)}
    assert found == ({"", f" hasty {foe} by 137RR"} if attacks else {""})


@pytest.mark.rule("3.2.diff.3")
def test_a_bot_makes_no_hasty_attack_with_units_that_made_a_prepared_one() -> None:
    laid = table({"111RR": "3511", "Sch-1": "3512"})
    unit = laid.state.units["111RR"]
    for flags, attacks in ((frozenset[str](), True), (frozenset({"prepared"}), False)):
        mine = replace(unit, flags=flags)
        state = laid.state.with_unit(mine)
        found = {bot.hasty(state, mine, random.Random(seed)) for seed in range(20)}
        assert (" hasty 3512 by 111RR" in found) is attacks
