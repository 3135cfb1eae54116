"""What to look at in a trace: at most ten places in order of weight, each with what settles it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from files.cells import csv_text
from maps.scan.areas.seeds import CONTACT, CORNER, OUTSIDE

MOST = 10
"""So many doubts are told: more would not be read."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A place that may be wrong: its kind, the areas, where, what it was taken for, and how much hangs on it.

    `weight` is the size of what may be wrong, where 1 is a usual area or a border as long as one is wide.
    """

    kind: str
    areas: tuple[str, ...]
    at: tuple[float, float]
    taken: str
    weight: float
    px: float = 0.0

    @property
    def words(self) -> str:
        """The doubt in words: where, what was taken, and how to settle it."""
        at, names = f"{self.at[0]:.0f}, {self.at[1]:.0f}", " and ".join(self.areas)
        spot = f"{self.at[0]:.0f},{self.at[1]:.0f}"
        match self.kind:
            case "missing seed":
                return (
                    f"at {at} lies a closed piece without a seed; it was taken for part of {names}. "
                    f"If it is not, add a seed: its name,{spot} (or {OUTSIDE},{spot} if it is no area); "
                    "if it is, a seed of that area there settles it"
                )
            case "unparted":
                return (
                    f"at {at} next to nothing parts {names}; the border was guessed. If it runs elsewhere, "
                    'draw it: --line "x,y x,y ..."; if they are one area, take one seed away'
                )
            case "gap":
                return (
                    f"at {at} the border of {names} is not printed for {self.px:.0f} px and was guessed. "
                    'If it runs elsewhere, draw it: --line "x,y x,y ..."'
                )
        other = CORNER if self.taken == CONTACT else CONTACT
        return (
            f"at {at} {names} share {self.px:.0f} px of border; taken for a {self.taken}. "
            f"If it is not, say {other} of them in a table for --decided"
        )


def weightiest(doubts: Sequence[Doubt]) -> list[Doubt]:
    """At most ten doubts, those first on which most hangs."""
    return sorted(doubts, key=lambda doubt: -doubt.weight)[:MOST]


def table_of(doubts: Sequence[Doubt], decided: Mapping[tuple[str, str], str]) -> str:
    """Doubts about contacts, and what is decided already, as the table that --decided reads."""
    rows: list[tuple[str, ...]] = [(one, other, says, "", "", "") for (one, other), says in decided.items()]
    rows += [
        (*doubt.areas, doubt.taken, *(f"{part:.0f}" for part in (doubt.px, *doubt.at)))
        for doubt in doubts
        if doubt.kind == "near corner"
    ]
    return csv_text([("one", "other", "says", "px", "x", "y"), *rows])
