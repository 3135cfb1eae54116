"""Who plays a game that was begun before games kept records of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.mail.desk.table import Table
from adjudicator.mail.reading.codes import reply_code
from adjudicator.store import Seat
from tests.adjudicator.house import SECRET, old_house
from tests.adjudicator.test_people import BEN, CARL, Referee, rows


@pytest.mark.of_a_file
def test_a_game_that_was_begun_before_has_its_codes_and_can_change_its_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = old_house(tmp_path)
    turn, code = old.form("blue")
    assert code == reply_code(SECRET, "1", "blue", int(turn))
    with old.desk.store() as store:
        assert Table(store, 1).row.players["blue"] == Seat("Ben", (BEN,))
    referee = Referee(old, monkeypatch)
    referee.player("blue", replace=CARL, name="Carl")
    old.write("blue", "done", sender=CARL)
    assert rows(old) == ["taken"]
    referee.holds()
