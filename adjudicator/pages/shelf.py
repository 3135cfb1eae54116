"""Where the pages of a game lie: a folder for each reader, by a name that only the game's secret can make.

What was drawn before is not drawn again: a folder has a list of its steps, each with the hash of what was
told in it and the files of its pictures. All of that its reader may know.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from adjudicator.desk.table import Table
from adjudicator.desk.telling.art import pages_folder
from adjudicator.pages.book import Book, Shown, picture_file
from adjudicator.pages.steps import WATCHING, Step, steps
from adjudicator.report.picture import pictures
from adjudicator.report.scene import scene
from adjudicator.snapshot import canonical
from adjudicator.state import Json
from files.whole import write_whole

LIST = "steps.json"
DRAWN_AS = 1
"""The way in which pages draw; another one draws all of them anew."""


def readers(table: Table) -> tuple[str, ...]:
    """Who has pages: each side, and whoever watches."""
    return (*table.game.sides, WATCHING)


def publish(table: Table, reader: str, out: Path, boards: Path) -> Path:
    """Write the pages of a game for a reader into his folder below `out`, which is returned; what is the same
    as before stays as it is. `boards` is where empty boards may be kept."""
    folder = out / pages_folder(table, reader)
    folder.mkdir(parents=True, exist_ok=True)
    told = steps(table, reader)
    known, listed, shown = read_list(folder), [], []
    for step in told:
        key = key_of(step)
        drawn = known.get(key)
        if drawn is None or not all((folder / one.file).exists() for one in drawn):
            drawn = draw(table, step, folder, boards)
        listed.append({"told": key, "pictures": [asdict(one) for one in drawn]})
        shown.append(drawn)
    book = Book(table.game, table.number, table.row.game, reader, told, tuple(shown))
    for name, text in book.pages():
        write_changed(folder / name, text.encode("utf-8"))
    write_changed(folder / LIST, json.dumps(listed, indent=1).encode("utf-8"))
    sweep(folder, {name for name, _ in book.pages()} | {one.file for of in shown for one in of} | {LIST})
    return folder


def draw(table: Table, step: Step, folder: Path, boards: Path) -> tuple[Shown, ...]:
    """The pictures of a step, written into a folder."""
    after = step.after.but(decisions=())  # what was asked then is over
    seen = scene(table.game, table.number, step.before, after, step.events)
    made = pictures(table.row.game, seen, boards)
    for one in made:
        write_changed(folder / picture_file(one), one.data)
    return tuple(Shown(picture_file(one), one.shows) for one in made)


def key_of(step: Step) -> str:
    """The hash of what is drawn of a step: the position after it, and what was told."""
    units = [asdict(unit) | {"flags": sorted(unit.flags)} for unit in step.after.units.values()]
    facts: list[Json] = [[event.kind, event.facts()] for event in step.events]
    whole = [DRAWN_AS, step.title, units, dict(step.after.control), dict(step.after.tracks), facts]
    return hashlib.sha256(canonical(whole)).hexdigest()


def read_list(folder: Path) -> Mapping[str, tuple[Shown, ...]]:
    """The pictures of the steps that were drawn before, by the hash of what was told; none where there is no
    list, or one that cannot be read."""
    try:
        listed = json.loads((folder / LIST).read_text(encoding="utf-8"))
        return {one["told"]: tuple(Shown(**shown) for shown in one["pictures"]) for one in listed}
    except (OSError, ValueError, TypeError, KeyError):
        return {}


def write_changed(file: Path, data: bytes) -> None:
    """Write a file whole, unless it holds just that."""
    if not file.exists() or file.read_bytes() != data:
        write_whole(file, data)


def sweep(folder: Path, kept: set[str]) -> None:
    """Remove what a game that went back has left."""
    for file in folder.iterdir():
        if file.name not in kept and file.suffix in {".html", ".png"}:
            file.unlink()
