"""Rules 0.5 to 0.7, the chits: whose each one is, and which HQ it is for.

A letter tells the Command Chits of both sides with the same number apart: G28 is the German corps, S28 the
Soviet army (0.5.4, K-R66).
"""

from __future__ import annotations

from adjudicator.events import CupChanged, FactNoted, HandChanged
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State

from ..position import BR2, BR3, GERMAN, SOVIET, front, hq_of

CUP = "cup"
"""The one cup of both sides."""
HGM = "HGM"
OUT = "out"
"""The fact in which the chits are that are out of the game for good."""
ASIDE = "aside"
"""The fact with the chits of the turn that had no effect, and the Action Chits that had one."""


@rule("0.4.2", "0.4.3", "0.5.1", "0.5.4", "2.1b.1")
def hq_of_chit(state: State, chit: str) -> str:
    """The HQ that this Command Chit is for; "" for one that several HQs share (2.1b)."""
    formation = state.roster.cards[chit].formation
    return hq_of(formation) if formation else ""


def is_action(state: State, chit: str) -> bool:
    """Whether it is an Action Chit (0.7)."""
    return state.roster.cards[chit].kind == "action"


@rule("0.6.1")
def chooses(state: State, chit: str) -> bool:
    """Whether its owner chooses the HQ: the two chits of each Front, and HGM (0.6)."""
    return not is_action(state, chit) and not hq_of_chit(state, chit)


@rule("0.5.4", "K-R2", "K-R66")
def command_of_chit(state: State, chit: str) -> str:
    """Whose limit a Command Chit uses: "german", "2BR" or "3BR"."""
    hq = hq_of_chit(state, chit)
    if hq:
        return front(state, state.units[hq]) or GERMAN
    return next((name for name in (BR2, BR3) if chit.startswith(name)), GERMAN)


def owner(state: State, chit: str) -> str:
    """The side of a Command Chit."""
    return GERMAN if command_of_chit(state, chit) == GERMAN else SOVIET


@rule("0.5.1", "K-R66")
def chit_of(hq: str, side: str) -> str:
    """The Command Chit of an HQ: "HQ 11 G" has S11G, "HQ G28" has G28 (K-R66)."""
    bare = hq.removeprefix("HQ ").replace(" ", "")
    return bare if bare in {"G28", "S28"} else f"{'G' if side == GERMAN else 'S'}{bare}"


def take_away(play: Play, number: str, chit: str, lists: tuple[str, ...] = (ASIDE,)) -> None:
    """A chit leaves the place where it is: the cup, a Draw Chit box, aside, or these facts."""
    inside = play.state.cups.get(CUP, ())
    if chit in inside:
        play.record(CupChanged(rule=number, cup=CUP, items=without(inside, chit)))
    for side, hand in play.state.hands.items():
        if chit in hand:
            play.record(HandChanged(rule=number, side=side, cards=without(hand, chit)))
    for fact in lists:
        here = play.state.facts.get(fact, ())
        if chit in here:
            play.record(FactNoted(rule=number, key=fact, value=without(here, chit)))


def into_cup(play: Play, number: str, *chits: str) -> None:
    """Chits go into the cup, each once, from wherever they are, even from out of the game."""
    for chit in chits:
        take_away(play, number, chit, (ASIDE, OUT))
    play.record(CupChanged(rule=number, cup=CUP, items=(*play.state.cups[CUP], *chits)))


def without(chits: tuple[str, ...], chit: str) -> tuple[str, ...]:
    """These chits but for one."""
    return tuple(other for other in chits if other != chit)
