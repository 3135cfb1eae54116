"""Where two clauses meet: what holds in a moment that neither of them names."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.catalogue import find_game
from adjudicator.games.redvengeance.campaign_game.cg_artillery import carriers, observers_of
from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions import firefight
from adjudicator.games.redvengeance.refit_phase.reph_repair import owed
from adjudicator.games.redvengeance.situation.campaign import GAME_TURN, campaign
from adjudicator.games.redvengeance.situation.front import entry_hexes
from adjudicator.games.redvengeance.situation.modifiers import effective_elr
from adjudicator.play import Play
from tests.games.redvengeance.by_mail import a_date, bought
from tests.games.redvengeance.firefight import fight, line, no, told

GAME = find_game("redvengeance")
AT = "K10/K11"
FIRST: dict[str, Any] = {"turn": 1, "segment": "INIT.BUY", "chits": {}, "control": {}}


# -- artillery and fortifications ----------------------------------------------------------------------------


@pytest.mark.rule("CG10.4", "CG10.3", "CG9.3")
def test_an_observer_named_in_the_set_up_is_kept_with_its_module() -> None:
    date = bought(("buy O1", "buy O4"), there={"L": "9-1 off-map"})
    date.good(GERMAN, "oba O1 observer=A20")
    assert date.send(GERMAN, "setup L hex=K20 carrier=radio") == ["CG9.3"], "no module is directed by radio"
    kept = date.state.facts["own-german"]["oba"]
    later = a_date(turn=5, own_german={"oba": kept})
    assert carriers(later.state, GERMAN) == {"O1": "offboard"} and observers_of(later.state, GERMAN) == 1
    later.good(GERMAN, "oba O1 observer=A21")


@pytest.mark.rule("FT-FN-H", "CG22.1")
def test_squads_bought_for_the_reserve_hide_nobody_at_the_start() -> None:
    """Two free groups bring six squads; those in Reserve are not among those of whom a tenth hides."""
    lines = "buy I1 x4 mode=reserve", "fpp HIP unit=squad"
    assert a_date(**FIRST, tracks={"cpp-german": 99}).send(GERMAN, *lines)[1] == "FT-FN-H"
    a_date(**FIRST, tracks={"cpp-german": 99}).good(GERMAN, lines[0].replace(" mode=reserve", ""), lines[1])


@pytest.mark.rule("FT-FN-H", "FN-D.3")
@pytest.mark.parametrize(
    ("rifles", "gestapo", "told"), [(2, 1, "FT-FN-H"), (3, 1, "done"), (2, 0, "FT-FN-H")]
)
def test_the_mmc_of_a_gestapo_section_count_as_half_squads(rifles: int, gestapo: int, told: str) -> None:
    """Six squads, two of them on the map, and three half-squads are 9.5: two Rifle platoons are too few."""
    there = {"A": "6-5-8 K20", "B": "6-5-8 K20"}
    lines = (f"buy I1 x{rifles} mode=map", *["buy I5 mode=map"] * gestapo, "fpp HIP unit=squad")
    date = a_date(there=there, tracks={"cpp-german": 99})
    assert date.send(GERMAN, *lines)[-1] == told


@pytest.mark.rule("RePh8.6194.4")
@pytest.mark.parametrize("group", ["O1", "O7", "M1", "M2", "S1", "P1"])
def test_what_has_no_units_for_the_map_is_not_bought_for_it(group: str) -> None:
    assert a_date().send(RUSSIAN, f"buy {group} mode=map") == ["RePh8.6194.4"]
    a_date().good(RUSSIAN, f"buy {group}")


# -- Barricades ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV9.1.3", "BRV9.21.3", "BRV9.22")
@pytest.mark.parametrize("order", [
    "cross T side=K10/K11 mp=half fire=survived", "report CLEARANCE unit=S side=K10/K11 result=failed",
])  # fmt: skip
def test_from_afar_no_line_tells_a_barricade_from_a_roadblock(order: str) -> None:
    there = {"T": "t-34-85 A2", "S": "6-2-8 A2"}
    said = [no(fight({}, there, barricades={AT: lies}), order, RUSSIAN) for lies in ("whole", "roadblock")]
    assert said[0] == said[1]


@pytest.mark.rule("BRV9.212.1", "RePh0.1")
def test_of_a_concealed_vehicle_that_fails_to_cross_the_enemy_hears_no_name() -> None:
    play = fight({}, {"T": "t-34-85 K10 concealed"}, 6, 6, barricades={AT: "whole"})
    said = line(play, f"cross T side={AT} mp=half fire=survived", RUSSIAN)
    assert "T is now stopped, now immobilized." in said
    assert [text for text in told(play, side=GERMAN) if "T is" in text] == []


@pytest.mark.rule("BRV9.211.14", "BRV11.1")
@pytest.mark.parametrize(("side", "bridges", "more"), [
    ("R19/R20", {}, True), ("H8/I9", {}, True), ("H8/I9", {"I9": "partial 20"}, True),
    ("H8/I9", {"I9": "destroyed"}, False), ("K10/K11", {}, False),
])  # fmt: skip
def test_a_bridge_location_adds_one_over_the_pit_too_and_not_once_it_is_gone(
    side: str, bridges: dict[str, str], more: bool
) -> None:
    first = side.split("/")[0]
    play = fight({}, {"T": f"t-34-85 {first}"}, 2, 3, barricades={side: "whole"}, bridges=bridges)
    said = line(play, f"cross T side={side} mp=half fire=survived", RUSSIAN)
    assert ("+1 a Bridge Location" in said[2]) is more


@pytest.mark.rule("RePh8.615.2", "BRV9.1.3")
@pytest.mark.parametrize(("side", "lies", "word", "drm"), [
    (GERMAN, "whole", "barricade", True), (GERMAN, "breached", "roadblock", None),
    (GERMAN, "roadblock", "roadblock", False), (GERMAN, "roadblock", "barricade", None),
    (RUSSIAN, "whole", "barricade", None), (RUSSIAN, "roadblock", "barricade", None),
    (RUSSIAN, "whole", "roadblock", False), (RUSSIAN, "breached", "barricade", True),
])  # fmt: skip
def test_what_is_removed_is_what_its_side_sees_there(
    side: str, lies: str, word: str, drm: bool | None
) -> None:
    play = fight({}, {}, 4, barricades={AT: lies}, segment="8.615")
    if drm is None:
        assert no(play, f"remove {word} side={AT}", side)[0] == "RePh8.615.2"
    else:
        assert ("-1 Barricade" in line(play, f"remove {word} side={AT}", side)[0]) is drm


@pytest.mark.rule("RePh8.615.1", "RePh8.6073.1")
def test_mines_that_are_removed_are_gone_and_of_hidden_ones_the_enemy_hears_nothing() -> None:
    facts: dict[str, Any] = {
        "segment": "8.615",
        "hooks": {"removal": 3},
        "works": {"K13": ["apmine x2", "wire"]},
    }
    play = fight({}, {}, 4, 3, 3, own_german={"hip": {"APMINE x3@K20": "K20", "TUNNEL@K20": "K20"}}, **facts)
    assert "it stays" in line(play, "remove mines hex=K20")[0]
    line(play, "remove mines hex=K20")
    assert play.state.facts["own-german"]["hip"] == {"TUNNEL@K20": "K20"} and not told(play, side=RUSSIAN)
    line(play, "remove minefield hex=K13")
    assert play.state.facts["works"] == {"K13": ("wire",)} and told(play, side=RUSSIAN)
    assert no(play, "remove wire") == ("RePh8.615.1", "hex= or side= says where the Wire is")


# -- Reserve, repair -----------------------------------------------------------------------------------------


@pytest.mark.rule("CG22.7b", "RePh8.621.9")
def test_a_dummy_releases_the_reserve_for_nobody_may_know_it_for_one() -> None:
    play = fight({"S": "6-5-8 K13 reserve"}, own_russian={"dummies": ["k16"]})
    line(play, "report WAKE unit=S")
    far = fight({"S": "6-5-8 K13 reserve"}, own_russian={"dummies": ["k17"]})
    assert no(far, "report WAKE unit=S")[0] == "CG22.7b"


@pytest.mark.rule("RePh8.6142.1", "RePh8.61411.1")
def test_the_main_armament_of_a_vehicle_and_its_mg_have_a_die_each() -> None:
    held: dict[str, Any] = {"control": {"k13": GERMAN}, "segment": "8.6142"}
    play = fight({"V": "mk-iv-h K13 malfunctioned ma-malfunctioned"}, {}, 6, 1, **held)
    go = "repair V number=1 place=K13 vehicular=yes"
    line(play, go)
    assert play.state.units["V"].flags == {"malfunctioned", "ma-disabled"}
    assert [unit.id for unit in owed(play.state, GERMAN)] == ["V"], "its MG has yet to have one"
    line(play, go)
    assert play.state.units["V"].flags == {"ma-disabled"} and not [*owed(play.state, GERMAN)]
    assert no(play, "repair MA V")[0] == "RePh8.61411.1", "that is for the next Refit Phase"
    for die in ("V", "V/malfunctioned"):  # the enemy does not see it, nor that it had its die
        hidden = fight({"V": "mk-iv-h K13 hip malfunctioned"}, {}, rolled=(die,), **held).state
        seen = {side: campaign(GAME.view(hidden, side)).rolled for side in (GERMAN, RUSSIAN)}
        assert seen == {GERMAN: (die,), RUSSIAN: ()}
    other = fight({"V": "mk-iv-h K13 malfunctioned ma-disabled"}, {}, 1, 1, **held)
    line(other, go)
    line(other, "repair MA V")
    assert other.state.units["V"].flags == set()


@pytest.mark.rule("CG22.1")
def test_only_who_was_bought_for_the_date_or_was_in_reserve_comes_under_a_reserve_counter() -> None:
    old = {"A": "6-5-8 K20", "B": "6-5-8 off-map", "C": "6-5-8 K20 reserve"}
    date = bought(("buy I1 mode=map",), there=old)
    assert date.send(GERMAN, "reserve A hex=K20") == date.send(GERMAN, "reserve B hex=K20") == ["CG22.1"]
    date.good(GERMAN, "reserve C hex=K20", "reserve C hex=A20", "reserve GE-I1#1-1 hex=K20")


@pytest.mark.rule("CG9.3", "CG9.4", "CG21.3")
def test_a_leader_enters_alone_with_a_radio_for_which_there_is_a_module() -> None:
    for module, verdict in (("buy O1", "done"), ("buy M1", "CG9.3")):
        date = bought(("buy I1", module), (), 2, 2, 2, 2, chits={GERMAN: "attack", RUSSIAN: "idle"})
        leader = next(one.id for one in date.state.units.values() if one.kind == "9-2-de")
        date.good(RUSSIAN, "pass")
        date.good(GERMAN, "pass")
        assert date.send(GERMAN, f"enter {leader} hex=A20 carrier=phone") == ["CG9.4"]
        assert date.send(GERMAN, f"enter {leader} hex=A20 carrier=radio") == [verdict]


@pytest.mark.rule("CG7.5", "CG7.7")
def test_infantry_enters_under_a_cloaking_counter_of_which_the_enemy_sees_the_hex_alone() -> None:
    chits = {GERMAN: "attack", RUSSIAN: "idle"}
    date = bought(("buy I1",), (), turn=5, chits=chits)
    date.good(RUSSIAN, "pass")
    date.good(GERMAN, "pass")
    before = len(date.heard(RUSSIAN))
    date.good(GERMAN, "enter GE-I1#1-1,GE-I1#1-2 hex=A20 cloak=yes")
    assert date.heard(RUSSIAN)[before:] == ["A Cloaking counter of the German enters in A20."]
    assert [id_ for id_ in date.seen(RUSSIAN) if id_.startswith("GE-")] == ["GE-CLOAKING-A20"]
    assert date.state.units["GE-I1#1-1"].flags == {"cloaked"}
    date.good(GERMAN, "enter GE-I1#1-3 hex=A20")
    assert "GE-I1#1-3" in date.seen(RUSSIAN)
    for facts in (
        {"turn": 4, "chits": chits},
        {"turn": 5, "chits": {**chits, RUSSIAN: "attack"}, "first": GERMAN},
    ):
        later = bought(("buy I1",), (), **facts)
        later.send(RUSSIAN, "pass")
        later.send(GERMAN, "pass")
        assert later.send(GERMAN, "enter GE-I1#1-1 hex=A20 cloak=yes") == ["CG7.5"]


@pytest.mark.rule("CG33.1")
def test_by_the_german_balance_an_8_1_becomes_the_8_0_of_the_gestapo_and_no_other() -> None:
    play = fight({"B": "8-1 K13"}, balance_option=GERMAN)
    assert no(play, "report SUBSTITUTE unit=B by=8-0")[0] == "CG33.1"
    line(play, "report SUBSTITUTE unit=B by=8-0-gestapo")
    assert play.state.units["B"].kind == "8-0-gestapo"


@pytest.mark.rule("CG12.2")
def test_before_a_date_begins_a_side_sees_that_it_may_enter_by_what_it_holds() -> None:
    facts: dict[str, Any] = {"control": {"mm20": GERMAN}, "control_start": {"mm20": RUSSIAN}}
    assert "mm20" in entry_hexes(fight(segment="8.624", **facts).state, GERMAN)
    assert "mm20" not in entry_hexes(fight(**facts).state, GERMAN)


# -- the Red Banner ------------------------------------------------------------------------------------------


def a_turn(play: Play) -> None:
    for side in (RUSSIAN, GERMAN):
        firefight.take_own(play, side, read_line("endturn"))


@pytest.mark.rule("BRV14.3.7")
def test_a_banner_counts_at_the_end_of_any_later_game_turn() -> None:
    play = fight(first=RUSSIAN, control={"x17": GERMAN}, placed="X17:R")
    a_turn(play)
    assert campaign(play.state).placed == "X17:R" and not campaign(play.state).banner
    play = fight(first=RUSSIAN, control={"x17": RUSSIAN}, placed=campaign(play.state).placed)
    a_turn(play)
    assert campaign(play.state).banner == "X17:R" and not campaign(play.state).placed


@pytest.mark.rule("BRV14.3.7")
def test_a_banner_on_a_german_roof_is_lost_with_the_end_of_the_date() -> None:
    play = fight(first=RUSSIAN, control={"x17": GERMAN}, placed="X17:R")
    firefight.end(play, "RePh8.601", "neither side has anything more")
    assert not campaign(play.state).placed and not campaign(play.state).banner


@pytest.mark.rule("BRV14.3.7")
def test_at_the_end_of_the_last_game_turn_a_banner_is_judged_once() -> None:
    play = fight(first=RUSSIAN, control={"x17": GERMAN}, placed="X17:R")
    play.state = play.state.but(tracks={**play.state.tracks, GAME_TURN: firefight.LAST_TURN})
    a_turn(play)
    assert sum("no Banner has been placed" in one for one in told(play)) == 1


@pytest.mark.rule("CG17.3", "BRV14.1.3")
def test_a_banner_that_was_placed_is_destroyed_though_nobody_holds_its_counter() -> None:
    play = fight(turn=6, banner="X17:R", banner_turn=5)
    assert effective_elr(play.state, GERMAN, "6-5-8") == 3
    assert no(play, "report DESTROY hex=X17:R by=mg") == (
        "BRV14.1.3", "small arms, MG and IFE do not destroy the Red Banner in X17:R",
    )  # fmt: skip
    assert no(play, "report DESTROY hex=Y18 by=ft")[0] == "CG17.3"
    assert line(play, "report DESTROY hex=X17:R by=ft") == ["The Red Banner in X17:R is destroyed."]
    assert not campaign(play.state).banner and effective_elr(play.state, GERMAN, "6-5-8") == 4


# -- levels --------------------------------------------------------------------------------------------------


@pytest.mark.rule("RePh0.1", "BRV13.1.1")
@pytest.mark.parametrize(("was", "to", "level"), [
    ("J4 level-s", "I4:S", "s"), ("Y17 level-1", "Y18:1", "1"), ("Y17 level-1", "Y18:2", "2"),
    ("Y17 level-1", "Y18", ""), ("Y17", "Y17:1", "1"),
])  # fmt: skip
def test_a_unit_that_moves_on_a_level_stays_on_it(was: str, to: str, level: str) -> None:
    play = fight({}, {"S": f"6-2-8 {was}"})
    line(play, f"report AT unit=S hex={to}", RUSSIAN)
    assert play.state.units["S"].flags == ({f"level-{level}"} if level else set())


@pytest.mark.rule("BRV13.12.1", "BRV0.5")
def test_nobody_climbs_the_s_bahn_and_no_vehicle_climbs_at_all() -> None:
    play = fight({}, {"S": "6-2-8 J5", "T": "t-34-85 J5"})
    for unit in "ST":
        assert no(play, f"report AT unit={unit} hex=J4:S", RUSSIAN)[0] == "BRV13.12.1"
    assert no(play, "report AT unit=T hex=K13:1", RUSSIAN)[0] == "BRV0.5"
    line(play, "report AT unit=S hex=K13:1", RUSSIAN)
    refit = fight({}, {"S": "6-2-8 J5"}, segment="8.613")
    assert no(refit, "report STEP 8.613 unit=S to=J4:S", RUSSIAN)[0] == "BRV13.12.1"
