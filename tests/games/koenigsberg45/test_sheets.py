"""Whole sheets: what a slip costs, and lines that wait for their question."""

from __future__ import annotations

import pytest

from adjudicator.events import SegmentNoted
from adjudicator.mail.desk.trial import try_sheet
from adjudicator.orders import Order
from adjudicator.waiting_lines import kept_in
from tests.tabletop import Tabletop

from .fights import combat
from .table import GAME


def drawn() -> Tabletop:
    """11th Guards Army is drawn at the start of the game."""
    return Tabletop(GAME, {}, clear=False, segment="DRAW", draws=["S11G", "G26"], dice=[5])


def verdicts(table: Tabletop, side: str, sheet: str) -> list[str]:
    return [ruling.verdict for ruling in table.order(side, sheet)]


def topic(table: Tabletop) -> str:
    return table.state.waiting()[0].topic


MARCH = "activate HQ 11 G with 2 G T, 1 T\nmove 16 G 4110\nmove 2 G T 4110\n"


def test_a_misspelt_attack_does_not_cost_the_activation() -> None:
    table = drawn()
    sheet = f"{MARCH}attak 4010 with 16 G, 2 G T\ndone"
    assert verdicts(table, "soviet", sheet) == ["done", "done", "done", "unreadable", "waiting"]
    assert (table.state.segment, topic(table)) == ("MOVE", "move")
    assert verdicts(table, "soviet", "attack 4010 with 16 G, 2 G T advance 16 G to 4010") == ["done"]
    assert len(table.found("CombatResolved")) == 1
    table.order("german", "retreat all via 4011")
    assert table.at("16 G") == "4010"
    assert table.state.segment == "SELECT"  # the kept «done» has ended combat, and the next chit is drawn


def test_a_kept_done_for_what_ended_by_itself_is_no_order_that_fell() -> None:
    table = Tabletop(GAME, {}, clear=False, segment="DRAW", draws=["S11G", "G26"], dice=[1])
    losses = "if asked loss then weakest first\n"
    table.order("soviet", f"{losses}{MARCH}attak 4010 with 16 G, 2 G T\ndone")
    table.order("soviet", "attack 4010 with 16 G, 2 G T")
    assert table.state.segment == "SELECT"
    assert kept_in(table.state, "soviet") == ()
    assert table.found("OrderDropped") == []


def test_an_attack_waits_for_the_move_of_its_own_unit_that_was_refused() -> None:
    table = drawn()
    sheet = "activate HQ 11 G with 2 G T, 1 T\nmove 2 G T 3510\nattack 4010 with 2 G T\ndone"
    assert verdicts(table, "soviet", sheet) == ["done", "refused", "waiting", "waiting"]
    assert (table.state.segment, topic(table)) == ("MOVE", "move")
    assert verdicts(table, "soviet", "move 2 G T 4110") == ["done"]
    assert len(table.found("CombatResolved")) == 1


def test_an_activation_whose_first_line_is_refused_goes_on_with_the_second() -> None:
    table = drawn()
    sheet = "activate HQ 11 G with 2 G T, 8 G T\nactivate HQ 11 G with 2 G T, 1 T\nmove 16 G 4110\ndone"
    assert verdicts(table, "soviet", sheet) == ["refused", "done", "done", "waiting"]
    assert {"2 G T", "1 T"} <= set(table.state.frames[0].facts["active"])
    assert (table.at("16 G"), topic(table)) == ("4110", "move")


def test_two_lines_that_activate_name_their_units_together() -> None:
    table = drawn()
    assert verdicts(table, "soviet", "activate HQ 11 G with 2 G T\nactivate HQ 11 G with 1 T") == ["done"] * 2
    assert {"2 G T", "1 T"} <= set(table.state.frames[0].facts["active"])


def test_moves_wait_for_an_activation_that_is_not_understood() -> None:
    table = drawn()
    sheet = "activate HQ 11 G wiht 2 G T\nmove 16 G 4110\ndone"
    assert verdicts(table, "soviet", sheet) == ["unreadable", "waiting", "waiting"]
    assert (topic(table), table.at("16 G")) == ("select", "4310")
    table.order("soviet", "activate HQ 11 G with 2 G T")
    assert table.at("16 G") == "4110"
    assert table.state.segment == "COMBAT"


