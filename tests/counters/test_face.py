"""What is drawn: sizes, colours by camp and nation, and that sides, units and types can be told apart."""

from __future__ import annotations

from collections import Counter as Tally
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageColor

from adjudicator.catalogue import game_names
from counters.faces.card import blocks
from counters.faces.face import draw_chit, draw_face, draw_marker, faces
from counters.faces.lettering import balanced, fit, font, missing, wrap
from counters.faces.low_ink import low_ink
from counters.roster.counter import Card, Roster
from counters.roster.load import load_roster, read_roster
from counters.roster.style import CONTRAST, Slot
from counters.signs.eyes import contrast
from counters.signs.symbols import SIZES, TYPES


@pytest.fixture(scope="module")
def roster() -> Roster:
    return load_roster("raceforberlin")


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.tobytes() == other.tobytes()


def commonest(image: Image.Image) -> tuple[int, int, int]:
    parts = iter(image.convert("RGB").tobytes())
    return Tally(zip(parts, parts, parts, strict=True)).most_common(1)[0][0]


def colour_of(roster: Roster, formation: str) -> tuple[int, ...]:
    return ImageColor.getrgb(roster.style.formation(formation).colour)


@pytest.mark.parametrize("size", [16, 48, 94, 256, 640])
def test_a_face_is_as_large_as_asked(roster: Roster, size: int) -> None:
    screen = draw_face(roster.counters["8GA-1"], 0, size)
    paper = draw_face(roster.counters["8GA-1"], 0, size, edge=False)
    assert (screen.size, screen.mode) == ((size, size), "RGBA")
    assert (paper.size, paper.mode) == ((size, size), "RGB")


def test_on_the_screen_the_corners_are_open_and_the_middle_is_not(roster: Roster) -> None:
    alpha = draw_face(roster.counters["712"], 0, 96).getchannel("A")
    assert alpha.getpixel((0, 0)) == 0
    assert alpha.getpixel((48, 48)) == 255


@pytest.mark.rule("0.1")
@pytest.mark.parametrize(
    ("unit", "stronger"), [("61-1", 0), ("13-1", 0), ("712", 1), ("72", 1)], ids=["61", "13", "712", "72"]
)
def test_soviets_are_red_and_germans_green(roster: Roster, unit: str, stronger: int) -> None:
    paper = commonest(draw_face(roster.counters[unit], 0, 96))
    assert max(paper) == paper[stronger]
    assert paper[stronger] > 1.15 * max(part for n, part in enumerate(paper) if n != stronger)


@pytest.mark.rule("0.2")
@pytest.mark.parametrize(("unit", "light"), [("61-1", 0), ("13-1", 255), ("712", 255), ("72", 0)])
def test_zhukovs_symbols_are_black_and_konievs_white(roster: Roster, unit: str, light: int) -> None:
    face = draw_face(roster.counters[unit], 0, 400, edge=False).convert("L")
    left, top, right, _ = next(slot.box for slot in roster.style.slots if slot.show == "symbol")
    frame = face.crop((int(left * 4) + 2, int(top * 4) + 2, int(right * 4) - 2, int(top * 4) + 6))
    assert all(abs(level - light) < 25 for level in frame.tobytes())


def test_the_reduced_side_looks_different(roster: Roster) -> None:
    for counter in roster.counters.values():
        full, reduced = (draw_face(counter, step, 48) for step in (0, 1))
        difference = ImageChops.difference(full.convert("L"), reduced.convert("L")).point(
            lambda level: 255 if level > 25 else 0
        )
        assert difference.histogram()[255] > 48 * 48 * 0.1, counter.id


def test_no_two_counters_look_alike(roster: Roster) -> None:
    drawn = {
        (c.id, step): draw_face(c, step, 64).tobytes() for c in roster.counters.values() for step in (0, 1)
    }
    assert len(set(drawn.values())) == len(drawn)


@pytest.mark.parametrize("step", [2, 7])
def test_a_side_which_is_not_there_cannot_be_drawn(roster: Roster, step: int) -> None:
    with pytest.raises(IndexError):
        draw_face(roster.counters["712"], step, 64)


def test_every_type_has_its_own_symbol(roster: Roster) -> None:
    unit = roster.counters["712"]
    drawn = {kind: draw_face(replace(unit, type=kind), 0, 94) for kind in TYPES}
    assert not [pair for pair in combinations(drawn, 2) if same(drawn[pair[0]], drawn[pair[1]])]


