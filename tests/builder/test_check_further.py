"""What a module can have wrong beyond what breaks it: keys, words, zones, images, numbers, classes."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path

import pytest
from PIL import Image

from builder.check import images
from builder.check.check import check_module
from builder.module.art import png
from builder.vassal.keys import commands, stroke
from builder.vassal.traits import BRING_BACK, Trait, define, report, send_to, trait
from tests.builder.test_check import DOT, SMALL, says, write
from tests.builder.test_check import UNIT as PIECE

SAMPLES = Path(__file__).parent / "samples"
ZONE = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone"
TOWN = f'<{ZONE} name="Town" path="0,0;100,0;100,100;0,100"/>'
GRID = "VASSAL.build.module.map.boardPicker.board"
UNIT = "report;68\\,130;$location$;;;;false\t"
STATE = "/-1\t"


def problems(tmp_path: Path, old: str, new: str) -> str:
    assert old in SMALL
    return says(check_module(write(tmp_path, SMALL.replace(old, new))))


@pytest.mark.parametrize(
    ("old", "new", "says_so"),
    [
        ("VASSAL.build.module.map.PieceMover", "VASSAL.build.module.map.PieceShover", "has no VASSAL.build"),
        ('x="50"', 'x="50.5"', "x and y must be whole numbers"),
        ('name="Board" image', 'name="Board" width="wide" image', "width must be a whole number, not 'wide'"),
        ("<VASSAL.build.module.Map ", "<oddity/><VASSAL.build.module.Map ", "<oddity> is not a VASSAL class"),
        (f"{GRID}.ZonedGrid", f"{GRID}.HexGrid", "has no numbering"),
        (TOWN, f'<{GRID}.RegionGrid snapto="true"/>', "has no regions"),
        (TOWN, TOWN + TOWN.replace("Town", "Village"), "lies wholly under"),
        (TOWN, TOWN + f'<{ZONE} name="Wood" path="50,0;200,0;200,90;50,90"/>', "overlaps"),
        (UNIT + "delete;Delete;68,130;\\\t", UNIT + "delete;Delete;68;\\\t", "'68' is not a key"),
        (UNIT + "delete;Delete;68,130;", UNIT + "delete;Delete;69,130;", "Ctrl+E) changes the piece without"),
        (
            UNIT + "delete;Delete;68,130;\\\t",
            UNIT.replace("\\", "") + "delete;Delete;68,130;\\\t",
            "list of keys '68,130' wants a backslash",
        ),
        ("piece;;;red.png;Guard/", "piece;;;red.png;'Guard'/", "bad escape"),
    ],
)
def test_each_further_damage_is_named(tmp_path: Path, old: str, new: str, says_so: str) -> None:
    assert says_so in problems(tmp_path, old, new)


def test_a_module_may_bring_classes_of_its_own(tmp_path: Path) -> None:
    own = SMALL.replace("VASSAL.build.module.map.PieceMover", "my.Shover")
    assert "my.Shover" in says(check_module(write(tmp_path, own)))
    assert "my.Shover" not in says(check_module(write(tmp_path, own, more={"my/Shover.class": b"x"})))


def test_two_commands_on_one_key_are_named(tmp_path: Path) -> None:
    one = "delete;Delete;68,130;\\\tpiece;;;;/-1\t\\\t"
    two = "delete;Delete;68,130;\\\tclone;Copy;68,130;\\\\\tpiece;;;;/-1\t\\\t\\\\\t"
    both = problems(tmp_path, one, two)
    assert "the key Ctrl+D gives 'Delete' and 'Copy' at once" in both


def test_two_buttons_on_one_key_are_named(tmp_path: Path) -> None:
    die = '<VASSAL.build.module.DiceButton name="{}" icon="" hotkey="68,130"/>'
    both = die.format("a") + die.format("b")
    text = problems(tmp_path, "</VASSAL.build.GameModule>", both + "</VASSAL.build.GameModule>")
    assert "DiceButton b: hotkey: Ctrl+D also belongs to GameModule/DiceButton a" in text


def test_a_narrow_gap_between_zones_is_named_and_a_lake_is_not(tmp_path: Path) -> None:
    def ring(hole: int) -> str:
        sides = (
            (0, 0, 200, 100),
            (0, 100, 100, 200),
            (100 + hole, 100, 200, 200),
            (90, 100 + hole, 201, 200),
        )
        zones = (f"{a},{b};{c},{b};{c},{d};{a},{d}" for a, b, c, d in sides)
        return "".join(f'<{ZONE} name="Zone {n}" path="{path}"/>' for n, path in enumerate(zones))

    assert "lies a gap between zones" in problems(tmp_path, TOWN, ring(10))
    assert "gap" not in problems(tmp_path, TOWN, ring(60))


def test_an_image_that_nothing_shows_is_named(tmp_path: Path) -> None:
    dot = png(Image.new("RGB", (2, 2)))
    text = says(check_module(write(tmp_path, more={"images/old.png": dot})))
    assert text == "warning: images/old.png: nothing shows this image"


def test_what_is_no_image_is_named(tmp_path: Path) -> None:
    assert "images/red.png: is not a readable image" in says(
        check_module(write(tmp_path, more={"images/red.png": b"x"}))
    )


def test_images_beyond_all_measure_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = png(Image.new("1", (10_001, 1)))
    assert "10001 x 1 pixels" in says(check_module(write(tmp_path, more={"images/red.png": wide})))
    huge = bytearray(png(Image.new("1", (1, 1))))
    huge[16:24] = (60_000).to_bytes(4, "big") * 2
    huge[29:33] = zlib.crc32(huge[12:29]).to_bytes(4, "big")
    text = says(check_module(write(tmp_path, more={"images/red.png": bytes(huge)})))
    assert "images/red.png" in text and ("trap" in text or "60000" in text)
    monkeypatch.setattr(images, "_ROOMY", 70_000)
    assert "MB of memory" in says(check_module(write(tmp_path)))


def test_a_help_in_pages_must_be_there(tmp_path: Path) -> None:
    book = (
        '<VASSAL.build.module.documentation.BrowserHelpFile title="The rules" contents="a" startingPage="a"/>'
    )
    with_book = SMALL.replace(
        " </VASSAL.build.module.Documentation>", book + " </VASSAL.build.module.Documentation>"
    )
    assert "no file 'help/The_rules'" in says(check_module(write(tmp_path, with_book)))
    assert check_module(write(tmp_path, with_book, more={"help/The_rules": b"x"})) == []


@pytest.mark.parametrize("sample", ["demo.vmod", "tiny.vmod"])
def test_the_samples_have_no_error(sample: str) -> None:
    assert [p for p in check_module(SAMPLES / sample) if p.level == "error"] == []


def test_the_samples_silent_changes_are_found() -> None:
    text = says(check_module(SAMPLES / "demo.vmod"))
    assert "'Mask' (Alt+Shift+M) changes the piece without a word" in text
    assert "'Delete' (Ctrl+D)" in says(check_module(SAMPLES / "tiny.vmod"))


@pytest.mark.parametrize(
    ("text", "same"),
    [("", ""), ("70,130", "70,130"), ("f", "70,130"), ("70,2", "70,130"), ("70,128", "70,130"),
     ("57348,0,flip", "flip"), ("84,195", "84,195"), ("84,3", "84,195"), ("nonsense", None),
     ("70;130", None)],
)  # fmt: skip
def test_strokes_are_compared_as_vassal_does(text: str, same: str | None) -> None:
    assert stroke(text) == same


def test_the_commands_of_traits_are_found() -> None:
    hits = Trait("PROP;Hits;true,0,6,false;Add hit:72\\,130:I\\,1,Reset:72\\,195:P\\,0;", "0")
    assert [(c.menu, c.key) for c in commands(hits)] == [("Add hit", "72,130"), ("Reset", "72,195")]
    spin = Trait("rotate;6;93,130;91,130;Rotate CW;Rotate CCW;;;Facing;;;;;true", "0")
    assert [(c.menu, c.key) for c in commands(spin)] == [("Rotate CW", "93,130"), ("Rotate CCW", "91,130")]


def setup_in(tmp_path: Path, *commands: str, module: str = SMALL) -> str:
    """What is said of a module with these commands as its one set-up."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("savedGame", "\x1b".join(commands))
    element = '<VASSAL.build.module.PredefinedSetup name="May" useFile="true" file="may.vsav"/>'
    build = module.replace("</VASSAL.build.GameModule>", f"{element}</VASSAL.build.GameModule>")
    return says(check_module(write(tmp_path, build, {"may.vsav": inner.getvalue()})))


