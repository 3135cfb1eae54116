"""Rule 14, victory: who holds the Victory Point hexes, sudden death, levels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.games.koenigsberg45.terrain import name
from adjudicator.games.koenigsberg45.turn import r12_hqs, r14_victory
from tests.games.koenigsberg45.table import GAME, table
from tests.tabletop import Tabletop

MIELAU, KULM, ELBING, KOENIGSBERG, ALLENSTEIN = "2131", "0328", "1216", "2208", "2221"
NAMES = {
    "Insterburg", "Lötzen", "Königsberg", "Allenstein", "Schröttersburg", "Thorn", "Kulm", "Graudenz",
    "Marienwerder", "Bartenstein", "Elbing", "Mielau", "Braunsberg", "Wehlau",
}  # fmt: skip
FAR = {"56": "0524", "HQ 26": "0524"}


def at_the_end(germans_hold: int, **position: Any) -> Tabletop:
    """The end of the last turn, with so many Victory Point hexes in German hands."""
    hexes = r14_victory.victory_hexes(Tabletop(GAME, {}, run=False).state.board)
    control = {space: "german" if n < germans_hold else "soviet" for n, space in enumerate(hexes)}
    return Tabletop(GAME, FAR, segment="SUDDEN_DEATH", turn=10, control=control, **position)


def marched(units: dict[str, str], line: str, active: str = "soviet", **position: Any) -> Tabletop:
    """A position in which one unit has moved."""
    laid = table({**FAR, **units}, active=active, **position)
    (ruling,) = laid.order(active, line)
    assert ruling.verdict == "done", ruling
    return laid


# -- 14.1, control -----------------------------------------------------------------------------------------


@pytest.mark.rule("14.3a.1")
def test_14_3a_1_there_are_fourteen_victory_point_hexes() -> None:
    state = Tabletop(GAME, {}, run=False).state
    found = r14_victory.victory_hexes(state.board)
    assert {str(state.board.spaces[space].facts["name"]) for space in found} == NAMES
    assert len(found) == 14


@pytest.mark.rule("14.1.1")
def test_14_1_1_the_germans_hold_all_fourteen_at_the_start() -> None:
    state = Tabletop(GAME, {}, clear=False, run=False).state
    assert (r14_victory.vp(state, "german"), r14_victory.vp(state, "soviet")) == (14, 0)
    assert state.tracks["vp-soviet"] == 0


@pytest.mark.rule("14.1.2", "0.8b.1")
def test_14_1_2_a_soviet_combat_unit_that_enters_takes_the_hex_and_the_total_is_public() -> None:
    laid = marched({"S35": "2231"}, "move S35 2131")
    assert laid.state.control[MIELAU] == "soviet"
    assert laid.state.tracks["vp-soviet"] == 1
    told = [event for event in laid.events if event.kind in {"ControlChanged", "TrackMoved"}]
    assert {event.rule for event in told} >= {"14.1.2", "0.8b.1"}
    assert all(event.seen_by("german") for event in told)


@pytest.mark.rule("14.1.2")
def test_14_1_2_passing_through_is_enough() -> None:
    laid = marched({"1 T": "2231"}, "move 1 T 2131 2130")
    assert laid.state.control[MIELAU] == "soviet"


@pytest.mark.rule("14.1.2", "0.4.1")
def test_14_1_2_an_hq_takes_nothing() -> None:
    laid = marched({"HQ 3": "2231", "S35": "2231"}, "move HQ 3 2131", state={"activated": ["HQ 3", "S35"]})
    assert laid.state.control[MIELAU] == "german"
    assert laid.state.tracks["vp-soviet"] == 0


@pytest.mark.rule("14.1.2", "K-R60")
def test_14_1_2_a_unit_with_defence_zero_takes_no_victory_point_hex() -> None:
    laid = table({**FAR, "S35": MIELAU, "HQ 3": MIELAU}, run=False)
    state = laid.state
    assert r14_victory.takes(state, state.units["S35"], MIELAU)
    printed = state.roster.counters["S35"]
    for defence in (0, 1):
        weak = tuple(replace(s, values={**s.values, "defence": defence}) for s in printed.steps)
        counters = {**state.roster.counters, "S35": replace(printed, steps=weak)}
        poor = state.but(roster=replace(state.roster, counters=counters))
        assert r14_victory.takes(poor, poor.units["S35"], MIELAU) is bool(defence)
        assert r14_victory.takes(poor, poor.units["S35"], "2119"), "a town that is no Victory Point hex"
    assert not r14_victory.takes(state, state.units["HQ 3"], MIELAU)
    assert not r14_victory.takes(state, state.units["56"], MIELAU), "it is German already"


@pytest.mark.rule("K-R55", "0.8b.1", "12.8.3")
def test_k_r55_a_german_combat_unit_takes_a_hex_back() -> None:
    laid = marched(
        {"23": "2231"}, "move 23 2131", "german", control={MIELAU: "soviet"}, tracks={"vp-soviet": 1}
    )
    assert laid.state.control[MIELAU] == "german"
    assert laid.state.tracks["vp-soviet"] == 0
    assert "vp-taken" not in laid.state.facts


@pytest.mark.rule("K-R60")
def test_k_r60_other_towns_change_hands_without_points() -> None:
    laid = marched({"S35": "2022"}, "move S35 2021 2020 2120 2119")
    assert r14_victory.holder(laid.state, "2119") == "soviet"
    assert laid.state.tracks["vp-soviet"] == 0
    assert r14_victory.holder(laid.state, "2022") == "german"
    changed = [event for event in laid.events if event.kind == "ControlChanged"]
    assert [(event.rule, event.facts()["space"]) for event in changed] == [("1.2c.1", "2119")]


@pytest.mark.rule("K-R60")
def test_k_r60_an_hq_holds_no_town() -> None:
    laid = marched({"HQ 3": "2120", "S35": "2120"}, "move HQ 3 2119", state={"activated": ["HQ 3", "S35"]})
    assert r14_victory.holder(laid.state, "2119") == "german"


@pytest.mark.rule("14.1.2")
def test_14_1_2_a_hex_is_taken_by_who_enters_it_and_not_by_who_leaves() -> None:
    laid = marched({"S35": MIELAU}, "move S35 2231")
    assert laid.state.control[MIELAU] == "german"


# -- 12.8.3 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("12.8.3")
def test_12_8_3_the_second_victory_point_frees_both_hqs_at_once() -> None:
    units = {"S35": "2231", "S69": "2322"}
    laid = table({**FAR, **units, "HQ 6": "3020", "HQ 55": "3222"})
    laid.order("soviet", "move S35 2131")
    assert r12_hqs.pinned(laid.state, "HQ 6")
    assert laid.state.facts["vp-taken"] == (MIELAU,)
    laid.order("soviet", "move S69 2221")
    assert laid.state.tracks["vp-soviet"] == 2
    assert not r12_hqs.pinned(laid.state, "HQ 6")
    assert not r12_hqs.pinned(laid.state, "HQ 55")
    assert laid.found("HQReleased")[0]["hqs"] == ("HQ 6", "HQ 55")


@pytest.mark.rule("12.8.3")
def test_k_r54_a_hex_that_was_lost_again_counts_and_the_same_one_twice_does_not() -> None:
    taken = {"vp-taken": [ALLENSTEIN]}
    laid = marched({"S35": "2231"}, "move S35 2131", state=taken)
    assert not r12_hqs.pinned(laid.state, "HQ 6")
    laid = marched({"S35": "2231"}, "move S35 2131", state={"vp-taken": [MIELAU]})
    assert r12_hqs.pinned(laid.state, "HQ 6")


# -- 14.2, sudden death --------------------------------------------------------------------------------------


@pytest.mark.rule("14.2.1", "1.5b.1")
@pytest.mark.parametrize("town", [ELBING, KOENIGSBERG])
def test_14_2_1_a_soviet_division_in_koenigsberg_or_elbing_as_the_turn_ends_wins_at_once(town: str) -> None:
    laid = Tabletop(GAME, {**FAR, "3 G": town}, segment="SUDDEN_DEATH", turn=4)
    over = laid.state.over
    assert over is not None
    assert over["winner"] == "soviet"
    assert name(laid.play.sure[0], town) in over["why"]
    assert laid.events[-1].rule == "14.2.1"


@pytest.mark.rule("14.2.1", "14.2.3", "1.5b.1")
@pytest.mark.parametrize("units", [{"3 G": MIELAU}, {"HQ S28": ELBING}, {"1": ELBING}])
def test_14_2_1_the_game_goes_on_without_a_soviet_combat_unit_there(units: dict[str, str]) -> None:
    laid = Tabletop(GAME, {**FAR, **units}, segment="SUDDEN_DEATH", turn=4)
    assert laid.state.over is None
    assert laid.state.turn == 5


@pytest.mark.rule("14.2.2", "1.5b.1")
@pytest.mark.parametrize("flag", ["out-of-supply", "isolated"])
def test_14_2_2_a_unit_without_supply_does_not_count(flag: str) -> None:
    laid = Tabletop(GAME, {**FAR, "3 G": f"{ELBING} full {flag}"}, segment="SUDDEN_DEATH", turn=4)
    assert laid.state.over is None


@pytest.mark.rule("14.2.2", "1.5b.1")
def test_14_2_2_one_supplied_unit_beside_one_without_is_enough() -> None:
    units = {**FAR, "3 G": f"{ELBING} full out-of-supply", "128": ELBING}
    assert Tabletop(GAME, units, segment="SUDDEN_DEATH", turn=4).state.over is not None


@pytest.mark.rule("14.2.1")
def test_k_r57_a_control_marker_without_a_unit_is_no_occupation() -> None:
    laid = Tabletop(GAME, FAR, segment="SUDDEN_DEATH", turn=4, control={ELBING: "soviet"})
    assert laid.state.over is None


# -- 14.3, levels ------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "14.1.3", "14.2.3", "14.3.1", "14.3.2", "14.3.3", "14.3.4", "14.3.5", "14.3.6", "K-R56"
)  # fmt: skip
@pytest.mark.parametrize(
    ("held", "clause", "title", "winner"),
    [
        (0, "14.3.1", "Soviet Overwhelming", "soviet"),
        (1, "14.3.1", "Soviet Overwhelming", "soviet"),
        (3, "14.3.1", "Soviet Overwhelming", "soviet"),
        (4, "14.3.2", "Soviet Major", "soviet"),
        (6, "14.3.2", "Soviet Major", "soviet"),
        (7, "14.3.3", "Soviet Historical", "soviet"),
        (8, "14.3.4", "German Minor", "german"),
        (9, "14.3.4", "German Minor", "german"),
        (10, "14.3.5", "German Major", "german"),
        (12, "14.3.5", "German Major", "german"),
        (13, "14.3.6", "German Overwhelming", "german"),
        (14, "14.3.6", "German Overwhelming", "german"),
    ],
)
def test_14_3_the_hexes_in_german_hands_after_the_last_turn_give_the_level(
    held: int, clause: str, title: str, winner: str
) -> None:
    laid = at_the_end(held)
    over = laid.state.over
    assert over is not None
    assert laid.events[-1].rule == clause
    assert over["why"].startswith(f"{title} Victory")
    assert over["winner"] == winner
    assert over["points"] == {"german": held, "soviet": 14 - held}


@pytest.mark.rule("14.2.3")
def test_14_2_3_sudden_death_goes_before_the_count() -> None:
    laid = at_the_end(14)
    assert laid.state.over is not None
    assert laid.state.over["winner"] == "german"
    laid = Tabletop(GAME, {**FAR, "3 G": ELBING}, segment="SUDDEN_DEATH", turn=10)
    assert laid.state.over is not None
    assert laid.state.over["winner"] == "soviet"
