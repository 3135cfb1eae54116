"""Rules 0.1c, 0.1d and 7.4: strengths, one rounding, columns and their shifts."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.koenigsberg45.combat.r07_strength import final_column, raw_column
from adjudicator.mechanics.shifts import Shift

from .fights import combat, fight, odds, part, refused, resolved, shifts

OUT = "out-of-supply"


@pytest.mark.rule("0.1c.2", "0.1d.1", "7.4.1", "7.4.2", "7.4.4", "7.2.2")
def test_strengths_are_summed_exactly_and_rounded_down_once() -> None:
    units = {
        "605 zbv": "2020",
        "8 G": f"2120 full {OUT}",
        "11 G": f"2021 full {OUT}",
        "45": "2121",
    }
    table = fight(units, "attack 2020 with 8 G, 11 G, 45", minor=["2020/2120", "2020/2121"])
    assert odds(table) == (8, 4, "2-1")
    assert resolved(table)["result"] == "Dr"
    assert part(table, "8 G") == [("7.4.2", 7, 3.5), ("7.4.4", 3.5, 1.75)]
    assert part(table, "total") == [("0.1d.1", 8.25, 8)]


@pytest.mark.rule("0.1c.1", "7.4.4")
def test_half_for_the_river_and_half_for_supply_give_a_quarter() -> None:
    units = {"131": "2020", "10 T": f"2120 full {OUT}", "72": "2021"}
    table = fight(units, "attack 2020 with 10 T, 72", minor=["2020/2120"])
    assert part(table, "10 T") == [("7.4.2", 8, 4), ("7.4.4", 4, 2)]
    assert odds(table) == (8, 5, "1-1")


@pytest.mark.rule("0.1d.1")
def test_units_are_added_before_they_are_halved() -> None:
    units = {"605 zbv": "2020", "1 T": f"2120 reduced {OUT}", "3 G C": f"2121 full {OUT}"}
    table = fight(units, "attack 2020 with 1 T, 3 G C")
    assert odds(table) == (4, 4, "1-1")
    assert part(table, "3 G C") == [("7.4.2", 5, 2.5)]


@pytest.mark.rule("7.4.1")
def test_a_ratio_is_rounded_in_the_defenders_favour() -> None:
    table = fight({"549 VG": "2020", "8 G": "2120", "11 G": "2121"}, "attack 2020 with 8 G, 11 G")
    assert odds(table) == (14, 5, "2-1")


@pytest.mark.rule("7.4.3")
def test_isolated_units_attack_and_defend_at_half() -> None:
    units = {"549 VG": "2020 full isolated", "8 G": "2120 full isolated"}
    table = fight(units, "attack 2020 with 8 G")
    assert part(table, "549 VG") == [("7.4.3", 5, 2.5)]
    assert odds(table) == (3, 2, "1-1")


@pytest.mark.rule("7.4.2")
def test_a_defender_out_of_supply_counts_in_full() -> None:
    table = fight({"549 VG": f"2020 full {OUT}", "8 G": "2120"}, "attack 2020 with 8 G")
    assert odds(table) == (7, 5, "1-1")


@pytest.mark.rule("7.4.4")
def test_only_attackers_across_a_river_are_halved() -> None:
    units = {"549 VG": "2020", "8 G": "2120", "11 G": "2121"}
    table = fight(units, "attack 2020 with 8 G, 11 G", minor=["2020/2120"])
    assert part(table, "8 G") == [("7.4.4", 7, 3.5)]
    assert part(table, "11 G") == [("0.3.1", 7, 7)]
    assert odds(table) == (10, 5, "2-1")


@pytest.mark.rule("7.4.4")
def test_a_bridge_frees_an_attack_over_a_minor_river_and_halves_one_over_a_major() -> None:
    units = {"549 VG": "2020", "8 G": "2120"}
    bridge: dict[str, Any] = {"roads": ["2020 2120"]}
    assert odds(fight(units, "attack 2020 with 8 G", minor=["2020/2120"], **bridge))[0] == 7
    units["11 G"] = "2121"
    assert odds(fight(units, "attack 2020 with 8 G, 11 G", major=["2020/2120"], **bridge))[0] == 10


# -- 7.4a shifts -----------------------------------------------------------------------------------


@pytest.mark.rule("7.4a.1", "7.4a.2", "7.2.2")
def test_forest_shifts_one_column_to_the_left() -> None:
    units = {"131": "2020 reduced", "45": "2120", "72": "2121"}
    table = fight(units, "attack 2020 with 45, 72", ground={"2020": {"terrain": "forest"}})
    assert odds(table) == (12, 3, "3-1")
    assert shifts(table) == {"7.4a.1": -1}


@pytest.mark.rule("7.4a.3")
def test_shifts_of_ground_and_city_add_up() -> None:
    units = {"605 zbv": "2020", "1 T": "2120", "29 T": "2121"}
    ground = {"2020": {"terrain": "forest", "settlement": "city"}}
    table = fight(units, "attack 2020 with 1 T, 29 T", ground=ground)
    assert odds(table) == (16, 4, "1-1")
    assert shifts(table) == {"7.4a.1": -3}


@pytest.mark.rule("7.4a.1")
def test_the_ground_of_the_attackers_does_not_count() -> None:
    units = {"131": "2020", "45": "2120"}
    table = fight(units, "attack 2020 with 45", ground={"2120": {"settlement": "city"}})
    assert shifts(table) == {}


@pytest.mark.rule("7.4a.4")
def test_a_festung_shifts_when_all_attack_across_it() -> None:
    units = {"Gar Lötzen": "3418", "8 G": "3318", "11 G": "3319"}
    assert shifts(fight(units, "attack 3418 with 8 G, 11 G", real=True)) == {"7.4a.1": -1, "7.4a.4": -1}


@pytest.mark.rule("7.4a.4")
def test_one_attacker_around_the_line_takes_its_shift_away() -> None:
    units = {"549 VG": "2513", "8 G": "2613", "11 G": "2412"}
    assert shifts(fight(units, "attack 2513 with 8 G", real=True)) == {"7.4a.4": -1}
    assert shifts(fight(units, "attack 2513 with 8 G, 11 G", real=True)) == {}


@pytest.mark.rule("7.4a.4")
def test_soviets_get_nothing_from_a_festung() -> None:
    units = {"S69": "3418", "1": "3318", "549 VG": "3319"}
    table = fight(units, "attack 3418 with 1, 549 VG", active="german", real=True)
    assert shifts(table) == {"7.4a.1": -1}


@pytest.mark.rule("7.4a.5")
def test_an_attack_across_a_lake_side_is_halved_and_no_tanks_take_part() -> None:
    ground = {"2020": {"terrain": "lake"}}
    units = {"131": "2020", "45": "2120", "10 T": "2121"}
    assert part(fight(units, "attack 2020 with 45", ground=ground), "45") == [("7.4a.5", 6, 3)]
    assert refused(units, "attack 2020 with 45, 10 T", ground=ground) == ("refused", "7.4a.5")
    assert odds(fight(units, "attack 2020 with 10 T", ground={}))[0] == 8


# -- 7.4b and K-R25 the column ---------------------------------------------------------------------


@pytest.mark.rule("0.1d.2", "7.4b.2")
@pytest.mark.parametrize("attack", [24, 30, 45])
def test_ratios_above_seven_to_one_use_the_last_column(attack: int) -> None:
    assert final_column(attack, 3, []) == "8-1+"


@pytest.mark.rule("0.1d.2")
def test_a_ratio_above_eight_to_one_is_cut_before_it_is_shifted() -> None:
    assert final_column(40, 5, [Shift("", -2, "")]) == final_column(100, 5, [Shift("", -2, "")]) == "6-1"


@pytest.mark.rule("7.4b.2")
def test_a_shift_to_the_right_ends_at_the_last_column() -> None:
    assert final_column(35, 5, [Shift("", -2, ""), Shift("", 4, "")]) == "8-1+"


@pytest.mark.rule("7.4b.1")
def test_imaginary_columns_let_a_shift_to_the_right_lift_low_odds() -> None:
    assert raw_column(3, 7) == "1-3"
    assert final_column(3, 7, []) == ""
    assert final_column(3, 7, [Shift("", 1, "")]) == "1-2"
    assert final_column(1, 4, [Shift("", 1, "")]) == ""
    assert final_column(1, 4, [Shift("", 2, "")]) == "1-2"
    assert final_column(0, 5, []) == final_column(1, 40, [Shift("", 4, "")]) == ""


@pytest.mark.rule("7.4.1")
def test_columns_follow_each_other_in_their_order() -> None:
    columns = [raw_column(attack, 1) for attack in range(1, 9)]
    assert columns == ["1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1+"]
    assert [final_column(attack, 1, [Shift("", 1, "")]) for attack in range(1, 8)] == columns[1:]


@pytest.mark.rule("7.4b.1", "0.1d.3", "0.1e.3", "7.2.3")
def test_odds_below_one_to_two_cancel_the_attack_without_a_die() -> None:
    units = {"S69": "2020", "605 zbv": "2120 reduced", "607 zbv": "2121 reduced", "401I": "2021 reduced"}
    table = combat(units, active="german")
    order = "attack 2020 with 605 zbv, 607 zbv, 401I"
    assert table.verdict("german", order) == ("done", "")
    (cancelled,) = table.found("AttackCancelled")
    assert (cancelled["attack"], cancelled["defence"]) == (3, 7)
    assert "CombatResolved" not in table.kinds()
    assert table.verdict("german", "attack 2020 with 605 zbv") == ("refused", "7.3a.3")


@pytest.mark.rule("7.4b.1")
def test_terrain_can_cancel_an_attack() -> None:
    units = {"131": "2020", "45": "2120"}
    table = fight(units, "attack 2020 with 45", dice=[], ground={"2020": {"settlement": "city"}})
    assert table.kinds().count("AttackCancelled") == 1


@pytest.mark.rule("7.4b.3")
def test_a_defence_rounded_down_to_nothing_gives_the_last_column_even_in_a_city() -> None:
    units = {"401I": "2020 reduced isolated", "45": "2120"}
    table = fight(units, "attack 2020 with 45", dice=[1], ground={"2020": {"settlement": "city"}})
    assert odds(table) == (6, 0, "8-1+")
    assert resolved(table)["shifts"] == ()


@pytest.mark.rule("7.2.2")
def test_every_part_of_the_arithmetic_names_rule_and_reason() -> None:
    units = {"131": "2020", "VlkStm 1": "2020", "45": f"2120 full {OUT}", "72": "2121"}
    facts = resolved(fight(units, "attack 2020 with 45, 72", minor=["2020/2120"], dice=[2]))
    assert {one["side"] for one in facts["parts"]} == {"attack", "defence"}
    assert all(set(one) == {"side", "unit", "rule", "was", "is", "reason"} for one in facts["parts"])
    assert all(one["rule"] and one["reason"] for one in (*facts["parts"], *facts["shifts"]))
