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
SECOND_WIND, DEEP, ELASTIC = ("SECONDW", "SECONDV"), "DEEP", "ELASTIC"

Why = Callable[[State, str], str]
"""Why a side may not play a card in this combat; "" where it may."""


def needs(holds: Callable[[State, str], object], why: str) -> Why:
    """A condition, and the reason against a card where it does not hold."""
    return lambda state, side: "" if holds(state, side) else why


ATTACKS = needs(lambda state, side: combat(state).side == side, "you do not attack")
DEFENDS = needs(lambda state, side: combat(state).side == ENEMY[side], "you do not defend")
GUARDS = needs(
    lambda state, side: any(trait(state, unit, "army") == "2 G" for unit in camp(state, ATTACKERS)),
    "no unit of the 2nd Guards Army attacks",
)
STOPS_TANKS = needs(lambda state, side: tank_bonus(state, now(state)), "the attackers have no Tank Bonus")
BRIDGES = needs(  # a modifier of terrain that no other such card has taken out already
    lambda state, side: len(terrain_drms(state, now(state))) > len([*now(state).cards(NO_TERRAIN)]),
    "terrain does not modify the die",
)
INFANTRY_DEFENDS = needs(
    lambda state, side: any(class_of(state, unit) == INFANTRY for unit in camp(state, DEFENDERS)),
    "none of your defenders is infantry",
)
SETTLED = needs(
    lambda state, side: any(unit.id not in campaign(state).moved for unit in camp(state, DEFENDERS)),
    "all your defenders have moved this turn",
)
SPARES = needs(
    lambda state, side: combat(state).loser == DEFENDERS and combat(state).owed, "your defenders lose no step"
)


def modifies(state: State, side: str) -> str:
    """Only one card of each side modifies the die (D-R31)."""
    mine = [one for one in combat(state).played if owner(one) == side and effect(one, DIE)]
    return f"{mine[0]} modifies the die already; one card of each side may" if mine else ""


def flies(state: State, side: str) -> str:
    """Aircraft attack where no Yak-9 marker is near."""
    space, yaks = combat(state).space, campaign(state).yak9
    near = [at for at in yaks if distance(state, at, space) <= YAK9_RANGE]
    return f"a Yak-9 marker is in {near[0]}" if near else ""


CONDITIONS: Mapping[str, tuple[Why, ...]] = {
    "ARTY": (ATTACKS,),
    "KATYUSHA": (ATTACKS,),
    "STUKA": (ATTACKS, flies, modifies),
    "STURM": (ATTACKS, flies, modifies),
    "GUARD": (ATTACKS, GUARDS, modifies),
    "ENGR": (ATTACKS, BRIDGES),
    "PAK88": (DEFENDS, STOPS_TANKS),
    "AMBUSH": (DEFENDS, STOPS_TANKS),
    "SWT40": (DEFENDS, INFANTRY_DEFENDS),
    "DEADBOLT": (DEFENDS, SETTLED, modifies),
    **dict.fromkeys(SECOND_WIND, ()),
    **dict.fromkeys((ELASTIC, DEEP), (DEFENDS, SPARES)),
}
"""Card -> what must hold for it to be played."""


@rule("D.combat.5", "D.combat.8")
def check(state: State, side: str, id_: str) -> None:
    """A card may be played in the window that is open. Raises Refused."""
    before = card(id_).traits["window"] == "before"
    number, first = (
        ("D.combat.5", "before the die, in the first")
        if before
        else ("D.combat.8", "after the die, in the second")
    )
    if combat(state).window != (1 if before else 2):
        raise Refused(number, f"{id_} is played {first} window of a combat")
    if why := next(filter(None, (reason(state, side) for reason in CONDITIONS[code(id_)])), ""):
        raise Refused(number, f"{id_} cannot be played: {why}")
