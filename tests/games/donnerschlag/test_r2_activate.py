"""Activating units one by one (D.act), and Activation Segments (D.seq)."""

from __future__ import annotations

import pytest

from tests.games.donnerschlag.fights import asked, no, offered
from tests.games.donnerschlag.moves import OPEN, active, spread, table
from tests.tabletop import Tabletop

UNITS = {"201 Pz": OPEN, "128 PzG": "3117", "302-1": "1919"}


@pytest.mark.rule("D.act.all")
def test_all_that_are_eligible_activate_and_who_is_not_named_stays() -> None:
    laid = active(UNITS)
    laid.order("axis", "move 201 Pz via 3121\ndone")
    assert [one["units"] for one in laid.found("UnitsStayed")] == [("128 PzG",)]
    assert laid.at("201 Pz") == "3121"


@pytest.mark.rule("D.act.all")
def test_standing_still_is_a_legal_move_and_the_owner_chooses_the_order() -> None:
    laid = active(UNITS)
    assert [r.verdict for r in laid.order("axis", "stay 128 PzG\nmove 201 Pz via 3121")] == ["done", "done"]
    assert [event.kind for event in laid.events if event.kind in {"UnitsStayed", "UnitMoved"}] == [
        "UnitsStayed", "UnitMoved",
    ]  # fmt: skip


@pytest.mark.rule("D.act.all")
def test_done_behind_the_last_unit_lets_nobody_stay() -> None:
    laid = active(UNITS)
    assert laid.state.waiting()[0].verbs == ("move", "stay", "card", "done")
    assert [r.verdict for r in laid.order("axis", "stay 201 Pz\nstay 128 PzG\ndone")] == ["done"] * 3
    assert [one["units"] for one in laid.found("UnitsStayed")] == [("201 Pz",), ("128 PzG",)]


@pytest.mark.rule("D.act.all")
def test_of_many_moves_twelve_are_offered_each_to_where_the_unit_can_end() -> None:
    laid = active({**spread("33"), "302-1": "0901"})
    moves = offered(laid) - {"done"}
    assert len(moves) == 12
    assert all(laid.game.grammar("axis").read(line) for line in moves)


@pytest.mark.rule("D.move.4")
def test_a_soviet_hq_is_not_activated_and_an_axis_one_is() -> None:
    soviets = active({"HQ 51st Army": "1916", "302-1": "1919", "I-11 Pz": OPEN}, "302-1", side="soviet")
    assert no(soviets, "soviet", "move HQ 51st Army via 1915")[:2] == (
        "D.move.4", "HQ 51st Army may move only by a Combat Card",
    )  # fmt: skip
    assert soviets.verdict("soviet", "move 302-1 via 1920") == ("done", "")
    axis = active({"HQ 6 Pz": "2715", "I-11 Pz": OPEN, "302-1": "1919"})
    assert axis.verdict("axis", "move HQ 6 Pz via 2716") == ("done", "")


@pytest.mark.rule("D.act.all", "D.ax.e")
def test_who_is_not_eligible_and_the_enemy_do_not_activate() -> None:
    laid = active(UNITS, "201 Pz", number="D.ax.e")
    number, why, legal = no(laid, "axis", "move 128 PzG via 3118")
    assert (number, why, legal) == ("D.ax.e", "128 PzG is not activated by AX6PZ-1", ("stay 201 Pz",))
    assert no(laid, "axis", "stay 302-1")[0] == "D.act.all"


@pytest.mark.rule("D.act.one")
def test_a_unit_is_activated_once() -> None:
    laid = active(UNITS)
    laid.order("axis", "move 201 Pz via 3121")
    assert no(laid, "axis", "move 201 Pz via 3122")[0] == "D.act.one"
    assert no(laid, "axis", "stay 201 Pz")[0] == "D.act.one"


@pytest.mark.rule("D.seq.4", "D.act.all", "D.act.one")
def test_combats_come_when_the_last_unit_has_moved() -> None:
    units = {"201 Pz": "1918", "128 PzG": "3117", "302-1": "1919"}
    laid = active(units, dice=[4])
    laid.order("axis", "stay 201 Pz")
    assert asked(laid) == ("axis", "activate")
    (ruling,) = laid.order("axis", "attack 1919 with 201 Pz")
    assert ruling.verdict == "waiting"
    laid.order("axis", "stay 128 PzG")
    assert laid.found("OddsResolved")[0]["attackers"] == ("201 Pz",)


