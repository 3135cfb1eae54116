"""The sequence of play: purchases and set-up of the first date, the firefight, and the steps of the Refit
Phase as `steps.csv` has them."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.play import Play
from adjudicator.sequence import Segment, sequence

from . import firefight, gates, initiative, refit, setting_up
from .position import INIT_BUY, INIT_SETUP, PLAY
from .steps import SEALED, SET_UP, Step, steps

Run = Callable[[Play], None]
OWN: dict[str, Run] = {
    "8.6151": initiative.run_chits,
    "8.623": initiative.run_initiative,
    "8.625": firefight.begin,
}
"""Steps that are carried out in a way of their own."""


def run_of(step: Step) -> Run:
    """What carries a step out."""
    return OWN.get(step.number) or {SEALED: gates.run, SET_UP: setting_up.run}.get(step.who, refit.run)


SEQUENCE = sequence(
    Segment(INIT_BUY, "Purchases for the first date", "RePh8.616", gates.run),
    Segment(INIT_SETUP, "Set-up of the first date", "START.2", setting_up.run),
    Segment(PLAY, "The firefight", "CG32.5", firefight.run),
    *(Segment(step.number, step.title, step.clause, run_of(step)) for step in steps().values()),
)
