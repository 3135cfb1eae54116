"""The extensions of a module as their file tells them: units and scenarios in a file beside the module.

Which they are says builder/games/<game>.extensions.toml, in a game of one's own <folder>/extensions.toml:

    [[extension]]
    id = "opt"                  # three letters or digits; they make the numbers of its pieces its own
    name = "Optional units"
    version = "1.0"
    units = ["501SS", "502SS"]  # ids of the roster; the module itself leaves these units out
    scenarios = ["Too late"]    # names of scenarios; the module leaves them out, too

A unit with a set-up space, or with a box in which it waits, begins there in each game that has the extension.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from builder.games import GAMES
from builder.layout.factfile import Reader, open_table
from builder.layout.module_file import ModuleFacts
from builder.module.roster_pieces import Piece, Pieces
from builder.module_faults import ModuleError
from builder.vassal.traits import renumbered

_ID = re.compile(r"[a-z0-9]{3}")


@dataclass(frozen=True, slots=True)
class Extension:
    """A file that adds to a module: the id its numbers begin with, its name, version, units and scenarios."""

    id: str
    name: str
    version: str
    units: tuple[str, ...]
    scenarios: tuple[str, ...] = ()


def load_extensions(game: str | Path) -> tuple[Extension, ...]:
    """The extensions of a bundled game or a game folder, mostly none; ModuleError with all faults."""
    bundled = GAMES / f"{game}.extensions.toml"
    file = bundled if bundled.is_file() else Path(game) / "extensions.toml"
    if not file.is_file():
        return ()
    faults: list[str] = []
    read = open_table(file, faults)
    tables = read.one if isinstance(read.found.get("extension"), dict) else read.many
    found = [_extension(table) for table in tables("extension")]
    read.nothing_else()
    faults += [f"{file.name}: {fault}" for fault in _alike(found)]
    if faults:
        raise ModuleError(faults)
    return tuple(found)


def _extension(table: Reader) -> Extension:
    id_, name, version = (table.filled(key) for key in ("id", "name", "version"))
    if not _ID.fullmatch(id_):
        table.fault("id", f"must be three small letters or digits, not {id_!r}")
    if re.search(r"[/:]", name):
        table.fault("name", "must not hold a slash or a colon")
    units, scenarios = table.texts("units"), table.texts("scenarios")
    if not units and not scenarios:
        table.fault("units", "brings neither units nor scenarios")
    table.nothing_else()
    return Extension(id_, name, version, units, scenarios)


def _alike(extensions: Sequence[Extension]) -> Iterator[str]:
    seen: dict[str, str] = {}
    for one in extensions:
        for what in (f"id {one.id!r}", *(f"unit {unit!r}" for unit in one.units)):
            if seen.setdefault(what, one.name) != one.name:
                yield f"{what} is in {seen[what]!r} and in {one.name!r}"


def owners(extensions: Sequence[Extension], known: Mapping[str, object]) -> dict[str, str]:
    """The id of the extension that brings each optional unit; ModuleError for one that is no unit."""
    found = {unit: one.id for one in extensions for unit in one.units}
    unknown = [f"extensions.toml: there is no unit {unit!r}" for unit in found if unit not in known]
    if unknown:
        raise ModuleError(unknown)
    return found


def without_scenarios(facts: ModuleFacts, extensions: Sequence[Extension]) -> ModuleFacts:
    """The facts without the scenarios that extensions bring; ModuleError for one that is none."""
    brought = [name for one in extensions for name in one.scenarios]
    known = {scenario.name for scenario in facts.scenarios}
    unknown = [f"extensions.toml: there is no scenario {name!r}" for name in brought if name not in known]
    if unknown:
        raise ModuleError(unknown)
    return replace(facts, scenarios=tuple(s for s in facts.scenarios if s.name not in brought))


def numbered(pieces: Pieces, optional: Mapping[str, str]) -> Pieces:
    """The pieces with the numbers of optional units made those of their extension: "opt:12"."""
    units = {
        unit: _own_number(piece, f"{optional[unit]}:{piece.gpid}") if unit in optional else piece
        for unit, piece in pieces.units.items()
    }
    return replace(pieces, units=units)


def _own_number(piece: Piece, gpid: str) -> Piece:
    return replace(piece, gpid=gpid, definition=renumbered(piece.definition, gpid))
