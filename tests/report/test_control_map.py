"""Control as a map laid over the board, for games that declare it: tints, front lines, entries, isolation."""

from __future__ import annotations

from dataclasses import replace

import pytest
import shapely
from PIL import Image, ImageColor

from adjudicator.by_mail.control_map import Holding
from adjudicator.games.raceforberlin import GAME as BERLIN
from adjudicator.report.drawing.caption import legend
from adjudicator.report.drawing.control import lay_over
from adjudicator.report.scene import Scene, scene
from adjudicator.state import State
from counters.roster.load import load_roster
from tests.report.berlin import START
from tests.report.test_hex_pictures import PITCH, WHITE, board

RED, BLUE = "#b3302c", "#2e5580"
WEST = tuple(f"{x:02}{y:02}" for x in range(10) for y in range(40))
EAST = tuple(f"{x:02}{y:02}" for x in range(20, 60) for y in range(40))


def drawn(*control: Holding) -> Image.Image:
    """An empty board with this control map."""
    ground = board()
    picture = ground.image.copy()
    lay_over(picture, ground, control)
    return picture


def middle(picture: Image.Image, space: str, right: int = 0) -> tuple[int, ...]:
    """The colour in the middle of a space, or so far right of it."""
    x, y = int(space[:2]) * PITCH + PITCH // 2, int(space[2:]) * PITCH + PITCH // 2
    found = picture.getpixel((x + right, y))
    assert isinstance(found, tuple)
    return found


@pytest.mark.slow
def test_what_a_side_holds_is_tinted_and_the_rest_is_not() -> None:
    picture = drawn(Holding("Red", RED, WEST), Holding("Blue", BLUE, EAST))
    red, nobody, blue = (middle(picture, one) for one in ("0520", "1520", "4020"))
    assert red[0] > red[2] and blue[2] > blue[0] and nobody == WHITE


@pytest.mark.slow
def test_the_front_line_runs_where_the_front_does_and_not_along_the_edge_of_the_map() -> None:
    front = tuple(one for one in WEST if one.startswith("09"))
    picture = drawn(Holding("Red", RED, WEST, front))
    line = ImageColor.getrgb(RED)
    assert line in {middle(picture, "0920", right) for right in range(10, 25)}
    assert line not in {middle(picture, "0020", -right) for right in range(10, 25)}
    bare = drawn(Holding("Red", RED, WEST))
    assert line not in {middle(bare, "0920", right) for right in range(10, 25)}


def test_the_ground_of_a_side_is_put_together_once_while_it_stays_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    front = ("0701", "0702")
    first = drawn(Holding("Red", RED, ("0601", "0602", *front), front))
    monkeypatch.setattr(shapely, "union_all", None)
    assert drawn(Holding("Red", RED, ("0601", "0602", *front), front)).tobytes() == first.tobytes()


def test_no_more_of_the_board_is_tinted_than_a_side_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    masks: list[tuple[int, int]] = []
    new = Image.new

    def counted(mode: str, size: tuple[int, int], *more: object) -> Image.Image:
        masks.extend([size] if mode == "L" else [])
        return new(mode, size, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(Image, "new", counted)
    drawn(Holding("Red", RED, ("0605", "0606")), Holding("Blue", BLUE))
    assert len(masks) == 1 and max(masks[0]) < 4 * PITCH


def test_an_entry_points_in_from_the_nearest_edge() -> None:
    picture, inside = drawn(Holding("Red", RED, entry=("0020", "3000", "5920"))), PITCH // 2 - 4
    assert middle(picture, "0020", -inside) == middle(picture, "5920", inside) == ImageColor.getrgb(RED)
    assert picture.getpixel((30 * PITCH + PITCH // 2, 5)) == ImageColor.getrgb(RED)
    assert middle(picture, "0021", -inside) == WHITE


@pytest.mark.slow
def test_what_is_cut_off_is_hatched() -> None:
    whole, cut = drawn(Holding("Red", RED, WEST)), drawn(Holding("Red", RED, WEST, cut_off=("0520", "0521")))
    row = [middle(cut, "0520", right) for right in range(-20, 20)]
    assert ImageColor.getrgb(RED) in row and middle(whole, "0520") in row
    assert middle(cut, "0720") == middle(whole, "0720")


@pytest.mark.parametrize(
    ("holding", "words"),
    [
        (Holding("Red", RED), []),
        (Holding("Red", RED, front=("0020",)), ["Red front"]),
        (Holding("Red", RED, front=("0020",), entry=("0020",)), ["Red front", "Red entry"]),
        (Holding("Red", RED, cut_off=("0020",)), ["Red isolated"]),
    ],
)
def test_the_strip_explains_what_is_shown(holding: Holding, words: list[str]) -> None:
    signs = legend(load_roster("raceforberlin"), Scene("Now", (), (), control=(holding,)))
    assert [sign.word for sign in signs] == words


def test_a_game_with_a_control_map_lays_no_control_markers() -> None:
    def held(state: State) -> tuple[Holding, ...]:
        return tuple(Holding(side, RED, (space,)) for space, side in state.control.items())

    space = next(iter(START.board.spaces))
    state = START.but(control={space: "zhukov"})
    made = scene(replace(BERLIN, control_map=held), 1, state, state, ())
    assert made.control == (Holding("zhukov", RED, (space,)),)
    usual = scene(BERLIN, 1, state, state, ())
    assert usual.control == () and {one.at for one in set(usual.markers) - set(made.markers)} == {space}
