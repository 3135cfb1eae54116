"""The letters of one mail run, one after the other, each in a transaction of its own; and deadlines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from adjudicator.catalogue import find_game
from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.bound import words_of_letter
from adjudicator.mail.desk.passwords import Passwords
from adjudicator.mail.desk.registry import DeskRegistry, Tables
from adjudicator.mail.desk.table import Table
from adjudicator.mail.holding.held import files_held
from adjudicator.mail.holding.inbox import Slip, asked_at, in_order, slip
from adjudicator.mail.holding.intake import Arrival, again, settle
from adjudicator.mail.policy.mail_policy import (
    FORM,
    LOG_UNCODED,
    QUESTION,
    RIGHT,
    Action,
    Handling,
    decide,
    may_be_taken,
)
from adjudicator.mail.reading.block import Block, find_blocks
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.run.announcing import Announcing, RoundMissing
from adjudicator.mail.run.asking import told_alone
from adjudicator.mail.run.judging import BLANK, Brought, Judging, ahead, brings_orders
from adjudicator.mail.run.outcome import Done, MailRun, is_ours, whose
from adjudicator.mail.run.overdue import Overdue
from adjudicator.mail.run.passing import Passing
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.telling.my_games import tell_games
from adjudicator.store import SEEN_BEFORE, STRANGER, LetterRow, Store, StoreBusy, StoreUnusable

TWICE = "the same email came before, and is held"
READ = "goes to the referee, who will read it"
UNREAD = "was not used"
READ_TOO = "The referee will read your email, too."
"""What is said of words beside orders without an order block, below what to do about the orders."""
AS_NOTE = "For orders, send"
"""What is said of words without an order block, which may be a question, before what would be one."""
TEXT_FILES = "Of attached files, only .txt files and VASSAL logs are read."
JUDGED = "its orders were handled when it first came. No orders are used twice"

HANDLED, NO_ORDERS = "Its orders were handled", "Its order form is empty"


class Clerk:
    """Works through the letters of one mail run, in their order."""

    def __init__(self, desk: Desk, store: Store, now: datetime) -> None:
        self.desk, self.store, self.now = desk, store, now
        self.despatch = Despatch(desk, store, now)
        self.tables = Tables(store)
        self.registry = DeskRegistry(desk, self.tables, now)
        self.judging = Judging(desk, store, self.despatch)
        self.passing = Passing(desk, store, self.despatch, self.tables, self.registry)
        self.biggest = int(desk.settings.largest * 1_000_000)
        self.done = MailRun()

    def deliver(self) -> None:
        """Lay what is written into the outbox."""
        self.done.mails += self.despatch.deliver()

    def tell_fault(self, fault: Exception, told: str) -> None:
        """Tell the referee of something that went wrong and does not stop the mail run. Raises StoreUnusable:
        without a store there is none."""
        if isinstance(fault, StoreUnusable):
            raise fault
        self.done.ours |= is_ours(fault)
        if told not in self.done.problems:
            self.done.problems.append(told)

    def finish(self) -> MailRun:
        """What the mail run did, with what the mails that went out have brought up."""
        self.done.problems += self.despatch.remarks
        return self.done

    # -- letters -----------------------------------------------------------------------------------

    def take_in(self, arrived: Iterable[Arrival], stopped: Callable[[], bool] = lambda: False) -> None:
        """Handle every letter that came, until stopped. A letter that fails does not stop the others."""
        ordered = in_order([one for arrival in arrived for one in self._laid_out(arrival)])
        for at, one in enumerate(ordered):
            if stopped():
                return
            self._deal(again(one.arrival, self.biggest), ordered[at + 1 :])

    def _laid_out(self, arrival: Arrival) -> list[Slip]:
        """The slip of a letter that is to be dealt with; none of another."""
        if arrival.problem:
            self.done.problems.append(arrival.problem)
            return []
        self.tables.put_aside()
        try:
            return [self._slip(arrival, arrival.letter())] if self._is_new(arrival) else []
        except Exception as fault:  # one letter must not stop the others
            self.tell_fault(fault, f"{arrival.source}: {whose(fault, '')}; it stays where it is")
            return []

    def _is_new(self, arrival: Arrival) -> bool:
        """Whether a letter is to be dealt with: a new one, one that came before and is told so, or one that
        the referee took out of held/."""
        known = self.store.mail.dealt_with(arrival.sha256)
        if known is None:
            return True
        action, filed = known
        if not filed:  # it was not moved when the last mail run broke off
            self._file(arrival, Action.ANSWER if self._is_copy(arrival) else action)
        elif action == Action.HOLD and not self._is_copy(arrival):
            with self.store.transaction():
                self.store.mail.release(arrival.sha256)
        return filed

    def _is_copy(self, arrival: Arrival) -> bool:
        """Whether the same letter is in held/ already: it came twice, and the referee did not take it out."""
        known = self.store.mail.dealt_with(arrival.sha256) is not None
        there = files_held(self.desk).get(arrival.sha256[:16]) if known else None
        return there is not None and not (arrival.path.exists() and there.samefile(arrival.path))

    def _slip(self, arrival: Arrival, letter: Letter) -> Slip:
        """What the order of the mail run must know of a letter; nothing of a game with unreadable rules."""
        try:
            taken = may_be_taken(letter, self.registry, biggest=self.biggest)
            played = [(find_game(self.registry.rows[block.game].game), block) for block in taken]
            sheets = [ahead(*one) for one in played if brings_orders(*one, letter)]
        except Exception:  # it is told when the letter is dealt with
            taken, sheets = (), []
        return slip(arrival, letter, sheets, self._asked(taken) if letter.date else None, self.now)

    def _asked(self, blocks: Iterable[Block]) -> datetime | None:
        """When the first question was asked that is open to a side for which these blocks are."""
        seats = {(block.game, block.side) for block in blocks}
        rows = [row for game in {int(game) for game, _ in seats} for row in self.store.mail.deadlines(game)]
        return asked_at([row.asked for row in rows if (str(row.game), row.side) in seats])

    def _file(self, arrival: Arrival, action: str) -> None:
        """Move a letter's file to its place, and record that."""
        if self._move(arrival, action):
            with self.store.transaction():
                self.store.mail.mark_filed(arrival.sha256)

    def _move(self, arrival: Arrival, action: str) -> str:
        """Move a letter's file to where it belongs now; its SHA-256, "" where it is not for us to move."""
        settle(arrival, self.desk.held if action == Action.HOLD else self.desk.done)
        return arrival.sha256

    @contextmanager
    def _in_hand(self, arrival: Arrival, later: Sequence[Slip]) -> Iterator[tuple[Arrival, Sequence[Slip]]]:
        """Keep together all that becomes of a letter, with those behind it."""
        with self.store.transaction():
            yield arrival, later

    def _deal(self, arrival: Arrival, later: Sequence[Slip]) -> None:
        if arrival.problem:
            self.done.problems.append(arrival.problem)
            return
        self.tables.put_aside()
        self.desk.doing(f"Reading {arrival.source or 'an email'} ...")
        told = len(self.done.letters)
        try:
            with self._in_hand(arrival, later) as (arrival, behind):
                handlings = decide(arrival.letter(), self.registry, biggest=self.biggest)
                action = self._handle(arrival, handlings, behind)
        except (StoreUnusable, StoreBusy):
            self.tables.forget()
            del self.done.letters[told:]
            raise
        except Exception as fault:  # a fault of one game must not stop the mail: a person looks at it
            self.tables.forget()
            del self.done.letters[told:]
            held = self._hold_for_fault(arrival, fault)
            if not held:
                return
            action = Action.HOLD
        try:
            self.done.mails += self.despatch.deliver(filed=self._move(arrival, action))
        except Exception as fault:  # the next mail run tries again
            self.tell_fault(fault, f"{arrival.source}: {whose(fault, '')}")

    def _handle(self, arrival: Arrival, handlings: Sequence[Handling], later: Sequence[Slip]) -> Action:
        """Do what the policy says of each block, inside the letter's transaction; what became of it all."""
        if self._is_copy(arrival):
            handlings = [as_copy(handlings[0])]
        before = self.store.mail.judged(arrival.sha256)
        todo = [handling for handling in handlings if seat_of(handling) not in before]
        kept = self._keep(arrival, handlings[0])
        if not todo:
            self._note(arrival, handlings[0], "judged-before", JUDGED, Action.ANSWER)
            return self._end(kept, Action.ANSWER, before)
        said = self.passing.hear(todo, again=bool(before))
        for at, handling in enumerate(todo):
            row, why = self._one(arrival, handling, kept, later, said.told if at == 0 else "")
            self._note(arrival, handling, row, why, handling.action, said.note if at == 0 else "")
        self.passing.send(said)
        held = reason_to_hold(todo, said.note)
        if held:
            self.store.held.note(kept, held)
        judged = [
            seat_of(handling) for handling in todo if handling.action not in {Action.HOLD, Action.ANSWER}
        ]
        return self._end(kept, Action.HOLD if held else todo[0].action, (*before, *judged))

    def _one(
        self, arrival: Arrival, handling: Handling, kept: int, later: Sequence[Slip], words: str
    ) -> tuple[str, str]:
        """Do what the policy says of one block; the row, and why, as the referee is told."""
        block = handling.block
        if handling.action is Action.PASS_ON:
            self.despatch.answer(handling.letter, kept, f"{words}\n", *self._proof(handling))
        elif handling.row == QUESTION:
            self._tell_asked(handling, kept, words)
        elif handling.action in {Action.HOLD, Action.ANSWER} or block is None:
            self._tell_why(handling, kept, words)
        else:
            table = self.tables[int(block.game)]
            bound = words_of_letter(handling.letter, block, table.scheme)
            name = table.game.sides[block.side]
            Passwords(self.desk).know(table.number, block.side, name, handling.letter)
            asked = handling.words.asked
            brought = Brought(
                table, block, handling.letter, arrival.raw, handling.row, kept, words, bound, asked=asked
            )
            return self.judging.take(brought, handling, later)
        return handling.row, handling.why

    def _keep(self, arrival: Arrival, handling: Handling) -> int:
        """Keep the letter."""
        letter, block = handling.letter, handling.block
        number = block.game if block and block.game in self.registry.players else ""
        return self.store.mail.add_letter(
            LetterRow(
                sha256=arrival.sha256, raw=arrival.raw, message_id=letter.message_id, sender=letter.address,
                subject=letter.subject, received=self.despatch.stamp, policy=handling.row,
                action=str(handling.action), fingerprint=letter.fingerprint, note=handling.why,
                game=int(number) if number else None, side=block.side if block else "",
            )
        )  # fmt: skip

    def _end(self, kept: int, action: Action, judged: Sequence[str]) -> Action:
        """Note what became of a letter in the end, and which of its blocks are not to be judged again."""
        self.store.mail.mark_judged(kept, str(action), judged)
        return action

    def _note(
        self, arrival: Arrival, handling: Handling, row: str, why: str, action: Action, words: str = ""
    ) -> None:
        """Tell the referee what became of a letter, or of a block in it."""
        letter, block = handling.letter, handling.block
        game = block.game if block and block.game in self.registry.players else ""
        told = Done(arrival.source, letter.address, letter.subject, row, str(action), game, why, words)
        self.done.letters.append(told)

    def _tell_why(self, handling: Handling, kept: int, words: str) -> None:
        """Answer a letter that is not judged, where the policy says so; with the form, where it lacks one."""
        if handling.answer == STRANGER:
            self.despatch.turn_away(handling.letter, kept)
        if handling.answer in {"", STRANGER} or self.despatch.is_deaf(handling.letter):
            return
        form = self.judging.form(self.registry, self.tables, handling)
        unframed = handling.row == "no-block" and form and not form.startswith(BLANK)
        waits = handling.action is Action.HOLD and not unframed and handling.row not in RIGHT
        what = READ if waits else UNREAD  # who is told what to send need wait for nobody
        head = f'Your email "{handling.letter.subject}" {what}: {handling.why}.'
        right = f"{self._right(handling, form)} {READ_TOO}" if unframed else self._right(handling, form)
        parts = [head, right, words, form]
        self.despatch.answer(
            handling.letter, kept, "\n\n".join(filter(None, parts)) + "\n", *self._proof(handling)
        )

    def _right(self, handling: Handling, form: str) -> str:
        """What its sender may do about a letter that is not judged, in a sentence; "" for nothing."""
        if form.startswith(BLANK):
            return TEXT_FILES if handling.letter.unread else ""
        right = FORM if form and handling.row != LOG_UNCODED else handling.right
        if right in {"", *RIGHT.values()}:
            return f"{right}." if right else ""
        as_note = handling.action is Action.HOLD and handling.row == "no-block"
        return f"{AS_NOTE if as_note else 'Send instead'}: {right}."

    def _tell_asked(self, handling: Handling, kept: int, words: str) -> None:
        """Answer what a letter without orders asks, with what its answer says of the words beside it."""
        letter = handling.letter
        if handling.proved or not self.despatch.is_deaf(letter):
            mine = partial(
                tell_games, self.store, self.desk.settings, letter.address, self.tables.__getitem__
            )
            text = told_alone(
                self.store, self.tables, letter, handling.words.asked, self.registry.desk, mine,
                self.despatch.closing,
            )  # fmt: skip
            told = "\n\n".join(filter(None, (text, words)))
            self.despatch.answer(letter, kept, f"{told}\n", *self._proof(handling))

    def _proof(self, handling: Handling) -> tuple[Table | None, str]:
        """The game and side whose reply code a block has, for the answer to count as theirs."""
        block = handling.block
        return (self.tables[int(block.game)], block.side) if block and handling.proved else (None, "")

    def _hold_for_fault(self, arrival: Arrival, fault: Exception) -> bool:
        """Hold a letter over which something went wrong, and say so to its writer; where that goes wrong too,
        without a word to them. Whether it could be kept at all."""
        told = len(self.done.letters)
        for hold in (self._hold_and_answer, self._hold_unread):
            try:
                with self._in_hand(arrival, ()) as (arrival, _):
                    hold(arrival, fault)
                return True
            except StoreBusy:
                raise
            except Exception as another:  # the letter stays where it is, and the others go on
                del self.done.letters[told:]
                self.tell_fault(another, f"{arrival.source}: {whose(another, '')}")
        return False

    def _hold_and_answer(self, arrival: Arrival, fault: Exception) -> None:
        letter = arrival.letter()
        block = next((found for found in find_blocks(letter) if isinstance(found, Block)), None)
        self.tell_fault(fault, f"{arrival.source}: {whose(fault, block.game if block else '')}; it is held")
        held = Handling(
            Action.HOLD, "our-fault", letter, block, "our-fault",
            "hexpost made a mistake with it. Nothing was changed, and the referee will write to you",
        )  # fmt: skip
        kept = self._keep(arrival, held)
        self.store.held.note(kept, held.why)
        self._note(arrival, held, held.row, f"{type(fault).__name__}: {fault}", Action.HOLD)
        if self.registry.knows(letter.address) and not (letter.robot or letter.sender.doubts):
            self._tell_why(held, kept, "")
        self._end(kept, Action.HOLD, self.store.mail.judged(arrival.sha256))

    def _hold_unread(self, arrival: Arrival, fault: Exception) -> None:
        """Keep the bytes of a letter and nothing that was read in it."""
        name, why = f"<{arrival.sha256[:32]}@held.invalid>", type(fault).__name__
        kept = self.store.mail.add_letter(
            LetterRow(
                arrival.sha256, arrival.raw, name, "", "", self.despatch.stamp, "our-fault", str(Action.HOLD)
            )
        )
        self.store.held.note(kept, "hexpost made a mistake with it, and could not answer it")
        self.tell_fault(fault, f"{arrival.source}: {why}; it is held without an answer")
        self.done.letters.append(Done(arrival.source, "", "", "our-fault", str(Action.HOLD), why=why))

    # -- what was announced ----------------------------------------------------------------------------

    def judge_announced(self, stopped: Callable[[], bool] = lambda: False) -> None:
        """Judge what was announced in games that use a beacon, as far as its rounds are here."""
        announcing = Announcing(self.despatch, self.judging)
        bound = [row.id for row in self.registry.rows.values() if b'"beacon"' in row.opening]
        for number in bound:
            self.tables.put_aside()
            more = True
            while more and not stopped():
                more = self._judge_next(announcing, number)

    def _judge_next(self, announcing: Announcing, number: int) -> bool:
        try:
            with self.store.transaction():
                return announcing.judge_next(self.tables[number])
        except RoundMissing as missing:
            self._tell_daily(f"beacon of game {number}", str(missing))
            return False
        except Exception as fault:  # a fault of one game must not stop the mail of the others
            self._tell_fault_of(number, fault)
            return False

    def _tell_fault_of(self, number: int, fault: Exception) -> None:
        """Tell the referee of a fault in a game, of which something was undone."""
        self.tables.forget()
        told = whose(fault, str(number))
        self.tell_fault(fault, told if told.startswith("game ") else f"game {number}: {told}")

    def _tell_daily(self, what: str, told: str) -> None:
        """Tell the referee of something that lasts, at once and then once a day."""
        before, _, words = self.store.transit.note(what).partition(" ")
        if words == told and self.despatch.now - datetime.fromisoformat(before) < timedelta(days=1):
            return
        with self.store.transaction():
            self.store.transit.set_note(what, f"{self.despatch.stamp} {told}")
        self.done.problems.append(told)

    # -- digests ----

    def digests(self) -> None:
        """Tell everybody for whom the day has ended what they were not told at once."""
        for number, side in self.store.mail.digests(self.despatch.stamp):
            self.tables.put_aside()
            try:
                with self.store.transaction():
                    self.despatch.digest(self.tables[number], side)
            except Exception as fault:  # as above
                self._tell_fault_of(number, fault)

    # -- deadlines -----------------------------------------------------------------------------------

    def overdue(self) -> None:
        """Deal with questions whose time is over, or nearly so: remind, or take silence as it is meant."""
        late = Overdue(self.despatch, self.tables.__getitem__)
        for row in late.rows():
            self.tables.put_aside()
            try:
                with self.store.transaction():
                    late.deal(row)
            except Exception as fault:  # as above
                self._tell_fault_of(row.game, fault)
        self.done.news += late.news


