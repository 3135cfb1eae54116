"""What earlier versions wrote is taken up: a desk of each game goes on, and somebody's own game is made."""

from __future__ import annotations

import random
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

import hexpost
from adjudicator.archive.backup import restore
from adjudicator.audit.checks import audit, replay
from adjudicator.catalogue import find_game, game_names
from adjudicator.mail.desk import open_desk
from tests.adjudicator.house import SEATS, House
from tests.adjudicator.test_post_game import write_next
from tests.at import NOON
from tests.taken_over.make import HERE, OWN

KEPT = sorted(HERE.glob("*/*.zip"))
VERSIONS = sorted({file.parent for file in KEPT})
DESKS = [file for file in KEPT if file.stem != OWN]


def named(path: Path) -> str:
    """The version of a kept file, and what it is."""
    return f"{path.parent.name}-{path.stem}"


def restored(file: Path, folder: Path) -> House:
    """A kept desk, restored, a day after its last letter."""
    found, off = restore(file, folder / "desk", agreed=lambda what: True)
    assert (found.games, found.faults, off) == (1, (), "")
    house = House.__new__(House)
    house.desk, house.clock, house.written = open_desk(folder / "desk"), NOON + timedelta(days=1), 100
    with house.desk.store() as store:
        house.name = house.table(store).game.name
    house.players = dict(zip(find_game(house.name).sides, SEATS, strict=True))
    return house


def test_each_game_has_a_kept_desk() -> None:
    assert {file.stem for file in DESKS} == set(game_names())


@pytest.mark.slow
@pytest.mark.parametrize("file", DESKS, ids=named)
def test_a_kept_desk_goes_on(file: Path, tmp_path: Path) -> None:
    house, chance = restored(file, tmp_path), random.Random(2)
    with house.desk.store() as store:
        judged = len(store.journal.sheets(1))
        assert replay(store, 1).difference == ""
        assert audit(store, 1).faults == ()
    for _ in range(2):
        assert write_next(house, chance)
        done = house.post()
        assert done.problems == [] and [letter.row for letter in done.letters] == ["taken"]
    assert house.outbox()
    with house.desk.store() as store:
        assert len(store.journal.sheets(1)) == judged + 2
        assert replay(store, 1).difference == ""
        assert audit(store, 1).faults == ()


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name)
def test_a_game_of_somebodys_own_is_drawn_built_and_played(version: Path, tmp_path: Path) -> None:
    own = tmp_path / OWN
    with zipfile.ZipFile(version / f"{OWN}.zip") as kept:
        kept.extractall(own)
    for words, out in (
        ("map check", ""), ("counters check", ""), ("map draw", "board.png"), ("counters sheet", "sheet.pdf"),
        ("module build", "own.vmod"), ("play", ""),
    ):  # fmt: skip
        made = ("--out", str(tmp_path / out)) if out else ()
        done = CliRunner().invoke(hexpost.app, [*words.split(), str(own), *made])
        assert done.exit_code == 0, done.output
        assert not out or (tmp_path / out).stat().st_size
