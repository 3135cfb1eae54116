"""Combat Cards that count in a combat: those played before it (D.combat.5) and those played after its die
(D.combat.8), who may play each, and what the second kind does. What the first kind does is in `r2_strength`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.mechanics.armies import distance
from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from .cards import card, code, effect, owner
from .combat import ATTACKERS, DEFENDERS, camp, combat
from .levels import campaign
from .pieces import INFANTRY, class_of, trait
from .position import ENEMY
from .r2_strength import DIE, NO_TERRAIN, now, tank_bonus, terrain_drms

YAK9_RANGE = 3
"""Hexes around a Yak-9 marker in which nobody plays aircraft (its card)."""
GUARDS = "2 G"
SECOND_WIND, DEEP, ELASTIC = ("SECONDW", "SECONDV"), "DEEP", "ELASTIC"

Why = Callable[[State, str], str]
"""Why a side may not play a card in this combat; "" where it may."""


def attacks(state: State, side: str) -> str:
    """It is played by who attacks."""
    return "" if combat(state).side == side else "you do not attack"


def defends(state: State, side: str) -> str:
    """It is played by who is attacked."""
    return "" if combat(state).side == ENEMY[side] else "you do not defend"


def modifies(state: State, side: str) -> str:
    """Only one card of each side modifies the die (D-R31)."""
    mine = [one for one in combat(state).played if owner(one) == side and effect(one, DIE)]
    return f"{mine[0]} modifies the die already; one card of each side may" if mine else ""


def flies(state: State, side: str) -> str:
    """Aircraft attack where no Yak-9 marker is near."""
    space, yaks = combat(state).space, campaign(state).yak9
    near = [at for at in yaks if distance(state, at, space) <= YAK9_RANGE]
    return f"a Yak-9 marker lies in {near[0]}" if near else ""


def guards(state: State, side: str) -> str:
    """A unit of the 2nd Guards Army attacks."""
    ours = any(trait(state, unit, "army") == GUARDS for unit in camp(state, ATTACKERS))
    return "" if ours else "no unit of the 2nd Guards Army attacks"


def stops_tanks(state: State, side: str) -> str:
    """The attackers have a Tank Bonus to lose."""
    return "" if tank_bonus(state, now(state)) else "the attackers have no Tank Bonus"


def bridges(state: State, side: str) -> str:
    """A modifier of terrain is there to be left out, that of another such card being out already."""
    out = sum(1 for _ in now(state).cards(NO_TERRAIN))
    return "" if len(terrain_drms(state, now(state))) > out else "terrain does not modify the die"


def infantry(state: State, side: str) -> str:
    """Infantry defends."""
    ours = any(class_of(state, unit) == INFANTRY for unit in camp(state, DEFENDERS))
    return "" if ours else "none of your defenders is infantry"


def settled(state: State, side: str) -> str:
    """One of the defenders has not moved this turn."""
    moved = campaign(state).moved
    still = any(unit.id not in moved for unit in camp(state, DEFENDERS))
    return "" if still else "all your defenders have moved this turn"


def spares(state: State, side: str) -> str:
    """The defenders have a step to lose."""
    asks = combat(state)
    return "" if asks.loser == DEFENDERS and asks.owed else "your defenders lose no step"


CONDITIONS: Mapping[str, tuple[Why, ...]] = {
    "ARTY": (attacks,),
    "KATYUSHA": (attacks,),
    "STUKA": (attacks, flies, modifies),
    "STURM": (attacks, flies, modifies),
    "GUARD": (attacks, guards, modifies),
    "ENGR": (attacks, bridges),
    "PAK88": (defends, stops_tanks),
    "AMBUSH": (defends, stops_tanks),
    "SWT40": (defends, infantry),
    "DEADBOLT": (defends, settled, modifies),
    "SECONDW": (),
    "SECONDV": (),
    ELASTIC: (defends, spares),
    DEEP: (defends, spares),
}
"""Card -> what must hold for it to be played."""


@rule("D.combat.5", "D.combat.8")
def check(state: State, side: str, id_: str) -> None:
    """A card may be played in the window that is open. Raises Refused."""
    window = combat(state).window
    when = card(id_).traits["window"]
    if when == "before" and window != 1:
        raise Refused("D.combat.5", f"{id_} is played before the die, in the first window of a combat")
    if when == "after" and window != 2:
        raise Refused("D.combat.8", f"{id_} is played after the die, in the second window of a combat")
    why = next(filter(None, (reason(state, side) for reason in CONDITIONS[code(id_)])), "")
    if why:
        raise Refused("D.combat.5" if when == "before" else "D.combat.8", f"{id_} cannot be played: {why}")
