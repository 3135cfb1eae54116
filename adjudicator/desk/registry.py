"""The desk as the mail policy asks about it."""

from __future__ import annotations

from adjudicator.desk import Desk
from adjudicator.desk.table import Table
from adjudicator.mail.registry import GameFacts
from adjudicator.mail.sender import normal_address
from adjudicator.store import Store


class Tables:
    """The games of a desk, each loaded when it is first asked for."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._loaded: dict[int, Table] = {}

    def __getitem__(self, number: int) -> Table:
        if number not in self._loaded:
            self._loaded[number] = Table(self.store, number)
        return self._loaded[number]

    def forget(self) -> None:
        """Load every game anew when it is next asked for: something was undone."""
        self._loaded.clear()


class DeskRegistry:
    """What the mail policy must know, from the desk's settings and its store."""

    def __init__(self, desk: Desk, tables: Tables) -> None:
        self.desk = normal_address(desk.settings.address)
        self.tables, self.store = tables, tables.store
        self.players = {
            str(row.id): {side: seat.addresses for side, seat in row.players.items()}
            for row in self.store.journal.games()
        }

    def knows(self, address: str) -> bool:
        """Whether somebody with this address plays, or has played, any game on the desk."""
        return any(address in seat for seats in self.players.values() for seat in seats.values())

    def told(self, address: str) -> bool:
        """Whether this stranger has had his one answer."""
        return self.store.mail.was_answered(address, "stranger")

    def seen(self, address: str, message_id: str) -> str | None:
        """The fingerprint of the letter this sender sent earlier under this message id."""
        return self.store.mail.seen(address, message_id)

    def game(self, number: str) -> GameFacts | None:
        """The game of that number, None if the desk has none."""
        if number not in self.players:
            return None
        table = self.tables[int(number)]
        state = table.state
        return GameFacts(
            turn=state.turn,
            open_sides=frozenset(decision.player for decision in state.decisions),
            codes={side: table.code(side) for side in table.row.players},
            over=state.over is not None,
        )

    def sides(self, address: str, number: str) -> frozenset[str]:
        """The sides this address plays in that game."""
        seats = self.players.get(number, {})
        return frozenset(side for side, addresses in seats.items() if address in addresses)
