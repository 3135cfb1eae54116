"""Numbers that are read from a phone and against their ground, and sides that are told at a glance."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from adjudicator.catalogue import game_names
from counters.faces.face import draw_face
from counters.faces.ink import line_ink
from counters.preflight.preflight import preflight
from counters.preflight.reading import NUMBER_PX, PHONE_PX
from counters.roster.load import load_roster
from counters.sheets.printing import Printing
from counters.sheets.sheet import sheets_pdf

from .conftest import ROSTER, STYLE, Write

GAMES = game_names()
LAYOUT = '\n[layout]\nsymbol = "symbol"\nbelow = "name"\n'
MARKERS = "id,name,kind,side,count,front,front_symbol,back,back_symbol\n"


def told(folder: Path) -> list[str]:
    return [fault.why for fault in preflight(load_roster(folder))]


def test_a_number_too_low_for_a_phone_is_told(game: Write) -> None:
    low = LAYOUT + 'bottom = { text = "{strength}-{movement}", box = [8, 80, 92, 92] }\n'
    assert (
        f"5.3 pixels high on a phone, where a counter has {PHONE_PX}: at least {NUMBER_PX:g} are needed"
        in told(game(style_toml=STYLE + low))
    )
    assert told(game(style_toml=STYLE + LAYOUT + 'bottom = "{strength}-{movement}"\n')) == []


def test_a_game_says_which_numbers_may_be_small(game: Write) -> None:
    low = LAYOUT + 'left = "movement"\nbottom = "{strength}"\n'
    assert len(told(game(style_toml=STYLE + low))) > 0
    small = STYLE.replace("[game]\n", '[game]\nsmall = ["movement"]\n')
    assert told(game(style_toml=small + low)) == []
    wrong = STYLE.replace("[game]\n", '[game]\nsmall = ["mouvement"]\n')
    with pytest.raises(Exception, match="movement"):
        load_roster(game(style_toml=wrong + low))


def test_numbers_need_more_contrast_with_paper_than_names(game: Write) -> None:
    grey = STYLE.replace("#ffcccc", "#888888")
    (why,) = (why for why in told(game(style_toml=grey)) if "ink" in why)
    assert why == "its ink is too like its paper: contrast 5.9, at least 7 is needed"


def test_a_number_on_a_patch_must_be_read_on_it(game: Write) -> None:
    patch = '\n[[slot]]\nshow = "patch"\nbox = [0, 60, 100, 100]\ncolour = "#777777"\n'
    number = '\n[[slot]]\nshow = "strength"\nbox = [10, 65, 90, 92]\n'
    found = told(game(style_toml=STYLE + patch + number))
    assert found
    assert all("#000000 on #777777 has a contrast of 4.7: numbers need 7" in why for why in found)
    half = patch.replace("[0, 60", "[50, 60")
    assert told(game(style_toml=STYLE + half + number)) == found, "half on it is on it"
    beside = patch.replace("[0, 60, 100, 100]", "[0, 0, 100, 20]")
    assert told(game(style_toml=STYLE + beside + number)) == []


def test_the_number_of_a_marker_must_be_read_on_its_paper(game: Write) -> None:
    pale = STYLE + '\n[marker.track]\nsymbol = "#777777"\n'
    assert any(
        "has a contrast of" in why
        for why in told(game(style_toml=pale, markers_csv=f"{MARKERS}m1,M,track,,1,3,star,,\n"))
    )


def test_a_reduced_side_that_looks_like_the_full_one_is_told(game: Write) -> None:
    same = STYLE + 'band = "#ffd4d4"\n'
    assert any("a reduced side is not seen at a glance" in why for why in told(game(style_toml=same)))
    asked = same + "\n[apart]\nsteps = 0\n"
    assert told(game(style_toml=asked)) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_text_of_a_bundled_game_is_a_millimetre_from_the_cut(name: str) -> None:
    roster = load_roster(name)
    safe = 100 / roster.style.counter_mm
    near = [
        (counter.id, text)
        for counter in roster.counters.values()
        for side in range(len(counter.steps))
        for slot in counter.slots
        if (text := slot.says(counter.words(side)))
        for box in [line_ink(text, slot)]
        if min(box[0], box[1], 100 - box[2], 100 - box[3]) < safe
    ]
    assert near == []


@pytest.mark.parametrize("name", GAMES)
def test_marks_of_size_stand_in_the_middle_over_the_symbol(name: str) -> None:
    for counter in load_roster(name).counters.values():
        middles = {s.show: (s.box[0] + s.box[2]) / 2 for s in counter.slots if s.show in ("size", "symbol")}
        if "size" in middles and counter.size:
            assert middles["size"] == middles["symbol"], counter.id


def test_silhouettes_take_the_place_of_signs_where_a_game_wants_them(game: Write) -> None:
    signs = load_roster(game())
    shapes = load_roster(game(style_toml=STYLE + '\n[print]\nsymbols = "silhouettes"\n'))
    one, other = (draw_face(roster.counters["2G"], 0, 126) for roster in (signs, shapes))
    assert one.tobytes() != other.tobytes()
    assert told(game(style_toml=STYLE + '\n[print]\nsymbols = "silhouettes"\n')) == []


def test_markers_have_sheets_of_their_own(game: Write) -> None:
    folder = game(markers_csv=f"{MARKERS}m1,M,track,,3,TURN,star,,\n")
    pdf = sheets_pdf(load_roster(folder), Printing(cover=False))
    assert (
        pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page /") >= 4
        or len(re.findall(rb"/Type /Page\b(?!s)", pdf)) == 4
    )


def test_every_font_that_a_sheet_names_is_in_it(game: Write) -> None:
    pdf = sheets_pdf(load_roster(game(roster_csv=ROSTER)), Printing())
    named = {font.decode() for font in re.findall(rb"/BaseFont /(\S+)", pdf)}
    assert named
    assert all(re.match(r"[A-Z]{6}\+", font) for font in named), named
    assert pdf.count(b"/FontFile2") >= len(named)


def test_the_edge_of_a_piece_on_a_screen_is_its_paper_shaded(game: Write) -> None:
    counter = load_roster(game()).counters["1G"]
    face = draw_face(counter, 0, 200)
    assert isinstance(face, Image.Image)
    red, green, blue = face.convert("RGB").getpixel((100, 0))  # type: ignore[misc]
    assert red > green == blue
    assert red < 0.7 * 255
