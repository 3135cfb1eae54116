"""Standing orders: answers given before the question, so that a combat does not take six mails.

    if asked window 1 at 2020 ratio>=2 then card AMBUSH-1      if asked window then pass
    if asked loss then weakest first                           if asked retreat then 3814, 3914
    if asked adhoc then hold                                   if asked relocate then toward 4314

Or, as the rules' notes say it: "card AMBUSH-1 in window 1 when hex=2020 and ratio>=2", "stand loss priority
UNITS", "stand retreat prefer HEXES", "stand adhoc adjacent HEXES". "ratio" is the strength of the attack to that
of the defence; "die" and "final" are the die as rolled and as modified, 0 before it. Who moves and who attacks is
never answered so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from adjudicator.declared import standing as kernel
from adjudicator.mechanics import windows
from adjudicator.orders import Order
from adjudicator.state import State

from .combat import combat, fought
from .orders import HEX, UNIT, grammar, said
from .pieces import strength
from .position import distance
from .r2_combat import WINDOW
from .r2_strength import now, odds_of
from .zoc import in_ezoc

TOPICS: Mapping[str, str] = {
    "window": WINDOW, "card": WINDOW, "loss": "loss", "retreat": "retreat", "adhoc": "adhoc",
    "advance": "advance", "relocate": "relocate", "luck": "luck", "exchange": "luck", "box": "box",
}  # fmt: skip
"""What players call a question -> its topic."""

USUAL = (WINDOW, "loss", "retreat", "adhoc", "relocate")
"""The questions that standing orders usually answer."""

ADVICE = (
    "if asked window then pass",
    "if asked loss then weakest first",
    "if asked retreat then default",
    "if asked adhoc then default",
    "if asked relocate then default",
)

_STAND = re.compile(
    r"stand\s+(loss|retreat|adhoc|relocate)\s+(?:priority|prefer|adjacent|to)?\s*(.+)", re.IGNORECASE
)


def spoken(line: str) -> str:
    """A standing order as it is kept: "stand loss priority X" is "if asked loss then X"."""
    found = _STAND.fullmatch(line.strip())
    return f"if asked {found[1].casefold()} then {found[2]}" if found else windows.spoken(line)


def ratio(state: State) -> Fraction:
    """The strength of the attack to that of the defence, before shifts; 0 without a combat."""
    if not fought(state):
        return Fraction(0)
    odds = odds_of(state, now(state))
    return odds.attack / odds.defence


def hexes_in(order: Order) -> tuple[str, ...]:
    """The hexes that an order names, the last one first."""
    line = said(order)
    return tuple(reversed(line.path)) or tuple(filter(None, [line.hex]))


def worth(state: State, unit_id: str) -> int:
    """What a weakest and a strongest are told by: one with two steps is spared before one with its last, for
    a loss costs it no more than half its strength."""
    unit = state.units[unit_id]
    return strength(state, unit) - 100 * (unit.steps > 1)


def near_enemy(state: State, side: str, order: Order) -> bool:
    """Whether an answer ends in an enemy zone."""
    return in_ezoc(state, hexes_in(order)[0], side)


def of_combat(fact: str) -> kernel.Condition:
    """A number that the combat remembers; 0 without one."""
    return kernel.number(lambda state: getattr(combat(state), fact) if fought(state) else 0)


CONDITIONS: Mapping[str, kernel.Condition] = {
    "window": windows.NUMBER,
    "hex": kernel.place(HEX),
    "at": kernel.place(HEX),
    "ratio": kernel.number(ratio, ">="),
    "odds": kernel.number(ratio, ">="),
    "die": of_combat("die"),
    "final": of_combat("final"),
    "turn": kernel.TURN,
}

POLICIES: Mapping[str, kernel.Policy] = {
    "default": kernel.default,
    "first": kernel.first,
    "weakest": kernel.by_strength,
    "strongest": kernel.by_strength,
    "toward": kernel.toward,
    "towards": kernel.toward,
    "pass": kernel.ending({"pass": "pass"}),
    "hold": kernel.ending({"hold": "hold"}),
    "no": kernel.ending({"no": "no advance"}),
}

STANDING = kernel.StandingOrders(
    grammar=grammar,
    topics=TOPICS,
    conditions=CONDITIONS,
    policies=POLICIES,
    lists=lambda topic: (UNIT,) if topic == "loss" else (HEX, UNIT),
    space=HEX,
    units_in=lambda order: order.units,
    ends=hexes_in,
    worth=worth,
    distance=distance,
    near_enemy=near_enemy,
    lasts=("hold", "pass"),
    older=spoken,
)
