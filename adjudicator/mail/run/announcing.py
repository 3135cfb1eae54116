"""Games whose dice are bound to a public beacon: what was announced is judged when its round is here."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.beacon import BeaconError, find_round
from adjudicator.events import RoundUsed
from adjudicator.mail.desk.announced import Pending, lapse, pending
from adjudicator.mail.desk.bound import words_of_letter
from adjudicator.mail.desk.table import Table
from adjudicator.mail.reading.block import Block, find_blocks
from adjudicator.mail.reading.letter import read_letter
from adjudicator.mail.run.judging import Brought, Judging
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.settings.desk_toml import DeskError


class RoundMissing(DeskError):
    """A round that should be here is not, or is not one of the chain: the game waits."""


@dataclass(frozen=True, slots=True)
class Announcing:
    """Judges what was announced, in the order in which it was."""

    despatch: Despatch
    judging: Judging

    def judge_next(self, table: Table) -> bool:
        """Judge the first announcement of a game that waits, within a transaction; False where none does, or
        its round is not published. Raises RoundMissing."""
        waiting = pending(table.store, table.number)
        if not waiting or table.chain is None:
            return False
        one = waiting[0]
        if self.despatch.now < table.chain.time(one.said.round):
            return False
        try:
            found = find_round(self.despatch.desk.beacon, table.chain, one.said.round)
        except BeaconError as wrong:
            raise RoundMissing(f"game {table.number} waits for its dice: {wrong}") from None
        used = RoundUsed(
            rule="", n=one.n, round=found.number, randomness=found.randomness, signature=found.signature,
            previous=found.previous,
        )  # fmt: skip
        (self._silence if one.said.question else self._orders)(table, one, used)
        if any(still.n == one.n for still in pending(table.store, table.number)):
            self.despatch.follow(table, lapse(table, one, self.despatch.stamp))
        return True

    def _silence(self, table: Table, one: Pending, used: RoundUsed) -> None:
        said = one.said
        decision = next((d for d in table.state.waiting() if d.id == said.question), None)
        if decision is None:
            return
        step = table.take_silence(decision, said.due, self.despatch.stamp, said.passing, used)
        if step is not None:
            self.despatch.follow(table, step)

    def _orders(self, table: Table, one: Pending, used: RoundUsed) -> None:
        side, kept = one.said.side, table.store.mail.letter_of(one.said.letter)
        if kept is None:
            raise DeskError(f"game {table.number}: the email of announcement {one.n} is no longer kept")
        letter = read_letter(kept[1])
        blocks = (found for found in find_blocks(letter) if isinstance(found, Block))
        block = next((b for b in blocks if (b.game, b.side) == (str(table.number), side)), None)
        if block is None or table.state.over is not None or block.turn != table.state.turn:
            return
        asked = any(decision.player == side for decision in table.state.decisions)
        words = words_of_letter(letter, block, table.scheme)
        row = "taken" if asked else "early"
        self.judging.judge_announced(
            Brought(table, block, letter, kept[1], row, kept[0], "", words, round=used)
        )
