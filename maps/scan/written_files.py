"""Files that commands about scans write: whole or not at all, and never over what they read."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from files.whole import write_whole
from scans.scan_faults import ScanError

if TYPE_CHECKING:
    from PIL import Image


def kept_apart(read: Sequence[Path], written: Sequence[Path | None]) -> None:
    """Raise ScanError where a file to write is one that is read, or is to be written twice."""
    seen = {path.resolve(): "is read" for path in read}
    for path in written:
        if path is None:
            continue
        if fault := seen.get(path.resolve()):
            raise ScanError(f"{path} {fault} by the same command and would be lost: give it another name")
        seen[path.resolve()] = "is written"


def keep(path: Path, content: bytes) -> None:
    """Write a file whole or not at all. Raises ScanError."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise ScanError(f"{path} cannot be written: {error.strerror or error}") from None
    typer.echo(f"wrote {path}", err=True)


def keep_picture(path: Path, picture: Image.Image) -> None:
    """Write a picture as PNG, whole or not at all. Raises ScanError."""
    made = io.BytesIO()
    picture.save(made, "PNG")
    keep(path, made.getvalue())
