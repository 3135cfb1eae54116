"""Rule 8.4, advance after combat: who, how far, over what, into what."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.tabletop import Tabletop

from .fights import EAST, HEX, NORTH, asked, at, fight, no, told

FIGHT = f"prep {HEX} by 421RR, 14MRB then fire 421RR, 14MRB at 685-I"
UNITS = {"685-I": HEX, "421RR": NORTH, "14MRB": EAST}


def won(
    units: Mapping[str, str] | None = None, order: str = FIGHT, die: int = 3, path: str = "0921-0922"
) -> Tabletop:
    """A result of 2-1 on 685-I, which retreats two hexes to the south."""
    answer = ("german", f"hold\nretreat 685-I\nretreatpath {path}")
    laid = fight({**UNITS, **(units or {})}, order, answer, dice=[die])
    assert told(laid)[-1][4] == "2-1"
    return laid


@pytest.mark.rule("8.4.adv.1", "8.4.adv.11", "7.1.D.1", "3.1.prep.3", "8.4.adv.4")
def test_those_who_fired_may_advance_each_as_it_likes() -> None:
    laid = won()
    assert asked(laid) == ("soviet", "advance")
    laid.order("soviet", f"advance 421RR via {HEX}")
    assert at(laid, "421RR", "14MRB") == (HEX, EAST)
    assert laid.state.frames[-1].segment == "SOV.MOVE"
    nobody = won()
    nobody.order("soviet", "no advance")
    assert at(nobody, "421RR", "14MRB") == (NORTH, EAST)
    ahead = won(order=f"{FIGHT} advance 421RR via {HEX}")
    assert at(ahead, "421RR", "14MRB") == (HEX, EAST), "as the order of the attack said"


@pytest.mark.rule("8.4.adv.1", "8.4.adv.10")
def test_who_did_not_fire_does_not_advance() -> None:
    laid = won(
        {"44MRB": NORTH, "14MRB": NORTH, "19TB": EAST, "157TB": EAST},
        f"{FIGHT} ".replace("14MRB then", "14MRB, 44MRB then"),
    )
    rule, why, _ = no(laid, "soviet", f"advance 44MRB via {HEX}")
    assert (rule, why) == ("8.4.adv.1", "44MRB did not fire on the defenders")
    assert no(laid, "soviet", f"advance 19TB via {HEX}")[0] == "4.stack.6"


@pytest.mark.rule("8.4.adv.10", "8.4.adv.1")
def test_weapons_and_supporters_and_the_defender_never_advance() -> None:
    laid = won(
        {"ART-1": EAST, "ART-2": "0916"},
        FIGHT.replace("14MRB then", "14MRB, ART-1 support ART-2 then").replace(
            "14MRB at", "14MRB, ART-1 support ART-2 at"
        ),
        die=5,
    )
    assert no(laid, "soviet", f"advance ART-1 via {HEX}")[0] == "8.4.adv.10"
    assert no(laid, "soviet", f"advance ART-2 via {HEX}")[0] == "8.4.adv.10"
    assert no(laid, "soviet", f"advance 685-I via {HEX}")[0] in {"8.4.adv.10", "8.4.adv.1"}


@pytest.mark.rule("8.4.adv.2")
def test_the_length_is_what_the_retreat_required_however_far_it_went() -> None:
    laid = won({"365RR": "0923 6"}, path="0921-0821")
    assert no(laid, "soviet", f"advance 421RR via {HEX}-0921-0922")[0] == "8.4.adv.2"
    assert laid.verdict("soviet", f"advance 421RR via {HEX}-1020") == ("done", "")


@pytest.mark.rule("8.4.adv.3", "8.res.1")
def test_after_elimination_it_is_the_largest_morale_result() -> None:
    units = {"685-I": f"{HEX} 2", "685-II": f"{HEX} 1", "19TB": NORTH, "157TB": NORTH, "14MRB": EAST}
    laid = fight(
        units,
        f"prep {HEX} by 19TB, 157TB, 14MRB then fire 19TB, 157TB at 685-I fire 14MRB at 685-II",
        ("german", "hold\ncheck 685-I"),
        dice=[6, 1, 1],
    )
    assert [one[4] for one in told(laid)] == ["1-1", "2-1"]
    assert at(laid, "685-I", "685-II") == ("eliminated", "eliminated")
    assert "up to 2 hexes" in laid.state.waiting()[0].question


TWICE = {"110-I": HEX, "685-I": f"{HEX} 3", "421RR": NORTH, "14MRB": EAST}
FIRES = f"prep {HEX} by 421RR, 14MRB then fire 421RR at 110-I fire 14MRB at 685-I"


@pytest.mark.rule("8.4.adv.2")
def test_a_larger_result_that_was_withstood_does_not_lengthen_the_advance() -> None:
    laid = fight(
        TWICE, FIRES, ("german", "hold\ncheck 110-I\nretreat 685-I\nretreatpath 0921"), dice=[1, 1, 4]
    )
    assert [one[4] for one in told(laid)] == ["2-1", "1-0"]
    assert at(laid, "110-I", "685-I") == ("0921", "0921")
    assert "each up to 1 hex" in laid.state.waiting()[0].question


@pytest.mark.rule("8.4.adv.2", "8.4.adv.3", "8.res.1")
def test_where_one_died_and_the_others_retreat_the_larger_result_counts() -> None:
    units = {**TWICE, "110-I": f"{HEX} 3"}
    laid = fight(
        units, FIRES, ("german", "hold\ncheck 110-I\nretreat 685-I\nretreatpath 0921"), dice=[1, 1, 4]
    )
    assert at(laid, "110-I", "685-I") == ("eliminated", "0921")
    assert "each up to 2 hexes" in laid.state.waiting()[0].question


@pytest.mark.rule("8.4.adv.5")
def test_no_advance_over_the_don_without_a_bridge() -> None:
    units = {"685-I": "5222", "421RR": "5221", "634RR": "5221"}
    order = "prep 5222 by 421RR, 634RR then fire 421RR, 634RR at 685-I"
    laid = fight(units, order, ("german", "hold\nretreat 685-I"), dice=[1])
    while asked(laid)[1] == "retreat":
        laid.order("german", laid.state.waiting()[0].default)
    assert no(laid, "soviet", "advance 421RR via 5222-5323")[0] == "8.4.adv.5"


@pytest.mark.rule("8.4.adv.6")
def test_an_advance_goes_in_any_direction() -> None:
    laid = won()
    assert laid.verdict("soviet", "advance 421RR via 0818") == ("done", "")
    assert no(won(), "soviet", "advance 421RR via 0922")[0] == "8.4.adv.6"


ZONES = {"110-I": "0819"}
"""A German whose zone covers the hex that was attacked, and others beside the path of the retreat."""


@pytest.mark.rule("8.4.adv.7", "8.4.adv.8", "8.4.adv.9")
def test_zones_are_ignored_on_the_path_of_the_retreat_and_stop_off_it() -> None:
    laid = won(ZONES)
    assert laid.verdict("soviet", f"advance 421RR via {HEX}-0921") == ("done", ""), (
        "both hexes are controlled"
    )
    off = won(ZONES)
    assert no(off, "soviet", "advance 421RR via 0818-0817")[:2] == (
        "8.4.adv.8", "421RR stops in 0818, which is enemy-controlled",
    )  # fmt: skip


@pytest.mark.rule("8.4.adv.8")
def test_off_the_path_the_first_controlled_hex_ends_an_advance() -> None:
    laid = won({"110-I": "1121"})
    rule, why, _ = no(laid, "soviet", "advance 14MRB via 1020-1021")
    assert (rule, why) == ("8.4.adv.8", "14MRB stops in 1020, which is enemy-controlled")
    assert laid.verdict("soviet", "advance 14MRB via 1020") == ("done", "")


@pytest.mark.rule("6.gen.3")
def test_an_advance_ends_where_there_is_room() -> None:
    laid = won({"365RR": "1018", "405RR": "1018"})
    assert no(laid, "soviet", "advance 421RR via 1018")[0] == "6.gen.3"


@pytest.mark.rule("8.4.adv.1", "8.4.adv.11")
def test_the_lines_of_an_order_are_carried_out_and_one_that_no_longer_stands_is_left_out() -> None:
    order = f"{FIGHT} advance 421RR via {HEX}; 14MRB via 1020-1021-1022"
    laid = won(order=order)
    assert at(laid, "421RR", "14MRB") == (HEX, EAST)
    (left_out,) = laid.found("FirePassed")
    why = "14MRB may advance at most 2 hexes"
    assert left_out == {"order": "advance 14MRB via 1020-1021-1022", "why": why}


@pytest.mark.rule("4.stack.6", "3.2.hasty.5")
def test_after_a_hasty_attack_those_advance_who_took_part() -> None:
    units = {"15-I": HEX, "61-Kr": HEX, "421RR": f"{NORTH} 4"}
    laid = fight(
        units, f"hasty {NORTH} by 15-I then fire 15-I at 421RR",
        ("soviet", "hold\nretreat 421RR\nretreatpath 0918"), segment="GER.MOVE", dice=[4],
    )  # fmt: skip
    assert asked(laid) == ("german", "advance")
    assert no(laid, "german", f"advance 61-Kr via {NORTH}")[0] == "4.stack.6"
    assert laid.verdict("german", f"advance 15-I via {NORTH}") == ("done", "")


@pytest.mark.rule("8.4.adv.11")
def test_one_line_with_a_bad_advance_does_nothing_at_all() -> None:
    laid = won()
    no(laid, "soviet", f"advance 421RR via {HEX}; 14MRB via 1022")
    assert at(laid, "421RR", "14MRB") == (NORTH, EAST)


@pytest.mark.rule("6.gen.3", "8.4.adv.11")
def test_the_advances_of_one_line_must_fit_together() -> None:
    order = FIGHT.replace("14MRB then", "14MRB, 44MRB then").replace("14MRB at", "14MRB, 44MRB at")
    laid = won({"44MRB": EAST}, order, die=4)
    every = ", ".join(f"{unit} via {HEX}" for unit in ("421RR", "14MRB", "44MRB"))
    assert no(laid, "soviet", f"advance {every}")[0] == "6.gen.3"
    assert at(laid, "421RR", "14MRB", "44MRB") == (NORTH, EAST, EAST)


@pytest.mark.rule("8.4.adv.9")
def test_zones_hold_again_in_the_movement_that_follows() -> None:
    units = {"685-I": HEX, "110-I": "0819", "421RR": NORTH, "14MRB": "1019", "44MRB": "0918"}
    order = f"prep {HEX} by 421RR, 14MRB then fire 421RR, 14MRB at 685-I advance 421RR via {HEX}-0921\nend"
    laid = fight(units, order, ("german", "hold\nretreat 685-I\nretreatpath 0921-0922"), dice=[3])
    assert at(laid, "421RR") == ("0921",), f"through {HEX}, which is controlled from 0819"
    assert no(laid, "soviet", f"move 44MRB via 0919-{HEX}")[0] == "5.eff.1"