@pytest.mark.rule("D.seq.4", "D.seq.1", "D.comp.cards")
def test_a_segment_begins_with_an_activation_card_that_is_held() -> None:
    laid = table({"I-11 Pz": OPEN, "HQ 6 Pz": "2715"}, segment="PLAY", hands={"axis": ["ARTY-1"]})
    number, why, legal = no(laid, "axis", "play AXANY-1 hq HQ 6 Pz")
    assert (number, why, legal) == ("D.comp.cards", "you do not hold AXANY-1", ("play AX6PZ-2",))
    assert no(laid, "axis", "play ARTY-1")[1] == "ARTY-1 is not an Activation Card"
    laid.order("axis", "play AX6PZ-2")
    assert "AX6PZ-2" in laid.state.cups["axis-activation-discards"]
    assert "AX6PZ-2" not in laid.state.hands["axis"]


@pytest.mark.rule("D.seq.4")
def test_of_many_uses_of_a_card_twelve_are_offered() -> None:
    hand = {"axis": ["AXSCHW-1"]}
    laid = Tabletop("donnerschlag", {**spread(), "302-1": "1919"}, segment="PLAY", hands=hand)
    assert len(offered(laid)) == 12


@pytest.mark.rule("D.seq.4")
def test_a_card_that_cannot_be_played_before_the_activation_card_is_refused() -> None:
    laid = table({"HQ 6 Pz": "2715", "302-1": "1919"}, segment="PLAY", hands={"axis": ["ARTY-1", "SNOWX-1"]})
    assert no(laid, "axis", "card ARTY-1")[0] == "D.combat.5"
    assert no(laid, "axis", "card SNOWX-1")[0] == "D.comp.cards"
    assert asked(laid) == ("axis", "play")


def hands(axis: int, soviet: int) -> dict[str, list[str]]:
    """So many Activation Cards that order nobody on the map."""
    return {
        "axis": [f"AX17PZ-{n}" for n in range(1, axis + 1)],
        "soviet": [f"SVGREEN-{n}" for n in range(1, soviet + 1)],
    }


@pytest.mark.rule("D.seq.3", "D.seq.5", "D.seq.6")
def test_segments_alternate_and_who_has_no_card_is_skipped() -> None:
    laid = Tabletop("donnerschlag", {"302-1": OPEN}, segment="PLAY", hands=hands(2, 4))
    order = []
    while laid.state.segment == "PLAY":
        side, _ = asked(laid)
        order.append(side)
        laid.order(side, laid.state.waiting()[0].default)
    assert order == ["axis", "soviet", "axis", "soviet", "soviet", "soviet"]
    entered = [e.facts()["segment"] for e in laid.events if e.kind == "SegmentEntered"]
    assert entered.index("DON_MARK") > max(n for n, one in enumerate(entered) if one == "SEG_END")


@pytest.mark.rule("D.seq.5")
def test_the_soviets_begin_when_the_axis_player_has_no_card() -> None:
    laid = Tabletop("donnerschlag", {"302-1": OPEN}, segment="PLAY", hands=hands(0, 1))
    assert asked(laid) == ("soviet", "play")


@pytest.mark.rule("D.seq.6", "D.don.1")
def test_without_any_activation_card_the_segments_are_over() -> None:
    laid = Tabletop("donnerschlag", {"302-1": OPEN}, segment="PLAY", hands=hands(0, 0))
    entered = [e.facts()["segment"] for e in laid.events if e.kind == "SegmentEntered"]
    assert entered[:2] == ["DON_MARK", "BOX_BACK"]


@pytest.mark.rule("D.seq.4", "D.ax.f")
def test_without_a_unit_to_order_a_card_is_a_pass_whatever_is_said_of_it() -> None:
    laid = Tabletop("donnerschlag", {"201 Pz": OPEN}, segment="PLAY", hands={"soviet": ["SVCOLF-1"]})
    assert laid.verdict("soviet", "play SVCOLF-1 formation 7 Tk C") == ("done", "")
    assert laid.found("UnitsActivated")[0]["units"] == ()


@pytest.mark.rule("D.seq.4", "D.seq.1", "D.ax.f")
def test_a_card_for_any_time_may_be_played_before_the_activation_card() -> None:
    laid = table(
        {"HQ 6 Pz": "2715", "I-11 Pz": OPEN, "302-1": "1919"}, segment="PLAY", hands={"axis": ["SNOWX-1"]}
    )
    assert laid.verdict("axis", "card SNOWX-1 on 1918") == ("done", "")
    assert laid.state.facts["snowdrift"] == ("1918",)
    assert asked(laid) == ("axis", "play")


