"""What one player may know of a position: everything but cards face down and the true meeting zone."""

from __future__ import annotations

from adjudicator.by_mail.views import ABSENT, Secrets
from adjudicator.games.donnerschlag.cards import BOX, KINDS, card, late, pile
from adjudicator.games.donnerschlag.levels import segment
from adjudicator.games.donnerschlag.position import AXIS, SIDES
from adjudicator.rulings import rule
from adjudicator.state import State

CLOSED = {
    **{BOX[side]: side for side in SIDES},
    **{where(side, of): side for side in SIDES for of in KINDS for where in (pile, late)},
}
"""Boxes, piles and cards still to come -> whose they are, and who may look at them; the discards lie open."""

SECRETS = Secrets(
    plans=dict.fromkeys(("planned", "sheet", "onward"), ABSENT),
    acting=lambda state: segment(state).side,
    facts={"zone": AXIS},
    own={f"rest_{side}": side for side in SIDES},
    face_down=lambda id_: f"hidden-{card(id_).deck}",
    places=CLOSED,
)


@rule("D.admin.c.3", "D.admin.f.3", "D.admin.g.3")
def view(state: State, side: str) -> State:
    """The state as one side knows it: of the enemy's cards their number and their backs, of the meeting zone
    markers that they lie there."""
    return SECRETS.hide(state, side)
