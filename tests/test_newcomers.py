"""What a turn costs newcomers in emails, who leave the advised standing orders in their first form and answer
in each email all that it can hold."""

from __future__ import annotations

import pytest

from adjudicator.catalogue import find_game
from bench.newcomer import EVERY, emails_of

MOST = {
    "donnerschlag": (12, 1, 2),
    "koenigsberg45": (16, 1, 2),
    "panzerkorps48": (4, 1, 2),
    "raceforberlin": (10, 3, 0),
}
"""Emails a turn, both sides together, in how many games of how many turns. 0: to their end, as the first
turns of Race for Berlin have twice as many impulses. Königsberg '45 draws 12 chits a turn that
activate an HQ, each a question to a newcomer who does not plan."""


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(MOST))
def test_a_turn_of_newcomers_takes_few_emails(name: str) -> None:
    most, games, turns = MOST[name]
    found = [emails_of(find_game(name), f"newcomer {seed}", turns=turns) for seed in range(games)]
    played = sum(one.turns for one in found)
    assert played >= games * max(1, turns)
    assert sum(one.count for one in found) / played <= most, [one.topics for one in found]


@pytest.mark.slow
def test_a_newcomer_who_plans_for_one_hq_an_email_needs_twelve_emails_a_turn() -> None:
    found = emails_of(find_game("koenigsberg45"), "newcomer 0", turns=2, planning=1)
    assert found.turns == 2 and found.per_turn <= 12, found.topics


@pytest.mark.slow
def test_a_newcomer_who_plans_for_each_hq_needs_fewer_emails() -> None:
    found = emails_of(find_game("koenigsberg45"), "newcomer 0", turns=1, planning=EVERY)
    assert found.turns == 1 and found.count <= 12, found.topics
