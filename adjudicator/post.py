"""One pass of the post: take the mail in, judge it, send what is due.

Each letter is one transaction: the letter, its rulings, events, dice and the mails it causes are kept
together or not at all. Files move afterwards, in ways that may be repeated, so a crash at any moment loses
nothing and does nothing twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from adjudicator.desk import Desk
from adjudicator.desk.despatch import Despatch
from adjudicator.desk.registry import DeskRegistry, Tables
from adjudicator.desk.reports import waited_for
from adjudicator.desk.sent_logs import from_log, sheet_of
from adjudicator.desk.table import Step, Table
from adjudicator.desk.trial import try_sheet
from adjudicator.mail.block import Block, find_block
from adjudicator.mail.intake import Arrival, arrivals, mbox_spans, settle, unpack_mbox
from adjudicator.mail.letter import Letter
from adjudicator.mail.policy import Action, Verdict, decide
from adjudicator.referee import STANDING, split_standing
from adjudicator.rulings import Ruling
from adjudicator.store import Deadline, LetterRow, Store, StoreUnusable

CHECKED = "Nothing has happened: this is what the referee would say of your orders, as far as no die decides."
TAKEN = "Your orders, line by line:"
FOLLOWS = "What came of them, and what is asked now, stands in the report that follows."


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one letter: the row of the policy, the action, and a word for the referee."""

    source: str
    sender: str
    subject: str
    row: str
    action: str
    game: str = ""
    why: str = ""


@dataclass(slots=True)
class Pass:
    """What one pass did; `problems` are for the referee's eyes, and `ours` says that hexpost made one."""

    letters: list[Done] = field(default_factory=list)
    mails: int = 0
    problems: list[str] = field(default_factory=list)
    ours: bool = False


def run_pass(desk: Desk, now: datetime, wait: float = 10.0) -> Pass:
    """One pass over the mail of a desk, alone at it. Raises DeskError when another is at work there."""
    with desk.alone(wait), desk.store() as store:
        clerk = Clerk(desk, store, now)
        clerk.deliver()
        clerk.take_in(list(arrivals(inbox(desk), biggest=clerk.biggest)))
        clerk.overdue()
        clerk.deliver()
    return clerk.done


def inbox(desk: Desk) -> list[Path]:
    """Where letters lie: the Maildir, after files laid beside it, of which an mbox is taken apart first."""
    loose = [p for p in sorted(desk.inbox.iterdir()) if p.suffix.lower() in {".eml", ".mbox"} and p.is_file()]
    for file in loose:
        if mbox_spans(file):
            unpack_mbox(file, desk.inbox / "new")
    return [*(file for file in loose if file.exists()), desk.inbox]


