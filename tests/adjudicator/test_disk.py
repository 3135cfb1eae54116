"""A disk that is full or may not be written to: one sentence and exit 1, whatever was typed."""

from __future__ import annotations

import errno
import importlib
import os
import re
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import hexpost
from adjudicator.cli import app
from tests.adjudicator.house import House
from tests.adjudicator.test_commands import Terminal, terminal
from tests.at import ROOT
from tests.cases import one_quick

__all__ = ["terminal"]

TYPED = {
    "audit": "1", "check": "orders.txt", "close": "1 --reason x --draw",
    "correct": "1 --reason x --track a=1",
    "deadline": "1 --days 3", "export": "1 --out g.jsonl", "import": "g.jsonl", "pages": "", "remind": "",
    "pause": "1 --reason x", "player": "1", "post": "", "replay": "1", "report": "1", "resume": "1",
    "show": "1", "undo": "1", "open": "raceforberlin --player zhukov=a@b.example --player koniev=c@d.example",
}  # fmt: skip
AT_DESK = {
    "answer": "1 --text x", "backup": "b.zip", "discard": "1 --reason x", "games": "", "held": "",
    "modules": "", "recode": "1 red", "release": "1",
}  # fmt: skip
IN_FOLDER = ("verify", "go-on", "init")
OTHER = {"connect", "service", "restore"}
"""They do not open the store of a desk that is there: what they write is an ordinary file."""
SQLITE = {
    sqlite3.SQLITE_CANTOPEN: "unable to open database file",
    sqlite3.SQLITE_FULL: "database or disk is full",
    sqlite3.SQLITE_READONLY: "attempt to write a readonly database",
    sqlite3.SQLITE_IOERR: "disk I/O error",
}


def commands(desk: Path) -> list[list[str]]:
    here = ["--desk", str(desk)]
    typed = [[name, *words.split(), *here] for name, words in TYPED.items()]
    typed += [["desk", name, *words.split(), *here] for name, words in AT_DESK.items()]
    return typed + [["desk", name, str(desk)] for name in IN_FOLDER]


def test_every_command_at_a_desk_is_among_them() -> None:
    group = typer.main.get_group(app)
    takes = {name for name, one in group.commands.items() if any(p.name == "desk" for p in one.params)}
    assert takes == set(TYPED)
    assert set(group.commands["desk"].commands) == {*AT_DESK, *IN_FOLDER, *OTHER}  # type: ignore[attr-defined]


@pytest.mark.parametrize("code", SQLITE)
def test_a_store_that_cannot_be_used_is_told_in_one_sentence(
    tmp_path: Path, terminal: Terminal, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    house = House(tmp_path, pictures=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "orders.txt").write_text("BEGIN ORDERS 1 turn 1 red X\npass\nEND ORDERS\n", encoding="utf-8")
    (tmp_path / "g.jsonl").touch()

    class Broken(sqlite3.Connection):
        def execute(self, *query: object) -> sqlite3.Cursor:
            wrong = sqlite3.OperationalError(SQLITE[code])
            wrong.sqlite_errorcode = code
            raise wrong

    def connect(*place: object, **how: object) -> sqlite3.Connection:
        return Broken(*place, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(sqlite3, "connect", connect)
    for words in commands(house.desk.folder):
        said = terminal.type(*words)
        assert (said.code, said.err.count("\n")) == (1, 1), (words, said.err)
        assert SQLITE[code] in said.err and "another hexpost" not in said.err, words


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EDQUOT])
def test_a_full_disk_of_which_a_library_does_not_say_the_file_is_no_mistake_of_ours(
    number: int, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*words: object) -> None:
        raise OSError(number, "No space left on device")

    monkeypatch.setattr("adjudicator.commands.shelf.games", fails)
    said = terminal.type("games")
    assert (said.code, said.err) == (1, "A file cannot be written: No space left on device\n")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("words", [("games",), ("--version",)], ids=["more than a buffer", "a line"])
