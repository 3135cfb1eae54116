"""What a letter may hold alone, without any block, and is answered at once: HELP, RULE 7.2, GAMES.

Whoever writes on a telephone writes just the word, as its text or as its subject. A sentence that only begins
like one of them is for the referee.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from adjudicator.mail.reading.as_typed import plain_words
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.reading.prose import prose, says

UNDO = "undo"
_QUESTION = re.compile(
    rf"(?:help|report|(?:my )?games|{UNDO})(?: again)?(?: please)?|help [^\W\d_]+|"
    r"rules? \[?(?:[a-z]\.?)?\d[\w.]*\]?"
)
_ANSWERING = re.compile(r"(?:(?:re|aw|odp|antw|sv|fwd?)\s*:\s*|\[\d{1,9}\]\s*)*", re.IGNORECASE)
"""What mail programs put before a subject, and the number of a game."""
_GAME = re.compile(r"\[(\d{1,9})\]")


def games_in(subject: str) -> list[str]:
    """The numbers of games that a subject names, as in "[2]"."""
    return _GAME.findall(subject)


def questions_of(letter: Letter, own: Collection[str] = (), beside: bool = False) -> tuple[str, ...]:
    """The questions that a letter's words consist of, in small letters; none where anything else is said.

    `own` are names that its writer signs with. With `beside` the words stand beside a block: what proposes
    something belongs into it. Without, and where there are no words, the subject counts.
    """
    lines = prose(letter).split("\n")
    asked = tuple(word for line in lines if (word := question_in(line)))
    rest = "\n".join(line for line in lines if not question_in(line))
    if says(rest, own) or (beside and UNDO in asked):
        return ()
    subject = "" if beside or letter.unread else question_in(bare(letter.subject))
    return asked or ((subject,) if subject else ())


def bare(subject: str) -> str:
    """A subject without what mail programs put before it, and without the number of a game."""
    return _ANSWERING.sub("", subject, count=1)


def question_in(line: str) -> str:
    """The question that a line is, in small letters; "" if it is none."""
    words = plain_words(line).casefold().rstrip(" .!?:")
    return words.removesuffix(" please") if _QUESTION.fullmatch(words) else ""
