"""Standing orders, as every game writes them: answers given before the question.

    if asked QUESTION [UNITS] [CONDITION VALUE ...] then ANSWER

What questions there are, what conditions, and what an answer means, each game says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adjudicator.reader import Lexicon, Reader
from adjudicator.rulings import Unreadable
from adjudicator.state import Json
from files.nearest import nearest

FORM = "write: if asked QUESTION then ANSWER, for example: if asked loss then weakest first"

Condition = Callable[[Reader], Json]
"""Reads the value of a condition."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """A standing order, read: the topic it answers, the units it is about, its conditions by their word, and
    its policy as written."""

    topic: str
    units: tuple[str, ...]
    conditions: Mapping[str, Json]
    policy: str

    @property
    def first_word(self) -> str:
        """The first word of the policy in lower case."""
        return self.policy.split()[0].casefold()


def parse(
    line: str,
    topics: Mapping[str, str],
    lexicons: Mapping[str, Lexicon],
    conditions: Mapping[str, Condition],
    unit: str = "unit",
) -> StandingOrder:
    """The parts of a standing order; `topics` are what players call a question -> its topic, `unit` the
    lexicon of units. Raises Unreadable with the nearest words, and Ambiguous."""
    found = re.fullmatch(r"if\s+asked\s+(.+?)\s+then\s+(.+)", line.strip(), flags=re.IGNORECASE)
    if found is None:
        raise Unreadable(FORM)
    words = Reader(found[1], lexicons)
    topic = topics.get(words.peek())
    if topic is None:
        near = nearest(words.peek(), topics)
        raise Unreadable(f"there is no question called «{words.words[0]}»", near or tuple(topics))
    words.at += 1
    units: tuple[str, ...] = ()
    met: dict[str, Json] = {}
    while not words.done():
        word = words.word(*conditions)
        if word:
            met[word] = conditions[word](words)
        else:
            units = (*units, words.one(unit, tuple(conditions)))
    return StandingOrder(topic, units, met, found[2].strip())
