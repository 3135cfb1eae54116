"""What a letter may ask without an order block, to be answered at once: HELP, HELP STUKA-1, WHERE 45 RD, WHAT
CAN 45 RD DO, ODDS ..., RULE 7.2, GAMES, REPORT, UNDO, or "What now?".

People who write on a phone send just the word, as text or as subject. A sentence that only begins like one of
these is for the referee.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from adjudicator.mail.reading.as_typed import plain_words
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.reading.prose import prose, says

UNDO = "undo"
_QUESTION = re.compile(
    rf"(?:help|report|(?:my )?games|{UNDO})(?: again)?(?: please)?|rules? \[?[\w.-]*\d[\w.-]*\]?"
)
LOST = "what now"
"""What whoever is lost asks, in the words that answers know."""
_LOST = re.compile(
    r"(?:so )?(?:what (?:can|could|do|should|must|shall) (?:i|we) (?:do|write|send|order|play)"
    r"(?: now| next| here)?"
    r"|what (?:now|next)|now what|what(?:'s| is) next"
    r"|what are (?:my|our|the) (?:options|choices|orders)(?: now)?"
    r"|how (?:do i|does this|does it) (?:play|work|start|begin)"
    r"|(?:i am|i'm|im|we are|we're) (?:completely |totally |a bit )?(?:lost|stuck|confused)(?: here| now)?"
    r"|(?:i|we) (?:do not|don't|dont) (?:understand|get)"
    r"(?: (?:this|it|anything|a word|(?:this|the|your) (?:e-?mail|form|report|question)))?)"
)
_WHEN = re.compile(
    r"(?:whose (?:turn|move|go) is it|is it my (?:turn|move|go)|(?:what|which) turn is it"
    r"|how many (?:more )?turns (?:are )?(?:there )?(?:left|to go|remaining|remain)"
    r"|when (?:is (?:my|the|our) deadline"
    r"|(?:do|must|should) (?:i|we) (?:have to )?(?:answer|reply|move)(?: by)?)"
    r"|how (?:long|much time) (?:have (?:i|we) (?:got|left)|do (?:i|we) have)(?: left)?)(?: now| yet)?"
)
"""What an answer to whoever is lost tells, too: the turn, whose move it is, and by when."""
_GREETING = re.compile(r"(?:hi|hello|hey|hallo|dear)(?: \w+){0,2}[,.!]\s+")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+")
_ABOUT = re.compile(r"(help|where|odds) (\S.{0,150})", re.IGNORECASE)
_IS = re.compile(r"(where)(?:'s| is| are) (?=\S)", re.IGNORECASE)
_CAN = re.compile(
    r"(?:what|where) (?:can|may|could) (?:i |we )?(?:do with |set up |place |put )?(?!(?:i|we|you|he|they)\b)"
    r"(\S.{0,60}?)(?: (?:do|go|move|attack|set ?up|be (?:set up|placed)))?(?: now| next)?",
    re.IGNORECASE,
)
"""What a unit may do, as newcomers ask: "what can 45 RD do", "where can I set up 45 RD"."""
_DOES = re.compile(r"what does (?!(?:it|this|that)\b)(\S.{0,60}?) (?:do|mean|say)", re.IGNORECASE)
"""What something is, as they ask: "what does Katyusha do"."""
_ARTICLE = re.compile(r"((?i:help|where|odds)) (?:(?i:the)|an?) (?=\S)")
_SPOKEN = re.compile(
    r"(?<![\w/-])(?:a|an|am|are|as|been|can|could|did|do|does|for|from|has|have|he|her|his|i|is|it|me|my|our"
    r"|she|should|so|that|the|their|them|there|they|this|us|was|we|were|what|when|which|will|would|you|your)"
    r"(?![\w/-])"
)
"""Words of sentences: "help me with 45 RD" is for the referee, "help 45 RD" for hexpost."""
_NAMED = re.compile(r"\d|[A-ZÄÖÜŁŚŻ]")
"""What a name of a unit, card or hex has: a digit, or a capital letter."""
_MOST_WORDS, _MOST_PLAIN = 4, 3
"""So many words at most a name has, and one of small letters alone."""
_PLAIN = re.compile(r"[\w/' -]+")
"""What is no more than words: a comma is a sign of a sentence."""
_ANSWERING = re.compile(r"(?:(?:re|aw|odp|antw|sv|fwd?)\s*:\s*|\[\d{1,9}\]\s*)*", re.IGNORECASE)
"""What mail programs put before a subject, and the number of a game."""
_GAME = re.compile(r"\[(\d{1,9})\]")


_REPLIED = re.compile(r"(?:(?:re|aw|antw|odp|sv)\s*:\s*)+", re.IGNORECASE)
"""What mail programs put before the subject of what they answer: several of them would begin a new thread."""


def answered(subject: str, number: str, own: str) -> str:
    """The subject of an answer about a game: the letter's; the game's `own` where that is empty, or names
    another game, whose emails would hide it."""
    title, named = _REPLIED.sub("", subject, count=1), games_in(subject)
    return own if not title or (number and named and number not in named) else title


def games_in(subject: str) -> list[str]:
    """The numbers of games that a subject names, as in "[2]"."""
    return _GAME.findall(subject)


def questions_of(letter: Letter, own: Collection[str] = (), beside: bool = False) -> tuple[str, ...]:
    """The questions that a letter's words consist of; none where anything else is said.

    `own` are names that its writer signs with. With `beside` the words stand beside a block: what proposes
    something belongs into it. Without, and where there are no words, the subject counts.
    """
    lines = prose(letter).split("\n")
    clear = any(" " in question_in(line) for line in lines)
    found = [(line, question_in(line, beside=clear)) for line in lines]
    found = [(line, word or ("" if beside else _when_asked(line))) for line, word in found]
    asked = tuple(word for _, word in found if word)
    rest = "\n".join(line for line, word in found if not word)
    if says(rest, own) or (beside and UNDO in asked):
        return ()
    subject = "" if beside or letter.unread else question_in(bare(letter.subject))
    return asked or ((subject,) if subject else ())


def questions_among(said: str) -> tuple[tuple[str, ...], str]:
    """The questions among other words beside a block, and what is left of these. A line within a sentence,
    as mail programs fold them, is none, nor is one that proposes something: it belongs into the block."""
    lines = said.split("\n")
    found = ["" if (word := question_in(line)).split(" ")[0] == UNDO else word for line in lines]
    asked = [word and _is_sentence(lines, found, at) for at, word in enumerate(found)]
    left = (line for line, is_one in zip(lines, asked, strict=True) if not is_one)
    return tuple(word for word, is_one in zip(found, asked, strict=True) if is_one), "\n".join(left).strip()


def _is_sentence(lines: Sequence[str], found: Sequence[str], at: int) -> bool:
    """Whether a line of words is a sentence of its own, by how the lines around it end and begin."""
    line, before = lines[at].rstrip(), lines[at - 1].rstrip() if at else ""
    begins = not before or found[at - 1] or before[-1] in ".!?:" or (before[-1] == "," and line[-1] == "?")
    after = lines[at + 1].lstrip() if at + 1 < len(lines) else ""
    return bool(begins and (not after or found[at + 1] or line[-1] in ".!?" or after[0].isupper()))


def bare(subject: str) -> str:
    """A subject without what mail programs put before it, and without the number of a game."""
    return _ANSWERING.sub("", subject, count=1)


def question_in(line: str, beside: bool = False) -> str:
    """The question that a line is, names in it as they are typed; "" if it is none.

    `beside` a question that names something, words of sentences are let pass: "help me with 45 RD".
    """
    typed = unspoken(plain_words(line).rstrip(" .!?:"))
    words = typed.casefold().removesuffix(" please")
    if is_lost(words):
        return LOST
    if _QUESTION.fullmatch(words):
        return words
    typed = typed[: len(typed) - len(" please")] if typed.casefold().endswith(" please") else typed
    found = _ABOUT.fullmatch(typed)
    return typed if found and _names(found[1].casefold(), found[2], beside) else ""


def _when_asked(line: str) -> str:
    """The question of whoever asks how the game goes on, in a sentence or several; "" for another line."""
    said = _GREETING.sub("", plain_words(line).casefold(), count=1)
    every = [one.rstrip(" .!?:").removesuffix(" please") for one in _SENTENCE_ENDS.split(said)]
    return LOST if all(_WHEN.fullmatch(one) or _LOST.fullmatch(one) for one in every) else ""


def is_lost(line: str) -> bool:
    """Whether a line asks what can be done: "What now?", "I am lost."."""
    return bool(_LOST.fullmatch(plain_words(line).rstrip(" .!?:").casefold()))


def unspoken(line: str) -> str:
    """A question without what makes a sentence of it: "where is the 6 Kradsch" is "where 6 Kradsch", and
    "what can 45 RD do" is "where 45 RD"."""
    able = _CAN.fullmatch(line)
    if able and not is_lost(line) and _NAMED.search(able[1]):
        line = f"where {able[1]}"
    line = _DOES.sub(r"help \1", line, count=1) if _DOES.fullmatch(line) else line
    return _ARTICLE.sub(r"\1 ", _IS.sub(r"\1 ", line, count=1), count=1)


def _names(word: str, about: str, beside: bool) -> bool:
    """Whether what comes after HELP, WHERE or ODDS may be a name, known or not, and is no sentence."""
    if _SPOKEN.search(about.casefold()) and not (beside and _PLAIN.fullmatch(about)):
        return False
    count = len(about.split())
    if _NAMED.search(about):
        return word == "odds" or count <= _MOST_WORDS
    return count <= _MOST_PLAIN and bool(_PLAIN.fullmatch(about))
