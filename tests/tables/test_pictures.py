"""Pictures of the sampler's maps: what lies where, what a side sees of it, and what happened."""

from __future__ import annotations

import random
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from zipfile import ZipFile

import pytest
from PIL import Image, ImageChops, ImageStat

from adjudicator.mail.telling.art import illustrate
from adjudicator.mail.writing.outbox import Outgoing, letter_bytes
from adjudicator.store.packing import pack, unpack
from adjudicator.tabletop import kept
from adjudicator.tabletop.record import game_of
from builder.vassal.traits import nest
from tables.changes import changes_of
from tables.faces import Face, Faces
from tables.images import COLOURS, Pictures, light, packed
from tables.opening import opened
from tables.pictures import MOST_BYTES, ON_PAGE, Artist, Shown, _Scene, artist_of, looks_of
from tables.position import Piece, Position
from tables.published import Published
from tables.seats import Seat
from tables.table import Table, parts_of
from tests.at import NOON
from tests.tables.playing import (
    SEATS,
    after,
    cutter,
    deck_of,
    exchanged,
    module,
    move,
    named,
    start,
    with_trait,
)
from tests.tables.sampler import SIDES, build_file, write_build, write_sampler
from tests.tables.test_side_file import busy

RED, RED_BACK, BLUE, RED_FLIPPED = (220, 80, 80), (120, 20, 20), (80, 80, 220), (240, 160, 160)
LAND, FACE, BACK = (200, 210, 180), (250, 250, 240), (90, 60, 30)


def artist() -> Artist:
    return artist_of(module())


def cut(position: Position, side: str, number: int = 3) -> Position:
    return cutter().cut(position, SEATS[side], SEATS.values(), number).position


def whole(position: Position, side: str = "Red", window: str = "Main") -> Image.Image:
    """A map in its full size, as a side sees it."""
    scene = _Scene(artist(), cut(position, side), SEATS[side])
    return scene.drawn([(window, scene.bounds(window), 1.0)], [])[0]


def test_a_hand_is_as_large_as_its_cards_need_as_in_vassal() -> None:
    """The board is 400 x 200, a card of 60 x 80 lies over its corner; on a map it is cut off."""
    card = Table(start()).order[deck_of(start(), "Commands")][-1]
    for window, size in (("Red hand", (450, 290)), ("Sea", (400, 200))):
        position = after(start(), move(start(), card, (window, 420, 250)))
        assert whole(position, "Red", window).size == size


def at(picture: Image.Image, x: int, y: int) -> tuple[int, ...]:
    found = picture.getpixel((x, y))
    assert isinstance(found, tuple)
    return found


def drawn(*traits: tuple[str, str], image: str = "red.png", seat: Seat = SEATS["Red"]) -> Face:
    """A piece with these traits."""
    types = nest([*(one for one, _ in traits), f"piece;;;{image};Foot"])
    piece = Piece("1", types, nest([*(state for _, state in traits), "Main;0;0;1;0"]))
    return Faces(Pictures(module()), seat, {"VP": "7"}).of(piece)


def pixel(face: Face, x: int, y: int) -> tuple[int, ...]:
    """The colour of a face, as seen from the piece's own pixel."""
    return at(face.picture, face.at[0] + x, face.at[1] + y)


def sizes(found: tuple[Shown, ...]) -> list[tuple[str, tuple[int, int]]]:
    return [(one.name, Image.open(BytesIO(one.data)).size) for one in found]


# -- a map -------------------------------------------------------------------------------------------


def test_pieces_lie_on_the_board_at_their_pixels() -> None:
    picture = whole(start())
    assert picture.size == (700, 640)
    assert [at(picture, 300, 107), at(picture, 329, 107), at(picture, 331, 107)] == [BLUE, BLUE, LAND]
    assert at(picture, 500, 107) == (80, 180, 80) and at(picture, 200, 452) == RED


def test_the_upper_piece_of_a_stack_stands_out_as_stack_metrics_say() -> None:
    picture = whole(start())
    assert [at(picture, 131, 75), at(picture, 131, 135), at(picture, 71, 135)] == [RED, LAND, RED]
    flipped = after(start(), with_trait(start(), named(start(), "2nd Foot"), "emb2", "2"))
    assert [at(whole(flipped), x, y) for x, y in ((131, 75), (71, 135))] == [RED_FLIPPED, RED]


