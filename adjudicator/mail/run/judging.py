"""A good block of a letter: its orders judged, tried, or replaced by those of a later letter."""

from __future__ import annotations

import email
from collections.abc import Sequence
from dataclasses import dataclass, replace
from email.policy import default
from functools import partial
from hashlib import sha256
from textwrap import fill

from adjudicator.dice import FIRST_SCHEME
from adjudicator.events import RoundUsed
from adjudicator.game import Game
from adjudicator.judging.lapsing import WHEN_ASKED
from adjudicator.judging.referee import plain_lines, says, split_standing
from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.agreements import carry_out, saying, try_said
from adjudicator.mail.desk.announced import announce
from adjudicator.mail.desk.bound import ACCEPT, Sent, accepting, bound_text, split_bound
from adjudicator.mail.desk.forms import order_form
from adjudicator.mail.desk.pages import PAUSED, events_text
from adjudicator.mail.desk.questions import GAMES, OF_THE_POSITION, answer, done, split_questions
from adjudicator.mail.desk.registry import DeskRegistry, Tables
from adjudicator.mail.desk.sent_logs import lines_of
from adjudicator.mail.desk.sheets import Sheet, read_sheet
from adjudicator.mail.desk.table import Table, Taken
from adjudicator.mail.desk.trial import known_to, try_attack, try_sheet
from adjudicator.mail.holding.inbox import Ahead, Slip
from adjudicator.mail.policy.conditions import Case, objections
from adjudicator.mail.policy.mail_policy import (
    LOG_UNCODED,
    OBJECTION_OUTSIDE,
    UNCODED,
    UNFRAMED,
    Action,
    Handling,
)
from adjudicator.mail.reading.block import Block, Fault, from_log
from adjudicator.mail.reading.codes import same_code
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.settings.wishes import Line, ruling_on, split_said, split_wishes
from adjudicator.mail.telling.my_games import tell_games
from adjudicator.mail.telling.reports import asked_of, told_to_wait
from adjudicator.mail.telling.rhythm import answers_part
from adjudicator.rulings import Ruling
from adjudicator.store import Store
from adjudicator.waiting_lines import AS_IS, ENDING, START_OVER
from templates.folding import WIDTH

CHECKED = "Dry run: nothing has happened. Your orders, as far as no die roll decides:"
TAKEN = "Your orders, line by line:"
CAME = "Results (your next report has all the arithmetic):"
FOLLOWS = "The report that follows has the results and your next move."
REPLACED = "replaced by your later email"
ACCEPTS = "By sending orders you have accepted the game."
WAITS = (
    "Your orders have arrived and can no longer be changed. hexpost adjudicates them when the beacon round "
    "is published, after any orders announced before them."
)
INSTEAD = "Your later email replaces this one."
KEPT = "Its standing orders are kept."
BEFORE = "Before these orders:"
FORM, BLANK = "The form to send:", "For orders, fill in this form, above all quoted text, and send it:"
WITH_FORM = frozenset((
    UNCODED, LOG_UNCODED, "header", "wrong-turn", "no-code", "old-code", "wrong-code", "no-block", UNFRAMED,
    OBJECTION_OUTSIDE,
))  # fmt: skip
"""Rows that are answered with the present form, ready filled."""
NOT_YOURS = "If you did not write that email, send nothing, and tell the referee."


@dataclass(frozen=True, slots=True)
class Brought:
    """A good block with all that is needed to deal with it.

    `kept` is its letter's number in the store, `words` what its answer says of the words around it, and
    `rulings` what is said of lines that are no orders of the game: they are taken off the block. `bound` is
    what of the letter the dice are bound to when it is taken; `asked` are questions that stand beside it.
    """

    table: Table
    block: Block
    letter: Letter
    raw: bytes
    row: str
    kept: int
    words: str
    bound: str
    rulings: tuple[Ruling, ...] = ()
    asked: tuple[str, ...] = ()
    round: RoundUsed | None = None

    @property
    def sent(self) -> Sent:
        """Its letter, as a table takes it."""
        return Sent(self.raw, self.kept, self.bound, self.round)


