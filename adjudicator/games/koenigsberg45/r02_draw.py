"""Rule 2.1, the draw: one chit after the other out of the one cup, and what it begins."""

from __future__ import annotations

from adjudicator.play import Play
from adjudicator.rulings import rule

from . import r00_actions, r02_activation
from .events import ChitDrawn
from .r00_chits import ASIDE, CUP, chooses, hq_of_chit, is_action, owner
from .r02_command import command_over, void


@rule("0.5.2", "0.7.2", "2.1a.1")
def run_draw(play: Play) -> None:
    """DRAW: one chit out of the one cup, or the Supply Phase when the Command Phase is over (1.3c.2)."""
    if command_over(play.state):
        play.go("1.3c.2", "SUPPLY")
        return
    chit = play.draw("2.1a.1", "the next chit", CUP)
    if is_action(play.state, chit):
        r00_actions.act(play, chit)
        return
    why = void(play.state, chit)
    if why:
        play.record(ChitDrawn(rule="2.1b.2", chit=chit, void=why))
        play.remember("2.1b.2", ASIDE, chit)
    elif chooses(play.state, chit):
        play.go("2.1c.1", "CHOOSE_HQ", side=owner(play.state, chit), chit=chit)
    else:
        r02_activation.activate(play, "2.1b.1", chit, hq_of_chit(play.state, chit))
