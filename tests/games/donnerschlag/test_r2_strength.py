"""The modified ratio of a combat: strengths, shifts, die roll modifiers, and the Combat Results Table."""

from __future__ import annotations

import pytest

from adjudicator.games.donnerschlag.charts import charts, read_result
from adjudicator.games.donnerschlag.levels import ATTACKERS, DEFENDERS

from .fights import HEX, battle, fight, odds, reasons

NORTH, EAST = "1918", "2018"
TANK, GRENADIERS = "I-11 Pz", "II-114 PzG"
"""Of strength 6 and 4; yellow and orange."""
BOTH = {"17 Mech": HEX, "13 Tk R": HEX}
"""Defenders of strength 3 and 2; orange and yellow."""
VILLAGE, TOWN, CITY, STATION = "1220", "1522", "4314", "3614"
BESIDE = {VILLAGE: "1120", TOWN: "1422", CITY: "4414", STATION: "3514", HEX: NORTH}


def at(space: str) -> dict[str, str]:
    """A tank and grenadiers of 10 against 5, both sides with both backgrounds, around this hex."""
    return {TANK: BESIDE[space], GRENADIERS: BESIDE[space], **dict.fromkeys(BOTH, space)}


def attack(space: str) -> str:
    return f"attack {space} with {TANK}, {GRENADIERS}"


# -- the table ---------------------------------------------------------------------------------------------

COLUMNS = ("0:1", "1:1", "1.5:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")


@pytest.mark.rule(
    "D.crt.row1", "D.crt.row2", "D.crt.row3", "D.crt.row4", "D.crt.row5", "D.crt.row6", "D.crt.cols"
)
@pytest.mark.parametrize(
    ("die", "row"),
    [
        (1, "1AR 1AR 1A AR - - DR DR 1DR"),
        (2, "1AR 1A AR - - DR DR 1DR 1DR"),
        (3, "1AR AR - - DR DR 1DR 1DR 2DR"),
        (4, "1AR - - DR DR 1DR 1DR 2DR 2DR"),
        (5, "1AR - DR DR 1DR 1DR 2DR 2DR 3DR"),
        (6, "1AR DR DR 1DR 1DR 2DR 2DR 3DR 3DR"),
    ],
)
def test_the_table_as_printed(die: int, row: str) -> None:
    assert [charts()["crt"].read(column, die) for column in COLUMNS] == row.split()


@pytest.mark.rule("D.crt.clamp")
@pytest.mark.parametrize(("die", "as_"), [(-2, 1), (0, 1), (7, 6), (9, 6)])
def test_a_modified_die_beyond_the_table_reads_as_its_end(die: int, as_: int) -> None:
    assert [charts()["crt"].read(one, die) for one in COLUMNS] == [
        charts()["crt"].read(one, as_) for one in COLUMNS
    ]


@pytest.mark.rule("D.crt.note.none", "D.crt.note.A", "D.crt.note.D", "D.crt.note.num", "D.crt.note.R")
@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("-", ("", 0, 0)),
        ("1A", (ATTACKERS, 1, 0)),
        ("AR", (ATTACKERS, 0, 1)),
        ("1AR", (ATTACKERS, 1, 1)),
        ("DR", (DEFENDERS, 0, 1)),
        ("3DR", (DEFENDERS, 3, 1)),
    ],
)
def test_what_a_cell_says(cell: str, found: tuple[str, int, int]) -> None:
    assert read_result(cell) == found


@pytest.mark.rule("D.crt.cols", "D.combat.6")
@pytest.mark.parametrize(
    ("attackers", "defenders", "column"),
    [
        (
            {"I-4 PzG": 3, "II-4 PzG": 3, "II-114 PzG": 4, "Alarmgruppe 1": 1},
            {"36 Mech": 4, "17 Mech": 3},
            "1.5:1",
        ),
        ({"I-4 PzG": 3, "II-4 PzG": 3}, {"36 Mech": 4, "17 Mech": 3}, "0:1"),
        ({"I-4 PzG": 3, "II-114 PzG": 4}, {"36 Mech": 4, "17 Mech": 3}, "1:1"),
        ({"I-4 PzG": 3, "II-4 PzG": 3, "II-114 PzG": 4}, {"AdHoc 1": 1}, "7:1"),
        ({"I-4 PzG": 3}, {"AdHoc 1": 1}, "3:1"),
    ],
)
def test_the_ratio_is_rounded_down_to_a_column(
    attackers: dict[str, int], defenders: dict[str, int], column: str
) -> None:
    units = {**dict.fromkeys(attackers, NORTH), **dict.fromkeys(defenders, HEX)}
    laid = fight(units, f"attack {HEX} with {', '.join(attackers)}", dice=[4])
    assert odds(laid)[:3] == (sum(attackers.values()), sum(defenders.values()), column)


