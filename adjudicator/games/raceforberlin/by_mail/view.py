"""What one player may know of a position: section (b) of the game's notes.

Everything on the map is open. Closed are the chits in the other player's hand (Heinrici excepted), the cup,
sealed answers, standing orders, and the orders of an impulse that are still to be carried out.
"""

from __future__ import annotations

from adjudicator.by_mail.views import Secrets, plans_of
from adjudicator.games.raceforberlin.combat.r08_strength import Battle
from adjudicator.games.raceforberlin.r04_operations import IMPULSES, Impulse, owner
from adjudicator.games.raceforberlin.r11_setup import HEINRICI
from adjudicator.rulings import rule
from adjudicator.state import State

HIDDEN = "hidden chit"

SECRETS = Secrets(
    plans={**dict.fromkeys(plans_of(Impulse, Battle), ()), "chit8": ""},
    acting=lambda state: owner(state)[0] if state.segment in IMPULSES else "",
    face_down=lambda chit: chit if chit == HEINRICI else HIDDEN,
    cups=True,
)
"""The orders to come of an impulse and a battle are their owner's, and drawn chits lie face down."""


@rule("2.4.2.b")
def view(state: State, side: str) -> State:
    """The state as one side knows it: the rival's drawn chits face down (2.4.2.b), no cup, nothing sealed,
    and none of their orders to come, which may name a chit."""
    return SECRETS.hide(state, side)
