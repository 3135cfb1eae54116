"""Column shifts: each one names its rule and its reason, and the sum is theirs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from adjudicator.state import Json


@dataclass(frozen=True, slots=True)
class Shift:
    """One shift of the column: the clause it comes from, by how many columns to the right (for the attacker)
    or, below 0, to the left, and why it applies."""

    rule: str
    value: int
    reason: str


def total(shifts: Iterable[Shift]) -> int:
    """The sum of the shifts: to the right above 0, to the left below."""
    return sum(shift.value for shift in shifts)


def packed(shifts: Iterable[Shift]) -> tuple[Json, ...]:
    """The shifts as the facts of an event: {"rule", "value", "reason"} each."""
    return tuple(asdict(shift) for shift in shifts)


def and_below(printed: Sequence[str], most: int) -> tuple[str, ...]:
    """The printed columns with this many imaginary ones below them, from which a shift may return: "1-14" to
    "1-3" under a printed "1-2". Raises ValueError where the first is not one to something."""
    one, _, lowest = printed[0].partition("-")
    if one != "1":
        raise ValueError(f"below {printed[0]} it is not known how columns go on")
    return (*(f"1-{parts}" for parts in range(int(lowest) + most, int(lowest), -1)), *printed)


def shifted(
    column: str,
    shifts: Iterable[Shift],
    columns: Sequence[str],
    printed: Sequence[str],
    floor: bool = False,
) -> str | None:
    """The printed column after all shifts; None below the first, or the first itself where that is a `floor`;
    the last one above.

    `columns` rise like the printed ones and go on, as far as a shift may bring back, with imaginary ones on
    either side, for odds too bad or too good for the table. Raises ValueError for a column not in them.
    """
    number = columns.index(column) + total(shifts) - columns.index(printed[0])
    if number < 0 and not floor:
        return None
    return printed[max(0, min(number, len(printed) - 1))]
