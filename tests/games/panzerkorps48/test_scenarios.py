"""Scenarios S7 and S10 of the game's notes; the others stand with the chapters they are about."""

from __future__ import annotations

import pytest

from tests.tabletop import Tabletop

from .fights import HEX, NORTH, asked, at, fight, no, steps, table, told

MARCH = {"15-II": "3514", "61-Kr": "3514", "209-Pi": "3512", "405RR": "3409 4", "421RR": "3609 3"}
WAY = "move 15-II, 61-Kr, 209-Pi via 3513-3512-3511-3510 hasty 3409 by 15-II then fire 15-II at 405RR"


def marched(*dice: int) -> Tabletop:
    return fight(MARCH, WAY, segment="GER.MOVE", dice=dice)


@pytest.mark.rule("4.stack.1", "4.stack.5", "4.stack.6", "4.stack.7", "3.2.hasty.5")
def test_s7_a_hasty_attack_with_bystanders() -> None:
    laid = marched(2, 4)
    assert no(laid, "soviet", "fire 405RR at 61-Kr")[0] == "4.stack.5"
    assert no(laid, "soviet", "fire 405RR at 209-Pi")[0] == "4.stack.5"
    laid.order("soviet", "fire 405RR at 15-II\nretreat 405RR")
    assert told(laid) == [(("405RR",), "15-II", 2, "1", "0-0"), (("15-II",), "405RR", 10, "8-11", "1-1")]
    assert steps(laid, "405RR") == (3,)
    if asked(laid)[1] == "retreat":
        laid.order("soviet", laid.state.waiting()[0].answers[0])
    assert no(laid, "german", "advance 61-Kr via 3409")[0] == "4.stack.6"
    laid.order("german", "advance 15-II via 3409")
    assert at(laid, "15-II", "61-Kr", "209-Pi") == ("3409", "3510", "3510")


@pytest.mark.rule("4.stack.2", "4.stack.7", "3.2.hasty.3")
def test_s7_a_bystander_attacks_another_hex_and_who_was_picked_up_does_not_join_it() -> None:
    laid = marched(2, 4)
    laid.order("german", "hasty 3609 by 61-Kr")
    assert len(laid.found("AttackAnnounced")) == 1, "the first attack is not over"
    laid.order("soviet", "fire 405RR at 15-II\nretreat 405RR")
    if asked(laid)[1] == "retreat":
        laid.order("soviet", laid.state.waiting()[0].answers[0])
    if asked(laid)[1] == "advance":
        laid.order("german", "no advance")
    if len(laid.found("AttackAnnounced")) == 1:
        assert no(laid, "german", "hasty 3609 by 61-Kr, 209-Pi")[0] == "4.stack.2"
        assert laid.verdict("german", "hasty 3609 by 61-Kr") == ("done", "")
    assert laid.found("AttackAnnounced")[-1]["attackers"] == ("61-Kr",)


@pytest.mark.rule("8.3.zoc.1", "8.3.zoc.2", "8.3.zoc.4", "8.4.adv.2")
def test_s10_a_battery_dies_and_its_infantry_pays_for_each_hex_until_it_is_free() -> None:
    ring = dict(zip(("365RR", "405RR", "991RR", "999RR"), ("0718", "1118", "0821", "1021"), strict=True))
    units = {"LJ-1": HEX, "LJ-A": HEX, "421RR": NORTH, **{unit: f"{space} 3" for unit, space in ring.items()}}
    order = f"prep {HEX} by 421RR then fire 421RR at LJ-1"
    laid = fight(units, order, ("german", "hold\nretreat LJ-1"), dice=[4])
    if asked(laid)[1] == "retreat":
        laid.order("german", laid.state.waiting()[0].default)
    (moved,) = [one["path"] for one in laid.found("UnitMoved") if one["how"] == "retreat"]
    assert at(laid, "LJ-A", "LJ-1") == ("eliminated", moved[-1])
    assert steps(laid, "LJ-1") == (3 - (len(moved) - 2),)
    assert len(moved) > 2
    assert "each up to one hex" in laid.state.waiting()[0].question, "as far as was required (S9)"


@pytest.mark.rule("8.4.adv.9")
def test_zones_hold_again_in_the_movement_that_follows() -> None:
    units = {"685-I": HEX, "110-I": "0819", "421RR": NORTH, "14MRB": "1019", "44MRB": "0918"}
    order = f"prep {HEX} by 421RR, 14MRB then fire 421RR, 14MRB at 685-I advance 421RR via {HEX}-0921\nend"
    laid = fight(units, order, ("german", "hold\nretreat 685-I\nretreatpath 0921-0922"), dice=[3])
    assert at(laid, "421RR") == ("0921",), f"through {HEX}, which is controlled from 0819"
    assert no(laid, "soviet", f"move 44MRB via 0919-{HEX}")[0] == "5.eff.1"


def test_the_same_sheet_again_gives_the_same_events() -> None:
    one, other = marched(2, 4), marched(2, 4)
    assert one.events == other.events
    assert table(MARCH, segment="GER.MOVE").state.units == table(MARCH, segment="GER.MOVE").state.units
