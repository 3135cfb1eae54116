"""What one player may know of a position: everything but set-ups in the making, the plan, and what is not yet
ordered in the open."""

from __future__ import annotations

from adjudicator.by_mail.views import ABSENT, Secrets
from adjudicator.games.panzerkorps48.events import PLAN
from adjudicator.games.panzerkorps48.position import SOVIET
from adjudicator.games.panzerkorps48.r09_setup import unseen
from adjudicator.rulings import rule
from adjudicator.state import State

SECRETS = Secrets(
    plans={"fires": ABSENT, "advances": ABSENT},
    acting=lambda state: str(state.frames[0].facts.get("side", "")) if state.frames else "",
    facts={PLAN: SOVIET},
)
"""What an attack's order says of later fires and of the advance is its writer's until it comes to it."""


@rule("9.1.sov.1", "9.1.sov.7")
def view(state: State, side: str) -> State:
    """The state as one side knows it."""
    known = SECRETS.hide(state, side)
    hidden = unseen(state, side)
    return known.but(units={**known.units, **hidden}) if hidden else known
