"""What happens to a letter: one table, read from the top, where the first row that applies decides.

`docs/mail-policy.md` tells the same to players and referees; a test keeps the two alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from adjudicator.mail.policy import conditions as when
from adjudicator.mail.policy.conditions import Case, Condition
from adjudicator.mail.policy.registry import Registry
from adjudicator.mail.reading.asking import questions_among, questions_of
from adjudicator.mail.reading.block import CONSENT, Block, Fault, find_blocks
from adjudicator.mail.reading.header_line import EXAMPLE
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.reading.prose import NO_WORDS, Words, prose, says, sort_words

BIGGEST = 10_000_000  # bytes


class Action(StrEnum):
    """What is done with a letter. Its bytes are kept whatever is done."""

    TAKE = "take"  # the sheet goes to the referee's program
    CHECK = "check"  # the same, as a dry run: nothing is kept but the answer
    PASS_ON = "pass-on"  # words for another player go to them; there is nothing else in it
    HOLD = "hold"  # the letter is laid before the human referee
    ANSWER = "answer"  # the letter is filed; its sender is told what to do


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the policy: `answer` names the page sent back, "" for none; `reason` says why it is so."""

    name: str
    test: Condition
    action: Action
    answer: str
    reason: str


@dataclass(frozen=True, slots=True)
class Handling:
    """What is to be done with a letter or one of its blocks, by which row, and why.

    `why` is for the journal and the answer; `words` is what the letter says outside its blocks; `proved` is
    whether its block has the reply code of its sender's side.
    """

    action: Action
    row: str
    letter: Letter
    found: Block | Fault | None
    answer: str
    why: str
    right: str = ""
    words: Words = NO_WORDS
    proved: bool = False

    @property
    def block(self) -> Block | None:
        """The order block, if it is a good one."""
        return self.found if isinstance(self.found, Block) else None


UNFRAMED = "unframed"
OBJECTION_OUTSIDE = "objection-outside"
"""The row of letters with a block, and an objection outside of it."""
QUESTION = "question"
"""The row of letters that ask what is answered at once."""
UNCODED = "words-no-code"
"""The row of letters with a message to another player and no block that could hold a code."""
LOG_UNCODED = "log-no-code"
"""The row of letters with a log and no form, quoted or not, that could hold a code."""
NEWEST = "Reply to your newest report, and copy the first line of its form"
FORM = "Check the form below, which has your lines, and send it"
RIGHT = {
    "stranger": "Write from the address with which you play, or ask the referee to add this one",
    "too-big": "Send the orders alone, without pictures or other big files",
    "seen-before": "You need send nothing more. New orders need a new email",
    "changed": "Send the orders again, in a new email",
    "no-game": NEWEST,
    "no-longer": "If this surprises you, ask the referee",
    "not-in-game": NEWEST,
    "wrong-side": NEWEST,
    "wrong-turn": FORM,
    "no-code": FORM,
    "unframed": FORM,
    OBJECTION_OUTSIDE: FORM,
    LOG_UNCODED: "Reply to this email, with the log attached again. Leave the text of this email below it",
    "old-code": FORM,
    "wrong-code": FORM,
    "too-long": "Send the same orders in several emails, one after the other",
    "empty": "Write your orders, one a line, between the first line and the last. Text after a # is not read",
}
"""For rows that are not about the block itself: what to do, a sentence without its full stop."""


def decide(letter: Letter, registry: Registry, *, biggest: int = BIGGEST) -> tuple[Handling, ...]:
    """The handlings on a letter: one by the rows about letters, or one on each of its blocks."""
    whole = _handled(ABOUT_LETTERS, Case(letter, registry, biggest))
    if whole:
        return (whole,)
    blocks = find_blocks(letter)
    good = [found for found in blocks if isinstance(found, Block)]
    consent = any(block.source == CONSENT for block in good)
    words = NO_WORDS if consent else words_of(letter, registry, beside=bool(good))
    cases = (Case(letter, registry, biggest, found, words) for found in blocks)
    return tuple(handling for case in cases if (handling := _handled(ABOUT_BLOCKS, case)))


def may_be_taken(letter: Letter, registry: Registry, *, biggest: int = BIGGEST) -> tuple[Block, ...]:
    """The blocks of a letter that would be taken, if their games then stand as they say: no game is read."""
    if _first(ABOUT_LETTERS, Case(letter, registry, biggest)):
        return ()
    cases = (Case(letter, registry, biggest, found) for found in find_blocks(letter))
    good = ((case.block, _first(WITHOUT_GAME, case)) for case in cases)
    return tuple(block for block, first in good if block and first and first[0].action is Action.TAKE)


def words_of(letter: Letter, registry: Registry, beside: bool) -> Words:
    """What a letter says, `beside` blocks or alone; where that is nothing but questions, they stand by
    themselves. Beside a block they do among other words, too."""
    own = registry.names(letter.address)
    words = sort_words(prose(letter), registry.readers(letter.address), own)
    asked = () if words.to or words.misspelt else questions_of(letter, own, beside)
    if asked or not beside or words.to or words.misspelt:
        return replace(words, note="", asked=asked) if asked else words
    asked, left = questions_among(words.note)
    return replace(words, note=left if says(left, own) else "", asked=asked)


def _first(rows: Sequence[Row], case: Case) -> tuple[Row, str] | None:
    """The first row that applies, and why; of those about blocks the last one always does."""
    return next(((row, why) for row in rows if (why := row.test(case))), None)


