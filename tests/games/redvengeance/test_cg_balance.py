"""ELR failures of underlined squads (CG24.5), and what the balance brings (CG33)."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.decision_table.table_reports import traits
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from tests.games.redvengeance.doing import do, flags, no
from tests.games.redvengeance.firefight import fight


@pytest.mark.rule("CG24.5")
def test_an_underlined_squad_is_replaced_by_two_broken_half_squads() -> None:
    play = fight(None, {"R": "6-2-8-ae K13", "L": "9-1 K13"}, tracks={"elr-lost-russian": 1})
    no(play, "report ELRFAIL unit=L underlined=yes", "CG24.5")
    do(play, "report ELRFAIL unit=L")
    theirs = fight({"S": "8-3-8 K13", "L": "9-1 K13"})
    do(theirs, "report ELRFAIL unit=S underlined=yes")
    do(theirs, "report ELRFAIL unit=L underlined=yes")
    assert {flags(theirs, id_) for id_ in theirs.state.units} == {frozenset()}
    bare = fight(None, {"R": "6-2-8-ae K13"}, tracks={"elr-lost-russian": 1})
    do(bare, "report ELRFAIL unit=R")
    assert "Rb" not in bare.state.units
    do(play, "report ELRFAIL unit=R underlined=yes")
    kinds = {id_: unit.kind for id_, unit in play.state.units.items() if id_ != "L"}
    assert kinds == {"R": "3-2-8-ae", "Rb": "3-2-8-ae"}
    assert flags(play, "R") == flags(play, "Rb") == {"broken", "dm"}


@pytest.mark.rule("CG33.1")
@pytest.mark.parametrize(
    ("unit", "by", "kind"), [("7-0", "7+1", "7-1-gestapo"), ("8-1", "8-0-gestapo", "8-0-gestapo")]
)
def test_by_the_german_balance_leaders_become_gestapo(unit: str, by: str, kind: str) -> None:
    play = fight({"L": f"{unit} K13"}, balance_option=GERMAN)
    do(play, f"report SUBSTITUTE unit=L by={by}")
    assert play.state.units["L"].kind == kind
    assert len([event for event in play.events if event.kind == "UnitReplaced"]) == 1
    for option in "", RUSSIAN:
        other = fight({"L": f"{unit} K13"}, balance_option=option)
        no(other, f"report SUBSTITUTE unit=L by={by}", "BRV8.501.1")


@pytest.mark.rule("CG33.1")
@pytest.mark.parametrize(
    ("unit", "by"), [("9-1", "8-0-gestapo"), ("7-0", "8-0-gestapo"), ("8-1", "7+1"), ("7+1", "7-0")]
)
def test_no_other_pair_of_leaders_is_exchanged(unit: str, by: str) -> None:
    no(fight({"L": f"{unit} K13"}, balance_option=GERMAN), f"report SUBSTITUTE unit=L by={by}", "CG33.1")


@pytest.mark.rule("CG33.1")
@pytest.mark.parametrize(("unit", "by"), [("9-1", "8-0"), ("7-0", "8-1"), ("8-1", "7-0")])
def test_leaders_that_are_no_gestapo_are_exchanged_as_ever(unit: str, by: str) -> None:
    play = fight({"L": f"{unit} K13"}, balance_option=GERMAN)
    do(play, f"report SUBSTITUTE unit=L by={by}")
    assert "gestapo" not in play.state.units["L"].kind


@pytest.mark.rule("CG33.2")
def test_by_the_russian_balance_elite_units_with_a_ft_or_dc_south_of_the_spree_are_fanatic() -> None:
    units = {
        "E": "6-2-8 K12", "F": "FT K12", "O": "4-4-7 K14", "D": "DC K14", "N": "6-2-8 D1", "C": "DC D1",
        "B": "6-2-8 K15", "G": "LMG K15", "X": "6-2-8 K16", "Y": "DC K16",
    }  # fmt: skip
    german = {"Z": "6-5-8 L12", "W": "DC L12"}
    for option, fanatic in (RUSSIAN, ["E", "X"]), ("", []):
        play = fight(german, units, balance_option=option)
        found = [
            id_
            for id_, unit in play.state.units.items()
            if "CG33.2" in [row.rule for row in traits(play.state, unit)]
        ]
        assert found == fanatic
