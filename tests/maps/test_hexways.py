"""Rivers, roads and railways on a drawn board of hexes run where the hexsides say, and meet."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import get_args

import numpy
import pytest
import shapely
from hypothesis import example, given
from hypothesis import strategies as st

from adjudicator.report.drawing.empty_board import ground
from maps.board import Space
from maps.drawing.curve import Line
from maps.drawing.draw import Drawing, draw_board
from maps.drawing.hexes.marks import Overlay
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.rivers import flows_of, over_the_edge, river_lines
from maps.drawing.hexes.routes import lay_roads
from maps.drawing.hexes.spots import told
from maps.drawing.hexes.ways import Ways
from maps.drawing.sheet import lay_out
from maps.grids.hexes import Hex, Hexside, Lattice, courses, hexside
from maps.reading.load import bundled_games, load_board
from tests.maps.test_hexmap import write_game

TOML = """
game = "ways"
title = "Ways"

[hexes]
columns = 7
rows = 6

[facts]
terrain = "text"
settlement = "text"
source = "text"
walls = "list"
side = "text"

[features]
stream = "river"
road = "road"
highway = "road"
rail = "rail"
wall = "side"

[sheet]
size_mm = [180, 140]
map_mm = [10, 10, 120, 120]
closed = ["water"]

[sheet.hexes]
bleed = true
leads_off = "source"
roads = { highway = ["#ff0000", "#ff0000"] }
walls = { fact = "walls", colours = { wall = "#00ff00" } }

[[sheet.mark]]
fact = "source"
shape = "letter"
at = [0.0, 0.3]
colours = ["#0000ff", "#0000ff"]

[[sheet.divide]]
fact = "side"
colour = "#ff00ff"
mm = 1.5
"""
PLACES = """id,name,terrain,settlement,source,walls,side
0303,Middletown,,town,,,
0503,,water,,,,
0101,,,,west,,
0405,,,,,n,
0601,,,,,,red
"""
LINKS = """hex,neighbour,features
0101,0102,road
0303,0304,stream road
0302,0303,rail
0403,0404,stream
0404,0405,wall
0205,0206,highway
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("ways") / "g", TOML, PLACES, LINKS)


@pytest.fixture(scope="module")
def drawing(game: Path) -> Drawing:
    return draw_board(game, 100)


@pytest.fixture(scope="module")
def plan(game: Path) -> Plan:
    sheet = lay_out(game)
    assert sheet.board.grid is not None
    return Plan(sheet, sheet.board.grid)


def near(drawing: Drawing, a: str, b: str, part: float = 0.5) -> set[object]:
    """The colours around a point between the middles of two hexes."""
    (x, y), (u, v) = drawing.slots(a)[0], drawing.slots(b)[0]
    middle = (round(x + (u - x) * part), round(y + (v - y) * part))
    spots = [(middle[0] + across, middle[1] + down) for across in range(-4, 5) for down in range(-4, 5)]
    return {drawing.image.getpixel(spot) for spot in spots}


def test_a_highway_has_its_own_colours(drawing: Drawing) -> None:
    assert (255, 0, 0) in near(drawing, "0205", "0206")
    assert (255, 0, 0) not in near(drawing, "0101", "0102")


def test_a_wall_stands_inside_the_hex_that_it_defends(drawing: Drawing) -> None:
    assert (0, 255, 0) in near(drawing, "0405", "0404", 0.42)
    assert (0, 255, 0) not in near(drawing, "0404", "0405", 0.3)


def test_a_mark_stands_where_its_fact_does(drawing: Drawing) -> None:
    assert (0, 0, 255) in near(drawing, "0101", "0102", 0.3)
    assert (0, 0, 255) not in near(drawing, "0102", "0103", 0.3)


@pytest.mark.parametrize(("value", "found"), [("yes", ["yes"]), ("no", [])])
def test_a_mark_may_ask_for_the_yes_of_a_fact_that_is_yes_or_no(value: str, found: list[str]) -> None:
    assert told(Space("0101", "0101", (0.0, 0.0), {"fort": True}), {"fact": "fort", "value": value}) == found
    assert told(Space("0101", "0101", (0.0, 0.0), {"fort": False}), {"fact": "fort"}) == []