@pytest.mark.rule("D.crt.cols", "D.mod.ca.2")
def test_below_one_to_one_is_attacked_on_the_first_column_and_a_shift_stops_there() -> None:
    laid = fight({"I-4 PzG": NORTH, **BOTH}, f"attack {HEX} with I-4 PzG", dice=[6])
    assert odds(laid) == (3, 5, "0:1", 6, "1AR")
    assert reasons(laid, "shifts") == [("D.mod.ca.2", -1)]


@pytest.mark.rule("D.crt.shiftends")
def test_shifts_beyond_the_last_column_do_nothing() -> None:
    laid = fight({TANK: NORTH, GRENADIERS: NORTH, "AdHoc 1": HEX}, attack(HEX), dice=[6])
    assert odds(laid) == (10, 1, "7:1", 6, "3DR")
    assert reasons(laid, "shifts") == [("D.mod.tank.1", 1), ("D.mod.ca.1", 1)]


# -- bonuses and terrain -----------------------------------------------------------------------------------


@pytest.mark.rule(
    "D.combat.6", "D.mod.cum", "D.mod.tank.1", "D.mod.ca.1", "D.mod.ca.2", "D.tec.clear", "D.combat.7"
)
def test_in_the_open_all_bonuses_add_up() -> None:
    laid = fight(at(HEX), attack(HEX), dice=[4])
    assert odds(laid) == (10, 5, "3:1", 4, "DR")
    assert reasons(laid, "shifts") == [("D.mod.tank.1", 1), ("D.mod.ca.1", 1), ("D.mod.ca.2", -1)]
    assert reasons(laid, "drms") == []


@pytest.mark.rule("D.tec.village", "D.combat.7", "D.tec.road")
@pytest.mark.parametrize("space", [VILLAGE, STATION])
def test_a_village_or_station_takes_one_from_the_die(space: str) -> None:
    laid = fight(at(space), attack(space), dice=[4])
    assert odds(laid) == (10, 5, "3:1", 3, "DR")
    assert reasons(laid, "drms") == [("D.tec.village", -1)]


@pytest.mark.rule("D.tec.town.1", "D.tec.town.2")
def test_a_town_takes_two_and_the_tank_bonus() -> None:
    laid = fight(at(TOWN), attack(TOWN), dice=[4])
    assert odds(laid) == (10, 5, "2:1", 2, "-")
    assert reasons(laid, "shifts") == [("D.mod.ca.1", 1), ("D.mod.ca.2", -1)]
    assert reasons(laid, "drms") == [("D.tec.town.1", -2)]


@pytest.mark.rule("D.tec.city.1", "D.tec.city.2")
def test_a_city_halves_the_attack_and_takes_all_bonuses_from_both() -> None:
    laid = fight(at(CITY), attack(CITY), dice=[4])
    assert odds(laid) == (5, 5, "1:1", 4, "-")
    assert reasons(laid, "shifts") == reasons(laid, "drms") == []


@pytest.mark.rule("D.oos.5", "D.oos.6", "D.tec.city.1")
def test_a_city_and_want_of_supply_halve_each_others_result() -> None:
    units = {**at(CITY), TANK: f"{BESIDE[CITY]} full out-of-supply"}
    assert odds(fight(units, attack(CITY), dice=[4]))[:3] == (3.5, 5, "0:1")


@pytest.mark.rule("D.mod.tank.1", "D.mod.ca.3")
def test_three_tanks_are_one_shift_and_two_pairs_one() -> None:
    units = {TANK: NORTH, "II-11 Pz": NORTH, "201 Pz": EAST, GRENADIERS: EAST, "36 Mech": HEX, "17 Mech": HEX}
    laid = fight(units, f"attack {HEX} with {TANK}, II-11 Pz, 201 Pz, {GRENADIERS}", dice=[4])
    assert reasons(laid, "shifts") == [("D.mod.tank.1", 1), ("D.mod.ca.1", 1)]


