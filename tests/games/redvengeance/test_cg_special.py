"""Special rules of the campaign: Snipers, Panzerfaust, the night, leaving the map, promotion."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.events import Names
from adjudicator.games.redvengeance.campaign_game.cg_special import (
    expose_fortifications,
    keep_unused,
    supply_panzerfaust,
)
from adjudicator.games.redvengeance.decision_table.table_reports import traits
from adjudicator.games.redvengeance.position import ELIMINATED, GERMAN, OFF_MAP, RUSSIAN
from adjudicator.games.redvengeance.questions.firefight import end_turn
from adjudicator.games.redvengeance.situation.campaign import campaign, own
from adjudicator.play import Play
from tests.clauses import clause
from tests.games.redvengeance.doing import by_night, do, flags, no
from tests.games.redvengeance.firefight import fight

NOBODY = Names({})
SQUADS = {f"S{n}": "6-5-8 K13" for n in range(12)}


# -- what holds of every CGS ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "text", "side"), [
    clause("BRV1.0", "BRV1.0", "report SURRENDER unit=R", RUSSIAN),
    clause("BRV17.5", "BRV17.5", "report EVP of=german", GERMAN),
    clause("CG1.1", "CG1.1", "roll WEATHER", GERMAN),
    clause("I6", "I6", "report BORESIGHT unit=S boresight=K12", GERMAN),
])  # fmt: skip
def test_what_the_campaign_does_not_know_is_refused(rule: str, text: str, side: str) -> None:
    no(fight({"S": "6-5-8 K13"}, {"R": "6-2-8 K12"}, turn=1), text, rule, side)


@pytest.mark.rule("I6")
def test_who_is_set_up_first_bore_sights_nothing() -> None:
    play = fight({"S": "6-5-8 off-map"}, turn=1)
    for verb in "setup", "hip":
        no(play, f"{verb} S hex=K13 boresight=K12", "I6")
    do(play, "setup S hex=K13")


@pytest.mark.rule("I6")
def test_bore_sighting_is_allowed_after_the_initial_cgs() -> None:
    do(fight({"S": "6-5-8 K13"}, turn=2), "report BORESIGHT unit=S boresight=K12")


@pytest.mark.rule("BRV2.0")
@pytest.mark.parametrize(("unit", "side"), [("S", GERMAN), ("R", RUSSIAN)])
def test_either_side_declares_hand_to_hand(unit: str, side: str) -> None:
    play = fight({"S": "6-5-8 K13"}, {"R": "6-2-8 K13"})
    assert do(play, f"report MELEE unit={unit} mode=hth", side) == [
        f"Hand-to-Hand is declared for {unit}: both sides may."
    ]


# -- CG2 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CG2.1")
def test_two_mmc_of_a_side_rally_themselves_in_their_own_player_turn() -> None:
    units = {"A": "2-2-8 K13 broken", "B": "3-4-8 K13 broken", "S": "6-5-8 K13 broken", "L": "9-1 K13"}
    play = fight(units, first=GERMAN)
    no(play, "report SELFRALLY unit=L", "CG2.1")
    do(play, "report SELFRALLY unit=A")
    do(play, "report SELFRALLY unit=B")
    assert "third" in no(play, "report SELFRALLY unit=A", "CG2.1").why
    end_turn(play, GERMAN)
    assert campaign(play.state).tally == {}
    assert "Player Turn" in no(play, "report SELFRALLY unit=A", "CG2.1").why
    end_turn(play, RUSSIAN)
    do(play, "report SELFRALLY unit=S")


# -- CG3 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CG3.1")
def test_two_snipers_are_placed_sixteen_hexes_apart() -> None:
    play = fight()
    no(play, "roll SNIPER", "CG3.1")
    no(play, "report SNIPERS of=german B12,Q12", "CG3.1")
    no(play, "report SNIPERS of=german B12", "CG3.1")
    no(play, "report SNIPERS of=russian B12,R12", "CG3.1")
    assert do(play, "report SNIPERS of=german B12,R12") == ["The German Snipers are in B12 and R12."]
    assert campaign(play.state).snipers == {GERMAN: ("B12", "R12")}
    do(fight(None, None, 1, snipers={GERMAN: ("B12", "R12")}), "roll SNIPER")


@pytest.mark.rule("CG3.2")
def test_a_sniper_is_moved_to_sixteen_hexes_from_the_other_at_least() -> None:
    play = fight(snipers={GERMAN: ("B12", "R12")})
    assert "these are 15 hexes apart" in no(play, "report SNIPERS of=german B12,Q12", "CG3.2").why
    do(play, "report SNIPERS of=german B12,S12")


@pytest.mark.parametrize(("dr", "hex_"), [
    clause("CG3.3", 1, "R12"), clause("CG3.3", 3, "R12"),
    clause("CG3.4", 4, "B12"), clause("CG3.4", 6, "B12"),
])  # fmt: skip
def test_the_dr_says_which_sniper_acts(dr: int, hex_: str) -> None:
    play = fight(None, None, dr, snipers={GERMAN: ("R12", "B12")})
    said = do(play, "roll SNIPER")
    assert hex_ in said[0] and said[-1] == f"The german Sniper in {hex_} is activated."
    no(play, "roll SNIPER hex=R12", "CG3.3")


@pytest.mark.rule("CG3.5")
def test_of_two_in_a_column_the_owner_names_one_without_a_die() -> None:
    play = fight(snipers={GERMAN: ("R2", "R20")})
    no(play, "roll SNIPER", "CG3.5")
    assert do(play, "roll SNIPER hex=R20") == ["The german Sniper in R20 is activated."]
    do(fight(None, None, 1, snipers={GERMAN: ("B12", "R12")}), "roll SNIPER")


# -- CG5, note G ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CG5.1", "CG5.2")
def test_two_panzerfaust_for_each_squad_on_the_map_and_two_for_each_that_enters() -> None:
    late = {f"L{n}": "6-5-8 off-map" for n in range(3)} | {"H": "3-4-8 off-map"}
    play = fight({**SQUADS, **late, "T": "9-1 K13"}, control={"a20": GERMAN})
    supply_panzerfaust(play)
    assert own(play.state, GERMAN).pf == 24
    for one in late:
        do(play, f"enter {one} hex=A20")
    assert own(play.state, GERMAN).pf == 31


@pytest.mark.rule("CG5.2")
def test_who_is_no_german_squad_brings_no_panzerfaust() -> None:
    play = fight({"L": "9-1 off-map", "S": "6-5-8 off-map"}, {"R": "6-2-8 off-map"}, control={"a20": GERMAN})
    do(play, "enter L hex=A20")
    do(play, "enter R hex=D0", RUSSIAN)
    assert "CG5.2" not in [event.rule for event in play.events]
    do(play, "enter S hex=A20")
    assert (own(play.state, GERMAN).pf, own(play.state, RUSSIAN).pf) == (2, None)


@pytest.mark.rule("CG5.3")
def test_no_panzerfaust_is_fired_beyond_those_there_are() -> None:
    play = fight({"S": "6-5-8 K13"})
    supply_panzerfaust(play)
    do(play, "report PF unit=S")
    do(play, "report PF unit=S")
    no(play, "report PF unit=S", "CG5.3")
    no(russians(own_russian={"pf": 0}), "report PF unit=A", "FN-G.2", RUSSIAN)


def russians(*more: str, **facts: Any) -> Play:
    """Two squads and a Moabit Prisoner of the Russians, and others."""
    units = {"A": "6-2-8 K13", "B": "4-5-8 off-map", "M": "3-3-7 K13"}
    return fight({"S": "6-5-8 K20"}, {**units, **dict.fromkeys(more, "6-2-8 K13")}, turn=4, **facts)


@pytest.mark.rule("FN-G.1")
def test_the_russians_have_panzerfaust_in_the_next_cgs_played_after_they_bought_them() -> None:
    play = russians(own_russian={"groups": {"P1#1": {"cgs": 3}}})
    supply_panzerfaust(play)
    do(play, "report PF unit=A", RUSSIAN)
    supply_panzerfaust(play)
    no(play, "report PF unit=A", "FN-G.1", RUSSIAN)
    unbought = russians(own_russian={"groups": {"I2#1": {}}})
    supply_panzerfaust(unbought)
    no(unbought, "report PF unit=A", "FN-G.1", RUSSIAN)


@pytest.mark.rule("FN-G.2", "FN-G.3")
def test_the_russians_have_one_for_each_squad_of_their_ob_without_prisoners() -> None:
    play = russians(own_russian={"groups": {"P1#1": {}}})
    supply_panzerfaust(play)
    assert own(play.state, RUSSIAN).pf == 2
    no(play, "report PF unit=M", "FN-G.3", RUSSIAN)
    do(play, "report PF unit=A", RUSSIAN)
    do(play, "report PF unit=A", RUSSIAN)
    no(play, "report PF unit=A", "FN-G.2", RUSSIAN)


# -- CG6 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CG6.1")
def test_the_germans_are_short_of_fuel_from_4_30_am_on() -> None:
    german, russian = {"T": "mk-iv-h K13", "S": "6-5-8 K13"}, {"R": "T-34/85 K12"}
    early = fight(german, russian, turn=5)
    assert "CG6.1" not in [row.rule for row in traits(early.state, early.state.units["T"])]
    no(early, "report FUEL unit=T result=out", "CG6.1")
    play = fight(german, russian, turn=6)
    short = {
        one.id for one in play.state.units.values() if "CG6.1" in {r.rule for r in traits(play.state, one)}
    }
    assert short == {"T"}
    no(play, "report FUEL unit=R result=out", "CG6.1")
    no(play, "report FUEL unit=S result=out", "CG6.1")
    do(play, "report FUEL unit=T result=has")
    assert "out-of-gas" not in flags(play, "T")
    do(play, "report FUEL unit=T result=out")
    assert "out-of-gas" in flags(play, "T")


# -- CG7, CG8 ------------------------------------------------------------------------------------------------

LEADERS = {"L": "9-1 K13", "S": "6-5-8 K13", "M": "8-1 K14", "U": "6-5-8 K13:1", "W": "9-2 K20 reserve"}


@pytest.mark.rule("CG7.3")
def test_the_best_leader_of_a_night_defender_moves_with_those_in_his_location() -> None:
    russian = {"R": "6-2-8 K13", "K": "9-1 K12"}
    play = by_night({**LEADERS, "U": "6-5-8 K13 level-1", "G": "LMG K13"}, russian)
    no(play, "report FREEDOM unit=S by=leader", "CG7.3")
    assert do(play, "roll FREEDOM") == ["L, S may move by night."]
    assert own(play.state, GERMAN).free == ("L", "S")
    do(play, "report FREEDOM unit=S by=leader")
    for other in "MU":
        no(play, f"report FREEDOM unit={other} by=leader", "CG7.3")
    no(play, "roll FREEDOM", "CG7.3")
    no(play, "roll FREEDOM", "CG7.3", RUSSIAN)
    no(fight({"L": "9-1 K13"}, first=RUSSIAN), "roll FREEDOM", "CG7.3")
    no(by_night({"W": "9-2 K20 reserve"}), "roll FREEDOM", "CG7.3")


@pytest.mark.rule("CG7.3", "CG8.1")
@pytest.mark.parametrize(
    ("side", "facts"), [(GERMAN, {}), (GERMAN, {"turn": 3}), (GERMAN, {"first": GERMAN}), (RUSSIAN, {})]
)
def test_who_is_free_with_his_leader_need_not_go_to_a_bridge(side: str, facts: dict[str, Any]) -> None:
    free: dict[str, Any] = {"turn": 2, "first": RUSSIAN, **facts, f"own_{side}": {"free": ("U",)}}
    units = {"U": "4-4-7 K13"}
    play = fight(*((units, None) if side == GERMAN else (None, units)), **free)
    assert do(play, "report FREEDOM unit=U by=leader", side) == []


@pytest.mark.rule("CG7.4")
def test_of_equal_leaders_one_is_taken_by_chance() -> None:
    for dr, best in (1, "A"), (2, "B"):
        play = by_night({"A": "9-1 K13", "B": "9-1 K14", "C": "8-0 K14"}, None, dr)
        do(play, "roll FREEDOM")
        assert own(play.state, GERMAN).free[0] == best
        assert {event.to for event in play.events} == {(GERMAN,)}


@pytest.mark.rule("CG7.8")
def test_a_night_defenders_groups_enter_once_he_has_been_attacked_or_has_seen_the_enemy() -> None:
    german = {"S": "6-5-8 K13", "E": "6-5-8 off-map"}
    play = by_night(german, {"R": "6-2-8 K12", "X": "6-2-8 off-map"}, control={"a20": GERMAN})
    no(play, "enter E hex=A20", "CG7.8")
    do(play, "enter X hex=D0", RUSSIAN)
    for cause in "oba", "sniper", "ambush":
        no(play, f"report ENGAGED unit=S by={cause}", "CG7.8")
    no(play, "report ENGAGED unit=R by=mg", "CG7.8")
    assert do(play, "report ENGAGED unit=S by=mg") == [
        "S was attacked or has seen a Known enemy (mg): the Defender's groups may enter."
    ]
    do(play, "enter E hex=A20")
    day = fight(german, turn=3, first=RUSSIAN)
    do(day, "enter E hex=A20")


@pytest.mark.rule("CG7.9")
def test_at_night_a_vehicle_that_enters_releases_others_with_a_radio_alone() -> None:
    units = {"T": "mk-iv-h K13"}
    no(by_night(units), "report RELEASE unit=T", "CG7.9")
    do(by_night(units), "report RELEASE unit=T radio=yes")
    do(fight(units, turn=3), "report RELEASE unit=T")


@pytest.mark.rule("CG7.3", "CG8.1")
def test_at_night_assault_engineers_of_the_defender_move_from_a_bridge_to_set_a_dc() -> None:
    german = {"E": "8-3-8 I9", "L": "9-1 I9", "S": "6-5-8 I9", "O": "8-3-8 K13", "M": "9-1 U8"}
    german |= {"F": "3-3-8 I9", "H": "3-4-8 I9", "X": "8-3-8 off-map"}
    play = by_night(german)
    for good in "EFL":
        assert "BRV11.31" in do(play, f"report FREEDOM unit={good} by=dc")[0]
    for bad in "SHOMX":
        no(play, f"report FREEDOM unit={bad} by=dc", "CG8.1")
    theirs = by_night(None, {"R": "6-2-8-ae I9"}, first=GERMAN)
    assert "R is Russian" in no(theirs, "report FREEDOM unit=R by=dc", "CG8.1", RUSSIAN).why
    no(by_night(german, first=GERMAN), "report FREEDOM unit=E by=dc", "CG8.1")
    no(fight(german, turn=3, first=RUSSIAN), "report FREEDOM unit=E by=dc", "CG8.1")


# -- CG11 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CG11.1")
def test_optional_armament_is_rolled_for_each_vehicle_once_and_costs_nothing() -> None:
    play = fight(None, {"A": "T-34/85 K13", "B": "T-34/85 K13", "S": "6-2-8 K13"}, 3, 4)
    no(play, "roll ARMAMENT unit=A", "CG11.1", RUSSIAN)
    for name in "6-2-8", "tricycle":
        no(play, f"report ARMAMENT type={name} number=3", "CG11.1")
    for number in "number=7", "number=-1", "":
        no(play, f"report ARMAMENT type=T-34/85 {number}", "CG11.1")
    for most in 0, 6:
        do(play, f"report ARMAMENT type=T-34/85 number={most}")
    do(play, "report ARMAMENT type=T-34/85 number=3")
    do(play, "roll ARMAMENT unit=A", RUSSIAN)
    do(play, "roll ARMAMENT unit=B", RUSSIAN)
    assert "aamg" in flags(play, "A") and "aamg" not in flags(play, "B")
    no(play, "roll ARMAMENT unit=A", "CG11.1", RUSSIAN)
    assert play.state.tracks == {}


# -- CG20, CG21 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CG20.1", "CG20.3")
def test_infantry_that_leaves_in_good_order_is_lost_for_full_cvp() -> None:
    play = fight({"S": "6-5-8 A20"})
    assert "2 CVP for the enemy" in do(play, "report EXIT unit=S hex=A20")[0]
    assert play.state.units["S"].at == ELIMINATED


@pytest.mark.rule("CG20.2", "CG20.8")
def test_broken_units_leave_by_a_friendly_edge_hex() -> None:
    broken = {"S": "6-5-8 MM20 broken"}
    play = fight(broken, None, 1, 1)
    no(play, "report EXIT unit=S hex=MM20 ml=7", "CG20.2")
    no(play, "report EXIT unit=S hex=LL20 ml=7", "CG20.8")
    no(play, "report EXIT unit=S ml=7", "CG20.8")
    no(fight({"S": "6-5-8 off-map broken"}), "report EXIT unit=S hex=A20 ml=7", "CG20.8")
    do(fight(broken, None, 1, 1, control={"mm20": GERMAN}), "report EXIT unit=S hex=MM20 ml=7")


@pytest.mark.rule("CG20.2", "CG20.7")
def test_infantry_in_good_order_leaves_by_any_edge_hex() -> None:
    do(fight({"S": "6-5-8 MM20", "P": "6-5-8 MM20 passenger"}), "report EXIT unit=S hex=MM20")


@pytest.mark.rule("CG20.8")
def test_a_hex_by_which_a_side_might_enter_is_friendly() -> None:
    do(fight({"S": "6-5-8 A15 broken"}, None, 1, 1), "report EXIT unit=S hex=A15 ml=7")
    do(fight(None, {"R": "6-2-8 D0 broken"}, 1, 1), "report EXIT unit=R hex=D0 ml=7", RUSSIAN)


@pytest.mark.parametrize(("side", "dice", "at"), [
    clause("CG20.3", RUSSIAN, (3, 4), OFF_MAP), clause("CG20.3", RUSSIAN, (4, 4), ELIMINATED),
    clause("CG20.4", GERMAN, (3, 3), OFF_MAP), clause("CG20.4", GERMAN, (3, 4), ELIMINATED),
])  # fmt: skip
def test_a_broken_unit_takes_an_nmc_and_a_german_one_a_1mc(side: str, dice: tuple[int, int], at: str) -> None:
    units = {"U": "4-4-7 A20 broken" if side == GERMAN else "4-4-7 D0 broken", "L": "9-1 D1"}
    play = fight(*((units, None) if side == GERMAN else (None, units)), *dice)
    hex_ = play.state.units["U"].at.upper()
    no(play, f"report EXIT unit=U hex={hex_}", "CG20.3", side)
    do(play, f"report EXIT unit=U hex={hex_} ml=7", side)
    assert play.state.units["U"].at == at


@pytest.mark.rule("CG20.5", "CG20.6")
def test_who_fails_is_lost_with_his_sw_and_who_passes_waits_off_the_map() -> None:
    units = {"S": "6-5-8 A20 broken level-1", "G": "LMG A20 level-1", "H": "LMG A20"}
    lost, kept = fight(units, None, 6, 6), fight(units, None, 1, 1)
    for play in lost, kept:
        no(play, "report EXIT unit=S hex=A20 ml=7 sw=G,H", "CG20.5")
        do(play, "report EXIT unit=S hex=A20 ml=7 sw=G")
    assert [lost.state.units[one].at for one in "SGH"] == [ELIMINATED, ELIMINATED, "a20"]
    assert kept.state.units["S"].at == OFF_MAP and flags(kept, "S") == {"broken"}


@pytest.mark.rule("CG20.7")
def test_a_vehicle_leaves_by_a_friendly_edge_without_passengers_and_riders() -> None:
    units = {"T": "mk-iv-h A20", "R": "mk-iv-h A20 riders", "U": "mk-iv-h MM20"}
    play = fight(units)
    no(play, "report EXIT unit=R hex=A20", "CG20.7")
    no(play, "report EXIT unit=U hex=MM20", "CG20.7")
    no(fight({**units, "S": "6-5-8 A20 passenger"}), "report EXIT unit=T hex=A20", "CG20.7")
    do(play, "report EXIT unit=T hex=A20")
    assert play.state.units["T"].at == OFF_MAP


@pytest.mark.rule("CG21.2")
def test_what_did_not_enter_is_kept_off_the_map() -> None:
    play = fight({"S": "6-5-8 bought new", "T": "6-5-8 K13"})
    keep_unused(play)
    assert play.state.units["S"].at == OFF_MAP and flags(play, "S") == frozenset()
    assert play.state.units["T"].at == "k13" and {event.to for event in play.events} == {(GERMAN,)}


@pytest.mark.rule("CG22.7b")
def test_a_reserve_is_released_by_an_enemy_within_three_hexes() -> None:
    german = {"S": "6-5-8 K13 reserve", "T": "6-5-8 K20 reserve"}
    play = fight(german, {"R": "6-2-8 K10"})
    no(play, "report WAKE unit=T", "CG22.7b")
    do(play, "report WAKE unit=S")
    assert flags(play, "S") == frozenset()
    no(fight(german, {"R": "6-2-8 K9"}), "report WAKE unit=S", "CG22.7b")


# -- the Refit Phase -----------------------------------------------------------------------------------------


@pytest.mark.rule("RePh8.6073.1", "RePh8.6073.2")
def test_hidden_fortifications_stay_hidden_outside_the_enemys_area() -> None:
    hip = {"WIRE@K13": "K13", "TRENCH@K12": "K12"}
    play = fight(control={"k12": RUSSIAN, "k13": GERMAN}, own_german={"hip": hip})
    expose_fortifications(play)
    assert own(play.state, GERMAN).hip == {"WIRE@K13": "K13"}
    assert campaign(play.state).works == {"K12": ("trench",)}
    assert [event.says(NOBODY) for event in play.events if event.seen_by(RUSSIAN)][-1:] == [
        "A hidden Trench in K12 is in the enemy's area, and is revealed."
    ]
    before = len(play.events)
    expose_fortifications(play)
    assert len(play.events) == before


@pytest.mark.rule("RePh8.6113")
def test_a_russian_has_one_less_on_the_heroes_and_mmc_dr() -> None:
    play = fight({"S": "6-5-8 K13"}, {"R": "6-2-8 K12"}, segment="8.6113")
    assert "5, -1 Russian [RePh8.6113] = 4" in do(play, "report STEP 8.6113 unit=R dr=5", RUSSIAN)[-1]
    assert len(do(play, "report STEP 8.6113 unit=S dr=5")) == 1


@pytest.mark.parametrize(("side", "squads", "leaders", "stands"), [
    clause("RePh8.6115.1", GERMAN, 12, 2, True), clause("RePh8.6115.1", GERMAN, 12, 3, False),
    clause("RePh8.6115.2", RUSSIAN, 12, 1, True), clause("RePh8.6115.2", RUSSIAN, 12, 2, False),
])  # fmt: skip
def test_a_leader_is_promoted_where_there_are_squads_enough(
    side: str, squads: int, leaders: int, stands: bool
) -> None:
    units = {f"S{n}": "4-4-7 K13 level-1 broken" for n in range(squads)}
    units |= {f"L{n}": "8-0 K13" for n in range(leaders)}
    play = fight(*((units, None) if side == GERMAN else (None, units)), segment="8.6115")
    rule = "RePh8.6115.1" if side == GERMAN else "RePh8.6115.2"
    no(play, "report PROMOTION unit=L0", rule, side)
    if not stands:
        assert "exceed 1:" in no(play, "report PROMOTION unit=S0", rule, side).why
        return
    do(play, "report PROMOTION unit=S0", side)
    (made,) = [one for one in play.state.units.values() if one.kind.startswith("7-0")]
    assert (made.side, made.at, made.steps, made.flags) == (side, "k13", 1, frozenset({"level-1"}))
    assert all(event.seen_by(other) for event in play.events for other in (GERMAN, RUSSIAN))
    assert "has promoted" in no(play, "report PROMOTION unit=S1", rule, side).why


@pytest.mark.rule("RePh8.6115.1")
def test_who_rises_among_hidden_men_is_hidden_too() -> None:
    units = {f"S{n}": "4-4-7 K13 hip" for n in range(4)}
    play = fight(units, segment="8.6115")
    do(play, "report PROMOTION unit=S0")
    assert flags(play, "GE-7-0#3") == {"hip"} and {event.to for event in play.events} == {(GERMAN,)}


@pytest.mark.rule("RePh8.613.1", "RePh0.1")
def test_nothing_is_shifted_off_the_map_or_onto_it() -> None:
    play = fight({"S": "6-5-8 K13", "O": "6-5-8 off-map"}, segment="8.613")
    for box in "off-map", "OFF-MAP", "bought", "reserve":
        no(play, f"report STEP 8.613 unit=S to={box}", "RePh8.613.1")
    for box in "off-map", "bought":
        boxed = fight({"O": f"6-5-8 {box}"}, segment="8.613")
        no(boxed, "report STEP 8.613 unit=O to=K14", "RePh8.613.1")
    do(play, "report STEP 8.613 unit=S to=K14")
    assert play.state.units["S"].at == "k14"
