"""Deadlines in a mail run: a word beforehand, one reminder, and what silence means in each game.

A side gets one mail for all that it is asked, however much of it falls due; a paused game and a side that
nobody plays are left alone.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from adjudicator.events import Terms
from adjudicator.events.desk import Forfeited
from adjudicator.events.fact import with_article
from adjudicator.mail.desk.announced import announce, pending
from adjudicator.mail.desk.deadlines import Rules, iso, rules_of
from adjudicator.mail.desk.table import Table
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.settings.clock import when
from adjudicator.state import Decision
from adjudicator.store import Deadline

LAST_WARNING = timedelta(days=3)
"""How long a player has after the last warning, before the game is lost for them."""
SOON = "This is a reminder: the deadline is near."


class Overdue:
    """What is due in one mail run; `tables` are the games, loaded when they are asked for."""

    def __init__(self, despatch: Despatch, tables: Callable[[int], Table]) -> None:
        self.despatch, self.tables = despatch, tables
        self.mail, self.now, self.rules = despatch.store.mail, despatch.now, dict[int, Rules]()
        self.entered = despatch.store.journal.entered()
        self.news: list[str] = []

    def rows(self) -> list[Deadline]:
        """The deadlines of which something is to be done now, the earliest first."""
        return [row for row in self.mail.deadlines() if self._is_due(row) or self._is_near(row)]

    def _rules(self, game: int) -> Rules:
        if game not in self.rules:
            store, settings = self.despatch.store, self.despatch.desk.settings
            own = game in self.entered
            self.rules[game] = rules_of(store, settings, game) if own else Rules(settings, Terms())
        return self.rules[game]

    def _waits(self, row: Deadline) -> bool:
        terms = self._rules(row.game).terms
        return bool(terms.paused) or row.side in terms.vacant

    def _is_due(self, row: Deadline) -> bool:
        """Whether a question's time is over, and something comes of it that has not yet."""
        if row.due > self.despatch.stamp or self._waits(row):
            return False
        if not row.reminded:
            return True
        silence = self._rules(row.game).silence
        warned = datetime.fromisoformat(row.reminded)
        return silence in {"default", "pass"} or (silence == "forfeit" and warned + LAST_WARNING <= self.now)

    def _is_near(self, row: Deadline) -> bool:
        """Whether a word beforehand is due: not of a question that was asked only just now."""
        before, due = self._rules(row.game).word_before, datetime.fromisoformat(row.due)
        if not before or self._waits(row) or row.reminded or not due - before <= self.now < due:
            return False
        return datetime.fromisoformat(row.asked) <= due - before and not self.mail.warned(row)

    def deal(self, row: Deadline) -> None:
        """Deal with one deadline, within a transaction."""
        row = next((one for one in self.mail.deadlines(row.game) if one.decision == row.decision), row)
        if not (self._is_due(row) or self._is_near(row)):  # one of the same side has seen to it
            return
        table = self.tables(row.game)
        decision = next((d for d in table.state.waiting() if d.id == row.decision), None)
        if decision is None or (table.chain and pending(table.store, table.number)):
            return
        if row.due > self.despatch.stamp:
            self.despatch.remind(table, row.side, SOON)
            self._mark(row, self._is_near, self.mail.mark_warned)
        elif not self._silence(table, decision, row) and not row.reminded:
            warning = self._warning(table, row) if self._rules(row.game).silence == "forfeit" else ""
            self.despatch.remind(table, row.side, warning)
            self._mark(row, self._is_due, lambda one: self.mail.mark_reminded(one, self.despatch.stamp))

    def _mark(
        self, row: Deadline, which: Callable[[Deadline], bool], mark: Callable[[Deadline], None]
    ) -> None:
        """Note that one mail was written of all that a side is asked and that is due as well."""
        for one in self.mail.deadlines(row.game):
            if one.side == row.side and which(one):
                mark(one)

    def _silence(self, table: Table, decision: Decision, row: Deadline) -> bool:
        """Take silence as what it means in this game; whether it meant something."""
        silence = self._rules(row.game).silence
        if silence == "forfeit":
            return bool(row.reminded) and self._forfeit(table)
        if silence == "remind":
            return False
        passing = silence == "pass"
        if table.chain:
            return self._announce(table, decision, row.due, passing)
        step = table.take_silence(decision, row.due, self.despatch.stamp, passing)
        if step is not None:
            self.despatch.follow(table, step)
        return step is not None

    def _announce(self, table: Table, decision: Decision, due: str, passing: bool) -> bool:
        """Announce a silence whose dice are bound to a round of a beacon; whether it means anything."""
        if not table.would_be_silent(decision, passing):
            return False
        words, stamp = table.words_of_silence(decision, due), self.despatch.stamp
        step = announce(table, words, stamp, question=decision.id, due=due, passing=passing)
        self.despatch.follow(table, step)
        return True

    def _forfeit(self, table: Table) -> bool:
        """End a game for the sides that did not answer their last warnings, once all have begun it."""
        if not table.may_roll(""):
            return False
        asked = {decision.id for decision in table.state.waiting()}
        rows = [row for row in self.mail.deadlines(table.number) if row.decision in asked]
        silent = {row.side for row in rows if row.reminded and self._is_due(row)}
        late = tuple(side for side in table.game.sides if side in silent)
        others = [side for side in table.game.sides if side not in silent]
        names = " and ".join(with_article(table.game.sides[side]) for side in late)
        what = f"{names[:1].upper()}{names[1:]} did not answer in time, nor after a last warning"
        winner = others[0] if len(others) == 1 else ""
        entry = Forfeited(rule="", sides=late, winner=winner, what=what)
        self.despatch.follow(table, table.enter(entry, self.despatch.stamp))
        self.news.append(f"game {table.number} is over: {what}")
        return True

    def _warning(self, table: Table, row: Deadline) -> str:
        seat = table.row.players[row.side]
        zone = self.despatch.desk.settings.zone(seat.addresses[0] if seat.addresses else "")
        until = when(iso(self.now + LAST_WARNING), zone)
        return f"This is your last warning. If no answer arrives by {until}, you lose the game."
