"""What is printed: counters by side and type, markers by kind, cards, each with how many there are."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from counters.roster.counter import Roster

_COMPOUNDS = re.compile(r"\b(self|anti|half|single)-")
_SHORT = {"hq": "headquarters", "question": "question mark", "cloak": "cloaking", "aa": "AA"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the manifest: whose, what, how many pieces, and how many of them have two sides.

    `what` is as the roster has it, `words` as printed: "self-propelled artillery", "plan markers".
    """

    side: str
    what: str
    pieces: int
    two_sided: int
    words: str

    def facts(self) -> dict[str, str | int]:
        """The line as plain data."""
        return asdict(self)


def _in_words(which: str, sides: Mapping[str, str]) -> str:
    """A word of the roster without its hyphens, but for those that English has; sides by their names."""
    spaced = _COMPOUNDS.sub(r"\1\0", which).replace("-", " ").replace("\0", "-")
    return " ".join(sides.get(word, word) for word in _SHORT.get(spaced, spaced).split())


def manifest(roster: Roster) -> list[Line]:
    """Every kind of piece that is printed, the sides in their order, types by their names."""
    names = roster.style.sides
    pieces: Tally[tuple[str, str]] = Tally()
    two: Tally[tuple[str, str]] = Tally()
    for counter in roster.counters.values():
        pieces[counter.side, counter.type] += counter.count * counter.pieces
        two[counter.side, counter.type] += counter.count * (counter.sides // 2)
    order = [*names, *sorted({side for side, _ in pieces} - set(names))]
    lines = [
        Line(names.get(side, side), kind, count, two[side, kind], _in_words(kind, names))
        for side, kind, count in sorted(
            ((*key, count) for key, count in pieces.items()), key=lambda one: (order.index(one[0]), one[1])
        )
    ]
    return [line for line in (*lines, *_markers(roster), *_cards(roster)) if line.pieces]


def _markers(roster: Roster) -> list[Line]:
    kinds = dict.fromkeys(marker.kind for marker in roster.markers.values())
    return [
        Line(
            "",
            f"markers: {kind}",
            sum(m.count for m in roster.markers.values() if m.kind == kind),
            sum(m.count for m in roster.markers.values() if m.kind == kind and len(m.faces) > 1),
            f"{_in_words(kind, roster.style.sides)} markers",
        )
        for kind in kinds
    ]


def _cards(roster: Roster) -> list[Line]:
    what = "cards" if roster.style.card_mm else "chits"
    kinds = dict.fromkeys(card.kind for card in roster.cards.values())
    counts = {kind: sum(c.count for c in roster.cards.values() if c.kind == kind) for kind in kinds}
    return [
        Line(
            "", f"{what}: {kind}".rstrip(": "), n, n, f"{_in_words(kind, roster.style.sides)} {what}".strip()
        )
        for kind, n in counts.items()
    ]


def manifest_text(roster: Roster) -> list[str]:
    """The manifest as lines of text in columns, with the total."""
    lines = manifest(roster)
    rows = [f"{line.pieces:>6}  {line.side:<14}{line.words}" for line in lines]
    total = sum(line.pieces for line in lines)
    return [*rows, f"{total:>6}  pieces, {sum(line.two_sided for line in lines)} of them with two sides"]
