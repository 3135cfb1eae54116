"""What to look at in a trace: at most ten places in order of weight, each with what settles it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from files.cells import csv_text
from maps.scan.areas.flooding import REST
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
    def key(self) -> str:
        """What the maker writes into `right` of scan.toml if nothing is wrong here."""
        return f"{self.kind}: {' | '.join(self.areas)}"

    @property
    def piece(self) -> str:
        """What a piece without a seed is called: it is large, or it is closed."""
        return f"piece as large as {self.px:.0f} areas" if self.px > REST else "closed piece"

    @property
    def words(self) -> str:
        """The doubt in words: where, what was taken, and how to settle it."""
        at, names = f"{self.at[0]:.0f}, {self.at[1]:.0f}", " and ".join(self.areas)
        spot = f"{self.at[0]:.0f},{self.at[1]:.0f}"
        match self.kind:
            case "missing seed" | "rival":
                rival = ", but may be part of " + " or ".join(self.areas[1:]) if self.areas[1:] else ""
                return (
                    f"at {at} is a {self.piece} without a seed, counted as part of {self.taken}{rival}. "
                    f"If it is not, add a seed: its name,{spot} (or {OUTSIDE},{spot} if it is not an area); "
                    "if it is, a seed of that area there settles it"
                )
            case "arm":
                own, one, other = self.areas
                return (
                    f"at {at} a narrow arm of {own} runs between {one} and {other} for {self.px:.0f} px: "
                    f"a river or road? If it is not part of {own}, add a seed: {one},{spot} or {other},{spot}"
                )
            case "bare":
                own, other = self.areas
                return (
                    f"at {at} the seed of {own} has no ground: it is inside the outline of {other}. Draw an "
                    f"outline of {own}, too, or take the seed away"
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
            case "many":
                return (
                    f"at {at} {names} touches {self.px:.0f} areas, many more than others do: it may run "
                    "along inside borders. Say their colour (--border), or draw a stroke where it leaks"
                )
            case "huge":
                return (
                    f"at {at} {names} is {self.px:.0f} times as large as a usual area. If borders in it were "
                    f"not seen, give their colour (--border). If it is not an area, name its seed {OUTSIDE}"
                )
            case "more":
                return (
                    f"at {at}, the first of {self.px:.0f} more places, and in {', '.join(self.areas)} "
                    "borders may be wrong. Settle the others and trace again, or see all in the workbench"
                )
        other = CORNER if self.taken == CONTACT else CONTACT
        return (
            f"at {at} {names} share {self.px:.0f} px of border; taken for a {self.taken}. "
            f"If it is not, say {other} of them in a table for --decided"
        )


def weightiest(doubts: Sequence[Doubt], most: int = MOST, right: Collection[str] = ()) -> list[Doubt]:
    """The doubts on which most hangs, those first; without those that were found right.

    The last of too many says in which areas the others are: no trace is wrong without a word.
    """
    left = sorted((doubt for doubt in doubts if doubt.key not in right), key=lambda doubt: -doubt.weight)
    if len(left) <= most:
        return left
    others = left[most - 1 :]
    names = tuple(dict.fromkeys(name for doubt in others for name in doubt.areas))
    return [*left[: most - 1], replace(others[0], kind="more", areas=names, px=len(others))]


def table_of(doubts: Sequence[Doubt], decided: Mapping[tuple[str, str], str]) -> str:
    """Doubts about contacts, and what is decided already, as the table that --decided reads."""
    rows: list[tuple[str, ...]] = [(one, other, says, "", "", "") for (one, other), says in decided.items()]
    rows += [
        (*doubt.areas, doubt.taken, *(f"{part:.0f}" for part in (doubt.px, *doubt.at)))
        for doubt in doubts
        if doubt.kind == "near corner"
    ]
    return csv_text([("one", "other", "says", "px", "x", "y"), *rows])
