"""The numbers and image names of a game's pieces, kept in a file: they outlive every change of the roster.

A saved game knows its pieces by number (VASSAL's gpid) and shows them by image name. So both are kept in
builder/games/<game>.ids.toml, in a game of one's own in <folder>/module.ids.toml: a piece that is renamed
takes its line along, a new one gets a number nobody had, and that of a piece taken out is never used again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from builder.games import GAMES
from builder.layout.factfile import read_toml
from builder.module_faults import ModuleError
from files.whole import write_whole

_NUMBERS = 900_000_000
MOST_BYTES = 5_000_000
_AGAIN = "or looks like one that has another image: build with --update-lock"
_ABOUT = """\
# The number of each piece in the VASSAL module, and the images it shows. Saved games know pieces by both.
# Written by `hexpost module build GAME --update-lock`; commit it with the roster. A piece that gets another
# id keeps its line: change the id here, or build with `--renamed OLD=NEW`. Numbers are never used again.
"""


@dataclass(frozen=True, slots=True)
class Locked:
    """What is kept of a piece: its number, and the files of its images, the front first."""

    gpid: int
    images: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lock:
    """All pieces by id, and those that were taken out; `kept` says whether a file holds them."""

    pieces: Mapping[str, Locked] = field(default_factory=dict)
    retired: Mapping[str, Locked] = field(default_factory=dict)
    kept: bool = False

    @property
    def highest(self) -> int:
        """The highest number ever given, 0 when none was."""
        return max((entry.gpid for entry in (*self.pieces.values(), *self.retired.values())), default=0)


def lock_file(game: str | Path) -> Path:
    """Where the numbers of a bundled game, or of a game folder, are kept."""
    bundled = GAMES / f"{game}.ids.toml"
    own = Path(game)
    is_own = (own / "map").is_dir() or (own / "counters").is_dir() or (own / "roster.csv").is_file()
    return own / "module.ids.toml" if is_own and not bundled.is_file() else bundled


def load_lock(game: str | Path) -> Lock:
    """The numbers kept for a game, none if there is no file; ModuleError with all its faults."""
    file = lock_file(game)
    if not file.is_file():
        return Lock()
    found = read_toml(file, MOST_BYTES)
    faults: list[str] = []
    pieces, retired = (dict(_entries(found, key, file.name, faults)) for key in ("pieces", "retired"))
    faults += [
        f"{file.name}: {key}: unknown; known are pieces and retired"
        for key in found
        if key not in ("pieces", "retired")
    ]
    faults += _shared(pieces, retired, file.name)
    if faults:
        raise ModuleError(faults)
    return Lock(pieces, retired, True)


def _entries(found: dict[str, Any], key: str, file: str, faults: list[str]) -> Iterator[tuple[str, Locked]]:
    table = found.get(key, {})
    if not isinstance(table, dict):
        faults.append(f"{file}: {key}: must be a table")
        return
    for one, entry in table.items():
        gpid, images = (entry.get("gpid"), entry.get("images", [])) if isinstance(entry, dict) else (None, [])
        named = isinstance(images, list) and all(isinstance(image, str) for image in images)
        if not isinstance(gpid, int) or isinstance(gpid, bool) or not 0 < gpid < 2**31 - 1 or not named:
            faults.append(f'{file}: {key}.{one}: must be like {{ gpid = 12, images = ["a.png"] }}')
            continue
        yield one, Locked(gpid, tuple(images))


def _shared(pieces: Mapping[str, Locked], retired: Mapping[str, Locked], file: str) -> Iterator[str]:
    """Two pieces with one number would be one piece for every saved game."""
    seen: dict[int, str] = {}
    for one, entry in [*pieces.items(), *retired.items()]:
        if entry.gpid in seen:
            yield f"{file}: {one}: number {entry.gpid} is also that of {seen[entry.gpid]}"
        seen[entry.gpid] = one


Wanted = Mapping[str, Sequence[str]]
"""The pieces of a roster: their ids, and the image names they would get if they were new."""
Looks = Mapping[str, Sequence[Hashable]]
"""What each face of each piece shows; two faces with equal looks are one image."""


def settled(lock: Lock, wanted: Wanted, looks: Looks | None = None) -> Lock:
    """The lock with exactly the wanted pieces: new ones numbered, those no longer wanted retired.

    A number is drawn from the id, so the same roster gets the same numbers everywhere, file or none. Faces
    that look alike get one image: that of a piece which was there before, else of the first by id.
    """
    known = {**lock.retired, **lock.pieces}
    numbers = {entry.gpid for entry in known.values()}
    files = {image for entry in known.values() for image in entry.images}
    pieces = dict[str, Locked]()
    for one in sorted(wanted):
        old = known.get(one)
        gpid = old.gpid if old else _free(one, numbers)
        numbers.add(gpid)
        pieces[one] = Locked(gpid, _images(old.images if old else (), wanted[one], gpid, files))
        files.update(pieces[one].images)
    order = [*(one for one in pieces if one in known), *(one for one in pieces if one not in known)]
    pieces = _alike(pieces, looks or {}, order, files)
    return replace(lock, pieces=pieces, retired={one: e for one, e in known.items() if one not in wanted})


def _alike(
    pieces: dict[str, Locked], looks: Looks, order: Sequence[str], taken: set[str]
) -> dict[str, Locked]:
    """The pieces with one image for all faces that look alike, and never one for two that do not."""
    shown: dict[Hashable, str] = {}
    owner: dict[str, Hashable] = {}
    images: dict[str, list[str]] = {one: [] for one in pieces}
    for one in order:
        known = looks.get(one, ())
        for face, name in enumerate(pieces[one].images):
            look = known[face] if face < len(known) else (one, face)
            kept = shown.setdefault(look, name)
            if kept == name and owner.setdefault(name, look) != look:
                kept = shown[look] = _unlike(f"{face + 1}-{name}", pieces[one].gpid, taken)
                taken.add(kept)
                owner.setdefault(kept, look)
            images[one].append(kept)
    return {
        one: entry if entry.images == (shared := tuple(images[one])) else Locked(entry.gpid, shared)
        for one, entry in pieces.items()
    }


def _free(one: str, numbers: set[int]) -> int:
    wanted = int.from_bytes(hashlib.sha256(one.encode()).digest()[:6], "big") % _NUMBERS + 1
    while wanted in numbers:
        wanted += 1
    return wanted


def _images(old: tuple[str, ...], wanted: Sequence[str], gpid: int, taken: set[str]) -> tuple[str, ...]:
    """The images a piece had, and names for the further ones it needs which nobody else has or had."""
    new = (_unlike(name, gpid, taken) for name in wanted[len(old) :])
    return (*old, *new)


def _unlike(name: str, gpid: int, taken: set[str]) -> str:
    stem, dot, ending = name.rpartition(".")
    return f"{stem}-{gpid}{dot}{ending}" if name in taken else name


def unsettled(lock: Lock, wanted: Wanted, file: str, looks: Looks | None = None) -> list[str]:
    """Why a kept lock does not fit the roster; nothing if it does, or if there is none."""
    if not lock.kept:
        return []
    cure = "build with --update-lock, or with --renamed OLD=NEW if a piece only has another id now"
    had = lock.pieces
    faults = [f"{one!r} has no number yet: {cure}" for one in sorted(set(wanted) - set(had))]
    faults += [f"{one!r} is no longer a piece: {cure}" for one in sorted(set(had) - set(wanted))]
    for one in sorted(set(wanted) & set(had)):
        if len(wanted[one]) > len(had[one].images):
            faults.append(f"{one!r} has more faces than image names: build with --update-lock")
    if not faults:
        now = settled(lock, wanted, looks).pieces
        other = [one for one in sorted(now) if now[one].images != had[one].images]
        faults = [f"{one!r} does not look like the pieces it shares images with: {_AGAIN}" for one in other]
    return [f"{file}: {fault}" for fault in faults]


def renamed(lock: Lock, old: str, new: str) -> Lock:
    """The lock after a piece got another id; ModuleError when there is no such piece, or already one."""
    known = {**lock.retired, **lock.pieces}
    if old not in known or new in known:
        why = f"there is no piece {old!r}" if old not in known else f"there is already a piece {new!r}"
        raise ModuleError([f"--renamed {old}={new}: {why} in the file of numbers"])
    pieces = {new if one == old else one: entry for one, entry in lock.pieces.items()}
    pieces.setdefault(new, known[old])
    return replace(lock, pieces=pieces, retired={one: e for one, e in lock.retired.items() if one != old})


def write_lock(game: str | Path, lock: Lock) -> Path:
    """Keep the numbers in the game's file, sorted, so that every change is one line."""
    file = lock_file(game)
    return write_whole(file, lock_text(lock).encode())


def lock_text(lock: Lock) -> str:
    """The file of numbers as it is kept."""
    retired = _table("retired", lock.retired) if lock.retired else ()
    return "\n".join([_ABOUT, *_table("pieces", lock.pieces), *retired])


def _table(name: str, entries: Mapping[str, Locked]) -> Iterator[str]:
    yield f"[{name}]"
    for one in sorted(entries):
        images = ", ".join(_quoted(image) for image in entries[one].images)
        yield f"{_quoted(one)} = {{ gpid = {entries[one].gpid}, images = [{images}] }}"
    yield ""


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
