"""The check of modules: every damage is named, all at once, and nothing in a file can hurt the reader."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from typer.testing import CliRunner

from builder.check.check import check_module
from builder.cli import app
from builder.module.art import png
from builder.module_faults import ModuleError
from builder.vassal import readback
from builder.vassal.archive import write_archive
from builder.vassal.readback import Problem

UNIT = "+/null/report;68\\,130;$location$;;;;false\tdelete;Delete;68,130;\\\tpiece;;;;/-1\t\\\tnull;0;0;;0"
GUARD = "+/null/prototype;Unit\tpiece;;;red.png;Guard/\tnull;0;0;2;0"
PLUMBING = "StackMetrics ForwardToKeyBuffer Scroller MenuDisplayer StackExpander PieceMover KeyBufferer"
SMALL = f"""<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.GameModule name="Small" version="1.0" VassalVersion="3.7.0" nextPieceSlotId="10">
 <VASSAL.build.module.BasicCommandEncoder/>
 <VASSAL.build.module.Documentation>
  <VASSAL.build.module.documentation.HelpFile title="Help" fileName="help.html" fileType="archive"/>
 </VASSAL.build.module.Documentation>
 <VASSAL.build.module.PrototypesContainer>
  <VASSAL.build.module.PrototypeDefinition name="Unit">{UNIT}</VASSAL.build.module.PrototypeDefinition>
 </VASSAL.build.module.PrototypesContainer>
 <VASSAL.build.module.Map mapName="Main">
  <VASSAL.build.module.map.BoardPicker>
   <VASSAL.build.module.map.boardPicker.Board name="Board" image="board.png">
    <VASSAL.build.module.map.boardPicker.board.ZonedGrid>
     <VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name="Town" path="0,0;100,0;100,100;0,100"/>
    </VASSAL.build.module.map.boardPicker.board.ZonedGrid>
   </VASSAL.build.module.map.boardPicker.Board>
  </VASSAL.build.module.map.BoardPicker>
  {"".join(f"<VASSAL.build.module.map.{part}/>" for part in PLUMBING.split())}
  <VASSAL.build.module.map.SetupStack name="Guard" owningBoard="Board" x="50" y="50">
   <VASSAL.build.widget.PieceSlot entryName="Guard" gpid="2">{GUARD}</VASSAL.build.widget.PieceSlot>
  </VASSAL.build.module.map.SetupStack>
 </VASSAL.build.module.Map>