def test_done_move_answers_no_other_question() -> None:
    table = drawn()
    assert verdicts(table, "soviet", "done move") == ["not-judged"]
    assert topic(table) == "select"
    table = combat({"349 VG": "2020", "45": "2120"})
    assert verdicts(table, "soviet", "done move") == ["not-judged"]
    assert table.state.segment == "COMBAT"


def test_a_done_for_movement_that_is_over_by_itself_does_not_end_combat() -> None:
    units = {"45": "2020", "1": "2122"}
    table = Tabletop(GAME, units, segment="MOVE", state={"active": "soviet"}, dice=[1])
    sheet = "move 45 2121\ndone\nattack 2122 with 45\ndone"
    assert verdicts(table, "soviet", sheet)[:3] == ["done", "done", "done"]
    assert len(table.found("CombatResolved")) == 1


def test_done_move_below_the_units_that_act_is_for_their_movement() -> None:
    table = drawn()
    sheet = "activate HQ 11 G with 2 G T\ndone move"
    assert verdicts(table, "soviet", sheet) == ["done", "done"]
    assert table.state.segment != "MOVE"


def test_done_combat_ends_combat_where_all_have_moved() -> None:
    units = {"45": "2020", "1": "2122"}
    table = Tabletop(GAME, units, segment="MOVE", state={"active": "soviet"})
    assert verdicts(table, "soviet", "move 45 2121\ndone combat") == ["done", "done"]
    assert table.state.segment not in {"MOVE", "COMBAT"}


def test_done_combat_alone_ends_the_activation_and_a_plan_below_it_stays_a_plan() -> None:
    table = Tabletop(GAME, {}, clear=False, segment="DRAW", draws=["S5", "S39"])
    table.order("soviet", "done")
    assert topic(table) == "move"
    sheet = "done combat\nactivate HQ 48\nmove 29 3334\ndone combat"
    assert verdicts(table, "soviet", sheet) == ["done", "waiting", "waiting", "waiting"]
    assert topic(table) == "select"


def test_reinforcements_come_in_move_and_are_done_with_in_one_sheet() -> None:
    table = Tabletop(GAME, {}, clear=False, segment="RF_PLACE", turn=7)
    sheet = "enter HQ 28 at D\nenter 58 at D\nenter 95 at D\nmove 58 2206\ndone"
    assert verdicts(table, "german", sheet) == ["done"] * 5
    assert table.at("58") == "2206"
    assert table.state.segment not in {"RF_PLACE", "RF_MOVE_G"}


def test_moves_of_reinforcements_wait_for_the_unit_that_was_forgotten() -> None:
    table = Tabletop(GAME, {}, clear=False, segment="RF_PLACE", turn=7)
    sheet = "enter HQ 28 at D\nenter 58 at D\nmove 58 2206\ndone"
    assert verdicts(table, "german", sheet) == ["done", "done", "waiting", "waiting"]
    assert topic(table) == "enter"
    assert verdicts(table, "german", "enter 95 at D") == ["done"]
    assert table.at("58") == "2206"
    assert table.state.segment not in {"RF_PLACE", "RF_MOVE_G"}


THREE = {"131": "2020", "16 G": "2120", "36 G": "2121", "45": "2021"}


def test_every_line_of_an_advance_counts() -> None:
    table = combat(THREE, dice=[6])
    table.order("soviet", "attack 2020 with 16 G, 36 G, 45")
    while topic(table) != "advance":
        table.order("german", table.state.waiting()[0].answers[0])
    assert verdicts(table, "soviet", "advance 16 G to 2020\nadvance 36 G to 2020") == ["done", "done"]
    assert (table.at("16 G"), table.at("36 G")) == ("2020", "2020")


def test_an_advance_beside_one_that_cannot_be_waits_for_its_writer() -> None:
    table = combat(THREE, dice=[6])
    table.order("soviet", "attack 2020 with 16 G, 36 G")
    while topic(table) != "advance":
        table.order("german", table.state.waiting()[0].answers[0])
    assert verdicts(table, "soviet", "advance 16 G to 2020\nadvance 45 to 2020") == ["waiting", "refused"]
    assert table.at("16 G") == "2120"
    table.order("soviet", "as is")
    assert table.at("16 G") == "2020"


