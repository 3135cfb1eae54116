"""Whole games of Königsberg '45 by all kinds of bots: they end, and come upon what the rules are about."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from adjudicator.games.koenigsberg45 import GAME
from adjudicator.games.koenigsberg45.record import CHOICES
from adjudicator.judging.bots import Tally, play_game

from .table import drawing

KINDS = pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.slow) for kind in ("random", "simple", "drive")]
)


@cache
def game(kind: str) -> Tally:
    """One game of a kind of bots, the invariants checked after every event."""
    return play_game(GAME, "Insterburg", bots=kind)


@KINDS
def test_a_game_goes_to_its_end_in_few_sheets(kind: str) -> None:
    tally = game(kind)
    assert tally.state.over is not None
    assert tally.sheets / tally.turns < 30


@KINDS
def test_a_game_has_fights_retreats_advances_losses_and_chits_without_effect(kind: str) -> None:
    tally = game(kind)
    kinds = Counter(event.kind for event in tally.events)
    for kind in ("CombatResolved", "BarrageResolved", "StepLost", "UnitEliminated", "StepRegained"):
        assert kinds[kind] > 3, kind
    ways = Counter(event.facts()["how"] for event in tally.events if event.kind == "UnitMoved")
    for how in ("move", "strategic", "retreat", "advance", "flee"):
        assert ways[how] > 1, how
    assert any(event.facts()["void"] for event in tally.events if event.kind == "ChitDrawn")


def test_one_sheet_holds_a_whole_activation() -> None:
    units = {"HQ 5": "2220", "45": "2119", "72": "2120", "8 G T": "2219", "VlkStm 1": "2020"}
    table = drawing(units, ["S5"])
    (asked,) = table.state.waiting()
    assert asked.topic == "select"
    sheets = [CHOICES.purposeful(table.state, asked, Random(n)) for n in range(20)]
    lines = next(sheet for sheet in sheets if any(line.startswith("attack ") for line in sheet))
    assert [line.split()[0] for line in lines].count("done") == 2
    rulings = table.order("soviet", "\n".join(line for line in lines if not line.startswith("attack")))
    assert {ruling.verdict for ruling in rulings} <= {"done", "not-judged"}


@pytest.mark.slow
def test_a_game_is_the_same_for_the_same_seed() -> None:
    again = play_game(GAME, "Insterburg", watch=False, bots="simple")
    assert again.events == game("simple").events


@pytest.mark.slow
def test_standing_orders_save_mails() -> None:
    advised = GAME.start("campaign").but(standing=dict.fromkeys(GAME.sides, CHOICES.advice))
    alone, helped = game("simple"), play_game(GAME, "Insterburg", watch=False, start=advised, bots="simple")
    usual = ("loss", "retreat", "advance", "overstack", "volksturm", "refugees")
    assert sum(alone.topics[topic] for topic in usual) > 20
    assert sum(helped.topics[topic] for topic in usual) == 0
    assert helped.sheets < alone.sheets