</VASSAL.build.GameModule>"""
DOT = png(Image.new("RGB", (100, 100)))
DATA = "<data version='1'><version>1.0</version><name>Small</name></data>"
FILES: dict[str, str | bytes] = {
    "moduledata": DATA,
    "images/board.png": DOT,
    "images/red.png": DOT,
    "help.html": "x",
}


def write(folder: Path, build_file: str = SMALL, more: Mapping[str, str | bytes] = FILES) -> Path:
    out = folder / "small.vmod"
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in {"buildFile.xml": build_file, **FILES, **more}.items():
            archive.writestr(name, content)
    return out


def says(problems: Iterable[Problem]) -> str:
    return "\n".join(str(problem) for problem in problems)


def test_the_small_module_is_sound(tmp_path: Path) -> None:
    assert check_module(write(tmp_path)) == []


@pytest.mark.parametrize(
    ("old", "new", "level", "where", "what"),
    [
        ("red.png", "blue.png", "error", "PieceSlot Guard", "no image 'blue.png'"),
        ('image="board.png"', 'image="map.png"', "error", "Board Board", "no image 'map.png'"),
        ("prototype;Unit", "prototype;Ghost", "error", "PieceSlot Guard", "no prototype 'Ghost'"),
        ("piece;;;;/-1", "peace;;;;/-1", "error", "Unit", "innermost trait"),
        ("prototype;Unit", "magic;Unit", "error", "PieceSlot Guard", "unknown trait 'magic'"),
        ("prototype;Unit", "return;Back;82,130;Cup;;;2;false;", "error", "PieceSlot Guard", "no deck 'Cup'"),
        ("prototype;Unit", "sendto;Go;69,130;Moon;", "error", "PieceSlot Guard", "no map 'Moon'"),
        ("/\tnull;0;0;2;0", "/null;0;0;2;0", "error", "PieceSlot Guard", "2 traits but 1 states"),
        ("null;0;0;2;0", "null;0;0;3;0", "error", "PieceSlot Guard", "gpid is 2, but '3'"),
        ('gpid="2"', 'gpid="two"', "error", "PieceSlot Guard", "whole number"),
        ('nextPieceSlotId="10"', 'nextPieceSlotId="2"', "error", "GameModule", "must be above 2"),
        ('owningBoard="Board"', 'owningBoard="Bord"', "error", "SetupStack Guard", "no board 'Bord'"),
        ('x="50"', 'x="5.5"', "error", "SetupStack Guard", "whole numbers"),
        ('x="50"', 'x="500"', "warning", "SetupStack Guard", "not in a zone of 'Board'"),
        ("0,0;100,0;100,100;0,100", "0,0;100,0", "error", "Zone Town", "three or more"),
        ("0,0;100,0;100,100;0,100", "nonsense", "error", "Zone Town", "three or more"),
        ('mapName="Main"', 'mapName=""', "error", "Map", "no name"),
        ('name="Small"', 'name="Other"', "error", "moduledata", "in the build file it is 'Other'"),
        ('fileName="help.html"', 'fileName="lost.html"', "error", "HelpFile Help", "no file 'lost.html'"),
        (" <VASSAL.build.module.BasicCommandEncoder/>", "", "error", "GameModule", "BasicCommandEncoder"),
        ("<VASSAL.build.module.map.PieceMover/>", "", "warning", "Map Main", "no PieceMover"),
        ('VassalVersion="3.7.0"', 'VassalVersion="4.1"', "warning", "GameModule", "4.1"),
        ("GameModule", "Monopoly", "error", "buildFile.xml", "Monopoly"),
        ("</VASSAL.build.GameModule>", "", "error", "buildFile.xml", "not well-formed"),
    ],
)
def test_each_damage_is_named_where_it_is(
    tmp_path: Path, old: str, new: str, level: str, where: str, what: str
) -> None:
    assert old in SMALL
    problems = check_module(write(tmp_path, SMALL.replace(old, new)))
    assert any(p.level == level and where in p.where and what in p.what for p in problems), says(problems)


def test_a_prototype_that_uses_itself_is_named(tmp_path: Path) -> None:
    endless = SMALL.replace("+/null/report;68\\,130;$location$;;;;false\t", "+/null/prototype;Unit\t")
    assert "uses itself" in says(check_module(write(tmp_path, endless)))


def test_a_number_used_twice_names_both_places(tmp_path: Path) -> None:
    slot = SMALL[
        SMALL.index("   <VASSAL.build.widget.PieceSlot") : SMALL.index(
            "  </VASSAL.build.module.map.SetupStack>"
        )
    ]
    twice = SMALL.replace(slot, slot + slot.replace('entryName="Guard"', 'entryName="Twin"'))
    problem = next(p for p in check_module(write(tmp_path, twice)) if "gpid 2" in p.what)
    assert "Twin" in problem.where and "PieceSlot Guard" in problem.what


def test_a_stack_before_the_boards_is_named(tmp_path: Path) -> None:
    picker = SMALL[
        SMALL.index("  <VASSAL.build.module.map.BoardPicker>") : SMALL.index(
            "  <VASSAL.build.module.map.StackMetrics"
        )
    ]
    late = SMALL.replace(picker, "").replace(
        " </VASSAL.build.module.Map>", picker + " </VASSAL.build.module.Map>"
    )
    assert "BoardPicker must stand before" in says(check_module(write(tmp_path, late)))


def test_all_damages_are_told_at_once(tmp_path: Path) -> None:
    worse = SMALL.replace("red.png", "blue.png").replace("prototype;Unit", "prototype;Ghost")
    worse = worse.replace('owningBoard="Board"', 'owningBoard="Bord"').replace("100,100;0,100", "100")
    text = says(check_module(write(tmp_path, worse)))
    assert all(what in text for what in ("blue.png", "Ghost", "Bord", "three or more"))


def test_images_that_vassal_brings_along_need_not_be_there(tmp_path: Path) -> None:
    own = SMALL.replace(
        "</VASSAL.build.GameModule>",
        '<VASSAL.build.module.DiceButton icon="/images/die.gif"/></VASSAL.build.GameModule>',
    )
    assert check_module(write(tmp_path, own)) == []
    assert "/images/cube.gif" in says(check_module(write(tmp_path, own.replace("die.gif", "cube.gif"))))


@pytest.mark.parametrize(
    "evil",
    [
        '<!DOCTYPE a [<!ENTITY x "boom">]><VASSAL.build.GameModule name="&x;"/>',
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><VASSAL.build.GameModule name="&x;"/>',
        '<!DOCTYPE a SYSTEM "http://example.org/a.dtd"><VASSAL.build.GameModule name="a"/>',
        '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><VASSAL.build.GameModule name="&b;"/>',
    ],
)
def test_entities_and_document_types_are_refused(tmp_path: Path, evil: str) -> None:
    (problem,) = check_module(write(tmp_path, evil))
    assert (problem.level, problem.where) == ("error", "buildFile.xml")
    assert "refused" in problem.what


def test_elements_nested_without_end_are_refused(tmp_path: Path) -> None:
    deep = "<VASSAL.build.GameModule>" + "<a>" * 50_000 + "</a>" * 50_000 + "</VASSAL.build.GameModule>"
    assert "deep" in says(check_module(write(tmp_path, deep)))


@pytest.mark.parametrize(
    "name", ["../evil.png", "/etc/passwd", "C:/a.png", "images\\a.png", "images/con.png", "a\nb"]
)
def test_names_that_lead_astray_are_refused(tmp_path: Path, name: str) -> None:
    assert any(
        p.level == "error" and "name" in p.what for p in check_module(write(tmp_path, more={name: "x"}))
    )


def test_names_that_differ_only_in_capitals_are_named(tmp_path: Path) -> None:
    assert "capital letters" in says(check_module(write(tmp_path, more={"images/Red.png": "x"})))


def test_a_bomb_is_named_and_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readback, "LARGEST_XML", 1_000_000)
    monkeypatch.setattr(readback, "LARGEST_ENTRY", 2_000_000)
    bomb = SMALL.replace("<VASSAL.build.module.Map ", " " * 3_000_000 + "<VASSAL.build.module.Map ")
    out = tmp_path / "bomb.vmod"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("buildFile.xml", bomb)
    text = says(check_module(out))
    assert "unpacks to more than" in text and "holds more than" in text


def test_a_bomb_that_lies_about_its_size_is_not_unpacked_either(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("buildFile.xml", " " * 5_000_000)
    lie = out.getvalue().replace(struct.pack("<I", 5_000_000), struct.pack("<I", 10))
    path = tmp_path / "lie.vmod"
    path.write_bytes(lie)
    assert any(p.level == "error" and p.where == "buildFile.xml" for p in check_module(path))


def test_an_archive_without_a_build_file_says_so(tmp_path: Path) -> None:
    out = tmp_path / "empty.vmod"
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("notes", "nothing")
    assert "buildFile.xml: is missing" in says(check_module(out))


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x03\x04" + bytes(40), b"PK\x05\x06" + b"\xff" * 18])
def test_what_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "no.vmod"
    path.write_bytes(content)
    with pytest.raises(ModuleError, match="zip archive"):
        check_module(path)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_damage_of_the_file_breaks_the_check(tmp_path: Path, data: st.DataObject) -> None:
    whole = bytearray(write(tmp_path).read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "damaged.vmod"
    path.write_bytes(bytes(whole[: data.draw(st.integers(len(whole) // 2, len(whole)))]))
    try:
        problems = check_module(path)
    except ModuleError:
        return
    assert all(problem.level in ("error", "warning") for problem in problems)


@pytest.mark.slow
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_damage_of_the_build_file_breaks_the_check(tmp_path: Path, data: st.DataObject) -> None:
    text = SMALL
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        text = (
            text[:at]
            + data.draw(st.text(alphabet='\\;,/\t"<>&aé0', max_size=3))
            + text[at + data.draw(st.integers(0, 3)) :]
        )
    assert all(problem.where for problem in check_module(write(tmp_path, text)))


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.stdout, result.stderr


def test_check_prints_one_document_and_says_whose_fault_it_is(tmp_path: Path) -> None:
    code, out, _ = run("check", str(write(tmp_path, SMALL.replace("red.png", "blue.png"))), "--json")
    assert code == 1
    problem, unused = json.loads(out)["problems"]
    assert problem.keys() == {"level", "where", "what"}
    assert "blue.png" in problem["what"]
    assert unused["where"] == "images/red.png"
    assert json.loads(out)["images"] == {"images": 2, "bytes": 80_000, "shared": 0, "saved": 0}


def test_warnings_alone_are_no_fault(tmp_path: Path) -> None:
    code, out, err = run("check", str(write(tmp_path, SMALL.replace('x="50"', 'x="500"'))), "--json")
    assert (code, json.loads(out)["problems"][0]["level"]) == (0, "warning")
    assert "which is not in a zone of 'Board'" in err


@pytest.mark.parametrize(
    "make", [lambda path: None, lambda path: path.write_bytes(b"no zip"), lambda path: path.mkdir()]
)
def test_check_refuses_what_is_no_module_in_words(tmp_path: Path, make: Callable[[Path], object]) -> None:
    path = tmp_path / "wrong.vmod"
    make(path)
    code, out, err = run("check", str(path), "--json")
    assert code == 1 and "Traceback" not in err
    assert json.loads(out)["problems"][0]["level"] == "error"


def test_read_lists_what_stands_where(tmp_path: Path) -> None:
    guard, stack = "+/7/piece;;;red.png;Guard/Main;95;72;12;1;UniqueID;7", "+/8/stack/Main;95;72;7;@@-1"
    stream = "\x1b".join(("begin_save", guard, stack, "end_save"))
    path = tmp_path / "a.vsav"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", stream)
        archive.writestr("moduledata", DATA)
    code, out, _ = run("read", str(path), "--json")
    found = json.loads(out)
    assert code == 0 and found["module"] == {"name": "Small", "version": "1.0"}
    (guard,) = found["pieces"]
    assert (guard["id"], guard["name"], guard["map"], guard["x"], guard["y"], guard["stack"]) == (
        "7", "Guard", "Main", 95, 72, "8",
    )  # fmt: skip


def test_read_refuses_a_module(tmp_path: Path) -> None:
    code, _, err = run("read", str(write(tmp_path)))
    assert code == 1 and "so it is neither a saved game nor a log" in err


def test_build_refuses_an_unknown_game_in_words(tmp_path: Path) -> None:
    code, _, err = run("build", "atlantis", "--out", str(tmp_path / "a.vmod"))
    assert code == 1 and "atlantis" in err and "Traceback" not in err
    assert not list(tmp_path.iterdir())


def test_an_older_module_stays_when_the_new_one_cannot_be_finished(tmp_path: Path) -> None:
    old = write(tmp_path)
    before = old.read_bytes()
    with pytest.raises(TypeError):
        write_archive(old, {"a": b"x", "b": cast(bytes, 3)})
    assert old.read_bytes() == before
    assert list(tmp_path.iterdir()) == [old]


@pytest.mark.slow
def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8", newline="\n")
    code, _, err = run("build", "raceforberlin", "--out", str(tmp_path / "taken" / "a.vmod"))
    assert code == 1 and "taken" in err and "Traceback" not in err


def test_what_vassal_fills_in_or_a_module_brings_itself_is_no_error(tmp_path: Path) -> None:
    assert says(check_module(write(tmp_path, SMALL.replace("0;0;2;0", "0;0;;0")))) == ""
    assert "gpid is 2, but '3'" in says(check_module(write(tmp_path, SMALL.replace("0;0;2;0", "0;0;3;0"))))
    own = SMALL.replace("<VASSAL.build.module.BasicCommandEncoder/>", "<my.Encoder/>")
    assert "must begin with" in says(check_module(write(tmp_path, own)))
    assert says(check_module(write(tmp_path, own, {"my/Encoder.class": b"x"}))) == ""
