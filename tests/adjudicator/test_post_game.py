"""Race for Berlin between two mailboxes, whose players are bots that write real mails."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from adjudicator.audit import audit, replay
from adjudicator.desk import open_desk
from adjudicator.desk.table import Table
from builder.saves.logs import read_vlog
from tests.adjudicator.house import House


def write_next(house: House, chance: random.Random) -> bool:
    """Let the bot whose turn it is write a letter; False when the game is over."""
    with house.desk.store() as store:
        table = Table(store, 1)
    if table.state.over is not None:
        return False
    decision = table.state.waiting()[0]
    lines = table.game.bot(table.state, decision, chance)
    code, turn = table.code(decision.player), str(table.state.turn)
    house.write(decision.player, *(p for line in lines for p in line.splitlines()), turn=turn, code=code)
    return True


def whole_game(folder: Path, seed: int, most: int) -> tuple[House, int]:
    """A desk whose game was played by mail to its end, or for so many letters."""
    house, chance = House(folder, "raceforberlin", pictures=False), random.Random(seed)
    for letters in range(most):
        if not write_next(house, chance):
            return house, letters
        done = house.post()
        assert done.problems == []
        assert [letter.row for letter in done.letters] == ["taken"]
    return house, most


def test_the_opening_of_a_game_by_mail_replays_identically(tmp_path: Path) -> None:
    house, letters = whole_game(tmp_path, seed=2, most=12)
    with house.desk.store() as store:
        assert replay(store, 1).difference == ""
        assert audit(store, 1).faults == ()
        assert len(store.journal.sheets(1)) == letters + 3, "the opening, and two that accept it"


@pytest.mark.slow
def test_a_desk_that_wants_logs_encloses_what_happened_to_step_through(tmp_path: Path) -> None:
    house, chance = House(tmp_path, "raceforberlin", pictures=False), random.Random(3)
    settings = house.desk.folder / "desk.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("logs = false", "logs = true"), encoding="utf-8", newline="\n")
    house.desk = open_desk(house.desk.folder)
    while len(house.mails("ben@example.org")) < 3:
        assert write_next(house, chance)
        assert house.post().problems == []
    parts = (part for mail in house.mails("ben@example.org") for part in mail.iter_attachments())
    *_, log = (part for part in parts if str(part.get_filename()).endswith(".vlog"))
    file = tmp_path / "sent.vlog"
    file.write_bytes(log.get_payload(decode=True))  # type: ignore[arg-type]
    assert read_vlog(file).steps
    with house.desk.store() as store:
        assert replay(store, 1).difference == ""
