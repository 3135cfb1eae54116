"""What the dice are bound to, in words that players can hold against their own copies.

A link of the chain is made of words: of a letter its side and the lines of its block, of a silence its side
and the question. What servers and programs on the way make of a letter (headers, encodings, quoting) is in
none of them, nor is anything that the referee can word or set. Games of the second scheme bind a Message-ID,
the deadline of a silence and the desk's own entries, too.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from itertools import dropwhile

from adjudicator.beacon import beacon_words
from adjudicator.by_mail.ahead import ACCEPT as ACCEPT
from adjudicator.dice import FIRST_SCHEME, SCHEME, SECOND_SCHEME, dice_line, link_of, next_link
from adjudicator.events import Asked, DieRolled, Drawn, Event, RoundUsed
from adjudicator.mail.reading.block import Block, find_blocks, from_log
from adjudicator.mail.reading.letter import Letter, read_letter
from adjudicator.mail.settings.wishes import Line
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, State
from adjudicator.store import SheetRow

WITHOUT_ID = "@without-id.invalid>"
"""How the Message-ID ends that a letter without any is given here: it is not its writer's."""
CHECK = "To check the dice after the game, keep this SHA-256 of your lines:"
_LOG = re.compile("log [0-9a-f]{64}")
"""The line that stands for a log."""

_SILENCE = {
    SECOND_SCHEME: re.compile(r"silence\nq\d+\n\d{4}-\d\d-\d\d \d\d:\d\d UTC"),
    SCHEME: re.compile(r"silence\n[^\n]+\nq\d+"),
}
"""The words of a silence."""

_SPOKEN = {"hi", "hello", "yes", "ok", "okay", "i", "we"}
"""What may stand before "accept"."""
SEED = "seed"
HAS_BEGUN = "the game has already begun"
NO_SEED = "add words of your own after it"
INVITED = 'Accept this game with the line "accept". It begins when every player has accepted.'
QUESTION = (
    f"{INVITED} The die rolls come from a secret number, fixed now, and from the orders that players send, "
    'so nobody can choose them. If you like, add a line "seed" with a few words of your own: they go in, too.'
)


@dataclass(frozen=True, slots=True)
class Sent:
    """A sheet's letter: its bytes, its number in the store, what of it the dice are bound to, and the round
    of a beacon to which they are bound with it."""

    raw: bytes
    letter: int
    bound: str
    round: RoundUsed | None = None


# -- the words of a link -----------------------------------------------------------------------------------


def scheme_of(opening: bytes) -> str:
    """The scheme of dice that a game was opened under."""
    return str(json.loads(opening)["dice"])


def words_of_letter(letter: Letter, block: Block, scheme: str = SCHEME) -> str:
    """The words of a letter: whose it is, then the lines of its block in small letters; of a log its SHA-256.

    Lines that begin with # are not read, and not bound. Under the second scheme the Message-ID stands for
    whose letter it is, empty where its writer's program gave it none, and what follows a # is left out.
    """
    logs = (f"log {log.digest}" for log in letter.logs if from_log(block, letter))
    texts = (*(text for _, text in block.lines), *logs)
    if scheme == SECOND_SCHEME:
        head = "" if letter.message_id.endswith(WITHOUT_ID) else letter.message_id
        texts = tuple(text.split("#", 1)[0] for text in texts)
    else:
        head = block.side
        texts = tuple(text for text in texts if not text.startswith("#"))
    return "\n".join(["letter", head, *filter(None, map(normal_line, texts))])


def normal_line(text: str) -> str:
    """A line as the dice are bound to it: no capital letters, and no more than one blank in a row."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def words_of_kept(raw: bytes, game: int, side: str, scheme: str = SCHEME, trusted: bool = False) -> str:
    """The words of a kept letter, read once more for one side of a game; "" where it has no block for it.

    With `trusted` they are those that the first hexpost read, where a letter declared a wrong charset.
    """
    letter = read_letter(raw, trusted=trusted)
    blocks = (found for found in find_blocks(letter) if isinstance(found, Block))
    mine = (one for one in blocks if one.game.isdigit() and (int(one.game), one.side) == (game, side))
    return next((words_of_letter(letter, block, scheme) for block in mine), "")


def words_of_silence(side: str, question: str, due: str, scheme: str = SCHEME) -> str:
    """The words of a silence: who was silent, and to which question.

    No time is among them: the referee sets times, and could choose between dice with them. Under the second
    scheme they name the question, and until when it should have been answered, as reports say it.
    """
    if scheme != SECOND_SCHEME:
        return f"silence\n{side}\n{question}"
    return f"silence\n{question}\n{datetime.fromisoformat(due).astimezone(UTC):%Y-%m-%d %H:%M UTC}"


def is_silence(words: str, scheme: str) -> bool:
    """Whether these are the words of a silence."""
    return _SILENCE[scheme].fullmatch(words) is not None


def words_of_entry(kind: str, text: str, scheme: str = SCHEME) -> str:
    """The words of what the desk puts on record: none, for the referee words it. Under the second scheme its
    text, as all sides are told it."""
    return f"{kind}\n{text}" if scheme == SECOND_SCHEME else ""


def dice_lines(events: Iterable[Event]) -> list[str]:
    """The dice and draws among events, each as the next link of the chain has it."""
    rolls = (one for one in events if isinstance(one, DieRolled | Drawn))
    return [
        dice_line(
            one.n, one.rule, one.purpose, one.sides, one.value, one.item if isinstance(one, Drawn) else ""
        )
        for one in rolls
    ]


def chain_after(
    chain: str, dice: Iterable[str], bound: str, scheme: str, used: RoundUsed | None = None
) -> str:
    """The chain after the words of one more sheet, the same where it has none; `dice` are those rolled since
    the last link, `used` the round of a beacon that is bound with them."""
    if not bound or scheme == FIRST_SCHEME:
        return chain
    if scheme == SECOND_SCHEME:
        return next_link(chain, bound.encode("utf-8"))
    head, lines = head_and_lines(bound)
    return link_of(chain, dice, head + (beacon_words(used.round, used.randomness) if used else ""), lines)


def head_and_lines(words: str) -> tuple[str, str]:
    """Of the words of a link its kind and whose it is, and the lines that are theirs."""
    kind, side, lines = [*words.split("\n", 2), "", ""][:3]
    return f"{kind}\n{side}", lines


def hash_of(words: str) -> str:
    """The SHA-256 of words, in hex."""
    return sha256(words.encode("utf-8")).hexdigest()


def checked_words(bound: str, scheme: str) -> str:
    """The words of a link that their writer compares: the lines of a letter, all words under the second
    scheme."""
    return bound if scheme == SECOND_SCHEME or not bound else head_and_lines(bound)[1]


def link_hash(sheet: SheetRow, scheme: str) -> str:
    """The hash that made the link of a sheet: of its words, or of its letter's bytes; "" where none did."""
    return hash_of(checked_words(sheet.bound, scheme)) if sheet.bound else sheet.sha256


