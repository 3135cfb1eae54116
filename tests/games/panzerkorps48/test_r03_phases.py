"""Rule 3, the sequence of play: turns, phases, and who may take part in which attack."""

from __future__ import annotations

import pytest

from adjudicator.games.panzerkorps48 import GAME, r07_attack
from adjudicator.games.panzerkorps48.charts import charts
from adjudicator.games.panzerkorps48.levels import phase
from tests.games.panzerkorps48.table import moved, said, table
from tests.tabletop import Tabletop

FACING = {"137RR": "3814", "140RR": "3715", "685-I": "3815", "685-II": "3820"}
"""Two Soviet regiments next to a German battalion; another one far behind."""


def segments(laid: Tabletop) -> list[str]:
    """The segments that were entered, in their order."""
    return [fact["segment"] for fact in laid.found("SegmentEntered")]


@pytest.mark.rule("3.seq.1", "3.seq.2", "3.seq.3", "3.seq.4")
def test_3_seq_the_soviet_turn_comes_first_and_attack_before_movement() -> None:
    laid = table(FACING, "SOV.PREP")
    for side in ("soviet", "soviet", "german", "german"):
        assert laid.asked()[1] == side
        laid.order(side, "end")
    assert segments(laid) == ["SOV.MOVE", "GER.PREP", "GER.MOVE", "TURN_END", "SOV.PREP"]
    assert laid.state.turn == 2


@pytest.mark.rule("3.seq.1", "3.seq.3", "3.2.mov.1", "4.mov.1")
def test_3_seq_1_a_phase_remembers_how_it_began() -> None:
    began = phase(table(FACING, "SOV.PREP").state)
    assert (began.contact, "685-I" in began.started) == (("137RR", "140RR"), False)
    laid = table({"137RR": "3805", "140RR": "3807"})
    laid.order("soviet", "move 137RR via 3806")
    assert phase(laid.state).started["137RR"] == "3805"
    assert (laid.state.waiting()[0].rule, laid.state.waiting()[0].default) == ("3.2.mov.1", "end")


@pytest.mark.rule("3.seq.3", "9.1.sov.7")
def test_3_seq_3_an_area_is_not_told_before_the_movement_phase() -> None:
    plan = {"plan": {"5MC": [6, "A"]}, "entry-turns": {"5MC": 6}}
    laid = table({**FACING, "45MB": "5-mech"}, "SOV.PREP", turn=6, state=plan)
    assert "entry-areas" not in laid.state.facts


@pytest.mark.rule("3.2.hasty.3", "5.exit.6")
def test_a_question_of_which_every_line_was_refused_stays_open() -> None:
    laid = table({"137RR": "3805"})
    asked = laid.state.waiting()[0].id
    laid.order("soviet", "move 137RR via 3809")
    assert laid.state.waiting()[0].id == asked


@pytest.mark.rule("3.2.hasty.3", "3.2.mov.1")
def test_moves_of_one_sheet_answer_one_question() -> None:
    laid = table({"137RR": "3805", "140RR": "3807"})
    laid.order("soviet", "move 137RR via 3806\nmove 140RR via 3808")
    assert laid.kinds().count("Answered") == 1


@pytest.mark.rule("3.2.hasty.1", "3.2.mov.3")
def test_a_hasty_attack_from_where_units_stand_ends_the_move_of_others() -> None:
    laid = table({"137RR": "3805", "421RR": "3814", "685-I": "3815"})
    laid.order("soviet", "move 137RR via 3806\nhasty 3815 by 421RR")
    laid.order("german", "hold")
    laid.order("soviet", "hold")
    assert laid.verdict("soviet", "move 137RR via 3807") == ("refused", "3.2.mov.3")


@pytest.mark.rule("3.seq.1", "3.seq.3")
def test_3_seq_1_who_is_not_phasing_orders_nothing() -> None:
    laid = table(FACING)
    assert laid.verdict("german", "move 685-I via 3816")[0] in {"waiting", "not-judged"}
    assert laid.at("685-I") == "3815"
    assert laid.verdict("soviet", "prep 3815 by 137RR")[0] == "not-judged"


@pytest.mark.rule("1.turns.1", "3.seq.4")
def test_1_turns_1_after_turn_12_the_game_is_scored() -> None:
    laid = table({"685-I": "3815"}, "GER.MOVE", turn=12)
    laid.order("german", "end")
    assert laid.state.over is not None
    assert len(charts()["turns"].rows) == GAME.turns == 12


@pytest.mark.rule("9.lw.8", "9.1.ger.3")
@pytest.mark.parametrize(
    ("turn", "told"),
    [
        (1, "Turn 2, 7 December, night: the 11th Panzer Division enters at area G."),
        (2, "Turn 3, 8 December, day."),
        (6, "Turn 7, 10 December, day: the 7th Luftwaffe Field Division is released."),
    ],
)
def test_the_turn_record_track_reminds_of_what_comes(turn: int, told: str) -> None:
    laid = table({"685-I": "3815"}, "GER.MOVE", turn=turn)
    laid.order("german", "end")
    assert told in laid.said()


