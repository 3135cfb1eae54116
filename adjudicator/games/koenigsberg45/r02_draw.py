"""Rule 2.1, the draw: one chit after the other out of the one cup, and what it begins.

2.1a    a chit is drawn                 run_draw
2.1b    it activates its HQ             activate
2.1c, d Front chits and HGM             run_choose, take_choice
"""

from __future__ import annotations

from adjudicator.by_mail.ahead import ACTING
from adjudicator.choices import MANY, Choice
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State

from . import r00_actions, r02_activation
from .events import ChitDrawn, HQActivated
from .levels import activation
from .orders import THE_HQ, said
from .r00_chits import ASIDE, CUP, HGM, chooses, command_of_chit, hq_of_chit, is_action, owner
from .r01_turn import limit
from .r02_command import choices, command_over, used, void


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
        activate(play, "2.1b.1", chit, hq_of_chit(play.state, chit))


@rule("1.3a.1", "2.1a.3", "2.1b.1", "2.1c.2", "2.1d.2", "2.2c.3")
def activate(play: Play, number: str, chit: str, hq: str) -> None:
    """An HQ is activated: its owner is the active player, and one more of his limit is used."""
    side, command = owner(play.state, chit), command_of_chit(play.state, chit)
    play.record(
        HQActivated(
            rule=number, side=side, chit=chit, hq=hq, command=command,
            number=used(play.state, command) + 1, limit=limit(play.state, command),
        )
    )  # fmt: skip
    play.go("1.3a.1", "SELECT", side=side, chit=chit, hq=hq)


# -- 2.1c and 2.1d, chits whose owner chooses --------------------------------------------------------------


def run_choose(play: Play) -> None:
    """CHOOSE_HQ: the owner of a Front or HGM chit names the HQ; a single one needs no question."""
    now = activation(play.state)
    found = choices(play.state, now.chit)
    CHOOSING.ask(
        play,
        now.side,
        f"Chit {now.chit}: which of your HQs is activated? Exactly one, with this chit.",
        rule=choice_rule(now.chit),
        closed=True,
        silence=f"{found[0]} is activated",
        default=f"choose {found[0]}",
    )


def choice_rule(chit: str) -> str:
    """The clause by which a chit leaves the choice to its owner."""
    return "2.1d.1" if chit == HGM else "2.1c.1"


def take_choice(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer of CHOOSE_HQ. An «activate» line names the HQ too; it then goes on to SELECT, if there is
    anybody to be named, and chooses nothing if its units are wrong."""
    order = orders[0]
    chit = activation(play.state).chit
    try:
        hq = check_choice(play.state, chit, said(order).hq)
        r02_activation.check_units(play.state, hq, said(order).units)
    except Refused as no:
        play.refuse(order, no)
        return
    play.close(decision)
    activate(play, choice_rule(chit), chit, hq)
    if order.verb == "choose" or not r02_activation.to_be_named(play.state):
        play.verdict(order, "done")


CHOOSING = Choice(
    topic="choose",
    rule="2.1c.1",
    verbs=("choose", "activate"),
    take=take_choice,
    legal=lambda state, side: (f"choose {hq}" for hq in choices(state, activation(state).chit)),
    shown=MANY,
    asked={"CHOOSE_HQ": ACTING},
    waits=(*r02_activation.AGAIN, "extra"),
)


def check_choice(state: State, chit: str, named: str) -> str:
    """The HQ that is named, or the only one there is. Raises Refused for one that is not under the chit's
    command, or not on the map."""
    found = choices(state, chit)
    hq = found[0] if named == THE_HQ and len(found) == 1 else named
    if hq == THE_HQ:
        why = f"chit {chit} may activate {len(found)} HQs: name one"
        raise Refused(choice_rule(chit), why, tuple(f"choose {one}" for one in found))
    if hq not in found:
        why = f"chit {chit} activates an HQ of its own command on the map, and {hq} is none"
        raise Refused(choice_rule(chit), why, tuple(f"choose {one}" for one in found))
    return hq
