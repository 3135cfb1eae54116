"""The published modules of a desk's games: kept in modules/, once for all games of one, by their hash.

A game's name holds the path of its module. Whoever moves a desk or a game tells here where the module is now.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.catalogue import found_at, is_module
from adjudicator.mail.desk import Desk, DeskError
from adjudicator.store import GameRow, Store

_IN_NAME = re.compile(r".*-([0-9a-f]{8})\.vmod")


@dataclass(frozen=True, slots=True)
class Lacking:
    """A module that is not on this computer: the games that are played with it, the name of its file, and its
    SHA-256, or the first digits of it; "" where nobody has written it down."""

    games: tuple[int, ...]
    file: str
    sha256: str

    def __str__(self) -> str:
        several = len(self.games) > 1
        games = f"Game{'s' if several else ''} {', '.join(map(str, self.games))}"
        return f"{games} {'are' if several else 'is'} {self.which}"

    @property
    def which(self) -> str:
        """Which module it is."""
        return f"played with the module {self.file}{_of(self.sha256)}, which is not here"


def _of(sha256: str) -> str:
    if not sha256:
        return ""
    return f", SHA-256 {sha256}" if len(sha256) == 64 else f", whose SHA-256 begins with {sha256}"


def keep(desk: Desk, file: Path, extensions: Sequence[Path] = (), start: Path | None = None) -> Path:
    """Keep a copy of a published module at the desk, with its extensions: those in the folder beside it that
    VASSAL reads, and others, and with the saved game at its start; where the copy is. Raises DeskError."""
    from adjudicator.tabletop import given
    from adjudicator.tabletop.made_of import MadeOf, usual
    from tables.published import Published, extension_faults, versions_of

    module = Published(file)
    beside = usual(file, extensions)
    faults = [why for one in beside for why in extension_faults(one, module)]
    if faults:
        raise DeskError("\n".join(faults))
    made = MadeOf(file, beside, given.fit(module, start, versions_of(beside)) if start else b"")
    copy = desk.modules / f"{file.stem}-{made.digest[:8]}.vmod"
    if not copy.exists():
        made.copy_to(copy)
    return copy.resolve()


def module_of(name: str) -> Path:
    """The module's file in the name of a game."""
    return Path(name.partition("#")[0])


def promised(name: str, opening: bytes) -> str:
    """The SHA-256 that the module of a game had when it was opened, or its first digits; "" for unknown."""
    try:
        told = json.loads(opening).get("module", "")
    except (ValueError, AttributeError, RecursionError):  # of a game from elsewhere, which is checked later
        told = ""
    found = _IN_NAME.fullmatch(module_of(name).name)
    return str(told) or (found[1] if found else "")


def digest_of(file: Path) -> str:
    """The SHA-256 of a module with what lies beside it, in hex."""
    from adjudicator.tabletop.made_of import beside

    return beside(file).digest


def fault_of(file: Path, has: str, name: str, opening: bytes) -> str:
    """Why a file, with the SHA-256 that it `has`, is not the module of a game; "" where it is."""
    wanted = promised(name, opening)
    if has.startswith(wanted):
        return ""
    return (
        f"{file} is not the module that the game is played with. Its SHA-256 is {has}, and the game's module "
        f"has {wanted}. A module with extensions, or with a saved game at its start, is whole only in "
        f"modules/ of the old desk: {module_of(name).name}, and the folders beside it"
    )


def lacking(store: Store) -> tuple[Lacking, ...]:
    """The modules that games are played with and that are not where these say."""
    found: dict[tuple[str, str], list[int]] = {}
    for row in _games(store):
        if not module_of(row.game).is_file():
            key = module_of(row.game).name, promised(row.game, row.opening)
            found.setdefault(key, []).append(row.id)
    return tuple(Lacking(tuple(games), *key) for key, games in found.items())


def settle(desk: Desk, store: Store) -> None:
    """Let all games use the desk's own copies of their modules. What is still where it was, and is what it
    was, is copied; of the others `lacking` tells."""
    for row in _games(store):
        there = module_of(row.game)
        own = desk.modules.resolve() / there.name
        if there == own:
            continue
        found = there.is_file() and not own.exists()
        if found and not fault_of(there, digest_of(there), row.game, row.opening):
            _copy(there, own)
        store.journal.rename(row.id, found_at(row.game, own))


def _copy(file: Path, own: Path) -> None:
    from adjudicator.tabletop.made_of import beside

    beside(file).copy_to(own)


def supply(desk: Desk, store: Store, file: Path) -> tuple[int, ...]:
    """Let the games that are played with a module use a copy of this file; which they are. Raises
    DeskError for a file that is the module of none."""
    faults, served, has = dict[str, None](), list[int](), digest_of(file)
    for row in _games(store):
        if why := fault_of(file, has, row.game, row.opening):
            faults[why] = None
            continue
        own = desk.modules.resolve() / module_of(row.game).name
        if not own.exists() or digest_of(own) != has:  # a copy that was damaged is none
            _copy(file, own)
        store.journal.rename(row.id, found_at(row.game, own))
        served.append(row.id)
    if not served:
        raise DeskError(*faults if len(faults) == 1 else [f"{file} is the module of no game on this desk"])
    return tuple(served)


def _games(store: Store) -> Iterator[GameRow]:
    return (row for row in store.journal.games() if is_module(row.game))