# -- prepared attacks ------------------------------------------------------------------------------------


@pytest.mark.rule("3.1.prep.1")
def test_3_1_prep_1_only_who_began_the_phase_next_to_an_enemy_attacks() -> None:
    laid = table({**FACING, "142RR": "3812"}, "SOV.PREP")
    (ruling,) = laid.order("soviet", "prep 3815 by 142RR")
    assert (ruling.verdict, ruling.rule) == ("refused", "3.1.prep.1")
    assert ruling.legal == ("prep 3815 by 137RR", "prep 3815 by 140RR", "prep 3815 by 137RR, 140RR")
    assert laid.asked()[2][0] == "prep 3815 by 137RR, 140RR"


@pytest.mark.rule("3.1.prep.1", "2.2.map.3")
def test_3_1_prep_1_nothing_is_asked_where_the_only_enemies_are_across_the_unbridged_don() -> None:
    over_the_don = {"137RR": "5320", "685-I": "5420"}
    laid = table(over_the_don, "SOV.PREP")
    assert laid.state.segment == "SOV.MOVE"
    laid = table({**over_the_don, "140RR": "3814", "15-I": "3815"}, "SOV.PREP")
    assert laid.asked()[2] == ("prep 3815 by 140RR", "end")
    assert laid.verdict("soviet", "prep 5420 by 137RR") == ("refused", "2.2.map.3")


@pytest.mark.rule("3.1.prep.2")
def test_3_1_prep_2_nobody_moves_in_this_phase() -> None:
    laid = table(FACING, "SOV.PREP")
    assert laid.verdict("soviet", "move 137RR via 3813") == ("waiting", "")
    assert laid.at("137RR") == "3814"


@pytest.mark.rule("3.1.prep.4", "3.1.diff.1", "7.who.6")
def test_3_1_prep_4_attackers_from_several_hexes_are_flipped_until_their_turn_ends() -> None:
    laid = table(FACING, "SOV.PREP")
    assert laid.verdict("soviet", "prep 3815 by 137RR, 140RR") == ("done", "")
    assert all("prepared" in laid.state.units[unit].flags for unit in ("137RR", "140RR"))
    over = table({**FACING, "137RR": "3814 full prepared"})
    over.order("soviet", "end")
    assert over.state.units["137RR"].flags == frozenset()


