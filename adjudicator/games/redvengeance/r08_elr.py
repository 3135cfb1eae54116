"""Section 8.1: the Experience Level Rating of each type, as printed; what changes it is in `modifiers`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from adjudicator.rulings import rule

from .rows import rows_of

ALL_OTHERS = "*"
"""What stands in the table for every type of a side that has no row of its own."""
SMC = "smc"
_ARMY = re.compile(r"-(de|ru|gestapo|party|commissar|moabit)$")
"""What stands behind a type where two kinds of counter are called alike."""
_SMC = re.compile(r"smc|hero|(al-)?\d+[-+]\d")
"""Leaders ("9-1", "6+1", "al-9-1") are called by their morale and their modifier; MMC have a third number."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A row of the ELR table: its clause, a side, a type as it is printed, the value."""

    rule: str
    side: str
    type: str
    elr: int


@cache
def ratings() -> tuple[Rating, ...]:
    """The table of 8.1, with the half-squads and crews that it leaves out (8.1.9), from `elr.csv`."""
    return rows_of(Rating, "elr.csv")


def printed(kind: str) -> str:
    """What a kind of unit is called on its counter: "4-4-7" of `4-4-7-de`."""
    return _ARMY.sub("", kind)


@rule(*dict.fromkeys(one.rule for one in ratings()))
def rating(side: str, kind: str) -> Rating:
    """The row of the table for a kind of unit of a side: its own, that of SMC, or that of all others. A
    half-squad has that of its parent squad, a crew that of SMC (8.1.9)."""
    type_ = printed(kind)
    names = (type_, *([SMC] if _SMC.fullmatch(type_) else []), ALL_OTHERS)
    rows = {one.type: one for one in ratings() if one.side == side}
    return next(rows[name] for name in names if name in rows)
