"""Letters from files: .eml, Maildir and mbox; and where they go once dealt with."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from adjudicator.mail.policy.mail_policy import BIGGEST
from adjudicator.mail.reading.letter import Letter, read_letter
from adjudicator.mail.writing.maildir import delivered, flush, legal_name, letters_in
from files import private

_CHUNK = 1 << 20  # bytes read at a time
_HEAD = 1 << 16  # bytes of a letter too big to read in which its headers are looked for
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Arrival:
    """One letter as it came.

    `source` names it for people. `raw` is all of its bytes, or their beginning if `size` is over the cap;
    `sha256` is that of all of them. `start` and `stop` bound it within `path`; `came` is when it was
    delivered, or saved. `problem` says why it could not be read ("" when it could).
    """

    source: str
    path: Path
    raw: bytes = b""
    size: int = 0
    sha256: str = ""
    start: int = 0
    stop: int | None = None
    came: datetime = _NEVER
    problem: str = ""

    def letter(self) -> Letter:
        """The letter, read as far as `raw` goes."""
        return read_letter(self.raw, size=self.size, sha256=self.sha256)


def arrivals(paths: Iterable[Path], *, biggest: int = BIGGEST) -> Iterator[Arrival]:
    """Every letter in the files and Maildirs, in an order that is the same each time.

    In a Maildir by delivery; in an mbox as they stand. What cannot be read comes with a `problem`.
    """
    for path in paths:
        try:
            yield from _letters(path, biggest)
        except OSError as broken:
            yield _unreadable(path, broken)


def _letters(path: Path, biggest: int) -> Iterator[Arrival]:
    if not path.is_dir():
        yield from _file(path, biggest)
        return
    for letter in letters_in(path):
        yield _read(letter, biggest)


def _file(path: Path, biggest: int) -> Iterator[Arrival]:
    # a program that saves a letter may leave its "From " line on: an .eml is one letter all the same
    spans = [] if path.suffix.lower() == ".eml" else mbox_spans(path)
    if not spans:
        yield _read(path, biggest)
    for number, (start, stop) in enumerate(spans, 1):
        yield _read(path, biggest, start, stop, f"{path.name}, email {number}")


def mbox_spans(path: Path) -> list[tuple[int, int]]:
    """Where each letter of an mbox begins and ends, in bytes, after its "From " line; none in other files."""
    spans: list[tuple[int, int]] = []
    start, at, blank, fresh = -1, 0, True, True
    with path.open("rb") as file:
        # a line is read in pieces of 64 KB at most: an attachment may be a single line of 30 MB
        while line := file.readline(_HEAD):
            if blank and line.startswith(b"From "):
                if start >= 0:
                    spans.append((start, at))
                start = at + len(line)
            elif start < 0:
                return []
            blank = fresh and line in (b"\n", b"\r\n")
            fresh = line.endswith(b"\n")
            at += len(line)
    return [*spans, (start, at)] if start >= 0 else spans


def _read(path: Path, biggest: int, start: int = 0, stop: int | None = None, source: str = "") -> Arrival:
    """Read one letter; of one over the cap only the beginning is kept in memory."""
    source = source or path.name
    try:
        size = (path.stat().st_size if stop is None else stop) - start
        kept = size if size <= biggest else _HEAD
        digest = hashlib.sha256()
        raw = b""
        for chunk in _chunks(path, start, stop):
            digest.update(chunk)
            raw += chunk[: max(0, kept - len(raw))]
        came = delivered(path)
    except OSError as broken:
        return _unreadable(path, broken)
    return Arrival(source, path, raw, size, digest.hexdigest(), start, stop, came)


def again(arrival: Arrival, biggest: int) -> Arrival:
    """A letter whose bytes were let go, read once more; whatever its file holds by now counts."""
    return _read(arrival.path, biggest, arrival.start, arrival.stop, arrival.source)


def _chunks(path: Path, start: int, stop: int | None) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(start)
        while chunk := file.read(_CHUNK if stop is None else min(_CHUNK, stop - file.tell())):
            yield chunk


def _unreadable(path: Path, broken: OSError) -> Arrival:
    return Arrival(path.name, path, problem=f"{path.name} cannot be read: {broken.strerror or broken}")


def settle(arrival: Arrival, folder: Path) -> Path:
    """Move a letter that is dealt with into `folder`; done again, after a crash, it ends the same.

    The copy is complete and on the disk before the original goes. A letter of an mbox is only copied; see
    `unpack_mbox`. Raises OSError, with the original left in its place, when the folder cannot be written to
    or the file is no longer the one that was read.
    """
    target = folder / settled_name(arrival.path.name, arrival.sha256)
    if target.exists() and not arrival.path.exists():
        return target
    copy_letter(arrival, target)
    if arrival.stop is None and arrival.path.resolve() != target.resolve():
        arrival.path.unlink()
    return target


def copy_letter(arrival: Arrival, target: Path) -> None:
    """Copy the letter's bytes, whole or not at all; OSError when they are not those that were read."""
    if arrival.path.resolve() == target.resolve():
        return
    private.make_folder(target.parent)
    waiting = target.with_suffix(".part")
    digest = hashlib.sha256()
    with open(waiting, "wb", opener=private.opener) as file:
        for chunk in _chunks(arrival.path, arrival.start, arrival.stop):
            digest.update(chunk)
            file.write(chunk)
        flush(file)
    if digest.hexdigest() != arrival.sha256:
        waiting.unlink()
        raise OSError(f"{arrival.source} has changed since it was read. It stays there")
    waiting.replace(target)


def settled_name(name: str, sha256: str) -> str:
    """Made of the file's name and the letter's SHA-256, so that the same letter always gets the same name."""
    plain = name.removesuffix(".eml").split(":2,")[0].removesuffix(f"-{sha256[:16]}")
    stem = legal_name(plain)[:60].rstrip("-.")
    return f"{stem}-{sha256[:16]}.eml"


def unpack_mbox(path: Path, folder: Path) -> list[Path]:
    """Make single files of an mbox's letters in `folder`, then rename it to "<name>.unpacked".

    After a crash between the two the same files are written again, not a second set.
    """
    letters: list[Path] = []
    for number, (start, stop) in enumerate(mbox_spans(path), 1):
        arrival = _read(path, _HEAD, start, stop)
        letters.append(folder / f"{number:05d}-{settled_name(path.name, arrival.sha256)}")
        copy_letter(arrival, letters[-1])
    if letters:
        shutil.move(path, _free_name(path.with_name(f"{path.name}.unpacked")))
    return letters


def _free_name(path: Path) -> Path:
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}{number}")
    return free
