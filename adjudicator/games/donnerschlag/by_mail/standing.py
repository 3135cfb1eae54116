"""What standing orders of this game may ask of a position, beside the answers that their chapters know.

    if asked window 1 at 2020 ratio>=2 then card AMBUSH-1      if asked window then pass
    if asked loss then weakest first                           if asked retreat then 3814, 3914
    if asked adhoc then hold                                   if asked relocate then toward 4314

Or, as the design of this game says it: "card AMBUSH-1 in window 1 when hex=2020 and ratio>=2", "stand
loss priority UNITS", "stand retreat prefer HEXES", "stand adhoc adjacent HEXES". "ratio" is the strength of
the attack to that of the defence; "die" and "final" are the die as rolled and as modified, 0 before it. What
is played, who moves and who attacks is never answered so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from adjudicator.by_mail.standing import TURN, Condition, ends_in, number, place
from adjudicator.games.donnerschlag.combat.r2_strength import now, odds_of
from adjudicator.games.donnerschlag.levels import combat, fought
from adjudicator.games.donnerschlag.orders import HEX, WINDOW
from adjudicator.games.donnerschlag.pieces import strength
from adjudicator.games.donnerschlag.zoc_stacking import in_ezoc
from adjudicator.mechanics import windows
from adjudicator.state import State

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


near_enemy = ends_in(in_ezoc)


def of_combat(fact: str) -> Condition:
    """A number that the combat remembers; 0 without one."""
    return number(lambda state: getattr(combat(state), fact) if fought(state) else 0)


CONDITIONS: Mapping[str, Condition] = {
    "at": place(HEX),
    "turn": TURN,
    WINDOW: windows.NUMBER,
    "hex": place(HEX),
    "ratio": number(ratio, ">="),
    "odds": number(ratio, ">="),
    "die": of_combat("die"),
    "final": of_combat("final"),
}
