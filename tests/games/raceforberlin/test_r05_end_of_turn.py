"""Rule 5, End of Turn Phase."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.judging.what_if import way_told
from tests.tabletop import Tabletop

HANDS: dict[str, list[str]] = {"zhukov": [], "koniev": ["event-1"]}
CITIES = ("wedding", "prenzlauer-berg", "friedrichshain", "neukolln", "tempelhof", "zehlendorf")
HELD = dict(zip(("61-1", "47-1", "8GA-1", "5SHA-1", "3GTA-1", "13-1"), CITIES, strict=True))
"""A Soviet unit in each city zone, of both camps."""


def idle(units: dict[str, str], turn: int = 3, **position: Any) -> Tabletop:
    """A table at the moves of D.1."""
    dice = position.pop("dice", [6, 6, 1, 1])
    laid: dict[str, Any] = {"hands": HANDS, "draws": ["event-2", "event-3"], **position}
    return Tabletop("raceforberlin", units, turn=turn, segment="D.1", dice=dice, **laid)


# -- 5.1 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.1.a")
def test_5_1_a_an_idle_unit_moves_one_zone_over_a_river_too() -> None:
    table = idle({"69-1": "reppen"})
    table.order("zhukov", "freemove 69-1 to frankfurt")
    assert table.at("69-1") == "frankfurt"
    assert table.found("UnitMoved")[0]["how"] == "free"


@pytest.mark.rule("5.1.a")
@pytest.mark.parametrize("flag", ["activated", "out-of-supply"])
def test_5_1_a_neither_activated_nor_out_of_supply(flag: str) -> None:
    table = idle({"69-1": "reppen", "33-1": f"ziebingen {flag}"})
    assert table.verdict("zhukov", "freemove 33-1 to furstenberg") == ("refused", "5.1.a")


@pytest.mark.rule("5.1.a")
def test_5_1_a_one_zone_only() -> None:
    table = idle({"69-1": "reppen"})
    assert table.verdict("zhukov", "freemove 69-1 to furstenwalde") == ("refused", "7.1.1")
    first, second = table.order("zhukov", "freemove 69-1 to frankfurt\nfreemove 69-1 to furstenwalde")
    assert (first.verdict, second.verdict) == ("done", "refused")


@pytest.mark.rule("5.1.a")
@pytest.mark.parametrize(
    ("second", "verdict"), [("69-1 to goritz", "refused"), ("33-1 to furstenberg", "done")]
)
def test_5_1_a_each_unit_moves_once(second: str, verdict: str) -> None:
    table = idle({"69-1": "reppen", "33-1": "ziebingen"})
    rulings = table.order("zhukov", f"freemove 69-1 to frankfurt\nfreemove {second}\nas is")
    assert [ruling.verdict for ruling in rulings[:2]] == ["done", verdict]


@pytest.mark.rule("5.1.a", "5.1.d")
@pytest.mark.parametrize("unit", ["33-1", "21Pz"])
def test_5_1_a_only_units_on_the_map(unit: str) -> None:
    table = idle({"69-1": "reppen", "33-1": "eliminated", "21Pz": "eliminated"})
    assert table.verdict("zhukov", f"freemove {unit} to frankfurt") == ("refused", "5.1.a")


@pytest.mark.rule("5.1.a", "4.1.4")
def test_5_1_a_a_line_may_say_whence_and_must_be_right() -> None:
    table = idle({"69-1": "reppen"})
    assert table.verdict("zhukov", "freemove 69-1 from kustrin to frankfurt") == ("refused", "4.1.4")
    assert table.verdict("zhukov", "freemove 69-1 from reppen to frankfurt") == ("done", "")


@pytest.mark.rule("5.1.b")
def test_5_1_b_not_into_the_city() -> None:
    table = idle({"3GTA-1": "zossen"})
    assert table.verdict("koniev", "freemove 3GTA-1 to tempelhof") == ("refused", "5.1.b")


@pytest.mark.rule("5.1.c")
def test_5_1_c_germans_do_not_go_west_through_turn_6() -> None:
    units = {"606": "seelow"}
    assert idle(units, 5).verdict("koniev", "freemove 606 to muncheberg") == ("refused", "5.1.c")
    assert idle(units, 6).verdict("koniev", "freemove 606 to sudl-oderbruch") == ("done", "")
    assert idle(units, 7).verdict("koniev", "freemove 606 to muncheberg") == ("done", "")


@pytest.mark.rule("5.1.c", "E4.1")
def test_5_1_c_after_a_planned_retreat_they_do() -> None:
    table = idle({"606": "seelow", "21Pz": "cottbus"}, 5, state={"planned-retreat": "koniev"})
    assert table.verdict("koniev", "freemove 606 to muncheberg") == ("done", "")
    assert table.verdict("zhukov", "freemove 21Pz to lubben") == ("refused", "5.1.c")


@pytest.mark.rule("5.1.d")
def test_5_1_d_the_forces_move_in_the_order_of_the_impulses() -> None:
    table = idle({"606": "seelow", "21Pz": "cottbus", "8GA-1": "kustrin", "3GTA-1": "triebel"})
    owners = []
    while table.state.segment == "D.1":
        owners.append((table.asked()[1], table.state.waiting()[0].about))
        table.order(table.asked()[1], "pass")
    assert owners == [
        ("zhukov", ("8GA-1",)),
        ("koniev", ("3GTA-1",)),
        ("koniev", ("606",)),
        ("zhukov", ("21Pz",)),
    ]


@pytest.mark.rule("5.1.d", "0.2")
def test_5_1_d_another_force_waits_for_its_moment() -> None:
    table = idle({"21Pz": "cottbus", "8GA-1": "kustrin", "3GTA-1": "triebel"})
    assert table.verdict("zhukov", "freemove 3GTA-1 to forst") == ("refused", "0.2")
    assert table.verdict("zhukov", "freemove 21Pz to kathlow") == ("waiting", "")
    assert table.verdict("zhukov", "pass") == ("done", "")
    assert table.at("21Pz") == "cottbus"
    table.order("koniev", "pass")
    assert table.at("21Pz") == "kathlow"


@pytest.mark.rule("5.1.d")
def test_5_1_d_a_force_that_has_had_its_turn_moves_no_more() -> None:
    table = idle({"21Pz": "cottbus", "8GA-1": "kustrin"})
    table.order("zhukov", "pass")
    assert table.verdict("zhukov", "freemove 8GA-1 to goritz") == ("refused", "5.1.d")


@pytest.mark.rule("5.1.d")
def test_5_1_a_force_without_a_possible_move_is_not_asked() -> None:
    table = idle({"606": "seelow activated", "33-1": "eliminated"})
    assert table.state.segment != "D.1"


@pytest.mark.rule("5.1.e", "4.2.1.a")
def test_5_1_e_not_into_an_enemy_zone() -> None:
    table = idle({"8GA-1": "bridgehead", "606": "seelow"})
    assert table.verdict("zhukov", "freemove 8GA-1 to seelow") == ("refused", "4.2.1.a")


@pytest.mark.rule("5.1.e", "7.3.2.a")
def test_5_1_e_not_over_the_boundary_of_the_fronts() -> None:
    table = idle({"33-1": "furstenberg"})
    assert table.verdict("zhukov", "freemove 33-1 to lieberose") == ("refused", "7.3.2.a")


@pytest.mark.rule("5.1.e", "7.2.1")
def test_5_1_e_germans_not_over_the_oder_neisse() -> None:
    table = idle({"606": "lebus"}, 8)
    assert table.verdict("koniev", "freemove 606 to goritz") == ("refused", "7.2.1")


@pytest.mark.rule("5.1.e", "2.2.3")
def test_5_1_e_not_into_an_american_zone() -> None:
    table = idle({"606": "neuruppin"}, 8, control={"kyritz": "us"})
    assert table.verdict("koniev", "freemove 606 to kyritz") == ("refused", "2.2.3")


@pytest.mark.rule("5.1.e", "7.3.3.a")
def test_5_1_e_not_among_the_rivals_soviets() -> None:
    table = idle({"3GTA-1": "storkow", "8GA-1": "furstenwalde"})
    assert table.verdict("zhukov", "freemove 8GA-1 to storkow") == ("refused", "7.3.3.a")


@pytest.mark.rule("5.1.e", "7.4.2")
def test_5_1_e_germans_not_out_of_a_contested_city_zone() -> None:
    units = {"606": "tempelhof", "3GTA-1": "tempelhof activated", "5Jag": "letschin"}
    assert idle(units, 8).verdict("koniev", "freemove 606 to trebbin") == ("refused", "7.4.2")


@pytest.mark.rule("6.1.1", "6.1.2.a")
def test_6_1_1_stacking_is_judged_when_all_moves_of_the_sheet_are_made() -> None:
    """Two full zones may change places; a third unit into one of them may not."""
    units = {
        "8GA-1": "letschin",
        "8GA-2": "letschin",
        "47-1": "seelow",
        "47-2": "seelow",
        "61-1": "muncheberg",
    }
    table = idle(units)
    swap = ["8GA-1 to seelow", "8GA-2 to seelow", "47-1 to letschin", "47-2 to letschin", "61-1 to seelow"]
    rulings = table.order("zhukov", "\n".join(f"freemove {line}" for line in swap) + "\nas is")
    assert [ruling.verdict for ruling in rulings] == [*["done"] * 4, "refused", "done"]
    assert rulings[-2].rule == "6.1.2.a"
    assert {unit.id for unit in table.state.at("seelow")} == {"8GA-1", "8GA-2"}


@pytest.mark.rule("7.3.4.a")
def test_5_1_an_idle_unit_that_enters_a_victory_zone_takes_it() -> None:
    table = idle({"69-1": "reppen"})
    table.order("zhukov", "freemove 69-1 to frankfurt")
    assert table.state.control == {"frankfurt": "zhukov"}
    assert table.state.tracks["vp-zhukov"] == 2


# -- 5.2 -------------------------------------------------------------------------------------------------


def at_end(turn: int, units: dict[str, str], dice: list[int], **position: Any) -> Tabletop:
    """A table at D.2."""
    laid: dict[str, Any] = {"hands": {"zhukov": ["event-2"], "koniev": ["event-7"]}, **position}
    return Tabletop("raceforberlin", units, turn=turn, segment="D.2", dice=dice, **laid)


LEVELS = {"progress-wedding": 2, "progress-tempelhof": 2, "progress-neukolln": 3}


@pytest.mark.rule("5.2.a", "10.0.a", "5.2.b")
@pytest.mark.parametrize(("die", "ends"), [(4, False), (5, True)])
def test_5_2_a_above_eight_ends_the_game(die: int, ends: bool) -> None:
    table = at_end(8, HELD, [die], tracks=LEVELS)
    assert (table.state.over is not None) is ends
    if not ends:
        assert table.state.segment == "D.3"


@pytest.mark.rule("5.2.b")
@pytest.mark.parametrize(("levels", "die", "ends"), [({"progress-wedding": 1}, 6, False), ({}, 6, False)])
def test_5_2_b_lower_levels_add_nothing(levels: dict[str, int], die: int, ends: bool) -> None:
    assert (at_end(8, HELD, [die], tracks=levels).state.over is not None) is ends


@pytest.mark.rule("5.2.b")
def test_5_2_b_one_for_level_two_and_two_above() -> None:
    """Six and one and one and one are nine; with two zones at 2 only, six and two are not above eight."""
    assert at_end(7, HELD, [6], tracks={"progress-wedding": 2, "progress-tempelhof": 2}).state.over is None
    assert (
        at_end(7, HELD, [6], tracks={"progress-wedding": 2, "progress-tempelhof": 3}).state.over is not None
    )
    assert at_end(7, HELD, [6], tracks={"progress-wedding": 5}).state.over is None


@pytest.mark.rule("5.2.a")
def test_5_2_a_not_while_a_city_zone_is_without_soviets() -> None:
    units = {unit: zone for unit, zone in HELD.items() if zone != "wedding"}
    table = at_end(8, units, [])
    assert table.found("DieRolled") == []
    assert table.state.segment == "D.3"


@pytest.mark.rule("5.2.a")
@pytest.mark.parametrize(("turn", "rolls"), [(6, 0), (7, 1), (8, 1), (9, 1)])
def test_5_2_a_on_turns_seven_to_nine(turn: int, rolls: int) -> None:
    assert len(at_end(turn, HELD, [1]).found("DieRolled")) == rolls


@pytest.mark.rule("5.2.c", "10.0.a")
def test_5_2_c_after_turn_ten_the_game_is_over_without_a_die() -> None:
    table = at_end(10, HELD, [])
    assert table.state.over is not None
    assert table.found("DieRolled") == []


@pytest.mark.rule("5.2.c", "9.1.5.a", "9.1.5.c")
@pytest.mark.parametrize(("turn", "level", "points"), [(10, 0, -1), (9, 4, 5)])
def test_5_2_c_nobody_keeps_a_city_zone_that_they_leave_in_the_last_moves(
    turn: int, level: int, points: int
) -> None:
    """Koniev leaves Tempelhof (3) for Zossen (2): after turn 10 no impulse is left to judge it."""
    held: dict[str, Any] = {"tracks": {"progress-tempelhof": 4, "vp-koniev": 3}}
    table = idle({"3GTA-1": "tempelhof"}, turn, control={"tempelhof": "koniev"}, **held)
    table.order("koniev", "freemove 3GTA-1 to zossen")
    assert (table.state.over is not None) is (turn == 10)
    assert (table.state.tracks["progress-tempelhof"], table.state.tracks["vp-koniev"]) == (level, points)
    assert table.state.control["zossen"] == "koniev"


# -- 5.5 -------------------------------------------------------------------------------------------------


def holding(zhukov: list[str], koniev: list[str]) -> Tabletop:
    """A table at D.3."""
    hands = {"zhukov": zhukov, "koniev": koniev}
    return Tabletop(
        "raceforberlin", {}, turn=3, segment="D.3", hands=hands, dice=[6, 1, 1], draws=["event-5", "event-4"]
    )


@pytest.mark.rule("5.5.a", "2.4.4.a")
def test_5_5_a_a_chit_is_discarded_to_the_cup_and_nobody_sees_which() -> None:
    table = holding(["event-6"], ["event-1", "event-7"])
    table.order("zhukov", "discard 6")
    assert table.state.hands["zhukov"] == ("event-6",)
    table.order("koniev", "keep")
    assert "event-6" not in table.state.hands["zhukov"]
    assert "chits" not in [decision.topic for decision in table.state.decisions]
    assert table.state.hands["koniev"] == ("event-1", "event-7")
    seen = [event for event in table.events if event.seen_by("koniev")]
    assert "ChitDiscarded" in [event.kind for event in seen]
    assert not any("event-6" in str(event.facts()) for event in seen)
    changed = [event.facts() for event in table.events if event.kind == "CupChanged"]
    assert "event-6" in changed[0]["items"]


@pytest.mark.rule("5.5.a")
def test_5_5_a_only_a_chit_that_he_holds() -> None:
    assert holding(["event-6"], ["event-1"]).verdict("zhukov", "discard 7") == ("refused", "5.5.a")


@pytest.mark.rule("5.5.a")
def test_5_5_a_a_chit_that_is_discarded_twice_goes_into_the_cup_once() -> None:
    table = holding(["event-6"], ["event-1", "event-7"])
    rulings = table.order("zhukov", "discard 6\nkeep\ndiscard 6")
    assert [ruling.verdict for ruling in rulings] == ["done", "done", "refused"]
    table.order("koniev", "keep")
    (changed,) = [event.facts() for event in table.events if event.kind == "CupChanged"]
    assert list(changed["items"]).count("event-6") == 1


@pytest.mark.rule("5.5.b")
def test_5_5_b_heinrici_is_not_discarded() -> None:
    table = holding(["event-6"], ["event-1", "event-7"])
    assert table.verdict("koniev", "discard 1") == ("refused", "5.5.b")
    assert table.verdict("koniev", "discard 7") == ("done", "")


@pytest.mark.rule("5.5.a")
@pytest.mark.parametrize("sheet", ["discard 6\ndiscard 7", "keep\nkeep"])
def test_5_5_a_two_chits_may_go_and_who_keeps_may_say_so_twice(sheet: str) -> None:
    table = holding(["event-6", "event-7"], ["event-1", "event-8"])
    assert [ruling.verdict for ruling in table.order("zhukov", sheet)] == ["done", "done"]


@pytest.mark.rule("5.5.b", "5.5.a")
def test_5_5_b_who_holds_heinrici_alone_is_not_asked() -> None:
    table = holding([], ["event-1"])
    assert table.state.turn == 4
    assert "chits" not in [one["decision"]["topic"] for one in table.found("Asked")]


@pytest.mark.rule("5.5.a")
def test_5_5_a_who_holds_no_chit_is_not_asked() -> None:
    asked = [one["decision"] for one in holding(["event-6"], []).found("Asked")]
    assert [one["player"] for one in asked if one["topic"] == "chits"] == ["zhukov"]


# -- 5.3, 5.4, 5.6 ---------------------------------------------------------------------------------------


BOTH_ACTED = {"8GA-1": "bridgehead activated", "606": "seelow activated"}


def refreshed(units: dict[str, str] = BOTH_ACTED, turn: int = 2, **position: Any) -> Tabletop:
    """A table after D.4, at the next question."""
    laid: dict[str, Any] = {"hands": {"zhukov": ["event-2"], "koniev": ["event-7"]}, **position}
    return Tabletop("raceforberlin", units, turn=turn, segment="D.4", dice=[6, 1, 1], **laid)


@pytest.mark.rule("5.3")
def test_5_3_all_units_may_be_activated_again() -> None:
    table = refreshed()
    assert not any(unit.flags for unit in table.state.units.values())
    (turned,) = table.found("FlagsChanged")
    assert set(turned["units"]) == {"8GA-1", "606"}


@pytest.mark.rule("5.3", "5.4", "5.6")
def test_5_3_where_nobody_acted_and_no_support_is_left_nothing_is_told() -> None:
    table = refreshed({"8GA-1": "bridgehead"})
    assert table.found("FlagsChanged") == []
    assert [facts["track"] for facts in table.found("TrackMoved")] == ["operations"]
    assert not {facts["key"] for facts in table.found("FactNoted")} & {
        "hitler",
        "garrison",
        "planned-retreat",
    }


@pytest.mark.rule("5.4", "3.2.3")
def test_5_4_support_is_lost() -> None:
    table = refreshed(tracks={"support-zhukov": 3})
    assert table.state.tracks["support-zhukov"] == 0


@pytest.mark.rule("5.6")
def test_5_6_the_turn_marker_moves_on_to_the_next_administrative_phase() -> None:
    table = refreshed()
    assert table.state.turn == 3
    assert [facts["segment"] for facts in table.found("SegmentEntered")][:2] == ["A.1", "A.2"]


@pytest.mark.rule("4.1.1")
def test_4_1_1_the_operations_marker_goes_back_to_one() -> None:
    assert refreshed(tracks={"operations": 4}).state.tracks["operations"] == 1


@pytest.mark.rule("5.6", "E5.1", "E4.1")
def test_5_6_what_held_for_the_turn_is_over() -> None:
    state = {"garrison": 10, "planned-retreat": "koniev", "hitler": "north", "shelled": "koniev"}
    table = refreshed(state=state)
    assert {key for key in state if key in table.state.facts} == {"shelled"}


# -- lines for the player's other force ------------------------------------------------------------------

BOTH = {"3GTA-1": "triebel", "391": "kyritz"}
GERMAN = "freemove 391 to neuruppin"


@pytest.mark.rule("5.1.d")
@pytest.mark.parametrize(
    "sheets",
    [
        ["freemove 3GTA-1 to guben\n" + GERMAN],
        [GERMAN + "\nfreemove 3GTA-1 to guben"],
        ["pass\n" + GERMAN],
        [GERMAN, "pass"],
    ],
)
def test_5_1_d_moves_of_the_players_other_force_wait_for_its_turn(sheets: list[str]) -> None:
    table = idle(BOTH, turn=8)
    for sheet in sheets:
        verdicts = {ruling.verdict for ruling in table.order("koniev", sheet)}
        assert verdicts == {"waiting" if sheet == GERMAN else "done"}
    assert table.at("391") == "neuruppin"
    assert table.at("3GTA-1") == ("guben" if "guben" in sheets[0] else "triebel")


@pytest.mark.rule("5.1.d")
def test_5_1_d_moves_sent_before_the_phase_wait_past_the_turn_of_the_other_force() -> None:
    table = idle({**BOTH, "69-1": "reppen"}, turn=8)
    assert table.verdict("koniev", GERMAN) == ("waiting", "")
    table.order("zhukov", "pass")
    assert table.at("391") == "kyritz"
    table.order("koniev", "pass")
    assert table.at("391") == "neuruppin"


def test_the_marker_that_stays_on_its_space_is_not_told() -> None:
    table = idle({"69-1": "reppen"}, tracks={"operations": 1})
    table.order("zhukov", "pass")
    assert table.found("TrackMoved")[0]["track"] == "operations"
    assert not any("Operations marker" in told for told in table.said())


def test_a_move_of_one_zone_is_offered_without_its_way() -> None:
    table = idle({"69-1": "reppen"})
    assert way_told(table.game, table.state, "zhukov", "freemove 69-1 to goritz") == ""
