"""Section 8.1: the Experience Level Rating of each type, as printed; what changes it is in `modifiers`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from .orders import Said
from .rows import rows_of
from .taking import Report, Reports

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


@rule("BRV8.1.7")
def check_elr(state: State, side: str, said: Said) -> None:
    """REPORT ELR: nobody reports an ELR. Only losses (8.6123), the Banner (CG17), the Party Leaders (CG18),
    a night's Defender (CG15) and a scenario card (8.21) change it, and the referee keeps count of these."""
    raise Refused(
        "BRV8.1.7",
        "an ELR is not reported: the referee lowers it for losses (8.6123), the Red Banner (CG17), the Party "
        "Leaders (CG18), the Defender of a night (CG15) and what a scenario card says (8.21)",
        ("REPORT CVP of=russian suffered=165 vehicles=10 moabit=8 capture=0 refit=0 elr=147",),
    )


def _book_elr(play: Play, said: Said) -> None:
    """Nothing is ever booked: the report is refused."""


REPORTS: Reports = {"ELR": Report(check_elr, _book_elr, joint=False)}
