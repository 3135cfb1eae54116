"""Rule 11, set-up, and the parts of the game that it lays out (glossary G, units U, map M)."""

from __future__ import annotations

import pytest

from adjudicator.games.raceforberlin.position import (
    GERMAN,
    KONIEV,
    SOVIET,
    ZHUKOV,
    army,
    contested,
    controlled,
    counters_of,
    enemies,
    fact,
    group,
    is_city,
    level,
    over_oder_neisse,
    over_river,
    printed,
)
from adjudicator.games.raceforberlin.r11_setup import start
from adjudicator.state import State
from tests.tabletop import Tabletop

PLACES = {
    ("zhukov", "soviet"): {
        "barwalde": "61-1 61-2 1POL-1 1POL-2",
        "kustrin": "47-1 47-2 3SHA-1 3SHA-2 2GTA-1 2GTA-2",
        "bridgehead": "5SHA-1 5SHA-2 8GA-1 8GA-2",
        "reppen": "69-1 69-2",
        "ziebingen": "33-1 33-2",
        "goritz": "1GTA-1 1GTA-2",
    },
    ("zhukov", "german"): {
        "gorlitz": "10SSPz 72 17",
        "niesky": "Branden",
        "rietschen": "615",
        "muskau": "545",
        "spremberg": "1SSPz 344",
        "dresden": "404",
        "forst": "342",
        "guben": "36SS 214",
        "lieberose": "275 35SS",
        "cottbus": "21Pz",
    },
    ("koniev", "soviet"): {
        "triebel": "3GA-1 3GA-2 13-1 13-2 3GTA-1 3GTA-2",
        "priebus": "5GA-1 5GA-2 4GTA-1 4GTA-2",
        "sanitz": "2POL-1 2POL-2",
        "penzig": "52-1 52-2",
    },
    ("koniev", "german"): {
        "furstenberg": "391 32SS",
        "beeskow": "Ragen",
        "frankfurt": "286",
        "lebus": "712 169",
        "seelow": "303 20PzGr",
        "falkenhagen": "Kurmark 156",
        "nordl-oderbruch": "606 5Jag",
        "sudl-oderbruch": "9Falsch 309",
        "letschin": "Munch",
        "protzel": "25PzGr",
        "muncheberg": "541",
    },
}
"""The lists of 11.1 to 11.4."""

CLAUSE = {
    ("zhukov", "soviet"): "11.1",
    ("zhukov", "german"): "11.2",
    ("koniev", "soviet"): "11.3",
    ("koniev", "german"): "11.4",
}


@pytest.fixture(scope="module")
def campaign() -> State:
    return start("campaign")


@pytest.mark.rule("11.1", "11.2", "11.3", "11.4", "11.0.c", "M.4")
@pytest.mark.parametrize(("camp", "nationality"), PLACES)
def test_11_1_to_4_every_force_stands_where_its_list_says(
    campaign: State, camp: str, nationality: str
) -> None:
    """The letters printed on the counters lead to the same zones as the lists."""
    found: dict[str, list[str]] = {}
    for unit in group(campaign, camp, nationality):
        found.setdefault(unit.at, []).append(unit.id)
    assert found == {space: units.split() for space, units in PLACES[camp, nationality].items()}
    for unit in group(campaign, camp, nationality):
        letters = {campaign.board.spaces[unit.at].facts["flag"], ""}
        assert campaign.roster.counters[unit.id].flag in letters


@pytest.mark.rule("11.5.1", "11.5.2", "11.6.1", "11.6.2")
def test_11_5_and_6_the_reinforcements_wait_beside_the_map(campaign: State) -> None:
    waiting = {(unit.side, unit.id) for unit in campaign.at("reinforcements")}
    zhukovs = {("zhukov", unit) for unit in ("3-1", "3-2", "1Falsch")}
    assert waiting == zhukovs | {
        ("koniev", unit) for unit in ("28-1", "28-2", "31", "11SS", "23SS", "18PzGr")
    }