@pytest.mark.rule("3.1.diff.0", "3.1.diff.1", "3.1.diff.2")
@pytest.mark.parametrize(
    ("item", "order"),
    [("3.1.diff.1", "prep 3815 by 137RR, 140RR"), ("3.1.diff.2", "prep 3815 by 137RR support ART-1")],
)
def test_3_1_diff_0_what_stands_in_for_the_lost_list_is_switched_in_the_charts(
    item: str, order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    units = {**FACING, "ART-1": "3810"}
    assert table(units, "SOV.PREP").verdict("soviet", order) == ("done", "")
    monkeypatch.setattr(r07_attack, "switched_on", lambda one: one != item)
    assert table(units, "SOV.PREP").verdict("soviet", order) == ("refused", item)
    assert table(units, "SOV.PREP").verdict("soviet", "prep 3815 by 137RR") == ("done", "")
    assert {"3.1.diff.1", "5.eff.1"} <= set(charts()["switches"].rows)


@pytest.mark.rule("3.1.diff.1", "3.1.diff.2")
def test_3_1_diff_what_is_switched_off_is_not_offered_either(monkeypatch: pytest.MonkeyPatch) -> None:
    laid = table({**FACING, "ART-1": "3812"}, "SOV.PREP")
    (decision,) = laid.state.waiting()
    both, gun = "prep 3815 by 137RR, 140RR", "prep 3815 by 140RR support ART-1"
    assert {both, gun} <= {*laid.game.choices.legal(laid.state, decision)}
    monkeypatch.setattr(r07_attack, "switched_on", lambda one: one not in {"3.1.diff.1", "3.1.diff.2"})
    left = list(r07_attack.legal_prepared(laid.state, "soviet"))
    assert left == ["prep 3815 by 137RR", "prep 3815 by 140RR", "end"]


@pytest.mark.rule("3.1.diff.3", "7.who.6")
def test_3_1_diff_3_a_unit_makes_one_prepared_attack_in_a_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    laid = table({**FACING, "685-II": "3914"}, "SOV.PREP")
    assert r07_attack.able(laid.state) == {"3815": ["137RR", "140RR"], "3914": ["137RR"]}
    laid.play.note("3.1.diff.3", attacked=("137RR",))
    assert r07_attack.able(laid.state) == {"3815": ["140RR"]}
    assert laid.verdict("soviet", "prep 3914 by 137RR") == ("refused", "3.1.diff.3")
    assert laid.verdict("soviet", "prep 3815 by 140RR") == ("done", "")
    again = table({**FACING, "685-II": "3914"}, "SOV.PREP")
    again.play.note("3.1.diff.3", attacked=("137RR",))
    monkeypatch.setattr(r07_attack, "switched_on", lambda item: item != "3.1.diff.3")
    assert r07_attack.able(again.state)["3914"] == ["137RR"]
    assert again.verdict("soviet", "prep 3914 by 137RR") == ("done", "")


@pytest.mark.rule("3.1.diff.2", "3.1.diff.4")
def test_3_1_diff_4_artillery_that_supports_one_is_flipped_too() -> None:
    laid = table({**FACING, "ART-1": "3810"}, "SOV.PREP")
    assert laid.verdict("soviet", "prep 3815 by 137RR support ART-1") == ("done", "")
    assert "prepared" in laid.state.units["ART-1"].flags


@pytest.mark.rule("2.1.side.1", "3.1.prep.1")
def test_an_attack_names_own_units_on_the_map() -> None:
    laid = table({**FACING, "142RR": "eliminated"}, "SOV.PREP")
    assert laid.verdict("soviet", "prep 3815 by 685-II") == ("refused", "2.1.side.1")
    assert laid.verdict("soviet", "prep 3815 by 142RR") == ("refused", "3.1.prep.1")


# -- hasty attacks ---------------------------------------------------------------------------------------

NEAR = {"117TB": "3812", "ART-1": "3810", "61-Pj": "3819", "685-I": "3815"}
"""A Soviet tank brigade two hexes from a German battalion."""


@pytest.mark.rule("3.2.hasty.1", "3.2.mov.1")
@pytest.mark.parametrize("unit", ["117TB", "137RR", "119-I", "336-AT"])
def test_3_2_hasty_1_any_type_of_unit_makes_a_hasty_attack(unit: str) -> None:
    side, foe = ("SOV.MOVE", "685-I") if unit in {"117TB", "137RR"} else ("GER.MOVE", "142RR")
    units = {unit: "3814", foe: "3815 2"}
    assert moved(units, f"hasty 3815 by {unit}", side) == ("done", "")


@pytest.mark.rule("3.2.hasty.1", "3.2.mov.1")
def test_a_hasty_attack_stands_at_the_end_of_a_move() -> None:
    laid = table(NEAR)
    assert laid.verdict("soviet", "move 117TB via 3813-3814 hasty 3815") == ("done", "")
    assert laid.found("AttackAnnounced")[0]["attackers"] == ("117TB",)
    far = table(NEAR)
    assert far.verdict("soviet", "move 117TB via 3813-3814 hasty 3820")[0] == "refused"
    assert far.at("117TB") == "3812"  # the move was not made either


@pytest.mark.rule("3.2.hasty.2", "3.2.hasty.4")
def test_3_2_hasty_4_after_its_attack_a_unit_neither_moves_nor_attacks() -> None:
    laid = table({"117TB": "3814", "685-I": "3815"})
    laid.play.note("3.2.hasty.2", attacked=("117TB",))
    assert laid.verdict("soviet", "hasty 3815 by 117TB") == ("refused", "3.2.hasty.2")
    assert laid.verdict("soviet", "move 117TB via 3813") == ("refused", "3.2.hasty.4")


@pytest.mark.rule("3.2.hasty.4", "4.stack.7")
def test_3_2_hasty_4_who_attacked_is_finished_and_its_stack_mates_are_not() -> None:
    laid = table({"15-II": "3812", "61-Kr": "3812", "405RR": "3815"}, "GER.MOVE")
    laid.order("german", "move 15-II, 61-Kr via 3813-3814 hasty 3815 by 15-II")
    now = phase(laid.state)
    assert (now.attacked, now.moved, now.moving) == (("15-II",), ("15-II",), ("61-Kr",))


@pytest.mark.rule("3.2.mov.3")
def test_3_2_mov_3_a_finished_unit_does_not_attack() -> None:
    laid = table({"117TB": "3813", "89TB": "3820", "685-I": "3815"})
    laid.order("soviet", "move 117TB via 3814\nmove 89TB via 3821")
    assert laid.verdict("soviet", "hasty 3815 by 117TB") == ("refused", "3.2.mov.3")


@pytest.mark.rule("3.2.diff.0", "3.2.diff.1", "4.stack.3")
def test_3_2_diff_1_one_stack_makes_a_hasty_attack() -> None:
    units = {"117TB": "3814", "89TB": "3714", "685-I": "3815"}
    assert moved(units, "hasty 3815 by 117TB, 89TB") == ("refused", "3.2.diff.1")
    assert moved({**units, "89TB": "3814"}, "hasty 3815 by 117TB, 89TB") == ("done", "")


@pytest.mark.rule("3.2.diff.0", "3.2.diff.2")
def test_3_2_diff_2_artillery_supports_german_hasty_attacks_and_no_soviet_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    units = {"117TB": "3814", "ART-1": "3811", "685-I": "3815"}
    assert moved(units, "hasty 3815 by 117TB support ART-1") == ("refused", "3.2.diff.2")
    assert moved(units, "hasty 3815 by 117TB") == ("done", "")
    german = {"15-I": "3814", "119-I": "3811", "137RR": "3815"}
    assert moved(german, "hasty 3815 by 15-I support 119-I", "GER.MOVE") == ("done", "")
    monkeypatch.setattr(r07_attack, "switched_on", lambda item: item != "3.2.diff.2")
    assert moved(units, "hasty 3815 by 117TB support ART-1") == ("done", "")


@pytest.mark.rule("3.2.diff.3", "3.1.prep.5")
def test_3_2_diff_3_who_made_a_prepared_attack_makes_no_hasty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"117TB": "3814 full prepared", "685-I": "3815"}
    assert moved(units, "hasty 3815 by 117TB") == ("refused", "3.2.diff.3")
    monkeypatch.setattr(r07_attack, "switched_on", lambda item: item != "3.2.diff.3")
    assert moved(units, "hasty 3815 by 117TB") == ("done", "")


