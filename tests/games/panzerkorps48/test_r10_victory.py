"""Rule 10: control of towns and bridges, exits, points and the level of victory."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.panzerkorps48 import GAME
from adjudicator.games.panzerkorps48.r10_control import at_start, bridges, towns
from adjudicator.games.panzerkorps48.r10_score import level, tally
from adjudicator.wording.position import points_of
from tests.games.panzerkorps48.table import moved, table
from tests.tabletop import Tabletop

FAR = {"685-I": "0130"}


def over(units: dict[str, str], **more: Any) -> Tabletop:
    """The last German Movement Phase, ended."""
    laid = table({**FAR, **units}, "GER.MOVE", turn=12, **more)
    laid.order("german", "end")
    return laid


# -- control ---------------------------------------------------------------------------------------------


@pytest.mark.rule("10.town.1", "10.town.2", "10.town.3")
def test_10_town_3_the_germans_hold_all_that_scores_at_the_start() -> None:
    board = table({}).state.board
    assert towns(board) == {"2226": 10, "2623": 5, "3425": 10, "3508": 5, "4925": 10, "5217": 5}
    assert bridges(board) == (("5125", "5225"), ("5418", "5519"))
    assert set(at_start(board).values()) == {"german"}
    assert len(at_start(board)) == 10


@pytest.mark.rule("10.town.4")
def test_10_town_4_who_enters_last_controls() -> None:
    laid = table({"117TB": "3506"})
    laid.order("soviet", "move 117TB via 3507-3508-3509")
    assert laid.state.control["3508"] == "soviet"
    assert "Surovikino (3508) is now controlled by the Soviet player." in laid.said()


@pytest.mark.rule("10.town.4", "10.town.5")
@pytest.mark.parametrize(
    ("others", "side"),
    [
        ({}, "soviet"),
        ({"685-I": "2624"}, "german"),
        ({"685-I": "2624 2"}, "soviet"),
        ({"685-I": "2623 1"}, "german"),
    ],
)
def test_10_town_4_a_zone_alone_over_an_empty_hex_controls_it(others: dict[str, str], side: str) -> None:
    laid = table({"137RR": "2621 3", **others})
    laid.order("soviet", "move 137RR via 2622")
    assert laid.state.control["2623"] == side


@pytest.mark.rule("10.town.4")
def test_10_town_4_a_zone_that_only_passes_counts_and_its_end_gives_nothing_back() -> None:
    laid = table({"117TB": "2620"})
    laid.order("soviet", "move 117TB via 2621-2622-2522-2521")
    assert (laid.at("117TB"), laid.state.control["2623"]) == ("2521", "soviet")


@pytest.mark.rule("10.town.2")
@pytest.mark.parametrize(("ends", "scored"), [(("5418", "5519"), 10), (("5418",), 0)])
def test_10_town_2_a_bridge_scores_for_who_controls_both_ends(ends: tuple[str, ...], scored: int) -> None:
    laid = table({}, control=dict.fromkeys(ends, "soviet"))
    assert tally(laid.state, "soviet")["bridges"] == scored
    assert tally(laid.state, "german")["bridges"] == 10


# -- exits -----------------------------------------------------------------------------------------------

CORPS = {"168TB": "3432", **FAR}


@pytest.mark.rule("10.exit.1", "10.exit.2", "10.exit.3", "3.2.mov.1")
def test_10_exit_1_a_soviet_unit_leaves_by_a_road_in_the_south_for_good() -> None:
    laid = table(CORPS)
    assert laid.verdict("soviet", "exit 168TB") == ("refused", "10.exit.1")
    laid.order("soviet", "move 168TB via 3433\nexit 168TB at 3433")
    assert laid.at("168TB") == "exited"
    assert tally(laid.state, "soviet")["exits"] == 4
    assert laid.verdict("soviet", "move 168TB via 3432") == ("refused", "4.mov.1")
    assert laid.verdict("soviet", "enter 168TB at 3433") == ("refused", "9.1.ent.2")


@pytest.mark.rule("10.exit.2")
@pytest.mark.parametrize(("at", "verdict"), [("3430", ("done", "")), ("3429", ("refused", "10.exit.2"))])
def test_10_exit_2_leaving_costs_half_a_point(at: str, verdict: tuple[str, str]) -> None:
    laid = table({"137RR": f"{at} full prepared"})  # it has 2 points, and each road hex takes half of one
    laid.order("soviet", "move 137RR to 3433")
    assert laid.verdict("soviet", "exit 137RR") == verdict


@pytest.mark.rule("10.exit.1", "4.mov.2", "5.eff.2", "3.2.mov.3")
def test_10_exit_1_leaving_is_the_end_of_a_move_like_others() -> None:
    assert moved({"168TB": "3433 full barred"}, "exit 168TB") == ("refused", "4.mov.2")
    assert moved({"168TB": "3433"}, "exit 168TB at 2033") == ("refused", "10.exit.1")
    assert moved({"168TB": "3433", "117TB": "2033"}, "exit 168TB, 117TB") == ("refused", "10.exit.1")
    zone = table({"168TB": "3333", "117TB": "3433", "685-I": "3533"})
    zone.order("soviet", "move 168TB via 3433")
    assert zone.verdict("soviet", "exit 168TB") == ("refused", "5.eff.2")
    laid = table({"168TB": "3433", "117TB": "3815"})
    laid.order("soviet", "move 117TB via 3816\nexit 168TB")
    assert laid.verdict("soviet", "move 117TB via 3817") == ("refused", "3.2.mov.3")


@pytest.mark.rule("10.exit.6")
def test_10_exit_6_germans_do_not_leave() -> None:
    assert moved({"685-I": "3433"}, "exit 685-I", "GER.MOVE") == ("refused", "10.exit.6")


@pytest.mark.rule("10.exit.4", "10.exit.5")
@pytest.mark.parametrize(
    ("blocks", "scored"), [({}, 4), ({"686-I": "3431"}, 0), ({"686-I": "3531"}, 0), ({"686-I": "3531 2"}, 4)]
)
def test_10_exit_4_exits_count_while_a_road_leads_to_a_soviet_area(
    blocks: dict[str, str], scored: int
) -> None:
    laid = over({"168TB": "exited", **blocks}, state={"exits": {"168TB": "3433"}})
    assert laid.state.over is not None
    assert laid.state.over["points"]["soviet"] == scored
    assert tally(laid.state, "german")["exits"] == 0


@pytest.mark.rule("5.exit.2", "10.exit.1")
def test_a_zone_may_hold_a_unit_at_its_exit() -> None:
    laid = table({"168TB": "3433", "685-I": "3432"}, dice=[6])
    laid.order("soviet", "exit 168TB")
    assert laid.at("168TB") == "3433"
    free = table({"168TB": "3433", "685-I": "3432"}, dice=[1])
    free.order("soviet", "exit 168TB")
    assert free.at("168TB") == "exited"


# -- points ----------------------------------------------------------------------------------------------


@pytest.mark.rule("10.loss.1", "10.loss.2")
def test_10_loss_1_a_point_for_each_printed_step_of_a_lost_unit_and_none_for_survivors() -> None:
    laid = table({"685-I": "eliminated", "685-II": "3815 1", "137RR": "eliminated", "140RR": "3820 2"})
    assert tally(laid.state, "soviet")["losses"] == 3
    assert tally(laid.state, "german")["losses"] == 6


@pytest.mark.rule("10.win.1", "10.win.2")
@pytest.mark.parametrize(
    ("lead", "named"),
    [(0, "draw"), (4, "draw"), (5, "marginal"), (14, "marginal"), (15, "substantial"), (30, "decisive")],
)
def test_10_win_2_the_lead_gives_the_level(lead: int, named: str) -> None:
    assert level(lead) == named


@pytest.mark.rule("10.win.1", "10.win.2", "1.turns.1")
def test_10_win_1_a_lead_of_five_wins() -> None:
    soviet = {
        "3508": "soviet",
        "5217": "soviet",
        "4925": "soviet",
        "3425": "soviet",
        "5418": "soviet",
        "5225": "soviet",
    }
    laid = over({}, control=soviet)
    assert laid.state.over == {
        "winner": "soviet",
        "why": "turn 12 is over: substantial victory",
        "points": {"soviet": 30, "german": 15},
    }


@pytest.mark.rule("10.win.1")
def test_10_win_1_less_than_five_is_a_draw() -> None:
    towns_taken = dict.fromkeys(("3508", "5217", "4925", "3425"), "soviet")
    laid = over({"686-I": "eliminated"}, control=towns_taken)
    assert laid.state.over == {
        "winner": "",
        "why": "turn 12 is over: a draw",
        "points": {"soviet": 33, "german": 35},
    }


@pytest.mark.rule("10.town.1", "10.town.2")
def test_standings_show_every_part() -> None:
    shown = GAME.victory(table({}).state)
    assert shown["german"] == {"points": 65, "losses": 0, "towns": 45, "bridges": 20, "exits": 0}
    assert (shown["soviet"]["points"], shown["level"]) == (0, "decisive victory of the German player")
    assert points_of(GAME, table({}).state) == {"soviet": 0, "german": 65}
