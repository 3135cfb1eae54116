"""Twin desks that differ only in what is covered: the other side, observers and everybody get equal bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.dice import Roll
from adjudicator.mail.desk import table as tables
from tables.position import Kind
from tables.table import Table
from tables.telling import name_of_piece
from tests.adjudicator.tabletop.table import Players
from tests.tables.sampler import write_sampler
from tests.twins import audited, mails, shelf

PLAY = (
    ("red", ("draw 2 from Commands", "move 1st Foot to 0404", "shuffle Chits", "draw 1 from Nothing")),
    ("blue", ("roll Battle", "move 1st Horse in 0402 to 0101", "move Commands 01 to 0101")),
    ("red", ("roll 2d6", "draw 1 from Chits")),
    ("blue", ("move Scout to 0404",)),
)


class Keys:
    """Dice that show three; those of shuffles differ from desk to desk."""

    def __init__(self, key: int) -> None:
        self.key = key

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        return Roll(self.key if "shuffling" in purpose else min(3, sides))

    def pick(self, n: int, rule: str, purpose: str, items: object) -> Roll:
        return Roll(1)


def played(folder: Path, patch: pytest.MonkeyPatch, key: int, module: Path) -> Players:
    patch.setattr(tables, "CommittedDice", lambda *_: Keys(key))
    table = Players(folder, module=module)
    said = table.says("player", "1", "--observe", "Eve <eve@example.org>")
    assert said.exit_code == 0, said.output
    for side, lines in PLAY:
        table.send(side, *lines, "done")
    return table


def hand(table: Players) -> list[str]:
    on = Table(table.position)
    there = (on.pieces[id_] for id_, at in on.at.items() if at[0] == "Red hand")
    return sorted(name_of_piece(one) for one in there if one.kind is Kind.PIECE)


@pytest.mark.slow
def test_twin_desks_tell_the_other_side_and_observers_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = write_sampler(tmp_path)
    one, two = (played(tmp_path / str(key), monkeypatch, key, module) for key in (7, 201))
    assert len(hand(one)) == 3 and hand(one) != hand(two)
    assert mails(one, "red") != mails(two, "red")
    for reader in ("blue", "observer"):
        first, second = mails(one, reader), mails(two, reader)
        assert first and list(first) == list(second)
        assert [name for name in first if first[name] != second[name]] == []
    assert any(b".vsav" in raw for raw in mails(one, "observer").values())
    assert any(b"image/" in raw for raw in mails(one, "observer").values())
    for reader in ("blue", ""):
        assert shelf(one, reader) == shelf(two, reader)
    assert audited(one) == audited(two)
