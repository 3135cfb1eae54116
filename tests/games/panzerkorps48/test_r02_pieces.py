"""Rule 2, the pieces and the map: classes, steps, terrain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.games.panzerkorps48 import GAME, r04_costs
from adjudicator.games.panzerkorps48.charts import charts
from adjudicator.games.panzerkorps48.r02_pieces import (
    check_counter,
    check_names,
    fire_class,
    formation,
    is_leg,
    number_on,
    size,
    target,
)
from adjudicator.games.panzerkorps48.r04_costs import bare
from adjudicator.mechanics.movement import Barred, Crossing, MoveCost
from adjudicator.phases.battlefield import full
from adjudicator.state import State
from tests.games.panzerkorps48.table import moved, table


@pytest.fixture(scope="module")
def start() -> State:
    return GAME.start("campaign")


def cost(a: str, b: str, *, leg: bool = True) -> Crossing:
    """What a step costs on the bare map, in halves of a point."""
    return bare(GAME.start("campaign").board, leg).crossing(a, b)


@pytest.mark.rule("2.1.class.1", "2.1.class.2", "2.1.class.3", "2.1.class.4", "2.1.attr.1")
@pytest.mark.parametrize(
    ("unit", "classes"),
    [
        ("685-I", ("personnel", "personnel")),
        ("15-I", ("armor", "armor")),
        ("336-AT", ("weapons", "antitank")),
        ("336-A1", ("weapons", "artillery")),
        ("23GCR", ("personnel", "personnel")),
        ("336-Pi", ("personnel", "personnel")),
    ],
)
def test_2_1_class_every_unit_has_one_target_class_and_one_fire_class(
    start: State, unit: str, classes: tuple[str, str]
) -> None:
    assert (target(start, start.units[unit]), fire_class(start, start.units[unit])) == classes


@pytest.mark.rule("2.1.class.1", "2.1.class.2", "2.1.class.3", "2.1.attr.1", "2.1.attr.2")
@pytest.mark.parametrize(
    ("changes", "number"),
    [
        ({"traits": {"target": "W", "fire": "A"}}, "2.1.class.1"),
        ({"traits": {"target": "", "fire": "A p"}}, "2.1.class.3"),
        ({"type": "anti-tank"}, "2.1.class.3"),
        ({"size": "division"}, "2.1.attr.2"),
    ],
)
def test_2_1_class_a_counter_with_none_or_two_classes_is_no_counter(
    start: State, changes: dict[str, object], number: str
) -> None:
    with pytest.raises(ValueError, match=number):
        check_counter(replace(start.roster.counters["15-I"], **changes))  # type: ignore[arg-type]


@pytest.mark.rule("2.1.attr.1", "2.1.comp.1")
def test_2_1_attr_1_a_counter_without_strength_is_no_counter(start: State) -> None:
    counter = start.roster.counters["685-I"]
    face = replace(counter.steps[0], values={"movement": 5})
    with pytest.raises(ValueError, match=r"2\.1\.attr\.1"):
        check_counter(replace(counter, steps=(face,)))
    assert len(start.units) == len(start.roster.counters) == 104


@pytest.mark.rule("2.1.id.1")
def test_2_1_id_1_formation_and_number_together_name_one_unit_of_a_side(start: State) -> None:
    counter = start.roster.counters["685-I"]
    check_names([counter, replace(counter, id="twin", side="soviet")])
    with pytest.raises(ValueError, match=r"2\.1\.id\.1"):
        check_names([counter, replace(counter, id="twin")])
    with pytest.raises(ValueError, match="685-I has no formation"):
        check_names([replace(counter, formation="")])


@pytest.mark.rule("2.1.id.2")
def test_2_1_id_2_a_unit_belongs_to_its_formation(start: State) -> None:
    assert [formation(start, start.units[unit]) for unit in ("685-I", "LJ-A", "168TB")] == [
        "336 ID", "7 LFD", "5MC",
    ]  # fmt: skip


@pytest.mark.rule("2.1.side.1")
def test_2_1_side_1_an_order_for_an_enemy_unit_is_refused() -> None:
    assert moved({"117TB": "3815", "685-I": "3820"}, "move 685-I via 3821") == ("refused", "2.1.side.1")


@pytest.mark.rule("2.1.attr.2", "2.1.attr.3", "2.1.attr.5", "2.1.attr.6")
def test_2_1_attr_the_numbers_of_a_counter_are_read(start: State) -> None:
    units = start.units
    assert [size(start, units[unit]) for unit in ("209-Pi", "15-I", "117TB")] == [
        "company", "battalion", "regiment",
    ]  # fmt: skip
    assert [number_on(start, units[unit], "movement") for unit in ("685-I", "15-I")] == [5, 10]
    assert [number_on(start, units[unit], "range") for unit in ("ART-1", "336-AT")] == [8, 0]
    assert [number_on(start, units[unit], "modifier") for unit in ("15-I", "685-I")] == [1, 0]


@pytest.mark.rule("2.1.attr.4", "4.leg.1", "4.leg.2")
@pytest.mark.parametrize(
    ("unit", "leg"), [("685-I", True), ("23GCR", True), ("14MRB", False), ("336-AT", False), ("15-I", False)]
)
def test_4_leg_personnel_with_seven_points_or_fewer_is_leg(start: State, unit: str, leg: bool) -> None:
    assert is_leg(start, start.units[unit]) == leg


@pytest.mark.rule("4.leg.1", "4.leg.2")
def test_4_leg_a_gun_is_mechanized_however_slow(start: State) -> None:
    gun = start.roster.counters["336-AT"]
    slow = replace(gun, steps=tuple(replace(one, values={**one.values, "movement": 5}) for one in gun.steps))
    state = start.but(roster=replace(start.roster, counters={**start.roster.counters, "336-AT": slow}))
    assert not is_leg(state, state.units["336-AT"])


@pytest.mark.rule("2.1.step.1")
def test_2_1_step_1_every_unit_begins_with_its_printed_strength(start: State) -> None:
    assert all(unit.steps == full(start, unit) for unit in start.units.values())
    assert full(start, start.units["137RR"]) == 6


@pytest.mark.rule("2.1.step.2", "2.1.step.3")
def test_2_1_step_2_strength_is_what_losses_have_left() -> None:
    laid = table({"137RR": "3815 4"})
    unit = laid.state.units["137RR"]
    assert (unit.steps, full(laid.state, unit)) == (4, 6)


@pytest.mark.rule("2.1.step.4")
def test_2_1_step_4_nobody_stands_on_the_map_without_a_step(start: State) -> None:
    dead = replace(start.units["685-I"], at="3508", steps=0)
    assert GAME.faults(start.with_unit(dead)) == ["685-I in 3508 has 0 steps"]
    assert GAME.faults(start.with_unit(replace(dead, at="eliminated"))) == []


@pytest.mark.rule("2.1.step.5")
def test_2_1_step_5_markers_read_one_to_four_and_ten_of_them_five_to_eight(start: State) -> None:
    markers = start.roster.markers
    edges = {id_: markers[id_].faces[0].edges for id_ in ("strength", "strength-high")}
    assert edges == {"strength": ("1", "2", "3", "4"), "strength-high": ("5", "6", "7", "8")}
    assert markers["strength-high"].count == 10


# -- the map ------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.2.map.1", "2.2.map.5")
def test_2_2_map_1_every_hex_has_one_terrain_and_the_floodplain_is_broken(start: State) -> None:
    terrain = {space.facts["terrain"] for space in start.board.spaces.values()}
    assert terrain == {"clear", "broken"}
    assert cost("5118", "5119") == MoveCost(1)  # by road into the floodplain
    assert (cost("5219", "5119"), cost("5219", "5119", leg=False)) == (MoveCost(4), MoveCost(6))


@pytest.mark.rule("2.2.map.2", "4.road.4", "4.road.5")
def test_2_2_map_2_the_don_is_crossed_on_its_bridges_alone() -> None:
    assert cost("5418", "5519") == MoveCost(1)
    shut = cost("5418", "5518")
    assert isinstance(shut, Barred)
    assert shut.rule == "4.road.4"
    assert isinstance(cost("5325", "5326"), Barred)


@pytest.mark.rule("2.2.map.3")
def test_2_2_map_3_costs_come_from_the_chart_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    chart = charts()["tec"]
    dear = replace(chart, cells=(("3", "4", "0-0"), *chart.cells[1:]))
    monkeypatch.setattr(r04_costs, "charts", lambda: {**charts(), "tec": dear})
    assert r04_costs.cost_in_chart("clear", leg=True) == 6


@pytest.mark.rule("2.2.map.4")
def test_2_2_map_4_a_slope_costs_upward_and_mechanized_units_downward_too() -> None:
    assert (cost("2520", "2519"), cost("2520", "2519", leg=False)) == (MoveCost(4), MoveCost(6))
    assert (cost("2519", "2520"), cost("2519", "2520", leg=False)) == (MoveCost(2), MoveCost(4))
    assert cost("2518", "2519") == MoveCost(2)  # both high


@pytest.mark.rule("2.2.map.6")
def test_2_2_map_6_a_village_costs_what_its_terrain_does(start: State) -> None:
    board = start.board
    town = next(a for a in board.neighbours("3425") if "road" not in board.between(a, "3425"))
    assert cost(town, "3425") == MoveCost(2)