def _handled(rows: Sequence[Row], case: Case) -> Handling | None:
    """What the first row that applies says."""
    first = _first(rows, case)
    if first is None:
        return None
    row, why = first
    words = NO_WORDS if row.name == UNFRAMED else case.words  # its orders are not a note to the referee
    return Handling(
        row.action, row.name, case.letter, case.found, row.answer, why, _right(row, case), words,
        proved=when.proved(case),
    )  # fmt: skip


def _right(row: Row, case: Case) -> str:
    """What would be right, with an example from a game of the writer's own."""
    fault = case.found if isinstance(case.found, Fault) and row.name == case.found.kind else None
    if fault is None:
        return RIGHT.get(row.name, "")
    game = (fault.header.game if fault.header else "") or case.meant
    return fault.right.replace(EXAMPLE, case.registry.first_line(case.letter.address, game) or EXAMPLE)


ABOUT_LETTERS = (
    Row("own-notice", when.own_notice, Action.ANSWER, "", "The referee has read it."),
    Row("robot", when.robot, Action.HOLD, "", "Two machines could answer forever."),
    Row("own-letter", when.own_letter, Action.HOLD, "", "The desk does not play."),
    Row("unwritable-sender", when.unwritable, Action.HOLD, "", "No answer could be sent."),
    Row("no-sender", when.nameless, Action.HOLD, "", "There is nobody to answer."),
    Row(
        "doubtful-sender",
        when.doubtful,
        Action.HOLD,
        "",
        "It may be forged.",
    ),
    Row("unproved-sender", when.unproved, Action.HOLD, "", "It may be forged."),
    Row("stranger-again", when.stranger_again, Action.HOLD, "", "One answer is enough."),
    Row(
        "strangers-unanswered",
        when.strangers_unanswered,
        Action.HOLD,
        "",
        "It may be forged.",
    ),
    Row("stranger", when.stranger, Action.HOLD, "stranger", "A player may have another address."),
    Row(
        "too-big",
        when.too_big,
        Action.HOLD,
        "too-big",
        "Orders are small.",
    ),
    Row("seen-before", when.seen_before, Action.ANSWER, "seen-before", "Nothing is done twice."),
    Row("changed", when.changed, Action.HOLD, "changed", "Mail programs never use one twice."),
)
"""Rows about a letter as a whole."""

ABOUT_BLOCKS = (
    Row("words", when.words_alone, Action.PASS_ON, "words", "The code is the proof."),
    Row(
        UNCODED,
        when.words_without_block,
        Action.ANSWER,
        UNCODED,
        "The code is the proof.",
    ),
    Row(QUESTION, when.question_alone, Action.ANSWER, QUESTION, "It changes nothing."),
    Row(
        UNFRAMED,
        when.unframed,
        Action.ANSWER,
        UNFRAMED,
        "The code is the proof.",
    ),
    Row(
        LOG_UNCODED,
        when.log_without_form,
        Action.ANSWER,
        LOG_UNCODED,
        "The code is the proof.",
    ),
    Row(
        "no-block",
        when.block_fault("no-block"),
        Action.HOLD,
        "no-block",
        "It may be a question.",
    ),
    Row(
        "cut-off",
        when.block_fault("cut-off"),
        Action.ANSWER,
        "cut-off",
        "Half may be worse than none.",
    ),
    Row(
        "two-blocks",
        when.block_fault("two-blocks"),
        Action.ANSWER,
        "two-blocks",
        "hexpost does not choose.",
    ),
    Row(
        "header",
        when.block_fault("header"),
        Action.ANSWER,
        "header",
        "hexpost does not guess.",
    ),
    Row("no-game", when.no_game, Action.ANSWER, "no-game", "It may be misspelt."),
    Row("no-longer", when.no_longer, Action.ANSWER, "no-longer", "One player speaks for a side."),
    Row("not-in-game", when.not_in_game, Action.HOLD, "not-in-game", "Only its players give orders."),
    Row("wrong-side", when.wrong_side, Action.HOLD, "wrong-side", "Only its player gives orders."),
    Row("game-over", when.game_over, Action.ANSWER, "game-over", "Nothing is left to do."),
    Row(
        "wrong-turn",
        when.wrong_turn,
        Action.ANSWER,
        "wrong-turn",
        "Each turn has its own orders.",
    ),
    Row("no-code", when.no_code, Action.ANSWER, "no-code", "The code is the proof."),
    Row("old-code", when.old_code, Action.ANSWER, "old-code", "It may come late."),
    Row(
        "wrong-code",
        when.wrong_code,
        Action.HOLD,
        "wrong-code",
        "The code is the proof.",
    ),
    Row(
        OBJECTION_OUTSIDE,
        when.objection_outside,
        Action.ANSWER,
        OBJECTION_OUTSIDE,
        "Orders end the time to object.",
    ),
    Row("too-long", when.too_long, Action.ANSWER, "too-long", "Others are waiting."),
    Row("empty", when.empty, Action.ANSWER, "empty", "It could mean anything."),
    Row("check", when.dry_run, Action.CHECK, "check", "It changes nothing."),
    Row(
        "early",
        when.not_asked,
        Action.TAKE,
        "early",
        "Orders may be queued.",
    ),
    Row("taken", when.all_well, Action.TAKE, "taken", "Nothing is wrong."),
)
"""Rows about each block of a letter that none of the rows above applies to."""

OF_GAME = frozenset(
    ("no-game", "game-over", "wrong-turn", "old-code", "wrong-code", OBJECTION_OUTSIDE, "early")
)
"""The rows that ask where a game stands."""
WITHOUT_GAME = tuple(row for row in ABOUT_BLOCKS if row.name not in OF_GAME)
POLICY = (*ABOUT_LETTERS, *ABOUT_BLOCKS)
