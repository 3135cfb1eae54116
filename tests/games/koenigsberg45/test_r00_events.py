"""The Random Event Table, row by row: its dice, who chooses, what is carried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.tabletop import Tabletop

from .country import why
from .table import GAME, drawing

DICE = {row: (min(6, row - 1), row - min(6, row - 1)) for row in range(2, 13)}
"""Two dice for each row of the table."""

HOLD = {"56": "2020", "20": "1030"}
"""One unit of each side, so that the map is not empty."""


def event(
    row: int, units: dict[str, str] | None = None, dice: Sequence[int] = (), **position: Any
) -> Tabletop:
    """The Random Event chit is drawn on turn 3, and the dice show this row."""
    return drawing({**HOLD, **(units or {})}, ["RANDOM"], dice=[*DICE[row], *dice], **position)


def answer(laid: Tabletop, side: str, text: str) -> Tabletop:
    """An answer all of whose lines stand."""
    for ruling in laid.order(side, text):
        assert ruling.verdict == "done", ruling
    return laid


def over(laid: Tabletop) -> bool:
    """Whether the event is over and the next chit is about to be drawn."""
    return laid.state.frame.segment == "DRAW" and not laid.state.waiting()


def cup(laid: Tabletop) -> tuple[str, ...]:
    """The chits in the cup."""
    return laid.state.cups["cup"]


@pytest.mark.rule("RET.0", "0.7b.1")
@pytest.mark.parametrize("row", range(2, 13))
def test_the_row_is_the_sum_of_two_dice(row: int) -> None:
    laid = event(row, dice=[1])
    assert [event.rule for event in laid.events if event.kind == "DieRolled"][:2] == ["RET.0", "RET.0"]
    assert [one["row"] for one in laid.found("RandomEvent")] == [row]


# -- 2 and 12, early arrivals ----------------------------------------------------------------------------


RESERVE = dict.fromkeys(("15 SS", "HQ G28", "58", "95", "HQ 19", "40 G", "132", "134"), "reinforcements")


@pytest.mark.rule("RET.2.1")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_row_2_brings_the_15_ss_at_a_on_a_die_of_1_to_3(die: int) -> None:
    laid = answer(event(2, RESERVE, [die]), "german", "enter 15 SS at A\ndone")
    assert laid.at("15 SS") == "0132"
    assert {laid.at(unit) for unit in ("HQ G28", "58", "95")} == {"reinforcements"}


@pytest.mark.rule("RET.2.1", "6.1.1")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_row_2_brings_the_28th_corps_at_d_with_its_chit_on_a_die_of_4_to_6(die: int) -> None:
    laid = event(2, RESERVE, [die])
    answer(laid, "german", "enter HQ G28 at D\nenter 58 at D\nenter 95 at D")
    assert {laid.at(unit) for unit in ("HQ G28", "58", "95")} == {"2205"}
    assert laid.at("15 SS") == "reinforcements"
    assert cup(laid).count("G28") == 1


@pytest.mark.rule("RET.2.1", "1.2a.4", "6.0.3")
def test_who_arrives_early_moves_at_once() -> None:
    laid = answer(event(2, RESERVE, [1]), "german", "enter 15 SS at A\nmove 15 SS 0132-0232\ndone")
    assert laid.at("15 SS") == "0232"


@pytest.mark.rule("RET.2.2", "K-R58")
@pytest.mark.parametrize(("die", "there", "comes"), [(1, "15 SS", "58"), (6, "HQ G28", "15 SS")])
def test_row_2_brings_the_other_formation_if_the_first_is_in_play(die: int, there: str, comes: str) -> None:
    here = {"15 SS": {"15 SS": "2121"}, "HQ G28": {"HQ G28": "2121", "58": "2121", "95": "2122"}}[there]
    laid = event(2, {**RESERVE, **here}, [die])
    assert laid.asked()[1] == "german"
    assert comes in laid.state.waiting()[0].question + "".join(laid.asked()[2])


@pytest.mark.rule("RET.2.2", "K-R58")
@pytest.mark.parametrize("die", [2, 5])
def test_row_2_does_nothing_when_both_are_in_play(die: int) -> None:
    here = {"15 SS": "eliminated", "HQ G28": "2121", "58": "2121", "95": "2122"}
    laid = event(2, {**RESERVE, **here}, [die])
    assert [one["why"] for one in laid.found("RandomEventVoid")]
    assert laid.at("15 SS") == "eliminated"
    assert not laid.found("UnitPlaced")


@pytest.mark.rule("RET.12.1", "6.1.1")
def test_row_12_brings_the_19th_army_at_f_with_its_chit() -> None:
    laid = event(12, RESERVE)
    answer(laid, "soviet", "enter HQ 19 at F\nenter 40 G at F\nenter 132 at F\nenter 134 at F")
    assert {laid.at(unit) for unit in ("HQ 19", "40 G", "132", "134")} == {"3141"}
    assert cup(laid).count("S19") == 1


@pytest.mark.rule("RET.12.2", "K-R58")
def test_row_12_does_nothing_when_the_19th_army_is_in_play() -> None:
    laid = event(12, {**RESERVE, "HQ 19": "3040", "40 G": "3040", "132": "eliminated", "134": "3039"})
    assert len(laid.found("RandomEventVoid")) == 1
    assert "S19" not in cup(laid)


# -- 3, free movement ------------------------------------------------------------------------------------


CORPS = {"HQ 26": "4009", "G69": "4010", "56": "4011", "5 Pz": "4008", "HQ 20": "3031", "102": "3032"}


@pytest.mark.rule("RET.3.1", "K-R48")
def test_row_3_moves_one_corps_of_the_germans_choice_and_counts_as_no_activation() -> None:
    laid = event(3, CORPS)
    assert laid.asked() == ("RET.3.1", "german", ("activate HQ 26", "activate HQ 20", "pass"))
    answer(laid, "german", "activate HQ 26 with 5 Pz")
    answer(laid, "german", "move HQ 26 4009-3909\nmove 5 Pz 4008-3908\nmove 69 strat 4010-3910-3810\ndone")
    assert [laid.at(unit) for unit in ("HQ 26", "5 Pz", "G69")] == ["3909", "3908", "3810"]
    assert laid.state.tracks["activations-german"] == 0


@pytest.mark.rule("RET.3.1", "K-R48")
def test_row_3_moves_nobody_whom_the_corps_could_not_activate() -> None:
    laid = event(3, CORPS)
    assert laid.verdict("german", "activate HQ 26 with 102") == ("refused", "2.2a.3")
    assert laid.verdict("german", "activate HQ 5")[0] == "refused"
    answer(laid, "german", "activate HQ 26")
    assert laid.verdict("german", "move 5 Pz 4008-3908") == ("refused", "4.0.1")


@pytest.mark.rule("RET.3.1", "K-R48", "0.7c.1")
def test_row_3_gives_no_combat_and_costs_no_gas() -> None:
    laid = event(3, {**CORPS, "45": "4208"}, state={"no-gas": True})
    answer(laid, "german", "activate HQ 26 with 5 Pz")
    answer(laid, "german", "move 5 Pz 4008-4108")
    (ruling,) = laid.order("german", "attack 4208 with 5 Pz")
    assert ruling.verdict != "done"
    answer(laid, "german", "done")
    assert not laid.found("CombatResolved")
    assert laid.steps("5 Pz") == 2


@pytest.mark.rule("RET.3.1", "K-R48")
def test_row_3_may_be_declined() -> None:
    laid = answer(event(3, CORPS), "german", "pass")
    assert over(laid)
    assert not laid.found("UnitMoved")


@pytest.mark.rule("RET.3.1")
def test_row_3_asks_nobody_where_no_german_hq_is_left() -> None:
    assert over(event(3))


@pytest.mark.rule("RET.3.1")
def test_row_3_wants_the_corps_named_unless_there_is_one_alone() -> None:
    assert why(event(3, CORPS), "german", "activate HQ with 5 Pz")[:2] == (
        "RET.3.1",
        "name the HQ of the corps that moves",
    )
    one = {unit: at for unit, at in CORPS.items() if unit != "HQ 20"}
    assert event(3, one).verdict("german", "activate HQ with 5 Pz") == ("done", "")


# -- 4 and 11, barrages ----------------------------------------------------------------------------------


FRONT_LINE = {"G69": "4336", "45": "4435", "S69": "4337"}
"""A German division beside a corps of each Front."""


@pytest.mark.rule("RET.4.1", "K-R10")
def test_row_4_is_one_german_barrage_on_an_adjacent_hex_with_one_off_the_die() -> None:
    laid = event(4, FRONT_LINE, [4])
    assert laid.state.frame.facts["attempts"] == 1
    assert laid.verdict("german", "barrage 1030") == ("refused", "0.7a.2")
    answer(laid, "german", "barrage 4435")
    (shot,) = laid.found("BarrageResolved")
    assert (shot["side"], shot["column"], shot["drm"], shot["final"]) == ("german", "3-1", -1, 3)
    assert [drm["rule"] for drm in shot["drms"]] == ["RET.4.1"]


@pytest.mark.rule("RET.4.1", "K-R9")
def test_row_4_may_be_left_unused() -> None:
    laid = answer(event(4, FRONT_LINE), "german", "pass")
    assert over(laid)
    assert laid.found("BarrageResolved") == []


@pytest.mark.rule("RET.11.1")
@pytest.mark.parametrize(("front", "verdict"), [("3BR", "done"), ("2BR", "done")])
def test_row_11_is_one_barrage_of_any_soviet_front_without_a_modifier(front: str, verdict: str) -> None:
    laid = event(11, FRONT_LINE, [1])
    assert laid.asked()[:2] == ("RET.11.1", "soviet")
    assert laid.verdict("soviet", f"barrage 4336 front {front}")[0] == verdict
    (shot,) = laid.found("BarrageResolved")
    assert (shot["side"], shot["column"], shot["drm"], shot["final"]) == (front, "3-1", 0, 1)
    assert over(laid)


@pytest.mark.rule("RET.11.1")
def test_row_11_strikes_only_beside_the_front_that_is_named() -> None:
    laid = event(11, {"G69": "4336", "45": "4435"})
    assert laid.verdict("soviet", "barrage 4336")[0] == "refused"
    assert laid.verdict("soviet", "barrage 4336 front 2BR")[0] == "refused"
    assert laid.found("BarrageResolved") == []


# -- 5 and 9, refugees -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    [pytest.param(5, marks=pytest.mark.rule("RET.5.1")), pytest.param(9, marks=pytest.mark.rule("RET.9.1"))],
)
def test_rows_5_and_9_lay_two_markers_on_different_road_hexes(row: int) -> None:
    laid = event(row)
    answer(laid, "soviet", "refugee new at 0237")
    assert laid.verdict("soviet", "refugee new at 0237")[0] == "refused"
    answer(laid, "soviet", "refugee new at 0337")
    assert (laid.at("R1"), laid.at("R2"), laid.at("R3")) == ("0237", "0337", "refugees")
    assert over(laid)


@pytest.mark.rule("RET.5.1", "RET.9.1", "K-R49")
@pytest.mark.parametrize("row", [5, 9])
def test_rows_5_and_9_keep_two_hexes_from_every_german_hq_and_to_the_roads(row: int) -> None:
    laid = event(row, {"HQ 26": "0437"})
    for near in ("0437", "0337", "0537", "0639"):
        assert laid.verdict("soviet", f"refugee new at {near}") == ("refused", "RET.5.1")
    # exactly two away will do, and no five hexes from the Soviet lines are asked for
    answer(laid, "soviet", "refugee new at 0637")


@pytest.mark.rule("RET.5.1", "RET.9.1")
@pytest.mark.parametrize("row", [5, 9])
def test_rows_5_and_9_must_be_carried_out(row: int) -> None:
    laid = event(row)
    assert laid.verdict("soviet", "pass") == ("refused", "RET.5.1")


@pytest.mark.rule("12.2a.2", "RET.5.1", "RET.9.1")
@pytest.mark.parametrize("row", [5, 9])
def test_rows_5_and_9_lay_markers_with_the_side_of_the_turn_up(row: int) -> None:
    laid = answer(event(row), "soviet", "refugee new at 0237")
    assert laid.at("R1") == "0237"
    assert laid.state.facts["refugee-sides"] == {"R1": "red"}


@pytest.mark.rule("RET.5.1")
def test_row_5_moves_no_marker() -> None:
    laid = event(5, {"R1": "0237"})
    assert why(laid, "soviet", "refugee R1 via 0337")[:2] == ("RET.5.1", "two new markers must be placed")


@pytest.mark.rule("RET.5.1", "RET.9.1")
@pytest.mark.parametrize("row", [5, 9])
def test_rows_5_and_9_end_when_no_marker_is_left(row: int) -> None:
    placed = {f"R{n}": f"0{n}37" for n in range(1, 8)}
    laid = event(row, placed)
    assert laid.state.waiting()[0].question.endswith("Markers left: 1."), "as many as can be placed"
    answer(laid, "soviet", "refugee new at 0837")
    assert laid.at("R8") == "0837"
    assert over(laid)


# -- 6 and 8, no air attacks -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    [pytest.param(6, marks=pytest.mark.rule("RET.6.1")), pytest.param(8, marks=pytest.mark.rule("RET.8.1"))],
)
@pytest.mark.rule("RET.6.1", "RET.8.1", "K-R50")
def test_rows_6_and_8_send_ready_units_to_refit_and_ground_those_in_refit_at_the_same_time(row: int) -> None:
    laid = event(row, {"AA1-b": "refit", "AA4-b": "grounded", "18AA": "refit"})
    assert {unit: laid.at(unit) for unit in ("LW-1", "AA1-a", "3AA", "AA4-a", "AA4-c")} == dict.fromkeys(
        ("LW-1", "AA1-a", "3AA", "AA4-a", "AA4-c"), "refit"
    )
    assert {unit: laid.at(unit) for unit in ("AA1-b", "18AA", "AA4-b")} == dict.fromkeys(
        ("AA1-b", "18AA", "AA4-b"), "grounded"
    )


# -- 7, no event -----------------------------------------------------------------------------------------


@pytest.mark.rule("RET.7.1")
def test_row_7_is_no_event() -> None:
    laid = event(7)
    before = Tabletop(GAME, HOLD, segment="DRAW", turn=3, state={"cup": ["RANDOM", "GHGFj-Pz"]}, run=False)
    assert {u.id: u for u in laid.state.units.values()} == {u.id: u for u in before.state.units.values()}
    assert laid.state.tracks == before.state.tracks
    assert over(laid)


# -- 10, waiting on Stalin -------------------------------------------------------------------------------


ARMIES = {"HQ 5": "4336", "72": "4336", "HQ 65": "4339", "105": "4339"}


@pytest.mark.rule("RET.10.1")
@pytest.mark.parametrize(("die", "stopped"), [(1, "2BR"), (3, "2BR"), (4, "3BR"), (6, "3BR")])
def test_row_10_lets_one_front_activate_no_further_hq_this_turn(die: int, stopped: str) -> None:
    chit, other = ("S65", "S5") if stopped == "2BR" else ("S5", "S65")
    laid = drawing({**HOLD, **ARMIES}, ["RANDOM", chit, other], dice=[*DICE[10], die])
    assert laid.state.facts["stopped"] == (stopped,)
    assert [one["chit"] for one in laid.found("HQActivated")] == [other]


@pytest.mark.rule("RET.10.1", "K-R11")
@pytest.mark.parametrize(("die", "void"), [(6, True), (1, False)])
def test_row_10_makes_the_barrage_chit_of_the_front_void(die: int, void: bool) -> None:
    laid = drawing({**HOLD, **FRONT_LINE}, ["RANDOM", "BARRAGE-3BR"], dice=[*DICE[10], die, 1])
    drawn = next(one for one in laid.found("ChitDrawn") if one["chit"] == "BARRAGE-3BR")
    assert bool(drawn["void"]) is void


@pytest.mark.rule("RET.10.1")
def test_row_10_ends_with_the_turn() -> None:
    laid = Tabletop(
        GAME, HOLD, segment="DRAW", turn=3, draws=["RANDOM"], dice=[*DICE[10], 1], state={"cup": ["RANDOM"]}
    )
    assert laid.state.turn == 4
    assert not laid.state.facts.get("stopped")