def test_what_is_printed_to_a_full_disk_ends_in_one_sentence(words: Sequence[str]) -> None:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, hexpost.__file__, *words],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=env,
            check=False,
        )
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1), done.stderr


# -- what writes files elsewhere --------------------------------------------------------------------------


WRITES = {
    "map draw": ("map", "draw", "GAME", "--out", "OUT.png"),
    "counters sheet": ("counters", "sheet", "GAME", "--out", "OUT.pdf"),
    "counters calibrate": ("counters", "calibrate", "--out", "OUT.pdf"),
    "counters symbols": ("counters", "symbols", "--out", "OUT.png"),
    "counters draw": ("counters", "draw", "GAME", "--out", "OUT"),
    "module build": ("module", "build", "GAME", "--out", "OUT.vmod"),
    "module unpack": ("module", "unpack", "MODULE", "OUT"),
    "module pack": ("module", "pack", "UNPACKED", "OUT.vmod"),
    "module merge": ("module", "merge", "MODULE", "MODULE", "OUT.vmod"),
    "module import": ("module", "import", "MODULE", "OUT"),
    "new-game": ("new-game", "mygame", "OUT"),
    "print": ("print", "GAME", "--out", "OUT"),
    "desk init": ("desk", "init", "OUT"),
}


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A small game, its module, and that unpacked."""
    folder = tmp_path_factory.mktemp("given")
    found = {name: str(folder / name) for name in ("GAME", "MODULE", "UNPACKED")}
    for words in (
        ("new-game", "mygame", found["GAME"]),
        ("module", "build", found["GAME"], "--out", found["MODULE"]),
        ("module", "unpack", found["MODULE"], found["UNPACKED"]),
    ):
        assert CliRunner().invoke(hexpost.app, list(words)).exit_code == 0
    return found


@contextmanager
def no_more_than(size: int) -> Iterator[None]:
    """Let no file become larger than so many bytes, as on a disk with no more room."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "dont_write_bytecode", True)  # Python 3.11 would keep half of a compiled file
            yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_no_compiled_code_is_cut_short_by_these_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would stay, and every later start would end at it."""
    (tmp_path / "imported_without_room.py").write_text("LONG = " + repr("x" * 999), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with no_more_than(300):
        importlib.import_module("imported_without_room")
    assert not list(tmp_path.rglob("*.pyc"))


@pytest.mark.parametrize("name", one_quick(WRITES))
@pytest.mark.parametrize("room", [300, pytest.param(5000, marks=pytest.mark.slow)])
def test_what_finds_no_room_is_told_in_one_sentence_and_leaves_no_half_file_and_no_folder(
    tmp_path: Path, terminal: Terminal, given: dict[str, str], name: str, room: int
) -> None:
    out = tmp_path / "new" / "out"
    words = [given.get(word, word.replace("OUT", str(out))) for word in WRITES[name]]
    with no_more_than(room):
        said = terminal.type(*words)
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert said.code in {0, 1}
    if said.code:
        told = [line for line in said.err.splitlines() if not line.endswith(" ...")]
        assert len(told) == 1 and re.search("File too large|disk is full|the disk has an", told[0]), said.err
        assert not list(tmp_path.iterdir())
    assert all(path.stat().st_size < room for path in written)


def test_a_demo_that_finds_no_room_leaves_nothing(
    tmp_path: Path, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(_: str, file: Path) -> Path:
        file.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("adjudicator.demo.draw", half)
    said = terminal.type("demo", "--out", tmp_path / "demo")
    assert (said.code, list(tmp_path.iterdir())) == (1, [])
    assert said.err.splitlines()[1:] == ["A file cannot be written: No space left on device"]


def test_a_demo_that_finds_no_room_for_its_first_file_leaves_nothing(
    tmp_path: Path, terminal: Terminal
) -> None:
    with no_more_than(10):
        said = terminal.type("demo", "--out", tmp_path / "new" / "demo")
    assert (said.code, said.err.count("\n"), list(tmp_path.iterdir())) == (1, 1, [])
