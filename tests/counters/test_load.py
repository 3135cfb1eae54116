"""Reading the files of a game: what is well comes back whole, what is wrong is said all at once."""

from __future__ import annotations

import csv
import unicodedata
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.catalogue import game_names
from counters.roster.counter import fold
from counters.roster.load import bundled_games, load_roster
from counters.roster.table import as_file_name
from counters.roster_faults import RosterError
from files.nearest import nearest_or_all

from .conftest import ROSTER, STYLE, Write


def faults(folder: Path | str) -> list[str]:
    with pytest.raises(RosterError) as wrong:
        load_roster(folder)
    return [str(fault).replace(f"{Path(folder).as_posix()}/", "") for fault in wrong.value.faults]


def test_a_folder_of_ones_own_is_a_game(game: Write) -> None:
    roster = load_roster(game())
    first, second = roster.counters.values()
    assert (roster.game, roster.style.title) == ("twoguards", "Two Guards")
    assert [dict(step.values) for step in first.steps] == [
        {"strength": 6, "movement": 3},
        {"strength": 3, "movement": 3},
    ]
    assert first.aliases == ("First Guards", "Old Guard")
    assert len(second.steps) == 1, "an empty reduced side is no side"


def test_the_files_may_lie_in_a_folder_called_counters(game: Write) -> None:
    folder = game()
    inner = folder / "counters"
    inner.mkdir()
    for name in ("roster.csv", "style.toml"):
        (folder / name).rename(inner / name)
    assert list(load_roster(folder).counters) == ["1G", "2G"]


def test_a_game_may_look_plain_and_have_no_cards(game: Write) -> None:
    folder = game()
    (folder / "style.toml").unlink()
    roster = load_roster(folder)
    assert len(roster.counters) == 2
    assert not roster.cards


@pytest.mark.parametrize(
    "change", [lambda t: t.replace(",", "\t,"), lambda t: "\ufeff" + t, lambda t: t.replace("\n", "\r\n")]
)
def test_spreadsheets_write_it_differently(game: Write, change: object) -> None:
    assert callable(change)
    assert list(load_roster(game(roster_csv=change(ROSTER))).counters) == ["1G", "2G"]


def test_semicolons_separate_as_well_as_commas(game: Write) -> None:
    text = ROSTER.replace("First Guards; Old Guard", "First Guards").replace(",", ";")
    assert list(load_roster(game(roster_csv=text)).counters) == ["1G", "2G"]


def test_tabs_separate_too(game: Write) -> None:
    text = ROSTER.replace(",", "\t")
    assert list(load_roster(game(roster_csv=text)).counters) == ["1G", "2G"]


@pytest.mark.parametrize("name", ["roster.csv", "markers.csv", "cards.csv"])
def test_an_empty_table_is_told(game: Write, name: str) -> None:
    assert faults(game(**{name.replace(".", "_"): "\n\n"})) == [
        f"{name}: it is empty: its first line names the columns, id ..."
    ]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("2 Gu\x00ards", "'2 Gu\\x00ards': characters that cannot be seen: U+0000"),
        ("\x1b[31m2 Guards", "'\\x1b[31m2 Guards': characters that cannot be seen: U+001B"),
        ("2\u200bGuards\u202e", "'2\\u200bGuards\\u202e': characters that cannot be seen: U+200B, U+202E"),
    ],
)
def test_characters_that_cannot_be_seen_are_told_and_not_shown(game: Write, name: str, told: str) -> None:
    assert faults(game(roster_csv=ROSTER.replace("2 Guards", name))) == [f"roster.csv:3: {told}"]


@pytest.mark.parametrize("text", ["Łódź", "Šiauliai", "Жуков", "3-я Гв. «Сталин»", "O’Neill", "½ Pz"])
def test_letters_of_other_languages_are_no_fault(game: Write, text: str) -> None:
    assert load_roster(game(roster_csv=ROSTER.replace("2 Guards", text))).counters["2G"].name == text


def test_a_line_break_in_a_cell_is_a_blank_and_lines_are_counted_on(game: Write) -> None:
    roster = ROSTER.replace("1 Guards", '"1\nGuards"')
    assert load_roster(game(roster_csv=roster)).counters["1G"].name == "1 Guards"
    assert faults(game(roster_csv=roster.replace("armour", "armur"))) == [
        "roster.csv:4: 'armur': unknown type, did you mean 'armour'?"
    ]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("armur", "did you mean 'armour'?"),
        ("recon", "did you mean 'reconnaissance'?"),
        ("recce", "did you mean 'reconnaissance'?"),
        ("xyzzy", "hexpost counters symbols lists all"),
    ],
)
def test_an_unknown_type_is_not_answered_with_all_types(game: Write, typed: str, told: str) -> None:
    assert faults(game(roster_csv=ROSTER.replace("armour", typed))) == [
        f"roster.csv:3: '{typed}': unknown type, {told}"
    ]


