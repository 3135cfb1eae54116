"""The conditions of the mail policy: each says in a sentence why it holds, "" when it does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from adjudicator.mail.policy.authentication import why_unproved
from adjudicator.mail.policy.registry import GameFacts, Registry
from adjudicator.mail.reading.block import LOG_ALONE, Block, Fault
from adjudicator.mail.reading.codes import same_code
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.reading.prose import NO_WORDS, Words, says, typed
from adjudicator.mail.reading.sender import normal_address
from adjudicator.mail.writing.outbox import games_meant, is_to_referee
from adjudicator.orders import MOST_LINES, written_out


@dataclass(frozen=True)
class Case:
    """A letter, or one of its blocks, with all that is needed to decide about it; what it asks of the
    registry it asks once."""

    letter: Letter
    registry: Registry
    biggest: int
    found: Block | Fault | None = None
    words: Words = NO_WORDS

    @property
    def block(self) -> Block | None:
        """The order block, if the letter has a good one."""
        return self.found if isinstance(self.found, Block) else None

    @cached_property
    def meant(self) -> str:
        """The game that the letter means, one of its sender's, by its subject or by what it answers."""
        letter, registry = self.letter, self.registry
        meant = games_meant(letter, registry.desk)
        return next((game for game in meant if registry.sides(letter.address, game)), "")

    @cached_property
    def orders(self) -> tuple[str, ...]:
        """The orders that stand outside of blocks."""
        address, block = self.letter.address, self.block
        inside = {text for _, text in block.lines} if block else set()
        lines = [line for line in typed(self.letter) if line not in inside]
        return self.registry.orders_in(address, block.game if block else self.meant, lines)

    @cached_property
    def game(self) -> GameFacts | None:
        """The game the block names, if there is one."""
        return self.registry.game(self.block.game) if self.block else None

    @cached_property
    def sides(self) -> frozenset[str]:
        """The sides the sender plays in the game the block names."""
        return self.registry.sides(self.letter.address, self.block.game) if self.block else frozenset()

    @cached_property
    def earlier(self) -> str | None:
        """The fingerprint of the letter that came before under the same message id, if one did."""
        return self.registry.seen(self.letter.address, self.letter.message_id)


Condition = Callable[[Case], str]


def robot(case: Case) -> str:
    """A machine wrote it; of a player's letter more has to show that."""
    sign = case.letter.robot
    if not sign and case.letter.bulk and not case.registry.knows(case.letter.address):
        sign = case.letter.bulk
    return sign and f"it is an automatic email, as shown by {sign}"


def own_notice(case: Case) -> str:
    """The desk wrote it to its referee, and it came back into the desk's own mailbox."""
    letter, desk = case.letter, case.registry.desk
    own = letter.address == normal_address(desk) and is_to_referee(letter.message_id, desk)
    return "it is the desk's own email to its referee" if own else ""


def own_letter(case: Case) -> str:
    """It comes from the desk itself."""
    own = case.letter.address == normal_address(case.registry.desk)
    return "it comes from the desk's own address" if own else ""


def unwritable(case: Case) -> str:
    """No mail can be written to its sender."""
    sender = case.letter.sender.unwritable
    return f"its sender cannot be answered, {sender[:100]}" if sender else ""


def nameless(case: Case) -> str:
    """It names no sender."""
    return "" if case.letter.address else "it names no sender"


def doubtful(case: Case) -> str:
    """Something speaks against believing its sender."""
    return "; ".join(case.letter.sender.doubts)


def unproved(case: Case) -> str:
    """The referee's own mail server does not confirm its sender."""
    server, without = case.registry.receiver, case.registry.without_results
    return why_unproved(case.letter.trace, server, case.letter.address, without) if server else ""


def stranger_again(case: Case) -> str:
    """A stranger who has had an answer."""
    unknown = stranger(case)
    return unknown if unknown and case.registry.told(case.letter.address) else ""


def strangers_unanswered(case: Case) -> str:
    """A stranger, where none is answered now."""
    unknown = stranger(case)
    return unknown if unknown and not case.registry.answers_strangers() else ""


def stranger(case: Case) -> str:
    """Its sender plays no game here."""
    known = case.registry.knows(case.letter.address)
    return "" if known else f"{case.letter.address} plays no game on this desk"


def too_big(case: Case) -> str:
    """It is too big to be read."""
    size = case.letter.size
    if size <= case.biggest:
        return ""
    return f"it is {size / 1e6:.1f} MB, and may be up to {case.biggest / 1e6:g} MB"


def seen_before(case: Case) -> str:
    """The same letter came before."""
    letter, registry = case.letter, case.registry
    same = case.earlier == letter.fingerprint
    same |= bool(letter.dated_print) and registry.came(letter.address, letter.dated_print)
    return "the same email came before" if same else ""


def changed(case: Case) -> str:
    """Another letter came before under its message id."""
    return "an earlier email had the same Message-ID" if case.earlier else ""


def block_fault(kind: str) -> Condition:
    """Whether the search for the block ended with this fault."""

    def test(case: Case) -> str:
        return case.found.why if isinstance(case.found, Fault) and case.found.kind == kind else ""

    return test


