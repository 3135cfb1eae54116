"""Rule 2.3, orders from Hitler, and what they demand of an impulse."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.raceforberlin.bot import dutiful, stands
from tests.games.raceforberlin.fights import tracks
from tests.tabletop import Tabletop

HANDS = {"zhukov": ["event-2"], "koniev": ["event-1", "event-10"]}


def south(units: dict[str, str], **more: Any) -> Tabletop:
    """The impulse of the South Germans (C.4) under an order from Hitler."""
    position: dict[str, Any] = {
        "turn": 3,
        "segment": "C.4",
        "state": {"hitler": "south"},
        "dice": [6] * 6,
        **more,
    }
    return Tabletop("raceforberlin", units, **position)


FACING = {"21Pz": "cottbus", "344": "spremberg", "52-1": "kathlow reduced", "2POL-1": "gross-duben reduced"}
"""Cottbus and Spremberg touch Kathlow over the Spree, Spremberg Groß Düben too; each Soviet counts 6."""


# -- 2.3.1 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("2.3.1")
@pytest.mark.parametrize(("die", "front"), [(1, None), (4, None), (5, "north"), (6, "south")])
def test_2_3_1_five_orders_the_north_six_the_south(die: int, front: str | None) -> None:
    table = Tabletop("raceforberlin", {}, turn=5, segment="A.3", hands=HANDS, dice=[die])
    assert table.state.facts.get("hitler") == front
    assert [facts["front"] for facts in table.found("HitlerOrdered")] == ([front] if front else [])


@pytest.mark.rule("2.3.1")
def test_2_3_1_no_die_after_turn_5() -> None:
    table = Tabletop("raceforberlin", {}, turn=6, segment="A.3", hands=HANDS)
    assert table.found("DieRolled") == []
    assert table.state.segment == "B.2"


# -- 2.3.2 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("2.3.2.e", "2.3.2.a")
def test_2_3_2_e_passing_is_refused_with_the_divisions_and_a_way_to_obey() -> None:
    table = south(FACING)
    (ruling,) = table.order("zhukov", "pass")
    assert (ruling.verdict, ruling.rule) == ("refused", "2.3.2.e")
    assert "21 Pz" in ruling.why
    assert "344" in ruling.why
    assert "two divisions, one of them armoured" in ruling.why
    assert table.state.segment == "C.4"
    obeyed = "\n".join(ruling.legal)
    assert {ruling.verdict for ruling in table.order("zhukov", obeyed)} <= {"done", "waiting"}


@pytest.mark.rule("2.3.2.e", "2.3.2.b")
@pytest.mark.parametrize(
    ("units", "demand"),
    [
        ({"21Pz": "spremberg", "344": "spremberg"}, "two divisions, one of them armoured,"),
        ({"17": "spremberg", "344": "spremberg"}, "two divisions"),
        ({"21Pz": "spremberg"}, "one division, armoured,"),
        ({"344": "spremberg"}, "one division"),
    ],
)
def test_2_3_2_e_the_refusal_says_what_is_demanded(units: dict[str, str], demand: str) -> None:
    (ruling,) = south({**units, "2POL-1": "gross-duben reduced"}).order("zhukov", "pass")
    assert f"At least {demand} must attack, of these" in ruling.why


@pytest.mark.rule("2.3.2.a")
def test_2_3_2_a_an_attack_by_two_one_of_them_armoured_obeys() -> None:
    table = south(FACING)
    table.order("zhukov", "combat 21Pz 344 at kathlow")
    assert table.kinds().count("CombatResolved") == 1
    assert "hitler" not in table.state.facts


@pytest.mark.rule("2.3.2.a")
def test_2_3_2_a_one_division_does_not_where_two_could() -> None:
    assert south(FACING).verdict("zhukov", "combat 344 at gross-duben") == ("refused", "2.3.2.e")


@pytest.mark.rule("2.3.2.a")
def test_2_3_2_a_two_without_armour_do_not_where_armour_could() -> None:
    table = south({**FACING, "17": "spremberg"})
    assert table.verdict("zhukov", "combat 344 17 at gross-duben") == ("refused", "2.3.2.e")


@pytest.mark.rule("2.3.2.b")
def test_2_3_2_b_without_armour_within_reach_any_two_do() -> None:
    table = south({"17": "spremberg", "344": "spremberg", "21Pz": "dresden", "2POL-1": "gross-duben reduced"})
    assert table.verdict("zhukov", "pass") == ("refused", "2.3.2.e")
    assert table.verdict("zhukov", "combat 17 344 at gross-duben") != ("refused", "2.3.2.e")


@pytest.mark.rule("2.3.2.b")
def test_2_3_2_b_where_one_division_alone_can_attack_it_must() -> None:
    table = south({"344": "spremberg", "17": "dresden", "2POL-1": "gross-duben reduced"})
    (ruling,) = table.order("zhukov", "pass")
    assert (ruling.rule, ruling.legal) == ("2.3.2.e", ("combat 344 at gross-duben",))


@pytest.mark.rule("2.3.2.a")
def test_2_3_2_a_two_attacks_on_different_zones_obey_as_well() -> None:
    table = south(FACING)
    rulings = table.order("zhukov", "combat 21Pz at kathlow\ncombat 344 at gross-duben")
    assert "refused" not in {ruling.verdict for ruling in rulings}


@pytest.mark.rule("2.3.2.a")
def test_2_3_2_a_help_from_outside_to_an_attack_in_berlin_obeys() -> None:
    """The two in Zossen could attack Trebbin; who stands in Berlin is not bound, and obeys for nobody."""
    units = {"17": "tempelhof", "28-1": "tempelhof reduced", "21Pz": "zossen", "344": "zossen"}
    table = south({**units, "2POL-1": "trebbin reduced"}, tracks=tracks(level=2))
    alone = "city tempelhof with 17"
    assert table.verdict("zhukov", alone) == ("refused", "2.3.2.e")
    assert table.verdict("zhukov", f"{alone} help zossen units 21Pz 344") == ("done", "")
    assert "hitler" not in table.state.facts


@pytest.mark.rule("2.3.2.a")
def test_2_3_2_a_an_attack_below_the_table_is_not_demanded() -> None:
    """4 against 22 is worse than 1:3: the order cannot be carried out, so passing stands."""
    table = south({"344": "spremberg", "3GTA-1": "gross-duben"})
    assert table.verdict("zhukov", "pass") == ("done", "")


@pytest.mark.rule("2.3.2.a", "4.1.4")
def test_2_3_2_a_divisions_that_have_acted_before_are_not_bound() -> None:
    units = {name: at if name.endswith("-1") else f"{at} activated" for name, at in FACING.items()}
    assert south({**units, "36SS": "guben"}).verdict("zhukov", "pass") == ("done", "")


@pytest.mark.rule("2.3.2.a", "7.2.1")
def test_2_3_2_a_an_attack_over_the_oder_neisse_is_not_demanded() -> None:
    table = south({"615": "rietschen", "Branden": "niesky", "2POL-1": "sanitz reduced"})
    assert table.verdict("zhukov", "pass") == ("done", "")


@pytest.mark.rule("2.3.2.c")
def test_2_3_2_c_without_contact_two_divisions_move_up() -> None:
    """Groß Düben is held; from Hoyerswerda and Spremberg it is adjacent, from Bautzen and Senftenberg not."""
    units = {"21Pz": "bautzen", "344": "senftenberg", "17": "dresden", "13-1": "gross-duben"}
    table = south(units, turn=7)
    (ruling,) = table.order("zhukov", "pass")
    assert (ruling.verdict, ruling.rule) == ("refused", "2.3.2.e")
    assert "move adjacent to Soviets" in ruling.why
    assert table.verdict("zhukov", "move 21Pz hoyerswerda") == ("refused", "2.3.2.e")
    rulings = table.order("zhukov", "move 21Pz hoyerswerda\nmove 344 spremberg")
    assert {ruling.verdict for ruling in rulings} == {"done"}
    assert "hitler" not in table.state.facts


@pytest.mark.rule("2.3.2.c")
def test_2_3_2_c_nobody_moves_up_while_one_division_is_in_contact() -> None:
    """344 faces Soviets whom it is too weak to attack."""
    table = south({"344": "spremberg", "3GTA-1": "gross-duben", "21Pz": "dresden"}, turn=7)
    assert table.verdict("zhukov", "pass") == ("done", "")


@pytest.mark.rule("2.3.2.c")
def test_2_3_2_c_a_march_that_needs_the_freedom_die_is_not_demanded() -> None:
    """The Soviets are in Senftenberg (21), west of Bautzen (25); only a die can free the way there."""
    units = {"21Pz": "bautzen", "13-1": "senftenberg"}
    assert south(units, turn=3).verdict("zhukov", "pass") == ("done", "")
    assert south(units, turn=7).verdict("zhukov", "pass") == ("refused", "2.3.2.e")


@pytest.mark.rule("2.3.2.c")
def test_2_3_2_c_both_movers_need_room() -> None:
    """The only way to contact is Bautzen, with room for one: one division is all that can be asked."""
    full = {"342": "bautzen activated", "214": "bautzen activated"}
    table = south({"344": "dresden", "17": "dresden", "52-1": "gorlitz", **full}, turn=7)
    (ruling,) = table.order("zhukov", "pass")
    assert (ruling.rule, ruling.legal) == ("2.3.2.e", ("move 17 bautzen",))


@pytest.mark.rule("2.3.2.d")
def test_2_3_2_d_defence_lines_and_city_zones_are_exempt() -> None:
    table = south({"36SS": "guben", "214": "guben", "342": "forst", "52-1": "kathlow reduced"})
    assert table.verdict("zhukov", "pass") == ("done", "")
    table = south({"21Pz": "tempelhof", "344": "tempelhof", "52-1": "zossen reduced"})
    assert table.verdict("zhukov", "pass") == ("done", "")


@pytest.mark.rule("2.3.2.d")
def test_2_3_2_d_exempt_units_do_not_fulfil_the_order_either() -> None:
    table = south({**FACING, "342": "forst", "36SS": "guben"})
    assert table.verdict("zhukov", "combat 342 36SS at kathlow") == ("refused", "2.3.2.e")


@pytest.mark.rule("2.3.2.a")
def test_2_3_2_a_the_order_binds_only_its_own_front() -> None:
    table = Tabletop(
        "raceforberlin",
        {"20PzGr": "letschin", "303": "letschin", "61-1": "seelow reduced", **FACING},
        turn=3,
        segment="C.3",
        state={"hitler": "south"},
    )
    assert table.verdict("koniev", "pass") == ("done", "")


@pytest.mark.rule("2.3.2.a")
def test_2_3_2_a_an_order_that_nobody_could_obey_lapses_with_the_turn() -> None:
    table = Tabletop(
        "raceforberlin",
        {},
        turn=3,
        segment="D.4",
        state={"hitler": "south"},
        hands=HANDS,
        dice=[1, 6, 1],
    )
    assert table.state.turn == 4
    assert "hitler" not in table.state.facts


@pytest.mark.rule("2.3.2.a", "2.3.2.e")
def test_2_3_2_a_two_divisions_with_a_target_each_must_both_attack() -> None:
    units = {
        "21Pz": "cottbus",
        "344": "hoyerswerda",
        "52-1": "kathlow reduced",
        "2POL-1": "gross-duben reduced",
    }
    table = south(units)
    (ruling,) = table.order("zhukov", "combat 21Pz at kathlow")
    assert (ruling.verdict, ruling.rule) == ("refused", "2.3.2.e")
    assert ruling.legal == ("combat 21Pz at kathlow\ncombat 344 at gross-duben",)
    rulings = table.order("zhukov", "\n".join(ruling.legal))
    assert "refused" not in {ruling.verdict for ruling in rulings}


@pytest.mark.rule("2.3.2.a")
def test_2_3_2_a_others_may_move_beside_the_attack() -> None:
    table = south({**FACING, "404": "dresden"})
    rulings = table.order("zhukov", "combat 21Pz 344 at kathlow\nmove 404 bautzen")
    assert "refused" not in {ruling.verdict for ruling in rulings}


@pytest.mark.rule("2.3.2.a", "2.3.2.d")
def test_2_3_2_a_only_an_impulse_of_divisions_it_binds_ends_the_order() -> None:
    """The North's impulse leaves an order for the South open, and so does one of exempt divisions alone."""
    table = south({"606": "letschin", **FACING}, segment="C.3")
    table.order("koniev", "move 606 seelow")
    assert table.state.facts["hitler"] == "south"
    table = south({"36SS": "guben", "214": "guben"})
    table.order("zhukov", "move 36SS furstenberg")
    assert table.state.facts["hitler"] == "south"
    table = south({"8GA-1": "kustrin", **FACING}, segment="C.1")
    table.order("zhukov", "move 8GA-1 goritz")
    assert table.state.facts["hitler"] == "south"


