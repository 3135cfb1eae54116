"""Backs in print of counters with one side, silhouettes and names of single counters, and hairlines."""

from __future__ import annotations

import pytest
from PIL import Image

from counters.faces.appearance import of_back, of_counter
from counters.faces.back import draw_back, has_back, lighter_paper
from counters.faces.drawn_pieces import counters
from counters.faces.face import draw_card, draw_face
from counters.roster.counter import Roster
from counters.roster.load import bundled_games, load_roster
from counters.roster_faults import RosterError
from counters.sheets.imposition import Duplex, Grid
from counters.sheets.marks import draw_guides
from counters.sheets.page import Page
from counters.sheets.printing import Printing
from counters.signs.eyes import NUMBER_CONTRAST, contrast

from .conftest import COLUMNS, STYLE, Write

ROSTER = f"""{COLUMNS}
Rifles,Rifles,red,union,,squad,,6,3,,,,,,
Guards,Guards,red,union,,squad,,6,3,,,,,,
Truck,Truck,red,union,,truck,,6,3,,,,,,
Car,Car,red,union,,car,,6,3,,,,,,
Corps,Corps,red,union,,infantry,corps,6,3,3,3,,,,
"""
TURNED = '\n[emblem]\nred = "star"\n\n[turned]\nsquad = "BROKEN"\n'


@pytest.fixture
def roster(game: Write) -> Roster:
    return load_roster(game(style_toml=STYLE + TURNED, roster_csv=ROSTER))


def test_a_counter_of_one_side_has_its_sides_back_and_one_of_two_its_own(roster: Roster) -> None:
    pieces = dict(zip(roster.counters, counters(roster, 60), strict=True))
    backs = {name: piece.back.draw().tobytes() for name, piece in pieces.items()}
    assert backs["Truck"] == backs["Car"]
    assert len({backs[name] for name in ("Truck", "Rifles", "Guards", "Corps")}) == 4
    assert backs["Corps"] == draw_face(roster.counters["Corps"], 1, 60, edge=False).tobytes()
    assert all(piece.back.draw().tobytes() != piece.front.draw().tobytes() for piece in pieces.values())


def test_backs_that_look_alike_are_known_for_alike(roster: Roster) -> None:
    shown = {name: of_back(counter) for name, counter in roster.counters.items()}
    drawn = {name: draw_back(counter, 60).tobytes() for name, counter in roster.counters.items()}
    for one in shown:
        for other in shown:
            assert (shown[one] == shown[other]) == (drawn[one] == drawn[other]), (one, other)


def test_a_sign_in_a_frame_keeps_its_numbers_under_the_word_on_its_back(game: Write) -> None:
    turned = '\n[turned]\nsquad = "ATTACKED"\n'
    found = load_roster(game(style_toml=STYLE + turned, roster_csv=ROSTER)).counters
    back = draw_back(found["Rifles"], 100)
    assert back.getpixel((2, 5)) == (20, 20, 20)
    paper = back.getpixel((2, 50))
    assert isinstance(paper, tuple)
    assert contrast("#141414", f"#{bytes(paper).hex()}") > 7
    less = load_roster(game(style_toml=STYLE + turned, roster_csv=ROSTER.replace("6,3", "5,3"))).counters
    assert draw_back(less["Rifles"], 100).tobytes() != back.tobytes()
    assert of_back(less["Rifles"]) != of_back(found["Rifles"])


def test_without_a_sign_for_its_side_a_counter_repeats_its_front(game: Write) -> None:
    found = load_roster(game(style_toml=STYLE, roster_csv=ROSTER))
    piece = next(counters(found, 60))
    assert piece.back is piece.front


@pytest.mark.parametrize("name", bundled_games())
def test_what_a_style_says_of_single_counters_is_said_of_counters_that_exist(name: str) -> None:
    found = load_roster(name)
    assert found.style.figures.keys() <= found.counters.keys()
    named = {counter.name for counter in found.counters.values()}
    formations = {formation.name for formation in found.style.formations.values()}
    assert found.style.printed.keys() <= named | formations
    assert found.style.turned.keys() <= {counter.type for counter in found.counters.values()}


