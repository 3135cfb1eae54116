"""Rule 7.1, the order of a combat: who fires when, what waits, what is left out; 7.6, support with a fire."""

from __future__ import annotations

import pytest

from adjudicator.games.panzerkorps48 import r07_attack
from adjudicator.games.panzerkorps48.record import GAME

from .fights import EAST, HEX, NORTH, asked, fight, flags, no, steps, table, told

PAIR = {"685-I": HEX, "685-II": HEX, "421RR": NORTH, "14MRB": EAST}
BOTH = f"prep {HEX} by 421RR, 14MRB"


@pytest.mark.rule("7.gen.2", "7.1.B.5", "7.1.B.1")
def test_the_defender_fires_first_and_what_he_hits_fires_with_what_is_left() -> None:
    laid = fight(
        {**PAIR, "15-I": HEX}, f"{BOTH} then fire 421RR at 15-I", ("german", "fire 15-I at 421RR"),
        ("soviet", "check 421RR"), ("german", "hold"), dice=[5, 1, 6],
    )  # fmt: skip
    assert told(laid) == [(("15-I",), "421RR", 10, "8-11", "1-0"), (("421RR",), "15-I", 2, "1", "0-0")]


@pytest.mark.rule("7.1.B.2", "7.2.seq.7", "7.1.def.2")
def test_the_defender_announces_fire_after_fire_each_unit_once() -> None:
    laid = fight(PAIR, BOTH, ("german", "fire 685-I at 421RR"), dice=[6, 6])
    assert asked(laid) == ("german", "defence")
    assert no(laid, "german", "fire 685-I at 14MRB")[0] == "7.2.fire.1"
    laid.order("german", "fire 685-II at 14MRB")
    assert asked(laid) == ("soviet", "attack"), "all have fired"


@pytest.mark.rule("7.1.B.2", "7.1.B.1")
def test_the_lines_of_one_sheet_are_taken_as_each_is_asked() -> None:
    laid = fight(PAIR, BOTH, ("german", "fire 685-I at 421RR\nfire 685-II at 14MRB"), dice=[6, 6])
    assert [one[:2] for one in told(laid)] == [(("685-I",), "421RR"), (("685-II",), "14MRB")]
    held = fight(PAIR, BOTH, ("german", "fire 685-I at 421RR\nhold"), dice=[6])
    assert asked(held) == ("soviet", "attack")


@pytest.mark.rule("7.1.C.1", "7.1.C.2", "8.1.att.0")
def test_a_fire_that_was_ordered_ahead_and_has_become_illegal_is_left_out_and_told() -> None:
    laid = fight(
        PAIR, f"{BOTH} then fire 421RR at 685-I fire 14MRB at 685-II",
        ("german", "fire 685-I, 685-II at 421RR\nhold"), ("soviet", "retreat 421RR"),
        ("soviet", "retreatpath 0918"), dice=[4, 6],
    )  # fmt: skip
    (left_out,) = laid.found("FirePassed")
    assert left_out == {"order": "fire 421RR at 685-I", "why": "421RR is no longer there to fire"}
    assert [one[:2] for one in told(laid)][1:] == [(("14MRB",), "685-II")]
    assert {"421RR"} == {
        unit for one in laid.found("FlagsChanged") if "retreated" in one["add"] for unit in one["units"]
    }
    assert "barred" in flags(laid, "421RR")


@pytest.mark.rule("7.1.C.1", "7.1.B.1")
def test_the_sides_do_not_fire_at_the_same_time() -> None:
    laid = fight({"685-I": HEX, "421RR": NORTH}, f"prep {HEX} by 421RR")
    assert no(laid, "german", "fire 421RR at 421RR")[:2] == (
        "7.who.1",
        "421RR may not fire: the other side fires now",
    )
    laid.order("german", "hold")
    assert no(laid, "soviet", "fire 685-I at 421RR")[:2] == (
        "7.who.1",
        "685-I may not fire: the other side fires now",
    )