def test_every_size_has_its_mark(roster: Roster) -> None:
    unit = roster.counters["712"]
    by_mark = {mark: draw_face(replace(unit, size=size), 0, 94) for size, mark in SIZES.items()}
    assert not [pair for pair in combinations(by_mark, 2) if same(by_mark[pair[0]], by_mark[pair[1]])]


@pytest.mark.parametrize(("size", "marks"), [("division", 2), ("army", 4), ("battalion", 2), ("squad", 1)])
def test_a_size_shows_so_many_marks(roster: Roster, size: str, marks: int) -> None:
    face = draw_face(replace(roster.counters["712"], size=size, flag=""), 0, 400, edge=False).convert("L")
    left, top, right, bottom = next(slot.box for slot in roster.style.slots if slot.show == "size")
    row = face.crop((int(left * 4), int(top * 4), int(right * 4), int(bottom * 4)))
    inked = [max(row.crop((x, 0, x + 1, row.height)).tobytes()) > 180 for x in range(row.width)]
    assert sum(now and not before for before, now in zip([False, *inked], inked, strict=False)) == marks


def test_the_numbers_are_read_at_16_mm_and_150_dpi(roster: Roster) -> None:
    size = round(16 / 25.4 * 150)
    slot = next(slot for slot in roster.style.slots if slot.show == "strength")
    left, top, right, bottom = (part * size / 100 for part in slot.box)
    assert fit("22", slot.weight, right - left, bottom - top) == fit(
        "2", slot.weight, right - left, bottom - top
    )
    assert bottom - top >= 20, "digits are at least 20 pixels high"


def test_markers_differ_by_side_and_a_one_sided_one_shows_its_front_twice(roster: Roster) -> None:
    progress, out = roster.markers["progress-1"], roster.markers["out-of-supply"]
    assert not same(draw_marker(progress, 0, 64), draw_marker(progress, 1, 64))
    assert same(draw_marker(out, 0, 64), draw_marker(out, 1, 64))


def test_all_markers_look_different(roster: Roster) -> None:
    drawn = [
        draw_marker(m, side, 64).tobytes() for m in roster.markers.values() for side in range(len(m.faces))
    ]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.slow
@pytest.mark.rule("2.4.2.b")
def test_no_chit_is_known_by_its_back(roster: Roster) -> None:
    backs = {draw_chit(card, 180, back=True).tobytes() for card in roster.cards.values()}
    fronts = {draw_chit(card, 180).tobytes() for card in roster.cards.values()}
    assert len(backs) == 1
    assert len(fronts) == 11


def test_the_back_of_a_chit_is_made_without_looking_at_it(roster: Roster) -> None:
    card = roster.cards["event-9"]
    other = Card("x", 99, "A long and telling title", "always", "secret", True, "gone", card.look)
    assert same(draw_chit(card, 120, back=True), draw_chit(other, 120, back=True))


def test_every_picture_has_a_name_of_its_own(roster: Roster) -> None:
    names = [name for name, _ in faces(roster, 16)]
    assert len({name.lower() for name in names}) == len(names) == 85 * 2 + 15 + 9 + 11 + 1
    assert {"8GA-1", "8GA-1-reduced", "turn", "progress-1-back", "event-11", "chit-back"} <= set(names)


def test_the_same_face_is_the_same_picture(roster: Roster) -> None:
    counter = roster.counters["Munch"]
    assert same(draw_face(counter, 0, 200), draw_face(read_roster("raceforberlin").counters["Munch"], 0, 200))


def test_the_fonts_have_the_letters_of_europe() -> None:
    for weight in ("plain", "bold", "condensed"):
        assert not list(missing("Königs Wusterhausen, Łódź, Čáslav, Győr, Жуков ×−", weight))
    assert list(missing("5 軍", "bold")) == ["軍"]


def test_lines_are_balanced_without_adding_one() -> None:
    text = "Name one Soviet army. Rivers neither slow nor halve its counters in this impulse."
    lines = wrap(text, "plain", 20, 300)
    better = balanced(text, "plain", 20, lines)
    assert len(better) == len(lines)
    assert " ".join(better) == text
    widths = [font("plain", 20).getlength(line) for line in better]
    assert max(widths) <= 300
    assert max(widths) - min(widths) <= max(map(font("plain", 20).getlength, lines)) - min(
        map(font("plain", 20).getlength, lines)
    )