@pytest.mark.rule("2.3.2.b")
def test_2_3_2_b_two_infantry_divisions_with_a_target_each_do_without_armour() -> None:
    units = {
        "17": "cottbus",
        "344": "hoyerswerda",
        "52-1": "kathlow reduced",
        "2POL-1": "gross-duben reduced",
    }
    table = south(units)
    (ruling,) = table.order("zhukov", "pass")
    assert "At least two divisions must attack" in ruling.why
    assert ruling.legal == ("combat 17 at kathlow\ncombat 344 at gross-duben",)


MARCH = {"17": "dresden", "344": "dresden", "21Pz": "kamenz", "52-1": "gorlitz"}
"""Görlitz is held by a Soviet; Bautzen next to it can be reached by all three."""


@pytest.mark.rule("2.3.2.c")
def test_2_3_2_c_one_of_those_who_move_up_is_armoured_if_possible() -> None:
    table = south(MARCH, turn=7)
    (ruling,) = table.order("zhukov", "pass")
    assert "two divisions, one of them armoured, must move adjacent to Soviets" in ruling.why
    assert any("21Pz" in line for line in ruling.legal)
    rulings = table.order("zhukov", "move 17 bautzen\nmove 344 bautzen")
    assert {ruling.rule for ruling in rulings} == {"2.3.2.e"}
    rulings = table.order("zhukov", "move 17 bautzen\nmove 21Pz bautzen\nactivate 344 reserve")
    assert {ruling.verdict for ruling in rulings} == {"done"}


@pytest.mark.rule("2.3.2.c")
def test_2_3_2_c_a_move_elsewhere_does_not_count() -> None:
    table = south(MARCH, turn=7)
    rulings = table.order("zhukov", "move 17 bautzen\nmove 21Pz senftenberg")
    assert {ruling.rule for ruling in rulings} == {"2.3.2.e"}


@pytest.mark.rule("2.3.2.c")
def test_2_3_2_c_two_may_move_up_into_the_same_zone() -> None:
    table = south({"17": "dresden", "344": "dresden", "52-1": "gorlitz"}, turn=7)
    (ruling,) = table.order("zhukov", "pass")
    assert ruling.legal == ("move 17 bautzen\nmove 344 bautzen",)


def test_a_bot_that_finds_nothing_by_chance_obeys_as_the_refusal_says() -> None:
    """The way to obey is two moves, each a line of its own."""
    units = {"21Pz": "bautzen", "344": "senftenberg", "17": "dresden", "13-1": "gross-duben"}
    table = south(units, turn=7)
    lines = dutiful(table.state)
    assert len(lines) == 2 and all(line.startswith("move ") for line in lines)
    assert stands(table.state, lines)