def test_a_line_divides_hexes_that_differ(drawing: Drawing) -> None:
    around = set().union(
        *(near(drawing, "0601", other) for other in ("0501", "0502", "0602", "0702", "0701"))
    )
    assert (255, 0, 255) in around


def lines_over(plan: Plan, sides: Iterable[Hexside]) -> list[Line]:
    """The lines of a network of roads over some hexsides."""
    return [laid.line for laid in lay_roads(plan, dict.fromkeys(sides, "road"))[0]]


def test_the_road_of_a_source_at_the_edge_leads_off_the_board(plan: Plan) -> None:
    one, other = plan.grid.hexes["0101"], plan.grid.hexes["0102"]
    top = plan.frame[1]
    assert min(y for line in lines_over(plan, [hexside(one, other)]) for _, y in line) < top
    inner = hexside(plan.grid.hexes["0201"], plan.grid.hexes["0202"])
    assert min(y for line in lines_over(plan, [inner]) for _, y in line) > top


def test_ways_come_together_in_the_middle_of_a_town(plan: Plan) -> None:
    town = plan.grid.hexes["0303"]
    sides = [hexside(town, near) for near in plan.grid.lattice.neighbours(town)[:3]]
    for line in lines_over(plan, sides):
        assert min(math.dist(at, plan.centre(town)) for at in line) < 0.05 * plan.size


INNER = st.builds(Hex, st.integers(1, 5), st.integers(0, 2))
CHOSEN = st.sets(st.tuples(INNER, st.sampled_from(Lattice().directions)), min_size=1)


def sides_of(plan: Plan, chosen: set[tuple[Hex, str]]) -> set[Hexside]:
    pairs = [(one, plan.grid.lattice.neighbour(one, direction)) for one, direction in sorted(chosen)]
    return {hexside(a, b) for a, b in pairs if a in plan.grid.ids and b in plan.grid.ids}


@given(CHOSEN)
def test_ways_run_through_their_hexes_alone_and_over_every_hexside_that_they_cross(
    plan: Plan, chosen: set[tuple[Hex, str]]
) -> None:
    sides = sides_of(plan, chosen)
    others = plan.grid.ids.keys() - {one for side in sides for one in side}
    lines = shapely.MultiLineString(lines_over(plan, sides))
    ground = shapely.union_all([shapely.Polygon(plan.ring(one)).buffer(-0.02 * plan.size) for one in others])
    assert not lines.intersects(ground)
    for side in sides:
        assert lines.intersects(shapely.LineString(plan.ends(side)).buffer(0.01))


HAIRPIN = {
    (Hex(2, 1), "se"), (Hex(4, 0), "n"), (Hex(4, 0), "sw"), (Hex(3, 0), "se"), (Hex(3, 0), "sw"),
}  # fmt: skip


@given(CHOSEN)
@example(HAIRPIN)
def test_a_way_has_no_kinks_where_it_goes_on(plan: Plan, chosen: set[tuple[Hex, str]]) -> None:
    for line in lines_over(plan, sides_of(plan, chosen)):
        ways = [math.atan2(v - y, u - x) for (x, y), (u, v) in pairwise(line)]
        turns = [abs((b - a + math.pi) % (2 * math.pi) - math.pi) for a, b in pairwise(ways)]
        assert max(turns, default=0.0) < math.radians(65)


def test_a_railway_runs_beside_its_road_on_one_side_from_town_to_town() -> None:
    sheet = lay_out("koenigsberg45")
    assert sheet.board.grid is not None
    own = Plan(sheet, sheet.board.grid)
    ways = Ways(own)
    shared = [lines for side, lines in ways.over.items() if side in ways.kinds and side in ways.rail_kinds]
    apart = [shapely.LineString(road).distance(shapely.Point(rail[5])) / own.size for road, rail in shared]
    assert len(shared) > 200
    assert min(apart) > 0.06 and max(apart) < 0.17


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in bundled_games() if load_board(game).grid])
def test_ways_cross_rivers_as_often_as_the_rules_count(game: str) -> None:
    sheet = lay_out(game)
    assert sheet.board.grid is not None
    own = Plan(sheet, sheet.board.grid)
    ways, rivers = Ways(own), shapely.MultiLineString(river_lines(own))
    wet = {side for word in own.features("river") for side in own.sides.get(word, [])}
    for lines, sides in ((ways.roads, ways.kinds), (ways.rails, ways.rail_kinds)):
        network = shapely.MultiLineString([line for found in lines.values() for line in found])
        places = [one for one in shapely.get_parts(network.intersection(rivers)) if one.geom_type == "Point"]
        assert len(places) == len(wet & sides.keys())
        for side in wet & sides.keys():
            course = shapely.LineString(own.ends(side))
            assert min(course.distance(place) for place in places) < 0.25 * own.size


