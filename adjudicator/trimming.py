"""Lines cut short: what a refused line would still say without one of its units, its last hexes, or a part of
it that it need not have. Whether any of it is legal, others find out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from adjudicator.orders import Grammar
from adjudicator.rulings import No
from adjudicator.state import Json

MOST_WORDS = 60
"""Longer lines are not cut: each run of their words would be read."""
MOST_SHORTER = 40
"""So many shorter lines there are of one, at most."""
DEEPEST = 3
"""A line is cut in so many places at once, at most."""
_BETWEEN = re.compile(r"(\s*[,;]\s*|\s+)")
_IN_PATHS = re.compile(r"([-–—>]+)")

Said = tuple[str, Mapping[str, Json]]


def trimmed(grammar: Grammar, text: str, spaces: Collection[str]) -> Iterator[tuple[int, str]]:
    """The lines that say a part of what a line says, each with how many things it names: without some of
    its units, without the end of its path (a list of these `spaces`), without a clause. Those cut in one
    place come first, of them those that say most."""
    text = grammar.comment.split(text, maxsplit=1)[0].strip()
    whole = understood(grammar, text)
    if whole is None:
        return
    seen, ring, left = {str(whole)}, [text], MOST_SHORTER
    for _ in range(DEEPEST):
        found: list[tuple[int, str]] = []
        for line in ring:
            for shorter in shortened(grammar, line):
                said = understood(grammar, shorter)
                if said and str(said) not in seen and is_part(said, whole, spaces):
                    seen.add(str(said))
                    found.append((size(said), shorter))
        best = sorted(found, key=lambda one: -one[0])[:left]
        ring, left = [shorter for _, shorter in best], left - len(best)
        yield from best


def understood(grammar: Grammar, text: str) -> Said | None:
    """The verb and the arguments of a line, by its first reading; None where it is not understood."""
    try:
        order = grammar.understand(text)
    except No:
        return None
    return order.verb, order.args


# -- shorter lines ---------------------------------------------------------------------------------------


def shortened(grammar: Grammar, text: str) -> Iterator[str]:
    """A line without any one run of its words but the first; hexes of a path are words of their own."""
    words, between = words_of(grammar, text)
    if len(words) > MOST_WORDS:
        return
    for first, behind in combinations(range(1, len(words) + 1), 2):
        yield joined(words, between, first, behind)


def words_of(grammar: Grammar, text: str) -> tuple[list[str], list[str]]:
    """The words of a line, and what stands behind each."""
    parts = _BETWEEN.split(text)
    words: list[str] = []
    between: list[str] = []
    for word, behind in zip(parts[::2], [*parts[1::2], ""], strict=True):
        known = any(lexicon.calls(word) for lexicon in grammar.lexicons.values())
        pieces = [word] if known else _IN_PATHS.split(word)
        words += pieces[::2]
        between += [*pieces[1::2], behind]
    return words, between


def joined(words: Sequence[str], between: Sequence[str], first: int, behind: int) -> str:
    """A line without its words from `first` on, up to the one `behind`: a comma or a stroke that parted them
    goes with them, unless others stand on both sides."""
    sides = between[first - 1], between[behind - 1]
    gap = next((one for one in sides if one.isspace()), sides[0]) if behind < len(words) else ""
    parts = [*zip(words, between, strict=True)]
    head = "".join(word + after for word, after in parts[: first - 1]) + words[first - 1]
    return head + gap + "".join(word + after for word, after in parts[behind:])


# -- what they say ---------------------------------------------------------------------------------------


def says_part(grammar: Grammar, text: str, of: str, spaces: Collection[str]) -> bool:
    """Whether a line says a part of what another does."""
    said, whole = understood(grammar, text), understood(grammar, of)
    return said is not None and whole is not None and said != whole and is_part(said, whole, spaces)


def is_part(said: Json, whole: Json, spaces: Collection[str]) -> bool:
    """Whether what a line says is a part of what another does: lists have fewer things in the same order,
    paths end earlier, a clause is not there; all else is the same. An order to no units may be one to all: it
    is another."""
    if said == whole or (not said and said != 0):
        return True
    if isinstance(said, str) and isinstance(whole, str):
        return "," in whole and is_part(said.split(","), whole.split(","), spaces)
    if isinstance(whole, Mapping):
        if isinstance(said, Mapping) and whole.get("units") and said.get("unit"):  # one of several is left
            said = {**said, "units": (said["unit"],)}
        if not isinstance(said, Mapping) or bool(whole.get("units")) != bool(said.get("units")):
            return False
        return all(is_part(said.get(key), whole[key], spaces) for key in whole)
    if not isinstance(whole, (list, tuple)) or not isinstance(said, (list, tuple)):
        return False
    if len(said) == len(whole) and not all(isinstance(one, str) for one in whole):
        return all(is_part(one, other, spaces) for one, other in zip(said, whole, strict=True))
    if whole and all(one in spaces for one in whole if isinstance(one, str)) and isinstance(whole[0], str):
        return tuple(said) == tuple(whole[: len(said)])
    left = iter(whole)
    return all(any(is_part(one, other, spaces) for other in left) for one in said)


def size(said: Json) -> int:
    """How many things a line names."""
    if isinstance(said, Mapping):
        return sum(map(size, said.values()))
    return sum(map(size, said)) if isinstance(said, (list, tuple)) else int(bool(said))
