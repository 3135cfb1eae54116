"""RULES.md: its table of clauses."""

from __future__ import annotations

import pytest

from tests.rules_page import assert_up_to_date


def test_the_table_of_clauses_is_up_to_date(request: pytest.FixtureRequest) -> None:
    assert_up_to_date("amberroad", request)
