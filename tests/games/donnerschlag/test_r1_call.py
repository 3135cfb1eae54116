"""Calling out Donnerschlag (D.admin.g), the Schwerpunkt marker (D.admin.a), and the end of a turn (D.end)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.donnerschlag import GAME
from adjudicator.games.donnerschlag.by_mail.view import view
from adjudicator.games.donnerschlag.levels import markers
from adjudicator.report.scene import scene
from tests.games.donnerschlag.fights import asked, no, offered
from tests.games.donnerschlag.moves import spread
from tests.tabletop import Tabletop

UNITS = {"201 Pz": "3120", "2 Inf-1": "3117", "302-1": "1919"}


def step(segment: str, turn: int = 1, **position: Any) -> Tabletop:
    """A step of a turn."""
    return Tabletop("donnerschlag", UNITS, segment=segment, turn=turn, **position)


@pytest.mark.rule("D.admin.a.1")
def test_the_schwerpunkt_marker_may_go_to_another_hex_with_an_axis_unit() -> None:
    laid = step("SCHWERPUNKT", 3, state={"schwerpunkt": "3120"})
    assert asked(laid) == ("axis", "schwerpunkt")
    number, why, legal = no(laid, "axis", "schwerpunkt 3121")
    assert (number, why) == ("D.admin.a.1", "there is no Axis unit in 3121")
    assert set(legal) == {"schwerpunkt 3120", "schwerpunkt 3117"}
    laid.order("axis", "schwerpunkt 3117")
    assert laid.state.facts["schwerpunkt"] == "3117"
    assert laid.state.segment != "SCHWERPUNKT"
    kept = step("SCHWERPUNKT", 3, state={"schwerpunkt": "3120"})
    assert kept.verdict("axis", "pass") == ("done", "")
    assert kept.state.facts["schwerpunkt"] == "3120"


@pytest.mark.rule("D.admin.a.1")
def test_of_many_hexes_for_the_marker_eight_are_offered() -> None:
    laid = Tabletop("donnerschlag", spread(), segment="SCHWERPUNKT", turn=3, state={"schwerpunkt": "3120"})
    assert len(offered(laid)) == len(["pass"]) + 8


@pytest.mark.rule("D.admin.a.1")
def test_a_marker_that_is_not_in_play_is_not_asked_for() -> None:
    assert step("SCHWERPUNKT", 5, hands={"axis": ["ARTY-1"]}).found("SegmentEntered")[0]["segment"] == "REINF"


@pytest.mark.rule("D.admin.g.1")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_donnerschlag_may_be_called_once_and_before_turn_4_need_not(turn: int) -> None:
    laid = step("CALL", turn)
    assert offered(laid) == {"pass", *(f"call Donnerschlag zone {zone}" for zone in "ABC")}
    laid.order("axis", "call Donnerschlag zone C")
    assert (laid.state.facts["called"], laid.state.facts["zone"]) == (turn, "C")
    again = step("CALL", turn + 1, state={"called": turn, "zone": "C"})
    assert again.found("SegmentEntered")[0]["segment"] == "LUCK_BACK"
    later = step("CALL", turn)
    later.order("axis", "pass")
    assert "called" not in later.state.facts


@pytest.mark.rule("D.admin.g.2")
def test_on_turn_4_it_must_be_called_and_silence_means_zone_b() -> None:
    laid = step("CALL", 4)
    assert asked(laid) == ("axis", "call")
    number, why, legal = no(laid, "axis", "pass")
    assert (number, why) == ("D.admin.g.2", "Donnerschlag must be called this turn")
    assert legal == tuple(f"call Donnerschlag zone {zone}" for zone in "ABC")
    assert laid.state.waiting()[0].default == "call Donnerschlag zone B"
    assert laid.state.waiting()[0].rule == "D.admin.g.2"
    assert laid.state.waiting()[0].question.startswith("You must call Donnerschlag")
    assert laid.state.waiting()[0].silence == "it is called with zone B"
    assert step("CALL", 3).state.waiting()[0].silence == "it is not called this turn"
    assert "must" not in step("CALL", 3).state.waiting()[0].question


@pytest.mark.rule("D.admin.g.3")
def test_the_soviet_player_learns_of_the_call_and_never_of_the_zone() -> None:
    laid = step("CALL", 2)
    laid.order("axis", "call Donnerschlag zone C")
    told = [event for event in laid.events if event.seen_by("soviet")]
    names = laid.game.names()
    assert any("Donnerschlag is called" in event.says(names) for event in told)
    assert not any(event.kind == "FactNoted" and event.facts()["key"] == "zone" for event in told)
    assert "zone" not in view(laid.state, "soviet").facts
    assert view(laid.state, "axis").facts["zone"] == "C"
    seen = {side: list(markers(view(laid.state, side))) for side in ("axis", "soviet")}
    blank = [("zone-blank", 0, at) for at in ("1216", "1311", "1407")]
    assert seen == {"axis": [("zone-true", 1, "1216"), *blank[1:]], "soviet": blank}


@pytest.mark.rule("D.don.1")
def test_the_marker_advances_a_space_a_turn_once_it_is_called() -> None:
    called = step(
        "DON_MARK",
        2,
        tracks={"donnerschlag": 1},
        state={"called": 1, "zone": "A"},
        hands={"axis": ["ARTY-1"]},
    )
    assert called.state.tracks["donnerschlag"] == 2
    assert not [one for one in called.found("SegmentEntered") if one["segment"] == "VICTORY"]
    assert step("DON_MARK", 2, hands={"axis": ["ARTY-1"]}).state.tracks["donnerschlag"] == 0


@pytest.mark.rule("D.don.1", "D.don.2")
def test_at_spaces_4_and_5_victory_is_checked() -> None:
    for space in (4, 5):
        laid = step("DON_MARK", 5, tracks={"donnerschlag": space - 1}, state={"called": 2, "zone": "A"})
        assert laid.found("SegmentEntered")[0]["segment"] == "VICTORY"


# -- the end of a turn ---------------------------------------------------------------------------------------

HANDS = {"axis": ["ARTY-1", "ARTY-2", "STUKA-1"], "okh": ["PAK88-1"], "soviet": ["GUARD-1"]}


@pytest.mark.rule("D.end.1")
def test_who_has_a_card_in_his_box_may_take_it_back() -> None:
    laid = step("BOX_BACK", 2, hands=HANDS)
    assert asked(laid) == ("axis", "takebox")
    assert offered(laid) == {"take box", "keep"}
    laid.order("axis", "take box")
    assert laid.state.hands["okh"] == ()
    assert "PAK88-1" in laid.state.hands["axis"]
    kept = step("BOX_BACK", 2, hands=HANDS)
    kept.order("axis", "keep")
    assert kept.state.hands["okh"] == ("PAK88-1",)


@pytest.mark.rule("D.end.2")
def test_combat_cards_are_discarded_down_to_one() -> None:
    laid = step("DISCARD", 2, hands={**HANDS, "axis": [*HANDS["axis"], "AX6PZ-1"]})
    assert asked(laid) == ("axis", "discard")
    number, why, legal = no(laid, "axis", "discard ARTY-1")
    assert (number, why) == ("D.end.2", "2 Combat Cards would be left, and you keep 1")
    assert "discard ARTY-2 STUKA-1" in legal
    assert no(laid, "axis", "discard AX6PZ-1 ARTY-1 ARTY-2")[0] == "D.comp.cards"
    assert no(laid, "axis", "discard GUARD-1 ARTY-1")[0] == "D.comp.cards"
    laid.order("axis", "discard ARTY-1 STUKA-1")
    assert laid.state.hands["axis"] == ("ARTY-2", "AX6PZ-1")
    assert set(laid.state.cups["axis-combat-discards"]) == {"ARTY-1", "STUKA-1"}


@pytest.mark.rule("D.end.2")
def test_who_holds_one_is_not_asked_and_all_may_go() -> None:
    laid = step("DISCARD", 2, hands=HANDS)
    assert [decision.player for decision in laid.state.waiting()] == ["axis"]
    laid.order("axis", "discard ARTY-1 ARTY-2 STUKA-1")
    assert laid.state.hands["axis"] == ()
    assert laid.state.hands["soviet"] == ("GUARD-1",)


@pytest.mark.rule("D.end.3", "D.end.1")
def test_a_card_taken_back_counts_for_the_limit() -> None:
    laid = step("BOX_BACK", 2, hands={"axis": ["ARTY-1"], "okh": ["PAK88-1"]})
    laid.order("axis", "take box")
    assert asked(laid) == ("axis", "discard")
    assert offered(laid) >= {"discard ARTY-1", "discard PAK88-1"}


@pytest.mark.rule("D.end.4")
def test_snowdrift_is_removed_and_yak_9_turned_and_then_removed() -> None:
    laid = step("MARKERS", 2, state={"snowdrift": ["3120"], "yak9": {"1919": "fresh"}})
    assert "snowdrift" not in laid.state.facts
    assert laid.state.facts["yak9"] == {"1919": "turned"}
    assert "Markers are removed from 3120. Yak-9 is turned over in 1919." in laid.said()
    fresh = step("MARKERS", 2, state={"yak9": {"1919": "fresh"}})
    assert fresh.state.facts["yak9"] == {"1919": "turned"}
    assert step("MARKERS", 2, hands={"axis": ["ARTY-1"]}).found("MarkersTurned") == []
    assert "yak9" not in step("MARKERS", 3, state={"yak9": {"1919": "turned"}}).state.facts


@pytest.mark.rule("D.end.5", "D.seq.1")
def test_the_turn_marker_advances_as_the_last_step() -> None:
    laid = step("MARKERS", 4, hands={"axis": ["ARTY-1"]}, state={"moved": ["201 Pz"]})
    kinds = [(event.kind, event.facts().get("segment")) for event in laid.events]
    assert kinds.index(("TurnBegan", None)) > kinds.index(("SegmentEntered", "TURN"))
    assert kinds[kinds.index(("TurnBegan", None)) + 1] == ("SegmentEntered", "SCHWERPUNKT")
    assert laid.state.turn == 5
    assert "moved" not in laid.state.facts


def test_markers_in_hexes_are_shown_on_the_picture() -> None:
    facts = {"schwerpunkt": "3120", "snowdrift": ["1920"], "yak9": {"2020": "turned"}}
    laid = step("SCHWERPUNKT", 3, state=facts).state
    shown = {(one.marker, one.face, one.at) for one in scene(GAME, 1, laid, laid, ()).markers}
    assert {("schwerpunkt", 0, "3120"), ("snowdrift", 0, "1920"), ("yak-9", 1, "2020")} <= shown