@pytest.mark.rule("12.1a.1")
def test_a_line_of_its_own_for_an_hq_goes_with_the_retreat_of_its_stack() -> None:
    table = combat({"131": "2020", "HQ 55": "2020", "16 G": "2121", "36 G": "2121", "8 G": "2121"}, dice=[4])
    table.order("soviet", "attack 2020 with 16 G, 36 G, 8 G advance none")
    sheet = "retreat 131 via 1920\nretreat HQ 55 via 1920"
    assert verdicts(table, "german", sheet) == ["done", "done"]
    assert (table.at("131"), table.at("HQ 55")) == ("1920", "1920")


@pytest.mark.rule("12.1a.1")
def test_a_line_that_sends_an_hq_another_way_than_its_stack_is_refused() -> None:
    table = combat({"131": "2020", "HQ 55": "2020", "16 G": "2121", "36 G": "2121", "8 G": "2121"}, dice=[4])
    table.order("soviet", "attack 2020 with 16 G, 36 G, 8 G advance none")
    sheet = "retreat 131 via 1920\nretreat HQ 55 via 1921"
    (first, second) = table.order("german", sheet)
    assert (first.verdict, second.verdict, second.rule) == ("done", "refused", "12.1a.1")
    assert second.why.endswith("via 1920")


def test_the_attacks_of_a_sheet_are_fought_in_their_order_while_the_defender_answers() -> None:
    units = {**THREE, "G69": "2023", "72": "2024"}
    table = combat(units, dice=[1, 1])
    rulings = verdicts(table, "soviet", "attack 2020 with 16 G, 36 G advance none\nattack 2023 with 72\ndone")
    assert rulings == ["done", "waiting", "waiting"]
    assert topic(table) == "loss"
    assert [line.order.verb for line in kept_in(table.state, "soviet")] == ["attack", "done"]
    assert table.game.view(table.state, "german").kept == {}
    table.order("soviet", table.state.waiting()[0].answers[0])
    assert len(table.found("CombatResolved")) == 2


def test_an_answer_below_a_line_that_is_not_understood_waits() -> None:
    table = combat({"131": "2020", "1": "2020", "16 G": "2120", "36 G": "2121"}, dice=[3])
    table.order("soviet", "attack 2020 with 16 G, 36 G advance none")
    asked = table.state.waiting()[0]
    assert asked.topic == "loss"
    unit = asked.answers[-1]
    assert verdicts(table, asked.player, f"lsos 36 G\n{unit}") == ["unreadable", "waiting"]
    assert asked in table.state.waiting()


def test_a_dry_run_says_what_may_be_done_with_odds_and_results() -> None:
    table = drawn()
    sheet = f"{MARCH}attack 4010 with 16 G, 2 G T\ndone"
    rulings = try_sheet(table.game, table.state, "soviet", list(enumerate(sheet.splitlines(), 1)))
    assert [one.verdict for one in rulings] == [*["may be done"] * 4, "not-judged"]
    assert rulings[3].why == (
        "by what you see 16 to 5, column 3-1: die 1: A1, 2: A1/D1, 3-4: A1*/Dr, 5: Dr, 6: Dr2"
    )


@pytest.mark.rule("7.2.4")
def test_attacks_that_an_older_game_kept_itself_are_still_fought() -> None:
    table = combat(THREE, dice=[1], run=False)
    order = Order(
        "attack",
        {
            "hex": "2020",
            "units": ("16 G",),
            "air": (),
            "ship": False,
            "advance": (),
            "hq_follows": (),
            "odds": "",
        },
        "attack 2020 with 16 G advance none",
        3,
        1,
    )
    table.play.record(SegmentNoted(rule="7.2.4", about={"queue": (order.pack(),)}))
    table.run()
    assert len(table.found("CombatResolved")) == 1


def test_what_waits_lapses_with_the_activation_and_its_writer_is_told() -> None:
    table, side = drawn(), "soviet"
    assert verdicts(table, side, "move 16 G 4110\nattack 4010 with 16 G") == ["waiting", "waiting"]
    table.order(side, "pass")
    dropped = [event for event in table.events if event.kind == "OrderDropped"]
    assert [event.facts()["text"] for event in dropped] == ["move 16 G 4110", "attack 4010 with 16 G"]
    assert {event.to for event in dropped} == {(side,)}
    assert kept_in(table.state, side) == ()