@pytest.mark.rule("D.mod.tank.2")
def test_tanks_that_defend_give_no_bonus() -> None:
    laid = fight({GRENADIERS: NORTH, "85 Tk": HEX}, f"attack {HEX} with {GRENADIERS}", dice=[4])
    assert reasons(laid, "shifts") == []


@pytest.mark.rule("D.mod.ca.1", "D.comp.units")
def test_units_without_a_background_make_no_combined_arms() -> None:
    laid = fight(
        {TANK: NORTH, "2 Inf-1": NORTH, "85 Tk": HEX}, f"attack {HEX} with {TANK}, 2 Inf-1", dice=[4]
    )
    assert reasons(laid, "shifts") == [("D.mod.tank.1", 1)]


@pytest.mark.rule("D.oos.6", "D.oos.5")
def test_a_tank_out_of_supply_counts_half_and_gives_no_bonus() -> None:
    units = {TANK: f"{NORTH} full out-of-supply", GRENADIERS: NORTH, "36 Mech": HEX}
    laid = fight(units, attack(HEX), dice=[4])
    assert odds(laid)[:3] == (7, 4, "1.5:1")
    assert reasons(laid, "shifts") == []
    part = next(one for one in battle(laid)["parts"] if one["unit"] == TANK)
    assert (part["was"], part["is"], part["rule"], part["reason"]) == (6, 3, "D.oos.5", "out of supply")


@pytest.mark.rule("D.oos.5", "D.oos.6")
def test_defenders_out_of_supply_count_half_and_make_no_combined_arms() -> None:
    units = {TANK: NORTH, "17 Mech": f"{HEX} full out-of-supply", "13 Tk R": HEX}
    laid = fight(units, f"attack {HEX} with {TANK}", dice=[4])
    assert odds(laid)[:2] == (6, 3.5)
    assert reasons(laid, "shifts") == [("D.mod.tank.1", 1)]


@pytest.mark.rule("D.combat.3", "D.comp.units")
def test_all_units_in_the_hex_defend_and_a_reduced_one_with_its_back() -> None:
    laid = fight(
        {TANK: NORTH, "36 Mech": f"{HEX} reduced", "17 Mech": HEX}, f"attack {HEX} with {TANK}", dice=[4]
    )
    assert set(battle(laid)["defenders"]) == {"36 Mech", "17 Mech"}
    assert odds(laid)[1] == 5


# -- rivers ------------------------------------------------------------------------------------------------

FORD, FAR = "2222", "2223"
"""Two hexes with an unbridged river between them; 2323 lies on the far bank."""


@pytest.mark.rule("D.tec.river.2", "D.combat.14")
def test_one_is_taken_from_the_die_when_all_attack_across_an_unbridged_river() -> None:
    units = {"I-4 PzG": FORD, "II-4 PzG": FORD, "36 Mech": FAR}
    laid = fight(units, f"attack {FAR} with I-4 PzG, II-4 PzG", dice=[3])
    assert odds(laid) == (6, 4, "1.5:1", 2, "AR")
    assert reasons(laid, "drms") == [("D.tec.river.2", -1)]
    assert laid.at("I-4 PzG") != FORD
    assert laid.at("II-4 PzG") != FORD


@pytest.mark.rule("D.tec.river.2")
def test_one_attacker_on_the_same_bank_is_enough_for_no_modifier() -> None:
    units = {"I-4 PzG": FORD, "II-4 PzG": FORD, GRENADIERS: "2323", "36 Mech": FAR}
    laid = fight(units, f"attack {FAR} with I-4 PzG, II-4 PzG, {GRENADIERS}", dice=[3])
    assert odds(laid) == (10, 4, "2:1", 3, "-")


@pytest.mark.rule("D.tec.bridge", "D.combat.14", "D.tec.river.2")
def test_a_bridge_is_no_river_in_combat() -> None:
    laid = fight({TANK: "2221", "36 Mech": "2321"}, f"attack 2321 with {TANK}", dice=[3])
    assert odds(laid) == (6, 4, "2:1", 3, "-")
    assert reasons(laid, "drms") == []


@pytest.mark.rule("D.tec.village", "D.tec.river.2", "D.mod.cum")
def test_river_and_village_add_up() -> None:
    laid = fight({"I-4 PzG": "2013", "36 Mech": "2113"}, "attack 2113 with I-4 PzG", dice=[4])
    assert reasons(laid, "drms") == [("D.tec.river.2", -1), ("D.tec.village", -1)]
    assert battle(laid)["final"] == 2
