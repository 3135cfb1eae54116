"""Victory in the campaign (section 20): tested at the end of every CGS (notes f.33)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.events import GameEnded
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import Json, State

from .campaign import campaign
from .dates import date, last_date
from .ground import having
from .position import GERMAN, RUSSIAN

NOBODY = "none"
REICHSTAG = "reichstag"


@rule("VC-CG.1")
def holds_reichstag(state: State) -> bool:
    """Whether the Russian controls the whole Reichstag, hex by hex."""
    return all(state.control.get(hex_) == RUSSIAN for hex_ in having(REICHSTAG))


@rule("VC-CG.1", "VC-CG.2", "BRV0.3", "RePh8.6234")
def campaign_winner(state: State) -> tuple[str, str, str]:
    """Who has won the campaign at the end of this CGS, by which clause, and why; "" while nobody has. The
    ninth CGS is the last, and no other test is made (8.6234)."""
    name = date(state).name
    if holds_reichstag(state):
        return RUSSIAN, "VC-CG.1", f"at the end of {name} the Russian controls the whole Reichstag"
    if state.turn >= last_date():
        return GERMAN, "VC-CG.2", f"at the end of {name} the Russian does not control the whole Reichstag"
    return "", "", ""


def check_campaign(play: Play) -> None:
    """The campaign ends if somebody has won it."""
    winner, number, why = campaign_winner(play.state)
    if winner:
        play.record(GameEnded(rule=number, winner=winner, why=why, points=cgs_won(play.state)))


def cgs_won(state: State) -> Mapping[str, int]:
    """The CGS that each side has won: those that the other has lost."""
    return {RUSSIAN: state.tracks.get("lost-german", 0), GERMAN: state.tracks.get("lost-russian", 0)}


def standings(state: State) -> Mapping[str, Json]:
    """What a position's "victory" shows: who won the last CGS that was decided, and the campaign."""
    won = str(state.over["winner"]) if state.over else NOBODY
    return {"cgs": campaign(state).last.get("winner") or NOBODY, "campaign": won or NOBODY}
