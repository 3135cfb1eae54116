"""Retreats: the search beside trying every path, and positions by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mechanics.network import Network
from adjudicator.mechanics.retreat import (
    Bar,
    Broken,
    Fate,
    Path,
    Preference,
    Retreat,
    Retreats,
    fate,
    reliefs,
)
from maps.grids.grid import HexGrid

from .fields import Links, chain, hexes

FIELD = hexes(6, 6)
spaces = st.sampled_from(FIELD.ids)


@dataclass(frozen=True)
class Position:
    """A random retreat: barred spaces, ranks of spaces under two preferences, and where there is no room."""

    start: str
    length: int
    barred: frozenset[str]
    first: frozenset[str]
    second: frozenset[str]
    full: frozenset[str]
    further: int

    def retreat(self) -> Retreat:
        return Retreat(
            FIELD,
            self.start,
            self.length,
            (Bar("bar", lambda path, to: "barred" if to in self.barred else ""),),
            (
                Preference("one", "first", lambda path, to: to not in self.first),
                Preference("two", "second", lambda path, to: to in self.second),
            ),
            lambda space: space not in self.full,
            self.further,
        )

    def worth(self, to: str) -> tuple[bool, bool]:
        return to not in self.first, to in self.second

    def walks(self, length: int) -> Iterator[Path]:
        """Every path of a length that never goes back and takes a best step each time."""
        ring: list[Path] = [(self.start,)]
        for _ in range(length):
            ring = [(*path, to) for path in ring for to in FIELD.neighbours(path[-1]) if self.may(path, to)]
        yield from ring

    def may(self, path: Path, to: str) -> bool:
        open_ = [near for near in FIELD.neighbours(path[-1]) if near not in self.barred and near not in path]
        return to in open_ and all(self.worth(to) <= self.worth(other) for other in open_)

    def expected(self) -> Retreats:
        complete = tuple(self.walks(self.length))
        if not complete:
            made = max(length for length in range(self.length) if any(self.walks(length)))
            return Retreats(tuple(self.walks(made)), self.length - made)
        roomy = [end for path in complete for end in self.ends(path)]
        return Retreats(tuple(roomy) or complete, 0, not roomy)

    def ends(self, path: Path) -> list[Path]:
        """This path and its continuations up to the first length at which some of them have room."""
        for more in range(self.further + 1):
            longer = [one for one in self.walks(self.length + more) if one[: len(path)] == path]
            through = [one for one in longer if set(one[self.length : -1]) <= self.full]
            found = [one for one in through if one[-1] not in self.full]
            if found:
                return found
        return []


positions = st.builds(
    Position,
    spaces,
    st.integers(0, 3),
    st.frozensets(spaces, max_size=14),
    st.frozensets(spaces, max_size=14),
    st.frozensets(spaces, max_size=14),
    st.frozensets(spaces, max_size=20),
    st.integers(0, 2),
)


@given(positions)
def test_the_legal_retreats_are_those_found_by_trying_all(position: Position) -> None:
    found, expected = position.retreat().legal(), position.expected()
    assert (set(found.paths), found.missing, found.crowded) == (
        set(expected.paths),
        expected.missing,
        expected.crowded,
    )
    assert len(set(found.paths)) == len(found.paths)


@given(positions, st.lists(st.integers(0, 5), max_size=5))
def test_a_written_path_is_legal_exactly_if_it_is_found(position: Position, turns: list[int]) -> None:
    path = [position.start]
    for turn in turns:
        near = FIELD.neighbours(path[-1])
        path.append(near[turn % len(near)])
    retreat = position.retreat()
    assert (retreat.broken(path) is None) == (tuple(path) in retreat.legal().paths)
    assert all(retreat.broken(legal) is None for legal in retreat.legal().paths)


@given(positions, st.lists(st.integers(0, 6), min_size=1, max_size=4))
def test_what_is_said_of_a_broken_path_is_so(position: Position, turns: list[int]) -> None:
    path = [position.start]
    for turn in turns:
        near = (*FIELD.neighbours(path[-1]), "0101")
        path.append(near[turn % len(near)])
    retreat = position.retreat()
    broken = retreat.broken(path)
    if broken:
        check_said(position, retreat, tuple(path), broken)


def check_said(position: Position, retreat: Retreat, path: Path, broken: Broken) -> None:
    """Each kind of fault, found anew from what may be done."""
    legal = retreat.legal().paths
    if broken.kind in {"short", "full"}:
        assert broken.at == path[-1]
        shared = max(n for n in range(1, len(path) + 1) if any(one[:n] == path[:n] for one in legal))
        assert set(broken.better) == {one[shared] for one in legal if one[:shared] == path[:shared]}
        assert (broken.kind == "full") == (shared < len(path) and len(path) > position.length)
        return
    at = next(n for n in range(1, len(path)) if not position_goes(position, path[:n], path[n], legal))
    assert (broken.at, broken.to) == path[at - 1 : at + 1]
    if broken.kind == "gap":
        assert broken.to in path[:at] or broken.to not in FIELD.neighbours(broken.at)
    elif broken.kind == "barred":
        assert (broken.to in position.barred, broken.rule, broken.why) == (True, "bar", "barred")
    elif broken.kind == "passed-over":
        assert set(broken.better) == {to for to in FIELD.neighbours(broken.at) if position.may(path[:at], to)}
        (first, _), (best, _) = position.worth(broken.to), position.worth(broken.better[0])
        assert (broken.rule, broken.why) == (("one", "first") if first != best else ("two", "second"))
    else:
        assert path[:at] in legal


def position_goes(position: Position, path: Path, to: str, legal: tuple[Path, ...]) -> bool:
    """Whether a path that has not ended may go on to a space."""
    return path not in legal and position.may(path, to)


# -- positions as in a game of corps: further away, then toward supply, then out of the zone --------

GRID = HexGrid(30, 30)
OPEN = hexes(30, 30)


def corps(
    spaces: int = 1,
    enemies: frozenset[str] = frozenset({"2019", "2121"}),
    fits: Callable[[str], bool] = lambda space: True,
) -> Retreat:
    """A stack in 2020, its source at 0120."""
    zone = {near for enemy in enemies for near in OPEN.neighbours(enemy)}

    def away(path: Path, to: str) -> str:
        nearer = GRID.distance(path[0], to) <= GRID.distance(path[0], path[-1])
        return "not further from the combat" if nearer else ""

    def toward(path: Path, to: str) -> int:
        return int(GRID.distance("0120", to) >= GRID.distance("0120", path[-1]))

    return Retreat(
        OPEN,
        "2020",
        spaces,
        (
            Bar("9.0b", lambda path, to: "the enemy is there" if to in enemies else ""),
            Bar("9.2a", away),
        ),
        (
            Preference("9.2b", "others lead toward supply", toward),
            Preference("9.2c", "others are not in an enemy zone", lambda path, to: to in zone),
        ),
        fits,
        1,
    )


def test_the_one_hex_toward_supply_and_out_of_the_zone_must_be_taken() -> None:
    assert corps().legal() == Retreats((("2020", "1921"),))


def test_supply_comes_before_the_zone() -> None:
    blocked = corps(enemies=frozenset({"2019", "2121", "1921"}))
    assert blocked.legal() == Retreats((("2020", "1920"),))


def test_a_full_hex_sends_the_stack_one_further() -> None:
    crowded = corps(fits=lambda space: space != "1921")
    assert set(crowded.legal().paths) == {("2020", "1921", "1820"), ("2020", "1921", "1821")}
    assert crowded.broken(("2020", "1921")) == Broken("short", "1921", better=("1821", "1820"))


def test_without_room_further_on_all_paths_are_crowded() -> None:
    found = corps(fits=lambda space: space[:2] not in {"19", "18"}).legal()
    assert (found.paths, found.missing, found.crowded) == ((("2020", "1921"),), 0, True)


@pytest.mark.parametrize(
    ("path", "broken"),
    [
        (("2020",), Broken("short", "2020", better=("1921",))),
        (("2020", "1822"), Broken("gap", "2020", "1822")),
        (("2020", "2019"), Broken("barred", "2020", "2019", "9.0b", "the enemy is there")),
        (
            ("2020", "2021"),
            Broken("passed-over", "2020", "2021", "9.2b", "others lead toward supply", ("1921",)),
        ),
        (
            ("2020", "1920"),
            Broken("passed-over", "2020", "1920", "9.2c", "others are not in an enemy zone", ("1921",)),
        ),
        (("2020", "1921", "1822"), Broken("long", "1921", "1822")),
    ],
)
def test_a_refusal_names_the_step_the_clause_and_what_is_better(path: Path, broken: Broken) -> None:
    assert corps().broken(path) == broken


def test_the_second_hex_must_be_further_from_the_combat_too() -> None:
    assert corps(2).broken(("2020", "1921", "2021")) == Broken(
        "barred", "1921", "2021", "9.2a", "not further from the combat"
    )


def test_hexes_that_cannot_be_made_are_counted() -> None:
    row = chain("start", "a", "b")
    assert Retreat(row, "start", 3).legal() == Retreats((("start", "a", "b"),), missing=1)
    shut = Retreat(row, "start", 2, (Bar("9.0e", lambda path, to: "cannot move"),))
    assert shut.legal() == Retreats((("start",),), missing=2)
    assert shut.broken(("start",)) is None


def test_a_dead_end_is_no_choice_while_another_way_is_long_enough() -> None:
    around = {"start": ["pocket", "road"], "pocket": ["start"], "road": ["start", "away"], "away": ["road"]}
    retreat = Retreat(Network.of(Links(around)), "start", 2)
    assert retreat.legal() == Retreats((("start", "road", "away"),))
    assert retreat.broken(("start", "pocket")) == Broken("short", "pocket", better=("road",))


def test_a_full_end_is_no_choice_while_another_has_room() -> None:
    around = {"start": ["full", "free"], "full": ["start"], "free": ["start"]}
    retreat = Retreat(Network.of(Links(around)), "start", 1, fits=lambda space: space != "full")
    assert retreat.legal() == Retreats((("start", "free"),))
    assert retreat.broken(("start", "full")) == Broken("full", "full", better=("free",))


def test_a_refusal_offers_only_what_goes_on_from_the_same_space() -> None:
    around = {
        "start": ["left", "right"],
        "left": ["start", "pocket", "bend"],
        "pocket": ["left"],
        "bend": ["left", "away"],
        "away": ["bend"],
        "right": ["start", "hill"],
        "hill": ["right", "beyond"],
        "beyond": ["hill"],
    }
    retreat = Retreat(Network.of(Links(around)), "start", 3)
    assert retreat.broken(("start", "left", "pocket")) == Broken("short", "pocket", better=("bend",))
    assert retreat.broken(("start", "left")) == Broken("short", "left", better=("bend",))
    assert retreat.broken(("start", "left", "start")) == Broken("gap", "left", "start")


def test_a_path_begins_where_the_unit_stands() -> None:
    for path in ((), ("1921",)):
        with pytest.raises(ValueError, match="from 2020 begins there"):
            corps().broken(path)


# -- preferences for the whole path --------------------------------------------------------------------------


@dataclass(frozen=True)
class Whole(Position):
    """The same spaces as ranks of whole paths: as few of `first` on the path as may be, then an end far from
    the start."""

    def retreat(self) -> Retreat:
        def costly(path: Path, to: str) -> int:
            return len(self.first & {*path[1:], to})

        def near(path: Path, to: str) -> int:
            return -distance(path[0], to)

        wholes = (Preference("one", "few", costly, True), Preference("two", "far", near, True))
        return replace(super().retreat(), preferences=wholes)

    def may(self, path: Path, to: str) -> bool:
        return to not in self.barred

    def walks(self, length: int) -> Iterator[Path]:
        ring: list[Path] = [(self.start,)]
        for _ in range(length):
            ring = [
                (*path, to)
                for path in ring
                for to in FIELD.neighbours(path[-1])
                if to not in self.barred and to not in path
            ]
        yield from ring

    def expected(self) -> Retreats:
        found = super().expected()
        ranks = {path: (len(self.first & {*path[1:]}), -distance(path[0], path[-1])) for path in found.paths}
        best = tuple(path for path in found.paths if ranks[path] == min(ranks.values()))
        return replace(found, paths=best)


def distance(a: str, b: str) -> int:
    return FIELD.distances([a])[b]


wholes = st.builds(
    Whole,
    spaces,
    st.integers(0, 3),
    st.frozensets(spaces, max_size=14),
    st.frozensets(spaces, max_size=14),
    st.just(frozenset()),
    st.frozensets(spaces, max_size=20),
    st.integers(0, 2),
)


@given(wholes)
def test_what_is_ranked_whole_is_the_best_of_all_complete_paths(position: Whole) -> None:
    found, expected = position.retreat().legal(), position.expected()
    assert set(found.paths) == set(expected.paths)
    assert (found.missing, found.crowded) == (expected.missing, expected.crowded)


@given(wholes, st.lists(st.integers(0, 5), min_size=1, max_size=4))
def test_a_path_that_breaks_a_rank_of_the_whole_is_told_by_it(position: Whole, turns: list[int]) -> None:
    path = [position.start]
    for turn in turns:
        near = FIELD.neighbours(path[-1])
        path.append(near[turn % len(near)])
    retreat = position.retreat()
    broken, legal = retreat.broken(path), retreat.legal().paths
    assert (broken is None) == (tuple(path) in legal)
    if broken and broken.kind == "passed-over":
        assert broken.rule in {"one", "two"}
        assert broken.better
        assert all((*path[: path.index(broken.to)], to) in heads(legal) for to in broken.better)


def heads(paths: tuple[Path, ...]) -> set[Path]:
    return {path[:length] for path in paths for length in range(len(path) + 1)}


def test_the_farthest_end_is_found_by_way_of_a_nearer_hex() -> None:
    row = chain("a", "b", "c", "d")
    far = Preference("far", "as far as possible", lambda path, to: -ord(to), whole=True)
    assert Retreat(row, "b", 2, preferences=(far,)).legal().paths == (("b", "c", "d"),)
    broken = Retreat(row, "b", 1, preferences=(far,)).broken(("b", "a"))
    assert broken == Broken("passed-over", "b", "a", "far", "as far as possible", ("c",))


@pytest.mark.parametrize(
    ("steps", "tolls", "meets"),
    [
        (3, {}, Fate()),
        (3, {"b": 1, "c": 1}, Fate(2)),
        (2, {"b": 1, "c": 1}, Fate(2, "c")),
        (2, {"b": 2, "c": 1}, Fate(2, "b")),
        (4, {"c": None}, Fate(4, "a")),
    ],
)
def test_a_path_takes_its_tolls_until_a_unit_dies(
    steps: int, tolls: dict[str, int | None], meets: Fate
) -> None:
    assert fate(("a", "b", "c"), steps, lambda space: tolls.get(space, 0)) == meets


def test_only_as_many_die_for_room_as_must() -> None:
    sizes = {"big": 2, "one": 1, "two": 1}
    assert reliefs(list(sizes), lambda left: sum(sizes[unit] for unit in left) <= 2) == (
        ("big",),
        ("one", "two"),
    )
    assert reliefs(list(sizes), lambda left: True) == ()
