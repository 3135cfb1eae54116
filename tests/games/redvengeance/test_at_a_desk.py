"""What a campaign by mail at a desk has shown: who comes with whom, what is there for one CGS alone, and what
rosters say of it."""

from __future__ import annotations

import pytest

from adjudicator.events import UnitEliminated
from adjudicator.games.redvengeance.by_mail.rosters import rosters
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from tests.games.redvengeance.by_mail import Date, a_date, bought
from tests.games.redvengeance.doing import do, no
from tests.games.redvengeance.firefight import fight
from tests.games.redvengeance.test_walked_dates import chits, over
from tests.games.redvengeance.test_walked_on import set_up

TANKS, LEADER = ("GE-V1#1-1", "GE-V1#1-2"), "GE-V1#1-3"
STOCK = {"chits-russian": 7, "chits-german": 3}


def tanks(*lines: str) -> Date:
    """A group of two tanks with an Armor Leader: the strength, two models, and a DR of 4."""
    return bought(("buy V1 mode=map", *lines), (), 3, 3, 3, 3, 2, 2)


# -- ROST.7 an Armor Leader comes with a vehicle -------------------------------------------------------------


@pytest.mark.rule("ROST.7")
def test_an_armor_leader_is_set_up_where_a_vehicle_is() -> None:
    date = tanks()
    for how in ("setup", "hip", "reserve"):
        assert date.send(GERMAN, f"{how} {LEADER} hex=K20") == ["ROST.7"]
    date.good(GERMAN, f"setup {TANKS[0]} hex=K20", f"setup {TANKS[1]} hex=K21", f"setup {LEADER} hex=K20")
    date.good(GERMAN, f"setup {TANKS[0]} hex=K21")
    assert date.send(GERMAN, "pass") == ["ROST.7"], "the tank has gone, the leader has not"
    date.good(GERMAN, f"setup {LEADER} hex=K21", "pass")


@pytest.mark.rule("ROST.7")
def test_all_that_waits_comes_with_the_leader_last() -> None:
    date = tanks()
    date.good(GERMAN, "setup GE-V1#1 hex=K20", "pass")
    assert {date.state.units[one].at for one in (*TANKS, LEADER)} == {"k20"}


@pytest.mark.rule("ROST.7")
def test_an_armor_leader_enters_where_a_vehicle_has_entered() -> None:
    date = set_up(bought((), ("buy V1",), 3, 3, 2, 2))
    tank, leader = "RU-V1#1-1", "RU-V1#1-4"
    assert date.send(RUSSIAN, f"enter {leader} hex=H0") == ["ROST.7"]
    date.good(RUSSIAN, f"enter {tank} hex=H0", f"enter {leader} hex=H0")


@pytest.mark.rule("ROST.7", "RePh0.1")
def test_an_armor_leader_with_one_vehicle_goes_where_it_goes() -> None:
    """The roster says in which it rides; of two nobody knows, and a wreck is none."""
    play = fight({"V": "mk-vg A20", "X": "mk-vg A20 wreck", "L": "al-9-1-de A20"})
    (line,) = [one for part in rosters(play.state, GERMAN) if part.rule == "ROST.7" for one in part.entries]
    assert line.state == "in V"
    do(play, "report at unit=V hex=A21")
    assert play.state.units["L"].at == "a21"


# -- what is there for one CGS -------------------------------------------------------------------------------


@pytest.mark.rule("CG10.5")
def test_a_spotter_plane_is_ordered_by_who_buys_one() -> None:
    date = a_date()
    assert date.send(RUSSIAN, "oba O7 observer=A1") == ["CG10.5"]
    assert date.said[0].legal[:1] == ("buy O7",)
    date.good(RUSSIAN, "oba O7 observer=A1", "buy O7")


@pytest.mark.slow
@pytest.mark.rule("RG-RU-S1")
def test_aircraft_fly_for_the_cgs_for_which_they_were_bought() -> None:
    """One has come, another has not: both are gone after it, and the German hears of the first alone."""
    date = set_up(bought((), ("buy S1",), 3, tracks=STOCK))
    date.good(RUSSIAN, "enter RU-S1#1-1 hex=H0")
    over(date)
    assert {date.state.units[f"RU-S1#1-{n}"].at for n in (1, 2)} == {"eliminated"}
    gone = (event for event in date.play.events if isinstance(event, UnitEliminated))
    seen = [event for event in gone if event.seen_by(GERMAN)]
    assert len(seen) == 1
    assert "RU-S1#1-1" in date.seen(GERMAN) and "RU-S1#1-2" not in date.seen(GERMAN)


@pytest.mark.slow
@pytest.mark.rule("RG-RU-S1")
def test_aircraft_wait_through_a_lull() -> None:
    date = over(set_up(bought((), (), tracks=STOCK)))
    chits(date, "idle", "idle", (("buy S1",), ()))
    assert date.state.units["RU-S1#1-1"].at in {"bought", "off-map"}
    for side in (RUSSIAN, GERMAN):
        date.send(side, "pass 8.6091-8.615")
    assert date.state.units["RU-S1#1-1"].at == "off-map"


# -- rosters -------------------------------------------------------------------------------------------------