def test_a_deck_shows_its_back_and_how_many_lie_in_it_and_an_empty_one_an_outline() -> None:
    picture = whole(start())
    assert [at(picture, 45, 540), at(picture, 50, 504), at(picture, 32, 500)] == [BACK, BACK, LAND]
    white = sum(at(picture, x, y) == (255, 255, 255) for x in range(70, 110) for y in range(550, 585))
    assert white > 100
    assert at(picture, 230, 560) == (0, 0, 0) and at(picture, 260, 560) == LAND


def test_a_map_that_is_somebody_elses_is_not_drawn() -> None:
    scene = _Scene(artist(), cut(start(), "Red"), SEATS["Red"])
    assert [scene.drawable(f"{side} hand") for side in SIDES] == [True, False, False]


def test_a_masked_piece_is_its_back_for_others_and_both_for_its_owner() -> None:
    foot = named(start(), "2nd Foot")
    position = after(start(), with_trait(start(), foot, "obs", f"{SEATS['Red'].password};"))
    assert at(whole(position, "Blue"), 104, 103) == RED_BACK
    own = whole(position, "Red")
    assert at(own, 104, 103) == RED and at(own, 76, 77) == RED_BACK


def test_a_hidden_piece_is_faint_for_its_owner_and_nothing_for_others() -> None:
    position = after(start(), with_trait(start(), named(start(), "1st Horse"), "hide", "Blue"))
    seen = {side: at(whole(position, side), 300, 107) for side in ("Red", "Blue")}
    assert seen["Red"] == LAND
    assert seen["Blue"] not in (LAND, BLUE)


def test_a_board_that_is_upside_down_and_one_beside_another() -> None:
    plan = artist().plans["Main"]
    laid = plan.laid(["MainBoardPicker\tLand/rev\t0\t0\tLand\t1\t0"])
    assert [(box, turned) for _, box, turned in laid] == [
        ((0, 0, 700, 640), True),
        ((700, 0, 1400, 640), False),
    ]


# -- a face ------------------------------------------------------------------------------------------


def test_a_layer_shows_the_picture_of_its_level_where_it_is_put() -> None:
    layer = "emb2;;128;;;128;;;128;;;;1;false;10;-5;one.png,two.png;,;true;L;;;false;;1;1;true;;;;;0.5;;true"
    assert [pixel(drawn((layer, level)), 10, -5) for level in ("1", "2", "-1")] == [
        (240,) * 3 + (255,),
        (200,) * 3 + (255,),
        (*RED, 255),
    ]
    assert pixel(drawn((layer, "1")), 21, -5) == (*RED, 255)  # half its size, so 20 wide


def test_a_layer_that_follows_a_property_shows_its_level() -> None:
    layer = "emb2;;128;;;128;;;128;;;;1;false;0;0;one.png,two.png;,;true;L;;;true;Step;1;1;true;;;;;1.0;;true"
    assert pixel(drawn(("PROP;Step;false,0,9,false;;", "2"), (layer, "1")), 0, 0) == (200, 200, 200, 255)


def test_a_piece_is_turned_clockwise_about_its_middle() -> None:
    side = "emb2;;128;;;128;;;128;;;;1;false;40;0;one.png;;true;L;;;false;;1;1;true;;;;;1.0;;true"
    turned = drawn(("rotate;4;;;;;;;;;;;;true", "1"), (side, "1"))
    assert pixel(turned, 0, 50)[:3] == (240, 240, 240)  # what lay to the right lies below


LETTERS = "label;;Change;14;255,255,255;0,0,0;b;0;c;0;t;c;;Dialog;0;0;Words;;false"
WORTH = ("mark;Worth", "3")


@pytest.mark.parametrize("factor", [0.137, 0.42, 0.9, 1.0, 1.7])
@pytest.mark.parametrize("corner", [(0, 0), (-77, -41), (30, -20), (-170, 60)])
def test_the_part_of_a_large_piece_that_is_seen_is_as_the_whole_piece_shows_it(
    factor: float, corner: tuple[int, int]
) -> None:
    chance = random.Random(3)
    noise = Image.frombytes("RGBA", (400, 300), chance.randbytes(400 * 300 * 4))
    face, sheet = Face(noise, (200, 150)), (120, 100)
    whole, part = (Image.new("RGB", sheet, "white") for _ in range(2))
    all_of_it, seen = face.scaled(factor).picture, face.scaled_part(factor, corner, sheet)
    assert seen.width <= sheet[0] and seen.height <= sheet[1]
    whole.paste(all_of_it, corner, all_of_it)
    part.paste(seen, (max(0, corner[0]), max(0, corner[1])), seen)
    if corner[0] > -all_of_it.width:
        assert max(ImageChops.difference(whole, part).tobytes()) <= 2


