"""Fog of war: what one side sees of stacks, as placements for a saved game or a log of its own.

What is not seen is not there: no piece, no number, no name, and no gap where one was left out. Under the
pieces that are seen, or alone, may lie a plain one that says "units of this side" (`unknown` in the facts).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.module.roster_pieces import unknown_id
from builder.module.setup import HAND, Placement
from builder.module_faults import ModuleError

MOST_COUNTED = 99


@dataclass(frozen=True, slots=True)
class Unseen:
    """Units of which a side knows only that they are there; `count` is how many, 0 where it may not know."""

    count: int = 0


Seen = Mapping[tuple[str, str], Sequence[Placement | Unseen]]
"""By space and by side whose units stand there: what is seen of them, the lowest first.

`[Placement("712", "lebus")]` is a stack of which 712 is on top, or all there is: the file tells neither.
`[Unseen()]` is a stack of which nothing is seen; `[Unseen(), Placement(...)]` one that has more below.
"""


def placements_seen(seen: Seen) -> list[Placement]:
    """What a side sees, in an order that comes from nothing hidden: by space, then by side.

    Raises ModuleError with every piece that is said to be seen elsewhere than where it stands, and with
    every count that is none.
    """
    faults = [fault for at, what in seen.items() for fault in _faults(at[0], what)]
    if faults:
        raise ModuleError(faults)
    return [
        Placement(unknown_id(side), space, one.count) if isinstance(one, Unseen) else one
        for space, side in sorted(seen)
        for one in seen[space, side]
    ]


def _faults(space: str, what: Sequence[Placement | Unseen]) -> Iterator[str]:
    for one in what:
        if isinstance(one, Placement) and one.at != space:
            yield f"{one.piece}: is seen in {space!r}, but is in {one.at!r}"
        if isinstance(one, Unseen) and not 0 <= one.count <= MOST_COUNTED:
            yield f"{space}: {one.count} unseen units; it must be from 0, not told, to {MOST_COUNTED}"


def covered(position: Sequence[Placement], side: str, owners: Mapping[str, str]) -> list[Placement]:
    """The position for one side, with what lies concealed made unknown: units of others, and their hands.

    `owners` says whose each unit is. A concealed unit of another side becomes one that is not seen; the cards
    another side holds are left out, unless they are hidden ones already. It is a second look behind a view
    that should hide them anyway; what is hidden otherwise it cannot know.
    """
    kept: list[Placement] = []
    for one in position:
        whose = owners.get(one.piece, side)
        if whose != side and "concealed" in one.flags:
            kept.append(Placement(unknown_id(whose), one.at))
        elif not one.at.startswith(HAND) or one.at == HAND + side or one.piece.startswith("hidden-"):
            kept.append(one)
    return kept
