"""Rule 6, Stacking: one test for each clause."""

from __future__ import annotations

import pytest

from adjudicator.games.raceforberlin.by_mail.invariants import faults
from adjudicator.games.raceforberlin.r06_stacking import limit, room, stacking_faults
from tests.tabletop import Tabletop

GAME = "raceforberlin"


@pytest.mark.rule("6.1.2.a", "4.2.1.b")
def test_6_1_2_a_a_third_soviet_may_not_end_its_move_in_a_zone() -> None:
    table = Tabletop(
        GAME, {"8GA-1": "bridgehead", "5SHA-1": "seelow", "5SHA-2": "seelow", "391": "guben"}, segment="C.1"
    )
    assert table.verdict("zhukov", "move 8GA-1 seelow") == ("refused", "6.1.2.a")
    assert table.at("8GA-1") == "bridgehead"


@pytest.mark.rule("6.1.2.a")
def test_6_1_2_a_a_second_soviet_fits() -> None:
    table = Tabletop(GAME, {"8GA-1": "bridgehead", "5SHA-1": "seelow", "391": "guben"}, segment="C.1")
    assert table.verdict("zhukov", "move 8GA-1 seelow") == ("done", "")


@pytest.mark.rule("6.1.2.a")
def test_6_1_2_a_three_germans_share_a_zone_and_a_fourth_does_not() -> None:
    units = {"303": "seelow", "712": "seelow", "169": "seelow", "606": "letschin"}
    table = Tabletop(GAME, units, segment="C.3", turn=7)
    assert limit(table.state, "seelow", "german").most == 3
    assert table.verdict("koniev", "move 606 seelow") == ("refused", "6.1.2.a")


@pytest.mark.rule("6.1.2.b")
def test_6_1_2_b_nationalities_never_share_a_zone_outside_berlin() -> None:
    table = Tabletop(GAME, {"8GA-1": "zossen", "303": "zossen"}, segment="C.1", run=False)
    assert any("6.1.2.b" in fault for fault in faults(table.state))


@pytest.mark.rule("6.1.2.c")
def test_6_1_2_c_two_soviets_and_one_german_share_a_city_zone() -> None:
    table = Tabletop(GAME, {"8GA-1": "tempelhof", "8GA-2": "tempelhof", "11SS": "tempelhof"}, run=False)
    assert stacking_faults(table.state, "tempelhof") == []
    assert room(table.state, "tempelhof", "german") == 0
    assert room(table.state, "tempelhof", "soviet") == 0


@pytest.mark.rule("6.1.2.c")
def test_6_1_2_c_a_second_german_may_not_enter_a_city_zone() -> None:
    table = Tabletop(GAME, {"11SS": "neukolln", "23SS": "tempelhof"}, segment="C.3", turn=7)
    assert table.verdict("koniev", "move 11SS tempelhof") == ("refused", "6.1.2.c")


@pytest.mark.rule("6.1.2.d")
def test_6_1_2_d_soviets_crowd_as_they_like_in_the_bridgehead_and_east_of_the_rivers() -> None:
    units = {"8GA-1": "kustrin", "5SHA-1": "bridgehead", "5SHA-2": "bridgehead", "8GA-2": "bridgehead"}
    table = Tabletop(GAME, {**units, "391": "guben"}, segment="C.1")
    assert table.verdict("zhukov", "move 8GA-1 bridgehead") == ("done", "")
    assert limit(table.state, "ziebingen", "soviet").most is None


@pytest.mark.rule("6.1.1")
def test_6_1_1_passing_through_a_full_zone_is_no_overstack() -> None:
    units = {"8GA-1": "bridgehead", "5SHA-1": "seelow", "5SHA-2": "seelow", "391": "guben"}
    table = Tabletop(GAME, units, segment="C.1")
    assert table.verdict("zhukov", "move 8GA-1 seelow muncheberg") == ("done", "")


@pytest.mark.rule("6.1.1")
def test_6_1_1_too_many_at_the_end_of_a_move_is_a_fault_of_the_position() -> None:
    units = {"8GA-1": "seelow", "5SHA-1": "seelow", "5SHA-2": "seelow"}
    table = Tabletop(GAME, units, segment="C.1", run=False)
    assert any("at most 2" in fault for fault in faults(table.state))


@pytest.mark.rule("6.1.2.a", "6.1.2.b", "6.1.2.d")
@pytest.mark.parametrize(
    ("units", "zone", "wrong"),
    [
        ("8GA-1 8GA-2", "seelow", 0),
        ("8GA-1 8GA-2 5SHA-1", "seelow", 1),
        ("8GA-1 8GA-2 5SHA-1", "bridgehead", 0),
        ("303 712 169", "seelow", 0),
        ("8GA-1 303", "seelow", 1),
        ("8GA-1 303", "tempelhof", 0),
    ],
)
def test_6_1_2_what_is_wrong_with_a_zone(units: str, zone: str, wrong: int) -> None:
    table = Tabletop(GAME, dict.fromkeys(units.split(), zone), run=False)
    assert len(stacking_faults(table.state, zone)) == wrong


@pytest.mark.rule("4.2.1.b", "6.1.1")
def test_4_2_1_b_a_unit_comes_back_into_the_full_zone_that_it_left() -> None:
    units = {"303": "seelow", "712": "seelow", "169": "seelow"}
    table = Tabletop(GAME, units, segment="C.3", turn=7)
    assert table.verdict("koniev", "move 303 letschin seelow") == ("done", "")
