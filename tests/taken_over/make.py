"""Write what this version makes, once, before its release: `python -m tests.taken_over.make 1.0`."""

from __future__ import annotations

import random
import sys
import zipfile
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from typer.testing import CliRunner

import hexpost
from adjudicator.archive.backup import backup
from adjudicator.catalogue import game_names
from tests.adjudicator.house import House
from tests.adjudicator.test_post_game import write_next

HERE = Path(__file__).parent
LETTERS = 8
"""So many were judged in each game's desk, those that accept the game among them."""
OWN = "own-game"
"""A game of somebody's own: a map, counters and rules."""


def make(folder: Path) -> None:
    """Write a desk of each game, and a game of somebody's own, into a new folder. Raises FileExistsError for
    one that is there: what a version has written is not written again."""
    folder.mkdir()
    for name in game_names():
        with TemporaryDirectory() as place:
            backup(played(Path(place), name).desk, folder / f"{name}.zip")
    with (
        TemporaryDirectory() as place,
        zipfile.ZipFile(folder / f"{OWN}.zip", "w", zipfile.ZIP_DEFLATED) as kept,
    ):
        with chdir(place):
            done = CliRunner().invoke(
                hexpost.app, ["new-game", "coldharbor", "own", "--hexes", "8x6", "--rules"]
            )
        assert done.exit_code == 0, done.output
        for file in sorted(path for path in Path(place).rglob("*") if path.is_file()):
            kept.write(file, file.relative_to(Path(place, "own")))


def played(folder: Path, name: str) -> House:
    """A desk on which bots have written some letters, whose mails have gone out."""
    house, chance = House(folder, name, pictures=False, accepted=False), random.Random(1)
    for _ in range(LETTERS):
        if write_next(house, chance):
            assert house.post().problems == []
    return sent(house)


def sent(house: House) -> House:
    """The house when its mails are with their readers."""
    for mail in (house.desk.folder / "outbox" / "new").iterdir():
        mail.unlink()
    return house


if __name__ == "__main__":
    make(HERE / sys.argv[1])