@pytest.mark.parametrize("odds", ["odds >= 3-1", "odds>=3-1", "3-1", "odds >=3-1"])
def test_the_clauses_of_an_attack_may_stand_in_any_order(odds: str) -> None:
    read = drawn().game.grammar("soviet").read
    usual = read("attack 4010 with 16 G, 2 G T air AA1-a full advance 16 G to 4010 if odds >= 3-1")
    mixed = read(f"attack 4010 with 16 G, 2 G T if {odds} advance 16 G to 4010 air AA1-a full")
    assert mixed.args == usual.args


# -- another activation, sent ahead ------------------------------------------------------------------------

ARMIES = {
    "HQ 43": "3903", "103": "3904", "HQ 26": "2020", "1": "2020", "HQ 2 G": "4437", "11 G": "4337",
    "1 T": "4336", "HQ 39": "4037", "94": "4036",
}  # fmt: skip
FURTHER = "activate HQ 2 G with 1 T\nmove 11 G 4237\nmove 1 T 4235\ndone\n"


def chits(*draws: str, cup: tuple[str, ...] = ()) -> Tabletop:
    """Four HQs with their troops, none near another, and chits that are drawn in this order."""
    return Tabletop(GAME, ARMIES, segment="DRAW", turn=3, draws=draws, state={"cup": [*draws, *cup]})


def test_the_orders_of_another_activation_wait_behind_the_end_of_this_one() -> None:
    table = chits("S43", "G26", "S39", "S2 G", cup=("2BR-1",))
    sheet = f"move 103 4205\ndone combat\n{FURTHER}"
    assert verdicts(table, "soviet", sheet) == ["done", "done", *["waiting"] * 4]
    table.order("german", "pass")
    assert table.state.frames[0].facts["hq"] == "HQ 39"
    assert (table.at("11 G"), len(kept_in(table.state, "soviet"))) == ("4337", 4)
    table.order("soviet", "pass")
    assert (table.at("11 G"), table.at("1 T")) == ("4237", "4235")


def test_they_wait_behind_what_goes_before_the_chits_and_while_the_other_side_acts() -> None:
    table = chits("G26", "S2 G", cup=("S43",))
    assert verdicts(table, "soviet", FURTHER) == ["waiting"] * 4
    table.order("german", "pass")
    assert (table.at("11 G"), table.at("1 T")) == ("4237", "4235")


def test_they_are_let_go_with_a_word_when_the_hq_can_act_no_more() -> None:
    table = chits("S43", "S2 G")
    table.order("soviet", f"done\ndone\nactivate HQ 39\nmove 94 4035\n{FURTHER}")
    assert table.at("94") == "4036"
    assert all(line.order.args.get("hq") != "HQ 39" for line in kept_in(table.state, "soviet"))


def test_they_are_not_tried_for_the_hq_that_acts_when_their_own_can_act_no_more() -> None:
    table = Tabletop(
        GAME, ARMIES, segment="DRAW", turn=3, draws=["S43", "S2 G"], tracks={"activations-3BR": 2},
        state={"cup": ["S43", "S2 G", "S39"]},
    )  # fmt: skip
    told = verdicts(table, "soviet", "done\ndone\nactivate HQ 39\nmove 94 4035\ndone")
    assert table.state.frames[0].facts["hq"] == "HQ 2 G", "the fourth and last of its Front"
    assert told == ["done", "done", *["not-judged"] * 3]
    assert kept_in(table.state, "soviet") == ()


NEARER = "activate HQ 39\nmove 94 4035\ndone\n"


def test_one_sheet_holds_orders_for_each_hq_and_each_waits_for_its_own_chit() -> None:
    table = chits("S43", "S2 G", "G26", "S39")
    sheet = f"{NEARER}{FURTHER}activate HQ 43\nmove 103 4205\ndone combat"
    assert verdicts(table, "soviet", sheet) == [*["waiting"] * 3, *["done"] * 7]
    assert (table.at("103"), table.at("11 G"), table.at("94")) == ("4205", "4237", "4036")
    table.order("german", "pass")
    assert (table.at("94"), kept_in(table.state, "soviet")) == ("4035", ())


def test_a_wrong_line_for_one_hq_holds_back_no_orders_for_another() -> None:
    table = chits("S43", "S2 G", "S39", "G26")
    table.order("soviet", f"done\ndone\n{FURTHER.replace('4235', '2020')}{NEARER}")
    assert (table.state.frames[0].facts["hq"], table.at("11 G")) == ("HQ 2 G", "4237")
    table.order("soviet", "as is")
    assert (table.at("1 T"), table.at("94")) == ("4336", "4035")
    assert table.state.frames[0].facts["hq"] == "HQ 26"


