"""Rule 6, reinforcements: where they come in, by the edge or by rail, and their move."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.koenigsberg45 import terrain
from adjudicator.games.koenigsberg45.actions.r06_reinforcement import alternatives, arrive, put, rail_net
from adjudicator.judging.referee import run_on
from tests.tabletop import Tabletop

from .country import first, laid, moved, why

B, A, F = "0119", "0132", "3141"
QUIET = {"Gar Königsberg": "2208", "152 UR": "4403"}
"""A unit of each side far from everything."""


def arriving(
    turn: int, units: dict[str, str] | None = None, segment: str = "RF_PLACE", **features: Any
) -> Tabletop:
    """The Reinforcement Segment of a turn in open country: 24 Pz comes at B on turn 3, 83 Div, reduced, at A
    on turn 4, 19th Army at F on turn 9."""
    found = laid(
        {**QUIET, **coming(turn), **(units or {})},
        segment=segment,
        position={"turn": turn, "state": features.pop("state", {})},
        run=False,
        **features,
    )
    settle(found)
    return found


def coming(turn: int) -> dict[str, str]:
    """The units that wait for a turn."""
    names = {3: ["24 Pz"], 4: ["83 Div"], 9: ["HQ 19", "40 G", "132", "134"]}[turn]
    return {name: f"reinforcements{' reduced' if name == '83 Div' else ''}" for name in names}


def settle(found: Tabletop) -> None:
    """Let the game go on until somebody must answer; a chit that nobody listed ends the test's interest."""
    while not found.state.waiting() and found.state.segment.startswith("RF_"):
        if found.state.segment == "RF_HQCHECK":
            return
        found.game.sequence[found.state.frame.segment].run(found.play)


def entering(units: tuple[str, ...], letter: str, laid_out: dict[str, str], **features: Any) -> Tabletop:
    """Units that come in at once, outside of the Reinforcement Segment."""
    waiting = dict.fromkeys(units, "reinforcements")
    found = laid({**QUIET, **waiting, **laid_out}, segment="DRAW", run=False, **features)
    arrive(found.play, "RET.12.1", units, letter)
    run_on(found.game, found.play)
    return found


@pytest.mark.rule("6.0.1", "1.2a.1", "0.1g.3")
def test_a_unit_of_the_turn_is_placed_at_its_entry_hex() -> None:
    found = arriving(3)
    assert (found.at("24 Pz"), found.steps("24 Pz")) == (B, 2)
    assert arriving(3, {"24 Pz": "reinforcements 0"}).steps("24 Pz") == 1, "nobody arrives without a step"
    assert found.state.segment == "RF_MOVE_G" and found.asked()[1] == "german"


@pytest.mark.rule("6.0b.1", "6.0.2", "6.0.3")
def test_placing_is_free_and_the_unit_moves_at_once_without_any_hq() -> None:
    found = arriving(3)
    assert moved(found, "german", "move 24 Pz 0219")[1] == "1 of 7"
    far = arriving(3)
    path = "0119-0218-0318-0417-0517-0616-0716-0815"
    assert moved(far, "german", f"move 24 Pz {path}") == ("0815", "1, 2, 3, 4, 5, 6, 7 of 7")


@pytest.mark.rule("6.0.3")
def test_an_arrival_may_march_strategically() -> None:
    found = arriving(4, roads=["0132 0232 0332 0432 0532 0632"])
    assert moved(found, "german", "move 83 Div strat 0132-0232-0332-0432-0532-0632")[1].endswith("2 1/2 of 4")


@pytest.mark.rule("6.0.2")
def test_an_arrival_counts_as_supplied() -> None:
    found = arriving(4)
    unit = found.state.units["83 Div"]
    assert (unit.at, unit.steps, unit.flags) == (A, 1, frozenset())


@pytest.mark.rule("1.2a.4")
def test_german_arrivals_move_before_soviet_ones() -> None:
    state = {"arrived": {"placed": ["24 Pz", "40 G"], "railed": []}}
    found = laid(
        {**QUIET, "24 Pz": B, "40 G": F},
        segment="RF_MOVE_G",
        position={"turn": 3, "state": state},
    )
    assert "1 may move: 24 Pz." in found.state.waiting()[0].question
    assert found.order("soviet", "move 40 G 3140")[0].verdict == "waiting"
    assert found.at("40 G") == F
    found.order("german", "done")
    assert found.at("40 G") == "3140"


