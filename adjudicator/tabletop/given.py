"""A saved game of VASSAL with which a game begins, after what the module does by itself at its beginning."""

from __future__ import annotations

from pathlib import Path

from adjudicator.tabletop.moving import extensions, identity
from tables.passwords import unsigned
from tables.position import Kind, TableError, read_saved
from tables.published import Published

GIVEN = "given"
"""The set-up of a game that begins so, the only one that it has."""


def place_of(module: Path) -> Path:
    """Where the saved game lies, by the desk's copy of the module."""
    return module.with_name(f"{module.stem}_start") / "start.vsav"


def fit(module: Published, file: Path, versions: dict[str, str]) -> bytes:
    """A saved game that a game of a module with extensions of these versions can begin with, without the
    passwords of who saved it. Raises TableError."""
    if not file.is_file():
        raise TableError(f"{file} is not there")
    data = file.read_bytes()
    saved = read_saved(data, file.name)
    if saved.steps:
        raise TableError(f"{file.name} is a log. To begin with a position, save the game in VASSAL (.vsav)")
    if not any(one.kind is Kind.PIECE for one in saved.position.pieces.values()):
        raise TableError(f"{file.name} has no pieces in it")
    named, version = identity(saved.entries.get("moduledata", b""))
    if (named or module.name, version or module.version) != (module.name, module.version):
        raise TableError(
            f"{file.name} was saved with {named} {version}, and the game is opened with {module.name} "
            f"{module.version}. Save it with the module of the game"
        )
    if (theirs := dict(extensions(saved.position.rest))) != versions:
        had, has = (", ".join(f"{one} {all_[one]}" for one in all_) or "none" for all_ in (theirs, versions))
        raise TableError(
            f"{file.name} was saved with other extensions ({had}) than those of the game ({has}). Save it "
            "with the extensions of the game"
        )
    return unsigned(data)
