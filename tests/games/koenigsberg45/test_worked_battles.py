"""Worked examples: battles whose every step is known beforehand."""

from __future__ import annotations

import pytest

from .fights import combat, fight, moved, odds, resolved, shifts

CITY = {"2020": {"settlement": "city"}}
VILLAGE = {"2020": {"settlement": "village"}}
SEVEN = {"131": "2020", "2 G T": "2120", "8 G T": "2120", "1 G T": "2121", "8 Mech": "2121"}
"""Thirty-five against five."""
EIGHT = {**SEVEN, "3 G C": "2021"}
"""Forty against five."""
ORDER = "attack 2020 with 2 G T, 8 G T, 1 G T, 8 Mech"


@pytest.mark.rule("8.1.1", "9.1.1", "7.4a.1")
def test_one_step_and_one_hex_do_nothing_to_a_city() -> None:
    table = fight(SEVEN, ORDER, dice=[5], ground=CITY)
    assert odds(table) == (35, 5, "5-1")
    assert resolved(table)["result"] == "D1r"
    assert (table.at("131"), table.steps("131")) == ("2020", 2)


@pytest.mark.rule("8.1.2", "0.1d.2")
def test_of_two_steps_in_a_city_the_strongest_defence_pays_one() -> None:
    table = fight(EIGHT, ORDER + ", 3 G C", dice=[6], ground=CITY)
    assert odds(table) == (40, 5, "6-1")
    assert resolved(table)["result"] == "D2r"
    assert (table.at("131"), table.steps("131")) == ("2020", 1)


@pytest.mark.rule("7.4b.2", "13.1.4", "8.1.2", "9.1.2", "13.1.1", "13.1a.1", "13.1.3")
def test_with_four_shifts_from_the_air_two_steps_and_one_hex_stand() -> None:
    units = {**SEVEN, "AA1-a": "1st-air-army", "AA1-b": "1st-air-army"}
    table = fight(units, f"{ORDER} air AA1-a full AA1-b full", dice=[6], ground=CITY)
    assert odds(table)[2] == "8-1+"
    assert shifts(table) == {"7.4a.1": -2, "13.1.3": 4}
    assert resolved(table)["result"] == "D3r2"
    assert resolved(table)["air"] == {"AA1-a": "full", "AA1-b": "full"}
    assert table.at("131") == "eliminated"
    assert [table.at(unit) for unit in ("AA1-a", "AA1-b")] == ["grounded", "grounded"]


@pytest.mark.rule("8.1.3", "9.1.2")
def test_a_village_saves_no_step_and_one_hex() -> None:
    table = fight(SEVEN, f"{ORDER} advance none", dice=[5], ground=VILLAGE)
    assert (odds(table)[2], resolved(table)["result"]) == ("7-1", "D2r")
    assert table.at("131") == "eliminated"


@pytest.mark.rule("8.0c.1", "9.1.2")
def test_three_steps_and_one_hex_in_a_village() -> None:
    tanks = dict.fromkeys(("2 G T", "8 G T", "1 G T", "8 Mech", "1 T", "10 T", "29 T", "16 G"), "2121")
    units = {**tanks, "605 zbv": "2020", "607 zbv": "2020"}
    order = f"attack 2020 with {', '.join(tanks)} advance none"
    table = fight(units, order, ("german", "loss 605 zbv"), dice=[6], ground=VILLAGE)
    assert (odds(table), resolved(table)["result"]) == ((66, 8, "8-1+"), "D3r2")
    table.order("german", "retreat 607 zbv via 1921")
    assert [table.at(unit) for unit in ("605 zbv", "607 zbv")] == ["eliminated", "1921"]
    assert table.steps("607 zbv") == 1


@pytest.mark.rule("7.1a.1", "7.1a.2", "7.1a.3", "9.0e.1")
def test_three_settings_of_one_result() -> None:
    tanks = {"8 G": "2121", "1 T": "2121"}
    order = "attack 2020 with 8 G, 1 T"
    open_ = fight({**tanks, "131": "2020"}, order, ("german", "retreat 131 via 1921"), dice=[3])
    assert (odds(open_)[2], resolved(open_)["result"]) == ("3-1", "A1*/Dr")
    assert (open_.at("131"), open_.steps("8 G"), open_.steps("1 T")) == ("1921", 2, 2)
    village = fight({**tanks, "131": "2020"}, order, dice=[3], ground=VILLAGE)
    assert (village.at("131"), village.steps("1 T")) == ("2020", 1)
    garrison = fight({**tanks, "Gar Königsberg": "2020"}, f"{order} advance none", dice=[3])
    assert (resolved(garrison)["result"], garrison.at("Gar Königsberg")) == ("A1*/Dr", "eliminated")
    assert (garrison.steps("8 G"), garrison.steps("1 T")) == (2, 2)


@pytest.mark.rule("7.1a.3", "10.0.1")
def test_who_dies_in_an_ezoc_leaves_the_hex_to_the_attacker_who_is_unhurt() -> None:
    units = {"SS Böhme": "2020", "45": "2121", "72": "2019", "65": "1921"}
    table = combat(units, dice=[3], state={"options": ["bohme"]})
    table.order("soviet", "attack 2020 with 45")
    assert (odds(table)[2], resolved(table)["result"]) == ("3-1", "A1*/Dr")
    table.order("german", "retreat SS Böhme via 1920")
    assert table.at("SS Böhme") == "eliminated"
    assert len(moved(table, "SS Böhme")) == 1
    assert table.steps("45") == 2
    assert table.verdict("soviet", "advance 45 to 2020") == ("done", "")