def test_later_orders_for_an_hq_take_the_place_of_its_own_and_of_no_others() -> None:
    table = chits("S43", "G26", "S2 G", "S39")
    table.order("soviet", f"done\ndone\n{NEARER}{FURTHER}")
    table.order("soviet", FURTHER.replace("move 1 T 4235", "move 1 T 4236"))
    (gone,) = table.found("OrdersReplaced")
    assert gone["by"][0] == "activate HQ 2 G with 1 T"
    table.order("german", "pass")
    assert (table.at("1 T"), table.at("94")) == ("4236", "4035")


def test_another_hq_than_the_one_that_acts_is_refused_as_the_first_line_of_an_answer() -> None:
    table = Tabletop(GAME, {}, clear=False, segment="DRAW", draws=["S11G", "G26"])
    assert table.verdict("soviet", "activate HQ 39") == ("refused", "2.1b.1")


@pytest.mark.rule("2.1b.1", "2.2a.1")
@pytest.mark.parametrize("line", ["activate HQ 43", "activate HQ", "activate HQ 43 with 103", "choose HQ 43"])
def test_to_activate_who_acts_already_is_done(line: str) -> None:
    table = chits("S43", "G26")
    (first, second) = table.order("soviet", f"{line}\nmove 103 4205")
    assert (first.verdict, first.why, second.verdict) == ("done", "it is already activated", "done")
    assert verdicts(table, "soviet", f"{line}\ndone") == ["done", "done"]


@pytest.mark.rule("2.1b.1", "2.2a.1", "2.2a.3")
def test_who_does_not_act_cannot_be_added_to_an_activation() -> None:
    table = Tabletop(
        GAME, {**ARMIES, "54": "3301"}, segment="DRAW", turn=3, draws=["S43"], state={"cup": ["S43"]}
    )
    (no,) = table.order("soviet", "activate HQ 43 with 54")
    assert (no.verdict, no.rule) == ("refused", "2.2a.1")
    assert no.why == "who acts with HQ 43 is settled, and 54 does not: 6 hexes from HQ 43, whose range is 5"


@pytest.mark.rule("2.2a.3", "2.2e.1")
@pytest.mark.parametrize("on_its_way", ["", "move HQ 43 field 3903-3803-3703\n"])
def test_a_unit_out_of_range_is_told_so_wherever_its_hq_has_gone(on_its_way: str) -> None:
    table = Tabletop(
        GAME, {**ARMIES, "54": "3301"}, segment="DRAW", turn=3, draws=["S43"], state={"cup": ["S43"]}
    )
    *_, no = table.order("soviet", f"{on_its_way}move 54 field 3301-3401")
    assert (no.verdict, no.rule) == ("refused", "4.0.1")
    assert "6 hexes from " in no.why and "range is 5" in no.why and "not named" not in no.why


@pytest.mark.rule("5.2.3", "12.1a.1")
@pytest.mark.parametrize("further", ["4037", "4137-4037"])
def test_the_further_hex_of_an_hq_may_be_sent_with_the_retreat_of_its_stack(further: str) -> None:
    units = {"50": "4237", "HQ 41Pz": "4237", "349 VG": "4137", "HQ 26": "4137"}
    table = combat({**units, "11 G": "4337", "13 G": "4337", "1 T": "4338", "2 G T": "4338"}, dice=[3])
    table.order("soviet", "attack 4237 with 11 G, 13 G, 1 T, 2 G T")
    sheet = f"retreat all via 4137\nretreat HQ 41Pz via {further}"
    assert verdicts(table, "german", sheet) == ["done", "done"]
    assert (table.at("50"), table.at("HQ 41Pz")) == ("4137", "4037")


@pytest.mark.rule("12.1a.1")
def test_another_way_for_an_hq_that_meets_no_other_is_refused() -> None:
    units = {"50": "4237", "HQ 41Pz": "4237", "11 G": "4337", "13 G": "4337", "1 T": "4338", "2 G T": "4338"}
    table = combat(units, dice=[3])
    table.order("soviet", "attack 4237 with 11 G, 13 G, 1 T, 2 G T advance none")
    assert verdicts(table, "german", "retreat 50 via 4137\nretreat HQ 41Pz via 4037") == ["done", "refused"]
