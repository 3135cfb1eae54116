"""The ELR table of 8.1."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.orders import Said
from adjudicator.games.redvengeance.questions.registry import REPORTS
from adjudicator.games.redvengeance.situation.modifiers import rating
from adjudicator.rulings import Refused
from tests.games.redvengeance.table import a_state


@pytest.mark.parametrize(
    ("side", "kind", "elr"),
    [
        pytest.param("russian", "6-2-8-ae", 5, marks=pytest.mark.rule("BRV8.1.1")),
        pytest.param("russian", "3-3-7", 2, marks=pytest.mark.rule("BRV8.1.2")),
        pytest.param("russian", "6-2-8", 4, marks=pytest.mark.rule("BRV8.1.3")),
        pytest.param("russian", "4-5-8", 4, marks=pytest.mark.rule("BRV8.1.3")),
        pytest.param("russian", "4-4-7-ru", 4, marks=pytest.mark.rule("BRV8.1.3")),
        pytest.param("russian", "6-1-ru", 4, marks=pytest.mark.rule("BRV8.1.3")),
        pytest.param("german", "8-3-8", 5, marks=pytest.mark.rule("BRV8.1.4")),
        pytest.param("german", "6-5-8", 4, marks=pytest.mark.rule("BRV8.1.5")),
        pytest.param("german", "8-1-de", 4, marks=pytest.mark.rule("BRV8.1.5")),
        pytest.param("german", "7-1-gestapo", 4, marks=pytest.mark.rule("BRV8.1.5")),
        pytest.param("german", "4-4-7-de", 2, marks=pytest.mark.rule("BRV8.1.6")),
        pytest.param("german", "4-3-6", 2, marks=pytest.mark.rule("BRV8.1.6")),
        pytest.param("german", "2-3-6", 2, marks=pytest.mark.rule("BRV8.1.9")),
        pytest.param("german", "2-3-7-de", 2, marks=pytest.mark.rule("BRV8.1.9")),
        pytest.param("german", "3-3-8", 5, marks=pytest.mark.rule("BRV8.1.9")),
        pytest.param("german", "3-4-8", 4, marks=pytest.mark.rule("BRV8.1.9")),
        pytest.param("german", "2-2-8-de", 4, marks=pytest.mark.rule("BRV8.1.9")),
        pytest.param("russian", "3-2-8-ae", 5, marks=pytest.mark.rule("BRV8.1.9")),
        pytest.param("russian", "1-3-7", 2, marks=pytest.mark.rule("BRV8.1.9")),
    ],
)
def test_each_type_has_its_printed_elr(side: str, kind: str, elr: int) -> None:
    assert rating(side, kind).elr == elr


@pytest.mark.rule("BRV8.1.5")
@pytest.mark.parametrize("kind", ["smc", "hero-de", "9-1-de", "10-0-party", "al-9-1-de"])
def test_leaders_heroes_and_armor_leaders_are_smc(kind: str) -> None:
    assert rating("german", kind).rule == "BRV8.1.5"


@pytest.mark.rule("BRV8.1.7")
def test_nobody_reports_an_elr() -> None:
    with pytest.raises(Refused) as no:
        REPORTS["ELR"].check(a_state(), "german", Said(what=("ELR",), of="russian", n=-1))
    assert no.value.rule == "BRV8.1.7"
