"""Rule 4 and 3.2, movement: who moves, paths, costs, stacks, roads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.games.panzerkorps48 import GAME, r04_movement, r07_attack
from adjudicator.games.panzerkorps48.levels import phase
from adjudicator.games.panzerkorps48.r04_costs import bare
from adjudicator.mechanics.movement import CurrentCosts, MoveCost, PathCost, path_cost
from tests.games.panzerkorps48.table import moved, said, table


@pytest.mark.rule("4.mov.1", "3.2.mov.1")
def test_4_mov_1_any_all_or_none_may_move() -> None:
    laid = table({"685-I": "3815", "685-II": "3820"}, "GER.MOVE")
    assert said(laid.order("german", "move 685-I via 3816\nend")) == [("done", ""), ("done", "")]
    assert (laid.at("685-I"), laid.at("685-II")) == ("3816", "3820")
    idle = table({"685-I": "3815"}, "GER.MOVE")
    assert idle.verdict("german", "end") == ("done", "")
    assert idle.state.turn == 2


@pytest.mark.rule("4.mov.1")
def test_4_mov_1_who_is_not_on_the_map_does_not_move() -> None:
    assert moved({"685-I": "eliminated", "685-II": "3820"}, "move 685-I via 3816", "GER.MOVE") == (
        "refused", "4.mov.1",
    )  # fmt: skip


@pytest.mark.rule("4.mov.2")
def test_4_mov_2_who_retreated_or_failed_its_check_does_not_move() -> None:
    units = {"117TB": "3815 full barred", "89TB": "3820"}
    laid = table(units)
    assert laid.verdict("soviet", "move 117TB via 3816") == ("refused", "4.mov.2")
    assert laid.verdict("soviet", "move 89TB via 3821") == ("done", "")
    laid.order("soviet", "end")
    assert laid.state.units["117TB"].flags == frozenset()


@pytest.mark.rule("4.mov.3", "4.mov.7", "4.mov.8")
@pytest.mark.parametrize(
    ("path", "verdict"),
    [
        ("3816-3817-3818-3819-3820", ("done", "")),
        ("3816-3817-3818-3819-3820-3821", ("refused", "4.mov.8")),
    ],
)
def test_4_mov_3_a_unit_spends_its_allowance_and_no_more(path: str, verdict: tuple[str, str]) -> None:
    assert moved({"685-I": "3815"}, f"move 685-I via {path}", "GER.MOVE") == verdict


@pytest.mark.rule("4.mov.7", "4.mov.8")
def test_4_mov_8_a_step_is_paid_in_full() -> None:
    laid = table({"685-I": "5219"}, "GER.MOVE")  # 5 points: broken costs 2, twice, and 1 is left
    (ruling,) = laid.order("german", "move 685-I via 5220-5221-5222")
    assert (ruling.verdict, ruling.rule) == ("refused", "4.mov.8")
    assert ruling.why == ("685-I has 5 MP; costs: 5220 2, 5221 2, 5222 2; 5222 needs 2 and 1 are left")


@pytest.mark.rule("4.mov.4", "3.1.prep.5")
@pytest.mark.parametrize(
    ("unit", "path", "verdict"),
    [
        ("117TB", "3816-3817-3818-3819", ("done", "")),
        ("117TB", "3816-3817-3818-3819-3820", ("refused", "4.mov.8")),
        ("137RR", "3816-3817", ("done", "")),
        ("137RR", "3816-3817-3818", ("refused", "4.mov.8")),
    ],
)
def test_4_mov_4_after_a_prepared_attack_half_the_allowance_rounded_down(
    unit: str, path: str, verdict: tuple[str, str]
) -> None:
    assert moved({unit: "3815 full prepared"}, f"move {unit} via {path}") == verdict


@pytest.mark.rule("4.mov.6")
def test_4_mov_6_a_path_has_no_gap() -> None:
    units = {"685-I": "3508"}
    assert moved(units, "move 685-I via 3708", "GER.MOVE") == ("refused", "4.mov.6")
    assert moved(units, "move 685-I via 3608", "GER.MOVE") == ("done", "")
    assert moved(units, "move 685-I from 3509 via 3608", "GER.MOVE") == ("refused", "4.mov.6")
    assert moved(units, "move 685-I to 3508", "GER.MOVE") == ("refused", "4.mov.6")
    assert moved(units, "move 685-I via 3508", "GER.MOVE") == ("refused", "4.mov.6")
    assert moved(units, "move 685-I to 3608", "GER.MOVE") == ("done", "")
    held = {**units, "117TB": "3608"}
    assert moved(held, "move 685-I to 3608", "GER.MOVE") == ("refused", "4.mov.6")


@pytest.mark.rule("4.mov.6")
@pytest.mark.parametrize("path", ["3816-3817", "3815-3816-3817"])
def test_4_mov_6_a_path_may_begin_where_the_unit_stands(path: str) -> None:
    laid = table({"685-I": "3815"}, "GER.MOVE")
    laid.order("german", f"move 685-I via {path}")
    assert laid.found("UnitMoved")[0]["path"] == ("3815", "3816", "3817")


def test_a_destination_alone_is_the_cheapest_legal_way() -> None:
    laid = table({"15-I": "4925"}, "GER.MOVE")
    laid.order("german", "move 15-I to 3425")
    assert laid.at("15-I") == "3425"
    assert laid.found("UnitMoved")[0]["cost"].endswith("7 1/2 of 10")


@pytest.mark.rule("4.mov.8", "4.stack.1")
def test_a_destination_alone_is_the_cheapest_way_of_a_whole_stack_not_of_its_first_unit() -> None:
    laid = table({"365RR": "2818", "300RD-A": "2818 3 prepared", "Ada-4": "2819 2"}, "SOV.MOVE")
    laid.order("soviet", "move 365RR, 300RD-A to 2520")
    assert [(one["unit"], one["cost"]) for one in laid.found("UnitMoved")] == [
        ("365RR", "1, 2, 3, 4 of 5"),
        ("300RD-A", "1, 2, 3, 4 of 4"),
    ]


@pytest.mark.rule("4.mov.8", "4.stack.1")
def test_a_stack_is_offered_only_where_the_one_whose_way_is_dearest_comes_too() -> None:
    units = {"23GCR": "5222", "14MRB": "5222"}  # broken country: 2 points for cavalry, 3 for trucks
    (ruling,) = table(units).order("soviet", "move 23GCR, 14MRB to 4720")
    assert (ruling.verdict, ruling.rule) == ("refused", "4.mov.8")
    assert len(ruling.legal) == 6
    assert {moved(units, line) for line in ruling.legal} == {("done", "")}


@pytest.mark.rule("4.leg.3")
def test_4_leg_3_each_class_pays_its_own_column() -> None:
    assert moved({"137RR": "5219"}, "move 137RR via 5220-5221") == ("done", "")
    assert moved({"14MRB": "5219"}, "move 14MRB via 5220-5221-5222") == ("refused", "4.mov.8")


@pytest.mark.rule("4.road.1", "4.road.2", "4.road.3", "4.road.5")
def test_4_road_a_road_hexside_costs_half_a_point_whatever_it_crosses() -> None:
    board = table({}).state.board
    assert {"road", "stream"} <= board.between("5019", "5119")
    assert bare(board, True).crossing("5019", "5119") == MoveCost(1)
    assert "road" not in board.between("5018", "5119")
    assert bare(board, True).crossing("5018", "5119") == MoveCost(6)  # broken 2 and the Chir 1


# -- one after the other ------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.mov.3")
def test_3_2_mov_3_a_unit_is_finished_when_another_begins() -> None:
    laid = table({"685-I": "3815", "685-II": "3820"}, "GER.MOVE")
    sheet = "move 685-I via 3816\nmove 685-I via 3817\nmove 685-II via 3821\nmove 685-I via 3818\nas is"
    assert said(laid.order("german", sheet))[:4] == [
        ("done", ""), ("done", ""), ("done", ""), ("refused", "3.2.mov.3"),
    ]  # fmt: skip
    assert laid.at("685-I") == "3817"


@pytest.mark.slow
@pytest.mark.rule("3.2.mov.2", "4.stack.8")
def test_3_2_mov_2_units_move_singly_or_as_a_stack_that_may_split() -> None:
    laid = table({"685-I": "3815", "685-II": "3815"}, "GER.MOVE")
    sheet = (
        "move 685-I, 685-II via 3816\nmove 685-I via 3817\nmove 685-II via 3916\nmove 685-I via 3818\nas is"
    )
    assert said(laid.order("german", sheet))[:4] == [
        ("done", ""), ("done", ""), ("done", ""), ("refused", "3.2.mov.3"),
    ]  # fmt: skip
    assert (laid.at("685-I"), laid.at("685-II")) == ("3817", "3916")
    assert (phase(laid.state).moving, phase(laid.state).moved) == (("685-II",), ("685-I",))


@pytest.mark.rule("3.2.mov.3", "4.stack.7")
def test_3_2_mov_3_a_whole_stack_is_finished_when_a_unit_outside_of_it_begins() -> None:
    laid = table({"685-I": "3815", "685-II": "3815", "686-I": "3820"}, "GER.MOVE")
    laid.order("german", "move 685-I, 685-II via 3816\nmove 685-I via 3817\nmove 686-I via 3821")
    assert laid.verdict("german", "move 685-II via 3817") == ("refused", "3.2.mov.3")


@pytest.mark.rule("4.stack.1")
def test_4_stack_1_a_stack_picks_up_units_that_it_passes() -> None:
    laid = table({"15-II": "3814", "61-Kr": "3814", "209-Pi": "3812"}, "GER.MOVE")
    laid.order("german", "move 15-II, 61-Kr, 209-Pi via 3813-3812-3811")
    assert {laid.at(unit) for unit in ("15-II", "61-Kr", "209-Pi")} == {"3811"}
    assert phase(laid.state).spent == {"15-II": 6, "61-Kr": 6, "209-Pi": 2}
    full = {"15-II": "3814", "61-Kr": "3812", "15-I": "3811", "110-I": "3811"}
    assert moved(full, "move 15-II, 61-Kr via 3813-3812-3811", "GER.MOVE") == ("refused", "6.ger.1")
    assert moved({"15-II": "3814", "209-Pi": "4012"}, "move 15-II, 209-Pi via 3813", "GER.MOVE") == (
        "refused", "4.stack.1",
    )  # fmt: skip


@pytest.mark.rule("2.1.side.1", "3.2.mov.3")
def test_a_refused_move_changes_nothing_and_offers_others() -> None:
    laid = table({"685-I": "3815"}, "GER.MOVE")
    (ruling,) = laid.order("german", "move 685-I via 3816-3817-3818-3819-3820-3821")
    assert laid.at("685-I") == "3815"
    assert "move 685-I via 3816-3817-3818-3819-3820" in ruling.legal
    assert "move 685-I to 3720" in ruling.legal
    assert laid.found("UnitMoved") == []


# -- else ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.mov.1")
def test_behind_else_stands_what_is_done_where_a_move_cannot_be() -> None:
    laid = table({"685-I": "3815", "137RR": "3816 2"}, "GER.MOVE")
    laid.order("german", "move 685-I via 3816 else move 685-I via 3814")
    assert laid.at("685-I") == "3814"
    both = table({"685-I": "3815", "137RR": "3816 2"}, "GER.MOVE")
    line = "move 685-I via 3816 else move 685-I via 3816"
    assert both.verdict("german", line) == ("refused", "6.mix.1")
    assert both.verdict("german", "move 685-I via 3814 else end")[0] == "unreadable"


@pytest.mark.rule("4.mov.6")
def test_the_enemy_in_the_hex_is_the_reason_told_not_a_way_that_is_missing() -> None:
    laid = table({"365RR": "0708", "LJ-1": "0709"})
    (told,) = laid.order("soviet", "move 365RR to 0709")
    assert (told.verdict, told.rule) == ("refused", "4.mov.6")
    assert told.why == "365RR may not move to 0709: the enemy is there"


@pytest.mark.rule("4.stack.1", "4.mov.8")
def test_4_stack_1_a_stack_moves_as_far_as_all_of_it_can_by_one_path() -> None:
    units = {"19TB": "3109", "421RR": "3109", "ART-1": "3109", "Sch-1": "3512"}
    laid = table(units)
    state, named = laid.state, ("421RR", "19TB", "ART-1")
    (together,) = r04_movement.stacks(state, "soviet")
    assert together[0].id == "421RR", "the slowest begins the line"
    for line in [f"move {', '.join(named)} to {end}" for end in r04_movement.ends_of(state, *together)][:40]:
        assert table(units).verdict("soviet", line) == ("done", ""), line
    alone = r04_movement.ends_of(state, state.units["421RR"])
    assert set(r04_movement.ends_of(state, *together)) <= set(alone)
    ways = r04_movement.shared_ways(state, together)
    order = GAME.grammar("soviet").read(f"move {', '.join(named)} to 3107")
    assert r04_movement.costs_of(state, order) is not None and ways["3107"][1] in ("3108", "3008", "3208")


@pytest.mark.rule("4.stack.1", "4.mov.8")
def test_4_stack_1_the_ways_of_a_stack_are_walked_once_for_units_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = table({"19TB": "3109", "421RR": "3109", "365RR": "3109", "Sch-1": "3512"}).state
    (together,) = r04_movement.stacks(state, "soviet")
    walked: list[tuple[str, ...]] = []

    def walk(costs: CurrentCosts, path: tuple[str, ...], points: int) -> PathCost:
        walked.append(path)
        return path_cost(costs, path, points)

    monkeypatch.setattr(r04_movement, "path_cost", walk)
    ways = r04_movement.shared_ways(state, together)
    assert set(r04_movement.ends_of(state, *together)) <= set(ways)
    assert len(ways) > 20 and len(walked) <= 5 * len(ways), (
        "each way for leg and for wheels, and the first again"
    )


@pytest.mark.rule("3.2.hasty.2", "3.2.diff.3", "2.2.map.3")
def test_3_2_hasty_2_what_a_move_may_end_with_is_told_for_those_who_may_attack() -> None:
    laid = table({"19TB": "3109", "Sch-1": "3512"})
    order = GAME.grammar("soviet").read("move 19TB to 3511")
    told = r07_attack.at_the_end(laid.state, order)
    assert told is not None and told.at["3511"] == ("3512",)
    assert (
        table({"19TB": "3109", "Sch-1": "3512"}).verdict("soviet", "move 19TB to 3511 hasty 3512")[0]
        == "done"
    )
    unit = replace(laid.state.units["19TB"], flags=frozenset({"prepared"}))
    assert r07_attack.at_the_end(laid.state.with_unit(unit), order) is None
    don = table({"19TB": "5221", "685-I": "5323"})
    across = r07_attack.at_the_end(don.state, GAME.grammar("soviet").read("move 19TB to 5222"))
    assert across is not None and "5222" not in across.at