def reason_to_hold(handlings: Sequence[Handling], note: str) -> str:
    """Why a letter is held, "" if it is not: what is wrong with its parts, and words to the referee."""
    whys = [handling.why for handling in handlings if handling.action is Action.HOLD]
    blocks = [handling.block for handling in handlings if handling.block]
    empty = all(block.is_empty for block in blocks) and not handlings[0].letter.logs
    judged = f". {NO_ORDERS if empty else HANDLED}" if blocks else ""
    words = f"it has a note to you{judged}" if note and not whys else ""
    return "; ".join(dict.fromkeys(filter(None, [*whys, words])))


def as_copy(handling: Handling) -> Handling:
    """What is done with a copy of a letter that is held: it is filed, and answered as its own row says; a
    stranger is answered once."""
    if handling.row == SEEN_BEFORE:
        return handling
    answer = "" if handling.answer == STRANGER else handling.answer
    return replace(handling, row=SEEN_BEFORE, action=Action.ANSWER, why=TWICE, answer=answer)


def seat_of(handling: Handling) -> str:
    """By which it is known whether a block was judged: its game and side; "words" for a letter of words."""
    block = handling.block
    if handling.action is Action.PASS_ON or block is None:
        return "words" if handling.action is Action.PASS_ON else ""
    return f"{block.game} {block.side}"
