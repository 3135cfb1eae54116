"""Rules 8.1 and 8.2: the choice of a unit's owner, the check, and what follows for attacker and defender."""

from __future__ import annotations

import pytest

from adjudicator.games.panzerkorps48.r08_morale import choices
from tests.tabletop import Tabletop

from .fights import EAST, HEX, NORTH, asked, at, fight, flags, no, shifts, steps, told, ways

STACK = {"685-I": "3508", "685-II": "3508", "686-I": "3508", "421RR": "3507", "634RR": "3507"}
"""Scenario S1, the example of 8.1: three units of 3 steps, and all fire directed at one of them."""
ORDER = "prep 3508 by 421RR, 634RR then fire 421RR, 634RR at 685-I"
FORCED = "hold\ncheck 686-I\ncheck 685-I\nretreat 685-I\nretreatpath 3608-3609-3610"
ENDS = {"3309", "3409", "3510", "3609", "3709"}


def hit(*answers: tuple[str, str], dice: tuple[int, ...]) -> Tabletop:
    return fight(STACK, ORDER, ("german", "hold"), *answers, dice=dice)


@pytest.mark.rule("8.1.lim.1", "8.1.lim.2", "8.1.opt.1")
def test_a_check_needs_as_many_steps_as_morale_and_loss_together() -> None:
    assert choices(3, 2, 1) == ("check", "retreat")
    assert choices(4, 2, 1) == ("check", "retreat")
    assert choices(3, 3, 1) == ("retreat",)
    assert choices(1, 0, 1) == ("check", "retreat")


@pytest.mark.rule(
    "8.1.ex.1", "8.1.def.0", "8.2.mor.2", "8.res.2", "8.res.3", "8.res.4", "8.3.gen.1", "8.1.opt.1"
)
def test_example_of_8_1_a_check_that_fails_kills_the_target_and_the_others_retreat() -> None:
    laid = hit(dice=(3, 5))
    assert asked(laid) == ("german", "morale")
    assert steps(laid, "685-I") == (2,), "the loss counts at once"
    laid.order("german", "check 685-I")
    assert at(laid, "685-I") == ("eliminated",)
    assert [one.rule for one in laid.events if one.kind == "UnitEliminated"] == ["8.1.def.0"]
    assert {path.split("-")[-1] for path in ways(laid)} == ENDS
    laid.order("german", "retreatpath 3608-3709")
    assert at(laid, "685-II", "686-I") == ("3709", "3709")
    assert steps(laid, "685-II", "686-I") == (3, 3)
    assert "up to 2 hexes" in laid.state.waiting()[0].question


@pytest.mark.rule("8.1.ex.2", "8.1.def.0", "7.1.D.1")
def test_example_of_8_1_a_check_that_passes_kills_it_all_the_same_and_the_others_stay() -> None:
    laid = hit(("german", "check 685-I"), dice=(3, 4))
    assert at(laid, "685-I", "685-II", "686-I") == ("eliminated", "3508", "3508")
    assert laid.found("MoraleChecked")[0]["passed"], "the value itself passes"
    assert asked(laid) == ("soviet", "move"), "nobody advances"


@pytest.mark.rule("8.1.ex.3", "8.1.lim.1", "8.3.pri.1")
def test_example_of_8_1_with_3_1_no_check_may_be_tried_and_all_retreat() -> None:
    laid = fight(STACK, ORDER, dice=[2])
    rulings = {ruling.text: ruling for ruling in laid.order("german", FORCED)}
    assert (rulings["check 685-I"].verdict, rulings["check 685-I"].rule) == ("refused", "8.1.lim.1")
    assert rulings["check 685-I"].legal == ("retreat 685-I",)
    assert rulings["check 686-I"].verdict != "refused"
    assert rulings["retreat 685-I"].verdict == "done", "it was ordered, and done"
    assert at(laid, "685-I", "685-II", "686-I") == ("3610",) * 3
    assert steps(laid, "685-I", "685-II", "686-I") == (2, 3, 3)
    assert "up to 3 hexes" in laid.state.waiting()[0].question


@pytest.mark.rule("8.1.def.0", "8.1.opt.1")
def test_a_defender_who_chooses_retreat_loses_nothing_more() -> None:
    laid = hit(("german", "retreat 685-I"), ("german", "retreatpath 3608-3609"), dice=(3,))
    assert steps(laid, "685-I", "685-II") == (2, 3)
    assert at(laid, "685-I", "685-II", "686-I") == ("3609",) * 3


@pytest.mark.rule("8.1.opt.1")
def test_the_answer_is_about_the_unit_that_was_hit_and_silence_spares_it() -> None:
    laid = hit(dice=(3,))
    rule, why, legal = no(laid, "german", "retreat 685-II")
    assert (rule, why, legal) == ("8.1.opt.1", "685-I was hit, not 685-II", ("check 685-I", "retreat 685-I"))
    assert laid.state.waiting()[0].default == "retreat 685-I", "the check would kill it"
    strong = fight(
        {"LJ-1": HEX, "421RR": NORTH},
        f"prep {HEX} by 421RR then fire 421RR at LJ-1",
        ("german", "hold"),
        dice=[4],
    )
    assert strong.state.waiting()[0].default == "check LJ-1"