@pytest.mark.rule("FT-FN-R2", "ROST.2")
def test_supplemental_armor_is_not_placed_and_goes_with_its_cgs() -> None:
    date = bought((), ("buy M2 x3", "fpp SUPPLEMENTAL"), tracks=STOCK)

    def armor() -> list[str]:
        parts = rosters(date.state, RUSSIAN)
        return [one.where for part in parts for one in part.entries if one.name == "SUPPLEMENTAL"]

    assert armor() == ["On all fully tracked vehicles"]
    over(set_up(date))
    assert armor() == []


# -- CG22 the enemy releases a Reserve -----------------------------------------------------------------------


@pytest.mark.rule("CG22.7b")
def test_the_enemy_releases_a_reserve_by_the_hex_of_its_counter() -> None:
    """The Russian knows no unit under the counter, and needs to name none: all of them come out."""
    date = bought(("buy I3 mode=reserve",), ("buy I2",), front_line={RUSSIAN: ("h0",), GERMAN: ()})
    date.good(GERMAN, "reserve GE-I3#1 hex=K20", "pass")
    date.good(RUSSIAN, "pass")
    date.good(RUSSIAN, "enter RU-I2#1 hex=H0")
    assert date.send(RUSSIAN, "report WAKE hex=K20") == ["CG22.7b"]
    date.send(RUSSIAN, "report AT unit=RU-I2#1-1 hex=K17")
    date.good(GERMAN, "so it was")
    assert date.send(RUSSIAN, "report WAKE hex=K21") == ["CG22.7b"]
    date.good(RUSSIAN, "report WAKE hex=K20")
    assert not any("reserve" in unit.flags for unit in date.state.units.values())
    assert {"GE-I3#1-1", "GE-I3#1-5"} <= date.seen(RUSSIAN).keys()


@pytest.mark.rule("RePh8.609", "CG27.1")
@pytest.mark.parametrize("line", [
    "report BURNING hex=K13 fire=smoke", "report BURNING hex=C3 fire=flame",
    "report BURNING hex=K13 fire=flame terrain=grass", "report TERRAIN hex=L14 terrain=rubble",
])  # fmt: skip
def test_a_wrong_word_of_fire_or_ground_is_answered_with_whole_lines(line: str) -> None:
    """Each of them stands when it is sent."""
    date = set_up(bought((), ()))
    assert date.send(RUSSIAN, line)[0] in {"RePh8.609", "CG27.1"}
    legal = [one for one in date.said[0].legal if one.startswith("REPORT")]
    assert legal and all(one.split()[1] == line.split()[1] for one in legal), date.said
    for one in legal:
        assert date.send(RUSSIAN, one) == ["waiting"]
        date.send(GERMAN, "object not so")


# -- a report is about units on the map ----------------------------------------------------------------------


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize("unit", ["8-3-8 eliminated", "4-4-7 off-map", "6-5-8 bought"])
@pytest.mark.parametrize("kind", [
    "elrfail", "break", "berserk", "disrupt", "rout", "fire", "melee", "ambush", "hob", "creation",
    "selfrally", "pf",
])  # fmt: skip
def test_nothing_happens_to_a_unit_that_is_not_on_the_map(kind: str, unit: str) -> None:
    no(fight({"U": unit}), f"report {kind} unit=U", "RePh0.1")


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize("unit", ["mk-vg K13", "75-pak-40 K13", "lmg-de K13"])
@pytest.mark.parametrize("kind", ["elrfail", "berserk", "disrupt", "selfrally", "pf"])
def test_who_is_replaced_or_rallies_is_personnel(kind: str, unit: str) -> None:
    no(fight({"U": unit}), f"report {kind} unit=U", "RePh0.1")


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize("unit", ["75-pak-40 K13", "lmg-de K13"])
def test_no_equipment_breaks(unit: str) -> None:
    no(fight({"U": unit}), "report break unit=U", "RePh0.1")


@pytest.mark.rule("RePh0.1", "BRV8.2.6")
@pytest.mark.parametrize("where", ["eliminated", "off-map", "bought", "K13 prisoner"])
def test_in_the_firefight_nobody_hardens_who_takes_no_check(where: str) -> None:
    no(fight({"U": f"4-4-7 {where}"}), "report BH unit=U", "RePh0.1")


@pytest.mark.rule("CG32.5")
def test_the_die_for_the_end_is_offered_to_who_owes_it() -> None:
    """And not only a pass, which would end the date."""
    date = set_up(bought((), ()))
    date.good(RUSSIAN, "endturn turn=8")
    date.good(GERMAN, "endturn turn=5")
    asked = {one.player: one.answers for one in date.state.waiting()}
    assert asked == {RUSSIAN: ("pass",), GERMAN: ("roll GAMEEND turn=5", "pass")}
    date.good(GERMAN, asked[GERMAN][0])


@pytest.mark.rule("CG28.2")
@pytest.mark.parametrize(("side", "sum_"), [(RUSSIAN, "+3 in all"), (GERMAN, "+2 in all")])
def test_a_sighting_tc_is_its_writers(side: str, sum_: str) -> None:
    """The boundary adds to one of the Russians, though the line does not say whose it is."""
    date = set_up(bought((), (), turn=6))
    date.good(side, "report sighting")
    assert sum_ in date.heard(side)[-1]
    assert ("CG28.2" in date.heard(side)[-1]) is (side == RUSSIAN)
