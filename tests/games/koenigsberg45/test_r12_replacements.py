"""Rule 12.4, replacements: one test or more for each clause."""

from __future__ import annotations

import pytest

from adjudicator.games.koenigsberg45.turn.r12_replacements import rebuild
from adjudicator.rulings import Refused
from tests.games.koenigsberg45.country import laid as laid_out
from tests.games.koenigsberg45.table import GAME
from tests.tabletop import Tabletop

CORPS = {"HQ 26": "2022", "HQ 5": "4511"}


def german(units: dict[str, str], **position: object) -> Tabletop:
    """A position at the German Replacement Segment of turn 4: two points."""
    return Tabletop(GAME, {**CORPS, **units}, segment="REPL_G", **{"turn": 4, **position})  # type: ignore[arg-type]


def soviet(units: dict[str, str], **position: object) -> Tabletop:
    """A position at the Soviet Replacement Segment of turn 4: three points."""
    return Tabletop(GAME, {**CORPS, **units}, segment="REPL_S", **{"turn": 4, **position})  # type: ignore[arg-type]


def points(laid: Tabletop, side: str) -> int:
    """The points a side has left."""
    return laid.state.tracks[f"replacements-{side}"]


@pytest.mark.rule("12.4.1", "1.2b.1", "12.4b.1")
def test_12_4_1_the_points_of_the_turn_and_no_more_are_spent_in_this_segment() -> None:
    reduced = {unit: f"20{row} reduced" for unit, row in (("1", 24), ("56", 26), ("21", 28))}
    laid = german(reduced)
    assert points(laid, "german") == 2
    rulings = laid.order("german", "replace 1\nreplace 56\nreplace 21")
    assert [(one.verdict, one.rule) for one in rulings] == [
        ("done", ""),
        ("done", ""),
        ("refused", "12.4b.1"),
    ]
    later = Tabletop(GAME, {**CORPS, **reduced}, segment="MOVE", state={"active": "german"})
    assert later.order("german", "replace 1")[0].verdict == "not-judged"


@pytest.mark.rule("12.4.2")
def test_12_4_2_only_lost_steps_are_rebuilt() -> None:
    laid = german({"1": "2024", "56": "2026 reduced", "58": "reinforcements"})
    assert laid.verdict("german", "replace 1") == ("refused", "12.4.2")
    assert laid.verdict("german", "replace 58 at 2022") == ("refused", "12.4.2")
    assert laid.verdict("german", "replace HQ 26") == ("refused", "12.4.2")
    assert laid.verdict("german", "replace 45") == ("refused", "12.4.2")


@pytest.mark.rule("12.4.2")
def test_12_4_2_who_has_not_come_yet_is_not_rebuilt() -> None:
    laid = german({"83 Div": "reinforcements reduced", "56": "2026 reduced"})
    assert laid.verdict("german", "replace 83 Div") == ("refused", "12.4.2")


@pytest.mark.rule("12.4c.1", "5.0a.2")
def test_12_4c_1_nobody_comes_back_where_a_hex_is_full() -> None:
    laid = german({"1": "eliminated", "56": "2022 reduced", "21": "2022"})
    assert "replace 1 at 2022" not in laid.asked()[2]
    assert laid.verdict("german", "replace 1 at 2022") == ("refused", "12.4.2")


@pytest.mark.rule("12.4c.1", "K-R47", "12.4.2")
def test_12_4c_1_nobody_comes_back_out_of_supply() -> None:
    sources = ("0114", "0119", "0125", "0132", "0137", "1541", "2441")
    units = {**CORPS, "1": "eliminated", "56": "2026 reduced"}
    for cut, verdict in ((False, "done"), (True, "refused")):
        ground = {space: {"source": ""} for space in sources if cut}
        position = {"turn": 4, "state": {"limited": True}}
        laid = laid_out(units, active="german", segment="REPL_G", ground=ground, position=position)
        assert laid.verdict("german", "replace 1 at 2022")[0] == verdict


@pytest.mark.rule("0.2a.5", "12.4c.1")
def test_0_2a_5_nobody_comes_back_in_a_part_of_a_hex() -> None:
    units = {**CORPS, "1": "eliminated", "56": "2026 reduced"}
    half = {"2122": {"half": "yes"}}
    laid = laid_out(
        units, segment="REPL_G", ground=half, roads=["2022 2122 2222"], position={"turn": 4}, active="german"
    )
    assert laid.verdict("german", "replace 1 at 2122") == ("refused", "12.4.2")
    assert laid.verdict("german", "replace 1 at 2222") == ("done", "")


@pytest.mark.rule("12.4.2", "12.4.3", "12.4b.1")
def test_only_who_may_be_rebuilt_is_offered() -> None:
    units = {
        "1": "2024 reduced",
        "56": "2026",
        "Gar Elbing": "1216",
        "45": "4310 reduced",
        "21": "eliminated",
    }
    laid = german(units)
    assert laid.asked()[2] == ("replace 1", "done")


@pytest.mark.rule("12.4.3")
def test_12_4_3_a_one_step_unit_is_never_rebuilt_a_two_step_unit_is() -> None:
    laid = german({"Gar Elbing": "eliminated", "1": "eliminated"})
    assert laid.verdict("german", "replace Gar Elbing at 1216") == ("refused", "12.4.3")
    assert laid.verdict("german", "replace 1 at 2022") == ("done", "")
    assert (laid.at("1"), laid.steps("1")) == ("2022", 1)


