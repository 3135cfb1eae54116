"""Every change of a project's files, kept so that it can be undone and done again, however long ago it was.

They are in one SQLite file in the folder `.workbench` of the project. A step holds each file that it changed
as it was before and after; contents are kept once each, compressed.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from workbench.bench_faults import BenchError

_TABLES = """
create table if not exists content (hash text primary key, packed blob not null);
create table if not exists step (number integer primary key, words text not null, files text not null);
create table if not exists known (name text primary key, hash text not null);
create table if not exists made (name text not null, hash text not null, primary key (name, hash));
create table if not exists place (only_one integer primary key check (only_one = 0), number integer not null);
insert or ignore into place values (0, 0);
"""

Contents = Mapping[str, bytes | None]
"""Files by their names in the folder; None is a file that is not there."""


@dataclass(frozen=True)
class Step:
    """One change: what was done, in words, and each file before and after."""

    words: str
    before: Contents
    after: Contents


class Steps:
    """The steps of a project. Raises BenchError where another workbench has the folder open."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._base = sqlite3.connect(path, check_same_thread=False, timeout=1)
        except sqlite3.OperationalError as error:
            raise BenchError(f"{path} cannot be written ({error})") from None
        try:
            self._base.execute("pragma locking_mode = exclusive")
            self._base.executescript(f"begin exclusive; {_TABLES} commit;")
        except sqlite3.OperationalError as error:
            self._base.close()
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise BenchError(f"{path} cannot be written ({error})") from None
            raise BenchError(
                f"{path.parent.parent}: another workbench has this folder open. Close it first ({error})"
            ) from None
        except sqlite3.DatabaseError as error:
            self._base.close()
            raise BenchError(f"{path}: the file of steps is damaged ({error}). Move it away first") from None
        if outside := next((name for name in self._names() if not _is_inside(name)), None):
            self._base.close()
            raise BenchError(f"{path}: it names a file outside the folder, {outside}. Move it away first")

    @property
    def at(self) -> int:
        """How many steps are done; those after it were undone."""
        return int(self._base.execute("select number from place").fetchone()[0])

    def known(self) -> dict[str, bytes | None]:
        """Each file as the last step left it."""
        rows = self._base.execute("select name, hash from known")
        return {name: self._content(digest) for name, digest in rows.fetchall()}

    def _names(self) -> Iterator[str]:
        """All files that are named: the folder may be a stranger's, and undo writes them."""
        yield from self.known()
        for (files,) in self._base.execute("select files from step"):
            yield from json.loads(files)

    def add(self, step: Step) -> None:
        """Add a step after those that are done; what was undone is forgotten. Raises BenchError."""
        number = self.at + 1
        with self._writing():
            self._base.execute("delete from step where number >= ?", (number,))
            files = {
                name: (self._kept(step.before[name]), self._kept(step.after[name])) for name in step.after
            }
            self._base.execute("insert into step values (?, ?, ?)", (number, step.words, json.dumps(files)))
            self._moved(number, step.after)

    def earlier(self) -> Step | None:
        """The step that undo would undo."""
        return self._step(self.at)

    def later(self) -> Step | None:
        """The step that redo would do again."""
        return self._step(self.at + 1)

    def move(self, number: int, files: Contents) -> None:
        """Note that so many steps are done now, and the files that this has changed. Raises BenchError."""
        with self._writing():
            self._moved(number, files)

    def learn(self, files: Contents) -> None:
        """Note how files are, without a step."""
        self.move(self.at, files)

    def note_made(self, name: str, content: bytes) -> None:
        """Note that a file of this content is made of others, before it is written. Raises BenchError."""
        with self._writing():
            row = (name, sha256(content).hexdigest())
            self._base.execute("insert or ignore into made values (?, ?)", row)

    def is_made(self, name: str, content: bytes) -> bool:
        """Whether a file of this content was made of others, and not by the maker."""
        row = (name, sha256(content).hexdigest())
        return (
            self._base.execute("select 1 from made where name = ? and hash = ?", row).fetchone() is not None
        )

    def close(self) -> None:
        """Let go of the folder."""
        self._base.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All that is written in this, or nothing."""
        try:
            with self._base:
                yield
        except sqlite3.OperationalError as error:
            raise BenchError(f"{self._path} cannot be written ({error}).") from None

    def _moved(self, number: int, files: Contents) -> None:
        self._base.execute("update place set number = ?", (number,))
        known = [(name, self._kept(content)) for name, content in files.items()]
        self._base.executemany("insert or replace into known values (?, ?)", known)

    def _step(self, number: int) -> Step | None:
        found = self._base.execute("select words, files from step where number = ?", (number,)).fetchone()
        if found is None:
            return None
        files = json.loads(found[1])
        sides = ({name: self._content(pair[n]) for name, pair in files.items()} for n in (0, 1))
        return Step(found[0], *sides)

    def _kept(self, content: bytes | None) -> str:
        """Keep a content; its hash, "" for none."""
        if content is None:
            return ""
        digest = sha256(content).hexdigest()
        row = (digest, zlib.compress(content))
        self._base.execute("insert or ignore into content values (?, ?)", row)
        return digest

    def _content(self, digest: str) -> bytes | None:
        if not digest:
            return None
        found = self._base.execute("select packed from content where hash = ?", (digest,)).fetchone()
        return zlib.decompress(found[0])


def _is_inside(name: str) -> bool:
    path = Path(name)
    return not (path.anchor or ".." in path.parts)
