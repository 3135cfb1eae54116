"""Tables as people keep them: titles above, columns left out, numbers as a counter shows them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy
import pytest
from openpyxl import Workbook
from PIL import Image

from counters.faces.face import draw_face
from counters.preflight.checking import report
from counters.roster.load import load_roster
from counters.roster.style import SIDE_PAPERS
from counters.roster_faults import RosterError

SHORT = "id,name,side,type,strength,movement\n"
PLAIN = f"{SHORT}1,First,german,infantry,5,6\n2,Second,soviet,armour,4,8\n"


def kept(folder: Path, text: str, **more: str) -> Path:
    """A game of its own, with these tables."""
    for name, content in {"roster.csv": text, **{f"{key}.csv": told for key, told in more.items()}}.items():
        (folder / name).write_text(content, encoding="utf-8", newline="")
    return folder


def faults(folder: Path) -> list[str]:
    with pytest.raises(RosterError) as wrong:
        load_roster(folder)
    return [str(fault).replace(f"{folder.as_posix()}/", "") for fault in wrong.value.faults]


def numbers(folder: Path) -> list[list[dict[str, int]]]:
    return [[dict(step.values) for step in one.steps] for one in load_roster(folder).counters.values()]


FULL = {"strength": 5, "movement": 6}


def test_only_what_a_counter_cannot_do_without_is_needed(tmp_path: Path) -> None:
    roster = load_roster(kept(tmp_path, PLAIN))
    first = roster.counters["1"]
    assert (first.name, first.side, first.type, first.setup, first.aliases) == (
        "First",
        "german",
        "infantry",
        "",
        (),
    )
    assert dict(first.steps[0].values) == FULL
    assert report(tmp_path).faults == ()


@pytest.mark.parametrize("column", ["id", "name", "side", "type"])
def test_what_is_needed_is_told_once(tmp_path: Path, column: str) -> None:
    text = PLAIN.replace(f"{column},", "", 1) if column == "id" else PLAIN.replace(f",{column}", "", 1)
    assert f"roster.csv:1: column '{column}' is missing" in faults(kept(tmp_path, text))


def test_a_style_that_names_nations_asks_for_the_column(tmp_path: Path) -> None:
    (tmp_path / "style.toml").write_text('[nations]\nreich = "Reich"\n', encoding="utf-8")
    why = "column 'nation' is missing; its words are [nations] in style.toml"
    assert faults(kept(tmp_path, PLAIN)) == [f"roster.csv:1: {why}"]


def test_a_word_that_style_toml_does_not_list_is_told_with_its_table(tmp_path: Path) -> None:
    (tmp_path / "style.toml").write_text('[sides]\nred = "Red"\nblue = "Blue"\n', encoding="utf-8")
    told = [one.partition(": ")[2] for one in faults(kept(tmp_path, PLAIN))]
    assert told and all(
        one.endswith("unknown side, known are blue, red ([sides] in style.toml)") for one in told
    )


@pytest.mark.parametrize(
    "above",
    [
        "\n\n",
        "My counters,,,,,\n",
        "My counters,,,,,\n,,,,,\nUnit,,,,Numbers,\n",
        "sep=,\n",
    ],
    ids=["blank", "a title", "merged headings", "sep="],
)
def test_lines_above_the_names_of_the_columns_are_no_fault(tmp_path: Path, above: str) -> None:
    roster = load_roster(kept(tmp_path, above + PLAIN))
    assert list(roster.counters) == ["1", "2"]
    assert roster.places["1"][1] == above.count("\n") + 2


@pytest.mark.parametrize("comma", [";", "\t"])
def test_a_title_does_not_hide_what_stands_between_the_cells(tmp_path: Path, comma: str) -> None:
    text = "Counters, first sheet\n" + PLAIN.replace(",", comma)
    assert list(load_roster(kept(tmp_path, "\ufeff" + text.replace("\n", "\r\n"))).counters) == ["1", "2"]


def test_names_of_columns_are_read_as_they_are_typed(tmp_path: Path) -> None:
    text = "ID,Name,Side,Type,Strength,Movement,Reduced Strength,Reduced-Movement,Set-up\n"
    (one,) = load_roster(kept(tmp_path, text + "1,First,german,Infantry,5,6,3,6,Berlin\n")).counters.values()
    assert dict(one.steps[1].values) == {"strength": 3, "movement": 6}
    assert (one.type, one.setup) == ("infantry", "Berlin")


def test_a_column_without_a_name_may_be_empty_but_not_filled(tmp_path: Path) -> None:
    trailing = PLAIN.replace("\n", ",,\n")
    assert len(load_roster(kept(tmp_path, trailing)).counters) == 2
    assert faults(kept(tmp_path, trailing.replace("5,6,,", "5,6,,old"))) == [
        "roster.csv:2: 'old': no column has a name above this cell"
    ]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Infantry", "infantry"),
        ("anti tank", "anti-tank"),
        ("Armor", "armour"),
        ("Mechanized", "mechanised"),
        ("HQ", "hq"),
    ],
)
def test_types_are_known_with_capitals_and_in_american(tmp_path: Path, typed: str, meant: str) -> None:
    roster = load_roster(kept(tmp_path, PLAIN.replace("infantry", typed)))
    assert roster.counters["1"].type == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("XX", "division"),
        ("III", "regiment"),
        ("||", "battalion"),
        ("•••", "platoon"),
        ("-", ""),
        ("Corps", "corps"),
    ],
)
def test_sizes_are_known_by_their_marks(tmp_path: Path, typed: str, meant: str) -> None:
    text = PLAIN.replace("type,", "type,size,").replace("infantry,", f"infantry,{typed},")
    text = text.replace("armour,", "armour,,")
    assert load_roster(kept(tmp_path, text)).counters["1"].size == meant


def test_sides_are_known_by_their_printed_names(tmp_path: Path) -> None:
    style = '[sides]\ngerman = "Axis"\nsoviet = "Red Army"\n'
    (tmp_path / "style.toml").write_text(style, encoding="utf-8")
    roster = load_roster(kept(tmp_path, PLAIN.replace("german", "Axis").replace("soviet", "SOVIET")))
    assert [one.side for one in roster.counters.values()] == ["german", "soviet"]


@pytest.mark.parametrize("cell", ["5-6", "5 - 6", "5–6", "5/6"])
def test_both_numbers_of_a_side_in_one_cell_are_read_as_a_counter_shows_them(
    tmp_path: Path, cell: str
) -> None:
    text = "id,name,side,type,strength,reduced_strength\n"
    text += f"1,First,german,infantry,{cell},3-6\n2,Second,german,infantry,5-6,-\n"
    half = {"strength": 3, "movement": 6}
    assert numbers(kept(tmp_path, text)) == [[FULL, half], [FULL]]


def test_three_numbers_in_one_cell_are_those_that_the_game_has(tmp_path: Path) -> None:
    (tmp_path / "style.toml").write_text(
        '[game]\nvalues = ["attack", "defence", "movement"]\n', encoding="utf-8"
    )
    text = "id,name,side,type,attack\n1,First,german,infantry,4-5-6\n"
    assert numbers(kept(tmp_path, text)) == [[{"attack": 4, "defence": 5, "movement": 6}]]
    told = faults(kept(tmp_path, text.replace("4-5-6", "4-5")))
    assert [one.partition(". ")[0] for one in told] == [
        "roster.csv:1: column 'defence' is missing",
        "roster.csv:1: column 'movement' is missing",
        "roster.csv:2: '4-5': column 'attack' must hold a whole number from 0 to 9999, and this cell holds 2",
    ]


WHOLE = "column 'strength' must hold a whole number from 0 to 9999"


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("4,5", "If it means 4 and 5, write 4-5."),
        ("4.5", "A number that is not whole needs a column of its own: extra in style.toml"),
        ("4½", "A number that is not whole needs a column of its own"),
        ("5-Jun", "A spreadsheet program makes a date of 5-6: format the column as text, type it again"),
        ("05. Jun", "makes a date of 5-6"),
        ("Jun 05", "makes a date of 5-6"),
        ("05.06.2026", "makes a date of 5-6"),
        ("5-6", "this cell holds 2. All numbers of a side may share its first cell if its other cells are"),
        ("-", 'If some counters have none, write optional = ["strength"] under [game] in style.toml'),
        ("five", WHOLE),
    ],
)
def test_what_is_no_number_is_told_with_what_may_be_meant(tmp_path: Path, cell: str, told: str) -> None:
    text = PLAIN.replace("infantry,5,6", f"infantry;{cell};6").replace(",", ";") if "," in cell else ""
    text = text.replace(cell.replace(",", ";"), cell) or PLAIN.replace("infantry,5,", f"infantry,{cell},")
    (fault,) = faults(kept(tmp_path, text))
    assert fault.startswith(f"roster.csv:2: '{cell}': {WHOLE}")
    assert told in fault


@pytest.mark.parametrize("cell", ["5.0", '"5,0"', "5.00"])
def test_a_whole_number_with_zeros_behind_it_is_whole(tmp_path: Path, cell: str) -> None:
    assert numbers(kept(tmp_path, PLAIN.replace("infantry,5,", f"infantry,{cell},")))[0] == [FULL]


def test_a_column_of_numbers_that_is_missing_is_told_once_with_what_helps(tmp_path: Path) -> None:
    text = PLAIN.replace(",movement", "").replace(",6", "").replace(",8", "")
    (fault,) = faults(kept(tmp_path, text))
    assert fault.startswith("roster.csv:1: column 'movement' is missing.")
    assert "[game] values" in fault
    assert "as 5-6" in fault


def test_markers_and_cards_need_little_too(tmp_path: Path) -> None:
    markers = "id,name,kind,front\nturn,Turn,turn,Turn\n"
    cards = "id,title,text\nc-1,Fog,No aircraft fly.\n"
    roster = load_roster(kept(tmp_path, PLAIN, markers=markers, cards=cards))
    marker, card = roster.markers["turn"], roster.cards["c-1"]
    assert (marker.count, marker.side, len(marker.faces)) == (1, "", 1)
    assert (card.number, card.when, card.once, card.afterwards) == (0, "", False, "")


def test_a_workbook_with_a_title_and_merged_headings_is_read(tmp_path: Path) -> None:
    made = Workbook()
    sheet = made.active
    assert sheet is not None
    for row in (["My counters"], [], ["Unit", None, None, None, "Numbers"], SHORT.strip().split(",")):
        sheet.append(row)
    sheet.merge_cells("E3:F3")
    sheet.append([1, "First", "german", "Infantry", "5", 6.0])
    sheet.append([None] * 6)
    sheet.append(["2", "Second", "soviet", "armour", 4, "8"])
    content = BytesIO()
    made.save(content)
    (tmp_path / "roster.xlsx").write_bytes(content.getvalue())
    assert numbers(tmp_path) == [[FULL], [{"strength": 4, "movement": 8}]]


def test_without_a_style_a_picture_of_its_own_takes_the_place_of_the_symbol(tmp_path: Path) -> None:
    Image.new("RGB", (300, 300), "#ff0000").save(tmp_path / "tiger.jpg")
    text = PLAIN.replace("movement", "movement,art").replace("5,6", "5,6,tiger.jpg").replace("4,8", "4,8,")
    first, second = load_roster(kept(tmp_path, text)).counters.values()
    middle = [numpy.asarray(draw_face(one, 0, 100))[36, 50] for one in (first, second)]
    assert [colour[0] > 250 and colour[1] < 2 for colour in middle] == [True, False]
    assert report(tmp_path).faults == ()


def test_without_a_style_sides_can_be_told_apart(tmp_path: Path) -> None:
    roster = load_roster(kept(tmp_path, PLAIN))
    papers = [one.paint(0).paper for one in roster.counters.values()]
    assert len(set(papers)) == 2
    assert papers == [roster.style.paint(one.nation, one.side).paper for one in roster.counters.values()]
    assert report(tmp_path).faults == ()


def test_six_sides_can_be_told_apart(tmp_path: Path) -> None:
    text = SHORT + "".join(f"{n},Unit {n},side{n},infantry,5,6\n" for n in range(6))
    assert report(kept(tmp_path, text)).faults == ()


def test_a_style_that_paints_counters_decides_alone(tmp_path: Path) -> None:
    style = '[sides]\ngerman = "G"\nsoviet = "S"\n[paint.german]\npaper = "#aaaaaa"\n'
    (tmp_path / "style.toml").write_text(style, encoding="utf-8")
    first, second = load_roster(kept(tmp_path, PLAIN)).counters.values()
    assert (first.paint(0).paper, second.paint(0).paper) == ("#aaaaaa", "#e8e0c8")


def test_sides_that_are_called_by_a_colour_have_it(tmp_path: Path) -> None:
    text = SHORT + "".join(f"{side},{side},{side},infantry,5,6\n" for side in ("blue", "Red", "x"))
    papers = {one.side: one.paint(0).paper for one in load_roster(kept(tmp_path, text)).counters.values()}
    assert papers == {"blue": SIDE_PAPERS[1], "Red": SIDE_PAPERS[2], "x": SIDE_PAPERS[0]}
