"""What a turn costs newcomers in emails, who leave the advised standing orders in their first form and answer
in each email all that it can hold."""

from __future__ import annotations

import pytest

from adjudicator.catalogue import find_game
from bench.newcomer import emails_of

MOST = {"donnerschlag": (12, 2), "koenigsberg45": (16, 2), "panzerkorps48": (4, 2), "raceforberlin": (10, 0)}
"""Emails a turn, both sides together, and in how many turns; 0: in a whole game, as the first turns of Race
for Berlin have twice as many impulses. Königsberg '45 draws 12 chits a turn that activate an HQ."""


@pytest.mark.parametrize("name", sorted(MOST))
def test_a_turn_of_newcomers_takes_few_emails(name: str) -> None:
    most, turns = MOST[name]
    found = emails_of(find_game(name), "newcomer 0", turns=turns)
    assert found.turns >= max(1, turns)
    assert found.per_turn <= most, found.topics
