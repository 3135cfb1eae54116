"""What a turn costs newcomers in emails, who leave the advised standing orders in their first form and answer
in each email all that it can hold."""

from __future__ import annotations

import pytest

from adjudicator.catalogue import find_game
from bench.newcomer import emails_of

MOST = {"donnerschlag": 12, "panzerkorps48": 4, "raceforberlin": 10, "koenigsberg45": 16}
"""Emails a turn, both sides together. Königsberg '45 draws 12 chits a turn that activate an HQ."""


@pytest.mark.parametrize("name", sorted(MOST))
def test_a_turn_of_newcomers_takes_few_emails(name: str) -> None:
    found = emails_of(find_game(name), "newcomer 0", turns=2)
    assert found.turns == 2
    assert found.per_turn <= MOST[name], found.topics
