"""Files written whole or not at all: an older one keeps its place until the new one is complete."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path


def write_whole(path: Path, content: bytes) -> Path:
    """Write one file, and make its folder. Raises OSError, with nothing half-written left behind."""
    write_all({path: content})
    return path


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write several files: none takes its place before all are written. Raises OSError."""
    half_done: dict[Path, Path] = {}
    try:
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            half_done[path] = path.with_name(f"{path.name}.part")
            half_done[path].write_bytes(content)
        for path, part in half_done.items():
            part.replace(path)
    finally:
        for part in half_done.values():
            _without(part)


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """Fill a folder that is new or empty: where that comes to nothing, it is again as it was before."""
    new = not folder.exists()
    try:
        yield
    except BaseException:
        for part in () if not folder.is_dir() else tuple(folder.iterdir()):
            shutil.rmtree(part, ignore_errors=True) if part.is_dir() else _without(part)
        if new:
            with suppress(OSError):
                folder.rmdir()
        raise


def _without(part: Path) -> None:
    try:
        part.unlink(missing_ok=True)
    except OSError:
        return  # its folder is gone or locked, as whoever wrote to it has been told
