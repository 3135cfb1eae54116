"""Ad hoc units that a combat gives: who gains one, when he is asked for it, where it comes, what bars it."""

from __future__ import annotations

import pytest

from adjudicator.catalogue import find_game
from adjudicator.games.donnerschlag.events import AdHocEliminated
from adjudicator.mail.desk.filled import choices
from tests.games.donnerschlag.test_r2_combat import (
    ATTACK,
    EAST,
    GRENADIERS,
    NORTH,
    OTHERS,
    PLAIN,
    RIFLES,
    SOUTH,
    TANK,
)  # fmt: skip
from tests.tabletop import Tabletop

from .fights import HEX, asked, battle, fight, no, offered

AD_HOC = {"AdHoc 1": "soviet-ad-hoc", "Alarmgruppe 1": "axis-ad-hoc"}
FOUR_TO_ONE = {TANK: NORTH, RIFLES: HEX, **AD_HOC}
"""6 to 2 and the Tank Bonus: on a 2 the defender retreats."""


def ad_hoc(*answers: tuple[str, str], die: int = 2) -> Tabletop:
    return fight(FOUR_TO_ONE, f"attack {HEX} with {TANK}", *answers, dice=[die])


@pytest.mark.rule("D.crt.adhoc.sov")
@pytest.mark.parametrize(("die", "gains"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_low_die_of_an_axis_attack_gives_ad_hoc_infantry(die: int, gains: bool) -> None:
    assert bool(ad_hoc(die=die).found("AdHocGained")) == gains


@pytest.mark.rule("D.crt.adhoc.ax", "D.crt.adhoc.place", "D.stack.2")
@pytest.mark.parametrize(("die", "gains"), [(4, False), (5, True), (6, True), (1, False)])
def test_a_high_die_of_a_soviet_attack_gives_an_alarmgruppe(die: int, gains: bool) -> None:
    units = {"302-1": NORTH, "I-4 PzG": HEX, "II-4 PzG": HEX, "2 Inf-1": SOUTH, "2 Inf-26": SOUTH, **AD_HOC}
    laid = fight(units, f"attack {HEX} with 302-1", side="soviet", dice=[die])
    assert bool(laid.found("AdHocGained")) == gains
    if gains:
        assert f"adhoc at {SOUTH}" in offered(laid)


@pytest.mark.rule("D.combat.10", "D.crt.adhoc.place", "D.combat.12")
def test_placed_before_the_advance_it_bars_it() -> None:
    laid = ad_hoc()
    assert asked(laid) == ("soviet", "adhoc")
    assert f"adhoc at {HEX}" not in offered(laid)
    laid.order("soviet", "hold")
    assert laid.at(RIFLES) == SOUTH
    assert asked(laid) == ("soviet", "adhoc")
    laid.order("soviet", f"adhoc at {HEX}")
    assert laid.at("AdHoc 1") == HEX
    assert "advance" not in {one["how"] for one in laid.found("UnitMoved")}
    assert asked(laid)[1] == "play"


@pytest.mark.rule("D.combat.10", "D.crt.adhoc.place")
def test_who_waits_places_it_after_the_advance() -> None:
    laid = ad_hoc(("soviet", "hold"), ("soviet", "hold"), ("axis", f"advance {TANK}"))
    assert asked(laid) == ("soviet", "adhoc")
    rule, why, legal = no(laid, "soviet", f"adhoc at {HEX}")
    assert (rule, why) == ("D.crt.adhoc.place", f"no ad hoc unit can come to {HEX}")
    assert "adhoc at 2019" in legal
    assert no(laid, "soviet", "adhoc at 2121")[0] == "D.crt.adhoc.place"
    laid.order("soviet", "adhoc at 2019")
    assert (laid.at("AdHoc 1"), laid.steps("AdHoc 1")) == ("2019", 1)


@pytest.mark.rule("D.combat.10")
def test_it_is_offered_before_the_losses_too_and_silence_waits_till_the_end() -> None:
    laid = fight({**PLAIN, **AD_HOC}, ATTACK, dice=[1])
    assert battle(laid)["result"] == "1DR"
    moments = []
    while asked(laid) == ("soviet", "adhoc"):
        decision = laid.state.waiting()[0]
        moments.append((laid.steps(RIFLES), laid.at(RIFLES) == HEX, decision.default == "hold"))
        laid.order("soviet", decision.default)
        if asked(laid)[1] == "advance":
            laid.order("axis", "no advance")
    assert moments == [(2, True, True), (1, True, True), (1, False, True), (1, False, False)]
    assert laid.at("AdHoc 1") == HEX


@pytest.mark.rule("D.combat.10", "D.crt.note.R", "D.crt.note.A")
def test_it_is_not_offered_before_a_retreat_that_the_result_does_not_ask_for() -> None:
    laid = fight(
        {OTHERS: NORTH, "I-114 PzG": NORTH, RIFLES: HEX, "302-2": HEX, **AD_HOC},
        f"attack {HEX} with {OTHERS}, I-114 PzG",
        ("soviet", "hold"),
        dice=[1],
    )
    assert battle(laid)["result"] == "1A"
    laid.order("axis", f"loss {OTHERS}")
    assert laid.state.waiting()[0].question.startswith("Place AdHoc 1 now: the combat is over")


@pytest.mark.rule("D.combat.10", "D.crt.adhoc.place", "D.retreat.6")
def test_where_there_is_no_room_it_is_not_asked_for() -> None:
    around = ("1918", "2018", "2019", "1920", "1819", "1818")
    ring = dict(
        zip(("I-11 Pz", "I-4 PzG", "II-4 PzG", "I-114 PzG", "II-114 PzG", "I-126 PzG"), around, strict=True)
    )
    laid = fight({**ring, RIFLES: HEX, **AD_HOC}, f"attack {HEX} with I-11 Pz", dice=[2])
    assert laid.at(RIFLES) == "eliminated"
    assert offered(laid) == {f"adhoc at {HEX}", "hold"}


@pytest.mark.rule("D.hq.3", "D.crt.adhoc.place")
def test_an_overrun_hq_works_again_where_an_ad_hoc_unit_is_placed() -> None:
    units = {**FOUR_TO_ONE, "HQ 51st Army": "2019 full overrun"}
    laid = fight(units, f"attack {HEX} with {TANK}", ("soviet", "adhoc at 2019"), dice=[2])
    assert laid.state.units["HQ 51st Army"].flags == frozenset()


@pytest.mark.rule("D.crt.adhoc.place", "D.stack.5")
def test_ad_hoc_infantry_needs_room() -> None:
    units = {**FOUR_TO_ONE, "302-2": "2019", "302-3": "2019"}
    laid = fight(units, f"attack {HEX} with {TANK}", dice=[2])
    assert "adhoc at 2019" not in offered(laid)
    assert "adhoc at 2018" in offered(laid)


@pytest.mark.rule("D.crt.note.num")
def test_what_leaves_no_choice_is_lost_before_the_owner_is_asked() -> None:
    units = {TANK: NORTH, "II-11 Pz": NORTH, GRENADIERS: EAST, RIFLES: HEX, "302-2": HEX}
    laid = fight(units, f"attack {HEX} with {TANK}, II-11 Pz, {GRENADIERS}", dice=[6])
    assert battle(laid)["result"] == "3DR"
    assert (laid.steps(RIFLES), laid.steps("302-2")) == (1, 1)
    assert asked(laid) == ("soviet", "loss")
    assert "Steps to lose: 1." in laid.state.waiting()[0].question


@pytest.mark.rule("D.comp.units", "D.crt.adhoc.place")
def test_an_ad_hoc_unit_that_is_eliminated_can_be_had_again() -> None:
    laid = fight(
        {TANK: NORTH, OTHERS: NORTH, "AdHoc 1": HEX}, f"attack {HEX} with {TANK}, {OTHERS}", dice=[4]
    )
    assert (laid.at("AdHoc 1"), laid.steps("AdHoc 1")) == ("soviet-ad-hoc", 1)
    lost = fight(
        {TANK: NORTH, OTHERS: NORTH, "302-1": f"{HEX} reduced"}, f"attack {HEX} with {TANK}", dice=[6]
    )
    assert lost.at("302-1") == "eliminated"


@pytest.mark.rule("D.crt.adhoc.sov")
def test_without_a_unit_left_nothing_is_gained() -> None:
    units = {**FOUR_TO_ONE, "AdHoc 1": SOUTH}
    assert "AdHocGained" not in fight(units, f"attack {HEX} with {TANK}", dice=[2]).kinds()


def test_an_ad_hoc_unit_that_is_lost_is_told_as_eliminated() -> None:
    event = AdHocEliminated(rule="", unit="AdHoc 2", at="soviet-ad-hoc", steps=1, why="the result 1DR")
    told = event.says(find_game("donnerschlag").names())
    assert told == "AdHoc 2 is eliminated and returns to the ad hoc units (the result 1DR)."


def test_the_choices_of_a_form_name_no_longer_ways_of_the_same_line() -> None:
    assert choices(["0810", "0914", "0810 to 0911"], 60) == "  # 0810; 0914 (more words may follow)"
    assert choices(["colour blue", ""], 60) == "  # colour blue; or nothing"
    assert choices(["", "colour blue"], 60) == "  # colour blue; or nothing"
