"""Two modules made into one: numbers, prototypes, files and set-ups that clash, and what comes in alone."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from builder.check.check import check_module
from builder.check.engine import judge
from builder.comparing.merge import Merged, merge_modules
from builder.comparing.pack import unpack
from builder.module_faults import ModuleError
from builder.saves.read_saves import read_vsav
from builder.vassal.archive import zipped
from builder.vassal.stream import ESC
from tests.builder.test_check import DATA, GUARD, SMALL, UNIT, run, says, write
from tests.builder.test_engine import HOME, with_engine
from tests.builder.test_pack import SAMPLES, content

END = "</VASSAL.build.GameModule>"
SLOT = '<VASSAL.build.widget.PieceSlot entryName="{}" gpid="{}">{}</VASSAL.build.widget.PieceSlot>'
WINDOW = '<VASSAL.build.module.PieceWindow text="Pieces">{}</VASSAL.build.module.PieceWindow>'
SETUP = '<VASSAL.build.module.PredefinedSetup name="{0}" useFile="true" file="{0}.vsav"/>'
SCOUT = GUARD.replace("Guard", "Scout")
MAP = SMALL[SMALL.index(" <VASSAL.build.module.Map ") : SMALL.index(END)]


def other(pieces: str = SLOT.format("Scout", 2, SCOUT), more: str = "") -> str:
    """The small module with no map but a palette."""
    return SMALL.replace(MAP, WINDOW.format(pieces) + more)


def saved(*pieces: str) -> bytes:
    """A set-up with these pieces, as a saved game inside a module."""
    return zipped({"savedGame": ESC.join(["begin_save", *pieces, "SETUP_STACK\t", "end_save"]).encode()})


def merged(folder: Path, text: str, out: Path, more: dict[str, bytes] | None = None) -> Merged:
    return merge_modules(write(folder), second(folder, text, more), out)


def second(folder: Path, text: str, more: dict[str, bytes] | None = None) -> Path:
    (folder / "two").mkdir(exist_ok=True)
    return write(folder / "two", text, more or {})


def build_of(module: Path) -> str:
    return content(module)["buildFile.xml"].decode()


def test_a_number_that_is_taken_is_given_anew_and_kept_for_the_next_time(tmp_path: Path) -> None:
    out = tmp_path / "both.vmod"
    told = merged(tmp_path, other(), out)
    assert told.renamed == ["piece 2 of the second module has the number 10"]
    assert 'gpid="10"' in build_of(out) and "null;0;0;10;0" in build_of(out)
    assert "2 = 10" in (tmp_path / "both.ids.toml").read_text(encoding="utf-8")
    more = SLOT.format("Rider", 7, GUARD.replace("Guard", "Rider").replace("0;2;0", "0;7;0"))
    merged(tmp_path, other(more + SLOT.format("Scout", 2, SCOUT)), out)
    assert 'entryName="Scout" gpid="10"' in build_of(out) and 'entryName="Rider" gpid="7"' in build_of(out)
    assert check_module(out) == []


def test_merging_again_gives_the_same_bytes(tmp_path: Path) -> None:
    out = tmp_path / "both.vmod"
    merged(tmp_path, other(), out)
    first = out.read_bytes()
    merged(tmp_path, other(), out)
    assert out.read_bytes() == first


def test_a_prototype_of_the_same_name_that_differs_comes_in_under_another(tmp_path: Path) -> None:
    unlike = other().replace("Delete;68,130", "Remove;68,130")
    out = tmp_path / "both.vmod"
    told = merged(tmp_path, unlike, out)
    assert (
        "prototype 'Unit' of the second module is 'Unit (2)'; both have one, and they differ" in told.renamed
    )
    build = build_of(out)
    assert 'PrototypeDefinition name="Unit (2)"' in build and "prototype;Unit (2)\t" in build
    assert build.count("prototype;Unit\t") == 1
    assert check_module(out) == []


def test_equal_prototypes_are_one_wherever_they_lie(tmp_path: Path) -> None:
    kind = "VASSAL.build.module.folder.PrototypeFolder"
    folder = f'<{kind} name="F">{{}}</{kind}>'
    kind = "VASSAL.build.module.PrototypeDefinition"
    proto = f'<{kind} name="Unit">{UNIT}</{kind}>'
    merged(tmp_path, other().replace(proto, folder.format(proto)), tmp_path / "both.vmod")
    assert build_of(tmp_path / "both.vmod").count('PrototypeDefinition name="Unit"') == 1


def test_a_file_that_differs_gets_another_name_when_asked(tmp_path: Path) -> None:
    from PIL import Image

    from builder.module.art import png

    blue = png(Image.new("RGB", (40, 40), (0, 0, 200)))
    first, two = write(tmp_path), second(tmp_path, other(), {"images/red.png": blue})
    with pytest.raises(ModuleError, match="or let --rename give that of the second"):
        merge_modules(first, two, tmp_path / "both.vmod")
    told = merge_modules(first, two, tmp_path / "both.vmod", rename=True)
    files = content(tmp_path / "both.vmod")
    assert files["images/red-2.png"] == blue and files["images/red.png"] != blue
    assert "piece;;;red-2.png;Scout" in build_of(tmp_path / "both.vmod")
    assert any("images/red.png of the second module is images/red-2.png" in line for line in told.renamed)
    assert check_module(tmp_path / "both.vmod") == []


def test_set_ups_are_made_to_fit_the_merged_module(tmp_path: Path) -> None:
    start = saved(SCOUT.replace("null/", "55/", 1).replace("null;0;0;2;0", "Main;50;50;2;0"))
    text = other(more=SETUP.format("Ambush")).replace("Delete;68,130", "Remove;68,130")
    out = tmp_path / "both.vmod"
    merged(tmp_path, text, out, {"Ambush.vsav": start})
    (tmp_path / "Ambush.vsav").write_bytes(content(out)["Ambush.vsav"])
    (piece,) = read_vsav(tmp_path / "Ambush.vsav").pieces
    assert (piece.name, piece.gpid) == ("Scout", "10")
    with zipfile.ZipFile(tmp_path / "Ambush.vsav") as archive:
        assert archive.read("moduledata") == DATA.encode()
    assert says(check_module(out)) == ""


def broken_setups() -> dict[str, bytes]:
    """Set-ups that are zips, but none that can be unpacked as they say."""
    good = zipped({"savedGame": b"begin_save" * 400})
    name = good.index(b"savedGame") + len(b"savedGame")
    central = good.index(b"PK\x01\x02")

    def changed(*bytes_at: tuple[int, int]) -> bytes:
        found = bytearray(good)
        for at, byte in bytes_at:
            found[at] = byte
        return bytes(found)

    return {
        "encrypted": changed((6, 1), (central + 8, 1)),
        "method": changed((8, 99), (central + 10, 99)),
        "version": changed((central + 6, 99)),
        "deflate": changed((name, 255), (name + 1, 255)),
        "none": b"PK",
        "other": zipped({"savegame": b""}),
        "within": zipped({"savedGame": good}),
    }


@pytest.mark.parametrize("kind", broken_setups())
def test_a_set_up_that_cannot_be_unpacked_comes_in_as_it_was(tmp_path: Path, kind: str) -> None:
    setup, out = broken_setups()[kind], tmp_path / "both.vmod"
    told = merged(tmp_path, other(more=SETUP.format("Ambush")), out, {"Ambush.vsav": setup})
    assert [line for line in told.left if line.startswith("Ambush.vsav: no saved game that can be read")]
    assert content(out)["Ambush.vsav"] == setup


def test_no_more_of_a_set_up_is_unpacked_than_a_saved_game_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.comparing.refitting.LARGEST_SAVE", 10_000)
    start, out = saved(*[SCOUT] * 500), tmp_path / "both.vmod"
    told = merged(tmp_path, other(more=SETUP.format("Ambush")), out, {"Ambush.vsav": start})
    assert any(line.startswith("Ambush.vsav") for line in told.left)
    assert content(out)["Ambush.vsav"] == start


def test_only_what_is_asked_for_comes_in(tmp_path: Path) -> None:
    more = (
        MAP.replace('mapName="Main"', 'mapName="Sea"')
        .replace('gpid="2"', 'gpid="3"')
        .replace("0;2;0", "0;3;0")
    )
    first, two = write(tmp_path), second(tmp_path, other(more=more), {"extra.txt": b"x"})
    told = merge_modules(first, two, tmp_path / "pieces.vmod", ["pieces"])
    assert [path.rpartition("/")[2] for path in told.added] == ["PieceWindow"]
    assert "extra.txt" not in content(tmp_path / "pieces.vmod")
    told = merge_modules(first, two, tmp_path / "maps.vmod", ["maps"])
    assert [path.rpartition("/")[2] for path in told.added] == ["Map Sea"]
    with pytest.raises(ModuleError, match="--only cards: unknown; write pieces, maps"):
        merge_modules(first, two, tmp_path / "no.vmod", ["cards"])
    assert not (tmp_path / "no.vmod").exists()


def test_stacks_and_boards_of_the_second_go_onto_the_map_of_the_same_name(tmp_path: Path) -> None:
    start = MAP.index("  <VASSAL.build.module.map.SetupStack")
    stack = MAP[start : MAP.index(" </VASSAL.build.module.Map>")]
    another = stack.replace('x="50"', 'x="70"').replace("Guard", "Scout")
    told = merged(tmp_path, SMALL.replace(stack, another), tmp_path / "both.vmod")
    assert [path.rpartition("/")[2] for path in told.added] == ["SetupStack Scout"]
    assert build_of(tmp_path / "both.vmod").count("<VASSAL.build.module.map.SetupStack") == 2
    assert check_module(tmp_path / "both.vmod") == []


def test_folders_of_version_control_are_merged_as_modules_are(tmp_path: Path) -> None:
    unpack(write(tmp_path), tmp_path / "one")
    unpack(second(tmp_path, other()), tmp_path / "other")
    merge_modules(tmp_path / "one", tmp_path / "other", tmp_path / "both")
    merge_modules(tmp_path / "one", tmp_path / "other", tmp_path / "both.vmod")
    assert (tmp_path / "both" / "buildFile.xml").is_file()
    unpack(tmp_path / "both.vmod", tmp_path / "same")
    assert (tmp_path / "same" / "buildFile.xml").read_bytes() == (
        tmp_path / "both" / "buildFile.xml"
    ).read_bytes()


def test_spaces_and_the_order_of_attributes_are_no_difference(tmp_path: Path) -> None:
    loose = SMALL.replace(
        'name="Town" path="0,0;100,0;100,100;0,100"', 'path="0,0;100,0;100,100;0,100" name="Town"'
    )
    loose = loose.replace("><VASSAL.build.module.map.", ">\n\n   <VASSAL.build.module.map.")
    told = merged(tmp_path, loose, tmp_path / "both.vmod")
    assert (told.added, told.left, told.renamed) == ([], [], [])


def test_an_extension_is_refused_in_words(tmp_path: Path) -> None:
    head = '<VASSAL.build.module.ModuleExtension module="Small" version="1" VassalVersion="3.7.0"/>'
    with pytest.raises(ModuleError, match="extension of 'Small', not a module: put it into the folder"):
        merged(tmp_path, head, tmp_path / "both.vmod")


@pytest.mark.parametrize("text", ["[numbers", "[numbers]\n2 = -1\n", "[numbers]\na = 4\n", "numbers = 3\n"])
def test_a_file_of_numbers_at_fault_is_told(text: str, tmp_path: Path) -> None:
    (tmp_path / "both.ids.toml").write_text(text, encoding="utf-8", newline="\n")
    with pytest.raises(ModuleError, match=r"both\.ids\.toml: "):
        merged(tmp_path, other(), tmp_path / "both.vmod")
    assert not (tmp_path / "both.vmod").exists()


def test_the_command_tells_what_it_did(tmp_path: Path) -> None:
    names = [str(write(tmp_path)), str(second(tmp_path, other())), str(tmp_path / "both.vmod")]
    code, out, err = run("merge", *names, "--only", "pieces", "--json")
    assert code == 0 and json.loads(out).keys() == {"added", "left_out", "renamed"}
    assert "renamed: piece 2 of the second module has the number 10" in err
    code, _, err = run("merge", *names, "--only", "nothing")
    assert code == 1 and "unknown; write pieces" in err and "Traceback" not in err


@with_engine
@pytest.mark.slow
def test_vassal_opens_two_modules_as_one(vmod: Path, tmp_path: Path) -> None:
    told = merge_modules(vmod, SAMPLES / "demo.vmod", tmp_path / "both.vmod", ["pieces", "maps"], rename=True)
    assert told.added
    assert says(judge(tmp_path / "both.vmod", HOME).problems) == ""