@pytest.mark.rule("8.2.mor.1", "8.2.mor.3", "2.1.id.2")
def test_morale_is_that_of_the_formation_whatever_was_lost() -> None:
    for unit, value in (("15-I", 5), ("685-I", 4), ("Wst-1", 2)):
        laid = fight(
            {unit: f"{HEX} 2", "19TB": NORTH, "157TB": NORTH}, f"prep {HEX} by 19TB then fire 19TB at {unit}",
            ("german", f"hold\ncheck {unit}"), dice=[5 if unit != "15-I" else 4, value + 1],
        )  # fmt: skip
        (check,) = laid.found("MoraleChecked")
        assert (check["value"], check["passed"]) == (value, False)


@pytest.mark.rule("8.1.lim.1", "8.1.def.0")
def test_the_stack_retreats_though_the_loss_alone_killed_the_target() -> None:
    units = {"209-Pi": HEX, "421RR": NORTH, "14MRB": EAST}
    units |= {"110-I": f"{HEX} 1"}
    laid = fight(
        units, f"prep {HEX} by 421RR, 14MRB then fire 421RR, 14MRB at 110-I", ("german", "hold"),
        dice=[2],
    )  # fmt: skip
    assert told(laid)[0][4] == "2-1"
    assert at(laid, "110-I") == ("eliminated",)
    assert asked(laid) == ("german", "retreat")


# -- the attacker: scenario S5 -------------------------------------------------------------------------------

ATTACK = {"15-I": "3508", "119-I": "3508", "421RR": "3507", "634RR": "3507"}
PREP = "prep 3508 by 421RR, 634RR"
FIRE = ("german", "fire 15-I, 119-I at 634RR")


@pytest.mark.rule("8.1.att.0", "5.ret.1", "5.ret.3", "4.mov.2", "7.4.wec.3", "8.3.pri.1")
def test_attackers_who_retreat_go_with_all_of_their_stack_that_attacks_and_do_not_fire() -> None:
    laid = fight(ATTACK, PREP, FIRE, dice=[2])
    assert told(laid) == [(("15-I", "119-I"), "634RR", 14, "12-15", "3-1")]
    assert steps(laid, "634RR") == (5,)
    laid.order("soviet", "retreat 634RR")
    assert asked(laid) == ("soviet", "retreat")
    laid.order("soviet", laid.state.waiting()[0].answers[0])
    assert at(laid, "421RR") == at(laid, "634RR") != ("3507",)
    marked = [one for one in laid.found("FlagsChanged") if "retreated" in one["add"]]
    assert [(set(one["units"]), set(one["add"])) for one in marked] == [
        ({"421RR", "634RR"}, {"retreated", "barred"})
    ]
    assert len(told(laid)) == 1
    assert "barred" in flags(laid, "421RR")


@pytest.mark.rule("8.1.att.0", "7.5.sh.5")
def test_an_attacker_that_passes_fights_on_with_what_is_left() -> None:
    laid = fight(
        ATTACK, PREP, FIRE, ("soviet", "check 634RR"), ("soviet", "fire 421RR, 634RR at 15-I"), dice=[2, 2, 1]
    )
    assert steps(laid, "634RR") == (2,)
    assert told(laid)[1] == (("421RR", "634RR"), "15-I", 4, "2", "1-1")
    assert shifts(laid) == {"7.5.sh.5": -1}


@pytest.mark.rule("8.1.att.0", "4.mov.2")
def test_an_attacker_that_fails_stays_and_neither_fires_nor_moves() -> None:
    laid = fight(ATTACK, PREP, FIRE, ("soviet", "check 634RR"), dice=[2, 5, 6])
    assert (at(laid, "634RR"), steps(laid, "634RR")) == (("3507",), (2,))
    assert flags(laid, "634RR") == {"prepared", "barred"}
    assert no(laid, "soviet", "fire 634RR at 15-I")[0] == "8.1.att.0"
    laid.order("soviet", "fire 421RR at 15-I")
    assert told(laid)[1][:4] == (("421RR",), "15-I", 3, "2")


@pytest.mark.rule("8.1.att.0", "8.4.adv.1")
def test_an_attacker_that_failed_does_not_advance() -> None:
    laid = fight(
        {"Wst-1": f"{HEX} 1", "19TB": NORTH, "421RR": f"{NORTH} 1", "15-I": HEX},
        f"prep {HEX} by 19TB, 421RR",
        ("german", "fire 15-I, Wst-1 at 19TB"),
        dice=[6],
    )
    assert asked(laid) == ("soviet", "attack")
