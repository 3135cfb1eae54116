"""A project: a picture and the folder of a game, whose plain files are all that the workbench knows.

Every change is a step (`workbench.steps`), one from elsewhere too, such as an edit in a text editor. The
`number` grows with everything that the page could show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Condition, RLock
from time import monotonic

from files.cells import NoCsv, csv_rows
from files.whole import write_all
from workbench.bench_faults import BenchError
from workbench.steps import Contents, Step, Steps

KEPT = ".workbench"
"""The folder, in that of the project, for what only the workbench reads: steps and tiles."""
_EVERYTHING = "*"
_LOOKED = 0.4
"""Seconds after which the files are looked at again while somebody waits."""
_LARGEST = 20_000_000
"""Bytes of a file that is read: more is none that a maker edits."""


class Project:
    """The files of a folder. All methods may be called from any thread."""

    def __init__(self, folder: Path, picture: Path, page: int = 1) -> None:
        self.folder, self.picture, self.page = folder, picture, page
        self.number = 1
        self.closed = False
        self.trouble = ""
        self.lock = RLock()
        self._news = Condition(self.lock)
        self._steps = Steps(folder / KEPT / "steps.sqlite")
        self._files: dict[str, bytes | None] = {}
        self._stamps: dict[str, tuple[int, int] | None] = {}
        self._pending: dict[str, bytes | None] | None = None
        self._due: dict[str, bytes | None] = {}
        self._touched: list[tuple[int, frozenset[str]]] = []

    def watch(self, names: Iterable[str]) -> None:
        """Read these files from now on, and all that steps are about, whatever mode has made them.

        What changed while the workbench was closed becomes a step.
        """
        with self.lock:
            known = self._steps.known()
            for name in dict.fromkeys((*names, *known)):
                self._stamps[name] = _stamp(self.folder / name)
                self._files[name] = _read(self.folder / name)
            new = {name: content for name, content in self._files.items() if name not in known}
            self._steps.learn(new)
            changed = {name: now for name, now in self._files.items() if now != known.get(name, now)}
            if changed:
                self._note_elsewhere({name: known[name] for name in changed}, changed)

    def content(self, name: str) -> bytes | None:
        """A file as it is, or as the change under way has it; None where there is none."""
        with self.lock:
            if self._pending is not None and name in self._pending:
                return self._pending[name]
            if name not in self._files:
                return _read(self.folder / name)
            return self._files[name]

    def text(self, name: str) -> str:
        """A file as text, "" where there is none. Raises BenchError."""
        content = self.content(name)
        try:
            return (content or b"").decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = (content or b"")[: error.start].count(b"\n") + 1
            raise BenchError(f"{name}:{line}: this is not UTF-8 text. Save the file as UTF-8") from None

    def rows(self, name: str) -> list[list[str]]:
        """The rows of a table that are not empty, its header first. Raises BenchError."""
        try:
            return [cells for _, cells in csv_rows(self.text(name)) if any(cells)]
        except NoCsv as error:
            raise BenchError(f"{name}:{error.line}: {error}") from None

    def write(self, name: str, text: str | None) -> None:
        """Write a file with the change under way; None takes it away."""
        if self._pending is None:
            raise RuntimeError("files are written by a change only")
        self._pending[name] = None if text is None else text.encode()

    def change(self, on: int, touches: frozenset[str], act: Callable[[], str]) -> str:
        """Make a change that somebody made seeing the state `on`; all that it writes, or nothing.

        `act` writes files and says what it did: that is returned, "" where no file is another by it.
        Raises BenchError where the same thing was changed since.
        """
        with self.lock:
            self._open()
            for number, others in self._touched:
                if number > on and (others & touches or _EVERYTHING in others):
                    raise BenchError(
                        "This was changed elsewhere in the meantime. Look at it, then try again."
                    )
            self._pending = {}
            try:
                words = act()
                wanted = self._pending
            finally:
                self._pending = None
            before = {name: self.content(name) for name in wanted}
            after = {name: now for name, now in wanted.items() if now != before[name]}
            if after:
                step = Step(words, before, after)
                self._save(before, after, lambda: self._steps.add(step))
                self._touched.append((self.number + 1, touches))
                self.tell()
            return words if after else ""

    def undo(self, on: int) -> None:
        """Take the last step back. Raises BenchError where there is none, or it is not the one seen."""
        self._again(on, -1)

    def redo(self, on: int) -> None:
        """Do the step again that was undone last. Raises BenchError as `undo`."""
        self._again(on, 1)

    def _again(self, on: int, way: int) -> None:
        with self.lock:
            self._open()
            if any(number > on for number, _ in self._touched):
                raise BenchError(
                    "Something was changed elsewhere in the meantime. Look at it, then try again."
                )
            step = self._steps.earlier() if way < 0 else self._steps.later()
            if step is None:
                raise BenchError(f"There is nothing to {'undo' if way < 0 else 'redo'}.")
            files = step.before if way < 0 else step.after
            files = {name: files[name] for name in step.after}
            number = self._steps.at + way
            self._save(dict(self._files), files, lambda: self._steps.move(number, files))
            self._touched.append((self.number + 1, frozenset({_EVERYTHING})))
            self.tell()

    @property
    def undoable(self) -> str:
        """What undo would undo, in words; "" for nothing."""
        step = self._steps.earlier()
        return step.words if step else ""

    @property
    def redoable(self) -> str:
        """What redo would do again, in words; "" for nothing."""
        step = self._steps.later()
        return step.words if step else ""

    def _open(self) -> None:
        """See what is new before a change. Raises BenchError where slow work ends after closing."""
        if self.closed:
            raise BenchError("The workbench is closed. Nothing was changed.")
        self.look()
        if self.trouble:
            raise BenchError(self.trouble)

    def look(self) -> None:
        """See whether files were changed elsewhere, which is a step, too, and write what is due.

        What stands against it is the `trouble` until it is over.
        """
        with self.lock:
            if self.closed:
                return
            try:
                self._see()
                self._write_due()
                trouble = ""
            except BenchError as error:
                trouble = str(error)
            if trouble != self.trouble:
                self.trouble = trouble
                self.tell()

    def _see(self) -> None:
        """Note what was changed elsewhere. Raises BenchError, and sees it again the next time."""
        stamps = {name: _stamp(self.folder / name) for name in self._stamps}
        moved = [name for name, stamp in stamps.items() if stamp != self._stamps[name]]
        now = {name: _read(self.folder / name) for name in moved}
        changed = {name: content for name, content in now.items() if content != self._files[name]}
        if changed:
            self._note_elsewhere({name: self._files[name] for name in changed}, changed)
        self._files |= changed
        self._stamps |= {name: stamps[name] for name in moved}

    def make(self, name: str, content: bytes | None) -> None:
        """Write a file that is made of the others, which is no step; None takes it away if it was made so.

        While it cannot be written, that is the `trouble`, and it is tried again.
        """
        with self.lock:
            if self.closed:
                return
            there = _read(self.folder / name)
            if there != content and (content is not None or self._steps.is_made(name, there or b"")):
                self._due[name] = content
                self.look()

    def _write_due(self) -> None:
        for name, content in tuple(self._due.items()):
            if content is not None:
                self._steps.note_made(name, content)
            try:
                self._put({name: content}, known=False)
            except OSError as error:
                raise BenchError(_cannot_be_written(self.folder / name, error)) from None
            del self._due[name]

    def _note_elsewhere(self, before: Contents, after: Contents) -> None:
        self._steps.add(Step(f"Changed elsewhere: {', '.join(sorted(after))}", before, after))
        self._touched.append((self.number + 1, frozenset({_EVERYTHING})))
        self.tell()

    def tell(self) -> None:
        """There is something new to show."""
        with self.lock:
            self.number += 1
            self._news.notify_all()

    def wait(self, since: int, seconds: float) -> None:
        """Wait until there is something newer than the state `since`, but no longer than so many seconds."""
        until = monotonic() + seconds
        with self.lock:
            self.look()
            while not self.closed and self.number <= since and (left := until - monotonic()) > 0:
                self._news.wait(min(left, _LOOKED))
                self.look()

    def _save(self, before: Contents, after: Contents, note: Callable[[], None]) -> None:
        """Write files and note the step that this is, both or neither. Raises BenchError."""
        try:
            self._put(after)
            note()
        except (OSError, BenchError) as error:
            with suppress(OSError):  # what cannot be put back is seen as changed elsewhere
                self._put({name: before[name] for name in after})
            why = str(error) if isinstance(error, BenchError) else _cannot_be_written(self.folder, error)
            raise BenchError(f"{why} Nothing was changed.") from None

    def _put(self, files: Mapping[str, bytes | None], known: bool = True) -> None:
        """Write files, whole or not at all. Raises OSError."""
        write_all({self.folder / name: one for name, one in files.items() if one is not None})
        for name, one in files.items():
            if one is None:
                (self.folder / name).unlink(missing_ok=True)
            if known:
                self._files[name] = one
                self._stamps[name] = _stamp(self.folder / name)

    def close(self) -> None:
        """Let go of the folder. Who waits is told that there is nothing more to come."""
        with self.lock:
            self.closed = True
            self._steps.close()
            self._news.notify_all()


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _read(path: Path) -> bytes | None:
    """A file; None where there is none. Raises BenchError."""
    try:
        if path.stat().st_size > _LARGEST:
            raise BenchError(f"{path}: the file has more than {_LARGEST // 1_000_000} MB")
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BenchError(f"{path} cannot be read ({error.strerror}).") from None


def _cannot_be_written(path: Path, error: OSError) -> str:
    return f"{path} cannot be written ({error.strerror})."
