"""Pages of a game with hands, boxes, calls and plans: whatever a side hides, the other's pages and those of
who watches are the same, by name, by size and byte by byte, pictures and lists with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.mail.desk.table import Table
from adjudicator.mail.telling.art import pages_folder
from adjudicator.pages.shelf import Shelf
from adjudicator.pages.steps import WATCHING
from tests.cases import the_rest_long
from tests.games.donnerschlag.test_secret_mails import ENEMY, ONE, OTHER, Evening, turn


def shelf(evening: Evening, reader: str) -> dict[str, bytes]:
    """All files that a reader's pages are made of, by their path: his folder's name is among it."""
    desk = evening.house.desk
    with desk.store() as store:
        folder = Shelf(Table(store, 1), desk.folder / "pages", desk.boards).publish(reader)
        assert folder.name == pages_folder(Table(store, 1), reader)
    return {f"{folder.name}/{file.name}": file.read_bytes() for file in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.rule("D.admin.c.3", "D.admin.f.3", "D.admin.g.3", "D.combat.5", "D.combat.8")
@pytest.mark.parametrize("side", the_rest_long(ENEMY))
def test_no_name_size_or_byte_of_others_pages_hangs_on_what_a_side_hides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: str
) -> None:
    one = turn(tmp_path / "one", monkeypatch, side, ONE[side])
    other = turn(tmp_path / "other", monkeypatch, side, OTHER[side])
    assert shelf(one, side) != shelf(other, side), "the secrets are on no page of their own side"
    for reader in (ENEMY[side], WATCHING):
        first, second = shelf(one, reader), shelf(other, reader)
        assert {name: len(data) for name, data in first.items()} == {
            name: len(data) for name, data in second.items()
        }
        assert [name for name in first if first[name] != second[name]] == []
        assert any(name.endswith(".png") for name in first)
