"""Whole sheets, standing orders and logs of VASSAL: an Activation Segment, or an Admin Phase, in one mail."""

from __future__ import annotations

import random

import pytest

from adjudicator.by_mail.drags import LogLine, LogMove
from adjudicator.dice import SeededDice
from adjudicator.games.donnerschlag.record import CHOICES, DRAGS, STANDING
from adjudicator.judging.lapsing import NEXT_TIME
from adjudicator.rulings import Unreadable
from tests.games.donnerschlag.fights import asked
from tests.games.donnerschlag.moves import OPEN, active, table
from tests.tabletop import Tabletop

UNITS = {
    "HQ 6 Pz": "2715", "I-11 Pz": "2613", "II-11 Pz": "2615", "I-4 PzG": "2815", "302-1": "2513",
    "302-2": "2413",
}  # fmt: skip


def test_a_whole_segment_in_one_sheet() -> None:
    laid = table(UNITS, segment="PLAY", checked={}, dice=[5])
    moves = "move II-11 Pz to 2514\nstay I-4 PzG\ndone"
    sheet = f"play AX6PZ-2\n{moves}\nattack 2513 with I-11 Pz, II-11 Pz\nend combat"
    rulings = laid.order("axis", sheet)
    assert [ruling.verdict for ruling in rulings[:4]] == ["done"] * 4
    assert {ruling.verdict for ruling in rulings} <= {"done", "waiting", "not-judged"}
    assert laid.found("OddsResolved")[0]["attackers"] == ("I-11 Pz", "II-11 Pz")


def test_a_move_that_is_refused_keeps_back_what_would_end_the_moves() -> None:
    laid = table(UNITS, segment="PLAY", checked={})
    sheet = "play AX6PZ-2\nmove I-11 Pz via 2513\ndone\nattack 2513 with I-11 Pz"
    assert [r.verdict for r in laid.order("axis", sheet)] == ["done", "refused", "waiting", "waiting"]
    assert asked(laid) == ("axis", "activate")


BEATEN = {"302-1": "3521", "302-2": "3521", "302-3": "3522", "I-11 Pz": "3621"}


def losing(*below: str, dice: tuple[int, ...] = (4,)) -> tuple[Tabletop, list[tuple[str, str]]]:
    """Two regiments attack a tank battalion below 1:1 and lose a step, and retreat: all in one sheet."""
    laid = table(BEATEN, side="soviet", segment="ACTIVATE", checked={}, dice=dice)
    rulings = laid.order("soviet", "\n".join(("done", "attack 3621 with 302-1, 302-2", *below)))
    return laid, [(ruling.verdict, ruling.rule) for ruling in rulings[2:]]


@pytest.mark.rule("D.crt.note.num", "D.crt.note.R", "D.retreat.5")
def test_losses_and_retreats_of_who_attacks_may_stand_behind_his_attack() -> None:
    laid, told = losing("loss 302-2", "retreat all to 3421")
    assert told == [("done", ""), ("done", "")]
    assert (laid.steps("302-1"), laid.steps("302-2"), laid.at("302-1")) == (2, 1, "3421")


@pytest.mark.rule("D.retreat.3b", "D.retreat.5")
def test_a_retreat_behind_an_attack_that_the_rules_do_not_leave_is_refused() -> None:
    laid, told = losing("loss 302-2", "retreat 302-2 to 3420")
    assert told == [("done", ""), ("refused", "D.retreat.3b")]
    assert laid.at("302-2") == "3421"
    assert laid.state.kept.get("soviet", ()) == ()


@pytest.mark.rule("D.crt.note.num")
def test_a_loss_that_leaves_no_choice_settles_the_line_that_waits_for_it() -> None:
    units = {"302-1": "3521 reduced", "302-3": "3522", "I-11 Pz": "3621"}
    laid = table(units, side="soviet", segment="ACTIVATE", checked={}, dice=[4])
    rulings = laid.order("soviet", "done\nattack 3621 with 302-1\nloss 302-1\nend combat")
    assert [ruling.verdict for ruling in rulings] == ["done"] * 4


def test_a_line_about_a_combat_that_brought_nothing_is_not_taken_for_the_next_one() -> None:
    units = {**BEATEN, "91-1": "3321", "91-2": "3321", "201 Pz": "3420"}
    laid = table(units, side="soviet", segment="ACTIVATE", checked={}, dice=[6, 4])
    sheet = (
        "done", "attack 3621 with 302-3", "loss 302-3", "attack 3420 with 91-1, 91-2", "loss 91-2",
        "end combat",
    )  # fmt: skip
    told = {ruling.text: (ruling.verdict, ruling.why) for ruling in laid.order("soviet", "\n".join(sheet))}
    assert laid.found("StepLost") or laid.found("UnitEliminated")
    assert "refused" not in {verdict for verdict, _ in told.values()}, told