def test_a_game_that_is_not_there_is_told_with_the_places_searched() -> None:
    with pytest.raises(RosterError, match=r"there is none in nowhere/counters or nowhere$"):
        load_roster("nowhere")


def test_a_folder_of_traced_areas_is_told_what_makes_a_game_of_it(tmp_path: Path) -> None:
    traced = tmp_path / "nine"
    (traced / "map").mkdir(parents=True)
    (traced / "map" / "areas.geojson").write_text("{}", encoding="utf-8")
    with pytest.raises(RosterError) as told:
        load_roster(traced)
    home = traced.as_posix()
    assert str(told.value).endswith(f":  hexpost map import {home}/map/areas.geojson {home}-game --art SCAN")


def test_a_quotation_mark_that_is_never_closed_is_told_where_it_begins(game: Write) -> None:
    assert faults(game(roster_csv=ROSTER.replace("2 Guards", '"2 Guards'))) == [
        "roster.csv:3: this is not CSV from here on: unexpected end of data"
    ]


def test_a_cell_of_absurd_length_is_told_in_a_line(game: Write) -> None:
    (fault,) = faults(game(roster_csv=ROSTER.replace("2 Guards", "Guards " * 9000)))
    assert fault.startswith("roster.csv:3: 'Guards Guards") and "(62999 characters)" in fault
    assert len(fault) < 200


def test_more_lines_than_any_game_has_are_told_once(game: Write) -> None:
    (fault,) = faults(game(roster_csv=ROSTER + "\n" * 10 + "," * 14 + ("\n" + "," * 14) * 20_001))
    assert fault == "roster.csv:20002: more than 20000 lines: delete the lines below, empty ones too"


def test_all_faults_come_at_once_with_their_lines(game: Write) -> None:
    roster = ROSTER.replace("movement,", "movment,", 1).replace("red,union,,armour", "rde,onion,,armur")
    roster += "1g,,blue,union,,infantry,corps,six,3,3,3,,,,old guard\n3/G,x,blue,\n"
    style = STYLE.replace("#ffcccc", "pink").replace("[sides]", "[side]\n[sides]")
    found = faults(game(roster_csv=roster, style_toml=style))
    assert found == [
        "roster.csv:1: column 'movement' is missing. Numbers of other names go into style.toml: [game] "
        "values = [...]. All numbers of a side may share the column 'strength', as 5-6",
        "roster.csv:1: 'movment': unknown column, did you mean 'movement'?",
        "roster.csv:3: 'armur': unknown type, did you mean 'armour'?",
        "roster.csv:3: 'onion': unknown nation, did you mean 'union'?",
        "roster.csv:3: 'rde': unknown side, did you mean 'red'?",
        "roster.csv:4: column 'name' is empty",
        "roster.csv:4: '1g': this id is taken: roster.csv:2",
        "roster.csv:4: 'old guard': 1G is called so too: a player writing it could mean either",
        "roster.csv:4: 'six': column 'strength' must hold a whole number from 0 to 9999",
        "roster.csv:5: column 'nation' is empty, known are union ([nations] in style.toml)",
        "roster.csv:5: '3/G': 4 cells under 15 columns",
        "roster.csv:5: '3/G': an id has up to 40 letters, digits, spaces, hyphens and full stops between "
        "them",
        "style.toml:4: 'side': unknown key, did you mean 'sides'?",
        "style.toml:13: 'pink': must be a colour such as \"#b02a2a\"",
    ]


def test_a_missing_game_is_said_to_be_missing() -> None:
    (fault,) = faults("racetoberlin")
    assert f"neither a bundled game ({', '.join(bundled_games())})" in fault
    assert bundled_games() == game_names()


@pytest.mark.parametrize("name", ["../counters/raceforberlin/..", "con", "", "a\x00b", "x" * 5000])
def test_a_strange_name_is_no_game(name: str) -> None:
    with pytest.raises(RosterError):
        load_roster(name)


def test_other_encodings_are_named_by_line(game: Write) -> None:
    folder = game()
    (folder / "roster.csv").write_bytes(ROSTER.replace("2 Guards", "2 Jäger").encode("cp1252"))
    assert faults(folder) == ["roster.csv:3: not written in UTF-8: save it as 'CSV UTF-8'"]


def test_a_file_of_gigantic_size_is_not_read(game: Write) -> None:
    assert "larger than" in faults(game(roster_csv=ROSTER + "x" * 4_000_000))[0]


