"""Twin desks: two desks with one secret and one clock, whose games differ only in what one side may not know.

What comes to the other side and to everybody is compared whole: its mails by number, order, size and bytes,
with all headers and files; its pages by name, size and bytes; those of an observer; the audit of the running
game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from adjudicator.audit import checks
from adjudicator.dice import Roll
from adjudicator.judging.what_if import known_to, playable
from adjudicator.mail.desk import table as tables
from adjudicator.mail.desk.forms import begin_line
from adjudicator.mail.desk.table import Table
from adjudicator.pages.shelf import Shelf
from adjudicator.pages.steps import WATCHING
from adjudicator.state import Decision, State
from adjudicator.tapping.page import PageFacts, orders_page
from tests.adjudicator.house import House, parsed

Script = list[dict[str, tuple[str, ...]]]
"""What each side writes, pass by pass."""


class Dealt:
    """Dice that show three, and draw for a player what he is to have, then whatever comes first."""

    def __init__(self, draws: Mapping[str, Sequence[str]]) -> None:
        self.draws = draws

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        return Roll(3)

    def pick(self, n: int, rule: str, purpose: str, items: Sequence[str]) -> Roll:
        wanted = next((draws for who, draws in self.draws.items() if who in purpose), ())
        return Roll(items.index(next((one for one in wanted if one in items), items[0])) + 1)


class Desk:
    """A game on a desk: letters come at the same times whatever is in them, first those of the side with the
    secrets."""

    def __init__(
        self, folder: Path, patch: pytest.MonkeyPatch, game: str, side: str,
        draws: Mapping[str, Sequence[str]], pictures: bool = False,
    ) -> None:  # fmt: skip
        patch.setattr(tables, "CommittedDice", lambda *_: Dealt(draws))
        self.house, self.side = House(folder, game, pictures=pictures), side
        self.passes = 0

    def post(self, letters: Mapping[str, Sequence[str]]) -> None:
        """One pass over what each side writes, if it writes."""
        self.passes += 1
        for place, side in enumerate(sorted(self.house.players, key=lambda one: one != self.side)):
            self.house.written = 2 * self.passes + place
            if letters.get(side):
                self.house.write(side, *letters[side])
        self.house.post()

    @property
    def state(self) -> State:
        with self.house.desk.store() as store:
            return self.house.table(store).state

    def asked(self) -> list[tuple[State, Decision]]:
        """The questions that are open, each with the view of whom it is put to."""
        with self.house.desk.store() as store:
            table = self.house.table(store)
        state = table.state
        return [(known_to(table.game, state, one.player), one) for one in state.waiting()]


def mails(house: House, side: str) -> dict[str, bytes]:
    """All that the desk has sent to a side, in its order, by the names of their files."""
    return {name: raw for name, raw in house.outbox().items() if name.startswith(f"1-{side}")}


def shelf(house: House, reader: str) -> dict[str, bytes]:
    """The files of a reader's pages; the name of their folder hangs on the reader alone."""
    with house.desk.store() as store:
        folder = Shelf(Table(store, 1), house.desk.folder / "pages", house.desk.boards).publish(reader)
    return {f"{folder.name}/{file.name}": file.read_bytes() for file in sorted(folder.iterdir())}


def to_tap(house: House, side: str) -> bytes:
    """The page on which a side taps its orders; it has no pictures."""
    with house.desk.store() as store:
        table = house.table(store)
        state, code = table.state, table.code(side)
    begin = begin_line(1, state.turn, side, code)
    told = PageFacts(table.game, 1, side, playable(table.game, state, side), begin, "referee@example.org")
    return orders_page(told, None, draw=False)


def audited(house: House) -> tuple[str, str]:
    """The audit of the running game, in words and as a document. What hangs on the words of letters, the true
    dice among it, is not compared: the dice of twin desks are laid."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks, "derive", lambda *_: 0)
        patch.setattr(checks, "_wrong_dice", lambda dice, sheets: ())
        return house.says("audit", "1").output, house.says("audit", "1", "--json").output


def assert_alike(one: House, two: House, side: str, enemy: str, pages: bool = True) -> None:
    """Assert that the enemy of the side with the secrets, and everybody, got the same from both desks, where
    that side did not."""
    assert mails(one, side) != mails(two, side), "the secrets are in no mail to their own side"
    first, second = mails(one, enemy), mails(two, enemy)
    assert [(name, len(raw)) for name, raw in first.items()] == [
        (name, len(raw)) for name, raw in second.items()
    ]
    for name, raw in first.items():
        assert parsed(raw).items() == parsed(second[name]).items(), name
        assert raw == second[name], name
    assert to_tap(one, enemy) == to_tap(two, enemy)
    said = audited(one)
    assert said == audited(two)
    assert "all hold" in said[0] and '"dice"' in said[1]
    for reader in (enemy, WATCHING) if pages else ():
        left, right = shelf(one, reader), shelf(two, reader)
        assert {name: len(data) for name, data in left.items()} == {
            name: len(data) for name, data in right.items()
        }
        assert [name for name in left if left[name] != right[name]] == []