def test_lines_for_units_of_the_enemy_never_wait() -> None:
    laid = table(UNITS, segment="PLAY", checked={})
    assert laid.order("axis", "stay 302-1")[0].verdict == "not-judged"


def test_an_admin_phase_in_one_sheet() -> None:
    laid = Tabletop("donnerschlag", clear=False, run=False)
    laid.play.chance = SeededDice(random.Random("sheet"))
    laid.run()
    rulings = laid.order("axis", "highcommand STUKA-1\npass\npass\ncall Donnerschlag zone C")
    assert rulings[0].verdict == "done"
    assert {ruling.verdict for ruling in rulings[1:]} == {"waiting"}
    laid.order("soviet", "highcommand GUARD-1\npass")
    assert laid.state.facts["zone"] == "C"
    assert laid.state.segment == "PLAY"


def test_the_call_and_the_first_segment_in_one_sheet() -> None:
    laid = Tabletop(
        "donnerschlag", UNITS, segment="CALL", hands={"axis": ["AX6PZ-2"], "soviet": []}, dice=[5]
    )
    sheet = "pass\nplay AX6PZ-2\nmove II-11 Pz to 2514\ndone\nattack 2513 with I-11 Pz, II-11 Pz\nend combat"
    assert [ruling.verdict for ruling in laid.order("axis", sheet)][:5] == ["done"] * 5
    assert laid.found("UnitMoved")[0]["unit"] == "II-11 Pz"


def test_lines_for_the_first_segment_wait_in_the_admin_phase_and_in_no_segment_of_the_enemy() -> None:
    laid = Tabletop("donnerschlag", UNITS, segment="BOX", hands={"axis": ["AX6PZ-2"], "soviet": ["SVRED-1"]})
    assert laid.verdict("axis", "play AX6PZ-2") == ("waiting", "")
    theirs = table(UNITS, segment="PLAY", side="soviet", checked={})
    assert theirs.verdict("axis", "play AX6PZ-2")[0] == "not-judged"


@pytest.mark.parametrize("line", ["pass", "done", "move I-11 Pz to 2514"])
def test_in_the_admin_phase_what_belongs_to_a_segment_waits_behind_its_card_alone(line: str) -> None:
    laid = Tabletop("donnerschlag", UNITS, segment="CALL", hands={"axis": ["AX6PZ-2"], "soviet": []})
    laid.order("axis", f"pass\n{line}")
    assert asked(laid) == ("axis", "play")
    assert not laid.state.kept.get("axis")


LATER = ("discard ARTY-1", "take box", "schwerpunkt 2613", "enter 36 Mech at 0810", "highcommand STUKA-1")


@pytest.mark.parametrize("line", LATER)
@pytest.mark.parametrize("segment", ["PLAY", "ACTIVATE"])
def test_orders_for_the_end_of_the_turn_and_the_next_one_wait_from_any_segment(
    line: str, segment: str
) -> None:
    laid = table(UNITS, segment=segment, checked={})
    side = "soviet" if "36 Mech" in line else "axis"
    assert laid.verdict(side, line) == ("waiting", "")


@pytest.mark.parametrize("line", ["exchange ARTY-1 for STUKA-1", "box ARTY-1", "call Donnerschlag zone A"])
def test_what_comes_after_the_draw_does_not_wait_from_a_segment(line: str) -> None:
    laid = table(UNITS, segment="PLAY", checked={})
    assert laid.verdict("axis", line)[0] == "not-judged"


def test_reinforcements_named_behind_the_last_segment_enter_on_the_next_turn() -> None:
    units = {**UNITS, "36 Mech": "soviet-turn-2", "59 Mech": "soviet-turn-2"}
    laid = Tabletop(
        "donnerschlag", units, segment="PLAY", hands={"axis": [], "soviet": ["SVRED-1"]}, run=False
    )
    laid.play.chance = SeededDice(random.Random("sheet"))
    laid.run()
    entries = "enter 36 Mech at 0810 to 1111\nenter 59 Mech at 0914"
    rulings = laid.order("soviet", f"play SVRED-1 colour red army 51\ndone\nend combat\n{entries}")
    assert {ruling.verdict for ruling in rulings} == {"done"}
    assert (laid.state.turn, laid.at("36 Mech"), laid.at("59 Mech")) == (2, "1111", "0914")


def test_a_pass_that_nothing_asked_for_answers_nothing_on_the_next_turn() -> None:
    laid = table(UNITS, segment="PLAY", checked={})
    assert laid.verdict("axis", "pass")[0] == "not-judged"


@pytest.mark.parametrize(
    "line", [*CHOICES.advice, "if asked relocate then toward 4314", "if asked call turn 3 then pass"]
)
def test_standing_orders_are_read(line: str) -> None:
    assert STANDING.read(line) == line