GUARD = "+/7/piece;;;red.png;Guard/{map};50;50;{gpid};1;UniqueID;7"


@pytest.mark.parametrize(
    ("commands", "what"),
    [
        (("begin_save", GUARD.format(map="Main", gpid=2), "SETUP_STACK\t"), "has no end_save"),
        (("begin_save", GUARD.format(map="Main", gpid=2), "end_save"), "come a second time"),
        (("begin_save", GUARD.format(map="Moon", gpid=2), "SETUP_STACK\t", "end_save"), "the map 'Moon'"),
        (("begin_save", GUARD.format(map="Main", gpid=9), "SETUP_STACK\t", "end_save"), "('Guard' ...)"),
        (("begin_save", "PLAYER\tx\tAnn\tRed", "SETUP_STACK\t", "end_save"), "VASSAL asks nobody"),
        (("begin_save", "+/7/piece;;;red.png;Guard", "SETUP_STACK\t", "end_save"), "may.vsav: "),
    ],
)
def test_what_is_wrong_in_a_set_up_is_named(tmp_path: Path, commands: tuple[str, ...], what: str) -> None:
    text = setup_in(tmp_path, *commands)
    assert "PredefinedSetup May" in text and what in text


def test_a_sound_set_up_passes(tmp_path: Path) -> None:
    assert (
        setup_in(tmp_path, "begin_save", GUARD.format(map="Main", gpid=2), "SETUP_STACK\t", "end_save") == ""
    )