@pytest.mark.rule("D.ax.a")
def test_a_card_that_can_order_nobody_is_played_as_a_pass() -> None:
    laid = Tabletop("donnerschlag", {"302-1": OPEN}, segment="PLAY", hands=hands(1, 1))
    laid.order("axis", "play AX17PZ-1")
    assert laid.found("UnitsActivated")[0]["units"] == ()
    assert asked(laid) == ("soviet", "play")


def test_forced_march_is_played_while_units_are_activated() -> None:
    laid = active({"2 Inf-1": "3117", "302-1": "1919"}, hands={"axis": ["MARCH-1"]})
    verdicts = [
        r.verdict
        for r in laid.order("axis", "card MARCH-1 unit 2 Inf-1\nmove 2 Inf-1 via 3118-3119-3120-3121")
    ]
    assert verdicts == ["done", "done"]
    assert laid.at("2 Inf-1") == "3121"


@pytest.mark.rule("D.seq.1", "D.seq.2")
def test_a_card_is_not_played_in_the_admin_phase() -> None:
    laid = Tabletop("donnerschlag", {"201 Pz": OPEN}, segment="CALL", hands=hands(1, 1))
    assert laid.verdict("axis", "play AX17PZ-1")[0] == "waiting"
    assert laid.verdict("soviet", "play SVRED-1")[0] == "not-judged"
    assert asked(laid) == ("axis", "call")
    assert not laid.found("CardsMoved")


@pytest.mark.rule("D.act.one", "D.move.10")
@pytest.mark.parametrize("units", ["201 Pz and 128 PzG", "201 Pz, 128 PzG", "201 Pz 128 PzG"])
def test_one_line_moves_several_units_one_after_the_other_or_none(units: str) -> None:
    laid = active({**UNITS, "302-2": "2118"})
    why = no(laid, "axis", f"move {units} to 2118")[1]
    assert why == "201 Pz cannot go to 2118: enemy combat units are there"
    (without,) = no(laid, "axis", f"move {units}, 302-1 to 3119")[2]
    assert laid.game.grammar("axis").read(without).units == ("201 Pz", "128 PzG")
    assert (laid.at("201 Pz"), laid.at("128 PzG")) == (OPEN, "3117")
    assert laid.verdict("axis", f"move {units} to 3119") == ("done", "")
    assert (laid.at("201 Pz"), laid.at("128 PzG")) == ("3119", "3119")


@pytest.mark.rule("D.hq.1", "D.act.one")
def test_who_moves_with_a_unit_that_overruns_an_hq_has_a_line_of_his_own() -> None:
    units = {"302-1": "3120", "302-2": "3119", "HQ 6 Pz": "3121", "I-11 Pz": "0901"}
    laid = active(units, "302-1", "302-2", side="soviet")
    number, why, _ = no(laid, "soviet", "move 302-1, 302-2 to 3121")
    assert number == "D.hq.1"
    assert (
        why == "a unit before 302-2 overruns an HQ, and 302-2 moves when that is over: write a line for each"
    )
    assert (laid.at("302-1"), laid.at("HQ 6 Pz")) == ("3120", "3121")
    assert laid.verdict("soviet", "move 302-1 to 3121") == ("done", "")


@pytest.mark.rule("D.act.all")
def test_stay_all_keeps_whom_no_other_line_names() -> None:
    laid = active({**UNITS, "I-11 Pz": "3115"})
    laid.order("axis", "stay all\nmove 201 Pz and I-11 Pz to 3119")
    assert [one["units"] for one in laid.found("UnitsStayed")] == [("128 PzG",)]


@pytest.mark.rule("D.act.one", "D.stack.5")
def test_a_stack_is_offered_as_one_line_to_where_all_of_it_can_end() -> None:
    laid = active({"201 Pz": OPEN, "128 PzG": OPEN, "302-1": "1919"})
    decision = laid.state.waiting()[0]
    together = [
        line for line in laid.game.legal(laid.state, decision) if line.startswith("move 201 Pz, 128 PzG to ")
    ] or [line for line in laid.game.legal(laid.state, decision) if line.startswith("move 128 PzG, 201 Pz")]
    assert len(together) > 10
    end = together[0].split()[-1]
    assert [ruling.verdict for ruling in laid.order("axis", together[0])] == ["done"]
    assert (laid.at("201 Pz"), laid.at("128 PzG")) == (end, end)


@pytest.mark.rule("D.act.all")
def test_the_moves_that_a_question_names_lead_forward() -> None:
    laid = active({"201 Pz": "4213", "302-1": "0901"})
    (move,) = offered(laid) - {"done"}
    assert move.split()[-1][:2] < "42"
