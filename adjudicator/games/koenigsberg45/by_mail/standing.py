"""Standing orders: answers given before the question, so that a turn does not take forty emails.

    if asked retreat 69 then 4107 4007          if asked retreat then toward Königsberg avoiding enemy
    if asked loss then weakest first            if asked loss at Insterburg then 349VG, 5 Pz
    if asked advance then yes                   if asked volksturm turn 3 then Elbing, Braunsberg, done

Before "then" comes the question, with any conditions (units, "at HEX", "turn N"); after it a policy, a list
of hexes or units in order of preference, or plain orders with ";" between them. Movement and attacks have no
standing orders.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.by_mail import standing as kernel
from adjudicator.games.koenigsberg45.combat.r00_barrage import in_sight
from adjudicator.games.koenigsberg45.hexes.r03_zoc import feared
from adjudicator.games.koenigsberg45.orders import HEX
from adjudicator.games.koenigsberg45.position import ATTACK, DEFENCE, ENEMY, printed
from adjudicator.mechanics.armies import distance
from adjudicator.rulings import Unreadable, rule
from adjudicator.state import State

ENDING = {"pass": "pass", "done": "done", "ready": "ready", "no": "no advance"}
"""Words for "nothing more" in a standing order, and the order that they give."""
_STAND = re.compile(r"stand\s+(\S+)\s*(.*)", re.IGNORECASE)
_PREFER = re.compile(r"(.*?)\bprefer\s+(.+)", re.IGNORECASE)


def from_stand(line: str) -> str:
    """The short way of writing: stand loss UNITS, stand retreat UNIT prefer HEXES, stand advance yes."""
    found = _STAND.fullmatch(line.strip())
    if found is None:
        return line
    asked, answer = found[1], found[2]
    prefer = _PREFER.fullmatch(answer)
    if prefer:
        return f"if asked {asked} {prefer[1].strip()} then {prefer[2]}".replace("  ", " ")
    if not answer:
        raise Unreadable("write: stand loss UNITS, stand retreat UNIT prefer HEXES, or stand advance yes")
    return f"if asked {asked} then {answer}"


def worth(state: State, unit_id: str) -> int:
    """The strength of a unit, attack and defence as they are up."""
    return sum(printed(state, state.units[unit_id], value) for value in (ATTACK, DEFENCE))


@rule("0.1e.1")
def beside_enemy(state: State, space: str, side: str) -> bool:
    """Whether a hex may be in an enemy zone of control, as far as a side sees."""
    return space in feared(state, ENEMY[side])


near_enemy = kernel.ends_in(beside_enemy)


def safest(asked: kernel.Asked) -> kernel.Lines:
    """safest: the retreat or place with the fewest enemies within one hex, then within two, and so on."""
    ends, side = asked.ends(), asked.decision.player
    return [min(ends, key=lambda line: danger(asked.state, ends[line], side))] if ends else None


@rule("0.1e.1")
def danger(state: State, space: str, side: str) -> list[int]:
    """How many enemy stacks that show a combat unit or a marker are within one hex of a hex, within two, up
    to four: what lies below decides nothing."""
    far = [distance(state, space, at) for at in in_sight(state, ENEMY[side])]
    return [sum(one <= most for one in far) for most in (1, 2, 3, 4)]


POLICIES: Mapping[str, kernel.Policy] = {
    **dict.fromkeys(ENDING, kernel.ending(ENDING)),
    "safest": safest,
}

CONDITIONS: Mapping[str, kernel.Condition] = {"at": kernel.place(HEX), "turn": kernel.TURN}
