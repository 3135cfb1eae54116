"""Rules 7.2, 7.4 and 7.5: the value of a fire, its column, its shifts, its die."""

from __future__ import annotations

import pytest

from adjudicator.games.panzerkorps48 import r07_fire
from adjudicator.games.panzerkorps48.charts import charts
from adjudicator.mechanics.shifts import Shift

from .fights import EAST, HEX, NORTH, fight, fires, no, shifts, steps, told


def left(columns: int) -> list[Shift]:
    return [Shift("7.5.sh.5", -columns, "")]


@pytest.mark.rule("7.2.seq.4", "7.2.seq.8", "7.5.sh.1", "7.5.sh.2", "7.5.sh.3")
def test_the_highest_column_not_above_the_value_is_shifted_as_far_as_the_table_goes() -> None:
    unshifted = {0: None, 1: "1", 2: "2", 4: "3-4", 9: "8-11", 12: "12-15", 24: "21+"}
    assert {value: r07_fire.column(value, ()) for value in unshifted} == unshifted
    assert r07_fire.column(8, left(2)) == "3-4"
    assert r07_fire.column(24, left(-1)) == "21+"
    assert r07_fire.column(1, left(1)) is None


@pytest.mark.rule("7.2.seq.5")
def test_a_better_column_or_a_lower_die_never_gives_a_weaker_result() -> None:
    cells = [[sum(r07_fire.read_result(cell)) for cell in row] for row in charts()["crt"].cells]
    assert all(row == sorted(row) for row in cells)
    assert all(list(column) == sorted(column, reverse=True) for column in zip(*cells, strict=True))


@pytest.mark.rule("8.res.1")
def test_a_result_is_morale_and_loss() -> None:
    assert r07_fire.read_result("2-1") == (2, 1)
    assert r07_fire.read_result("0-0") == (0, 0)


@pytest.mark.rule("7.4.wec.1", "7.gen.3", "7.4.wec.3", "7.4.wec.4", "7.2.seq.2", "7.2.seq.3")
def test_classes_are_modified_apart_and_a_half_is_rounded_down() -> None:
    units = {"15-I": HEX, "19TB": f"{NORTH} 2", "14MRB": f"{NORTH} 3"}
    laid = fight(
        units, f"prep {HEX} by 19TB, 14MRB then fire 19TB, 14MRB at 15-I", ("german", "hold"), dice=[6]
    )
    assert told(laid) == [(("19TB", "14MRB"), "15-I", 5, "3-4", "0-0")]
    assert [(part["unit"], part["was"], part["is"]) for part in fires(laid)[0]["parts"]] == [
        ("19TB", 2, 4),
        ("14MRB", 3, 1),
    ]


@pytest.mark.rule("7.4.wec.2", "7.4.wec.5", "7.2.seq.8", "7.2.fire.2", "7.5.sh.3", "7.5.sh.5")
def test_one_class_is_summed_first_and_nothing_or_off_the_table_needs_no_die() -> None:
    units = {"15-I": HEX, "14MRB": f"{NORTH} 1", "44MRB": f"{EAST} 1"}
    order = f"prep {HEX} by 14MRB, 44MRB then"
    apart = fight(units, f"{order} fire 14MRB at 15-I", ("german", "hold"))
    assert told(apart) == [(("14MRB",), "15-I", 0, "", "0-0")]
    joined = fight(units, f"{order} fire 14MRB, 44MRB at 15-I", ("german", "hold"))
    assert told(joined) == [(("14MRB", "44MRB"), "15-I", 1, "", "0-0")], (
        "column 1, one to the left for the armor"
    )
    assert "DieRolled" not in joined.kinds()
    assert joined.said()[-2] == f"14MRB and 44MRB fire at 15-I in {HEX}: value 1, no effect."


@pytest.mark.rule("7.2.fire.1", "7.2.fire.6")
def test_a_unit_fires_once_with_all_its_steps() -> None:
    units = {"685-I": HEX, "Wst-1": HEX, "421RR": NORTH, "14MRB": EAST}
    laid = fight(
        units, f"prep {HEX} by 421RR, 14MRB", ("german", "hold"), ("soviet", "fire 421RR at 685-I"), dice=[6]
    )
    (ruling,) = laid.order("soviet", "fire 421RR at Wst-1")
    assert (ruling.rule, ruling.legal[0]) == ("7.2.fire.1", "fire 14MRB at Wst-1")
    (ruling,) = laid.order("soviet", "fire 14MRB, 14MRB at Wst-1")
    assert ruling.rule == "7.2.fire.6"


