"""Like counters spread over one named place: any of them may be taken, and unlike ones are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables.doing import Doubt, Words
from tables.published import Published
from tables.table import Table
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import with_trait
from tests.tables.sampler import PLUMBING, B, board, build_file, stack, unit, write_build

KINDS = f"{B}map.boardPicker.board."
CUBES = {"Pool": ((20, 20), (40, 30), (60, 20), (80, 70)), "Yard": ((320, 20),)}


def zones() -> str:
    """Two zones on the sea without a grid, side by side."""
    paths = {"Pool": "0,0;150,0;150,200;0,200", "Yard": "250,0;400,0;400,200;250,200"}
    inside = "".join(
        f'<{KINDS}mapgrid.Zone name="{name}" locationFormat="$name$" path="{path}"/>'
        for name, path in paths.items()
    )
    return f"<{KINDS}ZonedGrid>{inside}</{KINDS}ZonedGrid>"


@pytest.fixture
def table(tmp_path: Path) -> Players:
    """A game in which four cubes lie in the one zone and one in the other."""
    cubes = "".join(
        stack(f"{zone} {n}", *at, unit("Red Cube", "Red", f"{70 + n}"), "Water")
        for zone, places in CUBES.items()
        for n, at in enumerate(places)
    )
    water = board("Water", "hand.png") + PLUMBING
    text = build_file().replace(water, board("Water", "hand.png", zones()) + PLUMBING + cubes, 1)
    return Players(tmp_path / "desk", module=write_build(tmp_path, text))


def where(table: Players) -> list[str]:
    """Where the cubes are, by map."""
    on = Table(table.position)
    found = [on.at[id_] for id_, one in on.pieces.items() if "Red Cube" in one.type]
    return sorted(name for name, *_ in found)


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("move 2 Red Cube in Pool to 0101", 2),
        ("move Red Cube in pool to 0101", 1),
        ("move 3 Red Cube at Pool to 0101", 3),
        ("move 4 Red Cube from Pool to 0101", 4),
        ("move Red Cube in Sea 40,30 to 0101", 1),
    ],
)
def test_like_counters_in_one_zone_are_moved_by_its_name(table: Players, line: str, count: int) -> None:
    assert "Pool: 4 Red Cube" in table.told("red")
    said = table.send("red", line)
    assert "Your orders: 1 OK" in said, said
    assert where(table) == ["Main"] * count + ["Sea"] * (5 - count)


def test_more_than_there_are_is_refused_with_their_number(table: Players) -> None:
    said = table.send("red", "move 5 Red Cube in Pool to 0101")
    assert "REFUSED: you see 4 Red Cube in Pool, not 5" in said, said


def test_what_could_be_meant_are_places_that_have_as_many(table: Players) -> None:
    said = table.send("red", "move 2 Red Cube to 0101")
    assert "AMBIGUOUS" in said and "Could be: move 2 Red Cube in Pool to 0101" in said, said
    assert "Red Cube in Yard" not in said.split("Your move")[0]
    said = table.send("red", "move Red Cube to 0101")
    assert "Could be: move Red Cube in Pool to 0101 move Red Cube in Yard to 0101" in said, said


def test_where_no_place_has_as_many_those_that_one_has_are_offered(table: Players) -> None:
    said = table.send("red", "move 2 Militia to 0101")
    assert "Could be: move Militia in 0304 to 0101 move Militia in 0504 to 0101" in said, said


@pytest.mark.parametrize(
    ("trait", "state"), [("emb2", "2"), ("rotate", "3"), ("obs", "Red;"), ("hide", "Red")]
)
def test_unlike_ones_in_one_zone_are_told_apart_by_their_point(
    table: Players, trait: str, state: str
) -> None:
    on = Table(table.position)
    ids = {at: id_ for id_, at in on.at.items() if "Red Cube" in on.pieces[id_].type}
    words = Words(on, Published(table.module))
    assert words.counted("2 Red Cube in Pool")
    on.do((with_trait(on.position(), ids["Sea", 40, 30], trait, state),))
    with pytest.raises(Doubt) as doubt:
        words.counted("2 Red Cube in Pool")
    assert doubt.value.several
    places = [f"Red Cube in Sea {x},{y}" for x, y in CUBES["Pool"]]
    assert list(doubt.value.options) == places, "none of another place"
    assert [words.counted(one) for one in places] == [[ids["Sea", x, y]] for x, y in CUBES["Pool"]]