class Judging:
    """Judges blocks, answers them line by line, and has the reports written that follow."""

    def __init__(self, desk: Desk, store: Store, despatch: Despatch) -> None:
        self.desk, self.store, self.despatch = desk, store, despatch

    def take(self, brought: Brought, handling: Handling, later: Sequence[Slip]) -> tuple[str, str]:
        """Do what the policy says with a good block; the row, and why, as the referee is told."""
        moves = handling.action is Action.TAKE
        brought = self._answered(self._without_wishes(brought, keep=moves), moves)
        if handling.action is Action.CHECK:
            self._check(brought)
        elif brought.table.chain:
            return self._announce(brought), handling.why
        elif self._is_replaced(brought, later):
            self._replaced(brought)
            return "replaced", "later orders came with it"
        else:
            return self._orders(brought), handling.why
        return handling.row, handling.why

    def judge_announced(self, brought: Brought) -> None:
        """Judge orders that were announced, with the round that they waited for; what in them is for the desk
        was answered when they came."""
        plain = self._answered(self._without_wishes(brought, keep=False))
        self._orders(replace(plain, rulings=(), words=""))

    def _announce(self, brought: Brought) -> str:
        """Announce a sheet whose dice are bound to a round of a beacon; the row as the referee is told. One
        without any orders waits for nothing."""
        table = brought.table
        if self._sheet(brought).empty:
            return self._orders(brought)
        digest = sha256(brought.raw).hexdigest()
        taken = announce(table, brought.bound, self.despatch.stamp, letter=digest)
        text = str(taken.events[0].says(table.game.names()))
        self._answer(brought, (), fill(f"{WAITS} {text}", WIDTH), taken=True)
        self.despatch.follow(table, taken)
        return "announced"

    def _without_wishes(self, brought: Brought, keep: bool) -> Brought:
        """The block without lines on how its side wants pictures and reports; a dry run keeps none."""
        wishes, lines = split_wishes(brought.block.lines)
        rulings = [ruling_on(wish, bool(self.desk.settings.pictures_at)) for wish in wishes]
        for ruling, wish in zip(rulings, wishes, strict=True):
            if keep and ruling.verdict == "done":
                wished = {wish.what: wish.way}
                self.store.mail.set_wish(brought.table.number, brought.block.side, **wished)
        return replace(brought, block=replace(brought.block, lines=tuple(lines)), rulings=tuple(rulings))

    def _answered(self, brought: Brought, moves: bool = False) -> Brought:
        """The block without what it asks the referee, and what is said of that: where its orders are taken
        (`moves`), that it was said before them."""
        table, side = brought.table, brought.block.side
        beside = [(0, text) for text in brought.asked]
        questions, lines = split_questions(table.game, [*brought.block.lines, *beside])
        if not questions:
            return brought
        seen = known_to(table.game, table.state, side)
        told = [
            done(
                one,
                tell_games(
                    self.store, self.desk.settings, brought.letter.address, partial(Table, self.store)
                ),
            )
            if one.word == GAMES
            else answer(
                table.game,
                seen,
                one,
                partial(newest, table, side),
                partial(try_attack, table.game, table.state, side),
            )
            for one in questions
        ]
        of_now = any(one.word in OF_THE_POSITION for one in questions)
        orders = brought.letter.logs or any(text[0] != "#" for _, text in lines)
        before = BEFORE if moves and of_now and orders and any(one.below for one in told) else ""
        return replace(
            brought,
            block=replace(brought.block, lines=tuple(lines)),
            rulings=(*brought.rulings, *(one.ruling for one in told)),
            words="\n\n".join(filter(None, (brought.words, before, *(one.below for one in told)))),
        )

    def _answer(
        self, brought: Brought, rulings: Sequence[Ruling], head: str, tail: str = "", taken: bool = False,
        page: bool = False,
    ) -> None:  # fmt: skip
        """Answer a sheet, line by line in their order; one that was taken with what the dice are bound to,
        and with the page for orders if that has changed."""
        by_line = sorted((*brought.rulings, *rulings), key=lambda ruling: ruling.line)
        table, side = brought.table, brought.block.side
        bound = bound_text(brought.bound, table.scheme) if taken and table.scheme != FIRST_SCHEME else ""
        self.despatch.verdicts(
            brought.letter, brought.kept, table, side, by_line, head, tail, brought.words, bound, page
        )

    def _check(self, brought: Brought) -> None:
        table, block = brought.table, brought.block
        sheet = lines_of(table, block, brought.letter, self.desk.boards)
        said, lines = split_said(table.game, list(sheet.lines))
        rulings = [*sheet.rulings, *try_sheet(table.game, table.state, block.side, lines)]
        rulings += try_said(table.game, table.state, block.side, said)
        self._answer(brought, rulings, CHECKED)

    # -- replaced by a later letter --------------------------------------------------------------------

    def _is_replaced(self, brought: Brought, later: Sequence[Slip]) -> bool:
        """Whether a later letter of this mail run answers the same question; standing orders replace none."""
        table, block = brought.table, brought.block
        seat = (block.game, block.side)
        others = [other for one in later for other in one.sheets if (other.game, other.side) == seat]
        if not others or not brings_orders(table.game, block, brought.letter):
            return False
        asked = question(table, ahead(table.game, block))
        return any(may_answer(table, other, asked) for other in others)

    def _replaced(self, brought: Brought) -> None:
        """Say that the orders are replaced; the standing ones are kept, and answer nothing yet."""
        block = brought.block
        said, plain = split_said(brought.table.game, block.lines)
        standing, idle = split_standing(brought.table.game, plain)
        lines = idle if block.lines else [(0, "your log")]
        rulings = [Ruling(0, n, text, "not-judged", "", REPLACED) for n, text in lines if text[0] != "#"]
        kept = bool(standing or said)
        if kept:
            stamp = self.despatch.stamp
            say = saying(brought.table, block.side, said, stamp)
            taken = brought.table.hear(block.side, standing, brought.sent, stamp, say)
            rulings += taken.rulings
        tail = f"{INSTEAD}\n{KEPT}" if standing else INSTEAD
        self._answer(brought, rulings, TAKEN, tail, taken=kept)
        if said:
            self._follow(brought.table, taken)

    # -- judged ----------------------------------------------------------------------------------------

    def _orders(self, brought: Brought) -> str:
        """Judge a sheet; the row as the referee is told."""
        table, block = brought.table, brought.block
        sheet = self._sheet(brought)
        rulings = [*sheet.rulings, *(self._not_asked(brought, line, text) for line, text in sheet.idle)]
        if sheet.empty:
            self._answer(brought, rulings, TAKEN)
            return "not-asked" if sheet.idle else brought.row if brought.rulings else "log-without-orders"
        say = saying(table, block.side, sheet.said, self.despatch.stamp)
        brought = self._accepting(brought)
        taken = table.take_orders(block.side, sheet.lines, brought.sent, self.despatch.stamp, say)
        self._answer_and_report(
            brought, taken, [*rulings, *(r for r in taken.rulings if r.sheet == taken.row.n)]
        )
        return brought.row

    def _accepting(self, brought: Brought) -> Brought:
        """The block with a word on what it does beside all its lines: even one that is not understood accepts
        the game."""
        asked = brought.table.state.decision(brought.block.side, ACCEPT)
        if asked is None or any(accepting(text) for _, text in brought.block.lines):
            return brought
        return replace(brought, words="\n\n".join(filter(None, (ACCEPTS, brought.words))))

    def _sheet(self, brought: Brought) -> Sheet:
        early, stamp = brought.row == "early", self.despatch.stamp
        return read_sheet(brought.table, brought.block, brought.letter, self.desk.boards, early, stamp)

    def _answer_and_report(self, brought: Brought, taken: Taken, rulings: Sequence[Ruling]) -> None:
        """The answer first, then the reports: the newest mail says what is asked now. What all have agreed to
        is carried out before."""
        table = brought.table
        self.despatch.deadlines(table, taken)
        done = carry_out(table, self.despatch.stamp)
        if done:
            self.despatch.deadlines(table, done)
            taken = replace(done, row=replace(done.row, side=taken.row.side))
        news = self.despatch.news(table, taken)
        if taken.row.side in news:
            self._answer(brought, rulings, TAKEN, FOLLOWS, taken=True)
        else:
            last = taken.row.last_event  # as the journal tells them, in the words of the report to come
            kept = table.events(last - len(taken.events) + 1, last)
            came = events_text(table.game, kept, taken.row.side)
            told = "\n\n".join(filter(None, (came and f"{CAME}\n\n{came}", brought.words)))
            page = answers_part(taken, taken.row.side)
            self._answer(replace(brought, words=told), rulings, TAKEN, taken=True, page=page)
        self.despatch.reports(table, taken, news)

    def _follow(self, table: Table, taken: Taken) -> None:
        """The reports of what was said to a proposal, and of what came of it."""
        done = carry_out(table, self.despatch.stamp)
        if done:
            self.despatch.deadlines(table, taken)
        self.despatch.follow(table, done or taken)

    def _not_asked(self, brought: Brought, line: int, text: str) -> Ruling:
        table = brought.table
        waited = told_to_wait(table.state, brought.block.side)
        names = " and ".join(table.game.sides[side] for side in waited)
        why = f"it is not your turn; waiting for {names}. {WHEN_ASKED}"
        return Ruling(0, line, text, "not-judged", "", why)

    # -- the form, for a block that has no good first line -----------------------------------------------

    def form(self, registry: DeskRegistry, tables: Tables, handling: Handling) -> str:
        """The present form with the lines that were sent, for the player whose block lacks a good first line.

        "" where it is no such block, or the seat is in doubt: a form goes to nobody but the player of the
        side, at the address with which they play.
        """
        if handling.row not in WITH_FORM or handling.found is None:
            return ""
        address, found = handling.letter.address, handling.found
        head = found.header if isinstance(found, Fault) else found
        case = Case(handling.letter, registry, 0, found)
        outside = head is None or handling.row == UNFRAMED
        lines = case.orders if outside else [text for _, text in found.lines if text[0] != "#"]
        if handling.row == OBJECTION_OUTSIDE:
            lines = [*objections(case), *lines]
        named = head.game if head else ""
        named = named if named in registry.games(address) else case.meant
        game, side = _seat(registry, address, named, head.side if head else "")
        if not side:
            return ""
        form = order_form(tables[int(game)], side, lines, advice=False)
        blank, uncoded = handling.row == "no-block" and not lines, handling.row == LOG_UNCODED
        title = f"{BLANK}\n\n" if blank else f"{FORM}\n\n" if uncoded else ""
        return f"{title}{form}\n\n{NOT_YOURS}" if form else ""