class Clerk:
    """Works through the letters of one pass, in their order."""

    def __init__(self, desk: Desk, store: Store, now: datetime) -> None:
        self.desk, self.store, self.now = desk, store, now
        self.despatch = Despatch(desk, store, now)
        self.tables = Tables(store)
        self.registry = DeskRegistry(desk, self.tables)
        self.biggest = int(desk.settings.largest * 1_000_000)
        self.done = Pass()

    def deliver(self) -> None:
        """Lay what is written into the outbox."""
        self.done.mails += self.despatch.deliver()

    # -- letters -----------------------------------------------------------------------------------

    def take_in(self, arrived: Sequence[Arrival]) -> None:
        """Deal with every letter that came; one that makes trouble does not stop the others."""
        for at, arrival in enumerate(arrived):
            if arrival.problem:
                self.done.problems.append(arrival.problem)
            elif self._is_new(arrival):
                self._deal(arrival, arrived[at + 1 :])

    def _is_new(self, arrival: Arrival) -> bool:
        """Whether a letter is to be dealt with: a new one, one that came before and is told so, or one that
        the referee took out of held/."""
        known = self.store.mail.dealt_with(arrival.sha256)
        if known is None:
            return True
        action, filed = known
        if not filed:  # it was not moved when the last pass broke off
            self._file(arrival, action)
        elif action == Action.HOLD:
            with self.store.transaction():
                self.store.mail.release(arrival.sha256)
        return filed

    def _file(self, arrival: Arrival, action: str) -> None:
        """Move a letter's file to where it belongs now."""
        settle(arrival, self.desk.held if action == Action.HOLD else self.desk.done)
        with self.store.transaction():
            self.store.mail.mark_filed(arrival.sha256)

    def _deal(self, arrival: Arrival, later: Sequence[Arrival]) -> None:
        told = len(self.done.letters)
        try:
            verdict = self._decide(arrival)
            with self.store.transaction():
                action = self._handle(arrival, verdict, later)
        except StoreUnusable:
            raise
        except Exception as fault:  # a fault of one game must not stop the post: a person looks at it
            self.tables.forget()
            del self.done.letters[told:]
            action = self._hold_for_fault(arrival, fault)
        self._file(arrival, action)
        self.deliver()

    def _decide(self, arrival: Arrival) -> Verdict:
        return decide(arrival.letter(), self.registry, biggest=self.biggest)

    def _handle(self, arrival: Arrival, verdict: Verdict, later: Sequence[Arrival]) -> Action:
        """Do what the policy says, inside the letter's transaction."""
        block = verdict.block
        if verdict.action in {Action.HOLD, Action.ANSWER} or block is None:
            kept = self._keep(arrival, verdict, verdict.row, verdict.why)
            self._tell_why(verdict, kept)
            return verdict.action
        table = self.tables[int(block.game)]
        if verdict.action is Action.CHECK:
            self._check(table, block, verdict.letter, self._keep(arrival, verdict, verdict.row, verdict.why))
        elif self._is_replaced(block, verdict, later):
            kept = self._keep(arrival, verdict, "replaced", "a later sheet came with it")
            self._say_replaced(table, block, verdict.letter, kept)
        else:
            self._orders(table, block, arrival, verdict)
        return verdict.action

    def _keep(self, arrival: Arrival, verdict: Verdict, row: str, note: str) -> int:
        """Keep the letter, and note for the pass's report what became of it."""
        letter, block = verdict.letter, verdict.block
        number = block.game if block and block.game in self.registry.players else ""
        told = Done(arrival.source, letter.address, letter.subject, row, str(verdict.action), number, note)
        self.done.letters.append(told)
        return self.store.mail.add_letter(
            LetterRow(
                sha256=arrival.sha256, raw=arrival.raw, message_id=letter.message_id, sender=letter.address,
                subject=letter.subject, received=self.despatch.stamp, policy=row, action=str(verdict.action),
                fingerprint=letter.fingerprint, note=note, game=int(number) if number else None,
                side=block.side if block else "",
            )
        )  # fmt: skip

    def _tell_why(self, verdict: Verdict, kept: int) -> None:
        """Answer a letter that is not judged, where the policy says so."""
        if not verdict.answer:
            return
        what = "is laid before the referee" if verdict.action is Action.HOLD else "was not judged"
        lines = [f"Your letter «{verdict.letter.subject}» {what}: {verdict.why}."]
        if verdict.right:
            lines.append(f"What would be right: {verdict.right}.")
        self.despatch.answer(verdict.letter, kept, "\n\n".join(lines) + "\n")

    def _hold_for_fault(self, arrival: Arrival, fault: Exception) -> Action:
        letter = arrival.letter()
        found = find_block(letter)
        block = found if isinstance(found, Block) else None
        self.done.ours |= is_ours(fault)
        self.done.problems.append(
            f"{arrival.source}: {whose(fault, block.game if block else '')}; it is held"
        )
        with self.store.transaction():
            held = Verdict(
                Action.HOLD, "our-fault", letter, block, "our-fault",
                "hexpost made a mistake over it; nothing was applied, and the referee will write to you",
            )  # fmt: skip
            kept = self._keep(arrival, held, held.row, f"{type(fault).__name__}: {fault}")
            self._tell_why(held, kept)
        return Action.HOLD

    # -- sheets ------------------------------------------------------------------------------------

    def _check(self, table: Table, block: Block, letter: Letter, kept: int) -> None:
        sheet = sheet_of(table, block, letter, self.desk.boards)
        rulings = [*sheet.rulings, *try_sheet(table.game, table.state, block.side, sheet.lines)]
        self.despatch.verdicts(letter, kept, table, block.side, rulings, CHECKED)

    def _is_replaced(self, block: Block, verdict: Verdict, later: Iterable[Arrival]) -> bool:
        """Whether a later letter of this pass answers the same questions; standing orders never replace."""
        if not brings_orders(block, verdict.letter):
            return False
        return any(self._replaces(block, verdict.letter, arrival) for arrival in later if not arrival.problem)

    def _replaces(self, block: Block, letter: Letter, arrival: Arrival) -> bool:
        found = find_block(arrival.letter())
        if not isinstance(found, Block) or (found.game, found.side) != (block.game, block.side):
            return False  # before anything is asked about its game, whose files may be at fault
        other = self._decide(arrival)
        if other.action is not Action.TAKE or other.block is None or other.letter.sha256 == letter.sha256:
            return False
        return other.letter.message_id != letter.message_id and brings_orders(other.block, other.letter)

    def _say_replaced(self, table: Table, block: Block, letter: Letter, kept: int) -> None:
        why = "replaced by your later mail"
        lines = block.lines or ((0, "your log"),)
        rulings = [Ruling(0, line, text, "not-judged", "", why) for line, text in lines]
        self.despatch.verdicts(letter, kept, table, block.side, rulings, TAKEN)

    def _orders(self, table: Table, block: Block, arrival: Arrival, verdict: Verdict) -> None:
        sheet = sheet_of(table, block, verdict.letter, self.desk.boards)
        lines: list[tuple[int, str]] = list(sheet.lines)
        idle: list[tuple[int, str]] = []
        if verdict.row == "early":
            lines, idle = split_standing(lines)
        row = verdict.row if lines else "not-asked" if idle else "log-without-orders"
        kept = self._keep(arrival, verdict, row, verdict.why)
        self._chat(table, block)
        rulings = [self._not_asked(table, line, text) for line, text in idle if not text.startswith("#")]
        rulings = [*sheet.rulings, *rulings]
        if not lines:
            self.despatch.verdicts(verdict.letter, kept, table, block.side, rulings, TAKEN)
            return
        step = table.take_orders(block.side, lines, arrival.raw, kept, self.despatch.stamp)
        rulings += [ruling for ruling in step.rulings if ruling.sheet == step.row.n]
        self._answer_and_report(table, step, verdict.letter, kept, rulings)

    def _answer_and_report(
        self, table: Table, step: Step, letter: Letter, kept: int, rulings: Sequence[Ruling]
    ) -> None:
        """The answer first, then the reports: the newest mail says what is asked now."""
        side, by_line = step.row.side, sorted(rulings, key=lambda ruling: ruling.line)
        self.despatch.deadlines(step)
        tail = FOLLOWS if self.despatch.has_news(table, step, side) else ""
        self.despatch.verdicts(letter, kept, table, side, by_line, TAKEN, tail)
        for reader in table.row.players:
            self.despatch.report(table, step, reader)

    def _not_asked(self, table: Table, line: int, text: str) -> Ruling:
        names = " and ".join(table.game.sides[side] for side in waited_for(table.state))
        return Ruling(0, line, text, "not-judged", "", f"it is not your turn; the game waits for {names}")

    def _chat(self, table: Table, block: Block) -> None:
        """Words around the orders go to the other sides with their next mail."""
        most = self.desk.settings.chat
        if block.chat and most:
            text = block.chat if len(block.chat) <= most else f"{block.chat[:most].rstrip()} [...]"
            readers = [side for side in table.row.players if side != block.side]
            self.store.mail.add_chat(table.number, block.side, readers, text)

    # -- deadlines -----------------------------------------------------------------------------------

    def overdue(self) -> None:
        """Deal with questions whose time is over: remind once, or take silence as the answer."""
        for row in self.store.mail.deadlines():
            if row.due > self.despatch.stamp:
                return
            try:
                with self.store.transaction():
                    self._late(self.tables[row.game], row)
            except StoreUnusable:
                raise
            except Exception as fault:  # a fault of one game must not stop the post of the others
                self.tables.forget()
                self.done.ours |= is_ours(fault)
                told = whose(fault, str(row.game))
                self.done.problems.append(told if told.startswith("game ") else f"game {row.game}: {told}")

    def _late(self, table: Table, row: Deadline) -> None:
        """Take silence as the answer to a question that is overdue, or remind its player once."""
        decision = next((d for d in table.state.waiting() if d.id == row.decision), None)
        if decision is None:
            return
        silent = self.desk.settings.on_silence == "default"
        step = table.take_silence(decision, self.despatch.stamp) if silent else None
        if step is not None:
            self.despatch.follow(table, step)
        elif not row.reminded:
            self.despatch.remind(table, row.side)
            self.store.mail.mark_reminded(row, self.despatch.stamp)


def whose(fault: Exception, game: str) -> str:
    """What to tell the referee of a fault: files of a game that cannot be read, or hexpost's own mistake."""
    if is_ours(fault):
        return f"hexpost made a mistake of its own ({type(fault).__name__}: {fault})"
    return f"game {game} cannot be read ({fault})"


def is_ours(fault: Exception) -> bool:
    """Whether a fault is hexpost's own, and not one of an input."""
    return getattr(fault, "exit_code", None) != 1


def brings_orders(block: Block, letter: Letter) -> bool:
    """Whether a letter brings orders that are no standing ones, typed or in a log."""
    return bool(orders_in(block)) or from_log(block, letter)


def orders_in(block: Block) -> list[str]:
    """The lines of a block that are neither comments nor standing orders."""
    lines = [text for _, text in block.lines if not text.startswith("#")]
    return [text for text in lines if text.split()[0].casefold() not in STANDING]