@pytest.mark.rule("11.5.3")
def test_11_5_3_ten_divisions_of_xii_army_wait_in_their_cup(campaign: State) -> None:
    names = ["TKorner", "UvHut", "FvSchill", "Scharn", "Clause", "Hamburg", "vHake", "199", "HGoer", "FLJahn"]
    assert list(campaign.cups["xii-army"]) == names
    assert {unit.id for unit in campaign.at("xii-army")} == set(names)
    assert {campaign.units[name].side for name in names} == {"zhukov"}


@pytest.mark.rule("11.0.a", "4.1.1", "9.1.2.a")
def test_11_0_a_markers_stand_on_turn_1_phase_1_and_nought(campaign: State) -> None:
    assert (campaign.turn, campaign.tracks["operations"]) == (1, 1)
    others = {track: value for track, value in campaign.tracks.items() if track != "operations"}
    assert others == {"support-zhukov": 0, "support-koniev": 0, "vp-zhukov": 0, "vp-koniev": 0}
    assert not campaign.control


@pytest.mark.rule("2.4.1.a", "11.0.b")
def test_2_4_1_a_koniev_begins_with_heinrici(campaign: State) -> None:
    assert campaign.hands == {"zhukov": (), "koniev": ("event-1",)}


@pytest.mark.rule("2.4.1.b")
def test_2_4_1_b_chits_2_to_11_lie_in_the_cup(campaign: State) -> None:
    assert set(campaign.cups["chits"]) == {f"event-{n}" for n in range(2, 12)}
    assert len(campaign.cups["chits"]) == 10


def test_a_scenario_that_does_not_exist_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        start("winter")


# -- glossary ------------------------------------------------------------------------------------------


@pytest.mark.rule("0.1", "G.3", "G.8")
def test_0_1_and_g_3_two_camps_run_four_forces(campaign: State) -> None:
    assert campaign.sides == (ZHUKOV, KONIEV)
    forces = {(unit.side, campaign.roster.counters[unit.id].nation) for unit in campaign.units.values()}
    assert forces == {(camp, nation) for camp in (ZHUKOV, KONIEV) for nation in (SOVIET, GERMAN)}
    assert campaign.units["10SSPz"].side == ZHUKOV


@pytest.mark.rule("0.2")
def test_0_2_an_order_for_a_counter_of_the_other_camp_is_refused() -> None:
    table = Tabletop("raceforberlin", {"303": "seelow", "21Pz": "cottbus"}, turn=1, segment="C.4")
    assert table.verdict("zhukov", "move 303 letschin") == ("refused", "0.2")


@pytest.mark.rule("G.1")
def test_g_1_six_zones_are_berlin(campaign: State) -> None:
    cities = {zone for zone in campaign.board.spaces if is_city(campaign, zone)}
    assert cities == {"wedding", "prenzlauer-berg", "friedrichshain", "neukolln", "tempelhof", "zehlendorf"}


@pytest.mark.rule("9.1.2.a")
def test_9_1_2_a_a_zone_has_the_level_of_its_marker_or_none() -> None:
    state = Tabletop("raceforberlin", {}, tracks={"progress-wedding": 3}, run=False).state
    assert (level(state, "wedding"), level(state, "tempelhof")) == (3, 0)


@pytest.mark.rule("G.2", "9.1.3", "9.1.4", "9.3.3.a")
@pytest.mark.parametrize(
    ("zone", "at", "is_contested", "is_controlled"),
    [
        ("tempelhof", 0, True, False),
        ("tempelhof", 1, True, False),
        ("tempelhof", 2, False, True),
        ("wedding", 1, False, False),
        ("wedding", 2, False, True),
        ("zossen", 0, False, False),
    ],
)
def test_g_2_soviets_contest_a_city_zone_below_level_2_and_control_it_from_there(
    zone: str, at: int, is_contested: bool, is_controlled: bool
) -> None:
    units = {"8GA-1": "tempelhof", "8GA-2": "zossen"}
    state = Tabletop("raceforberlin", units, tracks={f"progress-{zone}": at} if at else {}, run=False).state
    assert (contested(state, zone), controlled(state, zone)) == (is_contested, is_controlled)