@pytest.mark.parametrize("name", ["CON", "lpt1", "côn", "a  b", "a_b", "-1", "a.", "a/b", "x" * 41])
def test_an_id_becomes_a_file_name_everywhere(game: Write, name: str) -> None:
    (fault,) = faults(game(roster_csv=ROSTER.replace("2G,", f"{name},")))
    assert fault.startswith(f"roster.csv:3: {name!r}")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("10 Jäg", "10-Jag"),
        ("Pz.Zug", "Pz-Zug"),
        ("1POL--1", "1POL--1"),
        ("3-я Г", "3-44f-413"),
        ("Łódź 2", "141odz-2"),
    ],
)
def test_an_id_may_hold_blanks_stops_and_accents_which_its_file_name_does_not(
    game: Write, name: str, file: str
) -> None:
    roster = load_roster(game(roster_csv=ROSTER.replace("2G,", f"{unicodedata.normalize('NFD', name)},")))
    assert list(roster.counters) == ["1G", name]
    assert as_file_name(name) == file


def test_two_ids_of_one_file_name_are_a_fault(game: Write) -> None:
    found = faults(game(roster_csv=ROSTER.replace("1G,", "Jäg 2,").replace("2G,", "jag-2,")))
    assert found[1] == "roster.csv:3: 'jag-2': its pictures would have the file name of Jäg 2's"


TRAITS = STYLE.replace(
    'title = "Two Guards"', 'title = "Two Guards"\noptional = ["strength"]\nextra = ["front", "mech"]'
)


def test_a_game_adds_columns_of_its_own_and_leaves_out_numbers_it_calls_optional(game: Write) -> None:
    roster = ROSTER.replace(",setup,", ",front,mech,setup,").replace(",bridge,", ",2BR,,bridge,")
    roster = roster.replace("8,5,,,,,week-2", ",5,,,,yes,,,week-2")
    first, second = load_roster(game(roster_csv=roster, style_toml=TRAITS)).counters.values()
    assert (first.traits, second.traits) == ({"front": "2BR", "mech": ""}, {"front": "", "mech": "yes"})
    assert second.steps[0].values == {"movement": 5}
    assert (
        "column 'strength' must hold"
        in faults(game(roster_csv=ROSTER.replace("8,5", ",5"), style_toml=STYLE))[0]
    )


def test_an_optional_number_must_be_a_number_of_the_game(game: Write) -> None:
    wrong = TRAITS.replace('["strength"]', '["strenght"]').replace('"front", "mech"', "")
    (fault,) = faults(game(style_toml=wrong))
    assert fault == "style.toml:3: 'strenght': no such number, did you mean 'strength'?"


def test_a_column_of_ones_own_must_not_be_one_that_is_there(game: Write) -> None:
    (fault,) = faults(game(style_toml=TRAITS.replace('"front", "mech"', '"setup"')))
    assert fault == "style.toml: 'setup': every roster has this column"


def test_markers_and_cards_are_checked_like_units(game: Write) -> None:
    markers = "id,name,kind,side,count,front,front_symbol,back,back_symbol\nturn,Turn,track,,1,,sta,,\n"
    cards = "id,number,title,when,text,once,afterwards,kind,marks\n"
    cards += "1G,one,,now,It rains.,maybe,removed,corps,star; stra\n"
    assert faults(game(markers_csv=markers, cards_csv=cards)) == [
        "cards.csv:2: column 'title' is empty",
        "cards.csv:2: '1G': this id is taken: roster.csv:2",
        "cards.csv:2: 'corps': unknown kind: style.toml has no [chit.KIND] with its colours",
        "cards.csv:2: 'maybe': unknown once, known are no, yes",
        "cards.csv:2: 'one': column 'number' must hold a whole number from 0 to 9999",
        "cards.csv:2: 'stra': unknown marks, did you mean 'star'?",
        "markers.csv:2: 'sta': unknown front_symbol, did you mean 'star'?",
    ]


