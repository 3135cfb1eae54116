"""Whole random games: how long they take, and how long their journal takes to be folded again."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from adjudicator.audit.checks import replay
from adjudicator.catalogue import find_game
from adjudicator.choices import Bot
from adjudicator.demo import address
from adjudicator.game import RANDOM, Game
from adjudicator.judging.bots import play_game
from adjudicator.mail.desk.bound import ACCEPT, Sent, words_of_kept
from adjudicator.mail.desk.table import Table, open_game
from adjudicator.snapshot import digest
from adjudicator.store import Seat, Store, broken_link, fold, revive

from .measure import Spent, spent
from .sheet import GAME, STAMP, keep, plain_letter

MOST_SHEETS = 5000


class NotIdentical(Exception):
    """A game that its journal does not give again: a fault, not a measurement."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game from its opening to its end on a desk's store, and the same game folded from its journal.

    `judged` leaves out the time the bots took to think; `checked` is all that `hexpost replay` does.
    """

    sheets: int
    events: int
    judged: Spent
    folded: Spent
    checked: Spent


def random_game(seed: str, name: str = GAME, bots: str = RANDOM) -> Spent:
    """One game of bots with the invariants checked after every event. Raises BrokenGame."""
    game = find_game(name)
    return spent(lambda: play_game(game, seed, bots=bots))


def journalled_game(folder: Path, seed: str, name: str = GAME, bots: str = RANDOM) -> Played:
    """A game of bots through a store: each sheet judged and journalled in a transaction of its own."""
    chance, game = random.Random(seed), find_game(name)
    bot = game.players()[bots]
    with Store(folder / f"{name}-{seed}.db", create=True) as store:
        seats = {side: Seat(side, (address(side),)) for side in game.sides}
        with store.transaction():
            table, _ = open_game(store, name, seats, sha256(seed.encode()).digest(), STAMP)
        judged = [sheet(store, table, bot, chance, n) for n in range(MOST_SHEETS) if table.state.over is None]
        folded, checked = spent(lambda: fold_again(store, game)), spent(lambda: replayed(store))
        events = store.journal.last_sheet(1).last_event
    return Played(len(judged), events, total(judged), folded, checked)


def sheet(store: Store, table: Table, bot: Bot, chance: random.Random, number: int) -> Spent:
    """A bot's answer to the first open question, judged and journalled; the thinking is not counted."""
    asked = table.state.waiting()[0]
    orders = [ACCEPT] if asked.topic == ACCEPT else bot(table.state, asked, chance)
    raw = plain_letter(number, asked.player, orders)
    lines, bound = list(enumerate(orders, 1)), words_of_kept(raw, table.number, asked.player)

    def judged() -> None:
        with store.transaction():
            table.take_orders(asked.player, lines, Sent(raw, keep(store, raw), bound), STAMP)

    return spent(judged)


def fold_again(store: Store, game: Game) -> None:
    """Every hash of the journal, and the last state from its events alone. Raises NotIdentical."""
    rows, last = store.journal.events(1), store.journal.last_sheet(1)
    state = fold(game.start(game.scenarios[0]), revive(game.kinds, rows))
    if broken := broken_link(rows):
        raise NotIdentical(broken)
    if digest(state) != last.state or state.over is None:
        raise NotIdentical("the journal does not give the game again")


def replayed(store: Store) -> None:
    """What `hexpost replay` does: hashes, letters, and the state after every sheet. Raises NotIdentical."""
    found = replay(store, 1)
    if found.difference:
        raise NotIdentical(found.difference)


def total(runs: list[Spent]) -> Spent:
    """All of them together."""
    return Spent(sum(run.wall for run in runs), sum(run.cpu for run in runs))


def games(count: int, told: Callable[[int], None], name: str = GAME, bots: str = RANDOM) -> list[Spent]:
    """So many games; `told` hears of each."""
    runs: list[Spent] = []
    for number in range(1, count + 1):
        runs.append(random_game(f"1 {number}", name, bots))
        told(number)
    return runs
