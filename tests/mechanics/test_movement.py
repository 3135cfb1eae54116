"""Movement: reach beside a search that tries everything, written paths, and positions by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mechanics.movement import (
    Barred,
    Crossing,
    CurrentCosts,
    MoveCost,
    MovementCosts,
    PathFault,
    ZoneRules,
    path_cost,
    points,
    reach,
    route,
    shown,
)
from adjudicator.mechanics.network import Network

from .fields import Links, chain, hexes

FIELD = hexes(5, 4)
BORDERS = [(a, b) for a in FIELD.ids for b in FIELD.neighbours(a)]
SHUT, ENEMY, BARRED, THROUGH = (Barred(rule, "no") for rule in ("barred", "enemy", "barred", "through"))


@dataclass(frozen=True)
class Position:
    """A random position: what each step costs on the bare map, and what is the matter now."""

    ways: Mapping[tuple[str, str], Crossing]
    zones: frozenset[str]
    rules: ZoneRules
    closed: frozenset[str]
    special: Mapping[tuple[str, str], Crossing]
    start: str
    allowance: int
    at_least_one: bool

    def costs(self) -> CurrentCosts:
        bare = MovementCosts(FIELD, lambda a, b: self.ways[a, b])
        return bare.under(self.zones, self.rules, dict.fromkeys(self.closed, ENEMY), self.special)

    def step(self, a: str, b: str) -> Crossing:
        """The rules once more, read aloud."""
        way = self.special.get((a, b), self.ways[a, b])
        into, out_of, rules = b in self.zones, a in self.zones, self.rules
        if b in self.closed:
            return ENEMY
        if isinstance(way, Barred):
            return way
        if into and rules.bars:
            return rules.bars
        if into and out_of and rules.through:
            return rules.through
        extra = (rules.enter if into else 0) + (rules.leave if out_of else 0)
        return MoveCost(way.cost + extra, way.stop or (into and rules.stops), way.whole)


steps = st.builds(MoveCost, st.integers(0, 4), st.booleans())
wholes = st.builds(MoveCost, st.sampled_from([0, 0, 0, 1]), st.booleans(), st.just(True))
ways = st.one_of(steps, steps, steps, wholes, st.just(SHUT))
spaces = st.sampled_from(FIELD.ids)
rules = st.builds(
    ZoneRules,
    st.integers(0, 3),
    st.integers(0, 3),
    st.booleans(),
    st.sampled_from([None, None, None, BARRED]),
    st.sampled_from([None, None, THROUGH]),
)
positions = st.builds(
    Position,
    st.fixed_dictionaries(dict.fromkeys(BORDERS, ways)),
    st.frozensets(spaces, max_size=8),
    rules,
    st.frozensets(spaces, max_size=3),
    st.dictionaries(st.sampled_from(BORDERS), ways, max_size=3),
    spaces,
    st.integers(0, 8),
    st.booleans(),
)


def first_steps(position: Position) -> dict[str, tuple[int, bool]]:
    """What each first step costs, and whether it ends the move."""
    found = {}
    for b in FIELD.neighbours(position.start):
        way = position.step(position.start, b)
        if isinstance(way, Barred):
            continue
        cost = max(position.allowance, 1) + way.cost if way.whole else way.cost
        if cost <= position.allowance:
            found[b] = cost, way.stop or way.whole
        elif position.at_least_one:
            found[b] = position.allowance, True
    return found


def everything(position: Position) -> dict[str, int]:
    """The cheapest cost of each space, by making every state cheaper until nothing changes any more."""
    best = {(position.start, False): 0}
    for b, (cost, stop) in first_steps(position).items():
        best[b, stop] = min(cost, best.get((b, stop), cost))
    changed = True
    while changed:
        changed = False
        for (a, stopped), spent in list(best.items()):
            for b in () if stopped else FIELD.neighbours(a):
                way = position.step(a, b)
                if isinstance(way, Barred) or way.whole or spent + way.cost > position.allowance:
                    continue
                if spent + way.cost < best.get((b, way.stop), position.allowance + 1):
                    best[b, way.stop], changed = spent + way.cost, True
    return {
        space: min(cost for (other, _), cost in best.items() if other == space)
        for space in dict.fromkeys(space for space, _ in best)
    }


@pytest.mark.slow
@given(positions)
def test_reach_finds_what_a_search_of_everything_finds(position: Position) -> None:
    found = reach(position.costs(), position.start, position.allowance, at_least_one=position.at_least_one)
    assert {space: found.cost(space) for space in found} == everything(position)


@pytest.mark.slow
@given(positions)
def test_each_path_of_reach_can_be_walked_at_its_cost(position: Position) -> None:
    costs, least = position.costs(), position.at_least_one
    found = reach(costs, position.start, position.allowance, at_least_one=least)
    for space in found:
        walk = path_cost(costs, found.path(space), position.allowance, at_least_one=least)
        assert (walk.fault, walk.cost, walk.last) == (None, found.cost(space), space)


@pytest.mark.slow
@given(positions, st.lists(st.integers(0, 5), max_size=5))
def test_no_walk_is_cheaper_than_reach_or_gets_where_reach_does_not(
    position: Position, turns: list[int]
) -> None:
    path = [position.start]
    for turn in turns:
        near = FIELD.neighbours(path[-1])
        path.append(near[turn % len(near)])
    costs, least = position.costs(), position.at_least_one
    found = reach(costs, position.start, position.allowance, at_least_one=least)
    walk = path_cost(costs, path, position.allowance, at_least_one=least)
    for space, spent in zip(path, walk.spent, strict=False):
        assert found.cost(space) <= spent
    assert walk.fault is not None or walk.last == path[-1]


@pytest.mark.slow
@given(positions)
def test_the_going_knows_every_step_as_the_rules_say_it(position: Position) -> None:
    costs = position.costs()
    assert {border: costs.crossing(*border) for border in BORDERS} == {
        border: position.step(*border) for border in BORDERS
    }


def test_a_space_out_of_reach_has_no_cost_and_no_path() -> None:
    found = reach(plain(chain("a", "b", "c")).under(), "a", 1)
    assert "b" in found
    assert not {"c", "nowhere"} & set(found)
    assert all(other not in found for other in ("c", "nowhere", 1, None))
    assert list(found) == ["a", "b"]
    for question in (found.cost, found.path):
        with pytest.raises(KeyError):
            question("c")


def plain(network: Network, cost: int = 1) -> MovementCosts:
    """Every step costs the same."""
    return MovementCosts(network, lambda a, b: MoveCost(cost))


def test_a_start_that_is_not_on_the_board_is_no_start() -> None:
    with pytest.raises(KeyError, match="x"):
        reach(plain(chain("a", "b")).under(), "x", 1)


# -- zones of control, as in a game of corps: 2 points in, 2 out -----------------------------------

OPEN = hexes(30, 30)
AROUND_2118 = frozenset(OPEN.neighbours("2118"))
TANKS = plain(OPEN).under(AROUND_2118, ZoneRules(2, 2), {"2118": Barred("4.3.1", "the enemy is there")})


def test_from_zone_to_zone_both_surcharges_add_up() -> None:
    walk = path_cost(TANKS, ("2119", "2218", "2319"), 7)
    assert walk.spent == (0, 5)
    assert walk.fault == PathFault("dear", "2218", "2319", needed=3, left=2)
    assert walk.last == "2218"


def test_leaving_a_zone_costs_once_and_then_the_ground_alone() -> None:
    walk = path_cost(TANKS, ("2119", "2219", "2220"), 7)
    assert (walk.spent, walk.fault) == ((0, 3, 4), None)


def test_four_points_do_not_go_from_zone_to_zone() -> None:
    assert path_cost(TANKS, ("2119", "2218"), 4).fault == PathFault("dear", "2119", "2218", needed=5, left=4)


@pytest.mark.slow
def test_the_way_around_a_zone_may_be_cheaper_than_through_it() -> None:
    found = reach(TANKS, "2219", 9)
    assert (found.path("2217"), found.cost("2217")) == (("2219", "2319", "2318", "2217"), 5)
    assert path_cost(TANKS, ("2219", "2218", "2217"), 9).cost == 8


def test_an_enemy_is_named_with_his_clause() -> None:
    fault = path_cost(TANKS, ("2119", "2118"), 99).fault
    assert fault == PathFault("barred", "2119", "2118", rule="4.3.1", why="the enemy is there")


def test_a_gap_names_both_its_ends() -> None:
    for far in ("2122", "2119", "9999"):
        assert path_cost(TANKS, ("2120", "2119", far), 9).fault == PathFault("gap", "2119", far)


def test_a_zone_that_stops_is_entered_but_not_passed() -> None:
    row = plain(chain("a", "b", "c", "d")).under({"b"}, ZoneRules(stops=True))
    assert list(reach(row, "a", 9)) == ["a", "b"]
    assert not reach(row, "a", 9).goes_on("b")
    assert path_cost(row, ("a", "b", "c"), 9).fault == PathFault("stopped", "b", "c")
    assert list(reach(row, "b", 9)) == ["a", "b", "c", "d"], "one that begins in a zone may leave it"


def test_a_zone_that_bars_is_not_entered() -> None:
    row = plain(chain("a", "b", "c")).under({"b"}, ZoneRules(bars=BARRED))
    assert list(reach(row, "a", 9)) == ["a"]
    assert path_cost(row, ("a", "b"), 9).fault == PathFault("barred", "a", "b", rule="barred", why="no")


def test_a_zone_may_be_left_but_not_for_the_next() -> None:
    row = plain(chain("a", "b", "c", "d")).under({"b", "c"}, ZoneRules(through=THROUGH))
    assert list(reach(row, "b", 9)) == ["a", "b"]
    assert path_cost(row, ("b", "c"), 9).fault == PathFault("barred", "b", "c", rule="through", why="no")


# -- rivers, the first step, the whole allowance ---------------------------------------------------


def test_a_river_that_stops_wastes_what_is_left_but_another_way_goes_on() -> None:
    """b is 1 away across the river and 2 by the bridge at x; only over the bridge does the move go on."""
    ground = {"a": ["b", "x"], "b": ["a", "x", "c"], "x": ["a", "b"], "c": ["b"]}
    network = Network.of(Links(ground))
    bare = MovementCosts(network, lambda a, b: MoveCost(1, stop={a, b} == {"a", "b"}))
    found = reach(bare.under(), "a", 3)
    assert (found.cost("b"), found.path("b")) == (1, ("a", "b"))
    assert (found.cost("c"), found.path("c")) == (3, ("a", "x", "b", "c"))
    assert path_cost(bare.under(), ("a", "b", "c"), 3).fault == PathFault("stopped", "b", "c")


def across(a: str, b: str) -> MoveCost:
    """One crossing takes the whole allowance, the other steps one point each."""
    return MoveCost(0, stop=True, whole=True) if {a, b} == {"b", "c"} else MoveCost(1)


def test_a_crossing_that_takes_everything_can_only_be_the_first_step() -> None:
    row = MovementCosts(chain("a", "b", "c", "d"), across)
    assert list(reach(row.under(), "a", 9)) == ["a", "b"]
    assert path_cost(row.under(), ("a", "b", "c"), 9).fault == PathFault("first", "b", "c")
    assert [reach(row.under(), "b", allowance).cost("c") for allowance in (1, 4)] == [1, 4]
    assert path_cost(row.under(), ("b", "c", "d"), 4).fault == PathFault("stopped", "c", "d")


@pytest.mark.parametrize("zone", ["b", "c"])
def test_a_crossing_that_takes_everything_leaves_nothing_for_a_zone(zone: str) -> None:
    row = MovementCosts(chain("a", "b", "c", "d"), across).under({zone}, ZoneRules(2, 2))
    assert "c" not in reach(row, "b", 4)
    assert path_cost(row, ("b", "c"), 4).fault == PathFault("dear", "b", "c", needed=6, left=4)


def test_nothing_follows_a_crossing_that_takes_everything_not_even_a_free_step() -> None:
    row = MovementCosts(chain("a", "b", "c"), lambda a, b: MoveCost(0, whole="a" in (a, b)))
    assert list(reach(row.under(), "a", 2)) == ["a", "b"]
    assert path_cost(row.under(), ("a", "b", "c"), 2).fault == PathFault("stopped", "b", "c")


def test_a_unit_that_cannot_move_does_not_cross_for_its_whole_nothing() -> None:
    assert list(reach(MovementCosts(chain("b", "c"), across).under(), "b", 0)) == ["b"]


def test_one_step_is_always_allowed_where_a_game_says_so_and_ends_the_move() -> None:
    mud = plain(chain("a", "b", "c"), cost=3).under()
    assert list(reach(mud, "a", 2)) == ["a"]
    assert list(reach(mud, "a", 2, at_least_one=True)) == ["a", "b"]
    assert path_cost(mud, ("a", "b", "c"), 2, at_least_one=True).fault == PathFault("stopped", "b", "c")
    assert list(reach(mud, "a", 3, at_least_one=True)) == ["a", "b"]


def test_only_the_first_step_is_always_allowed() -> None:
    rising = MovementCosts(chain("a", "b", "c"), lambda a, b: MoveCost(3 if "c" in (a, b) else 1)).under()
    assert list(reach(rising, "a", 2, at_least_one=True)) == ["a", "b"]
    fault = path_cost(rising, ("a", "b", "c"), 2, at_least_one=True).fault
    assert fault == PathFault("dear", "b", "c", needed=3, left=1)


def test_one_step_is_not_allowed_where_the_way_is_shut() -> None:
    row = plain(chain("a", "b"), cost=3).under(closed={"b": ENEMY})
    assert list(reach(row, "a", 2, at_least_one=True)) == ["a"]


def test_a_special_step_takes_the_place_of_the_map() -> None:
    row = plain(chain("a", "b", "c")).under(special={("a", "b"): MoveCost(3), ("b", "c"): SHUT})
    assert [reach(row, "a", 3).cost(space) for space in ("a", "b")] == [0, 3]
    assert path_cost(row, ("a", "b", "c"), 9).fault == PathFault("barred", "b", "c", rule="barred", why="no")


def test_a_special_first_step_counts_as_one() -> None:
    ferry = plain(chain("a", "b", "c")).under(special={("a", "b"): MoveCost(0, stop=True, whole=True)})
    assert [reach(ferry, "a", 4).cost("b"), path_cost(ferry, ("a", "b"), 4).cost] == [4, 4]
    mire = plain(chain("a", "b", "c")).under(special={("a", "b"): MoveCost(9)})
    assert reach(mire, "a", 4, at_least_one=True).cost("b") == 4


def test_a_path_of_the_start_alone_costs_nothing_and_no_path_is_none() -> None:
    costs = plain(chain("a", "b")).under()
    assert path_cost(costs, ("a",), 0).cost == 0
    with pytest.raises(ValueError, match="begins where the unit is"):
        path_cost(costs, (), 3)


def test_no_step_gives_points_back() -> None:
    with pytest.raises(ValueError, match="cannot cost -1"):
        MoveCost(-1)


def test_points_are_counted_in_whole_parts_and_shown_as_players_write_them() -> None:
    assert [points(value, 2) for value in (Fraction(1, 2), 4, Fraction(7, 2))] == [1, 8, 7]
    assert [shown(value, 2) for value in (0, 1, 2, 7)] == ["0", "1/2", "1", "3 1/2"]
    assert [shown(Fraction(n, 2)) for n in (0, 1, 2, 5)] == ["0", "1/2", "1", "2 1/2"]
    with pytest.raises(ValueError, match="1/3 points"):
        points(Fraction(1, 3), 2)


def test_a_route_leads_to_a_space_out_of_reach_and_says_why_one_is_closed() -> None:
    def cost(a: str, b: str) -> Crossing:
        return SHUT if b == "elm" or {a, b} == {"fir", "gum"} else MoveCost(1)

    bare = MovementCosts(chain("ash", "birch", "cedar", "dale", "elm", "fir", "gum", "hazel"), cost)
    assert route(bare.under(), "ash", "dale", 1) == ("ash", "birch", "cedar", "dale")
    assert route(bare.under(), "ash", "elm", 9) == SHUT
    assert route(bare.under(), "ash", "gum", 9) is None, "from the hazel one could go there"