@pytest.mark.rule("G.6", "M.10")
@pytest.mark.parametrize(
    ("a", "b", "oder_neisse", "river"),
    [
        ("kustrin", "bridgehead", True, True),
        ("triebel", "forst", True, True),
        ("kathlow", "cottbus", False, True),
        ("seelow", "letschin", False, False),
    ],
)
def test_g_6_the_oder_and_neisse_are_one_line_and_the_spree_a_river_too(
    campaign: State, a: str, b: str, oder_neisse: bool, river: bool
) -> None:
    assert (over_oder_neisse(campaign, a, b), over_river(campaign, a, b)) == (oder_neisse, river)


@pytest.mark.rule("G.7")
def test_g_7_nationality_makes_enemies_not_the_camp(campaign: State) -> None:
    soviet = campaign.units["8GA-1"]
    assert soviet.side == campaign.units["10SSPz"].side
    assert {unit.id for unit in enemies(campaign, soviet, "gorlitz")} == {"10SSPz", "72", "17"}


@pytest.mark.rule("G.9", "M.3")
def test_g_9_every_zone_has_an_index_that_falls_toward_the_west(campaign: State) -> None:
    spaces = campaign.board.spaces
    assert all(isinstance(space.facts["index"], int) for space in spaces.values())
    assert fact(campaign, "forst", "index") > fact(campaign, "cottbus", "index")
    by_longitude = sorted(spaces, key=lambda zone: spaces[zone].centre[0])
    assert fact(campaign, by_longitude[0], "index") < fact(campaign, by_longitude[-1], "index")


@pytest.mark.rule("G.10", "M.5")
def test_g_10_victory_zones_are_those_with_a_value(campaign: State) -> None:
    values = {zone: fact(campaign, zone, "vp") for zone in campaign.board.spaces}
    assert values["tempelhof"] == 3
    assert (sum(values.values()), values["lebus"]) == (42, 0)


@pytest.mark.rule("G.4", "M.6")
def test_g_4_zones_carry_the_numbers_of_their_american_tracks(campaign: State) -> None:
    for number in "123":
        chain = campaign.board.chains[f"american-{number}"]
        marked = {z for z, space in campaign.board.spaces.items() if number in space.facts["tracks"]}  # type: ignore[operator]
        assert marked == set(chain)
    assert campaign.board.spaces["leipzig"].facts["tracks"] == ("1", "2")


@pytest.mark.rule("U.1")
def test_u_1_an_army_has_two_counters_the_31st_one(campaign: State) -> None:
    sizes: dict[str, int] = {}
    for unit in campaign.units.values():
        if campaign.roster.counters[unit.id].nation == SOVIET:
            sizes[army(campaign, unit)] = len(counters_of(campaign, army(campaign, unit)))
    assert {name for name, size in sizes.items() if size != 2} == {"31"}
    assert sizes["31"] == 1


@pytest.mark.rule("U.2")
def test_u_2_a_german_division_is_one_counter(campaign: State) -> None:
    germans = [c for c in campaign.roster.counters.values() if c.nation == GERMAN]
    assert len({c.name for c in germans}) == len(germans)
    assert all(army(campaign, campaign.units[c.id]) == "" for c in germans)


@pytest.mark.rule("U.3")
def test_u_3_a_counter_is_worth_what_its_upper_side_says() -> None:
    table = Tabletop("raceforberlin", {"8GA-1": "kustrin", "8GA-2": "kustrin reduced"}, segment="C.1")
    values = [printed(table.state, table.state.units[unit], "strength") for unit in ("8GA-1", "8GA-2")]
    assert values == [20, 10]
