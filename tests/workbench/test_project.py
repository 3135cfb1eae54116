"""The files of a project are all there is: every change is whole, and undone and done again."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import pytest

from workbench import project as module
from workbench.bench_faults import BenchError
from workbench.project import Project

NAME = "map/words.txt"


def opened(tmp_path: Path) -> Project:
    project = Project(tmp_path, tmp_path / "scan.png")
    project.watch([NAME, "map/other.txt"])
    return project


def write(
    project: Project, text: str | None, on: int | None = None, touches: str = "words", name: str = NAME
) -> None:
    def act() -> str:
        project.write(name, text)
        return f"Wrote {text}"

    project.change(project.number if on is None else on, frozenset({touches}), act)


def edited(path: Path, text: str) -> None:
    """Somebody saves the file in a text editor: later than the last change, however coarse the clock."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    later = path.stat().st_mtime_ns + 10_000_000
    os.utime(path, ns=(later, later))


def test_undo_goes_back_to_the_beginning_and_redo_to_the_end(tmp_path: Path) -> None:
    project = opened(tmp_path)
    for n in range(30):
        write(project, f"{n}")
    for _ in range(30):
        project.undo(project.number)
    assert not (tmp_path / NAME).exists()
    with pytest.raises(BenchError, match="nothing to undo"):
        project.undo(project.number)
    for _ in range(30):
        project.redo(project.number)
    assert (tmp_path / NAME).read_text(encoding="utf-8") == "29"
    assert (project.undoable, project.redoable) == ("Wrote 29", "")


def test_closing_and_opening_loses_no_step(tmp_path: Path) -> None:
    project = opened(tmp_path)
    write(project, "one")
    write(project, "two")
    project.undo(project.number)
    project.close()
    again = opened(tmp_path)
    assert (again.undoable, again.redoable, again.text(NAME)) == ("Wrote one", "Wrote two", "one")


def test_an_edit_elsewhere_shows_and_can_be_undone(tmp_path: Path) -> None:
    project = opened(tmp_path)
    write(project, "ours")
    before = project.number
    edited(tmp_path / NAME, "theirs")
    project.look()
    assert project.number > before and project.text(NAME) == "theirs"
    project.undo(project.number)
    assert (tmp_path / NAME).read_text(encoding="utf-8") == "ours"


def test_an_edit_while_it_was_closed_is_a_step_too(tmp_path: Path) -> None:
    project = opened(tmp_path)
    write(project, "ours")
    project.close()
    edited(tmp_path / NAME, "theirs")
    again = opened(tmp_path)
    assert again.undoable == f"Changed elsewhere: {NAME}"
    again.undo(again.number)
    assert again.text(NAME) == "ours"


def test_a_change_on_an_older_state_holds_unless_the_same_thing_was_changed(tmp_path: Path) -> None:
    project = opened(tmp_path)
    seen = project.number
    write(project, "first", seen, "hex 0101")
    write(project, "second", seen, "hex 0102", "map/other.txt")
    with pytest.raises(BenchError, match="changed elsewhere"):
        write(project, "third", seen, "hex 0101")
    assert (project.text(NAME), project.text("map/other.txt")) == ("first", "second")
    with pytest.raises(BenchError, match="changed elsewhere"):
        project.undo(seen)


def test_a_change_on_the_state_before_an_undo_or_an_edit_elsewhere_is_refused(tmp_path: Path) -> None:
    project = opened(tmp_path)
    write(project, "first")
    seen = project.number
    project.undo(seen)
    with pytest.raises(BenchError, match="changed elsewhere"):
        write(project, "second", seen, "hex 0102", "map/other.txt")
    seen = project.number
    edited(tmp_path / NAME, "theirs")
    with pytest.raises(BenchError, match="changed elsewhere"):
        write(project, "second", seen, "hex 0102", "map/other.txt")
    assert not (tmp_path / "map" / "other.txt").exists()


def test_undo_of_a_file_that_no_mode_reads_now_loses_no_edit(tmp_path: Path) -> None:
    project = opened(tmp_path)
    write(project, "one", name="map/other.txt")
    project.close()
    edited(tmp_path / "map" / "other.txt", "theirs")
    again = Project(tmp_path, tmp_path / "sheet.png")
    again.watch(["counters/cuts.txt"])
    assert again.undoable == "Changed elsewhere: map/other.txt"
    again.undo(again.number)
    again.redo(again.number)
    assert (tmp_path / "map" / "other.txt").read_text(encoding="utf-8") == "theirs"


