"""Rule 2.2, the American advance."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from adjudicator.games.raceforberlin.r02_american import (
    advance_told,
    escapes,
    halt,
    next_zone,
    track_of,
)
from tests.tabletop import Tabletop

HANDS = {"zhukov": ["event-2"], "koniev": ["event-1", "event-10"]}
QUIET = 1
"""A Hitler die without effect."""

WEST = {"kyritz": "us", "neuruppin": "us", "nauen": "us"}


def advance(turn: int, die: int, units: dict[str, str] | None = None, *later: int, **more: Any) -> Tabletop:
    """A table after the American die of A.2, and the dice after it."""
    position: dict[str, Any] = {"turn": turn, "segment": "A.2", "hands": HANDS, **more}
    return Tabletop("raceforberlin", units or {}, dice=[die, *later, QUIET], **position)


# -- 2.2.1 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("2.2.1.a", "2.2.1.b", "2.2.1.c")
@pytest.mark.parametrize(
    ("turns", "tracks"),
    [((1, 2, 3), (1, 1, 2, 0, 0, 0)), ((4, 6, 8), (1, 1, 2, 3, 0, 0)), ((9, 10), (1, 1, 2, 2, 3, 3))],
)
def test_2_2_1_the_table_by_turn(turns: tuple[int, ...], tracks: tuple[int, ...]) -> None:
    for turn in turns:
        assert tuple(track_of(turn, die) for die in range(1, 7)) == tracks


@pytest.mark.rule("2.2.1.a", "2.2.1.b", "2.2.1.c")
@pytest.mark.parametrize(
    ("turn", "die", "told"),
    [
        (1, 6, "no advance this turn (1-2: track 1, 3: track 2, 4-6: none)"),
        (4, 4, "the Americans advance along track 3 (1-2: track 1, 3: track 2, 4: track 3, 5-6: none)"),
        (9, 1, "the Americans advance along track 1 (1-2: track 1, 3-4: track 2, 5-6: track 3)"),
    ],
)
def test_2_2_1_the_die_is_told_with_the_dice_that_move_each_track(turn: int, die: int, told: str) -> None:
    assert advance_told(turn, die) == told


@pytest.mark.rule("2.2.1.d")
def test_2_2_1_d_one_die_a_turn() -> None:
    table = advance(4, 6)
    assert next(facts["purpose"] for facts in table.found("DieRolled")) == "the American advance"
    assert len([f for f in table.found("DieRolled") if "American" in f["purpose"]]) == 1
    assert not table.state.control


@pytest.mark.rule("2.2.1.d", "2.2.4")
def test_2_2_1_d_no_die_after_the_halt() -> None:
    table = Tabletop(
        "raceforberlin", {}, turn=4, segment="A.2", hands=HANDS, state={"american-halt": True}, dice=[QUIET]
    )
    assert [facts["purpose"] for facts in table.found("DieRolled")] == ["orders from Hitler"]


# -- 2.2.2 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("2.2.2.a", "G.4")
@pytest.mark.parametrize(("die", "zone"), [(1, "leipzig"), (3, "leipzig"), (4, "kyritz")])
def test_2_2_2_a_the_tracks_begin_in_leipzig_and_kyritz(die: int, zone: str) -> None:
    assert advance(4, die).state.control == {zone: "us"}


@pytest.mark.rule("2.2.2.b", "M.6")
def test_2_2_2_b_each_advance_takes_the_next_zone_of_its_track() -> None:
    table = advance(4, 4, control={"kyritz": "us"})
    assert table.state.control == {"kyritz": "us", "neuruppin": "us"}
    for number in (1, 2, 3):
        chain = table.state.board.chains[f"american-{number}"]
        assert all(table.state.board.adjacent(a, b) for a, b in itertools.pairwise(chain))


@pytest.mark.rule("2.2.2.b", "2.2.5")
def test_2_2_2_b_an_empty_zone_of_nobody_costs_nobody_a_point() -> None:
    table = advance(4, 1, control={"leipzig": "us", "dessau": "us"})
    assert table.state.control["wittenberg"] == "us"
    assert "TrackMoved" not in table.kinds()
    assert "escaping" not in table.state.facts


@pytest.mark.rule("2.2.4", "2.2.8.b")
def test_2_2_4_the_advance_is_halted_once() -> None:
    table = Tabletop("raceforberlin", {}, segment="B.2")
    halt(table.play, "2.2.8.b", "juterbog")
    halt(table.play, "2.2.4", "wedding")
    assert [facts["space"] for facts in table.found("AdvanceHalted")] == ["juterbog"]


@pytest.mark.rule("2.2.2.c")
def test_2_2_2_c_the_marker_in_leipzig_counts_on_both_tracks() -> None:
    table = advance(4, 3, control={"leipzig": "us"})
    assert table.state.control == {"leipzig": "us", "torgau": "us"}
    assert next_zone(table.state, 1) == "dessau"


# -- 2.2.4, 2.2.5 ----------------------------------------------------------------------------------------


@pytest.mark.rule("2.2.4")
def test_2_2_4_a_soviet_unit_ahead_stops_all_tracks_for_good() -> None:
    taken = {"leipzig": "us", "torgau": "us", "herzberg": "us"}
    table = advance(4, 3, {"3GTA-1": "juterbog"}, control={**taken, "juterbog": "koniev"})
    assert table.state.facts["american-halt"] is True
    assert table.state.control == {**taken, "juterbog": "koniev"}
    assert "Soviets and Americans meet in Jüterbog: the American advance ends permanently." in table.said()


@pytest.mark.rule("2.2.5")
def test_2_2_5_a_soviet_zone_without_troops_is_lost_with_its_points() -> None:
    taken = {"leipzig": "us", "torgau": "us", "herzberg": "us"}
    table = advance(4, 3, control={**taken, "juterbog": "koniev"}, tracks={"vp-koniev": 5})
    assert table.state.control["juterbog"] == "us"
    assert table.state.tracks["vp-koniev"] == 4
    assert "american-halt" not in table.state.facts


# -- 2.2.3 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("2.2.3")
@pytest.mark.parametrize(
    ("side", "unit", "segment"), [("koniev", "3GTA-1", "C.2"), ("zhukov", "21Pz", "C.4")]
)
def test_2_2_3_a_captured_zone_is_closed_to_both_nationalities(side: str, unit: str, segment: str) -> None:
    table = Tabletop("raceforberlin", {unit: "riesa"}, turn=7, segment=segment, control={"leipzig": "us"})
    assert table.verdict(side, f"move {unit} leipzig") == ("refused", "2.2.3")


# -- 2.2.6 -----------------------------------------------------------------------------------------------


def dessau(*dice: int, **units: str) -> Tabletop:
    """The Americans come to Dessau, the second zone of track 1, in which Germans stand."""
    return advance(4, 1, {"21Pz": "dessau", **units}, *dice, control={"leipzig": "us"})


@pytest.mark.rule("2.2.6.a")
@pytest.mark.parametrize("die", [1, 4])
def test_2_2_6_a_up_to_four_a_german_unit_leaves_the_game(die: int) -> None:
    table = dessau(die)
    assert (table.at("21Pz"), table.steps("21Pz")) == ("withdrawn", 0)
    assert table.state.control["dessau"] == "us"


@pytest.mark.rule("2.2.6.a", "2.2.6.b")
def test_2_2_6_a_each_german_unit_has_its_own_die_before_the_marker_is_laid() -> None:
    table = dessau(4, 5, **{"1SSPz": "dessau"})
    lost = table.found("UnitEliminated")
    assert [facts["unit"] for facts in lost] == ["1SSPz"]
    kinds = [kind for kind in table.kinds() if kind in {"DieRolled", "UnitEliminated", "ControlChanged"}]
    assert kinds[:3] == ["DieRolled", "DieRolled", "UnitEliminated"]
    assert kinds.index("ControlChanged") > kinds.index("UnitEliminated")


@pytest.mark.rule("2.2.6.b")
def test_2_2_6_b_above_four_its_owner_chooses_a_zone_of_higher_index() -> None:
    """Dessau has index 3: Wittenberg and Belzig (7) are higher, Genthin (3) is not, Leipzig (5) is taken."""
    table = dessau(5)
    assert table.asked() == ("2.2.6.b", "zhukov", ("displace 21Pz to belzig", "displace 21Pz to wittenberg"))
    assert table.verdict("zhukov", "displace 21Pz to genthin") == ("refused", "2.2.6.b")
    assert table.verdict("zhukov", "displace 21Pz to belzig") == ("done", "")
    assert table.at("21Pz") == "belzig"
    assert "escaping" not in table.state.facts


@pytest.mark.rule("2.2.6.b")
def test_2_2_6_b_zones_with_soviets_are_no_escape() -> None:
    table = dessau(6, **{"3GTA-1": "belzig"})
    assert table.at("21Pz") == "wittenberg"


@pytest.mark.rule("2.2.6.b")
def test_2_2_6_b_the_owner_of_each_unit_is_asked_in_turn() -> None:
    table = dessau(5, 6, **{"606": "dessau"})
    assert table.asked()[1] == "koniev"
    table.order("koniev", "displace 606 to belzig")
    assert table.asked()[1] == "zhukov"
    table.order("zhukov", "displace 21Pz to belzig")
    assert (table.at("606"), table.at("21Pz")) == ("belzig", "belzig")


@pytest.mark.rule("2.2.6.b")
def test_2_2_6_b_one_sheet_may_answer_for_several_units() -> None:
    table = dessau(5, 5, **{"1SSPz": "dessau"})
    rulings = table.order("zhukov", "displace 21Pz to belzig\ndisplace 1SSPz to wittenberg")
    assert [ruling.verdict for ruling in rulings] == ["done", "done"]
    assert (table.at("21Pz"), table.at("1SSPz")) == ("belzig", "wittenberg")


@pytest.mark.rule("2.2.6.b")
def test_2_2_6_b_an_answer_about_another_unit_is_refused() -> None:
    table = dessau(5, **{"17": "rathenow"})
    assert table.verdict("zhukov", "displace 17 to nauen") == ("refused", "2.2.6.b")
    assert table.at("17") == "rathenow"


@pytest.mark.rule("2.2.6.b", "6.1.2.a")
def test_2_2_6_b_an_escape_needs_room() -> None:
    full = {"606": "belzig", "5Jag": "belzig", "309": "belzig"}
    assert dessau(5, **full).at("21Pz") == "wittenberg"


@pytest.mark.rule("7.2.1", "2.2.6.b")
def test_2_2_6_b_an_escape_does_not_cross_the_oder_neisse() -> None:
    table = Tabletop("raceforberlin", {"21Pz": "forst"}, segment="B.2")
    assert set(escapes(table.state, table.state.units["21Pz"])) == {"guben"}


@pytest.mark.rule("2.2.6.c")
def test_2_2_6_c_without_an_escape_the_unit_leaves_the_game() -> None:
    table = dessau(6, **{"3GTA-1": "belzig", "13-1": "wittenberg"})
    assert (table.at("21Pz"), table.steps("21Pz")) == ("withdrawn", 0)
    assert [facts["why"] for facts in table.found("UnitEliminated")] == ["no path past the Americans"]
    assert "escaping" not in table.state.facts


# -- 2.2.9 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("2.2.9")
def test_2_2_9_americans_in_berlin_and_both_players_lose() -> None:
    table = advance(9, 5, control=WEST, tracks={"vp-zhukov": 9})
    assert table.state.over is not None
    assert table.state.over["winner"] == ""
    assert "both players lose" in table.state.over["why"]


@pytest.mark.rule("2.2.9", "G.1")
def test_2_2_9_beside_berlin_nobody_has_lost_yet() -> None:
    table = advance(9, 5, control={"kyritz": "us", "neuruppin": "us"})
    assert (table.state.over, table.state.control) == (None, WEST)


@pytest.mark.rule("2.2.9", "2.2.4")
def test_2_2_9_a_soviet_unit_in_the_city_zone_halts_them_instead() -> None:
    table = advance(9, 5, {"61-1": "wedding"}, control=WEST)
    assert table.state.over is None
    assert table.state.facts["american-halt"] is True
    assert "wedding" not in table.state.control


# -- 2.2.8 -----------------------------------------------------------------------------------------------

STRAY = {"3GTA-1": "juterbog", "606": "wittenberg"}
TAKEN = {"juterbog": "us"}


@pytest.mark.rule("2.2.8.a")
def test_2_2_8_a_a_soviet_unit_in_an_american_zone_may_not_attack() -> None:
    table = Tabletop("raceforberlin", STRAY, turn=5, segment="C.2", control=TAKEN)
    (ruling,) = table.order("koniev", "combat 3GTA-1 at wittenberg")
    assert (ruling.rule, ruling.why) == ("2.2.8.a", "3 GTA-1 is in American Jüterbog and may only leave")
    assert table.verdict("koniev", "activate 3GTA-1 reserve") == ("refused", "2.2.8.a")


@pytest.mark.rule("2.2.8.a")
def test_2_2_8_a_it_must_leave_as_soon_as_it_can_be_activated() -> None:
    table = Tabletop("raceforberlin", STRAY, turn=5, segment="C.2", control=TAKEN)
    (ruling,) = table.order("koniev", "pass")
    assert (ruling.verdict, ruling.rule) == ("refused", "2.2.8.a")
    assert "move 3GTA-1 luckenwalde" in ruling.legal
    assert table.verdict("koniev", "move 3GTA-1 luckenwalde") == ("done", "")


@pytest.mark.rule("2.2.8.a")
def test_2_2_8_a_beside_an_american_zone_soviets_attack_as_ever() -> None:
    table = Tabletop("raceforberlin", STRAY, turn=5, segment="C.2", dice=[1])
    assert table.verdict("koniev", "combat 3GTA-1 at wittenberg") == ("done", "")


@pytest.mark.rule("2.2.8.a")
def test_2_2_8_a_an_activated_one_waits_for_the_next_turn() -> None:
    units = {**STRAY, "3GTA-1": "juterbog activated", "13-1": "zossen"}
    table = Tabletop("raceforberlin", units, turn=5, segment="C.2", control=TAKEN)
    assert table.verdict("koniev", "pass") == ("done", "")
