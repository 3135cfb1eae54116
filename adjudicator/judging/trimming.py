"""Lines cut short: what a refused line would still say without one of its units, its last hexes, or a part of
it that it need not have. Whether any of it is legal, others find out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, groupby

from adjudicator.orders import Grammar
from adjudicator.rulings import No
from adjudicator.state import Json

MOST_WORDS = 60
"""Longer lines are not cut: each run of their words would be read."""
MOST_SHORTER = 60
"""No more shorter lines of one are looked at."""
DEEPEST = 3
"""A line is cut in no more places at once."""
_BETWEEN = re.compile(r"(\s*[,;]\s*(?:and\s+)?|\s+(?:and|&)\s+|\s+)", re.IGNORECASE)
_IN_PATHS = re.compile(r"([-–—>]+)")

Said = tuple[str, Mapping[str, Json]]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a line, what comes after each, and their places in the whole line."""

    words: tuple[str, ...]
    between: tuple[str, ...]
    places: tuple[int, ...]

    @property
    def text(self) -> str:
        """The line."""
        return "".join(word + after for word, after in zip(self.words, self.between, strict=True))

    def without(self, first: int, after: int) -> Words:
        """The line without its words from `first` up to the one at `after`: a comma or a stroke that parted
        them goes with them, unless there are others on both sides."""
        sides = self.between[first - 1], self.between[after - 1]
        gap = next((one for one in sides if one.isspace()), sides[0]) if after < len(self.words) else ""
        between = (*self.between[: first - 1], gap, *self.between[after:])
        return Words(
            self.words[:first] + self.words[after:], between, self.places[:first] + self.places[after:]
        )

    def shortened(self) -> Iterator[Words]:
        """The line without any one run of its words but the first, those first that keep its beginning."""
        for first, after in reversed([*combinations(range(1, len(self.words) + 1), 2)]):
            yield self.without(first, after)


@dataclass(frozen=True, slots=True)
class Cut:
    """A shorter line, and how many things it names."""

    size: int
    words: Words

    @property
    def text(self) -> str:
        """The line."""
        return self.words.text


class Trimming:
    """What says a part of what one line says: without some of its units, without the end of its path (a list
    of these `spaces`), without a clause."""

    def __init__(self, grammar: Grammar, text: str, spaces: Collection[str]) -> None:
        self.grammar, self.spaces = grammar, spaces
        text, _ = grammar.apart(text)
        self.whole = understood(grammar, text)
        self.line = words_of(grammar, text)

    def rings(self) -> Iterator[list[Cut]]:
        """The shorter lines: those cut in one place, then in two, and so on; in each ring those that say most
        come first."""
        if len(self.line.words) > MOST_WORDS:
            return
        seen, ring, left = {str(self.whole)}, [self.line], MOST_SHORTER
        for _ in range(DEEPEST):
            found = self.new(seen, (shorter for line in ring for shorter in line.shortened()))
            best = sorted(found, key=lambda cut: -cut.size)[:left]
            ring, left = [cut.words for cut in best], left - len(best)
            yield best

    def grown(self, cut: Cut) -> list[Cut]:
        """The lines between a shorter one and the whole that have one run of words more, the least first."""
        gone = [place for place in self.line.places if place not in cut.words.places]
        runs = (gone[first:after] for first, after in combinations(range(len(gone) + 1), 2))
        more = (self.keeping({*cut.words.places, *run}) for run in runs if run[-1] - run[0] < len(run))
        found = [one for one in self.new({str(self.whole)}, more) if one.size > cut.size]
        return sorted(found, key=lambda one: one.size)

    def keeping(self, places: Collection[int]) -> Words:
        """The line of these of its words."""
        line = self.line
        gone = enumerate(at for at in line.places if at not in places)
        runs = [[at for _, at in run] for _, run in groupby(gone, key=lambda one: one[1] - one[0])]
        for run in reversed(runs):
            line = line.without(run[0], run[-1] + 1)
        return line

    def new(self, seen: set[str], lines: Iterable[Words]) -> list[Cut]:
        """Those of these lines that say a part of the whole which is not among the `seen`."""
        found: list[Cut] = []
        for line in lines:
            said = understood(self.grammar, line.text)
            if said and str(said) not in seen and self.whole and is_part(said, self.whole, self.spaces):
                seen.add(str(said))
                found.append(Cut(size(said), line))
        return found


def understood(grammar: Grammar, text: str) -> Said | None:
    """The verb and the arguments of a line, by its first reading; None where it is not understood."""
    try:
        order = grammar.understand(text)
    except No:
        return None
    return order.verb, order.args


def words_of(grammar: Grammar, text: str) -> Words:
    """A line in its words; hexes of a path are words of their own."""
    parts = _BETWEEN.split(text)
    words: list[str] = []
    between: list[str] = []
    for word, after in zip(parts[::2], [*parts[1::2], ""], strict=True):
        known = any(lexicon.calls(word) for lexicon in grammar.lexicons.values())
        pieces = [word] if known else _IN_PATHS.split(word)
        words += pieces[::2]
        between += [*pieces[1::2], after]
    return Words(tuple(words), tuple(between), tuple(range(len(words))))


# -- what they say ---------------------------------------------------------------------------------------


def size_of_part(grammar: Grammar, text: str, of: str, spaces: Collection[str]) -> int:
    """How many things a line names that says a part of what another does; 0 for any other line."""
    said, whole = understood(grammar, text), understood(grammar, of)
    if said is None or whole is None or said == whole or not is_part(said, whole, spaces):
        return 0
    return size(said)


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
