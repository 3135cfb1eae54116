"""What was announced in a game whose dice are bound to a public beacon, and waits for its round.

The journal holds it all: each announcement is an entry that everybody is told, and is done with when a round
was used for it, or when it has lapsed. They are judged in the order in which they were announced.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from adjudicator.beacon import seal_of_words
from adjudicator.events import Announced, Lapsed
from adjudicator.events.fact import with_article
from adjudicator.mail.desk.bound import hash_of, head_and_lines
from adjudicator.mail.desk.table import Table, Taken
from adjudicator.mail.settings.desk_toml import DeskError
from adjudicator.store import Store


@dataclass(frozen=True, slots=True)
class Pending:
    """An announcement that waits, and its number among all of its game."""

    n: int
    said: Announced


def pending(store: Store, number: int) -> list[Pending]:
    """What was announced in a game and waits for its round, the first one first."""
    read = store.journal.events_of
    done = {row.facts["n"] for kind in ("RoundUsed", "Lapsed") for row in read(number, kind)}
    rows = enumerate(read(number, "Announced"), 1)
    return [Pending(n, Announced(rule="", **row.facts)) for n, row in rows if n not in done]


def announce(
    table: Table, words: str, now: str, *, letter: str = "", question: str = "", due: str = "",
    passing: bool = False,
) -> Taken:  # fmt: skip
    """Announce the words of a link: everybody is told which round its dice will be bound to.

    Whether a side wrote or was silent is not told: it may be nobody else's business.
    """
    assert table.chain is not None
    head, lines = head_and_lines(words)
    side, n = head.split("\n")[1], len(table.store.journal.events_of(table.number, "Announced")) + 1
    number = table.chain.next_round(datetime.fromisoformat(now))
    seal = seal_of_words(table.row.secret, str(table.number), n, number, head, hash_of(lines))
    name = with_article(table.game.sides[side])
    what = (
        f"Announcement {n}: the next dice for {name} depend on beacon round {number}, which is published on "
        f"{table.chain.time(number):%a %d %b %Y, %H:%M UTC}. Seal of what they are rolled for: {seal}"
    )
    entry = Announced(
        rule="", what=what, side=side, round=number, seal=seal, letter=letter, question=question, due=due,
        passing=passing,
    )  # fmt: skip
    return table.enter(entry, now)


def lapse(table: Table, one: Pending, now: str) -> Taken:
    """Put on record that an announcement comes to nothing."""
    what = f"Announcement {one.n} had no effect, because the game had moved on or it held no orders"
    return table.enter(Lapsed(rule="", what=what, n=one.n), now)


def let_rounds_come_first(store: Store, number: int) -> None:
    """Raises DeskError while anything that was announced in a game waits for its round."""
    waiting = pending(store, number)
    if waiting:
        raise DeskError(
            f"game {number} waits for beacon round {waiting[0].said.round}. Nothing was changed. After an "
            "announcement nobody may change what the dice are rolled for"
        )