@pytest.mark.rule("4.stack.2", "4.stack.4")
def test_4_stack_2_only_who_began_the_phase_together_attacks_together() -> None:
    units = {"15-II": "3811", "61-Kr": "3811", "209-Pi": "3812", "405RR": "3815"}
    path = "move 15-II, 61-Kr, 209-Pi via 3812-3813-3814 hasty 3815"
    assert moved(units, path, "GER.MOVE") == ("refused", "4.stack.2")
    laid = table(units, "GER.MOVE")
    assert laid.verdict("german", f"{path} by 15-II, 61-Kr") == ("done", "")
    assert laid.found("AttackAnnounced")[0]["attackers"] == ("15-II", "61-Kr")


@pytest.mark.rule("4.stack.8")
def test_4_stack_8_who_have_parted_do_not_attack_together() -> None:
    laid = table({"15-II": "3814", "61-Kr": "3814", "405RR": "3815 2"}, "GER.MOVE")
    laid.order("german", "move 15-II via 3813\nmove 15-II via 3814")
    assert laid.verdict("german", "hasty 3815 by 15-II, 61-Kr") == ("refused", "4.stack.8")
    together = table({"15-II": "3814", "61-Kr": "3814", "405RR": "3815 2"}, "GER.MOVE")
    assert together.verdict("german", "hasty 3815 by 15-II, 61-Kr") == ("done", "")


@pytest.mark.rule("3.2.mov.3", "4.stack.3", "6.gen.1")
def test_a_hasty_attack_behind_a_move_is_not_made_by_who_is_finished_with_it() -> None:
    laid = table({"15-II": "3814", "61-Kr": "3812", "405RR": "3815 2"}, "GER.MOVE")
    laid.order("german", "move 15-II via 3714-3814")
    line = "move 61-Kr via 3813 hasty 3815 by 15-II"
    assert laid.verdict("german", line) == ("refused", "3.2.mov.3")
    assert laid.at("61-Kr") == "3812"


# -- a sheet ahead ---------------------------------------------------------------------------------------


def test_one_sheet_holds_both_phases() -> None:
    laid = table(FACING, "SOV.PREP", dice=[1])
    sheet = "end\nmove 140RR via 3714\nend"
    assert said(laid.order("soviet", sheet)) == [("done", "")] * 3
    assert laid.at("140RR") == "3714"
    assert laid.state.segment == "GER.PREP"


@pytest.mark.rule("3.2.hasty.3", "5.exit.6")
def test_3_2_hasty_3_nobody_else_moves_before_a_hasty_attack_is_over() -> None:
    laid = table({"117TB": "3813", "89TB": "3820", "685-I": "3815", "685-II": "3815"}, dice=[6, 6, 6])
    sheet = "move 117TB via 3814 hasty 3815\nmove 89TB via 3821\nend"
    assert [ruling.verdict for ruling in laid.order("soviet", sheet)] == ["done", "waiting", "waiting"]
    assert (laid.state.waiting()[0].player, laid.at("89TB")) == ("german", "3820")
    while laid.state.waiting()[0].topic != "prep":
        decision = laid.state.waiting()[0]
        laid.order(decision.player, decision.default)
    assert laid.at("89TB") == "3821"
