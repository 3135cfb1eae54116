"""Rule 3.2, replacements and support: sealed answers of both players in B.2."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tabletop import Tabletop

UNITS = {
    "8GA-1": "bridgehead reduced",
    "8GA-2": "bridgehead",
    "61-1": "barwalde reduced out-of-supply",
    "33-2": "eliminated",
    "3GTA-1": "triebel reduced",
    "52-2": "eliminated",
    "606": "letschin reduced",
    "21Pz": "eliminated",
}


def replacing(units: dict[str, str] | None = None, **position: Any) -> Tabletop:
    """A table at the question of B.2."""
    return Tabletop("raceforberlin", units or UNITS, turn=3, segment="B.2", **position)


def both(zhukov: str, koniev: str = "pass", **position: Any) -> Tabletop:
    """A table after both answers."""
    table = replacing(**position)
    table.order("zhukov", zhukov)
    table.order("koniev", koniev)
    return table


# -- sealed and simultaneous -----------------------------------------------------------------------------


@pytest.mark.rule("1.3", "1.1")
def test_3_2_both_answer_in_secret_and_then_operations_begin() -> None:
    table = replacing()
    assert [decision.player for decision in table.state.waiting()] == ["zhukov", "koniev"]
    assert table.verdict("zhukov", "replace 8GA-1") == ("done", "")
    assert table.steps("8GA-1") == 1
    assert not any("8GA-1" in str(e.facts()) for e in table.events if e.seen_by("koniev"))
    table.order("koniev", "convert")
    assert table.steps("8GA-1") == 2
    assert table.state.tracks["support-koniev"] == 1
    assert table.state.segment == "C.1"


def test_3_2_an_answer_may_be_replaced_until_the_other_comes() -> None:
    table = replacing()
    table.order("zhukov", "replace 8GA-1")
    table.order("zhukov", "convert")
    table.order("koniev", "pass")
    assert (table.steps("8GA-1"), table.state.tracks["support-zhukov"]) == (1, 1)


@pytest.mark.rule("3.2.1.a")
def test_3_2_a_sheet_without_a_legal_line_leaves_the_question_open() -> None:
    table = replacing()
    table.order("zhukov", "replace 8GA-2")
    assert [decision.player for decision in table.state.waiting()] == ["zhukov", "koniev"]


@pytest.mark.rule("3.2.1.a")
@pytest.mark.parametrize(
    "sheet",
    [
        "replace 606",
        "replace 8GA-2",
        "return 61-1 at kustrin",
        "return 52-2 at ziebingen",
        "replace 8GA-1\nconvert",
        "oos 61-1",
    ],
)
def test_3_2_what_a_refusal_names_as_legal_is_legal_in_its_place(sheet: str) -> None:
    *before, refused = sheet.splitlines()
    ruling = replacing().order("zhukov", sheet)[-1]
    assert ruling.verdict == "refused"
    assert ruling.legal
    for line in ruling.legal:
        assert replacing().order("zhukov", "\n".join([*before, line]))[-1].verdict == "done", line
    assert all(line.split()[0] == refused.split()[0] for line in ruling.legal) or before


# -- 3.2.1 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.1.a")
@pytest.mark.parametrize("second", ["convert", "return 33-2 at kustrin", "replace 8GA-1"])
def test_3_2_1_a_there_is_one_point(second: str) -> None:
    table = replacing({**UNITS, "1GTA-1": "goritz reduced"})
    first, later, _ = table.order("zhukov", f"replace 1GTA-1\n{second}\nas is")
    assert (first.verdict, later.verdict, later.rule) == ("done", "refused", "3.2.1.a")
    table.order("koniev", "pass")
    assert (table.steps("1GTA-1"), table.steps("8GA-1"), table.at("33-2")) == (2, 1, "eliminated")


@pytest.mark.rule("3.2.1.a", "3.2.2.b")
@pytest.mark.parametrize("sheet", ["oos 8GA-2\nreplace 8GA-1", "replace 8GA-1\noos 8GA-2"])
def test_3_2_1_a_units_that_go_without_supply_do_not_use_the_point(sheet: str) -> None:
    assert [ruling.verdict for ruling in replacing().order("zhukov", sheet)] == ["done", "done"]


@pytest.mark.rule("3.2.1.a", "3.2.1.d")
def test_3_2_1_a_a_refused_return_names_the_zones_for_that_unit() -> None:
    (ruling,) = replacing({**UNITS, "47-1": "eliminated"}).order("zhukov", "return 33-2 at lebus")
    zones = ("reppen", "goritz", "barwalde", "kustrin", "ziebingen")
    assert sorted(ruling.legal) == sorted(f"return 33-2 at {zone}" for zone in zones)


@pytest.mark.rule("3.2.1.b", "3.2.1.c", "3.2.2.d")
def test_3_2_1_b_the_question_lists_what_stands_and_nothing_else() -> None:
    answers = replacing().state.waiting()[0].answers
    assert [line for line in answers if not line.startswith("return")] == [
        *("pass", "convert", "replace 8GA-1"),
        *("oos 8GA-1", "oos 8GA-2"),
    ]


@pytest.mark.rule("3.2.1.b")
def test_3_2_1_b_the_point_restores_a_reduced_soviet_unit() -> None:
    assert both("replace 8GA-1").steps("8GA-1") == 2


@pytest.mark.rule("3.2.1.b")
@pytest.mark.parametrize("unit", ["8GA-2", "33-2"])
def test_3_2_1_b_only_a_reduced_unit_on_the_map(unit: str) -> None:
    assert replacing().verdict("zhukov", f"replace {unit}") == ("refused", "3.2.1.b")


@pytest.mark.rule("3.2.1.b", "0.2")
def test_3_2_1_b_only_own_soviets() -> None:
    assert replacing().verdict("koniev", "replace 606") == ("refused", "3.2.1.b")
    assert replacing().verdict("koniev", "replace 8GA-1") == ("refused", "0.2")


@pytest.mark.rule("3.2.1.c")
def test_3_2_1_c_not_out_of_supply() -> None:
    assert replacing().verdict("zhukov", "replace 61-1") == ("refused", "3.2.1.c")
    assert replacing().verdict("zhukov", "replace 8GA-1") == ("done", "")


@pytest.mark.rule("3.2.1.c", "1.3")
def test_1_3_who_fails_the_supply_check_takes_no_point_in_the_same_turn() -> None:
    around = {"606": "brandenburg", "5Jag": "rathenow", "309": "belzig", "712": "dessau"}
    table = Tabletop("raceforberlin", {"3GTA-1": "genthin reduced", **around}, turn=3, segment="B.1")
    assert table.verdict("koniev", "replace 3GTA-1") == ("refused", "3.2.1.c")


@pytest.mark.rule("3.2.1.d")
def test_3_2_1_d_or_returns_a_destroyed_unit_reduced_to_a_supply_zone() -> None:
    table = both("return 33-2 at ziebingen", "return 52-2 at penzig")
    assert (table.at("33-2"), table.steps("33-2")) == ("ziebingen", 1)
    assert (table.at("52-2"), table.steps("52-2")) == ("penzig", 1)


@pytest.mark.rule("3.2.1.d")
@pytest.mark.parametrize(
    "line", ["return 33-2 at triebel", "return 33-2 at lebus", "return 8GA-1 at kustrin"]
)
def test_3_2_1_d_only_the_destroyed_and_only_to_the_camps_own_zones(line: str) -> None:
    assert replacing().verdict("zhukov", line) == ("refused", "3.2.1.d")


@pytest.mark.rule("3.2.1.d")
def test_3_2_1_d_not_germans() -> None:
    assert replacing().verdict("zhukov", "return 21Pz at kustrin") == ("refused", "3.2.1.d")


@pytest.mark.rule("3.2.1.d", "7.3.3.a")
def test_3_2_1_d_not_among_rivals_or_germans() -> None:
    table = replacing({**UNITS, "3GTA-1": "reppen", "606": "goritz"})
    assert table.verdict("zhukov", "return 33-2 at reppen") == ("refused", "3.2.1.d")
    assert table.verdict("zhukov", "return 33-2 at goritz") == ("refused", "3.2.1.d")
    taken = replacing(control={"kustrin": "us"})
    assert taken.verdict("zhukov", "return 33-2 at kustrin") == ("refused", "3.2.1.d")


# -- 3.2.2 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.2.a", "3.2.2.c")
def test_3_2_2_a_the_point_becomes_support_shown_on_the_track() -> None:
    table = both("convert", tracks={"support-zhukov": 0})
    assert table.state.tracks["support-zhukov"] == 1
    assert table.state.tracks.get("support-koniev", 0) == 0
    assert "Zhukov's support: 0 to 1 (the replacement point)." in table.said()


@pytest.mark.rule("3.2.2.b", "3.2.2.c")
def test_3_2_2_b_units_that_go_out_of_supply_give_a_point_each() -> None:
    table = both("convert\noos 8GA-1 8GA-2")
    assert table.state.tracks["support-zhukov"] == 3
    assert all("out-of-supply" in table.state.units[unit].flags for unit in ("8GA-1", "8GA-2"))


@pytest.mark.rule("3.2.2.b", "0.2")
def test_3_2_2_b_own_soviets_on_the_map_only() -> None:
    assert replacing().verdict("koniev", "oos 606") == ("refused", "3.2.2.b")
    assert replacing().verdict("zhukov", "oos 33-2") == ("refused", "3.2.2.b")
    assert replacing().verdict("zhukov", "oos 3GTA-1") == ("refused", "0.2")


@pytest.mark.rule("3.2.2.d")
def test_3_2_2_d_a_unit_out_of_supply_gives_none() -> None:
    assert replacing().verdict("zhukov", "oos 61-1") == ("refused", "3.2.2.d")


@pytest.mark.rule("3.2.2.d")
def test_3_2_2_d_a_unit_named_twice_gives_one_point() -> None:
    assert both("oos 8GA-1 8GA-1").state.tracks["support-zhukov"] == 1
    table = replacing()
    first, second = table.order("zhukov", "oos 8GA-1\noos 8GA-1")
    assert (first.verdict, second.rule) == ("done", "3.2.2.d")


@pytest.mark.rule("3.2.1.c", "3.2.2.b")
def test_3_2_who_goes_out_of_supply_first_is_not_restored_after() -> None:
    first, second = replacing().order("zhukov", "oos 8GA-1\nreplace 8GA-1")
    assert (first.verdict, second.rule) == ("done", "3.2.1.c")


@pytest.mark.rule("3.2.3", "5.4")
def test_3_2_3_points_are_lost_at_the_end_of_the_turn() -> None:
    table = Tabletop(
        "raceforberlin",
        {},
        turn=2,
        segment="D.4",
        tracks={"support-zhukov": 2, "support-koniev": 1},
        hands={"zhukov": ["event-2"], "koniev": ["event-7"]},
        dice=[6, 1],
    )
    assert (table.state.tracks["support-zhukov"], table.state.tracks["support-koniev"]) == (0, 0)


@pytest.mark.rule("1.1", "3.2.2.a")
def test_1_1_conversion_belongs_to_the_logistics_phase() -> None:
    table = Tabletop("raceforberlin", {"8GA-1": "bridgehead"}, segment="C.1")
    assert table.verdict("zhukov", "convert")[0] == "not-judged"
    assert table.state.tracks["support-zhukov"] == 0
