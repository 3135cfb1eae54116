"""The sequence of play: purchases and set-up of the first date, the firefight, and the steps of the Refit
Phase as `steps.csv` has them."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.play import Play
from adjudicator.sequence import Segment, sequence

from . import firefight, gates, initiative, refit, setting_up
from .position import INIT_BUY, INIT_SETUP, PLAY
from .steps import SEALED, SET_UP, steps

Run = Callable[[Play], None]
OWN: dict[str, Run] = {
    "8.6151": initiative.run_chits,
    "8.623": initiative.run_initiative,
    "8.625": firefight.begin,
    SEALED: gates.run,
    SET_UP: setting_up.run,
}
"""Steps that are carried out in a way of their own, and those of which both sides file sealed sheets or
set up; all others are carried out as the Refit Phase is."""


SEQUENCE = sequence(
    Segment(INIT_BUY, "Purchases for the first date", "RePh8.616", gates.run),
    Segment(INIT_SETUP, "Set-up of the first date", "START.2", setting_up.run),
    Segment(PLAY, "The firefight", "CG32.5", firefight.run),
    *(
        Segment(step.number, step.title, step.clause, OWN.get(step.number) or OWN.get(step.who, refit.run))
        for step in steps().values()
    ),
)
