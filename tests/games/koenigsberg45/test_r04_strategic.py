"""Rules 4.4 and 4.6, strategic movement and rails."""

from __future__ import annotations

import pytest

from adjudicator.games.koenigsberg45.actions.r04_movement import offered
from adjudicator.games.koenigsberg45.hexes.r04_current_costs import train_rules

from .country import first, laid, moved, why

ROAD = "2020 2121 2221 2322 2422 2523 2623 2724 2824"


# -- 4.4 strategic movement ----------------------------------------------------------------------------


@pytest.mark.rule("4.1.2", "4.4.1", "5.0a.2")
def test_stacks_and_strategic_moves_are_offered_where_there_is_room() -> None:
    road = "2120 2119 2118"
    state = laid({"72": "2120", "65": "2120", "103": "2121"}, roads=[road]).state
    lines = list(offered(state, "soviet"))
    assert "move 72, 65 2119" in lines and "move 72 2121" in lines and "move 72, 65 2121" not in lines
    assert [one for one in lines if one.startswith("move 72 strat ")]


@pytest.mark.rule("4.4.1")
def test_strategic_movement_costs_half_a_point_a_hex() -> None:
    found = laid({"72": "2020", "65": "2020"}, roads=[ROAD])
    assert moved(found, "soviet", f"move 72 strat {ROAD.replace(' ', '-')}") == (
        "2824",
        "1/2, 1, 1 1/2, 2, 2 1/2, 3, 3 1/2, 4 of 4",
    )
    assert (
        why(found, "soviet", f"move 65 {ROAD.replace(' ', '-')}")[2][0] == "move 65 2020-2121-2221-2322-2422"
    )


@pytest.mark.rule("4.4.2")
def test_one_step_off_the_road_is_no_strategic_movement() -> None:
    found = laid({"72": "2020", "65": "2420"}, roads=[ROAD])
    assert first(found, "move 72 strat 2020-2121-2122") == ("4.4.2", "move 72 strat 2020-2121")
    assert why(found, "soviet", "move 65 strat 2420-2421-2422")[0] == "4.4.2"
    assert why(found, "soviet", "move 65 strat 2422")[0] == "4.4.2"
    assert moved(found, "soviet", "move 65 2420-2421") == ("2421", "1 of 4")


@pytest.mark.rule("4.4.3")
@pytest.mark.parametrize("enemy", ["2019", "2323", "2725"])
def test_strategic_movement_stays_out_of_enemy_zones(enemy: str) -> None:
    found = laid({"72": "2020", "1": enemy}, roads=[ROAD])
    assert why(found, "soviet", f"move 72 strat {ROAD.replace(' ', '-')}")[0] == "4.4.3"
    far = laid({"72": "2020", "1": "3030"}, roads=[ROAD])
    assert moved(far, "soviet", "move 72 strat 2020-2121") == ("2121", "1/2 of 4")


@pytest.mark.rule("4.4.3")
def test_strategic_movement_never_begins_in_an_enemy_zone_and_a_march_may() -> None:
    found = laid({"72": "2020", "1": "2019"}, roads=[ROAD])
    rule, words, _ = why(found, "soviet", "move 72 strat 2020-2121")
    assert rule == "4.4.3" and "may not begin" in words
    assert moved(found, "soviet", "move 72 2020-2121") == ("2121", "3 of 4")


@pytest.mark.rule("4.4a.1")
def test_rails_are_no_roads() -> None:
    found = laid({"72": "2020"}, roads=["2020 2121"], rails=["2121 2221"])
    assert why(found, "soviet", "move 72 strat 2020-2121-2221")[0] == "4.4a.1"


@pytest.mark.rule("4.4a.2", "5.0a.2", "5.0.1")
def test_strategic_movement_does_not_pass_a_full_hex_and_an_ordinary_move_does() -> None:
    units = {"72": "2020", "65": "2322", "45": "2322"}
    found = laid(units, roads=[ROAD])
    assert first(found, "move 72 strat 2020-2121-2221-2322-2422") == (
        "4.4a.2",
        "move 72 2020-2121-2221-2322-2422",
    )
    assert moved(found, "soviet", "move 72 2020-2121-2221-2322-2422") == ("2422", "1, 2, 3, 4 of 4")


@pytest.mark.rule("4.4a.2", "5.2.2")
def test_an_hq_passes_combat_units_strategically_but_not_another_hq() -> None:
    units = {"HQ 5": "2020", "65": "2121", "45": "2121", "HQ 39": "2322"}
    found = laid(units, roads=[ROAD], position={"state": {"hq": "HQ 5"}})
    assert first(found, "move HQ 5 strat 2020-2121-2221-2322-2422") == (
        "4.4a.2",
        "move HQ 5 2020-2121-2221-2322-2422",
    )


# -- 4.6 rails -----------------------------------------------------------------------------------------

RAILS = "2020 2121 2221 2322 2422 2523"


@pytest.mark.rule("K-R22")
def test_the_train_moves_on_rails_at_a_point_a_hex_and_nobody_else_does() -> None:
    found = laid({"Pz.Zug": "2020", "1": "2020", "72": "3030"}, active="german", rails=[RAILS])
    assert why(found, "german", "move 1 rail 2020-2121")[0] == "K-R22"
    assert why(found, "german", "move Pz.Zug road 2020-2121")[0] == "K-R22"
    assert why(found, "german", "move Pz.Zug 2020-2021")[0] == "K-R22"
    assert moved(found, "german", "move 1 2020-2021") == ("2021", "1 of 4")
    assert moved(found, "german", "move Pz.Zug 2020-2121-2221") == ("2221", "1, 2 of 10")


