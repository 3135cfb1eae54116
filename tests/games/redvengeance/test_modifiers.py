"""CG balance, the critical date, and the ELR in force."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.situation.modifiers import (
    balance,
    balance_drm,
    critical,
    date_drm,
    effective_elr,
    elr_told,
)
from adjudicator.mechanics.drm import DRM
from tests.games.redvengeance.table import a_state


@pytest.mark.parametrize(
    ("russian", "german", "sizes"),
    [
        pytest.param(4, 2, (1, 0), marks=pytest.mark.rule("CG30.1")),
        pytest.param(2, 4, (0, 1), marks=pytest.mark.rule("CG30.1")),
        pytest.param(3, 2, (0, 0), marks=pytest.mark.rule("CG30.1")),
        pytest.param(4, 1, (2, 0), marks=pytest.mark.rule("CG30.2")),
        pytest.param(0, 6, (0, 2), marks=pytest.mark.rule("CG30.2")),
    ],
)
def test_a_side_that_lost_more_cgs_has_a_balance(russian: int, german: int, sizes: tuple[int, int]) -> None:
    state = a_state(tracks={"lost-russian": russian, "lost-german": german})
    assert (balance(state, "russian"), balance(state, "german")) == sizes


@pytest.mark.rule("CG30.1")
@pytest.mark.parametrize(("lost", "size"), [({}, 0), ({"lost-russian": 2}, 1), ({"lost-russian": 1}, 0)])
def test_who_has_lost_none_counts_as_none(lost: dict[str, int], size: int) -> None:
    assert balance(a_state(tracks=lost), "russian") == size


@pytest.mark.rule("CG30.2")
def test_a_balance_is_subtracted_from_a_roll() -> None:
    state = a_state(tracks={"lost-russian": 4, "lost-german": 1})
    assert balance_drm(state, "russian") == (DRM("CG30.2", -2, "CG balance"),)
    assert balance_drm(state, "german") == ()


@pytest.mark.parametrize(
    ("turn", "russian", "german"),
    [
        pytest.param(1, -1, -2, marks=pytest.mark.rule("CG31.4.28.PM")),
        pytest.param(2, -1, -1, marks=pytest.mark.rule("CG31.4.28.NT")),
        pytest.param(3, 0, 0, marks=pytest.mark.rule("CG31.4.29.AM")),
        pytest.param(4, -1, 1, marks=pytest.mark.rule("CG31.4.29.PM")),
        pytest.param(5, 1, -1, marks=pytest.mark.rule("CG31.4.29.NT")),
        pytest.param(6, 2, 0, marks=pytest.mark.rule("CG31.4.30.AM")),
        pytest.param(7, -2, -1, marks=pytest.mark.rule("CG31.4.30.PM")),
        pytest.param(8, 0, 0, marks=pytest.mark.rule("CG31.4.30.NT")),
        pytest.param(9, 1, 2, marks=pytest.mark.rule("CG31.5.1.AM")),
    ],
)
def test_the_critical_date_is_that_of_the_turn(turn: int, russian: int, german: int) -> None:
    state = a_state(turn=turn)
    assert (critical(state, "russian"), critical(state, "german")) == (russian, german)


@pytest.mark.rule("CG31.4.30.AM")
def test_the_critical_date_is_added_by_its_name() -> None:
    state = a_state(turn=6)
    assert date_drm(state, "russian") == (DRM("CG31.4.30.AM", 2, "date 4/30-AM"),)
    assert date_drm(state, "german") == ()


# -- ELR in force ------------------------------------------------------------------------------------------


@pytest.mark.rule("CG24.6", "CG15.1")
def test_losses_lower_all_types_of_a_side_and_of_no_other() -> None:
    state = a_state(tracks={"elr-lost-russian": 2})
    russian = [effective_elr(state, "russian", kind) for kind in ("6-2-8-ae", "4-5-8", "9-1-ru", "3-3-7")]
    assert (russian, effective_elr(state, "german", "6-5-8")) == ([3, 2, 2, 0], 4)


@pytest.mark.rule("RePh8.6123.4")
def test_no_elr_is_below_0() -> None:
    assert effective_elr(a_state(tracks={"elr-lost-russian": 3}), "russian", "3-3-7") == 0


@pytest.mark.rule("BRV8.21.1")
@pytest.mark.parametrize(
    ("side", "kind", "elr"),
    [
        ("russian", "6-2-8-ae", 4),
        ("russian", "4-5-8", 3),
        ("russian", "3-3-7", 1),
        ("german", "8-3-8", 4),
        ("german", "6-5-8", 3),
        ("german", "smc", 3),
        ("german", "4-4-7-de", 1),
        ("german", "4-3-6", 1),
    ],
)
def test_a_scenario_card_lowers_every_type(side: str, kind: str, elr: int) -> None:
    assert effective_elr(a_state(tracks={f"elr-listed-{side}": 1}), side, kind) == elr


@pytest.mark.rule("CG15.3")
@pytest.mark.parametrize(
    ("turn", "first", "russian", "german"),
    [(2, "russian", 4, 3), (2, "german", 3, 4), (2, "", 4, 4), (3, "russian", 4, 4)],
)
def test_the_defender_of_a_night_has_one_less(turn: int, first: str, russian: int, german: int) -> None:
    state = a_state(turn=turn, first=first)
    assert (effective_elr(state, "russian", "4-5-8"), effective_elr(state, "german", "6-5-8")) == (
        russian,
        german,
    )


@pytest.mark.rule("CG17.2", "CG17.3", "CG17.4")
@pytest.mark.parametrize(
    ("banner", "placed", "russian", "german"),
    [("", 0, 2, 4), ("X17:R", 3, 2, 4), ("X17:R", 2, 3, 3), ("", 2, 2, 4), ("Z18:R", 1, 3, 3)],
)
def test_the_banner_counts_from_the_cgs_after_it_was_placed_while_it_flies(
    banner: str, placed: int, russian: int, german: int
) -> None:
    state = a_state(turn=3, tracks={"elr-lost-russian": 2}, banner=banner, banner_turn=placed)
    assert effective_elr(state, "russian", "4-5-8") == russian
    assert effective_elr(state, "german", "6-5-8") == german


@pytest.mark.rule("CG15.2", "CG17.5")
def test_the_banner_lifts_no_elr_above_the_printed_one() -> None:
    state = a_state(turn=3, banner="X17:R", banner_turn=2)
    assert effective_elr(state, "russian", "4-5-8") == 4


@pytest.mark.rule("CG18.1", "CG18.2")
@pytest.mark.parametrize(("leaders", "german"), [(None, 4), (("I6#1-1",), 4), ((), 3)])
def test_all_party_leaders_lost_cost_the_german_one(leaders: tuple[str, ...] | None, german: int) -> None:
    state = a_state(turn=3, party_leaders=leaders)
    assert effective_elr(state, "german", "6-5-8") == german
    assert effective_elr(state, "russian", "4-5-8") == 4


@pytest.mark.rule("CG15.1")
def test_the_arithmetic_of_an_elr_is_told() -> None:
    state = a_state(turn=3, tracks={"elr-lost-russian": 2}, banner="X17:R", banner_turn=2)
    told = elr_told(state, "russian", "4-5-8")
    assert told == "4 as printed, -2 losses (8.6123), +1 the Red Banner flies = 3"
