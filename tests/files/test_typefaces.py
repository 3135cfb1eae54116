"""The type of all that is printed: letters of every language we set, figures of one width, one scale."""

from importlib.resources import files

import pytest

from files.typefaces import (
    FALLBACK_BOLD,
    NARROW,
    NARROW_BOLD,
    ROLES,
    SANS,
    SANS_BOLD,
    SCALE,
    SERIF,
    SERIF_BOLD,
    SERIF_ITALIC,
    SMALL_CAPITALS,
    able,
    capital,
    font,
    holds,
    role,
)

OURS = (SERIF, SERIF_BOLD, SERIF_ITALIC, SMALL_CAPITALS, SANS, SANS_BOLD, NARROW, NARROW_BOLD)
GERMAN = "äöüÄÖÜßẞ"
POLISH = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"
RUSSIAN = "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
ENGLISH = "".join(map(chr, range(33, 127))) + "–—‘’“”×½¼¾•…†°±"


@pytest.mark.parametrize("name", OURS)
def test_a_font_has_the_letters_of_every_language_we_set(name: str) -> None:
    assert [letter for letter in GERMAN + POLISH + RUSSIAN + ENGLISH if not holds(name, letter)] == []


@pytest.mark.parametrize("name", [name for name in OURS if name != NARROW])
def test_figures_are_all_of_one_width_and_as_high_as_capitals(name: str) -> None:
    face = font(name, 200)
    assert len({face.getlength(figure) for figure in "0123456789"}) == 1
    for figure in "0123456789":
        high = -face.getbbox(figure, anchor="ls")[1] / 200
        assert high == pytest.approx(capital(name), abs=0.07), figure  # the flag of a serif 5 stands above


def test_in_names_a_one_is_narrower_than_other_figures() -> None:
    assert font(NARROW, 200).getlength("1") < font(NARROW, 200).getlength("0")


def test_small_capitals_are_capitals_as_high_as_small_letters() -> None:
    small, large = (-font(SMALL_CAPITALS, 200).getbbox(letter, anchor="ls")[1] for letter in "hH")
    assert 0.6 * large < small < 0.85 * large
    assert font(SMALL_CAPITALS, 200).getbbox("g", anchor="ls")[3] < 10


def test_the_narrow_font_is_a_third_narrower() -> None:
    wide, narrow = (font(name, 200).getlength("Grenadier 26") for name in (SANS_BOLD, NARROW_BOLD))
    assert narrow < 0.75 * wide


def test_every_role_is_set_in_a_font_there_is_at_a_size_of_the_scale() -> None:
    for name, one in ROLES.items():
        assert one.points in SCALE, name
        assert (files("templates.fonts") / f"{one.font}.ttf").is_file(), name


def test_a_city_is_written_in_capitals_and_a_village_is_not() -> None:
    assert role("city").text("Großräschen") == "GROẞRÄSCHEN"
    assert role("village").text("Seelow") == "Seelow"


def test_a_text_with_a_letter_that_the_family_lacks_is_set_in_the_fallback() -> None:
    assert able(SANS_BOLD, "Müncheberg") == SANS_BOLD
    assert able(SANS_BOLD, "★ Guard") == FALLBACK_BOLD
    assert able(SANS_BOLD, "近衛") == SANS_BOLD, "no font has them: check says so"


@pytest.mark.parametrize("family", ["Vollkorn-OFL", "SofiaSans-OFL", "DejaVu-LICENSE", "SOURCES"])
def test_licences_and_sources_stand_beside_the_fonts(family: str) -> None:
    assert (files("templates.fonts") / f"{family}.txt").read_text(encoding="utf-8").strip()
