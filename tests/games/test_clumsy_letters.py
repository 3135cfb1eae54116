"""Games by mail between players who are clumsy: typing errors, «as is», replies without orders, or with the
old mail quoted, two letters at once. After every mail run each line of each letter has its verdict, no line
that waited is gone without a word, and what is said to be done has happened."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.catalogue import game_names
from adjudicator.mail.desk.bound import ACCEPT
from adjudicator.mail.desk.table import Table
from adjudicator.mail.run import run_mail
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, State
from adjudicator.waiting_lines import AS_IS, kept_in
from adjudicator.wording.order_words import HELD, VERDICTS
from tests.cases import one_quick
from tests.games.test_said_and_done import TELLING, Witnessed, carried_out, happened
from tests.games.test_whole_game_by_mail import Mailboxes

MOST_LETTERS = 600
"""Two turns take fewer letters; a game that does not get on is seen."""
VERDICT = "|".join(map(re.escape, (*VERDICTS.values(), HELD)))


class Clumsy(Mailboxes):
    """A desk with two clumsy players."""

    def answer(self) -> bool:
        """One player answers one question, in one mail or two."""
        before = self.state()
        if before.over is not None:
            return False
        decision = before.waiting()[0]
        letters = [self.lines(before, decision)]
        letters += [self.lines(before, decision)] if self.chance.random() < 0.15 else []
        self.time += timedelta(minutes=15)
        known = {path.name for path in self.outbox()}
        for lines in letters:
            self.sent += 1
            self.time += timedelta(seconds=5)
            (self.desk.inbox / f"{self.sent:05}.eml").write_bytes(self.letter(decision.player, lines))
        sheets = self.sheets()
        assert run_mail(self.desk, self.time).problems == []
        told = "\n".join(self.texts(decision.player, known))
        silent = list(self.unanswered(letters, told))
        assert silent == [], f"{silent}\n{told}"
        assert list(self.vanished(before, self.state(), sheets)) == []
        assert list(self.undone(decision.player, before, sheets)) == []
        return True

    def state(self) -> State:
        """The game as it is now."""
        with self.desk.store() as store:
            return Table(store, 1).state

    def sheets(self) -> int:
        """How many sheets the game has had."""
        with self.desk.store() as store:
            return Table(store, 1).last.n

    def outbox(self) -> list[Path]:
        """All mails that went out."""
        return sorted((self.desk.outbox / "new").iterdir())

    def texts(self, side: str, known: set[str]) -> Iterator[str]:
        """The texts of the mails to a side that are new."""
        for path in (path for path in self.outbox() if path.name not in known):
            mail = message_from_bytes(path.read_bytes(), policy=policy.default)
            if side in str(mail["To"]):
                body = mail.get_body(("plain",))
                yield body.get_content() if body else ""

    def lines(self, state: State, decision: Decision) -> list[str]:
        """An answer of somebody in a hurry."""
        if decision.topic == ACCEPT:
            return [ACCEPT]
        lines = [*self.game.bot(state, decision, self.chance)]
        kind = self.chance.random()
        if kind < 0.05:
            return []
        if kind < 0.15:
            return [AS_IS[0], *lines]
        if kind < 0.4:
            at = self.chance.randrange(len(lines))
            lines.insert(at, self.mistyped(lines[at]))
        return [line for text in lines for line in text.splitlines()]

    def mistyped(self, line: str) -> str:
        """A line with a letter too few, a word too few, or two letters swapped."""
        words = line.split()
        at = self.chance.randrange(len(words))
        word = words[at]
        one = self.chance.randrange(len(word))
        words[at] = self.chance.choice((word[:one] + word[one + 1 :], word[1::-1] + word[2:], ""))
        return " ".join(filter(None, words)) or "x"

    def letter(self, side: str, lines: list[str]) -> bytes:
        """A letter, at times with the mail that it answers quoted below or a greeting around it."""
        mail = message_from_bytes(super().letter(side, lines), policy=policy.default)
        assert isinstance(mail, EmailMessage)
        text = mail.get_content()
        if self.chance.random() < 0.3:
            mine = [path for path in self.outbox() if f"1-{side}-" in path.name][-1:]
            old = message_from_bytes(mine[0].read_bytes(), policy=policy.default).get_body(("plain",))
            quoted = "\n".join(f"> {line}" for line in (old.get_content() if old else "").splitlines()[:60])
            text = f"Hello,\n\n{text}\nCheers\n\nOn Monday the referee wrote:\n{quoted}\n"
        mail.set_content(text)
        return mail.as_bytes()

    @staticmethod
    def unanswered(letters: Sequence[Sequence[str]], told: str) -> Iterator[str]:
        """The lines of letters of which their answers say nothing."""
        flat = " ".join(told.split())
        for line in (line for lines in letters for line in lines):
            said = " ".join(re.split(r"(?:^|\s)#", line)[0].split())  # GE-G6#1-1 is a name
            if said and not re.search(rf"\d+ +{re.escape(said)} +({VERDICT})", flat, re.IGNORECASE):
                yield line

    def rulings(self, since: int) -> list[Ruling]:
        """All that was ruled in the sheets after this one, on lines of older ones too."""
        with self.desk.store() as store:
            last = Table(store, 1).last.n
            return [one for n in range(since + 1, last + 1) for one in store.journal.rulings(1, n)]

    def vanished(self, before: State, now: State, since: int) -> Iterator[str]:
        """The lines that waited, wait no longer, and have no verdict."""
        ruled = {(one.sheet, one.line) for one in self.rulings(since)}
        for side in before.sides:
            left = {(line.order.sheet, line.order.line) for line in kept_in(now, side)}
            for line in kept_in(before, side):
                name = line.order.sheet, line.order.line
                if not line.bad and name not in ruled | left:
                    yield line.order.text

    def undone(self, side: str, before: State, since: int) -> Iterator[str]:
        """The lines said to be done of which something did not happen."""
        with self.desk.store() as store:
            table = Table(store, 1)
            found = happened(table.events(self.first(since), table.last.last_event))
        known = {*before.units, *before.board.spaces}
        for ruling in self.rulings(since):
            if not carried_out(ruling) or ruling.text.split()[:1][0] not in TELLING:
                continue
            orders, _ = self.game.grammar(side).sheet([(1, ruling.text)])
            missing = [word for one in orders for word in Witnessed.left_out(one, known, found)]
            if missing:
                yield f"{ruling.text}: {', '.join(missing)}"

    def first(self, since: int) -> int:
        """The number of the first event after a sheet."""
        with self.desk.store() as store:
            rows = [row for row in store.journal.sheets(1) if row.n <= since]
        return rows[-1].last_event + 1


@pytest.mark.slow
@pytest.mark.parametrize("name", one_quick(game_names(), kept=2))
def test_clumsy_letters_lose_no_line(name: str, tmp_path: Path) -> None:
    boxes = Clumsy(tmp_path / "desk", name, "clumsy")
    boxes.chance = random.Random("clumsy hands")
    boxes.play(most=25)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), [("panzerkorps48", 0), ("panzerkorps48", 1), ("donnerschlag", 0)])
def test_two_turns_of_clumsy_letters_lose_no_line(name: str, seed: int, tmp_path: Path) -> None:
    boxes = Clumsy(tmp_path / "desk", name, f"clumsy {seed}")
    while boxes.state().turn < 3 and boxes.sent < MOST_LETTERS:
        assert boxes.answer()
    assert boxes.state().turn == 3
