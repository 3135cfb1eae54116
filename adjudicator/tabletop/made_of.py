"""The files with which a game of a module is played: the module, its extensions, the saved game at its start.

They are beside each other: `fords.vmod`, the folder `fords_ext`, and `fords_start/start.vsav`. One SHA-256
tells them from all others.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from adjudicator.tabletop.given import place_of
from builder.vassal.modulefile import extensions_beside, folder_of_extensions
from files.whole import write_whole

_CHUNK = 1 << 20


@dataclass(frozen=True)
class MadeOf:
    """The files of a game: the module's, those of extensions, and the bytes of a saved game or b""."""

    module: Path
    extensions: tuple[Path, ...] = ()
    start: bytes = b""

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of all bytes, one file after the other, in hex: of a module alone that of its file."""
        told = hashlib.sha256()
        for file in (self.module, *self.extensions):
            with file.open("rb") as opened:
                while part := opened.read(_CHUNK):
                    told.update(part)
        told.update(self.start)
        return told.hexdigest()

    def copy_to(self, module: Path) -> None:
        """Lay a copy of each at another place, the module last: it is there when all is. Raises OSError."""
        folder = folder_of_extensions(module) if self.extensions else module.parent
        folder.mkdir(parents=True, exist_ok=True)
        for one in self.extensions:
            write_whole(folder / one.name, one.read_bytes())
        if self.start:
            place_of(module).parent.mkdir(exist_ok=True)
            write_whole(place_of(module), self.start)
        write_whole(module, self.module.read_bytes())


def beside(module: Path) -> MadeOf:
    """A module with all that lies beside it. Raises OSError."""
    start = place_of(module)
    return MadeOf(module, usual(module), start.read_bytes() if start.is_file() else b"")


def usual(module: Path, more: Iterable[Path] = ()) -> tuple[Path, ...]:
    """The extensions that VASSAL reads with a module, and `more`, by the names of their files."""
    found = (*extensions_beside(module), *more)
    return tuple(sorted({one.name: one for one in found}.values(), key=lambda one: one.name))


def take_away(module: Path) -> None:
    """Take away a copy that was laid for a game that is not kept."""
    module.unlink(missing_ok=True)
    for folder in (folder_of_extensions(module), place_of(module).parent):
        shutil.rmtree(folder, ignore_errors=True)
