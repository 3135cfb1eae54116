"""Standing orders: answers given before the question, so that a turn does not take ten mails.

    if asked loss then weakest first            if asked retreat 712 then toward frankfurt avoiding enemy
    if asked reaction then pass                 if asked heinrici at seelow odds 3 then chit 1
    if asked replacements then convert          if asked chits then keep

Before "then" stands the question, with conditions if wanted (units, "at ZONE", "turn N", "odds N":
at least N to 1); after it a policy, or plain order lines with ";" between them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.by_mail import standing as kernel
from adjudicator.games.raceforberlin.combat import r08_combat
from adjudicator.games.raceforberlin.combat.r08_retreat import RETREAT
from adjudicator.games.raceforberlin.combat.r08_strength import battle_ratio
from adjudicator.games.raceforberlin.orders import ZONE, said
from adjudicator.games.raceforberlin.position import enemies, printed
from adjudicator.games.raceforberlin.r02_american import ESCAPE
from adjudicator.games.raceforberlin.r05_end_of_turn import FREE_MOVES
from adjudicator.orders import Order
from adjudicator.rulings import Unreadable
from adjudicator.state import State

GOING = (*RETREAT.verbs, *ESCAPE.verbs, *FREE_MOVES.ahead)
"""Orders by which a unit goes somewhere, so that one may be nearer to a zone than another."""


def from_sop(line: str) -> str:
    """The older way of writing: sop heinrici when ZONE odds N, sop chit9 zone ZONE turn N, sop loss ..."""
    words = line.split()
    if words[0].casefold() != "sop":
        return line
    rest = " ".join(words[2:])
    what = words[1].casefold() if len(words) > 1 else ""
    if what == r08_combat.WINDOW.topic:
        when = re.sub(r"^when\s+", "", rest, flags=re.IGNORECASE)
        place = re.sub(r"^any\b", "", when, flags=re.IGNORECASE).strip()
        at = "at " if place and not place.casefold().startswith("odds") else ""
        return f"if asked heinrici {at}{place} then chit 1"
    if what == "chit9":
        found = re.fullmatch(r"zone\s+(.+?)(?:\s+turn\s+(\d+))?", rest, flags=re.IGNORECASE)
        if found is None:
            raise Unreadable("write: sop chit9 zone ZONE turn N")
        turn = f" turn {found[2]}" if found[2] else ""
        return f"if asked reaction{turn} then chit 9 zone {found[1]}"
    return f"if asked {RETREAT.topic if what == f'{RETREAT.topic}to' else what} then {rest}"


def units_in(order: Order) -> tuple[str, ...]:
    """The unit that an order is about, where it is about one."""
    return (said(order).unit,) if said(order).unit else ()


def ends(order: Order) -> tuple[str, ...]:
    """Where a retreat, an escape or a free move ends."""
    if order.verb not in GOING:
        return ()
    return (said(order).via or (said(order).zone,))[-1:]


def worth(state: State, unit_id: str) -> int:
    """The strength of a unit as it is up."""
    return printed(state, state.units[unit_id], "strength")


def near_enemy(state: State, side: str, order: Order) -> bool:
    """Whether a retreat ends next to enemies."""
    unit, (end,) = state.units[said(order).unit], ends(order)
    return any(enemies(state, unit, near) for near in state.board.neighbours(end))


def losses(asked: kernel.Asked) -> kernel.Lines:
    """weakest first, strongest first, where each answer is about one unit: who takes a loss."""
    return kernel.by_strength(asked) if all(map(units_in, asked.offered().values())) else None


POLICIES: Mapping[str, kernel.Policy] = {
    "pass": kernel.ending({"pass": "pass"}),
    "weakest": losses,
    "strongest": losses,
    "toward": kernel.toward,
}

CONDITIONS: Mapping[str, kernel.Condition] = {
    "at": kernel.place(ZONE),
    "turn": kernel.TURN,
    "odds": kernel.number(battle_ratio, ">="),
}
