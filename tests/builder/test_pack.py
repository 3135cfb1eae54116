"""Modules as folders of files, and back; and two modules in one."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from builder.check.check import check_module
from builder.comparing.merge import merge_modules
from builder.comparing.pack import pack, packed, readable, unpack
from builder.module_faults import ModuleError
from builder.vassal.archive import write_archive
from tests.builder.test_check import SMALL, run, says, write

SAMPLES = Path(__file__).parent / "samples"
SLOT = SMALL[SMALL.index("   <VASSAL.build.widget.") : SMALL.index("  </VASSAL.build.module.map.SetupStack>")]
TEXTS = st.dictionaries(
    st.from_regex(r"[a-z]{1,5}", fullmatch=True), st.text(st.characters(codec="utf-8")), max_size=4
)


def content(module: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(module) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("sample", ["demo.vmod", "tiny.vmod"])
def test_unpacked_and_packed_again_every_byte_is_the_same(sample: str, tmp_path: Path) -> None:
    unpack(SAMPLES / sample, tmp_path / "open")
    again = pack(tmp_path / "open", tmp_path / "again.vmod")
    assert content(again) == content(SAMPLES / sample)


def test_our_own_module_survives_whole(vmod: Path, tmp_path: Path) -> None:
    unpack(vmod, tmp_path / "open")
    assert pack(tmp_path / "open", tmp_path / "again.vmod").read_bytes() == vmod.read_bytes()


def test_in_the_folder_every_attribute_has_its_line(tmp_path: Path) -> None:
    unpack(SAMPLES / "demo.vmod", tmp_path / "open")
    lines = (tmp_path / "open" / "buildFile.xml").read_text(encoding="utf-8").splitlines()
    assert '  name="Demo Module"' in lines
    assert len(lines) > 1000
    assert not (tmp_path / "open" / "unpacked-as-it-was").exists()


def test_a_build_file_with_spaces_of_its_own_is_kept_as_it_is(tmp_path: Path) -> None:
    odd = write(tmp_path, SMALL.replace('gpid="2"', 'gpid =  "2" '))
    unpack(odd, tmp_path / "open")
    assert content(pack(tmp_path / "open", tmp_path / "again.vmod")) == content(odd)


def test_comments_and_pieces_are_not_touched() -> None:
    text = b'<a b="1>2"><!-- <c d="e"/> --><![CDATA[<f g="h"/>]]>x\ty  z<i/></a>'
    assert packed(readable(text)) == text
    assert b'<!-- <c d="e"/> -->' in readable(text)
    assert etree.tostring(etree.fromstring(readable(text))) == etree.tostring(etree.fromstring(text))


@given(TEXTS)
def test_any_element_reads_the_same_before_and_after(attributes: dict[str, str]) -> None:
    element = etree.Element("VASSAL.build.Thing")
    try:
        for name, value in attributes.items():
            element.set(name, value)
    except ValueError:
        return
    text = etree.tostring(element, encoding="UTF-8")
    assert packed(readable(text)) == text
    assert dict(etree.fromstring(readable(text)).attrib) == attributes


def test_hidden_files_stay_out_of_the_module(tmp_path: Path) -> None:
    unpack(SAMPLES / "tiny.vmod", tmp_path / "open")
    (tmp_path / "open" / ".git").mkdir()
    (tmp_path / "open" / ".git" / "config").write_text("", encoding="utf-8", newline="\n")
    assert not [name for name in content(pack(tmp_path / "open", tmp_path / "a.vmod")) if "git" in name]


@pytest.mark.parametrize("name", ["../evil.txt", "/evil.txt", "C:evil", "images/../../evil"])
def test_an_entry_that_leads_out_stops_everything(tmp_path: Path, name: str) -> None:
    code, _, err = run("unpack", str(write(tmp_path, more={name: b"evil"})), str(tmp_path / "open"))
    assert code == 1 and "leads out" in err and "Traceback" not in err
    assert [p.name for p in tmp_path.iterdir()] == ["small.vmod"]


def test_what_is_no_module_is_neither_unpacked_nor_packed(tmp_path: Path) -> None:
    write_archive(tmp_path / "a.zip", {"a": b"b"})
    assert run("unpack", str(tmp_path / "a.zip"), str(tmp_path / "open"))[0] == 1
    (tmp_path / "empty").mkdir()
    code, _, err = run("pack", str(tmp_path / "empty"), str(tmp_path / "b.vmod"))
    assert code == 1 and "not an unpacked module" in err
    assert not (tmp_path / "b.vmod").exists() and not (tmp_path / "open").exists()


def second(folder: Path, build_file: str) -> Path:
    (folder / "two").mkdir()
    return write(folder / "two", build_file)


def test_a_merge_brings_in_what_only_the_second_module_has(tmp_path: Path) -> None:
    window = '<VASSAL.build.module.PieceWindow text="Pieces">{}</VASSAL.build.module.PieceWindow>'
    more = SMALL.replace("</VASSAL.build.GameModule>", window.format(SLOT) + "</VASSAL.build.GameModule>")
    more = more.replace(SLOT, "", 1).replace('name="Town"', 'name="Village"')
    out = tmp_path / "out.vmod"
    told = merge_modules(write(tmp_path), second(tmp_path, more), out)
    assert [path.rpartition("/")[2] for path in told.added] == ["PieceWindow"]
    assert [path.rpartition("/")[2] for path in told.left] == ["Board Board"]
    assert check_module(out) == []
    build = content(out)["buildFile.xml"].decode()
    assert build.count("PieceSlot entryName") == 2 and 'gpid="10"' in build and "null;0;0;10;0" in build
    assert 'nextPieceSlotId="11"' in build


def test_merging_a_module_with_itself_changes_nothing_but_the_form(tmp_path: Path) -> None:
    told = merge_modules(SAMPLES / "demo.vmod", SAMPLES / "demo.vmod", tmp_path / "out.vmod")
    assert (told.added, told.left) == ([], [])
    assert says(check_module(tmp_path / "out.vmod")) == says(check_module(SAMPLES / "demo.vmod"))


def test_two_pictures_of_one_name_stop_a_merge(tmp_path: Path) -> None:
    other = tmp_path / "two" / "small.vmod"
    other.parent.mkdir()
    write(other.parent, more={"images/red.png": b"another"})
    with pytest.raises(ModuleError, match=r"images/red\.png: both modules have it"):
        merge_modules(write(tmp_path), other, tmp_path / "out.vmod")
    assert not (tmp_path / "out.vmod").exists()