@pytest.fixture
def scaled(monkeypatch: pytest.MonkeyPatch) -> list[Face]:
    """The faces that were brought whole to another size, in the order in which they were."""
    found, whole = list[Face](), Face.scaled

    def counted(face: Face, factor: float) -> Face:
        found.append(face)
        return whole(face, factor)

    monkeypatch.setattr(Face, "scaled", counted)
    return found


def test_a_face_that_lies_on_a_map_twice_is_scaled_once(
    scaled: list[Face], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.pictures.IN_MAIL", 350)
    Artist(module()).changed(cut(start(), "Red"), cut(start(), "Red"), SEATS["Red"])
    assert scaled and len(scaled) == len(set(map(id, scaled)))


def test_of_a_large_piece_no_more_is_scaled_than_is_seen(
    scaled: list[Face], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.pictures.LARGE", 3_000)
    Artist(module()).changed(cut(start(), "Red"), cut(moved("Scout", 300, 337), "Red"), SEATS["Red"])
    assert [one for one in scaled if one.picture.size == (60, 60)] == []


def test_a_label_says_what_properties_say_in_its_colours() -> None:
    face = drawn((LETTERS, "$VP$ and $Worth$"), WORTH)
    assert face.box[3] > 40 and pixel(face, 0, face.box[3] - 2) == (255, 255, 255, 255)
    assert drawn((LETTERS, "")).box == (-30, -30, 30, 30)


def test_a_label_and_a_layer_say_what_calculated_properties_come_to() -> None:
    shown = drawn(
        (LETTERS, "$Sum$"), ("calcProp;Sum;{Worth * 2 + Bonus}", ""), ("calcProp;Bonus;{4}", ""), WORTH
    )
    assert shown.picture.tobytes() == drawn((LETTERS, "10")).picture.tobytes()
    direct = drawn((LETTERS, '{Worth > 2 ? "big" : "small"}'), WORTH)
    assert direct.picture.tobytes() == drawn((LETTERS, "big")).picture.tobytes()
    layer = "emb2;;128;;;128;;;128;;;;1;false;0;0;one.png,two.png;,;true;L;;;true;{Worth - 1};1;1;true"
    assert pixel(drawn((layer, "1"), WORTH), 0, 0) == (200, 200, 200, 255)


@pytest.mark.parametrize("expression", ["{SumStack(Worth)}", "{Elsewhere + 1}", "{Sum + 1}", "{Two}"])
def test_a_label_that_needs_what_nobody_here_can_work_out_is_left_out_whole(expression: str) -> None:
    calculated = (f"calcProp;Sum;{expression}", ""), ("calcProp;Two;{Sum}", "")
    assert drawn((LETTERS, "$Worth$ of $Sum$"), *calculated, WORTH).box == (-30, -30, 30, 30)


def test_a_picture_that_is_missing_is_a_marked_box_and_one_of_vassals_own_a_mark() -> None:
    assert drawn(image="gone.png").box == (-25, -25, 25, 25)
    assert drawn(image="/images/Help16.gif").box == (-16, -16, 16, 16)


@pytest.mark.parametrize(
    "traits", [("emb2;", "99"), ("rotate;0", "x"), ("label;", "a"), ("obs;", "x;"), ("nonRect2;", "")]
)
def test_a_trait_that_is_cut_short_draws_what_can_be_drawn(traits: tuple[str, str]) -> None:
    assert drawn(traits).picture.width >= 0


# -- what happened -----------------------------------------------------------------------------------


def moved(name: str, x: int, y: int) -> Position:
    return after(start(), move(start(), named(start(), name), ("Main", x, y)))


def test_a_move_is_shown_closer_with_an_arrow_and_then_the_whole_map() -> None:
    new = moved("1st Horse", 300, 337)
    found = artist().changed(cut(start(), "Red"), cut(new, "Red"), SEATS["Red"])
    assert [one.name for one in found] == ["action-1", "map"]
    assert "1st Horse from" in found[0].shows
    closer = Image.open(BytesIO(found[0].data)).convert("RGB")
    reds = sum(
        p[0] > 180 and p[1] < 60
        for p in (at(closer, x, y) for x in range(0, closer.width, 2) for y in range(0, closer.height, 2))
    )
    assert reds > 100
    assert closer.width >= 390


def test_a_large_card_in_a_hand_is_shown_whole_though_counters_moved_too(tmp_path: Path) -> None:
    path = write_build(tmp_path, build_file(), without=["face.png", "hand.png"])
    with ZipFile(path, "a") as archive:
        for name, size in (("face", (300, 420)), ("hand", (1200, 900))):
            Image.new("RGB", size, FACE).save(data := BytesIO(), "PNG")
            archive.writestr(f"images/{name}.png", data.getvalue())
    found, begun = Published(path), opened(Published(path)).position
    table = Table(begun)
    card = table.order[deck_of(begun, "Commands")][-1]
    foot, scout = named(begun, "1st Foot"), named(begun, "Scout")
    moves = move(begun, foot, ("Main", 300, 337)), move(begun, scout, ("Main", 300, 452))
    new = after(begun, *moves, move(begun, card, ("Red hand", 600, 450)))
    scene = _Scene(Artist(found), new, SEATS["Red"])
    looks = dict(looks_of(changes_of(begun, new), scene))
    left, top, right, bottom = looks["Red hand"]
    assert left <= 450 and top <= 240 and right >= 750 and bottom >= 660
    assert looks["Main"][2] - looks["Main"][0] <= 600


def test_counters_are_large_enough_for_a_thumb_on_a_phone() -> None:
    new = moved("1st Horse", 300, 337)
    scene = _Scene(artist(), cut(new, "Red"), SEATS["Red"])
    ((_, box),) = looks_of(changes_of(cut(start(), "Red"), cut(new, "Red")), scene)
    assert 60 * 390 / (box[2] - box[0]) >= 44


def test_nothing_happened_where_a_blank_only_has_another_name() -> None:
    assert changes_of(cut(start(), "Red", 3), cut(start(), "Red", 4)) == []


def test_a_card_that_somebody_drew_left_the_deck() -> None:
    top = Table(start()).order[deck_of(start(), "Commands")][-1]
    new = after(start(), move(start(), top, ("Blue hand", 40, 60)))
    changes = changes_of(cut(start(), "Red", 3), cut(new, "Red", 4))
    assert [(one.window, one.new is None) for one in changes] == [("Main", True), ("Blue hand", False)]
    found = artist().changed(cut(start(), "Red", 3), cut(new, "Red", 4), SEATS["Red"])
    assert not any("Commands" in one.shows for one in found)


def test_pictures_are_light_and_a_page_has_all_maps() -> None:
    position = busy(random.Random(2))
    before, now = cut(start(), "Red"), cut(position, "Red")
    found = artist().changed(before, now, SEATS["Red"])
    assert sum(len(one.data) for one in found) <= MOST_BYTES
    page = artist().changed(before, now, SEATS["Red"], page=True)
    assert {one.shows for one in page} == {"The whole of Main", "The whole of Sea", "The whole of Red hand"}
    assert all(size[0] <= ON_PAGE for _, size in sizes(page))


def test_a_whole_map_without_closer_looks_may_weigh_as_much_as_all_pictures(tmp_path: Path) -> None:
    busy_map = Image.effect_noise((700, 640), 100).convert("RGB")
    busy_map.save(data := BytesIO(), "PNG")
    path = write_build(tmp_path, build_file(), without=["land.png"])
    with ZipFile(path, "a") as archive:
        archive.writestr("images/land.png", data.getvalue())
    found, position = Published(path), start()
    alone = Artist(found).changed(position, position, SEATS["Red"])
    beside = Artist(found).changed(position, moved("Scout", 100, 337), SEATS["Red"])
    (alone_wide, _), (beside_wide, _) = (dict(sizes(one))["map"] for one in (alone, beside))
    assert 1.4 * beside_wide < alone_wide
    assert sum(len(one.data) for one in alone) <= MOST_BYTES >= sum(len(one.data) for one in beside)


def test_a_map_of_all_sides_is_shown_before_a_hand_that_the_module_names_first(tmp_path: Path) -> None:
    text, kind = build_file(), "VASSAL.build.module.PlayerHand"
    first, end = text.index(f"<{kind} "), f"</{kind}>"
    last = text.rindex(end) + len(end)
    hands, main = text[first:last], '<VASSAL.build.module.Map mapName="Main">'
    path = write_build(tmp_path, text.replace(hands, "").replace(main, hands + main))
    found = Published(path)
    position = after(start(), move(start(), named(start(), "Scout"), ("Red hand", 100, 100)))
    shown = Artist(found).changed(position, position, SEATS["Red"])
    assert [one.shows for one in shown] == ["The whole of Main"]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(4))
def test_pictures_are_the_same_whichever_of_the_covered_pieces_lies_where(side: str, seed: int) -> None:
    chance = random.Random(seed)
    position = busy(chance)
    other = exchanged(position, SEATS[side], chance)
    one, two = (
        artist().changed(cut(start(), side), cut(each, side, 4), SEATS[side], page=page)
        for page in (False,)
        for each in (position, other)
    )
    assert one == two
    again = Artist(module()).changed(cut(start(), side), cut(position, side, 4), SEATS[side])
    assert again == one


def test_no_picture_is_kept_beyond_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.images.MOST_KEPT", 30_000)
    kept = Pictures(module())
    for name in ("red.png", "blue.png", "green.png", "red.png"):
        kept.named(name)
    assert len(kept._kept) == 2
    assert parts_of(start().pieces[named(start(), "Scout")].type)


# -- with a report -----------------------------------------------------------------------------------


def test_a_report_brings_the_pictures_of_what_its_side_saw_and_the_saved_game(tmp_path: Path) -> None:
    game = game_of(str(write_sampler(tmp_path)))
    before = game.start("start")
    new = after(start(), move(start(), named(start(), "1st Horse"), ("Main", 300, 337)))
    now = replace(before, facts={**before.facts, kept.POSITION: kept.packed(new), kept.NUMBER: 2})
    table = cast(Any, SimpleNamespace(game=game, number=4))
    views = [game.view(one, "red") for one in (before, now)]
    found = illustrate(table, "red", views[0], views[1], (), tmp_path)
    assert [(one.name, one.shown_as) for one in found] == [
        ("game-4-turn-1-action-1.png", "game-4-red-action-1"),
        ("game-4-turn-1-map.png", "game-4-red-map"),
        ("game-4-turn-1.vsav", ""),
    ]
    assert found[0].shows == "Main. 1st Horse from 0402 to 0404."
    without = illustrate(table, "red", views[0], views[1], (), tmp_path, draw=False)
    assert [one.name for one in without] == ["game-4-turn-1.vsav"]


def test_nothing_is_drawn_of_a_position_that_is_not_the_readers_own(tmp_path: Path) -> None:
    game = game_of(str(write_sampler(tmp_path)))
    state = game.start("start")
    assert game.depict is not None
    red = game.view(state, "red")
    assert game.depict(state, state, "red", True, True) == ()
    assert game.depict(red, red, "blue", True, True) == ()
    assert game.depict(red, red, "", True, True) == ()
    assert len(game.depict(red, red, "red", True, True)) == 2


def photograph(size: tuple[int, int]) -> Image.Image:
    """Slow changes of colour with a grain, as a painted or photographed board has them."""
    chance = random.Random("grain")
    picture = Image.new("RGB", size)
    picture.putdata([
        (x * 200 // size[0] + chance.randrange(16), y * 200 // size[1] + chance.randrange(16), (x + y) % 216)
        for y in range(size[1]) for x in range(size[0])
    ])  # fmt: skip
    return picture


@pytest.mark.slow
def test_a_photographic_board_is_a_jpeg_and_a_drawn_one_a_png_and_both_keep_within_the_bound() -> None:
    photo, drawn = photograph((700, 500)), whole(start())
    assert [one[:2] for one in light([photo, drawn], 10**6, 0.4)] == [b"\xff\xd8", b"\x89P"]
    files = light([photo] * 4, 200_000, 0.3)
    assert files and sum(map(len, files)) <= 200_000 and files == light([photo] * 4, 200_000, 0.3)
    shown = Image.open(BytesIO(light([photo], 10**6, 0.4)[0])).convert("RGB")
    assert max(ImageStat.Stat(ImageChops.difference(shown, photo)).mean) < 8


def test_a_jpeg_goes_out_by_its_own_name_and_is_kept_apart_until_then() -> None:
    game = SimpleNamespace(depict=lambda *_: [Shown("map", b"\xff\xd8data", "x")], enclose=lambda *_: {})
    table = cast(Any, SimpleNamespace(game=game, number=4))
    state = cast(Any, SimpleNamespace(turn=1))
    (found,) = illustrate(table, "red", state, state, (), Path())
    assert (found.name, found.kind) == ("game-4-turn-1-map.jpg", "image/jpeg")
    mail = Outgoing(
        desk="R <r@x.org>", to="a@x.org", subject="s", text="t", game="1-red", number=1, date=NOON,
        enclosures=(found,),
    )  # fmt: skip
    pressed, apart = pack(letter_bytes(mail))
    assert list(apart.values()) == [b"\xff\xd8data"] and unpack(pressed, apart.get) == letter_bytes(mail)


def test_a_picture_as_busy_as_noise_is_written_too() -> None:
    noise = Image.frombytes("RGB", (900, 700), random.Random(1).randbytes(900 * 700 * 3))
    with Image.open(BytesIO(packed(noise, COLOURS))) as found:
        assert (found.format, found.size) == ("JPEG", noise.size)
