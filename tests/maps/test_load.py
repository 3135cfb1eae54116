"""A broken table is reported whole: every fault, with file, line, what was read and what would be right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maps.drawing.sheet import lay_out
from maps.map_faults import MapError
from maps.reading.load import load_board
from maps.reading.settings import FORM, settings_faults
from tests.maps.conftest import OwnGame

KEYS = sorted({"insert", "turns", "box"} | {key for fields in FORM.values() for key in fields})
LUCKAU = "luckau,Luckau,51.860,13.680,18,0,koniev"


def test_a_line_that_is_no_toml_is_shown_with_what_would_be_right(own_game: OwnGame) -> None:
    own_game.replace("map.toml", 'title = "Race for Berlin"', "title = Race for Berlin")
    with pytest.raises(MapError, match='"title = Race for Berlin": put texts in "quotes"'):
        load_board(own_game.folder)


def test_an_empty_map_toml_lacks_the_place_of_the_map(own_game: OwnGame) -> None:
    (own_game.map / "map.toml").write_text("", encoding="utf-8")
    with pytest.raises(MapError, match=r"map\.toml, origin: bad value: it is missing; write the longitude"):
        load_board(own_game.folder)


def faults_of(game: OwnGame) -> list[tuple[str, str, str]]:
    with pytest.raises(MapError) as error:
        load_board(game.folder)
    return [(fault.file, fault.where, fault.kind) for fault in error.value.faults]


def test_a_game_folder_loads_like_the_bundled_game(own_game: OwnGame) -> None:
    assert load_board(own_game.folder) == load_board("raceforberlin")


@pytest.mark.parametrize("name", ["nosuch", "", "..", "../maps/raceforberlin", "race\0forberlin"])
def test_an_unknown_game_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(MapError, match="raceforberlin"):
        load_board(name)


def test_all_faults_of_all_tables_come_at_once(own_game: OwnGame) -> None:
    index = own_game.replace("places.csv", LUCKAU, LUCKAU.replace(",18,", ",eighteen,"))
    flag = own_game.replace("places.csv", "Calau,51.715", "Calau,north")
    unknown = own_game.replace("links.csv", "calau,luckau,\n", "calau,lukau,\n")
    one_way = own_game.replace("links.csv", "calau,cottbus,\n", "")
    feature = own_game.replace("links.csv", "riesa,dresden,\n", "riesa,dresden,canal\n")
    own_game.replace(
        "map.toml", '"kyritz", "neuruppin", "nauen", "wedding"]\ncity', '"kyritz", "nauin"]\ncity'
    )
    assert unknown == one_way - 1
    found = faults_of(own_game)
    assert ("places.csv", f"line {index}", "bad value") in found
    assert ("places.csv", f"line {flag}", "bad value") in found
    assert ("links.csv", f"line {unknown}", "unknown zone") in found
    assert ("links.csv", f"line {feature - 1}", "unknown feature") not in found
    assert ("links.csv", f"line {feature}", "unknown feature") in found
    assert ("map.toml", "chains.american-3", "unknown zone") in found
    assert [kind for _, _, kind in found].count("one-way link") == 2


def test_one_slip_is_one_fault_and_not_one_for_every_link(own_game: OwnGame) -> None:
    line = own_game.replace("places.csv", "luckau,Luckau,", "luckau;Luckau,")
    found = faults_of(own_game)
    assert ("places.csv", f"line {line}", "wrong number of cells") in found
    assert [kind for file, _, kind in found if file == "links.csv"] == []


def test_without_places_or_words_only_that_is_told(own_game: OwnGame) -> None:
    own_game.folder.joinpath("map", "places.csv").unlink()
    assert {file for file, _, _ in faults_of(own_game)} <= {"places.csv", "map.toml"}
    own_game.folder.joinpath("map", "map.toml").write_text("[sheet\n", encoding="utf-8")
    assert faults_of(own_game) == [("map.toml", "line 1", "not TOML")]


def test_a_one_way_link_names_the_line_that_stands_alone(own_game: OwnGame) -> None:
    own_game.replace("links.csv", "calau,cottbus,\n", "")
    with pytest.raises(MapError, match=r"links\.csv:\d+: one-way link: cottbus - calau is listed"):
        load_board(own_game.folder)


def test_a_feature_on_one_side_of_a_border_only_is_a_fault(own_game: OwnGame) -> None:
    own_game.replace("links.csv", "cottbus,kathlow,spree road", "cottbus,kathlow,spree")
    assert [kind for *_, kind in faults_of(own_game)] == ["one-way feature"]


def test_a_defence_line_must_belong_to_one_of_the_two_zones(own_game: OwnGame) -> None:
    own_game.replace("links.csv", "lebus,goritz,oder defends-lebus", "lebus,goritz,oder defends-guben")
    assert "unknown feature" in [kind for *_, kind in faults_of(own_game)]


def test_an_id_must_be_the_slug_of_its_name(own_game: OwnGame) -> None:
    own_game.replace("places.csv", "luckau,Luckau,", "luckau,Lückow,")
    with pytest.raises(MapError, match="its id is 'luckow'"):
        load_board(own_game.folder)


def test_a_zone_listed_twice_is_a_fault(own_game: OwnGame) -> None:
    text = (own_game.map / "places.csv").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("calau,"))
    (own_game.map / "places.csv").write_text(text + line + "\n", encoding="utf-8", newline="\n")
    assert faults_of(own_game) == [("places.csv", "line 77", "named twice")]


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("places.csv", b"id,name\n\xff\xfe\n", "not UTF-8"),
        ("places.csv", b"", "missing column"),
        ("places.csv", b"id;name;lat\n", "missing column"),
        ("links.csv", b'zone,neighbour,features\n"calau', "not CSV"),
        ("links.csv", b"zone,neighbour,features\ncalau\n", "wrong number of cells"),
        ("map.toml", b"game = \n", "not TOML"),
        ("map.toml", b'origin = ["x"]\n', "bad value"),
    ],
)
def test_a_file_of_another_kind_is_a_fault_and_no_crash(
    own_game: OwnGame, name: str, content: bytes, kind: str
) -> None:
    (own_game.map / name).write_bytes(content)
    assert kind in [fault for *_, fault in faults_of(own_game)]


@pytest.mark.parametrize("name", ["places.csv", "links.csv"])
def test_a_missing_file_is_a_fault(own_game: OwnGame, name: str) -> None:
    (own_game.map / name).unlink()
    assert (name, "", "missing file") in faults_of(own_game)


def test_a_file_with_a_byte_order_mark_loads(own_game: OwnGame) -> None:
    text = (own_game.map / "places.csv").read_text(encoding="utf-8")
    (own_game.map / "places.csv").write_text(text, encoding="utf-8-sig", newline="\r\n")
    assert load_board(own_game.folder) == load_board("raceforberlin")


@pytest.mark.slow
@given(st.binary(max_size=200), st.sampled_from(["map.toml", "places.csv", "links.csv"]))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_crash_the_loader(own_game: OwnGame, content: bytes, name: str) -> None:
    path: Path = own_game.map / name
    before = path.read_bytes()
    path.write_bytes(before[:1500] + content)
    try:
        load_board(own_game.folder)
    except MapError as error:
        assert error.faults and json.dumps([fault.as_json() for fault in error.faults])
    finally:
        path.write_bytes(before)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("size_mm = [594, 420]", 'size_mm = "A2"', "size_mm is 'A2'; write two numbers"),
        ("size_mm = [594, 420]", "size_mm = [594, 1e9]", "write two numbers"),
        ("map_mm = [7, 7, 384, 406]", "map_mm = [7, 7, -384, 406]", "write left, top, width and height"),
        ("columns = 5", "columns = 0", "write a whole number from 1 to 50"),
        (
            'vp = "Victory Points"',
            'victory = "Victory Points"',
            "write meanings by road sign. The road signs are city",
        ),
        ('id = "vp"\n', "", "sheet.box 2: missing value: id is missing; write a text"),
        ('title = "Race for Berlin"', "title = 3", "title is 3; write a text"),
        ("lon = 13.385", "lon = true", "hole 1: bad value: lon is True"),
        ("[sheet.turns.notes]", "[sheet.turns.remarks]\n[other]", None),
    ],
)
def test_settings_of_the_sheet_are_checked_before_drawing(
    own_game: OwnGame, old: str, new: str, message: str | None
) -> None:
    own_game.replace("map.toml", old, new)
    if message is None:
        assert lay_out(own_game.folder).size == (594, 420)
        return
    with pytest.raises(MapError) as error:
        lay_out(own_game.folder)
    assert message in str(error.value)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
        max_leaves=12,
    )
)
def test_no_settings_crash_their_check(settings_: object) -> None:
    for toml in ({"sheet": settings_}, {"hole": settings_}, {"lake": settings_, "stream": settings_}):
        assert all(str(fault) for fault in settings_faults(toml))