def bound_text(bound: str, scheme: str) -> str:
    """What an answer says of the words of a letter: their hash, and what of them is not above it: of a log,
    for which its name is there, the line; under the second scheme all of them."""
    words = checked_words(bound, scheme)
    more = [line for line in words.split("\n") if scheme == SECOND_SCHEME or _LOG.fullmatch(line)]
    return "\n".join([CHECK, *(f"    {line}" for line in (*more, hash_of(words)))])


# -- the lines of a sheet that are for the dice --------------------------------------------------------------


def split_bound(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """The lines of a sheet that accept the game or are seeds, and its other lines."""
    mine, others = list[Line](), list[Line]()
    for line in lines:
        (mine if _first_word(line[1]) in {ACCEPT, SEED} else others).append(line)
    return mine, others


def accepting(text: str) -> bool:
    """Whether a line accepts the game."""
    return _first_word(text) == ACCEPT


_SAID_BEFORE = re.compile(rf"^(?:hi|hello|hey|dear|morning|evening)(?: \w+){{1,2}}[,.!] (?=.*\b{ACCEPT}\b)")
_SAID_AFTER = re.compile(rf"(\b{ACCEPT}(?: (?:the|this) game)?)[.!]+\s(?!.*\b{SEED}\b).*")
"""What is said around the word: "Hi Nigel, I accept! Looking forward to it." """


def _first_word(text: str) -> str:
    'The first word of a line; of one with other words behind "accept" none, as that may be an order.'
    plain = _SAID_BEFORE.sub("", _SAID_AFTER.sub(r"\1", text.split("#", 1)[0].casefold()))
    words = re.sub("[:,]", " ", plain).strip(" .!").split()
    if ACCEPT in words:
        words = list(dropwhile(_SPOKEN.__contains__, words))
    orders_more = words[:1] == [ACCEPT] and not set(words[1:]) <= {"the", "this", "game"}
    return "" if orders_more else next(iter(words), "")


def rulings_on(lines: Iterable[Line], sheet: int, state: State, side: str) -> Iterator[Ruling]:
    """What is said of the lines of a side for the dice, in the state that they find."""
    for number, text in lines:
        yield _ruling_on(Ruling(sheet, number, text, "done"), state, side)


def _ruling_on(good: Ruling, state: State, side: str) -> Ruling:
    if _first_word(good.text) == SEED:
        if len(normal_line(good.text.split("#", 1)[0]).split()) > 1:
            return replace(good, why="these words go into the dice")
        return replace(good, verdict="unreadable", why=NO_SEED, legal=("seed any words of your own",))
    if any(one.player == side and opens(state, one) for one in state.waiting()):
        return replace(good, why="you have accepted the game")
    return replace(good, verdict="not-judged", why=HAS_BEGUN)


# -- the opening -------------------------------------------------------------------------------------------


def ask_acceptance(play: Play, side: str) -> None:
    """Ask whether a side accepts the game, which silence never answers."""
    play.ask(side, "", ACCEPT, QUESTION, (ACCEPT,), (ACCEPT,))


def opens(view: State, asked: Decision) -> bool:
    """Whether the answer to a question is a side's first, by which it accepts the game: it is asked for that
    alone, or for what the game begins with, before any die and without a default."""
    begins = not (asked.default or asked.silence or view.rolled) and asked.id in first_questions(view)
    return asked.topic == ACCEPT or begins


def first_questions(view: State) -> list[str]:
    """The numbers of the questions with which a game begins, one for each side."""
    return [f"q{number}" for number in range(1, len(view.sides) + 1)]


def without_silence(event: Event) -> Event:
    """A question asked at the opening: before its player has written at all, silence is no answer to it."""
    if not isinstance(event, Asked):
        return event
    told: Mapping[str, object] = {**event.decision, "silence": "", "default": ""}
    return replace(event, decision=told)
