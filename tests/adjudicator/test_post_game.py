"""Race for Berlin between two mailboxes, whose players are bots that write real mails."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from adjudicator.audit.checks import audit, replay
from adjudicator.mail.desk import open_desk
from adjudicator.mail.desk.table import Table
from builder.saves.logs import read_vlog
from tests.adjudicator.house import House


def next_letter(house: House, chance: random.Random, game: int = 1) -> tuple[str, list[str], dict[str, str]]:
    """What the bot whose turn it is writes: its side, its lines, and the rest of its form; no lines when the
    game is over."""
    with house.desk.store() as store:
        table = Table(store, game)
    if table.state.over is not None:
        return "", [], {}
    decision = table.state.waiting()[0]
    lines = table.game.bot(table.state, decision, chance)
    form = {"game": str(game), "turn": str(table.state.turn), "code": table.code(decision.player)}
    return decision.player, [part for line in lines for part in line.splitlines()], form


def write_next(house: House, chance: random.Random) -> bool:
    """Let the bot whose turn it is write a letter; False when the game is over."""
    side, lines, form = next_letter(house, chance)
    if side:
        house.write(side, *lines, **form)
    return bool(side)


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


@pytest.mark.slow
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
