"""The nearest word: what somebody may have meant who wrote one that nobody knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches

ALIKE = 0.6
"""How alike words are that may be taken for each other: the letters they share, of all of theirs."""


AS_DIGITS = str.maketrans("lioILO", "110110")
"""Letters that look like digits, or are beside them on a keyboard."""

CONNECTING = frozenset(
    (
        "a",
        "an",
        "and",
        "at",
        "by",
        "for",
        "from",
        "if",
        "in",
        "into",
        "next",
        "of",
        "on",
        "only",
        "onto",
        "please",
        "pls",
        "the",
        "then",
        "to",
        "via",
        "with",
    )
)
"""Words that stand between names, or beside them in a sentence: no name that somebody got wrong."""


def is_connecting(word: str) -> bool:
    """Whether a word is no name, but stands between names."""
    return word.casefold() in CONNECTING


def nearest(
    word: str,
    known: Iterable[str],
    most: int = 3,
    alike: float = ALIKE,
    fold: Callable[[str], str] = str.casefold,
) -> tuple[str, ...]:
    """The known words most like a word, the likest first. `fold` takes off what makes no difference. A letter
    that was typed for a digit comes before all others: "17l3" is 1713."""
    forms = {fold(one): one for one in known}
    typed = fold(word)
    digits = typed.translate(AS_DIGITS) if any(sign.isdigit() for sign in typed) else typed
    first = [digits] if digits in forms else []
    found = dict.fromkeys((*first, *get_close_matches(typed, forms, most, alike)))
    return tuple(forms[form] for form in [*found][:most])


def did_you_mean(near: Iterable[str], before: str = "") -> str:
    """The question whether one of these was meant, with what stands before it; "" where there are none."""
    words = " or ".join(near)
    return f"{before}did you mean {words}?" if words else ""


def nearest_or_all(word: str, known: Iterable[str]) -> str:
    """What would be right: the nearest known word, or all of them."""
    words = sorted(filter(None, known))
    all_of_them = f"known are {', '.join(words)}" if words else "none is known"
    return did_you_mean(map(repr, nearest(word, words, most=1))) or all_of_them