def test_what_no_standing_order_can_say() -> None:
    for line in ("if asked play then first", "if asked relocate then toward", "if asked luck"):
        with pytest.raises(Unreadable):
            STANDING.read(line)


@pytest.mark.rule("D.hq.9")
@pytest.mark.parametrize(("line", "goes"), [("toward 3214", "3014"), ("2715", "2715"), ("default", "2715")])
def test_an_hq_that_is_overrun_goes_where_its_standing_order_says(line: str, goes: str) -> None:
    units = {"HQ 23 Pz": "2915", "201 Pz": "2715", "I-126 PzG": "3014", "85 Tk": "2916"}
    standing = {"axis": (STANDING.read(f"if asked relocate then {line}"),)}
    laid = active(units, "85 Tk", side="soviet", standing=standing)
    laid.order("soviet", "move 85 Tk via 2915")
    assert laid.at("HQ 23 Pz") == goes


def texts(laid: Tabletop, side: str, *moves: tuple[str, str, str]) -> list[str]:
    """The order lines of these drags; every one must be done."""
    drags = [LogMove(n, *move) for n, move in enumerate(moves, 1)]
    lines = [line.text for line in DRAGS.orders(laid.state, side, drags) if line.text]
    assert {ruling.verdict for ruling in laid.order(side, "\n".join(lines))} == {"done"}
    return lines


def test_a_drag_is_a_move_and_one_over_several_hexes_goes_the_cheapest_way() -> None:
    laid = active({"201 Pz": OPEN, "128 PzG": "2715"})
    moves = (("201 Pz", OPEN, "3119"), ("201 Pz", "3119", "3118"), ("128 PzG", "2715", "2515"))
    assert texts(laid, "axis", *moves) == ["move 201 Pz via 3119 3118", "move 128 PzG via 2615 2515"]


def test_a_drag_out_of_a_box_is_an_entry() -> None:
    laid = Tabletop("donnerschlag", {"36 Mech": "soviet-turn-2"}, segment="REINF", turn=2)
    moves = (("36 Mech", "soviet-turn-2", "0810"), ("36 Mech", "0810", "1111"))
    assert texts(laid, "soviet", *moves) == ["enter 36 Mech at 0810 to 1111"]


def test_a_drag_that_is_no_order_is_told() -> None:
    laid = active({"201 Pz": OPEN})
    found = DRAGS.orders(laid.state, "axis", [LogMove(1, "201 Pz", OPEN, "eliminated")])
    assert found == [LogLine((1,), "", "no order takes 201 Pz to eliminated")]


def test_stay_all_is_for_the_units_that_no_move_of_the_sheet_names() -> None:
    laid = table(UNITS, segment="PLAY", checked={})
    rulings = laid.order("axis", "play AX6PZ-2\nstay all\nmove II-11 Pz to 2514")
    assert [ruling.verdict for ruling in rulings] == ["done"] * 3
    assert laid.at("II-11 Pz") == "2514"
    stayed = [unit for facts in laid.found("UnitsStayed") for unit in facts["units"]]
    assert {"I-11 Pz", "I-4 PzG"} <= set(stayed) and "II-11 Pz" not in stayed


def test_a_second_segment_below_the_first_is_told_to_wait_for_its_question_and_nothing_else() -> None:
    laid = table(UNITS, segment="PLAY", checked={}, hands={"axis": ("AX6PZ-1", "AX6PZ-2")})
    first = "play AX6PZ-1\nmove II-11 Pz to 2614\nstay all\ndone\nend combat"
    second = "play AX6PZ-2\nmove I-11 Pz to 2514\ndone\nend combat\ndiscard ARTY-1"
    rulings = laid.order("axis", f"{first}\n{second}")
    assert [one.verdict for one in rulings[:5]] == ["done"] * 5
    assert [one.verdict for one in rulings[5:]] == ["not-judged"] * 4 + ["waiting"]
    assert {one.why for one in rulings[5:9]} == {NEXT_TIME}
    assert laid.at("I-11 Pz") == "2613"


def test_who_is_not_asked_is_told_what_can_be_queued() -> None:
    theirs = table(UNITS, segment="PLAY", side="soviet", checked={})
    for ruling in theirs.order("axis", "play AX6PZ-2\nmove I-11 Pz to 2514\ndone"):
        assert ruling.verdict == "not-judged"
        assert ruling.why.endswith(
            ". You can queue now: schwerpunkt, enter, highcommand, take box, keep, discard"
        )
    for verb in ("discard ARTY-1", "take box", "keep", "schwerpunkt 2613"):
        assert theirs.order("axis", verb)[0].verdict == "waiting", verb


def test_an_order_of_the_other_side_alone_is_told_whose_it_is() -> None:
    laid = table(UNITS, segment="PLAY", checked={})
    assert laid.order("soviet", "schwerpunkt 4213")[0].why == "only the Axis player gives this order"