def test_a_counter_with_a_silhouette_or_a_name_of_its_own_looks_so(game: Write) -> None:
    plain = load_roster(game(style_toml=STYLE, roster_csv=ROSTER)).counters["Truck"]
    own = f'{STYLE}\n[figure]\nTruck = "wagon"\n\n[printed]\nRifles = "1 R"\n'
    found = load_roster(game(style_toml=own, roster_csv=ROSTER)).counters
    assert found["Truck"].figure == "wagon"
    assert of_counter(found["Truck"], 0) != of_counter(plain, 0)
    assert draw_face(found["Truck"], 0, 60).tobytes() != draw_face(plain, 0, 60).tobytes()
    assert (found["Rifles"].name, found["Rifles"].words(0)["name"]) == ("Rifles", "1 R")


@pytest.mark.parametrize(
    ("table", "what"),
    [('[figure]\nTruck = "tonk"', "tank"), ('[emblem]\nred = "stair"', "star")],
)
def test_a_sign_that_does_not_exist_is_named_with_one_that_does(game: Write, table: str, what: str) -> None:
    with pytest.raises(RosterError) as wrong:
        load_roster(game(style_toml=f"{STYLE}\n{table}\n", roster_csv=ROSTER))
    assert what in str(wrong.value)


CARDS = "id,number,title,when,text,once,afterwards,face,shows\nA-1,0,Go,now,Move,no,away,RED,{}\n"
CARD_MM = f"{STYLE}\n[print]\ncard_mm = [63, 88]\n"


def test_a_card_shows_the_counters_that_it_names(game: Write) -> None:
    def drawn(shows: str) -> bytes:
        folder = game(style_toml=CARD_MM, roster_csv=ROSTER, cards_csv=CARDS.format(shows))
        return draw_card(load_roster(folder).cards["A-1"], (126, 176), edge=False).tobytes()

    assert len({drawn(shows) for shows in ("", "Truck", "Corps", "Truck; Corps")}) == 4
    with pytest.raises(RosterError, match="Truck"):
        drawn("Trick")


def test_a_counter_in_the_picture_of_a_card_has_the_paper_of_its_side(game: Write) -> None:
    style = CARD_MM.partition("[paint")[0] + "[print]\ncard_mm = [63, 88]\n"
    roster = ROSTER + "Panzer,Panzer,blue,union,,truck,,6,3,,,,,,\n"
    found = load_roster(game(style_toml=style, roster_csv=roster, cards_csv=CARDS.format("Truck; Panzer")))
    shown = found.cards["A-1"].shows
    assert [one.paint(0) for one in shown] == [found.counters[one.id].paint(0) for one in shown]
    assert len({one.paint(0).paper for one in shown}) == 2


class Recorded(Page):
    """A page that keeps the greys of the frames drawn on it."""

    def __init__(self) -> None:
        self.greys: list[float] = []

    def frame(
        self, place: tuple[float, float], size: tuple[float, float], grey: float, hair: float = 0.0
    ) -> None:
        self.greys.append(grey)


def test_a_hairline_is_dark_on_a_pale_piece_and_light_on_a_dark_one() -> None:
    dark = Image.new("RGB", (30, 30), "#48545a")
    topped = dark.copy()
    topped.paste("#fffdf6", (0, 0, 30, 4))
    images = {(0, 0): dark, (1, 0): Image.new("RGB", (30, 30), "#fffdf6"), (2, 0): topped}
    grid = Grid((210, 297), 16, 16, 0.0, Duplex.LONG_EDGE, 0.0, (0.0, 0.0), (10.0, 10.0))
    page = Recorded()
    draw_guides(page, grid, images, Printing(), back=False)
    on_dark, on_pale, on_topped = page.greys
    assert (on_dark, on_pale) == (1.0, on_topped)
    shade = round(255 * on_pale)
    assert contrast(f"#{shade:02x}{shade:02x}{shade:02x}", "#fffdf6") > 3


@pytest.mark.parametrize("game", bundled_games())
def test_numbers_of_backs_are_read_as_well_as_those_of_fronts(game: str) -> None:
    for counter in load_roster(game).counters.values():
        if has_back(counter):
            paint = counter.paint(0)
            assert contrast(paint.ink, lighter_paper(paint)) >= NUMBER_CONTRAST, counter.id