def _seat(registry: DeskRegistry, address: str, named: str, meant: str) -> tuple[str, str]:
    """The game and side of somebody who named a game and perhaps meant a side; "" for what is in doubt."""
    games = [named] if named in registry.games(address) else registry.games(address)
    sides = registry.sides(address, games[0]) if len(games) == 1 else frozenset()
    side = meant if meant in sides else next(iter(sides), "") if len(sides) == 1 else ""
    return "".join(games[:1]), side


def brings_orders(game: Game, block: Block, letter: Letter) -> bool:
    """Whether a block or its log holds anything but standing orders, wishes, seeds and comments."""
    plain = split_standing(game, no_orders_off(game, block.lines))[1]
    return any(text[0] != "#" for _, text in plain) or from_log(block, letter)


def no_orders_off(game: Game, lines: Sequence[Line]) -> list[Line]:
    """The lines of a block that a game may read: without wishes, questions, what is for the dice, and what is
    said to a proposal."""
    plain = split_questions(game, split_wishes(lines)[1])[1]
    return split_said(game, split_bound(plain)[1])[1]


def newest(table: Table, side: str) -> str:
    """The newest report of a side once more, after what is answered since then; "" for none."""
    sent = table.store.mail.reports(table.number, side)
    body = email.message_from_bytes(sent[-1].raw, policy=default).get_body(("plain",)) if sent else None
    if body is None:
        return ""
    states = table.state_after(sent[-1].last_event), table.state
    then, now = (asked_of(known_to(table.game, state, side)) for state in states)
    gone = {one.id for one in then} - {one.id for one in now}
    since = [fill(f"Answered since then: {one.question}", WIDTH) for one in then if one.id in gone]
    since += [PAUSED] if table.terms().paused and table.state.over is None else []
    quoted = "\n".join(f"| {line}".rstrip() for line in str(body.get_content()).splitlines())
    return "\n\n".join((*since, "Your newest report once more:", quoted))


