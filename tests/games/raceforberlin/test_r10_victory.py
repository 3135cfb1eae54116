"""Rule 10, the end of the game and victory."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.dice import ListedDice
from adjudicator.games.raceforberlin import r10_victory
from adjudicator.games.raceforberlin.r10_victory import city_points, deepest, leader, standings, territory
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused
from tests.tabletop import Tabletop

CITIES = ("wedding", "prenzlauer-berg", "friedrichshain", "neukolln", "tempelhof", "zehlendorf")
HELD = dict(zip(("61-1", "47-1", "8GA-1", "5SHA-1", "3GTA-1", "13-1"), CITIES, strict=True))
"""A Soviet unit in each city zone: Koniev's in Tempelhof and Zehlendorf, Zhukov's in the others."""


def final(units: dict[str, str] | None = None, **position: Any) -> Tabletop:
    """A table after the last turn."""
    return Tabletop("raceforberlin", units or {}, turn=10, segment="D.2", **position)


def over(table: Tabletop) -> dict[str, Any]:
    """How the game ended."""
    assert table.state.over is not None
    return dict(table.state.over)


# -- 0.3 the winner --------------------------------------------------------------------------------------


@pytest.mark.rule("0.3", "10.0.b")
def test_0_3_more_points_win() -> None:
    ended = over(final(tracks={"vp-zhukov": 21, "vp-koniev": 18}))
    assert (ended["winner"], ended["points"]) == ("zhukov", {"zhukov": 21, "koniev": 18})


@pytest.mark.rule("0.3")
def test_0_3_equal_totals_are_a_draw() -> None:
    assert over(final(tracks={"vp-zhukov": 7, "vp-koniev": 7}))["winner"] == ""
    assert leader({"zhukov": 1, "koniev": 2}) == "koniev"


@pytest.mark.rule("10.0.a", "5.2.c")
def test_10_0_a_the_game_ends_after_turn_ten() -> None:
    assert over(final())["why"] == "turn 10 is over"


@pytest.mark.rule("10.0.b")
def test_10_0_b_points_are_counted_as_play_goes_on_and_may_fall_below_nought() -> None:
    play = Play(final(run=False).state, ListedDice([], []))
    r10_victory.score(play, "9.1.5.b", "koniev", -3, "left empty")
    r10_victory.score(play, "10.1.1.a", "zhukov", 2, "control")
    r10_victory.score(play, "10.1.1.a", "zhukov", 0, "nothing")
    assert (play.state.tracks["vp-koniev"], play.state.tracks["vp-zhukov"], len(play.events)) == (-3, 2, 2)


# -- 10.1 territory --------------------------------------------------------------------------------------


@pytest.mark.rule("10.1.1.a", "G.10", "M.5")
def test_10_1_1_a_victory_zones_count_for_the_soviet_who_controls_them() -> None:
    control = {"cottbus": "koniev", "frankfurt": "zhukov", "dresden": "us", "lebus": "zhukov"}
    state = final(control=control, run=False).state
    assert (territory(state, "koniev"), territory(state, "zhukov")) == (2, 2)


@pytest.mark.rule("10.1.1.a", "7.3.4.a")
def test_10_1_1_a_the_points_come_with_the_marker() -> None:
    table = Tabletop("raceforberlin", {"3GTA-1": "kathlow", "3GTA-2": "kathlow"}, segment="C.2", dice=[1])
    table.order("koniev", "move 3GTA-1 cottbus")
    assert (table.state.control, table.state.tracks["vp-koniev"]) == ({"cottbus": "koniev"}, 2)


@pytest.mark.rule("10.1.1.a", "10.1.1.b", "7.3.4.a", "9.3.3.a")
@pytest.mark.parametrize(("zone", "clause"), [("cottbus", "10.1.1.a"), ("tempelhof", "10.1.1.b")])
def test_10_1_1_points_cite_the_clause_of_their_zone(zone: str, clause: str) -> None:
    play = Play(final(run=False).state, ListedDice([], []))
    r10_victory.gain(play, "9.3.3.a", zone, "koniev")
    assert [event.rule for event in play.events] == ["9.3.3.a", clause]


@pytest.mark.rule("10.1.1.b", "10.1.1.a")
def test_10_1_1_b_city_zones_count_from_level_two_for_who_controls_them() -> None:
    control = {"tempelhof": "koniev", "wedding": "zhukov"}
    tracks = {"progress-tempelhof": 2, "progress-wedding": 1, "vp-koniev": 3}
    state = final(control=control, tracks=tracks, run=False).state
    assert (city_points(state, "koniev"), city_points(state, "zhukov")) == (3, 0)
    assert standings(state)["koniev"] == {"points": 3, "territory": 0, "city": 3}


# -- 10.2.1 shelling -------------------------------------------------------------------------------------


def shelling(segment: str, units: dict[str, str], **position: Any) -> Tabletop:
    """A table in a Soviet or German impulse."""
    return Tabletop("raceforberlin", units, turn=5, segment=segment, **position)


BESIDE = {"3GTA-1": "zossen", "8GA-1": "bernau"}


@pytest.mark.rule("10.2.1")
def test_10_2_1_the_first_to_shell_gains_a_point_and_spends_the_activation() -> None:
    table = shelling("C.2", BESIDE)
    assert table.verdict("koniev", "shell 3GTA-1") == ("done", "")
    assert table.state.tracks["vp-koniev"] == 1
    assert "activated" in table.state.units["3GTA-1"].flags
    assert table.at("3GTA-1") == "zossen"


@pytest.mark.rule("10.2.1")
def test_10_2_1_a_second_shelling_by_anybody_gains_nothing() -> None:
    table = shelling("C.1", {**BESIDE, "8GA-2": "bernau"}, state={"shelled": "koniev"})
    assert table.verdict("zhukov", "shell 8GA-1") == ("done", "")
    assert table.state.tracks["vp-zhukov"] == 0


@pytest.mark.rule("10.2.1")
def test_10_2_1_the_point_is_given_once_in_a_game() -> None:
    play = Play(shelling("C.2", BESIDE).state, ListedDice([], []))
    for unit in ("3GTA-1", "3GTA-1", "8GA-1"):
        r10_victory.shell(play, Order("shell", {"unit": unit}))
    assert (play.state.tracks["vp-koniev"], play.state.tracks["vp-zhukov"]) == (1, 0)
    with pytest.raises(Refused, match="not adjacent to a city zone"):
        r10_victory.shell(
            Play(shelling("C.2", {"3GTA-1": "luckau"}).state, ListedDice([], [])),
            Order("shell", {"unit": "3GTA-1"}),
        )


@pytest.mark.rule("10.2.1")
def test_10_2_1_only_from_beside_a_city_zone() -> None:
    table = shelling("C.2", {"3GTA-1": "luckau"})
    (ruling,) = table.order("koniev", "shell 3GTA-1")
    assert (ruling.verdict, ruling.rule) == ("refused", "10.2.1")
    assert not any(line.startswith("shell") for line in ruling.legal), "no unit is beside Berlin"
    assert all(line.split()[1] == "3GTA-1" for line in ruling.legal)
    assert table.state.waiting()[0].topic == "impulse", "what is refused costs nothing"
    for zone in ("zossen", "trebbin"):
        assert shelling("C.2", {"4GTA-1": zone}).verdict("koniev", "shell 4GTA-1") == ("done", ""), zone


@pytest.mark.rule("10.2.1")
def test_10_2_1_a_city_zone_is_adjacent_to_its_neighbours_in_the_ring() -> None:
    """The rule asks for a zone adjacent to a city zone, and not, as 9.2.4 does, for a non-city zone."""
    table = shelling("C.2", {"3GTA-1": "tempelhof"})
    assert table.verdict("koniev", "shell 3GTA-1") == ("done", "")
    assert table.state.tracks["vp-koniev"] == 1


@pytest.mark.rule("10.2.1")
def test_10_2_1_germans_do_not_shell() -> None:
    assert shelling("C.3", {"606": "zossen"}).verdict("koniev", "shell 606") == ("refused", "10.2.1")


@pytest.mark.rule("10.2.1")
def test_10_2_1_who_shells_does_nothing_else() -> None:
    table = shelling("C.2", BESIDE)
    shell, move = table.order("koniev", "shell 3GTA-1\nmove 3GTA-1 trebbin")
    assert (shell.verdict, move.verdict) == ("done", "refused")


# -- 10.2.2 first penetration ----------------------------------------------------------------------------


@pytest.mark.rule("10.2.2")
def test_10_2_2_the_first_level_in_berlin_gains_two_points_once() -> None:
    play = Play(final(run=False).state, ListedDice([], []))
    r10_victory.first_penetration(play, "koniev")
    r10_victory.first_penetration(play, "zhukov")
    assert play.state.facts["first-penetration"] == "koniev"
    assert (play.state.tracks["vp-koniev"], play.state.tracks["vp-zhukov"]) == (2, 0)


@pytest.mark.rule("10.2.2", "9.1.2.b")
def test_10_2_2_it_comes_from_a_city_progress_roll() -> None:
    """8 GA alone in Tempelhof, 20 against the garrison of 20: 1:1; a six raises the level."""
    table = Tabletop(
        "raceforberlin",
        {"8GA-1": "tempelhof"},
        turn=6,
        segment="C.1",
        tracks={"support-zhukov": 1},
        dice=[6],
    )
    table.order("zhukov", "city tempelhof with 8GA-1")
    assert table.state.tracks["progress-tempelhof"] == 1
    assert (table.state.tracks["vp-zhukov"], table.state.facts["first-penetration"]) == (2, "zhukov")


# -- 10.2.3 deepest penetration --------------------------------------------------------------------------


@pytest.mark.rule("10.2.3.a")
@pytest.mark.parametrize(
    ("levels", "leader"),
    [
        ({"wedding": 5, "tempelhof": 3}, "zhukov"),
        ({"wedding": 2, "tempelhof": 4}, "koniev"),
        ({"wedding": 3, "tempelhof": 3}, ""),
        ({"wedding": 3, "tempelhof": 2}, ""),
        ({"wedding": 4, "tempelhof": 4}, ""),
        ({"wedding": 4, "neukolln": 4, "tempelhof": 3}, "zhukov"),
        ({"wedding": 5, "neukolln": 2, "tempelhof": 4}, "zhukov"),
    ],
)
def test_10_2_3_a_the_highest_level_at_least_four_gains_five_points(
    levels: dict[str, int], leader: str
) -> None:
    tracks = {f"progress-{zone}": reached for zone, reached in levels.items()}
    control = {zone: "koniev" if zone == "tempelhof" else "zhukov" for zone in levels}
    table = final(HELD, tracks=tracks, control=control)
    assert deepest(table.state) == leader
    points = {"zhukov": 0, "koniev": 0, **({leader: 5} if leader else {})}
    assert over(table)["points"] == points
    assert table.kinds().count("TrackMoved") == (1 if leader else 0)


@pytest.mark.rule("10.2.3.b")
def test_10_2_3_b_only_with_soviets_in_all_six_city_zones() -> None:
    units = {unit: zone for unit, zone in HELD.items() if zone != "neukolln"}
    table = final(units, tracks={"progress-wedding": 5}, control={"wedding": "zhukov"})
    assert over(table)["points"] == {"zhukov": 0, "koniev": 0}


@pytest.mark.rule("10.2.3.b")
def test_10_2_3_b_soviets_of_either_camp_count() -> None:
    units = {**{u: z for u, z in HELD.items() if z != "neukolln"}, "4GTA-1": "neukolln"}
    table = final(units, tracks={"progress-wedding": 5}, control={"wedding": "zhukov"})
    assert over(table)["points"] == {"zhukov": 5, "koniev": 0}


# -- 2.2.9 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("2.2.9")
def test_2_2_9_both_lose_whatever_their_points() -> None:
    play = Play(final(tracks={"vp-zhukov": 20}, run=False).state, ListedDice([], []))
    r10_victory.lose_both(play, "2.2.9", "the Americans have reached Berlin")
    assert play.state.over is not None
    assert play.state.over["winner"] == ""