def test_slow_work_that_ends_after_closing_writes_nothing(tmp_path: Path) -> None:
    project = opened(tmp_path)
    project.close()
    with pytest.raises(BenchError, match="closed"):
        write(project, "late")
    assert not (tmp_path / NAME).exists()


@pytest.mark.parametrize("name", ["../stolen.txt", "/stolen.txt", "map/../../stolen.txt"])
def test_steps_of_a_stranger_write_nothing_outside_the_folder(tmp_path: Path, name: str) -> None:
    project = opened(tmp_path)
    write(project, "one")
    project.close()
    with sqlite3.connect(tmp_path / ".workbench" / "steps.sqlite") as base:
        base.execute("update step set files = replace(files, ?, ?)", (f'"{NAME}"', json.dumps(name)))
    base.close()
    with pytest.raises(BenchError, match="outside the folder"):
        opened(tmp_path)


def test_a_change_that_fails_writes_nothing(tmp_path: Path) -> None:
    project = opened(tmp_path)

    def act() -> str:
        project.write(NAME, "half")
        raise BenchError("No.")

    with pytest.raises(BenchError, match="No"):
        project.change(project.number, frozenset({"words"}), act)
    assert not (tmp_path / NAME).exists()
    assert project.undoable == ""


def test_a_folder_is_opened_once(tmp_path: Path) -> None:
    project = opened(tmp_path)
    with pytest.raises(BenchError, match="another workbench"):
        opened(tmp_path)
    project.close()
    opened(tmp_path).close()


def test_a_file_that_is_no_text_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "map").mkdir()
    (tmp_path / NAME).write_bytes(b"good\nbad \xff\n")
    with pytest.raises(BenchError, match=r"map/words.txt:2: .*UTF-8"):
        opened(tmp_path).text(NAME)


def fails(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied", "words.txt")


def test_what_cannot_be_written_is_told_and_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = opened(tmp_path)
    write(project, "one")
    for part, name in ((module, "write_all"), (project._steps, "_moved")):
        with monkeypatch.context() as locked:
            wrong = fails if part is module else disk_is_full
            locked.setattr(part, name, wrong)
            with pytest.raises(BenchError, match=r"cannot be written .*\. Nothing was changed\."):
                write(project, "two")
            with pytest.raises(BenchError, match=r"cannot be written .*\. Nothing was changed\."):
                project.undo(project.number)
        assert (tmp_path / NAME).read_text(encoding="utf-8") == "one"
        assert (project.undoable, project.redoable) == ("Wrote one", "")
    write(project, "two")
    assert (tmp_path / NAME).read_text(encoding="utf-8") == "two"


def disk_is_full(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


def test_a_file_that_cannot_be_read_is_the_trouble_until_it_can(tmp_path: Path) -> None:
    project = opened(tmp_path)
    write(project, "one")
    held = (tmp_path / NAME).rename(tmp_path / "held.txt")
    (tmp_path / NAME).mkdir()
    before = project.number
    project.wait(before, 1)
    assert "words.txt cannot be read" in project.trouble and project.number > before
    with pytest.raises(BenchError, match=r"words\.txt cannot be read"):
        write(project, "two", name="map/other.txt")
    (tmp_path / NAME).rmdir()
    held.rename(tmp_path / NAME)
    write(project, "two")
    assert project.trouble == ""


def test_what_is_made_of_other_files_waits_until_it_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, made = opened(tmp_path), tmp_path / "map" / "made.txt"
    with monkeypatch.context() as locked:
        locked.setattr(module, "write_all", fails)
        project.make("map/made.txt", b"made")
    assert "made.txt cannot be written (Permission denied)" in project.trouble
    project.wait(project.number, 0)
    assert (made.read_bytes(), project.trouble, project.undoable) == (b"made", "", "")


def test_what_was_made_of_other_files_is_known_after_closing_and_what_was_not_stays(tmp_path: Path) -> None:
    project, made = opened(tmp_path), tmp_path / "map" / "made.txt"
    project.make("map/made.txt", b"made")
    project.close()
    project = opened(tmp_path)
    edited(made, "by hand")
    project.make("map/made.txt", None)
    assert made.read_bytes() == b"by hand"
    edited(made, "made")
    project.make("map/made.txt", None)
    assert not made.exists()


def test_a_folder_that_cannot_be_written_is_not_taken_for_one_that_is_open_elsewhere(tmp_path: Path) -> None:
    (tmp_path / ".workbench" / "steps.sqlite").mkdir(parents=True)
    with pytest.raises(BenchError, match=r"steps\.sqlite cannot be written \(unable to open"):
        opened(tmp_path)
