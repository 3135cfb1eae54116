"""What the chapters hand in: who takes an order line, who checks and books a report, who runs a step.

A chapter's module exports `ORDERS` (verb -> taker), `REPORTS` (kind -> Report) and `STEPS` (number of a step
-> what the referee does there); `registry` collects them. The caller gives the verdicts line by line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.state import State

from .orders import Said

Take = Callable[[Play, str, Order], None]
"""Take a line of a side: records what follows, or raises Refused before anything is recorded."""
Run = Callable[[Play], None]
"""What the referee does by himself at a step of the Refit Phase."""
Book = Callable[[Play, Said], None]
"""What follows from a report once it is booked."""


@dataclass(frozen=True, slots=True)
class Report:
    """One kind of report.

    check  raises Refused for one that cannot be true: it is asked when a line is filed, and once more when it
           is booked
    book   records what follows, once both sides have filed the same, or at once where it is not `joint`
    opens  whether what it reports shows its unit to the enemy. What does not is the owner's alone while the
           enemy does not see the unit: he files it, and nobody else hears of it
    keys   the further keys that it may have; None for any
    steps  the segments in which it may be filed, `PLAY` among them; () for all from the play to 8.615
    alone  when one side files alone what is `joint` else; None for never
    """

    check: Callable[[State, str, Said], None]
    book: Book
    joint: bool = True
    opens: bool = False
    keys: tuple[str, ...] | None = None
    steps: tuple[str, ...] = ()
    alone: Callable[[State, Said], bool] | None = None


Orders = Mapping[str, Take]
Reports = Mapping[str, Report]
Steps = Mapping[str, Run]