@pytest.mark.rule("0.1b.1", "4.2b.2", "1.2a.4")
def test_the_river_stop_binds_arrivals_too() -> None:
    found = arriving(3, minor=["0119/0219"])
    assert why(found, "german", "move 24 Pz 0119-0219-0319")[0] == "4.2b.2"


@pytest.mark.rule("12.1d.1")
def test_an_arrival_overruns_a_lone_hq() -> None:
    found = arriving(9, {"HQ 26": "3139"})
    found.order("soviet", "move 40 G 3141-3140-3139")
    assert found.at("HQ 26") == "removed"


# -- 5.1, 6.0a too many at the entry ---------------------------------------------------------------------


@pytest.mark.rule("5.1.1", "6.0a.1")
def test_arrivals_may_be_too_many_at_first_but_must_split_up() -> None:
    found = arriving(9)
    assert {found.at(unit) for unit in ("HQ 19", "40 G", "132", "134")} == {F}
    assert why(found, "soviet", "done")[0] == "5.1.1"
    found.order("soviet", "move 132 3140\ndone")
    assert found.state.segment == "RF_HQCHECK" or "RF" not in found.state.segment


@pytest.mark.rule("5.1.1")
def test_silence_splits_arrivals_up() -> None:
    found = arriving(9)
    decision = found.state.waiting()[0]
    verdicts = found.order("soviet", decision.default)
    assert [one.verdict for one in verdicts] == ["done"] * len(verdicts)
    assert found.state.segment != "RF_MOVE_S"


@pytest.mark.rule("5.1.1", "5.2.2", "K-R96")
def test_an_hq_is_none_of_too_many_combat_units() -> None:
    found = arriving(9)
    assert found.state.waiting()[0].default.count("move") == 1, "one corps leaves, and the HQ stays"
    assert "HQ 19" not in found.state.waiting()[0].default
    rule, text, _ = why(found, "soviet", "done")
    assert rule == "5.1.1" and text.endswith("one of 40 G, 132, 134 must move on")
    (moved_on, ended) = found.order("soviet", "move HQ 19 3140\ndone")
    assert (moved_on.verdict, ended.verdict) == ("done", "refused"), "where the HQ goes makes no room"


@pytest.mark.rule("5.1.1", "K-R96")
@pytest.mark.parametrize("gone", [[], ["move 40 G 3041"], ["move 40 G 3041", "move 132 3040"]])
def test_an_answer_offered_to_arrivals_that_ends_their_entry_leaves_no_hex_too_full(gone: list[str]) -> None:
    def come() -> Tabletop:
        found = arriving(9, {"98": F, "108": F})
        for line in ("done", *gone):
            found.order("soviet", line)
        return found

    for answer in come().state.waiting()[0].answers:
        verdicts = {one.text: one.verdict for one in come().order("soviet", answer)}
        assert set(verdicts.values()) == {"done"}, verdicts


@pytest.mark.rule("6.1.1", "1.2a.2")
def test_the_chit_of_an_arriving_hq_joins_the_cup() -> None:
    assert "S19" in arriving(9).state.cups["cup"]


# -- 3.2, 6.0c, 6.0d closed entries ------------------------------------------------------------------------


@pytest.mark.rule("6.0c.1", "6.0c.3")
def test_an_entry_held_by_the_enemy_shifts_along_the_edge() -> None:
    found = arriving(4, {"HQ 5": A})
    rule, _, legal = why(found, "german", "enter 83 Div at A")
    assert rule == "6.0c.1"
    assert legal == tuple(f"enter 83 Div at A alt {space}" for space in ("0131", "0133", "0130"))
    rule, _, near = why(found, "german", "enter 83 Div at A alt 0121")
    assert (rule, len(near)) == ("6.0c.3", 3)
    assert why(found, "german", "enter 83 Div at A alt 0231")[0] == "6.0c.3"
    found.order("german", "enter 83 Div at A alt 0122")
    assert found.at("83 Div") == "0122"


@pytest.mark.rule("3.2.1", "6.0c.4", "K-R69")
def test_an_entry_in_an_enemy_zone_is_closed_too() -> None:
    found = arriving(4, {"72": "0133"})
    assert why(found, "german", "enter 83 Div at A")[0] == "3.2.1"
    assert why(found, "german", "enter 83 Div at A alt 0134")[0] == "3.2.1"
    found.order("german", "enter 83 Div at A alt 0131")
    assert found.at("83 Div") == "0131"


