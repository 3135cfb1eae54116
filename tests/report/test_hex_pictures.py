"""Pictures of a board of hexes: where units stood, what is worth a closer look, boxes beside the map."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
import pytest
import shapely
from PIL import Image

from adjudicator.events import Event, UnitMoved
from adjudicator.games.koenigsberg45 import GAME
from adjudicator.games.koenigsberg45.events import BarrageResolved, CombatResolved
from adjudicator.games.raceforberlin import GAME as BERLIN
from adjudicator.mail.desk.trial import known_to
from adjudicator.report.drawing import places
from adjudicator.report.drawing.close_ups import LEAST, RIM, close_ups, parts, widest
from adjudicator.report.drawing.crowd import Crowd, cheapest, dearest
from adjudicator.report.drawing.empty_board import EmptyBoard, ground
from adjudicator.report.drawing.painting import lay_open, paint
from adjudicator.report.drawing.places import lay
from adjudicator.report.drawing.seen import within
from adjudicator.report.picture import _open_chits
from adjudicator.report.scene import Arrow, Clash, Laid, Piece, Scene, scene
from adjudicator.report.story import battle
from adjudicator.store import fold
from builder.layout import factfile
from builder.layout.board import Area, Layout
from builder.layout.module_file import DPI
from counters.roster.load import load_roster
from maps.drawing.panel import BAR_MM
from maps.measuring import room as measuring
from tests.report.berlin import START as BERLIN_START

START = GAME.start("campaign")
COUNTER, PITCH = 40, 50
WHITE = (255, 255, 255)


def seen(side: str, *events: Event) -> Scene:
    """What a side sees of these events, which begin with the set-up."""
    views = [known_to(GAME, state, side) for state in (START, fold(START, events))]
    return scene(GAME, 1, views[0], views[1], [event for event in events if event.seen_by(side)])


def area(key: str, rect: tuple[int, int, int, int]) -> Area:
    left, top, right, bottom = rect
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Area(key, key, corners, (((left + right) // 2, (top + bottom) // 2),))


def board(*boxes: tuple[int, int, int, int]) -> EmptyBoard:
    """A board of 60 by 40 squares in place of hexes, "0000" to "5939", on a sheet with room at its right."""
    spaces = {f"{x:02}{y:02}": (x * PITCH, y * PITCH) for x in range(60) for y in range(40)}
    areas = {key: area(key, (x, y, x + PITCH, y + PITCH)) for key, (x, y) in spaces.items()}
    areas |= {f"box-{n}": area(f"box-{n}", box) for n, box in enumerate(boxes)}
    spots = {key: [(x + PITCH // 2, y + PITCH // 2)] for key, (x, y) in spaces.items()}
    home, frames = dict.fromkeys(spaces, 0), [(0, 0, 60 * PITCH, 40 * PITCH)]
    image = Image.new("RGB", (60 * PITCH + 900, 40 * PITCH), "white")
    return EmptyBoard(image, Layout(areas, (), COUNTER), spots, home, frames)


# -- where units stood ---------------------------------------------------------------------------------


def test_what_lies_around_a_part_of_a_board_costs_nothing_beyond_its_edges() -> None:
    crowd = Crowd(board())
    crowd._cost = numpy.random.default_rng(1).random((20, 30))
    for rows, columns in (((0, 3), (0, 31)), ((5, 9), (25, 31)), ((18, 22), (1, 2)), ((0, 22), (0, 32))):
        for reach in (1, 4, 40):
            (top, low), (left, right) = rows, columns
            whole = numpy.pad(crowd._cost, reach)
            expected = whole[top : low + 2 * reach, left : right + 2 * reach]
            assert numpy.array_equal(crowd._around(rows, columns, reach), expected)


def test_a_unit_that_left_its_hex_empty_is_shown_where_it_stood() -> None:
    made = seen("german", UnitMoved(rule="4", unit="349 VG", path=("4010", "4011")))
    assert [(piece.unit, piece.at) for piece in made.ghosts] == [("349 VG", "4010")]


def test_no_pale_counter_lies_where_somebody_still_stands() -> None:
    assert seen("soviet", UnitMoved(rule="4", unit="114", path=("2741", "2841"))).ghosts == ()


def test_no_pale_counter_lies_where_a_marker_covers_others() -> None:
    went = UnitMoved(rule="4", unit="349 VG", path=("4010", "4011"))
    view = known_to(GAME, START, "soviet")
    after = fold(view, [went]).but(covers={"4010": "isolated-german"})
    assert scene(GAME, 1, view, after, [went]).ghosts == ()
    assert scene(GAME, 1, view, fold(view, [went]), [went]).ghosts != ()


def test_a_unit_that_went_unseen_leaves_nothing_behind() -> None:
    went = UnitMoved(rule="4", to=("soviet",), unit="HQ 11 G", path=("4410", "4411"))
    assert (seen("german", went).ghosts, seen("german", went).arrows) == ((), ())


def test_a_pale_counter_is_paler_than_the_counter() -> None:
    roster, under = load_roster("koenigsberg45"), board()
    piece = Piece("349 VG", "1010", 0, "german 26")
    x, y = under.spots["1010"][0] or (0, 0)
    spot = (x - COUNTER // 2, y - COUNTER // 2, x + COUNTER // 2, y + COUNTER // 2)

    def darkness(made: Scene) -> int:
        return sum(255 - value for value in paint(under, roster, made).crop(spot).convert("L").tobytes())

    full, pale = darkness(Scene("", (piece,), ())), darkness(Scene("", (), (), ghosts=(piece,)))
    assert 0 < pale < full * 0.6


def test_the_top_that_the_enemy_sees_lies_on_top_in_ones_own_picture() -> None:
    def order() -> list[str]:
        return [piece.unit for piece in seen("german").pieces if piece.at == "2727"]

    assert order() == ["HQ GD Pz", "GD PzG"]
    chosen = START.but(facts={**START.facts, "tops": {"2727": "HQ GD Pz"}})
    made = scene(GAME, 1, chosen, chosen, ())
    assert [piece.unit for piece in made.pieces if piece.at == "2727"] == ["GD PzG", "HQ GD Pz"]


def test_what_lies_in_a_hex_with_a_name_leaves_that_free() -> None:
    """The name is below the counter: a stack only rises, a marker lies beside it."""
    under = replace(board(), named=frozenset({"1010"}))
    stack = [Piece(unit, "1010", 0, "german 26") for unit in ("349 VG", "549 VG")]
    x, y = under.slots("1010")[0]
    laying = lay(under, stack, (Laid("turn", 0, "1010"),))
    for _, spot in (*laying.pieces, *laying.markers):
        assert spot.at[1] + spot.size / 2 <= y + COUNTER / 2
    assert any(spot.at[1] > y for _, spot in lay(board(), stack, ()).pieces)
    assert x < laying.markers[0][1].at[0]
    cost = Crowd(under)
    wish, half = (x, y + round(COUNTER * 0.65)), COUNTER * 0.1
    assert cost.box(wish, [(-half, -half, half, half)], COUNTER) != wish


def test_the_line_that_costs_least_is_found_without_looking_beneath_all_of_them() -> None:
    chance, looked = numpy.random.default_rng(3), list[int]()
    for size, digits in ((1, 9), (200, 0), (9000, 3), (9000, 12)):
        away, short, beneath = (numpy.round(chance.exponential(4, size), digits) for _ in range(3))

        def hidden(lines: Any, beneath: Any = beneath) -> Any:
            looked.append(len(lines))
            return beneath[lines]

        assert cheapest(away, short, hidden) == numpy.round(beneath + away + short, 9).argmin()
    assert sum(looked) < 6000


def test_a_thick_dot_costs_what_the_dearest_cell_beneath_it_does() -> None:
    cells = numpy.random.default_rng(4).random((30, 20))
    thick = dearest(dearest(cells, 2).T, 2).T
    assert thick.shape == (26, 16)
    assert all(thick[y, x] == cells[y : y + 5, x : x + 5].max() for y in range(26) for x in range(16))


def test_what_lies_in_a_crowded_area_is_laid_out_once(boards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    under, made = ground("raceforberlin", boards), list[object]()
    room = measuring.Room

    def counted(zone: shapely.Polygon) -> measuring.Room:
        made.append(zone)
        return room(zone)

    monkeypatch.setattr(measuring, "Room", counted)
    crowd = [Piece(unit, "lebus", 0, unit, True) for unit in list(BERLIN_START.units)[:3]]
    places._settled_in.cache_clear()
    first = lay(under, crowd, ())
    assert lay(under, crowd, ()) == first and len(made) == 1
    assert lay(under, crowd[:2], ()) != first and len(made) == 2


# -- closer looks --------------------------------------------------------------------------------------


def went(*path: str) -> Arrow:
    return Arrow(path, "move", "german", "german", 1)


def test_what_is_near_is_shown_together_and_what_is_far_apart() -> None:
    near = Scene("", (), (), arrows=(went("2020", "2021"), went("2322", "2323")))
    far = Scene("", (), (), arrows=(went("1010", "1011"), went("4530", "4531")))
    assert len(close_ups(board(), near)) == 1
    assert len(close_ups(board(), far)) == 2


def test_battles_come_first_and_a_closer_look_holds_the_whole_of_each() -> None:
    clash = Clash(("4530", "4630"), "4531", "3-1", "5", "Dr")
    first, second = close_ups(board(), Scene("", (), (), arrows=(went("1010", "1011"),), clashes=(clash,)))
    for space in (*clash.origins, clash.space):
        x, y = board().spots[space][0] or (0, 0)
        assert first[0] < x < first[2] and first[1] < y < first[3]
    assert second[2] < first[0]


def test_a_closer_look_is_never_wider_than_a_reader_can_use() -> None:
    line = Scene("", (), (), arrows=tuple(went(f"{x:02}20", f"{x:02}21") for x in range(2, 58, 2)))
    found = close_ups(board(), line)
    assert len(found) > 1
    for left, top, right, bottom in found:
        assert LEAST[0] * COUNTER <= right - left <= widest(board())[0]
        assert LEAST[1] * COUNTER <= bottom - top <= widest(board())[1]


# -- the boxes beside the map -----------------------------------------------------------------------------


def test_boxes_beside_the_map_are_a_picture_of_their_own() -> None:
    country, beside = parts(board((3100, 100, 3400, 200), (3100, 300, 3800, 500)))
    assert country[2] < 3100
    ((left, _, right, bottom),) = beside
    assert left <= 3100 and right >= 3800 and bottom < 600


def test_boxes_at_the_side_of_the_map_and_below_it_are_two_pictures_without_the_map_between() -> None:
    under = board((3100, 100, 3400, 200), (100, 2100, 900, 2200))
    under = replace(under, image=Image.new("RGB", (3900, 2400), "white"))
    (_, _, right, bottom), beside = parts(under)
    assert len(beside) == 2
    assert all(left >= right or top >= bottom - round(BAR_MM * DPI / 25.4) for left, top, *_ in beside)


def test_the_bar_with_the_title_of_a_track_is_whole_above_its_topmost_boxes() -> None:
    _, ((_, top, _, _),) = parts(board((3100, 200, 3400, 300)))
    assert top <= 200 - round(BAR_MM * DPI / 25.4)


def test_a_board_whose_boxes_lie_among_its_views_is_shown_whole() -> None:
    assert parts(board((100, 100, 300, 200))) == ((0, 0, 3900, 2000), ())
    assert parts(board()) == ((0, 0, 3900, 2000), ())


def test_chits_that_lie_open_are_drawn_in_their_box() -> None:
    box, roster = (3100, 100, 3400, 200), load_roster("koenigsberg45")
    under, other = board(box), (3000, 300, 3400, 500)

    def drawn(chits: dict[str, tuple[str, ...]], where: tuple[int, int, int, int]) -> bool:
        picture = under.image.copy()
        lay_open(picture, under, roster, chits)
        return picture.crop(where).getcolors() != under.image.crop(where).getcolors()

    assert drawn({"box-0": ("G26", "S28")}, box)
    assert not drawn({"box-0": ("G26", "S28")}, other)
    assert not drawn({"box-0": (), "nowhere": ("G26",)}, box)


def test_which_boxes_they_lie_in_is_read_once(boards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Scene("", (), (), held=(("german", ("G26",)), ("nobody", ("S28",))))
    first = _open_chits("koenigsberg45", shown, boards)
    assert list(first.values()) == [("G26",)]

    def never(*_: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(factfile, "read_toml", never)
    assert _open_chits("koenigsberg45", shown, boards) == first


def test_a_scene_holds_the_hands_of_a_game_in_which_they_lie_open() -> None:
    state = START.but(hands={"german": ("G26",), "soviet": ()})
    assert scene(GAME, 1, state, state, ()).held == (("german", ("G26",)), ("soviet", ()))
    assert scene(BERLIN, 1, BERLIN_START, BERLIN_START, ()).held == ()


# -- battles ---------------------------------------------------------------------------------------------


def test_a_barrage_shows_the_row_of_the_table_of_combat_that_it_used() -> None:
    event = BarrageResolved(
        rule="0.7a.4", side="german", space="4210", attackers=(), defenders=(), attack=3, defence=1, parts=(),
        column="3-1", die=3, final=2, result="A1/D1",
    )  # fmt: skip
    made = battle(GAME, event, GAME.names())
    assert made.strip is not None
    assert (made.strip.row, made.strip.cells[made.strip.hit]) == ("2", "A1/D1")
    assert battle(GAME, replace(event, rule="9.9"), GAME.names()).strip is None


@pytest.mark.parametrize(
    ("column", "final", "result", "base"), [("3-1", 2, "A1/D1", "2-1"), ("8-1+", 1, "Dr2", "")]
)
def test_odds_are_told_before_their_shifts_where_no_shift_was_cut(
    column: str, final: int, result: str, base: str
) -> None:
    shift = {"rule": "13.1.3", "value": 1, "reason": "LW-1, normal attack"}
    event = CombatResolved(
        rule="7.2.3", space="4210", attackers=("1",), defenders=("65",), attack=12, defence=5, parts=(),
        column=column, shifts=(shift,), die=final, final=final, result=result,
    )  # fmt: skip
    assert battle(GAME, event, GAME.names()).unshifted == base
    assert battle(GAME, replace(event, shifts=()), GAME.names()).unshifted == ""


def test_a_closer_look_at_a_box_shows_that_box_and_none_beside_it() -> None:
    boxes = (3100, 300, 3330, 450), (3350, 300, 3580, 450)
    piece = Piece("349 VG", "box-0", 0, "349 VG", news="restored")
    under = board(*boxes)
    ((left, top, right, bottom),) = close_ups(under, Scene("", (piece,), ()))
    assert (left, top, right, bottom) == (3100 - RIM, 300 - RIM, 3330 + RIM, 450 + RIM)
    assert within(
        under, Scene("", (piece, replace(piece, at="box-1")), ()), (left, top, right, bottom)
    ).pieces == (piece,)


def test_what_is_in_no_hex_and_no_box_has_no_closer_look() -> None:
    clash = Clash(("unseen",), "1010", "3-1", "5", "Dr")
    assert len(close_ups(board((3100, 300, 3330, 450)), Scene("", (), (), clashes=(clash,)))) == 1
    assert close_ups(board(), Scene("", (), (), clashes=(replace(clash, space="unseen"),))) == []
