"""Standing orders of a combat: answers given before the question, so that it does not take six mails.

    if asked window 1 at 2020 ratio>=2 then card AMBUSH-1      if asked window then pass
    if asked loss then weakest first                           if asked retreat then 3814, 3914
    if asked adhoc then hold                                   if asked relocate then toward 4314

Or, as the design of this game says it: "card AMBUSH-1 in window 1 when hex=2020 and ratio>=2", "stand
loss priority UNITS", "stand retreat prefer HEXES", "stand adhoc adjacent HEXES". "ratio" is the strength of
the attack to that of the defence; "die" and "final" are the die as rolled and as modified, 0 before it. Who
attacks is never answered so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from adjudicator.declared import standing as kernel
from adjudicator.mechanics import windows
from adjudicator.state import State

from .combat import combat, fought
from .orders import HEX
from .pieces import strength
from .r2_combat import WINDOW
from .r2_strength import now, odds_of

TOPICS: Mapping[str, str] = {
    "window": WINDOW, "card": WINDOW, "loss": "loss", "retreat": "retreat", "adhoc": "adhoc",
    "advance": "advance",
}  # fmt: skip
"""What players call a question -> its topic."""

USUAL = (WINDOW, "loss", "retreat", "adhoc", "advance")
"""The questions that standing orders usually answer."""

ADVICE = (
    "if asked window then pass",
    "if asked loss then weakest first",
    "if asked retreat then default",
    "if asked adhoc then default",
    "if asked advance then first",
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


def worth(state: State, unit_id: str) -> int:
    """What a weakest and a strongest are told by: one with two steps is spared before one with its last, for
    a loss costs it no more than half its strength."""
    unit = state.units[unit_id]
    return strength(state, unit) - 100 * (unit.steps > 1)


def of_combat(fact: str) -> kernel.Condition:
    """A number that the combat remembers; 0 without one."""
    return kernel.number(lambda state: getattr(combat(state), fact) if fought(state) else 0)


CONDITIONS: Mapping[str, kernel.Condition] = {
    "window": windows.NUMBER,
    "hex": kernel.place(HEX),
    "ratio": kernel.number(ratio, ">="),
    "odds": kernel.number(ratio, ">="),
    "die": of_combat("die"),
    "final": of_combat("final"),
}

POLICIES: Mapping[str, kernel.Policy] = {
    "hold": kernel.ending({"hold": "hold"}),
    "no": kernel.ending({"no": "no advance"}),
}
