"""Pictures: what happened is really on them, they are the same each time, and know no more than the side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from adjudicator.report.drawing import empty_board, stamps
from adjudicator.report.drawing.close_ups import MOST_PARTS, close_ups
from adjudicator.report.drawing.deeds import legs
from adjudicator.report.drawing.empty_board import EmptyBoard, board_file, ground
from adjudicator.report.drawing.painting import paint
from adjudicator.report.drawing.places import lay, rows
from adjudicator.report.picture import WIDTH, pictures
from adjudicator.report.scene import Arrow, Clash, Loss, Piece, Scene
from counters.roster.load import load_roster
from tests.adjudicator.tinygame import GAME as TINY
from tests.cases import one_quick
from tests.report.berlin import ACTION, ADVANCE, holding, seen

BERLIN = "raceforberlin"
EMPTY = Scene("nothing", (), ())
MOST_BYTES = 1_500_000


@pytest.fixture(scope="module")
def board(boards: Path) -> EmptyBoard:
    return ground(BERLIN, boards)


def changed(board: EmptyBoard, scene: Scene, around: Sequence[int], reach: int = 12) -> bool:
    """Whether the picture of a scene differs from the empty board near a point."""
    x, y = around
    box = (x - reach, y - reach, x + reach, y + reach)
    painted = paint(board, load_roster(BERLIN), scene).crop(box)
    return ImageChops.difference(painted, board.image.crop(box)).getbbox() is not None


def colours(board: EmptyBoard, scene: Scene, around: Sequence[int], reach: int) -> Counter[str]:
    """How often each colour ("#rrggbb") is in the picture of a scene near a point."""
    x, y = around
    part = paint(board, load_roster(BERLIN), scene).crop((x - reach, y - reach, x + reach, y + reach))
    dots = part.tobytes()
    return Counter(f"#{dots[at : at + 3].hex()}" for at in range(0, len(dots), 3))


def spot(board: EmptyBoard, space: str) -> tuple[int, int]:
    found = board.spots[space][board.home[space]]
    assert found is not None
    return found


def between(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)


@pytest.mark.parametrize("how", ["move", "advance", "retreat", "free", "reserve", "displaced"])
def test_an_arrow_runs_along_a_move(board: EmptyBoard, how: str) -> None:
    scene = Scene("", (), (), arrows=(Arrow(("calau", "luckau"), how, "soviet", "koniev", 1),))
    middle = between(spot(board, "calau"), spot(board, "luckau"))
    assert changed(board, scene, middle)
    assert not changed(board, scene, spot(board, "dresden"))
    assert not changed(board, EMPTY, middle)


@pytest.mark.slow
def test_ways_of_going_look_different(board: EmptyBoard) -> None:
    roster = load_roster(BERLIN)
    painted = set()
    for how in ("move", "advance", "retreat", "free", "reserve"):
        arrow = Arrow(("calau", "luckau"), how, "soviet", "koniev", 1)
        painted.add(paint(board, roster, Scene("", (), (), (arrow,))).tobytes())
    assert len(painted) == 5


def test_a_move_into_the_insert_is_shown_on_both_maps(board: EmptyBoard) -> None:
    shown = [[at for _, at in leg] for leg in legs(board, ("furstenwalde", "falkenhagen"))]
    assert len(shown) == 2
    assert shown[0][0] == spot(board, "furstenwalde") and shown[1][-1] == spot(board, "falkenhagen")


def test_a_move_on_one_map_is_shown_once_and_whole(board: EmptyBoard) -> None:
    path = ("calau", "luckau", "luckenwalde")
    assert list(legs(board, path)) == [[(space, spot(board, space)) for space in path]]


def test_a_battle_has_its_star_between_attacker_and_defender(board: EmptyBoard) -> None:
    scene = Scene("", (), (), clashes=(Clash(("triebel",), "muskau", "3:1", "5", "D2R"),))
    middle = between(spot(board, "triebel"), spot(board, "muskau"))
    reach = board.counter
    assert stamps.YELLOW in colours(board, scene, middle, reach)
    assert stamps.YELLOW not in colours(board, EMPTY, middle, reach)
    assert changed(board, scene, spot(board, "muskau"), reach), "the arrow of the attack"


@pytest.mark.slow
def test_two_battles_for_a_space_have_two_stars(board: EmptyBoard) -> None:
    clash = Clash(("triebel",), "muskau", "3:1", "5", "D2R")
    around, reach = spot(board, "muskau"), board.counter * 4
    one, two = (
        colours(board, Scene("", (), (), clashes=(clash,) * n), around, reach)[stamps.YELLOW] for n in (1, 2)
    )
    assert two > 1.8 * one > 0


def test_a_space_that_the_reader_is_asked_about_has_its_ring(board: EmptyBoard) -> None:
    asked = Scene("", (), (), asked=(("muskau", ""),))
    reach = round(board.counter * 1.2)
    assert stamps.GLOW in colours(board, asked, spot(board, "muskau"), reach)
    assert stamps.GLOW not in colours(board, EMPTY, spot(board, "muskau"), reach)


def test_a_question_about_a_few_spaces_is_shown_closer_and_of_a_front_its_fullest_parts(
    board: EmptyBoard,
) -> None:
    few = Scene("", (), (), asked=(("muskau", ""), ("triebel", "")))
    line = tuple((space, "") for space in board.home)
    front = Scene("", (), (), asked=line)
    assert len(close_ups(board, few)) == 1
    parts = close_ups(board, front)
    assert len(parts) == MOST_PARTS
    held = [sum(inside(part, spot(board, space)) for space, _ in line) for part in parts]
    assert held[0] > 1


def inside(part: tuple[int, int, int, int], at: tuple[int, int]) -> bool:
    return part[0] <= at[0] <= part[2] and part[1] <= at[1] <= part[3]


def test_a_loss_has_its_cross(board: EmptyBoard) -> None:
    scene = Scene("", (), (), losses=(Loss("169", "dresden"),))
    x, y = spot(board, "dresden")
    at = (x, y + round(board.counter * 0.62))
    assert stamps.RED in colours(board, scene, at, 10)
    assert stamps.RED not in colours(board, EMPTY, at, 10)


def test_a_step_lost_has_its_minus_and_a_newcomer_his_plus(board: EmptyBoard) -> None:
    for news, colour in (("lost", stamps.RED), ("placed", stamps.GREEN), ("restored", stamps.GREEN)):
        piece = Piece("712", "dresden", 0, "712", news=news)
        scene = Scene("", (piece,), ())
        plain = Scene("", (replace(piece, news=""),), ())
        around = board.slots("dresden")[0]
        assert colour in colours(board, scene, around, board.counter)
        assert colour not in colours(board, plain, around, board.counter)


def test_every_unit_on_the_map_lies_in_its_own_zone(board: EmptyBoard) -> None:
    shown = seen("zhukov", *ACTION)
    for piece, at in lay(board, shown.pieces, shown.markers).pieces:
        if piece.at in board.home:
            nearest = min(abs(x - at.at[0]) + abs(y - at.at[1]) for x, y in board.slots(piece.at))
            assert nearest < board.counter * 1.5, piece


@pytest.mark.parametrize("count", [0, 1, 9, 40, 75])
def test_a_box_holds_whatever_lies_in_it(board: EmptyBoard, count: int) -> None:
    box = board.box("eliminated")
    assert box is not None
    for at in rows(box, count, board.counter):
        assert box[0] <= at.at[0] - at.size // 2 and at.at[0] + at.size // 2 <= box[2]
        assert box[1] <= at.at[1] - at.size // 2 and at.at[1] + at.size // 2 <= box[3]


def test_a_closer_look_shows_where_things_happened(board: EmptyBoard) -> None:
    scene = Scene("", (), (), arrows=(Arrow(("calau", "luckau"), "move", "soviet", "koniev", 1),))
    (part,) = close_ups(board, scene)
    for space in ("calau", "luckau"):
        x, y = spot(board, space)
        assert part[0] < x < part[2] and part[1] < y < part[3]
    assert (part[2] - part[0]) * (part[3] - part[1]) < board.image.width * board.image.height / 4
    assert close_ups(board, EMPTY) == []


# -- the files -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_same_scene_gives_the_same_bytes(boards: Path) -> None:
    shown = seen("zhukov", *ACTION)
    first = pictures(BERLIN, shown, boards)
    pictures.cache_clear()
    assert pictures(BERLIN, shown, boards) == first


def test_pictures_are_small_png_files_that_open(boards: Path) -> None:
    made = pictures(BERLIN, seen("zhukov", *ACTION), boards)
    assert [one.name for one in made] == ["map", "action-1", "action-2", "action-3"]
    for one in made:
        assert len(one.data) < MOST_BYTES
        with Image.open(BytesIO(one.data)) as image:
            image.load()
            assert image.format == "PNG" and 300 < image.width <= WIDTH


@pytest.mark.slow
def test_no_byte_of_a_picture_depends_on_what_the_other_side_holds(boards: Path) -> None:
    made = []
    for chit in ("event-5", "event-9"):
        pictures.cache_clear()
        made.append(pictures(BERLIN, seen("zhukov", ADVANCE, start=holding(chit)), boards))
    assert made[0] == made[1]


def test_a_game_without_a_map_has_no_pictures(boards: Path) -> None:
    assert pictures(TINY.name, EMPTY, boards) == ()


@pytest.mark.slow
def test_a_kept_board_is_the_board_drawn_and_is_not_drawn_again(
    board: EmptyBoard, boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert board_file(BERLIN, boards).exists()
    ground.cache_clear()
    board = ground(BERLIN)
    monkeypatch.setattr(empty_board, "_draw", lambda game: pytest.fail("it was drawn again"))
    again = ground(BERLIN, boards)
    assert again.image.tobytes() == board.image.tobytes()
    assert (again.layout, again.home) == (board.layout, board.home)
    assert [list(spots) for spots in again.spots.values()] == [list(spots) for spots in board.spots.values()]


@pytest.mark.slow
@pytest.mark.parametrize("damage", one_quick(["half", b"", b"II*\0rubbish"]))
def test_a_damaged_board_is_drawn_again(
    board: EmptyBoard, boards: Path, tmp_path: Path, damage: bytes | str
) -> None:
    ground.cache_clear()
    assert ground(BERLIN, boards).image.size == board.image.size
    whole = board_file(BERLIN, boards).read_bytes()
    kept = board_file(BERLIN, tmp_path)
    kept.write_bytes(damage if isinstance(damage, bytes) else whole[: len(whole) // 2])
    assert ground(BERLIN, tmp_path).image.tobytes() == board.image.tobytes()
    assert kept.read_bytes() == whole


@pytest.mark.parametrize("known", [("zstd", "tiff_adobe_deflate"), ("tiff_adobe_deflate",), ()])
def test_a_board_is_kept_in_the_way_that_is_read_soonest_of_those_that_pillow_knows(
    monkeypatch: pytest.MonkeyPatch, known: tuple[str, ...]
) -> None:
    save = Image.Image.save

    def saved(image: Image.Image, out: BytesIO, form: str, *, compression: str, **more: object) -> None:
        if compression not in known:
            raise OSError("encoder error -2 when writing image file")
        save(image, out, form, compression=compression, **more)

    monkeypatch.setattr(Image.Image, "save", saved)
    board = Image.effect_noise((40, 30), 60).convert("RGB")
    if not known:
        with pytest.raises(OSError, match="no board can be kept"):
            empty_board._pressed(board, "")
        return
    with Image.open(BytesIO(empty_board._pressed(board, "note"))) as read:
        assert read.info["compression"] == known[0]
        assert (read.tobytes(), read.mode) == (board.tobytes(), "RGB")


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_costs_no_picture(board: EmptyBoard, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert ground(BERLIN, tmp_path / "file" / "boards").image.size == board.image.size