def shown(roster: Roster, unit: str, *slots: Slot, side: int = 0) -> Image.Image:
    """A counter of Königsberg '45 with nothing on its paper but some slots."""
    counter = roster.counters[unit]
    return draw_face(replace(counter, look=replace(counter.look, slots=slots)), side, 100, edge=False)


@pytest.fixture(scope="module")
def hexes() -> Roster:
    return load_roster("koenigsberg45")


EVERYWHERE = (0, 0, 100, 100)


def test_a_stripe_has_the_formations_colour_and_a_patch_its_own(hexes: Roster) -> None:
    assert commonest(shown(hexes, "HQ 26", Slot("stripe", EVERYWHERE))) == colour_of(hexes, "26")
    assert commonest(shown(hexes, "1", Slot("patch", EVERYWHERE, colour="#ffe14a"))) == (0xFF, 0xE1, 0x4A)


@pytest.mark.rule("0.3.3")
def test_a_slot_stands_only_where_the_counter_bears_what_it_waits_for(hexes: Roster) -> None:
    yellow = Slot("patch", EVERYWHERE, colour="#ffe14a", when="mech")
    other = replace(yellow, when="", unless="mech")
    for unit, mech in (("5 Pz", True), ("2HGFj", True), ("1", False), ("Pz.Zug", False)):
        assert (commonest(shown(hexes, unit, yellow)) == (0xFF, 0xE1, 0x4A)) == mech
        assert (commonest(shown(hexes, unit, other)) == (0xFF, 0xE1, 0x4A)) != mech


def test_a_slot_writes_its_form_round_what_it_shows(hexes: Roster) -> None:
    words = hexes.counters["VlkStm 2"].words(0)
    assert Slot("attack", EVERYWHERE, form="[{}]", when="bracket").says(words) == "[1]"
    assert Slot("range", EVERYWHERE, form="({})").says(words) == ""
    assert Slot("formation", EVERYWHERE).says(hexes.counters["2HGFj"].words(0)) == "HG"


def test_a_one_step_counter_may_have_a_back_of_another_colour(hexes: Roster) -> None:
    refugee = hexes.counters["R3"]
    assert (refugee.sides, hexes.counters["Pz.Zug"].sides) == (2, 1)
    red, blue = (commonest(draw_face(refugee, side, 96)) for side in (0, 1))
    assert max(red) == red[0]
    assert max(blue) == blue[2]
    with pytest.raises(IndexError):
        draw_face(hexes.counters["Pz.Zug"], 1, 96)


def test_a_chit_with_a_word_bears_it_on_the_colour_of_its_formation(hexes: Roster) -> None:
    chit = hexes.cards["G26"]
    front = draw_chit(chit, 200, edge=False)
    assert front.getpixel((6, 116)) == colour_of(hexes, "26")
    assert not same(front, draw_chit(replace(chit, face="27"), 200, edge=False))
    assert not same(front, draw_chit(replace(chit, marks=("star",)), 200, edge=False))
    assert not same(front, draw_chit(replace(chit, kind="army-2BR"), 200, edge=False))


def test_titles_of_chits_can_be_read_in_the_saving_version_too(roster: Roster, hexes: Roster) -> None:
    for game in (roster, hexes, low_ink(roster), low_ink(hexes)):
        for card in game.cards.values():
            paint = card.look.chits.get(card.kind, card.look.chit)
            assert contrast(paint.on_band, paint.band) > CONTRAST
            titles = {block.ink for block in blocks(card) if block.text == card.title}
            assert titles == {paint.on_band}


@pytest.mark.parametrize("game", game_names())
def test_names_that_orders_use_are_a_tenth_of_a_counter_high(game: str) -> None:
    """A mail draws a counter 56 pixels wide: letters under 5 pixels are a smear."""
    low = {
        (slot.show, slot.box)
        for counter in load_roster(game).counters.values()
        for step in range(len(counter.steps))
        for slot in counter.slots
        if slot.show == "name" and slot.stands(counter.words(step)) and slot.room[1] < 10
    }
    assert low == set()