@pytest.mark.rule("3.2.2", "6.0c.2")
def test_a_friend_in_the_entry_hex_does_not_open_it() -> None:
    found = arriving(4, {"1 T": "0133", "1": A})
    assert why(found, "german", "enter 83 Div at A")[0] == "3.2.1"


@pytest.mark.rule("6.0c.3")
def test_an_open_entry_is_not_shifted() -> None:
    found = arriving(4, {"72": "0140"}, rails=["0132 0232 0332 0432"])
    assert first(found, "enter 83 Div at A alt 0131", "german") == ("6.0c.3", "enter 83 Div at A")
    assert "is open; 83 Div enters there" in why(found, "german", "enter 83 Div at A alt 0131")[1]
    assert alternatives(found.state, "german", "A") == []
    assert found.verdict("german", "enter 83 Div at A alt 0132") == ("done", "")


@pytest.mark.rule("6.0c.1", "6.0c.3", "5.2.1")
def test_where_one_other_hex_alone_is_open_the_arrival_is_placed_there_unasked() -> None:
    water = {f"01{row:02}": {"terrain": "water"} for row in range(22, 42) if row not in {29, 32}}
    found = arriving(4, {"72": A}, ground=water)
    assert found.at("83 Div") == "0129"
    by_rail = {**water, "0129": {"terrain": "water"}}
    found = arriving(4, {"72": A, "HQ 5": "0417"}, ground=by_rail, rails=["0119 0218"])
    assert found.at("83 Div") == B


@pytest.mark.rule("6.0c.3", "6.0c.4", "K-R69")
def test_an_entry_is_shifted_to_open_ground_alone() -> None:
    ground = {"0131": {"half": True}, "0130": {"terrain": "water"}}
    found = laid({**QUIET, "HQ 5": A, "72": "0135"}, ground=ground, run=False)
    others = alternatives(found.state, "german", "A")
    assert "0129" in others and "0133" in others
    assert not {A, "0130", "0131", "0134", "0135"} & set(others)


@pytest.mark.rule("6.0e.1", "K-R24")
def test_a_source_without_rails_or_in_an_enemy_zone_begins_no_journey() -> None:
    free = rail_net(laid(QUIET, rails=RAILS, run=False).state, "german")
    assert B in free and A not in free
    shut = rail_net(laid({**QUIET, "72": "0120"}, rails=RAILS, run=False).state, "german")
    assert not {B, "0218", "0318"} & shut


@pytest.mark.rule("6.0c.3", "K-R69")
def test_the_edge_of_an_entry_on_the_coast_is_the_coast() -> None:
    found = laid({**QUIET, "72": "1609"}, run=False)
    others = alternatives(found.state, "german", "C")
    assert others and all("coast" in terrain.edges(found.state, space) for space in others)


@pytest.mark.rule("6.0d.1")
def test_who_can_come_in_nowhere_is_eliminated() -> None:
    water = {f"01{row:02}": {"terrain": "water"} for row in range(22, 42) if row != 32}
    found = arriving(4, {"72": A}, ground=water)
    assert found.at("83 Div") == "eliminated"


# -- 6.0e by rail --------------------------------------------------------------------------------------------

RAILS = ["0119 0218 0318 0418 0518 0618 0718 0818"]


@pytest.mark.rule("6.0e.1", "6.0e.2", "K-R22", "K-R23")
def test_by_rail_to_a_hex_three_from_every_enemy_and_no_further() -> None:
    found = arriving(3, {"HQ 5": "0821"}, rails=RAILS)
    assert why(found, "german", "enter 24 Pz at B rail 0719")[0] == "6.0e.1"
    near = arriving(3, {"HQ 5": "0720"}, rails=RAILS)
    assert why(near, "german", "enter 24 Pz at B rail 0718")[0] == "6.0e.2"
    found.order("german", "enter 24 Pz at B rail 0818")
    assert found.at("24 Pz") == "0818"
    assert found.state.segment == "RF_HQCHECK" or not found.state.segment.startswith("RF_MOVE")


@pytest.mark.rule("6.0e.1")
@pytest.mark.parametrize("enemy", ["HQ 5", "72"])
def test_an_enemy_unit_or_its_zone_on_the_line_cuts_it(enemy: str) -> None:
    where = {"HQ 5": "0418", "72": "0419"}[enemy]
    found = laid({**QUIET, enemy: where}, rails=RAILS, run=False)
    net = rail_net(found.state, "german")
    assert "0318" in net and "0418" not in net and "0518" not in net


