"""Games that went back and changed hands: other players, another desk."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import hexpost
from adjudicator.audit.checks import audit, replay
from adjudicator.mail.desk import init_desk, open_desk
from adjudicator.mail.desk.table import Table
from tests.adjudicator.house import House
from tests.adjudicator.test_agreements import run, send, sound
from tests.adjudicator.test_undo import position, state


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A desk on which both have bid, and Red has moved once."""
    house = House(tmp_path, pictures=False).both_bid()
    send(house, "red", "move R1 birch")
    return house


@pytest.mark.slow
def test_a_successor_does_not_get_the_standing_orders_of_who_played_before(house: House) -> None:
    send(house, "blue", "if asked loss then lose")
    send(house, "red", "move R2 birch")
    run(house, "player", "1", "blue", "--replace", "Carl <carl@example.org>")
    assert state(house).standing.get("blue", ()) == ()
    with house.desk.store() as store:
        sheet = next(row.n for row in store.journal.sheets(1)[::-1] if row.side == "red")
    run(house, "undo", "1", "--before-sheet", str(sheet), "--by-referee", "--reason", "x")
    assert state(house).units["R2"].at == "ash" and state(house).standing.get("blue", ()) == ()
    with house.desk.store() as store:
        assert Table(store, 1).row.players["blue"].name == "Carl", "people are not taken back"
    sound(house)


@pytest.mark.slow
def test_a_game_that_went_back_moves_to_another_desk(house: House, tmp_path: Path) -> None:
    send(house, "red", "propose undo")
    send(house, "blue", "agree undo")
    send(house, "blue", "propose draw")
    run(house, "export", "1", "--out", str(tmp_path / "game.jsonl"))
    (tmp_path / "other").mkdir()
    init_desk(tmp_path / "other" / "desk")
    other = open_desk(tmp_path / "other" / "desk")
    args = ["import", str(tmp_path / "game.jsonl"), "--game", house.name, "--desk", str(other.folder)]
    told = CliRunner().invoke(hexpost.app, args)
    assert told.exit_code == 0, f"{told.output} {told.exception}"
    with other.store() as store:
        table = Table(store, 1)
        assert tuple(table.state.proposals) == ("draw",)
        assert position(table.state) == position(state(house))
        assert replay(store, 1).difference == "" and audit(store, 1).faults == ()
