"""Rule 13 and section 1.1, air units: one test or more for each clause."""

from __future__ import annotations

import pytest

from adjudicator.games.koenigsberg45.turn import r13_air
from adjudicator.rulings import Refused
from tests.games.koenigsberg45.table import GAME
from tests.tabletop import Tabletop

HQS = {"HQ 26": "2021", "HQ 5": "4311", "HQ 48": "3135"}
"""A German corps, an army of 3rd Belorussian Front, one of the 2nd."""


def laid_out(units: dict[str, str] | None = None) -> Tabletop:
    """A position to ask of."""
    return Tabletop(GAME, {**HQS, **(units or {})}, run=False)


def refused(laid: Tabletop, side: str, hq: str, *air: tuple[str, str]) -> str:
    """The clause by which support is refused, "" if it is given."""
    try:
        r13_air.check_air(laid.state, side, hq, air)
    except Refused as no:
        return no.rule
    return ""


def boxes(laid: Tabletop, *units: str) -> list[str]:
    """The boxes these air units are in."""
    return [laid.at(unit) for unit in units]


@pytest.mark.rule("13.0.1", "0.1g.4", "0.2e.1", "13.4.2")
def test_13_0_1_eight_air_units_start_ready_in_their_boxes() -> None:
    laid = Tabletop(GAME, clear=False, run=False)
    assert {unit.id: unit.at for unit in r13_air.air_units(laid.state)} == {
        "LW-1": "luftwaffe",
        **dict.fromkeys(("AA1-a", "AA1-b", "3AA", "18AA"), "1st-air-army"),
        **dict.fromkeys(("AA4-a", "AA4-b", "AA4-c"), "4th-air-army"),
    }
    assert [unit.id for unit in r13_air.air_units(laid.state, "luftwaffe")] == ["LW-1"]


@pytest.mark.rule("13.0.2", "13.1.2", "13.1.3")
def test_13_1_a_full_attack_shifts_two_columns_and_a_normal_one_one() -> None:
    laid = laid_out()
    found = r13_air.shifts(laid.state, {"AA1-a": "full", "AA1-b": "normal"})
    assert [(one.rule, one.value) for one in found] == [("13.1.3", 2), ("13.1.3", 1)]


@pytest.mark.rule("13.1.1")
def test_13_1_1_only_own_air_units_help_an_attack() -> None:
    laid = laid_out({"1": "2022"})
    assert refused(laid, "german", "HQ 26", ("AA1-a", "full")) == "13.1.1"
    assert refused(laid, "german", "HQ 26", ("1", "full")) == "13.1.1"
    assert refused(laid, "german", "HQ 26", ("LW-1", "full")) == ""


@pytest.mark.rule("13.1.4", "13.4.3")
def test_13_1_4_two_at_most_and_each_once() -> None:
    laid = laid_out()
    assert refused(laid, "soviet", "HQ 5", ("AA1-a", "full"), ("3AA", "full")) == ""
    three = (("AA1-a", "full"), ("3AA", "full"), ("AA1-b", "normal"))
    assert refused(laid, "soviet", "HQ 5", *three) == "13.1.4"
    assert refused(laid, "soviet", "HQ 5", ("AA1-a", "full"), ("AA1-a", "normal")) == "13.1.4"


@pytest.mark.rule("0.2h.1", "13.2a.1")
def test_0_2h_1_who_was_grounded_goes_to_the_refit_box() -> None:
    laid = laid_out({"AA1-a": "grounded", "LW-1": "luftwaffe"})
    r13_air.run_refit(laid.play)
    assert boxes(laid, "AA1-a", "LW-1") == ["refit", "luftwaffe"]


@pytest.mark.rule("13.2a-bis.1", "13.4.4", "1.1a.1")
def test_13_2a_bis_1_a_return_cites_the_clause_by_which_it_is_made() -> None:
    laid = Tabletop(
        GAME, {**HQS, "AA1-a": "refit", "3AA": "refit"}, segment="AIR_RETURN", dice=[6], run=False
    )
    r13_air.run_return(laid.play)
    back = {event.facts()["unit"]: event.rule for event in laid.events if event.kind == "UnitPlaced"}
    assert back == {"AA1-a": "13.2a-bis.1", "3AA": "13.4.4"}