@pytest.mark.rule("12.4.4")
def test_12_4_4_points_that_are_left_are_lost() -> None:
    laid = german({"1": "2024 reduced", "56": "2026 reduced"})
    laid.order("german", "replace 1\ndone")
    assert points(laid, "german") == 0
    assert laid.steps("56") == 1


@pytest.mark.rule("12.4.5")
def test_12_4_5_the_soviets_are_asked_first() -> None:
    units = {"1": "2024 reduced", "45": "4310 reduced"}
    laid = soviet(units)
    assert laid.asked()[:2] == ("12.4.1", "soviet")
    assert laid.order("german", "replace 1")[0].verdict == "waiting"
    assert laid.steps("1") == 1
    laid.order("soviet", "done")
    assert laid.steps("1") == 2


@pytest.mark.rule("12.4a.1")
def test_12_4a_1_a_soviet_step_costs_one_point_mechanised_or_not() -> None:
    laid = soviet({"1 T": "4310 reduced", "45": "4312 reduced", "72": "4314 reduced", "65": "4213 reduced"})
    laid.order("soviet", "replace 1 T\nreplace 45\nreplace 72")
    assert [laid.steps(unit) for unit in ("1 T", "45", "72", "65")] == [2, 2, 2, 1]
    laid = soviet({"45": "4310 reduced", "72": "4312 reduced"}, tracks={"replacements-soviet": 0}, run=False)
    laid.play.note("12.4.1", rebuilt=())
    with pytest.raises(Refused) as no:
        rebuild(laid.play, "soviet", "45", "")
    assert no.value.rule == "12.4a.1"


@pytest.mark.rule("12.4a.2")
def test_12_4a_2_a_soviet_unit_may_come_back_whole_in_one_turn() -> None:
    laid = soviet({"45": "eliminated", "72": "4312 reduced"})
    laid.order("soviet", "replace 45 at 4511\nreplace 45")
    assert (laid.at("45"), laid.steps("45"), points(laid, "soviet")) == ("4511", 2, 1)


@pytest.mark.rule("12.4b.1")
def test_12_4b_1_a_german_mechanised_step_costs_two() -> None:
    laid = german({"5 Pz": "2024 reduced", "1": "2026 reduced"})
    laid.order("german", "replace 1\nreplace 5 Pz")
    assert (laid.steps("1"), laid.steps("5 Pz")) == (2, 1)
    laid = german({"5 Pz": "2024 reduced", "1": "2026 reduced"})
    laid.order("german", "replace 5 Pz\nreplace 1")
    assert (laid.steps("1"), laid.steps("5 Pz")) == (1, 2)


@pytest.mark.rule("12.4b.2", "K-R65")
def test_12_4b_2_a_german_unit_comes_back_reduced_and_no_better_this_turn() -> None:
    laid = german({"1": "eliminated", "56": "2026 reduced"})
    rulings = laid.order("german", "replace 1 at 2022\nreplace 1")
    assert [(one.verdict, one.rule) for one in rulings] == [("done", ""), ("refused", "12.4b.2")]


@pytest.mark.rule("12.4c.1")
def test_12_4c_1_rebuilt_units_may_stand_in_an_enemy_zone() -> None:
    laid = german({"1": "eliminated", "45": "2020", "56": "2026 reduced"})
    assert laid.verdict("german", "replace 1 at 2021") == ("done", "")
    assert laid.at("1") == "2021"


@pytest.mark.rule("K-R47", "12.4.2")
def test_a_unit_comes_back_in_its_hqs_range_and_in_supply_an_independent_one_in_a_city_or_source() -> None:
    laid = german({"1": "eliminated", "23": "eliminated", "56": "2026 reduced"})
    assert laid.verdict("german", "replace 1 at 2028") == ("refused", "12.4.2")
    assert laid.verdict("german", "replace 23 at 2022") == ("refused", "12.4.2")
    assert laid.verdict("german", "replace 23 at 2221") == ("done", "")


@pytest.mark.rule("12.4c.1", "K-R47")
def test_without_a_hex_an_eliminated_unit_comes_back_in_the_first_that_will_do() -> None:
    laid = german({"1": "eliminated", "56": "2026 reduced"})
    assert laid.asked()[2][0] == "replace 1 at 2022"
    assert laid.verdict("german", "replace 1") == ("done", "")
    assert laid.at("1") == "2022"


@pytest.mark.rule("14.1.2", "K-R60", "12.4.2")
def test_a_unit_that_comes_back_in_an_empty_town_of_the_enemy_takes_it() -> None:
    laid = soviet({"HQ 5": "3610", "72": "eliminated", "45": "3611 reduced"})
    assert laid.verdict("soviet", "replace 72 at Insterburg") == ("done", "")
    assert (laid.at("72"), laid.state.control["3510"], laid.state.tracks["vp-soviet"]) == (
        "3510",
        "soviet",
        1,
    )


@pytest.mark.rule("11.2a.2", "12.4.2")
def test_a_soviet_unit_that_comes_back_in_a_split_source_takes_it() -> None:
    laid = soviet({"HQ 49": "0238", "121": "eliminated", "45": "3611 reduced"})
    assert laid.verdict("soviet", "replace 121 at 0137") == ("done", "")
    assert "0137" in laid.state.facts["split-lost"]