@pytest.mark.rule("6.0e.1")
def test_a_friend_does_not_reopen_the_line() -> None:
    found = laid({**QUIET, "72": "0419", "1": "0418"}, rails=RAILS, run=False)
    assert "0418" not in rail_net(found.state, "german")


@pytest.mark.rule("6.0e.1", "K-R24")
def test_split_sources_serve_their_present_owner() -> None:
    rails = ["0137 0237 0337"]
    german = laid(QUIET, rails=rails, run=False)
    assert "0337" in rail_net(german.state, "german") and "0337" not in rail_net(german.state, "soviet")
    soviet = laid(QUIET, rails=rails, position={"state": {"split-lost": ["0137"]}}, run=False)
    assert "0337" in rail_net(soviet.state, "soviet") and "0337" not in rail_net(soviet.state, "german")


@pytest.mark.rule("6.0e.1", "5.0.1")
def test_who_comes_by_rail_needs_room_there() -> None:
    found = arriving(3, {"1": "0618", "21": "0618"}, rails=RAILS)
    assert why(found, "german", "enter 24 Pz at B rail 0618")[0] == "5.0.1"


@pytest.mark.rule("6.0.1")
def test_only_who_arrives_is_placed_and_at_its_own_letter() -> None:
    found = arriving(3, {"1": "0618"}, rails=RAILS)
    assert why(found, "german", "enter 1 at B")[0] == "6.0.1"
    assert why(found, "german", "enter 24 Pz at A")[0] == "6.0.1"
    found.order("german", "done")
    assert found.at("24 Pz") == B


@pytest.mark.rule("6.0.1")
def test_each_side_is_asked_for_its_own_arrivals_where_one_of_them_has_a_choice() -> None:
    waiting = dict.fromkeys(("24 Pz", "83 Div", "40 G"), "reinforcements")
    found = laid({**QUIET, **waiting}, segment="RF_PLACE", rails=RAILS, run=False)
    due = (("24 Pz", "B"), ("83 Div", "A"), ("40 G", "F"))
    found.play.note("1.2a.1", coming=due, placed=(), railed=())
    settle(found)
    assert found.asked()[:2] == ("6.0.1", "german")
    assert "Bring in your reinforcements: 24 Pz, 83 Div." in found.state.waiting()[0].question
    assert why(found, "german", "enter 40 G at F")[0] == "6.0.1"
    found.order("german", "enter 24 Pz at B rail 0818\nenter 83 Div")
    came = [(one["unit"], one["at"], one["why"]) for one in found.found("UnitPlaced")]
    assert came[:2] == [("24 Pz", "0818", "by rail"), ("83 Div", A, "enters at A")]


@pytest.mark.rule("14.1.2", "6.0.1")
def test_who_is_placed_in_a_victory_hex_takes_it() -> None:
    position = {"control": {"1216": "soviet"}}
    found = laid({**QUIET, "24 Pz": "reinforcements"}, segment="RF_PLACE", position=position, run=False)
    found.play.note("1.2a.1", coming=(("24 Pz", "B"),), placed=(), railed=())
    put(found.play, "24 Pz", "B", "1216", "1216")
    assert found.state.control["1216"] == "german"


@pytest.mark.rule("6.0.1")
def test_every_place_that_is_offered_is_legal() -> None:
    for answer in arriving(9, {"HQ 26": F}, rails=["2841 2840 2839 2838"]).asked()[2]:
        verdicts = arriving(9, {"HQ 26": F}, rails=["2841 2840 2839 2838"]).order("soviet", answer)
        assert [one.verdict for one in verdicts] == ["done"] * len(verdicts), answer


# -- arrivals at other times ---------------------------------------------------------------------------


@pytest.mark.rule("6.0.3", "6.0.2", "6.1.1")
def test_who_arrives_by_an_event_moves_at_once() -> None:
    found = entering(("HQ 19", "40 G", "132", "134"), "F", {})
    assert found.state.frame.segment == "entry"
    assert why(found, "soviet", "move 152 UR 4402")[0] == "4.0.1"
    assert moved(found, "soviet", "move 40 G 3140")[0] == "3140"
    assert "S19" in found.state.cups["cup"]


@pytest.mark.rule("6.0.1", "6.0c.1")
def test_who_arrives_by_an_event_may_be_shifted_along_the_edge() -> None:
    found = entering(("40 G",), "F", {"HQ 26": F})
    assert found.asked()[0] == "6.0.1"
    found.order("soviet", "enter 40 G at F alt 3341\ndone")
    assert found.at("40 G") == "3341"
