"""All games of a desk at a glance, the most urgent first; no game is loaded whose glance is kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.glance import glance_of
from adjudicator.mail.desk.registry import DeskRegistry
from adjudicator.mail.desk.table import Table
from adjudicator.mail.holding.held import files_held, meant_game
from adjudicator.store import Deadline, Glance, Store

_OF_GAME = re.compile(r"(\d+)-")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A side that a game waits for: its name, since when and until when, in ISO times, "" for none."""

    side: str
    name: str
    since: str
    due: str
    overdue: bool


@dataclass(frozen=True, slots=True)
class GameSeen:
    """One game at a glance: `to_send` mails lie in the outbox, `held` letters before the referee.

    `fault` says why nothing more is known of a game whose files cannot be read.
    """

    game: int
    place: str
    waits: tuple[Waiting, ...] = ()
    over: str = ""
    to_send: int = 0
    held: int = 0
    fault: str = ""

    @property
    def overdue(self) -> bool:
        """Whether anybody is late."""
        return any(one.overdue for one in self.waits)

    @property
    def urgency(self) -> tuple[object, ...]:
        """What sorts games: what cannot be read, who is late, letters held; then by when an answer is due."""
        due = min((one.due for one in self.waits if one.due), default="9999")
        return bool(self.over), not self.fault, not self.overdue, not self.held, due, self.game


def overview(desk: Desk, store: Store, registry: DeskRegistry, now: str) -> list[GameSeen]:
    """Every game of a desk. `now` is the present time as the store keeps times."""
    glances, due = store.glances.all(), deadlines_by_game(store.mail.deadlines())
    held, to_send = held_by_game(desk, store, registry), mails_by_game(desk, store)
    found: list[GameSeen] = []
    for number, kept in glances.items():
        try:
            glance = kept or glanced(store, number)
        except Exception as fault:  # the files of one game are no reason not to show the others
            found.append(GameSeen(number, f"[{number}]", fault=f"it cannot be read ({fault})"))
            continue
        waits = tuple(waiting(glance, due.get(number, {}), now))
        counts = to_send[number], held[str(number)]
        found.append(GameSeen(number, glance.place, waits, glance.over, *counts))
    return sorted(found, key=lambda game: game.urgency)


def glanced(store: Store, number: int) -> Glance:
    """Where a game stands, worked out from its journal, and kept for the next time."""
    table = Table(store, number)
    sheet = store.journal.last_sheet(number)
    glance = glance_of(table.game, number, sheet.n, table.state)
    with store.transaction():
        store.glances.keep(glance)
    return glance


def waiting(glance: Glance, due: dict[str, Deadline], now: str) -> Iterable[Waiting]:
    """The sides that a game waits for, with the first of their deadlines."""
    for side, (name, asked) in glance.waits.items():
        rows = [due[decision] for decision in asked if decision in due]
        since = min((row.asked for row in rows), default="")
        until = min((row.due for row in rows), default="")
        yield Waiting(side, name, since, until, bool(until) and until < now)


def deadlines_by_game(rows: Iterable[Deadline]) -> dict[int, dict[str, Deadline]]:
    """Deadlines by game and question."""
    found: dict[int, dict[str, Deadline]] = {}
    for row in rows:
        found.setdefault(row.game, {})[row.decision] = row
    return found


def held_by_game(desk: Desk, store: Store, registry: DeskRegistry) -> Counter[str]:
    """How many letters of each game lie held; "" stands for those of none."""
    files = files_held(desk)
    return Counter(
        meant_game(game, sender, subject, registry)
        for sha256, game, sender, subject in store.held.shortly()
        if sha256[:16] in files
    )


def mails_by_game(desk: Desk, store: Store) -> Counter[int | None]:
    """How many mails of each game are in the outbox, or still have to be put there."""
    names = [path.name for path in (desk.outbox / "new").iterdir()]
    found = Counter(int(number[1]) if (number := _OF_GAME.match(name)) else None for name in names)
    there = set(names)
    found.update(game for name, game in store.mail.names_waiting() if name not in there)
    return found
