"""Standing orders of a combat: answers given before the question, so that it does not take five mails.

    if asked defence then strongest support yes      if asked defence at Surovikino then hold
    if asked morale steps>=3 then check              if asked morale 15-I result<=1 then check
    if asked retreat then toward 3512                if asked advance then yes

"steps" are those that the unit has left, "result" is the morale result, "odds" the steps of those who attack
to those of the defenders; units are those hit, firing or fired at. Who attacks is never answered so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from adjudicator.declared import standing as kernel
from adjudicator.rulings import refusal
from adjudicator.state import State

from .combat import ATTACK, DEFENCE, attackers, combat, defenders, hit
from .levels import Fire
from .r02_pieces import steps
from .r07_combat import default_target, line
from .r07_fire import firers
from .r07_support import able as guns
from .r07_targets import open_targets
from .r08_advance import able, checked

TOPICS: Mapping[str, str] = {
    "defence": DEFENCE, "defense": DEFENCE, "attack": ATTACK, "fire": ATTACK, "morale": "morale",
    "retreat": "retreat", "retreatpath": "retreat", "kill": "kill", "advance": "advance",
}  # fmt: skip
"""What players call a question -> its topic."""
FIRING = (DEFENCE, ATTACK)

USUAL = (DEFENCE, ATTACK, "morale", "retreat", "kill", "advance")
"""The questions that standing orders usually answer."""

ADVICE = (
    "if asked defence then strongest support yes",
    "if asked fire then strongest support yes",
    "if asked morale steps>=3 then check",
    "if asked morale then default",
    "if asked retreat then default",
    "if asked kill then weakest",
    "if asked advance then yes",
)


# -- policies -----------------------------------------------------------------------------------------------


def everybody(asked: kernel.Asked) -> kernel.Lines:
    """all [support yes]: all who may fire together, at the first target of the stack with most units; with
    all the artillery in reach, if wanted."""
    return together(asked, default_target(asked.state)) if asked.decision.topic in FIRING else None


def strongest(asked: kernel.Asked) -> kernel.Lines:
    """strongest [support yes]: all together at the strongest unit that may be fired at next; where something
    else is asked, the strongest of those that are named."""
    if asked.decision.topic not in FIRING:
        return kernel.by_strength(asked)
    units = asked.state.units
    return together(asked, max(open_targets(asked.state), key=lambda unit: units[unit].steps))


def together(asked: kernel.Asked, at: str) -> kernel.Lines:
    """The fire of all at one unit, as an order."""
    state = asked.state
    helped = asked.order.policy.casefold().split()[1:] == ["support", "yes"]
    support = guns(state, state.units[at].at) if helped else ()
    return [line(Fire(units=tuple(unit.id for unit in firers(state)), support=support, at=at))]


def yes(asked: kernel.Asked) -> kernel.Lines:
    """yes: all that may go, into the hex that the enemy left, as long as there is room."""
    if asked.decision.topic != "advance":
        return None
    state = asked.state
    found: list[tuple[str, tuple[str, ...]]] = []
    for unit in able(state):
        one = (unit.id, (combat(state).space,))
        if refusal(checked, state, [*found, one]) is None:
            found.append(one)
    return [f"advance {'; '.join(f'{unit} via {path[0]}' for unit, path in found)}"] if found else None


POLICIES: Mapping[str, kernel.Policy] = {
    "all": everybody,
    "strongest": strongest,
    "hold": kernel.ending({"hold": "hold"}),
    "check": kernel.answering("check"),
    "retreat": kernel.answering("retreat"),
    "yes": yes,
    "no": kernel.ending({"no": "no advance"}),
}


# -- conditions ---------------------------------------------------------------------------------------------


def of_hit(what: Callable[[State], int]) -> Callable[[State], int]:
    """A number of the unit that was hit; 0 while none is."""
    return lambda state: what(state) if fought(state) and combat(state).hit else 0


def fought(state: State) -> bool:
    """Whether it is a combat in which is asked."""
    return state.frame.segment == "combat"


def odds(state: State) -> Fraction:
    """The steps of those who attack to those of the defenders, as both are left; 0 without a combat."""
    if not fought(state):
        return Fraction(0)
    ours, theirs = (sum(map(steps, units)) for units in (attackers(state), defenders(state)))
    return Fraction(ours, max(1, theirs))


CONDITIONS: Mapping[str, kernel.Condition] = {
    "odds": kernel.number(odds, ">="),
    "steps": kernel.number(of_hit(lambda state: state.units[hit(state).unit].steps), ">="),
    "result": kernel.number(of_hit(lambda state: hit(state).morale), "<="),
}