@pytest.mark.parametrize(
    ("named", "fault"),
    [('{"Main"}', ""), ("{CurrentMap}", ""), ("$Where$", ""), ('{"Moon"}', "no map"), ("Moon", "no map")],
)
def test_what_only_vassal_can_work_out_is_not_called_missing(named: str, fault: str, tmp_path: Path) -> None:
    text = SMALL.replace("prototype;Unit", f"sendto;Go;69,130;{named.replace(chr(34), '&quot;')};")
    assert fault in says(check_module(write(tmp_path, text)))
    assert bool(fault) == ("to send to" in says(check_module(write(tmp_path, text))))


# What good modules do, and what was missed


def with_part(part: str) -> str:
    return SMALL.replace("</VASSAL.build.GameModule>", f"{part}</VASSAL.build.GameModule>")


@pytest.mark.parametrize(("side", "asked"), [("<observer>", True), ("Red", False)])
def test_an_observer_in_a_set_up_is_no_player(tmp_path: Path, side: str, asked: bool) -> None:
    whole = ("begin_save", GUARD.format(map="Main", gpid=2), f"PLAYER\tx\tAnn\t{side}")
    text = setup_in(tmp_path, *whole, "SETUP_STACK\t", "end_save")
    assert (text == "") == asked and ("VASSAL asks nobody" in text) != asked


AFTER = 'mapName="Main" moveKey="57348,0,moved"'


@pytest.mark.parametrize(
    ("heard", "named", "silent"),
    [("0,0,moved", AFTER, False), ("0,0,moved", 'mapName="Main"', True), ("68,130", AFTER, True)],
)
def test_pieces_may_speak_after_the_move(tmp_path: Path, heard: str, named: str, silent: bool) -> None:
    home = send_to("Home", "72,130", "Main", "Board", (50, 50))
    unit = define([report([heard, BRING_BACK], "$location$"), home]).text
    module = SMALL.replace(PIECE, unit).replace('mapName="Main"', named)
    assert ("'Home' (Ctrl+H) changes the piece" in says(check_module(write(tmp_path, module)))) == silent


@pytest.mark.parametrize(("given", "silent"), [("0,0,say", False), ("0,0,sing", True)])
def test_a_trigger_may_speak_for_a_command_it_hears(tmp_path: Path, given: str, silent: bool) -> None:
    home = send_to("Home", "72,130", "Main", "Board", (50, 50))
    trigger = trait("macro;;;;;{};{};false;;;counted;;;;false;;1;1", ["72,130"], [given])
    unit = define([report(["0,0,say", BRING_BACK], "$location$"), trigger, home]).text
    text = says(check_module(write(tmp_path, SMALL.replace(PIECE, unit))))
    assert ("'Home' (Ctrl+H) changes the piece" in text) == silent


CHART = '<VASSAL.build.module.ChartWindow name="Charts">{}</VASSAL.build.module.ChartWindow>'
HTML = CHART.format('<VASSAL.build.widget.HtmlChart chartName="Rules" fileName="rules.html"/>')


