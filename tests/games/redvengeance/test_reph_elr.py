"""SAN and ELR after a CGS (8.6122, 8.6123)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.orders import Said, read_line
from adjudicator.games.redvengeance.questions.registry import REPORTS
from adjudicator.games.redvengeance.refit_phase.reph_result import (
    Fall,
    fall,
    owes_san,
    run_elr,
    run_san,
    take_san,
)
from adjudicator.games.redvengeance.situation.campaign import campaign
from adjudicator.games.redvengeance.situation.modifiers import effective_elr
from adjudicator.rulings import Refused
from adjudicator.state import State
from tests.games.redvengeance.table import a_play, a_state

HOOK = {"san-pass": 4}


# -- SAN ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("RePh8.6122.1")
@pytest.mark.parametrize(
    ("side", "san", "owes"),
    [("russian", 3, False), ("russian", 4, True), ("german", 4, False), ("german", 5, True)],
)
def test_a_high_san_owes_a_roll(side: str, san: int, owes: bool) -> None:
    assert owes_san(a_state(tracks={f"san-{side}": san}), side) is owes


@pytest.mark.rule("RePh8.6122.2")
@pytest.mark.parametrize(("die", "san"), [(4, 5), (5, 4), (6, 4)])
def test_a_failed_roll_lowers_san_by_one(die: int, san: int) -> None:
    play = a_play(a_state(tracks={"san-german": 5}, hooks=HOOK), die)
    take_san(play, "german", read_line("ROLL SAN"))
    assert play.state.tracks["san-german"] == san


@pytest.mark.rule("RePh8.6122.1")
def test_nobody_rolls_for_san_twice_or_without_owing_it() -> None:
    play = a_play(a_state(tracks={"san-german": 6, "san-russian": 3}, hooks=HOOK), 1)
    take_san(play, "german", read_line("ROLL SAN"))
    for side in ("german", "russian"):
        with pytest.raises(Refused) as no:
            take_san(play, side, read_line("ROLL SAN"))
        assert no.value.rule == "RePh8.6122.1"


@pytest.mark.rule("RePh8.6122.1", "RePh8.6122.2")
def test_the_referee_rolls_what_is_still_owed_the_russian_first() -> None:
    play = a_play(a_state(tracks={"san-german": 5, "san-russian": 4}, hooks=HOOK), 6, 1)
    run_san(play)
    assert (play.state.tracks["san-russian"], play.state.tracks["san-german"]) == (3, 5)
    assert [event.facts()["purpose"] for event in play.events if event.kind == "DieRolled"] == [
        "the SAN of the russian",
        "the SAN of the german",
    ]


@pytest.mark.rule("RePh8.6122.1")
def test_without_the_number_of_kgp_nobody_rolls_until_both_report_it() -> None:
    play = a_play(a_state(tracks={"san-german": 5}), 5)
    run_san(play)
    assert play.events == []
    with pytest.raises(Refused) as no:
        take_san(play, "german", read_line("ROLL SAN"))
    assert no.value.legal == ("REPORT SAN number=4",)
    REPORTS["SAN"].book(play, Said(what=("SAN",), number=4))
    take_san(play, "german", read_line("ROLL SAN"))
    assert play.state.tracks["san-german"] == 4


@pytest.mark.rule("RePh8.6122.1")
def test_the_number_of_kgp_is_one_of_a_die_or_none() -> None:
    for number in (0, 6):
        REPORTS["SAN"].check(a_state(), "german", Said(what=("SAN",), number=number))
    for wrong in (-1, 7, None):
        with pytest.raises(Refused) as no:
            REPORTS["SAN"].check(a_state(), "german", Said(what=("SAN",), number=wrong))
        assert no.value.rule == "RePh8.6122.1"


# -- ELR ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suffered", "carried", "found"),
    [
        pytest.param(69, 0, Fall(69, 0, 69), marks=pytest.mark.rule("CG24.1")),
        pytest.param(70, 0, Fall(70, 1, 0), marks=pytest.mark.rule("CG24.1")),
        pytest.param(140, 0, Fall(140, 2, 0), marks=pytest.mark.rule("CG24.1")),
        pytest.param(147, 0, Fall(147, 2, 7), marks=pytest.mark.rule("RePh8.6123.1")),
        pytest.param(65, 7, Fall(72, 1, 2), marks=pytest.mark.rule("RePh8.6123.2")),
    ],
)
def test_losses_are_divided_by_70_and_the_rest_is_carried_on(
    suffered: int, carried: int, found: Fall
) -> None:
    assert fall(suffered, carried) == found


def after(state: State, suffered: int, lull: bool = False) -> State:
    """The position after a CGS in which the Russian lost so many CVP for ELR, or a Lull."""
    facts = {**state.facts, "losses": {"russian": {"suffered": suffered}}, "last": {"lull": lull}}
    play = a_play(state.but(facts=facts))
    run_elr(play)
    assert campaign(play.state).losses == {}
    return play.state


def elr(state: State) -> tuple[int, ...]:
    return tuple(effective_elr(state, "russian", kind) for kind in ("6-2-8-ae", "4-5-8", "3-3-7"))


@pytest.mark.rule("RePh8.6123.1", "RePh8.6123.2", "CG24.1", "CG23.2", "CG23.3", "RePh8.6123.3")
def test_the_example_of_the_rulebook_goes_on_through_two_lulls() -> None:
    first = after(a_state(), 147)
    assert (elr(first), first.tracks["elr-carry-russian"]) == ((3, 2, 0), 7)
    second = after(first, 65)
    assert (elr(second), second.tracks["elr-carry-russian"]) == ((2, 1, 0), 2)
    lull = after(second, 0, lull=True)
    assert (elr(lull), lull.tracks["lull-used-russian"]) == ((3, 2, 0), 1)
    assert elr(after(lull, 0, lull=True)) == (3, 2, 0)
    assert lull.tracks["elr-carry-russian"] == 2


@pytest.mark.rule("CG24.1")
def test_69_alone_change_nothing() -> None:
    assert elr(after(a_state(), 69)) == (5, 4, 2)


@pytest.mark.rule("CG15.2", "CG23.3")
def test_a_lull_raises_no_printed_elr_and_is_not_used_up_by_it() -> None:
    state = after(a_state(), 0, lull=True)
    assert (elr(state), "lull-used-russian" in state.tracks) == ((5, 4, 2), False)


@pytest.mark.rule("CG23.2")
def test_a_lull_gives_back_no_level_of_the_party_leaders() -> None:
    play = a_play(a_state(party_leaders=(), last={"lull": True}))
    run_elr(play)
    assert effective_elr(play.state, "german", "6-5-8") == 3


@pytest.mark.rule("CG24.4", "RePh8.6123.1", "RePh8.6123.2")
@pytest.mark.parametrize(
    ("lost", "why", "tracks"),
    [
        ({"suffered": 165, "vehicles": 10, "moabit": 8},
         "147 CVP + 0 carried = 147; 147 / 70 = 2: 2 levels lost, 7 carried on",
         ["elr-lost-russian", "elr-carry-russian"]),
        ({"suffered": 70}, "70 CVP + 0 carried = 70; 70 / 70 = 1: 1 level lost, 0 carried on",
         ["elr-lost-russian"]),
        ({"suffered": 69}, "69 CVP + 0 carried = 69; 69 / 70 = 0: nothing lost, 69 carried on",
         ["elr-carry-russian"]),
    ],
)  # fmt: skip
def test_the_sum_of_a_fall_is_told(lost: dict[str, int], why: str, tracks: list[str]) -> None:
    facts: dict[str, Any] = {"losses": {"russian": lost}}
    play = a_play(a_state(**facts))
    run_elr(play)
    assert [event.facts()["why"] for event in play.events if event.kind == "ElrAdjusted"] == [why]
    assert [event.facts()["track"] for event in play.events if event.kind == "TrackMoved"] == tracks


@pytest.mark.rule("CG23.2")
def test_what_a_lull_gives_back_is_told() -> None:
    play = a_play(a_state(tracks={"elr-lost-german": 1}, last={"lull": True}))
    run_elr(play)
    (told,) = [event.facts() for event in play.events if event.kind == "ElrAdjusted"]
    assert told["side"] == "german"