@pytest.mark.rule("7.1.C.3", "7.1.D.1", "7.1.C.1")
def test_nobody_fires_when_no_defender_is_left() -> None:
    laid = fight(
        {"685-I": HEX, "421RR": NORTH, "14MRB": EAST},
        f"{BOTH} then fire 421RR at 685-I",
        ("german", "hold\nretreat 685-I\nretreatpath 0921"),
        dice=[4],
    )
    assert (laid.at("685-I"), asked(laid)) == ("0921", ("soviet", "advance"))
    assert len(told(laid)) == 1, "14MRB is not asked"


@pytest.mark.rule("7.1.C.3", "7.1.C.1")
def test_fires_of_an_order_lapse_when_no_attacker_is_left() -> None:
    laid = fight(
        {"110-I": HEX, "110-II": HEX, "421RR": f"{NORTH} 1"},
        f"prep {HEX} by 421RR then fire 421RR at 110-I",
        ("german", "fire 110-I, 110-II at 421RR"),
        dice=[1, 6],
    )
    (lapsed,) = laid.found("FirePassed")
    assert lapsed == {"order": "fire 421RR at 110-I", "why": "no unit is left to fire, or to be fired at"}


@pytest.mark.rule("7.1.D.1")
def test_with_a_defender_left_nobody_advances() -> None:
    laid = fight(PAIR, f"{BOTH} then fire 421RR, 14MRB at 685-I", ("german", "hold"), dice=[6])
    assert asked(laid) == ("soviet", "move")
    assert "UnitMoved" not in laid.kinds()


def test_silence_fires_with_all_at_the_first_target_of_the_fullest_stack() -> None:
    laid = fight({**PAIR, "44MRB": EAST}, f"{BOTH}, 44MRB", dice=[6])
    decision = laid.state.waiting()[0]
    assert decision.default == "fire 685-I, 685-II at 14MRB"
    assert decision.window


# -- support with each fire --------------------------------------------------------------------------------

GUNS = {**PAIR, "336-A1": "0923", "ART-1": "0916"}
"""Scenario S6: A and B next to X and Y, with artillery C and Z."""
NAMED = f"{BOTH} support ART-1"


@pytest.mark.rule("7.6.sup.2", "7.6.sup.4", "7.6.sup.6", "7.6.sup.7", "7.1.B.3")
def test_support_is_tied_to_a_unit_next_to_the_target_and_named_with_the_fire() -> None:
    laid = fight(
        GUNS, NAMED, ("german", "fire 685-I support 336-A1 at 421RR"), ("german", "fire 685-II at 14MRB"),
        ("soviet", "fire 421RR support ART-1 at 685-I"), ("soviet", "fire 14MRB at 685-II"),
        dice=[6, 6, 6, 6],
    )  # fmt: skip
    assert [one[:3] for one in told(laid)] == [
        (("685-I", "336-A1"), "421RR", 7), (("685-II",), "14MRB", 3), (("421RR", "ART-1"), "685-I", 10),
        (("14MRB",), "685-II", 5),
    ]  # fmt: skip


@pytest.mark.rule("7.6.sup.3", "7.6.sup.6")
def test_artillery_at_a_distance_never_fires_alone() -> None:
    laid = fight(GUNS, NAMED, ("german", "fire 685-I, 685-II at 421RR"), dice=[6])
    assert asked(laid) == ("soviet", "attack"), "nobody is left to whom the guns could be tied"
    laid = fight(GUNS, NAMED)
    assert no(laid, "german", "fire 336-A1 at 14MRB")[0] == "7.6.sup.3"
    laid.order("german", "hold")
    assert no(laid, "soviet", "fire ART-1 at 685-I")[0] == "7.6.sup.3"


@pytest.mark.rule("7.6.sup.6", "7.6.sup.5")
def test_artillery_at_a_distance_that_is_named_among_those_who_fire_supports_them() -> None:
    laid = fight(GUNS, f"{NAMED} then fire 421RR, ART-1 at 685-I", ("german", "fire 685-I, 336-A1 at 421RR"),
                 ("german", "hold"), dice=[6, 6])  # fmt: skip
    assert [one[0] for one in told(laid)] == [("685-I", "336-A1"), ("421RR", "ART-1")]
    unnamed = fight(GUNS, BOTH, ("german", "hold"))
    assert no(unnamed, "soviet", "fire 421RR, ART-1 at 685-I")[0] == "7.6.sup.5"


