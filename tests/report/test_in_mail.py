"""Pictures of a mail: a phone shows their counters legibly, they hold what is asked and what is new, and they
are light."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy
import pytest
from PIL import Image

from adjudicator.catalogue import game_names
from adjudicator.report.drawing import few_colours, stamps
from adjudicator.report.drawing.close_ups import (
    LEGIBLE,
    MOST_PARTS,
    PHONE,
    chosen,
    close_ups,
    widest,
    wishes,
)
from adjudicator.report.drawing.empty_board import EmptyBoard, ground
from adjudicator.report.drawing.places import lay
from adjudicator.report.drawing.seen import not_seen, seen_in
from adjudicator.report.picture import FEW, MOST_BYTES, SHARP, _broad, _light, in_mail, pictures
from adjudicator.report.scene import Arrow, Clash, Laid, Loss, Piece, Scene
from counters.roster.load import load_roster
from tests.adjudicator.house import House, parsed
from tests.cases import one_quick
from tests.report.berlin import ACTION, seen
from tests.report.test_hex_pictures import board, went

BERLIN = "raceforberlin"
MAIL_BYTES = 250_000


def asked_everywhere(under: EmptyBoard) -> Scene:
    """A question about every space of a board: more than any pictures can show."""
    return Scene("everywhere", (), (), asked=tuple((space, "") for space in under.home))


def width_of(data: bytes) -> int:
    with Image.open(BytesIO(data)) as image:
        assert image.format == "PNG" and image.mode == "P"
        return image.width


# -- what a phone shows ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", one_quick([BERLIN, *(name for name in game_names() if name != BERLIN)]))
def test_a_phone_shows_counters_of_44_pixels_and_the_pictures_are_light(boards: Path, game: str) -> None:
    under = ground(game, boards)
    scene = asked_everywhere(under)
    parts, made = close_ups(under, scene), in_mail(game, scene, boards)
    looks = [one for one in made if one.name.startswith("action-")]
    assert looks and [one.name for one in made][-1] == "map"
    for look, (left, _, right, _) in zip(looks, parts, strict=False):
        assert under.counter * PHONE / (right - left) >= LEGIBLE
        assert under.counter * width_of(look.data) / (right - left) >= SHARP - 1
    assert sum(len(one.data) for one in made) <= MOST_BYTES
    assert "Not in a close-up: " in looks[-1].shows


@pytest.mark.slow
def test_no_space_is_both_in_a_close_up_and_in_none(tmp_path: Path) -> None:
    told = " ".join(House(tmp_path, "donnerschlag", accepted=False).last("ben@example.org").split())
    missed = re.search(r"Not in a close-up: ([\d, ]+)", told)
    shown = re.findall(r"The map with the units in ([\d, ]+)", told)
    assert missed and len(shown) > 1  # how many are light enough hangs on the art
    assert not {*re.findall(r"\d{4}", missed[1])} & {*re.findall(r"\d{4}", " ".join(shown))}


@pytest.mark.slow
def test_the_whole_board_comes_only_where_it_is_wished_or_nothing_else_would_be_shown(boards: Path) -> None:
    shown, empty = seen("zhukov", *ACTION), Scene("nothing", (), ())
    with_map, without = (in_mail(BERLIN, shown, boards, (), whole) for whole in (True, False))
    assert [one.name for one in with_map] == ["action-1", "action-2", "action-3", "map"]
    assert [one.name for one in without] == ["action-1", "action-2", "action-3"]
    assert [one.name for one in in_mail(BERLIN, empty, boards, (), False)] == ["map"]
    assert [one.name for one in in_mail(BERLIN, empty, boards, ("muskau",), False)] == ["action-1"]


@pytest.mark.slow
def test_the_whole_board_has_a_frame_for_each_closer_look_that_goes_with_it_and_no_more(
    boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    framed: list[int] = []
    real = stamps.framed

    def noted(board: Image.Image, parts: Sequence[Sequence[int]], counter: int) -> Image.Image:
        framed.append(len(parts))
        return real(board, parts, counter)

    monkeypatch.setattr(stamps, "framed", noted)
    scene = replace(asked_everywhere(ground(BERLIN, boards)), caption="its frames")
    made = in_mail(BERLIN, scene, boards)
    looks = [one for one in made if one.name.startswith("action-")]
    assert framed == [MOST_PARTS, len(looks)] and len(looks) < MOST_PARTS


def test_of_own_spaces_those_with_the_most_units_are_shown_first(boards: Path) -> None:
    under = ground(BERLIN, boards)
    few, many = ("seelow", "lebus"), ("dresden",) * 5
    parts = close_ups(under, Scene("", (), ()), (*few, *many))
    x, y = under.spots["dresden"][under.home["dresden"]] or (0, 0)
    assert parts[0][0] < x < parts[0][2] and parts[0][1] < y < parts[0][3]


def test_a_caption_names_who_went_from_where_to_where_once(boards: Path) -> None:
    under, roster, shown = ground(BERLIN, boards), load_roster(BERLIN), seen("zhukov", *ACTION)
    parts, told = close_ups(under, shown), set[str]()
    says = " ".join(seen_in(under, roster, shown, part, parts, told) for part in parts)
    assert "Advances: 1 GTA-1 from Göritz to Lebus. Eliminated: 169 in Lebus." in says
    assert "Step lost: 712." in says
    assert says.count("712 from Lebus to Falkenhagen") == 1


def test_a_way_is_told_where_it_ends_if_a_look_shows_that(boards: Path) -> None:
    under, roster = ground(BERLIN, boards), load_roster(BERLIN)
    arrow = Arrow(("goritz", "dresden"), "move", "soviet", "zhukov", 1, ("1GTA-1",))
    shown = Scene("", (), (), arrows=(arrow,), printed=(("1GTA-1", "1 GTA-1"),))
    says = "Moves: 1 GTA-1 from Göritz to Dresden."
    parts = close_ups(under, shown)
    assert sorted(seen_in(under, roster, shown, part, parts) == says for part in parts) == [False, True]
    assert [seen_in(under, roster, shown, part, [part]) for part in parts] == [says, says]
    came = replace(shown, arrows=(replace(arrow, how="enters"),))
    assert seen_in(under, roster, came, parts[0], [parts[0]]) == "Enters: 1 GTA-1 at Dresden."


def test_what_no_look_shows_is_named_whatever_it_is(boards: Path) -> None:
    under = ground(BERLIN, boards)
    wished = wishes(under, Scene("", (), ()), ("muskau", "dresden"))
    parts, _ = chosen(under, wished)
    assert not_seen(under, wished, parts) == ""
    assert not_seen(under, wished, parts[:1]) in (
        "Not in a close-up: Dresden.",
        "Not in a close-up: Muskau.",
    )


# -- what they hold ----------------------------------------------------------------------------------------


def test_every_unit_that_may_act_and_all_news_are_in_the_pictures() -> None:
    pieces = tuple(
        Piece(f"unit-{n}", at, 0, f"unit-{n}", news=news)
        for n, (at, news) in enumerate([("0505", ""), ("0505", ""), ("0906", "lost"), ("5030", "placed")])
    )
    scene = Scene(
        "", pieces, (), arrows=(went("5005", "5105"),), clashes=(Clash(("0806",), "0906", "3-1", "5", "D1"),),
        losses=(Loss("unit-9", "0535"),), asked=tuple(("0505", piece.unit) for piece in pieces[:2]),
    )  # fmt: skip
    under = board()
    parts, missed = chosen(under, wishes(under, scene))
    assert missed == [] and len(parts) <= MOST_PARTS
    for piece, spot in lay(under, scene.pieces, ()).pieces:
        (x, y), half = spot.at, spot.size // 2
        box = (x - half, y - half, x + half, y + half)
        assert any(
            part[0] <= box[0] and part[1] <= box[1] and box[2] <= part[2] and box[3] <= part[3]
            for part in parts
        ), piece
    for space in scene.action:
        x, y = under.spots[space][0] or (0, 0)
        assert any(part[0] < x < part[2] and part[1] < y < part[3] for part in parts), space


def test_what_no_picture_holds_is_known_and_battles_are_not_among_it() -> None:
    ways = tuple(went(f"{x:02}{y:02}", f"{x:02}{y + 1:02}") for x in range(2, 58, 9) for y in (4, 30))
    scene = Scene("", (), (), arrows=ways, clashes=(Clash(("4530",), "4531", "3-1", "5", "Dr"),))
    parts, missed = chosen(board(), wishes(board(), scene))
    assert len(parts) == MOST_PARTS
    assert missed and {wish.space for wish in missed} < {arrow.path[-1] for arrow in ways}


def test_a_way_longer_than_a_phone_is_wide_is_shown_at_both_its_ends() -> None:
    parts = close_ups(board(), Scene("", (), (), arrows=(went("0505", "5035"),)))
    assert len(parts) == 2
    assert all(right - left <= widest(board())[0] for left, _, right, _ in parts)


def test_a_way_from_a_box_beside_the_map_is_shown_where_it_ends() -> None:
    under = board((3100, 100, 3400, 200))
    scene = Scene("", (), (), arrows=(Arrow(("box-0", "0505"), "move", "german", "german", 1),))
    assert len(close_ups(under, scene)) == 1


def test_a_look_at_a_small_box_is_as_wide_as_one_at_the_map() -> None:
    narrow, wide = (_broad(Image.new("RGB", (pixels, 50), "black"), 240) for pixels in (100, 300))
    assert (narrow.size, wide.size) == ((240, 50), (300, 50))
    assert narrow.getpixel((99, 20)) == (0, 0, 0) != narrow.getpixel((101, 20))


def test_boxes_in_which_nothing_lies_are_left_out() -> None:
    from adjudicator.report.drawing.close_ups import parts

    under = board((3100, 100, 3400, 200), (3100, 900, 3400, 1000))
    areas = {key.replace("box-1", "pool"): area for key, area in under.layout.areas.items()}
    under = replace(under, layout=replace(under.layout, areas=areas))
    full = Scene("", (), (Laid("turn", 0, "box-0"),))
    assert parts(under, Scene("", (), ()))[1] == ()
    country, ((_, _, _, bottom),) = parts(under, full)
    assert bottom < 300 < 900
    assert country == parts(under, Scene("", (), ()))[0]


# -- what they look like -----------------------------------------------------------------------------------


def test_a_picture_in_few_colours_keeps_those_that_a_map_uses_little() -> None:
    meadows = numpy.random.default_rng(1).integers(0, 24, (200, 200, 3)) + numpy.array([180, 200, 130])
    drawn = Image.fromarray(meadows.astype("uint8"))
    rare = {"road": (250, 225, 140), "bank": (240, 215, 210), "flag": (110, 20, 30), "water": (110, 160, 210)}
    for n, colour in enumerate(rare.values()):
        drawn.paste(colour, (10, 40 * n, 16, 40 * n + 6))
    few = few_colours.counted(drawn).few(28)
    assert len(few.getcolors() or ()) == 28
    shown = few.convert("RGB")
    for n, (name, colour) in enumerate(rare.items()):
        seen_as = shown.getpixel((13, 40 * n + 3))
        assert isinstance(seen_as, tuple)
        assert max(abs(a - b) for a, b in zip(seen_as, colour, strict=True)) <= 12, name
    off = numpy.abs(numpy.asarray(shown).astype(int) - numpy.asarray(drawn)).max(2)
    assert off.mean() < 8 and off.max() < 24
    assert few_colours.counted(Image.new("RGB", (9, 9), "red")).few(28).getcolors() == [(81, 0)]


# -- what they cost ----------------------------------------------------------------------------------------


def test_the_same_picture_is_made_once(boards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = seen("zhukov", *ACTION)
    first = in_mail(BERLIN, shown, boards, (), False)

    def never(*_: object, **__: object) -> None:
        raise AssertionError("made again")

    monkeypatch.setattr(few_colours, "counted", never)
    later = in_mail(BERLIN, replace(shown, caption="a later moment"), boards, (), False)
    assert [one.data for one in later] == [one.data for one in first]


def test_the_dots_of_a_picture_are_counted_once_however_few_colours_are_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noise = numpy.random.default_rng(2).integers(0, 256, (40, 40, 3)).astype("uint8")
    drawn, counts = Image.fromarray(noise), list[Image.Image]()

    def count(picture: Image.Image) -> few_colours.Counted:
        counts.append(picture)
        return counted(picture)

    counted = few_colours.counted
    monkeypatch.setattr(few_colours, "counted", count)
    (file,) = _light([drawn], 0, 1.0)
    assert counts == [drawn]
    assert len(Image.open(BytesIO(file)).getcolors() or ()) == FEW[-1]


@pytest.mark.slow
def test_a_mail_with_pictures_is_light_and_says_what_they_show(tmp_path: Path, boards: Path) -> None:
    house = House(tmp_path, BERLIN)
    mails = [raw for raw in house.outbox().values() if b"image/png" in raw]
    assert mails
    for raw in mails:
        pages = [one for one in parsed(raw).walk() if str(one.get_filename()).endswith("-orders.html")]
        assert len(raw) - sum(len(one.as_bytes()) for one in pages) <= MAIL_BYTES, (
            "the page for tapping has a bound of its own"
        )
        mail = parsed(raw)
        page = str(mail.get_body(("html",)).get_content())  # type: ignore[union-attr]
        told = [str(part["Content-Description"]) for part in mail.walk() if "png" in part.get_content_type()]
        shown = re.findall(r'<img src="cid:[^"]*" alt="([^"]*)"', page)
        assert sorted(shown) == sorted(told)
        assert shown[0].startswith("Placed: 18 Pz Gr in Joachimsthal.") and len(set(shown)) == len(shown)
    assert "all hold" in house.says("audit", "1").output


@pytest.mark.slow
def test_a_page_of_the_game_has_the_board_as_large_as_ever(boards: Path) -> None:
    (board_shown, *_) = pictures(BERLIN, seen("zhukov", *ACTION), boards)
    assert board_shown.name == "map" and width_of(board_shown.data) == 1800
