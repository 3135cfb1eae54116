"""A line does all that it says or is refused: several units in one, words and keys that nobody reads."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from tests.games.redvengeance.by_mail import a_date, bought
from tests.games.redvengeance.firefight import fight, line, no

SQUADS = {"S1": "6-5-8 off-map", "S2": "6-5-8 off-map", "T": "mk-iv-h K20", "G": "8-0-gestapo K13"}
ENEMIES = {"R1": "4-5-8 off-map", "R2": "4-5-8 off-map", "E": "6-2-8 K12"}


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize("units", ["S1,S2", "S1 S2", "S1, S2"])
@pytest.mark.parametrize(("verb", "flags"), [("setup", set()), ("reserve", {"reserve"})])
def test_several_units_in_one_line_are_all_set_up(units: str, verb: str, flags: set[str]) -> None:
    date = bought((), there={**SQUADS, "S1": "6-5-8 bought new", "S2": "6-5-8 bought new"})
    date.good(GERMAN, f"{verb} {units} hex=A20")
    for one in ("S1", "S2"):
        assert date.state.units[one].at == "a20" and set(date.state.units[one].flags) == flags


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize("other", ["NOSUCH", "R1", "T"])
def test_none_of_several_units_is_set_up_where_one_may_not_be(other: str) -> None:
    date = bought((), there=SQUADS, enemies=ENEMIES)
    before = date.state.units
    (clause,) = date.send(GERMAN, f"reserve S1,{other} hex=A20")
    assert clause.startswith(("CG", "RePh"))
    assert date.state.units == before


@pytest.mark.rule("RePh0.1", "RePh8.6194.9")
def test_several_units_enter_in_one_line() -> None:
    date = bought((), there=SQUADS, enemies=ENEMIES)
    date.good(GERMAN, "pass")
    date.good(RUSSIAN, "pass")
    date.good(RUSSIAN, "enter R1,R2 hex=H0")
    assert {date.state.units[one].at for one in ("R1", "R2")} == {"h0"}


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("report LOST unit=T G", "G"), ("report REVEAL unit=S1 S2", "S2"),
        ("report STEP 8.602 unit=T add=bogged G", ""), ("bh G S1", "S1"), ("vatc unit=T S1 ml=8", "S1"),
        ("cross T S1 side=K12/K13 mp=half", "S1"), ("repair T S1 S2 number=1", "S2"),
        ("remove wreck trench hex=K13", "trench"), ("roll SNIPER FREEDOM", "FREEDOM"),
        ("dc T unit=S1 hex=I9 column=36", "T"), ("control K13 by=S1,S2", ""),
        ("report NTC unit=T dr=4,G", ""),
    ],
)  # fmt: skip
def test_a_second_thing_that_nobody_reads_is_no_part_of_a_line(text: str, word: str) -> None:
    rule, why = no(fight({**SQUADS, "S1": "6-5-8 K20 hip", "S2": "6-5-8 K20 hip"}, ENEMIES), text)
    assert not word or (rule == "RePh0.1" and f'"{word}" is one word too many' in why), (rule, why)


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("setup S1 hex=K13 hidden=yes", "hidden"), ("hip S1 hex=K13 trench=yes", "trench"),
        ("reserve S1 hex=K13 conceal=yes", "conceal"), ("enter S1 hex=A20 conceal=yes", "conceal"),
        ("bh G hex=K13", "hex"), ("vatc unit=T ml=8 hex=K20", "hex"), ("roll SNIPER unit=S1 of=german", "of"),
    ],
)  # fmt: skip
def test_a_key_that_a_verb_does_not_read_is_no_part_of_a_line(text: str, key: str) -> None:
    rule, why = no(fight(SQUADS), text)
    assert rule == "RePh0.1" and f'has no "{key}="' in why


@pytest.mark.rule("RePh0.1")
def test_a_sheet_of_purchases_takes_one_group_a_line_and_its_pass_nothing() -> None:
    date = a_date()
    assert date.send(RUSSIAN, "buy I1 I2", "fpp CONCEAL FOXHOLE", "pass K13") == ["RePh0.1"] * 3
    assert date.send(RUSSIAN, "buy I1 from=I2", "fpp CONCEAL mode=map") == ["RePh0.1"] * 2
    date.good(RUSSIAN, "buy I1", "fpp CONCEAL", "pass")
    date.good(GERMAN, "pass")
    assert date.send(GERMAN, "pass K13") == ["RePh0.1"]


@pytest.mark.rule("RePh0.1")
def test_what_a_line_is_about_may_still_be_a_list() -> None:
    assert line(fight({"S": "6-5-8 K13"}, control={"k12": RUSSIAN}), "control K13,K14 by=S of=german")
    assert line(fight(SQUADS), "setup SNIPERS B12,R12") == []
