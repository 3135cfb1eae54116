"""What happens to a letter: one table, read from the top, where the first row that applies decides.

`docs/mail-policy.md` tells the same to players and referees; a test keeps the two alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.mail.block import Block, Fault, find_block
from adjudicator.mail.codes import same_code
from adjudicator.mail.letter import Letter
from adjudicator.mail.registry import GameFacts, Registry
from adjudicator.mail.sender import normal_address

BIGGEST = 10_000_000  # bytes


class Action(StrEnum):
    """What is done with a letter. Its bytes are kept whatever is done."""

    TAKE = "take"  # the sheet goes to the referee's program
    CHECK = "check"  # the same, as a dry run: nothing is kept but the answer
    HOLD = "hold"  # the letter is laid before the human referee
    ANSWER = "answer"  # the letter is filed; its sender is told what to do


@dataclass(frozen=True, slots=True)
class Case:
    """A letter with all that is needed to decide about it."""

    letter: Letter
    found: Block | Fault
    registry: Registry
    biggest: int

    @property
    def block(self) -> Block | None:
        """The order block, if the letter has a good one."""
        return self.found if isinstance(self.found, Block) else None

    @property
    def game(self) -> GameFacts | None:
        """The game the block names, if there is one."""
        return self.registry.game(self.block.game) if self.block else None

    @property
    def sides(self) -> frozenset[str]:
        """The sides the sender plays in the game the block names."""
        return self.registry.sides(self.letter.address, self.block.game) if self.block else frozenset()


# Says in a sentence why the row applies, or "" when it does not.
Test = Callable[[Case], str]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the policy: `answer` names the page sent back, "" for none; `reason` says why it is so."""

    name: str
    test: Test
    action: Action
    answer: str
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be done with a letter, by which row, and why; `why` is for the journal and the answer."""

    action: Action
    row: str
    letter: Letter
    block: Block | None
    answer: str
    why: str
    right: str = ""


NEWEST = "reply to your newest report, and copy the first line of its form"
RIGHT = {
    "stranger": "to write from the address with which you play, or to ask the referee to add this one",
    "too-big": "a letter with the orders alone, without pictures or other big files",
    "seen-before": "nothing more; new orders go into a new letter",
    "changed": "the orders again, in a new letter",
    "no-game": NEWEST,
    "not-in-game": NEWEST,
    "wrong-side": NEWEST,
    "wrong-turn": NEWEST,
    "wrong-code": NEWEST,
    "empty": "your orders, one a line, between the first line and the last; what follows a # is not read",
}
"""For rows that are not about the block itself: what would be right, as the answer says it."""


def decide(letter: Letter, registry: Registry, *, biggest: int = BIGGEST) -> Verdict:
    """The verdict on a letter: by the first row that applies (the last one always does)."""
    case = Case(letter, find_block(letter), registry, biggest)
    for row in POLICY:
        why = row.test(case)
        if why:
            fault = case.found if isinstance(case.found, Fault) and row.name == case.found.kind else None
            right = fault.right if fault else RIGHT.get(row.name, "")
            return Verdict(row.action, row.name, letter, case.block, row.answer, why, right)
    raise AssertionError("the last row of the policy applies to every letter")


def _robot(case: Case) -> str:
    return case.letter.robot and f"written by a machine, as shown by {case.letter.robot}"


def _own(case: Case) -> str:
    own = case.letter.address == normal_address(case.registry.desk)
    return "it comes from the desk's own address" if own else ""


def _nameless(case: Case) -> str:
    return "" if case.letter.address else "it names no sender"


def _doubtful(case: Case) -> str:
    return "; ".join(case.letter.sender.doubts)


def _stranger_again(case: Case) -> str:
    return _stranger(case) if case.registry.told(case.letter.address) else ""


def _stranger(case: Case) -> str:
    known = case.registry.knows(case.letter.address)
    return "" if known else f"{case.letter.address} plays no game on this desk"


def _too_big(case: Case) -> str:
    size = case.letter.size
    if size <= case.biggest:
        return ""
    return f"it has {size / 1e6:.1f} MB, and letters are read up to {case.biggest / 1e6:g} MB"


def _twice(case: Case) -> str:
    earlier = case.registry.seen(case.letter.address, case.letter.message_id)
    return "the same letter came before" if earlier == case.letter.fingerprint else ""


def _changed(case: Case) -> str:
    earlier = case.registry.seen(case.letter.address, case.letter.message_id)
    return "another letter came before under the same message id" if earlier else ""


def _fault(kind: str) -> Test:
    """Whether the search for the block ended with this fault."""

    def test(case: Case) -> str:
        return case.found.why if isinstance(case.found, Fault) and case.found.kind == kind else ""

    return test


def _no_game(case: Case) -> str:
    return "" if case.game or not case.block else f"there is no game {case.block.game} on this desk"


def _not_in_game(case: Case) -> str:
    return "" if case.sides or not case.block else f"the sender does not play in game {case.block.game}"


def _wrong_side(case: Case) -> str:
    if not case.block or case.block.side in case.sides:
        return ""
    return f"the block is for {case.block.side}, and the sender plays {' and '.join(sorted(case.sides))}"


def _over(case: Case) -> str:
    return f"game {case.block.game} is over" if case.block and case.game and case.game.over else ""


def _wrong_turn(case: Case) -> str:
    if not case.block or not case.game or case.block.turn == case.game.turn:
        return ""
    return f"the block is for turn {case.block.turn}, and the game stands in turn {case.game.turn}"


def _wrong_code(case: Case) -> str:
    if not case.block or not case.game:
        return ""
    printed = case.game.codes.get(case.block.side, "")
    return (
        ""
        if printed and same_code(case.block.code, printed)
        else "the reply code is not the one sent for this turn"
    )


def _empty(case: Case) -> str:
    empty = case.block and case.block.is_empty and not case.letter.logs
    return "there is no order between the first and the last line of the block" if empty else ""


def _dry_run(case: Case) -> str:
    return "the block asks for a check" if case.block and case.block.kind == "check" else ""


def _early(case: Case) -> str:
    if not case.block or not case.game or case.block.side in case.game.open_sides:
        return ""
    return f"nothing is asked of {case.block.side} at this moment"


def _good(case: Case) -> str:
    return "known sender, right code, this turn"


POLICY = (
    Row("robot", _robot, Action.HOLD, "", "An answer to a machine may be answered by it, without end."),
    Row("own-letter", _own, Action.HOLD, "", "The desk does not write to itself."),
    Row("no-sender", _nameless, Action.HOLD, "", "There is nobody to answer."),
    Row(
        "doubtful-sender", _doubtful, Action.HOLD, "", "It may be a forgery, and the answer could go astray."
    ),
    Row("stranger-again", _stranger_again, Action.HOLD, "", "A stranger is answered once."),
    Row("stranger", _stranger, Action.HOLD, "stranger", "It may be a player writing from another address."),
    Row(
        "too-big", _too_big, Action.HOLD, "too-big", "Orders are small; the rest is for a person to look at."
    ),
    Row("seen-before", _twice, Action.ANSWER, "seen-before", "Nothing is done twice."),
    Row("changed", _changed, Action.HOLD, "changed", "Honest mail programs never use a message id twice."),
    Row("no-block", _fault("no-block"), Action.HOLD, "no-block", "It may be a question to the referee."),
    Row("cut-off", _fault("cut-off"), Action.ANSWER, "cut-off", "Half a sheet may be worse than none."),
    Row(
        "two-blocks",
        _fault("two-blocks"),
        Action.ANSWER,
        "two-blocks",
        "The referee does not choose between them.",
    ),
    Row(
        "header",
        _fault("header"),
        Action.ANSWER,
        "header",
        "The referee does not guess for whom the orders are.",
    ),
    Row("no-game", _no_game, Action.ANSWER, "no-game", "The number may be misspelt."),
    Row("not-in-game", _not_in_game, Action.HOLD, "not-in-game", "Only its players give orders in a game."),
    Row("wrong-side", _wrong_side, Action.HOLD, "wrong-side", "Nobody gives orders for the other side."),
    Row("game-over", _over, Action.ANSWER, "game-over", "There is nothing left to judge."),
    Row(
        "wrong-turn", _wrong_turn, Action.ANSWER, "wrong-turn", "Old orders are never applied to a new turn."
    ),
    Row(
        "wrong-code",
        _wrong_code,
        Action.HOLD,
        "wrong-code",
        "The address may be forged; the code is the proof.",
    ),
    Row("empty", _empty, Action.ANSWER, "empty", "An empty sheet could mean anything."),
    Row("check", _dry_run, Action.CHECK, "check", "A dry run rolls no dice and changes nothing."),
    Row("early", _early, Action.TAKE, "early", "Standing orders may come at any time; each line is judged."),
    Row("taken", _good, Action.TAKE, "taken", "Everything is as it should be."),
)
