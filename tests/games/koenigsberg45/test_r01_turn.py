"""Rule 1, the sequence of play, and 6.1, the chits that come into the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from adjudicator.events import Event
from adjudicator.games.koenigsberg45.turn import r01_turn, r15_options
from tests.games.koenigsberg45.table import GAME, drawing, finish
from tests.tabletop import Tabletop

FEW = {"HQ 26": "1410", "1": "1410", "HQ S28": "4303", "3 G": "4303"}


def laid(units: dict[str, str] | None = None, **position: Any) -> Tabletop:
    """A position of few units; `segment` says where the turn stands."""
    return Tabletop(GAME, units or FEW, **position)


def entered(events: Iterable[Event]) -> list[str]:
    """The segments that have begun, in their order."""
    return [event.facts()["segment"] for event in events if event.kind == "SegmentEntered"]


# -- 1.0, the order ----------------------------------------------------------------------------------------


@pytest.mark.rule("1.0.1")
def test_1_0_1_the_segments_of_a_turn_follow_each_other() -> None:
    order, segment = [], "AIR_RETURN"
    while segment != "DRAW":
        order.append(segment)
        segment = r01_turn.NEXT[segment]
    assert order == [
        "AIR_RETURN", "AIR_REFIT", "RF_PLACE", "RF_MOVE_G", "RF_MOVE_S", "RF_HQCHECK", "REPL_S", "REPL_G",
        "VOLKSTURM", "REFUGEE",
    ]  # fmt: skip
    end, segment = [], "SUPPLY"
    while segment != "AIR_RETURN":
        end.append(segment)
        segment = r01_turn.NEXT[segment]
    assert end == ["SUPPLY", "END_VOLKSTURM", "SUDDEN_DEATH", "ADVANCE_TURN"]


@pytest.mark.rule("1.0.1")
def test_1_0_1_a_turn_runs_through_its_segments_in_this_order() -> None:
    table = laid(segment="SUPPLY", turn=5, state={"cup": ["G26"]})
    found = [segment for segment in entered(table.events) if segment in r01_turn.NEXT]
    assert found[:5] == ["END_VOLKSTURM", "SUDDEN_DEATH", "ADVANCE_TURN", "AIR_RETURN", "AIR_REFIT"]
    assert found[5] == "RF_PLACE"


@pytest.mark.rule("1.0.1")
def test_1_0_1_orders_for_another_segment_are_not_taken() -> None:
    table = drawing(FEW | {"1 T": "4304"}, ["S28"])
    assert table.state.segment == "SELECT"
    (ruling,) = table.order("soviet", "refugee new at 2020")
    assert ruling.verdict == "not-judged"
    (ruling,) = table.order("german", "deploy volksturm at 2221")
    assert ruling.verdict == "not-judged"


@pytest.mark.rule("1.0.3")
def test_1_0_3_turn_1_begins_with_the_barrages_and_turn_2_with_the_air_units() -> None:
    segments = [r01_turn.NEXT["SETUP"]]
    while segments[-1] != "AIR_RETURN":
        segments.append(r01_turn.NEXT[segments[-1]])
    assert segments == ["BAR_G", "BAR_S2", "BAR_S3", "AIR_RETURN"]
    table = laid(segment="ADVANCE_TURN", turn=1)
    assert entered(table.events)[0] == "AIR_RETURN"
    assert table.state.turn == 2
    assert not {"BAR_G", "BAR_S2", "BAR_S3"} & set(entered(table.events))


# -- 1.5c, the turn advances ---------------------------------------------------------------------------------


@pytest.mark.rule("0.2b.1", "0.8a.1", "1.5c.1")
def test_1_5c_1_the_turn_marker_moves_one_box_when_the_turn_is_over_and_not_before() -> None:
    table = laid(segment="SUPPLY", turn=3, state={"cup": ["G26"]})
    kinds = [(event.kind, event.facts().get("segment")) for event in table.events]
    assert kinds.index(("TurnBegan", None)) > kinds.index(("SegmentEntered", "ADVANCE_TURN"))
    assert [found["turn"] for found in table.found("TurnBegan")] == [4]
    assert "Turn 4 begins." in table.said()


@pytest.mark.rule("1.5c.2")
def test_1_5c_2_drawn_and_undrawn_chits_go_back_into_the_cup() -> None:
    hands = {"german": ["G26"], "soviet": ["S28"]}
    units = FEW | {"HQ 9": "1612", "551 VG": "1612"}
    table = laid(
        units, segment="ADVANCE_TURN", turn=5, hands=hands, state={"cup": ["G9"], "aside": ["RANDOM"]}
    )
    assert {"G9", "G26", "S28", "RANDOM"} <= set(table.state.cups["cup"])
    assert len(table.state.cups["cup"]) == len(set(table.state.cups["cup"]))
    assert table.state.hands == {"german": (), "soviet": ()}


@pytest.mark.rule("1.5c.2")
def test_1_5c_2_a_chit_that_is_out_of_the_game_stays_out() -> None:
    table = laid(segment="ADVANCE_TURN", turn=4, state={"out": ["GD-WITHDRAWAL"]})
    assert "GD-WITHDRAWAL" not in table.state.cups["cup"]
    table = laid(segment="ADVANCE_TURN", turn=4)
    assert "GD-WITHDRAWAL" in table.state.cups["cup"]


@pytest.mark.rule("1.5c.2", "K-R5")
@pytest.mark.parametrize("box", ["gd", "removed"])
def test_k_r5_the_chit_of_an_hq_that_is_off_the_map_does_not_go_back(box: str) -> None:
    units = FEW | {"HQ GD Pz": box}
    table = laid(units, segment="ADVANCE_TURN", turn=4)
    assert "GGDPz" not in table.state.cups["cup"]
    assert "G26" in table.state.cups["cup"]


@pytest.mark.rule("2.1a.2", "2.1c.2", "2.1d.2", "1.5c.2")
def test_1_5c_2_a_new_turn_has_new_limits_and_its_front_chits_again() -> None:
    used = {"activations-german": 5, "activations-2BR": 5, "activations-3BR": 5}
    table = laid(segment="ADVANCE_TURN", turn=5, tracks=used)
    assert {table.state.tracks[track] for track in used} == {0}
    assert {"2BR-1", "2BR-2", "3BR-1", "3BR-2", "HGM"} <= set(table.state.cups["cup"])


@pytest.mark.rule("1.5c.1")
def test_what_a_chit_did_to_one_turn_is_forgotten_in_the_next() -> None:
    facts = {"no-gas": True, "stopped": ["2BR"], "aside": ["S28"]}
    table = laid(segment="ADVANCE_TURN", turn=5, state=facts)
    assert not {"no-gas", "stopped", "aside"} & set(table.state.facts)


# -- chits that come into the game ---------------------------------------------------------------------------


@pytest.mark.rule("1.2a.2", "6.1a.2")
def test_1_2a_2_the_chits_of_43rd_and_2nd_guards_army_join_the_cup_on_turn_2_before_any_draw() -> None:
    units = FEW | {"HQ 43": "3902", "54": "3902", "HQ 2 G": "4514", "11 G": "4514"}
    table = laid(units, segment="ADVANCE_TURN", turn=1)
    joined = [chit for found in table.found("ChitsJoined") for chit in found["chits"]]
    assert {"S43", "S2G", "3BR-1", "RANDOM", "BARRAGE-2BR", "BARRAGE-3BR", "GD-WITHDRAWAL"} == set(joined)
    assert set(joined) <= set(table.state.cups["cup"])
    assert table.found("Drawn") == []


@pytest.mark.rule("0.6a.1", "6.1a.1", "1.2a.2")
@pytest.mark.parametrize(("turn", "chits"), [(3, {"2BR-1", "HGM"}), (4, {"3BR-2", "NO-GAS"}), (5, {"2BR-2"})])
def test_0_6a_1_each_front_chit_and_hgm_joins_the_cup_on_its_own_turn(turn: int, chits: set[str]) -> None:
    table = laid(segment="ADVANCE_TURN", turn=turn - 1)
    (advance,) = table.found("CupChanged")[:1]
    assert not chits & set(advance["items"])
    assert chits <= set(table.state.cups["cup"])


@pytest.mark.rule("6.1.1")
def test_6_1_1_the_chit_of_an_arriving_hq_joins_the_cup_in_the_same_segment() -> None:
    units = FEW | {"HQ 19": "reinforcements", "40 G": "reinforcements", "132": "reinforcements"}
    table = laid(units, segment="ADVANCE_TURN", turn=8)
    assert "S19" not in table.found("CupChanged")[0]["items"]
    while table.state.units["HQ 19"].at == "reinforcements" and table.state.waiting():
        decision = table.state.waiting()[0]
        table.order(decision.player, decision.answers[0])
    assert table.state.units["HQ 19"].at != "reinforcements"
    assert "S19" in table.state.cups["cup"]


@pytest.mark.rule("6.1.1")
def test_6_1_1_no_chit_comes_for_an_hq_that_is_not_on_the_map() -> None:
    state = laid(FEW | {"HQ 43": "removed"}, segment="RF_PLACE", turn=2, run=False, state={"cup": []}).state
    assert "S43" not in r01_turn.due(state)
    state = laid(FEW | {"HQ 43": "3902"}, segment="RF_PLACE", turn=2, run=False, state={"cup": []}).state
    assert "S43" in r01_turn.due(state)


@pytest.mark.rule("1.2a.2", "6.1a.2", "K-R5", "0.7d.3")
def test_a_chit_is_due_once_and_only_with_its_hq_on_the_map() -> None:
    def due(units: dict[str, str], **position: Any) -> tuple[str, ...]:
        return r01_turn.due(laid(FEW | units, segment="RF_PLACE", turn=2, run=False, **position).state)

    assert {"S43", "GD-WITHDRAWAL"} <= set(due({"HQ 43": "3902"}, state={"cup": []}))
    assert not {"S43", "RANDOM"} & set(due({"HQ 43": "3902"}, state={"cup": ["S43", "RANDOM"]}))
    assert "S43" not in due({"HQ 43": "3902"}, state={"cup": []}, hands={"soviet": ["S43"], "german": []})
    assert "S43" not in due({"HQ 43": "removed"}, state={"cup": []})
    assert "GD-WITHDRAWAL" not in due({}, state={"cup": [], "out": ["GD-WITHDRAWAL"]})


@pytest.mark.rule("K-R5", "0.7d.3", "1.5c.2")
def test_a_command_chit_is_playable_while_its_hq_is_on_the_map() -> None:
    state = laid(FEW | {"HQ GD Pz": "gd"}, segment="RF_PLACE", run=False).state
    assert r01_turn.playable(state, "G26") and not r01_turn.playable(state, "GGDPz")


@pytest.mark.rule("12.1c.2", "K-R5", "K-R36")
def test_a_position_without_an_hq_is_one_without_its_chit() -> None:
    hands = {"german": ["G26", "G9"], "soviet": []}
    state = laid(FEW | {"HQ 26": "removed"}, segment="DRAW", run=False, hands=hands).state
    assert state.hands["german"] == ("G9",)
    assert "G26" not in state.cups["cup"] and "S28" in state.cups["cup"]
    assert state.facts["out"] == tuple(sorted(state.facts["out"])) and "G26" in state.facts["out"]
    aside = {"aside": ["G26", "G9"]}
    state = laid(FEW | {"HQ 26": "removed"}, segment="DRAW", run=False, state=aside).state
    assert state.facts["aside"] == ("G9",)


@pytest.mark.rule("2.1a.2", "1.5c.1")
def test_a_new_turn_has_all_its_activations_before_it() -> None:
    table = laid(FEW, segment="ADVANCE_TURN", tracks={"activations-german": 3}, run=False)
    r01_turn.run_advance(table.play)
    assert table.state.tracks["activations-german"] == 0


@pytest.mark.rule("1.5c.2", "6.1.1")
def test_the_cup_is_filled_with_what_has_come_so_far_and_the_chit_of_an_hq_that_came_early() -> None:
    def cup(turn: int, units: dict[str, str]) -> set[str]:
        return set(r01_turn.refilled(laid(FEW | units, segment="SUPPLY", turn=turn, run=False).state))

    assert "HGM" in cup(3, {}) and "HGM" not in cup(2, {})
    assert "G28" in cup(3, {"HQ G28": "1612"}) and "G28" not in cup(3, {})
    assert "S43" not in cup(1, {"HQ 43": "3902"})


@pytest.mark.rule("6.1.1")
def test_only_the_chit_of_the_hq_that_arrives_joins_the_cup() -> None:
    table = laid(FEW | {"HQ 19": "3141"}, segment="RF_PLACE", turn=9, run=False, state={"cup": []})
    r01_turn.hq_arrived(table.play, "HQ 19")
    assert table.state.cups["cup"] == ("S19",)


@pytest.mark.rule("1.5c.1", "1.5c.2", "2.1a.2")
def test_a_turn_in_which_nothing_was_used_puts_nothing_back() -> None:
    table = laid(segment="ADVANCE_TURN", turn=5, run=False, state={"stopped": ["2BR"]})
    r01_turn.run_advance(table.play)
    assert table.kinds() == ["CupChanged", "FactNoted", "TurnBegan", "SegmentEntered"]
    assert "stopped" not in table.state.facts


# -- the end -----------------------------------------------------------------------------------------------


@pytest.mark.rule("1.0.2")
def test_1_0_2_the_game_ends_with_turn_10() -> None:
    table = laid(segment="ADVANCE_TURN", turn=10)
    assert table.state.over is not None
    assert table.found("TurnBegan") == []
    assert laid(segment="ADVANCE_TURN", turn=9).state.over is None


@pytest.mark.rule("1.0.2")
def test_1_0_2_a_sudden_death_ends_the_game_in_its_turn() -> None:
    table = laid(FEW | {"128": "1216"}, segment="SUDDEN_DEATH", turn=6)
    assert table.state.over is not None
    assert table.state.turn == 6


def test_a_whole_turn_of_one_activation_comes_back_to_the_draw() -> None:
    table = drawing(FEW, ["S28"], turn=6)
    finish(table, "soviet")
    assert (table.state.segment, table.state.turn) == ("DRAW", 6)
    assert r15_options.in_force(table.state, r15_options.TOWN_PROTECTION)
