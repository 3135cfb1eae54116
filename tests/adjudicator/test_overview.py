"""All games of a desk at a glance."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.commands.holding import game_line, summary
from adjudicator.mail.desk.table import Table
from adjudicator.mail.holding.held import registry_of
from adjudicator.mail.holding.overview import GameSeen, overview
from adjudicator.mail.sending.despatch import Despatch
from tests.adjudicator.house import SECRET, House
from tests.adjudicator.test_commands import Terminal, terminal
from tests.adjudicator.test_held import lay

__all__ = ["terminal"]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, pictures=False)


def seen(house: House) -> list[GameSeen]:
    with house.desk.store() as store:
        despatch = Despatch(house.desk, store, house.clock)
        return overview(house.desk, store, registry_of(house.desk, store, despatch), despatch.stamp)


def test_a_game_tells_whose_move_it_is_since_when_and_until_when(house: House) -> None:
    house.write("red", "bid 3")
    house.post()
    (game,) = seen(house)
    assert game.place == "[1] Tiny, turn 1, Bids"
    assert [(one.side, one.since[:10], one.due[:10]) for one in game.waits] == [
        ("blue", "2026-11-20", "2026-11-27")
    ]
    assert game.to_send == 4
    assert game_line(game, "UTC") == (
        "[1] Tiny, turn 1, Bids: Blue since Fri 20 Nov, due Fri 27 Nov; 4 emails to send"
    )


def test_what_is_late_comes_first_then_held_letters_then_what_is_due(house: House) -> None:
    for _ in range(3):
        house.open(SECRET)
    house.write("red", "bid 3", game="2", code=code(house, 2, "red"), turn="1")
    house.write("blue", "bid 2", game="2", code=code(house, 2, "blue"), turn="1")
    house.clock += timedelta(days=6)
    house.post()
    lay(house, "Is the bridge open?", Subject="[3] The bridge")
    house.clock += timedelta(days=2)
    house.post()
    games = seen(house)
    assert [game.game for game in games] == [3, 1, 4, 2]
    assert [game.overdue for game in games] == [True, True, True, False]
    assert [game.held for game in games] == [1, 0, 0, 0]
    assert summary(games).startswith("4 games, 3 overdue, 1 with held emails, ")


def code(house: House, number: int, side: str) -> str:
    with house.desk.store() as store:
        return Table(store, number).code(side)


def test_no_game_is_loaded_whose_place_is_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = seen(house)

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Table, "__init__", never)
    assert seen(house) == expected


def test_a_desk_of_before_is_told_the_same_and_kept_for_the_next_time(house: House) -> None:
    expected = seen(house)
    with house.desk.store() as store:
        store.database.execute("DELETE FROM glances")
    assert seen(house) == expected
    with house.desk.store() as store:
        assert store.glances.all()[1] is not None


def test_a_game_that_cannot_be_read_is_told_and_the_others_are_shown(house: House) -> None:
    house.open(SECRET)
    with house.desk.store() as store:
        store.database.execute("DELETE FROM glances WHERE game = 1")
        store.database.execute("UPDATE games SET game = '/nowhere' WHERE id = 1")
    bad, good = seen(house)
    assert (bad.game, good.game) == (1, 2)
    assert "it cannot be read" in bad.fault and good.fault == ""


def test_games_fit_a_narrow_terminal(
    house: House, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    said = terminal.type("desk", "games", "--desk", house.desk.folder).out
    assert max(map(len, said.splitlines())) <= 40
    (game,) = terminal.json("desk", "games", "--desk", house.desk.folder)
    assert list(game) == ["game", "place", "waits", "over", "to_send", "held", "fault", "overdue"]
