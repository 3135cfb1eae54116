"""Files that mean harm, or are broken: refused in words with exit code 1, and nothing is written anywhere."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from builder.comparing.pack import unpack
from builder.importing.importer import import_module
from builder.module_faults import ModuleError
from tests.builder.test_check import SMALL, run, write

LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
LAUGHTER = f'<!DOCTYPE a [<!ENTITY l0 "ha">{LAUGHS}]><VASSAL.build.GameModule name="&l9;"/>'
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><VASSAL.build.GameModule name="&x;"/>'


def zipped(folder: Path, **entries: bytes) -> Path:
    out = folder / "bad.vmod"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return out


def build(folder: Path, text: str | bytes) -> Path:
    return zipped(folder, **{"buildFile.xml": text.encode() if isinstance(text, str) else text})


def truncated(folder: Path) -> Path:
    whole = write(folder)
    whole.write_bytes(whole.read_bytes()[:-40])
    return whole.replace(folder / "bad.vmod")


def no_zip(folder: Path) -> Path:
    out = folder / "bad.vmod"
    out.write_bytes(b"this is no zip at all")
    return out


def many_entries(folder: Path) -> Path:
    return zipped(
        folder, **{"buildFile.xml": SMALL.encode(), **{f"images/{n}.png": b"" for n in range(20_001)}}
    )


BAD: dict[str, tuple[Callable[[Path], Path], str]] = {
    "no zip": (no_zip, "zip archive"),
    "truncated": (truncated, "zip archive"),
    "no module": (lambda f: zipped(f, notes=b"x"), "not a module"),
    "save": (lambda f: zipped(f, savedGame=b"begin_save"), "not a module"),
    "laughs": (lambda f: build(f, LAUGHTER), "refused"),
    "outside": (lambda f: build(f, OUTSIDE), "refused"),
    "wrong root": (lambda f: build(f, "<html/>"), "'html'"),
    "no XML": (lambda f: build(f, "{}"), "not well-formed"),
    "half XML": (lambda f: build(f, SMALL[:900]), "not well-formed"),
    "latin": (lambda f: build(f, SMALL.replace("Town", "Müncheberg").encode("latin-1")), "not well-formed"),
    "unknown encoding": (lambda f: build(f, SMALL.replace("UTF-8", "klingon")), "not well-formed"),
    "zeros": (lambda f: build(f, bytes(2000)), "not well-formed"),
    "deep": (lambda f: build(f, "<a>" * 5000 + "</a>" * 5000), "deep"),
    "entries": (many_entries, "entries"),
}


@pytest.mark.parametrize("name", BAD)
def test_import_refuses_it_and_writes_nothing(name: str, tmp_path: Path) -> None:
    make, why = BAD[name]
    bad = make(tmp_path)
    code, _, err = run("import", str(bad), str(tmp_path / "in" / "game"))
    assert code == 1 and why in err and "Traceback" not in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.vmod"]


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=[pytest.mark.slow] if one == "entries" else []) for one in BAD]
)
def test_every_other_command_refuses_it_too(name: str, tmp_path: Path) -> None:
    bad, good = BAD[name][0](tmp_path), tmp_path / "small.vmod"
    write(tmp_path)
    out = tmp_path / "out.vmod"
    assert run("check", str(bad))[0] == 1
    assert run("diff", str(bad), str(good))[0] == run("diff", str(good), str(bad))[0] == 1
    assert (
        run("merge", str(good), str(bad), str(out))[0] == run("merge", str(bad), str(good), str(out))[0] == 1
    )
    if "buildFile.xml" not in zip_names(bad):
        assert run("unpack", str(bad), str(tmp_path / "open"))[0] == 1
        assert not (tmp_path / "open").exists()
    assert not out.exists()


def zip_names(path: Path) -> list[str]:
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.namelist()
    except zipfile.BadZipFile:
        return []


def test_another_encoding_that_is_declared_is_read(tmp_path: Path) -> None:
    text = SMALL.replace("UTF-8", "UTF-16").replace("Town", "Müncheberg").encode("utf-16")
    report = import_module(build(tmp_path, text), tmp_path / "game")
    assert 'name = "Müncheberg"' in (report.folder / "map" / "map.toml").read_text(encoding="utf-8")


def test_a_bomb_among_the_pictures_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from builder.vassal import readback

    monkeypatch.setattr(readback, "LARGEST_ENTRY", 1_000_000)
    bomb = zipped(tmp_path, **{"buildFile.xml": SMALL.encode(), "images/bomb.png": bytes(5_000_000)})
    report = import_module(bomb, tmp_path / "game")
    assert any("images/bomb.png" in line for line in report.lost)
    assert not (report.folder / "images" / "bomb.png").exists()
    with pytest.raises(ModuleError, match=r"bomb\.png: unpacks to more than"):
        unpack(bomb, tmp_path / "open")


def test_a_bomb_as_a_whole_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from builder.vassal import readback

    monkeypatch.setattr(readback, "LARGEST_TOTAL", 1_000_000)
    bomb = zipped(tmp_path, **{"buildFile.xml": SMALL.encode(), "images/bomb.png": bytes(5_000_000)})
    with pytest.raises(ModuleError, match="unpacks to more than"):
        import_module(bomb, tmp_path / "game")
    assert not (tmp_path / "game").exists()


def test_an_entry_twice_in_the_list_is_named(tmp_path: Path) -> None:
    out = tmp_path / "twice.vmod"
    with zipfile.ZipFile(out, "w") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("buildFile.xml", SMALL)
        archive.writestr("buildFile.xml", SMALL.replace("Guard", "Trap"))
    code, _, err = run("check", str(out))
    assert code == 1 and "twice" in err


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_damage_of_the_build_file_breaks_the_import(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    text = SMALL
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        part = data.draw(st.text(alphabet='\\;,/\t"<>&aé0-', max_size=3))
        text = text[:at] + part + text[at + data.draw(st.integers(0, 3)) :]
    folder = tmp_path_factory.mktemp("damaged")
    try:
        import_module(write(folder, text), folder / "game")
    except ModuleError:
        assert not (folder / "game").exists()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory a process took at most")
def test_a_module_of_a_hundred_megabytes_is_imported_in_less_than_400(tmp_path: Path) -> None:
    noise = random.Random(1)
    picture = io.BytesIO()
    Image.frombytes("RGB", (1000, 1000), noise.randbytes(3_000_000)).save(picture, "PNG")
    slot = SMALL[
        SMALL.index("   <VASSAL.build.widget.") : SMALL.index("  </VASSAL.build.module.map.SetupStack>")
    ]
    slots = "".join(slot.replace('"2"', f'"{n}"').replace(";2;0", f";{n};0").replace("Guard", f"Unit {n}")
                    for n in range(100, 2100))  # fmt: skip
    board = io.BytesIO()
    Image.frombytes("RGB", (4000, 3000), noise.randbytes(36_000_000)).save(board, "PNG")
    big = tmp_path / "big.vmod"
    with zipfile.ZipFile(big, "w") as archive:
        archive.writestr("buildFile.xml", SMALL.replace(slot, slots))
        archive.writestr("images/board.png", board.getvalue())
        for n in range(22):
            archive.writestr(f"images/{n}.png", picture.getvalue())
    assert big.stat().st_size > 100_000_000
    script = (
        "import sys; from pathlib import Path; from builder.importing.importer import import_module;"
        "import_module(Path(sys.argv[1]), Path(sys.argv[2]));"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    command = [sys.executable, "-c", script, str(big), str(tmp_path / "game")]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ})
    assert int(ran.stdout) < 400 * 1024