@pytest.mark.rule("7.5.sh.5", "7.5.sh.4", "2.1.attr.6")
def test_armor_shifts_fire_at_it_to_the_left() -> None:
    laid = fight(
        {"15-I": HEX, "421RR": NORTH},
        f"prep {HEX} by 421RR then fire 421RR at 15-I",
        ("german", "hold"),
        dice=[6],
    )
    assert (shifts(laid), told(laid)[0][3]) == ({"7.5.sh.5": -1}, "2")


@pytest.mark.rule("7.5.sh.6", "2.2.map.5")
def test_broken_ground_helps_the_defender_and_never_the_attacker() -> None:
    units = {"685-I": "4930", "421RR": "4929"}
    laid = fight(
        units, "prep 4930 by 421RR then fire 421RR at 685-I", ("german", "fire 685-I at 421RR"), dice=[6, 6]
    )
    assert fires(laid)[0]["shifts"] == (), "the attacker stands in broken ground, too"
    assert shifts(laid) == {"7.5.sh.6": -1}


@pytest.mark.rule("7.5.sh.7", "2.2.map.3")
def test_a_stream_or_a_slope_shifts_only_where_all_fire_across_it() -> None:
    order = "prep 3508 by 421RR, 14MRB then fire 421RR, 14MRB at 685-I"
    both = fight({"685-I": "3508", "421RR": "3509", "14MRB": "3509"}, order, ("german", "hold"), dice=[6])
    assert shifts(both) == {"7.5.sh.7": -1}
    mixed = fight({"685-I": "3508", "421RR": "3509", "14MRB": "3507"}, order, ("german", "hold"), dice=[6])
    assert shifts(mixed) == {}
    bridged = fight(
        {"685-I": "3309", "421RR": "3408"},
        "prep 3309 by 421RR then fire 421RR at 685-I",
        ("german", "hold"),
        dice=[6],
    )
    assert shifts(bridged) == {}
    uphill = fight(
        {"685-I": "2518", "421RR": "2517"},
        "prep 2518 by 421RR then fire 421RR at 685-I",
        ("german", "hold"),
        dice=[6],
    )
    assert shifts(uphill) == {"7.5.sh.7": -1}
    downhill = fight(
        {"685-I": "2517", "421RR": "2518"},
        "prep 2517 by 421RR then fire 421RR at 685-I",
        ("german", "hold"),
        dice=[6],
    )
    assert shifts(downhill) == {}


@pytest.mark.rule("8.res.2", "8.res.3", "8.res.4", "7.2.seq.6")
def test_only_the_target_loses_and_no_more_than_it_has() -> None:
    units = {
        "685-I": f"{HEX} 1",
        "685-II": f"{HEX} 1",
        "19TB": NORTH,
        "157TB": NORTH,
        "216TB": EAST,
        "89TB": EAST,
    }
    order = f"prep {HEX} by 19TB, 157TB, 216TB, 89TB then fire 19TB, 157TB, 216TB, 89TB at 685-I"
    laid = fight(units, order, ("german", "hold"), dice=[1])
    assert told(laid)[0][2:] == (32, "21+", "4-3")
    assert steps(laid, "685-I", "685-II") == (0, 1)
    assert laid.at("685-I") == "eliminated"


@pytest.mark.rule("7.6.sup.3", "7.6.sup.2", "7.who.1", "2.1.class.3")
def test_infantry_elsewhere_takes_no_part_and_enemy_guns_support_nobody() -> None:
    units = {"685-I": HEX, "685-II": "0922", "421RR": NORTH, "ART-1": "0916"}
    laid = fight(units, f"prep {HEX} by 421RR")
    assert no(laid, "german", "fire 685-II at 421RR")[0] == "7.who.1"
    laid = fight(units, f"prep {HEX} by 421RR")
    assert no(laid, "german", "fire 685-I support ART-1 at 421RR")[0] == "7.6.sup.2"
