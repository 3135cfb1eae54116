"""Rules 7.2 and 7.3: who may be fired at, type before strength, and the cap on later targets."""

from __future__ import annotations

import pytest

from tests.tabletop import Tabletop

from .fights import EAST, HEX, NORTH, fight, fires, no, told

STACK = {"15-I": HEX, "15-II": f"{HEX} 2", "61-Kr": HEX, "110-I": f"{EAST} 3"}
"""Scenario S4: armor 5, armor 2 and infantry 3 in one hex, infantry 3 alone in another."""
DEFENDERS = {"4M-T1": f"{NORTH} 1", "44MRB": f"{NORTH} 4"}


def attacked(*answers: tuple[str, str], dice: tuple[int, ...] = ()) -> Tabletop:
    """The stack and the lone infantry attack."""
    order = f"prep {NORTH} by 15-I, 15-II, 61-Kr, 110-I"
    return fight({**STACK, **DEFENDERS}, order, *answers, segment="GER.PREP", dice=dice)


@pytest.mark.rule("7.3.type.1", "7.1.B.4", "7.gen.4", "7.2.fire.7")
def test_armor_is_fired_at_before_infantry_of_its_stack() -> None:
    rule, why, legal = no(attacked(), "soviet", "fire 44MRB at 61-Kr")
    assert (rule, why) == ("7.3.type.1", f"in {HEX} fire at armor before personnel: 15-I")
    assert legal[:2] == ("fire 44MRB at 15-I", "fire 44MRB at 110-I")


@pytest.mark.rule("7.3.str.1")
def test_of_one_type_the_strongest_is_fired_at_first() -> None:
    assert no(attacked(), "soviet", "fire 44MRB at 15-II")[:2] == (
        "7.3.str.1",
        f"in {HEX} the strongest is fired at first: 15-I",
    )


@pytest.mark.rule("7.3.type.3", "7.3.mult.4", "7.2.fire.5")
def test_another_stack_may_be_fired_at_first_and_at_full_strength() -> None:
    laid = attacked(("soviet", "fire 4M-T1 at 15-I"), ("soviet", "fire 44MRB at 110-I"), dice=(6, 6))
    assert [fire[-1] for fire in told(laid)] == ["0-0", "0-0"]
    assert [fire[:4] for fire in told(laid)] == [
        (("4M-T1",), "15-I", 2, "1"), (("44MRB",), "110-I", 4, "3-4"),
    ]  # fmt: skip


@pytest.mark.rule("7.3.str.2", "7.3.mult.1", "7.3.mult.2", "7.3.mult.3")
def test_a_second_fire_goes_to_the_next_in_rank_and_counts_no_more_steps_than_the_first() -> None:
    laid = attacked(("soviet", "fire 4M-T1 at 15-I"), dice=(6,))
    assert no(laid, "soviet", "fire 44MRB at 61-Kr")[0] == "7.3.type.1"
    laid.order("soviet", "fire 44MRB at 15-II")
    assert told(laid)[1] == (("44MRB",), "15-II", 0, "", "0-0"), (
        "one step times a half is nothing, without a die"
    )
    (cap,) = (part for part in fires(laid)[1]["parts"] if part["rule"] == "7.3.mult.3")
    assert (cap["unit"], cap["was"], cap["is"]) == ("44MRB", 4, 1)


@pytest.mark.rule("7.3.mult.1", "7.3.mult.2")
def test_the_cap_goes_by_raw_steps_and_counts_supporters() -> None:
    units = {**STACK, **DEFENDERS, "45MB": f"{NORTH} 4", "ART-1": "0915"}
    order = f"prep {NORTH} by 15-I, 15-II, 61-Kr, 110-I"
    laid = fight(
        units, order, ("soviet", "fire 44MRB at 15-I"), ("soviet", "fire 45MB support ART-1 at 15-II"),
        segment="GER.PREP", dice=[6, 6],
    )  # fmt: skip
    assert told(laid)[1] == (("45MB", "ART-1"), "15-II", 2, "1", "0-0"), "4 of 8 steps, halved"


@pytest.mark.rule("7.3.type.2")
def test_among_equals_the_firer_chooses() -> None:
    units = {"Wst-1": HEX, "Wst-2": HEX, "421RR": NORTH}
    for target in ("Wst-1", "Wst-2"):
        laid = fight(
            units, f"prep {HEX} by 421RR", ("german", "hold"), ("soviet", f"fire 421RR at {target}"), dice=[6]
        )
        assert told(laid)[0][1] == target


@pytest.mark.rule("7.3.str.1", "2.1.step.2")
def test_strength_is_what_is_left_not_what_is_printed() -> None:
    foot = {"110-I": f"{HEX} 1", "Wst-1": HEX, "421RR": NORTH}
    laid = fight(foot, f"prep {HEX} by 421RR", ("german", "hold"))
    assert no(laid, "soviet", "fire 421RR at 110-I")[0] == "7.3.str.1", "it has 4 in print, and the other 2"
    worn = fight({**foot, "15-I": f"{HEX} 1"}, f"prep {HEX} by 421RR", ("german", "hold"))
    assert no(worn, "soviet", "fire 421RR at 110-I")[0] == "7.3.type.1"


@pytest.mark.rule("7.2.fire.3")
def test_a_unit_is_fired_at_once_in_a_combat() -> None:
    units = {"685-I": HEX, "Wst-1": f"{HEX} 1", "421RR": NORTH, "14MRB": EAST}
    laid = fight(
        units, f"prep {HEX} by 421RR, 14MRB", ("german", "hold"), ("soviet", "fire 14MRB at 685-I"), dice=[6]
    )
    rule, _, legal = no(laid, "soviet", "fire 421RR at 685-I")
    assert (rule, legal[0]) == ("7.2.fire.3", "fire 421RR at Wst-1")


@pytest.mark.rule("4.stack.5", "4.stack.4", "7.1.B.1", "7.who.4")
def test_bystanders_and_artillery_at_a_distance_are_no_targets() -> None:
    units = {"15-I": HEX, "61-Kr": HEX, "421RR": f"{NORTH} 4", "119-I": "0922"}
    laid = fight(units, f"hasty {NORTH} by 15-I support 119-I", segment="GER.MOVE", dice=[2])
    assert no(laid, "soviet", "fire 421RR at 61-Kr")[:2] == (
        "4.stack.5",
        "61-Kr takes no part in this attack",
    )
    assert no(laid, "soviet", "fire 421RR at 119-I")[0] == "7.1.B.1"
    laid.order("soviet", "fire 421RR at 15-I")
    assert told(laid)[0] == (("421RR",), "15-I", 2, "1", "0-0")


@pytest.mark.rule("7.who.4", "7.2.seq.1")
def test_attackers_fire_into_the_hex_they_attack_alone() -> None:
    laid = fight({"Wst-1": HEX, "Wst-2": "0819", "421RR": NORTH}, f"prep {HEX} by 421RR", ("german", "hold"))
    rule, why, legal = no(laid, "soviet", "fire 421RR at Wst-2")
    assert (rule, legal) == ("7.who.4", ("fire 421RR at Wst-1",))
    assert f"does not defend {HEX}" in why
