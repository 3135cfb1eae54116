"""The VASSAL module of each game that is played here, kept in the desk's folder modules/.

It is built when a game is opened, which takes some seconds, and again when its sources have changed. Reports
name it by its version and its SHA-256, computed once: nothing is built while letters wait.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from adjudicator.catalogue import is_bundled
from adjudicator.mail.desk import Desk
from files.whole import write_whole


@dataclass(frozen=True, slots=True)
class Module:
    """A module that is kept: the name of its file, its size in bytes, its version and SHA-256, and a word
    that changes with what it is made of."""

    file: str
    size: int
    version: str
    sha256: str
    made_of: str


def kept_module(desk: Desk, game: str) -> Module | None:
    """The module of a game, by its name or its folder, as it lies in modules/; None where there is none."""
    try:
        found = Module(**json.loads(_record(desk, game).read_text(encoding="utf-8")))
        return found if (desk.modules / found.file).stat().st_size == found.size else None
    except (OSError, ValueError, TypeError):
        return None


def keep_module(desk: Desk, game: str) -> Module | None:
    """The same, built if it is not there or something has changed; None for a game without a module."""
    from builder.layout.module_file import load_facts
    from builder.module.module import build_module
    from builder.module_faults import ModuleError
    from counters.roster_faults import RosterError
    from maps.map_faults import MapError

    try:
        version, made_of = load_facts(game).version, word_of(game)
        known = kept_module(desk, game)
        if known and known.made_of == made_of:
            return known
        desk.modules.mkdir(parents=True, exist_ok=True)
        data = build_module(game, _record(desk, game).with_suffix(".vmod")).read_bytes()
    except (ModuleError, RosterError, MapError):
        return None
    file = _record(desk, game).with_suffix(".vmod").name
    made = Module(file, len(data), version, hashlib.sha256(data).hexdigest(), made_of)
    write_whole(_record(desk, game), json.dumps(asdict(made), indent=1).encode("utf-8"))
    return made


def _record(desk: Desk, game: str) -> Path:
    """Where is written what is known of a game's module. Two games of somebody's own may have one name."""
    apart = "" if is_bundled(game) else f"-{hashlib.sha256(game.encode('utf-8')).hexdigest()[:8]}"
    return desk.modules / f"{Path(game).name}{apart}.json"


def word_of(game: str) -> str:
    """A word that changes with all that a module is made of: the game's files, and the code that builds."""
    import builder
    import counters
    import maps
    from files.sources import code_of, digest_of

    return digest_of(code_of(maps, counters, builder), _files_of(game))[:20]


def _files_of(game: str) -> Iterator[Path]:
    """The files of a game, in an order that is always the same."""
    root = Path(__file__).parents[3]
    bundled = [root / "maps" / game, root / "counters" / game, root / "builder" / "games"]
    for folder in bundled if is_bundled(game) else [Path(game)]:
        yield from sorted(
            file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts
        )