@pytest.mark.parametrize(
    ("was", "now", "line", "says"),
    [
        ('title = "Two Guards"', "title = 2", 2, "must be text in quotes"),
        ('title = "Two', 'titel = "Two', 2, "unknown key, did you mean 'title'?"),
        ('ink = "#000000"', 'ink = "black"', 13, "must be a colour"),
        ("[paint.union.red]", "[paint.union.reed]", 11, "did you mean 'red'?"),
        ("[paint.union.red]", "[paint.onion.red]", 11, "did you mean 'union'?"),
        ('ink = "#000000"', "[print]\ncounter_mm = 4", 14, "millimetres from 5 to 100"),
        ('ink = "#000000"', '[[slot]]\nshow = "nmae"\nbox = [0, 0, 50, 50]', 14, "did you mean 'name'?"),
        ('ink = "#000000"', '[[slot]]\nshow = "name"\nbox = [50, 0, 0, 50]', 15, "left, top, right, bottom"),
        ('ink = "#000000"', "[game", 13, "this is not TOML"),
        ('ink = "#000000"', "ink = black", 13, '"ink = black": put texts in "quotes"'),
        ("[game]", "slot = 3\n[game]", 1, "must be tables"),
        ("[game]", "slot = [1]\n[game]", 1, "must be tables"),
        ("[game]", "chit = 1\n[game]", 1, "must be a table of colours"),
        ('union = "Union"', "union = 1", 9, "must be text in quotes"),
        ("[sides]", "steps = []\n[sides]", 4, "must be a list of texts"),
        ('ink = "#000000"', '[formation]\n8 = "red"', 14, "must be a colour"),
        ('ink = "#000000"', '[formation.8]\ncolor = "#112233"', 14, "did you mean 'colour'?"),
        ('ink = "#000000"', '[reverse.onion.red]\nink = "#112233"', 13, "did you mean 'union'?"),
        ('ink = "#000000"', '[chit.corps]\nink = "black"', 14, "must be a colour"),
        ('ink = "#000000"', '[[slot]]\nshow = "name"\nbox = [0, 0, 9, 9]\nwhen = "mecha"', 16, "known are"),
        (
            'ink = "#000000"',
            '[[slot]]\nshow = "patch"\nbox = [0, 0, 9, 9]\ncolour = ""',
            16,
            "must be a colour",
        ),
    ],
)
def test_a_wrong_style_is_answered_with_its_line(
    game: Write, was: str, now: str, line: int, says: str
) -> None:
    assert was in STYLE
    found = faults(game(style_toml=STYLE.replace(was, now)))
    assert any(fault.startswith(f"style.toml:{line}:") and says in fault for fault in found), found


WORD = st.text("abcdefghijklmnopqrstuvwxyz_", min_size=1, max_size=12)
NAME = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), min_size=1, max_size=12)


@given(column=WORD)
def test_any_unknown_column_is_reported_and_any_known_one_taken(column: str) -> None:
    header = ROSTER.split("\n", 1)[0].split(",")
    told = nearest_or_all(column, header)
    assert (f"did you mean {column!r}?" == told) == (column in header)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(name=NAME.map(str.strip).filter(bool), strength=st.integers(0, 9999), setup=WORD)
def test_what_a_spreadsheet_writes_comes_back(game: Write, name: str, strength: int, setup: str) -> None:
    sheet = StringIO()
    writer = csv.writer(sheet)
    writer.writerow(ROSTER.split("\n", 1)[0].split(","))
    writer.writerow(
        ["U1", name, "red", "union", "", "infantry", "corps", strength, 2, "", "", setup, "", "", ""]
    )
    (counter,) = load_roster(game(roster_csv=sheet.getvalue())).counters.values()
    assert (counter.name, counter.steps[0].values["strength"], counter.setup) == (name, strength, setup)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(text=st.text(max_size=200), style=st.text(max_size=200))
def test_no_text_makes_the_reader_stumble(game: Write, text: str, style: str) -> None:
    folder = game()
    (folder / "roster.csv").write_bytes(text.encode("utf-8", "surrogatepass"))
    (folder / "style.toml").write_bytes(style.encode("utf-8", "surrogatepass"))
    try:
        assert load_roster(folder).counters is not None
    except RosterError as wrong:
        assert wrong.faults


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("8 GA-1", "8ga1"),
        ("Rägener.", "RAGENER"),
        ("Groß", "gross"),
        ("v. Hake", "vhake"),
        ("8-я Гвардейская", "8я гвардейская"),
    ],
)
def test_names_are_compared_without_case_accents_and_stops(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_a_name_of_nothing_but_stops_means_nobody(game: Write) -> None:
    roster = load_roster(game(roster_csv=ROSTER.replace("Old Guard", "...")))
    assert roster.named("--") == ()


def test_a_unit_goes_before_a_formation_of_the_same_name(game: Write) -> None:
    army = "".join(f"2-{n},2,red,union,2,infantry,army,9,2,,,,,,\n" for n in (1, 2))
    roster = load_roster(game(roster_csv=ROSTER.replace("2G,", "2,") + army))
    assert [counter.id for counter in roster.named("2")] == ["2"]
    alone = load_roster(game(roster_csv=ROSTER + army))
    assert [counter.id for counter in alone.named("2")] == ["2-1", "2-2"]


def test_two_numbers_side_by_side_stay_two() -> None:
    assert fold("3-1") == fold("3 1") != fold("31")
