"""Where the pages of a game lie: a folder for each reader, by a name that only the game's secret can make.

What was drawn before is not drawn again: a folder has a list of its steps, each with the hash of what is
drawn of it and the files of its pictures. All of that its reader may know.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from adjudicator.mail.desk.table import Table
from adjudicator.mail.telling.art import pages_folder, unlisted
from adjudicator.pages.book import Book, Shown, picture_file
from adjudicator.pages.steps import WATCHING, Step, steps
from adjudicator.report.picture import Picture, pictures
from adjudicator.report.scene import Scene, scene
from adjudicator.snapshot import canonical
from files.whole import write_whole

LIST = "steps.json"
DRAWN_AS = 3
"""The way in which pages draw; another one draws all of them anew."""


def readers(table: Table) -> tuple[str, ...]:
    """Who has pages: each side, and whoever watches."""
    return (*table.game.sides, WATCHING)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where the pages of a game are written: below `out`, a folder for each reader. `boards` is where empty
    boards may be kept. What two readers see alike is drawn once: `drawn` has a step's files by its key."""

    table: Table
    out: Path
    boards: Path
    drawn: dict[str, tuple[tuple[Path, str], ...]] = field(default_factory=dict)

    def publish(self, reader: str) -> Path:
        """Write the pages for a reader into their folder, which is returned; what is the same as before stays
        as it is."""
        folder = self.out / pages_folder(self.table, reader)
        folder.mkdir(parents=True, exist_ok=True)
        unlisted(self.out)
        told, known = steps(self.table, reader), read_list(folder)
        scenes = [self.scene_of(step) for step in told]
        keys = [self.key(step, one, reader) for step, one in zip(told, scenes, strict=True)]
        draws = [partial(self.draw, step, one, reader) for step, one in zip(told, scenes, strict=True)]
        shown = [self.shown(key, folder, known.get(key), draw) for key, draw in zip(keys, draws, strict=True)]
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

    def key(self, step: Step, seen: Scene, reader: str) -> str:
        """The hash of what is drawn of a step; where a game draws its own, of what it draws from."""
        if self.table.game.depict is None or not reader:
            return key_of(seen)
        views = [step.before.facts, step.after.facts]
        return hashlib.sha256(canonical([DRAWN_AS, asdict(seen), views])).hexdigest()

    def draw(self, step: Step, seen: Scene, reader: str) -> tuple[Picture, ...]:
        """The pictures of a step."""
        depict = self.table.game.depict
        if depict is None:
            return pictures(self.table.row.game, seen, self.boards)
        own = depict(step.before, step.after, reader, True, True)
        return tuple(Picture(one.name, one.data, one.shows) for one in own)

    def shown(
        self, key: str, folder: Path, known: tuple[Shown, ...] | None, draw: Callable[[], Sequence[Picture]]
    ) -> tuple[Shown, ...]:
        """The pictures of a step: the known ones if they are all there, else they are drawn."""
        if known is not None and all((folder / one.file).exists() for one in known):
            return known
        if key not in self.drawn:
            made = draw()
            for one in made:
                write_changed(folder / picture_file(one), one.data)
            self.drawn[key] = tuple((folder / picture_file(one), one.shows) for one in made)
        for file, _ in self.drawn[key]:
            write_changed(folder / file.name, file.read_bytes())
        return tuple(Shown(file.name, shows) for file, shows in self.drawn[key])


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
