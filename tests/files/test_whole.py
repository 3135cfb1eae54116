"""A file is written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from files import private
from files.whole import write_all, write_whole


def test_a_file_and_its_folder_are_made_and_nothing_else(tmp_path: Path) -> None:
    assert write_whole(tmp_path / "new" / "a.txt", b"1").read_bytes() == b"1"
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["a.txt"]


def test_none_of_several_files_takes_its_place_where_one_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"old")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OSError):
        write_all({tmp_path / "a.txt": b"new", tmp_path / "file" / "b.txt": b"new"})
    assert (tmp_path / "a.txt").read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "file"]


def test_no_folder_stays_that_was_made_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OSError):
        write_all({tmp_path / "new" / "one" / "a.txt": b"new", tmp_path / "file" / "b.txt": b"new"})
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_files_of_their_owner_alone_are_so_from_the_first_byte(tmp_path: Path) -> None:
    write_all({tmp_path / "mail.eml": b"secret"}, private.opener)
    assert (tmp_path / "mail.eml").stat().st_mode & 0o077 == 0