def ahead(game: Game, block: Block) -> Ahead:
    """What the letters before it must know of a sheet."""
    lines = plain_lines(game, no_orders_off(game, block.lines))
    orders, wrong = game.grammar(block.side).sheet(lines)
    verbs = frozenset(order.verb for order in orders)
    if says(block.lines, AS_IS) and verbs <= set(ENDING):  # it is about the lines before it
        verbs = frozenset()
    unclear = bool(wrong) or block.is_empty or says(block.lines, START_OVER)
    return Ahead(block.game, block.side, block.turn, block.code, verbs, unclear)


def question(table: Table, sheet: Ahead) -> str:
    """The id of the open question that a sheet answers first; "" for none."""
    asked = (d for d in table.state.decisions if d.player == sheet.side)
    return next((decision.id for decision in asked if sheet.verbs & set(decision.verbs)), "")


def may_answer(table: Table, later: Ahead, asked: str) -> bool:
    """Whether a later sheet answers the same question as an earlier one, or is too unclear to say.

    Where it has nothing but good lines for other questions, it is sent ahead, and takes nobody's place; nor
    does one that says "as is" of the lines before it, or that will not be taken.
    """
    state = table.state
    if state.over or later.turn != state.turn or not same_code(later.code, table.code(later.side)):
        return False
    return not asked or later.unclear or (bool(later.verbs) and question(table, later) == asked)
