"""What would print badly, each with its file and line, and a picture of it."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageColor
from typer.testing import CliRunner

from adjudicator.catalogue import game_names
from counters.cli import app
from counters.preflight.fault_picture import picture_of
from counters.preflight.preflight import preflight
from counters.roster.load import load_roster
from counters.roster_faults import Flaw
from counters.signs.eyes import SIGHTS, difference, seen
from files.faults import Fault

from .conftest import ROSTER, STYLE, Write

GAMES = game_names()
SKIRMISH = Path(__file__).parent / "skirmish"
CARDS = "id,number,title,when,text,once,afterwards\n"
MARKERS = "id,name,kind,side,count,front,front_symbol,back,back_symbol\n"
ART = ROSTER.replace("aliases", "aliases,art", 1).replace("week-2,", "week-2,,")
PICTURED = f'{STYLE}\n[layout]\nsymbol = {{ image = "art", box = [10, 10, 90, 60] }}\n'


def flaws(folder: Path) -> list[Fault]:
    return preflight(load_roster(folder))


def only(folder: Path) -> Flaw:
    (fault,) = flaws(folder)
    assert isinstance(fault, Flaw)
    return fault


@pytest.mark.slow
def test_the_small_game_of_every_kind_of_piece_prints_well() -> None:
    assert flaws(SKIRMISH) == []


def test_two_counters_alike_but_for_their_id_are_told(game: Write) -> None:
    twin = "3G,1 Guards,red,union,,infantry,corps,6,3,3,3,ford,A,,\n"
    flaw = only(game(roster_csv=ROSTER + twin))
    assert (flaw.line, flaw.read) == (4, "3G")
    assert "looks just as 1G does" in flaw.why


def test_a_picture_too_coarse_for_print_is_told(game: Write) -> None:
    folder = game(roster_csv=ART.replace("Old Guard", "Old Guard,art.png"), style_toml=PICTURED)
    Image.new("RGB", (120, 80), "#336699").save(folder / "art.png")
    flaw = only(folder)
    assert (flaw.line, flaw.read) == (2, "art.png")
    assert "238 dots per inch at 12.8 mm: print needs 300" in flaw.why
    Image.new("RGB", (160, 100), "#336699").save(folder / "art.png")
    assert flaws(folder) == []


def test_a_stroke_of_a_picture_too_thin_for_print_is_told(game: Write) -> None:
    folder = game(roster_csv=ART.replace("Old Guard", "Old Guard,art.svg"), style_toml=PICTURED)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">\n<path d="M0 0L9 9" stroke="#000"'
    (folder / "art.svg").write_text(f'{svg} stroke-width="0.5"/>\n</svg>', encoding="utf-8")
    flaw = only(folder)
    assert flaw.why == "line 2 draws 0.06 mm thin: print holds 0.15 mm"


def test_a_picture_that_cannot_be_used_is_told_by_its_own_line(game: Write) -> None:
    folder = game(roster_csv=ART.replace("Old Guard", "Old Guard,art.svg"), style_toml=PICTURED)
    (folder / "art.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<script/>\n</svg>', encoding="utf-8"
    )
    (fault,) = flaws(folder)
    place = f"{folder.as_posix()}/art.svg:2"
    assert str(fault) == f"{place}: <script> is not drawn: only shapes and gradients are"


def test_a_line_thinner_than_print_holds_is_told(game: Write) -> None:
    flaw = only(game(style_toml=f"{STYLE}\n[print]\npen = 0.8\n"))
    assert (flaw.line, flaw.read, flaw.piece) == (16, "pen = 0.8", "1G")
    patch = '[[slot]]\nshow = "patch"\nbox = [10, 10, 90, 10.5]\ncolour = "#112233"\n'
    found = flaws(game(style_toml=f"{STYLE}\n{patch}"))
    assert {fault.why for fault in found} == {"0.08 mm thin: print holds 0.15 mm"}


def test_what_stands_too_near_to_the_cut_is_told(game: Write) -> None:
    slot = '[[slot]]\nshow = "name"\nbox = [1, 40, 99, 60]\nalign = "left"\n'
    found = flaws(game(style_toml=f"{STYLE}\n{slot}"))
    assert [(fault.line, fault.read) for fault in found] == [(2, "1 Guards"), (3, "2 Guards")]
    assert "0.16 mm from the cut: safe is 1 mm" in found[0].why
    inner = slot.replace("[1,", "[7,").replace("99,", "93,")
    assert flaws(game(style_toml=f"{STYLE}\n{inner}")) == []
    assert len(flaws(game(style_toml=f"{STYLE}\n[print]\nsafe_mm = 1.5\n\n{inner}"))) == 2


def test_a_number_nearer_to_the_cut_than_figures_may_be_is_told(game: Write) -> None:
    places = '\n[layout]\nsymbol = "symbol"\nbottom = "{strength}-{movement}"\n'
    assert flaws(game(style_toml=STYLE + places)) == []
    found = flaws(game(style_toml=f"{STYLE}\n[print]\nfigures_mm = 1.5\n{places}"))
    assert {fault.why for fault in found} == {"1.28 mm from the cut: safe is 1.5 mm"}


@pytest.mark.parametrize(
    "name", ("raceforberlin", "koenigsberg45", "panzerkorps48", "amberroad", "donnerschlag", "redvengeance")
)
def test_games_whose_figures_keep_a_sixteenth_of_an_inch_say_so(name: str) -> None:
    assert load_roster(name).style.figures_mm == 1.5


@pytest.mark.slow
def test_a_card_with_more_text_than_can_be_read_is_told(game: Write) -> None:
    text = "Every unit of the army of the north moves and fights and rests. " * 12
    flaw = only(game(cards_csv=f"{CARDS}c1,1,Orders,now,{text},no,removed\n"))
    assert (Path(flaw.file).name, flaw.line, flaw.piece) == ("cards.csv", 2, "c1")
    assert "too much text: its letters would be 0.7 mm high" in flaw.why


def test_a_marker_with_too_long_a_word_is_told(game: Write) -> None:
    flaw = only(game(markers_csv=f"{MARKERS}m1,M,track,,1,COUNTERATTACK BARRAGES OF ALL THE ARMY,star,,\n"))
    assert (flaw.line, flaw.read) == (2, "COUNTERATTACK BARRAGES OF ALL THE ARMY")


@pytest.mark.slow
def test_a_marker_of_words_alone_has_room_for_more_of_them(game: Write) -> None:
    assert flaws(game(markers_csv=f"{MARKERS}m1,M,track,,1,COUNTERATTACK BARRAGES,,,\n")) == []
    flaw = only(game(markers_csv=f"{MARKERS}m1,M,track,,1,{'Counterattack ' * 40},,,\n"))
    assert "too long for a marker" in flaw.why


def test_a_value_along_an_edge_that_is_too_long_is_told(game: Write) -> None:
    head = MARKERS.strip() + ",front_edges\n"
    assert flaws(game(markers_csv=f"{head}m1,M,loss,,1,,,,,1; 2; 3; 40\n")) == []
    flaw = only(game(markers_csv=f"{head}m1,M,loss,,1,,,,,1; 2; 3; in full retreat again\n"))
    assert flaw.read == "in full retreat again"


def test_two_texts_over_each_other_are_told_once_for_both_sides(game: Write) -> None:
    places = '\n[layout]\nsymbol = "symbol"\nbottom = "{strength}-{movement}"\n'
    assert flaws(game(style_toml=STYLE + places + 'below = "name"\n')) == []
    over = 'below = { value = "name", box = [7, 70, 93, 90] }\n'
    assert [(flaw.line, flaw.why) for flaw in flaws(game(style_toml=STYLE + places + over))][:1] == [
        (2, "stands over '1 Guards'")
    ]


def test_a_turned_line_has_the_length_of_its_slot_as_it_is_read(game: Write) -> None:
    places = '\n[layout]\nsymbol = "symbol"\nbottom = "{strength}-{movement}"\n'
    upright = 'left = { value = "name", box = [7, 23, 17, 59] }\n'
    told = {flaw.why for flaw in flaws(game(style_toml=STYLE + places + upright))}
    assert told == {"too long for its slot: its letters would be 0.4 mm high"}
    turned = upright.replace(" }", ', turn = "right" }')
    assert flaws(game(style_toml=STYLE + places + turned)) == []


def test_a_slot_too_low_for_any_letter_is_called_so(game: Write) -> None:
    places = '\n[layout]\nsymbol = "symbol"\ntop = { value = "name", box = [7, 7, 93, 12] }\n'
    told = {flaw.why for flaw in flaws(game(style_toml=STYLE + places + 'bottom = "{strength}"\n'))}
    assert told == {"too low a slot: its letters would be 0.7 mm high"}


@pytest.mark.parametrize(
    ("red", "blue", "who"),
    [
        ("#c06a50", "#8a8a52", "deuteranopia"),
        ("#cc8855", "#b09a58", "deuteranopia"),
        ("#ffcccc", "#ffcccc", "any eye"),
    ],
)
def test_papers_that_some_eyes_cannot_tell_apart_are_told(game: Write, red: str, blue: str, who: str) -> None:
    style = STYLE.replace("#ffcccc", red) + f'\n[paint.union.blue]\npaper = "{blue}"\n'
    roster = ROSTER.replace("2 Guards,red", "2 Guards,blue")
    found = flaws(game(roster_csv=roster, style_toml=style))
    (flaw,) = (one for one in found if isinstance(one, Flaw) and "too like that of" in one.why)
    assert (flaw.line, flaw.read) == (11, "[paint.union.red]")
    assert f"too like that of [paint.union.blue] to {who}" in flaw.why
    assert flaw.colours == (red, blue)
    image = picture_of(load_roster(game(roster_csv=roster, style_toml=style)), flaw)
    shown = [image.getpixel((x, 10)) for x in (10, image.width - 10)]
    assert shown == [ImageColor.getrgb(red), ImageColor.getrgb(blue)]


@pytest.mark.parametrize("game", GAMES)
def test_the_bundled_games_print_well_to_every_eye(game: str) -> None:
    assert flaws(Path(game)) == []


def formations(one: str, other: str, sides: tuple[str, str], apart: str = "") -> dict[str, str]:
    """The files of two counters of two formations with these colours."""
    style = f'{STYLE}\n[paint.union.blue]\npaper = "#88aaff"\n\n[formation]\n7 = "{one}"\n8 = "{other}"\n'
    rows = zip(ROSTER.splitlines(), ("", ",union,7,", ",union,8,"), ("", *sides), strict=True)
    roster = "\n".join(row.replace(",union,,", to).replace(",red,", f",{side},") for row, to, side in rows)
    return {"roster_csv": f"{roster}\n", "style_toml": style + apart}


def test_formations_of_a_side_that_some_eyes_cannot_tell_apart_are_told(game: Write) -> None:
    flaw = only(game(**formations("#8a8a52", "#c06a50", ("red", "red"))))
    assert (Path(flaw.file).name, flaw.line, flaw.read) == ("style.toml", 19, "[formation] 7")
    assert "too like that of [formation] 8 to deuteranopia" in flaw.why
    assert flaw.colours == ("#8a8a52", "#c06a50")


def test_formations_of_two_sides_may_share_a_colour(game: Write) -> None:
    assert flaws(game(**formations("#8a8a52", "#8a8a52", ("red", "blue")))) == []


@pytest.mark.parametrize(("needed", "faults"), [("0", 0), ("3", 0), ("9.5", 1), ("40", 1)])
def test_how_far_apart_colours_must_be_is_the_games_to_say(game: Write, needed: str, faults: int) -> None:
    colours = formations("#8a8a52", "#c06a50", ("red", "red"), f"\n[apart]\nformations = {needed}\n")
    assert difference("#8a8a52", "#c06a50", "deuteranopia") == pytest.approx(3.4, abs=0.1)
    assert len(flaws(game(**colours))) == faults


MARKED = f"{MARKERS}m1,M,smoke,,1,SMOKE,,,\nm2,M,fire,,1,FIRE,,,\n"
CHITS = f"{CARDS.strip()},kind\nc1,1,One,now,Now.,no,removed,day\nc2,2,Two,now,Now.,no,removed,night\n"


@pytest.mark.parametrize(("table", "files"), [("marker", "markers_csv"), ("chit", "cards_csv")])
@pytest.mark.parametrize(("bar", "faults"), [("#9a5a40", 0), ("#2f4a26", 1)])
def test_kinds_of_markers_and_of_chits_differ_by_their_paper_or_their_bar(
    game: Write, table: str, files: str, bar: str, faults: int
) -> None:
    one, other = ("smoke", "fire") if table == "marker" else ("day", "night")
    inks = 'symbol = "#141414"\n' + 'ink = "#ffffff"\n' * (table == "marker")
    looks = "".join(f'[{table}.{k}]\nband = "{band}"\n{inks}' for k, band in ((one, "#2e4c28"), (other, bar)))
    content = {files: MARKED if table == "marker" else CHITS}
    found = flaws(game(style_toml=f"{STYLE}\n{looks}", **content))
    assert len(found) == faults
    for flaw in found:
        assert isinstance(flaw, Flaw)
        assert (flaw.line, flaw.read) == (15, f"[{table}.{one}]")
        assert flaw.why.startswith(f"its colours are too like those of [{table}.{other}] to any eye")
        assert flaw.colours == ("#e8e0c8", "#2e4c28", "#e8e0c8", bar)
        image = picture_of(load_roster(SKIRMISH), flaw)
        down = image.height // 6
        shown = [image.getpixel((x, y)) for x in (9, image.width - 9) for y in (9, down + 9)]
        assert shown == [ImageColor.getrgb(colour) for colour in flaw.colours]


@pytest.mark.parametrize(
    ("colours", "ground"),
    [('symbol = "#f0e8d0"', "paper"), ('band = "#e8e0c8"\npaper = "#333333"\nink = "#eeeeee"', "bar")],
)
def test_what_stands_on_a_chit_and_on_its_bar_must_be_read(game: Write, colours: str, ground: str) -> None:
    style = f"{STYLE}\n[chit]\n{colours}\n"
    found = flaws(game(cards_csv=f"{CARDS}c1,1,Orders,now,Move.,no,removed\n", style_toml=style))
    assert {(fault.line, fault.read) for fault in found} <= {(15, "[chit]")}
    assert any(f"too like its {ground}" in fault.why for fault in found) == (ground == "paper")


def test_a_bar_like_paper_and_ink_alike_bears_nothing_that_is_read(game: Write) -> None:
    style = f'{STYLE}\n[chit]\npaper = "#808080"\nband = "#7a7a7a"\nink = "#767676"\nsymbol = "#000000"\n'
    found = flaws(game(cards_csv=f"{CARDS}c1,1,Orders,now,Move.,no,removed\n", style_toml=style))
    assert sum("too like its bar" in fault.why for fault in found) == 1


def test_red_and_green_of_one_lightness_are_far_apart_only_to_full_sight() -> None:
    red, green = "#c06a50", "#8a8a52"
    assert difference(red, green) > 30
    assert difference(red, green, "deuteranopia") < 10
    assert all(difference("#000000", "#ffffff", sight) > 95 for sight in ("", *SIGHTS))


@pytest.mark.parametrize("sight", list(SIGHTS))
def test_greys_look_the_same_to_every_eye(sight: str) -> None:
    for grey in ("#000000", "#777777", "#ffffff"):
        assert difference(grey, seen(grey, sight)) < 1
    colours = ("#ff0000", "#00ff00", "#0000ff", "#ffff00")
    assert all(difference(a, b) == pytest.approx(difference(b, a)) for a, b in combinations(colours, 2))


def test_a_picture_shows_the_piece_with_the_flaw_framed(game: Write) -> None:
    slot = '[[slot]]\nshow = "name"\nbox = [1, 40, 99, 60]\nalign = "left"\n'
    folder = game(style_toml=f"{STYLE}\n{slot}")
    fault = flaws(folder)[1]
    assert isinstance(fault, Flaw)
    image = picture_of(load_roster(folder), fault)
    assert image.getpixel((round(image.width * 0.5), round(image.height * 0.4) + 1)) == (255, 0, 200)


def test_check_writes_a_picture_of_each_flaw(game: Write, tmp_path: Path) -> None:
    style = STYLE.replace("#ffcccc", "#222222")
    folder = game(style_toml=style, roster_csv=ROSTER.replace("2 Guards", "2 軍"))
    out = tmp_path / "flaws"
    done = CliRunner().invoke(app, ["check", str(folder), "--pictures", str(out)])
    assert done.exit_code == 1
    assert [file.name for file in sorted(out.iterdir())] == ["001-2G.png", "002-colours.png"]


def test_a_picture_that_nothing_shows_is_told(game: Write) -> None:
    layout = '[layout]\nsymbol = "symbol"\nbelow = "name"\nbottom = "{strength}-{movement}"\n'
    folder = game(style_toml=f"{STYLE}\n{layout}", roster_csv=ART.replace("Old Guard", "Old Guard,art.png"))
    Image.new("RGB", (400, 400), "#336699").save(folder / "art.png")
    flaw = only(folder)
    assert (flaw.line, flaw.read) == (2, "art.png")
    assert "nothing shows this picture" in flaw.why
