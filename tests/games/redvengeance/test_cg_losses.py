"""Losses of a CGS: one report, three sums."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.campaign_game.cg_losses import (
    Losses,
    book_cvp,
    book_massacre,
    check_cvp,
    check_massacre,
    counted,
    elr_sum,
    for_elr,
    losses,
)
from adjudicator.games.redvengeance.orders import Said
from adjudicator.games.redvengeance.situation.campaign import campaign
from adjudicator.rulings import Refused
from tests.games.redvengeance.table import a_play, a_state

RUSSIAN_LOSSES = Losses(suffered=38, vehicles=10, moabit=8)
"""Infantry 16, crews 4, vehicles 10, Moabit Prisoners 8 (scenario 13 of the notes)."""


def report(**numbers: Any) -> Said:
    told = {
        "of": "russian",
        "suffered": 165,
        "vehicles": 10,
        "moabit": 8,
        "capture": 0,
        "refit": 0,
        "elr": 147,
    }
    return Said(what=("CVP",), **{**told, **numbers})


def no(**numbers: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        check_cvp(a_state(), "german", report(**numbers))
    return refused.value


@pytest.mark.parametrize(
    ("lost", "elr"),
    [
        pytest.param(Losses(165, 10, 8), 147, marks=pytest.mark.rule("CG24.2")),
        pytest.param(Losses(20, 10), 10, marks=pytest.mark.rule("CG24.2")),
        pytest.param(Losses(20, capture=4), 16, marks=pytest.mark.rule("CG24.3")),
        pytest.param(Losses(20, refit=4), 24, marks=pytest.mark.rule("CG24.4")),
    ],
)
def test_vehicles_prisoners_and_captures_are_no_elr_loss_but_the_refit_phase_is(
    lost: Losses, elr: int
) -> None:
    assert for_elr(lost) == elr


@pytest.mark.rule("CG24.2")
def test_the_sum_for_elr_is_told_part_by_part() -> None:
    told = elr_sum(Losses(165, 10, 8, 0, 0))
    assert told == "165 suffered - 10 vehicles - 8 Moabit Prisoners - 0 capture bonus + 0 Refit Phase = 147"


@pytest.mark.rule("VC-CGS.2")
@pytest.mark.parametrize(("side", "cvp"), [("russian", 20), ("german", 38)])
def test_russian_vehicles_and_prisoners_do_not_count_for_victory(side: str, cvp: int) -> None:
    assert counted(side, RUSSIAN_LOSSES) == cvp


@pytest.mark.rule("CG24.2", "VC-CGS.2")
@pytest.mark.parametrize(
    "numbers", [{}, {"of": "german", "moabit": 0, "elr": 155}, {"suffered": 18, "elr": 0}]
)
def test_numbers_that_agree_may_be_reported(numbers: dict[str, Any]) -> None:
    check_cvp(a_state(), "german", report(**numbers))


@pytest.mark.rule("CG24.2")
def test_an_elr_that_is_not_the_sum_is_refused_with_the_sum() -> None:
    refused = no(elr=150)
    assert refused.rule == "CG24.2"
    assert refused.why == (
        "elr=150 is not the sum: 165 suffered - 10 vehicles - 8 Moabit Prisoners - 0 capture bonus + 0 Refit "
        "Phase = 147"
    )
    assert refused.legal == (
        "REPORT CVP of=russian suffered=165 vehicles=10 moabit=8 capture=0 refit=0 elr=147",
    )


@pytest.mark.rule("CG24.2", "CG24.3")
def test_parts_cannot_be_more_than_the_whole() -> None:
    assert "more than the 17 suffered" in no(suffered=17, elr=-1).why


@pytest.mark.rule("VC-CGS.2")
def test_the_german_has_no_moabit_prisoners_to_lose() -> None:
    assert no(of="german").rule == "VC-CGS.2"


@pytest.mark.rule("CG24.2")
@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        ({"of": ""}, "of= says whose losses they are"),
        ({"suffered": None}, "suffered= is missing"),
        ({"elr": None}, "suffered= is missing"),
        ({"refit": -1, "elr": 146}, "a loss may not be below 0"),
    ],
)
def test_a_report_says_whose_losses_and_how_many(numbers: dict[str, Any], why: str) -> None:
    refused = no(**numbers)
    assert (refused.rule, refused.why) == ("CG24.2", why)


@pytest.mark.rule("RePh8.6032")
def test_once_the_cgs_is_decided_only_losses_of_the_refit_phase_are_added() -> None:
    play = a_play(a_state())
    book_cvp(play, report())
    check_cvp(play.state, "german", report(suffered=166, elr=148))
    decided = play.state.but(facts={**play.state.facts, "result": {"winner": "german"}})
    check_cvp(decided, "german", report(refit=4, elr=151))
    with pytest.raises(Refused) as refused:
        check_cvp(decided, "german", report(suffered=166, elr=148))
    assert refused.value.rule == "RePh8.6032"


@pytest.mark.rule("CG24.4")
def test_a_later_report_takes_the_place_of_the_first() -> None:
    play = a_play(a_state())
    book_cvp(play, report())
    book_cvp(play, report(refit=4, elr=151))
    assert losses(play.state, "russian") == Losses(165, 10, 8, 0, 4)
    assert losses(play.state, "german") == Losses()


@pytest.mark.rule("CG25.1")
def test_a_massacre_is_remembered_for_good() -> None:
    play = a_play(a_state())
    check_massacre(play.state, "german", Said(what=("MASSACRE",), of="russian"))
    book_massacre(play, Said(what=("MASSACRE",), of="russian"))
    assert campaign(play.state).massacre
    with pytest.raises(Refused):
        check_massacre(play.state, "german", Said(what=("MASSACRE",)))
