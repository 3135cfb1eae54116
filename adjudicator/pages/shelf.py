"""Where the pages of a game lie: a folder for each reader, by a name that only the game's secret can make.

What was drawn before is not drawn again: a folder has a list of its steps, each with the hash of what is
drawn of it and the files of its pictures. All of that its reader may know.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from adjudicator.mail.desk.table import Table
from adjudicator.mail.telling.art import pages_folder, unlisted
from adjudicator.pages.book import Book, Shown, picture_file
from adjudicator.pages.steps import WATCHING, Step, steps
from adjudicator.report.picture import pictures
from adjudicator.report.scene import Scene, scene
from adjudicator.snapshot import canonical
from files.whole import write_whole

LIST = "steps.json"
DRAWN_AS = 2
"""The way in which pages draw; another one draws all of them anew."""


def readers(table: Table) -> tuple[str, ...]:
    """Who has pages: each side, and whoever watches."""
    return (*table.game.sides, WATCHING)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where the pages of a game are written: below `out`, a folder for each reader. `boards` is where empty
    boards may be kept. What two readers see alike is drawn once: `drawn` has the files of each scene."""

    table: Table
    out: Path
    boards: Path
    drawn: dict[Scene, tuple[tuple[Path, str], ...]] = field(default_factory=dict)

    def publish(self, reader: str) -> Path:
        """Write the pages for a reader into his folder, which is returned; what is the same as before stays
        as it is."""
        folder = self.out / pages_folder(self.table, reader)
        folder.mkdir(parents=True, exist_ok=True)
        unlisted(self.out)
        told, known = steps(self.table, reader), read_list(folder)
        scenes = [self.scene_of(step) for step in told]
        keys = [key_of(one) for one in scenes]
        shown = [self.shown(one, folder, known.get(key)) for one, key in zip(scenes, keys, strict=True)]
        table = self.table
        book = Book(table.game, table.number, table.row.game, reader, told, tuple(shown))
        written = {name: text.encode("utf-8") for name, text in book.pages()}
        listed = [
            {"drawn": key, "pictures": [asdict(one) for one in of]}
            for key, of in zip(keys, shown, strict=True)
        ]
        written[LIST] = json.dumps(listed, indent=1).encode("utf-8")
        for name, data in written.items():
            write_changed(folder / name, data)
        sweep(folder, {*written, *(one.file for of in shown for one in of)})
        return folder

    def scene_of(self, step: Step) -> Scene:
        """What the pictures of a step show."""
        after = step.after.but(decisions=())  # what was asked then is over
        return scene(self.table.game, self.table.number, step.before, after, step.events)

    def shown(self, seen: Scene, folder: Path, known: tuple[Shown, ...] | None) -> tuple[Shown, ...]:
        """The pictures of a scene: the known ones if they are all there, else they are drawn."""
        if known is not None and all((folder / one.file).exists() for one in known):
            return known
        if seen not in self.drawn:
            made = pictures(self.table.row.game, seen, self.boards)
            for one in made:
                write_changed(folder / picture_file(one), one.data)
            self.drawn[seen] = tuple((folder / picture_file(one), one.shows) for one in made)
        for file, _ in self.drawn[seen]:
            write_changed(folder / file.name, file.read_bytes())
        return tuple(Shown(file.name, shows) for file, shows in self.drawn[seen])


def key_of(seen: Scene) -> str:
    """The hash of what is drawn. The events themselves know numbers of sheets, and so how many letters the
    others wrote: no hash of those may lie beside the pages."""
    return hashlib.sha256(canonical([DRAWN_AS, asdict(seen)])).hexdigest()


def read_list(folder: Path) -> Mapping[str, tuple[Shown, ...]]:
    """The pictures of the steps that were drawn before, by the hash of it; none where there is no
    list, or one that cannot be read."""
    try:
        listed = json.loads((folder / LIST).read_text(encoding="utf-8"))
        return {one["drawn"]: tuple(Shown(**shown) for shown in one["pictures"]) for one in listed}
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
