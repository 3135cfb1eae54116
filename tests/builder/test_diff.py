"""Two versions of a module: what players are told has changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from builder.comparing.diff import diff_modules
from builder.module.art import png
from tests.builder.test_check import SMALL, run, write
from tests.builder.test_import_grids import build_file

SHAPE = 'dx="100" dy="100" x0="50" y0="50"'

GUARD = '<VASSAL.build.widget.PieceSlot entryName="Guard" gpid="2">'


@pytest.fixture
def old(tmp_path: Path) -> Path:
    (tmp_path / "old").mkdir()
    return write(tmp_path / "old")


def told(old: Path, folder: Path, *replaced: tuple[str, str], **more: bytes) -> list[str]:
    text = SMALL
    for one, other in replaced:
        assert one in text
        text = text.replace(one, other)
    return [str(change) for change in diff_modules(old, write(folder, text, more=more))]


@pytest.mark.slow
def test_a_module_does_not_differ_from_itself(old: Path, vmod: Path) -> None:
    assert diff_modules(old, old) == diff_modules(vmod, vmod) == []


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ('version="1.0"', 'version="1.1"', "The version is now '1.1'; it was '1.0'."),
        ('entryName="Guard"', 'entryName="Old Guard"',
         "'Guard' is now called 'Old Guard'; saved games know it still."),
        ('gpid="2"', 'gpid="3"', "There is a new piece, 'Guard'."),
        ("prototype;Unit\t", "clone;Copy;67,130;\t",
         "'Guard': it no longer has all of 'Unit'; it now has command 'Copy'."),
        ("delete;Delete;68,130;", "delete;Remove;68,130;",
         "All 'Unit' pieces: it no longer has command 'Delete'; it now has command 'Remove'."),
        ('name="Town"', 'name="City"', "There is a new place on the map, 'City'."),
        ("0,0;100,0;100,100;0,100", "0,0;100,0;100,99;0,99", "The place 'Town' has another outline."),
        ('x="50" y="50"', 'x="150" y="50"', "'Guard' starts at Main, 150,50; it was Main, Town."),
        ('title="Help"', 'title="Manual"', "There is a new HelpFile Manual."),
        ('mapName="Main"', 'mapName="Main" markMoved="Never"',
         "Map Main: markMoved is now 'Never'; it was ''."),
    ],
)  # fmt: skip
def test_each_change_is_told_in_words(old: Path, tmp_path: Path, one: str, other: str, words: str) -> None:
    assert words in told(old, tmp_path, (one, other))


def test_pieces_that_come_and_go_are_told(old: Path, tmp_path: Path) -> None:
    slot = SMALL[SMALL.index("   " + GUARD) : SMALL.index("  </VASSAL.build.module.map.SetupStack>")]
    (line,) = told(old, tmp_path, (slot, ""))
    assert line.startswith("'Guard' is gone")


def test_a_mark_that_changed_is_told_with_both_values(tmp_path: Path) -> None:
    def with_marks(folder: str, values: str) -> Path:
        (tmp_path / folder).mkdir()
        piece = SMALL.replace(
            "prototype;Unit\tpiece;;;red.png;Guard/\t",
            f"mark;strength,movement\tpiece;;;red.png;Guard/{values}\t",
        )
        return write(tmp_path / folder, piece)

    changes = diff_modules(with_marks("a", "4,2"), with_marks("b", "5,2"))
    assert [str(change) for change in changes] == ["'Guard': strength is now '5'; it was '4'."]


def test_pictures_that_look_different_are_told(old: Path, tmp_path: Path) -> None:
    other = png(Image.new("RGB", (100, 100), "red"))
    assert told(old, tmp_path, **{"images/red.png": other}) == ["The picture 'red.png' looks different."]


def test_the_command_prints_one_document(old: Path, tmp_path: Path) -> None:
    new = write(tmp_path, SMALL.replace('version="1.0"', 'version="1.1"'))
    code, out, _ = run("diff", str(old), str(new), "--json")
    assert code == 0
    assert json.loads(out)["changes"] == [
        {"kind": "changed", "what": "the version", "words": "The version is now '1.1'; it was '1.0'."}
    ]
    assert run("diff", str(old), str(old))[1:] == ("", "Nothing changed that a player could see.\n")


def test_what_is_no_module_is_refused(old: Path, tmp_path: Path) -> None:
    (tmp_path / "no.vmod").write_bytes(b"no zip")
    code, _, err = run("diff", str(old), str(tmp_path / "no.vmod"))
    assert code == 1 and "zip archive" in err and "Traceback" not in err


GRID_CHANGES = [
    ({"hOff": "5"}, SHAPE, "On 'Land' the square '0101' is now called '0501', and 62 more in the same way."),
    (
        {},
        SHAPE.replace('x0="50"', 'x0="150"'),
        "On 'Land' the square '0101' is now called '0001', and 62 more in the same way.",
    ),
    (
        {},
        SHAPE.replace('dx="100"', 'dx="128"'),
        "On 'Land' 14 squares ('0801', '0802', '0803' ...) are gone.",
    ),
    ({"sep": "."}, SHAPE, "On 'Land' the square '0101' is now called '01.01', and 62 more in the same way."),
    (
        {},
        SHAPE.replace('dx="100"', 'dx="96"'),
        "The square grid of 'Land' lies otherwise; every name is as it was.",
    ),
]


@pytest.mark.parametrize(("numbering", "shape", "words"), GRID_CHANGES)
def test_of_a_grid_players_are_told_the_names(
    numbering: dict[str, str], shape: str, words: str, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    one = write(tmp_path / "one", build_file("SquareGrid", {}, SHAPE))
    two = write(tmp_path / "two", build_file("SquareGrid", numbering, shape))
    assert diff_modules(one, one) == []
    found = [str(change) for change in diff_modules(one, two)]
    assert words in found, found
    assert not any("dx" in line or "hOff" in line for line in found)
