"""Rule 2.1, the draw: one chit after the other out of the one cup, and what it begins.
Rule 0.7, action chits: whether one takes effect, NO GAS, and Gross Deutschland withdrawn and returned.

0.7.3 chits drawn too late     0.7c NO GAS     0.7d, 0.7e Gross Deutschland
Barrages (0.7a) and random events (0.7b) have files of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.events import FactNoted, UnitPlaced
from adjudicator.mechanics.armies import on_map
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from ..combat import r00_barrage
from ..events import ChitDrawn
from ..fog import occur
from ..levels import campaign
from ..position import BR2, BR3, COMMANDS, GD_BOX, GERMAN, GONE
from ..turn import r02_command, r15_options
from ..turn.r00_chits import ASIDE, CUP, OUT, chooses, hq_of_chit, into_cup, is_action, owner, take_away
from ..turn.r02_command import command_over
from . import r00_events, r02_activation, r06_reinforcement

GD = ("HQ GD Pz", "GD Fus", "GD Pz", "GD PzG")
GD_CHIT = "GGDPz"

CONCERNS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("NO-GAS", "GD-WITHDRAWAL", "GD-RETURNS"), (GERMAN,)),
    "BARRAGE-2BR": (BR2,),
    "BARRAGE-3BR": (BR3,),
    "RANDOM": COMMANDS,
}
"""Whose activations each Action Chit concerns: a Front, or the sides whose insignia it bears (0.7.1, d4)."""


@rule("0.7.2", "0.7.3", "K-R4")
def act(play: Play, chit: str) -> None:
    """An Action Chit is drawn. It uses no activation (0.7.2), and does nothing when everyone it concerns has
    finished (0.7.3); drawn in vain or not it goes back into the cup next turn, but for those of Gross
    Deutschland once they have been acted upon (K-R4)."""
    why = void(play.state, chit)
    play.record(ChitDrawn(rule="0.7.3" if why else "0.7.2", chit=chit, void=why))
    if why or chit not in ONCE:
        play.remember("0.7.2", ASIDE, chit)
    if not why:
        EFFECTS[chit](play)


@rule("0.7.1", "0.7.3", "K-R3", "K-R4", "K-R11")
def void(state: State, chit: str) -> str:
    """Why an Action Chit has no effect, "" if it has: all it concerns have finished (K-R3), or Gross
    Deutschland is to return before it has been withdrawn: then the chit recurs (K-R4)."""
    if all(r02_command.finished(state, command) for command in CONCERNS[chit]):
        return "its commands may activate no more HQs"
    if chit == "GD-RETURNS" and campaign(state).gd != "withdrawn":
        return "Gross Deutschland has not been withdrawn"
    return ""


@rule("0.7c.1", "0.7c.3")
def no_gas(play: Play) -> None:
    """NO GAS is drawn: from now until the turn ends moving costs full German mechanised units a step."""
    play.record(FactNoted(rule="0.7c.1", key="no-gas", value=True))


@rule("0.7d.1", "0.7d.2", "0.7d.3", "0.2i.1")
def gd_withdrawal(play: Play) -> None:
    """GD WITHDRAWAL takes effect: what is left of the corps goes to its box with its Command Chit, wherever
    that is, and the withdrawal chit never returns to the cup."""
    for unit in corps(play.state):
        if on_map(play.state, unit):
            why = "Gross Deutschland is withdrawn"
            occur(play, UnitPlaced(rule="0.7d.1", unit=unit.id, at=GD_BOX, steps=unit.steps, why=why))
    take_away(play, "0.7d.2", GD_CHIT)
    play.remember("0.7d.3", OUT, "GD-WITHDRAWAL")
    play.record(FactNoted(rule="0.7d.1", key="gd", value="withdrawn"))


@rule("0.7e.1", "0.7e.2", "0.7e.3", "0.7e.4", "0.7e.5", "K-R4", "K-R70")
def gd_returns(play: Play) -> None:
    """GD RETURNS takes effect: the corps comes in at B with a move of its own, who was destroyed earlier at
    reduced strength; who was rebuilt meanwhile stays. Its Command Chit is in the cup at once, this chit never
    again."""
    for unit in corps(play.state):
        if unit.at in GONE:
            occur(play, UnitPlaced(rule="0.7e.2", unit=unit.id, at=GD_BOX, steps=1, why="rebuilt"))
    play.remember("0.7e.5", OUT, "GD-RETURNS")
    play.record(FactNoted(rule="0.7e.1", key="gd", value="returned"))
    into_cup(play, "0.7e.4", GD_CHIT)
    back = tuple(unit.id for unit in corps(play.state) if unit.at == GD_BOX)
    if back:
        r06_reinforcement.arrive(play, "0.7e.1", back, "B")


ONCE = ("GD-WITHDRAWAL", "GD-RETURNS")
"""Action Chits that are out of the game once they have been acted upon."""

EFFECTS: Mapping[str, Callable[[Play], None]] = {
    "NO-GAS": no_gas,
    "GD-WITHDRAWAL": gd_withdrawal,
    "GD-RETURNS": gd_returns,
    "BARRAGE-2BR": lambda play: r00_barrage.begin(play, BR2),
    "BARRAGE-3BR": lambda play: r00_barrage.begin(play, BR3),
    "RANDOM": lambda play: r00_events.random_event(play),
}
"""What each Action Chit does."""


def corps(state: State) -> tuple[Unit, ...]:
    """The four units of the Gross Deutschland corps, wherever they are."""
    return tuple(state.units[id_] for id_ in GD)


@rule("0.5.2", "0.7.2", "2.1a.1")
def run_draw(play: Play) -> None:
    """DRAW: one chit out of the one cup, or the Supply Phase when the Command Phase is over (1.3c.2). KG
    Mikosch may have waited until Pillau was free (K-R87)."""
    r15_options.mikosch(play)
    if command_over(play.state):
        play.go("1.3c.2", "SUPPLY")
        return
    chit = play.draw("2.1a.1", "the next chit", CUP)
    if is_action(play.state, chit):
        act(play, chit)
        return
    why = r02_command.void(play.state, chit)
    if why:
        play.record(ChitDrawn(rule="2.1b.2", chit=chit, void=why))
        play.remember("2.1b.2", ASIDE, chit)
    elif chooses(play.state, chit):
        play.go("2.1c.1", "CHOOSE_HQ", side=owner(play.state, chit), chit=chit)
    else:
        r02_activation.activate(play, "2.1b.1", chit, hq_of_chit(play.state, chit))
