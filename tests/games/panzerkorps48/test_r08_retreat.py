"""Rule 8.3, retreats: the priorities in their order, zones, weapons, stacking, the edge of the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

import pytest

from adjudicator.games.panzerkorps48 import r08_paths, r08_retreat
from adjudicator.games.panzerkorps48.levels import Flight
from adjudicator.mechanics.retreat import Fate
from adjudicator.orders import Order
from adjudicator.rulings import Refused
from adjudicator.state import Frame
from tests.tabletop import Tabletop

from .fights import HEX, NORTH, asked, at, fight, flags, no, steps, table, ways

WEAK = "421RR"
ORDER = f"prep {HEX} by 421RR then fire 421RR at 685-I no advance"
HOLD = ("german", "hold\nretreat 685-I")


def beaten(
    units: Mapping[str, str], *answers: tuple[str, str], attacker: str = NORTH, die: int = 4
) -> Tabletop:
    """A result of 1-0 against 685-I, whose owner lets its stack retreat a hex."""
    return fight({"685-I": HEX, "421RR": attacker, **units}, ORDER, HOLD, *answers, dice=[die])


def around(*soviets: str, steps_: int = 6) -> dict[str, str]:
    """Rifle regiments in these hexes."""
    names = ("365RR", "405RR", "991RR", "999RR", "1049RR", "1051RR", "1053RR", "1116RR", "1118RR", "1120RR")
    return {name: f"{space} {steps_}" for name, space in zip(names, soviets, strict=False)}


def flight(spaces: int = 1, *units: str) -> Flight:
    return Flight(units=units or ("685-I",), at=HEX, spaces=spaces, firers=(NORTH,))


def broken(laid: Tabletop, now: Flight, path: str) -> str:
    """The clause by which a path is refused."""
    order = Order("retreatpath", {"path": tuple(path.split("-"))})
    foes = {"side": "soviet", "space": now.at, "attackers": (), "defenders": now.units, "stood": {}}
    fled = Frame("combat", {"stage": "retreat", "camp": "defence", **foes, "flight": asdict(now)})
    with pytest.raises(Refused) as no_:
        r08_retreat.check_path(laid.state.but(frames=(*laid.state.frames, fled)), order)
    return no_.value.rule


# -- the priorities --------------------------------------------------------------------------------------


@pytest.mark.rule("8.3.pri.3", "8.3.gen.1", "8.3.pri.5")
def test_a_retreat_ends_as_far_as_it_can_from_the_adjacent_units_that_fired() -> None:
    laid = beaten({})
    assert ways(laid) == {"0820", "0921", "1020"}
    rule, why, legal = no(laid, "german", "retreatpath 1019")
    assert (rule, why) == ("8.3.pri.2", "a retreat avoids enemy-controlled hexes as far as it can")
    weak = table({"685-I": HEX, "421RR": f"{NORTH} 2"})
    assert broken(weak, flight(), "1019") == "8.3.pri.3"
    assert set(legal) >= {"retreatpath 0921"}
    assert laid.state.waiting()[0].default == "retreatpath 0820", (
        "the lowest hex numbers, if no answer arrives"
    )
    both = Flight(units=("685-I",), at=HEX, spaces=1, firers=(NORTH, "1020"))
    near = table({"685-I": HEX, "421RR": f"{NORTH} 2", "365RR": "1020 2"})
    assert r08_paths.ways(near.state, both).paths == ((HEX, "0820"),), "0921 is adjacent to the other one"


@pytest.mark.rule("8.3.pri.3")
def test_supporters_at_a_distance_do_not_count() -> None:
    laid = beaten({"ART-1": "0923"})
    assert ways(laid) == {"0820", "0921", "1020"}


@pytest.mark.rule("8.3.pri.2", "8.3.zoc.3")
def test_enemy_zones_are_avoided_if_any_way_does() -> None:
    laid = beaten(around("0922"))
    assert ways(laid) == {"0820", "1020"}
    rule, why, _ = no(laid, "german", "retreatpath 0921-0821")
    assert rule == "8.3.pri.2"
    assert "avoids enemy-controlled hexes" in why


@pytest.mark.rule("8.3.pri.5")
def test_a_free_way_nearer_the_firer_beats_a_controlled_one_farther_off() -> None:
    laid = table({"685-I": HEX, "421RR": f"{NORTH} 2", **around("0821", "1021")})
    found = r08_paths.ways(laid.state, flight())
    assert {path[-1] for path in found.paths} == {"0819", "1019"}
    assert broken(laid, flight(), "0921-0922") in {"8.3.pri.2", "8.3.zoc.4"}


@pytest.mark.rule("8.3.pri.4")
def test_if_it_must_be_a_controlled_hex_it_is_the_one_nearest_to_a_friend() -> None:
    left = {unit: space for unit, space in S2.items() if unit != "685-I"}
    laid = table({**left, "999RR": "3409 3", "365RR": "3609 3", "686-II": "3710"})
    now = Flight(units=("685-II", "686-I"), at="3508", spaces=2, firers=("3507",))
    assert r08_paths.ways(laid.state, now).paths == (("3508", "3608", "3708"),)
    assert broken(laid, now, "3607-3707") == "8.3.pri.4"
    assert broken(laid, now, "3608") in {"8.3.gen.1", "8.3.zoc.4"}


@pytest.mark.rule("8.3.pri.1")
def test_a_stack_goes_by_one_path() -> None:
    laid = beaten({"685-II": HEX, "686-I": HEX}, ("german", "retreatpath 0921"))
    assert at(laid, "685-I", "685-II", "686-I") == ("0921",) * 3


@pytest.mark.rule("8.3.gen.2")
def test_terrain_costs_nothing_in_retreat() -> None:
    units = {"685-I": "5020", "421RR": "5019"}
    laid = table(units)
    now = Flight(units=("685-I",), at="5020", spaces=3, firers=("5019",))
    found = r08_paths.ways(laid.state, now).paths
    assert {len(path) for path in found} == {4}


# -- water -----------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3.riv.1")
def test_nobody_retreats_over_the_don_without_a_bridge_or_over_a_lake_but_over_the_chir() -> None:
    laid = table({"685-I": "5222", "421RR": "5221"})
    now = Flight(units=("685-I",), at="5222", spaces=1, firers=("5221",))
    assert broken(laid, now, "5323") == "8.3.riv.1"
    lake = table({"685-I": "5325", "421RR": "5324"})
    assert (
        broken(lake, Flight(units=("685-I",), at="5325", spaces=1, firers=("5324",)), "5326") == "8.3.riv.1"
    )
    chir = table({"685-I": "3508", "421RR": "3507"})
    over = r08_paths.ways(chir.state, Flight(units=("685-I",), at="3508", spaces=1, firers=("3507",)))
    assert ("3508", "3509") in over.paths


@pytest.mark.rule("8.3.riv.2", "6.mix.1")
def test_without_a_way_the_stack_is_eliminated() -> None:
    laid = beaten({"685-II": HEX, **around("1019", "1020", "0921", "0820", "0819")})
    assert at(laid, "685-I", "685-II") == ("eliminated", "eliminated")


# -- zones -----------------------------------------------------------------------------------------------

S2 = {"685-I": "3508", "685-II": "3508", "686-I": "3508", "421RR": "3507", "634RR": "3507"}
CHECK = ("german", "hold\ncheck 685-I")


@pytest.mark.rule("8.3.zoc.5", "8.3.zoc.6", "8.3.zoc.7", "8.3.zoc.8", "8.3.pri.4", "5.eff.5")
@pytest.mark.parametrize(("enemy", "left"), [("365RR", 2), ("19TB", 1)])
def test_example_of_8_3_a_controlled_hex_costs_each_unit_a_step_and_two_under_armor(
    enemy: str, left: int
) -> None:
    laid = fight(
        {**S2, "999RR": "3409 3", enemy: "3609 3", "686-II": "3710"},
        "prep 3508 by 421RR, 634RR then fire 421RR, 634RR at 685-I no advance",
        CHECK,
        dice=[3, 5],
    )
    assert at(laid, "685-II", "686-I") == ("3708", "3708")
    assert steps(laid, "685-II", "686-I") == (left, left)


@pytest.mark.rule("8.3.zoc.4")
def test_a_retreat_goes_on_until_it_is_out_of_zones() -> None:
    ring = around("0821", "1021", "0718", "1118")
    laid = table({"685-I": HEX, "421RR": NORTH, **ring})
    found = r08_paths.ways(laid.state, flight())
    assert found.paths
    assert all(len(path) > 2 for path in found.paths), "required one hex, and every first hex is controlled"
    assert broken(laid, flight(), "0921") in {"8.3.zoc.4", "8.3.gen.1"}
    assert broken(beaten({}), flight(), "1019") == "8.3.pri.2", "where a way avoids zones none is entered"


@pytest.mark.rule("8.3.zoc.3", "8.3.zoc.5", "8.3.gen.1")
@pytest.mark.parametrize(("had", "survive"), [(1, False), (2, True)])
def test_who_can_only_die_on_the_way_still_has_one(had: int, survive: bool) -> None:
    ring = around("0821", "1021", "0718", "1118")
    laid = table({"685-I": f"{HEX} {had}", "421RR": NORTH, **ring})
    found = r08_paths.ways(laid.state, flight())
    assert found.paths
    alive = [r08_paths.survivors(laid.state, [laid.state.units["685-I"]], path) for path in found.paths]
    assert all(map(bool, alive)) == survive and any(map(bool, alive)) == survive


@pytest.mark.rule("8.3.zoc.5")
def test_each_unit_pays_for_each_controlled_hex_and_armor_one_step_only() -> None:
    laid = table({"685-I": HEX, "15-I": HEX, "119-I": HEX, "421RR": NORTH, "19TB": "0922"})
    path = (HEX, "0921", "0821")
    units = laid.state.units
    assert r08_paths.fate(laid.state, units["685-I"], path) == Fate(4, "0821")
    assert r08_paths.fate(laid.state, units["15-I"], path) == Fate(2)
    assert r08_paths.fate(laid.state, units["119-I"], path) == Fate(4, HEX)
    assert r08_paths.fate(laid.state, units["685-I"], (HEX, "0921")) == Fate(2)
    assert r08_paths.fate(laid.state, units["15-I"], (HEX, "0921")) == Fate(1)


@pytest.mark.rule("8.3.zoc.1", "8.3.zoc.2")
def test_weapons_die_where_only_controlled_hexes_are_left_and_the_others_go() -> None:
    laid = fight(
        {"LJ-1": HEX, "LJ-A": HEX, "421RR": NORTH, **around("0821", "1021", "0718", "1118", steps_=3)},
        f"prep {HEX} by 421RR then fire 421RR at LJ-1 no advance",
        ("german", "hold\nretreat LJ-1"),
        dice=[4],
    )
    if asked(laid)[1] == "retreat":
        laid.order("german", laid.state.waiting()[0].answers[0])
    assert at(laid, "LJ-A") == ("eliminated",)
    (moved,) = [one for one in laid.found("UnitMoved") if one["how"] == "retreat"]
    assert steps(laid, "LJ-1") == (3 - (len(moved["path"]) - 2),)


# -- stacking --------------------------------------------------------------------------------------------

FULL = {
    "0820": ("687-I", "687-II", "686-II"),
    "0921": ("110-I", "110-II", "111-I"),
    "1020": ("111-II", "15-II", "15-III"),
}


@pytest.mark.rule("8.3.stk.1", "8.3.stk.2", "6.gen.2", "6.gen.4", "8.3.gen.1")
def test_full_hexes_are_passed() -> None:
    full = {unit: space for space, units in FULL.items() for unit in units}
    laid = beaten(full)
    assert all(len(path.split("-")) == 2 for path in ways(laid))
    assert not {path.split("-")[-1] for path in ways(laid)} & set(FULL)
    rule, why, _ = no(laid, "german", "retreatpath 0921")
    assert rule in {"8.3.stk.1", "8.3.gen.1"}
    assert "room" in why or "go on" in why
    assert no(laid, "german", "retreatpath 0922")[0] == "8.3.gen.1", "it is not adjacent"


@pytest.mark.rule("8.3.stk.2", "8.3.gen.1", "8.3.pri.5")
def test_a_retreat_goes_through_no_full_hex_where_a_way_of_the_asked_length_has_room() -> None:
    laid = beaten(dict.fromkeys(FULL["0921"], "0921"))
    assert ways(laid) == {"0820", "1020"}, "the hex behind the full one lies farther from the firer"
    rule, why, legal = no(laid, "german", "retreatpath 0921-0922")
    assert rule == "8.3.stk.2"
    assert "no longer than was asked" in why
    assert set(legal) == {"retreatpath 0820", "retreatpath 1020"}
    one = {unit: space for space in ("0820", "1020") for unit in FULL[space]}
    assert at(beaten(one), "685-I") == ("0921",), "the only path is taken unasked"


@pytest.mark.rule("8.3.stk.2", "8.3.gen.1")
def test_of_two_hexes_the_second_alone_matters_for_room() -> None:
    laid = table({"685-I": HEX, "421RR": f"{NORTH} 2", **dict.fromkeys(FULL["0921"], "0922")})
    found = r08_paths.ways(laid.state, flight(2)).paths
    assert {len(path) for path in found} == {3}
    assert "0922" not in {path[-1] for path in found}
    laid = table({"685-I": HEX, "421RR": f"{NORTH} 2", **dict.fromkeys(FULL["0921"], "0921")})
    found = r08_paths.ways(laid.state, flight(2)).paths
    assert (HEX, "0921", "0922") in found, "a full hex on the way is passed as ever"
    assert {len(path) for path in found} == {3}


@pytest.mark.rule("8.3.stk.3")
def test_where_no_room_is_in_reach_the_owner_says_who_of_the_retreating_dies() -> None:
    weak = around("1019", "1020", "0820", "0819", "1021", "0922", "0821", steps_=2)
    units = {"685-II": f"{HEX} 2", "Wst-1": "0921", "Wst-2": "0921", **weak, "634RR": f"{NORTH} 2"}
    laid = fight({"685-I": HEX, "421RR": f"{NORTH} 2", **units}, f"{ORDER}", HOLD, dice=[2])
    assert asked(laid) == ("german", "kill")
    assert set(laid.state.waiting()[0].answers) == {"kill 685-I", "kill 685-II"}
    assert "not all of them can stack in 0921" in laid.state.waiting()[0].question
    assert laid.state.waiting()[0].default == "kill 685-II", "the one with fewer steps"
    assert no(laid, "german", "kill Wst-1")[0] == "8.3.stk.3"
    assert no(laid, "german", "kill 685-I, 685-II")[1] == "fewer units make enough room"
    laid.order("german", "kill 685-II")
    assert at(laid, "685-I", "685-II") == ("0921", "eliminated")
    laid = fight({"685-I": HEX, "421RR": f"{NORTH} 2", **units, "686-I": HEX}, ORDER, HOLD, dice=[2])
    assert no(laid, "german", "kill 686-I")[1] == "the others still do not fit into 0921"
    alone = {"685-I": HEX, "421RR": f"{NORTH} 2", "634RR": f"{NORTH} 2", **weak}
    laid = fight({**alone, **dict.fromkeys(FULL["0921"], "0921")}, ORDER, HOLD, dice=[2])
    assert at(laid, "685-I") == ("eliminated",), "nobody is asked about one alone"
    assert "685-I is eliminated in 0921: there is no room for it." in laid.said()


# -- the edge of the map ---------------------------------------------------------------------------------


@pytest.mark.rule("8.3.edge.1")
def test_units_leave_the_map_only_where_all_would_be_lost() -> None:
    near = ("2032", "1933", "2133")
    names = ("421RR", "365RR", "405RR")
    order = "prep 2033 by 421RR then fire 421RR at 685-I no advance"
    closed = fight(
        {"685-I": "2033", **dict(zip(names, near, strict=True))},
        order,
        HOLD,
        dice=[4],
    )
    assert at(closed, "685-I") == ("off-map",)
    assert closed.state.facts["left-at"] == {"685-I": "2033"}
    assert steps(closed, "685-I") == (3,)
    open_ = fight({"685-I": "2033", "421RR": "2032"}, order, HOLD, dice=[4])
    assert at(open_, "685-I") != ("off-map",)


@pytest.mark.rule("8.3.edge.1", "8.3.zoc.5")
@pytest.mark.parametrize(("had", "end", "left"), [(1, "off-map", 1), (3, "on the map", 2)])
def test_who_would_die_of_the_zones_leaves_the_map_instead(had: int, end: str, left: int) -> None:
    order = "prep 2033 by 421RR then fire 421RR at 685-I no advance"
    laid = fight({"685-I": f"2033 {had}", "421RR": "2032"}, order, HOLD, dice=[4])
    if asked(laid)[1] == "retreat":
        laid.order("german", laid.state.waiting()[0].default)
    where = laid.at("685-I")
    assert (end if where in laid.state.board.spaces else where) == end
    assert steps(laid, "685-I") == (left,)


@pytest.mark.rule("8.3.edge.1", "8.3.zoc.5")
def test_what_the_way_to_the_edge_costs_is_lost_all_the_same() -> None:
    laid = table({"685-I": "2031", "421RR": "2030"})
    now = Flight(units=("685-I",), at="2031", spaces=3, firers=("2030",))
    assert not r08_paths.ways(laid.state, now).edge
    near = around("1732", "1830", "2131", "2033", "1631", steps_=3)
    weak = table({"685-I": "1932 1", "421RR": "2031", **near})
    dies = Flight(units=("685-I",), at="1932", spaces=3, firers=("2031",))
    assert not r08_paths.ways(weak.state, dies).edge, "it would not live to reach the edge"


@pytest.mark.rule("8.3.edge.1")
def test_a_stack_goes_to_the_edge_before_it_leaves_the_map() -> None:
    units = {"685-I": "2032 2", "421RR": "2031", **around("2230", "1833", "2233")}
    order = "prep 2032 by 421RR then fire 421RR at 685-I no advance"
    laid = fight(units, order, ("german", "hold"), dice=[2])
    assert "685-I retreats from 2032 to 2033." in laid.said()
    assert at(laid, "685-I") == ("off-map",)


@pytest.mark.rule("8.3.edge.1", "8.3.stk.3")
def test_who_would_die_for_want_of_room_leaves_the_map_instead() -> None:
    order = "prep 2033 by 421RR then fire 421RR at 685-I no advance"
    full = dict.fromkeys(FULL["0921"], "1933")
    near = around("1832", "1833", "1932", "2133", steps_=2)
    laid = fight({"685-I": "2033", "421RR": "2032 2", **full, **near}, order, HOLD, dice=[2])
    assert (at(laid, "685-I"), steps(laid, "685-I")) == (("off-map",), (3,))
    room = {**full, "111-I": "0401"}
    laid = fight({"685-I": "2033", "421RR": "2032 2", **room, **near}, order, HOLD, dice=[2])
    assert at(laid, "685-I") == ("1933",)


@pytest.mark.rule("8.3.edge.1", "8.3.zoc.4")
def test_a_retreat_that_must_go_on_from_an_enemy_zone_at_the_edge_leaves_the_map() -> None:
    order = "prep 2032 by 421RR then fire 421RR at 685-I no advance"
    shut = around("2132", "1932", "1933", "2133", "2230")
    laid = fight({"685-I": "2032 2", "421RR": "2031", **shut}, order, HOLD, dice=[4])
    assert "685-I retreats from 2032 to 2033." in laid.said()
    assert (at(laid, "685-I"), steps(laid, "685-I")) == (("off-map",), (1,))
    assert laid.state.facts["left-at"] == {"685-I": "2033"}


@pytest.mark.rule("8.3.edge.1", "8.3.pri.3")
def test_a_retreat_that_could_end_alive_at_the_edge_does_not_leave_the_map_there() -> None:
    """All ways enter a zone; far from the firer the zone is armor's and kills. The other ways end at the edge
    with a step left, so they are retreats, which come second (8.3.pri.3), and not ways off the map."""
    units = {"Sch-1": "2132", "216TB": "2133 4", "119RD-A": "1829 3", "1049RR": "2131 3", "4M-T1": "2330 3"}
    laid = table(units)
    now = Flight(units=("Sch-1",), at="2132", spaces=3, firers=("2131",))
    found = r08_paths.ways(laid.state, now)
    assert (found.edge, found.paths) == (
        False, (("2132", "2232", "2333", "2433"), ("2132", "2032", "1933", "1833")),
    )  # fmt: skip


@pytest.mark.rule("8.3.zoc.4")
def test_a_path_of_full_length_that_ends_in_an_enemy_zone_is_refused_for_the_zone() -> None:
    """Also where no legal retreat begins like it: it does not lack room."""
    laid = table({"685-I": HEX, **around("1121", "0918", "0720", "0922", "1019", steps_=3)})
    assert broken(laid, flight(2), "0919-1018") == "8.3.zoc.4"


@pytest.mark.rule("8.3.edge.1", "8.3.pri.2")
def test_a_way_off_the_map_avoids_enemy_controlled_hexes_too() -> None:
    """The shortest way to the edge is 2133, in an enemy zone; a longer one by 2032 is in none."""
    weak = around("1932", "1933", "2031", "2131", "2231", "2233", steps_=2)
    laid = table({"110-I": "2132", "44MRB": "2232 3", **weak})
    now = Flight(units=("110-I",), at="2132", spaces=4, firers=("2231",))
    assert r08_paths.ways(laid.state, now).edge
    assert r08_paths.ways(laid.state, now).paths == (("2132", "2032", "2033"),)
    assert broken(laid, now, "2133") == "8.3.pri.2"


@pytest.mark.rule("8.3.edge.1")
def test_a_stack_at_the_edge_leaves_the_map_from_where_it_is() -> None:
    shut = around("2032", "1933", "2133")
    laid = table({"685-I": "2033", **shut}, dice=[4])
    laid.order("soviet", "prep 2033 by 365RR then fire 365RR at 685-I no advance")
    laid.order("german", "hold\nretreat 685-I")
    assert laid.at("685-I") == "off-map"
    assert not [one for one in laid.found("UnitMoved") if one["unit"] == "685-I"], "it moves to no hex"
    assert not laid.state.units["685-I"].flags


@pytest.mark.rule("8.3.edge.1", "4.mov.2")
def test_attackers_that_leave_the_map_from_where_they_are_may_not_move_in_this_turn_either() -> None:
    laid = table({"685-I": "2033", **around("2032", "1933", "2133")}, segment="GER.PREP", dice=[4])
    laid.order("german", "prep 2032 by 685-I")
    laid.order("soviet", "fire 365RR at 685-I")
    laid.order("german", "retreat 685-I")
    assert laid.at("685-I") == "off-map"
    assert flags(laid, "685-I") == {"prepared", "barred"}


@pytest.mark.rule("5.ret.1")
def test_who_retreats_controls_nothing_by_a_zone_on_the_way() -> None:
    units = {"685-I": "3606", "421RR": "3605", "634RR": NORTH, "Wst-1": HEX}
    laid = table(units, dice=[4])
    held = {**laid.state.control, "3508": "soviet"}
    laid.play.state = laid.state.but(control=held)
    laid.order("soviet", "prep 3606 by 421RR then fire 421RR at 685-I no advance")
    laid.order("german", "hold\nretreat 685-I\nretreatpath 3607")
    assert laid.at("685-I") == "3607", "next to Surovikino, which is empty"
    assert laid.state.units["685-I"].flags == {"retreated"}, "a defender moves in his own turn as ever"
    assert asked(laid) == ("soviet", "prep"), "the phase goes on"
    assert laid.state.control["3508"] == "soviet"


@pytest.mark.rule("8.3.gen.1", "8.3.pri.4", "8.3.zoc.4")
def test_the_only_way_is_taken_as_it_was_written_and_another_one_refused() -> None:
    units = {"685-I": "3508", "685-II": "3508", "421RR": "3507", "999RR": "3409 3", "365RR": "3609 3"}
    laid = table({**units, "634RR": "3507", "686-II": "3710"}, dice=[3, 5])
    laid.order("soviet", "prep 3508 by 421, 634 then fire 421, 634 at 685-I no advance")
    ways_ = ("3607-3708", "3608", "3608-3708")
    rulings = laid.order("german", "\n".join(("hold", "check 685-I", *(f"retreatpath {w}" for w in ways_))))
    assert [(one.verdict, one.rule) for one in rulings[2:]] == [
        ("refused", "8.3.pri.4"),
        ("refused", "8.3.zoc.4"),
        ("done", ""),
    ]
    assert rulings[2].legal == ("retreatpath 3608-3708",)
    assert laid.at("685-II") == "3708"
