"""Whole campaigns by players who know little but the rules, and what neither side learns of the other."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pytest

from adjudicator.catalogue import find_game
from adjudicator.dice import Roll
from adjudicator.events import event_from
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN, SIDES, other
from adjudicator.games.redvengeance.questions import bot
from adjudicator.judging.bots import play_game
from adjudicator.judging.referee import judge, run_on
from adjudicator.mail.desk.trial import bundle
from adjudicator.play import Play

GAME = find_game("redvengeance")
START = GAME.start("campaign")


class Threes:
    """Dice that always show three, whatever was rolled before."""

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        return Roll(3)

    def pick(self, n: int, rule: str, purpose: str, items: Sequence[str]) -> Roll:
        return Roll(1)


def begun() -> Play:
    """A campaign up to its first question."""
    play = Play(START, Threes())
    run_on(GAME, play)
    return play


def said(play: Play, side: str, *lines: str) -> list[tuple[str, str]]:
    """What a side is told of its lines: verdict and rule."""
    rulings = judge(GAME, play, side, list(enumerate(lines, 1)), 1)
    found: list[tuple[str, str]] = [(ruling.verdict, ruling.rule) for ruling in rulings]
    play.rulings.clear()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["first", "second", "third"])
def test_a_whole_campaign_ends_and_its_journal_gives_the_same_state(seed: str) -> None:
    tally = play_game(GAME, seed)
    assert tally.state.over is not None and tally.state.turn <= 9
    state = START
    for event in tally.events:
        facts = json.loads(json.dumps(event.facts()))
        read = event_from(GAME.kinds, event.kind, event.rule, list(event.to), facts)
        assert read == event
        state = read.apply(state)
    assert state == tally.state


def test_a_position_at_the_start_is_sound() -> None:
    assert GAME.faults(START) == []
    assert {unit.side for unit in START.units.values()} <= set(SIDES)


# -- sealed sheets ---------------------------------------------------------------------------------------

BASKETS: tuple[tuple[str, ...], ...] = (
    (),
    ("buy I2",),
    ("buy I3 x2", "buy V2", "buy M2", "fpp CONCEAL x2"),
    ("buy I1", "buy I1", "buy M2", "recon n=1"),
)
"""What a side may buy; Snipers are not among it, for both know of the Sniper Activation Number."""


@pytest.mark.rule("RePh8.619", "RePh8.6162.9")
@pytest.mark.parametrize("side", SIDES)
def test_what_a_side_seals_changes_no_byte_of_what_the_other_knows(side: str) -> None:
    seen, own = set(), set()
    for lines in BASKETS:
        play = begun()
        said(play, side, *lines, "pass")
        seen.add(bundle(GAME, "campaign", play.state, other(side)))
        own.add(bundle(GAME, "campaign", play.state, side))
    assert len(seen) == 1
    assert len(own) == len(BASKETS)


@pytest.mark.slow
@pytest.mark.rule("RePh8.619", "RePh8.620", "RePh8.6162.9")
@pytest.mark.parametrize("side", SIDES)
def test_what_a_side_has_bought_changes_no_byte_when_the_groups_arrive(side: str) -> None:
    seen = set()
    for lines in BASKETS:
        play = begun()
        said(play, side, *lines, "pass")
        said(play, other(side), "pass")
        assert play.state.segment == "INIT.SETUP"
        told = [repr(event) for event in play.events if event.seen_by(other(side))]
        seen.add((bundle(GAME, "campaign", play.state, other(side)), *told))
    assert len(seen) == 1


@pytest.mark.rule("RePh8.616")
def test_a_sheet_that_costs_too_much_falls_as_a_whole_and_says_why() -> None:
    play = begun()
    rulings = judge(GAME, play, GERMAN, list(enumerate(["buy I4 x2", "buy I1 x4", "buy V4"], 1)), 1)
    assert {(one.verdict, one.rule) for one in rulings} == {("refused", "RePh8.616")}
    assert all("60" in one.why for one in rulings)
    assert [d.player for d in play.state.waiting()] == [RUSSIAN, GERMAN]


def test_the_player_by_chance_stays_within_his_points() -> None:
    for seed in range(3):
        state = begun().state
        asked = next(one for one in state.waiting() if one.player == GERMAN)
        lines = bot.purchases(state, asked, random.Random(seed))
        assert len(lines) > 3
        assert {verdict for verdict, _ in said(begun(), GERMAN, *lines)} <= {"done", "waiting"}