@pytest.mark.rule("0.2h.1")
@pytest.mark.parametrize("box", ["grounded", "refit"])
def test_0_2h_1_who_is_grounded_or_in_refit_does_not_fly(box: str) -> None:
    assert refused(laid_out({"AA1-a": box}), "soviet", "HQ 5", ("AA1-a", "full")) == "0.2h.1"


@pytest.mark.rule("13.3.1", "13.3.3", "K-R68")
def test_13_3_1_air_armies_serve_their_front_that_of_the_activated_hq() -> None:
    laid = laid_out({"8 G T": "4310"})
    assert refused(laid, "soviet", "HQ 5", ("AA4-a", "full")) == "13.3.1"
    assert refused(laid, "soviet", "HQ 48", ("AA1-a", "full")) == "13.3.1"
    assert refused(laid, "soviet", "HQ 48", ("AA4-a", "full")) == ""


@pytest.mark.rule("13.4.1")
def test_13_4_1_the_3rd_and_18th_air_armies_serve_3rd_belorussian_front_alone() -> None:
    assert refused(laid_out(), "soviet", "HQ 48", ("18AA", "normal")) == "13.4.1"
    assert refused(laid_out(), "soviet", "HQ 5", ("18AA", "normal")) == ""


@pytest.mark.rule("K-R52")
def test_the_german_air_unit_supports_any_german_attack() -> None:
    assert refused(laid_out({"HQ 6": "2023"}), "german", "HQ 6", ("LW-1", "normal")) == ""
    assert refused(laid_out(), "german", "", ("LW-1", "normal")) == ""


@pytest.mark.rule("13.1a.1", "13.1a.2", "13.4.3")
def test_13_1a_a_full_attack_grounds_a_normal_one_sends_to_refit() -> None:
    laid = laid_out()
    r13_air.used(laid.play, {"AA1-a": "full", "3AA": "normal"}, 4)
    assert boxes(laid, "AA1-a", "3AA") == ["grounded", "refit"]


@pytest.mark.rule("13.2.1", "K-R51")
def test_13_2_1_a_one_grounds_everybody() -> None:
    laid = laid_out()
    r13_air.used(laid.play, {"AA1-a": "full", "AA1-b": "normal"}, 1)
    assert boxes(laid, "AA1-a", "AA1-b") == ["grounded", "grounded"]


@pytest.mark.rule("1.1a.1", "1.1b.1", "13.2a.1", "13.2a-bis.1")
def test_1_1_refit_comes_back_before_the_grounded_begin_theirs() -> None:
    laid = Tabletop(GAME, {**HQS, "AA1-a": "grounded", "AA1-b": "refit"}, segment="AIR_RETURN", run=False)
    r13_air.run_return(laid.play)
    assert boxes(laid, "AA1-a", "AA1-b") == ["grounded", "1st-air-army"]
    r13_air.run_refit(laid.play)
    assert boxes(laid, "AA1-a", "AA1-b") == ["refit", "1st-air-army"]


@pytest.mark.rule("13.3.2", "0.2e.1")
def test_13_3_2_every_unit_comes_back_to_its_own_box() -> None:
    laid = Tabletop(GAME, {**HQS, "AA4-a": "refit", "LW-1": "refit"}, segment="AIR_RETURN", run=False)
    r13_air.run_return(laid.play)
    assert boxes(laid, "AA4-a", "LW-1") == ["4th-air-army", "luftwaffe"]


@pytest.mark.rule("13.4.4", "13.4.5", "0.3.5")
@pytest.mark.parametrize(("die", "box"), [(6, "1st-air-army"), (5, "refit"), (1, "refit")])
def test_13_4_4_the_3rd_air_army_comes_back_with_a_six_alone(die: int, box: str) -> None:
    units = {**HQS, "3AA": "refit", "AA1-a": "refit"}
    laid = Tabletop(GAME, units, segment="AIR_RETURN", run=False, dice=[die])
    r13_air.run_return(laid.play)
    assert boxes(laid, "3AA", "AA1-a") == [box, "1st-air-army"]
    assert [one["purpose"] for one in laid.found("DieRolled")] == ["the return of 3AA"]