@pytest.mark.rule("7.6.sup.2", "7.2.fire.1")
def test_a_gun_supports_one_fire_and_one_that_is_attacked_fires_itself() -> None:
    laid = fight(GUNS, NAMED, ("german", "fire 685-I support 336-A1 at 421RR"), dice=[6])
    rule, _, legal = no(laid, "german", "fire 685-II support 336-A1 at 14MRB")
    assert (rule, legal) == ("7.2.fire.1", ("fire 685-II at 14MRB",))
    own = fight({**PAIR, "336-A1": HEX}, BOTH)
    assert no(own, "german", "fire 685-I support 336-A1 at 421RR")[0] == "7.6.sup.2"
    own.play.chance.dice.append(6)  # type: ignore[attr-defined]
    assert own.verdict("german", "fire 685-I, 336-A1 at 421RR")[0] == "done"


@pytest.mark.rule("7.6.res.3")
def test_the_defenders_artillery_gives_distant_support_in_one_combat_of_a_phase(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    units = {"685-I": HEX, "Wst-1": "0819", "421RR": NORTH, "14MRB": EAST, "336-A1": "0923"}
    laid = fight(
        units,
        f"prep {HEX} by 14MRB then fire 14MRB at 685-I no advance\nprep 0819 by 421RR",
        ("german", "fire 685-I support 336-A1 at 14MRB"),
        dice=[6, 6, 6],
    )
    rule, _, legal = no(laid, "german", "fire Wst-1 support 336-A1 at 421RR")
    assert (rule, legal[0]) == ("7.6.res.3", "fire Wst-1 at 421RR")
    monkeypatch.setattr(r07_attack, "switched_on", lambda item: item != "7.6.res.3")
    assert laid.verdict("german", "fire Wst-1 support 336-A1 at 421RR") == ("done", "")


@pytest.mark.rule("7.6.res.1")
def test_the_defenders_artillery_has_its_range_too() -> None:
    laid = fight({**PAIR, "336-A1": "0926"}, BOTH)
    assert no(laid, "german", "fire 685-I support 336-A1 at 421RR")[0] == "7.6.res.1"


# -- what the enemy sees ------------------------------------------------------------------------------------


@pytest.mark.rule("7.1.A.1")
def test_the_enemy_does_not_see_what_fires_and_advances_an_order_has() -> None:
    laid = fight(PAIR, f"{BOTH} then fire 421RR at 685-I advance 421RR via {HEX}")
    assert GAME.view(laid.state, "soviet").frame.facts["fires"]
    hidden = GAME.view(laid.state, "german").frame.facts
    assert "fires" not in hidden
    assert "advances" not in hidden
    plain = fight(PAIR, BOTH)
    assert GAME.view(plain.state, "german") == GAME.view(laid.state, "german")
    seen = [event for event in laid.events if event.seen_by("german")]
    assert all("fires" not in getattr(event, "about", {}) for event in seen)


@pytest.mark.rule("7.2.fire.4", "7.1.def.1")
def test_a_unit_hit_in_one_attack_defends_in_the_next() -> None:
    laid = table({"685-I": HEX, "421RR": NORTH, "14MRB": EAST}, dice=[6, 6])
    first = f"prep {HEX} by 421RR then fire 421RR at 685-I no advance"
    laid.order("soviet", f"{first}\nprep {HEX} by 14MRB then fire 14MRB at 685-I")
    laid.order("german", "hold")
    assert asked(laid) == ("german", "defence")
    laid.order("german", "hold")
    assert [one[:2] for one in told(laid)] == [(("421RR",), "685-I"), (("14MRB",), "685-I")]
    assert steps(laid, "685-I") == (3,)