@pytest.mark.rule("4.6.1")
def test_a_train_stops_in_an_enemy_zone() -> None:
    found = laid({"Pz.Zug": "2020", "72": "2222"}, active="german", rails=[RAILS])
    assert first(found, "move Pz.Zug 2020-2121-2221-2322", "german") == (
        "4.6.1",
        "move Pz.Zug 2020-2121-2221",
    )
    assert moved(found, "german", "move Pz.Zug 2020-2121-2221") == ("2221", "1, 4 of 10")


@pytest.mark.rule("4.6.2")
def test_a_train_does_not_leave_one_zone_and_enter_another() -> None:
    found = laid({"Pz.Zug": "2020", "72": "2019", "65": "2323"}, active="german", rails=[RAILS])
    assert why(found, "german", "move Pz.Zug 2020-2121-2221-2322")[0] == "4.6.2"


@pytest.mark.rule("4.6.2", "K-R74")
@pytest.mark.parametrize(
    ("did", "train", "order"), [("entered", "2221", "2221-2121-2020"), ("left", "2020", "2020-2121-2221")]
)
def test_all_moves_of_a_train_in_a_turn_count_together(did: str, train: str, order: str) -> None:
    state = {"rail-zones": {"Pz.Zug": did}}
    units = {"Pz.Zug": train, "72": "2222", "1": "2010"}
    found = laid(units, active="german", rails=[RAILS], position={"state": state})
    assert why(found, "german", f"move Pz.Zug {order}")[0] == "4.6.2"


@pytest.mark.rule("4.6.2")
def test_a_train_goes_on_when_the_zone_that_it_entered_is_gone() -> None:
    state = {"rail-zones": {"Pz.Zug": "entered"}}
    units = {"Pz.Zug": "2221", "1": "2010"}
    found = laid(units, active="german", rails=[RAILS], position={"state": state})
    assert moved(found, "german", "move Pz.Zug 2221-2121-2020")[0] == "2020"


@pytest.mark.rule("4.6.2", "K-R74")
def test_what_a_train_did_is_remembered_until_the_turn_ends() -> None:
    found = laid({"Pz.Zug": "2020", "72": "2222"}, active="german", rails=[RAILS])
    found.order("german", "move Pz.Zug 2020-2121-2221")
    assert found.state.facts["rail-zones"] == {"Pz.Zug": "entered"}


@pytest.mark.rule("4.6.3")
def test_a_train_that_leaves_a_zone_ends_away_from_every_enemy_unit() -> None:
    units = {"Pz.Zug": "2020", "72": "2019", "HQ 5": "2423"}
    found = laid(units, active="german", rails=[RAILS])
    rule, text, _ = why(found, "german", "move Pz.Zug 2020-2121-2221-2322-2422")
    assert rule == "4.6.3" and "2422 is adjacent to 2423" in text
    assert moved(found, "german", "move Pz.Zug 2020-2121-2221") == ("2221", "3, 4 of 10")


@pytest.mark.rule("4.6.2", "K-R74")
def test_only_what_a_train_does_with_enemy_zones_is_remembered() -> None:
    def after(units: dict[str, str], order: str) -> object:
        found = laid({"1": "2010", **units}, active="german", rails=[RAILS])
        assert found.verdict("german", order) == ("done", "")
        return found.state.facts.get("rail-zones")

    assert after({"Pz.Zug": "2020", "72": "3030"}, "move Pz.Zug 2020-2121") is None
    assert after({"Pz.Zug": "2020", "72": "2019"}, "move Pz.Zug 2020-2121-2221") == {"Pz.Zug": "left"}
    assert after({"Pz.Zug": "3535", "72": "2222"}, "move 1 2010-2011") is None
    assert after({"Pz.Zug": "3535", "72": "2012"}, "move 1 2010-2011") is None


@pytest.mark.rule("4.6.3")
def test_who_is_no_train_may_leave_a_zone_for_the_next_enemy() -> None:
    found = laid({"72": "2020", "1": "2019", "HQ 26": "2122"})
    assert moved(found, "soviet", "move 72 2020-2121") == ("2121", "3 of 4")
    train = laid({"Pz.Zug": "2020", "72": "3030", "HQ 5": "2322"}, active="german", rails=[RAILS])
    assert moved(train, "german", "move Pz.Zug 2020-2121-2221") == ("2221", "1, 2 of 10")


@pytest.mark.rule("4.6.1", "4.6.2", "K-R74")
@pytest.mark.parametrize(
    ("at", "did", "stops", "bars", "through"),
    [
        ("2020", "", True, False, False),
        ("2020", "entered", True, False, False),
        ("2020", "left", True, True, False),
        ("2221", "", True, True, False),
        ("2221", "left", True, True, False),
        ("2221", "entered", False, True, True),
    ],
)
def test_what_a_train_may_do_with_zones_hangs_on_where_it_is_and_what_it_did(
    at: str, did: str, stops: bool, bars: bool, through: bool
) -> None:
    state = {"rail-zones": {"Pz.Zug": did}} if did else {}
    found = laid(
        {"Pz.Zug": at, "72": "2222"}, active="german", rails=[RAILS], position={"state": state}, run=False
    )
    rules = train_rules(found.state, found.state.units["Pz.Zug"])
    assert (rules.stops, rules.bars is not None, rules.through is not None) == (stops, bars, through)