def test_images_on_the_pages_of_charts_are_shown_and_must_be_there(tmp_path: Path) -> None:
    page = "<img src='red.png'><IMG SRC=odds%20table.png><img src='https://x.org/a.png'><img src='p/a.png'>"
    module = with_part(HTML).replace("red.png", "board.png")
    text = says(check_module(write(tmp_path, module, {"rules.html": page})))
    assert text == "error: GameModule/ChartWindow Charts/HtmlChart Rules: rules.html: " + (
        "no image 'odds table.png' in the module"
    )
    whole: dict[str, str | bytes] = {"rules.html": page, "images/odds table.png": DOT}
    assert says(check_module(write(tmp_path, module, whole))) == ""


@pytest.mark.parametrize("shape", ["nonRect2;1.0;d M 0.0 0.0 L 9.0 9.0 Z N {}", "nonRect;m0,0,l9,9,c,n{}"])
def test_the_image_of_a_shape_is_shown_and_must_be_there(tmp_path: Path, shape: str) -> None:
    def with_shape(image: str) -> str:
        unit = define([report([BRING_BACK], "$location$"), Trait(shape.format(image))]).text
        return says(check_module(write(tmp_path, SMALL.replace(PIECE, unit), {"images/mask.png": DOT})))

    assert with_shape("mask.png") == ""
    text = with_shape("lost.png")
    assert "this shape was made from the image 'lost.png', which the module does not have" in text
    assert "images/mask.png: nothing shows this image" in text


def test_what_is_no_image_may_lie_among_them(tmp_path: Path) -> None:
    more: dict[str, str | bytes] = {
        "images/frames.json": "{}",
        "images/.DS_Store": "x",
        "images/notes.txt": "x",
    }
    assert says(check_module(write(tmp_path, SMALL, more))) == ""
    shown = SMALL.replace("red.png", "red.json")
    text = says(check_module(write(tmp_path, shown, {"images/red.json": "{}"})))
    assert "images/red.json: is not a readable image" in text


def test_a_hand_needs_no_stack_expander(tmp_path: Path) -> None:
    expander = "<VASSAL.build.module.map.StackExpander/>"
    assert "has no StackExpander" in problems(tmp_path, expander, "")
    hand = SMALL.replace(expander, "").replace("VASSAL.build.module.Map ", "VASSAL.build.module.PlayerHand ")
    hand = hand.replace("</VASSAL.build.module.Map>", "</VASSAL.build.module.PlayerHand>")
    assert "StackExpander" not in says(check_module(write(tmp_path, hand)))


PICKER = "VASSAL.build.module.map"
BOARD = (
    f'<{PICKER}.BoardPicker><{PICKER}.boardPicker.Board name="Odds" image="red.png"/></{PICKER}.BoardPicker>'
)


def test_a_chart_needs_no_grid(tmp_path: Path) -> None:
    opening, closing = f"<{GRID}.ZonedGrid>", f"</{GRID}.ZonedGrid>"
    grid = SMALL[SMALL.index(opening) : SMALL.index(closing) + len(closing)]
    assert "has no grid" in problems(tmp_path, grid, "")
    window = SMALL[SMALL.index("<VASSAL.build.module.Map ") : SMALL.index("<VASSAL.build.module.map.SetupS")]
    window = window.replace(grid, "").replace('"Main"', '"Charts"') + "</VASSAL.build.module.Map>"
    widget = "VASSAL.build.widget"
    inside = f"<{widget}.MapWidget><{widget}.WidgetMap>{BOARD}</{widget}.WidgetMap></{widget}.MapWidget>"
    for part in (CHART.format(inside), window):
        assert says(check_module(write(tmp_path, with_part(part)))) == ""


def regions(*places: tuple[str, int, int]) -> str:
    inside = "".join(f'<{GRID}.Region name="{name}" originx="{x}" originy="{y}"/>' for name, x, y in places)
    return f'<{GRID}.RegionGrid snapto="true">{inside}</{GRID}.RegionGrid>'


def test_several_points_of_one_place_are_no_two_places(tmp_path: Path) -> None:
    beside = regions(("A", 20, 20), ("A", 40, 20), ("B", 90, 20))
    apart = regions(("A", 20, 20), ("B", 50, 20), ("A", 80, 20))
    assert "are called" not in says(check_module(write(tmp_path, SMALL.replace(TOWN, beside))))
    assert "2 regions are called 'A'" in says(check_module(write(tmp_path, SMALL.replace(TOWN, apart))))