def unframed(case: Case) -> str:
    """Whoever wrote it forgot the first line and the last, or typed between the lines that they quote."""
    bare = isinstance(case.found, Fault) and case.found.kind == "no-block"
    if not (bare or (case.block and case.block.source == LOG_ALONE)) or not case.orders:
        return ""
    rest = (line for line in typed(case.letter) if line not in case.orders)
    alone = not says("\n".join(rest), case.registry.names(case.letter.address))
    return "its orders are not in an order block" if alone else ""


OBJECT = "object"
"""How a line begins that objects to a move."""


def objections(case: Case) -> tuple[str, ...]:
    """The lines outside of a block that object to a move."""
    if not any(line.casefold().startswith(OBJECT) for line in typed(case.letter)):
        return ()  # nothing of the game needs to be read
    return tuple(line for line in case.orders if line.casefold().startswith(OBJECT))


def objection_outside(case: Case) -> str:
    """Its orders would end the time for an objection that stands beside them."""
    orders = case.block is not None and case.block.kind == "orders"
    return "its objection is outside the order block" if orders and objections(case) else ""


def log_without_form(case: Case) -> str:
    """It has a log of VASSAL, and quotes no form that could have a code."""
    bare = isinstance(case.found, Fault) and case.found.kind == "no-block" and case.letter.logs
    return "it has a log, but no reply code" if bare else ""


def no_game(case: Case) -> str:
    """There is no such game."""
    return "" if case.game or not case.block else f"there is no game {case.block.game} on this desk"


def no_longer(case: Case) -> str:
    """Its sender's letters counted in that game, and do not now."""
    return case.registry.barred(case.letter.address, case.block.game) if case.block and not case.sides else ""


def not_in_game(case: Case) -> str:
    """Its sender does not play in that game."""
    return "" if case.sides or not case.block else f"this address does not play in game {case.block.game}"


def wrong_side(case: Case) -> str:
    """It is for a side that its sender does not play."""
    if not case.block or case.block.side in case.sides:
        return ""
    return f"the block is for {case.block.side}, but this address plays {' and '.join(sorted(case.sides))}"


def game_over(case: Case) -> str:
    """The game is over."""
    return f"game {case.block.game} is over" if case.block and case.game and case.game.over else ""


def wrong_turn(case: Case) -> str:
    """It is for another turn."""
    if not case.block or not case.game or case.block.turn == case.game.turn:
        return ""
    return f"the block is for turn {case.block.turn}, but the game is in turn {case.game.turn}"


def no_code(case: Case) -> str:
    """It has no reply code."""
    return "the block has no reply code" if case.block and not case.block.code else ""


def old_code(case: Case) -> str:
    """Its code was that of an earlier turn, or was replaced within the turn."""
    block = case.block
    if not block:
        return ""
    if case.registry.recoded(block.game, block.side, block.code):
        return "this reply code is no longer valid: a newer one was made within the turn, or after an undo"
    old = case.registry.old_code(block.game, block.side, block.code)
    return "the reply code is that of an earlier turn" if old else ""


def wrong_code(case: Case) -> str:
    """Its code is not the right one."""
    if not case.block or not case.game:
        return ""
    printed = case.game.codes.get(case.block.side, "")
    right = printed and same_code(case.block.code, printed)
    return "" if right else "the reply code is not the one sent for this turn"


def too_long(case: Case) -> str:
    """There are more lines in the block than any turn needs."""
    count = len(written_out(case.block.lines)) if case.block else 0
    return f"the block has {count} lines, and may have up to {MOST_LINES}" if count > MOST_LINES else ""


def empty(case: Case) -> str:
    """There is nothing in the block."""
    empty = case.block and case.block.is_empty and not case.letter.logs
    return "there is no order between the first and the last line of the block" if empty else ""


def words_alone(case: Case) -> str:
    """It holds words for another player under a good code, and no orders."""
    good = case.words.to and nothing(case) and proved(case)
    return "it has a message to another player, but no orders" if good else ""


def words_without_block(case: Case) -> str:
    """It holds words for another player, and no block that could have a code."""
    bare = case.words.to and not case.block and nothing(case)
    return "it has a message to another player, but no reply code" if bare else ""


def proved(case: Case) -> bool:
    """Return whether the code in its block is the one for this turn of a side that its sender plays."""
    block = case.block
    return bool(block and block.code and block.side in case.sides) and not wrong_code(case)


def question_alone(case: Case) -> str:
    """It asks something that is answered at once, and holds no orders."""
    return "it asks a question, without orders" if case.words.asked and nothing(case) else ""


def nothing(case: Case) -> bool:
    """Whether there are no orders in it."""
    if isinstance(case.found, Fault):
        return case.found.kind == "no-block"
    return bool(case.block and case.block.is_empty and not case.letter.logs)


def dry_run(case: Case) -> str:
    """It asks for a dry run."""
    return "the block asks for a check" if case.block and case.block.kind == "check" else ""


def not_asked(case: Case) -> str:
    """Nothing is asked of its side."""
    if not case.block or not case.game or case.block.side in case.game.open_sides:
        return ""
    return f"there is no question for {case.block.side} now"


def all_well(case: Case) -> str:
    """All is well."""
    return "known sender, right code, this turn"
