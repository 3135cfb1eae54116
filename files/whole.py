"""Files written whole or not at all: an older one keeps its place until the new one is complete."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path


def write_whole(path: Path, content: bytes) -> Path:
    """Write one file, and make its folder. Raises OSError, with nothing half-written left behind."""
    write_all({path: content})
    return path


def write_all(files: Mapping[Path, bytes], opener: Callable[[str, int], int] | None = None) -> None:
    """Write several files and make their folders: none takes its place before all are written, and no folder
    stays that was made for nothing. Files open as `opener` opens them. Raises OSError."""
    half_done: dict[Path, Path] = {}
    with ExitStack() as made:
        try:
            for path, content in files.items():
                made.enter_context(made_folder(path.parent))
                half_done[path] = path.with_name(f"{path.name}.part")
                with open(half_done[path], "wb", opener=opener) as out:
                    out.write(content)
            for path, part in half_done.items():
                part.replace(path)
        finally:
            for part in half_done.values():
                _without(part)


def is_new(folder: Path) -> bool:
    """Whether there is nothing where a folder is to be made, or an empty folder."""
    return not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))


@contextmanager
def made_folder(folder: Path) -> Iterator[None]:
    """Make a folder, and those it is in: where what follows fails, the new ones that are empty go again."""
    new = _missing(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:  # interrupted, too
        _remove_empty(new)
        raise


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """Fill a folder that is new or empty: where that comes to nothing, it is again as it was before."""
    new = _missing(folder)
    try:
        yield
    except BaseException:  # interrupted, too
        for part in () if not folder.is_dir() else tuple(folder.iterdir()):
            shutil.rmtree(part, ignore_errors=True) if part.is_dir() else _without(part)
        _remove_empty(new)
        raise


def _missing(folder: Path) -> list[Path]:
    """Which folders there are not yet, of a folder and those it is in, the innermost first."""
    return [one for one in (folder, *folder.parents) if not one.exists()]


def _remove_empty(folders: list[Path]) -> None:
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def _without(part: Path) -> None:
    try:
        part.unlink(missing_ok=True)
    except OSError:
        return  # its folder is gone or locked, as whoever wrote to it has been told