@pytest.mark.parametrize(
    ("kind", "shown"),
    [("", "whole entries none"), ("overlay = true", "whole entries"), ("set_up = true", "whole")],
)
def test_the_overlay_can_be_left_out_and_labels_of_the_set_up_alone(
    tmp_path: Path, kind: str, shown: str
) -> None:
    toml = TOML.replace('fact = "source"\nshape', f'fact = "source"\n{kind}\nshape')
    game = write_game(tmp_path / "g", toml, PLACES, LINKS)
    for overlay in get_args(Overlay):
        inked = (0, 0, 255) in near(draw_board(game, 60, overlay), "0101", "0102", 0.3)
        assert inked == (overlay in shown.split())


def test_behind_reports_labels_of_the_set_up_are_left_out_and_entry_letters_are_not(tmp_path: Path) -> None:
    for name, kind, shown in (("entry", "", True), ("start", "set_up = true", False)):
        toml = TOML.replace('fact = "source"\nshape', f'fact = "source"\noverlay = true\n{kind}\nshape')
        drawn = ground(write_game(tmp_path / name, toml, PLACES, LINKS))
        (x, y), (_, down) = drawn.slots("0101")[0], drawn.slots("0102")[0]
        assert (drawn.image.getpixel((x, round(y + 0.38 * (down - y)))) == (0, 0, 255)) is shown


def test_a_front_is_a_band_on_its_side_and_a_broken_line_only_where_no_river_runs(tmp_path: Path) -> None:
    links = LINKS.replace("0101,0102,road", "0601,0602,stream")
    toml = TOML.replace('fact = "side"\ncolour', 'fact = "side"\nbeside = "red"\ncolour')
    drawn = draw_board(write_game(tmp_path / "g", toml, PLACES, links), 100)
    assert (255, 0, 255) not in near(drawn, "0601", "0602")
    assert any((255, 0, 255) in near(drawn, "0601", other) for other in ("0501", "0502", "0702", "0701"))
    inside, outside = (
        {colour for colour in near(drawn, *pair, 0.25) if isinstance(colour, tuple) and colour[1] < 200}
        for pair in (("0601", "0501"), ("0501", "0601"))
    )
    assert inside and not outside
    (x, y), (u, v) = drawn.slots("0601")[0], drawn.slots("0501")[0]
    green = numpy.asarray(drawn.image.getchannel("G"), dtype=int)
    tones = [int(green[y + (v - y) * part // 60, x + (u - x) * part // 60]) for part in range(26)]
    falls = [one - other for one, other in pairwise(tones)]
    assert sum(falls) > 80 and max(falls) < 13, "it fades in steps too small to be seen"


def test_a_river_grows_from_its_source_to_the_water_that_it_runs_into(tmp_path: Path) -> None:
    pairs = (("0303", "0304"), ("0304", "0403"), ("0403", "0404"), ("0403", "0504"), ("0503", "0504"))
    links = "hex,neighbour,features\n" + "".join(f"{a},{b},stream\n" for a, b in pairs)
    places = "id,name,terrain,settlement,source,walls,side\n0603,,water,,,,\n"
    sheet = lay_out(write_game(tmp_path / "g", TOML, places, links))
    assert sheet.board.grid is not None
    own = Plan(sheet, sheet.board.grid)
    assert sorted(flows_of(own, own.sides["stream"]).values()) == [0, 1, 2, 3, 4, 5]


def test_a_river_at_the_edge_runs_on_beyond_the_frame_of_a_board_that_bleeds() -> None:
    sheet = lay_out("amberroad")
    assert sheet.board.grid is not None
    plan = Plan(sheet, sheet.board.grid)
    (way,) = courses(plan.sides["river"])
    _, top, _, high = plan.frame
    ends = sorted(y for vertex in (way[0], way[-1]) for _, y in over_the_edge(plan, vertex))
    assert ends[0] < top and top + high < ends[1]
    assert over_the_edge(plan, way[3]) == []
